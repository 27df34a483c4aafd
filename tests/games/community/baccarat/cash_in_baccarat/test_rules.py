"""Cash-In Baccarat, settled by hand from its approval."""

from itertools import product

import pytest

from houseway.cards.card import RANKS, hand
from houseway.cards.shuffle import seed_from
from houseway.cards.special_ranks import baccarat_points
from houseway.games import game
from houseway.games.community.baccarat.facts import BaccaratFacts
from houseway.games.community.baccarat.round import (
    ScoreboardShown,
    banker_draws,
    is_natural,
    player_draws,
    results,
    settle,
)
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Burned, Dealt, Event, Returned, Shuffled
from houseway.rules.families import facts
from houseway.rules.submission import Choices, house_rules
from tests.banked import bank_net, fees, net, played, rows

GAME = game("cash-in-baccarat")
RULES = house_rules(GAME.rules)
ALL = {"player": 1000, "banker": 1000, "tie": 500, "tiger-8": 500, "phoenix-7": 500}


def settled(player: str, banker: str) -> list[tuple[str, str, int]]:
    outcomes = settle(RULES, hand(player), hand(banker), ALL)
    return [(one.wager, one.result.value, one.paid) for one in outcomes]


def test_first_item_the_player_line_pays_1_to_1_and_the_banker_line_loses() -> None:
    assert settled("9h Kd", "7s Kh") == [
        ("player", "win", 1000),
        ("banker", "lose", 0),
        ("tie", "lose", 0),
        ("tiger-8", "lose", 0),
        ("phoenix-7", "lose", 0),
    ]


def test_second_item_the_banker_line_pays_1_to_1_without_a_commission() -> None:
    assert settled("2h 4d", "7s Kh")[:2] == [("player", "lose", 0), ("banker", "win", 1000)]


def test_second_item_BA_2_a_bankers_three_card_seven_pushes_the_banker_line_and_phoenix_7_pays_40_to_1() -> None:
    assert settled("2h 4d", "Ks 2h 5c") == [
        ("player", "lose", 0),
        ("banker", "push", 0),
        ("tie", "lose", 0),
        ("tiger-8", "lose", 0),
        ("phoenix-7", "win", 20000),
    ]


def test_a_two_card_seven_is_paid_and_wins_no_phoenix_7() -> None:
    got = settled("2h 4d", "3s 4h")
    assert got[1] == ("banker", "win", 1000) and got[4] == ("phoenix-7", "lose", 0)


def test_a_three_card_seven_that_ties_wins_no_phoenix_7() -> None:
    got = settled("3h 4d", "Ks 2h 5c")
    assert got[0][1] == got[1][1] == "push" and got[4] == ("phoenix-7", "lose", 0)


def test_tie_bet_pays_8_to_1_and_BA_3_both_lines_push() -> None:
    assert settled("2h 4d", "6s Kh") == [
        ("player", "push", 0),
        ("banker", "push", 0),
        ("tie", "win", 4000),
        ("tiger-8", "lose", 0),
        ("phoenix-7", "lose", 0),
    ]


def test_tiger_8_pays_25_to_1_on_a_players_three_card_eight() -> None:
    got = settled("2h 3d 3c", "7s Kh")
    assert got[0] == ("player", "win", 1000) and got[3] == ("tiger-8", "win", 12500)


def test_a_natural_eight_wins_no_tiger_8() -> None:
    assert settled("5h 3d", "7s Kh")[3] == ("tiger-8", "lose", 0)


def test_a_players_three_card_eight_that_ties_wins_no_tiger_8() -> None:
    got = settled("2h 3d 3c", "Ks 2h 6c")
    assert got[2] == ("tie", "win", 4000) and got[3] == ("tiger-8", "lose", 0)


def test_card_values_only_the_last_digit_counts() -> None:
    assert baccarat_points(hand("9h 9d")) == 8 and baccarat_points(hand("Kh Qd Tc")) == 0
    assert results(hand("9h 9d"), hand("Ah Kd")) == ("player-wins", "player-wins-with-8", "player-wins-with-two-card-8")


# Third cards


def test_the_player_hand_hits_on_5_or_less_and_stands_on_6_and_7() -> None:
    drawn = [points for points in range(8) if player_draws(RULES.game, hand(f"Ks {_card(points)}"))]
    assert drawn == [0, 1, 2, 3, 4, 5]


def _card(points: int) -> str:
    return {0: "Qh", 1: "Ah"}.get(points, f"{points}h")


