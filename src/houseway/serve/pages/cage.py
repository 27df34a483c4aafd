"""The cage's page, and the page of what waits for a second signature."""

from html import escape

from fastapi import Response
from nicegui import ui

from houseway.record import cage
from houseway.record.cage import Booking
from houseway.rules.money import shown
from houseway.serve.api.account import unsigned
from houseway.serve.api.desk import Desk
from houseway.serve.pages import operator_parts as parts
from houseway.serve.pages.frame import html
from houseway.serve.pages.operator import headed
from houseway.serve.people.roles import CAGE, SIGN
from houseway.serve.people.sessions import Session
from houseway.wire.people import Unsigned

_MOST = 20  # bookings that are listed
_BOOK = """
<h2>Book a slip</h2><form data-api="POST /api/v1/cage"><div class="line">
<label>Player <input name="name" required maxlength="40" autocomplete="off"></label>
<label>Amount in dollars <input name="amount" required inputmode="decimal" maxlength="14" autocomplete="off"></label>
<label>What for <select name="give"><option value="true">Chips for cash</option><option value="false">Cash for chips</option></select></label>
<label>Slip number <input name="key" required maxlength="80" autocomplete="off"></label>
<button class="do go small">Book it</button></div>
<p class="hint">A slip number is booked once, however often it is sent.</p>
<p class="waits" role="status"></p><p class="wrong" role="alert"></p></form>
"""


async def cage_page(desk: Desk, session: Session | None) -> Response | None:
    no = await headed(desk, session, "/operator/cage", "Cage", CAGE.roles)
    if no is not None or session is None:
        return no
    booked = await desk.house.store.read(lambda c: cage.latest(c, _MOST))
    with ui.element("div").props('id="main"').classes("papers desk-page account"):
        html(parts.heading(desk.house.submission.facility, "/operator/cage", session.person.role), "heading")
        html(_BOOK, "card-sheet whole")
        html(_unsigned(await unsigned(desk, session.person)), "card-sheet whole")
        html(_bookings(booked), "card-sheet whole")
    return None


async def signatures_page(desk: Desk, session: Session | None) -> Response | None:
    no = await headed(desk, session, "/operator/signatures", "Signatures", SIGN.roles)
    if no is not None or session is None:
        return no
    with ui.element("div").props('id="main"').classes("papers desk-page account"):
        html(parts.heading(desk.house.submission.facility, "/operator/signatures", session.person.role), "heading")
        html(_unsigned(await unsigned(desk, session.person)), "card-sheet whole")
    return None


def _bookings(booked: list[Booking]) -> str:
    listed = "".join(
        f'<tr><th scope="row">{escape(one.name)}</th><td>{shown(abs(one.amount))} '
        f"{'chips for cash' if one.amount > 0 else 'cash for chips'}</td><td>{escape(one.slip)}</td>"
        f"<td>{escape(one.clerk)}</td><td>{parts.moment(one.at)}</td></tr>"
        for one in booked
    )
    if not listed:
        return '<h2>Booked last</h2><p class="quiet">Nothing is booked yet.</p>'
    return (
        '<h2>Booked last</h2><div class="scroll" tabindex="0" role="region" aria-label="Booked last"><table class="sheet left"><thead><tr>'
        '<th scope="col">Player</th><th scope="col">What</th><th scope="col">Slip</th><th scope="col">By</th>'
        f'<th scope="col">When (UTC)</th></tr></thead><tbody>{listed}</tbody></table></div>'
    )


def _unsigned(waiting: list[Unsigned]) -> str:
    listed = "".join(
        f'<tr><th scope="row">{escape(one.what)}</th><td>{escape(one.by)}</td><td>{parts.moment(one.expires)}</td>'
        f"<td class=acts>{_sign(one)}</td></tr>"
        for one in waiting
    )
    if not listed:
        return '<h2>Waiting for a second signature</h2><p class="quiet">Nothing waits.</p>'
    return (
        '<h2>Waiting for a second signature</h2><div class="scroll" tabindex="0" role="region" aria-label="Waiting for a second signature">'
        '<table class="sheet left"><thead><tr><th scope="col">What</th><th scope="col">Signed by</th><th scope="col">Lapses (UTC)</th>'
        f'<th scope="col"><span class="sr">Sign</span></th></tr></thead><tbody>{listed}</tbody></table></div>'
    )


def _sign(one: Unsigned) -> str:
    if one.yours:
        return '<span class="tag">yours</span>'
    return (
        f'<form data-api="POST /api/v1/signatures/{one.id}"><button class="do go small" aria-label="Sign: {escape(one.what)}">'
        "Sign</button></form>"
    )
