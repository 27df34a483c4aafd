"""A house for tests, in a process of its own: quick clocks, cheap passwords, and every game of the catalogue."""

import argparse
import json
import resource
from collections.abc import Iterable, Iterator
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from houseway.games import catalogue, register
from houseway.serve.web.loading import loading
from tests.games.high_card.round import HighCard

if TYPE_CHECKING:  # a coach that is started from here loads this module too, and the catalogue is all that it needs
    from houseway.serve.workers.supervisor import Share

_LONG = 10**7  # seconds: no test depends on how long it takes
register(HighCard())  # it has a table too, as in the tests' own catalogue


def main() -> None:
    given = argparse.ArgumentParser()
    given.add_argument("--database", required=True)
    given.add_argument("--port", type=int, required=True)
    given.add_argument("--copies", type=int, default=1)
    given.add_argument("--only", default="")
    given.add_argument("--clock", type=int, default=600)
    given.add_argument("--pause", type=float, default=0.05)
    given.add_argument("--first", type=float, default=0.02)  # seconds from sitting down to the first round
    given.add_argument("--bots", type=int, default=-1)
    given.add_argument("--bot", type=float, default=0.01)
    given.add_argument("--no-pages", action="store_true")
    given.add_argument("--limits", action="store_true")  # by a clock that stands still: what is used up stays so
    given.add_argument("--real", action="store_true")  # the demonstration's own tables
    given.add_argument("--descriptors", type=int, default=0)  # as few as this, connections and all
    given.add_argument("--patience", type=float, default=0.0)  # seconds, for each part of a request
    given.add_argument("--proxy", action="append")
    given.add_argument("--allow-host", action="append", default=[])
    given.add_argument("--workers", type=int, default=1)
    given.add_argument("--staff-second-factor", action="store_true")
    given.add_argument("--staff-idle", type=int, default=_LONG)
    given.add_argument("--staff-confirm", type=int, default=_LONG)
    given.add_argument("--signatures", default="{}")  # of the submission, as JSON
    given.add_argument("--ahead", default="")  # a file with the seconds by which the house's clock is ahead
    it = given.parse_args()
    if it.workers == 1:
        work(it)
    else:
        from houseway.serve.workers.supervisor import supervise

        supervise(partial(work, it), workers=it.workers, host="127.0.0.1", port=it.port, told=print)


def work(it: argparse.Namespace, share: "Share | None" = None) -> None:
    with loading():
        from argon2 import PasswordHasher

        from houseway.record.store import now
        from houseway.record.wall_clock import WallClock
        from houseway.rules.submission import Signatures, Submission, SubmittedTable, demonstration
        from houseway.serve.tables.clocks import Pace
        from houseway.serve.web.app import Settings, create_app
        from houseway.serve.web.connection_limits import Patience
        from houseway.serve.web.run import serve

    if it.descriptors:
        resource.setrlimit(resource.RLIMIT_NOFILE, (it.descriptors, it.descriptors))
    games = [id for id in catalogue() if not it.only or id == it.only]
    tables = [
        SubmittedTable(name=f"{catalogue()[id].rules.name} {number}", game=id)
        for number in range(1, it.copies + 1)
        for id in games
    ]
    settings = Settings(
        database=it.database,
        submission=demonstration()
        if it.real
        else Submission(
            facility="The Test House",
            coach=True,
            tables=tuple(tables),
            signatures=Signatures.model_validate_json(it.signatures),
        ),
        pace=Pace(clock=it.clock, pause=it.pause, first=it.first, bot=(it.bot, it.bot * 2)),
        rate_limits=it.limits,
        pages=not it.no_pages,
        hasher=PasswordHasher(time_cost=1, memory_cost=8, parallelism=1),
        bots=None if it.bots < 0 else it.bots,
        staff_second=it.staff_second_factor,
        staff_idle=it.staff_idle,
        staff_confirm=it.staff_confirm,
        operator_password="the operator's own",
    )
    with loading():
        app = create_app(settings)
    app.state.desk.limits.clock = lambda: 0.0
    if it.ahead:
        app.state.desk.house.store.clock = WallClock(lambda: now() + 1000 * int(Path(it.ahead).read_text()))
    print(json.dumps({"routes": list(_got(app.routes))}), flush=True)
    patience = Patience(it.patience, it.patience, it.patience) if it.patience else None
    where: dict[str, Any] = {"host": "127.0.0.1", "port": it.port, "names": it.allow_host}
    serve(app, **where, proxies=it.proxy or (), patience=patience, share=share)


def _got(routes: Iterable[Any]) -> Iterator[str]:
    """Everything that a browser can get."""
    from starlette.routing import Route

    for one in routes:
        inner = getattr(one, "original_router", one)
        if isinstance(one, Route):
            yield from [one.path] if "GET" in (one.methods or ()) else []
        else:
            yield from _got(getattr(inner, "routes", None) or ())


if __name__ == "__main__":
    main()
