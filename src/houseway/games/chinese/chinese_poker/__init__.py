"""Chinese Poker."""
