"""Ultimate War, settled by hand from its approval."""

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.cards.source import EveryDeal
from houseway.games import game
from houseway.games.community.war.round import results, settle
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, FeeTaken, Shuffled
from houseway.rules.submission import Choices, house_rules
from tests.banked import bank_net, fees, net, played, rows

GAME = game("ultimate-war")
RULES = house_rules(GAME.rules)
ALL = {"player": 1000, "banker": 1000, "war": 500, "ultimate-5-player": 500, "ultimate-5-banker": 500}


def settled(player: str, banker: str) -> list[tuple[str, str, int]]:
    outcomes = settle(RULES, hand(player), hand(banker), ALL)
    return [(one.wager, one.result.value, one.paid) for one in outcomes]


def test_how_each_wager_wins_1_4_the_higher_card_wins_and_the_ace_is_highest() -> None:
    assert settled("Ah", "Kd") == [
        ("player", "win", 1000),
        ("banker", "lose", 0),
        ("war", "lose", 0),
        ("ultimate-5-player", "lose", 0),
        ("ultimate-5-banker", "lose", 0),
    ]
    assert settled("2h", "3d")[:2] == [("player", "lose", 0), ("banker", "win", 1000)]


def test_how_each_wager_wins_1_a_five_that_wins_pushes_its_line_and_the_other_loses() -> None:
    assert settled("5h", "4d") == [
        ("player", "push", 0),
        ("banker", "lose", 0),
        ("war", "lose", 0),
        ("ultimate-5-player", "win", 20000),
        ("ultimate-5-banker", "lose", 0),
    ]
    assert settled("4h", "5d")[:2] == [("player", "lose", 0), ("banker", "push", 0)]
    assert settled("4h", "5d")[3:] == [("ultimate-5-player", "lose", 0), ("ultimate-5-banker", "win", 20000)]


@pytest.mark.parametrize(("player", "banker"), [("4h", "3d"), ("6h", "5d"), ("5h", "6d")])
def test_the_cards_beside_a_five_are_paid_and_a_five_that_loses_is_nothing(player: str, banker: str) -> None:
    outcomes = settled(player, banker)
    assert "push" not in [result for _, result, _ in outcomes]
    assert outcomes[3][1] == outcomes[4][1] == "lose"


def test_UW_2_a_five_after_a_war_pushes_too_and_ultimate_5_pays_120_to_1() -> None:
    assert settled("9h 5h", "9d 2d") == [
        ("player", "push", 0),
        ("banker", "lose", 0),
        ("war", "win", 5000),
        ("ultimate-5-player", "win", 60000),
        ("ultimate-5-banker", "lose", 0),
    ]


def test_fives_that_are_equal_go_to_war_and_win_nothing() -> None:
    assert settled("5h 9h", "5d 2d")[3] == ("ultimate-5-player", "lose", 0)
    assert settled("5h 9h", "5d 2d")[0] == ("player", "win", 1000)


@pytest.mark.parametrize(("wars", "odds"), [(1, 10), (2, 20), (3, 100), (4, 300), (5, 300)])
def test_war_bet_9_UW_1_pays_by_how_many_wars_came_in_a_row(wars: int, odds: int) -> None:
    tied = ["3h", "4h", "6h", "7h", "8h"][:wars]
    player, banker = " ".join([*tied, "Ah"]), " ".join([*tied, "Kh"])
    assert settled(player, banker)[2] == ("war", "win", 500 * odds)


def test_what_is_said_of_the_hands() -> None:
    assert results(hand("3h 5c"), hand("3d 2c")) == (
        "player-wins",
        "player-wins-with-5",
        "player-wins-with-5-after-war",
        "first-war",
    )


def scenario(player: str, banker: str, bank: str = "100000", seat: int = 8) -> str:
    cards = f'cards = {{ player = "{player}", banker = "{banker}" }}\n'
    return f'game = "ultimate-war"\n{cards}bank = {{ seat = {seat}, amount = "{bank}" }}\n'


SEAT_1 = '[[seats]]\nseat = 1\nwagers = { player = "100", war = "10" }\n'
BEHIND_1 = '[[seats]]\nseat = 1\nbackline = 1\nwagers = { ultimate-5-player = "5", banker = "20" }\n'
SEAT_2 = '[[seats]]\nseat = 2\nwagers = { ultimate-5-banker = "5", player = "50" }\n'


