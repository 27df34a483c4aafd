"""Who may do what: every route and every page of the desk, tried by every role, and the table of rights in the docs."""

import json
import re
import time
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from houseway.serve.pages.operator_parts import PLACES
from houseway.serve.people import roles
from houseway.serve.people.roles import ROLES, Right
from tests.serve.house import PATIENCE, ROOT, Caller, House, employed, operator

SUBMISSION = {"text": 'facility = "Here"\n\n[[tables]]\nname = "1"\ngame = "criss-cross-poker"\n'}
KNOWN: dict[tuple[str, str], tuple[Right, Any]] = {
    ("POST", "/api/v1/staff"): (roles.EMPLOY, {"name": "operator", "password": "a long password", "role": "dealer"}),
    ("POST", "/api/v1/cage"): (roles.CAGE, {"name": "nobody at all", "amount": "5"}),
    ("GET", "/api/v1/people"): (roles.ACCOUNTS, None),
    ("PUT", "/api/v1/people/{id}/disabled"): (roles.ACCOUNTS, {"disabled": True}),
    ("PUT", "/api/v1/people/{id}/role"): (roles.EMPLOY, {"role": "floor"}),
    ("GET", "/api/v1/acts"): (roles.LOG, None),
    ("GET", "/api/v1/signatures"): (roles.SIGN, None),
    ("POST", "/api/v1/signatures/{id}"): (roles.SIGN, None),
    ("GET", "/api/v1/submissions"): (roles.READ_RULES, None),
    ("GET", "/api/v1/submissions/{id}"): (roles.READ_RULES, None),
    ("POST", "/api/v1/submissions"): (roles.WRITE_RULES, {"text": ""}),
    ("POST", "/api/v1/submissions/check"): (roles.WRITE_RULES, SUBMISSION),
    ("POST", "/api/v1/submissions/{id}/effective"): (roles.MAKE_EFFECTIVE, None),
    ("POST", "/api/v1/submissions/tables"): (roles.TABLES, {"table": "no such table"}),
    ("POST", "/api/v1/tables"): (roles.TABLES, {"name": "x", "game": "no-such-game"}),
    ("DELETE", "/api/v1/tables/{id}"): (roles.TABLES, None),
    ("GET", "/api/v1/results"): (roles.RESULTS, None),
    ("GET", "/api/v1/results.csv"): (roles.RESULTS, None),
    ("GET", "/api/v1/floor"): (roles.FLOOR, None),
    ("GET", "/api/v1/floor.csv"): (roles.FLOOR, None),
    ("GET", "/api/v1/floor.pdf"): (roles.FLOOR, None),
    ("POST", "/api/v1/floor/results"): (roles.FLOOR, {"game": "cash-in-baccarat", "text": "x"}),
    ("GET", "/api/v1/tables/{id}/export"): (roles.EXPORT, None),
    ("POST", "/api/v1/tables/{id}/recall"): (roles.RECALL, {"player": "nobody at all"}),
    ("POST", "/api/v1/tables/{id}/rounds"): (roles.DEAL, {}),
    ("POST", "/api/v1/tables/{id}/calls"): (roles.CALL, {"irregularity": "no such"}),
    ("POST", "/api/v1/tables/{id}/duties"): (roles.DUTY, {"duty": "no such"}),
    ("POST", "/api/v1/tables/{id}/opening"): (roles.DECKS, {}),
    ("GET", "/api/v1/school/staff"): (roles.CLASSES, None),
    ("POST", "/api/v1/school/classes"): (roles.CLASSES, {"game": "no-such-game", "seed": "1"}),
    ("GET", "/api/v1/school/classes"): (roles.CLASSES, None),
    ("POST", "/api/v1/school/classes/over"): (roles.CLASSES, {"code": "no such"}),
    ("GET", "/api/v1/school/exam/sheet"): (roles.CLASSES, None),
}
NOWHERE = 2**31 - 1  # a number that no account, version or table has
AT_TABLES = {path for _, path in KNOWN if path.startswith("/api/v1/tables/{id}/")}
ANYBODY = """
GET /api/v1/games | GET /api/v1/games/{id} | GET /api/v1/tables | GET /api/v1/tables/{id}
GET /api/v1/tables/{id}/placard | GET /api/v1/tables/{id}/clauses | GET /api/v1/tables/{id}/rounds
GET /api/v1/tables/{id}/rounds/{number} | GET /api/v1/tables/{id}/rounds/{number}/journal
GET /api/v1/tables/{id}/placard.pdf | GET /api/v1/prices | GET /api/v1/price/{game}
GET /api/v1/price/{game}/sheet.pdf | GET /api/v1/equity/{game} | GET /api/v1/head | GET /api/v1/school
GET /api/v1/school/{game}/clauses | POST /api/v1/accounts | POST /api/v1/guest | POST /api/v1/session
DELETE /api/v1/session | POST /api/v1/session/confirm | GET /api/v1/me | POST /api/v1/me/chips
GET /api/v1/me/sessions | DELETE /api/v1/me/sessions | DELETE /api/v1/me/sessions/{id} | PUT /api/v1/me/password
GET /api/v1/me/second | PUT /api/v1/me/second | POST /api/v1/me/second/off | GET /api/v1/me/tokens
POST /api/v1/me/tokens | DELETE /api/v1/me/tokens/{id} | GET /api/v1/me/acts | GET /api/v1/floor/me
POST /api/v1/tables/{id}/seat | DELETE /api/v1/tables/{id}/seat | PUT /api/v1/tables/{id}/seat
POST /api/v1/tables/{id}/chips | POST /api/v1/tables/{id}/answers | GET /api/v1/tables/{id}/coach
PUT /api/v1/tables/{id}/seal | PUT /api/v1/tables/{id}/words | POST /api/v1/tables/{id}/ready
POST /api/v1/tables/{id}/bots | GET /api/v1/school/progress | POST /api/v1/school/{game}/{skill}/questions
POST /api/v1/school/exam/questions | GET /api/v1/school/question | POST /api/v1/school/questions/{id}/answer
"""  # each for their own part, by where they sit and who they are


