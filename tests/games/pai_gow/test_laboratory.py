"""Mini Pai Gow and Ace Up Pai Gow: awkward situations, worked by hand from the two approvals."""

import pytest

from houseway.play.scenario import ScenarioError
from tests.games.laboratory import came

MINI, ACE_UP = "mini-pai-gow", "ace-up-pai-gow"

# Mini. The player-dealer is in seat 8, which is one, nine and seventeen: a total of ten is seat 1.
FIVES = "player-dealer Kh 5s 5c 9d 7h 2c"  # a king in front, a pair of fives: a double-down plays
FOURS = "player-dealer Kh 4s 4c 9d 7h 2c"  # a pair of fours: it does not
SIXES = "seat 1 Ac 6d 6h 8c 7s 3d"  # an ace in front, a pair of sixes


@pytest.mark.parametrize(
    ("bank", "cards", "base", "double", "net"),
    [
        (FIVES, SIXES, "win 10", "win 10", "20"),
        (FOURS, SIXES, "win 10", "push", "10"),
        ("player-dealer As Kh 9d 7c 5h 2c", SIXES, "win 10", "push", "10"),  # ace-high does not qualify
        (FIVES, "seat 1 Ac 4d 4h 8c 7s 3d", "push", "push", "0"),  # one hand each
        (FIVES, "seat 1 Qc 4d 4h 8c 6s 3d", "lose", "lose", "-20"),
        (FOURS, "seat 1 Qc 3d 3h 8c 6s 2d", "lose", "push", "-10"),
        (FIVES, "seat 1 Ac 5d 5h 9c 7s 2d", "push", "push", "0"),  # a copy behind is the player-dealer's
    ],
)
def test_mini_double_down_follows_the_base_wager_where_the_dealer_has_fives(
    bank: str, cards: str, base: str, double: str, net: str
) -> None:
    got = came(MINI, "1 base 10 | house way, double-down", f"{bank}; {cards}")
    assert {f"1 base {base}", f"1 double-down {double}", f"1 net {net}"} <= {*got.split("; ")}


@pytest.mark.parametrize(
    ("cards", "base", "bonus"),
    [
        ("8h 7d 6c 4s 3h 2d", "lose", "win 250"),  # eight-high: 50 to 1
        ("9h 8c 6c 4s 3h 2d", "lose", "lose"),
        ("Jk 9h 8d 7c 6s 2h", "push", "win 15"),  # the joker completes a straight, and the two goes in front
        ("Jk Kd Qd Jd Td 2h", "push", "win 500"),  # a royal flush with it is a straight flush
        ("Ad Kd Qd Jd Td 2h", "push", "win 5000"),
        ("Qc Qd 8c 8d 3s 3h", "push", "win 25"),  # three pairs
        ("Qc Qd 8c 8d 3s Ah", "win 10", "win 5"),  # two pairs
        ("Qc Qd Ah 8d 3s 4h", "win 10", "lose"),  # one
        ("Ac Ad Ah As Jk 2d", "win 10", "win 12500"),  # five aces: the joker goes in front (PG-14)
    ],
)
def test_mini_aces_bonus_3_by_the_six_cards_whatever_becomes_of_the_base(cards: str, base: str, bonus: str) -> None:
    got = came(MINI, "1 base 10, aces-bonus 5 | house way, no double-down", f"{FIVES}; seat 1 {cards}")
    assert got.split("; ")[:2] == [f"1 base {base}", f"1 aces-bonus {bonus}"]


TWO = f"{FIVES}; {SIXES}; seat 2 Qc 4d 4h 8d 6s 3c"
TWO_BETS = "1 base 10 | house way, double-down; 2 base 10, aces-bonus 5 | house way, no double-down"


def test_mini_rules_of_play_2_base_wagers_then_double_downs_then_bonus_bets() -> None:
    """$30: 10 paid, 10 collected, 10 paid on the double; the bonus bet has no action."""
    got = came(MINI, TWO_BETS, TWO, bank="30", dice=[3, 3, 4])
    assert got == (
        "1 base win 10; 1 double-down win 10; 1 net 20; 2 base lose; 2 aces-bonus returned; 2 net -10; bank -10; fees 1"
    )


