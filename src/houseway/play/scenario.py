"""Scenarios: a round with some cards, wagers and decisions given, dealt and settled to the end."""

import re
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, TypeVar

from houseway.cards import card
from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario as ScenarioCards
from houseway.play.ask import Ask, Refused, written
from houseway.play.driver import PROPOSITION, STAFF, Driver
from houseway.play.event import SURVEILLANCE, CardEvent, FeeTaken
from houseway.play.game import Game
from houseway.play.player_dealer import DECLINE, PutUp, TakenUp, seat_of
from houseway.play.view import history
from houseway.rules.files import RulesError, read_model
from houseway.rules.models import GameRules, Model, Money, Setting
from houseway.rules.money import cents, dollars
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

T = TypeVar("T")


class ScenarioError(ValueError):
    """A scenario that can't be played, and why."""


class _Undecided(ScenarioError):
    """A seat is asked for a decision that the scenario does not give."""

    def __init__(self, ask: Ask) -> None:
        super().__init__(f"{ask.who} is asked {ask.what} and has no decision left: {ask.prompt()} ({ask.clause})")
        self.ask = ask


class SeatPlan(Model):
    """One seat of a scenario: what it brings, what it wagers, and its decisions in the order they are asked. With
    `backline` it is a bettor behind that seat."""

    seat: int
    backline: int | None = None
    stack: Money = cents("1000")
    name: str = ""
    wagers: dict[str, Money] = {}
    decisions: tuple[str, ...] = ()


class BankPlan(Model):
    """Who banks where a player does, and with how much. A seat that the scenario does not give is a proposition
    player's; without a number it is the last empty one."""

    seat: int | None = None
    amount: Money = cents("100000")


class CallPlan(Model):
    """An irregularity called the first time the ask `at` is put to anybody; `seat` is whom it concerns."""

    at: str
    irregularity: str
    by: str = "floor"
    seat: int | None = None


class Scenario(Model):
    game: str
    seed: int | str = 0
    options: dict[str, Setting] = {}
    limits: dict[str, dict[str, str]] = {}
    pays: dict[str, dict[str, str]] = {}
    wheels: dict[str, dict[str, int]] = {}
    meters: dict[str, dict[str, str]] = {}
    cards: dict[str, str] = {}
    before: dict[str, str] = {}  # what earlier rounds have left behind, where the game remembers something
    seats: tuple[SeatPlan, ...]
    bank: BankPlan = BankPlan()
    dice: tuple[int, ...] = ()
    dealer: tuple[str, ...] = ()  # what the dealer answers, where the default is not wanted
    floor: tuple[str, ...] = ()
    calls: tuple[CallPlan, ...] = ()


def read(text: str, *, name: str) -> Scenario:
    try:
        return read_model(Scenario, text, name=name)
    except RulesError as error:
        raise ScenarioError(str(error)) from None


