"""Ultimate Texas Hold'em, settled by hand from GEGA-004374."""

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.ante_and_raise.ultimate_texas_holdem.round import settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Dealt, Discarded, FeeTaken, Paid, Shuffled
from houseway.play.outcome import Outcome
from houseway.play.scenario import ScenarioError
from houseway.rules.submission import house_rules
from tests.banked import answered, bank_net, fees, net, played, rows

RULES = house_rules(game("ultimate-texas-holdem").rules)
ALL = {"ante": 1000, "blind": 1000, "play": 4000, "trips": 500}


def settled(
    hole: str, board: str, bank: str, stakes: dict[str, int] | None = None
) -> tuple[list[tuple[str, str, int]], dict[str, Outcome]]:
    outcomes = settle(RULES, hand(hole), hand(board), hand(bank), stakes or ALL)
    return [(one.wager, one.result.value, one.paid) for one in outcomes], {one.wager: one for one in outcomes}


def test_13_a_and_15_a_winner_is_paid_even_money_and_11_d_the_blind_pushes_below_a_straight() -> None:
    got, by = settled("Kh Kd", "2c 7d 9s Jh 4s", "Qh Qd")
    assert got == [("ante", "win", 1000), ("play", "win", 4000), ("blind", "push", 0), ("trips", "lose", 0)]
    assert by["ante"].clause == "Round of Play 13(a), 15"
    assert by["blind"].clause == "Round of Play 11(d)"
    assert by["ante"].hand == "pair of kings"


def test_13_b_a_straight_pays_the_blind_1_to_1_and_trips_5_to_1() -> None:
    got, by = settled("Th 9h", "8c 7d 6s 2h 2d", "Ah Kd")
    assert got == [("ante", "win", 1000), ("play", "win", 4000), ("blind", "win", 1000), ("trips", "win", 2500)]
    assert by["blind"].clause == "Paytable UTH-02, Straight"


def test_paytable_a_flush_pays_the_blind_3_to_2_to_the_cent() -> None:
    got, _ = settled("Ah 9h", "8h 7h 2h 2d Qs", "Kc Kd", {"ante": 505, "blind": 505, "play": 505, "trips": 505})
    assert got == [("ante", "win", 505), ("play", "win", 505), ("blind", "win", 757), ("trips", "win", 3030)]


def test_paytable_a_full_house_pays_3_and_8() -> None:
    got, _ = settled("Kh Kd", "Ks 7d 7c 2h 4s", "Ah Qd")
    assert got[2:] == [("blind", "win", 3000), ("trips", "win", 4000)]


def test_paytable_four_of_a_kind_pays_10_and_30() -> None:
    got, _ = settled("Kh Kd", "Ks Kc 7c 2h 4s", "Ah Qd")
    assert got[2:] == [("blind", "win", 10000), ("trips", "win", 15000)]


def test_paytable_a_straight_flush_pays_50_and_40() -> None:
    got, _ = settled("9h 8h", "7h 6h 5h 2c 2d", "Ac Ad")
    assert got[2:] == [("blind", "win", 50000), ("trips", "win", 20000)]


def test_paytable_a_royal_flush_pays_500_and_50() -> None:
    got, _ = settled("Ah Kh", "Qh Jh Th 2c 2d", "Ac Ad")
    assert got[2:] == [("blind", "win", 500000), ("trips", "win", 25000)]


def test_13_c_three_of_a_kind_pays_trips_3_to_1_and_the_blind_pushes() -> None:
    got, _ = settled("8h 8d", "8c 2d 5s Kh Qc", "Kc 3d")
    assert got == [("ante", "win", 1000), ("play", "win", 4000), ("blind", "push", 0), ("trips", "win", 1500)]


def test_9_a_without_a_qualifying_hand_the_ante_pushes_and_a_winner_is_paid_on_play() -> None:
    got, by = settled("Ah 4d", "Kc 9d 7s 5h 2c", "Qh Jd")
    assert got == [("ante", "push", 0), ("play", "win", 4000), ("blind", "push", 0), ("trips", "lose", 0)]
    assert by["ante"].clause == "Round of Play 9(a)"


def test_9_a_UT_1_without_a_qualifying_hand_a_loser_loses_play_and_blind_and_the_ante_pushes() -> None:
    got, _ = settled("Jh 4d", "Kc 9d 7s 5h 2c", "Ah 3d")
    assert got == [("play", "lose", 0), ("ante", "push", 0), ("blind", "lose", 0), ("trips", "lose", 0)]


def test_9_a_pair_on_the_board_qualifies() -> None:
    got, _ = settled("Ah 4d", "Kc Kd 7s 5h 2c", "Qh Jd")
    assert got[0] == ("ante", "win", 1000)


