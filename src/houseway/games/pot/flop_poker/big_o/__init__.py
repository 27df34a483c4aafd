"""Big O."""
