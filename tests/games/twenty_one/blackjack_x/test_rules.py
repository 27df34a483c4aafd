"""Blackjack X, worked by hand from its rulebook; tests are named after its headings."""

from typing import Any

import pytest

from houseway.cards.card import without
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.event import Burned, Dealt, Shuffled, Voided, Wagered
from houseway.play.player_dealer import POSITION
from houseway.play.scenario import Played, ScenarioError
from houseway.rules.submission import Choices, house_rules
from tests import banked
from tests.games.twenty_one import blackjack
from tests.games.twenty_one.blackjack import Options, clause, dealers, order, seat, won

ID = "blackjack-x"


def deal(
    mine: str, dealer: str, *decisions: str, wagers: str = "base 10", options: Options | None = None, **more: str
) -> Played:
    return blackjack.deal(ID, mine, dealer, *decisions, wagers=wagers, options=options, **more)


# Odds and hand ranking


def test_odds_1_a_natural_pays_6_to_5() -> None:
    done = deal("As Qh", "9c 8d")
    assert won(done) == ("win", "12") and clause(done) == "Dealer Procedures 6(c), Odds 1"


def test_odds_2_a_hard_21_and_a_ten_are_31_and_pay_3_to_1() -> None:
    done = deal("6d 8c 7h Ks", "9c 8d", "hit", "hit")
    assert won(done) == ("win", "30") and clause(done) == "Dealer Procedures 6(a), Odds 2"


def test_game_rules_3_a_hard_21_and_a_nine_are_30_and_lose() -> None:
    done = deal("6d 8c 7h 9s", "9c 8d", "hit", "hit")
    assert won(done) == ("lose", "0") and clause(done) == "Dealer Procedures 6(b)"


def test_odds_3_the_ace_and_king_of_spades_pay_2_to_1_and_those_of_hearts_6_to_5() -> None:
    assert won(deal("As Ks", "9c 8d")) == ("win", "20")
    assert won(deal("Ah Kh", "9c 8d")) == ("win", "12")
    assert won(deal("Ks Ah", "9c 8d")) == ("win", "12")


def test_odds_4_any_other_hand_pays_even_money() -> None:
    assert won(deal("Ts 9h", "9c 8d", "stand")) == ("win", "10")
    assert (
        won(deal("5s 6h Td", "9c 8d", "double")) == won(deal("5s 6h Td", "9c 8d", "double"), "double") == ("win", "10")
    )


@pytest.mark.parametrize(("mine", "result"), [("Ts 8h", "win"), ("Ts 7h", "push"), ("9s 7h", "lose")])
def test_dealer_procedures_6_c_closer_wins_and_equal_hands_push(mine: str, result: str) -> None:
    assert won(deal(mine, "9c 8d", "stand"))[0] == result


def test_dealer_procedures_5_b_naturals_tie_and_beat_everything_else() -> None:
    assert won(deal("As Qh", "Kc Ad")) == ("push", "0")
    assert won(deal("As Ks", "Kc Ad")) == ("push", "0")  # BX-1
    done = deal("Ts Th", "Ac Kd", wagers="base 10, buster 5")
    assert [won(done), won(done, "buster")] == [("lose", "0"), ("lose", "0")] and dealers(done) == 2


def test_hand_ranking_2_a_blackjack_x_may_be_ranked_behind_other_naturals() -> None:
    ranked: Options = {"blackjack_x": "ranked"}
    assert won(deal("As Ks", "Kc Ad", options=ranked)) == ("lose", "0")
    assert won(deal("As Qh", "Ks As", options=ranked)) == ("win", "12")
    assert won(deal("As Ks", "Ks As", options=ranked)) == ("push", "0")
    assert won(deal("As Ks", "9c 8d", options=ranked)) == ("win", "20")


def test_rules_for_the_player_1_a_soft_21_may_be_hit_and_a_ten_makes_it_21_again() -> None:
    assert won(deal("As 2d 8c Kd", "9c Td", "hit", "hit", "stand")) == ("win", "10")


