"""`houseway replay`: a journal played again, through one viewer's eyes."""

from collections.abc import Iterator
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.text import Text

from houseway.cli import layout
from houseway.cli.settle import seat_result
from houseway.cli.text import story
from houseway.play import view
from houseway.prove.replay import Round


def lines(round: Round) -> Iterator[dict[str, Any]]:
    """The events, then the settlement, each to be one line of JSON."""
    yield from view.history(round.driver.events, round.viewer)
    yield {"settlement": round.settlement(), "round": round.driver.table.round, "viewer": round.viewer}


def report(round: Round) -> Group:
    """The story, the cards and the settlement."""
    driver, events = round.driver, round.events
    rules = driver.table.rules.game
    title = Text(f"{rules.name}, round {driver.table.round}", "bold").append(f", as {round.viewer} saw it", "not bold")
    parts: list[RenderableType] = [Rule(title, style="dim"), story(events)]
    places = view.lying(events, round.viewer).cards
    if shared := layout.community(places, rules.id):
        parts += ["", layout.side_by_side(shared)]
    for seat in round.settlement():
        who = seat["seat"]
        parts += seat_result(who, "", layout.held(places, who), seat["wagers"], seat["net"], seat["stack"])
    if driver.open:
        waits = " and ".join(f"{ask.who} ({ask.what})" for ask in driver.asks.values())
        parts += ["", Text(f"The journal stops here, before the round is over: the table waits for {waits}.", "yellow")]
    return Group(*parts, "")
