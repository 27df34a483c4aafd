"""The trees of games whose hands belong to nobody, counted by itertools alone: cards are text, and nothing is taken
from the games. Seat 1 banks, and what seat 2 wins is counted."""

from itertools import combinations, permutations

from tests.games.banked_by_hand import KINDS, RANKS, _drawn, points, worth
from tests.games.pai_gow.by_hand import five, house_way, two
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


SUPER = {"trips": 5, "straight": 7, "flush": 15, "full": 30, "quads": 100, "straight flush": 2000, "royal": 20000}
PEEK = {"straight": 10, "flush": 12, "full": 15, "quads": 40, "straight flush": 200, "royal": 500}
FROM_PAIR, FROM_NONE = {"two pair": 1, "trips": 2}, {"two pair": 6, "trips": 8}


def two_card_peek(walk: Walk) -> Counts:
    """Rows B and C are given and row A comes in every order; a pick of row A or of A and B, 2 Card Poker on some rows,
    the Super Bet, and the least peek on each row or none."""
    wagers = dict(part.split() for part in walk.answers["wagers"].split(", "))
    rows = {row: tuple(walk.given[f"row {row}"].split()) for row in "bc"}
    left = [card for card in walk.pack.split() if card not in rows["b"] + rows["c"]]
    leaves = staked = won = 0
    for cards in permutations(left, 5):
        rows["a"] = cards
        ranked = {row: _two_cards(held[:2]) for row, held in rows.items()}
        best = {row for row in rows if ranked[row] == max(ranked.values())}
        qualifies = max(ranked.values()) >= (0, RANKS.index("T"), -1)
        result = 0
        for wager in wagers:
            kind, _, on = wager.rpartition("-")
            if kind == "pick":
                held = best & set(on)
                odds = (2.0 if len(on) == 1 else 0.5) if held == best else 0.0
                result += int(1000 * (odds if held and qualifies else -1))
            elif kind == "two-card":
                result += int(1000 * (-1, 1, 1, 1.5, 3, 10)[ranked[on][0]])
            else:
                paid = [SUPER[_kind(five)] for five in rows.values() if _kind(five) in SUPER]
                result += 100 * (sum(paid) or -1)
        before = 100 * sum(map(int, wagers.values()))
        for peeked in ("a", "b", "c", ""):
            leaves += 1
            staked += before + (500 if peeked else 0)
            won += result + (_peek(rows[peeked]) if peeked else 0)
    return Counts(leaves, staked, won)


def _two_cards(cards: tuple[str, ...]) -> tuple[int, int, int]:
    """Nothing, flush, straight, pair, straight flush, suited ace-king; then the cards."""
    low, high = sorted(RANKS.index(card[0]) for card in cards)
    suited = cards[0][1] == cards[1][1]
    if high == low:
        return 3, high, low
    if (high, low) == (12, 0):
        return (4 if suited else 2), 0, -1
    if high == low + 1:
        return (2 if not suited else 5 if high == 12 else 4), high, -1
    return int(suited), high, low


def _kind(cards: tuple[str, ...]) -> str:
    return KINDS[worth(cards)[0]]


def _peek(cards: tuple[str, ...]) -> int:
    began = FROM_PAIR if cards[0][0] == cards[1][0] else FROM_NONE
    return 500 * {**PEEK, **began}.get(_kind(cards), -1)
