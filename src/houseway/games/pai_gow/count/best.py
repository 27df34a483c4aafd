"""The best way to set every hand of pai gow against hands set the house way, exactly.

A base wager that pays even money comes to the number of hands that are higher, less one. So a setting is worth what
its front is and what its back is, each alone: how many of the opponent's hands have a lower front, and how many a lower
back. Both are counted in two parts. First as if there were no flushes: then only ranks matter (`ranks`). Then, suit by
suit, what changes for the opponent's hands with a flush in that suit. Those depend on the cards held in the suit and,
for the one or two cards beside the flush, on the ranks of all others.

Where a wager may be doubled once the hand is seen, and the second one counts only against some opponents, a choice is a
setting with or without it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import pairwise
from math import comb
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.batch import Tables
from houseway.cards.card import JOKER
from houseway.cards.two_hands import TwoHands
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.hands import (
    BACKS,
    BESIDE,
    FRONT_BITS,
    FRONT_MASK,
    FULL_PACK,
    Bytes,
    Codes,
    Examples,
    Ints,
    bits,
    examples,
)
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.meet import beside_flush, digest, spread
from houseway.games.pai_gow.count.ranks import Ranks, Shared, holding, most_holding, ranks_of, shared
from houseway.games.pai_gow.count.splits import all_splits, by_kind
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each

Some = NDArray[np.int32]

FRONTS = FRONT_MASK + 1
_ITEMS_A_TASK = 600_000
_HANDS_A_TASK = 20_000


# What may be done with a hand


class Choices(NamedTuple):
    """What may be done with each hand, in the order of some examples."""

    first: Ints  # where the choices of a hand begin; one more at the end
    codes: Codes  # the first of each is the house way's
    doubled: Bytes


def _choices(hands: TwoHands, cards: Bytes, house: Codes, *, may_double: bool) -> Choices:
    """For each hand the house way's setting, and all that are not worse in front and in back than another."""
    ways = all_splits(hands, cards)
    first, codes = np.zeros(len(ways) + 1, np.int64), np.empty(ways.size + len(ways), np.int32)
    found = _undominated(ways, house, first, codes)
    codes = codes[:found]
    doubled = np.zeros(found, np.uint8)
    if may_double:
        first, codes, doubled = 2 * first, np.repeat(codes, 2), np.tile(np.array([0, 1], np.uint8), found)
    return Choices(first, codes, doubled)


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


class Against(NamedTuple):
    """What each of the opponent's hands counts, by its back: alone and where the wager is doubled."""

    counts: Ints  # rows by doubled
    least: int  # 1 where a copy counts as lower, else 0


# Part one: as if there were no flushes


def worth_by_ranks(
    some: Shared, ranks: Ranks, house: Codes, against: Against, first: Ints, codes: Codes, doubled: Bytes
) -> Arrays:
    """For hands by their ranks, each choice: opponents with lower fronts and with lower backs, less all of them, for
    some ways to share ranks."""
    return {"worth": _worth_by_ranks(some, ranks, batch.tables(), house, against, first, codes, doubled)}


@kernel
def _worth_by_ranks(
    some: Shared, ranks: Ranks, tables: Tables, house: Codes, against: Against, first: Ints, codes: Codes,
    doubled: Bytes,
) -> Ints:  # fmt: skip
    worth = np.zeros(len(codes), np.int64)
    most = most_holding(some, ranks)
    hands, ways, times = np.empty(most, np.int64), np.empty(most, np.int64), np.empty(most, np.int64)
    fronts, lower = np.empty((2, FRONTS + 1), np.int64), np.empty((2, most + 1), np.int64)
    for at in range(len(some.ways)):
        found = holding(some.ways[at], some.joker[at], ranks, tables, hands, ways, times)
        theirs = house[hands[:found]]
        order = np.argsort(theirs)
        backs = theirs[order] >> FRONT_BITS
        fronts[:] = 0
        lower[:, 0] = 0
        for double in range(2):
            for one in range(found):
                many = ways[order[one]] * against.counts[double, backs[one]]
                lower[double, one + 1] = lower[double, one] + many
                fronts[double, (theirs[order[one]] & FRONT_MASK) + 1] += many
            for front in range(1, FRONTS + 1):
                fronts[double, front] += fronts[double, front - 1]
        size = some.joker[at]
        for rank in range(13):
            size += ranks.counts[some.ways[at], rank]
        for one in range(found):
            sign = -times[one] if size & 1 else times[one]
            for choice in range(first[hands[one]], first[hands[one] + 1]):
                code, double = codes[choice], doubled[choice]
                place = np.searchsorted(backs, (code >> FRONT_BITS) + against.least)
                won = lower[double, place] + fronts[double, (code & FRONT_MASK) + against.least]
                worth[choice] += sign * (won - lower[double, found])
    return worth


