"""Poker hands in order: a hand's rank is one integer, 1 for 7-5-4-3-2 up to 7462 for a royal flush.

Two hands with equal ranks tie, a higher rank is a better hand, and the rank alone says what the hand is:

    >>> from houseway.cards.card import hand
    >>> pair, straight = rank(hand("Kh Kd 9s 5c 2d")), rank(hand("As 2d 3h 4c 5s Kd Kc"))
    >>> pair < straight
    True
    >>> name(pair), name(straight)
    ('pair of kings', 'straight, five high')

Pure Python and without tables until the first hand is ranked, so that importing it costs nothing.
Hands by the million are ranked in `batch`, with the same integers.
"""

from collections.abc import Callable, Iterator, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from houseway.cards.card import RANK_PLURALS, RANK_WORDS, Card

BEST = 7462
ACE = 12


class Category(IntEnum):
    """What a hand is called, in order. Five of a kind takes a joker, and `rank` never gives it."""

    HIGH_CARD = 0
    PAIR = 1
    TWO_PAIR = 2
    THREE_OF_A_KIND = 3
    STRAIGHT = 4
    FLUSH = 5
    FULL_HOUSE = 6
    FOUR_OF_A_KIND = 7
    STRAIGHT_FLUSH = 8
    ROYAL_FLUSH = 9
    FIVE_OF_A_KIND = 10


# A card's key counts it twice: three bits for each of the thirteen ranks, then five bits for each suit.
# Added up, the keys of a hand are its counts, in one integer and without a loop of ours.
_SUITS_AT = 39
_RANK_COUNTS = (1 << _SUITS_AT) - 1
_KEYS = tuple((1 << 3 * (card >> 2)) | (1 << _SUITS_AT + 5 * (card & 3)) for card in range(52))
_key: Callable[[Card], int] = _KEYS.__getitem__
_RANK_BITS = tuple(1 << (card >> 2) for card in range(52))  # not shifted by the card, which may be a numpy byte

# Eleven more than a suit's count reaches the field's top bit when there are five cards or more in it.
_FIVE_SUITED = sum(11 << _SUITS_AT + 5 * suit for suit in range(4))
_FLUSH_BITS = sum(16 << _SUITS_AT + 5 * suit for suit in range(4))

# From rank counts, and from the ranks of one suit as thirteen bits, to a rank: filled as hands come along.
_by_counts: dict[int, int] = {}
_by_suited: dict[int, int] = {}


def rank(cards: Sequence[Card]) -> int:
    """The rank of the best five among five or more different cards, none of them a joker."""
    if len(cards) < 5:
        raise ValueError(f"a poker hand is ranked on five cards or more, not {len(cards)}")
    try:
        key = sum(map(_key, cards))
    except IndexError:
        raise ValueError("a hand with a joker is ranked by the joker's rule: see special_ranks") from None
    counts = key & _RANK_COUNTS
    best = _by_counts.get(counts) or rank_of_counts(counts)
    if key + _FIVE_SUITED & _FLUSH_BITS:
        return max(best, *map(rank_of_suited, suited(cards)))
    return best


def suited(cards: Sequence[Card]) -> tuple[int, int, int, int]:
    """The ranks held in each suit, as thirteen bits a suit."""
    held = [0, 0, 0, 0]
    for card in cards:
        held[card & 3] |= _RANK_BITS[card]
    return held[0], held[1], held[2], held[3]


def rank_of_suited(held: int) -> int:
    """The best flush or straight flush in one suit, given as thirteen bits; 0 for fewer than five cards."""
    known = _by_suited.get(held)
    if known is None:
        known = _by_suited[held] = _number(*_best_suited(held)) if held.bit_count() >= 5 else 0
    return known


def rank_of_counts(counts: int) -> int:
    """The best hand without flushes: three bits of `counts` say how many cards of each rank are held."""
    known = _by_counts.get(counts)
    if known is None:
        known = _by_counts[counts] = _number(*_best_of_counts(counts))
    return known


def category(rank: int) -> Category:
    return _classes()[rank][0]