def test_mini_rules_of_play_2_the_action_button_says_who_is_first() -> None:
    """A total of eleven is seat 2: $15 collects its 10 and pays 5 of seat 1's."""
    got = came(MINI, TWO_BETS, TWO, bank="15", dice=[3, 4, 4])
    assert got == (
        "1 base win 5; 1 double-down returned; 1 net 5; 2 base lose; 2 aces-bonus returned; 2 net -10; bank 5; fees 1"
    )


@pytest.mark.parametrize("dice", [[3, 3, 3], [6, 6, 5]])
def test_mini_rules_of_play_2_nine_and_seventeen_are_the_player_dealer_and_its_left_has_the_action(
    dice: list[int],
) -> None:
    assert came(MINI, TWO_BETS, TWO, bank="10", dice=dice).startswith("1 base win 10; 1 double-down returned")


def test_mini_PG_8_a_foul_loses_base_and_double_and_the_bonus_is_still_looked_at() -> None:
    cards = "seat 1 Ac Kd Qh Jc Ts 2d"  # an ace in front of king-high behind: a foul; a straight in the six cards
    got = came(MINI, "1 base 10, aces-bonus 5 | front Ac, double-down", f"{FIVES}; {cards}", fouls="lose")
    assert got == "1 base lose; 1 double-down lose; 1 aces-bonus win 15; 1 net -5; bank 5; fees 1"
    with pytest.raises(ScenarioError, match="foul"):
        came(MINI, "1 base 10 | front Ac, no double-down", f"{FIVES}; {cards}")


def test_mini_back_line_betting_a_bettor_behind_follows_the_double() -> None:
    got = came(MINI, "1 base 10 | house way, double-down; 1.1 base 20, aces-bonus 5", f"{FIVES}; {SIXES}")
    assert got == (
        "1 base win 10; 1 double-down win 10; 1 net 20; 1.1 base win 20; 1.1 double-down win 20; 1.1 aces-bonus lose; "
        "1.1 net 35; bank -55; fees 1"
    )


@pytest.mark.parametrize(("bets", "fee"), [("1 base 100", "1"), ("1 base 96, aces-bonus 5", "2"), ("1 base 501", "6")])
def test_mini_collection_fees_base_and_bonus_count_and_no_double(bets: str, fee: str) -> None:
    assert came(MINI, f"{bets} | house way, double-down", f"{FIVES}; {SIXES}").endswith(f"fees {fee}")


# Ace Up. The player-dealer is in seat 7, which is one, eight and fifteen: a total of nine is seat 1.
ACE_HIGH = "player-dealer As Qs Tc 9c 7d 5h 2c"
WITH_JOKER = "player-dealer Jk Qs Tc 9c 7d 5h 2c"
NINES = "player-dealer Kh Jd 9s 9c 7d 5h 2c"  # king-jack in front
TENS = "seat 1 Kc Qd Td Th 8c 6s 3d"  # king-queen in front


@pytest.mark.parametrize(
    ("bank", "cards", "bonus"),
    [
        (ACE_HIGH, TENS, "win 50"),
        (WITH_JOKER, TENS, "win 150"),
        (ACE_HIGH, "seat 1 Ah Kd Jh 8h 6d 4d 3c", "win 400"),
        (WITH_JOKER, "seat 1 Ah Kd Jh 8h 6d 4d 3c", "win 400"),  # the highest line alone
    ],
)
def test_ace_up_round_of_play_5_a_an_ace_high_dealer_pushes_the_base_and_pays_the_bonus(
    bank: str, cards: str, bonus: str
) -> None:
    """Nobody sets a hand; the Lucky Bonus is looked at all the same."""
    got = came(ACE_UP, "1 base 100, lucky-bonus 10, ace-up-bonus 10", f"{bank}; {cards}")
    assert got.split("; ")[:3] == ["1 base push", "1 lucky-bonus lose", f"1 ace-up-bonus {bonus}"]


