"""`houseway witness`: keep the heads of houses for others."""

from pathlib import Path

from houseway.cli.numbers import whole
from houseway.rules.strict import RulesError


def serve_witness(folder: Path, host: str, port: str) -> None:
    """Serve until it is stopped."""
    from houseway.serve.web.witness import server

    number = whole("--port", port, most=65535)
    try:
        window = server(folder, host, number)
    except OSError as error:
        raise RulesError(f"no witness can be kept in {folder} at {host}:{port}: {error.strerror or error}") from None
    print(f"Witness at http://{host}:{number}/, heads in {folder}. Stop with Ctrl-C.", flush=True)
    try:
        window.serve_forever()
    except KeyboardInterrupt:
        pass
    finally:
        window.server_close()
