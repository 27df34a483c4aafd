"""The sockets of pages: each belongs to the browser that was given the page, and nothing else is heard on it."""

import html
import json
import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from houseway.serve.web import limits
from tests.serve.house import PATIENCE, Caller, House, eventually

GAME = "criss-cross-poker"


@dataclass(frozen=True)
class PageOf:
    """What a browser knows of a page that it was given."""

    id: str
    element: int
    listener: str

    def event(self, **data: str) -> str:
        told = {"client_id": self.id, "id": self.element, "listener_id": self.listener, "args": [json.dumps(data)]}
        return f"42{json.dumps(['event', told])}"


def page_of(visitor: Caller, path: str = "/table/1") -> PageOf:
    """Fetch a page, and find what takes its clicks."""
    text = visitor.http.get(path).text
    id = re.search(r"'client_id': '([0-9a-f-]+)'", text)
    elements = re.search(r"parseElements\(String.raw`(.*?)`\)", text, re.DOTALL)
    assert id and elements
    for number, element in json.loads(html.unescape(elements[1])).items():
        for event in element.get("events", []):
            if event["type"] == "hw":
                return PageOf(id[1], int(number), event["listener_id"])
    raise AssertionError("nothing takes clicks")


@contextmanager
def socket_of(house: House, page: PageOf, visitor: Caller, *, implicit: bool = True) -> Iterator[ClientConnection]:
    """A socket to a page, with the cookies of somebody."""
    query = f"EIO=4&transport=websocket&client_id={page.id}&tab_id=a1&document_id=b2&next_message_id=0"
    query += "&implicit_handshake=true" if implicit else ""
    address = f"{house.url.replace('http', 'ws')}/_nicegui_ws/socket.io/?{query}"
    cookies = "; ".join(f"{name}={value}" for name, value in visitor.http.cookies.items())
    with connect(address, additional_headers={"Cookie": cookies} if cookies else {}, open_timeout=PATIENCE) as socket:
        assert str(socket.recv(timeout=PATIENCE)).startswith("0")
        socket.send("40")
        yield socket


def told(socket: ClientConnection, start: str) -> str:
    """The next word that starts so."""
    while not (word := str(socket.recv(timeout=PATIENCE))).startswith(start):
        pass
    return word


def still_heard(socket: ClientConnection) -> None:
    """The socket is open, and all that was said before has been read: a handshake is always answered."""
    joining = {"client_id": "x", "tab_id": "x", "document_id": "x", "next_message_id": 0}
    socket.send(f"427{json.dumps(['handshake', joining])}")
    assert told(socket, "437") == "437[false]"


@pytest.fixture
def small(opened: Callable[..., House], tmp_path: Path) -> House:
    return opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", GAME, "--bots", "0", "--pause", "600")


def seats(visitor: Caller) -> Any:
    return visitor.see("/me")["at_tables"]


def test_a_page_hears_the_browser_that_it_was_made_for(small: House) -> None:
    owner = Caller(small.url).guest()
    page = page_of(owner)
    with socket_of(small, page, owner) as socket:
        assert told(socket, "4").startswith("40")
        socket.send(page.event(hw="sit", amount="500", seat="1"))
        eventually(lambda: seats(owner) != "0", "sitting down")


@pytest.mark.threat("page-id")
def test_an_id_from_a_log_opens_no_page_without_its_cookie(small: House) -> None:
    owner, thief, stranger = Caller(small.url).guest(), Caller(small.url).guest(), Caller(small.url)
    page = page_of(owner)
    stranger.http.get("/")  # which gives them a cookie of their own
    for other in (thief, stranger):
        with socket_of(small, page, other) as socket:
            assert "Implicit handshake failed" in told(socket, "44")
        with socket_of(small, page, other, implicit=False) as socket:
            assert told(socket, "40")
            joining = {"client_id": page.id, "tab_id": "a1", "document_id": "b2", "next_message_id": 0}
            socket.send(f"421{json.dumps(['handshake', joining])}")
            assert told(socket, "43") == "431[false]"
    with socket_of(small, page, Caller(small.url)) as socket:  # a browser that keeps no cookies is not sent in circles
        assert told(socket, "4").startswith("40")
        still_heard(socket)


