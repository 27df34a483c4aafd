"""`houseway replay` for hand histories of other houses: one line of JSON a hand, thousands of files in a run."""

import gc
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import islice
from multiprocessing import get_context
from pathlib import PurePath
from typing import Any

from rich.console import Console

from houseway.cli.find import text_of
from houseway.cli.progress import progress_bar
from houseway.prove import phh
from houseway.prove.phh import Played, Unplayed
from houseway.rules.files import RulesError

ENDINGS = (".phh", ".phhs")
_VARIANT = re.compile(r"^\s*variant\s*=", re.MULTILINE)
_TOGETHER = 32  # files that a process takes at a time
_AHEAD = 4  # such lots for each process that wait, so that none is idle

# How a hand came out, as the last line counts it.
AGREED, RAKED, DIFFERED, NO_RESULT, UNPLAYED = (
    "agreed",
    "agreed_but_for_rake",
    "differed",
    "without_a_result",
    "not_played",
)
INCOMPLETE = "incomplete"

Told = tuple[list[dict[str, Any]], Counter[str], bool]  # lines, tally, whether something is wrong


def is_history(name: str, text: str) -> bool:
    """By its name, or by the one key that every hand has."""
    return PurePath(name).suffix.lower() in ENDINGS or _VARIANT.search(text) is not None


def verdict(hand: Played | Unplayed) -> str:
    if isinstance(hand, Unplayed):
        return UNPLAYED
    if hand.agrees is None:
        return NO_RESULT
    if not hand.agrees:
        return DIFFERED
    return RAKED if hand.rake else AGREED


def _wrong(hand: Played | Unplayed) -> bool:
    """The stacks are not those of the file; or a rule was broken and the file does not say how the hand ended."""
    return isinstance(hand, Played) and (hand.agrees is False or bool(hand.breaks and hand.agrees is None))


def told(text: str, name: str) -> Told:
    """Each hand of a file: its finishing stacks, whether they are its own, and what breaks a rule."""
    lines: list[dict[str, Any]] = []
    tally: Counter[str] = Counter()
    wrong = False
    for hand in phh.replayed(text, name=name):
        lines.append(hand.data())
        tally[verdict(hand)] += 1
        tally[INCOMPLETE] += isinstance(hand, Played) and hand.incomplete
        wrong = wrong or _wrong(hand)
    return lines, tally, wrong


def _told_of(file: str) -> Told:
    """One of many files: one that can't be read does not stop the others."""
    try:
        return told(*text_of(file))
    except RulesError as error:
        return [{"hand": file, "error": str(error)}], Counter({UNPLAYED: 1}), False


def _read(files: Sequence[str]) -> list[Told]:
    gc.disable()  # hands are small and gone at once; a collection would walk the rules each time
    return [_told_of(file) for file in files]


class Replay:
    """Files played again; `status` is what the command ends with."""

    def __init__(self) -> None:
        self.tally: Counter[str] = Counter()
        self.wrong = False

    @property
    def status(self) -> int:
        return 1 if self.wrong else 2 if self.tally[UNPLAYED] else 0

    def lines(self, text: str, name: str) -> list[dict[str, Any]]:
        return self._taken(told(text, name))

    def one_of_many(self, file: str) -> list[dict[str, Any]]:
        return self._taken(_told_of(file))

    def many(self, files: Sequence[str], processes: int, console: Console) -> Iterator[list[dict[str, Any]]]:
        """The hands of many files, file by file in their order, played by several processes at once."""
        lots = [files[at : at + _TOGETHER] for at in range(0, len(files), _TOGETHER)]
        with (
            progress_bar(console, "replaying") as progress,
            ProcessPoolExecutor(min(processes, len(lots)), get_context("spawn")) as pool,
        ):
            coming = iter(lots)
            waiting = [pool.submit(_read, lot) for lot in islice(coming, processes * _AHEAD)]
            done = 0
            while waiting:
                for one in waiting.pop(0).result():
                    yield self._taken(one)
                done += 1
                progress(min(done * _TOGETHER, len(files)), len(files))
                waiting += [pool.submit(_read, lot) for lot in islice(coming, 1)]

    def _taken(self, one: Told) -> list[dict[str, Any]]:
        lines, tally, wrong = one
        self.tally += tally
        self.wrong = self.wrong or wrong
        return lines

    def total(self) -> dict[str, Any]:
        """The last line: how many hands came out how."""
        counts = {name: self.tally[name] for name in (AGREED, RAKED, DIFFERED, NO_RESULT, UNPLAYED)}
        return {"hands": sum(counts.values()), **counts, INCOMPLETE: self.tally[INCOMPLETE]}
