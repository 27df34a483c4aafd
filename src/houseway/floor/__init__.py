"""The floor: is what a table took what chance allows? Results of played rounds, judged by exact distributions."""
