"""Submissions checked: every mistake found in one pass, with its clause, and nothing wrong with a good one."""

import random
import tomllib
from pathlib import Path
from typing import Any

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.driver import Driver
from houseway.prove.check import Checked, check, check_file
from houseway.rules.folders import game_folders
from houseway.rules.money import cents
from houseway.rules.resolved import resolve
from houseway.rules.strict import RulesError, read_model
from houseway.rules.submission import Submission, demonstration_text, table_rules

MISTAKES = Path(__file__).parent.parent / "submissions" / "mistakes.toml"
DEMONSTRATION = demonstration_text()

EXPECTED_ERRORS = [
    ("licence", "", "'licence' is no field of a submission"),
    ("options.five_card_bonus", "7.E(2)(a)", "five_card_bonus must be stated"),
    ("options.shuffling", "9.A(1)", 'dealing = "hand" needs shuffling = "automated" or "automated counting"'),
    ("options.decks", "3.A, 3.B", "decks can't be 3: choose 1 or 2"),
    ("options.abandonned_wagers", "", "did you mean abandoned_wagers?"),
    ("limits.ante", "7.E(1)", "the minimum of ante, $25, is above the maximum, $5"),
    ("limits.five-card-bonus", "7.E(2)(a)", "the minimum of five-card-bonus must be above $0"),
    ("limits.across", "", "'across' is no wager of Criss Cross Poker with limits"),
    ("pays.criss-cross.royal-flush", "12.A(1)", "is 250 to 1, and the rulebook prints 500 to 1"),
    ("pays.five-card-bonus.five-of-a-kind", "12.C", "has no line 'five-of-a-kind': did you mean four-of-a-kind?"),
    ("duties.deck-change-hand.hours", "3.C(1)", "can't be due every 6 hours: at least every 4"),
    ("duties.stub-count-hand.rounds", "9.C", "can't be due every 0 rounds"),
    ("name", "", 'two tables are named "Criss Cross 1"'),
    ("options.shuffling", "3.B", 'decks = 2 needs shuffling = "automated" or "automated counting"'),
    ("limits.ante.minimum", "7.E(1)", "5 must be written as text"),
    ("options.top_five_pay_table", "12.B", "top_five_pay_table must be stated"),
    ("options.boxes", "7.F", "boxes can't be 7: at most 6"),
    ("options.dealing", "8, 9, 10", 'dealing can\'t be "shoe": choose "manual shoe" or "hand" or "automated shoe"'),
    ("limits.ante.minimum", "7.E(1)", "$5.25, is not a whole number of $0.50 chips"),
    ("pays.top-five-bonus-c.six-cards", "12.B(3)(b)", "prints 15 to 1; choose another table by top_five_pay_table"),
]
EXPECTED_WARNINGS = [
    ("options.antes_pay", "12.A", "ruling CC-1"),
    ("duties.deck-change-shoe", "3.C(2)", "no duty at this table"),
    ("limits.five-card-bonus", "7.E(2)(a)", "is not offered"),
    ("options.poker_pay_table", "12.B bis", "has no effect without poker_bonus = true"),
    ("limits", "7.E(2)(a)", "limits are not stated, and these stand: top-five-bonus $1 to $100"),
    ("limits", "7.E(1), 7.E(2)(a), 7.E(2)(b)", "ante $5 to $500; top-five-bonus, poker-bonus $1 to $100"),
]


def found(checked: Checked, severity: str) -> list[tuple[str, str, str]]:
    return [
        (finding.where.rpartition('", ')[2], finding.clause, finding.what)
        for finding in checked.findings
        if finding.severity == severity
    ]


def unmatched(expected: list[tuple[str, str, str]], got: list[tuple[str, str, str]]) -> list[tuple[str, str, str]]:
    """What was expected and is not there, and what is there and was not expected."""
    left = list(got)
    missing = []
    for where, clause, words in expected:
        same = next((one for one in left if one[:2] == (where, clause) and words in one[2]), None)
        if same is None:
            missing.append((where, clause, words))
        else:
            left.remove(same)
    return missing + left


