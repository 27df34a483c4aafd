"""The counts of whole games made another way: one pay table at a time, every deal valued by what it pays.

`price` counts what holds under every pay table and then does arithmetic. Here the pays are in the loops from the start,
and every street is decided on their sums, so that the two ways share little but the ranking of hands.
"""

from fractions import Fraction
from math import comb
from typing import Any

import numpy as np

from houseway.cards import batch, ranks
from houseway.counting.kernels import kernel
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import bets as ultimate_texas_holdem
from houseway.games.maryland_poker.criss_cross_poker.count import pricing as criss_cross_poker
from houseway.games.maryland_poker.criss_cross_poker.count.crosses import _bits, _by_line
from houseway.pricing.counting.boards import Kinds
from houseway.pricing.counting.pairs import _flops_of, _left, _rank_pairs, compare_pairs, sort_pairs
from houseway.pricing.counting.suits import orbits, pairs_of, suit_changes
from houseway.rules.resolved import Rules

Found = tuple[Fraction, dict[Fraction, int], Fraction, Fraction]  # expectation, results, least and most action

ONE, THREE, FOLD = 0, 1, 2
TIMES = (1, 3)
_FAR_BELOW = -(1 << 29)  # under any bet's result: the greater of two never is this one
_PAIRS = 52 * 51 // 2


# Criss Cross Poker


@kernel
def _all_lines(hole: Any, pairs: Any, left: Any, line_of_rank: Any, tables: Any, losing: int) -> Any:
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


@kernel
def _sums(lines: Any, worth: Any, losing: int) -> Any:
    """For each pair, the sum over all its middle cards."""
    totals = np.zeros(len(lines), np.int64)
    for at in range(len(lines)):
        for middle in range(52):
            if lines[at, middle] <= losing:
                totals[at] += worth[lines[at, middle]]
    return totals


@kernel
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


@kernel
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


@kernel
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


def criss_cross(rules: Rules, pack: tuple[int, ...]) -> Found:
    """The whole of Criss Cross Poker."""
    pays, cards = criss_cross_poker.bets(rules), np.array(sorted(pack), np.int64)
    bet = np.array([*pays.bet, _FAR_BELOW, 0], np.int32)
    ante = np.array([*pays.ante, 0, 0], np.int32)
    kinds = orbits(pairs_of(cards), suit_changes(cards))
    total, antes, least, results = 0, 0, 0, dict[int, int]()

    def add(result: int, wagered: int, many: int) -> None:
        nonlocal least
        if many:
            results[result] = results.get(result, 0) + many
            least += wagered * many

    follow = 0
    for (one, two), weight in zip(kinds.members.tolist(), kinds.weights.tolist(), strict=True):
        worth, best, counts, folds, most, follow = _count_hole((one, two), cards, pays, bet, ante)
        total += weight * worth[best]
        antes += weight * most
        if best == FOLD:
            add(-2 * pays.scale, 2, weight * follow)
            continue
        first = TIMES[best]
        for wagered, many in zip((2 + first, 3 + first, 5 + first), folds.tolist(), strict=True):
            add(-wagered * pays.scale, wagered, weight * many)
        for j, k, across, down in zip(*(at.tolist() for at in np.nonzero(counts)), strict=True):
            won = pays.ante[across] + pays.ante[down] + first * pays.bet[across] + TIMES[j] * pays.bet[down]
            won += TIMES[k] * max(pays.bet[across], pays.bet[down])
            add(won, 2 + first + TIMES[j] + TIMES[k], weight * int(counts[j, k, across, down]))
    deals = comb(len(pack), 2) * follow
    exact = {Fraction(result, pays.scale): many for result, many in results.items()}
    return Fraction(total, deals * pays.scale), exact, Fraction(least, deals), Fraction(antes, deals)


