"""Top Five Poker, priced whole: play or fold for every kind of hand of seven cards."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb, lcm
from time import perf_counter

import numpy as np

from houseway.cards import top_five
from houseway.cards.card import RANKS, Card, hand
from houseway.games.maryland_poker.top_five_poker.count import kinds
from houseway.games.maryland_poker.top_five_poker.count.kinds import COUNTING, EACH, Ints, against, kind_of
from houseway.games.maryland_poker.top_five_poker.round import (
    least_hand,
    settle_against_dealer,
    settle_fold,
    settle_poker_bonus,
    settle_top_five_bonus,
)
from houseway.play.outcome import Result
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.counting.hands import FULL_PACK
from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.charts import chart
from houseway.pricing.decider.listing import Spot, situation
from houseway.pricing.decider.streets import Street, ends
from houseway.pricing.decider.tally import Ending, Line, Words, ending
from houseway.pricing.papers.sheet import Chart, Sheet, Simple, WagerPrice
from houseway.pricing.pricing import Pricing
from houseway.rules.resolved import Rules

LINES = (
    Line("win", "win", "1:1", "11.C(4)"),
    Line("win alone", "win, the dealer does not qualify", "1:1", "11.C(3)"),
    Line("lose", "lose", "lose", "11.C(4)"),
    Line("lose alone", "lose, the dealer does not qualify", "lose", "11.C(3)"),
    Line("tie", "tie", "push", "11.C(4)(e)"),
    Line("fold", "fold", "lose", "11.B(2)(a)"),
)


@dataclass(frozen=True)
class TopFiveCount:
    """Every kind of hand, and the one decision."""

    held: Ints  # kind x rank from ten to ace: how many cards
    cards: tuple[tuple[Card, ...], ...]  # by kind, an example: the cards that count
    hands: Ints  # how many there are of each kind
    street: Street

    @cached_property
    def ranks(self) -> Ints:
        return np.array([top_five.rank(cards) for cards in self.cards], np.int64)


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> TopFiveCount:
    """The kinds of hands and what they meet are counted once for all pay tables."""
    found = kinds.count(tuple(pack), top_five.rank(least_hand(rules)), progress)
    examples = tuple(tuple(card for card in example if card >= 0) for example in found["cards"].tolist())
    street = play_or_fold(rules, found["met"], found["hands"], comb(len(pack) - EACH, EACH))
    return TopFiveCount(found["held"], examples, found["hands"], street)


def play_or_fold(rules: Rules, met: Ints, hands: Ints, dealers: int) -> Street:
    """The decision, by kind of hand: what each meets among the dealer's hands, and how many hands there are of it."""
    stake = whole_stake(rules)
    deals = np.full(len(met), dealers, np.int64)
    fold = ending("fold", settle_fold({"ante": stake}))
    answers = (ends("play 1", 1, met, settled(rules, stake)), ends("fold", 0, deals[:, None], [fold]))
    return Street("play", answers, deals, stake, hands, decision="play or fold")


def whole_stake(rules: Rules) -> int:
    """A stake that is paid in whole chips, whatever the pay table says."""
    lines = [rules.pay_tables[wager].line("win") for wager in ("ante", "play")]
    return rules.chip * lcm(*(line.pays.stake for line in lines if line and line.pays))


def settled(rules: Rules, stake: int) -> list[Ending]:
    """How ante and play end by what the hand meets: a hand of each result is settled."""
    strong, weak, weaker = hand("As Ad Ah 2c 3c 4c 5c"), hand("Ac Kc 2d 3d 4d 5d 6d"), hand("Jc 2h 3h 4h 5h 6h 7h")
    none, other_none = hand("2s 3s 4s 5s 6s 7s 8s"), hand("2c 3c 4c 5c 6c 7c 8c")
    met = ((strong, weak), (weak, weaker), (weak, strong), (none, weaker), (none, other_none))
    found = [
        ending(line.key, settle_against_dealer(rules, *hands, stake, stake))
        for line, hands in zip(LINES, met, strict=False)
    ]
    assert found[kinds.TIE].net == 0
    return found


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What playing and folding are worth, in antes; cards of the player's other boxes can't be the dealer's."""
    elsewhere = {one for cards in seen.values() for one in cards} - set(hand)
    there = [one for one in pack if one not in elsewhere]
    high = [one for one in there if one >> 2 in COUNTING]
    met = against(top_five.rank(least_hand(rules)), kind_of(hand, high), hand, high, len(there) - len(high))
    street = play_or_fold(rules, np.array([met]), np.ones(1, np.int64), sum(met))
    return street.advised((0,), "one ante", stakes["ante"])


