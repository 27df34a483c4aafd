"""3 Card Texas Hold'em."""
