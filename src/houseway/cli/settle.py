"""`houseway settle`: a scenario dealt to its end, and what came of every wager."""

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from houseway.api import settle
from houseway.cli import layout
from houseway.cli.find import text_of
from houseway.cli.text import in_cents, indented, money, signed, story, wager_table
from houseway.play import view
from houseway.play.event import SURVEILLANCE
from houseway.play.places import backline
from houseway.play.places import seat as at_seat
from houseway.play.results import Row
from houseway.play.scenario import Played
from houseway.play.scenario.report import Finished
from houseway.rules.models import written


def played(file: str) -> Played:
    text, name = text_of(file)
    return settle(text, name=name)


def report(played: Played) -> Group:
    """The choices it rests on; then of each round the cards, the story, and each seat's wagers."""
    parts: list[RenderableType] = [_chosen(played)]
    for one in played.rounds:
        parts += _round(played, one)
    if len(played.rounds) > 1:
        report = played.report()
        parts.append(Rule(Text(f"{len(played.rounds)} rounds together", "bold"), style="dim"))
        for seat in report["seats"]:
            parts += seat_result(*_named(seat), Text(), [], seat["net"], seat["stack"])
        parts += ["", _bank(report["bank"]["kind"], report["bank"]["net"], report["fees"])]
    return Group(*parts)


def _chosen(played: Played) -> Text:
    """Whose choices they are that the rulebook leaves to the house, and what the scenario has changed."""
    rules = played.rules()
    house = f"as the {rules['house']} has them at {rules['table']}" if rules["table"] else "as the game's file has them"
    changed = [
        f"{name} = {written(value)}" if part == "options" else f"{part} of {name}"
        for part, choices in rules["scenario"].items()
        for name, value in choices.items()
    ]
    but = f", but for {', '.join(changed)}" if changed else ""
    return Text(f"The house's choices are {house}{but}; `houseway show` lists them.", "dim")


def _round(played: Played, one: Finished) -> list[RenderableType]:
    rules, several = played.driver.table.rules.game, len(played.rounds) > 1
    report = one.data(played.kind)
    events = view.seen(list(one.events), SURVEILLANCE)
    places = view.lying(events, SURVEILLANCE).cards
    title = f"{rules.name}, round {one.number}" if several else rules.name
    parts: list[RenderableType] = [Rule(Text(title, "bold"), style="dim"), story(events)]
    if one.note:
        parts += ["", Text(one.note)]
    if shared := layout.community(places, rules.id):
        parts += ["", layout.side_by_side(shared)]
    for seat in report["seats"]:
        who, name = _named(seat)
        parts += seat_result(who, name, layout.held(places, who), seat["wagers"], seat["net"], seat["stack"])
    parts += ["", _bank(report["bank"]["kind"], report["bank"]["net"], report["fees"])]
    parts += [_come_come(**share) for share in report["bank"].get("come_come", ())]
    parts += [Text(f"Meter {name}: {money(amount)}") for name, amount in report["meters"].items()]
    return [*parts, ""] if several else parts


def _named(seat: Row) -> tuple[str, str]:
    """Where somebody sits, and their name if they have one."""
    who = backline(seat["seat"], seat["backline"]) if "backline" in seat else at_seat(seat["seat"])
    return who, "" if seat["name"] == who else str(seat["name"])


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


def _come_come(who: str, put_up: str, net: str) -> Text:
    line = Text("Come-Come", "bold").append(f" ({who}, {money(put_up)} in the bank) ", "not bold")
    return line.append_text(signed(in_cents(net)))


def _bank(kind: str, net: str, fees: str) -> Text:
    line = Text("Bank", "bold").append(f" ({kind}) ", "not bold").append_text(signed(in_cents(net)))
    return line.append(f", fees {money(fees)}", "not bold")
