"""`houseway coach`: what each answer to a decision is worth, in the terminal."""

from fractions import Fraction

from rich import box
from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.api import coach
from houseway.cli import layout
from houseway.cli.find import game_named, text_of
from houseway.cli.progress import on_error_stream
from houseway.cli.text import CLAUSE, indented, money
from houseway.play import scenario
from houseway.play.scenario import ScenarioError
from houseway.pricing.coach import Advice
from houseway.pricing.papers.sheet import decimal

_BAR = 14
_MANY = 12  # answers, which are told from the best down, their fractions only in the JSON
_LONG = 30  # digits of a fraction, beyond which it is only in the JSON


def advice(game: str, file: str, at: str = "") -> Advice:
    text, name = text_of(file)
    found = game_named(game)
    plan = scenario.read(text, name=name)
    if plan.game != found.id:
        raise ScenarioError(f"{name} is a scenario of {plan.game}, not of {found.id}")
    with on_error_stream().status("counting"):
        return coach(text, at=at, name=name)


def report(advice: Advice, game: str) -> Group:
    """The cards that the seat sees, and every answer with its worth."""
    title = Text(f"{advice.who[0].upper()}{advice.who[1:]}", "bold").append(
        f" decides{f' for {advice.spot}' * bool(advice.spot)}: {advice.what} ", "not bold"
    )
    parts: list[RenderableType] = [title.append(advice.clause, CLAUSE)]
    shapes = [*layout.hand(advice.seen, advice.who), *layout.community(advice.seen, game_named(game).id)]
    parts.append(layout.side_by_side(shapes))
    table = Table(box=box.SIMPLE_HEAD, header_style="dim", show_edge=False, padding=(0, 1))
    table.add_column("answer", no_wrap=True)
    many = len(advice.answers) > _MANY
    exactly = not many and all(len(str(answer.worth)) <= _LONG for answer in advice.answers)
    for head in ("expectation", *(["exactly"] if exactly else []), "costs", "in money"):
        table.add_column(head, justify="right", no_wrap=True)
    table.add_column("")
    worst = max((answer.cost for answer in advice.answers), default=None)
    for answer in sorted(advice.answers, key=lambda one: one.cost) if many else advice.answers:
        style = "bold green" if answer.best else ""
        bar = "█" * round(_BAR * answer.cost / worst) if worst else ""
        table.add_row(
            Text(answer.text, style),
            Text(decimal(answer.worth, 6), style),
            *([Text(str(answer.worth), "dim")] if exactly else []),
            Text("most" if advice.basis else "best", style) if answer.best else Text(decimal(answer.cost, 6), "red"),
            "" if answer.best else Text(money(advice.cents(answer.cost)), "red"),
            Text(bar, "red"),
        )
    parts += [indented(table), Text(f"in units of {advice.unit}, {money(advice.cents(Fraction(1)))}", "dim")]
    if advice.facts:
        weighed = Table(box=None, show_header=False, padding=(0, 1))
        weighed.add_column(style="bold", no_wrap=True)
        weighed.add_column()
        for fact in advice.facts:
            weighed.add_row(fact.name, fact.text)
        parts += ["", indented(weighed)]
    if advice.basis:
        parts += ["", Text(advice.basis, "dim")]
    return Group(*parts)
