"""Forms beside the submission's text: each choice of a table with what the rules allow, written back into the text."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from houseway.games import catalogue
from houseway.rules.drafting import chosen, with_table
from houseway.rules.files import RulesError, read_toml
from houseway.rules.models import GameRules, Option, PayTable, Setting
from houseway.rules.money import dollars

PARTS = ("options", "limits", "pays")
_LONGEST = 80


def tables_of(text: str) -> list[dict[str, Any]] | None:
    """The tables of a submission as they are written; none if the text can't be read."""
    try:
        found = read_toml(text, name="the submission").get("tables", [])
    except RulesError:
        return None
    return [one if isinstance(one, dict) else {} for one in found] if isinstance(found, list) else []


def forms(text: str, at: int) -> str:
    """The choices of one table of the submission, and a way to add another."""
    tables = tables_of(text)
    if tables is None:
        return '<h2>Choices</h2><p class="hint">The text can\'t be read as it is: mend it, and its choices are here again.</p>'
    picked = "".join(
        f'<option value="{number}"{" selected" if number == at else ""}>{escape(str(one.get("name", "?"))[:_LONGEST])}</option>'
        for number, one in enumerate(tables)
    )
    pick = f"<label>Table <select data-pick>{picked}</select></label>" if tables else ""
    return f"<h2>Choices</h2>{pick}{_table(tables[at], at) if 0 <= at < len(tables) else ''}{_new()}"


def _new() -> str:
    games = "".join(
        f'<option value="{escape(id)}">{escape(game.rules.name)}</option>' for id, game in catalogue().items()
    )
    return (
        '<details class="another"><summary>Another table</summary><form class="fill" data-new-table>'
        f'<label>Game <select name="game">{games}</select></label>'
        f'<label>Name <input name="name" required maxlength="{_LONGEST}"></label><button class="do plain small">Add</button></form></details>'
    )


def _table(table: Mapping[str, Any], at: int) -> str:
    game = catalogue().get(str(table.get("game", "")))
    if game is None:
        return '<p class="hint">The game of this table is not known: its name in the text must be mended first.</p>'
    written: dict[str, Any] = {part: table.get(part) if isinstance(table.get(part), dict) else {} for part in PARTS}
    return (
        f'<p class="quiet">{escape(game.rules.name)}. What is left as printed is not written into the text.</p>'
        f"{_options(game.rules, written['options'], at)}{_limits(game.rules, written['limits'], at)}{_pays(game.rules, written, at)}"
    )


def _options(game: GameRules, written: Any, at: int) -> str:
    rows = "".join(
        f'<tr><th scope="row"><label for="{_id(at, "options", name)}">{escape(option.name)}</label> <cite>{escape(option.clause)}</cite></th>'
        f"<td>{_control(option, written.get(name), _id(at, 'options', name), f'options.{name}')}</td></tr>"
        for name, option in game.options.items()
    )
    return f"<details open><summary>Options</summary><table>{rows}</table></details>" if rows else ""


def _control(option: Option, value: Any, id: str, at: str) -> str:
    """A list where the rules know every value, else a field; empty is the printed default."""
    field = f'id="{id}" data-choice="{escape(at)}"'
    values = option.values or ((True, False) if isinstance(option.default, bool) else ())
    if not values:
        shown = "" if value is None else escape(str(value))
        numbers = isinstance(option.default, int) and not option.money
        bounds = "".join(
            f' {name}="{bound}"'
            for name, bound in (("min", option.minimum), ("max", option.maximum))
            if bound is not None and numbers
        )
        kind = f'type="number"{bounds}' if numbers else ""
        return f'<input {field} {kind} value="{shown}" placeholder="{escape(str(option.default))}" size="10">'
    default = f'<option value="">{escape(_said(option.default))}, as printed</option>'
    return (
        f"<select {field}>{default}"
        + "".join(
            f'<option value="{escape(_said(one))}"{" selected" if one == value and type(one) is type(value) else ""}>'
            f"{escape(_said(one))}{' (no approval prints it)' if one in option.unapproved else ''}</option>"
            for one in values
        )
        + "</select>"
    )


