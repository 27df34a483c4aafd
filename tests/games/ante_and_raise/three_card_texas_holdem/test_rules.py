"""3 Card Texas Hold'em, settled by hand from GEGA-002029."""

from typing import Any

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.ante_and_raise.round import Shown
from houseway.games.ante_and_raise.three_card_texas_holdem.round import Completed, HandedBack, settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Burned, Collected, Cut, Dealt, Revealed, Shuffled, Voided
from houseway.play.outcome import Outcome
from houseway.play.scenario import ScenarioError
from houseway.play.table import FLOOR
from houseway.rules.resolved import Rules, limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows

GAME = game("three-card-texas-holdem")
RULES = house_rules(GAME.rules)
BETS = {"ante": 1000, "bet": 1000, "second-bet": 1000}


def rules_with(**options: Any) -> Rules:
    return house_rules(GAME.rules, Choices(options=options))


def settled(mine: str, board: str, bank: str, stakes: dict[str, int], rules: Rules = RULES) -> list[Outcome]:
    own = hand(mine)
    return settle(rules, Shown(own, hand(board), hand(bank), own), stakes)


# Settling the Bets

BASE = [
    ("Kh Kd", "2c 7d 9s", "Qh Qd", "win", "win"),
    # A pair of threes does not qualify, one of fours does.
    ("Kh Kd", "2c 7d 9s", "3h 3d", "push", "win"),
    ("Kh Kd", "2c 7d 9s", "4h 4d", "win", "win"),
    ("Kh Qd", "2c 7d 9s", "Ah Jd", "lose", "lose"),  # TH-1: who loses loses everything against ace-high too
    ("Kh Qd", "2c 7d 9s", "Jh 4d", "push", "win"),
    ("Kh 3d", "Kc Kd 9s", "Qh Qd", "win", "win"),
    ("2h 3d", "Ac Ad As", "Qh Qd", "push", "push"),  # everyone plays the board
    ("Kh 4d", "Kc Qd 9s", "Ks 5d", "push", "push"),  # kings with a queen
    ("4h 3d", "2c Kd 9s", "Kh Ks", "lose", "lose"),  # a straight loses to three of a kind
    ("4h 3d", "2c Kd 9s", "Kh Qs", "win", "win"),
    ("4h 3h", "2h Kd Ks", "Kh Qs", "win", "win"),  # a straight flush beats three of a kind
    ("Ah 3d", "2c Kd 9s", "4h 4s", "win", "win"),  # ace-two-three
    ("Ah 3d", "2c Kd 9s", "4h 3s", "lose", "lose"),  # is the lowest straight
]


@pytest.mark.parametrize(("mine", "board", "bank", "ante", "bets"), BASE)
def test_settling_the_bets_1_to_3(mine: str, board: str, bank: str, ante: str, bets: str) -> None:
    found = [(one.wager, one.result.value, one.paid) for one in settled(mine, board, bank, BETS)]
    expected = {"ante": ante, "bet": bets, "second-bet": bets}
    assert found == [(wager, result, 1000 if result == "win" else 0) for wager, result in expected.items()]


# Pay tables: every line, and the best hand below it

FLUSH_OR_PAIR = [
    ("Ah Kh", 30, 30), ("Ah Ad", 15, 12), ("Kh Kd", 5, 5), ("2h 2d", 5, 5), ("Ah Qh", 1, 1), ("3h 2h", 1, 1),
    ("Ah Kd", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "a1", "a2"), FLUSH_OR_PAIR)
def test_flush_or_pair_a1_and_a2(mine: str, a1: int | None, a2: int | None) -> None:
    for table, odds in (("A1", a1), ("A2", a2)):
        stakes = {"flush-or-pair": 500}
        (outcome,) = settled(mine, "5c 7d 9s", "Th Jd", stakes, rules_with(flush_or_pair=table))
        assert (outcome.result.value, outcome.paid) == (("win", 500 * odds) if odds else ("lose", 0))
        assert outcome.clause.startswith("Flush Or Pair")


