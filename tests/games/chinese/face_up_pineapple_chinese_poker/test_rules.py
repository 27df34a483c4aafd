"""Face-Up Pineapple Chinese Poker, worked by hand from its rulebook: what differs from Chinese Poker, and its own."""

from collections.abc import Mapping

import pytest

from houseway.cards.card import hand as cards
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario
from houseway.games import game
from houseway.games.chinese.round import enters_fantasy_land, stays_in_fantasy_land
from houseway.play import scenario as scenarios
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, Placed, Revealed, Scored
from houseway.play.scenario import Played, ScenarioError
from houseway.play.view import cards_in_sight
from houseway.rules.resolved import resolve
from tests.games.chinese.hands import amounts, gross, hand, nets, payments, points, rules_of, scenario

ID = "face-up-pineapple-chinese-poker"
RULES = rules_of(ID)

STRONG = ("Ah Jc 8d", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")
MEDIUM = ("Kc Jd 8c", "Qh Qd 9c 7d 4s", "Jh Js 6d 6c 2s")
WEAK = ("Qs Th 3d", "5h 5d 9h 7h 2c", "8h 8s 3c 3s 2d")
FOUL = ("Qs Th 3d", "8h 8s 3c 3s 2d", "5h 5d 9h 7h 2c")
DRAGON = ("2c 3d 5h", "Kd Qc Js 9h 8d", "Ah Td 7c 6s 4h")
QUEENS = ("Qh Qc 3h", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")


def played(text: str) -> Played:
    return scenarios.play(scenarios.read(text, name="test"), game(ID))


def report(done: Played) -> Mapping[int, int]:
    """What each seat wins of the others, in dollars; the fee of ten dollars apart."""
    return {seat["seat"]: int(seat["net"]) + 10 for seat in done.report()["seats"]}


# Points, scoop and fouls


def test_Bonus_System_2_printed_example_two_segments_and_four_of_a_kind_in_the_back_are_twelve_points() -> None:
    quads = hand("seat 1", "Jh 8c 3d", "Kh Kd 9s 7c 4h", "Ah Ad As Ac 2c")
    other = hand("seat 2", "Qh 9h 4d", "3h 3s 8d 7d 2d", "Th Td 6s 6c 5d")
    (payment,) = payments(RULES, [quads, other])
    assert gross(payment, "seat 1") == 12 and gross(payment, "seat 2") == 1
    assert nets(RULES, [quads, other]) == {"seat 1": 55_00, "seat 2": -55_00}


def test_Scoop_Bonus_three_segments_are_six_points() -> None:
    assert points(RULES, [hand("seat 1", *STRONG), hand("seat 2", *WEAK)]) == {"seat 1": 6, "seat 2": -6}


def test_Scoop_Bonus_comes_besides_the_bonuses_of_both_hands() -> None:
    quads = hand("seat 1", "Ah Jc 8d", "Kh Kd 9s 7c 4h", "Qh Qd Qs Qc 5s")
    lower = hand("seat 2", "6h 6d 3d", "7h 7d 9h 5h 2c", "8h 8s 8c 8d 2d")
    assert points(RULES, [quads, lower])["seat 1"] == -1 + 1 + 1 + 10 - 1 - 10  # sixes win the top: no scoop
    lower = hand("seat 2", "Kh Qd 3d", "7h 7d 9h 5h 2c", "8h 8s 8c 8d 2d")
    assert points(RULES, [quads, lower])["seat 1"] == 3 + 3 + 10 - 10


def test_Scoop_Bonus_counts_ties_that_the_buttons_win() -> None:
    one = ("Ah Jc 8d", "Kh Kd 9s 7c 4h", "Ac As Td Tc 5s")
    same = ("Ad Js 8c", "Kc Ks 9h 7d 4s", "Ah Ad Ts Th 5c")
    assert points(RULES, [hand("seat 1", *one), hand("seat 2", *same)]) == {"seat 1": 6, "seat 2": -6}


def test_Scoop_Bonus_is_not_paid_for_two_segments_and_a_tie_without_the_buttons() -> None:
    two = ("Ad Js 8c", "Qh Qd 9c 7d 4s", "Jh Jd 6d 6c 2s")
    settled = payments(RULES, [hand("seat 3", *WEAK), hand("seat 1", *STRONG), hand("seat 2", *two)])
    assert settled[2].points == 2


def test_Foul_Hand_pays_six_points_one_a_segment_and_the_scoop() -> None:
    hands = [hand("seat 1", *FOUL), hand("seat 2", *STRONG), hand("seat 3", *MEDIUM)]
    assert amounts(payments(RULES, hands)) == [
        ("seat 1", "seat 2", 30),
        ("seat 1", "seat 3", 30),
        ("seat 3", "seat 2", 30),
    ]


def test_Foul_Hand_pays_the_opponents_bonuses_and_is_paid_none_of_its_own() -> None:
    foul = hand("seat 1", "Ah Ad Kc", "5h 5d 9h 7h 2c", "8h 8s 8c 8d 2d")
    good = hand("seat 2", "Qs Th 3d", "9c 9d 9h 7s 6c", "Kh Jh 7h 6h 4h")  # three of a kind in the middle, flush
    (payment,) = payments(RULES, [foul, good])
    assert gross(payment, "seat 2") == 6 + 2 + 4 and gross(payment, "seat 1") == 0


def test_Foul_Hand_two_fouls_exchange_nothing() -> None:
    assert nets(RULES, [hand("seat 1", *FOUL), hand("seat 2", *FOUL)]) == {"seat 1": 0, "seat 2": 0}


def test_Foul_Hand_pays_a_clean_sweep_besides_its_penalty() -> None:
    hands = [hand("seat 1", *FOUL), hand("seat 2", *DRAGON, declared=True)]
    assert amounts(payments(RULES, hands)) == [("seat 1", "seat 2", 65), ("seat 1", "seat 2", 30)]


@pytest.mark.parametrize("rank", "23456789TJQKA")
def test_Bonus_System_1_three_of_a_kind_in_the_middle_is_two_points_and_at_the_bottom_nothing(rank: str) -> None:
    kickers = "4s 3h" if rank not in "43" else "9s 8h"
    trips = f"{rank}h {rank}d {rank}c {kickers}"
    low = hand("seat 1", "4c 3d 2s", "7c 5d 4d 3s 2d", "8c 5h 4h 3c 2h")
    (payment,) = payments(RULES, [low, hand("seat 2", "5c 4d 3s", trips, "Td 9d 8d 7d 6d")])
    assert gross(payment, "seat 2") == 6 + 2 + 15
    (payment,) = payments(RULES, [low, hand("seat 2", "5c 4d 3s", "9c 5s 4s 3s 2s", trips)])
    assert gross(payment, "seat 2") == 6


def test_Clean_Sweep_1_compares_nothing_and_so_has_no_scoop() -> None:
    assert points(RULES, [hand("seat 1", *DRAGON, declared=True), hand("seat 2", *WEAK)])["seat 1"] == 13


def test_Clean_Sweep_2_dragon_against_six_pairs_collects_thirteen_and_no_scoop() -> None:
    pairs = hand("seat 1", "Ts Tc 9d", "Qs Qd Jd Jc 9s", "As Ad Ks Kd 2s", declared=True)
    assert points(RULES, [pairs, hand("seat 2", *DRAGON, declared=True)]) == {"seat 1": -13, "seat 2": 13}


def test_How_Winners_are_Determined_and_Paid_three_comparisons_in_the_printed_order() -> None:
    settled = payments(RULES, [hand("seat 3", *WEAK), hand("seat 1", *MEDIUM), hand("seat 2", *STRONG)])
    assert amounts(settled) == [("seat 3", "seat 1", 30), ("seat 3", "seat 2", 30), ("seat 1", "seat 2", 30)]
    assert [one.comparison.clause[-1] for one in settled] == ["1", "2", "3"]


def test_Round_of_Play_3_a_stack_that_runs_out_in_the_middle_of_the_settlement_pays_in_part() -> None:
    hands = [hand("seat 1", *STRONG), hand("seat 2", *FOUL), hand("seat 3", *MEDIUM)]
    stacks = {"seat 1": 500_00, "seat 2": 45_00, "seat 3": 500_00}
    settled = payments(RULES, hands, stacks)
    assert amounts(settled) == [("seat 2", "seat 1", 30), ("seat 3", "seat 1", 30), ("seat 2", "seat 3", 15)]
    assert settled[2].owed == 30_00


# Fantasy Land


def test_Fantasy_Land_is_entered_with_queens_on_top_without_a_foul() -> None:
    assert enters_fantasy_land(RULES, hand("seat 1", *QUEENS))
    assert not enters_fantasy_land(RULES, hand("seat 1", "Qh Qc 3h", "Jh Jd 9s 7c 4h", "Ac As Td Tc 5s"))


@pytest.mark.parametrize(
    ("top", "middle", "bottom", "stays"),
    [
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "8c 8s 8d 8h 5s", True),  # four of a kind at the bottom
        ("Ah 3d 2c", "9h 9d 4c 7c 4h", "Ac Kc Qc Jc Tc", True),  # or better
        ("Ah 3d 2c", "9h 9d 9c 9s 4h", "Th Td Tc Ts 5h", True),  # four of a kind in the middle
        ("Ah 3d 2c", "9h 9d 9c 4c 4h", "Th Td Tc 5c 5h", False),  # a full house there is not enough in this game
        ("2h 2d 2c", "9h 9d 9c 7c 4h", "Th Td Tc 5c 5h", True),  # three of a kind on top
        ("Ah Ad Kc", "9h 9d 9c 7c 4h", "Th Td Tc 5c 5h", False),  # aces on top are not
        ("2h 2d 2c", "9h 9d 8c 7c 4h", "Th Td Tc Ts 5h", False),  # a foul
    ],
)
def test_Fantasy_Land_is_kept_by_the_segments_printed(top: str, middle: str, bottom: str, stays: bool) -> None:
    assert stays_in_fantasy_land(RULES, hand("seat 1", top, middle, bottom)) is stays


def test_Fantasy_Land_five_cards_with_the_others_then_nine_and_placed_before_anybody_else_places() -> None:
    head = 'before = { fantasy-land = "seat 2" }'
    done = played(scenario(ID, {1: STRONG, 2: WEAK, 3: MEDIUM}, head=head))
    events = done.driver.events
    dealt = [event for event in events if isinstance(event, Dealt)]
    assert [event.place for event in dealt[:3]] == ["seat 2", "seat 3", "seat 1"]
    assert [len(event.cards) for event in dealt[:16]] == [1] * 15 + [9]
    assert dealt[15].place == "seat 2" and dealt[15].seen == ("seat 2",)
    placed = [event for event in events if isinstance(event, Placed)]
    assert [event.origin for event in placed[:4]] == ["seat 2"] * 4
    assert [(event.place, len(event.cards)) for event in placed[:4]] == [
        ("seat 2 top", 3),
        ("seat 2 middle", 5),
        ("seat 2 bottom", 5),
        ("seat 2 discards", 1),
    ]
    assert len(dealt) == 16 + 2 * 4
    turned = [event.place for event in events if isinstance(event, Revealed)]
    assert turned == ["seat 2 top", "seat 2 middle", "seat 2 bottom"]


def test_Fantasy_Land_entered_and_kept_from_round_to_round() -> None:
    given = game(ID).dealt_for(_places({"seat 1": QUEENS}), {})
    driver = Driver(game(ID), resolve(game(ID).rules), source=Scenario(given))
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 1000_00)
    _play_round(driver, {"seat 1": QUEENS})
    assert driver.table.memory["fantasy land"] == {"seat 1": 1}

    kept = ("7h 7d 7c", "9h 9d 9c 8c 4h", "Th Td Tc 5c 5h")
    before = {"fantasy-land": "seat 1"}
    driver.table.source = Scenario(game(ID).dealt_for(_places({"seat 1": kept}), before))
    _play_round(driver, {"seat 1": kept})
    assert Announced("seat 1", "stays in Fantasy Land", "Fantasy Land") in driver.events
    assert driver.table.memory["fantasy land"] == {"seat 1": 1}

    house = ("Qh Qd 2c", "9h 9d 9c 4c 4h", "Th Td Tc 5c 5h")
    driver.table.source = Scenario(game(ID).dealt_for(_places({"seat 1": house}), before))
    _play_round(driver, {"seat 1": house})
    assert driver.table.memory["fantasy land"] == {}


