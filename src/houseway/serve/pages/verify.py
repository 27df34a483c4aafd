"""The page that checks a shuffle in the visitor's own browser: the house only hands out the lines that do it."""

import json
from html import escape

from nicegui import ui

from houseway.games import catalogue
from houseway.prove.told import dealing
from houseway.serve.api.desk import Desk
from houseway.serve.pages.frame import head, html, static, styled
from houseway.serve.sessions import Session

ABOUT = (
    "Paste a round as a table told it to you, choose its file, or name a round of this house. Your browser then works out "
    "by itself whether cards, dice and wheels are those that the house had committed to before the bets: it is asked for "
    "nothing but the round."
)


async def verify_page(desk: Desk, session: Session | None, table: int | None, round: int | None) -> None:
    balance = await desk.accounts.balance(session.person) if session else 0
    head(
        session, balance, here='<a href="/">Lobby</a><span aria-current="page">Verify</span>', title="Verify a shuffle"
    )
    ui.add_head_html(styled("learn"))
    games = json.dumps({id: dealing(game.rules).data() for id, game in catalogue().items()})
    named = (str(table or ""), str(round or ""))
    html(
        f'<div id="main" class="learn papers verify"><header class="heading"><h1>Was it dealt fairly?</h1><p>{escape(ABOUT)} '
        f'<a class="link" href="{static("fairness.js")}">These are the lines that do it.</a></p></header>'
        '<form id="which" class="card-sheet fill"><h2>A round of this house</h2>'
        f'<label>Table <input name="table" inputmode="numeric" pattern="[0-9]{{1,9}}" required size="5" value="{named[0]}"></label>'
        f'<label>Round <input name="round" inputmode="numeric" pattern="[0-9]{{1,9}}" required size="6" value="{named[1]}"></label>'
        '<button class="do go"><span>Fetch and verify</span></button></form>'
        '<section class="card-sheet" aria-label="What was found"><h2>What was found</h2><div id="verified" role="status">'
        '<p class="quiet">Nothing has been checked yet.</p></div></section>'
        f'<form id="verify" class="card-sheet" data-games="{escape(games)}"><h2>A round that you kept</h2>'
        '<label>Files <input type="file" accept=".json,application/json" multiple></label>'
        '<label>Or what is in them, one round or a list of rounds<textarea name="told" rows="9" spellcheck="false" '
        'autocomplete="off"></textarea></label><button class="do go"><span>Verify</span></button></form>'
        '<p class="quiet">The same check in a terminal: <code>houseway verify FILE</code>.</p></div>',
        "wide",
    )
    for name in ("fairness.js", "verify.js"):
        ui.add_body_html(f'<script src="{static(name)}" defer></script>')
