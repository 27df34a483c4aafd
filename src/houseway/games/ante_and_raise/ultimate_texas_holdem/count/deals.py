"""Every deal of Ultimate Texas Hold'em, whatever the blind pays.

The count goes by boards. On each of the boards that differ by more than the names of suits, what every pair of hole
cards meets is counted once (`price.counting.pairs`).

What the blind pays changes few decisions. On the river it matters only to a hand with a line of its pay table that wins
now and then, and would be folded if the blind paid nothing: such a hand is open. On the flop, a raise against a check
gains by open rivers only, and the more the blind pays the more: what the raise is ahead if the blind pays nothing, and
if it pays without end, are the two ends of what can be. So the flop is decided for all pay tables where both ends lie
on one side, and open else. Decided situations are added up by starting hand, by street, line and result; open ones are
kept one by one.
"""

from itertools import pairwise
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.counting.kernels import kernel
from houseway.pricing.counting.boards import FLOPS, PAIRS, kinds, together
from houseway.pricing.counting.cache import Arrays
from houseway.pricing.counting.pairs import known, lay_out, meet
from houseway.pricing.counting.work import Progress, each

_TASKS = 24

# How the flop is decided: for all pay tables, or not.
RAISE, CHECK, EVEN, OPEN = range(4)


class _Bets(NamedTuple):
    """What decides beside the cards."""

    line_of_rank: Any  # of the blind's pay table
    none: int  # the line that pays nothing
    on_flop: int  # the play bet, in antes
    on_river: int
    least: int  # the lowest rank that the player-dealer qualifies with


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
    ahead, more = (np.zeros((of.flops.many, PAIRS), np.int32) for _ in range(2))
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
    a raise is as good, or with an open situation. The answer is how many such places there are.

    It has so many arguments because it is a piece of the loop of `_add_deals`, put into it as it is compiled."""
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
    """Add every deal by starting hand and by how the flop is decided; the answer is the open rivers, one by one.

    It is one long loop because what a pair meets is at hand only while its board is."""
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
    opened = of.flops.situations[decided == OPEN] % PAIRS
    return {
        **sums, "rivers": rivers, "often": often, "decided": decided, "hands": of.hands, "weights": of.hand_weights,
        "hand_of_open": of.hand_of[opened],
    }  # fmt: skip