@dataclass(frozen=True)
class Played:
    """A scenario after its round."""

    scenario: Scenario
    driver: Driver
    brought: dict[str, int]

    def report(self) -> dict[str, Any]:
        """For each seat and wager what came of it, then the bank, the fees, the meters and the events."""
        table = self.driver.table
        seats: list[dict[str, Any]] = []
        won = 0
        for who, brought in self.brought.items():
            wagers = [
                {
                    "wager": done.outcome.wager,
                    "spot": done.spot,
                    "stake": dollars(done.outcome.stake),
                    "result": done.outcome.result.value,
                    "hand": done.outcome.hand,
                    "odds": str(done.outcome.odds or ""),
                    "paid": dollars(done.outcome.paid),
                    **({"returned": dollars(done.outcome.returned)} if done.outcome.returned else {}),
                    "clause": done.outcome.clause,
                    "note": done.outcome.note,
                }
                for done in table.settled
                if done.owner == who
            ]
            staked = sum(table.ledger[stake.account] for stake in table.stakes.values() if stake.owner == who)
            net = table.stack(who) + staked - brought
            won += net
            seat, _, square = who.partition(" ")[2].partition(".")
            seats.append(
                {
                    "seat": int(seat),
                    **({"backline": int(square)} if square else {}),
                    "name": table.seats[who],
                    "wagers": wagers,
                    "net": dollars(net),
                    "stack": dollars(table.stack(who)),
                }
            )
        fees = sum(event.amount for event in self.driver.events if isinstance(event, FeeTaken))
        return {
            "game": table.rules.game.id,
            "seats": seats,
            "bank": {"kind": table.rules.game.bank, "net": dollars(-won - fees), **self._position()},
            "fees": dollars(fees),
            "meters": {
                account.removeprefix("meter/"): dollars(amount)
                for account, amount in table.ledger.accounts.items()
                if account.startswith("meter/")
            },
            "events": history(self.driver.events, SURVEILLANCE),
        }

    def _position(self) -> dict[str, Any]:
        """What the player-dealer put up and had back, where a player banks."""
        put_up = next((event for event in self.driver.events if isinstance(event, PutUp)), None)
        taken_up = next((event for event in self.driver.events if isinstance(event, TakenUp)), None)
        if put_up is None or taken_up is None:
            return {}
        return {"who": put_up.who, "put_up": dollars(put_up.amount), "net": dollars(taken_up.net)}


def play(scenario: Scenario, game: Game) -> Played:
    """Deal and settle a scenario; what is not given comes from its seed."""
    driver, plans, cards, banker = _begun(scenario, game)
    _answer_all(driver, scenario, plans, cards, banker)
    _check_used(driver, scenario, plans)
    return Played(scenario, driver, {who: plan.stack for who, plan in plans.items()})


def play_to_decision(scenario: Scenario, game: Game) -> tuple[Driver, Ask]:
    """Play a scenario until a seat is asked for a decision that it does not give: the table, and what is asked."""
    driver, plans, cards, banker = _begun(scenario, game)
    try:
        _answer_all(driver, scenario, plans, cards, banker)
    except _Undecided as undecided:
        return driver, undecided.ask
    raise ScenarioError("every decision of the scenario is given: leave out the one to ask about, and those after it")


def play_by_default(scenario: Scenario, game: Game) -> Driver:
    """Play a scenario to its end, with the default wherever it gives no decision."""
    driver, plans, cards, banker = _begun(scenario, game)
    try:
        _answer_all(driver, scenario, plans, cards, banker)
    except _Undecided:
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.default)
    return driver


def _begun(scenario: Scenario, game: Game) -> tuple[Driver, dict[str, SeatPlan], dict[str, tuple[Card, ...]], str]:
    try:
        parts = ("options", "limits", "pays", "wheels", "meters")
        rules = house_rules(game.rules, Choices(**{part: getattr(scenario, part) for part in parts}))
    except RulesError as error:
        raise ScenarioError(str(error)) from None
    if "bank" in scenario.model_fields_set and game.rules.bank != "player-dealer":
        raise ScenarioError(f"no player banks {game.rules.name}: leave [bank] out")
    plans = _plans(scenario, rules)
    cards = _cards(scenario, game.rules, plans, rules)
    dealt = _try(lambda: game.dealt_for(cards, scenario.before), "cards")
    driver = Driver(game, rules, source=ScenarioCards(dealt, _dice(scenario)))
    staff = {"dealer": scenario.dealer, "floor": scenario.floor}
    for who, answers in staff.items():  # the staff is asked where its answers are given, or something is called then
        asked = {name for name, ask in game.rules.asks.items() if ask.who.startswith(who)}
        if answers or any(call.at in asked for call in scenario.calls):
            driver.automatic -= {who}
    for who, plan in plans.items():
        _try(lambda: driver.buy_in(who, plan.stack, plan.name), who)  # noqa: B023
    banker = _seat_bank(driver, scenario) if game.rules.bank == "player-dealer" else ""
    _try(lambda: game.stood(driver.table, scenario.before), "before")
    driver.begin(seed_from(scenario.seed))
    return driver, plans, cards, banker


