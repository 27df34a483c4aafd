"""Pontoon 21 for one player from a fresh shoe: the best play by the cards in sight, and what every wager is worth."""

from collections.abc import Callable
from fractions import Fraction
from functools import lru_cache
from math import lcm
from time import perf_counter

from houseway.cards.pack import pack
from houseway.games.twenty_one.pontoon_21 import additional
from houseway.price.papers.sheet import LinePrice, Outcomes, Sheet, WagerPrice, decimal
from houseway.price.twenty_one.bonus import side_wagers
from houseway.price.twenty_one.charts import by_cards, by_total, charts, one_chart, simple
from houseway.price.twenty_one.coach import advise
from houseway.price.twenty_one.count import pays_of
from houseway.price.twenty_one.hands import values
from houseway.price.twenty_one.round import Round, play
from houseway.price.twenty_one.split import every_split
from houseway.rules.money import shown
from houseway.rules.resolved import Rules

__all__ = ["advise", "price"]

Progress = Callable[[int, int], None]

# How a hand that no line of 12.B is paid on ends: its name, what it pays, its clause.
_ENDS = {
    "push": ("push", "push", "7.P"),
    "lose": ("lose", "lose", "7.O(2), PO-10"),
    "dealer-blackjack": ("the dealer's Blackjack", "lose", "7.G(3)"),
    "surrender": ("surrender", "half lost", "9.C"),
    "double win": ("doubled, win", "", "10.F"),
    "double push": ("doubled, push", "push", "7.P"),
    "double lose": ("doubled, lose", "lose", "10.C"),
    "rescue": ("doubled, rescue", "wager lost", "10.H"),
}


@lru_cache(maxsize=8)
def best_round(rules: Rules, stake: int, progress: Progress | None = None) -> Round:
    """The best play at this table, for a wager of so many cents."""
    cards = pack(rules.game.cards.pack, int(rules.options["decks"]))
    pays = pays_of(rules, stake)
    most = int(rules.options["splits"]) + 1
    splits = every_split(values(cards), Fraction(pays.win, pays.scale), most, progress)
    return play(cards, pays, most, splits=splits)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Pontoon 21 table, for its smallest wager."""
    begun = perf_counter()
    stake = rules.limits["pontoon"].minimum
    cards = pack(rules.game.cards.pack, int(rules.options["decks"]))
    best = best_round(rules, stake, progress)
    wagers = (main_wager(rules, best), *side_wagers(rules, cards))
    counted, plain = by_cards(best), by_total(best)
    return Sheet(
        rules,
        wagers,
        (*charts(counted), one_chart(plain)),
        _notes(rules, best, stake),
        _method(rules),
        tuple(simple(cards, best, int(rules.options["splits"]) + 1, counted, plain)),
        seconds=perf_counter() - begun,
    )


def main_wager(rules: Rules, best: Round) -> WagerPrice:
    chances = results(best)
    cases = lcm(*(chance.denominator for chance in (*chances.values(), *best.lines.values(), best.split_chance)))
    action = best.action
    return WagerPrice(
        wager="pontoon",
        name="Pontoon 21, best play",
        unit="one wager",
        staked=Fraction(1),
        outcomes=Outcomes({result: int(chance * cases) for result, chance in sorted(chances.items())}),
        clause=rules.pay_tables["pontoon"].clause,
        action=action,
        actions=(action, action),
        lines=_lines(rules, best, cases),
        method="expectation, action and lines exact; how the results of split hands add up is near, see the method",
    )


def results(best: Round) -> dict[Fraction, Fraction]:
    """The chance of each result. Those of a split are near, and made to have the split's exact mean."""
    chances: dict[Fraction, Fraction] = {}
    for (_, parts), chance in best.lines.items():
        result = Fraction(parts, best.pays.scale)
        chances[result] = chances.get(result, Fraction(0)) + chance
    if not best.split_chance:
        return chances
    near = {result: Fraction(round(likely * 10**12)) for result, likely in best.split_results.items()}
    total = sum(near.values())
    of_splits = {result: likely / total for result, likely in near.items()}
    low, high = -Fraction(1), Fraction(best.pays.win, best.pays.scale)
    mean = sum((result * likely for result, likely in of_splits.items()), Fraction(0))
    moved = (best.split_return / best.split_chance - mean) / (high - low)
    of_splits[high] += moved
    of_splits[low] -= moved
    for result, likely in of_splits.items():
        chances[result] = chances.get(result, Fraction(0)) + likely * best.split_chance
    return chances


