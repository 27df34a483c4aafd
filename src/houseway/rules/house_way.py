"""House ways: how the house dealer sets cards into a hand in front and five in back, by a chart of a rule file.

A chart's rows stand in the order in which they are tried. A row speaks of one kind of hand, perhaps only of some ranks
of its highest set, and names what goes in front; where that would be too low, the next of its ways is taken. Pairs and
sets are counted with the joker as an ace, and where one front hand can be made of several cards, the one that leaves
the better five-card hand is taken (PG-7).

    >>> from houseway.cards.card import hand, text
    >>> from houseway.rules.files import game_rules
    >>> chart = house_way(game_rules("lucky-pai-gow"))
    >>> [text(part) for part in chart.set(hand("7s 7c 4h 4d Ks 9s 3s"))]
    ['Ks 9s', '7s 7c 4h 4d 3s']
"""

from collections.abc import Callable, Iterator, Sequence
from functools import cached_property, lru_cache
from itertools import combinations
from typing import NamedTuple

from houseway.cards.card import JOKER, RANKS, Card, without
from houseway.cards.ranks import ACE, Category, lowest, straight_top
from houseway.cards.two_hands import TwoHands
from houseway.rules.models import FrontWay, GameRules, HouseWayChart, HouseWayRow
from houseway.rules.strict import RulesError

Cards = tuple[Card, ...]
Ranks = tuple[int, ...]

_RANK = (*(card >> 2 for card in range(JOKER)), ACE)  # the joker is an ace
_COUNTS = tuple(1 << 3 * rank for rank in _RANK)
_SUITS = (*(1 << 4 * (card & 3) for card in range(JOKER)), 0)  # four bits a suit: how many cards of it
_count: Callable[[Card], int] = _COUNTS.__getitem__
_suit: Callable[[Card], int] = _SUITS.__getitem__
_FOUR_SUITED = 0x4444  # added to the suits' counts, the top bit of each says: four cards or more
_FIVE_SUITED = 0x3333
_TOP_BITS = 0x8888

# What the cards hold, by how many fives, fours, threes and pairs there are; and which of those are the hand itself.
_HANDS = {
    (1, 0, 0, 0): "five-aces",
    (1, 0, 0, 1): "five-aces",
    (0, 1, 0, 0): "four-of-a-kind",
    (0, 1, 0, 1): "four-of-a-kind",
    (0, 1, 1, 0): "four-of-a-kind",
    (0, 0, 2, 0): "two-sets",
    (0, 0, 1, 2): "full-house",
    (0, 0, 1, 1): "full-house",
    (0, 0, 1, 0): "three-of-a-kind",
    (0, 0, 0, 3): "three-pair",
    (0, 0, 0, 2): "two-pair",
    (0, 0, 0, 1): "one-pair",
    (0, 0, 0, 0): "no-pair",
}
_SETS_OF = {"five-aces": (5,), "four-of-a-kind": (4,), "two-sets": (3,), "full-house": (3, 2), "three-of-a-kind": (3,)}


class _Held(NamedTuple):
    """Cards by their ranks, each list from the highest down."""

    hand: str
    sets: list[int]  # the ranks that make the hand: of two pair, both
    pairs: list[int]
    others: list[int]  # a rank for each card that is in none of the sets
    top: int  # the rank that a row's `of` speaks of: the highest set, or the highest card


_LEAST = {
    "straight": lowest(Category.STRAIGHT),
    "flush": lowest(Category.FLUSH),
    "straight-flush": lowest(Category.STRAIGHT_FLUSH),
}


class Complete(NamedTuple):
    """A row for a straight or flush: the lowest rank that it leaves in back, and what is high enough for the front."""

    least: int
    ways: tuple[FrontWay, ...]


class Plan(NamedTuple):
    """What the chart says of some ranks: the rows for a straight or flush, if there is one, and the ranks in front."""

    complete: tuple[Complete, ...]
    front: Ranks
    one_way: bool  # only these cards can make it
    ranks: int  # those held, as bits


