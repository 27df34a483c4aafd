"""3 Card Poker, counted whole: every hand up to suits, every open card of the player-dealer, every two behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from time import perf_counter
from typing import Any

import numpy as np

from houseway.cards.card import RANK_WORDS, RANKS
from houseway.cards.special_ranks import ThreeCards, three_card_category, three_card_name
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.count.bonuses import price_bonuses
from houseway.games.ante_and_raise.count.comparing import compared, folded, words_of
from houseway.games.ante_and_raise.round import least_qualifying, stated
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.hands import FULL_PACK, HandsAlike, Ints, hands_alike
from houseway.pricing.counting.naming import SUITS_NAMED
from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.three_cards import place_of_least, three_card_table
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.charts import chart
from houseway.pricing.decider.listing import Spot, listed
from houseway.pricing.decider.streets import Answer, Street, ends
from houseway.pricing.decider.tally import Line
from houseway.pricing.papers.sheet import ByCard, Chart, Sheet, Simple
from houseway.pricing.pricing import Pricing
from houseway.rules.resolved import Rules

_OF_RANK = np.arange(13)[:, None] == np.arange(52) >> 2  # rank x card


@kernel
def _meet(hands: Any, pack: Any, ranks: Any, least: int, met: Any) -> None:
    """By hand and open card: how many hands of the player-dealer it beats, loses to and ties."""
    for at in range(len(hands)):
        one, two, three = hands[at]
        mine = ranks[one, two, three]
        for opened in pack:
            if opened in (one, two, three):
                continue
            for i in range(len(pack)):
                first = pack[i]
                if first in (one, two, three, opened):
                    continue
                for j in range(i + 1, len(pack)):
                    second = pack[j]
                    if second in (one, two, three, opened):
                        continue
                    theirs = ranks[opened, first, second]
                    alone = 0 if theirs >= least else 1
                    met[at, opened, (0 if theirs < mine else 2 if theirs > mine else 4) + alone] += 1


@dataclass(frozen=True)
class ThreeCardCount:
    """What every hand meets behind every open card, and the one decision that is taken then."""

    hands: HandsAlike
    street: Street  # hand x open card
    play: Answer
    fold: Answer

    @cached_property
    def own_ranks(self) -> Ints:
        """The rank of each hand."""
        table, ranks = three_card_table()
        one, two, three = self.hands.members.T
        found: Ints = ranks[table[one, two, three]]
        return found


LINES = ("win", "unqualified", "lose", "unqualified", "tie", "unqualified")  # by what the hand meets


@lru_cache(maxsize=8)
def count(rules: Rules, pack: tuple[int, ...] = FULL_PACK) -> ThreeCardCount:
    hands = hands_alike(pack, 3)
    table, ranks = three_card_table()
    met = np.zeros((len(hands.members), 52, len(LINES)), np.int64)
    _meet(hands.members, np.array(pack), table, place_of_least(ranks, least_qualifying(rules.game)), met)
    deals = met.sum(axis=2)
    ((ask, street),) = stated(rules.game).streets.items()
    size = street.times[0]
    play = ends(f"{street.wager} {size}", size, met, compared(rules, LINES, street.wager))
    fold = ends("fold", 0, deals[..., None], [folded(rules)])
    return ThreeCardCount(hands, Street(ask, (play, fold), deals, rules.chip, hands.weights[:, None]), play, fold)


# A rule to remember: the lowest hand to play with against each open card


def least_hands(counted: ThreeCardCount) -> dict[int, int]:
    """By the rank of the open card, the rank of hand from which playing everything comes to most."""
    found = {}
    ahead = (counted.play.worth - counted.fold.worth) * counted.hands.weights[:, None]
    for opened in sorted({one >> 2 for one in counted.hands.pack}):
        gain: dict[int, int] = {}
        for rank, each in zip(counted.own_ranks.tolist(), ahead[:, _OF_RANK[opened]].sum(axis=1).tolist(), strict=True):
            gain[rank] = gain.get(rank, 0) + each
        best, total, most = max(gain) + 1, 0, 0
        for rank in sorted(gain, reverse=True):
            total += gain[rank]
            if total > most:
                best, most = rank, total
        found[opened] = best
    return found


def by_least(counted: ThreeCardCount, least: Mapping[int, int]) -> Any:
    """Hand x open card: whether the hand is high enough for the card."""
    needed = np.array([least.get(card >> 2, 1 << 20) for card in range(52)])
    return counted.own_ranks[:, None] >= needed


def _spoken(rank: int, lowest: int) -> str:
    if rank == lowest:
        return "every hand"
    if three_card_category(rank) is ThreeCards.HIGH_CARD:
        return "-".join(RANK_WORDS[rank >> shift & 15] for shift in (8, 4, 0)) + " or better"
    return f"a {three_card_name(rank)} or better"


def simple(counted: ThreeCardCount, best: Fraction) -> Simple:
    least, lowest = least_hands(counted), int(counted.own_ranks.min())
    groups: dict[int, list[int]] = {}
    for opened in sorted(least, reverse=True):
        groups.setdefault(least[opened], []).append(opened)
    steps = [
        f"Against {_listed(RANK_WORDS[one] for one in ranks)}, play {_spoken(rank, lowest)}."
        for rank, ranks in sorted(groups.items(), reverse=True)
    ]
    worth = counted.street.tally({counted.street.ask: by_least(counted, least)}).expectation
    return Simple("To remember, by the open card", (*steps, "Fold everything else."), worth, best)


def _listed(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else str(last)


def play_chart(counted: ThreeCardCount) -> Chart:
    """Own highest card without a pair, against the open card."""
    high_cards = {f"{RANKS[high]} high": counted.own_ranks >> 8 == high for high in range(12, 2, -1)}
    legend = {"p": "play", "s": "play some: see the rule to remember", "f": "fold"}

    def cell(hands: Any, opened: Any) -> str:
        letters = {counted.play.name: "p", counted.fold.name: "f"}
        return counted.street.letter(hands[:, None] & opened, letters, "s")

    return chart(
        "Play or fold",
        {"pair +": counted.own_ranks >> 12 > 0, **high_cards},
        {RANKS[opened]: _OF_RANK[opened] for opened in range(12, -1, -1)},
        cell,
        legend,
        "by the player-dealer's open card",
    )


# The coach, the policy and the sheet


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What play and fold are worth against the open card."""
    counted = count(rules, tuple(sorted(pack)))
    (opened,) = seen["player-dealer"]
    row, change = counted.hands.find(hand)
    return counted.street.advised((row, int(change[opened])), "one ante", stakes["ante"])