def test_twenty_mistakes_are_found_in_one_pass_and_nothing_else() -> None:
    checked = check_file(MISTAKES)
    assert len(EXPECTED_ERRORS) == checked.errors == 20
    assert unmatched(EXPECTED_ERRORS, found(checked, "error")) == []


def test_what_is_only_odd_is_a_warning() -> None:
    assert unmatched(EXPECTED_WARNINGS, found(check_file(MISTAKES), "warning")) == []


def test_each_mistake_is_found_on_its_line() -> None:
    text = MISTAKES.read_text()
    marked = {
        int(mark): number
        for number, line in enumerate(text.splitlines(), start=1)
        for mark in [line.rpartition("# ")[2].partition(":")[0]]
        if mark.isdigit()
    }
    lines = [finding.line for finding in check_file(MISTAKES).findings if finding.severity == "error"]
    told = {number for mistake, number in marked.items() if mistake not in (2, 13, 16)}  # found at a section's head
    assert len(marked) == 20
    assert told <= set(lines)


def test_the_demonstration_submission_has_no_error_and_its_tables_open() -> None:
    checked = check(DEMONSTRATION, name="demonstration.toml")
    assert [finding.data() for finding in checked.findings if finding.severity == "error"] == []
    submission = read_model(Submission, DEMONSTRATION, name="demonstration.toml")
    assert checked.tables == tuple(table.name for table in submission.tables)
    for table in submission.tables:
        driver = Driver(game(table.game), table_rules(table))
        for seat in (1, 2):  # a pot takes two
            driver.buy_in(f"seat {seat}", cents("1000"))
        driver.begin(seed_from(1))
        assert driver.open


def test_report_for_a_program() -> None:
    report = check_file(MISTAKES).report()
    assert report["submission"] == "mistakes.toml"
    assert report["facility"] == "House of Mistakes"
    assert report["tables"] == ["Criss Cross 1", "Criss Cross 1", "Top Five 1", "Top Five 2"]
    assert report["errors"] == 20
    assert report["warnings"] == len(report["findings"]) - 20
    assert report["findings"][0] == {
        "where": "licence",
        "line": 4,
        "what": "'licence' is no field of a submission: facility, coach, signatures, tables",
        "clause": "",
        "severity": "error",
    }


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("", "the facility operator's name is missing"),
        ('facility = "X"', "no table is submitted"),
        ('facility = "X"\ntables = [3]', "this is no table"),
        ('facility = "X"\n[[tables]]\ngame = "top-five-poker"', "the table has no name"),
        ('facility = "X"\n[[tables]]\nname = "A"', "the table names no game"),
        ('facility = "X"\n[[tables]]\nname = "A"\ngame = "top-five-pocker"', "did you mean top-five-poker?"),
        (
            'facility = "X"\n[[tables]]\nname = "A"\ngame = "top-five-poker"\noptions = 3',
            "write options as a",
        ),
        (
            'facility = "X"\n[[tables]]\nname = "A"\ngame = "top-five-poker"\nlimits = { ante = 5 }',
            "write the limits of ante as",
        ),
    ],
)
def test_a_submission_that_is_hardly_one_still_gets_findings(text: str, words: str) -> None:
    checked = check(text, name="x.toml")
    assert any(words in finding.what and finding.severity == "error" for finding in checked.findings)


def test_text_that_is_no_toml_is_said_in_one_sentence() -> None:
    with pytest.raises(RulesError, match=r"x\.toml is not TOML"):
        check("= 3", name="x.toml")


