"""`houseway floor`: is what the tables took what chance allows?"""

from collections.abc import Iterable, Sequence
from pathlib import Path

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.find import game_named, text_of
from houseway.cli.progress import progress_bar
from houseway.floor import elsewhere
from houseway.floor.counting import Counter
from houseway.floor.elsewhere import Elsewhere
from houseway.floor.judging import KINDS, NOBODY, Line
from houseway.floor.maryland import CLAUSE, Statistic
from houseway.floor.noticing import Noticed, about
from houseway.floor.players import Played
from houseway.floor.report import NOTICED, Report, csv_of, make_report
from houseway.floor.shuffles import Randomness
from houseway.floor.theory import known_of
from houseway.pricing import can_price, price
from houseway.record.errors import ProveError
from houseway.rules.settings import choices
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

_TITLES = {  # in the order in which they are told
    "game": "Games",
    "table": "Tables",
    "shift": "Dealers and shifts",
    "account": "Accounts",
    "wager": "Wagers",
    "wager at a table": "Wagers by table",
    "seat": "Seats",
}
assert set(_TITLES) == set(KINDS)
_MOST = 40  # lines of a kind
_MILLION = 1_000_000
_WIDE = 104  # columns for everything


def report(
    what: str,
    *,
    month: str | None,
    table: str | None,
    game: str | None,
    account: str | None,
    decisions: bool,
    shuffles: bool,
    console: Console,
) -> Report:
    """The report of a house, with a bar on the standard error while rounds are played again."""
    if game is not None:
        game = game_named(game).rules.id
    with progress_bar(console, "playing rounds again, record") as told:
        return make_report(
            what,
            month=month or "",
            table=table or "",
            game=game or "",
            account=account or "",
            decisions=decisions,
            shuffles=shuffles,
            told=told,
        )


def from_elsewhere(file: str, game: str | None, settings: list[str], console: Console) -> Elsewhere:
    """A file of results, judged by the sheet of a game."""
    if game is None:
        raise RulesError("--results needs the game that they are of: add --game GAME")
    rules = game_named(game).rules
    if not can_price(rules.id):
        raise RulesError(f"{rules.name} has no price: nobody's win can be judged there")
    text, name = text_of(file)
    given = elsewhere.read(text, name=name)
    with progress_bar(console) as told:
        sheet = price(house_rules(rules, choices(rules, settings)), progress=told)
    return elsewhere.judged(given, known_of(sheet))


def report_pdf(found: Report) -> bytes:
    from houseway.papers import floor_report, pdf  # with fonts that nobody needs who prints nothing

    return pdf.rendered(floor_report.described(found))


def written(made: bytes, path: Path) -> None:
    try:
        path.write_bytes(made)
    except (OSError, ValueError) as error:
        raise ProveError(f"{path} can't be written: {getattr(error, 'strerror', None) or error}") from None


# For people


def report_in_terminal(found: Report, width: int) -> Group:
    title = Text(f"The floor, {found.first} to {found.last}" if found.first else "The floor", "bold")
    title.append(f"  {found.rounds:,} rounds", "not bold dim")
    parts: list[RenderableType] = [title, *(Text(f"! {one}", "yellow") for one in found.warnings)]
    parts += _findings(found)
    month = found.of("month")
    for kind, named in _TITLES.items():
        if lines := [line for line in month if line.kind == kind]:
            parts += [Text(f"\n{named}, month to date", "bold"), Padding(_lines(lines, width), (0, 0, 0, 2))]
    if any(one.base for one in found.statistics):
        parts += [Text(f"\nWin to drop, held to the base ({CLAUSE})", "bold")]
        parts.append(Padding(_statistics([one for one in found.statistics if one.period != "day"]), (0, 0, 0, 2)))
    if found.players:
        parts += [Text("\nWho plays like the coach", "bold"), Padding(_players(found.players), (0, 0, 0, 2))]
    if found.counters:
        parts += [Text("\nBets and the shoe", "bold"), Padding(_counters(found.counters), (0, 0, 0, 2))]
    for one in found.randomness:
        parts += [Text(f"\nShuffles of {one.table}", "bold"), Padding(_randomness(one), (0, 0, 0, 2))]
    if found.noticed:
        parts += [Text("\nHow soon a fault is noticed", "bold"), Padding(Text(NOTICED, "dim"), (0, 0, 0, 2))]
        parts.append(Padding(_noticed(found.noticed), (0, 0, 0, 2)))
    parts.append(Text("\nNotes", "bold"))
    parts += [Padding(Text(note), (0, 0, 0, 2)) for note in found.notes]
    return Group(*parts)


def told_elsewhere(found: Elsewhere, width: int) -> Group:
    lines = [Text(f"✗ {line.kind} {line.name}: {line.why}", "bold red") for line in found.lines if line.finding]
    verdict = lines or [Text("✓ Nothing that chance does not allow.", "green")]
    return Group(
        Text(f"{found.game}, results from elsewhere", "bold"),
        *verdict,
        Padding(_lines(list(found.lines), width), (1, 0, 0, 2)),
        Padding(Text(found.note), (1, 0, 0, 2)),
    )


