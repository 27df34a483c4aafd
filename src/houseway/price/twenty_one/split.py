"""What a split of Pontoon 21 is worth, where each hand of it is played by its own cards.

A hand made by a split is played by its cards, the up card and the pair that was split, not by what the other hands
hold. Played so, it does not matter in which order the hands get their cards: each is like the first one, from a shoe
that lacks the cards of the pair. What one hand is worth on average is then a sum over its own cards only, and the
split is worth what its hands are worth together, exactly.

Splitting again makes the number of hands a matter of the second cards. A second card that is no card of the pair is
any card less one of the pair, so sums with some cards of the pair gone, added and taken off in turn, are all it needs.
"""

import json
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import product
from math import comb, perm

import numpy as np

from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.work import each
from houseway.price.twenty_one.count import DOUBLE, HIT, STAND, Against, Pays, Policy, Worth
from houseway.price.twenty_one.hands import VALUES, hand_lists, hands

Chances = dict[Fraction, float]  # of each result, in wagers


@dataclass(frozen=True)
class OneHand:
    """One hand of a split with some more cards of the pair gone: what it comes to, and what is wagered on it.

    All are chances and means over every order of the cards; a dealer's Blackjack counts as nothing.
    """

    any_worth: Fraction  # any second card
    new_worth: Fraction  # a second card that is no card of the pair
    any_wager: Fraction
    new_wager: Fraction


@dataclass(frozen=True)
class Split:
    """A pair split against an up card, up to so many hands in all."""

    most: int
    worth: Fraction  # in wagers, over every order; a dealer's Blackjack counts as nothing
    wager: Fraction  # wagers placed: hands and doubles
    worths: tuple[Fraction, ...]  # with at most two hands, three and so on
    policy: Policy
    results: Chances  # near enough: hands are taken to be independent of each other, the dealer's end given


def split(up: int, there: Sequence[int], pair: int, pays: Pays, most: int) -> Split:
    """The pair is in `there` still, the up card is not. Hands are split again up to `most` or less, as is best."""
    of_pair = hands().counts[:, pair].nonzero()[0].tolist()
    first = Against(up, without(there, pair, 1), pays, split=True)
    solved = first.solve(only=of_pair)
    reached = follow(solved.policy, hands().number([pair]))
    sums = _sums(up, there, pair, pays, solved.policy)
    worths = tuple(sums(limit, "worth") / pays.scale for limit in range(2, most + 1))
    best = max(range(len(worths)), key=lambda at: (worths[at], -at))
    limit = 2 + best
    near = _results(first, solved, pair, reached, limit)
    return Split(limit, worths[best], sums(limit, "wager"), worths, solved.policy, near)


def split_by(up: int, there: Sequence[int], pair: int, pays: Pays, most: int, policy: Policy) -> Split:
    """A pair that is split whenever it may be, each hand played by a policy; how the hands add up is left out."""
    sums = _sums(up, there, pair, pays, policy)
    worth = sums(most, "worth") / pays.scale
    return Split(most, worth, sums(most, "wager"), (worth,), policy, {})


def _sums(up: int, there: Sequence[int], pair: int, pays: Pays, policy: Policy) -> Callable[[int, str], Fraction]:
    """What a split comes to by the most hands that are made of it: the worth or the wagers of all of them."""
    single = hands().number([pair])
    reached, ends = follow(policy, single), compared(policy, single)
    known: dict[int, OneHand] = {}

    def hand(gone: int) -> OneHand:
        if gone not in known:
            lacking = Against(up, without(there, pair, 1 + gone), pays, split=True)
            solved = lacking.solve(policy=policy, only=reached, ends=ends)
            known[gone] = one_hand(lacking, solved, pair, reached)
        return known[gone]

    of_them, cards = there[pair] - 2, sum(there) - 2

    def slots(gone: int) -> Fraction:
        """The chance that so many second cards are all of the pair."""
        return Fraction(perm(of_them, gone), perm(cards, gone)) if gone <= of_them else Fraction(0)

    def together(what: str, again: int, others: int) -> Fraction:
        """One hand, with so many second cards of the pair and so many that are not, summed over both."""
        total = Fraction(0)
        for gone in range(others + 1):
            if chance := slots(again + gone):
                total += (-1) ** gone * comb(others, gone) * chance * getattr(hand(again + gone), what)
        return total

    def sums(limit: int, kind: str) -> Fraction:
        total = Fraction(0)
        for again, new, last, ways in courses(limit):
            if new:
                total += ways * new * together(f"new_{kind}", again, new - 1)
            if last:
                total += ways * last * together(f"any_{kind}", again, new)
        return total

    return sums


def without(there: Sequence[int], one: int, many: int) -> list[int]:
    return [count - many * (at == one) for at, count in enumerate(there)]