def test_what_has_no_error_opens_and_what_has_one_does_not_pass_for_good() -> None:
    """Random choices: the checker and the rules that tables run by never disagree."""
    rng = random.Random(7)
    seen = {True: 0, False: 0}
    for _ in range(400):
        rules = game(rng.choice(["criss-cross-poker", "top-five-poker"])).rules
        options: dict[str, Any] = {name: option.default for name, option in rules.options.items() if option.stated}
        for name in rng.sample(list(rules.options), 3):
            option = rules.options[name]
            odd = rng.random() < 0.1
            options[name] = rng.choice([0, 9, "x", True] if odd else [*option.values, option.default])
        minimum = rng.choice(["5", "5", "5", "10.01", "0", "x"])
        limits = {"ante": {"minimum": minimum, "maximum": rng.choice(["5", "500"])}}
        text = f'facility = "X"\n[[tables]]\nname = "A"\ngame = "{rules.id}"\n{_toml("options", options)}'
        text += _toml("limits", limits)
        checked = check(text, name="x.toml")
        data = tomllib.loads(text)["tables"][0]
        try:
            resolve(rules, data["options"], data["limits"])
            opens = True
        except RulesError:
            opens = False
        seen[opens] += 1
        if not opens:
            assert checked.errors, text
        elif checked.errors:  # stricter than the engine only where chips or statements are concerned
            assert all(
                "must be stated" in one.what or "chips" in one.what
                for one in checked.findings
                if one.severity == "error"
            ), (text, checked.findings)
        else:
            read_model(Submission, text, name="x.toml")
    assert min(seen.values()) > 100


def _toml(section: str, values: dict[str, Any]) -> str:
    def written(value: Any) -> str:
        if isinstance(value, dict):
            return "{ " + ", ".join(f"{key} = {written(part)}" for key, part in value.items()) + " }"
        return str(value).lower() if isinstance(value, bool) else str(value) if isinstance(value, int) else f'"{value}"'

    return f"[tables.{section}]\n" + "".join(f"{name} = {written(value)}\n" for name, value in values.items())


# Amounts whose least depends on another choice


def bounded(**options: Any) -> list[tuple[str, str]]:
    """A game whose reset amount has another minimum with each pay table."""
    data = game("top-five-poker").rules.model_dump(mode="json")
    data["options"] |= {
        "table": {"name": "Pay table", "default": "A", "values": ["A", "B"], "clause": "7"},
        "reset": {"name": "Reset amount", "default": "1000", "money": True, "clause": "8.B"},
    }
    data["bounds"] = [
        {"option": "reset", "when": {"table": ["A"]}, "minimum": 100000, "clause": "8.B(1)"},
        {"option": "reset", "when": {"table": ["B"]}, "minimum": 500000, "clause": "8.B(2)"},
    ]
    rules = type(game("top-five-poker").rules).model_validate(data)
    stated = {name: option.default for name, option in rules.options.items() if option.stated}
    text = f'facility = "X"\n[[tables]]\nname = "A"\ngame = "top-five-poker"\n{_toml("options", stated | options)}'
    checked = check(text, name="x.toml", games={"top-five-poker": rules})
    problems = [(finding.clause, finding.what) for finding in checked.findings if finding.severity == "error"]
    if problems:
        with pytest.raises(RulesError):
            resolve(rules, options)
    return problems


def test_a_least_amount_by_pay_table() -> None:
    assert bounded() == bounded(reset="1000") == bounded(table="B", reset="5000") == []
    assert bounded(reset="999.99") == [("8.B(1)", 'reset can\'t be 999.99: at least 1000 with table = "A"')]
    assert bounded(table="B") == [("8.B(2)", 'reset can\'t be 1000: at least 5000 with table = "B"')]
    assert bounded(reset="x")[0][0] == "8.B"


# Pontoon 21


PONTOON_MISTAKES = [
    ("options.settlement", "7.R", "settlement must be stated"),
    ("options.match_super_bonus", "6.G(1)", "it takes true or false"),
    ("options.decks", "3.A", "choose 6 or 8"),
    ("options.boxes", "6.H", "at most 8"),
    ("options.splits", "11.D", "at least 1"),
    ("options.mid_shoe_entry", "6.C", 'choose "allowed" or "barred"'),
    ("options.cover_card", "5.E(2)", "at least 25"),
    ("limits.insurance", "", "is no wager of Pontoon 21 with limits"),
    ("pays.pontoon.blackjack", "12.A(2)", "prints 3 to 2"),
    ("duties.deck-change.hours", "3.C", "at least every 24"),
]


