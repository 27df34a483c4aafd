"""People: names, passwords and second factors, roles, and what each holds."""

import json
import secrets
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa
from argon2 import PasswordHasher

from houseway.errors import BadInput, Denied, Forbidden, NotFound, NotNow, NotSignedIn, Unavailable, instead
from houseway.record import acts, books, daybook, schema
from houseway.record.daybook import HOUSE, By
from houseway.record.first_signatures import First
from houseway.record.names import folded, kept_for_the_house, looks, tidy
from houseway.record.person import Person
from houseway.record.store import Conflict, Short, Store
from houseway.rules.money import cents
from houseway.serve.people import roles, second_factor
from houseway.serve.people.passwords import ANYBODY, Lane, Passwords, Turn
from houseway.serve.people.roles import REFILL, ROLES, Right, may
from houseway.serve.people.sessions import Client, Session, Sessions
from houseway.serve.people.tokens import Tokens, is_token

PLAY_MONEY = cents("10000")
MOST_LISTED = 200
STAFF_IDLE = 15 * 60  # seconds after which a session of the staff ends in which nothing is done
STAFF_CONFIRM = 5 * 60  # seconds for which a password or code that was given counts before money moves
Also = Callable[[sa.Connection], None]  # is done in the same transaction
_NOT_TOGETHER = "this name and this password don't go together"


@dataclass(frozen=True)
class Known:
    """What signing in needs to know of an account."""

    person: Person
    hashed: str | None
    second: str | None
    recovery: str
    disabled: bool


@dataclass(frozen=True)
class Booked:
    """What the cage has booked: for whom, and what the account held then."""

    person: Person
    balance: int
    again: bool = False


