"""Duties of the staff: what is due, what was done by whom, and what is overdue, kept from round to round.

A duty comes round after so many rounds or hours, or at the start of a gaming day, or it is a step of opening a table:
such a step is due once the table has been opened, in its order, and again when new decks have come to it. When the last
player leaves an open table it stands idle, and it is made ready again for the next one to come. A table that nobody
opens, since its cards are not of paper, has no such steps to do.
"""

from collections.abc import Mapping
from typing import TYPE_CHECKING, Any

from houseway.errors import instead
from houseway.play.ask import Refused
from houseway.play.event import DutyDone, DutyDue, DutyOverdue
from houseway.play.value import value
from houseway.rules.models import Duty
from houseway.rules.resolved import Rules

if TYPE_CHECKING:
    from houseway.play.table import Table

HOUR = 3600
Record = dict[str, Any]
STEPS = ("opening", "idle", "after idle")  # due when something begins, and not before


@value
class Standing:
    """How one duty stands: `due` now, `overdue` if a round was begun over it, when and by whom it was last done."""

    duty: str
    what: str
    clause: str
    due: bool
    overdue: bool
    done_at: int | None
    done_by: str

    def data(self) -> dict[str, Any]:
        state = "overdue" if self.overdue else "due" if self.due else "not due"
        return {
            "duty": self.duty,
            "what": self.what,
            "clause": self.clause,
            "state": state,
            "done_at": self.done_at,
            "done_by": self.done_by,
        }


def begin_round(table: "Table") -> None:
    """Count the round for every duty, and say which are due, and which were so already when the last one began."""
    kept = table.memory.setdefault("duties", {})
    for name, duty in table.rules.duties.items():
        record = kept.get(name)
        if record is None:
            if duty.when in STEPS:
                continue
            record = kept[name] = _new(duty, table.now)
        record["rounds"] += 1
        if is_due(duty, record, table.now, table.rules):
            told = record["told"] = record.get("told", 0) + 1
            table.emit((DutyOverdue if told > 1 else DutyDue)(name, duty.name, duty.clause))


def stood(table: "Table") -> None:
    """A scenario begins in the middle of a shoe: every duty has seen a round already."""
    kept = table.memory.setdefault("duties", {})
    for name, duty in table.rules.duties.items():
        if duty.when != "opening":
            kept.setdefault(name, _new(duty, table.now))["rounds"] += 1


def is_due(duty: Duty, record: Mapping[str, Any], now: int, rules: Rules) -> bool:
    if "open" in record or (duty.rounds is not None and record["rounds"] >= duty.rounds):
        return True
    if duty.when == "gaming day" and record.get("day") != gaming_day(now, rules):
        return True
    return duty.hours is not None and now - record["at"] >= duty.hours * HOUR


def gaming_day(now: int, rules: Rules) -> int:
    """The number of the gaming day, which starts at the operator's hour."""
    return (now - int(rules.options.get("gaming_day_starts", 0)) * HOUR) // (24 * HOUR)


def open_table(table: "Table") -> None:
    """Decks have come to the table: every step of opening it is due."""
    table.memory["opened"] = True
    kept = table.memory.setdefault("duties", {})
    for name, duty in table.rules.duties.items():
        if duty.when in ("idle", "after idle"):  # other cards lie there now
            kept.pop(name, None)
        elif duty.renews:  # the clock of fresh decks
            kept[name] = _new(duty, table.now)
    _begin(table, "opening")


def stands_idle(table: "Table") -> None:
    """The last player has left: at a table that was opened, what is done while nobody plays is due."""
    if table.memory.get("opened"):
        _begin(table, "idle")


def comes_back_to_life(table: "Table") -> None:
    """The first player has come to a table that stood idle."""
    if any(name in table.memory.get("duties", {}) for name, one in table.rules.duties.items() if one.when == "idle"):
        _begin(table, "after idle")


def _begin(table: "Table", when: str) -> None:
    for name, duty in table.rules.duties.items():
        if duty.when == when:
            table.memory.setdefault("duties", {})[name] = {"rounds": 0, "at": table.now, "open": True}
            table.emit(DutyDue(name, duty.name, duty.clause))


def check(table: "Table", name: str, by: str) -> None:
    """Refuse a duty that is done by the wrong person or before its turn."""
    duties, kept = table.rules.duties, table.memory.get("duties", {})
    if name not in duties:
        raise Refused(f"{name!r} is not a duty at this table: {instead(name, duties)}")
    duty = duties[name]
    if duty.by and by not in duty.by:
        raise Refused(f"{by} can't {duty.name}: the {' or the '.join(duty.by)} does ({duty.clause})")
    if duty.when in STEPS:
        if "open" not in kept.get(name, {}):
            raise Refused(f"{duty.name} is a step of {_NOT_NOW[duty.when]} ({duty.clause})")
        for earlier, other in duties.items():
            if earlier == name:
                break
            if other.when in STEPS and "open" in kept.get(earlier, {}):
                raise Refused(f"first {other.name}, then {duty.name} ({other.clause})")


_NOT_NOW = {
    "opening": "opening the table, and no table is being opened",
    "idle": "a table without players, and there are some, or it was never opened",
    "after idle": "coming back to play, and the table did not stand idle",
}


def replace_decks(table: "Table", by: str, what: str, clause: str) -> None:
    """The cards are out of play: the change of decks is done, and an opened table is opened with the new ones."""
    name = next(name for name, duty in table.rules.duties.items() if duty.renews)
    done(table, name, by, what, clause)


def done(table: "Table", name: str, by: str, what: str = "", clause: str = "") -> None:
    duty = table.rules.duties[name]
    record = {"rounds": 0, "at": table.now, "by": by}
    if duty.when == "gaming day":
        record["day"] = gaming_day(table.now, table.rules)
    table.memory.setdefault("duties", {})[name] = record
    table.emit(DutyDone(name, by, what or duty.name, table.now, clause or duty.clause))
    if duty.renews and table.memory.get("opened"):
        fresh = dict(record)
        open_table(table)
        table.memory["duties"][name] = fresh


def standing(table: "Table") -> list[Standing]:
    """Every duty of the table, in the order of the rule file."""
    kept = table.memory.get("duties", {})
    found = []
    for name, duty in table.rules.duties.items():
        record = kept.get(name)
        if record is None and duty.when in STEPS:
            continue
        record = record or _new(duty, table.now)
        due = is_due(duty, record, table.now, table.rules)
        late = due and record.get("told", 0) > (table.stage != "closed")
        done_by = record.get("by", "")
        found.append(Standing(name, duty.name, duty.clause, due, late, record["at"] if done_by else None, done_by))
    return found


def _new(duty: Duty, now: int) -> Record:
    record: Record = {"rounds": 0, "at": now}
    return record | {"open": True} if duty.at_opening else record