def test_ten_mistakes_at_pontoon_are_found() -> None:
    checked = check_file(MISTAKES.with_name("pontoon-mistakes.toml"))
    assert checked.errors == 10
    assert unmatched(PONTOON_MISTAKES, found(checked, "error")) == []


# Bonus Spin at Criss Cross Poker: wheels and meters


SPIN = """
facility = "X"
[[tables]]
name = "A"
game = "criss-cross-poker"
options = { five_card_bonus = false, bonus_spin = true, bonus_spin_table = "B", bonus_spin_community = "B" }
limits = { ante = { minimum = "5", maximum = "500" }, bonus-spin = { minimum = "1", maximum = "5" } }
[tables.wheels]
bonus-spin-B = { jackpot = 1, 500 = 1, 250 = 1, 120 = 1, 60 = 1, 50 = 1, 30 = 1, 20 = 1, 18 = 1, 13 = 1, 12 = 1, 10 = 1, "500 and 100" = 1, "200 and 50" = 1, "25 and 15" = 1 }
[tables.meters]
bonus-spin-B = { rate = "15%", initial = "1000", reset = "1000" }
"""  # noqa: E501


@pytest.mark.parametrize(
    ("old", "new", "clause", "words"),
    [
        ("jackpot = 1, ", "", "12.D(2)", "jackpot is printed, and it is on no stop"),
        ("jackpot = 1", "jackpot = 0", "12.D(2)", "can't be on 0 stops"),
        ("jackpot = 1", "jackpot = 1, 999 = 1", "12.D(2)", "999 is not on this wheel"),
        ("bonus-spin-B = { jackpot", "bonus-spin-A = { jackpot", "12.D(2)", "without the stops of its wheel"),
        ("bonus-spin-B = { jackpot", "bonus-spin-Z = { jackpot", "", "is no wheel of Criss Cross Poker"),
        ('rate = "15%", ', "", "12.D(6)(a)", "rate is missing"),
        ('rate = "15%"', 'rate = "150%"', "12.D(6)(a)", "at most 100 per cent"),
        ('rate = "15%"', "rate = 15", "12.D(6)(a)", "must be written as text"),
        ('initial = "1000"', 'initial = "999"', "12.D(6)(b)(ii)", "the initial amount, $999, is below $1,000"),
        ('reset = "1000"', 'reset = "10"', "12.D(6)(b)(ii)", "the reset amount, $10, is below $1,000"),
        ("bonus-spin-B = { rate", "bonus-spin-D = { rate", "12.D(6)(b)(ii)", "without its rate, initial and reset"),
        ('bonus_spin_community = "B"', "decks = 1", "12.D(8)(b)", "bonus_spin_community must be stated"),
    ],
)
def test_wheels_and_meters(old: str, new: str, clause: str, words: str) -> None:
    assert check(SPIN, name="x.toml").findings == ()
    errors = found(check(SPIN.replace(old, new), name="x.toml"), "error")
    assert any(one[1] == clause and words in one[2] for one in errors), errors


def test_GEGA_004374_a_table_limit_that_is_not_the_one_of_its_collection_schedule_is_found() -> None:
    submission = """
        facility = "A House"
        [[tables]]
        name = "Ultimate 1"
        game = "ultimate-texas-holdem"
        options = { collection = "GEGA-004374/1" }
        limits = { ante = { minimum = "5", maximum = "250" }, trips = { minimum = "5", maximum = "250" } }
    """
    (found,) = [one for one in check(submission, name="a.toml").findings if one.severity == "error"]
    assert found.where == 'table "Ultimate 1", limits.ante'
    assert found.what == "the table limit $5 to $250 is not the one of the schedule, $5 to $300"
    assert found.clause == "GEGA-004374, Collection Rates, schedule option 1"


