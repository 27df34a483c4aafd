"""One's own account: password, second factor, where one is signed in, and what was done under the name."""

from collections.abc import Iterable, Mapping
from html import escape
from typing import Any

from fastapi import Response
from nicegui import ui

from houseway.serve.api.account import acts_of, sessions_of, tokens_of
from houseway.serve.api.desk import Desk
from houseway.serve.pages.frame import head, html
from houseway.serve.pages.operator_parts import moment
from houseway.serve.pages.plain import refused
from houseway.serve.people.sessions import Session
from houseway.serve.people.tokens import scopes_of
from houseway.wire.people import LONGEST_TOKEN, SignedInAt, Token

_PASSWORD = """
<h2>Password</h2>
<form data-api="PUT /api/v1/me/password">
<input class="sr" autocomplete="username" value="{name}" readonly tabindex="-1" aria-hidden="true">
<label>The one you have <input name="old" type="password" autocomplete="current-password" required maxlength="200"></label>
<label>Another one <input name="new" type="password" autocomplete="new-password" required minlength="8" maxlength="200"></label>
{code}<p class="wrong" role="alert"></p>
<button class="do small">Change it</button>
<p class="hint">You stay signed in here, and are signed out everywhere else.</p></form>
"""
_CODE = '<label>Code of the second factor <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="40"></label>'
_NO_SECOND = """
<h2>Second factor</h2>
<p>With a second factor, your password alone opens nothing: you also type six digits that an app on your phone shows.{staff}</p>
<p><button class="do small" data-do="offer-second">Set one up</button></p>
<form id="second" data-api="PUT /api/v1/me/second" hidden>
<p>Point the app's camera at this, or type the letters in.</p>
<div class="picture"></div><code class="secret"></code>
<label>What it shows now <input name="code" inputmode="numeric" autocomplete="one-time-code" required maxlength="12"></label>
<label>Your password <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
<p class="wrong" role="alert"></p><button class="do go small">Sign in with it from now on</button></form>
"""
_SECOND = f"""
<h2>Second factor <span class="tag">on</span></h2>
<p>Signing in takes your password and the six digits that your phone shows.</p>
<details><summary>Give it up</summary><form data-api="POST /api/v1/me/second/off">
<label>Your password <input name="password" type="password" autocomplete="current-password" required maxlength="200"></label>
{_CODE}<p class="wrong" role="alert"></p><button class="do plain small">Give it up</button></form></details>
"""
_TOKENS = """
<h2>Tokens for programs</h2>
<p>A program signs in with a token instead of your password. It can do no more than its scope says.</p>
{listed}<form data-api="POST /api/v1/me/tokens" data-numbers="days">
<label>What it is for <input name="name" required maxlength="40"></label>
<label>Scope <select name="scope">{scopes}</select></label>
<label>Days until it ends <input name="days" type="number" min="1" max="{most}" value="30" required></label>
<p class="wrong" role="alert"></p><button class="do small">Make a token</button></form>
"""
_OTHERS = '<form data-api="DELETE /api/v1/me/sessions"><button class="do plain small">Sign out everywhere else</button></form>'


async def headed_own(
    desk: Desk, session: Session | None, title: str, path: str, up: tuple[str, str]
) -> Response | None:
    """The frame of a page that is one's own, below the page that `up` leads to; the answer if nobody is signed in."""
    crumbs = (up, ("", title))
    if session is None:
        return await refused(desk, None, title, path, crumbs=crumbs)
    balance = await desk.accounts.balance(session.person)
    head(session, balance, crumbs, title=title, then=path, place="/account")
    return None


