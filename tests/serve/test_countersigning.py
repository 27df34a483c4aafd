"""Acts that take two people where the submission says so, tried by somebody who would do them alone."""

import json
import sqlite3
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from houseway.cli.prove import proved
from houseway.prove.check import check
from houseway.rules.strict import read_model
from houseway.rules.submission import SecondSignature, Signatures, Submission, SubmittedTable
from houseway.serve.people.signatures import LASTS
from houseway.serve.submissions import in_toml
from tests.serve.house import Caller, House, employed, operator

RULES = {
    "cage": {"by": ["operator", "surveillance"], "above": "1000"},
    "employ": {"by": ["surveillance"]},
    "effective": {"by": ["surveillance"]},
}
TABLE = '[[tables]]\nname = "1"\ngame = "cash-in-baccarat"\n'
PASSWORD = "a long password"


@pytest.fixture
def ahead(tmp_path: Path) -> Path:
    """By how many seconds the house's clock is ahead."""
    file = tmp_path / "ahead"
    file.write_text("0")
    return file


@pytest.fixture
def strict(opened: Callable[..., House], tmp_path: Path, ahead: Path) -> Callable[..., House]:
    """Opens a house that asks for two signatures, with somebody of every role."""

    def opening(signatures: dict[str, Any] | None = None) -> House:
        options = ("--only", "criss-cross-poker", "--no-pages", "--ahead", str(ahead))
        return opened(f"sqlite:///{tmp_path / 'house.db'}", *options, "--signatures", json.dumps(signatures or {}))

    return opening


@pytest.fixture
def house(strict: Callable[..., House]) -> Iterator[House]:
    """The same, after its staff was employed in quieter times."""
    quiet = strict()
    for role in ("cashier", "surveillance", "floor"):
        boss = operator(quiet.url)
        boss.done("POST", "/staff", {"name": f"The {role}", "password": PASSWORD, "role": role})
    quiet.stop()
    yield strict(RULES)


def on(house: House, role: str) -> Caller:
    return Caller(house.url).sign_in(f"The {role}", PASSWORD)


def book(by: Caller, player: Caller, amount: int, key: str, *, give: bool = True) -> Any:
    return by.done("POST", "/cage", {"name": player.name, "amount": str(amount), "give": give, "key": key})


def balance(player: Caller) -> float:
    return float(player.see("/me")["balance"])


def entries(tmp_path: Path) -> list[dict[str, Any]]:
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        rows = connection.execute("SELECT record FROM daybook ORDER BY number").fetchall()
    return [json.loads(row[0]) for row in rows]


# The cage


def test_a_booking_above_the_limit_waits_until_another_person_signs_it(house: House, tmp_path: Path) -> None:
    cashier, watch, player = on(house, "cashier"), on(house, "surveillance"), Caller(house.url).guest()
    before = balance(player)
    assert book(cashier, player, 1000, "slip-1")["waits"] is None
    booked = book(cashier, player, 5000, "slip-2")
    assert "by the operator or the surveillance" in booked["waits"] and balance(player) == before + 1000
    assert book(cashier, player, 5000, "slip-2")["waits"]  # said again it is still one
    (mine,) = cashier.see("/signatures")
    assert mine["yours"] and mine["what"] == f"book $5,000 to {player.name}, slip slip-2"
    (theirs,) = watch.see("/signatures")
    assert watch.done("POST", f"/signatures/{theirs['id']}") == {"done": theirs["what"]}
    assert balance(player) == before + 6000 and not watch.see("/signatures")
    assert book(cashier, player, 5000, "slip-2")["again"] and balance(player) == before + 6000
    said = entries(tmp_path)
    acts = {(one["by"], one["entry"]["act"]) for one in said if one["entry"]["do"] == "act"}
    assert {("The cashier", "signed first: cage"), ("The surveillance", "signed second: cage")} <= acts
    (post,) = (one for one in said if one["key"] == "slip-2")
    assert post["by"] == "The cashier" and post["entry"]["amount"] == 5000_00
    assert proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems == []


def test_nobody_signs_for_themself_nor_with_a_role_that_is_not_named(house: House) -> None:
    cashier, player = on(house, "cashier"), Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, "slip")
    (waits,) = cashier.see("/signatures")
    own = cashier.say("POST", f"/signatures/{waits['id']}")
    assert own.status_code == 403 and "another person's" in own.json()["error"]
    elsewhere = on(house, "cashier")  # the same person at another browser
    assert elsewhere.say("POST", f"/signatures/{waits['id']}").status_code == 403
    floor = on(house, "floor")
    assert floor.see("/signatures") == []
    refused = floor.say("POST", f"/signatures/{waits['id']}")
    assert refused.json()["error"] == "a floor can't sign this: the operator and surveillance may"
    assert player.say("POST", f"/signatures/{waits['id']}").status_code == 403
    assert balance(player) == before