class HouseWay:
    """A chart, ready to set hands, with the game's ranking of the two of them."""

    def __init__(self, rows: Sequence[HouseWayRow], hands: TwoHands) -> None:
        self.rows = tuple(rows)
        self.hands = hands
        self._plans: dict[int, Plan] = {}
        _check(self.rows, hands)

    @cached_property
    def _fronts(self) -> dict[str, Callable[[_Held], Ranks]]:
        return _FRONTS[self.hands.in_front]

    def set(self, cards: Sequence[Card]) -> tuple[Cards, Cards]:
        """The cards in front and the five in back."""
        counts = sum(map(_count, cards))
        plan = self._plans.get(counts)
        if plan is None:
            plan = self._plans[counts] = self.plan(counts)
        if plan.complete and may_be_complete(cards, plan.ranks):
            held = self.hands.back_rank(cards)
            for row in plan.complete:
                if held >= row.least and (found := self._leaving_complete(cards, row)):
                    return found
        if plan.one_way:
            front = [card for card in cards if _RANK[card] in plan.front]
            return _ordered(front), tuple([card for card in cards if card not in front])
        fronts = (some for some in self._some(cards) if _ranks_of(some) == plan.front)
        return max(((_ordered(some), without(cards, some)) for some in fronts), key=self._better)

    def plan(self, counts: int) -> Plan:
        """What the chart says of ranks: three bits of `counts` for each say how many are held, the joker an ace."""
        held = _held([counts >> 3 * rank & 7 for rank in range(13)])
        fitting = [row for row in self.rows if row.hand in (held.hand, "any") and _is_of(row, held.top)]
        complete: list[Complete] = []
        front: Ranks = ()
        for row in fitting:
            if row.complete:
                complete.append(Complete(_LEAST[row.complete], row.ways))
            elif front := self._front(row, held):
                break
        one_way = all(counts >> 3 * rank & 7 == front.count(rank) for rank in front)
        ranks = sum(1 << rank for rank in range(13) if counts >> 3 * rank & 7)
        return Plan(tuple(complete), front, one_way, ranks)

    def _front(self, row: HouseWayRow, held: _Held) -> Ranks:
        """What the first way that can be taken puts in front; nothing where there is none: the next row is tried."""
        fronts = ((way, self._fronts[way.front](held)) for way in row.ways)
        return next((front for way, front in fronts if is_enough(way, front)), ())

    def _leaving_complete(self, cards: Sequence[Card], row: Complete) -> tuple[Cards, Cards] | None:
        """The highest front that leaves what the row is for, or more, where it is as high as one of the ways wants."""
        rank = self.hands.front_rank
        found: list[tuple[Cards, Cards]] = []
        for some in sorted(self._some(cards), key=rank, reverse=True):
            if found and rank(some) != rank(found[0][0]):
                break
            back = without(cards, some)
            if self.hands.back_rank(back) >= row.least:
                found.append((_ordered(some), back))
        if found and any(is_enough(way, _ranks_of(found[0][0])) for way in row.ways):
            return max(found, key=self._better)
        return None

    def _some(self, cards: Sequence[Card]) -> Iterator[Cards]:
        return combinations(cards, self.hands.in_front)

    def _better(self, parts: tuple[Cards, Cards]) -> tuple[int, int, Cards]:
        """The higher front, which a joker alone may make, then the better five cards; of equal ones the joker and the
        higher suits go in front."""
        front, back = parts
        return self.hands.front_rank(front), self.hands.back_rank(back), front


def _held(counts: Sequence[int]) -> _Held:
    by_size: list[list[int]] = [[] for _ in range(6)]
    for rank in range(ACE, -1, -1):
        by_size[counts[rank]].append(rank)
    _, singles, pairs, threes, fours, fives = by_size
    hand = _HANDS[len(fives), len(fours), len(threes), len(pairs)]
    sets = [rank for size in _SETS_OF.get(hand, (2,)) for rank in by_size[size]]
    others = [rank for rank in range(ACE, -1, -1) if rank not in sets for _ in range(counts[rank])]
    return _Held(hand, sets, pairs, others, (sets or singles)[0])


def held_name(cards: Sequence[Card]) -> str:
    """What cards hold by their ranks, in a chart's words: `three of a kind`."""
    counts = sum(map(_count, cards))
    return _held([counts >> 3 * rank & 7 for rank in range(13)]).hand.replace("-", " ")


# What may go in front, as its ranks, the higher first