def _findings(found: Report) -> Iterable[RenderableType]:
    if not found.lines:
        return [Text("No round ended in this month." if found.first else "No round has ended here yet.", "yellow")]
    said = [Text(f"✗ {one}", "bold red") for one in found.findings]
    said += [
        Text(f"! investigate in writing ({CLAUSE}): {one.kind} {one.name}, {one.period} to {one.last}", "yellow")
        for one in found.investigations
        if one.period != "day"
    ]
    return said or [Text("✓ Nothing that chance does not allow.", "green")]


def _grid(*heads: str, left: int = 1) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1, 0, 0), pad_edge=False)
    for at, head in enumerate(heads):
        table.add_column(
            head, justify="left" if at < left else "right", no_wrap=at >= left, min_width=14 if at < left else None
        )
    return table


def _lines(lines: list[Line], width: int) -> Table:
    """A line each; what is left out where the terminal is narrow, the CSV has."""
    wide = width >= _WIDE
    more = ("drop", "hold", "mistakes", "sd") if wide else ()
    table = _grid("", "rounds", "handle", *more[:2], "win", "theory", *more[2:], "z", "95 %", "")
    for line in lines[:_MOST]:
        judged, nobody, within = line.theory is not None, line.whose == NOBODY, line.within_95
        hold = f"{line.hold:.1%}" if line.hold is not None and not nobody else "–"
        mistakes = _whole(line.mistakes) if judged and line.mistakes else "–"
        cells = [_whole(line.drop) if line.drop else "–", hold] if wide else []
        table.add_row(
            Text(line.name),
            f"{line.rounds or line.hands:,}",
            _whole(line.handle),
            *cells,
            f"fees {_whole(line.fees)}" if nobody else _whole(line.win),
            _whole(line.theory) if judged else "–",
            *([mistakes, _whole(line.deviation) if judged else "–"] if wide else []),
            f"{line.z:+.1f}" if line.z is not None else "–",
            f"{_whole(within[0])} … {_whole(within[1])}" if within else "–",
            Text("✗", "bold red") if line.finding else Text("✓" if judged else "", "green"),
        )
    if len(lines) > _MOST:
        table.add_row(Text(f"and {len(lines) - _MOST} more: --csv has them all", "dim"))
    return table


def _statistics(found: list[Statistic]) -> Table:
    table = _grid("", "to date", "drop", "win", "win to drop", "base", "95 %", "", left=2)
    for one in found[: 2 * _MOST]:
        within = one.interval
        table.add_row(
            f"{one.kind} {one.name}",
            one.period,
            _whole(one.drop),
            _whole(one.win),
            f"{one.hold:.2%}" if one.hold is not None else "–",
            f"{one.base.named}: {one.base.hold:.2%}" if one.base else "none yet",
            f"{within[0]:.2%} … {within[1]:.2%}" if within else "–",
            Text("investigate", "yellow") if one.investigate else Text(""),
        )
    return table


def _players(found: Iterable[Played]) -> Table:
    table = _grid("", "game", "hours", "decisions", "as the coach", "cost", "an hour", left=2)
    for one in list(found)[:_MOST]:
        table.add_row(
            one.account,
            one.game,
            f"{one.hours:,.1f}",
            f"{one.decisions:,}",
            f"{one.best / one.decisions:.1%}",
            _whole(one.cost),
            _whole(one.per_hour),
        )
    return table


def _counters(found: Iterable[Counter]) -> Table:
    table = _grid("", "game", "rounds", "shoes", "bets", "correlation", "z", "edge flat", "edge as bet", "", left=2)
    for one in list(found)[:_MOST]:
        table.add_row(
            one.account,
            one.game,
            f"{one.rounds:,}",
            f"{one.shoes:,}",
            f"{_whole(one.least)} … {_whole(one.most)}",
            f"{one.correlation:+.2f}",
            f"{one.z:+.2f}",
            f"{one.flat:+.2%}",
            f"{one.betting:+.2%}",
            Text("✗", "bold red") if one.finding else Text("✓", "green"),
        )
    return table


def _randomness(one: Randomness) -> Table:
    table = _grid("test", "draws", "statistic", "freedom", "p", "")
    for what in one.impossible:
        table.add_row(Text(what, "bold red"))
    for test in one.tests:
        table.add_row(
            test.name,
            f"{test.draws:,}",
            f"{test.statistic:.2f}",
            str(test.freedom or "normal"),
            f"{test.p:.4f}",
            Text("✗", "bold red") if test.finding else Text("✓", "green"),
        )
    return table


def _noticed(found: Sequence[Noticed]) -> Table:
    table = _grid("", "wager", "wins", "comes", "rounds", "hands", left=2)
    for one in found[:_MOST]:
        many = about(one.rounds), about(one.hands)
        table.add_row(Text(f"{one.table} {one.name}"), one.wager, f"{one.wins:g} ×", f"{one.chance:.2%}", *many)
    if len(found) > _MOST:
        table.add_row(Text(f"and {len(found) - _MOST} more: --json has them all", "dim"))
    return table


def _whole(cents: float | None) -> str:
    """Dollars, to the dollar: these are sums of many rounds."""
    amount = round((cents or 0) / 100)
    if abs(amount) >= _MILLION:
        return f"{'-' * (amount < 0)}${abs(amount) / _MILLION:,.2f}M"
    return f"-${-amount:,}" if amount < 0 else f"${amount:,}"


def as_csv(found: Report | Elsewhere) -> str:
    return csv_of(found.lines)
