"""The best way to set every hand of pai gow against hands set the house way, exactly.

A base wager that pays even money comes to the number of hands that are higher, less one. So a setting is worth what
its front is and what its back is, each alone: how many of the opponent's 53,524,680 hands have a lower front, and how
many a lower back. Both are counted in two parts. First as if there were no flushes: then only ranks matter, and there
are some 68,000 ways to hold them. Then, suit by suit, what changes for the opponent's hands with a flush in that suit.
Those depend on the cards held in the suit and, for the one or two cards beside the flush, on the ranks of all others.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise, product
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.kernels import kernel
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.work import Progress, each
from houseway.price.pai_gow.counts import FULL_PACK, digest, hands_by_kind, namings
from houseway.price.pai_gow.hands import (
    BACKS,
    FRONT_BITS,
    FRONT_MASK,
    FRONTS,
    HAND,
    Codes,
    Ints,
    all_splits,
    examples,
    front_place,
    many_kinds,
)
from houseway.rules.house_way import HouseWay

_SPLIT_AT = 7  # ranks below it make one half of a hand, the others the other half
_COLUMNS = 1 + 13 + 91  # cards beside a flush: none, one, two
_CHOOSE = np.array([[comb(there, many) for many in range(5)] for there in range(5)])
_KINDS_A_TASK = 10_000
_SUITS_A_TASK = 100


class Choices(NamedTuple):
    """What may be done with each kind of hand, in the order of `examples`."""

    first: Ints  # where the settings of a kind begin; one more at the end
    codes: Codes  # the first of each is the house way's
    counts: Ints  # three bits for each rank: how many cards of it are held, the joker aside
    joker: NDArray[np.bool_]


def choices(chart: HouseWay, house: Codes) -> Choices:
    """For each kind the house way's setting, and all that are not worse in front and in back than another."""
    known = examples()
    ways = all_splits(chart, known.cards)
    first = np.zeros(len(ways) + 1, np.int64)
    codes = np.empty(ways.size, np.int32)
    found = _undominated(ways, house[known.kinds], first, codes)
    joker = known.cards[:, -1] == JOKER
    counts = np.zeros(len(ways), np.int64)
    for place in range(HAND):
        cards = known.cards[:, place].astype(np.int64)
        counts += np.where(cards == JOKER, 0, 1 << 3 * np.minimum(cards >> 2, 12))
    return Choices(first, codes[:found].copy(), counts, joker)


@kernel
def _undominated(ways: Codes, house: Codes, first: Ints, codes: Codes) -> int:
    at = 0
    for hand in range(len(ways)):
        first[hand] = at
        codes[at] = house[hand]
        at += 1
        for one in range(ways.shape[1]):
            code = ways[hand, one]
            keep = code > 0 and code != house[hand]
            for other in range(ways.shape[1]):
                rival = ways[hand, other]
                as_high = rival & FRONT_MASK >= code & FRONT_MASK and rival >> FRONT_BITS >= code >> FRONT_BITS
                if as_high and (rival != code or other < one):
                    keep = False
            if keep:
                codes[at] = code
                at += 1
    first[len(ways)] = at
    return at


# Part one: as if there were no flushes


class Halves(NamedTuple):
    """Ways to hold ranks, as a half of low ranks and a half of high ones."""

    low: Ints  # three bits a rank
    low_size: Ints
    high: Ints
    high_from: Ints  # by size: where the halves of so many cards begin
    codes: Codes  # how the opponent sets low and high together: seven cards in rows, then six and the joker
    row: Ints  # by low half: where its row begins; twice


