"""`houseway prove`: chains and shuffles verified, a round played again, a payout explained."""

import re
from dataclasses import dataclass
from typing import Any

from rich.console import Group, RenderableType
from rich.rule import Rule
from rich.table import Table
from rich.text import Text

from houseway.cli import replay
from houseway.cli.find import STDIN, text_of
from houseway.cli.text import CLAUSE
from houseway.errors import instead
from houseway.play.event import SURVEILLANCE
from houseway.play.places import seat
from houseway.play.view import history
from houseway.prove import house as houses
from houseway.prove.explain import Explained, explained
from houseway.prove.house import HouseProof
from houseway.prove.replay import Round as Seen
from houseway.prove.rounds import Proof, Round, prove, replayed
from houseway.record import heads, house_rows
from houseway.record.database import missing_columns, schema_findings
from houseway.record.errors import ProveError
from houseway.record.heads import SignedHead
from houseway.record.house_rows import HouseRows
from houseway.record.sources import Journal, database_of, journals, of_database, opened, place_of
from houseway.rules.money import shown


@dataclass(frozen=True)
class Found:
    """What was asked for, to be told to a person or a program."""

    proofs: list[Proof]
    house: HouseProof | None = None
    round: Round | None = None
    explained: list[Explained] | None = None

    @property
    def right(self) -> bool:
        return not self.problems and not self.unproved

    @property
    def status(self) -> int:
        """What the command exits with: 1 if something is wrong, 3 if something could not be looked into."""
        return 1 if self.problems else 3 if self.unproved else 0

    @property
    def unproved(self) -> list[str]:
        """Tables whose money could not be proved, since the key of seeds is not here."""
        return [
            f"{one.name}: {len(one.secret)} of its rounds are still secret, and their money is not proved: "
            "bring the key of seeds"
            for one in self.proofs
            if one.secret
        ]

    @property
    def problems(self) -> list[str]:
        of_tables = [problem for proof in self.proofs for problem in proof.problems]
        return of_tables + (self.house.problems if self.house is not None else [])

    def data(self) -> dict[str, Any]:
        tables = [proof.data() for proof in self.proofs]
        data: dict[str, Any] = {"right": self.right, "unproved": self.unproved, "tables": tables}
        if self.house is not None:
            data["house"] = self.house.data()
        if self.explained is not None:
            data["explained"] = [one.data() for one in self.explained]
        elif self.round is not None:
            data["round"] = self.round.number
            data["events"] = history(self.round.driver.events, SURVEILLANCE)
        return data

    def told(self) -> Group:
        parts: list[RenderableType] = [_proofs(self.proofs)]
        if self.house is not None:
            parts.append(_house(self.house))
        parts += [Text(f"✗ {problem}", "bold red") for problem in self.problems]
        parts += [Text(f"? {one}", "bold yellow") for one in self.unproved]
        if self.house is not None:
            parts += [Text(f"· {note}", "dim") for note in self.house.notes]
        if self.explained is not None:
            parts += [part for one in self.explained for part in _explained(one)]
        elif self.round is not None:
            parts.append(replay.report(Seen(self.round.driver, SURVEILLANCE)))
        return Group(*parts)


def proved(
    what: str,
    *,
    table: str | None,
    round: str | None,
    explain: str | None,
    head: str | None = None,
) -> Found:
    seen = heads.read(*_head_text(head)) if head is not None and not heads.is_url(head) else None
    found, house, signed, strange = _read(what)
    if head is not None and (house is None or table is not None):
        raise ProveError("--head is held against a whole database: give one, without --table")
    if head is not None and house is not None and seen is None:
        seen = _witnessed(head, house.house)
    if table is not None:
        found, house = [_named(found, table, what)], None
    proofs = [prove(one) for one in found]
    of_house = _proved_house(house, proofs, seen, signed) if house is not None else None
    if of_house is not None:
        of_house.problems += strange
    if explain is not None and round is None:
        raise ProveError("--explain needs the round that it is about: add --round N")
    if round is None:
        return Found(proofs, of_house)
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise ProveError(f"{what} has several tables: add --table with one of {names}")
    if not round.isdecimal() or len(round) > 9:
        raise ProveError(f"--round {round} is not a round: expected a whole number")
    again = replayed(found[0], int(round))
    if explain is None:
        return Found(proofs, of_house, again)
    shape = re.fullmatch(r"\s*(?:seat\s+)?(\d{1,3})\s+(\S.*?)\s*", explain, re.IGNORECASE)
    if not shape:
        raise ProveError(f"--explain {explain!r} names no wager: write a seat and a wager, as in 'seat 1 across'")
    return Found(proofs, of_house, again, explained(again.driver, seat(int(shape[1])), shape[2].lower()))


