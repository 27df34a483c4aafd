"""Pontoon 21 as charts: by total and number of cards, pairs and rescues; and what playing by such charts is worth."""

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass
from fractions import Fraction

from houseway.price.pontoon_21_count import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Policy
from houseway.price.pontoon_21_hands import ACE, NAMES, TEN, VALUES, hand_lists, hands
from houseway.price.pontoon_21_round import AgainstUp, Choose, Round, Start
from houseway.price.sheet import Chart

UPS = (*range(1, 10), ACE)  # columns: 2 to 9, ten, ace
LETTERS = {SPLIT: "P", DOUBLE: "D", HIT: "H", STAND: "S", SURRENDER: "R"}
LEGEND = {"P": "split", "D": "double", "H": "hit", "S": "stand", "R": "surrender"}
SIX_OR_MORE = 6
Cell = tuple[int, int, bool, int]  # number of cards (six stands for more), total, soft, up card


@dataclass(frozen=True)
class Charted:
    """A way to play that goes by totals: what stands in every cell of the charts."""

    plays: Mapping[Cell, int]
    pairs: Mapping[tuple[int, int], int]  # by pair and up card
    rescues: Mapping[tuple[int, int], bool]  # by the total after the double card, and up card

    def choose(self, *, splits: bool = True) -> Choose:
        """To play a round by."""

        def start(one: Start) -> int:
            if one.pair and splits:
                return self.pairs[one.held[0], one.up]
            return self.plays[cell_of(one.number, one.up)]

        return Choose(self._policy, start)

    def _policy(self, up: int) -> Policy:
        _, sizes, totals, _ = hand_lists()
        answers = [STAND] * len(sizes)
        for number, size in enumerate(sizes):
            if size >= 2 and totals[number] < 21:
                answer = self.plays[cell_of(number, up)]
                answers[number] = HIT if answer == SURRENDER else answer
        return Policy(answers, [self.rescues.get((total, up), False) for total in totals])


def cell_of(number: int, up: int) -> Cell:
    every = hands()
    size = min(int(every.sizes[number]), SIX_OR_MORE)
    return size, int(every.totals[number]), bool(every.soft[number]), up


def by_cards(best: Round) -> Charted:
    """For each cell the answer that is best for all its hands together, each as often as the best play meets it."""
    return _charted(best, lambda size: (size,))


def by_total(best: Round) -> Charted:
    """The same without counting cards."""
    return _charted(best, lambda _: range(2, SIX_OR_MORE + 1))


def _charted(best: Round, together: Callable[[int], Iterable[int]]) -> Charted:
    plays: dict[Cell, int] = {}
    pairs: dict[tuple[int, int], int] = {}
    rescues: dict[tuple[int, int], bool] = {}
    for up, one in best.ups.items():
        sums = _sums(best, one)
        for (size, total, soft), known in sums.items():
            joined = [0] * 3
            for other in together(size):
                for answer, worth in enumerate(sums.get((other, total, soft), (0, 0, 0))):
                    joined[answer] += worth
            plays[size, total, soft, up] = max(range(3), key=lambda at: (joined[at], -at))  # noqa: B023
            del known
        for start in one.starts:
            worths = {at: worth for at, worth in enumerate(start.worths) if worth is not None}
            if start.pair:
                pairs.setdefault((start.held[0], up), start.answer)
            elif start.answer == SURRENDER:
                del worths
        _surrenders(one, plays, up)
        for pair in VALUES:
            weights: dict[int, int] = {}
            for start in one.starts:
                if start.held == (pair, pair):
                    weights[start.answer] = weights.get(start.answer, 0) + start.ways
            if weights:
                pairs[pair, up] = max(weights, key=lambda answer: weights[answer])  # noqa: B023
        rescues |= {(total, up): often for total, often in _rescues(one)}
    return Charted(plays, pairs, rescues)


