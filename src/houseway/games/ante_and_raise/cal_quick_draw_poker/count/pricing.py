"""Cal Quick Draw Poker: both wagers exactly, the Play wager with the best of the 32 ways to hold for every hand.

Three counts make a price. How often each way to hold loses hangs on the cards alone and is counted once, and so is how
often its final hands are of each pay line. The pays choose the best way to hold; then the final hands of each line that
lose are counted for those ways alone, which gives the whole distribution.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from hashlib import sha256
from itertools import combinations
from math import comb, lcm
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from houseway.cards.card import Card, text
from houseway.games.ante_and_raise.cal_quick_draw_poker.count import discards, holds, rule
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.hands import CARDS, TOP, Ints, ranked, sets_of
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.holds import (
    Pays,
    as_first,
    best_ways,
    chosen_made,
    made_by_hold,
    made_with,
    way_of,
    worth,
)
from houseway.games.ante_and_raise.cal_quick_draw_poker.count.sweeps import WHOLE
from houseway.games.ante_and_raise.cal_quick_draw_poker.round import DISCARDS, PAT, settle_extra
from houseway.games.ante_and_raise.count.bonuses import price_bonuses
from houseway.games.ante_and_raise.hands import WILD_JOKER, bonus_line
from houseway.games.ante_and_raise.round import settle_compared
from houseway.play.ask import Ask
from houseway.play.outcome import Result
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.naming import SUITS_NAMED, Naming
from houseway.pricing.counting.parts import taken_of, won
from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Ended, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.pricing.pricing import Hands, Placed, Pricing, Quick
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

# What the rules say


def lines_of(rules: Rules) -> list[PayLine | None]:
    """By rank of the final hand, the line of the extra pay; None where there is none."""
    return [None, *(bonus_line(rules, "play", (WILD_JOKER.kind(rank),)) for rank in range(1, TOP + 1))]


@lru_cache(maxsize=8)
def numbered(rules: Rules) -> tuple[int, ...]:
    """By rank of the final hand, the number of its line in the pay table; -1 where there is none."""
    keys = [line.key for line in rules.pay_tables["play"].lines]
    return tuple(keys.index(line.key) if line else -1 for line in lines_of(rules))


def pays_of(rules: Rules) -> Pays:
    win, lose = (
        sum(map(won, settle_compared(rules, result, True, "", {"play": rules.chip}))) // rules.chip
        for result in (Result.WIN, Result.LOSE)
    )
    lines = rules.pay_tables["play"].lines
    return Pays(win, lose, tuple(line.pays.fraction() if line.pays else Fraction(0) for line in lines))


# What is counted


def lost_by_kind(progress: Progress | None = None) -> Ints:
    """By kind of hand and way to hold: how many pairs of a draw and a hand of the player-dealer lose."""

    def count_lost() -> Arrays:
        any_line = np.zeros(TOP + 1, np.int8)
        any_line[0] = -1
        (counts,) = discards.count_lost(any_line, WHOLE, progress)
        return {"lost": discards.lost_by_hold(sets_of(5).firsts, counts)}

    return kept("cal-quick-draw-lost", [], count_lost, by=discards.__name__)["lost"]


def lost_by_line(lines: tuple[int, ...], ways: Ints, progress: Progress | None = None) -> list[list[int]]:
    """By line and number of cards drawn: how many of those pairs lose, each hand held in one way, over all hands."""

    def count_lost_by_line() -> Arrays:
        firsts, every = sets_of(5).firsts, discards.count_lost(np.array(lines, np.int8), WHOLE, progress)
        found = [by_draw(ways, discards.lost_by_hold(firsts, counts, ways)) for counts in every]
        return {"lost": np.array([[str(many) for many in row] for row in found])}

    key = [lines, _digest(ways)]
    return [
        [int(many) for many in row]
        for row in kept("cal-quick-draw-lines", key, count_lost_by_line, by=discards.__name__)["lost"]
    ]


def lost_by_draw(ways: Ints, lost: Callable[[], Ints]) -> list[int]:
    """By number of cards drawn: how many of those pairs lose, each hand held in one way, over all hands."""

    def count_lost_by_draw() -> Arrays:
        return {"lost": np.array([str(many) for many in by_draw(ways, lost())])}

    return [
        int(many)
        for many in kept("cal-quick-draw-drawn", _digest(ways), count_lost_by_draw, by=discards.__name__)["lost"]
    ]


def _digest(ways: Ints) -> str:
    return sha256(ways.astype(np.uint8).tobytes()).hexdigest()


def by_draw(ways: Ints, counts: Ints) -> list[int]:
    """Counts by kind and way to hold, each kind held in one way: over all hands, by the number of cards drawn."""
    found = [0] * 6
    for way, count, many in zip(ways.tolist(), counts[np.arange(len(ways)), ways].tolist(), sets_of(5).many.tolist(),
                                strict=True):  # fmt: skip
        found[5 - way.bit_count()] += count * many
    return found


@dataclass(frozen=True)
class Played:
    """A way to play every hand: by number of cards drawn, all hands, those that lose, and final hands of each line."""

    hands: list[int]
    lost: list[int]
    made: list[list[int]]

    def expectation(self, pays: Pays) -> Fraction:
        found = Fraction(0)
        for drawn in range(6):
            every = comb(CARDS - 5, drawn) * comb(CARDS - 5 - drawn, 7)
            share = Fraction(self.lost[drawn], every)
            extra = sum((pay * made[drawn] for pay, made in zip(pays.extra, self.made, strict=True)), Fraction(0))
            found += pays.win * (self.hands[drawn] - share) + pays.lose * share + extra / comb(CARDS - 5, drawn)
        return found / comb(CARDS, 5)


def played(lines: tuple[int, ...], ways: Ints, lost: Callable[[], Ints]) -> Played:
    made = chosen_made(sets_of(5).firsts, ways, made_with(lines))
    every = (len(ways), 32)  # kinds, and ways to hold
    return Played(
        by_draw(ways, np.broadcast_to(np.int64(1), every)),
        lost_by_draw(ways, lost),
        [by_draw(ways, np.broadcast_to(made[:, at, None], every)) for at in range(made.shape[1])],
    )


@lru_cache(maxsize=8)
def best_of(rules: Rules) -> Ints:
    """For each kind of hand the best way to hold its first."""
    return best_by(rules, lost_by_kind)


def best_by(rules: Rules, lost: Callable[[], Ints]) -> Ints:
    """The same, with what loses if that must be known."""
    lines, pays = numbered(rules), pays_of(rules)

    def choose_ways() -> Arrays:
        ways = best_ways(sets_of(5).firsts, lost(), made_with(lines), pays)
        return {"ways": ways.astype(np.uint8)}

    key = [lines, pays.win, pays.lose, [str(pay) for pay in pays.extra]]
    return kept("cal-quick-draw-holds", key, choose_ways, by=holds.__name__)["ways"].astype(np.int64)


# The coach, and quick decisions


def advise(rules: Rules, ask: str, hand: Sequence[Card], seen: Hands, stakes: Placed) -> Advised:
    """What each of the 32 ways to hold is worth."""
    kind, places = as_first(hand)
    first, pays = sets_of(5).firsts[kind].tolist(), pays_of(rules)
    made, lost = made_by_hold(first, made_with(numbered(rules))), lost_by_kind()[kind].tolist()
    found = {}
    for many in range(6):
        for gone in combinations(hand, many):
            way = way_of(hand, [card for card in hand if card not in gone], places)
            found[f"{DISCARDS} {text(gone)}" if gone else PAT] = worth(way, lost, made, pays)
    return Advised(found, "the wager", stakes["play"])


def held_of(rules: Rules, cards: Sequence[Card]) -> tuple[Card, ...]:
    """The cards to hold of these five."""
    kind, places = as_first(cards)
    way = int(best_of(rules)[kind])
    return tuple(card for card, place in zip(cards, places, strict=True) if way >> place & 1)


def quick(rules: Rules) -> Quick:
    """Decides as the Play wager is priced."""

    def decide(ask: Ask, lying: Hands) -> str | None:
        if ask.what != "draw":
            return None
        form: Any = ask.forms[0]
        held = held_of(rules, form.cards)
        gone = tuple(card for card in form.cards if card not in held)
        return form.written(gone) if gone else PAT

    return decide


def policy(rules: Rules) -> Iterator[Situation]:
    """Every hand up to suits with all 32 ways to hold it."""
    lines, pays, lost = made_with(numbered(rules)), pays_of(rules), lost_by_kind()
    every = sets_of(5)
    for kind, (first, many) in enumerate(zip(every.firsts.tolist(), every.many.tolist(), strict=True)):
        made, gone, named = made_by_hold(first, lines), lost[kind].tolist(), Naming((first,))
        found = {}
        for way in range(31, -1, -1):
            thrown = named([card for place, card in enumerate(first) if not way >> place & 1])
            found[f"{DISCARDS} {text(thrown)}" if thrown else PAT] = worth(way, gone, made, pays)
        yield Situation("draw", text(named(first)), "", many, found)


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Cal Quick Draw Poker table, from the player's side."""
    begun = perf_counter()
    lines, pays = numbered(rules), pays_of(rules)
    lost = cache(lambda: lost_by_kind(progress))  # seventy seconds, and most sheets can do without
    ways = best_by(rules, lost)
    best = played(lines, ways, lost)
    rows = _rows(rules, best, lost_by_line(lines, ways, progress))
    total = comb(CARDS, 5) * _every()
    results: dict[Fraction, int] = {}
    for row in rows:
        results[row.net] = results.get(row.net, 0) + row.many
    play = WagerPrice(
        wager="play",
        name="Play, best play",
        unit="the wager",
        staked=Fraction(1),
        outcomes=Outcomes({net: many for net, many in results.items() if many}),
        clause=rules.wagers["play"].clause,
        lines=tuple(LinePrice(row.name, row.pays, row.clause, row.many, total, row.net * row.many / total)
                    for row in rows if row.many),
        ends=tuple(Ended(row.due, row.many) for row in rows if row.many),
        taken=taken_of([("draw", f"draw {drawn}" if drawn else PAT, best.hands[drawn]) for drawn in range(6)],
                       comb(CARDS, 5)),
    )  # fmt: skip
    assert play.outcomes.total == total and play.expectation == best.expectation(pays)
    method = (
        "All 32 ways to hold are valued for each of the 2,869,685 hands, up to suits: every draw against every hand "
        "that the player-dealer can then have, from the cards that are neither held, discarded nor drawn.",
        "Pairs of hands that share no card are counted by cards that each of them has, and put together by inclusion "
        "and exclusion. On a small pack the same count is compared with every draw and every hand dealt.",
        "The bonus is counted over all hands of five cards.",
    )
    notes = (
        "Players know their own five cards, and nobody else's.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    simply = played(lines, _by_rule(), lost).expectation(pays)
    short = Simple("To remember, from the top", rule.STEPS, simply, play.expectation)
    wagers = (play, *price_bonuses(rules))
    return Sheet(rules, wagers, (), notes, method, (short,), seconds=perf_counter() - begun)


def _every() -> int:
    """A number of cases that every way to hold can be counted in."""
    return lcm(*(comb(CARDS - 5, drawn) * comb(CARDS - 5 - drawn, 7) for drawn in range(6)))


@lru_cache(maxsize=1)
def _by_rule() -> Ints:
    """For each kind of hand, how the rule to remember holds its first."""
    firsts = sets_of(5).firsts
    kinds = [WILD_JOKER.kind(rank)[0] for rank in ranked(firsts).tolist()]
    held = (rule.held(cards, kind) for cards, kind in zip(firsts.tolist(), kinds, strict=True))
    ways = [
        sum(1 << place for place, card in enumerate(cards) if card in keeps)
        for cards, keeps in zip(firsts.tolist(), held, strict=True)
    ]
    return np.array(ways, np.int64)


class Row(NamedTuple):
    """How the Play wager ends, with or without a line."""

    name: str
    pays: str
    clause: str
    due: tuple[Fraction, ...]  # in the order of settlement
    many: int

    @property
    def net(self) -> Fraction:
        return sum(self.due, Fraction(0))


def due_of(rules: Rules, result: Result, line: PayLine | None) -> tuple[Fraction, ...]:
    """What a Play wager of one is paid and collected, in the order of settlement."""
    stake = rules.chip * (line.pays.fraction().denominator if line and line.pays else 1)
    (play,) = settle_compared(rules, result, True, "", {"play": stake})
    return tuple(Fraction(won(one), stake) for one in (play, *settle_extra(rules, play, line)) if won(one))


def _rows(rules: Rules, best: Played, lost: list[list[int]]) -> list[Row]:
    """Won and lost by line of the final hand, and those of no line, in cases of `_every`."""
    named = rules.pay_tables["play"].lines
    cases = [_every() // (comb(CARDS - 5, drawn) * comb(CARDS - 5 - drawn, 7)) for drawn in range(6)]
    banks = [comb(CARDS - 5 - drawn, 7) for drawn in range(6)]

    def in_cases(by_draw: Sequence[int]) -> int:
        return sum(many * case for many, case in zip(by_draw, cases, strict=True))

    all_lost = [in_cases(one) for one in lost]
    all_made = [in_cases([many * bank for many, bank in zip(made, banks, strict=True)]) for made in best.made]
    no_line_lost = in_cases(best.lost) - sum(all_lost)
    no_line = _every() * comb(CARDS, 5) - sum(all_made)
    rows: list[Row] = []
    for result, clause in ((Result.WIN, _WINS), (Result.LOSE, _LOSES)):
        wins = result is Result.WIN
        pays = "1:1" if wins else "lose"
        for line, made, gone in zip(named, all_made, all_lost, strict=True):
            due, many = due_of(rules, result, line), made - gone if wins else gone
            rows.append(Row(f"{result}, {line.label}", f"{pays}, and {line.pays}", line.clause, due, many))
        many = no_line - no_line_lost if wins else no_line_lost
        rows.append(Row(f"{result}, less than a straight", pays, clause, due_of(rules, result, None), many))
    return rows


_WINS, _LOSES = "How Each Wager Wins 1", "How Each Wager Wins 2"

PRICING = Pricing(
    price,
    policy=Policy(policy, f"Every hand with all 32 ways to hold; ways are hands. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
    quick=quick,
)
