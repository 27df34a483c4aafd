"""A whole house proved: its daybook and signed heads, and every row of its database against what they say."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import islice
from typing import Any

from houseway.prove import money
from houseway.prove.rounds import Proof
from houseway.record import daybook_reader as daybook
from houseway.record import heads, keys, rows
from houseway.record.chain import ChainBroken, canonical, digest
from houseway.record.daybook_reader import Said
from houseway.record.figures import NAMES
from houseway.record.heads import SignedHead
from houseway.record.house_rows import HouseRows
from houseway.record.marks import Marks
from houseway.rules.money import shown

_MOST = 20  # findings of a kind
NO_DAYBOOK = "there is no daybook: it was taken out, or the house was last opened by a version that kept none"


@dataclass
class HouseProof:
    """What was found out about a house."""

    house: str = ""
    records: int = 0
    hash: str = ""
    head: SignedHead | None = None
    accounts: int = 0
    balances: int = 0
    problems: list[str] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        return {
            "house": self.house,
            "records": self.records,
            "hash": self.hash,
            "head": self.head.data() if self.head else None,
            "accounts": self.accounts,
            "balances": self.balances,
            "problems": self.problems,
            "notes": self.notes,
        }


def prove(
    kept: HouseRows, tables: Mapping[int, Proof], *, seen: Iterable[SignedHead] = (), older: SignedHead | None = None
) -> HouseProof:
    """Hold a database to its daybook, its journals, and the heads that were seen before; of a copy that may be older
    than a head, to that head as far as the copy goes."""
    proof = HouseProof(kept.house, records=len(kept.daybook))
    try:
        said = daybook.read(kept.daybook)
    except ChainBroken as broken:
        proof.problems.append(str(broken))
        proof.problems += _unseen(seen, kept.house, [row.hash for row in kept.daybook])
        return proof
    proof.hash = said.hashes[-1] if said.hashes else ""
    proof.accounts, proof.balances = len(said.accounts), sum(said.balances.values())
    proof.notes += said.notes
    proof.problems += said.wrong
    if older is not None and older.number >= len(said.hashes):
        proof.notes.append(
            f"the house has signed up to record {older.number} since, at {older.at}: this is an older copy"
        )
    elif older is not None:
        seen = [*seen, older]
    proof.problems += _unseen(seen, kept.house, said.hashes)
    _signed(proof, kept, said, seen)
    proof.problems += [
        *_accounts(kept, said),
        *_postings(kept, said),
        *_tables(kept, said, tables),
        *_submissions(kept, said),
        *_acts(kept, said),
        *_answers(kept, said),
        *_beside(kept, said),
    ]
    _marks(proof, kept, said)
    for id, table in tables.items():
        if id not in said.tables:
            continue
        journal = money.Journal(id, table.name, table.watch, said.tables[id])
        proof.problems += _seats(kept, said, journal)
        if table.linked:
            proof.problems += money.unpaid(journal, said)
            proof.problems += _columns(kept, said, journal)
            proof.problems += _results(kept, journal)
    return proof


# Heads


def _unseen(seen: Iterable[SignedHead], house: str, hashes: list[str]) -> list[str]:
    """Heads that were seen before and are not in the daybook."""
    wrong = []
    for head in seen:
        what = f"the head of {head.at} (record {head.number})"
        if head.house != house:
            wrong.append(f"{what} is of another house: the daybook was replaced, or the head is not its own")
        elif head.number >= len(hashes):
            last = len(hashes) - 1
            wrong.append(f"{what} is not in the daybook, which ends at record {last}: what came after it was taken out")
        elif hashes[head.number] != head.hash:
            wrong.append(f"{what} is not what the daybook has there: something up to it was changed")
    return wrong


def _signed(proof: HouseProof, kept: HouseRows, said: Said, seen: Iterable[SignedHead]) -> None:
    """The signatures in the database: each on its record, the last one genuine and by the house's own key."""
    if not kept.heads:
        proof.problems.append("the daybook is not signed: no head is in the database")
        return
    signed = [row.signed(kept.house) for row in kept.heads]
    proof.head = last = signed[-1]
    for head in signed:
        what = f"the head of {head.at} (record {head.number})"
        if not 0 <= head.number < len(said.hashes) or said.hashes[head.number] != head.hash:
            proof.problems.append(f"{what} is not what the daybook has there")
        elif not head.genuine():
            proof.problems.append(f"{what} is not signed with the key it names")
        elif head.key != last.key:
            proof.problems.append(f"{what} and the last one are signed with different keys")
    numbers = {head.number for head in signed}
    lost = [one["number"] for one in said.records if one["entry"]["do"] == "seal" and one["number"] not in numbers]
    proof.problems += [f"the head of record {number} of the daybook was taken out" for number in lost[:_MOST]]
    for head in seen:
        if head.house == kept.house and head.key != last.key:
            proof.problems.append(
                f"the last head is signed with key {last.key[:16]}… and the head of {head.at} with {head.key[:16]}…: "
                "somebody else has signed for the house"
            )
            break
    if later := len(said.records) - 1 - last.number:
        proof.notes.append(f"{later} record{'s' * (later > 1)} of the daybook came after its last signed head")


