"""Side bets: each over all the cards that it looks at."""

from functools import lru_cache
from math import comb

import numpy as np

from houseway.games.table_poker.count import budget
from houseway.games.table_poker.count.ranking import Ints, all_keys
from houseway.games.table_poker.count.situations import layout
from houseway.games.table_poker.facts import Bonus
from houseway.games.table_poker.hands import HandOrder
from houseway.games.table_poker.settlement import line_of, stated
from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.counting.hands import FULL_PACK
from houseway.pricing.papers.sheet import WagerPrice
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules


def cards_of(game: GameRules, rule: Bonus) -> int:
    """How many cards a side bet looks at."""
    laid = layout(game)
    places = {"own": laid.own, "shared": laid.shared, "bank": laid.bank}
    looks = list(places) if rule.cards == "all" else rule.cards.split(" and ")
    return sum(min(places[one], rule.first) if rule.first else places[one] for one in looks)


@lru_cache(maxsize=16)
def _keys(pack: tuple[int, ...], many: int, order: HandOrder) -> tuple[Ints, Ints]:
    """Every key of so many cards, and how many sets have it."""
    keys, counts = np.unique(all_keys(pack, many, order), return_counts=True)
    return keys.astype(np.int64), counts.astype(np.int64)


def price_side_bet(rules: Rules, wager: str, pack: tuple[int, ...] = FULL_PACK) -> WagerPrice:
    """A side bet, over all the cards that it looks at."""
    rule, table = stated(rules.game).bonus[wager], rules.pay_tables[wager]
    many, order = cards_of(rules.game, rule), rule.hand.ranked
    sets = comb(len(pack), many)
    budget.check(f"{rules.game.name}: {wager}", 20 * sets * comb(many, order.cards), 4 * sets)
    counts: dict[str, int] = {}
    keys, found = _keys(pack, many, order)
    for key, times in zip(keys.tolist(), found.tolist(), strict=True):
        line = line_of(table, order.made(key).kinds)
        name = line.key if line else ""
        counts[name] = counts.get(name, 0) + times
    return price_bonus(rules, wager, counts, lost=rule.lost)
