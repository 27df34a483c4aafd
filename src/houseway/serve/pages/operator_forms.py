"""Forms beside the submission's text: each choice of a table with what the rules allow, written back into the text."""

from collections.abc import Mapping, Sequence
from html import escape
from typing import Any

from houseway.games import catalogue
from houseway.prove.check import Checked, Finding
from houseway.rules.drafting import chosen, with_table
from houseway.rules.models import Applies, GameRules, Option, PayTable, Setting
from houseway.rules.money import dollars
from houseway.rules.resolved import PARTS
from houseway.rules.strict import RulesError, read_toml
from houseway.rules.wheels import Jackpot, jackpots, symbols
from houseway.serve.pages.naming import setting
from houseway.serve.pages.wheels import prize

_LONGEST = 80
_MARKS = {"error": "✗", "warning": "!"}
_TERMS = {
    "rate": "Rate, in per cent of each wager",
    "initial": "Begins with, in dollars",
    "reset": "Is reset to, in dollars",
    "prize": "Prize, in dollars",
    "merchandise": "Merchandise in its place",
}


def tables_of(text: str) -> list[dict[str, Any]] | None:
    """The tables of a submission as they are written; none if the text can't be read."""
    try:
        found = read_toml(text, name="the submission").get("tables", [])
    except RulesError:
        return None
    return [one if isinstance(one, dict) else {} for one in found] if isinstance(found, list) else []


def forms(text: str, at: int, checked: Checked) -> str:
    """The choices of one table of the submission with what is found wrong with each, and a way to add another."""
    tables = tables_of(text)
    if tables is None:
        return '<h2>Choices</h2><p class="hint">The text can\'t be read as it is: mend it, and its choices are here again.</p>'
    picked = "".join(
        f'<option value="{number}"{" selected" if number == at else ""}>{escape(str(one.get("name", "?"))[:_LONGEST])}</option>'
        for number, one in enumerate(tables)
    )
    pick = f"<label>Table <select data-pick>{picked}</select></label>" if tables else ""
    return f"<h2>Choices</h2>{pick}{_table(tables[at], at, checked) if 0 <= at < len(tables) else ''}{_new()}"


def _new() -> str:
    games = "".join(
        f'<option value="{escape(id)}">{escape(game.rules.name)}</option>' for id, game in catalogue().items()
    )
    return (
        '<details class="another"><summary>Another table</summary><form class="fill" data-new-table>'
        f'<label>Game <select name="game">{games}</select></label>'
        f'<label>Name <input name="name" required maxlength="{_LONGEST}"></label><button class="do plain small">Add</button></form></details>'
    )


def _table(table: Mapping[str, Any], at: int, checked: Checked) -> str:
    game = catalogue().get(str(table.get("game", "")))
    if game is None:
        return '<p class="hint">The game of this table is not known: its name in the text must be mended first.</p>'
    form = _Form(game.rules, table, at, checked)
    parts = "".join(form.part(name, title, body) for name, (title, body) in _bodies(form).items())
    return (
        f'<p class="quiet">{escape(game.rules.name)}. What is left as printed is not written into the text.</p>'
        f"{form.said()}{parts}"
    )


def _bodies(form: "_Form") -> dict[str, tuple[str, str]]:
    """The parts of a table's form, each with its title and its rows."""
    return {
        "options": ("Options", _options(form)),
        "limits": ("Limits, in dollars", _limits(form)),
        "pays": ("Pay tables", _pays(form)),
        "wheels": ("Wheels, by stops", _wheels(form)),
        "meters": ("Meters and prizes", _meters(form)),
        "duties": ("Duties", _duties(form)),
    }


