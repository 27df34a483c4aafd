"""Two hands that draw their own cards from one pack, all ways of the one against all ways of the other.

Every way of the one against every way of the other is too many. Both are put in order by rank instead, and gone
through together: at each way of the first it is known how many of the second rank below, and how many of them hold any
few given cards; those that hold none of its own follow by adding and taking off in turn.
"""

import numpy as np
from numpy.typing import NDArray

from houseway.counting.kernels import kernel


def against(
    ways: NDArray[np.uint8],
    ranks: NDArray[np.int16],
    weights: NDArray[np.int64],
    others: NDArray[np.uint8],
    other_ranks: NDArray[np.int16],
    other_weights: NDArray[np.int64],
    pack: int,
) -> tuple[int, int, int]:
    """Of all pairs of a way and another that share no card: how many the way wins, how many tie, how many it loses. The
    cards of a way are places in a pack of so many, in order; `ways` should be those that draw fewer."""
    drawn = ways.shape[1]
    order, other_order = np.argsort(ranks, kind="stable"), np.argsort(other_ranks, kind="stable")
    won, tied, all_pairs = _swept(
        ways, ranks, weights, order, others, other_ranks, other_weights, other_order,
        _parts(others.shape[1], drawn), _parts(drawn, drawn), _binomials(pack, drawn),
    )  # fmt: skip
    return int(won), int(tied), int(all_pairs - won - tied)


def _binomials(pack: int, most: int) -> NDArray[np.int64]:
    """By cards, and by how many of them are drawn."""
    table = np.zeros((pack + 1, most + 1), np.int64)
    table[:, 0] = 1
    for cards in range(1, pack + 1):
        for many in range(1, most + 1):
            table[cards, many] = table[cards - 1, many - 1] + table[cards - 1, many]
    return table


def _parts(size: int, most: int) -> NDArray[np.int64]:
    """Every part of a way that has up to so many cards: the part without its last card, that card's place, its size."""
    number: dict[int, int] = {}
    rows: list[tuple[int, int, int]] = []
    for bits in range(1 << size):
        if bits.bit_count() <= most:
            number[bits] = len(rows)
            last = bits.bit_length() - 1
            rows.append((number[bits & ~(1 << last)], last, bits.bit_count()) if bits else (0, 0, 0))
    return np.array(rows, np.int64)


@kernel
def _add(
    row: NDArray[np.uint8],
    weight: int,
    parts: NDArray[np.int64],
    table: NDArray[np.int64],
    begins: NDArray[np.int64],
    at: NDArray[np.int64],
    below: NDArray[np.int64],
) -> None:
    """Count a way with all parts of it."""
    below[0] += weight
    for part in range(1, len(parts)):
        size = parts[part, 2]
        at[part] = at[parts[part, 0]] + table[row[parts[part, 1]], size]
        below[begins[size] + at[part]] += weight


@kernel
def _clear(
    row: NDArray[np.uint8],
    parts: NDArray[np.int64],
    table: NDArray[np.int64],
    begins: NDArray[np.int64],
    at: NDArray[np.int64],
    below: NDArray[np.int64],
) -> int:
    """How many of those counted hold no card of this way."""
    found: int = below[0]
    for part in range(1, len(parts)):
        size = parts[part, 2]
        at[part] = at[parts[part, 0]] + table[row[parts[part, 1]], size]
        held = below[begins[size] + at[part]]
        found += -held if size & 1 else held
    return found


@kernel
def _swept(
    ways: NDArray[np.uint8],
    ranks: NDArray[np.int16],
    weights: NDArray[np.int64],
    order: NDArray[np.int64],
    others: NDArray[np.uint8],
    other_ranks: NDArray[np.int16],
    other_weights: NDArray[np.int64],
    other_order: NDArray[np.int64],
    theirs: NDArray[np.int64],
    mine: NDArray[np.int64],
    table: NDArray[np.int64],
) -> tuple[int, int, int]:
    pack, drawn = len(table) - 1, ways.shape[1]
    begins = np.zeros(drawn + 2, np.int64)
    for many in range(drawn + 1):
        begins[many + 1] = begins[many] + table[pack, many]
    below = np.zeros(begins[drawn + 1], np.int64)  # by the part that they hold
    at = np.zeros(max(len(theirs), len(mine)), np.int64)
    won, up_to, whole = 0, 0, 0
    first, came, all_others = 0, 0, len(other_order)
    while first < len(order):
        rank = ranks[order[first]]
        while came < all_others and other_ranks[other_order[came]] < rank:
            other = other_order[came]
            _add(others[other], other_weights[other], theirs, table, begins, at, below)
            came += 1
        end = first
        while end < len(order) and ranks[order[end]] == rank:
            way = order[end]
            won += weights[way] * _clear(ways[way], mine, table, begins, at, below)
            end += 1
        while came < all_others and other_ranks[other_order[came]] == rank:
            other = other_order[came]
            _add(others[other], other_weights[other], theirs, table, begins, at, below)
            came += 1
        for number in range(first, end):
            way = order[number]
            up_to += weights[way] * _clear(ways[way], mine, table, begins, at, below)
        first = end
    while came < all_others:
        other = other_order[came]
        _add(others[other], other_weights[other], theirs, table, begins, at, below)
        came += 1
    for way in range(len(ways)):
        whole += weights[way] * _clear(ways[way], mine, table, begins, at, below)
    return won, up_to - won, whole
