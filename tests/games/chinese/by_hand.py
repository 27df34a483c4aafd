"""The settlement of both Chinese Poker games a second time: cards are text, and nothing is taken from the package."""

from collections import Counter
from typing import NamedTuple

RANKS = "23456789TJQKA"
KINDS = ["high", "pair", "two-pair", "trips", "straight", "flush", "full", "quads", "straight-flush", "royal"]
MIDDLE = {"straight": 4, "flush": 8, "full": 12, "quads": 20, "straight-flush": 30, "royal": 50}
BOTTOM = {"straight": 2, "flush": 4, "full": 6, "quads": 10, "straight-flush": 15, "royal": 25}
ORDER = [(0, 1), (0, 2), (0, 3), (1, 2), (1, 3), (2, 3)]


class Set(NamedTuple):
    """A player's three segments, each a list of cards as text."""

    owner: str
    top: list[str]
    middle: list[str]
    bottom: list[str]
    declared: bool = False


def value(cards: list[str]) -> tuple[int, list[int]]:
    ranks = [RANKS.index(card[0]) for card in cards]
    by_count = sorted(Counter(ranks).items(), key=lambda item: (-item[1], -item[0]))
    shape = [count for _, count in by_count]
    order = [one for one, _ in by_count]
    suited = len(cards) == 5 and len({card[1] for card in cards}) == 1
    run = len(cards) == 5 and in_a_row(cards)
    if run:
        order = [3] if set(ranks) == {12, 0, 1, 2, 3} else [max(ranks)]
    if run and suited:
        name = "royal" if min(ranks) == 8 else "straight-flush"
    elif suited:
        name = "flush"
    elif run:
        name = "straight"
    else:
        names = {(4, 1): "quads", (3, 2): "full", (2, 2, 1): "two-pair"}
        name = names.get(tuple(shape), {3: "trips", 2: "pair", 1: "high"}.get(shape[0], ""))
    return KINDS.index(name), order


def in_a_row(cards: list[str]) -> bool:
    ranks = sorted(RANKS.index(card[0]) for card in cards)
    low_ace = sorted((one + 1) % 13 for one in ranks)
    return any(run == list(range(run[0], run[0] + len(run))) for run in (ranks, low_ace))


def foul(one: Set) -> bool:
    top, middle, bottom = map(value, one[1:4])
    return bottom <= middle or middle <= top


def bonus(one: Set, pineapple: bool) -> int:
    kind, order = value(one.top)
    total = {"pair": max(0, order[0] - 3), "trips": 10 + order[0]}.get(KINDS[kind], 0)
    middle = KINDS[value(one.middle)[0]]
    total += 2 if pineapple and middle == "trips" else MIDDLE.get(middle, 0)
    return total + BOTTOM.get(KINDS[value(one.bottom)[0]], 0)


def sweep(one: Set) -> int:
    """The value of a clean sweep; 0 if there is none, if it is not declared, or if the hand is a foul."""
    cards = one.top + one.middle + one.bottom
    if not one.declared or foul(one):
        return 0
    if len({card[0] for card in cards}) == 13:
        return 26 if len({card[1] for card in cards}) == 1 else 13
    pairs = sum(count // 2 for count in Counter(card[0] for card in cards).values())
    parts = (one.top, one.middle, one.bottom)
    flushes = all(len({card[1] for card in part}) == 1 for part in parts)
    return 3 if pairs == 6 or flushes or all(map(in_a_row, parts)) else 0


def between(one: Set, other: Set, buttons: str, pineapple: bool) -> int:
    """What the first wins of the second in points, the values of clean sweeps apart."""
    if foul(one) or foul(other):
        if foul(one) and foul(other):
            return 0
        penalty = 6 if pineapple else 9
        return -penalty - bonus(other, pineapple) if foul(one) else penalty + bonus(one, pineapple)
    if sweep(one) and sweep(other):
        return 0
    if sweep(one):
        return bonus(one, pineapple)
    if sweep(other):
        return -bonus(other, pineapple)
    total = 0
    for mine, theirs in zip(one[1:4], other[1:4], strict=True):
        if value(mine) == value(theirs):
            total += (one.owner == buttons) - (other.owner == buttons)
        else:
            total += 1 if value(mine) > value(theirs) else -1
    if pineapple and abs(total) == 3:
        total *= 2
    return total + bonus(one, pineapple) - bonus(other, pineapple)


def settled(hands: list[Set], stacks: dict[str, int], point: int, *, pineapple: bool) -> dict[str, int]:
    """The stacks after everybody has settled with everybody, in the order of the rulebook."""
    return _settled(hands, stacks, point, pineapple)[0]


def paid(hands: list[Set], stacks: dict[str, int], point: int, *, pineapple: bool) -> int:
    """All that goes from one player to another on the way."""
    return _settled(hands, stacks, point, pineapple)[1]


def _settled(hands: list[Set], stacks: dict[str, int], point: int, pineapple: bool) -> tuple[dict[str, int], int]:
    """Everybody has chips of a colour of their own; who loses pays with the winner's colour, then with their own."""
    held = {who: Counter({who: stack}) for who, stack in stacks.items()}
    paid: list[tuple[str, str, int]] = []

    def pay(giver: str, taker: str, points: int) -> None:
        taken = sum(amount for one, other, amount in paid if (one, other) == (giver, taker))
        given = sum(amount for one, other, amount in paid if (one, other) == (taker, giver))
        amount = min(points * point, held[giver][taker] + held[giver][giver], stacks[taker] - taken + given)
        theirs = min(amount, held[giver][taker])
        for colour, chips in ((taker, theirs), (giver, amount - theirs)):
            held[giver][colour] -= chips
            held[taker][colour] += chips
        paid.append((giver, taker, amount))

    for one in hands:
        for other in hands:
            if sweep(one) > sweep(other):
                pay(other.owner, one.owner, sweep(one))
    for first, second in ORDER:
        if second < len(hands):
            net = between(hands[first], hands[second], hands[0].owner, pineapple)
            givers = (hands[second], hands[first]) if net > 0 else (hands[first], hands[second])
            pay(givers[0].owner, givers[1].owner, abs(net))
    return {who: chips.total() for who, chips in held.items()}, sum(amount for _, _, amount in paid)
