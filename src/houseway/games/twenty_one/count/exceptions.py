"""Where the cards of a hand say something else than its total: each exception to the charts, with what it is worth.

Whoever plays by charts loses, against the best play, what each answer of the charts costs where it is given: so the
exceptions and what splits add come to the whole cost of the charts, exactly.
"""

from dataclasses import dataclass
from fractions import Fraction

import numpy as np

from houseway.games.twenty_one.count.charts import Charted, cells_of, round_by
from houseway.games.twenty_one.count.hands import NAMES, VALUES, hands
from houseway.games.twenty_one.count.one_hand import HIT, STAND, WORDS
from houseway.games.twenty_one.count.split import matters
from houseway.games.twenty_one.count.whole_round import Round
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.papers.sheet import Chart, decimal


@dataclass(frozen=True)
class Departure:
    """A hand against an up card that is better played otherwise than by the charts."""

    up: int
    number: int  # of the hand
    best: int
    by_chart: int
    chance: Fraction  # how often it comes in a round played by the charts
    gain: Fraction  # what the better answer adds to a round, in wagers

    @property
    def cards(self) -> str:
        held = hands().counts[self.number].tolist()
        return "-".join(NAMES[one] for one in reversed(VALUES) for _ in range(held[one]))


@dataclass(frozen=True)
class ByChart:
    """A round played by charts."""

    expectation: Fraction
    departures: tuple[Departure, ...]  # the dearest first

    def splits(self, best: Round) -> Fraction:
        """The rest of what the charts cost: hands of splits."""
        return best.expectation - self.expectation - sum((one.gain for one in self.departures), Fraction(0))


def by_chart(played: Charted, best: Round) -> ByChart:
    """What a way to play is worth, and where it is not the best."""

    def count_departures() -> Arrays:
        found = round_by(played, best)
        rows = [(one.up, one.number, one.best, one.by_chart, one.chance, one.gain) for one in _departures(best, found)]
        return {"worth": np.array([str(found.expectation)]), "rows": np.array([list(map(str, row)) for row in rows])}

    pays = [[name, str(odds)] for name, odds in best.terms.rules.pays]
    key = [
        sorted(best.cards),
        matters(best.terms),
        best.terms.rules.surrender,
        best.terms.extra,
        pays,
        cells_of(played),
    ]
    arrays = kept("twenty-one-exceptions", key, count_departures)
    departures = []
    for row in arrays["rows"].tolist():
        up, number, better, answer = map(int, row[:4])
        departures.append(Departure(up, number, better, answer, Fraction(row[4]), Fraction(row[5])))
    ordered = sorted(departures, key=lambda one: (-one.gain, one.up, one.number))
    return ByChart(Fraction(str(arrays["worth"][0])), tuple(ordered))


def _departures(best: Round, found: Round) -> list[Departure]:
    rows = []
    for up, one in best.ups.items():
        whole = best.deals * one.against.every_order(2)
        for start, charted in zip(one.starts, found.ups[up].starts, strict=True):
            worth = start.worths[charted.answer]
            assert worth is not None, "a chart says what is not allowed"
            if start.worth > worth:
                chance = Fraction(start.ways, best.deals)
                gain = chance * (start.worth - worth)
                rows.append(Departure(up, start.number, start.answer, charted.answer, chance, gain))
        solved, answers = one.solved, found.ups[up].solved.policy.answers
        for number, met in enumerate(found.followed[up][1]):
            known = {STAND: solved.stand, HIT: solved.hit}.get(answers[number], solved.double)[number]
            if met and solved.best[number] > known:
                chance = Fraction(met * solved.orders[number], whole)
                gain = Fraction(met * (solved.best[number] - known), whole * best.terms.scale)
                rows.append(Departure(up, number, solved.policy.answers[number], answers[number], chance, gain))
    return rows


def exceptions(charted: ByChart, best: Round, most: int = 12) -> Chart | None:
    """The exceptions that are worth most, laid out; what the others come to is said below."""
    shown, rest = charted.departures[:most], charted.departures[most:]
    if not shown:
        return None
    rows = tuple(f"{one.cards} against {NAMES[one.up]}" for one in shown)
    cells = tuple(
        (WORDS[one.best], WORDS[one.by_chart], decimal(one.gain / one.chance, 6), decimal(one.gain, 9)) for one in shown
    )
    others = sum((one.gain for one in rest), Fraction(0))
    note = (
        f"{len(rest):,} others are worth {decimal(others, 9)} a round together; playing split hands by their own cards "
        f"{decimal(charted.splits(best), 9)}"
    )
    columns = ("better", "by the charts", "each time", "a round")
    return Chart("Exceptions by the cards in hand", rows, columns, cells, {}, note)
