"""Whole trees, counted through the play engine and kept in each game's `tree.toml`; and counted a second time without
the engine."""

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import combinations, permutations, product

import pytest

from houseway.games import catalogue
from houseway.rules.money import cents, dollars
from tests.folders import folder_of
from tests.games import banked_by_hand
from tests.games.ante_and_raise import by_hand as ante_by_hand
from tests.games.chinese import by_hand
from tests.games.community import by_hand as community_by_hand
from tests.games.craps import by_hand as craps_by_hand
from tests.games.pai_gow import by_hand as pai_gow_by_hand
from tests.games.pot import by_hand as pot_by_hand
from tests.games.twenty_one import by_hand as twenty_one_by_hand
from tests.tree_walk import Counts, Walk, counted, walks_of

EVERY_WALK = [pytest.param(id, walk, id=f"{id}-{walk.pack}") for id in catalogue() for walk in walks_of(id)]


@pytest.mark.parametrize("id", catalogue())
def test_every_game_has_a_tree_that_is_counted(id: str) -> None:
    assert walks_of(id), f"{id} has no tree counted: write {folder_of(id) / 'tree.toml'}"


@pytest.mark.parametrize(("id", "walk"), EVERY_WALK)
def test_the_tree_has_the_leaves_and_the_money_that_are_on_record(id: str, walk: Walk) -> None:
    counts = counted(id, walk)
    assert (counts.leaves, dollars(counts.staked), dollars(counts.won)) == (walk.leaves, walk.staked, walk.won)


@pytest.mark.parametrize(("id", "walk"), EVERY_WALK)
def test_what_is_on_record_is_what_a_count_without_the_engine_gives(id: str, walk: Walk) -> None:
    assert id in BY_HAND, f"the tree of {id} is counted by the engine alone: count it here too, without the engine"
    counts = BY_HAND[id](walk)
    assert (counts.leaves, dollars(counts.staked), dollars(counts.won)) == (walk.leaves, walk.staked, walk.won)


# The same trees by itertools alone: cards are text, and nothing is taken from the game.


def high_card(walk: Walk) -> Counts:
    ante = cents(walk.answers["wagers"].removeprefix("ante "))
    leaves = staked = won = 0
    for (card, house), raised in product(_arranged(walk, 1, 1), (None, 1, 2)):
        mine, theirs = "23456789TJQKA".index(card[0][0]), "23456789TJQKA".index(house[0][0])
        stake = ante * (1 + (raised or 0))
        leaves += 1
        staked += stake
        won += -stake if raised is None or mine < theirs else stake if mine > theirs else 0
    return Counts(leaves, staked, won)


CRISS_CROSS = {"royal": 500, "straight flush": 100, "quads": 40, "full": 12, "flush": 8, "straight": 5, "trips": 3}
CRISS_CROSS |= {"two pair": 2, "jacks": 1, "sixes": 0}
BONUS = {"royal": 250, "straight flush": 100, "quads": 40, "full": 15, "flush": 10, "straight": 6, "trips": 4}
BONUS |= {"two pair": 3, "jacks": 1, "sixes": 1}


def criss_cross(walk: Walk) -> Counts:
    """Of each deal, the fold at each of the three bets and every way to bet one to three antes on them."""
    ante, bonus = 500, 100
    assert walk.answers == {"wagers": "ante 5, five-card-bonus 1"}
    leaves = staked = won = 0
    for across, down, middle, hole in _arranged(walk, 2, 2, 1, 2):
        side = bonus * BONUS.get(_line(across + down + middle), -1)
        pays = [CRISS_CROSS.get(_line(hole + line + middle), -1) for line in (across, down)]  # -1 loses, 0 pushes
        ways: list[tuple[int, ...]] = [(), *product((1, 2, 3)), *product((1, 2, 3), repeat=2)]
        for folded in ways:
            leaves += 1
            staked += ante * (2 + sum(folded)) + bonus
            won += side - ante * (2 + sum(folded))
        antes = pays if walk.options.get("antes_pay") == "table" else [min(1, odds) for odds in pays]
        for times in product((1, 2, 3), repeat=3):
            leaves += 1
            staked += ante * (2 + sum(times)) + bonus
            won += side + ante * sum(antes)
            won += ante * sum(many * odds for many, odds in zip(times, [*pays, max(pays)], strict=True))
    return Counts(leaves, staked, won)


