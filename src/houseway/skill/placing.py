"""Placing cards at Chinese poker: every way to place them is tried out against cards that may still come.

The likely ways are found first, by dealing what is left of the pack at random and sharing it out as well as it can be:
in such a trial one knows what comes before it is placed, so it is too hopeful of what does not foul. The best of these
ways are then played out as one plays: card after card comes and is placed before the next is known, where a few such
trials, in which a foul weighs more, do best; what the last two cards make of it is counted. A hand adds up what the
rulebook gives: bonuses, Fantasy Land, segments likely to win, and what a foul costs.
"""

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from functools import cache, lru_cache
from itertools import combinations, product
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch, ranks
from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.games.chinese.base import SEGMENTS, SIZES, Hand, fouled, strength
from houseway.kernels import kernel
from houseway.play.placement import Placed, Placement
from houseway.price.equity.dealing import below, following, scattered
from houseway.rules.families import facts
from houseway.rules.families.chinese import ChineseFacts
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

Cards = NDArray[np.uint8]
State = NDArray[np.int64]  # room of the three segments, ranks on top, and the sums of keys and suits of the others
TOP, MIDDLE, BOTTOM, STATE = 3, 6, 8, 10
LONGEST = 8  # cards to come that are shared out in a trial after looking ahead
FANTASY = 8.0  # points that a hand in Fantasy Land is worth more than another
CAUTION = 5.0  # how much more a foul weighs than its points in trials that know what comes, one card at a time
CAUTION_WITH_A_CHOICE = 2.2  # and where two of three are placed: more of it costs points and avoids no foul
FAIR = 1.3  # how much more than its points a foul weighs where a hand is played out as one plays
TRIALS, FIRST_TRIALS, KEPT = 120, 4, 30
BUDGET = 8_000  # trials in all, before one is known to be better than another
LOOKED_AT = ((8, 12), (3, 40))  # so many of the best ways are played out so often, then fewer of them more often
TRIES = 3  # by which a card is placed when a hand is played out
THREES, SOME_THREES = 400, 30  # threes that may come last, where they do, and where a hand is played out
STEP = 4  # when looking ahead to the last two cards, one in so many is tried as the first of them


class Worth(NamedTuple):
    """What segments are worth, in points, by what they are."""

    top: NDArray[np.float64]  # 2197: by three ranks, highest first
    takes: NDArray[np.int16]  # and the rank that a middle hand takes beside it
    middle: NDArray[np.float64]  # by rank
    bottom: NDArray[np.float64]
    foul: float
    equal: bool  # a back hand that equals the middle is in order


class Trial(NamedTuple):
    """What is the same in all trials of one decision."""

    worth: Worth
    tables: batch.Tables
    splits: Cards
    first: NDArray[np.int64]  # of the splits for a room
    last: NDArray[np.int64]
    group: int  # how many cards come at a time