STRAIGHT_OR_UP = [
    ("Ac Kc", "Qc 5h 5d", 40, 40), ("8c 9c", "Tc 3h 3d", 40, 40),  # the two printed examples
    ("Ac Kc", "Qc 5h 4d", 33, 30), ("Kc Qc", "Jc 5h 4d", 10, 10), ("Ac 2c", "3c 8h 9d", 10, 10),
    ("8c 8d", "8h 7c 9c", 10, 10),  # Notes 2: a straight flush before three of a kind
    ("8c 8d", "8h 7d 9c", 6, 6),  # Notes 2: three of a kind before a straight
    ("8c 8d", "8h 8s 9c", 6, 6), ("8c 8d", "8h 9s 9c", 6, 6),  # Notes 1: fours and full houses too
    ("8c 9d", "Th 3s 3d", 4, 4), ("7c 8d", "9h Ts Td", 4, 4),
    ("8c 9d", "Th 3s 4d", 1, 1), ("Ac 2d", "3h 9s Jd", 1, 1), ("8c 9d", "Th 9s 4d", 1, 1),
    ("Ac 2c", "4c 8c Jc", None, None), ("Ac Ad", "Kh Ks Jd", None, None),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "board", "b1", "b2"), STRAIGHT_OR_UP)
def test_straight_or_up_b1_and_b2(mine: str, board: str, b1: int | None, b2: int | None) -> None:
    for table, odds in (("B1", b1), ("B2", b2)):
        stakes = {"straight-or-up": 500}
        (outcome,) = settled(mine, board, "6h 2d", stakes, rules_with(straight_or_up=table))
        assert (outcome.result.value, outcome.paid) == (("win", 500 * odds) if odds else ("lose", 0))
        assert outcome.clause.startswith("Straight Or Up")


def test_TH_2_by_the_other_reading_any_pair_will_do() -> None:
    def paid(mine: str, board: str) -> int:
        (outcome,) = settled(mine, board, "6h 2d", {"straight-or-up": 500}, rules_with(plus_a_pair="any"))
        return outcome.paid // 500

    assert paid("8c 8d", "8h 7c 9c") == 40
    assert paid("8c 8d", "8h 7d 9c") == 6  # three of a kind pays more than a straight with a pair
    assert paid("8c 9d", "Th 9s 4d") == 1


# Irregularities e.5: bets that do not equal the ante

UNEQUAL = [
    # A winning hand is paid on the smallest additional bet, the ante too.
    ("Qh Qd", {"ante": 2000, "bet": 1500, "second-bet": 2000}, [("ante", 1500), ("bet", 1500), ("second-bet", 1500)]),
    ("3h 3d", {"ante": 2000, "bet": 1500}, [("ante", 0), ("bet", 1500)]),  # the ante pushes
    # What is above the ante goes back, and a winner is paid on the ante.
    ("Qh Qd", {"ante": 2000, "bet": 2500}, [("bet", 0), ("ante", 2000), ("bet", 2000)]),
    ("Qh Qd", {"ante": 2000, "bet": 2500, "second-bet": 500},
     [("bet", 0), ("ante", 500), ("bet", 500), ("second-bet", 500)]),
]  # fmt: skip


@pytest.mark.parametrize(("bank", "stakes", "paid"), UNEQUAL)
def test_irregularities_e_5_a_winning_hand(bank: str, stakes: dict[str, int], paid: list[tuple[str, int]]) -> None:
    outcomes = settled("Kh Kd", "2c 7d 9s", bank, stakes)
    assert [(one.wager, one.paid) for one in outcomes] == paid
    for wager, stake in stakes.items():
        assert sum(one.stake for one in outcomes if one.wager == wager) == stake


def test_irregularities_e_5_a_losing_hand_loses_all_but_what_is_above_the_ante() -> None:
    outcomes = settled("Kh Kd", "2c 7d 9s", "Ah As", {"ante": 2000, "bet": 2500, "second-bet": 500})
    assert [(one.wager, one.result.value, one.stake) for one in outcomes] == [
        ("bet", "returned", 500), ("ante", "lose", 2000), ("bet", "lose", 2000), ("second-bet", "lose", 500),
    ]  # fmt: skip


# At the table

TABLE = """
game = "three-card-texas-holdem"
seed = 1
[cards]
{cards}
first = "2c"
second = "7d"
third = "9s"
player-dealer = "{dealer}"
[bank]
seat = 8
amount = "{bank}"
[options]
collection = "GEGA-002382/{schedule}"
"""


def table(cards: dict[int, str], dealer: str, *seats: str, bank: str = "10000", schedule: int = 2) -> str:
    dealt = "\n".join(f'"seat {number}" = "{line}"' for number, line in cards.items())
    return TABLE.format(cards=dealt, dealer=dealer, bank=bank, schedule=schedule) + "".join(seats)


def seat(number: int, wagers: str, *decisions: str, stack: str = "1000") -> str:
    said = ", ".join(f'"{one}"' for one in decisions)
    return f'[[seats]]\nseat = {number}\nstack = "{stack}"\nwagers = {{ {wagers} }}\ndecisions = [{said}]\n'


