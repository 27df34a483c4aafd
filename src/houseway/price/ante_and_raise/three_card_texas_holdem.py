"""3 Card Texas Hold'em, counted whole: every board, every starting hand up to suits, every hand of the player-dealer.

On each board all pairs of hole cards are ranked, sorted and compared with every disjoint pair. What a hand meets is
added up by the two cards that lie open at the second decision, whichever came first; the decisions follow backwards.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations, pairwise, product
from math import comb
from time import perf_counter
from typing import Any

import numpy as np

from houseway.cards.card import RANKS, text
from houseway.games.ante_and_raise.base import least_qualifying, stated
from houseway.kernels import kernel
from houseway.price.ante_and_raise.base import (
    FULL_PACK,
    Ints,
    fold_net,
    folded,
    hands_alike,
    nets,
    outcomes_of,
    place_of_least,
    price_bonuses,
    settled,
    three_card_table,
    wager_names,
)
from houseway.price.ante_and_raise.ultimate_texas_holdem_boards import compare_pairs, sort_pairs
from houseway.price.counting.advised import Advised
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.naming import SUITS_NAMED, renamed
from houseway.price.counting.parts import Case, ends_of, parts_of, taken_of
from houseway.price.counting.situations import Policy, Situation
from houseway.price.counting.suits import suit_changes
from houseway.price.counting.work import Progress, each
from houseway.price.papers.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, Taken, WagerPrice
from houseway.price.pricing import Pricing
from houseway.rules.resolved import Rules

_TASKS = 8
_PAIRS = 52 * 51 // 2
_MET = 5  # wins, wins alone, losses, losses alone, ties: where the hands tie it does not matter who qualifies


# The count


@kernel
def _add_boards(boards: Any, pack: Any, ranks: Any, least: int, pair_at: Any, row_of: Any, sums: Any) -> None:
    """Add what each starting hand that has a row meets on each board, by the two cards that can lie open first."""
    size = len(pack) - 3
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    left, with_one = np.empty(size, np.int64), np.empty(size, np.int16)
    held, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    for number in range(len(boards)):
        a, b, c = boards[number]
        at = 0
        for one in pack:
            if one not in (a, b, c):
                left[at] = one
                with_one[at] = max(ranks[a, b, one], ranks[a, c, one], ranks[b, c, one], ranks[a, b, c])
                at += 1
        many = 0
        for i in range(size):
            x = left[i]
            for j in range(i + 1, size):
                y = left[j]
                best = max(with_one[i], with_one[j], ranks[a, x, y], ranks[b, x, y], ranks[c, x, y])
                held[many, 0], held[many, 1], ranked[many] = x, y, best
                many += 1
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, least, met)
        for at in range(many):
            row = row_of[held[at, 0], held[at, 1]]
            if row >= 0:
                for column in range(5):
                    sums[row, pair_at[a, b], column] += met[at, column]
                    sums[row, pair_at[a, c], column] += met[at, column]
                    sums[row, pair_at[b, c], column] += met[at, column]


def _pair_at() -> Ints:
    table = np.zeros((52, 52), np.int64)
    first, second = np.triu_indices(52, 1)
    table[first, second] = table[second, first] = np.arange(_PAIRS)
    return table


def add_boards(pack: tuple[int, ...], least: int, begin: int, end: int) -> Arrays:
    """Some boards' part of what every starting hand meets."""
    hands, _ = hands_alike(pack, 2)
    row_of = np.full((52, 52), -1, np.int64)
    row_of[hands[:, 0], hands[:, 1]] = np.arange(len(hands))
    boards = np.array(list(combinations(pack, 3)), np.int64)[begin:end]
    sums = np.zeros((len(hands), _PAIRS, _MET), np.int32)
    _add_boards(boards, np.array(pack), three_card_table()[0], least, _pair_at(), row_of, sums)
    return {"sums": sums}


