"""Limit Texas Hold'em."""
