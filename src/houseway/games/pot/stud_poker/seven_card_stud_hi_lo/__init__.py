"""7 Card Stud Hi-Lo, 8 or Better."""
