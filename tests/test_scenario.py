"""Scenarios: what is not given comes from the seed, and what can't be is refused in one sentence."""

import json
from typing import Any

import pytest

from houseway.cards.card import hand
from houseway.cards.pack import pack
from houseway.cards.shuffle import seed_from
from houseway.cards.source import Scenario as ScenarioCards
from houseway.games import game
from houseway.play import journal, scenario
from houseway.play.event import Shuffled, Spun
from houseway.play.player_dealer import ActionPlaced, DiceThrown, PutUp
from houseway.play.scenario import Played, ScenarioError

ONE_SEAT = """\
game = "criss-cross-poker"
seed = 7
[cards]
"seat 1" = "Kh Kd"
across = "Ks 5d"
[[seats]]
seat = 1
stack = "1000"
wagers = { ante = "10", five-card-bonus = "5" }
decisions = ["across 3", "down 1", "middle 3"]
"""


def play(text: str) -> Played:
    read = scenario.read(text, name="round.toml")
    return scenario.play(read, game(read.game))


def changed(*changes: tuple[str, str]) -> str:
    text = ONE_SEAT
    for old, new in changes:
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def refused(text: str) -> str:
    with pytest.raises(ScenarioError) as error:
        play(text)
    sentence = str(error.value)
    assert "\n" not in sentence
    return sentence


def cards_of(report: dict[str, Any]) -> dict[str, str]:
    """What was turned over, by place."""
    return {event["place"]: event["cards"] for event in report["events"] if event["event"] == "revealed"}


# Given and dealt


def test_same_seed_same_cards_and_the_given_ones_where_they_were_given() -> None:
    first, second = play(ONE_SEAT).report(), play(ONE_SEAT).report()
    assert json.dumps(first) == json.dumps(second)
    cards = cards_of(first)
    assert (cards["seat 1"], cards["across"]) == ("Kh Kd", "Ks 5d")
    assert len(set(" ".join(cards.values()).split())) == 7


def test_another_seed_deals_the_rest_otherwise() -> None:
    cards = cards_of(play(ONE_SEAT).report())
    others = [cards_of(play(changed(("seed = 7", f"seed = {seed}"))).report()) for seed in range(8, 12)]
    assert all(other["across"] == "Ks 5d" for other in others)
    assert all(other["down"] != cards["down"] for other in others)


def test_a_seed_may_be_words() -> None:
    text = changed(("seed = 7", 'seed = "Tuesday"'))
    assert play(text).report() == play(text).report()


def test_a_place_may_be_given_in_part() -> None:
    cards = cards_of(play(changed(('across = "Ks 5d"', 'across = "Ks"'))).report())
    assert cards["across"].startswith("Ks ") and len(cards["across"].split()) == 2


def test_a_given_card_comes_nowhere_else() -> None:
    for seed in range(60):
        cards = cards_of(play(changed(("seed = 7", f"seed = {seed}"))).report())
        assert len(set(" ".join(cards.values()).split())) == 7


def test_a_seat_without_wagers_sits_out() -> None:
    report = play(ONE_SEAT + "[[seats]]\nseat = 2\n").report()
    assert [(seat["seat"], seat["net"], seat["wagers"]) for seat in report["seats"]][1] == (2, "0", [])
    assert "seat 2" not in cards_of(report)


def test_three_kings_across_to_the_cent() -> None:
    report = play(changed(('across = "Ks 5d"', 'across = "Ks 5d"\ndown = "2c 7s"\nmiddle = "9h"'))).report()
    (seat,) = report["seats"]
    # Antes 10 + 10; across 30 at 3 to 1; a pair of kings down, 10; middle 30 at 3 to 1; the board has nothing, -5.
    assert (seat["net"], seat["stack"]) == ("205", "1205")
    assert report["bank"] == {"kind": "house", "net": "-205"}
    across = next(one for one in seat["wagers"] if one["wager"] == "across")
    assert across == {
        "wager": "across",
        "spot": "seat 1",
        "stake": "30",
        "result": "win",
        "hand": "three of a kind, kings",
        "odds": "3:1",
        "paid": "90",
        "clause": "12.A(7)",
        "note": "",
    }


# Refused, cards


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('across = "Kh 5d"', "Kh is given 2 times, and the pack has only one"),
        ('across = "5d 5d"', "5d is given 2 times, and the pack has only one"),
        ('across = "Jk 5d"', "Jk is given, and the pack has none"),
        ('flop = "2h"', "'flop' is not a place of Criss Cross Poker: across, down, middle, seat 1 to seat 6"),
        ('seat = "2h"', "'seat' is not a place of Criss Cross Poker: across, down, middle, seat 1 to seat 6"),
        ('middle = "2h 3h"', "middle takes 1 card, 2 given"),
        ('down = "2h 3h 4h"', "down takes 2 cards, 3 given"),
        ('"seat 2" = "2h"', "seat 2 is given cards, and nobody plays there"),
        ('"seat 9" = "2h"', "seat 9 is given cards, and nobody plays there"),
        (
            'across = "Ks 1x"',
            "across: '1x' is not a card: write a rank (23456789TJQKA) and a suit (cdhs), as in Ah, or Jk for the joker"
            "; ?? is an unknown one",
        ),
    ],
)
def test_cards_that_cant_be(line: str, sentence: str) -> None:
    assert refused(changed(('across = "Ks 5d"', line))) == sentence


# Refused, wagers and stacks


@pytest.mark.parametrize(
    ("wagers", "sentence"),
    [
        ('ante = "4.99"', "seat 1: ante 4.99 is below the minimum of $5 (7.E(1))"),
        ('ante = "0"', "seat 1: ante 0 is below the minimum of $5 (7.E(1))"),
        ('ante = "500.01"', "seat 1: ante 500.01 is above the maximum of $500 (7.E(1))"),
        (
            'ante = "10", five-card-bonus = "0.50"',
            "seat 1: five-card-bonus 0.50 is below the minimum of $1 (7.E(2)(a))",
        ),
        (
            'ante = "10", five-card-bonus = "101"',
            "seat 1: five-card-bonus 101 is above the maximum of $100 (7.E(2)(a))",
        ),
        ('five-card-bonus = "5"', "seat 1: ante must be wagered to take part (7.E(1))"),
        ('ante = "10", blind = "10"', "seat 1: 'blind' is not a wager here: ante, five-card-bonus"),
        ('across = "10"', "seat 1: 'across' is not a wager here: ante, five-card-bonus"),
        (
            'ante = "ten"',
            "round.toml, line 9: seats.0.wagers.ante: 'ten' is not an amount of money: "
            "write dollars, as in 10 or 12.50",
        ),
        (
            'ante = "-10"',
            "round.toml, line 9: seats.0.wagers.ante: '-10' is not an amount of money: "
            "write dollars, as in 10 or 12.50",
        ),
        (
            'ante = "10.005"',
            "round.toml, line 9: seats.0.wagers.ante: '10.005' is not an amount of money: "
            "write dollars, as in 10 or 12.50",
        ),
        ("ante = 10", 'round.toml, line 9: seats.0.wagers.ante: write money as text, as in "12.50"'),
    ],
)
def test_wagers_that_cant_be(wagers: str, sentence: str) -> None:
    assert refused(changed(('ante = "10", five-card-bonus = "5"', wagers))) == sentence


