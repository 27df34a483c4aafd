"""Pai Gow Poker with Triple Bonus Bets, settled by hand from its approval."""

from random import Random

import pytest

from houseway.cards.card import hand, text
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.pai_gow.settlement import SetHand, contained, pai_gow, settle, with_pair
from houseway.play.driver import Driver
from houseway.play.event import Announced, Collected, Dealt, FeeTaken, Paid, Returned
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import ActionPlaced, DiceThrown, PutUp
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows
from tests.games.pai_gow import by_hand
from tests.test_house_way import likely

GAME = game("pai-gow-triple-bonus")
RULES = house_rules(GAME.rules, Choices(options={"shuffling": "hand"}))
MACHINE = house_rules(GAME.rules, Choices(options={"shuffling": "machine"}))
NINES = "Kh Jd / 9s 9c 7d 5h 2c"  # the player-dealer's hand in most of what follows, as the house way has it


def as_set(line: str) -> SetHand:
    front, _, back = line.partition(" / ")
    return SetHand(hand(front), hand(back))


def bet(wager: str, player: str, bank: str = NINES, *, machine: bool = False) -> Outcome:
    (outcome,) = settle(MACHINE if machine else RULES, as_set(player), as_set(bank), {wager: 1000})
    return outcome


def result(outcome: Outcome) -> tuple[str, int]:
    return outcome.result.value, outcome.paid


# The base wager


@pytest.mark.parametrize(
    ("player", "expected", "note"),
    [
        ("Kc Qd / Td Th 8c 6s 3d", ("win", 1000), ""),
        ("Qc Td / 8d 8h 7c 6s 3d", ("lose", 0), ""),
        ("Ac Td / 8d 8h 7c 6s 3d", ("push", 0), ""),
        ("Qc Td / Tc Th 7c 6s 3d", ("push", 0), ""),
        ("Kc Js / Td Th 7c 6s 3d", ("push", 0), "a copy in front"),
        ("Kc Js / 8d 8h 7c 6s 3d", ("lose", 0), "a copy in front"),
        ("Ac Js / 9d 9h 7c 5s 2d", ("push", 0), "a copy in back"),
        ("Qc Js / 9d 9h 7c 5s 2d", ("lose", 0), "a copy in back"),
        ("Kc Js / 9d 9h 7c 5s 2d", ("lose", 0), "a copy in front and in back"),
        ("Ac Ad / Kd Ks 7c 6s 3d", ("lose", 0), "a foul"),
        ("Jk Qd / Tc Td 8c 6s 3d", ("win", 1000), ""),  # the joker in front is an ace
    ],
)
def test_object_of_the_game_two_hands_against_two_and_the_player_dealer_wins_ties(
    player: str, expected: tuple[str, int], note: str
) -> None:
    got = bet("base", player)
    assert (result(got), got.note) == (expected, note)
    if note.startswith("a copy"):
        assert got.clause.endswith("Object of the Game")
    assert note != "a foul" or got.clause == "Foul Hand"


# Ultimate Push


@pytest.mark.parametrize(
    ("player", "bank", "expected"),
    [
        ("Ac Td / 8d 8h 7c 6s 3d", NINES, ("win", 1000)),  # front higher, back lower
        ("Kc Js / Td Th 7c 6s 3d", NINES, ("win", 1000)),  # a copy in front and a higher back: a push (PG-11)
        ("Kc Qd / Td Th 8c 6s 3d", NINES, ("lose", 0)),  # a win of both
        ("Kc Td / 8d 8h 7c 6s 3d", NINES, ("lose", 0)),
        ("Kc Js / 9d 9h 7c 5s 2d", NINES, ("lose", 0)),  # both copied
        ("3c 3d / 8d 8h Qc 6s 4d", NINES, ("win", 2000)),  # eights and threes without a king: threes in front
        ("2c 2d / 8d 8h Qc 6s 4d", NINES, ("win", 1000)),  # the hand just below
        ("Kc Qs / 8c 8s 9d 7h 2s", "3h 3s / Jd Jc Kd 8h 5c", ("lose", 0)),  # both of the player-dealer's are higher
        ("Kc Qs / Th Td 9d 7h 2s", "3h 3s / 8d 8c Qd Jh 5c", ("win", 2000)),  # the player-dealer's threes
        ("Kc Qs / Th Td 9d 7h 3c", "2h 2s / 8d 8c Qd Jh 5c", ("win", 1000)),
        ("5h 5c / Kc Kd 9d 7h 2s", "4h 4s / Ad Ac Qd Jh 6c", ("win", 2000)),  # both have such a pair
    ],
)
def test_ultimate_push_6_wins_when_the_hands_push(player: str, bank: str, expected: tuple[str, int]) -> None:
    got = bet("ultimate-push", player, bank)
    assert result(got) == expected
    assert got.clause == "Ultimate Push Bonus Bet 6"


