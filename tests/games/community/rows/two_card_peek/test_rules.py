"""Two Card Peek, settled by hand from its approval."""

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.cards.two_cards import name, rank
from houseway.games import game
from houseway.games.community.rows.round import settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, FeeTaken, Shuffled, Wagered
from houseway.rules.fee_schedules import schedule
from houseway.rules.money import cents
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import bank_net, fees, net, played, rows

GAME = game("two-card-peek")
RULES = house_rules(GAME.rules)


def settled(rows_: str, *wagers: str, **options: str) -> list[tuple[str, int]]:
    """What wagers of ten dollars come to with three rows, written with strokes between them."""
    rules = house_rules(GAME.rules, Choices(options=dict(options)))
    held = [hand(row) for row in rows_.split("/")]
    return [(one.result.value, one.paid) for one in settle(rules, held, dict.fromkeys(wagers, 1000))]


LADDER = [  # TP-1, from the highest
    "As Ks", "Kh Qh", "2s As", "Ah Ad", "2c 2d", "Ac Kd", "3c 2d", "2h Ac", "As Qs", "4h 2h", "Ah Qd", "Tc 2h",
    "9c 2h", "5d 3c",
]  # fmt: skip


def test_TP_1_hands_of_two_cards_from_the_highest() -> None:
    values = [rank(hand(two)) for two in LADDER]
    assert values == sorted(values, reverse=True) and len(set(values)) == len(values)
    assert [name(value) for value in values[:3]] == [
        "suited ace-king",
        "straight flush, king high",
        "straight flush, two high",
    ]
    assert rank(hand("As Ks")) == rank(hand("Ah Kh")) and rank(hand("9c 2h")) == rank(hand("9d 2s"))


def test_game_rules_2_1_3_1_the_best_row_pays_2_to_1_and_the_others_lose() -> None:
    assert settled("Kh Kd/9s 3c/As Qd", "pick-a", "pick-b", "pick-c") == [("win", 2000), ("lose", 0), ("lose", 0)]


def test_game_rules_2_1_3_2_TP_3_two_rows_pay_1_to_2_or_1_to_1_as_printed() -> None:
    picks = ("pick-ab", "pick-ac", "pick-bc")
    assert settled("Kh Kd/9s 3c/As Qd", *picks) == [("win", 500), ("win", 500), ("lose", 0)]
    assert settled("Kh Kd/9s 3c/As Qd", *picks, two_rows_pay="1:1") == [("win", 1000), ("win", 1000), ("lose", 0)]


def test_game_rules_2_1_1_ten_high_qualifies_and_game_rules_2_1_3_3_nine_high_loses_for_everybody() -> None:
    every = ("pick-a", "pick-b", "pick-c", "pick-ab", "pick-ac", "pick-bc")
    assert settled("Th 2d/9s 3c/8s 6d", *every)[0] == ("win", 2000)
    assert settled("9h 2d/9s 3c/8s 6d", *every) == [("lose", 0)] * 6


@pytest.mark.parametrize("low", ["2c 2d", "3c 2d", "4h 2h"])
def test_TP_1_any_pair_straight_or_flush_qualifies(low: str) -> None:
    assert settled(f"{low}/9s 3c/8s 6d", "pick-a", "pick-b") == [("win", 2000), ("lose", 0)]


def test_TP_2_a_row_that_ties_for_the_best_pushes_and_two_rows_that_hold_all_of_them_win() -> None:
    tied = "Kh 9d/9s Kc/8s 6d"
    assert settled(tied, "pick-a", "pick-b", "pick-c") == [("push", 0), ("push", 0), ("lose", 0)]
    assert settled(tied, "pick-ab") == [("win", 500)]


def test_TP_5_two_rows_that_hold_some_of_the_tied_rows_push_also_when_all_three_tie() -> None:
    assert settled("Kh 9d/9s Kc/8s 6d", "pick-ac", "pick-bc") == [("push", 0), ("push", 0)]
    assert settled("Kh 9d/9s Kc/Kd 9c", "pick-a", "pick-ab", "pick-bc") == [("push", 0)] * 3


@pytest.mark.parametrize(
    ("row", "result"),
    [
        ("As Ks", ("win", 10000)),
        ("Kh Qh", ("win", 3000)),
        ("As 2s", ("win", 3000)),
        ("4c 4d", ("win", 1500)),
        ("As Kd", ("win", 1000)),
        ("As 2d", ("win", 1000)),
        ("9h 4h", ("win", 1000)),
        ("As Qd", ("lose", 0)),
    ],
)
def test_game_rules_2_2_2_1_every_line_of_2_card_poker_whatever_becomes_of_the_pick(
    row: str, result: tuple[str, int]
) -> None:
    assert settled(f"{row}/9s 3c/8s 6d", "two-card-a", "two-card-b") == [result, ("lose", 0)]


