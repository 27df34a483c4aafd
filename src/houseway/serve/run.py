"""Serving: the application on a port, with a word on where to look."""

import gc
import logging
import sys
from collections.abc import Callable

import uvicorn
from fastapi import FastAPI


def serve(app: FastAPI, *, host: str, port: int, told: Callable[[str], None] = print) -> None:
    """Serve until stopped. The first lines printed say where to look."""
    shape = "%(asctime)s %(levelname)s %(name)s: %(message)s"
    logging.basicConfig(level=logging.WARNING, format=shape, stream=sys.stderr)
    config = uvicorn.Config(
        app,
        host=host,
        port=port,
        log_level="warning",
        ws="websockets-sansio",
        ws_max_size=64 * 1024,
        ws_per_message_deflate=False,
        server_header=False,
        timeout_graceful_shutdown=3,
    )
    server = uvicorn.Server(config)

    def started() -> None:
        spare_the_collector()
        where = f"http://{'localhost' if host in ('127.0.0.1', '0.0.0.0', '::') else host}:{port}"
        told(f"Houseway is open: {where}")
        told(f"  tables and games   {where}/")
        told(f"  prices             {where}/price")
        told(f"  API description    {where}/api/openapi.json")
        if password := getattr(app.state, "operator_password", ""):
            told(f"  sign in as operator with the password {password} (shown once) for {where}/operator")

    app.state.started = started
    app.state.desk.house.store.open()  # what is wrong with it is said before anything is served
    server.run()


def spare_the_collector() -> None:
    """Let the garbage collector leave alone what lives as long as the process, and look at the rest less often.

    Left to itself it walks through every object of a few hundred tables and of all libraries, while every player waits.
    """
    gc.collect()
    gc.freeze()
    gc.set_threshold(20_000, 20, 50)
