"""The equity of hands: which way to count them, and how long that would take."""

from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, replace
from itertools import product
from math import comb, prod
from os import cpu_count
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import JOKER, NAMES, Card, CardError
from houseway.games.pot.making import Making
from houseway.pricing.equity import dealing, sweep
from houseway.pricing.equity.hands import Held
from houseway.pricing.equity.showdown import (
    ALL,
    HIGH_PARTS,
    HIGH_TIED,
    HIGH_WON,
    LOW_PARTS,
    LOW_TIED,
    LOW_WON,
    POT,
    THREES,
    TOLD,
    WILD,
    WITH_LOW,
    Lows,
    known_hands,
    lows,
    meet,
    over_boards,
    shared,
)

Tally = NDArray[np.int64]
CORES = cpu_count() or 1

# What a count costs, in nanoseconds on one core of a usual machine; what would take longer than the limit is sampled.
LIMIT = 10e9
_HAND, _PAIR, _TWO_OF_A_HAND, _JOKER_HAND, _PART, _MEETING, _BOARD = (
    6.0, 60.0, 1.5, 60.0, 7.0, 1.2, 80.0
)  # fmt: skip
_FEW = 20
_MOST_ROWS = 20_000_000  # hands of one player that are kept in memory at once


@dataclass(frozen=True)
class Deal:
    """Hands, the board and what is out of play, of one game."""

    making: Making
    pack: tuple[Card, ...]
    hands: tuple[Held, ...]
    board: tuple[Card, ...]
    dead: tuple[Card, ...]

    @property
    def free(self) -> list[Card]:
        """The cards that nobody certainly has: what is not known comes from these."""
        certain = [card for held in self.hands if len(held.ways) == 1 for card in held.ways[0]]
        gone = {min(card, JOKER) for card in (*certain, *self.board, *self.dead)}
        return [card for card in self.pack if card not in gone]

    @property
    def to_come(self) -> int:
        return self.making.common - len(self.board)

    def ways(self, held: Held) -> int:
        """How many whole hands a player may have, at most."""
        return len(held.ways) * comb(len(self.free), held.unknown)

    @property
    def jokers(self) -> bool:
        return JOKER in self.pack


def checked(deal: Deal) -> Deal:
    """The deal, if its cards can be dealt together."""
    making = deal.making
    if len(deal.board) > making.common:
        most = f"a board has {making.common} cards" if making.common else "this game has no board"
        raise CardError(f"{len(deal.board)} cards are on the board: {most}")
    lie: dict[int, str] = {}
    places = [(held.ways[0], "a hand") for held in deal.hands if len(held.ways) == 1]
    for cards, place in (*places, (deal.board, "the board"), (deal.dead, "the dead cards")):
        for card in cards:
            if card > WILD or min(card, JOKER) not in deal.pack:
                raise CardError(f"{NAMES[min(card, JOKER)]} is not in the pack of this game")
            if (one := min(card, JOKER)) in lie:
                twice = "in two hands" if lie[one] == place == "a hand" else f"in {lie[one]} and in {place}"
                raise CardError(f"{NAMES[one]} is given twice, {twice}")
            lie[one] = place
    needed = sum(held.unknown + (held.known if len(held.ways) > 1 else 0) for held in deal.hands) + deal.to_come
    if needed > len(deal.free):
        raise CardError(f"{needed} more cards are needed, and {len(deal.free)} are left")
    free = set(deal.free)
    hands = []
    for held in deal.hands:
        ways = held.ways
        if len(ways) > 1:
            ways = tuple(way for way in ways if free.issuperset(min(card, JOKER) for card in way))
        if not ways:
            raise CardError(f"no hand of {held.text!r} is left with these cards")
        hands.append(Held(held.text, ways, held.down))
    found = Deal(making, deal.pack, tuple(hands), deal.board, deal.dead)
    if not _can_be_dealt([held.ways for held in hands], set()):
        raise CardError("these hands can't be dealt together: they need the same cards")
    return found if hands == list(deal.hands) else checked(found)


def _can_be_dealt(spread: Sequence[Sequence[tuple[Card, ...]]], taken: set[Card]) -> bool:
    if not spread:
        return True
    fewest = min(range(len(spread)), key=lambda at: len(spread[at]))
    others = [*spread[:fewest], *spread[fewest + 1 :]]
    hands = ({min(card, JOKER) for card in way} for way in spread[fewest])
    return any(taken.isdisjoint(hand) and _can_be_dealt(others, taken | hand) for hand in hands)


