"""A bonus wager that a pay table settles alone: from how often each line comes to its price."""

from collections.abc import Mapping
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from houseway.cards import ranks
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.papers.sheet import Ended, LinePrice, Outcomes, WagerPrice
from houseway.rules.models import PayTable
from houseway.rules.resolved import Rules


def every_hand(cards: int) -> NDArray[np.int64]:
    """How many of all hands of so many cards have each rank."""

    def made() -> Arrays:
        from houseway.cards import batch

        return {"hands": batch.count_all(cards)}

    return kept("poker-hands", cards, made, by="houseway.cards.batch")["hands"]


def by_rank(table: PayTable, histogram: NDArray[np.int64]) -> dict[str, int]:
    """How often each line of a poker pay table comes, from how often each rank does; `""` is none."""
    counts: dict[str, int] = {}
    for rank in range(1, ranks.BEST + 1):
        line = table.poker_line(rank)
        key = line.key if line else ""
        counts[key] = counts.get(key, 0) + int(histogram[rank])
    return counts


def price_bonus(rules: Rules, wager: str, counts: Mapping[str, int], *, lost: str) -> WagerPrice:
    """The price of a wager whose lines come so often by their keys; `""` is none, and loses by the clause `lost`."""
    table = rules.pay_tables[wager]
    total = sum(counts.values())
    results: dict[Fraction, int] = {}
    lines = []
    for line in table.lines:
        won = line.pays.fraction() if line.pays else Fraction(0)
        many = counts.get(line.key, 0)
        results[won] = results.get(won, 0) + many
        pays = "push" if line.pays is None else str(line.pays)
        lines.append(LinePrice(line.label, pays, line.clause, many, total, won * many / total))
    none = counts.get("", 0)
    results[Fraction(-1)] = none
    lines.append(LinePrice("nothing", "lose", lost, none, total, Fraction(-none, total)))
    return WagerPrice(
        wager=wager,
        name=rules.wagers[wager].name,
        unit="the wager",
        staked=Fraction(1),
        outcomes=Outcomes(results),
        clause=table.clause,
        lines=tuple(lines),
        ends=tuple(Ended((result,) if result else (), many) for result, many in results.items() if many),
    )
