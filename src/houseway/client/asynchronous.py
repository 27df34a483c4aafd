"""A client for asyncio."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, suppress
from typing import TypeVar

import httpx
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from houseway.client.calls import Call, HouseError, Tries, Visit, pauses, unreached
from houseway.client.ear import Ear, Reply, Update
from houseway.client.requests import Requests
from houseway.client.socket import MOST_MESSAGE, NOT_LET_IN, address, over
from houseway.client.words import Words
from houseway.wire.playing import Done
from houseway.wire.viewing import View

T = TypeVar("T")


class AsyncClient(Requests):
    """`houseway.client.Client` for asyncio. Many can share one `http`, each with a session of its own."""

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        patience: float = 30.0,
        counting: float = 600.0,
        http: httpx.AsyncClient | None = None,
    ) -> None:
        self.visit = Visit(url, token)
        self.patience, self._counting = patience, counting
        self._http = http or httpx.AsyncClient(timeout=90.0)
        self._ours = http is None

    async def do(self, call: Call[T]) -> T:
        """Carry a request out."""
        tries = Tries(self.visit, call, patience=self.patience, counting=self._counting)
        while True:
            try:
                response = await self._http.request(**self.visit.request(call))
            except httpx.TransportError as error:
                pause = tries.failed(error)
            else:
                later = tries.answered(response)
                if later is None:
                    return self.visit.heard(call, response)
                pause = later
            await asyncio.sleep(pause)

    def live(self, table: int, *, words: Words | None = None) -> "AsyncLive":
        """Follow a table: `async with client.live(3, words=Words()) as live`. With words, they are sealed and opened by
        themselves."""
        return AsyncLive(self, table, words)

    async def close(self) -> None:
        if self._ours:
            await self._http.aclose()

    async def __aenter__(self) -> "AsyncClient":
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()


class AsyncLive:
    """A table's socket: an iterator over what the table tells, and what is said to it, from any task. A connection
    that breaks is made again, and what had no reply is said again under its key."""

    def __init__(self, client: AsyncClient, table: int, words: Words | None) -> None:
        self._client, self._table = client, table
        self._ear = Ear(words)
        self._line = AsyncExitStack()
        self._socket: ClientConnection | None = None
        self._told: asyncio.Queue[Update | HouseError] = asyncio.Queue()
        self._replies: dict[str, asyncio.Future[Done]] = {}
        self._reading: asyncio.Task[None] | None = None
        self._over: HouseError | None = None

    @property
    def view(self) -> View:
        """The table as it was told last; after the first update."""
        assert self._ear.view is not None, "nothing has been told yet"
        return self._ear.view

    async def __aenter__(self) -> "AsyncLive":
        await self._connect()
        self._reading = asyncio.create_task(self._read())
        return self

    async def __aexit__(self, *_: object) -> None:
        if self._reading is not None:
            self._reading.cancel()
            with suppress(asyncio.CancelledError):
                await self._reading
        await self._line.aclose()

    async def __aiter__(self) -> AsyncIterator[Update]:
        while True:
            yield await self.next()

    async def next(self) -> Update:
        """What the table tells next."""
        if self._over is not None and self._told.empty():
            raise self._over
        found = await self._told.get()
        if isinstance(found, HouseError):
            raise found
        return found

    # What is said

    async def say(self, do: str, **fields: str) -> Done:
        """Say something to the table, and wait until it is on the disk."""
        if self._over is not None:
            raise self._over
        id, text = self._ear.said(do, **fields)
        reply: asyncio.Future[Done] = asyncio.get_running_loop().create_future()
        self._replies[id] = reply
        try:
            await self._send(text)
            return await asyncio.wait_for(reply, self._client.patience)
        except TimeoutError:
            patience = self._client.patience
            raise HouseError(0, f"the table did not reply to {do!r} in {patience:g} seconds") from None
        finally:
            self._replies.pop(id, None)
            self._ear.waiting.pop(id, None)

    async def answer(self, text: str, *, key: str = "") -> Done:
        """Answer what you are asked."""
        return await self.say("answer", text=text, key=key)

    async def ready(self) -> Done:
        """On to the next round."""
        return await self.say("ready")

    async def leave(self) -> Done:
        """Get up and cash out, after the round if one is played."""
        return await self.say("leave")

    # The connection

    async def _connect(self) -> None:
        tries, wrong = pauses(self._client.patience), None
        while True:
            try:
                await self._line.aclose()
                opening = connect(
                    address(self._client.visit, self._table),
                    additional_headers=self._client.visit.headers,
                    max_size=MOST_MESSAGE,
                )
                self._socket = await self._line.enter_async_context(opening)
                break
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if isinstance(error, InvalidStatus) and error.response.status_code < 500:
                    await self._client.look(self._table)  # the house says why it does not let us in
                    raise HouseError(error.response.status_code, NOT_LET_IN) from None
                wrong = error
            pause = next(tries, None)
            if pause is None:
                raise unreached(self._client.visit, wrong) from wrong
            await asyncio.sleep(pause)
        for text in self._ear.joined():
            await self._send(text)

    async def _send(self, text: str) -> None:
        assert self._socket is not None, "a table is followed in an `async with` block"
        with suppress(ConnectionClosed):  # it is said again when the connection is made again, if a reply is waited for
            await self._socket.send(text)

    async def _read(self) -> None:
        try:
            while True:
                await self._hear()
        except HouseError as error:
            self._over = error
            self._told.put_nowait(error)
            for reply in self._replies.values():
                if not reply.done():
                    reply.set_exception(error)

    async def _hear(self) -> None:
        assert self._socket is not None
        try:
            heard, send = self._ear.hear(await self._socket.recv())
        except ConnectionClosed as closed:
            if end := over(closed):
                raise end from None
            await self._connect()
            return
        for text in send:
            await self._send(text)
        if isinstance(heard, Update):
            self._told.put_nowait(heard)
        elif isinstance(heard, Reply) and (reply := self._replies.get(heard.id)) and not reply.done():
            if isinstance(heard.came, HouseError):
                reply.set_exception(heard.came)
            else:
                reply.set_result(heard.came)
