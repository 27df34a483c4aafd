"""Passwords: which are refused, and how they are kept."""

import asyncio
import json
import secrets
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import Type, hash_secret_raw

from houseway.serve.people import Denied
from houseway.serve.second import plain_code

SHORTEST, LONGEST = 8, 200
GUESSED_WITHIN = 10**6  # tries of somebody who knows what people take: lists of common ones, names, keys in a row
_LOOKED_AT = 72  # characters; what comes after them makes a password no easier
_AT_ONCE = 2  # so that people who sign in never use up the threads that tables are read with
_MOST_WAITING = 40
_SALT = 16  # bytes

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

    # Recovery codes: hashed as passwords are, all of an account with one salt, so that a try costs one hash

    async def codes_kept(self, codes: Sequence[str]) -> str:
        """Recovery codes as they are kept."""
        salt = secrets.token_bytes(_SALT)
        hashed = [await self._run(lambda code=code: self._code(code, salt)) for code in codes]  # type: ignore[misc]
        return json.dumps({"salt": salt.hex(), "codes": hashed})

    async def codes_without(self, kept: str, code: str) -> str | None:
        """What is kept once this code is used up; None if it is none of them."""
        if not kept:
            return None
        codes = json.loads(kept)
        used = await self._run(lambda: self._code(code, bytes.fromhex(codes["salt"])))
        if used not in codes["codes"]:
            return None
        return json.dumps({**codes, "codes": [one for one in codes["codes"] if one != used]})

    def _code(self, code: str, salt: bytes) -> str:
        costs = self._hasher
        return hash_secret_raw(
            plain_code(code).encode(errors="replace"), salt, costs.time_cost, costs.memory_cost, costs.parallelism,
            hash_len=_SALT, type=Type.ID,
        ).hex()  # fmt: skip

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
