"""What wagers on twenty-one are worth."""
