"""Counts shared among cores and among the workers of a cluster, broken off, and gone on with."""

import multiprocessing
import os
import signal
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from distributed import LocalCluster

from houseway.games.maryland_poker.criss_cross_poker.count.pricing import count
from houseway.pricing.counting import cache, work
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.cluster import ClusterError
from houseway.rules.files import game_rules
from houseway.rules.resolved import resolve
from tests.test_cli import ROOT, Answer

SMALL_PACK = tuple(range(24, 33))


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


@pytest.fixture(scope="module")
def cluster() -> Iterator[LocalCluster]:
    """Several worker processes, which find the package as this one does."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("PYTHONPATH", os.pathsep.join([str(ROOT / "src"), str(ROOT)]))
        with LocalCluster(n_workers=2, threads_per_worker=1, processes=True, dashboard_address=":0") as made:
            yield made


def squared(number: int, log: str = "", slow: float = 0) -> Arrays:
    time.sleep(slow)
    if log:
        with Path(log).open("a", encoding="utf-8") as file:
            file.write(f"{number} {os.getpid()}\n")
    return {"square": np.array([number * number]), "by": np.array([os.getpid()])}


def failing(number: int, log: str, worst: int) -> Arrays:
    if number == worst and not Path(log).with_suffix(".mended").exists():
        raise KeyboardInterrupt
    return squared(number, log)


def dying(number: int, log: str) -> Arrays:
    """The first to do this task does not live to its end."""
    try:
        Path(log).touch(exist_ok=False)
    except FileExistsError:
        return squared(number)
    os.kill(os.getpid(), signal.SIGKILL)
    raise AssertionError


def squares(parts: list[Arrays]) -> list[int]:
    return [int(part["square"][0]) for part in parts]


def test_answers_come_in_the_order_of_the_tasks_and_progress_is_told() -> None:
    told: list[tuple[int, int]] = []
    tasks = [(number, "", 0.02 * (3 - number)) for number in range(4)]
    parts = work.each(squared, tasks, lambda done, of: told.append((done, of)))
    assert squares(parts) == [0, 1, 4, 9]
    assert told == [(1, 4), (2, 4), (3, 4), (4, 4)]


def test_an_interrupted_count_goes_on_where_it_stopped_and_its_parts_go_with_the_whole(tmp_path: Path) -> None:
    log = tmp_path / "log"
    tasks = [(number, str(log), 17) for number in range(30)]

    def made() -> Arrays:
        return {"squares": np.array(squares(work.each(failing, tasks)))}

    with pytest.raises(KeyboardInterrupt):
        kept("tests", "squares", made)
    before = log.read_text().splitlines()
    assert 0 < len(before) < 30
    (parts,) = (tmp_path / "tests").glob("*.parts")
    assert len(list(parts.iterdir())) == len(before), "every task that was done to its end is kept"

    log.with_suffix(".mended").touch()
    assert kept("tests", "squares", made)["squares"].tolist() == [number**2 for number in range(30)]
    done = [int(line.split()[0]) for line in log.read_text().splitlines()]
    assert sorted(done) == list(range(30)), "no task is done twice"
    assert not parts.exists()
    assert kept("tests", "squares", lambda: pytest.fail("counted again"))["squares"][-1] == 29**2


def test_a_spoilt_part_or_whole_is_counted_again(tmp_path: Path) -> None:
    made = [0]

    def make() -> Arrays:
        made[0] += 1
        return {"one": np.arange(1000)}

    kept("tests", "one", make)
    (file,) = (tmp_path / "tests").glob("*.npz")
    content = file.read_bytes()
    for spoilt in (b"", content[:500], content[:-40], content.replace(bytes([0, 0, 7]), bytes([0, 0, 8]), 1)):
        assert spoilt != content
        file.write_bytes(spoilt)
        assert kept("tests", "one", make)["one"].tolist() == list(range(1000))
        assert file.read_bytes() == content
    assert made == [5]
    kept("tests", "one", make)
    with cache.counting_anew():
        kept("tests", "one", make)
    assert made == [6]


def test_a_count_made_by_other_code_is_not_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    made = [0]

    def make() -> Arrays:
        made[0] += 1
        return {"one": np.zeros(1)}

    kept("tests", "one", make)
    kept("tests", "one", make)
    assert made == [1]
    monkeypatch.setattr("houseway.counting.code.digest", lambda module: f"edited {module}")
    kept("tests", "one", make)
    assert made == [2]


def test_a_cluster_of_processes_counts_the_same(cluster: LocalCluster, tmp_path: Path) -> None:
    rules = resolve(game_rules("criss-cross-poker"))
    here = count(rules, pack=SMALL_PACK)
    with cache.counting_anew(), work.on_cluster(cluster.scheduler_address):
        there = count(rules, pack=SMALL_PACK)
        parts = work.each(squared, [(number, "", 0.05) for number in range(8)])
    assert there.tally == here.tally
    assert there.expectation == here.expectation
    assert squares(parts) == [number**2 for number in range(8)]
    workers = {int(part["by"][0]) for part in parts}
    assert len(workers) == 2
    assert os.getpid() not in workers


def test_a_worker_killed_in_mid_count_has_its_tasks_done_by_others(cluster: LocalCluster, tmp_path: Path) -> None:
    def made() -> Arrays:
        return {"squares": np.array(squares(work.each(dying, [(n, str(tmp_path / f"{n % 7}")) for n in range(5)])))}

    for number in range(1, 5):  # only the first task kills
        (tmp_path / str(number)).touch()
    with work.on_cluster(cluster.scheduler_address):
        assert kept("tests", "dying", made)["squares"].tolist() == [0, 1, 4, 9, 16]


def test_an_interrupt_on_a_cluster_cancels_what_is_outstanding(cluster: LocalCluster, tmp_path: Path) -> None:
    log = tmp_path / "log"
    tasks = [(number, str(log), 0.2) for number in range(40)]
    told: list[int] = []

    def interrupt(done: int, of: int) -> None:
        told.append(done)
        if done == 3:
            signal.raise_signal(signal.SIGINT)

    with pytest.raises(KeyboardInterrupt), work.on_cluster(cluster.scheduler_address):
        work.each(squared, tasks, interrupt)
    time.sleep(1)
    assert len(log.read_text().splitlines()) <= 3 + 2 * len(cluster.workers) + 2
    assert told[-1] == 3


def edited(number: int) -> Arrays:
    return squared(number)


def test_a_worker_with_other_code_is_not_trusted(cluster: LocalCluster, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("houseway.counting.code.digest", lambda module: "another")
    with pytest.raises(ClusterError, match="another version"), work.on_cluster(cluster.scheduler_address):
        work.each(edited, [(1,)])


def test_the_command_counts_on_a_cluster(cluster: LocalCluster) -> None:
    answer = Answer("price", "cash-in-baccarat", "--cluster", cluster.scheduler_address, "--json")
    assert answer.status == 0
    assert answer.json()["wagers"]


@pytest.mark.parametrize(
    ("address", "sentence"),
    [
        ("nowhere", "'nowhere' is not a cluster's address: give its scheduler's, as in tcp://10.0.0.5:8786"),
        ("http://10.0.0.5:8786", "is not a cluster's address"),
        ("tcp://127.0.0.1:1", "no cluster at tcp://127.0.0.1:1: connection refused"),
        ("tcp://nowhere.invalid:8786", "no cluster at tcp://nowhere.invalid:8786: "),
    ],
)
def test_a_cluster_that_can_not_be_had_is_one_sentence(address: str, sentence: str) -> None:
    began = time.monotonic()
    answer = Answer("price", "cash-in-baccarat", "--cluster", address)
    assert time.monotonic() - began < 10
    assert answer.status == 2
    assert sentence in answer.err
    assert answer.err.count("\n") == 1


def test_something_else_that_listens_is_no_cluster() -> None:
    import socket

    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"tcp://127.0.0.1:{server.getsockname()[1]}"
        with pytest.raises(ClusterError, match="no dask scheduler answers"), work.on_cluster(address):
            pass


def test_without_the_library_it_is_one_sentence(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ClusterError, match="needs dask"), work.on_cluster("tcp://127.0.0.1:8786"):
        pass


def _made_slowly(told: Any) -> None:
    def make() -> dict[str, Any]:
        told.append(os.getpid())
        time.sleep(1.0)
        return {"it": np.array([7])}

    assert cache.kept("slowly", [1], make, by=__name__)["it"].tolist() == [7]


def test_two_processes_make_a_count_once(tmp_path: Path) -> None:
    context = multiprocessing.get_context("spawn")
    with context.Manager() as shared:
        told = shared.list()
        both = [context.Process(target=_made_slowly, args=(told,)) for _ in range(2)]
        for one in both:
            one.start()
        for one in both:
            one.join(60)
        assert [one.exitcode for one in both] == [0, 0] and len(told) == 1
    assert [path.suffix for path in (tmp_path / "slowly").iterdir()] == [".npz"]
