"""Party Craps by hand: every bet, the puck, the printed order, standing wagers, coverage and fees."""

import io
from collections.abc import Mapping
from itertools import product
from pathlib import Path

import pytest
from rich.console import Console

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario
from houseway.cli import asking
from houseway.games import game
from houseway.games.craps.party_craps.round import (
    BOX_NUMBERS,
    buy_lay_fee,
    called,
    decision,
    moves_to,
    pair_of,
    remembered,
    settle,
    settlement_order,
    sum_of,
    wagers_form,
)
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Collected, FeeTaken, Paid, Returned
from houseway.play.player_dealer import ActionPlaced, GameClosed
from houseway.play.scenario import ScenarioError
from houseway.play.standing import Moved
from houseway.rules.money import cents, dollars
from houseway.rules.resolved import limit_problems, resolve
from tests.banked import bank_net, fees, net, played, rows
from tests.games.craps.by_hand import PAIRS, by_hand

GAME = game("party-craps")
RULES = resolve(GAME.rules)


def cards_of(low: int, high: int) -> tuple[int, ...]:
    return hand(" ".join(f"{'A' if pip == 1 else pip}{suit}" for pip, suit in ((low, "h"), (high, "d"))))


def settled(cards: str, wagers: str, point: int = 0, *, on: bool = False) -> dict[str, tuple[str, str]]:
    """Result and payout of each of these wagers that the cards decide, in the order of settlement."""
    stakes = {wager: cents(amount) for wager, _, amount in (part.rpartition(" ") for part in wagers.split(", "))}
    outcomes = settle(RULES, hand(cards), point, working=on, stakes=stakes)
    return {one.wager: (one.result.value, dollars(one.paid)) for one in outcomes}


# The line and the come


def test_1_A_pass_line_wins_even_money_on_7_and_11_and_loses_on_2_3_and_12_on_the_come_out() -> None:
    for cards in ("Ah 6d", "2h 5d", "3h 4d", "5h 6d"):
        assert settled(cards, "pass 15") == {"pass": ("win", "15")}
    for cards in ("Ah Ad", "Ah 2d", "6h 6d"):
        assert settled(cards, "pass 15") == {"pass": ("lose", "0")}


def test_1_A_pass_line_wins_on_its_point_loses_on_7_and_stays_on_everything_else() -> None:
    assert settled("2h 4d", "pass 10", 6) == {"pass": ("win", "10")}
    assert settled("2h 5d", "pass 10", 6) == {"pass": ("lose", "0")}
    assert settled("5h 6d", "pass 10", 6) == settled("Ah Ad", "pass 10", 6) == {}


def test_1_B_dont_pass_wins_on_2_and_3_ties_on_12_and_loses_on_7_and_11() -> None:
    assert settled("Ah Ad", "dont-pass 10") == settled("Ah 2d", "dont-pass 10") == {"dont-pass": ("win", "10")}
    assert settled("6h 6d", "dont-pass 10") == {}
    assert settled("5h 6d", "dont-pass 10") == settled("3h 4d", "dont-pass 10") == {"dont-pass": ("lose", "0")}


def test_1_B_dont_pass_with_laid_odds_wins_on_7_before_the_point() -> None:
    assert settled("3h 4d", "dont-pass 10, dont-pass-odds 40", 4) == {
        "dont-pass": ("win", "10"),
        "dont-pass-odds": ("win", "20"),
    }
    assert settled("3h Ad", "dont-pass 10, dont-pass-odds 40", 4) == {
        "dont-pass": ("lose", "0"),
        "dont-pass-odds": ("lose", "0"),
    }


def test_1_C_a_new_come_bet_wins_on_7_while_the_established_ones_lose() -> None:
    assert settled("3h 4d", "come 10, come-6 20, come-6-odds 25, pass 10", 9) == {
        "come": ("win", "10"),
        "pass": ("lose", "0"),
        "come-6": ("lose", "0"),
        "come-6-odds": ("lose", "0"),
    }


def test_1_C_a_new_come_bet_loses_on_craps_and_the_point_is_not_touched() -> None:
    assert settled("Ah 2d", "come 10, pass 10", 9) == {"come": ("lose", "0")}
    assert settled("6h 5d", "come 10, dont-come 10", 9) == {"come": ("win", "10"), "dont-come": ("lose", "0")}


def test_1_D_a_dont_come_that_ties_on_12_stays_and_moves_behind_the_next_number() -> None:
    assert settled("6h 6d", "dont-come 10", 9) == {}
    assert moves_to("dont-come", 12) == "" and moves_to("dont-come", 4) == "dont-come-4"
    assert settled("6h Ad", "dont-come-4 10, dont-come-4-odds 20", 9) == {
        "dont-come-4": ("win", "10"),
        "dont-come-4-odds": ("win", "10"),
    }


def test_1_E_odds_pay_2_to_1_3_to_2_and_6_to_5_and_are_laid_at_the_reverse() -> None:
    taken = {4: "60", 5: "45", 6: "36", 8: "36", 9: "45", 10: "60"}
    laid = {4: "15", 5: "20", 6: "25", 8: "25", 9: "20", 10: "15"}
    for number in BOX_NUMBERS:
        made = next(cards_of(*pair) for pair in PAIRS if sum(pair) == number)
        won = settle(RULES, made, number, working=False, stakes={"pass": 1000, "pass-odds": 3000})
        assert [dollars(one.paid) for one in won] == ["10", taken[number]]
        back = f"dont-come-{number}"
        won = settle(RULES, hand("Ah 6h"), 5, working=False, stakes={back: 1000, f"{back}-odds": 3000})
        assert [dollars(one.paid) for one in won] == ["10", laid[number]]


