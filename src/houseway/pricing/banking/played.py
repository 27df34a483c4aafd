"""Rounds dealt at random and played through the engine itself, every decision the counted one.

A round is played at the table as it is at any other: asked, answered, settled by the game's own settlement and carried
out by its own bank. What the coach says is best is answered; among equals the timid answer, as the sheets count them.
"""

from collections.abc import Callable, Iterator, Sequence
from typing import Any

from houseway.cards.card import HIDDEN
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play import view
from houseway.play.ask import Ask
from houseway.play.come_come import COME_COME
from houseway.play.driver import Driver
from houseway.play.places import seat
from houseway.play.places import seats as all_seats
from houseway.play.player_dealer import DECLINE
from houseway.pricing.coach import Advice, coach
from houseway.pricing.counting.naming import renamed
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

Decide = Callable[[Driver, Ask], str]

_STACK = 10**9  # cents: more than any round needs
_COVERED = 10**11  # enough for every wager of the table


class Coached:
    """Decides as the coach says. What was asked before is remembered; where no suit is better than another, also in
    other suits."""

    def __init__(self, *, suits_alike: bool = False) -> None:
        self.suits_alike = suits_alike
        self.known: dict[Any, str] = {}

    def __call__(self, driver: Driver, ask: Ask) -> str:
        spot = ask.spot or ask.who
        seen = {
            place: shown
            for place, cards in view.cards_in_sight(driver.events, ask.who).items()
            if (shown := tuple(card for card in cards if card != HIDDEN))
        }
        if spot not in seen:
            return ask.default  # a cut, or whatever else is asked before there are cards
        held = (seen[spot], *(cards for place, cards in sorted(seen.items()) if place != spot))
        named = renamed(held) if self.suits_alike else tuple(tuple(sorted(cards)) for cards in held)
        key = (ask.what, tuple(sorted(seen)), named, *driver.table.staked(spot).items(), ask.answers())
        if key not in self.known:
            self.known[key] = timid(coach(driver, ask.who))
        return self.known[key]


def timid(advice: Advice) -> str:
    """The best answer; among equals a check or a fold, else the smallest bet."""
    best = [answer.text for answer in advice.answers if answer.best]
    return next((text for text in best if text in ("check", "fold")), best[0])


class Rounds:
    """A table with so many opponents, each with their own wagers (`ante 10, trips 5`); where a player banks, the one at
    the last seat does. Opponents sit from seat 1, which is next to the bank, clockwise."""

    def __init__(self, rules: Rules, wagers: Sequence[str], decide: Decide, *, coverage: int = _COVERED) -> None:
        seats = rules.seats
        self.banked = rules.game.bank == "player-dealer"
        most = seats - self.banked
        if not 1 <= len(wagers) <= most:
            raise RulesError(f"{rules.game.name} has room for 1 to {most} opponents, not {len(wagers)}")
        self.driver = Driver(game(rules.game.id), rules)
        self.opponents = tuple(all_seats(len(wagers)))
        self.bank = seat(seats) if self.banked else ""
        self.coverage = coverage
        self.wagers = dict(zip(self.opponents, wagers, strict=True))
        self.decide = decide
        for who in self.opponents:
            self.driver.buy_in(who, _STACK)
        if self.bank:
            self.driver.buy_in(self.bank, coverage + _STACK)
        self._stood = self.driver.table.state()

    def play(self, count: int, seed: str, *, afresh: bool = True) -> Iterator[Driver]:
        """The table after each of so many rounds; afresh, with new stacks and nothing remembered of earlier rounds."""
        for number in range(count):
            if afresh:
                self.driver.restore(self._stood)
            self.driver.begin(seed_from(f"{seed} {number}"))
            while self.driver.open:
                ask = next(iter(self.driver.asks.values()))
                self.driver.answer(ask.who, self._answer(ask))
            yield self.driver

    def _answer(self, ask: Ask) -> str:
        if ask.what == "bank":
            return f"bank {dollars(self.coverage)}" if ask.who == self.bank else DECLINE
        if ask.who not in self.wagers or ask.what == COME_COME:
            return ask.default  # the player-dealer sets the house way
        return self.wagers[ask.who] if ask.what == "wagers" else self.decide(self.driver, ask)
