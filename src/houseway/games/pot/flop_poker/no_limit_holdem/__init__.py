"""No-Limit Texas Hold'em."""