@dataclass(frozen=True)
class Counted:
    """What every starting hand meets, by the first and the second open card; and what bets come to by the rules."""

    pack: tuple[int, ...]
    hands: Ints
    weights: Ints
    sums: Ints  # hand x pair of open cards x what is met
    one: tuple[int, ...]  # in antes, with one bet and with two
    two: tuple[int, ...]
    fold: int

    @property
    def ends(self) -> int:
        """The ways in which a round can go on after two open cards."""
        return (len(self.pack) - 4) * comb(len(self.pack) - 5, 2)

    @property
    def deals(self) -> int:
        size = len(self.pack)
        return comb(size, 2) * (size - 2) * (size - 3) * self.ends

    @cached_property
    def met(self) -> Ints:
        """Hand x first x second card x what is met."""
        found = self.sums[:, _pair_at()]
        found[:, range(52), range(52)] = 0
        return found

    @cached_property
    def there(self) -> Any:
        """Hand x first card: whether both can be."""
        return self.met.sum(axis=(2, 3)) > 0

    @cached_property
    def checking(self) -> Ints:
        found: Ints = self.met @ np.array(self.one)
        return found

    @cached_property
    def betting(self) -> Ints:
        found: Ints = self.met @ np.array(self.two)
        return found

    @cached_property
    def second(self) -> Any:
        """Hand x first x second card: whether a second bet is better than a check."""
        return self.betting > self.checking

    @cached_property
    def staying(self) -> Ints:
        """Hand x first card: what a first bet comes to with the best play after it."""
        found: Ints = np.maximum(self.betting, self.checking).sum(axis=2)
        return found

    @property
    def folding(self) -> int:
        return self.fold * (len(self.pack) - 3) * self.ends

    @cached_property
    def first(self) -> Any:
        """Hand x first card: whether a bet is better than a fold."""
        return self.there & (self.staying > self.folding)

    def worth(self, first: Any, second: Any) -> Fraction:
        """What betting there, and else folding and checking, is worth in antes."""
        after = np.where(second, self.betting, self.checking).sum(axis=2)
        each = np.where(first, after, self.folding) * self.there
        return Fraction(int((each.sum(axis=1) * self.weights).sum()), self.deals)

    def action(self, *, bold: bool) -> Fraction:
        """Antes wagered on average; a bold player bets also where a check or a fold is as good."""
        first, second = self.first, self.second
        if bold:
            first, second = self.there & (self.staying >= self.folding), self.betting >= self.checking
        bet = self.met.sum(axis=3) * first[:, :, None] * self.weights[:, None, None]
        return 1 + Fraction(int(bet.sum()) + int((bet * second).sum()), self.deals)

    def meets(self) -> tuple[list[int], list[int], int]:
        """How often each result is met by best play, with one bet and with two; and how often is folded."""
        bet = self.met * self.first[:, :, None, None] * self.weights[:, None, None, None]
        two = (bet * self.second[..., None]).sum(axis=(0, 1, 2))
        folds = (self.there & ~self.first).sum(axis=1) * self.weights
        return (
            (bet.sum(axis=(0, 1, 2)) - two).tolist(),
            two.tolist(),
            int(folds.sum()) * (len(self.pack) - 3) * self.ends,
        )


@lru_cache(maxsize=8)
def count(rules: Rules, pack: tuple[int, ...] = FULL_PACK, progress: Progress | None = None) -> Counted:
    least = place_of_least(three_card_table()[1], least_qualifying(rules.game))

    def made() -> Arrays:
        boards = comb(len(pack), 3)
        ends = np.linspace(0, boards, min(_TASKS, boards) + 1).astype(int).tolist()
        parts = each(add_boards, [(pack, least, *part) for part in pairwise(ends)], progress)
        return {"sums": sum((part["sums"] for part in parts), np.zeros_like(parts[0]["sums"]))}

    hands, weights = hands_alike(pack, 2)
    sums = kept("three-card-texas-holdem", [pack, least], made)["sums"].astype(np.int64)
    first, second = (street.wager for street in stated(rules.game).streets.values())
    one, two = nets(rules, first), nets(rules, first, second)
    assert one[4] == one[5] and two[4] == two[5], "a tie is a tie, whoever qualifies"
    return Counted(pack, hands, weights, sums, one[:_MET], two[:_MET], fold_net(rules))


# The coach


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth: the round's whole result in antes, with the best play after it."""
    counted = count(rules, tuple(sorted(pack)))
    changed = suit_changes(np.array(counted.pack))
    numbers = np.sort(changed[:, list(hand)], axis=1) @ np.array((53, 1))
    change = changed[int(numbers.argmin())]
    row = int(np.searchsorted(counted.hands @ np.array((53, 1)), numbers.min()))
    opened = change[seen["first"][0]]
    street = stated(rules.game).streets[ask]
    bet = f"{street.wager} {street.times[0]}"
    if ask == "first":
        cases = (len(counted.pack) - 3) * counted.ends
        worth = {bet: Fraction(int(counted.staying[row, opened]), cases), "fold": Fraction(counted.fold)}
        return Advised(worth, "one ante", stakes["ante"])
    at = (row, opened, change[seen["second"][0]])
    values = {bet: counted.betting[at], "check": counted.checking[at]}
    return Advised(
        {answer: Fraction(int(value), counted.ends) for answer, value in values.items()}, "one ante", stakes["ante"]
    )


