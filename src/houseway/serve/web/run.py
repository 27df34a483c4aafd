"""Serving: the application on a port, with a word on where to look."""

import asyncio
import gc
import json
import logging
import socket
import sys
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from typing import Any, cast

import uvicorn
from fastapi import FastAPI

from houseway.serve.web.connection_limits import Connections, Patience, Request, Socket, places
from houseway.serve.web.hosts import Hosts
from houseway.serve.workers.handover import Handover
from houseway.serve.workers.shared_counters import SharedCounters
from houseway.serve.workers.supervisor import Share
from houseway.software import identified

LOOPBACK = ("127.0.0.1", "::1")
FROM_ONE_ADDRESS = 250  # connections; behind a proxy the address is the one that it forwards


def serve(
    app: FastAPI,
    *,
    host: str,
    port: int,
    proxies: Sequence[str] = LOOPBACK,
    patience: Patience | None = None,
    names: Sequence[str] = (),
    told: Callable[[str], None] = print,
    share: Share | None = None,
) -> None:
    """Serve until stopped. The first lines printed say where to look. Proxies are believed whom they speak for. The
    house answers to its own address and to `names`. One of several workers has its share of the address."""
    shape = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=shape, stream=sys.stderr)
    most = places()
    limited = app.state.desk.limits.on
    counters = (
        SharedCounters(share.folder / "counters", nth=share.nth, of=share.of) if share is not None else SharedCounters()
    )
    app.state.desk.limits.counters = counters
    from_one = min(FROM_ONE_ADDRESS, most // 4) if limited else 0
    connections = Connections(most, from_one=from_one, patience=patience, counters=counters)
    app.state.connections = connections
    app.state.hosts = Hosts(host, names)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        access_log=False,  # addresses hold ids of pages
        forwarded_allow_ips=list(proxies),
        http=cast(Any, partial(Request, connections=connections)),
        ws=cast(Any, partial(Socket, connections=connections)),
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)

    def started() -> None:
        spare_the_collector()
        if share is not None:
            share.opened(list(_words(app, host, port)))
            return
        for line in _words(app, host, port):
            told(line)

    app.state.started = started
    app.state.desk.house.store.open()  # what is wrong with it is said before anything is served
    if share is not None:
        _join(app, connections, config, server, share)
    server.run(sockets=[share.address] if share is not None else None)


def _words(app: FastAPI, host: str, port: int) -> Iterator[str]:
    where = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}"
    yield f"Houseway is open: {where}"
    yield f"  tables and games   {where}/"
    yield f"  prices             {where}/price"
    yield f"  API description    {where}/api/v1/openapi.json"
    yield f"  software           {identified()}"
    house = app.state.desk.house
    if not house.demonstration and (head := house.sealer.last) is not None:  # play money needs no witness
        yield f"  head to keep       {json.dumps(head.data())}"
    if password := getattr(app.state, "operator_password", ""):
        yield f"  sign in as operator with the password {password} (shown once) for {where}/operator"


def _join(app: FastAPI, connections: Connections, config: uvicorn.Config, server: uvicorn.Server, share: Share) -> None:
    """Take what other workers hand over, and hand over what is theirs."""
    handover = Handover(app.state.desk.house, share.folder, has_page=_has_page)

    async def take(connection: socket.socket, said: bytes) -> None:
        loop = asyncio.get_running_loop()

        def made() -> Request:
            state, more = server.server_state, server.lifespan.state
            return Request(
                connections=connections, handed=said, config=config, server_state=state, app_state=more, _loop=loop
            )

        await loop.connect_accepted_socket(made, connection)

    handover.take = take
    connections.way = handover


def _has_page(id: str) -> bool:
    """A page of this id was made here."""
    client = sys.modules.get("nicegui.client")
    return client is not None and id in client.Client.instances


def spare_the_collector() -> None:
    """Let the garbage collector leave alone what lives as long as the process, and look at the rest less often.

    Left to itself it walks through every object of a few hundred tables and of all libraries, while every player waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