def test_a_wager_that_is_not_offered() -> None:
    text = changed(("[cards]", "[options]\nfive_card_bonus = false\n[cards]"))
    assert refused(text) == "seat 1: 'five-card-bonus' is not a wager here: ante"


def test_a_wager_that_is_no_whole_number_of_chips() -> None:
    text = changed(("[cards]", '[options]\nsmallest_chip = "2.50"\n[cards]'), ('ante = "10"', 'ante = "11"'))
    assert refused(text) == "seat 1: ante 11 is not a whole number of $2.50 chips"


@pytest.mark.parametrize(
    ("stack", "sentence"),
    [
        ('"24.99"', "seat 1: these wagers need $25, and the stack is $24.99"),
        ('"54.99"', "seat 1: across 3 needs $30, and the stack is too small"),
        ('"64.99"', "seat 1: down 1 needs $10, and the stack is too small"),
        ('"0"', "seat 1 needs a stack of more than nothing"),
        (
            '"-5"',
            "round.toml, line 8: seats.0.stack: '-5' is not an amount of money: write dollars, as in 10 or 12.50",
        ),
        ("1000", 'round.toml, line 8: seats.0.stack: write money as text, as in "12.50"'),
    ],
)
def test_stacks_that_cant_be(stack: str, sentence: str) -> None:
    assert refused(changed(('"1000"', stack))) == sentence


# Refused, decisions

BETS = "($10), {0} 2 ($20), {0} 3 ($30), fold"


@pytest.mark.parametrize(
    ("decisions", "sentence"),
    [
        ('"across 4"', "seat 1: bet 4x is not allowed: across takes 1, 2 or 3 times the ante (11.B(1)(a))"),
        ('"across 0"', "seat 1: bet 0x is not allowed: across takes 1, 2 or 3 times the ante (11.B(1)(a))"),
        ('"across 1", "down 4"', "seat 1: bet 4x is not allowed: down takes 1, 2 or 3 times the ante (11.D)"),
        ('"down 1"', f"seat 1: 'down 1' is not an answer to across: across 1 {BETS.format('across')} (11.B(1))"),
        ('"across 1", "raise"', f"seat 1: 'raise' is not an answer to down: down 1 {BETS.format('down')} (11.D)"),
        (
            '"across 1", "down 1"',
            f"seat 1 is asked middle and has no decision left: middle 1 {BETS.format('middle')} (11.F)",
        ),
        ('"fold", "down 1"', "seat 1: the round is over and 'down 1' was never asked for"),
    ],
)
def test_decisions_that_cant_be(decisions: str, sentence: str) -> None:
    assert refused(changed(('"across 3", "down 1", "middle 3"', decisions))) == sentence


def test_who_can_afford_nothing_is_told_that_only_a_fold_is_left() -> None:
    text = changed(('"1000"', '"30"'), ('"across 3", "down 1", "middle 3"', '"call"'))
    assert refused(text) == "seat 1: 'call' is not an answer to across: fold (11.B(1))"


def test_an_answer_for_a_dealer_who_is_not_asked() -> None:
    assert refused('dealer = ["20"]\n' + ONE_SEAT) == "dealer: the round is over and '20' was never asked for"


# Refused, seats, options, fields, files


@pytest.mark.parametrize("number", ["0", "7", "-1"])
def test_a_seat_that_does_not_exist(number: str) -> None:
    text = changed(("seat = 1\n", f"seat = {number}\n"))
    assert refused(text) == f"seat {number} does not exist: Criss Cross Poker has seat 1 to seat 6"


def test_a_seat_twice() -> None:
    assert refused(ONE_SEAT + "[[seats]]\nseat = 1\n") == "seat 1 is given twice"


def test_no_seat_at_all() -> None:
    assert refused('game = "criss-cross-poker"\nseats = []\n') == "a scenario needs at least one seat"
    assert refused('game = "criss-cross-poker"\n') == "round.toml: seats: is missing"


@pytest.mark.parametrize(
    ("line", "sentence"),
    [
        ('colour = "red"', "'colour' is not an option of Criss Cross Poker: five_card_bonus, "),
        ('antes_pay = "double"', 'option antes_pay can\'t be "double": choose "even" or "table" (12.A)'),
        ('five_card_bonus = "yes"', 'option five_card_bonus can\'t be "yes": it takes true or false (7.E(2)(a))'),
        ("decks = 3", "option decks can't be 3: choose 1 or 2 (3.A, 3.B)"),
        ('smallest_chip = "0"', "option smallest_chip can't be 0: at least 0.01 (ALL-1)"),
        (
            'shuffling = "manual"\ndealing = "hand"',
            'dealing = "hand" needs shuffling = "automated" or "automated counting" or "reshuffling device" (9.A(1))',
        ),
    ],
)
def test_options_that_cant_be(line: str, sentence: str) -> None:
    assert refused(changed(("[cards]", f"[options]\n{line}\n[cards]"))).startswith(sentence)


def test_limits_and_pays_that_cant_be() -> None:
    limits = changed(("[cards]", '[limits]\nante = { minimum = "600" }\n[cards]'))
    assert "limits of ante: the minimum 600 must be above 0 and not above the maximum 500" in refused(limits)
    pays = changed(("[cards]", '[pays]\ncriss-cross = { flush = "eight" }\n[cards]'))
    assert refused(pays) == "pay table criss-cross, flush: 'eight' are not odds: write them as 3:2"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'colour = "red"\n' + ONE_SEAT,
            "round.toml, line 1: colour: is not a known field: game, seed, options, limits, pays, "
            "wheels, meters, before, shoe, cards, dealt, seats and 9 others",
        ),
        (
            ONE_SEAT + 'colour = "red"\n',
            "round.toml, line 11: seats.0.colour: is not a known field: seat, backline, stack, adds, "
            "leaves, minute, name, wagers, decisions",
        ),
        ('[[seats]]\nseat = 1\nwagers = { ante = "10" }\n', "round.toml: game: is missing"),
        ("game = ", "round.toml is not TOML: Invalid value (at end of document)"),
    ],
)
def test_files_that_cant_be(text: str, sentence: str) -> None:
    assert refused(text) == sentence


