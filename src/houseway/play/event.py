"""Everything that happens at a table, each thing a small frozen value that says who may see it.

An event is shown through `seen_by` and in no other way: the view, the history, every export and every log line
start from what it returns.
"""

import dataclasses
from collections.abc import Callable, Iterable
from functools import lru_cache
from typing import Any, ClassVar, Self, TypeVar

from houseway.cards import card
from houseway.cards.card import HIDDEN, Card
from houseway.cards.sealed import SealedDecks
from houseway.play.value import value
from houseway.rules.money import cents, dollars, shown

PUBLIC = "public"
SURVEILLANCE = "surveillance"  # sees every card that lies on the table, never the order of the stub


@value
class Event:
    """Something that happened. `words` tells it to a person, `data` to a program."""

    _encoders: ClassVar[dict[type, tuple[tuple[str, Callable[[Any], Any]], ...]]] = {}

    def seen_by(self, viewer: str) -> "Event":
        """The event as this viewer may have it."""
        return self

    def words(self) -> str:
        raise NotImplementedError

    def data(self) -> dict[str, Any]:
        kind = type(self)
        if kind not in Event._encoders:
            Event._encoders[kind] = tuple((field.name, _encoder(field)) for field in dataclasses.fields(self))
        encoded = {"event": kind.__name__[0].lower() + kind.__name__[1:]}
        for name, encode in Event._encoders[kind]:
            encoded[name] = encode(getattr(self, name))
        return encoded


def _encoder(field: "dataclasses.Field[Any]") -> Callable[[Any], Any]:
    if field.name == "cards":
        return card.text
    if field.name in ("amount", "stake", "net"):
        return dollars
    if field.name in ("seen", "added", "dice", "closed"):
        return lambda value: None if value is None else list(value)
    if field.name in ("sealed", "opened"):
        return dict
    if field.name == "commitment":
        return str
    return lambda value: value


def _without(encoded: dict[str, Any], name: str, empty: object) -> dict[str, Any]:
    """An event's data without a part that says nothing."""
    if encoded[name] == empty:
        del encoded[name]
    return encoded


def _seat(who: str) -> str:
    return who[0].upper() + who[1:]


def _all(seats: Iterable[str]) -> str:
    *others, last = seats
    return f"{', '.join(others)} and {last}" if others else last


def _at(spot: str, who: str) -> str:
    return f" at {spot}" if spot != who else ""


def _clause(clause: str) -> str:
    return f" ({clause})" if clause else ""


@value
class RoundBegan(Event):
    round: int
    game: str
    now: int
    commitment: str | SealedDecks  # to the seed, or to every card of the decks by itself

    def data(self) -> dict[str, Any]:
        sealed = self.commitment.sizes() if isinstance(self.commitment, SealedDecks) else None
        return Event.data(self) | ({"decks": sealed} if sealed else {})

    def words(self) -> str:
        return f"Round {self.round} of {self.game} begins. The shuffle is committed to: {str(self.commitment)[:16]}…"


@value
class BoughtIn(Event):
    who: str
    name: str
    amount: int

    def words(self) -> str:
        return f"{_seat(self.who)} ({self.name}) buys in for {shown(self.amount)}."


@value
class CashedOut(Event):
    who: str
    amount: int

    def words(self) -> str:
        return f"{_seat(self.who)} cashes out {shown(self.amount)}."


@value
class Filled(Event):
    amount: int

    def words(self) -> str:
        return f"The table inventory is filled with {shown(self.amount)}."


@value
class Wagered(Event):
    who: str
    spot: str
    wager: str
    amount: int
    clause: str

    def words(self) -> str:
        at = _at(self.spot, self.who)
        return f"{_seat(self.who)} wagers {shown(self.amount)} on {self.wager}{at}{_clause(self.clause)}."


@value
class SatOut(Event):
    who: str

    def words(self) -> str:
        return f"{_seat(self.who)} sits out."


@value
class WordsSealed(Event):
    """Seats have sealed words of their own for the shuffle, before anybody knew the house's commitment."""

    sealed: tuple[tuple[str, str], ...]

    def words(self) -> str:
        return f"Words for the shuffle are sealed by {_all(who for who, _ in self.sealed)}."


@value
class WordsOpened(Event):
    """The sealed words are open, all at once; words that were kept closed do not count."""

    opened: tuple[tuple[str, str], ...]
    closed: tuple[str, ...] = ()

    def words(self) -> str:
        kept = f"{_all(self.closed)} kept theirs closed, and they do not count" if self.closed else ""
        if not self.opened:
            return f"Words for the shuffle are not opened: {kept}."
        opened = f"Words for the shuffle are opened by {_all(who for who, _ in self.opened)}"
        return f"{opened}; {kept}." if kept else f"{opened}."


