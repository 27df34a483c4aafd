"""What an unfinished hand of Chinese poker comes to: a small network that has learnt it from hands played out.

A hand is described by what lies in each segment, what that may still become, and the cards that are left to come. The
network says two things of it: the points it will make, with nothing for a foul, and how likely it is to foul.
`learning.py` makes the weights that lie beside this file.
"""

from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.cards.card import Card
from houseway.counting.kernels import kernel
from houseway.games.chinese.round import SEGMENTS, SIZES
from houseway.skill.three_hands import Met, Worth, fouls, number_of_top, points_of

Cards = NDArray[np.uint8]
Floats = NDArray[np.float32]
Numbers = NDArray[np.int64]

# A hand as the kernels have it: the room in its three segments, the ranks on top, the sums of keys and suits of the
# other two, and how many of each rank lie in each segment, three bits a rank
State = NDArray[np.int64]
TOP, MIDDLE, BOTTOM, COUNTS, STATE = 3, 6, 8, 10, 13
LEFT = 17  # what is left to come: of each rank and of each suit

# Where each part of a description begins
_RANKS = 0  # of each segment: ranks that lie there once, twice, three times
_ROOM = 117
_FLUSH = 135  # of middle and bottom: all of one suit, by how many; and how many of it are left
_STRAIGHT = 147  # the same for a straight, and how likely the cards are that it lacks
_LIVE = 159  # ranks left
_OUTS = 172  # of each segment: cards left that pair what is single, and that better a pair
_MADE = 178  # what each segment is worth now
_ORDER = 181  # how far the segments are in order, and whether they are out of it for good
_MORE = 186
INPUTS = 187
FIRST, SECOND = 64, 32  # sizes of the two layers
POINTS = 10.0  # the network's unit
_TRIPS, _STRAIGHTS, _FLUSHES, _FOURS = (
    max(rank for rank in range(1, ranks.BEST + 1) if ranks.category(rank) <= kind) for kind in (3, 4, 5, 7)
)


class Network(NamedTuple):
    first: Floats
    first_bias: Floats
    second: Floats
    second_bias: Floats
    last: Floats  # two columns: points and foul
    last_bias: Floats


class Scratch(NamedTuple):
    """Room to work in, so that nothing is made anew for every hand that is looked at."""

    at: Numbers
    value: Floats
    first: Floats
    second: Floats


@kernel
def scratch() -> Scratch:
    return Scratch(
        np.empty(INPUTS, np.int64), np.empty(INPUTS, np.float32), np.empty(FIRST, np.float32),
        np.empty(SECOND, np.float32),
    )  # fmt: skip


class Learnt(NamedTuple):
    network: Network
    met: Met


def learnt_at(group: int) -> Path:
    """Where the weights lie for cards that come one at a time, or three of which two are placed."""
    return Path(__file__).with_name("placing-two-of-three.npz" if group == 3 else "placing-one-by-one.npz")


@cache
def learnt(group: int) -> Learnt:
    with np.load(learnt_at(group)) as file:
        weights = [file[name].astype(np.float32) for name in Network._fields]
        return Learnt(Network(*weights), Met(file["hands"], float(file["fantasy"])))


def begun(parts: Sequence[Sequence[Card]]) -> State:
    """The cards that lie in the three segments, as the kernels have them."""
    state = np.zeros(STATE, np.int64)
    for at, part in enumerate(SEGMENTS):
        state[at] = SIZES[part]
    made = state.copy()
    for at, cards in enumerate(parts):
        for card in cards:
            add(state, card, at, batch.tables(), made)
            state[:] = made
    return state


def left_of(pack: Cards) -> Numbers:
    """How many of each rank and of each suit these cards are."""
    left = np.zeros(LEFT, np.int64)
    left[:13] = np.bincount(pack >> 2, minlength=13)
    left[13:] = np.bincount(pack & 3, minlength=4)
    return left


@kernel
def add(state: State, card: int, part: int, tables: batch.Tables, made: State) -> None:
    """The hand with one more card in a segment that has room."""
    made[:] = state
    if part == 0:
        made[TOP + 3 - state[0]] = card >> 2
    else:
        at = MIDDLE if part == 1 else BOTTOM
        made[at] += tables.keys[card]
        made[at + 1] |= tables.suits[card]
    made[COUNTS + part] += np.int64(1) << np.int64(3 * (card >> 2))
    made[part] -= 1


@kernel
def room_of(state: State) -> int:
    return int(state[0] + state[1] + state[2])


@kernel
def outcome(state: State, worth: Worth, tables: batch.Tables) -> tuple[float, float]:
    """Of a whole hand: its points, or none and a foul."""
    top = number_of_top(state[TOP], state[TOP + 1], state[TOP + 2])
    middle = batch.rank_of(state[MIDDLE], state[MIDDLE + 1], tables)
    bottom = batch.rank_of(state[BOTTOM], state[BOTTOM + 1], tables)
    if fouls(top, middle, bottom, worth):
        return 0.0, 1.0
    return points_of(top, middle, bottom, worth), 0.0


