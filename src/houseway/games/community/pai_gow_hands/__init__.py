"""Two hands of pai gow that the dealer sets, and bets on both."""
