"""Party Craps with any number of packs: every wager followed from flip to flip until it is decided.

Flips are two cards from full packs, so one is like the other, and a wager is a walk between a few situations: where it
lies, and the point. How often the walk ends with each result is the solution of a few equations, in fractions.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from fractions import Fraction
from itertools import combinations
from math import lcm
from time import perf_counter
from typing import NamedTuple

from houseway.cards.card import Card, text
from houseway.cards.pack import pack
from houseway.games.craps.facts import CrapsFacts
from houseway.games.craps.party_craps.round import (
    BOX_NUMBERS,
    TOTALS,
    moves_to,
    pair_of,
    settle,
    stands,
    sum_of,
    with_fee,
)
from houseway.play.outcome import Outcome, Result
from houseway.play.places import seats as all_seats
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Chart, LinePrice, Outcomes, Sheet, WagerPrice
from houseway.pricing.points import priced_as
from houseway.pricing.pricing import Case, Placed, Pricing, Results, Shared
from houseway.rules.families import facts
from houseway.rules.models import Wager
from houseway.rules.money import cents, dollars, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

Chances = dict[Fraction, Fraction]  # of each net result, in stakes

STAKE = cents("60")  # every printed odd pays it in whole dollars; the fee of buy and lay bets goes by the amount won
COME_OUT = 0


class Flip(NamedTuple):
    """One pair of cards as an example of its kind, and how many pairs are of that kind."""

    cards: tuple[Card, ...]
    ways: int


class Situation(NamedTuple):
    """Where a wager lies, and the point (0 on the come-out)."""

    wagers: tuple[str, ...]
    point: int


def flips(cards: Sequence[Card]) -> tuple[Flip, ...]:
    """The kinds of pairs of two cards, each as often as it comes."""
    found: dict[str, Flip] = {}
    there: dict[int, list[Card]] = {}
    for one in cards:
        there.setdefault(one >> 2, []).append(one)
    kinds = list(there.values())
    for kind in kinds:
        if len(kind) > 1:
            found[pair_of((kind[0], kind[1]))] = Flip((kind[0], kind[1]), len(kind) * (len(kind) - 1) // 2)
    for first, second in combinations(kinds, 2):
        found[pair_of((first[0], second[0]))] = Flip((first[0], second[0]), len(first) * len(second))
    return tuple(found.values())


def chances(rules: Rules, start: Situation, flips: Sequence[Flip]) -> Chances:
    """How likely each result is in the end, for a wager placed at this point."""
    return chances_from(rules, [start], flips)[start]


class Placing(NamedTuple):
    """How a wager is priced: the amount, and whether one that is barred, and lies where it lay, counts as a tie."""

    stake: int = STAKE
    bar_ties: bool = False


USUAL = Placing()


def chances_from(
    rules: Rules, starts: Sequence[Situation], flips: Sequence[Flip], placing: Placing = USUAL
) -> dict[Situation, Chances]:
    """The same for each of several situations, which lead to one another: solved together."""
    decided, moves = _walk(rules, starts, flips, placing)
    order = list(decided)
    results = sorted({result for ends in decided.values() for result in ends})
    # In each situation: chance of a result = chance now + chance of moving on x chance there.
    rows = [
        [Fraction(here == there) - moves[here].get(there, 0) for there in order]
        + [decided[here].get(result, Fraction(0)) for result in results]
        for here in order
    ]
    solved = {here: row[len(order) :] for here, row in zip(order, _eliminate(rows), strict=True)}
    return {
        start: {result: chance for result, chance in zip(results, solved[start], strict=True) if chance}
        for start in starts
    }


def _walk(
    rules: Rules, starts: Sequence[Situation], flips: Sequence[Flip], placing: Placing = USUAL
) -> tuple[dict[Situation, Chances], dict[Situation, dict[Situation, Fraction]]]:
    """Every situation that can be reached: what decides it there, and where it goes on."""
    total = sum(flip.ways for flip in flips)
    decided: dict[Situation, Chances] = {}
    moves: dict[Situation, dict[Situation, Fraction]] = {}
    waiting = [*starts]
    while waiting:
        here = waiting.pop()
        if here in decided:
            continue
        decided[here], moves[here] = {}, {}
        for flip in flips:
            chance = Fraction(flip.ways, total)
            result, then = step(rules, here, flip.cards, placing)
            if then is None:
                decided[here][result] = decided[here].get(result, Fraction(0)) + chance
            else:
                moves[here][then] = moves[here].get(then, Fraction(0)) + chance
                waiting.append(then)
    return decided, moves


def step(
    rules: Rules, here: Situation, cards: tuple[Card, ...], placing: Placing = USUAL
) -> tuple[Fraction, Situation | None]:
    """One flip, as the table settles it: the result if the wager is decided, or where it lies next."""
    outcomes = settle(rules, cards, here.point, working=True, stakes=dict.fromkeys(here.wagers, placing.stake))
    total = sum_of(cards)
    if outcomes:
        assert len(outcomes) == len(here.wagers), "the parts of one wager are decided together"
        return sum(map(net, outcomes), Fraction(0)) / len(outcomes), None
    point = here.point
    if not point:
        point = total if total in BOX_NUMBERS else COME_OUT
    elif total in (point, 7):
        point = COME_OUT
    then = Situation(tuple(moves_to(wager, total) or wager for wager in here.wagers), point)
    return Fraction(0), None if placing.bar_ties and then == here and not here.point else then


def net(outcome: Outcome) -> Fraction:
    if outcome.result is Result.WIN:
        return Fraction(outcome.paid, outcome.stake)
    return Fraction(-(outcome.result is Result.LOSE))


def _eliminate(rows: list[list[Fraction]]) -> list[list[Fraction]]:
    """Gauss and Jordan, in fractions: the left part becomes the unit matrix."""
    for at in range(len(rows)):
        pivot = next(row for row in range(at, len(rows)) if rows[row][at])
        rows[at], rows[pivot] = rows[pivot], rows[at]
        by = rows[at][at]
        rows[at] = [number / by for number in rows[at]]
        for row in range(len(rows)):
            if row != at and rows[row][at]:
                times = rows[row][at]
                rows[row] = [
                    number - times * under if under else number
                    for number, under in zip(rows[row], rows[at], strict=True)
                ]
    return rows


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a Party Craps table."""
    return price_at(rules, STAKE, progress=progress)


