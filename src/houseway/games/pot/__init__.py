"""Games for a pot."""
