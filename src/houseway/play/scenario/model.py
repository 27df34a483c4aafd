"""What a scenario's file may say, and nothing else."""

from typing import Annotated, Literal

from pydantic import Field

from houseway.errors import HousewayError
from houseway.play import places
from houseway.rules.models import Model, Money, Setting
from houseway.rules.money import cents
from houseway.rules.strict import RulesError, read_model


class ScenarioError(HousewayError, ValueError):
    """A scenario that can't be played, and why."""


def _place(seat: int | None, backline: int | None) -> str:
    return places.seat(seat) if backline is None else places.backline(seat, backline)


class SeatPlan(Model):
    """One seat of a round: what it brings, what it wagers, and its decisions in the order they are asked. With
    `backline` it is a bettor behind that seat."""

    seat: int
    backline: int | None = None
    stack: Money = cents("1000")  # of who sits down; who sits there already has what is left
    adds: Money = 0  # what is bought more, before a later round
    leaves: bool = False  # before a later round
    minute: int | None = None  # when the player came into the game, where the house collects by time
    name: str = ""
    wagers: dict[str, Money] = {}
    decisions: tuple[str, ...] = ()

    @property
    def who(self) -> str:
        return _place(self.seat, self.backline)


class BankPlan(Model):
    """Who banks where a player does, and with how much. A seat that the scenario does not give is a proposition
    player's; without a number it is the last empty one, and in later rounds whoever banked before. With `backline` it
    is a bettor behind that seat."""

    seat: int | None = None
    backline: int | None = None
    amount: Money = cents("100000")
    round: Literal[1, 2] = 1  # of the two that the position is held for: which one this is

    @property
    def who(self) -> str:
        """Whose turn it is, where a seat is given."""
        return _place(self.seat, self.backline)


class ShoePlan(Model):
    """A shoe that has been dealt from: how many cards are in it, and how many of them lie behind the cover card."""

    left: int
    behind: int


class CallPlan(Model):
    """An irregularity called the first or the `nth` time that the ask `at` is put, to anybody or to who is `asked`;
    `seat` is whom it concerns."""

    at: str
    irregularity: str
    asked: str = ""
    nth: Annotated[int, Field(ge=1)] = 1
    by: str = "floor"
    seat: int | None = None


class RoundPlan(Model):
    """What is given of one round."""

    cards: dict[str, str] = {}
    dealt: str = ""  # the cards in the order they are dealt, instead of by place; `??` is an unknown one
    seats: tuple[SeatPlan, ...] = ()
    bank: BankPlan = BankPlan()
    dice: tuple[int | tuple[int, ...], ...] = ()  # what they show; of several throws, each in brackets of its own
    number: int | None = None  # the random number that says where the action starts, where there are no dice
    spins: dict[str, str] = {}  # where a wheel stops, and who has the hot spot
    dealer: tuple[str, ...] = ()  # what the dealer answers, where the default is not wanted
    floor: tuple[str, ...] = ()
    calls: tuple[CallPlan, ...] = ()
    minute: int | None = None  # when it begins, since the game was opened


class Scenario(Model):
    """A file: the first round, what the house has chosen, what came before, and the rounds that follow."""

    game: str
    seed: int | str = 0
    options: dict[str, Setting] = {}
    limits: dict[str, dict[str, str]] = {}
    pays: dict[str, dict[str, str]] = {}
    wheels: dict[str, dict[str, int]] = {}
    meters: dict[str, dict[str, str]] = {}
    before: dict[str, str] = {}  # what earlier rounds have left behind, where the game remembers something
    shoe: ShoePlan | None = None
    cards: dict[str, str] = {}
    dealt: str = ""
    seats: tuple[SeatPlan, ...]
    bank: BankPlan = BankPlan()
    dice: tuple[int | tuple[int, ...], ...] = ()
    number: int | None = None
    spins: dict[str, str] = {}
    dealer: tuple[str, ...] = ()
    floor: tuple[str, ...] = ()
    calls: tuple[CallPlan, ...] = ()
    minute: int | None = None
    rounds: tuple[RoundPlan, ...] = ()

    def every_round(self) -> tuple[RoundPlan, ...]:
        parts = {name: getattr(self, name) for name in RoundPlan.model_fields}
        given = self.model_fields_set & RoundPlan.model_fields.keys()
        return (RoundPlan.model_construct(_fields_set=given, **parts), *self.rounds)


def read(text: str, *, name: str) -> Scenario:
    try:
        return read_model(Scenario, text, name=name)
    except RulesError as error:
        raise ScenarioError(str(error)) from None