# Place, buy and lay


def test_1_F_place_bets_pay_9_to_5_7_to_5_and_7_to_6() -> None:
    assert settled("Ah 3d", "place-4 10", 6) == {"place-4": ("win", "18")}
    assert settled("4h 5d", "place-9 10, place-4 10", 6) == {"place-9": ("win", "14")}
    assert settled("2h 6d", "place-8 12", 6) == {"place-8": ("win", "14")}
    assert settled("2h 6d", "place-8 13", 6) == {"place-8": ("win", "15.16")}  # 91/6, rounded down to the cent


def test_1_G_buy_bets_pay_true_odds_less_the_fee_on_what_is_won() -> None:
    assert settled("Ah 3d", "buy-4 50", 6) == {"buy-4": ("win", "95")}  # 100 less 5
    assert settled("2h 3d", "buy-5 20", 6) == {"buy-5": ("win", "28")}  # PC-2: 30 less 2
    assert settled("4h 4d", "buy-8 10", 6) == {"buy-8": ("win", "11")}  # 12 less 1
    assert settled("Ah 3d", "buy-4 300", 6) == {"buy-4": ("win", "570")}  # PC-3: 600 less 30


def test_1_H_lay_bets_win_on_7_less_the_fee_and_lose_on_their_number_also_on_the_come_out() -> None:
    assert settled("3h 4d", "lay-4 20, lay-5 15, lay-6 12") == {
        "lay-4": ("win", "9"),
        "lay-5": ("win", "9"),
        "lay-6": ("win", "9"),
    }
    assert settled("Ah 3d", "lay-4 20, lay-5 15") == {"lay-4": ("lose", "0")}


@pytest.mark.parametrize(
    ("won", "fee"),
    [("0.99", "0"), ("1", "1"), ("20", "1"), ("20.99", "1"), ("21", "2"), ("40", "2"), ("41", "3"), ("60", "3"),
     ("61", "4"), ("80", "4"), ("81", "5"), ("100", "5"), ("100.50", "5"), ("101", "6"), ("120", "6"), ("121", "7"),
     ("600", "30"), ("601", "31")],
)  # fmt: skip
def test_1_I_the_fee_is_a_dollar_for_each_twenty_won(won: str, fee: str) -> None:
    assert buy_lay_fee(RULES, cents(won)) == cents(fee)


# One flip, and the middle of the layout


def test_1_J_field_pays_double_on_2_triple_on_12_and_loses_on_5_to_8() -> None:
    pays = {2: "20", 3: "10", 4: "10", 9: "10", 10: "10", 11: "10", 12: "30"}
    for low, high in PAIRS:
        result = settle(RULES, cards_of(low, high), 0, working=False, stakes={"field": 1000})
        expected = ("win", pays[low + high]) if low + high in pays else ("lose", "0")
        assert [(one.result.value, dollars(one.paid)) for one in result] == [expected]


def test_1_K_L_big_6_and_big_8_pay_even_money_and_stay_until_their_number_or_7() -> None:
    assert settled("2h 4d", "big-6 10, big-8 10, established-big-6 20") == {
        "established-big-6": ("win", "20"),
        "big-6": ("win", "10"),
    }
    assert settled("3h 4d", "big-6 10, established-big-8 10") == {
        "big-6": ("lose", "0"),
        "established-big-8": ("lose", "0"),
    }
    assert settled("5h 6d", "big-6 10, established-big-8 10") == {}
    assert moves_to("big-6", 4) == "established-big-6"


def test_1_M_a_hard_ways_win_on_the_pair_lose_on_7_and_the_easy_way_and_work_on_the_come_out() -> None:
    every = "hard-4 5, hard-6 5, hard-8 5, hard-10 5"
    assert settled("2h 2d", every) == {"hard-4": ("win", "35")}
    assert settled("3h 3d", every) == {"hard-6": ("win", "45")}
    assert settled("4h 4d", every) == {"hard-8": ("win", "45")}
    assert settled("5h 5d", every) == {"hard-10": ("win", "35")}
    assert settled("2h 6d", every) == {"hard-8": ("lose", "0")}
    assert list(settled("3h 4d", every).values()) == [("lose", "0")] * 4
    assert settled("4h 5d", every) == {}


def test_1_M_b_to_i_the_one_flip_bets() -> None:
    every = "any-seven 5, any-craps 5, c 5, e 5"
    assert settled("3h 4d", every)["any-seven"] == ("win", "20")
    for cards in ("Ah Ad", "Ah 2d", "6h 6d"):
        got = settled(cards, every)
        assert got["any-craps"] == got["c"] == ("win", "35") and got["e"] == got["any-seven"] == ("lose", "0")
    assert settled("5h 6d", every)["e"] == ("win", "75")
    assert {result for result, _ in settled("2h 2d", every).values()} == {"lose"}