def _arranged(walk: Walk, *sizes: int) -> list[list[tuple[str, ...]]]:
    """Every way to lay so many cards at one place after the other, in no order within a place."""
    deals: list[list[tuple[str, ...]]] = [[]]
    for size in sizes:
        deals = [
            [*deal, taken]
            for deal in deals
            for taken in combinations([card for card in walk.pack.split() if card not in sum(deal, ())], size)
        ]
    return deals


def _line(cards: tuple[str, ...]) -> str:
    ranks = sorted("23456789TJQKA".index(card[0]) for card in cards)
    many = sorted(Counter(ranks).values(), reverse=True)
    flush = len({card[1] for card in cards}) == 1
    straight = many[0] == 1 and (ranks[4] - ranks[0] == 4 or ranks == [0, 1, 2, 3, 12])
    if straight and flush:
        return "royal" if ranks[0] == 8 else "straight flush"
    if many[0] == 2 and len(many) == 4:
        pair = max(ranks, key=ranks.count)
        return "jacks" if pair >= 9 else "sixes" if pair >= 4 else "nothing"
    if flush or straight:
        return "flush" if flush else "straight"
    return {(4, 1): "quads", (3, 2): "full", (3, 1, 1): "trips", (2, 2, 1): "two pair"}.get(tuple(many), "nothing")


TOP_FIVE_BONUS = {"A": {7: 100, 6: 20, 5: 5, 4: 1}, "B": {7: 200, 6: 20, 5: 4, 4: 1}, "C": {7: 100, 6: 15, 5: 5, 4: 1}}
POKER_BONUS = {
    "A": {"royal": 500, "quads": 100, "full": 40, "straight": 25, "trips": 7, "two pair": 3, "AK": 1},
    "B": {"royal": 500, "quads": 150, "full": 50, "straight": 30, "trips": 10, "two pair": 5},
    "C": {"royal": 500, "quads": 100, "full": 40, "straight": 25, "trips": 5, "two pair": 3, "AK": 1},
}
TOP_ORDER = ["high", "pair", "two pair", "trips", "straight", "full", "quads", "royal"]


def top_five(walk: Walk) -> Counts:
    """Of each deal, the fold and the bet of one ante; both bonuses are settled either way."""
    ante, bonus = 500, 100
    assert walk.answers == {"wagers": "ante 5, top-five-bonus 1, poker-bonus 1"}
    by_count = TOP_FIVE_BONUS[str(walk.options.get("top_five_pay_table", "A"))]
    by_hand = POKER_BONUS[str(walk.options.get("poker_pay_table", "A"))]
    leaves = staked = won = 0
    own = walk.given.get("seat 1", "").split()
    rest = [card for card in walk.pack.split() if card not in own]
    deals = [[tuple(own), dealer] for dealer in combinations(rest, 7)] if own else _arranged(walk, 7, 7)
    for cards, dealer in deals:
        mine, theirs = _top(cards), _top(dealer)
        kind, named = TOP_ORDER[mine[1]], mine[2][:1]
        side = bonus * by_count.get(mine[0], -1)
        side += bonus * by_hand.get("AK" if kind == "pair" and named >= (3,) else kind, -1)
        better = (mine > theirs) - (mine < theirs)
        qualified = theirs >= (2, 0, (2, 1))  # queen and jack
        leaves += 2
        staked += 3 * ante + 4 * bonus
        won += 2 * side - ante + ante * better * (2 if qualified else 1)
    return Counts(leaves, staked, won)


def _top(cards: tuple[str, ...]) -> tuple[int, int, tuple[int, ...]]:
    """How many cards count, the best hand that up to five of them make, and its ranks: most of a kind first, and the
    cards beyond the five last."""
    top = [card for card in cards if card[0] in "TJQKA"]
    fives = combinations(top, min(5, len(top)))
    return (len(top), *max(_top_hand(five, tuple({*top} - {*five})) for five in fives))


