"""The basic strategy of a table in words and on a card."""

from collections.abc import Iterable
from fractions import Fraction

from houseway.games.twenty_one.count.charts import UPS, Charted, basic, basic_charts
from houseway.games.twenty_one.count.exceptions import by_chart
from houseway.games.twenty_one.count.hands import NAMES, TEN, values
from houseway.games.twenty_one.count.whole_round import Round
from houseway.games.twenty_one.facts import DoubleOn, Surrender, TwentyOneRules
from houseway.pricing.papers.document import percent
from houseway.pricing.papers.sheet import Chart, StrategyCard
from houseway.rules.resolved import Rules

_DOUBLES = {DoubleOn.ANY_TWO: "double any two cards", DoubleOn.TEN_ELEVEN: "double 10 and 11 only"}


def card_of(rules: Rules, best: Round) -> StrategyCard:
    """The charts of a table, for the operator's own options."""
    charted = basic(best)
    played = by_chart(charted, best)
    edge = -played.expectation
    side = "the bank's" if edge >= 0 else "the player's"
    cost = best.expectation - played.expectation
    return StrategyCard(
        rules.game.name,
        options(best.terms.rules),
        tuple(_short(chart) for chart in basic_charts(charted)),
        (*_insurance(best), *_no_31(best), *on_split(charted, best)),
        f"Played by this card {side} edge is {percent(abs(edge), 3)} of the wager, {percent(cost, 4)} short of the "
        "best play by every card in hand. Counted exactly for these options from a fresh shoe; another table has "
        "another card.",
    )


def _short(chart: Chart) -> Chart:
    return Chart(chart.name, chart.rows, chart.columns, chart.cells, chart.legend)


def options(rules: TwentyOneRules) -> tuple[str, ...]:
    """What a player asks of a table."""
    pays = dict(rules.pays)
    hands = "without limit" if rules.most_hands is None else f"to {rules.most_hands} hands"
    surrender = {Surrender.NONE: "no surrender", Surrender.LATE: "late surrender", Surrender.EARLY: "early surrender"}
    return (
        f"{rules.decks} decks" if rules.decks > 1 else "one deck",
        f"dealer {'hits' if rules.hits_soft_17 else 'stands on'} soft 17",
        f"natural pays {_odds(pays['blackjack'])}",
        _DOUBLES[rules.double_on],
        "double after a split" if rules.double_after_split else "no double after a split",
        f"split {hands}",
        f"split aces {'get one card' if rules.split_aces_one_card else 'are played on'}",
        surrender[rules.surrender],
    )


def _odds(pays: Fraction) -> str:
    return f"{pays.numerator} to {pays.denominator}"


def _insurance(best: Round) -> tuple[str, ...]:
    """Whether a ten below the ace is likely enough, whatever one's own two cards are."""
    tens, left = values(best.cards)[TEN], len(best.cards) - 3
    pays = best.terms.rules.insurance_pays
    least, most = (Fraction(tens - own, left) * (pays + 1) - 1 for own in (2, 0))
    return ("Never take insurance.",) if most <= 0 else ("Always take insurance.",) if least > 0 else ()


def _no_31(best: Round) -> tuple[str, ...]:
    known = best.terms.rules
    if not (known.hard_31 or known.soft_31):
        return ()
    hit = any(name in ("hard-31", "soft-31") for (name, _), chance in best.lines.items() if chance)
    return () if hit else ("Stand on 21: to hit it for a 31 costs more than it wins.",)


def on_split(charted: Charted, best: Round) -> tuple[str, ...]:
    """What is given up on hands of a split, where it may be: other totals than before the look at the hole card."""
    if not best.terms.rules.surrender_after_split:
        return ()
    totals: dict[str, list[int]] = {}
    for total in range(4, 22):
        if ups := [up for up in UPS if (total, False, up) in charted.given_up]:
            totals.setdefault(_spans([UPS.index(up) for up in ups]), []).append(total)
    parts = [f"{_numbers(some)} against {ups}" for ups, some in totals.items()]
    return (f"On a split hand, surrender only {'; '.join(parts)}.",) if parts else ()


def _spans(places: list[int]) -> str:
    """Up cards in a row go by the first and the last."""
    runs: list[list[int]] = []
    for at in places:
        if runs and at == runs[-1][-1] + 1:
            runs[-1].append(at)
        else:
            runs.append([at])
    return ", ".join(
        NAMES[UPS[run[0]]] if len(run) == 1 else f"{NAMES[UPS[run[0]]]} to {NAMES[UPS[run[-1]]]}" for run in runs
    )


def _numbers(totals: Iterable[int]) -> str:
    known = list(totals)
    if len(known) > 2 and known[-1] - known[0] == len(known) - 1:
        return f"{known[0]} to {known[-1]}"
    return " and ".join(map(str, known))