def _places(lies: Mapping[str, tuple[str, str, str]]) -> dict[str, tuple[int, ...]]:
    return {
        f"{who} {part}": cards(line)
        for who, segments in lies.items()
        for part, line in zip(("top", "middle", "bottom"), segments, strict=True)
    }


def _play_round(driver: Driver, lies: Mapping[str, tuple[str, str, str]]) -> None:
    driver.begin(seed_from(driver.table.round))
    while driver.open:
        ask = next(iter(driver.asks.values()))
        told = driver.game.played_for(ask, _places(lies))
        driver.answer(ask.who, told or ("play" if ask.what == "take part" else ask.default))


# Dealing and placing


def test_Round_of_Play_2_three_cards_two_placed_and_one_discarded_that_nobody_else_sees() -> None:
    text = scenario(ID, {1: STRONG, 2: WEAK}).replace("[cards]", '[cards]\n"seat 1 discards" = "2h 3h 4c 5c"')
    done = played(text)
    events = done.driver.events
    dealt = [event for event in events if isinstance(event, Dealt) and event.place == "seat 1"]
    assert [len(event.cards) for event in dealt] == [1] * 5 + [3] * 4
    assert all(event.seen == ("seat 1",) for event in dealt)
    discards = [event for event in events if isinstance(event, Placed) and event.place == "seat 1 discards"]
    assert [event.cards for event in discards] == [cards("2h"), cards("3h"), cards("4c"), cards("5c")]
    at = events.index(discards[-1]) + 1
    assert cards_in_sight(events[:at], "seat 1")["seat 1 discards"] == cards("2h 3h 4c 5c")
    assert cards_in_sight(events[:at], "seat 2")["seat 1 discards"] == (53,) * 4
    assert report(done) == {1: 30, 2: -30}


