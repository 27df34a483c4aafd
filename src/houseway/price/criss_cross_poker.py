"""Criss Cross Poker, counted whole: every deal, all three streets, and the best answer at each.

For a player's two cards every pair of community cards and every middle card give a line of the pay table, found once.
From then on a bet is a number for each line, the Middle bet is the greater of the two (ruling CC-2: a push beats a
loss, a win beats a push), and a bet's worth is a sum over the middle cards. Bets are linear in their size, so one
times or three times the ante is always at least as good as two. Everything is an integer until the last division.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import lru_cache
from math import comb, lcm
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.cards import batch, card, ranks
from houseway.price import bonus
from houseway.price.advised import Advised
from houseway.price.cache import kept
from houseway.price.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.price.suits import orbits, pairs_of, suit_changes
from houseway.price.work import each, workers
from houseway.rules.models import PayTable
from houseway.rules.money import Odds, cents, shown
from houseway.rules.resolved import Rules

Progress = Callable[[int, int], None]
Ints = NDArray[np.int64]

FULL_PACK = tuple(range(52))
ONE, THREE, FOLD = 0, 1, 2  # what may be done on a street
TIMES = (1, 3)
_FOLDS = (("across", "11.B(2)(a)"), ("down", "11.D(1)(a)"), ("middle", "11.F(1)(a)"))
_FAR_BELOW = -(1 << 29)  # under any bet's result: the greater of two never is this one


def _compiled(function: Any) -> Any:
    """Compiled without the interpreter's lock, so that threads share the cores."""
    return njit(cache=True, nogil=True)(function)


@_compiled
def _lines(hole: Any, pairs: Any, left: Any, line_of_rank: Any, tables: Any, losing: int) -> Any:
    """The line that hole, pair and middle card make; two more codes for a middle card of the pair itself, and none."""
    found = np.full((len(pairs), 52), losing + 2, np.uint8)
    key = tables.keys[hole[0]] + tables.keys[hole[1]]
    suits = tables.suits[hole[0]] + tables.suits[hole[1]]
    for at in range(len(pairs)):
        first, second = pairs[at]
        pair_key = key + tables.keys[first] + tables.keys[second]
        pair_suits = suits + tables.suits[first] + tables.suits[second]
        for middle in left:
            if middle in (first, second):
                found[at, middle] = losing + 1
            else:
                rank = batch.rank_of(pair_key + tables.keys[middle], pair_suits + tables.suits[middle], tables)
                found[at, middle] = line_of_rank[rank]
    return found


@_compiled
def _sums(lines: Any, worth: Any, losing: int) -> Any:
    """For each pair, the sum over all its middle cards."""
    totals = np.zeros(len(lines), np.int64)
    for at in range(len(lines)):
        for middle in range(52):
            if lines[at, middle] <= losing:
                totals[at] += worth[lines[at, middle]]
    return totals


@_compiled
def _bets_over_middles(
    results: Any, antes: Any, bet_sums: Any, ante_sums: Any, own: int, other: int, a1: int, a2: int, d1: int, d2: int
) -> Any:
    """What one unit of each of the three bets, and the two antes, come to over all middle cards."""
    # Each pair's own sum is known; the two cards of the other pair are no middle cards here.
    across = bet_sums[own] - results[own, d1] - results[own, d2]
    down = bet_sums[other] - results[other, a1] - results[other, a2]
    both = ante_sums[own] - antes[own, d1] - antes[own, d2] + ante_sums[other] - antes[other, a1] - antes[other, a2]
    mine, theirs = results[own], results[other]
    total = np.int32(0)
    for middle in range(52):
        total += max(mine[middle], theirs[middle])
    # At the cards of one pair the other's result was taken: they are no middle cards either.
    better = np.int64(total) - results[own, d1] - results[own, d2] - results[other, a1] - results[other, a2]
    return across, down, better, both


