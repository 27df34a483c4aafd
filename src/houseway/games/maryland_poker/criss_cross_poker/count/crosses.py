"""Every cross that can be laid round a player's two cards, by the lines of the pay table that it makes.

With a pair across and a pair down, each middle card gives one line across and one down. What the bets come to depends
on how many middle cards give which two lines, and on nothing else: that is a kind of cross. There are some thousands of
kinds among billions of crosses. Across pairs before which the same kinds lie, as often, are counted together.
"""

from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import rank_few
from houseway.counting.kernels import kernel
from houseway.pricing.counting.cache import Arrays
from houseway.pricing.counting.suits import orbits, pairs_of, suit_changes
from houseway.pricing.counting.work import Progress, each

Ints = NDArray[np.int64]

_ROOM = 1 << 16  # for kinds, and for the rows' entries, at first
_SALT = np.random.default_rng(20).integers(0, 1 << 64, 1 << 16, dtype=np.uint64)  # to find a kind again; no count


class _Crosses(NamedTuple):
    """What can follow one starting hand."""

    kinds: NDArray[np.uint8]  # kind x line across x line down: middle cards; the last line is none
    rows: NDArray[np.int64]  # where the kinds of each kind of across pair begin in the next two; and their end
    which: NDArray[np.int32]
    many: NDArray[np.int32]  # pairs down that make a cross of that kind
    weights: NDArray[np.int64]  # across pairs that are alike


def count(pack: tuple[int, ...], line_of_rank: bytes, progress: Progress | None = None) -> Arrays:
    """The crosses round every starting hand, hands that differ only in the names of suits together."""
    cards = np.array(pack, np.int64)
    hands = orbits(pairs_of(cards), suit_changes(cards))
    tasks = [((int(one), int(two)), pack, line_of_rank) for one, two in hands.members]
    crosses, begin = _together([_Crosses(**part) for part in each(of_hole, tasks, progress)])
    return crosses._asdict() | {"hands": hands.members, "hand_weights": hands.weights, "begin": begin}


def of_hole(hole: tuple[int, int], pack: tuple[int, ...], line_of_rank: bytes) -> Arrays:
    """The crosses round two cards."""
    found = every_across(hole, pack, line_of_rank)
    del found["across"]
    return _alike(_Crosses(**found))._asdict()


def every_across(hole: tuple[int, int], pack: tuple[int, ...], line_of_rank: bytes) -> Arrays:
    """The crosses round two cards, by each pair across up to suits."""
    cards = np.array(pack, np.int64)
    lines_of, losing = np.frombuffer(line_of_rank, np.uint8), max(line_of_rank)
    left = cards[~np.isin(cards, hole)]
    pairs = pairs_of(left)
    pair_at = np.zeros((52, 52), np.int64)
    pair_at[pairs[:, 0], pairs[:, 1]] = np.arange(len(pairs))
    lines = _lines(np.array(hole), pairs, left, lines_of, batch.tables(), losing)
    firsts, weights = orbits(pairs, suit_changes(cards, hole))
    room = _ROOM
    while (found := _crosses(lines, pairs, pair_at, firsts, losing, _SALT, room)) is None:
        room *= 4
    kinds, rows, which, many = found
    return _Crosses(kinds, rows, which, many, weights)._asdict() | {"across": firsts}


def with_across(
    hole: tuple[int, int], across: tuple[int, int], pack: tuple[int, ...], line_of_rank: bytes
) -> Arrays:  # fmt: skip
    """The crosses round two cards with one pair across: few enough for numpy alone."""
    cards, lines_of = np.array(pack, np.int64), np.frombuffer(line_of_rank, np.uint8)
    left = cards[~np.isin(cards, (*hole, *across))]
    down = pairs_of(left)

    def lines(pairs: Ints, middles: Ints) -> NDArray[np.int64]:
        """Pair by middle card."""
        hands = np.empty((len(pairs), len(middles), 5), np.int64)
        hands[..., :2], hands[..., 2:4], hands[..., 4] = hole, pairs[:, None], middles
        return lines_of[rank_few(hands.reshape(-1, 5))].reshape(len(pairs), -1).astype(np.int64)

    size = max(line_of_rank) + 1
    cells = lines(np.array([across]), left) * size + lines(down, left)
    pair, middle = np.nonzero((down[:, :1] != left) & (down[:, 1:] != left))
    filled = np.bincount(pair * size**2 + cells[pair, middle], minlength=len(down) * size**2)
    kinds, many = np.unique(filled.reshape(len(down), -1).astype(np.uint8), axis=0, return_counts=True)
    of_kind = np.arange(len(kinds), dtype=np.int32)
    rows = np.array([0, len(kinds)])
    return _Crosses(
        kinds.reshape(-1, size, size), rows, of_kind, many.astype(np.int32), np.ones(1, np.int64)
    )._asdict()  # fmt: skip


def _alike(found: _Crosses) -> _Crosses:
    """The same, with across pairs before which the same crosses lie put together."""
    together: dict[bytes, int] = {}
    rows, which, many = [0], [], []
    weights: list[int] = []
    for at, weight in enumerate(found.weights.tolist()):
        there = slice(found.rows[at], found.rows[at + 1])
        order = np.argsort(found.which[there])
        kinds, often = found.which[there][order], found.many[there][order]
        known = together.setdefault(kinds.tobytes() + often.tobytes(), len(weights))
        if known < len(weights):
            weights[known] += weight
            continue
        weights.append(weight)
        which.append(kinds)
        many.append(often)
        rows.append(rows[-1] + len(kinds))
    return _Crosses(found.kinds, np.array(rows), np.concatenate(which), np.concatenate(many), np.array(weights))


