"""Every ask of a scenario's round, answered as the file says."""

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from houseway.cards.card import Card
from houseway.play.ask import BUY_CHIPS, Amount, Ask, Refused, written
from houseway.play.driver import STAFF, Driver
from houseway.play.game import Game
from houseway.play.places import seat
from houseway.play.player_dealer import DECLINE
from houseway.play.scenario.model import CallPlan, RoundPlan, ScenarioError, SeatPlan
from houseway.play.standing import StandingWagers
from houseway.play.table import DEALER
from houseway.rules.money import dollars


class Undecided(ScenarioError):
    """A seat is asked for a decision that the scenario does not give."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"{ask.who} is asked {ask.what} and has no decision left: {ask.prompt()} ({ask.clause})")
        self.ask = ask


@dataclass
class Answers:
    """What is said in one round, and how much of it has been said."""

    plan: RoundPlan
    seats: Mapping[str, SeatPlan]
    cards: Mapping[str, tuple[Card, ...]]
    game: Game
    banker: str
    put_up: int | None  # what was put up before, where this round does not say how much
    stop_at: str = ""  # an ask to stop at, also where it may be let pass
    left: dict[str, list[str]] = field(init=False)
    calls: list[CallPlan] = field(init=False)
    asked: list[Ask] = field(default_factory=list)
    put: list[tuple[str, bool]] = field(default_factory=list)
    table: Driver | None = None

    def __post_init__(self) -> None:
        self.left = {who: list(seat.decisions) for who, seat in self.seats.items()}
        self.left |= {"dealer": list(self.plan.dealer), "floor": list(self.plan.floor)}
        self.calls = list(self.plan.calls)

    def all(self, driver: Driver) -> None:
        """Answer until the round is over."""
        self.table = driver
        while driver.open:
            asks = list(driver.asks.values())
            for ask in asks:
                if not any(ask is one for one in self.asked):
                    self.asked.append(ask)
            if call := self._due(asks):
                self.calls.remove(call)
                self._call(driver, call)
                continue
            ask = asks[0]
            answer = self._answer(ask)
            try:
                _say(driver, ask.who, answer)
            except Refused as error:
                where = f"spins, {ask.spot}" if self._is_spin(ask) else ask.who
                raise ScenarioError(f"{where}: {error}") from None

    def check_used(self) -> None:
        """Refuse what was never asked for."""
        for who, left in self.left.items():
            if left:
                raise ScenarioError(
                    f"{who}: the round is over and {left[0]!r} was never asked for{self._why(who, left[0])}"
                )
        if self.calls:
            raise ScenarioError(self._never(self.calls[0]))

    def _why(self, who: str, decision: str) -> str:
        """Why an offer was not made, where the game says so."""
        assert self.table is not None
        why = self.table.table.withheld.get((who, decision.split(" ", maxsplit=1)[0]))
        return f": {why}" if why else ""

    # Calls

    def _due(self, asks: list[Ask]) -> CallPlan | None:
        """The call whose moment has come: so many asks of that name, to anybody or to who is named, have been put."""
        for call in self.calls:
            fitting = [ask for ask in self.asked if ask.what == call.at and call.asked in ("", ask.who)]
            if len(fitting) >= call.nth and any(ask is fitting[call.nth - 1] for ask in asks):
                return call
        return None

    @staticmethod
    def _call(driver: Driver, call: CallPlan) -> None:
        try:
            driver.call(call.by, call.irregularity, seat(call.seat) if call.seat is not None else "")
        except Refused as error:
            raise ScenarioError(f"call: {error}") from None

    def _never(self, call: CallPlan) -> str:
        times = Counter(ask.what for ask in self.asked if call.asked in ("", ask.who))[call.at]
        whom = f" of {call.asked}" if call.asked else ""
        if not times:
            return f"the round is over and {call.at!r} was never asked{whom}, so nothing was called there"
        often = "once" if times == 1 else f"{times} times"
        return f"the round is over and {call.at!r} was asked{whom} {often}, so nothing was called at number {call.nth}"

    # Answers

    def _answer(self, ask: Ask) -> str:
        if ask.what == "bank" and ask.forms:
            return self._bank(ask) if ask.who == self.banker else DECLINE
        if self._is_spin(ask):
            return self.plan.spins[ask.spot]
        if ask.what == "wagers" and ask.who in self.seats:
            return self._wagers(ask)
        return self.game.played_for(ask, self.cards) or self._decision(ask)

    def _is_spin(self, ask: Ask) -> bool:
        return ask.who == DEALER and ask.spot in self.plan.spins

    def _bank(self, ask: Ask) -> str:
        """As given; a later round that says nothing puts up the same again, as far as the rules allow."""
        if self.put_up is None:
            return f"bank {dollars(self.plan.bank.amount)}"
        form = ask.forms[0]
        if isinstance(form, Amount):
            return f"bank {dollars(min(max(self.put_up, form.low), form.high))}"
        return form.answers()[0]

    def _wagers(self, ask: Ask) -> str:
        """The wagers, and where they stand from round to round what is taken down or called on and off."""
        said = [written(dict(self.seats[ask.who].wagers))]
        left = self.left[ask.who]
        for form in ask.forms:
            while isinstance(form, StandingWagers) and left and form.changes(left[0]):
                said.append(left.pop(0))
        return ", ".join(filter(None, said)) or ask.default

    def _decision(self, ask: Ask) -> str:
        left = self.left.get(ask.who)
        may_pass = ask.optional or ask.who in STAFF
        if ask.who in self.seats:
            self.put.append((ask.what, ask.optional))
        if left and (not may_pass or _fits(ask, left[0])):
            if not _fits(ask, left[0]) and (why := self._why(ask.who, left[0])):
                raise ScenarioError(f"{ask.who}: {left[0]!r} was never asked for{why}")
            return left.pop(0)
        if ask.who not in self.seats:
            return ask.default
        if may_pass and ask.what != self.stop_at:
            return ask.default
        raise Undecided(ask)


def _say(driver: Driver, who: str, answer: str) -> None:
    if answer == "leave":
        driver.leave(who)
    elif answer == BUY_CHIPS.word and (amount := driver.on_offer(who)):
        driver.buy_in(who, amount)
    else:
        driver.answer(who, answer)


def _fits(ask: Ask, answer: str) -> bool:
    """The answer has a shape that the ask knows, or names what is asked, allowed or not."""
    if answer.split(" ", maxsplit=1)[0] == ask.what:
        return True
    try:
        return ask.understood(answer) is not None
    except Refused:
        return True
