"""Passwords: which are refused, and how they are kept."""

import asyncio
import json
import secrets
import threading
from collections import Counter
from collections.abc import Callable, Sequence
from concurrent.futures import Executor, ThreadPoolExecutor
from dataclasses import dataclass
from enum import Enum
from typing import TypeVar

from argon2 import PasswordHasher
from argon2.exceptions import Argon2Error, InvalidHashError
from argon2.low_level import Type, hash_secret_raw

from houseway.errors import BadInput, TooMany, Unavailable
from houseway.serve.people.second_factor import plain_code

SHORTEST, LONGEST = 8, 200
GUESSED_WITHIN = 10**6  # tries of somebody who knows what people take: lists of common ones, names, keys in a row
_LOOKED_AT = 48  # characters; what comes after them makes a password no easier
_MOST_READINGS = 16  # of a password whose letters are written as digits and signs; each takes a look at every list
_PRIVATE = 0xE000  # where Unicode has characters that mean nothing
_MOST_WAITING = 40  # in a lane
_MOST_EACH = 8  # of one household
_SALT = 16  # bytes

T = TypeVar("T")


class Lane(Enum):
    """Where somebody waits. Lanes do not hold each other up: a crowd of strangers keeps out nobody who is known."""

    ANYBODY = "anybody"
    STAFF = "staff"  # whoever gives the name of somebody who works here
    DEVICE = "device"  # a browser that has signed in before and proves it


_THREADS = {Lane.ANYBODY: 2, Lane.STAFF: 1, Lane.DEVICE: 1}  # few, and none of those that tables are read with


@dataclass(frozen=True)
class Turn:
    """Who wants a password looked at."""

    lane: Lane = Lane.ANYBODY
    whose: str = ""  # household; "" for one that no share is kept of


ANYBODY = Turn()


class _Line:
    """Those who wait in one lane."""

    def __init__(self, pool: Executor) -> None:
        self.pool = pool
        self.waiting: Counter[str] = Counter()


class Passwords:
    """Hashes and checks passwords, away from the event loop and few at a time."""

    def __init__(self, hasher: PasswordHasher | None = None) -> None:
        self._hasher = hasher or PasswordHasher()
        self._lines = {lane: _Line(ThreadPoolExecutor(n, f"houseway-{lane.value}")) for lane, n in _THREADS.items()}

    async def hashed(self, password: str, name: str, turn: Turn = ANYBODY) -> str:
        """The hash of a new password, if it is one that can be taken."""
        if not SHORTEST <= len(password) <= LONGEST:
            raise BadInput(f"a password has {SHORTEST} to {LONGEST} characters")
        if await self._run(lambda: easily_guessed(password, name), turn):
            raise BadInput("this password is among the first that are tried: take several words, or a longer one")
        return await self._run(lambda: self._hasher.hash(password), turn)

    async def fits(self, hashed: str, password: str, turn: Turn = ANYBODY) -> bool:
        def verify() -> bool:
            try:
                return self._hasher.verify(hashed, password[:LONGEST])
            except (Argon2Error, InvalidHashError):
                return False

        return await self._run(verify, turn)

    # Recovery codes: hashed as passwords are, all of an account with one salt, so that a try costs one hash

    async def codes_kept(self, codes: Sequence[str], turn: Turn = ANYBODY) -> str:
        """Recovery codes as they are kept."""
        salt = secrets.token_bytes(_SALT)
        hashed = [await self._run(lambda code=code: self._code(code, salt), turn) for code in codes]  # type: ignore[misc]
        return json.dumps({"salt": salt.hex(), "codes": hashed})

    async def codes_without(self, kept: str, code: str, turn: Turn = ANYBODY) -> str | None:
        """What is kept once this code is used up; None if it is none of them."""
        if not kept:
            return None
        codes = json.loads(kept)
        used = await self._run(lambda: self._code(code, bytes.fromhex(codes["salt"])), turn)
        if used not in codes["codes"]:
            return None
        return json.dumps({**codes, "codes": [one for one in codes["codes"] if one != used]})

    def _code(self, code: str, salt: bytes) -> str:
        costs = self._hasher
        return hash_secret_raw(
            plain_code(code).encode(errors="replace"), salt, costs.time_cost, costs.memory_cost, costs.parallelism,
            hash_len=_SALT, type=Type.ID,
        ).hex()  # fmt: skip

    async def _run(self, work: Callable[[], T], turn: Turn) -> T:
        line = self._lines[turn.lane]
        if line.waiting.total() >= _MOST_WAITING:
            raise Unavailable("many are signing in right now: try again in a moment")
        if turn.whose and line.waiting[turn.whose] >= _MOST_EACH:
            raise TooMany("many from your address are signing in right now: try again in a moment")
        line.waiting[turn.whose] += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(line.pool, work)
        finally:
            line.waiting[turn.whose] -= 1
            if not line.waiting[turn.whose]:
                del line.waiting[turn.whose]


_judging = threading.Lock()  # zxcvbn keeps what it is told of a person where every thread sees it


def easily_guessed(password: str, name: str) -> bool:
    """Whether it would be found within `GUESSED_WITHIN` tries."""
    from zxcvbn import zxcvbn  # its lists take a moment to load

    with _judging:
        found = zxcvbn(judged(password), user_inputs=[name, *name.split(), "houseway"])
    return bool(found["guesses"] < GUESSED_WITHIN)


def judged(password: str) -> str:
    """As much of a password as is judged. Each sign that may stand for a letter multiplies the ways to read it, and all
    of them are tried; past a few, a sign counts as itself. Nobody's usual password has so many."""
    from zxcvbn.matching import L33T_TABLE, enumerate_l33t_subs, relevant_l33t_subtable

    signs = {sign for all_of_letter in L33T_TABLE.values() for sign in all_of_letter}
    read, plain = "", {}
    for sign in dict.fromkeys(password[:_LOOKED_AT]):
        if sign in signs:
            if len(enumerate_l33t_subs(relevant_l33t_subtable(read + sign, L33T_TABLE))) <= _MOST_READINGS:
                read += sign
            else:
                plain[ord(sign)] = chr(_PRIVATE + ord(sign))
    return password[:_LOOKED_AT].translate(plain)
