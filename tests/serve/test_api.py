"""The API: who may do what, what anybody may see, and what comes of hostile hands."""

import json
import re
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from random import Random
from typing import Any

import httpx
import pytest
from websockets.exceptions import InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from houseway.prove.rounds import prove
from houseway.record.chain import ChainBroken, verified
from houseway.record.heads import SignedHead
from houseway.record.sources import journals
from tests.serve.house import PATIENCE, Caller, House, employed, eventually, operator, trying

GAME = "criss-cross-poker"
listening = partial(connect, open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None)
HOSTILE = 100  # times a hundred messages


def open_table(house: House, **more: Any) -> int:
    """A table of its own for a test."""
    boss = operator(house.url)
    name = f"Table {time.monotonic_ns()}"
    made = boss.done("POST", "/tables", {"name": name, "game": GAME, "bots": 0, "clock": 600, **more})
    boss.close()
    return int(made["id"])


def asked(caller: Caller, table: int, *, what: str = "") -> dict[str, Any]:
    """The view in which this caller is asked something."""
    for _ in trying(f"an ask {what}"):
        view: dict[str, Any] = caller.see(f"/tables/{table}")
        if any(ask["who"] == view["viewer"] and what in ask["what"] for ask in view["asks"]):
            return view
    raise AssertionError


def seated(house: House, table: int, seat: int) -> Caller:
    player = Caller(house.url).guest()
    player.done("POST", f"/tables/{table}/seat", {"amount": "1000", "seat": seat})
    return player


def two_players(house: House) -> tuple[int, Caller, Caller]:
    """Two at a table by hand of the floor, so that both are in the same round."""
    table = open_table(house, by_hand=False)
    first, second = Caller(house.url).guest(), Caller(house.url).guest()
    for player, seat in ((first, 1), (second, 2)):
        player.done("POST", f"/tables/{table}/seat", {"amount": "1000", "seat": seat})
    for _ in trying("a round of two"):
        view = first.see(f"/tables/{table}")
        if {"seat 1", "seat 2"} == {ask["who"] for ask in view["asks"]}:
            break
        if view["asks"]:  # a round began with the first alone
            first.done("POST", f"/tables/{table}/answers", {"text": "sit out"})
        for player in (first, second):
            player.say("POST", f"/tables/{table}/ready")
    return table, first, second


def test_a_visitor_sees_tables_and_changes_nothing(house: House) -> None:
    visitor = Caller(house.url)
    table = open_table(house)
    assert visitor.see("/tables") and visitor.see(f"/tables/{table}")["viewer"] == "public"
    for method, path in (
        ("POST", f"/tables/{table}/seat"),
        ("POST", f"/tables/{table}/answers"),
        ("DELETE", f"/tables/{table}/seat"),
        ("POST", "/tables"),
        ("GET", "/me"),
        ("GET", f"/tables/{table}/export"),
    ):
        answer = visitor.say(method, path, {"amount": "5", "text": "fold"} if method == "POST" else None)
        assert answer.status_code in (401, 422) and answer.json()["error"]


@pytest.mark.threat("cross-site")
def test_a_change_needs_the_token_and_the_same_origin(house: House) -> None:
    player = Caller(house.url).guest()
    for headers in ({"X-CSRF-Token": ""}, {"X-CSRF-Token": "guess"}, {"Origin": "https://elsewhere.example"}):
        answer = player.say("POST", "/me/chips", headers=headers)
        assert answer.status_code == 403
    assert "HttpOnly" in player.http.post("/api/v1/guest").headers["set-cookie"]
    assert "SameSite=lax" in player.http.post("/api/v1/guest").headers["set-cookie"]
    with pytest.raises(Exception, match=r"403|1008"):
        listening(f"{house.url.replace('http', 'ws')}/api/v1/tables/1/live", origin=Origin("https://elsewhere.example"))


def test_every_answer_has_the_headers_of_a_careful_house(house: House) -> None:
    for path in ("/", "/table/1", "/api/v1/tables", "/nowhere", "/api/v1/nowhere"):
        headers = httpx.get(f"{house.url}{path}", timeout=PATIENCE).headers
        assert headers["x-content-type-options"] == "nosniff" and headers["x-frame-options"] == "DENY"
        assert "unsafe-inline" not in headers["content-security-policy"].partition("script-src")[2].partition(";")[0]