class _Form:
    """One table of the submission: what its text has, and what is found wrong with it, by the path of the field."""

    def __init__(self, game: GameRules, table: Mapping[str, Any], at: int, checked: Checked) -> None:
        self.game, self._at = game, at
        self.written: dict[str, Any] = {part: _dict(table.get(part)) for part in PARTS}
        self._found: dict[tuple[int | str, ...], list[Finding]] = {}
        for one in checked.findings:
            if one.at[:2] == ("tables", at):
                self._found.setdefault(one.at[2:], []).append(one)
        self._shown: set[tuple[int | str, ...]] = set()

    def own(self, part: str, name: str) -> dict[str, Any]:
        return _dict(self.written[part].get(name))

    def applies(self, condition: Applies) -> bool:
        options = self.written["options"]
        return all(options.get(name, self.game.options[name].default) in values for name, values in condition.items())

    def id(self, *path: str) -> str:
        return escape("-".join(("choice", str(self._at), *path)).replace(" ", "-"))

    def attributes(self, *path: str) -> str:
        """What makes an input this choice; a screen reader is told what is wrong with it."""
        wrong = f' aria-invalid="true" aria-describedby="{self.id(*path)}-said"' if path in self._found else ""
        return f'id="{self.id(*path)}" data-choice="{escape(".".join(path))}"{wrong}'

    def field(self, path: tuple[str, ...], value: Any, *, label: str, printed: str = "", kind: str = "") -> str:
        shown, kind = "" if value is None else escape(_said(value)), _fitting(kind, value) or 'size="7"'
        return (
            f'<input {self.attributes(*path)} {kind} aria-label="{escape(label)}" value="{shown}" '
            f'placeholder="{escape(printed)}">'
        )

    def row(self, label: str, clause: str, fields: str, *paths: tuple[str, ...]) -> str:
        """A choice with its clause, and below it what is found wrong at these paths."""
        said = "".join(self.said(*path) for path in paths)
        wrong = f'<tr class="objection"><td colspan="2">{said}</td></tr>' if said else ""
        cite = f" <cite>{escape(clause)}</cite>" if clause else ""
        return f'<tr><th scope="row">{label}{cite}</th><td>{fields}</td></tr>{wrong}'

    def said(self, *path: str) -> str:
        """What is found wrong at this path and not further down."""
        self._shown.add(path)
        lines = "".join(
            f'<p class="{one.severity}">{_MARKS[one.severity]} {escape(one.what)}</p>'
            for one in self._found.get(path, ())
        )
        return f'<div class="wrong-here" id="{self.id(*path)}-said">{lines}</div>' if lines else ""

    def part(self, name: str, title: str, body: str) -> str:
        """A part that opens; what is wrong with it and belongs to no field of it stands at its top."""
        left = [path for path in self._found if path[:1] == (name,) and path not in self._shown]
        top = "".join(self.said(*map(str, path)) for path in left)
        if not body and not top:
            return ""
        found = [one for path, some in self._found.items() if path[:1] == (name,) for one in some]
        errors = sum(one.severity == "error" for one in found)
        mark = f' <b class="error">✗ {errors}</b>' if errors else ' <b class="warning">!</b>' if found else ""
        opened = " open" if errors or name == "options" else ""
        return f'<details data-part="{name}"{opened}><summary>{title}{mark}</summary>{top}{body}</details>'


def _options(form: _Form) -> str:
    rows = "".join(
        form.row(
            f'<label for="{form.id("options", name)}">{escape(option.name)}</label>',
            option.clause,
            _control(form, name, option),
            ("options", name),
        )
        for name, option in form.game.options.items()
    )
    return f"<table>{rows}</table>" if rows else ""


def _control(form: _Form, name: str, option: Option) -> str:
    """A list where the rules know every value, else a field; empty is the printed default."""
    field, value = form.attributes("options", name), form.written["options"].get(name)
    values = option.values or ((True, False) if isinstance(option.default, bool) else ())
    if not values:
        shown = "" if value is None else escape(_said(value))
        numbers = isinstance(option.default, int) and not option.money
        kind = _fitting(_whole(option.minimum, option.maximum), value) if numbers else ""
        return f'<input {field} {kind} value="{shown}" placeholder="{escape(str(option.default))}" size="10">'
    default = f'<option value="">{escape(setting(option.default))}, as printed</option>'
    if value is not None and not any(one == value and type(one) is type(value) for one in values):
        default += f'<option value="{escape(_said(value))}" selected>{escape(setting(value))}, in the text</option>'
    return (
        f"<select {field}>{default}"
        + "".join(
            f'<option value="{escape(_said(one))}"{" selected" if one == value and type(one) is type(value) else ""}>'
            f"{escape(setting(one))}{' (no approval prints it)' if one in option.unapproved else ''}</option>"
            for one in values
        )
        + "</select>"
    )


