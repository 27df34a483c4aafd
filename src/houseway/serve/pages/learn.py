"""How a game is played, on one screen: the felt in the middle of a round, its wagers, what may be answered and when,
what pays, and what it is to bank. All of it from the rule files, with a few sentences of our own."""

from collections.abc import Iterable, Iterator
from html import escape

from nicegui import ui

from houseway.games import catalogue
from houseway.price import can_price
from houseway.prove.placard import HOUSE_WAY, LIMITS, Section, fees, placard
from houseway.rules.lessons import Lesson, decisions, lesson
from houseway.rules.meaning import amounts_of
from houseway.rules.models import Asked, GameRules
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.serve.api.desk import Desk
from houseway.serve.house import resolved
from houseway.serve.pages.frame import head, html, missing, static, styled
from houseway.serve.pages.specimen import specimen
from houseway.serve.people import Denied
from houseway.serve.sessions import Session

BANKS = {
    "house": "The house banks this game: it pays every wager that wins and keeps every wager that loses.",
    "pot": "Nobody banks this game: players put their bets into the pot, and the best hand takes it. The house only takes "
    "its collection.",
    "pairwise": "Nobody banks this game: every player settles with every other. The house only takes its collection.",
}
_PACKS = {"52": "52 cards", "53": "52 cards and a joker", "48": "48 cards, without tens", "24": "aces to sixes only"}
_WHEN = {
    "wagers": "before the deal",
    "before the deal": "before the deal",
    "play": "at your turn",
    "bet": "at your turn in each round of betting",
    "bring in": "before anybody else bets",
    "insurance": "when it is offered",
    "while hands are set": "while hands are set",
    "settlement": "when hands are compared",
    "preflop, flop or river": "at one of three decisions",
}
_NAMED = 3  # wagers that are alike, by name
_MANY = 7  # lines of a table that are read at a glance


async def learn_page(desk: Desk, session: Session | None, id: str, table: int | None = None) -> None:
    """The page of a game; with a table, by that table's own choices."""
    balance = await desk.accounts.balance(session.person) if session else 0
    game = catalogue().get(id)
    if game is None:
        missing(session, balance, f"{id[:60]} is not a game here", title="No such game")
        return
    rules = await _rules(desk, game.rules, table)
    tables = [one for one in await desk.house.lobby() if one["game"] == id]
    head(
        session,
        balance,
        here='<a href="/">Lobby</a><span aria-current="page">How to play</span>',
        title=f"How to play {game.rules.name}",
    )
    ui.add_head_html(styled("learn"))
    html(f'<div id="main" class="learn papers">{page(rules, tables)}</div>', "wide")
    ui.add_body_html(f'<script src="{static("learn.js")}" data-game="{escape(id)}" defer></script>')


def learn_at(game: str, table: int) -> str:
    """Where a table's game is explained, by the table's own choices."""
    return f"/learn/{escape(game)}?table={table}"


async def _rules(desk: Desk, game: GameRules, table: int | None) -> Rules:
    """As the table has them, if there is one of this game; else as the house's submission does."""
    if table is not None:
        try:
            row = await desk.house.known(table)
        except Denied:
            row = None
        if row is not None and row["game"] == game.id:
            return resolved(game.id, row["choices"])
    return house_rules(game, submission=desk.house.submission)


def page(rules: Rules, tables: Iterable[dict[str, object]] = ()) -> str:
    """All that is said of a game."""
    game, told, shows = rules.game, lesson(rules.game), specimen(rules.game.id)
    seats = f"up to {rules.seats} players"
    about = f"{escape(game.rulebook.jurisdiction)} · {seats} · {_PACKS.get(game.cards.pack, game.cards.pack)}"
    moment = f"Your turn: {shows.moment.replace('-', ' ')}." if shows.moment else "The round is over."
    paragraphs = "".join(f"<p>{escape(one)}</p>" for one in told.text) or f"<p>{escape(game.summary)}</p>"
    steps = "".join(f"<li>{one}</li>" for one in shows.told)
    return (
        f'<header class="heading"><h1>{escape(game.name)}</h1><p class="quiet">{about}</p></header>'
        f'<div class="half"><section class="story-of">{paragraphs}{_links(rules, tables)}</section>{_wagers(rules, told)}</div>'
        f'<div class="half"><figure class="specimen">{shows.felt}<figcaption>A round as it looks from your seat. '
        f"{escape(moment)}</figcaption></figure>{_decisions(game, told)}{_bank(rules)}</div>{_pays(rules)}"
        f'<details class="unfolds"><summary>This round, from its beginning to its end</summary><ol class="story">{steps}</ol></details>'
    )


def _links(rules: Rules, tables: Iterable[dict[str, object]]) -> str:
    open_now = [f'<a class="pill" href="/table/{one["id"]}">To {escape(str(one["name"]))}</a>' for one in tables][:2]
    worth = (
        f'<a class="link" href="/price/{escape(rules.game.id)}">What each wager is worth</a>'
        if can_price(rules.game.id)
        else ""
    )
    return f'<p class="ways">{"".join(open_now)}{worth}</p>'


