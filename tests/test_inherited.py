"""A game that is like another one states what differs, and what it takes over is checked against its own book."""

import json
from pathlib import Path
from typing import Any

import pytest

from houseway.rules import folders, inherited
from houseway.rules.citations import Rulebook, not_in_book, rulebook
from houseway.rules.clauses import book_clauses, clause_words
from houseway.rules.files import game_rules, read_rules
from houseway.rules.folders import GameFolder, alike, game_folders
from houseway.rules.inherited import put_together, repeated_lines, resolved_data
from houseway.rules.lessons import lesson
from houseway.rules.strict import RulesError
from houseway.serve.pages.layouts import layout_of

HEAD = 'id = "corner-21"\nname = "Corner 21"\n{}\n[rulebook]\ndocument = "Corner Rules"\n'
LIKE = 'like = "blackjack-x"'


def error_of(text: str, name: str = "corner.toml") -> str:
    with pytest.raises(RulesError) as error:
        read_rules(text, name=name)
    return str(error.value)


def test_a_game_has_all_of_the_game_that_it_is_like_and_what_it_says_itself() -> None:
    text = HEAD.format(f'{LIKE}\nwithout = ["wagers.lucky-pair", "pay_tables.lucky-pair"]') + (
        '[wagers]\nbuster.maximum = "50"\n[facts]\ndealer.completes_for = ["buster"]\n'
    )
    ours, liked = read_rules(text, name="corner.toml"), game_rules("blackjack-x")
    assert (ours.id, ours.name, ours.summary) == ("corner-21", "Corner 21", liked.summary)
    assert ours.rulebook.document == "Corner Rules" and ours.rulebook.jurisdiction == liked.rulebook.jurisdiction
    assert set(liked.wagers) - set(ours.wagers) == {"lucky-pair"}
    assert str(ours.wagers["buster"].maximum) == "5000" != str(liked.wagers["buster"].maximum)
    assert ours.wagers["buster"].minimum == liked.wagers["buster"].minimum
    assert ours.rulings == liked.rulings


@pytest.mark.parametrize("id", [id for id, folder in game_folders().items() if "like" in folder.data])
def test_nothing_outside_of_the_loader_sees_that_a_game_is_like_another_one(id: str) -> None:
    whole = resolved_data(game_folders()[id].data, name=id)
    assert not whole.keys() & {"like", "without"}
    assert read_rules(json_as_toml(whole), name="whole.toml") == game_rules(id)


def json_as_toml(data: dict[str, Any]) -> str:
    """The data as TOML with every table in line, which JSON nearly is."""
    return "".join(f"{json.dumps(name)} = {_inline(value)}\n" for name, value in data.items())


def _inline(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{json.dumps(name)} = {_inline(one)}" for name, one in value.items()) + "}"
    return "[" + ", ".join(map(_inline, value)) + "]" if isinstance(value, list) else json.dumps(value)


@pytest.mark.parametrize("id", game_folders())
def test_a_file_states_only_what_differs(id: str) -> None:
    assert not repeated_lines(game_folders()[id].data), f"{id}/rules.toml repeats what it inherits"


def test_a_line_that_says_what_the_other_game_says_is_found() -> None:
    wager = {"buster": {"minimum": "5", "maximum": "50"}, "double": {}}
    own = {"like": "blackjack-x", "seats": 8, "wagers": wager, "cards": {"pack": "52"}}
    assert repeated_lines(own) == ["seats", "wagers.buster.minimum", "cards.pack"]
    assert repeated_lines({**own, "without": ["wagers.buster", "cards"]}) == ["seats"]
    assert not repeated_lines({"seats": 8})


def test_entries_of_its_own_stand_after_the_one_that_the_file_states_before_them() -> None:
    base = {"base": 1, "buster": {"least": 5}, "double": 2}
    own = {"first": 0, "buster": {"most": 9, "least": 6}, "magic": 3, "more": 4, "double": 5}
    merged = put_together(base, own)
    assert list(merged) == ["base", "buster", "magic", "more", "double", "first"]
    assert merged == {"base": 1, "buster": {"least": 6, "most": 9}, "magic": 3, "more": 4, "double": 5, "first": 0}
    assert list(put_together(base, {"buster": {}, "magic": 3})) == ["base", "buster", "magic", "double"]


def test_a_list_or_a_value_takes_the_place_of_the_other_and_of_a_table() -> None:
    assert put_together({"a": [1, 2], "b": {"c": 1}}, {"a": [3], "b": 4}) == {"a": [3], "b": 4}
    assert put_together({"a": 1}, {"a": {"option": "x"}}) == {"a": {"option": "x"}}


