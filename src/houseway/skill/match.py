"""Players against each other: what one kind wins from another over many hands, with its standard error."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from math import sqrt
from random import Random
from typing import Any

from houseway.cards.shuffle import seed_from
from houseway.errors import instead
from houseway.games import game as game_named
from houseway.games.chinese.round import OpenFace, point_value
from houseway.games.pot.round import PotGame
from houseway.play.ask import Ask
from houseway.play.driver import Driver
from houseway.play.event import Event
from houseway.play.game import Game
from houseway.play.places import seats as all_seats
from houseway.play.table import Table
from houseway.play.view import seen
from houseway.rules.money import dollars, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.skill.answering import answered, styles
from houseway.skill.simple import UNSKILLED

Player = Callable[[Rules, Sequence[Event], Ask, Random], str]
Progress = Callable[[int, int], None]
MOST_HANDS = 10_000_000
BUY_IN = 100_000  # cents; everybody begins every hand with it
MOST_IN_LAND = 20  # hands that follow on one another at Chinese poker while somebody is in Fantasy Land


@dataclass(frozen=True)
class Match:
    """What the first kind of player won a hand, on average, from the second, in cents."""

    game: str
    kinds: tuple[str, str]
    hands: int
    mean: float
    error: float
    unit: int  # the smaller bet, or what a point is worth

    @property
    def errors(self) -> float:
        """By how many standard errors it is above nothing."""
        return self.mean / self.error if self.error else 0.0

    def told(self) -> str:
        per, unit = 100 * self.mean / self.unit, shown(self.unit)
        error = 100 * self.error / self.unit
        sign = "wins" if per >= 0 else "loses"
        return (
            f"{self.kinds[0]} {sign} {abs(per):.1f} ± {error:.1f} times {unit} in 100 hands against {self.kinds[1]} at "
            f"{self.game}: {self.hands:,} hands, {abs(self.errors):.1f} standard errors"
        )

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "kinds": list(self.kinds),
            "hands": self.hands,
            "won_per_hand": f"{self.mean / 100:.4f}",
            "standard_error": f"{self.error / 100:.4f}",
            "unit": dollars(self.unit),
            "units_per_100_hands": f"{100 * self.mean / self.unit:.2f}",
        }


def player(rules: Rules, kind: str) -> Player:
    """Who answers at a game as players of this kind do."""
    known = (*styles(game_named(rules.game.id)), *UNSKILLED)
    if kind in UNSKILLED:
        return lambda rules, events, ask, rng: UNSKILLED[kind](ask, rng)
    if kind not in known or len(known) == len(UNSKILLED):
        raise RulesError(f"{rules.game.name} has no {kind} player: {instead(kind, known)}")
    return lambda rules, events, ask, rng: answered(rules, events, ask, kind, rng.getrandbits(32))


def match(
    rules: Rules,
    kinds: tuple[str, str],
    *,
    hands: int,
    seed: int = 0,
    seats: int = 2,
    progress: Progress | None = None,
) -> Match:
    """What players of the first kind win from the second in so many hands.

    Every deal is played twice: the second time each kind has the cards that the other had. All begin each hand with the
    same chips, and the seats take turns as they do at a table."""
    game = game_named(rules.game.id)
    if not isinstance(game, PotGame | OpenFace):
        raise RulesError(f"{rules.game.name} is not played by players against each other")
    if not 1 <= hands <= MOST_HANDS:
        raise RulesError(f"{hands} hands can't be played: from 1 to {MOST_HANDS:,}")
    if not 2 <= seats <= rules.seats:
        raise RulesError(f"{seats} can't play {rules.game.name}: from 2 to {rules.seats}")
    players = player(rules, kinds[0]), player(rules, kinds[1])
    unit = game.stakes(rules).small if isinstance(game, PotGame) else point_value(rules)
    results: list[float] = []
    for deal in range(-(-hands // 2)):
        won = [
            _played(rules, [players[(number + swapped) % 2] for number in range(seats)], swapped, deal, seed)
            for swapped in (0, 1)
        ]
        results.append((won[0] + won[1]) / 2)
        if progress:
            progress(min(hands, 2 * deal + 2), hands)
    mean = sum(results) / len(results)
    spread = sum((result - mean) ** 2 for result in results) / max(1, len(results) - 1)
    return Match(rules.game.id, kinds, 2 * len(results), mean, sqrt(spread / len(results)), unit)


def _played(rules: Rules, players: Sequence[Player], swapped: int, deal: int, seed: int) -> float:
    """What each of the first kind won at a table in one hand, on average, beyond what all did; with the hands after it
    for as long as somebody is in Fantasy Land, which the first one was worth to them."""
    game = game_named(rules.game.id)
    driver = Driver(game, rules)
    names = all_seats(len(players))
    for who in names:
        driver.buy_in(who, BUY_IN)
    before = {who: driver.table.stack(who) for who in names}
    _turn(game, driver.table, names, deal)
    rngs = {who: Random(f"{seed} {deal} {swapped} {who}") for who in names}
    for again in range(MOST_IN_LAND):
        driver.begin(seed_from((deal + again * MOST_HANDS) * 1_000_003 + seed))
        while driver.open:
            who, ask = next(iter(driver.asks.items()))
            player = players[names.index(who)]
            driver.answer(who, player(rules, seen(driver.events, who), ask, rngs[who]))
        if not isinstance(game, OpenFace) or not game.carried(driver.table):
            break
    won = [driver.table.stack(who) - before[who] for who in names]
    first = [amount for number, amount in enumerate(won) if (number + swapped) % 2 == 0]
    return sum(first) / len(first) - sum(won) / len(won)  # what all paid to the house is nobody's skill


def _turn(game: Game, table: Table, names: Sequence[str], deal: int) -> None:
    """The button, where there is one, goes on from deal to deal."""
    if isinstance(game, PotGame) and "button" in table.rules.game.places:
        table.memory["button"] = names[deal % len(names)]
