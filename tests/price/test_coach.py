"""What each answer is worth, against every deal that can still come, and from the seat's own view only."""

from collections.abc import Sequence
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.cards.card import Card, hand
from houseway.games import game
from houseway.games.maryland_poker.criss_cross_poker.count.pricing import advise
from houseway.games.maryland_poker.top_five_poker.count.pricing import advise as advise_top_five
from houseway.play import scenario
from houseway.play.ask import Refused
from houseway.play.scenario import ScenarioError, play_to_decision
from houseway.pricing.coach import Advice, coach
from houseway.rules.files import game_rules
from houseway.rules.resolved import resolve
from houseway.rules.strict import RulesError
from tests.games.maryland_poker.criss_cross_poker.test_price import SMALL_PACK, EveryDeal

SCENARIO = """
game = "criss-cross-poker"
[cards]
"seat 1" = "Kh Kd"
"seat 2" = "{other}"
across = "Ks 5d"
down = "9c 4s"
middle = "{middle}"
[[seats]]
seat = 1
wagers = {{ ante = "10", five-card-bonus = "5" }}
decisions = [{decisions}]
[[seats]]
seat = 2
wagers = {{ ante = "10" }}
decisions = ["fold"]
"""


def advice(decisions: str, other: str = "2c 3c", middle: str = "5c") -> Advice:
    text = SCENARIO.format(decisions=decisions, other=other, middle=middle)
    driver, ask = play_to_decision(scenario.read(text, name="test"), game("criss-cross-poker"))
    assert ask.who == "seat 1"
    return coach(driver)


def rest(*taken: Sequence[Card]) -> list[tuple[Card, ...]]:
    return list(combinations([card for card in SMALL_PACK if all(card not in cards for cards in taken)], 2))


def mean(worths: list[Fraction]) -> Fraction:
    return sum(worths, Fraction(0)) / len(worths)


@pytest.mark.parametrize("antes_pay", ["even", "table"])
def test_every_answer_on_every_street_is_what_playing_every_deal_finds(antes_pay: str) -> None:
    rules = resolve(game_rules("criss-cross-poker"), {"antes_pay": antes_pay})
    every = EveryDeal(rules, SMALL_PACK)
    hole, across, down = hand("6c Jd"), hand("7c 8c"), hand("9c Js")
    stakes = {"ante-across": 100, "ante-down": 100}

    first = advise(rules, "across", hole, {}, stakes, pack=SMALL_PACK)
    for bet in (1, 2, 3):
        assert first.worth[f"across {bet}"] == mean([every._across(hole, pair, bet) for pair in rest(hole)])
    assert first.worth["fold"] == -2

    stakes["across"] = 200
    second = advise(rules, "down", hole, {"across": across}, stakes, pack=SMALL_PACK)
    for bet in (1, 2, 3):
        worths = [every._down(hole, across, pair, 2, bet) for pair in rest(hole, across)]
        assert second.worth[f"down {bet}"] == mean(worths)
    assert second.worth["fold"] == -4

    stakes["down"] = 100
    third = advise(rules, "middle", hole, {"across": across, "down": down}, stakes, pack=SMALL_PACK)
    middles = [card for card in SMALL_PACK if card not in hole + across + down]
    for bet in (1, 2, 3):
        nets = [Fraction(every._net(hole, across, down, middle, (2, 1, bet)), every.ante) for middle in middles]
        assert third.worth[f"middle {bet}"] == mean(nets)
    assert third.worth["fold"] == -5


def test_the_coach_says_what_is_best_and_what_the_others_cost() -> None:
    told = advice('"across 3"')
    assert told.what == "down"
    assert told.clause == "11.D"
    assert [answer.text for answer in told.answers] == ["down 1", "down 2", "down 3", "fold"]
    assert told.best.text == "down 3"
    assert told.best.cost == 0
    assert all(answer.cost == told.best.worth - answer.worth for answer in told.answers)
    assert told.data()["unit_amount"] == "10"
    assert told.data()["cards"] == {"seat 1": "Kh Kd", "across": "Ks 5d"}


def test_the_coach_knows_no_more_than_the_seat() -> None:
    """What the other seat holds, and what lies face down, changes nothing."""
    for decisions in ("", '"across 1"', '"across 1", "down 2"'):
        assert advice(decisions) == advice(decisions, other="Qs Qc", middle="Kc")


