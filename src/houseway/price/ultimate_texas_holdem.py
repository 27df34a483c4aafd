"""Ultimate Texas Hold'em, counted whole: every deal, all three streets, with card removal.

The count goes by boards. On each of the boards that differ by more than the names of suits, every pair of hole cards
is ranked once and the pairs are sorted; how many of the player-dealer's hands a pair beats, ties and loses to follows
from counters by card, since a hand is out of the way exactly if it holds one of the two cards. What the pair then comes
to is added to its situation at each of the ten flops that the board can have come from, and the decisions are taken
backwards: river, flop, deal. Everything is an integer until the last division.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import combinations
from math import comb, lcm
from time import perf_counter
from typing import Any

import numpy as np
from numba import njit
from numpy.typing import NDArray

from houseway.cards import batch, card, ranks
from houseway.price.advised import Advised
from houseway.price.bonus import by_rank, price_bonus
from houseway.price.cache import kept
from houseway.price.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.price.suits import suit_changes
from houseway.price.work import workers
from houseway.rules.models import PayTable
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

Progress = Callable[[int, int], None]
Ints = NDArray[np.int64]

FULL_PACK = tuple(range(52))
FLOPS = 10  # the ways to have had three of the five as the flop
STREETS = ("preflop", "flop", "river")
PREFLOP, FLOP, RIVER, FOLDED = range(4)
WIN, WIN_ALONE, LOSE, LOSE_ALONE, TIE = range(5)  # "alone": the player-dealer does not qualify, and the ante pushes
_PAIRS = 52 * 51 // 2
_IN_A_TASK = 1024
_FIRST_PAIR = next(rank for rank in range(1, ranks.BEST + 1) if ranks.category(rank) >= ranks.Category.PAIR)


def _compiled(function: Any) -> Any:
    """Compiled without the interpreter's lock, so that threads share the cores."""
    return njit(cache=True, nogil=True)(function)


# Boards, flops and pairs up to suits


@_compiled
def _boards(pack: Any, changes: Any, most: int) -> Any:
    """One board of each kind, the first among its likes, with the number of its kind."""
    boards = np.empty((most, 5), np.uint8)
    weights = np.empty(most, np.int64)
    found = 0
    bits = np.zeros((len(changes), 52), np.int64)
    for change in range(len(changes)):
        for one in range(52):
            bits[change, one] = np.int64(1) << changes[change, one]
    size = len(pack)
    for i in range(size):
        for j in range(i + 1, size):
            for k in range(j + 1, size):
                for m in range(k + 1, size):
                    for n in range(m + 1, size):
                        a, b, c, d, e = pack[i], pack[j], pack[k], pack[m], pack[n]
                        own = (np.int64(1) << a) | (np.int64(1) << b) | (np.int64(1) << c)
                        own |= (np.int64(1) << d) | (np.int64(1) << e)
                        same = 0
                        for change in range(len(changes)):
                            of = bits[change]
                            other = of[a] | of[b] | of[c] | of[d] | of[e]
                            if other < own:
                                same = -1
                                break
                            if other == own:
                                same += 1
                        if same > 0:
                            boards[found, 0], boards[found, 1], boards[found, 2] = a, b, c
                            boards[found, 3], boards[found, 4] = d, e
                            weights[found] = len(changes) // same
                            found += 1
    return boards[:found], weights[:found]


class Kinds:
    """Everything of a pack that does not depend on pays; what takes a while is found when it is first asked for."""

    def __init__(self, pack: Sequence[int] = FULL_PACK) -> None:
        self.pack = tuple(sorted(pack))
        self.cards = np.array(self.pack, np.int64)
        self.changes = suit_changes(self.cards)  # renamings of the suits
        first, second = np.triu_indices(52, 1)
        self.pair_at = np.zeros((52, 52), np.int16)  # the number of a pair
        self.pair_at[first, second] = self.pair_at[second, first] = np.arange(_PAIRS)
        self.moved = self.pair_at[self.changes[:, first], self.changes[:, second]]  # change x pair: what it becomes
        self.holes = self.moved.min(axis=0)  # pair: the first pair that is the same starting hand

    @property
    def pairs(self) -> Ints:
        """The numbers of the pairs in the pack."""
        first, second = np.triu_indices(len(self.cards), 1)
        return self.pair_at[self.cards[first], self.cards[second]].astype(np.int64)

    @cached_property
    def boards(self) -> tuple[NDArray[np.uint8], Ints]:
        """One board of each kind, and how many there are of it."""
        boards, weights = _boards(self.cards, self.changes, comb(len(self.cards), 5))
        return boards, weights

    @cached_property
    def flops(self) -> "_Flops":
        return _Flops(self)

    @property
    def dealers(self) -> int:
        """The player-dealer's hands against one pair on one board."""
        return comb(len(self.pack) - 7, 2)

    @property
    def deals_of_a_pair(self) -> int:
        return comb(len(self.pack) - 2, 5) * FLOPS * self.dealers


