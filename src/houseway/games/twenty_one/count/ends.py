"""What a hand of twenty-one comes to against the dealer's final hand: one table for a set of rules.

It is written by playing settlement on a hand of each kind. Everything that counts or deals rounds reads it: `one_hand`,
`split`, `whole_round` and `naturals` in whole numbers, `simulation` and the environment in compiled code. It goes by
what settlement tells apart: whether a hand was split, whether it was doubled, how it ended (a row), and how the
dealer's ended (a column: 17 to 21, or over). Naturals are looked for before anybody decides, and have their own table.
"""

from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import hand as cards_of
from houseway.games.twenty_one.count.hands import BUST, NAMES, VALUES, hands
from houseway.games.twenty_one.facts import TwentyOneRules
from houseway.games.twenty_one.procedure import Cards
from houseway.games.twenty_one.settlement import Finished, comes_to, standing

# How a player's hand ends, the rows of the table. Some end before the dealer's hand is known.
OVER, GIVEN_UP, RESCUED, HARD_31, SOFT_31 = range(5)
MIXED, SUITED, SPADES = range(3)
KINDS = ("mixed", "suited", "spades")
RUN, SEVENS, SEVENS_AGAINST_SEVEN = 5, 8, 11  # six, seven, eight and three sevens: so many rows on, by suits
COUNTED = 14  # any other hand by its number of cards and its total
SIZES = (2, 3, 5, 6, 7)  # four cards are paid as three, and more than seven as seven
_TOTALS = 22
ROWS = COUNTED + len(SIZES) * _TOTALS
NO_31 = -1

# Naturals: the player's by row, with what is given up before the hole card is looked at; the dealer's by column.
NO_NATURAL, NATURAL, BLACKJACK_X, GIVEN_UP_FIRST = range(4)

_ENDED = {
    OVER: "Kc 6d Qh",
    GIVEN_UP: "Kc 6d",
    RESCUED: "Kc 4d 2h",
    HARD_31: "Kc 6d 5h Ks",
    SOFT_31: "Ac 2d 8h Ks",
    **{RUN + at: cards for at, cards in enumerate(("6c 7d 8h", "6h 7h 8h", "6s 7s 8s"))},
    **{SEVENS + at: cards for at, cards in enumerate(("7c 7d 7h", "7h 7h 7h", "7s 7s 7s"))},
    **{SEVENS_AGAINST_SEVEN + at: cards for at, cards in enumerate(("7c 7d 7h", "7h 7h 7h", "7s 7s 7s"))},
}
_DEALERS = ("Kc 7d", "Kc 8d", "Kc 9d", "Kc Qd", "Kc 6d 5h", "Kc 6d Qh")  # 17 to 21, over
_NATURALS = {NO_NATURAL: "Kc 9d", NATURAL: "Ac Kd", BLACKJACK_X: "As Ks", GIVEN_UP_FIRST: "Kc 6d"}


class Ends(NamedTuple):
    """The table as compiled code takes it, in parts of a wager."""

    comes_to: NDArray[np.int64]  # by split, doubled, row and column
    depends: NDArray[np.bool_]  # by split, doubled and row: the dealer's hand makes a difference
    naturals: NDArray[np.int64]  # by the player's natural and the dealer's
    rows: NDArray[np.int16]  # by hand: its row, if nothing but its cards counts
    makes_31: NDArray[np.int8]  # by hand: the row that a card of ten points makes of it, or `NO_31`


class Compared(NamedTuple):
    """What a hand comes to by where the dealer's ends beside it."""

    lower: int  # or over
    level: int
    higher: int


@dataclass(frozen=True, eq=False)
class Table:
    """The same with plain numbers, which whole numbers of any size are reckoned with."""

    ends: Ends
    rows: list[int]
    makes_31: list[int]
    comes_to: list[list[list[list[int]]]]  # by split, doubled, row and column
    compared: list[list[list[Compared]]]  # by split, doubled and row
    lines: list[str]  # by row: the line that pays a hand neither split nor doubled, where it wins

    def fixed(self, row: int, *, split: bool, doubled: bool = False) -> int:
        """What a hand comes to that ends before the dealer's does."""
        return self.compared[split][doubled][row].lower

    def results(self, row: int, *, split: bool, doubled: bool) -> list[int]:
        """What a hand comes to with each of the dealer's ends."""
        return self.comes_to[split][doubled][row]

    def depends(self, number: int, *, split: bool) -> bool:
        """The dealer's hand makes a difference to this hand."""
        return bool(self.ends.depends[int(split), 0, self.rows[number]])

    def natural(self, own: int, dealers: int) -> int:
        return int(self.ends.naturals[own, dealers])

    @property
    def beaten(self) -> int:
        """What a hand that is no natural comes to against a dealer's natural."""
        return self.natural(NO_NATURAL, NATURAL)


def row_of(size: int, total: int) -> int:
    """The row of a hand by its number of cards and its total."""
    return COUNTED + sum(size >= more for more in SIZES[1:]) * _TOTALS + total


