"""The other wagers of twenty-one: on the first cards, on the dealer's hand, and on the hole card below a hand of 22 to
30. Wheels are priced elsewhere."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from math import lcm

from houseway.cards.card import Card, hand
from houseway.games.twenty_one.count.busts import busts
from houseway.games.twenty_one.count.hands import values
from houseway.games.twenty_one.count.whole_round import Round
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.pontoon_21.settlement import settle_match
from houseway.games.twenty_one.procedure import points
from houseway.games.twenty_one.settlement import MANY, Finished, clauses_of, settle_cards_of_a_rank, settle_lucky_pair
from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.counting.deals import STAKE, price_deals
from houseway.pricing.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules

_UP = hand("2s")[0]  # the shoe has as many of every card, so one up card is like another


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


def insurance(rules: Rules, cards: Sequence[Card], *, lost: str) -> WagerPrice:
    """Offered against an ace: any of the other cards may lie under it."""
    tens = sum(points(card) == 10 for card in cards)
    counts = {"dealer-blackjack": tens, "": len(cards) - 1 - tens}
    return price_bonus(rules, "insurance", counts, lost=lost)


def bonus_bets(rules: Rules, best: Round) -> list[WagerPrice]:
    """Every wager besides the one on the hand, at a table that a player banks."""
    cards, known, prices = best.cards, twenty_one_rules(rules), list[WagerPrice]()
    if "buster" in rules.wagers:
        prices.append(buster(rules, cards))
    if "lucky-pair" in rules.wagers:
        prices.append(lucky_pair(rules, cards))
    prices += [cards_of_a_rank(rules, wager, cards) for wager, _, _ in known.counted if wager in rules.wagers]
    if "side" in rules.wagers:
        prices.append(side(rules, best))
    return [*prices, insurance(rules, cards, lost=clauses_of(rules).not_insured)]


def buster(rules: Rules, cards: Sequence[Card]) -> WagerPrice:
    """By the number of cards with which the dealer goes over; the hand is always completed."""
    hits_soft_17 = twenty_one_rules(rules).hits_soft_17
    chances: dict[str, Fraction] = {}
    for size, chance in busts(values(cards), hits_soft_17=hits_soft_17).items():
        line = MANY.get(size, "eight-cards")
        chances[line] = chances.get(line, Fraction(0)) + chance
    return _by_chances(rules, "buster", chances)


def lucky_pair(rules: Rules, cards: Sequence[Card]) -> WagerPrice:
    """Two cards of one rank, and whether the dealer's two are a natural: no suit matters."""
    ranks = [card >> 2 << 2 for card in cards]
    return price_deals(
        rules,
        "lucky-pair",
        ranks,
        (2, 2),
        lambda held, dealer: settle_lucky_pair(rules, Finished(held, held, dealer), STAKE),
    )


def cards_of_a_rank(rules: Rules, wager: str, cards: Sequence[Card]) -> WagerPrice:
    """Cards of one rank among the first two and the up card."""
    return price_deals(rules, wager, cards, (3,), lambda three: settle_cards_of_a_rank(rules, wager, three, STAKE))


def side(rules: Rules, best: Round) -> WagerPrice:
    """Whenever it is offered: hands of 22 to 30 as the best play of the hand comes to them."""
    offered, lifted = best.side
    return _by_chances(rules, "side", {"31": lifted / offered})


def _by_chances(rules: Rules, wager: str, chances: Mapping[str, Fraction]) -> WagerPrice:
    whole = lcm(*(chance.denominator for chance in chances.values()))
    counts = {line: int(chance * whole) for line, chance in chances.items()}
    counts[""] = whole - sum(counts.values())
    return price_bonus(rules, wager, counts, lost=rules.pay_tables[wager].clause)
