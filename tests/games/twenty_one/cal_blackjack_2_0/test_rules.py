"""Cal Blackjack 2.0, worked by hand from its rulebook; tests are named after its headings."""

from typing import Any

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.event import Announced, Wagered
from houseway.play.player_dealer import ActionPlaced, GameClosed, GameReopened, PutUp
from houseway.play.scenario import Played, ScenarioError
from houseway.rules.submission import house_rules
from tests import banked
from tests.games.twenty_one import blackjack
from tests.games.twenty_one.blackjack import Options, clause, dealers, order, seat, won

ID = "cal-blackjack-2.0"


def deal(
    mine: str, dealer: str, *decisions: str, wagers: str = "base 10", options: Options | None = None, **more: str
) -> Played:
    return blackjack.deal(ID, mine, dealer, *decisions, wagers=wagers, options=options, **more)


# Payoff odds and hands


def test_game_rules_16_a_natural_pays_even_money_also_the_ace_and_king_of_spades() -> None:
    assert won(deal("As Qh", "9c 8d")) == won(deal("As Ks", "9c 8d")) == ("win", "10")


def test_game_rules_16_21_and_under_pay_even_money() -> None:
    assert won(deal("Ts 9h", "9c 8d", "stand")) == ("win", "10")


def test_game_rules_14_a_ace_two_eight_and_a_ten_are_a_soft_31() -> None:
    said = ("hit", "hit")
    assert won(deal("As 2h 8d Kc", "9c 8d", *said)) == ("win", "12")
    assert won(deal("As 2h 8d Kc", "9c 8d", *said, options={"soft_31_pays": "3:1"})) == ("win", "30")


def test_game_rules_14_b_a_hand_that_misses_soft_31_plays_on_to_21() -> None:
    assert won(deal("As 2h 8d 4c 6s", "9c 8d", "hit", "hit", "hit", "stand")) == ("win", "10")


def test_game_rules_14_c_five_ten_and_ten_lose() -> None:
    assert won(deal("5s Th Td", "9c 8d", "hit")) == ("lose", "0")


def test_game_rules_11_two_cards_of_a_split_hand_are_no_soft_21_of_three() -> None:
    done = deal("Ts Jh Ad Qc", "9c Td", "split", "hit", "stand", "stand", hand_2="9c")
    assert won(done) == ("win", "10")  # 21, and no Soft 31 at 6 to 5


def test_a_hard_21_and_a_ten_lose_like_22_to_30_and_no_side_bet_is_offered() -> None:
    """CB-4."""
    with pytest.raises(ScenarioError, match="never asked for"):
        deal("6d 8c 7h Ks", "9c 8d", "hit", "hit", "side 5")
    assert won(deal("6d 8c 7h Ks", "9c 8d", "hit", "hit")) == ("lose", "0")


def test_how_winners_determined_and_paid_4_a_hard_31_loses_as_any_other_total_and_25_as_22_to_30() -> None:
    assert clause(deal("6d 8c 7h Ks", "9c 8d", "hit", "hit")) == "How winners determined and paid 4, CB-4"
    assert clause(deal("5s Th Td", "9c 8d", "hit")) == "How winners determined and paid 3"


def test_how_winners_determined_and_paid_2_naturals_tie_and_beat_all_hands() -> None:
    assert won(deal("As Qh", "Kc Ad")) == ("push", "0")
    assert won(deal("Ts Th", "Kc Ad")) == ("lose", "0")


def test_how_winners_determined_and_paid_3_equal_hands_push_and_a_player_dealer_over_21_loses() -> None:
    assert won(deal("Ts 7h", "9c 8d", "stand")) == ("push", "0")
    assert won(deal("Ts 4h", "9c 7d 8c", "stand")) == ("win", "10")


def test_game_rules_5_the_mirror_is_used_on_an_ace_and_on_a_ten() -> None:
    for dealer, looks in (("Ac 8d", True), ("Kc 8d", True), ("9c 8d", False)):
        said = [event.what for event in deal("Ts 9h", dealer, "stand").driver.events if isinstance(event, Announced)]
        assert any("hole card" in what for what in said) == looks


def test_round_of_play_9_soft_17_is_hit_and_nothing_is_drawn_when_all_are_over() -> None:
    assert dealers(deal("Ts 9h", "6c Ad 5h 5s", "stand")) == 4
    assert dealers(deal("Ts 6h 9d", "6c Td", "hit")) == 2