@pytest.mark.threat("page-id")
def test_an_event_counts_only_for_the_page_of_its_socket(small: House) -> None:
    owner, thief = Caller(small.url).guest(), Caller(small.url).guest()
    theirs, own = page_of(owner), page_of(thief)
    with socket_of(small, theirs, owner) as socket, socket_of(small, own, thief) as other:
        assert told(socket, "40") and told(other, "40")
        other.send(theirs.event(hw="sit", amount="500", seat="1"))
        other.send(own.event(hw="sit", amount="400", seat="2"))
        eventually(lambda: seats(thief) != "0", "sitting down")
        still_heard(other)
        assert seats(owner) == "0"


def test_a_visitor_who_has_not_signed_in_keeps_their_page(small: House) -> None:
    visitor, other = Caller(small.url), Caller(small.url)
    page = page_of(visitor)
    assert "houseway-visit" in visitor.http.cookies
    page_of(other)
    with socket_of(small, page, visitor) as socket:
        assert told(socket, "4").startswith("40")
    with socket_of(small, page, other) as socket:
        assert "Implicit handshake failed" in told(socket, "44")


@pytest.mark.threat("log-forging")
def test_nothing_that_a_socket_says_is_written_to_the_log(small: House) -> None:
    owner = Caller(small.url).guest()
    page = page_of(owner)
    before = small.log.read_text()
    forged = {"client_id": page.id, "level": "error", "message": "forged\n2026-01-01 ERROR houseway: the safe is open"}
    own = {"client_id": page.id, "id": page.element, "listener_id": page.listener}
    events: list[Any] = [
        ["log", forged],
        ["log", {"client_id": page.id, "level": "none"}],
        ["event"],
        ["event", {}],
        ["event", [1]],
        ["event", {**own, "listener_id": "none", "args": []}],
        ["event", {**own, "id": 10**9, "args": []}],
        ["event", {**own, "args": ["{"]}],
        ["event", {**own, "args": [["["]]}],
        ["event", {**own, "args": 5}],
        ["event", {**own, "args": ["[" * 9000]}],
        ["ack", {"client_id": page.id}],
        ["ack", {"client_id": page.id, "next_message_id": "x"}],
        ["javascript_response", {}],
        ["handshake", {}],
        ["connect", {"QUERY_STRING": f"client_id={page.id}&implicit_handshake=true"}],
        ["disconnect"],
        [["event"], {}],
        {},
        [],
    ]
    junk = [
        "",
        "x",
        "9",
        "4",
        "44",
        "49[]",
        "42",
        "42[",
        "42" + "[" * 9000,
        "43[]",
        "451-[]",
        "461-[]",
        "40/x,",
        "5",
        "6",
    ]
    with socket_of(small, page, owner) as socket:
        assert told(socket, "40")
        for word in (*(f"42{json.dumps(event)}" for event in events), *junk):
            socket.send(word)
        socket.send(b"\x04\x00")
        still_heard(socket)
    anonymous = Caller(small.url)
    for query in ("", "EIO=4", "EIO=4&transport=polling", "EIO=4&transport=websocket&sid=x", "a=" * 50):
        answer = anonymous.http.post(f"/_nicegui_ws/socket.io/?{query}", content=b"x")
        assert 400 <= answer.status_code < 500
    assert small.log.read_text() == before


@pytest.mark.threat("event-flood")
def test_a_browser_says_only_so_much_at_once(opened: Callable[..., House], tmp_path: Path) -> None:
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", GAME, "--bots", "0", "--limits")
    owner = Caller(house.url).guest()
    page = page_of(owner)
    with socket_of(house, page, owner) as socket:
        assert told(socket, "40")
        with pytest.raises(ConnectionClosed) as closed:
            for _ in range(limits.PAGE_EVENTS.burst):
                socket.send("42[]")
            while True:
                socket.recv(timeout=PATIENCE)
        assert closed.value.rcvd is not None and closed.value.rcvd.code == 1008
    assert "Traceback" not in house.log.read_text()
