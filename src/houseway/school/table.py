"""Rounds for the school: played at a table like any other, and from a plan that plays them again card for card.

A plan says who sits there, which cards lie where, and how odd the amounts are. All else comes from its seed: the other
cards, the wagers, and what the players answer. A question is such a round at a moment, and what comes next.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Any

from houseway.cards.card import Card, hand
from houseway.cards.pack import ShoeEmpty
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario
from houseway.games import game as game_named
from houseway.play.ask import (
    Amount,
    Arrangement,
    Ask,
    CardsNamed,
    Number,
    Refused,
    Spot,
    Times,
    Wagers,
    Words,
    written,
)
from houseway.play.driver import PROPOSITION, STAFF, Driver
from houseway.play.event import Event
from houseway.play.placement import Placement
from houseway.play.places import seat
from houseway.play.pot import Moves
from houseway.play.standing import StandingWagers
from houseway.play.view import view
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.skill.simple import STAYING_OUT

LEVELS = 3
NAMES = ("Ada", "Blaise", "Daniel", "Florence", "Jakob", "Hypatia")
BANK = 100_000_00
_LONGEST_ROUND = 300  # answers; far above what any round takes
_STACK = 2_000_00
_FOR_FEES = 1_000_00
_MOST_WAGERS = 4  # of a seat before the deal: more than that can't be read off a felt at a glance
_EVEN = (10_00, 20_00, 50_00, 100_00, 25_00)
_ODD = (15_00, 35_00, 45_00, 65_00, 85_00, 95_00, 110_00, 5_00)
_ODDEST = (7_00, 13_00, 17_00, 33_00, 37_00, 42_50, 67_50, 83_00, 115_00, 137_00)


@dataclass(frozen=True)
class Called:
    """An irregularity that the floor calls after so many answers, and on whom."""

    irregularity: str
    after: int
    who: str = ""


@dataclass(frozen=True)
class Plan:
    """A round that can be played again."""

    seed: str
    level: int = 1
    players: int = 3
    cards: tuple[tuple[str, str], ...] = ()  # what lies at some places, by place
    bank: int = BANK  # what a player-dealer puts up
    earlier: int = 0  # rounds that were played before, where wagers stand from one to the next
    called: Called | None = None
    stack: int = _STACK
    wagers: tuple[str, ...] = ()  # what every seat wagers if it may

    def data(self) -> dict[str, Any]:
        """As JSON keeps it."""
        plain = {name: getattr(self, name) for name in ("seed", "level", "players", "bank", "earlier", "stack")}
        called = [self.called.irregularity, self.called.after, self.called.who] if self.called else None
        return {**plain, "cards": dict(self.cards), "called": called, "wagers": list(self.wagers)}


def plan_from(data: Mapping[str, Any]) -> Plan:
    """The plan that JSON has kept."""
    plain = {name: data[name] for name in ("seed", "level", "players", "bank", "earlier", "stack")}
    called = Called(*data["called"]) if data["called"] else None
    return Plan(**plain, cards=tuple(data["cards"].items()), called=called, wagers=tuple(data["wagers"]))


@dataclass(frozen=True)
class Stop:
    """A moment when the table waited: after how many events, and for whom."""

    at: int
    asks: tuple[Ask, ...]
    stage: str


@dataclass
class Round:
    """A round that was played from a plan, with every moment when somebody was asked."""

    plan: Plan
    rules: Rules
    driver: Driver
    stops: list[Stop] = field(default_factory=list)
    called_at: int | None = None  # how much had happened when an irregularity was called

    @property
    def events(self) -> Sequence[Event]:
        return self.driver.events


class Unplayable(ValueError):
    """A plan whose cards or calls don't fit the game."""


def play(rules: Rules, plan: Plan, *, answers: int | None = None) -> Round:
    """Play a plan to the end, or until so many answers have been given."""
    return _Playing(rules, plan).played(answers)


