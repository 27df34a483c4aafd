"""The trees of games that a player banks, counted by itertools alone: cards are text, and nothing is taken from the
games. Seat 1 banks, and what seat 2 wins is counted."""

from collections import Counter
from fractions import Fraction
from itertools import combinations, permutations

from houseway.rules.money import cents
from tests.tree_walk import Counts, Walk

RANKS = "23456789TJQKA"
KINDS = ["nothing", "pair", "two pair", "trips", "straight", "flush", "full", "quads", "straight flush", "royal"]
UTH_02: dict[str, tuple[int | Fraction, int]] = {  # what the blind and the Trips bet pay
    "royal": (500, 50),
    "straight flush": (50, 40),
    "quads": (10, 30),
    "full": (3, 8),
    "flush": (Fraction(3, 2), 6),
    "straight": (1, 5),
    "trips": (0, 3),
}
Move = tuple[str, int | Fraction]


def ultimate_texas_holdem(walk: Walk) -> Counts:
    """Seat 2 has the hole cards of the opening; every board, player-dealer's hand and decision is counted."""
    bank, wagers, hole = walk.opening
    assert wagers == "ante 20, trips 10"
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    leaves = staked = won = 0
    mine = tuple(hole.split())
    left = [card for card in walk.pack.split() if card not in mine]
    for banker in combinations(left, 2):
        rest = [card for card in left if card not in banker]
        for board in permutations(rest, 5):
            if list(board[:3]) != sorted(board[:3], key=rest.index):
                continue  # the flop comes in no order
            player, house = worth(mine + board), worth(banker + board)
            for times in (4, 3, 2, 1, 0):
                leaves += 1
                staked += 5000 + times * 2000
                won += covered(_moves(player, house, times), put_up, by_net)
    return Counts(leaves, staked, won)


def _moves(player: tuple[int, ...], house: tuple[int, ...], times: int) -> list[Move]:
    """What is paid and collected, in the printed order: $20 on ante and blind, $10 on Trips."""
    ante, trips = 2000, 1000
    blind_pays, trips_pays = UTH_02.get(KINDS[player[0]], (0, 0))
    bonus: Move = ("win", trips * trips_pays) if trips_pays else ("lose", trips)
    of_ante = ante if house[0] >= KINDS.index("pair") else 0
    if not times:
        return [("lose", ante), ("lose", ante), bonus]
    if player > house:
        return [("win", of_ante), ("win", times * ante), ("win", ante * blind_pays), bonus]
    if player < house:
        return [("lose", times * ante), ("lose", of_ante), ("lose", ante), bonus]
    return [bonus]


def covered(moves: list[Move], put_up: int, by_net: bool) -> int:
    """What the player wins of these, one after the other, against a bank of so much."""
    won = used = 0
    for result, amount in moves:
        if result == "win":
            paid = min(int(amount), put_up - won if by_net else put_up - used)
            won, used = won + paid, used + paid
        else:
            lost = min(int(amount), put_up + won if by_net else put_up - used)
            won, used = won - lost, used + lost
    return won


def worth(cards: tuple[str, ...]) -> tuple[int, ...]:
    """The best five of them: the kind of hand, then ranks from the most important down."""
    return max(_five(five) for five in combinations(cards, 5))


def _five(cards: tuple[str, ...]) -> tuple[int, ...]:
    counts = Counter(RANKS.index(card[0]) for card in cards)
    ranks = sorted(counts, key=lambda rank: (counts[rank], rank), reverse=True)
    many = tuple(counts[rank] for rank in ranks)
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 3, 2, 1, 0]:
        ranks = [3, 2, 1, 0, -1]
    straight = many == (1, 1, 1, 1, 1) and ranks[0] - ranks[4] == 4
    of_a_kind = {(4, 1): "quads", (3, 2): "full", (3, 1, 1): "trips", (2, 2, 1): "two pair", (2, 1, 1, 1): "pair"}
    kind = of_a_kind.get(many, "nothing")
    if straight or flush:
        kind = "straight flush" if straight and flush else "flush" if flush else "straight"
        kind = "royal" if kind == "straight flush" and ranks[0] == 12 else kind
    return (KINDS.index(kind), *ranks)


def cash_in_baccarat(walk: Walk) -> Counts:
    """Seat 2 bets ten dollars on everything; with a continuous machine no card is burned."""
    assert walk.answers["wagers"] == "player 10, banker 10, tie 10, phoenix-7 10, tiger-8 10"
    leaves = won = 0
    cards = walk.pack.split()
    for first in permutations(cards, 4):
        rest = [card for card in cards if card not in first]
        for player, banker in _drawn([first[0], first[2]], [first[1], first[3]], rest):
            p, b = points(player), points(banker)
            phoenix = b == 7 and len(banker) == 3 and p < 7
            tiger = p == 8 and len(player) == 3 and b < 8
            leaves += 1
            won += 1000 * ((p > b) - (p < b))
            won += 0 if phoenix else 1000 * ((b > p) - (b < p))
            won += 8000 if p == b else -1000
            won += 40000 if phoenix else -1000
            won += 25000 if tiger else -1000
    return Counts(leaves, leaves * 5000, won)


def points(cards: list[str]) -> int:
    return sum(1 if card[0] == "A" else int(card[0]) if card[0].isdigit() else 0 for card in cards) % 10


def _drawn(player: list[str], banker: list[str], rest: list[str]) -> list[tuple[list[str], list[str]]]:
    """Every way to end, by the sentences of the approval."""
    if max(points(player), points(banker)) >= 8:
        return [(player, banker)]
    total = points(banker)
    if points(player) >= 6:
        return [(player, [*banker, last]) for last in rest] if total <= 5 else [(player, banker)]
    ended = []
    for third in rest:
        card = points([third])
        unless = {3: {8}, 4: {0, 1, 8, 9}, 5: {0, 1, 2, 3, 8, 9}, 6: {0, 1, 2, 3, 4, 5, 8, 9}, 7: {*range(10)}}
        draws = card not in unless.get(total, set())
        lasts = [[last] for last in rest if last != third] if draws else [[]]
        ended += [([*player, third], [*banker, *last]) for last in lasts]
    return ended
