"""A submission changed by choices, line by line: comments, order and everything else in its text stay as they are."""

import re
import tomllib
from collections.abc import Iterator, Mapping
from copy import deepcopy
from typing import Any

from houseway.rules.models import Setting
from houseway.rules.strict import FieldPath, RulesError, lines_of, read_toml

_HEADER = re.compile(r"\s*\[")
_PLAIN = re.compile(r"[A-Za-z0-9_-]+")
_NAME = "the submission"


def chosen(text: str, path: FieldPath, value: Setting | None) -> str:
    """The text with the field at this path set, as `("tables", 0, "limits", "ante", "minimum")`; None takes it out, so
    that the game's own default holds. A way of writing that can't be followed is a RulesError."""
    data = read_toml(text, name=_NAME)
    wanted = _with(data, path, value)
    if wanted == _pruned(data):
        return text
    for edited in _edits(text, path, wanted):
        if (read := _reads(edited)) is not None and _pruned(read) == wanted:
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


def _with(data: dict[str, Any], path: FieldPath, value: Setting | None) -> Any:
    """The data as it is to be."""
    wanted = deepcopy(data)
    at: Any = wanted
    for step in path[:-1]:
        at = at[step] if isinstance(step, int) else at.setdefault(step, {})
        if not isinstance(at, dict | list):
            raise RulesError(f"{'.'.join(map(str, path[2:-1]))} is no table in the text: change it there")
    if value is None:
        at.pop(path[-1], None)
    else:
        at[path[-1]] = value
    return _pruned(wanted)


def _pruned(data: Any) -> Any:
    """The data without tables that are empty: they choose nothing."""
    if isinstance(data, list):
        return [_pruned(one) for one in data]
    if not isinstance(data, dict):
        return data
    parts = {name: _pruned(part) for name, part in data.items()}
    return {name: part for name, part in parts.items() if part != {}}


def _reads(text: str) -> dict[str, Any] | None:
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError:
        return None


def _edits(text: str, path: FieldPath, wanted: Any) -> Iterator[str]:
    """The ways in which the change could be written, the nearest to what stands there first."""
    lines, known = text.split("\n"), lines_of(text)
    for depth in range(len(path), 2, -1):  # the field's own line, or that of the inline table that it is in
        field = path[:depth]
        at = known.get(field, 0) - 1
        if at < 0 or _HEADER.match(lines[at]):
            continue
        new = _at(wanted, field)
        if new is not None:
            yield "\n".join([*lines[:at], _replaced(lines[at], new), *lines[at + 1 :]])
            continue
        yield "\n".join([*lines[:at], *lines[at + 1 :]])
        above = _header(lines, at)
        yield "\n".join([*lines[:above], *lines[above + 1 : at], *lines[at + 1 :]])
    if _at(wanted, path) is None:
        return
    for depth in range(len(path) - 1, 2, -1):  # after the last line of the table that it belongs in
        under = [number for field, number in known.items() if field[:depth] == path[:depth]]
        if under:
            last = max(under)
            for new in _lines(path, wanted, depth, _header_path(known, _header(lines, last - 1))):
                yield "\n".join([*lines[:last], new, *lines[last:]])
    last = max(number for field, number in known.items() if field[:2] == path[:2])
    block = ["", f"[tables.{path[2]}]", *_lines(path, wanted, 3, ())[:1]]
    yield "\n".join([*lines[:last], *block, *lines[last:]])


def _lines(path: FieldPath, wanted: Any, depth: int, header: FieldPath) -> list[str]:
    """A new line for a table at this depth: below its own header, or with dots below one further up."""
    below = f"{_key(str(path[depth]))} = {_written(_at(wanted, path[: depth + 1]))}"
    dotted = ".".join(_key(str(step)) for step in path[len(header) :])
    return [below, f"{dotted} = {_written(_at(wanted, path))}"]


def _header(lines: list[str], at: int) -> int:
    """Where the header stands that a line is below."""
    return next((above for above in range(at, -1, -1) if _HEADER.match(lines[above])), 0)


def _header_path(known: Mapping[FieldPath, int], at: int) -> FieldPath:
    return max((field for field, number in known.items() if number == at + 1), key=len, default=())


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
