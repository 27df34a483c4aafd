"""The school: situations of every game, each with what is right, why, and what a mistake costs whom."""
