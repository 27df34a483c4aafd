"""The trees of twenty-one that a player banks, counted by itertools alone: cards are text, nothing is taken from the
games. Seat 1 banks, and what seat 2 wins is counted: five dollars on every wager, which may be doubled and split."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from itertools import permutations

from tests.tree_walk import Counts, Walk

STAKE = 500
BUSTER = {3: 2, 4: 2, 5: 4, 6: 15, 7: 50}
SEVENS = {(3, True): 100, (3, False): 40, (2, True): 25, (2, False): 5, (1, True): 1, (1, False): 1}
JACKS = {(3, True): 300, (3, False): 100, (2, True): 40, (2, False): 10, (1, True): 3, (1, False): 1}


@dataclass(frozen=True)
class Book:
    """What one rulebook prints."""

    natural: float
    spades: bool = False  # only the ace and king of spades are a Blackjack X
    doubles_any: bool = True
    doubles_split: bool = True
    surrender: bool = True
    surrender_split: bool = True
    cal: bool = False
    buster: bool = True


BOOKS = {
    "blackjack-x": Book(1.2, spades=True),
    "blackjack-x-magic-7": Book(1.5, spades=True, surrender_split=False),
    "blackjack-x-buster-v1.1": Book(1.2, doubles_any=False, doubles_split=False, surrender=False),
    "blackjack-x-buster-v1.2": Book(1.5),
    "blackjack-x-buster-v1.3": Book(1.5, doubles_any=False, doubles_split=False, surrender=False),
    "blackjack-x-buster-jack-magic": Book(1.5),
    "cal-blackjack-2.0": Book(1, surrender_split=False, cal=True, buster=False),
}


@dataclass(frozen=True)
class Held:
    cards: tuple[str, ...]
    split: bool = False
    doubled: bool = False
    given_up: bool = False


Cards = tuple[str, ...]
Ends = Iterator[tuple[tuple[Held, ...], Cards]]


def by_hand(id: str) -> Callable[[Walk], Counts]:
    return lambda walk: _counted(BOOKS[id], walk)


def _counted(book: Book, walk: Walk) -> Counts:
    _, wagers, _, *known = walk.opening  # the first cards: one for seat 2, the up card, one more for seat 2
    placed = dict(part.split() for part in wagers.split(", "))
    assert set(placed.values()) == {"5"}
    leaves = staked = won = 0
    pack = tuple(walk.pack.split())
    for first, up, second, hole in permutations(pack, 4):
        if [first, up, second][: len(known)] != known:
            continue
        mine, left = (first, second), tuple(card for card in pack if card not in (first, up, second, hole))
        for hands, dealer in _rounds(book, mine, (up, hole), left, bool(placed.keys() & {"buster", "lucky-pair"})):
            on_table, result = _settled(book, placed, mine, hands, dealer)
            leaves, staked, won = leaves + 1, staked + on_table, won + result
    return Counts(leaves, staked, won)


def _rounds(
    book: Book, mine: Cards, dealer: Cards, left: Cards, bonus: bool
) -> Iterator[tuple[tuple[Held, ...], Cards]]:
    """Every way that the hands and the player-dealer's hand can end."""
    natural = _points(mine) == 21
    if book.surrender and not natural:
        gone = (Held(mine, given_up=True),)
        if _points(dealer) == 21:
            yield gone, dealer
        else:
            yield from ((gone, end) for end in _drawn(dealer, left, bonus))
    if _points(dealer) == 21:
        yield (Held(mine),), dealer
        return
    ends: Ends = iter([((Held(mine),), left)]) if natural else _acted(book, (Held(mine),), 0, left)
    for hands, rest in ends:
        waits = any(not hand.given_up and _points(hand.cards) <= 21 and not _is_31(book, hand.cards) for hand in hands)
        for end in _drawn(dealer, rest, bonus or (waits and not natural)):
            yield hands, end