def test_ace_up_bonus_bet_4_the_player_s_own_ace_high_is_nothing_against_a_pair() -> None:
    got = came(ACE_UP, "1 base 100, ace-up-bonus 10 | house way", f"{NINES}; seat 1 Ah Kd Jh 8h 6d 4d 3c")
    assert "1 ace-up-bonus lose" in got.split("; ")


@pytest.mark.parametrize(
    ("cards", "base"),
    [
        (TENS, "win 100"),
        ("seat 1 Ks Jc Td Th 8c 6s 3d", "push"),  # king-jack copies, tens win
        ("seat 1 Ks Qc 9d 9h 7c 5s 2d", "push"),  # the five copy, king-queen wins
        ("seat 1 Ks Jc 9d 9h 7c 5s 2d", "lose"),  # both copy
        ("seat 1 Qc Jc 8d 8h 6c 4s 3d", "lose"),
    ],
)
def test_ace_up_how_winners_are_determined_1_to_4_copies_are_the_player_dealer_s(cards: str, base: str) -> None:
    assert came(ACE_UP, "1 base 100 | house way", f"{NINES}; {cards}").split("; ")[0] == f"1 base {base}"


@pytest.mark.parametrize(
    ("cards", "bonus"),
    [
        ("Jk Ah Th 6h 3h Ks 2d", "lose"),  # PG-4: the joker does not complete a flush here
        ("Ah Th 6h 3h 2h Jk Ks", "win 40"),  # five hearts without it
        ("Jk Tc 8d 7h 6s Ks 2d", "win 10"),  # a straight it does
        ("Jk Th 8h 7h 6h Ks 2d", "win 250"),  # and a straight flush
        ("Ac Ad Ah As Jk 3d 4s", "win 2500"),
        ("Jk Ac Ad 8h 6s 4d 3c", "win 30"),  # three aces with it
        ("8c 7c 6c Tc 9h Jc Qc", "win 40"),  # six clubs and a straight: the flush
    ],
)
def test_ace_up_lucky_bonus_4_by_the_first_seven_cards_and_alone(cards: str, bonus: str) -> None:
    bank = "player-dealer Kh Jd 9s 9d 5s 5d 2s"
    got = came(ACE_UP, "1 lucky-bonus 10 | house way", f"{bank}; seat 1 {cards}")
    assert got.split("; ")[0] == f"1 lucky-bonus {bonus}"


def test_ace_up_round_of_play_10_everything_of_a_seat_before_the_next() -> None:
    """$60: 50 paid on the base, 10 collected of the Lucky Bonus; Ace Up and seat 2 have no action."""
    bets = "1 base 50, lucky-bonus 10, ace-up-bonus 10 | house way; 2 base 50 | house way"
    got = came(ACE_UP, bets, f"{NINES}; {TENS}; seat 2 Qc Jc 8d 8h 6c 4s 3c", bank="60", dice=[3, 3, 3])
    assert got == (
        "1 base win 50; 1 lucky-bonus lose; 1 ace-up-bonus returned; 1 net 40; 2 base returned; 2 net 0; bank -40; "
        "fees 2"
    )


def test_ace_up_round_of_play_10_the_backline_of_a_seat_before_the_next_seat() -> None:
    bets = "1 base 20 | house way; 1.1 base 20, ace-up-bonus 5; 2 base 20 | house way"
    got = came(ACE_UP, bets, f"{NINES}; {TENS}; seat 2 Qc Jc 8d 8h 6c 4s 3c", bank="42", dice=[3, 3, 3])
    assert got == (
        "1 base win 20; 1 net 20; 1.1 base win 20; 1.1 ace-up-bonus lose, 3 back; 1.1 net 18; 2 base returned; "
        "2 net 0; bank -38; fees 1"
    )


