"""Rule files are read strictly: what is wrong is said in one sentence with file, line and field."""

from pathlib import Path

import pytest

from houseway.cli.find import game_named
from houseway.games import catalogue, game, register
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.rules.files import game_rules
from houseway.rules.models import GameRules, Limits
from houseway.rules.money import Odds
from houseway.rules.resolved import resolve
from houseway.rules.strict import RulesError, line_of, read_model, read_path, read_toml
from houseway.rules.submission import Choices, Submission, demonstration, house_rules, table_rules
from tests.folders import folder_of
from tests.games.high_card.round import HighCard

WHOLE = (folder_of("high-card") / "rules.toml").read_text(encoding="utf-8")
CRISS_CROSS = game("criss-cross-poker").rules

BROKEN = [
    ('bank = "house"', 'bank = "casino"', "bank: write 'house'"),
    ("seats = 4", "", "seats: is missing"),
    ("seats = 4", "seets = 4", "seats: is missing"),
    ("seats = 4", 'seats = "many"', "line 6: seats: write a whole number"),
    ('seats_clause = "1.A"', 'seats_clause = "1.A"\ncolour = "red"', "line 8: colour: is not a known field"),
    ('minimum = "5"', "minimum = 5", 'wagers.ante.minimum: write money as text, as in "12.50"'),
    ('minimum = "5"', 'minimum = "five"', "'five' is not an amount of money"),
    ('of = "ante"', 'of = "blind"', "wager raise: of names 'blind', which is no wager of this game"),
    ('default = "push"', 'default = "draw"', 'options.ties: the default can\'t be "draw": choose "push" or "lose"'),
    ('effect = "void"', 'effect = "explode"', "irregularities.5.A.effect: write 'void'"),
    ('pack = "52"', 'pack = "54"', "cards.pack: write '52'"),
    ('pack = "52"', "pack = 52", "cards.pack: write '52'"),
    ("seats = 4", "seats = ", "is not TOML: Invalid value (at line 6"),
    ("[places]", "[places", "is not TOML"),
]


@pytest.mark.parametrize(("whole", "broken", "why"), BROKEN, ids=[why[:40] for _, _, why in BROKEN])
def test_a_broken_file_is_refused_naming_file_line_and_field(whole: str, broken: str, why: str) -> None:
    assert WHOLE.count(whole) == 1
    with pytest.raises(RulesError) as error:
        read_model(GameRules, WHOLE.replace(whole, broken), name="broken.toml")
    said = str(error.value)
    assert said.startswith("broken.toml") and why in said and len(said.splitlines()) == 1


PAYS = """
[pay_tables.main]
name = "Main"
wagers = ["ante"]
clause = "6"
lines = [{ hand = "flush", pays = "8:1", clause = "6" }]
"""
LIMITS = """
[[limit_tables]]
name = "high"
applies = { ties = ["push"] }
limits = { "an*" = "10-300" }
clause = "7"
"""


@pytest.mark.parametrize(
    ("part", "why"),
    [
        (LIMITS.replace('"an*"', '"bl*"'), "limits 'high': 'bl*' is no wager with limits"),
        (LIMITS.replace("10-300", "300-10"), 'write limits as text, the least first, as in "10-300"'),
        (LIMITS.replace("10-300", "ten-300"), "'ten' is not an amount of money"),
        (LIMITS.replace("ties", "tie"), "limits 'high': option 'tie' is not among the options"),
        (PAYS.replace('"ante"', '"blind"'), "pay table main: 'blind' is no wager of this game"),
        (PAYS.replace("8:1", "8-1"), "pay_tables.main.lines.0.pays: '8-1' are not odds: write them as 3:2"),
        (PAYS.replace("8:1", "8:0"), "the second number can't be 0"),
        (PAYS.replace('"flush"', '"flush", low = "X"'), "write a rank as one of 23456789TJQKA"),
        (PAYS + 'applies = { tie = ["push"] }\n', "pay_tables main: option 'tie' is not among the options"),
        (PAYS + 'applies = { ties = ["win"] }\n', 'pay_tables main: option ties can\'t be "win"'),
        ('[[requirements]]\nwhen = { x = [1] }\nthen = {}\nclause = "1"\n', "requirements: option 'x' is not among"),
        ('[rulings.R]\nclause = "1"\nreading = "so"\noption = "x"\n', "ruling R: option 'x' is not among the options"),
        (
            '[duties.d]\nname = "d"\nclause = "1"\nrounds = "5 of them"\n',
            "duties.d.rounds: write a whole number",
        ),
    ],
)
def test_a_part_that_does_not_fit_the_rest_is_refused(part: str, why: str) -> None:
    with pytest.raises(RulesError) as error:
        read_model(GameRules, f"{WHOLE}\n{part}", name="broken.toml")
    assert why in str(error.value) and len(str(error.value).splitlines()) == 1


