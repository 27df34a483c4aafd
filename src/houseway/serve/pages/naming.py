"""What wagers and hands are called on a page, where people read names and not ids: the book's, or what is on the felt."""

from collections import Counter
from functools import lru_cache
from typing import NamedTuple

from houseway.games import game
from houseway.rules.resolved import Rules
from houseway.serve.pages.layouts import layout_of

_A_WORD = 4  # letters of a name that says by itself what it is; fewer are read where they are printed


class Words(NamedTuple):
    """By id: what is written in full, what there is room for beside an amount, and hands that the book names."""

    wagers: dict[str, str]
    short: dict[str, str]
    hands: dict[str, str]


@lru_cache(maxsize=512)
def words_of(rules: Rules) -> Words:
    """The words of a game."""
    printed = layout_of(rules.game.id).names
    times = Counter(printed.values())
    wagers = wager_names(rules)
    short = {
        id: printed[id] if id in printed and times[printed[id]] == 1 and len(printed[id]) >= _A_WORD else name
        for id, name in wagers.items()
    }
    hands = dict(game(rules.game.id).sides_called())
    return Words(wagers, {id: name.lower() for id, name in short.items()}, hands)


def wager_names(rules: Rules) -> dict[str, str]:
    """How each spot is called: the wager's own name, or its spots' where it has several."""
    names: dict[str, str] = {}
    for id, wager in rules.wagers.items():
        for spot in wager.spots or (id,):
            names[spot] = spot.replace("-", " ").title() if wager.spots else wager.name
    return names


def setting(value: object) -> str:
    """What the house may choose, as people say it."""
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)