def _halves(house: Codes) -> Halves:
    def half(ranks: range) -> tuple[Ints, Ints]:
        every = [held for held in product(range(5), repeat=len(ranks)) if sum(held) <= HAND]
        every.sort(key=sum)
        packed = [sum(many << 3 * rank for rank, many in zip(ranks, held, strict=True)) for held in every]
        return np.array(packed), np.array([sum(held) for held in every])

    low, low_size = half(range(_SPLIT_AT))
    high, high_size = half(range(_SPLIT_AT, 13))
    high_from = np.searchsorted(high_size, np.arange(HAND + 2))
    codes: list[Codes] = []
    rows = np.empty((2, len(low)), np.int64)
    at = 0
    keys = batch.tables().keys
    rank_keys = np.array([keys[rank << 2] for rank in range(13)])
    for joker in (0, 1):
        for one in range(len(low)):
            rows[joker, one] = at
            more = HAND - joker - int(low_size[one])
            if more >= 0:
                highs = high[high_from[more] : high_from[more + 1]]
                codes.append(house[_places(highs + low[one], rank_keys, batch.tables())])
                at += len(highs)
    return Halves(low, low_size, high, high_from, np.concatenate(codes), rows)


@kernel
def _places(counts: Ints, rank_keys: Ints, tables: Tables) -> Ints:
    found = np.empty(len(counts), np.int64)
    for at in range(len(counts)):
        key = 0
        for rank in range(13):
            key += (counts[at] >> 3 * rank & 7) * rank_keys[rank]
        found[at] = batch.place_of(key, tables)
    return found


def lower_without_flushes(
    counts: Ints, joker: NDArray[np.bool_], many: Ints, codes: Codes, halves: Halves, there: Ints, jokers: int,
    least: int,
) -> Arrays:  # fmt: skip
    """For hands in the order of their ranks, each setting: lower fronts and lower backs together, flushes ignored."""
    return {"lower": _lower_plain(counts, joker, many, codes, halves, there, jokers, least, _CHOOSE)}


@kernel
def _lower_plain(
    counts: Ints, joker: NDArray[np.bool_], many: Ints, codes: Codes, halves: Halves, there: Ints, jokers: int,
    least: int, choose: Ints,
) -> Ints:  # fmt: skip
    lower = np.empty(len(codes), np.int64)
    at = 0
    backs, fronts = np.zeros(BACKS + 1, np.int64), np.zeros(FRONTS + 1, np.int64)
    low, high = np.empty(len(halves.low), np.int64), np.empty(len(halves.high), np.int64)
    left = np.empty(13, np.int64)
    for hand in range(len(counts)):
        if hand == 0 or counts[hand] != counts[hand - 1] or joker[hand] != joker[hand - 1]:
            for rank in range(13):
                left[rank] = there[rank] - (counts[hand] >> 3 * rank & 7)
            _ways(halves.low, left, 0, _SPLIT_AT, choose, low)
            _ways(halves.high, left, _SPLIT_AT, 13, choose, high)
            backs[:] = 0
            fronts[:] = 0
            for with_joker in range(1 if joker[hand] or jokers == 0 else 2):
                for one in range(len(low)):
                    more = HAND - with_joker - halves.low_size[one]
                    if low[one] == 0 or more < 0:
                        continue
                    ways, row = low[one], halves.row[with_joker, one]
                    begin = halves.high_from[more]
                    for other in range(halves.high_from[more + 1] - begin):
                        times = ways * high[begin + other]
                        code = halves.codes[row + other]
                        backs[(code >> FRONT_BITS) + 1] += times
                        fronts[(code & FRONT_MASK) + 1] += times
            for back in range(1, BACKS + 1):
                backs[back] += backs[back - 1]
            for front in range(1, FRONTS + 1):
                fronts[front] += fronts[front - 1]
        for _ in range(many[hand]):
            code = codes[at]
            lower[at] = backs[(code >> FRONT_BITS) + least] + fronts[(code & FRONT_MASK) + least]
            at += 1
    return lower


@kernel
def _ways(halves: Ints, left: Ints, begin: int, end: int, choose: Ints, ways: Ints) -> None:
    for one in range(len(halves)):
        product = 1
        for rank in range(begin, end):
            product *= choose[left[rank], halves[one] >> 3 * rank & 7]
        ways[one] = product


# Part two: what the opponent's flushes change, suit by suit


