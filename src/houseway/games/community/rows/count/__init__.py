"""What rows of cards is worth: the count, and the sheet made from it."""