@_compiled
def _worth(
    lines: Any, pairs: Any, pair_at: Any, across: Any, bet: Any, ante: Any, unit: int, losing: int, middles: int,
    firsts: Any, seconds: Any,
) -> Any:  # fmt: skip
    """For each across pair and across bet, the sum over all that follows, by the down bet; last a fold."""
    results, antes = bet[lines], ante[lines]
    bet_sums, ante_sums = _sums(lines, bet, losing), _sums(lines, ante, losing)
    worth = np.zeros((len(across), len(firsts), len(seconds) + 1), np.int64)
    for at in range(len(across)):
        a1, a2 = across[at]
        own = pair_at[a1, a2]
        follow = 0
        for other in range(len(pairs)):
            d1, d2 = pairs[other]
            if d1 in (a1, a2) or d2 in (a1, a2):
                continue
            follow += 1
            on_across, on_down, on_middle, on_antes = _bets_over_middles(
                results, antes, bet_sums, ante_sums, own, other, a1, a2, d1, d2
            )
            base = on_antes + max(on_middle, 3 * on_middle)
            for i in range(len(firsts)):
                for j in range(len(seconds)):
                    play = base + firsts[i] * on_across + seconds[j] * on_down
                    worth[at, i, j] += max(play, -(2 + firsts[i] + seconds[j]) * unit * middles)
        for i in range(len(firsts)):
            worth[at, i, len(seconds)] = -(2 + firsts[i]) * unit * middles * follow
    return worth