def test_a_booking_in_parts_counts_as_a_whole(house: House) -> None:
    cashier, boss, player = on(house, "cashier"), operator(house.url), Caller(house.url).guest()
    before = balance(player)
    for number, by in enumerate((cashier, boss, cashier)):
        assert book(by, player, 300, f"part-{number}")["waits"] is None
    assert book(cashier, player, 300, "part-3")["waits"]
    assert book(boss, player, 101, "part-4")["waits"] and balance(player) == before + 900
    assert book(cashier, player, 900, "out", give=False)["waits"] is None  # what goes out is counted by itself
    assert book(cashier, player, 101, "out-2", give=False)["waits"]


def test_bookings_at_one_moment_do_not_pass_the_limit_together(house: House) -> None:
    cashiers, player = [on(house, "cashier") for _ in range(6)], Caller(house.url).guest()
    before = balance(player)
    with ThreadPoolExecutor(6) as pool:
        list(pool.map(lambda one: book(one[1], player, 400, f"at-once-{one[0]}"), enumerate(cashiers)))
    assert balance(player) == before + 800


@pytest.mark.parametrize("key", ["slip", ""])
def test_a_signature_given_five_times_at_once_books_once(house: House, key: str) -> None:
    cashier, player = on(house, "cashier"), Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, key)
    watching = [on(house, "surveillance") for _ in range(5)]
    (waits,) = watching[0].see("/signatures")
    with ThreadPoolExecutor(5) as pool:
        answers = list(pool.map(lambda one: one.say("POST", f"/signatures/{waits['id']}").status_code, watching))
    assert balance(player) == before + 2000 and set(answers) <= {200, 404, 409}
    assert answers.count(200) == 1 or key  # what was booked with this key is told again


def test_a_first_signature_lapses(house: House, ahead: Path) -> None:
    cashier, watch, player = on(house, "cashier"), on(house, "surveillance"), Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, "slip")
    (waits,) = watch.see("/signatures")
    ahead.write_text(str(LASTS // 1000 + 1))
    assert watch.see("/signatures") == []
    late = watch.say("POST", f"/signatures/{waits['id']}")
    assert late.status_code == 404 and "lapsed" in late.json()["error"] and balance(player) == before


def test_a_first_signature_is_there_after_a_crash(house: House) -> None:
    cashier, player = on(house, "cashier"), Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, "slip")
    house.kill()
    house.start()
    watch = on(house, "surveillance")
    (waits,) = watch.see("/signatures")
    watch.done("POST", f"/signatures/{waits['id']}")
    assert balance(player) == before + 2000


def test_the_first_signature_of_somebody_disabled_or_given_another_role_counts_no_more(house: House) -> None:
    cashier, watch, boss = on(house, "cashier"), on(house, "surveillance"), operator(house.url)
    player = Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, "slip")
    (waits,) = watch.see("/signatures")
    (row,) = boss.see("/people?find=The cashier")
    assert boss.done("PUT", f"/people/{row['id']}/role", {"role": "dealer"})["waits"]
    new = next(one for one in watch.see("/signatures") if one["by"] == "operator")
    watch.done("POST", f"/signatures/{new['id']}")
    refused = watch.say("POST", f"/signatures/{waits['id']}")
    assert refused.status_code == 403 and "a dealer can't book at the cage" in refused.json()["error"]
    boss.done("PUT", f"/people/{row['id']}/disabled", {"disabled": True})
    assert watch.say("POST", f"/signatures/{waits['id']}").status_code == 404 and balance(player) == before


# Employing, and rules


def test_an_operator_employs_nobody_alone(house: House, tmp_path: Path) -> None:
    boss, watch = operator(house.url), on(house, "surveillance")
    friend = {"name": "A friend", "password": PASSWORD, "role": "surveillance"}
    assert boss.done("POST", "/staff", friend)["waits"]
    assert (
        Caller(house.url).http.post("/api/v1/session", json={"name": "A friend", "password": PASSWORD}).status_code
        == 401
    )
    (waits,) = watch.see("/signatures")
    assert waits["what"] == "employ A friend as surveillance" and "argon2" not in json.dumps(watch.see("/signatures"))
    watch.done("POST", f"/signatures/{waits['id']}")
    assert Caller(house.url).sign_in("A friend", PASSWORD).see("/me")["role"] == "surveillance"
    acts = [one["entry"] for one in entries(tmp_path) if one["entry"]["do"] == "act"]
    employed_by = next(one for one in acts if one["act"] == "employed" and "A friend" in one["about"])
    second = next(one for one in acts if one["act"] == "signed second: employ")
    assert (employed_by["name"], second["name"]) == ("operator", "The surveillance")


