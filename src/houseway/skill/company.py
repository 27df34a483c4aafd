"""Who else sits at a table, and what they answer: for the terminal and for programs alike."""

from contextlib import suppress
from dataclasses import dataclass
from random import Random

from houseway.play import view
from houseway.play.ask import Ask, Refused, Wagers
from houseway.play.driver import Driver
from houseway.play.places import BoxWager
from houseway.play.places import seat as at_seat
from houseway.play.places import seats as all_seats
from houseway.pricing.coach import coach
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.skill.answering import answered, styles
from houseway.skill.kinds import OPTIMAL
from houseway.skill.simple import RANDOM, Bot, simply

_COMPANY = 3  # who sits down, one player among them, where the house is not the bank


def usual(rules: Rules) -> int:
    """How many sit down at a table unless told: one against the house, and three where players play each other."""
    return min(rules.seats, 1 if rules.game.bank == "house" else _COMPANY)


def seated(rules: Rules, mine: int, players: int) -> tuple[list[str], str]:
    """The other seats that are taken, and which of them banks; where players bank, that is one more if need be."""
    others = [who for who in all_seats(rules.seats) if who != at_seat(mine)]
    if rules.game.bank != "player-dealer":
        return others[: players - 1], ""
    banker = others.pop()
    return [*others[: max(0, players - 2)], banker], banker


@dataclass
class Company:
    """How the others play: as a kind of bot that has a name, or by a function of an ask and a `random.Random`."""

    kind: str | Bot
    rng: Random
    banker: str = ""  # a proposition player, who banks when nobody else does

    def answers(self, driver: Driver, ask: Ask) -> None:
        """Give what a player of this kind says; where that is refused, what a silent player is taken to say."""
        try:
            driver.answer(ask.who, self.says(driver, ask))
        except Refused:
            driver.answer(ask.who, ask.default)

    def says(self, driver: Driver, ask: Ask) -> str:
        if ask.what == "bank" or (ask.what == "wagers" and ask.who == self.banker):
            return ask.default
        if not isinstance(self.kind, str):
            return self.kind(ask, self.rng)
        if self.kind == RANDOM:  # a little slower to give up than chance has it
            answer = _round_wagers(ask, self.rng) or ask.random(self.rng)
            return ask.random(self.rng) if answer == ask.default else answer
        if self.kind in styles(driver.game):
            events, seed = view.seen(driver.events, ask.who), self.rng.getrandbits(32)
            return answered(driver.table.rules, events, ask, self.kind, seed)
        if self.kind == OPTIMAL and ask.what != "wagers":
            with suppress(Refused, RulesError):  # what the coach has nothing to say of
                return coach(driver, ask.who).best.text
        return simply(ask, self.rng)


def _round_wagers(ask: Ask, rng: Random) -> str:
    """Round amounts on what must be wagered, and now and then on the rest; nothing if no wagers are asked for."""
    form = next((form for form in ask.forms if isinstance(form, Wagers)), None)
    if form is None:
        return ""
    placed = []
    for at, spot in enumerate(form.spots.values()):
        if BoxWager.read(spot.wager).box:
            continue  # a bot plays its own box
        if spot.required or not at or rng.random() < 0.3:
            amounts = spot.amounts or [spot.low * many for many in (1, 1, 2, 2, 5)]
            placed.append(f"{spot.wager} {dollars(rng.choice(amounts))}")
    return ", ".join(placed)
