"""Who prices which game: one table, by the game's id or its family. A module is loaded when it is first asked for,
since counting brings a compiler along."""

from dataclasses import dataclass
from importlib import import_module
from typing import Any

from houseway.games import catalogue


@dataclass(frozen=True)
class Priced:
    """Where a game is priced, and whether its decisions have a coach."""

    module: str
    coached: bool = True

    def load(self) -> Any:
        return import_module(f"houseway.price.{self.module}")


FAMILIES = {
    "baccarat": Priced("community.baccarat", coached=False),  # nobody decides anything
    "pai-gow": Priced("pai_gow.sheet"),
}
MEMBERS = {
    "criss-cross-poker": Priced("maryland_poker.criss_cross_poker"),
    "party-craps": Priced("craps.party_craps", coached=False),
    "pontoon-21": Priced("twenty_one.pontoon_21"),
    "top-five-poker": Priced("maryland_poker.top_five_poker"),
    "ultimate-texas-holdem": Priced("ante_and_raise.ultimate_texas_holdem"),
}


def priced(game: str) -> Priced | None:
    """Who prices a game; None where nobody does yet."""
    known = catalogue().get(game)
    return MEMBERS.get(game) or (FAMILIES.get(known.rules.family) if known else None)


def can_price(game: str) -> bool:
    return priced(game) is not None


def can_coach(game: str) -> bool:
    """A game's decisions can be asked for; a game without decisions needs no coach."""
    found = priced(game)
    return found is not None and found.coached
