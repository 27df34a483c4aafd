"""Words of one's own for the shuffle: sealed before a round, opened when its bets are closed, as a table's page does.

With them in it, nobody can choose the cards or know them in advance, the house included.
"""

import secrets
from collections.abc import Iterator
from hashlib import sha256

from houseway.wire.viewing import View

_KEPT = 8  # seals that may still be asked for


def sealed(words: str) -> str:
    """What the house is given of words before they are opened."""
    return sha256(f"seal {words}".encode()).hexdigest()


class Words:
    """A player's words at one table. `own` is any plain text that goes in beside the randomness."""

    def __init__(self, own: str = "") -> None:
        self._own = own
        self._known: dict[str, str] = {}  # by seal
        self._sealed = ""  # after which round, by which seat
        self._opened = ""

    def seal(self) -> str:
        """New words, sealed."""
        words = secrets.token_hex(16) + (f" {self._own}" if self._own else "")
        name = sealed(words)
        self._known[name] = words
        while len(self._known) > _KEPT:
            self._known.pop(next(iter(self._known)))
        return name

    def opened(self, view: View) -> str:
        """The words that the table waits for, if they are ours to open."""
        if view.viewer not in view.awaits_words:
            return ""
        seals = next((event.sealed for event in view.events if event.event == "wordsSealed"), None) or {}
        return self._known.get(seals.get(view.viewer, ""), "")

    def forget(self) -> None:
        """The house may have forgotten what was sealed for the next round: it is sealed anew."""
        self._sealed = ""

    def said(self, view: View) -> Iterator[dict[str, str]]:
        """What is to be said to the table now: words to open, and a seal for the round that begins next."""
        if (words := self.opened(view)) and words != self._opened:
            self._opened = words
            yield {"do": "open words", "words": words}
        if view.viewer in view.seats and (now := f"{view.viewer} {view.round}") != self._sealed:
            self._sealed = now
            yield {"do": "seal", "seal": self.seal()}