WRONG = [
    ("like = 7", "corner.toml, line 3: like: write the id of a game, in quotes"),
    ('like = ""', "corner.toml, line 3: like: write the id of a game, in quotes"),
    ('like = "blackjak"', "corner.toml, line 3: like: 'blackjak' is not a game here: did you mean blackjack-x?"),
    ('without = ["seats"]', "corner.toml, line 3: without: write like too: there is no other game"),
    (f'{LIKE}\nwithout = "seats"', "corner.toml, line 4: without: write a list of entries, such as"),
    (f"{LIKE}\nwithout = [7]", "corner.toml, line 4: without: write a list of entries, such as"),
    (f'{LIKE}\nwithout = ["wagers.luck"]', "line 4: without: blackjack-x has no wagers.luck that could be left out"),
    (f'{LIKE}\nwithout = ["seats.x"]', "line 4: without: blackjack-x has no seats.x that could be left out"),
    (f'{LIKE}\nwithout = [""]', "line 4: without: write a list of entries, such as"),
    (f'{LIKE}\nseats = 6\nwithout = ["seats"]', "line 5: without: seats is stated below, which takes the place"),
]  # fmt: skip


@pytest.mark.parametrize(("lines", "message"), WRONG)
def test_what_is_wrong_is_named_with_file_line_and_what_was_expected(lines: str, message: str) -> None:
    assert message in error_of(HEAD.format(lines))


@pytest.mark.parametrize("part", ["name", "rulebook"])
def test_a_name_and_a_rulebook_are_never_inherited(part: str) -> None:
    text = HEAD.format(LIKE).replace('name = "Corner 21"\n' if part == "name" else "[rulebook]\n", "")
    assert error_of(text) == f"corner.toml: {part}: is missing: a game that is like another one has its own"


def test_an_entry_whose_name_has_a_space_or_a_dot_is_left_out_in_quotes() -> None:
    text = HEAD.format(f"{LIKE}\nwithout = ['places.\"box hand\"', 'irregularities.\"BX-18 shuffler\"']")
    rules = read_rules(text, name="corner.toml")
    assert "box hand" not in rules.places and "box" in rules.places
    assert "BX-18 shuffler" not in rules.irregularities


def test_a_table_that_is_left_out_can_be_stated_anew() -> None:
    rules = read_rules(
        HEAD.format(f'{LIKE}\nwithout = ["duties"]') + '[duties.x]\nname = "x"\nwhen = "opening"\nclause = "BX-1"\n',
        name="corner.toml",
    )
    assert list(rules.duties) == ["x"]