class Flushes(NamedTuple):
    """The opponent's hands with a flush in one suit: how they are set, and how they would be without it."""

    held: Ints  # the ranks in the suit
    column: Ints  # the cards beside
    joker: NDArray[np.bool_]
    codes: Codes
    plain: Codes


def _flushes(house: Codes, there: Ints, jokers: int) -> Flushes:
    """Those that a flush makes a difference to."""
    known = examples()
    flush = known.kinds != known.places
    cards = known.cards[flush].astype(np.int64)
    codes, plain = house[known.kinds[flush]], house[known.places[flush]]
    held, column = np.empty(len(cards), np.int64), np.empty(len(cards), np.int64)
    _beside(cards, held, column)
    joker = cards[:, -1] == JOKER
    gone = sum(1 << rank for rank in range(13) if not there[rank])
    use = (codes != plain) & (column >= 0) & (held & gone == 0) & (~joker if jokers == 0 else True)
    return Flushes(held[use], column[use], joker[use], codes[use], plain[use])


@kernel
def _beside(cards: Ints, held: Ints, column: Ints) -> None:
    """By example: the suit's ranks and the column of the other cards; -1 for two of one suit, which are in another."""
    for at in range(len(cards)):
        suit, first, second, others = 0, -1, -1, 0
        suits = np.zeros(2, np.int64)
        for card in cards[at]:
            if card == JOKER:
                continue
            if card & 3 == 0:
                suit |= 1 << (card >> 2)
            else:
                suits[others] = card & 3
                others += 1
                first, second = card >> 2, first
        held[at] = suit
        if others == 2 and suits[0] == suits[1]:
            column[at] = -1
        elif others == 2:
            column[at] = 14 + front_place(max(first, second), min(first, second))
        else:
            column[at] = 1 + first if others else 0


class Items(NamedTuple):
    """Kinds of hands with the ranks that they hold in one suit, in the order of those ranks."""

    kind: Ints
    suit: Ints
    to: Ints  # where what each of its settings comes to belongs


def change_by_flushes(
    suits: Ints, counts: Ints, many: Ints, codes: Codes, joker: bool, flushes: Flushes, there: Ints, least: int
) -> Arrays:
    """For each item, sorted by suit, and each of its settings: what the opponent's flushes in that suit change."""
    return {"change": _change(suits, counts, many, codes, joker, flushes, there, least)}


@kernel
def _change(
    suits: Ints, counts: Ints, many: Ints, codes: Codes, joker: bool, flushes: Flushes, there: Ints, least: int
) -> Codes:
    change = np.empty(len(codes), np.int32)
    backs, fronts = np.empty((BACKS + 1, _COLUMNS), np.int32), np.empty((FRONTS + 1, _COLUMNS), np.int32)
    left, ways = np.empty(13, np.int32), np.empty(_COLUMNS, np.int32)
    at = 0
    for item in range(len(suits)):
        suit = suits[item]
        if item == 0 or suit != suits[item - 1]:
            _add_up_flushes(suit, joker, flushes, backs, fronts)
        for rank in range(13):
            others = (counts[item] >> 3 * rank & 7) - (suit >> rank & 1)
            left[rank] = max(0, there[rank] - 1) - others
        _ways_beside(left, ways)
        for _ in range(many[item]):
            back, front = (codes[at] >> FRONT_BITS) + least, (codes[at] & FRONT_MASK) + least
            changed = 0
            for column in range(_COLUMNS):
                changed += ways[column] * (backs[back, column] + fronts[front, column])
            change[at] = changed
            at += 1
    return change