def test_the_line_of_a_field_is_found_below_headers_lists_and_quoted_keys() -> None:
    text = 'a = 1\n[b."c.d"]\ne = 2\n[[f]]\ng = 3\n[[f]]  # again\ng = 4\n[f.h]\ni.j = 5\n'
    paths: list[tuple[tuple[int | str, ...], int]] = [
        (("a",), 1),
        (("b", "c.d", "e"), 3),
        (("f", 0, "g"), 5),
        (("f", 1, "g"), 7),
        (("f", 1, "h", "i", "j"), 9),
        (("b", "c.d", "missing"), 2),
        (("nowhere",), 0),
    ]
    for path, line in paths:
        assert line_of(text, path) == line, path


def test_a_file_that_can_not_be_read_is_one_sentence(tmp_path: Path) -> None:
    with pytest.raises(RulesError, match=r"nothing.toml can't be read: No such file"):
        read_path(tmp_path / "nothing.toml")
    (tmp_path / "latin.toml").write_bytes(b"name = '\xe9'")
    with pytest.raises(RulesError, match=r"latin.toml is not TOML: it is not UTF-8"):
        read_path(tmp_path / "latin.toml")
    with pytest.raises(RulesError, match=r"^it is not TOML: "):
        read_toml("= 5", name="it")


def test_a_limit_table_counts_where_its_options_apply_and_the_operator_goes_before_it() -> None:
    rules = read_model(GameRules, f"{WHOLE}\n{LIMITS}", name="limits.toml")
    assert resolve(rules).limits["ante"] == Limits(1000, 30000)
    assert resolve(rules, {"ties": "lose"}).limits["ante"] == resolve(game("high-card").rules).limits["ante"]
    assert resolve(rules, limits={"ante": {"minimum": "20"}}).limits["ante"] == Limits(2000, 30000)