def test_12_a_a_loser_loses_play_ante_and_blind_in_that_order_and_12_b_trips_may_still_win() -> None:
    got, by = settled("8h 8d", "8c 2d 5s Kh Kc", "Kd 5d")
    assert got == [("play", "lose", 0), ("ante", "lose", 0), ("blind", "lose", 0), ("trips", "win", 4000)]
    assert by["trips"].clause == "Paytable UTH-02, Full House, Round of Play 12(b)"


def test_11_c_and_14_a_equal_hands_push_and_trips_is_paid() -> None:
    got, _ = settled("2h 3d", "Tc Jd Qs Kh Ac", "4h 5d")
    assert got == [("ante", "push", 0), ("play", "push", 0), ("blind", "push", 0), ("trips", "win", 2500)]


TABLE = """
game = "ultimate-texas-holdem"
seed = 1
[cards]
{hole}
player-dealer = "Ah Qs"
flop = "Ks 5d Kc"
turn = "9h"
river = "3s"
[bank]
seat = 8
amount = "{bank}"
[options]
coverage = "{coverage}"
"""
SEAT_1 = """
[[seats]]
seat = 1
wagers = { ante = "10", trips = "5" }
decisions = ["play 4"]
"""
SEAT_2 = """
[[seats]]
seat = 2
wagers = { ante = "20" }
decisions = ["check", "play 2"]
"""
FOLDED = """
[[seats]]
seat = 2
wagers = { ante = "20", trips = "5" }
decisions = ["check", "check", "fold"]
"""


def table(bank: str, *seats: str, coverage: str = "action", seat_2: str = "2c 7d") -> str:
    holes = {1: "Kh Kd", 2: seat_2}
    hole = "\n".join(
        f'"seat {seat}" = "{cards}"' for seat, cards in holes.items() if f"seat = {seat}\n" in "".join(seats)
    )
    return TABLE.format(bank=bank, coverage=coverage, hole=hole) + "".join(seats)


def test_6_a_a_fold_loses_ante_and_blind_and_a_trips_bet_below_three_of_a_kind() -> None:
    done = played(table("1000", FOLDED))
    assert rows(done, 2) == [("ante", "lose", "0", "0"), ("blind", "lose", "0", "0"), ("trips", "lose", "0", "0")]
    assert net(done, 2) == -4500 and bank_net(done) == 4500


def test_18_a_folded_hand_is_paid_on_trips() -> None:
    done = played(table("1000", FOLDED, seat_2="9c 9d"))
    assert rows(done, 2) == [("ante", "lose", "0", "0"), ("blind", "lose", "0", "0"), ("trips", "win", "40", "0")]
    assert net(done, 2) == -4000 + 4000


def test_a_whole_round_to_the_cent_with_the_collection_on_total_table_action() -> None:
    done = played(table("1000", SEAT_1, SEAT_2))
    # Seat 1: four kings: 10 + 40 + 100 + 150. Seat 2: a pair of kings, nine high, against ace high: 40 + 20 + 20 lost.
    assert net(done, 1) == 30000
    assert rows(done, 2) == [("play", "lose", "0", "0"), ("ante", "lose", "0", "0"), ("blind", "lose", "0", "0")]
    assert net(done, 2) == -8000
    assert bank_net(done) == -22000
    assert fees(done) == 200  # 10 + 10 + 5 + 20 + 20 = 65 before the deal, raises not counted: $51 to $100
    fee = next(event for event in done.driver.events if isinstance(event, FeeTaken))
    assert (fee.who, fee.clause) == ("seat 8", "GEGA-002382, Ultimate Texas Hold'em (GEGA-004374), schedule option 1")
    assert done.driver.table.ledger["drop"] == 200


# Coverage: Betting scheme 4, PD-1


def test_coverage_runs_out_in_the_middle_of_a_winning_trips_bet() -> None:
    done = played(table("200", SEAT_1, SEAT_2))
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"),
        ("play", "win", "40", "0"),
        ("blind", "win", "100", "0"),
        ("trips", "win", "50", "0"),  # of 150
    ]
    note = done.report()["seats"][0]["wagers"][3]["note"]
    assert note == "$50 of $150 is covered"
    assert rows(done, 2) == [
        ("play", "returned", "0", "0"),
        ("ante", "returned", "0", "0"),
        ("blind", "returned", "0", "0"),
    ]
    assert (net(done, 1), net(done, 2), bank_net(done)) == (20000, 0, -20000)


