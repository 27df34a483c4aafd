"""Reading TOML strictly: what is wrong is said with its file, line and field."""

import re
import tomllib
from collections.abc import Mapping
from pathlib import Path
from types import UnionType
from typing import Any, TypeVar, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from houseway.errors import HousewayError, instead

Read = TypeVar("Read", bound=BaseModel)
FieldPath = tuple[int | str, ...]

_HEADER = re.compile(r"\s*\[(\[)?\s*(.+?)\s*\]?\]\s*(?:#.*)?$")
_KEY = re.compile(r"""\s*((?:"[^"]*"|'[^']*'|[\w-]+)(?:\s*\.\s*(?:"[^"]*"|'[^']*'|[\w-]+))*)\s*=""")
_WHOLE = 1 << 63
_KINDS = {"bool": "true or false", "int": "a whole number", "str": "text in quotes"}
_PLAINLY = {  # what pydantic finds wrong, in the words of the file
    "missing": "is missing",
    "extra_forbidden": "is not a known field",
    "int_type": "write a whole number, without quotes",
    "int_parsing": "write a whole number, without quotes",
    "int_from_float": "write a whole number",
    "string_type": "write text, in quotes",
    "bool_type": "write true or false, without quotes",
    "bool_parsing": "write true or false, without quotes",
    "tuple_type": "write a list",
    "list_type": "write a list",
    "dict_type": "write a table of names and values",
    "model_type": "write a table of names and values",
    "model_attributes_type": "write a table of names and values",
}
_PART = re.compile(r""""([^"]*)"|'([^']*)'|([\w-]+)""")


class RulesError(HousewayError, ValueError):
    """A rule file, a submission or a choice of options that can't stand."""


def read_toml(text: str, *, name: str) -> dict[str, Any]:
    try:
        data = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise RulesError(f"{name} is not TOML: {error}") from None
    except ValueError:  # a whole number of more digits than Python converts
        raise RulesError(_too_long(name)) from None
    except RecursionError:
        raise RulesError(f"{name} is not TOML that can be read: it is nested too deep") from None
    if not _fits(data):
        raise RulesError(_too_long(name))
    return data


def _fits(value: Any) -> bool:
    """Whether every whole number is one that TOML promises to hold: of 64 bits."""
    if isinstance(value, int):
        return -_WHOLE <= value < _WHOLE
    parts = value.values() if isinstance(value, dict) else value if isinstance(value, list) else ()
    return all(map(_fits, parts))


def _too_long(name: str) -> str:
    return f"{name} is not TOML that can be read: a whole number has more than 64 bits"


def read_model(model: type[Read], text: str, *, name: str, shared: Mapping[str, Any] | None = None) -> Read:
    """A model from TOML text; the first thing wrong with it is the error. What `shared` has stands where the text is
    silent."""
    return read_data(model, read_toml(text, name=name), text, name=name, shared=shared)


def read_data(
    model: type[Read], data: dict[str, Any], text: str, *, name: str, shared: Mapping[str, Any] | None = None
) -> Read:
    """A model from what a text says, which is named by its lines."""
    for part, entries in (shared or {}).items():
        own = data.setdefault(part, entries)
        if isinstance(entries, dict) and isinstance(own, dict):
            data[part] = {**entries, **own}
    try:
        return model.model_validate(data)
    except ValidationError as error:
        path, message = _plainly(error)
        if error.errors()[0]["type"] == "extra_forbidden" and (known := _fields(model, path[:-1])):
            message += f": {instead(str(path[-1]), known)}"
        field = ".".join(map(str, path)) or "the file"
        line = line_of(text, path)
        raise RulesError(f"{name}{f', line {line}' if line else ''}: {field}: {message}") from None


def _plainly(error: ValidationError) -> tuple[tuple[int | str, ...], str]:
    """The first thing wrong: where, and what is expected there."""
    first = error.errors()[0]
    path = tuple(first["loc"])
    if path and path[-1] in _KINDS:  # one of several kinds would do
        kinds = [one["loc"][-1] for one in error.errors() if tuple(one["loc"][:-1]) == path[:-1]]
        return path[:-1], f"write {' or '.join(_KINDS[str(kind)] for kind in kinds)}"
    if first["type"] == "greater_than_equal":
        return path, f"write a number from {first['ctx']['ge']} on"
    message = _PLAINLY.get(first["type"]) or first["msg"].removeprefix("Value error, ")
    return path, message.replace("Input should be", "write")


def _fields(kind: Any, path: FieldPath) -> list[str]:
    """The fields that a model has where a path leads; none where that is no model."""
    if get_origin(kind) in (Union, UnionType):
        return next((found for one in get_args(kind) if (found := _fields(one, path))), [])
    if isinstance(kind, type) and issubclass(kind, BaseModel):
        if not path:
            return list(kind.model_fields)
        field = kind.model_fields.get(str(path[0]))
        return _fields(field.annotation, path[1:]) if field else []
    inside = [one for one in get_args(kind) if one is not Ellipsis]
    return _fields(inside[-1], path[1:]) if inside and path else []


def read_path(path: Path) -> str:
    """The text of a user's file, or one sentence why there is none."""
    try:
        return path.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        raise RulesError(f"{path} is not TOML: it is not UTF-8 text") from None
    except OSError as error:
        raise RulesError(f"{path} can't be read: {error.strerror}") from None


def line_of(text: str, path: FieldPath) -> int:
    """The line where the longest known part of a field's path stands; 0 if none does."""
    return line_in(lines_of(text), path)


def lines_of(text: str) -> Mapping[FieldPath, int]:
    """The first line of every field, and of every beginning of a field's path: read once, however much is looked up."""
    first: dict[FieldPath, int] = {}
    for line, at in _lines(text):
        for depth in range(1, len(at) + 1):
            first.setdefault(at[:depth], line)
    return first


def line_in(lines: Mapping[FieldPath, int], path: FieldPath) -> int:
    return next((lines[path[:depth]] for depth in range(len(path), 0, -1) if path[:depth] in lines), 0)


def _lines(text: str) -> list[tuple[int, FieldPath]]:
    """Every header and key of the file as (line, path), list items counted."""
    paths: list[tuple[int, FieldPath]] = []
    counts: dict[FieldPath, int] = {}
    here: FieldPath = ()
    for number, line in enumerate(text.splitlines(), start=1):
        if header := _HEADER.match(line):
            here = _with_items(_parts(header[2]), counts, last_is_new=bool(header[1]))
            paths.append((number, here))
        elif key := _KEY.match(line):
            paths.append((number, (*here, *_parts(key[1]))))
    return paths


def _parts(dotted: str) -> tuple[str, ...]:
    return tuple(next(filter(None, found), "") for found in _PART.findall(dotted))


def _with_items(names: tuple[str, ...], counts: dict[FieldPath, int], *, last_is_new: bool) -> FieldPath:
    at: FieldPath = ()
    for depth, name in enumerate(names):
        at = (*at, name)
        if last_is_new and depth == len(names) - 1:
            counts[at] = counts.get(at, -1) + 1
        if at in counts:
            at = (*at, counts[at])
    return at