def test_the_games_own_name_unknown() -> None:
    with pytest.raises(ValueError, match=r"'criss-cross' is not a game here: .*criss-cross-poker"):
        play(changed(('"criss-cross-poker"', '"criss-cross"')))


# Refused, calls


@pytest.mark.parametrize(
    ("call", "sentence"),
    [
        ('at = "river"\nirregularity = "13.A"', "the round is over and 'river' was never asked, so nothing was called"),
        ('at = "down"\nirregularity = "13.Z"', "call: '13.Z' is not an irregularity at this table: 13.A, 13.B, 13.C"),
        ('at = "wagers"\nirregularity = "13.A"', "call: 13.A can't be called now: the round is at wagers"),
        (
            'at = "down"\nirregularity = "11.A(2)"\nseat = 2',
            "call: nobody sits at seat 2",
        ),
        (
            'at = "down"\nirregularity = "11.A(2)"',
            "call: 11.A(2) is called on a seat: name the seat",
        ),
        (
            'at = "down"\nirregularity = "13.A"\nby = "seat 1"',
            "call: seat 1 can't call an irregularity: the dealer or the floor does",
        ),
    ],
)
def test_calls_that_cant_be(call: str, sentence: str) -> None:
    assert refused(f"{ONE_SEAT}[[calls]]\n{call}\n").startswith(sentence)


def test_earlier_rounds_of_a_game_that_carries_nothing_over() -> None:
    sentence = "before: Criss Cross Poker carries nothing from round to round that a scenario can give"
    assert refused('before = { button = "seat 1" }\n' + ONE_SEAT) == sentence


# Nothing that is given is left out in silence


def _refused(text: str) -> str:
    given = scenario.read(text, name="given.toml")
    with pytest.raises(ScenarioError) as error:
        scenario.play(given, game(given.game))
    return str(error.value)


BANKED = """
game = "{id}"
bank = {{ seat = 1, amount = "500" }}
{more}
[[seats]]
seat = 2
wagers = {{ {wager} = "10" }}
"""


def test_a_wager_of_the_player_dealer_or_behind_it_is_refused() -> None:
    text = BANKED.format(id="cash-in-baccarat", wager="banker", more="")
    own = text + '[[seats]]\nseat = 1\nwagers = { player = "10" }\n'
    assert _refused(own) == "seat 1: wagers are given, and no wager is taken that is the player-dealer's own"
    behind = text + '[[seats]]\nseat = 1\n[[seats]]\nseat = 1\nbackline = 1\nwagers = { player = "10" }\n'
    assert _refused(behind) == "backline 1.1: wagers are given, and no wager is taken that is behind the player-dealer"


def test_wagers_on_the_inactive_seat_are_refused() -> None:
    text = """
game = "pai-gow-triple-bonus"
options = { seats = 8 }
bank = { seat = 7, amount = "1000" }
[[seats]]
seat = 1
wagers = { base = "10" }
decisions = ["house way"]
[[seats]]
seat = 8
wagers = { base = "10" }
"""
    assert _refused(text) == "seat 8: wagers are given, and nobody bets there in this round"


def test_a_wager_in_a_pot_game_is_refused() -> None:
    seats = "".join(f'[[seats]]\nseat = {at}\nwagers = {{ ante = "10" }}\ndecisions = ["fold"]\n' for at in (1, 2))
    assert "has no wagers before the deal; bets are decisions" in _refused(f'game = "no-limit-holdem"\n{seats}')


def test_dice_that_nobody_throws_are_refused() -> None:
    assert _refused(BANKED.format(id="cash-in-baccarat", wager="banker", more="dice = [1, 2, 3]")) == (
        "dice: 3 are given, and none are thrown"
    )
    four = BANKED.format(id="lucky-pai-gow", wager="base", more="dice = [1, 2, 3, 4]") + 'decisions = ["house way"]\n'
    assert _refused(four) == "dice: 4 are given, and 3 are thrown"


def test_cards_for_a_hand_that_is_never_dealt_are_refused() -> None:
    text = """
        game = "pontoon-21"
        cards = { "seat 1" = "Kh Qd", "seat 1 hand 2" = "5d", dealer = "9c" }
        [[seats]]
        seat = 1
        wagers = { pontoon = "10" }
        decisions = ["stand"]
    """
    assert _refused(text) == "seat 1 hand 2 is given cards, and none was dealt there"


def test_cards_that_a_hand_never_draws_are_named_beside_what_came_of_it() -> None:
    text = BANKED.format(id="ultimate-war", wager="player", more='cards = { player = "9h 8h Kd", banker = "2d" }')
    given = scenario.read(text, name="given.toml")
    report = scenario.play(given, game(given.game)).report()
    assert report["note"] == "player is given 8h Kd, which were not drawn."


def test_segments_of_a_hand_that_sits_out_are_refused() -> None:
    """Eight dollars are less than nine points of one dollar."""
    hands = {
        1: ("Qd Td 9s", "2s 2d 7d 8d Kh", "5c 5d Tc 8c Jc"),
        2: ("6c 6d 2h", "9c 9d 4h 4d Th", "Ah Jh 8h 5h 3h"),
        3: ("Qh Jd 9h", "4c 4s 7c 7h Kd", "As Ks Qs Js Ts"),
    }
    parts = ("top", "middle", "bottom")
    cards = [f'"seat {at} {part}" = "{row}"' for at in hands for part, row in zip(parts, hands[at], strict=True)]
    seats = [f'[[seats]]\nseat = {at}\nstack = "{8 if at == 3 else 100}"' for at in hands]
    text = "\n".join(['game = "chinese-poker"', "options = { schedule = 1 }", "[cards]", *cards, *seats])
    assert _refused(text) == "seat 3 is given cards, and none was dealt there"


# Several rounds

TWO_FLIPS = """
game = "party-craps"
cards = { flip = "4h 2s" }
bank = { seat = 12, amount = "500" }
[[seats]]
seat = 1
wagers = { pass = "10" }
[[rounds]]
cards = { flip = "5h Ad" }
"""


def test_rounds_follow_each_other_at_one_table() -> None:
    report = play(TWO_FLIPS).report()
    first, second = report["rounds"]
    assert [one["round"] for one in (first, second)] == [1, 2]
    assert first["seats"][0]["wagers"][0] == {
        "wager": "pass",
        "spot": "seat 1",
        "stake": "10",
        "result": "stands",
        "hand": "",
        "odds": "",
        "paid": "0",
        "clause": "Standards of Play 1(A)",
        "note": "still on the table",
    }
    (seat,) = report["seats"]
    assert (seat["net"], seat["stack"], report["bank"]["net"]) == ("10", "1010", "-10")
    assert [(row["round"], row["wager"], row["result"]) for row in seat["wagers"]] == [(2, "pass", "win")]


