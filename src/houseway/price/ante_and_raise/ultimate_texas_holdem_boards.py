"""Ultimate Texas Hold'em by boards: what every deal comes to, whatever the blind pays.

The count goes by boards. On each of the boards that differ by more than the names of suits, every pair of hole cards
is ranked once and the pairs are sorted; how many of the player-dealer's hands a pair beats, ties and loses to follows
from counters by card, since a hand is out of the way exactly if it holds one of the two cards.

What the blind pays changes few decisions. On the river it matters only to a hand with a line of its pay table that wins
now and then, and would be folded if the blind paid nothing: such a hand is open. On the flop, a raise against a check
gains by open rivers only, and the more the blind pays the more: what the raise is ahead if the blind pays nothing, and
if it pays without end, are the two ends of what can be. So the flop is decided for all pay tables where both ends lie
on one side, and open else. Decided situations are added up by starting hand, by street, line and result; open ones are
kept one by one.
"""

from collections.abc import Sequence
from functools import cached_property, lru_cache
from itertools import combinations, pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.kernels import kernel
from houseway.price.counting.cache import Arrays
from houseway.price.counting.suits import suit_changes
from houseway.price.counting.work import Progress, each

Ints = NDArray[np.int64]

FULL_PACK = tuple(range(52))
FLOPS = 10  # the ways to have had three of the five as the flop
_PAIRS = 52 * 51 // 2
_TASKS = 24

# How the flop is decided: for all pay tables, or not.
RAISE, CHECK, EVEN, OPEN = range(4)


# Boards, flops and pairs up to suits


@kernel
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
        firsts = self.moved.min(axis=0)  # pair: the first pair that is the same starting hand
        hands, numbers, weights = np.unique(firsts[self.pairs], return_inverse=True, return_counts=True)
        self.hands = np.stack([first[hands], second[hands]], axis=1)  # one starting hand of each kind
        self.hand_weights = weights.astype(np.int64)
        self.hand_of = np.full(_PAIRS, -1, np.int64)  # pair: which kind of starting hand
        self.hand_of[self.pairs] = numbers

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
        # One situation of each kind, by its place in a table of flop kinds x pairs.
        first, second = np.triu_indices(52, 1)
        there = np.isin(np.arange(_PAIRS), of.pairs) & (self.alike == np.arange(_PAIRS))
        for card in self.first.T:
            there &= (first != card[:, None]) & (second != card[:, None])
        self.situations = np.flatnonzero(there)

    def spread(self, of_situation: NDArray[Any], nothing: int) -> NDArray[Any]:
        """By flop kind and pair, from what holds for each situation."""
        table = np.full(self.alike.shape, nothing, of_situation.dtype)
        table.ravel()[self.situations] = of_situation
        return np.take_along_axis(table, self.alike.astype(np.int64), axis=1)


@lru_cache(maxsize=4)
def kinds(pack: tuple[int, ...]) -> Kinds:
    return Kinds(pack)


# One board


@kernel
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


@kernel
def sort_pairs(ranked: Any, many: int, order: Any, other: Any) -> None:
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


@kernel
def compare_pairs(held: Any, ranked: Any, order: Any, many: int, dealers: int, first_pair: int, met: Any) -> None:
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


@kernel
def _left(pack: Any, board: Any, left: Any) -> None:
    at = 0
    for one in pack:
        if one != board[0] and one != board[1] and one != board[2] and one != board[3] and one != board[4]:
            left[at] = one
            at += 1


@kernel
def _flops_of(board: Any, flop_at: Any, flop_by: Any, flops: Any, by: Any) -> None:
    at = 0
    for i in range(5):
        for j in range(i + 1, 5):
            for k in range(j + 1, 5):
                flops[at] = flop_at[board[i], board[j], board[k]]
                by[at] = flop_by[board[i], board[j], board[k]]
                at += 1


class Pack(NamedTuple):
    """What the cards of a pack are known by."""

    cards: Any
    tables: Any  # of hand ranks
    pair_at: Any
    moved: Any
    flop_at: Any
    flop_by: Any


