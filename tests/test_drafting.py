"""A submission changed by a choice: one line of its text, and nothing else of it."""

import difflib
import tomllib
from random import Random

import pytest

from houseway.games import game
from houseway.rules.drafting import chosen, with_table
from houseway.rules.files import RulesError
from houseway.rules.submission import demonstration, demonstration_text
from houseway.serve.pages.operator_forms import added, forms, tables_of, written
from tests.rounds import values_of

TEXT = demonstration_text()
TABLES = list(demonstration().tables)
AWKWARD = """facility = "F"  # ours
[[tables]]
name = "A # 1"   # the one by the door
game = "criss-cross-poker"
options = { five_card_bonus = true, dealing = "hand" } # inline
limits.ante.minimum = "10"  # dotted

[[tables]]
name = 'B'
game = "top-five-poker"
  [tables.limits.ante]
  minimum = "15" # header
# the end
"""


def differing(before: str, after: str) -> list[str]:
    return [line for line in difflib.ndiff(before.split("\n"), after.split("\n")) if line[0] in "+-"]


@pytest.mark.parametrize("at", range(len(TABLES)), ids=lambda at: TABLES[at].name)
def test_any_option_of_any_table_is_set_and_taken_back_on_one_line(at: int) -> None:
    rules, rng = game(TABLES[at].game).rules, Random(at)
    for name in rng.sample(sorted(rules.options), min(4, len(rules.options))):
        for value in values_of(rules, name):
            after = written(TEXT, at, f"options.{name}", str(value).lower() if isinstance(value, bool) else str(value))
            assert tomllib.loads(after)["tables"][at]["options"][name] == value
            changed = differing(TEXT, after)
            assert len([line for line in changed if line[0] == "-"]) <= 1 and len(changed) <= 3
            without = written(after, at, f"options.{name}", "")
            assert name not in tomllib.loads(without)["tables"][at].get("options", {})
            assert [line for line in TEXT.split("\n") if line.startswith("#")] == [
                line for line in without.split("\n") if line.startswith("#")
            ]


def test_limits_and_pays_are_written_where_they_belong() -> None:
    after = written(TEXT, 0, "limits.ante.minimum", "25")
    assert differing(TEXT, after) == [
        '- ante = { minimum = "5", maximum = "500" }',
        '+ ante = { minimum = "25", maximum = "500" }',
    ]
    after = written(TEXT, 2, "limits.top.minimum", "1")
    assert tomllib.loads(after)["tables"][2]["limits"] == {"top": {"minimum": "1"}}
    assert [line for line in differing(TEXT, after) if line.strip("+ ")] == [
        "+ [tables.limits]",
        '+ top = { minimum = "1" }',
    ]
    after = written(TEXT, 0, "pays.five-card-bonus.flush", "9:1")
    assert tomllib.loads(after)["tables"][0]["pays"] == {"five-card-bonus": {"flush": "9:1"}}
    assert tomllib.loads(written(after, 0, "pays.five-card-bonus.flush", ""))["tables"][0]["pays"] == {}


def test_text_that_is_written_otherwise_is_followed_too() -> None:
    after = chosen(AWKWARD, ("tables", 0, "options", "dealing"), "manual shoe")
    assert differing(AWKWARD, after)[-1] == '+ options = { five_card_bonus = true, dealing = "manual shoe" } # inline'
    after = chosen(AWKWARD, ("tables", 0, "limits", "ante", "minimum"), "20")
    assert differing(AWKWARD, after)[-1] == '+ limits.ante.minimum = "20"  # dotted'
    after = chosen(AWKWARD, ("tables", 1, "limits", "ante", "minimum"), "20")
    assert differing(AWKWARD, after)[-1] == '+   minimum = "20" # header'
    assert chosen(AWKWARD, ("tables", 0, "options", "dealing"), "hand") == AWKWARD
    with pytest.raises(RulesError, match="is not TOML"):
        chosen("facility = ", ("tables", 0, "options", "x"), True)


def test_a_table_is_added_at_the_end() -> None:
    after = added(TEXT, 'The "new" one', "omaha")
    assert after.startswith(TEXT.rstrip("\n"))
    assert tomllib.loads(after)["tables"][-1] == {"name": 'The "new" one', "game": "omaha"}
    assert tomllib.loads(with_table("", "A", "omaha")) == {"tables": [{"name": "A", "game": "omaha"}]}
    for name, id in (("", "omaha"), ("A", "no-such-game")):
        with pytest.raises(RulesError):
            added(TEXT, name, id)


@pytest.mark.parametrize("where", ["", "options", "options.nothing", "limits.ante", "wheels.a.b", "name", "pays..x"])
def test_what_is_no_choice_changes_nothing(where: str) -> None:
    with pytest.raises(RulesError):
        written(TEXT, 0, where, "1")
    with pytest.raises(RulesError):
        written(TEXT, 999, "options.dealing", "hand")


def test_forms_show_what_the_rules_allow_and_what_the_text_has() -> None:
    drawn = forms(TEXT, 0)
    assert 'data-choice="options.dealing"' in drawn and '<option value="manual shoe" selected>' in drawn
    assert 'data-choice="limits.ante.minimum"' in drawn and 'value="5"' in drawn
    assert "can't be read" in forms("x =", 0) and tables_of("x =") is None
    assert "must be mended" in forms('[[tables]]\nname = "<b>"\ngame = "nothing"\n', 0)
    assert "<b>" not in forms('[[tables]]\nname = "<b>"\ngame = "nothing"\n', 0)
    for at in range(len(TABLES)):
        assert "data-choice" in forms(TEXT, at)
