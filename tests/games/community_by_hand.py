"""The trees of games whose hands belong to nobody, counted by itertools alone: cards are text, and nothing is taken
from the games. Seat 1 banks, and what seat 2 wins is counted."""

from itertools import combinations, permutations

from tests.games.banked_by_hand import RANKS, _drawn, points
from tests.games.pai_gow_by_hand import five, house_way, two
from tests.tree_walk import Counts, Walk


def commission_free_baccarat(walk: Walk) -> Counts:
    """Ten dollars on each line, the cards dealt in rotation."""
    assert walk.answers["wagers"] == "player 10, banker 10, tie 10"
    leaves = won = 0
    cards = walk.pack.split()
    for first in permutations(cards, 4):
        rest = [card for card in cards if card not in first]
        for player, banker in _drawn([first[0], first[2]], [first[1], first[3]], rest):
            p, b = points(player), points(banker)
            leaves += 1
            won += 1000 * ((p > b) - (p < b))
            won += (500 if b == 6 else 1000) if b > p else -1000 * (p > b)
            won += 8000 if p == b else -1000
    return Counts(leaves, leaves * 3000, won)


def ultimate_war(walk: Walk) -> Counts:
    """Ten dollars on everything; each card in the order dealt: banker, player, and then player, banker."""
    assert walk.opening[1] == "player 10, banker 10, war 10, ultimate-5-player 10, ultimate-5-banker 10"
    ended = list(_wars([], walk.pack.split()))
    won = 0
    for player, banker in ended:
        p, b = RANKS.index(player[-1][0]), RANKS.index(banker[-1][0])
        wars = len(player) - 1
        five_wins = max(p, b) == RANKS.index("5")
        winner = 0 if five_wins else 1000
        won += winner - 1000  # of the two lines, one wins or pushes and the other loses
        won += 1000 * (0, 10, 20, 100, 300)[min(wars, 4)] if wars else -1000
        won += 1000 * (120 if wars else 40) - 1000 if five_wins else -2000
    return Counts(len(ended), len(ended) * 5000, won)


def _wars(dealt: list[tuple[str, str]], left: list[str]) -> list[tuple[list[str], list[str]]]:
    """Every way to go on until the last two cards differ; pairs are of the player's card and the banker's."""
    if dealt and dealt[-1][0][0] != dealt[-1][1][0]:
        player, banker = zip(*dealt, strict=True)
        return [(list(player), list(banker))]
    ended = []
    for pair in permutations(left, 2):
        ended += _wars([*dealt, pair], [card for card in left if card not in pair])
    return ended


def ultimate_pai_gow(walk: Walk) -> Counts:
    """Ten dollars on everything, both hands set by the house way."""
    assert walk.answers["wagers"] == "player 10, banker 10, push 10, tie 10"
    copies_push = walk.options.get("copies", "push") == "push"
    cards = walk.pack.split()
    leaves = won = 0
    for player in combinations(cards, 7):
        banker = tuple(card for card in cards if card not in player)
        (front, back), (bank_front, bank_back) = house_way(player), house_way(banker)
        ahead = (two(front) > two(bank_front)) - (two(front) < two(bank_front))
        behind = (five(back) > five(bank_back)) - (five(back) < five(bank_back))
        threes = [two(one) >= (1, 1, 1) for one in (front, bank_front)]
        leaves += 1
        for side, sign in ((0, 1), (1, -1)):
            if (sign * ahead, sign * behind) == (1, 1):
                won += 3000 if threes[side] else 2000
            else:
                copied = copies_push and sign * (ahead + behind) == 1
                won -= 0 if copied else 1000
        split = ahead * behind == -1
        won += (2000 if any(threes) else 1000) if split else -1000
        ties = {(True, True): 1000, (False, True): 250, (True, False): 30}
        won += 1000 * ties.get((ahead == 0, behind == 0), -1)
    return Counts(leaves, leaves * 4000, won)