def _errors(text: str) -> list[tuple[str, str]]:
    told = check(f'facility = "House"\n{text}', name="house.toml").findings
    return [(one.what, one.clause) for one in told if one.severity == "error"]


def _limits(game: str, **limits: str) -> str:
    rows = "".join(
        f'{name.replace("_", "-")} = {{ minimum = "{low}", maximum = "{high}" }}\n'
        for name, (low, _, high) in ((name, span.partition("-")) for name, span in limits.items())
    )
    return f'[[tables]]\nname = "One"\ngame = "{game}"\n[tables.limits]\n{rows}'


def test_betting_limits_the_printed_limits_of_party_craps_may_be_drawn_closer_and_no_wider() -> None:
    assert _errors(_limits("party-craps", hard_4="1-25", pass_odds="1-5000")) == []
    assert _errors(_limits("party-craps", hard_4="5-20")) == []
    assert _errors(_limits("party-craps", hard_4="1-1000")) == [
        ("the limits of hard-4, $1 to $1,000, are not within the $1 to $25 of the printed limits", "Betting Limits")
    ]
    assert _errors(_limits("party-craps", lay_4="10-300")) == [
        ("the limits of lay-4, $10 to $300, are not within the $20 to $300 of the printed limits", "Betting Limits")
    ]


def test_lucky_bonus_bet_may_not_exceed_the_table_limit() -> None:
    assert _errors(_limits("lucky-pai-gow", base="10-500", lucky_bonus="5-500")) == []
    (what, _), *_ = _errors(_limits("lucky-pai-gow", base="10-500", lucky_bonus="5-5000"))
    assert what == "the limits of lucky-bonus, $5 to $5,000, go above the $500 of base"


def test_a_table_without_a_collection_can_be_played_and_not_approved() -> None:
    for id in ("limit-holdem", "big-o", "mexican-stud"):
        table = f'[[tables]]\nname = "One"\ngame = "{id}"\n[tables.options]\ncollection = "none"\n'
        assert "no rulebook prints it" in _errors(table)[0][0]


def test_description_of_table_used_2_a_chinese_buy_in_is_thirty_limits_at_least() -> None:
    table = '[[tables]]\nname = "One"\ngame = "chinese-poker"\n[tables.options]\nmaximum_buy_in = '
    assert _errors(f"{table}0\n") == _errors(f"{table}30\n") == []
    assert _errors(f"{table}10\n")[0][0] == "maximum_buy_in can't be 10: at least 30"


def test_the_text_is_read_for_lines_once_however_much_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Looking each finding's line up by reading the text again made many tables take minutes."""
    from houseway.rules import strict

    read, calls = strict._lines, list[int]()

    def counted(text: str) -> list[tuple[int, strict.FieldPath]]:
        calls.append(len(text))
        return read(text)

    monkeypatch.setattr(strict, "_lines", counted)
    found = check("[[tables]]\n" * 300, name="it")
    assert len(found.findings) > 600 and len(calls) == 1
    assert [one.line for one in found.findings if one.at == ("tables", 299)] == [300, 300]


def test_a_submission_without_end_is_refused_in_a_sentence() -> None:
    many = check('facility = "x"\n' + "[[tables]]\n" * 1001, name="it")
    assert [one.what for one in many.findings] == ["a submission has up to 1,000 tables, not 1,001: none was checked"]
    with pytest.raises(RulesError, match="longer than a submission can be"):
        check("#" * 1_000_001, name="it")


def test_GEGA_002382_limits_are_held_to_the_schedule_beside_what_else_is_wrong() -> None:
    text = """
facility = "Two Mistakes"
[[tables]]
name = "Hold'em"
game = "three-card-texas-holdem"
options = { collection = "GEGA-002382/2", backline = 1 }
[tables.limits]
ante = { minimum = "5", maximum = "1200" }
straight-or-up = { minimum = "5", maximum = "1000" }
flush-or-pair = { minimum = "5", maximum = "1000" }
"""
    found = [finding.what for finding in check(text, name="two mistakes").findings]
    assert found == ["backline can't be 1: choose 0", "the maximum table limit $1,200 is not between $100 and $1,000"]


