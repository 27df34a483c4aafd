"""The PAR sheet of a table of twenty-one, for one player from a fresh shoe: best play by the cards in sight."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache
from math import lcm

from houseway.cards.pack import pack
from houseway.games.twenty_one.count.dealt_splits import deal_splits
from houseway.games.twenty_one.count.hands import NAMES, values
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Terms, terms_of
from houseway.games.twenty_one.count.split import every_split
from houseway.games.twenty_one.count.whole_round import AND_EXTRA, Round, play
from houseway.games.twenty_one.facts import TwentyOneFacts, twenty_one_rules
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import ByCard, LinePrice, Near, Outcomes, Taken, WagerPrice, decimal
from houseway.rules.cite import cited
from houseway.rules.families import facts
from houseway.rules.resolved import Rules

ANSWERS = {STAND: "stand", HIT: "hit", DOUBLE: "double", SPLIT: "split", SURRENDER: "surrender"}
PLACES = 12  # decimals that the chance of a split's result is rounded to
Ends = Mapping[str, tuple[str, str, str]]  # how a hand ends by no line: its name, what it pays, its clause


@lru_cache(maxsize=8)
def best_round(rules: Rules, stake: int, progress: Progress | None = None) -> Round:
    """The best play at this table, for a wager of so many cents."""
    terms = terms_at(rules, stake)
    cards = pack(terms.rules.pack, terms.rules.decks)
    return play(cards, terms, splits=every_split(values(cards), terms, progress))


def terms_at(rules: Rules, stake: int) -> Terms:
    """What a hand may do and wins at this table, with a wager of so many cents."""
    sevens = facts(rules.game, TwentyOneFacts).sevens
    extra = next((line.pays for line in sevens.lines if stake >= line.wager), 0) if sevens else 0
    return terms_of(twenty_one_rules(rules), extra=Fraction(extra, stake))


def main_wager(rules: Rules, best: Round, ends: Ends) -> WagerPrice:
    chances = results(best)
    cases = lcm(*(chance.denominator for chance in (*best.lines.values(), best.split_chance)))
    weights = lcm(*(chance.denominator for chance in chances.values()))  # no cases: those of splits are rounded
    action, base = best.action, best.terms.rules.base
    outcomes = Outcomes({result: int(chance * weights) for result, chance in sorted(chances.items())})
    return WagerPrice(
        wager=base,
        name=f"{rules.wagers[base].name}, best play",
        unit="one wager",
        staked=Fraction(1),
        outcomes=outcomes,
        clause=rules.pay_tables[base].clause,
        action=action,
        actions=(action, action),
        lines=_lines(rules, best, cases, ends),
        method="expectation, action and lines exact; how the results of split hands add up is near, see the method",
        near=_near(best, outcomes.standard_deviation),
        taken=_taken(best),
        by_card=tuple(ByCard(NAMES[up], often, worth) for up, (often, worth) in best.by_up.items()),
    )


def _taken(best: Round) -> tuple[Taken, ...]:
    """How often each answer is the first one."""
    found = [
        Taken("first answer", ANSWERS[answer], best.first_answers.get(answer, Fraction(0)))
        for answer in (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
        if answer in best.first_answers
    ]
    asked = sum((one.chance for one in found), Fraction(0))
    return (*found, Taken("first answer", "none: a natural decides", 1 - asked))


def _near(best: Round, deviation: float) -> Near | None:
    """How far off the near figures can be, by splits that were dealt."""
    if not best.split_chance:
        return None
    found = deal_splits(best, of_splits(best))
    statement = f"{found.statement(deviation)} Chances of results are rounded to 10^-{PLACES}."
    return Near(found.of_a_chance, found.of_hits, found.of_the_deviation(deviation), statement, PLACES)


def results(best: Round) -> dict[Fraction, Fraction]:
    """The chance of each result, those of a split near."""
    chances: dict[Fraction, Fraction] = {}
    for (_, parts), chance in best.lines.items():
        result = Fraction(parts, best.terms.scale)
        chances[result] = chances.get(result, Fraction(0)) + chance
    for result, likely in of_splits(best).items():
        chances[result] = chances.get(result, Fraction(0)) + likely * best.split_chance
    return chances


def of_splits(best: Round) -> dict[Fraction, Fraction]:
    """The chance of each result given a split: near, rounded to `PLACES`, and made to have the exact mean."""
    if not best.split_chance:
        return {}
    near = {result: Fraction(round(likely * 10**PLACES)) for result, likely in best.split_results.items()}
    total = sum(near.values())
    chances = {result: likely / total for result, likely in near.items()}
    low, high = -Fraction(1), Fraction(best.terms.win, best.terms.scale)
    mean = sum((result * likely for result, likely in chances.items()), Fraction(0))
    moved = (best.split_return / best.split_chance - mean) / (high - low)
    chances[high] += moved
    chances[low] -= moved
    return chances


def _lines(rules: Rules, best: Round, cases: int, ends: Ends) -> tuple[LinePrice, ...]:
    """The rounds by how they end: together every round, and the whole expectation."""
    table, scale = rules.pay_tables[best.terms.rules.base], best.terms.scale
    rows = []

    def row(name: str, pays: str, clause: str, keys: list[tuple[str, int]]) -> None:
        many = sum((best.lines[key] for key in keys), Fraction(0))
        returned = sum((best.lines[key] * key[1] / scale for key in keys), Fraction(0))
        rows.append(LinePrice(name, pays, clause, int(many * cases), cases, returned))

    for line in table.lines:
        pays = "push" if line.pays is None else str(line.pays)
        row(line.label, pays, line.clause, [key for key in best.lines if key[0] == line.hand])
        for key in [key for key in best.lines if key[0] == line.hand + AND_EXTRA]:
            sevens = facts(rules.game, TwentyOneFacts).sevens
            extra = decimal(Fraction(best.terms.extra, scale), 2).rstrip("0").rstrip(".")
            clause = cited(line.clause, sevens.clause) if sevens else line.clause
            row(f"{line.label} against a seven", f"{pays} and {extra}", clause, [key])
    even = table.line("win")
    for name, (told, pays, clause) in ends.items():
        keys = [key for key in best.lines if key[0] == name]
        if keys:
            row(told, pays or str(even.pays if even else ""), clause, keys)
    count = int(best.split_chance * cases)
    rows.append(LinePrice("split, all hands together", "", ends["split"][2], count, cases, best.split_return))
    return tuple(rows)
