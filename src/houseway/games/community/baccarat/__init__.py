"""Baccarat: two hands of two or three cards, by points."""