def test_an_operator_changes_no_rules_alone_and_so_does_not_lift_the_signatures(house: House) -> None:
    boss, watch = operator(house.url), on(house, "surveillance")
    kept = boss.done("POST", "/submissions", {"text": f'facility = "Mine"\n{TABLE}'})
    made = boss.done("POST", f"/submissions/{kept['version']}/effective")
    assert made["waits"] and not made["in_effect"]
    player = Caller(house.url).guest()
    assert book(boss, player, 1001, "slip")["waits"]
    waits = next(one for one in watch.see("/signatures") if "effective" in one["what"])
    watch.done("POST", f"/signatures/{waits['id']}")
    assert boss.see("/submissions")[0]["in_effect"]
    assert book(boss, player, 1001, "slip-2")["waits"] is None  # these rules ask for one


def test_a_version_with_errors_gets_no_signature(house: House) -> None:
    boss = operator(house.url)
    kept = boss.done("POST", "/submissions", {"text": 'facility = "Mine"\n'})
    assert boss.say("POST", f"/submissions/{kept['version']}/effective").status_code == 409
    assert boss.see("/signatures") == []


def test_a_row_that_the_house_did_not_write_is_no_signature(house: House, tmp_path: Path) -> None:
    cashier, watch, player = on(house, "cashier"), on(house, "surveillance"), Caller(house.url).guest()
    before = balance(player)
    book(cashier, player, 2000, "slip")
    (waits,) = watch.see("/signatures")
    with closing(sqlite3.connect(tmp_path / "house.db")) as connection:
        connection.execute("UPDATE signatures SET act = replace(act, '200000', '900000')")
        connection.commit()
    assert watch.see("/signatures") == []
    assert watch.say("POST", f"/signatures/{waits['id']}").status_code == 404 and balance(player) == before
    (problem,) = proved(str(tmp_path / "house.db"), table=None, round=None, explain=None).problems
    assert "first signature" in problem and "somebody else than the house" in problem


def test_no_more_than_twenty_acts_of_one_person_wait(house: House) -> None:
    cashier, player = on(house, "cashier"), Caller(house.url).guest()
    for number in range(20):
        assert book(cashier, player, 2000, f"many-{number}")["waits"]
    more = cashier.say("POST", "/cage", {"name": player.name, "amount": "2000", "key": "many-20"})
    assert more.status_code == 409 and "wait for a second signature already" in more.json()["error"]


# What the submission says


def test_without_rules_one_person_is_enough(strict: Callable[..., House]) -> None:
    house = strict()
    cashier, player = employed(house.url, "cashier"), Caller(house.url).guest()
    assert book(cashier, player, 999_999, "slip")["waits"] is None


@pytest.mark.parametrize(
    ("written", "where", "what"),
    [
        ("signatures = 5", "signatures", "write signatures as a [signatures] section"),
        ("[signatures]\nmint = {}", "signatures.mint", "'mint' is no act that takes two signatures"),
        ("[signatures]\ncage = 5", "signatures.cage", "write who signs cage too"),
        ("[signatures]\ncage = {}", "signatures.cage.by", "by is a list of roles"),
        ('[signatures]\ncage = { by = ["dealer"] }', "signatures.cage.by", "floor, cashier, surveillance, operator"),
        ('[signatures]\ncage = { by = ["floor"], above = 5 }', "signatures.cage.above", "must be written as text"),
        ('[signatures]\nemploy = { by = ["floor"], above = "5" }', "signatures.employ.above", "'above' is no field"),
    ],
)
def test_check_knows_the_fields(written: str, where: str, what: str) -> None:
    text = f'facility = "Here"\n{written}\n\n{TABLE}'
    found = [(one.where, one.what) for one in check(text, name="here").findings if one.severity == "error"]
    assert any(one[0] == where and what in one[1] for one in found), found


def test_check_warns_of_a_way_around_and_of_nothing_else() -> None:
    def warnings(section: str) -> list[str]:
        found = check(f'facility = "Here"\n{section}\n{TABLE}', name="here").findings
        return [one.what for one in found if one.at == ("signatures",)]

    assert warnings("") == []
    some = warnings('[signatures]\ncage = { by = ["floor"], above = "500" }\n')
    assert len(some) == 2 and "employ the second person" in some[0] and "need no second person" in some[1]
    assert warnings('[signatures]\nemploy = { by = ["floor"] }\neffective = { by = ["floor"] }\n') == []


def test_a_submission_written_out_keeps_its_signatures() -> None:
    signatures = Signatures(cage=SecondSignature(by=("floor", "operator"), above="1500.50"))  # type: ignore[arg-type]
    table = SubmittedTable(name="1", game="criss-cross-poker")
    whole = Submission(facility="Here", signatures=signatures, tables=(table,))
    assert read_model(Submission, in_toml(whole), name="here") == whole
