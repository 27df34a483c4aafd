"""The answers of every street over what hands meet, backward from the last one."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property, lru_cache
from math import comb, lcm, prod

import numpy as np
from numpy.typing import NDArray

from houseway.games.table_poker.count import budget, sharing
from houseway.games.table_poker.count.meeting import MEETS, meet_bank, meet_table
from houseway.games.table_poker.count.ranking import Ints, Keys, all_keys
from houseway.games.table_poker.count.situations import Layout, Situations, layout, situations
from houseway.games.table_poker.hands import CATEGORIES, HandOrder, Made
from houseway.games.table_poker.round import BACK
from houseway.games.table_poker.settlement import (
    BONUS,
    Met,
    least_qualifying,
    line_of,
    ranked,
    settle_fold,
    settle_met,
    stated,
)
from houseway.play.outcome import Outcome
from houseway.pricing.counting.hands import FULL_PACK
from houseway.pricing.counting.parts import won
from houseway.pricing.decider.streets import Answer, Street, ends, goes_on
from houseway.pricing.decider.tally import Ending, Given, Settled, Tally
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

FOLD = "fold"
Stakes = frozenset[tuple[str, int]]  # wagers that stand, in units


def unit_of(rules: Rules) -> int:
    """The least first wager whose pays all come out whole."""
    odds = [line.pays.stake for table in rules.pay_tables.values() for line in table.lines if line.pays]
    return rules.chip * lcm(*odds)


def first_stakes(rules: Rules) -> dict[str, int]:
    """What is put up before the deal, in units; side bets are priced by themselves."""
    said = stated(rules.game)
    spots = {spot: name for name, wager in rules.game.wagers.items() for spot in wager.spots or (name,)}
    return {spot: 1 for spot in said.results if rules.game.wagers[spots[spot]].when == "wagers"}


# Final hands, by what the pay tables can tell apart


@dataclass(frozen=True)
class Classes:
    """Kinds of final hands: one of each, and the kind of any key."""

    made: tuple[Made, ...]
    lines: tuple[PayLine | None, ...]  # of each kind, the line of the first pay table
    keys: Keys  # in rising order
    of_keys: NDArray[np.int16]

    def find(self, keys: Keys) -> NDArray[np.int16]:
        found: NDArray[np.int16] = self.of_keys[np.searchsorted(self.keys, keys)]
        return found


def classes(rules: Rules, keys: Keys) -> Classes:
    tables = [rules.pay_tables[wager] for wager, rule in stated(rules.game).results.items() if rule.table]
    hands, known = ranked(rules.game), np.unique(keys)
    made: list[Made] = []
    lines: list[PayLine | None] = []
    numbers: dict[tuple[int, ...], int] = {}
    found = []
    for key in known.tolist():
        one = hands.made(key)
        paid = [line_of(table, one.kinds) for table in tables]
        told = tuple(table.lines.index(line) if line else -1 for table, line in zip(tables, paid, strict=True))
        if told not in numbers:
            numbers[told] = len(made)
            made.append(one)
            lines.append(next(filter(None, paid), None))
        found.append(numbers[told])
    return Classes(tuple(made), tuple(lines), known, np.array(found, np.int16))


# What hands meet on every street


@dataclass(frozen=True, eq=False)
class Part:
    """Some hands with what they meet: by street, situation x what is met."""

    rows: Ints
    meets: tuple[Met, ...]
    lines: tuple[PayLine | None, ...]
    met: tuple[Ints, ...]
    root: Street | None = None
    streets: Mapping[tuple[int, Stakes], Street] = field(default_factory=dict)  # by number and wagers that stand


@dataclass(frozen=True, eq=False)
class Counted:
    """All situations of a game, in parts whose hands differ by what the pay tables call them."""

    rules: Rules
    situations: Situations
    parts: tuple[Part, ...]

    @cached_property
    def place_of_row(self) -> dict[int, tuple[int, int]]:
        """By the row of a hand, its part and its row there."""
        return {
            row: (number, at) for number, part in enumerate(self.parts) for at, row in enumerate(part.rows.tolist())
        }

    @cached_property
    def roots(self) -> tuple[Street, ...]:
        return tuple(part.root for part in self.parts if part.root is not None)

    def tally(self, *, bold: bool = False) -> Tally:
        """Every deal with best play."""
        found = [street.tally(bold=bold) for street in self.roots]
        given: dict[tuple[str, str], int] = {}
        for one in (one for tally in found for one in tally.given):
            given[one.decision, one.answer] = given.get((one.decision, one.answer), 0) + one.deals
        asked = stated(self.rules.game).streets
        taken = [Given(*what, many) for what, many in given.items() if what[0] in asked]
        taken.sort(key=lambda one: list(asked).index(one.decision))
        return Tally(unit_of(self.rules), [one for tally in found for one in tally.ended], taken)


@lru_cache(maxsize=2)
def count(rules: Rules, pack: tuple[int, ...] = FULL_PACK) -> Counted:
    """Count a game; one sentence where that would take too much."""
    _check_budget(rules, len(pack))
    sit = situations(layout(rules.game), pack)
    if stated(rules.game).bank:
        found = _sharing(rules, sit) if sit.laid.shared else _against_bank(rules, sit)
    else:
        found = _against_table(rules, sit)
    return Counted(rules, sit, tuple(_Tree(rules, sit, part).grown() for part in found))


def _check_budget(rules: Rules, size: int) -> None:
    laid, name = layout(rules.game), rules.game.name
    if laid.own > budget.OWN_CARDS:
        raise budget.refused(name, f"a player has {laid.own} cards, and up to {budget.OWN_CARDS} can be counted")
    if laid.bank and laid.shared:
        _check_sharing(rules, size)
        return
    known = prod(comb(size, len(one.cards)) for one in laid.opened)
    alike = max(1, comb(size, laid.own) // 19)  # of 24 names of suits, some hands share several
    if laid.bank:
        steps = 3 * alike * known * 2**laid.own + comb(size, laid.bank) * 2**laid.bank
        budget.check(name, steps, max(alike * known * len(MEETS) * 8, comb(size, laid.bank) * laid.bank * 8))
        return
    final = laid.own + laid.shared
    unknown = comb(size - final + laid.hidden_shared, laid.hidden_shared)
    steps = alike * known * unknown * final + comb(size, final) * comb(final, ranked(rules.game).cards)
    budget.check(name, steps, alike * known * 12 * 8)


def _check_sharing(rules: Rules, size: int) -> None:
    laid, name = layout(rules.game), rules.game.name
    if (laid.own, laid.hidden_bank, laid.bank) != (sharing.EACH,) * 3 or ranked(rules.game) != HandOrder(5, CATEGORIES):
        raise budget.refused(
            name, "with shared cards, poker of five with two cards each, the bank's hidden, is counted"
        )
    open_cards = laid.shared - laid.hidden_shared
    known = prod(comb(size, len(one.cards)) for one in laid.opened)
    boards = max(1, comb(size, open_cards) // 12) * comb(size - open_cards, laid.hidden_shared)
    alike = max(1, comb(size, laid.own) // 8)
    budget.check(name, boards * comb(size - laid.shared, 2) * 10, alike * known * 16 * 8)


def _sharing(rules: Rules, sit: Situations) -> Iterator[Part]:
    """One part: what a hand is called is known at the end only. Columns that end alike are one."""
    keys = sharing.keys_by_rank()
    kinds = classes(rules, keys[1:])
    of_ranks = np.concatenate([[0], kinds.find(keys[1:])]).astype(np.int16)
    stakes = dict.fromkeys(stated(rules.game).results, unit_of(rules))
    columns = np.zeros((len(MEETS), len(kinds.made)), np.int16)
    known: dict[Ending, int] = {}
    meets: list[Met] = []
    lines: list[set[PayLine | None]] = []
    for at, what in enumerate(MEETS):
        for number, (made, line) in enumerate(zip(kinds.made, kinds.lines, strict=True)):
            met = Met(made, *what)
            ending = ending_of("" if met.qualified else "unqualified", settle_met(rules, met, stakes))
            column = columns[at, number] = known.setdefault(ending, len(known))
            if column == len(meets):
                meets.append(met)
                lines.append(set())
            lines[column].add(line)
    least = int(np.searchsorted(keys[1:], least_qualifying(rules.game))) + 1
    found = sharing.meet_sharing(sit, sharing.Reading(least, of_ranks, columns))
    rows = np.arange(len(sit.own))
    named = tuple(next(iter(some)) if len(some) == 1 else None for some in lines)
    yield Part(rows, tuple(meets), named, _by_street(sit, found))


@lru_cache(maxsize=1)
def _meet_bank(laid: Layout, pack: tuple[int, ...], hands: HandOrder, least: int) -> tuple[Keys, Ints]:
    """The key of each hand and what it meets, whatever is paid for it."""
    sit = situations(laid, pack)
    theirs = all_keys(pack, laid.bank, hands)
    mine = all_keys(pack, laid.own, hands)[sit.indexes]
    every = np.unique(np.concatenate([theirs, mine]))
    low = int(np.searchsorted(every, least))
    return mine, meet_bank(sit, np.searchsorted(every, mine), np.searchsorted(every, theirs), low)


def _against_bank(rules: Rules, sit: Situations) -> Iterator[Part]:
    """Hands by class: what a hand is called does not change any more."""
    least = least_qualifying(rules.game)
    mine, met = _meet_bank(sit.laid, sit.hands.pack, ranked(rules.game), least)
    kinds = classes(rules, mine)
    of_hands = kinds.find(mine)
    for number, (made, line) in enumerate(zip(kinds.made, kinds.lines, strict=True)):
        rows = np.flatnonzero(of_hands == number)
        meets = tuple(Met(made, *meets) for meets in MEETS)
        yield Part(rows, meets, (line,) * len(MEETS), _by_street(sit, met[rows]))


def _against_table(rules: Rules, sit: Situations) -> Iterator[Part]:
    keys = all_keys(sit.hands.pack, sit.laid.own + sit.laid.shared, ranked(rules.game))
    kinds = classes(rules, keys)
    met = meet_table(sit, kinds.find(keys), len(kinds.made))
    rows = np.arange(len(sit.own))
    yield Part(rows, tuple(map(Met, kinds.made)), kinds.lines, _by_street(sit, met))


def _by_street(sit: Situations, met: Ints) -> tuple[Ints, ...]:
    """What is met on each street, added up over the cards that are opened later."""
    here = met.reshape(len(met), *sit.shape, met.shape[-1])
    found = [here]
    for street in range(sit.laid.streets - 2, -1, -1):
        fewer = sit.laid.axes(street + 1) - sit.laid.axes(street)
        if fewer:
            here = here.sum(axis=tuple(range(here.ndim - 1 - fewer, here.ndim - 1)))
        found.append(here)
    return tuple(found[::-1])


# Answers


def line_key(met: Met, line: PayLine | None) -> str:
    """The sheet's line of an ending: what the comparison says, and what the pay table calls the hand."""
    compared = met.compared if met.qualified else "unqualified"
    return f"{compared}|{line.key if line else ''}"


