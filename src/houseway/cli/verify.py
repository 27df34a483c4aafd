"""`houseway verify`: rounds as a player was told them, held to what the house had committed to."""

import json
from collections.abc import Iterable
from typing import Any

from rich.console import Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cli.find import text_of
from houseway.prove.commitments import Told, check
from houseway.prove.draws import Checked
from houseway.record.errors import ProveError


def verified(files: Iterable[str]) -> list[Checked]:
    """What was found out about the rounds in these files, each one round or a list of rounds."""
    return check([round for file in files for round in _rounds(*text_of(file))])


def _rounds(text: str, name: str) -> list[Told]:
    try:
        read = json.loads(text)
    except (ValueError, RecursionError):
        raise ProveError(f"{name} is not JSON: expected a round as a table tells it") from None
    found = read if isinstance(read, list) else [read]
    if not found or not all(isinstance(one, dict) for one in found):
        raise ProveError(f"{name} holds no round: expected what GET /api/v1/tables/ID/rounds/NUMBER answers")
    return found


def right(found: Iterable[Checked]) -> bool:
    return not any(one.problems for one in found)


def data(found: list[Checked]) -> dict[str, Any]:
    return {"right": right(found), "rounds": [one.data() for one in found]}


def report(found: list[Checked]) -> Group:
    table = Table(box=None, padding=(0, 2, 0, 0))
    for name in ("round", "cards", "numbers", "words", ""):
        table.add_column(name, justify="right" if name else "left")
    for one in found:
        verdict = Text("✗ wrong", "bold red") if one.problems else Text("✓ right", "bold green")
        if not one.problems and not one.cards and not one.numbers:
            verdict = Text("nothing to check yet", "dim")
        table.add_row(str(one.round), str(one.cards), str(one.numbers), str(one.words), verdict)
    parts: list[RenderableType] = [table]
    for one in found:
        parts += [Text(f"✗ round {one.round}: {problem}", "bold red") for problem in one.problems]
        parts += [Text(f"  round {one.round}: {note}", "dim") for note in one.notes]
    return Group(*parts)
