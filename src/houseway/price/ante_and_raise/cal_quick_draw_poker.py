"""Cal Quick Draw Poker: the bonus exactly, and the Play wager by many rounds of a strategy that is nearly the best.

The strategy looks at all 32 ways to hold some of five cards. What a final hand is worth is counted exactly: its extra
pay, and how many of the player-dealer's hands from the other 48 cards do not beat it. Added up over all final hands
that hold some cards and avoid those discarded, that values each way to hold. One thing is left out, and it is why the
figure of the Play wager is sampled: that the player-dealer can't have the discards either.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from hashlib import sha256
from itertools import pairwise
from math import comb, lcm, sqrt
from time import perf_counter
from typing import Any

import numpy as np

from houseway.cards.card import Card
from houseway.games.ante_and_raise.base import settle_compared
from houseway.games.ante_and_raise.cal_quick_draw_poker import PAT
from houseway.games.ante_and_raise.hands import WILD_JOKER, bonus_line
from houseway.kernels import kernel
from houseway.play.ask import Ask
from houseway.play.outcome import Result
from houseway.price.ante_and_raise import cal_quick_draw_hands as hands
from houseway.price.ante_and_raise import cal_quick_draw_rule as rule
from houseway.price.ante_and_raise.base import price_bonuses, won
from houseway.price.ante_and_raise.cal_quick_draw_hands import CARDS, TOP, Ints, number_of, rank_wild
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.work import Progress, each
from houseway.price.papers.sheet import LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.price.pricing import Hands, Pricing, Quick
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

ROUNDS = 10_000_000  # of the Play wager; its standard error is about 0.0005 of the wager
SEED = 5
_BANKS = comb(CARDS - 5, 7)  # the player-dealer's hands from the cards that the player does not have
_TASKS = 16


# What a final hand is worth


def lines_of(rules: Rules) -> list[PayLine | None]:
    """By rank of the final hand, the line of the extra pay; None where there is none."""
    return [None, *(bonus_line(rules, "play", (WILD_JOKER.kind(rank),)) for rank in range(1, TOP + 1))]


def base_nets(rules: Rules) -> tuple[int, int]:
    """What a won and a lost Play wager of one is."""
    won_, lost = (
        sum(map(won, settle_compared(rules, result, True, "", {"play": rules.chip}))) // rules.chip
        for result in (Result.WIN, Result.LOSE)
    )
    return won_, lost


def extra_pays(rules: Rules) -> list[Fraction]:
    return [line.pays.fraction() if line and line.pays else Fraction(0) for line in lines_of(rules)]


def unbeaten() -> Ints:
    """For each kind of five cards, how many of the player-dealer's hands do not beat it."""

    def made() -> Arrays:
        kinds = len(hands.sets_of(4).first)
        ends = np.linspace(0, kinds, _TASKS + 1).astype(int).tolist()
        parts = each(hands.count_fours, list(pairwise(ends)))
        return {"unbeaten": hands.not_beaten(np.concatenate([part["fours"] for part in parts]))}

    return kept("cal-quick-draw-unbeaten", [], made, by=hands.__name__)["unbeaten"]


# The best of 32 ways to hold


@kernel
def _add_worth(sets: Any, worth: Any, choose: Any, offsets: Any, sums: Any) -> None:
    """Add what each final hand is worth to every set of cards that it holds."""
    part = np.empty(5, np.int64)
    for at in range(len(sets)):
        for held in range(32):
            many = 0
            for place in range(5):
                if held >> place & 1:
                    part[many] = sets[at, place]
                    many += 1
            sums[offsets[many] + number_of(part, many, choose)] += worth[at]


@kernel
def _best_holds(sets: Any, choose: Any, offsets: Any, sums: Any, draws: Any, best: Any) -> None:
    """For each hand the cards to hold, as bits: final hands with them and without the discards are worth most."""
    part = np.empty(5, np.int64)
    of = np.empty(32, np.float64)
    for at in range(len(sets)):
        for held in range(32):
            many = 0
            for place in range(5):
                if held >> place & 1:
                    part[many] = sets[at, place]
                    many += 1
            of[held] = sums[offsets[many] + number_of(part, many, choose)]
        top = -1e300
        for held in range(32):
            total, kept_cards = 0.0, 0
            for place in range(5):
                kept_cards += held >> place & 1
            gone = 31 & ~held
            some = gone
            while True:  # every set of discards, from all of them down to none
                odd = 0
                for place in range(5):
                    odd ^= some >> place & 1
                total += -of[held | some] if odd else of[held | some]
                if some == 0:
                    break
                some = (some - 1) & gone
            worth = total / draws[5 - kept_cards]
            if worth > top + 1e-6:
                top = worth
                best[at] = held


