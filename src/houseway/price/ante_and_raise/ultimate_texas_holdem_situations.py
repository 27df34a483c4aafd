"""Every situation of Ultimate Texas Hold'em after the deal: flops one by one, rivers by a digest of all of them.

On each board up to suits every pair of hole cards is compared with every hand that the player-dealer can have, as the
count does it. What a raise on the flop and what a check come to is added up by flop and pair.
"""

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np

from houseway.cards import batch
from houseway.cards.card import text
from houseway.kernels import kernel
from houseway.price.ante_and_raise.ultimate_texas_holdem import FLOP, FULL_PACK, RIVER, Bets, bets
from houseway.price.ante_and_raise.ultimate_texas_holdem_boards import (
    Ints,
    _flops_of,
    _left,
    _rank_pairs,
    _together,
    compare_pairs,
    kinds,
    sort_pairs,
)
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.situations import Situation, of_blocks, renamed
from houseway.price.counting.work import Progress, each
from houseway.rules.files import RulesError
from houseway.rules.resolved import Rules

_TASKS = 8
_BLOCK = 1000  # boards
_LARGEST = 1 << 62


@kernel
def _comes_to(met: Any, line: int, lines: int, nets: Any) -> Any:
    """What a play bet comes to over all the player-dealer's hands."""
    won = nets[line] * met[0] + nets[lines + line] * met[1]
    return won + nets[2 * lines] * met[2] + nets[2 * lines + 1] * met[3] + nets[2 * lines + 2] * met[4]


@kernel
def _add_flops(
    boards: Any, weights: Any, pack: Any, tables: Any, pair_at: Any, moved: Any, flop_at: Any, flop_by: Any,
    line_of_rank: Any, least: int, on_flop: Any, on_river: Any, fold: int, raised: Any, checked: Any, often: Any,
) -> None:  # fmt: skip
    """Add to each flop and pair what a raise there comes to, what a check does, and how many boards follow."""
    size = len(pack) - 5
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    lines = (len(on_flop) - 3) // 2
    left = np.empty(size, np.int64)
    held, pairs, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    of_raise, of_check = np.empty(most, np.int64), np.empty(most, np.int64)
    flops, by = np.empty(10, np.int64), np.empty(10, np.int64)
    for one in range(len(boards)):
        board, weight = boards[one], weights[one]
        _left(pack, board, left)
        many = _rank_pairs(board, left, tables, pair_at, held, pairs, ranked)
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, least, met)
        for at in range(many):
            line = line_of_rank[ranked[at]]
            of_raise[at] = weight * _comes_to(met[at], line, lines, on_flop)
            of_check[at] = weight * max(fold * dealers, _comes_to(met[at], line, lines, on_river))
        _flops_of(board, flop_at, flop_by, flops, by)
        for flop in range(10):
            change = moved[by[flop]]
            into_raised, into_checked, into_often = raised[flops[flop]], checked[flops[flop]], often[flops[flop]]
            for at in range(many):
                pair = change[pairs[at]]
                into_raised[pair] += of_raise[at]
                into_checked[pair] += of_check[at]
                into_often[pair] += weight


@kernel
def _rivers(
    boards: Any, pack: Any, tables: Any, pair_at: Any, line_of_rank: Any, least: int, nets: Any, worth: Any
) -> None:
    """What a play bet comes to on each board with each pair, in their order."""
    size = len(pack) - 5
    most = size * (size - 1) // 2
    dealers = (size - 2) * (size - 3) // 2
    lines = (len(nets) - 3) // 2
    left = np.empty(size, np.int64)
    held, pairs, ranked = np.empty((most, 2), np.uint8), np.empty(most, np.int16), np.empty(most, np.int16)
    order, other, met = np.empty(most, np.int32), np.empty(most, np.int32), np.empty((most, 5), np.int32)
    for one in range(len(boards)):
        _left(pack, boards[one], left)
        many = _rank_pairs(boards[one], left, tables, pair_at, held, pairs, ranked)
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, least, met)
        for at in range(many):
            worth[one, at] = _comes_to(met[at], line_of_rank[ranked[at]], lines, nets)