# Doubles, splits, surrender, insurance


def test_game_rules_7_c_a_double_is_the_full_amount() -> None:
    assert won(deal("5s 6h Td", "9c 8d", "double"), "double") == ("win", "10")
    assert won(deal("5s 6h Td", "9c 8d", "double 10"), "double") == ("win", "10")
    with pytest.raises(ScenarioError, match="'double 5' is not allowed: double puts up \\$10"):
        deal("5s 6h Td", "9c 8d", "double 5")


def test_game_rules_7_d_a_double_after_the_split() -> None:
    done = deal("8s 8h 3d Tc", "9c 8d", "split", "double", "stand", hand_2="9c")
    assert won(done, "double") == ("win", "10")


def test_game_rules_8_b_three_splits_or_without_limit() -> None:
    mine = "8s 8h 8d 8c 8s 9d"
    hands: dict[str, Any] = {f"hand_{number}": "9d" for number in (2, 3, 4)}
    said = ["split"] * 3
    with pytest.raises(ScenarioError, match="'split' is not an answer to play"):
        deal(mine, "9c 8d", *said, "split", **hands)
    done = deal(mine, "9c 8d", *said, "split", *["stand"] * 5, **hands, hand_5="9d", options={"splits": "unlimited"})
    assert sum(isinstance(event, Wagered) for event in done.driver.events) == 5


def test_game_rules_8_c_d_split_aces_get_one_card_and_are_split_again_only_where_the_casino_says_so() -> None:
    once = deal("As Ah Ad", "9c 8d", "split", hand_2="5c")
    assert sum(isinstance(event, Wagered) for event in once.driver.events) == 2
    again = deal("As Ah Ad 9d", "9c 8d", "split", "split", hand_2="5c", hand_3="6d", options={"resplit_aces": True})
    assert sum(isinstance(event, Wagered) for event in again.driver.events) == 3


def test_game_rules_8_e_a_ten_on_a_split_ace_is_21_at_even_money() -> None:
    done = deal("As Ah Kd", "9c 5d 7c", "split", hand_2="Qc")
    assert won(done) == won(done, spot="seat 1 hand 2") == ("push", "0")


def test_game_rules_9_early_surrender_on_the_first_two_cards_only() -> None:
    assert banked.net(deal("Ts 6h", "Kc Ad", "surrender"), 1) == -500
    with pytest.raises(ScenarioError, match="'surrender' is not an answer to play"):
        deal("8s 8h 7d", "Tc 9d", "split", "surrender")


def test_game_rules_10_b_insurance_is_exactly_half() -> None:
    assert won(deal("Ts 9h", "Ac Kd", "insurance"), "insurance") == ("win", "10")
    with pytest.raises(ScenarioError, match=r"insurance puts up \$5"):
        deal("Ts 9h", "Ac 8d", "insurance 4", "stand")


# The Side bet


def test_game_rules_15_c_25_and_a_six_are_31_and_pay_2_to_1() -> None:
    done = deal("5s Th Td", "9c 6d", "hit", "side 10")
    assert won(done) == ("lose", "0") and won(done, "side") == ("win", "20")


@pytest.mark.parametrize("dealer", ["9c Td", "9c 5d", "9c 7d"])
def test_game_rules_15_b_any_other_total_loses(dealer: str) -> None:
    assert won(deal("5s Th Td", dealer, "hit", "side 10"), "side") == ("lose", "0")


def test_game_rules_15_36_counts_as_26() -> None:
    done = deal("6s Th Td", "9c Kd", "hit", "side 10")
    (row,) = (row for row in done.report()["seats"][0]["wagers"] if row["wager"] == "side")
    assert row["hand"] == "26 with the second card" and row["result"] == "lose"


def test_game_rules_15_an_ace_counts_one() -> None:
    assert won(deal("Ts Jh Td", "9c Ad", "hit", "side 5"), "side") == ("win", "10")


def test_game_rules_15_a_up_to_the_original_bet_and_not_at_all_where_it_is_not_included() -> None:
    with pytest.raises(ScenarioError, match=r"side 10.01 is not allowed: from \$0.01 to \$10 \(Game Rules 15\(a\)\)"):
        deal("5s Th Td", "9c 6d", "hit", "side 10.01")
    with pytest.raises(ScenarioError, match="never asked for"):
        deal("5s Th Td", "9c 6d", "hit", "side 10", options={"side_bet": False})


