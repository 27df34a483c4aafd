"""`houseway serve`: everything in a browser."""

import socket
from pathlib import Path

import typer

from houseway.rules.files import RulesError, read_model, read_path
from houseway.rules.submission import Submission, demonstration, demonstration_text


def serve(*, submission: Path | None, database: str | None, host: str, port: str, rate_limits: bool) -> None:
    """Open the house and serve it until it is stopped."""
    text = read_path(submission) if submission else demonstration_text()
    house = read_model(Submission, text, name=str(submission)) if submission else demonstration()
    number = _free_port(host, port)
    from houseway.serve.app import Settings, create_app
    from houseway.serve.run import serve as run
    from houseway.serve.store import default_url

    settings = Settings(
        database=_url(database) if database else default_url(),
        submission=house,
        submission_text=text,
        is_demonstration=submission is None,
        rate_limits=rate_limits,
    )
    run(create_app(settings), host=host, port=number, told=typer.echo)


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