def known(pack: tuple[int, ...]) -> Pack:
    of = kinds(pack)
    return Pack(of.cards, batch.tables(), of.pair_at, of.moved, of.flops.at, of.flops.by)


class _Bets(NamedTuple):
    """What decides beside the cards."""

    line_of_rank: Any  # of the blind's pay table
    none: int  # the line that pays nothing
    on_flop: int  # the play bet, in antes
    on_river: int
    least: int  # the lowest rank that the player-dealer qualifies with


class Met(NamedTuple):
    """Every pair that a board leaves, and what it meets; laid out once and filled anew for each board."""

    left: Any
    held: Any
    pairs: Any
    ranked: Any
    order: Any
    other: Any
    results: Any
    flop_kinds: Any
    flop_changes: Any


@kernel
def lay_out(size: int) -> Any:
    """Room for the pairs of so many cards."""
    most = size * (size - 1) // 2
    return Met(
        np.empty(size, np.int64), np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16),
        np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32),
        np.empty(FLOPS, np.int64), np.empty(FLOPS, np.int64),
    )  # fmt: skip


@kernel
def meet(board: Any, pack: Any, dealers: int, least: int, into: Any) -> int:
    """Fill in what every pair meets on a board, and the flops it may have had; the answer is how many pairs."""
    _left(pack.cards, board, into.left)
    many = _rank_pairs(board, into.left, pack.tables, pack.pair_at, into.held, into.pairs, into.ranked)
    sort_pairs(into.ranked, many, into.order, into.other)
    compare_pairs(into.held, into.ranked, into.order, many, dealers, least, into.results)
    _flops_of(board, pack.flop_at, pack.flop_by, into.flop_kinds, into.flop_changes)
    return many


# To decide the flops


@kernel
def _add_flops(boards: Any, weights: Any, pack: Any, bets: Any, ahead: Any, more: Any) -> None:
    """Add to each situation on the flop how far a raise is ahead of a check if the blind pays nothing; and how much
    more it is if the blind pays without end."""
    size = len(pack.cards) - 5
    dealers = (size - 2) * (size - 3) // 2
    met = lay_out(size)
    gain, opened = np.empty(len(met.pairs), np.int32), np.empty(len(met.pairs), np.int64)
    for one in range(len(boards)):
        weight = weights[one]
        many = meet(boards[one], pack, dealers, bets.least, met)
        open_rivers = 0
        for at in range(many):
            results = met.results[at]
            river = _over_fold(results, bets.on_river, dealers)
            gain[at] = weight * (_over_fold(results, bets.on_flop, dealers) - max(0, river))
            if _is_open(results, bets.line_of_rank[met.ranked[at]], bets.none, river):
                opened[open_rivers] = at
                open_rivers += 1
        for flop in range(FLOPS):
            into, change = ahead[met.flop_kinds[flop]], pack.moved[met.flop_changes[flop]]
            for at in range(many):
                into[change[met.pairs[at]]] += gain[at]
            for step in range(open_rivers):
                at = opened[step]
                less = weight * _over_fold(met.results[at], bets.on_river, dealers)
                more[met.flop_kinds[flop], change[met.pairs[at]]] -= less


@kernel
def _over_fold(met: Any, size: int, dealers: int) -> Any:
    """What a play bet of so many antes comes to beyond a fold, over all the player-dealer's hands, less the blind."""
    return (1 + size) * (met[0] - met[3]) + size * met[1] - (2 + size) * met[2] + 2 * dealers


@kernel
def _is_open(met: Any, line: int, none: int, river: int) -> bool:
    """Whether what the blind pays can change the answer on the river."""
    return line != none and river <= 0 and met[0] + met[1] > 0


@kernel
def together(sums: Any, alike: Any) -> Any:
    """Add up the pairs that are the same situation on a flop, into the first of them."""
    found = np.zeros_like(sums)
    for flop in range(len(sums)):
        for pair in range(sums.shape[1]):
            found[flop, alike[flop, pair]] += sums[flop, pair]
    return found


