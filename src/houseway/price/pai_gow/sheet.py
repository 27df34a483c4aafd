"""Pai gow poker, counted whole: the base wager over all pairs of hands, bonus bets over all hands.

What a member of the family needs is its rule file: the house way and the pay tables.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from time import perf_counter

import numpy as np

from houseway.cards.card import text, without
from houseway.cards.special_ranks import joker_rank, two_card_rank
from houseway.games.pai_gow.base import HOUSE_WAY
from houseway.games.pai_gow.settlement import BASE, SetHand, best_line, contained, is_foul, set_house_way
from houseway.price.counting.advised import Advised
from houseway.price.counting.bonus import price_bonus
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.work import Progress
from houseway.price.pai_gow.best import Best, best
from houseway.price.pai_gow.counts import FULL_PACK, Met, digest, hands_by_kind, meet, opponents
from houseway.price.pai_gow.hands import Codes, examples, fronts, house_settings
from houseway.price.papers.sheet import Chart, Sheet, WagerPrice, decimal
from houseway.price.pricing import Pricing
from houseway.rules.house_way import held_name, house_way
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

WINS, PUSH, LOSES = "wins", "push", "loses"


def settings(game: GameRules) -> Codes:
    """How the house way sets each kind of hand."""
    rows = [row.model_dump(mode="json") for row in game.house_way]
    made = kept("pai-gow-house-way", rows, lambda: {"codes": house_settings(house_way(game))})
    return made["codes"]


# Bonus bets: what seven cards hold


def contents(pack: Sequence[int] = FULL_PACK) -> dict[frozenset[str], int]:
    """How many hands of seven cards hold just these hands of a pay table."""
    found = kept("pai-gow-contents", sorted(pack), lambda: _contents(pack))
    words = found["words"].tolist()
    return {
        frozenset(word for at, word in enumerate(words) if mask >> at & 1): hands
        for mask, hands in zip(found["masks"].tolist(), found["hands"].tolist(), strict=True)
    }


def _contents(pack: Sequence[int]) -> Arrays:
    hands = hands_by_kind(pack)
    known = examples()
    words: dict[str, int] = {}
    counts: dict[int, int] = {}
    for cards, kind in zip(known.cards.tolist(), known.kinds.tolist(), strict=True):
        if many := int(hands[kind]):
            mask = sum(1 << words.setdefault(word, len(words)) for word in contained(cards))
            counts[mask] = counts.get(mask, 0) + many
    return {
        "words": np.array(list(words)),
        "masks": np.array(list(counts), np.int64),
        "hands": np.array(list(counts.values()), np.int64),
    }


def price_bonus_bet(rules: Rules, wager: str, *, pack: Sequence[int] = FULL_PACK) -> WagerPrice:
    table = rules.pay_tables[wager]
    counts: dict[str, int] = {}
    for said, hands in contents(pack).items():
        line = best_line(table, said)
        key = line.key if line else ""
        counts[key] = counts.get(key, 0) + hands
    return price_bonus(rules, wager, counts, lost=table.clause)


# The base wager


def price_base(rules: Rules, met: Met, *, wager: str, name: str, method: str) -> WagerPrice:
    """The base wager from how the pairs of hands come out."""
    counts = {WINS: met.both, PUSH: met.push, "": met.lost}
    table = rules.pay_tables[BASE]
    by_line = {"": 0}
    for said, pairs in counts.items():
        line = table.line(said)
        key = line.key if line else ""
        by_line[key] = by_line.get(key, 0) + pairs
    priced = price_bonus(rules, BASE, by_line, lost=table.clause)
    return replace(priced, wager=wager, name=name, method=method)


def nets(rules: Rules) -> tuple[Fraction, Fraction, Fraction]:
    """What the base wager comes to when both hands are higher, one is, and none is."""

    def net(said: str) -> Fraction:
        line = rules.pay_tables[BASE].line(said)
        if line is None:
            return Fraction(-1)
        return line.pays.fraction() if line.pays else Fraction(0)

    return net(WINS), net(PUSH), Fraction(-1)


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each setting is worth against every hand the player-dealer can have, set the house way."""
    if ask != "set":
        return Advised({}, "the base wager", 0)
    known = {card for cards in seen.values() for card in cards} | set(hand)
    tally = opponents(settings(rules.game), sorted(known), pack)
    place = {rank: at for at, rank in enumerate(fronts())}
    total = int(tally.sum())
    win, push, lose = nets(rules)

    def worth(shown: SetHand) -> Fraction:
        if is_foul(shown):
            return Fraction(-1)
        front, back = place[two_card_rank(shown.front)], joker_rank(shown.back)
        both = int(tally[:back, :front].sum())
        one = int(tally[:, :front].sum()) + int(tally[:back].sum()) - 2 * both
        return Fraction(both * win + one * push + (total - both - one) * lose) / total

    ways = {f"front {text(two)}": worth(SetHand(two, without(hand, two))) for two in combinations(hand, 2)}
    ways[HOUSE_WAY] = worth(set_house_way(rules.game, hand))
    return Advised(ways, "the base wager", stakes.get(BASE, 0))


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a pai gow table."""
    begun = perf_counter()
    codes, chart = settings(rules.game), house_way(rules.game)
    met = meet(codes, codes, progress=progress)
    best_set = best(chart, codes, progress=progress)
    bank_set = best(chart, codes, copies_win=True, progress=progress)
    met_best = meet(best_set.settings(), codes, progress=progress)
    base = rules.wagers[BASE].name
    wagers = [
        price_base(
            rules, met, wager=BASE, name=f"{base}, both sides the house way",
            method="exact, by counting all pairs of hands without a common card",
        ),
        price_base(
            rules, met_best, wager=f"{BASE}-best", name=f"{base}, set best against the house way",
            method="exact, by counting all pairs of hands without a common card; hands of a kind are set alike",
        ),
        *(price_bonus_bet(rules, wager) for wager in rules.wagers if wager != BASE),
    ]  # fmt: skip
    method = (
        f"The base wager is counted over all {met.pairs:,} ways to deal seven cards to a player and seven to the "
        "player-dealer. Hands are set by kind: by the ranks they hold, and with a flush by its suit. Pairs that share "
        "no card are all pairs less those that share a card, counted set by set of shared cards with its sign.",
        "The best setting of every hand is found from how many of the player-dealer's hands have a lower front and how "
        "many a lower back, suits and cards held taken into account. The same count for the house way gives the same "
        "figure as the count by pairs.",
        f"Bonus bets are counted over all {sum(contents().values()):,} hands of seven cards.",
        "On small packs the same counts are compared with every deal set and settled by the table's own settlement.",
    )
    notes = (*_notes(rules, met, best_set, bank_set), _COVERED)
    charts = (costs_chart(best_set),)
    return Sheet(rules, tuple(wagers), charts, notes, method, seconds=perf_counter() - begun)


_COVERED = "Every wager is taken to be covered by the player-dealer, and collection fees are left out."


def _notes(rules: Rules, met: Met, best_set: Best, bank_set: Best) -> Iterator[str]:
    front, back = Fraction(met.copied_front, met.pairs), Fraction(met.copied_back, met.pairs)
    yield (
        f"The player-dealer wins copies: the front is copied in {decimal(front, 8)} of all deals, the back in "
        f"{decimal(back, 8)}. Without that two house ways would be even."
    )
    home = Fraction(met.both - met.lost, met.pairs)
    if nets(rules) != (Fraction(1), Fraction(0), Fraction(-1)):
        yield "The best settings are those for a base wager that pays 1 to 1 and pushes."
    yield (
        f"At even money the house way is worth {decimal(home, 8)} of a base wager to the player and setting best "
        f"{decimal(best_set.expectation, 8)}, so the house way costs {decimal(best_set.expectation - home, 8)}. "
        f"Hands of {int(best_set.mixed.sum())} of {len(best_set.kinds):,} kinds are set by what suits they hold; the "
        f"sheet sets hands of a kind alike, which costs "
        f"{decimal(Fraction(best_set.lower - best_set.by_kind, best_set.pairs), 12)}."
    )
    yield (
        f"To the player-dealer a base wager is worth {decimal(-home, 8)} with the house way and "
        f"{decimal(bank_set.expectation, 8)} with the best setting, against a player's house way."
    )


def costs_chart(best_set: Best) -> Chart:
    """What the house way costs, by what the hand holds."""
    key = [digest(best_set.kinds), digest(best_set.gained)]
    found = kept("pai-gow-costs", key, lambda: _costs(best_set))
    cells = tuple((decimal(Fraction(cost, best_set.pairs), 8),) for cost in found["costs"].tolist())
    rows = tuple(found["hands"].tolist())
    return Chart("What the house way costs, by the hand", rows, ("base wagers",), cells, {})


def _costs(best_set: Best) -> Arrays:
    known = examples()
    found = {kind: at for at, kind in enumerate(best_set.kinds.tolist())}
    cost: dict[str, int] = {}
    for cards, kind, place in zip(known.cards.tolist(), known.kinds.tolist(), known.places.tolist(), strict=True):
        gained = int(best_set.gained[found[kind]])
        if gained:
            said = held_name(cards) + (" with a flush" if kind != place else "")
            cost[said] = cost.get(said, 0) + gained
    rows = sorted(cost, key=lambda said: -cost[said])
    return {"hands": np.array(rows), "costs": np.array([cost[said] for said in rows], np.int64)}


PRICING = Pricing(
    price,
    advise=advise,
    quick=lambda rules: lambda ask, hands: HOUSE_WAY,  # both sides of the first wager are priced so
    note="Everyone sets the house way.",
)