def test_ace_up_round_of_play_5_c_a_foul_loses_against_a_pair_and_pushes_against_ace_high() -> None:
    cards = "seat 1 Ac Kd Td 8h 6s 4c 3d"
    assert came(ACE_UP, "1 base 50 | front Ac Kd", f"{NINES}; {cards}", fouls="lose").startswith("1 base lose")
    assert came(ACE_UP, "1 base 50", f"{ACE_HIGH}; {cards}", fouls="lose").startswith("1 base push")


@pytest.mark.parametrize(
    ("bets", "net", "fees"),
    [
        ("1 base 100 | house way", "99", "3"),  # $1 of the player and $2 of the player-dealer
        ("1 base 101 | house way", "99", "4"),
        ("1 base 100, lucky-bonus 10 | house way", "89", "3"),  # a bonus bet costs no fee
        ("1 lucky-bonus 10 | house way", "-10", "2"),
    ],
)
def test_ace_up_schedule_3_a_fee_for_each_base_wager_by_its_size(bets: str, net: str, fees: str) -> None:
    got = came(ACE_UP, bets, f"{NINES}; {TENS}", collection="Ace Up Pai Gow Poker/3").split("; ")
    assert f"1 net {net}" in got and got[-1] == f"fees {fees}"


def test_ace_up_schedule_3_a_backline_bettor_pays_the_fee_too() -> None:
    got = came(ACE_UP, "1 base 100 | house way; 1.1 base 201", f"{NINES}; {TENS}", collection="Ace Up Pai Gow Poker/3")
    assert got == "1 base win 100; 1 net 99; 1.1 base win 201; 1.1 net 198; bank -301; fees 6"


@pytest.mark.parametrize(
    ("bank", "mine", "want"),
    [
        ("Ah Kd Qc 9s 7h 4d 2c", "As Kh Jc 9d 6h 5d 3c", "win 400"),  # both ace high
        ("Ah Kd Qc 9s 7h 4d 2c", "Ks Kh Jc 9d 6h 5d 3c", "win 50"),
        ("Jk Kd Qc 9s 7h 4d 2c", "Ks Kh Jc 9d 6h 5d 3c", "win 150"),
        ("Jk Kd Qc 9s 7h 4d 2c", "As Kh Jc 9d 6h 5d 3c", "win 400"),
        ("Jk Kh 9h 6h 3h Qd 8c", "Ks Kc Jc 9d 6c 5d 3c", "win 150"),  # PG-4: four hearts and the joker are no flush
        ("Jk Ad Qc 9s 7h 4d 2c", "As Kh Jc 8d 6h 5d 3c", "lose"),  # a pair of aces
        ("Ah Kh 9h 6h 3h Qd 8c", "Ks Kc Jc 9d 6c 5d 3c", "lose"),  # a flush
        ("Ah 2h 3d 4c 5s Qd 8c", "Ks Kc Jc 9d 6c 5d 3c", "lose"),  # a straight
    ],
)
def test_ace_up_bonus_bet_alone_on_the_felt(bank: str, mine: str, want: str) -> None:
    bets = "1 ace-up-bonus 10 | house way" if want == "lose" else "1 ace-up-bonus 10"  # PG-12: else nobody sets
    assert came(ACE_UP, bets, f"player-dealer {bank}; seat 1 {mine}").startswith(f"1 ace-up-bonus {want};")


@pytest.mark.parametrize(
    ("hand", "pays"),
    [
        ("7h 7d 7c 6s 5d 4c 3c", 30),  # ALL-7: three of a kind pays more than the straight
        ("Ah Qh Jh Th Jk 2c 4d", 1000),  # PG-15: a royal flush with the joker has its own line
        ("3c 4c 5c 6c 7c 8c 9c", 20000),
        ("3c 4c 5c Jk 7c 8c 9c", 5000),
        ("Ad Ac As Ah Jk 4c 7d", 2500),
        ("Ad Ac As Jk 4c 7d 9c", 150),
        ("Qd Qc Qs 4h 4c 4d 7d", 100),
        ("Ac Kc Qc Jc Tc Qh Ks", 1000),  # king and queen are not of one suit
        ("Ac Kc Qc Jc Tc Qh Kh", 10000),
        ("2c 4c 6c 8c Jk 9d Qd", None),
    ],
)
def test_ace_up_lucky_bonus_by_the_seven_cards(hand: str, pays: int | None) -> None:
    cards = f"seat 1 {hand}; player-dealer Ts Td 9h 8s 5h 3h 2s"
    got = came(ACE_UP, "1 lucky-bonus 10 | house way", cards).split("; ")
    assert got[0] == (f"1 lucky-bonus win {pays}" if pays else "1 lucky-bonus lose")