@value
class BetsClosed(Event):
    clause: str

    def words(self) -> str:
        return f"“No more bets”{_clause(self.clause)}."


@value
class Shuffled(Event):
    deck: str
    count: int
    added: tuple[str, ...]
    clause: str

    def words(self) -> str:
        return f"{self.count} cards are shuffled{f', the {self.deck} deck' if self.deck else ''}{_clause(self.clause)}."


@value
class Cut(Event):
    who: str
    depth: int
    clause: str

    def words(self) -> str:
        return f"{_seat(self.who)} cuts {self.depth} cards from the top{_clause(self.clause)}."


@value
class CardEvent(Event):
    """Cards at a place; whoever is not among `seen` is shown how many they are and no more."""

    place: str
    cards: tuple[Card, ...]
    seen: tuple[str, ...] | None  # None: everyone
    clause: str

    def seen_by(self, viewer: str) -> Self:
        if self.seen is None or viewer in self.seen or viewer == SURVEILLANCE:
            return self
        hidden: Self = _face_down(self)
        return hidden

    def _at(self) -> str:
        return self.place

    def _these(self) -> str:
        if HIDDEN in self.cards:
            return "a card" if len(self.cards) == 1 else f"{len(self.cards)} cards"
        return card.text(self.cards)


Cards = TypeVar("Cards", bound=CardEvent)


@lru_cache(maxsize=4096)
def _face_down(event: Cards) -> Cards:
    """Cards as those see them who may not: one value for all of them."""
    return dataclasses.replace(event, cards=(HIDDEN,) * len(event.cards))


@value
class Dealt(CardEvent):
    def words(self) -> str:
        facing = "face up" if self.seen is None else "face down"
        return f"{_seat(self.place)} is dealt {self._these()} {facing}{_clause(self.clause)}."


@value
class Burned(CardEvent):
    def words(self) -> str:
        return f"The dealer burns {self._these()}{_clause(self.clause)}."


@value
class Revealed(CardEvent):
    def words(self) -> str:
        return f"{_seat(self.place)} is turned over: {self._these()}{_clause(self.clause)}."


@value
class Discarded(CardEvent):
    def words(self) -> str:
        return f"The cards of {self.place} go to the discard rack{_clause(self.clause)}."


@value
class Placed(CardEvent):
    """Cards that a player laid from one place to another; they stay as open or as hidden as `seen` says."""

    origin: str

    def words(self) -> str:
        facing = "" if self.seen is None else " face down"
        if not self.place.startswith(f"{self.origin} "):
            return f"From {self.origin} to {self.place}: {self._these()}{facing}{_clause(self.clause)}."
        where = self.place.removeprefix(self.origin + " ")
        return f"{_seat(self.origin)} puts {self._these()}{facing} at {where}{_clause(self.clause)}."


@value
class Acted(Event):
    """A decision that moves no money by itself: a fold, a check, a stand."""

    who: str
    ask: str
    answer: str
    clause: str

    def words(self) -> str:
        return f"{_seat(self.who)}: {self.answer}{_clause(self.clause)}."


@value
class Announced(Event):
    """Something that is said aloud; with it the dealer may lay the puck on a number, or off again with 0."""

    who: str
    what: str
    clause: str
    puck: int | None = None

    def data(self) -> dict[str, Any]:
        return _without(Event.data(self), "puck", None)

    def words(self) -> str:
        return f"{_seat(self.who)}: {self.what}{_clause(self.clause)}."


@value
class Paid(Event):
    """A wager won: its stake goes back and the winnings come with it."""

    who: str
    spot: str
    wager: str
    stake: int
    amount: int
    odds: str
    hand: str
    clause: str
    note: str = ""

    def words(self) -> str:
        note = f"; {self.note}" if self.note else ""
        hand = f" for {self.hand}" if self.hand else ""
        return (
            f"{_seat(self.who)}: {self.wager}{_at(self.spot, self.who)} wins {shown(self.amount)} "
            f"on {shown(self.stake)} at {self.odds}{hand}{note}{_clause(self.clause)}."
        )


@value
class Awarded(Paid):
    """A fixed prize that no stake stands behind."""

    def words(self) -> str:
        hand = f" for {self.hand}" if self.hand else ""
        return f"{_seat(self.who)} is paid {shown(self.amount)}: {self.wager}{hand}{_clause(self.clause)}."


@value
class Collected(Event):
    who: str
    spot: str
    wager: str
    amount: int
    hand: str
    clause: str
    note: str = ""

    def words(self) -> str:
        hand = f" with {self.hand}" if self.hand else ""
        note = f"; {self.note}" if self.note else ""
        wager = f"{self.wager}{_at(self.spot, self.who)}"
        return f"{_seat(self.who)}: {wager} loses {shown(self.amount)}{hand}{note}{_clause(self.clause)}."