@kernel
def _add_up_flushes(
    suit: int, joker: bool, flushes: Flushes, backs: NDArray[np.int32], fronts: NDArray[np.int32]
) -> None:
    """How many more backs, and fronts, are lower with flushes in a suit of which these ranks are gone."""
    backs[:] = 0
    fronts[:] = 0
    for at in range(len(flushes.held)):
        if flushes.held[at] & suit == 0 and not (joker and flushes.joker[at]):
            column, code, plain = flushes.column[at], flushes.codes[at], flushes.plain[at]
            backs[(code >> FRONT_BITS) + 1, column] += 1
            backs[(plain >> FRONT_BITS) + 1, column] -= 1
            fronts[(code & FRONT_MASK) + 1, column] += 1
            fronts[(plain & FRONT_MASK) + 1, column] -= 1
    for back in range(1, BACKS + 1):
        for column in range(_COLUMNS):
            backs[back, column] += backs[back - 1, column]
    for front in range(1, FRONTS + 1):
        for column in range(_COLUMNS):
            fronts[front, column] += fronts[front - 1, column]


@kernel
def _ways_beside(left: NDArray[np.int32], ways: NDArray[np.int32]) -> None:
    """How many ways there are to draw the cards beside a flush."""
    ways[0] = 1
    at = 14
    for high in range(13):
        ways[1 + high] = left[high]
        for low in range(high):
            ways[at] = left[high] * left[low]
            at += 1
    for rank in range(13):
        ways[at + rank] = left[rank] * (left[rank] - 1) // 2


# Together: every hand, up to suits


@dataclass(frozen=True)
class Best:
    """Every hand set in the best way: lower fronts and lower backs of all opponents, added up."""

    lower: int
    by_kind: int  # the same where hands of one kind are all set the same way
    house: int  # and the house way
    pairs: int
    kinds: Ints
    codes: Codes  # by kind, the best setting of all its hands
    mixed: NDArray[np.bool_]  # by kind, whether some hands of it are better set another way, for the suits they hold
    gained: Ints  # by kind, what the best settings have over the house way

    @property
    def expectation(self) -> Fraction:
        return Fraction(self.lower, self.pairs) - 1

    def settings(self) -> Codes:
        """A table by kind."""
        table = np.zeros(many_kinds(), np.int32)
        table[self.kinds] = self.codes
        return table


def best(
    chart: HouseWay, house: Codes, *, pack: Sequence[int] = FULL_PACK, copies_win: bool = False,
    progress: Progress | None = None,
) -> Best:  # fmt: skip
    """The best setting of every hand of a pack of whole ranks; of equal ones the house way's, if it is one.

    With `copies_win` it is the player-dealer who sets, and a copied hand counts as higher."""
    key = [sorted(pack), digest(house), copies_win]
    found = kept("pai-gow-best", key, lambda: _best(chart, house, pack, int(copies_win), progress))
    lower, at_home, by_kind = found["sums"].tolist()
    pairs = comb(len(pack), HAND) * comb(len(pack) - HAND, HAND)
    return Best(lower, by_kind, at_home, pairs, found["kinds"], found["codes"], found["mixed"], found["gained"])