@cache
def courses(limit: int) -> tuple[tuple[int, int, int, int], ...]:
    """How the second cards can come, where at most `limit` hands are made of a pair.

    Each course: how many second cards were of the pair and made one hand more; how many hands got another card while
    more could be made; how many got theirs, whatever it was, when no more could; and in how many orders that happens.
    """
    found: dict[tuple[int, int, int], int] = {}
    open_: dict[tuple[int, int], int] = {(0, 0): 1}  # by cards of the pair and other cards so far
    while open_:
        (again, new), ways = open_.popitem()
        made, waiting = 2 + again, 2 + again - new
        if made == limit or not waiting:
            found[again, new, waiting] = found.get((again, new, waiting), 0) + ways
            continue
        for step in ((again + 1, new), (again, new + 1)):
            open_[step] = open_.get(step, 0) + ways
    return tuple((*key, ways) for key, ways in found.items())


def follow(policy: Policy, *starts: int) -> list[int]:
    """Every hand that can come of these, by a hit or as the last of a double."""
    _, sizes, totals, after = hand_lists()
    played, doubled, waiting = {*starts}, set[int](), [*starts]
    while waiting:
        number = waiting.pop()
        answer = HIT if sizes[number] < 2 else policy.answers[number]
        if answer == STAND or totals[number] == 21:
            continue
        more = {then for then in after[number] if then >= 0}
        if answer == DOUBLE:
            doubled |= more
        else:
            waiting += more - played
            played |= more
    return sorted(played | doubled)


def compared(policy: Policy, *starts: int) -> list[int]:
    """The hands that come of these and may be compared with the dealer's: not those that hit, nor 21 in three cards."""
    _, sizes, totals, after = hand_lists()
    found = set[int]()
    for number in follow(policy, *starts):
        if sizes[number] < 2:
            continue
        if totals[number] == 21 or policy.answers[number] == STAND:
            found.add(number)
        elif policy.answers[number] == DOUBLE:
            found |= {then for then in after[number] if then >= 0}
    return sorted(one for one in found if totals[one] < 21 or sizes[one] == 2)


def one_hand(against: Against, solved: Worth, pair: int, reached: Sequence[int]) -> OneHand:
    """The mean of one hand that begins with a card of the pair."""
    every = hands()
    wagers = _wagers(against, solved, reached)
    orders = against.every_order(1)
    sums = {"worth": [0, 0], "wager": [0, 0]}
    for second, then in enumerate(every.after[every.number([pair])].tolist()):
        many = against.there[second] - (second == pair)
        if many > 0:
            for kind, found in (("worth", solved.best[then]), ("wager", wagers[then])):
                sums[kind][0] += many * found
                sums[kind][1] += many * found * (second != pair)
    worth, wager = ([Fraction(one, orders) for one in sums[kind]] for kind in ("worth", "wager"))
    return OneHand(worth[0], worth[1], wager[0], wager[1])


def _wagers(against: Against, solved: Worth, reached: Sequence[int]) -> dict[int, int]:
    """What is wagered on a hand in all, summed over the orders without a dealer's Blackjack."""
    counts, _, totals, after = hand_lists()
    found: dict[int, int] = {}
    for number in reversed(reached):
        if orders := solved.orders[number]:
            answer = solved.policy.answers[number]
            if totals[number] == 21 or answer == STAND:
                found[number] = orders
            elif answer == DOUBLE:
                found[number] = 2 * orders
            else:
                more = 0
                for one, then in enumerate(after[number]):
                    if then >= 0 and (many := against.there[one] - counts[number][one]) > 0:
                        more += many * (found.get(then, 0) - solved.orders[then])
                found[number] = orders + more
    return found


# How the results of all hands of a split come together


def _results(against: Against, solved: Worth, pair: int, reached: Sequence[int], limit: int) -> Chances:
    """The chance of each result of the whole split, no Blackjack of the dealer.

    How many hands there are is exact, and so is how one hand comes out with each of the dealer's ends; that several
    hands are independent of each other, the dealer's end given, is not quite so.
    """
    scale, win = against.pays.scale, against.pays.win
    kinds = (-2 * scale, -scale, 0, win, 2 * win)
    of_any, of_new = _with_ends(against, solved, pair, reached)
    of_them, cards = against.there[pair] - 1, against.cards - 1
    found: dict[int, float] = {}
    for again, new, last, ways in courses(limit):
        course = ways * sum(
            (-1) ** gone * comb(new, gone) * perm(of_them, again + gone) / perm(cards, again + gone)
            for gone in range(new + 1)
            if again + gone <= of_them
        )
        if course <= 0:
            continue
        for end in range(6):
            total = {0: course * sum(of_any[end])}
            for part in [of_new[end]] * new + [of_any[end]] * last:
                step: dict[int, float] = {}
                for (so_far, often), (result, likely) in product(total.items(), zip(kinds, part, strict=True)):
                    if likely:
                        step[so_far + result] = step.get(so_far + result, 0.0) + often * likely / sum(part)
                total = step
            for result, likely in total.items():
                found[result] = found.get(result, 0.0) + likely
    whole = sum(found.values())
    return {Fraction(result, scale): likely / whole for result, likely in sorted(found.items()) if likely}


