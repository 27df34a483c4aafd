"""Pai gow a second time, by trying everything: cards are text, and nothing is taken from the package but money."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from houseway.rules.money import cents
from tests.games.banked_by_hand import KINDS, RANKS, covered, worth
from tests.tree_walk import Counts, Walk

FIVE_ACES = (len(KINDS), 12)
DECK = [rank + suit for rank in RANKS for suit in "cdhs"]
Hand = tuple[str, ...]
Split = tuple[Hand, Hand]
LUCKY = {"royal": 100, "straight flush": 25, "quads": 15, "full": 10, "flush": 4, "trips": 3, "straight": 1}


def rank(card: str) -> int:
    return 12 if card == "Jk" else RANKS.index(card[0])


COMPLETED = ("straight", "flush", "straight flush", "royal")
ACE_UP = ("straight", "straight flush", "royal")  # what its joker completes


def five(cards: Hand, completed: tuple[str, ...] = COMPLETED) -> tuple[int, ...]:
    return _five(tuple(sorted(cards)), completed)


@cache
def _five(cards: Hand, completed: tuple[str, ...]) -> tuple[int, ...]:
    """Five cards; the joker is every card that it may be, in turn."""
    if "Jk" not in cards:
        return worth(cards)
    held = tuple(card for card in cards if card != "Jk")
    if [card[0] for card in held] == ["A"] * 4:
        return FIVE_ACES
    made = [(card, worth((*held, card))) for card in DECK if card not in held]
    completes, flush = [KINDS.index(kind) for kind in completed], KINDS.index("flush")
    return max(value for card, value in made if value[0] in completes or (card[0] == "A" and value[0] != flush))


def two(cards: Hand) -> tuple[int, int, int]:
    low, high = sorted(map(rank, cards))
    return int(low == high), high, low


def foul(front: Hand, back: Hand) -> bool:
    pair, high, low = two(front)
    ranks = (high,) if pair else (high, low)
    value = five(back)
    return (pair, *ranks) > value[: 1 + len(ranks)]


def splits(cards: Hand) -> Iterator[Split]:
    for front in combinations(cards, 2):
        yield front, tuple(card for card in cards if card not in front)


def house_way(cards: Hand, completed: tuple[str, ...] = COMPLETED) -> Split:
    """By the sentences of the approval: of all that can be done, what is asked for with the highest front. With
    Ace Up's joker by Ace Up's chart, which also leaves a straight or flush behind a pair of two."""
    counts = Counter(map(rank, cards))
    shape = sorted(counts.values(), reverse=True)
    ranks = sorted(counts, key=lambda one: (counts[one], one), reverse=True)

    def highest(fits: Callable[[list[int], list[int]], bool], *, complete: bool = False) -> Split | None:
        """Of the fronts that fit, the highest, and of those the one with the best back."""
        found = [
            (two(front), front, back) for front, back in splits(cards) if fits([*map(rank, front)], [*map(rank, back)])
        ]
        for value in sorted({one[0] for one in found}, reverse=True):
            backs = [(five(back, completed), front, back) for this, front, back in found if this == value]
            if not complete or max(backs)[0][0] >= KINDS.index("straight"):
                return max(backs)[1:]
        return None

    def sure(split: Split | None) -> Split:
        assert split is not None
        return split

    first = ranks[0]
    pair = highest(lambda front, back: front == [first, first])
    if shape[0] == 5 or shape == [3, 3, 1]:
        return sure(pair)
    if shape[0] == 4:
        whole = sure(highest(lambda front, back: back.count(first) == 4))
        least = {**dict.fromkeys((12, 11, 10), (1, 0, 0)), **dict.fromkeys((9, 8, 7), (0, 11, 0))}
        least |= dict.fromkeys((6, 5, 4), (0, 10, 0))
        return whole if first <= 3 or two(whole[0]) >= least[first] else sure(pair)
    if shape[:2] == [3, 2]:
        return sure(highest(lambda front, back: front == [ranks[1]] * 2))
    if shape == [2, 2, 2, 1]:
        return sure(pair)
    if shape[:2] != [2, 2] and (whole_hand := highest(lambda front, back: True, complete=True)):
        return whole_hand
    if completed == ACE_UP and shape[:2] == [2, 2]:
        behind_a_pair = highest(lambda front, back: front[0] == front[1], complete=True)
        if behind_a_pair:
            return behind_a_pair
    if shape[0] == 3:
        return sure(highest(lambda front, back: back.count(first) == (2 if first == 12 else 3)))
    if shape[:2] == [2, 2]:
        small = sure(highest(lambda front, back: front == [ranks[1]] * 2))
        both = sure(highest(lambda front, back: back.count(first) == back.count(ranks[1]) == 2))
        needs = 13 if first >= 10 else 12 if first >= 7 else 11 if first >= 4 else 10
        return both if max(map(rank, both[0])) >= needs else small
    return sure(highest(lambda front, back: back.count(first) == counts[first]))


def mini_house_way(cards: Hand) -> Split:
    """Mini Pai Gow's chart, by trying each of the six cards in front, the joker above an ace."""
    counts = Counter(map(rank, cards))
    shape = sorted(counts.values(), reverse=True)
    ranks = sorted(counts, key=lambda one: (counts[one], one), reverse=True)
    ways = [((card,), tuple(other for other in cards if other != card)) for card in cards]
    ways.sort(key=lambda way: (one(way[0]), five(way[1])), reverse=True)

    def first(fits: Callable[[int, tuple[int, ...]], bool]) -> Split | None:
        return next((way for way in ways if fits(rank(way[0][0]), five(way[1]))), None)

    def sure(split: Split | None) -> Split:
        assert split is not None
        return split

    if shape[0] == 5 or shape in ([3, 3], [2, 2, 2]):
        return sure(first(lambda front, back: front == ranks[0]))
    if shape[0] == 4:
        return sure(first(lambda front, back: front != ranks[0]))
    if shape == [3, 2, 1]:
        return sure(first(lambda front, back: front == ranks[2]))
    best = max(five(back)[0] for _, back in ways)
    if best >= KINDS.index("straight"):
        row = next(kind for kind in ("straight flush", "flush", "straight") if KINDS.index(kind) <= best)
        return sure(first(lambda front, back: back[0] >= KINDS.index(row)))
    if shape[0] > 1:
        return sure(first(lambda front, back: counts[front] == 1))
    return sure(first(lambda front, back: front == ranks[1]))


