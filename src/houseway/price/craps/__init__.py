"""What craps wagers are worth."""