def test_ultimate_push_both_hands_are_judged_the_house_way_however_they_lie() -> None:
    # The house way puts the eight-seven of a pair of tens in front: against king-jack and nines that is a push. Set as
    # a foul, or as a loss of both hands, the base wager is lost, and the Ultimate Push is won all the same.
    both = {"base": 1000, "ultimate-push": 1000}
    for line in ("Tc Td / 8c 7s 5c 4d 3h", "4d 3h / Tc Td 8c 7s 5c"):
        outcomes = settle(RULES, as_set(line), as_set(NINES), both)
        assert [one.wager for one in outcomes] == ["base", "ultimate-push"]
        assert result(outcomes[1]) == ("win", 1000)
    assert settle(RULES, as_set("Tc Td / 8c 7s 5c 4d 3h"), as_set(NINES), both)[0].note == "a foul"
    # The player-dealer's own setting does not count either.
    assert result(bet("ultimate-push", "8c 7s / Tc Td 5c 4d 3h", "7d 5h / 9s 9c Kh Jd 2c")) == ("win", 1000)


def test_foul_hand_a_wrong_number_of_cards_loses_the_base_wager_and_no_bonus_bet() -> None:
    every = {"base": 1000, "ultimate-push": 1000, "double-luck": 1000}
    three_in_front = as_set("7h 7d 7s / 7c Kc Qd 2h")
    outcomes = settle(RULES, three_in_front, as_set(NINES), every)
    assert [(one.result.value, one.paid) for one in outcomes] == [("lose", 0), ("lose", 0), ("win", 20_000)]
    assert outcomes[0].note == "a foul" and outcomes[0].hand == "3 cards in front, 4 in back"


# Happy Pai Gow

HAPPY = [
    ("9c 8d / 7h 5s 4c 3d 2h", 100),
    ("9c 8d / 7h 6s 4c 3d 2h", 100),
    ("Tc 8d / 7h 5s 4c 3d 2h", 25),
    ("Jc 8d / 7h 5s 4c 3d 2h", 15),
    ("Qc 8d / 7h 5s 4c 3d 2h", 7),
    ("Kc 8d / 7h 5s 4c 3d 2h", 5),
    ("Ac Jd / 9h 8s 7c 4d 3h", 3),
    ("Jk Jd / 9h 7s 6c 3d 2h", 3),  # the joker is an ace
]


@pytest.mark.parametrize(("line", "odds"), HAPPY)
def test_happy_pai_gow_6_pays_more_the_lower_the_highest_card(line: str, odds: int) -> None:
    got = bet("happy-pai-gow", line)
    assert (result(got), got.clause) == (("win", 1000 * odds), "Happy Pai Gow Bonus Bet 6")
    assert got.hand.endswith("-high pai gow")