LOW = "9s 3c 4d 6h Jc/8s 6d 2h 4s Th"


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("Kh Kd 2c Ks 5h", 5),
        ("2c 3d 4h 5h 6c", 7),
        ("Ah 2d 3h 4h 5c", 7),
        ("2h 4h 7h 9h Kh", 15),
        ("Kh Kd Kc 5s 5h", 30),
        ("Kh Kd Kc Ks 5h", 100),
        ("5h 6h 7h 8h 9h", 2000),
        ("Ad 2d 3d 4d 5d", 2000),
        ("Th Jh Qh Kh Ah", 20000),
        ("Kh Kd 2c 2s 5h", -1),
    ],
)
def test_game_rules_2_2_3_8_every_line_of_the_super_bet_and_two_pair_below_it(row: str, odds: int) -> None:
    (result,) = settled(f"{row}/{LOW}", "super")
    assert result == (("win", 1000 * odds) if odds > 0 else ("lose", 0))


def test_game_rules_2_2_3_2_one_stake_wins_on_one_row_two_rows_or_all_three() -> None:
    one, two, three = "Kh Kd 2c Ks 5h", "2d 3d 4h 5s 6c", "3h 4s 7h 9h Kc"
    assert settled(f"{one}/{two}/{three}", "super") == [("win", 12000)]
    assert settled(f"{one}/{two}/9c 9d 9s 2s 2h", "super") == [("win", 42000)]
    (outcome,) = settle(RULES, [hand(row) for row in (one, two, three)], {"super": 100})
    assert str(outcome.odds) == "12:1" and outcome.hand == "three of a kind, kings and straight, six high"


@pytest.mark.parametrize(
    ("row", "odds"),
    [
        ("Kh Kd 2c 2s 5h", 1),
        ("Kh 2d Kc 2s 5h", 6),
        ("5h 9d 2c 2s 5d", 6),
        ("Kh Kd Kc 2s 5h", 2),
        ("Kh 2d Kc Ks 5h", 8),
        ("4h 2d Kc Ks Kd", 8),
        ("2c 3d 4h 5h 6c", 10),
        ("2h 4h 7h 9h Kh", 12),
        ("Kh Kd Kc 5s 5h", 15),
        ("Kh Kd Kc Ks 5h", 40),
        ("5h 6h 7h 8h 9h", 200),
        ("Th Jh Qh Kh Ah", 500),
        ("Ah Ad 2c 3s 5h", -1),
    ],
)
def test_game_rules_2_2_4_8_every_line_of_the_peek_bonus_by_how_the_row_began(row: str, odds: int) -> None:
    (result,) = settled(f"{row}/{LOW}", "peek-a")
    assert result == (("win", 1000 * odds) if odds > 0 else ("lose", 0))


# A round


def table(a: str = "Kh Kd 2c Ks 5h", b: str = "9s 3c", c: str = "As Qd", bank: str = "100000", seat: int = 9) -> str:
    cards = f'cards = {{ "row a" = "{a}", "row b" = "{b}", "row c" = "{c}" }}\n'
    return f'game = "two-card-peek"\nseed = 5\n{cards}bank = {{ seat = {seat}, amount = "{bank}" }}\n'


SEAT_2 = """[[seats]]
seat = 2
wagers = { super = "1", two-card-c = "10", two-card-a = "10", pick-a = "10" }
decisions = ["peek-a 5"]
"""
SEAT_6 = '[[seats]]\nseat = 6\nwagers = { pick-bc = "20" }\ndecisions = ["no bet"]\n'


def test_dealing_procedures_3_5_to_3_8_sets_of_three_cards_one_for_each_row_face_up() -> None:
    done = played(table() + SEAT_2)
    dealt = [event for event in done.driver.events if isinstance(event, Dealt)]
    assert [event.place for event in dealt] == ["row a", "row b", "row c"] * 5
    assert all(event.seen is None and len(event.cards) == 1 for event in dealt)


def test_dealing_procedures_3_11_3_12_3_19_picks_and_2_card_poker_are_settled_before_the_peek_is_offered() -> None:
    done = played(table() + SEAT_2 + SEAT_6)
    told: list[str] = []
    for event in done.driver.events:
        if isinstance(event, Wagered) and event.wager == "peek-a":
            told.append("peek")
        elif type(event).__name__ in ("Paid", "Collected"):
            told.append(f"{event.who} {event.wager}")  # type: ignore[attr-defined]
        elif isinstance(event, Announced) and event.what == "no more bets":
            told.append("no more bets")
    assert told == [
        "seat 2 pick-a",
        "seat 2 two-card-a",
        "seat 2 two-card-c",
        "seat 6 pick-bc",
        "peek",
        "no more bets",
        "seat 2 peek-a",
        "seat 2 super",
    ]
    assert net(done, 2) == 2000 + 1500 - 1000 + 1000 + 500 and net(done, 6) == -2000


@pytest.mark.parametrize("seat", [1, 4, 9])
def test_dealing_procedures_3_11_TP_4_the_action_starts_at_the_house_dealers_left_wherever_the_bank_sits(
    seat: int,
) -> None:
    done = played(table(seat=seat) + SEAT_2 + SEAT_6)
    first = [one.owner for one in done.driver.table.settled if one.outcome.wager.startswith("pick")]
    assert first == ["seat 2", "seat 6"]


