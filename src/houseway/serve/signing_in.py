"""Signing in: slow for whoever guesses, never shut for whose account it is.

Tries under one name, however it is spelt, are counted together. After a few wrong ones each waits for the one before it
and then for a moment that grows. A browser that has signed in before carries a proof of it (a cookie that only the
account's own password hash could have signed) and does not stand in that line.
"""

import asyncio
import hashlib
import hmac
import secrets
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from dataclasses import dataclass, field

from houseway.serve import limits
from houseway.serve.accounts import Accounts, Known
from houseway.serve.limits import Limits
from houseway.serve.names import folded
from houseway.serve.people import Denied, Person
from houseway.serve.sessions import Client

FREE = 5  # wrong tries that cost nothing
FIRST_WAIT, LONGEST_WAIT = 0.25, 4.0  # seconds
FORGOTTEN = 30.0  # seconds after which one wrong try no longer counts
MOST_IN_LINE = 10
_MOST_NAMES = 10_000


@dataclass
class Line:
    """Those who try one name, one after the other."""

    wrong: float = 0.0
    at: float = 0.0
    waiting: int = 0
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)


class SigningIn:
    """Checks who somebody is, at a pace."""

    def __init__(self, accounts: Accounts, held: Limits) -> None:
        self._accounts, self._limits = accounts, held
        self._lines: dict[str, Line] = {}
        self.clock: Callable[[], float] = time.monotonic
        self.sleep: Callable[[float], Awaitable[None]] = asyncio.sleep

    async def person(
        self, name: str, password: str, code: str, client: Client, device: str | None
    ) -> tuple[Person, str]:
        """Who this is, and the proof that their browser may carry."""
        self._limits.use(limits.SIGNING_IN, client.address)
        known = await self._accounts.known(name)
        if known is not None and device and _proved(known, device):
            self._limits.use(limits.SIGNING_IN_AS, f"{known.person.id} by {device[:80]}")
            return await self._checked(known, name, password, code, client)
        who = folded(name)
        self._limits.use(limits.SIGNING_IN_AS, f"{who} from {client.address}")
        async with self._in_line(who):
            return await self._checked(known, name, password, code, client)

    async def _checked(
        self, known: Known | None, name: str, password: str, code: str, client: Client
    ) -> tuple[Person, str]:
        try:
            person = await self._accounts.check(known, password, code)
        except Denied as denied:
            if denied.status in (401, 403) and not denied.needs:
                await self._accounts.refused(known, name, client)
            raise
        assert known is not None
        return person, _proof(known)

    @asynccontextmanager
    async def _in_line(self, who: str) -> AsyncIterator[None]:
        line = self._line(who)
        if line.waiting >= MOST_IN_LINE:
            raise Denied(429, "many are trying to sign in under this name: try again in a few seconds")
        line.waiting += 1
        try:
            async with line.lock:
                over = self._still_wrong(line) - FREE
                if over >= 0:
                    await self.sleep(min(FIRST_WAIT * 2 ** min(over, 20), LONGEST_WAIT))
                try:
                    yield
                except Denied as denied:
                    if denied.status == 401:
                        line.wrong, line.at = self._still_wrong(line) + 1, self.clock()
                    raise
        finally:
            line.waiting -= 1

    def _still_wrong(self, line: Line) -> float:
        return max(0.0, line.wrong - (self.clock() - line.at) / FORGOTTEN)

    def _line(self, who: str) -> Line:
        if len(self._lines) >= _MOST_NAMES:
            self._lines = {name: line for name, line in self._lines.items() if line.waiting or self._still_wrong(line)}
        if len(self._lines) >= 2 * _MOST_NAMES:
            self._lines = {name: line for name, line in self._lines.items() if line.waiting}
        return self._lines.setdefault(who, Line())


def _proof(known: Known) -> str:
    nonce = secrets.token_hex(16)
    return f"{nonce}{_signed(known, nonce)}"


def _proved(known: Known, device: str) -> bool:
    nonce, signed = device[:32], device[32:]
    return hmac.compare_digest(_signed(known, nonce).encode(), signed.encode(errors="replace"))


def _signed(known: Known, nonce: str) -> str:
    whose = f"{known.person.id} {nonce}".encode(errors="replace")
    return hmac.new((known.hashed or secrets.token_hex(16)).encode(), whose, hashlib.sha256).hexdigest()