def test_signing_up_in_and_out(house: House) -> None:
    name = f"Ada {time.monotonic_ns()}"
    body = {"name": name, "password": "a long password"}
    it = Caller(house.url)
    assert it.http.post("/api/v1/accounts", json=body).status_code == 201
    assert it.http.post("/api/v1/accounts", json={**body, "name": name.upper()}).status_code == 409
    wrong = it.http.post("/api/v1/session", json={**body, "password": "another password"})
    assert (wrong.status_code, wrong.json()["error"]) == (401, "this name and this password don't go together")
    it.sign_in(name, "a long password")
    assert it.see("/me")["balance"] == "10000"
    assert it.say("DELETE", "/session").status_code == 204
    assert it.say("GET", "/me").status_code == 401


def test_play_money_comes_back_to_the_account_to_the_cent(house: House) -> None:
    table = open_table(house)
    player = seated(house, table, 3)
    assert player.see("/me")["balance"] == "9000"
    asked(player, table)
    player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    for bet in ("across 1", "down 1", "middle 1"):
        asked(player, table, what=bet.split()[0])
        player.done("POST", f"/tables/{table}/answers", {"text": bet})
    stack = float(player.see(f"/tables/{table}")["seats"]["seat 3"]["stack"])
    player.done("DELETE", f"/tables/{table}/seat")
    assert float(player.see("/me")["balance"]) == 9000 + stack
    assert player.say("POST", f"/tables/{table}/seat", {"amount": "100000000"}).status_code == 409


