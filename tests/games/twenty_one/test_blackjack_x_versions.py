"""What sets Magic 7, the Buster versions and Jack Magic apart from Blackjack X, worked by hand from their rulebooks."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.event import Discarded, DutyDue, Placed
from houseway.play.scenario import Played, ScenarioError
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules
from tests import banked
from tests.games.twenty_one.blackjack import Options, clause, deal, dealers, order, round, seat, won

MAGIC_7, JACK_MAGIC = "blackjack-x-magic-7", "blackjack-x-buster-jack-magic"
V1_1, V1_2, V1_3 = (f"blackjack-x-buster-v1.{number}" for number in (1, 2, 3))
BUSTERS = (V1_1, V1_2, V1_3, JACK_MAGIC)


# Odds


@pytest.mark.parametrize(
    ("id", "natural"), [(MAGIC_7, "15"), (V1_1, "12"), (V1_2, "15"), (V1_3, "15"), (JACK_MAGIC, "15")]
)
def test_odds_1_what_a_natural_pays(id: str, natural: str) -> None:
    assert won(deal(id, "As Qh", "9c 8d")) == ("win", natural)


@pytest.mark.parametrize("id", [MAGIC_7, *BUSTERS])
def test_odds_2_3_a_hard_31_and_a_blackjack_x(id: str) -> None:
    assert won(deal(id, "6d 8c 7h Ks", "9c 8d", "hit", "hit")) == ("win", "30")
    assert won(deal(id, "As Ks", "9c 8d")) == ("win", "20")


@pytest.mark.parametrize("id", BUSTERS)
def test_card_values_and_hand_ranking_any_suited_ace_and_king_are_a_blackjack_x(id: str) -> None:
    assert won(deal(id, "Ah Kh", "9c 8d")) == ("win", "20")
    assert won(deal(id, "Ah Qh", "9c 8d")) == won(deal(id, "Ah Ks", "9c 8d")) != ("win", "20")


def test_magic_7_only_the_ace_and_king_of_spades_are_a_blackjack_x() -> None:
    assert won(deal(MAGIC_7, "Ah Kh", "9c 8d")) == ("win", "15")


# Doubles and surrender


@pytest.mark.parametrize("id", [V1_1, V1_3])
def test_double_down_only_on_10_and_11_and_not_after_a_split(id: str) -> None:
    assert won(deal(id, "6s 4h Td", "9c 8d", "double"), "double") == ("win", "10")
    assert won(deal(id, "6s 5h Td", "9c 8d", "double"), "double") == ("win", "10")
    for mine in ("5s 4h", "As 8h", "7s 5h", "As 9h"):  # BX-17: ace-nine is a soft 20
        with pytest.raises(ScenarioError, match="'double' is not an answer to play"):
            deal(id, mine, "9c 8d", "double")
    with pytest.raises(ScenarioError, match="'double' is not an answer to play"):
        deal(id, "5s 5h 6d", "9c 8d", "split", "double")


@pytest.mark.parametrize("id", [V1_1, V1_3])
def test_surrender_is_not_offered(id: str) -> None:
    with pytest.raises(ScenarioError, match="'surrender' is not an answer to play"):
        deal(id, "Ts 6h", "9c 8d", "surrender")


@pytest.mark.parametrize("id", [V1_2, JACK_MAGIC])
def test_surrender_3_4_a_split_hand_of_two_cards_may_be_given_up_and_a_split_ace_may_not(id: str) -> None:
    """BX-9: the one card of a split ace is a hit card (Split 3), and a hit ends surrender."""
    assert banked.net(deal(id, "8s 8h 7d", "9c 8d", "split", "surrender", "surrender", hand_2="Jc"), 1) == -1000
    with pytest.raises(ScenarioError, match="never asked for"):
        deal(id, "As Ah 5d", "9c 8d", "split", "surrender", hand_2="6c")


def test_surrender_1_2_magic_7_at_the_players_turn_a_natural_has_taken_the_whole_wager() -> None:
    """BX-4, the other reading: a surrender after the look at the hole card costs half, and a hit ends it."""
    late: Options = {"surrender": "at the player's turn"}
    assert banked.net(deal(MAGIC_7, "Ts 6h", "Kc 9d", "surrender", options=late), 1) == -500
    assert banked.net(deal(MAGIC_7, "Ts 6h", "Kc Ad", options=late), 1) == -1000
    for said in (("hit", "surrender"), ("split", "surrender")):
        with pytest.raises(ScenarioError, match="'surrender' is not an answer to play"):
            deal(MAGIC_7, "8s 8h 2d", "9c 8d", *said, options=late, hand_2="Jc")


@pytest.mark.parametrize("id", [MAGIC_7, V1_2, JACK_MAGIC])
def test_surrender_costs_half_also_against_a_natural(id: str) -> None:
    assert banked.net(deal(id, "Ts 6h", "Kc Ad", "surrender"), 1) == -500


@pytest.mark.parametrize("id", [V1_2, JACK_MAGIC])
def test_surrender_4_after_the_split(id: str) -> None:
    done = deal(id, "8s 8h 7d", "Tc 9d", "split", "surrender", "stand", hand_2="Jc")
    assert banked.net(done, 1) == -500 - 1000


def test_magic_7_surrender_3_not_after_the_split() -> None:
    with pytest.raises(ScenarioError, match="'surrender' is not an answer to play"):
        deal(MAGIC_7, "8s 8h 7d", "Tc 9d", "split", "surrender")


# Seats, order and limits


@pytest.mark.parametrize(("id", "seats"), [(MAGIC_7, 8), (V1_1, 7), (V1_2, 7), (V1_3, 10), (JACK_MAGIC, 7)])
def test_seated_positions(id: str, seats: int) -> None:
    assert house_rules(game(id).rules).seats == seats


@pytest.mark.parametrize("id", BUSTERS)
def test_how_winners_are_determined_and_paid_1_all_game_wagers_are_settled_then_all_busters(id: str) -> None:
    cards = {"seat 1": "Ts 9h", "seat 2": "Js Qh", "player-dealer": "6c Td 9s"}
    done = round(id, cards, *(seat(number, "base 10, buster 5", "stand") for number in (1, 2)))
    assert order(done) == ["seat 1 base", "seat 2 base", "seat 1 buster", "seat 2 buster"]


def test_jack_magic_comes_after_the_busters() -> None:
    cards = {"seat 1": "Ts 9h", "seat 2": "Js Qh", "player-dealer": "6c Td 9s"}
    wagers = "base 10, buster 5, jack-magic 5"
    done = round(JACK_MAGIC, cards, *(seat(number, wagers, "stand") for number in (1, 2)))
    kinds = [one.split(" ", 2)[2] for one in order(done)]
    assert kinds == ["base", "base", "buster", "buster", "jack-magic", "jack-magic"]


def test_coverage_is_used_up_by_game_wagers_before_any_buster_is_paid() -> None:
    cards = {"seat 1": "Ts 9h", "seat 2": "Js Qh", "player-dealer": "6c Td 9s"}
    bank = '[bank]\nseat = 7\namount = "25"'
    done = round(V1_2, cards, *(seat(number, "base 10, buster 5", "stand") for number in (1, 2)), bank=bank)
    assert [won(done, "base", f"seat {number}")[1] for number in (1, 2)] == ["10", "10"]
    assert won(done, "buster", "seat 1") == ("win", "5") and won(done, "buster", "seat 2") == ("returned", "0")


@pytest.mark.parametrize(("id", "own"), [(V1_1, "GEGA-004331/1"), (JACK_MAGIC, "GEGA-004330/1")])
def test_buster_bet_3_may_exceed_the_game_wager_by_the_own_schedules_only(id: str, own: str) -> None:
    wagers = "base 10, buster 20"
    assert won(deal(id, "Ts 9h", "6c Td 9s", "stand", wagers=wagers, options={"collection": own}), "buster")[1] == "40"
    with pytest.raises(ScenarioError, match="may not exceed the base"):
        deal(id, "Ts 9h", "6c Td 9s", "stand", wagers=wagers)


@pytest.mark.parametrize(("id", "own"), [(V1_2, "GEGA-004332/1"), (V1_3, "GEGA-004521/1")])
def test_buster_bonus_bet_3_may_not_exceed_the_game_wager_by_any_schedule(id: str, own: str) -> None:
    with pytest.raises(ScenarioError, match="may not exceed the base"):
        deal(id, "Ts 9h", "6c Td 9s", "stand", wagers="base 10, buster 20", options={"collection": own})


@pytest.mark.parametrize(
    ("id", "collection", "wager", "fee"),
    [
        (MAGIC_7, "GEGA-002382/3", "100", 200),
        (MAGIC_7, "GEGA-003690/2", "100", 150),
        (V1_1, "GEGA-004331/9", "601", 1050),
        (V1_2, "GEGA-004332/4", "101", 400),
        (V1_3, "GEGA-004521/1", "600", 650),
        (JACK_MAGIC, "GEGA-002382/5", "301", 700),
    ],
)
def test_collection_rates(id: str, collection: str, wager: str, fee: int) -> None:
    done = deal(id, "Ts 9h", "9c 8d", "stand", wagers=f"base {wager}", options={"collection": collection})
    assert banked.fees(done) == fee


# Magic Sevens


@pytest.mark.parametrize(
    ("mine", "dealer", "pays"),
    [
        ("7d 7h", "7d 9c", "500"),
        ("7d 7h", "7s 9c", "200"),
        ("7d 7d", "6s Tc 5c", "125"),
        ("7d 6c", "7h Tc", "125"),
        ("7d 7s", "6s Tc 5c", "25"),
        ("7c 6c", "7s Tc", "25"),
        ("7d 6c", "6s Tc 5c", "5"),
        ("7s 6c", "6s Tc 5c", "5"),
        ("6d 6c", "7s Tc", "5"),
    ],
)
def test_magic_sevens_blackjack_style_bonus_bet_9(mine: str, dealer: str, pays: str) -> None:
    done = deal(MAGIC_7, mine, dealer, "stand", wagers="base 10, magic-sevens 5")
    assert won(done, "magic-sevens") == ("win", pays)


def test_magic_sevens_blackjack_style_bonus_bet_9_a_seven_in_the_hole_does_not_count() -> None:
    done = deal(MAGIC_7, "6d 8c", "Ts 7d", "stand", wagers="base 10, magic-sevens 5")
    assert won(done, "magic-sevens") == ("lose", "0")


def test_magic_sevens_blackjack_style_bonus_bet_7_stays_in_action_when_the_player_goes_over() -> None:
    done = deal(MAGIC_7, "7d 9c 8h", "6s Tc", "hit", wagers="base 10, magic-sevens 5")
    assert won(done) == ("lose", "0") and won(done, "magic-sevens") == ("win", "5")


@pytest.mark.parametrize(
    ("amount", "why"), [("7", r"in steps of \$5"), ("105", r"above the maximum of \$100"), ("4", "below the minimum")]
)
def test_collection_rates_2_magic_sevens_from_5_to_100_in_steps_of_5(amount: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        deal(MAGIC_7, "7d 9c", "6s Tc", wagers=f"base 200, magic-sevens {amount}")


def test_collection_rates_2_magic_sevens_may_not_exceed_the_game_wager() -> None:
    with pytest.raises(ScenarioError, match="may not exceed the base"):
        deal(MAGIC_7, "7d 9c", "6s Tc", wagers="base 10, magic-sevens 15")


@pytest.mark.parametrize("options", [{"decks": 4}, {"shuffling": "shoe"}])
def test_magic_sevens_blackjack_style_bonus_bet_2_needs_six_or_eight_decks_and_a_continuous_machine(
    options: Options,
) -> None:
    with pytest.raises(RulesError, match="Magic Sevens Blackjack-Style Bonus Bet 2"):
        house_rules(game(MAGIC_7).rules, Choices.model_validate({"options": options}))
    without = {**options, "magic_sevens": False}
    assert "magic-sevens" not in house_rules(game(MAGIC_7).rules, Choices.model_validate({"options": without})).wagers


def test_the_limits_of_lucky_pair_are_those_of_the_schedule_chosen() -> None:
    wagers = "base 10, lucky-pair 150"
    done = deal(MAGIC_7, "8d 8c", "9s Tc", "stand", wagers=wagers, options={"collection": "GEGA-003690/1"})
    assert won(done, "lucky-pair") == ("win", "1500")
    with pytest.raises(ScenarioError, match=r"above the maximum of \$100"):
        deal(MAGIC_7, "8d 8c", "9s Tc", wagers=wagers)
    with pytest.raises(ScenarioError, match="may not exceed the base"):
        deal(MAGIC_7, "8d 8c", "9s Tc", wagers="base 10, lucky-pair 15")


def test_magic_7_lucky_pair_bonus_bet_8_pays_40_to_1_against_a_natural() -> None:
    assert won(deal(MAGIC_7, "8d 8c", "Ks Ac", wagers="base 10, lucky-pair 5"), "lucky-pair") == ("win", "200")


# Jack Magic


@pytest.mark.parametrize(
    ("mine", "dealer", "pays"),
    [
        ("Jh Js", "Jh 9c", "1500"),
        ("Jh Js", "Jd 9c", "500"),
        ("Jh Js", "6d Tc 5c", "200"),
        ("Jh 6c", "Js 9c", "200"),
        ("Jh Jc", "6d Tc 5c", "50"),
        ("Jd 6c", "Jc 9c", "50"),
        ("Js 6c", "6d Tc 5c", "15"),
        ("Jd 6c", "6d Tc 5c", "5"),
        ("6d 6c", "Jc 9c", "5"),
    ],
)
def test_jack_magic_bonus_bet_6(mine: str, dealer: str, pays: str) -> None:
    done = deal(JACK_MAGIC, mine, dealer, "stand", wagers="base 10, jack-magic 5")
    assert won(done, "jack-magic") == ("win", pays) and clause(done, "jack-magic") == "Jack Magic Bonus Bet 6"


def test_jack_magic_bonus_bet_6_queens_do_not_count() -> None:
    assert won(deal(JACK_MAGIC, "Qh Ks", "Qd 9c", "stand", wagers="base 10, jack-magic 5"), "jack-magic")[0] == "lose"


def test_jack_magic_bonus_bet_2_needs_a_game_wager() -> None:
    with pytest.raises(ScenarioError, match="base must be wagered"):
        deal(JACK_MAGIC, "Qh Ks", "Qd 9c", wagers="jack-magic 5")


# Staff


@pytest.mark.parametrize("id", ["blackjack-x", MAGIC_7, *BUSTERS])
def test_every_ace_of_spades_is_stamped_before_a_table_opens(id: str) -> None:
    driver = Driver(game(id), house_rules(game(id).rules))
    driver.open_table("floor", now=0)
    driver.buy_in("seat 1", 100_000)
    driver.begin(seed_from("open"))
    (due,) = (event for event in driver.events if isinstance(event, DutyDue))
    assert "ace of spades" in due.what
    assert game(id).rules.odds_posted  # the Buster table is posted


# BX-11: a bonus bet completes the player-dealer's hand


@pytest.mark.parametrize(
    ("id", "wager"),
    [(MAGIC_7, "magic-sevens"), (MAGIC_7, "lucky-pair"), (MAGIC_7, "buster"), (JACK_MAGIC, "jack-magic")],
)
def test_BX_11_any_bonus_bet_has_the_hand_completed_when_everybody_is_over(id: str, wager: str) -> None:
    options: Options = {"decks": 6, "shuffling": "continuous machine"} if id == MAGIC_7 else {}
    over = ("Ts 6h Kd", "9c 2d 8h", "hit")
    assert dealers(deal(id, *over, wagers=f"base 10, {wager} 5", options=options)) == 3
    assert dealers(deal(id, "Ts 6h Kd", "9c 2d", "hit", options=options)) == 2


# BX-18: irregularities by ordinary practice

BANKED = ("blackjack-x", MAGIC_7, *BUSTERS, "cal-blackjack-2.0")
every_banked = pytest.mark.parametrize("id", BANKED)


def called(id: str, cards: dict[str, str], name: str, *decisions: str) -> Played:
    """Seats 1 and 2 against the player-dealer, and something is called when seat 1 is to play."""
    seats = (seat(1, "base 10", *decisions), seat(2, "base 10", "stand"))
    return round(id, cards, *seats, call(name))


def call(name: str) -> str:
    return f'[[calls]]\nat = "play"\nirregularity = "BX-18 {name}"\n'


@every_banked
def test_BX_18_an_exposed_card_is_the_next_card(id: str) -> None:
    cards = {"seat 1": "Ts 6h", "seat 2": "Tc 9h", "player-dealer": "9c 8d", "exposed": "5s"}
    assert won(called(id, cards, "exposed card", "hit", "stand")) == ("win", "10")
    assert won(called(id, cards, "exposed card", "stand")) == ("lose", "0")


@every_banked
def test_BX_18_who_refuses_an_exposed_card_gets_no_other_and_the_player_dealer_may_use_it(id: str) -> None:
    cards = {"seat 1": "Ts 6h", "seat 2": "Tc 9h", "player-dealer": "9c 5d", "exposed": "5s"}
    done = called(id, cards, "exposed card", "refuse")
    assert won(done) == ("lose", "0") and won(done, spot="seat 2") == ("push", "0")
    placed = [event for event in done.driver.events if isinstance(event, Placed)]
    assert [(event.place, event.clause) for event in placed] == [("player-dealer", "BX-18")]


@every_banked
def test_BX_18_an_exposed_card_that_nobody_can_use_is_discarded(id: str) -> None:
    cards = {"seat 1": "Ts 6h", "seat 2": "Tc 9h", "player-dealer": "9c 8d", "exposed": "5s"}
    done = called(id, cards, "exposed card", "refuse")
    discarded = [event for event in done.driver.events if isinstance(event, Discarded) and event.place == "exposed"]
    assert [event.clause for event in discarded] == ["BX-18"]


@every_banked
def test_BX_18_a_boxed_card_is_discarded_and_a_second_one_makes_the_round_void(id: str) -> None:
    cards = {"seat 1": "Ts 6h 5d", "seat 2": "Tc 9h", "player-dealer": "9c 8d", "misdrawn": "4s"}
    done = called(id, cards, "boxed card", "hit", "stand")
    assert won(done) == ("win", "10")
    assert [event.clause for event in done.driver.events if isinstance(event, Discarded) and event.place == "misdrawn"]
    two = {"seat 1": "Ts 6h", "player-dealer": "9c 8d", "misdrawn": "4s"}
    done = round(id, two, seat(1, "base 10"), call("boxed card"), call("boxed card"))
    assert won(done) == ("returned", "0") and done.driver.table.memory["reshuffle"]["why"] == "floor"


@every_banked
@pytest.mark.parametrize("name", ["misdeal", "shuffler"])
def test_BX_18_a_misdeal_or_a_shuffler_that_fails_gives_every_wager_back(id: str, name: str) -> None:
    options: Options = {"shuffling": "continuous machine"}
    cards = {"seat 1": "Ts 6h", "player-dealer": "9c 8d"}
    done = round(id, cards, seat(1, "base 10"), call(name), options=options)
    assert won(done) == ("returned", "0") and clause(done) == "BX-18"
