"""What Top Five Poker is worth: `kinds` counts hands by what counts of them, `pricing` decides and makes the sheet."""
