"""The player-dealer's side: what is owed, fees, and what banking a table is worth."""