def _highest_others(held: _Held) -> Ranks:
    """The highest two-card hand of the cards that are in none of the sets."""
    pair = next((rank for rank in held.others if held.others.count(rank) > 1), None)
    return (held.others[0], held.others[1]) if pair is None else (pair, pair)


_FRONTS: dict[int, dict[str, Callable[[_Held], Ranks]]] = {
    1: {
        "second": lambda held: (held.others[1],),
        "highest-other": lambda held: (held.others[0],),
        "one-of-the-set": lambda held: (held.sets[0],),
    },
    2: {
        "second-and-third": lambda held: (held.others[1], held.others[2]),
        "highest-others": _highest_others,
        "high-pair": lambda held: (held.pairs[0], held.pairs[0]),
        "low-pair": lambda held: (held.pairs[-1], held.pairs[-1]),
        "two-of-the-set": lambda held: (held.sets[0], held.sets[0]),
        "one-of-the-set": lambda held: (max(held.sets[0], held.others[0]), min(held.sets[0], held.others[0])),
    },
}


def is_enough(way: FrontWay, front: Ranks) -> bool:
    if not way.at_least or front[1:] == front[:1]:
        return True
    return way.at_least != "pair" and front[0] >= RANKS.index(way.at_least)


def _is_of(row: HouseWayRow, top: int) -> bool:
    return not row.of or RANKS[top] in row.of


def _ranks_of(some: Sequence[Card]) -> Ranks:
    return tuple(sorted((_RANK[card] for card in some), reverse=True))


def _ordered(some: Sequence[Card]) -> Cards:
    """The higher card first, of equal ones the joker."""
    return tuple(sorted(some, key=lambda card: (_RANK[card], card), reverse=True))


def may_be_complete(cards: Sequence[Card], ranks: int) -> bool:
    """Whether there is a straight or a flush; with a joker, whether there can be."""
    suits = sum(map(_suit, cards))
    if JOKER in cards:
        run = ranks << 1 | ranks >> ACE
        return bool(suits + _FOUR_SUITED & _TOP_BITS) or any(
            (run >> low & 31).bit_count() >= 4 for low in range(10)
        )  # the joker's ace may be among the four: then the ranking says no
    return bool(suits + _FIVE_SUITED & _TOP_BITS) or straight_top(ranks) is not None


def _check(rows: Sequence[HouseWayRow], hands: TwoHands) -> None:
    """Every hand must be set by some row, and in the end by a way that asks for nothing."""
    known = (*_FRONTS[hands.in_front], "leaving-complete")
    for row in rows:
        for way in row.ways:
            if way.front not in known:
                raise RulesError(
                    f"the house way's row {row.clause!r} puts {way.front} in front: of {hands.in_front}, it can be "
                    f"{', '.join(known)}"
                )
    for hand in dict.fromkeys(_HANDS.values()):
        for rank in range(ACE, -1, -1) if hand != "five-aces" else (ACE,):
            fitting = [row for row in rows if row.hand == hand and not row.complete and _is_of(row, rank)]
            if not fitting and rank >= _lowest_top(hand, hands.cards):
                raise RulesError(f"the house way has no row for {hand.replace('-', ' ')} of rank {RANKS[rank]}")
            if fitting and fitting[-1].ways[-1].at_least:
                raise RulesError(f"the house way's row {fitting[-1].clause!r} has no way that can always be taken")


def _lowest_top(hand: str, cards: int) -> int:
    """The lowest rank that can be the highest set of such a hand, or its highest card."""
    return {"two-sets": 1, "two-pair": 1, "three-pair": 2, "no-pair": cards - 1}.get(hand, 0)


def house_way(game: GameRules | HouseWayChart) -> HouseWay:
    """The chart of a game, or of a file that games share, made ready once."""
    if game.set_in_two is None:
        raise RulesError("a game without [set_in_two] has no house way")
    return _made(game.house_way, game.set_in_two.hands)


@lru_cache(maxsize=64)
def _made(rows: tuple[HouseWayRow, ...], hands: TwoHands) -> HouseWay:
    return HouseWay(rows, hands)


def examples(rows: Sequence[HouseWayRow]) -> Iterator[tuple[HouseWayRow, str, str]]:
    """Every example of a chart: its row, the cards in front and the five in back."""
    for row in rows:
        for example in row.examples:
            front, _, back = example.partition(" / ")
            yield row, front, back