def test_the_banker_hand_by_the_printed_sentences() -> None:
    """The chart of the rule file against the sentences of the approval, every total and third card."""
    hits = {3: {*range(10)} - {8}, 4: {*range(10)} - {0, 1, 8, 9}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set[int]()}
    for points, third in product(range(8), range(10)):
        expected = points <= 2 or third in hits[points]
        drawn = banker_draws(RULES.game, hand(f"Ks {_card(points)}"), hand(_card(third))[0])
        assert drawn is expected, (points, third)
    for points in range(8):
        assert banker_draws(RULES.game, hand(f"Ks {_card(points)}"), None) is (points <= 5)


def test_a_natural_on_either_side_stops_all_drawing() -> None:
    assert is_natural(RULES.game, hand("9h Kd")) and is_natural(RULES.game, hand("4h 4d"))
    assert not is_natural(RULES.game, hand("2h 3d 3c"))
    done = played('game = "cash-in-baccarat"\n[cards]\nplayer = "2h 3d"\nbanker = "4s 5h"\n' + SEAT_1)
    dealt = [event.place for event in done.driver.events if isinstance(event, Dealt)]
    assert dealt == ["burn", "player", "banker", "player", "banker"]


SEAT_1 = """
[[seats]]
seat = 1
wagers = { player = "10", tie = "5" }
"""
SEAT_2 = """
[[seats]]
seat = 2
wagers = { banker = "100", phoenix-7 = "5" }
"""
BEHIND_1 = """
[[seats]]
seat = 1
backline = 1
wagers = { phoenix-7 = "10", tiger-8 = "10" }
"""


def table(bank: str, coverage: str = "action", player: str = "2h 4d", banker: str = "Ks 2h 5c") -> str:
    return f"""
game = "cash-in-baccarat"
seed = 3
cards = {{ player = "{player}", banker = "{banker}" }}
options = {{ coverage = "{coverage}" }}
bank = {{ seat = 10, amount = "{bank}" }}
"""


def test_a_whole_round_to_the_cent_in_the_printed_order_of_wagers() -> None:
    done = played(table("10000") + SEAT_1 + BEHIND_1 + SEAT_2)
    order = [(one.owner, one.outcome.wager) for one in done.driver.table.settled]
    assert order == [
        ("seat 1", "player"),
        ("seat 2", "banker"),
        ("seat 1", "tie"),
        ("backline 1.1", "tiger-8"),
        ("backline 1.1", "phoenix-7"),
        ("seat 2", "phoenix-7"),
    ]
    assert (net(done, 1), net(done, 1, 1), net(done, 2)) == (-1500, -1000 + 40000, 20000)
    assert bank_net(done) == 1500 + 1000 - 40000 - 20000
    assert fees(done) == 100  # $140 of action: $5 to $300


def test_action_starts_one_spot_clockwise_from_the_player_dealer() -> None:
    done = played(table("10000").replace("seat = 10", "seat = 1") + SEAT_2.replace("seat = 2", "seat = 9") + SEAT_2)
    assert [one.owner for one in done.driver.table.settled] == ["seat 2", "seat 9"] * 2


def test_coverage_runs_out_in_the_middle_of_a_winning_phoenix_7() -> None:
    done = played(table("100") + SEAT_1 + BEHIND_1 + SEAT_2)
    # 10, 5 and 10 collected; 75 left pay the backline's 400 in part; seat 2's Phoenix 7 goes back.
    assert rows(done, 1, 1) == [("tiger-8", "lose", "0", "0"), ("phoenix-7", "win", "75", "0")]
    assert rows(done, 2) == [("banker", "push", "0", "0"), ("phoenix-7", "returned", "0", "0")]
    assert bank_net(done) == 2500 - 7500


def test_coverage_net_what_was_collected_can_be_paid_out_too() -> None:
    done = played(table("100", "net") + SEAT_1 + BEHIND_1 + SEAT_2)
    assert rows(done, 1, 1) == [("tiger-8", "lose", "0", "0"), ("phoenix-7", "win", "125", "0")]
    assert bank_net(done) == -10000


@pytest.mark.parametrize("coverage", ["action", "net"])
def test_coverage_runs_out_in_the_middle_of_a_losing_banker_line(coverage: str) -> None:
    done = played(table("50", coverage, "9h Kd", "7s Kh") + SEAT_2)
    assert rows(done, 2) == [("banker", "lose", "0", "50"), ("phoenix-7", "returned", "0", "0")]
    assert (net(done, 2), bank_net(done)) == (-5000, 5000)


