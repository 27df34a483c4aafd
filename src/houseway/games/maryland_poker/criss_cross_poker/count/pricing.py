"""Criss Cross Poker, counted whole: every deal, all three streets, and the best answer at each.

For a player's two cards every pair of community cards and every middle card give a line of the pay table, found once.
From then on a bet is a number for each line, the Middle bet is the greater of the two (ruling CC-2: a push beats a
loss, a win beats a push), and a bet's worth is a sum over the middle cards. Bets are linear in their size, so one
times or three times the ante is always at least as good as two. Everything is an integer until the last division.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import card, ranks
from houseway.cards.card import text
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.maryland_poker.criss_cross_poker.round import is_pair, listed_together, payout_limit
from houseway.pricing.counting import bonus
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.deals import of_two
from houseway.pricing.counting.naming import SUITS_NAMED, renamed
from houseway.pricing.counting.situations import CARDS, Policy, Situation, Unlisted
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.charts import starting_hands
from houseway.pricing.decider.tally import Ending, Given, Line, Settled, Tally, Words
from houseway.pricing.papers.sheet import Chart, Sheet, Simple, WagerPrice
from houseway.pricing.pricing import Pricing, Trigger
from houseway.rules.models import PayTable
from houseway.rules.money import Odds, shown
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]

FULL_PACK = tuple(range(52))
ONE, THREE, FOLD = 0, 1, 2  # what may be done on a street
TIMES = (1, 3)
WAGERS = ("ante-across", "ante-down", "across", "down", "middle")
_FOLDS = (("across", "11.B(2)(a)"), ("down", "11.D(1)(a)"), ("middle", "11.F(1)(a)"))


@dataclass(frozen=True)
class Bets:
    """The pay table as whole numbers: what a stake of `scale` wins on each line, and loses on none, the last one."""

    scale: int
    bet: tuple[int, ...]
    ante: tuple[int, ...]
    line_of_rank: bytes

    @property
    def losing(self) -> int:
        return len(self.bet) - 1


@lru_cache(maxsize=16)
def bets(rules: Rules) -> Bets:
    table = rules.pay_tables["across"]
    pays = [line.pays or Odds(0) for line in table.lines]
    even = rules.options["antes_pay"] == "even"
    scale = lcm(*(odds.stake for odds in pays))
    bet = [scale * odds.win // odds.stake for odds in pays]
    ante = [scale * bool(won) if even else won for won in bet]
    return Bets(scale, (*bet, -scale), (*ante, -scale), _line_of_rank(table))


def _line_of_rank(table: PayTable) -> bytes:
    at = {line.key: number for number, line in enumerate(table.lines)}
    found: dict[tuple[ranks.Category, int], int] = {}  # by what a line looks at
    lines = bytearray([len(at)])
    for rank in range(1, ranks.BEST + 1):
        kind = ranks.category(rank), ranks.ranks_of(rank)[0]
        if kind not in found:
            line = table.poker_line(rank)
            found[kind] = len(at) if line is None else at[line.key]
        lines.append(found[kind])
    return bytes(lines)


class Crosses:
    """The crosses that can follow, and what the bets come to on each kind of them."""

    def __init__(self, counted: Mapping[str, Any], pays: Bets) -> None:
        self.kinds, self.rows, self.which = counted["kinds"], counted["rows"], counted["which"]
        self.weights = counted["weights"]
        self.middles = int(self.kinds[0].sum()) if len(self.kinds) else 0
        self.unit = pays.scale
        # Whole numbers of the machine where no sum can outgrow them, and else Python's own.
        follow = int(self.weights.sum()) * int(counted["many"][: self.rows[1]].sum()) * self.middles
        self.dtype: Any = np.int64 if 11 * follow * max(*pays.bet, *pays.ante, pays.scale) < 1 << 62 else object
        self.many = counted["many"].astype(self.dtype)
        bet, ante = np.array(pays.bet, self.dtype), np.array(pays.ante, self.dtype)
        lines = len(bet)
        table = self.kinds.reshape(-1, lines * lines).astype(self.dtype)
        self.on_across = table @ np.repeat(bet, lines)
        self.on_down = table @ np.tile(bet, lines)
        self.on_middle = table @ np.maximum.outer(bet, bet).ravel()
        self.on_antes = table @ np.add.outer(ante, ante).ravel()
        self.play = self.on_antes + np.maximum(self.on_middle, 3 * self.on_middle)  # with the better middle bet

    def played(self, first: int, second: int) -> Any:
        """By kind: what playing on comes to over all middle cards, after bets of so many antes across and down."""
        return self.play + first * self.on_across + second * self.on_down

    def folded(self, first: int, second: int = 0) -> int:
        """What a fold comes to over all middle cards."""
        return -(2 + first + second) * self.unit * self.middles

    def worth(self, first: int, second: int) -> Any:
        """By row: the sum over all that follows these two bets."""
        return self.sums(np.maximum(self.played(first, second), self.folded(first, second)))

    def sums(self, of_kind: Any) -> Any:
        """By row, from what each kind of cross comes to."""
        return np.add.reduceat(self.many * of_kind[self.which], self.rows[:-1])

    @property
    def crosses(self) -> Any:
        """By row: how many pairs down there are."""
        return np.add.reduceat(self.many, self.rows[:-1])


@dataclass(frozen=True)
class HoleCount:
    """One kind of starting hand: what each answer is worth, and the best one."""

    hole: tuple[int, int]
    weight: int  # hands of this kind
    worth: tuple[int, int, int]  # one times, three times, fold: sums over all deals that follow
    best: int


@dataclass(frozen=True)
class CrissCrossCount:
    """The whole game under one pay table."""

    bets: Bets
    pack: tuple[int, ...]
    holes: tuple[HoleCount, ...]
    counts: Ints  # deals by bet across, down, middle, line across, line down
    folds: Ints  # by bet across: on the down street; on the middle street after a down bet of one and of three antes
    most: int  # antes wagered over all deals, the largest wager among equals
    crosses: Crosses
    begin: Ints  # where the rows of each hole begin

    @property
    def follow(self) -> int:
        """The ways to deal the cross to one hand."""
        left = len(self.pack) - 2
        return comb(left, 2) * comb(left - 2, 2) * (left - 4)

    @property
    def deals(self) -> int:
        return comb(len(self.pack), 2) * self.follow

    @property
    def expectation(self) -> Fraction:
        """What a round is worth to the player, in antes (who puts up two)."""
        total = sum(hole.weight * hole.worth[hole.best] for hole in self.holes)
        return Fraction(total, self.deals * self.bets.scale)

    @property
    def most_action(self) -> Fraction:
        """Antes wagered on average by a player who takes the largest wager among equals."""
        return Fraction(self.most, self.deals)

    @property
    def folded(self) -> int:
        """Deals folded on the first street."""
        return sum(hole.weight for hole in self.holes if hole.best == FOLD) * self.follow

    @cached_property
    def tally(self) -> Tally:
        """Every deal with best play, the smallest wager among equals; lines go by the better of the two hands."""
        pays = self.bets
        ended = [(self._folded("across"), self.folded)]
        for first, (on_down, *on_middle) in zip(TIMES, self.folds.tolist(), strict=True):
            ended.append((self._folded("down", first), on_down))
            ended += [
                (self._folded("middle", first, second), many) for second, many in zip(TIMES, on_middle, strict=True)
            ]
        for i, j, k, across, down, many in self.by_lines():
            sizes = (1, 1, TIMES[i], TIMES[j], TIMES[k])
            better = across if pays.bet[across] >= pays.bet[down] else down
            pay = (pays.ante[across], pays.ante[down], pays.bet[across], pays.bet[down], pays.bet[better])
            wagers = zip(WAGERS, sizes, pay, strict=True)
            settled = tuple(Settled(wager, size * pays.scale, size * won) for wager, size, won in wagers)
            ended.append((Ending(str(better), settled), many))
        return Tally(pays.scale, ended, self._given())

    def _folded(self, street: str, *bets: int) -> Ending:
        """A fold on a street after bets of so many antes: all of them are lost."""
        stakes = [size * self.bets.scale for size in (1, 1, *bets)]
        return Ending(
            street, tuple(Settled(*one) for one in zip(WAGERS, stakes, (-one for one in stakes), strict=False))
        )

    def _given(self) -> list[Given]:
        """How often each answer is given on each street."""
        folds, counts = self.folds.tolist(), self.counts
        across = [int(counts[i].sum()) + sum(folds[i]) for i in (ONE, THREE)]
        down = [int(counts[:, j].sum()) + sum(folds[i][1 + j] for i in (ONE, THREE)) for j in (ONE, THREE)]
        middle = [int(counts[:, :, k].sum()) for k in (ONE, THREE)]
        on_down, on_middle = sum(one[0] for one in folds), sum(sum(one[1:]) for one in folds)
        streets = (("across", across, self.folded), ("down", down, on_down), ("middle", middle, on_middle))
        found = []
        for street, (one, three), fold in streets:
            sizes = ((3, three), (2, 0), (1, one))
            found += [Given(street, f"{street} {size}", many) for size, many in sizes]
            found.append(Given(street, "fold", fold))
        return found

    def by_lines(self) -> Iterator[tuple[int, ...]]:
        """The bets across, down and middle, the lines across and down, and how many deals come so."""
        there = np.nonzero(self.counts)
        return zip(*(at.tolist() for at in there), self.counts[there].tolist(), strict=True)


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> CrissCrossCount:
    """The game with the best answer everywhere, the smallest wager among equals.

    The crosses are counted once for all pay tables; the rest is arithmetic on their kinds.
    """
    pays, cards = bets(rules), tuple(sorted(pack))

    def count_crosses() -> Arrays:
        from houseway.games.maryland_poker.criss_cross_poker.count import crosses

        return crosses.count(cards, pays.line_of_rank, progress)

    found = kept(
        "criss-cross-poker",
        [cards, pays.line_of_rank.hex()],
        count_crosses,
        by="houseway.games.maryland_poker.criss_cross_poker.count.crosses",
    )
    crosses, begin, weights = Crosses(found, pays), found["begin"], found["hand_weights"]
    # Row x bet across x answer on the down street.
    by_bets = [
        [*(crosses.worth(first, second) for second in TIMES), crosses.folded(first) * crosses.crosses]
        for first in TIMES
    ]
    worth = np.array(by_bets, crosses.dtype).transpose(2, 0, 1)
    follow = comb(len(cards) - 2, 2) * comb(len(cards) - 4, 2) * crosses.middles
    least = _answers(crosses, worth, begin, follow, (FOLD, ONE, THREE))
    most = _answers(crosses, worth, begin, follow, (THREE, ONE, FOLD))
    counts, folds = _outcomes(crosses, begin, weights, least)
    holes = tuple(
        HoleCount((one, two), weight, (worths[ONE], worths[THREE], worths[FOLD]), best)
        for (one, two), weight, worths, best in zip(
            found["hands"].tolist(), weights.tolist(), least.worth.tolist(), least.best.tolist(), strict=True
        )
    )
    wagered = _antes(crosses, begin, weights, most, follow)
    return CrissCrossCount(pays, tuple(pack), holes, counts, folds, wagered, crosses, begin)


class _Answers(NamedTuple):
    """What the best answers are; among equals those that an order names first."""

    worth: Any  # hand x answer on the first street
    best: Ints  # by hand
    on_down: Ints  # row x bet across


def _answers(crosses: Crosses, worth: Any, begin: Ints, follow: int, order: tuple[int, int, int]) -> _Answers:
    named = np.array(order)
    on_down = named[worth[:, :, named].argmax(axis=2)]
    best = np.take_along_axis(worth, on_down[:, :, None], axis=2)[:, :, 0]
    by_bet = np.add.reduceat(crosses.weights.astype(crosses.dtype)[:, None] * best, begin[:-1], axis=0)
    fold = np.full((len(by_bet), 1), -2 * crosses.unit * follow, crosses.dtype)
    by_answer = np.concatenate([by_bet, fold], axis=1)
    return _Answers(by_answer, named[by_answer[:, named].argmax(axis=1)], on_down)


def _of_rows(crosses: Crosses, begin: Ints, weights: Ints, answers: _Answers) -> tuple[Ints, Ints, Ints]:
    """By row: the bet across, the answer on the down street, and how many deals of hole and pair across there are."""
    rows = np.diff(begin)
    first = np.repeat(answers.best, rows)
    second = np.where(first == FOLD, FOLD, answers.on_down[np.arange(len(first)), np.minimum(first, THREE)])
    return first, second, np.repeat(weights, rows) * crosses.weights


def _outcomes(crosses: Crosses, begin: Ints, weights: Ints, answers: _Answers) -> tuple[Ints, Ints]:
    """Every deal by the three bets and the two lines; folds apart. The smallest middle bet among equals."""
    first, second, deals = _of_rows(crosses, begin, weights, answers)
    lines = crosses.kinds.shape[1]
    counts = np.zeros((2, 2, 2, lines, lines), np.int64)
    folds = np.zeros((2, 3), np.int64)
    pairs_down = crosses.crosses.astype(np.int64)
    per_row = np.diff(crosses.rows)
    for i in (ONE, THREE):
        folded = (first == i) & (second == FOLD)
        folds[i, 0] = (deals * pairs_down)[folded].sum() * crosses.middles
        for j in (ONE, THREE):
            there = np.repeat((first == i) & (second == j), per_row)
            often = np.repeat(deals, per_row)[there] * crosses.many[there].astype(np.int64)
            by_kind = np.zeros(len(crosses.kinds), np.int64)
            np.add.at(by_kind, crosses.which[there], often)
            plays = (crosses.played(TIMES[i], TIMES[j]) > crosses.folded(TIMES[i], TIMES[j])).astype(bool)
            folds[i, 1 + j] = by_kind[~plays].sum() * crosses.middles
            more = (crosses.on_middle > 0).astype(bool)
            for k, chosen in ((ONE, plays & ~more), (THREE, plays & more)):
                counts[i, j, k] = np.tensordot(by_kind[chosen], crosses.kinds[chosen].astype(np.int64), 1)
    return counts, folds


def _antes(crosses: Crosses, begin: Ints, weights: Ints, answers: _Answers, follow: int) -> int:
    """Antes wagered over all deals, with the largest middle bet among equals."""
    first, second, deals = _of_rows(crosses, begin, weights, answers)
    total = 2 * int(weights[answers.best == FOLD].sum()) * follow
    pairs_down = crosses.crosses.astype(np.int64)
    for i in (ONE, THREE):
        folded = (first == i) & (second == FOLD)
        total += int((deals * pairs_down)[folded].sum()) * crosses.middles * (2 + TIMES[i])
        for j in (ONE, THREE):
            plays = (crosses.played(TIMES[i], TIMES[j]) >= crosses.folded(TIMES[i], TIMES[j])).astype(bool)
            third = np.where(plays, np.where((crosses.on_middle >= 0).astype(bool), 3, 1), 0)
            wagered = crosses.sums((2 + TIMES[i] + TIMES[j] + third).astype(crosses.dtype)).astype(np.int64)
            there = (first == i) & (second == j)
            total += int((deals * wagered)[there].sum()) * crosses.middles
    return total


_STEPS = (
    "Bet across by the chart.",
    "Bet down three times with a pair in your hand, else once.",
    "Count the middle cards with which the better of your two hands would not lose. With 16 or more bet three times, "
    "with 7 or more once; with fewer, fold.",
)
OUTS = (7, 16)  # middle cards that keep the better hand from losing: enough to play, and to bet three times


def simple_worth(counted: CrissCrossCount, *, outs: tuple[int, int] = OUTS) -> Fraction:
    """What the strategy to remember is worth, in antes."""
    crosses, losing = counted.crosses, counted.bets.losing
    safe = crosses.middles - crosses.kinds[:, losing, losing].astype(np.int64)  # middle cards
    followed = {
        (first, second): crosses.sums(
            np.where(
                safe >= outs[0],
                crosses.on_antes
                + first * crosses.on_across
                + second * crosses.on_down
                + np.where(safe >= outs[1], 3, 1) * crosses.on_middle,
                crosses.folded(first, second),
            )
        )
        for first in TIMES
        for second in TIMES
    }
    total = -2 * counted.bets.scale * counted.folded
    for at, hole in enumerate(counted.holes):
        if hole.best == FOLD:
            continue
        first, second = TIMES[hole.best], 3 if card.rank(hole.hole[0]) == card.rank(hole.hole[1]) else 1
        there = slice(counted.begin[at], counted.begin[at + 1])
        total += hole.weight * int((crosses.weights[there] * followed[first, second][there]).sum())
    return Fraction(total, counted.deals * counted.bets.scale)


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer at a street is worth: the round's whole result in antes, with the best play after it."""
    from houseway.games.maryland_poker.criss_cross_poker.count.crosses import of_hole, with_across

    pays, cards = bets(rules), tuple(sorted(pack))
    hole = (min(hand), max(hand))
    unit = stakes["ante-across"]
    sizes = rules.wagers[ask].times
    sums: list[int]
    if ask == "across":
        crosses = Crosses(of_hole(hole, cards, pays.line_of_rank), pays)
        sums = []
        for size in sizes:
            down = [crosses.worth(size, second) for second in rules.wagers["down"].times]
            best = np.maximum.reduce([crosses.folded(size) * crosses.crosses, *down])
            sums.append(int((crosses.weights * best).sum()))
        follow = int((crosses.weights * crosses.crosses).sum()) * crosses.middles
        fold = Fraction(-2)
    elif ask == "down":
        first = stakes["across"] // unit
        one, two = seen["across"]
        crosses = Crosses(with_across(hole, (one, two), cards, pays.line_of_rank), pays)
        sums = [int(crosses.worth(first, size)[0]) for size in sizes]
        follow = int(crosses.crosses[0]) * crosses.middles
        fold = Fraction(-2 - first)
    else:
        first, second = (stakes[bet] // unit for bet in ("across", "down"))
        sums = [0] * len(sizes)
        middles = [one for one in cards if all(one not in known for known in (hand, seen["across"], seen["down"]))]
        for middle in middles:
            own, other = (pays.line_of_rank[ranks.rank((*hole, *seen[place], middle))] for place in ("across", "down"))
            fixed = pays.ante[own] + pays.ante[other] + first * pays.bet[own] + second * pays.bet[other]
            for at, size in enumerate(sizes):
                sums[at] += fixed + size * max(pays.bet[own], pays.bet[other])
        follow = len(middles)
        fold = Fraction(-2 - first - second)
    worth_of = {f"{ask} {size}": Fraction(total, follow * pays.scale) for size, total in zip(sizes, sums, strict=True)}
    return Advised({**worth_of, "fold": fold}, "one ante", unit)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Criss Cross Poker table."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    best = counted.tally
    wagers = [replace(best.price(words(rules), counted.most_action), ends=())]
    if "five-card-bonus" in rules.wagers:
        wagers.append(price_bonus(rules))
    method = (
        f"Each of the {counted.deals:,} ways to deal two cards to a player, a pair across, a pair down and a card in "
        "the middle is counted once, starting hands and across pairs that differ only by the names of suits together.",
        "Going back from the middle to the first street, every answer is valued by the sum over all that can follow, "
        "with the best answer at each later street; sums are whole numbers, divided once at the end.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The lines of the main game go by the better of the two hands; the others are what folds cost.",
        "Both antes are placed; a bet of two antes is never better than one or three.",
        "The payout limit of 12.B is left out: it can only be reached with an ante above "
        f"{shown(limit_reached_above(rules))}.",
        "Among equally good answers the smallest wager is taken; the action of both ends is given.",
    )
    charts = (starting_chart(counted),)
    short = Simple("To remember", _STEPS, simple_worth(counted), best.expectation)
    return Sheet(rules, tuple(wagers), charts, notes, method, (short,), seconds=perf_counter() - begun)


def words(rules: Rules) -> Words:
    """The deals by the better hand, and the folds; both antes and the three bets by themselves."""
    table = rules.pay_tables["across"]
    lines = [
        *(
            Line(str(at), line.label, "push" if line.pays is None else str(line.pays), line.clause)
            for at, line in enumerate(table.lines)
        ),
        Line(str(len(table.lines)), "nothing", "lose", "11.I(3)(d)"),
        *(Line(street, f"fold on {street}", "lose", clause) for street, clause in _FOLDS),
    ]
    names = {
        wager: rules.wagers[wager].name if wager in rules.wagers else wager.replace("-", " ").capitalize()
        for wager in WAGERS
    }
    return Words("ante", "Antes and the three bets, best play", "12.A", lines, names, staked=2)


def price_bonus(rules: Rules) -> WagerPrice:
    """The Five Card Bonus, over all five-card boards."""
    counts = bonus.by_rank(rules.pay_tables["five-card-bonus"], bonus.every_hand(5))
    return bonus.price_bonus(rules, "five-card-bonus", counts, lost="12.C")


def limit_reached_above(rules: Rules) -> int:
    """The largest ante in cents at which no hand can reach the payout limit of 12.B with three times the ante bet."""
    odds = {line.key: line.pays.fraction() if line.pays else Fraction(0) for line in rules.pay_tables["across"].lines}
    even = rules.options["antes_pay"] == "even"
    most = Fraction(0)
    for pair in listed_together(rules):
        won = [odds[line] for line in pair]
        antes = sum((Fraction(bool(one)) if even else one for one in won), Fraction(0))
        most = max(most, antes + 3 * (sum(won) + max(won)))
    return int(payout_limit(rules) / most) if most else 0


def starting_chart(counted: CrissCrossCount) -> Chart:
    """The first street for each starting hand."""
    letters = {
        (*sorted(card.rank(one) for one in hole.hole), card.suit(hole.hole[0]) == card.suit(hole.hole[1])): "13F"[
            hole.best
        ]
        for hole in counted.holes
    }
    legend = {"3": "bet three times the ante", "1": "bet the ante", "F": "fold"}

    def cell(hand: tuple[int, int]) -> str:
        low, high = hand
        return letters[card.rank(low), card.rank(high), card.suit(low) == card.suit(high)]

    return starting_hands("Across bet by starting hand", cell, legend)


def cross_qualifies(rules: Rules) -> Fraction:
    """How often the five community cards make the operator's qualifying event (7.E(2)(c))."""
    least = ranks.Category[str(rules.options["bonus_spin_xtreme_event"]).upper().replace("-", "_")]
    histogram = bonus.every_hand(5)
    enough = sum(int(histogram[rank]) for rank in range(1, ranks.BEST + 1) if ranks.category(rank) >= least)
    return Fraction(enough, int(histogram.sum()))


def policy(rules: Rules) -> Iterator[Situation]:
    """Every starting hand up to suits, with every bet across; then each with every pair across."""
    from houseway.games.maryland_poker.criss_cross_poker.count.situations import with_across

    counted = count(rules)
    crosses, begin, sizes = counted.crosses, counted.begin, rules.wagers["across"].times
    by_size = []
    for size in sizes:
        down = [crosses.worth(size, second) for second in rules.wagers["down"].times]
        best = np.maximum.reduce([crosses.folded(size) * crosses.crosses, *down])
        by_size.append(np.add.reduceat(crosses.weights.astype(crosses.dtype) * best, begin[:-1]))
    cases = counted.follow * counted.bets.scale
    for at, hole in enumerate(counted.holes):
        (named,) = renamed((hole.hole,))
        worth = {f"across {size}": Fraction(int(sums[at]), cases) for size, sums in zip(sizes, by_size, strict=True)}
        yield Situation("across", text(named), "", hole.weight * counted.follow, {**worth, "fold": Fraction(-2)})
    yield from with_across(rules)


def _middles(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.games.maryland_poker.criss_cross_poker.count.situations import cross_digest

    return cross_digest(rules, progress)


_MIDDLES = Unlisted(
    ask="middle",
    record=(
        f"{CARDS} Of starting hands that differ only by suits the one with the lowest cards, in their order; with "
        "each, of pairs across that differ only by suits that leave the hand as it is the one with the lowest "
        "cards, in their order; then every pair of the 48 other cards down, in their order. A record is four "
        "numbers of 8 bytes, the lowest first: what both antes, an ante bet across, one down and one in the middle"
        " come to over the 44 middle cards, in parts of an ante (the largest that make every pay whole). What an "
        "answer is worth is their sum, each times its bet; a fold loses all that was bet. A starting hand is a "
        "block; the digest is SHA-256 of the blocks' SHA-256 in turn."
    ),
    digest=_middles,
)


PRICING = Pricing(
    price,
    policy=Policy(
        policy,
        f"Every starting hand on the first street, and with every pair across after each bet. {SUITS_NAMED} "
        "`houseway coach` answers any situation with the pair down; `--digest` is a digest of all of them.",
        (_MIDDLES,),
    ),
    advise=advise,
    suits_alike=True,
    triggers={
        SPIN: Trigger("a pair in the hole", lambda rules: of_two(rules, is_pair)),
        XTREME: Trigger("the qualifying event on the cross", cross_qualifies),
    },
)
