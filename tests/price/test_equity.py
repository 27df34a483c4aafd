"""Equity against eval7, against every deal settled by the games themselves, and one way of counting by another."""

import random
import warnings
from fractions import Fraction
from itertools import combinations, permutations

import numpy as np
import pytest

import houseway
from houseway.cards import batch
from houseway.cards.card import HIDDEN, JOKER, CardError, hand, text
from houseway.cards.pack import pack
from houseway.cards.ranks import Category, highest, lowest
from houseway.cards.special_ranks import joker_rank, wild_rank
from houseway.games import catalogue, game
from houseway.games.pot.round import PotGame
from houseway.games.pot.stud_poker.mexican_stud.round import best
from houseway.play.pot import Player, divided
from houseway.pricing.equity import counted, hands, showdown
from houseway.pricing.equity.equity import deal_of, equity
from houseway.rules.strict import RulesError

with warnings.catch_warnings():  # eval7 calls pyparsing by names that are going away
    warnings.simplefilter("ignore")
    import eval7


@pytest.mark.parametrize(
    ("mine", "range", "board"),
    [
        ("AhKh", "QQ+, AKs", "Kd 7c 2s"),
        ("9s9d", "TT-77, A5s-A2s, KQo", "9c Tc Jc"),
        ("7h6h", "ATs+, KTo+, 98", "5h 8h Kd 2s"),
        ("AsAc", "22+", "2h 2d 3s 4s 5s"),
    ],
)
def test_holdem_against_a_range_is_as_eval7_ranks_every_deal(mine: str, range: str, board: str) -> None:
    """eval7's own count of a hand against a range compares the hands as they are, so every deal is ranked here."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        theirs = eval7.HandRange("KTo,KJo,KQo,ATs+,98" if "KTo+" in range else range).hands
    held, lies = [eval7.Card(mine[:2]), eval7.Card(mine[2:])], [eval7.Card(one) for one in board.split()]
    parts = deals = 0
    for (one, other), weight in theirs:
        if weight != 1.0 or {one, other} & {*held, *lies}:
            continue
        left = [card for card in eval7.Deck().cards if card not in (*held, *lies, one, other)]
        for more in combinations(left, 5 - len(lies)):
            me, them = (eval7.evaluate([*two, *lies, *more]) for two in (held, (one, other)))
            parts += 2 * (me > them) + (me == them)
            deals += 1
    worth = equity("no-limit-holdem", mine, range, board=board)
    assert (worth.deals, worth.players[0].equity) == (deals, Fraction(parts, 2 * deals))


def test_before_the_flop_every_board_is_counted_though_one_stands_for_its_like_in_other_suits() -> None:
    worth = houseway.equity("limit-holdem", "AhKh", "QdQc")
    left = [card for card in range(52) if card not in hand("AhKhQdQc")]
    boards = np.array(list(combinations(left, 5)), np.uint8)
    ranks = []
    for held in ("AhKh", "QdQc"):
        rows = np.empty((len(boards), 7), np.uint8)
        rows[:, :5], rows[:, 5:] = boards, hand(held)
        ranks.append(batch.rank_batch(rows))
    assert worth.exact
    assert worth.deals == len(boards) == 1_712_304
    won = [int((ranks[0] > ranks[1]).sum()), int((ranks[1] > ranks[0]).sum())]
    assert [player.high.won * worth.deals for player in worth.players] == won


def settled(name: str, held: list[tuple[int, ...]], board: tuple[int, ...], wild: list[bool]) -> list[int]:
    """What each of these hands has of a pot of 5040, by the game's own ranks and division."""
    found = game(name)
    assert isinstance(found, PotGame)
    players = [Player(f"seat {at}", at) for at in range(len(held))]
    if found.rules.cards.pack == "53":
        highs, lows = {one: best(cards, wild=down) for one, cards, down in zip(players, held, wild, strict=True)}, {}
    else:
        high, low = found.ranked_beside(board)
        highs = {one: high(cards) for one, cards in zip(players, held, strict=True)}
        lows = {one: low(cards) for one, cards in zip(players, held, strict=True) if low and low(cards) is not None}
    won = dict.fromkeys(players, 0)
    for share in divided(5040, players, highs, lows):
        won[share.player] += share.amount
    return list(won.values())


