"""Walking the whole tree of a game on a small pack, through the play engine: every deal and every decision."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations

from houseway.cards.card import Card, hand, text
from houseway.cards.source import EveryDeal
from houseway.games import game
from houseway.play.ask import Ask, CardsNamed
from houseway.play.driver import Driver
from houseway.play.event import PaidOver, Wagered
from houseway.play.pot import Bet
from houseway.play.table import FLOOR
from houseway.rules.models import Model, Money, Setting
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import read_model
from tests.folders import folder_of


@dataclass(frozen=True)
class Counts:
    """How many ways a round can go; what is wagered (or paid from seat to seat, where players settle with each other)
    and what the seats win, summed over all of them, in cents."""

    leaves: int
    staked: int
    won: int


class Walk(Model):
    """One tree, and what was counted in it. `answers` fixes what is answered to some asks, by their names; `opening`
    gives the first answers of every round, where a whole game would be too many. `of` names the seats whose winnings
    count, where a player banks and all seats together win nothing; else it is all of them."""

    pack: str
    stacks: tuple[Money, ...]  # of seat 1, seat 2 and so on
    answers: dict[str, str]
    opening: tuple[str, ...] = ()
    given: dict[str, str] = {}  # the first cards of some places, the same in every round
    kept: tuple[str, ...] = ()  # of those places the ones whose cards come to no other place before
    options: dict[str, Setting] = {}
    of: tuple[str, ...] = ()
    leaves: int
    staked: str
    won: str

    @property
    def cards(self) -> tuple[Card, ...]:
        return hand(self.pack)


class Walks(Model):
    walks: tuple[Walk, ...]


def walks_of(id: str) -> tuple[Walk, ...]:
    file = folder_of(id) / "tree.toml"
    return read_model(Walks, file.read_text(encoding="utf-8"), name=file.name).walks if file.exists() else ()


def counted(id: str, walk: Walk) -> Counts:
    leaves = staked = won = 0
    rules = resolve(game(id).rules, walk.options)
    given = {place: hand(line) for place, line in walk.given.items()}
    kept = [card for place in walk.kept for card in given[place]]
    for driver in rounds(rules, walk.cards, walk.stacks, walk.answers, walk.opening, given, kept):
        leaves += 1
        staked += sum(event.amount for event in driver.events if isinstance(event, Wagered | PaidOver | Bet))
        won += sum(map(driver.table.stack, walk.of or driver.table.seats))
    brought = {f"seat {seat}": stack for seat, stack in enumerate(walk.stacks, start=1)}
    return Counts(leaves, staked, won - leaves * sum(brought[who] for who in walk.of or brought))


def rounds(
    rules: Rules,
    pack: Sequence[Card],
    stacks: Sequence[int],
    fixed: Mapping[str, str],
    opening: Sequence[str] = (),
    given: Mapping[str, Sequence[Card]] | None = None,
    kept: Sequence[Card] = (),
) -> Iterator[Driver]:
    """Every round there can be, each played to its end: the same driver, begun again for each."""
    driver = Driver(game(rules.game.id), rules, source=EveryDeal(pack), automatic=(FLOOR,))
    for seat, stack in enumerate(stacks, start=1):
        driver.seat(f"seat {seat}", stack)
    start = driver.table.state()
    branches: list[list[str]] = []  # the answers still to be tried at each ask on the way, the one now tried last
    while True:
        driver.restore(start)
        driver.begin(bytes(32))
        for answer in opening:
            driver.answer(next(iter(driver.asks)), answer)
        depth = 0
        while driver.open:
            ask = next(iter(driver.asks.values()))
            if depth == len(branches):
                branches.append(_cards_given(driver, ask, given or {}) or answers(ask, fixed, kept))
            driver.answer(ask.who, branches[depth][-1])
            depth += 1
        yield driver
        while branches and len(branches[-1]) == 1:
            branches.pop()
        if not branches:
            return
        branches[-1].pop()


def _cards_given(driver: Driver, ask: Ask, given: Mapping[str, Sequence[Card]]) -> list[str]:
    (first, *_) = ask.forms
    if not isinstance(first, CardsNamed) or first.place not in given:
        return []
    there = len(driver.table.hands.get(first.place, ()))
    cards = given[first.place][there : there + first.count]
    return [text(cards)] if cards else []


def answers(ask: Ask, fixed: Mapping[str, str], kept: Sequence[Card] = ()) -> list[str]:
    """Every answer to an ask: the cards in every combination, or every decision."""
    (first, *_) = ask.forms
    if isinstance(first, CardsNamed):
        free = [card for card in first.available if card not in kept] if kept else first.available
        return [text(cards) for cards in combinations(free, first.count)]
    return [fixed[ask.what]] if ask.what in fixed else list(ask.answers())
