"""What is noted while a journal is played again: money that came and went, what each day took, where time went back."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from houseway.play.driver import Driver
from houseway.prove.figures import Figures, figures
from houseway.prove.sources import Journal


@dataclass(frozen=True)
class Move:
    """Chips that came to a seat, or with a minus left it."""

    number: int  # the record
    seat: str
    amount: int
    by: str
    name: str = ""  # of who bought in


@dataclass
class Watch:
    """Looks on while the records of one table are carried out again, one after the other."""

    kept: list[Mapping[str, Any]] = field(default_factory=list)
    records: Iterator[Mapping[str, Any]] = field(default_factory=lambda: iter(()))
    moves: list[Move] = field(default_factory=list)
    days: dict[str, Figures] = field(default_factory=dict)
    rounds: dict[int, int] = field(default_factory=dict)  # which round each record is of
    wrong: list[str] = field(default_factory=list)
    _record: Mapping[str, Any] = field(default_factory=dict)
    _was_open: bool = False

    @classmethod
    def over(cls, journal: Journal) -> "Watch":
        """Over a chain; of a plain journal there is nothing to note."""
        records = [line["record"] for line in journal.lines]
        watch = cls(kept=records, records=iter(records[1:]))
        for before, after in pairwise(records):
            if str(after.get("at")) < str(before.get("at")):
                watch.wrong.append(f"record {after['number']} is dated before the one it follows: time went back")
        return watch

    def before(self, driver: Driver, said: Mapping[str, Any]) -> None:
        self._record = next(self.records, {})
        self._was_open = driver.open or said.get("do") == "begin"
        if self._record and said["do"] == "buy in":
            self._moved(said["who"], said["amount"], said["name"])
        elif self._record and said["do"] == "cash out":
            self._moved(said["who"], -driver.table.stack(said["who"]))

    def skip(self, many: int) -> None:
        """Records that can't be carried out again."""
        for _ in range(many):
            next(self.records, None)

    def _moved(self, seat: str, amount: int, name: str = "") -> None:
        self.moves.append(Move(self._record["number"], seat, amount, self._record["by"], name))

    def after(self, driver: Driver, said: Mapping[str, Any]) -> None:
        if not self._record:
            return
        self.rounds[self._record["number"]] = driver.table.round
        if self._was_open and not driver.open:
            day = str(self._record["at"])[:10]
            self.days[day] = self.days.get(day, Figures()) + figures(driver)
