"""A client of a served house, for programs: its API and its tables' sockets, synchronous or with asyncio.

    from houseway.client import Client, Words

    with Client("http://localhost:8080") as client:
        client.guest()
        client.sit(1, "100")
        with client.live(1, words=Words()) as live:
            for update in live:  # update.new: the events since the last one
                if ask := live.view.ask:
                    live.answer(ask.default)

It stands alone: of Houseway it knows only the messages in `houseway.wire`. An error is one `HouseError` with the
house's own sentence.
"""

from houseway.client.asynchronous import AsyncClient, AsyncLive
from houseway.client.calls import Call, HouseError
from houseway.client.ear import Update
from houseway.client.sync import Client, Live
from houseway.client.words import Words, sealed
from houseway.wire.viewing import Ask, View

__all__ = [
    "Ask",
    "AsyncClient",
    "AsyncLive",
    "Call",
    "Client",
    "HouseError",
    "Live",
    "Update",
    "View",
    "Words",
    "sealed",
]