# How long it takes


def cost(deal: Deal) -> float:
    """The nanoseconds that counting would take, by the quickest way there is; infinite where it can't be done."""
    return min(_cost_of_boards(deal), _cost_of_meeting(deal), _cost_of_sweep(deal))


def _hand_cost(deal: Deal) -> float:
    if deal.making.exactly:
        return _TWO_OF_A_HAND * comb(deal.making.own, 2) * (1 + deal.making.low)
    return _HAND * (1 + deal.making.low / 2) + (_JOKER_HAND * deal.making.own / len(deal.pack) if deal.jokers else 0)


def _cost_of_boards(deal: Deal) -> float:
    many = sorted(deal.ways(held) for held in deal.hands)
    if not deal.to_come or sum(many) > _MOST_ROWS:
        return float("inf")
    boards = comb(len(deal.free), deal.to_come) / len(_same(deal))
    pairs = min(comb(len(deal.free), 2), sum(many) * comb(deal.making.own, 2)) if deal.making.exactly else 0
    each = sum(many) * _hand_cost(deal) + pairs * _PAIR + prod(many[:-1]) * (40 + many[-1] * _MEETING)
    return boards * each + comb(len(deal.free), deal.to_come) * _BOARD


def _cost_of_meeting(deal: Deal) -> float:
    many = sorted(deal.ways(held) for held in deal.hands)
    if deal.to_come or sum(many) > _MOST_ROWS:
        return float("inf")
    return sum(many) * (_hand_cost(deal) + 10) + prod(many[:-1]) * (40.0 + many[-1] * _MEETING)


def _cost_of_sweep(deal: Deal) -> float:
    """Of two hands that draw cards of their own; of ranges, for each way that they can meet."""
    if len(deal.hands) != 2 or deal.to_come:
        return float("inf")
    pairs = prod(len(held.ways) for held in deal.hands)
    if pairs > 1:
        return pairs * _cost_of_sweep(next(_ways_to_meet(deal)))
    few, many = sorted(deal.hands, key=lambda held: held.unknown)
    if deal.ways(many) > _MOST_ROWS or few.unknown > 5:
        return float("inf")
    parts = sum(comb(many.unknown, size) for size in range(few.unknown + 1))
    swept = deal.ways(few) * 2.0 ** (few.unknown + 1) + deal.ways(many) * parts
    return swept * _PART * (1 + deal.making.low) + (deal.ways(few) + deal.ways(many)) * (_hand_cost(deal) + 40)


def _ways_to_meet(deal: Deal) -> Iterator[Deal]:
    """The deals in which each player has one of the hands that it may be; each has as many ways to go on."""
    for ways in product(*(held.ways for held in deal.hands)):
        cards = [min(card, JOKER) for way in ways for card in way]
        if len(set(cards)) == len(cards):
            hands = tuple(replace(held, ways=(way,)) for held, way in zip(deal.hands, ways, strict=True))
            yield replace(deal, hands=hands)


# Counting


def counted(deal: Deal) -> Tally:
    """What each player has of all deals; see `showdown` for what the columns are."""
    costs = (_cost_of_boards(deal), _cost_of_meeting(deal), _cost_of_sweep(deal))
    if costs[2] < min(costs[:2]):
        return np.sum([_swept(one) for one in _ways_to_meet(deal)], axis=0)  # type: ignore[no-any-return]
    return _met(deal)


