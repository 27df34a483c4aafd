"""`houseway bank`: the player-dealer's side of a table, and what the amount put up does to everyone."""

from fractions import Fraction

from rich import box
from rich.console import Console, Group, RenderableType
from rich.padding import Padding
from rich.table import Table
from rich.text import Text

from houseway.cli.numbers import whole
from houseway.cli.progress import progress_bar
from houseway.cli.text import CLAUSE, indented
from houseway.play.ask import written
from houseway.pricing.banking.bank import ROUNDS, Banked, Figure, Line, banked
from houseway.pricing.banking.owed import least_wager
from houseway.pricing.papers.sheet import decimal
from houseway.rules.money import MoneyError, cents, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_OPPONENTS = 5


def bank_counted(
    rules: Rules,
    *,
    opponents: str | None,
    wagers: list[str],
    coverages: list[str],
    rounds: str | None,
    console: Console,
) -> Banked:
    """The figures, with a bar on the standard error while rounds are dealt."""
    if rules.game.bank != "player-dealer":
        raise RulesError(f"no player banks {rules.game.name}: its bank is the {rules.game.bank}")
    many = whole("--opponents", opponents) if opponents else len(wagers) if len(wagers) > 1 else None
    many = many or min(_OPPONENTS, rules.seats - 1)
    if len(wagers) > 1 and len(wagers) != many:
        raise RulesError(f"--wager is given {len(wagers)} times for {many} opponents: once for all, or once for each")
    each = wagers if len(wagers) > 1 else [wagers[0] if wagers else least_wager(rules)] * many
    try:
        amounts = [cents(amount.removeprefix("$")) for amount in coverages]
    except MoneyError as error:
        raise RulesError(f"--coverage: {error}") from None
    sampled = whole("--rounds", rounds) if rounds else ROUNDS
    with progress_bar(console) as progress:
        return banked(rules, each, coverages=amounts, rounds=sampled, progress=progress)


def report(side: Banked) -> Group:
    game = side.rules.game
    many = len(side.wagers)
    title = Text(f"{game.name}, the player-dealer's side", "bold")
    title.append(f"  {many} opponent{'s' * (many > 1)}", "not bold dim")
    parts: list[RenderableType] = [title, indented(_facts(side)), Padding(_bank(side), (1, 0, 0, 2))]
    parts += [Text("\nWhat each opponent is worth, in dollars a round", "bold"), Padding(_players(side), (0, 0, 0, 2))]
    parts.append(Text("\nNotes", "bold"))
    parts += [
        Padding(Text(note), (0, 0, 0, 2)) for note in (f"{side.method[0].upper()}{side.method[1:]}.", *side.notes)
    ]
    return Group(*parts)


def _facts(side: Banked) -> Table:
    facts = Table.grid(padding=(0, 2))
    facts.add_column(style="dim")
    facts.add_column()
    facts.add_column(style=CLAUSE)
    for at, one in enumerate(side.wagers, start=1):
        if at == 1 or len(set(map(str, side.wagers))) > 1:
            who = "each opponent" if len(set(map(str, side.wagers))) == 1 else f"opponent {at}"
            facts.add_row(who, written(dict(one)))
    fees = sorted({*side.fees})
    amounts = shown(fees[0]) if len(fees) == 1 else ", ".join(map(shown, side.fees))
    facts.add_row("collection, opponents", f"{amounts} {'each' if len(fees) == 1 else 'from the first on'}")
    facts.add_row("collection, player-dealer", f"{shown(side.bank_fee)} a round", "; ".join(side.clauses))
    return facts


def _bank(side: Banked) -> Table:
    table = _grid("put up", "expects", "after\ncollection", "standard\ndeviation", "covered", "the limit\ngains")
    for line in side.lines:
        table.add_row(
            _put_up(line),
            _signed(line.bank, side),
            _signed(Figure(line.bank.value - Fraction(side.bank_fee, 100)), side),
            _beside(Text(decimal(line.deviation.value, 2)), line.deviation),
            f"{float(line.covered.value):.2%}",
            Text("") if line.coverage is None else _signed(Figure(-line.cost.value), side),
        )
    return table


def _players(side: Banked) -> Table:
    ordinals = ("1st", "2nd", "3rd", *(f"{at}th" for at in range(4, len(side.wagers) + 1)))
    table = _grid("put up", *ordinals[: len(side.wagers)])
    for line in side.lines:
        table.add_row(_put_up(line), *(_signed(one, side) for one in line.players))
    return table


def _grid(*heads: str) -> Table:
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 2, 0, 0), pad_edge=False)
    for head in heads:
        table.add_column(head, justify="right", no_wrap=True)
    return table


def _put_up(line: Line) -> Text:
    return Text("everything" if line.coverage is None else shown(line.coverage), "bold")


def _signed(figure: Figure, side: Banked) -> Text:
    value = figure.value
    style = "green" if value > 0 else "red" if value < 0 else ""
    return _beside(Text(f"{'+' if value > 0 else ''}{decimal(value, 4 if side.exact else 3)}", style), figure)


def _beside(text: Text, figure: Figure) -> Text:
    """A figure with its standard error below."""
    return text.append(f"\n±{figure.error:.3f}", "not bold dim") if figure.error else text
