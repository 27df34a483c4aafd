"""3 Card Texas Hold'em, priced whole: two decisions, taken backwards on what every starting hand meets."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import Any

import numpy as np

from houseway.games.ante_and_raise.count.bonuses import price_bonuses
from houseway.games.ante_and_raise.count.comparing import compared, folded, words_of
from houseway.games.ante_and_raise.round import least_qualifying, stated
from houseway.games.ante_and_raise.three_card_texas_holdem.count import boards
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.hands import FULL_PACK, HandsAlike, hands_alike
from houseway.pricing.counting.naming import SUITS_NAMED
from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.three_cards import place_of_least, three_card_table
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.charts import starting_hands
from houseway.pricing.decider.listing import Spot, listed
from houseway.pricing.decider.streets import Street, ends, goes_on
from houseway.pricing.decider.tally import Line
from houseway.pricing.papers.sheet import Chart, Sheet, Simple
from houseway.pricing.pricing import Pricing
from houseway.rules.resolved import Rules

# By what is met; where the hands tie it does not matter who qualifies.
LINES = ("win", "unqualified", "lose", "lose", "tie")


@dataclass(frozen=True)
class HoldemCount:
    """The two decisions of every starting hand."""

    hands: HandsAlike
    first: Street  # hand x first open card
    second: Street  # hand x first x second open card


@lru_cache(maxsize=8)
def count(rules: Rules, pack: tuple[int, ...] = FULL_PACK, progress: Progress | None = None) -> HoldemCount:
    hands = hands_alike(pack, 2)
    least = place_of_least(three_card_table()[1], least_qualifying(rules.game))
    met = boards.count(pack, least, progress)[:, boards.pair_at()]
    met[:, range(52), range(52)] = 0
    deals = met.sum(axis=3)
    (first, bet), (second, more) = stated(rules.game).streets.items()
    one = compared(rules, [f"{line}, one bet" for line in LINES], bet.wager)
    two = compared(rules, [f"{line}, two bets" for line in LINES], bet.wager, more.wager)
    raised = ends(f"{more.wager} {more.times[0]}", more.times[0], met, two)
    checked = ends("check", 0, met, one)
    last = Street(second, (raised, checked), deals, rules.chip, hands.weights[:, None, None], opened=1)
    stay = goes_on(f"{bet.wager} {bet.times[0]}", bet.times[0], last)
    followed = last.opened_sum(deals)
    fold = ends("fold", 0, followed[..., None], [folded(rules)])
    return HoldemCount(hands, Street(first, (stay, fold), followed, rules.chip, hands.weights[:, None]), last)


# The coach and the policy


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth: the round's whole result in antes, with the best play after it."""
    counted = count(rules, tuple(sorted(pack)))
    row, change = counted.hands.find(hand)
    street = counted.first if ask == counted.first.ask else counted.second
    places = ("first",) if street is counted.first else ("first", "second")
    opened = (int(change[seen[place][0]]) for place in places)
    return street.advised((row, *opened), "one ante", stakes["ante"])


def policy(rules: Rules) -> Iterator[Situation]:
    """Every hand up to suits with the first open card, and with both of them in the order they were opened."""
    return listed(_spots(count(rules)))


def _spots(counted: HoldemCount) -> Iterator[Spot]:
    for row, hand in enumerate(counted.hands.members.tolist()):
        for one in np.nonzero(counted.first.there[row])[0].tolist():
            yield Spot(counted.first, (row, one), (hand, (one,)))
            for other in np.nonzero(counted.second.there[row, one])[0].tolist():
                yield Spot(counted.second, (row, one, other), (hand, (one,), (other,)))


# A rule to remember, and a chart

_STEPS = (
    "First, fold two cards of different suits, eight-high or lower and three or more ranks apart, against a jack, "
    "queen or king of a third suit; bet everything else.",
    "Then bet a flush or better in four cards; and a pair of sevens or higher that your own cards help to make, unless "
    "the two open cards are of one suit, or no more than two ranks apart. Check everything else.",
)
_EIGHT, _SEVEN, _JACK, _KING, _ACE = 6, 5, 9, 11, 12