@pytest.mark.parametrize(
    "line",
    [
        "9c 8d / 7h 5s 4c 2d 2h",  # a pair
        "9c 8d / 7h 6s 5c 3d 2h",  # five to nine is a straight
        "Ac 9d / 8h 5s 4c 3d 2h",  # ace to five
        "Kc Jc / 9c 7c 4c 3d 2h",  # a flush
        "Jk Ad / 9h 8s 6c 4d 2h",  # a pair of aces
        "Jk Kc / Jc 9c 7c 3d 2h",  # the joker completes a flush
        "Jk Kc / 9d 8c 7c 6d 2h",  # and a straight
    ],
)
def test_happy_pai_gow_loses_with_a_pair_a_straight_or_a_flush(line: str) -> None:
    assert result(bet("happy-pai-gow", line)) == ("lose", 0)


def test_happy_pai_gow_6_one_colour_pays_1000_only_with_a_shuffling_machine_PG_11() -> None:
    red, black, mixed = "9d 8h / 7h 5d 4d 3h 2d", "9c 8s / 7s 5c 4c 3s 2c", "9d 8h / 7h 5d 4d 3h 2c"
    assert result(bet("happy-pai-gow", red, machine=True)) == ("win", 1_000_000)
    assert result(bet("happy-pai-gow", black, machine=True)) == ("win", 1_000_000)
    assert result(bet("happy-pai-gow", mixed, machine=True)) == ("win", 100_000)
    assert result(bet("happy-pai-gow", red)) == ("win", 100_000)
    ten_high = "Td 8h / 7h 5d 4d 3h 2d"
    assert result(bet("happy-pai-gow", ten_high, machine=True)) == ("win", 25_000)  # the line is for nine high alone


# Double Luck

LUCK = [
    ("3h 4h / 5h 6h 7h 8h 9h", 2000, 1),
    ("Ah 2h / 3h 4h 5h 6h 7h", 2000, 1),
    ("Kc Kd / Ah Ad As Ac Jk", 1000, 2),
    ("Kc Qd / Ah Ad As Ac Jk", 500, 2),
    ("4c 4d / Ah Kh Qh Jh Th", 200, 3),
    ("4c 5d / Ah Kh Qh Jh Th", 100, 3),
    ("4c 4d / Ah Kh Qh Jh Jk", 200, 3),  # with the joker too: the table says nothing against it
    ("3h 4h / 5h Jk 7h 8h 9h", 30, 4),
    ("Kc Kd / 5h 6h 7h 8h 9h", 60, 5),
    ("Kc 9d / 5h 6h 7h 8h 9h", 30, 5),
    ("9h 9d / 5h 6h 7h 8h 4h", 60, 5),  # four to eight, and the nines
    ("Kc Kd / 7h 7d 7s 7c 2h", 40, 6),
    ("Kc Kd / 7h 7d 7s 7c Kh", 40, 6),
    ("Kc Qd / 7h 7d 7s 7c 2h", 20, 6),
    ("Ac Kd / Ah Ad Jk 7c 2h", 20, 6),
    ("Kc Kd / 7h 7d 7s 2c 2h", 20, 7),
    ("Kc Qd / 7h 7d 7s 2c 2h", 10, 7),
    ("2s Qd / 7h 7d 7s 2c 2h", 10, 7),  # two sets: what is left is no pair
    ("Jk As / 7h 7d 7s 2c 2h", 20, 7),  # an ace and the joker are one
    ("Kc Kd / 2h 5h 7h 9h Jh", 10, 8),
    ("Kc Jd / 2h 5h 7h 9h Jh", 5, 8),
    ("Kh Kd / 2h 5h 7h 9h Jh", 10, 8),  # six hearts: five of them, and the kings
    ("Kc Qd / 2h 5h 7h 9h Jk", 5, 8),
    ("Kc Kd / 5h 6d 7s 8c 9h", 4, 9),
    ("Tc Td / 5h 6d 7s 8c 9h", 4, 9),
    ("Kc 9d / 5h 6d 7s 8c 9h", 2, 9),
    ("Jk Ad / 5h 6d 7s 8c 9h", 4, 9),
    ("Kc Qd / Jk 6d 7s 8c 9h", 2, 9),
]


