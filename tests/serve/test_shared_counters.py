"""What workers count together: exact whoever counts, and let go when one dies."""

import os
import signal
from pathlib import Path

import pytest

from houseway.errors import Denied
from houseway.serve.web.limits import SOCKETS, Limits, Most, Rate, household
from houseway.serve.workers.shared_counters import SharedCount, SharedCounters


def of_two(folder: Path) -> list[Limits]:
    made = [Limits(), Limits()]
    for nth, one in enumerate(made):
        one.counters, one.clock = SharedCounters(folder / "counters", nth=nth, of=2), lambda: 0.0
    return made


def test_tries_at_two_workers_are_tries_at_one_house(tmp_path: Path) -> None:
    both, some = of_two(tmp_path), Rate("tries", 10, 60)
    for number in range(10):
        both[number % 2].use(some, "one")
    for one in both:
        with pytest.raises(Denied, match="too many tries"):
            one.use(some, "one")
        one.use(some, "another")
        one.clock = lambda: 1.5
    both[0].use(some, "one")
    with pytest.raises(Denied, match="too many tries"):
        both[1].use(some, "one")


def test_what_a_worker_holds_counts_at_every_other_until_it_is_let_go(tmp_path: Path) -> None:
    both, some = of_two(tmp_path), Most("sockets", 2)
    with both[0].held(some, "one"), both[1].held(some, "one"):
        for one in both:
            with pytest.raises(Denied, match="up to 2"), one.held(some, "one"):
                pass
    with both[1].held(some, "one"), both[1].held(some, "one"):
        pass
    assert both[0].counters.held("sockets", "one") == 0


def test_what_a_dead_worker_held_is_nobodys_when_another_has_its_number(tmp_path: Path) -> None:
    mine = SharedCounters(tmp_path / "counters", nth=0, of=2)
    child = os.fork()
    if not child:
        other = SharedCounters(tmp_path / "counters", nth=1, of=2)
        other.hold(SOCKETS.what, "one", 0.0)
        with other._alone():  # it dies while it writes
            os.kill(os.getpid(), signal.SIGKILL)
    os.waitpid(child, 0)
    assert mine.held(SOCKETS.what, "one") == 1
    assert SharedCounters(tmp_path / "counters", nth=1, of=2).hold(SOCKETS.what, "one", 0.0, most=1)
    assert mine.held(SOCKETS.what, "one") == 1


def test_two_processes_that_count_at_once_lose_nothing(tmp_path: Path) -> None:
    """Each adds many ones to the same number."""

    def add(counters: SharedCounters) -> None:
        for _ in range(2000):
            counters.update("sum", "all", 0.0, lambda kept: ((kept.one if kept else 0.0) + 1, 0.0))

    SharedCounters(tmp_path / "counters")
    child = os.fork()
    if not child:
        add(SharedCounters(tmp_path / "counters"))
        os._exit(0)
    counters = SharedCounters(tmp_path / "counters")
    add(counters)
    os.waitpid(child, 0)
    seen: list[SharedCount | None] = []
    counters.update("sum", "all", 0.0, lambda kept: (seen.append(kept), (0.0, 0.0))[1])  # type: ignore[func-returns-value]
    assert seen[0] is not None and seen[0].one == 4000


def test_more_names_than_there_is_room_for_forget_the_oldest_alone() -> None:
    limits, some, flood = Limits(), Rate("tries", 1, 60), iter(range(200_000))
    limits.clock = lambda: next(flood) / 1e6
    for number in range(140_000):
        limits.use(some, number)
    for number in range(139_900, 140_000):
        with pytest.raises(Denied):
            limits.use(some, number)


@pytest.mark.parametrize(
    ("address", "whole"),
    [
        ("203.0.113.9", "203.0.113.9"),
        ("2001:db8:1:2:aaaa::1", "2001:db8:1:2::"),
        ("2001:db8:1:2:bbbb::2", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("::ffff:203.0.113.9", "203.0.113.9"),
        ("fe80::1%eth0", "fe80::"),
        ("", ""),
        ("testclient", "testclient"),
    ],
)
def test_a_network_of_ipv6_addresses_counts_as_one(address: str, whole: str) -> None:
    assert household(address) == whole
