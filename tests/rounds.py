"""Rounds for what is tested of every game: tables set up in every way the rules allow, and played at random."""

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cache
from itertools import combinations
from random import Random
from typing import Any

from houseway.cards.shuffle import sealed, seed_from
from houseway.cards.source import source_from
from houseway.games import game
from houseway.play import journal
from houseway.play.ask import Ask, Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.event import (
    BoughtIn,
    Event,
    FeeTaken,
    Paid,
    Returned,
    RoundBegan,
    RoundEnded,
    TakenBack,
    Voided,
    Wagered,
)
from houseway.play.ledger import CAGE, INVENTORY
from houseway.rules.models import GameRules, Setting
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, demonstration

LONGEST_ROUND = 500  # answers; far above what any round takes
LONGEST_SENTENCE = 1500  # characters; an answer that is quoted has up to a thousand
STANDING = {"party-craps"}  # games with wagers that stay on the table from round to round
Options = dict[str, Setting]


def table_rules(rules: GameRules, options: Options) -> Rules:
    """The rules with these options; wheels and meters, which have no default, as the demonstration house has them."""
    house = next((table for table in demonstration().tables if table.game == rules.id), Choices())
    return resolve(rules, options, wheels=house.wheels, meters=house.meters)


def values_of(rules: GameRules, name: str) -> list[Setting]:
    """Every value, or of a range the default and the ends."""
    option = rules.options[name]
    if option.values:
        return list(option.values)
    if isinstance(option.default, bool):
        return [True, False]
    ends: list[Setting | None] = [option.default]
    bounds = [one for one in rules.bounds if one.option == name]
    if option.money:
        ends += [dollars(end) for one in bounds for end in (one.minimum, one.maximum) if end is not None] or ["1"]
    elif option.span:
        ends += [f"{dollars(one.minimum or 1)}-{dollars(one.maximum or 10**7)}" for one in bounds] or ["3-4"]
    else:
        ends += [option.minimum, option.maximum]
    return [value for value in dict.fromkeys(ends) if value is not None and option.problem(value) is None]


def _with_what_it_requires(rules: GameRules, name: str, value: Setting) -> Options:
    others = [(other, it) for other in rules.options if other != name for it in values_of(rules, other)]
    for count in range(3):
        for more in combinations(others, count):
            options = {name: value, **dict(more)}
            try:
                table_rules(rules, options)
            except RulesError:
                continue
            return options
    raise AssertionError(f"{rules.id}: no table can have {name} = {value}")


@cache
def tables(id: str) -> tuple[Options, ...]:
    """The default table, then one for each value of each option."""
    rules = game(id).rules
    different: list[Options] = [{}]
    for name, option in rules.options.items():
        for value in values_of(rules, name):
            if value != option.default:
                different.append(_with_what_it_requires(rules, name, value))
    return tuple(different)


@dataclass(frozen=True)
class Setup:
    """A table before a round, and the luck that the round will have."""

    game: str
    options: Options = field(default_factory=dict)
    seats: tuple[int, ...] = (1, 2)
    luck: int = 0
    earlier: int = 0  # rounds that were played before, by default answers
    automatic: tuple[str, ...] = STAFF
    source: str = "shuffled"
    empty: bool = False  # there is nothing in the table inventory

    def rng(self) -> Random:
        return Random(f"{self.luck} {self.game}")

    def driver(self) -> Driver:
        named = game(self.game)
        source = source_from({"cards": self.source, "pack": ""})
        driver = Driver(named, table_rules(named.rules, self.options), source=source, automatic=self.automatic)
        rng = self.rng()
        for seat in (seat for seat in self.seats if seat <= driver.table.rules.seats):  # an operator may have fewer
            brings = rng.choice((5_00, 60_00, 1000_00, 100_000_00))
            driver.seat(f"seat {seat}", brings, f"Player {seat}")
        if self.empty and driver.table.ledger[INVENTORY]:
            driver.table.ledger.move(INVENTORY, CAGE, driver.table.ledger[INVENTORY])
        for number in range(self.earlier):
            driver.begin(seed_from(f"earlier {number}"), now=number * 3600)
            while driver.open:
                for ask in list(driver.asks.values())[:1]:
                    driver.answer(ask.who, ask.default)
        return driver


def begin(driver: Driver, rng: Random) -> None:
    """Begin a round whose money is looked at after every event; in one of five, seats have sealed words for it."""
    seed, now = seed_from(rng.random().hex()), driver.table.now + rng.choice((0, 60, 4 * 3600))
    luck = Random(seed)
    seats = [who for who in driver.table.seats if luck.random() < 0.6] if luck.random() < 0.2 else []
    driver.begin(seed, now, {who: sealed(words_of(who)) for who in seats})
    watch(driver)