def one(front: Hand) -> int:
    return 13 if front == ("Jk",) else rank(front[0])


def lucky(cards: Hand) -> int:
    """What the Lucky Bonus Bet pays to one, or -1."""
    fives = [five(one) for one in combinations(cards, 5)]
    pays = [LUCKY[KINDS[value[0]]] for value in fives if value != FIVE_ACES and KINDS[value[0]] in LUCKY]
    pays += [250] if FIVE_ACES in fives else []
    for kings in combinations(cards, 2):
        rest = tuple(card for card in cards if card not in kings)
        if sorted(card[0] for card in kings) == ["K", "Q"] and kings[0][1] == kings[1][1]:
            pays += [1000] if five(rest)[0] == KINDS.index("royal") else []
    natural = [card for card in cards if card != "Jk"]
    for suit in "cdhs":
        for low in range(-1, 7):
            run = [RANKS[one] + suit for one in range(low, low + 7)]
            missing = [card for card in run if card not in natural]
            pays += [2000] if not missing else [500] if len(missing) == 1 and "Jk" in cards else []
    return max(pays, default=-1)


def settled(player: Split, bank: Split) -> int:
    """1, 0 or -1 on the base wager."""
    if foul(*player):
        return -1
    return (two(player[0]) > two(bank[0])) + (five(player[1]) > five(bank[1])) - 1


def lucky_pai_gow(walk: Walk) -> Counts:
    """Seat 1 banks and seat 2 wagers $10 and $5. Where the opening gives one hand, it is the player-dealer's, and every
    hand of seat 2 is set the house way; where it gives two, seat 2 and the player-dealer set theirs in every legal way,
    and the house way besides."""
    bank, wagers, *rest = walk.opening
    assert wagers == "base 10, lucky-bonus 5"
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    given = [tuple(line.split()) for line in rest if " " in line]
    if len(given) == 1:
        left = [card for card in walk.pack.split() if card not in given[0]]
        bank_set = house_way(given[0])
        pairs = [(house_way(cards), bank_set) for cards in combinations(left, 7)]
    else:
        mine, theirs = ([*_legal(cards), house_way(cards)] for cards in reversed(given))
        pairs = [(player, house) for player in mine for house in theirs]
    won = 0
    for player, house in pairs:
        base, bonus = settled(player, house), lucky(player[0] + player[1])
        moves: list[tuple[str, int]] = [("win" if base > 0 else "lose", 1000 * abs(base))]
        moves += [("lose", 500) if bonus < 0 else ("win", 500 * bonus)]
        won += covered([*moves], put_up, by_net)
    return Counts(len(pairs), len(pairs) * 1500, won)


def _legal(cards: Hand) -> list[Split]:
    return [split for split in splits(cards) if not foul(*split)]
