"""`houseway replay` for hand histories of other houses: one line of JSON a hand, thousands of files in a run."""

import re
from collections.abc import Iterator
from pathlib import PurePath
from typing import Any

from houseway.prove import phh
from houseway.prove.phh import HistoryError, Played

ENDINGS = (".phh", ".phhs")
_VARIANT = re.compile(r"^\s*variant\s*=", re.MULTILINE)


def is_history(name: str, text: str) -> bool:
    """By its name, or by the one key that every hand has."""
    return PurePath(name).suffix.lower() in ENDINGS or _VARIANT.search(text) is not None


class Replay:
    """Files played again one after the other; `status` is what the command ends with."""

    def __init__(self) -> None:
        self.status = 0

    def lines(self, text: str, name: str) -> Iterator[dict[str, Any]]:
        """Each hand of a file: its finishing stacks, whether they are its own, and what breaks a rule."""
        try:
            for played in phh.replayed(text, name=name):
                if _fails(played):
                    self.status = 1
                yield played.data()
        except HistoryError as error:
            self.status = self.status or 2
            yield {"hand": name, "error": str(error)}


def _fails(played: Played) -> bool:
    """The stacks are not those of the file; or a rule was broken and the file does not say how the hand ended."""
    return played.agrees is False or bool(played.breaks and played.agrees is None)
