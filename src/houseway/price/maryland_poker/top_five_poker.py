"""Top Five Poker, counted whole: play or fold for every hand of seven cards.

Only tens to aces count, and of their suits only whether five make a royal flush. So a player's hand is how many of each
of the five ranks it has, and how many suits it leaves whole for a royal flush of the dealer's; the dealer's hands
against it are counted by the same five numbers. Everything is an integer until the last division.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from math import comb
from time import perf_counter

import numpy as np
from numpy.typing import NDArray

from houseway.cards import top_five
from houseway.cards.card import RANKS, Card, hand, text
from houseway.games.maryland_poker.top_five_poker import (
    least_hand,
    settle_against_dealer,
    settle_poker_bonus,
    settle_top_five_bonus,
)
from houseway.play.outcome import Outcome, Result
from houseway.price.counting.advised import Advised
from houseway.price.counting.bonus import price_bonus
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.parts import Case, ends_of, parts_of, taken_of
from houseway.price.counting.situations import Policy, Situation
from houseway.price.counting.work import Progress, each
from houseway.price.papers.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.price.pricing import Pricing
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]
Held = tuple[int, ...]  # how many of each rank from ten to ace

FULL_PACK = tuple(range(52))
EACH = 7
_RANKS = range(top_five.TEN, len(RANKS))
_STAKE = 100
_CHOOSE = np.array([[comb(there, many) for many in range(5)] for there in range(5)])
WIN, WIN_ALONE, LOSE, LOSE_ALONE, TIE = range(5)  # "alone": the dealer does not qualify, and the ante pushes


@dataclass(frozen=True)
class Kind:
    """Hands that are the same for every decision: the cards that count, a royal flush, and whole suits left."""

    held: Held
    royal: bool
    whole_suits: int

    @property
    def size(self) -> int:
        return sum(self.held)


@dataclass(frozen=True)
class KindCount:
    """One kind of hand: how many there are, and how often it meets each result."""

    kind: Kind
    cards: tuple[Card, ...]  # an example
    hands: int
    met: tuple[int, ...]  # dealer's hands by result
    play: Fraction  # what playing comes to on average, in antes
    fold: Fraction

    @property
    def plays(self) -> bool:
        return self.play > self.fold


@dataclass(frozen=True)
class Counted:
    """The whole game."""

    kinds: tuple[KindCount, ...]
    dealers: int  # hands of the dealer against one of the player's
    pays: tuple[Fraction, ...]  # by result: ante and play together

    @property
    def hands(self) -> int:
        return sum(kind.hands for kind in self.kinds)

    @property
    def deals(self) -> int:
        return self.hands * self.dealers

    @property
    def expectation(self) -> Fraction:
        return self.worth(lambda kind: kind.plays)

    def worth(self, plays: Callable[[KindCount], bool]) -> Fraction:
        """What a round is worth to one who plays just these hands, in antes."""
        total = sum((kind.hands * (kind.play if plays(kind) else kind.fold) for kind in self.kinds), Fraction(0))
        return total / self.hands

    def action(self, *, bold: bool) -> Fraction:
        """Antes wagered on average; a bold player plays also where a fold is as good."""
        played = sum(kind.hands for kind in self.kinds if kind.plays or (bold and kind.play == kind.fold))
        return 1 + Fraction(played, self.hands)

    def results(self) -> dict[Fraction, int]:
        results: dict[Fraction, int] = {}
        for kind in self.kinds:
            if not kind.plays:
                results[kind.fold] = results.get(kind.fold, 0) + kind.hands * self.dealers
                continue
            for net, many in zip(self.pays, kind.met, strict=True):
                results[net] = results.get(net, 0) + kind.hands * many
        return results


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Counted:
    """The game with the better of play and fold everywhere, a fold among equals.

    The kinds of hands and what they meet are counted once for all pay tables.
    """
    cards, least = tuple(pack), _qualifying(rules)
    sizes = range(EACH + 1)

    def made() -> Arrays:
        parts = each(count_kinds, [(size, cards, least) for size in sizes], progress)
        return {name: np.concatenate([part[name] for part in parts]) for name in parts[0]}

    found = kept("top-five-poker", [cards, least], made)
    dealers = comb(len(pack) - EACH, EACH)
    pays = _pays(rules)
    kinds = []
    columns = (found[name].tolist() for name in ("held", "royal", "whole_suits", "cards", "hands", "met"))
    for held, royal, whole_suits, example, hands, met in zip(*columns, strict=True):
        play = sum((net * many for net, many in zip(pays, met, strict=True)), Fraction(0)) / dealers
        kind = Kind(tuple(held), bool(royal), whole_suits)
        shown = tuple(card for card in example if card >= 0)
        kinds.append(KindCount(kind, shown, hands, tuple(met), play, Fraction(-1)))
    return Counted(tuple(kinds), dealers, pays)


def count_kinds(size: int, pack: tuple[Card, ...], least: int) -> Arrays:
    """The kinds of hands with so many cards that count: an example, how many there are, and what they meet if the
    dealer qualifies with this rank."""
    high = [one for one in pack if one >> 2 in _RANKS]
    low = len(pack) - len(high)
    ways = comb(low, EACH - size)
    found: dict[Kind, tuple[int, tuple[Card, ...]]] = {}
    for cards in combinations(high, size) if ways else ():
        kind = kind_of(cards, high)
        found[kind] = (found[kind][0] + ways if kind in found else ways, cards)
    none = EACH - size
    return {
        "held": np.array([kind.held for kind in found], np.int64).reshape(-1, len(_RANKS)),
        "royal": np.array([kind.royal for kind in found], np.bool_),
        "whole_suits": np.array([kind.whole_suits for kind in found], np.int64),
        "cards": np.array([[*cards, *[-1] * none] for _, cards in found.values()], np.int64).reshape(-1, EACH),
        "hands": np.array([hands for hands, _ in found.values()], np.int64),
        "met": np.array(
            [against(least, kind, cards, high, low) for kind, (_, cards) in found.items()], np.int64
        ).reshape(-1, 5),
    }


def kind_of(cards: Sequence[Card], high: Sequence[Card]) -> Kind:
    held = [0] * len(_RANKS)
    suits = [0, 0, 0, 0]
    for one in cards:
        if one >> 2 in _RANKS:
            held[(one >> 2) - top_five.TEN] += 1
            suits[one & 3] += 1
    there = [sum(one & 3 == suit for one in high) for suit in range(4)]
    whole = sum(there[suit] == len(_RANKS) and not suits[suit] for suit in range(4))
    return Kind(tuple(held), len(_RANKS) in suits, whole)


def against(least: int, kind: Kind, cards: Sequence[Card], high: Sequence[Card], low: int) -> tuple[int, ...]:
    """How many of the dealer's hands, which qualify from a rank up, each result comes with against a hand of a kind."""
    left = np.array([sum(one >> 2 == rank for one in high) - kind.held[at] for at, rank in enumerate(_RANKS)])
    low_left = low - (EACH - kind.size)
    held, plain, royal = _dealer_ranks()
    of_low = np.array([comb(low_left, many) for many in range(EACH + 1)])[EACH - held.sum(axis=1)]
    ways = _CHOOSE[left, held].prod(axis=1) * of_low
    one_suit = _CHOOSE[np.maximum(left - 1, 0), np.maximum(held - 1, 0)].prod(axis=1) * of_low
    royals = np.where((held > 0).all(axis=1), kind.whole_suits * one_suit, 0)
    mine = top_five.rank(cards)
    met = np.zeros(5, np.int64)
    for ranked, many in ((plain, ways - royals), (royal, royals)):
        result = np.where(ranked == mine, TIE, np.where(ranked < mine, WIN, LOSE) + (ranked < least))
        np.add.at(met, result, many)
    return tuple(met.tolist())