class Table(NamedTuple):
    """All that the counts depend on; a task of another process has it too."""

    pack: tuple[int, ...]
    line_of_rank: bytes  # which line of the blind's pay table a rank has; the last one is none
    on_flop: int  # the play bet on the flop and on the river, in antes
    on_river: int
    least: int  # the lowest rank that the player-dealer qualifies with
    outs: int  # of the strategy to remember: on the river, so many cards, or fewer, that beat the hand alone

    @property
    def lines(self) -> int:
        return max(self.line_of_rank) + 1

    def bets(self) -> _Bets:
        lines = np.frombuffer(self.line_of_rank, np.uint8)
        return _Bets(lines, self.lines - 1, self.on_flop, self.on_river, self.least)


def decide_flops(table: Table, begin: int, end: int) -> Arrays:
    """Some boards' part of how far a raise is ahead in each situation on the flop."""
    of = kinds(table.pack)
    boards, weights = of.boards
    ahead, more = (np.zeros((of.flops.many, _PAIRS), np.int32) for _ in range(2))
    _add_flops(boards[begin:end], weights[begin:end], known(table.pack), table.bets(), ahead, more)
    at = of.flops.situations
    more = together(more, of.flops.alike).ravel()[at]
    (some,) = np.nonzero(more)
    return {"ahead": together(ahead, of.flops.alike).ravel()[at], "some": some, "more": more[some]}


# To count every deal

# Of the ten flops that a board may have had: on how many a pair raises, may do either, raises by the strategy to
# remember, is open. The four counts, none above ten, are added up side by side in one number.
_RAISED, _EVEN, _SIMPLY, _OPENED = range(4)
_BITS = 4


@kernel(inline="always")
def _often(counts: int, which: int) -> int:
    """One of the four counts."""
    return counts >> _BITS * which & (1 << _BITS) - 1


class _Decided(NamedTuple):
    """What is done on each flop, by the flop's kind and the pair."""

    counts: Any  # one of each count that holds there, side by side
    open_at: Any  # the number of the open situation, or -1


class _Hands(NamedTuple):
    """What is known of hands beside their rank: the kind of a pair, and the category of a rank."""

    kind_of: Any
    category_of: Any


class _Sums(NamedTuple):
    """What the deals are added up in; `count` says what their rows are."""

    every: Any
    raised: Any
    checked: Any
    simple: Any


@kernel(inline="always")
def _add(row: Any, lines: int, line: int, met: Any, times: int) -> None:
    """Add so many times what a pair meets: wins by line, wins alone by line, losses, losses alone, ties."""
    row[line] += times * met[0]
    row[lines + line] += times * met[1]
    row[2 * lines] += times * met[2]
    row[2 * lines + 1] += times * met[3]
    row[2 * lines + 2] += times * met[4]


@kernel
def _count_flops(met: Any, many: int, decided: Any, moved: Any, counts: Any) -> None:
    """On how many of the ten flops each pair does what."""
    counts[:] = 0
    for flop in range(FLOPS):
        on, change = decided.counts[met.flop_kinds[flop]], moved[met.flop_changes[flop]]
        for at in range(many):
            counts[at] += on[change[met.pairs[at]]]


@kernel
def _rank_singles(board: Any, tables: Any, left: Any, alone: Any, alone_of: Any) -> int:
    """The rank of the board alone; and of each card with it, in order and by card."""
    key, suits = 0, 0
    for one in board:
        key += tables.keys[one]
        suits += tables.suits[one]
    for at in range(len(left)):
        alone[at] = batch.rank_of(key + tables.keys[left[at]], suits + tables.suits[left[at]], tables)
        alone_of[left[at]] = alone[at]
    alone.sort()
    return batch.rank_of(key, suits, tables)