def test_the_position_is_held_for_two_rounds_and_then_goes_on() -> None:
    def turns(text: str) -> list[tuple[str, int]]:
        return [
            (event.who, event.turn) for one in play(text).rounds for event in one.events if isinstance(event, PutUp)
        ]

    third = TWO_FLIPS + '[[rounds]]\n[[rounds.seats]]\nseat = 1\nwagers = { pass = "10" }\n'
    assert turns(third) == [("seat 12", 1), ("seat 12", 2), ("seat 12", 1)]  # nobody else takes it
    other = third.replace("[[rounds]]\n[[rounds.seats]]", "[[rounds]]\nbank = { seat = 3 }\n[[rounds.seats]]")
    assert turns(other) == [("seat 12", 1), ("seat 12", 2), ("seat 3", 1)]


def test_a_game_that_nobody_else_banks_stays_closed_where_it_does_not_reopen() -> None:
    seat = 'seat = 1\nwagers = { player = "10" }\n'
    text = f'game = "commission-free-baccarat"\n[[seats]]\n{seat}' + f"[[rounds]]\n[[rounds.seats]]\n{seat}" * 2
    assert refused(text) == (
        "round 3: nobody takes the position after seat 9 has had it for two rounds: say in its bank who does"
    )


def test_the_positions_second_round_at_once() -> None:
    text = """
        game = "blackjack-x"
        cards = { "seat 1" = "Kh Qd", player-dealer = "9c Th" }
        bank = { seat = 5, amount = "50", round = 2 }
        [[seats]]
        seat = 1
        wagers = { base = "20" }
        decisions = ["stand"]
    """
    (put_up,) = (event for event in play(text).driver.events if isinstance(event, PutUp))
    assert (put_up.turn, put_up.amount) == (2, 50_00)


def test_players_come_buy_more_and_leave_between_rounds() -> None:
    text = (
        TWO_FLIPS
        + """
        [[rounds.seats]]
        seat = 2
        stack = "50"
        wagers = { field = "5" }
        [[rounds]]
        bank = { seat = 3 }
        cards = { flip = "5h 6d" }
        [[rounds.seats]]
        seat = 2
        adds = "100"
        wagers = { pass = "10" }
        [[rounds.seats]]
        seat = 1
        leaves = true
    """
    )
    done = play(text)
    assert {who: done.driver.table.stack(who) for who in ("seat 1", "seat 2")} == {"seat 1": 0, "seat 2": 155_00}
    assert [one["seat"] for one in done.report()["rounds"][2]["seats"]] == [2]


@pytest.mark.parametrize(
    ("more", "sentence"),
    [
        ('[[rounds.seats]]\nseat = 1\nstack = "50"', "round 2: seat 1 sits there already with $990: `adds` says what"),
        ("[[rounds.seats]]\nseat = 1\nleaves = true", "round 2: seat 1: seat 1 still has wagers on the table"),
        ("[[rounds.seats]]\nseat = 13", "round 2: seat 13 does not exist"),
        (
            "bank = { seat = 12, round = 2 }",
            "round 2: bank: whether it is the second round follows from the round before",
        ),
        ("dice = [1]", "round 2: dice: 1 are given, and none are thrown"),
        ('[[rounds.seats]]\nseat = 1\ndecisions = ["off"]', "round 2: seat 1: 'off' can't be called now: that is for"),
    ],
)
def test_what_cant_be_in_a_later_round(more: str, sentence: str) -> None:
    assert refused(TWO_FLIPS + more).startswith(sentence)


def test_what_is_for_later_rounds_only() -> None:
    text = changed(("seat = 1\n", 'seat = 1\nadds = "5"\n'))
    assert refused(text) == "seat 1: `adds` and `leaves` are for later rounds"


# A shoe near its cover card

SHOE = """
game = "blackjack-x"
seed = {seed}
shoe = {{ left = {left}, behind = {behind} }}
cards = {{ "seat 1" = "Kh Qd", player-dealer = "9c Th" }}
[[seats]]
seat = 1
wagers = {{ base = "20" }}
decisions = ["stand"]
[[rounds]]
cards = {{ "seat 1" = "Kh Qd", player-dealer = "9c Th" }}
[[rounds.seats]]
seat = 1
wagers = {{ base = "20" }}
decisions = ["stand"]
"""


def shuffles(done: Played) -> list[int]:
    return [sum(isinstance(event, Shuffled) for event in one.events) for one in done.rounds]


def said(done: Played) -> str:
    return " ".join(event.words() for one in done.rounds for event in one.events)


def test_given_cards_are_counted_as_cards_of_the_shoe() -> None:
    """Four cards are dealt: the cover card comes out before the fourth, where three lie before it."""
    assert "the cover card comes out at player-dealer" in said(play(SHOE.format(seed=4, left=60, behind=57)))
    assert "the cover card comes out at seat 1" in said(play(SHOE.format(seed=4, left=60, behind=58)))
    assert shuffles(play(SHOE.format(seed=4, left=60, behind=57))) == [0, 1]
    assert shuffles(play(SHOE.format(seed=4, left=90, behind=57))) == [0, 0]


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            SHOE.format(seed=1, left=999, behind=5),
            "round 1: shoe: 5 behind the cover card of 999 left can't be: there are",
        ),
        (SHOE.format(seed=1, left=5, behind=9), "round 1: shoe: 9 behind the cover card of 5 left can't be"),
        (SHOE.format(seed=1, left=3, behind=1), "round 1: shoe: 3 cards are left, and more than that are given"),
        ("shoe = { left = 9, behind = 1 }\n" + ONE_SEAT, "Criss Cross Poker shuffles before every round here: leave"),
    ],
)
def test_shoes_that_cant_be(text: str, sentence: str) -> None:
    assert refused(text).startswith(sentence)


def test_one_shoe_deals_no_card_twice_over_rounds() -> None:
    text = """
        game = "cash-in-baccarat"
        options = { decks = 8 }
        cards = { player = "Kh Kh Kh", banker = "Kh Kh" }
        [[seats]]
        seat = 1
        wagers = { player = "10" }
        [[rounds]]
        cards = { player = "Kh Kh Kh", banker = "Kh Kh" }
        [[rounds.seats]]
        seat = 1
        wagers = { player = "10" }
    """
    assert refused(text) == "round 2: Kh is given 10 times since the shuffle, and the pack has only 8"


