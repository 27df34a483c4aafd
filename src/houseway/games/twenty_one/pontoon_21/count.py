"""Pontoon 21: charts by the number of cards, what 12.B and 12.C pay, and its notes; all else is the family's."""

from collections.abc import Sequence
from fractions import Fraction
from time import perf_counter

from houseway.cards.card import Card
from houseway.cards.pack import pack
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.games.twenty_one.count.bonus import insurance, match_super_bonus
from houseway.games.twenty_one.count.charts import (
    LEGEND,
    LETTERS,
    MANY,
    UPS,
    Charted,
    Kind,
    by_cards,
    by_total,
    chart,
    kinds,
    pair_chart,
    worth,
)
from houseway.games.twenty_one.count.coach import advise
from houseway.games.twenty_one.count.ends import KINDS, SPADES, SUITED
from houseway.games.twenty_one.count.hands import ACE, NAMES, SEVEN, TEN, VALUES
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from houseway.games.twenty_one.count.quick_answers import QuickAnswers
from houseway.games.twenty_one.count.sheet import best_round, main_wager
from houseway.games.twenty_one.count.situations import POLICY
from houseway.games.twenty_one.count.whole_round import AND_EXTRA, COMPLETES, Round
from houseway.games.twenty_one.pontoon_21.round import payout_limit, six_and_ten
from houseway.games.twenty_one.pontoon_21.settlement import additional
from houseway.games.twenty_one.procedure import is_blackjack
from houseway.pricing.counting.deals import of_two
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Chart, Near, Sheet, Simple, WagerPrice, decimal
from houseway.pricing.pricing import Pricing, Trigger
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

__all__ = ["PRICING", "advise", "price"]


SIZES = range(2, MANY + 1)
_TITLES = {2: "Two cards", 3: "Three cards", 4: "Four cards", 5: "Five cards", MANY: "Six cards or more"}