def test_Round_of_Play_2_a_third_card_may_not_be_kept() -> None:
    text = (
        scenario(ID, {1: STRONG})
        + '\n[[seats]]\nseat = 2\ndecisions = ["play", "bottom 2h 2d 2s 3h 3d", "top 6h 6s 7s"]'
    )
    placed = text.replace("[cards]", '[cards]\n"seat 2" = "2h 2d 2s 3h 3d 6h 6s 7s"')
    with pytest.raises(ScenarioError, match=r"seat 2: 2 cards must be placed, 3 given"):
        played(placed)


def test_Description_of_Table_Used_1_three_of_four_players_are_dealt_in() -> None:
    driver = Driver(game(ID), resolve(game(ID).rules))
    for seat in range(1, 5):
        driver.buy_in(f"seat {seat}", 1000_00)
    for waits in ("seat 4", "seat 1", "seat 2", "seat 3", "seat 4"):
        _play_round(driver, {})
        dealt = {event.place for event in driver.events if isinstance(event, Dealt)}
        assert dealt == set(driver.table.seats) - {waits}


def test_Description_of_Table_Used_1_two_players_are_not_offered_two_hands() -> None:
    driver = Driver(game(ID), resolve(game(ID).rules))
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 1000_00)
    driver.begin(seed_from(1))
    driver.answer("seat 1", "play")
    driver.answer("seat 2", "play")
    assert [ask.what for ask in driver.asks.values()] == ["place"]


def test_a_scenario_shows_the_scoop_with_its_clause() -> None:
    done = played(scenario(ID, {1: STRONG, 2: WEAK}))
    scored = [event for event in done.driver.events if isinstance(event, Scored)]
    assert [(event.what, event.points, event.clause) for event in scored][-1] == ("scoop", "3", "Scoop Bonus")


def test_a_scenario_with_discards_alone_is_told_what_is_missing() -> None:
    with pytest.raises(ScenarioError, match="seat 1 discards is given, and the segments that go with it are not"):
        played(f'game = "{ID}"\n[cards]\n"seat 1 discards" = "2h"\n[[seats]]\nseat = 1')