@pytest.fixture(scope="module")
def people(house: House) -> Iterator[dict[str, Caller]]:
    """Somebody of every role."""
    found = {role: employed(house.url, role) for role in ROLES if role != "player"}
    yield {"player": Caller(house.url).guest(), **found}


def _there(path: str, table: int) -> str:
    if path == "/api/v1/signatures/{id}":
        return "/signatures/" + "0" * 16
    filled = path.removeprefix("/api/v1").replace("{id}", str(table if path in AT_TABLES else NOWHERE))
    return filled + ("?code=three-card-poker:hands:1:1:x" if path.endswith("/sheet") else "")


def test_every_route_is_open_to_the_roles_that_have_the_right_and_to_no_other(
    house: House, people: dict[str, Caller]
) -> None:
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()["paths"]
    routes = {(method.upper(), path) for path, methods in described.items() for method in methods}
    anybody = {tuple(one.split()) for line in ANYBODY.strip().splitlines() for one in line.split("|")}
    assert routes == set(KNOWN) | anybody, "a new route needs its right here, or a reason to be anybody's"
    table = operator(house.url).see("/tables")[-1]["id"]
    wrong = []
    for (method, path), (right, body) in KNOWN.items():
        for role, caller in people.items():
            answer = caller.say(method, _there(path, table), body)
            refused = answer.status_code == 403
            if refused != (role not in right.roles) or answer.status_code >= 500:
                wrong.append((method, path, role, answer.status_code, answer.text[:100]))
            elif refused:
                assert answer.json()["error"].startswith(f"a {role} can't {right.what}"), answer.text
    assert not wrong


SCOPES = ("read", "play", "floor", "operator")


def with_token(caller: Caller, url: str, scope: str) -> Caller:
    """A program with a token of somebody's account, and with nothing else of theirs."""
    made = caller.done("POST", "/me/tokens", {"name": scope, "scope": scope})
    program = Caller(url)
    program.http.headers["Authorization"] = f"Bearer {made['token']}"
    return program