@cache
def _dealer_ranks() -> tuple[Ints, Ints, Ints]:
    """Every way to hold up to seven cards that count, its rank, and its rank with a royal flush."""
    every = [held for held in product(range(5), repeat=len(_RANKS)) if sum(held) <= EACH]
    plain, royal = [], []
    for held in every:
        many_of = list(enumerate(zip(_RANKS, held, strict=True)))
        # Each rank begins at another suit, so that no five cards are of one suit; or all at the same one.
        plain.append(top_five.rank([rank * 4 + (at + one) % 4 for at, (rank, many) in many_of for one in range(many)]))
        royal.append(top_five.rank([rank * 4 + one for _, (rank, many) in many_of for one in range(many)]))
    return np.array(every), np.array(plain), np.array(royal)


def _qualifying(rules: Rules) -> int:
    return top_five.rank(least_hand(rules))


def _pays(rules: Rules) -> tuple[Fraction, ...]:
    """What ante and play come to together for each result, as the game settles it."""
    return tuple(map(net, settled(rules)))


def settled(rules: Rules) -> list[list[Outcome]]:
    """How ante and play end by result."""
    strong, weak, weaker = hand("As Ad Ah 2c 3c 4c 5c"), hand("Ac Kc 2d 3d 4d 5d 6d"), hand("Jc 2h 3h 4h 5h 6h 7h")
    none, other_none = hand("2s 3s 4s 5s 6s 7s 8s"), hand("2c 3c 4c 5c 6c 7c 8c")
    met = {WIN: (strong, weak), WIN_ALONE: (weak, weaker), LOSE: (weak, strong), LOSE_ALONE: (none, weaker)}
    ended = [settle_against_dealer(rules, *hands, _STAKE, _STAKE) for _, hands in sorted(met.items())]
    tie = settle_against_dealer(rules, none, other_none, _STAKE, _STAKE)
    assert net(tie) == 0
    return [*ended, tie]


