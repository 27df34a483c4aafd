"""A client of a served house, for programs: its API and its tables' sockets, with waiting or with asyncio.

    from houseway.client import Client, Words

    with Client("http://localhost:8080") as client:
        client.guest()
        client.sit(1, "100")
        with client.live(1, words=Words()) as live:
            for update in live:  # update.new: the events since the last one
                if ask := live.view.ask:
                    live.answer(ask.default)

It stands alone: nothing of a house is imported here, and an error is one `HouseError` with the house's own sentence.
"""

from houseway.client.asynchronous import AsyncClient, AsyncLive
from houseway.client.ear import Update
from houseway.client.sync import Client, Live
from houseway.client.values import Ask, View
from houseway.client.wire import Call, HouseError
from houseway.client.words import Words, sealed

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
