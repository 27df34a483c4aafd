"""What is noted while a journal is played again: money that came and went, what each day took, where time went back."""

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any

from houseway.play.driver import Driver
from houseway.record.figures import Figures, figures
from houseway.record.sources import Journal


@dataclass(frozen=True)
class Move:
    """Chips that came to a seat, or with a minus left it."""

    number: int  # the record
    seat: str
    amount: int | None  # None of a cash-out from a round that can't be played again
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
    taken: int = 0  # records so far, without the one that opened the table
    unknown: set[str] = field(default_factory=set)  # days with records that could not be carried out again
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
        self._next()
        self._was_open = driver.open or said.get("do") == "begin"
        if self._record and said["do"] == "buy in":
            self._moved(said["who"], said["amount"], said["name"])
        elif self._record and said["do"] == "cash out":
            self._moved(said["who"], -driver.table.stack(said["who"]))

    def _next(self) -> None:
        self._record = next(self.records, {})
        self.taken += 1

    def skip(self, entries: Iterable[Mapping[str, Any]], round: int) -> None:
        """Records of a round that can't be carried out again: whose chips came and went is known all the same."""
        for said in entries:
            self._next()
            if not self._record:
                continue
            self.rounds[self._record["number"]] = round
            self.unknown.add(str(self._record["at"])[:10])
            if said.get("do") == "buy in":
                self._moved(str(said.get("who")), int(said.get("amount", 0)), str(said.get("name", "")))
            elif said.get("do") == "cash out":
                self._moved(str(said.get("who")), None)

    def _moved(self, seat: str, amount: int | None, name: str = "") -> None:
        self.moves.append(Move(self._record["number"], seat, amount, self._record["by"], name))

    def after(self, driver: Driver, said: Mapping[str, Any]) -> None:
        if not self._record:
            return
        self.rounds[self._record["number"]] = driver.table.round
        if self._was_open and not driver.open:
            day = str(self._record["at"])[:10]
            self.days[day] = self.days.get(day, Figures()) + figures(driver)
