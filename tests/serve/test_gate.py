"""The gate before pages: one at a time, who is signed in apart from strangers, and nobody slow holds it."""

import asyncio
from types import SimpleNamespace
from typing import Any

from houseway.serve.api.desk import COOKIE
from houseway.serve.gate import Gate
from houseway.serve.shield import Message, Receive, Scope, Send, Shield
from houseway.serve.traffic import Traffic


class Served:
    """An application that begins a request, and answers it when it is told to."""

    def __init__(self) -> None:
        self.begun: list[str] = []
        self.answers = asyncio.Event()
        self.state = SimpleNamespace(desk=SimpleNamespace(gate=Gate(), traffic=Traffic(), accounts=self))

    async def any_session(self, token: str) -> object | None:
        return object() if token == "good" else None

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
            await Shield(self)(scope, receive, send)
            return got

        return asyncio.create_task(whole())


async def settled() -> None:
    """Everybody has come as far as they can."""
    for _ in range(20):
        await asyncio.sleep(0)


def test_pages_are_made_one_at_a_time_and_tables_are_answered_beside_them() -> None:
    async def test() -> None:
        app = Served()
        pages: list[asyncio.Task[Any]] = [app.asked(f"/learn/{number}") for number in range(5)]
        await settled()
        assert app.begun == ["/learn/0"]
        beside = [app.asked("/api/tables/1"), app.asked("/static/house.js"), app.asked("/", token="good")]
        pages.append(app.asked("/price", token="forged"))
        await settled()
        assert app.begun == ["/learn/0", "/api/tables/1", "/static/house.js", "/"]
        app.answers.set()
        assert await asyncio.gather(*pages, *beside) == [[200]] * 9
        assert app.begun[4:] == ["/learn/1", "/learn/2", "/learn/3", "/learn/4", "/price"]

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


def test_a_gate_with_too_many_before_it_says_so() -> None:
    async def test() -> None:
        app = Served()
        pages = [app.asked("/") for _ in range(150)]
        await settled()
        app.answers.set()
        statuses = [status for (status,) in await asyncio.gather(*pages)]
        assert statuses.count(200) == 101 and statuses.count(503) == 49

    asyncio.run(test())
