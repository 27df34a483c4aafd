"""What a daybook says: everybody's account and role, every posting, every table, version and act, read from the first
record to the last."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from houseway.record.chain import ChainBroken, Record, verified
from houseway.record.daybook_entries import is_whole
from houseway.record.ended import Ended
from houseway.record.kept_rows import DaybookRow

Entry = Mapping[str, Any]


@dataclass(frozen=True)
class Posting:
    """Money that came to an account, or with a minus left it."""

    record: int
    account: int
    amount: int
    balance: int
    why: str
    table: int | None = None
    seat: str = ""
    number: int = 0  # the record of the table's journal


@dataclass
class Table:
    """A table as it was opened, and what is known of its chain."""

    opened: Entry
    closed: bool = False
    heads: dict[int, str] = field(default_factory=dict)  # hashes of its records, by number
    adopted: int = 0  # records up to this one are older than the daybook
    seats: dict[str, int] = field(default_factory=dict)  # whose seats were whose then


@dataclass
class Said:
    """All that a daybook says."""

    records: list[Record] = field(default_factory=list)
    hashes: list[str] = field(default_factory=list)
    accounts: dict[int, Entry] = field(default_factory=dict)
    balances: dict[int, int] = field(default_factory=dict)
    postings: list[Posting] = field(default_factory=list)
    adopted: Entry = field(default_factory=dict)  # postings that are older than the daybook
    tables: dict[int, Table] = field(default_factory=dict)
    submissions: dict[int, Entry] = field(default_factory=dict)
    effective: dict[int, Entry] = field(default_factory=dict)
    acts: dict[int, Entry] = field(default_factory=dict)
    answers: dict[int, Entry] = field(default_factory=dict)  # in exams
    schema: str = ""  # the version of the database; none was recorded before there were marks
    ended: Ended = field(default_factory=Ended)  # sessions and waits
    notes: list[str] = field(default_factory=list)
    wrong: list[str] = field(default_factory=list)

    @cached_property
    def named(self) -> dict[str, int]:
        """Accounts by their names, which are never changed."""
        return {str(entry["name"]): id for id, entry in self.accounts.items()}

    @cached_property
    def _by_table(self) -> dict[int | None, list[Posting]]:
        found: dict[int | None, list[Posting]] = {}
        for one in self.postings:
            found.setdefault(one.table, []).append(one)
        return found

    def of(self, table: int) -> list[Posting]:
        """The postings for chips of one table."""
        return self._by_table.get(table, [])


def read(rows: Iterable[DaybookRow]) -> Said:
    """Read a daybook, each record after its hash was found right; ChainBroken if one is not."""
    said = Said()
    before = ""
    kept = list(rows)
    for row, record in zip(kept, verified([row.line() for row in kept], name="the daybook"), strict=True):
        if not is_whole(record) or not _knows_its_tables(said, record["entry"]):
            raise ChainBroken(f"the daybook, record {record['number']}: this is not a whole record")
        said.records.append(record)
        said.hashes.append(row.hash)
        if str(record["at"]) < before:
            said.wrong.append(f"daybook, record {record['number']} is dated before the one it follows: time went back")
        before = str(record["at"])
        _take(said, record["number"], record["entry"], record)
        said.ended.take(record["entry"], str(record["at"]))
    return said


def _knows_its_tables(said: Said, entry: Entry) -> bool:
    """The tables that a record closes or seals were opened by one before it."""
    match entry["do"]:
        case "close table":
            return entry["table"] in said.tables
        case "seal":
            return all(int(id) in said.tables for id in entry["tables"])
    return True


_ABOUT = {
    "post": "account",
    "open table": "table",
    "close table": "table",
    "effective": "submission",
    "wait over": "table",
}
_NUMBERED = {"account": "account", "table": "table", "submission": "submission", "act": "id", "exam answer": "answer"}


def about(entry: Entry) -> tuple[str, ...]:
    """What a record is found by: one of these."""
    do = str(entry["do"])
    what = _ABOUT.get(do, do)
    if do == "session over":
        return (f"session {entry['session']}",)
    if do in ("token made", "token revoked"):
        return (f"{do.removesuffix(' revoked')} {entry['token']}",)
    if what in _NUMBERED:
        return (f"{'answer' if do == 'exam answer' else what} {entry[_NUMBERED[what]]}",)
    return {"seal": ("tables", "all tables"), "clock": ("clock",), "schema": ("schema",)}.get(do, ("house",))


def beside(record: Record, named: Mapping[str, int], row: DaybookRow) -> bool:
    """What stands beside a record in the database is the record's own."""
    right = row.account == named.get(str(record["by"])) and row.key == (record["key"] or None)
    return right and row.number == record["number"] and row.about in about(record["entry"])


def _take(said: Said, number: int, entry: Entry, record: Record) -> None:
    match entry["do"]:
        case "account":
            told = dict(entry)
            balance = told.pop("balance", None)
            said.accounts[entry["account"]] = told
            if balance is not None:
                said.balances[entry["account"]] = balance
        case "post":
            parts = {name: value for name, value in entry.items() if name != "do"}
            posting = Posting(number, **parts)
            said.postings.append(posting)
            after = said.balances.get(posting.account, 0) + posting.amount
            if after != posting.balance:
                said.wrong.append(f"daybook, record {number}: the balance does not follow from the one before it")
            said.balances[posting.account] = posting.balance
        case "open table":
            told = dict(entry)
            head, seats = told.pop("head"), told.pop("seats", None)
            table = Table(told, heads={head[0]: head[1]}, adopted=head[0], seats=seats or {})
            said.tables[entry["table"]] = table
        case "close table":
            table = said.tables[entry["table"]]
            table.closed = True
            if head := entry.get("head"):
                _ends(said, number, entry["table"], *head)
        case "seal":
            for id, (last, hash) in entry["tables"].items():
                _ends(said, number, int(id), last, hash)
        case "submission":
            said.submissions[entry["submission"]] = entry
        case "effective":
            said.effective[entry["submission"]] = entry
        case "exam answer":
            said.answers[entry["answer"]] = entry
        case "schema":
            said.schema = entry["version"]
        case "act":
            said.acts[entry["id"]] = entry
        case "adopt":
            said.adopted = entry
        case "clock":
            way = "back" if entry["jumped"] < 0 else "forward"
            seconds = abs(entry["jumped"]) / 1000
            said.notes.append(
                f"the machine's clock went {way} by {seconds:,.1f} s before {record['at']} (daybook {number})"
            )
        case "software":
            packages: list[Entry] = [{"package": "houseway", **entry}, *entry["games"]]
            named = "; ".join(f"{one['package']} {one['version']}, code {one['digest'][:16]}…" for one in packages)
            said.notes.append(f"served by {named} from {record['at']} on (daybook {number})")
        case "accepted" if entry.get("for ever"):
            said.wrong.append(f"{entry['what']} ({record['at']}, daybook {number})")
        case "restored" | "accepted" | "gave back":
            said.notes.append(f"{entry['what']} ({record['at']}, daybook {number})")


def _ends(said: Said, number: int, table: int, last: int, hash: str) -> None:
    """What a record says of the end of a table's chain."""
    if said.tables[table].heads.setdefault(last, hash) != hash:
        said.wrong.append(f"daybook, record {number}: table {table} was sealed twice with different records {last}")
