"""`houseway replay` for hand histories of other houses: one line for each hand, thousands of files in a run."""

import gc
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from decimal import Decimal
from itertools import islice
from multiprocessing import get_context
from pathlib import PurePath
from typing import Any

from rich.console import Console

from houseway.cli.find import text_of
from houseway.cli.progress import progress_bar
from houseway.prove import phh
from houseway.prove.phh import Played, Unplayed
from houseway.rules.strict import RulesError

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


def hands_replayed(text: str, name: str, most_rake: Decimal) -> Told:
    """Each hand of a file: its finishing stacks, whether they are its own, and what breaks a rule."""
    lines: list[dict[str, Any]] = []
    tally: Counter[str] = Counter()
    wrong = False
    for hand in phh.replayed(text, name=name, most_rake=most_rake):
        lines.append(hand.data())
        tally[verdict(hand)] += 1
        tally[INCOMPLETE] += isinstance(hand, Played) and hand.incomplete
        wrong = wrong or _wrong(hand)
    return lines, tally, wrong


def _told_of(file: str, most_rake: Decimal) -> Told:
    """One of many files: one that can't be read does not stop the others."""
    try:
        return hands_replayed(*text_of(file), most_rake)
    except RulesError as error:
        return [{"hand": file, "error": str(error)}], Counter({UNPLAYED: 1}), False


def _read(files: Sequence[str], most_rake: Decimal) -> list[Told]:
    gc.disable()  # hands are small and gone at once; a collection would walk the rules each time
    return [_told_of(file, most_rake) for file in files]


class Replay:
    """Files played again; `status` is what the command ends with."""

    def __init__(self, most_rake: Decimal) -> None:
        self.most_rake = most_rake  # a part of the pot
        self.tally: Counter[str] = Counter()
        self.wrong = False

    @property
    def status(self) -> int:
        return 1 if self.wrong else 2 if self.tally[UNPLAYED] else 0

    def lines(self, text: str, name: str) -> list[dict[str, Any]]:
        return self._taken(hands_replayed(text, name, self.most_rake))

    def one_of_many(self, file: str) -> list[dict[str, Any]]:
        return self._taken(_told_of(file, self.most_rake))

    def many(self, files: Sequence[str], processes: int, console: Console) -> Iterator[list[dict[str, Any]]]:
        """The hands of many files, file by file in their order, played by several processes at once."""
        lots = [files[at : at + _TOGETHER] for at in range(0, len(files), _TOGETHER)]
        with (
            progress_bar(console, "replaying") as progress,
            ProcessPoolExecutor(min(processes, len(lots)), get_context("spawn")) as pool,
        ):
            coming = iter(lots)
            waiting = [pool.submit(_read, lot, self.most_rake) for lot in islice(coming, processes * _AHEAD)]
            done = 0
            while waiting:
                for one in waiting.pop(0).result():
                    yield self._taken(one)
                done += 1
                progress(min(done * _TOGETHER, len(files)), len(files))
                waiting += [pool.submit(_read, lot, self.most_rake) for lot in islice(coming, 1)]

    def _taken(self, one: Told) -> list[dict[str, Any]]:
        lines, tally, wrong = one
        self.tally += tally
        self.wrong = self.wrong or wrong
        return lines

    def total(self) -> dict[str, Any]:
        """The last line: how many hands came out how."""
        counts = {name: self.tally[name] for name in (AGREED, RAKED, DIFFERED, NO_RESULT, UNPLAYED)}
        return {"hands": sum(counts.values()), **counts, INCOMPLETE: self.tally[INCOMPLETE]}


# In words


def in_words(line: dict[str, Any]) -> str:
    """A hand's line of JSON in words: how it came out, then what breaks a rule and what is not known. The last line, of
    all hands, too."""
    if "hands" in line:
        return _summary(line)
    if "error" in line:
        return f"not played: {line['error']}"  # it names the hand
    parts = [f"{line['hand']}: {_outcome(line)}"]
    parts += [f"  action {stop['number']}, {stop['action']}: {stop['why']}" for stop in line.get("breaks", ())]
    parts += [f"  {note}" for note in line.get("notes", ())]
    return "\n".join(parts)


def _outcome(line: dict[str, Any]) -> str:
    stacks = _listed(line["finishing_stacks"])
    if line["agrees"]:
        return f"agrees but for a rake of {line['rake']:,}" if "rake" in line else "agrees"
    if line["agrees"] is None:
        return (
            f"stops before its end, at {stacks}" if line.get("open") else f"no result in the file; it ends in {stacks}"
        )
    why = f"; {line['why']}" if "why" in line else ""
    return f"differs. It ends in {stacks}; the file has {_listed(line['its_own'])}{why}"


def _listed(stacks: Sequence[float | None]) -> str:
    return " / ".join("?" if stack is None else f"{stack:,}" for stack in stacks)


def _summary(total: dict[str, Any]) -> str:
    counts = {
        "agreed": total[AGREED],
        "agreed but for rake": total[RAKED],
        "differed": total[DIFFERED],
        "without a result": total[NO_RESULT],
        "not played": total[UNPLAYED],
    }
    told = ", ".join(f"{many:,} {how}" for how, many in counts.items() if many)
    hidden = f" Cards are missing in {total[INCOMPLETE]:,}." if total[INCOMPLETE] else ""
    return f"{total['hands']:,} hand{'s' * (total['hands'] != 1)}: {told}.{hidden}"