@value
class Returned(Event):
    who: str
    spot: str
    wager: str
    amount: int
    hand: str
    clause: str
    note: str = "push"

    def words(self) -> str:
        note = f" with {self.hand}; {self.note}" if self.hand else f", {self.note}"
        wager = f"{self.wager}{_at(self.spot, self.who)}"
        return f"{_seat(self.who)}: {wager} gets back {shown(self.amount)}{note}{_clause(self.clause)}."


@value
class TakenBack(Event):
    """Winnings of a round that was then declared void."""

    who: str
    wager: str
    amount: int
    clause: str

    def words(self) -> str:
        return f"{_seat(self.who)} gives back {shown(self.amount)} won on {self.wager}{_clause(self.clause)}."


@value
class Scored(Event):
    """Points won by one hand from another; what they come to is paid over when the two have been compared."""

    spot: str
    against: str
    what: str
    points: str
    clause: str

    def words(self) -> str:
        many = "point" if self.points == "1" else "points"
        return f"{_seat(self.spot)} wins {self.points} {many} from {self.against}: {self.what}{_clause(self.clause)}."


@value
class PaidOver(Event):
    """Chips that one player gives another."""

    who: str
    to: str
    amount: int
    points: str
    what: str
    clause: str
    note: str = ""

    def words(self) -> str:
        note = f"; {self.note}" if self.note else ""
        many = "point" if self.points == "1" else "points"
        return (
            f"{_seat(self.who)} pays {self.to} {shown(self.amount)} for {self.points} {many}, {self.what}"
            f"{note}{_clause(self.clause)}."
        )


@value
class FeeTaken(Event):
    who: str
    amount: int
    clause: str
    note: str = ""  # what it is taken on, where that says more than the clause

    def data(self) -> dict[str, Any]:
        return _without(Event.data(self), "note", "")

    def words(self) -> str:
        note = f", {self.note}" if self.note else ""
        return f"{_seat(self.who)} pays a collection of {shown(self.amount)}{note}{_clause(self.clause)}."


@value
class MeterMoved(Event):
    """A progressive meter gains or gives up money; what it gains comes from the table inventory."""

    meter: str
    amount: int
    stands: str
    why: str
    clause: str

    def words(self) -> str:
        return f"The {self.meter} meter {self.why}: it stands at {shown(cents(self.stands))}{_clause(self.clause)}."


@value
class Spun(Event):
    """A wheel has come to rest: on which of its stops, counted from 0, and what is there. The stop is the number that
    the round's shuffle gives for `label` below `stops`; without a label the dealer said where a real wheel stopped."""

    who: str
    wheel: str
    stop: int
    stops: int
    symbol: str
    label: str
    clause: str

    def words(self) -> str:
        symbol = " and ".join(f"${part}" if part.isdecimal() else part for part in self.symbol.split(" and "))
        return (
            f"{_seat(self.who)} spins {self.wheel}: stop {self.stop + 1} of {self.stops}, {symbol}"
            f"{_clause(self.clause)}."
        )


@value
class Called(Event):
    """An irregularity, a violation, or a player's leaving, called by somebody."""

    by: str
    irregularity: str
    who: str
    what: str
    clause: str

    def words(self) -> str:
        if not self.irregularity:
            return f"{_seat(self.who)} {self.what}{_clause(self.clause)}."
        whose = f" at {self.who}" if self.who else ""
        return f"{_seat(self.by)} calls{whose}: {self.what}{_clause(self.clause)}."


@value
class Voided(Event):
    clause: str

    def words(self) -> str:
        return f"The round is void and all wagers go back{_clause(self.clause)}."


@value
class DutyDue(Event):
    duty: str
    what: str
    clause: str

    def words(self) -> str:
        return f"Due: {self.what}{_clause(self.clause)}."


@value
class DutyOverdue(DutyDue):
    """It was due already when the last round began."""

    def words(self) -> str:
        return f"Overdue: {self.what}{_clause(self.clause)}."


@value
class TableOpened(Event):
    by: str
    now: int

    def words(self) -> str:
        return f"{_seat(self.by)} opens the table: decks have come to it."


@value
class DutyDone(Event):
    duty: str
    by: str
    what: str
    now: int
    clause: str

    def words(self) -> str:
        return f"{_seat(self.by)} has done: {self.what}{_clause(self.clause)}."


@value
class SeedRevealed(Event):
    """The seed of a shuffle that is over; with it anyone can deal the cards again."""

    round: int
    seed: str
    staff_only: bool = False

    def seen_by(self, viewer: str) -> Self:
        if self.staff_only and viewer != SURVEILLANCE:
            return dataclasses.replace(self, seed="")
        return self

    def words(self) -> str:
        return f"The seed of round {self.round} was {self.seed}." if self.seed else "The seed is kept by the house."


@value
class RoundEnded(Event):
    round: int

    def words(self) -> str:
        return f"Round {self.round} is over."
