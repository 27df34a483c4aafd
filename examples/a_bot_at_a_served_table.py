"""A bot that comes to a served house as a guest, sits down and plays. First: houseway serve"""

import sys

from houseway.client import Client
from houseway.client.bot import simple

url, rounds = (sys.argv[1:] + ["http://localhost:8080", "3"][len(sys.argv) - 1 :])[:2]
with Client(url) as client:
    print(f"{client.guest().name} comes in.")
    table = next(one for one in client.tables() if one.game == "criss-cross-poker" and not one.taken)
    client.sit(table.id, "500")
    with client.live(table.id) as live:
        last = live.view.round + int(rounds)
        while live.view.round < last or live.view.open:
            if live.view.ask is not None:
                live.answer(simple(live.view.ask))  # a strategy of your own goes here
            elif not live.view.open:
                live.ready()
            live.next(1.0)
    client.leave(table.id)
print(f"{rounds} rounds are over.")