# Options, limits and pays as an operator chooses them


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"colour": 1}, "'colour' is not an option of Criss Cross Poker: five_card_bonus"),
        ({"decks": 3}, "option decks can't be 3: choose 1 or 2 (3.A, 3.B)"),
        ({"decks": True}, "option decks can't be true: choose 1 or 2"),
        ({"decks": "1"}, 'option decks can\'t be "1": write 1, without quotes'),
        ({"five_card_bonus": "yes"}, 'option five_card_bonus can\'t be "yes": it takes true or false'),
        ({"five_card_bonus": 1}, "option five_card_bonus can't be 1: it takes true or false"),
        ({"smallest_chip": "0"}, "option smallest_chip can't be 0: at least 0.01"),
        ({"smallest_chip": "a dime"}, "option smallest_chip 'a dime' is not an amount of money"),
        ({"dealing": None}, "option dealing can't be None: choose"),
        ({"dealing": ["hand"]}, "option dealing can't be ['hand']: choose"),
        (
            {"dealing": "hand", "shuffling": "manual"},
            'dealing = "hand" needs shuffling = "automated" or "automated counting" or "reshuffling device" (9.A(1))',
        ),
        (
            {"decks": 2, "shuffling": "manual"},
            'decks = 2 needs shuffling = "automated" or "automated counting" or "reshuffling device" (3.B)',
        ),
    ],
)
def test_an_option_that_can_not_be_chosen_is_refused_with_one_sentence(options: dict[str, object], why: str) -> None:
    with pytest.raises(RulesError) as error:
        resolve(CRISS_CROSS, options)
    assert str(error.value).startswith(why) and len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("limits", "why"),
    [
        ({"antes": {"minimum": "5"}}, "'antes' is not a wager of Criss Cross Poker with limits: did you mean ante?"),
        ({"across": {"minimum": "5"}}, "'across' is not a wager of Criss Cross Poker with limits"),
        ({"ante": {"least": "5"}}, "limits of ante: 'least' is neither minimum nor maximum"),
        ({"ante": {"minimum": "five"}}, "limits of ante: 'five' is not an amount of money"),
        ({"ante": {"minimum": "0"}}, "limits of ante: the minimum 0 must be above 0"),
        ({"ante": {"minimum": "600"}}, "limits of ante: the minimum 600 must be above 0 and not above the maximum 500"),
    ],
)
def test_limits_that_can_not_stand_are_refused_with_one_sentence(limits: dict[str, dict[str, str]], why: str) -> None:
    with pytest.raises(RulesError) as error:
        resolve(CRISS_CROSS, limits=limits)
    assert str(error.value).startswith(why) and len(str(error.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("pays", "why"),
    [
        ({"main": {"flush": "8:1"}}, "'main' is not a pay table of Criss Cross Poker: criss-cross, five-card-bonus"),
        ({"criss-cross": {"five-aces": "8:1"}}, "pay table criss-cross has no line 'five-aces': royal"),
        ({"criss-cross": {"flush": "eight"}}, "pay table criss-cross, flush: 'eight' are not odds"),
    ],
)
def test_pays_that_can_not_stand_are_refused_with_one_sentence(pays: dict[str, dict[str, str]], why: str) -> None:
    with pytest.raises(RulesError) as error:
        resolve(CRISS_CROSS, pays=pays)
    assert str(error.value).startswith(why) and len(str(error.value).splitlines()) == 1


def test_what_is_chosen_applies_and_the_rest_stays_as_the_file_has_it() -> None:
    rules = resolve(
        CRISS_CROSS,
        {"five_card_bonus": False, "dealing": "automated shoe"},
        {"ante": {"minimum": "25"}},
        {"criss-cross": {"flush": "9:1", "pair-J": "push"}},
    )
    assert "five-card-bonus" not in rules.wagers and "ante" in rules.wagers
    assert rules.limits["ante"] == Limits(2500, 50000)
    lines = {line.key: line.pays for line in rules.pay_tables["down"].lines}
    assert (lines["flush"], lines["pair-J"], lines["pair-6"], lines["straight"]) == (Odds(9), None, None, Odds(5))
    assert "13.D" in rules.irregularities and "5.B(2)" not in rules.irregularities
    assert "deck-change-shoe" in rules.duties and "deck-change-hand" not in rules.duties
    assert rules.options["decks"] == 1
    assert resolve(CRISS_CROSS).pay_tables["down"].line("flush") != rules.pay_tables["down"].line("flush")


def test_a_submission_names_its_tables_and_its_choices_give_way_to_closer_ones() -> None:
    house = read_model(
        Submission,
        'facility = "Here"\n[[tables]]\nname = "One"\ngame = "criss-cross-poker"\n[tables.options]\ndecks = 2\n'
        '[tables.limits]\nante = { minimum = "10", maximum = "20" }\n',
        name="here.toml",
    )
    rules = house_rules(CRISS_CROSS, Choices(limits={"ante": {"maximum": "50"}}), house)
    assert rules.options["decks"] == 2 and rules.limits["ante"] == Limits(1000, 5000)
    assert table_rules(house.table("One")).limits["ante"] == Limits(1000, 2000)
    with pytest.raises(RulesError, match="'Two' is not a table of Here: One"):
        house.table("Two")
    for table in demonstration().tables:
        assert table_rules(table).game.id == table.game


def test_every_game_is_found_by_its_id_and_no_id_is_given_twice() -> None:
    for id in catalogue():
        assert game(id).id == game(id).rules.id == id

    class Impostor(HighCard):
        pass

    with pytest.raises(RulesError, match="there are two games with the id 'high-card'"):
        register(Impostor())
    with pytest.raises(RulesError, match="'chess' is not a game here: "):
        game("chess")


SEATS = """
[options.seats]
name = "How many seats the table has"
default = 3
minimum = 2
maximum = 4
clause = "1.A"
"""


def test_the_number_of_seats_is_an_option_where_the_rulebook_says_up_to() -> None:
    up_to = read_model(GameRules, WHOLE + SEATS, name="up-to.toml")
    assert resolve(up_to).seats == 3 and resolve(up_to, {"seats": 4}).seats == 4
    assert resolve(HighCard().rules).seats == 4
    with pytest.raises(RulesError, match="option seats can't be 5: at most 4"):
        resolve(up_to, {"seats": 5})
    for wrong in (SEATS.replace("maximum = 4", "maximum = 5"), SEATS.replace("maximum = 4", "maximum = 3")):
        with pytest.raises(RulesError, match="option seats: whole numbers, up to the 4 seats of the game"):
            read_model(GameRules, WHOLE + wrong, name="up-to.toml")


def test_BX_9_a_bonus_bet_is_bounded_by_the_game_wager_only_where_the_schedule_says_so() -> None:
    rules = game_rules("blackjack-x-buster-v1.1")
    bounded, free = (resolve(rules, {"collection": id}).wagers["buster"] for id in ("GEGA-002382/1", "GEGA-004331/1"))
    assert bounded.at_most == "base" and bounded.clause_of("at_most").startswith("GEGA-002382, ")
    assert free.at_most is None


# The number of seats: the operator's where a rulebook says "up to", "a maximum of" or nothing; fixed elsewhere, and why
FIXED_SEATS = {
    "criss-cross-poker": "2.A(1)",  # betting positions for six players
    "top-five-poker": "2.A(1)",
    "ace-up-pai-gow": "PG-17",  # piles and dice are for so many positions
    "lucky-pai-gow": "PG-17",
    "mini-pai-gow": "PG-17",
}


@pytest.mark.parametrize("id", [id for id in catalogue() if id != HighCard.id])
def test_the_number_of_seats_is_an_option_unless_the_rulebook_fixes_it(id: str) -> None:
    rules = catalogue()[id].rules
    if id in FIXED_SEATS:
        assert "seats" not in rules.options
        assert FIXED_SEATS[id] in (rules.seats_clause, *rules.rulings)
        return
    option = rules.options["seats"]
    fewest = min(map(int, option.values)) if option.values else option.minimum
    assert fewest is not None
    driver = Driver(catalogue()[id], resolve(rules, {"seats": fewest}))
    for seat in range(1, fewest + 1):
        driver.seat(f"seat {seat}", 1000_00)
    with pytest.raises(Refused, match=f"this table has seat 1 to seat {fewest}"):
        driver.seat(f"seat {fewest + 1}", 1000_00)


@pytest.mark.parametrize(
    ("called", "found"),
    [
        ("blackjack", {"blackjack-x", "cal-blackjack-2.0", "pontoon-21"}),
        ("21", {"blackjack-x-magic-7", "pontoon-21"}),
        ("holdem", {"limit-holdem", "no-limit-holdem", "ultimate-texas-holdem", "three-card-texas-holdem"}),
        ("pai gow poker", {"lucky-pai-gow", "ultimate-pai-gow"}),
        ("punto banco", {"cash-in-baccarat", "commission-free-baccarat"}),
        ("casino war", {"ultimate-war"}),
        ("poker", {"ultimate-texas-holdem", "limit-holdem", "omaha", "omaha-hi-lo", "big-o", "seven-card-stud"}),
        ("ofc", {"chinese-poker", "face-up-pineapple-chinese-poker"}),
    ],
)
def test_games_are_found_by_what_people_call_them(called: str, found: set[str]) -> None:
    known = {id for id, game in catalogue().items() if called in (name.lower() for name in game.rules.known_as)}
    assert found <= known
    with pytest.raises(RulesError, match="did you mean"):
        game_named(called)
