"""What a felt shows after some events."""

from collections.abc import Iterator
from random import Random

import pytest

from houseway.games import catalogue, game
from houseway.games.chinese.round import OpenFace
from houseway.games.pot.round import PotGame
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC
from houseway.play.scenario.model import read
from houseway.play.scenario.playing import play
from houseway.play.view import history
from houseway.rules.submission import house_rules
from houseway.serve.pages.felt import took_part
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.scene import Result, Scene, scene
from houseway.serve.pages.seats import _outcome
from houseway.serve.pages.views import Lies
from houseway.serve.tables.rail import lies


def pucks() -> Iterator[tuple[int, Scene]]:
    """The point after each of many flips, and the scene then."""
    craps = game("party-craps")
    driver = Driver(craps, house_rules(craps.rules))
    for seat in ("seat 1", "seat 2"):
        driver.buy_in(seat, 10_000_00)
    for number in range(40):
        driver.begin(bytes([number]) * 32, now=number)
        while driver.asks:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, {"bank": "bank 500", "wagers": "field 10"}.get(ask.what, ask.default))
        memory = driver.table.memory.get("craps", {"point": 0})
        yield (
            memory["point"],
            scene(history(driver.events, PUBLIC), Lies.read(lies(driver, PUBLIC)), {}, driver.table.rules),
        )


def test_the_puck_lies_on_the_point_and_is_off_when_it_was_made_or_lost() -> None:
    seen = list(pucks())
    assert all(now.puck == point for point, now in seen)
    assert {point for point, _ in seen} >= {0, 6, 8}
    laid = layout_of("party-craps")
    assert (laid.marked(6), laid.marked(0)) == ("n6", "dont-come")


@pytest.mark.parametrize("id", [id for id, one in catalogue().items() if not isinstance(one, PotGame | OpenFace)])
def test_who_sits_out_is_told_so_whatever_is_dealt_to_their_place(id: str) -> None:
    """Pai gow deals a pile to every place, and the house takes those that nobody has bet on."""
    played, rng = game(id), Random(id)
    driver = Driver(played, house_rules(played.rules))
    seats = ("seat 1", "seat 2", "seat 3")[: min(3, played.rules.seats)]
    for seat in seats:
        driver.buy_in(seat, 10_000_00)
    driver.begin(bytes(32))
    while driver.asks:
        ask = driver.asks.get("seat 1") or next(iter(driver.asks.values()))
        said = ask.default if ask.who == "seat 1" else ask.random(rng)
        driver.answer(ask.who, "bank 500" if ask.what == "bank" and ask.who == seats[-1] else said)
    now = scene(
        history(driver.events, "seat 1"), Lies.read(lies(driver, "seat 1")), {}, driver.table.rules, viewer="seat 1"
    )
    assert now.over and not now.staked.get("seat 1")
    assert not took_part("seat 1", now) and "You sat this round out" in _outcome("seat 1", now)


def test_wagers_that_stand_are_told_beside_the_fee_of_a_round_that_decided_nothing() -> None:
    now = Scene(net={"seat 1": -100}, fees={"seat 1": 100}, standing={"seat 1": 20_00}, over=True)
    told = _outcome("seat 1", now)
    assert "Your $20 stands" in told and "$1 was collected" in told and "lose" not in told
    now.owners["seat 1"], now.net["seat 1"] = "seat 1", -11_00
    now.results["seat 1"] = {"field": [Result("lost", 10_00, 10_00, "", "", "", "")]}
    assert "You lose $11" in _outcome("seat 1", now) and "$1 of it collected" in _outcome("seat 1", now)