def test_coverage_ends_exactly_with_a_wager() -> None:
    done = played(table("15") + SEAT_1 + BEHIND_1)
    assert rows(done, 1) == [("player", "lose", "0", "0"), ("tie", "lose", "0", "0")]
    assert rows(done, 1, 1) == [("tiger-8", "returned", "0", "0"), ("phoenix-7", "returned", "0", "0")]
    returned = [event for event in done.driver.events if isinstance(event, Returned)]
    assert {(event.note, event.clause.split(", ")[-1]) for event in returned} == {("not covered", "settling")}


# The shoe and the scoreboard


@pytest.mark.parametrize(
    ("first", "burned"),
    [
        *((f"{rank}h", number) for number, rank in enumerate("23456789T", start=2)),
        ("Ah", 1),
        ("Jh", 10),
        ("Qh", 10),
        ("Kh", 10),
    ],
)
def test_burn_values_by_the_first_card(first: str, burned: int) -> None:
    done = played('game = "cash-in-baccarat"\n' + f'cards = {{ burn = "{first}" }}\n' + SEAT_1)
    assert [len(event.cards) for event in done.driver.events if isinstance(event, Burned)] == [burned]
    burn = facts(RULES.game, BaccaratFacts).burn
    assert burn is not None and set(burn.values) == set(RANKS)


@pytest.mark.parametrize("decks", [2, 9])
def test_three_to_eight_decks(decks: int) -> None:
    with pytest.raises(ValueError, match="option decks can't be"):
        house_rules(GAME.rules, Choices(options={"decks": decks}))


def rounds(count: int, **options: bool | int | str) -> tuple[Driver, list[list[Event]]]:
    """So many rounds of two seats that bank and bet in turn, and the events of each."""
    driver = Driver(GAME, house_rules(GAME.rules, Choices(options=options)))
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 10_000_000)
    happened = []
    for number in range(count):
        driver.begin(seed_from(number))
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, ask.answers()[0])
        happened.append(driver.events)
    return driver, happened


def test_a_shoe_is_dealt_to_its_cut_card_and_the_scoreboard_starts_anew() -> None:
    driver, happened = rounds(60, decks=3)
    shuffles = [
        number for number, events in enumerate(happened) if any(isinstance(event, Shuffled) for event in events)
    ]
    assert shuffles[0] == 0 and 20 < shuffles[1] < 36  # 156 cards, some burned, about five a hand
    boards = [event for events in happened for event in events if isinstance(event, ScoreboardShown)]
    assert [board.hands for board in boards[: shuffles[1] + 1]] == [*range(1, shuffles[1] + 1), 1]
    last, after = boards[shuffles[1] - 1], boards[shuffles[1]]
    assert after.previous == last.shoe and after.previous_hands == last.hands == shuffles[1]
    memory = driver.table.memory["scoreboard"]["shoe"]
    assert memory["hands"] == len(memory["results"])


def test_equipment_used_the_scoreboard_counts_and_gives_percentages() -> None:
    done = played(table("10000") + SEAT_1)
    (board,) = (event for event in done.driver.events if isinstance(event, ScoreboardShown))
    assert board.hands == 1
    assert board.shoe == (
        ("player", 0, "0.0%"),
        ("banker", 1, "100.0%"),
        ("tie", 0, "0.0%"),
        ("phoenix-7", 1, "100.0%"),
        ("tiger-8", 0, "0.0%"),
        ("naturals", 0, "0.0%"),
    )


def test_with_a_continuous_machine_nothing_is_burned_and_every_hand_is_shuffled() -> None:
    _, happened = rounds(3, shuffling="continuous machine")
    assert all(any(isinstance(event, Shuffled) for event in events) for events in happened)
    assert not any(isinstance(event, Burned) for events in happened for event in events)


def test_a_bettor_needs_no_line_bet_for_a_bonus_bet_and_keeps_within_its_limits() -> None:
    done = played(table("10000") + BEHIND_1.replace("backline = 1\n", ""))
    assert net(done, 1) == 40000 - 1000
    driver = Driver(GAME, RULES)
    driver.buy_in("seat 1", 1_000_000)
    driver.buy_in("seat 2", 1_000_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 100")
    for wagers, refused in (("tie 501", "above the maximum of \\$500"), ("player 4", "below the minimum of \\$5")):
        with pytest.raises(Refused, match=refused):
            driver.answer("seat 2", wagers)
