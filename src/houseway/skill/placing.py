"""Placing cards at Chinese poker, for good, before the next ones are known.

A network that has learnt from hands played out (`unfinished.py`) says of every way to place the cards what it comes
to. The best of these ways are played on to the end some dozens of times, against the same cards to come. Where few
cards are left to come, what they make of a hand is counted instead. A foul is taken to cost more than its points, so
that few hands foul.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from itertools import combinations

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.counting.kernels import kernel
from houseway.games.chinese.round import SEGMENTS
from houseway.play.placement import Placed, Placement
from houseway.pricing.equity.dealing import scattered
from houseway.rules.resolved import Rules
from houseway.skill.playing_out import Known, Pair, came, foreseen, last_three, last_three_cards, last_two
from houseway.skill.three_hands import Worth, number_of_top, scored, worths
from houseway.skill.unfinished import STATE, Cards, Numbers, State, add, begun, learnt, left_of, room_of, scratch

CAUTION = {1: 60.0, 3: 60.0}  # points that a foul is taken to cost more than it does, by how many cards come at a time
LOOKED_AT = ((5, 24), (3, 72))  # so many of the best ways are played out so often, then fewer of them more often
COUNTED = 8  # ways that are counted to the end where three cards come for the last two places
STEP, THREES = 4, 40  # one of so many cards, and so many threes, by which the end is counted when a hand is played out


def placed(
    rules: Rules, form: Placement, lie: Mapping[str, Sequence[Card]], gone: Sequence[Card], *, fantasy: bool, seed: int
) -> Placed:
    """How to place the cards of a form beside those that lie there; `gone` are all others that were seen."""
    group = cards_at_a_time(rules)
    lies = [tuple(lie.get(part, ())) for part in SEGMENTS]
    known = _known(rules, group, fantasy=fantasy)
    if form.count == sum(form.room.values()):
        return whole(form, lies, known.worth._replace(foul=-known.foul))
    seen = {*form.cards, *gone, *(card for cards in lies for card in cards)}
    unseen = np.array([card for card in pack(rules.game.cards.pack) if card not in seen], np.uint8)
    ways = list(form.every())
    goes = [[_part(card, way) for card in form.cards] for way in ways]
    states = _after(begun(lies), np.array(form.cards, np.uint8), np.array(goes, np.uint8), known.tables)
    left = left_of(unseen)
    worth = _foreseen(states, unseen, left, known)
    best = [int(at) for at in np.argsort(-worth)]
    near = sum(form.room.values()) - form.count <= (3 if group == 1 else 2)
    for many, games in ((COUNTED, 0),) if near else LOOKED_AT:
        best = best[:many]
        for at in best:
            worth[at] = _played_on(states[at], unseen, left, seed, games, known)
        best.sort(key=lambda at: -worth[at])
    return ways[best[0]]


def cards_at_a_time(rules: Rules) -> int:
    """One card, or three of which one is discarded."""
    return 3 if "seat discards" in rules.game.places else 1


@lru_cache(maxsize=16)
def _known(rules: Rules, group: int, *, fantasy: bool) -> Known:
    found = learnt(group)
    worth = worths(rules, found.met, fantasy=fantasy)
    return Known(found.network, worth, batch.tables(), group, CAUTION[group] - worth.foul)


def _part(card: Card, way: Placed) -> int:
    """The number of the segment that a card goes to, and one more where it is discarded."""
    return next((at for at, part in enumerate(SEGMENTS) if card in way.get(part, ())), len(SEGMENTS))


@kernel
def _after(state: State, cards: Cards, goes: Cards, tables: batch.Tables) -> NDArray[np.int64]:
    """The hand as it is after each of these ways to place cards."""
    states, made = np.empty((len(goes), STATE), np.int64), np.empty(STATE, np.int64)
    for way in range(len(goes)):
        states[way] = state
        for at in range(len(cards)):
            if goes[way, at] < 3:
                add(states[way], cards[at], goes[way, at], tables, made)
                states[way] = made
    return states


@kernel
def _foreseen(states: NDArray[np.int64], pack: Cards, left: Numbers, known: Known) -> NDArray[np.float64]:
    """What each of these hands is taken to come to, less what its fouls cost."""
    room, found, worth = scratch(), np.empty(2), np.empty(len(states))
    for at in range(len(states)):
        foreseen(states[at], pack, int(np.int64(0)), left, known, room, found)
        worth[at] = found[0] - known.foul * found[1]
    return worth


@kernel
def _played_on(state: State, unseen: Cards, left: Numbers, seed: int, games: int, known: Known) -> float:
    """What a hand comes to on average when it is played on, or over all that may come if that is not asked for; less
    what its fouls cost."""
    pack, found = unseen.copy(), np.empty(2)
    if games == 0:
        _end(state, pack, int(np.int64(0)), int(np.int64(1)), known, found)
        return float(found[0] - known.foul * found[1])
    chance, room, to_come = scattered(np.uint64(seed)), scratch(), left.copy()
    hand, total = np.empty(STATE, np.int64), 0.0
    for _ in range(games):
        hand[:] = state
        to_come[:] = left
        drawn = int(np.int64(0))
        while room_of(hand) > 2:
            chance = came(hand, pack, drawn, to_come, known, room, chance, found)
            drawn += known.group
        _end(hand, pack, drawn, int(np.int64(0)), known, found)
        total += found[0] - known.foul * found[1]
    return total / games


@kernel
def _end(hand: State, pack: Cards, drawn: int, every: int, known: Known, found: Pair) -> None:
    """What the last cards make of a hand: of all that may come, or of some."""
    if known.group == 3:
        many = len(pack) - drawn
        step = 1 if every else max(1, many * (many - 1) * (many - 2) // 6 // THREES)
        last_three(hand, pack, drawn, step, known, found)
    elif room_of(hand) == 3:
        last_three_cards(hand, pack, drawn, known, found)
    elif room_of(hand) == 2:
        last_two(hand, pack, drawn, 1 if every else STEP, known, found)
    else:
        foreseen(hand, pack, drawn, np.zeros(1, np.int64), known, scratch(), found)


# Whole hands


def whole(form: Placement, lies: Sequence[Sequence[Card]], worth: Worth) -> Placed:
    """The best of all ways to fill every segment, which never fouls where it can be helped."""
    best, found = -np.inf, None
    splits = _splits(tuple(form.room[part] for part in SEGMENTS))
    top, middle, bottom = (np.array(cards, np.uint8) for cards in lies)
    for cards in combinations(form.cards, form.count):
        score, at = best_split(top, middle, bottom, np.array(cards, np.uint8), splits, worth, batch.tables())
        if score > best:
            best, found = score, (cards, at)
    assert found is not None
    cards, at = found
    way: Placed = {}
    for card, part in zip(cards, splits[at], strict=True):
        way[SEGMENTS[part]] = (*way.get(SEGMENTS[part], ()), card)
    return way


@lru_cache(maxsize=256)
def _splits(room: tuple[int, ...]) -> Cards:
    """Every way to share cards out to the segments, a row each: the number of the segment for each card."""
    many = sum(room)
    rows = []
    for top in combinations(range(many), room[0]):
        rest = [at for at in range(many) if at not in top]
        for middle in combinations(rest, room[1]):
            row = [2] * many
            for at in top:
                row[at] = 0
            for at in middle:
                row[at] = 1
            rows.append(row)
    return np.array(rows, np.uint8).reshape(len(rows), many)


@kernel
def best_split(
    top: Cards, middle: Cards, bottom: Cards, cards: Cards, splits: Cards, worth: Worth, tables: batch.Tables
) -> tuple[float, int]:
    """The best way to share cards out, and what it is worth."""
    ranks_on_top = np.zeros(3, np.int64)
    begun = np.zeros((3, 2), np.int64)
    for at in range(len(top)):
        ranks_on_top[at] = top[at] >> 2
    for card in middle:
        begun[1, 0] += tables.keys[card]
        begun[1, 1] |= tables.suits[card]
    for card in bottom:
        begun[2, 0] += tables.keys[card]
        begun[2, 1] |= tables.suits[card]
    best, found = -1e9, 0
    for number in range(len(splits)):
        second, second_suits, last, last_suits = begun[1, 0], begun[1, 1], begun[2, 0], begun[2, 1]
        filled = len(top)
        for at in range(len(cards)):
            card, part = cards[at], splits[number, at]
            if part == 0:
                ranks_on_top[filled] = card >> 2
                filled += 1
            elif part == 1:
                second += tables.keys[card]
                second_suits |= tables.suits[card]
            else:
                last += tables.keys[card]
                last_suits |= tables.suits[card]
        number_on_top = number_of_top(ranks_on_top[0], ranks_on_top[1], ranks_on_top[2])
        score = scored(number_on_top, second, second_suits, last, last_suits, worth, tables)
        if score > best:
            best, found = score, number
    return best, found
