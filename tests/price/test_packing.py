"""Counts that come with the package: a price is made of them, nothing out of date is taken, and none is missing."""

from pathlib import Path

import numpy as np
import pytest

from houseway.counting import disk
from houseway.counting.disk import Arrays
from houseway.games import catalogue
from houseway.pricing import price
from houseway.pricing.counting import cache, packing
from houseway.rules.submission import house_rules


@pytest.fixture
def nothing_kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The cache of a new machine."""
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path / "cache"))
    return tmp_path


@pytest.fixture
def a_package(nothing_kept: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """And of a package that has nothing packed yet."""
    monkeypatch.setattr(disk, "PACKED", nothing_kept / "counted")
    return nothing_kept / "counted"


def put(path: Path, arrays: Arrays) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(packing.as_packed(arrays))


def never() -> Arrays:
    pytest.fail("counted although it was there")


def test_a_packed_count_is_taken_on_a_machine_that_has_none_and_is_dated(a_package: Path) -> None:
    with cache.taken() as places:
        made = cache.kept("tests", "one", lambda: {"one": np.arange(9)})
    (place,) = places
    put(disk.packed(place), disk.read(place) or {})
    place.unlink()
    with cache.dates() as dates:
        came = cache.kept("tests", "one", never, by=__name__)
    assert came.keys() == made.keys() == {"one"} and came["one"].tolist() == list(range(9))
    assert len(dates) == 1


def test_a_packed_count_is_made_again_if_that_is_wanted(a_package: Path) -> None:
    with cache.taken() as places:
        cache.kept("tests", "one", lambda: {"one": np.arange(9)})
    put(disk.packed(places[0]), {"one": np.zeros(9)})
    with cache.counting_anew():
        assert cache.kept("tests", "one", lambda: {"one": np.arange(3)}, by=__name__)["one"].tolist() == [0, 1, 2]


def test_a_count_packed_by_other_code_is_not_taken(a_package: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    with cache.taken() as places:
        cache.kept("tests", "one", lambda: {"one": np.arange(9)})
    put(disk.packed(places[0]), {"one": np.zeros(9)})
    monkeypatch.setattr("houseway.counting.code.digest", lambda module: f"edited {module}")
    assert cache.kept("tests", "one", lambda: {"one": np.arange(3)}, by=__name__)["one"].tolist() == [0, 1, 2]


def test_a_spoilt_packed_count_is_made_again(a_package: Path) -> None:
    with cache.taken() as places:
        cache.kept("tests", "one", lambda: {"one": np.arange(9)})
    whole = packing.as_packed({"one": np.zeros(9)})
    for spoilt in (b"", whole[:40], whole[:-5], b"not packed"):
        disk.packed(places[0]).parent.mkdir(parents=True, exist_ok=True)
        disk.packed(places[0]).write_bytes(spoilt)
        places[0].unlink()
        assert cache.kept("tests", "one", lambda: {"one": np.arange(3)}, by=__name__)["one"].tolist() == [0, 1, 2]


NOT_PACKED = packing.IN_A_MOMENT | {"pai-gow-stairs"}  # 65 MB that take a second


@pytest.mark.parametrize("game", packing.games())
def test_a_price_is_made_of_what_has_come_with_the_package(game: str, nothing_kept: Path) -> None:
    """`make counts` packs what is missing, and lets go of what an edit has left behind."""
    with cache.taken() as places:
        price(house_rules(catalogue()[game].rules))
    made = sorted({place.parent.name for place in places if place.exists()} - NOT_PACKED)
    assert not made, f"{', '.join(made)}: not packed, or packed by other code: run `make counts`"


def test_what_is_packed_is_small() -> None:
    sizes = [path.stat().st_size for path in disk.PACKED.glob("*/*.npz.xz")]
    assert sizes and max(sizes) <= packing.LARGEST
