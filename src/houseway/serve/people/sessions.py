"""Sessions: who is signed in, from where, and what hears at once when a session is over."""

import hashlib
import logging
import secrets
import time
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any

import sqlalchemy as sa

from houseway.record import acts, daybook, schema
from houseway.record import store as kept_in
from houseway.record.ended import name_of
from houseway.record.person import Person
from houseway.record.schema import sessions
from houseway.record.store import Store

log = logging.getLogger("houseway.serve")

DAYS = 30
_REMEMBERED = 10.0  # seconds that a session is taken for granted
_LISTENED_TO = 120.0  # the same while sockets or pages hang on it: they are closed as soon as it is over
_TOLD_EVERY = 15  # parts of the idle time: so often the database hears that somebody is still there
_MOST_IDLE = 10_000  # sessions that are remembered to have ended for it
_DAY = 24 * 3600 * 1000


@dataclass(frozen=True)
class Session:
    id: str
    person: Person
    csrf: str
    second: bool = False  # the account has a second factor
    confirmed: int = 0  # when the password or a code was last given, in milliseconds since 1970
    scope: str = ""  # of a program's token; a person's own session has none, and is not narrowed

    @property
    def staff(self) -> bool:
        return self.person.role != "player"

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
    """The sessions of a house, and what hangs on them: sockets and pages that are closed with them. A session of the
    staff ends when nothing is done in it for `idle` milliseconds."""

    def __init__(self, store: Store, *, idle: int = 0) -> None:
        self._store = store
        self.idle = idle
        self._acted: dict[str, int] = {}  # when something was last done in a session of the staff, at this worker
        self._noted: dict[str, int] = {}  # the same, as the database has it
        self._left_idle: dict[str, None] = {}  # sessions that ended for it, for the sentence that says so
        self._known: dict[str, tuple[float, Session]] = {}
        self._hanging: dict[str, dict[object, Callable[[], None]]] = {}

    async def begin(self, person: Person, client: Client) -> tuple[str, Session]:
        """A new session and the token that opens it, which only the visitor's browser keeps."""
        token = secrets.token_urlsafe(32)
        now = self._store.clock.now()
        session = Session(_digest(token), person, secrets.token_urlsafe(24), confirmed=now)
        row = {
            "id": session.id,
            "account": person.id,
            "csrf": session.csrf,
            "began": now,
            "expires": now + DAYS * _DAY,
            "address": client.address[:64],
            "agent": _plain(client.agent)[:200],
            "seen": (at := self._store.clock.now()),
            "confirmed": at,
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
        if session.staff and not session.second:
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
        if known is not None and known[0] > time.monotonic() and not self._is_idle(known[1], self._acted.get(id, 0)):
            return known[1]
        return await self._looked_up(id)

    async def _looked_up(self, id: str) -> Session | None:
        """The session as the database has it."""
        accounts = schema.accounts
        asked = sa.select(sessions).where(sessions.c.id == id, sessions.c.expires > self._store.clock.now())

        def look(connection: sa.Connection) -> tuple[sa.RowMapping, sa.RowMapping] | None:
            kept = connection.execute(asked).mappings().first()
            if kept is None or not _written_here(connection, kept) or self._is_over(connection, kept):
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
        session = Session(id, person, kept["csrf"], second=row["second"] is not None, confirmed=kept["confirmed"])
        if self._is_idle(session, max(kept["seen"], self._acted.get(id, 0))):
            await self._end_idle([session])
            return None
        if session.staff:
            self._noted[id] = kept["seen"]
            self._acted[id] = max(kept["seen"], self._acted.get(id, 0))
        self._remember(session)
        return session

    def _is_over(self, connection: sa.Connection, row: sa.RowMapping) -> bool:
        """The house ended this session, and somebody has put its row back."""
        ended = sa.select(schema.daybook.c.number).where(schema.daybook.c.about == f"session {name_of(row['id'])}")
        over = (
            self._store.ended.has_session(row["id"], began=row["began"])
            or connection.execute(ended).first() is not None
        )
        if over:
            log.warning("session %s of account %s is over, and was put back", row["id"][:16], row["account"])
        return over

    # Idle staff, and who is asked for the password again

    def _is_idle(self, session: Session, acted: int) -> bool:
        return bool(self.idle) and session.staff and self._store.clock.now() - acted > self.idle

    async def acts(self, session: Session) -> None:
        """Something is done in this session by whoever sits before it. The database hears of it now and then."""
        if not self.idle or not session.staff or session.scope:
            return
        now = self._acted[session.id] = self._store.clock.now()
        if now - self._noted.get(session.id, 0) >= self.idle // _TOLD_EVERY:
            self._noted[session.id] = now
            await self._store.write(lambda c: _changed(c, session.id, seen=now))

    async def confirm(self, session: Session) -> None:
        """The password, or a code, was given again in this session."""
        now = self._store.clock.now()
        await self._store.write(lambda c: _changed(c, session.id, confirmed=now))
        self._known.pop(session.id, None)

    async def confirmed_since(self, session: Session, at: int) -> bool:
        """The password or a code was given in this session at that time or later, here or at another worker."""
        if session.scope:
            return False
        if session.confirmed >= at:
            return True
        now = await self._looked_up(session.id)
        return now is not None and now.confirmed >= at

    async def end_idle(self) -> None:
        """End the sessions of the staff in which nothing was done for long, with all that hangs on them."""
        if not self.idle:
            return
        accounts, now = schema.accounts, self._store.clock.now()
        late = now - self.idle - self.idle // _TOLD_EVERY  # another worker may know of something later
        both = sessions.join(accounts, sessions.c.account == accounts.c.id)
        asked = sa.select(sessions.c.id).select_from(both).where(accounts.c.role != "player", sessions.c.seen < late)
        for id in await self._store.read(lambda c: list(c.execute(asked).scalars())):
            await self._looked_up(id)

    async def _end_idle(self, idle: Iterable[Session]) -> None:
        for session in idle:

            def write(connection: sa.Connection, session: Session = session) -> list[str]:
                gone = self.close(connection, sessions.c.id == session.id)
                if gone:
                    acts.note(connection, "was signed out for doing nothing", session.person)
                return gone

            self.over(await self._store.write(write))
            if len(self._left_idle) >= _MOST_IDLE:
                self._left_idle.clear()
            self._left_idle[session.id] = None

    def left_idle(self, token: str | None) -> bool:
        """The session of this token ended here because nothing was done in it."""
        return token is not None and _digest(token) in self._left_idle

    async def of(self, person: Person) -> list[dict[str, Any]]:
        """Where somebody is signed in, the latest first."""
        mine = sa.and_(sessions.c.account == person.id, sessions.c.expires > self._store.clock.now())
        asked = sa.select(sessions).where(mine).order_by(sessions.c.began.desc(), sessions.c.id)
        return await self._store.read(
            lambda c: [
                dict(row) for row in c.execute(asked).mappings() if _written_here(c, row) and not self._is_over(c, row)
            ]
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
        for id in gone:
            entry = {"do": "session over", "session": name_of(id)}
            daybook.note(connection, f"session {name_of(id)}", entry)
        connection.execute(sessions.delete().where(sa.or_(which, sessions.c.expires <= self._store.clock.now())))
        if self._store.shared:
            for some in range(0, len(gone), 50):  # as many as a note carries
                self._store.notify(connection, {"worker": self._store.worker, "over": gone[some : some + 50]})
        return gone

    def over(self, ids: Iterable[str]) -> None:
        """These sessions are over: what hangs on them is closed."""
        for id in ids:
            for known in (self._known, self._acted, self._noted):
                known.pop(id, None)
            self._store.ended.sessions.add(name_of(id))  # whatever the database says of it from now on
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


def _changed(connection: sa.Connection, id: str, **values: int) -> None:
    """Change a session that the house began, and mark it anew."""
    row = connection.execute(sa.select(sessions).where(sessions.c.id == id)).mappings().first()
    if row is not None and _written_here(connection, row):
        changed = kept_in.marks_of(connection).marked("sessions", {**row, **values})
        connection.execute(sessions.update().where(sessions.c.id == id).values(changed))


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()


def _plain(text: str) -> str:
    return "".join(letter if letter.isprintable() else " " for letter in text)
