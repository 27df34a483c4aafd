"""Hands of pot games for tests: cards given, answers in the order they are asked, stacks at the end."""

from dataclasses import dataclass
from typing import Any

from houseway.cards.card import hand as cards_of
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario
from houseway.games import game
from houseway.play.ask import Ask
from houseway.play.driver import Driver
from houseway.play.event import Event
from houseway.play.view import story
from houseway.rules.money import cents, dollars
from houseway.rules.submission import Choices, house_rules


@dataclass
class Hand:
    """A hand that stands where its answers ended."""

    driver: Driver

    @property
    def stacks(self) -> list[str]:
        return [dollars(self.driver.table.stack(who)) for who in self.driver.table.seats]

    @property
    def drop(self) -> str:
        return dollars(self.driver.table.ledger["drop"])

    @property
    def ask(self) -> Ask:
        (ask,) = self.driver.asks.values()
        return ask

    @property
    def words(self) -> str:
        return "\n".join(story(self.driver.events, "surveillance"))

    def of(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.driver.events if isinstance(event, kind)]

    def go(self, *answers: str) -> "Hand":
        """Answers as `3 raise to 8`: the seat that is asked, and what it says."""
        for answer in answers:
            seat, _, text = answer.partition(" ")
            assert self.driver.open, f"{answer}: the hand is over\n{self.words}"
            assert self.ask.who == f"seat {seat}", f"{answer}: {self.ask.who} is asked {self.ask.prompt()}"
            self.driver.answer(self.ask.who, text)
            assert self.driver.table.ledger.total() == 0
        return self


def call_down(hand: Hand, until: str = "") -> Hand:
    """Everybody brings in, calls and checks, to the end or until an ask of some clause."""
    while hand.driver.open and (not until or hand.ask.clause != until):
        hand.driver.answer(hand.ask.who, "call" if hand.ask.default == "fold" else hand.ask.default)
    return hand


def deal(
    id: str,
    stacks: str,
    cards: dict[str, str] | None = None,
    *,
    button: int = 0,
    seats: tuple[int, ...] = (),
    new_game: bool = False,
    **options: Any,
) -> Hand:
    """A hand after its deal. The last seat has the button unless told; no collection unless the test is about it."""
    named = game(id)
    given = {place: cards_of(line) for place, line in (cards or {}).items()}
    choices = Choices(options={"collection": "none", **options})
    driver = Driver(named, house_rules(named.rules, choices), source=Scenario(given))
    amounts = [cents(stack) for stack in stacks.split()]
    seats = seats or tuple(range(1, len(amounts) + 1))
    for seat, stack in zip(seats, amounts, strict=True):
        driver.seat(f"seat {seat}", stack)
    if not new_game:
        order = sorted(seats)
        at = order.index(button or order[-1])
        driver.table.memory["button"] = f"seat {order[at - 1]}"
    driver.begin(seed_from(7))
    return Hand(driver)


def refused(hand: Hand, answer: str) -> str:
    """The sentence that an answer of the player who is asked is refused with."""
    try:
        hand.driver.answer(hand.ask.who, answer)
    except ValueError as error:
        return str(error)
    raise AssertionError(f"{answer} is not refused")
