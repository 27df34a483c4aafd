"""Rounds of twenty-one dealt card by card, in compiled code: one player alone, a fresh shoe every round.

It plays as a counted round says, card for card in the order in which the table deals, and settles every hand by
itself: a check of the count that shares nothing with it but the way to play.
"""

from dataclasses import dataclass
from fractions import Fraction
from math import sqrt
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import hand, suit
from houseway.cards.pack import pack
from houseway.kernels import kernel
from houseway.price.twenty_one.count import DOUBLE, MIXED, SPADES, SPLIT, STAND, SUITED, SURRENDER, Terms
from houseway.price.twenty_one.hands import ACE, EIGHT, NAMES, SEVEN, SIX, TEN, hands, value
from houseway.price.twenty_one.naturals import BLACKJACK, BLACKJACK_X, name_of, result
from houseway.price.twenty_one.round import NO_MATTER, Round
from houseway.rules.families.twenty_one import Surrender, TwentyOneRules

MOST_CARDS = 96  # of a round that is recorded
_FAR = 24  # wagers: results beyond are not told apart
UNSPLIT = len(NAMES)  # beside the values of pairs: a hand that was not split
_SPADE_SUIT = suit(hand("As")[0])
_MOST_BUST = 24  # cards: no dealer's hand has more

# How a player's hand ends, before the dealer's is known.
LIVE, OVER, GIVEN_UP, RESCUED, HARD_31, SOFT_31 = range(6)


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
    naturals: NDArray[np.int8]  # by two cards: 0 for none, 1, or 2 for the better kind


class Pays(NamedTuple):
    """In parts of a wager."""

    scale: int
    win: int
    half: int
    hard_31: int
    soft_31: int
    extra: int
    natural: NDArray[np.int64]  # by one's own kind and the dealer's
    of_21: NDArray[np.int64]  # a drawn 21, by the number of cards
    run: NDArray[np.int64]  # six, seven, eight: mixed, suited, spades
    sevens: NDArray[np.int64]


class Rule(NamedTuple):
    """What else the rules say."""

    hits_soft_17: bool
    early_surrender: bool
    drawn_21_wins: bool
    hard_31: bool
    soft_31: bool
    three_card_lines: bool


class Plan(NamedTuple):
    ways: Ways
    cards: Cards
    pays: Pays
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
        for pair, made in one.splits.items():
            answers[pair, up], rescues[pair, up] = made.policy.answers, made.policy.rescues
            most[pair, up] = made.most
    ways = Ways(_first(played), answers, rescues, most)
    return Plan(ways, cards_of(played.terms.rules), pays_of(played.terms), rule_of(played.terms))


def cards_of(rules: TwentyOneRules) -> Cards:
    every = hands()
    return Cards(
        np.array([value(card) for card in range(52)], np.int8), every.after.astype(np.int16),
        every.totals.astype(np.int8), every.sizes.astype(np.int8), every.soft, _naturals(rules),
    )  # fmt: skip


def rule_of(terms: Terms) -> Rule:
    rules = terms.rules
    return Rule(
        rules.hits_soft_17, rules.surrender == Surrender.EARLY, rules.drawn_21_beats_21, rules.hard_31, rules.soft_31,
        terms.run is not None,
    )  # fmt: skip


def _naturals(rules: TwentyOneRules) -> NDArray[np.int8]:
    table = np.zeros((52, 52), np.int8)
    for one in range(52):
        for other in range(52):
            if (value(one), value(other)) == (ACE, TEN):
                kind = 2 if name_of(rules, one, other) == BLACKJACK_X else 1
                table[one, other] = table[other, one] = kind
    return table


def pays_of(terms: Terms) -> Pays:
    kinds = (None, BLACKJACK, BLACKJACK_X)
    natural = np.zeros((3, 3), np.int64)
    for own, name in enumerate(kinds):
        if name and terms.rules.pay(name) is not None:
            natural[own] = [terms.parts(result(terms.rules, name, dealers)[1]) for dealers in kinds]
    of_21 = np.array([terms.of_21(size) for size in range(32)])
    nothing = (0, 0, 0)
    return Pays(
        terms.scale, terms.win, terms.half, terms.hard_31, terms.soft_31, terms.extra, natural, of_21,
        np.array(terms.run or nothing), np.array(terms.sevens or nothing),
    )  # fmt: skip


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
def _hand(plan: Any, shoe: Any, state: Any, at: Any, pair: Any, up: Any, hand: Any, answer: Any) -> Any:
    """Play a hand from an answer on: how it ends, the hand or its points if over, its wagers, the next place."""
    cards, stake = plan.cards, 1
    while answer != STAND:
        if answer == SURRENDER:
            return GIVEN_UP, hand, stake, at
        drawn = cards.values[draw(shoe, at, state)]
        at += 1
        if drawn == TEN and cards.totals[hand] == 21:
            if not cards.soft[hand]:
                if plan.rule.hard_31:
                    return HARD_31, hand, stake, at
            elif plan.rule.soft_31 and cards.sizes[hand] > 2:
                return SOFT_31, hand, stake, at
        then = cards.after[hand, drawn]
        if answer == DOUBLE:
            stake = 2
        if then < 0:
            return OVER, np.int16(cards.totals[hand] - 10 * cards.soft[hand] + drawn + 1), stake, at
        hand = then
        if answer == DOUBLE:
            return (RESCUED if plan.ways.rescues[pair, up, hand] else LIVE), hand, stake, at
        answer = plan.ways.answers[pair, up, hand]
    return LIVE, hand, stake, at


