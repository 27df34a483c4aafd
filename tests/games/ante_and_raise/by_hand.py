"""The trees of the games of ante and raise, counted by itertools alone: cards are text, and nothing is taken from the
games. Seat 1 banks, and what seat 2 wins is counted."""

from functools import cache
from itertools import combinations, permutations

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


STRAIGHT_OR_UP = {"sf pair": 40, "mini royal": 33, "straight flush": 10, "trips": 6, "straight pair": 4, "straight": 1}


def three_card_texas_holdem(walk: Walk) -> Counts:
    """Seat 2 has the hole cards of the opening: every board in its order and every hand of the player-dealer, with a
    fold, one bet and two bets."""
    bank, wagers, hole = walk.opening
    assert wagers == "ante 10, straight-or-up 5, flush-or-pair 5"
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    mine = tuple(hole.split())
    any_pair = walk.options.get("plus_a_pair") == "any"
    leaves = staked = won = 0
    left = [card for card in walk.pack.split() if card not in mine]
    for board in permutations(left, 3):
        for banker in combinations([card for card in left if card not in board], 2):
            player, house = best_three(mine + board), best_three(banker + board)
            bonus = [_bonus(500, _straight_or_up(mine + board, any_pair)), _bonus(500, _flush_or_pair(mine))]
            ante: list[Move] = [("win", 1000)] if house >= (1, RANKS.index("4")) else []
            for bets in (1, 2):
                raised: list[Move] = [("win", 1000)] * bets
                if player < house:
                    ante, raised = [("lose", 1000)], [("lose", 1000)] * bets
                moves = ante + raised if player != house else []
                leaves += 1
                staked += 2000 + bets * 1000
                won += covered(moves + bonus, put_up, by_net)
            leaves += 1
            staked += 2000
            won += covered([("lose", 1000), *bonus], put_up, by_net)
    return Counts(leaves, staked, won - 50 * leaves)  # the first schedule takes half a dollar of an ante


def best_three(cards: Cards) -> tuple[int, ...]:
    return max(map(three, combinations(cards, 3)))


def _flush_or_pair(cards: Cards) -> int:
    low, high = sorted(cards, key=lambda card: RANKS.index(card[0]))
    if low[0] == high[0]:
        return 15 if low[0] == "A" else 5
    return 0 if low[1] != high[1] else 30 if low[0] + high[0] == "KA" else 1


def _straight_or_up(cards: Cards, any_pair: bool) -> int:
    found = [STRAIGHT_OR_UP.get(THREE[best_three(cards)[0]], 0)]
    for part in combinations(cards, 3):
        one, two = (card[0] for card in cards if card not in part)
        kind = THREE[three(part)[0]]
        if one == two and (any_pair or one not in {card[0] for card in part}):
            found.append(40 if kind in ("straight flush", "mini royal") else 4 if kind == "straight" else 0)
    return max(found)


WILD = ["nothing", "pair", "two pair", "trips", "straight", "flush", "full", "quads", "straight flush", "wild royal"]
WILD += ["royal", "five"]
PLAY = {"royal": 100, "five": 50, "wild royal": 25, "straight flush": 10, "quads": 4, "full": 2, "flush": 1}
PLAY |= {"straight": 1}
QUICK = {"royal": 500, "five": 100, "wild royal": 50, "straight flush": 30, "quads": 15, "full": 8, "flush": 6}
QUICK |= {"straight": 4, "trips": 2}


@cache
def wild(cards: frozenset[str]) -> tuple[int, ...]:
    """The best five cards with a joker that is any card not in the hand: the kind of hand, then ranks."""
    return max(map(_wild_five, combinations(sorted(cards), 5)))


def _wild_five(cards: Cards) -> tuple[int, ...]:
    held = tuple(card for card in cards if card != "Jk")
    if len(held) == 5:
        kind, *ranks = worth(held)
        return (WILD.index(KINDS[kind]), *ranks)
    if len({card[0] for card in held}) == 1:
        return (WILD.index("five"), RANKS.index(held[0][0]))
    every = (rank + suit for rank in RANKS for suit in "cdhs")
    kind, *ranks = max(worth((*held, card)) for card in every if card not in held)
    return (WILD.index("wild royal" if KINDS[kind] == "royal" else KINDS[kind]), *ranks)


def cal_quick_draw_poker(walk: Walk) -> Counts:
    """Seat 2 has the five cards of the opening and always discards the same: every draw and player-dealer's hand."""
    bank, wagers, dealt = walk.opening
    assert wagers == "play 10, quick-draw-bonus 5"
    put_up, by_net = cents(bank.removeprefix("bank ")), walk.options.get("coverage") == "net"
    first, gone = dealt.split(), walk.answers["draw"].split()[1:]
    held = [card for card in first if card not in gone]
    bonus = _bonus(500, QUICK.get(WILD[wild(frozenset(first))[0]], 0))
    leaves = won = 0
    left = [card for card in walk.pack.split() if card not in first]
    for five in combinations(left, 5):
        rest = [card for card in left if card not in five]
        for drawn in combinations(rest, len(gone)):
            player = wild(frozenset((*held, *drawn)))
            extra = 1000 * PLAY.get(WILD[player[0]], 0)
            for two in combinations([card for card in rest if card not in drawn], 2):
                result = "win" if player >= wild(frozenset((*five, *two))) else "lose"
                won += covered([(result, 1000), ("win", extra), bonus], put_up, by_net)
                leaves += 1
    return Counts(leaves, 1500 * leaves, won)
