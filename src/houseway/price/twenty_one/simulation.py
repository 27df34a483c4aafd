"""Rounds of Pontoon 21 dealt card by card, in compiled code: one player alone, a fresh shoe every round.

It plays as a counted round says, card for card in the order in which the table deals, and settles every hand and every
line of 12.B and 12.C by itself: a check of the count that shares nothing with it but the way to play.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import suit
from houseway.games.twenty_one.pontoon_21 import SPADES as SPADE_SUIT
from houseway.kernels import kernel
from houseway.price.twenty_one.count import DOUBLE, MIXED, SPADES, SPLIT, STAND, SUITED, SURRENDER
from houseway.price.twenty_one.hands import ACE, EIGHT, SEVEN, SIX, TEN, hands, value
from houseway.price.twenty_one.round import NO_MATTER, Round

MOST_CARDS = 96  # of a round that is recorded
_RESCUE = 8  # beside an answer: a doubled hand of these cards is rescued
_FAR = 24  # wagers: no split wins or loses more, and only 12.C is beyond


class Plan(NamedTuple):
    """A way to play, as tables: by up card and two cards, by up card and hand, by pair, up card and hand."""

    first: NDArray[np.int8]
    answers: NDArray[np.int8]
    of_split: NDArray[np.int8]
    most_hands: NDArray[np.int64]
    value_of: NDArray[np.int8]
    after: NDArray[np.int16]
    totals: NDArray[np.int8]
    sizes: NDArray[np.int8]
    pays: NDArray[np.int64]  # scale, win, Blackjack; 21 in five, six, seven; runs; sevens; extra


def plan_of(played: Round) -> Plan:
    """The tables of a counted round."""
    every = hands()
    answers = np.zeros((10, len(every.counts)), np.int8)
    of_split = np.zeros((10, 10, len(every.counts)), np.int8)
    most = np.full((10, 10), 2, np.int64)
    for up, one in played.ups.items():
        answers[up] = np.array(one.solved.policy.answers) + _RESCUE * np.array(one.solved.policy.rescues)
        for pair, made in one.splits.items():
            of_split[pair, up] = np.array(made.policy.answers) + _RESCUE * np.array(made.policy.rescues)
            most[pair, up] = made.most
    pays = played.pays
    flat = [pays.scale, pays.win, pays.blackjack, *pays.many, *pays.run, *pays.sevens, pays.extra]
    return Plan(
        _first(played), answers, of_split, most, np.array([value(card) for card in range(52)], np.int8),
        every.after.astype(np.int16), every.totals.astype(np.int8), every.sizes.astype(np.int8), np.array(flat),
    )  # fmt: skip


def _first(played: Round) -> NDArray[np.int8]:
    """The answer to each first deal, card by card."""
    decks = played.cards // 48
    table = np.zeros((52, 52, 52), np.int8)
    by_kind = {(start.up, start.held, start.suits, start.matches): start.answer for start in played.starts}
    every = [card for card in range(52) if card >> 2 != 8]  # there are no tens
    for up in every:
        for one in every:
            for other in every:
                held = min(value(one), value(other)), max(value(one), value(other))
                key = (value(up), held, NO_MATTER, 0)
                if key not in by_kind:
                    key = (value(up), held, *_suits_of(up, one, other, decks))
                table[up, one, other] = by_kind[key]
    return table


def _suits_of(up: int, one: int, other: int, decks: int) -> tuple[int, int]:
    """The suits of two cards of a line of 12.B(1)-(6), and how many third cards would make it a suited one."""
    if suit(one) != suit(other):
        return MIXED, 0
    kind = SPADES if suit(one) == SPADE_SUIT else SUITED
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
def _draw(shoe: Any, at: Any, state: Any) -> Any:
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
def _rounds(plan: Any, shoe: Any, state: Any, rounds: int, counts: Any, record: Any) -> Any:
    """Play rounds; the answer is sums of results, of their squares and of wagers. `counts` gets each result's."""
    first, answers, of_split, most_hands, value_of, after, totals, sizes, pays = plan
    scale, win, blackjack, extra = pays[0], pays[1], pays[2], pays[12]
    run = after[after[after[0, SIX], SEVEN], EIGHT]
    sevens = after[after[after[0, SEVEN], SEVEN], SEVEN]
    total_net, total_square, total_wagers = 0, 0, 0
    finals = np.zeros(64, np.int64)  # hands of a split: points, minus one where a two-card 21; wagers on each
    wagers = np.zeros(64, np.int64)
    middle = len(counts) // 2
    for number in range(rounds):
        one = _draw(shoe, 0, state)
        up_card = _draw(shoe, 1, state)
        other = _draw(shoe, 2, state)
        hole = value_of[_draw(shoe, 3, state)]
        at = 4
        up = value_of[up_card]
        hand = after[after[0, value_of[one]], value_of[other]]
        net, staked = 0, 1
        dealer_blackjack = (up == ACE and hole == TEN) or (up == TEN and hole == ACE)
        if totals[hand] == 21:
            net = blackjack
        elif dealer_blackjack:
            net = -scale
        else:
            answer = first[up_card, one, other]
            live = 0  # hands to be compared with the dealer's
            if answer == SURRENDER:
                net = -(scale // 2)
            elif answer == SPLIT:
                pair = value_of[one]
                single = after[0, pair]
                waiting, made = 2, 2
                staked = 2
                while waiting > 0:
                    card = value_of[_draw(shoe, at, state)]
                    at += 1
                    if card == pair and made < most_hands[pair, up]:
                        made += 1
                        waiting += 1
                        staked += 1
                        continue
                    waiting -= 1
                    hand = after[single, card]
                    stake, ended = 1, False
                    while totals[hand] < 21:
                        answer = of_split[pair, up, hand] & 7
                        if answer == STAND:
                            break
                        card = value_of[_draw(shoe, at, state)]
                        at += 1
                        hand = after[hand, card]
                        if answer == DOUBLE:
                            stake = 2
                            staked += 1
                        if hand < 0:
                            net -= stake * scale
                            ended = True
                            break
                        if answer == DOUBLE:
                            if of_split[pair, up, hand] & _RESCUE:
                                net -= scale
                                ended = True
                            break
                    if not ended:
                        if totals[hand] == 21 and sizes[hand] > 2:
                            net += stake * win
                        else:
                            finals[live], wagers[live] = totals[hand], stake
                            live += 1
            else:
                stake = 1
                if answer != STAND:
                    while True:
                        card = value_of[_draw(shoe, at, state)]
                        at += 1
                        hand = after[hand, card]
                        if answer == DOUBLE:
                            stake = staked = 2
                        if hand < 0:
                            net = -stake * scale
                            break
                        if answer == DOUBLE:
                            if answers[up, hand] & _RESCUE:
                                net, hand = -scale, -1
                            break
                        if totals[hand] == 21:
                            break
                        answer = answers[up, hand] & 7
                        if answer == STAND:
                            break
                if hand >= 0:
                    if totals[hand] < 21:
                        finals[0], wagers[0], live = totals[hand], stake, 1
                    elif stake == 2:
                        net = 2 * win
                    elif hand in (run, sevens):
                        suits = ((one & 3) == (other & 3)) and ((one & 3) == (shoe[4] & 3))
                        kind = 0 if not suits else 2 if (one & 3) == 3 else 1
                        net = pays[(6 if hand == run else 9) + kind]
                        if hand == sevens and suits and up == SEVEN:
                            net += extra
                    else:
                        net = pays[min(sizes[hand], 7) - 2] if sizes[hand] >= 5 else win
            if live:
                dealer = after[after[0, up], hole]
                while dealer >= 0 and totals[dealer] < 17:
                    dealer = after[dealer, value_of[_draw(shoe, at, state)]]
                    at += 1
                points = 0 if dealer < 0 else totals[dealer]
                for one_hand in range(live):
                    if finals[one_hand] > points:
                        net += wagers[one_hand] * win
                    elif finals[one_hand] < points:
                        net -= wagers[one_hand] * scale
        total_net += net
        total_square += net * net
        total_wagers += staked
        place = middle + net
        if place < len(counts):
            counts[place] += 1
        if number < len(record):
            record[number, 0], record[number, 1] = net, at
            record[number, 2 : 2 + at] = shoe[:at]
    return total_net, total_square, total_wagers


@dataclass(frozen=True)
class Simulated:
    """What came of so many rounds, in wagers."""

    rounds: int
    mean: float
    error: float  # the standard error of the mean
    deviation: float
    action: float
    chances: dict[Fraction, float]  # of each result but the additional payouts
    record: NDArray[np.int64]  # of the first rounds: result in parts of a wager, cards dealt, and which


def simulate(plan: Plan, rounds: int, *, decks: int, seed: int, recorded: int = 0) -> Simulated:
    """Play so many rounds. The same seed gives the same rounds."""
    scale = int(plan.pays[0])
    shoe = np.array([card for card in range(52) if card >> 2 != 8] * decks, np.int64)
    state = np.random.SeedSequence(seed).generate_state(2, np.uint64)
    counts = np.zeros(2 * _FAR * scale + 1, np.int64)
    record = np.zeros((recorded, 2 + MOST_CARDS), np.int64)
    net, square, wagers = _rounds(plan, shoe, state, rounds, counts, record)
    mean = net / rounds / scale
    deviation = sqrt(square / rounds / scale**2 - mean**2)
    chances = {
        Fraction(at - _FAR * scale, scale): int(many) / rounds for at, many in enumerate(counts.tolist()) if many
    }
    return Simulated(rounds, mean, deviation / sqrt(rounds), deviation, wagers / rounds, chances, record)
