"""Best play at twenty-one as a list: every hand by its values, against every up card."""

from collections.abc import Iterator
from fractions import Fraction

from houseway.games.twenty_one.count.ends import KINDS
from houseway.games.twenty_one.count.hands import NAMES, hand_lists
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, WORDS
from houseway.games.twenty_one.count.sheet import best_round
from houseway.games.twenty_one.count.whole_round import NO_MATTER, AgainstUp, Round, Start
from houseway.games.twenty_one.facts import Surrender, twenty_one_rules
from houseway.pricing.counting.situations import Policy, Situation
from houseway.rules.resolved import Rules


def every_situation(rules: Rules) -> Iterator[Situation]:
    """First hands of two cards, before the hole card is looked at where they can be surrendered then; and every hand of
    two cards or more at its turn, that of a split left out."""
    best = best_round(rules, rules.limits[twenty_one_rules(rules).base].minimum)
    for up, one in best.ups.items():
        for start in one.starts:
            yield from _of_start(best, one, start)
        yield from _of_more(best, up, one)


def _of_start(best: Round, one: AgainstUp, start: Start) -> Iterator[Situation]:
    alive = one.alive(start.number)
    if not alive:
        return
    held = " ".join(NAMES[value] for value in start.held)
    hand = held if start.suits == NO_MATTER else f"{held} {KINDS[start.suits]}, {start.matches} to match"
    early = best.terms.rules.surrender == Surrender.EARLY
    worth = {
        WORDS[answer]: (known + 1 - alive) / alive
        for answer in (STAND, HIT, DOUBLE, SPLIT, SURRENDER)
        if (known := start.worths[answer]) is not None and not (early and answer == SURRENDER)
    }
    orders = one.against.every_order(2)
    if early:
        surrendered = start.worths[SURRENDER]
        assert surrendered is not None
        on = max(worth.values()) * alive - (1 - alive)
        answers = {WORDS[SURRENDER]: surrendered, "play on": on}
        yield Situation("surrender", hand, NAMES[start.up], start.ways * orders, answers)
    yield Situation("play", hand, NAMES[start.up], start.ways * one.solved.orders[start.number], worth)


def _of_more(best: Round, up: int, one: AgainstUp) -> Iterator[Situation]:
    counts, sizes, totals, _ = hand_lists()
    met, solved = best.followed[up][1], one.solved
    for number, size in enumerate(sizes):
        if size < 3 or not (orders := solved.orders[number]):
            continue
        sums = {STAND: solved.stand[number], HIT: solved.hit[number], DOUBLE: solved.double[number]}
        legal = one.against.answers(size, totals[number])
        worth = {WORDS[answer]: Fraction(sums[answer], orders * best.terms.scale) for answer in sums if answer in legal}
        hand = " ".join(NAMES[value] for value, many in enumerate(counts[number]) for _ in range(many))
        yield Situation("play", hand, NAMES[up], met[number] * orders, worth)


POLICY = Policy(
    every_situation,
    "Hands by the values of their cards, against the value of the up card, from a fresh shoe; worths at the player's "
    "turn are those without a natural of the dealer's. `houseway coach` answers for hands of a split.",
)