# The size of wagers: schedule, brackets, other wagers and chips


def _chosen(game: str, **options: Any) -> str:
    return f'[[tables]]\nname = "One"\ngame = "{game}"\n{_toml("options", options)}'


def _with(game: str, limits: dict[str, str], **options: Any) -> str:
    spans = {name: dict(zip(("minimum", "maximum"), span.split("-"), strict=True)) for name, span in limits.items()}
    return _chosen(game, **options) + _toml("limits", spans)


@pytest.mark.parametrize(
    ("game", "collection", "limits"),
    [
        ("pai-gow-triple-bonus", "GEGA-002382/1", "10-1000"),
        ("ace-up-pai-gow", "Ace Up Pai Gow Poker/2", "5-1000"),
        ("ace-up-pai-gow", "Ace Up Pai Gow Poker/4", "10-1000"),
    ],
)
def test_PD_11_brackets_by_the_single_wager_that_end_are_a_limit(game: str, collection: str, limits: str) -> None:
    (what, clause), *_ = _errors(_with(game, {"base": limits}, collection=collection))
    assert "of the schedule's fee brackets" in what
    assert clause.endswith("PD-11")


def test_PD_11_above_the_last_bracket_by_total_table_action_the_last_fee_stands() -> None:
    limits = {"base": "5-1000", "lucky-bonus": "5-1000", "ace-up-bonus": "5-1000"}
    assert _errors(_with("ace-up-pai-gow", limits, collection="Ace Up Pai Gow Poker/5", shuffling="hand")) == []


def test_LP_9_a_lucky_bonus_of_one_dollar_is_below_the_schedule_s_five() -> None:
    limits = {"base": "5-1000", "lucky-bonus": "1-1000"}
    assert _errors(_with("lucky-pai-gow", limits, collection="GEGA-002382/5")) == [
        (
            "the limits of lucky-bonus, $1 to $1,000, are not within the $5 to $1,000 of the collection schedule",
            "GEGA-002382, LP-9",
        )
    ]


def test_game_rules_19_a_tie_bet_above_the_table_s_limits_is_found_by_that_clause() -> None:
    limits = {"player": "5-200", "banker": "5-200", "tie": "5-500"}
    assert _errors(_with("commission-free-baccarat", limits, collection="GEGA-002382/2")) == [
        ("the limits of tie, $5 to $500, are not within the $5 to $200 of player", "Game Rules 19, BA-7")
    ]


def test_GEGA_002382_the_limit_of_another_wager_is_not_called_the_schedule_s() -> None:
    limits = {"play": "5-500", "quick-draw-bonus": "5-1000"}
    ((what, clause),) = _errors(_with("cal-quick-draw-poker", limits, collection="GEGA-002382/1"))
    assert what == "the limits of quick-draw-bonus, $5 to $1,000, are not within the $5 to $500 of play"
    assert clause == "GEGA-002382, Cal Quick Draw Poker (GEGA-004282), schedule option 1"


def test_GEGA_002382_pair_and_up_is_bounded_by_the_schedule_and_not_by_its_own_section() -> None:
    limits = {"ante": "5-300", "pair-and-up": "5-300", "bonus-6": "5-300"}
    ((what, clause),) = _errors(_with("three-card-poker", limits, collection="GEGA-002382/1"))
    assert what == "the limits of pair-and-up, $5 to $300, are not within the $5 to $200 of the collection schedule"
    assert clause == "GEGA-002382, Three Card Poker 6 Card Bonus (GEGA-001195), schedule option 1"


