"""The operator's submission: kept in versions, checked as it is written, and followed by tables opened afterwards."""

import asyncio
import json
import logging
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

import sqlalchemy as sa

from houseway.errors import BadInput, NotFound, NotNow
from houseway.pricing.generous import generous
from houseway.prove.check import Checked, Finding, check
from houseway.record import acts
from houseway.record import submission_versions as kept
from houseway.record.daybook import By
from houseway.record.kept_rows import SubmissionRow
from houseway.record.person import Person
from houseway.rules.models import written
from houseway.rules.resolved import PARTS
from houseway.rules.strict import RulesError, read_model
from houseway.rules.submission import Submission

if TYPE_CHECKING:
    from houseway.serve.house import House

log = logging.getLogger("houseway.serve")

LONGEST = 40_000  # bytes
STARTED_BY = "house"  # who enters what the house was started with
_LINE = re.compile(r"line (\d+)")
_BARE = re.compile(r"[A-Za-z0-9_-]+")


@dataclass(frozen=True)
class Version:
    """A submission as somebody wrote it."""

    id: int
    text: str
    by: str
    at: int
    errors: int
    warnings: int
    effective: int | None
    effective_by: str | None
    in_effect: bool = False

    def data(self) -> dict[str, Any]:
        return {
            "version": self.id,
            "by": self.by,
            "at": self.at,
            "errors": self.errors,
            "warnings": self.warnings,
            "effective": self.effective,
            "effective_by": self.effective_by,
            "in_effect": self.in_effect,
        }


# Checking


def checked(text: str) -> Checked:
    """Everything wrong with a submission, also where it is no TOML at all."""
    name = "the submission"
    if len(text.encode("utf-8", "replace")) > LONGEST:
        return _unreadable(f"the submission is longer than {LONGEST:,} bytes")
    if any(0xD800 <= ord(letter) <= 0xDFFF for letter in text):
        return _unreadable("the submission is not text: it holds half a character")
    try:
        found = check(text, name=name, generous=generous)
        if not found.errors:
            read_model(Submission, text, name=name)
        return found
    except RulesError as error:
        return _unreadable(str(error))
    except RecursionError:
        return _unreadable("the submission is nested too deep")


def _unreadable(why: str) -> Checked:
    at = _LINE.search(why)
    return Checked("the submission", "", (), (Finding((), why, line=int(at[1]) if at else 0),))


# Versions


def versions(connection: sa.Connection, *, most: int = 50) -> list[Version]:
    """The latest versions, the newest first; the one in effect is always among them."""
    now = kept.in_effect(connection)
    found = [_version(row, now) for row in kept.latest(connection, most)]
    if now is not None and all(one.id != now.id for one in found):
        found.append(_version(now, now))
    return found


def version(connection: sa.Connection, id: int) -> Version | None:
    row = kept.numbered(connection, id)
    return _version(row, kept.in_effect(connection)) if row is not None else None


def _version(row: SubmissionRow, now: SubmissionRow | None) -> Version:
    return Version(**row.columns(), in_effect=now is not None and row.id == now.id)


async def save(house: "House", text: str, by: Person) -> Version:
    """Keep what was written, errors and all; the same text twice is one version."""
    if "\x00" in text:
        raise BadInput("a submission is plain text")
    if len(text.encode("utf-8", "replace")) > LONGEST:
        raise BadInput(f"a submission has up to {LONGEST:,} bytes")
    found = await asyncio.to_thread(checked, text)

    def keep(connection: sa.Connection) -> int:
        for last in kept.latest(connection):
            if last.text == text:
                return last.id
        id = kept.keep(connection, text, By(by.name, by.id), errors=found.errors, warnings=found.warnings)
        acts.note(connection, "kept a submission", by, about=f"version {id}")
        return id

    id = await house.store.write(keep)
    made = await house.store.read(lambda c: version(c, id))
    assert made is not None
    return made


