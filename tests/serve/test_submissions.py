"""The operator's submission: versions, findings, effect, and who may touch it."""

import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from houseway.prove.check import Checked
from houseway.rules.strict import read_model
from houseway.rules.submission import Submission, SubmittedTable, demonstration
from houseway.serve.submissions import LONGEST, checked, in_toml
from tests.serve.house import Caller, House, employed, operator

GOOD = """facility = "The Card Room"

[[tables]]
name = "Baccarat 9"
game = "cash-in-baccarat"

[tables.limits]
player = { minimum = "10", maximum = "200" }
"""
BAD = GOOD.replace('minimum = "10"', 'minimum = "500"')


@pytest.fixture
def own(opened: Callable[..., House], tmp_path: Path) -> House:
    return opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", "criss-cross-poker", "--no-pages")


def test_a_submission_written_out_is_the_same_submission() -> None:
    assert read_model(Submission, in_toml(demonstration()), name="it") == demonstration()
    odd = Submission(
        facility='Quote " and \\ and ♠\x7f',
        tables=(SubmittedTable(name="A b", game="x", wheels={"a b": {"500 and 100": 1}}, options={"yes": True}),),
    )
    assert read_model(Submission, in_toml(odd), name="it") == odd


def test_text_that_is_no_toml_is_a_finding_with_its_line() -> None:
    found = checked('facility = "x"\nthis is nothing\n')
    assert found.errors == 1 and found.findings[0].line == 2 and "not TOML" in found.findings[0].what
    assert checked("").errors
    assert checked("a = " + "[" * 5000).errors == 1
    assert checked("x" * (LONGEST + 1)).errors == 1
    assert checked("facility = '\ud800'").errors == 1


def test_a_version_is_kept_with_who_and_when_and_mended(own: House) -> None:
    boss = operator(own.url)
    (first,) = boss.see("/submissions")
    assert first["by"] == "house" and first["in_effect"]
    report = boss.done("POST", "/submissions/check", {"text": BAD})
    (wrong,) = [one for one in report["findings"] if one["severity"] == "error"]
    assert wrong["line"] == 8 and wrong["clause"] and "$500, is above the maximum" in wrong["what"]
    assert len(boss.see("/submissions")) == 1  # checking keeps nothing
    bad = boss.done("POST", "/submissions", {"text": BAD})
    assert bad["by"] == "operator" and bad["errors"] == 1 and not bad["in_effect"]
    assert time.time() * 1000 - bad["at"] < 60_000
    refused = boss.say("POST", f"/submissions/{bad['version']}/effective")
    assert refused.status_code == 409
    assert refused.json()["error"].startswith(
        f"version {bad['version']} has 1 error and can't be made effective: table"
    )
    good = boss.done("POST", "/submissions", {"text": GOOD})
    assert boss.done("POST", "/submissions", {"text": GOOD})["version"] == good["version"]  # said twice, kept once
    done = boss.done("POST", f"/submissions/{good['version']}/effective")
    assert done["in_effect"] and done["effective_by"] == "operator"
    assert [one["version"] for one in boss.see("/submissions") if one["in_effect"]] == [good["version"]]
    assert boss.see(f"/submissions/{good['version']}")["text"] == GOOD


def test_tables_follow_the_submission_in_effect_and_open_ones_keep_their_rules(own: House) -> None:
    boss = operator(own.url)
    (there,) = boss.see("/tables")
    assert boss.say("POST", "/submissions/tables", {"table": "Baccarat 9"}).status_code == 404
    _effective(boss, GOOD)
    made = boss.done("POST", "/submissions/tables", {"table": "Baccarat 9"})["id"]
    limits = {table["id"]: table["limits"] for table in boss.see("/tables")}
    assert limits[made]["Player line"] == ["$10", "$200"] and limits[there["id"]] == there["limits"]
    assert boss.say("POST", "/submissions/tables", {"table": "Baccarat 9"}).status_code == 409
    _effective(boss, GOOD.replace('"200"', '"300"'))
    assert {table["id"]: table["limits"] for table in boss.see("/tables")} == limits
    boss.done("DELETE", f"/tables/{made}")
    again = boss.done("POST", "/submissions/tables", {"table": "Baccarat 9"})["id"]
    now = next(table for table in boss.see("/tables") if table["id"] == again)
    assert now["limits"]["Player line"] == ["$10", "$300"]