def test_ALL_1_a_smallest_chip_that_the_limits_are_no_multiple_of() -> None:
    told = _errors(_chosen("ultimate-texas-holdem", collection="GEGA-002382/1", smallest_chip="25"))
    assert ("the minimum of ante, $5, is not a whole number of $25 chips", "ALL-1") in told
    assert _errors(_chosen("ultimate-texas-holdem", collection="GEGA-002382/1", smallest_chip="5")) == []
    limits = {"base": "6-600", "buster": "6-60", "lucky-pair": "6-60", "magic-sevens": "6-60"}
    sevens = _with("blackjack-x-magic-7", limits, collection="GEGA-002382/1", smallest_chip="2", magic_sevens=True)
    assert ("the step of magic-sevens, $5, is not a whole number of $2 chips", "ALL-1") in _errors(sevens)


def test_ALL_1_blinds_that_are_no_whole_chips_are_called_by_their_names() -> None:
    told = [what for what, _ in _errors(_chosen("limit-holdem", limit="3-6", smallest_chip="2"))]
    assert "the small blind, $1, is not a whole number of $2 chips" in told
    assert "the big blind, $3, is not a whole number of $2 chips" in told


# Amounts of a pot game that do not go together


@pytest.mark.parametrize(
    ("game", "options", "what", "clause"),
    [
        (
            "no-limit-holdem",
            {"limit": "100-1000", "blinds": "200-500"},
            "the least buy-in, $100, does not pay for the first bet of $500",
            "PP-13",
        ),
        (
            "limit-holdem",
            {"limit": "15-30", "buy_in": "1-2"},
            "the least buy-in, $1, does not pay for the first bet of $15",
            "PP-13",
        ),
        (
            "seven-card-stud",
            {"limit": "2-4", "ante": "1000"},
            "the ante, $1,000, is above the smaller bet, $2",
            "PP-13",
        ),
        ("limit-holdem", {"limit": "3-6", "smallest_chip": "5"}, "the smaller bet, $3, is not a whole number", "ALL-1"),
        ("seven-card-stud", {"limit": "8-16", "smallest_chip": "4"}, "the ante, $2, is not a whole number", "ALL-1"),
    ],
)
def test_PP_13_amounts_that_do_not_go_together(game: str, options: dict[str, str], what: str, clause: str) -> None:
    told = _errors(_chosen(game, **options))
    assert any(words.startswith(what) and cited == clause for words, cited in told), told


def test_GEGA_002034_a_fee_from_the_pot_before_the_deal_needs_an_ante() -> None:
    ((what, clause),) = _errors(_chosen("seven-card-stud", limit="2-4", ante="0"))
    assert what == "there is no ante, and the collection comes out of the pot before the deal"
    assert clause.startswith("GEGA-002034, Seven Card Stud (GEGA-000674)")
    assert _errors(_chosen("limit-holdem", limit="3-6")) == []  # after the flop


def test_6_H_a_player_can_not_have_more_boxes_than_the_table_has_seats() -> None:
    stated = {"match_super_bonus": False, "splits": 3, "settlement": "losing first"}
    assert _errors(_chosen("pontoon-21", boxes=5, seats=4, **stated)) == [
        ("boxes can't be 5: at most 4 with seats = 4", "6.H")
    ]
    assert _errors(_chosen("pontoon-21", boxes=4, seats=4, **stated)) == []
    banked = _errors(_chosen("blackjack-x", collection="GEGA-002382/1", boxes=4, seats=4))
    assert banked[0][0] == "boxes can't be 4: at most 3 with seats = 4"  # the player-dealer has a seat


# Warnings: what is left open, and nothing that a ruling leaves to the operator


def _warnings(text: str) -> list[str]:
    told = check(f'facility = "House"\n{text}', name="house.toml").findings
    return [one.what for one in told if one.severity == "warning"]


