"""People: names and passwords, roles and sessions."""

import asyncio
import hashlib
import secrets
import time
from dataclasses import dataclass
from unicodedata import category, normalize

import sqlalchemy as sa
from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from houseway.rules.money import cents
from houseway.serve import books
from houseway.serve import store as kept_in
from houseway.serve.people import LONGEST_NAME, Denied, Person
from houseway.serve.store import Conflict, Short, Store

ROLES = ("player", "dealer", "floor", "surveillance", "operator")
PLAY_MONEY = cents("10000")
SHORTEST_PASSWORD, LONGEST_PASSWORD = 8, 200
SESSION_DAYS = 30
_REMEMBERED = 10.0  # seconds that a session is taken for granted
_RESERVED = ("guest ", "bot ", "seat ")
_DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Session:
    id: str
    person: Person
    csrf: str


class Accounts:
    """The people of a house."""

    def __init__(self, store: Store, *, play_money: bool = True, hasher: PasswordHasher | None = None) -> None:
        self._store = store
        self._play_money = play_money
        self._hasher = hasher or PasswordHasher()
        self._nobody = self._hasher.hash(secrets.token_hex(16))
        self._known: dict[str, tuple[float, Session]] = {}

    async def create(self, name: str, password: str | None, role: str = "player") -> Person:
        name = _name(name)
        if password is not None and (_folded(name) in ("house", "clock") or _folded(name).startswith(_RESERVED)):
            raise Denied(422, f"the name {name} is kept for the house's own use")
        if role not in ROLES:
            raise Denied(422, f"{role!r} is not a role: {', '.join(ROLES)}")
        hashed = None
        if password is not None:
            if not SHORTEST_PASSWORD <= len(password) <= LONGEST_PASSWORD:
                raise Denied(422, f"a password has {SHORTEST_PASSWORD} to {LONGEST_PASSWORD} characters")
            hashed = await asyncio.to_thread(self._hasher.hash, password)

        def add(connection: sa.Connection) -> int:
            account: int = connection.execute(
                kept_in.accounts.insert()
                .values(name=name, folded=_folded(name), password=hashed, role=role, balance=0, created=kept_in.now())
                .returning(kept_in.accounts.c.id)
            ).scalar_one()
            if role == "player" and self._play_money:
                books.post(connection, account, PLAY_MONEY, "play money")
            return account

        try:
            return Person(await self._store.write(add), name, role, guest=password is None)
        except Conflict:
            raise Denied(409, f"the name {name} is taken") from None

    async def guest(self) -> Person:
        """Somebody who sits down without giving a name."""
        for _ in range(5):
            try:
                return await self.create(f"Guest {secrets.randbelow(900_000) + 100_000}", None)
            except Denied:
                continue
        raise Denied(503, "no name is free for a guest: try again")

    async def check(self, name: str, password: str) -> Person:
        """Who has this name and password."""
        accounts = kept_in.accounts
        row = await self._store.read(
            lambda c: c.execute(sa.select(accounts).where(accounts.c.folded == _folded(name))).mappings().first()
        )
        hashed = row["password"] if row is not None and row["password"] else self._nobody
        try:
            await asyncio.to_thread(self._hasher.verify, hashed, password[:LONGEST_PASSWORD])
        except (Argon2Error, InvalidHashError):
            raise Denied(401, "this name and this password don't go together") from None
        if row is None or not row["password"]:
            raise Denied(401, "this name and this password don't go together")
        return Person(row["id"], row["name"], row["role"])

    async def any_operator(self) -> bool:
        accounts = kept_in.accounts
        found = await self._store.read(
            lambda c: c.execute(sa.select(accounts.c.id).where(accounts.c.role == "operator").limit(1)).first()
        )
        return found is not None

    async def balance(self, person: Person) -> int:
        return await self._store.read(lambda c: books.balance(c, person.id))

    async def refill(self, person: Person) -> int:
        """More play money for a player who has run out of it."""
        if person.role != "player":
            raise Denied(403, f"a {person.role} needs no play money")
        has = await self.balance(person)
        if has >= PLAY_MONEY // 10:
            raise Denied(409, "play money is for those who have run out of it")
        await self._store.write(lambda c: books.post(c, person.id, PLAY_MONEY - has, "play money"))
        return PLAY_MONEY

    async def at_the_cage(self, name: str, amount: int) -> Person:
        """Chips for cash, or with a minus cash for chips: what the cage books to an account."""
        accounts = kept_in.accounts

        def book(connection: sa.Connection) -> Person:
            row = connection.execute(sa.select(accounts).where(accounts.c.folded == _folded(name))).mappings().first()
            if row is None or row["role"] != "player":
                raise Denied(404, f"there is no player called {name}")
            try:
                books.post(connection, row["id"], amount, "cage")
            except Short:
                raise Denied(409, f"{row['name']} does not have that much") from None
            return Person(row["id"], row["name"], row["role"], guest=row["password"] is None)

        return await self._store.write(book)

    # Sessions

    async def begin_session(self, person: Person) -> tuple[str, Session]:
        """A new session and the token that opens it, which only the visitor's browser keeps."""
        token = secrets.token_urlsafe(32)
        session = Session(_digest(token), person, secrets.token_urlsafe(24))
        row = {
            "id": session.id,
            "account": person.id,
            "csrf": session.csrf,
            "expires": kept_in.now() + SESSION_DAYS * _DAY,
        }
        await self._store.write(lambda c: c.execute(kept_in.sessions.insert().values(**row)))
        self._known[session.id] = (time.monotonic() + _REMEMBERED, session)
        return token, session

    async def session(self, token: str | None) -> Session | None:
        return await self.session_by_id(_digest(token)) if token else None

    async def session_by_id(self, id: str) -> Session | None:
        known = self._known.get(id)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        sessions, accounts = kept_in.sessions, kept_in.accounts
        asked = (
            sa.select(sessions.c.csrf, accounts.c.id, accounts.c.name, accounts.c.role, accounts.c.password)
            .join(accounts, accounts.c.id == sessions.c.account)
            .where(sessions.c.id == id, sessions.c.expires > kept_in.now())
        )
        row = await self._store.read(lambda c: c.execute(asked).mappings().first())
        if row is None:
            self._known.pop(id, None)
            return None
        person = Person(row["id"], row["name"], row["role"], guest=row["password"] is None)
        session = Session(id, person, row["csrf"])
        if len(self._known) > 20_000:
            self._known.clear()
        self._known[id] = (time.monotonic() + _REMEMBERED, session)
        return session

    async def end_session(self, session: Session) -> None:
        self._known.pop(session.id, None)
        sessions = kept_in.sessions
        gone = sa.or_(sessions.c.id == session.id, sessions.c.expires <= kept_in.now())
        await self._store.write(lambda c: c.execute(sessions.delete().where(gone)))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _name(name: str) -> str:
    name = " ".join(normalize("NFC", name).split())
    if not 1 < len(name) <= LONGEST_NAME:
        raise Denied(422, f"a name has 2 to {LONGEST_NAME} characters")
    if any(category(letter)[0] == "C" for letter in name):
        raise Denied(422, "a name is plain text on one line")
    return name


def _folded(name: str) -> str:
    """Names that look alike are one name."""
    return normalize("NFKC", " ".join(name.split())).casefold()[:120]