def test_1_M_j_a_horn_pays_by_the_number_and_its_other_three_parts_lose() -> None:
    done = played(
        'game = "party-craps"\n[cards]\nflip = "6h 6d"\n[[seats]]\nseat = 1\nwagers = { field = "5", horn = "20" }\n'
    )
    assert rows(done, 1) == [
        ("horn-12", "win", "150", "0"),
        ("field", "win", "15", "0"),
        ("horn-2", "lose", "0", "0"),
        ("horn-3", "lose", "0", "0"),
        ("horn-11", "lose", "0", "0"),
    ]
    assert net(done, 1) == cents("150") and bank_net(done) == -cents("150")  # fees apart: 150 + 15 - 3 x 5


def test_1_M_k_hops_pay_30_to_1_hard_and_15_to_1_easy_for_exactly_their_two_cards() -> None:
    hops = [wager for wager in RULES.wagers if wager.startswith("hop-")]
    assert len(hops) == 17
    for low, high in PAIRS:
        stakes = dict.fromkeys(hops, 100)
        wins = [one for one in settle(RULES, cards_of(low, high), 0, working=False, stakes=stakes) if one.paid]
        expected = [(f"hop-{low}-{high}", 3000 if low == high else 1500)]
        assert [(one.wager, one.paid) for one in wins] == (expected if f"hop-{low}-{high}" in hops else [])


# On and off


def test_2_A_place_and_buy_bets_are_off_on_the_come_out_unless_turned_on_one_on_all_on() -> None:
    stakes = "place-6 12, buy-4 10, place-5 10"
    assert settled("3h 4d", stakes) == settled("2h 4d", stakes) == {}
    assert settled("3h 4d", stakes, on=True) == dict.fromkeys(("place-5", "place-6", "buy-4"), ("lose", "0"))
    assert settled("2h 4d", stakes, on=True) == {"place-6": ("win", "14")}
    assert settled("2h 4d", stakes, 9) == {"place-6": ("win", "14")}  # with a point they always work


def test_2_B_a_come_bet_works_on_the_come_out_and_its_odds_that_are_off_go_back() -> None:
    stakes = "come-4 10, come-4-odds 20"
    assert settled("3h 4d", stakes) == {"come-4": ("lose", "0"), "come-4-odds": ("returned", "0")}
    assert settled("Ah 3d", stakes) == {"come-4": ("win", "10"), "come-4-odds": ("returned", "0")}
    assert settled("Ah 3d", stakes, on=True) == {"come-4": ("win", "10"), "come-4-odds": ("win", "40")}
    assert settled("4h 5d", stakes) == {}


def test_2_D_dont_come_bets_and_their_odds_work_on_the_come_out() -> None:
    assert settled("3h 4d", "dont-come-4 10, dont-come-4-odds 20") == {
        "dont-come-4": ("win", "10"),
        "dont-come-4-odds": ("win", "10"),
    }


# The printed order


def test_the_order_of_a_seven_on_the_come_out_as_printed() -> None:
    stakes = dict.fromkeys(
        ("pass", "dont-pass", "come-4", "come-4-odds", "dont-come-5", "lay-6", "place-4", "buy-4", "big-6", "big-8",
         "field", "e", "c", "any-craps", "any-seven", "hop-1-6", "hop-2-5", "horn-2", "hard-4", "established-big-6",
         "established-big-8"), 1000,
    )  # fmt: skip
    order = [one.wager for one in settle(RULES, hand("6h Ad"), 0, working=True, stakes=stakes)]
    assert order == [
        "hop-1-6", "any-seven", "pass", "dont-come-5", "lay-6", "come-4", "come-4-odds", "place-4", "buy-4",
        "dont-pass", "big-6", "big-8", "field", "e", "c", "any-craps", "hop-2-5", "horn-2", "hard-4",
        "established-big-6", "established-big-8",
    ]  # fmt: skip


def test_the_order_of_a_hard_six_as_printed_the_hard_way_before_the_established_big_6() -> None:
    stakes = dict.fromkeys(
        ("any-seven", "horn-11", "hop-2-4", "any-craps", "c", "e", "field", "lay-6", "dont-come-6", "big-6", "buy-6",
         "place-6", "come-6", "established-big-6", "hard-6", "hop-3-3"), 1000,
    )  # fmt: skip
    order = [one.wager for one in settle(RULES, hand("3h 3d"), 8, working=False, stakes=stakes)]
    assert order == [
        "hop-3-3", "hard-6", "established-big-6", "come-6", "place-6", "buy-6", "big-6", "dont-come-6", "lay-6",
        "field", "e", "c", "any-craps", "hop-2-4", "horn-11", "any-seven",
    ]  # fmt: skip


def test_PC_7_on_a_seven_out_line_bets_are_settled_with_the_established_come_bets() -> None:
    stakes = dict.fromkeys(
        ("pass", "pass-odds", "dont-pass", "dont-pass-odds", "come", "dont-come", "come-4", "dont-come-9"), 1000
    )
    order = [one.wager for one in settle(RULES, hand("4h 3d"), 6, working=False, stakes=stakes)]
    assert order == ["come", "dont-pass", "dont-pass-odds", "dont-come-9", "pass", "pass-odds", "come-4", "dont-come"]