# Part two: what the opponent's flushes change, suit by suit


class Flushes(NamedTuple):
    """The opponent's hands with a flush in one suit: how they are set, and how they would be without it."""

    held: Ints  # the ranks in the suit
    beside: Ints  # the cards beside
    joker: NDArray[np.bool_]
    codes: Codes
    plain: Codes
    backs: Codes  # every back that they have, in order


def _flushes(known: Examples, house: Codes, there: Ints, jokers: int) -> Flushes:
    """Those that a flush makes a difference to."""
    flush = np.nonzero(known.flush)[0]
    held, beside = beside_flush(known, flush)
    codes, plain, joker = house[flush], house[known.plain[flush]], known.joker[flush]
    gone = sum(1 << rank for rank in range(13) if not there[rank])
    use = (codes != plain) & (beside < BESIDE) & (held & gone == 0) & (~joker | (jokers > 0))
    backs = np.unique(np.concatenate([codes[use], plain[use]]) >> FRONT_BITS)
    return Flushes(held[use], beside[use], joker[use], codes[use], plain[use], backs)


class Items(NamedTuple):
    """Hands with the ranks that they hold in one suit, in the order of those ranks."""

    hand: Ints
    suit: Ints
    to: Ints  # where what each of its choices comes to belongs


def change_by_flushes(
    suits: Ints, counts: Ints, many: Ints, codes: Codes, doubled: Bytes, joker: bool, flushes: Flushes, there: Ints,
    against: Against,
) -> Arrays:  # fmt: skip
    """For each item, sorted by suit, and each of its choices: what the opponent's flushes in that suit change."""
    return {"change": _change(suits, counts, many, codes, doubled, joker, flushes, there, against)}


@kernel
def _change(
    suits: Ints, counts: Ints, many: Ints, codes: Codes, doubled: Bytes, joker: bool, flushes: Flushes, there: Ints,
    against: Against,
) -> Codes:  # fmt: skip
    change = np.empty(len(codes), np.int32)
    backs = np.empty((2, len(flushes.backs) + 1, BESIDE), np.int32)
    fronts = np.empty((2, FRONTS + 1, BESIDE), np.int32)
    left, ways = np.empty(13, np.int32), np.empty(BESIDE, np.int32)
    double_too = False
    for one in doubled:
        double_too |= one > 0
    place = np.searchsorted(flushes.backs, np.arange(BACKS + 1))
    at = 0
    for item in range(len(suits)):
        suit = suits[item]
        if item == 0 or suit != suits[item - 1]:
            for double in range(2 if double_too else 1):
                _add_up(suit, joker, flushes, place, against.counts[double], backs[double], fronts[double])
        for rank in range(13):
            others = (counts[item] >> 3 * rank & 7) - (suit >> rank & 1)
            left[rank] = max(0, there[rank] - 1) - others
        _ways_beside(left, ways)
        for _ in range(many[item]):
            back, front = place[(codes[at] >> FRONT_BITS) + against.least], (codes[at] & FRONT_MASK) + against.least
            lower, other = backs[doubled[at], back], fronts[doubled[at], front]
            every = fronts[doubled[at], FRONTS]
            changed = 0
            for column in range(BESIDE):
                changed += ways[column] * (lower[column] + other[column] - every[column])
            change[at] = changed
            at += 1
    return change


@kernel
def _add_up(suit: int, joker: bool, flushes: Flushes, place: Ints, counts: Ints, backs: Some, fronts: Some) -> None:
    """How many more backs, and fronts, are lower with flushes in a suit of which these ranks are gone."""
    backs[:] = 0
    fronts[:] = 0
    for at in range(len(flushes.held)):
        if flushes.held[at] & suit == 0 and not (joker and flushes.joker[at]):
            column, code, plain = flushes.beside[at], flushes.codes[at], flushes.plain[at]
            new, old = counts[code >> FRONT_BITS], counts[plain >> FRONT_BITS]
            backs[place[code >> FRONT_BITS] + 1, column] += new
            backs[place[plain >> FRONT_BITS] + 1, column] -= old
            fronts[(code & FRONT_MASK) + 1, column] += new
            fronts[(plain & FRONT_MASK) + 1, column] -= old
    for back in range(1, len(backs)):
        for column in range(BESIDE):
            backs[back, column] += backs[back - 1, column]
    for front in range(1, FRONTS + 1):
        for column in range(BESIDE):
            fronts[front, column] += fronts[front - 1, column]


