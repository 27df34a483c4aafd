"""Sharing a count among the cores."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from os import cpu_count
from threading import Event, Lock
from typing import TypeVar

State = TypeVar("State")


def workers(
    tasks: int,
    begin: Callable[[], State],
    work: Callable[[State, int], None],
    progress: Callable[[int, int], None] | None = None,
) -> list[State]:
    """Do numbered tasks in threads, each with a state of its own; the answer is all the states.

    The work must give up the interpreter's lock. An interrupt ends every thread after the task it is at.
    """
    numbers, stopped, lock, done = count(), Event(), Lock(), count(1)

    def one() -> State:
        state = begin()
        while not stopped.is_set() and (task := next(numbers)) < tasks:
            work(state, task)
            with lock:
                finished = next(done)
                if progress:
                    progress(finished, tasks)
        return state

    with ThreadPoolExecutor(threads := min(cpu_count() or 1, max(1, tasks))) as pool:
        futures = [pool.submit(one) for _ in range(threads)]
        try:
            return [future.result() for future in futures]
        except BaseException:
            stopped.set()
            raise