class _Flops:
    """The flops of a pack up to suits, and which pairs are the same situation on each."""

    def __init__(self, of: Kinds) -> None:
        flops = np.array(list(combinations(of.pack, 3)), np.int64)
        as_numbers = np.sort(of.changes[:, flops], axis=2) @ np.array([52 * 52, 52, 1])  # changes x flops
        numbers, kind = np.unique(as_numbers.min(axis=0), return_inverse=True)
        self.many = len(numbers)
        self.first = np.stack([numbers // 52**2, numbers // 52 % 52, numbers % 52], axis=1)  # one of each kind
        # By three cards in order: the kind of the flop, and the change that makes it the first of its kind.
        self.at, self.by = np.zeros((52, 52, 52), np.int16), np.zeros((52, 52, 52), np.int8)
        self.at[flops[:, 0], flops[:, 1], flops[:, 2]] = kind
        self.by[flops[:, 0], flops[:, 1], flops[:, 2]] = as_numbers.argmin(axis=0)
        leave = as_numbers[:, np.searchsorted(as_numbers[0], numbers)] == numbers  # changes x kinds: the flop stays
        # Kind x pair: the first pair that is the same situation.
        self.alike = np.stack([of.moved[leave[:, flop]].min(axis=0) for flop in range(self.many)])


# The pay table as whole numbers


@dataclass(frozen=True)
class Bets:
    """What a blind of `scale` wins by line (the last is none: it pushes), and how much may be raised on each street."""

    scale: int
    blind: Ints
    line_of_rank: NDArray[np.uint8]
    times: tuple[tuple[int, ...], ...]

    @property
    def ends(self) -> Ints:
        """The least and the most that may be raised on each street: a raise is linear, so one of them is best."""
        return np.array([(min(times), max(times)) for times in self.times], np.int64)

    def key(self) -> list[Any]:
        return [self.scale, self.blind.tolist(), self.line_of_rank.tolist(), self.times]


@lru_cache(maxsize=16)
def bets(rules: Rules) -> Bets:
    table = rules.pay_tables["blind"]
    odds = [line.pays or Odds(0) for line in table.lines]
    scale = lcm(*(one.stake for one in odds))
    pays = [scale * one.win // one.stake for one in odds]
    times = tuple(tuple(rules.game.facts["streets"][street]["times"]) for street in STREETS)
    return Bets(scale, np.array([*pays, 0], np.int64), _line_of_rank(table), times)


def _line_of_rank(table: PayTable) -> NDArray[np.uint8]:
    at = {line.key: number for number, line in enumerate(table.lines)}
    found = [table.poker_line(rank) for rank in range(1, ranks.BEST + 1)]
    return np.array([len(at), *(len(at) if line is None else at[line.key] for line in found)], np.uint8)


# One board


@_compiled
def _rank_pairs(board: Any, left: Any, tables: Any, pair_at: Any, held: Any, pairs: Any, ranked: Any) -> int:
    """Every pair of the cards left: its two cards, its number and its rank with the board."""
    key, suits = 0, 0
    for one in board:
        key += tables.keys[one]
        suits += tables.suits[one]
    suited = batch.flush_within(key, 2)
    at = 0
    for i in range(len(left)):
        first = left[i]
        first_key, first_suits = key + tables.keys[first], suits + tables.suits[first]
        for j in range(i + 1, len(left)):
            second = left[j]
            both = first_key + tables.keys[second]
            if suited:
                ranked[at] = batch.rank_of(both, first_suits + tables.suits[second], tables)
            else:
                ranked[at] = batch.rank_without_flush(both, tables)
            held[at, 0], held[at, 1] = first, second
            pairs[at] = pair_at[first, second]
            at += 1
    return at


@_compiled
def _sort(ranked: Any, many: int, order: Any, other: Any) -> None:
    """The pairs from the lowest rank up: two passes over thirteen bits."""
    low = np.zeros(129, np.int32)
    high = np.zeros(65, np.int32)
    for at in range(many):
        low[(ranked[at] & 127) + 1] += 1
        high[(ranked[at] >> 7) + 1] += 1
    for at in range(128):
        low[at + 1] += low[at]
    for at in range(64):
        high[at + 1] += high[at]
    for at in range(many):
        place = ranked[at] & 127
        other[low[place]] = at
        low[place] += 1
    for step in range(many):
        at = other[step]
        place = ranked[at] >> 7
        order[high[place]] = at
        high[place] += 1


@_compiled
def _compare(held: Any, ranked: Any, order: Any, many: int, dealers: int, first_pair: int, met: Any) -> None:
    """For each pair, how many disjoint hands it beats and loses to, with those that don't qualify apart, and ties."""
    below = np.int32(0)
    below_with = np.zeros(52, np.int32)
    equal_with = np.zeros(52, np.int32)
    unqualified = np.int32(0)
    unqualified_with = np.zeros(52, np.int32)
    for at in range(many):
        if ranked[at] < first_pair:
            unqualified += 1
            unqualified_with[held[at, 0]] += 1
            unqualified_with[held[at, 1]] += 1
    start = 0
    while start < many:
        rank = ranked[order[start]]
        end = start
        while end < many and ranked[order[end]] == rank:
            at = order[end]
            equal_with[held[at, 0]] += 1
            equal_with[held[at, 1]] += 1
            end += 1
        qualified = rank >= first_pair
        for step in range(start, end):
            at = order[step]
            a, b = held[at, 0], held[at, 1]
            won = below - below_with[a] - below_with[b]
            tied = end - start - equal_with[a] - equal_with[b] + 1  # the pair itself was taken off twice
            lost = dealers - won - tied
            alone = unqualified - unqualified_with[a] - unqualified_with[b]
            if qualified:
                met[at, 0], met[at, 1], met[at, 2], met[at, 3] = won - alone, alone, lost, 0
            else:
                alone += 1
                met[at, 0], met[at, 1], met[at, 2], met[at, 3] = 0, won, dealers - alone, alone - won - tied
            met[at, 4] = tied
        for step in range(start, end):
            at = order[step]
            for place in range(2):
                below_with[held[at, place]] += 1
                equal_with[held[at, place]] = 0
        below += end - start
        start = end


@_compiled
def _linear(met: Any, pays: int, scale: int) -> Any:
    """What ante and blind come to over all the player-dealer's hands, and what one ante on the play bet does."""
    won, lost = met[0] + met[1], met[2] + met[3]
    fixed = scale * (met[0] - met[2]) + pays * won - scale * lost
    return np.int64(fixed), np.int64(scale * (won - lost))


@_compiled
def _left(pack: Any, board: Any, left: Any) -> None:
    at = 0
    for one in pack:
        if one != board[0] and one != board[1] and one != board[2] and one != board[3] and one != board[4]:
            left[at] = one
            at += 1


@_compiled
def _flops_of(board: Any, flop_at: Any, flop_by: Any, flops: Any, by: Any) -> None:
    at = 0
    for i in range(5):
        for j in range(i + 1, 5):
            for k in range(j + 1, 5):
                flops[at] = flop_at[board[i], board[j], board[k]]
                by[at] = flop_by[board[i], board[j], board[k]]
                at += 1


@_compiled
def _add_boards(
    boards: Any, weights: Any, pack: Any, tables: Any, pair_at: Any, moved: Any, flop_at: Any, flop_by: Any,
    line_of_rank: Any, blind: Any, scale: int, ends: Any, first_pair: int, sums: Any,
) -> None:  # fmt: skip
    """Add each pair on each board to its situation on every flop: the best river, ante and blind, the play bet."""
    size = len(pack) - 5
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    fold = -2 * scale * dealers
    left = np.empty(size, np.int64)
    held, pairs, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    worth = np.empty((most, 3), np.int64)
    flops, by = np.empty(10, np.int64), np.empty(10, np.int64)
    for one in range(len(boards)):
        board, weight = boards[one], weights[one]
        _left(pack, board, left)
        many = _rank_pairs(board, left, tables, pair_at, held, pairs, ranked)
        _sort(ranked, many, order, other)
        _compare(held, ranked, order, many, dealers, first_pair, met)
        for at in range(many):
            fixed, play = _linear(met[at], blind[line_of_rank[ranked[at]]], scale)
            worth[at, 0] = weight * max(fold, fixed + ends[2, 0] * play, fixed + ends[2, 1] * play)
            worth[at, 1] = weight * fixed
            worth[at, 2] = weight * play
        _flops_of(board, flop_at, flop_by, flops, by)
        for flop in range(10):
            into, change = sums[flops[flop]], moved[by[flop]]
            for at in range(many):
                place = change[pairs[at]]
                into[place, 0] += worth[at, 0]
                into[place, 1] += worth[at, 1]
                into[place, 2] += worth[at, 2]


@_compiled
def _count_boards(
    boards: Any, weights: Any, pack: Any, tables: Any, pair_at: Any, moved: Any, flop_at: Any, flop_by: Any,
    line_of_rank: Any, blind: Any, scale: int, ends: Any, first_pair: int, raised: Any, on_flop: Any,
    counts: Any, action: Any,
) -> None:  # fmt: skip
    """Count every deal by street, line and result under the strategy; and the antes that the boldest of equals wagers.

    `raised` is 0 for a check before the flop; `on_flop` has 1 where a raise is strictly better and 256 where it is at
    least as good.
    """
    size = len(pack) - 5
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    fold = -2 * scale * dealers
    left = np.empty(size, np.int64)
    held, pairs, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    raises = np.empty(most, np.int16)
    flops, by = np.empty(10, np.int64), np.empty(10, np.int64)
    for one in range(len(boards)):
        board, weight = boards[one], weights[one]
        _left(pack, board, left)
        many = _rank_pairs(board, left, tables, pair_at, held, pairs, ranked)
        _sort(ranked, many, order, other)
        _compare(held, ranked, order, many, dealers, first_pair, met)
        _flops_of(board, flop_at, flop_by, flops, by)
        raises[:] = 0
        for flop in range(10):
            on, change = on_flop[flops[flop]], moved[by[flop]]
            for at in range(many):
                raises[at] += on[change[pairs[at]]]
        for at in range(many):
            line = line_of_rank[ranked[at]]
            first = raised[0, pairs[at]]
            on_least, on_most = raises[at] & 255, raises[at] >> 8
            fixed, play = _linear(met[at], blind[line], scale)
            river = fixed + max(ends[2, 0] * play, ends[2, 1] * play)
            size_of_river = ends[2, 1] if play > 0 else ends[2, 0]
            if first > 0:
                for result in range(5):
                    counts[0, line, result] += weight * 10 * met[at, result]
                action[0] += weight * 10 * dealers * (2 + first)
            else:
                for result in range(5):
                    counts[1, line, result] += weight * on_least * met[at, result]
                action[0] += weight * on_least * dealers * (2 + ends[1, 1])
                rest = weight * (10 - on_least)
                if river > fold:
                    for result in range(5):
                        counts[2, line, result] += rest * met[at, result]
                    action[0] += rest * dealers * (2 + size_of_river)
                else:
                    counts[3, 0, 0] += rest * dealers
                    action[0] += rest * dealers * 2
            bold = raised[1, pairs[at]]
            if bold > 0:
                action[1] += weight * 10 * dealers * (2 + bold)
            else:
                action[1] += weight * on_most * dealers * (2 + ends[1, 1])
                action[1] += weight * (10 - on_most) * dealers * (2 + (size_of_river if river >= fold else 0))


# The whole game


@dataclass(frozen=True)
class Counted:
    """The whole game under one blind pay table."""

    kinds: Kinds
    bets: Bets
    raising: Ints  # by pair: what a raise before the flop comes to over all deals, for the least and the most allowed
    checking: Ints  # by pair: and a check, with the best play after it
    raised: NDArray[np.int8]  # the timid and the bold strategy x pair: how many antes before the flop; 0 is a check
    on_flop: NDArray[np.int16]  # flop kind x pair: 1 where a raise is better, 256 where it is at least as good
    counts: Ints  # by street, line and result; the first of the last street are the folds
    antes: tuple[int, int]  # wagered over all deals: the least and the most among equally good strategies

    @property
    def deals(self) -> int:
        return comb(len(self.kinds.pack), 2) * self.kinds.deals_of_a_pair

    @property
    def expectation(self) -> Fraction:
        """What a round is worth to the player, in antes (who puts up two)."""
        best = np.maximum(self.raising.max(axis=1), self.checking)
        total = sum(best[self.kinds.pairs].tolist())
        return Fraction(total, self.deals * self.bets.scale)

    @property
    def action(self) -> tuple[Fraction, Fraction]:
        return Fraction(self.antes[0], self.deals), Fraction(self.antes[1], self.deals)

    def results(self) -> dict[Fraction, int]:
        """How often each net result comes, in antes."""
        results: dict[Fraction, int] = {}
        for _, _, result, many in self.by_result():
            results[result] = results.get(result, 0) + many
        return results

    def by_result(self) -> list[tuple[int, int, Fraction, int]]:
        """Street, line, net result in antes, and how often it comes."""
        found = [(FOLDED, len(self.bets.blind) - 1, Fraction(-2), int(self.counts[FOLDED, 0, 0]))]
        for street in (PREFLOP, FLOP, RIVER):
            size = max(self.bets.times[street])
            for line, pays in enumerate(self.bets.blind.tolist()):
                blind = Fraction(pays, self.bets.scale)
                nets = (1 + size + blind, size + blind, Fraction(-2 - size), Fraction(-1 - size), Fraction(0))
                for result, net in enumerate(nets):
                    if many := int(self.counts[street, line, result]):
                        found.append((street, line, net, many))
        return found


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Counted:
    """Count the game with the best answer everywhere, a check or a fold among equals."""
    pays, of_pack = bets(rules), Kinds(pack)
    made = kept("ultimate-texas-holdem", [pays.key(), sorted(pack)], lambda: _count(of_pack, pays, progress))
    antes = (int(made["action"][0]), int(made["action"][1]))
    return Counted(
        of_pack, pays, made["raising"], made["checking"], made["raised"], made["on_flop"], made["counts"], antes
    )  # fmt: skip


def _count(of: Kinds, pays: Bets, progress: Progress | None) -> dict[str, NDArray[Any]]:
    tables, ends = batch.tables(), pays.ends
    boards, weights = of.boards
    flops = of.flops
    table = (of.cards, tables, of.pair_at, of.moved, flops.at, flops.by)
    bet = (pays.line_of_rank, pays.blind, pays.scale, ends, _FIRST_PAIR)
    tasks = -(-len(boards) // _IN_A_TASK)

    def part(task: int) -> tuple[Any, Any]:
        there = slice(task * _IN_A_TASK, (task + 1) * _IN_A_TASK)
        return boards[there], weights[there]

    def both(half: int) -> Progress | None:
        return None if progress is None else lambda done, all: progress(half * all + done, 2 * all)

    added = workers(
        tasks,
        lambda: np.zeros((flops.many, _PAIRS, 3), np.int64),
        lambda sums, task: _add_boards(*part(task), *table, *bet, sums),
        both(0),
    )
    sums = added[0]
    for more in added[1:]:
        sums += more
    alone = _together(sums, flops.alike)  # each situation once, at its first pair
    raise_now = alone[..., 1] + np.maximum(ends[FLOP, 0] * alone[..., 2], ends[FLOP, 1] * alone[..., 2])
    check = alone[..., 0]
    rows = np.arange(flops.many)[:, None]
    on_flop = ((raise_now > check) + 256 * (raise_now >= check)).astype(np.int16)[rows, flops.alike]

    hands = np.stack([np.maximum(raise_now, check).sum(axis=0), alone[..., 1].sum(axis=0), alone[..., 2].sum(axis=0)])
    by_hole = np.zeros_like(hands)
    for row, values in zip(by_hole, hands, strict=True):
        np.add.at(row, of.holes, values)
    many = np.zeros(_PAIRS, np.int64)
    np.add.at(many, of.holes[of.pairs], 1)
    checking, fixed, play = (by_hole // np.maximum(many, 1))[:, of.holes]  # of one hand: all of a kind are the same
    raising = fixed[:, None] + play[:, None] * ends[PREFLOP]
    size = ends[PREFLOP][raising.argmax(axis=1)]
    best = raising.max(axis=1)
    raised = np.stack([np.where(best > checking, size, 0), np.where(best >= checking, size, 0)]).astype(np.int8)

    lines = len(pays.blind)
    counted = workers(
        tasks,
        lambda: (np.zeros((4, lines, 5), np.int64), np.zeros(2, np.int64)),
        lambda state, task: _count_boards(*part(task), *table, *bet, raised, on_flop, *state),
        both(1),
    )
    counts, action = (np.sum([state[at] for state in counted], axis=0) for at in range(2))
    return {
        "raising": raising, "checking": checking, "raised": raised, "on_flop": on_flop, "counts": counts,
        "action": action,
    }  # fmt: skip


@_compiled
def _together(sums: Any, alike: Any) -> Any:
    """Add up the pairs that are the same situation on a flop, into the first of them."""
    found = np.zeros_like(sums)
    for flop in range(len(sums)):
        for pair in range(sums.shape[1]):
            for part in range(sums.shape[2]):
                found[flop, alike[flop, pair], part] += sums[flop, pair, part]
    return found


# A strategy to remember


@_compiled
def _simple_flops(firsts: Any, held: Any, tables: Any, category_of: Any) -> Any:
    """Where the simple strategy raises on the flop: 257 for yes, as the count of raises takes it."""
    raises = np.zeros((len(firsts), len(held)), np.int16)
    for flop in range(len(firsts)):
        cards = firsts[flop]
        for pair in range(len(held)):
            first, second = held[pair]
            if first in cards or second in cards:
                continue
            key, suits = tables.keys[first] + tables.keys[second], tables.suits[first] + tables.suits[second]
            for one in cards:
                key += tables.keys[one]
                suits += tables.suits[one]
            category = category_of[batch.rank_of(key, suits, tables)]
            a, b, c = cards[0] >> 2, cards[1] >> 2, cards[2] >> 2
            of_flop = 3 if a == b == c else 1 if a in (b, c) or b == c else 0
            raised = category > of_flop
            if category == 1 and second < 4:  # a pair of deuces in the hand
                raised = False
            for suit in range(4):
                of_suit = 0
                for one in cards:
                    of_suit += one & 3 == suit
                own = (first & 3 == suit) + (second & 3 == suit)
                high = (first & 3 == suit and first >> 2 >= 8) or (second & 3 == suit and second >> 2 >= 8)
                if of_suit + own == 4 and high:
                    raised = True
            if raised:
                raises[flop, pair] = 257
    return raises


@_compiled
def _follow_boards(
    boards: Any, weights: Any, pack: Any, tables: Any, pair_at: Any, moved: Any, flop_at: Any, flop_by: Any,
    line_of_rank: Any, blind: Any, scale: int, ends: Any, first_pair: int, raised: Any, on_flop: Any,
    category_of: Any, outs: int, total: Any,
) -> None:  # fmt: skip
    """Add up what a fixed strategy comes to: on the river it plays a hand that is helped, or that few cards beat."""
    size = len(pack) - 5
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    left = np.empty(size, np.int64)
    held, pairs, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    raises = np.empty(most, np.int16)
    flops, by = np.empty(10, np.int64), np.empty(10, np.int64)
    alone = np.empty(size, np.int64)
    for one in range(len(boards)):
        board, weight = boards[one], weights[one]
        _left(pack, board, left)
        many = _rank_pairs(board, left, tables, pair_at, held, pairs, ranked)
        _sort(ranked, many, order, other)
        _compare(held, ranked, order, many, dealers, first_pair, met)
        _flops_of(board, flop_at, flop_by, flops, by)
        key, suits = 0, 0
        for place in range(5):
            key += tables.keys[board[place]]
            suits += tables.suits[board[place]]
        of_board = category_of[batch.rank_of(key, suits, tables)]
        for at in range(size):  # what one card of the player-dealer's makes with the board
            alone[at] = batch.rank_of(key + tables.keys[left[at]], suits + tables.suits[left[at]], tables)
        raises[:] = 0
        for flop in range(10):
            on, change = on_flop[flops[flop]], moved[by[flop]]
            for at in range(many):
                raises[at] += on[change[pairs[at]]]
        for at in range(many):
            fixed, play = _linear(met[at], blind[line_of_rank[ranked[at]]], scale)
            if raised[0, pairs[at]] > 0:
                total[0] += weight * 10 * (fixed + raised[0, pairs[at]] * play)
                continue
            early = raises[at] & 255
            total[0] += weight * early * (fixed + ends[1, 1] * play)
            plays = category_of[ranked[at]] > of_board
            if not plays:
                beaten = 0
                for place in range(size):
                    if left[place] != held[at, 0] and left[place] != held[at, 1]:
                        beaten += alone[place] > ranked[at]
                plays = beaten <= outs
            worth = fixed + ends[2, 1] * play if plays else -2 * scale * dealers
            total[0] += weight * (10 - early) * worth


_STEPS = (
    "Before the flop, raise by the chart.",
    "On the flop, raise with a better class of hand than the flop has by itself (a pair or more that your own cards "
    "help to make), unless it is only a pair of deuces in your hand; and with four to a flush and your own ten or "
    "higher in it.",
    "On the river, play with a better class of hand than the board has by itself, or if at most 20 of the cards you do "
    "not see would beat you, each alone with the board; else fold.",
)
OUTS = 20  # on the river: so many cards, or fewer, that beat the hand alone


def simple_worth(counted: Counted, progress: Progress | None = None) -> Fraction:
    """What the strategy to remember is worth, in antes."""
    of, pays = counted.kinds, counted.bets
    made = kept(
        "ultimate-texas-holdem-simple", [pays.key(), of.pack, OUTS], lambda: {"total": _follow(counted, progress)}
    )
    return Fraction(int(made["total"][0]), counted.deals * pays.scale)


def _follow(counted: Counted, progress: Progress | None) -> Ints:
    of, pays, tables = counted.kinds, counted.bets, batch.tables()
    boards, weights = of.boards
    category_of = np.array([0, *(int(ranks.category(rank)) for rank in range(1, ranks.BEST + 1))], np.int64)
    held = np.stack(np.triu_indices(52, 1), axis=1)
    on_flop = _simple_flops(of.flops.first, held, tables, category_of)
    table = (of.cards, tables, of.pair_at, of.moved, of.flops.at, of.flops.by)
    bet = (pays.line_of_rank, pays.blind, pays.scale, pays.ends, _FIRST_PAIR)

    def follow(total: Ints, task: int) -> None:
        there = slice(task * _IN_A_TASK, (task + 1) * _IN_A_TASK)
        _follow_boards(
            boards[there], weights[there], *table, *bet, counted.raised, on_flop, category_of, OUTS, total
        )  # fmt: skip

    totals = workers(-(-len(boards) // _IN_A_TASK), lambda: np.zeros(1, np.int64), follow, progress)
    added: Ints = np.sum(totals, axis=0)
    return added


# One decision


@_compiled
def _against(hole: Any, board: Any, left: Any, tables: Any, first_pair: int, met: Any) -> int:
    """One pair on one board against every hand of the player-dealer; the answer is the pair's rank."""
    key, suits = 0, 0
    for one in board:
        key += tables.keys[one]
        suits += tables.suits[one]
    own = batch.rank_of(
        key + tables.keys[hole[0]] + tables.keys[hole[1]], suits + tables.suits[hole[0]] + tables.suits[hole[1]], tables
    )
    met[:] = 0
    for i in range(len(left)):
        if left[i] in board:
            continue
        for j in range(i + 1, len(left)):
            if left[j] in board:
                continue
            rank = batch.rank_of(
                key + tables.keys[left[i]] + tables.keys[left[j]],
                suits + tables.suits[left[i]] + tables.suits[left[j]],
                tables,
            )
            if rank == own:
                met[4] += 1
            else:
                met[(0 if rank < own else 2) + (0 if rank >= first_pair else 1)] += 1
    return own


@_compiled
def _from_flop(
    hole: Any, flop: Any, left: Any, tables: Any, first_pair: int, line_of_rank: Any, blind: Any, scale: int, ends: Any
) -> Any:
    """Over every turn and river: the best river, ante and blind, the play bet."""
    board = np.empty(5, np.int64)
    board[:3] = flop
    met = np.empty(5, np.int64)
    sums = np.zeros(3, np.int64)
    for i in range(len(left)):
        for j in range(i + 1, len(left)):
            board[3], board[4] = left[i], left[j]
            rank = _against(hole, board, left, tables, first_pair, met)
            fixed, play = _linear(met, blind[line_of_rank[rank]], scale)
            sums[0] += max(-2 * scale * met.sum(), fixed + ends[2, 0] * play, fixed + ends[2, 1] * play)
            sums[1] += fixed
            sums[2] += play
    return sums


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth: the round's whole result in antes, with the best play after it."""
    pays, tables, cards = bets(rules), batch.tables(), np.array(sorted(pack))
    sizes = pays.times[STREETS.index(ask)]
    hole = np.array(sorted(hand))
    other: dict[str, Fraction]
    if ask == "preflop":
        counted = count(rules, pack=pack)
        pair = counted.kinds.pair_at[hole[0], hole[1]]
        cases = counted.kinds.deals_of_a_pair * pays.scale
        # A raise is linear in its size: the two ends say what one ante of it is worth.
        (low, high), ends = counted.raising[pair].tolist(), pays.ends[PREFLOP].tolist()
        each = Fraction(high - low, ends[1] - ends[0]) if ends[0] != ends[1] else Fraction(0)
        worth = {f"play {size}": (low + (size - ends[0]) * each) / cases for size in sizes}
        other = {"check": Fraction(int(counted.checking[pair]), cases)}
    elif ask == "flop":
        left = cards[~np.isin(cards, [*hand, *seen["flop"]])]
        best, fixed, play = _from_flop(
            hole,
            np.array(seen["flop"]),
            left,
            tables,
            _FIRST_PAIR,
            pays.line_of_rank,
            pays.blind,
            pays.scale,
            pays.ends,
        ).tolist()
        cases = comb(len(left), 2) * comb(len(left) - 2, 2) * pays.scale
        worth = {f"play {size}": Fraction(fixed + size * play, cases) for size in sizes}
        other = {"check": Fraction(best, cases)}
    else:
        board = np.array([*seen["flop"], *seen["turn"], *seen["river"]])
        left = cards[~np.isin(cards, [*hand, *board])]
        met = np.zeros(5, np.int64)
        rank = _against(hole, board, left, tables, _FIRST_PAIR, met)
        fixed, play = _linear(met, pays.blind[pays.line_of_rank[rank]], pays.scale)
        cases = comb(len(left), 2) * pays.scale
        worth = {f"play {size}": Fraction(int(fixed + size * play), cases) for size in sizes}
        other = {"fold": Fraction(-2)}
    return Advised({**worth, **other}, "one ante", stakes["ante"])


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of an Ultimate Texas Hold'em table, from the player's side."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    least, most = counted.action
    main = WagerPrice(
        wager="ante",
        name="Ante, Blind and Play, best play",
        unit="one ante",
        staked=Fraction(2),
        outcomes=Outcomes(counted.results()),
        clause=rules.pay_tables["blind"].clause,
        action=least,
        actions=(least, most),
        lines=_lines(rules, counted),
    )
    wagers = [main]
    if "trips" in rules.wagers:
        wagers.append(price_trips(rules))
    method = (
        f"Each of the {counted.deals:,} ways to deal two cards to a player, a flop, a turn and river and two cards "
        "to the player-dealer is counted once, by the boards that differ by more than the names of suits.",
        "On each board all pairs of hole cards are ranked and sorted, and compared with every disjoint pair by "
        "counters for each card. Decisions are taken backwards, from river to flop to deal, on whole-number sums.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows the own cards and the board, and no other player's.",
        f"The house edge is of ante and blind together; of the ante alone it is {-float(main.expectation):.6%}.",
        "A raise of three antes before the flop is never better than four, nor than a check.",
        "Some answers are equally good: the sheet checks or folds there, and gives the action of both ends.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    charts = (preflop_chart(counted),)
    short = Simple("To remember", _STEPS, simple_worth(counted, progress), main.expectation)
    return Sheet(rules, tuple(wagers), charts, notes, method, (short,), seconds=perf_counter() - begun)


def price_trips(rules: Rules) -> WagerPrice:
    """The Trips bet, over all seven cards of a player."""
    counts = by_rank(rules.pay_tables["trips"], batch.count_all(7))
    return price_bonus(rules, "trips", counts, lost="Round of Play 12(b)")


def _lines(rules: Rules, counted: Counted) -> tuple[LinePrice, ...]:
    """The deals by when the player raised and what the blind did: together every deal, and the whole expectation."""
    table = rules.pay_tables["blind"]
    found: dict[str, tuple[int, Fraction]] = {}
    for street, line, net, many in counted.by_result():
        if street == FOLDED:
            key = "fold"
        elif net > 0:
            key = str(line)
        else:
            key = "lose" if net < 0 else "tie"
        before = found.get(key, (0, Fraction(0)))
        found[key] = (before[0] + many, before[1] + net * many)
    named = [
        (str(at), f"win, {line.label}", "push" if line.pays is None else str(line.pays), line.clause)
        for at, line in enumerate(table.lines)
    ]
    named += [
        (str(len(table.lines)), "win, less", "push", "Round of Play 11(d)"),
        ("tie", "tie", "push", "Round of Play 11(c)"),
        ("lose", "lose", "lose", "Round of Play 12(a)"),
        ("fold", "fold", "lose", "Round of Play 6(a)"),
    ]
    none = (0, Fraction(0))
    return tuple(
        LinePrice(name, pays, clause, found.get(key, none)[0], counted.deals, found.get(key, none)[1] / counted.deals)
        for key, name, pays, clause in named
    )


def preflop_chart(counted: Counted) -> Chart:
    """Raise or check for each starting hand: suited to the right of the pairs, offsuit to the left."""
    letters = "".join(reversed(card.RANKS))

    def answer(row: int, column: int) -> str:
        suited = column < row
        one, two = max(row, column) * 4, min(row, column) * 4 + (0 if suited else 1)
        size = int(counted.raised[0, counted.kinds.pair_at[one, two]])
        return str(size) if size else "c"

    cells = tuple(tuple(answer(row, column) for column in range(12, -1, -1)) for row in range(12, -1, -1))
    sizes = sorted({cell for row in cells for cell in row if cell != "c"}, reverse=True)
    legend = {size: f"raise {size} times the ante" for size in sizes} | {"c": "check"}
    return Chart("Before the flop", tuple(letters), tuple(letters), cells, legend, "suited to the right of the pairs")
