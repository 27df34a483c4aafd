"""A felt to look at: one round of a game, dealt from a fixed seed and drawn as a table's page draws it."""

from dataclasses import dataclass
from functools import cache
from random import Random

from markupsafe import Markup

from houseway.cards.shuffle import seed_from
from houseway.games import game as game_named
from houseway.play.ask import Ask, Wagers
from houseway.play.driver import Driver
from houseway.play.player_dealer import DECLINE
from houseway.play.view import history, seen, view
from houseway.rules.submission import house_rules
from houseway.serve.pages import felt, seats, spots
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.quoting import line
from houseway.serve.pages.scene import scene
from houseway.serve.pages.telling import cleared_once
from houseway.serve.pages.templates import render
from houseway.serve.pages.views import TableView
from houseway.serve.tables.rail import lies
from houseway.skill.simple import STAYING_OUT, simply

VIEWER = "seat 1"
NAMES = ("You", "Ada", "Blaise", "Émilie")
_STACK = 1_000_00
_LONGEST = 400  # answers, far above what any round takes
_MOST_WAGERS = 3
_GIVING_UP = (*STAYING_OUT, "fold", "muck")


@dataclass(frozen=True)
class Specimen:
    """A felt in the middle of a round, whose turn it is there, and the round told to its end."""

    felt: Markup
    moment: str
    told: tuple[Markup, ...]
    asked: frozenset[str]  # what players were asked in it


@cache
def specimen(id: str) -> Specimen:
    """A round of a game as the demonstration house offers it: the last decision of whoever looks at it, or its end
    where there is nothing to decide."""
    rules = house_rules(game_named(id).rules)
    driver = Driver(game_named(id), rules)
    taken = [f"seat {number}" for number in _around(rules.seats)]
    for seat, name in zip(taken, NAMES, strict=False):
        driver.buy_in(seat, driver.game.buy_in_limits(rules).nearest(_STACK, 0), name)
    driver.begin(seed_from(id))
    banker, rng = taken[-1], Random(id)
    drawn, moment, asked = Markup(), "", set()
    for _ in range(_LONGEST):
        if not driver.open:
            break
        who, ask = next(iter(driver.asks.items()))
        asked |= {one.what for seat, one in driver.asks.items() if seat in driver.table.seats}
        if VIEWER in driver.asks and _in_play(driver, driver.asks[VIEWER]):
            drawn, moment = _felt(driver), driver.asks[VIEWER].what
        driver.answer(who, _answer(ask, rng, banks=who == banker))
    if not drawn:
        drawn = _felt(driver)
    names = {who: str(name) for who, name in driver.table.seats.items()}
    told = cleared_once(seen(driver.events, VIEWER))
    words = words_of(driver.table.rules)
    return Specimen(drawn, moment, tuple(line(one, names, words, reader=VIEWER) for one in told), frozenset(asked))


def _around(seats: int) -> list[int]:
    """Seats all around a table, the first of them the viewer's."""
    many = min(len(NAMES), seats)
    return [1 + at * seats // many for at in range(many)]


def _in_play(driver: Driver, ask: Ask) -> bool:
    """There are cards to look at, and something to decide beside wagers and the bank."""
    dealt = any(cards for cards in driver.table.hands.values())
    return dealt and not any(isinstance(form, Wagers) for form in ask.forms) and DECLINE not in ask.answers()


def _answer(ask: Ask, rng: Random, *, banks: bool) -> str:
    if DECLINE in ask.answers() and not banks:
        return DECLINE
    for form in ask.forms:
        if isinstance(form, Wagers):
            few = [text for text in form.answers() if text.count(",") < _MOST_WAGERS]
            return max(few, key=lambda text: text.count(","), default=ask.default)
    return simply(ask, rng) if ask.default in _GIVING_UP else ask.default


def _felt(driver: Driver) -> Markup:
    """The felt as the viewer's page shows it, without what can be clicked."""
    rules = driver.table.rules
    laid, shown = layout_of(rules.game.id), _seen(driver)
    now = scene(history(driver.events, VIEWER), shown.lies, shown.lies.cards, rules, viewer=VIEWER)
    lie = spots.Spots({}, {}, dict(shown.seats[VIEWER].wagers))
    lines = spots.shared_spots(VIEWER, rules, now, lie) if laid.shared else Markup()
    own = Markup() if laid.shared else spots.own_spots(VIEWER, rules, now, lie)
    left = driver.table.stack(VIEWER)
    return render(
        "felt/specimen.html",
        laid=laid,
        middle=felt.middle(rules, now) + felt.lying_around(rules, shown, lines=lines),
        seats=seats.rails(rules, shown, now, can_sit=False),
        own=seats.own_place(VIEWER, rules, shown, now, own, left=left, setting=False),
    )


def _seen(driver: Driver) -> TableView:
    """What a page is told of a table, with nothing of a house around it."""
    shown = {"lies": lies(driver, VIEWER), "open": driver.open, "shoe": len(driver.table.shoe.cards)}
    return TableView.read({**view(driver, VIEWER), **shown})