def _head_text(head: str) -> tuple[str, str]:
    """A head that was kept: in a file, or the line itself."""
    return (head, "--head") if head.lstrip().startswith("{") else text_of(head)


def _witnessed(url: str, house: str) -> SignedHead:
    """What a witness has of a house."""
    from houseway.record import witness

    head = witness.latest(url, house) if house else None
    if head is None:
        raise ProveError(f"the witness {url} has no head of this house: it never had one, or lost it")
    return head


@dataclass(frozen=True)
class Signed:
    """The last heads that this machine has signed: for the house, and for a database in this place."""

    house: SignedHead | None = None
    place: SignedHead | None = None


def _read(what: str) -> tuple[list[Journal], HouseRows | None, Signed, list[str]]:
    """The journals of whatever was given; of a database all else that it keeps, what was signed for it here, and in
    what its schema is not as it should be."""
    if what == STDIN:
        return journals(what, text_of(what)[0]), None, Signed(), []
    url = database_of(what)
    if url is None:
        return journals(what), None, Signed(), []
    with opened(url) as connection:
        if missing := missing_columns(connection):
            raise ProveError(f"the database can't be read as a house's: {missing[0]} is missing")
        house = house_rows.house_name(connection)
    signed = Signed(heads.kept(house) if house else None, heads.kept(place=place_of(what)))
    with opened(url) as connection:  # after its heads: a house that is open goes on meanwhile
        kept = house_rows.read(connection) or HouseRows()
        return of_database(connection), kept, signed, schema_findings(connection, whole=True)


def _proved_house(kept: HouseRows, proofs: list[Proof], seen: SignedHead | None, signed: Signed) -> HouseProof:
    """The house held to its daybook and to heads that were seen before. What was served from this place must be all
    there; a copy may be older."""
    if not kept.daybook:
        return HouseProof(problems=[houses.NO_DAYBOOK])
    before = [seen, signed.place] if signed.place is None else [seen, signed.place, signed.house]
    older = signed.house if signed.place is None else None
    by_id = {int(proof.name.partition(" ")[0]): proof for proof in proofs}
    return houses.prove(kept, by_id, seen=list(dict.fromkeys(filter(None, before))), older=older)


def _named(found: list[Journal], table: str, what: str) -> Journal:
    for one in found:
        id, _, name = one.name.partition(" ")
        if table.lower() in (one.name.lower(), id, name.lower()):
            return one
    raise ProveError(f"{table!r} is not a table of {what}: {instead(table, (one.name for one in found))}")


def _proofs(proofs: list[Proof]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("table", "records", "rounds", "shuffles", "last hash", ""):
        table.add_column(name, justify="right" if name in ("records", "rounds", "shuffles") else "left")
    for proof in proofs:
        verdict = Text("? not proved", "bold yellow") if proof.secret else Text("✓ right", "bold green")
        if proof.problems:
            verdict = Text("✗ wrong", "bold red")
        hash = f"{proof.hash[:16]}…" if proof.hash else "–"
        table.add_row(proof.name, str(proof.records), str(proof.rounds), str(proof.shuffles), hash, verdict)
    return table


def _house(proof: HouseProof) -> Text:
    told = f"house {proof.house[:16]}…, {proof.records:,} records in its daybook"
    told += f", {shown(proof.balances)} in accounts ({proof.accounts:,})"
    if proof.head is not None:
        told += f"; head of {proof.head.at} signed with key {proof.head.key[:16]}…"
    verdict = ("✗ wrong", "bold red") if proof.problems else ("✓ right", "bold green")
    return Text(f"{told}  ").append(*verdict)


def _explained(one: Explained) -> list[RenderableType]:
    parts: list[RenderableType] = ["", Rule(Text(f"{one.who} {one.wager}", "bold"), style="dim"), Text(one.sentence)]
    parts += [Text(f"  {place}: {cards}") for place, cards in one.cards.items()]
    if one.line:
        parts.append(Text(f"  {one.line}"))
    parts.append(Text(f"  {one.clause}", CLAUSE).append(f"  {one.document}"))
    parts += [Text(f"  {id}", CLAUSE).append(f"  {reading}") for id, reading in one.readings.items()]
    return parts
