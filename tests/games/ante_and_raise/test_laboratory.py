"""3 Card Poker and 3 Card Texas Hold'em: awkward situations, worked by hand from the two approvals."""

from typing import Any

import pytest

from houseway.play.event import BoughtIn
from tests.banked import bank_net, fees, net, played, rows
from tests.games.laboratory import came

POKER, HOLDEM = "three-card-poker", "three-card-texas-holdem"

# 3 Card Poker. The player-dealer is in seat 8, so seat 1 has the action.
QUEEN = "player-dealer Qh Jd 2s"
KINGS = "seat 1 Kh Kd 2c"
BOTH = f"{KINGS}; seat 2 3h 5d 9c; {QUEEN}"


def test_poker_round_of_play_12_queen_three_two_qualifies_and_its_equal_pushes() -> None:
    cards = "seat 1 Qd 3c 2s; seat 2 Qs 4d 2h; seat 3 Jh Tc 8d; player-dealer Qh 3d 2c"
    got = came(POKER, "1 ante 10 | play 1; 2 ante 10 | play 1; 3 ante 10 | play 1", cards)
    assert got == (
        "1 ante push; 1 play push; 1 net 0; 2 ante win 10; 2 play win 10; 2 net 20; 3 ante lose; 3 play lose; "
        "3 net -20; bank 0; fees 1"
    )


def test_poker_TC_2_jack_high_does_not_and_pays_every_ante_that_did_not_fold_also_an_equal_hand() -> None:
    cards = "seat 1 9h 7d 2c; seat 2 Ah Ad As; seat 3 Jd Ts 8h; player-dealer Jh Td 8c"
    got = came(POKER, "1 ante 10 | play 1; 2 ante 10 | fold; 3 ante 10 | play 1", cards)
    assert got == (
        "1 ante win 10; 1 play returned; 1 net 10; 2 ante lose; 2 net -10; 3 ante win 10; 3 play returned; 3 net 10; "
        "bank -10; fees 1"
    )


@pytest.mark.parametrize("bank", ["5h 3h 2h", "2h 2d 3c", "Ah 2d 3c", "4h 3d 2c"])
def test_poker_how_winners_2_better_than_queen_high_qualifies_without_a_queen(bank: str) -> None:
    got = came(POKER, "1 ante 10 | play 1", f"seat 1 As Kd 9c; player-dealer {bank}")
    assert got == "1 ante lose; 1 play lose; 1 net -20; bank 20; fees 1"


def test_poker_card_values_ace_two_three_is_the_lowest_straight_and_king_ace_two_is_none() -> None:
    cards = "seat 1 4h 3d 2c; seat 2 Kh As 2d; player-dealer Ah 2s 3c"
    got = came(POKER, "1 ante 10 | play 1; 2 ante 10 | play 1", cards)
    assert {"1 net 20", "2 net -20"} <= {*got.split("; ")}


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("Ah Kh Qh", 1000),
        ("Kh Qh Jh", 200),
        ("Ah 2h 3h", 200),
        ("7h 7d 7c", 150),
        ("Qh Kd Ac", 30),
        ("Ah 2d 3c", 30),
        ("Ah Kh 2h", 15),
        ("2h 2d Ac", 5),
        ("Ah Kd 2c", None),
    ],
)
def test_poker_pair_and_up_alone_on_the_felt(hand: str, pays: int | None) -> None:
    got = came(POKER, "1 pair-and-up 5", f"seat 1 {hand}; player-dealer 9s 8c 4s").split("; ")
    assert got[0] == (f"1 pair-and-up win {pays}" if pays else "1 pair-and-up lose")


@pytest.mark.parametrize(
    ("mine", "bank", "pays"),
    [
        ("7h 7d 7c", "8h 8d 8c", 100),  # two sets are a full house
        ("7h 7d 7c", "7s 9d Ks", 500),
        ("7h 7d 2c", "7c 9d Ks", 40),
        ("Ah 2d 3c", "4h 5d 9c", 45),
        ("Ah Kd Qc", "Js Th 2c", 45),
        ("2h 3h 4h", "5h 6h 9c", 1000),
        ("2h 3h 4h", "9h Jh Kc", 75),
        ("Kh Ad 2c", "3s 4h 9c", None),  # an ace is never in the middle
        ("7h 7d 2c", "2s Kd Ks", None),  # three pairs are two
    ],
)
def test_poker_bonus_6_uses_any_of_the_six_cards(mine: str, bank: str, pays: int | None) -> None:
    got = came(POKER, "1 bonus-6 5", f"seat 1 {mine}; player-dealer {bank}").split("; ")
    assert got[0] == (f"1 bonus-6 win {pays}" if pays else "1 bonus-6 lose")