def test_cards_of_a_later_round_stay_out_of_the_shoe_as_far_as_it_has_them() -> None:
    source = ScenarioCards({"player": hand("Kh")}, later=hand("Kh Ac"))
    source.begin(seed_from(1))
    shoe = source.shoe(pack("52"))
    assert (len(shoe.cards), shoe.left) == (50, 52)
    assert not {*hand("Kh Ac")} & {*shoe.cards}
    assert (source.draw(shoe, "player", 1), shoe.left) == (hand("Kh"), 51)


# Spins, calls, the clock

XTREME = """
game = "criss-cross-poker"
options = { bonus_spin_xtreme = true, bonus_spin_xtreme_event = "three-of-a-kind" }
cards = { across = "7h 7d", middle = "7c", down = "2c Js" }
[spins]
SPINS
"""
PLAYERS = "".join(
    f'[[seats]]\nseat = {at}\nwagers = {{ ante = "10", bonus-spin-xtreme = "5" }}\ndecisions = ["fold"]\n'
    for at in (1, 2)
)


def spinning(*spins: str) -> str:
    return XTREME.replace("SPINS", "\n".join(spins)) + PLAYERS


def test_wheels_stop_where_the_scenario_says_and_the_journal_says_so_too() -> None:
    done = play(spinning('"bonus-spin-xtreme hot spot" = "seat 2"', '"bonus-spin-xtreme seat 2" = "600"'))
    assert [event.words() for event in done.driver.events if isinstance(event, Spun)][1].count("600")
    again = journal.replay(journal.written(done.driver), game)
    assert [event.data() for event in again.events] == [event.data() for event in done.driver.events]


@pytest.mark.parametrize(
    ("spin", "sentence"),
    [
        (
            '"bonus-spin-xtreme hot spot" = "seat 3"',
            "spins, bonus-spin-xtreme hot spot: 'seat 3' is not an answer to hot-",
        ),
        (
            '"bonus-spin-xtreme community" = "7"',
            "spins, bonus-spin-xtreme community: '7' is not an answer to wheel: 150, ",
        ),
        ('"bonus-spin seat 1" = "500"', "spins: 'bonus-spin seat 1' is given, and there was no such spin"),
    ],
)
def test_spins_that_cant_be(spin: str, sentence: str) -> None:
    assert refused(spinning(spin)).startswith(sentence)


TWO_SEATS = ONE_SEAT + '[[seats]]\nseat = 2\nwagers = { ante = "10" }\ndecisions = ["across 1", "down 1", "middle 1"]\n'


@pytest.mark.parametrize(
    ("when", "lost"),
    [
        ('at = "down"', 20 + 30),  # the antes and the across bet: before the first is asked for a down bet
        ('at = "down"\nnth = 2', 20 + 30 + 10),  # before the second is
        ('at = "down"\nasked = "seat 2"', 20 + 30 + 10),
        ('at = "middle"\nasked = "seat 2"\nnth = 1', 20 + 30 + 10 + 30),
    ],
)
def test_a_call_comes_at_an_ask_of_a_seat_or_the_nth(when: str, lost: int) -> None:
    text = TWO_SEATS + f'[[calls]]\n{when}\nirregularity = "11.A(2)"\nseat = 1\n'
    decisions = {50: '"across 3"', 60: '"across 3", "down 1"', 90: '"across 3", "down 1", "middle 3"'}[lost]
    seat = play(text.replace('"across 3", "down 1", "middle 3"', decisions)).report()["seats"][0]
    assert sum(int(row["stake"]) for row in seat["wagers"] if row["note"] == "forfeited") == lost + 5  # and the bonus


def test_a_call_at_an_ask_that_does_not_come_so_often() -> None:
    call = '[[calls]]\nat = "down"\nirregularity = "13.A"\n'
    assert refused(TWO_SEATS + call + "nth = 3\n") == (
        "the round is over and 'down' was asked 2 times, so nothing was called at number 3"
    )
    assert refused(TWO_SEATS + call + 'asked = "seat 3"\n') == (
        "the round is over and 'down' was never asked of seat 3, so nothing was called there"
    )


def test_a_minute_is_refused_in_pot_games_where_nothing_depends_on_it() -> None:
    text = 'game = "limit-holdem"\nminute = 5\nseats = [{ seat = 1 }, { seat = 2 }]\n'
    assert refused(text) == "minute: nothing in Limit Texas Hold'em depends on when a round begins"
    hand = (
        'game = "omaha"\nbefore = { button = "seat 1" }\nseats = [{ seat = 1, decisions = ["fold"] }, { seat = 2 }]\n'
    )
    assert refused(hand + "[[rounds]]\nminute = 5\n").endswith(
        "minute: nothing in Omaha depends on when a round begins"
    )


def test_the_minute_at_which_a_player_came_in() -> None:
    sentence = "minute: Criss Cross Poker collects nothing by time, so it does not matter when a player came in"
    assert refused(changed(("seat = 1\n", "seat = 1\nminute = 5\n"))) == sentence
    assert refused("minute = 3\n" + changed(("seat = 1\n", "seat = 1\nminute = 5\n"))) == (
        "seat 1 can't come in at minute 5: the round begins at minute 3"
    )