def placed(
    rules: Rules, form: Placement, lie: Mapping[str, Sequence[Card]], gone: Sequence[Card], *, fantasy: bool, seed: int
) -> Placed:
    """How to place the cards of a form beside those that lie there; `gone` are all others that were seen."""
    worth = worths(rules, fantasy=fantasy)
    begun = {part: tuple(lie.get(part, ())) for part in SEGMENTS}
    if form.count == sum(form.room.values()):
        return _whole(form, begun, worth)
    seen = {*form.cards, *gone, *(card for cards in begun.values() for card in cards)}
    left = np.array([card for card in pack(rules.game.cards.pack) if card not in seen], np.uint8)
    more = sum(form.room.values()) - form.count
    drawn_for_each = 3 if form.count < len(form.cards) or (len(form.cards) == 5 and _discards(rules)) else 1
    ways = [way for way in form.every() if not _hopeless(rules, begun, way)] or list(form.every())
    scores = np.zeros(len(ways))
    alive = list(range(len(ways)))
    for most in (FIRST_TRIALS, TRIALS) if len(ways) > KEPT else (TRIALS,):
        trials = max(FIRST_TRIALS, min(most, BUDGET // max(1, len(alive)) // (1 + more)))
        for at in alive:
            parts = {part: begun[part] + tuple(ways[at].get(part, ())) for part in SEGMENTS}
            room = tuple(form.room[part] - len(ways[at].get(part, ())) for part in SEGMENTS)
            top, middle, bottom = (np.array(parts[part], np.uint8) for part in SEGMENTS)
            scores[at] = _tried(
                trials, seed, left, drawn_for_each, top, middle, bottom, _splits(room), worth, batch.tables()
            )
        alive = sorted(alive, key=lambda at: -scores[at])[:KEPT]
    if len(alive) == 1:
        return ways[alive[0]]
    trial = Trial(worth, batch.tables(), *_every_split(), drawn_for_each)
    fair = trial._replace(worth=worths(rules, fantasy=fantasy, cautious=False))
    states = {at: _state([begun[part] + tuple(ways[at].get(part, ())) for part in SEGMENTS]) for at in alive}
    for many, games in LOOKED_AT if more > 2 else ((len(alive), 1),):
        alive = alive[:many]
        for at in alive:
            scores[at] = _played_out(states[at], left, seed, games, TRIES, trial, fair)
        alive.sort(key=lambda at: -scores[at])
    return ways[alive[0]]


def _state(parts: Sequence[Sequence[Card]]) -> State:
    """A hand that is not whole yet, as the kernels have it."""
    keys, suits = batch.tables().keys, batch.tables().suits
    state = np.zeros(STATE, np.int64)
    for at, cards in enumerate(parts):
        state[at] = SIZES[SEGMENTS[at]] - len(cards)
    for at, card in enumerate(parts[0]):
        state[TOP + at] = card >> 2
    for at, cards in ((MIDDLE, parts[1]), (BOTTOM, parts[2])):
        for card in cards:
            state[at] += int(keys[card])
            state[at + 1] |= int(suits[card])
    return state


@cache
def _every_split() -> tuple[Cards, NDArray[np.int64], NDArray[np.int64]]:
    """For every room that is left in the three segments the ways to share cards out: rows, and from where to where."""
    first, last = np.zeros((4, 6, 6), np.int64), np.zeros((4, 6, 6), np.int64)
    rows: list[Cards] = []
    at = 0
    for room in product(range(4), range(6), range(6)):
        if sum(room) <= LONGEST:
            ways = _splits(room)
            wide = np.zeros((len(ways), LONGEST), np.uint8)
            wide[:, : ways.shape[1]] = ways
            rows.append(wide)
            first[room], last[room] = at, at + len(ways)
            at += len(ways)
    return np.concatenate(rows), first, last


def _discards(rules: Rules) -> bool:
    """Whether three cards come at a time, of which one is discarded."""
    return "seat discards" in rules.game.places


def _hopeless(rules: Rules, begun: Mapping[str, Sequence[Card]], way: Placed) -> bool:
    """A whole hand that fouls, or a whole segment that its neighbour can't be brought in order with any more."""
    parts = {part: tuple(begun[part]) + tuple(way.get(part, ())) for part in SEGMENTS}
    full = {part: len(cards) == (3 if part == "top" else 5) for part, cards in parts.items()}
    if all(full.values()):
        return fouled(rules, Hand("", "", parts["top"], parts["middle"], parts["bottom"]))
    if full["middle"] and full["bottom"]:
        middle, bottom = strength(parts["middle"]), strength(parts["bottom"])
        return middle > bottom or (middle == bottom and rules.options["equal_segments"] == "foul")
    return full["top"] and full["middle"] and strength(parts["top"]) >= strength(parts["middle"])


def _whole(form: Placement, begun: Mapping[str, tuple[Card, ...]], worth: Worth) -> Placed:
    """The best of all ways to fill every segment, which never fouls where it can be helped."""
    best, found = -np.inf, None
    splits = _splits(tuple(form.room[part] for part in SEGMENTS))
    top, middle, bottom = (np.array(begun[part], np.uint8) for part in SEGMENTS)
    for cards in combinations(form.cards, form.count):
        score, at = _best_split(top, middle, bottom, np.array(cards, np.uint8), splits, worth, batch.tables())
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


# What segments are worth

# How often a segment wins, by what it is: no more than near, and enough to tell ways to place cards apart.
_WINS_TOP = ((0, 0.15), (9, 0.22), (10, 0.28), (11, 0.36), (12, 0.48))  # from a high card of this rank on
_WINS_TOP_PAIR = ((0, 0.6), (4, 0.72), (8, 0.84), (10, 0.92), (12, 0.97))
_WINS_MIDDLE = (0.08, 0.36, 0.66, 0.8, 0.86, 0.9, 0.96, 0.99, 1.0, 1.0)
_WINS_BOTTOM = (0.03, 0.15, 0.36, 0.48, 0.56, 0.68, 0.86, 0.96, 1.0, 1.0)


@lru_cache(maxsize=32)
def worths(rules: Rules, *, fantasy: bool, cautious: bool = True) -> Worth:
    stated = facts(rules.game, ChineseFacts)
    enter, stay = stated.fantasy_land.enter, stated.fantasy_land.stay
    least = (_category(enter.hand), enter.low)
    classes = [(int(kind), *cards) for kind, cards in ranks._classes()]
    scoop = (stated.scoop.points if stated.scoop else 0) / 3
    top, takes = np.zeros(2197), np.zeros(2197, np.int16)
    for three in product(range(13), repeat=3):
        high, middle, low = sorted(three, reverse=True)
        if three != (high, middle, low):
            continue
        made = strength((4 * high, 4 * middle + 1, 4 * low + 2))
        at = high * 169 + middle * 13 + low
        takes[at] = bisect_right(classes, made)
        wins = 1.0 if made[0] == 3 else _from(_WINS_TOP_PAIR if made[0] == 1 else _WINS_TOP, made[1])
        top[at] = _bonus(rules, "top", made) + (2 * wins - 1) * (1 + scoop)
        if fantasy:
            top[at] += FANTASY * (made[0] >= _category(stay.top))
        else:
            top[at] += FANTASY * (made[:2] >= least)
    segments = []
    for part, wins_by_kind, keeps in (("middle", _WINS_MIDDLE, stay.middle), ("bottom", _WINS_BOTTOM, stay.bottom)):
        values = np.zeros(ranks.BEST + 1)
        for rank in range(1, ranks.BEST + 1):
            made = classes[rank]
            within = made[1] / 13
            wins = wins_by_kind[made[0]]
            wins += (wins_by_kind[min(9, made[0] + 1)] - wins) * within
            values[rank] = _bonus(rules, part, made) + (2 * wins - 1) * (1 + scoop)
            if fantasy:
                values[rank] += FANTASY * (made[0] >= _category(keeps))
        segments.append(values)
    foul = -(stated.foul.points + 3.0)
    if cautious:
        foul *= CAUTION_WITH_A_CHOICE if _discards(rules) else CAUTION
    else:
        foul *= FAIR
    return Worth(top, takes, segments[0], segments[1], foul, rules.options["equal_segments"] == "in order")


def _bonus(rules: Rules, part: str, made: Sequence[int]) -> float:
    word = ranks.Category(made[0]).name.lower().replace("_", "-")
    lines: list[PayLine] = [line for line in rules.pay_tables[part].lines if line.fits(word, made[1])]
    return max((float(line.pays.fraction()) for line in lines if line.pays), default=0.0)


def _from(steps: Sequence[tuple[int, float]], rank: int) -> float:
    return max(wins for least, wins in steps if rank >= least)


@cache
def _category(word: str) -> int:
    return int(ranks.Category[word.upper().replace("-", "_")])


# Trying out


@kernel
def _score(
    top: NDArray[np.int64], middle: int, middle_suits: int, bottom: int, bottom_suits: int, worth: Worth,
    tables: batch.Tables,
) -> float:  # fmt: skip
    """What a whole hand is worth: its top as three ranks, the others as sums of keys."""
    high, low = max(top[0], top[1], top[2]), min(top[0], top[1], top[2])
    at = high * 169 + (top[0] + top[1] + top[2] - high - low) * 13 + low
    second = batch.rank_of(middle, middle_suits, tables)
    if second < worth.takes[at]:
        return worth.foul
    last = batch.rank_of(bottom, bottom_suits, tables)
    if last < second or (last == second and not worth.equal):
        return worth.foul
    score: float = worth.top[at] + worth.middle[second] + worth.bottom[last]
    return score


@kernel
def _best_split(
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
        score = _score(ranks_on_top, second, second_suits, last, last_suits, worth, tables)
        if score > best:
            best, found = score, number
    return best, found


@kernel
def _tried(
    trials: int,
    seed: int,
    left: Cards,
    drawn_for_each: int,
    top: Cards,
    middle: Cards,
    bottom: Cards,
    splits: Cards,
    worth: Worth,
    tables: batch.Tables,
) -> float:
    """The mean of what a hand comes to. Where three cards come for two places, the one that goes with the fewest of the
    cards that lie there is discarded."""
    many = splits.shape[1]
    state = scattered(np.uint64(seed))
    pack = left.copy()
    cards = np.empty(many, np.uint8)
    total = 0.0
    for _ in range(trials):
        at, came = 0, 0
        while at < many:
            group = drawn_for_each
            for place in range(came, came + group):
                state = following(state)
                other = place + below(state, len(pack) - place)
                pack[place], pack[other] = pack[other], pack[place]
            worst, least = -1, 1 << 30
            if group == 3:
                for place in range(came, came + 3):
                    fits = int(pack[place] >> 2)
                    for lies in (top, middle, bottom):
                        for card in lies:
                            fits += 40 * (card >> 2 == pack[place] >> 2) + 8 * (card & 3 == pack[place] & 3)
                    if fits < least:
                        worst, least = place, fits
            for place in range(came, came + group):
                if place != worst and at < many:
                    cards[at] = pack[place]
                    at += 1
            came += group
        score, _found = _best_split(top, middle, bottom, cards, splits, worth, tables)
        total += score
    return total / trials


# Looking ahead


@kernel
def _room(state: State) -> int:
    return int(state[0] + state[1] + state[2])


@kernel
def _with(state: State, card: int, part: int, tables: batch.Tables, made: State) -> None:
    """The hand with one more card in a segment that has room."""
    made[:] = state
    if part == 0:
        made[TOP + 3 - state[0]] = card >> 2
    else:
        at = MIDDLE if part == 1 else BOTTOM
        made[at] += tables.keys[card]
        made[at + 1] |= tables.suits[card]
    made[part] -= 1


@kernel
def _come_to(state: State, trial: Trial) -> float:
    """What a whole hand is worth."""
    return _score(
        state[TOP:MIDDLE], state[MIDDLE], state[MIDDLE + 1], state[BOTTOM], state[BOTTOM + 1], trial.worth, trial.tables
    )


@kernel
def _last_card(state: State, pack: Cards, drawn: int, trial: Trial) -> float:
    """One place is left: the mean over every card that may come."""
    part = 0 if state[0] else 1 if state[1] else 2
    made = np.empty(STATE, np.int64)
    total = 0.0
    for at in range(drawn, len(pack)):
        _with(state, pack[at], part, trial.tables, made)
        total += _come_to(made, trial)
    return total / (len(pack) - drawn)


@kernel
def _last_two(state: State, pack: Cards, drawn: int, step: int, trial: Trial) -> float:
    """Two places are left: every card that may come, or one of so many, is placed before the next is known."""
    made = np.empty(STATE, np.int64)
    total, tried = 0.0, 0
    for at in range(drawn, len(pack), step):
        pack[drawn], pack[at] = pack[at], pack[drawn]
        best = -1e9
        for part in range(3):
            if state[part]:
                _with(state, pack[drawn], part, trial.tables, made)
                best = max(best, _last_card(made, pack, drawn + 1, trial))
        pack[drawn], pack[at] = pack[at], pack[drawn]
        total, tried = total + best, tried + 1
    return total / tried


@kernel
def _shared_out(state: State, cards: Cards, trial: Trial) -> float:
    """The best way to share cards out that are all known."""
    room = state[0], state[1], state[2]
    top = state[TOP:MIDDLE].copy()
    best = -1e9
    for row in range(trial.first[room], trial.last[room]):
        second, second_suits, last, last_suits = state[MIDDLE], state[MIDDLE + 1], state[BOTTOM], state[BOTTOM + 1]
        filled = 3 - state[0]
        for at in range(len(cards)):
            card, part = cards[at], trial.splits[row, at]
            if part == 0:
                top[filled] = card >> 2
                filled += 1
            elif part == 1:
                second += trial.tables.keys[card]
                second_suits |= trial.tables.suits[card]
            else:
                last += trial.tables.keys[card]
                last_suits |= trial.tables.suits[card]
        best = max(best, _score(top, second, second_suits, last, last_suits, trial.worth, trial.tables))
    return best


@kernel
def _drawn(pack: Cards, drawn: int, state: np.uint64) -> np.uint64:
    """Bring a card that may come to its place in the pack."""
    state = following(state)
    other = drawn + below(state, len(pack) - drawn)
    pack[drawn], pack[other] = pack[other], pack[drawn]
    return state


@kernel
def _played_out(state: State, left: Cards, seed: int, games: int, tries: int, trial: Trial, fair: Trial) -> float:
    """What a hand comes to on average when it is played on: each card is placed before the next is known."""
    pack = left.copy()
    chance = scattered(np.uint64(seed))
    if _room(state) <= 2:
        return _at_last(state, pack, 0, chance, 1, THREES, fair)
    total = 0.0
    hand = np.empty(STATE, np.int64)
    for _ in range(games):
        hand[:] = state
        drawn = 0
        while _room(hand) > 2:
            for at in range(trial.group):
                chance = _drawn(pack, drawn + at, chance)
            chance = following(chance)
            if trial.group == 3:
                _place_two(hand, pack, drawn, chance, tries, trial)
            else:
                _place_one(hand, pack, drawn, chance, tries, trial)
            drawn += trial.group
        total += _at_last(hand, pack, drawn, chance, STEP, SOME_THREES, fair)
        chance = following(chance)
    return total / games


@kernel
def _at_last(state: State, pack: Cards, drawn: int, chance: np.uint64, step: int, threes: int, fair: Trial) -> float:
    """What a hand comes to with two cards to come or fewer."""
    room = _room(state)
    if room == 0:
        return _come_to(state, fair)
    if fair.group == 3:
        return _last_three(state, pack, drawn, chance, threes, fair)
    if room == 1:
        return _last_card(state, pack, drawn, fair)
    return _last_two(state, pack, drawn, step, fair)


@kernel
def _place_one(hand: State, pack: Cards, drawn: int, chance: np.uint64, tries: int, trial: Trial) -> None:
    """Place the card that came where a few trials, which know what comes after it, do best."""
    made, found = np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    best = -1e18
    for part in range(3):
        if hand[part]:
            _with(hand, pack[drawn], part, trial.tables, made)
            score = _hoped(made, pack, drawn + 1, chance, tries, trial)
            if score > best:
                best = score
                found[:] = made
    hand[:] = found


@kernel
def _place_two(hand: State, pack: Cards, drawn: int, chance: np.uint64, tries: int, trial: Trial) -> None:
    """The same with the best two of three cards."""
    one, made, found = np.empty(STATE, np.int64), np.empty(STATE, np.int64), np.empty(STATE, np.int64)
    best = -1e18
    for away in range(3):
        for first in range(3):
            if hand[first] == 0:
                continue
            _with(hand, pack[drawn + (away + 1) % 3], first, trial.tables, one)
            for second in range(3):
                if one[second] == 0:
                    continue
                _with(one, pack[drawn + (away + 2) % 3], second, trial.tables, made)
                score = _hoped(made, pack, drawn + 3, chance, tries, trial)
                if score > best:
                    best = score
                    found[:] = made
    hand[:] = found


@kernel
def _hoped(state: State, pack: Cards, drawn: int, chance: np.uint64, tries: int, trial: Trial) -> float:
    """The mean of what a hand may come to in a few trials; the same cards come in them whatever the hand."""
    room = _room(state)
    cards = np.empty(room, np.uint8)
    total = 0.0
    for _ in range(tries):
        taken = np.int64(0)
        for at in range(room):
            chance = following(chance)
            card = pack[drawn + below(chance, len(pack) - drawn)]
            while taken >> np.int64(card) & 1:
                chance = following(chance)
                card = pack[drawn + below(chance, len(pack) - drawn)]
            taken |= np.int64(1) << np.int64(card)
            cards[at] = card
        total += _shared_out(state, cards, trial)
    return total / tries


@kernel
def _last_three(state: State, pack: Cards, drawn: int, chance: np.uint64, many: int, trial: Trial) -> float:
    """Two places are left for the best two of three cards: the mean over threes that may come."""
    cards = np.empty(2, np.uint8)
    total = 0.0
    for _ in range(many):
        for at in range(3):
            chance = _drawn(pack, drawn + at, chance)
        best = -1e9
        for left in range(3):
            cards[0], cards[1] = pack[drawn + (left + 1) % 3], pack[drawn + (left + 2) % 3]
            best = max(best, _shared_out(state, cards, trial))
        total += best
    return total / many
