"""Pontoon 21."""
