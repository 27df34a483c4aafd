"""A table's socket without the socket: what is heard, what is missing, and what is still to be said."""

import json
from dataclasses import dataclass
from typing import Any

from houseway.client.calls import HouseError, new_key
from houseway.client.words import Words
from houseway.wire.playing import Done
from houseway.wire.viewing import Event, View

KEYED = ("answer", "ready", "leave", "call", "duty", "begin", "open")


@dataclass(frozen=True)
class Update:
    """What a table has told: how it stands, and which events are new."""

    view: View
    new: tuple[Event, ...]
    missed: bool = False  # the end of an earlier round may not have been told: `round_again` has it


@dataclass(frozen=True)
class Reply:
    """What came of something that was said."""

    id: str
    came: Done | HouseError


class Ear:
    """Follows one table. Events are numbered by round and place: one that does not follow on what is known is not
    taken, and the whole table is asked for again."""

    def __init__(self, words: Words | None = None) -> None:
        self.view: View | None = None
        self.waiting: dict[str, str] = {}  # what was said and not replied to yet, by id
        self._words = words
        self._last = 0
        self._asked_again = False
        self._joining = True  # the next view counts, whatever was known before

    # What is said

    def said(self, do: str, **fields: Any) -> tuple[str, str]:
        """A message, and the id that its reply will have."""
        self._last += 1
        id = str(self._last)
        given = {name: part for name, part in fields.items() if part}
        if do in KEYED:
            given["key"] = given.get("key") or new_key()
        self.waiting[id] = json.dumps({"do": do, "id": id, **given})
        return id, self.waiting[id]

    def joined(self) -> list[str]:
        """A new connection: what had no reply is said again, under the keys it had."""
        self._asked_again, self._joining = False, True
        if self._words is not None:
            self._words.forget()
        return list(self.waiting.values())

    # What is heard

    def hear(self, text: str | bytes) -> tuple[Update | Reply | None, list[str]]:
        """What a message tells, and what is to be sent on hearing it."""
        try:
            told = json.loads(text)
            kind = told["type"]
            if kind in ("done", "refused"):
                return self._reply(told), []
            if kind not in ("view", "events"):
                return None, []
            view = View.model_validate(told)
        except (ValueError, KeyError, TypeError) as error:
            raise HouseError(0, "the table said something that no house says") from error
        if told.get("id") in self.waiting:  # a view that was asked for by name is a reply too
            self.waiting.pop(told["id"])
        update = self._whole(view) if kind == "view" else self._next(view)
        if update is None:
            send = [] if self._asked_again else [json.dumps({"do": "view"})]
            self._asked_again = True
            return None, send
        self._asked_again = False
        self.view = update.view
        return update, [json.dumps(one) for one in self._words.said(update.view)] if self._words else []

    def _reply(self, told: dict[str, Any]) -> Reply | None:
        id = told.get("id", "")
        if self.waiting.pop(id, None) is None:  # of something that says itself, as words do
            return None
        if told["type"] == "refused":
            return Reply(id, HouseError(int(told["status"]), str(told["error"])))
        return Reply(id, Done.model_validate({name: part for name, part in told.items() if name not in ("type", "id")}))

    def _whole(self, view: View) -> Update:
        """The table from the beginning of its round; of one that is known, what is new."""
        known, joining, self._joining = self.view, self._joining, False
        if known is None:
            return Update(view, tuple(view.events))
        if view.number < known.number and not joining:
            return Update(known, ())  # as it stood before what was heard since
        if view.round == known.round:
            return Update(view, tuple(view.events[len(known.events) :]))
        return Update(view, tuple(view.events), missed=view.number != known.number + 1)

    def _next(self, view: View) -> Update | None:
        known = self.view
        if known is None or view.viewer != known.viewer:  # who sits down sees more, of what was before too
            return None
        new = tuple(view.events)
        if view.round == known.round and view.start == len(known.events):
            more = {
                "start": 0,
                "events": [*known.events, *view.events],
                "openings": [*known.openings, *view.openings],
            }
            return Update(view.model_copy(update=more), new)
        if view.round > known.round and view.start == 0:
            return Update(view, new, missed=view.number > known.number + 1)
        if view.number <= known.number:
            return Update(known, ())  # heard already, in a view that was asked for meanwhile
        return None
