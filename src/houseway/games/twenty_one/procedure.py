"""What the games of twenty-one share: points, hands on the layout, and a player's decisions on one of them."""

from abc import abstractmethod
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from typing import ClassVar

from houseway.cards.card import HIDDEN, RANKS, Card, rank
from houseway.games.twenty_one.facts import DoubleFor, DoubleOn, TwentyOneRules, twenty_one_rules
from houseway.play.ask import Amount, Ask, Choice, Form, Play, Words, asked
from houseway.play.event import Announced
from houseway.play.game import Answer, Game, Procedure
from houseway.play.ledger import wager_account
from houseway.play.places import split_hand, unsplit
from houseway.play.sentences import At, Said
from houseway.play.table import DEALER, Table, Void
from houseway.rules.models import Irregularity
from houseway.rules.money import shown
from houseway.rules.resolved import Rules

Cards = Sequence[Card]

ACE = RANKS.index("A")
POINTS: tuple[int, ...] = (*range(2, 10), 10, 10, 10, 10, 11)  # by rank, an ace as eleven
EXPOSED, MISDRAWN = "exposed", "misdrawn"  # where a card drawn in error lies
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


_AN_ACE = 1000  # in the sum of a hand, beside its points
_worth: Callable[[Card], int] = tuple(
    [POINTS[rank(card)] + (_AN_ACE if rank(card) == ACE else 0) for card in range(52)]
).__getitem__