# A rule to remember, and a chart

_STEPS = (
    "First, fold two cards of different suits, eight-high or lower and three or more ranks apart, against a jack, "
    "queen or king of a third suit; bet everything else.",
    "Then bet a flush or better in four cards; and a pair of sevens or higher that your own cards help to make, unless "
    "the two open cards are of one suit, or no more than two ranks apart. Check everything else.",
)
_EIGHT, _SEVEN, _JACK, _KING, _ACE = 6, 5, 9, 11, 12


def simple(counted: Counted) -> tuple[Any, Any]:
    """Where the rule to remember bets: hand x first card, and hand x first x second card."""
    low, high = (counted.hands[:, at][:, None] for at in range(2))
    opened = np.arange(52)[None, :]
    apart = (high >> 2) - (low >> 2)
    weak = ((low & 3) != (high & 3)) & (high >> 2 <= _EIGHT) & (apart >= 3)
    third_suit = ((opened & 3) != (low & 3)) & ((opened & 3) != (high & 3))
    first = ~(weak & third_suit & (opened >> 2 >= _JACK) & (opened >> 2 <= _KING))

    table, ranks = three_card_table()
    one, two = low[:, :, None], high[:, :, None]
    a, b = np.arange(52)[None, :, None], np.arange(52)[None, None, :]
    best = np.maximum(
        np.maximum(table[one, two, a], table[one, two, b]), np.maximum(table[one, a, b], table[two, a, b])
    )
    kind, named = ranks[best] >> 12, ranks[best] >> 8 & 15
    own = (named == one >> 2) | (named == two >> 2)
    between = np.abs((a >> 2) - (b >> 2))
    around_the_ace = (np.maximum(a, b) >> 2 == _ACE) & (np.minimum(a, b) >> 2 <= 1)
    apart_enough = ((a & 3) != (b & 3)) & ((between > 2) | (between == 0)) & ~around_the_ace
    return first & counted.there, (kind >= 2) | ((kind == 1) & own & (named >= _SEVEN) & apart_enough)


def first_chart(counted: Counted) -> Chart:
    """Bet or fold with each starting hand: suited to the right of the pairs, offsuit to the left."""
    letters = tuple(reversed(RANKS))
    rows = {tuple(hand): at for at, hand in enumerate(counted.hands.tolist())}

    def answer(row: int, column: int) -> str:
        low, high = sorted((row, column))
        suited = column < row
        at = rows[low * 4, high * 4 + (0 if suited else 1)]
        bets, there = counted.first[at], counted.there[at]
        return "b" if (bets == there).all() else "s" if bets.any() else "f"

    cells = tuple(tuple(answer(row, column) for column in range(12, -1, -1)) for row in range(12, -1, -1))
    legend = {"b": "bet", "s": "bet against some first cards: see the rule to remember", "f": "fold"}
    return Chart("Bet or fold", letters, letters, cells, legend, "suited to the right of the pairs")


def listed(rules: Rules) -> Iterator[Situation]:
    """Every hand up to suits with the first open card, and with both of them in the order they were opened."""
    counted = count(rules)
    (first, bet), (second, more) = stated(rules.game).streets.items()
    cases = (len(counted.pack) - 3) * counted.ends
    fold = Fraction(counted.fold)
    known = set[tuple[tuple[int, ...], ...]]()
    for at, hand in enumerate(counted.hands.tolist()):
        weight = int(counted.weights[at])
        for one in np.nonzero(counted.there[at])[0].tolist():
            worth = Fraction(int(counted.staying[at, one]), cases)
            if (named := renamed((hand, (one,)))) not in known:
                known.add(named)
                many = weight * cases * _alike(hand, (one,))
                said = {f"{bet.wager} {bet.times[0]}": worth, "fold": fold}
                yield Situation(first, text(named[0]), text(named[1]), many, said)
            for other in np.nonzero(counted.met[at, one].any(axis=1))[0].tolist():
                if (named := renamed((hand, (one,), (other,)))) in known:
                    continue
                known.add(named)
                many = weight * counted.ends * _alike(hand, (one, other))
                said = {
                    f"{more.wager} {more.times[0]}": Fraction(int(counted.betting[at, one, other]), counted.ends),
                    "check": Fraction(int(counted.checking[at, one, other]), counted.ends),
                }
                yield Situation(second, text(named[0]), f"{text(named[1])} {text(named[2])}", many, said)