@kernel
def _ways_beside(left: Some, ways: Some) -> None:
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
    """Every hand set in the best way. A worth is added up over all pairs of hands: 1 for a win, -1 for a loss, twice
    that where the wager is doubled and that counts."""

    worth: int
    by_kind: int  # the same where hands of one kind are all set the same way
    house: int  # and the house way, never doubled
    pairs: int
    kinds: Ints
    codes: Codes  # by kind, the best setting of all its hands
    doubled: NDArray[np.bool_]  # and whether the wager is doubled
    mixed: NDArray[np.bool_]  # by kind, whether some hands of it are better set another way, for the suits they hold
    gained: Ints  # by kind, what the best settings have over the house way

    @property
    def expectation(self) -> Fraction:
        return Fraction(self.worth, self.pairs)

    def settings(self, use: NDArray[np.bool_] | None = None) -> Codes:
        """A table by kind, of all kinds or of some."""
        return by_kind(self.kinds, self.codes if use is None else np.where(use, self.codes, 0))


def best(
    hands: TwoHands, house: Codes, *, pack: Sequence[int] = FULL_PACK, copies_win: bool = False,
    doubles_against: int = BACKS, progress: Progress | None = None,
) -> Best:  # fmt: skip
    """The best setting of every hand of a pack of whole ranks; of equal ones the house way's, if it is one.

    With `copies_win` it is the player-dealer who sets, and a copied hand counts as higher. `doubles_against` is the
    lowest back of an opponent against which a doubled wager counts twice."""
    key = [sorted(pack), hands.in_front, hands.plain_flushes, digest(house), copies_win, doubles_against]
    found = kept("pai-gow-best", key, lambda: _best(hands, house, pack, copies_win, doubles_against, progress))
    pairs = comb(len(pack), hands.cards) * comb(len(pack) - hands.cards, hands.cards)
    worth, at_home, alike = found.pop("sums").tolist()
    return Best(worth, alike, at_home, pairs, **found)


def _best(
    hands: TwoHands, house: Codes, pack: Sequence[int], copies_win: bool, doubles_against: int,
    progress: Progress | None,
) -> Arrays:  # fmt: skip
    walks = walks_of(hands, house, pack, copies_win, doubles_against, progress)
    found = each(best_of_each, walks.tasks, walks.told)
    together = {name: np.concatenate([part[name] for part in found]) for name in found[0] if name != "sums"}
    kinds = examples(hands.cards).kinds[walks.use]
    return {"sums": np.array([part["sums"] for part in found]).sum(axis=0), "kinds": kinds, **together}


class Walks(NamedTuple):
    """All that is known of every choice before the hands are gone through one by one."""

    use: Ints  # which of the examples there are in the pack
    tasks: list[tuple[Any, ...]]  # the arguments of `best_of_each`, for some of those at a time
    told: Progress


