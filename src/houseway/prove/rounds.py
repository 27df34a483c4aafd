"""A table's journal looked into: its chain, each round replayed, each shuffle checked against what was promised."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import MISSING, dataclass, field, fields
from typing import Any, get_args, get_origin

from houseway.games import game
from houseway.play import entry
from houseway.play import journal as journals
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.journal import JournalError
from houseway.prove import shuffles
from houseway.prove.watch import Watch
from houseway.record.chain import ChainBroken, is_record, verified
from houseway.record.sources import Journal
from houseway.record.vault import hidden_since

_HEXADECIMAL = re.compile(r"([0-9a-fA-F]{2})*")


@dataclass
class Round:
    """A round with its driver, standing where its records stop."""

    number: int
    driver: Driver


@dataclass
class Proof:
    """What was found out about one table."""

    name: str
    records: int = 0
    rounds: int = 0
    shuffles: int = 0
    hash: str = ""
    problems: list[str] = field(default_factory=list)
    watch: Watch = field(default_factory=Watch)
    hashes: list[str] = field(default_factory=list)
    secret: list[int] = field(default_factory=list)  # rounds that can't be looked into yet, without the key of seeds
    linked: bool = False  # its chain is whole

    def data(self) -> dict[str, Any]:
        return {
            "table": self.name,
            "records": self.records,
            "rounds": self.rounds,
            "shuffles": self.shuffles,
            "hash": self.hash,
            "secret": self.secret,
            "problems": self.problems,
        }


UNPLAYABLE = "Houseway can't carry it out ({}): its snapshot was changed, or this is a mistake of the program"


def prove(journal: Journal) -> Proof:
    """Verify a whole journal: every link, every snapshot, every round, every shuffle, every cent."""
    proof = Proof(journal.name, records=len(journal.lines))
    if journal.chained:
        proof.hashes = [str(line.get("hash", "")) for line in journal.lines]
        proof.hash = proof.hashes[-1] if proof.hashes else ""
        try:
            for _ in verified(journal.lines, name=journal.name):
                pass
        except ChainBroken as broken:
            proof.problems.append(str(broken))
            return proof
        proof.watch = Watch.over(journal)
        proof.linked = True
    proof.problems += [f"{journal.name}, round {number}: {why}" for number, why in journal.unopened.items()]
    try:
        _play_again(journal, proof)
    except JournalError as error:
        proof.problems.append(str(error))
    proof.problems += [f"{journal.name}, {one}" for one in proof.watch.wrong]
    return proof


def _play_again(journal: Journal, proof: Proof) -> None:
    """Each round from its snapshot; one that can't be played again does not keep the others from it."""
    stands: Mapping[str, Any] | None = None
    for number, header, entries in parts(journal):
        last = proof.watch.taken + len(entries)
        before, stands = stands, None
        if is_secret(header, entries):
            if number not in journal.unopened:
                proof.secret.append(number)
            proof.watch.skip(entries, number)
            continue
        if before is not None and before != header["table"]:
            proof.problems.append(f"{journal.name}: round {number} does not begin where the entries before it end")
        try:
            name = f"{journal.name}, round {number}"
            driver, witness = _witnessed(header, entries, proof.watch, name=name, chained=journal.chained)
        except JournalError as error:
            proof.problems.append(str(error))
            proof.watch.skip(entries[len(entries) - (last - proof.watch.taken) :], number)
            continue
        stands = driver.table.state()
        proof.rounds += number > 0
        proof.shuffles += witness.shuffles
        wrong = [*witness.wrong, *shuffles.broken_promises(driver, entries)]
        if driver.table.ledger.total():
            wrong.append("the money does not add up to nothing")
        proof.problems += [f"{journal.name}, round {number}: {one}" for one in wrong]