ALL = 'ante = "10", straight-or-up = "5", flush-or-pair = "5"'


def test_rules_of_play_a_whole_round_to_the_cent_with_both_fees_of_schedule_1() -> None:
    done = played(
        table({1: "Kh Kd", 2: "Qh 3h"}, "Jh Js", seat(1, ALL, "bet", "second-bet"), seat(2, ALL, "bet 1", "check"),
              schedule=1)
    )  # fmt: skip
    # Kings beat jacks: 10 + 10 + 10 and 5 times 5, Straight Or Up lost.
    # Queen-high loses 20 and 5, and its flush wins 5.
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"), ("bet", "win", "10", "0"), ("second-bet", "win", "10", "0"),
        ("straight-or-up", "lose", "0", "0"), ("flush-or-pair", "win", "25", "0"),
    ]  # fmt: skip
    assert rows(done, 2) == [
        ("ante", "lose", "0", "0"), ("bet", "lose", "0", "0"), ("straight-or-up", "lose", "0", "0"),
        ("flush-or-pair", "win", "5", "0"),
    ]  # fmt: skip
    assert (net(done, 1), net(done, 2)) == (5000 - 50, -2000 - 50)  # total action $40: half a dollar of each ante
    assert (bank_net(done), fees(done)) == (-3000, 150)


def test_rules_of_play_4_after_a_fold_the_ante_is_lost_before_the_second_card_and_side_bets_stay_in_action() -> None:
    done = played(table({1: "Kh Kd", 2: "Ah 2h"}, "Jh Js", seat(1, ALL, "fold"), seat(2, ALL, "bet", "check")))
    assert rows(done, 1) == [
        ("ante", "lose", "0", "0"), ("straight-or-up", "lose", "0", "0"), ("flush-or-pair", "win", "25", "0"),
    ]  # fmt: skip
    events = done.driver.events
    collected = next(at for at, event in enumerate(events) if isinstance(event, Collected))
    second = next(at for at, event in enumerate(events) if isinstance(event, Revealed) and event.place == "second")
    assert collected < second


def test_TH_3_the_player_dealers_hand_comes_last_after_a_burn() -> None:
    events = played(table({1: "Kh Kd"}, "Jh Js", seat(1, ALL, "bet", "check"))).driver.events
    kinds = [(type(event).__name__, getattr(event, "place", "")) for event in events
             if isinstance(event, Dealt | Revealed | Burned)]  # fmt: skip
    assert kinds == [
        ("Dealt", "seat 1"), ("Dealt", "first"), ("Dealt", "second"), ("Dealt", "third"), ("Revealed", "second"),
        ("Revealed", "third"), ("Burned", "burn"), ("Dealt", "player-dealer"), ("Revealed", "seat 1"),
    ]  # fmt: skip


def test_coverage_goes_seat_by_seat_from_the_player_dealers_left_TH_4() -> None:
    done = played(
        table({1: "Kh Kd", 2: "Ah As"}, "Jh Js", seat(1, ALL, "bet", "second-bet"), seat(2, ALL, "bet", "check"),
              bank="42")
    )  # fmt: skip
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"), ("bet", "win", "10", "0"), ("second-bet", "win", "10", "0"),
        ("straight-or-up", "lose", "0", "0"), ("flush-or-pair", "win", "7", "0"),
    ]  # fmt: skip
    assert {result for _, result, _, _ in rows(done, 2)} == {"returned"}


def test_betting_limits_one_hand_each_and_no_backline() -> None:
    driver = Driver(GAME, RULES)
    driver.buy_in("seat 1", 10_000)
    with pytest.raises(Refused, match="no backline places"):
        driver.buy_in("backline 1.1", 10_000)
    assert not limit_problems(RULES)


def test_rules_of_play_1_side_bets_need_the_ante() -> None:
    with pytest.raises(ScenarioError, match="ante must be wagered"):
        played(table({}, "Jh Js", seat(1, 'flush-or-pair = "5"')))


@pytest.mark.parametrize("dealing", ["hand", "whole deck"])
def test_deal_by_hand_the_cut_is_at_least_ten_cards_from_either_end(dealing: str) -> None:
    rules = rules_with(dealing=dealing, decks=1)
    for depth, allowed in ((9, False), (10, True), (42, True), (43, False)):
        driver = Driver(GAME, rules, automatic=(FLOOR,))
        for number in (1, 2):
            driver.buy_in(f"seat {number}", 100_000)
        driver.begin(seed_from(0))
        answered(driver, ("seat 1", "bank 500"), ("seat 2", "ante 10"))
        assert driver.asks["dealer"].what == "cut"
        if allowed:
            driver.answer("dealer", str(depth))
            assert any(isinstance(event, Cut) for event in driver.events)
        else:
            with pytest.raises(Refused):
                driver.answer("dealer", str(depth))