@kernel
def won(pays: Any, end: Any, stake: Any) -> Any:
    """What a hand comes to that ends before the dealer's."""
    if end == HARD_31:
        return pays.hard_31
    if end == SOFT_31:
        return pays.soft_31
    if end == GIVEN_UP:
        return -pays.half
    return -pays.scale if end == RESCUED else -stake * pays.scale


@kernel
def of_drawn_21(plan: Any, shoe: Any, hand: Any, stake: Any, up: Any) -> Any:
    """A drawn 21 that wins whatever the dealer has, by the lines of its cards where it is not doubled."""
    cards, pays = plan.cards, plan.pays
    if stake == 2:
        return 2 * pays.win
    after = cards.after
    run = after[after[after[0, SIX], SEVEN], EIGHT]
    sevens = after[after[after[0, SEVEN], SEVEN], SEVEN]
    if plan.rule.three_card_lines and hand in (run, sevens):
        one, other, third = shoe[0] & 3, shoe[2] & 3, shoe[4] & 3
        kind = MIXED if one != other or one != third else SPADES if one == _SPADE_SUIT else SUITED
        if hand == run:
            return pays.run[kind]
        return pays.sevens[kind] + (pays.extra if kind != MIXED and up == SEVEN else 0)
    return pays.of_21[cards.sizes[hand]]


@kernel
def dealers_points(plan: Any, shoe: Any, state: Any, at: Any, hand: Any) -> Any:
    """The dealer's points, 0 if over, and how many cards were drawn."""
    cards, drawn = plan.cards, 0
    while hand >= 0:
        total = cards.totals[hand]
        if total > 17 or (total == 17 and not (plan.rule.hits_soft_17 and cards.soft[hand])):
            return total, drawn
        hand = cards.after[hand, cards.values[draw(shoe, at + drawn, state)]]
        drawn += 1
    return np.int8(0), drawn


@kernel
def _rounds(plan: Any, shoe: Any, state: Any, rounds: int, tally: Any) -> Any:
    """Play rounds; the answer is sums of results, of their squares and of wagers."""
    ways, cards, pays = plan.ways, plan.cards, plan.pays
    total_net, total_square, total_wagers = 0, 0, 0
    finals = np.zeros(512, np.int64)  # points of hands to be compared with the dealer's, and the wagers on each
    wagers = np.zeros(512, np.int64)
    middle = len(tally.results) // 2
    for number in range(rounds):
        one = draw(shoe, 0, state)
        up_card = draw(shoe, 1, state)
        other = draw(shoe, 2, state)
        hole_card = draw(shoe, 3, state)
        at = 4
        up, hole = cards.values[up_card], cards.values[hole_card]
        net, staked, live = 0, 1, 0
        own, dealers = cards.naturals[one, other], cards.naturals[up_card, hole_card]
        answer = ways.first[up_card, one, other]
        if own:
            net = pays.natural[own, dealers]
        elif answer == SURRENDER and (plan.rule.early_surrender or not dealers):
            net = -pays.half
        elif dealers:
            net = -pays.scale
        else:
            pair, waiting, made = UNSPLIT, 1, 1
            hand = cards.after[cards.after[0, cards.values[one]], cards.values[other]]
            if answer == SPLIT:
                pair, waiting, made = int(cards.values[one]), 2, 2
            while waiting > 0:
                if pair != UNSPLIT:
                    card = cards.values[draw(shoe, at, state)]
                    at += 1
                    if card == pair and made < ways.most_hands[pair, up]:
                        made += 1
                        waiting += 1
                        continue
                    hand = cards.after[cards.after[0, pair], card]
                    answer = ways.answers[pair, up, hand]
                waiting -= 1
                end, hand, stake, at = _hand(plan, shoe, state, at, pair, up, hand, answer)
                staked += stake - 1
                if end != LIVE:
                    net += won(pays, end, stake)
                    if end == OVER and hand <= 30:
                        tally.side[0] += 1
                        tally.side[1] += hand + hole + 1 == 31
                elif plan.rule.drawn_21_wins and cards.totals[hand] == 21 and cards.sizes[hand] > 2:
                    net += stake * pays.win if pair != UNSPLIT else of_drawn_21(plan, shoe, hand, stake, up)
                else:
                    finals[live], wagers[live] = cards.totals[hand], stake
                    live += 1
            staked += made - 1
        if not dealers:
            points, drawn = dealers_points(plan, shoe, state, at, cards.after[cards.after[0, up], hole])
            at += drawn
            tally.busts[0 if points else drawn + 2] += 1
            for which in range(live):
                if finals[which] > points:
                    net += wagers[which] * pays.win
                elif finals[which] < points:
                    net -= wagers[which] * pays.scale
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
