"""Counts that come with the package: what the prices of all games by the demonstration house's rules are made of.

A newcomer has a price in a second instead of minutes, and the tests do not count whole packs anew on every machine. A
packed count is a count like any other: it goes by the code that made it, so an edited module leaves it behind, and
`houseway price GAME --recount` makes it again. `make counts` packs them, counting what is not kept yet.

    python -m houseway.pricing.counting.packing             # pack
    python -m houseway.pricing.counting.packing --recount   # count all of them anew, and say which were packed wrong
"""

import io
import lzma
import sys
from collections.abc import Iterator
from pathlib import Path
from shutil import rmtree

import numpy as np
from rich.console import Console
from rich.progress import track

from houseway.counting.disk import PACKED, Arrays, packed, read, unpacked
from houseway.games import catalogue
from houseway.pricing import can_price, price
from houseway.pricing.counting.cache import COUNTED, counting_anew, taken
from houseway.rules.submission import house_rules

# Made in a moment, so that they are not worth their room.
IN_A_MOMENT = {"first-priced", "poker-hands", "twenty-one-comparisons"}
LARGEST = 1 << 20  # bytes, packed
TOO_LARGE = 16 << 20  # before: not worth the try


def games() -> list[str]:
    """Those of this package that have a price."""
    return [id for id, game in catalogue().items() if can_price(id) and type(game).__module__.startswith("houseway.")]


def counts() -> Iterator[tuple[str, list[Path]]]:
    """Each game, and the places of the counts that its price was made of."""
    for game in games():
        with taken() as places:
            price(house_rules(catalogue()[game].rules))
        yield game, places


def as_packed(arrays: Arrays) -> bytes:
    file = io.BytesIO()
    np.savez(file, **arrays)  # type: ignore[arg-type]  # numpy's stub takes the names for its own options
    return lzma.compress(file.getvalue(), preset=6)


def pack(console: Console) -> None:
    """Pack every kind of count that is worth its room, and let go of what is out of date."""
    found: dict[str, dict[Path, Arrays]] = {}  # by kind
    for _, places in track(counts(), "counting", total=len(games()), console=console):
        for place in places:
            if (arrays := read(place) or unpacked(packed(place))) is not None:
                found.setdefault(place.parent.name, {})[packed(place)] = arrays
    wanted: dict[Path, bytes] = {}
    for name, kind in found.items():
        size = max(sum(array.nbytes for array in arrays.values()) for arrays in kind.values())
        if name not in IN_A_MOMENT and size <= TOO_LARGE:
            content = {path: path.read_bytes() if path.exists() else as_packed(it) for path, it in kind.items()}
            if max(map(len, content.values())) <= LARGEST:
                wanted |= content
    rmtree(PACKED, ignore_errors=True)
    for path, content_of_one in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content_of_one)
    console.print(f"{len(wanted)} counts, {sum(map(len, wanted.values())) / 1e6:.1f} MB")


def recount(console: Console) -> list[Path]:
    """Count everything anew; the packed counts that are not what was counted."""
    wrong = []
    with counting_anew():
        for game, places in counts():
            for place in set(places):
                came, made = unpacked(packed(place)), read(place)
                if came is not None and (made is None or not same(came, made)):
                    wrong.append(packed(place))
            console.print(f"{game}: {len(set(places))} counts")
    return wrong


def same(one: Arrays, other: Arrays) -> bool:
    """Alike but for when they were made."""
    names = one.keys() - {COUNTED}
    return names == other.keys() - {COUNTED} and all(np.array_equal(one[name], other[name]) for name in names)


def main(*said: str) -> int:
    console = Console(stderr=True)
    if "--recount" not in said:
        pack(console)
        return 0
    wrong = recount(console)
    for path in wrong:
        console.print(f"{path.parent.name}/{path.name} is not what is counted here")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