def test_rules_for_the_player_2_nothing_is_asked_of_22_to_30() -> None:
    assert won(deal("Ts 6d 6h", "9c 8d", "hit")) == ("lose", "0")


def test_rules_for_the_player_dealer_1_soft_17_is_hit_and_hard_17_stands() -> None:
    assert dealers(deal("Ts 9h", "6c Ad 5h 5s", "stand")) == 4  # soft 17, then hard 12
    assert dealers(deal("Ts 9h", "Tc 7d", "stand")) == 2
    assert dealers(deal("Ts 9h", "7c Ad", "stand")) == 2  # soft 18


# Split


def test_split_1_any_two_cards_of_equal_value() -> None:
    done = deal("Js Kh 9d", "9c 8d", "split", "stand", "stand", hand_2="8c")
    assert won(done) == ("win", "10") and won(done, spot="seat 1 hand 2") == ("win", "10")


def test_split_2_three_times_for_four_hands_and_no_more() -> None:
    said = ["split", "split", "split"]
    cards: dict[str, Any] = {"hand_2": "9c", "hand_3": "9d", "hand_4": "9h"}
    done = deal("8s 8h 8d 8c 8s", "9c 8d", *said, "stand", "stand", "stand", "stand", **cards)
    assert sum(isinstance(event, Wagered) for event in done.driver.events) == 4
    with pytest.raises(ScenarioError, match="'split' is not an answer to play"):
        deal("8s 8h 8d 8c 8s", "9c 8d", *said, "split", **cards)


def test_split_3_5_a_split_ace_gets_one_card_and_a_ten_on_it_is_21_at_even_money() -> None:
    done = deal("As Ah Kd", "9c 8d", "split", hand_2="5c")
    assert won(done) == ("win", "10") and won(done, spot="seat 1 hand 2") == ("lose", "0")


def test_split_5_a_split_21_pushes_against_21() -> None:
    assert won(deal("As Ah Kd", "9c 5d 7c", "split", hand_2="5c")) == ("push", "0")


def test_split_4_aces_are_not_split_again() -> None:
    done = deal("As Ah Ad", "9c 8d", "split", hand_2="5c")
    assert sum(isinstance(event, Wagered) for event in done.driver.events) == 2


# Double down


def test_double_down_3_for_less_within_the_table_limits() -> None:
    done = deal("5s 6h Td", "9c 8d", "double 5")
    assert won(done) == ("win", "10") and won(done, "double") == ("win", "5")
    for amount in ("4.99", "10.01"):
        with pytest.raises(ScenarioError, match=r"from \$5 to \$10 \(Double Down 3\)"):
            deal("5s 6h Td", "9c 8d", f"double {amount}")


def test_double_down_1_2_any_two_cards_and_one_card_more() -> None:
    assert won(deal("As 8h 3d", "9c 8d", "double"), "double") == ("lose", "0")
    with pytest.raises(ScenarioError, match="is not an answer to play"):
        deal("2s 3h 5d", "9c 8d", "hit", "double")


def test_double_down_4_after_a_split() -> None:
    done = deal("8s 8h 3d Tc", "9c 8d", "split", "double", "stand", hand_2="9c")
    assert won(done, "double") == ("win", "10")


# Surrender


@pytest.mark.parametrize("dealer", ["As Kd", "9c 8d", "Tc Ad"])
def test_surrender_1_2_half_is_lost_before_the_hole_card_is_looked_at(dealer: str) -> None:
    done = deal("Ts 6d", dealer, "surrender")
    assert banked.rows(done, 1) == [("base", "lose", "0", "0"), ("base", "returned", "0", "0")]
    assert banked.net(done, 1) == -500


def test_surrender_2_half_goes_back_rounded_down_to_the_chip() -> None:
    assert banked.net(deal("Ts 6d", "9c 8d", "surrender", wagers="base 5.55"), 1) == -278


