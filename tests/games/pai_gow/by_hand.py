"""Pai gow a second time, by trying everything: cards are text, and nothing is taken from the package but money."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import cache
from itertools import combinations

from houseway.rules.money import cents
from tests.games.banked_by_hand import KINDS, RANKS, Move, covered, worth
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


def foul(front: Hand, back: Hand, completed: tuple[str, ...] = COMPLETED) -> bool:
    pair, high, low = two(front)
    ranks = (high,) if pair else (high, low)
    value = five(back, completed)
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


def lucky(cards: Hand, completed: tuple[str, ...] = COMPLETED) -> int:
    """What the Lucky Bonus Bet pays to one, or -1."""
    fives = [five(one, completed) for one in combinations(cards, 5)]
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


def settled(player: Split, bank: Split, completed: tuple[str, ...] = COMPLETED) -> int:
    """1, 0 or -1 on the base wager."""
    if foul(*player, completed):
        return -1
    return (two(player[0]) > two(bank[0])) + (five(player[1], completed) > five(bank[1], completed)) - 1


# What the other games' bonus bets pay to one, or -1

DOUBLE_LUCK = {"royal": 100, "straight flush": 30, "quads": 20, "full": 10, "flush": 5, "straight": 2}
HAPPY = {7: 100, 8: 25, 9: 15, 10: 7, 11: 5, 12: 3}  # by the rank of the highest card
ACES = {"royal": 1000, "straight flush": 100, "quads": 50, "full": 15, "flush": 5, "straight": 3, "trips": 2}
ACES |= {"two pair": 1}


def double_luck(cards: Hand) -> int:
    pays = [-1]
    for two_others in combinations(cards, 2):
        value = five(tuple(card for card in cards if card not in two_others))
        odds = 500 if value == FIVE_ACES else DOUBLE_LUCK.get(KINDS[value[0]], -1)
        pays.append(2 * odds if odds > 0 and rank(two_others[0]) == rank(two_others[1]) else odds)
    natural = [card for card in cards if card != "Jk"]
    for suit in "cdhs":
        for low in range(-1, 7):
            missing = [one for one in range(low, low + 7) if RANKS[one] + suit not in natural]
            pays += [2000] if not missing else []
    return max(pays)


def nothing(cards: Hand, completed: tuple[str, ...] = COMPLETED) -> int:
    """The highest rank of cards of which no five make a pair or more; -1 where some do."""
    values = [five(one, completed) for one in combinations(cards, 5)]
    return -1 if any(value[0] for value in values) else max(map(rank, cards))


def happy(cards: Hand, *, machine: bool) -> int:
    high = nothing(cards)
    colours = {"joker" if card == "Jk" else "red" if card[1] in "dh" else "black" for card in cards}
    return 1000 if high == 7 and machine and len(colours) == 1 else HAPPY.get(high, -1)


def ultimate_push(player: Hand, bank: Hand) -> int:
    mine, theirs = house_way(player), house_way(bank)
    if settled(mine, theirs):
        return -1
    return 2 if any(two(front) >= (1, 1, 1) for front, _ in (mine, theirs)) else 1


def ace_up(player: Hand, bank: Hand) -> int:
    if nothing(bank, ACE_UP) != 12:
        return -1
    return 40 if nothing(player, ACE_UP) == 12 else 15 if "Jk" in bank else 5


def aces(cards: Hand) -> int:
    fives = [(five(one), one) for one in combinations(cards, 5)]
    pays = [-1, *(2500 for value, _ in fives if value == FIVE_ACES)]
    for value, one in fives:
        kind = "" if value == FIVE_ACES else KINDS[value[0]]
        pays.append(100 if kind == "royal" and "Jk" in one else ACES.get(kind, -1))
    if sorted(Counter(map(rank, cards)).values()) == [2, 2, 2]:
        pays.append(5)
    return max(*pays, 50 if nothing(cards) == 6 else -1)


def mini_settled(player: Split, bank: Split) -> int:
    if mini_foul(player):
        return -1
    return (one(player[0]) > one(bank[0])) + (five(player[1]) > five(bank[1])) - 1


def mini_foul(split: Split) -> bool:
    value = five(split[1])
    return value[0] == 0 and one(split[0]) > value[1]


# Whole trees. Seat 1 banks. Where the opening gives one hand, it is the player-dealer's, and every hand of seat 2 is
# set the house way; where it gives two, both set theirs in every legal way, and the house way besides.


def lucky_pai_gow(walk: Walk) -> Counts:
    def moves(player: Split, bank: Split) -> list[Move]:
        return [_even(1000, settled(player, bank)), _bonus(500, lucky(player[0] + player[1]))]

    return _tree(walk, "base 10, lucky-bonus 5", moves)


def pai_gow_double_hand(walk: Walk) -> Counts:
    return _tree(walk, "base 10", lambda player, bank: [_even(1000, settled(player, bank))])


def pai_gow_triple_bonus(walk: Walk) -> Counts:
    machine = walk.options.get("shuffling") == "machine"

    def moves(player: Split, bank: Split) -> list[Move]:
        mine, theirs = player[0] + player[1], bank[0] + bank[1]
        bonuses = (ultimate_push(mine, theirs), happy(mine, machine=machine), double_luck(mine))
        return [_even(1000, settled(player, bank)), *(_bonus(1000, odds) for odds in bonuses)]

    return _tree(walk, "base 10, ultimate-push 10, happy-pai-gow 10, double-luck 10", moves)


def ace_up_pai_gow(walk: Walk) -> Counts:
    def moves(player: Split, bank: Split) -> list[Move]:
        mine, theirs = player[0] + player[1], bank[0] + bank[1]
        base = 0 if nothing(theirs, ACE_UP) == 12 else settled(player, bank, ACE_UP)
        return [_even(1000, base), _bonus(500, lucky(mine, ACE_UP)), _bonus(500, ace_up(mine, theirs))]

    return _tree(walk, "base 10, lucky-bonus 5, ace-up-bonus 5", moves, ACE_UP)


def mini_pai_gow(walk: Walk) -> Counts:
    """As above, with and without a double-down; the player-dealer always has the house way."""
    bank, wagers, *rest = walk.opening
    assert wagers == "base 10, aces-bonus 5"
    put_up = cents(bank.removeprefix("bank "))
    given = [tuple(line.split()) for line in rest if " " in line]
    house = mini_house_way(given[0])
    if len(given) == 1:
        left = [card for card in walk.pack.split() if card not in given[0]]
        mine = [mini_house_way(cards) for cards in combinations(left, 6)]
    else:
        ways = [((card,), tuple(other for other in given[1] if other != card)) for card in given[1]]
        mine = [*(way for way in ways if not mini_foul(way)), mini_house_way(given[1])]
    staked = won = 0
    for player in mine:
        result = mini_settled(player, house)
        qualified = five(house[1]) >= (1, 3)  # a pair, of fives or higher
        for doubled in (False, True):
            moves = [_even(1000, result), *[_even(1000, result * qualified)] * doubled]
            moves.append(_bonus(500, aces(player[0] + player[1])))
            staked += 1500 + 1000 * doubled
            won += covered([*moves], put_up, walk.options.get("coverage") == "net")
    return Counts(2 * len(mine), staked, won)


def _even(stake: int, result: int) -> Move:
    return ("win" if result > 0 else "lose", stake * abs(result))


def _bonus(stake: int, odds: int) -> Move:
    return ("lose", stake) if odds < 0 else ("win", stake * odds)


def _tree(
    walk: Walk, wagers: str, moves: Callable[[Split, Split], list[Move]], completed: tuple[str, ...] = COMPLETED
) -> Counts:
    bank, said, *rest = walk.opening
    assert said == wagers
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    given = [tuple(line.split()) for line in rest if " " in line]
    if len(given) == 1:
        left = [card for card in walk.pack.split() if card not in given[0]]
        bank_set = house_way(given[0], completed)
        pairs = [(house_way(cards, completed), bank_set) for cards in combinations(left, 7)]
    else:
        mine, theirs = ([*_legal(cards, completed), house_way(cards, completed)] for cards in reversed(given))
        pairs = [(player, house) for player in mine for house in theirs]
    stake = sum(cents(part.rpartition(" ")[2]) for part in wagers.split(", "))
    won = sum(covered(moves(player, house), put_up, by_net) for player, house in pairs)
    return Counts(len(pairs), len(pairs) * stake, won)


def _legal(cards: Hand, completed: tuple[str, ...]) -> list[Split]:
    return [split for split in splits(cards) if not foul(*split, completed)]