def _whole(least: int | None, most: int | None) -> str:
    """An input for whole numbers."""
    bounds = (f' {name}="{bound}"' for name, bound in (("min", least), ("max", most)) if bound is not None)
    return f'type="number"{"".join(bounds)}'


def _fitting(kind: str, value: Any) -> str:
    """The kind of an input, but for one that could not show what the text has."""
    return kind if value is None or type(value) is int or "number" not in kind else ""


def _limits(form: _Form) -> str:
    rows = ""
    for name, wager in form.game.wagers.items():
        if wager.minimum is None or wager.maximum is None:
            continue
        own, ends = form.own("limits", name), {"minimum": wager.minimum, "maximum": wager.maximum}
        fields = "".join(
            form.field(
                ("limits", name, end),
                own.get(end),
                label=f"{wager.name}, {end}",
                printed=dollars(printed),
                kind='size="6" inputmode="decimal"',
            )
            for end, printed in ends.items()
        )
        paths = [("limits", name), *(("limits", name, end) for end in ends)]
        rows += form.row(escape(wager.name), wager.clause, fields, *paths)
    return f"<table>{rows}</table>" if rows else ""


def _pays(form: _Form) -> str:
    return "".join(
        _pay_table(form, name, table) for name, table in form.game.pay_tables.items() if form.applies(table.applies)
    )


def _pay_table(form: _Form, name: str, table: PayTable) -> str:
    own = form.own("pays", name)
    rows = "".join(
        form.row(
            escape(_capital(line.label)),
            line.clause,
            form.field(
                ("pays", name, line.key),
                own.get(line.key),
                label=f"{table.name}, {line.label}",
                printed=str(line.pays or "push"),
            ),
            ("pays", name, line.key),
        )
        for line in table.lines
    )
    return f"<h3>{escape(table.name)}</h3>{form.said('pays', name)}<table>{rows}</table>"


def _wheels(form: _Form) -> str:
    """Every wheel that is spun at this table: on how many of its stops each printed prize is."""
    using = {name: wheel for name, wheel in form.game.wheels.items() if form.applies(wheel.applies)}
    found = ""
    for name, wheel in using.items():
        if wheel.kind == "community":  # its symbols are on the wheel of its wager
            continue
        own = form.own("wheels", name)
        rows = "".join(
            form.row(
                escape(prize(symbol)),
                "",
                form.field(
                    ("wheels", name, symbol),
                    own.get(symbol),
                    label=f"{wheel.name}, {prize(symbol)}: stops",
                    kind=_whole(1, None),
                ),
                ("wheels", name, symbol),
            )
            for symbol in symbols(name, using)
        )
        stops = sum(count for count in own.values() if type(count) is int)
        found += (
            f"<h3>{escape(wheel.name)} <cite>{escape(wheel.clause)}</cite></h3>{form.said('wheels', name)}"
            f'<table>{rows}</table><p class="quiet">{stops:,} stops in all</p>'
        )
    return found


def _meters(form: _Form) -> str:
    """What each jackpot of the wheels in use begins with and gains, or the prize in its place."""
    using = [wheel for wheel in form.game.wheels.values() if form.applies(wheel.applies)]
    return "".join(_meter(form, name, jackpot) for name, jackpot in jackpots(using).items())


def _meter(form: _Form, name: str, jackpot: Jackpot) -> str:
    own, title = form.own("meters", name), _capital(name.replace("-", " "))
    rows = "".join(
        form.row(
            _TERMS[term],
            "",
            form.field(
                ("meters", name, term), own.get(term), label=f"{title}: {_TERMS[term]}", printed=_least(jackpot, term)
            ),
            ("meters", name, term),
        )
        for term in jackpot.terms
    )
    return (
        f"<h3>{escape(title)} <cite>{escape(jackpot.clause)}</cite></h3>{form.said('meters', name)}"
        f"<table>{rows}</table>"
    )


