"""The side wagers of Pontoon 21: Match Super Bonus, Insurance, and the two wheels, each from the first cards alone."""

from collections.abc import Callable, Sequence
from fractions import Fraction
from math import lcm

from houseway.cards.card import Card, hand, rank
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.pontoon_21 import settle_match, six_and_ten
from houseway.games.twenty_one import is_blackjack, points
from houseway.play.outcome import Result
from houseway.price.bonus import price_bonus
from houseway.price.sheet import LinePrice, Outcomes, WagerPrice
from houseway.rules.models import Wheel
from houseway.rules.money import shown
from houseway.rules.resolved import Rules

_STAKE = 100
_UP = hand("2s")[0]  # the shoe has as many of every card, so one up card is like another


def side_wagers(rules: Rules, cards: Sequence[Card]) -> list[WagerPrice]:
    """Every wager of the table besides the Pontoon 21 wager and its double."""
    prices = []
    if "match-super-bonus" in rules.wagers:
        prices.append(match_super_bonus(rules, cards))
    prices.append(insurance(rules, cards))
    if SPIN in rules.wagers:
        prices += [_spin(rules, cards, name, wheel) for name, wheel in _wheels(rules, SPIN)]
    if XTREME in rules.wagers:
        prices += [_spin(rules, cards, name, wheel) for name, wheel in _wheels(rules, XTREME)]
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


def _wheels(rules: Rules, wager: str) -> list[tuple[str, Wheel]]:
    wheels = rules.progressive.wheels.items()
    return [(name, wheel) for name, wheel in wheels if (wheel.wager, wheel.kind) == (wager, "prize")]


def _spin(rules: Rules, cards: Sequence[Card], name: str, wheel: Wheel) -> WagerPrice:
    """A wheel for one player alone: nobody shares, and the meter has just been reset."""
    progressive, stake = rules.progressive, wheel.stake
    triggered = _first_two(cards, is_blackjack if wheel.wager == SPIN else six_and_ten)
    deals = len(cards) * (len(cards) - 1)
    stops = progressive.stops[name]
    shared = progressive.find(wheel.wager, stake, "community")
    lines = {line.symbol: line for line in (*wheel.lines, *(shared[1].lines if shared else ()))}
    no_spin = 1 - Fraction(triggered, deals)
    chances = {Fraction(-1): no_spin}
    rows = []
    for symbol, many in stops.items():
        line = lines[symbol]
        jackpot = line.meter or line.fixed
        meter = progressive.meters[jackpot] if jackpot else None
        prize = line.spinner or line.pays or (meter.reset if meter else 0)
        chance = Fraction(triggered * many, deals * sum(stops.values()))
        net = Fraction(prize, stake) - 1
        chances[net] = chances.get(net, Fraction(0)) + chance
        rows.append((symbol, shown(prize), line.clause, chance, net))
    rows.append(("no spin", "lose", wheel.clause, no_spin, Fraction(-1)))
    cases = lcm(*(chance.denominator for *_, chance, _ in rows))
    priced = tuple(
        LinePrice(symbol, prize, clause, int(chance * cases), cases, net * chance)
        for symbol, prize, clause, chance, net in rows
    )
    outcomes = Outcomes({net: int(chance * cases) for net, chance in chances.items()})
    return WagerPrice(
        name, f"{wheel.name}, {shown(stake)}", "the wager", Fraction(1), outcomes, wheel.clause, lines=priced,
        method="exact, by counting; one player alone, the meter as it is after a reset",
    )  # fmt: skip


def _first_two(cards: Sequence[Card], triggers: Callable[[Sequence[Card]], bool]) -> int:
    """How many pairs of two cards in order trigger a wheel."""
    counts: dict[Card, int] = {}
    for one in cards:
        counts[one] = counts.get(one, 0) + 1
    return sum(
        many * (others - (first == second))
        for first, many in counts.items()
        for second, others in counts.items()
        if triggers((first, second))
    )