def ending_of(line: str, outcomes: list[Outcome]) -> Ending:
    """As settlement says; a prize is a wager of its own."""
    named = [f"{one.wager} {BONUS}" if one.note == BONUS else one.wager for one in outcomes]
    settled = (Settled(name, one.stake, won(one)) for name, one in zip(named, outcomes, strict=True))
    return Ending(line, tuple(settled))


class _Tree:
    """The streets of some hands, one for every way in which wagers can stand."""

    def __init__(self, rules: Rules, sit: Situations, part: Part) -> None:
        self.rules, self.sit, self.part = rules, sit, part
        self.unit = unit_of(rules)
        self.asked = list(stated(rules.game).streets.items())
        self.weights = sit.hands.weights[part.rows]
        self.deals = tuple(met.sum(axis=-1) for met in part.met)
        self.streets: dict[tuple[int, Stakes], Street] = {}
        self.endings: dict[Stakes, tuple[Ending, ...]] = {}

    def grown(self) -> Part:
        stakes = first_stakes(self.rules)
        first = self._next(-1, stakes)
        if first is None:  # nothing is decided
            answer = ends("", 0, self.part.met[0], self._ended(stakes))
            root = Street("", (answer,), self.deals[0], self.unit, self._weights(0))
        else:
            root = self._street(first, self.sit.laid.axes(first), stakes)
        return replace(self.part, root=root, streets=self.streets)

    def _weights(self, at: int) -> Ints:
        return self.weights.reshape(-1, *[1] * (self.deals[at].ndim - 1))

    def _next(self, at: int, stakes: Mapping[str, int]) -> int | None:
        """The next street on which somebody is asked whose wagers stand like this."""
        for later in range(at + 1, len(self.asked)):
            street = self.asked[later][1]
            if (street.wager not in stakes) if street.wager else (street.back in stakes):
                return later
        return None

    def _street(self, at: int, opened: int, stakes: Mapping[str, int]) -> Street:
        key = (at, frozenset(stakes.items()))  # these wagers stand there after one way of answers only
        if key not in self.streets:
            name, street = self.asked[at]
            answers = [
                self._after(f"{street.wager} {many}", many, at, {**stakes, street.wager: many}) for many in street.times
            ]
            if street.back:
                less = {wager: many for wager, many in stakes.items() if wager != street.back}
                answers = [self._after(BACK, 0, at, less), self._after(street.otherwise, 1, at, stakes)]
            elif street.otherwise == FOLD:
                lost = settle_fold(self.rules, self._amounts(stakes))
                answers.append(ends(FOLD, 0, self.deals[at][..., None], [ending_of(FOLD, lost)]))
            else:
                answers.append(self._after(street.otherwise, 0, at, stakes))
            self.streets[key] = Street(name, tuple(answers), self.deals[at], self.unit, self._weights(at), opened)
        return self.streets[key]

    def _after(self, name: str, size: int, at: int, stakes: Mapping[str, int]) -> Answer:
        later = self._next(at, stakes)
        if later is None:
            return ends(name, size, self.part.met[at], self._ended(stakes))
        axes = self.sit.laid.axes
        return goes_on(name, size, self._street(later, axes(later) - axes(at), stakes))

    def _ended(self, stakes: Mapping[str, int]) -> tuple[Ending, ...]:
        key = frozenset(stakes.items())
        if key not in self.endings:
            self.endings[key] = tuple(
                ending_of(line_key(met, line), settle_met(self.rules, met, self._amounts(stakes)))
                for met, line in zip(self.part.meets, self.part.lines, strict=True)
            )
        return self.endings[key]

    def _amounts(self, stakes: Mapping[str, int]) -> dict[str, int]:
        return {wager: many * self.unit for wager, many in stakes.items()}