def test_every_wager_that_two_cards_decide_has_its_place_in_their_list_once() -> None:
    spots = [wager for wager in RULES.game.wagers if wager != "horn"]
    for pair, point in product(PAIRS, (0, *BOX_NUMBERS)):
        cards = cards_of(*pair)
        listed = [wager for area in settlement_order(RULES, pair_of(cards), point=bool(point)) for wager in area]
        assert len(set(listed)) == len(listed)
        for wager in spots:
            if point == 0 and wager in ("come", "dont-come", "pass-odds", "dont-pass-odds"):
                continue  # not there on the come-out
            decided = by_hand(wager, pair, point)
            assert wager in listed or decided is None, (wager, pair, point)


def test_settlement_agrees_with_craps_written_without_the_rule_file() -> None:
    for wager, pair, point in product(RULES.game.wagers, PAIRS, (0, *BOX_NUMBERS)):
        if wager == "horn" or (not point and wager in ("come", "dont-come", "pass-odds", "dont-pass-odds")):
            continue
        got = settle(RULES, cards_of(*pair), point, working=True, stakes={wager: 3000})
        expected = {None: [], True: ["win"], False: ["lose"]}[by_hand(wager, pair, point)]
        assert [one.result.value for one in got] == expected, (wager, pair, point)
        assert all(one.clause and one.hand == called(cards_of(*pair)) for one in got)


def test_7_aces_are_one() -> None:
    assert sum_of(hand("Ah Ad")) == 2 and sum_of(hand("6h 6d")) == 12 and called(hand("5h Ad")) == "six (A, 5)"
    assert decision(RULES, "pass", point=False) != decision(RULES, "pass", point=True)


# A table, flip by flip


class Walk:
    """A table whose flips are given; the seats named bank in their turn with $1,000, and only seat 1 and who is told
    so bets."""

    def __init__(self, *flips: str, options: Mapping[str, object] | None = None, banks: tuple[int, ...] = (11, 12)):
        cards = tuple(card for flip in flips for card in hand(flip))
        rules = resolve(GAME.rules, options)
        self.driver = Driver(GAME, rules, source=Scenario({"flip": cards}))
        self.table = self.driver.table
        self.banks = [f"seat {bank}" for bank in banks]
        self.flips = 0
        for seat in (1, *banks):
            self.driver.buy_in(f"seat {seat}", cents("1100"))

    def begin(self, bank: str, amount: str = "1000") -> None:
        """The position is offered round until `bank` has it; everybody is asked for wagers then."""
        self.flips += 1
        self.driver.begin(seed_from(self.flips))
        while "bank" in {ask.what for ask in self.driver.asks.values()}:
            (who,) = self.driver.asks
            self.driver.answer(who, f"bank {amount}" if who == bank else "decline")

    def flip(self, bank: str, amount: str = "1000", **bets: str) -> list[str]:
        """One flip: who says what, by seat with _; the answer is what came of it, `pass win 10`."""
        self.begin(bank, amount)
        for who, text in bets.items():
            self.driver.answer(who.replace("_", " "), text)
        for who in list(self.driver.asks):
            self.driver.answer(who, "no bet")
        return [
            f"{done.outcome.wager} {done.outcome.result.value} {dollars(done.outcome.paid or done.outcome.stake)}"
            for done in self.table.settled
        ]

    def events(self, *kinds: type) -> list[str]:
        return [event.words() for event in self.driver.events if isinstance(event, kinds)]

    def fees(self) -> dict[str, str]:
        return {event.who: dollars(event.amount) for event in self.driver.events if isinstance(event, FeeTaken)}


def test_the_walk_come_out_point_two_come_bets_with_odds_and_seven_out() -> None:
    walk = Walk("2h 4d", "Ah 3d", "5h 4d", "4h 4s", "Ad 3s", "6h Ac")
    table = walk.table

    assert walk.flip("seat 12", seat_1="pass 10") == []  # six is the point
    assert walk.fees() == {"seat 12": "1"}
    assert remembered(table)["point"] == 6 and table.staked("seat 1") == {"pass": 1000}

    assert walk.flip("seat 12", seat_1="pass-odds 25, come 10") == []  # four: the come bet moves
    assert walk.fees() == {"seat 12": "1"}  # for the come bet; odds are free
    assert walk.events(Moved) == ["Seat 1: come $10 moves to come-4 (Standards of Play 1(C))."]

    assert walk.flip("seat 11", seat_1="come-4-odds 20, come 10") == []  # nine; the bets stay for a new player-dealer
    assert walk.flip("seat 11", seat_1="come-9-odds 30, place-8 12") == ["place-8 win 14"]  # 12 at 7 to 6
    assert walk.fees() == {"seat 1": "1"}  # the player's own, for the place bet
    assert walk.flip("seat 12", seat_1="hard-6 5") == ["come-4 win 10", "come-4-odds win 40"]  # 20 at 2 to 1
    assert table.staked("seat 1") == {"pass": 1000, "pass-odds": 2500, "come-9": 1000, "come-9-odds": 3000,
                                      "hard-6": 500}  # fmt: skip
    assert walk.flip("seat 12", seat_1="come 10") == [
        "come win 10",
        "pass lose 10",
        "pass-odds lose 25",
        "come-9 lose 10",
        "come-9-odds lose 30",
        "hard-6 lose 5",
    ]
    assert remembered(table)["point"] == 0 and not table.stakes
    # 14 + 10 + 40 + 10 won, 10 + 25 + 10 + 30 + 5 lost, a fee of 1
    assert table.stack("seat 1") == cents("1100") + cents("14") + cents("60") - cents("80") - cents("1")
    # seat 12: pays 50 and 10, collects 80, fees of 1, 1, 1 and 1; seat 11: pays 14, fees of 1
    assert table.stack("seat 12") == cents("1100") - cents("60") + cents("80") - cents("4")
    assert table.stack("seat 11") == cents("1100") - cents("14") - cents("1")
    assert table.ledger["drop"] == cents("6")