def holds(rules: Rules) -> Ints:
    """For each hand of five, by its number, which cards to hold, as bits from the lowest card up."""
    found: Ints = chosen(rules)["holds"]
    return found


def rule_costs(rules: Rules) -> Fraction:
    """What the rule to remember costs, by the count that the holds are chosen by."""
    lost = [Fraction(int(much)) / comb(CARDS - 5, many) for many, much in enumerate(chosen(rules)["lost"].tolist())]
    return sum(lost, Fraction(0)) / (comb(CARDS, 5) * _BANKS * int(chosen(rules)["scale"][0]))


@lru_cache(maxsize=4)
def chosen(rules: Rules) -> Arrays:
    """The best holds, and what the rule to remember loses against them, by the number of cards drawn."""
    extra = extra_pays(rules)
    scale = lcm(*(one.denominator for one in extra))
    pays = np.array([int(one * scale) for one in extra], np.int64)
    win, lose = base_nets(rules)

    def made() -> Arrays:
        of, known = hands.sets_of(5), hands.tables()
        banks = unbeaten()
        ranks = hands.ranked(np.ascontiguousarray(of.cards[of.first]))
        worth = scale * (win * banks + lose * (_BANKS - banks)) + pays[ranks] * _BANKS
        sizes = [comb(CARDS, many) for many in range(6)]
        offsets = np.cumsum([0, *sizes])
        sums = np.zeros(int(offsets[-1]), np.int64)
        _add_worth(of.cards, worth[of.kind], known.choose, offsets, sums)
        best = np.zeros(len(of.cards), np.uint8)
        draws = np.array([comb(CARDS - 5, many) for many in range(6)], np.float64) * _BANKS * scale
        _best_holds(of.cards, known.choose, offsets, sums, draws, best)
        lost = _lost_by_the_rule(best, known.choose, offsets, sums)
        return {"holds": best, "lost": np.array([str(much) for much in lost]), "scale": np.array([scale])}

    return kept("cal-quick-draw-holds", [scale, pays.tolist(), win, lose], made, by=__name__)


def _lost_by_the_rule(best: Any, choose: Any, offsets: Any, sums: Any) -> list[int]:
    """By the number of cards drawn: what the best holds come to, less what those of the rule do, over all hands."""
    of = hands.sets_of(5)
    firsts, many = of.cards[of.first], np.bincount(of.kind).tolist()
    kinds = [WILD_JOKER.kind(rank)[0] for rank in hands.ranked(np.ascontiguousarray(firsts)).tolist()]
    lost = [0] * 6
    for cards, kind, mine, weight in zip(firsts.tolist(), kinds, best[of.first].tolist(), many, strict=True):
        keeps = rule.held(cards, kind)
        mask = sum(1 << place for place, card in enumerate(cards) if card in keeps)
        if mask != mine:
            for sign, held in ((1, mine), (-1, mask)):
                lost[5 - held.bit_count()] += sign * weight * _worth(cards, held, choose, offsets, sums)
    return lost


def _worth(cards: Sequence[int], held: int, choose: Any, offsets: Any, sums: Any) -> int:
    """What all final hands with these cards and without the discards are worth together."""
    gone = 31 & ~held
    total: int = 0
    some = gone
    while True:
        part = [card for place, card in enumerate(cards) if (held | some) >> place & 1]
        number = sum(int(choose[card, at + 1]) for at, card in enumerate(part))
        total += (-1 if some.bit_count() % 2 else 1) * int(sums[int(offsets[len(part)]) + number])
        if not some:
            return total
        some = (some - 1) & gone


