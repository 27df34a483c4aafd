"""Heads: where a house's daybook ended at some moment, signed, so that nothing before it can be changed unnoticed.

A head is signed with Ed25519 over the text `houseway head` and a line feed, then canonical JSON of its house, number,
hash and time. `docs/audit.md` has the lines that check one without this package.
"""

import hashlib
import json
import os
import re
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey

from houseway.record import keys
from houseway.record.chain import canonical
from houseway.record.errors import ProveError

KEY = "signing"  # its name in the folder of keys
_SIGNED = ("house", "number", "hash", "at")
_PART = re.compile(r"https?://(?:\[[^]]*\])?[^:/]*(?::\d+)?(?:/[^:]*)?|[^:]+")


@dataclass(frozen=True)
class SignedHead:
    """The last record of a daybook as the house signed it."""

    house: str  # the hash of the daybook's first record
    number: int
    hash: str
    at: str
    key: str  # the public key, in hexadecimal
    signature: str

    def data(self) -> dict[str, Any]:
        return asdict(self)

    def genuine(self) -> bool:
        """It was signed with the key that it names."""
        try:
            signature = bytes.fromhex(self.signature)
            if signature.hex() != self.signature:  # one text form: a letter in capitals is a changed row
                return False
            Ed25519PublicKey.from_public_bytes(bytes.fromhex(self.key)).verify(signature, _statement(self.data()))
        except (InvalidSignature, ValueError):
            return False
        return True


def _statement(data: dict[str, Any]) -> bytes:
    return b"houseway head\n" + canonical({name: data[name] for name in _SIGNED})


def sign(secret: bytes, *, house: str, number: int, hash: str, at: str) -> SignedHead:
    key = Ed25519PrivateKey.from_private_bytes(secret)
    said = _statement({"house": house, "number": number, "hash": hash, "at": at})
    return SignedHead(house, number, hash, at, public(secret), key.sign(said).hex())


def public(secret: bytes) -> str:
    """The key by which everybody knows the house's signature."""
    return Ed25519PrivateKey.from_private_bytes(secret).public_key().public_bytes_raw().hex()


def read(text: str, name: str) -> SignedHead:
    """A head that somebody has kept."""
    try:
        data = json.loads(text)
        head = SignedHead(**{part: data[part] for part in SignedHead.__dataclass_fields__})
    except (ValueError, KeyError, TypeError, RecursionError):
        raise ProveError(f"{name} is not a head: expected the JSON that GET /api/v1/head answers") from None
    parts = (head.house, head.hash, head.at, head.key, head.signature)
    if type(head.number) is not int or not all(isinstance(part, str) for part in parts):
        raise ProveError(f"{name} is not a head: expected the JSON that GET /api/v1/head answers")
    if not head.genuine():
        raise ProveError(f"{name} is not signed with the key that it names: it was changed, or is not a house's")
    return head


# The last head that was signed here, kept beside the key: by the house's name, and by where its database is


def kept(house: str = "", place: str = "") -> SignedHead | None:
    """The last head that a house signed on this machine, or that was signed for a database in this place."""
    found = [head for head in map(read_file, _paths(house, place)) if head is not None]
    return max(found, key=lambda head: (head.number, head.at), default=None)


def heads_seen(house: str, place: str = "") -> list[SignedHead]:
    """The heads that this machine has signed for a house, and for the place where its database is."""
    found = [kept(house) if house else None, kept(place=place) if place else None]
    return list(dict.fromkeys(head for head in found if head is not None))


def read_file(path: Path) -> SignedHead | None:
    """The head in a file; None if there is none."""
    try:
        return read(path.read_text(encoding="utf-8"), str(path))
    except FileNotFoundError:
        return None
    except (OSError, UnicodeDecodeError) as error:
        raise ProveError(f"the head {path} can't be read: {getattr(error, 'strerror', None) or error}") from None


def keep(head: SignedHead, place: str = "") -> None:
    """Remember a head outside the database; whole, or the one before stays. OSError if a folder can't have it; the
    others have it all the same."""
    wrong: OSError | None = None
    for path in [*_paths(head.house), *(_paths(place=place) if place else [])]:
        try:
            write_file(path, head)
        except OSError as error:
            wrong = error
    if wrong is not None:
        raise wrong


def write_file(path: Path, head: SignedHead) -> None:
    """A head in place of the one before."""
    part = path.with_name(f"{path.stem}.{head.number}.part")
    part.unlink(missing_ok=True)
    keys.write_once(part, json.dumps(head.data()) + "\n")
    part.replace(path)


def forget(place: str) -> None:
    """A new house begins in this place."""
    for path in _paths(place=place):
        path.unlink(missing_ok=True)


def folders() -> list[Path]:
    """Where heads are kept: beside the keys, and in the folders of `HOUSEWAY_HEADS`, such as one on another machine."""
    return [keys.folder() / "heads", *(Path(one) for one in _elsewhere() if not is_url(one))]


def witnesses() -> list[str]:
    """The URLs of `HOUSEWAY_HEADS`: witnesses that keep heads elsewhere."""
    return [one for one in _elsewhere() if is_url(one)]


def is_url(text: str) -> bool:
    return text.startswith(("http://", "https://"))


def _elsewhere() -> list[str]:
    """The parts of `HOUSEWAY_HEADS`, with `:` between them; a URL has colons of its own."""
    return _PART.findall(os.environ.get("HOUSEWAY_HEADS", ""))


def _paths(house: str = "", place: str = "") -> list[Path]:
    name = house[:32] if house else f"at-{hashlib.sha256(place.encode()).hexdigest()[:32]}"
    return [folder / f"{name}.json" for folder in folders()]
