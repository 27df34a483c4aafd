"""Sharing a count among the cores."""

from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from itertools import count
from os import cpu_count
from threading import Event, Lock
from typing import Any, TypeVar

from houseway.price.cache import Arrays

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


def each(
    count: Callable[..., Arrays],
    tasks: Sequence[tuple[Any, ...]],
    progress: Callable[[int, int], None] | None = None,
) -> list[Arrays]:
    """Call a counting function for each task, on all cores; the answers come in the order of the tasks.

    The function stands at the top of a module, gives up the interpreter's lock, and depends on its arguments alone, so
    that another process can do the task as well. An interrupt ends every thread after the task it is at.
    """

    def work(done: dict[int, Arrays], task: int) -> None:
        done[task] = count(*tasks[task])

    answers = {task: arrays for part in workers(len(tasks), dict, work, progress) for task, arrays in part.items()}
    return [answers[task] for task in range(len(tasks))]
