"""Hands that plain poker ranks do not cover: with a joker, of three or two cards, low, Omaha, and by points.

Each has its own integer, of which a higher one is a better hand. Integers of two functions, or of one
function with two different orders, are not to be compared.
"""

from collections.abc import Callable, Sequence
from enum import IntEnum
from functools import cache
from itertools import combinations

from houseway.cards.card import JOKER, RANK_PLURALS, RANK_WORDS, Card
from houseway.cards.ranks import (
    ACE,
    BEST,
    Category,
    category,
    highest,
    lowest,
    name,
    rank,
    rank_of_counts,
    rank_of_suited,
    ranks_of,
    suited,
    words,
)

# --- With a joker, five to seven cards of a 53-card pack -------------------------------------------------
#
# The ranks of `ranks`, and thirteen more for five of a kind, twos to aces, put in just above the category
# that the game says they beat. Above the royal flush, all the others keep their integers.


def joker_rank(
    cards: Sequence[Card], *, plain_flushes: bool = True, five_aces_over: Category = Category.ROYAL_FLUSH
) -> int:
    """The best hand when the joker is an ace, or any card that completes a straight or a flush; without
    `plain_flushes` it completes straights and straight flushes only."""
    straights = range(lowest(Category.STRAIGHT), highest(Category.STRAIGHT) + 1)
    return _rank_with_joker(
        cards,
        stands_for=lambda one, made: one == ACE or made in straights,
        least_flush=lowest(Category.FLUSH if plain_flushes else Category.STRAIGHT_FLUSH),
        fives=(ACE,),
        fives_over=five_aces_over,
    )


def wild_rank(cards: Sequence[Card], *, fives_over: Category = Category.ROYAL_FLUSH) -> int:
    """The best hand when the joker is any card at all."""
    return _rank_with_joker(
        cards,
        stands_for=lambda one, made: True,
        least_flush=lowest(Category.FLUSH),
        fives=range(13),
        fives_over=fives_over,
    )


def joker_category(rank: int, *, fives_over: Category = Category.ROYAL_FLUSH) -> Category:
    """The category of either joker rank, for the order it was made with."""
    plain = _without_fives(rank, fives_over)
    return Category.FIVE_OF_A_KIND if plain is None else category(plain)


def joker_ranks_of(rank: int, *, fives_over: Category = Category.ROYAL_FLUSH) -> tuple[int, ...]:
    """The card ranks that decide, as `ranks_of` gives them; five of a kind is its one rank."""
    plain = _without_fives(rank, fives_over)
    return (rank - highest(fives_over) - 1,) if plain is None else ranks_of(plain)


def joker_name(rank: int, *, fives_over: Category = Category.ROYAL_FLUSH) -> str:
    plain = _without_fives(rank, fives_over)
    return f"five {RANK_PLURALS[rank - highest(fives_over) - 1]}" if plain is None else name(plain)


def _rank_with_joker(
    cards: Sequence[Card],
    *,
    stands_for: Callable[[int, int], bool],
    least_flush: int,
    fives: Sequence[int],
    fives_over: Category,
) -> int:
    """`stands_for` is asked about a rank for the joker and what the hand would be with it, flushes apart;
    `least_flush` is the lowest that the joker may complete."""
    held = [card for card in cards if card != JOKER]
    if len(cards) < 5 or len(cards) - len(held) > 1:
        raise ValueError(f"a hand is five cards or more with at most one joker, not {len(cards)} cards")
    if len(held) == len(cards):
        return _with_fives(rank(held), fives_over)
    counts = sum(1 << 3 * int(card >> 2) for card in held)
    best = rank(held) if len(held) >= 5 else 0
    for one in range(13):
        if counts >> 3 * one & 7 < 4:
            made = rank_of_counts(counts + (1 << 3 * one))
            if made > best and stands_for(one, made):
                best = made
    for ranks in suited(held):
        if ranks.bit_count() >= 4:
            made = max(rank_of_suited(ranks | 1 << one) for one in range(13))
            if made >= least_flush:
                best = max(best, made)
    best = _with_fives(best, fives_over)
    for one in fives:
        if counts >> 3 * one & 7 == 4:
            best = max(best, highest(fives_over) + 1 + one)
    return best


def _with_fives(plain: int, over: Category) -> int:
    return plain if plain <= highest(over) else plain + 13


def _without_fives(rank: int, over: Category) -> int | None:
    if not 0 < rank <= BEST + 13:
        raise ValueError(f"{rank} is no rank of a hand with a joker: they run from 1 to {BEST + 13}")
    if rank <= highest(over):
        return rank
    return rank - 13 if rank > highest(over) + 13 else None


# --- Three cards -----------------------------------------------------------------------------------------
#
# The category's place in the game's order, then up to three card ranks, four bits each.


class ThreeCards(IntEnum):
    """What three cards are called, in the order most games have."""

    HIGH_CARD = 0
    PAIR = 1
    FLUSH = 2
    STRAIGHT = 3
    THREE_OF_A_KIND = 4
    STRAIGHT_FLUSH = 5


THREE_CARD_ORDER = tuple(ThreeCards)


def three_card_rank(cards: Sequence[Card], order: Sequence[ThreeCards] = THREE_CARD_ORDER) -> int:
    """Ace-king-queen is the highest straight, three-two-ace the lowest; `order` lists categories upwards."""
    kind, ranks = _three_cards(cards)
    high, middle, low = (*ranks, 0, 0)[:3]
    return order.index(kind) << 12 | high << 8 | middle << 4 | low