@pytest.mark.parametrize(("line", "odds", "row"), LUCK, ids=[f"{line}: {odds}" for line, odds, _ in LUCK])
def test_double_luck_pay_table(line: str, odds: int, row: int) -> None:
    got = bet("double-luck", line)
    assert (result(got), str(got.odds)) == (("win", 1000 * odds), f"{odds}:1")
    assert got.clause == f"Double Luck Bet Pay Table {row}"


@pytest.mark.parametrize(
    "line", ["Kc Qd / 7h 7d 7s 3c 2h", "Kc Kd / 7h 7d 3s 3c 2h", "Kc Kd / 2h 5h 7h 9h Jd", "Ac Kd / 5h 6d 7s 8c 2h"]
)
def test_double_luck_loses_with_less_than_a_straight(line: str) -> None:
    got = bet("double-luck", line)
    assert (result(got), got.clause) == (("lose", 0), "Double Luck Bet Pay Table")


def test_double_luck_looks_at_all_seven_cards_whichever_way_they_are_set_PG_10() -> None:
    assert result(bet("double-luck", "7h 7d / 7s 7c Kc Kd 2h")) == ("win", 40_000)
    assert result(bet("double-luck", "9h 5h / Kc Kd 8h 7h 6h")) == ("win", 60_000)


def test_the_bonus_bets_are_what_trying_everything_gives() -> None:
    rng, met = Random(11), set()
    luck = {line.hand: line.pays for line in RULES.pay_tables["double-luck"].lines}
    for _ in range(400):
        cards = likely(rng)
        named = tuple(text(cards).split())
        said = contained(cards) | with_pair(cards, as_set(NINES).hands)
        best = max((odds.fraction() for word in said if (odds := luck.get(word))), default=-1)
        assert best == by_hand.double_luck(named), text(cards)
        met.add(best)
        lines = RULES.pay_tables["happy-pai-gow"].lines
        happy = [line.pays for line in lines if line.hand in pai_gow(cards, as_set(NINES).hands)]
        assert (int(happy[0].fraction()) if happy and happy[0] else -1) == by_hand.happy(named, machine=False)
    assert {-1, 2, 4, 5, 10, 20, 30, 40} <= met


# Whole rounds

TABLE = """
game = "pai-gow-triple-bonus"
seed = 1
dice = [1, 2, 5]
[cards]
"seat 1" = "Kc Qd Td Th 8c 6s 3d"
"seat 2" = "Qc 8d 7h 5s 4c 3c 2h"
player-dealer = "Kh Jd 9s 9c 7d 5h 2c"
[bank]
seat = 7
amount = "{bank}"
[options]
collection = "GEGA-002382/12"
[[seats]]
seat = 1
wagers = {{ double-luck = "10", happy-pai-gow = "10", base = "100", ultimate-push = "20" }}
decisions = ["house way"]
[[seats]]
seat = 2
wagers = {{ happy-pai-gow = "10" }}
decisions = ["house way"]
"""


def settled_in(bank: str) -> list[tuple[str, str]]:
    events = played(TABLE.format(bank=bank)).driver.events
    found = [event for event in events if isinstance(event, Paid | Collected | Returned)]
    return list(dict.fromkeys((event.who, event.wager) for event in found))


def test_payoff_from_person_to_person_in_the_printed_order_and_a_bonus_bet_may_stand_alone() -> None:
    done = played(TABLE.format(bank="1000"))
    # Seat 1: king-queen and tens win. No push, no pai gow, nothing for Double Luck. Seat 2: queen high.
    assert rows(done, 1) == [
        ("base", "win", "100", "0"),
        ("ultimate-push", "lose", "0", "0"),
        ("happy-pai-gow", "lose", "0", "0"),
        ("double-luck", "lose", "0", "0"),
    ]
    assert rows(done, 2) == [("happy-pai-gow", "win", "70", "0")]
    assert (net(done, 1), net(done, 2), bank_net(done)) == (60_00, 70_00, -130_00)
    assert fees(done) == 200  # $150 of total table action, bonus bets and all: $101 to $300
    assert settled_in("1000") == [
        *(("seat 1", wager) for wager in ("base", "ultimate-push", "happy-pai-gow", "double-luck")),
        ("seat 2", "happy-pai-gow"),
    ]


