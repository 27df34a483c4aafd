"""Omaha Hi-Lo, 8 or Better."""
