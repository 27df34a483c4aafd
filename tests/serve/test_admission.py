"""Admission before routing: tables never wait, the rest is weighed by its cost, and askers take turns."""

import asyncio
import re
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from houseway.errors import Denied
from houseway.serve.api.desk import COOKIE
from houseway.serve.web.admission import (
    LIVE_PAGE,
    LOOK_UP,
    MOST_WAITING,
    PLAIN_PAGE,
    ROOMS,
    SMALL,
    Admission,
    Cost,
    cost_of,
)
from houseway.serve.web.request_guard import Message, Receive, RequestGuard, Scope, Send
from houseway.serve.web.traffic import Traffic


class Served:
    """An application that begins a request, and answers it when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.answers = asyncio.Event()
        self.state = SimpleNamespace(desk=SimpleNamespace(admission=Admission(), traffic=Traffic(), accounts=self))

    async def any_session(self, token: str) -> object | None:
        return SimpleNamespace(person=SimpleNamespace(id=7)) if token == "good" else None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        self.begun.append(scope["path"])
        await self.answers.wait()
        await send({"type": "http.response.start", "status": 200, "headers": []})
        await send({"type": "http.response.body", "body": b"here"})

    def asked(self, path: str, *, token: str = "", takes: asyncio.Event | None = None) -> "asyncio.Task[list[int]]":
        cookies = [(b"cookie", f"{COOKIE}={token}".encode())] if token else []
        scope: Scope = {
            "type": "http",
            "method": "GET",
            "scheme": "http",
            "path": path,
            "headers": cookies,
            "app": self,
        }
        got: list[int] = []

        async def send(message: Message) -> None:
            if "status" in message:
                got.append(message["status"])
            if takes is not None:
                await takes.wait()

        async def receive() -> Message:
            return {"type": "http.request", "body": b""}

        async def whole() -> list[int]:
            await RequestGuard(self)(scope, receive, send)
            return got

        return asyncio.create_task(whole())


async def settled() -> None:
    """Everybody has come as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


@pytest.mark.threat("costly-pages")
def test_pages_are_made_one_at_a_time_and_tables_are_answered_beside_them() -> None:
    async def test() -> None:
        app = Served()
        pages: list[asyncio.Task[Any]] = [app.asked(f"/table/{number}") for number in range(5)]
        await settled()
        assert app.begun == ["/table/0"]
        beside = [app.asked("/api/v1/tables/1"), app.asked("/static/house.js"), app.asked("/", token="good")]
        pages.append(app.asked("/price", token="forged"))
        await settled()
        assert app.begun == ["/table/0", "/api/v1/tables/1", "/static/house.js", "/"]
        app.answers.set()
        assert await asyncio.gather(*pages, *beside) == [[200]] * 9
        assert app.begun[4:] == ["/table/1", "/table/2", "/table/3", "/table/4", "/price"]

    asyncio.run(test())


def test_who_is_slow_to_take_a_page_or_goes_away_holds_up_nobody() -> None:
    async def test() -> None:
        app, takes = Served(), asyncio.Event()
        gone, slow = app.asked("/gone"), app.asked("/slow", takes=takes)
        waits = app.asked("/waits")
        await settled()
        gone.cancel()
        waits.cancel()
        app.answers.set()
        await settled()
        assert await app.asked("/next") == [200] and not slow.done()
        takes.set()
        assert await slow == [200]

    asyncio.run(test())


def test_with_too_many_in_line_the_next_one_is_told_so() -> None:
    async def test() -> None:
        app = Served()
        pages = [app.asked("/") for _ in range(150)]
        await settled()
        app.answers.set()
        statuses = [status for (status,) in await asyncio.gather(*pages)]
        assert statuses.count(200) == 101 and statuses.count(503) == 49

    asyncio.run(test())


@pytest.mark.parametrize(
    ("path", "cost"),
    [
        ("/api/v1/tables/3", None),
        ("/api/v1/tables/3/answers", None),
        ("/api/v1/tables/3/seat", None),
        ("/api/v1/tables/3/coach", None),
        ("/api/v1/me", None),
        ("/healthz", None),
        ("/api/v1/tables", SMALL),
        ("/api/v1/tables/3/rounds", SMALL),
        ("/api/v1/tables/3/rounds/2", Cost("threads", 2)),
        ("/api/v1/tables/3/rounds/2/journal", Cost("threads", 2)),
        ("/api/v1/tables/3/export", Cost("threads", 4)),
        ("/api/v1/tables/3/placard.pdf", Cost("threads", 2)),
        ("/api/v1/price/criss-cross-poker/sheet.pdf", Cost("threads", 2)),
        ("/operator/placards", Cost("threads", 2)),
        ("/api/v1/equity/omaha", Cost("counts", 2)),
        ("/api/v1/price/criss-cross-poker", Cost("counts", 1)),
        ("/learn/omaha", PLAIN_PAGE),
        ("/static/house.js", SMALL),
        ("/", LIVE_PAGE),
        ("/price/omaha", LIVE_PAGE),
        ("/nothing", LIVE_PAGE),
    ],
)
def test_a_request_is_weighed_by_what_it_costs(path: str, cost: Cost | None) -> None:
    assert cost_of(path) == cost


