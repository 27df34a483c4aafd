"""An ante and later raises against the player-dealer's hand."""