async def can_be_effective(house: "House", id: int) -> None:
    """Refuse a version that is not there, or has errors."""
    wanted = await house.store.read(lambda c: version(c, id))
    if wanted is None:
        raise NotFound(f"there is no version {id} of the submission")
    found = await asyncio.to_thread(checked, wanted.text)
    if found.errors:
        first = next(one for one in found.findings if one.severity == "error")
        what = f"{first.what} ({first.clause})" if first.clause else first.what
        many = f"{found.errors} error{'s' * (found.errors != 1)}"
        raise NotNow(f"version {id} has {many} and can't be made effective: {first.where}: {what}")


async def make_effective(
    house: "House", id: int, by: Person, *, also: Callable[[sa.Connection], None] | None = None
) -> Version:
    """Have tables that are opened from now on follow a version. Open tables keep the rules they were opened with."""
    await can_be_effective(house, id)

    def effect(connection: sa.Connection) -> None:
        if also is not None:
            also(connection)
        kept.make_effective(connection, id, By(by.name, by.id))
        acts.note(connection, "made a submission effective", by, about=f"version {id}")

    await house.store.write(effect)
    await follow(house)
    made = await house.store.read(lambda c: version(c, id))
    assert made is not None
    return made


# The house and its submission


async def begin(house: "House") -> None:
    """Enter what the house was started with, unless it is what it was started with before: then an operator may have
    gone on from there, and the house follows what is in effect."""
    text = house.submission_text or in_toml(house.submission)
    last = await house.store.read(lambda c: kept.last_of(c, STARTED_BY))
    if last is not None and last.text == text:
        await follow(house)
        await house.open_submission(new=False)
        return
    await house.open_submission(new=True)
    found = await asyncio.to_thread(checked, text)

    def enter(connection: sa.Connection) -> int:
        kept.one_worker_at_a_time(connection)
        last = kept.last_of(connection, STARTED_BY)
        if last is not None and last.text == text:
            return 0
        id = kept.keep(connection, text, By(STARTED_BY), errors=found.errors, warnings=found.warnings)
        kept.make_effective(connection, id, By(STARTED_BY))
        return id

    await house.store.write(enter)
    await follow(house)


async def follow(house: "House") -> None:
    """Take over the version that is in effect, whoever made it so."""
    now = await house.store.read(kept.in_effect)
    if now is None or now.id == house.version:
        return
    try:
        read = partial(read_model, Submission, now.text, name=f"version {now.id}")
        house.submission = await asyncio.to_thread(read)
    except RulesError as error:
        log.warning("version %s of the submission can't be followed: %s", now.id, error)
    house.version = now.id


# In TOML


def in_toml(submission: Submission) -> str:
    """A submission written out, where nobody has written it."""
    lines = [f"facility = {_quoted(submission.facility)}", *(["coach = true"] if submission.coach else [])]
    rules = submission.signatures.model_dump(exclude_none=True)
    lines += ["", "[signatures]"] if rules else []
    for act, rule in rules.items():
        above = f", above = {_quoted(rule['above'])}" if rule["above"] != "0" else ""
        lines.append(f"{act} = {{ by = [{', '.join(map(_quoted, rule['by']))}]{above} }}")
    for table in submission.tables:
        lines += ["", "[[tables]]", f"name = {_quoted(table.name)}", f"game = {_quoted(table.game)}"]
        for part in PARTS:
            chosen: Mapping[str, Any] = getattr(table, part)
            if chosen:
                lines += ["", f"[tables.{part}]", *(f"{_key(name)} = {_value(one)}" for name, one in chosen.items())]
    return "\n".join(lines) + "\n"


def _key(name: str) -> str:
    return name if _BARE.fullmatch(name) else _quoted(name)


def _value(value: Any) -> str:
    if isinstance(value, Mapping):
        return f"{{ {', '.join(f'{_key(name)} = {_value(one)}' for name, one in value.items())} }}"
    return _quoted(value) if isinstance(value, str) else written(value)


def _quoted(text: str) -> str:
    return json.dumps(text, ensure_ascii=False).replace("\x7f", "\\u007f")
