"""The Maryland poker games: antes, bets and pay tables."""