class Accounts:
    """The people of a house."""

    def __init__(
        self,
        store: Store,
        *,
        play_money: bool = True,
        hasher: PasswordHasher | None = None,
        staff_second: bool = False,
        staff_idle: int = STAFF_IDLE,
        staff_confirm: int = STAFF_CONFIRM,
    ) -> None:
        self._store = store
        self._staff_second = staff_second  # who works here does nothing without a second factor but set one up
        self._play_money = play_money
        self.sessions = Sessions(store, idle=staff_idle * 1000)
        self.tokens = Tokens(store, self.sessions)
        self._confirmed_for = staff_confirm * 1000
        self._passwords = Passwords(hasher)
        self._nobody = (hasher or PasswordHasher()).hash(secrets.token_hex(16))

    async def create(
        self,
        name: str,
        password: str | None,
        role: str = "player",
        *,
        by: Person | None = None,
        turn: Turn = ANYBODY,
    ) -> Person:
        name = tidy(name)
        if role not in ROLES:
            raise BadInput(f"{role!r} is not a role: {instead(role, ROLES)}")
        turn = turn_of(by) if by is not None else turn
        hashed = await self.hashed(name, password, turn) if password is not None else None
        return await self.added(name, hashed, role, by=by)

    async def hashed(self, name: str, password: str, turn: Turn) -> str:
        """A password as it is kept for a name, both of which may be taken."""
        if kept_for_the_house(tidy(name)):
            raise BadInput(f"the name {tidy(name)} is kept for the house's own use")
        return await self._passwords.hashed(password, tidy(name), turn)

    async def added(
        self, name: str, hashed: str | None, role: str, *, by: Person | None = None, also: Also | None = None
    ) -> Person:
        """An account with a password that is hashed already."""

        def add(connection: sa.Connection) -> int:
            if also is not None:
                also(connection)
            account: int = connection.execute(
                schema.accounts.insert()
                .values(
                    name=name,
                    folded=folded(name),
                    looks=looks(name),
                    password=hashed,
                    role=role,
                    balance=0,
                    created=daybook.at(connection),
                )
                .returning(schema.accounts.c.id)
            ).scalar_one()
            books.account_is(connection, account, by=By(by.name, by.id) if by else HOUSE)
            if by is not None:
                acts.note(connection, "employed", by, about=f"{name} as {role}")
            if role == "player" and self._play_money:
                books.post(connection, account, PLAY_MONEY, "play money")
            return account

        try:
            return Person(await self._store.write(add), name, role, guest=hashed is None)
        except Conflict:
            raise NotNow(f"the name {name} is taken, or looks like one that is") from None

    async def guest(self) -> Person:
        """Somebody who sits down without giving a name."""
        for _ in range(5):
            try:
                return await self.create(f"Guest {secrets.randbelow(900_000) + 100_000}", None)
            except Denied:
                continue
        raise Unavailable("no name is free for a guest: try again")

    # Who somebody is

    async def known(self, name: str) -> Known | None:
        """The account of this name, however it is spelt."""
        accounts = schema.accounts
        row = await self._store.read(
            lambda c: c.execute(sa.select(accounts).where(accounts.c.folded == folded(name))).mappings().first()
        )
        return _known(row) if row is not None else None

    async def check(
        self,
        known: Known | None,
        password: str,
        code: str = "",
        *,
        before_code: Callable[[Person], None] | None = None,
        turn: Turn = ANYBODY,
    ) -> Person:
        """Whether somebody is who they say: by password, and by their second factor if they have one. `before_code` may
        refuse a try of the second factor; who does not know the password never comes to it."""
        hashed = known.hashed if known is not None and known.hashed else self._nobody
        fits = await self._passwords.fits(hashed, password, turn)
        if known is None or not known.hashed or not fits:
            raise NotSignedIn(_NOT_TOGETHER)
        if known.disabled:
            raise Forbidden("this account is disabled: the house knows why")
        if known.second and not code.strip():
            raise NotSignedIn("this account asks for the six digits of its second factor too", needs="code")
        if known.second:
            if before_code is not None:
                before_code(known.person)
            if not await self._second_fits(known, code, turn):
                raise NotSignedIn("this code is not right, or was used before")
        return known.person

    async def _second_fits(self, known: Known, code: str, turn: Turn) -> bool:
        """Use a code up: one that the second factor shows, or one of those for a lost phone."""
        secret = second_factor.opened(known.second, known.person.id) if known.second else None
        if secret is not None and (step := second_factor.step_of(secret, code)) is not None:
            return await self._store.write(lambda c: _use_step(c, known, step))
        left = await self._passwords.codes_without(known.recovery, code, turn)
        return left is not None and await self._store.write(lambda c: _use_recovery(c, known, left))

    async def code_missing(self, known: Known, client: Client) -> None:
        """Enter that somebody knew the password and gave no code: the account's own log shows it."""
        await self._store.write(
            lambda c: acts.note(c, "gave the password, not the code", known.person, address=client.address)
        )

    async def refused(self, known: Known | None, name: str, client: Client) -> None:
        """Enter a try that failed."""
        by = known.person if known is not None else None
        await self._store.write(
            lambda c: acts.note(c, "was not let in", by, name=_printable(name), address=client.address)
        )

    async def confirmed(self, session: Session, password: str, code: str = "") -> Known:
        """The account of who asks for a change that needs the password again."""
        known = await self.known(session.person.name)
        if known is None or not known.hashed:
            raise NotNow("a guest has no password: make an account first")
        await self.check(known, password, code, turn=turn_of(known.person))
        return known

    async def confirm_again(self, session: Session, password: str, code: str, client: Client) -> None:
        """Whoever is signed in shows that it is still them: by the password, or by a code of their second factor."""
        known = await self.known(session.person.name)
        if known is None or not known.hashed:
            raise NotNow("a guest has no password: make an account first")
        if code.strip() and known.second:
            fits = await self._second_fits(known, code, turn_of(known.person))
        else:
            fits = await self._passwords.fits(known.hashed, password, turn_of(known.person))
        if not fits:
            await self.refused(known, known.person.name, client)
            raise Forbidden("this is not your password, or not a code that your second factor shows now")
        await self.sessions.confirm(session)

    async def require(self, session: Session, right: Right) -> None:
        """Refuse somebody whose role does not have this right, or who has to show first that it is still them."""
        roles.require(session.person, right)
        if right.again:
            await self.require_again(session)

    async def require_again(self, session: Session) -> None:
        """Refuse somebody who has not given the password or a code in the last minutes."""
        since = self._store.clock.now() - self._confirmed_for
        if not await self.sessions.confirmed_since(session, since):
            why = "enter your password or a code again first (POST /api/v1/session/confirm)"
            raise Forbidden(f"you have been signed in for a while: {why}", needs="password")

    async def change_password(self, session: Session, old: str, new: str, code: str = "") -> None:
        """Take another password; every other session and every token of the account is over."""
        known = await self.confirmed(session, old, code)
        hashed = await self._passwords.hashed(new, known.person.name, turn_of(known.person))
        accounts = schema.accounts

        def change(connection: sa.Connection) -> list[str]:
            same = sa.and_(accounts.c.id == known.person.id, accounts.c.password == known.hashed)
            if connection.execute(accounts.update().where(same).values(password=hashed)).rowcount != 1:
                raise NotNow("the password was changed in the meantime")
            books.account_is(connection, known.person.id, by=_by(known.person))
            acts.note(connection, "changed the password", known.person)
            mine = schema.sessions.c.account == known.person.id
            gone = self.tokens.close(connection, schema.tokens.c.account == known.person.id)
            return gone + self.sessions.close(connection, mine & (schema.sessions.c.id != session.id))

        self.sessions.over(await self._store.write(change))

    async def set_second(self, session: Session, password: str, secret: str, code: str) -> list[str]:
        """Begin to use a second factor that shows this code; what is returned is for who loses it."""
        if await self.has_second(session.person):
            raise NotNow("this account has a second factor: take it off first")
        known = await self.confirmed(session, password)
        if not second_factor.SECRET.fullmatch(secret) or (step := second_factor.step_of(secret, code)) is None:
            raise NotNow("this is not the code that the second factor shows now")
        codes = second_factor.new_recovery()
        recovery = await self._passwords.codes_kept(codes, turn_of(known.person))
        accounts = schema.accounts

        def begin(connection: sa.Connection) -> None:
            without = sa.and_(accounts.c.id == known.person.id, accounts.c.second.is_(None))
            values = {
                "second": second_factor.sealed(secret, known.person.id),
                "second_used": step,
                "recovery": recovery,
            }
            if connection.execute(accounts.update().where(without).values(**values)).rowcount != 1:
                raise NotNow("this account has a second factor already")
            books.account_is(connection, known.person.id, by=_by(known.person))
            acts.note(connection, "took a second factor", known.person)

        await self._store.write(begin)
        return codes

    async def drop_second(self, session: Session, password: str, code: str) -> None:
        """Give the second factor up; who must have one is signed out everywhere with it."""
        known = await self.confirmed(session, password, code)
        if known.second is None:
            raise NotNow("this account has no second factor")
        accounts = schema.accounts

        def drop(connection: sa.Connection) -> list[str]:
            mine = accounts.c.id == known.person.id
            connection.execute(accounts.update().where(mine).values(second=None, recovery=""))
            books.account_is(connection, known.person.id, by=_by(known.person))
            acts.note(connection, "gave up the second factor", known.person)
            if not self._must_have_second(known.person):
                return []
            return self._signed_out(connection, known.person.id)

        self.sessions.over(await self._store.write(drop))

    async def has_second(self, person: Person) -> bool:
        asked = sa.select(schema.accounts.c.second).where(schema.accounts.c.id == person.id)
        return await self._store.read(lambda c: c.execute(asked).scalar()) is not None

    # What the operator sees and does

    async def listed(self, find: str = "") -> list[dict[str, Any]]:
        """Accounts with a password, by name: those who work here first."""
        accounts = schema.accounts
        here: sa.ColumnElement[bool] = accounts.c.password.is_not(None)
        if find.strip():
            here &= accounts.c.folded.contains(folded(find), autoescape=True)
        asked = sa.select(accounts).where(here).order_by(accounts.c.role == "player", accounts.c.folded)
        rows = await self._store.read(lambda c: c.execute(asked.limit(MOST_LISTED)).mappings().all())
        return [
            {name: row[name] for name in ("id", "name", "role", "disabled", "created")}
            | {"second": bool(row["second"])}
            for row in rows
        ]

    async def disable(self, id: int, by: Person, *, disabled: bool) -> Person:
        """Shut an account, or open it again. Whoever is shut out is signed out at once; their chips stay theirs."""
        accounts = schema.accounts

        def change(connection: sa.Connection) -> tuple[Person, list[str]]:
            row = connection.execute(sa.select(accounts).where(accounts.c.id == id)).mappings().first()
            if row is None:
                raise NotFound(f"there is no account {id}")
            if id == by.id:
                raise NotNow("nobody can shut themselves out: another operator does it")
            person = _known(row).person
            if row["disabled"] != disabled:
                connection.execute(accounts.update().where(accounts.c.id == id).values(disabled=disabled))
                books.account_is(connection, id, by=_by(by))
                acts.note(
                    connection, "disabled an account" if disabled else "enabled an account", by, about=person.name
                )
            gone = self._signed_out(connection, id) if disabled else []
            return person, gone

        person, gone = await self._store.write(change)
        self.sessions.over(gone)
        return person

    async def change_role(self, id: int, role: str, by: Person, *, also: Also | None = None) -> Person:
        """Give somebody on the staff another post; they sign in again for it."""
        accounts = schema.accounts

        def change(connection: sa.Connection) -> tuple[Person, list[str]]:
            if also is not None:
                also(connection)
            person = self.staff_member(connection, id, role, by)
            connection.execute(accounts.update().where(accounts.c.id == id).values(role=role))
            books.account_is(connection, id, by=_by(by))
            acts.note(connection, "changed a role", by, about=f"{person.name}: {person.role} to {role}")
            gone = self._signed_out(connection, id)
            return Person(person.id, person.name, role), gone

        person, gone = await self._store.write(change)
        self.sessions.over(gone)
        return person

    def _signed_out(self, connection: sa.Connection, id: int) -> list[str]:
        """End every session and token of an account."""
        gone = self.tokens.close(connection, schema.tokens.c.account == id)
        return gone + self.sessions.close(connection, schema.sessions.c.account == id)

    def staff_member(self, connection: sa.Connection, id: int, role: str, by: Person) -> Person:
        """Somebody on the staff who can be given this role, by somebody else."""
        accounts = schema.accounts
        row = connection.execute(sa.select(accounts).where(accounts.c.id == id)).mappings().first()
        if row is None:
            raise NotFound(f"there is no account {id}")
        if row["role"] == "player":
            raise NotNow(f"{row['name']} is a player: employ somebody under another name")
        if id == by.id:
            raise NotNow("nobody can change their own role: another operator does it")
        if row["role"] == role:
            raise NotNow(f"{row['name']} is a {role} already")
        return _known(row).person

    async def any_operator(self) -> bool:
        accounts = schema.accounts
        found = await self._store.read(
            lambda c: c.execute(sa.select(accounts.c.id).where(accounts.c.role == "operator").limit(1)).first()
        )
        return found is not None

    async def balance(self, person: Person) -> int:
        return await self._store.read(lambda c: books.balance(c, person.id))

    async def holding(self, name: str) -> tuple[Person, int]:
        """A player, and what the account holds."""

        def look(connection: sa.Connection) -> tuple[Person, int]:
            person = _player(connection, name)
            return person, books.balance(connection, person.id)

        return await self._store.read(look)

    async def refill(self, person: Person) -> int:
        """More play money for a player who has run out of it."""
        if not may(person, REFILL):
            raise Forbidden(f"a {person.role} needs no play money")
        who = By(person.name, person.id)

        def fill(connection: sa.Connection) -> None:
            has = books.balance(connection, person.id, alone=True)
            if has >= PLAY_MONEY // 10:
                raise NotNow("play money is for those who have run out of it")
            books.post(connection, person.id, PLAY_MONEY - has, "play money", by=who)

        await self._store.write(fill)
        return PLAY_MONEY

    async def at_the_cage(
        self,
        name: str,
        amount: int,
        by: Person,
        *,
        key: str = "",
        held: Callable[[sa.Connection, Person], First | None] | None = None,
    ) -> Booked | First:
        """Chips for cash, or with a minus cash for chips: what somebody at the cage books to an account. Said again
        with the same key, it is not booked again. What is `held` until a second person signs it is not booked yet."""
        who = By(by.name, by.id, key)

        def book(connection: sa.Connection) -> Booked | First:
            person = _player(connection, name)
            if earlier := daybook.booked_before(connection, who):
                return _booked_again(earlier, person, amount, key)
            if held is not None and (first := held(connection, person)) is not None:
                return first
            try:
                books.post(connection, person.id, amount, "cage", by=who)
            except Short:
                raise NotNow(f"{person.name} does not have that much") from None
            return Booked(person, books.balance(connection, person.id))

        try:
            return await self._store.write(book)
        except Conflict:  # the same key, at the same moment
            return await self._store.write(book)

    # Sessions

    async def session(self, token: str | None) -> Session | None:
        """The session of who may act in it."""
        return self._unbound(await self.any_session(token))

    async def session_by_id(self, id: str) -> Session | None:
        return self._unbound(await self.sessions.by_id(id))

    async def still(self, session: Session) -> Session | None:
        """The same session or token, if it is not over."""
        return self._unbound(await (self.tokens if session.scope else self.sessions).by_id(session.id))

    async def any_session(self, token: str | None) -> Session | None:
        """The same, also of who can do nothing in it but set up a second factor."""
        if token and is_token(token):
            return await self.tokens.by_token(token)
        return await self.sessions.by_token(token)

    def bound(self, session: Session) -> bool:
        """Nothing but setting up a second factor can be done in this session."""
        return self._must_have_second(session.person) and not session.second

    def _must_have_second(self, person: Person) -> bool:
        return self._staff_second and person.role != "player"

    def _unbound(self, session: Session | None) -> Session | None:
        if session is not None and self.bound(session):
            raise Forbidden("who works here needs a second factor: set one up first (/account)", needs="second")
        return session


