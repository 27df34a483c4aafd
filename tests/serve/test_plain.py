"""Pages without live parts: plain HTML, the same bytes for every stranger, made off the event loop, all escaped."""

import asyncio
import re
import threading
from types import SimpleNamespace
from typing import Any

import httpx
import pytest
from fastapi import Request
from jinja2 import UndefinedError
from playwright.sync_api import expect
from sqlalchemy.exc import OperationalError

from houseway.prove.placard import placard
from houseway.record.person import Person
from houseway.serve.pages import operator as operator_pages
from houseway.serve.pages.plain import Plain, broken, lasting_page
from houseway.serve.pages.templates import render, top
from houseway.serve.people.sessions import Session
from houseway.serve.web.cached_answers import CachedAnswers
from tests.serve.browsing import Visits
from tests.serve.house import PATIENCE, Caller, House, operator
from tests.serve.test_api import open_table
from tests.serve.test_unopened import waiting

LASTING = ("/learn/criss-cross-poker", "/learn/pontoon-21?table=1", "/verify", "/price", "/school")
NOT_THERE = ("/learn/none", "/price/none", "/price/no-limit-holdem", "/school/none/none", "/table/99999", "/nothing")
REFUSED = ("/operator", "/operator/placards", "/operator/people", "/account", "/account/play")
PLAIN = dict.fromkeys(LASTING, 200) | dict.fromkeys(NOT_THERE, 404) | dict.fromkeys(REFUSED, 403)


@pytest.mark.parametrize("path", PLAIN)
def test_a_page_without_live_parts_is_plain_html_with_files_of_ours_alone(house: House, path: str) -> None:
    before = waiting(house)
    answer = httpx.get(f"{house.url}{path}", timeout=PATIENCE)
    assert (answer.status_code, answer.headers["content-type"]) == (PLAIN[path], "text/html; charset=utf-8")
    assert "nicegui" not in answer.text and "set-cookie" not in answer.headers
    assert all("/static/" in tag for tag in re.findall(r"<script[^>]*>|<link rel=.stylesheet[^>]*>", answer.text))
    policy = answer.headers["content-security-policy"]
    assert "default-src 'self'" in policy and "unsafe-eval" not in policy and "nonce" not in policy
    assert waiting(house) <= before  # no page waits for a socket
    head = httpx.head(f"{house.url}{path}", timeout=PATIENCE)
    assert (head.status_code, head.content) == (PLAIN[path], b"")


@pytest.mark.parametrize("path", LASTING)
def test_strangers_share_one_page_and_whoever_is_signed_in_has_their_own(house: House, path: str) -> None:
    first, second = (httpx.get(f"{house.url}{path}", timeout=PATIENCE) for _ in range(2))
    tag = first.headers["etag"]
    assert first.content == second.content and "cookie" in first.headers["vary"]
    again = httpx.get(f"{house.url}{path}", headers={"if-none-match": tag}, timeout=PATIENCE)
    assert (again.status_code, again.content) == (304, b"")
    guest = Caller(house.url).guest()
    own = guest.http.get(path, headers={"if-none-match": tag})
    assert own.status_code == 200 and own.headers["cache-control"] == "no-store" and "etag" not in own.headers
    assert guest.name in own.text and guest.csrf in own.text and guest.name not in first.text


def test_what_people_call_things_is_escaped(house: House) -> None:
    name = "<b>Table</b> & \"co\" 'x'"
    table = open_table(house, game="three-card-poker", name=name)
    boss = operator(house.url)
    for path in (f"/learn/three-card-poker?table={table}", "/operator/placards"):
        text = boss.http.get(path).text
        assert "<b>Table</b>" not in text
    assert "&lt;b&gt;Table&lt;/b&gt; &amp; &#34;co&#34; &#39;x&#39;" in boss.http.get("/operator/placards").text
    boss.done("DELETE", f"/tables/{table}")
    assert "&lt;b&gt;Table" not in boss.http.get("/operator/placards").text
    session = Session("id", Person(7, "<i>Eve</i>", "player", False), "csrf")
    drawn = top(session, 5, here=render("crumbs.html", crumbs=[("", "<u>")]), then='"><p>', place="")
    assert not re.search(r"<i>|<u>|<p>", drawn)


def test_a_template_that_is_given_too_little_says_so() -> None:
    with pytest.raises(UndefinedError, match="title"):
        render("missing.html", why="x", ways=())


def request_of(path: str) -> Request:
    return Request({"type": "http", "method": "GET", "path": path, "headers": []})


def test_placards_are_drawn_away_from_the_event_loop_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    threads: list[str] = []
    drawn = placard

    def noted(*given: Any, **more: Any) -> Any:
        threads.append(threading.current_thread().name)
        return drawn(*given, **more)

    monkeypatch.setattr(operator_pages, "placard", noted)
    rows: Any = [({"id": id, "name": f"Table {id}", "game": "criss-cross-poker", "choices": "{}"}, []) for id in (2, 1)]

    async def nothing(person: Person) -> int:
        return 0

    async def read(look: object) -> Any:
        return rows

    desk: Any = SimpleNamespace(
        answers=CachedAnswers(),
        accounts=SimpleNamespace(balance=nothing),
        house=SimpleNamespace(submission=SimpleNamespace(facility="Here"), store=SimpleNamespace(read=read)),
    )
    boss = Session("id", Person(1, "operator", "operator", False), "csrf")

    async def looked_at() -> list[bytes]:
        pages = [operator_pages.placards_page(desk, request_of("/operator/placards"), boss) for _ in range(3)]
        return [bytes(answer.body) for answer in await asyncio.gather(*pages)]

    first, *others = asyncio.run(looked_at())
    assert first.count(b'<article class="sign">') == 2 and others == [first, first]
    assert threads == ["houseway-drawing_0"] * 2


def test_what_a_page_is_made_of_tells_it_from_others() -> None:
    made: list[str] = []

    async def asked(*, of: str) -> bytes:
        def make() -> dict[str, Any]:
            made.append(of)
            return {"title": of, "why": of, "ways": ()}

        answer = await lasting_page(desk, request_of("/"), None, Plain("missing.html", "Here"), of, make)
        return bytes(answer.body)

    async def all_of_them() -> list[bytes]:
        return [await asked(of=of) for of in ("one", "two", "one")]

    desk: Any = SimpleNamespace(answers=CachedAnswers())
    first, other, again = asyncio.run(all_of_them())
    assert first == again != other and made == ["one", "two"]


def test_a_page_that_can_not_be_made_says_one_sentence() -> None:
    for error, said in (
        (OperationalError("SELECT secret", {}, Exception("no such table")), "the house"),
        (ValueError("secret"), "something is wrong with this page"),
    ):
        answer = broken(error)
        text = bytes(answer.body).decode()
        assert answer.status_code == 500 and said in text.lower() and "secret" not in text.lower()


def test_a_page_kept_by_the_browser_is_not_shown_to_who_has_signed_in_since(visitor: Visits) -> None:
    page = visitor("/learn/criss-cross-poker")
    page.get_by_role("button", name="Play as guest").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.go_back()
    expect(page.locator("h1")).to_have_text("Criss Cross Poker")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_a_form_on_a_plain_page_signs_in(visitor: Visits) -> None:
    page = visitor("/school")
    page.get_by_role("button", name="Play as guest").click()
    page.get_by_role("button", name="Sign out").click()
    expect(page.get_by_role("button", name="Play as guest")).to_be_visible()
