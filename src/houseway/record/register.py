"""The register of workers in PostgreSQL, on one connection, which holds the lock on its worker's number."""

import logging
from typing import Any

import psycopg

from houseway.record.leases import Entered, Step

log = logging.getLogger("houseway.serve")

LOCKS = 1215  # the class of the workers' advisory locks
_PATIENCE = "2s"  # for rows that a transaction of somebody else holds: the next beat tries again
_ENTER = "INSERT INTO workers (id, beats, probe) VALUES (%s, 0, '')"
_LOOK = """
SELECT id, beats, id::text IN (
    SELECT objid::text FROM pg_locks WHERE locktype = 'advisory' AND classid = %s AND objsubid = 2 AND granted
    AND database = (SELECT oid FROM pg_database WHERE datname = current_database())
) FROM workers WHERE id <> %s
"""
_FREE = "UPDATE tables SET owner = NULL WHERE owner IS NOT NULL AND owner NOT IN (SELECT id FROM workers)"


class Register:
    """Carries out the steps of a beat."""

    def __init__(self, connection: "psycopg.Connection[Any]") -> None:
        self._connection = connection
        connection.execute(f"SET lock_timeout = '{_PATIENCE}'")

    def ask(self, step: Step) -> Any:
        """The database's answer to a step. Steps wait for nobody: what is held by others is left for the next beat."""
        try:
            with self._connection.transaction():
                return self._answer(step)
        except psycopg.errors.LockNotAvailable:
            log.warning("tables are held by a transaction that goes on: they are freed later")
            return None

    def _answer(self, step: Step) -> Any:
        execute = self._connection.execute
        match step.do:
            case "enter":
                return self._enter()
            case "beat":
                return execute("UPDATE workers SET beats = beats + 1 WHERE id = %s", (step.worker,)).rowcount == 1
            case "look":
                found = execute(_LOOK, (LOCKS, step.worker)).fetchall()
                return {number: Entered(beats, locked) for number, beats, locked in found}
            case "give up":
                execute("UPDATE tables SET owner = NULL WHERE owner = %s", (step.worker,))
                if execute("DELETE FROM workers WHERE id = %s", (step.worker,)).rowcount:
                    log.warning("worker %s is gone: its tables are free", step.worker)
            case "free":
                return execute(_FREE).rowcount
        return None

    def _enter(self) -> int:
        """A number that nobody had before. Its lock is taken first: without it a worker is given up at once."""
        execute = self._connection.execute
        execute("SELECT pg_advisory_unlock_all()")
        found = execute("SELECT nextval(pg_get_serial_sequence('workers', 'id'))").fetchone()
        assert found is not None
        number = int(found[0])
        execute("SELECT pg_advisory_lock(%s, %s)", (LOCKS, number))
        execute(_ENTER, (number,))
        return number