def ranks_of(rank: int) -> tuple[int, ...]:
    """The card ranks that decide between hands of one category, in order: kings and nines with a four
    are (11, 7, 2); a straight is its highest card."""
    return _classes()[rank][1]


def name(rank: int) -> str:
    """The hand as the dealer announces it: `two pair, kings and nines`."""
    kind, ranks = _classes()[rank]
    high, highs = RANK_WORDS[ranks[0]], RANK_PLURALS[ranks[0]]
    match kind:
        case Category.HIGH_CARD:
            return f"{high} high"
        case Category.PAIR:
            return f"pair of {highs}"
        case Category.TWO_PAIR:
            return f"two pair, {highs} and {RANK_PLURALS[ranks[1]]}"
        case Category.FULL_HOUSE:
            return f"full house, {highs} over {RANK_PLURALS[ranks[1]]}"
        case Category.THREE_OF_A_KIND | Category.FOUR_OF_A_KIND:
            return f"{words(kind)}, {highs}"
        case Category.ROYAL_FLUSH:
            return words(kind)
        case _:
            return f"{words(kind)}, {high} high"


def words(kind: IntEnum) -> str:
    """A category as spoken: `three of a kind`."""
    return kind.name.lower().replace("_", " ")


@cache
def lowest(kind: Category) -> int:
    """The lowest rank of a category: where a pay table's `straight or better` starts."""
    return min(made for made in range(1, BEST + 1) if category(made) == kind)


@cache
def highest(kind: Category) -> int:
    return max(made for made in range(1, BEST + 1) if category(made) == kind)


