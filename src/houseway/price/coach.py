"""The coach: at a decision, what each legal answer is worth, exactly, and what the others cost.

It knows what the seat knows and no more: the cards are those that the seat's own view of the round shows.
"""

from dataclasses import dataclass
from fractions import Fraction
from importlib import import_module
from typing import Any

from houseway.cards.card import HIDDEN, text
from houseway.play import view
from houseway.play.ask import Ask, Refused
from houseway.play.driver import Driver
from houseway.price.sheet import decimal
from houseway.rules.files import RulesError
from houseway.rules.money import dollars


@dataclass(frozen=True)
class Answer:
    """One legal answer: the expected result of the whole round, and what it loses against the best answer."""

    text: str
    worth: Fraction
    cost: Fraction

    @property
    def best(self) -> bool:
        return not self.cost


@dataclass(frozen=True)
class Advice:
    """A decision with the worth of every legal answer, in the order they are offered."""

    who: str
    what: str
    clause: str
    unit: str
    amount: int  # one unit, in cents
    seen: dict[str, tuple[int, ...]]
    answers: tuple[Answer, ...]
    spot: str = ""  # which box it is about, where that is not the seat's own

    @property
    def best(self) -> Answer:
        return next(answer for answer in self.answers if answer.best)

    def cents(self, worth: Fraction) -> str:
        """A worth in dollars and cents at this table's stakes, to the nearest cent."""
        amount = round(worth * self.amount)
        return f"-{dollars(-amount)}" if amount < 0 else dollars(amount)

    def data(self) -> dict[str, Any]:
        return {
            "who": self.who,
            "ask": self.what,
            "spot": self.spot or self.who,
            "clause": self.clause,
            "unit": self.unit,
            "unit_amount": dollars(self.amount),
            "cards": {place: text(cards) for place, cards in self.seen.items()},
            "best": self.best.text,
            "answers": [
                {
                    "answer": answer.text,
                    "best": answer.best,
                    "expectation": {"fraction": str(answer.worth), "decimal": decimal(answer.worth)},
                    "cost": {"fraction": str(answer.cost), "decimal": decimal(answer.cost)},
                    "cost_amount": self.cents(answer.cost),
                }
                for answer in self.answers
            ],
        }


def coach(driver: Driver, who: str = "") -> Advice:
    """Advice on the decision that waits for this seat, or for the one seat that is asked.

    Wagers made before the deal whose result no decision changes, such as bonus wagers, are left out, and the stack is
    taken to be large enough for what comes later.
    """
    ask = _decision(driver, who)
    rules = driver.table.rules
    seen = {
        place: shown
        for place, cards in view.cards_in_sight(driver.events, ask.who).items()
        if (shown := tuple(card for card in cards if card != HIDDEN))
    }
    try:
        analysis = import_module(f"houseway.price.{rules.game.id.replace('-', '_')}").advise
    except (ModuleNotFoundError, AttributeError):
        raise RulesError(f"{rules.game.name} has no coach yet") from None
    spot = ask.spot or ask.who  # a player of several boxes is asked for each
    advised = analysis(rules, ask.what, seen[spot], seen, driver.table.staked(spot))
    legal = {answer: advised.worth[answer] for answer in ask.answers() if answer in advised.worth}
    if not legal:
        raise RulesError(f"{rules.game.name} has no coach for {ask.what} ({ask.clause})")
    most = max(legal.values())
    answers = tuple(Answer(answer, worth, most - worth) for answer, worth in legal.items())
    return Advice(ask.who, ask.what, ask.clause, advised.unit, advised.amount, seen, answers, ask.spot)


def _decision(driver: Driver, who: str) -> Ask:
    if not driver.open:
        raise Refused("no round is being played, so there is nothing to decide")
    if who and who not in driver.asks:
        raise Refused(f"{who} is not asked anything now")
    ask = driver.asks[who] if who else next(iter(driver.asks.values()))
    if ask.what == "wagers":
        raise Refused("wagers are being placed: `houseway price` says what each of them is worth")
    return ask
