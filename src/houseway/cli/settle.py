"""`houseway settle`: a scenario dealt to its end, and what came of every wager."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from houseway.cli import layout
from houseway.cli.find import game_named, text_of
from houseway.cli.text import Row, in_cents, indented, money, signed, story, wager_table
from houseway.play import scenario, view
from houseway.play.event import SURVEILLANCE
from houseway.play.scenario import Played


def played(file: str) -> Played:
    text, name = text_of(file)
    plan = scenario.read(text, name=name)
    return scenario.play(plan, game_named(plan.game))


def told(played: Played) -> Group:
    """The cards, the story, and each seat's wagers."""
    report = played.report()
    rules = played.driver.table.rules.game
    events = view.seen(played.driver.events, SURVEILLANCE)
    places = view.lying(events, SURVEILLANCE).cards
    parts: list[RenderableType] = [Rule(Text(rules.name, "bold"), style="dim"), story(events)]
    if shared := layout.community(places, rules.id):
        parts += ["", layout.side_by_side(shared)]
    for seat in report["seats"]:
        who = f"seat {seat['seat']}"
        name = "" if seat["name"] == who else seat["name"]
        parts += seat_result(who, name, layout.held(places, who), seat["wagers"], seat["net"], seat["stack"])
    parts += ["", _bank(report["bank"]["kind"], report["bank"]["net"], report["fees"])]
    parts += [Text(f"Meter {name}: {money(amount)}") for name, amount in report["meters"].items()]
    return Group(*parts)


def seat_result(who: str, name: str, cards: Text, rows: list[Row], net: str, stack: str | None) -> list[RenderableType]:
    """A seat's line and its wagers below it."""
    title = Text(f"\n{who[0].upper()}{who[1:]}", "bold").append(f" {name}" if name else "", "not bold")
    title.append("   ").append_text(cards).append("   " if cards else "", "not bold").append_text(signed(in_cents(net)))
    if stack is not None:
        title.append(f", stack {money(stack)}", "not bold")
    parts: list[RenderableType] = [title]
    if rows:
        parts.append(indented(wager_table(rows)))
    return parts


def _bank(kind: str, net: str, fees: str) -> Text:
    line = Text("Bank", "bold").append(f" ({kind}) ", "not bold").append_text(signed(in_cents(net)))
    return line.append(f", fees {money(fees)}", "not bold")
