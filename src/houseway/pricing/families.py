"""Who prices which game: one table, by the game's id or its family.

A price module says all that it gives in one value at its end, of which only `price` is needed:

    PRICING = Pricing(
        price,                          # price(rules, *, progress=None) -> Sheet
        advise=advise,                  # each answer's worth at a decision: the coach
        suits_alike=True,               # advice holds for the same cards in other suits
        quick=Flops,                    # Flops(rules)(ask, hands) -> answer, or None for the coach's
        shared=Shared(cases, "..."),    # everyone bets on the same cards: each case, to be played once
        card=card,                      # card(rules, *, progress=None) -> StrategyCard: one printed page
        triggers={SPIN: Trigger("a pair in the hole", chance)},   # what spins a wheel, and how often
        note="...",                     # on how the player-dealer's side is counted
    )

A module is loaded when it is first asked for, since counting brings a compiler along. A count is kept by the code that
makes it and all that this code names, so a module that counts names nothing that it does not count with.
"""

from functools import cache
from importlib import import_module

from houseway.games import catalogue
from houseway.games.pot.round import PotGame
from houseway.pricing.pricing import Pricing
from houseway.rules import folders


def pricing(game: str) -> Pricing | None:
    """What prices a game; None where nothing does yet."""
    module = _module(game)
    return None if module is None else _loaded(module)


def module_of(game: str) -> str:
    """The name of the module that prices a game which has a price."""
    module = _module(game)
    assert module is not None, f"{game} has a price"
    return module


def _module(game: str) -> str | None:
    return folders.module_of(game, "count", "count.pricing") if game in folders.game_folders() else None


@cache
def _loaded(module: str) -> Pricing:
    found: Pricing = import_module(module).PRICING
    return found


def can_price(game: str) -> bool:
    return _module(game) is not None


def can_coach(game: str) -> bool:
    """A game's decisions can be asked for; a game without decisions needs no coach."""
    if isinstance(catalogue().get(game), PotGame):
        return True
    found = pricing(game)
    return found is not None and found.advise is not None
