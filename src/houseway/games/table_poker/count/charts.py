"""Best play laid out by what a hand is called, and by the one card that lies open where there is one."""

from collections.abc import Mapping
from typing import Any

import numpy as np

from houseway.cards.card import RANKS
from houseway.games.table_poker.count.ranking import all_keys
from houseway.games.table_poker.count.tree import Counted, Part, first_stakes
from houseway.games.table_poker.hands import ORDERS, HandOrder
from houseway.games.table_poker.settlement import ranked, stated
from houseway.pricing.decider.charts import chart
from houseway.pricing.decider.streets import Street
from houseway.pricing.papers.sheet import Chart

SOME = "?"
MOST_GROUPS = 1  # of open cards


def charts(counted: Counted) -> tuple[Chart, ...]:
    """A chart of each street on which little lies open, for a player who answered as meekly as possible before."""
    found = []
    for at, name in enumerate(stated(counted.rules.game).streets):
        opened = counted.situations.laid.opened[: counted.situations.laid.axes(at)]
        if len(opened) > MOST_GROUPS or any(len(group.cards) > 1 for group in opened):
            break
        if streets := _streets(counted, at):
            found.append(_chart(counted, name, streets, columns=bool(opened)))
    return tuple(found)


def _streets(counted: Counted, at: int) -> list[tuple[Part, Street]]:
    """The street of each part on which the most of the first wagers, and the least besides, stand."""
    first = first_stakes(counted.rules)
    found = []
    for part in counted.parts:
        here = {standing: street for (number, standing), street in part.streets.items() if number == at}
        if here:
            least = min(here, key=lambda standing: (-len(first.keys() & dict(standing)), sum(dict(standing).values())))
            found.append((part, here[least]))
    return found


def _letters(street: Street) -> Mapping[str, str]:
    words = {"fold": "f", "check": "c", "take back": "b", "let it ride": "l"}
    raises = [answer.name for answer in street.answers if answer.name not in words]
    return words | {name: name.rpartition(" ")[2] if len(raises) > 1 else "r" for name in raises}


def _chart(counted: Counted, name: str, streets: list[tuple[Part, Street]], *, columns: bool) -> Chart:
    named = [_called(counted, part) for part, _ in streets]
    orders = {name: order for part in named for name, order in part}
    rows = {name: number for number, name in enumerate(sorted(orders, key=lambda name: -orders[name]))}
    hands = [np.array([rows[name] for name, _ in part]) for part in named]
    ranks = np.array(counted.situations.hands.pack) >> 2
    across: dict[str, Any] = {"answer": None}
    if columns:
        across = {RANKS[rank]: ranks == rank for rank in sorted(set(ranks.tolist()), reverse=True)}
    letters = _letters(streets[0][1])

    def cell(row: int, column: Any) -> str:
        found = set()
        for (_, street), called in zip(streets, hands, strict=True):
            where = np.flatnonzero(called == row)
            there, best = street.there[where], street.best[where]
            if column is not None:
                there, best = there[:, column], best[:, column]
            found |= {street.answers[at].name for at in np.unique(best[there]).tolist()}
        return letters[found.pop()] if len(found) == 1 else SOME if found else ""

    answers = sorted(streets[0][1].answers, key=lambda answer: -answer.size)
    legend = {letters[one.name]: one.name for one in answers} | {SOME: "some of them: ask the coach"}
    note = "by the open card" if columns else ""
    return chart(name.replace("-", " ").capitalize(), rows, across, cell, legend, note)


def _called(counted: Counted, part: Part) -> list[tuple[str, int]]:
    """What each hand's own cards are called, and a number that orders the names."""
    own, pack = counted.situations.laid.own, counted.situations.hands.pack
    order = ranked(counted.rules.game)
    if own < order.cards:
        order = HandOrder(own, ORDERS[own])
    keys = all_keys(pack, own, order)[counted.situations.indexes[part.rows]].tolist()
    names = {}
    for key in set(keys):
        made = order.made(key)
        names[key] = made.name, key >> (12 if made.kinds[-1][0] in ("two-pair", "full-house") else 16)
    return [names[key] for key in keys]
