"""The trees of the pot games for two players, counted without the engine: whole dollars, text cards and recursion.

A purse is what both players have left. Chips that go in count as staked even where nobody calls them, and all that the
two together win or lose is the collection.
"""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, replace
from itertools import product
from math import comb

from tests.tree_walk import Counts, Walk

RANKS, SUITS = "23456789TJQKA", "cdhs"
Pair = tuple[int, int]


@dataclass(frozen=True)
class Betting:
    """What may be bet now: fixed sizes, or from a least raise up to a most."""

    sizes: tuple[int, ...] = ()
    least: int = 0
    most: int = 0
    completing: bool = False  # the next bet makes the forced one whole, and is not on top of it

    def to(self, level: int, whole: int) -> set[int]:
        """How many chips a bet or raise may make it in this round, all-in where there are not enough."""
        if self.sizes:
            return {min(whole, size if self.completing else level + size) for size in self.sizes}
        high = min(whole, level + self.most)
        return {min(high, level + self.least), high}

    def after(self, rise: int) -> "Betting":
        if self.sizes and rise >= self.sizes[-1]:
            return replace(self, sizes=self.sizes[-1:], completing=False)  # raises are of the larger bet from now on
        return replace(self, least=max(self.least, rise), completing=False)


def betting(purse: Pair, bets: Pair, turn: int, what: Betting, *, last: bool = False) -> Iterator[tuple[bool, Pair]]:
    """Every way a betting round can go from here: whether somebody folded, and what is left. `last`: a call ends it."""
    other, level = 1 - turn, max(bets)
    owed = level - bets[turn]
    yield True, purse
    called = _less(purse, turn, min(owed, purse[turn]))
    if last or not all(called):
        yield False, called
    else:
        yield from betting(called, _less(bets, turn, -owed), other, what, last=True)
    if purse[turn] > owed and purse[other]:
        for to in what.to(level, bets[turn] + purse[turn]):
            more = to - bets[turn]
            left, lie = _less(purse, turn, more), _less(bets, turn, -more)
            yield from betting(left, lie, other, what.after(to - level), last=True)


def _less(pair: Pair, at: int, amount: int) -> Pair:
    return (pair[0] - amount, pair[1]) if at == 0 else (pair[0], pair[1] - amount)


# Games with a board. The first purse is the button's, who has the small blind: the button acts first before the flop,
# and the other player after it.


@dataclass(frozen=True)
class Board:
    """A game with blinds: what each street may bet, how many cards a hand has, and the collection after the flop."""

    blinds: Pair
    streets: tuple[Betting, ...]
    cards: int
    fee: int

    def __call__(self, walk: Walk) -> Counts:
        if "board" not in walk.given:
            return self._all_in(walk)
        stack = _stack(walk)
        ends = self._ends(0, (stack - self.blinds[0], stack - self.blinds[1]), self.blinds)
        return _counts(walk, ((purse, self.fee * flop) for flop, purse in ends))

    def _all_in(self, walk: Walk) -> Counts:
        """Who has the small blind has nothing left: every flop, turn and river."""
        assert walk.options == {"collection": "none"} and walk.stacks[0] == self.blinds[0] * 100
        left = len(walk.pack.split()) - 2 * self.cards
        boards = comb(left, 3) * (left - 3) * (left - 4)
        return Counts(boards, boards * sum(walk.stacks), 0)

    def _ends(self, street: int, purse: Pair, bets: Pair = (0, 0)) -> Iterator[tuple[bool, Pair]]:
        """Whether there was a flop, and what is left."""
        for folded, left in betting(purse, bets, int(street > 0), self.streets[street]):
            if folded:
                yield street > 0, left
            elif all(left) and street < 3:
                yield from self._ends(street + 1, left)
            else:
                yield True, left


def _fixed(small: int, big: int) -> tuple[Betting, ...]:
    return (Betting((small,)),) * 2 + (Betting((big,)),) * 2


limit_holdem = Board((1, 3), _fixed(3, 6), cards=2, fee=2)
no_limit_holdem = Board((2, 5), (Betting(least=5, most=1_000_000),) * 4, cards=2, fee=3)
omaha = omaha_hi_lo = Board((1, 4), _fixed(4, 8), cards=4, fee=3)
big_o = Board((2, 4), _fixed(4, 8), cards=5, fee=3)


# Stud: the cards that show say who begins. Both ante a dollar; the collection of three takes
# what is there, and the rest out of the next bets that are called.