def add_flops(
    pack: tuple[int, ...], line_of_rank: bytes, least: int, on_flop: Ints, on_river: Ints, fold: int, begin: int,
    end: int,
) -> Arrays:  # fmt: skip
    """Some boards' part of what every situation on the flop comes to."""
    of = kinds(pack)
    boards, weights = of.boards
    sums = [np.zeros((of.flops.many, len(of.hand_of)), np.int64) for _ in range(3)]
    lines = np.frombuffer(line_of_rank, np.uint8)
    _add_flops(
        boards[begin:end], weights[begin:end], of.cards, batch.tables(), of.pair_at, of.moved, of.flops.at, of.flops.by,
        lines, least, on_flop, on_river, fold, *sums,
    )  # fmt: skip
    at = of.flops.situations
    names = ("raised", "checked", "often")
    return {name: _together(one, of.flops.alike).ravel()[at] for name, one in zip(names, sums, strict=True)}


def digest_rivers(
    pack: tuple[int, ...], line_of_rank: bytes, least: int, nets: Ints, begin: int, end: int
) -> Arrays:  # fmt: skip
    """The digest of some boards."""
    of = kinds(pack)
    boards, lines = of.boards[0][begin:end], np.frombuffer(line_of_rank, np.uint8)
    worth = np.empty((len(boards), comb(len(pack) - 5, 2)), np.int64)
    _rivers(boards, of.cards, batch.tables(), of.pair_at, lines, least, nets, worth)
    return {"digest": np.frombuffer(sha256(worth.astype("<i8").tobytes()).digest(), np.uint8)}


def _nets(pays: Bets, street: int, deals: int) -> Ints:
    """What each result of a raise comes to, as numbers of the machine."""
    nets = pays.nets(pays.size(street)).tolist()
    if max(map(abs, nets)) * deals >= _LARGEST:
        raise RulesError("a line of the blind pays too much for a list of all situations: `houseway coach` counts one")
    return np.array(nets, np.int64)


def _follow(pack: tuple[int, ...]) -> int:
    """No situation on the flop has more that follows it, with all that differ from it by suits."""
    return 24 * comb(len(pack) - 5, 2) * comb(len(pack) - 7, 2)


def flops(rules: Rules, *, pack: tuple[int, ...] = FULL_PACK, progress: Progress | None = None) -> Arrays:
    """By situation on the flop: what a raise and a check come to over all that follows, and how many boards do."""
    pays = bets(rules)
    on_flop, on_river = (_nets(pays, street, _follow(pack)) for street in (FLOP, RIVER))
    table = (pack, pays.line_of_rank, pays.least, on_flop, on_river, -2 * pays.scale)
    key = [pack, pays.line_of_rank.hex(), pays.least, on_flop.tolist(), on_river.tolist(), table[-1]]

    def made() -> Arrays:
        ends = np.linspace(0, len(kinds(pack).boards[0]), _TASKS + 1).astype(int).tolist()
        parts = each(add_flops, [(*table, *part) for part in pairwise(ends)], progress)
        return {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}

    return kept("ultimate-texas-holdem-flops", key, made, by=__name__)


def on_the_flop(rules: Rules, *, pack: tuple[int, ...] = FULL_PACK) -> Iterator[Situation]:
    """Every pair of hole cards with every flop, up to suits."""
    found, of, pays = flops(rules, pack=pack), kinds(pack), bets(rules)
    first, second = np.triu_indices(52, 1)
    dealers, many_pairs = comb(len(pack) - 7, 2), len(first)
    columns = (of.flops.situations.tolist(), *(found[name].tolist() for name in ("raised", "checked", "often")))
    for at, raised, checked, often in zip(*columns, strict=True):
        flop, pair = divmod(at, many_pairs)
        hole, seen = renamed(((int(first[pair]), int(second[pair])), of.flops.first[flop].tolist()))
        cases = often * dealers * pays.scale
        worth = {f"play {pays.size(FLOP)}": Fraction(raised, cases), "check": Fraction(checked, cases)}
        yield Situation("flop", text(hole), text(seen), often * dealers, worth)


def river_digest(
    rules: Rules, progress: Progress | None = None, *, pack: tuple[int, ...] = FULL_PACK
) -> tuple[int, str]:
    """How many pairs of hole cards there are on boards up to suits, and the digest of them all."""
    pays = bets(rules)
    nets = _nets(pays, RIVER, comb(len(pack) - 7, 2))
    table = (pack, pays.line_of_rank, pays.least, nets)
    boards = len(kinds(pack).boards[0])
    ends = [*range(0, boards, _BLOCK), boards]
    key = [pack, pays.line_of_rank.hex(), pays.least, nets.tolist()]
    tasks = [(*table, *part) for part in pairwise(ends)]
    made = of_blocks("ultimate-texas-holdem-rivers", key, digest_rivers, tasks, progress)
    return boards * comb(len(pack) - 5, 2), made
