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
from houseway.play.event import SURVEILLANCE
from houseway.play.view import history
from houseway.prove.explain import Explained, explained
from houseway.prove.rounds import Proof, Round, prove, replayed
from houseway.prove.sources import Journal, ProveError, journals


@dataclass(frozen=True)
class Found:
    """What was asked for, to be told to a person or a program."""

    proofs: list[Proof]
    round: Round | None = None
    explained: list[Explained] | None = None

    @property
    def right(self) -> bool:
        return not any(proof.problems for proof in self.proofs)

    def data(self) -> dict[str, Any]:
        data: dict[str, Any] = {"right": self.right, "tables": [proof.data() for proof in self.proofs]}
        if self.explained is not None:
            data["explained"] = [one.data() for one in self.explained]
        elif self.round is not None:
            data["round"] = self.round.number
            data["events"] = history(self.round.driver.events, SURVEILLANCE)
        return data

    def told(self) -> Group:
        parts: list[RenderableType] = [_proofs(self.proofs)]
        for proof in self.proofs:
            parts += [Text(f"✗ {problem}", "bold red") for problem in proof.problems]
        if self.explained is not None:
            parts += [part for one in self.explained for part in _explained(one)]
        elif self.round is not None:
            parts.append(replay.told(replay.Round(self.round.driver, SURVEILLANCE)))
        return Group(*parts)


def proved(what: str, *, table: str | None, round: str | None, explain: str | None) -> Found:
    found = journals(what, text_of(what)[0] if what == STDIN else None)
    if table is not None:
        found = [_named(found, table, what)]
    proofs = [prove(one) for one in found]
    if explain is not None and round is None:
        raise ProveError("--explain needs the round that it is about: add --round N")
    if round is None:
        return Found(proofs)
    if len(found) > 1:
        names = ", ".join(one.name for one in found)
        raise ProveError(f"{what} has several tables: add --table with one of {names}")
    if not round.isdecimal() or len(round) > 9:
        raise ProveError(f"--round {round} is not a round: expected a whole number")
    again = replayed(found[0], int(round))
    if explain is None:
        return Found(proofs, again)
    shape = re.fullmatch(r"\s*(?:seat\s+)?(\d{1,3})\s+(\S.*?)\s*", explain, re.IGNORECASE)
    if not shape:
        raise ProveError(f"--explain {explain!r} names no wager: write a seat and a wager, as in 'seat 1 across'")
    return Found(proofs, again, explained(again.driver, f"seat {int(shape[1])}", shape[2].lower()))


def _named(found: list[Journal], table: str, what: str) -> Journal:
    for one in found:
        id, _, name = one.name.partition(" ")
        if table.lower() in (one.name.lower(), id, name.lower()):
            return one
    raise ProveError(f"{table!r} is not a table of {what}: {', '.join(one.name for one in found)}")


def _proofs(proofs: list[Proof]) -> Table:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("table", "records", "rounds", "shuffles", "last hash", ""):
        table.add_column(name, justify="right" if name in ("records", "rounds", "shuffles") else "left")
    for proof in proofs:
        verdict = Text("✗ wrong", "bold red") if proof.problems else Text("✓ right", "bold green")
        hash = f"{proof.hash[:16]}…" if proof.hash else "–"
        table.add_row(proof.name, str(proof.records), str(proof.rounds), str(proof.shuffles), hash, verdict)
    return table


def _explained(one: Explained) -> list[RenderableType]:
    parts: list[RenderableType] = ["", Rule(Text(f"{one.who} {one.wager}", "bold"), style="dim"), Text(one.sentence)]
    parts += [Text(f"  {place}: {cards}") for place, cards in one.cards.items()]
    if one.line:
        parts.append(Text(f"  {one.line}"))
    parts.append(Text(f"  {one.clause}", CLAUSE).append(f"  {one.document}"))
    parts += [Text(f"  {id}", CLAUSE).append(f"  {reading}") for id, reading in one.readings.items()]
    return parts