def _witnessed(
    header: Mapping[str, Any], entries: list[Mapping[str, Any]], watch: Watch, *, name: str, chained: bool
) -> tuple[Driver, shuffles.Witness]:
    """A round played again under the eyes of somebody who knows how shuffles are made."""
    driver = journals.replay(journals.lines(header, []), game, name=name)
    witness = shuffles.Witness()
    if header["source"] == {"cards": "shuffled"}:
        driver.table.source = witness
    for number, said in enumerate(entries, start=1):
        try:
            one = read_entry(said)
            watch.before(driver, said)
            driver.apply(one)
            watch.after(driver, said)
        except Refused as error:
            raise JournalError(f"{name}, entry {number}: {error}") from None
        except Exception as error:  # in a file anything may stand; a chained record is as the house wrote it
            why = UNPLAYABLE.format(type(error).__name__) if chained else "this is not a whole journal entry"
            raise JournalError(f"{name}, entry {number}: {why}") from None
    return driver, witness


def read_entry(said: Mapping[str, Any]) -> entry.Entry:
    """An entry whose parts are all there and of their kinds; Refused if it is not."""
    kind = entry.KINDS.get(str(said.get("do")))
    if kind is not None:
        for part in fields(kind):
            there = part.name in said
            needed = part.default is MISSING and part.default_factory is MISSING
            if (there and not _is_kind(said[part.name], part.type)) or (needed and not there):
                raise Refused("this is not a whole journal entry")
    if kind is entry.Begin and not _HEXADECIMAL.fullmatch(str(said.get("seed", ""))):
        raise Refused("this is not a whole journal entry")
    return entry.read(said)


def _is_kind(value: object, kind: object) -> bool:
    if get_origin(kind) is dict:  # of texts
        return isinstance(value, dict) and all(type(part) is str for pair in value.items() for part in pair)
    return type(value) in (get_args(kind) or (kind,))


def parts(journal: Journal) -> Iterator[tuple[int, Mapping[str, Any], list[Mapping[str, Any]]]]:
    """The journal cut at its snapshots: the round's number, the snapshot, and the entries that follow it."""
    header: Mapping[str, Any] | None = None
    entries: list[Mapping[str, Any]] = []
    for line in journal.lines:
        if journal.chained and not is_record(line.get("record")):
            raise JournalError(f"{journal.name}: a line is not a record of a table")
        snapshot = line.get("snapshot") if journal.chained else line if "journal" in line else None
        if snapshot is not None:
            if header is not None:
                yield number_of(header, entries), header, entries
            header, entries = snapshot, []
        if journal.chained and line["record"]["number"]:  # the first record only names the table
            seed = {"seed": line["seed"]} if "seed" in line else {}
            entries.append(line["record"]["entry"] | seed)
        elif not journal.chained and line is not snapshot:
            entries.append(line)
    if header is None:
        raise JournalError(f"{journal.name} has no header to begin from")
    yield number_of(header, entries), header, entries


def number_of(header: Mapping[str, Any], entries: list[Mapping[str, Any]]) -> int:
    """The round that follows a header: the next one, if it begins."""
    try:
        return int(header["table"]["round"]) + any(entry.get("do") == "begin" for entry in entries)
    except (KeyError, TypeError, ValueError):
        raise JournalError("a header lacks the state of its table") from None


def is_secret(header: Mapping[str, Any], entries: list[Mapping[str, Any]]) -> bool:
    """The cards of a round can't be known: its own seed is sealed, or that of the shoe it deals from."""
    return bool(hidden_since(header)) or any("commitment" in said and not said.get("seed") for said in entries)


def replayed(journal: Journal, number: int) -> Round:
    """One round of a journal, played again."""
    for found, header, entries in parts(journal):
        if found == number:
            name = f"{journal.name}, round {number}"
            if is_secret(header, entries):
                raise JournalError(f"{name} is still secret: it can be looked into with the key of seeds")
            return Round(number, journals.replay(journals.lines(header, entries), game, name=name))
    raise JournalError(f"{journal.name} has no round {number}")