@pytest.mark.parametrize(
    "id", [id for id in game_folders() if id == "cal-blackjack-2.0" or id.startswith("blackjack-x")]
)
def test_GEGA_002382_limits_left_open_under_a_schedule_that_prints_none_are_warned_of(id: str) -> None:
    (told,) = [one for one in _warnings(_chosen(id, collection="GEGA-002382/1")) if one.startswith("limits")]
    assert "base" in told and "$5 to $600" in told


def test_GEGA_003057_limits_that_the_schedule_prints_are_not_warned_of() -> None:
    assert not any("limits" in one for one in _warnings(_chosen("blackjack-x", collection="GEGA-003057/1")))


@pytest.mark.parametrize("id", ["ultimate-texas-holdem", "blackjack-x", "ace-up-pai-gow", "big-o"])
def test_PD_4_a_collection_that_is_not_stated_is_warned_of(id: str) -> None:
    assert any(one.startswith("collection is not stated, and") for one in _warnings(_chosen(id)))
    default = game(id).rules.options["collection"].default
    assert not any(one.startswith("collection") for one in _warnings(_chosen(id, collection=default)))


@pytest.mark.parametrize("id", ["chinese-poker", "face-up-pineapple-chinese-poker"])
def test_collection_procedure_a_schedule_that_is_not_stated_is_warned_of(id: str) -> None:
    assert _warnings(_chosen(id))[0].startswith("schedule is not stated, and 2 stands")
    assert _warnings(_chosen(id, schedule=3)) == []


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("criss-cross-poker", {"abandoned_wagers": "stand"}),  # CC-10
        ("top-five-poker", {"abandoned_wagers": "stand"}),  # T5-9
        ("omaha", {"kill": "half"}),  # PP-14
        ("omaha-hi-lo", {"kill": "half"}),
        ("big-o", {"collection": "GEGA-004281"}),  # PP-17
        ("pai-gow-triple-bonus", {"shuffling": "machine"}),  # PG-11
    ],
)
def test_PP_14_PP_17_CC_10_what_a_ruling_leaves_to_the_operator_is_no_warning(id: str, options: dict[str, str]) -> None:
    assert not any("is not how ruling" in one for one in _warnings(_chosen(id, **options)))


def test_CC_5_the_event_of_xtreme_is_the_operator_s_to_state() -> None:
    house = read_model(Submission, DEMONSTRATION, name="demonstration.toml").table("Criss Cross 1")
    options = {**house.options, "bonus_spin_xtreme": True, "bonus_spin_xtreme_event": "flush"}
    told = _warnings(_chosen("criss-cross-poker", **options))
    assert not any("CC-5" in one for one in told)


def test_CC_1_the_other_reading_of_a_ruling_is_still_a_warning() -> None:
    told = _warnings(_chosen("criss-cross-poker", antes_pay="table"))
    assert any('antes_pay = "table" is not how ruling CC-1 reads' in one for one in told)


def test_12_E_11_a_the_rate_of_xtreme_cites_the_clause_that_asks_for_it() -> None:
    rules = game("criss-cross-poker").rules
    assert rules.wheels["xtreme-A"].least is not None and rules.wheels["xtreme-A"].least.rate == "12.E(11)(a)"
    text = SPIN.replace('rate = "15%"', 'rate = "0"')
    told = found(check(text, name="x.toml"), "error")
    assert [one[1] for one in told] == ["12.D(6)(a)"]


def test_12_g_what_a_player_dealer_puts_up_at_least_is_printed_at_double_hand() -> None:
    rules = game("pai-gow-double-hand").rules
    assert rules.position is not None and rules.position.least == "Rules 12(g)"
    assert rules.rulings["PD-10"].clause == "Rules 12(g)" and "not printed" not in rules.rulings["PD-10"].reading
    assert "not printed" in game("pai-gow-triple-bonus").rules.rulings["PD-10"].reading


def test_a_game_with_a_procedure_and_no_family_of_its_own_is_checked() -> None:
    checked = check('facility = "A house"\n[[tables]]\nname = "One"\ngame = "high-card"\n', name="house.toml")
    assert not found(checked, "error")