def _together(parts: list[_Crosses]) -> tuple[_Crosses, Ints]:
    """The crosses of several starting hands with one list of kinds, and where the rows of each hand begin."""
    every = np.concatenate([part.kinds.reshape(len(part.kinds), -1) for part in parts])
    kinds, numbers = np.unique(every, axis=0, return_inverse=True)
    shape = (len(kinds), *parts[0].kinds.shape[1:])
    begin = np.cumsum([0, *(len(part.kinds) for part in parts)])
    which = [numbers.reshape(-1)[at + part.which] for at, part in zip(begin, parts, strict=False)]
    before = np.cumsum([0, *(len(part.which) for part in parts)])
    rows = [part.rows[:-1] + at for at, part in zip(before, parts, strict=False)]
    hands = np.cumsum([0, *(len(part.weights) for part in parts)])
    joined = _Crosses(
        kinds.reshape(shape),
        np.concatenate([*rows, before[-1:]]),
        np.concatenate(which).astype(np.int32),
        np.concatenate([part.many for part in parts]),
        np.concatenate([part.weights for part in parts]),
    )
    return joined, hands


@kernel
def _lines(hole: Any, pairs: Any, left: Any, line_of_rank: Any, tables: Any, losing: int) -> Any:
    """The line that hole, pair and middle card make; one more code where that is no middle card."""
    found = np.full((len(pairs), 52), losing + 1, np.uint8)
    key = tables.keys[hole[0]] + tables.keys[hole[1]]
    suits = tables.suits[hole[0]] + tables.suits[hole[1]]
    for at in range(len(pairs)):
        first, second = pairs[at]
        pair_key = key + tables.keys[first] + tables.keys[second]
        pair_suits = suits + tables.suits[first] + tables.suits[second]
        for middle in left:
            if middle not in (first, second):
                rank = batch.rank_of(pair_key + tables.keys[middle], pair_suits + tables.suits[middle], tables)
                found[at, middle] = line_of_rank[rank]
    return found


@kernel
def _bits(word: Any) -> Any:
    """How many bits are set: written so that the compiler makes one instruction of it."""
    word = word - ((word >> np.uint64(1)) & np.uint64(0x5555555555555555))
    word = (word & np.uint64(0x3333333333333333)) + ((word >> np.uint64(2)) & np.uint64(0x3333333333333333))
    word = (word + (word >> np.uint64(4))) & np.uint64(0x0F0F0F0F0F0F0F0F)
    return np.int64((word * np.uint64(0x0101010101010101)) >> np.uint64(56))


@kernel
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


@kernel
def _crosses(lines: Any, pairs: Any, pair_at: Any, across: Any, losing: int, salt: Any, room: int) -> Any:
    """For each pair across, how many pairs down make a cross of which kind.

    A kind is found again by a number made of it, and then compared cell by cell. None if the room is too small.
    It is one long loop because a kind is made, found and counted while its cells are at hand.
    """
    size = losing + 1
    many, which, middles = _by_line(lines, losing)
    slots = np.full(room // 2, -1, np.int64)
    numbers = np.empty(room // 4, np.uint64)
    kinds = np.zeros((room // 4, size * size), np.uint8)
    known = 0
    often = np.zeros(room // 4, np.int32)
    met = np.empty(room // 4, np.int32)
    cells, filled = np.empty(size * size, np.int64), np.empty(size * size, np.uint8)
    rows = np.zeros(len(across) + 1, np.int64)
    found_kinds, found_many = np.empty(room, np.int32), np.empty(room, np.int32)
    found = 0
    for at in range(len(across)):
        a1, a2 = across[at]
        own = pair_at[a1, a2]
        here = 0
        for other in range(len(pairs)):
            d1, d2 = pairs[other]
            if d1 in (a1, a2) or d2 in (a1, a2):
                continue
            number, used = np.uint64(0), 0
            for one in range(many[own]):
                for two in range(many[other]):
                    # No card of either pair is a middle card of its own pair, so none is left in both.
                    both = _bits(middles[own, one] & middles[other, two])
                    if both > 0:
                        cells[used], filled[used] = which[own, one] * size + which[other, two], both
                        number += np.uint64(both) * salt[cells[used]]
                        used += 1
            slot = np.int64(number & np.uint64(len(slots) - 1))
            while True:
                kind = slots[slot]
                if kind < 0:
                    kind = known
                    slots[slot], numbers[kind] = kind, number
                    for place in range(used):
                        kinds[kind, cells[place]] = filled[place]
                    known += 1
                    break
                if numbers[kind] == number:
                    same = True
                    for place in range(used):  # all cells together are all middle cards: equal here is equal everywhere
                        same &= kinds[kind, cells[place]] == filled[place]
                    if same:
                        break
                slot = (slot + 1) & (len(slots) - 1)
            if often[kind] == 0:
                met[here] = kind
                here += 1
            often[kind] += 1
            if 4 * known == room:
                return None
        if found + here > room:
            return None
        for place in range(here):
            found_kinds[found], found_many[found] = met[place], often[met[place]]
            often[met[place]] = 0
            found += 1
        rows[at + 1] = found
    as_tables = kinds[:known].copy().reshape((known, size, size))
    return as_tables, rows, found_kinds[:found].copy(), found_many[:found].copy()