def test_surrender_3_not_after_a_hit() -> None:
    with pytest.raises(ScenarioError, match="'surrender' is not an answer to play"):
        deal("Ts 2d 4c", "9c 8d", "hit", "surrender")


def test_surrender_4_each_hand_of_a_split_while_it_has_two_cards() -> None:
    done = deal("8s 8h 7d", "Tc 9d", "split", "surrender", "stand", hand_2="Jc")
    assert banked.net(done, 1) == -500 - 1000


def test_surrender_3_split_3_a_split_ace_has_had_its_hit_card_and_is_not_surrendered() -> None:
    """BX-9: nothing is asked of a split ace, so the round goes on to its end by itself."""
    done = deal("As Ah 5d", "Tc 9d", "split", hand_2="6c")
    assert banked.net(done, 1) == -2000
    with pytest.raises(ScenarioError, match="never asked for"):
        deal("As Ah 5d", "Tc 9d", "split", "surrender", hand_2="6c")


def test_dealer_procedures_5_a_a_natural_is_not_asked_to_surrender() -> None:
    with pytest.raises(ScenarioError, match="never asked for"):
        deal("As Qh", "9c 8d", "surrender")


# Insurance


def test_insurance_1_only_below_an_ace() -> None:
    with pytest.raises(ScenarioError, match="'insurance' is not an answer"):
        deal("Ts 9h", "Kc 8d", "insurance", "stand")


@pytest.mark.parametrize(("amount", "allowed"), [("0.09", False), ("0.10", True), ("5", True), ("5.01", False)])
def test_insurance_2_between_1_and_50_per_cent(amount: str, allowed: bool) -> None:
    if allowed:
        assert won(deal("Ts 9h", "Ac 8d", f"insurance {amount}", "stand"), "insurance") == ("lose", "0")
    else:
        with pytest.raises(ScenarioError, match=r"from \$0.10 to \$5 \(Insurance 2\)"):
            deal("Ts 9h", "Ac 8d", f"insurance {amount}", "stand")


def test_insurance_3_4_pays_2_to_1_against_a_natural_and_the_wager_is_lost() -> None:
    done = deal("Ts 9h", "Ac Kd", "insurance")
    assert won(done, "insurance") == ("win", "10") and won(done) == ("lose", "0") and banked.net(done, 1) == 0


def test_insurance_4_unless_the_player_has_a_natural_too() -> None:
    done = deal("As Qh", "Ac Kd", "insurance")
    assert won(done) == ("push", "0") and banked.net(done, 1) == 1000


def test_insurance_6_is_settled_after_the_game_wager() -> None:
    done = deal("Ts 9h", "Ac 8d", "insurance", "stand", wagers="base 10, buster 5, lucky-pair 5")
    assert order(done) == ["seat 1 base", "seat 1 insurance", "seat 1 buster", "seat 1 lucky-pair"]


# Bonus bets


@pytest.mark.parametrize(
    ("dealer", "pays"),
    [
        ("6c Td 9s", "10"),
        ("2c 4d 6s Th", "10"),
        ("2c 2d 4s 4h Tc", "20"),
        ("2c 2d 2s 2h 4c Td", "75"),
        ("2c 2d 2s 2h 2c 2d Tc", "250"),
        ("2c 2d 2s 2h 2c 2d 2s Th", "1000"),
        ("2c 2d 2s 2h 2c 2d 2s 2h Tc", "1000"),
    ],
)
def test_buster_blackjack_bonus_bet_pay_table(dealer: str, pays: str) -> None:
    assert won(deal("Ts 9h", dealer, "stand", wagers="base 10, buster 5"), "buster") == ("win", pays)


@pytest.mark.parametrize("dealer", ["9c 8d", "6c 5d Ts", "Ac Kd"])
def test_buster_blackjack_bonus_bet_4_loses_unless_the_player_dealer_goes_over(dealer: str) -> None:
    assert (
        won(deal("Ts Qh", dealer, *["stand"] * (dealer != "Ac Kd"), wagers="base 10, buster 5"), "buster")[0] == "lose"
    )