def test_4_f_a_standing_bet_of_the_player_dealer_has_no_action_and_goes_back_when_decided() -> None:
    walk = Walk("2h 4d", "4h 5d", "Ah 3d", "3h 3d")
    walk.flip("seat 11", seat_12="pass 10", seat_1="pass 10")
    walk.flip("seat 11", seat_12="come 20")
    assert walk.flip("seat 12", seat_1="no bet") == []
    assert walk.table.staked("seat 12") == {"pass": 1000, "come-9": 2000}  # the four has no effect on them
    assert "seat 12" not in {ask.who for ask in walk.driver.asks.values()}
    assert walk.flip("seat 12") == ["pass returned 10", "pass win 10"]  # six seats on, then 11, 12, 1
    assert "no action" in walk.events(Returned)[0]
    assert walk.table.staked("seat 12") == {"come-9": 2000}
    assert walk.table.stack("seat 12") == cents("1100") - cents("20") - cents("10")  # has paid seat 1, no more


def test_PC_9_when_nobody_banks_the_game_closes_and_every_wager_goes_back_without_its_fee() -> None:
    walk = Walk("2h 4d")
    walk.flip("seat 11", seat_1="pass 10, place-8 12")
    assert walk.flip("nobody") == ["pass returned 10", "place-8 returned 12"]
    assert walk.events(GameClosed) and not walk.table.stakes
    assert walk.table.stack("seat 1") == cents("1099")
    walk.begin("seat 12")
    assert "the come-out is next" in walk.driver.events[-1].words()


def test_4_c_wagers_stay_when_the_same_player_banks_again_after_the_close_and_reopen() -> None:
    walk = Walk("2h 4d", "4h 5d", "3h 3d", banks=(12,))
    walk.flip("seat 12", seat_1="pass 10")
    walk.flip("seat 12")
    assert walk.flip("seat 12") == ["pass win 10"]
    assert len(walk.events(GameClosed)) == 1


def test_5_A_the_action_tile_is_counted_from_the_player_dealers_left_and_an_empty_seat_passes_it_on() -> None:
    walk = Walk("Ah Ad", "6h 6d", banks=(4, 6, 9))
    walk.flip("seat 4", seat_1="field 5", seat_6="field 5", seat_9="field 5")  # 2: seat 6
    assert walk.events(ActionPlaced)[0].startswith("The action is at seat 6: 2 counted")
    assert [event.who for event in walk.driver.events if isinstance(event, Paid)] == ["seat 6", "seat 9", "seat 1"]
    walk.flip("seat 4", seat_1="field 5", seat_6="field 5")  # 12 comes to seat 4 itself, and on to seat 6
    assert walk.events(ActionPlaced)[0].startswith("The action is at seat 6: 12 counted")


def test_4_d_wagers_are_settled_area_by_area_until_the_bank_is_exhausted_and_the_rest_goes_back() -> None:
    text = """
        game = "party-craps"
        [bank]
        seat = 12
        amount = "60"
        [cards]
        flip = "6h 6d"
        [[seats]]
        seat = 1
        wagers = { pass = "10", field = "5", any-craps = "5" }
        [[seats]]
        seat = 2
        wagers = { pass = "10", field = "5" }
        [[seats]]
        seat = 2
        backline = 1
        wagers = { field = "10" }
        [options]
        coverage = "%s"
    """
    # Any Craps 35 leaves 25; fields from seat 12 + 12, seat 12 itself, so from seat 1: 15 and then 10 of 15; nothing
    # is left for the field behind seat 2, nor for the pass line.
    done = played(text % "action")
    assert rows(done, 1) == [
        ("any-craps", "win", "35", "0"),
        ("field", "win", "15", "0"),
        ("pass", "returned", "0", "0"),
    ]
    assert rows(done, 2) == [("field", "win", "10", "0"), ("pass", "returned", "0", "0")]
    assert rows(done, 2, 1) == [("field", "returned", "0", "0")]
    assert bank_net(done) == -cents("60")
    # By the running result the pass lines are collected although nothing was left to pay with.
    done = played(text % "net")
    assert rows(done, 2, 1) == [("field", "returned", "0", "0")]
    assert rows(done, 1)[-1] == rows(done, 2)[-1] == ("pass", "lose", "0", "0")
    assert bank_net(done) == -cents("40")


def test_4_d_a_standing_wager_that_is_not_covered_goes_back_too() -> None:
    walk = Walk("2h 4d", "3h 4d")
    walk.flip("seat 12", seat_1="pass 100, dont-pass 20")
    assert walk.flip("seat 12", "50") == ["dont-pass win 20", "pass lose 100"]
    assert [event.amount for event in walk.driver.events if isinstance(event, Collected | Returned)] == [3000, 7000]
    assert walk.table.stack("seat 1") == cents("1100") + cents("20") - cents("30")


