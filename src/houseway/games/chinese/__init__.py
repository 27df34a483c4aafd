"""Chinese poker: hand against hand."""
