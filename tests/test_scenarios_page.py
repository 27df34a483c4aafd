"""docs/scenarios.md: every whole file on the page is run, and comes to what the page says."""

import re
from pathlib import Path

import pytest

from houseway.games import game
from houseway.play import scenario
from houseway.play.event import Shuffled
from houseway.play.scenario import play_to_decision
from houseway.play.scenario.model import BankPlan, CallPlan, RoundPlan, Scenario, SeatPlan, ShoePlan
from houseway.pricing.coach import coach
from houseway.rules.models import Model

PAGE = (Path(__file__).parent.parent / "docs" / "scenarios.md").read_text(encoding="utf-8")
FILES = re.findall(r"```toml\n(.*?)```", PAGE, re.DOTALL)


@pytest.mark.parametrize("text", FILES, ids=[re.findall(r"\n## (.*)", PAGE[: PAGE.index(file)])[-1] for file in FILES])
def test_a_file_of_the_page_comes_to_what_it_says(text: str) -> None:
    given = scenario.read(text, name="the page")
    said = re.findall(r"#=> (.*)", text)[0].split(", ")
    if said[0].startswith("coach "):
        at, answer = said[0].removeprefix("coach ").split(": ")
        driver, ask = play_to_decision(given, game(given.game), at)
        assert coach(driver, ask.who).best.text == answer
        return
    done = scenario.play(given, game(given.game))
    report = done.report()
    came = {f"fees {report['fees']}", f"bank {_signed(report['bank']['net'])}"}
    for seat in report["seats"]:
        came.add(f"seat {seat['seat']} {_signed(seat['net'])}")
        came |= {f"seat {seat['seat']} {one['wager']} stands" for one in seat["wagers"] if one["result"] == "stands"}
    for one in done.rounds:
        came.add(f"round {one.number} shuffles {sum(isinstance(event, Shuffled) for event in one.events)}")
    assert {*said} <= came, (said, sorted(came))


def _signed(amount: str) -> str:
    return amount if amount.startswith("-") or amount == "0" else f"+{amount}"


def test_the_page_names_every_key() -> None:
    named = {*re.findall(r"[\w-]+", PAGE)}
    models: tuple[type[Model], ...] = (Scenario, RoundPlan, SeatPlan, BankPlan, ShoePlan, CallPlan)
    assert not {field for model in models for field in model.model_fields} - named
