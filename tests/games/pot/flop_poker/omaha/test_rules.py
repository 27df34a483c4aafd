"""Omaha, worked by hand, at 4-8 with the printed blinds of 1 and 4."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play import scenario
from houseway.play.button import ButtonAt
from houseway.play.pot import Bet
from houseway.play.scenario import ScenarioError
from houseway.rules.money import cents, dollars
from tests.games.pot.hands import Hand, deal, refused

ID = "omaha"


def check_down(hand: Hand, *seats: int) -> Hand:
    for _ in range(3):
        hand.go(*(f"{seat} check" for seat in seats))
    return hand


def test_Dealing_Procedures_8_exactly_two_cards_of_the_hand_play() -> None:
    # Four hearts on the board and one in the hand are no flush; seat 2's two hearts are.
    cards = {"seat 1": "Ah Kd Qc 2s", "seat 2": "3h 4h 8s 9s", "board": "Kh Th 7h 6h 2d"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert hand.stacks == ["46", "54", "50"]


def test_Dealing_Procedures_8_three_of_a_kind_in_the_hand_is_a_pair() -> None:
    cards = {"seat 1": "As Ad Ac 2s", "seat 2": "9s 9d 3c 4d", "board": "Kh 9h 7c 6d 2d"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert hand.stacks == ["46", "54", "50"]  # aces and twos lose to three nines


def test_Dealing_Procedures_8_the_board_never_plays_alone() -> None:
    cards = {"seat 1": "2c 2d 3c 3d", "seat 2": "9s 9d 4c 5d", "board": "Ah Kh Qh Jh Th"}
    hand = check_down(deal(ID, "50 50 50", cards).go("3 fold", "1 call", "2 check"), 1, 2)
    assert hand.stacks == ["46", "54", "50"]  # a pair of nines with the board's best three


def test_Dealing_Procedures_5_blinds_of_1_and_4_and_bets_of_4_and_8() -> None:
    hand = deal(ID, "50 50 50")
    assert [bet.amount for bet in hand.of(Bet)] == [100, 400]
    hand.go("3 call", "1 call", "2 check")
    assert hand.ask.answers() == ("check", "fold", "bet 4")
    hand.go("1 check", "2 check", "3 check")
    assert hand.ask.answers() == ("check", "fold", "bet 8")


def test_Dealing_Procedures_12_the_button_of_a_new_game_goes_by_suit() -> None:
    hand = deal(ID, "50 50 50", {"button": "Ac Ad 2s"}, new_game=True)
    assert hand.of(ButtonAt)[0].who == "seat 2"


def win_uncalled(hand: Hand, seat: int) -> None:
    """Have one seat take the pot without a showdown."""
    while hand.driver.open:
        who = int(hand.ask.who[5:])
        answers = hand.ask.answers()
        if who != seat:
            hand.go(f"{who} fold")
        else:
            hand.go(f"{who} {'call' if 'call' in answers else 'check'}")


def test_Dealing_Procedures_5_after_two_whole_pots_in_a_row_a_half_kill_raises_the_limits() -> None:
    hand = deal(ID, "90 90 90 90", button=4, kill="half")
    win_uncalled(hand, 3)
    hand.driver.begin(bytes(32))
    assert "kill" not in hand.words
    win_uncalled(hand, 3)
    hand.driver.begin(bytes(32))
    # Seat 2 has the button: blinds of 1 and 4 from seats 3 and 4, and seat 3 makes its blind up to a kill of 6.
    assert [(bet.who, bet.action, bet.amount) for bet in hand.of(Bet)] == [
        ("seat 3", "small blind", 100),
        ("seat 4", "big blind", 400),
        ("seat 3", "kill", 500),
    ]
    assert hand.ask.answers() == ("call", "fold", "raise to 12")
    hand.go("1 call", "2 fold")
    assert hand.ask.who == "seat 3" and hand.ask.answers() == ("check", "fold", "raise to 12")
    hand.go("3 check", "4 call", "3 check", "4 check", "1 check")
    assert hand.ask.answers() == ("check", "fold", "bet 12")


def test_Dealing_Procedures_5_the_kill_leaves_with_the_player_who_won_it() -> None:
    hand = deal(ID, "90 90 90 90", button=4, kill="half")
    hand.driver.table.memory["kill"] = ["seat 3", 1]
    win_uncalled(hand, 3)
    assert hand.driver.table.memory["kill"] == ["seat 3", 2]
    hand.driver.cash_out("seat 3")
    hand.driver.buy_in("seat 3", 90_00)  # somebody else, who has won nothing yet
    hand.driver.begin(bytes(32))
    assert "kill" not in hand.words and hand.ask.answers() == ("call", "fold", "raise to 8")


def test_PP_10_a_kill_that_is_posted_short_is_called_whole_or_as_posted() -> None:
    for short_post, answers in (
        ("whole", ("call", "fold", "raise to 12")),
        ("posted", ("call", "fold", "raise to 10")),
    ):
        hand = deal(ID, "90 90 90 90", button=4, kill="half", short_post=short_post)
        while hand.driver.open:
            hand.driver.answer(hand.ask.who, "fold")
        hand.driver.table.memory["kill"] = ["seat 4", 2]
        hand.driver.table.ledger.move("seat 4", "cage", hand.driver.table.stack("seat 4") - 300)
        hand.driver.begin(bytes(32))  # seat 1 has the button, seats 2 and 3 the blinds, seat 4 the kill with 3 of 6
        assert hand.of(Bet)[-1].words() == "Seat 4 posts $3, the kill (Dealing Procedures 5)."
        assert hand.ask.who == "seat 1" and hand.ask.answers() == answers


def test_Dealing_Procedures_12_a_table_that_was_empty_opens_a_new_game() -> None:
    hand = deal(ID, "50 50")
    while hand.driver.open:
        hand.driver.answer(hand.ask.who, "fold")
    for seat in ("seat 1", "seat 2"):
        hand.driver.cash_out(seat)
    for seat in ("seat 1", "seat 2"):
        hand.driver.buy_in(seat, 50_00)
    hand.driver.begin(bytes(32))
    assert hand.of(ButtonAt)[0].clause == "Dealing Procedures 12"


def test_Dealing_Procedures_5_a_split_pot_makes_no_kill() -> None:
    cards = {"seat 1": "Qc Jd 3c 4d", "seat 2": "Qd Jc 3d 4c", "board": "Ah Ad 9c 8s 2h"}
    hand = deal(ID, "90 90 90", cards, kill="half").go("3 fold", "1 call", "2 check")
    hand.driver.table.memory["kill"] = ["seat 1", 1]  # one more whole pot would have done it
    check_down(hand, 1, 2)
    assert hand.driver.table.memory["kill"] == ["", 0]


def test_PP_13_at_5_to_100_any_bet_in_between_is_allowed() -> None:
    hand = deal(ID, "500 500 500", limit="5-100")
    assert "raise to 10 to 105" in hand.ask.prompt()
    hand.go("3 raise to 105", "1 fold", "2 call")
    assert refused(hand, "bet 101").startswith("bet 101 is not allowed: from $5 to $100")
    assert refused(hand, "bet 4").startswith("bet 4 is not allowed")


def test_PP_3_three_raises_and_no_more_while_three_are_left() -> None:
    hand = deal(ID, "90 90 90").go("3 call", "1 call", "2 check")
    hand.go("1 bet 4", "2 raise to 8", "3 raise to 12", "1 raise to 16")
    assert hand.ask.answers() == ("call", "fold")
    hand.go("2 fold")
    assert hand.ask.answers() == ("call", "fold")  # two are left, in a round that has had its raises
    hand.go("3 call", "1 bet 8", "3 raise to 16", "1 raise to 24", "3 raise to 32")
    assert hand.ask.answers() == ("call", "fold", "raise to 40")  # two from the start


@pytest.mark.parametrize(("players", "fee"), [(2, "3"), (4, "3"), (5, "4"), (6, "4"), (7, "5"), (9, "5")])
def test_GEGA_002034_the_fee_after_the_flop_by_number_of_players(players: int, fee: str) -> None:
    hand = deal(ID, " ".join(["50"] * players), collection="GEGA-002034")
    hand.go(*(f"{seat} fold" for seat in range(3, players + 1)))
    first, second = (1, 2) if players > 2 else (2, 1)  # between two, the button has the small blind
    assert hand.go(f"{first} call", f"{second} check").drop == fee


def test_GEGA_002034_no_flop_no_fee() -> None:
    hand = deal(ID, "50 50 50", collection="GEGA-002034").go("3 fold", "1 fold")
    assert hand.drop == "0"


def test_a_scenario_says_who_has_the_button_and_who_took_the_last_two_pots() -> None:
    lines = [f'[[seats]]\nseat = {seat}\ndecisions = ["fold"]' for seat in (2, 5)] + ["[[seats]]\nseat = 1"]
    head = 'game = "omaha"\noptions = { kill = "half" }\n'
    text = "\n".join([head + 'before = { button = "seat 2", kill = "seat 1" }', *lines])
    done = scenario.play(scenario.read(text, name="test"), game(ID))
    posted = [(bet.who, bet.action, bet.amount) for bet in done.driver.events if isinstance(bet, Bet)]
    assert posted[:3] == [("seat 5", "small blind", 100), ("seat 1", "big blind", 400), ("seat 1", "kill", 200)]
    for before, message in (
        ('kill = "seat 9"', "before: kill: nobody sits at 'seat 9'"),
        (
            'bring-in = "seat 1"',
            "before: 'bring-in' is not carried to this round: button or kill or missed-small-blind or missed-big-blind "
            "or newcomer",
        ),
    ):
        with pytest.raises(ScenarioError, match=f"^{message}$"):
            scenario.play(scenario.read("\n".join([head + f"before = {{ {before} }}", *lines]), name="test"), game(ID))


@pytest.mark.parametrize(("chip", "least", "most"), [("0.01", "7.50", "150"), ("1", "7", "150")])
def test_PP_28_a_half_kill_at_5_100_raises_both_ends_of_what_may_be_bet(chip: str, least: str, most: str) -> None:
    hand = deal(ID, "500 500 500 500", button=4, kill="half", limit="5-100", smallest_chip=chip)
    hand.driver.table.memory["kill"] = ["seat 3", 2]
    hand.go("3 fold", "4 fold", "1 fold")  # the hand in which it was won
    hand.driver.table.memory["kill"] = ["seat 3", 2]
    hand.driver.begin(seed_from(8))
    posts = [(one.who, one.action, dollars(one.stake)) for one in hand.of(Bet)]
    assert ("seat 3", "kill", least) in posts
    low, high = cents(least), cents(most)
    assert f"raise to {dollars(2 * low)} to {dollars(low + high)}" in hand.ask.prompt()