def policy(rules: Rules) -> Iterator[Situation]:
    """Every kind of hand, by an example of the cards that count."""
    counted = count(rules)
    street = counted.street
    for kind, cards in enumerate(counted.cards):
        ways = int(counted.hands[kind] * street.deals[kind])
        yield situation(Spot(street, (kind,), (cards,)), (cards,), ways)


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Top Five Poker table."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    best, bold = counted.street.tally(), counted.street.tally(bold=True)
    names = {wager: rules.wagers[wager].name for wager in ("ante", "play")}
    words = Words("ante", "Ante and Play, best play", rules.pay_tables["ante"].clause, LINES, names)
    wagers = (best.price(words, bold.action), *price_bonuses(rules, counted))
    method = (
        f"Each of the {best.deals:,} ways to deal seven cards to a player and seven to the dealer is counted once, "
        "by how many cards of each rank from ten to ace the two hold and how many suits are whole for a royal flush.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "A player who sees other hands, as with several boxes, knows more than is counted here.",
        "Among equally good answers the hand is folded; the action of both ends is given.",
    )
    short = simple(counted, best.expectation)
    return Sheet(rules, wagers, charts(counted), notes, method, short, seconds=perf_counter() - begun)


def price_bonuses(rules: Rules, counted: TopFiveCount) -> list[WagerPrice]:
    """Both bonus wagers, over all hands of seven cards."""
    settles = {"top-five-bonus": settle_top_five_bonus, "poker-bonus": settle_poker_bonus}
    prices = []
    for wager, settle in settles.items():
        if wager not in rules.wagers:
            continue
        table = rules.pay_tables[wager]
        keys = {line.clause: line.key for line in table.lines}
        counts: dict[str, int] = {}
        for cards, hands in zip(counted.cards, counted.hands.tolist(), strict=True):
            outcome = settle(rules, cards, rules.chip)
            key = "" if outcome.result is Result.LOSE else keys[outcome.clause]
            counts[key] = counts.get(key, 0) + hands
        prices.append(price_bonus(rules, wager, counts, lost=table.clause))
    return prices


def charts(counted: TopFiveCount) -> tuple[Chart, ...]:
    """Play or fold by how many cards count, and with two of them by which they are."""
    legend, letters = {"P": "play", "F": "fold"}, {"play 1": "P", "fold": "F"}
    street, held = counted.street, counted.held
    sizes = {str(size): held.sum(axis=1) == size for size in range(EACH + 1)}
    by_size = chart(
        "By how many cards count", {"": None}, sizes, lambda _, size: street.letter(size, letters, "?"), legend,
        "?: see the other chart",
    )  # fmt: skip
    one_of = {RANKS[rank]: np.eye(len(COUNTING), dtype=np.int64)[rank - top_five.TEN] for rank in reversed(COUNTING)}

    def with_two(first: Ints, second: Ints) -> str:
        return street.letter((held == first + second).all(axis=1), letters, "?")

    return by_size, chart("With two cards that count", one_of, one_of, with_two, legend)


def simple(counted: TopFiveCount, best: Fraction) -> tuple[Simple, ...]:
    """Play from one hand up: the lowest that any best strategy plays."""
    plays = counted.street.raises
    if not plays.any():
        return ()
    least = int(counted.ranks[plays].min())
    lowest = counted.cards[int((counted.ranks == least).argmax())]
    cards = "-".join(RANKS[one >> 2] for one in top_five.counting(lowest))
    worth = counted.street.tally({"play": counted.ranks >= least}).expectation
    words = f"Play {cards} ({top_five.name(least)}) and every better hand; fold the rest."
    return (Simple("To remember", (words,), worth, best),)


PRICING = Pricing(
    price,
    policy=Policy(
        policy,
        "Every kind of hand by an example: the cards from ten up, as the rest do not count. Hands are of one kind that "
        "hold as many cards of each of these ranks and lack as many suits altogether, both with a royal flush or "
        "neither.",
    ),
    advise=advise,
    suits_alike=True,
)
