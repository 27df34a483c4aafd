"""Which whole-number pays bring a wager to an edge.

The expectation is linear in what a line pays, as long as best play stays the same. So each line is priced once with one
more to one. All changes of one or two lines follow from that, and the nearest of them are priced in full: where pays
change best play, the figure is that of the new best play.
"""

from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, pairwise, product

from houseway.errors import instead
from houseway.pricing import price
from houseway.pricing.papers.sheet import Sheet, WagerPrice
from houseway.rules.models import PayTable
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

Pays = Mapping[str, int]  # by the key of a line, so many to one
Edited = Callable[[Mapping[str, str]], Rules]  # the rules with lines of one pay table at other odds

_ONES, _MORE = 20, 6  # up to this, every whole number is tried, and so many more
_ROUND = ((100, 5), (500, 25))  # above, round ones: up to 100 by fives
_LARGEST = 100
_EACH_WAY = 4
_TRIED = 8  # changes of one line, and of two, that are priced in full


@dataclass(frozen=True)
class Tuned:
    """Pays that differ from those of the rules, and the exact edge with them."""

    pays: Pays
    price: WagerPrice
    moved: Fraction  # by how much of themselves the pays were changed, added up

    @property
    def edge(self) -> Fraction:
        return self.price.headline_edge

    def off(self, target: Fraction) -> Fraction:
        return abs(self.edge - target)


def table_of(rules: Rules, wager: str) -> str:
    """The name of the pay table that a wager is paid by."""
    found = [
        name for name, table in rules.game.pay_tables.items() if wager in table.wagers and rules.applies(table.applies)
    ]
    if not found:
        paid = ", ".join(rules.pay_tables) or "none"
        raise RulesError(f"{rules.game.name} has no pay table for {wager!r}: wagers with one are {paid}")
    return found[-1]


def priced(sheet: Sheet, wager: str) -> WagerPrice:
    """The price that a wager is part of."""
    for one in sheet.wagers:
        if one.wager == wager or wager in {part.wager for part in one.parts}:
            return one
    raise RulesError(f"{sheet.rules.game.name} has no price of {wager!r}")


def tune(
    rules: Rules, wager: str, target: Fraction, edited: Edited, *, keep: Collection[str] = (), most: int = 10
) -> list[Tuned]:
    """The pays that come nearest to an edge, the nearest first; among equally near ones the least changed. Lines to
    `keep` stay as they are."""
    table_of(rules, wager)  # or there is nothing to tune
    table = rules.pay_tables[wager]
    now = {line.key: line.pays.win for line in table.lines if line.pays is not None and line.pays.stake == 1}
    for key in keep:
        if key not in now:
            raise RulesError(f"{key!r} is not a line of {wager} that can be kept: {instead(key, now)}")
    now_changing = {key: many for key, many in now.items() if key not in keep}
    if not now_changing:
        raise RulesError(f"{rules.game.name}: {wager} has no line to change that pays a whole number to one")

    def at(pays: Pays) -> WagerPrice:
        return priced(price(edited({key: f"{many}:1" for key, many in pays.items()})), wager)

    begin = priced(price(rules), wager)
    slopes = {key: at({key: many + 1}).headline_edge - begin.headline_edge for key, many in now_changing.items()}
    chosen: list[Pays] = []
    for lines in (1, 2):
        ways = [one for one in _changes(table, now, lines) if one.keys() <= slopes.keys()]
        ways.sort(key=lambda pays: (abs(_near(begin.headline_edge, slopes, now, pays) - target), _moved(now, pays)))
        chosen += ways[:_TRIED]
    found = [Tuned({}, begin, Fraction(0))]
    found += [Tuned(pays, at(pays), _moved(now, pays)) for pays in chosen]
    return sorted(found, key=lambda one: (one.off(target), len(one.pays), one.moved))[:most]


def _near(begin: Fraction, slopes: Mapping[str, Fraction], now: Pays, pays: Pays) -> Fraction:
    """The edge with other pays, if best play stays the same."""
    return begin + sum((slopes[key] * (many - now[key]) for key, many in pays.items()), Fraction(0))


def _moved(now: Pays, pays: Pays) -> Fraction:
    return sum((Fraction(abs(many - now[key]), now[key] or 1) for key, many in pays.items()), Fraction(0))


def _changes(table: PayTable, now: Pays, lines: int) -> Iterator[Pays]:
    """Every change of so many lines that leaves the table in its order: no line pays more than one above it did."""
    for keys in combinations(now, lines):
        for pays in product(*(_tried(now[key]) for key in keys)):
            changed = dict(zip(keys, pays, strict=True))
            if _in_order(table, now, {**now, **changed}):
                yield changed


def _tried(many: int) -> list[int]:
    if many <= _ONES:
        return [one for one in range(1, many + _MORE + 1) if one != many]
    step = next((step for top, step in _ROUND if many <= top), _LARGEST)
    return [many + step * at for at in range(-_EACH_WAY, _EACH_WAY + 1) if at and many + step * at > 0]


def _in_order(table: PayTable, now: Pays, pays: Pays) -> bool:
    listed = [line.key for line in table.lines if line.key in now]
    return all(pays[one] >= pays[two] for one, two in pairwise(listed) if now[one] >= now[two])
