"""What hands hold: how many hands have this and that said of them, as the lines of a pay table name it."""

from collections import Counter
from collections.abc import Iterator, Sequence
from functools import lru_cache
from itertools import product

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER, Card
from houseway.cards.ranks import ACE, Category, highest, lowest, ranks_of
from houseway.cards.special_ranks import joker_category
from houseway.cards.two_hands import TwoHands
from houseway.games.pai_gow import facts as family
from houseway.games.pai_gow.count.hands import BACKS, FRONT_BITS, FRONT_MASK, FULL_PACK, Examples, Ints, examples
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.splits import all_splits
from houseway.games.pai_gow.settlement import contained, pai_gow, paired
from houseway.pricing.counting.cache import Arrays, kept
from houseway.rules.models import hand_key

Said = frozenset[str]

ONE_HAND = family.CONTAINED | family.PAIRED | family.AND_PAIR | family.PAI_GOWS  # what is said of one hand alone
_FIRST_PAIR = 78  # the place of the lowest pair in front


def contents(hands: TwoHands, asked: Said, pack: Sequence[int] = FULL_PACK) -> dict[Said, int]:
    """How many hands have just these of the asked words said of them."""
    key = [sorted(pack), hands.in_front, hands.plain_flushes, sorted(asked)]
    found = kept("pai-gow-contents", key, lambda: _contents(hands, asked, pack))
    words = found["words"].tolist()
    return {
        frozenset(word for at, word in enumerate(words) if mask >> at & 1): many
        for mask, many in zip(found["masks"].tolist(), found["hands"].tolist(), strict=True)
    }


def _contents(hands: TwoHands, asked: Said, pack: Sequence[int]) -> Arrays:
    known = examples(hands.cards)
    many = hands_of_each_kind(pack, hands.cards)[known.kinds]
    words = sorted(asked)
    masks = np.zeros(len(many), np.int64)
    for at in np.nonzero(many)[0].tolist():
        masks[at] = _mask(words, _held(hands, known.cards[at].tolist(), asked))
    if asked & family.AND_PAIR:
        masks |= _and_pair(hands, known, words)
    counts: Counter[int] = Counter()
    for mask in np.unique(masks).tolist():
        counts[mask] = int(many[masks == mask].sum())
    if asked & family.PAI_GOWS:
        for mask, more in _pai_gows(hands, known, many, words, pack):
            counts[mask] += more
            counts[0] -= more
    there = {mask: number for mask, number in counts.items() if number}
    return {
        "words": np.array(words),
        "masks": np.array(list(there), np.int64),
        "hands": np.array(list(there.values()), np.int64),
    }


def _mask(words: Sequence[str], said: Said | set[str]) -> int:
    return sum(1 << at for at, word in enumerate(words) if word in said)


def _held(hands: TwoHands, cards: Sequence[Card], asked: Said) -> set[str]:
    found = set[str]()
    if asked & family.CONTAINED:
        found |= contained(cards, plain_flushes=hands.plain_flushes)
    if asked & family.PAIRED:
        found |= paired(cards, hands)
    return found


def _and_pair(hands: TwoHands, known: Examples, words: Sequence[str]) -> Ints:
    """Five cards of some hand whose two others are a pair, for all examples at once. A pair in front of such five is no
    foul."""
    of_back = np.zeros(BACKS, np.int64)
    for back in range(lowest(Category.STRAIGHT), BACKS):
        kind = joker_category(back)
        name = "five-aces" if kind is Category.FIVE_OF_A_KIND else hand_key(kind)
        of_back[back] = _mask(words, {f"{name}-and-pair"})
    ways = all_splits(hands, known.cards)
    said = np.where(ways & FRONT_MASK >= _FIRST_PAIR, of_back[ways >> FRONT_BITS], 0)
    masks: Ints = np.bitwise_or.reduce(said, axis=1)
    return masks


def _pai_gows(
    hands: TwoHands, known: Examples, many: Ints, words: Sequence[str], pack: Sequence[int]
) -> Iterator[tuple[int, int]]:
    """Hands that hold nothing, by what is said of them. Some of one kind may be of one colour."""
    nothing = best_backs(hands) <= highest(Category.HIGH_CARD)
    for at in np.nonzero(nothing & (many > 0))[0].tolist():
        cards = known.cards[at].tolist()
        said, more = pai_gow(cards, hands), int(many[at])
        if JOKER not in cards and (colours := _one_colour(cards, pack)):
            yield _mask(words, pai_gow(colours[0], hands)), len(colours)
            more -= len(colours)
        yield _mask(words, said), more


def _one_colour(cards: Sequence[Card], pack: Sequence[int]) -> list[tuple[Card, ...]]:
    """The hands of the same ranks, no two alike, that are of one colour and have no flush."""
    there = set(pack)
    found = []
    for suits in ((0, 3), (1, 2)):
        for chosen in product(suits, repeat=len(cards)):
            hand = tuple(card >> 2 << 2 | suit for card, suit in zip(cards, chosen, strict=True))
            if max(chosen.count(suit) for suit in suits) < 5 and there.issuperset(hand):
                found.append(hand)
    return found


@lru_cache(maxsize=4)
def best_backs(hands: TwoHands) -> Ints:
    """The rank of the best five cards of each example; leaving it in back is never a foul."""
    backs: Ints = (all_splits(hands, examples(hands.cards).cards) >> FRONT_BITS).max(axis=1)
    return backs


def ace_high(hands: TwoHands) -> NDArray[np.bool_]:
    """Which examples hold nothing but an ace."""
    top = [rank for rank in range(1, highest(Category.HIGH_CARD) + 1) if ranks_of(rank)[0] == ACE]
    return np.isin(best_backs(hands), top)
