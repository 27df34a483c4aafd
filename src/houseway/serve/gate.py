"""The gate before pages: they are made one at a time, so that tables are answered between any two of them.

Making a page takes the event loop some milliseconds, and twenty that are made at once would take it for twenty times
as long. Who is signed in has a gate apart from strangers.
"""

import asyncio
from collections.abc import Callable

from houseway.serve.people import Denied

_MOST_WAITING = 100  # at one gate
_NO_PAGES = ("/api/", "/static/", "/_nicegui/", "/healthz", "/metrics", "/placard/")


def makes_page(path: str) -> bool:
    return not path.startswith(_NO_PAGES)


class Gate:
    """Lets those who wait through in their order."""

    def __init__(self) -> None:
        self._ways = {known: asyncio.Semaphore(1) for known in (True, False)}
        self._waiting = dict.fromkeys(self._ways, 0)

    async def through(self, *, known: bool) -> Callable[[], None]:
        """Wait until it is one's turn. What is returned lets the next one through, and may be called again."""
        if self._waiting[known] >= _MOST_WAITING:
            raise Denied(503, "many ask for pages right now: try again in a moment")
        self._waiting[known] += 1
        try:
            await self._ways[known].acquire()
        finally:
            self._waiting[known] -= 1
        is_open = False

        def done() -> None:
            nonlocal is_open
            if not is_open:
                is_open = True
                self._ways[known].release()

        return done