def test_poker_TC_3_a_folded_royal_is_paid_on_both_bonus_bets() -> None:
    bets = "1 ante 5, pair-and-up 5, bonus-6 5 | fold"
    got = came(POKER, bets, "seat 1 Ah Kh Qh; player-dealer Jh Th 2c")
    assert got == ("1 ante lose; 1 pair-and-up win 1000; 1 bonus-6 win 5000; 1 net 5995; bank -5995; fees 1")


@pytest.mark.parametrize(
    ("bets", "bank", "more", "want"),
    [
        (  # TC-5: the forfeited ante first, though seat 1 has the action
            "1 ante 10 | play 1; 2 ante 10 | fold",
            "15",
            {},
            "1 ante win 5; 1 play returned; 1 net 5; 2 ante lose; 2 net -10; bank 5; fees 1",
        ),
        (
            "1 ante 10 | play 1; 2 ante 10 | fold",
            "15",
            {"coverage": "net"},
            "1 ante win 10; 1 play win 10; 1 net 20; 2 ante lose; 2 net -10; bank -10; fees 1",
        ),
        (
            "1 ante 10 | fold; 2 ante 10 | fold",
            "15",
            {},
            "1 ante lose; 1 net -10; 2 ante lose, 5 back; 2 net -5; bank 15; fees 1",
        ),
        (  # Round of Play 7: all of one player before the next
            "1 ante 10, pair-and-up 10, bonus-6 10 | play 1; 2 ante 10 | play 1",
            "50",
            {},
            "1 ante win 10; 1 play win 10; 1 pair-and-up win 10; 1 bonus-6 lose; 1 net 20; 2 ante lose; "
            "2 play returned; 2 net -10; bank -10; fees 1",
        ),
        (
            "1 ante 10 | play 1; 1.1 ante 5, pair-and-up 5; 2 pair-and-up 5",
            "32",
            {},
            "1 ante win 10; 1 play win 10; 1 net 20; 1.1 ante win 5; 1.1 play win 5; 1.1 pair-and-up win 2; "
            "1.1 net 12; 2 pair-and-up returned; 2 net 0; bank -32; fees 1",
        ),
    ],
)
def test_poker_round_of_play_7_a_bank_that_runs_out(bets: str, bank: str, more: dict[str, Any], want: str) -> None:
    assert came(POKER, bets, BOTH, bank=bank, **more) == want


def test_poker_how_winners_1_a_returned_play_bet_uses_no_coverage() -> None:
    cards = f"{KINGS}; seat 2 3h 5d 9c; player-dealer Jh 9d 2s"
    got = came(POKER, "1 ante 10 | play 1; 2 ante 10 | play 1", cards, bank="15")
    assert got == ("1 ante win 10; 1 play returned; 1 net 10; 2 ante win 5; 2 play returned; 2 net 5; bank -15; fees 1")


@pytest.mark.parametrize(
    ("bets", "want"),
    [
        ("1 bonus-6 5; 1.1 ante 10 | play 1", "1 bonus-6 lose; 1 net -5; 1.1 ante win 10; 1.1 play win 10; 1.1 net 20"),
        (
            "1 ante 10 | fold; 1.1 ante 10, pair-and-up 10",
            "1 ante lose; 1 net -10; 1.1 ante lose; 1.1 pair-and-up win 10; 1.1 net 0",
        ),
        ("1 ante 50 | fold; 1.1 pair-and-up 5", "1 ante lose; 1 net -50; 1.1 pair-and-up win 5; 1.1 net 5"),
    ],
)
def test_poker_TC_4_who_decides_and_what_a_fold_leaves_to_those_behind(bets: str, want: str) -> None:
    assert came(POKER, bets, f"{KINGS}; {QUEEN}").startswith(f"{want}; bank")


@pytest.mark.parametrize(
    ("option", "bets", "fee"),
    [
        (1, "1 ante 100.50 | fold", "1"),
        (1, "1 ante 101 | fold", "3"),
        (1, "1 ante 95, bonus-6 6 | play 1", "3"),  # the play bet does not count, the bonus bet does
        (1, "1 ante 200 | fold; 2 ante 200 | fold; 1.1 bonus-6 100; 3 bonus-6 5", "8"),
        (2, "1 ante 200, bonus-6 200 | fold; 2 ante 200, bonus-6 200 | fold; 3 bonus-6 200", "8.50"),
        (2, "1 ante 200, bonus-6 200 | fold; 2 ante 200, bonus-6 200 | fold; 3 bonus-6 200; 4 bonus-6 5", "10.50"),
        (3, "1 ante 200, bonus-6 200 | fold; 2 ante 200, bonus-6 200 | fold; 3 bonus-6 200; 4 bonus-6 5", "11.50"),
    ],
)
def test_poker_GEGA_002382_at_the_edges(option: int, bets: str, fee: str) -> None:
    assert came(POKER, bets, "", collection=f"GEGA-002382/{option}").endswith(f"fees {fee}")