def _top_hand(cards: tuple[str, ...], others: tuple[str, ...]) -> tuple[int, tuple[int, ...]]:
    further = tuple(sorted(("TJQKA".index(card[0]) for card in others), reverse=True))
    many = Counter("TJQKA".index(card[0]) for card in cards)
    by_count = sorted(many, key=lambda rank: (many[rank], rank), reverse=True)
    shape = tuple(many[rank] for rank in by_count)
    if len(many) == 5:
        return TOP_ORDER.index("royal" if len({card[1] for card in cards}) == 1 else "straight"), (
            4,
            3,
            2,
            1,
            0,
            *further,
        )
    kinds = {(4,): "quads", (3, 2): "full", (3,): "trips", (2, 2): "two pair", (2,): "pair", (): "high"}
    return TOP_ORDER.index(kinds[tuple(count for count in shape if count > 1)]), (*by_count, *further)


def chinese(walk: Walk, *, dealt: int, placed: int) -> Counts:
    """From the segments that the opening leaves: every deal and placement of the rest, sweeps declared or not."""
    begun: list[dict[str, list[str]]] = [{"top": [], "middle": [], "bottom": []} for _ in range(2)]
    placements = [text for text in walk.opening if text.split()[0] in begun[0]]
    for number, text in enumerate(placements):  # seat 2 is to the left of the button and places first
        for part in text.split(", "):
            name, *cards = part.split()
            begun[1 - number % 2][name] += cards
    gone = {card for text in walk.opening for card in text.replace(",", "").split()}
    left = [card for card in walk.pack.split() if card not in gone]
    leaves = paid = 0
    for hands in _finished(begun, left, 1, dealt, placed):
        plain = [
            by_hand.Set(f"seat {at}", hand["top"], hand["middle"], hand["bottom"])
            for at, hand in enumerate(hands, start=1)
        ]
        declaring = [(False, True) if by_hand.sweep(hand._replace(declared=True)) else (False,) for hand in plain]
        for declared in product(*declaring):
            told = [hand._replace(declared=one) for hand, one in zip(plain, declared, strict=True)]
            leaves += 1
            stacks = {f"seat {at}": stack - 10_00 for at, stack in enumerate(walk.stacks, start=1)}
            paid += by_hand.paid(told, stacks, 5_00, pineapple=dealt > placed)
    return Counts(leaves, paid, -20_00 * leaves)


Segments = list[dict[str, list[str]]]


def _finished(hands: Segments, left: list[str], turn: int, dealt: int, placed: int) -> Iterator[Segments]:
    """Both hands complete, in every way the cards left can come and be placed."""
    full = {"top": 3, "middle": 5, "bottom": 5}
    if all(len(hand[name]) == size for hand in hands for name, size in full.items()):
        yield hands
        return
    for cards in combinations(left, dealt):
        rest = [card for card in left if card not in cards]
        for kept in combinations(cards, placed):
            for names in product(full, repeat=placed):
                mine = {name: [*hands[turn][name]] for name in full}
                for card, name in zip(kept, names, strict=True):
                    mine[name].append(card)
                if all(len(mine[name]) <= size for name, size in full.items()):
                    both = [mine, hands[1]] if turn == 0 else [hands[0], mine]
                    yield from _finished(both, rest, 1 - turn, dealt, placed)


