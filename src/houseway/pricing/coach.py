"""The coach: at a decision, what each legal answer is worth, exactly, and what the others cost.

It knows what the seat knows and no more: the cards are those that the seat's own view of the round shows.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cards.card import HIDDEN, text
from houseway.games.pot.round import PotGame
from houseway.play import view
from houseway.play.ask import Ask, Refused
from houseway.play.driver import Driver
from houseway.play.places import is_seat, lies_in, seat_of
from houseway.play.player_dealer import POSITION, PlayerDealer
from houseway.pricing.counting.advised import Fact
from houseway.pricing.equity.situation import Situation, situation
from houseway.pricing.families import can_coach, pricing
from houseway.pricing.papers.sheet import decimal
from houseway.rules.models import GameRules
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_SHOWN = 4  # answers, where advice shows itself on one line


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
    facts: tuple[Fact, ...] = ()  # what to weigh besides
    basis: str = ""  # what the worths take for granted, where that is not the best play from here on
    spot: str = ""  # which box it is about, where that is not the seat's own

    def __repr__(self) -> str:
        worths = ", ".join(f"{one.text} {decimal(one.worth, 4)}" for one in self.answers[:_SHOWN])
        more = f" and {len(self.answers) - _SHOWN} more" if len(self.answers) > _SHOWN else ""
        return f"<Advice to {self.who}, {self.what}: {self.best.text} is best; {worths}{more}, in {self.unit}>"

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
            "facts": [
                {"name": fact.name, "text": fact.text, "fraction": str(fact.value), "decimal": decimal(fact.value)}
                for fact in self.facts
            ],
            "basis": self.basis,
        }


@dataclass(frozen=True)
class Decision:
    """All that advice rests on, apart from the table that goes on: what a seat is asked and what it can see."""

    rules: Rules
    who: str
    what: str
    clause: str
    spot: str
    answers: tuple[str, ...]
    hand: tuple[int, ...]
    seen: dict[str, tuple[int, ...]]
    stakes: dict[str, int]
    pot: Situation | None = None  # where it is about a pot, which no price is counted for


def coach(driver: Driver, who: str = "") -> Advice:
    """Advice on the decision that waits for this seat, or for the one seat that is asked.

    Wagers made before the deal whose result no decision changes, such as bonus wagers, are left out, and the stack is
    taken to be large enough for what comes later.
    """
    return advise(decision(driver, who))


def decision(driver: Driver, who: str = "") -> Decision:
    """What is decided now; advice on it can be counted elsewhere while the table goes on."""
    ask = _asked(driver, who)
    rules = driver.table.rules
    seen = {
        place: shown
        for place, cards in view.cards_in_sight(driver.events, ask.who).items()
        if (shown := tuple(card for card in cards if card != HIDDEN))
    }
    if not can_coach(rules.game.id):
        raise RulesError(f"{rules.game.name} has no coach yet")
    if isinstance(driver.game, PotGame):
        if ask.what != "bet":
            raise RulesError(f"{rules.game.name} has no coach for {ask.what} ({ask.clause})")
        pot = situation(driver.game, driver.events, ask)
        return Decision(rules, ask.who, ask.what, ask.clause, "", ask.answers(), pot.cards, seen, {}, pot)
    spot = ask.spot or ask.who  # a player of several boxes is asked for each
    stakes = driver.table.staked(ask.who if seat_of(ask.who) == spot else spot)  # a backline bettor's are their own
    bank = driver.table.bank
    if spot not in seen and isinstance(bank, PlayerDealer) and bank.who == ask.who:
        spot, stakes = POSITION, _against(driver)
    hand = _hand(seen, spot)
    if not hand and (not seen or _has_cards(rules.game)):
        raise RulesError(f"{rules.game.name} has no coach for {ask.what} ({ask.clause})")
    about = spot if spot != ask.who else ""
    return Decision(rules, ask.who, ask.what, ask.clause, about, ask.answers(), hand, seen, stakes)


def _hand(seen: Mapping[str, tuple[int, ...]], spot: str) -> tuple[int, ...]:
    """The cards of a spot, also where they have been laid down in parts: `seat 1 front`, `seat 1 back`."""
    parts = [cards for place, cards in seen.items() if place != spot and lies_in(place, spot)]
    return seen.get(spot) or tuple(card for part in parts for card in part)


def _against(driver: Driver) -> dict[str, int]:
    """What all have wagered against the player-dealer, by wager."""
    found: dict[str, int] = {}
    for spot in {stake.spot for stake in driver.table.stakes.values()}:
        for wager, amount in driver.table.staked(spot).items():
            found[wager] = found.get(wager, 0) + amount
    return found


def _has_cards(game: GameRules) -> bool:
    """Whether seats are dealt cards; else all that there is to know lies on the table for everybody."""
    return any(map(is_seat, game.places))


def advise(it: Decision) -> Advice:
    """What each answer is worth."""
    if it.pot is not None:
        from houseway.pricing.equity.advice import advise as at_the_pot  # brings a compiler along

        advised = at_the_pot(it.rules, it.pot)
    else:
        found = pricing(it.rules.game.id)
        if found is None or found.advise is None:
            raise RulesError(f"{it.rules.game.name} has no coach yet")
        advised = found.advise(it.rules, it.what, it.hand, it.seen, it.stakes)
    legal = {answer: advised.worth[answer] for answer in it.answers if answer in advised.worth}
    if not legal:
        raise RulesError(f"{it.rules.game.name} has no coach for {it.what} ({it.clause})")
    most = max(legal.values())
    answers = tuple(Answer(answer, worth, most - worth) for answer, worth in legal.items())
    return Advice(
        it.who,
        it.what,
        it.clause,
        advised.unit,
        advised.amount,
        it.seen,
        answers,
        advised.facts,
        advised.basis,
        it.spot,
    )


def _asked(driver: Driver, who: str) -> Ask:
    if not driver.open:
        raise Refused("no round is being played, so there is nothing to decide")
    if who and who not in driver.asks:
        raise Refused(f"{who} is not asked anything now")
    ask = driver.asks[who] if who else next(iter(driver.asks.values()))
    if ask.what == "wagers":
        raise Refused("wagers are being placed: `houseway price` says what each of them is worth")
    return ask
