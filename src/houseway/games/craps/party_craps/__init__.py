"""Party Craps."""
