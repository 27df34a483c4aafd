"""What decisions cost: each answer that a player gave, held to the coach's, as long as somebody wants to know."""

from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any

from houseway.games.pot.round import PotGame
from houseway.play.ask import Ask, Refused
from houseway.play.driver import STAFF, Driver
from houseway.pricing.coach import Decision, advise, decision
from houseway.pricing.counting.naming import renamed
from houseway.pricing.families import pricing
from houseway.pricing.pricing import Quick
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_NOT_PLAY = ("wagers", "bank", "come-come", "cut", "cut-offer", "recut", "dice")


@dataclass(frozen=True)
class Decided:
    """One decision, and what it cost against the best answer, in cents."""

    who: str
    spot: str
    ask: str
    answer: str
    cost: float
    about: Decision | None = field(default=None, compare=False, repr=False)  # what the player knew, where it is kept

    @property
    def best(self) -> bool:
        return self.cost < 1e-9


class Costs:
    """What answers cost, remembered by situation; where no suit is better than another, also in other suits.

    With `keep`, each decision comes with what the player knew, so that somebody can look at it again.
    """

    def __init__(self, *, keep: bool = False) -> None:
        self._keep = keep
        self._known: dict[Any, dict[str, float] | None] = {}
        self._quick: dict[str, Quick | None] = {}

    def of(self, driver: Driver, ask: Ask, answer: str) -> Decided | None:
        """None where there is nothing to decide, or no coach for it: wagers, cuts, pots."""
        rules = driver.table.rules
        found = pricing(rules.game.id)
        played = ask.who not in STAFF and ask.what not in _NOT_PLAY
        if not played or found is None or isinstance(driver.game, PotGame):
            return None
        text = " ".join(answer.lower().split())
        spot = ask.spot or ask.who
        quick = self._quick_of(rules)
        if quick is not None and quick(ask, driver.table.hands) == text:
            return Decided(ask.who, spot, ask.what, text, 0.0, _known_to(driver, ask.who) if self._keep else None)
        about = _known_to(driver, ask.who) if found.advise is not None else None
        costs = self._costs(about, suits_alike=found.suits_alike) if about is not None else None
        if costs is None or text not in costs:
            return None
        return Decided(ask.who, spot, ask.what, text, costs[text], about if self._keep else None)

    def _quick_of(self, rules: Rules) -> Quick | None:
        found = pricing(rules.game.id)
        if found is None or found.quick is None:
            return None
        key = str((rules.game.id, rules.chosen))
        if key not in self._quick:
            self._quick[key] = found.quick(rules)
        return self._quick[key]

    def _costs(self, about: Decision, *, suits_alike: bool) -> dict[str, float] | None:
        held = (about.hand, *(cards for place, cards in sorted(about.seen.items()) if cards != about.hand))
        named = renamed(held) if suits_alike else tuple(tuple(sorted(cards)) for cards in held)
        rules = (about.rules.game.id, str(about.rules.chosen))
        key = (rules, about.what, tuple(sorted(about.seen)), named, *about.stakes.items(), about.answers)
        if key not in self._known:
            self._known[key] = _advised(about)
        return self._known[key]


def _known_to(driver: Driver, who: str) -> Decision | None:
    """What this player decides and knows; None where there is no coach for it."""
    try:
        return decision(driver, who)
    except (RulesError, Refused):
        return None


def _advised(about: Decision) -> dict[str, float] | None:
    try:
        advice = advise(about)
    except (RulesError, Refused):
        return None
    unit = Fraction(advice.amount)
    return {answer.text: float(answer.cost * unit) for answer in advice.answers}