def test_automatic_shuffler_1_c_a_second_deck_alternates() -> None:
    for decks, expected in ((2, ["first", "second"]), (1, ["", ""])):
        driver, used = Driver(GAME, rules_with(decks=decks)), []
        for number in (1, 2):
            driver.buy_in(f"seat {number}", 100_000)
        for number in range(2):
            driver.begin(seed_from(number))
            while driver.open and (ask := next(iter(driver.asks.values()))):
                driver.answer(ask.who, {"bank": ask.answers()[0], "wagers": "ante 5"}.get(ask.what, ask.default))
            used += [event.deck for event in driver.events if isinstance(event, Shuffled)]
        assert used == expected


# Irregularities


def begun(stacks: dict[str, int], wagers: str = "ante 10, flush-or-pair 5") -> Driver:
    """Seat 1 banks, and the others have wagered."""
    driver = Driver(GAME, rules_with(collection="GEGA-002382/2"))
    for who, stack in stacks.items():
        driver.buy_in(who, stack)
    driver.begin(seed_from(1))
    driver.answer("seat 1", "bank 500")
    for who in stacks:
        if who in driver.asks:
            driver.answer(who, wagers)
    return driver


def test_irregularities_e_4_who_has_too_little_forfeits_the_side_bet_too() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 2000})
    ask = driver.asks["seat 2"]
    assert (ask.what, ask.answers()) == ("short", ("ask the table", "fold", "forfeit"))
    driver.answer("seat 2", "forfeit")
    assert not driver.open and driver.table.stack("seat 2") == 500
    assert [done.outcome.note for done in driver.table.settled] == ["forfeited", "forfeited"]


def test_irregularities_e_4_another_player_may_complete_the_bet() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 2000, "seat 3": 50_000})
    answered(driver, ("seat 2", "ask the table"), ("seat 3", "complete"))
    assert driver.table.ledger["seat 2/bet"] == 1000 and driver.table.stack("seat 2") == 0
    assert [(event.who, event.whose, event.amount) for event in driver.events if isinstance(event, Completed)] == [
        ("seat 3", "seat 2", 500)
    ]
    assert driver.asks["seat 3"].what == "first"
    driver.answer("seat 3", "fold")
    assert driver.asks["seat 2"].answers() == ("ask the table", "check")  # a check is free
    driver.call(FLOOR, "Irregularities e.6", "seat 2")
    assert [driver.table.stack(f"seat {number}") for number in (2, 3)] == [2000, 50_000]
    assert any(isinstance(event, HandedBack) for event in driver.events)


def test_irregularities_e_4_if_nobody_completes_it_the_other_options_are_left() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 2000, "seat 3": 50_000})
    answered(driver, ("seat 2", "ask the table"), ("seat 3", "decline"))
    assert driver.asks["seat 2"].answers() == ("fold", "forfeit") and driver.on_offer("seat 2") == 500
    driver.answer("seat 2", "forfeit")
    assert not driver.table.staked("seat 2") and driver.asks["seat 3"].what == "first"


def test_irregularities_e_4_the_missing_chips_and_no_others_are_bought_in_the_round() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 2000, "seat 3": 50_000})
    for amount in (400, 1000):
        with pytest.raises(Refused, match=r"seat 2 can buy in for \$5 now"):
            driver.buy_in("seat 2", amount)
    with pytest.raises(Refused, match="can't buy in while a round is being played"):
        driver.buy_in("seat 3", 500)
    with pytest.raises(Refused, match=r"chips come by a buy-in of \$5, not by an answer"):
        driver.answer("seat 2", "buy chips")
    driver.buy_in("seat 2", 500)
    assert driver.table.ledger["seat 2/bet"] == 1000 and driver.table.stack("seat 2") == 0
    driver.call(FLOOR, "Irregularities e.6", "seat 2")
    assert driver.table.stack("seat 2") == 2500  # the bought chips stay the player's own


