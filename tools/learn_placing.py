"""How to place cards at Chinese poker, learnt from hands played out.

`python -m tools.learn_placing learn GAME FILE CAUTION AGES` makes weights as they lie in `houseway.skill`, and
`python -m tools.learn_placing measure GAME HANDS CAUTION...` says what caution about fouls costs.

Hands are played by what the network says so far, with a move at random now and then; what each unfinished hand came to
teaches the network, a part of it by what it says itself of the hand one move later. What others hold at the end is
taken from the hands that were made, and so is what Fantasy Land is worth. All of it begins from nothing.
"""

import sys
from itertools import product
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import rank_of
from houseway.counting.kernels import kernel
from houseway.games import game
from houseway.games.chinese.round import SEGMENTS, SIZES
from houseway.play.placement import Placement
from houseway.pricing.equity.dealing import following, scattered
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.skill.placing import cards_at_a_time, whole
from houseway.skill.playing_out import Known, came, foreseen
from houseway.skill.three_hands import Met, number_of_top, worths
from houseway.skill.unfinished import (
    BOTTOM,
    FIRST,
    INPUTS,
    LEFT,
    MIDDLE,
    POINTS,
    SECOND,
    STATE,
    TOP,
    Floats,
    Network,
    Numbers,
    State,
    add,
    begun,
    described,
    forward,
    learnt,
    outcome,
    room_of,
    scratch,
)

HANDS, TIMES = 16_000, 4  # played in an age, and how often each of them is learnt from
FIRSTS = 40  # ways to place the first five cards that are looked at, of some two hundred
EXPLORES = 0.08  # how often a move is made at random
TRUST = 0.3  # how much the network's own word counts for the move before
BATCH, RATE, SLOWEST = 128, 1.5e-3, 1e-4
FOUL_COUNTS = 4.0  # how much an error about fouls counts beside one about points
MET = 4096  # hands of others that are kept
LANDS = 40  # hands in Fantasy Land that are set to know its worth


class Lessons(NamedTuple):
    """Unfinished hands as they were described, and what they came to."""

    many: Numbers
    at: NDArray[np.int16]
    value: Floats
    points: Floats
    foul: Floats


def lessons(size: int) -> Lessons:
    return Lessons(
        np.zeros(size, np.int64), np.zeros((size, INPUTS), np.int16), np.zeros((size, INPUTS), np.float32),
        np.zeros(size, np.float32), np.zeros(size, np.float32),
    )  # fmt: skip


@kernel
def _chance(state: np.uint64) -> float:
    return float(state >> np.uint64(11)) / 9007199254740992.0


@kernel
def _begin(pack: NDArray[np.uint8], left: Numbers, chance: np.uint64, tables: batch.Tables, hand: State,
           firsts: NDArray[np.uint8], looked_at: int, known: Known) -> np.uint64:  # fmt: skip
    """The first five cards, placed by the best of some ways."""
    room, each, best = scratch(), np.empty(2), -1e18
    one, made = np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    for _ in range(looked_at):
        chance = following(chance)
        way = firsts[int(_chance(chance) * len(firsts))]
        one[:] = 0
        one[0], one[1], one[2] = 3, 5, 5
        for at in range(5):
            add(one, pack[at], way[at], tables, made)
            one[:] = made
        foreseen(one, pack, 5, left, known, room, each)
        if each[0] - known.foul * each[1] > best:
            best = each[0] - known.foul * each[1]
            hand[:] = one
    return chance


