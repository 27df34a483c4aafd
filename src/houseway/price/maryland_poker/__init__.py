"""What the Maryland poker games are worth."""