def standing(rules: Rules, plan: Plan, at: int, viewer: str) -> dict[str, Any]:
    """The table as a viewer sees it when so much has happened and nothing of what comes next."""
    playing = _Playing(rules, plan)
    playing.watch(at, viewer)
    try:
        playing.played(None)
    except _Seen as seen:
        return seen.view
    raise Unplayable(f"nothing more happens after {len(playing.driver.events)} events")  # never show how it ended


class _Cards(Scenario):
    """A scenario's cards, and word that the round has begun: from then on events come."""

    began: Callable[[], None]

    def begin(self, seed: bytes) -> None:
        super().begin(seed)
        self.began()


class _Seen(Exception):
    def __init__(self, view: dict[str, Any]) -> None:
        super().__init__()
        self.view = view


class _Playing:
    """A plan being played."""

    def __init__(self, rules: Rules, plan: Plan) -> None:
        self.rules, self.plan = rules, plan
        self.game = game_named(rules.game.id)
        self.rng = Random(f"{plan.seed} {rules.game.id}")
        self.chips = Random(f"{plan.seed} {plan.level} chips")  # apart: the same hands are played for other amounts
        self.driver = Driver(self.game, rules)
        self._watched: tuple[int, str] | None = None
        try:
            self.places: dict[str, tuple[Card, ...]] = {place: hand(cards) for place, cards in plan.cards}
            self.banker = self._sit_down()
        except Refused as refused:
            raise Unplayable(str(refused)) from None

    def _sit_down(self) -> str:
        """Who plays, and who banks where a player does: a proposition player on the last seat."""
        driver, plan = self.driver, self.plan
        banked = self.rules.game.bank == "player-dealer"
        most = self.rules.seats - banked
        names = list(NAMES)
        self.rng.shuffle(names)
        least = driver.game.buy_in_limits(self.rules).least
        for number in range(1, min(plan.players, most) + 1):
            odd = self.chips.choice((0, 0, 35_00, 85_00, 260_00)) if plan.level > 1 else 0
            driver.seat(seat(number), max(plan.stack, least) + odd, names[number - 1])
        if not banked:
            return ""
        who = seat(self.rules.seats)
        driver.seat(who, plan.bank + _FOR_FEES, "Bank", PROPOSITION)
        return who

    def watch(self, at: int, viewer: str) -> None:
        self._watched = at, viewer

    def _hook(self) -> None:
        """Look at the table the moment that so much has happened, before any more money moves."""
        table, keep = self.driver.table, self.driver.table.emit
        if self._watched is None:
            return
        at, viewer = self._watched

        def emit(event: Event) -> None:
            keep(event)
            if len(table.events) == at:
                raise _Seen(view(self.driver, viewer))

        table.emit = emit

    def played(self, answers: int | None) -> Round:
        driver, plan = self.driver, self.plan
        for number in range(plan.earlier):
            driver.begin(seed_from(f"{plan.seed} earlier {number}"))
            for _ in range(_LONGEST_ROUND):
                if not driver.open:
                    break
                ask = next(iter(driver.asks.values()))
                self._say(ask)
        try:
            source = _Cards(self.game.dealt_for(self.places, {}))
            source.began = self._hook
            driver.table.source = source
            return self._play(answers)
        except (Refused, ShoeEmpty) as refused:
            raise Unplayable(str(refused)) from None

    def _play(self, answers: int | None) -> Round:
        driver, plan = self.driver, self.plan
        it = Round(plan, self.rules, driver)
        driver.begin(seed_from(plan.seed))
        for number in range(_LONGEST_ROUND):
            if not driver.open:
                break
            if plan.called and plan.called.after == number:
                it.called_at = len(driver.events)
                driver.call("floor", plan.called.irregularity, plan.called.who)
                continue
            it.stops.append(Stop(len(driver.events), tuple(driver.asks.values()), driver.table.stage))
            if answers is not None and number >= answers:
                break
            self._say(next(iter(driver.asks.values())))
        return it

    # What the players say

    def _say(self, ask: Ask) -> None:
        told = self.game.played_for(ask, self.places) if self.places else None
        try:
            self.driver.answer(ask.who, told or self._answer(ask))
        except Refused:
            self.driver.answer(ask.who, ask.default)

    def _answer(self, ask: Ask) -> str:
        rng = self.rng
        if ask.what == "bank":
            if ask.who != self.banker:
                return "decline"
            form = ask.forms[0]
            low = form.low if isinstance(form, Amount) else self.plan.bank
            return f"bank {dollars(max(low, self.plan.bank))}"
        if ask.who == self.banker and ask.what == "wagers":
            return ask.default
        for form in ask.forms:
            if isinstance(form, Wagers):
                return self._wagers(form.spots.values(), form.stack, form.chip, form.read) or ask.default
            if isinstance(form, StandingWagers):
                return self._wagers(form.spots.values(), form.stack, form.chip, form.read) or ask.default
        if ask.who in STAFF or any(isinstance(form, (Arrangement, Number, CardsNamed)) for form in ask.forms):
            return ask.default
        if isinstance(ask.forms[0], Placement):
            return ask.forms[0].random(rng)
        if ask.optional and rng.random() < 0.6:
            return ask.default
        return self._decision(ask)

    def _decision(self, ask: Ask) -> str:
        """Mostly what keeps the hand in play, and now and then anything else that may be said."""
        rng = self.rng
        stays: list[str] = []
        for form in ask.forms:
            if isinstance(form, Moves):
                stays += form.answers() * 3
            elif isinstance(form, Amount):
                stays += [f"{form.word} {dollars(form.low)}"]
            elif isinstance(form, (Times, Words)):
                stays += form.answers()
            else:
                stays += [form.random(rng)]
        likely = [word for word in stays if word and word != "fold" and word not in STAYING_OUT]
        if likely and rng.random() < 0.88:
            return rng.choice(likely)
        return rng.choice(stays) if stays else ask.default

    def _wagers(self, spots: Any, stack: int, chip: int, read: Any) -> str:
        """What must be wagered, and some of the rest; the amounts as odd as the level has them."""
        rng, left = self.chips, stack // 3
        offered: list[Spot] = list(spots)
        if not offered:
            return ""
        wanted = self.plan.wagers
        required = [spot for spot in offered if spot.required or spot.wager in wanted] or [rng.choice(offered)]
        others = [spot for spot in offered if spot not in required]
        rng.shuffle(others)
        beside = {name for spot in required for name in (spot.needs, *spot.needs_any[:1]) if name}
        required += [spot for spot in offered if spot.wager in beside and spot not in required]
        chosen = sorted(required, key=lambda spot: (spot.wager not in beside, offered.index(spot)))
        chosen += [spot for spot in others[: max(0, _MOST_WAGERS - len(required))] if spot not in chosen]
        placed: dict[str, int] = {}
        for spot in chosen:
            least = -(-spot.low // chip) * chip
            for amount in (self._amount(spot, chip, left // max(1, spot.bets)), least):
                said = written({**placed, spot.wager: amount})
                try:
                    read(said)
                except Refused:
                    continue
                placed[spot.wager] = amount
                left -= amount * spot.bets
                break
        return written(placed)

    def _amount(self, spot: Spot, chip: int, left: int) -> int:
        if spot.amounts:
            return self.chips.choice(spot.amounts)
        step = max(spot.step, 1)
        chip = chip * step // _common(chip, step) if spot.step else chip
        known = (_EVEN, _ODD, _ODDEST)[self.plan.level - 1]
        high = min(spot.high, left)
        fitting = [many for many in known if spot.low <= many <= high and not many % chip]
        if not fitting:  # the limits are beyond those: some multiple of the least
            least = -(-spot.low // chip) * chip
            times = (1, 2, 5) if self.plan.level == 1 else (1, 3, 7)
            fitting = [least * many for many in times if least * many <= min(spot.high, max(left, least))]
        return self.chips.choice(fitting) if fitting else 0


def _common(one: int, other: int) -> int:
    while other:
        one, other = other, one % other
    return one