@kernel
def played(
    hands: int,
    seed: int,
    explores: float,
    trust: float,
    looked_at: int,
    firsts: NDArray[np.uint8],
    known: Known,
    told: Lessons,
    ends: NDArray[np.int16],
) -> tuple[int, float, float]:
    """Play hands to their end: how many lessons there are, and the mean of their points and fouls.

    `ends` is given the hands as they were in the end, -1 for a foul. Each hand is played beside none to three others,
    whose cards are seen as they come."""
    group, tables = known.group, known.tables
    chance = scattered(np.uint64(seed))
    full = np.arange(52).astype(np.uint8)
    room, found, said, instead = scratch(), np.empty(2), np.empty((16, 2)), np.empty((16, 2))
    hand, tried = np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    left = np.empty(LEFT, np.int64)
    total, total_points, total_fouls = 0, 0.0, 0.0
    for number in range(hands):
        for at in range(51, 0, -1):
            chance = following(chance)
            other = int(_chance(chance) * (at + 1))
            full[at], full[other] = full[other], full[at]
        chance = following(chance)
        others = int(_chance(chance) * (4 if group == 1 else 3))
        gone = 5 * others
        left[:13], left[13:] = 4, 13
        for at in range(5):
            left[full[at] >> 2] -= 1
            left[13 + (full[at] & 3)] -= 1
        for at in range(52 - gone, 52):
            left[full[at] >> 2] -= 1
            left[13 + (full[at] & 3)] -= 1
        chance = _begin(full[: 52 - gone], left, chance, tables, hand, firsts, looked_at, known)
        steps, drawn, begin = 0, 5, total
        cut = np.zeros(16, np.bool_)
        while True:
            places = room_of(hand)
            if places == 0 or (places == 1 and group == 1):
                break
            many = described(hand, left, known.worth, tables, room)
            told.many[total] = many
            for at in range(many):
                told.at[total, at], told.value[total, at] = room.at[at], room.value[at]
            said[steps] = forward(many, known.network, room)
            total, steps = total + 1, steps + 1
            more = others * (1 if group == 1 else 2)
            for at in range(52 - gone - more, 52 - gone):
                left[full[at] >> 2] -= 1
                left[13 + (full[at] & 3)] -= 1
            gone += more
            pack = full[: 52 - gone]
            chance = following(chance)
            tried[:] = hand
            chance = came(tried, pack, drawn, left, known, room, chance, found)
            chance = following(chance)
            if _chance(chance) < explores:  # the move that would have been made is what the hand is worth
                cut[steps] = True
                instead[steps] = found
                for at in range(2 if group == 3 else 1):
                    chance = following(chance)
                    part = int(_chance(chance) * 3)
                    while hand[part] == 0:
                        part = (part + 1) % 3
                    add(hand, pack[drawn + at], part, tables, tried)
                    hand[:] = tried
            hand[:] = tried
            drawn += group
        points, foul = 0.0, 0.0
        pack = full[: 52 - gone]
        if room_of(hand) == 1:
            foreseen(hand, pack, drawn, left, known, room, found)
            points, foul = found[0], found[1]
            tried[:] = hand
            chance = came(tried, pack, drawn, left, known, room, chance, found)
            hand[:] = tried
        else:
            points, foul = outcome(hand, known.worth, tables)
        ends[number, 0] = -1
        if outcome(hand, known.worth, tables)[1] == 0:
            ends[number, 0] = number_of_top(hand[TOP], hand[TOP + 1], hand[TOP + 2])
            ends[number, 1] = rank_of(hand[MIDDLE], hand[MIDDLE + 1], tables)
            ends[number, 2] = rank_of(hand[BOTTOM], hand[BOTTOM + 1], tables)
        total_points += points
        total_fouls += foul
        for step in range(steps - 1, -1, -1):
            if cut[step + 1]:
                points, foul = instead[step + 1, 0], instead[step + 1, 1]
            told.points[begin + step], told.foul[begin + step] = points, foul
            points = (1 - trust) * points + trust * said[step, 0]
            foul = (1 - trust) * foul + trust * said[step, 1]
    return total, total_points / hands, total_fouls / hands