@pytest.mark.parametrize(
    ("dice", "first", "second"),
    [([3, 3, 3], 1, 2), ([3, 3, 4], 2, 1), ([3, 3, 2], 1, 2)],  # eight is the player-dealer: its left has the action
)
def test_ace_up_round_of_play_9_the_dice_say_who_is_first(dice: list[int], first: int, second: int) -> None:
    cards = "seat 1 Ks Kh Jc 9d 6h 5d 3c; seat 2 Qs Qh Jd 9c 6c 5h 3d; player-dealer Tc Td 8h 7s 4h 3h 2s"
    got = came(ACE_UP, "1 base 10 | house way; 2 base 10 | house way", cards, bank="15", dice=dice).split("; ")
    assert {f"{first} base win 10", f"{second} base win 5"} <= {*got}


@pytest.mark.parametrize(
    ("option", "bets", "fee"),
    [
        (5, "1 base 100, ace-up-bonus 5 | house way", "2"),  # bonus bets count
        (14, "1 base 500, lucky-bonus 500 | house way; 2 base 500, lucky-bonus 500 | house way", "20"),
        (14, "1 base 500, lucky-bonus 500 | house way; 2 base 500, lucky-bonus 510 | house way", "30"),  # AU-4
        (2, "1 base 100 | house way; 1.1 base 101; 2 lucky-bonus 50 | house way", "5"),  # 2, and of players 1 and 2
    ],
)
def test_ace_up_collection_at_the_edges(option: int, bets: str, fee: str) -> None:
    limits = {wager: {"minimum": "5", "maximum": "1000"} for wager in ("base", "lucky-bonus", "ace-up-bonus")}
    got = came(ACE_UP, bets, "", collection=f"Ace Up Pai Gow Poker/{option}", limits=limits)
    assert got.endswith(f"fees {fee}")


@pytest.mark.parametrize(
    ("bank", "mine", "want"),
    [
        ("Ah 5s 5c 9d 7h 2c", "Jk 6d 6h 8c 7s 3d", "win 10"),  # PG-5: a joker in front beats an ace
        ("Ah 5s 5c 9d 7h 2c", "Ac 6d 6h 8c 7s 3d", "push"),  # an ace copies one
        ("Jk 5s 5c 9d 7h 2c", "Ac 6d 6h 8c 7s 3d", "push"),
    ],
)
def test_mini_object_of_the_game_the_card_in_front(bank: str, mine: str, want: str) -> None:
    got = came(MINI, "1 base 10 | house way, double-down", f"player-dealer {bank}; seat 1 {mine}")
    assert got.startswith(f"1 base {want}; 1 double-down {want};")


def test_mini_MP_2_who_bets_behind_doubles_with_the_seat_kind_by_kind() -> None:
    """$45 from seat 1 on (ten): 10 and 20 paid, and 5 of the first double-down."""
    bets = "1 base 10 | house way, double-down; 1.1 base 20, aces-bonus 5; 2 base 10 | house way, no double-down"
    cards = "player-dealer Ah 5s 5c 9d 7h 2c; seat 1 Jk 6d 6h 8c 7s 3d; seat 2 Kc 4d 4h 8d 7c 3c"
    assert came(MINI, bets, cards, bank="45", dice=[3, 3, 4]) == (
        "1 base win 10; 1 double-down win 5; 1 net 15; 1.1 base win 20; 1.1 double-down returned; "
        "1.1 aces-bonus returned; 1.1 net 20; 2 base lose; 2 net -10; bank -25; fees 1"
    )