def test_buster_blackjack_bonus_bet_5_the_hand_is_completed_when_everybody_is_over() -> None:
    done = deal("Ts 6d 9c", "6h Td 9s", "hit", wagers="base 10, buster 5")
    assert won(done) == ("lose", "0") and won(done, "buster") == ("win", "10") and dealers(done) == 3
    assert dealers(deal("Ts 6d 9c", "6h Td", "hit")) == 2  # no bonus bet is up


def test_lucky_pair_bonus_bet_6_has_the_hand_completed_too() -> None:
    assert dealers(deal("Ts 6d 9c", "6h Td 9s", "hit", wagers="base 10, lucky-pair 5")) == 3


def test_buster_blackjack_bonus_bet_1_3_needs_a_game_wager_and_may_not_exceed_it() -> None:
    with pytest.raises(ScenarioError, match="base must be wagered"):
        deal("Ts 9h", "9c 8d", wagers="buster 5")
    with pytest.raises(ScenarioError, match=r"it may not exceed the base \(GEGA-002382, "):
        deal("Ts 9h", "9c 8d", wagers="base 10, buster 11")


@pytest.mark.parametrize(("mine", "pays"), [("7s 7h", "50"), ("Js Kh", "0"), ("7s 8h", "0")])
def test_lucky_pair_bonus_bet_5_8_two_cards_of_one_rank(mine: str, pays: str) -> None:
    assert won(deal(mine, "9c 8d", "stand", wagers="base 10, lucky-pair 5"), "lucky-pair")[1] == pays


def test_lucky_pair_bonus_bet_9_pays_40_to_1_against_a_natural() -> None:
    assert won(deal("7s 7h", "Kc Ad", wagers="base 10, lucky-pair 5"), "lucky-pair") == ("win", "200")
    assert won(deal("7s 8h", "Kc Ad", wagers="base 10, lucky-pair 5"), "lucky-pair") == ("lose", "0")


def test_lucky_pair_bonus_bet_5_looks_at_the_first_two_cards_only() -> None:
    assert won(deal("7s 4h 7d", "9c 8d", "hit", "stand", wagers="base 10, lucky-pair 5"), "lucky-pair")[0] == "lose"


def test_lucky_pair_bonus_bet_4_may_exceed_the_game_wager() -> None:
    assert won(deal("7s 7h", "9c 8d", "stand", wagers="base 10, lucky-pair 20"), "lucky-pair") == ("win", "200")


def test_bonus_bets_stay_with_the_first_cards_of_a_pair_that_is_split() -> None:
    wagers = "base 10, buster 5, lucky-pair 5"
    done = deal("8s 8h 9d", "9c 8d", "split", "stand", "stand", hand_2="8c", wagers=wagers)
    assert won(done, "lucky-pair") == ("win", "50")
    assert order(done)[:2] == ["seat 1 base", "seat 1 hand 2 base"]  # game wagers before bonus bets


# Circles, backline, coverage


def test_buster_blackjack_bonus_bet_1_one_bonus_bet_for_each_circle() -> None:
    cards = {"seat 1": "Ts 9h", "box 2": "Js Qh", "player-dealer": "6c Td 9s"}
    wagers = "base 10, box 2 base 20, box 2 buster 15"
    done = blackjack.round(ID, cards, seat(1, wagers, "stand", "stand"), options={"boxes": 2})
    assert won(done) == ("win", "10") and won(done, spot="box 2") == ("win", "20")
    assert won(done, "buster", "box 2") == ("win", "30")
    with pytest.raises(ScenarioError, match="box 2 buster 21 is not allowed: it may not exceed the box 2 base"):
        blackjack.round(ID, cards, seat(1, "base 30, box 2 base 20, box 2 buster 21"), options={"boxes": 2})
    with pytest.raises(ScenarioError, match="box 2 base"):
        blackjack.round(ID, cards, seat(1, "base 30, box 2 base 20"), options={"boxes": 1})


