"""3 Card Poker, settled by hand from its approval."""

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.ante_and_raise.round import Shown, settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Collected, Dealt, FeeTaken, Revealed, Shuffled
from houseway.play.outcome import Outcome
from houseway.play.scenario import ScenarioError
from houseway.play.view import cards_in_sight
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows

RULES = house_rules(game("three-card-poker").rules)
BOTH = {"ante": 1000, "play": 1000}


def settled(mine: str, bank: str, stakes: dict[str, int]) -> list[Outcome]:
    own = hand(mine)
    return settle(RULES, Shown(own, (), hand(bank), own), stakes)


def told(outcomes: list[Outcome]) -> list[tuple[str, str, int]]:
    return [(one.wager, one.result.value, one.paid) for one in outcomes]


# How Winners are Determined and Paid

BASE = [
    # The player-dealer has less than queen-high: every hand that did not fold wins the ante, a lower one too.
    ("Kh 7d 2c", "Jh 9d 8c", "win", "returned"),
    ("7h 5d 2c", "Jh 9d 8c", "win", "returned"),
    ("Jd 9h 8s", "Jh 9d 8c", "win", "returned"),
    # Queen-three-two is the least hand that qualifies.
    ("Kh 7d 2c", "Qh 3d 2s", "win", "win"),
    ("Jh Td 8c", "Qh 3d 2s", "lose", "lose"),
    ("Qd 3s 2h", "Qh 3d 2s", "push", "push"),
    ("Qd 4s 2h", "Qh 3d 2s", "win", "win"),
    ("Ah Kd Jc", "2h 2d 3s", "lose", "lose"),  # a pair qualifies, however low
    ("2h 2d 4s", "2c 2s 3d", "win", "win"),
    ("2h 2d 3s", "2c 2s 3d", "push", "push"),
    ("4h 3h 2c", "Kd Jd 9d", "win", "win"),  # a straight beats a flush
    ("2h 2d 2c", "As Kd Qc", "win", "win"),  # three of a kind beats a straight
    ("Ah 2h 3h", "Ac As Ad", "win", "win"),  # and a straight flush three of a kind
    ("Ah 2d 3h", "2c 3s 4d", "lose", "lose"),  # ace-two-three is the lowest straight
    ("Ah Kh Qh", "Kd Qd Jd", "win", "win"),
    ("Kh Ad 2h", "Qc Qs 2c", "lose", "lose"),  # king-ace-two is no straight
]


@pytest.mark.parametrize(("mine", "bank", "ante", "play"), BASE)
def test_how_winners_are_determined_1_and_2(mine: str, bank: str, ante: str, play: str) -> None:
    outcomes = settled(mine, bank, BOTH)
    assert told(outcomes) == [(wager, result, 1000 if result == "win" else 0)
                              for wager, result in (("ante", ante), ("play", play))]  # fmt: skip


def test_each_result_has_its_clause() -> None:
    def clauses(mine: str, bank: str) -> list[str]:
        return [one.clause.removeprefix("How Winners are Determined and Paid ") for one in settled(mine, bank, BOTH)]

    assert clauses("Kh 7d 2c", "Jh 9d 8c") == ["1(b)", "1(a)"]
    assert clauses("Kh 7d 2c", "Qh 3d 2s") == ["2(a)", "2(a)"]
    assert clauses("Jh 7d 2c", "Qh 3d 2s") == ["2(b)", "2(b)"]
    assert clauses("Qc 3h 2d", "Qh 3d 2s") == ["2(c)", "2(c)"]


# Pay tables: every line, and the best hand below it

PAIR_AND_UP = [
    ("Ah Kh Qh", 200), ("Kh Qh Jh", 40), ("3h 2h Ah", 40), ("2h 2d 2c", 30), ("As Kh Qh", 6), ("3d 2h Ah", 6),
    ("Ah Kh Jh", 3), ("5h 3h 2h", 3), ("Ah Ad Kh", 1), ("2h 2d 3h", 1), ("Ah Kh Jd", None),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "odds"), PAIR_AND_UP)
def test_pair_and_up_bonus_pay_table(mine: str, odds: int | None) -> None:
    (outcome,) = settled(mine, "4c 6d 8s", {"pair-and-up": 500})
    assert (outcome.result.value, outcome.paid) == (("win", 500 * odds) if odds else ("lose", 0))
    assert outcome.clause.startswith("Pair & Up Bonus")


