"""Twenty-one that a player banks: the sheet of any member, as its rule file and the operator have it."""

from time import perf_counter

from houseway.games.twenty_one.count.bonus import bonus_bets
from houseway.games.twenty_one.count.charts import basic, basic_charts
from houseway.games.twenty_one.count.coach import advise
from houseway.games.twenty_one.count.exceptions import by_chart, exceptions
from houseway.games.twenty_one.count.quick_answers import QuickAnswers
from houseway.games.twenty_one.count.sheet import Ends, best_round, main_wager
from houseway.games.twenty_one.count.situations import POLICY
from houseway.games.twenty_one.count.strategy import card_of, on_split
from houseway.games.twenty_one.count.whole_round import Round
from houseway.games.twenty_one.facts import Surrender, twenty_one_rules
from houseway.games.twenty_one.settlement import clauses_of
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Near, Sheet, Simple, StrategyCard, decimal
from houseway.pricing.pricing import Pricing
from houseway.rules.cite import cited
from houseway.rules.resolved import Rules

__all__ = ["PRICING", "advise", "price"]


def ends(rules: Rules) -> Ends:
    """How a hand that no line is paid on ends: its name, what it pays, its clause."""
    clauses = clauses_of(rules)
    return {
        "push": ("push", "push", cited(clauses.closer, clauses.ties)),
        "lose": ("lose", "lose", cited(clauses.closer, clauses.over)),
        "dealer-blackjack": ("the player-dealer's natural", "lose", clauses.natural),
        "surrender": ("surrender", "half lost", clauses.half),
        "double win": ("doubled, win", "", clauses.closer),
        "double push": ("doubled, push", "push", clauses.closer),
        "double lose": ("doubled, lose", "lose", cited(clauses.closer, clauses.over)),
        "split": ("split, all hands together", "", clauses.split),
    }


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a table, for one player."""
    begun = perf_counter()
    best = best_of(rules, progress)
    wagers = (main_wager(rules, best, ends(rules)), *bonus_bets(rules, best))
    charted = basic(best)
    played = by_chart(charted, best)
    laid = [*basic_charts(charted), exceptions(played, best)]
    steps = ("Play by the charts for hard totals, soft totals and pairs, split hands too.", *on_split(charted, best))
    return Sheet(
        rules,
        wagers,
        tuple(chart for chart in laid if chart),
        _notes(rules, best),
        _method(rules, wagers[0].near),
        (Simple("By the charts", steps, played.expectation, best.expectation),),
        seconds=perf_counter() - begun,
    )


def best_of(rules: Rules, progress: Progress | None = None) -> Round:
    return best_round(rules, rules.limits[twenty_one_rules(rules).base].minimum, progress)


def _method(rules: Rules, near: Near | None) -> tuple[str, ...]:
    known = twenty_one_rules(rules)
    decks = f"{known.decks} decks" if known.decks > 1 else "one deck"
    return (
        f"One player's round from a fresh shoe of {decks}. For each up card and each hand of the player, the "
        "player-dealer's hand is counted over every order of the cards that are not in sight, without those that a "
        "look at the hole card has ruled out; going back from the last card, every answer is valued by such a sum and "
        "the best one taken, by the cards in hand and the up card. Sums are whole numbers.",
        "Each hand of a split is played by its own cards, the up card and the pair that was split, not by what the "
        "other hands hold; the split is worth what its hands are worth together, and that is exact, splitting again "
        "included. So the expectation is exact for this play and the least that the best play is worth; one who also "
        "goes by the other hands' cards does a little better.",
        "The chance of each result of a split of two hands is counted jointly: how likely the cards of both are is "
        "exact, and what they do to the player-dealer's end is taken to add up. Three hands and more are taken as "
        "independent of each other, the player-dealer's end given. The expectation is exact all the same; the standard "
        "deviation and the chances of results that a split can have are near.",
        *((near.told,) if near else ()),
        "Bonus bets on the first cards are counted over every deal of them. How often the player-dealer goes over with "
        "so many cards does not hang on what players draw, since they decide by cards in sight and every card not seen "
        "is as likely to come next; a Buster bet has the hand completed in any case.",
    )


def _notes(rules: Rules, best: Round) -> tuple[str, ...]:
    known = best.terms.rules
    notes = [
        "Insurance is priced by itself, for one who knows no card but the ace; the best play of a hand leaves it out.",
        "Half a wager and odd odds are taken to be paid in full; what is no whole chip is rounded down at the table.",
    ]
    if known.surrender is Surrender.EARLY:
        notes.append("A surrender is declared before the hole card is looked at and costs half against a natural too.")
    if known.double_for != "the wager":
        notes.append("A double for less than the wager is never better than both a hit and a full double.")
    if known.hard_31 or known.soft_31:
        name = "hard-31" if known.hard_31 else "soft-31"
        often = sum(chance for (line, _), chance in best.lines.items() if line == name)
        if not often:
            kind = "hard" if known.hard_31 else "soft"
            notes.append(f"The best play never hits a {kind} 21, so the line of 31 never comes in it.")
    if "side" in rules.wagers:
        offered, _ = best.side
        notes.append(
            f"A Side bet is offered {decimal(offered, 6)} times a round on average and priced each time it is; it is "
            "never taken in the best play."
        )
    return tuple(notes)


def strategy_card(rules: Rules, *, progress: Progress | None = None) -> StrategyCard:
    """The charts on one page, for these options."""
    return card_of(rules, best_of(rules, progress))


PRICING = Pricing(price, policy=POLICY, advise=advise, quick=QuickAnswers, card=strategy_card)
