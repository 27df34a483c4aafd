"""What Party Craps is worth: the count, and the sheet made from it."""