@dataclass(frozen=True)
class Stud:
    """Seven cards, the third to the sixth of them up."""

    small: int
    big: int
    bring_in: int
    high_card_opens: bool

    def __call__(self, walk: Walk) -> Counts:
        hands = [walk.given[f"seat {seat}"].split() for seat in (1, 2)]
        if len(hands[0]) == 6:  # both all-in on the ante: the last cards are open
            left = len(walk.pack.split()) - 12
            assert walk.options == {"collection": "none"} and set(walk.stacks) == {100}
            return Counts(left * (left - 1), left * (left - 1) * 200, 0)
        stack = _stack(walk) - 1
        return _counts(walk, ((purse, _flat(walk, purse)) for purse in self._opened(hands, (stack, stack))))

    def _opened(self, hands: list[list[str]], purse: Pair) -> Iterator[Pair]:
        by_suit = [_by_suit(hand[2]) for hand in hands]
        opener = by_suit.index(max(by_suit) if self.high_card_opens else min(by_suit))
        for amount in sorted({self.bring_in, self.small}):  # the opener may complete at once
            left = _less(purse, opener, amount)
            bets = _less((0, 0), opener, -amount)
            what = Betting((self.small,), completing=amount < self.small)
            for folded, then in betting(left, bets, 1 - opener, what, last=True):
                yield from [then] if folded else self._streets(hands, then, 4)

    def _streets(self, hands: list[list[str]], purse: Pair, card: int) -> Iterator[Pair]:
        if card > 7 or not all(purse):
            yield purse
            return
        up = [hand[2 : min(card, 6)] for hand in hands]
        pair = card == 4 and any(one[0] == other[0] for one, other in up)
        sizes = (self.small, self.big) if pair else (self.small if card == 4 else self.big,)
        for folded, left in betting(purse, (0, 0), _begins(up, first=0), Betting(sizes)):
            yield from [left] if folded else self._streets(hands, left, card + 1)


seven_card_stud = Stud(small=2, big=4, bring_in=1, high_card_opens=False)
seven_card_stud_hi_lo = Stud(small=4, big=8, bring_in=4, high_card_opens=True)


def mexican_stud(walk: Walk) -> Counts:
    """Seat 1 has the button. The low card brings it in for 4 to 50; then each card is asked for up or down, also by who
    is all-in, and what lay down is turned up when another goes down."""
    hands = [walk.given[f"seat {seat}"].split() for seat in (1, 2)]
    stack = _stack(walk) - 1
    by_suit = [_by_suit(hand[1]) for hand in hands]
    opener = by_suit.index(min(by_suit))

    def streets(purse: Pair, down: Pair, card: int) -> Iterator[Pair]:
        if card > 5:
            yield purse
            return
        for first, second in product(*({place, card - 1} for place in down)):
            up = [
                [one for at, one in enumerate(hand[:card]) if at != place]
                for hand, place in zip(hands, (first, second), strict=True)
            ]
            bet = betting(purse, (0, 0), _begins(up, first=1), Betting(least=4, most=50))
            for folded, left in bet if all(purse) else [(False, purse)]:
                yield from [left] if folded else streets(left, (first, second), card + 1)

    def opened() -> Iterator[Pair]:
        for amount in {4, min(50, stack)}:
            left, bets = _less((stack, stack), opener, amount), _less((0, 0), opener, -amount)
            for folded, then in betting(left, bets, 1 - opener, Betting(least=amount, most=50), last=True):
                yield from [then] if folded else streets(then, (0, 0), 3)

    return _counts(walk, ((purse, _flat(walk, purse)) for purse in opened()))


def _flat(walk: Walk, purse: Pair) -> int:
    """Three dollars, of no more than both have put in: what nobody called goes back."""
    return min(3, 2 * (_stack(walk) - max(purse)))


def _by_suit(card: str) -> tuple[int, int]:
    return RANKS.index(card[0]), SUITS.index(card[1])


def _begins(up: list[list[str]], *, first: int) -> int:
    """Who shows the highest hand; who is named first where they are equal. A joker that shows is an ace."""
    worth = [
        sorted(((count, rank) for rank, count in Counter(RANKS.index(_ace(card)[0]) for card in cards).items()))[::-1]
        for cards in up
    ]
    return first if worth[0] == worth[1] else worth.index(max(worth))


def _ace(card: str) -> str:
    return "As" if card == "Jk" else card


def _stack(walk: Walk) -> int:
    """What both players bring."""
    assert len(set(walk.stacks)) == 1 and len(walk.stacks) == 2 and not walk.options and set(walk.answers) <= {"cut"}
    return walk.stacks[0] // 100


def _counts(walk: Walk, ends: Iterator[tuple[Pair, int]]) -> Counts:
    leaves = staked = fees = 0
    for purse, fee in ends:
        leaves += 1
        staked += sum(walk.stacks) - 100 * sum(purse)
        fees += 100 * fee
    return Counts(leaves, staked, -fees)
