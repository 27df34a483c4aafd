"""Two signatures: what no one person on the staff does alone waits in the database until another one signs it too.

Where the house shuffles, that is a call that changes a round whose cards have been seen. What else it is, and who signs
it, the submission says. A first signature lapses after a while; each row has a mark, so that nobody can put one in.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from sqlalchemy.engine import Connection

from houseway.errors import NotNow
from houseway.record import acts, daybook, first_signatures
from houseway.record.first_signatures import First, waiting
from houseway.record.person import Person
from houseway.serve.tables.commands import Call

if TYPE_CHECKING:
    from houseway.serve.tables.actor import Actor

LASTS = 15 * 60 * 1000  # milliseconds for which a first signature waits
MOST = 20  # first signatures of one person at a time
CALL = "call"


def enter(connection: Connection, kind: str, act: Mapping[str, Any], by: Person, *, about: str) -> First:
    """Keep a first signature, and enter it in the log. Given again, it is the same one."""
    now = daybook.at(connection)
    first_signatures.forget_lapsed(connection)
    mine = [one for one in waiting(connection, now) if one.by.id == by.id]
    for one in mine:
        if one.kind == kind and one.act == act:
            return one
    if len(mine) >= MOST:
        raise NotNow(f"{MOST} acts of yours wait for a second signature already")
    first = first_signatures.keep(connection, kind, act, by, lasts=LASTS)
    acts.note(connection, f"signed a {kind}" if kind == CALL else f"signed first: {kind}", by, about=about)
    return first


def use(connection: Connection, first: First) -> None:
    """Use a first signature up: it counts once, and not after it has lapsed."""
    if not first_signatures.use(connection, first):
        raise NotNow("this does not wait for a signature any more: it was signed, or it has lapsed")


class Signatures:
    """The calls of one table that wait for a second signature; the last one counts."""

    def __init__(self, actor: "Actor") -> None:
        self._actor = actor
        self._last: First | None = None  # for those who look at the table

    @property
    def waiting(self) -> First | None:
        """The call of this round that has one signature."""
        last = self._last
        return last if last is not None and last.act["round"] == self._actor.driver.table.round else None

    async def load(self) -> None:
        """Find what waits for a second signature, signed at another worker or before a restart."""
        store = self._actor.store
        found = await store.read(lambda c: waiting(c, store.clock.now()))
        here = (one for one in found if one.kind == CALL and one.act["table"] == self._actor.id)
        self._last = next(here, None)

    async def completed(self, person: Person, call: Call) -> tuple[bool, First | None]:
        """Whether a call is to be carried out, and the first signature that is used up with it. If it is not, it has
        its first signature, which is in the log of acts; the journal names who gave the second.

        Whoever deals cards by hand sees what goes wrong with them, so that one signature is enough there, as it is for
        what is only put on record. Otherwise two people sign, and one of them is the floor.
        """
        driver = self._actor.driver
        called = self._actor.rules.irregularities.get(call.irregularity)
        if self._actor.row["by_hand"] or called is None or called.effect == "on record":
            return True, None
        if not driver.open or (called.stages and driver.table.stage not in called.stages):
            return True, None  # it is refused there, before anybody signs
        act = {
            "table": self._actor.id,
            "round": driver.table.round,
            "irregularity": call.irregularity,
            "who": call.who,
        }
        await self.load()
        first = self._last
        if first is None or first.act != act:
            self._last = await self._actor.store.write(lambda c: self._sign(c, act, person))
            return False, None
        both = first.by.id != person.id and "floor" in (first.by.role, person.role)
        return (True, first) if both else (False, None)

    def _sign(self, connection: Connection, act: Mapping[str, Any], person: Person) -> First:
        for one in waiting(connection, daybook.at(connection)):
            if one.kind == CALL and one.act["table"] == act["table"]:
                first_signatures.forget(connection, one)
        at = f" at {act['who']}" if act["who"] else ""
        about = f"table {act['table']}, round {act['round']}: {act['irregularity']}{at}"
        return enter(connection, CALL, act, person, about=about)