def _total(cards: Cards) -> tuple[int, bool]:
    sum_ = sum(map(_worth, cards))
    if sum_ < _AN_ACE:
        return sum_, False
    aces, sum_ = divmod(sum_, _AN_ACE)
    as_one = min(aces, max(0, -(-(sum_ - 21) // 10)))
    return sum_ - 10 * as_one, aces > as_one


def is_blackjack(cards: Cards) -> bool:
    """An ace and a card of ten points, the first two; whether they came by a split is the game's to ask."""
    return len(cards) == 2 and _worth(cards[0]) + _worth(cards[1]) == _AN_ACE + 21


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
    decider_spot: str = ""  # where the decider's chips stand, if not beside the cards
    split: bool = False
    waits: bool = False  # passed over: it gets its card after all others
    no_more: bool = False  # it may not have another card
    split_ace: bool = False  # it may have one card only, where the rules say so
    out: bool = False  # gone over or surrendered, its wagers still to be settled
    surrendered: bool = False
    others: dict[str, str] = field(default_factory=dict)  # who else bets on it, and the spot of those chips

    @property
    def spots(self) -> dict[str, str]:
        """Everybody who bets on it and where their chips stand, who decides first."""
        return {self.owner: self.decider_spot or self.place, **self.others}

    @property
    def first(self) -> bool:
        """The hand that the box was dealt, with the original wager."""
        return self.place == self.box


@dataclass(slots=True)
class Layout:
    """The boxes in play, clockwise, each with its hands from the dealer's left."""

    boxes: dict[str, list[Hand]] = field(default_factory=dict)
    turn: Hand | None = None  # whose decision is asked for now
    exposed: bool = False  # a card drawn in error lies open: it is the next card
    face_up: int = 0  # cards that were found face up in the shoe

    def hands(self) -> Iterator[Hand]:
        for hands in self.boxes.values():
            yield from hands


@dataclass(frozen=True, kw_only=True, slots=True)
class TwentyOneClauses:
    """Where a rulebook says what a player may do with a hand, and how the hole card is looked at."""

    ask: str
    stand: str
    hit: str
    double: str
    double_card: str
    split: str
    split_card: str
    surrender: str
    insurance: str
    insure: str
    peek: str
    found_face_up: str = ""  # a card of the shoe: it is discarded,
    more_face_up: str = ""  # and with a second one the round is void
    exposed: str = ""  # a card drawn in error is the next card,
    refuse: str = ""  # may be refused,
    unused: str = ""  # and is discarded where nobody can use it


class TwentyOne(Game):
    """A member says how hands are dealt, banked and settled; what a player may do is in its rules."""

    clauses: ClassVar[TwentyOneClauses]
    natural = "Blackjack"  # what the book calls the best two cards
    looks = ("card-reader", "the card reader shows")  # the dealer's ask, and what is said of the hole card

    def clauses_of(self, table: Table) -> TwentyOneClauses:
        return self.clauses

    def counted(self, cards: Cards) -> str:
        count, soft = _total(cards)
        return f"soft {count}" if soft and count < 21 else str(count)

    # What the rules allow

    def may_hit(self, table: Table, hand: Hand, cards: Cards) -> bool:
        rules = twenty_one_rules(table.rules)
        if hand.no_more or (hand.split_ace and rules.split_aces_one_card and len(cards) > 1):
            return False
        counted = total(cards)
        return counted < 21 or (
            counted == 21 and rules.hits_21 and not (is_31(rules, cards) or _is_natural(hand, cards))
        )

    def may_double(self, table: Table, hand: Hand, cards: Cards) -> bool:
        rules = twenty_one_rules(table.rules)
        if hand.split and not rules.double_after_split:
            return False
        if rules.double_on is DoubleOn.TEN_ELEVEN:
            return len(cards) == 2 and total(cards) in (10, 11)
        return len(cards) == 2 or rules.double_on is DoubleOn.ANY

    def may_split(self, table: Table, hand: Hand, cards: Cards) -> bool:
        rules, made = twenty_one_rules(table.rules), len(table.layout.boxes[hand.box])
        again = not hand.split_ace or rules.split_aces_again
        return is_pair(cards) and again and (rules.most_hands is None or made < rules.most_hands)

    @abstractmethod
    def may_surrender(self, table: Table, hand: Hand, cards: Cards) -> bool:
        """At the player's turn."""

    # What a member does

    @abstractmethod
    def draw(
        self, table: Table, place: str, clause: str, *, owner: str = "", seen: tuple[str, ...] | None = None
    ) -> Play[None]:
        """A card of the shoe for a place."""

    def deal_to(self, table: Table, hand: Hand, clause: str) -> Play[None]:
        """One card more for a hand: the one that lies exposed, or the next of the shoe."""
        if table.layout.exposed:
            self.take_exposed(table, hand.place)
        else:
            yield from self.draw(table, hand.place, clause, owner=hand.owner)

    @abstractmethod
    def busted(self, table: Table, hand: Hand) -> Play[None]:
        """A hand has gone over."""

    def doubled(self, table: Table, hand: Hand) -> Play[None]:
        """What may follow on the card of a double that did not go over."""
        yield from ()

    @abstractmethod
    def surrendered(self, table: Table, hand: Hand) -> None: ...

    def lives(self, table: Table, hand: Hand) -> bool:
        """The hand's wager is still to be decided."""
        if hand.out:
            return False
        base, stakes = twenty_one_rules(table.rules).base, table.stakes
        if wager_account(hand.decider_spot or hand.place, base) in stakes:
            return True
        return any(wager_account(spot, base) in stakes for spot in hand.others.values())

    # A player's decisions

    def play_box(self, table: Table, box: str) -> Play[None]:
        """All decisions on the hands of one box; a split adds a hand right after the one that is split."""
        hands, at = table.layout.boxes[box], 0
        while at < len(hands):
            yield from self.play_hand(table, hands[at])
            at += 1

    def play_hand(self, table: Table, hand: Hand) -> Play[None]:
        clauses, layout = self.clauses_of(table), table.layout
        while self.lives(table, hand):
            cards = table.hands[hand.place]
            if len(cards) == 1 and not layout.exposed and not hand.no_more:
                yield from self.deal_to(table, hand, clauses.split_card)
                continue
            ask = self.decision(table, hand)
            if ask is None:
                return
            layout.turn = hand
            choice = yield from asked(ask)
            layout.turn = None
            if not self.lives(table, hand):
                return
            match choice.word.split(" ")[0]:
                case "stand":
                    table.acted(hand.owner, "play", worded("stand", hand), clauses.stand)
                    return
                case "hit":
                    table.acted(hand.owner, "play", worded("hit", hand), clauses.hit)
                    yield from self.deal_to(table, hand, clauses.hit)
                    yield from self._look(table, hand)
                case "double":
                    self._double(table, hand, choice.amount or hand.stake)
                    yield from self.deal_to(table, hand, clauses.double_card)
                    hand.no_more = True
                    yield from self._look(table, hand)
                    if self.lives(table, hand):
                        yield from self.doubled(table, hand)
                    return
                case "split":
                    self._split(table, hand, cards)
                    yield from self.deal_to(table, hand, clauses.split_card)
                case "refuse":
                    table.acted(hand.owner, "play", worded("refuse", hand), clauses.refuse)
                    hand.no_more = True
                case "surrender":
                    table.acted(hand.owner, "play", worded("surrender", hand), clauses.surrender)
                    self.surrendered(table, hand)
                case "passed":
                    hand.waits = True
                    return

    def _look(self, table: Table, hand: Hand) -> Play[None]:
        """Take a hand that went over off the layout."""
        rules, cards = twenty_one_rules(table.rules), table.hands.get(hand.place, ())
        if self.lives(table, hand) and total(cards) > 21 and not is_31(rules, cards):
            yield from self.busted(table, hand)

    def decision(self, table: Table, hand: Hand) -> Ask | None:
        """What may be done now with a hand; nothing is asked where it can only stand."""
        cards, stack, chip = table.hands[hand.place], table.stack(hand.owner), table.rules.chip
        clauses, words, forms = self.clauses_of(table), ["stand"], list[Form]()
        stakes: tuple[tuple[str, int], ...] = ()
        if len(cards) == 1:  # of a split pair: it has no second card yet, and one that lies exposed may be refused
            words = [] if hand.no_more else ["hit", "refuse"]
            return Ask(hand.owner, "play", (Words(tuple(words)),), clauses.ask, "hit", about(hand)) if words else None
        if self.may_hit(table, hand, cards):
            words.insert(0, "hit")
            if self.may_double(table, hand, cards):
                least = least_double(table.rules, hand.stake)
                if stack >= hand.stake:
                    words.append("double")
                    stakes = (("double", hand.stake),) if least == hand.stake else ()
                if least < hand.stake and stack >= least:
                    most = min(hand.stake, stack) // chip * chip
                    forms.append(Amount("double", least, most, chip, clauses.double))
        if self.may_split(table, hand, cards) and stack >= hand.stake and not hand.no_more:
            words.append("split")
        if self.may_surrender(table, hand, cards):
            words.append("surrender")
        if table.layout.exposed and "hit" in words:
            words.append("refuse")
        if words == ["stand"]:
            return None
        offer = "hit" not in words  # a hand that can draw no card may be let pass without a word
        plain = Words(tuple(words), stakes)
        return Ask(hand.owner, "play", (plain, *forms), clauses.ask, "stand", about(hand), optional=offer)

    def _double(self, table: Table, hand: Hand, amount: int) -> None:
        """Put up a double for everybody on the hand."""
        rules, clause = table.rules, self.clauses_of(table).double
        base = twenty_one_rules(rules).base
        for who, spot in hand.spots.items():
            own = table.ledger[wager_account(spot, base)]
            follows = who != hand.owner
            put_up = followed_double(rules, own, amount, hand.stake, table.stack(who)) if follows else amount
            if put_up:
                table.wager(who, "double", put_up, clause, spot=spot)

    def _split(self, table: Table, hand: Hand, cards: Cards) -> None:
        """Lay the second card beside the first as a hand of its own, with a wager equal to the original; who follows
        the hand and can't put up as much stays with the first one."""
        base, clause = twenty_one_rules(table.rules).base, self.clauses_of(table).split
        hands = table.layout.boxes[hand.box]
        place = split_hand(hand.box, len(hands) + 1)
        aces = rank(cards[0]) == ACE
        new = Hand(place, hand.owner, hand.stake, hand.box, split=True, split_ace=aces)
        hand.split, hand.split_ace = True, aces
        hands.insert(hands.index(hand) + 1, new)
        for who, spot in hand.spots.items():
            beside = split_hand(unsplit(spot), len(hands))
            stake = table.ledger[wager_account(spot, base)]
            if not stake or table.stack(who) < stake:
                continue
            if who != hand.owner:
                new.others[who] = beside
            elif beside != place:
                new.decider_spot = beside
            table.wager(who, base, stake, clause, spot=beside)
        table.place(hand.place, place, (cards[1],), clause)

    # A card drawn in error, or found face up

    def expose_card(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """The card lies open as the next one for whoever decides next, or for the dealer."""
        layout: Layout = table.layout
        turn = layout.turn
        yield from self.draw(table, EXPOSED, called.clause, owner=turn.owner if turn else "")
        layout.exposed = True
        return (turn.owner, LOOK_AGAIN) if turn else None

    def take_exposed(self, table: Table, place: str) -> None:
        card = table.hands[EXPOSED][0]
        table.place(EXPOSED, place, (card,), self.clauses_of(table).exposed)
        table.layout.exposed = bool(table.hands[EXPOSED])

    def discard_exposed(self, table: Table) -> None:
        table.discard(EXPOSED, self.clauses_of(table).unused)
        table.layout.exposed = False

    def discard_face_up(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """It is not used in the round; a second one makes the round void."""
        table.layout.face_up += 1
        if table.layout.face_up > 1:
            raise Void(self.clauses_of(table).more_face_up)
        yield from self.discard_next(table, called, who)
        return None

    def discard_next(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        yield from self.draw(table, MISDRAWN, called.clause)
        table.discard(MISDRAWN, called.clause)
        return None

    procedures = {
        "exposed card": Procedure(expose_card),
        "card found face up": Procedure(discard_face_up),
    }

    # The dealer's ace or ten

    def insure(self, table: Table) -> Play[None]:
        """Everybody may insure each wager, all at once and hand by hand."""
        waiting = [(hand, who) for hand in table.layout.hands() for who in hand.spots]
        left: dict[str, tuple[Ask, Hand]] = {}
        while True:
            for hand, who in list(waiting):
                if who not in left:
                    waiting.remove((hand, who))
                    if ask := self.insurance_ask(table, hand, who):
                        left[who] = ask, hand
            if not left:
                return
            who, choice = yield tuple(ask for ask, _ in left.values())
            _, hand = left.pop(who)
            spot = hand.spots[who]
            stake = table.ledger[wager_account(spot, twenty_one_rules(table.rules).base)]
            if choice.word != "no insurance" and stake:
                amount = choice.amount or most_insurance(table.rules, stake)
                table.wager(who, "insurance", amount, self.clauses_of(table).insure, spot=spot)

    def insurance_ask(self, table: Table, hand: Hand, who: str) -> Ask | None:
        """The offer to insure a wager; none to a player without the chips."""
        clauses, chip, stack = self.clauses_of(table), table.rules.chip, table.stack(who)
        known = twenty_one_rules(table.rules)
        stake = table.ledger[wager_account(hand.spots[who], known.base)]
        least, most = insurance_span(table.rules, stake)
        if not stake or not least <= most:
            return None
        if stack < least:
            table.withheld[who, "insurance"] = f"it takes at least {shown(least)}, and the stack is {shown(stack)}"
            return None
        any_amount = known.insurance_least < known.insurance_most
        stakes = () if any_amount or stack < most else (("insurance", most),)
        forms: list[Form] = [Words(("no insurance", "insurance") if stack >= most else ("no insurance",), stakes)]
        if any_amount:
            forms.append(Amount("insurance", least, min(most, stack // chip * chip), chip, clauses.insure))
        return Ask(who, "insurance", tuple(forms), clauses.insurance, "no insurance", about(hand, who), optional=True)

    def peek(self, table: Table, place: str) -> Play[bool]:
        """Whether the hole card makes a natural, which is said while the card is shown to nobody."""
        cards, clause = table.hands[place], self.clauses_of(table).peek
        ask, says = self.looks
        if HIDDEN not in cards:
            natural = is_blackjack(cards)
        else:
            words = Words((f"no {self.natural.lower()}", self.natural.lower()))
            choice = yield from asked(Ask(DEALER, ask, (words,), clause, words.words[0]))
            natural = choice.word == self.natural.lower()
        found = self.natural if natural else f"no {self.natural}"
        table.emit(Announced(DEALER, f"{says} {found}", clause))
        return natural


def about(hand: Hand, who: str = "") -> str:
    """The hand that an ask is about, where that is not plain from who is asked."""
    return "" if hand.place == (who or hand.owner) else hand.place


def worded(answer: str, hand: Hand) -> str:
    """An answer as it is announced, with the hand that it is about where that is not plain."""
    return Said("answer-about", answer=answer, hand=At(about(hand))) if about(hand) else answer


def _is_natural(hand: Hand, cards: Cards) -> bool:
    return is_blackjack(cards) and not hand.split


def is_31(rules: TwentyOneRules, cards: Cards) -> bool:
    """A hard 21, or a soft one of three or more cards, and a card of ten points, as far as the game knows them."""
    if len(cards) < 3 or points(cards[-1]) != 10:
        return False
    before, soft = _total(cards[:-1])
    return before == 21 and (rules.soft_31 and len(cards) > 3 if soft else rules.hard_31)


@lru_cache(maxsize=4096)
def least_double(rules: Rules, stake: int) -> int:
    """The least that a wager may be doubled for."""
    known, chip = twenty_one_rules(rules), rules.chip
    match known.double_for:
        case DoubleFor.FULL:
            return stake
        case DoubleFor.LESS:
            return min(chip, stake)
    return min(-(-rules.limits[known.base].minimum // chip) * chip, stake)


def followed_double(rules: Rules, own: int, amount: int, of: int, stack: int) -> int:
    """What a backline bettor puts up when the seat doubles `of` its wager by `amount`: the same share of the bettor's
    wager in chips and at least the least, or nothing where the stack does not have the whole of it (PD-7)."""
    chip = rules.chip
    put_up = max(own * amount // of // chip * chip, least_double(rules, own))
    return put_up if put_up <= stack else 0


def most_insurance(rules: Rules, stake: int) -> int:
    """In chips; rounded up or down as the rules have it."""
    return insurance_span(rules, stake)[1]


@lru_cache(maxsize=4096)
def insurance_span(rules: Rules, stake: int) -> tuple[int, int]:
    """The least and the most that a wager may be insured for, in chips; the most below the least where it can't be."""
    known, chip = twenty_one_rules(rules), rules.chip
    most = stake * known.insurance_most / chip
    least = stake * known.insurance_least / chip
    highest = (
        -(-most.numerator // most.denominator) if known.insurance_rounds_up else most.numerator // most.denominator
    )
    lowest = min(-(-least.numerator // least.denominator), highest)
    return max(lowest, 1) * chip, highest * chip


def dealer_stands(cards: Cards, *, hits_soft_17: bool = False) -> bool:
    counted, soft = _total(cards)
    return counted > 17 or (counted == 17 and not (soft and hits_soft_17))


def hand_at(layout: Layout, place: str) -> Hand:
    return next(hand for hand in layout.hands() if hand.place == place)


def up_card(table: Table) -> Card:
    return table.hands[DEALER][0]
