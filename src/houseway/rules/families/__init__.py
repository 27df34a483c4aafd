"""What a family of games states in the [facts] of its members' rule files, as typed models."""
