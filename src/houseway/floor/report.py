"""The floor's report: everything that is judged over a month, for people, programs and spreadsheets."""

import calendar
import csv
import io
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import date
from typing import Any

from houseway.cells import harmless
from houseway.floor import maryland
from houseway.floor.counting import SAMPLED, Counter, counters
from houseway.floor.deciding import Costs
from houseway.floor.judging import RATE, Floor, Line, judged
from houseway.floor.maryland import Statistic
from houseway.floor.noticing import Noticed, noticing
from houseway.floor.players import Played, played
from houseway.floor.reading import House, Memory, Told, Wanted, read
from houseway.floor.shuffles import Randomness, of_tables, randomness
from houseway.floor.theory import Theory
from houseway.record.errors import ProveError
from houseway.record.house_rows import last_day
from houseway.record.sources import database_of, opened
from houseway.record.sources import journals as journals_of
from houseway.rules.money import dollars

NOTICED = (
    "If the likeliest win of a wager were paid one wager too high: after how many rounds as the table is played, and "
    "hands, its result would lie outside of 99.9 % as often as not."
)
NOTES = (
    "Theory is the exact distribution of each wager by the table's own rules, at the amounts that were wagered; one "
    "that grows in the course of a round (raises, doubles, splits) is judged with all that hangs on it.",
    "A player's mistake shifts what is expected by what the coach says it costs; the spread stays the sheet's, and is "
    "wider for who wagers more than best play does.",
    "What wagers of one round come to together is exact where everybody bets on the same cards (baccarat, war, "
    "Ultimate Pai Gow, the first cards of Two Card Peek); elsewhere their correlation is measured over all rounds of "
    "the same rules and taken two standard errors higher, and they are won and lost as one in that share of rounds.",
    "A shoe that goes on is judged as a fresh one is priced; what a player-dealer's bank did not cover is judged as "
    "the cards brought it.",
    f"Findings are chosen among all lines of a report together, so that at most {RATE:.0%} of them are chance on "
    "average (Benjamini and Hochberg). In pot games and hand against hand nobody wins by chance, and fees alone are "
    "judged: what was booked against what the rules make due.",
)


@dataclass(frozen=True)
class Report:
    """A month, or what was asked of it."""

    first: str
    last: str
    rounds: int
    lines: tuple[Line, ...]
    statistics: tuple[Statistic, ...] = ()
    players: tuple[Played, ...] = ()
    counters: tuple[Counter, ...] = ()
    randomness: tuple[Randomness, ...] = ()
    noticed: tuple[Noticed, ...] = ()
    decisions: bool = False
    rate: float = RATE
    notes: tuple[str, ...] = NOTES
    warnings: tuple[str, ...] = ()

    @property
    def findings(self) -> list[str]:
        """Everything that somebody should look into, each in a sentence."""
        of_lines = [f"{line.kind} {line.name}, {_when(line)}: {line.why}" for line in self.lines if line.finding]
        of_shuffles = [f"table {one.table}, shuffles: {what}" for one in self.randomness for what in one.findings]
        of_bets = [
            f"account {one.account} at {one.game}: bets follow the shoe, {one.z:.1f} standard deviations over "
            f"{one.rounds:,} rounds of {one.shoes} shoes"
            for one in self.counters
            if one.finding
        ]
        return [*of_lines, *of_shuffles, *of_bets]

    @property
    def investigations(self) -> list[Statistic]:
        return [one for one in self.statistics if one.investigate]

    def of(self, period: str) -> list[Line]:
        return [line for line in self.lines if line.period == period]

    def data(self) -> dict[str, Any]:
        return {
            "first": self.first,
            "last": self.last,
            "rounds": self.rounds,
            "false_discovery_rate": self.rate,
            "decisions": self.decisions,
            "findings": self.findings,
            "lines": [line_data(line) for line in self.lines],
            "maryland": [one.data() for one in self.statistics],
            "players": [one.data() for one in self.players],
            "counters": [one.data() for one in self.counters],
            "randomness": [one.data() for one in self.randomness],
            "noticed_after": [one.data() for one in self.noticed],
            "notes": list(self.notes),
            "warnings": list(self.warnings),
        }


def _when(line: Line) -> str:
    return line.first if line.first == line.last else f"{line.first} to {line.last}" if line.first else "as given"


def month_of(text: str) -> tuple[date, date]:
    """The first and the last day of a month, as 2026-11."""
    shape = re.fullmatch(r"(\d{4})-(\d{2})", text, re.ASCII)
    if shape is None or not 1 <= int(shape[2]) <= 12 or int(shape[1]) < 1:
        raise ProveError(f"{text[:40]!r} is not a month: write it as 2026-11")
    year, month = int(shape[1]), int(shape[2])
    return date(year, month, 1), date(year, month, calendar.monthrange(year, month)[1])


def latest(what: str) -> str:
    """The day of the last round that a house has."""
    url = database_of(what)
    if url is not None:
        with opened(url) as connection:
            return last_day(connection)
    last = [one.lines[-1] for one in journals_of(what) if one.lines]
    return max((str(line.get("record", {}).get("at", ""))[:10] for line in last), default="")


