"""`houseway serve`: everything in a browser."""

import re
import socket
from collections.abc import Sequence
from functools import partial
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import TYPE_CHECKING, Any

import typer

from houseway.rules.strict import RulesError, read_model, read_path
from houseway.rules.submission import Submission, demonstration, demonstration_text
from houseway.serve.web.loading import loading

if TYPE_CHECKING:
    from houseway.serve.web.app import Settings
    from houseway.serve.workers.supervisor import Share


def serve(
    *,
    submission: Path | None,
    database: str | None,
    host: str,
    port: str,
    rate_limits: bool,
    proxies: Sequence[str] = (),
    names: Sequence[str] = (),
    accept_findings: bool = False,
    workers: str = "1",
    staff_second: bool = False,
    staff_idle: str = "15",
) -> None:
    """Open the house and serve it until it is stopped."""
    text = read_path(submission) if submission else demonstration_text()
    house = read_model(Submission, text, name=str(submission)) if submission else demonstration()
    number = _free_port(host, port)
    trusted = [_proxy(one) for one in proxies]
    with loading():
        from houseway.record.database import default_url
        from houseway.serve.web.app import Settings
        from houseway.serve.web.run import LOOPBACK
        from houseway.serve.workers.supervisor import MOST, NEED_POSTGRESQL, supervise

    if not (workers.isascii() and workers.isdecimal() and len(workers) < 5 and 1 <= int(workers) <= MOST):
        raise RulesError(f"--workers {workers} is not a number of workers: expected one from 1 to {MOST}")
    if not (staff_idle.isascii() and staff_idle.isdecimal() and len(staff_idle) < 5 and 1 <= int(staff_idle) <= 480):
        raise RulesError(f"--staff-idle {staff_idle} is not a number of minutes: expected one from 1 to 480")
    settings = Settings(
        database=_url(database) if database else default_url(),
        submission=house,
        submission_text=text,
        is_demonstration=submission is None,
        rate_limits=rate_limits,
        accept_findings=accept_findings,
        staff_second=staff_second,
        staff_idle=int(staff_idle) * 60,
    )
    where: dict[str, Any] = {
        "host": host,
        "port": number,
        "proxies": trusted or list(LOOPBACK),
        "names": [_name(one) for one in names],
    }
    if int(workers) == 1:
        _work(settings, **where)
        return
    if settings.database.startswith("sqlite:"):
        raise RulesError(NEED_POSTGRESQL)
    supervise(partial(_work, settings, **where), workers=int(workers), host=host, port=number, told=typer.echo)


def _work(settings: "Settings", share: "Share | None" = None, **where: Any) -> None:
    """The house alone, or one of several workers."""
    with loading():
        from houseway.serve.web.app import create_app
        from houseway.serve.web.run import serve as run

        app = create_app(settings)
    run(app, **where, told=typer.echo, share=share)


def _name(given: str) -> str:
    if not re.fullmatch(r"[0-9A-Za-z.-]{1,253}|\[?[0-9a-fA-F:.]{2,45}\]?", given):
        raise RulesError(f"--allow-host {given} is not the name of a host: expected one like play.example.com")
    return given


def _proxy(given: str) -> str:
    try:
        return str(ip_network(given) if "/" in given else ip_address(given))
    except ValueError:
        raise RulesError(
            f"--proxy {given} is not an address: expected one like 10.0.0.5, or a network, 10.0.0.0/24"
        ) from None


def _url(database: str) -> str:
    """A database by its URL, or a SQLite file by its name."""
    return database if "://" in database else f"sqlite:///{Path(database).absolute()}"


def _free_port(host: str, port: str) -> int:
    if not port.isdecimal() or not 0 < int(port) < 65536:
        raise RulesError(f"--port {port} is not a port: expected a number from 1 to 65535")
    try:
        found = socket.getaddrinfo(host, int(port), type=socket.SOCK_STREAM)
        with socket.socket(found[0][0], socket.SOCK_STREAM) as trial:
            trial.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            trial.bind(found[0][4])
    except OSError as error:
        raise RulesError(f"{host}:{port} can't be served on: {error.strerror or error}") from None
    return int(port)