def policy(rules: Rules) -> Iterator[Situation]:
    """Every hand up to suits against every open card."""
    counted = count(rules)
    hands = counted.hands.members.tolist()
    there = zip(*(axis.tolist() for axis in np.nonzero(counted.street.there)), strict=True)
    return listed(Spot(counted.street, (row, opened), (hands[row], (opened,))) for row, opened in there)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a 3 Card Poker table, from the player's side."""
    begun = perf_counter()
    counted = count(rules)
    best, bold = counted.street.tally(), counted.street.tally(bold=True)
    main = replace(
        best.price(words_of(rules, "Ante and Play, best play", sheet_lines(rules)), bold.action),
        by_card=by_card(counted),
    )
    wagers = (main, *price_bonuses(rules))
    if progress:
        progress(1, 1)
    method = (
        f"Each of the {best.deals:,} ways to deal three cards to a player, an open card and two more to the "
        "player-dealer is counted once, by the hands that differ by more than the names of suits.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the player-dealer's open card, and no other player's.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    short = simple(counted, best.expectation)
    return Sheet(rules, wagers, (play_chart(counted),), notes, method, (short,), seconds=perf_counter() - begun)


def by_card(counted: ThreeCardCount) -> tuple[ByCard, ...]:
    """What a round is worth by the rank of the player-dealer's open card."""
    ranks = sorted({card >> 2 for card in counted.hands.pack}, reverse=True)
    return counted.street.by_card({RANK_WORDS[rank]: _OF_RANK[rank] for rank in ranks})


def sheet_lines(rules: Rules) -> tuple[Line, ...]:
    facts = stated(rules.game)
    assert facts.qualifier is not None
    ante = facts.qualifier.without["ante"].clause
    return (
        Line("win", "win", "1:1", facts.results.win),
        Line("unqualified", "player-dealer does not qualify", "ante 1:1, play back", ante),
        Line("tie", "tie", "push", facts.results.push),
        Line("lose", "lose", "lose", facts.results.lose),
        Line("fold", "fold", "lose", facts.results.fold),
    )


PRICING = Pricing(
    price,
    policy=Policy(policy, f"Every hand and open card. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
)
