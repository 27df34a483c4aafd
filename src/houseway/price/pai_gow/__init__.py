"""What wagers on pai gow poker are worth."""
