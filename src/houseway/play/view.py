"""What a viewer may have of a table: the one way out of the engine."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import HIDDEN, Card, text, without
from houseway.cards.sealed import Opening, SealedDecks
from houseway.play import duties
from houseway.play.ask import Ask
from houseway.play.driver import STAFF, Driver
from houseway.play.event import (
    SURVEILLANCE,
    CardEvent,
    Dealt,
    Discarded,
    Event,
    Placed,
    Revealed,
    RoundBegan,
    SeedRevealed,
    Shuffled,
)
from houseway.play.places import Place
from houseway.rules.money import dollars


def seen(events: Iterable[Event], viewer: str) -> list[Event]:
    """The events as this viewer may know them."""
    return [event.seen_by(viewer) for event in events]


def history(events: Iterable[Event], viewer: str) -> list[dict[str, Any]]:
    return [event.data() for event in seen(events, viewer)]


def story(events: Iterable[Event], viewer: str) -> list[str]:
    return [event.words() for event in seen(events, viewer)]


class Sight:
    """The cards of one round as one viewer sees them, each event looked at once however often somebody asks."""

    def __init__(self, events: Sequence[Event], viewer: str) -> None:
        self._events, self._viewer = events, viewer
        self._looked = 0  # at so many events
        self._places: dict[str, tuple[Card, ...]] = {}
        self._texts: dict[str, str] = {}  # the same in letters
        began = events[0] if events else None
        sealed = isinstance(began, RoundBegan) and isinstance(began.commitment, SealedDecks)
        self._sealed = began.commitment if isinstance(began, RoundBegan) and sealed else None
        self._labels = iter(self._sealed.decks if isinstance(self._sealed, SealedDecks) else ())
        self._label = ""
        self._shown: set[tuple[str, Card]] = set()
        self._provable: list[tuple[int, str, list[Card]]] = []  # by event: what was first shown there, of which deck

    def _look(self) -> None:
        events = self._events
        for at in range(self._looked, len(events)):
            event = events[at].seen_by(self._viewer)
            if isinstance(event, CardEvent):
                _lay(self._places, event)
                self._touched(event.place)
                if isinstance(event, Placed):
                    self._touched(event.origin)
                if self._sealed is not None:
                    self._prove(at, event)
            elif isinstance(event, Shuffled):
                self._label = next(self._labels, "")
        self._looked = len(events)

    def _prove(self, at: int, event: CardEvent) -> None:
        label = self._label
        cards = [one for one in event.cards if one != HIDDEN and (label, one) not in self._shown]
        self._shown.update((label, one) for one in cards)
        if label and cards:
            self._provable.append((at, label, cards))

    def _touched(self, place: str) -> None:
        if place in self._places:
            self._texts[place] = text(self._places[place])
        else:
            self._texts.pop(place, None)

    def cards(self) -> dict[str, str]:
        """The cards at each place as they lie now."""
        self._look()
        return self._texts.copy()

    def openings(self, since: int) -> list[Opening]:
        """What proves each card that was first shown by the events `since` some moment."""
        self._look()
        if not isinstance(self._sealed, SealedDecks):
            return []
        found: list[Opening] = []
        for at, label, cards in self._provable:
            if at >= since:
                found += self._sealed.openings(label, cards)
        return found


def openings(events: Sequence[Event], viewer: str, *, since: int = 0) -> list[Opening]:
    """What proves each card that this viewer was shown, by the events `since` some moment, where the house has
    committed to every card by itself."""
    return Sight(events, viewer).openings(since)


def cards_in_sight(events: Iterable[Event], viewer: str) -> dict[str, tuple[Card, ...]]:
    """The cards at each place as this viewer sees them lie."""
    return _laid(seen(events, viewer))


def _laid(events: Iterable[Event]) -> dict[str, tuple[Card, ...]]:
    places: dict[str, tuple[Card, ...]] = {}
    for event in events:
        if isinstance(event, CardEvent):
            _lay(places, event)
    return places


def _lay(places: dict[str, tuple[Card, ...]], event: CardEvent) -> None:
    """What an event changes of the cards that lie there."""
    if isinstance(event, Dealt):
        places[event.place] = (*places.get(event.place, ()), *event.cards)
    elif isinstance(event, Revealed):
        places[event.place] = event.cards
    elif isinstance(event, Placed):
        held = places.get(event.origin, ())
        if not (left := without(held, [one if one in held else HIDDEN for one in event.cards])):
            places.pop(event.origin)
        else:
            places[event.origin] = left
        places[event.place] = (*places.get(event.place, ()), *event.cards)
    elif isinstance(event, Discarded):
        places.pop(event.place, None)


@dataclass(frozen=True)
class Lying:
    """What lies where for one viewer: the cards at each place, and which of them are in the discard rack by now."""

    cards: dict[str, tuple[Card, ...]]
    gone: frozenset[str]


def lying(events: Sequence[Event], viewer: str) -> Lying:
    """The cards as they lie, and as they lay before they were cleared away: hands that were folded, and all that the
    dealer took up when everything was dealt. A place that is used again shows what lies there now."""
    kept, gone = _cleared(events)
    return Lying(cards_in_sight(kept, viewer), gone)


def _cleared(events: Sequence[Event]) -> tuple[list[Event], frozenset[str]]:
    """The events without those that clear cards away which are to be seen still, and the places where they lay."""
    last = max((at for at, event in enumerate(events) if isinstance(event, (Dealt, Revealed))), default=0)
    later: set[str] = set()
    kept: list[Event] = []
    gone = set()
    for at, event in reversed(list(enumerate(events))):
        if not isinstance(event, CardEvent):
            continue
        cleared = isinstance(event, Discarded) and (at > last or Place.read(event.place).is_position)
        if cleared and event.place not in later:
            gone.add(event.place)
            continue
        later.add(event.place)
        kept.append(event)
    return kept[::-1], frozenset(gone)


class Showing:
    """A table shown to all who watch it: what everybody sees alike is put together once, and each event is looked at
    once for each viewer. It lasts for a round."""

    def __init__(self, driver: Driver) -> None:
        self._driver, self._events = driver, driver.events
        self._sights: dict[str, Sight] = {}
        self._asked: dict[str, tuple[Ask, dict[str, Any]]] = {}
        self._upto = 0  # events that the next two are of
        self._told: dict[int, tuple[Event, dict[str, Any]]] = {}  # events as they are seen, by their identity
        self._kept: tuple[list[Event], frozenset[str]] | None = None

    def shows(self, driver: Driver) -> bool:
        """It is this table that it shows, and this round."""
        return self._driver is driver and self._events is driver.events

    def alike(self) -> dict[str, Any]:
        """What everybody sees of the table as it stands."""
        table = self._driver.table
        ledger, staked = table.ledger, {who: dict[str, str]() for who in table.seats}
        spots = {}
        for stake in table.stakes.values():
            if stake.spot in staked:
                staked[stake.spot][stake.wager] = dollars(ledger[stake.account])
            else:
                spots[stake.account] = {"owner": stake.owner, "amount": dollars(ledger[stake.account])}
        return {
            "game": table.rules.game.id,
            "round": table.round,
            "stage": table.stage,
            "seats": {
                who: {"name": name, "stack": dollars(table.stack(who)), "wagers": staked[who]}
                for who, name in table.seats.items()
            },
            "bank": table.bank.shown(table),
            "spots": spots,
            **({"awaits_words": list(table.sealed)} if table.awaits_words else {}),
        }

    def own(self, viewer: str, *, since: int = 0) -> dict[str, Any]:
        """What one viewer sees of it besides; whoever has the first events already is told those `since`."""
        driver, sight = self._driver, self._sight(viewer)
        proofs = sight.openings(since)
        return {
            "viewer": viewer,
            "cards": sight.cards(),
            "asks": [self._ask(ask, viewer) for ask in driver.asks.values()],
            "events": self._history(viewer, since),
            **({"openings": [one.data() for one in proofs]} if proofs else {}),
            **(
                {"duties": [one.data() for one in duties.standing(driver.table)]}
                if viewer in (*STAFF, SURVEILLANCE)
                else {}
            ),
        }

    def lying(self, viewer: str) -> Lying:
        """The cards as they lie, and as they lay before they were cleared away."""
        self._refresh()
        if self._kept is None:
            self._kept = _cleared(self._events)
        return Lying(cards_in_sight(self._kept[0], viewer), self._kept[1])

    def _sight(self, viewer: str) -> Sight:
        if viewer not in self._sights:
            self._sights[viewer] = Sight(self._events, viewer)
        return self._sights[viewer]

    def _ask(self, ask: Ask, viewer: str) -> dict[str, Any]:
        if ask.who != viewer:
            return ask.outline()
        known = self._asked.get(viewer)
        if known is None or known[0] is not ask:
            known = self._asked[viewer] = ask, ask.data()
        return known[1]

    def _history(self, viewer: str, since: int) -> list[dict[str, Any]]:
        self._refresh()
        found = []
        for at in range(since, len(self._events)):
            event = self._events[at].seen_by(viewer)
            known = self._told.get(id(event))
            if known is None:
                known = self._told[id(event)] = event, event.data()
            found.append(known[1])
        return found

    def _refresh(self) -> None:
        if self._upto != len(self._events):
            self._upto, self._told, self._kept = len(self._events), {}, None


def view(driver: Driver, viewer: str, *, since: int = 0) -> dict[str, Any]:
    """The table as it stands, for one viewer: a seat, the public, the dealer, the floor or surveillance. Whoever has
    the first events already is told those `since`."""
    showing = Showing(driver)
    return {**showing.alike(), **showing.own(viewer, since=since)}


def round_told(driver: Driver, viewer: str) -> dict[str, Any]:
    """A round as this viewer may see it, with all that it takes to hold it to what was committed to: `openings` where
    each card is committed to by itself, what is on each wheel stop after stop, and whether the cards are real."""
    progressive = driver.table.rules.progressive
    return {
        "game": driver.game.id,
        "round": driver.table.round,
        "viewer": viewer,
        "by_hand": driver.header["source"]["cards"] == "entered",
        "cards": {place: text(cards) for place, cards in cards_in_sight(driver.events, viewer).items()},
        "wheels": [
            {
                "wheel": progressive.wheels[name].name,
                "on": [{"symbol": symbol, "stops": many} for symbol, many in stops.items()],
            }
            for name, stops in progressive.stops.items()
        ],
        "events": history(driver.events, viewer),
        "openings": [one.data() for one in openings(driver.events, viewer)],
        "story": story(driver.events, viewer),
    }


def exported(driver: Driver, viewer: str) -> str:
    """The journal as JSON lines. What would tell a card that this viewer may not know is left out: while the seed is
    secret, the seed, the shoe and what others have answered; a journal with gaps can be read, and not replayed."""
    revealed = any(
        isinstance(event, SeedRevealed) and event.round == driver.table.round and event.seed
        for event in seen(driver.events, viewer)
    )
    header, entries = dict(driver.header), list(driver.journal)
    if not revealed or driver.table.shoe.cards:  # a shoe that is still dealt from outlives the round's own seed
        header["table"] = {**header["table"], "shoe": None, "memory": None}
        header["source"] = None
    if not revealed:
        entries = [_withheld(entry, viewer) for entry in entries]
    return "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in (header, *entries))


def _withheld(entry: dict[str, Any], viewer: str) -> dict[str, Any]:
    if entry["do"] == "begin":
        return {**entry, "seed": None}
    if entry["do"] == "answer" and entry["who"] != viewer and viewer != SURVEILLANCE:
        return {**entry, "text": None}
    return entry
