"""A client that waits for each answer."""

import time
from collections import deque
from collections.abc import Iterator
from contextlib import ExitStack, suppress
from typing import TypeVar

import httpx
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus
from websockets.sync.client import ClientConnection, connect

from houseway.client.calls import Call, HouseError, Tries, Visit, pauses, unreached
from houseway.client.ear import Ear, Reply, Update
from houseway.client.requests import Requests
from houseway.client.socket import MOST_MESSAGE, NOT_LET_IN, address, over
from houseway.client.words import Words
from houseway.wire.playing import Done
from houseway.wire.viewing import View

T = TypeVar("T")


class Client(Requests):
    """Somebody at a house's door: a stranger at first, then whoever signs in; or with a `token`, whose it is.

    Where the house can't be reached it is tried again for as long as `patience` says, in seconds, unless it might be
    done twice. A price that must be counted first is waited for up to `counting` seconds.
    """

    def __init__(
        self,
        url: str,
        *,
        token: str = "",
        patience: float = 30.0,
        counting: float = 600.0,
        http: httpx.Client | None = None,
    ) -> None:
        self.visit = Visit(url, token)
        self.patience, self._counting = patience, counting
        self._http = http or httpx.Client(timeout=90.0)
        self._ours = http is None

    def do(self, call: Call[T]) -> T:
        """Carry a request out."""
        tries = Tries(self.visit, call, patience=self.patience, counting=self._counting)
        while True:
            try:
                response = self._http.request(**self.visit.request(call))
            except httpx.TransportError as error:
                pause = tries.failed(error)
            else:
                later = tries.answered(response)
                if later is None:
                    return self.visit.heard(call, response)
                pause = later
            time.sleep(pause)

    def live(self, table: int, *, words: Words | None = None) -> "Live":
        """Follow a table: `with client.live(3, words=Words()) as live`. With words, they are sealed and opened by
        themselves."""
        return Live(self, table, words)

    def close(self) -> None:
        if self._ours:
            self._http.close()

    def __enter__(self) -> "Client":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


class Live:
    """A table's socket, for one thread: an iterator over what the table tells, and what is said to it. A connection
    that breaks is made again, and what had no reply is said again under its key."""

    def __init__(self, client: Client, table: int, words: Words | None) -> None:
        self._client, self._table = client, table
        self._ear = Ear(words)
        self._line = ExitStack()
        self._socket: ClientConnection | None = None
        self._told: deque[Update] = deque()
        self._replies: dict[str, Done | HouseError] = {}

    @property
    def view(self) -> View:
        """The table as it was told last."""
        while self._ear.view is None:
            self._pump(None)
        return self._ear.view

    def __enter__(self) -> "Live":
        self._connect()
        return self

    def __exit__(self, *_: object) -> None:
        self._line.close()

    def __iter__(self) -> Iterator[Update]:
        while True:
            found = self.next()
            assert found is not None
            yield found

    def next(self, timeout: float | None = None) -> Update | None:
        """What the table tells next; None if it tells nothing for so many seconds."""
        until = None if timeout is None else time.monotonic() + timeout
        while not self._told:
            left = None if until is None else until - time.monotonic()
            if left is not None and left <= 0:
                return None
            self._pump(left)
        return self._told.popleft()

    # What is said

    def say(self, do: str, **fields: str) -> Done:
        """Say something to the table, and wait until it is on the disk; what was told meanwhile comes next."""
        id, text = self._ear.said(do, **fields)
        until = time.monotonic() + self._client.patience
        self._send(text)
        while id not in self._replies:
            left = until - time.monotonic()
            if left <= 0:
                self._ear.waiting.pop(id, None)
                raise HouseError(0, f"the table did not reply to {do!r} in {self._client.patience:g} seconds")
            self._pump(left)
        came = self._replies.pop(id)
        if isinstance(came, HouseError):
            raise came
        return came

    def answer(self, text: str, *, key: str = "") -> Done:
        """Answer what you are asked."""
        return self.say("answer", text=text, key=key)

    def ready(self) -> Done:
        """On to the next round."""
        return self.say("ready")

    def leave(self) -> Done:
        """Get up and cash out, after the round if one is played."""
        return self.say("leave")

    # The connection

    def _connect(self) -> None:
        tries, wrong = pauses(self._client.patience), None
        while True:
            try:
                self._line.close()
                opening = connect(
                    address(self._client.visit, self._table),
                    additional_headers=self._client.visit.headers,
                    max_size=MOST_MESSAGE,
                )
                self._socket = self._line.enter_context(opening)
                break
            except (OSError, InvalidHandshake, TimeoutError) as error:
                if isinstance(error, InvalidStatus) and error.response.status_code < 500:
                    self._client.look(self._table)  # the house says why it does not let us in
                    raise HouseError(error.response.status_code, NOT_LET_IN) from None
                wrong = error
            pause = next(tries, None)
            if pause is None:
                raise unreached(self._client.visit, wrong) from wrong
            time.sleep(pause)
        for text in self._ear.joined():
            self._send(text)

    def _send(self, text: str) -> None:
        assert self._socket is not None, "a table is followed in a `with` block"
        with suppress(ConnectionClosed):  # it is said again when the connection is made again, if a reply is waited for
            self._socket.send(text)

    def _pump(self, timeout: float | None) -> None:
        """Hear one message, if one comes in time."""
        assert self._socket is not None, "a table is followed in a `with` block"
        try:
            heard, send = self._ear.hear(self._socket.recv(timeout))
        except TimeoutError:
            return
        except ConnectionClosed as closed:
            if end := over(closed):
                raise end from None
            self._connect()
            return
        for text in send:
            self._send(text)
        if isinstance(heard, Reply):
            self._replies[heard.id] = heard.came
        elif heard is not None:
            self._told.append(heard)