DEALS = [
    ("limit-holdem", ["AhKd", "8c ??", "QsQc"], "Kh 8d 2c 3s 3h"),
    ("omaha", ["AhKhQd ??", "9s9c8s8c"], "Ks 7d 2c 8h"),
    ("big-o", ["AhKhQd5s4h", "9s9c8s8c ??", "As 2h 3h 4c 5c"], "Ks 7d 2c 8h Th"),
    ("omaha-hi-lo", ["Ah2h3d4d", "9s9c As ??", "Ac2c5c6c"], "Ks 7d 8c 3h Th"),
    ("omaha-hi-lo", ["Ah2h3d4d", "AsKc2s3s"], "7d 8c 3h"),
    ("seven-card-stud", ["AhKdQc9s9d8s", "2s3s4s5d5h9c8d", "JsJh7d7s2c3c"], ""),
    ("seven-card-stud", ["AhKdQc9s9d8s", "2s3s4s5d5h ??"], "5s"),
    ("seven-card-stud-hi-lo", ["Ah2dKc4s5d8s", "2s3s4h8d8h9d"], ""),
    ("seven-card-stud-hi-lo", ["Ah2dKc4s5d8s Ts", "As3s4h8d7h9c", "Ac3c4c"], ""),
    ("mexican-stud", ["Kh Kd 5s 4c", "?? Qc Jc Tc 9c"], ""),
    ("mexican-stud", ["Jk Kd 5s 5h", "Qd Qc Jc Tc", "3h 3d 4c 4d ??"], ""),
    ("mexican-stud", ["Kh Jk 5s 5h 2c", "Qd Qc Jc Tc"], ""),
    ("mexican-stud", ["Kh Kd 5s (Jk)", "Qd Qc Jc Tc 9c"], ""),
]


@pytest.mark.parametrize(("name", "given", "board"), DEALS[:8] + DEALS[9:])
def test_every_deal_settled_by_the_game_gives_the_same(name: str, given: list[str], board: str) -> None:
    deal = deal_of(name, *given, board=board)
    unknown = [held.unknown for held in deal.hands]
    slots, total, deals = sum(unknown) + deal.to_come, [0] * len(given), 0
    in_order = deal.jokers  # which place a joker comes to decides what it is worth
    lies = hand(board) if board else ()
    for drawn in permutations(deal.free, slots) if in_order else _each_by_place(deal.free, [*unknown, deal.to_come]):
        held, wild, at = [], [], 0
        for one in deal.hands:
            mine = drawn[at : at + one.unknown]
            known = tuple(min(card, JOKER) for card in one.ways[0])
            wild.append(
                showdown.WILD in one.ways[0] or any(c == JOKER and down for c, down in zip(mine, one.down, strict=True))
            )
            held.append((*known, *mine))
            at += one.unknown
        for player, part in enumerate(settled(name, held, (*lies, *drawn[at:]), wild)):
            total[player] += part
        deals += 1
    worth = equity(name, *given, board=board)
    assert worth.exact
    assert [player.equity for player in worth.players] == [Fraction(part, 5040 * deals) for part in total]


def _each_by_place(free: list[int], sizes: list[int]) -> list[tuple[int, ...]]:
    if not sizes:
        return [()]
    found = []
    for first in combinations(free, sizes[0]):
        rest = [card for card in free if card not in first]
        found += [(*first, *others) for others in _each_by_place(rest, sizes[1:])]
    return found


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("seven-card-stud", ["AhAdKs9h2d", "?? ?? 8s7s6s"]),
        ("seven-card-stud-hi-lo", ["Ah2d3s9h", "2s3c8s7s6s"]),
        ("mexican-stud", ["Kh Kd 5s", "?? 8s 7s"]),
        ("mexican-stud", ["Kh Jk 5s", "?? 8s 7s"]),
    ],
)
def test_going_through_in_order_is_the_same_as_every_pair(name: str, given: list[str]) -> None:
    deal = deal_of(name, *given)
    assert (counted._swept(deal) == counted._met(deal)).all()


