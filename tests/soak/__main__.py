"""A house in use for an hour: every game, page, lesson and the floor, over HTTP and sockets. `make soak` runs it.

`HOUSEWAY_SOAK` is the number of minutes. It stops by itself, and fails if memory, open files or answer times are not
level, if the log has an error, if an answer was a failure, or if something was never used. docs/reliability.md says how
level is judged.
"""

import os
import sys
import tempfile
from pathlib import Path

import uvloop

from tests.serve.house import House
from tests.soak.running import soaked


def main() -> int:
    minutes = float(os.environ.get("HOUSEWAY_SOAK", "60"))
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        house = House(f"sqlite:///{folder}/house.db", "--bots", "2", "--clock", "10", log=log).start()
        try:
            found = uvloop.run(soaked(house, seconds=minutes * 60, told=lambda line: print(line, flush=True)))
        finally:
            house.stop()
        problems = found.problems(log.read_text(encoding="utf-8", errors="replace"))
    for problem in problems:
        print(f"✗ {problem}")
    print("Not level, or not well." if problems else "Level, and no error in the log.")
    return 1 if problems else 0


if __name__ == "__main__":
    sys.exit(main())