BONUS_6 = [
    ("Ah Kh Qh", "Jh Th 2c", 1000), ("Kh Qh Jh", "Th 9h 2c", 200), ("Ah 2h 3h", "4h 5h 9c", 200),
    ("Kh Kd Ks", "Kc Ad As", 100), ("Kh Kd Ks", "Ac Ad 2s", 20), ("Kh Kd Ks", "2c 2d 2s", 20),
    ("Ah Kh Qh", "Jh 9h 9c", 15), ("Ah Kd Qh", "Jh Tc 9c", 9), ("Ah 2d 3h", "4h 5c 5s", 9),
    ("2h 2d 2s", "3c 5d 7s", 8), ("Ah Ad Kh", "Kd Qc Qs", None), ("Ah Kh Qh", "Jh 9c 9d", None),
]  # fmt: skip


@pytest.mark.parametrize(("mine", "bank", "odds"), BONUS_6)
def test_bonus_6_pay_table_on_six_cards(mine: str, bank: str, odds: int | None) -> None:
    (outcome,) = settled(mine, bank, {"bonus-6": 500})
    assert (outcome.result.value, outcome.paid) == (("win", 500 * odds) if odds else ("lose", 0))
    assert outcome.clause.startswith("Bonus 6")


# At the table

TABLE = """
game = "three-card-poker"
seed = 1
[cards]
{cards}
player-dealer = "{dealer}"
[bank]
seat = 8
amount = "{bank}"
"""
SEAT = """
[[seats]]
seat = {seat}
wagers = {{ {wagers} }}
decisions = [{decisions}]
"""


def seat(number: int, wagers: str, *decisions: str) -> str:
    return SEAT.format(seat=number, wagers=wagers, decisions=", ".join(f'"{one}"' for one in decisions))


def table(cards: dict[int, str], dealer: str, *seats: str, bank: str = "10000") -> str:
    dealt = "\n".join(f'"seat {number}" = "{line}"' for number, line in cards.items())
    return TABLE.format(cards=dealt, dealer=dealer, bank=bank) + "".join(seats)


ALL = 'ante = "10", pair-and-up = "10", bonus-6 = "5"'


def test_round_of_play_7_and_12_a_whole_round_to_the_cent() -> None:
    done = played(
        table({1: "9h 9d 9c", 2: "Kh 7d 2c"}, "Qh Qd 9s", seat(1, ALL, "play 1"), seat(2, ALL, "play 1"), bank="5000")
    )
    # Three nines: 10 + 10, 30 times 10, and a full house... four nines in six cards: 100 times 5.
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"), ("play", "win", "10", "0"), ("pair-and-up", "win", "300", "0"),
        ("bonus-6", "win", "500", "0"),
    ]  # fmt: skip
    assert rows(done, 2) == [
        ("ante", "lose", "0", "0"), ("play", "lose", "0", "0"), ("pair-and-up", "lose", "0", "0"),
        ("bonus-6", "lose", "0", "0"),
    ]  # fmt: skip
    assert (net(done, 1), net(done, 2), bank_net(done)) == (82000, -3500, -78500)
    assert fees(done) == 100  # 25 + 25 before the deal, play bets not counted: up to $100
    (fee,) = [event for event in done.driver.events if isinstance(event, FeeTaken)]
    assert fee.clause == "GEGA-002382, Three Card Poker 6 Card Bonus (GEGA-001195), schedule option 1"


def test_TC_3_after_a_fold_both_bonus_bets_are_settled_and_bonus_6_uses_the_player_dealers_cards() -> None:
    done = played(table({1: "9h 9d 2c"}, "9s 9c 4h", seat(1, ALL, "fold")))
    assert rows(done, 1) == [
        ("ante", "lose", "0", "0"), ("pair-and-up", "win", "10", "0"), ("bonus-6", "win", "500", "0"),
    ]  # fmt: skip
    assert net(done, 1) == -1000 + 1000 + 50000


def test_round_of_play_3_any_one_wager_is_enough_and_a_seat_with_bonus_bets_alone_is_not_asked() -> None:
    done = played(
        table({1: "9h 9d 2c", 2: "Ah Kd 4c"}, "Ts 8c 3h", seat(1, 'pair-and-up = "10"'), seat(2, 'bonus-6 = "5"'))
    )
    assert rows(done, 1) == [("pair-and-up", "win", "10", "0")]
    assert rows(done, 2) == [("bonus-6", "lose", "0", "0")]


def test_round_of_play_10_who_has_an_ante_decides_where_the_seated_player_has_none_TC_4() -> None:
    driver = Driver(game("three-card-poker"), RULES)
    for who in ("seat 1", "seat 2", "backline 2.1"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "pair-and-up 10"), ("backline 2.1", "ante 10"))
    assert list(driver.asks) == ["backline 2.1"]
    for who in ("seat 2", "backline 2.1"):
        assert 53 not in cards_in_sight(driver.events, who)["seat 2"]
    driver.answer("backline 2.1", "play 1")
    assert not driver.open