def best_five(cards: Sequence[Card]) -> tuple[Card, ...]:
    """The five cards that make the rank, in the order they are announced: pairs before kickers."""
    hand_rank = rank(cards)
    kind = category(hand_rank)
    if kind in (Category.FLUSH, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        suit = [rank_of_suited(held) for held in suited(cards)].index(hand_rank)
        cards = [card for card in cards if card & 3 == suit]
    return tuple(_pick(cards, _announced(kind, ranks_of(hand_rank))))


def _pick(cards: Sequence[Card], ranks: Sequence[int]) -> Iterator[Card]:
    left = list(cards)
    for wanted in ranks:
        card = next(card for card in left if card >> 2 == wanted)
        left.remove(card)
        yield card


def _announced(kind: Category, ranks: tuple[int, ...]) -> tuple[int, ...]:
    """The ranks of all five cards, from those that decide."""
    if kind in (Category.STRAIGHT, Category.STRAIGHT_FLUSH, Category.ROYAL_FLUSH):
        top = ranks[0]
        return (*range(top, top - 4, -1), (top - 4) % 13)
    repeats = _REPEATS[kind]
    return tuple(one for one, times in zip(ranks, repeats, strict=True) for _ in range(times))


_REPEATS: dict[Category, tuple[int, ...]] = {
    Category.HIGH_CARD: (1, 1, 1, 1, 1),
    Category.PAIR: (2, 1, 1, 1),
    Category.TWO_PAIR: (2, 2, 1),
    Category.THREE_OF_A_KIND: (3, 1, 1),
    Category.FLUSH: (1, 1, 1, 1, 1),
    Category.FULL_HOUSE: (3, 2),
    Category.FOUR_OF_A_KIND: (4, 1),
}


_ONES = int("1" * 13, 8)  # the lowest bit of each rank's count


def _best_of_counts(counts: int) -> tuple[Category, tuple[int, ...]]:
    """Every hand is looked at once and kept, and a simulation meets thousands: so by the bits of all counts at once."""
    one, two, four = counts & _ONES, counts >> 1 & _ONES, counts >> 2 & _ONES
    if four & (one | two):
        raise ValueError("a pack has four cards of a rank, and this hand has more")
    held, pairs, threes = one | two | four, two | four, one & two | four
    if four:
        return Category.FOUR_OF_A_KIND, _highest(four, 1) + _highest(held, 1, _highest(four, 1))
    if threes and pairs & pairs - 1:
        return Category.FULL_HOUSE, _highest(threes, 1) + _highest(pairs, 1, _highest(threes, 1))
    run = held << 3 | held >> 3 * ACE
    run &= run >> 3 & run >> 6 & run >> 9 & run >> 12
    if run:
        return Category.STRAIGHT, ((run.bit_length() - 1) // 3 + 3,)
    if threes:
        return Category.THREE_OF_A_KIND, _highest(threes, 1) + _highest(held, 2, _highest(threes, 1))
    if pairs & pairs - 1:
        return Category.TWO_PAIR, _highest(pairs, 2) + _highest(held, 1, _highest(pairs, 2))
    if pairs:
        return Category.PAIR, _highest(pairs, 1) + _highest(held, 3, _highest(pairs, 1))
    return Category.HIGH_CARD, _highest(held, 5)


def _highest(held: int, many: int, besides: tuple[int, ...] = ()) -> tuple[int, ...]:
    """The highest of the ranks that are held, three bits each, other than those `besides`."""
    for taken in besides:
        held &= ~(1 << 3 * taken)
    found: list[int] = []
    while held and len(found) < many:
        top = (held.bit_length() - 1) // 3
        found.append(top)
        held ^= 1 << 3 * top
    return tuple(found)


def _best_suited(held: int) -> tuple[Category, tuple[int, ...]]:
    top = straight_top(held)
    if top == ACE:
        return Category.ROYAL_FLUSH, (top,)
    if top is not None:
        return Category.STRAIGHT_FLUSH, (top,)
    return Category.FLUSH, tuple(one for one in range(12, -1, -1) if held >> one & 1)[:5]


def straight_top(held: int) -> int | None:
    """The highest card of the best straight among ranks given as bits; an ace also stands below the two."""
    run = held << 1 | held >> ACE
    run &= run >> 1 & run >> 2 & run >> 3 & run >> 4
    return run.bit_length() + 2 if run else None


def _number(kind: Category, ranks: tuple[int, ...]) -> int:
    return _numbers()[kind, ranks]


@cache
def _numbers() -> dict[tuple[Category, tuple[int, ...]], int]:
    return {made: at for at, made in enumerate(_classes()) if at}


@cache
def _classes() -> tuple[tuple[Category, tuple[int, ...]], ...]:
    """Every hand that differs from the others, lowest first. Ranks count from 1, so a high card
    without cards fills place 0."""
    tops = range(3, 12)  # the five-high straight to the king-high one
    unpaired = [
        ranks for ranks in combinations(range(12, -1, -1), 5) if straight_top(sum(1 << r for r in ranks)) is None
    ]

    def kickers(count: int, *besides: int) -> Iterator[tuple[int, ...]]:
        return combinations([one for one in range(12, -1, -1) if one not in besides], count)

    singles = range(13)
    two_pairs = combinations(range(12, -1, -1), 2)
    made: dict[Category, Sequence[tuple[int, ...]]] = {
        Category.HIGH_CARD: unpaired,
        Category.PAIR: [(one, *rest) for one in singles for rest in kickers(3, one)],
        Category.TWO_PAIR: [(*both, *rest) for both in two_pairs for rest in kickers(1, *both)],
        Category.THREE_OF_A_KIND: [(one, *rest) for one in singles for rest in kickers(2, one)],
        Category.STRAIGHT: [(top,) for top in (*tops, ACE)],
        Category.FLUSH: unpaired,
        Category.FULL_HOUSE: [(one, *rest) for one in singles for rest in kickers(1, one)],
        Category.FOUR_OF_A_KIND: [(one, *rest) for one in singles for rest in kickers(1, one)],
        Category.STRAIGHT_FLUSH: [(top,) for top in tops],
        Category.ROYAL_FLUSH: [(ACE,)],
    }
    nothing: tuple[Category, tuple[int, ...]] = (Category.HIGH_CARD, ())
    return (nothing, *((kind, ranks) for kind, hands in made.items() for ranks in sorted(hands)))