def test_game_rules_15_it_is_an_offer_and_each_bettor_has_their_own() -> None:
    cards = {"seat 1": "5s Th Td", "player-dealer": "9c 6d"}
    done = blackjack.round(ID, cards, seat(1, "base 10", "hit"), seat(1, "base 10", "side 5", backline=1))
    assert banked.net(done, 1) == -1000 and banked.net(done, 1, 1) == 0


# Action


def placed(hole: str, *, seats: tuple[int, ...], bank: int, options: Options | None = None) -> Played:
    cards = {f"seat {number}": "Ts 9h" for number in seats} | {"player-dealer": f"7c {hole}"}
    at_table = [seat(number, "base 10", *["stand"]) for number in seats]
    return blackjack.round(ID, cards, *at_table, options={"decks": 8, **(options or {})}, bank=f"[bank]\nseat = {bank}")


@pytest.mark.parametrize(
    ("hole", "bank", "first"),
    [
        ("Ad", 5, "seat 4"),  # one: the player-dealer's right
        ("3d", 5, "seat 2"),
        ("5d", 5, "seat 8"),  # past seat 1
        ("7d", 5, "seat 6"),  # the last one before the player-dealer's own seat
        ("8d", 5, "seat 4"),  # every seat but the player-dealer's is counted
        ("Td", 5, "seat 2"),
    ],
)
def test_dealer_procedures_10_the_second_card_is_counted_from_the_player_dealers_right(
    hole: str, bank: int, first: str
) -> None:
    done = placed(hole, seats=tuple(number for number in range(1, 9) if number != bank), bank=bank)
    (action,) = (event for event in done.driver.events if isinstance(event, ActionPlaced))
    assert action.seat == first == order(done)[0].removesuffix(" base")


def test_game_rules_4_from_an_empty_seat_the_tile_moves_on_to_the_right() -> None:
    assert order(placed("2d", seats=(1, 7), bank=5)) == ["seat 1 base", "seat 7 base"]  # 3 and 2 are empty


def test_round_of_play_8_settling_goes_on_clockwise() -> None:
    assert order(placed("4d", seats=(1, 2, 3, 8), bank=5)) == [f"seat {number} base" for number in (1, 2, 3, 8)]
    assert order(placed("2d", seats=(1, 2, 3, 8), bank=5)) == [f"seat {number} base" for number in (3, 8, 1, 2)]


def test_game_rules_4_a_the_sum_of_two_cards_may_place_the_tile() -> None:
    done = placed("2d", seats=(1, 2, 3, 8), bank=5, options={"tile": "both cards"})  # seven and two: nine
    assert order(done)[0] == "seat 3 base"


def test_how_winners_determined_and_paid_5_6_money_covers_from_the_tile_on() -> None:
    cards = {f"seat {number}": "Ts 9h" for number in (1, 2)} | {"player-dealer": "9c 8d"}
    bank = '[bank]\nseat = 3\namount = "15"'  # eight from seat 3: seat 2
    done = blackjack.round(ID, cards, *(seat(number, "base 10", "stand") for number in (1, 2)), bank=bank)
    assert won(done, spot="seat 2") == ("win", "10") and won(done, spot="seat 1") == ("win", "5")


def test_game_rules_3_the_player_dealer_may_add_money_between_the_two_deals() -> None:
    driver = Driver(game(ID), house_rules(game(ID).rules))
    driver.buy_in("seat 1", 100_000)
    driver.buy_in("seat 2", 100_000)
    for amount in ("bank 100", "bank 300"):
        driver.begin(seed_from(amount))
        assert driver.asks["seat 1"].read(amount)
        driver.answer("seat 1", amount)
        driver.answer("seat 2", "base 5")
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.default)


def test_round_of_play_12_after_two_rounds_the_game_closes_and_reopens_for_the_same_player() -> None:
    driver = Driver(game(ID), house_rules(game(ID).rules))
    driver.buy_in("seat 1", 100_000)
    driver.buy_in("seat 2", 100_000)
    for number in range(3):
        driver.begin(seed_from(f"turn {number}"))
        while driver.open:
            (who, ask), *_ = driver.asks.items()
            bank = ask.answers()[0] if who == "seat 1" else "decline"
            said = {"bank": bank, "wagers": "base 5"}
            driver.answer(who, said.get(ask.what, ask.default))
    kinds = [type(event) for event in driver.events]
    assert kinds.index(GameClosed) < kinds.index(GameReopened) < kinds.index(PutUp)
