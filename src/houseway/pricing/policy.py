"""Best play in a file: every situation that can be listed with each answer's exact worth, as Parquet.

A row is one answer in one situation. Worths are fractions, as text, with a decimal beside them; a digest is over all
rows as text, whatever writes the file, so that two laboratories can compare theirs by one line.
"""

import hashlib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from typing import Any

from houseway.pricing.counting.situations import Policy, Situation
from houseway.pricing.counting.work import Progress
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Sheet
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_AT_ONCE = 50_000  # rows of a group
COLUMNS = ("ask", "hand", "seen", "made", "ways", "answer", "best", "worth", "numerator", "denominator")


@dataclass(frozen=True)
class Exported:
    """What was written: how many situations and rows, and the digest of all of them."""

    situations: int
    rows: int
    digest: str
    note: str


@dataclass(frozen=True)
class Digested:
    """All situations of one ask that are too many to list, in one line."""

    ask: str
    situations: int
    digest: str
    record: str  # what was digested, and in which order


def policy_of(rules: Rules) -> Policy:
    """Best play of a game; one sentence where there is none."""
    found = pricing(rules.game.id)
    if found is None:
        raise RulesError(f"{rules.game.name} has no price yet")
    if found.policy is None:
        why = "`houseway coach` answers any situation" if found.advise is not None else "nothing is decided"
        raise RulesError(f"{rules.game.name} has no policy to export: {why}")
    return found.policy


def digests(rules: Rules, progress: Progress | None = None) -> list[Digested]:
    """The digest of everything that is decided in a game and can't be listed."""
    policy = policy_of(rules)
    if not policy.unlisted:
        raise RulesError(f"{rules.game.name} needs no digest: --policy lists every situation, and says theirs")
    return [
        Digested(one.ask, *one.digest(rules, progress), one.record) for one in policy.unlisted if one.applies(rules)
    ]


def can_export(rules: Rules) -> None:
    """One sentence where there is nothing to list, or nothing to write it with."""
    policy = policy_of(rules)
    if policy.listed is None:
        raise RulesError(f"{rules.game.name} has too many situations to list: {policy.note}")
    try:
        import pyarrow.parquet  # noqa: F401
    except ImportError:
        raise RulesError("a policy is written with pyarrow: pip install 'houseway[lab]'") from None


def situations(rules: Rules) -> Iterator[Situation]:
    """Every situation that a game lists."""
    listed = policy_of(rules).listed
    assert listed is not None, "asked for before"
    return listed(rules)


def export(sheet: Sheet, path: Path) -> Exported:
    """Write the policy of a sheet's rules; the file says which rules, by which software and when."""
    import pyarrow as pa
    from pyarrow import parquet

    rules = sheet.rules
    can_export(rules)
    note = policy_of(rules).note
    kinds = {"best": pa.bool_(), "worth": pa.float64()}
    said = {"game": rules.game.id, "note": note}
    if sheet.made is not None:
        said |= {name: str(value) for name, value in sheet.made.data().items()}
    schema = pa.schema([pa.field(name, kinds.get(name, pa.string())) for name in COLUMNS], metadata=said)
    digest, many, rows = hashlib.sha256(), 0, 0
    waiting: dict[str, list[Any]] = {name: [] for name in COLUMNS}
    try:
        with parquet.ParquetWriter(path, schema, compression="zstd") as writer:
            for situation in situations(rules):
                many += 1
                for row in _rows(situation):
                    rows += 1
                    digest.update(("|".join((*row[:6], row[8], row[9])) + "\n").encode())
                    for name, value in zip(COLUMNS, row, strict=True):
                        waiting[name].append(value)
                if len(waiting["ask"]) >= _AT_ONCE:
                    writer.write_table(pa.table(waiting, schema))
                    waiting = {name: [] for name in COLUMNS}
            if waiting["ask"]:
                writer.write_table(pa.table(waiting, schema))
            writer.add_key_value_metadata({"sha256_of_all_rows": digest.hexdigest()})
    except OSError as error:
        raise RulesError(f"{path} can't be written: {error.strerror or error}") from None
    return Exported(many, rows, digest.hexdigest(), note)


def _rows(it: Situation) -> Iterator[tuple[Any, ...]]:
    best = it.best
    for answer, worth in it.worth.items():
        exact = Fraction(worth)
        yield (
            it.ask, it.hand, it.seen, it.made, str(it.ways), answer, answer == best, float(exact), str(exact.numerator),
            str(exact.denominator),
        )  # fmt: skip