def _alike(hand: Sequence[int], opened: Sequence[int]) -> int:
    """How many ways there are to open cards that are the same beside this hand up to the names of suits."""
    wanted = renamed((hand, *((one,) for one in opened)))
    suits = [[one >> 2 << 2 | suit for suit in range(4)] for one in opened]
    return sum(
        renamed((hand, *((one,) for one in cards))) == wanted
        for cards in product(*suits)
        if len({*hand, *cards}) == len(hand) + len(cards)
    )


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a 3 Card Texas Hold'em table, from the player's side."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    one, two, folds = counted.meets()
    results: dict[int, int] = {counted.fold: folds}
    for net, many in (*zip(counted.one, one, strict=True), *zip(counted.two, two, strict=True)):
        results[net] = results.get(net, 0) + many
    best, cases = counted.worth(counted.first, counted.second), _cases(rules, one, two, folds)
    main = WagerPrice(
        wager="ante",
        name="Ante and bets, best play",
        unit="one ante",
        staked=Fraction(1),
        outcomes=Outcomes(outcomes_of(results)),
        clause=rules.wagers["ante"].clause,
        action=counted.action(bold=False),
        actions=(counted.action(bold=False), counted.action(bold=True)),
        lines=_lines(rules, counted),
        parts=parts_of(wager_names(rules), rules.chip, cases),
        ends=ends_of(rules.chip, cases),
        taken=_taken(rules, sum(one), sum(two), folds),
    )
    short = Simple("To remember", _STEPS, counted.worth(*simple(counted)), best)
    method = (
        f"Each of the {counted.deals:,} ways to deal two cards to a player, three to the board in their order and two "
        "to the player-dealer is counted once, by the starting hands that differ by more than the names of suits.",
        "On each board all pairs of hole cards are ranked, sorted and compared with every disjoint pair; decisions are "
        "taken backwards on whole-number sums.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the open ones, and no other player's.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    wagers = (main, *price_bonuses(rules))
    return Sheet(rules, wagers, (first_chart(counted),), notes, method, (short,), seconds=perf_counter() - begun)


def _cases(rules: Rules, one: list[int], two: list[int], folds: int) -> list[Case]:
    """How the wagers end with one bet and with two, and in how many deals."""
    first, second = (street.wager for street in stated(rules.game).streets.values())
    with_one, with_two = settled(rules, first), settled(rules, first, second)
    return [*zip(with_one, one, strict=False), *zip(with_two, two, strict=False), (folded(rules), folds)]


def _taken(rules: Rules, one: int, two: int, folds: int) -> tuple[Taken, ...]:
    (first, bet), (second, more) = stated(rules.game).streets.items()
    answers = [
        (first, f"{bet.wager} {bet.times[0]}", one + two),
        (first, "fold", folds),
        (second, f"{more.wager} {more.times[0]}", two),
        (second, "check", one),
    ]
    return taken_of(answers, one + two + folds)


def _lines(rules: Rules, counted: Counted) -> tuple[LinePrice, ...]:
    said = stated(rules.game)
    assert said.qualifier is not None
    one, two, folds = counted.meets()
    named = (
        ("win", "1:1", said.results.win, (0,)),
        ("win, player-dealer below fours", "bets 1:1, ante push", said.qualifier.without["ante"].clause, (1,)),
        ("tie", "push", said.results.push, (4,)),
        ("lose", "lose", said.results.lose, (2, 3)),
    )
    rows = []
    for bets, met, net in (("one bet", one, counted.one), ("two bets", two, counted.two)):
        for name, pays, clause, columns in named:
            many, total = sum(met[at] for at in columns), sum(met[at] * net[at] for at in columns)
            rows.append((f"{name}, {bets}", pays, clause, many, total))
    rows.append(("fold", "lose", said.results.fold, folds, folds * counted.fold))
    deals = counted.deals
    return tuple(
        LinePrice(name, pays, clause, many, deals, Fraction(net, deals)) for name, pays, clause, many, net in rows
    )


PRICING = Pricing(
    price,
    policy=Policy(listed, f"Every hand with the first open card, and with both. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
)