def bets_by_rule(counted: HoldemCount) -> tuple[Any, Any]:
    """Where the rule to remember bets: hand x first card, and hand x first x second card."""
    low, high = (counted.hands.members[:, at][:, None] for at in range(2))
    opened = np.arange(52)[None, :]
    apart = (high >> 2) - (low >> 2)
    weak = ((low & 3) != (high & 3)) & (high >> 2 <= _EIGHT) & (apart >= 3)
    third_suit = ((opened & 3) != (low & 3)) & ((opened & 3) != (high & 3))
    first = ~(weak & third_suit & (opened >> 2 >= _JACK) & (opened >> 2 <= _KING))

    table, ranks = three_card_table()
    one, two = low[:, :, None], high[:, :, None]
    a, b = np.arange(52)[None, :, None], np.arange(52)[None, None, :]
    best = np.maximum(
        np.maximum(table[one, two, a], table[one, two, b]), np.maximum(table[one, a, b], table[two, a, b])
    )
    kind, named = ranks[best] >> 12, ranks[best] >> 8 & 15
    own = (named == one >> 2) | (named == two >> 2)
    between = np.abs((a >> 2) - (b >> 2))
    around_the_ace = (np.maximum(a, b) >> 2 == _ACE) & (np.minimum(a, b) >> 2 <= 1)
    apart_enough = ((a & 3) != (b & 3)) & ((between > 2) | (between == 0)) & ~around_the_ace
    return first, (kind >= 2) | ((kind == 1) & own & (named >= _SEVEN) & apart_enough)


def first_chart(counted: HoldemCount) -> Chart:
    """Bet or fold with each starting hand."""
    stay, fold = counted.first.answers
    letters = {stay.name: "b", fold.name: "f"}
    legend = {"b": "bet", "s": "bet against some first cards: see the rule to remember", "f": "fold"}
    return starting_hands(
        "Bet or fold", lambda hand: counted.first.letter(counted.hands.find(hand).row, letters, "s"), legend
    )


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a 3 Card Texas Hold'em table, from the player's side."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    best, bold = counted.first.tally(), counted.first.tally(bold=True)
    main = best.price(words_of(rules, "Ante and bets, best play", sheet_lines(rules)), bold.action)
    first, second = bets_by_rule(counted)
    simply = counted.first.tally({counted.first.ask: first, counted.second.ask: second})
    short = Simple("To remember", _STEPS, simply.expectation, best.expectation)
    method = (
        f"Each of the {best.deals:,} ways to deal two cards to a player, three to the board in their order and two "
        "to the player-dealer is counted once, by the starting hands that differ by more than the names of suits.",
        "On each board all pairs of hole cards are ranked, sorted and compared with every disjoint pair; decisions are "
        "taken backwards on whole-number sums.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the open ones, and no other player's.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    wagers = (main, *price_bonuses(rules))
    return Sheet(rules, wagers, (first_chart(counted),), notes, method, (short,), seconds=perf_counter() - begun)


def sheet_lines(rules: Rules) -> list[Line]:
    facts = stated(rules.game)
    assert facts.qualifier is not None
    below = "win, player-dealer below fours"
    named = (
        Line("win", "win", "1:1", facts.results.win),
        Line("unqualified", below, "bets 1:1, ante push", facts.qualifier.without["ante"].clause),
        Line("tie", "tie", "push", facts.results.push),
        Line("lose", "lose", "lose", facts.results.lose),
    )
    return [
        *(
            Line(f"{line.key}, {bets}", f"{line.name}, {bets}", line.pays, line.clause)
            for bets in ("one bet", "two bets")
            for line in named
        ),
        Line("fold", "fold", "lose", facts.results.fold),
    ]


PRICING = Pricing(
    price,
    policy=Policy(policy, f"Every hand with the first open card, and with both. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
)