def _with_ends(
    against: Against, solved: Worth, pair: int, reached: Sequence[int]
) -> tuple[list[list[float]], list[list[float]]]:
    """How often one hand loses two wagers, loses one, ties, wins one, wins two with each of the dealer's ends.

    The first is for any second card, the second for one that is no card of the pair.
    """
    counts, sizes, totals, after = hand_lists()
    start, whole = hands().number([pair]), float(against.every_order(1))
    found = [[[0.0] * 5 for _ in range(6)] for _ in range(2)]
    reach = {start: (1.0, 1.0)}

    def ended(number: int, ways: tuple[float, float], stake: int, likely: list[float]) -> None:
        total, wins = totals[number], totals[number] == 21 and sizes[number] > 2
        for end, chance in enumerate(likely):
            if stake == 2 and solved.policy.rescues[number]:
                kind = 1
            elif wins or end == 5 or total > 17 + end:
                kind = 2 + stake
            else:
                kind = 2 if total == 17 + end else 2 - stake
            found[0][end][kind] += ways[0] * chance
            found[1][end][kind] += ways[1] * chance

    ends = {
        number: [many / whole for many in (*solved.ends[number], solved.orders[number] - sum(solved.ends[number]))]
        for number in reached
        if solved.orders[number]
    }
    for number in reached:
        ways = reach.get(number)
        if ways is None:
            continue
        answer = HIT if number == start else solved.policy.answers[number]
        if number != start and (answer == STAND or totals[number] == 21):
            ended(number, ways, 1, ends[number])
            continue
        stays = [0.0] * 6
        for one, then in enumerate(after[number]):
            many = against.there[one] - counts[number][one]
            if then < 0 or many <= 0:
                continue
            further = (ways[0] * many, 0.0 if number == start and one == pair else ways[1] * many)
            if answer == HIT:
                before = reach.get(then, (0.0, 0.0))
                reach[then] = (before[0] + further[0], before[1] + further[1])
            else:
                ended(then, further, 2, ends[then])
            stays = [so_far + many * chance for so_far, chance in zip(stays, ends[then], strict=True)]
        if number != start:  # what goes over is lost whatever the dealer has: all that is here, less what stays
            for end, (here, stay) in enumerate(zip(ends[number], stays, strict=True)):
                over = max(0.0, here - stay)
                for kind in range(2):
                    found[kind][end][0 if answer == DOUBLE else 1] += ways[kind] * over
    return found[0], found[1]


# Kept on disk: splits pay no bonus, so they hang on the shoe, the number of hands and what a win pays


def count_splits(up: int, there: tuple[int, ...], win: int, scale: int, most: int) -> Arrays:
    """Every pair split against one up card, as arrays: a task that any process can do."""
    pays = plain_pays(Fraction(win, scale))
    made = [split(up, there, pair, pays, most) for pair in VALUES]
    return {
        "most": np.array([one.most for one in made]),
        "worths": np.array([[str(worth) for worth in one.worths] for one in made]),
        "wagers": np.array([str(one.wager) for one in made]),
        "answers": np.array([one.policy.answers for one in made], np.int8),
        "rescues": np.array([one.policy.rescues for one in made], np.bool_),
        "results": np.array([json.dumps({str(net): often for net, often in one.results.items()}) for one in made]),
    }


def plain_pays(win: Fraction) -> Pays:
    """All that a hand of a split can be paid by."""
    none = (0, 0, 0)
    return Pays(win.denominator, win.numerator, 0, none, none, none, 0)


def every_split(
    there: Sequence[int], win: Fraction, most: int, progress: Callable[[int, int], None] | None = None
) -> Callable[[int, int], Split]:
    """The best split of each pair against each up card, from a shoe with at least three cards of each value."""
    scale, won = win.denominator, win.numerator
    tasks = [
        (up, tuple(many - (at == up) for at, many in enumerate(there)), won, scale, most)
        for up in VALUES
    ]  # fmt: skip

    def made() -> Arrays:
        found = each(count_splits, tasks, progress)
        return {f"{name}_{up}": part for up, arrays in zip(VALUES, found, strict=True) for name, part in arrays.items()}

    kept_arrays = kept("pontoon-21-splits", [list(there), str(win), most], made)

    @cache
    def one(up: int, pair: int) -> Split:
        most, worths, wagers, answers, rescues, results = (
            kept_arrays[f"{name}_{up}"][pair] for name in ("most", "worths", "wagers", "answers", "rescues", "results")
        )
        every = tuple(Fraction(str(worth)) for worth in worths)
        near = {Fraction(net): often for net, often in json.loads(str(results)).items()}
        policy = Policy(answers.tolist(), rescues.tolist())
        return Split(int(most), every[int(most) - 2], Fraction(str(wagers)), every, policy, near)

    return one
