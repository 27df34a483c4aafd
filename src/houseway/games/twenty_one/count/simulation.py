"""Rounds of twenty-one dealt card by card, in compiled code: one player alone, a fresh shoe every round.

It plays as a counted round says, card for card in the order in which the table deals: a check of the count that shares
nothing with it but the way to play, and the table of what each hand comes to.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import hand, suit
from houseway.cards.pack import pack
from houseway.counting.kernels import kernel
from houseway.games.twenty_one.count.ends import (
    GIVEN_UP,
    GIVEN_UP_FIRST,
    MIXED,
    NO_31,
    NO_NATURAL,
    OVER,
    RESCUED,
    RUN,
    SEVENS,
    SEVENS_AGAINST_SEVEN,
    SPADES,
    SUITED,
    Ends,
    kind_of_natural,
)
from houseway.games.twenty_one.count.hands import ACE, BUST, EIGHT, NAMES, SEVEN, SIX, TEN, hands, value
from houseway.games.twenty_one.count.one_hand import DOUBLE, SPLIT, STAND, SURRENDER, Terms
from houseway.games.twenty_one.count.whole_round import NO_MATTER, Round
from houseway.games.twenty_one.facts import TwentyOneRules

MOST_CARDS = 96  # of a round that is recorded
_FAR = 24  # wagers: results beyond are not told apart
UNSPLIT = len(NAMES)  # beside the values of pairs: a hand that was not split
_SPADE_SUIT = suit(hand("As")[0])
_MOST_BUST = 24  # cards: no dealer's hand has more
LIVE = -1  # a hand that has not ended in one of the ways that its cards do not show


class Ways(NamedTuple):
    """A way to play, as tables."""

    first: NDArray[np.int8]  # by up card and two cards
    answers: NDArray[np.int8]  # by pair that was split, or none; up card; hand
    rescues: NDArray[np.bool_]
    most_hands: NDArray[np.int64]  # by pair and up card


class Cards(NamedTuple):
    """Cards and hands by their numbers."""

    values: NDArray[np.int8]
    after: NDArray[np.int16]
    totals: NDArray[np.int8]
    sizes: NDArray[np.int8]
    soft: NDArray[np.bool_]
    naturals: NDArray[np.int8]  # by two cards: none, a natural, a Blackjack X


class Rule(NamedTuple):
    """What else the rules say."""

    hits_soft_17: bool
    by_suits: bool  # six, seven, eight and three sevens are paid by their suits


class Plan(NamedTuple):
    ways: Ways
    cards: Cards
    ends: Ends
    rule: Rule


class Tally(NamedTuple):
    """What rounds are added up in: how often each result came, and the rest by number of cards."""

    results: NDArray[np.int64]
    busts: NDArray[np.int64]  # of a dealer's hand that is always completed, by its number of cards
    side: NDArray[np.int64]  # hands that came to 22 to 30, and those that the hole card made 31
    record: NDArray[np.int64]


def plan_of(played: Round) -> Plan:
    """The tables of a counted round."""
    every = hands()
    many = len(every.counts)
    answers = np.zeros((UNSPLIT + 1, 10, many), np.int8)
    rescues = np.zeros((UNSPLIT + 1, 10, many), np.bool_)
    most = np.full((10, 10), 2, np.int64)
    for up, one in played.ups.items():
        answers[UNSPLIT, up], rescues[UNSPLIT, up] = one.solved.policy.answers, one.solved.policy.rescues
        for pair, split in one.splits.items():
            answers[pair, up], rescues[pair, up] = split.policy.answers, split.policy.rescues
            most[pair, up] = split.most
    ways = Ways(_first(played), answers, rescues, most)
    return Plan(ways, cards_of(played.terms.rules), played.terms.table.ends, rule_of(played.terms))


def cards_of(rules: TwentyOneRules) -> Cards:
    every = hands()
    return Cards(
        np.array([value(card) for card in range(52)], np.int8), every.after.astype(np.int16),
        every.totals.astype(np.int8), every.sizes.astype(np.int8), every.soft, _naturals(rules),
    )  # fmt: skip


def rule_of(terms: Terms) -> Rule:
    return Rule(terms.rules.hits_soft_17, terms.by_suits)


def _naturals(rules: TwentyOneRules) -> NDArray[np.int8]:
    table = np.zeros((52, 52), np.int8)
    for one in range(52):
        for other in range(52):
            if (value(one), value(other)) == (ACE, TEN):
                table[one, other] = table[other, one] = kind_of_natural(rules, (one, other))
    return table


def _first(played: Round) -> NDArray[np.int8]:
    """The answer to each first deal, card by card."""
    rules = played.terms.rules
    table = np.zeros((52, 52, 52), np.int8)
    by_kind = {(start.up, start.held, start.suits, start.matches): start.answer for start in played.starts}
    every = sorted(set(pack(rules.pack)))
    for one in every:
        for other in every:
            held = min(value(one), value(other)), max(value(one), value(other))
            if held == (ACE, TEN):
                continue
            for up in every:
                key = (value(up), held, NO_MATTER, 0)
                if key not in by_kind:
                    key = (value(up), held, *_suits_of(up, one, other, rules.decks))
                table[up, one, other] = by_kind[key]
    return table


def _suits_of(up: int, one: int, other: int, decks: int) -> tuple[int, int]:
    """The suits of two cards on the way to a line of three, and how many third cards would make it a suited one."""
    if suit(one) != suit(other):
        return MIXED, 0
    kind = SPADES if suit(one) == _SPADE_SUIT else SUITED
    third = 21 - (value(one) + value(other) + 2) - 1
    gone = sum(value(card) == third and suit(card) == suit(one) for card in (up, one, other))
    return kind, decks - gone


@kernel(inline="always")
def _next(state: Any) -> Any:
    """The next 64 random bits (xoroshiro128+)."""
    one, two = state[0], state[1]
    found = one + two
    two ^= one
    state[0] = ((one << np.uint64(24)) | (one >> np.uint64(40))) ^ two ^ (two << np.uint64(16))
    state[1] = (two << np.uint64(37)) | (two >> np.uint64(27))
    return found


@kernel(inline="always")
def draw(shoe: Any, at: Any, state: Any) -> Any:
    """One of the cards from place `at` on, each as likely as the other, put at that place."""
    left = np.uint64(len(shoe) - at)
    scaled = (_next(state) >> np.uint64(32)) * left
    if (scaled & np.uint64(0xFFFFFFFF)) < left:
        least = (np.uint64(1 << 32) - left) % left
        while (scaled & np.uint64(0xFFFFFFFF)) < least:
            scaled = (_next(state) >> np.uint64(32)) * left
    place = at + np.int64(scaled >> np.uint64(32))
    card = shoe[place]
    shoe[place] = shoe[at]
    shoe[at] = card
    return card


@kernel
def play_hand(plan: Any, shoe: Any, state: Any, at: Any, pair: Any, up: Any, hand: Any, answer: Any) -> Any:
    """Play a hand from an answer on: how it ends, the hand or its points if over, its wagers, the next place."""
    cards, stake = plan.cards, 1
    while answer != STAND:
        if answer == SURRENDER:
            return GIVEN_UP, hand, stake, at
        drawn = cards.values[draw(shoe, at, state)]
        at += 1
        if answer == DOUBLE:
            stake = 2
        if drawn == TEN and plan.ends.makes_31[hand] != NO_31:
            return int(plan.ends.makes_31[hand]), hand, stake, at
        then = cards.after[hand, drawn]
        if then < 0:
            return OVER, np.int16(cards.totals[hand] - 10 * cards.soft[hand] + drawn + 1), stake, at
        hand = then
        if answer == DOUBLE:
            return (RESCUED if plan.ways.rescues[pair, up, hand] else LIVE), hand, stake, at
        answer = plan.ways.answers[pair, up, hand]
    return LIVE, hand, stake, at


@kernel
def row_by_suits(cards: Any, shoe: Any, row: Any, hand: Any, up: Any) -> Any:
    """The row of three cards of 21 points whose suits count, else the one given. The player's are the shoe's 1st, 3rd
    and 5th. Called for no other hand, since a call that hands over arrays costs more than a card."""
    after = cards.after
    run = hand == after[after[after[0, SIX], SEVEN], EIGHT]
    if not run and hand != after[after[after[0, SEVEN], SEVEN], SEVEN]:
        return row
    one, other, third = shoe[0] & 3, shoe[2] & 3, shoe[4] & 3
    kind = MIXED if one != other or one != third else SPADES if one == _SPADE_SUIT else SUITED
    return (RUN if run else SEVENS_AGAINST_SEVEN if up == SEVEN else SEVENS) + kind


@kernel
def dealers_end(plan: Any, shoe: Any, state: Any, at: Any, hand: Any) -> Any:
    """How the dealer's hand ends, a column of the table, and how many cards were drawn."""
    cards, drawn = plan.cards, 0
    while hand >= 0:
        total = cards.totals[hand]
        if total > 17 or (total == 17 and not (plan.rule.hits_soft_17 and cards.soft[hand])):
            return total - 17, drawn
        hand = cards.after[hand, cards.values[draw(shoe, at + drawn, state)]]
        drawn += 1
    return BUST, drawn


