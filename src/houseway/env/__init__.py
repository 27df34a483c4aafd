"""Games as environments for programs that learn, and their trees.

One seat (Gymnasium), several (PettingZoo), many tables at once, and the whole tree of a game on a small pack, as
OpenSpiel looks at it.

>>> from houseway.env import make
>>> env = make("three-card-poker")  # doctest: +SKIP

`gymnasium.make("houseway/three-card-poker-v0")` makes the same, once this package is imported. Gymnasium and PettingZoo
are no dependencies of a house: `pip install 'houseway[env]'` brings them.
"""

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

from houseway.games import catalogue

if TYPE_CHECKING:
    from houseway.env.one_seat import OneSeat
    from houseway.env.several_seats import SeveralSeats


class Missing(ImportError):
    """A package that only environments need is not installed."""


def make(game: str, **choices: Any) -> "OneSeat":
    """A Gymnasium environment: one seat of a game, against bots where the game needs others."""
    try:
        from houseway.env.one_seat import OneSeat
    except ModuleNotFoundError as error:
        raise missing(error) from None
    return OneSeat(game, **choices)


def make_several(game: str, **choices: Any) -> "SeveralSeats":
    """A PettingZoo environment (AEC): every seat of a table is an agent."""
    try:
        from houseway.env.several_seats import SeveralSeats
    except ModuleNotFoundError as error:
        raise missing(error) from None
    return SeveralSeats(game, **choices)


def missing(error: ModuleNotFoundError) -> ImportError:
    """What to say where a package of the extra is not there."""
    if (error.name or "").startswith("houseway"):
        return error
    return Missing(f"{error.name} is not installed: environments need it, and pip install 'houseway[env]' brings it")


def register() -> None:
    """Make Gymnasium know every game of the catalogue by name, where it is installed."""
    if find_spec("gymnasium") is None:
        return
    import gymnasium

    for id in catalogue():
        if f"houseway/{id}-v0" not in gymnasium.registry:
            gymnasium.register(f"houseway/{id}-v0", "houseway.env.one_seat:OneSeat", kwargs={"game": id})


register()
