"""Signing in: slow for whoever guesses, never shut for whose account it is.

Tries under one name, however it is spelt and whichever worker they come to, are counted together. After a few wrong
ones each waits for the one before it and then for a moment that grows. A browser that has signed in before carries a
proof of it (a cookie that only the account's own password hash could have signed) and does not stand in that line.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager

from houseway.errors import Denied, Forbidden, NotSignedIn, TooMany
from houseway.record.names import folded
from houseway.record.person import Person
from houseway.serve.people.accounts import Accounts, Known, turn_of
from houseway.serve.people.passwords import Lane, Turn
from houseway.serve.people.sessions import Client
from houseway.serve.web import limits
from houseway.serve.web.limits import Limits, household
from houseway.serve.workers.shared_counters import SharedCount

FREE = 5  # wrong tries that cost nothing
FIRST_WAIT, LONGEST_WAIT = 0.25, 4.0  # seconds
FORGOTTEN = 30.0  # seconds after which one wrong try no longer counts
LONGEST_LINE = 40.0  # seconds that anybody stands in it
_LINE = "line"  # of those who try one name


class SigningIn:
    """Checks who somebody is, at a pace."""

    def __init__(self, accounts: Accounts, held: Limits) -> None:
        self._accounts, self._limits = accounts, held
        self.clock: Callable[[], float] = time.monotonic
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def person(
        self, name: str, password: str, code: str, client: Client, device: str | None
    ) -> tuple[Person, str]:
        """Who this is, and the proof that their browser may carry."""
        home = household(client.address)
        self._limits.use(limits.SIGNING_IN, home)
        known = await self._accounts.known(name)
        if known is not None and device and _proved(known, device):
            self._limits.use(limits.SIGNING_IN_AS, f"{known.person.id} by {device[:80]}")
            turn = Turn(Lane.DEVICE, device[:80])
            return await self._checked(known, name, password, code, client, turn=turn, by=device[:80])
        who = folded(name)
        self._limits.use(limits.SIGNING_IN_AS, f"{who} from {home}")
        async with self._in_line(who):
            turn = turn_of(known.person if known is not None else None, home)
            return await self._checked(known, name, password, code, client, turn=turn)

    async def _checked(
        self, known: Known | None, name: str, password: str, code: str, client: Client, *, turn: Turn, by: str = ""
    ) -> tuple[Person, str]:
        """Codes are limited for the account, wherever they come from, and apart for a browser that signed in before:
        somebody who has stolen the password can't use up the owner's tries."""
        try:
            person = await self._accounts.check(
                known,
                password,
                code,
                before_code=lambda one: self._limits.use(limits.CODES, f"{one.id} {by}"),
                turn=turn,
            )
        except Denied as denied:
            if known is not None and denied.needs:
                await self._accounts.code_missing(known, client)
            elif isinstance(denied, (NotSignedIn, Forbidden)):
                await self._accounts.refused(known, name, client)
            raise
        assert known is not None
        return person, _proof(known)

    @asynccontextmanager
    async def _in_line(self, who: str) -> AsyncIterator[None]:
        """Wait for one's turn. A try counts as wrong until it was right, so that many at once gain nothing."""
        if wait := self._joins(who):
            await self.sleep(wait)
        wrong = False
        try:
            yield
        except Denied as denied:
            wrong = isinstance(denied, NotSignedIn)
            raise
        finally:
            if not wrong:
                self._limits.counters.update(_LINE, who, self.clock(), self._one_less)

    def _joins(self, who: str) -> float:
        """The seconds until it is this one's turn."""
        now, wait = self.clock(), 0.0

        def joined(line: SharedCount | None) -> tuple[float, float]:
            nonlocal wait
            wrong = self._still_wrong(line, now)
            turn = max(line.other, now) if line else now
            if wrong >= FREE:
                turn += min(FIRST_WAIT * 2 ** min(wrong - FREE, 20), LONGEST_WAIT)
            wait = turn - now
            if wait > LONGEST_LINE:
                raise TooMany("many are trying to sign in under this name: try again in a few seconds")
            return wrong + 1, turn

        self._limits.counters.update(_LINE, who, now, joined)
        return wait

    def _one_less(self, line: SharedCount | None) -> tuple[float, float]:
        return (max(0.0, self._still_wrong(line, self.clock()) - 1), line.other) if line else (0.0, 0.0)

    def _still_wrong(self, line: SharedCount | None, now: float) -> float:
        return max(0.0, line.one - (now - line.at) / FORGOTTEN) if line else 0.0


def _proof(known: Known) -> str:
    nonce = secrets.token_hex(16)
    return f"{nonce}{_signed(known, nonce)}"


def _proved(known: Known, device: str) -> bool:
    nonce, signed = device[:32], device[32:]
    return hmac.compare_digest(_signed(known, nonce).encode(), signed.encode(errors="replace"))


def _signed(known: Known, nonce: str) -> str:
    whose = f"{known.person.id} {nonce}".encode(errors="replace")
    return hmac.new((known.hashed or secrets.token_hex(16)).encode(), whose, hashlib.sha256).hexdigest()
