"""A submission changed by a choice: one line of its text, and nothing else of it."""

import difflib
import re
import tomllib
from html import escape, unescape
from random import Random

import pytest

from houseway.games import catalogue, game
from houseway.rules.drafting import _pruned, chosen, with_table
from houseway.rules.strict import RulesError
from houseway.rules.submission import demonstration, demonstration_text
from houseway.serve.pages.operator_forms import added, forms, tables_of, written
from houseway.serve.submissions import checked
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
    chinese = next(at for at, table in enumerate(TABLES) if table.game == "chinese-poker")
    after = written(TEXT, chinese, "limits.top.minimum", "1")
    assert tomllib.loads(after)["tables"][chinese]["limits"] == {"top": {"minimum": "1"}}
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
    drawn = drawn_for(TEXT, 0)
    assert 'data-choice="options.dealing"' in drawn and '<option value="manual shoe" selected>' in drawn
    assert 'data-choice="limits.ante.minimum"' in drawn and 'value="5"' in drawn
    assert "can't be read" in drawn_for("x =", 0) and tables_of("x =") is None
    assert "must be mended" in drawn_for('[[tables]]\nname = "<b>"\ngame = "nothing"\n', 0)
    assert "<b>" not in drawn_for('[[tables]]\nname = "<b>"\ngame = "nothing"\n', 0)
    for at in range(len(TABLES)):
        assert "data-choice" in drawn_for(TEXT, at)


SPINS = """facility = "F"
[[tables]]
name = "A"
game = "criss-cross-poker"
[tables.options]
bonus_spin = true
bonus_spin_community = "B"
"""


def drawn_for(text: str, at: int) -> str:
    return forms(text, at, checked(text))


def fields(text: str, at: int) -> list[str]:
    return [unescape(one) for one in re.findall(r'data-choice="([^"]+)"', drawn_for(text, at))]


def with_prizes(text: str) -> str:
    """A table with every wheel that its game has, and all that the form asks for filled in by the form."""
    for _ in range(3):  # what is chosen may ask for more
        for where in fields(text, 0):
            part, *_ = where.split(".")
            if part == "wheels":
                text = written(text, 0, where, "2")
            elif part == "meters":
                text = written(
                    text,
                    0,
                    where,
                    "a car" if where.endswith("merchandise") else "90" if where.endswith("rate") else "20000",
                )
    return text


@pytest.mark.parametrize("id", [id for id, game in catalogue().items() if game.rules.wheels])
def test_wheels_and_meters_are_filled_in_by_the_form_alone(id: str) -> None:
    rules = game(id).rules
    text = f'facility = "F"  # ours\n[[tables]]\nname = "A"\ngame = "{id}" # this one\n'
    needed = {one for wheel in rules.wheels.values() for one in wheel.applies}
    for name in needed:
        text = written(text, 0, f"options.{name}", "true") if rules.options[name].default in (True, False) else text
    for name, option in rules.options.items():
        if option.stated:
            value = tomllib.loads(text)["tables"][0].get("options", {}).get(name, option.default)
            text = written(text, 0, f"options.{name}", str(value).lower() if isinstance(value, bool) else str(value))
    assert any("can't be offered without" in one.what for one in checked(text).findings)
    assert {where.partition(".")[0] for where in fields(text, 0)} >= {"wheels", "meters"}
    text = with_prizes(text)
    assert not [one for one in checked(text).findings if one.severity == "error" and {"wheels", "meters"} & set(one.at)]
    table = tomllib.loads(text)["tables"][0]
    assert all(type(stops) is int for wheel in table["wheels"].values() for stops in wheel.values())
    assert text.startswith('facility = "F"  # ours\n[[tables]]\nname = "A"\n') and "# this one" in text
    for where in fields(text, 0):  # and taken out again
        if where.startswith(("wheels.", "meters.")):
            text = written(text, 0, where, "")
    assert not any(tomllib.loads(text)["tables"][0].get(part) for part in ("wheels", "meters"))


@pytest.mark.parametrize(
    "id", [id for id, game in catalogue().items() if any(one.intervals for one in game.rules.duties.values())]
)
def test_a_duty_comes_round_sooner_than_printed_and_never_later(id: str) -> None:
    text = f'[[tables]]\nname = "A"\ngame = "{id}"\n'
    duties = [where for where in fields(text, 0) if where.startswith("duties.")]
    for where in duties:
        _, name, unit = where.split(".")
        most = game(id).rules.duties[name].intervals[unit]
        after = written(text, 0, where, "1")
        assert tomllib.loads(after)["tables"][0]["duties"] == {name: {unit: 1}}
        assert not [one for one in checked(after).findings if "duties" in one.at and one.severity == "error"]
        late = drawn_for(written(text, 0, where, str(most + 1)), 0)
        assert f"at least every {most}" in late and 'aria-invalid="true"' in late
    assert duties or not [one for one in game(id).rules.duties.values() if one.intervals and not one.applies]


def test_what_is_found_stands_beside_its_field() -> None:
    text = written(SPINS, 0, "wheels.bonus-spin-B.jackpot", "0")
    drawn = drawn_for(text, 0)
    field = re.search(
        r'<input id="(\S+)" data-choice="wheels.bonus-spin-B.jackpot" aria-invalid="true" aria-describedby="(\S+)"',
        drawn,
    )
    assert field is not None and f'id="{field[2]}"' in drawn
    said = drawn.split(f'id="{field[2]}">')[1].split("</div>")[0]
    assert "can&#x27;t be on 0 stops" in said
    assert '<details data-part="wheels" open>' in drawn  # for there is something to mend
    for finding in checked(text).findings:  # nothing of this table is told in the list alone
        assert escape(finding.what) in drawn
    assert 'data-part="wheels"' not in drawn_for(SPINS.replace("bonus_spin = true", "bonus_spin = false"), 0)


def test_what_the_text_has_and_no_list_knows_is_shown_all_the_same() -> None:
    drawn = drawn_for(SPINS.replace("bonus_spin = true", 'bonus_spin = "perhaps"'), 0)
    assert '<option value="perhaps" selected>perhaps, in the text</option>' in drawn
    odd = written(SPINS, 0, "wheels.bonus-spin-B.500", "many")
    assert 'value="many"' in drawn_for(odd, 0)


def test_a_table_of_its_own_header_or_with_dots_is_followed() -> None:
    text = (
        SPINS
        + "# wheels\n[tables.wheels.bonus-spin-B] # ours\njackpot = 1 # one\n\n[[tables]]\nname='B'\ngame='omaha'\n"
    )
    after = written(text, 0, "wheels.bonus-spin-B.500 and 100", "3")
    assert differing(text, after) == ['+ "500 and 100" = 3']
    assert written(
        written(after, 0, "wheels.bonus-spin-B.500 and 100", ""), 0, "wheels.bonus-spin-B.jackpot", "2"
    ) == text.replace("jackpot = 1", "jackpot = 2")
    gone = written(text, 0, "wheels.bonus-spin-B.jackpot", "")
    assert "wheels" not in _pruned(tomllib.loads(gone))["tables"][0]
    after = chosen(AWKWARD, ("tables", 0, "limits", "ante", "maximum"), "90")
    assert differing(AWKWARD, after) == ['+ limits.ante.maximum = "90"']
    assert "limits" not in tomllib.loads(chosen(AWKWARD, ("tables", 0, "limits", "ante", "minimum"), None))["tables"][0]
    with pytest.raises(RulesError, match="is no table in the text"):
        chosen("[[tables]]\nwheels = 3\n", ("tables", 0, "wheels", "a", "b"), 1)
