"""The bonus bets of this family: each over all the cards that it looks at, whatever it pays."""

import numpy as np

from houseway.cards.card import JOKER
from houseway.cards.pack import pack
from houseway.games.ante_and_raise.hands import Kind, bonus_line, seen_in
from houseway.games.ante_and_raise.round import bonus_bets, stated
from houseway.pricing.counting.bonus import by_rank, every_hand, price_bonus
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.hands import FULL_PACK, hands_alike
from houseway.pricing.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules


def price_bonuses(rules: Rules) -> list[WagerPrice]:
    return [price_one(rules, wager) for wager in bonus_bets(rules) if wager in rules.wagers]


def price_one(rules: Rules, wager: str) -> WagerPrice:
    """A bonus bet, over all the cards that it looks at."""
    rule, places = stated(rules.game).bonus[wager], rules.game.places
    shared = sum(places[place].cards for place in stated(rules.game).shared)
    more = {"own and shared": shared, "own and player-dealer's": places["player-dealer"].cards}
    size = places["seat"].cards + more.get(rule.cards, 0)
    if rule.hands == "poker":
        counts = by_rank(rules.pay_tables[wager], every_hand(size))
    else:
        counts = {}
        for kinds, many in kinds_counted(rules, wager, size).items():
            line = bonus_line(rules, wager, kinds)
            key = line.key if line else ""
            counts[key] = counts.get(key, 0) + many
    return price_bonus(rules, wager, counts, lost=rule.lost)


def kinds_counted(rules: Rules, wager: str, size: int) -> dict[tuple[Kind, ...], int]:
    """How many hands there are of everything that pay lines can call one; the pays do not matter."""
    hands, cards = stated(rules.game).bonus[wager].hands, rules.game.cards.pack
    reading = str(rules.options.get("plus_a_pair", ""))

    def count_kinds() -> Arrays:
        found: dict[str, int] = {}
        for joker in {0, int(JOKER in pack(cards))}:
            alike = hands_alike(FULL_PACK, size - joker)
            for held, many in zip(alike.members.tolist(), alike.weights.tolist(), strict=True):
                _, kinds = seen_in(rules, hands, (*held, *(JOKER,) * joker))
                written = ";".join(f"{kind} {named}" for kind, named in kinds)
                found[written] = found.get(written, 0) + many
        return {"kinds": np.array(list(found)), "counts": np.array(list(found.values()), np.int64)}

    found = kept("ante-and-raise-bonus", [cards, size, hands, reading], count_kinds)
    counts = zip(found["kinds"].tolist(), found["counts"].tolist(), strict=True)
    return {tuple(map(_kind, written.split(";"))) if written else (): many for written, many in counts}


def _kind(written: str) -> Kind:
    kind, _, named = written.rpartition(" ")
    return kind, int(named)
