"""The side wagers of Pontoon 21 but the wheels: Match Super Bonus and Insurance, from the first cards alone."""

from collections.abc import Sequence
from fractions import Fraction

from houseway.cards.card import Card, hand, rank
from houseway.games.twenty_one.base import points
from houseway.games.twenty_one.pontoon_21 import settle_match
from houseway.play.outcome import Result
from houseway.price.counting.bonus import price_bonus
from houseway.price.papers.sheet import LinePrice, Outcomes, WagerPrice
from houseway.rules.resolved import Rules

_STAKE = 100
_UP = hand("2s")[0]  # the shoe has as many of every card, so one up card is like another


def side_wagers(rules: Rules, cards: Sequence[Card]) -> list[WagerPrice]:
    """Every other wager that the cards settle."""
    prices = []
    if "match-super-bonus" in rules.wagers:
        prices.append(match_super_bonus(rules, cards))
    prices.append(insurance(rules, cards))
    return prices


def match_super_bonus(rules: Rules, cards: Sequence[Card]) -> WagerPrice:
    """Both of the player's cards against the up card, in every order."""
    left = list(cards)
    left.remove(_UP)
    kinds: dict[int, list[Card]] = {}
    for one in left:
        kinds.setdefault(0 if rank(one) != rank(_UP) else 1 if one != _UP else 2, []).append(one)
    total = len(left) * (len(left) - 1)
    found: dict[tuple[str, str, str], tuple[Fraction, int]] = {}
    for first, some in kinds.items():
        for second, others in kinds.items():
            many = len(some) * (len(others) - (first == second))
            outcome = settle_match(rules, (some[0], others[-1]), _UP, _STAKE)
            lost = Fraction(-(outcome.result is Result.LOSE))
            won = outcome.odds.fraction() if outcome.odds else lost
            pays = str(outcome.odds) if outcome.odds else "lose" if lost else "push"
            key = (outcome.hand or "no match", pays, outcome.clause)
            found[key] = (won, found.get(key, (won, 0))[1] + many)
    results: dict[Fraction, int] = {}
    for won, many in found.values():
        results[won] = results.get(won, 0) + many
    lines = [
        LinePrice(name, pays, clause, many, total, won * many / total)
        for (name, pays, clause), (won, many) in sorted(found.items(), key=lambda one: -one[1][0])
        if many
    ]
    wager = rules.wagers["match-super-bonus"]
    table = rules.pay_tables["match-super-bonus"]
    return WagerPrice(
        "match-super-bonus", wager.name, "the wager", Fraction(1), Outcomes(results), table.clause, lines=tuple(lines)
    )


def insurance(rules: Rules, cards: Sequence[Card]) -> WagerPrice:
    """Offered against an ace: any of the other cards may lie under it."""
    tens = sum(points(card) == 10 for card in cards)
    counts = {"dealer-blackjack": tens, "": len(cards) - 1 - tens}
    return price_bonus(rules, "insurance", counts, lost="8.F")
