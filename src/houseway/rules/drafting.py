"""A submission changed by choices, line by line: comments, order and everything else in its text stay as they are."""

import re
import tomllib
from copy import deepcopy
from typing import Any

from houseway.rules.files import FieldPath, RulesError, lines_of, read_toml
from houseway.rules.models import Setting

_HEADER = re.compile(r"\s*\[")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_NAME = "the submission"


def chosen(text: str, path: FieldPath, value: Setting | None) -> str:
    """The text with the field at this path set, as `("tables", 0, "limits", "ante", "minimum")`; None takes it out, so
    that the game's own default holds. A way of writing that can't be followed is a RulesError."""
    data = read_toml(text, name=_NAME)
    wanted = _with(data, path, value)
    if wanted == data:
        return text
    for edited in _edits(text, path, wanted, value):
        if _reads(edited) == wanted:
            return edited
    raise RulesError(
        f"{'.'.join(map(str, path[2:]))} is written in a way that no form can change: change it in the text"
    )


def with_table(text: str, name: str, game: str) -> str:
    """The text with one more table at its end."""
    read_toml(text, name=_NAME)
    ended = text.rstrip("\n")
    table = f"[[tables]]\nname = {_written(name)}\ngame = {_written(game)}\n"
    return f"{ended}\n\n{table}" if ended else table


def _with(data: dict[str, Any], path: FieldPath, value: Setting | None) -> dict[str, Any]:
    """The data as it is to be; tables that become empty are taken out with their last field, but never a part."""
    wanted = deepcopy(data)
    at: Any = wanted
    parents: list[tuple[Any, Any]] = []
    for step in path[:-1]:
        parents.append((at, step))
        at = at[step] if isinstance(step, int) else at.setdefault(step, {})
    if value is not None:
        at[path[-1]] = value
        return wanted
    at.pop(path[-1], None)
    for above, step in reversed(parents[3:]):  # an inline table of limits or of odds
        if not above[step]:
            del above[step]
    parts, name = parents[2] if len(parents) > 2 else (None, None)
    if parts is not None and not parts[name] and name not in data["tables"][path[1]]:
        del parts[name]
    return wanted


def _reads(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _edits(text: str, path: FieldPath, wanted: dict[str, Any], value: Setting | None) -> list[str]:
    """The ways in which the change could be written, the nearest to what stands there first."""
    lines, known = text.split("\n"), lines_of(text)
    for depth in range(len(path), 2, -1):  # the field's own line, or that of the inline table that it is in
        field = path[:depth]
        if field in known and not _HEADER.match(lines[known[field] - 1]):
            at = known[field] - 1
            new = _at(wanted, field)
            if new is None:
                return ["\n".join([*lines[:at], *lines[at + 1 :]])]
            return ["\n".join([*lines[:at], _replaced(lines[at], new), *lines[at + 1 :]])]
    part = path[:3]
    line = f"{_key(str(path[3]))} = {_written(_at(wanted, path[:4]))}"
    under = [number for field, number in known.items() if field[:3] == part]
    if under:  # after the last line of its part
        return ["\n".join([*lines[: max(under)], line, *lines[max(under) :]])]
    last = max(number for field, number in known.items() if field[:2] == path[:2])
    block = ["", f"[tables.{part[2]}]", line]
    return ["\n".join([*lines[:last], *block, *lines[last:]])]


def _at(data: Any, path: FieldPath) -> Any:
    for step in path:
        try:
            data = data[step]
        except (KeyError, IndexError, TypeError):
            return None
    return data


def _replaced(line: str, value: Any) -> str:
    """A line with another value; what stands before it and a comment behind it stay."""
    name, equals, rest = line.partition("=")
    ends = [at for at, letter in enumerate(line) if letter == "#"] + [len(line)]
    for end in ends:
        if _reads(line[:end].strip()) is not None:
            body = line[:end].rstrip()
            behind = line[len(body) :]
            space = rest[: len(rest) - len(rest.lstrip())]
            return f"{name}{equals}{space}{_written(value)}{behind}"
    return f"{name}{equals} {_written(value)}"


def _written(value: Any) -> str:
    """A value as TOML writes it."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{_key(str(name))} = {_written(inner)}" for name, inner in value.items()) + " }"
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, int):
        return str(value)
    escaped = "".join(_escaped(letter) for letter in str(value))
    return f'"{escaped}"'


def _escaped(letter: str) -> str:
    if letter in '"\\':
        return f"\\{letter}"
    return f"\\u{ord(letter):04X}" if ord(letter) < 32 or ord(letter) == 127 else letter


def _key(name: str) -> str:
    return name if _PLAIN.fullmatch(name) else _written(name)