def _best(chart: HouseWay, house: Codes, pack: Sequence[int], least: int, progress: Progress | None) -> Arrays:
    there = np.array([sum(card >> 2 == rank for card in pack) for rank in range(13)])
    if set(there.tolist()) - {0, 4}:
        raise ValueError("hands are set best in a pack of whole ranks")
    jokers = int(JOKER in pack)
    known = examples()
    hands = hands_by_kind(pack)[known.kinds]
    # Hands of the same ranks stand one after the other, so that the opponents without flushes are counted once.
    every = choices(chart, house)
    order = np.lexsort((every.counts, every.joker))
    order = order[hands[order] > 0]
    some = _only(every, order)
    plain = (known.kinds == known.places)[order]

    many = np.diff(some.first)
    ranks: list[tuple[Any, ...]] = []
    halves = _halves(house)
    for begin in range(0, len(order), _KINDS_A_TASK):
        end = min(begin + _KINDS_A_TASK, len(order))
        held, joker = some.counts[begin:end], some.joker[begin:end]
        codes = some.codes[some.first[begin] : some.first[end]]
        ranks.append((held, joker, many[begin:end], codes, halves, there, jokers, least))
    items, table_from = _items(known.cards[order], plain, some.counts, many)
    parts = [part for joker in (False, True) for part in _by_suit(items, some.joker[items.kind], joker)]
    flushes = _flushes(house, there, jokers)
    steps = len(ranks) + len(parts)

    def told(before: int) -> Progress:
        return lambda done, _: progress(before + done, steps) if progress else None

    lower = np.concatenate([part["lower"] for part in each(lower_without_flushes, ranks, told(0))])
    suits: list[tuple[Any, ...]] = []
    for part in parts:
        kind = items.kind[part]
        codes = some.codes[_spread(some.first[kind], many[kind])]
        with_joker = bool(some.joker[kind[0]])
        suits.append((items.suit[part], some.counts[kind], many[kind], codes, with_joker, flushes, there, least))
    changed = np.zeros(table_from[-1], np.int32)
    for part, one in zip(parts, each(change_by_flushes, suits, told(len(ranks))), strict=True):
        changed[_spread(items.to[part], many[items.kind[part]])] = one["change"]
    sums, chosen, mixed, gained = _best_of_each(some, plain, hands[order], lower, table_from, changed)
    return {"sums": sums, "kinds": known.kinds[order], "codes": chosen, "mixed": mixed, "gained": gained}


def _only(every: Choices, order: Ints) -> Choices:
    """Some kinds, in another order."""
    many = np.diff(every.first)[order]
    first = np.concatenate([np.zeros(1, np.int64), np.cumsum(many)])
    codes = every.codes[_spread(every.first[order], many)]
    return Choices(first, codes, every.counts[order], every.joker[order])


def _spread(first: Ints, many: Ints) -> Ints:
    """From each first place so many places on, one after the other."""
    ends = np.cumsum(many)
    return np.arange(int(many.sum())) + np.repeat(first - ends + many, many)


def _items(cards: NDArray[np.uint8], plain: NDArray[np.bool_], counts: Ints, many: Ints) -> tuple[Items, Ints]:
    """Every kind with the ranks it can hold in a suit, and where the table of its changes begins.

    The table of a kind without a flush has a row for any of its ranks in one suit; with a flush one for each suit."""
    held = np.array([[one >> 3 * rank & 7 for rank in range(13)] for one in counts.tolist()])
    rows = np.where(plain, 1 << (held > 0).sum(axis=1), 4)
    table_from = np.concatenate([np.zeros(1, np.int64), np.cumsum(rows * many)])
    kind, suit, to = (np.empty(int(rows.sum()), np.int64) for _ in range(3))
    found = _list_items(cards, plain, held, rows, many, table_from, kind, suit, to)
    order = np.argsort(suit[:found], kind="stable")
    return Items(kind[order], suit[order], to[order]), table_from


@kernel
def _list_items(
    cards: NDArray[np.uint8], plain: NDArray[np.bool_], held: Ints, rows: Ints, many: Ints, table_from: Ints,
    kind: Ints, suit: Ints, to: Ints,
) -> int:  # fmt: skip
    at = 0
    for hand in range(len(plain)):
        for row in range(rows[hand]):
            ranks, possible, place = 0, True, 0
            if plain[hand]:
                for rank in range(13):
                    if held[hand, rank] > 0:
                        here = row >> place & 1
                        ranks |= here << rank
                        possible &= held[hand, rank] - here <= 3
                        place += 1
            else:
                for card in cards[hand]:
                    if card != JOKER and card & 3 == row:
                        ranks |= 1 << (card >> 2)
            if possible:
                kind[at], suit[at], to[at] = hand, ranks, table_from[hand] + row * many[hand]
                at += 1
    return at


def _by_suit(items: Items, jokers: NDArray[np.bool_], joker: bool) -> list[Ints]:
    """The items of hands with or without the joker, cut between suits."""
    places = np.nonzero(jokers == joker)[0]
    suits = items.suit[places]
    begins = np.concatenate([[0], np.nonzero(np.diff(suits))[0] + 1])
    cuts = [*begins[::_SUITS_A_TASK].tolist(), len(places)]
    return [places[begin:end] for begin, end in pairwise(cuts) if end > begin]


