"""What the operator's pages are made of."""

import re
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from html import escape
from typing import Any

from houseway.games import catalogue
from houseway.prove.check import Checked, Finding
from houseway.record.figures import NAMES
from houseway.record.results import Wanted
from houseway.rules.money import shown
from houseway.serve.people import roles
from houseway.serve.submissions import LONGEST, STARTED_BY, Version

PLACES = {
    "/operator": ("Submission and tables", roles.READ_RULES),
    "/operator/results": ("Results", roles.RESULTS),
    "/operator/floor": ("Floor", roles.FLOOR),
    "/operator/cage": ("Cage", roles.CAGE),
    "/operator/signatures": ("Signatures", roles.SIGN),
    "/operator/recall": ("Recall", roles.RECALL),
    "/operator/placards": ("Placards", roles.TABLES),
    "/operator/people": ("People", roles.ACCOUNTS),
    "/operator/log": ("Log", roles.LOG),
}  # the pages of the desk, and who may see each
GROUPS = ("table and day", "day", "table")
_HEADS = {
    "rounds": "rounds",
    "void": "void",
    "wagered": "wagered",
    "paid": "paid to players",
    "collected": "collected",
    "house": "house result",
    "player_dealer": "player-dealers' result",
    "fees": "fees",
    "meters": "on meters",
}
_SIGNED = ("house", "player_dealer", "meters")
_COUNTED = ("rounds", "void")  # the others are money
_MOST_ROWS = 400
_MOST_FINDINGS = 200


def heading(facility: str, here: str, role: str) -> str:
    links = "".join(
        f'<a href="{path}"{" aria-current=page" if path == here else ""}>{name}</a>'
        for path, (name, right) in PLACES.items()
        if role in right.roles
    )
    return f'<h1>{escape(facility)}</h1><nav class="subnav" aria-label="The operator\'s desk">{links}</nav>'


# The submission


def editor(text: str) -> str:
    return (
        '<div class="code"><div class="gutter" aria-hidden="true"></div><textarea data-submission spellcheck="false" autocomplete="off" '
        f'autocapitalize="off" wrap="off" data-longest="{LONGEST}" aria-label="The submission, in TOML" '
        f'aria-describedby="found">\n{escape(text)}</textarea></div>'
    )


def editor_bar(found: Checked, saved: Version | None) -> str:
    if saved is None:
        state = '<span class="tag">not kept yet</span>'
    elif saved.in_effect:
        state = f'<span class="tag">version {saved.id}, in effect</span>'
    else:
        state = f'<span class="tag">version {saved.id}</span>'
    ready = not found.errors and not (saved and saved.in_effect)
    keep = "" if saved else '<button class="do plain small" data-hw="save">Keep as a version</button>'
    effect = f'<button class="do go small" data-hw="effect"{"" if ready else " disabled"}>Make effective</button>'
    return f"<h2>Submission {state}</h2>{keep}{effect}"


def findings(found: Checked) -> str:
    errors = f"{found.errors} error{'s' * (found.errors != 1)}"
    warnings = f"{found.warnings} warning{'s' * (found.warnings != 1)}"
    if not found.findings:
        verdict = '<p class="verdict good">✓ Nothing wrong: its tables may open.</p>'
    elif not found.errors:
        verdict = f'<p class="verdict good">✓ {warnings}: its tables may open.</p>'
    else:
        verdict = f'<p class="verdict bad">✗ {errors}, {warnings}: it can\'t be made effective.</p>'
    first = sorted(found.findings, key=lambda one: one.severity != "error")
    lines = "".join(_finding(one) for one in first[:_MOST_FINDINGS])
    left = len(found.findings) - _MOST_FINDINGS
    more = f'<p class="hint">and {left} more</p>' if left > 0 else ""
    return f'<h2 id="found">Findings</h2><div role="status">{verdict}</div><ol class="found">{lines}</ol>{more}'


def _finding(one: Finding) -> str:
    mark = {"error": "✗ error", "warning": "! warning"}[one.severity]
    where = f"line {one.line}, {escape(one.where)}" if one.line else escape(one.where)
    clause = f" <cite>{escape(one.clause)}</cite>" if one.clause else ""
    return (
        f'<li class="{one.severity}" data-line="{one.line}"><button class="link" data-goto="{one.line}"><b>{mark}</b> {where}</button>'
        f"<p>{escape(one.what)}{clause}</p></li>"
    )


def tables(listed: Iterable[Mapping[str, Any]], refused: tuple[str, str] = ("", "")) -> str:
    """Tables of the submission in effect, open or not, and open tables that it does not name. What was refused, of which
    table by the button's name for it and why, is said beside the button."""
    rows = []
    for one in listed:
        row, name = one["open"], escape(one["name"])
        wrong = refused[0] == (one["name"] if row is None else str(row["id"]))
        said = f'<p class="wrong" role="alert">{escape(refused[1])}</p>' if wrong else ""
        title = catalogue()[one["game"]].rules.name if one["game"] in catalogue() else one["game"]
        if row is None:
            state = "closed"
            act = f'<button class="do small" data-hw="open-table" data-table="{name}">Open</button>'
        else:
            taken = sum(not seat["bot"] for seat in row["taken"].values())
            people = f", {taken} seated" if taken else ""
            follows = {
                True: "open",
                False: "open, by the rules it was opened with",
                None: "open, not in the submission",
            }
            state = follows[one["same"]] + people
            act = (
                f'<a class="link" href="/table/{row["id"]}">Watch</a><a class="link" href="/placard/{row["id"]}">Placard</a>'
                f'<button class="do plain small" data-hw="close-table" data-table="{row["id"]}" aria-label="Close {name}">Close</button>'
            )
        rows.append(
            f'<tr data-name="{name}"><th scope="row">{name}<small>{escape(title)}</small></th><td>{state}</td><td class="acts">{act}{said}</td></tr>'
        )
    body = "".join(rows)
    return f'<h2>Tables</h2><table class="sheet left"><tbody>{body}</tbody></table>'


