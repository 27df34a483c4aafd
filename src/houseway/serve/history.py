"""What was played at a table."""

import json
from typing import Any

import sqlalchemy as sa

from houseway.cards.card import text
from houseway.play.driver import Driver
from houseway.play.event import CardEvent, Dealt, Discarded, Event, Revealed
from houseway.play.view import cards_in_sight
from houseway.serve import store as kept_in
from houseway.serve.store import Store

AT_ONCE = 50
_SEATS = ("seat ", "box ")  # a folded hand is shown as one


async def rounds_of(store: Store, table: int, *, before: int) -> list[dict[str, Any]]:
    """The rounds below a number, latest first, with when they began and how many sat there."""
    snaps, entries = kept_in.snapshots, kept_in.entries
    asked = (
        sa.select(snaps.c.round, snaps.c.sitting, snaps.c.header, entries.c.record)
        .join(entries, sa.and_(entries.c.table == snaps.c.table, entries.c.number == snaps.c.number))
        .where(snaps.c.table == table, snaps.c.round > 0, snaps.c.round < before)
        .order_by(snaps.c.round.desc())
        .limit(AT_ONCE)
    )
    rows = await store.read(lambda c: c.execute(asked).mappings().all())
    return [
        {
            "round": row["round"],
            "began": json.loads(row["record"])["at"],
            "seats": len(json.loads(row["header"])["table"]["seats"]),
        }
        for row in rows
    ]


def lying(driver: Driver, eyes: str, *, upto: int | None = None) -> dict[str, Any]:
    """The cards as somebody sees them lie, also hands that were folded and what was cleared away when all was dealt;
    and who won what."""
    events = driver.events[:upto]
    last = max((at for at, event in enumerate(events) if isinstance(event, (Dealt, Revealed))), default=0)
    later: set[str] = set()  # places that are used again
    kept: list[Event] = []
    gone = []
    for at, event in reversed(list(enumerate(events))):
        cleared = at > last or event.place.startswith(_SEATS) if isinstance(event, Discarded) else False
        if isinstance(event, Discarded) and cleared and event.place not in later:
            gone.append(event.place)
            continue
        if isinstance(event, CardEvent):
            later.add(event.place)
        kept.append(event)
    cards = cards_in_sight(reversed(kept), eyes)
    lies: dict[str, Any] = {"cards": {place: text(cards) for place, cards in cards.items()}, "gone": gone}
    if not driver.open and upto is None:
        lies["net"] = net(driver)
    return lies


def net(driver: Driver) -> dict[str, int]:
    """What each seat has won or lost since the round began, whoever banked it."""
    table, before = driver.table, driver.header["table"]["accounts"]
    if not driver.journal or driver.journal[0]["do"] != "begin":
        return {}
    bought = dict.fromkeys(table.seats, 0)
    for entry in driver.journal:
        if entry["do"] == "buy in" and entry["who"] in bought:
            bought[entry["who"]] += entry["amount"]
    standing = dict.fromkeys(bought, 0)
    for stake in table.stakes.values():
        if stake.owner in standing:
            standing[stake.owner] += table.ledger[stake.account]
    stood = dict.fromkeys(bought, 0)
    for account, owner, *_ in driver.header["table"]["stakes"]:
        if owner in stood:
            stood[owner] += before.get(account, 0)
    return {
        who: table.stack(who) + standing[who] - before.get(who, 0) - stood[who] - bought[who]
        for who in bought
        if who in driver.header["table"]["seats"]
    }