def party_craps(walk: Walk) -> Counts:
    said = walk.answers["wagers"].split(", ")
    wagers = {name: cents(amount) for name, _, amount in (part.rpartition(" ") for part in said) if name}
    if horn := wagers.pop("horn", 0):
        wagers |= {f"horn-{number}": horn // 4 for number in (2, 3, 11, 12)}
    leaves = staked = won = 0
    for cards in combinations(walk.pack.split(), 2):
        low, high = sorted("A23456".index(card[0]) + 1 for card in cards)
        leaves += 1
        for name, stake in wagers.items():
            staked += stake
            won -= 100 * name.startswith(("place-", "buy-", "lay-"))
            off = "on" not in said and name.startswith(("place-", "buy-"))
            wins = not off and craps_by_hand.by_hand(name, (low, high), 0)  # what stays is not the stack's either
            won += craps_by_hand.pays(name, stake, (low, high), 0) if wins else -stake
    return Counts(leaves, staked, won)


def pontoon(walk: Walk) -> Counts:
    """One player who can only hit, stand or surrender; wins in half dollars, since a Blackjack wins 7.50 on 5."""
    wins: list[int] = []
    for player, up, second, hole in permutations(walk.pack.split(), 4):
        mine, dealer = [player, second], [up, hole]
        left = walk.pack.split()
        for card in (*mine, *dealer):
            left.remove(card)
        if _count(mine) == 21:
            wins.append(15)
        elif _count(dealer) == 21:
            wins.append(-10)
        else:
            wins.append(-5)  # surrender
            wins += _hit_or_stand(mine, dealer, left)
    return Counts(len(wins), 500 * len(wins), 50 * sum(wins))


def _count(cards: list[str]) -> int:
    counted = sum({"A": 11, "K": 10, "Q": 10, "J": 10}.get(card[0]) or int(card[0]) for card in cards)
    for card in cards:
        counted -= 10 * (counted > 21 and card[0] == "A")
    return counted


def _hit_or_stand(mine: list[str], dealer: list[str], left: list[str]) -> list[int]:
    if _count(mine) > 21:
        return [-10]
    if _count(mine) == 21:
        return [int(10 * _extra(mine, dealer[0]))]
    wins = _dealer_draws(mine, dealer, left)
    for at, card in enumerate(left):
        wins += _hit_or_stand([*mine, card], dealer, left[:at] + left[at + 1 :])
    return wins


def _dealer_draws(mine: list[str], dealer: list[str], left: list[str]) -> list[int]:
    counted = _count(dealer)
    if counted < 17:
        wins: list[int] = []
        for at, card in enumerate(left):
            wins += _dealer_draws(mine, [*dealer, card], left[:at] + left[at + 1 :])
        return wins
    return [10 if counted > 21 or counted < _count(mine) else 0 if counted == _count(mine) else -10]


def _extra(mine: list[str], up: str) -> float:
    """What a 21 wins for each dollar, 12.B and 12.C; at these tables in three or four cards."""
    ranks, suits = sorted(card[0] for card in mine), {card[1] for card in mine}
    if ranks not in (["6", "7", "8"], ["7", "7", "7"]):
        return 1
    more = 200 if ranks == ["7", "7", "7"] and len(suits) == 1 and up[0] == "7" else 0
    return (3 if suits == {"s"} else 2 if len(suits) == 1 else 1.5) + more


BY_HAND: dict[str, Callable[[Walk], Counts]] = {
    "high-card": high_card,
    "limit-holdem": pot_by_hand.limit_holdem,
    "no-limit-holdem": pot_by_hand.no_limit_holdem,
    "omaha": pot_by_hand.omaha,
    "omaha-hi-lo": pot_by_hand.omaha_hi_lo,
    "big-o": pot_by_hand.big_o,
    "seven-card-stud": pot_by_hand.seven_card_stud,
    "seven-card-stud-hi-lo": pot_by_hand.seven_card_stud_hi_lo,
    "mexican-stud": pot_by_hand.mexican_stud,
    "criss-cross-poker": criss_cross,
    "top-five-poker": top_five,
    "chinese-poker": partial(chinese, dealt=1, placed=1),
    "face-up-pineapple-chinese-poker": partial(chinese, dealt=3, placed=2),
    "ultimate-texas-holdem": banked_by_hand.ultimate_texas_holdem,
    "three-card-poker": ante_by_hand.three_card_poker,
    "three-card-texas-holdem": ante_by_hand.three_card_texas_holdem,
    "cal-quick-draw-poker": ante_by_hand.cal_quick_draw_poker,
    "cash-in-baccarat": banked_by_hand.cash_in_baccarat,
    "commission-free-baccarat": community_by_hand.commission_free_baccarat,
    "two-card-peek": community_by_hand.two_card_peek,
    "ultimate-pai-gow": community_by_hand.ultimate_pai_gow,
    "ultimate-war": community_by_hand.ultimate_war,
    "party-craps": party_craps,
    "lucky-pai-gow": pai_gow_by_hand.lucky_pai_gow,
    "pai-gow-double-hand": pai_gow_by_hand.pai_gow_double_hand,
    "pai-gow-triple-bonus": pai_gow_by_hand.pai_gow_triple_bonus,
    "ace-up-pai-gow": pai_gow_by_hand.ace_up_pai_gow,
    "mini-pai-gow": pai_gow_by_hand.mini_pai_gow,
    "pontoon-21": pontoon,
    **{id: twenty_one_by_hand.by_hand(id) for id in twenty_one_by_hand.BOOKS},
}
