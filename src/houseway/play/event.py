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
from houseway.play.note import NO_NOTE, PUSHED, Note
from houseway.play.sentences import (
    At,
    Clause,
    Deed,
    Language,
    Made,
    Money,
    Sentence,
    Several,
    Shown,
    Value,
    WagerNamed,
    english,
)
from houseway.play.value import value
from houseway.rules.money import cents, dollars

PUBLIC = "public"
SURVEILLANCE = "surveillance"  # sees every card that lies on the table, never the order of the stub


@value
class Event:
    """Something that happened. `sentence` tells it to a person, `data` to a program.

    `english.toml` has its sentence, by the event's name in its data. A template takes its values from the event:
    from fields by their names, and from properties where a field does not say it as a person does.
    An event of a game from outside the package has no template there: it overrides `sentence`.
    """

    variants: ClassVar[tuple[str, ...]] = ()  # templates that the event chooses from, where one is not enough
    _encoders: ClassVar[dict[type, tuple[tuple[str, Callable[[Any], Any]], ...]]] = {}

    def seen_by(self, viewer: str) -> "Event":
        """The event as this viewer may have it."""
        return self

    @property
    def variant(self) -> str:
        """Which of its variants tells it."""
        return ""

    def sentence(self, reader: str = "", language: Language | None = None) -> Sentence:
        """What happened, in a language (English, if none is given). A reader at the table, as `seat 1`, is told "you".

        It is made from what the event has: for somebody who may not see everything, from `seen_by`.
        """
        return _sentence(self, reader, language or english())

    def words(self) -> str:
        """The sentence as plain English text, told to nobody in particular."""
        return str(self.sentence())

    @classmethod
    def kind(cls) -> str:
        """What its data calls it: `roundBegan`."""
        return cls.__name__[0].lower() + cls.__name__[1:]

    def __repr__(self) -> str:
        return f"<{type(self).__name__}: {self.words()}>"

    def data(self) -> dict[str, Any]:
        kind = type(self)
        if kind not in Event._encoders:
            Event._encoders[kind] = tuple((field.name, _encoder(field)) for field in dataclasses.fields(self))
        encoded = {"event": kind.kind()}
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
    if field.name in ("commitment", "note"):
        return str
    return lambda value: value


@lru_cache(maxsize=4096)
def _sentence(event: Event, reader: str, language: Language) -> Sentence:
    """A page tells a whole round again at every step, and trees of games have the same events again and again."""
    name, variant = event.kind(), event.variant
    key = f"{name}.{variant}" if variant else name
    if key not in language.asked:
        raise NotImplementedError(f"{key} is not in {language.name}: {type(event).__name__} must override `sentence`")
    values = {name: _spoken(name, getattr(event, name)) for name in language.asked[key]}
    return language.sentence(key, values, reader)


def _without(encoded: dict[str, Any], name: str, empty: object) -> dict[str, Any]:
    """An event's data without a part that says nothing."""
    if encoded[name] == empty:
        del encoded[name]
    return encoded


_SPOKEN: dict[str, Callable[[Any], Value]] = {  # what fields hold, by their names
    **dict.fromkeys(("who", "whose", "by", "to", "seat", "spot", "against", "place", "origin"), At),
    **dict.fromkeys(("amount", "stake"), Money),
    "cards": Shown,
    "wager": WagerNamed,
    "hand": Made,
    "clause": Clause,
}


def _spoken(name: str, value: Any) -> Value | None:
    """A field's value as a sentence has it; a property says by itself what it is."""
    if value is None or value == "":
        return None
    if (kind := _SPOKEN.get(name)) is not None:
        return kind(value)
    return value if isinstance(value, Value) else str(value)


def listed(places: Iterable[str], *, joined: bool = True) -> Several:
    """Several seats, in a sentence."""
    return Several(tuple(map(At, places)), joined)


def elsewhere(spot: str, who: str) -> At | None:
    """Where a wager lies, if not at the bettor's own seat."""
    return At(spot) if spot != who else None


def won_or_lost(net: int) -> str:
    """The variant that tells how somebody came out."""
    return "won" if net > 0 else "lost" if net else "even"


@value
class RoundBegan(Event):
    round: int
    game: str
    now: int
    commitment: str | SealedDecks  # to the seed, or to every card of the decks by itself

    def data(self) -> dict[str, Any]:
        sealed = self.commitment.sizes() if isinstance(self.commitment, SealedDecks) else None
        return Event.data(self) | ({"decks": sealed} if sealed else {})

    @property
    def committed(self) -> str:
        return str(self.commitment)[:16]


@value
class BoughtIn(Event):
    who: str
    name: str
    amount: int


@value
class CashedOut(Event):
    who: str
    amount: int


@value
class Filled(Event):
    amount: int


@value
class Wagered(Event):
    who: str
    spot: str
    wager: str
    amount: int
    clause: str

    @property
    def elsewhere(self) -> At | None:
        return elsewhere(self.spot, self.who)


@value
class SatOut(Event):
    who: str


@value
class WordsSealed(Event):
    """Seats have sealed words of their own for the shuffle, before anybody knew the house's commitment."""

    sealed: tuple[tuple[str, str], ...]

    @property
    def sealers(self) -> Several:
        return listed(who for who, _ in self.sealed)


