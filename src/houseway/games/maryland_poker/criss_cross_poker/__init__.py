"""Criss Cross Poker."""