def _limits(game: GameRules, written: Any, at: int) -> str:
    rows = ""
    for name, wager in game.wagers.items():
        if wager.minimum is None or wager.maximum is None:
            continue
        own = written.get(name) if isinstance(written.get(name), dict) else {}
        fields = "".join(
            f'<input data-choice="limits.{escape(name)}.{end}" aria-label="{escape(wager.name)}, {end}" size="6" inputmode="decimal" '
            f'value="{escape(str(own.get(end, "")))}" placeholder="{dollars(printed)}">'
            for end, printed in (("minimum", wager.minimum), ("maximum", wager.maximum))
        )
        rows += (
            f'<tr><th scope="row">{escape(wager.name)} <cite>{escape(wager.clause)}</cite></th><td>{fields}</td></tr>'
        )
    return f"<details><summary>Limits, in dollars</summary><table>{rows}</table></details>" if rows else ""


def _pays(game: GameRules, written: Mapping[str, Any], at: int) -> str:
    offered = {name: table for name, table in game.pay_tables.items() if _applies(game, table, written["options"])}
    parts = "".join(_pay_table(name, table, written["pays"].get(name)) for name, table in offered.items())
    return f"<details><summary>Pay tables</summary>{parts}</details>" if parts else ""


def _applies(game: GameRules, table: PayTable, options: Any) -> bool:
    return all(options.get(name, game.options[name].default) in values for name, values in table.applies.items())


def _pay_table(name: str, table: PayTable, written: Any) -> str:
    own = written if isinstance(written, dict) else {}
    rows = "".join(
        f'<tr><th scope="row">{escape(line.label[:1].upper() + line.label[1:])} <cite>{escape(line.clause)}</cite></th>'
        f'<td><input data-choice="pays.{escape(name)}.{escape(line.key)}" aria-label="{escape(table.name)}, {escape(line.label)}" '
        f'size="7" value="{escape(str(own.get(line.key, "")))}" placeholder="{line.pays or "push"}"></td></tr>'
        for line in table.lines
    )
    return f"<h3>{escape(table.name)}</h3><table>{rows}</table>"


def _said(value: Setting) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _id(at: int, *names: str) -> str:
    return escape("-".join(("choice", str(at), *names)))


# What is chosen


def written(text: str, at: int, where: str, value: str) -> str:
    """The text with a choice of a form in it; an empty value is the printed one, which is not written."""
    tables = tables_of(text)
    if tables is None or not 0 <= at < len(tables):
        raise RulesError("the text has no such table now")
    part, *names = _steps(where, tables[at])
    game = catalogue().get(str(tables[at].get("game", "")))
    if part not in PARTS or game is None:
        raise RulesError("there is no such choice")
    setting: Setting | None = value.strip() or None
    if part == "options" and setting is not None:
        option = game.rules.options.get(names[0])
        if option is None:
            raise RulesError("there is no such choice")
        setting = _as(option, value.strip())
    return chosen(text, ("tables", at, part, *names), setting)


def _steps(where: str, table: Mapping[str, Any]) -> Sequence[str]:
    """`limits.ante.minimum` in its parts; a name of the rules may hold a dot itself."""
    part, _, rest = where.partition(".")
    if part == "options":
        return (part, rest)
    name, _, last = rest.partition(".") if part == "pays" else rest.rpartition(".")
    if not name or not last:
        raise RulesError("there is no such choice")
    return (part, name, last)


def _as(option: Option, value: str) -> Setting:
    """A choice as the rules have it; what they don't know stays text, and is found wrong beside the text."""
    known = option.values or ((True, False) if isinstance(option.default, bool) else ())
    for one in known:
        if _said(one) == value:
            return one
    if isinstance(option.default, int) and not option.money and value.removeprefix("-").isdecimal() and len(value) < 16:
        return int(value)
    return value


def added(text: str, name: str, game: str) -> str:
    """The text with a new table in it, as printed."""
    if game not in catalogue():
        raise RulesError(f"{game[:_LONGEST]!r} is not a game")
    if not name.strip() or len(name) > _LONGEST:
        raise RulesError(f"a table needs a name of up to {_LONGEST} letters")
    return with_table(text, name.strip(), game)
