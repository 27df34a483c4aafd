"""A dask cluster that counts: tasks go to its workers by its scheduler's address.

A worker needs this package in the same state as here; it says so if it has another one. The tasks of a worker that dies
are done again by others.
"""

import logging
import re
import socket
from collections.abc import Iterator
from concurrent.futures import CancelledError
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from houseway.counting import code
from houseway.errors import HousewayError
from houseway.pricing.counting.cache import Arrays

if TYPE_CHECKING:
    from distributed import Client

    from houseway.pricing.counting.work import Count, Finished, Task

SECONDS = 3  # to reach the scheduler, and for a first worker
_ADDRESS = re.compile(r"(?:tcp://)?\[?([^/\s\[\]]+)\]?:(\d{1,5})/?")
_LONGEST_GREETING = 1 << 20


class ClusterError(HousewayError):
    """A cluster that can't be had, or can't count."""


class Cluster:
    """A scheduler's client."""

    def __init__(self, address: str, client: "Client") -> None:
        self.address = address
        self.client = client

    def each(self, count: "Count", tasks: "dict[int, Task]", finished: "Finished") -> None:
        """Every task, as its result comes in; on an interrupt what is outstanding is cancelled."""
        from distributed import KilledWorker, as_completed

        ours = code.digest(count.__module__)
        futures = {
            self.client.submit(_count_there, count, ours, task, pure=False): number for number, task in tasks.items()
        }
        try:
            for future, arrays in as_completed(list(futures), loop=self.client.loop, with_results=True):
                finished(futures[future], arrays)
        except KilledWorker as error:
            raise ClusterError(f"the cluster at {self.address} can't count: workers die of it, one by one") from error
        except (CancelledError, OSError) as error:
            raise ClusterError(
                f"the cluster at {self.address} was lost while counting; what was counted to its end is kept"
            ) from error
        except ImportError as error:
            raise ClusterError(f"a worker of the cluster at {self.address} can't count: {error}") from error
        finally:
            self.client.cancel(list(futures))


def _count_there(count: "Count", wanted: str, task: "Task") -> Arrays:
    """What a worker does: the task, if its code is that of the one who asks."""
    if code.digest(count.__module__) != wanted:
        raise ClusterError("a worker of the cluster has another version of Houseway: install the same one everywhere")
    return count(*task)


@contextmanager
def connected(address: str) -> Iterator[Cluster]:
    """The cluster at an address such as tcp://10.0.0.5:8786."""
    try:
        from distributed import Client
    except ImportError:
        raise ClusterError("counting on a cluster needs dask: pip install 'houseway[cluster]'") from None
    _greeted(address)
    with _quiet():
        try:
            client = Client(address, timeout=SECONDS, set_as_default=False)
        except OSError:
            raise ClusterError(f"no cluster at {address}: its dask scheduler does not take us in") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=SECONDS)
            except TimeoutError:
                raise ClusterError(f"the cluster at {address} has no workers; start some with `dask worker`") from None
            yield Cluster(address, client)


def _greeted(address: str) -> None:
    """See that a scheduler is there, which greets first, with how long its greeting is: the library would wait for it
    for minutes where something else listens."""
    if not (parts := _ADDRESS.fullmatch(address)):
        raise ClusterError(f"{address!r} is not a cluster's address: give its scheduler's, as in tcp://10.0.0.5:8786")
    try:
        with socket.create_connection((parts[1], int(parts[2])), timeout=SECONDS) as line:
            length = int.from_bytes(line.recv(8), "little")
    except TimeoutError:
        length = 0
    except (OSError, OverflowError, UnicodeError) as error:
        why = getattr(error, "strerror", None) or str(error)
        raise ClusterError(f"no cluster at {address}: {why[0].lower()}{why[1:]}") from None
    if not 0 < length <= _LONGEST_GREETING:
        raise ClusterError(f"no cluster at {address}: no dask scheduler answers there")


@contextmanager
def _quiet() -> Iterator[None]:
    """What goes wrong is said in one sentence, not by the library's log."""
    log: Any = logging.getLogger("distributed")
    before = log.level
    log.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        log.setLevel(before)
