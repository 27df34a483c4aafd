"""Two hands of pai gow that belong to nobody, priced exactly over all pairs of hands that share no card."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from itertools import product
from math import comb
from random import Random
from time import perf_counter
from typing import Any

import numpy as np

from houseway.cards.card import Card, text
from houseway.cards.pack import pack as pack_of
from houseway.games.community.count.lines import NOTE, Said, price_said
from houseway.games.community.pai_gow_hands.round import compared, results
from houseway.games.community.round import SIDES
from houseway.games.pai_gow.count.hands import FULL_PACK
from houseway.games.pai_gow.count.meet import meet, points
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.count.splits import below_threes
from houseway.games.pai_gow.settlement import set_house_way
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Sheet
from houseway.pricing.pricing import Case, Placed, Pricing, Shared
from houseway.rules.house_way import house_way
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

Hands = tuple[tuple[Card, ...], tuple[Card, ...]]


def deals_by_words(
    game: GameRules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None
) -> dict[Said, int]:
    """How many pairs of hands have each thing said of them. The same chart sets both, so what one side has the other
    has as often; pairs with less than threes in both fronts are counted apart."""
    chart = house_way(game)
    house, size = house_settings(chart), chart.hands.cards
    low = np.where(below_threes(house), house, 0)
    every, without = (points(size, codes) for codes in (house, low))
    met, low_met = (meet(one, one, size, pack=pack, progress=progress) for one in (every, without))
    found: dict[Said, int] = {}

    def add(many: int, *, front: int, back: int, threes: bool = False) -> None:
        """Of one side, and as many of the other."""
        for sign in (1, -1):
            said = compared(front=sign * front, back=sign * back, threes=(threes, threes))
            found[said] = found.get(said, 0) + many

    front_alone, back_alone = (many - met.copied_both for many in (met.copied_front, met.copied_back))
    pushes, low_pushes = (
        one.front - one.both - (one.copied_back - one.copied_both) // 2 for one in (met, low_met)
    )  # the player's front and the banker's back
    add(met.both - low_met.both, front=1, back=1, threes=True)
    add(low_met.both, front=1, back=1)
    add(pushes - low_pushes, front=1, back=-1, threes=True)
    add(low_pushes, front=1, back=-1)
    add(front_alone // 2, front=0, back=1)
    add(back_alone // 2, front=1, back=0)
    found[compared(front=0, back=0, threes=(False, False))] = met.copied_both
    assert sum(found.values()) == met.pairs, "everything that can be said is said once of every pair"
    return found


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of the four bets."""
    begun = perf_counter()
    counts = deals_by_words(rules.game, progress=progress)
    wagers = tuple(price_said(rules, wager, counts) for wager in rules.wagers)
    size = house_way(rules.game).hands.cards
    method = (
        f"All {comb(53, size) * comb(53 - size, size):,} ways to deal seven cards to each side are counted. Hands are "
        "set by kind, and pairs that share no card are all pairs less those that share a card, counted for every way "
        "to share ranks with its sign, and two hands with a flush for every set of cards.",
        "On small packs the same counts are compared with every deal set and settled by the table's own settlement.",
    )
    notes = ("The same chart sets both hands, so the two sides are worth the same.", NOTE)
    return Sheet(rules, wagers, (), notes, method, seconds=perf_counter() - begun)


# The player-dealer's side


def cases(rules: Rules, placed: Sequence[Placed]) -> Iterator[Case]:
    """Everything that can be said of two hands, each once, with hands that say so, and every place where the action can
    start."""
    counts = deals_by_words(rules.game)
    for said, hands in _hands_that_say(rules.game, counts.keys()).items():
        cards = {side: text(cards) for side, cards in zip(SIDES, hands, strict=True)}
        for thrown, many in _throws(rules):
            yield Case(counts[said] * many, cards, placed, thrown=thrown)


def _throws(rules: Rules) -> list[tuple[dict[str, Any], int]]:
    """What places the action, one throw for each total of the dice, and how often it comes."""
    match rules.options["action"]:
        case "dice":
            every = sorted(product(range(1, 7), repeat=3))
            many = Counter(map(sum, every))
            return [
                ({"dice": [list(dice)]}, many[total]) for total, dice in {sum(dice): dice for dice in every}.items()
            ]
        case "random number":
            return [({"number": number}, 1) for number in range(1, rules.seats + 1)]
    return [({}, 1)]


def _hands_that_say(game: GameRules, wanted: Collection[Said]) -> dict[Said, Hands]:
    """Deals at random until all has been said; now and then the same ranks in other suits, since they tie."""
    found: dict[Said, Hands] = {}
    rng, cards = Random("hands that say"), pack_of(game.cards.pack)
    size = house_way(game).hands.cards
    while len(found) < len(wanted):
        dealt = rng.sample(cards, 2 * size)
        mine, theirs = tuple(dealt[:size]), tuple(dealt[size:])
        if rng.random() < 0.1 and max(mine) < 52:
            theirs = tuple(card ^ 2 for card in mine)
        if set(mine) & set(theirs):
            continue
        said = results(set_house_way(game, mine), set_house_way(game, theirs))
        found.setdefault(said, (mine, theirs))
    return found


PRICING = Pricing(price, shared=Shared(cases, "every opponent bets on the same two hands"))
