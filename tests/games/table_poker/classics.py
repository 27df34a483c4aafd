"""The games of `examples/classics`, read without being installed, and variants of them."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path

from houseway.cards.card import Card, hand, text
from houseway.cards.source import EveryDeal
from houseway.games.table_poker.round import TablePoker
from houseway.games.table_poker.settlement import Shown, settle
from houseway.play import view
from houseway.play.ask import CardsNamed
from houseway.play.driver import Driver
from houseway.play.outcome import Outcome
from houseway.play.table import FLOOR
from houseway.rules.files import read_rules
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from tests.folders import ROOT
from tests.tree_walk import answers

EXAMPLE = ROOT / "examples" / "classics"
PACKAGE = EXAMPLE / "houseway_classics"
IDS = ("caribbean-stud", "casino-holdem", "let-it-ride", "mississippi-stud", "us-three-card-poker")


def text_of(id: str) -> str:
    return (PACKAGE / id.replace("-", "_") / "rules.toml").read_text(encoding="utf-8")


def varied(id: str, *changes: tuple[str, str]) -> str:
    """A classic's file with some of its lines changed."""
    found = text_of(id)
    for old, new in changes:
        assert old in found, f"{old} is in the file of {id}"
        found = found.replace(old, new)
    return found


def rules_of(text: str) -> Rules:
    return house_rules(read_rules(text, name="it"))


class Stated(TablePoker):
    """A game that is stated by some text."""

    def __init__(self, rules: GameRules) -> None:
        super().__init__(rules.id)
        self._rules = rules

    @property
    def rules(self) -> GameRules:
        return self._rules


def settled(id: str, own: str, stakes: dict[str, int], *, shared: str = "", bank: str = "") -> dict[str, Outcome]:
    """What settlement makes of a deal, by wager; a prize is named after its wager."""
    found = settle(rules_of(text_of(id)), Shown(hand(own), hand(shared), hand(bank)), stakes)
    return {f"{one.wager} {one.note}".strip(): one for one in found}


# Whole trees through the play engine


@dataclass(frozen=True)
class Leaf:
    """One way in which a round goes: what was known and answered at each decision, how likely the cards are, and what
    the seat won."""

    path: tuple[tuple[tuple[tuple[str, str], ...], str], ...]
    chance: Fraction
    won: int


def leaves(rules: Rules, pack: tuple[Card, ...], wagers: str, stack: int = 100_000) -> Iterator[Leaf]:
    """Every deal and every answer of one seat."""
    driver = Driver(Stated(rules.game), rules, source=EveryDeal(pack), automatic=(FLOOR,))
    driver.seat("seat 1", stack)
    start = driver.table.state()
    branches: list[list[str]] = []
    while True:
        driver.restore(start)
        driver.begin(bytes(32))
        driver.answer("seat 1", wagers)
        path, chance, depth = [], Fraction(1), 0
        many: list[int] = [len(branch) for branch in branches]
        while driver.open:
            ask = next(iter(driver.asks.values()))
            dealt = isinstance(ask.forms[0], CardsNamed)
            every = answers(ask, {})
            if depth == len(branches):
                branches.append(list(every))
                many.append(len(every))
            if dealt:
                chance /= len(every)
            else:
                seen = view.cards_in_sight(driver.events, "seat 1")
                path.append((tuple((place, text(sorted(cards))) for place, cards in seen.items()), branches[depth][-1]))
            driver.answer(ask.who, branches[depth][-1])
            depth += 1
        yield Leaf(tuple(path), chance, driver.table.stack("seat 1") - stack)
        while branches and len(branches[-1]) == 1:
            branches.pop()
        if not branches:
            return
        branches[-1].pop()


def best(found: list[Leaf], depth: int = 0) -> Fraction:
    """What the leaves are worth to somebody who takes the best answer in every situation."""
    worth = sum((leaf.chance * leaf.won for leaf in found if len(leaf.path) == depth), Fraction(0))
    known: dict[object, dict[str, list[Leaf]]] = {}
    for leaf in found:
        if len(leaf.path) > depth:
            what, answer = leaf.path[depth]
            known.setdefault(what, {}).setdefault(answer, []).append(leaf)
    return worth + sum((max(best(some, depth + 1) for some in ways.values()) for ways in known.values()), Fraction(0))


# The package, as an environment of a program that has it


@contextmanager
def installed(folder: Path) -> Iterator[str]:
    """The folder with the classics as pip would install them, for PYTHONPATH."""
    info = folder / "houseway_classics-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: houseway-classics\nVersion: 1\n", encoding="utf-8")
    (info / "entry_points.txt").write_text("[houseway.games]\nclassics = houseway_classics\n", encoding="utf-8")
    (folder / "houseway_classics").symlink_to(PACKAGE)
    yield str(folder)