# Rows against the daybook


def _accounts(kept: HouseRows, said: Said) -> Iterable[str]:
    there = {row.id: row for row in kept.accounts}
    for id, row in there.items():
        who = f"account {id} ({row.name})"
        if id not in said.accounts:
            yield f"{who} is not in the daybook: it was put in"
            continue
        if wrong := rows.differences(said.accounts[id], rows.account(row)):
            yield f"{who} differs from what was recorded: {wrong}"
        should = said.balances.get(id, 0)
        if row.balance != should:
            yield f"{who}: its balance is {shown(row.balance)}, and {shown(should)} by its postings"
    for id in said.accounts.keys() - there.keys():
        yield f"account {id} ({said.accounts[id]['name']}) was taken out"


def _postings(kept: HouseRows, said: Said) -> Iterable[str]:
    there = {row.book: row for row in kept.postings if row.book is not None}
    for posting in said.postings:
        row = there.pop(posting.record, None)
        if row is None:
            yield f"the posting of daybook {posting.record} (account {posting.account}) was taken out"
        elif (row.account, row.amount, row.why, row.table, row.at) != (
            posting.account,
            posting.amount,
            posting.why,
            posting.table,
            _milliseconds(said.records[posting.record]["at"]),
        ):
            yield f"posting {row.id} is not what daybook {posting.record} says of it"
    for row in there.values():
        yield f"posting {row.id} (account {row.account}) is not in the daybook: it was put in"
    old = [rows.posting(row) for row in kept.postings if row.book is None]
    if len(old) != said.adopted.get("postings", 0) or (old and digest(old) != said.adopted["digest"]):
        yield "postings that are older than the daybook, or stand nowhere in it, were changed, put in or taken out"


def _milliseconds(at: str) -> int:
    """The time of a record, since 1970."""
    return round(datetime.fromisoformat(at).timestamp() * 1000)


def _tables(kept: HouseRows, said: Said, proofs: Mapping[int, Proof]) -> Iterable[str]:
    there = {row.id: row for row in kept.tables}
    for id, row in there.items():
        if id not in said.tables:
            yield f"table {id} ({row.name}) is not in the daybook: it was put in"
            continue
        table = said.tables[id]
        if wrong := rows.differences(table.opened, rows.table(row)):
            yield f"table {id} ({row.name}) differs from what was recorded: {wrong}"
        if row.closed != table.closed:
            yield f"table {id} ({row.name}) is {'closed' if row.closed else 'open'}, which was not recorded"
        hashes = proofs[id].hashes if id in proofs else []
        for number, hash in sorted(table.heads.items()):
            if number >= len(hashes):
                yield (
                    f"table {id} ({row.name}): its journal was sealed at record {number} and ends at "
                    f"record {len(hashes) - 1}: what came after it was taken out"
                )
                break
            if hashes[number] != hash:
                yield f"table {id} ({row.name}): its journal was changed at record {number} or before it"
                break
    for id in said.tables.keys() - there.keys():
        yield f"table {id} ({said.tables[id].opened['name']}) was taken out"


def _submissions(kept: HouseRows, said: Said) -> Iterable[str]:
    there = {row.id: row for row in kept.submissions}
    for id, row in there.items():
        if id not in said.submissions:
            yield f"version {id} of the submission is not in the daybook: it was put in"
            continue
        if wrong := rows.differences(said.submissions[id], rows.submission(row)):
            yield f"version {id} of the submission differs from what was recorded: {wrong}"
        effect = said.effective.get(id)
        if (row.effective, row.effective_by) != ((effect["at"], effect["by"]) if effect else (None, None)):
            yield f"version {id} of the submission: when it came into effect is not what was recorded"
    for id in said.submissions.keys() - there.keys():
        yield f"version {id} of the submission was taken out"


def _acts(kept: HouseRows, said: Said) -> Iterable[str]:
    there = {row.id: rows.act(row) for row in kept.acts}
    for id, act in said.acts.items():
        if id not in there:
            yield f"act {id} ({act['name']}: {act['act']}) was taken out of the log"
        elif there[id] != act:
            yield f"act {id} ({act['name']}: {act['act']}) was changed in the log"
    for id in there.keys() - said.acts.keys():
        yield f"act {id} is not in the daybook: it was put into the log"


