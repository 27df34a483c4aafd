"""The operator's page of people, and the log of sign-ins and staff acts."""

import re
from collections.abc import Mapping
from html import escape
from typing import Any

from fastapi import Response
from nicegui import ui

from houseway.record import acts
from houseway.serve.api.desk import Desk
from houseway.serve.pages import operator_parts as parts
from houseway.serve.pages.frame import html
from houseway.serve.pages.operator import headed
from houseway.serve.people.accounts import MOST_LISTED
from houseway.serve.people.roles import LOG, STAFF
from houseway.serve.people.sessions import Session
from houseway.software import Software, identified


async def people_page(desk: Desk, session: Session | None, find: str) -> Response | None:
    no = await headed(desk, session, "/operator/people", "People", ("operator",))
    if no is not None or session is None:
        return no
    rows = await desk.accounts.listed(find)
    with ui.element("div").props('id="main"').classes("papers desk-page account"):
        html(parts.heading(desk.house.submission.facility, "/operator/people", "operator"), "heading")
        html(_employ(), "card-sheet whole")
        html(_people(rows, find, session.person.id), "card-sheet whole")
    return None


def _employ() -> str:
    roles = "".join(f"<option>{role}</option>" for role in STAFF)
    return (
        '<h2>Give somebody a post</h2><form data-api="POST /api/v1/staff"><div class="line">'
        '<label>Name <input name="name" required maxlength="40" autocomplete="off"></label>'
        '<label>First password <input name="password" type="password" required minlength="8" maxlength="200" autocomplete="new-password"></label>'
        f'<label>Role <select name="role">{roles}</select></label><button class="do small">Employ</button></div>'
        '<p class="waits" role="status"></p><p class="wrong" role="alert"></p></form>'
    )


def _people(rows: list[dict[str, Any]], find: str, me: int) -> str:
    listed = "".join(_person(row, me) for row in rows) or '<tr><td class="quiet">Nobody.</td></tr>'
    more = f'<p class="hint">The first {MOST_LISTED}: find the others by name.</p>' if len(rows) >= MOST_LISTED else ""
    return (
        '<h2>People</h2><form method="get" action="/operator/people"><div class="line"><label>Part of a name '
        f'<input type="search" name="find" value="{escape(find)}" maxlength="80"></label><button class="do plain small">Find</button></div></form>'
        '<div class="scroll" tabindex="0" role="region" aria-label="People"><table class="sheet left"><thead><tr><th scope="col">Name</th><th scope="col">Role</th><th scope="col">Second factor</th>'
        f'<th scope="col">Since</th><th scope="col"><span class="sr">Shut or open</span></th></tr></thead><tbody>{listed}</tbody></table></div>{more}'
    )


def _person(row: Mapping[str, Any], me: int) -> str:
    shut, name = row["disabled"], escape(row["name"])
    act = "Enable" if shut else "Disable"
    value = "false" if shut else "true"
    button = (
        f'<form data-api="PUT /api/v1/people/{row["id"]}/disabled" data-values=\'{{"disabled": {value}}}\'>'
        f'<button class="do plain small" aria-label="{act} {name}">{act}</button></form>'
    )
    others = "".join(f"<option{' selected' if one == row['role'] else ''}>{one}</option>" for one in STAFF)
    role = (
        f'<form data-api="PUT /api/v1/people/{row["id"]}/role"><select name="role" aria-label="Role of {name}">{others}</select>'
        f'<button class="do plain small" aria-label="Change the role of {name}">Change</button><p class="waits" role="status"></p></form>'
        if row["role"] != "player" and row["id"] != me
        else escape(row["role"])
    )
    state = ' <span class="tag">disabled</span>' if shut else ""
    return (
        f'<tr{" class=shut" if shut else ""}><th scope="row">{name}{state}</th><td>{role}</td>'
        f"<td>{'yes' if row['second'] else 'no'}</td><td>{parts.moment(row['created'])[:10]}</td>"
        f'<td class="acts">{"" if row["id"] == me else button}</td></tr>'
    )


async def log_page(desk: Desk, session: Session | None, before: int | None) -> Response | None:
    no = await headed(desk, session, "/operator/log", "Log", LOG.roles)
    if no is not None or session is None:
        return no
    rows = await desk.house.store.read(lambda c: acts.latest(c, before=before))
    with ui.element("div").props('id="main"').classes("papers desk-page account"):
        html(parts.heading(desk.house.submission.facility, "/operator/log", session.person.role), "heading")
        html(_log(rows) + _software(identified()), "card-sheet whole")
    return None


def _log(rows: list[dict[str, Any]]) -> str:
    listed = "".join(
        f'<tr><th scope="row">{escape(row["name"])}</th><td>{escape(row["act"])}'
        f"{'<small>' + escape(row['about']) + '</small>' if row['about'] else ''}</td>"
        f"<td>{parts.moment(row['at'])}</td><td>{escape(row['address'])}</td></tr>"
        for row in rows
    )
    older = (
        f'<p><a class="link" href="/operator/log?before={rows[-1]["id"]}">Older entries</a></p>'
        if len(rows) >= acts.MOST
        else ""
    )
    return (
        '<h2>Sign-ins and staff acts</h2><table class="sheet left"><thead><tr><th scope="col">Who</th><th scope="col">Act</th>'
        f'<th scope="col">When (UTC)</th><th scope="col">From</th></tr></thead><tbody>{listed}</tbody></table>{older}'
    )


def _software(here: Software) -> str:
    """Digests may be broken into lines."""
    listed = (re.sub("([0-9a-f]{16})", r"<wbr>\1", escape(str(one))) for one in (here.houseway, *here.games))
    return f"<h2>Software</h2><ul>{''.join(f'<li>{one}</li>' for one in listed)}</ul>"
