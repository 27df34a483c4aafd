"""Hands that belong to nobody, and lines that bet on them."""
