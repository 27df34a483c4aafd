"""What pai gow poker is worth: the count, and the sheet made from it."""
