"""Acts of the staff that take two people where the submission says so: booking, employing, changing rules."""

from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, TypeVar

import sqlalchemy as sa

from houseway.errors import Forbidden, NotFound, NotNow
from houseway.record import acts, first_signatures
from houseway.record.cage import booked_today
from houseway.record.first_signatures import First
from houseway.record.names import tidy
from houseway.record.person import Person
from houseway.rules.money import shown
from houseway.rules.submission import SecondSignature
from houseway.serve import submissions
from houseway.serve.house import House
from houseway.serve.people import roles, signatures
from houseway.serve.people.accounts import Accounts, Booked, turn_of
from houseway.serve.submissions import Version

T = TypeVar("T")
_RULES = {"cage": "cage", "employ": "employ", "role": "employ", "effective": "effective"}  # by kind of act
_RIGHTS = {"cage": roles.CAGE, "employ": roles.EMPLOY, "role": roles.EMPLOY, "effective": roles.MAKE_EFFECTIVE}


class Countersigning:
    """Does what one person may do, and keeps what takes two until the second has signed."""

    def __init__(self, house: House, accounts: Accounts) -> None:
        self._house, self._accounts = house, accounts

    def rule(self, kind: str) -> SecondSignature | None:
        """Who signs such an act too; None where one person is enough."""
        name = _RULES.get(kind)
        rule: SecondSignature | None = getattr(self._house.submission.signatures, name) if name else None
        return rule

    # What is done, or waits

    async def book(self, name: str, amount: int, by: Person, *, key: str = "") -> Booked | First:
        """Chips for cash, or cash for chips. A player's bookings of a day count together, so that nobody stays below
        the limit by booking in parts."""
        rule = self.rule("cage")

        def held(connection: sa.Connection, player: Person) -> First | None:
            if rule is None or booked_today(connection, player.id, amount) <= rule.above:
                return None
            act = {"name": player.name, "amount": amount, "key": key}
            return signatures.enter(connection, "cage", act, by, about=_booking(act))

        return await self._accounts.at_the_cage(name, amount, by, key=key, held=held)

    async def employ(self, name: str, password: str, role: str, by: Person) -> Person | First:
        if self.rule("employ") is None:
            return await self._accounts.create(name, password, role, by=by)
        hashed = await self._accounts.hashed(name, password, turn_of(by))
        act = {"name": tidy(name), "hashed": hashed, "role": role}
        return await self._enter("employ", act, by)

    async def change_role(self, id: int, role: str, by: Person) -> Person | First:
        if self.rule("role") is None:
            return await self._accounts.change_role(id, role, by)
        person = await self._house.store.read(lambda c: self._accounts.staff_member(c, id, role, by))
        return await self._enter("role", {"account": id, "name": person.name, "role": role}, by)

    async def make_effective(self, version: int, by: Person) -> Version | First:
        await submissions.follow(self._house)
        if self.rule("effective") is None:
            return await submissions.make_effective(self._house, version, by)
        await submissions.can_be_effective(self._house, version)
        return await self._enter("effective", {"version": version}, by)

    async def _enter(self, kind: str, act: Mapping[str, Any], by: Person) -> First:
        about = described(kind, act)
        return await self._house.store.write(lambda c: signatures.enter(c, kind, act, by, about=about))

    # The second signature

    async def waiting(self, person: Person) -> list[First]:
        """What somebody may sign, and what they have signed first."""
        store = self._house.store
        await submissions.follow(self._house)
        found = await store.read(lambda c: first_signatures.waiting(c, store.clock.now()))
        return [one for one in found if one.by.id == person.id or self.may_sign(one, person)]

    def may_sign(self, first: First, person: Person) -> bool:
        rule = self.rule(first.kind)
        return rule is not None and person.role in rule.by and person.id != first.by.id

    async def sign(self, id: str, person: Person) -> str:
        """Sign an act that another person has signed, and do it; what was done, in words."""
        store = self._house.store
        await submissions.follow(self._house)
        found = await store.read(lambda c: first_signatures.waiting(c, store.clock.now()))
        first = next((one for one in found if one.id == id and one.kind in _RULES), None)
        if first is None:
            raise NotFound("nothing waits for this signature: it was signed, or it has lapsed")
        self._check(first, person)
        what = described(first.kind, first.act)

        def also(connection: sa.Connection) -> None:
            signatures.use(connection, first)
            acts.note(connection, f"signed second: {first.kind}", person, about=f"{what}, by {first.by.name}")

        await self._carry_out(first, also)
        return what

    def _check(self, first: First, person: Person) -> None:
        rule = self.rule(first.kind)
        if rule is None:
            raise NotNow("this takes one signature by now: whoever began it can do it alone")
        if person.id == first.by.id:
            raise Forbidden("you have signed this already: the second signature is another person's")
        if person.role not in rule.by:
            raise Forbidden(f"a {person.role} can't sign this: {roles.in_words(rule.by)}")
        roles.require(first.by, _RIGHTS[first.kind])  # whose role may have changed meanwhile

    async def _carry_out(self, first: First, also: Callable[[sa.Connection], None]) -> None:
        act, by = first.act, first.by
        match first.kind:
            case "cage":
                held = partial(_release, also)
                await self._accounts.at_the_cage(act["name"], act["amount"], by, key=act["key"], held=held)
            case "employ":
                await self._accounts.added(act["name"], act["hashed"], act["role"], by=by, also=also)
            case "role":
                await self._accounts.change_role(act["account"], act["role"], by, also=also)
            case "effective":
                await submissions.make_effective(self._house, act["version"], by, also=also)


def _release(also: Callable[[sa.Connection], None], connection: sa.Connection, player: Person) -> None:
    also(connection)


def described(kind: str, act: Mapping[str, Any]) -> str:
    """An act that waits, in words."""
    match kind:
        case "cage":
            return _booking(act)
        case "employ":
            return f"employ {act['name']} as {act['role']}"
        case "role":
            return f"make {act['name']} a {act['role']}"
        case "effective":
            return f"make version {act['version']} of the submission effective"
    return f"call {act['irregularity']} at table {act['table']}, round {act['round']}"


def _booking(act: Mapping[str, Any]) -> str:
    amount = int(act["amount"])
    slip = f", slip {act['key']}" if act["key"] else ""
    return f"book {shown(abs(amount))} {'to' if amount > 0 else 'off'} {act['name']}{slip}"
