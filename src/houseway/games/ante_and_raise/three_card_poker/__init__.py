"""3 Card Poker."""