def three_card_category(rank: int, order: Sequence[ThreeCards] = THREE_CARD_ORDER) -> ThreeCards:
    return order[rank >> 12]


def three_card_name(rank: int, order: Sequence[ThreeCards] = THREE_CARD_ORDER) -> str:
    kind, high = three_card_category(rank, order), rank >> 8 & 15
    if kind is ThreeCards.HIGH_CARD:
        return f"{RANK_WORDS[high]} high"
    if kind is ThreeCards.PAIR:
        return f"pair of {RANK_PLURALS[high]}"
    if kind is ThreeCards.THREE_OF_A_KIND:
        return f"{words(kind)}, {RANK_PLURALS[high]}"
    return f"{words(kind)}, {RANK_WORDS[high]} high"


def _three_cards(cards: Sequence[Card]) -> tuple[ThreeCards, tuple[int, ...]]:
    if len(cards) != 3 or JOKER in cards:
        raise ValueError(f"a three-card hand is three cards without a joker, not {len(cards)} cards")
    high, middle, low = ranks = tuple(sorted((int(card >> 2) for card in cards), reverse=True))
    one_suit = len({card & 3 for card in cards}) == 1
    if high == low:
        return ThreeCards.THREE_OF_A_KIND, (high,)
    if middle in (high, low):
        return ThreeCards.PAIR, (middle, high + low - middle)
    wheel = ranks == (ACE, 1, 0)
    if wheel or high - low == 2:
        return ThreeCards.STRAIGHT_FLUSH if one_suit else ThreeCards.STRAIGHT, (1 if wheel else high,)
    return ThreeCards.FLUSH if one_suit else ThreeCards.HIGH_CARD, ranks


# --- Two cards: the front hand of pai gow ----------------------------------------------------------------
#
# 256 for a pair, then the higher rank and the lower, four bits each.


def two_card_rank(cards: Sequence[Card]) -> int:
    """A pair, or the higher card and then the lower. The joker is an ace."""
    if len(cards) != 2:
        raise ValueError(f"a two-card hand is two cards, not {len(cards)}")
    low, high = sorted(ACE if card == JOKER else int(card >> 2) for card in cards)
    return (low == high) << 8 | high << 4 | low


def two_card_name(rank: int) -> str:
    high, low = rank >> 4 & 15, rank & 15
    return f"pair of {RANK_PLURALS[high]}" if rank >> 8 else f"{RANK_WORDS[high]}-{RANK_WORDS[low]}"


# --- Low, eight or better --------------------------------------------------------------------------------
#
# 1 for 8-7-6-5-4 up to 56 for 5-4-3-2-A. Ranks are held as eight bits, the ace lowest.

_LOWS = sorted((sum(1 << one for one in five) for five in combinations(range(8), 5)), reverse=True)


def low_rank(cards: Sequence[Card]) -> int | None:
    """The best five different ranks of eight or lower, straights and flushes ignored; None without five."""
    if len(cards) < 5:
        raise ValueError(f"a low hand is ranked on five cards or more, not {len(cards)}")
    return _lowest_five(_low_held(cards))


def low_name(rank: int) -> str:
    """As in `eight-six-four-two-ace low`."""
    held = _LOWS[rank - 1]
    return "-".join(RANK_WORDS[one - 1] for one in range(7, -1, -1) if held >> one & 1) + " low"


def _low_held(cards: Sequence[Card]) -> int:
    held = 0
    for card in cards:
        held |= 1 << (int(card >> 2) + 1) % 13
    return held & 0xFF


@cache
def _lowest_five(held: int) -> int | None:
    five = [one for one in range(8) if held >> one & 1][:5]
    return _LOWS.index(sum(1 << one for one in five)) + 1 if len(five) == 5 else None


# --- Omaha: exactly two from the hand and three from the board -------------------------------------------


def omaha_rank(hole: Sequence[Card], board: Sequence[Card]) -> int:
    _check_omaha(hole, board)
    threes = list(combinations(board, 3))
    return max(rank(two + three) for two in combinations(hole, 2) for three in threes)


def omaha_low(hole: Sequence[Card], board: Sequence[Card]) -> int | None:
    """The eight-or-better low of `low_rank`, or None."""
    _check_omaha(hole, board)
    threes = {_low_held(three) for three in combinations(board, 3)}
    twos = {_low_held(two) for two in combinations(hole, 2)}
    lows = (_lowest_five(two | three) for two in twos for three in threes)
    return max((low for low in lows if low is not None), default=None)


def _check_omaha(hole: Sequence[Card], board: Sequence[Card]) -> None:
    if len(hole) < 2 or len(board) < 3:
        raise ValueError(
            f"an Omaha hand takes two cards from the hand and three from the board, "
            f"not from {len(hole)} and {len(board)}"
        )


# --- Points ----------------------------------------------------------------------------------------------

_PIPS = (2, 3, 4, 5, 6, 7, 8, 9, 10, 10, 10, 10, 1)  # two to ace


def baccarat_points(cards: Sequence[Card]) -> int:
    """The last digit of the pips; tens and faces count nothing."""
    return sum(_PIPS[card >> 2] for card in cards) % 10
