"""What Criss Cross Poker is worth: the count, and the sheet made from it."""
