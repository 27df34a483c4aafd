"""What the games of twenty-one share: points, hands on the layout, and a player's decisions on one of them."""

from abc import abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from houseway.cards.card import RANKS, Card, rank
from houseway.play.ask import Amount, Ask, Choice, Form, Play, Words, asked
from houseway.play.game import Game
from houseway.play.table import DEALER, Table

Cards = Sequence[Card]

ACE = RANKS.index("A")
POINTS: tuple[int, ...] = (*range(2, 10), 10, 10, 10, 10, 11)  # by rank, an ace as eleven
PASSED_OVER = Choice("passed over")  # what an irregularity answers in a player's stead: the hand waits,
LOOK_AGAIN = Choice("look again")  # or the decision is put once more


def points(card: Card) -> int:
    return POINTS[rank(card)]


def total(cards: Cards) -> int:
    """The points of a hand, aces as eleven as far as that does not go over twenty-one."""
    return _total(cards)[0]


def is_soft(cards: Cards) -> bool:
    """An ace of the hand counts eleven."""
    return _total(cards)[1]


def _total(cards: Cards) -> tuple[int, bool]:
    sum_, aces = 0, 0
    for card in cards:
        sum_ += POINTS[card >> 2]
        aces += card >> 2 == ACE
    while sum_ > 21 and aces:
        sum_, aces = sum_ - 10, aces - 1
    return sum_, aces > 0


def is_blackjack(cards: Cards) -> bool:
    """An ace and a card of ten points, the first two; whether they came by a split is the game's to ask."""
    return len(cards) == 2 and total(cards) == 21


def is_pair(cards: Cards) -> bool:
    """Two cards of one value: a jack and a king are."""
    return len(cards) == 2 and points(cards[0]) == points(cards[1])


def spoken(cards: Cards) -> str:
    """A hand as the dealer announces it."""
    counted, soft = _total(cards)
    if counted > 21:
        return f"{counted}, over 21"
    return f"soft {counted}" if soft and counted < 21 else str(counted)


@dataclass(slots=True)
class Hand:
    """A hand on the layout: its cards lie and its chips stand at `place`."""

    place: str
    owner: str
    stake: int
    box: str
    split: bool = False
    waits: bool = False  # passed over: it gets its card after all others
    no_more: bool = False  # it may not have another card

    @property
    def first(self) -> bool:
        """The hand that the box was dealt, with the original wager."""
        return self.place == self.box


@dataclass(slots=True)
class Layout:
    """The boxes in play, clockwise, each with its hands from the dealer's left."""

    boxes: dict[str, list[Hand]] = field(default_factory=dict)
    turn: Hand | None = None  # whose decision is asked for now
    exposed: bool = False  # a card drawn in error lies open, to be taken or refused

    def hands(self) -> Iterator[Hand]:
        for hands in self.boxes.values():
            yield from hands


class Clauses(NamedTuple):
    """Where a rulebook says what a player may do with a hand."""

    ask: str
    stand: str
    hit: str
    double: str
    double_card: str
    split: str
    split_card: str
    surrender: str