def test_a_player_of_two_boxes_is_told_of_each_and_sees_both() -> None:
    text = """
    game = "top-five-poker"
    [cards]
    "seat 1" = "Ah Jd 2c 3c 4c 5c 6c"
    "box 2" = "Ac Ad As Kc Kd Ks 9c"
    [[seats]]
    seat = 1
    wagers = { ante = "10", "box 2 ante" = "20" }
    decisions = [{decisions}]
    """
    told = []
    for decisions in ("", '"play 1"'):
        plan = scenario.read(text.replace("{decisions}", decisions), name="test")
        told.append(coach(play_to_decision(plan, game("top-five-poker"))[0]))
    own, box = told
    assert (own.spot, box.spot) == ("", "box 2")
    assert (own.amount, box.amount) == (1000, 2000)
    assert box.best.text == "play 1"
    # Three aces and three kings in the other box: the dealer has fewer, and the own hand is worth more.
    alone = advise_top_five(
        resolve(game_rules("top-five-poker")), "play", hand("Ah Jd 2c 3c 4c 5c 6c"), {}, {"ante": 1}
    )
    assert own.answers[0].worth > alone.worth["play 1"]


def test_a_whole_round_needs_no_coach() -> None:
    with pytest.raises(ScenarioError, match="every decision of the scenario is given"):
        advice('"across 1", "down 1", "middle 1"')


def test_there_is_nothing_to_advise_between_rounds_or_on_wagers() -> None:
    text = SCENARIO.format(decisions="", other="2c 3c", middle="5c")
    driver, _ = play_to_decision(scenario.read(text, name="test"), game("criss-cross-poker"))
    with pytest.raises(Refused, match="seat 2 is not asked"):
        coach(driver, "seat 2")
    while driver.open:
        driver.answer(next(iter(driver.asks)), "fold")
    with pytest.raises(Refused, match="nothing to decide"):
        coach(driver)
    driver.begin(b"0" * 32)
    with pytest.raises(Refused, match="wagers are being placed"):
        coach(driver)


def test_a_game_without_an_analysis_has_no_coach() -> None:
    text = 'game = "high-card"\n[[seats]]\nseat = 1\nwagers = { ante = "10" }\n'
    driver, _ = play_to_decision(scenario.read(text, name="test"), game("high-card"))
    with pytest.raises(RulesError, match="has no coach yet"):
        coach(driver)


THREE_CARDS = """
game = "three-card-poker"
seed = {seed}
[cards]
"seat 1" = "Kh 8d 3c"
player-dealer = "{bank}"
[bank]
seat = 2
amount = "1000"
[[seats]]
seat = 1
wagers = {{ ante = "10" }}
"""


def three_cards(bank: str, seed: int = 0) -> Advice:
    text = THREE_CARDS.format(bank=bank, seed=seed)
    driver, _ = play_to_decision(scenario.read(text, name="test"), game("three-card-poker"))
    return coach(driver)


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_three_card_poker_round_of_play_8_the_open_card_can_be_named(seed: int) -> None:
    """The bottom card is turned up, after two that stay hidden: these come from the seed and change nothing."""
    advised = three_cards("?? ?? Qs", seed)
    assert advised.seen["player-dealer"] == hand("Qs")
    assert {one.text: one.worth for one in advised.answers} == {
        one.text: one.worth for one in three_cards("2c 5d Qs").answers
    }


def test_three_card_poker_round_of_play_8_a_card_that_would_lie_face_down_is_refused() -> None:
    with pytest.raises(ScenarioError) as refused:
        three_cards("Qs")
    assert str(refused.value) == (
        'player-dealer: Qs would lie face down, and card 3 is the open one: write "?? ?? Qs", with ?? for the cards '
        "before it"
    )


def test_13_F_the_coach_says_why_it_has_nothing_to_say_of_a_known_next_card() -> None:
    cards = {"seat 1": "Kc 6d", "dealer": "9d 9h", "exposed": "5s"}
    calls = [{"at": "play", "irregularity": "13.F"}]
    seats = [{"seat": 1, "wagers": {"pontoon": "10"}}]
    given = {"game": "pontoon-21", "cards": cards, "seats": seats, "calls": calls}
    driver, _ = play_to_decision(scenario.Scenario.model_validate(given), game("pontoon-21"))
    with pytest.raises(RulesError, match="a card lies exposed as the next one"):
        coach(driver, "seat 1")
