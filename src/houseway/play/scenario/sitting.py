"""A scenario in play: the table, what was said there, and the rounds that are over."""

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TypeVar

from houseway.cards.card import Card
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Event
from houseway.play.scenario.answering import Answers
from houseway.play.scenario.model import RoundPlan, Scenario, ScenarioError
from houseway.play.scenario.report import Finished
from houseway.rules.resolved import Rules

T = TypeVar("T")


@dataclass
class Sitting:
    """A scenario in play."""

    scenario: Scenario
    driver: Driver
    plans: tuple[RoundPlan, ...]
    stop_at: str = ""
    banker: str = ""
    put_up: int = 0
    brought: dict[str, int] = field(default_factory=dict)  # who is reported, and what they had before the round
    since_shuffle: Counter[Card] = field(default_factory=Counter)
    between: tuple[Event, ...] = ()  # what happened since the last round
    answers: Answers = field(init=False)
    put: list[tuple[str, bool]] = field(default_factory=list)  # what seats were asked, and whether it was an offer
    rounds: list[Finished] = field(default_factory=list)

    @property
    def rules(self) -> Rules:
        return self.driver.table.rules

    @property
    def shoe_lives_on(self) -> bool:
        return self.rules.game.cards.seed_shown == "after the shoe"


def attempt(step: Callable[[], T], who: str) -> T:
    try:
        return step()
    except Refused as error:
        raise ScenarioError(f"{who}: {error}") from None