# Sentences


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            'game = "chinese-poker"\noptions = { schedule = "2" }\n[[seats]]\nseat = 1\n',
            'option schedule can\'t be "2": write 2, without quotes',
        ),
        (
            'game = "criss-cross-poker"\noptions = { five_card_bonus = "true" }\n[[seats]]\nseat = 1\n',
            'option five_card_bonus can\'t be "true": it takes true or false, without quotes',
        ),
        (
            'game = "blackjack-x"\ncards = { "seat 1" = "Kh Qd", player-dealer = "Ac" }\n[[seats]]\nseat = 1\n'
            'stack = "22"\nwagers = { base = "20" }\ndecisions = ["insurance", "stand"]\n',
            "seat 1: 'insurance' is not an answer to insurance: no insurance, insurance 0.20 to 2 ",
        ),
        (
            'game = "cash-in-baccarat"\nbank = { seat = 2, amount = "99998" }\n[[seats]]\nseat = 1\n'
            'wagers = { player = "10" }\n[[seats]]\nseat = 2\nstack = "100000"\n',
            "seat 2: bank 99998 is not allowed: from $",
        ),
        (
            'game = "party-craps"\n[[seats]]\nseat = 1\nwagers = { lay-44 = "10" }\n',
            "seat 1: 'lay-44' can't be wagered now: did you mean lay-4?",
        ),
        (
            'game = "party-craps"\n[[seats]]\nseat = 1\ndecisions = ["take down come-5"]\n',
            "seat 1: 'come-5' can't be taken down: it is not on the table, and nothing can be",
        ),
        (
            'game = "party-craps"\nbefore = { point = "6", "seat 1" = "pass 10" }\n[[seats]]\nseat = 1\n'
            'decisions = ["take down pass"]\n',
            "seat 1: 'pass' can't be taken down: it stands until it is decided",
        ),
        (
            'game = "cal-blackjack-2.0"\ncards = { "seat 1" = "Kh Qd", player-dealer = "Ac" }\n[[seats]]\nseat = 1\n'
            'stack = "21"\nwagers = { base = "20" }\ndecisions = ["stand", "insurance"]\n',
            "seat 1: the round is over and 'insurance' was never asked for: it takes at least $10, and the stack is $",
        ),
        (
            'game = "party-craps"\n[[seats]]\nseat = 1\nwagers = { come = "10" }\n',
            "seat 1: 'come' can't be wagered now: there is no point yet (Standards of Play 1(C))",
        ),
        (
            'game = "party-craps"\nbefore = { pont = "6" }\n[[seats]]\nseat = 1\n',
            "before: 'pont' is nothing that stands before a flip: point, working, or a seat with its wagers",
        ),
        (
            'game = "no-limit-holdem"\n[[seats]]\nseat = 1\ndecisions = ["raise to 15"]\n',
            "no hand is dealt: No-Limit Texas Hold'em takes two players with chips or more",
        ),
        (
            'game = "no-limit-holdem"\nbefore = { button = "seat 3" }\n[[seats]]\nseat = 1\nstack = "110"\n'
            'decisions = ["raise to 15"]\n[[seats]]\nseat = 2\n[[seats]]\nseat = 3\ndecisions = ["raise to 90"]\n',
            "seat 1: raise to 15 is not allowed: only raise to 110 is (Dealing Procedures 2)",
        ),
        (
            'game = "criss-cross-poker"\n[[seats]]\nseat = "one"\n',
            "round.toml, line 3: seats.0.seat: write a whole number, without quotes",
        ),
        (
            'game = "criss-cross-poker"\noptions = { decks = [1] }\n[[seats]]\nseat = 1\n',
            "round.toml, line 2: options.decks: write true or false or a whole number or text in quotes",
        ),
        (
            'game = "criss-cross-poker"\ncalls = [{ at = "down", irregularity = "13.A", nth = 0 }]\n'
            "[[seats]]\nseat = 1\n",
            "round.toml, line 2: calls.0.nth: write a number from 1 on",
        ),
        (
            'game = "blackjack-x"\ncards = { hand = "Kh" }\n[[seats]]\nseat = 1\n',
            "'hand' is not a place of Blackjack X: ",
        ),
    ],
)
def test_sentences_that_say_what_to_do(text: str, sentence: str) -> None:
    said = refused(text)
    assert said.startswith(sentence)
    assert len(said) < 400, "too long to be read"


# Numbers that say where the action starts

RANDOM_NUMBER = """
game = "pai-gow-triple-bonus"
options = {{ action = "{action}" }}
{number}
[bank]
seat = 7
[[seats]]
seat = 1
wagers = {{ base = "25" }}
decisions = ["house way"]
[[seats]]
seat = 2
wagers = {{ base = "25" }}
decisions = ["house way"]
"""


@pytest.mark.parametrize(("number", "seat"), [(2, "seat 1"), (3, "seat 2"), (1, "seat 1"), (7, "seat 1")])
def test_game_rules_c_a_random_number_in_the_place_of_dice_can_be_given(number: int, seat: str) -> None:
    done = play(RANDOM_NUMBER.format(action="random number", number=f"number = {number}"))
    (placed,) = (event for event in done.driver.events if isinstance(event, ActionPlaced))
    assert (placed.seat, placed.how) == (seat, f"the random number is {number}")


@pytest.mark.parametrize(
    ("action", "number", "sentence"),
    [
        ("random number", "number = 8", "number: 8 is given, and the numbers go from 1 to 7"),
        ("random number", "number = 0", "number: 0 is not one that seats are counted to, from 1 on"),
        ("random number", "dice = [1, 2, 3]", "dice: 3 are given, and none are thrown"),
        ("dice", "number = 4", "number: 4 is given, and no number is drawn"),
        ("dice", "dice = [[1, 2, 3], [4, 5, 6]]", "dice: 6 are given, and 3 are thrown"),
        ("dice", "dice = [1, [2, 3]]", "dice: write one throw as [1, 2, 3], and several as [[1, 2, 3], [4, 5, 6]]"),
        ("dice", "dice = [[1, 2, 7]]", "dice: 7 is not on a die"),
    ],
)
def test_numbers_that_cant_be_are_refused(action: str, number: str, sentence: str) -> None:
    assert refused(RANDOM_NUMBER.format(action=action, number=number)) == sentence


def test_rules_13_c_a_second_throw_can_be_given_where_the_cards_are_dealt_anew() -> None:
    text = """
        game = "pai-gow-double-hand"
        dice = [[1, 1, 1], [6, 6, 5]]
        [bank]
        seat = 7
        [[seats]]
        seat = 1
        wagers = { base = "25" }
        decisions = ["house way"]
        [[seats]]
        seat = 2
        wagers = { base = "25" }
        decisions = ["house way"]
        [[calls]]
        at = "set"
        asked = "seat 2"
        irregularity = "Rules 13(c)"
        """
    events = play(text).driver.events
    assert [event.dice for event in events if isinstance(event, DiceThrown)] == [(1, 1, 1), (6, 6, 5)]
    assert [event.seat for event in events if isinstance(event, ActionPlaced)] == ["seat 2", "seat 2"]


# Rounds without a wager


def test_a_round_without_wagers_is_sat_out_and_the_report_says_so() -> None:
    text = BANKED.format(id="cash-in-baccarat", wager="banker", more="") + "[[rounds]]\n"
    one, two = (item for item in play(text).report()["rounds"])
    assert "note" not in one
    assert two["note"] == "Nobody has a wager in this round, so no hand is dealt."
    assert {event["event"] for event in two["events"]} & {"satOut", "dealt"} == {"satOut"}


def test_a_scenario_in_which_nobody_wagers_says_that_nothing_is_dealt() -> None:
    report = play('game = "cash-in-baccarat"\n[[seats]]\nseat = 1\n').report()
    assert report["note"] == "Nobody has a wager in this round, so no hand is dealt."
    assert "note" not in play(ONE_SEAT).report()


# Limits of the collection schedule


@pytest.mark.parametrize(
    ("wager", "sentence"),
    [
        (
            'player = "10"',
            "seat 1: player 10 is below the minimum of $25 (GEGA-001028, Collection Fees, ",
        ),
        ('player = "25", ultimate-5-player = "5"', "seat 1: ultimate-5-player 5 is below the minimum of $25"),
    ],
)
def test_a_wager_is_held_to_the_table_limit_of_the_schedule_chosen(wager: str, sentence: str) -> None:
    text = f"""
        game = "ultimate-war"
        options = {{ collection = "GEGA-001028/2" }}
        [[seats]]
        seat = 1
        wagers = {{ {wager} }}
        """
    assert refused(text).startswith(sentence)