@kernel(fastmath=True)
def _learn(told: Lessons, order: Numbers, network: Network, moments: Network, squares: Network, gradient: Network,
           rate: float, time: int) -> float:  # fmt: skip
    """Adam, over all lessons in this order; the mean error."""
    room, error = scratch(), 0.0
    down, down_second = np.zeros(FIRST, np.float32), np.zeros(SECOND, np.float32)
    for begin in range(0, len(order) - BATCH + 1, BATCH):
        gradient.first[:] = 0
        gradient.first_bias[:] = 0
        gradient.second[:] = 0
        gradient.second_bias[:] = 0
        gradient.last[:] = 0
        gradient.last_bias[:] = 0
        for lesson in order[begin : begin + BATCH]:
            many = told.many[lesson]
            for at in range(many):
                room.at[at], room.value[at] = told.at[lesson, at], told.value[lesson, at]
            points, foul = forward(many, network, room)
            wrong = np.float32((points - told.points[lesson]) / POINTS / BATCH)
            wrong_foul = np.float32(FOUL_COUNTS * (foul - told.foul[lesson]) / BATCH)
            error += (points - told.points[lesson]) ** 2
            gradient.last_bias[0] += wrong
            gradient.last_bias[1] += wrong_foul
            for at in range(SECOND):
                down_second[at] = 0
                if room.second[at] > 0:
                    gradient.last[at, 0] += wrong * room.second[at]
                    gradient.last[at, 1] += wrong_foul * room.second[at]
                    down_second[at] = wrong * network.last[at, 0] + wrong_foul * network.last[at, 1]
                    gradient.second_bias[at] += down_second[at]
            for number in range(FIRST):
                down[number] = 0
                if room.first[number] > 0:
                    value, row, grown = room.first[number], network.second[number], gradient.second[number]
                    back = np.float32(0)
                    for at in range(SECOND):
                        grown[at] += value * down_second[at]
                        back += row[at] * down_second[at]
                    down[number] = back
                    gradient.first_bias[number] += back
            for number in range(many):
                value, grown = room.value[number], gradient.first[room.at[number]]
                for at in range(FIRST):
                    grown[at] += value * down[at]
        time += 1
        pace = rate * np.sqrt(1 - 0.999**time) / (1 - 0.9**time)
        for layer, moment, square, slope in (
            (network.first, moments.first, squares.first, gradient.first),
            (network.second, moments.second, squares.second, gradient.second),
            (network.last, moments.last, squares.last, gradient.last),
        ):
            _step(layer.reshape(-1), moment.reshape(-1), square.reshape(-1), slope.reshape(-1), pace)
        for bias, moment_of_it, square_of_it, slope_of_it in (
            (network.first_bias, moments.first_bias, squares.first_bias, gradient.first_bias),
            (network.second_bias, moments.second_bias, squares.second_bias, gradient.second_bias),
            (network.last_bias, moments.last_bias, squares.last_bias, gradient.last_bias),
        ):
            _step(bias, moment_of_it, square_of_it, slope_of_it, pace)
    return error / len(order)


@kernel(fastmath=True)
def _step(weights: Floats, moments: Floats, squares: Floats, gradient: Floats, pace: float) -> None:
    for at in range(len(weights)):
        slope = gradient[at]
        moments[at] += np.float32(0.1) * (slope - moments[at])
        squares[at] += np.float32(0.001) * (slope * slope - squares[at])
        weights[at] -= np.float32(pace) * moments[at] / (np.sqrt(squares[at]) + np.float32(1e-8))


def new_network(rng: np.random.Generator) -> Network:
    def layer(size: int, width: int) -> Floats:
        return np.array(rng.standard_normal((size, width)) * np.sqrt(2 / size), np.float32)

    def zeros(size: int) -> Floats:
        return np.zeros(size, np.float32)

    return Network(
        layer(INPUTS, FIRST) * np.float32(1.5), zeros(FIRST), layer(FIRST, SECOND), zeros(SECOND),
        layer(SECOND, 2) * np.float32(0.1), zeros(2),
    )  # fmt: skip


def first_ways() -> NDArray[np.uint8]:
    return np.array([way for way in product(range(3), repeat=5) if way.count(0) <= 3], np.uint8)


