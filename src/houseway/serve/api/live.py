"""A table live, on a socket."""

import asyncio
import contextlib
import logging
from collections.abc import Callable
from typing import Any

from fastapi import APIRouter, WebSocket
from pydantic import ValidationError
from sqlalchemy.exc import SQLAlchemyError
from starlette.websockets import WebSocketDisconnect

from houseway.errors import UNREACHABLE, BadInput, Denied, NotFound, NotSignedIn, TooLong
from houseway.serve.api.desk import Asking, Desk, bearer_of, credential_of, household_of, person_of
from houseway.serve.api.errors import STATUS, sentence
from houseway.serve.people.sessions import Session
from houseway.serve.tables import commands
from houseway.serve.tables.table import Table
from houseway.serve.tables.viewers import Update, Viewer
from houseway.serve.web import limits
from houseway.wire.live import DEALING, MOST_MESSAGE, Said

log = logging.getLogger("houseway.serve")

_MOST_BEHIND = 200  # updates that a slow viewer may be behind before it is told everything anew

router = APIRouter(prefix="/api/v1")


_OVER = Update({})  # the last that a socket is told
_MOVED = Update({})


class Socket:
    """One client on a socket: it is told of every event in its order, or of everything anew if it fell behind."""

    def __init__(self, desk: Desk, table: Table, session: Session | None, socket: WebSocket, who: str) -> None:
        self.desk, self.table, self.session, self.socket, self.who = desk, table, session, socket, who
        self._out: asyncio.Queue[Update | None] = asyncio.Queue()
        self._idle = False  # all that was put there is sent
        state = socket.scope.get("state", {})
        self._push: Callable[[bytes], bool] = state.get("push", lambda message: False)
        self._heard_by: Callable[[Callable[[str], bool]], None] = state.get("heard_by", lambda hears: None)
        self._answering: asyncio.Task[None] | None = None  # what was heard at once
        self._at_once = True  # nothing waits that came before
        self._viewer = Viewer(person_of(session), self._tell, moved=lambda: self._put(_MOVED))

    def _tell(self, update: Update) -> None:
        if self._idle and self._push(update.json):
            return
        if self._out.qsize() > _MOST_BEHIND:
            while not self._out.empty():
                self._out.get_nowait()
            self._put(None)  # a whole view instead
        self._put(update)

    def _put(self, update: Update | None) -> None:
        self._idle = False
        self._out.put_nowait(update)

    async def run(self) -> None:
        self.table.watch(self._viewer)
        self._put(None)
        sending = asyncio.create_task(self._send())
        off = self.desk.accounts.sessions.hang(self.session, self._session_over)
        self._heard_by(self._hears)
        try:
            while True:
                text = await self.socket.receive_text()
                self._at_once = False
                if self._answering is not None:
                    await asyncio.wait((self._answering,))
                self._tell(Update(await self._reply(text)))
                self._at_once = True
        except (WebSocketDisconnect, RuntimeError):
            pass
        except KeyError:  # bytes where text was expected
            with contextlib.suppress(RuntimeError):
                await self.socket.close(1003, "send text")
        finally:
            off()
            self.table.unwatch(self._viewer)
            sending.cancel()

    def _hears(self, text: str) -> bool:
        """Answer a message at once, if nothing else is being answered. It is carried out whatever becomes of the
        connection."""
        if not self._at_once or self._answering is not None:
            return False
        self._answering = self.table.actor.task(self._answer(text))
        return True

    async def _answer(self, text: str) -> None:
        try:
            self._tell(Update(await self._reply(text, lasting=True)))
        except Exception:
            log.exception("a message could not be answered")
            with contextlib.suppress(RuntimeError):
                await self.socket.close(1011)
        finally:
            self._answering = None

    def _session_over(self) -> None:
        """Nothing more is told, from this moment on."""
        self.table.unwatch(self._viewer)
        while not self._out.empty():
            self._out.get_nowait()
        self._put(_OVER)

    async def _send(self) -> None:
        with contextlib.suppress(WebSocketDisconnect, RuntimeError):
            while True:
                self._idle = self._out.empty()
                update = await self._out.get()
                if update is _OVER:
                    await self.socket.close(1008, "your session is over")
                    return
                if update is _MOVED:
                    await self.socket.close(1012, "the table goes on at another worker: connect again")
                    return
                if update is None:
                    update = Update(await self.table.look(person_of(self.session)))
                await self.socket.send_text(update.json.decode())

    async def _reply(self, text: str, *, lasting: bool = False) -> dict[str, Any]:
        id = ""
        try:
            if len(text) > MOST_MESSAGE:
                raise TooLong(f"a message has up to {MOST_MESSAGE} characters, not {len(text)}")
            try:
                said = Said.model_validate_json(text)
                id = said.id
            except ValidationError as error:
                raise BadInput(sentence(error.errors())) from None
            finally:
                self.desk.limits.use(limits.MESSAGES, self.who)
            if said.do == "view":
                return {**await self.table.look(person_of(self.session)), "id": id}
            session = self.session and await self.desk.accounts.still(self.session)
            if session is None:
                raise NotSignedIn("sign in first, or come in as a guest")
            Asking("floor" if said.do in DEALING else "play").allows(session)
            await self.desk.accounts.sessions.acts(session)
            done = await self.table.say(session.person, commands.read(vars(said)), lasting=lasting)
            return {"type": "done", "id": id, **done}
        except Denied as denied:
            return {"type": "refused", "id": id, "status": STATUS[type(denied)], "error": denied.why}
        except SQLAlchemyError:
            log.exception("a message could not be answered")
            return {"type": "refused", "id": id, "status": 503, "error": UNREACHABLE}


@router.websocket("/tables/{id}/live")
async def live(socket: WebSocket, id: int) -> None:
    """A table live: first a whole `view`, then `events` numbered by `round` and `from`. A client that notices a gap
    sends `{"do": "view"}`. Answers are sent as `{"do": "answer", "text": ..., "key": ..., "id": ...}`."""
    desk: Desk = socket.app.state.desk
    try:
        session = await desk.accounts.session(credential_of(socket))
        if session is None and bearer_of(socket):
            raise NotSignedIn("this token is not known, was revoked, or has ended")
        if not 0 < id < 2**31:
            raise NotFound(f"there is no table {id} here")
        table = await desk.house.table(id)
    except Denied as denied:
        await socket.close(1008, denied.why)
        return
    except SQLAlchemyError:
        await socket.close(1013, UNREACHABLE)
        return
    who = f"account {session.person.id}" if session else household_of(socket)
    try:
        with desk.limits.held(limits.SOCKETS if session else limits.STRANGERS, who):
            await socket.accept()
            await Socket(desk, table, session, socket, who).run()
    except Denied as denied:
        await socket.close(1008, denied.why)
