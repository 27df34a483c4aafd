"""Scenarios: what is not given comes from the seed, and what can't be is refused in one sentence."""

import json
from typing import Any

import pytest

from houseway.games import game
from houseway.play import scenario
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
            "across: '1x' is not a card: write a rank (23456789TJQKA) and a suit (cdhs), as in Ah, or Jk for the joker",
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
        ('ante = "10", blind = "10"', "seat 1: 'blind' is not a wager here: ante or five-card-bonus"),
        ('across = "10"', "seat 1: 'across' is not a wager here: ante or five-card-bonus"),
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
        ('colour = "red"', "'colour' is not an option of Criss Cross Poker: its options are five_card_bonus, "),
        ('antes_pay = "double"', 'option antes_pay can\'t be "double": choose "even" or "table" (12.A)'),
        ('five_card_bonus = "yes"', 'option five_card_bonus can\'t be "yes": it takes true or false (7.E(2)(a))'),
        ("decks = 3", "option decks can't be 3: choose 1 or 2 (3.A, 3.B)"),
        ('smallest_chip = "0"', "option smallest_chip can't be 0: at least 0.01 (ALL-1)"),
        (
            'shuffling = "manual"\ndealing = "hand"',
            'dealing = "hand" needs shuffling = "automated" or "automated counting" (9.A(1))',
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
        ('colour = "red"\n' + ONE_SEAT, "round.toml, line 1: colour: is not a known field"),
        (ONE_SEAT + 'colour = "red"\n', "round.toml, line 11: seats.0.colour: is not a known field"),
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
            "call: 11.A(2) is called on a seat with wagers, and seat 2 has none",
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
