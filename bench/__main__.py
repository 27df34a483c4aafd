"""Every benchmark, each as a ratio against a peer or a reference measured in the same run: `make bench`.

`python -m bench NAME ...` runs some of them; a name is a module of this folder without its `bench_`. What one of them
can be told stands after its name: `python -m bench serve --seats 240`, and `python -m bench serve --help` says what.
"""

import importlib
import inspect
import os
import pkgutil
import sys
from itertools import takewhile
from pathlib import Path

from houseway.counting import kernels


def main(given: list[str]) -> None:
    known = sorted(
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules([str(Path(__file__).parent)])
        if module.name.startswith("bench_")
    )
    names = list(takewhile(lambda one: not one.startswith("-"), given))
    options = given[len(names) :]
    if unknown := set(names) - set(known):
        sys.exit(f"{sorted(unknown)[0]!r} is not a benchmark: {', '.join(known)}")
    if options and not names:
        sys.exit(f"{__doc__}\nBenchmarks: {', '.join(known)}")
    os.environ.setdefault("HOUSEWAY_COMPILED", str(kernels.place()))  # not among the counts, which are made anew
    for name in names or known:
        run = importlib.import_module(f"bench.bench_{name}").main
        takes = inspect.signature(run).parameters
        if options and (not takes or len(names) > 1):
            sys.exit(f"{name} {'can be told nothing' if not takes else 'is told something only by itself'}: {options}")
        run(*[options] * bool(takes))


if __name__ == "__main__":
    main(sys.argv[1:])