# Placing, taking down, calling on


def test_1_A_pass_line_and_come_bets_can_not_be_taken_down_and_everything_else_can() -> None:
    walk = Walk("2h 4d", "4h 5d", "5h 6d")
    walk.flip("seat 12", seat_1="pass 10, dont-pass 10, place-8 12, big-8 10, hard-4 5")
    walk.flip("seat 12", seat_1="come 10, dont-come 10, dont-pass-odds 12")
    walk.begin("seat 11")
    form = wagers_form(walk.table, "seat 1")
    assert sorted(form.removable) == [
        "dont-come-9", "dont-pass", "dont-pass-odds", "established-big-8", "hard-4", "place-8",
    ]  # fmt: skip
    with pytest.raises(Refused, match="'pass' can't be taken down"):
        walk.driver.answer("seat 1", "take down pass")
    with pytest.raises(Refused, match="can only be wagered with dont-pass"):
        walk.driver.answer("seat 1", "take down dont-pass, dont-pass-odds 5")
    walk.driver.answer("seat 1", "take down dont-pass, take down place-8, field 5")
    assert walk.table.staked("seat 1") == {
        "pass": 1000, "established-big-8": 1000, "hard-4": 500, "come-9": 1000, "dont-come-9": 1000, "field": 500,
    }  # fmt: skip
    assert [done.outcome.note for done in walk.table.settled] == ["taken down"] * 3


def test_1_C_come_bets_are_made_with_a_point_and_line_bets_without_one() -> None:
    walk = Walk("2h 4d")
    walk.begin("seat 12")
    with pytest.raises(Refused, match="'come' can't be wagered now"):
        walk.driver.answer("seat 1", "come 10")
    with pytest.raises(Refused, match="'pass-odds' can't be wagered now"):
        walk.driver.answer("seat 1", "pass 10, pass-odds 10")
    walk.driver.answer("seat 1", "pass 10")
    walk.driver.answer("seat 11", "no bet")
    walk.begin("seat 12")
    with pytest.raises(Refused, match="'pass' can't be wagered now"):
        walk.driver.answer("seat 1", "pass 10")
    with pytest.raises(Refused, match="'pass-odds' can't be wagered now"):
        walk.driver.answer("seat 11", "pass-odds 10")
    assert {"come", "dont-come", "pass-odds"} <= set(wagers_form(walk.table, "seat 1").spots)


def test_1_M_the_bets_in_the_middle_need_an_active_wager_beside_them() -> None:
    walk = Walk("2h 4d")
    walk.begin("seat 12")
    for middle in ("hard-4 5", "any-seven 5", "any-craps 5", "c 5", "e 5", "horn 4", "horn-2 1", "hop-2-2 1"):
        with pytest.raises(Refused, match=r"beside another wager \(Standards of Play 1\(M\)\)"):
            walk.driver.answer("seat 1", middle)
    walk.driver.answer("seat 1", "hop-2-2 1, lay-4 20")
    assert walk.table.staked("seat 1") == {"hop-2-2": 100, "lay-4": 2000}


def test_one_on_all_on_holds_for_the_player_until_a_point_is_set() -> None:
    walk = Walk("5h 5d", "5h 5s", "5h 6d", "3h 4d", "Ah 2d", "4h 5d")
    walk.flip("seat 12", seat_1="pass 10, place-6 12")
    walk.flip("seat 12", seat_11="place-8 12")  # the point is made: 10
    walk.flip("seat 11", seat_1="on")  # eleven
    assert remembered(walk.table)["working"] == ["seat 1"]
    walk.begin("seat 11")
    assert wagers_form(walk.table, "seat 1").calls == ("off",) and wagers_form(walk.table, "seat 12").calls == ("on",)
    for who in list(walk.driver.asks):
        walk.driver.answer(who, "no bet")
    assert [done.outcome.wager for done in walk.table.settled] == ["place-6"]  # seven: seat 11's own stays, and is off
    assert walk.table.staked("seat 11") == {"place-8": 1200}
    walk.flip("seat 12", seat_11="on")
    walk.flip("seat 12")  # nine is the point
    assert remembered(walk.table) == {"point": 9, "working": []}


def test_a_player_with_standing_wagers_can_not_cash_out_and_one_without_them_is_forgotten() -> None:
    walk = Walk("2h 4d", "5h 6d", "4h 4d")
    walk.flip("seat 12", seat_1="place-8 12, on")
    with pytest.raises(Refused, match="seat 1 still has wagers on the table"):
        walk.driver.cash_out("seat 1")
    walk.flip("seat 12", seat_1="take down place-8", seat_11="field 5")
    remembered(walk.table)["working"].append("seat 1")
    walk.driver.cash_out("seat 1")
    assert remembered(walk.table)["working"] == []


# Limits


def limits(**options: str) -> dict[str, str]:
    found = resolve(GAME.rules, options).limits
    return {name: f"{dollars(one.minimum)}-{dollars(one.maximum)}" for name, one in found.items()}