def net(outcomes: Sequence[Outcome]) -> Fraction:
    """What outcomes of one stake each come to, in stakes."""
    won = sum((outcome.odds.fraction() for outcome in outcomes if outcome.odds is not None), Fraction(0))
    return won - sum(outcome.result is Result.LOSE for outcome in outcomes)


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What playing and folding are worth, in antes; cards of the player's other boxes can't be the dealer's."""
    elsewhere = {one for cards in seen.values() for one in cards} - set(hand)
    there = [one for one in pack if one not in elsewhere]
    high = [one for one in there if one >> 2 in _RANKS]
    met = against(_qualifying(rules), kind_of(hand, high), hand, high, len(there) - len(high))
    pays = _pays(rules)
    play = sum((each * many for each, many in zip(pays, met, strict=True)), Fraction(0)) / sum(met)
    return Advised({"play 1": play, "fold": Fraction(-1)}, "one ante", stakes["ante"])


def listed(rules: Rules) -> Iterator[Situation]:
    """Every kind of hand, by an example of the cards that count."""
    counted = count(rules)
    for kind in counted.kinds:
        worth = {"play 1": kind.play, "fold": kind.fold}
        yield Situation("play", text(kind.cards), "", kind.hands * counted.dealers, worth)


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Top Five Poker table."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    least, most = counted.action(bold=False), counted.action(bold=True)
    deals, folds, cases = counted.deals, _folds(counted), _cases(rules, counted)
    main = WagerPrice(
        wager="ante",
        name="Ante and Play, best play",
        unit="one ante",
        staked=Fraction(1),
        outcomes=Outcomes(counted.results()),
        clause=rules.pay_tables["ante"].clause,
        action=least,
        actions=(least, most),
        lines=_lines(counted),
        parts=parts_of({wager: rules.wagers[wager].name for wager in ("ante", "play")}, _STAKE, cases),
        ends=ends_of(_STAKE, cases),
        taken=taken_of([("play or fold", "play 1", deals - folds), ("play or fold", "fold", folds)], deals),
    )
    wagers = [main, *price_bonuses(rules, counted)]
    method = (
        f"Each of the {counted.deals:,} ways to deal seven cards to a player and seven to the dealer is counted once, "
        "by how many cards of each rank from ten to ace the two hold and how many suits are whole for a royal flush.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "A player who sees other hands, as with several boxes, knows more than is counted here.",
        "Among equally good answers the hand is folded; the action of both ends is given.",
    )
    return Sheet(rules, tuple(wagers), charts(counted), notes, method, simple(counted), seconds=perf_counter() - begun)


def _cases(rules: Rules, counted: Counted) -> list[Case]:
    """How the wagers end, and in how many deals."""
    fold = [Outcome("ante", _STAKE, Result.LOSE, "11.B(2)(a)")]
    return [*zip(settled(rules), _played(counted), strict=True), (fold, _folds(counted))]