def price_at(rules: Rules, stake: int, *, progress: Progress | None = None) -> Sheet:
    """The same for wagers of another amount, which the fee of buy and lay bets and odd payouts hang on."""
    begun = perf_counter()
    decks = int(rules.options["decks"])
    every = flips(pack(rules.game.cards.pack, decks))
    placed = {name: wager for name, wager in rules.wagers.items() if wager.when == "wagers"}
    wagers: list[WagerPrice] = []
    for done, (name, wager) in enumerate(placed.items(), start=1):
        wagers += price_wager(rules, name, wager, every, stake)
        if progress:
            progress(done, len(placed))
    pairs = sum(flip.ways for flip in every)
    method = (
        f"A flip is one of the {pairs:,} pairs of cards in {decks} packs of 24; the shuffling machine makes one flip "
        "independent of the other.",
        "Each wager is settled by the table's own settlement on every pair of cards in every situation it can reach; "
        "how often it ends with each result is solved in fractions, and the cases are those over one denominator.",
    )
    notes = (
        "A wager is priced until it is decided, and taken to be called on where it would be off on the come-out.",
        f"Wagers are of {shown(stake)}: the fee of buy and lay bets goes by the amount won, and what is no whole chip "
        "is rounded down. These bets are priced without the fee too.",
        "A wager that is barred is followed until it is decided, and priced with the bar counted as a tie too.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    return Sheet(rules, tuple(wagers), (totals_chart(every),), notes, method, seconds=perf_counter() - begun)


NO_FEE, BAR_TIES = "without-fee", "bar-ties"  # after a wager's name: the other ways in which it is priced


def price_wager(rules: Rules, name: str, wager: Wager, every: Sequence[Flip], stake: int = STAKE) -> list[WagerPrice]:
    """The wager's price, once for each kind of point that it is worth something else on, and in every way it has."""
    prices = _by_point(rules, name, wager, every, Placing(stake))
    if name in with_fee(rules):
        free = _by_point(without_fee(rules), name, wager, every, Placing(stake))
        prices += [_named(one, NO_FEE, "without the fee") for one in free]
    if name in facts(rules.game, CrapsFacts).come_out_only:
        tied = _by_point(rules, name, wager, every, Placing(stake, bar_ties=True))
        if [one.outcomes for one in tied] != [one.outcomes for one in prices]:
            prices += [_named(one, BAR_TIES, "the bar counted as a tie") for one in tied]
    return prices


def _named(one: WagerPrice, key: str, told: str) -> WagerPrice:
    return replace(one, wager=priced_as(one.wager, key), name=f"{one.name}, {told}")


def without_fee(rules: Rules) -> Rules:
    """The same table without the fee of buy and lay bets."""
    stated = facts(rules.game, CrapsFacts)
    nothing = stated.buy_lay_fee.model_copy(update={"wagers": ()})
    free = stated.model_copy(update={"buy_lay_fee": nothing})
    return replace(rules, game=rules.game.model_copy(update={"facts": free}))


def _by_point(rules: Rules, name: str, wager: Wager, every: Sequence[Flip], placing: Placing) -> list[WagerPrice]:
    found: dict[tuple[tuple[Fraction, Fraction], ...], list[int]] = {}
    situations = [Situation(wager.spots or (name,), point) for point in starts(rules, name)]
    for start, ends in chances_from(rules, situations, every, placing).items():
        found.setdefault(tuple(sorted(ends.items())), []).append(start.point)
    prices = []
    for solved, points in found.items():
        on = "" if len(found) == 1 else f", the point {' or '.join(map(str, points))}"
        key = name if len(found) == 1 else priced_as(name, *points)
        prices.append(_priced(rules, key, f"{wager.name}{on}", wager, dict(solved)))
    return prices


def starts(rules: Rules, name: str) -> tuple[int, ...]:
    """The points on which a wager can be placed."""
    stated = facts(rules.game, CrapsFacts)
    if name in stated.come_out_only:
        return (COME_OUT,)
    if name in stated.point_only or name in ("pass-odds", "dont-pass-odds"):
        return BOX_NUMBERS
    return (COME_OUT, *BOX_NUMBERS)


def _priced(rules: Rules, key: str, name: str, wager: Wager, ends: Mapping[Fraction, Fraction]) -> WagerPrice:
    cases = lcm(*(chance.denominator for chance in ends.values()))
    outcomes = Outcomes({result: int(chance * cases) for result, chance in ends.items()})
    lines = tuple(
        LinePrice(
            "win" if result > 0 else "lose" if result < 0 else "push",
            f"{result.numerator}:{result.denominator}" if result > 0 else "lose" if result < 0 else "push",
            wager.clause,
            int(chance * cases),
            cases,
            result * chance,
        )
        for result, chance in sorted(ends.items(), reverse=True)
    )
    method = "exact, by solving from flip to flip"
    return WagerPrice(key, name, "the wager", Fraction(1), outcomes, wager.clause, lines=lines, method=method)


def totals_chart(every: Sequence[Flip]) -> Chart:
    """How often each total comes, beside two dice."""
    pairs = sum(flip.ways for flip in every)
    ways = {total: sum(flip.ways for flip in every if sum_of(flip.cards) == total) for total in range(2, 13)}
    dice = [6 - abs(7 - total) for total in ways]
    cells = (
        tuple(f"{100 * many / pairs:.3f}" for many in ways.values()),
        tuple(f"{100 * many / 36:.3f}" for many in dice),
    )
    assert len(TOTALS) == len(ways)
    names = tuple(map(str, ways))
    return Chart("How often each total comes, in percent", ("cards", "two dice"), names, cells, {})


# The player-dealer's side


def cases(rules: Rules, placed: Sequence[Placed]) -> Iterator[Case]:
    """The wager followed until it is decided: every flip that decides it, in every situation, once."""
    (wager, *others) = dict.fromkeys(name for one in placed for name in one)
    if others or rules.wagers[wager].needs is not None:
        raise RulesError(
            f"at {rules.game.name} all opponents make one wager, the same: pass 10, not {wager} with others"
        )
    every = flips(pack(rules.game.cards.pack, int(rules.options["decks"])))
    total = sum(flip.ways for flip in every)
    for here, many in visits(rules, _start(rules, wager), every).items():
        before, now = _lying(rules, wager, placed, here)
        for flip in every:
            _, then = step(rules, here, flip.cards)
            if then is None:
                yield Case(many * Fraction(flip.ways, total), {"flip": text(flip.cards)}, now, before)


def visits(rules: Rules, start: Situation, flips: Sequence[Flip]) -> dict[Situation, Fraction]:
    """How many flips a wager waits for in each situation, on average, until it is decided."""
    _, moves = _walk(rules, [start], flips)
    order = list(moves)
    # Flips there = one where it starts, and those of each situation that moves on to it.
    rows = [
        [Fraction(here == there) - moves[there].get(here, 0) for there in order] + [Fraction(here == start)]
        for here in order
    ]
    return {here: row[-1] for here, row in zip(order, _eliminate(rows), strict=True)}


def _start(rules: Rules, wager: str) -> Situation:
    """Where a wager begins: on the come-out if it can."""
    return Situation(rules.wagers[wager].spots or (wager,), starts(rules, wager)[0])


def _begins(rules: Rules, placed: Placed) -> dict[str, str]:
    point = _start(rules, next(iter(placed))).point
    return {"point": str(point)} if point else {}


def _lying(
    rules: Rules, wager: str, placed: Sequence[Placed], here: Situation
) -> tuple[dict[str, str], Sequence[Placed]]:
    """How the wagers lie: standing from an earlier flip, or placed now."""
    seats = all_seats(len(placed))
    before = {"point": str(here.point)} if here.point else {"working": ", ".join(seats)}
    if not all(stands(rules, one, point=bool(here.point)) for one in here.wagers):
        return before, [{wager: one[wager]} for one in placed]
    parts = len(here.wagers)
    for seat, one in zip(seats, placed, strict=True):
        before[seat] = ", ".join(f"{part} {dollars(one[wager] // parts)}" for part in here.wagers)
    return before, [{} for _ in placed]


def _followed(sheet: Sheet, rounds: int, seed: str, progress: Progress | None = None) -> Results:
    from houseway.games.craps.party_craps.count.followed import followed

    return followed(sheet, rounds, seed, progress)


PRICING = Pricing(
    price,
    at=price_at,
    followed=_followed,
    shared=Shared(cases, "every opponent makes the same wager on the same flips", one_wager=True, begins=_begins),
    note="A result is that of one wager until it is decided, with the same amount put up at every flip.",
)