@pytest.mark.parametrize(
    ("name", "given"),
    [
        ("seven-card-stud", ["Ah Ad Ks 2c 3c 4d, Ac Ks Kd 5d 5h 9c", "8h 8d 8s 2d 2h, Kc Qc Jc 8s 9c"]),
        ("seven-card-stud-hi-lo", ["Ah 2d Ks 2c 3c 4d, Ac Ks 3d 5d 6h 9c", "8h 8d 8s 2s 2h, Kc Qc Jc 8s 9c"]),
        ("mexican-stud", ["Ah 2d Ks, Ac Jk Ks", "8h 8d 9d, Kc (Jk) Qc, Jk Kc Qc"]),  # who has the joker draws none
    ],
)
def test_ranges_of_stud_are_gone_through_way_by_way(name: str, given: list[str]) -> None:
    deal = deal_of(name, *given)
    way_by_way = np.sum([counted._swept(one) for one in counted._ways_to_meet(deal)], axis=0)
    assert (way_by_way == counted._met(deal)).all()


def test_several_hands_of_stud_against_an_unknown_one_are_counted_too() -> None:
    deal = deal_of("seven-card-stud", "Ah Ad Ks 2c, Ac Ks Kd 5d", "?? ?? 8s 9s")
    assert counted.cost(deal) < counted.LIMIT


@pytest.mark.parametrize(
    ("name", "given", "board"),
    [("limit-holdem", ["AhKh", "QQ+, AKs", "TT, 76s"], ""), DEALS[1], DEALS[4], DEALS[8], DEALS[9]],
)
def test_a_sample_is_near_the_count_by_its_standard_error(name: str, given: list[str], board: str) -> None:
    whole, some = equity(name, *given, board=board), equity(name, *given, board=board, samples=40_000, seed=3)
    assert not some.exact
    for exact, near in zip(whole.players, some.players, strict=True):
        assert near.error is not None
        assert abs(float(near.equity - exact.equity)) < 4 * near.error < 0.02
    assert equity(name, *given, board=board, samples=40_000, seed=3) == some


def test_players_of_whom_nothing_is_known_are_alike() -> None:
    worth = equity("limit-holdem", "9s9d", "??", "??", board="2c 7d Th Js")
    assert worth.exact
    assert worth.players[1].equity == worth.players[2].equity
    assert sum(player.equity for player in worth.players) == 1
    assert 0 < worth.players[0].equity < 1


def test_what_would_take_long_is_sampled_and_says_so() -> None:
    worth = equity("omaha", "AhKhQdJd", "??", "??", "??", samples=2_000)
    assert worth.method == "sampled: 2,000 deals at random"
    assert counted.cost(deal_of("omaha", "AhKhQdJd", "??")) > counted.LIMIT
    assert counted.cost(deal_of("limit-holdem", "AhKd", "??")) < counted.LIMIT
    assert counted.cost(deal_of("seven-card-stud", "AhAdKs", "?? ?? 8s")) < counted.LIMIT


def test_dead_cards_are_not_dealt() -> None:
    drawing = equity("limit-holdem", "AhKh", "QdQc", board="2h 7h Ts 3c", dead="Jh 9h 8h")
    assert drawing.players[0].high.won == Fraction(6 + 3 + 3, 41)  # six hearts, aces and kings are left


