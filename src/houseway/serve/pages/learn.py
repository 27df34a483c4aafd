"""How a game is played, on one screen: the felt in the middle of a round, its wagers, what may be answered and when,
what pays, and what it is to bank. All of it from the rule files, with a few sentences of our own."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from html import escape
from typing import Any

from fastapi import Request, Response
from markupsafe import Markup

from houseway.games import catalogue
from houseway.pricing import can_price
from houseway.prove.placard import HOUSE_WAY, LIMITS, fees, placard
from houseway.record import books
from houseway.rules.lessons import Lesson, decisions, lesson
from houseway.rules.meaning import amounts_of
from houseway.rules.models import Asked
from houseway.rules.money import shown
from houseway.rules.posted import Section
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.serve.api.desk import Desk
from houseway.serve.house import resolved
from houseway.serve.pages.plain import LOBBY, Plain, lasting_page, missing
from houseway.serve.pages.specimen import specimen
from houseway.serve.pages.templates import capital, render
from houseway.serve.people.sessions import Session

Tables = tuple[tuple[int, str], ...]  # numbers and names

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


async def learn_page(
    desk: Desk, request: Request, session: Session | None, id: str, table: int | None = None
) -> Response:
    """The page of a game; with a table, by that table's own choices."""
    found = catalogue().get(id)
    if found is None:
        return await missing(desk, session, f"{id[:60]} is not a game here", title="No such game")
    game, house = found.rules, desk.house
    tables, row = await house.store.read(lambda c: (books.tables_of(c, id), books.table_row(c, table or 0)))
    choices = row["choices"] if row is not None and row["game"] == id else ""
    submission, ways = house.submission, tables[:2]
    sheet = Plain(
        "learn.html",
        f"How to play {game.name}",
        crumbs=(*LOBBY, ("", "How to play")),
        sheets=("learn",),
    )

    def make() -> dict[str, Any]:
        return facts(resolved(id, choices) if choices else house_rules(game, submission=submission), ways)

    return await lasting_page(desk, request, session, sheet, (id, choices, house.version, ways), make)


def learn_at(game: str, table: int) -> str:
    """Where a table's game is explained, by the table's own choices."""
    return f"/learn/{escape(game)}?table={table}"


def page(rules: Rules, tables: Tables = ()) -> str:
    """All that is said of a game."""
    return render("learn.html", **facts(rules, tables))


def facts(rules: Rules, tables: Tables = ()) -> dict[str, Any]:
    """What the page of a game shows, by the names of its template."""
    game, told, shows = rules.game, lesson(rules.game), specimen(rules.game.id)
    wagers = list(_wagers(rules, told))
    many = len(wagers) if len(wagers) <= _MANY + 1 else _MANY
    asked = [_decision(name, game.asks[name], told) for name in decisions(game) if name not in ("wagers", "bank")]
    return {
        "game": game,
        "seats": rules.seats,
        "pack": _PACKS.get(game.cards.pack, game.cards.pack),
        "text": told.text or (game.summary,),
        "tables": tables,
        "priced": can_price(game.id),
        "wagers": wagers[:many],
        "more_wagers": wagers[many:],
        "felt": Markup(shows.felt),
        "moment": f"Your turn: {shows.moment.replace('-', ' ')}." if shows.moment else "The round is over.",
        "usual": [one for one in asked if not one.seldom],
        "seldom": [one for one in asked if one.seldom],
        "position": game.position,
        "least": shown(rules.limits[game.position.base].minimum) if game.position else "",
        "banks": "" if game.position else BANKS[game.bank],
        "fees": list(fees(rules)),
        "notices": [one.text for one in rules.inscriptions],
        "sections": list(_paying(rules)),
        "many": _MANY,
        "steps": [Markup(one) for one in shows.told],
    }


@dataclass(frozen=True)
class Bet:
    """Wagers that are alike."""

    names: str
    about: str
    amount: str
    when: str


def _wagers(rules: Rules, told: Lesson) -> Iterator[Bet]:
    alike: dict[tuple[str, str, str], list[str]] = {}
    for id, wager in rules.wagers.items():
        if wager.when == "moved":  # by the dealer, from the spot where it was placed
            continue
        when = _WHEN.get(wager.when, f"at the {wager.when.replace('-', ' ')} decision")
        alike.setdefault((told.wager(id), amounts_of(rules, id, wager), when), []).append(wager.name)
    return (Bet(_together(names), *rest) for rest, names in alike.items())


def _together(names: list[str]) -> str:
    more = f" and {len(names) - _NAMED} more" if len(names) > _NAMED else ""
    return ", ".join(names[:_NAMED]) + more


@dataclass(frozen=True)
class Word:
    """A word of an answer; some are to be filled in: `raise to amount`."""

    text: str
    filled_in: bool


@dataclass(frozen=True)
class Decided:
    """What a player is asked, by whom it may be answered, and how."""

    name: str
    who: str
    about: str
    answers: tuple[tuple[Word, ...], ...]
    clause: str
    seldom: bool


def _decision(name: str, ask: Asked, told: Lesson) -> Decided:
    return Decided(
        name=capital(name.replace("-", " ")),
        who=ask.who.split("; ")[0].removesuffix(", or the dealer where cards are entered by hand"),
        about=told.asks.get(name, ""),
        answers=tuple(tuple(_words(one)) for one in ask.answers),
        clause=ask.clause,
        seldom=ask.seldom,
    )


def _words(answer: str) -> Iterable[Word]:
    for word in answer.split():
        filled_in = word.strip(",").isupper() and len(word) > 1
        yield Word((word.lower() if filled_in else word).replace("-", " "), filled_in)


def _paying(rules: Rules) -> Iterator[Section]:
    """The pay tables, the wheels and the stakes of a pot. Limits, collection and how hands are set are no pays."""
    elsewhere = {section.title for section in fees(rules)} | {LIMITS, HOUSE_WAY}
    return (section for section in placard(rules).sections if section.title not in elsewhere)