def _plans(scenario: Scenario, rules: Rules) -> dict[str, SeatPlan]:
    plans: dict[str, SeatPlan] = {}
    for plan in sorted(scenario.seats, key=lambda plan: (plan.seat, plan.backline or 0)):
        who = f"seat {plan.seat}" if plan.backline is None else f"backline {plan.seat}.{plan.backline}"
        if not 1 <= plan.seat <= rules.seats:
            raise ScenarioError(f"seat {plan.seat} does not exist: {rules.game.name} has seat 1 to seat {rules.seats}")
        if who in plans:
            raise ScenarioError(f"{who} is given twice")
        if plan.wagers and "wagers" not in rules.game.asks:
            raise ScenarioError(f"{who}: {rules.game.name} has no wagers before the deal; bets are decisions")
        if plan.stack <= 0:
            raise ScenarioError(f"{who} needs a stack of more than nothing")
        plans[who] = plan
    if not plans:
        raise ScenarioError("a scenario needs at least one seat")
    return plans


def _seat_bank(driver: Driver, scenario: Scenario) -> str:
    """Who is to bank; a seat that is still empty goes to a proposition player with that amount and some for fees."""
    seats, plan = driver.table.seats, scenario.bank
    empty = [f"seat {number}" for number in range(driver.table.rules.seats, 0, -1) if f"seat {number}" not in seats]
    if plan.seat is None and not empty:
        raise ScenarioError("every seat is taken: say in [bank] which seat banks")
    who = empty[0] if plan.seat is None else f"seat {plan.seat}"
    if who not in seats:
        _try(lambda: driver.buy_in(who, plan.amount + cents("1000"), role=PROPOSITION), "bank")
    return who


def _dice(scenario: Scenario) -> dict[str, int]:
    for die in scenario.dice:
        if not 1 <= die <= 6:
            raise ScenarioError(f"dice: {die} is not on a die")
    return {f"die {number}": die - 1 for number, die in enumerate(scenario.dice, start=1)}


def _cards(
    scenario: Scenario, rules: GameRules, plans: dict[str, SeatPlan], resolved: Rules
) -> dict[str, tuple[Card, ...]]:
    """The cards that the scenario gives, each place known, none too full, no card too often."""
    places: dict[str, tuple[Card, ...]] = {}
    for place, line in scenario.cards.items():
        here = rules.place(place)
        if here is None or _numbered(place) != place:
            raise ScenarioError(f"{place!r} is not a place of {rules.name}: {', '.join(_places_of(rules))}")
        if place.startswith("seat ") and " ".join(place.split()[:2]) not in plans:
            raise ScenarioError(f"{place} is given cards, and nobody plays there")
        try:
            places[place] = card.hand(line)
        except card.CardError as error:
            raise ScenarioError(f"{place}: {error}") from None
        most = here.cards
        if len(places[place]) > most:
            raise ScenarioError(f"{place} takes {most} card{'s' * (most > 1)}, {len(places[place])} given")
    decks = resolved.options.get("decks", 1)
    there = Counter(pack(rules.cards.pack, 1 if rules.cards.alternating or isinstance(decks, str) else int(decks)))
    apart = {place for place in places if place in rules.places and rules.places[place].own_shuffle}
    shuffles = [[place] for place in apart] + [[place for place in places if place not in apart]]
    given = [Counter(one for place in together for one in places[place]) for together in shuffles]
    for one, count in (item for counter in given for item in counter.items()):
        if count > there[one]:
            times = f" {count} times" if count > 1 else ""
            many = {0: "none", 1: "only one"}.get(there[one], f"only {there[one]}")
            raise ScenarioError(f"{card.NAMES[one]} is given{times}, and the pack has {many}")
    return places


def _numbered(place: str) -> str:
    """The place with a number wherever it needs one: a seat, a box, a hand."""
    return re.sub(r"\b(seat|box|hand)\b(?! \d)", r"\1 1", place)