def kind_of_natural(rules: TwentyOneRules, cards: Cards) -> int:
    """The row and the column of two cards in the table of naturals, as settlement takes them."""
    return {"blackjack": NATURAL, "blackjack-x": BLACKJACK_X}.get(standing(rules, cards).line, NO_NATURAL)


@lru_cache(maxsize=64)
def table_of(rules: TwentyOneRules, scale: int, extra: int = 0) -> Table:
    """By playing settlement, a hand for each row against one of the dealer's for each column.

    A wager has `scale` parts; `extra` is what three suited sevens win besides against a seven."""
    comes = np.zeros((2, 2, ROWS, BUST + 1), np.int64)
    for row, cards in {**_ended(), **_counted_hands()}.items():
        for split in (False, True):
            for doubled in (False, True):
                comes[int(split), int(doubled), row] = [
                    _parts(_played(rules, row, cards, cards_of(dealer), split=split, doubled=doubled), scale)
                    for dealer in _DEALERS
                ]
    comes[0, 0, SEVENS_AGAINST_SEVEN + SUITED : SEVENS_AGAINST_SEVEN + SPADES + 1] += extra
    rows, makes_31 = _rows(), _makes_31(rules)
    ends = Ends(comes, (comes != comes[..., :1]).any(axis=-1), _naturals(rules, scale), rows, makes_31)
    lines = ["win"] * ROWS
    for row, cards in {**_ended(), **_counted_hands()}.items():
        lines[row] = standing(rules, cards).line
    by_end = comes.tolist()
    return Table(ends, rows.tolist(), makes_31.tolist(), by_end, _compared(by_end), lines)


def _played(
    rules: TwentyOneRules, row: int, cards: Cards, dealer: Cards, *, split: bool, doubled: bool
) -> Fraction:  # fmt: skip
    hand = Finished(cards, cards[:2], dealer, split, surrendered=row == GIVEN_UP)
    return comes_to(rules, hand, doubled=doubled, rescued=row == RESCUED)


def _naturals(rules: TwentyOneRules, scale: int) -> NDArray[np.int64]:
    found = np.zeros((len(_NATURALS), 3), np.int64)
    for own, cards in _NATURALS.items():
        for dealers in (NO_NATURAL, NATURAL, BLACKJACK_X):
            mine, theirs = cards_of(cards), cards_of(_NATURALS[dealers])
            hand = Finished(mine, mine, theirs, surrendered=own == GIVEN_UP_FIRST)
            found[own, dealers] = _parts(comes_to(rules, hand), scale)
    return found


def _parts(result: Fraction, scale: int) -> int:
    parts = result * scale
    assert parts.denominator == 1, result
    return int(parts)


@cache
def _ended() -> dict[int, Cards]:
    return {row: cards_of(cards) for row, cards in _ENDED.items()}


@cache
def _counted_hands() -> dict[int, Cards]:
    """A hand for each number of cards and total that there is, of mixed suits, and no natural but the one of 21."""
    names = [{"10": "K"}.get(name, name) for name in NAMES]
    every, found = hands(), dict[int, Cards]()
    special = {every.number(held) for held in ((5, 6, 7), (6, 6, 6))}
    for number, (size, total) in enumerate(zip(every.sizes.tolist(), every.totals.tolist(), strict=True)):
        row = row_of(size, total)
        if size < 2 or number in special or row in found:
            continue
        counts = every.counts[number].tolist()
        held = [names[value] for value in reversed(VALUES) for _ in range(counts[value])]  # a ten last might make a 31
        found[row] = cards_of(" ".join(name + "cdhs"[at % 4] for at, name in enumerate(held)))
    return found


@cache
def _rows() -> NDArray[np.int16]:
    every = hands()
    found = [row_of(size, total) for size, total in zip(every.sizes.tolist(), every.totals.tolist(), strict=True)]
    return np.array(found, np.int16)


def _makes_31(rules: TwentyOneRules) -> NDArray[np.int8]:
    """By asking settlement what a card of ten points makes of a hand of 21, hard or soft, of two cards or more."""
    every = hands()
    found = np.full(len(every.sizes), NO_31, np.int8)
    for before, some in (
        ("Kc 6d 5h", ~every.soft),
        ("Ac Kd", every.soft & (every.sizes == 2)),
        ("Ac 2d 8h", every.soft & (every.sizes > 2)),
    ):
        line = standing(rules, cards_of(f"{before} Ks")).line
        found[some & (every.totals == 21)] = {"hard-31": HARD_31, "soft-31": SOFT_31}.get(line, NO_31)
    return found


def _compared(comes: list[list[list[list[int]]]]) -> list[list[list[Compared]]]:
    """The columns beside each row's total."""

    def of_row(row: int, results: list[int]) -> Compared:
        total = (row - COUNTED) % _TOTALS if row >= COUNTED else 21
        at = total - 17  # the dealer's end that is level with it
        below, above = {results[BUST], *results[: max(0, at)]}, {*results[max(0, at + 1) : BUST]}
        assert len(below) == 1 and len(above) <= 1, "settlement compares a hand by its total"
        return Compared(results[BUST], results[at] if at >= 0 else 0, *(above or {0}))

    return [[[of_row(row, one) for row, one in enumerate(part)] for part in parts] for parts in comes]