def walks_of(
    hands: TwoHands, house: Codes, pack: Sequence[int], copies_win: bool, doubles_against: int,
    progress: Progress | None,
) -> Walks:  # fmt: skip
    """What each choice is worth by ranks, and what the opponent's flushes change."""
    ranks = ranks_of(np.array(pack, np.uint8), hands.cards)
    if set(ranks.there.tolist()) - {0, 4}:
        raise ValueError("hands are set best in a pack of whole ranks")
    known = examples(hands.cards)
    codes = house[known.kinds]
    many_hands = hands_of_each_kind(pack, hands.cards)[known.kinds]
    use = np.nonzero(many_hands)[0]
    backs = np.arange(BACKS)
    against = Against(np.stack([np.ones(BACKS, np.int64), 1 + (backs >= doubles_against)]), int(copies_win))
    some = _choices(hands, known.cards[use], codes[use], may_double=doubles_against < BACKS)
    many = np.diff(some.first)

    # The choices of all hands of the same ranks, each once.
    whose = np.repeat(known.plain[use], many)
    keys, of = np.unique(whose << 32 | some.codes << 1 | some.doubled, return_inverse=True)
    without_flush = int(known.plain.max()) + 1
    first = np.searchsorted(keys, np.arange(without_flush + 1) << 32)
    choice = (keys & 0xFFFFFFFF) >> 1, (keys & 1).astype(np.uint8)
    by_ranks = [
        (part, ranks, codes[:without_flush], against, first, choice[0].astype(np.int32), choice[1])
        for part in shared(ranks)
    ]

    held = _held(known.counts[use])
    plain = ~known.flush[use]
    items, table_from = _items(known.cards[use], plain, held, many)
    parts = [part for joker in (False, True) for part in _by_suit(items, known.joker[use][items.hand], joker)]
    flushes = _flushes(known, codes, ranks.there, ranks.jokers)
    by_suit: list[tuple[Any, ...]] = []
    for part in parts:
        hand = items.hand[part]
        places = spread(some.first[hand], many[hand])
        by_suit.append(
            (items.suit[part], known.counts[use][hand], many[hand], some.codes[places], some.doubled[places],
             bool(known.joker[use][hand[0]]), flushes, ranks.there, against)
        )  # fmt: skip
    cuts = [*range(0, len(use), _HANDS_A_TASK), len(use)]
    steps = len(by_ranks) + len(by_suit) + len(cuts) - 1

    def told(before: int) -> Progress:
        return lambda done, _: progress(before + done, steps) if progress else None

    worth = np.array([part["worth"] for part in each(worth_by_ranks, by_ranks, told(0))]).sum(axis=0)[of]
    changed = np.zeros(table_from[-1], np.int32)
    for part, one in zip(parts, each(change_by_flushes, by_suit, told(len(by_ranks))), strict=True):
        changed[spread(items.to[part], many[items.hand[part]])] = one["change"]
    walks: list[tuple[Any, ...]] = []
    for begin, end in pairwise(cuts):
        mine = slice(some.first[begin], some.first[end])
        table = slice(table_from[begin], table_from[end])
        chosen = Choices(some.first[begin : end + 1] - some.first[begin], some.codes[mine], some.doubled[mine])
        walks.append(
            (chosen, held[begin:end], known.joker[use][begin:end], plain[begin:end], many_hands[use][begin:end],
             worth[mine], table_from[begin : end + 1] - table_from[begin], changed[table])
        )  # fmt: skip
    return Walks(use, walks, told(len(by_ranks) + len(by_suit)))


def _held(counts: Ints) -> Bytes:
    """How many cards of each rank, in thirteen columns."""
    return (counts[:, None] >> 3 * np.arange(13) & 7).astype(np.uint8)


def _items(cards: Bytes, plain: NDArray[np.bool_], held: Bytes, many: Ints) -> tuple[Items, Ints]:
    """Every hand with the ranks it can hold in a suit, and where the table of its changes begins.

    The table of a hand without a flush has a row for any of its ranks in one suit; with a flush one for each suit."""
    rows = np.where(plain, 1 << (held > 0).sum(axis=1), 4)
    table_from = np.concatenate([np.zeros(1, np.int64), np.cumsum(rows * many)])
    hand, suit, to = (np.empty(int(rows.sum()), np.int64) for _ in range(3))
    found = _list_items(cards, plain, held, rows, many, table_from, hand, suit, to)
    order = np.argsort(suit[:found], kind="stable")
    return Items(hand[order], suit[order], to[order]), table_from


@kernel
def _list_items(
    cards: Bytes, plain: NDArray[np.bool_], held: Bytes, rows: Ints, many: Ints, table_from: Ints,
    hand: Ints, suit: Ints, to: Ints,
) -> int:  # fmt: skip
    at = 0
    for one in range(len(plain)):
        for row in range(rows[one]):
            ranks, possible, place = 0, True, 0
            if plain[one]:
                for rank in range(13):
                    if held[one, rank] > 0:
                        here = row >> place & 1
                        ranks |= here << rank
                        possible &= held[one, rank] - here <= 3
                        place += 1
            else:
                for card in cards[one]:
                    if card != JOKER and card & 3 == row:
                        ranks |= 1 << (card >> 2)
            if possible:
                hand[at], suit[at], to[at] = one, ranks, table_from[one] + row * many[one]
                at += 1
    return at


def _by_suit(items: Items, jokers: NDArray[np.bool_], joker: bool) -> list[Ints]:
    """The items of hands with or without the joker, cut between suits."""
    places = np.nonzero(jokers == joker)[0]
    if not len(places):
        return []
    begins = np.concatenate([[0], np.nonzero(np.diff(items.suit[places]))[0] + 1])
    wanted = np.searchsorted(begins, np.arange(0, len(places), _ITEMS_A_TASK))
    cuts = [*np.unique(begins[np.minimum(wanted, len(begins) - 1)]).tolist(), len(places)]
    return [places[begin:end] for begin, end in pairwise(cuts) if end > begin]


