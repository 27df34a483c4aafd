"""Tokens: how programs sign in. Each belongs to an account, has a scope and an end, and is kept only as a hash.

The row of a token is marked like that of a session, so that nobody makes one by writing into the database. The daybook
records each that is made or revoked: a row that comes back after it was revoked is none.
"""

import hashlib
import logging
import secrets
from typing import Any

import sqlalchemy as sa

from houseway.errors import Forbidden, NotFound, NotNow
from houseway.record import acts, daybook, schema
from houseway.record import store as kept_in
from houseway.record.daybook import By
from houseway.record.ended import name_of
from houseway.record.person import Person
from houseway.record.schema import tokens
from houseway.record.store import Store
from houseway.serve.people.sessions import Client, Session, Sessions

log = logging.getLogger("houseway.serve")

SCOPES = ("read", "play", "floor", "operator")  # each holds those before it
MOST = 20  # of one account
_MARK = "houseway_"  # begins every token, so that one that leaked is known for what it is
_DAY = 24 * 3600 * 1000


def is_token(text: str) -> bool:
    return text.startswith(_MARK)


def as_token(text: str) -> str:
    """A bearer token; never what opens somebody's session."""
    return text if is_token(text) else _MARK


def wide_enough(scope: str, needed: str) -> bool:
    return SCOPES.index(scope) >= SCOPES.index(needed)


def scopes_of(role: str) -> tuple[str, ...]:
    """The scopes that an account of this role can give a token."""
    widest = {"player": "play", "operator": "operator"}.get(role, "floor")
    return SCOPES[: SCOPES.index(widest) + 1]


class Tokens:
    """The tokens of a house. What hangs on one is closed with it, as with a session."""

    def __init__(self, store: Store, sessions: Sessions) -> None:
        self._store, self._sessions = store, sessions

    async def make(
        self, person: Person, name: str, scope: str, days: int, client: Client
    ) -> tuple[str, dict[str, Any]]:
        """A new token, which only its owner keeps, and its row."""
        if person.guest:
            raise NotNow("a guest has no password: make an account first")
        if scope not in scopes_of(person.role):
            allowed = ", ".join(scopes_of(person.role))
            raise Forbidden(f"a {person.role}'s token can't have the scope {scope}: {allowed}")
        token, now = _MARK + secrets.token_urlsafe(32), self._store.clock.now()
        row: dict[str, Any] = {
            "id": _digest(token),
            "account": person.id,
            "name": name,
            "scope": scope,
            "began": now,
            "expires": now + days * _DAY,
        }

        def write(connection: sa.Connection) -> None:
            connection.execute(tokens.delete().where(tokens.c.expires <= now))
            mine = sa.select(sa.func.count()).select_from(tokens).where(tokens.c.account == person.id)
            if connection.execute(mine).scalar_one() >= MOST:
                raise NotNow(f"an account has up to {MOST} tokens: revoke one first")
            connection.execute(tokens.insert().values(kept_in.marks_of(connection).marked("tokens", row)))
            entry = {"do": "token made", "token": name_of(row["id"]), "scope": scope, "expires": row["expires"]}
            daybook.note(connection, f"token made {name_of(row['id'])}", entry, by=By(person.name, person.id))
            acts.note(connection, "made a token", person, address=client.address, about=f"{name}: {scope}")

        await self._store.write(write)
        return token, row

    async def of(self, person: Person) -> list[dict[str, Any]]:
        """Somebody's tokens, the latest first."""
        mine = sa.and_(tokens.c.account == person.id, tokens.c.expires > self._store.clock.now())
        asked = sa.select(tokens).where(mine).order_by(tokens.c.began.desc(), tokens.c.id)
        return await self._store.read(
            lambda c: [dict(row) for row in c.execute(asked).mappings() if self._holds(c, row)]
        )

    async def by_token(self, token: str) -> Session | None:
        return await self.by_id(_digest(token))

    async def by_id(self, id: str) -> Session | None:
        """What the program that has this token may do, as its account stands now."""
        accounts = schema.accounts
        asked = sa.select(tokens).where(tokens.c.id == id, tokens.c.expires > self._store.clock.now())

        def look(connection: sa.Connection) -> tuple[sa.RowMapping, sa.RowMapping] | None:
            kept = connection.execute(asked).mappings().first()
            if kept is None or not self._holds(connection, kept):
                return None
            who = sa.select(accounts).where(accounts.c.id == kept["account"], accounts.c.disabled.is_(False))
            row = connection.execute(who).mappings().first()
            return (kept, row) if row is not None else None

        found = await self._store.read(look)
        if found is None or found[0]["scope"] not in scopes_of(found[1]["role"]):
            return None
        kept, row = found
        person = Person(row["id"], row["name"], row["role"], guest=False)
        return Session(id, person, "", second=row["second"] is not None, scope=kept["scope"])

    def _holds(self, connection: sa.Connection, row: sa.RowMapping) -> bool:
        """The house made this token, and has not revoked it."""
        if not kept_in.marks_of(connection).right("tokens", dict(row)):
            log.warning("token %s of account %s was not made by the house, and is none", row["id"][:16], row["account"])
            return False
        over = sa.select(schema.daybook.c.number).where(schema.daybook.c.about == f"token {name_of(row['id'])}")
        if self._store.ended.has_token(row["id"], began=row["began"]) or connection.execute(over).first() is not None:
            log.warning("token %s of account %s was revoked, and was put back", row["id"][:16], row["account"])
            return False
        return True

    # Revoking

    async def revoke(self, person: Person, shown_id: str, client: Client) -> None:
        """Revoke one of somebody's tokens, by the beginning of its id."""
        mine = (tokens.c.account == person.id) & tokens.c.id.startswith(shown_id, autoescape=True)

        def write(connection: sa.Connection) -> list[str]:
            gone = self.close(connection, mine)
            if not gone:
                raise NotFound(f"you have no token {shown_id}")
            acts.note(connection, "revoked a token", person, address=client.address, about=shown_id)
            return gone

        self.over(await self._store.write(write))

    def close(self, connection: sa.Connection, which: sa.ColumnElement[bool]) -> list[str]:
        """Delete tokens, and tell the other workers of it; `over` follows when this is on the disk."""
        gone = list(connection.execute(sa.select(tokens.c.id).where(which)).scalars())
        for id in gone:
            daybook.note(connection, f"token {name_of(id)}", {"do": "token revoked", "token": name_of(id)})
        connection.execute(tokens.delete().where(which))
        if self._store.shared and gone:
            self._store.notify(connection, {"worker": self._store.worker, "over": gone})
        return gone

    def over(self, ids: list[str]) -> None:
        """These tokens are revoked: sockets that hang on them are closed."""
        self._store.ended.tokens.update(map(name_of, ids))
        self._sessions.over(ids)


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode(errors="replace")).hexdigest()