def test_betting_limits_of_the_four_columns() -> None:
    a5 = limits()
    line = ("pass", "dont-pass", "come", "dont-come", "big-6", "big-8")
    assert {a5[name] for name in line} == {"10-300"} and a5["field"] == "5-300"
    by_number = {
        "place": ("10-300", "10-300", "12-300"), "buy": ("10-300",) * 3, "lay": ("20-300", "15-300", "12-300"),
    }  # fmt: skip
    for kind, printed in by_number.items():
        for numbers, span in zip(((4, 10), (5, 9), (6, 8)), printed, strict=True):
            assert {a5[f"{kind}-{number}"] for number in numbers} == {span}
    middle = [name for name in a5 if name.startswith(("hard-", "horn-", "any-", "hop-")) or name in ("c", "e")]
    assert len(middle) == 4 + 4 + 2 + 17 + 2 and {a5[name] for name in middle} == {"1-25"}
    hops = {name: "5-25" for name in a5 if name.startswith("hop-")}
    assert limits(limit_column="B") == a5 | hops
    ten = {"collection": "GEGA-002382/2"}
    assert limits(**ten) == a5 | {"field": "10-300"}
    assert limits(limit_column="B", **ten) == a5 | hops | {"field": "10-300"}


def test_PC_8_the_other_reading_wants_5_on_every_area_of_one_spot() -> None:
    five = limits(one_spot_minimum="5")
    assert {name for name, span in five.items() if span != limits()[name]} == {
        name for name in five if name.startswith(("hard-", "horn", "any-", "hop-")) or name in ("c", "e")
    }
    assert five["horn"] == "20-100" and five["hard-4"] == "5-25"


def test_the_table_limit_is_that_of_the_collection_schedule() -> None:
    for collection in GAME.rules.options["collection"].values:
        rules = resolve(GAME.rules, {"collection": collection})
        assert limit_problems(rules) == []
        assert rules.limits["field"].minimum == cents("5" if str(collection).endswith("/1") else "10")
    wide = resolve(GAME.rules, limits={"field": {"maximum": "500"}})
    assert limit_problems(wide)[0].what.startswith(
        "the table limit $5 to $500 is not the one of the schedule, $5 to $300"
    )


def test_limits_hold_for_what_stands_together_with_what_is_added() -> None:
    walk = Walk("2h 4d")
    walk.flip("seat 12", seat_1="place-8 290, big-8 10")
    walk.begin("seat 12")
    with pytest.raises(Refused, match=r"place-8 301, 290 of it standing, is above the maximum of \$300"):
        walk.driver.answer("seat 1", "place-8 11")
    with pytest.raises(Refused, match=r"big-8 310, 10 of it standing, is above the maximum of \$300"):
        walk.driver.answer("seat 1", "big-8 300")
    with pytest.raises(Refused, match=r"horn 6\.01 is not a whole number of \$0\.01 chips in each of 4 equal parts"):
        walk.driver.answer("seat 1", "horn 6.01")
    with pytest.raises(Refused, match=r"horn-2 26 is above the maximum of \$25"):
        walk.driver.answer("seat 1", "horn 100, horn-2 1")
    walk.driver.answer("seat 1", "place-8 1, big-8 5, horn 8, horn-2 1")
    assert walk.table.staked("seat 1") == {
        "place-8": 29100, "established-big-8": 1000, "big-8": 500, "horn-2": 300, "horn-3": 200, "horn-11": 200,
        "horn-12": 200,
    }  # fmt: skip


def test_PC_8_two_backline_bettors_at_a_seat_and_none_in_the_middle_of_the_layout() -> None:
    walk = Walk("2h 4d")
    walk.driver.buy_in("backline 1.1", cents("100"))
    walk.driver.buy_in("backline 1.2", cents("100"))
    with pytest.raises(Refused, match="2 backline places"):
        walk.driver.buy_in("backline 1.3", cents("100"))
    walk.begin("seat 12")
    assert "hard-4" in wagers_form(walk.table, "seat 1").spots
    assert not {"hard-4", "horn", "hop-2-2"} & set(wagers_form(walk.table, "backline 1.1").spots)
    walk.driver.answer("backline 1.1", "field 5, place-6 12")
    assert walk.table.staked("backline 1.1") == {"field": 500, "place-6": 1200}


# Fees


def test_collection_initial_and_additional_on_new_wagers_only_and_nothing_for_standing_ones() -> None:
    walk = Walk("2h 4d", "4h 5d", "5h 6d")
    walk.flip("seat 12", seat_1="pass 200, big-8 50, hard-4 25, dont-pass 10", seat_11="field 5, horn 40")
    fees_of_12 = [event.amount for event in walk.driver.events if isinstance(event, FeeTaken)]
    assert fees_of_12 == [300, 300]  # 210 on the line; 50 + 25 + 5 + 40 in the other sections
    walk.flip("seat 12", seat_1="pass-odds 300")
    assert walk.fees() == {}
    walk.flip("seat 11", seat_1="come 10")
    assert walk.fees() == {"seat 11": "1"}


def test_player_collection_a_dollar_for_each_place_buy_and_lay_bet_and_the_stack_must_bear_it() -> None:
    with pytest.raises(ScenarioError, match=r"need \$40 and a collection of \$3, and the stack is \$42"):
        played(
            'game = "party-craps"\n[[seats]]\nseat = 1\nstack = "42"\n'
            'wagers = { place-4 = "10", buy-5 = "10", lay-10 = "20" }\n'
        )
    done = played(
        'game = "party-craps"\n[cards]\nflip = "5h 6d"\n[[seats]]\nseat = 1\nstack = "43"\n'
        'wagers = { place-4 = "10", buy-5 = "10", lay-10 = "20" }\n'
    )
    assert fees(done) == cents("3") and net(done, 1) == -cents("3")