def _met(deal: Deal) -> Tally:
    """Every hand of each against every hand of the others, beside every board."""
    if deal.to_come and not deal.making.exactly and not deal.making.low and all(one.certain for one in deal.hands):
        hands = np.array([one.ways[0] for one in deal.hands], np.uint8)
        free, board = np.array(deal.free, np.uint8), np.array(deal.board, np.uint8)
        found: Tally = known_hands(free, deal.to_come, board, hands, batch.tables())
        return found
    order = sorted(range(len(deal.hands)), key=lambda at: deal.ways(deal.hands[at]))
    rows = [_whole_hands(deal, deal.hands[at]) for at in order]
    hands, weights = np.concatenate([one for one, _ in rows]), np.concatenate([many for _, many in rows])
    starts = np.cumsum([0, *(len(one) for one, _ in rows)])
    masks = dealing.masks_of(hands)
    board = np.array(deal.board, np.uint8)
    if deal.to_come:
        tally = _over_boards(deal, board, hands, masks, weights, starts)
    else:
        highs, low_ranks = dealing.ranked(hands, board, deal.making.exactly, deal.making.low, THREES, *_tables())
        tally = np.zeros((len(order) + 1, TOLD), np.int64)
        meet(masks, highs, low_ranks, weights, starts[:-1], starts[1:], 1, deal.making.low, tally)
    in_place = np.empty_like(tally)
    in_place[[*order, len(order)]] = tally
    return in_place


def _over_boards(
    deal: Deal,
    board: NDArray[np.uint8],
    hands: NDArray[np.uint8],
    masks: NDArray[np.int64],
    weights: NDArray[np.int64],
    starts: NDArray[np.int64],
) -> Tally:
    same = _same(deal) if len(hands) > _FEW else _UNCHANGED  # a few hands are sooner ranked than boards told apart
    come, often = dealing.choose(np.array(deal.free, np.uint8), deal.to_come, same)
    cores = CORES
    parts = [slice(first, None, 4 * cores) for first in range(min(4 * cores, len(come)))]

    def count(part: slice) -> Tally:
        found: Tally = over_boards(
            np.ascontiguousarray(come[part]), np.ascontiguousarray(often[part]), board, hands, masks, weights, starts,
            deal.making.exactly, deal.making.low, THREES, *_tables(),
        )  # fmt: skip
        return found

    first = count(parts[0])  # alone, so that what is compiled is compiled once
    with ThreadPoolExecutor(cores) as pool:
        return sum(pool.map(count, parts[1:]), first)


def _whole_hands(deal: Deal, held: Held) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """All that a player may have in the end, a row each. A joker that comes weighs by how many places would have it
    face down, and how many face up."""
    drawn, _ = dealing.choose(np.array(deal.free, np.uint8), held.unknown, _UNCHANGED)
    parts, weights = [], []
    for way in held.ways:
        known = np.broadcast_to(np.array(way, np.uint8), (len(drawn), len(way)))
        rows = np.concatenate([known, drawn], axis=1)
        if len(held.ways) > 1 and held.unknown:
            rows = rows[~np.isin(drawn, [min(card, JOKER) for card in way]).any(axis=1)]
        many = np.full(len(rows), max(1, held.unknown) if deal.jokers else 1, np.int64)
        if deal.jokers and held.unknown:
            joker = (rows[:, len(way) :] == JOKER).any(axis=1)
            down = sum(held.down)
            wild = rows[joker]
            wild[wild == JOKER] = WILD
            many[joker] = len(held.down) - down
            rows = np.concatenate([rows, wild])
            many = np.concatenate([many, np.full(len(wild), down, np.int64)])
            rows, many = rows[many > 0], many[many > 0]
        parts.append(rows)
        weights.append(many)
    return np.ascontiguousarray(np.concatenate(parts)), np.concatenate(weights)


