"""Sharing a count: among the cores of this machine, or among the workers of a dask cluster."""

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor, as_completed
from contextlib import contextmanager
from contextvars import ContextVar
from os import cpu_count
from typing import TYPE_CHECKING, Any

from houseway.pricing.counting import cache
from houseway.pricing.counting.cache import Arrays

if TYPE_CHECKING:
    from houseway.pricing.counting.cluster import Cluster

Count = Callable[..., Arrays]
Task = tuple[Any, ...]
Progress = Callable[[int, int], None]
Finished = Callable[[int, Arrays], None]  # told the number of a task and what it came to

_cluster: ContextVar["Cluster | None"] = ContextVar("_cluster", default=None)


def each(count: Count, tasks: Sequence[Task], progress: Progress | None = None) -> list[Arrays]:
    """Call a counting function for each task, on all cores or on the cluster; the answers come in the tasks' order.

    The function stands at the top of a module, gives up the interpreter's lock, and depends on its arguments alone, so
    that another process can do the task as well. Inside `cache.kept`, every finished task is kept until the whole is;
    an interrupt waits for the tasks at hand and keeps them too.
    """
    places = [cache.place_of_part(count.__module__, count.__qualname__, task) for task in tasks]
    answers = {number: part for number, place in enumerate(places) if (part := cache.read_part(place)) is not None}

    def finished(number: int, arrays: Arrays) -> None:
        answers[number] = arrays
        cache.write_part(places[number], arrays)
        if progress:
            progress(len(answers), len(tasks))

    left = {number: task for number, task in enumerate(tasks) if number not in answers}
    if left:
        if progress and answers:
            progress(len(answers), len(tasks))
        cluster = _cluster.get()
        (cluster.each if cluster else _on_cores)(count, left, finished)
    return [answers[number] for number in range(len(tasks))]


def _on_cores(count: Count, tasks: dict[int, Task], finished: Finished) -> None:
    with ThreadPoolExecutor(min(cpu_count() or 1, len(tasks))) as pool:
        numbers: dict[Future[Arrays], int] = {pool.submit(count, *task): number for number, task in tasks.items()}
        try:
            for future in as_completed(list(numbers)):
                number = numbers.pop(future)
                finished(number, future.result())
        except BaseException:
            pool.shutdown(cancel_futures=True)
            for future, number in numbers.items():
                if not future.cancelled() and future.exception() is None:
                    finished(number, future.result())
            raise


@contextmanager
def on_cluster(address: str | None) -> Iterator[None]:
    """Inside, counts are shared among the workers of the dask cluster at an address; None is this machine."""
    if address is None:
        yield
        return
    from houseway.pricing.counting.cluster import connected

    with connected(address) as cluster:
        token = _cluster.set(cluster)
        try:
            yield
        finally:
            _cluster.reset(token)