def test_poker_PD_6_the_second_round_is_put_up_anew() -> None:
    bets = 'seat = 1\nwagers = {{ ante = "{}" }}\ndecisions = ["play 1"]\n'
    cards = '"seat 1" = "Kh Kd 2c"\nplayer-dealer = "Qh Jd 2s"\n'
    text = f'game = "{POKER}"\nbank = {{ seat = 8, amount = "50" }}\n[cards]\n{cards}[[seats]]\n{bets.format(10)}'
    second = f"[[rounds]]\n[rounds.cards]\n{cards}[[rounds.seats]]\n{bets.format(20)}"
    first, then = played(text + second).report()["rounds"]
    assert (first["bank"]["put_up"], first["bank"]["net"]) == ("50", "-20")
    assert (then["bank"]["put_up"], then["bank"]["net"]) == ("50", "-40")


# 3 Card Texas Hold'em. The board is open card by card.
BOARD = "first 3h; second 9d; third Kc"


@pytest.mark.parametrize(
    ("mine", "bank", "ante", "bets"),
    [
        ("5h 5d", "3d Js", "push", "win 10"),  # a pair of threes does not play
        ("5h 5d", "4d 4s", "win 10", "win 10"),  # fours do
        ("Qh 8d", "3d 5s", "lose", "lose"),  # who loses to less than fours loses all (TH-1)
        ("Qh 2d", "Qd 2s", "push", "push"),
        ("Qh 8d", "Qd 2s", "push", "push"),  # three cards count: king, queen, nine
        ("Ah 2d", "Qs 2s", "push", "win 10"),
    ],
)
def test_holdem_settling_the_bets_2_fours_or_better(mine: str, bank: str, ante: str, bets: str) -> None:
    got = came(HOLDEM, "1 ante 10 | bet 1, second-bet 1", f"{BOARD}; seat 1 {mine}; player-dealer {bank}")
    assert got.startswith(f"1 ante {ante}; 1 bet {bets}; 1 second-bet {bets}; 1 net")


@pytest.mark.parametrize(("table", "pays"), [("B1", 165), ("B2", 150)])
def test_holdem_settling_the_bets_4_the_board_plays_for_all_and_straight_or_up_is_paid(table: str, pays: int) -> None:
    cards = "first Ah; second Kh; third Qh; seat 1 2c 7d; player-dealer 9d 8c"
    got = came(HOLDEM, "1 ante 10, straight-or-up 5 | bet 1, second-bet 1", cards, straight_or_up=table)
    assert got == (
        f"1 ante push; 1 bet push; 1 second-bet push; 1 straight-or-up win {pays}; 1 net {pays}; bank -{pays}; "
        "fees 0.50"
    )


@pytest.mark.parametrize(
    ("mine", "board", "pair", "pays"),
    [
        ("3h 3d", "8c 9d Tc", "other rank", 40),
        ("Jh Js", "8c 9d Th", "other rank", 40),  # eight to ten and a pair of jacks, though nine to jack is higher
        ("Jh Js", "8c 9c Tc", "other rank", 400),
        ("8h 8d", "9c Th Jd", "other rank", 40),
        ("8h 9h", "8d 9s Tc", "other rank", 10),  # the two other cards are no pair
        ("8h 8d", "8c 7c 9c", "other rank", 100),  # Notes 2
        ("8h 8d", "8c 7c 9c", "any", 400),
        ("8h 8d", "8c 7s 9h", "any", 60),  # three of a kind pays more than a straight with a pair
        ("8h 8d", "7c 9s 2c", "any", 10),  # the two is not used
        ("Kh Kd", "Ac Kc Qc", "other rank", 330),
        ("Kh Kd", "Ac Kc Qc", "any", 400),
        ("5h 5d", "Ac Kc Qc", "other rank", 400),
        ("Ah 2h", "3h 3d Ks", "other rank", 100),
        ("Ah 2d", "3h 9d Ks", "other rank", 10),
        ("Kh Ad", "2h 9d 5s", "other rank", None),
        ("4h 4d", "4c 4s 9d", "other rank", 60),
        ("4h 4d", "4c 9s 9d", "other rank", 60),
        ("Ah 9h", "5h 7d 2s", "other rank", None),  # a flush is less than a straight
    ],
)
def test_holdem_straight_or_up_after_a_fold(mine: str, board: str, pair: str, pays: int | None) -> None:
    first, second, third = board.split()
    cards = f"first {first}; second {second}; third {third}; seat 1 {mine}"
    got = came(HOLDEM, "1 ante 10, straight-or-up 10 | fold", cards, plus_a_pair=pair).split("; ")
    assert got[:2] == ["1 ante lose", f"1 straight-or-up win {pays}" if pays else "1 straight-or-up lose"]


