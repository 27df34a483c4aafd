"""Every benchmark, each as a ratio against a peer or a reference measured in the same run: `make bench`.

`python -m bench NAME ...` runs some of them; a name is a module of this folder without its `bench_`.
"""

import importlib
import os
import pkgutil
import sys
from pathlib import Path

from houseway import kernels


def main(names: list[str]) -> None:
    known = sorted(
        module.name.removeprefix("bench_")
        for module in pkgutil.iter_modules([str(Path(__file__).parent)])
        if module.name.startswith("bench_")
    )
    if unknown := set(names) - set(known):
        sys.exit(f"{sorted(unknown)[0]!r} is not a benchmark: {', '.join(known)}")
    os.environ.setdefault("HOUSEWAY_COMPILED", str(kernels.place()))  # not among the counts, which are made anew
    for name in names or known:
        importlib.import_module(f"bench.bench_{name}").main()


if __name__ == "__main__":
    main(sys.argv[1:])