@kernel
def _best_of_each(
    some: Choices, plain: NDArray[np.bool_], hands: Ints, lower: Ints, table_from: Ints, changed: Codes
) -> tuple[Ints, Codes, NDArray[np.bool_], Ints]:
    """Go through all hands up to suits, each with its best setting."""
    sums = np.zeros(3, np.int64)
    chosen, gained = np.zeros(len(hands), np.int32), np.zeros(len(hands), np.int64)
    mixed = np.zeros(len(hands), np.bool_)
    for hand in range(len(hands)):
        first, many, table = some.first[hand], some.first[hand + 1] - some.first[hand], table_from[hand]
        if not plain[hand]:
            which, most, at_home = 0, 0, 0
            for way in range(many):
                worth = lower[first + way]
                for suit in range(4):
                    worth += changed[table + suit * many + way]
                if way == 0:
                    at_home = worth
                if way == 0 or worth > most:
                    which, most = way, worth
            chosen[hand] = some.codes[first + which]
            gained[hand] = (most - at_home) * hands[hand]
            sums[0] += most * hands[hand]
            sums[1] += at_home * hands[hand]
            sums[2] += most * hands[hand]
        else:
            _walk(some, hand, first, many, lower, table, changed, sums, chosen, mixed, gained)
    return sums, chosen, mixed, gained


@kernel
def _walk(
    some: Choices, hand: int, first: int, many: int, lower: Ints, table: int, changed: Codes, sums: Ints,
    chosen: Codes, mixed: NDArray[np.bool_], gained: Ints,
) -> None:  # fmt: skip
    """All hands of one kind without a flush: give each rank its suits, the highest rank first, in falling order."""
    sizes = np.zeros(8, np.int64)
    ranks = 0
    for rank in range(13):
        if some.counts[hand] >> 3 * rank & 7:
            sizes[ranks] = some.counts[hand] >> 3 * rank & 7
            ranks += 1
    limit = 4 - (1 if some.joker[hand] else 0)
    suits = np.zeros((9, 4), np.int64)  # by depth: the ranks in each suit so far
    option = np.zeros(9, np.int64)
    totals = np.zeros(many, np.int64)  # by setting, over all hands of the kind
    depth = 0
    option[0] = -1
    while depth >= 0:
        option[depth] += 1
        if option[depth] == 16:
            depth -= 1
            continue
        chosen_suits = option[depth]
        if _bits(chosen_suits) != sizes[ranks - 1 - depth]:
            continue
        for suit in range(4):
            suits[depth + 1, suit] = suits[depth, suit] | (chosen_suits >> suit & 1) << (ranks - 1 - depth)
        now = suits[depth + 1]
        if now[0] < now[1] or now[1] < now[2] or now[2] < now[3]:
            continue
        if depth + 1 < ranks:
            depth += 1
            option[depth] = -1
            continue
        flush = False
        for suit in range(4):
            flush |= _bits(now[suit]) > limit
        if flush:
            continue
        times = namings(now)
        which, most, at_home = 0, 0, 0
        for way in range(many):
            worth = lower[first + way]
            for suit in range(4):
                worth += changed[table + now[suit] * many + way]
            totals[way] += worth * times
            if way == 0:
                at_home = worth
            if way == 0 or worth > most:
                which, most = way, worth
        code = some.codes[first + which]
        if chosen[hand] == 0:
            chosen[hand] = code
        mixed[hand] |= chosen[hand] != code
        sums[0] += most * times
        sums[1] += at_home * times
        gained[hand] += (most - at_home) * times
    which = 0
    for way in range(1, many):
        if totals[way] > totals[which]:
            which = way
    chosen[hand] = some.codes[first + which]
    sums[2] += totals[which]


@kernel
def _bits(number: int) -> int:
    many = 0
    while number:
        number &= number - 1
        many += 1
    return many
