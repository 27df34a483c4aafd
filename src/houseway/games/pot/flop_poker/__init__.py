"""Games for a pot with a board."""
