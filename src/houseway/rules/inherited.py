"""A game that is like another one: its rule file states what differs, and the rest is the other game's.

    like = "blackjack-x"
    without = ["wagers.lucky-pair", "pay_tables.lucky-pair"]

Tables are put together entry by entry, and an entry that only the game itself has stands after the one that its file
states before it. A list or a single value of its own takes the place of the other's. An inherited line cites the clause
of the other book, so a line whose clause differs is stated again.
"""

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any

from houseway.errors import instead
from houseway.rules.citations import cited_lines, not_in_book, rulebook
from houseway.rules.fee_schedules import documents
from houseway.rules.folders import LIKE, RULES, alike, game_folders
from houseway.rules.models import GameRules
from houseway.rules.strict import FieldPath, RulesError, line_of

WITHOUT = "without"
_ALWAYS_OWN = ("id", "name", "rulebook")  # what a game has to itself, however much it is like another one
_NAME = re.compile(r'"([^"]*)"|([^."]+)')


def resolved_data(own: Mapping[str, Any], *, name: str, text: str = "") -> dict[str, Any]:
    """All that a game states, with what it takes from the game that it is like. Errors name the file, and the line that
    its text has for them."""
    if LIKE not in own:
        if WITHOUT in own:
            raise _error(name, text, WITHOUT, f"write {LIKE} too: there is no other game to leave something out of")
        return dict(own)
    like = own[LIKE]
    if not isinstance(like, str) or not like:
        raise _error(name, text, LIKE, "write the id of a game, in quotes")
    if like not in game_folders():
        raise _error(name, text, LIKE, f"{like!r} is not a game here: {instead(like, game_folders())}")
    for part in _ALWAYS_OWN:
        if part not in own:
            raise RulesError(f"{name}: {part}: is missing: a game that is like another one has its own")
    inherited = dict(_whole(like))
    stated = {part: entry for part, entry in own.items() if part not in (LIKE, WITHOUT)}
    for path in _left_out(own.get(WITHOUT, []), name=name, text=text):
        if not isinstance(_at(inherited, path), Mapping) and _at(stated, path) is not None:
            message = f"{'.'.join(path)} is stated below, which takes the place of the one of {like}: take it out here"
            raise _error(name, text, WITHOUT, message)
        if _at(inherited, path) is None:
            raise _error(name, text, WITHOUT, f"{like} has no {'.'.join(path)} that could be left out")
        inherited = _less(inherited, path)
    return put_together(inherited, stated)


@cache
def _whole(id: str) -> Mapping[str, Any]:
    """All that a game of some folder states."""
    tuple(alike(id))  # finds a loop
    folder = game_folders()[id]
    return resolved_data(folder.data, name=f"{id}/{RULES}", text=folder.text)


def put_together(base: Mapping[str, Any], own: Mapping[str, Any]) -> dict[str, Any]:
    """Two tables entry by entry; where both have a value, the own one stands."""
    order, before = list(base), ""
    for name in own:
        if name not in base:
            order.insert(order.index(before) + 1 if before else len(order), name)
        before = name
    return {name: _put_together(base.get(name), own[name]) if name in own else base[name] for name in order}


def _put_together(inherited: Any, own: Any) -> Any:
    both = isinstance(inherited, Mapping) and isinstance(own, Mapping)
    return put_together(inherited, own) if both else own


def repeated_lines(own: Mapping[str, Any]) -> list[str]:
    """What a rule file states in the very words of the game that it is like, as `options.seats.default`: such a line
    says nothing, and hides what differs. No error, or an edit of one game would break another that says as much."""
    if LIKE not in own:
        return []
    inherited = dict(_whole(str(own[LIKE])))
    for path in _left_out(own.get(WITHOUT, []), name="", text=""):
        inherited = _less(inherited, path)
    return [".".join(map(str, path)) for path in _same(inherited, own)]


def _same(base: Mapping[str, Any], own: Mapping[str, Any], path: FieldPath = ()) -> Iterator[FieldPath]:
    for name, entry in own.items():
        if isinstance(entry, Mapping) and isinstance(base.get(name), Mapping):
            yield from _same(base[name], entry, (*path, name))
        elif name in base and base[name] == entry:
            yield (*path, name)


def check_inherited_clauses(rules: GameRules, own: Mapping[str, Any], data: Mapping[str, Any], *, name: str) -> None:
    """Every inherited line cites a clause that the game's own book has too, or one of its rulings, or a document with
    collection schedules. A book whose clauses are not listed is not looked at."""
    if LIKE not in own or rules.id not in game_folders() or not (book := rulebook(rules.id)).clauses:
        return
    fees = [one.document for one in documents()]
    for path, cited in cited_lines(data):
        if _at(own, path) is None and (unknown := not_in_book(cited, book, also=rules.rulings, documents=fees)):
            raise RulesError(
                f"{name}: {'.'.join(map(str, path))}: what is taken from {own[LIKE]} cites {unknown}, which is neither "
                f"in the clauses.toml of {rules.id} nor a ruling: state it again, with the clause of its own book"
            )


def _at(data: Any, path: FieldPath) -> Any:
    """What stands at the end of a way through tables; a list is own as a whole, or inherited."""
    for name in path:
        if isinstance(data, list):
            return data
        data = data.get(name) if isinstance(data, Mapping) else None
    return data


def _left_out(paths: Any, *, name: str, text: str) -> Iterator[tuple[str, ...]]:
    """The names that lead to each entry that is left out: of `wagers.lucky-pair`, or of `places."box hand"`."""
    if not isinstance(paths, list) or not all(isinstance(path, str) and _NAME.match(path) for path in paths):
        raise _error(name, text, WITHOUT, 'write a list of entries, such as ["wagers.lucky-pair"]')
    for path in paths:
        yield tuple(quoted or plain for quoted, plain in _NAME.findall(path))


def _less(data: Mapping[str, Any], path: tuple[str, ...]) -> dict[str, Any]:
    first, *rest = path
    if not rest:
        return {name: entry for name, entry in data.items() if name != first}
    return {name: _less(entry, tuple(rest)) if name == first else entry for name, entry in data.items()}


def _error(name: str, text: str, key: str, message: str) -> RulesError:
    line = line_of(text, (key,))
    return RulesError(f"{name}{f', line {line}' if line else ''}: {key}: {message}")