@pytest.mark.threat("anothers-turn")
def test_nobody_answers_for_another_or_out_of_turn(house: House) -> None:
    table, first, second = two_players(house)
    for text, who, status in (
        ("ante 10", "seat 1", 403),
        ("ante 10", "dealer", 403),
        ("across 3", "", 409),
        ("ante 1", "", 409),
        ("ante 10, ante 10", "", 409),
        ("ante 1000000", "", 409),
        ("", "", 409),
    ):
        answer = second.say("POST", f"/tables/{table}/answers", {"text": text, "who": who})
        assert answer.status_code == status, (text, answer.text)
        assert len(answer.json()["error"].splitlines()) == 1
    first.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    again = first.say("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    assert again.status_code == 409 and "not asked" in again.json()["error"]
    second.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    out_of_turn = second.say("POST", f"/tables/{table}/answers", {"text": "across 1"})
    assert out_of_turn.status_code == 409 and "the table waits for seat 1" in out_of_turn.json()["error"]
    stranger = Caller(house.url).guest()
    assert stranger.say("POST", f"/tables/{table}/answers", {"text": "across 1"}).status_code == 403


_CARD = re.compile(r"\b[2-9TJQKA][cdhs]\b")


@pytest.mark.threat("hidden-cards")
def test_no_hidden_card_leaves_by_any_door(house: House) -> None:
    table, first, second = two_players(house)
    with listening(f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live") as outside:
        for player in (first, second):
            player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
        hers = set(asked(first, table, what="across")["cards"]["seat 1"].split())
        his = set(second.see(f"/tables/{table}")["cards"]["seat 2"].split())
        number = first.see(f"/tables/{table}")["round"]
        assert len(hers) == len(his) == 2
        public = Caller(house.url)
        doors = [f"/tables/{table}", f"/tables/{table}/rounds/{number}", f"/tables/{table}/rounds", "/tables"]
        for caller, known in ((public, set()), (second, his), (first, hers)):
            for door in doors:
                told = set(_CARD.findall(caller.say("GET", door).text))
                assert told <= known, door
            journal = caller.say("GET", f"/tables/{table}/rounds/{number}/journal").text
            assert '"seed": null' in journal and not set(_CARD.findall(journal)) - known
        heard = [json.loads(outside.recv(timeout=PATIENCE)) for _ in range(2)]
        assert not _CARD.findall(json.dumps(heard))
    watching = employed(house.url, "surveillance")
    seen = watching.see(f"/tables/{table}")["cards"]
    assert set(seen["seat 1"].split()) == hers and "??" not in seen["middle"]
    assert watching.say("POST", f"/tables/{table}/answers", {"text": "across 1"}).status_code == 403
    chain = watching.say("GET", f"/tables/{table}/export").text.splitlines()
    assert all(json.loads(line)["record"]["entry"]["do"] != "begin" for line in chain[-1:])
    assert number not in [line.count('"do":"begin"') for line in chain]
    log = house.log.read_text()
    assert "seed" not in log


@pytest.mark.threat("said-twice")
def test_an_answer_said_twice_with_one_key_is_done_once(house: House) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    asked(player, table)
    body = {"text": "ante 10", "key": "one"}
    first = player.done("POST", f"/tables/{table}/answers", body)
    again = player.done("POST", f"/tables/{table}/answers", body)
    assert (again["number"], again["again"]) == (first["number"], True)
    other = player.say("POST", f"/tables/{table}/answers", {"text": "fold", "key": "one"})
    assert other.status_code == 409 and "something else" in other.json()["error"]
    results: list[int] = []
    asked(player, table, what="across")
    cookies = dict(player.http.cookies)

    def race() -> None:
        with httpx.Client(base_url=house.url, cookies=cookies, headers={"X-CSRF-Token": player.csrf}) as http:
            results.append(http.post(f"/api/v1/tables/{table}/answers", json={"text": "across 1"}).status_code)

    racers = [threading.Thread(target=race) for _ in range(8)]
    for racer in racers:
        racer.start()
    for racer in racers:
        racer.join()
    assert sorted(results) == [200] + [409] * 7
    assert player.see(f"/tables/{table}")["seats"]["seat 1"]["wagers"]["across"] == "10"


def test_a_dealer_runs_a_table_by_hand_and_the_floor_calls_what_goes_wrong(house: House) -> None:
    table = open_table(house, by_hand=True)
    dealer, floor = employed(house.url, "dealer"), employed(house.url, "floor")
    player = seated(house, table, 2)
    assert player.say("POST", f"/tables/{table}/rounds", {}).status_code == 403
    dealer.done("POST", f"/tables/{table}/rounds", {"key": "round-1"})
    player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    for street, cards in (("across", "Kh 5d"), ("down", "9c 9s"), ("middle", "2c")):
        asked(player, table, what=street)
        player.done("POST", f"/tables/{table}/answers", {"text": f"{street} 1"})
        asked(dealer, table, what="cards")
        taken = dealer.say("POST", f"/tables/{table}/answers", {"text": "Kh Kh"})
        assert taken.status_code == 409
        dealer.done("POST", f"/tables/{table}/answers", {"text": cards})
    asked(dealer, table, what="cards")
    assert player.say("POST", f"/tables/{table}/answers", {"text": "As Ad", "who": "dealer"}).status_code == 403
    dealer.done("POST", f"/tables/{table}/answers", {"text": "Ks Kd"})
    story = player.see(f"/tables/{table}/rounds/1")["story"]
    assert any("three kings" in line or "three of a kind" in line for line in story), story
    dealer.done("POST", f"/tables/{table}/rounds", {"key": "round-2"})
    player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    assert player.say("POST", f"/tables/{table}/calls", {"irregularity": "13.A"}).status_code == 403
    floor.done("POST", f"/tables/{table}/calls", {"irregularity": "13.A", "key": "void"})
    view = player.see(f"/tables/{table}")
    assert not view["open"] and any(event["event"] == "voided" for event in view["events"])
    floor.done("POST", f"/tables/{table}/duties", {"duty": "deck-change-shoe", "key": "decks"})
    assert not [problem for one in journals(house.database) for problem in prove(one).problems]


def test_the_export_verifies_without_our_code(house: House, tmp_path: Path) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    asked(player, table)
    player.done("POST", f"/tables/{table}/answers", {"text": "sit out"})
    player.done("DELETE", f"/tables/{table}/seat")
    export = operator(house.url).say("GET", f"/tables/{table}/export").text
    doc = (Path(__file__).parents[2] / "docs" / "audit.md").read_text()
    script = doc.partition("```python\n")[2].partition("```")[0]
    run = subprocess.run(
        [sys.executable, "-I", "-c", script], input=export, capture_output=True, text=True, check=False
    )
    lines = [json.loads(line) for line in export.splitlines()]
    assert run.stdout.split() == [str(len(lines)), "records,", lines[-1]["hash"]], run.stderr
    file = tmp_path / "export.jsonl"
    file.write_text(export)
    assert not prove(journals(str(file))[0]).problems
    changed = export.replace('"sit out"', '"ante 5"')
    wrong = subprocess.run(
        [sys.executable, "-I", "-c", script], input=changed, capture_output=True, text=True, check=False
    )
    assert wrong.returncode
    with pytest.raises(ChainBroken, match="hash"):
        list(verified([json.loads(line) for line in changed.splitlines()]))
    with pytest.raises(ChainBroken, match="missing"):
        list(verified([*lines[:2], *lines[3:]]))


# Hostile hands

_NASTY = (
    "", " ", "fold", "ante 10", "ante -5", "ante 1e9", "ante 99999999999999999999", "across 3", "a" * 999, "é" * 500,
    "ante 10\n", "\t", "null", "0", "-1", "ante 10, five-card-bonus 5, ante 10", "Ah Kd", "seat 1", "'; DROP TABLE",
    "<script>", "\u202e", "ante ١٠", "ante ½", "💰" * 100, "%00", "../../etc/passwd", "{}", "[]", "true", "sit out",
)  # fmt: skip


def _message(rng: Random) -> str | bytes:
    kind = rng.randrange(8)
    if kind == 0:
        return "{" * rng.randrange(1, 500)
    if kind == 1:
        return json.dumps({"do": rng.choice(["answer", "leave", "begin", "call", "sit", "buy in", "", "open"]), "x": 1})
    if kind == 2:
        return json.dumps(rng.choice([[], 1, None, "answer", {"do": None}, {"do": "answer", "text": ["fold"]}]))
    if kind == 3:
        return json.dumps({"do": "answer", "text": "\ud800", "key": "\x00"})
    if kind == 4:
        return json.dumps({"do": "answer", "text": "x" * rng.randrange(1000, 20000)})
    who = rng.choice(["", "seat 1", "seat 2", "seat 99", "dealer", "floor", "\u0000"])
    do = rng.choice(["answer", "seal", "open words", "call", "duty", "ready", "begin"])
    key, irregularity = rng.choice(["", "k", "k" * 200, "a b"]), rng.choice(["", "13.A", "x"])
    said = {"do": do, "text": rng.choice(_NASTY), "who": who, "key": key, "irregularity": irregularity}
    return json.dumps(said | {"duty": rng.choice(["", "stub-count"])})


def _hurl(address: str, cookie: str, rng: Random, messages: int) -> None:
    """Send messages without waiting, and see each of them done or refused in a sentence."""
    headers = {"Cookie": cookie} if cookie else {}
    with listening(address, additional_headers=headers, max_size=2**22) as socket:
        socket.recv(timeout=PATIENCE)
        for _ in range(messages):
            socket.send(_message(rng))
        replies = 0
        while replies < messages:
            reply = json.loads(socket.recv(timeout=PATIENCE))
            if reply["type"] in ("refused", "done"):
                replies += 1
                assert reply["type"] == "done" or (400 <= reply["status"] < 500 and reply["error"])


@pytest.mark.threat("hostile-messages")
def test_ten_thousand_hostile_messages_are_refused_and_leave_ledger_and_chain_intact(house: House) -> None:
    """From the seat, from another account and from a stranger, all at once."""
    table = open_table(house)
    player, other = seated(house, table, 1), Caller(house.url).guest()
    asked(player, table)
    cookies = [f"houseway={one.http.cookies['houseway']}" for one in (player, player, other)]
    cookie = cookies[0]
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    with ThreadPoolExecutor(4) as pool:
        hurled = [
            pool.submit(_hurl, address, (*cookies, "")[number % 4], Random(number), 100) for number in range(HOSTILE)
        ]
        for one in hurled:
            one.result()
    with listening(address, additional_headers={"Cookie": cookie}) as socket:
        socket.send(b"\x00\xff")
        with pytest.raises(Exception, match=r"1003|send text"):
            while True:
                socket.recv(timeout=PATIENCE)
    seen = player.see(f"/tables/{table}")
    journal = next(one for one in journals(house.database) if one.name.startswith(f"{table} "))
    assert not prove(journal).problems
    assert journal.lines[seen["number"]]["hash"] == seen["hash"]


@pytest.mark.threat("odd-requests")
def test_long_and_broken_requests_get_one_sentence(house: House) -> None:
    player = Caller(house.url).guest()
    for path, content in (
        ("/tables/1/answers", b"{" * 10),
        ("/tables/1/answers", b'{"text": "' + b"x" * 100_000 + b'"}'),
        ("/tables/1/answers", b'{"text": "\\ud800"}'),
        ("/tables/1/answers", b"\xff\xfe"),
        ("/tables/1/seat", b'{"amount": "1e5"}'),
        ("/tables/1/seat", b'{"amount": 5}'),
        ("/tables/99999/seat", b'{"amount": "5"}'),
        ("/tables/abc/seat", b'{"amount": "5"}'),
        ("/accounts", b'{"name": "x\\u0000y", "password": "a long password"}'),
        ("/accounts", b'{"name": "a", "password": "short"}'),
    ):
        headers = {"X-CSRF-Token": player.csrf, "Content-Type": "application/json"}
        answer = player.http.post(f"/api/v1{path}", content=content, headers=headers)
        assert 400 <= answer.status_code < 500, (path, answer.text)
        assert len(answer.json()["error"].splitlines()) == 1


def _live(house: House, table: int, player: Caller) -> Any:
    cookie = f"houseway={player.http.cookies['houseway']}"
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    return listening(address, additional_headers={"Cookie": cookie})


def test_what_is_said_in_one_breath_is_answered_in_its_order(house: House) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    asked(player, table, what="wagers")
    said = [{"do": "answer", "text": "ante 5", "key": "once", "id": "0"}]
    said += [
        {"do": "view", "id": str(id)} if id % 3 else {"do": "answer", "text": "?", "id": str(id)} for id in range(1, 60)
    ]
    said.append({"do": "answer", "text": "ante 5", "key": "once", "id": "60"})
    with _live(house, table, player) as socket:
        for one in said:
            socket.send(json.dumps(one))
        came: list[dict[str, Any]] = []
        while len(came) < len(said):
            told = json.loads(socket.recv(PATIENCE))
            came += [told] if told.get("id") else []
    assert [one["id"] for one in came] == [one["id"] for one in said]
    assert came[0]["type"] == "done" and came[-1]["number"] == came[0]["number"] and came[-1]["again"]


def test_an_answer_is_carried_out_though_its_socket_is_gone(house: House) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    asked(player, table, what="wagers")
    with _live(house, table, player) as socket:
        json.loads(socket.recv(PATIENCE))
        socket.send(json.dumps({"do": "answer", "text": "ante 5", "key": "gone"}))
        socket.socket.shutdown(2)
    asked(player, table, what="across")
    assert player.done("POST", f"/tables/{table}/answers", {"text": "ante 5", "key": "gone"})["again"]


def test_so_many_sockets_and_no_more(opened: Callable[..., House], tmp_path: Path) -> None:
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--limits", "--only", GAME, "--no-pages")
    player = Caller(house.url).guest()
    cookie = f"houseway={player.http.cookies['houseway']}"
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/1/live"
    with ExitStack() as open_sockets:
        for _ in range(20):
            open_sockets.enter_context(listening(address, additional_headers={"Cookie": cookie}))
        with pytest.raises(InvalidStatus, match="403"), listening(address, additional_headers={"Cookie": cookie}):
            pass
        with listening(address) as stranger:  # others are not kept out
            for _ in range(62):
                stranger.send('{"do": "view", "id": "v"}')
            replies = [json.loads(stranger.recv(timeout=PATIENCE)) for _ in range(63)]
        assert replies[-1]["status"] == 429 and replies[-1]["id"] == "v"
    with listening(address, additional_headers={"Cookie": cookie}) as again:
        assert json.loads(again.recv(timeout=PATIENCE))["type"] == "view"


def test_too_many_tries_have_to_wait(opened: Callable[..., House], tmp_path: Path) -> None:
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--limits", "--only", GAME, "--no-pages")
    with httpx.Client(base_url=house.url, timeout=PATIENCE) as http:
        body = {"name": "operator", "password": "not the password"}
        statuses = [http.post("/api/v1/session", json=body).status_code for _ in range(12)]
    assert statuses[0] == 401 and statuses[-1] == 429


def test_the_head_is_public_and_takes_in_what_was_done(house: House) -> None:
    first = SignedHead(**httpx.get(f"{house.url}/api/v1/head", timeout=PATIENCE).json())
    player, boss = Caller(house.url).guest(), operator(house.url)
    booking = {"name": player.name, "amount": "25", "key": "slip-7"}
    assert not boss.done("POST", "/cage", booking)["again"] and boss.done("POST", "/cage", booking)["again"]
    assert boss.say("POST", "/cage", booking | {"amount": "26"}).status_code == 409
    assert player.see("/me")["balance"] == "10025"

    def later() -> SignedHead | None:
        head = SignedHead(**httpx.get(f"{house.url}/api/v1/head", timeout=PATIENCE).json())
        return head if head.number > first.number + 2 else None

    head = eventually(later)
    assert first.genuine() and head.genuine() and (head.house, head.key) == (first.house, first.key)
