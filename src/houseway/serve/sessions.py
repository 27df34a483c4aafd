"""Sessions: who is signed in, from where, and what hears at once when a session is over."""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.serve import acts
from houseway.serve import store as kept_in
from houseway.serve.people import Person
from houseway.serve.store import Store, sessions

log = logging.getLogger("houseway.serve")

DAYS = 30
_REMEMBERED = 10.0  # seconds that a session is taken for granted
_LISTENED_TO = 120.0  # the same while sockets or pages hang on it: they are closed as soon as it is over
_DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Session:
    id: str
    person: Person
    csrf: str
    second: bool = False  # the account has a second factor

    @property
    def shown_id(self) -> str:
        """Names it to its owner, and opens nothing."""
        return self.id[:16]


@dataclass(frozen=True)
class Client:
    """Where somebody comes from: an address, and a browser as it names itself."""

    address: str = ""
    agent: str = ""


class Sessions:
    """The sessions of a house, and what hangs on them: sockets and pages that are closed with them."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._known: dict[str, tuple[float, Session]] = {}
        self._hanging: dict[str, dict[object, Callable[[], None]]] = {}

    async def begin(self, person: Person, client: Client) -> tuple[str, Session]:
        """A new session and the token that opens it, which only the visitor's browser keeps."""
        token = secrets.token_urlsafe(32)
        session = Session(_digest(token), person, secrets.token_urlsafe(24))
        now = kept_in.now()
        row = {
            "id": session.id,
            "account": person.id,
            "csrf": session.csrf,
            "began": now,
            "expires": now + DAYS * _DAY,
            "address": client.address[:64],
            "agent": _plain(client.agent)[:200],
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(sessions.insert().values(kept_in.marks_of(connection).marked("sessions", row)))
            if not person.guest:
                acts.note(connection, "signed in", person, address=client.address)

        await self._store.write(write)
        self._remember(session)
        return token, session

    def _remember(self, session: Session) -> None:
        """Take a session for granted for a while; not one of the staff who may take a second factor at any moment."""
        if session.person.role != "player" and not session.second:
            return
        if len(self._known) > 20_000:
            self._known.clear()
        seconds = _LISTENED_TO if session.id in self._hanging else _REMEMBERED
        self._known[session.id] = (time.monotonic() + seconds, session)

    def look_again(self) -> None:
        """Take none for granted: word that some are over may have been missed."""
        self._known.clear()

    async def by_token(self, token: str | None) -> Session | None:
        return await self.by_id(_digest(token)) if token else None

    async def by_id(self, id: str) -> Session | None:
        known = self._known.get(id)
        if known is not None and known[0] > time.monotonic():
            return known[1]
        accounts = kept_in.accounts
        asked = sa.select(sessions).where(sessions.c.id == id, sessions.c.expires > kept_in.now())

        def look(connection: sa.Connection) -> tuple[sa.RowMapping, sa.RowMapping] | None:
            kept = connection.execute(asked).mappings().first()
            if kept is None or not _written_here(connection, kept):
                return None
            who = sa.select(accounts).where(accounts.c.id == kept["account"], accounts.c.disabled.is_(False))
            row = connection.execute(who).mappings().first()
            return (kept, row) if row is not None else None

        found = await self._store.read(look)
        if found is None:
            self._known.pop(id, None)
            return None
        kept, row = found
        person = Person(row["id"], row["name"], row["role"], guest=row["password"] is None)
        session = Session(id, person, kept["csrf"], second=row["second"] is not None)
        self._remember(session)
        return session

    async def of(self, person: Person) -> list[dict[str, Any]]:
        """Where somebody is signed in, the latest first."""
        mine = sa.and_(sessions.c.account == person.id, sessions.c.expires > kept_in.now())
        asked = sa.select(sessions).where(mine).order_by(sessions.c.began.desc(), sessions.c.id)
        return await self._store.read(
            lambda c: [dict(row) for row in c.execute(asked).mappings() if _written_here(c, row)]
        )

    # Ending

    async def end(self, session: Session, client: Client) -> None:
        """Sign out."""

        def write(connection: sa.Connection) -> list[str]:
            if not session.person.guest:
                acts.note(connection, "signed out", session.person, address=client.address)
            return self.close(connection, sessions.c.id == session.id)

        self.over(await self._store.write(write))

    async def end_of(self, session: Session, shown_id: str = "") -> int:
        """End one of somebody's sessions, or all but the one that asks; how many there were."""
        others = sessions.c.account == session.person.id
        others &= sessions.c.id.startswith(shown_id, autoescape=True) if shown_id else sessions.c.id != session.id

        def write(connection: sa.Connection) -> list[str]:
            gone = self.close(connection, others)
            if gone:
                acts.note(connection, "ended sessions", session.person, about=str(len(gone)))
            return gone

        gone = await self._store.write(write)
        self.over(gone)
        return len(gone)

    def close(self, connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[str]:
        """Delete sessions, and tell the other workers of it; `over` follows when this is on the disk."""
        gone = list(connection.execute(sa.select(sessions.c.id).where(which)).scalars())
        connection.execute(sessions.delete().where(sa.or_(which, sessions.c.expires <= kept_in.now())))
        if self._store.shared:
            for some in range(0, len(gone), 50):  # as many as a note carries
                self._store.notify(connection, {"worker": self._store.worker, "over": gone[some : some + 50]})
        return gone

    def over(self, ids: Iterable[str]) -> None:
        """These sessions are over: what hangs on them is closed."""
        for id in ids:
            self._known.pop(id, None)
            for close in list(self._hanging.pop(id, {}).values()):
                close()

    def hang(self, session: Session | None, close: Callable[[], None]) -> Callable[[], None]:
        """Have something closed when the session is over; what is returned takes it off again."""
        if session is None:
            return lambda: None
        mark = object()
        self._hanging.setdefault(session.id, {})[mark] = close

        def off() -> None:
            here = self._hanging.get(session.id)
            if here is not None:
                here.pop(mark, None)
                if not here:
                    del self._hanging[session.id]

        return off


def _written_here(connection: sa.Connection, row: sa.RowMapping) -> bool:
    """The house began this session: a row that somebody else wrote is none."""
    right = kept_in.marks_of(connection).right("sessions", dict(row))
    if not right:
        log.warning("session %s of account %s was not begun by the house, and is none", row["id"][:16], row["account"])
    return right


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
