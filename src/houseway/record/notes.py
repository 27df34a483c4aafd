"""Notes between the workers of a house, on a channel of PostgreSQL that everybody who can connect may use.

So that nobody else speaks on it or listens, each note is sealed with AES-256-GCM under a key that follows from the
house's signing key, with its sender and a number that is used once. Whatever does not open, or comes again, is no note.
"""

import base64
import json
import os
import secrets
import threading
import zlib
from collections.abc import Mapping
from itertools import count
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.record.marks import key_for

LONGEST = 7900  # bytes; PostgreSQL carries up to 8000
_NONCE = 12
_ABOUT = b"note"
_WINDOW = 10_000  # notes of one sender that may come in another order


class NoteWrong(ValueError):
    """What no worker of this house wrote, or wrote before."""


class Notes:
    """Seals what one process says, and opens what others say."""

    def __init__(self, secret: bytes, house: str) -> None:
        self._box = AESGCM(key_for(secret, "notes", house))
        self._sender = secrets.token_hex(8)
        self._numbers = count(1)
        self._heard: dict[str, _Heard] = {}
        self._lock = threading.Lock()

    def shut(self, note: Mapping[str, Any]) -> str:
        with self._lock:
            number = next(self._numbers)
        said = json.dumps([self._sender, number, note], ensure_ascii=False, separators=(",", ":"))
        nonce = os.urandom(_NONCE)
        sealed = nonce + self._box.encrypt(nonce, zlib.compress(said.encode(), 1), _ABOUT)
        payload = base64.b85encode(sealed).decode()
        if len(payload) > LONGEST:
            raise ValueError("too long to hand on")
        return payload

    def opened(self, payload: str) -> dict[str, Any]:
        """What a note says, once."""
        try:
            sealed = base64.b85decode(payload)
            said = json.loads(zlib.decompress(self._box.decrypt(sealed[:_NONCE], sealed[_NONCE:], _ABOUT)))
        except (InvalidTag, ValueError, zlib.error):
            raise NoteWrong("a note that no worker of this house wrote") from None
        sender, number, note = said
        with self._lock:
            if not self._heard.setdefault(sender, _Heard()).is_new(number):
                raise NoteWrong("a note that came before")
        assert isinstance(note, dict)
        return note


class _Heard:
    """The numbers of one sender's notes that have come."""

    def __init__(self) -> None:
        self._numbers: set[int] = set()
        self._low = 0  # whatever is not above this is too old

    def is_new(self, number: int) -> bool:
        if number <= self._low or number in self._numbers:
            return False
        self._numbers.add(number)
        if len(self._numbers) > 2 * _WINDOW:
            self._low = max(self._numbers) - _WINDOW
            self._numbers = {one for one in self._numbers if one > self._low}
        return True
