"""How the cards of this family make hands: their rank, their name, and what pay lines call them."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import combinations

from houseway.cards import ranks
from houseway.cards.card import JOKER, RANK_PLURALS, RANK_WORDS, Card, without
from houseway.cards.ranks import ACE, BEST
from houseway.cards.special_ranks import (
    THREE_CARD_ORDER,
    ThreeCards,
    joker_category,
    joker_name,
    joker_ranks_of,
    three_card_category,
    three_card_name,
    three_card_rank,
    wild_rank,
)
from houseway.games.ante_and_raise.facts import Hands as HandsName
from houseway.rules.models import PayLine, hand_key
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
Kind = tuple[str, int]  # what a pay line calls a hand, and the rank of the card that names it


@dataclass(frozen=True)
class Hands:
    """One way to rank cards: the best hand among them; a higher rank is a better one."""

    rank: Callable[[Cards], int]
    name: Callable[[int], str]
    kind: Callable[[int], Kind]
    least: Callable[[str, int], int]  # the lowest rank of a kind that a card of this rank names


# Five of five or more


def _poker_kind(rank: int) -> Kind:
    return hand_key(ranks.category(rank)), ranks.ranks_of(rank)[0]


@cache
def _least_poker(hand: str, named: int) -> int:
    return next(rank for rank in range(1, BEST + 1) if _poker_kind(rank) == (hand, named))


POKER = Hands(ranks.rank, ranks.name, _poker_kind, _least_poker)


# Three of three or more


_rank_of_three = lru_cache(maxsize=1 << 18)(three_card_rank)  # few in all, and asked for over and over


def best_three(cards: Cards) -> int:
    return max(map(_rank_of_three, combinations(cards, 3)))


def _three_card_kind(rank: int) -> Kind:
    kind, named = three_card_category(rank), rank >> 8 & 15
    if kind is ThreeCards.STRAIGHT_FLUSH and named == ACE:
        return "mini-royal-flush", named
    return kind.name.lower().replace("_", "-"), named


@cache
def _least_of_three(hand: str, named: int) -> int:
    return THREE_CARD_ORDER.index(ThreeCards[hand.upper().replace("-", "_")]) << 12 | named << 8


THREE_CARDS = Hands(best_three, three_card_name, _three_card_kind, _least_of_three)


# Five of five or more with a joker that is any card: a royal flush without it is above one with it, and five of a kind
# above both (QD-2).

WILD_ROYAL, ROYAL = BEST, BEST + 1


def wild_joker_rank(cards: Cards) -> int:
    made = wild_rank(cards)
    if made != BEST:
        return made if made < BEST else made + 1
    held = tuple(card for card in cards if card != JOKER)
    return ROYAL if len(held) >= 5 and ranks.rank(held) == BEST else WILD_ROYAL


def _wild_joker_name(rank: int) -> str:
    if rank in (WILD_ROYAL, ROYAL):
        return f"royal flush {'with' if rank == WILD_ROYAL else 'without'} the joker"
    return joker_name(rank if rank < BEST else rank - 1)


def _wild_joker_kind(rank: int) -> Kind:
    if rank == WILD_ROYAL:
        return "wild-royal-flush", ACE
    plain = rank if rank < BEST else rank - 1
    return hand_key(joker_category(plain)), joker_ranks_of(plain)[0]


@cache
def _least_wild(hand: str, named: int) -> int:
    return next(rank for rank in range(1, BEST + 15) if _wild_joker_kind(rank) == (hand, named))


WILD_JOKER = Hands(wild_joker_rank, _wild_joker_name, _wild_joker_kind, _least_wild)

RANKED: Mapping[HandsName, Hands] = {"poker": POKER, "three cards": THREE_CARDS, "wild joker": WILD_JOKER}


# What a bonus bet sees in its cards


def seen_in(rules: Rules, hands: HandsName, cards: Cards) -> tuple[str, tuple[Kind, ...]]:
    """The name of a hand, and everything that a pay line can call it."""
    if hands == "two cards":
        return _two_cards(cards)
    if hands == "three of five":
        return _three_of_five(cards, str(rules.options["plus_a_pair"]))
    ranked = RANKED[hands]
    rank = ranked.rank(cards)
    return ranked.name(rank), (ranked.kind(rank),)


def bonus_line(rules: Rules, wager: str, kinds: tuple[Kind, ...]) -> PayLine | None:
    """The line that a bonus bet is paid by: the highest-paying one that describes the cards (ALL-7)."""
    found = [rules.pay_tables[wager].named_line(*kind) for kind in kinds]
    fitting = [line for line in found if line is not None]
    return max(fitting, key=lambda line: line.pays.fraction() if line.pays else 0, default=None)


def _two_cards(cards: Cards) -> tuple[str, tuple[Kind, ...]]:
    low, high = sorted(cards)
    if low >> 2 == high >> 2:
        return f"pair of {RANK_PLURALS[high >> 2]}", (("pair", high >> 2),)
    name = f"{RANK_WORDS[high >> 2]}-{RANK_WORDS[low >> 2]}"
    if low & 3 != high & 3:
        return name, ()
    kinds: tuple[Kind, ...] = (("flush", high >> 2),)
    return f"{name} suited", (*kinds, ("suited-ace-king", ACE)) if low >> 2 == ACE - 1 else kinds


def _three_of_five(cards: Cards, pair: str) -> tuple[str, tuple[Kind, ...]]:
    """The best three, and a straight beside which the two other cards are a pair (TH-2)."""
    best = best_three(cards)
    found = {_three_card_kind(best)}
    name = three_card_name(best)
    for three in combinations(cards, 3):
        rank = _rank_of_three(three)
        kind = three_card_category(rank)
        one, two = without(cards, three)
        if kind not in (ThreeCards.STRAIGHT, ThreeCards.STRAIGHT_FLUSH) or one >> 2 != two >> 2:
            continue
        if pair == "any" or one >> 2 not in {card >> 2 for card in three}:
            found.add((f"{kind.name.lower().replace('_', '-')}-plus-a-pair", rank >> 8 & 15))
            name = f"{three_card_name(rank)}, and a pair of {RANK_PLURALS[one >> 2]}"
    return name, tuple(sorted(found))