@pytest.mark.parametrize(
    ("hand", "table", "pays"),
    [
        ("Ah Kh", "A1", 150),
        ("Ah Ad", "A1", 75),
        ("Ah Ad", "A2", 60),
        ("Kh Kd", "A1", 25),
        ("2h 3h", "A2", 5),
        ("Ah Kd", "A1", None),
    ],
)
def test_holdem_flush_or_pair_looks_at_two_cards(hand: str, table: str, pays: int | None) -> None:
    got = came(HOLDEM, "1 ante 5, flush-or-pair 5 | fold", f"seat 1 {hand}", flush_or_pair=table).split("; ")
    assert got[1] == (f"1 flush-or-pair win {pays}" if pays else "1 flush-or-pair lose")


WON_AND_LOST = f"{BOARD}; seat 1 Kd 5d; seat 2 2h 7c; player-dealer 4d 4s"


def test_holdem_TH_8_antes_of_folded_hands_use_up_the_bank_first() -> None:
    bets = "1 ante 10, flush-or-pair 5 | bet 1, second-bet 1; 2 ante 10 | fold"
    assert came(HOLDEM, bets, WON_AND_LOST, bank="35") == (
        "1 ante win 10; 1 bet win 10; 1 second-bet win 5; 1 flush-or-pair returned; 1 net 25; 2 ante lose; 2 net -10; "
        "bank -15; fees 0.50"
    )


def test_holdem_TH_4_ante_bets_straight_flush_seat_by_seat() -> None:
    bets = "1 ante 10, straight-or-up 10, flush-or-pair 10 | bet 1, check; 2 ante 10, straight-or-up 10 | bet 1, check"
    assert came(HOLDEM, bets, WON_AND_LOST, bank="55") == (
        "1 ante win 10; 1 bet win 10; 1 straight-or-up lose; 1 flush-or-pair win 10; 1 net 20; 2 ante lose; "
        "2 bet lose, 5 back; 2 straight-or-up returned; 2 net -15; bank -5; fees 0.50"
    )


@pytest.mark.parametrize(
    ("schedule", "bets", "fee"),
    [
        ("GEGA-002382/1", "1 ante 50 | fold", "1"),  # half a dollar each of the player-dealer and the player
        ("GEGA-002382/1", "1 ante 25 | fold; 2 ante 25 | fold", "1.50"),
        ("GEGA-002382/1", "1 ante 25 | fold; 2 ante 26 | fold", "3"),
        ("GEGA-002382/1", "1 ante 50 | fold; 2 ante 50.50 | fold", "3"),
        ("GEGA-002382/1", "1 ante 50 | fold; 2 ante 46, flush-or-pair 5 | fold", "5"),
        ("GEGA-002029/1", "1 ante 10.50 | fold", "1"),
        ("GEGA-002029/1", "1 ante 11 | fold", "1.50"),
        ("GEGA-002029/1", "1 ante 101 | fold; 2 ante 400 | fold", "5"),  # TH-4: the last fee above the last bracket
        ("GEGA-002029/2", "1 ante 51 | fold", "1.50"),  # $1.50 in the approval, $1 in the consolidated document
        ("GEGA-002382/2", "1 ante 51 | fold", "1"),
        ("GEGA-002029/3", "1 ante 501 | fold", "8"),
    ],
)
def test_holdem_fees_at_the_edges(schedule: str, bets: str, fee: str) -> None:
    assert came(HOLDEM, bets, "", collection=schedule).endswith(f"fees {fee}")