def _answers(kept: HouseRows, said: Said) -> Iterable[str]:
    """Answers in exams; none was recorded before the version was."""
    there = {row.id: rows.answer(row) for row in kept.answers} if said.schema else {}
    for id, answer in said.answers.items():
        if id not in there:
            yield f"answer {id} in an exam (account {answer['account']}) was taken out"
        elif there[id] != answer:
            yield f"answer {id} in an exam (account {answer['account']}) was changed"
    for id in there.keys() - said.answers.keys():
        yield f"answer {id} in an exam is not in the daybook: it was put in"


def _beside(kept: HouseRows, said: Said) -> Iterable[str]:
    """What records of the daybook are found by."""
    for row, record in zip(kept.daybook, said.records, strict=True):
        if not daybook.beside(record, said.named, row):
            yield f"the daybook, record {record['number']}: what stands beside it is not the record's"


def _marks(proof: HouseProof, kept: HouseRows, said: Said) -> None:
    """Rows that no chain holds: by their marks, if the house's key is here to check them."""
    if said.schema > str(kept.version):
        proof.problems.append(
            f"the database says it is of version {kept.version}, and the house has recorded {said.schema}"
        )
    elif said.schema:
        secret = keys.known(heads.KEY)
        if secret is None or proof.head is None or heads.public(secret) != proof.head.key:
            proof.notes.append(
                "sessions, tokens, seats, waits, signatures and classes are checked only with the house's key"
            )
        else:
            marks = Marks(secret, kept.house)
            for found in (kept.sessions, kept.tokens, kept.waiting, kept.seats, kept.signatures, kept.classes):
                proof.problems += rows.unmarked(found, marks)
    used = {(row.table, row.account, row.key) for row in kept.entries if row.key}
    back = said.ended.found(kept.sessions, kept.tokens, kept.waiting, lambda *wait: wait in used)
    proof.problems += islice(back, _MOST)


# Rows against a journal


def _columns(kept: HouseRows, said: Said, journal: money.Journal) -> Iterable[str]:
    """What stands beside the records: of which round, whose, with which key; and whose seat was whose."""
    rounds = {0: 0, **journal.watch.rounds}
    for row, record in zip(kept.entries_of.get(journal.id, []), journal.watch.kept, strict=True):
        number = record["number"]
        account = said.named.get(record["by"]) if number else None  # what opens a table is told by the daybook
        if (row.number, row.account, row.key) != (number, account, record["key"] or None) or (
            number in rounds and row.round != rounds[number]
        ):
            yield f"{journal.name}, record {number}: the number, round, account or key beside it is not the record's"
    owners = money.Owners(journal, said)
    for snapshot in kept.snapshots_of.get(journal.id, []):
        number = snapshot.number
        if not 0 <= number < len(journal.watch.kept) or "state" not in journal.watch.kept[number]:
            yield f"{journal.name}: there is a snapshot of record {number}, which has none"
            continue
        if snapshot.round != rounds.get(number, snapshot.round):
            yield f"{journal.name}, record {number}: the round beside its snapshot is not the record's"
        if 0 < number <= journal.said.adopted:
            continue
        if snapshot.sitting != (canonical(owners.before(number)).decode() if number else "{}"):
            yield f"{journal.name}, record {number}: whose seat was whose is not what the postings say"


def _seats(kept: HouseRows, said: Said, journal: money.Journal) -> Iterable[str]:
    """Whose seat is whose now: by the postings alone."""
    owners = money.Owners(journal, said)
    now, there = owners.now(), {row.seat: row.account for row in kept.seats_of.get(journal.id, [])}
    for seat in sorted(now.keys() | there.keys()):
        if there.get(seat) != now.get(seat):
            whose = f"account {now[seat]}'s" if seat in now else "nobody's who has an account"
            yield f"{journal.name}: {seat} is {whose} by the postings, and not in the list of seats"


def _results(kept: HouseRows, journal: money.Journal) -> Iterable[str]:
    there = {row.day: row.figures for row in kept.results_of.get(journal.id, [])}
    days = journal.watch.days
    for day in sorted((there.keys() | days.keys()) - journal.watch.unknown):
        if day not in there:
            yield f"{journal.name}: the results of {day} were taken out"
        elif day not in days:
            yield f"{journal.name}: no round ended on {day}, and it has results"
        else:
            for name in NAMES:
                if (has := getattr(there[day], name)) != (should := getattr(days[day], name)):
                    yield f"{journal.name}, {day}: {name.replace('_', '-')} is {has}, and {should} by its rounds"
