"""Leases of tables: every order of hangs, crashes, cuts and restarts in a model, and the model against PostgreSQL."""

import os
from collections.abc import Callable
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from houseway.record import books, daybook
from houseway.record.leases import Entered, Lease, Place, Step
from houseway.record.register import Register
from houseway.record.store import Append, Lost, Store
from houseway.record.store import _append as append
from tests.serve.lease_model import EVENTS, SHORT, Database, Event, Model, State, Times, TwoOwners, alike
from tests.serve.test_store import _table

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
MOST_TICKS = 30


class Search:
    """Every state that up to so many events lead to, in whatever order and with whatever time between them."""

    def __init__(self, model: Model, start: State, events: int) -> None:
        self._model = model
        self._came: dict[int, tuple[int, Event | None]] = {alike(start): (0, None)}  # from where, and by which event
        self._next: dict[int, int] = {}
        self._well: set[int] = set()
        new = [start]
        for left in range(events, -1, -1):
            reached = self._wait(new)
            new = [after for state in reached for after in self._happen(state)] if left else []

    def _wait(self, new: list[State]) -> list[State]:
        """These states, and all that come of them when nothing happens."""
        reached = list(new)
        for state in reached:
            this = alike(state)
            if state.well:
                self._well.add(this)
            for number, after in enumerate(self._tick(state, this)):
                then = alike(after)
                if number == 0:
                    self._next[this] = then
                if self._is_new(then, this, None):
                    reached.append(after)
        return reached

    def _tick(self, state: State, this: int) -> list[State]:
        try:
            return list(self._model.ticks(state))
        except TwoOwners as wrong:
            raise TwoOwners(f"{wrong}: {self._story(this)}") from None

    def _happen(self, state: State) -> list[State]:
        after = [(event, self._model.after(state, event)) for event in EVENTS]
        this = alike(state)
        return [then for event, then in after if then is not None and self._is_new(alike(then), this, event)]

    def _is_new(self, state: int, before: int, event: Event | None) -> bool:
        if state in self._came:
            return False
        self._came[state] = before, event
        return True

    def _story(self, state: int) -> list[Any]:
        story: list[Any] = []
        while state in self._came:
            before, event = self._came[state]
            story.append(event or "tick")
            state = before
        return story[::-1]

    def __len__(self) -> int:
        return len(self._next)

    def check_well_within(self, ticks: int) -> None:
        """From everywhere the house is well again after so many ticks in which nothing happens, and stays so."""
        for state in self._next:
            at = state
            for _ in range(ticks):
                at = self._next[at]
            assert at in self._well, f"not well {ticks} ticks after {self._story(state)}"


@pytest.mark.threat("hung-worker")
@pytest.mark.parametrize(
    ("times", "orders", "events", "states"),
    [
        pytest.param(SHORT, 4 if FULL else 2, 6, 100_000, id="six events"),
        pytest.param(SHORT, 4, 4, 40_000, id="four events, every order in a tick"),
        pytest.param(Times(), 2, 4 if FULL else 3, 40_000, id="as long as in a house"),
        pytest.param(Times(), 4, 3 if FULL else 2, 4_000, id="as long as in a house, every order in a tick"),
    ],
)
def test_no_two_owners_write_and_the_table_answers_again_within_30_seconds(
    times: Times, orders: int, events: int, states: int
) -> None:
    model = Model(times, orders)
    search = Search(model, model.start(), events)
    assert len(search) > states
    search.check_well_within(MOST_TICKS)


def test_without_the_fence_two_owners_write() -> None:
    model = Model(fenced=False)
    with pytest.raises(TwoOwners, match="hang"):
        Search(model, model.start(), 2)


def test_a_worker_that_does_not_enter_again_is_idle_for_good() -> None:
    model = Model(enters_again=False)
    with pytest.raises(AssertionError, match="not well"):
        Search(model, model.start(), 2).check_well_within(MOST_TICKS)


def test_a_table_of_an_owner_that_is_not_entered_is_freed() -> None:
    model = Model()
    Search(model, model.start(owner=99), 1).check_well_within(MOST_TICKS)
    with pytest.raises(AssertionError, match="not well"):
        model = Model(frees=False)
        Search(model, model.start(owner=99), 1).check_well_within(MOST_TICKS)