def test_a_wager_is_held_to_the_schedule_also_where_the_scenario_sets_other_limits() -> None:
    text = """
        game = "three-card-texas-holdem"
        options = {{ collection = "{collection}" }}
        limits.ante.maximum = "1500"
        [[seats]]
        seat = 1
        stack = "5000"
        wagers = {{ ante = "{ante}" }}
        decisions = ["fold"]
        """
    assert play(text.format(collection="GEGA-002382/2", ante=1000)).report()["fees"] == "8"  # TH-9
    assert refused(text.format(collection="GEGA-002382/2", ante=1001)) == (
        "seat 1: ante 1001 is above the maximum of $1,000 "
        "(GEGA-002382, Three Card Texas Hold'em (GEGA-002029), schedule option 2)"
    )
    assert refused(text.format(collection="GEGA-002029/2", ante=601)).startswith(
        "seat 1: ante 601 is above the maximum of $600 (GEGA-002029"
    )


def test_game_rules_2_2_4_5_a_peek_above_fifty_dollars_is_refused_though_it_is_wagered_after_the_deal() -> None:
    text = """
        game = "two-card-peek"
        limits.peek-a.maximum = "500"
        [[seats]]
        seat = 1
        wagers = { pick-a = "10" }
        decisions = ["peek-a 60"]
        """
    assert refused(text).startswith("seat 1: peek-a 60 is above the maximum of $50 (GEGA-002382, Two Card Peek")


def test_insurance_that_the_chips_do_not_reach_for_is_said_to_be_that_and_no_answer_to_something_else() -> None:
    text = """
        game = "blackjack-x"
        cards = { "seat 1" = "Th 6d", player-dealer = "As 9d" }
        [[seats]]
        seat = 1
        stack = "20"
        wagers = { base = "20" }
        decisions = ["insurance 10", "stand"]
        """
    assert refused(text) == "seat 1: 'insurance 10' was never asked for: it takes at least $0.20, and the stack is $0"


# Cards in dealing order

IN_ORDER = """\
game = "three-card-texas-holdem"
dealt = "Ah Ad 2c 7h 9s ?? Kc Qd"
[[seats]]
seat = 1
wagers = { ante = "10" }
decisions = ["bet", "bet"]
"""


def dealt_to(done: Played) -> dict[str, str]:
    """Everything that was dealt or burned, by place."""
    found: dict[str, str] = {}
    for event in done.report()["events"]:
        if event["event"] in ("dealt", "burned"):
            found[event["place"]] = f"{found.get(event['place'], '')} {event['cards']}".strip()
    return found


def test_cards_in_dealing_order_go_where_they_are_dealt() -> None:
    dealt = dealt_to(play(IN_ORDER))
    assert (dealt["seat 1"], dealt["first"], dealt["second"], dealt["third"]) == ("Ah Ad", "2c", "7h", "9s")
    assert dealt["player-dealer"] == "Kc Qd"
    assert dealt["burn"] not in ("??", "Ah", "Ad", "2c", "7h", "9s", "Kc", "Qd")  # the unknown card comes from the seed


def test_cards_in_dealing_order_come_to_what_they_come_to_by_place() -> None:
    by_place = IN_ORDER.replace(
        'dealt = "Ah Ad 2c 7h 9s ?? Kc Qd"',
        '[cards]\n"seat 1" = "Ah Ad"\nfirst = "2c"\nsecond = "7h"\nthird = "9s"\nburn = "3c"\nplayer-dealer = "Kc Qd"',
    )
    in_order = IN_ORDER.replace("??", "3c")
    assert play(in_order).report() == play(by_place).report()


def test_a_round_dealt_in_order_replays_to_the_byte() -> None:
    done = play(IN_ORDER.replace('["bet", "bet"]', '["fold"]'))
    replayed = journal.replay(journal.lines(done.driver.header, done.driver.journal), game)
    assert replayed.events == done.driver.events


def test_what_is_left_of_the_dealing_order_is_named() -> None:
    (one,) = play(IN_ORDER.replace("Kc Qd", "Kc Qd 5s 6s")).rounds
    assert one.note == "dealt is given 5s 6s, which were not drawn."


def test_a_dealing_order_that_cannot_be_is_refused() -> None:
    assert "Ah is given 2 times in `dealt`" in refused(IN_ORDER.replace("7h", "Ah"))
    assert "'Zz' is not a card" in refused(IN_ORDER.replace("7h", "Zz"))
    both = IN_ORDER.replace("[[seats]]", '[cards]\nfirst = "3c"\n[[seats]]')
    assert refused(both) == "first is given cards, and so is `dealt`: give the cards by place or in order, not both"
    assert "none is dealt" in refused(IN_ORDER.replace('wagers = { ante = "10" }\ndecisions = ["bet", "bet"]', ""))


def test_a_later_round_of_the_same_shoe_keeps_its_dealing_order() -> None:
    text = """\
game = "cash-in-baccarat"
shoe = { left = 50, behind = 5 }
[[seats]]
seat = 1
wagers = { player = "10" }
[[rounds]]
dealt = "9h 9d 9c 9s"
[[rounds.seats]]
seat = 1
wagers = { player = "10" }
"""
    (_, later) = play(text).report()["rounds"]
    dealt = [event["cards"] for event in later["events"] if event["event"] == "dealt"]
    assert " ".join(dealt) == "9h 9d 9c 9s"


# Words with one meaning, and offers that are left out


def test_a_short_word_is_understood_where_it_has_one_meaning() -> None:
    mini = """\
game = "mini-pai-gow"
[[seats]]
seat = 1
wagers = { base = "10" }
decisions = ["house way", "double"]
"""
    wagers = [row["wager"] for row in play(mini).report()["seats"][0]["wagers"]]
    assert sorted(wagers) == ["base", "double-down"]
    assert "play 3" in refused(
        'game = "ultimate-texas-holdem"\n[[seats]]\nseat = 1\nwagers = { ante = "10" }\ndecisions = ["play"]\n'
    )


def test_the_one_amount_of_insurance_may_be_named() -> None:
    text = """\
game = "cal-blackjack-2.0"
[cards]
"seat 1" = "Tc 8d"
player-dealer = "Ah 7c"
[[seats]]
seat = 1
wagers = { base = "10" }
decisions = ["insurance 5", "stand"]
"""
    (insurance,) = (row for row in play(text).report()["seats"][0]["wagers"] if row["wager"] == "insurance")
    assert insurance["stake"] == "5"
    assert "insurance puts up $5" in refused(text.replace("insurance 5", "insurance 4"))