def _swept(deal: Deal) -> Tally:
    """Two players who draw cards of their own."""
    few, many = sorted(range(2), key=lambda at: deal.hands[at].unknown)
    free, board = deal.free, np.array(deal.board, np.uint8)
    place = np.zeros(256, np.uint8)
    place[free] = np.arange(len(free))
    if JOKER in free:
        place[WILD] = place[JOKER]
    sides = []
    for at in (few, many):
        held = deal.hands[at]
        rows, weights = _whole_hands(deal, held)
        ranks = dealing.ranked(rows, board, deal.making.exactly, deal.making.low, THREES, *_tables())
        drawn = np.ascontiguousarray(place[rows[:, held.known :]])
        sides.append((drawn, *ranks, weights))

    def compared(column: int, keep: Sequence[Any] | None = None) -> tuple[int, int, int]:
        (ways, *mine, often), (others, *theirs, other_often) = sides
        a, b = keep or (slice(None), slice(None))
        return sweep.against(
            ways[a], mine[column][a], often[a], others[b], theirs[column][b], other_often[b], len(free)
        )

    won, tied, lost = compared(0)
    total = won + tied + lost
    tally = np.zeros((3, TOLD), np.int64)
    tally[2, ALL] = total
    tally[[few, many], HIGH_WON] = won, lost
    tally[[few, many], HIGH_TIED] = tied
    halves = {few: (won, tied), many: (lost, tied)}
    if not deal.making.low:
        for at, (alone, both) in halves.items():
            tally[at, HIGH_PARTS] = alone * POT + both * POT // 2
        return tally
    none = [side[2] == 0 for side in sides]
    won_whole, tied_whole, lost_whole = compared(0, none)
    low_won, low_tied, low_lost = compared(1)
    low_tied -= won_whole + tied_whole + lost_whole  # where neither has a low, nothing is shared
    tally[2, WITH_LOW] = low_won + low_tied + low_lost
    whole = {few: (won_whole, tied_whole), many: (lost_whole, tied_whole)}
    low_halves = {few: (low_won, low_tied), many: (low_lost, low_tied)}
    for at in (few, many):
        alone, both = (half + all_of_it for half, all_of_it in zip(halves[at], whole[at], strict=True))
        tally[at, HIGH_PARTS] = alone * POT // 2 + both * POT // 4
        tally[at, LOW_WON], tally[at, LOW_TIED] = low_halves[at]
        tally[at, LOW_PARTS] = low_halves[at][0] * POT // 2 + low_halves[at][1] * POT // 4
    return tally


# Sampling


def sampled(deal: Deal, deals: int, seed: int) -> tuple[Tally, NDArray[np.float64]]:
    """Deals at random, and the standard error of each player's equity."""
    own = deal.making.own
    rows = [row for held in deal.hands for row in held.ways]
    known = np.zeros((len(rows), own), np.uint8)
    for at, row in enumerate(rows):
        known[at, : len(row)] = row
    if deal.to_come and not (deal.making.exactly or deal.making.low or any(held.unknown for held in deal.hands)):
        return _boards_sampled(deal, deals, seed, known)
    down = np.zeros((len(deal.hands), own), np.bool_)
    for at, held in enumerate(deal.hands):
        down[at, held.known :] = held.down
    starts = np.cumsum([0, *(len(held.ways) for held in deal.hands)])
    counts = np.array([held.known for held in deal.hands])
    tally, squares = dealing.dealt_at_random(
        deals, seed, np.array(deal.free, np.uint8), np.array(deal.board, np.uint8), deal.to_come, known, starts,
        counts, down, deal.making.exactly, deal.making.low, THREES, *_tables(),
    )  # fmt: skip
    return tally, _errors(tally, squares)


def _boards_sampled(deal: Deal, deals: int, seed: int, hands: NDArray[np.uint8]) -> tuple[Tally, NDArray[np.float64]]:
    players = len(deal.hands)
    starts = np.cumsum([0, *(len(held.ways) for held in deal.hands)])
    free, board = np.array(deal.free, np.uint8), np.array(deal.board, np.uint8)
    wins = dealing.boards_at_random(deals, seed, free, board, deal.to_come, hands, starts, batch.tables())
    tally, squares = np.zeros((players + 1, TOLD), np.int64), np.zeros(players)
    for winners in map(int, np.flatnonzero(wins)):
        shared(winners, 0, wins[winners], players, tally)
        among = [player for player in range(players) if winners >> player & 1]
        squares[among] += float(wins[winners]) * (POT // len(among)) ** 2
    return tally, _errors(tally, squares)


def _errors(tally: Tally, squares: NDArray[np.float64]) -> NDArray[np.float64]:
    """The standard error of each player's equity, from the squares of what each had of the pots."""
    deals = tally[-1, ALL]
    mean = (tally[:-1, HIGH_PARTS] + tally[:-1, LOW_PARTS]) / deals
    variance = np.maximum(0, squares / deals - mean**2)
    found: NDArray[np.float64] = np.sqrt(variance / deals) / POT
    return found


_UNCHANGED = np.array([list(range(54))], np.uint8)


def _same(deal: Deal) -> NDArray[np.uint8]:
    sets = [frozenset(frozenset(way) for way in held.ways) for held in deal.hands]
    return dealing.same_suits([*sets, frozenset([frozenset(deal.board)]), frozenset([frozenset(deal.dead)])])


def _tables() -> tuple[batch.Tables, Lows]:
    return batch.tables(), lows()
