"""Write the golden rounds of some games, or of all: `python -m tests.write_golden [GAME ...]`.

Of many random rounds it keeps the few that show most: every kind of event, clause, wager and odds counts once.
"""

import json
import sys
from contextlib import suppress

from houseway.games import catalogue, game
from houseway.play import journal
from houseway.play.ask import Refused
from houseway.play.driver import STAFF, Driver
from houseway.play.event import Event
from houseway.play.table import FLOOR
from tests import conftest  # noqa: F401  # the tiny game
from tests.folders import folder_of
from tests.rounds import Setup, begin, played, tables

ROUNDS = 4
CANDIDATES = 150


def told(driver: Driver) -> str:
    """Every event of a round, in words and as data."""
    return "".join(f"{event.words()}\n    {json.dumps(event.data(), ensure_ascii=False)}\n" for event in driver.events)


def rounds_in(journals: str) -> list[str]:
    """The journals in a file, each from its header line on."""
    begun: list[str] = []
    for line in journals.splitlines(keepends=True):
        if line.startswith('{"journal"'):
            begun.append("")
        begun[-1] += line
    return begun


def candidate(id: str, luck: int) -> Driver:
    """A round of every seat at one of the game's tables; at some of them something is called, or a player leaves."""
    options = tables(id)[luck % len(tables(id))]
    seats = tuple(range(1, game(id).rules.seats + 1))
    automatic = (FLOOR,) if luck % 3 == 2 else STAFF
    setup = Setup(id, options, seats, luck, earlier=luck % 2 * 4, automatic=automatic)
    driver, rng = setup.driver(), setup.rng()
    begin(driver, rng)
    for number, _ in enumerate(played(driver, rng)):
        if luck % 4 == 3 and number == luck % 40:
            driver.leave(rng.choice([who for who in driver.table.seats if who not in driver.table.out]))
        elif luck % 4 == 2 and number == luck % 40:
            known = driver.table.rules.irregularities.items()
            here = [name for name, one in known if not one.stages or driver.table.stage in one.stages]
            staked = sorted({stake.owner for stake in driver.table.stakes.values()})
            if here and staked:
                with suppress(Refused):  # it would change nothing
                    driver.call(FLOOR, rng.choice(here), rng.choice(staked))
    return driver


def shows(event: Event) -> tuple[str, ...]:
    return (type(event).__name__, *(str(getattr(event, part, "")) for part in ("clause", "wager", "odds", "note")))


def write(id: str) -> None:
    left = [candidate(id, luck) for luck in range(CANDIDATES)]
    seen: set[tuple[str, ...]] = set()
    kept: list[Driver] = []
    for _ in range(ROUNDS):
        most = max(left, key=lambda driver: len({*map(shows, driver.events)} - seen))
        left.remove(most)
        seen |= {*map(shows, most.events)}
        kept.append(most)
    folder = folder_of(id)
    folder.mkdir(exist_ok=True)
    (folder / "golden.jsonl").write_text("".join(map(journal.written, kept)), encoding="utf-8")
    (folder / "golden.txt").write_text("\n".join(map(told, kept)), encoding="utf-8")
    print(f"{id}: {len(kept)} rounds, {sum(len(driver.events) for driver in kept)} events")


if __name__ == "__main__":
    for id in sys.argv[1:] or catalogue():
        write(id)
