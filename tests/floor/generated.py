"""A generated house: tables of every game, played through the driver by bots, fair ones and others."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from random import Random

from houseway.cards.card import Card, rank
from houseway.cards.pack import Shoe
from houseway.cards.shuffle import seed_from
from houseway.cards.source import FairShuffle, Source
from houseway.floor.deciding import Costs
from houseway.floor.observing import Seen, Watcher
from houseway.floor.theory import Theory
from houseway.games import game as game_named
from houseway.play.ask import Ask, written
from houseway.play.bank import House
from houseway.play.driver import Driver
from houseway.play.outcome import Outcome, Result
from houseway.play.player_dealer import DECLINE
from houseway.play.standing import StandingWagers
from houseway.play.table import Stake, Table
from houseway.pricing import can_price
from houseway.pricing.banking.owed import decisions
from houseway.pricing.families import can_coach
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules

BEGAN = datetime(2026, 3, 1, 8, tzinfo=UTC)
STACK = 10**9
COVERED = 10**11
DEVICE = ("bonus-spin", "bonus-spin-xtreme")  # wagers on wheels that only some houses have

Stakes = Callable[["Table", str, int], int]  # how many times the least wager a bettor puts up, by seat and round


class Short(FairShuffle):
    """A shoe from which somebody has taken a card."""

    def __init__(self, missing: Card) -> None:
        super().__init__()
        self.missing = missing

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        made = super().shoe(pack, label)
        if there := [at for at, card in enumerate(made.cards) if card == self.missing]:
            del made.cards[Random(self._seed).choice(there)]  # any of them, not the one that lies deepest
        return made


class Generous(House):
    """A dealer who pays one line more than the table does."""

    def __init__(self, wager: str, odds: str, more: int) -> None:
        self.wager, self.odds, self.more = wager, odds, more  # so many times the stake

    def settle(self, table: Table, stake: Stake, outcome: Outcome) -> Outcome:
        if outcome.wager == self.wager and outcome.result is Result.WIN and str(outcome.odds) == self.odds:
            paid = outcome.paid + self.more * outcome.stake
            outcome = Outcome(
                outcome.wager, outcome.stake, outcome.result, outcome.clause, paid, outcome.odds, outcome.hand
            )
        return super().settle(table, stake, outcome)


def flat(table: Table, who: str, round: int) -> int:
    return 1


@dataclass
class Generated:
    """One table with bots at some seats."""

    game: str
    table: int = 1
    seats: int = 2
    seed: str = "a generated house"
    stakes: Stakes = flat
    wagers: str = ""  # on what; the least on everything that has a price, if not said
    source: Source | None = None
    bank: House | None = None
    coached: bool = False  # decisions are looked at
    at_random: bool = False  # decided at random, not as the sheet says
    theory: Theory = field(default_factory=Theory)
    begins: datetime = BEGAN
    keep: bool = False  # decisions come with what the player knew
    driver: Driver = field(init=False, repr=False)  # of the rounds being played

    def play(self, rounds: int) -> Iterator[Seen]:
        rules = house_rules(game_named(self.game).rules)
        driver = self.driver = Driver(game_named(self.game), rules, source=self.source)
        if self.bank is not None:
            driver.table.bank = self.bank
        seats = [f"seat {number}" for number in range(1, min(self.seats, rules.seats - 2) + 1)]
        banked = rules.game.bank == "player-dealer"
        bankers = [f"seat {number}" for number in (rules.seats - 1, rules.seats)] if banked else []
        costs = Costs(keep=self.keep) if self.coached else None
        watcher = Watcher(self.theory, table=self.table, name=f"{rules.game.name} {self.table}", costs=costs)
        for who in seats:
            driver.seat(who, STACK, f"Player {who[5:]}")
        for who in bankers:  # two, since nobody banks more than two rounds on end
            driver.seat(who, COVERED, f"Bank {who[5:]}")
        decided = any(wager.when not in ("wagers", "moved") for wager in rules.wagers.values())
        coach = can_price(self.game) and not self.at_random and (decided or can_coach(self.game))
        decide = decisions(rules) if coach else None
        luck = Random(f"{self.seed} {self.game} {self.table}")
        for number in range(rounds):
            watcher.begin()
            driver.begin(seed_from(f"{self.seed} {self.game} {self.table} {number}"), now=number * 60)
            while driver.open:
                ask = next(iter(driver.asks.values()))
                text = self._answer(driver, ask, bankers, decide, luck, number)
                watcher.before(driver, ask.who, text)
                driver.answer(ask.who, text)
            at = self.begins + timedelta(minutes=number)
            named = driver.table.seats
            yield watcher.ended(driver, at=at.isoformat(), accounts=named)

    def _answer(
        self,
        driver: Driver,
        ask: Ask,
        bankers: Sequence[str],
        decide: Callable[[Driver, Ask], str] | None,
        luck: Random,
        number: int,
    ) -> str:
        rules = driver.table.rules
        if ask.what == "bank":
            return next(word for word in reversed(ask.answers()) if word != DECLINE or ask.who not in bankers)
        if ask.who in bankers:
            return ask.default
        if ask.what == "wagers":
            form = ask.forms[0]
            if isinstance(form, StandingWagers):
                return form.random(luck) or ask.default
            return self.wagers or written(least(rules, self.stakes(driver.table, ask.who, number)))
        if self.at_random:
            return ask.forms[int(luck.random() * len(ask.forms))].random(luck) or ask.default
        if decide is not None:
            return decide(driver, ask)
        return next((word for word in ("play", "call", "check") if word in ask.answers()), ask.default)


def least(rules: Rules, times: int = 1) -> dict[str, int]:
    """The least wager on every spot that has a price."""
    groups: dict[str, str] = {}
    for name, wager in rules.wagers.items():
        if wager.one_of:
            groups.setdefault(wager.one_of, name)
    return {
        name: times * rules.limits[name].minimum
        for name, wager in rules.wagers.items()
        if wager.when == "wagers" and name not in DEVICE and groups.get(wager.one_of, name) == name
    }


def counting(seat: str, most: int = 10) -> Stakes:
    """A player who bets more when low cards are gone, by a count that anybody can keep; the others bet the least."""

    def stakes(table: Table, who: str, round: int) -> int:
        cards = table.shoe.cards
        if who != seat or "reshuffle" in table.memory or not cards:
            return 1
        low = sum(rank(card) <= 4 for card in cards)  # two to six
        high = sum(rank(card) >= 8 for card in cards)  # ten to ace
        per_deck = (high - low - _balance(table, len(cards))) * 52 / len(cards)
        return max(1, min(most, int(2 * per_deck)))

    return stakes


def _balance(table: Table, left: int) -> float:
    """High cards less low ones that so many cards of a whole pack have."""
    whole = table.pack or (0,)
    return left * (sum(rank(card) >= 8 for card in whole) - sum(rank(card) <= 4 for card in whole)) / len(whole)