@kernel
def _rounds(plan: Any, shoe: Any, state: Any, rounds: int, tally: Any) -> Any:
    """Play rounds; the answer is sums of results, of their squares and of wagers.

    One loop of more than sixty lines: a call that hands over the arrays of a round costs as much as a card."""
    ways, cards, ends = plan.ways, plan.cards, plan.ends
    total_net, total_square, total_wagers = 0, 0, 0
    rows = np.zeros(512, np.int64)  # how each hand ended, and the wagers on it
    wagers = np.zeros(512, np.int64)
    middle = len(tally.results) // 2
    for number in range(rounds):
        one = draw(shoe, 0, state)
        up_card = draw(shoe, 1, state)
        other = draw(shoe, 2, state)
        hole_card = draw(shoe, 3, state)
        at = 4
        up, hole = cards.values[up_card], cards.values[hole_card]
        net, staked, ended, split = 0, 1, 0, 0
        own, dealers = cards.naturals[one, other], cards.naturals[up_card, hole_card]
        answer = ways.first[up_card, one, other]
        if own or dealers or answer == SURRENDER:
            first = own if own else GIVEN_UP_FIRST if answer == SURRENDER else NO_NATURAL
            net = ends.naturals[first, dealers]
        else:
            pair, waiting, made = UNSPLIT, 1, 1
            hand = cards.after[cards.after[0, cards.values[one]], cards.values[other]]
            if answer == SPLIT:
                pair, waiting, made, split = int(cards.values[one]), 2, 2, 1
            while waiting > 0:
                if split:
                    card = cards.values[draw(shoe, at, state)]
                    at += 1
                    if card == pair and made < ways.most_hands[pair, up]:
                        made += 1
                        waiting += 1
                        continue
                    hand = cards.after[cards.after[0, pair], card]
                    answer = ways.answers[pair, up, hand]
                waiting -= 1
                row, hand, stake, at = play_hand(plan, shoe, state, at, pair, up, hand, answer)
                staked += stake - 1
                if row == OVER and hand <= 30:
                    tally.side[0] += 1
                    tally.side[1] += hand + hole + 1 == 31
                if row == LIVE:
                    row = ends.rows[hand]
                    if plan.rule.by_suits and not split and cards.totals[hand] == 21 and cards.sizes[hand] == 3:
                        row = row_by_suits(cards, shoe, row, hand, up)
                rows[ended], wagers[ended] = row, stake
                ended += 1
            staked += made - 1
        if not dealers:
            end, drawn = dealers_end(plan, shoe, state, at, cards.after[cards.after[0, up], hole])
            at += drawn
            tally.busts[drawn + 2 if end == BUST else 0] += 1
            for which in range(ended):
                net += ends.comes_to[split, wagers[which] - 1, rows[which], end]
        total_net += net
        total_square += net * net
        total_wagers += staked
        if 0 <= middle + net < len(tally.results):
            tally.results[middle + net] += 1
        if number < len(tally.record):
            tally.record[number, 0], tally.record[number, 1] = net, at
            tally.record[number, 2 : 2 + at] = shoe[:at]
    return total_net, total_square, total_wagers