def test_the_player_dealers_own_circle_is_nobodys_box() -> None:
    bank = "[bank]\nseat = 2"
    with pytest.raises(ScenarioError, match="box 2 base"):
        blackjack.round(ID, {}, seat(1, "base 10, box 2 base 10"), options={"boxes": 2}, bank=bank)


def test_PD_7_BX_8_backline_bettors_who_cant_put_up_a_whole_split_or_double_stay_with_what_they_have() -> None:
    """One has enough for all of it, one has $5 left and doubles nothing for less, one has nothing left."""
    cards = {"seat 1": "8s 8h 3d Tc", "seat 1 hand 2": "9d", "player-dealer": "9c 8d"}
    done = blackjack.round(
        ID,
        cards,
        seat(1, "base 10", "split", "double", "stand"),
        seat(1, "base 20", backline=1),
        seat(1, "base 20", backline=2, stack="25"),
        seat(1, "base 20", backline=3, stack="20"),
    )
    assert won(done, "double", "seat 1") == ("win", "10")
    assert won(done, "double", "backline 1.1") == ("win", "20")
    assert won(done, "base", "backline 1.1 hand 2") == ("push", "0")
    assert banked.rows(done, 1, 2) == [("base", "win", "20", "0")] == banked.rows(done, 1, 3)
    assert not any(spot.startswith(("backline 1.2 hand", "backline 1.3 hand")) for spot in order(done))


def test_a_backline_bettor_follows_a_double_for_less_by_the_same_share() -> None:
    cards = {"seat 1": "5s 6h Td", "player-dealer": "9c 8d"}
    done = blackjack.round(ID, cards, seat(1, "base 20", "double 5"), seat(1, "base 60", backline=1))
    assert won(done, "double", "backline 1.1") == ("win", "15")


def test_each_backline_bettor_insures_the_own_wager() -> None:
    cards = {"seat 1": "Ts 9h", "player-dealer": "Ac Kd"}
    done = blackjack.round(ID, cards, seat(1, "base 10", "no insurance"), seat(1, "base 20", "insurance", backline=1))
    assert banked.net(done, 1) == -1000 and banked.net(done, 1, 1) == 0


def test_california_game_wagers_not_covered_go_back_in_the_order_of_the_action() -> None:
    """From the player-dealer's left: seat 3, then seat 1; $15 cover seat 3's $10 and half of seat 1's."""
    cards = {"seat 1": "Ts 9h", "seat 3": "Js Qh", "player-dealer": "9c 8d"}
    bank = '[bank]\nseat = 2\namount = "15"'
    done = blackjack.round(ID, cards, seat(1, "base 10", "stand"), seat(3, "base 10", "stand"), bank=bank)
    assert order(done) == ["seat 3 base", "seat 1 base"]
    assert won(done, spot="seat 3") == ("win", "10") and won(done, spot="seat 1") == ("win", "5")


def test_a_hand_of_22_to_30_is_collected_in_its_turn_of_the_action() -> None:
    """BX-13: seat 1 has gone over, and seat 3 before it in the action has used the coverage up."""
    cards = {"seat 1": "Ts 6h 9d", "seat 3": "Js Qh", "player-dealer": "9c 8d"}
    bank = '[bank]\nseat = 2\namount = "10"'
    done = blackjack.round(ID, cards, seat(1, "base 10", "hit"), seat(3, "base 10", "stand"), bank=bank)
    assert won(done, spot="seat 3") == ("win", "10") and won(done, spot="seat 1") == ("returned", "0")


# The table