def test_whoever_slept_gives_nobody_up_when_it_wakes() -> None:
    place = Place(number=1)
    for _ in range(20):  # as long as both are awake
        place, _ = place.then(Step("look", 1), {2: Entered(place.others[2].beats + 1 if place.others else 0, True)})
    beats = place.others[2].beats
    place, then = place.then(Step("look", 1), {2: Entered(beats, True)})  # both have slept for a night
    assert then == Step("free")


# The model of the database against PostgreSQL


class Pair:
    """The same steps in the model and in PostgreSQL, by two connections."""

    def __init__(self, store: Store, url: str, table: int) -> None:
        self._store, self._table, self.model = store, table, Database()
        with store.engine.begin() as connection:
            connection.execute(sa.text("TRUNCATE workers RESTART IDENTITY"))
            connection.execute(sa.text("UPDATE tables SET owner = NULL, lease = 0"))
        self._connections = [psycopg.connect(url, autocommit=True) for _ in range(2)]
        self._numbers = [0, 0]

    def close(self) -> None:
        for connection in self._connections:
            connection.close()

    def ask(self, which: int, step: Step) -> None:
        self.model, expected = self.model.ask(step)
        if step.do == "enter":
            self.model = self._unlocked(self._numbers[which])
            self._numbers[which] = expected
        answer = Register(self._connections[which]).ask(step)
        assert answer == expected or step.do == "free"

    def _unlocked(self, number: int) -> Database:
        return Database(**{**self.model.__dict__, "locks": self.model.locks - {number}})

    def crash(self, which: int, url: str) -> None:
        self.model = self._unlocked(self._numbers[which])
        pid = self._connections[which].info.backend_pid
        self._connections[which].close()
        with psycopg.connect(url, autocommit=True) as other:  # the lock is free when the backend has ended
            while other.execute("SELECT 1 FROM pg_stat_activity WHERE pid = %s", (pid,)).fetchone():
                pass
        self._connections[which] = psycopg.connect(url, autocommit=True)

    def claim(self, worker: int) -> None:
        self.model, expected = self.model.claim(worker)
        with self._store.engine.begin() as connection:
            assert books.claim(connection, self._table, worker) == expected

    def write(self, lease: Lease) -> None:
        with self._store.engine.begin() as connection:
            try:
                append([Append(self._table, lease)], connection)
                written = True
            except Lost:
                written = False
        assert written == self.model.leased(lease)

    def compare(self) -> None:
        with self._store.engine.connect() as connection:
            owner, lease = connection.execute(sa.text("SELECT owner, lease FROM tables")).one()
            rows: dict[int, int] = dict(connection.execute(sa.text("SELECT id, beats FROM workers")).all())
        assert (owner, lease, rows) == (self.model.owner, self.model.lease, self.model.beats)


WORKERS = st.integers(1, 4)
WHICH = st.integers(0, 1)
ASKED = st.one_of(
    st.just(Step("enter")),
    st.just(Step("free")),
    *(st.builds(Step, st.just(do), WORKERS) for do in ("beat", "look", "give up")),
)
DONE = st.one_of(
    st.tuples(st.just("ask"), WHICH, ASKED),
    st.tuples(st.just("crash"), WHICH),
    st.tuples(st.just("claim"), WORKERS),
    st.tuples(st.just("write"), st.builds(Lease, WORKERS, st.integers(0, 3))),
)


def test_the_model_of_the_database_is_what_postgresql_does(postgresql: Callable[[str], str]) -> None:
    url = postgresql("leases")
    store = Store(url)
    store.open()
    with store.engine.begin() as connection:
        daybook.begin(connection, 0)
        table = _table(connection, "the table")

    @settings(max_examples=500 if FULL else 40, deadline=None, suppress_health_check=list(HealthCheck))
    @given(st.lists(DONE, max_size=25))
    def same(steps: list[tuple[Any, ...]]) -> None:
        pair = Pair(store, url, table)
        try:
            for what, *given in steps:
                getattr(pair, what)(*given, *([url] if what == "crash" else []))
                pair.compare()
        finally:
            pair.close()

    same()
    store.close()