def _wagers(rules: Rules, told: Lesson) -> str:
    alike: dict[tuple[str, str, str], list[str]] = {}
    for id, wager in rules.wagers.items():
        if wager.when == "moved":  # by the dealer, from the spot where it was placed
            continue
        when = _WHEN.get(wager.when, f"at the {wager.when.replace('-', ' ')} decision")
        alike.setdefault((told.wager(id), amounts_of(rules, id, wager), when), []).append(wager.name)
    rows = [
        f'<tr><th scope="row">{escape(_together(names))}</th><td>{escape(about)}</td><td>{escape(amount)}</td>'
        f"<td>{escape(when)}</td></tr>"
        for (about, amount, when), names in alike.items()
    ]
    many = len(rows) if len(rows) <= _MANY + 1 else _MANY
    more = f"<details><summary>{len(rows) - many} more</summary>{_bets(rows[many:])}</details>" if rows[many:] else ""
    return (
        '<section class="card-sheet"><h2>What you can bet on</h2><div class="scroll" tabindex="0" role="region" aria-label="Wagers">'
        f"{_bets(rows[:many])}{more}</div></section>"
    )


def _bets(rows: Iterable[str]) -> str:
    return (
        '<table class="bets"><thead><tr><th scope="col">Wager</th><th scope="col">It is about</th><th scope="col">How much</th>'
        f'<th scope="col">When</th></tr></thead><tbody>{"".join(rows)}</tbody></table>'
    )


def _together(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


def _decisions(game: GameRules, told: Lesson) -> str:
    asks = {name: game.asks[name] for name in decisions(game) if name not in ("wagers", "bank")}
    if not asks:
        return (
            '<section class="card-sheet"><h2>When you decide</h2><p>Before the deal, when you place your wagers; after it there '
            "is nothing left to decide.</p></section>"
        )
    usual, rare = (
        "".join(_decision(name, ask, told) for name, ask in asks.items() if ask.seldom == which)
        for which in (False, True)
    )
    more = f'<details><summary>Seldom asked</summary><dl class="decisions">{rare}</dl></details>' if rare else ""
    return f'<section class="card-sheet"><h2>When you decide</h2><dl class="decisions">{usual}</dl>{more}</section>'


def _decision(name: str, ask: Asked, told: Lesson) -> str:
    who = ask.who.split("; ")[0].removesuffix(", or the dealer where cards are entered by hand")
    return (
        f"<dt>{escape(_capital(name.replace('-', ' ')))} <small>{escape(who)}</small></dt>"
        f"<dd>{escape(told.asks.get(name, ''))} {_answers(ask)} <cite>{escape(ask.clause)}</cite></dd>"
    )


def _answers(ask: Asked) -> str:
    return " ".join(f'<span class="answer">{_filled_in(one)}</span>' for one in ask.answers)


def _filled_in(answer: str) -> str:
    """An answer, what is to be filled in set apart: `raise to <i>amount</i>`."""
    words = (
        f"<i>{escape(word.lower())}</i>" if word.strip(",").isupper() and len(word) > 1 else escape(word)
        for word in answer.split()
    )
    return " ".join(words).replace("-", " ")


def _pays(rules: Rules) -> str:
    sections = "".join(map(_section, _paying(rules)))
    headlines = "".join(f"<li>{escape(one.text)}</li>" for one in rules.inscriptions)
    notices = f'<ul class="notices">{headlines}</ul>' if headlines else ""
    if not sections and not notices:
        return ""
    return f'<details class="unfolds paying"><summary>What wins, and what it pays</summary>{notices}<div class="paytables">{sections}</div></details>'


def _paying(rules: Rules) -> Iterator[Section]:
    """The pay tables, the wheels and the stakes of a pot. Limits, collection and how hands are set are no pays."""
    elsewhere = {section.title for section in fees(rules)} | {LIMITS, HOUSE_WAY}
    return (section for section in placard(rules).sections if section.title not in elsewhere)


def _section(one: Section) -> str:
    rows = [f'<tr><th scope="row">{escape(_capital(what))}</th><td>{escape(pays)}</td></tr>' for what, pays in one.rows]
    first, more = "".join(rows[:_MANY]), "".join(rows[_MANY:])
    rest = f"<details><summary>{len(rows) - _MANY} more</summary><table>{more}</table></details>" if more else ""
    under = f'<p class="quiet">{escape(one.subtitle)}</p>' if one.subtitle else ""
    return (
        f"<div><h3>{escape(one.title)}</h3>{under}<table>{first}</table>{rest}<cite>{escape(one.clause)}</cite></div>"
    )


def _bank(rules: Rules) -> str:
    game = rules.game
    if game.position is None:
        return f'<section class="card-sheet banking"><h2>Who banks</h2><p>{BANKS[game.bank]}</p>{_collection(rules)}</section>'
    least = shown(rules.limits[game.position.base].minimum)
    return (
        '<section class="card-sheet banking"><h2>What it is to bank the table</h2>'
        "<p>A player banks this game, not the house. Whoever takes the position puts up an amount, wins the wagers that lose and "
        "pays those that win. Nobody has to bank: <b>Decline</b> is the answer if you press Enter, and the answer if you say "
        "nothing until the clock runs out.</p><details><summary>How the position goes round, and what it covers</summary>"
        f"<p>Before a round it is offered from seat to seat, clockwise <cite>{escape(game.position.clause)}</cite>, and held for "
        f"two rounds at most. The amount is {least} at least, and nothing beyond it can be won or lost: wagers are settled one "
        f"after the other, from the {escape(game.position.first)} on <cite>{escape(game.position.action)}</cite>, and what it "
        f"does not cover goes back to its owners <cite>{escape(game.position.coverage)}</cite>.</p></details>"
        f"{_collection(rules)}</section>"
    )


def _collection(rules: Rules) -> str:
    """What the house takes for the table."""
    taken = "".join(map(_section, fees(rules)))
    return f"<details><summary>What the house collects</summary>{taken}</details>" if taken else ""


def _capital(text: str) -> str:
    return text[:1].upper() + text[1:]