def test_a_house_that_is_started_again_follows_what_was_in_effect(own: House) -> None:
    boss = operator(own.url)
    (there,) = boss.see("/tables")
    _effective(boss, GOOD)
    made = boss.done("POST", "/submissions/tables", {"table": "Baccarat 9"})["id"]
    boss.done("DELETE", f"/tables/{there['id']}")
    own.kill()
    own.start()
    boss = operator(own.url)
    assert [table["id"] for table in boss.see("/tables")] == [made]  # what was closed stays closed
    assert [one["by"] for one in boss.see("/submissions") if one["in_effect"]] == ["operator"]
    own.stop()
    own.options = ("--only", "top-five-poker", "--no-pages")  # another file
    own.start()
    boss = operator(own.url)
    assert [one["by"] for one in boss.see("/submissions") if one["in_effect"]] == ["house"]
    assert "Top Five Poker 1" in [table["name"] for table in boss.see("/tables")]


def test_workers_follow_one_another_on_postgresql(
    opened: Callable[..., House], postgresql: Callable[[str], str]
) -> None:
    url = postgresql("submissions")
    options = ("--only", "criss-cross-poker", "--no-pages")
    first, second = opened(url, *options), opened(url, *options)
    here, there = operator(first.url), operator(second.url)
    assert len(there.see("/submissions")) == 1
    _effective(here, GOOD)
    assert there.done("POST", "/submissions/tables", {"table": "Baccarat 9"})["id"]


def _effective(boss: Caller, text: str) -> None:
    made = boss.done("POST", "/submissions", {"text": text})
    boss.done("POST", f"/submissions/{made['version']}/effective")


CHANGES: list[tuple[str, str, Any]] = [
    ("GET", "/submissions", None),
    ("GET", "/submissions/1", None),
    ("POST", "/submissions", {"text": GOOD}),
    ("POST", "/submissions/check", {"text": GOOD}),
    ("POST", "/submissions/1/effective", None),
    ("POST", "/submissions/tables", {"table": "Criss Cross Poker 1"}),
]


@pytest.mark.threat("beyond-the-post")
@pytest.mark.parametrize("role", ["player", "dealer", "floor", "surveillance"])
def test_the_submission_is_the_operators_alone(house: House, role: str) -> None:
    caller = Caller(house.url).guest() if role == "player" else employed(house.url, role)
    for method, path, body in CHANGES:
        answer = caller.say(method, path, body)
        assert answer.status_code == 403, path
        assert answer.json()["error"].startswith(f"a {role} can't "), answer.text


def test_a_change_needs_somebody_and_the_token(house: House) -> None:
    nobody, boss = Caller(house.url), operator(house.url)
    boss.csrf = "guessed"
    for method, path, body in CHANGES:
        assert nobody.say(method, path, body).status_code == 401, path
        if method == "POST":
            answer = boss.say(method, path, body)
            assert answer.status_code == 403 and "X-CSRF-Token" in answer.json()["error"]


@pytest.mark.parametrize("text", ["\x00", "x" * (LONGEST + 1), "\udfff", 5, None])
def test_hostile_texts_get_one_sentence(house: House, text: Any) -> None:
    boss = operator(house.url)
    body = {"text": text}
    if text == "\udfff":
        answer = boss.http.post(
            "/api/v1/submissions",
            content=b'{"text": "\\udfff"}',
            headers={"X-CSRF-Token": boss.csrf, "content-type": "application/json"},
        )
    else:
        answer = boss.say("POST", "/submissions", body)
    assert answer.status_code in (413, 422), answer.text
    assert "\n" not in answer.json()["error"]


def test_every_open_table_has_its_sign(house: House) -> None:
    caller = Caller(house.url)
    for table in caller.see("/tables")[:20]:
        answer = caller.say("GET", f"/tables/{table['id']}/placard.pdf?paper=a4")
        assert answer.status_code == 200 and answer.content.startswith(b"%PDF"), table["name"]
        page = caller.http.get(f"/placard/{table['id']}")
        assert page.status_code == 200 and table["title"].split()[0] in page.text
    assert caller.say("GET", "/tables/999999/placard.pdf").status_code == 404
    assert caller.http.get("/placard/999999").status_code == 404
    assert caller.say("GET", "/tables/1/placard.pdf?paper=napkin").status_code == 422


def test_checking_never_holds_up_the_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither the event loop nor the thread that writes does it."""
    import threading

    from houseway.serve import submissions
    from houseway.serve.house import House as Served
    from houseway.serve.people.accounts import Accounts
    from tests.serve.test_house import run

    check, by = submissions.checked, list[str]()

    def noted(text: str) -> Checked:
        by.append(threading.current_thread().name)
        return check(text)

    monkeypatch.setattr(submissions, "checked", noted)

    async def test(house: Served, accounts: Accounts) -> None:
        person = await accounts.create("Boss", "seven green bottles", "operator")
        version = await submissions.save(house, GOOD, person)
        await submissions.make_effective(house, version.id, person)

    run(tmp_path, test)
    assert len(by) == 3 and not {"MainThread", "houseway-writer"} & set(by)