def _count_hole(hole: tuple[int, int], cards: Any, pays: criss_cross_poker.Bets, bet: Any, ante: Any) -> Any:
    left = cards[~np.isin(cards, hole)]
    pairs = pairs_of(left)
    pair_at = np.zeros((52, 52), np.int64)
    pair_at[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    line_of_rank = np.frombuffer(pays.line_of_rank, np.uint8)
    lines = _all_lines(np.array(hole), pairs, left, line_of_rank, batch.tables(), pays.losing)
    across, weights = orbits(pairs, suit_changes(cards, hole))
    middles, unit, losing = len(left) - 4, pays.scale, pays.losing
    table = (lines, pairs, pair_at, across)
    times = np.array(TIMES)
    worth = _worth(*table, bet, ante, unit, losing, middles, times, times)
    follow = comb(len(left), 2) * comb(len(left) - 2, 2) * middles

    def followed(order: tuple[int, int, int]) -> Any:
        """What the best answers lead to; among equals the one that `order` names first."""
        named = np.array(order)
        on_down = named[worth[:, :, named].argmax(axis=2)]  # by across pair and across bet
        by_bet = (weights[:, None] * np.take_along_axis(worth, on_down[:, :, None], axis=2)[:, :, 0]).sum(axis=0)
        by_answer = np.array([*by_bet, -2 * unit * follow])
        best = int(named[by_answer[named].argmax()])
        if best == FOLD:
            return by_answer.tolist(), best, None, None, 2 * follow
        answers = np.ascontiguousarray(on_down[:, best])
        done = _outcomes(*table, weights, answers, best, bet, ante, unit, losing, middles)
        return by_answer.tolist(), best, *done

    most = followed((THREE, ONE, FOLD))[-1]
    return (*followed((FOLD, ONE, THREE))[:-1], int(most), follow)


# Ultimate Texas Hold'em


@kernel
def _linear(met: Any, pays: int, scale: int) -> Any:
    """What ante and blind come to over all the player-dealer's hands, and what one ante on the play bet does."""
    won, lost = met[0] + met[1], met[2] + met[3]
    fixed = scale * (met[0] - met[2]) + pays * won - scale * lost
    return np.int64(fixed), np.int64(scale * (won - lost))


@kernel
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
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, first_pair, met)
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


@kernel
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
        sort_pairs(ranked, many, order, other)
        compare_pairs(held, ranked, order, many, dealers, first_pair, met)
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


def holdem(rules: Rules, pack: tuple[int, ...]) -> Found:
    """The whole of Ultimate Texas Hold'em."""
    pays, of = ultimate_texas_holdem.bets(rules), Kinds(pack)
    odds = [line.pays.fraction() if line.pays else Fraction(0) for line in rules.pay_tables["blind"].lines]
    blinds = [*(int(one * pays.scale) for one in odds), 0]
    ends = np.array([(min(times), max(times)) for times in pays.times], np.int64)
    boards, weights = of.boards
    flops = of.flops
    table = (of.cards, batch.tables(), of.pair_at, of.moved, flops.at, flops.by)
    bet = (
        np.frombuffer(pays.line_of_rank, np.uint8),
        np.array(blinds),
        pays.scale,
        ends,
        ranks.lowest(ranks.Category.PAIR),
    )
    sums = np.zeros((flops.many, _PAIRS, 3), np.int64)
    _add_boards(boards, weights, *table, *bet, sums)
    alone = np.zeros_like(sums)
    for flop in range(flops.many):
        np.add.at(alone[flop], flops.alike[flop], sums[flop])
    raise_now = alone[..., 1] + np.maximum(ends[1, 0] * alone[..., 2], ends[1, 1] * alone[..., 2])
    check = alone[..., 0]
    rows = np.arange(flops.many)[:, None]
    on_flop = ((raise_now > check) + 256 * (raise_now >= check)).astype(np.int16)[rows, flops.alike]
    by_pair = np.stack([np.maximum(raise_now, check).sum(axis=0), alone[..., 1].sum(axis=0), alone[..., 2].sum(axis=0)])
    by_hand = np.zeros((3, len(of.hands)), np.int64)
    for row, values in zip(by_hand, by_pair[:, of.pairs], strict=True):
        np.add.at(row, of.hand_of[of.pairs], values)
    checking, fixed, play = (by_hand // of.hand_weights)[:, of.hand_of]  # of one hand: all of a kind are the same
    raising = fixed[:, None] + play[:, None] * ends[0]
    size = ends[0][raising.argmax(axis=1)]
    best = raising.max(axis=1)
    raised = np.stack([np.where(best > checking, size, 0), np.where(best >= checking, size, 0)]).astype(np.int8)
    counts, action = np.zeros((4, len(blinds), 5), np.int64), np.zeros(2, np.int64)
    _count_boards(boards, weights, *table, *bet, raised, on_flop, counts, action)

    deals = comb(len(pack), 2) * comb(len(pack) - 2, 5) * 10 * comb(len(pack) - 7, 2)
    results = {Fraction(-2): int(counts[3, 0, 0])}
    for street in range(3):
        most = max(pays.times[street])
        for line, blind in enumerate(Fraction(won, pays.scale) for won in blinds):
            nets = (1 + most + blind, most + blind, Fraction(-2 - most), Fraction(-1 - most), Fraction(0))
            for net, many in zip(nets, counts[street, line].tolist(), strict=True):
                results[net] = results.get(net, 0) + many
    expectation = Fraction(sum(np.maximum(best, checking)[of.pairs].tolist()), deals * pays.scale)
    return expectation, results, Fraction(int(action[0]), deals), Fraction(int(action[1]), deals)