def test_dealing_procedures_3_4_the_banker_is_dealt_first_to_the_right_and_in_a_war_the_player_is() -> None:
    done = played(scenario("9h 9s 5h", "9d 9c 2d") + SEAT_1)
    dealt = [event.place for event in done.driver.events if isinstance(event, Dealt)]
    assert dealt == ["banker", "player", "player", "banker", "player", "banker"]
    wars = [event for event in done.driver.events if isinstance(event, Announced) and "go to war" in event.what]
    assert len(wars) == 2


def test_a_whole_round_to_the_cent_kind_by_kind_round_the_table_PD_9() -> None:
    done = played(scenario("9h 5h", "9d 2d") + SEAT_1 + BEHIND_1 + SEAT_2)
    assert [(one.owner, one.outcome.wager) for one in done.driver.table.settled] == [
        ("seat 1", "player"),
        ("seat 2", "player"),
        ("backline 1.1", "banker"),
        ("seat 1", "war"),
        ("backline 1.1", "ultimate-5-player"),
        ("seat 2", "ultimate-5-banker"),
    ]
    assert (net(done, 1), net(done, 1, 1), net(done, 2)) == (10000, -2000 + 60000, -500)
    assert (bank_net(done), fees(done)) == (-67500, 100)  # $190 of action: $5 to $300 of option 2


def test_action_starts_left_of_the_player_dealer() -> None:
    done = played(scenario("Ah", "2d", seat=1) + SEAT_2 + SEAT_2.replace("seat = 2", "seat = 8"))
    assert [one.owner for one in done.driver.table.settled] == ["seat 2", "seat 8"] * 2


def test_coverage_runs_out_in_the_middle_of_a_war_bet() -> None:
    done = played(scenario("9h Kh", "9d 2d", "170") + SEAT_1 + BEHIND_1)
    assert rows(done, 1) == [("player", "win", "100", "0"), ("war", "win", "50", "0")]
    assert rows(done, 1, 1) == [("banker", "lose", "0", "0"), ("ultimate-5-player", "returned", "0", "0")]


def test_UW_3_the_fee_is_taken_after_the_wagers_and_before_the_first_card() -> None:
    done = played(scenario("Ah", "2d") + SEAT_1)
    kinds = [type(event) for event in done.driver.events]
    assert kinds.index(Shuffled) < kinds.index(FeeTaken) < kinds.index(Dealt)


def test_description_of_the_deck_the_cards_are_shuffled_for_every_round() -> None:
    driver = Driver(GAME, RULES)
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_000)
    for number in range(3):
        driver.begin(seed_from(number))
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.answers()[0])
        assert [event.count for event in driver.events if isinstance(event, Shuffled)] == [416]


@pytest.mark.parametrize(("seats", "fine"), [(2, True), (7, True), (8, True), (9, True), (14, True), (15, False)])
def test_description_of_table_used_up_to_eight_seats_or_up_to_fourteen(seats: int, fine: bool) -> None:
    if fine:
        assert house_rules(GAME.rules, Choices(options={"seats": seats})).seats == seats
    else:
        with pytest.raises(ValueError, match="seats can't be"):
            house_rules(GAME.rules, Choices(options={"seats": seats}))


def test_UW_4_a_war_that_uses_up_every_card_goes_on_with_those_of_earlier_wars() -> None:
    """Six cards that are equal two by two: all lie on the table, so all but the last two are shuffled again."""
    pack = hand("2c 2d 3c 3d 4c 4d")
    driver = Driver(GAME, house_rules(GAME.rules, Choices(options={"decks": 1})), source=EveryDeal(pack), automatic=())
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_000)
    driver.begin(seed_from(1))
    driver.answer("seat 1", "bank 5000")
    driver.answer("seat 2", "war 5")
    driver.table.pack = pack
    for card in ("2c", "2d", "3c", "3d", "4c"):
        driver.answer("dealer", card)
    driver.table.pack = pack  # a small pack, so that it can be used up
    driver.answer("dealer", "4d")
    assert [event.count for event in driver.events if isinstance(event, Shuffled)] == [52, 4]
    driver.answer("dealer", "2c")
    driver.answer("dealer", "3d")
    (one,) = driver.table.settled
    assert (one.outcome.result.value, one.outcome.paid) == ("win", 50_000)
