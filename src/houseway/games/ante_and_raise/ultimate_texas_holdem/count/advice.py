"""One decision of Ultimate Texas Hold'em: what each answer is worth, with the best play after it."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.games.ante_and_raise.ultimate_texas_holdem.count.bets import RIVER, STREETS, Bets, bets
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.decisions import count
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.hands import FULL_PACK
from houseway.pricing.counting.suits import pairs_of
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth: the round's whole result in antes, with the best play after it."""
    if ask == "preflop":
        counted = count(rules, pack=pack)
        return counted.preflop.advised((counted.starting.find(hand).row,), "one ante", stakes["ante"])
    pays, cards = bets(rules), tuple(sorted(pack))
    sizes = pays.times[STREETS.index(ask)]
    board = [*seen["flop"], *seen.get("turn", ()), *seen.get("river", ())] if ask == "river" else [*seen["flop"]]
    left = np.array([one for one in cards if one not in hand and one not in board])
    lines, met = _meets(hand, board, left, pays)
    dealers = int(met[0].sum())
    cases = len(met) * dealers * pays.scale
    totals = {size: _total(pays, lines, met, size) for size in {*sizes, pays.size(RIVER)}}
    worth = {f"play {size}": Fraction(sum(totals[size]), cases) for size in sizes}
    fold = pays.fold.net * dealers
    if ask == "river":
        worth["fold"] = Fraction(fold, cases)
    else:
        worth["check"] = Fraction(sum(max(fold, total) for total in totals[pays.size(RIVER)]), cases)
    return Advised(worth, "one ante", stakes["ante"])


def _meets(hand: Sequence[int], board: Sequence[int], left: Ints, pays: Bets) -> tuple[Ints, Ints]:
    """By every way that the board can end: the line that the hand has, and how many of the player-dealer's hands it
    beats, with a pair or more and with less, how many beat it, and how many tie. Few enough for numpy alone."""
    from houseway.cards import batch
    from houseway.cards.batch import rank_sums

    tables, bits = batch.tables(), np.left_shift(1, np.arange(52))
    dealers = pairs_of(left)
    ends = dealers if len(board) == 3 else np.empty((1, 0), np.int64)

    def added(table: Ints, cards: Any) -> Any:
        return table[np.asarray(cards, np.int64)].sum(axis=-1)

    keys, suits = (added(table, board) + added(table, ends) for table in (tables.keys, tables.suits))
    own = rank_sums(keys + added(tables.keys, hand), suits + added(tables.suits, hand))
    met = np.empty((len(ends), 5), np.int64)
    for at in range(0, len(ends), _AT_ONCE):
        some = slice(at, at + _AT_ONCE)
        apart = added(bits, ends[some])[:, None] & added(bits, dealers) == 0
        rank = rank_sums(
            keys[some, None] + added(tables.keys, dealers), suits[some, None] + added(tables.suits, dealers)
        )
        mine, pair = own[some, None], rank >= pays.least
        beaten, beats = apart & (rank < mine), apart & (rank > mine)
        ways = (beaten & pair, beaten & ~pair, beats & pair, beats & ~pair, apart & (rank == mine))
        met[some] = np.stack([way.sum(axis=1) for way in ways], axis=1)
    return np.frombuffer(pays.line_of_rank, np.uint8)[own].astype(np.int64), met


_AT_ONCE = 64  # boards; a million hands all at once would only be slower


def _total(pays: Bets, lines: Ints, met: Ints, size: int) -> list[int]:
    """By every way that the board can end: what a play bet of so many antes comes to."""
    nets, many = pays.nets(size).tolist(), len(pays.hands)
    return [
        nets[line] * win + nets[many + line] * alone + nets[2 * many] * lose + nets[2 * many + 1] * lose_alone
        for line, (win, alone, lose, lose_alone, _) in zip(lines.tolist(), met.tolist(), strict=True)
    ]
