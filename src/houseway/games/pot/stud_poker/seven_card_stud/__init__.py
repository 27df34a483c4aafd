"""7 Card Stud."""