class TwentyOne(Game):
    """A member says what its wager is called, when a hand may double, split or surrender, and how it is settled."""

    wager: ClassVar[str]
    clauses: ClassVar[Clauses]

    def may_hit(self, table: Table, hand: Hand, cards: Cards) -> bool:
        return total(cards) < 21 and not hand.no_more

    def may_double(self, table: Table, hand: Hand, cards: Cards) -> bool:
        return len(cards) == 2

    def may_split(self, table: Table, hand: Hand, cards: Cards) -> bool:
        return is_pair(cards) and hand.first and not hand.split

    def may_surrender(self, table: Table, hand: Hand, cards: Cards) -> bool:
        return False

    @abstractmethod
    def deal_to(self, table: Table, hand: Hand, clause: str) -> Play[None]:
        """One card more for a hand."""

    @abstractmethod
    def busted(self, table: Table, hand: Hand) -> None: ...

    def doubled(self, table: Table, hand: Hand) -> Play[None]:
        """What may follow on the card of a double that did not go over."""
        yield from ()

    def surrendered(self, table: Table, hand: Hand) -> None:
        raise NotImplementedError(f"{self.id} has no surrender")

    def lives(self, table: Table, hand: Hand) -> bool:
        """The hand's wager is still to be decided."""
        return f"{hand.place}/{self.wager}" in table.stakes

    def play_box(self, table: Table, box: str) -> Play[None]:
        """All decisions on the hands of one box; a split adds a hand right after the one that is split."""
        hands, at = table.layout.boxes[box], 0
        while at < len(hands):
            yield from self.play_hand(table, hands[at])
            at += 1

    def play_hand(self, table: Table, hand: Hand) -> Play[None]:
        clauses, layout = self.clauses, table.layout
        while self.lives(table, hand):
            cards = table.hands[hand.place]
            if not self.may_hit(table, hand, cards):
                return
            if layout.exposed:
                yield from self.offer_exposed(table, hand)
                self._look(table, hand)
                continue
            if len(cards) == 1:
                yield from self.deal_to(table, hand, clauses.split_card)
                continue
            layout.turn = hand
            choice = yield from asked(self.decision(table, hand))
            layout.turn = None
            if not self.lives(table, hand):
                return
            match choice.word.split(" ")[0]:
                case "stand":
                    table.acted(hand.owner, "play", self._said("stand", hand), clauses.stand)
                    return
                case "hit":
                    table.acted(hand.owner, "play", self._said("hit", hand), clauses.hit)
                    yield from self.deal_to(table, hand, clauses.hit)
                    self._look(table, hand)
                case "double":
                    table.wager(hand.owner, "double", choice.amount or hand.stake, clauses.double, spot=hand.place)
                    yield from self.deal_to(table, hand, clauses.double_card)
                    hand.no_more = True
                    self._look(table, hand)
                    if self.lives(table, hand):
                        yield from self.doubled(table, hand)
                    return
                case "split":
                    self._split(table, hand, cards)
                case "surrender":
                    table.acted(hand.owner, "play", self._said("surrender", hand), clauses.surrender)
                    self.surrendered(table, hand)
                case "passed":
                    hand.waits = True
                    return

    def offer_exposed(self, table: Table, hand: Hand) -> Play[None]:
        """A card that was drawn in error and seen is offered to a hand whose turn it is."""
        raise NotImplementedError(f"{self.id} has no exposed card")

    def _look(self, table: Table, hand: Hand) -> None:
        """Take a hand that went over off the layout."""
        if self.lives(table, hand) and total(table.hands[hand.place]) > 21:
            self.busted(table, hand)

    def decision(self, table: Table, hand: Hand) -> Ask:
        """What may be done now with a hand that can still draw."""
        cards, stack, chip = table.hands[hand.place], table.stack(hand.owner), table.rules.chip
        words, forms = ["hit", "stand"], list[Form]()
        if self.may_double(table, hand, cards) and stack >= chip:
            if stack >= hand.stake:
                words.append("double")
            if hand.stake > chip:
                forms.append(Amount("double", chip, min(hand.stake, stack) // chip * chip, chip, self.clauses.double))
        if self.may_split(table, hand, cards) and stack >= hand.stake:
            words.append("split")
        if self.may_surrender(table, hand, cards):
            words.append("surrender")
        spot = "" if hand.place == hand.owner else hand.place
        return Ask(hand.owner, "play", (Words(tuple(words)), *forms), self.clauses.ask, "stand", spot)

    def _said(self, word: str, hand: Hand) -> str:
        return word if hand.place == hand.owner else f"{word}, {hand.place}"

    def _split(self, table: Table, hand: Hand, cards: Cards) -> None:
        """Lay the second card beside the first as a hand of its own, with a wager equal to the original."""
        hands = table.layout.boxes[hand.box]
        place = f"{hand.box} hand {len(hands) + 1}"
        hands.insert(hands.index(hand) + 1, Hand(place, hand.owner, hand.stake, hand.box, split=True))
        hand.split = True
        table.wager(hand.owner, self.wager, hand.stake, self.clauses.split, spot=place)
        table.place(hand.place, place, (cards[1],), self.clauses.split)


def dealer_stands(cards: Cards, *, hits_soft_17: bool = False) -> bool:
    counted, soft = _total(cards)
    return counted > 17 or (counted == 17 and not (soft and hits_soft_17))


def hand_at(layout: Layout, place: str) -> Hand:
    return next(hand for hand in layout.hands() if hand.place == place)


def up_card(table: Table) -> Card:
    return table.hands[DEALER][0]


Answer = tuple[str, Any] | None
