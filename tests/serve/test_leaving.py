"""What leaving in the middle of a hand does, as it is said before it is done."""

import pytest

from houseway.games import catalogue
from houseway.rules.submission import Choices, house_rules
from houseway.serve.pages.leaving import going, means
from houseway.serve.pages.views import BankView, SeatView, TableView
from tests.serve.house import Caller, House, trying
from tests.serve.test_api import two_players


def seen(who: str = "", put_up: int = 0, **wagers: int) -> TableView:
    seats = {"seat 1": SeatView("seat 1", "Ada", 0, tuple(wagers.items()))}
    return TableView("seat 1", seats=seats, bank=BankView(who, put_up))


@pytest.mark.parametrize(
    ("game", "said"),
    [
        ("criss-cross-poker", "You lose the $15 that you have on the table (7.B(3))."),
        ("limit-holdem", "You check while that is free and fold to any bet."),
        ("pontoon-21", "The $15 that you have on the table stays until the hand is settled."),
    ],
)
def test_it_says_what_becomes_of_the_wagers(game: str, said: str) -> None:
    assert means(house_rules(catalogue()[game].rules), seen(ante=10_00, bonus=5_00)).startswith(said)


def test_7_B_3_wagers_that_stand_are_not_said_to_be_lost() -> None:
    rules = house_rules(catalogue()["criss-cross-poker"].rules, Choices(options={"abandoned_wagers": "stand"}))
    assert means(rules, seen(ante=10_00)).startswith("The $10 that you have on the table stays")


def test_a_player_dealer_leaves_what_was_put_up() -> None:
    rules = house_rules(catalogue()["blackjack-x"].rules)
    assert "The $200 that you have on the table stays" in means(rules, seen("seat 1", 200_00))
    assert means(rules, seen("seat 2", 200_00)).startswith("Your hand stays")


def test_it_says_when_the_seat_is_free() -> None:
    assert "You leave when your wagers are settled." in going(seen(ante=5_00).seats["seat 1"])
    assert "You leave when this round is over." in going(seen().seats["seat 1"])


def test_who_left_during_a_round_may_keep_the_seat(house: House) -> None:
    table, ada, ben = two_players(house)
    for player in (ada, ben):
        player.done("POST", f"/tables/{table}/answers", {"text": "ante 5"})
    assert not ada.done("DELETE", f"/tables/{table}/seat")["left"]
    assert ada.see(f"/tables/{table}")["people"]["seat 1"]["leaving"]
    assert ada.done("PUT", f"/tables/{table}/seat")["seat"] == "seat 1"
    assert not ada.see(f"/tables/{table}")["people"]["seat 1"]["leaving"]
    for _ in trying("the end of the round"):
        view = ben.see(f"/tables/{table}")
        if not view["open"]:
            break
        if any(ask["who"] == "seat 2" for ask in view["asks"]):
            ben.say("POST", f"/tables/{table}/answers", {"text": "fold"})
    assert ada.see(f"/tables/{table}")["viewer"] == "seat 1"
    refused = Caller(house.url).guest().say("PUT", f"/tables/{table}/seat")
    assert refused.status_code == 403 and refused.json()["error"]