# Scenarios


def test_a_scenario_can_begin_in_mid_game() -> None:
    done = played(
        """
        game = "party-craps"
        [before]
        point = "8"
        "seat 3" = "pass 20, pass-odds 50, come-5 10, come-5-odds 20, place-6 12, hard-8 5"
        [cards]
        flip = "4h 4s"
        [[seats]]
        seat = 3
        wagers = { come = "10", field = "5" }
        """
    )
    assert rows(done, 3) == [
        ("hard-8", "win", "45", "0"),
        ("pass", "win", "20", "0"),
        ("pass-odds", "win", "60", "0"),
        ("field", "lose", "0", "0"),
        ("come-5", "stands", "0", "0"),
        ("come-5-odds", "stands", "0", "0"),
        ("place-6", "stands", "0", "0"),
        ("come-8", "stands", "0", "0"),
    ]
    assert net(done, 3) == cents("120")  # and the come bet, now on 8, with what else stands, is still the player's
    assert done.driver.table.staked("seat 3") == {
        "come-5": 1000, "come-5-odds": 2000, "place-6": 1200, "come-8": 1000,
    }  # fmt: skip


@pytest.mark.parametrize(
    ("before", "problem"),
    [
        ('point = "7"', "the point is 4, 5, 6, 8, 9 or 10, not '7'"),
        ('"seat 1" = "pass 10"', "'pass 10' can't stand from an earlier flip on the come-out: "),
        ('"seat 1" = "dont-come 10"', "'dont-come 10' can't stand from an earlier flip on the come-out"),
        ('point = "4"\n"seat 1" = "field 10"', "'field 10' can't stand from an earlier flip with a point"),
        ('point = "4"\n"seat 1" = "horn 8"', "'horn 8' can't stand from an earlier flip with a point"),
        (
            'point = "4"\n"seat 1" = "lay-4 900"',
            r"lay-4 900 is above the maximum of \$300",
        ),
        ('point = "4"\n"seat 1" = "place-6 5"', r"place-6 5 is below the minimum of \$12"),
        ('point = "4"\n"seat 1" = "come-6 9"', r"come-6 9 is below the minimum of \$10"),
        ('point = "4"\n"seat 1" = "established-big-8 301"', r"established-big-8 301 is above the maximum of \$300"),
        ('point = "4"\n"seat 1" = "pass 10, pass 10"', "pass is named twice"),
        ('point = "4"\n"seat 1" = "come-6-odds 10"', "stands only behind come-6"),
        ('point = "4"\n"seat 1" = "pass ten"', "is not an amount of money"),
        ('point = "4"\n"seat 1" = "pass 5000"', r"pass 5000 can't stand there: \$1,000 of the stack"),
        ('point = "4"\n"seat 2" = "pass 10"', "nobody plays there"),
        ('point = "4"\nworking = "seat 1"', "can't have called wagers on"),
    ],
)
def test_what_can_not_stand_from_an_earlier_flip_is_refused(before: str, problem: str) -> None:
    with pytest.raises(ScenarioError, match=problem):
        played(f'game = "party-craps"\n[before]\n{before}\n[[seats]]\nseat = 1\n')


def test_a_scenario_on_the_come_out_with_wagers_called_on() -> None:
    done = played(
        'game = "party-craps"\n[before]\nworking = "seat 1"\n"seat 1" = "come-4 10, come-4-odds 20, buy-6 10"\n'
        '[cards]\nflip = "Ah 3d"\n[[seats]]\nseat = 1\n'
    )
    assert rows(done, 1) == [
        ("come-4", "win", "10", "0"),
        ("come-4-odds", "win", "40", "0"),
        ("buy-6", "stands", "0", "0"),
    ]


def test_the_example_is_a_seven_out() -> None:
    done = played((Path(__file__).parents[4] / "examples" / "party-craps.toml").read_text(encoding="utf-8"))
    assert net(done, 1) == cents("20") + cents("10") + cents("19") - cents("75")  # any seven, come, lay; the rest lost
    assert net(done, 5) == -cents("9") and bank_net(done) == cents("35") and fees(done) == cents("2")


# At the terminal


def test_the_terminal_groups_wagers_by_limits_and_shows_what_stands_and_may_be_taken_down() -> None:
    out = io.StringIO()
    walk = Walk("2h 4d")
    walk.flip("seat 12", seat_1="pass 10, hard-4 5")
    walk.begin("seat 12")
    ask = walk.driver.asks["seat 1"].data()
    Console(file=out, width=100).print(asking.choices(ask, walk.table.rules))
    told = " ".join(out.getvalue().split())
    assert "$10 to $300 come, dont-come, place-4, place-5, place-9" in told
    assert "standing: pass $10, hard-4 $5" in told and "take down hard-4 · no bet" in told
    assert asking.suggested(ask, "pass 10") == "no bet"
    walk = Walk("2h 4d")
    walk.begin("seat 12")
    assert asking.suggested(walk.driver.asks["seat 1"].data(), "") == "pass 10"
