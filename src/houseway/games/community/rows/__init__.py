"""Rows of cards, and bets on which is best."""
