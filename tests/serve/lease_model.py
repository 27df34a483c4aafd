"""A model of two workers, their database and one table, for an exhaustive search: what happens to leases when processes
hang, crash and are cut off, and the database restarts.

The workers' decisions are the house's own (`houseway.record.leases.Place`). The database is a model: `test_leases.py`
compares it with PostgreSQL step by step. One tick is one beat, a second. In a tick both workers go on, in either order.
What a worker concludes from a look at the other it does in the next tick, and it commits in the next tick what it began
to write. Whether a worker beats or writes first varies too. Events come between the ticks, and so in the middle of a
beat and of a transaction.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from typing import Any, Literal

from houseway.record.leases import SILENT, Entered, Lease, Place, Step

NOBODY = -1


@dataclass(frozen=True)
class Times:
    """How long things take, in ticks; by default as long as they do in a house."""

    silent: int = SILENT  # looks at a worker without a new beat, before it is given up
    starts: int = 4  # until a crashed worker runs again
    restarts: int = 4  # until a crashed database answers again
    pause: int = 5  # until the database ends a transaction whose process is silent
    notices: int = 6  # until a worker gives up a connection that leads nowhere


SHORT = Times(silent=1, starts=1, restarts=1, pause=1, notices=2)

Mode = Literal["runs", "hangs", "starts"]
Event = tuple[str, int]
EVENTS: tuple[Event, ...] = (
    *((what, worker) for what in ("hang", "wake", "crash", "cut", "heal") for worker in (0, 1)),
    ("pause", 0),
    ("resume", 0),
    ("clock", 0),
    ("restart", 0),
)
# Orders that are also tried with real processes and a real PostgreSQL: one of each kind that the search meets.
REPLAYED: tuple[tuple[Event, ...], ...] = (
    (("hang", 0), ("wake", 0), ("hang", 0), ("wake", 0), ("restart", 0)),
    (("pause", 0), ("resume", 0), ("restart", 0)),
    (("hang", 0), ("restart", 0), ("wake", 0), ("crash", 1)),
    (("cut", 0), ("crash", 1), ("heal", 0)),
    (("cut", 1), ("restart", 0), ("heal", 1), ("hang", 0), ("crash", 0)),
)
# Beats and writes of the two workers within a tick.
ORDERS = (
    ("b0", "w0", "b1", "w1"),
    ("w1", "b1", "w0", "b0"),
    ("b1", "w1", "b0", "w0"),
    ("w0", "b0", "w1", "b1"),
)


class TwoOwners(AssertionError):
    """Somebody wrote after whoever took the table over."""


@dataclass(frozen=True)
class Worker:
    """One process."""

    mode: Mode = "runs"
    starts_in: int = 0
    cut: int = 0  # ticks without a way to the database; 0 if there is one
    connected: bool = False
    place: Place = field(default_factory=Place)
    step: Step | None = None  # what its beat asks next
    lease: Lease | None = None
    writing: Lease | None = None  # it has begun a transaction with this lease

    @property
    def able(self) -> bool:
        return self.mode == "runs" and not self.cut


@dataclass(frozen=True)
class Database:
    """What PostgreSQL holds."""

    down: int = 0
    last: int = 0  # number that was given to a worker
    beats: dict[int, int] = field(default_factory=dict)  # of the workers that are entered
    locks: frozenset[int] = frozenset()
    owner: int | None = None
    lease: int = 0
    held: tuple[tuple[int, int], ...] = ()  # transactions on the table's row: whose, and for how many ticks silent
    written: tuple[int, int] = (0, -1)  # the last write: its lease's number, and the process

    def holds(self, worker: int) -> bool:
        return any(one == worker for one, _ in self.held)

    def let_go(self, worker: int) -> "Database":
        return replace(self, held=tuple(one for one in self.held if one[0] != worker))

    def left(self, worker: int) -> "Database":
        """Nobody is at the other end of a connection any more, and the database does not know it."""
        return replace(self, held=tuple((NOBODY, ticks) if one == worker else (one, ticks) for one, ticks in self.held))

    # What a beat asks

    def ask(self, step: Step) -> "tuple[Database, Any]":
        match step.do:
            case "enter":
                new = self.last + 1
                return replace(self, last=new, beats={**self.beats, new: 0}, locks=self.locks | {new}), new
            case "beat":
                if step.worker not in self.beats:
                    return self, False
                return replace(self, beats={**self.beats, step.worker: self.beats[step.worker] + 1}), True
            case "look":
                others = {one: beats for one, beats in self.beats.items() if one != step.worker}
                return self, {one: Entered(beats, one in self.locks) for one, beats in others.items()}
            case "give up":
                if self.owner == step.worker and self.held:
                    return self, None  # it is tried again
                beats = {one: beats for one, beats in self.beats.items() if one != step.worker}
                return replace(self, beats=beats, owner=None if self.owner == step.worker else self.owner), None
            case "free":
                orphan = self.owner is not None and self.owner not in self.beats
                return (replace(self, owner=None) if orphan and not self.held else self), None

    # What a table asks

    def claim(self, worker: int) -> "tuple[Database, Lease | None]":
        if worker not in self.beats or self.owner not in (None, worker) or self.held:
            return self, None
        made = replace(self, owner=worker, lease=self.lease + 1)
        return made, Lease(worker, made.lease)

    def leased(self, lease: Lease) -> bool:
        return Lease(self.owner or 0, self.lease) == lease


@dataclass(frozen=True)
class State:
    """All of it, between two ticks."""

    database: Database = field(default_factory=Database)
    workers: tuple[Worker, Worker] = field(default_factory=lambda: (Worker(), Worker()))

    @property
    def answers(self) -> bool:
        """A write is committed in the next tick."""
        committing = [one.able and one.writing for one in self.workers]
        return not self.database.down and any(one and self.database.holds(at) for at, one in enumerate(committing))

    @property
    def well(self) -> bool:
        """The table answers, and every worker that can has its place; nobody asks more where no worker can."""
        if not any(one.mode != "hangs" and not one.cut for one in self.workers):
            return True
        entered = self.database.beats.keys() & self.database.locks
        return self.answers and all(one.place.number in entered for one in self.workers if one.able)

    def worker(self, which: int, **changes: Any) -> "State":
        changed = replace(self.workers[which], **changes)
        return replace(self, workers=(changed, self.workers[1]) if which == 0 else (self.workers[0], changed))


class Model:
    """The protocol; parts of it can be taken out to see that the search finds what is wrong then."""

    def __init__(
        self,
        times: Times = SHORT,
        orders: int = 4,
        *,
        fenced: bool = True,
        frees: bool = True,
        enters_again: bool = True,
    ) -> None:
        self._times, self._orders = times, ORDERS[:orders]
        self._fenced, self._frees, self._enters_again = fenced, frees, enters_again

    def start(self, *, owner: int | None = None) -> State:
        """Both workers have entered, and one owns the table, whoever its owner was before."""
        fresh = Worker(place=Place(silent=self._times.silent))
        state = State(Database(owner=owner), workers=(fresh, fresh))
        for _ in range(4):
            state = self.tick(state)
        return state

    # A tick

    def ticks(self, state: State) -> Iterator[State]:
        """The ways in which the next tick may go."""
        for order in self._orders:
            yield self.tick(state, order)

    def tick(self, state: State, order: tuple[str, ...] = ORDERS[0]) -> State:
        for what in order:
            which = int(what[1])
            if state.workers[which].able and not state.database.down:
                state = self._in_beat(state, which) if what[0] == "b" else self._at_table(state, which)
        return self._end_of_tick(state)

    def _in_beat(self, state: State, which: int) -> State:
        """The rest of the last beat, and the next one as far as the look at the other."""
        worker = state.workers[which]
        place = worker.place if worker.connected else Place(silent=self._times.silent)
        step = worker.step if worker.connected else None
        lease, database, asked = worker.lease, state.database, None
        while asked is None or asked.do != "look":
            asked = step or place.first()
            after, answer = database.ask(asked)
            if asked.do != "free" or self._frees:
                database = after
            if asked.do == "beat" and not self._enters_again:
                answer = True
            place, step = place.then(asked, answer)
            if asked.do == "enter":
                lease = None
        state = replace(state, database=database)
        return state.worker(which, connected=True, place=place, step=step, lease=lease)

    def _at_table(self, state: State, which: int) -> State:
        """Commit what was begun, and begin to write again; a worker that has no lease claims the table."""
        worker, database = state.workers[which], state.database
        lease = worker.lease
        if worker.writing is not None and database.holds(which):
            database = _written(database, which, worker.writing).let_go(which)
        if lease is None:
            database, lease = database.claim(worker.place.number)
        elif self._fenced and not database.leased(lease):
            lease = None
        if lease is not None:
            database = replace(database, held=(*database.held, (which, 0)))
        return replace(state, database=database).worker(which, lease=lease, writing=lease)

    def _end_of_tick(self, state: State) -> State:
        database = state.database
        if database.down:
            state = replace(state, database=replace(database, down=database.down - 1))
        silent = [(one, ticks + (one == NOBODY or not state.workers[one].able)) for one, ticks in database.held]
        kept = tuple(one for one in silent if one[1] < self._times.pause)
        state = replace(state, database=replace(state.database, held=kept))
        for which, worker in enumerate(state.workers):
            if worker.mode == "starts":
                left = worker.starts_in - 1
                state = state.worker(which, starts_in=left, mode="starts" if left else "runs")
            elif worker.cut and worker.mode == "runs" and worker.cut < self._times.notices:
                state = state.worker(which, cut=worker.cut + 1)
                if worker.cut + 1 == self._times.notices:
                    state = replace(state, database=state.database.left(which))
                    state = state.worker(which, connected=False, step=None, writing=None)
        return state

    # Events

    def after(self, state: State, event: Event) -> State | None:
        """The state after an event; None if it can't happen now."""
        what, which = event
        worker, modes = state.workers[which], [one.mode for one in state.workers]
        match what:
            case "hang" if worker.mode == "runs":
                return state.worker(which, mode="hangs")
            case "wake" if worker.mode == "hangs":
                return state.worker(which, mode="runs")
            case "pause" if modes == ["runs", "runs"]:
                return state.worker(0, mode="hangs").worker(1, mode="hangs")
            case "resume" if modes == ["hangs", "hangs"]:
                return state.worker(0, mode="runs").worker(1, mode="runs")
            case "crash" if worker.mode != "starts":
                return self._crashed(state, which, worker)
            case "cut" if not worker.cut:
                return state.worker(which, cut=1)
            case "heal" if worker.cut:
                return state.worker(which, cut=0)
            case "clock":
                return state  # nobody reads one
            case "restart" if not state.database.down:
                database = replace(state.database, down=self._times.restarts, locks=frozenset(), held=())
                state = replace(state, database=database)
                for one in (0, 1):
                    state = state.worker(one, connected=False, step=None, writing=None)
                return state
        return None

    def _crashed(self, state: State, which: int, worker: Worker) -> State:
        """The database notices that a process is gone, unless it is cut off."""
        database = state.database.left(which)
        if not worker.cut:
            database = replace(state.database, locks=database.locks - {worker.place.number}).let_go(which)
        return replace(state, database=database).worker(
            which, mode="starts", starts_in=self._times.starts, connected=False, step=None, lease=None, writing=None
        )