def test_dealer_procedures_1_a_card_is_burned_to_begin_and_2_the_position_is_offered_from_seat_one() -> None:
    driver = Driver(game(ID), house_rules(game(ID).rules))
    for number in (3, 1, 2):
        driver.buy_in(f"seat {number}", 100_000)
    driver.begin(seed_from("begins"))
    offered = []
    while next(iter(driver.asks.values())).what == "bank":
        (who,) = driver.asks
        offered.append(who)
        driver.answer(who, "bank 500" if who == "seat 3" else "decline")
    assert offered == ["seat 1", "seat 2", "seat 3"]
    driver.answer("seat 1", "base 10")
    driver.answer("seat 2", "sit out")
    burned = next(at for at, event in enumerate(driver.events) if isinstance(event, Burned))
    dealt = [at for at, event in enumerate(driver.events) if isinstance(event, Dealt)]
    assert burned < dealt[0]
    assert [driver.events[at].data()["place"] for at in dealt] == ["seat 1", POSITION] * 2


def test_dealer_procedures_4_nobody_wagers_and_there_is_no_round() -> None:
    driver = Driver(game(ID), house_rules(game(ID).rules))
    for number in (1, 2):
        driver.buy_in(f"seat {number}", 100_000)
    driver.begin(seed_from("nobody"))
    driver.answer("seat 1", "bank 500")
    driver.answer("seat 2", "sit out")
    assert not driver.open and not any(isinstance(event, Dealt) for event in driver.events)


@pytest.mark.parametrize(
    ("collection", "wager", "fee"),
    [
        ("GEGA-002382/1", "100", 100),
        ("GEGA-002382/1", "101", 300),
        ("GEGA-003057/1", "100", 150),
        ("GEGA-003057/3", "600", 750),
        ("GEGA-003057/3", "604", 750),  # a gap belongs to the lower bracket
        ("GEGA-003057/3", "605", 1050),
    ],
)
def test_collection_rates_by_total_table_action(collection: str, wager: str, fee: int) -> None:
    done = deal("Ts 9h", "9c 8d", "stand", wagers=f"base {wager}", options={"collection": collection})
    assert banked.fees(done) == fee


@pytest.mark.parametrize(("collection", "least", "most"), [("1", 500, 60000), ("2", 1000, 60000), ("3", 2500, 300000)])
def test_collection_rates_each_schedule_has_its_table_limit(collection: str, least: int, most: int) -> None:
    rules = house_rules(game(ID).rules, Choices(options={"collection": f"GEGA-003057/{collection}"}))
    assert (rules.limits["base"].minimum, rules.limits["base"].maximum) == (least, most)


def test_dealer_procedures_8_seats_are_settled_one_after_the_other() -> None:
    cards = {"seat 1": "Ts 9h", "seat 2": "Js Qh", "player-dealer": "9c 8d"}
    seats = [seat(number, "base 10, buster 5", "stand") for number in (1, 2)]
    assert order(blackjack.round(ID, cards, *seats)) == [
        "seat 1 base",
        "seat 1 buster",
        "seat 2 base",
        "seat 2 buster",
    ]


def test_one_deck_may_run_out_and_the_cards_not_on_the_table_are_shuffled() -> None:
    """BX-14. Where every card lies on the table there is nothing left to deal, and the round is void."""
    for lying, void in ((48, True), (40, False)):
        driver = Driver(game(ID), house_rules(game(ID).rules, Choices(options={"decks": 1})))
        driver.buy_in("seat 1", 100_000)
        driver.buy_in("seat 2", 100_000)
        driver.begin(seed_from("4"))
        for who, said in (("seat 1", "bank 500"), ("seat 2", "base 10"), ("seat 2", "play on")):
            driver.answer(who, said)
        table = driver.table
        left = list(without(table.pack, [card for cards in table.hands.values() for card in cards]))
        table.hands["burn"], table.shoe.cards = left[:lying], []
        driver.answer("seat 2", "hit")
        assert any(isinstance(event, Voided) for event in driver.events) == void
        assert sum(isinstance(event, Shuffled) for event in driver.events) == (1 if void else 2)