def why(id: str, cards: str, wagers: str, *decisions: str, bank: str = "") -> dict[str, str]:
    """What is said of each wager of seat 1 after a scenario."""
    asked = ", ".join(f'"{one}"' for one in decisions)
    text = f'game = "{id}"\nseed = 7\n{bank}\n[cards]\n{cards}\n[[seats]]\nseat = 1\nstack = "1000"\n'
    played = play(read(f"{text}wagers = {{ {wagers} }}\ndecisions = [{asked}]\n", name="why.toml"), game(id))
    driver = played.driver
    now = scene(history(driver.events, PUBLIC), Lies.read(lies(driver, PUBLIC)), {}, driver.table.rules)
    return {wager: " ".join(one.words for one in ended) for wager, ended in now.results["seat 1"].items()}


BANK = 'bank = { seat = 2, amount = "5000" }'
BOARD = 'flop = "Kc 8s 5d"\nturn = "3h"\nriver = "2c"\n'


def test_why_names_the_hand_that_a_wager_was_compared_with_and_whether_it_qualified() -> None:
    cards = f'{BOARD}"seat 1" = "8h 9d"\nplayer-dealer = "Qc Jd"'
    told = why("ultimate-texas-holdem", cards, 'ante = "100", trips = "100"', "play 4", bank=BANK)
    bank = "against the player-dealer's king high, which does not qualify"
    assert told["ante"] == f"Pair of eights {bank}: a push, $100 goes back."
    assert told["play"] == f"Pair of eights {bank}, pays 1 to 1: $400 on $400."
    assert told["trips"] == "Pair of eights pays nothing: the wager of $100 is lost."
    cards = f'{BOARD}"seat 1" = "Ah 9d"\nplayer-dealer = "8h Jd"'
    told = why("ultimate-texas-holdem", cards, 'ante = "100"', "play 4", bank=BANK)
    assert told["ante"] == "Ace high against the player-dealer's pair of eights: the wager of $100 is lost."


def test_why_of_twenty_one_compares_totals_but_for_a_hand_that_went_over_by_itself() -> None:
    cards = '"seat 1" = "Kh 7d"\nplayer-dealer = "9c Qd"'
    told = why("blackjack-x", cards, 'base = "20"', "stand", bank=BANK)
    assert told["base"] == "17 against the player-dealer's 19: the wager of $20 is lost."
    cards = '"seat 1" = "Kh 7d 9h"\nplayer-dealer = "9c Qd"'
    told = why("blackjack-x", cards, 'base = "20"', "hit", bank=BANK)
    assert told["base"] == "26: the wager of $20 is lost."
    cards = '"seat 1" = "Kh 7d"\ndealer = "6c Qd 8h"'
    told = why("pontoon-21", cards, 'pontoon = "20"', "stand")
    assert told["pontoon"] == "17 against the dealer's 24, over 21, pays 1 to 1: $20 on $20."


def test_why_of_pai_gow_names_both_hands_of_the_player_dealer() -> None:
    cards = '"seat 1" = "Ah Kd 9c 9h 4d 3s 2c"\nplayer-dealer = "Ac Ks Qh Qd 7c 6s 5c"'
    told = why("lucky-pai-gow", cards, 'base = "20"', "house way", bank=BANK)
    both = "ace-king in front, pair of queens in back"
    mine = "Ace-king in front, pair of nines in back"
    assert told["base"].startswith(f"{mine} against the player-dealer's {both}: the wager of $20 is lost")


def test_why_of_a_wager_that_is_paid_by_its_own_hand_says_that_it_pays_nothing() -> None:
    cards = '"seat 1" = "Kh 2d"\nacross = "9s 5d"\ndown = "7c 4s"\nmiddle = "Jc"'
    told = why("criss-cross-poker", cards, 'ante = "10"', "across 1", "down 1", "middle 1")
    assert told["ante-across"] == "King high pays nothing: the wager of $10 is lost."
    cards = '"seat 1" = "Kh 2d 3c 4s 5h 6d 7c"\ndealer = "Ks Jd 8c 9s 8h 9d 2c"'
    told = why("top-five-poker", cards, 'ante = "10", poker-bonus = "5"', "play 1")
    assert told["ante"] == "One card, king high against the dealer's two cards, king high: the wager of $10 is lost."
    assert told["poker-bonus"] == "King high pays nothing: the wager of $5 is lost."