def test_coverage_runs_out_between_the_two_settlements() -> None:
    """$45 is used by seat 2's first three wagers; five of the twenty that seat 6 loses are left, and nothing after."""
    done = played(table(bank="50") + SEAT_2 + SEAT_6)
    assert rows(done, 2) == [
        ("pick-a", "win", "20", "0"),
        ("two-card-a", "win", "15", "0"),
        ("two-card-c", "lose", "0", "0"),
        ("peek-a", "returned", "0", "0"),
        ("super", "returned", "0", "0"),
    ]
    assert rows(done, 6) == [("pick-bc", "lose", "0", "15")]
    assert bank_net(done) == -2000 - 1500 + 1000 + 500


def test_TP_4_the_peek_bonus_is_no_part_of_total_table_action() -> None:
    rich = SEAT_2.replace('pick-a = "10"', 'pick-a = "29"').replace("peek-a 5", "peek-a 50")
    first = table().replace("seed = 5", 'seed = 5\noptions = { collection = "GEGA-002382/1" }')
    assert fees(played(first + rich)) == 50  # $50 before the deal: $0.50, where $51 costs $1
    assert fees(played(first + rich.replace('pick-a = "29"', 'pick-a = "30"'))) == 100


def test_TP_5_a_thousand_dollars_belongs_to_the_lower_bracket() -> None:
    for id in ("GEGA-002382/5", "GEGA-003048/8", "GEGA-003048/9"):
        (charge,) = schedule("two-card-peek", id).charges
        assert (charge.fee(cents("1000")), charge.fee(cents("1000.01"))) == (cents("10"), cents("15"))


def test_dealing_procedures_3_21_the_games_own_schedules_take_the_fee_after_settlement() -> None:
    own = table().replace("seed = 5", 'seed = 5\noptions = { collection = "GEGA-003048/1" }')
    done = played(own + SEAT_2)
    kinds = [type(event).__name__ for event in done.driver.events]
    assert kinds.index("FeeTaken") > max(at for at, kind in enumerate(kinds) if kind == "Paid")
    assert sum(event.amount for event in done.driver.events if isinstance(event, FeeTaken)) == 50


def driver_at_wagers() -> Driver:
    driver = Driver(GAME, RULES)
    for who in ("seat 1", "seat 2", "seat 3"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 500")
    return driver


@pytest.mark.parametrize(
    ("wagers", "refused"),
    [
        ("two-card-a 5", "can only be wagered with pick-a"),
        ("super 1", "can only be wagered with pick-a"),
        ("pick-a 5, super 2", "above the maximum of \\$1"),
        ("pick-a 5, pick-b 5", "can't be wagered together"),
        ("pick-a 5, pick-bc 5", "can't be wagered together"),
        ("pick-a 4", "below the minimum of \\$5"),
        ("pick-a 5, peek-a 5", "not a wager here"),
    ],
)
def test_side_bets_need_a_pick_the_super_bet_is_a_dollar_and_there_is_one_pick(wagers: str, refused: str) -> None:
    driver = driver_at_wagers()
    with pytest.raises(Refused, match=refused):
        driver.answer("seat 2", wagers)


def test_game_rules_2_2_4_the_peek_is_on_one_row_up_to_50_and_only_for_who_picked() -> None:
    driver = driver_at_wagers()
    driver.answer("seat 3", "sit out")
    driver.answer("seat 2", "pick-a 5, two-card-a 5, two-card-b 5, two-card-c 5")
    assert set(driver.asks) == {"seat 2"}
    for wagers, why in (
        ("peek-a 51", "above the maximum of \\$50"),
        ("peek-a 4", "below the minimum"),
        ("peek-a 5, peek-b 5", "can't be wagered together"),
    ):
        with pytest.raises(Refused, match=why):
            driver.answer("seat 2", wagers)
    driver.answer("seat 2", "peek-c 50")
    assert not driver.open


def test_game_rules_2_2_4_5_a_peek_below_the_table_minimum_is_found_by_the_check() -> None:
    high = {"pick-a": {"minimum": "25", "maximum": "1000"}, "peek-a": {"minimum": "5"}}
    rules = house_rules(GAME.rules, Choices(options={"collection": "GEGA-003048/8"}, limits=high))
    found = [one.what for one in limit_problems(rules)]
    assert found == ["the limits of peek-a, $5 to $50, are not within the $25 to $50 of pick-a"]
    assert limit_problems(RULES) == []


def test_dealing_procedures_3_24_1_without_a_machine_the_dealer_shuffles() -> None:
    by_hand = table().replace("seed = 5", 'seed = 5\noptions = { shuffling = "by hand" }')
    (shuffled,) = (event for event in played(by_hand + SEAT_2).driver.events if isinstance(event, Shuffled))
    assert shuffled.clause == "Dealing Procedures 3.24.1"