def _played(counted: Counted) -> list[int]:
    """The deals that are played, by result."""
    return [sum(kind.hands * kind.met[result] for kind in counted.kinds if kind.plays) for result in range(TIE + 1)]


def _folds(counted: Counted) -> int:
    return counted.deals - sum(_played(counted))


def _lines(counted: Counted) -> tuple[LinePrice, ...]:
    """The deals by result: together every deal, and the whole expectation."""
    names = (
        ("win", "1:1", "11.C(4)"), ("win, the dealer does not qualify", "1:1", "11.C(3)"), ("lose", "lose", "11.C(4)"),
        ("lose, the dealer does not qualify", "lose", "11.C(3)"), ("tie", "push", "11.C(4)(e)"),
    )  # fmt: skip
    deals = counted.deals
    found = _played(counted)
    lines = [
        LinePrice(name, pays, clause, many, deals, counted.pays[result] * many / deals)
        for result, ((name, pays, clause), many) in enumerate(zip(names, found, strict=True))
    ]
    folded = deals - sum(found)
    return (*lines, LinePrice("fold", "lose", "11.B(2)(a)", folded, deals, Fraction(-folded, deals)))


def price_bonuses(rules: Rules, counted: Counted) -> list[WagerPrice]:
    """Both bonus wagers, over all hands of seven cards."""
    settles = {"top-five-bonus": settle_top_five_bonus, "poker-bonus": settle_poker_bonus}
    prices = []
    for wager, settle in settles.items():
        if wager not in rules.wagers:
            continue
        table = rules.pay_tables[wager]
        keys = {line.clause: line.key for line in table.lines}
        counts: dict[str, int] = {}
        for kind in counted.kinds:
            outcome = settle(rules, kind.cards, _STAKE)
            key = "" if outcome.result is Result.LOSE else keys[outcome.clause]
            counts[key] = counts.get(key, 0) + kind.hands
        prices.append(price_bonus(rules, wager, counts, lost=table.clause))
    return prices


def charts(counted: Counted) -> tuple[Chart, ...]:
    """Play or fold by how many cards count, and with two of them by which they are."""
    legend = {"P": "play", "F": "fold"}
    by_two = {kind.kind.held: kind.plays for kind in counted.kinds if kind.kind.size == 2}
    letters = tuple(RANKS[rank] for rank in reversed(_RANKS))

    def answer(first: int, second: int) -> str:
        held = [0] * len(_RANKS)
        held[first] += 1
        held[second] += 1
        return "P" if by_two[tuple(held)] else "F"

    places = range(len(_RANKS) - 1, -1, -1)
    two = tuple(tuple(answer(row, column) for column in places) for row in places)
    sizes = range(EACH + 1)
    shares = []
    for size in sizes:
        hands = dict.fromkeys((True, False), 0)
        for kind in counted.kinds:
            if kind.kind.size == size:
                hands[kind.plays] += kind.hands
        shares.append("P" if not hands[False] else "F" if not hands[True] else "?")
    names = tuple(str(size) for size in sizes)
    by_size = Chart("By how many cards count", ("",), names, (tuple(shares),), legend, "?: see the other chart")
    return by_size, Chart("With two cards that count", letters, letters, two, legend)


def simple(counted: Counted) -> tuple[Simple, ...]:
    """Play from one hand up: the lowest that any best strategy plays."""
    least = min((top_five.rank(kind.cards) for kind in counted.kinds if kind.plays), default=None)
    if least is None:
        return ()
    lowest = next(kind for kind in counted.kinds if top_five.rank(kind.cards) == least)
    cards = "-".join(RANKS[one >> 2] for one in top_five.counting(lowest.cards))
    worth = counted.worth(lambda kind: top_five.rank(kind.cards) >= least)
    words = f"Play {cards} ({top_five.name(least)}) and every better hand; fold the rest."
    return (Simple("To remember", (words,), worth, counted.expectation),)


PRICING = Pricing(
    price,
    policy=Policy(
        listed,
        "Every kind of hand by an example: the cards from ten up, as the rest do not count. Hands are of one kind that "
        "hold as many cards of each of these ranks and lack as many suits altogether, both with a royal flush or "
        "neither.",
    ),
    advise=advise,
    suits_alike=True,
)
