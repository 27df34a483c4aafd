"""Hands as people write them: cards, `??` for one that is not known, and for Hold'em the usual words for many at once.

    AhKh            two cards                     Ah ??       one known, one not
    ??              nothing known of the hand     QQ+, AKs    queens or better, or ace-king of one suit
    TT-77, A5s-A2s  from one to another           ATs+, KQo, 98   suited from ace-ten up; offsuit; either

In every game several hands may be given with commas between them: the player holds one of them, each as likely as
another. Stud hands are written in the order they were dealt. In Mexican Stud the first card is dealt face down and the
others face up; one that was dealt face down later stands in brackets: `Kh 5d (Jk)`.
"""

import re
from dataclasses import dataclass
from itertools import combinations

from houseway.cards.card import HIDDEN, JOKER, NAMES, RANKS, Card, CardError, parse
from houseway.games.pot.making import Making

_CLASS = re.compile(rf"^([{RANKS}])([{RANKS}])([so]?)(\+?)$", re.IGNORECASE)
_SPAN = re.compile(rf"^([{RANKS}])([{RANKS}])([so]?)-([{RANKS}])([{RANKS}])([so]?)$", re.IGNORECASE)


@dataclass(frozen=True)
class Held:
    """What is known of one player's hand: all that it may be, each with the same number of known cards."""

    text: str
    ways: tuple[tuple[Card, ...], ...]  # a joker that was dealt face down is one more than the joker
    down: tuple[bool, ...]  # which of the cards that are not known will lie face down

    @property
    def known(self) -> int:
        return len(self.ways[0])

    @property
    def unknown(self) -> int:
        return len(self.down)

    @property
    def certain(self) -> bool:
        return len(self.ways) == 1 and not self.down


def read(text: str, making: Making, pack: tuple[Card, ...], *, to_come_down: bool = True) -> Held:
    """A player's hand from text, or a sentence about what is wrong with it."""
    own, downs = making.own, set[tuple[bool, ...]]()
    ways: dict[frozenset[Card], tuple[Card, ...]] = {}  # a hand that is given twice, in whatever order, is one
    if not text.strip():
        raise CardError(f"a hand is missing: expected {own} cards, or ?? for one that is not known")
    alternatives = [part.strip() for part in text.split(",") if part.strip()]
    for part in alternatives:
        classes = _classes(part) if own == 2 else None
        if classes is not None:
            ways |= {frozenset(way): way for way in classes}
            downs.add(())
            continue
        cards, marked = _cards(part, making)
        if cards == [HIDDEN]:
            cards = [HIDDEN] * own
        if len(cards) > own:
            raise CardError(f"{part!r} has {len(cards)} cards: a hand here has {own}")
        if own == 2 and len(cards) < own:
            raise CardError(f"{part!r} has one card: expected {own}, or ?? for the one that is not known")
        cards += [HIDDEN] * (own - len(cards))
        first = making.first_down
        marked += [False] * (own - len(marked))
        down = [at < first or marked[at] or (at > first and cards[at] == HIDDEN and to_come_down) for at in range(own)]
        known = [JOKER + 1 if one == JOKER and first and down[at] else one for at, one in enumerate(cards)]
        for one in known:
            if one != HIDDEN and min(one, JOKER) not in pack and one != JOKER + 1:
                raise CardError(f"{NAMES[one]} is not in the pack of this game")
        seen = [one for at, one in enumerate(known) if cards[at] != HIDDEN]
        if len(set(seen)) < len(seen):
            raise CardError(f"{part!r} has a card twice")
        ways[frozenset(seen)] = tuple(seen)
        downs.add(tuple(down[at] for at in range(own) if cards[at] == HIDDEN))
    if len({len(way) for way in ways}) > 1 or len(downs) > 1:
        raise CardError(f"{text!r} mixes hands of which more and less is known: give them with the same cards unknown")
    return Held(text.strip(), tuple(ways.values()), downs.pop())


def _cards(part: str, making: Making) -> tuple[list[Card], list[bool]]:
    """The cards of one hand, in order, and which of them stand in brackets."""
    cards, marked, inside = list[Card](), list[bool](), False
    rest = part.replace("10", "T").replace("[", "(").replace("]", ")")
    while rest := rest.lstrip():
        if rest[0] in "()":
            if (rest[0] == "(") == inside:
                raise CardError(f"{part!r}: a bracket is out of place")
            inside, rest = rest[0] == "(", rest[1:]
            if inside and not making.first_down:
                raise CardError(f"{part!r}: brackets are for a joker dealt face down, and this game has none")
            continue
        name, rest = rest[:2], rest[2:]
        cards.append(HIDDEN if name == "??" else parse(name))
        marked.append(inside)
    if inside:
        raise CardError(f"{part!r}: a bracket is not closed")
    return cards, marked


def _classes(part: str) -> list[tuple[Card, ...]] | None:
    """What a word for many Hold'em hands stands for; None if it is no such word."""
    if found := _CLASS.match(part):
        high, low = sorted((RANKS.index(found[1].upper()), RANKS.index(found[2].upper())), reverse=True)
        kind, more = found[3].lower(), bool(found[4])
        if high == low:
            if kind:
                raise CardError(f"{part!r}: a pair is neither suited nor offsuit")
            return [hand for rank in range(high, 13 if more else high + 1) for hand in _of(rank, rank, "")]
        lows = range(low, high if more else low + 1)
        return [hand for rank in lows for hand in _of(high, rank, kind)]
    if found := _SPAN.match(part):
        first, last = [sorted((RANKS.index(found[at].upper()), RANKS.index(found[at + 1].upper())), reverse=True)
                       for at in (1, 4)]  # fmt: skip
        kind = found[3].lower()
        pairs = first[0] == first[1] and last[0] == last[1]
        if kind != found[6].lower() or (pairs and kind) or (not pairs and first[0] != last[0]):
            raise CardError(f"{part!r} does not run from one hand to another of its kind, as TT-77 or A5s-A2s do")
        bottom, top = sorted((first[1], last[1]))
        if pairs:
            return [hand for rank in range(bottom, top + 1) for hand in _of(rank, rank, "")]
        if top >= first[0]:
            raise CardError(f"{part!r} does not run from one hand to another of its kind, as TT-77 or A5s-A2s do")
        return [hand for rank in range(bottom, top + 1) for hand in _of(first[0], rank, kind)]
    return None


def _of(high: int, low: int, kind: str) -> list[tuple[Card, ...]]:
    if high == low:
        return list(combinations([4 * high + suit for suit in range(4)], 2))
    return [
        (4 * high + one, 4 * low + other)
        for one in range(4)
        for other in range(4)
        if not kind or (one == other) == (kind == "s")
    ]
