"""Ways to play that go by totals, as charts have them; and what playing by such charts is worth."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cache, lru_cache
from math import comb, factorial
from operator import mul
from typing import Any

import numpy as np

from houseway.games.twenty_one.count.ends import GIVEN_UP, RESCUED
from houseway.games.twenty_one.count.hands import ACE, NAMES, SEVEN, TEN, hand_lists, hands, values
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Against, Policy
from houseway.games.twenty_one.count.split import Split, matters, most_hands, split_by
from houseway.games.twenty_one.count.whole_round import (
    NO_MATTER,
    AgainstUp,
    Choose,
    Round,
    Start,
    best_answer,
    line_pays,
    play,
)
from houseway.games.twenty_one.facts import DoubleOn, TwentyOneRules
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.papers.sheet import Chart

UPS = (*range(1, 10), ACE)  # columns: 2 to 9, ten, ace
PAIRS = (ACE, *range(TEN, 0, -1))
LETTERS = {SPLIT: "P", DOUBLE: "D", HIT: "H", STAND: "S", SURRENDER: "R"}
LEGEND = {"P": "split", "D": "double", "H": "hit", "S": "stand", "R": "surrender"}
MANY = 6  # cards: as many or more
Kind = tuple[int, int, bool]  # number of cards, total, soft
Held = tuple[int, int]
Suited = Mapping[tuple[Held, int, int], int]  # answers by two cards, their suits and up card


def sizes_of(rules: TwentyOneRules) -> range:
    """The numbers of cards that are played differently, the last one standing for all that are more: where pays or
    doubles go by the number of cards, each of them; else two cards and more."""
    by_number = rules.double_on == DoubleOn.ANY or rules.pay("five-cards") is not None
    return range(2, MANY + 1) if by_number else range(2, 4)


@dataclass(frozen=True)
class Charted:
    """A way to play that goes by totals: what stands in every cell of the charts."""

    sizes: range
    plays: Mapping[tuple[Kind, int], int]  # by kind of hand and up card
    draws: Mapping[tuple[Kind, int], int]  # hit or stand, where the other is not allowed
    pairs: Mapping[tuple[int, int], int]  # by pair and up card
    rescues: Mapping[tuple[int, int], bool]  # by the total with the double card, and up card
    suited: Suited  # before anything else
    given_up: Mapping[tuple[int, bool, int], bool] = field(default_factory=dict)  # split hands by total, soft, up card

    def policy(self, against: Against) -> Policy:
        """Against an up card, as far as the hand may do it."""
        up, by_kind = against.up, dict[Kind | None, int]()
        for kind, other in self.plays:
            if other == up:
                legal = _answers(against, kind)
                if SURRENDER in legal and (*kind[1:], up) not in self.given_up:
                    legal.remove(SURRENDER)
                wanted = (SURRENDER, self.plays[kind, up], self.draws[kind, up], STAND)
                by_kind[kind] = next(answer for answer in wanted if answer in legal)
        answers = [by_kind.get(kind, STAND) for kind in self.kinds]
        return Policy(answers, [self.rescues.get((total, up), False) for total in hand_lists().totals])

    def start(self, start: Start) -> int:
        if (known := self.suited.get((start.held, start.suits, start.up))) is not None:
            return known
        if start.pair:
            return self.pairs[start.held[0], start.up]
        kind = self.kinds[start.number]
        return self.plays[kind, start.up] if kind else STAND

    @property
    def kinds(self) -> list[Kind | None]:
        return kinds(self.sizes.stop - 1)


def _answers(against: Against, kind: Kind) -> list[int]:
    size, total, _ = kind
    return against.answers(size, total)


@cache
def kinds(many: int) -> list[Kind | None]:
    """The kind of each hand by its number; none where there is nothing to decide."""
    every = hands()
    rows = zip(every.sizes.tolist(), every.totals.tolist(), every.soft.tolist(), strict=True)
    return [(min(size, many), total, soft) if size >= 2 else None for size, total, soft in rows]


def by_cards(best: Round) -> Charted:
    """For each cell the answer that is best for all its hands together, each as often as the best play meets it."""
    return _charted(best, lambda size: (size,), _by_suits(best))


def by_total(best: Round) -> Charted:
    """The same, however many cards make the total; of suits, only those of two sevens against a seven are looked at."""
    sevens = {key: answer for key, answer in _by_suits(best).items() if key[0] == (SEVEN, SEVEN) and key[2] == SEVEN}
    return _charted(best, lambda _: sizes_of(best.terms.rules), sevens)


def basic(best: Round) -> Charted:
    """By totals too; but where two cards of a total are given up, what more cards of it do is their own."""
    plain, counted = by_total(best), by_cards(best)
    given_up = {(total, soft, up) for ((_, total, soft), up), answer in plain.plays.items() if answer == SURRENDER}
    own = {
        cell: counted.plays[cell] for cell in counted.plays if cell[0][0] > 2 and (*cell[0][1:], cell[1]) in given_up
    }
    draws = {((2, *kind[1:]), up): answer for (kind, up), answer in own.items()} | own
    return replace(plain, plays={**plain.plays, **own}, draws={**plain.draws, **draws})


def _by_suits(best: Round) -> dict[tuple[Held, int, int], int]:
    """The answer to two cards on the way to a line of three cards, by their suits."""
    worths: dict[tuple[Held, int, int], list[Fraction | None]] = {}
    for start in best.starts:
        if start.suits != NO_MATTER:
            row = worths.setdefault((start.held, start.suits, start.up), [Fraction(0)] * 5)
            for answer, worth in enumerate(start.worths):
                so_far = row[answer]
                row[answer] = None if worth is None or so_far is None else so_far + start.ways * worth
    return {key: best_answer(row) for key, row in worths.items()}


def _sums_of(best: Round) -> dict[int, dict[Kind, list[int]]]:
    """For each up card; found once for all charts of a round."""
    if "sums" not in best.laid_out:
        best.laid_out["sums"] = {up: _sums(best, up) for up in best.ups}
    found: dict[int, dict[Kind, list[int]]] = best.laid_out["sums"]
    return found


def _charted(best: Round, together: Callable[[int], Iterable[int]], suited: Suited) -> Charted:
    plays: dict[tuple[Kind, int], int] = {}
    draws: dict[tuple[Kind, int], int] = {}
    pairs: dict[tuple[int, int], int] = {}
    rescues: dict[tuple[int, int], bool] = {}
    for up, one in best.ups.items():
        sums = _sums_of(best)[up]
        for kind in sums:
            size, total, soft = kind
            alike = [other for many in together(size) if (other := (many, total, soft)) in sums]
            plays[kind, up], draws[kind, up] = _cell(one.against, sums, alike, kind)
        for held in {start.held for start in one.starts}:
            starts = [start for start in one.starts if start.held == held]
            often = {start.answer: 0 for start in starts}
            for start in starts:
                often[start.answer] += start.ways
            if held[0] == held[1]:
                pairs[held[0], up] = max(often, key=lambda answer: often[answer])
        for kind, worth in _two_cards(best, one).items():
            if worth[SURRENDER] > worth[plays[kind, up]]:
                plays[kind, up] = SURRENDER
        if best.terms.rules.rescue:
            rescues |= {(total, up): True for total in _rescued_of(best)[up]}
    given_up = {(total, soft, up): True for up in best.ups for total, soft in _given_up(best, up)}
    return Charted(sizes_of(best.terms.rules), plays, draws, pairs, rescues, suited, given_up)


def _given_up(best: Round, up: int) -> Iterator[tuple[int, bool]]:
    """Two cards that are better given up on a hand of a split, once the dealer has no natural: by total, and soft."""
    if not best.terms.rules.surrender_after_split:
        return
    _, sizes, totals, _ = hand_lists()
    solved, gains = best.ups[up].solved, dict[tuple[int, bool], int]()
    ways = ways_to(tuple(best.ups[up].against.there))
    given_up = best.terms.table.fixed(GIVEN_UP, split=True)
    for number in (number for number, size in enumerate(sizes) if size == 2):
        kind = (totals[number], bool(hands().soft[number]))
        gain = ways[number] * (solved.best[number] - given_up * solved.orders[number])
        gains[kind] = gains.get(kind, 0) + gain
    yield from (kind for kind, gain in gains.items() if gain < 0)


def _cell(against: Against, sums: Mapping[Kind, Sequence[int]], alike: Sequence[Kind], kind: Kind) -> tuple[int, int]:
    """What is best for kinds of hands together, and whether they hit or stand where that is not allowed."""

    def of(answer: int, some: Iterable[Kind]) -> int:
        return sum(sums[one][answer] for one in some)

    hits = [one for one in alike if HIT in _answers(against, one)]
    draws = HIT if hits and of(HIT, hits) > of(STAND, hits) else STAND
    doubles = [one for one in alike if DOUBLE in _answers(against, one)]
    if kind in doubles and of(DOUBLE, doubles) > of(draws, doubles):
        return DOUBLE, draws
    return draws, draws


def _sums(best: Round, up: int) -> dict[Kind, list[int]]:
    """For each kind of hand what standing, hitting and doubling come to over its hands, each as often as it is met;
    over all there are, where none is met."""
    one = best.ups[up]
    met, ways = best.reach(up), ways_to(tuple(one.against.there))
    of_kind: dict[Kind, list[int]] = {}
    for number, (kind, orders) in enumerate(zip(_kinds_of(best), one.solved.orders, strict=True)):
        if kind and orders:
            of_kind.setdefault(kind, []).append(number)

    def row(numbers: Sequence[int], often: Sequence[int]) -> list[int]:
        many = [often[number] for number in numbers]
        worths = (one.solved.stand, one.solved.hit, one.solved.double)
        return [sum(map(mul, many, [worth[number] for number in numbers])) for worth in worths]

    sums = {kind: row(numbers, met) for kind, numbers in of_kind.items()}
    return {kind: found if any(found) else row(of_kind[kind], ways) for kind, found in sums.items()}


def _kinds_of(best: Round) -> list[Kind | None]:
    return kinds(sizes_of(best.terms.rules).stop - 1)


def _two_cards(best: Round, one: AgainstUp) -> dict[Kind, list[Fraction]]:
    """What each answer comes to over the first deals of a kind that are no pairs."""
    found: dict[Kind, list[Fraction]] = {}
    for start in one.starts if best.terms.rules.surrender != "none" else ():
        kind = _kinds_of(best)[start.number]
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
    rescued, ways = one.against.fixed(RESCUED, doubled=True), ways_to(tuple(one.against.there))
    for number, size in enumerate(sizes):
        if size >= 3 and one.solved.orders[number] and totals[number] < 21:
            worth = 2 * one.solved.stand[number] - rescued * one.solved.orders[number]
            sums[totals[number]] = sums.get(totals[number], 0) + ways[number] * worth
    return [total for total, worth in sums.items() if worth < 0]


# Laid out


def chart(played: Charted, size: int, name: str) -> Chart:
    """The answers to hands of so many cards, by total and up card."""
    rows: list[str] = []
    cells: list[tuple[str, ...]] = []
    there = {kind for kind, _ in played.plays}
    for soft in (False, True):
        known = [
            (f"soft {total}" if soft else str(total), tuple(LETTERS[played.plays[kind, up]] for up in UPS))
            for total in range(4, 21)
            if (kind := (size, total, soft)) in there
        ]
        known = trimmed(known)
        rows += [label for label, _ in known]
        cells += [row for _, row in known]
    note = "lower totals hit, higher totals stand"
    return Chart(name, tuple(rows), tuple(NAMES[up] for up in UPS), tuple(cells), LEGEND, note)


def trimmed(rows: Sequence[tuple[str, tuple[str, ...]]]) -> list[tuple[str, tuple[str, ...]]]:
    """From the lowest total that is not hit against every up card to the highest that is not stood on, and one more."""
    known = list(rows)
    while len(known) > 1 and set(known[0][1]) == set(known[1][1]) == {"H"}:
        known = known[1:]
    while len(known) > 1 and set(known[-1][1]) == set(known[-2][1]) == {"S"}:
        known = known[:-1]
    return known


def pair_chart(played: Charted) -> Chart:
    cells = tuple(tuple(LETTERS[played.pairs[pair, up]] for up in UPS) for pair in PAIRS)
    labels = tuple(f"{NAMES[pair]}-{NAMES[pair]}" for pair in PAIRS)
    return Chart("Pairs", labels, tuple(NAMES[up] for up in UPS), cells, LEGEND)


CODES = {
    "P": "split",
    "Dh": "double if allowed, else hit",
    "Ds": "double if allowed, else stand",
    "H": "hit",
    "S": "stand",
    "Rh": "surrender if allowed, else hit",
    "Rs": "surrender if allowed, else stand",
    "R": "surrender",
}


def basic_charts(played: Charted) -> tuple[Chart, ...]:
    """As players know them: hard totals, soft totals and pairs against the up card."""
    there = {kind for kind, _ in played.plays}

    def code(kind: Kind, up: int, answer: int) -> str:
        if answer in (DOUBLE, SURRENDER):
            return LETTERS[answer] + LETTERS[played.draws[kind, up]].lower()
        return LETTERS[answer]

    def of_pair(pair: int, up: int) -> str:
        answer = played.pairs[pair, up]
        return LETTERS[SURRENDER] if answer == SURRENDER else code((2, *_total_of_pair(pair)), up, answer)

    def totals(name: str, known: Iterable[int], soft: bool) -> Chart:
        kinds_of = [kind for total in known if (kind := (2, total, soft)) in there]
        rows = trimmed(
            [(str(kind[1]), tuple(code(kind, up, played.plays[kind, up]) for up in UPS)) for kind in kinds_of]
        )
        return _coded(name, rows, "lower totals hit, higher totals stand")

    pairs = [(f"{NAMES[pair]}-{NAMES[pair]}", tuple(of_pair(pair, up) for up in UPS)) for pair in PAIRS]
    return (
        totals("Hard totals", range(5, 20), False),
        totals("Soft totals", range(13, 22), True),
        _coded("Pairs", pairs),
    )


def _total_of_pair(pair: int) -> tuple[int, bool]:
    return (12, True) if pair == ACE else (2 * (pair + 1), False)


def _coded(name: str, rows: Sequence[tuple[str, tuple[str, ...]]], note: str = "") -> Chart:
    used = {one for _, cells in rows for one in cells}
    legend = {one: words for one, words in CODES.items() if one in used}
    cells = tuple(row for _, row in rows)
    return Chart(name, tuple(label for label, _ in rows), tuple(NAMES[up] for up in UPS), cells, legend, note)


# What it is worth


def worth(played: Charted, best: Round) -> Fraction:
    """A round played by charts, exactly: split hands too, and split again whenever the chart says so.

    What is kept on disk is how often each line comes, so that other pays need no count while the charts stay the same.
    """
    terms = best.terms

    def count_lines() -> Arrays:
        by_chart = round_by(played, best)
        lines = [(name, str(chance)) for (name, _), chance in by_chart.lines.items()]
        return {"lines": np.array(lines), "split": np.array([str(by_chart.split_return)])}

    names = [name for name, _ in terms.rules.pays]
    key = [sorted(best.cards), matters(terms), terms.rules.surrender, bool(terms.extra), names, cells_of(played)]
    found = kept("twenty-one-charts", key, count_lines)
    total = sum((Fraction(str(chance)) * line_pays(terms, str(name)) for name, chance in found["lines"]), Fraction(0))
    return total / terms.scale + Fraction(str(found["split"][0]))


def cells_of(played: Charted) -> list[Any]:
    """Every cell of the charts in plain values."""
    cells: list[Mapping[Any, int]] = [
        *(played.plays, played.draws, played.pairs, played.rescues, played.suited, played.given_up)
    ]
    return [sorted([*key, answer] for key, answer in part.items()) for part in cells]


def round_by(played: Charted, best: Round) -> Round:
    """The whole round, played by charts."""
    there, terms = values(best.cards), best.terms

    def splits(up: int, pair: int) -> Split | None:
        if played.pairs[pair, up] != SPLIT:
            return None
        rest = [many - (at == up) for at, many in enumerate(there)]
        policy = played.policy(Against(up, rest, terms, pair))
        return split_by(up, rest, pair, terms, most_hands(terms, rest, pair), policy)

    return play(best.cards, terms, Choose(played.policy, played.start), splits=splits)
