"""Games for a pot with cards of one's own, some of them open."""