def make_report(
    what: str,
    *,
    month: str = "",
    table: str = "",
    game: str = "",
    account: str = "",
    decisions: bool = True,
    shuffles: bool = False,
    rate: float = RATE,
    sampled: int = SAMPLED,
    theory: Theory | None = None,
    costs: Costs | None = None,
    told: Told | None = None,
    memory: Memory | None = None,
) -> Report:
    """The report of a house's database, or of an export of its journals."""
    if not month:
        month = latest(what)[:7]
    first, last = month_of(month) if month else (date(1, 1, 1), date(9999, 12, 31))
    since = f"{first.year - 1:04}-01-01" if month else ""  # the year before is what Maryland holds this one to
    wanted = Wanted(since, last.isoformat(), table, game, account)
    costs = (costs or Costs()) if decisions else None
    house = read(what, wanted, theory or Theory(), costs=costs, told=told, memory=memory)
    if not month:
        days = [seen.at[:10] for seen in house.rounds if seen.at]
        if house.rounds and not days:
            raise ProveError(f"{what} does not say when its rounds were played: give a house's database or an export")
        if not days:
            return Report("", "", 0, (), decisions=decisions, warnings=tuple(_warnings(house, decisions=decisions)))
        first, last = date.fromisoformat(min(days)), date.fromisoformat(max(days))
    report = of_house(house, first, last, shuffles=shuffles, rate=rate, sampled=sampled, decisions=decisions)
    return replace(report, noticed=()) if account else report


def of_house(
    house: House,
    first: date,
    last: date,
    *,
    shuffles: bool = False,
    rate: float = RATE,
    sampled: int = SAMPLED,
    decisions: bool = True,
) -> Report:
    """What was read, judged."""
    year = f"{last.year:04}-01-01"
    rounds = [seen for seen in house.rounds if year <= (seen.at[:10] or year) <= last.isoformat()]
    played_to = max((seen.at[:10] for seen in rounds), default="")
    end = min(last, date.fromisoformat(played_to)) if played_to and last.year < 9999 else last
    end = max(first, end)
    floor = Floor.of(rounds, house.bought, house.booked)
    of_month = [seen for seen in rounds if first.isoformat() <= seen.at[:10] <= last.isoformat()]
    of_shuffles = [randomness(those, rate=rate) for those in of_tables(of_month).values()] if shuffles else []
    return Report(
        first=first.isoformat(),
        last=last.isoformat(),
        rounds=len(of_month),
        lines=tuple(judged(floor, first, end, rate=rate)),
        statistics=tuple(maryland.statistics(house.rounds, house.bought, first, end)),
        players=tuple(played(of_month)),
        counters=tuple(counters(of_month, rate=rate, sampled=sampled)),
        randomness=tuple(of_shuffles),
        noticed=tuple(noticing(of_month)),
        decisions=decisions,
        rate=rate,
        warnings=tuple(_warnings(house, decisions=decisions)),
    )


def _warnings(house: House, *, decisions: bool) -> Iterator[str]:
    if house.broken_off:
        yield "Reading was broken off: what is judged is not all that was played."
    if not decisions:
        yield "Decisions were not looked at: best play is taken for granted, so mistakes of players look like luck."
    if house.secret:
        yield f"{house.secret} rounds are dealt from shoes that are not over: they come when their seeds are shown."
    if house.wrong:
        yield f"{len(house.wrong)} rounds can't be played again, the first: {house.wrong[0]}"


def own(report: Report) -> Report:
    """A player's own part: what was asked of their account, without anything that is said of others."""
    return replace(report, statistics=(), randomness=(), noticed=())


# Spreadsheets


def line_data(line: Line) -> dict[str, Any]:
    """A line for a program; money in dollars."""
    return {
        "kind": line.kind,
        "name": line.name,
        "period": line.period,
        "first": line.first,
        "last": line.last,
        "games": list(line.games),
        "rounds": line.rounds,
        "void": line.voids,
        "hands": line.hands,
        "handle": money(line.handle),
        "drop": money(line.drop),
        "win_is": line.whose,
        "win": money(line.win),
        "hold": line.hold,
        "fees": money(line.fees),
        "fees_due": None if line.fees_due is None else money(line.fees_due),
        "jackpots": money(line.jackpots),
        "without_price": money(line.unpriced),
        "judged_win": money(line.judged) if line.theory is not None else None,
        "theoretical_win": _dollars(line.theory),
        "mistakes": _dollars(line.mistakes),
        "standard_deviation": _dollars(line.deviation) if line.theory is not None else None,
        "z": None if line.z is None else round(line.z, 4),
        "p": line.p,
        "within_95": None if line.within_95 is None else [_dollars(end) for end in line.within_95],
        "within_99_9": None if line.within_999 is None else [_dollars(end) for end in line.within_999],
        "finding": line.finding,
        "why": line.why,
        "rounds_that_made_it": [
            {"table": one.table, "round": one.round, "at": one.at, "away": _dollars(one.away)} for one in line.moved
        ],
    }


def money(cents: int) -> str:
    """What moved, to the cent."""
    return f"-{dollars(-cents)}" if cents < 0 else dollars(cents)


def _dollars(cents: float | None) -> float | None:
    return None if cents is None else round(cents / 100, 2)


CSV_COLUMNS = (
    "period", "first", "last", "kind", "name", "rounds", "void", "hands", "handle", "drop", "win_is", "win", "hold",
    "fees", "jackpots", "judged_win", "theoretical_win", "mistakes", "standard_deviation", "z", "p", "low_95",
    "high_95", "low_99_9", "high_99_9", "finding", "why",
)  # fmt: skip


def csv_of(lines: Sequence[Line]) -> str:
    """One row a line."""
    out = io.StringIO()
    writer = csv.writer(out)
    writer.writerow(CSV_COLUMNS)
    for line in lines:
        data = line_data(line)
        low, high = data["within_95"] or ("", "")
        lower, higher = data["within_99_9"] or ("", "")
        data |= {"low_95": low, "high_95": high, "low_99_9": lower, "high_99_9": higher}
        writer.writerow([harmless(data[name]) for name in CSV_COLUMNS])
    return out.getvalue()
