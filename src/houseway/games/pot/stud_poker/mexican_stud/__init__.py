"""Mexican Stud."""