@value
class WordsOpened(Event):
    """The sealed words are open, all at once; words that were kept closed do not count."""

    opened: tuple[tuple[str, str], ...]
    closed: tuple[str, ...] = ()

    variants = "all", "some", "none"

    @property
    def variant(self) -> str:
        return ("some" if self.closed else "all") if self.opened else "none"

    @property
    def openers(self) -> Several:
        return listed(who for who, _ in self.opened)

    @property
    def keepers(self) -> Several:
        return listed(self.closed)


@value
class BetsClosed(Event):
    clause: str


@value
class Shuffled(Event):
    deck: str
    count: int
    added: tuple[str, ...]
    clause: str


@value
class Cut(Event):
    who: str
    depth: int
    clause: str


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

    @property
    def these(self) -> Shown:
        return Shown(self.cards)


Cards = TypeVar("Cards", bound=CardEvent)


@lru_cache(maxsize=4096)
def _face_down(event: Cards) -> Cards:
    """Cards as those see them who may not: one value for all of them."""
    return dataclasses.replace(event, cards=(HIDDEN,) * len(event.cards))


@value
class Dealt(CardEvent):
    variants = "up", "down"

    @property
    def variant(self) -> str:
        return "up" if self.seen is None else "down"


@value
class Burned(CardEvent):
    pass


@value
class Revealed(CardEvent):
    pass


@value
class Discarded(CardEvent):
    variants = "one", "all"  # all that is cleared away at one time has no place

    @property
    def variant(self) -> str:
        return "one" if self.place else "all"


@value
class Placed(CardEvent):
    """Cards that a player laid from one place to another; they stay as open or as hidden as `seen` says."""

    origin: str

    variants = "at", "down-at", "moved", "moved-down"

    @property
    def variant(self) -> str:
        own = self.place.startswith(f"{self.origin} ")
        return {(True, True): "at", (True, False): "down-at", (False, True): "moved"}.get(
            (own, self.seen is None), "moved-down"
        )

    @property
    def where(self) -> str:
        return self.place.removeprefix(f"{self.origin} ")


@value
class Acted(Event):
    """A decision that moves no money by itself: a fold, a check, a stand."""

    who: str
    ask: str
    answer: str
    clause: str


@value
class Announced(Event):
    """Something that is said aloud; with it the dealer may lay the puck on a number, or off again with 0."""

    who: str
    what: str
    clause: str
    puck: int | None = None

    def data(self) -> dict[str, Any]:
        return _without(Event.data(self), "puck", None)

    variants = "said", "done"

    @property
    def variant(self) -> str:
        return "done" if isinstance(self.what, Deed) else "said"


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
    note: Note = NO_NOTE

    @property
    def elsewhere(self) -> At | None:
        return elsewhere(self.spot, self.who)


@value
class Awarded(Paid):
    """A fixed prize that no stake stands behind."""


@value
class Collected(Event):
    who: str
    spot: str
    wager: str
    amount: int
    hand: str
    clause: str
    note: Note = NO_NOTE

    @property
    def elsewhere(self) -> At | None:
        return elsewhere(self.spot, self.who)


@value
class Returned(Event):
    who: str
    spot: str
    wager: str
    amount: int
    hand: str
    clause: str
    note: Note = PUSHED

    variants = "hand", "plain"

    @property
    def variant(self) -> str:
        return "hand" if self.hand else "plain"

    @property
    def elsewhere(self) -> At | None:
        return elsewhere(self.spot, self.who)


@value
class TakenBack(Event):
    """Winnings of a round that was then declared void."""

    who: str
    wager: str
    amount: int
    clause: str


@value
class Scored(Event):
    """Points won by one hand from another; what they come to is paid over when the two have been compared."""

    spot: str
    against: str
    what: str
    points: str
    clause: str


@value
class PaidOver(Event):
    """Chips that one player gives another."""

    who: str
    to: str
    amount: int
    points: str
    what: str
    clause: str
    note: Note = NO_NOTE


@value
class FeeTaken(Event):
    who: str
    amount: int
    clause: str
    note: str = ""  # what it is taken on, where that says more than the clause

    def data(self) -> dict[str, Any]:
        return _without(Event.data(self), "note", "")


@value
class MeterMoved(Event):
    """A progressive meter gains or gives up money; what it gains comes from the table inventory."""

    meter: str
    amount: int
    stands: str
    why: str
    clause: str

    @property
    def standing(self) -> Money:
        return Money(cents(self.stands))


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

    @property
    def number(self) -> int:
        return self.stop + 1

    @property
    def prize(self) -> str:
        return " and ".join(f"${part}" if part.isdecimal() else part for part in self.symbol.split(" and "))


@value
class Called(Event):
    """An irregularity, a violation, or a player's leaving, called by somebody."""

    by: str
    irregularity: str
    who: str
    what: str
    clause: str

    variants = "irregularity", "left"

    @property
    def variant(self) -> str:
        return "irregularity" if self.irregularity else "left"


@value
class Voided(Event):
    clause: str


@value
class DutyDue(Event):
    duty: str
    what: str
    clause: str


@value
class DutyOverdue(DutyDue):
    """It was due already when the last round began."""


@value
class TableOpened(Event):
    by: str
    now: int


@value
class DutyDone(Event):
    duty: str
    by: str
    what: str
    now: int
    clause: str


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

    variants = "shown", "kept"

    @property
    def variant(self) -> str:
        return "shown" if self.seed else "kept"


@value
class RoundEnded(Event):
    round: int