def test_rules_of_play_1_a_player_plays_only_one_hand() -> None:
    driver = Driver(GAME, RULES)
    driver.buy_in("seat 1", 10_000, "Ann")
    with pytest.raises(Refused, match=r"Ann sits at seat 1, and a player may play only one hand \(Rules of Play 1\)"):
        driver.buy_in("seat 3", 10_000, "Ann")
    driver.buy_in("seat 1", 10_000, "Ann")  # more chips for the same seat
    driver.buy_in("seat 3", 10_000, "Bob")


@pytest.mark.parametrize("called", ["c", "e.2", "e.3, player-dealer", "e.3, more than one", "e.6"])
def test_irregularities_that_void_the_round_give_every_wager_back(called: str) -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 20_000})
    driver.answer("seat 2", "bet")
    driver.call(FLOOR, f"Irregularities {called}")
    assert not driver.open and any(isinstance(event, Voided) for event in driver.events)
    assert driver.table.stack("seat 2") == 20_000
    assert driver.table.stack("seat 1") == 100_000 - 50  # fees are never returned


@pytest.mark.parametrize("schedule", [1, 2, 3])
def test_rules_of_play_1_side_bets_are_within_the_table_limits(schedule: int) -> None:
    limits = {"straight-or-up": {"minimum": "1"}, "flush-or-pair": {"maximum": "1000"}}
    rules = house_rules(GAME.rules, Choices(options={"collection": f"GEGA-002029/{schedule}"}, limits=limits))
    assert [problem.what for problem in limit_problems(rules)] == [
        "the limits of straight-or-up, $1 to $600, are not within the $5 to $600 of ante",
        "the limits of flush-or-pair, $5 to $1,000, are not within the $5 to $600 of ante",
    ]


def test_irregularities_e_1_a_dropped_card_plays() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 20_000})
    held = list(driver.table.hands["seat 2"])
    driver.call(FLOOR, "Irregularities e.1", "seat 2")
    assert driver.table.hands["seat 2"] == held and driver.asks["seat 2"].what == "first"


def test_irregularities_e_3_a_boxed_card_is_replaced_by_the_top_card_of_the_stub_and_a_second_one_is_a_misdeal() -> (
    None
):
    driver = begun({"seat 1": 100_000, "seat 2": 20_000, "seat 3": 20_000})
    first, second = driver.table.hands["seat 2"]
    top = driver.table.shoe.cards[-1]
    driver.call(FLOOR, "Irregularities e.3", "seat 2")
    assert driver.table.hands["seat 2"] == [second, top] and driver.table.hands["boxed"] == [first]
    driver.call(FLOOR, "Irregularities e.3", "seat 3")
    assert not driver.open and driver.table.stack("seat 3") == 20_000


def test_irregularities_e_3_a_boxed_card_of_a_folded_hand_with_a_side_bet_is_replaced_too() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 20_000, "seat 3": 20_000})
    driver.answer("seat 2", "fold")
    answered(driver, ("seat 3", "bet"))
    first, second = driver.table.hands["seat 2"]
    top = driver.table.shoe.cards[-1]
    driver.call(FLOOR, "Irregularities e.3", "seat 2")
    assert driver.table.hands["seat 2"] == [second, top] and driver.table.hands["boxed"] == [first]


@pytest.mark.parametrize("called", ["e.3", "e.5"])
def test_irregularities_e_3_e_5_are_called_on_a_seat_with_a_hand(called: str) -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 20_000, "seat 3": 20_000}, "ante 10")
    driver.answer("seat 2", "fold")
    answered(driver, ("seat 3", "bet"))
    journal = list(driver.journal)
    for who, why in (
        ("", "is called on a seat: name the seat"),
        ("seat 2", "can't be called: seat 2 has"),
        ("seat 1", "can't be called: seat 1 has"),
    ):
        with pytest.raises(Refused, match=why):
            driver.call(FLOOR, f"Irregularities {called}", who)
    assert driver.journal == journal


def test_irregularities_e_5_the_dealer_says_what_a_bet_really_is() -> None:
    driver = begun({"seat 1": 100_000, "seat 2": 20_000}, "ante 20")
    driver.answer("seat 2", "bet")
    driver.automatic = frozenset({FLOOR})
    driver.call(FLOOR, "Irregularities e.5", "seat 2")
    driver.answer("dealer", "bet 15")
    assert driver.table.ledger["seat 2/bet"] == 1500 and driver.table.stack("seat 2") == 20_000 - 3500
    driver.call(FLOOR, "Irregularities e.5", "seat 2")
    driver.answer("dealer", "bet 25")
    assert driver.table.ledger["seat 2/bet"] == 2500 and driver.table.stack("seat 2") == 20_000 - 4500
