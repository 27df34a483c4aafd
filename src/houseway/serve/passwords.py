"""Passwords: which are refused, and how they are kept."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError

from houseway.serve.people import Denied

SHORTEST, LONGEST = 8, 200
GUESSED_WITHIN = 10**6  # tries of somebody who knows what people take: lists of common ones, names, keys in a row
_LOOKED_AT = 72  # characters; what comes after them makes a password no easier
_AT_ONCE = 2  # so that people who sign in never use up the threads that tables are read with
_MOST_WAITING = 40

T = TypeVar("T")


class Passwords:
    """Hashes and checks passwords, away from the event loop and few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._pool = ThreadPoolExecutor(_AT_ONCE, "houseway-passwords")
        self._waiting = 0

    async def hashed(self, password: str, name: str) -> str:
        """The hash of a new password, if it is one that can be taken."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise Denied(422, f"a password has {SHORTEST} to {LONGEST} characters")
        if await self._run(lambda: easily_guessed(password, name)):
            raise Denied(422, "this password is among the first that are tried: take several words, or a longer one")
        return await self._run(lambda: self._hasher.hash(password))

    async def fits(self, hashed: str, password: str) -> bool:
        def verify() -> bool:
            try:
                return self._hasher.verify(hashed, password[:LONGEST])
            except (Argon2Error, InvalidHashError):
                return False

        return await self._run(verify)

    async def _run(self, work: Callable[[], T]) -> T:
        if self._waiting >= _MOST_WAITING:
            raise Denied(503, "many are signing in right now: try again in a moment")
        self._waiting += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._pool, work)
        finally:
            self._waiting -= 1


def easily_guessed(password: str, name: str) -> bool:
    """Whether it would be found within `GUESSED_WITHIN` tries."""
    from zxcvbn import zxcvbn  # its lists take a moment to load

    found = zxcvbn(password[:_LOOKED_AT], user_inputs=[name, *name.split(), "houseway"])
    return bool(found["guesses"] < GUESSED_WITHIN)
