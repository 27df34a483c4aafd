"""The side wagers of Pontoon 21 but the wheels: Match Super Bonus and Insurance, from the first cards alone."""

from collections.abc import Sequence

from houseway.cards.card import Card, hand
from houseway.games.twenty_one.base import points
from houseway.games.twenty_one.pontoon_21 import settle_match
from houseway.price.counting.bonus import price_bonus
from houseway.price.counting.deals import STAKE, price_deals
from houseway.price.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules

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
    return price_deals(
        rules,
        "match-super-bonus",
        left,
        (1, 1),
        lambda first, second: settle_match(rules, (*first, *second), _UP, STAKE),
        none="no match",
    )


def insurance(rules: Rules, cards: Sequence[Card]) -> WagerPrice:
    """Offered against an ace: any of the other cards may lie under it."""
    tens = sum(points(card) == 10 for card in cards)
    counts = {"dealer-blackjack": tens, "": len(cards) - 1 - tens}
    return price_bonus(rules, "insurance", counts, lost="8.F")