def _places_of(rules: GameRules) -> list[str]:
    named = [_numbered(place) for place in rules.places if not place.startswith("seat")]
    each = [place.removeprefix("seat") for place in rules.places if place.startswith("seat")]
    return named + [_numbered(f"seat 1{part}") + f" to seat {rules.seats}{part}" for part in each]


def _answer_all(
    driver: Driver,
    scenario: Scenario,
    plans: dict[str, SeatPlan],
    cards: dict[str, tuple[Card, ...]],
    banker: str,
) -> None:
    decisions = {who: list(plan.decisions) for who, plan in plans.items()}
    decisions |= {"dealer": list(scenario.dealer), "floor": list(scenario.floor)}
    calls = list(scenario.calls)
    while driver.open:
        asks = list(driver.asks.values())
        call = next((call for call in calls if any(_is_at(call, ask) for ask in asks)), None)
        if call is not None:
            calls.remove(call)
            who = f"seat {call.seat}" if call.seat is not None else ""
            _try(lambda: driver.call(call.by, call.irregularity, who), "call")  # noqa: B023
            continue
        ask = asks[0]
        if ask.what == "bank":
            answer = f"bank {dollars(scenario.bank.amount)}" if ask.who == banker else DECLINE
        else:
            answer = driver.game.played_for(ask, cards) or _decision(ask, plans, decisions)
        if answer == "leave":
            _try(lambda: driver.leave(ask.who), ask.who)  # noqa: B023
        else:
            _try(lambda: driver.answer(ask.who, answer), ask.who)  # noqa: B023
    for who, left in decisions.items():
        if left:
            raise ScenarioError(f"{who}: the round is over and {left[0]!r} was never asked for")
    if calls:
        raise ScenarioError(f"the round is over and {calls[0].at!r} was never asked, so nothing was called there")


def _check_used(driver: Driver, scenario: Scenario, plans: dict[str, SeatPlan]) -> None:
    """Refuse what is given and came to nothing, rather than leave it out in silence."""
    put_up = next((event.who for event in driver.events if isinstance(event, PutUp)), "")
    for who, plan in plans.items():
        if plan.wagers and put_up and seat_of(who) == put_up:
            whose = "the player-dealer's own" if who == put_up else "behind the player-dealer"
            raise ScenarioError(f"{who}: wagers are given, and no wager is taken that is {whose}")
    source = driver.table.source
    assert isinstance(source, ScenarioCards)
    thrown = sum(f"die {number}" not in source.unused for number in range(1, len(scenario.dice) + 1))
    if thrown < len(scenario.dice):
        raise ScenarioError(f"dice: {len(scenario.dice)} are given, and {thrown or 'none'} are thrown")
    lay = {event.place for event in driver.events if isinstance(event, CardEvent)}
    for place in scenario.cards:
        if place in source.unused and place not in lay:
            raise ScenarioError(f"{place} is given cards, and none was dealt there")


def _is_at(call: CallPlan, ask: Ask) -> bool:
    return ask.what == call.at


def _decision(ask: Ask, plans: dict[str, SeatPlan], decisions: dict[str, list[str]]) -> str:
    if ask.what == "wagers" and ask.who in plans:
        return written(plans[ask.who].wagers) or ask.default
    given = decisions.get(ask.who)
    may_pass = ask.optional or ask.who in STAFF
    if given and (not may_pass or _fits(ask, given[0])):
        return given.pop(0)
    if may_pass or ask.who not in plans:
        return ask.default
    raise _Undecided(ask)


def _fits(ask: Ask, answer: str) -> bool:
    """The answer has a shape that the ask knows, allowed or not."""
    try:
        return any(form.read(answer) is not None for form in ask.forms)
    except Refused:
        return True


def _try(step: Callable[[], T], who: str) -> T:
    try:
        return step()
    except Refused as error:
        raise ScenarioError(f"{who}: {error}") from None