def versions(kept: Iterable[Version], shown_one: Version | None) -> str:
    rows = []
    for one in kept:
        when = moment(one.at)
        by = "as the house was started" if one.by == STARTED_BY else escape(one.by)
        errors = f"{one.errors} error{'s' * (one.errors != 1)}" if one.errors else "no errors"
        effect = '<span class="tag">in effect</span>' if one.in_effect else ""
        if one.effective and not one.in_effect:
            effect = f"<small>in effect from {moment(one.effective)}</small>"
        here = " class=chosen" if shown_one is not None and one.id == shown_one.id else ""
        rows.append(
            f'<tr{here}><th scope="row"><button class="link" data-hw="version" data-version="{one.id}">Version {one.id}</button>{effect}</th>'
            f"<td>{when}<small>{by}</small></td><td>{errors}</td></tr>"
        )
    return f'<h2>Versions</h2><table class="sheet left"><tbody>{"".join(rows)}</tbody></table>'


def moment(milliseconds: int) -> str:
    return datetime.fromtimestamp(milliseconds / 1000, UTC).strftime("%Y-%m-%d %H:%M")


# Results


def results_form(wanted: Wanted, by: str, names: Iterable[tuple[int, str]]) -> str:
    options = "".join(
        f'<option value="{id}"{" selected" * (id == wanted.table)}>{escape(name)} (table {id})</option>'
        for id, name in names
    )
    groups = "".join(f"<option{' selected' * (one == by)}>{one}</option>" for one in GROUPS)
    of = f"&amp;table={wanted.table}" if wanted.table is not None else ""
    return (
        f'<form class="fill" data-hw="days"><label>From <input type="date" name="first" value="{wanted.first}"></label>'
        f'<label>to <input type="date" name="last" value="{wanted.last}"></label><label>of <select name="table" aria-label="Of which table"><option value="">every table</option>'
        f'{options}</select></label><label>by <select name="by" aria-label="Put together by">{groups}</select></label><button class="do small">Show</button>'
        f'<a class="do plain small" href="/api/v1/results.csv?first={wanted.first}&amp;last={wanted.last}{of}" download>CSV</a></form>'
        '<p class="hint">Days are days in UTC. House result is what the table inventory gained, fills left out; fees went into the drop box.</p>'
    )


def results_table(rows: list[dict[str, Any]], total: Mapping[str, int], by: str) -> str:
    if not rows:
        return '<h2>Results</h2><p class="hint">No round ended on these days.</p>'
    together = _together(rows, by)
    heads = "".join(f'<th scope="col">{_HEADS[name]}</th>' for name in NAMES)
    body = "".join(
        f'<tr><th scope="row">{label}</th>{_cells(figures)}</tr>'
        for label, figures in list(together.items())[:_MOST_ROWS]
    )
    more = (
        f'<p class="hint">The first {_MOST_ROWS} of {len(together)} rows: the file has them all.</p>'
        if len(together) > _MOST_ROWS
        else ""
    )
    return (
        f'<h2>Results by {by}</h2><div class="scroll" tabindex="0" role="region" aria-label="Results by {by}"><table class="sheet">'
        f'<thead><tr><th scope="col">{by}</th>{heads}</tr></thead><tbody>{body}</tbody>'
        f'<tfoot><tr><th scope="row">Total</th>{_cells(total)}</tr></tfoot></table></div>{more}'
    )


def _together(rows: Iterable[Mapping[str, Any]], by: str) -> dict[str, dict[str, int]]:
    grouped: dict[str, dict[str, int]] = {}
    for row in rows:
        name = f"{escape(row['name'])}<small>{escape(row['game'])}, table {row['table']}</small>"
        label = {"table and day": f"{row['day']}<br>{name}", "day": row["day"], "table": name}[by]
        sums = grouped.setdefault(label, dict.fromkeys(NAMES, 0))
        for figure in NAMES:
            sums[figure] += row[figure]
    return grouped


def _cells(figures: Mapping[str, int]) -> str:
    return "".join(f'<td data-head="{_HEADS[name]}">{_figure(name, figures[name])}</td>' for name in NAMES)


def _figure(name: str, value: int) -> str:
    if not value:
        return f'<span class="same">{"0" if name in _COUNTED else "$0"}</span>'
    if name in _COUNTED:
        return f"{value:,}"
    if name in _SIGNED:
        kind = "won" if value > 0 else "lost"
        return f'<span class="{kind}">{"+" if value > 0 else ""}{shown(value)}</span>'
    return shown(value)


# Placards


def by_number(name: str) -> list[tuple[int, str]]:
    """Where a name stands in a list: `Table 2` before `Table 10`."""
    return [(int(part), "") if part.isdecimal() else (0, part) for part in re.split(r"(\d+)", name.casefold())]