def test_round_of_play_11_forfeited_antes_are_collected_before_the_reveal_and_use_up_coverage_first() -> None:
    done = played(
        table({1: "9h 9d 9c", 2: "7h 5d 2c"}, "Qh Qd 8s",
              seat(1, 'ante = "10"', "play 1"), seat(2, 'ante = "10"', "fold"), bank="25")
    )  # fmt: skip
    assert rows(done, 2) == [("ante", "lose", "0", "0")]
    assert rows(done, 1) == [("ante", "win", "10", "0"), ("play", "win", "5", "0")]  # 25 - 10 - 10
    events = done.driver.events
    collected = next(at for at, event in enumerate(events) if isinstance(event, Collected))
    revealed = next(at for at, event in enumerate(events) if isinstance(event, Revealed))
    assert collected < revealed and revealed == min(
        at for at, event in enumerate(events) if isinstance(event, Revealed) and event.place == "player-dealer"
    )


def test_round_of_play_8_the_last_of_the_player_dealers_cards_is_open_before_anybody_decides() -> None:
    driver = Driver(game("three-card-poker"), RULES)
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "ante 10"))
    assert driver.asks["seat 2"].what == "play"
    shown = cards_in_sight(driver.events, "seat 2")["player-dealer"]
    assert len(shown) == 3 and [card == 53 for card in shown] == [True, True, False]
    assert all(card != 53 for card in cards_in_sight(driver.events, "seat 2")["seat 2"])


def test_round_of_play_6_cards_go_round_from_the_player_dealers_left() -> None:
    driver = Driver(game("three-card-poker"), RULES)
    for number in (1, 2, 3, 4):
        driver.buy_in(f"seat {number}", 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "decline"), ("seat 2", "bank 500"))
    answered(driver, *((f"seat {number}", "ante 10") for number in (1, 3, 4)))
    dealt = [event.place for event in driver.events if isinstance(event, Dealt)]
    assert dealt == ["seat 3", "seat 4", "seat 1", "player-dealer", "player-dealer"]
    assert list(driver.asks) == ["seat 3"]


def test_description_of_the_deck_3_two_decks_alternate() -> None:
    driver = Driver(game("three-card-poker"), RULES)
    for number in (1, 2):
        driver.buy_in(f"seat {number}", 100_000)
    decks = []
    for number in range(3):
        driver.begin(seed_from(number))
        while driver.open and (ask := next(iter(driver.asks.values()))):
            driver.answer(ask.who, {"bank": ask.answers()[0], "wagers": "ante 5"}.get(ask.what, ask.default))
        decks += [event.deck for event in driver.events if isinstance(event, Shuffled)]
    assert decks == ["first", "second", "first"]


# Wagers


def test_GEGA_002382_pair_and_up_is_at_least_the_base_where_there_is_one() -> None:
    low = seat(1, 'ante = "20", pair-and-up = "10"', "fold")
    with pytest.raises(ScenarioError, match=r"it may not be less than the ante \(GEGA-002382, "):
        played(table({}, "Qh Qd 8s", low))
    played(table({}, "Qh Qd 8s", seat(1, 'ante = "20", pair-and-up = "20"', "fold")))
    with pytest.raises(ScenarioError, match="above the maximum"):
        played(table({}, "Qh Qd 8s", seat(1, 'pair-and-up = "205"')))
    with pytest.raises(ScenarioError, match="below the minimum"):
        played(table({}, "Qh Qd 8s", seat(1, 'pair-and-up = "4"')))


def test_GEGA_002382_limits_of_the_bonus_bets_are_checked_by_the_names_of_this_game() -> None:
    assert not limit_problems(RULES)
    wrong = house_rules(
        game("three-card-poker").rules,
        Choices(limits={"pair-and-up": {"maximum": "500"}, "bonus-6": {"maximum": "500"}}),
    )
    assert [problem.what.split(",")[0] for problem in limit_problems(wrong)] == [
        "the limits of pair-and-up", "the limits of bonus-6",
    ]  # fmt: skip


def test_round_of_play_10_the_play_bet_equals_the_ante_and_a_short_stack_can_only_fold() -> None:
    driver = Driver(game("three-card-poker"), RULES)
    driver.buy_in("seat 1", 100_000)
    driver.buy_in("seat 2", 1_500)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "ante 10"))
    with pytest.raises(Refused, match="the stack is too small"):
        driver.answer("seat 2", "play 1")
    driver.answer("seat 2", "fold")
    assert not driver.open
