"""`houseway backup` and `houseway restore`: a house into one file, and back."""

from pathlib import Path

from houseway.cli.prove import proved
from houseway.record import backup as backups
from houseway.record.backup import BackedUp, Restored
from houseway.record.database import default_url
from houseway.record.errors import ProveError


def url_of(database: str | None) -> str:
    """A database by its URL, or a SQLite file by its name; else the file of one's own."""
    if database is None:
        return default_url()
    return database if "://" in database else f"sqlite:///{Path(database).absolute()}"


def taken(path: Path, database: str | None) -> BackedUp:
    return backups.backup(url_of(database), path)


def restored(path: Path, database: str | None) -> tuple[Restored, list[str]]:
    """A backup without anything wrong, put where there is no house; and what of its money is not proved."""
    found = proved(str(path), table=None, round=None, explain=None)
    if found.problems:
        more = f" ({len(found.problems) - 1} more: `houseway prove {path}`)" if len(found.problems) > 1 else ""
        raise ProveError(f"{path} is not restored, since it does not prove: {found.problems[0]}{more}")
    return backups.restore(path, url_of(database)), found.unproved


def report(kept: BackedUp, path: Path) -> list[str]:
    holds = f"{kept.tables:,} tables, {kept.rounds:,} rounds, {kept.accounts:,} accounts, {kept.size / 1e6:,.1f} MB"
    head = f"signed up to {kept.head.at}" if kept.head else "nothing of it signed"
    return [f"{path}: house {kept.house[:16]}…, {holds}; {kept.records:,} records in its daybook, {head}"]


def told_restored(done: Restored, path: Path, unproved: list[str]) -> list[str]:
    lines = [*report(done.kept, path), "restored, and every row compared; everybody signs in again", *unproved]
    if done.lost is not None:
        more = done.lost.number + 1 - done.kept.records
        lines.append(
            f"lost: what came after this backup: {more:,} records of the daybook, and what was played at the tables "
            f"until {done.lost.at}"
        )
    if not done.signed:
        lines.append("the key that signs for this house is not here: bring it before the house opens")
    return lines