def test_a_joker_is_ranked_as_the_rulebook_has_it() -> None:
    assert (
        lowest(Category.STRAIGHT),
        highest(Category.FLUSH),
        lowest(Category.STRAIGHT_FLUSH),
    ) == (showdown._STRAIGHT, showdown._FLUSH_END, showdown._STRAIGHT_FLUSH)
    rng, tables = random.Random(5), batch.tables()
    four_of_a_kind = [(*range(4 * one, 4 * one + 4),) for one in range(13)]
    for four in [rng.sample(range(52), 4) for _ in range(3000)] + four_of_a_kind:
        for joker, rank in ((JOKER, joker_rank), (showdown.WILD, wild_rank)):
            cards = [*four, joker]
            rng.shuffle(cards)
            found = showdown.joker_rank(np.array(cards, np.uint8), tables)
            assert found == rank((*four, JOKER)), text((*four, JOKER))


@pytest.mark.parametrize(
    ("said", "many"),
    [
        ("QQ+", 18),
        ("AKs", 4),
        ("AKo", 12),
        ("AK", 16),
        ("TT-77", 24),
        ("A5s-A2s", 16),
        ("ATs+", 16),
        ("KK, AhKh", 7),
        ("KK, KdKc", 6),
        ("AhKh, KhAh", 1),
    ],
)
def test_words_for_many_hands_of_holdem(said: str, many: int) -> None:
    holdem = game("limit-holdem")
    assert isinstance(holdem, PotGame)
    assert len(hands.read(said, holdem.making, pack("52")).ways) == many


@pytest.mark.parametrize(
    ("name", "given", "board", "why"),
    [
        ("limit-holdem", ["AhKh"], "", "2 to 10 hands, not of 1"),
        ("limit-holdem", ["AhKh", "AhQd"], "", "Ah is given twice, in two hands"),
        ("limit-holdem", ["AhKh", "QdQc"], "Ah 2c 3c", "Ah is given twice, in a hand and in the board"),
        ("limit-holdem", ["AhKh", "AA"], "Ad As Ac", "no hand of 'AA' is left"),
        ("limit-holdem", ["AA", "AA", "AA"], "", "need the same cards"),
        ("limit-holdem", ["AhKhQh", "??"], "", "a hand here has 2"),
        ("limit-holdem", ["Ah", "??"], "", "has one card: expected 2"),
        ("limit-holdem", ["AKx", "??"], "", "is not a card"),
        ("limit-holdem", ["AAs", "??"], "", "neither suited nor offsuit"),
        ("limit-holdem", ["KQs-AJs", "??"], "", "does not run from one hand to another"),
        ("limit-holdem", ["Jk 2c", "??"], "", "Jk is not in the pack"),
        ("limit-holdem", ["", "??"], "", "a hand is missing"),
        ("omaha", ["AhKh ?? ??, AdKdQd ??", "??"], "", "mixes hands"),
        ("seven-card-stud", ["Ah", "Kd"], "2c 3c", "this game has no board"),
        ("seven-card-stud", ["(Ah)", "Kd"], "", "brackets are for a joker"),
        ("mexican-stud", ["Ah (Jk", "Kd"], "", "not closed"),
        ("seven-card-stud", ["??"] * 8, "", "are needed, and 52 are left"),
    ],
)
def test_what_cannot_be_dealt_is_said_in_a_sentence(name: str, given: list[str], board: str, why: str) -> None:
    with pytest.raises(CardError, match=why.replace("(", r"\(").replace("?", r"\?")):
        equity(name, *given, board=board)


def test_only_pot_games_have_equity_and_all_of_them_do() -> None:
    with pytest.raises(RulesError, match="not played for a pot"):
        equity("cash-in-baccarat", "AhKh", "??")
    for name, found in catalogue().items():
        if isinstance(found, PotGame):
            worth = equity(name, "??", "??", samples=500)
            assert abs(sum(player.equity for player in worth.players) - 1) == 0, name


def test_nothing_known_is_half_each_by_any_count() -> None:
    worth = equity("seven-card-stud", "2c2d3h3s4c4d ??", "5h5s6c6d7h7s ??", dead="8c 8d")
    assert worth.players[0].equity + worth.players[1].equity == 1
    assert HIDDEN == JOKER + 1  # a joker face down takes the number that no card on the table has
