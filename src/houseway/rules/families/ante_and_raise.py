"""An ante and later raises against the player-dealer's hand: the streets and what may be raised on each."""

from typing import Literal

from pydantic import Field

from houseway.rules.families import POKER_WORDS, Family
from houseway.rules.models import Facts, Model


class Street(Model):
    """What may be raised there, in multiples of the ante, and what one does instead."""

    times: tuple[int, ...] = Field(min_length=1)
    otherwise: Literal["check", "fold"] = Field(alias="else")
    clause: str


class AnteAndRaiseFacts(Facts):
    streets: dict[str, Street]


FAMILIES = (Family("ante-and-raise", AnteAndRaiseFacts, POKER_WORDS),)