def _lines(rules: Rules, best: Round, cases: int) -> tuple[LinePrice, ...]:
    """The rounds by how they end: together every round, and the whole expectation."""
    table, scale = rules.pay_tables["pontoon"], best.pays.scale
    rows = []

    def row(name: str, pays: str, clause: str, keys: list[tuple[str, int]]) -> None:
        many = sum((best.lines[key] for key in keys), Fraction(0))
        returned = sum((best.lines[key] * key[1] / scale for key in keys), Fraction(0))
        rows.append(LinePrice(name, pays, clause, int(many * cases), cases, returned))

    for line in table.lines:
        pays = "push" if line.pays is None else str(line.pays)
        row(line.label, pays, line.clause, [key for key in best.lines if key[0] == line.hand])
        for key in [key for key in best.lines if key[0] == f"{line.hand} and 12.C"]:
            extra = decimal(Fraction(best.pays.extra, scale), 2).rstrip("0").rstrip(".")
            row(f"{line.label} against a seven", f"{pays} and {extra}", f"{line.clause}, 12.C", [key])
    even = table.line("win")
    for name, (told, pays, clause) in _ENDS.items():
        keys = [key for key in best.lines if key[0] == name]
        if keys:
            row(told, pays or str(even.pays if even else ""), clause, keys)
    count = int(best.split_chance * cases)
    rows.append(LinePrice("split, all hands together", "", "11", count, cases, best.split_return))
    return tuple(rows)


def _method(rules: Rules) -> tuple[str, ...]:
    decks = int(rules.options["decks"])
    return (
        f"One player's round from a fresh shoe of {decks} decks. For each up card and each hand of the player, the "
        "dealer's hand is counted over every order of the cards that are not in sight, without those that the card "
        "reader has ruled out; going back from the last card, every answer is valued by such a sum and the best one "
        "taken, by the cards in hand and the up card, and by suits where 12.B looks at them. Sums are whole numbers.",
        "Each hand of a split is played by its own cards, the up card and the pair that was split, not by what the "
        "other hands hold; the split is worth what its hands are worth together, and that is exact, splitting again "
        "included. One who also goes by the other hands' cards does a little better than this sheet says.",
        "The chance of each result of a split as a whole takes its hands as independent of each other, the dealer's "
        "end given: the expectation is exact all the same, the standard deviation and the counts of results that a "
        "split can have are near. A simulation of the same play is compared with them.",
        "On small shoes the same count is compared with every deal played through the table, order by order.",
    )


def _notes(rules: Rules, best: Round, stake: int) -> tuple[str, ...]:
    extra = Fraction(best.pays.extra, best.pays.scale)
    often = sum((chance for (name, _), chance in best.lines.items() if name.endswith("12.C")), Fraction(0))
    others = additional(rules).others.pays
    return (
        f"The additional payout of 12.C is an amount, so its part hangs on the wager: here {shown(stake)}, the table's "
        f"smallest. It comes once in {round(1 / often) if often else 0:,} rounds, is {decimal(extra, 2)} wagers then "
        f"and {decimal(extra * often, 6)} of the expectation. What others at the table win with it "
        f"({shown(others)} each) is left out.",
        "A double for less than the wager is never better than both a hit and a full double. A double that is rescued "
        "counts as wagered.",
        "Insurance is priced by itself, for one who knows no card but the ace; it is never taken in the best play.",
        "When surrender is declared, before the card reader or at the player's turn, makes no difference to its price.",
        "Half a wager and 3 to 2 are taken to be paid in full; odd amounts are rounded down to the smallest chip.",
    )
