"""The trees of the games of ante and raise, counted by itertools alone: cards are text, and nothing is taken from the
games. Seat 1 banks, and what seat 2 wins is counted."""

from itertools import combinations

from houseway.rules.money import cents
from tests.games.banked_by_hand import KINDS, RANKS, Move, covered, worth
from tests.tree_walk import Counts, Walk

Cards = tuple[str, ...]
PAIR_AND_UP = {"mini royal": 200, "straight flush": 40, "trips": 30, "straight": 6, "flush": 3, "pair": 1}
BONUS_6 = {"royal": 1000, "straight flush": 200, "quads": 100, "full": 20, "flush": 15, "straight": 9, "trips": 8}
THREE = ["nothing", "pair", "flush", "straight", "trips", "straight flush", "mini royal"]


def three(cards: Cards) -> tuple[int, ...]:
    """Three cards: the kind of hand, then ranks from the most important down."""
    ranks = sorted((RANKS.index(card[0]) for card in cards), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    if ranks == [12, 1, 0]:
        ranks = [1, 0, -1]
    straight = ranks[0] - 1 == ranks[1] == ranks[2] + 1
    if straight and flush:
        return (THREE.index("mini royal" if ranks[0] == 12 else "straight flush"), *ranks)
    if ranks[0] == ranks[2]:
        return (THREE.index("trips"), *ranks)
    if straight or flush:
        return (THREE.index("straight" if straight else "flush"), *ranks)
    if ranks[0] == ranks[1] or ranks[1] == ranks[2]:
        return (THREE.index("pair"), ranks[1], ranks[0] + ranks[2] - ranks[1])
    return (0, *ranks)


def three_card_poker(walk: Walk) -> Counts:
    """Every hand of seat 2, every hand of the player-dealer with each card of it as the open one, played and folded."""
    bank, wagers = walk.opening
    assert wagers == "ante 10, pair-and-up 10, bonus-6 5"
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    leaves = staked = won = 0
    cards = walk.pack.split()
    for mine in combinations(cards, 3):
        for theirs in combinations([card for card in cards if card not in mine], 3):
            player, house = three(mine), three(theirs)
            bonus = [
                _bonus(1000, PAIR_AND_UP.get(THREE[player[0]], 0)),
                _bonus(500, BONUS_6.get(KINDS[worth(mine + theirs)[0]], 0)),
            ]
            if house < (0, RANKS.index("Q")):
                played: list[Move] = [("win", 1000)]
            elif player > house:
                played = [("win", 1000), ("win", 1000)]
            else:
                played = [("lose", 1000), ("lose", 1000)] if player < house else []
            leaves += 6
            staked += 3 * (3500 + 2500)
            won += 3 * covered(played + bonus, put_up, by_net)
            won += 3 * covered([("lose", 1000), *bonus], put_up, by_net)
    return Counts(leaves, staked, won)


def _bonus(stake: int, odds: int) -> Move:
    return ("win", stake * odds) if odds else ("lose", stake)