def _least(jackpot: Jackpot, term: str) -> str:
    if term in ("rate", "merchandise"):
        return ""
    return f"{dollars(jackpot.least(term))} +" if jackpot.wheel.least else ""


def _duties(form: _Form) -> str:
    """What comes round after so many rounds or hours, which may be shorter than printed."""
    rows = ""
    for name, duty in form.game.duties.items():
        own = form.own("duties", name)
        if not duty.intervals or not (own or form.applies(duty.applies)):
            continue
        fields = "".join(
            "<label>every "
            + form.field(
                ("duties", name, unit),
                own.get(unit),
                label=f"{_capital(duty.name)}: {unit}",
                printed=str(printed),
                kind=_whole(1, printed),
            )
            + f" {unit}</label>"
            for unit, printed in duty.intervals.items()
        )
        paths = [("duties", name), *(("duties", name, unit) for unit in duty.intervals)]
        rows += form.row(escape(_capital(duty.name)), duty.clause, fields, *paths)
    return f"<table>{rows}</table>" if rows else ""


def _dict(value: Any) -> dict[str, Any]:
    return value if isinstance(value, dict) else {}


def _capital(words: str) -> str:
    return words[:1].upper() + words[1:]


def _said(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


# What is chosen


def written(text: str, at: int, where: str, value: str) -> str:
    """The text with a choice of a form in it; an empty value is the printed one, which is not written."""
    tables = tables_of(text)
    if tables is None or not 0 <= at < len(tables):
        raise RulesError("the text has no such table now")
    game = catalogue().get(str(tables[at].get("game", "")))
    path = _steps(where)
    if game is None or not _offered(game.rules, path):
        raise RulesError("there is no such choice")
    setting: Setting | None = value.strip() or None
    if setting is not None and path[0] == "options":
        setting = _as(game.rules.options[path[1]], value.strip())
    elif setting is not None and path[0] in ("wheels", "duties"):
        setting = _number(value.strip())
    return chosen(text, ("tables", at, *path), setting)


def _steps(where: str) -> Sequence[str]:
    """`limits.ante.minimum` in its parts; what a prize or a hand is called may hold a dot itself."""
    part, _, rest = where.partition(".")
    if part == "options":
        return (part, rest)
    name, _, last = rest.partition(".") if part in ("pays", "wheels") else rest.rpartition(".")
    return (part, name, last)


def _offered(game: GameRules, path: Sequence[str]) -> bool:
    """Whether the rules leave this to the operator at all."""
    match path:
        case ["options", name]:
            return name in game.options
        case ["limits", name, end]:
            return name in game.wagers and end in ("minimum", "maximum")
        case ["pays", name, key]:
            return name in game.pay_tables and any(line.key == key for line in game.pay_tables[name].lines)
        case ["wheels", name, symbol]:
            return name in game.wheels and symbol in symbols(name, game.wheels)
        case ["meters", name, term]:
            known = jackpots(game.wheels.values())
            return name in known and term in known[name].terms
        case ["duties", name, unit]:
            return name in game.duties and unit in game.duties[name].intervals
    return False


def _as(option: Option, value: str) -> Setting:
    """A choice as the rules have it; what they don't know stays text, and is found wrong beside the text."""
    known = option.values or ((True, False) if isinstance(option.default, bool) else ())
    for one in known:
        if _said(one) == value:
            return one
    return _number(value) if isinstance(option.default, int) and not option.money else value


def _number(value: str) -> Setting:
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 16 else value


def added(text: str, name: str, game: str) -> str:
    """The text with a new table in it, as printed."""
    if game not in catalogue():
        raise RulesError(f"{game[:_LONGEST]!r} is not a game")
    if not name.strip() or len(name) > _LONGEST:
        raise RulesError(f"a table needs a name of up to {_LONGEST} letters")
    return with_table(text, name.strip(), game)
