"""Pontoon 21 as charts: by total and number of cards, pairs and rescues; and what playing by such charts is worth."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial
from operator import mul
from typing import Any

import numpy as np

from houseway.cards.card import Card
from houseway.price.counting.cache import Arrays, kept
from houseway.price.papers.sheet import Chart, Simple
from houseway.price.twenty_one.count import DOUBLE, HIT, MIXED, SPADES, SPLIT, STAND, SUITED, SURRENDER, Policy
from houseway.price.twenty_one.hands import ACE, NAMES, SEVEN, TEN, VALUES, hand_lists, hands, values
from houseway.price.twenty_one.round import (
    COMPLETES,
    NO_MATTER,
    AgainstUp,
    Choose,
    Round,
    Start,
    best_answer,
    line_pays,
    play,
)
from houseway.price.twenty_one.split import Split, plain_pays, split_by

UPS = (*range(1, 10), ACE)  # columns: 2 to 9, ten, ace
PAIRS = (ACE, *range(TEN, 0, -1))
LETTERS = {SPLIT: "P", DOUBLE: "D", HIT: "H", STAND: "S", SURRENDER: "R"}
LEGEND = {"P": "split", "D": "double", "H": "hit", "S": "stand", "R": "surrender"}
MANY = 6  # cards: as many or more
SIZES = range(2, MANY + 1)
_SUITS = {MIXED: "mixed", SUITED: "suited", SPADES: "spades"}
_TITLES = {2: "Two cards", 3: "Three cards", 4: "Four cards", 5: "Five cards", MANY: "Six cards or more"}
Kind = tuple[int, int, bool]  # number of cards, total, soft
Held = tuple[int, int]


@dataclass(frozen=True)
class Charted:
    """A way to play that goes by totals: what stands in every cell of the charts."""

    plays: Mapping[tuple[Kind, int], int]  # by kind of hand and up card
    pairs: Mapping[tuple[int, int], int]  # by pair and up card
    rescues: Mapping[tuple[int, int], bool]  # by the total with the double card, and up card
    suited: Mapping[tuple[Held, int, int], int]  # by two cards, their suits and up card: before anything else

    def policy(self, up: int) -> Policy:
        _, sizes, totals, _ = hand_lists()
        answers = [STAND] * len(sizes)
        for number, kind in enumerate(kinds()):
            if kind:
                answer = self.plays[kind, up]
                answers[number] = HIT if answer == SURRENDER else answer  # a split hand can't surrender
        return Policy(answers, [self.rescues.get((total, up), False) for total in totals])

    def start(self, start: Start) -> int:
        if (known := self.suited.get((start.held, start.suits, start.up))) is not None:
            return known
        if start.pair:
            return self.pairs[start.held[0], start.up]
        kind = kinds()[start.number]
        return self.plays[kind, start.up] if kind else STAND


@cache
def kinds() -> list[Kind | None]:
    """The kind of each hand by its number; none where there is nothing to decide."""
    every = hands()
    rows = zip(every.sizes.tolist(), every.totals.tolist(), every.soft.tolist(), strict=True)
    return [(min(size, MANY), total, soft) if size >= 2 and total < 21 else None for size, total, soft in rows]


def by_cards(best: Round) -> Charted:
    """For each cell the answer that is best for all its hands together, each as often as the best play meets it."""
    return _charted(best, lambda size: (size,), _by_suits(best))


def by_total(best: Round) -> Charted:
    """The same, however many cards make the total; of suits, only those of two sevens against a seven are looked at."""
    sevens = {key: answer for key, answer in _by_suits(best).items() if key[0] == (SEVEN, SEVEN) and key[2] == SEVEN}
    return _charted(best, lambda _: SIZES, sevens)


def _by_suits(best: Round) -> dict[tuple[Held, int, int], int]:
    """The answer to two cards on the way to a line of 12.B(1)-(6), by their suits."""
    worths: dict[tuple[Held, int, int], list[Fraction]] = {}
    for start in best.starts:
        if start.suits != NO_MATTER:
            row = worths.setdefault((start.held, start.suits, start.up), [Fraction(0)] * 5)
            for answer, worth in enumerate(start.worths):
                row[answer] = row[answer] - start.ways * 9 if worth is None else row[answer] + start.ways * worth
    return {key: best_answer(row) for key, row in worths.items()}


def _sums_of(best: Round) -> dict[int, dict[Kind, list[int]]]:
    """For each up card; found once for all charts of a round."""
    if "sums" not in best.laid_out:
        best.laid_out["sums"] = {up: _sums(best, up) for up in best.ups}
    found: dict[int, dict[Kind, list[int]]] = best.laid_out["sums"]
    return found


def _charted(
    best: Round, together: Callable[[int], Iterable[int]], suited: Mapping[tuple[Held, int, int], int]
) -> Charted:
    plays: dict[tuple[Kind, int], int] = {}
    pairs: dict[tuple[int, int], int] = {}
    rescues: dict[tuple[int, int], bool] = {}
    for up, one in best.ups.items():
        sums = _sums_of(best)[up]
        for size, total, soft in sums:
            rows = [sums[other, total, soft] for other in together(size) if (other, total, soft) in sums]
            plays[(size, total, soft), up] = _best([sum(part) for part in zip(*rows, strict=True)])
        for held in {start.held for start in one.starts}:
            starts = [start for start in one.starts if start.held == held]
            often = {start.answer: 0 for start in starts}
            for start in starts:
                often[start.answer] += start.ways
            if held[0] == held[1]:
                pairs[held[0], up] = max(often, key=lambda answer: often[answer])
        for kind, worth in _two_cards(one).items():
            if worth[SURRENDER] > worth[plays[kind, up]]:
                plays[kind, up] = SURRENDER
        rescues |= {(total, up): True for total in _rescued_of(best)[up]}
    return Charted(plays, pairs, rescues, suited)


def _best(worths: Sequence[int]) -> int:
    return max(range(len(worths)), key=lambda at: (worths[at], -at))


def _sums(best: Round, up: int) -> dict[Kind, list[int]]:
    """For each kind of hand what standing, hitting and doubling come to over its hands, each as often as it is met;
    over all there are, where none is met."""
    one = best.ups[up]
    met, ways = best.reach(up), ways_to(tuple(one.against.there))
    of_kind: dict[Kind, list[int]] = {}
    for number, (kind, orders) in enumerate(zip(kinds(), one.solved.orders, strict=True)):
        if kind and orders:
            of_kind.setdefault(kind, []).append(number)

    def row(numbers: Sequence[int], often: Sequence[int]) -> list[int]:
        many = [often[number] for number in numbers]
        worths = (one.solved.stand, one.solved.hit, one.solved.double)
        return [sum(map(mul, many, [worth[number] for number in numbers])) for worth in worths]

    sums = {kind: row(numbers, met) for kind, numbers in of_kind.items()}
    return {kind: found if any(found) else row(of_kind[kind], ways) for kind, found in sums.items()}


def _two_cards(one: AgainstUp) -> dict[Kind, list[Fraction]]:
    """What each answer comes to over the first deals of a kind that are no pairs."""
    found: dict[Kind, list[Fraction]] = {}
    for start in one.starts:
        kind = kinds()[start.number]
        if kind and not start.pair:
            row = found.setdefault(kind, [Fraction(0)] * 5)
            for answer, worth in enumerate(start.worths):
                row[answer] += start.ways * (worth or 0)
    return found


@lru_cache(maxsize=16)
def ways_to(there: tuple[int, ...]) -> list[int]:
    """In how many orders the cards of each hand can come, if nothing else is looked at."""
    every = hands()
    longest = int(every.sizes.max())
    orders = np.array([factorial(size) for size in range(longest + 1)], object)
    ways = orders[every.sizes]
    for value, many in enumerate(there):
        held = every.counts[:, value]
        ways *= np.array([comb(many, own) for own in range(longest + 1)], object)[held]
    found: list[int] = ways.tolist()
    return found


def _rescued_of(best: Round) -> dict[int, list[int]]:
    if "rescued" not in best.laid_out:
        best.laid_out["rescued"] = {up: _rescued(one) for up, one in best.ups.items()}
    found: dict[int, list[int]] = best.laid_out["rescued"]
    return found


def _rescued(one: AgainstUp) -> list[int]:
    """The totals with which a doubled hand is better rescued, all hands of three or more cards together."""
    _, sizes, totals, _ = hand_lists()
    sums: dict[int, int] = {}
    scale, ways = one.against.pays.scale, ways_to(tuple(one.against.there))
    for number, size in enumerate(sizes):
        if size >= 3 and one.solved.orders[number] and totals[number] < 21:
            worth = 2 * one.solved.stand[number] + scale * one.solved.orders[number]
            sums[totals[number]] = sums.get(totals[number], 0) + ways[number] * worth
    return [total for total, worth in sums.items() if worth < 0]


# Laid out


def charts(played: Charted) -> tuple[Chart, ...]:
    """A chart for each number of cards, then pairs, two cards by their suits, and rescues."""
    names = tuple(NAMES[up] for up in UPS)
    laid = [_chart(played, size, _TITLES[size]) for size in SIZES]
    pairs = tuple(tuple(LETTERS[played.pairs[pair, up]] for up in UPS) for pair in PAIRS)
    labels = tuple(f"{NAMES[pair]}-{NAMES[pair]}" for pair in PAIRS)
    laid.append(Chart("Pairs", labels, names, pairs, LEGEND))
    rows = {
        f"{NAMES[held[0]]}-{NAMES[held[1]]} {_SUITS[suits]}": tuple(
            LETTERS[played.suited[held, suits, up]] for up in UPS
        )
        for held in COMPLETES
        for suits in _SUITS
        if all((held, suits, up) in played.suited for up in UPS)
    }
    if rows:
        note = "these go before the charts for two cards and for pairs"
        way = "On the way to 6-7-8 and 7-7-7"
        laid.append(Chart(way, tuple(rows), names, tuple(rows.values()), LEGEND, note))
    totals = [total for total in range(4, 21) if any((total, up) in played.rescues for up in UPS)]
    cells = tuple(tuple("R" if (total, up) in played.rescues else "K" for up in UPS) for total in totals)
    note = "by the total with the double card; any other is kept"
    laid.append(Chart("Doubled hands", tuple(map(str, totals)), names, cells, {"K": "keep", "R": "rescue"}, note))
    return tuple(laid)


def one_chart(played: Charted) -> Chart:
    """Two cards, for a way to play that goes by the total alone."""
    return _chart(played, 2, "Any number of cards")


def _chart(played: Charted, size: int, name: str) -> Chart:
    rows: list[str] = []
    cells: list[tuple[str, ...]] = []
    there = {kind for kind, _ in played.plays}
    for soft in (False, True):
        known = [
            (f"soft {total}" if soft else str(total), tuple(LETTERS[played.plays[kind, up]] for up in UPS))
            for total in range(4, 21)
            if (kind := (size, total, soft)) in there
        ]
        while len(known) > 1 and set(known[0][1]) == set(known[1][1]) == {"H"}:
            known = known[1:]
        while len(known) > 1 and set(known[-1][1]) == set(known[-2][1]) == {"S"}:
            known = known[:-1]
        rows += [label for label, _ in known]
        cells += [row for _, row in known]
    note = "lower totals hit, higher totals stand"
    return Chart(name, tuple(rows), tuple(NAMES[up] for up in UPS), tuple(cells), LEGEND, note)


# What it is worth


def worth(played: Charted, cards: Sequence[Card], best: Round, hands_at_most: int) -> Fraction:
    """A round played by charts, exactly: split hands too, and split again whenever the chart says so.

    What is kept is how often each line comes, so that other pays need no count while the charts stay the same.
    """
    pays = best.pays
    win = Fraction(pays.win, pays.scale)

    def made() -> Arrays:
        policies = {up: played.policy(up) for up in VALUES}
        by_chart = _round(played, policies, cards, best, hands_at_most)
        lines = [(name, str(chance)) for (name, _), chance in by_chart.lines.items()]
        return {"lines": np.array(lines), "split": np.array([str(by_chart.split_return)])}

    cells: list[Mapping[Any, int]] = [played.plays, played.pairs, played.rescues, played.suited]
    said = [sorted([*key, answer] for key, answer in part.items()) for part in cells]
    key = [sorted(cards), str(win), hands_at_most, bool(pays.extra), said]
    found = kept("pontoon-21-charts", key, made)
    total = sum((Fraction(str(chance)) * line_pays(pays, str(name)) for name, chance in found["lines"]), Fraction(0))
    return total / pays.scale + Fraction(str(found["split"][0]))


def _round(
    played: Charted, policies: Mapping[int, Policy], cards: Sequence[Card], best: Round, hands_at_most: int
) -> Round:
    there, win = values(cards), Fraction(best.pays.win, best.pays.scale)

    def splits(up: int, pair: int) -> Split | None:
        if played.pairs[pair, up] != SPLIT:
            return None
        return _split(there, win, pair, up, hands_at_most, policies[up])

    return play(cards, best.pays, hands_at_most, Choose(policies.__getitem__, played.start), splits=splits)


def _split(there: Sequence[int], win: Fraction, pair: int, up: int, most: int, policy: Policy) -> Split:
    rest = [many - (at == up) for at, many in enumerate(there)]
    return split_by(up, rest, pair, plain_pays(win), most, policy)


_SHORT = (
    "Hit two sevens of one suit against a seven.",
    "Split aces and eights always, 2s, 3s and 7s against 2 to 7, 6s against 4 to 6, and 9s against 3 to 6, 8 and 9.",
    "Double 11 against anything and 10 against 2 to 8, with up to three cards; with four, both against 3 to 6. Double "
    "a soft 17 or 18 of up to three cards against 4 to 6.",
    "Stand on 17 and more; against 2 to 6 also on 15 and 16, and on 14 against 4 to 6. With five cards or more stand "
    "only on 17 and more, and on 16 against 3 to 6.",
    "Soft hands: stand on 19 and more, and on a soft 18 of up to three cards unless the dealer has a 9, ten or ace.",
    "Surrender 17 in two cards against an ace; hit it with more cards.",
    "After a double, rescue 16 or less against 8 to ace, and 17 against an ace.",
)


def short_list() -> Charted:
    """The list above as charts."""
    low = range(1, 6)  # up cards 2 to 6
    middle = range(3, 6)  # 4 to 6
    plays = {(kind, up): _listed(kind, up, low, middle) for kind in kinds() if kind for up in VALUES}
    wide = range(1, 7)
    split = {ACE: VALUES, 7: VALUES, 1: wide, 2: wide, SEVEN: wide, 5: middle, 8: (2, 3, 4, 5, 7, 8)}
    pairs = {
        (pair, up): SPLIT if up in split.get(pair, ()) else plays[(2, 2 * (pair + 1), False), up]
        for pair in VALUES
        for up in VALUES
    }
    rescues = {(total, up): True for total in range(4, 17) for up in (7, 8, TEN, ACE)} | {(17, ACE): True}
    suited = {((SEVEN, SEVEN), suits, SEVEN): HIT for suits in (SUITED, SPADES)}
    return Charted(plays, pairs, rescues, suited)


def _listed(kind: Kind, up: int, low: range, middle: range) -> int:
    size, total, soft = kind
    if soft:
        if size <= 3 and total in (17, 18) and up in middle:
            return DOUBLE
        stands = total >= 19 or (total == 18 and size <= 3 and up not in (8, TEN, ACE))
        return STAND if stands else HIT
    if total == 11 and (size <= 3 or (size == 4 and up in range(2, 6))):
        return DOUBLE
    if total == 10 and ((size <= 3 and up in range(1, 8)) or (size == 4 and up in range(2, 6))):
        return DOUBLE
    if total == 17 and up == ACE:
        return SURRENDER if size == 2 else HIT
    if total >= 17:
        return STAND
    if size >= 5:
        return STAND if total == 16 and up in range(2, 6) else HIT
    if total >= 15:
        return STAND if up in low else HIT
    return STAND if total == 14 and up in middle else HIT


def simple(cards: Sequence[Card], best: Round, hands_at_most: int, counted: Charted, plain: Charted) -> list[Simple]:
    """Strategies from the fullest to the shortest, with what each costs."""
    told = {
        "By the charts": (counted, ("Play by the chart for the number of your cards, split hands too.",)),
        "By one chart": (
            plain,
            ("Play every hand by the chart for any number of cards, with the charts for pairs and doubled hands.",),
        ),
        "To remember": (short_list(), _SHORT),
    }
    return [
        Simple(name, steps, worth(played, cards, best, hands_at_most), best.expectation)
        for name, (played, steps) in told.items()
    ]
