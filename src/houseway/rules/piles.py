"""Hands that are dealt as piles before anybody knows whose they are."""

from houseway.rules.models import Model


class Piles(Model):
    """How many, of how many cards, and how they are dealt and counted."""

    count: int
    cards: int
    back_and_forth: bool = False  # dealt card by card, left to right and back; otherwise pile by pile
    counted: bool = False  # the dice count from the pile that is chosen to the one that goes out first