@pytest.fixture
def three_games(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> dict[str, GameFolder]:
    """The folders of games a, b and c, which a test writes; each is like the next one, and c like a."""
    found = {}
    for id, like in (("a", "b"), ("b", "c"), ("c", "a")):
        (tmp_path / id).mkdir()
        text = f'id = "{id}"\nname = "{id}"\nlike = "{like}"\n[rulebook]\n'
        (tmp_path / id / "rules.toml").write_text(text, encoding="utf-8")
        found[id] = GameFolder(f"corner.{id}", tmp_path / id)
    monkeypatch.setattr(folders, "game_folders", lambda: found)
    monkeypatch.setattr(inherited, "game_folders", lambda: found)
    monkeypatch.setattr(inherited, "_whole", inherited._whole.__wrapped__)
    return found


def test_games_that_are_like_each_other_in_a_circle_are_an_error(three_games: dict[str, GameFolder]) -> None:
    message = "b/rules.toml: like: b is like c is like a is like b: in the end a game must be like no other"
    with pytest.raises(RulesError) as error:
        resolved_data(three_games["a"].data, name="a/rules.toml")
    assert str(error.value) == message


@pytest.mark.parametrize(("like", "message"), [('"d"', "'d' is not a game here: a, b, c"), ("1", "write the id of a")])
def test_a_wrong_like_further_on_is_named_with_its_own_file(
    three_games: dict[str, GameFolder], like: str, message: str
) -> None:
    (three_games["c"].path / "rules.toml").write_text(f'id = "c"\nlike = {like}\n', encoding="utf-8")  # type: ignore[attr-defined]
    with pytest.raises(RulesError) as error:
        tuple(alike("a"))
    assert str(error.value).startswith(f"c/rules.toml: like: {message}")


# The clause of every inherited line


def test_an_inherited_line_whose_clause_the_own_book_lacks_must_be_stated_again() -> None:
    text = game_folders()["big-o"].text
    line = 'bet.clause = "Dealing Procedures and Round of Play 2"\n'
    assert text.count(line) == 2  # of the wager, and of the ask
    assert error_of(text.replace(line, "", 1), "big-o/rules.toml") == (
        "big-o/rules.toml: wagers.bet.clause: what is taken from omaha cites Dealing Procedures 2, which is neither "
        "in the clauses.toml of big-o nor a ruling: state it again, with the clause of its own book"
    )


@pytest.mark.parametrize(
    ("id", "line", "at"),
    [
        ("big-o", 'seats_clause = "Description of Table Used"\n', "seats_clause"),
        ("big-o", 'PP-8.clause = "Dealing Procedures and Round of Play 2(c)"\n', "rulings.PP-8.clause"),
        ("blackjack-x-buster-v1.2", 'coverage = "Type of Game, Buster Bonus Bet 6"\n', "position.coverage"),
        ("blackjack-x-buster-v1.2", 'odds_posted = "Buster Bonus Bet 4"\n', "odds_posted"),
        ("blackjack-x-buster-v1.2", 'draw = "Rules for the player-dealer 1"\n', "facts.clauses.draw"),
        ("blackjack-x-buster-jack-magic", 'BX-11.clause = "Buster Bet 5"\n', "rulings.BX-11.clause"),
    ],
)
def test_every_kind_of_line_is_checked(id: str, line: str, at: str) -> None:
    text = game_folders()[id].text
    assert line in text
    assert error_of(text.replace(line, "", 1), f"{id}.toml").startswith(f"{id}.toml: {at}: what is taken from ")


def test_a_line_that_cites_a_ruling_which_is_left_out_must_be_stated_again() -> None:
    text = game_folders()["big-o"].text.replace('"wagers.kill"', '"wagers.kill", "rulings.PP-9"')
    text = text.replace('PP-9.clause = "Dealing Procedures and Round of Play 2"\n', "")
    assert "options.heads_up.clause: what is taken from omaha cites PP-9" in error_of(text, "big-o.toml")


def test_the_lines_of_a_list_are_checked_too() -> None:
    text = game_folders()["blackjack-x-magic-7"].text
    start = text.index("lucky-pair.lines = [")
    without = text[:start] + text[text.index("]\n", start) + 2 :]
    assert "pay_tables.lucky-pair.lines.1.clause: what is taken from blackjack-x cites Lucky Pair Bonus Bet 9" in (
        error_of(without, "magic.toml")
    )


def test_a_book_without_a_list_of_clauses_is_not_checked() -> None:
    rules = read_rules(HEAD.format('like = "big-o"'), name="corner.toml")
    assert rules.wagers["bet"].clause == "Dealing Procedures and Round of Play 2"


BIG_O, CRISS_CROSS, FEES = rulebook("big-o"), rulebook("criss-cross-poker"), ["GEGA-1", "Corner Fees"]
NAMED = Rulebook(("House Way", "House Way, Pair", "House Way 1"), frozenset(), ("House Way",), ("House Way, Pair",))


@pytest.mark.parametrize(
    ("book", "cited", "unknown"),
    [
        (BIG_O, "Object of the Game, How The Pot Is Awarded 1(a), (b)", ""),
        (BIG_O, "How The Pot Is Awarded 1(a), (z)", "How The Pot Is Awarded 1(z)"),
        (BIG_O, "Dealing Procedures and Round of Play 2, 3(a)", ""),
        (BIG_O, "Dealing Procedures and Round of Play 2, 99", "Dealing Procedures and Round of Play 99"),
        (BIG_O, "PP-1", ""),
        (BIG_O, "PP-1, PP-2", "PP-2"),
        (BIG_O, "Dealing Procedures 2", "Dealing Procedures 2"),
        (BIG_O, "GEGA-1", ""),
        (BIG_O, "GEGA-12", "GEGA-12"),
        (BIG_O, "PP-1, Corner Fees, Rates, schedule option 1", ""),
        (BIG_O, "PP-2, Corner Fees, Rates, schedule option 1", "PP-2"),
        (NAMED, "House Way, Pair, House Way 1", ""),
        (NAMED, "House Way, Two Pair", "Two Pair"),
        (CRISS_CROSS, "11.I(3)(b)-(e), 8.E and 12", ""),
        (CRISS_CROSS, "11.I(3)(b)-(z)", "11.I(3)(b) to 11.I(3)(z)"),
        (CRISS_CROSS, "8.E, 99.A", "99.A"),
        (CRISS_CROSS, "8.E, Split 1", "Split 1"),
        (CRISS_CROSS, "99", "99"),
    ],
)  # fmt: skip
def test_what_a_book_does_not_have_is_found(book: Rulebook, cited: str, unknown: str) -> None:
    assert not_in_book(cited, book, also=["PP-1"], documents=FEES) == unknown


# What lies beside the rules


def test_words_are_taken_over_for_clauses_that_the_own_book_has() -> None:
    hold_em, omaha = clause_words("limit-holdem"), clause_words("omaha")
    assert clause_words("no-limit-holdem") == hold_em and not book_clauses("no-limit-holdem").words
    assert "Dealing Procedures 7" in hold_em and "Dealing Procedures 7" not in omaha, "Omaha's book has no such clause"


def test_what_a_lesson_says_of_a_wager_is_taken_over() -> None:
    magic = lesson(game_rules("blackjack-x-magic-7"))
    assert magic.wager("base") == lesson(game_rules("blackjack-x")).wager("base") and magic.wager("magic-sevens")
    assert magic.text != lesson(game_rules("blackjack-x")).text


def test_a_felt_is_taken_over_whole() -> None:
    assert layout_of("omaha-hi-lo") == layout_of("omaha") != layout_of("big-o")