def learn(rules: Rules, path: Path, *, caution: float, ages: int, hands: int = HANDS, seed: int = 1) -> None:
    """Learn from hands played out, and write down what was learnt. A foul is taken to cost so many points more than
    it does."""
    group = cards_at_a_time(rules)
    rng = np.random.default_rng(seed)
    network, met = new_network(rng), Met(np.zeros((0, 3), np.int16), 0.0)
    moments, squares, gradient = (Network(*(np.zeros_like(part) for part in network)) for _ in range(3))
    told, ends, firsts, steps = lessons(hands * 8), np.zeros((hands, 3), np.int16), first_ways(), 0
    for age in range(ages):
        worth = worths(rules, met, fantasy=False)
        known = Known(network, worth, batch.tables(), group, caution - worth.foul)
        explores, trust, looked_at = (EXPLORES, TRUST, FIRSTS) if age else (1.0, 0.0, 1)
        many, points, fouls = played(
            hands, seed * 1000 + age, explores, trust, looked_at, firsts, known, told, ends
        )  # fmt: skip
        rate = SLOWEST + (RATE - SLOWEST) * 0.5 * (1 + np.cos(np.pi * age / ages))
        for _ in range(TIMES):
            error = _learn(told, rng.permutation(many), network, moments, squares, gradient, rate, steps)
            steps += many // BATCH
        whole = ends[ends[:, 0] >= 0]
        met = met._replace(hands=whole[-MET:].copy())
        enters = _enters(rules, whole) * len(whole) / hands
        mean = points + fouls * worth.foul
        if age % 10 == 5:
            met = met._replace(fantasy=land(rules, met, mean - enters * met.fantasy, enters, rng))
        print(
            f"{age}: {mean:.2f} points, {100 * fouls:.2f} % fouls, {100 * enters:.1f} % enter Fantasy Land, "
            f"worth {met.fantasy:.1f}, error {error:.1f}", flush=True,
        )  # fmt: skip
        save(path, network, met)


def _enters(rules: Rules, whole: NDArray[np.int16]) -> float:
    """How many of these hands lead to Fantasy Land."""
    with_land, without = (worths(rules, Met(whole[:1], worth), fantasy=False).top for worth in (1.0, 0.0))
    return float((with_land - without)[whole[:, 0]].mean())


def save(path: Path, network: Network, met: Met) -> None:
    weights = {name: part.astype(np.float16) for name, part in network._asdict().items()}
    np.savez_compressed(path, **weights, hands=met.hands, fantasy=np.float64(met.fantasy))


def land(rules: Rules, met: Met, ordinary: float, enters: float, rng: np.random.Generator) -> float:
    """What it is worth to be in Fantasy Land for the next hand: its points over those of an ordinary one, again as long
    as one stays, less what the ordinary one would have had of it."""
    within = worths(rules, met, fantasy=True)
    without = worths(rules, met._replace(fantasy=0.0), fantasy=True)
    many = 14 if cards_at_a_time(rules) == 3 else 13
    won, stayed = 0.0, 0.0
    for _ in range(LANDS):
        cards = tuple(int(card) for card in rng.permutation(52)[:many])
        way = whole(Placement(cards, dict(SIZES), 13), [(), (), ()], within)
        state = begun([way[part] for part in SEGMENTS])
        points, foul = outcome(state, without, batch.tables())
        won += points + foul * without.foul
        stayed += outcome(state, within, batch.tables())[0] > points
    return max(0.0, (won / LANDS - ordinary) / (1 - stayed / LANDS + enters))


def measured(rules: Rules, hands: int, caution: float, seed: int = 77) -> tuple[float, float]:
    """The points and the part of fouls of hands that the network places alone, where a foul is taken to cost so many
    points more than it does."""
    group = cards_at_a_time(rules)
    found = learnt(group)
    worth = worths(rules, found.met, fantasy=False)
    known = Known(found.network, worth, batch.tables(), group, caution - worth.foul)
    firsts, ends = first_ways(), np.zeros((hands, 3), np.int16)
    _, points, fouls = played(hands, seed, 0.0, 0.0, len(firsts), firsts, known, lessons(hands * 8), ends)
    return points + fouls * worth.foul, fouls


if __name__ == "__main__":
    what, name, *given = sys.argv[1:]
    if what == "learn":
        learn(house_rules(game(name).rules), Path(given[0]), caution=float(given[1]), ages=int(given[2]))
    else:
        for extra in given[1:]:
            mean, often = measured(house_rules(game(name).rules), int(given[0]), float(extra))
            print(f"a foul at {extra} points more: {100 * often:.2f} % fouls, {mean:.2f} points a hand")