def test_payoff_what_the_player_dealer_s_money_does_not_cover_goes_back() -> None:
    done = played(TABLE.format(bank="145"))
    # 100 paid, 20, 10 and 10 collected: 5 of the 70 are left for seat 2.
    assert rows(done, 1)[3] == ("double-luck", "lose", "0", "0")
    assert rows(done, 2) == [("happy-pai-gow", "win", "5", "0")]
    short = played(TABLE.format(bank="125"))
    assert rows(short, 1)[2:] == [("happy-pai-gow", "lose", "0", "5"), ("double-luck", "returned", "0", "0")]
    assert rows(short, 2) == [("happy-pai-gow", "returned", "0", "0")]


def test_collection_schedule_options_1_to_6_a_player_s_fee_is_for_base_wagers_alone() -> None:
    text = TABLE.format(bank="1000").replace("GEGA-002382/12", "GEGA-004029/4")
    taken = [event for event in played(text).driver.events if isinstance(event, FeeTaken)]
    assert {event.who: event.amount for event in taken} == {"seat 1": 100, "seat 7": 200}


@pytest.mark.parametrize("option", [6, 9, 12, 15])
def test_bonus_bets_2_and_c_are_within_the_table_limits_of_the_game_s_own_schedules(option: int) -> None:
    spots = {"base": "100", "ultimate-push": "10", "happy-pai-gow": "100", "double-luck": "50"}
    limits = {name: {"minimum": least, "maximum": "1000"} for name, least in spots.items()}
    rules = house_rules(GAME.rules, Choices(options={"collection": f"GEGA-004029/{option}"}, limits=limits))
    assert [problem.what for problem in limit_problems(rules)] == [
        "the limits of ultimate-push, $10 to $1,000, are not within the $100 to $1,000 of base",
        "the limits of double-luck, $50 to $1,000, are not within the $100 to $1,000 of base",
    ]


def seated(*who: str, names: dict[str, str] | None = None, **options: str | int) -> Driver:
    rules = house_rules(GAME.rules, Choices(options={**options}))
    driver = Driver(GAME, rules)
    for one in who:
        driver.buy_in(one, 100_000, (names or {}).get(one, ""))
    driver.begin(seed_from(0))
    return driver


def test_game_rules_c_and_d_a_random_number_from_one_to_seven_places_the_button() -> None:
    starts = set()
    for number in range(30):
        rules = house_rules(GAME.rules, Choices(options={"action": "random number"}))
        driver = Driver(GAME, rules)
        for seat in range(1, 8):
            driver.buy_in(f"seat {seat}", 100_000)
        driver.begin(seed_from(f"number {number}"))
        answered(driver, ("seat 1", "bank 500"), *((f"seat {seat}", "base 10") for seat in range(2, 8)))
        answered(driver, ("seat 1", "3"))
        assert not any(isinstance(event, DiceThrown) for event in driver.events)
        placed = next(event for event in driver.events if isinstance(event, ActionPlaced))
        drawn = int(placed.how.removeprefix("the random number is "))
        first = next(event for event in driver.events if isinstance(event, Dealt)).place
        # One is the player-dealer's own: it has the first pile, and the player to its left the action.
        assert first == ("player-dealer" if drawn == 1 else f"seat {drawn}")
        assert placed.seat == f"seat {max(drawn, 2)}"
        starts.add(drawn)
    assert starts == set(range(1, 8))


def test_game_rules_a_four_cards_are_left_over_and_seven_hands_go_out() -> None:
    events = played(TABLE.format(bank="1000")).driver.events
    assert sum(len(event.cards) for event in events if isinstance(event, Dealt)) == 49
    left = [event for event in events if isinstance(event, Announced) and "left over" in event.what]
    assert [(event.what, event.clause) for event in left] == [("4 cards are left over", "Game Rules and Structure (a)")]