async def account_page(desk: Desk, session: Session | None) -> Response | None:
    no = await headed_own(desk, session, "Account", "/account", ("/", "Lobby"))
    if no is not None or session is None:
        return no
    person = session.person
    if desk.accounts.bound(session):
        with ui.element("div").props('id="main"').classes("papers desk-page account"):
            html(f'<h1>{escape(person.name)}</h1><span class="tag">{escape(person.role)}</span>', "heading")
            html(_NO_SECOND.format(staff=" Nobody works here without one: set yours up first."), "card-sheet whole")
        return None
    with ui.element("div").props('id="main"').classes("papers desk-page account"):
        html(f'<h1>{escape(person.name)}</h1><span class="tag">{escape(person.role)}</span>', "heading")
        if person.guest:
            html(
                "<h2>A guest</h2><p>A guest has no password: what you have here lasts as long as this browser keeps you signed "
                "in. Make an account to come back from anywhere.</p>",
                "card-sheet whole",
            )
        else:
            second = await desk.accounts.has_second(person)
            html(_PASSWORD.format(name=escape(person.name), code=_CODE if second else ""), "card-sheet")
            staff = "" if person.role == "player" else " Everybody who works here should have one."
            html(_SECOND if second else _NO_SECOND.format(staff=staff), "card-sheet")
        if person.role == "player":
            html(
                '<h2>How you play</h2><p>What your decisions and bets were worth, for your eyes: <a class="link" href="/account/play">look at it</a>.</p>',
                "card-sheet whole",
            )
        html(_sessions(await sessions_of(desk, session)), "card-sheet whole")
        if not person.guest:
            html(_tokens(await tokens_of(desk, person), person.role), "card-sheet whole")
            html(_log(await acts_of(desk, person)), "card-sheet whole")
    return None


def _sessions(listed: list[SignedInAt]) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(_browser(one.agent))}<small>{escape(one.address)}</small></th>'
        f"<td>{moment(one.began) if one.began else 'before this was noted'}</td><td class=acts>{_end(one)}</td></tr>"
        for one in listed
    )
    return (
        '<h2>Where you are signed in</h2><table class="sheet left"><thead><tr><th scope="col">Browser</th>'
        f'<th scope="col">Since (UTC)</th><th scope="col"><span class="sr">End it</span></th></tr></thead><tbody>{rows}</tbody></table>'
        f"{_OTHERS if len(listed) > 1 else ''}"
    )


def _tokens(listed: list[Token], role: str) -> str:
    rows = "".join(
        f'<tr><th scope="row">{escape(one.name)}<small>{one.scope}</small></th><td>{moment(one.began)}</td><td>{moment(one.expires)}</td>'
        f'<td class=acts><form data-api="DELETE /api/v1/me/tokens/{one.id}"><button class="do plain small" '
        f'aria-label="Revoke the token {escape(one.name)}">Revoke</button></form></td></tr>'
        for one in listed
    )
    table = (
        '<table class="sheet left"><thead><tr><th scope="col">Token</th><th scope="col">Made (UTC)</th><th scope="col">Ends (UTC)</th>'
        f'<th scope="col"><span class="sr">Revoke it</span></th></tr></thead><tbody>{rows}</tbody></table>'
    )
    scopes = "".join(f"<option>{one}</option>" for one in scopes_of(role))
    return _TOKENS.format(listed=table if listed else "", scopes=scopes, most=LONGEST_TOKEN)


def _end(one: SignedInAt) -> str:
    if one.here:
        return '<span class="tag">here</span>'
    label = f"End the session of {escape(_browser(one.agent))} since {moment(one.began)}"
    return (
        f'<form data-api="DELETE /api/v1/me/sessions/{one.id}"><button class="do plain small" aria-label="{label}">'
        "Sign out</button></form>"
    )


_BROWSERS = {"Edg/": "Edge", "OPR/": "Opera", "Firefox/": "Firefox", "Chrome/": "Chrome", "Safari/": "Safari"}
_SYSTEMS = {
    "Android": "Android",
    "iPhone": "iPhone",
    "iPad": "iPad",
    "Windows": "Windows",
    "Mac OS": "Mac",
    "Linux": "Linux",
}


def _browser(agent: str) -> str:
    """A browser in a few words, if it says what it is."""
    name = next(
        (name for mark, name in _BROWSERS.items() if mark in agent), agent.partition("/")[0][:40] or "a program"
    )
    system = next((name for mark, name in _SYSTEMS.items() if mark in agent), "")
    return f"{name} on {system}" if system else name


def _log(rows: Iterable[Mapping[str, Any]]) -> str:
    listed = "".join(
        f'<tr><th scope="row">{escape(row["act"])}{" · " + escape(row["about"]) if row["about"] else ""}</th>'
        f"<td>{moment(row['at'])}</td><td>{escape(row['address'])}</td></tr>"
        for row in rows
    )
    return (
        '<h2>What was done under your name</h2><div class="scroll many" tabindex="0" role="region" aria-label="Your log">'
        '<table class="sheet left"><thead><tr><th scope="col">Act</th><th scope="col">When (UTC)</th><th scope="col">From</th></tr>'
        f"</thead><tbody>{listed}</tbody></table></div>"
    )
