"""The rule files of games: each read by the model of its family, with what it shares with others."""

from collections.abc import Iterator, Mapping
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from typing import Any

from houseway.errors import either, instead, nearest
from houseway.rules.folders import folders, game_folders
from houseway.rules.inherited import check_inherited_clauses, resolved_data
from houseway.rules.models import GameRules, HouseWayChart
from houseway.rules.money import shown
from houseway.rules.strict import RulesError, line_of, read_data, read_model, read_toml


@cache
def game_rules(id: str) -> GameRules:
    """A game's rule file, read by the model of its family."""
    folder = game_folders()[id]
    return read_rules(folder.text, name=f"{id}/rules.toml")


def read_rules(text: str, *, name: str) -> GameRules:
    """A rule file's text as the rules of a game: its facts and the words of its pay lines are those of its family."""
    from houseway.rules.families import families

    own = read_toml(text, name=name)
    data = resolved_data(own, name=name, text=text)
    family = families().get(data.get("family", ""))
    if family is None:
        given = f"{data['family']!r} is not a family" if "family" in data else "is missing"
        raise RulesError(f"{name}: family: {given}: {instead(str(data.get('family')), families())}")
    shared = _shared(str(data.get("id", "")), data)
    rules = read_data(family.model, dict(data), text, name=name, shared=shared)
    for table, lines in ((name, part.lines) for name, part in rules.pay_tables.items()):
        for number, line in enumerate(lines):
            if line.hand not in family.words:
                at = line_of(text, ("pay_tables", table, "lines", number, "hand"))
                near = nearest(line.hand, family.words)
                meant = f": did you mean {either(near)}?" if near else ""
                raise RulesError(
                    f"{name}{f', line {at}' if at else ''}: pay table {table}: {line.hand!r} is nothing that "
                    f"{family.name} can say of a hand{meant}"
                )
    check_inherited_clauses(rules, own, data, name=name)
    for what in (*_wrong(rules), *family.wrong(rules)):
        raise RulesError(f"{name}: {what}")
    return rules


def _wrong(rules: GameRules) -> Iterator[str]:
    """What no round could be played with."""
    for name, wager in rules.wagers.items():
        if wager.minimum is not None and wager.maximum is not None and wager.minimum > wager.maximum:
            least, most = shown(wager.minimum), shown(wager.maximum)
            yield f"wagers.{name}: the minimum, {least}, is above the maximum, {most}"
        if rules.position is not None and rules.position.settle:
            settled = {one for group in rules.position.settle for one in group}
            if name not in settled and not settled.issuperset(wager.spots or (name,)):
                yield f"position.settle: {name!r} is not in it, and every wager is settled in its turn"


@cache
def house_way_chart(name: str) -> HouseWayChart:
    """A house way by its name."""
    return read_model(HouseWayChart, _chart_text(name), name=f"house_ways/{name}.toml")


def _chart_text(name: str) -> str:
    return _found(f"house_ways/{name}.toml").read_text(encoding="utf-8")


def _found(name: str) -> Traversable:
    """A file that several games share, in the folder of a family or of one of them."""
    for folder in folders():
        if file := folder.file(name):
            return file
    raise RulesError(f"there is no {name} in any folder of games")


def _shared(id: str, data: Mapping[str, Any]) -> dict[str, Any]:
    """What games of one kind of bank have in common, with the clauses of this game, its collection schedules, and a
    house way that it shares with others."""
    from houseway.rules.fee_schedules import collection_option, limit_tables

    shared: dict[str, Any] = {}
    file = resources.files(__package__) / "shared" / f"{data.get('bank')}.toml"
    if file.is_file():
        shared = _in_common(file, data)
    if data.get("bank") == "player-dealer" and (option := collection_option(id)):
        shared.setdefault("options", {})["collection"] = option
        if "limit_tables" not in data:
            shared["limit_tables"] = limit_tables(id, data)
    if chart := data.get("chart"):
        shared.update(read_toml(_chart_text(str(chart)), name=f"house_ways/{chart}.toml"))
    return shared


def _in_common(file: Traversable, data: Mapping[str, Any]) -> dict[str, Any]:
    """A file that games have in common; a clause such as "position.coverage" stands for the game's own."""
    shared = read_toml(file.read_text(encoding="utf-8"), name=f"shared/{file.name}")
    for part in shared.values():
        for entry in part.values():
            own: Any = data
            for name in entry["clause"].split("."):
                own = own.get(name) if isinstance(own, dict) else None
            entry["clause"] = own if isinstance(own, str) else entry["clause"]
    return shared