@kernel
def _made(state: State, part: int, worth: Worth, tables: batch.Tables) -> float:
    """What lies in a segment, in kinds of hands and parts of them."""
    if part and state[part] == 0:
        at = MIDDLE if part == 1 else BOTTOM
        rank = batch.rank_of(state[at], state[at + 1], tables)
        if _TRIPS < rank <= _FLUSHES:
            return 4.5 if rank <= _STRAIGHTS else 5.5
        if rank > _FOURS:
            return 8.5
    counts = state[COUNTS + part]
    best, other, high = 0, -1, -1
    many = 0
    for rank in range(13):
        held = counts >> 3 * rank & 7
        if held and rank > high:
            high = rank
        if held >= 2:
            if held >= many:
                many, other, best = held, best if many else -1, rank
            else:
                other = rank
    if many == 0:
        return (1 + high) / 14.0
    kind = 1 if many == 2 and other < 0 else 2 if many == 2 else 3 if many == 3 and other < 0 else 6 if many == 3 else 7
    return kind + best / 13.0


@kernel
def described(state: State, left: Numbers, worth: Worth, tables: batch.Tables, room: Scratch) -> int:
    """Write down what is to be said of a hand, and how much that is."""
    at, value, many = room.at, room.value, 0
    made_before = 0.0
    for part in range(3):
        counts = state[COUNTS + part]
        size = (3 if part == 0 else 5) - state[part]
        singles, pairs, ranks_held, distinct = 0, 0, 0, True
        for rank in range(13):
            held = counts >> 3 * rank & 7
            if held:
                ranks_held |= 1 << rank
                for times in range(min(held, 3)):
                    at[many], value[many] = _RANKS + part * 39 + times * 13 + rank, 1.0
                    many += 1
                if held == 1:
                    singles += left[rank]
                else:
                    pairs += left[rank]
                    distinct = False
        at[many], value[many] = _ROOM + part * 6 + state[part], 1.0
        at[many + 1], value[many + 1] = _OUTS + 2 * part, singles / 8.0
        at[many + 2], value[many + 2] = _OUTS + 2 * part + 1, pairs / 4.0
        made = _made(state, part, worth, tables)
        at[many + 3], value[many + 3] = _MADE + part, made / 8.0
        many += 4
        if part:
            at[many], value[many] = _ORDER + 2 * part - 2, (made - made_before) / 4.0
            many += 1
            if made < made_before:
                at[many], value[many] = _ORDER + 2 * part - 1, 1.0
                many += 1
        made_before = made
        if part and size:
            key = state[MIDDLE if part == 1 else BOTTOM]
            for suit in range(4):
                if key >> (40 + 4 * suit) & 15 == size:
                    at[many], value[many] = _FLUSH + (part - 1) * 6 + size - 1, 1.0
                    at[many + 1], value[many + 1] = _FLUSH + (part - 1) * 6 + 5, left[13 + suit] / 10.0
                    many += 2
            if distinct:
                likely = _straight(ranks_held, left)
                if likely > 0:
                    at[many], value[many] = _STRAIGHT + (part - 1) * 6 + size - 1, 1.0
                    at[many + 1], value[many + 1] = _STRAIGHT + (part - 1) * 6 + 5, likely
                    many += 2
    for rank in range(13):
        at[many], value[many] = _LIVE + rank, left[rank] / 4.0
        many += 1
    if _out_of_order(state, worth, tables):
        at[many], value[many] = _ORDER + 4, 1.0
        many += 1
    at[many], value[many] = _MORE, room_of(state) / 8.0
    return many + 1


@kernel
def _straight(held: int, left: Numbers) -> float:
    """How likely the cards are that a straight lacks, for the best of all straights: one where it lacks none."""
    best = 0.0
    for low in range(10):
        window = 0x100F if low == 0 else 0x1F << (low - 1)
        if held & ~window:
            continue
        likely = 1.0
        for rank in range(13):
            if window >> rank & 1 and not held >> rank & 1:
                likely *= left[rank] / 4.0
        best = max(best, likely)
    return best


@kernel
def _out_of_order(state: State, worth: Worth, tables: batch.Tables) -> bool:
    """Two whole segments that foul whatever comes."""
    if state[1]:
        return False
    middle = batch.rank_of(state[MIDDLE], state[MIDDLE + 1], tables)
    if state[0] == 0 and middle < worth.takes[number_of_top(state[TOP], state[TOP + 1], state[TOP + 2])]:
        return True
    if state[2] == 0:
        bottom = batch.rank_of(state[BOTTOM], state[BOTTOM + 1], tables)
        return bool(bottom < middle or (bottom == middle and not worth.equal))
    return False


@kernel(fastmath=True)
def forward(many: int, network: Network, room: Scratch) -> tuple[float, float]:
    """The points and the likelihood of a foul that the network says of a description."""
    first, second = room.first, room.second
    first[:] = network.first_bias
    for number in range(many):
        value, row = room.value[number], network.first[room.at[number]]
        for at in range(FIRST):
            first[at] += value * row[at]
    second[:] = network.second_bias
    for number in range(FIRST):
        if first[number] <= 0:
            first[number] = 0
            continue
        value, row = first[number], network.second[number]
        for at in range(SECOND):
            second[at] += value * row[at]
    points, foul = network.last_bias[0], network.last_bias[1]
    for number in range(SECOND):
        if second[number] <= 0:
            second[number] = 0
            continue
        points += second[number] * network.last[number, 0]
        foul += second[number] * network.last[number, 1]
    return POINTS * points, 1 / (1 + np.exp(-foul))


@kernel
def valued(state: State, left: Numbers, network: Network, worth: Worth, tables: batch.Tables,
           room: Scratch) -> tuple[float, float]:  # fmt: skip
    """The points that an unfinished hand will make, and how likely it is to foul."""
    return forward(described(state, left, worth, tables, room), network, room)
