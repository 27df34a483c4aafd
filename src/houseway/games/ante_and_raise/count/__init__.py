"""What the counts of games of a first wager and raises share."""