@pytest.mark.parametrize(("name", "wagers", "decisions"), [
    ("mini-pai-gow", 'base = "10"', '"house way"'),
    ("two-card-peek", 'pick-a = "10"', ""),
])  # fmt: skip
def test_an_offer_may_be_left_out(name: str, wagers: str, decisions: str) -> None:
    text = f'game = "{name}"\n[[seats]]\nseat = 1\nwagers = {{ {wagers} }}\ndecisions = [{decisions}]\n'
    assert len(play(text).report()["seats"][0]["wagers"]) == 1


def test_a_backline_bettor_takes_the_position_where_it_is_offered() -> None:
    bets = """\
[[{0}seats]]
seat = 1
wagers = {{ base = "10" }}
decisions = ["house way"]
[[{0}seats]]
seat = 1
backline = 1
wagers = {{ base = "10" }}
"""
    text = 'game = "pai-gow-double-hand"\n[bank]\nseat = 7\namount = "500"\n' + bets.format("")
    text += "[[rounds]]\n" + bets.format("rounds.")
    text += '[[rounds]]\nbank = { seat = 1, backline = 1, amount = "300" }\n'
    text += '[[rounds.seats]]\nseat = 2\nwagers = { base = "10" }\ndecisions = ["house way"]\n'
    third = play(text).rounds[2]
    (put_up,) = (event for event in third.events if isinstance(event, PutUp))
    assert (put_up.who, put_up.amount) == ("backline 1.1", 300_00)
    assert "is not among [[seats]]" in refused(text.replace("backline = 1, amount", "backline = 2, amount"))


def test_a_round_sat_out_is_not_one_of_the_two_banked_rounds() -> None:
    bet = '[[{0}seats]]\nseat = 1\nwagers = {{ base = "10" }}\ndecisions = ["stand"]\n'
    text = 'game = "blackjack-x"\n[bank]\nseat = 7\namount = "500"\n' + bet.format("")
    text += "[[rounds]]\n[[rounds.seats]]\nseat = 1\n[[rounds]]\n" + bet.format("rounds.")
    rounds = play(text).rounds
    turns = [event.turn for one in rounds for event in one.events if isinstance(event, PutUp)]
    assert turns == [1, 2, 2]


DOUBLE_HAND_FOR_13 = """
game = "pai-gow-double-hand"
bank = { seat = 2, amount = "10" }
[[seats]]
seat = 1
stack = "%s"
wagers = { base = "10" }
decisions = ["house way"]
[[seats]]
seat = 2
stack = "%s"
decisions = ["1", "house way"]
"""


@pytest.mark.parametrize(
    ("against", "stack", "why"),
    [
        ("101", "13", "it takes $10 and a fee of up to $5, and the stack is $13"),
        ("100", "12.99", "it takes $10 and a fee of up to $3, and the stack is $12.99"),
    ],
)
def test_PD_10_a_player_who_is_short_of_the_bank_and_its_fee_can_not_take_the_position(
    against: str, stack: str, why: str
) -> None:
    assert refused(DOUBLE_HAND_FOR_13 % (against, stack)) == f"bank: seat 2 can't take the position: {why} (PD-10)"


def test_PD_10_the_amount_and_the_fee_that_can_fall_due_are_enough_to_bank() -> None:
    assert play(DOUBLE_HAND_FOR_13 % ("100", "13")).report()["fees"] == "3"


def test_12_c_a_backline_bettor_who_did_not_bet_in_the_round_before_is_not_offered_the_position() -> None:
    text = """
game = "pai-gow-double-hand"
bank = { seat = 1, backline = 1, amount = "300" }
seats = [{ seat = 1 }, { seat = 1, backline = 1 }, { seat = 2, wagers = { base = "10" }, decisions = ["house way"] }]
"""
    assert refused(text) == "bank: backline 1.1 is not offered the position in this round"


def test_12_E_13_a_community_wheel_is_named_with_its_amount_where_there_are_several() -> None:
    text = """
game = "criss-cross-poker"
cards = { across = "7h 7d", middle = "7c", down = "2c Js" }
seats = [
  { seat = 1, wagers = { ante = "10", bonus-spin-xtreme = "1" }, decisions = ["fold"] },
  { seat = 2, wagers = { ante = "10", bonus-spin-xtreme = "5" }, decisions = ["fold"] },
]
[options]
bonus_spin_xtreme = true
bonus_spin_xtreme_event = "three-of-a-kind"
bonus_spin_xtreme_table_1 = "A"
bonus_spin_xtreme_table_5 = "G"
[spins]
"bonus-spin-xtreme hot spot" = "seat 2"
"bonus-spin-xtreme seat 2" = "400"
"bonus-spin-xtreme community" = "35"
"""
    assert refused(text) == (
        "spins: 'bonus-spin-xtreme community' is given, and there was no such spin; "
        "spun and not given: 'bonus-spin-xtreme community 1'"
    )
    seats = play(text.replace('community" =', 'community 1" =')).report()["seats"]
    assert [seat["net"] for seat in seats] == ["14", "375"]


def test_13_F_the_dealer_s_use_of_the_exposed_card_is_told_as_a_move_of_the_card() -> None:
    done = play("""
game = "pontoon-21"
cards = { "seat 1" = "Jh Kd", dealer = "9c 7d", exposed = "5s" }
seats = [{ seat = 1, wagers = { pontoon = "10" }, decisions = ["refuse", "stand"] }]
calls = [{ at = "play", irregularity = "13.F" }]
""")
    assert "From exposed to dealer: 5s (13.F)." in [event.words() for event in done.driver.events]
    assert done.report()["bank"]["net"] == "10"


def test_a_side_pot_and_what_is_taken_of_it_are_named_as_money() -> None:
    done = play("""
game = "no-limit-holdem"
before = { button = "seat 1" }
seats = [
  { seat = 1, stack = "100", decisions = ["raise to 40", "check", "check", "check"] },
  { seat = 2, stack = "20", decisions = ["call"] },
  { seat = 3, stack = "100", decisions = ["call", "check", "check", "check"] },
]
cards = { "seat 1" = "Ah Ad", "seat 2" = "7h 2d", "seat 3" = "Kh Kd", board = "3s 8c 9c Js 4d" }
""")
    told = [event.words() for event in done.driver.events]
    assert any(one.startswith("Side pot 1 holds $40 for ") for one in told)
    assert any("takes $40 from side pot 1 with " in one for one in told)
    assert done.report()["seats"][0]["wagers"][0]["note"].endswith(" of the pot")
    assert done.report()["seats"][0]["wagers"][0]["note"].startswith("$")
