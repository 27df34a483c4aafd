"""How a soak is judged: the last third of its samples is compared with the middle third.

The first third is left out: caches fill and code is compiled meanwhile. Of each measure the medians of the two thirds
are compared, so that one bad moment of a shared machine decides nothing.
"""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from statistics import median

FEWEST = 9  # samples that a third of is a median


@dataclass(frozen=True)
class Sample:
    """A house at one moment."""

    at: float  # seconds since the beginning
    megabytes: float  # in memory, of the process that serves
    files: int  # that it has open
    milliseconds: float  # within which 95 of 100 answers at tables came since the last sample
    answers: int


@dataclass(frozen=True)
class Allowance:
    """How much more the last third may have than the middle third: a part of it, and a bit."""

    part: float
    more: float
    unit: str


ALLOWED = {
    "megabytes": Allowance(0.05, 12.0, "MB in memory"),
    "files": Allowance(0.10, 8.0, "open files"),
    "milliseconds": Allowance(0.50, 25.0, "ms for 95 of 100 answers"),
}
_ERROR = re.compile(r"\b(ERROR|CRITICAL)\b|^Traceback|\bException\b|never awaited|found no answer", re.MULTILINE)


def not_level(samples: Sequence[Sample]) -> list[str]:
    """What grew, one sentence each."""
    if len(samples) < FEWEST:
        return [f"{len(samples)} samples are too few to tell: {FEWEST} are needed"]
    third = len(samples) // 3
    middle, last = samples[-2 * third : -third], samples[-third:]
    found = []
    for name, allowed in ALLOWED.items():
        before, after = (median(getattr(one, name) for one in part) for part in (middle, last))
        if after > before * (1 + allowed.part) + allowed.more:
            found.append(f"{before:.1f} {allowed.unit} in the middle third, and {after:.1f} in the last")
    return found


def errors_in(log: str) -> list[str]:
    """The lines of a log that tell of an error."""
    return [line[:200] for line in log.splitlines() if _ERROR.search(line)]


@dataclass
class Found:
    """What came of a soak."""

    wanted: frozenset[str] = frozenset()  # what is to be used at least once
    used: Counter[str] = field(default_factory=Counter)
    failed: Counter[str] = field(default_factory=Counter)
    samples: list[Sample] = field(default_factory=list)

    def problems(self, log: str) -> list[str]:
        never = sorted(self.wanted - self.used.keys())
        return [
            *not_level(self.samples),
            *_first(f"the log says: {line}" for line in errors_in(log)),
            *_first(f"{what}, {times} times" for what, times in self.failed.most_common()),
            *_first(f"never used: {one}" for one in never),
        ]


def _first(lines: Iterable[str], most: int = 5) -> list[str]:
    said = list(lines)
    return said[:most] + ([f"and {len(said) - most} more like it"] if len(said) > most else [])
