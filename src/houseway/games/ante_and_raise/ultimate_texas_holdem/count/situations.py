"""Every situation of Ultimate Texas Hold'em after the deal: flops one by one, rivers by a digest of all of them.

On each board up to suits every pair of hole cards is compared with every hand that the player-dealer can have, as the
count does it. What a raise on the flop and what a check come to is added up by flop and pair.
"""

from collections.abc import Iterator
from hashlib import sha256
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np

from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.bets import FLOP, RIVER, Bets, bets
from houseway.pricing.counting.boards import FLOPS, FULL_PACK, Ints, kinds, together
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.naming import renamed
from houseway.pricing.counting.pairs import known, lay_out, meet
from houseway.pricing.counting.situations import Situation, of_blocks
from houseway.pricing.counting.work import Progress, each
from houseway.pricing.decider.listing import Spot, situation
from houseway.pricing.decider.streets import Answer, Street
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_TASKS = 8
_BLOCK = 1000  # boards
_LARGEST = 1 << 62


class _Worth(NamedTuple):
    """What decides beside the cards, and what each result of a play bet comes to."""

    line_of_rank: Any  # of the blind's pay table
    least: int  # the lowest rank that the player-dealer qualifies with
    on_flop: Any
    on_river: Any
    fold: int


@kernel
def _comes_to(met: Any, line: int, lines: int, nets: Any) -> Any:
    """What a play bet comes to over all the player-dealer's hands."""
    won = nets[line] * met[0] + nets[lines + line] * met[1]
    return won + nets[2 * lines] * met[2] + nets[2 * lines + 1] * met[3] + nets[2 * lines + 2] * met[4]


@kernel
def _add_flops(boards: Any, weights: Any, pack: Any, bets: Any, raised: Any, checked: Any, often: Any) -> None:
    """Add to each flop and pair what a raise there comes to, what a check does, and how many boards follow."""
    size = len(pack.cards) - 5
    dealers = (size - 2) * (size - 3) // 2
    lines = (len(bets.on_flop) - 3) // 2
    met = lay_out(size)
    of_raise, of_check = np.empty(len(met.pairs), np.int64), np.empty(len(met.pairs), np.int64)
    for one in range(len(boards)):
        weight = weights[one]
        many = meet(boards[one], pack, dealers, bets.least, met)
        for at in range(many):
            results, line = met.results[at], bets.line_of_rank[met.ranked[at]]
            of_raise[at] = weight * _comes_to(results, line, lines, bets.on_flop)
            of_check[at] = weight * max(bets.fold * dealers, _comes_to(results, line, lines, bets.on_river))
        for flop in range(FLOPS):
            change, kind = pack.moved[met.flop_changes[flop]], met.flop_kinds[flop]
            into_raised, into_checked, into_often = raised[kind], checked[kind], often[kind]
            for at in range(many):
                pair = change[met.pairs[at]]
                into_raised[pair] += of_raise[at]
                into_checked[pair] += of_check[at]
                into_often[pair] += weight


@kernel
def _rivers(boards: Any, pack: Any, bets: Any, worth: Any) -> None:
    """What a play bet comes to on each board with each pair, in their order."""
    size = len(pack.cards) - 5
    dealers = (size - 2) * (size - 3) // 2
    lines = (len(bets.on_river) - 3) // 2
    met = lay_out(size)
    for one in range(len(boards)):
        many = meet(boards[one], pack, dealers, bets.least, met)
        for at in range(many):
            line = bets.line_of_rank[met.ranked[at]]
            worth[one, at] = _comes_to(met.results[at], line, lines, bets.on_river)


def add_flops(
    pack: tuple[int, ...], line_of_rank: bytes, least: int, on_flop: Ints, on_river: Ints, fold: int, begin: int,
    end: int,
) -> Arrays:  # fmt: skip
    """Some boards' part of what every situation on the flop comes to."""
    of = kinds(pack)
    boards, weights = of.boards
    sums = [np.zeros((of.flops.many, len(of.hand_of)), np.int64) for _ in range(3)]
    lines = np.frombuffer(line_of_rank, np.uint8)
    worth = _Worth(lines, least, on_flop, on_river, fold)
    _add_flops(boards[begin:end], weights[begin:end], known(pack), worth, *sums)
    at = of.flops.situations
    names = ("raised", "checked", "often")
    return {name: together(one, of.flops.alike).ravel()[at] for name, one in zip(names, sums, strict=True)}


def digest_rivers(
    pack: tuple[int, ...], line_of_rank: bytes, least: int, nets: Ints, begin: int, end: int
) -> Arrays:  # fmt: skip
    """The digest of some boards."""
    of = kinds(pack)
    boards, lines = of.boards[0][begin:end], np.frombuffer(line_of_rank, np.uint8)
    worth = np.empty((len(boards), comb(len(pack) - 5, 2)), np.int64)
    _rivers(boards, known(pack), _Worth(lines, least, nets, nets, 0), worth)
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
    table = (pack, pays.line_of_rank, pays.least, on_flop, on_river, pays.fold.net)
    key = [pack, pays.line_of_rank.hex(), pays.least, on_flop.tolist(), on_river.tolist(), table[-1]]

    def count_flops() -> Arrays:
        ends = np.linspace(0, len(kinds(pack).boards[0]), _TASKS + 1).astype(int).tolist()
        parts = each(add_flops, [(*table, *part) for part in pairwise(ends)], progress)
        return {name: np.sum([part[name] for part in parts], axis=0) for name in parts[0]}

    return kept("ultimate-texas-holdem-flops", key, count_flops, by=__name__)


def on_the_flop(rules: Rules, *, pack: tuple[int, ...] = FULL_PACK) -> Iterator[Situation]:
    """Every pair of hole cards with every flop, up to suits."""
    found, of, pays = flops(rules, pack=pack), kinds(pack), bets(rules)
    first, second = np.triu_indices(52, 1)
    deals = found["often"] * comb(len(pack) - 7, 2)
    answers = (
        Answer(f"play {pays.size(FLOP)}", pays.size(FLOP), found["raised"]),
        Answer("check", 0, found["checked"]),
    )
    street = Street("flop", answers, deals, pays.scale)
    for at, place in enumerate(of.flops.situations.tolist()):
        flop, pair = divmod(place, len(first))
        named = renamed(((int(first[pair]), int(second[pair])), of.flops.first[flop].tolist()))
        yield situation(Spot(street, (at,), named), named, int(deals[at]))


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
    digest = of_blocks("ultimate-texas-holdem-rivers", key, digest_rivers, tasks, progress)
    return boards * comb(len(pack) - 5, 2), digest