def _written(database: Database, which: int, lease: Lease) -> Database:
    number, by = database.written
    if lease.number < number or (lease.number == number and which != by):
        raise TwoOwners(f"process {which} wrote with lease {lease.number} after process {by} with lease {number}")
    return replace(database, written=(lease.number, which))


# States that go on alike are one state


def alike(state: State) -> int:
    """The same number for states that differ in nothing but names: numbers, counts of beats and of leases, and which
    process is the first."""
    database = state.database
    mentioned = {*database.beats, database.owner or 0}
    for worker in state.workers:
        mentioned |= {worker.place.number, *worker.place.gone}
        mentioned |= {lease.worker for lease in (worker.lease, worker.writing) if lease}
    named = {number: at for at, number in enumerate(sorted(mentioned | {0}))}
    common = (
        database.down,
        tuple(sorted(named[one] for one in database.beats)),
        tuple(sorted(named[one] for one in database.locks if one in database.beats)),
        named[database.owner or 0],
    )
    last = database.written[1] if database.written[0] == database.lease else NOBODY
    first, second = (
        (
            _worker_alike(worker, database, named),
            tuple(ticks for one, ticks in database.held if one == which),
            last == which,
        )
        for which, worker in enumerate(state.workers)
    )
    nobodys = tuple(ticks for one, ticks in database.held if one == NOBODY)
    return min(hash((common, nobodys, first, second)), hash((common, nobodys, second, first)))


def _worker_alike(worker: Worker, database: Database, named: dict[int, int]) -> Any:
    place = worker.place
    seen = {
        named[one]: (known.beats == database.beats[one], known.looks)
        for one, known in place.others.items()
        if one in database.beats
    }
    return (
        worker.mode,
        worker.starts_in,
        worker.cut,
        worker.connected,
        named[place.number],
        tuple(sorted(seen.items())),
        tuple(named[one] for one in place.gone),
        worker.step and (worker.step.do, named.get(worker.step.worker, -1)),
        _lease_alike(worker.lease, database, named),
        _lease_alike(worker.writing, database, named),
    )


def _lease_alike(lease: Lease | None, database: Database, named: dict[int, int]) -> Any:
    return lease and (named[lease.worker], lease.number == database.lease, lease.number < database.written[0])
