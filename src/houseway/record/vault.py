"""Secrets at rest: seeds that are not revealed yet, under a key that is not in the database.

A seed is sealed with AES-256-GCM under the house's key `seeds`, bound to its table and round. The snapshot of a round
holds the order of a shoe that is still dealt from; that part of it is sealed under a key that follows from the shoe's
own seed, so that whoever is shown the seed can read the snapshots of the shoe as well.
"""

import base64
import json
import os
from collections.abc import Mapping
from hashlib import sha256
from typing import Any

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from houseway.errors import HousewayError

KEY = "seeds"  # its name among the house's keys
OLD_KEY = "seeds_old"  # the one before, where it is changed
_NONCE = 12
HIDDEN, SHUFFLED_IN = "hidden", "shuffled in"


class VaultWrong(HousewayError, ValueError):
    """A secret that this key does not open."""


class Vault:
    """Seals seeds, and opens them again."""

    def __init__(self, key: bytes) -> None:
        self._box = AESGCM(key)
        self.fingerprint = sha256(b"houseway seeds" + key).hexdigest()[:16]

    def shut(self, seed: str, *, table: int, round: int) -> str:
        return _shut(self._box, bytes.fromhex(seed), f"seed {table} {round}")

    def opened(self, shut: str, *, table: int, round: int) -> str:
        try:
            return _opened(self._box, shut, f"seed {table} {round}").hex()
        except (InvalidTag, ValueError):
            raise VaultWrong(f"the seed of round {round} of table {table} is not sealed with this key") from None


def _shut(box: AESGCM, secret: bytes, about: str) -> str:
    nonce = os.urandom(_NONCE)
    return base64.b64encode(nonce + box.encrypt(nonce, secret, about.encode())).decode()


def _opened(box: AESGCM, shut: str, about: str) -> bytes:
    whole = base64.b64decode(shut, validate=True)
    return box.decrypt(whole[:_NONCE], whole[_NONCE:], about.encode())


# Snapshots


def hide_shoe(header: Mapping[str, Any], *, table: int, round: int) -> Mapping[str, Any]:
    """The header of a round as it may be kept: without the shoe that is dealt from and without its seed."""
    state = header["table"]
    shuffled_in, seed = state["memory"].get("shoe", (0, ""))
    if not seed:
        return header
    secret = json.dumps({"shoe": state["shoe"], "memory": [shuffled_in, seed]}).encode()
    memory = {name: one for name, one in state["memory"].items() if name != "shoe"}
    shoe = {SHUFFLED_IN: shuffled_in, HIDDEN: _shut(_of_shoe(seed), secret, f"shoe {table} {round}")}
    return {**header, "table": {**state, "shoe": shoe, "memory": memory}}


def hidden_since(header: Any) -> int:
    """The round whose seed shows the shoe that is hidden in a header; 0 if nothing is."""
    table = header.get("table") if isinstance(header, Mapping) else None
    shoe = table.get("shoe") if isinstance(table, Mapping) else None
    since = shoe.get(SHUFFLED_IN) if isinstance(shoe, Mapping) else None
    return since if type(since) is int else 0


def show_shoe(header: Mapping[str, Any], seed: str, *, table: int, round: int) -> Mapping[str, Any]:
    """The whole header again, by the seed of its shoe."""
    state = header["table"]
    wrong = VaultWrong(f"the snapshot of round {round} of table {table} does not open with its shoe's seed")
    hidden = state["shoe"].get(HIDDEN)
    if not isinstance(hidden, str) or not isinstance(state.get("memory"), Mapping):
        raise wrong
    try:
        secret = json.loads(_opened(_of_shoe(seed), hidden, f"shoe {table} {round}"))
    except (InvalidTag, ValueError):
        raise wrong from None
    memory = {**state["memory"], "shoe": secret["memory"]}
    return {**header, "table": {**state, "shoe": secret["shoe"], "memory": memory}}


def _of_shoe(seed: str) -> AESGCM:
    return AESGCM(sha256(b"snapshot" + bytes.fromhex(seed)).digest())
