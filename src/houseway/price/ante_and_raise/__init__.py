"""What an ante with later raises against the player-dealer is worth."""
