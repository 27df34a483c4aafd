"""A bot that sits down at a served house and plays: always the simplest answer. First: houseway serve"""

import sys

from houseway.client import Client
from houseway.client.bot import simple

url, rounds = (sys.argv[1:] + ["http://localhost:8080", "3"][len(sys.argv) - 1 :])[:2]
with Client(url) as client:
    print(f"{client.guest().name} comes in.")
    table = next(one for one in client.tables() if one.game == "criss-cross-poker" and not one.taken)
    client.sit(table.id, "500")
    over = 0
    for update in client.live(table.id):
        over += sum(event["event"] == "roundEnded" for event in update.events)
        if over >= int(rounds):
            break
        for ask in update.view.asks:
            client.answer(table.id, simple(ask))
    client.leave(table.id)