def short(amounts: str, bank: str) -> Any:
    """Seat 1 has an ante of ten with both bets, and the dealer says what they really are."""
    cards = f'first = "3h"\nsecond = "9d"\nthird = "Kc"\n"seat 1" = "Kd 5d"\nplayer-dealer = "{bank}"\n'
    bet = 'wagers = { ante = "10" }\ndecisions = ["bet 1", "second-bet 1"]\n'
    call = '[[calls]]\nat = "second"\nasked = "seat 2"\nirregularity = "Irregularities e.5"\nseat = 1\n'
    seats = f"[[seats]]\nseat = 1\n{bet}[[seats]]\nseat = 2\n{bet}"
    return played(f'game = "{HOLDEM}"\ndealer = ["{amounts}"]\n[cards]\n{cards}{seats}{call}')


@pytest.mark.parametrize(
    ("amounts", "bank", "comes_to"),
    [
        ("bet 5", "4d 4s", 15),  # won: five on each of the three
        ("bet 5", "Kh Ks", -25),  # lost: all that is there
        ("bet 5", "3d 2s", 10),  # the ante pushes
        ("bet 15", "4d 4s", 30),
        ("bet 15", "Kh Ks", -30),  # what is above the ante goes back
    ],
)
def test_holdem_irregularities_e_5_bets_that_do_not_equal_the_ante(amounts: str, bank: str, comes_to: int) -> None:
    assert net(short(amounts, bank), 1) == comes_to * 100


def short_of_chips(mine: list[str], theirs: list[str], more: str = 'player-dealer = "4d 4s"\n', calls: str = "") -> Any:
    """Seat 1 has twenty, fifteen of them bet: five are left for a bet of ten."""
    text = f'game = "{HOLDEM}"\n[cards]\nfirst = "3h"\nsecond = "9d"\n"seat 1" = "Kd 5d"\n"seat 2" = "2h 7c"\n{more}'
    text += f'[[seats]]\nseat = 1\nstack = "20"\nwagers = {{ ante = "10", flush-or-pair = "5" }}\ndecisions = {mine}\n'
    return played(f'{text}[[seats]]\nseat = 2\nwagers = {{ ante = "10" }}\ndecisions = {theirs}\n{calls}')


def test_holdem_irregularities_e_4_another_player_completes_the_bet() -> None:
    """Seat 2 gives the other five, and folds."""
    done = short_of_chips(["ask the table", "check"], ["complete", "fold"])
    assert (net(done, 1), net(done, 2), bank_net(done)) == (30_00, -15_00, -15_00)


def test_holdem_irregularities_e_4_who_forfeits_loses_the_side_bets_too() -> None:
    done = short_of_chips(["forfeit"], ["fold"])
    assert [(wager, result) for wager, result, *_ in rows(done, 1)] == [("ante", "lose"), ("flush-or-pair", "lose")]


def test_holdem_rules_of_play_4_a_who_is_short_may_fold_and_keeps_the_side_bets_alive() -> None:
    done = short_of_chips(["fold"], ["fold"])
    assert [(wager, result) for wager, result, *_ in rows(done, 1)] == [("ante", "lose"), ("flush-or-pair", "win")]


def test_holdem_irregularities_e_4_who_is_short_may_buy_the_missing_chips_in_the_round() -> None:
    """Five more make the bet of ten; the second bet is bought whole."""
    done = short_of_chips(["buy chips", "buy chips"], ["fold"])
    assert (net(done, 1), net(done, 2), bank_net(done)) == (35_00, -10_00, -25_00)
    bought = [event.amount for event in done.driver.events if isinstance(event, BoughtIn)]
    assert bought == [5_00, 10_00]


def test_holdem_TH_6_in_a_void_round_the_chips_that_completed_a_bet_go_back() -> None:
    call = '[[calls]]\nat = "short"\nnth = 2\nirregularity = "Irregularities e.2"\n'
    done = short_of_chips(["ask the table"], ["complete", "fold"], "", call)
    assert (net(done, 1), net(done, 2), bank_net(done), fees(done)) == (0, 0, 0, 50)  # ALL-5: the fee stays


@pytest.mark.parametrize("what", ["c", "e.2", "e.3, player-dealer", "e.3, more than one", "e.6"])
def test_holdem_irregularities_that_void_the_round_give_every_wager_back_and_no_fee(what: str) -> None:
    text = f"""
game = "{HOLDEM}"
[[seats]]
seat = 1
wagers = {{ ante = "10", flush-or-pair = "5" }}
decisions = ["bet 1"]
[[seats]]
seat = 2
wagers = {{ ante = "10" }}
decisions = ["fold"]
[[calls]]
at = "second"
irregularity = "Irregularities {what}"
"""
    done = played(text)
    assert (net(done, 1), net(done, 2), bank_net(done), fees(done)) == (0, 0, 0, 50)
    assert {result for seat in (1, 2) for _, result, *_ in rows(done, seat)} == {"returned"}