@pytest.mark.parametrize("role", ["player", "dealer", "surveillance", "operator"])
def test_a_token_does_what_its_scope_and_its_role_allow_and_no_more(house: House, role: str) -> None:
    name = f"{role} {time.monotonic_ns()}"
    if role == "player":
        Caller(house.url).done("POST", "/accounts", {"name": name, "password": "a long password"})
        caller = Caller(house.url).sign_in(name, "a long password")
    else:
        caller = employed(house.url, role)
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()["paths"]
    table = operator(house.url).see("/tables")[-1]["id"]
    wrong = []
    allowed = {"player": 2, "operator": 4}.get(role, 3)
    for scope in SCOPES[allowed:]:
        refused = caller.say("POST", "/me/tokens", {"name": scope, "scope": scope})
        assert refused.status_code == 403 and f"can't have the scope {scope}" in refused.json()["error"]
    for scope in SCOPES[:allowed]:
        program = with_token(caller, house.url, scope)
        for (method, path), (right, body) in KNOWN.items():
            needs = described[path][method.lower()].get("x-token-scope")
            fits = needs is not None and SCOPES.index(scope) >= SCOPES.index(needs)
            answer = program.say(method, _there(path, table), body)
            may = fits and role in right.roles
            if (answer.status_code == 403) == may or answer.status_code >= 500:
                wrong.append((scope, method, path, answer.status_code, answer.text[:100]))
            if right.again and method != "GET":
                assert not fits, (method, path)
        for method, path in (
            ("GET", "/me/tokens"),
            ("POST", "/me/tokens"),
            ("PUT", "/me/password"),
            ("DELETE", "/session"),
        ):
            body = (
                {"name": "x", "scope": "read"}
                if method == "POST"
                else {"old": "a", "new": "b"}
                if method == "PUT"
                else None
            )
            assert program.say(method, path, body).status_code == 403, (scope, method, path)
        assert program.see("/me")["name"] == caller.name and program.see("/me")["csrf"] == ""
    assert not wrong


def test_nobody_who_is_not_signed_in_does_any_of_it(house: House) -> None:
    stranger = Caller(house.url)
    table = operator(house.url).see("/tables")[-1]["id"]
    for (method, path), (_, body) in KNOWN.items():
        assert stranger.say(method, _there(path, table), body).status_code == 401, (method, path)


def test_every_page_of_the_desk_is_open_to_the_roles_that_have_the_right(
    house: House, people: dict[str, Caller]
) -> None:
    line = next(line for line in house.log.read_text().splitlines() if line.startswith('{"routes"'))
    pages = {path for path in json.loads(line)["routes"] if path.startswith("/operator")}
    assert pages == set(PLACES)
    for path, (name, right) in PLACES.items():
        for role, caller in people.items():
            page = caller.http.get(path)
            assert page.status_code == (200 if role in right.roles else 403), (path, role)
            assert not re.search(r">\s*Internal Server Error", page.text), (path, role)
        assert Caller(house.url).http.get(path).status_code == 403, (path, name)


def test_a_cashier_books_slips_and_neither_employs_nor_sets_rules(house: House, people: dict[str, Caller]) -> None:
    cashier, player = people["cashier"], Caller(house.url).guest()
    before = float(player.see("/me")["balance"])
    booked = cashier.done("POST", "/cage", {"name": player.name, "amount": "250", "key": "slip-1"})
    assert (booked["name"], float(booked["balance"])) == (player.name, before + 250)
    taken = {"name": player.name, "amount": "100", "give": False, "key": "slip-2"}
    assert float(cashier.done("POST", "/cage", taken)["balance"]) == before + 150
    assert cashier.done("POST", "/cage", taken)["again"]
    hired = cashier.say("POST", "/staff", {"name": "A friend", "password": "a long password", "role": "operator"})
    assert (hired.status_code, hired.json()["error"]) == (403, "a cashier can't employ staff: the operator does")
    assert cashier.say("POST", "/submissions", SUBMISSION).status_code == 403
    assert cashier.say("PUT", f"/people/{NOWHERE}/role", {"role": "operator"}).status_code == 403
    table = operator(house.url).see("/tables")[-1]["id"]
    assert cashier.say("POST", f"/tables/{table}/seat", {"amount": "100"}).status_code == 403


def test_a_role_is_changed_by_another_operator_and_signs_the_person_out(house: House) -> None:
    dealer, boss = employed(house.url, "dealer"), operator(house.url)
    (row,) = boss.see(f"/people?find={dealer.name}")
    changed = boss.done("PUT", f"/people/{row['id']}/role", {"role": "floor"})
    assert (changed["role"], changed["waits"]) == ("floor", None)
    assert dealer.say("GET", "/me").status_code == 401
    assert dealer.sign_in(dealer.name, "a long password").see("/me")["role"] == "floor"
    me = next(one for one in boss.see("/people?find=operator") if one["name"] == "operator")
    own = boss.say("PUT", f"/people/{me['id']}/role", {"role": "dealer"})
    assert own.status_code == 409 and "own role" in own.json()["error"]
    assert boss.see("/acts")[1]["about"] == f"{dealer.name}: dealer to floor"


def test_the_docs_show_the_table_of_rights() -> None:
    assert roles.table() in (ROOT / "docs" / "operating.md").read_text()
    assert len({right.what for right in roles.RIGHTS}) == len(roles.RIGHTS)