def test_coverage_net_a_bank_at_its_loss_limit_still_collects() -> None:
    done = played(table("200", SEAT_1, SEAT_2, coverage="net"))
    assert rows(done, 1)[3] == ("trips", "win", "50", "0")
    assert rows(done, 2) == [("play", "lose", "0", "0"), ("ante", "lose", "0", "0"), ("blind", "lose", "0", "0")]
    assert (net(done, 1), net(done, 2), bank_net(done)) == (20000, -8000, -12000)


@pytest.mark.parametrize("coverage", ["action", "net"])
def test_coverage_runs_out_in_the_middle_of_a_losing_play_bet(coverage: str) -> None:
    done = played(table("35", SEAT_2, coverage=coverage))
    assert rows(done, 2) == [
        ("play", "lose", "0", "5"),
        ("ante", "returned", "0", "0"),
        ("blind", "returned", "0", "0"),
    ]
    assert (net(done, 2), bank_net(done)) == (-3500, 3500)


@pytest.mark.parametrize("coverage", ["action", "net"])
def test_coverage_ends_exactly_with_a_wager(coverage: str) -> None:
    done = played(table("60", SEAT_2, coverage=coverage))
    assert rows(done, 2) == [("play", "lose", "0", "0"), ("ante", "lose", "0", "0"), ("blind", "returned", "0", "0")]
    assert (net(done, 2), bank_net(done)) == (-6000, 6000)


def test_coverage_is_used_by_folded_hands_first_UT_3() -> None:
    done = played(table("60", SEAT_1, FOLDED))
    # Collected from seat 2: 20 + 20 + 5. What is left, 15, pays seat 1: 10 on the ante and 5 of 40 on play.
    assert rows(done, 2) == [("ante", "lose", "0", "0"), ("blind", "lose", "0", "0"), ("trips", "lose", "0", "0")]
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"),
        ("play", "win", "5", "0"),
        ("blind", "returned", "0", "0"),
        ("trips", "returned", "0", "0"),
    ]
    assert bank_net(done) == 4500 - 1500


def test_coverage_net_collected_chips_cover_winners_too() -> None:
    done = played(table("60", SEAT_1, FOLDED, coverage="net"))
    # 45 collected: 60 + 45 can be paid: 10 + 40 + 55 of 100.
    assert rows(done, 1) == [
        ("ante", "win", "10", "0"),
        ("play", "win", "40", "0"),
        ("blind", "win", "55", "0"),
        ("trips", "returned", "0", "0"),
    ]
    assert bank_net(done) == -6000


BACKLINE = """
[[seats]]
seat = 1
backline = 1
wagers = { ante = "30" }
[[seats]]
seat = 1
backline = 2
wagers = { ante = "5", blind = "5" }
"""


def test_coverage_with_backline_bettors_the_seated_player_first_PD_5() -> None:
    done = played(table("470", SEAT_1, BACKLINE, SEAT_2))
    assert net(done, 1) == 30000
    # 170 left: 30 on the ante, 120 on play (four times their own ante), 20 of 300 on the blind.
    assert rows(done, 1, 1) == [("ante", "win", "30", "0"), ("play", "win", "120", "0"), ("blind", "win", "20", "0")]
    assert rows(done, 1, 2) == [
        ("ante", "returned", "0", "0"),
        ("play", "returned", "0", "0"),
        ("blind", "returned", "0", "0"),
    ]
    assert (net(done, 2), bank_net(done)) == (0, -47000)


def test_coverage_net_with_backline_bettors() -> None:
    done = played(table("470", SEAT_1, BACKLINE, SEAT_2, coverage="net"))
    assert rows(done, 1, 2) == [
        ("ante", "returned", "0", "0"),
        ("play", "returned", "0", "0"),
        ("blind", "returned", "0", "0"),
    ]
    assert (net(done, 2), bank_net(done)) == (-8000, -39000)


@pytest.mark.parametrize(("stack", "folds"), [("179.99", True), ("180", False)])
def test_PD_7_a_backline_bettor_who_cant_put_up_the_whole_raise_folds(stack: str, folds: bool) -> None:
    """Seat 1 raises four times: behind it 30 + 30 are wagered and 120 are needed."""
    poor = BACKLINE.replace("backline = 1\n", f'backline = 1\nstack = "{stack}"\n')
    done = played(table("100000", SEAT_1, poor))
    if folds:
        assert rows(done, 1, 1) == [("ante", "lose", "0", "0"), ("blind", "lose", "0", "0")]
        assert net(done, 1, 1) == -6000
    else:
        assert ("play", "win", "120", "0") in rows(done, 1, 1)
    assert ("play", "win", "20", "0") in rows(done, 1, 2)  # the others follow
    assert net(done, 1) == 30000