def held_of(rules: Rules, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards to hold of these five."""
    ordered = sorted(cards)
    number = sum(comb(card, place + 1) for place, card in enumerate(ordered))
    mask = int(holds(rules)[number])
    return tuple(card for place, card in enumerate(ordered) if mask >> place & 1)


class Holds:
    """Decides as the Play wager is priced."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules

    def __call__(self, ask: Ask, lying: Hands) -> str | None:
        if ask.what != "draw":
            return None
        form: Any = ask.forms[0]
        held = held_of(self.rules, form.cards)
        gone = tuple(card for card in form.cards if card not in held)
        return form.written(gone) if gone else PAT


def quick(rules: Rules) -> Quick:
    return Holds(rules)


# Rounds dealt at random


@kernel
def _play(rounds: int, seed: int, best: Any, known: Any, found: Any) -> None:
    """So many rounds: how often the final hand has each rank and is beaten, or not."""
    np.random.seed(seed)
    pack = np.arange(53)
    first, final, bank = np.empty(5, np.int64), np.empty(5, np.int64), np.empty(7, np.int64)
    for _ in range(rounds):
        for at in range(17):  # five, up to five more, and seven
            other = at + np.random.randint(53 - at)
            pack[at], pack[other] = pack[other], pack[at]
        for at in range(5):
            first[at] = pack[at]
        first.sort()
        mask = best[number_of(first, 5, known.choose)]
        drawn = 5
        for place in range(5):
            if mask >> place & 1:
                final[place] = first[place]
            else:
                final[place] = pack[drawn]
                drawn += 1
        for at in range(7):
            bank[at] = pack[10 + at]
        rank = rank_wild(final, 5, known)
        found[rank, 0 if rank >= rank_wild(bank, 7, known) else 1] += 1


def play_some(rounds: int, seed: int, best: Any) -> Arrays:
    found = np.zeros((TOP + 1, 2), np.int64)
    _play(rounds, seed, best, hands.tables(), found)
    return {"found": found}


def sampled(rules: Rules, rounds: int = ROUNDS, progress: Progress | None = None) -> Ints:
    """Rank of the final hand x not beaten, beaten: how often it came."""
    best = holds(rules)

    def made() -> Arrays:
        parts = each(play_some, [(rounds // _TASKS, SEED + task, best) for task in range(_TASKS)], progress)
        return {"found": sum((part["found"] for part in parts), np.zeros((TOP + 1, 2), np.int64))}

    return kept("cal-quick-draw-rounds", [rounds, SEED, sha256(best.tobytes()).hexdigest()], made)["found"]


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Cal Quick Draw Poker table, from the player's side."""
    begun = perf_counter()
    found = sampled(rules, progress=progress)
    lines, (win, lose) = lines_of(rules), base_nets(rules)
    results: dict[Fraction, int] = {}
    rows: dict[tuple[str, str], list[Any]] = {}
    for rank in range(1, TOP + 1):
        line = lines[rank]
        extra = line.pays.fraction() if line and line.pays else Fraction(0)
        for result, base, many in (("win", win, int(found[rank, 0])), ("lose", lose, int(found[rank, 1]))):
            if many:
                results[base + extra] = results.get(base + extra, 0) + many
                row = rows.setdefault((result, line.key if line else ""), [line, base + extra, 0])
                row[2] += many
    outcomes = Outcomes(results)
    error = outcomes.standard_deviation / sqrt(outcomes.total)
    play = WagerPrice(
        wager="play",
        name="Play, nearly the best play",
        unit="the wager",
        staked=Fraction(1),
        outcomes=outcomes,
        clause=rules.wagers["play"].clause,
        lines=_lines(rules, rows, outcomes.total),
        method=f"sampled: {outcomes.total:,} rounds dealt at random; the standard error is {error:.6f}",
    )
    method = (
        "All 32 ways to hold are valued for every hand by adding up final hands by inclusion and exclusion. What a "
        "final hand is worth is counted exactly against the player-dealer's hands from the other 48 cards; that the "
        "player-dealer can't have the discards is left out of the choice, not of the rounds.",
        f"The Play wager is then played: {outcomes.total:,} rounds dealt at random, so its figures are no exact ones.",
        "The bonus is counted over all hands of five cards.",
    )
    notes = (
        "What the rule to remember costs is exact by the count that chooses the holds, which leaves the discards out.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    worth = play.expectation - rule_costs(rules)
    than = "the play of this sheet, by the count that chooses its holds"
    short = Simple("To remember, from the top", rule.STEPS, worth, play.expectation, than)
    wagers = (play, *price_bonuses(rules))
    return Sheet(rules, wagers, (), notes, method, (short,), seconds=perf_counter() - begun)


def _lines(rules: Rules, rows: Mapping[tuple[str, str], Any], total: int) -> tuple[LinePrice, ...]:
    order = [*(line.key for line in rules.pay_tables["play"].lines), ""]
    named = []
    for result, clause in (("win", "How Each Wager Wins 1"), ("lose", "How Each Wager Wins 2")):
        for key in order:
            if (result, key) in rows:
                line, net, many = rows[result, key]
                pays = "lose" if result == "lose" else "1:1"
                extra = f", and {line.pays}" if line else ""
                name = f"{result}, {line.label if line else 'less than a straight'}"
                cited = f"{clause}, {line.clause}" if line else clause
                named.append(LinePrice(name, f"{pays}{extra}", cited, many, total, net * many / total))
    return tuple(named)


PRICING = Pricing(price, quick=quick)