@dataclass(frozen=True)
class Simulated:
    """What came of so many rounds, in wagers."""

    rounds: int
    mean: float
    error: float  # the standard error of the mean
    deviation: float
    action: float
    chances: dict[Fraction, float]  # of each result that is not too far off
    busts: dict[int, float]  # how often a dealer's hand goes over with so many cards
    side: tuple[float, float]  # hands that come to 22 to 30, and those that the hole card makes 31
    record: NDArray[np.int64]  # of the first rounds: result in parts of a wager, cards dealt, and which


def simulate(played: Round, rounds: int, *, seed: int, recorded: int = 0) -> Simulated:
    """Play so many rounds as a counted one says. The same seed gives the same rounds."""
    scale = played.terms.scale
    shoe = np.array(played.cards, np.int64)
    state = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    tally = Tally(
        np.zeros(2 * _FAR * scale + 1, np.int64), np.zeros(_MOST_BUST, np.int64), np.zeros(2, np.int64),
        np.zeros((recorded, 2 + MOST_CARDS), np.int64),
    )  # fmt: skip
    net, square, wagers = _rounds(plan_of(played), shoe, state, rounds, tally)
    mean = net / rounds / scale
    deviation = sqrt(square / rounds / scale**2 - mean**2)
    chances = {
        Fraction(at - _FAR * scale, scale): many / rounds for at, many in enumerate(tally.results.tolist()) if many
    }
    busts = {size: many / rounds for size, many in enumerate(tally.busts.tolist()) if size and many}
    offered, lifted = (many / rounds for many in tally.side.tolist())
    error = deviation / sqrt(rounds)
    return Simulated(rounds, mean, error, deviation, wagers / rounds, chances, busts, (offered, lifted), tally.record)