def test_a_table_is_answered_at_once_while_every_room_is_full_and_every_line_too() -> None:
    costly = ("/api/v1/equity/omaha", "/api/v1/tables/1/rounds/1", "/", "/api/v1/openapi.json", "/learn/omaha")

    async def test() -> None:
        app = Served()
        crowd = [app.asked(path) for path in costly for _ in range(MOST_WAITING + ROOMS["counts"])]
        await settled()
        begun = len(app.begun)
        assert begun < 40  # the others wait or were refused
        table = [
            app.asked("/api/v1/tables/2"),
            app.asked("/api/v1/tables/2/answers", token="good"),
            app.asked("/api/v1/me"),
        ]
        await settled()
        assert app.begun[begun:] == ["/api/v1/tables/2", "/api/v1/tables/2/answers", "/api/v1/me"]
        app.answers.set()
        assert await asyncio.gather(*table) == [[200]] * 3
        statuses = [status for (status,) in await asyncio.gather(*crowd)]
        assert set(statuses) == {200, 503}

    asyncio.run(test())


def test_a_room_holds_its_weight_and_no_more_and_gives_it_back() -> None:
    async def test() -> None:
        admission, inside = Admission(), list[str]()

        async def comes(name: str, weight: int) -> Any:
            leave = await admission.enter(Cost("threads", weight), name, known=False)
            inside.append(name)
            return leave

        one, two = await comes("one", 2), await comes("two", 1)
        waits = [asyncio.create_task(comes(name, weight)) for name, weight in (("three", 2), ("four", 1))]
        await settled()
        assert inside == ["one", "two"]  # the last would fit, and does not go before who has waited longer
        two()
        two()  # once is enough
        await settled()
        assert inside == ["one", "two", "three"]
        one()
        await settled()
        assert inside[3:] == ["four"]
        for task in waits:
            (await task)()
        assert len({id(await comes("all", 4))}) == 1  # everything was given back

    asyncio.run(test())


def test_askers_take_turns_and_whoever_has_most_in_line_gives_way() -> None:
    async def test() -> None:
        admission, order = Admission(), list[str]()
        first = await admission.enter(LIVE_PAGE, "first", known=False)

        async def comes(who: str) -> None:
            leave = await admission.enter(LIVE_PAGE, who, known=False)
            order.append(who)
            leave()

        many = [asyncio.create_task(comes("many")) for _ in range(MOST_WAITING)]
        await settled()
        one = asyncio.create_task(comes("one"))
        await settled()
        with pytest.raises(Denied, match="waiting"):
            await many[-1]
        first()
        await asyncio.gather(one, *many[:-1])
        assert order[:3] == ["many", "one", "many"] and len(order) == MOST_WAITING

    asyncio.run(test())


def test_who_goes_away_while_in_line_or_just_let_in_takes_no_room_along() -> None:
    async def test() -> None:
        admission = Admission()
        first = await admission.enter(LIVE_PAGE, "first", known=False)
        waits = [asyncio.create_task(admission.enter(LIVE_PAGE, "gone", known=False)) for _ in range(3)]
        await settled()
        waits[0].cancel()
        await settled()
        first()
        waits[1].cancel()  # it was let in a moment ago
        (await waits[2])()
        (await admission.enter(LIVE_PAGE, "next", known=False))()

    asyncio.run(test())


def test_a_forged_cookie_looks_nobody_up_without_end() -> None:
    async def test() -> None:
        app, looked = Served(), list[str]()
        found = asyncio.Event()

        async def any_session(token: str) -> None:
            looked.append(token)
            await found.wait()

        app.any_session = any_session  # type: ignore[method-assign]
        crowd = [app.asked("/api/v1/games", token=f"forged {number}") for number in range(30)]
        await settled()
        assert len(looked) == ROOMS[LOOK_UP.room]
        found.set()
        app.answers.set()
        assert await asyncio.gather(*crowd) == [[200]] * 30

    asyncio.run(test())


def test_every_route_of_a_table_where_something_is_said_is_free() -> None:
    """A route that is added to play, and forgotten here, would wait among the costly ones."""
    source = (Path(__file__).parents[2] / "src/houseway/serve/api/play.py").read_text(encoding="utf-8")
    routes = set(re.findall(r'@router\.\w+\(\s*"(/tables/\{id\}[^"]*)"', source)) - {"/tables/{id}/rounds"}
    assert len(routes) > 8
    assert [route for route in sorted(routes) if cost_of(f"/api/v1{route.format(id=1)}") is not None] == []