def _player(connection: sa.Connection, name: str) -> Person:
    accounts = schema.accounts
    row = connection.execute(sa.select(accounts).where(accounts.c.folded == folded(name))).mappings().first()
    if row is None or row["role"] != "player":
        raise NotFound(f"there is no player called {name}")
    return Person(row["id"], row["name"], row["role"], guest=row["password"] is None)


def _booked_again(record: Mapping[str, Any], person: Person, amount: int, key: str) -> Booked:
    """What was booked under a key before, if it is the same that is said."""
    entry = record["entry"]
    if (entry["do"], entry.get("account"), entry.get("amount")) != ("post", person.id, amount):
        raise NotNow(f"the key {key!r} was used for something else")
    return Booked(person, entry["balance"], again=True)


def _known(row: sa.RowMapping) -> Known:
    person = Person(row["id"], row["name"], row["role"], guest=row["password"] is None)
    return Known(person, row["password"], row["second"], row["recovery"], row["disabled"])


def _use_step(connection: sa.Connection, known: Known, step: int) -> bool:
    """A code of the second factor is good once."""
    accounts = schema.accounts
    fresh = sa.and_(accounts.c.id == known.person.id, accounts.c.second_used < step)
    if connection.execute(accounts.update().where(fresh).values(second_used=step)).rowcount != 1:
        return False
    books.account_is(connection, known.person.id, by=_by(known.person))
    return True


def _use_recovery(connection: sa.Connection, known: Known, left: str) -> bool:
    accounts = schema.accounts
    same = sa.and_(accounts.c.id == known.person.id, accounts.c.recovery == known.recovery)
    if connection.execute(accounts.update().where(same).values(recovery=left)).rowcount != 1:
        return False
    books.account_is(connection, known.person.id, by=_by(known.person))
    acts.note(connection, "used a recovery code", known.person, about=f"{len(json.loads(left)['codes'])} left")
    return True


def _by(person: Person) -> By:
    return By(person.name, person.id)


def _printable(name: str) -> str:
    """A name as somebody gave it, fit for a log."""
    return "".join(letter if letter.isprintable() else "?" for letter in name)


def turn_of(person: Person | None, home: str = "") -> Turn:
    """In which lane somebody's password is looked at: who works here never waits behind those who don't."""
    staff = person is not None and person.role != "player"
    return Turn(Lane.STAFF if staff else Lane.ANYBODY, home)