def test_PD_7_the_trips_bet_of_a_bettor_who_folds_for_lack_of_chips_is_settled_with_the_hand() -> None:
    poor = BACKLINE.replace(
        'backline = 1\nwagers = { ante = "30" }', 'backline = 1\nstack = "65"\nwagers = { ante = "30", trips = "5" }'
    )
    done = played(table("100000", SEAT_1, poor))
    won = next(row for row in rows(done, 1) if row[0] == "trips")
    assert rows(done, 1, 1) == [("ante", "lose", "0", "0"), ("blind", "lose", "0", "0"), won]
    events = [event for event in done.driver.events if isinstance(event, Paid | Discarded)]
    gone = [event for event in events if isinstance(event, Discarded) and event.place == "seat 1"]
    paid = [event for event in events if isinstance(event, Paid)]
    assert len(gone) == 1 and events.index(gone[0]) > events.index(paid[-1])


# Placing and deciding


def test_betting_scheme_3_the_blind_equals_the_ante() -> None:
    assert net(played(table("1000", SEAT_1.replace('ante = "10"', 'ante = "10", blind = "10"'))), 1) == 30000
    with pytest.raises(ScenarioError, match="blind 15 is not allowed: it must equal the ante"):
        played(table("1000", SEAT_1.replace('ante = "10"', 'ante = "10", blind = "15"')))


@pytest.mark.parametrize(
    ("decisions", "refused"),
    [
        ('["play 2"]', "bet 2x is not allowed: play takes 3 or 4 times the ante"),
        ('["check", "play 4"]', "bet 4x is not allowed: play takes 2 times the ante"),
        ('["check", "check", "play 2"]', "bet 2x is not allowed: play takes 1 times the ante"),
        ('["fold"]', "'fold' is not an answer to preflop"),
        ('["check", "check", "check"]', "'check' is not an answer to river"),
        ('["play 3", "play 2"]', "the round is over and 'play 2' was never asked for"),
    ],
)
def test_round_of_play_1_3_5_one_raise_of_the_printed_sizes(decisions: str, refused: str) -> None:
    with pytest.raises(ScenarioError, match=refused):
        played(table("1000", SEAT_1.replace('["play 4"]', decisions)))


@pytest.mark.parametrize(("dealing", "passes"), [("automatic shuffler", [2]), ("card shoe", [1, 1])])
def test_dealing_procedures_3_and_4_the_player_dealer_is_dealt_last(dealing: str, passes: list[int]) -> None:
    text = table("1000", SEAT_1, SEAT_2).replace("[options]", f'[options]\ndealing = "{dealing}"')
    dealt = [event for event in played(text).driver.events if isinstance(event, Dealt)]
    expected = [(place, count) for count in passes for place in ("seat 1", "seat 2", "player-dealer")]
    assert [(event.place, len(event.cards)) for event in dealt] == [*expected, ("flop", 3), ("turn", 1), ("river", 1)]
    assert {event.seen for event in dealt} == {("seat 1",), ("seat 2",), ()}


def test_type_of_card_deck_3_c_two_decks_alternate() -> None:
    driver = Driver(game("ultimate-texas-holdem"), RULES)
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    decks = []
    for number in range(3):
        driver.begin(seed_from(number))
        while driver.open and (ask := next(iter(driver.asks.values()))):
            driver.answer(ask.who, {"bank": ask.answers()[0], "wagers": "ante 5"}.get(ask.what, ask.default))
        decks += [event.deck for event in driver.events if isinstance(event, Shuffled)]
    assert decks == ["first", "second", "first"]


def test_a_hand_whose_seated_player_sits_out_is_decided_by_the_first_backline_bettor_PD_5() -> None:
    driver = Driver(game("ultimate-texas-holdem"), RULES)
    for who in ("seat 1", "seat 2", "backline 2.1", "backline 2.2"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("backline 2.2", "ante 5"), ("seat 2", "sit out"))
    answered(driver, ("backline 2.1", "ante 10"))
    assert list(driver.asks) == ["backline 2.1"]
    driver.answer("backline 2.1", "play 3")
    assert driver.table.round == 1 and not driver.open
    assert driver.table.ledger.total() == 0


def test_nobody_bets_on_the_player_dealers_own_hand() -> None:
    driver = Driver(game("ultimate-texas-holdem"), RULES)
    for who in ("seat 1", "seat 2", "backline 1.1"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 500")
    assert list(driver.asks) == ["seat 2"]
    with pytest.raises(Refused, match=r"backline 1\.1 is not asked anything now"):
        driver.answer("backline 1.1", "ante 10")
