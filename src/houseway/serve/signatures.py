"""Two signatures: where the house shuffles, no one person on the staff changes a round whose cards have been seen."""

from dataclasses import dataclass

from sqlalchemy.engine import Connection

from houseway.serve import acts
from houseway.serve.actor import Actor
from houseway.serve.commands import Call
from houseway.serve.people import Person


@dataclass(frozen=True)
class Signed:
    """A call that one person has made and another has to make too."""

    round: int
    irregularity: str
    who: str
    by: Person

    def same_call(self, other: "Signed") -> bool:
        return (self.round, self.irregularity, self.who) == (other.round, other.irregularity, other.who)


class Signatures:
    """The calls of one table that wait for a second signature; the last one counts."""

    def __init__(self, actor: Actor) -> None:
        self._actor = actor
        self._first: Signed | None = None

    @property
    def waiting(self) -> Signed | None:
        """The call of this round that has one signature."""
        first = self._first
        return first if first is not None and first.round == self._actor.driver.table.round else None

    async def complete(self, person: Person, call: Call) -> bool:
        """Whether a call is to be carried out. If not, it has its first signature, which is in the log of acts; the
        journal names who gave the second.

        Whoever deals cards by hand sees what goes wrong with them, so that one signature is enough there, as it is for
        what is only put on record. Otherwise two people sign, and one of them is the floor.
        """
        driver = self._actor.driver
        called = self._actor.rules.irregularities.get(call.irregularity)
        if self._actor.row["by_hand"] or called is None or called.effect == "on record":
            return True
        if not driver.open or (called.stages and driver.table.stage not in called.stages):
            return True  # it is refused there, before anybody signs
        signed = Signed(driver.table.round, call.irregularity, call.who, person)
        first = self.waiting
        if first is None or not first.same_call(signed):
            await self._note(signed)
            self._first = signed
            return False
        return first.by.id != person.id and "floor" in (first.by.role, person.role)

    async def _note(self, signed: Signed) -> None:
        at = f" at {signed.who}" if signed.who else ""
        about = f"table {self._actor.id}, round {signed.round}: {signed.irregularity}{at}"

        def write(connection: Connection) -> None:
            acts.note(connection, "signed a call", signed.by, about=about)

        await self._actor.store.write(write)