@kernel(inline="always")
def _spots_of(met: Any, at: int, hand: int, weight: int, counts: int, open_at: Any, moved: Any, hands: int,
              spots: Any, times: Any) -> int:  # fmt: skip
    """Where a river that was come to by checking belongs, and how often: with its hand, with those of that hand where
    a raise is as good, or with an open situation. The answer is how many such places there are."""
    raised, even, opened = _often(counts, _RAISED), _often(counts, _EVEN), _often(counts, _OPENED)
    spots[0], times[0] = hand, weight * (FLOPS - raised - even - opened)
    spots[1], times[1] = hands + hand, weight * even
    several = 2
    if opened:
        for flop in range(FLOPS):
            one = open_at[met.flop_kinds[flop], moved[met.flop_changes[flop], met.pairs[at]]]
            if one >= 0:
                spots[several], times[several] = 2 * hands + one, weight
                several += 1
    return several


@kernel
def _add_deals(boards: Any, weights: Any, pack: Any, bets: Any, decided: Any, hands: Any, outs: int, sums: Any) -> Any:
    """Add every deal by starting hand and by how the flop is decided; the answer is the open rivers, one by one."""
    size = len(pack.cards) - 5
    dealers = (size - 2) * (size - 3) // 2
    lines, kinds_of_hands = bets.none + 1, len(sums.every)
    folded, even_with_fold = 2 * lines + 3, 2 * lines + 4  # columns after those of `_add`
    met = lay_out(size)
    counts = np.empty(len(met.pairs), np.uint16)
    alone, alone_of = np.empty(size, np.int64), np.zeros(52, np.int64)
    spots, times = np.empty(FLOPS + 2, np.int64), np.empty(FLOPS + 2, np.int64)
    rivers, often, found = np.empty((1024, 6), np.int32), np.empty(1024, np.int64), 0
    for one in range(len(boards)):
        weight = weights[one]
        many = meet(boards[one], pack, dealers, bets.least, met)
        _count_flops(met, many, decided, pack.moved, counts)
        of_board = hands.category_of[_rank_singles(boards[one], pack.tables, met.left, alone, alone_of)]
        beaten_by = 0  # where those cards begin that alone beat the pair at hand
        for step in range(many):
            at = met.order[step]
            rank, hand, results = met.ranked[at], hands.kind_of[met.pairs[at]], met.results[at]
            line = bets.line_of_rank[rank]
            _add(sums.every[hand], lines, line, results, FLOPS * weight)

            raises = _often(counts[at], _RAISED)
            if raises:
                _add(sums.raised[hand], lines, line, results, weight * raises)
            several = _spots_of(
                met, at, hand, weight, counts[at], decided.open_at, pack.moved, kinds_of_hands, spots, times
            )
            for place in range(2, several):
                _add(sums.raised[spots[place] - kinds_of_hands], lines, line, results, weight)
            river = _over_fold(results, bets.on_river, dealers)
            opens = _is_open(results, line, bets.none, river)
            for place in range(several):
                spot, often_here = spots[place], times[place]
                if often_here == 0:
                    continue
                if opens:
                    if found == len(rivers):
                        rivers = np.concatenate((rivers, np.empty_like(rivers)))
                        often = np.concatenate((often, np.empty_like(often)))
                    rivers[found, 0], rivers[found, 1] = spot, line
                    for result in range(4):
                        rivers[found, 2 + result] = results[result]
                    often[found] = often_here
                    found += 1
                elif river > 0:
                    _add(sums.checked[spot], lines, line, results, often_here)
                else:
                    sums.checked[spot, folded if river < 0 else even_with_fold] += often_here * dealers

            while beaten_by < size and alone[beaten_by] <= rank:
                beaten_by += 1
            beaten = size - beaten_by
            beaten -= (alone_of[met.held[at, 0]] > rank) + (alone_of[met.held[at, 1]] > rank)
            simply = _often(counts[at], _SIMPLY)
            if simply:
                _add(sums.simple[0, hand], lines, line, results, weight * simply)
            if hands.category_of[rank] > of_board or beaten <= outs:
                _add(sums.simple[1, hand], lines, line, results, weight * (FLOPS - simply))
            else:
                sums.simple[1, hand, folded] += weight * (FLOPS - simply) * dealers
    return rivers[:found].copy(), often[:found].copy()