# How a hand that no line of 12.B is paid on ends: its name, what it pays, its clause.
ENDS = {
    "push": ("push", "push", "7.P"),
    "lose": ("lose", "lose", "7.O(2), PO-10"),
    "dealer-blackjack": ("the dealer's Blackjack", "lose", "7.G(3)"),
    "surrender": ("surrender", "half lost", "9.C"),
    "double win": ("doubled, win", "", "10.F"),
    "double push": ("doubled, push", "push", "7.P"),
    "double lose": ("doubled, lose", "lose", "10.C"),
    "rescue": ("doubled, rescue", "wager lost", "10.H"),
    "split": ("split, all hands together", "", "11"),
}


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Pontoon 21 table, for its smallest wager."""
    return price_at(rules, rules.limits["pontoon"].minimum, progress=progress)


def price_at(rules: Rules, stake: int, *, progress: Progress | None = None) -> Sheet:
    """The same for another wager, which 12.C makes matter."""
    limits = rules.limits["pontoon"]
    if not limits.minimum <= stake <= limits.maximum:
        raise RulesError(f"{shown(stake)} is no wager here: {shown(limits.minimum)} to {shown(limits.maximum)}")
    begun = perf_counter()
    cards = pack(rules.game.cards.pack, int(rules.options["decks"]))
    best = best_round(rules, stake, progress)
    wagers = (main_wager(rules, best, ENDS), *_side_wagers(rules, cards))
    counted, plain = by_cards(best), by_total(best)
    return Sheet(
        rules,
        wagers,
        (*charts(counted), chart(plain, 2, "Any number of cards")),
        _notes(rules, best, stake),
        _method(rules, wagers[0].near),
        tuple(simple(best, counted, plain)),
        seconds=perf_counter() - begun,
    )


def _side_wagers(rules: Rules, cards: Sequence[Card]) -> list[WagerPrice]:
    match = [match_super_bonus(rules, cards)] if "match-super-bonus" in rules.wagers else []
    return [*match, insurance(rules, cards, lost="8.F")]


def charts(played: Charted) -> tuple[Chart, ...]:
    """A chart for each number of cards, then pairs, two cards by their suits, and rescues."""
    names = tuple(NAMES[up] for up in UPS)
    laid = [*(chart(played, size, _TITLES[size]) for size in SIZES), pair_chart(played)]
    rows = {
        f"{NAMES[held[0]]}-{NAMES[held[1]]} {kind}": tuple(LETTERS[played.suited[held, suits, up]] for up in UPS)
        for held in COMPLETES
        for suits, kind in enumerate(KINDS)
        if all((held, suits, up) in played.suited for up in UPS)
    }
    if rows:
        note = "these go before the charts for two cards and for pairs"
        way = "On the way to 6-7-8 and 7-7-7"
        laid.append(Chart(way, tuple(rows), names, tuple(rows.values()), LEGEND, note))
    totals = [total for total in range(4, 21) if any((total, up) in played.rescues for up in UPS)]
    cells = tuple(tuple("R" if (total, up) in played.rescues else "K" for up in UPS) for total in totals)
    note = "by the total with the double card; any other is kept"
    laid.append(Chart("Doubled hands", tuple(map(str, totals)), names, cells, {"K": "keep", "R": "rescue"}, note))
    return tuple(laid)


_SHORT = (
    "Hit two sevens of one suit against a seven.",
    "Split aces and eights always, 2s, 3s and 7s against 2 to 7, 6s against 4 to 6, and 9s against 3 to 6, 8 and 9.",
    "Double 11 against anything and 10 against 2 to 8, with up to three cards; with four, both against 3 to 6. Double "
    "a soft 17 or 18 of up to three cards against 4 to 6.",
    "Stand on 17 and more; against 2 to 6 also on 15 and 16, and on 14 against 4 to 6. With five cards or more stand "
    "only on 17 and more, and on 16 against 3 to 6.",
    "Soft hands: stand on 19 and more, and on a soft 18 of up to three cards unless the dealer has a 9, ten or ace.",
    "Surrender 17 in two cards against an ace; hit it with more cards.",
    "After a double, rescue 16 or less against 8 to ace, and 17 against an ace.",
)


def short_list() -> Charted:
    """The list above as charts."""
    low = range(1, 6)  # up cards 2 to 6
    middle = range(3, 6)  # 4 to 6
    every = {kind for kind in kinds(MANY) if kind}
    plays = {(kind, up): _listed(kind, up, low, middle) for kind in every for up in VALUES}
    draws = {cell: answer if answer in (HIT, STAND) else HIT for cell, answer in plays.items()}
    wide = range(1, 7)
    split = {ACE: VALUES, 7: VALUES, 1: wide, 2: wide, SEVEN: wide, 5: middle, 8: (2, 3, 4, 5, 7, 8)}
    pairs = {
        (pair, up): SPLIT if up in split.get(pair, ()) else plays[(2, 2 * (pair + 1), False), up]
        for pair in VALUES
        for up in VALUES
    }
    rescues = {(total, up): True for total in range(4, 17) for up in (7, 8, TEN, ACE)} | {(17, ACE): True}
    suited = {((SEVEN, SEVEN), suits, SEVEN): HIT for suits in (SUITED, SPADES)}
    return Charted(SIZES, plays, draws, pairs, rescues, suited)


def _listed(kind: Kind, up: int, low: range, middle: range) -> int:
    size, total, soft = kind
    if soft:
        if size <= 3 and total in (17, 18) and up in middle:
            return DOUBLE
        stands = total >= 19 or (total == 18 and size <= 3 and up not in (8, TEN, ACE))
        return STAND if stands else HIT
    if total == 11 and (size <= 3 or (size == 4 and up in range(2, 6))):
        return DOUBLE
    if total == 10 and ((size <= 3 and up in range(1, 8)) or (size == 4 and up in range(2, 6))):
        return DOUBLE
    if total == 17 and up == ACE:
        return SURRENDER if size == 2 else HIT
    if total >= 17:
        return STAND
    if size >= 5:
        return STAND if total == 16 and up in range(2, 6) else HIT
    if total >= 15:
        return STAND if up in low else HIT
    return STAND if total == 14 and up in middle else HIT


def simple(best: Round, counted: Charted, plain: Charted) -> list[Simple]:
    """Strategies from the fullest to the shortest, with what each costs."""
    told = {
        "By the charts": (counted, ("Play by the chart for the number of your cards, split hands too.",)),
        "By one chart": (
            plain,
            ("Play every hand by the chart for any number of cards, with the charts for pairs and doubled hands.",),
        ),
        "To remember": (short_list(), _SHORT),
    }
    return [Simple(name, steps, worth(played, best), best.expectation) for name, (played, steps) in told.items()]


def _method(rules: Rules, near: Near | None) -> tuple[str, ...]:
    decks = int(rules.options["decks"])
    return (
        f"One player's round from a fresh shoe of {decks} decks. For each up card and each hand of the player, the "
        "dealer's hand is counted over every order of the cards that are not in sight, without those that the card "
        "reader has ruled out; going back from the last card, every answer is valued by such a sum and the best one "
        "taken, by the cards in hand and the up card, and by suits where 12.B looks at them. Sums are whole numbers.",
        "Each hand of a split is played by its own cards, the up card and the pair that was split, not by what the "
        "other hands hold; the split is worth what its hands are worth together, and that is exact, splitting again "
        "included. One who also goes by the other hands' cards does a little better than this sheet says.",
        "The chance of each result of a split of two hands is counted jointly: how likely the cards of both are is "
        "exact, and what they do to the dealer's end is taken to add up. Three hands and more are taken as "
        "independent of each other, the dealer's end given. The expectation is exact all the same; the standard "
        "deviation and the chances of results that a split can have are near.",
        *((near.told,) if near else ()),
        "On small shoes the same count is compared with every deal played through the table, order by order.",
    )


def _notes(rules: Rules, best: Round, stake: int) -> tuple[str, ...]:
    extra = Fraction(best.terms.extra, best.terms.scale)
    often = sum((chance for (name, _), chance in best.lines.items() if name.endswith(AND_EXTRA)), Fraction(0))
    others = additional(rules).others.pays
    return (
        f"The additional payout of 12.C is an amount, so its part hangs on the wager: here {shown(stake)}. It comes "
        f"once in {round(1 / often) if often else 0:,} rounds, is {decimal(extra, 2)} wagers then "
        f"and {decimal(extra * often, 6)} of the expectation. What others at the table win with it "
        f"({shown(others)} each) is left out.",
        "A double for less than the wager is never better than both a hit and a full double. A double that is rescued "
        "counts as wagered.",
        "Insurance is priced by itself, for one who knows no card but the ace; it is never taken in the best play.",
        "When surrender is declared, before the card reader or at the player's turn, makes no difference to its price.",
        "Half a wager and 3 to 2 are taken to be paid in full; odd amounts are rounded down to the smallest chip.",
        *(["The payout limit per hand of 2.B(6)(b) is left out."] if payout_limit(rules) is not None else []),
    )


PRICING = Pricing(
    price,
    at=price_at,
    policy=POLICY,
    advise=advise,
    quick=QuickAnswers,
    triggers={
        SPIN: Trigger("a Blackjack in the first two cards", lambda rules: of_two(rules, is_blackjack)),
        XTREME: Trigger(
            "a six and a ten-point card as the dealer's first two", lambda rules: of_two(rules, six_and_ten)
        ),
    },
)