def _surrenders(one: AgainstUp, plays: dict[Cell, int], up: int) -> None:
    """Two cards, no pair: surrender where half a wager lost is better than the best answer for all of them."""
    sums: dict[Cell, list[Fraction]] = {}
    for start in one.starts:
        if not start.pair and not start.blackjack:
            found = sums.setdefault(cell_of(start.number, up), [Fraction(0)] * 5)
            for answer, worth in enumerate(start.worths):
                found[answer] += start.ways * (worth or 0)
    for cell, found in sums.items():
        answer = max((STAND, HIT, DOUBLE), key=lambda at: (found[at], -at))  # noqa: B023
        plays[cell] = SURRENDER if found[SURRENDER] > found[answer] else answer if False else plays[cell]


def _sums(best: Round, one: AgainstUp) -> dict[tuple[int, int, bool], list[int]]:
    """For each cell what standing, hitting and doubling come to over its hands, each as often as it is met."""
    every, (_, sizes, totals, _) = hands(), hand_lists()
    met = best.reach(one)
    sums: dict[tuple[int, int, bool], list[int]] = {}
    some: dict[tuple[int, int, bool], list[int]] = {}
    for number, size in enumerate(sizes):
        if size < 2 or totals[number] == 21 or not one.solved.orders[number]:
            continue
        key = (min(size, SIX_OR_MORE), totals[number], bool(every.soft[number]))
        worths = (one.solved.stand[number], one.solved.hit[number], one.solved.double[number])
        for found, often in ((sums, met[number]), (some, ways_to(one, number))):
            row = found.setdefault(key, [0, 0, 0])
            for at, worth in enumerate(worths):
                row[at] += often * worth
    return {key: row if any(row) else some[key] for key, row in sums.items()}


def ways_to(one: AgainstUp, number: int) -> int:
    """In how many orders a hand's cards can come, if it only hits."""
    ways, dealt = 1, 0
    for at, many in enumerate(hand_lists().counts[number]):
        for each in range(many):
            dealt += 1
            ways = ways * (one.against.there[at] - each) * dealt // (each + 1)
    return ways


def _rescues(one: AgainstUp) -> Iterator[tuple[int, bool]]:
    """By total: whether doubled hands are better rescued, all hands of three or more cards together."""
    _, sizes, totals, _ = hand_lists()
    sums: dict[int, int] = {}
    scale = one.against.pays.scale
    for number, size in enumerate(sizes):
        if size >= 3 and one.solved.orders[number] and totals[number] < 21:
            worth = 2 * one.solved.stand[number] + scale * one.solved.orders[number]
            sums[totals[number]] = sums.get(totals[number], 0) + ways_to(one, number) * worth
    return ((total, worth < 0) for total, worth in sorted(sums.items()))


# Laid out


def charts(played: Charted, *, sizes: Iterable[int] = range(2, SIX_OR_MORE + 1)) -> tuple[Chart, ...]:
    """A chart for each number of cards, then pairs, then rescues."""
    names = tuple(NAMES[up] for up in UPS)
    found = []
    for size in sizes:
        rows, cells = [], []
        for soft in (False, True):
            for total in range(4, 21):
                row = [played.plays.get((size, total, soft, up)) for up in UPS]
                if all(cell is None for cell in row):
                    continue
                rows.append(f"soft {total}" if soft else str(total))
                cells.append(tuple("" if cell is None else LETTERS[cell] for cell in row))
        told = {2: "Two cards", SIX_OR_MORE: "Six cards or more"}.get(size, f"{('', '', '', 'Three', 'Four', 'Five')[min(size, 5)]} cards")
        found.append(Chart(told, tuple(rows), names, tuple(cells), LEGEND))
    pairs = tuple(tuple(LETTERS[played.pairs[pair, up]] for up in UPS) for pair in (ACE, *range(TEN, 0, -1)))
    labels = tuple(f"{NAMES[pair]}-{NAMES[pair]}" for pair in (ACE, *range(TEN, 0, -1)))
    found.append(Chart("Pairs", labels, names, pairs, LEGEND))
    totals = [total for total in range(4, 21) if any(played.rescues.get((total, up)) for up in UPS)]
    kept = {True: "R", False: "K"}
    rows = tuple(tuple(kept[played.rescues.get((total, up), False)] for up in UPS) for total in totals)
    told = "the total with the double card; every other one is kept"
    found.append(Chart("Doubled hands", tuple(map(str, totals)), names, rows, {"K": "keep", "R": "rescue"}, told))
    return tuple(found)
