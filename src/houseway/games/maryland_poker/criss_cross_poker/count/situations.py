"""Every situation of Criss Cross Poker after the first bet: pairs across one by one, whole crosses by a digest.

What a bet comes to is a sum over the middle cards, and linear in its size. So a cross has four numbers, from which
every answer after any two bets follows.
"""

from collections.abc import Iterator
from fractions import Fraction
from hashlib import sha256
from math import comb
from typing import Any

import numpy as np

from houseway.cards import batch
from houseway.cards.card import text
from houseway.counting.kernels import kernel
from houseway.games.maryland_poker.criss_cross_poker.count.crosses import Ints, _lines, every_across
from houseway.games.maryland_poker.criss_cross_poker.count.pricing import FULL_PACK, Bets, Crosses, bets
from houseway.pricing.counting.cache import Arrays
from houseway.pricing.counting.naming import renamed
from houseway.pricing.counting.situations import Situation, of_blocks
from houseway.pricing.counting.suits import orbits, pairs_of, suit_changes
from houseway.pricing.counting.work import Progress
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_LARGEST = 1 << 55


def with_across(rules: Rules, *, pack: tuple[int, ...] = FULL_PACK) -> Iterator[Situation]:
    """Every starting hand with every pair across, up to suits, after each bet across."""
    pays, cards = bets(rules), np.array(pack, np.int64)
    hands = orbits(pairs_of(cards), suit_changes(cards))
    before, sizes = rules.wagers["across"].times, rules.wagers["down"].times
    for (one, two), weight in zip(hands.members.tolist(), hands.weights.tolist(), strict=True):
        found = every_across((one, two), pack, pays.line_of_rank)
        crosses = Crosses(found, pays)
        pairs_down = comb(len(pack) - 4, 2)
        cases = pairs_down * crosses.middles
        worths = {(first, size): crosses.worth(first, size).tolist() for first in before for size in sizes}
        for at, (pair, alike) in enumerate(zip(found["across"].tolist(), crosses.weights.tolist(), strict=True)):
            hole, across = renamed(((one, two), pair))
            for first in before:
                worth = {f"down {size}": Fraction(int(worths[first, size][at]), cases * pays.scale) for size in sizes}
                yield Situation(
                    "down", text(hole), text(across), weight * alike * cases, {**worth, "fold": Fraction(-2 - first)},
                    f"across {first}",
                )  # fmt: skip


@kernel
def _crosses(lines: Any, pairs: Any, pair_at: Any, across: Any, left: Any, bet: Any, ante: Any, found: Any) -> int:
    """For each pair across, each pair down in turn: what the antes, the bets across, down and in the middle come to."""
    at = 0
    for which in range(len(across)):
        a1, a2 = across[which]
        own = lines[pair_at[a1, a2]]
        for other in range(len(pairs)):
            d1, d2 = pairs[other]
            if d1 in (a1, a2) or d2 in (a1, a2):
                continue
            antes, first, second, middle = 0, 0, 0, 0
            down = lines[other]
            for card in left:
                if card in (a1, a2, d1, d2):
                    continue
                one, two = own[card], down[card]
                antes += ante[one] + ante[two]
                first += bet[one]
                second += bet[two]
                middle += max(bet[one], bet[two])
            found[at, 0], found[at, 1], found[at, 2], found[at, 3] = antes, first, second, middle
            at += 1
    return at


def _across(hole: tuple[int, int], cards: Ints) -> Ints:
    """The pairs that may lie across beside two cards, up to suits."""
    left = cards[~np.isin(cards, hole)]
    return orbits(pairs_of(left), suit_changes(cards, hole)).members


def crosses_round(hole: tuple[int, int], pack: tuple[int, ...], pays: Bets) -> Ints:
    """The four numbers of every cross round two cards: pairs across up to suits, pairs down all of them."""
    cards, lines_of = np.array(pack, np.int64), np.frombuffer(pays.line_of_rank, np.uint8)
    left = cards[~np.isin(cards, hole)]
    pairs = pairs_of(left)
    pair_at = np.zeros((52, 52), np.int64)
    pair_at[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    lines = _lines(np.array(hole), pairs, left, lines_of, batch.tables(), max(pays.line_of_rank))
    across = _across(hole, cards)
    bet, ante = np.array(pays.bet, np.int64), np.array(pays.ante, np.int64)
    found = np.empty((len(across) * comb(len(left) - 2, 2), 4), np.int64)
    assert _crosses(lines, pairs, pair_at, across, left, bet, ante, found) == len(found)
    return found


def digest_crosses(hole: tuple[int, int], pack: tuple[int, ...], pays: Bets) -> Arrays:
    """The digest of all crosses round one starting hand."""
    found = crosses_round(hole, pack, pays)
    return {"digest": np.frombuffer(sha256(found.astype("<i8").tobytes()).digest(), np.uint8)}


def cross_digest(
    rules: Rules, progress: Progress | None = None, *, pack: tuple[int, ...] = FULL_PACK
) -> tuple[int, str]:
    """How many crosses there are round starting hands up to suits, and the digest of them all."""
    pays, cards = bets(rules), np.array(pack, np.int64)
    if max(*pays.bet, *pays.ante) >= _LARGEST:
        raise RulesError("a line of the pay table pays too much for a digest: `houseway coach` counts one situation")
    hands = orbits(pairs_of(cards), suit_changes(cards)).members.tolist()
    key = [pack, pays.line_of_rank.hex(), pays.bet, pays.ante]
    tasks = [((one, two), pack, pays) for one, two in hands]
    digest = of_blocks("criss-cross-poker-middles", key, digest_crosses, tasks, progress)
    return sum(len(_across((one, two), cards)) for one, two in hands) * comb(len(pack) - 4, 2), digest