def test_table_layout_the_inactive_seat_of_eight_is_to_the_player_dealer_s_right_as_the_dealer_sees_it_TB_1() -> None:
    driver = seated(*(f"seat {number}" for number in range(1, 9)), seats=8)
    answered(driver, ("seat 1", "decline"), ("seat 2", "decline"), ("seat 3", "bank 500"))
    said = [event.what for event in driver.events if isinstance(event, Announced)]
    assert said == ["seat 4 is inactive"]
    assert list(driver.asks) == ["seat 1", "seat 2", "seat 5", "seat 6", "seat 7", "seat 8"]
    answered(driver, *((who, "base 10") for who in list(driver.asks)), ("seat 3", "1"))
    dealt = [event.place for event in driver.events if isinstance(event, Dealt)]
    assert len(dealt) == 7 and "seat 4" not in dealt
    around = ["player-dealer", "seat 5", "seat 6", "seat 7", "seat 8", "seat 1", "seat 2"]
    first = around.index(dealt[0])
    assert dealt == around[first:] + around[:first]
    thrown = next(event for event in driver.events if isinstance(event, DiceThrown))
    assert first == (sum(thrown.dice) - 1) % 7


def test_game_rules_h_a_player_on_two_seats_sets_the_hand_that_goes_out_first_and_the_other_goes_the_house_way() -> (
    None
):
    ann = {"seat 2": "Ann", "seat 4": "Ann"}
    driver = seated("seat 1", "seat 2", "seat 3", "seat 4", names=ann)
    answered(driver, ("seat 1", "bank 500"))
    answered(driver, *((f"seat {number}", "base 10") for number in (2, 3, 4)), ("seat 1", "1"))
    dealt = [event for event in driver.events if isinstance(event, Dealt)]
    hers = [event for event in dealt if event.place in ann]
    first, second = hers
    assert (first.seen, second.seen) == ((first.place,), ())
    assert set(driver.asks) == {first.place, "seat 3"}
    said = [event for event in driver.events if isinstance(event, Announced) and "house way" in event.what]
    assert [(event.who, event.what) for event in said] == [
        (second.place, "Ann has another hand to set, so it goes the house way")
    ]
    answered(driver, (first.place, "house way"), ("seat 3", "house way"), ("seat 1", "house way"))
    assert not driver.open


def test_player_dealer_backline_bettors_of_the_round_before_are_offered_the_position_after_the_seat() -> None:
    driver = seated("seat 1", "seat 2", "backline 2.1", "backline 2.3", "backline 2.2")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 10"))
    answered(driver, ("backline 2.3", "base 10"), ("backline 2.1", "sit out"), ("backline 2.2", "happy-pai-gow 10"))
    answered(driver, ("seat 1", "1"), ("seat 2", "house way"), ("seat 1", "house way"))
    driver.begin(seed_from(1))
    answered(driver, ("seat 1", "decline"), ("seat 2", "decline"), ("backline 2.2", "decline"))
    assert list(driver.asks) == ["backline 2.3"]  # 2.1 sat out
    answered(driver, ("backline 2.3", "bank 300"))
    put_up = next(event for event in driver.events if isinstance(event, PutUp))
    assert (put_up.who, put_up.clause) == ("backline 2.3", "Player-dealer")
    assert list(driver.asks) == ["seat 1"]  # nobody bets on the seat that banks
    answered(driver, ("seat 1", "base 10"), ("backline 2.3", "2"))
    assert {event.place for event in driver.events if isinstance(event, Dealt)} == {
        "player-dealer", *(f"seat {number}" for number in (1, 3, 4, 5, 6, 7)),
    }  # fmt: skip
    answered(driver, ("seat 1", "house way"), ("backline 2.3", "house way"))
    assert not driver.open
    driver.begin(seed_from(2))
    assert list(driver.asks) == ["backline 2.3"]  # for the second round
    answered(driver, ("backline 2.3", "decline"))
    assert list(driver.asks) == ["seat 1"]  # clockwise after seat 2, and its own seat has had its turn
