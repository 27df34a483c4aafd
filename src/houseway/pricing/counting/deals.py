"""Bonus bets on the deal: every way that few cards can fall, counted exactly for any settlement.

The cards of a place are a hand: in whatever order they come, they count as one deal. Cards of several decks that look
alike are dealt once, and weigh as often as they come.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from math import comb, prod

from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.play.outcome import Outcome, Result
from houseway.pricing.papers.sheet import LinePrice, Outcomes, WagerPrice
from houseway.rules.resolved import Rules

Hand = tuple[Card, ...]
Settle = Callable[..., Outcome]  # of the hands of all places, for a stake of STAKE

STAKE = 100  # cents; what is won is read from the odds


def every_deal(cards: Sequence[Card], places: Sequence[int]) -> Iterator[tuple[tuple[Hand, ...], int]]:
    """Every deal of so many cards to each place, and in how many ways it comes.

    >>> sum(ways for _, ways in every_deal(range(52), (2, 1))) == 1326 * 50
    True
    """
    yield from _deals(Counter(cards), tuple(places))


def _deals(left: Counter[Card], places: tuple[int, ...]) -> Iterator[tuple[tuple[Hand, ...], int]]:
    if not places:
        yield (), 1
        return
    kinds = sorted(left)
    for hand in _hands(kinds, left, places[0], 0):
        held = Counter(hand)
        ways = prod(comb(left[card], many) for card, many in held.items())
        for others, more in _deals(left - held, places[1:]):
            yield (hand, *others), ways * more


def _hands(kinds: Sequence[Card], left: Counter[Card], many: int, start: int) -> Iterator[Hand]:
    """Hands of so many cards, lowest first, with no card more often than it is there."""
    if not many:
        yield ()
        return
    for at in range(start, len(kinds)):
        card = kinds[at]
        for taken in range(1, min(many, left[card]) + 1):
            for others in _hands(kinds, left, many - taken, at + 1):
                yield (*(card,) * taken, *others)


def on_the_deal(cards: Sequence[Card], places: Sequence[int], line: Callable[..., str]) -> dict[str, int]:
    """How often each line comes; `line` gives its key from the hands of all places, or `""` for none. `price_bonus`
    makes a price of it."""
    counts: Counter[str] = Counter()
    for hands, ways in every_deal(cards, places):
        counts[line(*hands)] += ways
    return dict(counts)


def of_two(rules: Rules, wanted: Callable[[Hand], bool]) -> Fraction:
    """How often the first two cards from the table's packs are as wanted."""
    decks = int(rules.options["decks"]) if "decks" in rules.options and not rules.game.cards.alternating else 1
    cards = pack(rules.game.cards.pack, decks)
    ways = sum(ways for (hand,), ways in every_deal(cards, (2,)) if wanted(hand))
    return Fraction(ways, comb(len(cards), 2))


def price_deals(
    rules: Rules, wager: str, cards: Sequence[Card], places: Sequence[int], settle: Settle, *, none: str = "nothing"
) -> WagerPrice:
    """The price of a wager that a settlement decides by the cards of the deal alone."""
    found: dict[tuple[str, str, str], tuple[Fraction, int]] = {}
    for hands, ways in every_deal(cards, places):
        outcome = settle(*hands)
        won = _won(outcome)
        pays = str(outcome.odds) if outcome.odds else "lose" if won else "push"
        key = (outcome.hand or none, pays, outcome.clause)
        found[key] = (won, found.get(key, (won, 0))[1] + ways)
    total = sum(ways for _, ways in found.values())
    results: dict[Fraction, int] = {}
    for won, ways in found.values():
        results[won] = results.get(won, 0) + ways
    lines = tuple(
        LinePrice(name, pays, clause, ways, total, won * ways / total)
        for (name, pays, clause), (won, ways) in sorted(found.items(), key=lambda one: -one[1][0])
    )
    clause = rules.pay_tables[wager].clause
    return WagerPrice(wager, rules.wagers[wager].name, "the wager", Fraction(1), Outcomes(results), clause, lines=lines)


def _won(outcome: Outcome) -> Fraction:
    if outcome.odds:
        return outcome.odds.fraction()
    return Fraction(-(outcome.result is Result.LOSE))
