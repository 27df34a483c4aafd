"""What was booked at the cage: chips for cash, and cash for chips."""

from dataclasses import dataclass

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.record import daybook, schema
from houseway.record.schema import accounts, postings

DAY = 24 * 3600 * 1000  # milliseconds over which bookings of one player are added up
CAGE = "cage"  # why such a posting was made


@dataclass(frozen=True)
class Booking:
    """A slip that was booked; with a minus, cash for chips."""

    name: str  # the player's
    amount: int
    slip: str
    clerk: str
    at: int


def latest(connection: Connection, most: int) -> list[Booking]:
    """The latest bookings, with who booked each."""
    book, player, clerk = schema.daybook, accounts.alias("player"), accounts.alias("clerk")
    whole = postings.join(player, postings.c.account == player.c.id)
    whole = whole.join(book, book.c.number == postings.c.book).join(clerk, clerk.c.id == book.c.account)
    columns = (player.c.name, postings.c.amount, book.c.key, clerk.c.name, postings.c.at)
    asked = sa.select(*columns).select_from(whole).where(postings.c.why == CAGE)
    found = connection.execute(asked.order_by(postings.c.id.desc()).limit(most))
    return [Booking(name, amount, slip or "", by, at) for name, amount, slip, by, at in found]


def booked_today(connection: Connection, player: int, amount: int) -> int:
    """What a player's bookings in this direction come to with one more; nobody books for the player meanwhile."""
    connection.execute(sa.select(accounts.c.id).where(accounts.c.id == player).with_for_update())
    same = postings.c.amount > 0 if amount > 0 else postings.c.amount < 0
    here = sa.and_(postings.c.account == player, postings.c.why == CAGE, same)
    since = postings.c.at > daybook.at(connection) - DAY
    total = connection.execute(sa.select(sa.func.sum(postings.c.amount)).where(here, since)).scalar()
    now = [int(one["amount"]) for one in daybook.unwritten(connection, f"account {player}") if one.get("why") == CAGE]
    return abs(int(total or 0) + sum(one for one in now if (one > 0) == (amount > 0)) + amount)
