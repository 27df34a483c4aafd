"""Cal Quick Draw Poker."""