@_compiled
def _bits(word: Any) -> Any:
    """How many bits are set: written so that the compiler makes one instruction of it."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@_compiled
def _by_line(lines: Any, losing: int) -> Any:
    """For each pair the lines it can make, and for each of them its middle cards as bits."""
    many = np.zeros(len(lines), np.int64)
    which = np.zeros((len(lines), losing + 1), np.uint8)
    middles = np.zeros((len(lines), losing + 1), np.uint64)
    for pair in range(len(lines)):
        for line in range(losing + 1):
            found = np.uint64(0)
            for middle in range(52):
                if lines[pair, middle] == line:
                    found |= np.uint64(1) << np.uint64(middle)
            if found:
                which[pair, many[pair]], middles[pair, many[pair]] = line, found
                many[pair] += 1
    return many, which, middles


@_compiled
def _outcomes(
    lines: Any, pairs: Any, pair_at: Any, across: Any, weights: Any, answers: Any, i: int, bet: Any, ante: Any,
    unit: int, losing: int, middles: int,
) -> Any:  # fmt: skip
    """Count every deal after across bet `i` by the bets down and middle and by the two lines; folds apart.

    Among equals on the middle street the smallest wager is counted; the last answer is the antes wagered if the largest
    were taken.
    """
    results, antes = bet[lines], ante[lines]
    bet_sums, ante_sums = _sums(lines, bet, losing), _sums(lines, ante, losing)
    many, which, middles_of = _by_line(lines, losing)
    counts = np.zeros((2, 2, losing + 1, losing + 1), np.int64)
    folds = np.zeros(3, np.int64)  # on the down street; on the middle street after one and after three times
    most = 0
    for at in range(len(across)):
        a1, a2 = across[at]
        own, j, weight = pair_at[a1, a2], answers[at], weights[at]
        for other in range(len(pairs)):
            d1, d2 = pairs[other]
            if d1 in (a1, a2) or d2 in (a1, a2):
                continue
            if j == 2:
                folds[0] += weight * middles
                most += (3 + 2 * i) * weight * middles
                continue
            on_across, on_down, on_middle, on_antes = _bets_over_middles(
                results, antes, bet_sums, ante_sums, own, other, a1, a2, d1, d2
            )
            play = on_antes + (2 * i + 1) * on_across + (2 * j + 1) * on_down + max(on_middle, 3 * on_middle)
            fold = -(4 + 2 * i + 2 * j) * unit * middles
            most += (4 + 2 * i + 2 * j) * weight * middles
            if play >= fold:
                most += (3 if on_middle >= 0 else 1) * weight * middles
            if play > fold:
                k = 1 if on_middle > 0 else 0
                for one in range(many[own]):
                    for two in range(many[other]):
                        both = _bits(middles_of[own, one] & middles_of[other, two])
                        counts[j, k, which[own, one], which[other, two]] += weight * both
            else:
                folds[1 + j] += weight * middles
    return counts, folds, most


@_compiled
def _follow(
    lines: Any, pairs: Any, pair_at: Any, across: Any, weights: Any, first: int, second: int, outs: Any, bet: Any,
    ante: Any, unit: int, losing: int, middles: int,
) -> Any:  # fmt: skip
    """What a fixed strategy comes to after an across bet: the down bet is given, and the middle bet goes by how many
    middle cards keep the better hand from losing."""
    results, antes = bet[lines], ante[lines]
    bet_sums, ante_sums = _sums(lines, bet, losing), _sums(lines, ante, losing)
    safe = np.zeros(len(lines), np.uint64)  # the middle cards with which a pair does not lose
    for pair in range(len(lines)):
        for middle in range(52):
            if lines[pair, middle] < losing:
                safe[pair] |= np.uint64(1) << np.uint64(middle)
    total = 0
    for at in range(len(across)):
        a1, a2 = across[at]
        own = pair_at[a1, a2]
        for other in range(len(pairs)):
            d1, d2 = pairs[other]
            if d1 in (a1, a2) or d2 in (a1, a2):
                continue
            on_across, on_down, on_middle, on_antes = _bets_over_middles(
                results, antes, bet_sums, ante_sums, own, other, a1, a2, d1, d2
            )
            play = on_antes + first * on_across + second * on_down
            taken = (np.uint64(1) << np.uint64(a1)) | (np.uint64(1) << np.uint64(a2))
            taken |= (np.uint64(1) << np.uint64(d1)) | (np.uint64(1) << np.uint64(d2))
            safe_middles = _bits((safe[own] | safe[other]) & ~taken)
            if safe_middles >= outs[1]:
                play += 3 * on_middle
            elif safe_middles >= outs[0]:
                play += on_middle
            else:
                play = -(2 + first + second) * unit * middles
            total += weights[at] * play
    return total


@dataclass(frozen=True)
class Bets:
    """The pay table as whole numbers: what a stake of `scale` wins on each line, and loses on none."""

    scale: int
    bet: NDArray[np.int32]  # by line; then a loss, a card of one's own pair, no card
    ante: NDArray[np.int32]
    line_of_rank: NDArray[np.uint8]

    @property
    def losing(self) -> int:
        return len(self.bet) - 3


@lru_cache(maxsize=16)
def bets(rules: Rules) -> Bets:
    table = rules.pay_tables["across"]
    pays = [line.pays or Odds(0) for line in table.lines]
    even = rules.options["antes_pay"] == "even"
    scale = lcm(*(odds.stake for odds in pays))
    bet = [scale * odds.win // odds.stake for odds in pays]
    ante = [scale * bool(won) if even else won for won in bet]
    return Bets(
        scale,
        np.array([*bet, -scale, _FAR_BELOW, 0], np.int32),
        np.array([*ante, -scale, 0, 0], np.int32),
        _line_of_rank(table),
    )


def _line_of_rank(table: PayTable) -> NDArray[np.uint8]:
    at = {line.key: number for number, line in enumerate(table.lines)}
    found = [table.poker_line(rank) for rank in range(1, ranks.BEST + 1)]
    return np.array([len(at), *(len(at) if line is None else at[line.key] for line in found)], np.uint8)


@dataclass(frozen=True)
class HoleCount:
    """One kind of starting hand: what each answer is worth, and what follows the best one."""

    hole: tuple[int, int]
    weight: int  # hands of this kind
    worth: tuple[int, int, int]  # one times, three times, fold: sums over all deals that follow
    best: int
    counts: Ints  # by bet down, bet middle, line across, line down
    folds: Ints  # on the down street; on the middle street after a down bet of one and of three antes
    most: int  # antes wagered over all deals that follow, the largest wager among equals


@dataclass(frozen=True)
class Counted:
    """The whole game under one pay table."""

    bets: Bets
    pack: tuple[int, ...]
    holes: tuple[HoleCount, ...]

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
        return Fraction(sum(hole.weight * hole.most for hole in self.holes), self.deals)

    def results(self) -> tuple[dict[Fraction, int], Fraction]:
        """How often each net result comes, in antes, and how many antes are wagered on average."""
        pays = self.bets
        results: dict[int, int] = {}
        action = 0

        def add(result: int, wagered: int, many: int) -> None:
            nonlocal action
            results[result] = results.get(result, 0) + many
            action += wagered * many

        for hole in self.holes:
            if hole.best == FOLD:
                add(-2 * pays.scale, 2, hole.weight * self.follow)
                continue
            first = TIMES[hole.best]
            for wagered, many in zip((2 + first, 3 + first, 5 + first), hole.folds, strict=True):
                if many:
                    add(-wagered * pays.scale, wagered, hole.weight * int(many))
            for j, k, across, down in zip(*np.nonzero(hole.counts), strict=True):
                bet, ante = pays.bet.astype(int), pays.ante.astype(int)
                won = int(ante[across] + ante[down] + first * bet[across] + TIMES[j] * bet[down])
                won += TIMES[k] * int(max(bet[across], bet[down]))
                add(won, 2 + first + TIMES[j] + TIMES[k], hole.weight * int(hole.counts[j, k, across, down]))
        exact = {Fraction(result, pays.scale): many for result, many in results.items()}
        return exact, Fraction(action, self.deals)

    def by_line(self) -> dict[int | str, tuple[int, Fraction]]:
        """For the better line of the two (the last one is none) and for each fold: deals, and what they come to."""
        pays = self.bets
        found: dict[int | str, tuple[int, int]] = {}

        def add(key: int | str, many: int, won: int) -> None:
            before = found.get(key, (0, 0))
            found[key] = (before[0] + many, before[1] + won)

        bet, ante = pays.bet.astype(int).tolist(), pays.ante.astype(int).tolist()
        for hole in self.holes:
            if hole.best == FOLD:
                many = hole.weight * self.follow
                add("across", many, -2 * pays.scale * many)
                continue
            first = TIMES[hole.best]
            for street, wagered, folded in zip(
                ("down", "middle", "middle"), (2 + first, 3 + first, 5 + first), hole.folds.tolist(), strict=True
            ):
                add(street, hole.weight * folded, -wagered * pays.scale * hole.weight * folded)
            for j, k, across, down in zip(*(at.tolist() for at in np.nonzero(hole.counts)), strict=True):
                many = hole.weight * int(hole.counts[j, k, across, down])
                won = ante[across] + ante[down] + first * bet[across] + TIMES[j] * bet[down]
                better = across if bet[across] >= bet[down] else down
                add(better, many, (won + TIMES[k] * bet[better]) * many)
        return {key: (many, Fraction(won, pays.scale * self.deals)) for key, (many, won) in found.items()}


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Counted:
    """Count the game with the best answer everywhere, the smallest wager among equals."""
    pays = bets(rules)
    cards = np.array(sorted(pack), np.int64)
    kinds = orbits(pairs_of(cards), suit_changes(cards))

    table = [pays.scale, pays.bet.tolist(), pays.ante.tolist(), pays.line_of_rank.tolist(), cards.tolist()]
    tasks = [((int(one), int(two)), cards, pays) for one, two in kinds.members]

    def made() -> dict[str, Ints]:
        parts = each(_count_hole, tasks, progress)
        return {name: np.stack([part[name] for part in parts]) for name in parts[0]}

    found = kept("criss-cross-poker", table, made)
    holes = []
    for at, (hole, *_) in enumerate(tasks):
        one_time, three_times, fold = found["worth"][at].tolist()
        holes.append(
            HoleCount(
                hole,
                int(kinds.weights[at]),
                (one_time, three_times, fold),
                int(found["best"][at]),
                found["counts"][at],
                found["folds"][at],
                int(found["most"][at]),
            )
        )
    return Counted(pays, tuple(pack), tuple(holes))


def _laid_out(hole: tuple[int, int], cards: Ints, pays: Bets, tables: batch.Tables) -> tuple[Ints, Ints, Ints, Any]:
    """The cards left, their pairs, where each pair stands, and the line each makes with each middle card."""
    left = cards[~np.isin(cards, hole)]
    pairs = pairs_of(left)
    pair_at = np.zeros((52, 52), np.int64)
    pair_at[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    return left, pairs, pair_at, _lines(np.array(hole), pairs, left, pays.line_of_rank, tables, pays.losing)


def _count_hole(hole: tuple[int, int], cards: Ints, pays: Bets) -> dict[str, Ints]:
    left, pairs, pair_at, lines = _laid_out(hole, cards, pays, batch.tables())
    across, weights = orbits(pairs, suit_changes(cards, hole))
    middles, unit, losing = len(left) - 4, pays.scale, pays.losing
    table = (lines, pairs, pair_at, across)
    times = np.array(TIMES)
    worth = _worth(*table, pays.bet, pays.ante, unit, losing, middles, times, times)
    follow = comb(len(left), 2) * comb(len(left) - 2, 2) * middles

    def followed(order: tuple[int, int, int]) -> tuple[Ints, int, Ints, Ints, int]:
        """What the best answers lead to; among equals the one that `order` names first."""
        named = np.array(order)
        on_down = named[worth[:, :, named].argmax(axis=2)]  # by across pair and across bet
        by_bet = (weights[:, None] * np.take_along_axis(worth, on_down[:, :, None], axis=2)[:, :, 0]).sum(axis=0)
        by_answer = np.array([*by_bet, -2 * unit * follow])
        best = int(named[by_answer[named].argmax()])
        if best == FOLD:
            nothing = np.zeros((2, 2, losing + 1, losing + 1), np.int64)
            return by_answer, best, nothing, np.zeros(3, np.int64), 2 * follow
        answers = np.ascontiguousarray(on_down[:, best])
        done = chosen.get((best, answers.tobytes()))
        if done is None:
            done = _outcomes(*table, weights, answers, best, pays.bet, pays.ante, unit, losing, middles)
            chosen[best, answers.tobytes()] = done
        return by_answer, best, *done

    chosen: dict[tuple[int, bytes], Any] = {}  # the two orders nearly always lead to the same answers
    by_answer, best, counts, folds, _ = followed((FOLD, ONE, THREE))
    most = followed((THREE, ONE, FOLD))[-1]
    return {
        "worth": by_answer, "best": np.array(best), "counts": counts, "folds": folds, "most": np.array(most),
    }  # fmt: skip


_STEPS = (
    "Bet across by the chart.",
    "Bet down three times with a pair in your hand, else once.",
    "Count the middle cards with which the better of your two hands would not lose. With 16 or more bet three times, "
    "with 7 or more once; with fewer, fold.",
)
OUTS = (7, 16)  # middle cards that keep the better hand from losing: enough to play, and to bet three times


def simple_worth(counted: Counted, progress: Progress | None = None, *, outs: tuple[int, int] = OUTS) -> Fraction:
    """What the strategy to remember is worth, in antes."""
    pays, cards, tables = counted.bets, np.array(sorted(counted.pack), np.int64), batch.tables()
    least = np.array(outs)

    def follow(totals: list[int], task: int) -> None:
        hole = counted.holes[task]
        if hole.best == FOLD:
            totals.append(-2 * pays.scale * hole.weight * counted.follow)
            return
        left, pairs, pair_at, lines = _laid_out(hole.hole, cards, pays, tables)
        across, weights = orbits(pairs, suit_changes(cards, hole.hole))
        second = 3 if card.rank(hole.hole[0]) == card.rank(hole.hole[1]) else 1
        total = _follow(
            lines, pairs, pair_at, across, weights, TIMES[hole.best], second, least, pays.bet, pays.ante, pays.scale,
            pays.losing, len(left) - 4,
        )  # fmt: skip
        totals.append(hole.weight * int(total))

    def made() -> dict[str, Ints]:
        states: list[list[int]] = workers(len(counted.holes), list, follow, progress)
        return {"total": np.array([sum(map(sum, states))])}

    key = [pays.scale, pays.bet.tolist(), pays.ante.tolist(), pays.line_of_rank.tolist(), cards.tolist(), outs]
    total = kept("criss-cross-poker-simple", key, made)["total"][0]
    return Fraction(int(total), counted.deals * pays.scale)


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer at a street is worth: the round's whole result in antes, with the best play after it."""
    pays, cards, tables = bets(rules), np.array(sorted(pack), np.int64), batch.tables()
    hole = (min(hand), max(hand))
    left, pairs, pair_at, lines = _laid_out(hole, cards, pays, tables)
    middles = len(left) - 4
    unit = stakes["ante-across"]
    sizes = np.array(rules.wagers[ask].times)
    of_table = (pays.bet, pays.ante, pays.scale, pays.losing, middles)
    ends = np.array((min(sizes), max(sizes)))
    if ask == "across":
        across, weights = orbits(pairs, suit_changes(cards, hole))
        worth = _worth(lines, pairs, pair_at, across, *of_table, sizes, ends)
        sums = (weights[:, None] * worth.max(axis=2)).sum(axis=0)
        follow = comb(len(left), 2) * comb(len(left) - 2, 2) * middles
        fold = Fraction(-2)
    elif ask == "down":
        first = stakes["across"] // unit
        across = np.array([sorted(seen["across"])])
        sums = _worth(lines, pairs, pair_at, across, *of_table, np.array([first]), sizes)[0, 0, :-1]
        follow = comb(len(left) - 2, 2) * middles
        fold = Fraction(-2 - first)
    else:
        first, second = (stakes[bet] // unit for bet in ("across", "down"))
        (a1, a2), (d1, d2) = (sorted(seen[place]) for place in ("across", "down"))
        results, antes = pays.bet[lines], pays.ante[lines]
        on_across, on_down, on_middle, on_antes = _bets_over_middles(
            results, antes, _sums(lines, pays.bet, pays.losing), _sums(lines, pays.ante, pays.losing),
            pair_at[a1, a2], pair_at[d1, d2], a1, a2, d1, d2,
        )  # fmt: skip
        sums = on_antes + first * on_across + second * on_down + sizes * on_middle
        follow = middles
        fold = Fraction(-2 - first - second)
    worth_of = {f"{ask} {size}": Fraction(int(sum), follow * pays.scale) for size, sum in zip(sizes, sums, strict=True)}
    return Advised({**worth_of, "fold": fold}, "one ante", unit)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Criss Cross Poker table."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    results, action = counted.results()
    main = WagerPrice(
        wager="ante",
        name="Antes and the three bets, best play",
        unit="one ante",
        staked=Fraction(2),
        outcomes=Outcomes(results),
        clause="12.A",
        action=action,
        actions=(action, counted.most_action),
        lines=_main_lines(rules, counted),
    )
    wagers = [main]
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
    short = Simple("To remember", _STEPS, simple_worth(counted, progress), main.expectation)
    return Sheet(rules, tuple(wagers), charts, notes, method, (short,), seconds=perf_counter() - begun)


def _main_lines(rules: Rules, counted: Counted) -> tuple[LinePrice, ...]:
    """The deals by the better hand, and the folds: together every deal, and the whole expectation."""
    table = rules.pay_tables["across"]
    found = counted.by_line()
    named: list[tuple[int | str, str, str, str]] = [
        (at, line.label, "push" if line.pays is None else str(line.pays), line.clause)
        for at, line in enumerate(table.lines)
    ]
    named.append((len(table.lines), "nothing", "lose", "11.I(3)(d)"))
    named += [(street, f"fold on {street}", "lose", clause) for street, clause in _FOLDS]
    none = (0, Fraction(0))
    return tuple(
        LinePrice(name, pays, clause, found.get(key, none)[0], counted.deals, found.get(key, none)[1])
        for key, name, pays, clause in named
    )


def price_bonus(rules: Rules) -> WagerPrice:
    """The Five Card Bonus, over all five-card boards."""
    counts = bonus.by_rank(rules.pay_tables["five-card-bonus"], batch.count_all(5))
    return bonus.price_bonus(rules, "five-card-bonus", counts, lost="12.C")


def limit_reached_above(rules: Rules) -> int:
    """The largest ante in cents at which no hand can reach the payout limit of 12.B with three times the ante bet."""
    odds = {line.key: line.pays.fraction() if line.pays else Fraction(0) for line in rules.pay_tables["across"].lines}
    even = rules.options["antes_pay"] == "even"
    most = Fraction(0)
    for pair in rules.game.facts["together"]["lines"]:
        won = [odds[line] for line in pair]
        antes = sum((Fraction(bool(one)) if even else one for one in won), Fraction(0))
        most = max(most, antes + 3 * (sum(won) + max(won)))
    return int(cents(rules.game.facts["payout_limit"]["amount"]) / most) if most else 0


def starting_chart(counted: Counted) -> Chart:
    """The first street for each starting hand: suited above the diagonal, offsuit below, pairs on it."""
    letters = "".join(reversed(card.RANKS))
    answers = {}
    for hole in counted.holes:
        high, low = max(hole.hole), min(hole.hole)
        suited = card.suit(high) == card.suit(low)
        answers[card.rank(high), card.rank(low), suited] = ("1", "3", "F")[hole.best]
    cells = tuple(
        tuple(answers[max(row, column), min(row, column), column < row] for column in range(12, -1, -1))
        for row in range(12, -1, -1)
    )
    legend = {"3": "bet three times the ante", "1": "bet the ante", "F": "fold"}
    return Chart(
        "Across bet by starting hand", tuple(letters), tuple(letters), cells, legend, "suited to the right of the pairs"
    )