def best_of_each(
    some: Choices, held: Bytes, joker: NDArray[np.bool_], plain: NDArray[np.bool_], hands: Ints, worth: Ints,
    table_from: Ints, changed: Codes,
) -> Arrays:  # fmt: skip
    """Go through all hands up to suits, each with its best choice."""
    sums, chosen, mixed, gained = _best_of_each(some, held, joker, plain, hands, worth, table_from, changed)
    return {
        "sums": sums,
        "codes": some.codes[chosen],
        "doubled": some.doubled[chosen] > 0,
        "mixed": mixed,
        "gained": gained,
    }


@kernel
def _best_of_each(
    some: Choices, held: Bytes, joker: NDArray[np.bool_], plain: NDArray[np.bool_], hands: Ints, worth: Ints,
    table_from: Ints, changed: Codes,
) -> tuple[Ints, Ints, NDArray[np.bool_], Ints]:  # fmt: skip
    sums = np.zeros(3, np.int64)
    chosen, gained = np.zeros(len(hands), np.int64), np.zeros(len(hands), np.int64)
    mixed = np.zeros(len(hands), np.bool_)
    nowhere = np.empty(0, np.int64)
    for hand in range(len(hands)):
        first, many, table = some.first[hand], some.first[hand + 1] - some.first[hand], table_from[hand]
        if not plain[hand]:
            which, most, at_home = 0, 0, 0
            for way in range(many):
                here = worth[first + way]
                for suit in range(4):
                    here += changed[table + suit * many + way]
                if way == 0:
                    at_home = here
                if way == 0 or here > most:
                    which, most = way, here
            chosen[hand] = first + which
            gained[hand] = (most - at_home) * hands[hand]
            sums[0] += most * hands[hand]
            sums[1] += at_home * hands[hand]
            sums[2] += most * hands[hand]
        else:
            limit = 3 if joker[hand] else 4
            found = walk(held[hand], limit, worth[first : first + many], changed[table:], sums, nowhere, nowhere)
            chosen[hand], mixed[hand], gained[hand] = first + found[0], found[1], found[2]
    return sums, chosen, mixed, gained


@kernel
def walk(
    held: Bytes, limit: int, worth: Ints, changed: Codes, sums: Ints, keys: Ints, worths: Ints
) -> tuple[int, bool, int, int]:  # fmt: skip
    """All hands of one kind without a flush: give each rank its suits, the highest rank first, in falling order. The
    answer is the best choice for all of them alike, whether some have a better one, what the best ones gain, and how
    many hands there are up to suits. Where there is room for it, their suits and what they are worth are noted."""
    sizes, ranks, many = np.zeros(8, np.int64), 0, len(worth)
    for rank in range(13):
        if held[rank]:
            sizes[ranks] = held[rank]
            ranks += 1
    suits = np.zeros((9, 4), np.int64)  # by depth: the ranks in each suit so far
    option = np.zeros(9, np.int64)
    totals = np.zeros(many, np.int64)  # by choice, over all hands of the kind
    depth, one_choice, mixed, gained, there = 0, -1, False, 0, 0
    option[0] = -1
    while depth >= 0:
        option[depth] += 1
        if option[depth] == 16:
            depth -= 1
            continue
        chosen_suits = option[depth]
        if bits(chosen_suits) != sizes[ranks - 1 - depth]:
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
            flush |= bits(now[suit]) > limit
        if flush:
            continue
        times = _namings(now)
        which, most, at_home = 0, 0, 0
        for way in range(many):
            here = worth[way]
            for suit in range(4):
                here += changed[now[suit] * many + way]
            totals[way] += here * times
            if way == 0:
                at_home = here
            if way == 0 or here > most:
                which, most = way, here
        if one_choice < 0:
            one_choice = which
        mixed |= one_choice != which
        if there < len(keys):
            keys[there], worths[there] = _key(now, held), most
        there += 1
        sums[0] += most * times
        sums[1] += at_home * times
        gained += (most - at_home) * times
    which = 0
    for way in range(1, many):
        if totals[way] > totals[which]:
            which = way
    sums[2] += totals[which]
    return which, mixed, gained, there


@kernel
def _key(suits: Ints, held: Bytes) -> int:
    """The ranks in four suits as one number, from those among the ranks that are held."""
    key = 0
    for suit in range(4):
        place, ranks = 0, 0
        for rank in range(13):
            if held[rank] > 0:
                ranks |= (suits[suit] >> place & 1) << rank
                place += 1
        key = key << 13 | ranks
    return key


@kernel
def _namings(suits: Ints) -> int:
    """How many ways there are to give four suits in falling order their names."""
    ways, run = 24, 1
    for at in range(1, 4):
        run = run + 1 if suits[at] == suits[at - 1] else 1
        ways //= run
    return ways