def _acted(book: Book, hands: tuple[Held, ...], at: int, left: Cards) -> Ends:
    if at == len(hands):
        yield hands, left
        return
    hand = hands[at]
    cards, count = hand.cards, _points(hand.cards)

    def then(new: Held, *, step: int, rest: Cards = left) -> Ends:
        return _acted(book, (*hands[:at], new, *hands[at + 1 :]), at + step, rest)

    def drawn(new: Held, *, step: int) -> Ends:
        assert len(left) > 1, "the pack of the walk is too small: one card is burned"
        for card in left:
            yield from then(replace(new, cards=(*cards, card)), step=step, rest=_less(left, card))

    if len(cards) == 1:
        yield from drawn(hand, step=0)
        return
    ace = hand.split and cards[0][0] == "A"
    if count > 21 or _is_31(book, cards):
        yield from then(hand, step=1)
        return
    yield from then(hand, step=1)  # stand
    two = len(cards) == 2
    if not ace:
        yield from drawn(hand, step=0)
        on = book.doubles_any or count in (10, 11)
        if two and on and (book.doubles_split or not hand.split):
            yield from drawn(replace(hand, doubled=True), step=1)
    if two and _value(cards[0]) == _value(cards[1]) and not ace and len(hands) < 4:
        pair = (Held(cards[:1], split=True), Held(cards[1:], split=True))
        yield from _acted(book, (*hands[:at], *pair, *hands[at + 1 :]), at, left)
    if two and hand.split and not ace and book.surrender and book.surrender_split:
        yield from then(replace(hand, given_up=True), step=1)


def _drawn(dealer: Cards, left: Cards, needed: bool) -> Iterator[Cards]:
    count = _points(dealer)
    soft = _low(dealer) == 7
    if not needed or count > 17 or (count == 17 and not soft):
        yield dealer
        return
    assert len(left) > 1, "the pack of the walk is too small: one card is burned"
    for card in left:
        yield from _drawn((*dealer, card), _less(left, card), needed)


def _settled(
    book: Book, placed: dict[str, str], mine: Cards, hands: tuple[Held, ...], dealer: Cards
) -> tuple[int, int]:
    staked, won = STAKE * len(placed), 0
    for number, hand in enumerate(hands):
        stake = STAKE * (1 + hand.doubled)
        staked += stake - (STAKE if number == 0 else 0)
        won += int(stake * _result(book, hand, dealer))
        over = _points(hand.cards)
        if book.cal and 21 < over < 31 and not hand.given_up:  # the Side bet, on the player-dealer's second card
            staked += STAKE
            second = 1 if dealer[1][0] == "A" else _value(dealer[1])
            won += 2 * STAKE if over + second == 31 else -STAKE
    if dealer[0][0] == "A":  # insured for half
        staked += STAKE // 2
        won += STAKE if len(dealer) == 2 and _points(dealer) == 21 else -STAKE // 2
    if "buster" in placed:
        won += STAKE * (BUSTER.get(len(dealer), 200) if _points(dealer) > 21 else -1)
    if "lucky-pair" in placed:
        natural = len(dealer) == 2 and _points(dealer) == 21
        won += STAKE * ((40 if natural else 10) if mine[0][0] == mine[1][0] else -1)
    for wager, rank, special, pays in (("magic-sevens", "7", "dh", SEVENS), ("jack-magic", "J", "hs", JACKS)):
        if wager in placed:
            there = [card for card in (*mine, dealer[0]) if card[0] == rank]
            won += STAKE * (pays[len(there), all(card[1] in special for card in there)] if there else -1)
    return staked, won


def _result(book: Book, hand: Held, dealer: Cards) -> float:
    if hand.given_up:
        return -0.5
    mine, theirs = _points(hand.cards), _points(dealer)
    natural = mine == 21 and len(hand.cards) == 2 and not hand.split
    if theirs == 21 and len(dealer) == 2:
        return 0 if natural else -1
    if natural:
        suited = len({card[1] for card in hand.cards}) == 1 and "K" in (hand.cards[0][0], hand.cards[1][0])
        special = suited and not book.cal and (not book.spades or hand.cards[0][1] == "s")
        return 2 if special else book.natural
    if _is_31(book, hand.cards):
        return 1.2 if book.cal else 3
    if mine > 21:
        return -1
    return 1 if theirs > 21 or mine > theirs else 0 if mine == theirs else -1


def _is_31(book: Book, cards: Cards) -> bool:
    before = cards[:-1]
    if len(cards) < 3 or _value(cards[-1]) != 10 or _points(before) != 21:
        return False
    soft = _low(before) == 11
    return soft and len(before) > 2 if book.cal else not soft


def _points(cards: Cards) -> int:
    low = _low(cards)
    return low + 10 if low <= 11 and any(card[0] == "A" for card in cards) else low


def _low(cards: Cards) -> int:
    return sum(1 if card[0] == "A" else _value(card) for card in cards)


def _value(card: str) -> int:
    return 11 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 10


def _less(left: Cards, card: str) -> Cards:
    at = left.index(card)
    return left[:at] + left[at + 1 :]