@kernel
def _simple_flops(firsts: Any, held: Any, tables: Any, category_of: Any) -> Any:
    """Where the strategy to remember raises on the flop."""
    raises = np.zeros((len(firsts), len(held)), np.bool_)
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
                raises[flop, pair] = True
    return raises


def count_deals(table: Table, decided: NDArray[np.uint8], begin: int, end: int) -> Arrays:
    """Some boards' part of every deal, with each situation on the flop decided or open."""
    of = kinds(table.pack)
    boards, weights = of.boards
    hands, lines = len(of.hands), table.lines
    category_of = np.array([0, *(int(ranks.category(rank)) for rank in range(1, ranks.BEST + 1))], np.int64)
    held = np.stack(np.triu_indices(52, 1), axis=1)
    simply = _simple_flops(of.flops.first, held, batch.tables(), category_of)
    one_of = np.zeros(4, np.uint16)  # by how the flop is decided
    one_of[[RAISE, EVEN, OPEN]] = [1 << _BITS * which for which in (_RAISED, _EVEN, _OPENED)]
    counts = one_of[of.flops.spread(decided, CHECK)] + np.uint16(1 << _BITS * _SIMPLY) * simply
    opened = np.cumsum(decided == OPEN)
    open_at = of.flops.spread(np.where(decided == OPEN, opened - 1, -1).astype(np.int32), -1)
    opens = int(opened[-1])
    sums = _Sums(
        every=np.zeros((hands, 2 * lines + 3), np.int64),
        raised=np.zeros((hands + opens, 2 * lines + 3), np.int64),
        checked=np.zeros((2 * hands + opens, 2 * lines + 5), np.int64),
        simple=np.zeros((2, hands, 2 * lines + 4), np.int64),
    )
    rivers, often = _add_deals(
        boards[begin:end], weights[begin:end], known(table.pack), table.bets(), _Decided(counts, open_at),
        _Hands(of.hand_of, category_of), table.outs, sums,
    )  # fmt: skip
    return {**sums._asdict(), "rivers": rivers, "often": often}


def count(table: Table, progress: Progress | None = None) -> Arrays:
    """Every deal, by starting hand, street, line and result.

    `every` is what a starting hand meets, `raised` what it meets where the flop is raised, then the same for each open
    situation on the flop. `checked` is what is played on the river after a check (with two more columns for what is
    folded, and for what is as good folded): for each hand where the flop is checked, for each hand where a raise is as
    good, and for each open situation. Open rivers come one by one, with the row of `checked` that they belong to.
    """
    of = kinds(table.pack)
    boards = len(of.boards[0])
    ends = np.linspace(0, boards, min(_TASKS, boards) + 1).astype(int).tolist()
    parts = list(pairwise(ends))

    def half(second: int) -> Progress | None:
        return None if progress is None else lambda done, all: progress(second * all + done, 2 * all)

    ahead = np.zeros(len(of.flops.situations), np.int64)
    more = np.zeros_like(ahead)
    for found in each(decide_flops, [(table, *part) for part in parts], half(0)):
        ahead += found["ahead"]
        np.add.at(more, found["some"], found["more"])
    fixed = (ahead > 0) | (ahead + more < 0) | (more == 0)
    decided = np.where(fixed, np.where(ahead > 0, RAISE, np.where(ahead + more < 0, CHECK, EVEN)), OPEN).astype(
        np.uint8
    )

    counted = each(count_deals, [(table, decided, *part) for part in parts], half(1))
    rivers, numbers = np.unique(np.concatenate([part["rivers"] for part in counted]), axis=0, return_inverse=True)
    often = np.zeros(len(rivers), np.int64)
    np.add.at(often, numbers.reshape(-1), np.concatenate([part["often"] for part in counted]))
    sums = {name: sum(part[name] for part in counted) for name in ("every", "raised", "checked", "simple")}
    opened = of.flops.situations[decided == OPEN] % _PAIRS
    return {
        **sums, "rivers": rivers, "often": often, "decided": decided, "hands": of.hands, "weights": of.hand_weights,
        "hand_of_open": of.hand_of[opened],
    }  # fmt: skip
