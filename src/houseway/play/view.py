"""What a viewer may have of a table: the one way out of the engine."""

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Any

from houseway.cards.card import HIDDEN, Card, text, without
from houseway.play import duties
from houseway.play.driver import STAFF, Driver
from houseway.play.event import SURVEILLANCE, CardEvent, Dealt, Discarded, Event, Placed, Revealed, SeedRevealed
from houseway.rules.money import dollars

_SEATS = ("seat ", "box ")  # a folded hand is shown as one


def seen(events: Iterable[Event], viewer: str) -> list[Event]:
    """The events as this viewer may know them."""
    return [event.seen_by(viewer) for event in events]


def history(events: Iterable[Event], viewer: str) -> list[dict[str, Any]]:
    return [event.data() for event in seen(events, viewer)]


def story(events: Iterable[Event], viewer: str) -> list[str]:
    return [event.words() for event in seen(events, viewer)]


def cards_in_sight(events: Iterable[Event], viewer: str) -> dict[str, tuple[Card, ...]]:
    """The cards at each place as this viewer sees them lie."""
    places: dict[str, tuple[Card, ...]] = {}
    for event in seen(events, viewer):
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
    return places


@dataclass(frozen=True)
class Lying:
    """What lies where for one viewer: the cards at each place, and which of them are in the discard rack by now."""

    cards: dict[str, tuple[Card, ...]]
    gone: frozenset[str]


def lying(events: Sequence[Event], viewer: str) -> Lying:
    """The cards as they lie, and as they lay before they were cleared away: hands that were folded, and all that the
    dealer took up when everything was dealt. A place that is used again shows what lies there now."""
    last = max((at for at, event in enumerate(events) if isinstance(event, (Dealt, Revealed))), default=0)
    later: set[str] = set()
    kept: list[Event] = []
    gone = set()
    for at, event in reversed(list(enumerate(events))):
        cleared = isinstance(event, Discarded) and (at > last or event.place.startswith(_SEATS))
        if isinstance(event, Discarded) and cleared and event.place not in later:
            gone.add(event.place)
            continue
        if isinstance(event, CardEvent):
            later.add(event.place)
        kept.append(event)
    return Lying(cards_in_sight(reversed(kept), viewer), frozenset(gone))


def view(driver: Driver, viewer: str, *, since: int = 0) -> dict[str, Any]:
    """The table as it stands, for one viewer: a seat, the public, the dealer, the floor or surveillance. Whoever has
    the first events already is told those `since`."""
    table = driver.table
    return {
        "viewer": viewer,
        "game": table.rules.game.id,
        "round": table.round,
        "stage": table.stage,
        "seats": {
            who: {
                "name": name,
                "stack": dollars(table.stack(who)),
                "wagers": {wager: dollars(amount) for wager, amount in table.staked(who).items()},
            }
            for who, name in table.seats.items()
        },
        "bank": table.bank.shown(table),
        "spots": {
            stake.account: {"owner": stake.owner, "amount": dollars(table.ledger[stake.account])}
            for stake in table.stakes.values()
            if stake.spot not in table.seats
        },
        "cards": {place: text(cards) for place, cards in cards_in_sight(driver.events, viewer).items()},
        "asks": [ask.data() if ask.who == viewer else ask.outline() for ask in driver.asks.values()],
        "events": history(driver.events[since:], viewer),
        **({"duties": [one.data() for one in duties.standing(table)]} if viewer in (*STAFF, SURVEILLANCE) else {}),
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
