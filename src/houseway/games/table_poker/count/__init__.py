"""What a member of the family is worth, counted from its facts."""
