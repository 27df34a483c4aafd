"""What Ultimate Texas Hold'em is worth: the sheet, the policy, and what the game gives to price, coach and tables."""

from collections.abc import Iterator
from dataclasses import replace
from time import perf_counter

from houseway.games.ante_and_raise.ultimate_texas_holdem.count.advice import advise
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.bets import WAGERS
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.decisions import UltimateCount, count
from houseway.pricing.counting.bonus import by_rank, every_hand, price_bonus
from houseway.pricing.counting.naming import SUITS_NAMED
from houseway.pricing.counting.situations import CARDS, Policy, Situation, Unlisted
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.charts import starting_hands
from houseway.pricing.decider.listing import Spot, listed
from houseway.pricing.decider.tally import Line, Words
from houseway.pricing.papers.sheet import Chart, Sheet, Simple, WagerPrice
from houseway.pricing.pricing import Pricing, Quick
from houseway.rules.resolved import Rules

__all__ = ["PRICING", "advise", "count", "policy", "preflop_chart", "price", "price_trips"]

_STEPS = (
    "Before the flop, raise by the chart.",
    "On the flop, raise with a better class of hand than the flop has by itself (a pair or more that your own cards "
    "help to make), unless it is only a pair of deuces in your hand; and with four to a flush and your own ten or "
    "higher in it.",
    "On the river, play with a better class of hand than the board has by itself, or if at most 20 of the cards you do "
    "not see would beat you, each alone with the board; else fold.",
)


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of an Ultimate Texas Hold'em table, from the player's side."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    best = counted.tally
    wagers = [best.price(words(rules), counted.most_action)]
    if "trips" in rules.wagers:
        wagers.append(price_trips(rules))
    method = (
        f"Each of the {best.deals:,} ways to deal two cards to a player, a flop, a turn and river and two cards "
        "to the player-dealer is counted once, by the boards that differ by more than the names of suits.",
        "On each board all pairs of hole cards are ranked and sorted, and compared with every disjoint pair by "
        "counters for each card. Decisions are taken backwards, from river to flop to deal, on whole-number sums.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the board, and nobody else's.",
        "The house edge is stated of an ante, as is customary; of ante and blind together it is half of that.",
        "A raise of three antes before the flop is never better than four, nor than a check.",
        "Some answers are equally good: the sheet checks or folds there, and gives the action of both ends.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    charts = (preflop_chart(counted),)
    short = Simple("To remember", _STEPS, counted.simple_worth(), best.expectation)
    return Sheet(rules, tuple(wagers), charts, notes, method, (short,), seconds=perf_counter() - begun)


def price_trips(rules: Rules) -> WagerPrice:
    """The Trips bet, over all seven cards of a player."""
    counts = by_rank(rules.pay_tables["trips"], every_hand(7))
    return price_bonus(rules, "trips", counts, lost="Round of Play 12(b)")


def words(rules: Rules) -> Words:
    """The deals by when the player raised and what the blind did."""
    table = rules.pay_tables["blind"]
    lines = [
        *(
            Line(str(at), f"win, {line.label}", "push" if line.pays is None else str(line.pays), line.clause)
            for at, line in enumerate(table.lines)
        ),
        Line(str(len(table.lines)), "win, less", "push", "Round of Play 11(d)"),
        Line("tie", "tie", "push", "Round of Play 11(c)"),
        Line("lose", "lose", "lose", "Round of Play 12(a)"),
        Line("fold", "fold", "lose", "Round of Play 6(a)"),
    ]
    names = {wager: wager.capitalize() for wager in WAGERS}
    return Words("ante", "Ante, Blind and Play, best play", table.clause, lines, names, 2, "an ante")


def preflop_chart(counted: UltimateCount) -> Chart:
    """Raise or check for each starting hand."""
    street = counted.preflop
    letters = {answer.name: str(answer.size) if answer.size else "c" for answer in street.answers}
    chart = starting_hands(
        "Before the flop", lambda hand: street.letter([counted.starting.find(hand).row], letters, "?"), {}
    )
    sizes = sorted({cell for row in chart.cells for cell in row if cell != "c"}, reverse=True)
    return replace(chart, legend={size: f"raise {size} times the ante" for size in sizes} | {"c": "check"})


def flops(rules: Rules) -> Quick:
    """Decides as the coach does, who takes too long on a flop for rounds by the thousand."""
    from houseway.games.ante_and_raise.ultimate_texas_holdem.count.flops import Flops

    return Flops(rules)


def policy(rules: Rules) -> Iterator[Situation]:
    """Every starting hand up to suits, then every flop with each."""
    from houseway.games.ante_and_raise.ultimate_texas_holdem.count.situations import on_the_flop

    counted = count(rules)
    hands = enumerate(counted.starting.members.tolist())
    yield from listed(Spot(counted.preflop, (row,), (hole,)) for row, hole in hands)
    yield from on_the_flop(rules)


def _rivers(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.games.ante_and_raise.ultimate_texas_holdem.count.situations import river_digest

    return river_digest(rules, progress)


_RIVERS = Unlisted(
    ask="river",
    record=(
        f"{CARDS} Of boards that differ only by suits the one whose sum of 2^card is least, its cards in rising "
        "order, such boards in the order of their cards; on each, every pair of the 47 other cards in their order."
        " A record is what playing comes to over the 990 hands of the player-dealer, in cents, at the least ante "
        "that makes every pay whole, as 8 bytes, the lowest first; a fold is always -2 antes. 1,000 boards are a "
        "block; the digest is SHA-256 of the blocks' SHA-256 in turn."
    ),
    digest=_rivers,
)


PRICING = Pricing(
    price,
    policy=Policy(
        policy,
        f"Every starting hand before the flop, and with every flop. {SUITS_NAMED} `houseway coach` answers any "
        "situation on the river; `--digest` is a digest of all of them.",
        (_RIVERS,),
    ),
    advise=advise,
    suits_alike=True,
    quick=flops,
)
