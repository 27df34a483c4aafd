"""What wagers on hands that belong to nobody are worth."""