def words_of(who: str) -> str:
    return f"{sealed(who)[:32]} {who} \N{FOUR LEAF CLOVER}"


def open_words(driver: Driver) -> None:
    """Everybody opens what they sealed, but for seat 3."""
    driver.open_words({who: words_of(who) for who in driver.table.sealed if who != "seat 3"})


def played(driver: Driver, rng: Random) -> Iterator[None]:
    """Play the round in hand to its end, stopping at every moment when somebody is asked."""
    for _ in range(LONGEST_ROUND):
        if driver.asks:
            yield
        if not driver.open:  # perhaps by what was done at that moment
            return
        if driver.table.awaits_words:
            open_words(driver)
            continue
        ask = rng.choice(list(driver.asks.values()))
        driver.answer(ask.who, answer(ask, rng))
    raise AssertionError(f"the round is not over after {LONGEST_ROUND} answers")


def play_on(driver: Driver, rng: Random) -> None:
    for _ in played(driver, rng):
        pass


def answer(ask: Ask, rng: Random) -> str:
    """A legal answer, more often than not of the kind that keeps the round going."""
    text = ask.forms[0].random(rng) if rng.random() < 0.85 else ask.random(rng)
    return text or ask.default


def replayed(driver: Driver, *, entries: int | None = None) -> Driver:
    """A second driver that has read the journal of the first, up to so many entries."""
    return journal.replay(journal.lines(driver.header, driver.journal[:entries]), game)


def standing(driver: Driver) -> str:
    """Everything there is to a table at one moment, byte by byte."""
    table = driver.table
    parts: list[Any] = [[event.data(), event.words()] for event in table.events]
    parts += [ask.data() for ask in driver.asks.values()]
    parts += [driver.header, *driver.journal, table.state(), table.stage, table.sealed, table.added, sorted(table.out)]
    parts += [[done.owner, done.spot, repr(done.outcome)] for done in table.settled]
    return "\n".join(json.dumps(part, ensure_ascii=False) for part in parts)


# Money


def watch(driver: Driver) -> None:
    """After every event from now on: no cent is made or lost, and the events tell where each one went."""
    table = driver.table
    stacks = {who: table.stack(who) - sum(map(_gained, _of(table.events, who))) for who in table.seats}
    keep = table.emit

    def emit(event: Event) -> None:
        keep(event)
        who = getattr(event, "who", "")
        if who in stacks:
            stacks[who] += _gained(event)
        assert table.ledger.total() == 0, event
        assert all(amount > 0 for account, amount in table.ledger.accounts.items() if account != CAGE), event
        if table.rules.game.bank == "house" and who in stacks:
            assert table.stack(who) == stacks[who], event

    table.emit = emit


def _of(events: list[Event], who: str) -> list[Event]:
    return [event for event in events if getattr(event, "who", "") == who]


def _gained(event: Event) -> int:
    match event:
        case Wagered() | TakenBack() | FeeTaken():
            return -event.amount
        case Paid():
            return event.stake + event.amount
        case Returned() | BoughtIn():
            return event.amount
    return 0


def check_ended(driver: Driver, brought: dict[str, int]) -> None:
    """What is true of every round that is over, by whatever way; `brought` is each seat's stack before it."""
    table, events = driver.table, driver.events
    assert not driver.open and not driver.asks
    assert isinstance(events[0], RoundBegan) and isinstance(events[-1], RoundEnded)
    assert driver.game.id in STANDING or not table.stakes
    if any(isinstance(event, Voided) for event in events):  # fees are never returned (ALL-5)
        spent = [(event.who, event.amount) for event in events if isinstance(event, FeeTaken)]
        spent += [(event.who, -event.amount) for event in events if isinstance(event, BoughtIn)]
        assert {who: table.stack(who) + sum(fee for payer, fee in spent if payer == who) for who in brought} == brought
    for event in events:
        assert is_one_sentence(event.words()), event
        leaves = getattr(event, "irregularity", None) == ""  # a player who gets up needs no clause
        assert leaves or getattr(event, "clause", "none") != "", event
    assert standing(replayed(driver)) == standing(driver)


def stacks(driver: Driver) -> dict[str, int]:
    return {who: driver.table.stack(who) for who in driver.table.seats}


# Words


def is_one_sentence(text: str) -> bool:
    return 0 < len(text) <= LONGEST_SENTENCE and len(text.splitlines()) == 1 and "Traceback" not in text


def refused(step: Any, *given: Any) -> str:
    """The sentence that a step is refused with."""
    try:
        step(*given)
    except Refused as error:
        assert is_one_sentence(str(error)), str(error)
        return str(error)
    raise AssertionError(f"{given} is not refused")


_CARD = re.compile(r"(?<![\w.])(?:[2-9TJQKA][cdhs]|Jk)(?!\w)")


def cards_named(text: str) -> set[str]:
    return set(_CARD.findall(text))
