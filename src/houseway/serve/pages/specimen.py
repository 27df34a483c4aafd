"""A felt to look at: one round of a game, dealt from a fixed seed and drawn as a table's page draws it."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Any

from houseway.cards.shuffle import seed_from
from houseway.games import game as game_named
from houseway.play.ask import Ask, Wagers
from houseway.play.driver import Driver
from houseway.play.player_dealer import DECLINE
from houseway.play.view import history, seen, view
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.serve.pages import felt, seats, spots
from houseway.serve.pages.layouts import layout_of
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.scene import Scene, scene
from houseway.serve.pages.telling import cleared_once, line
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

    felt: str
    moment: str
    told: tuple[str, ...]
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
    drawn, moment, asked = "", "", set()
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
    words = words_of(driver.table.rules)
    told = (line(event, names, words, reader=VIEWER) for event in cleared_once(seen(driver.events, VIEWER)))
    return Specimen(drawn, moment, tuple(told), frozenset(asked))


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


def _felt(driver: Driver) -> str:
    """The felt as the viewer's page shows it, without what can be clicked."""
    rules = driver.table.rules
    laid, seen = layout_of(rules.game.id), _seen(driver)
    now = scene(history(driver.events, VIEWER), seen["lies"], _still(seen), rules, viewer=VIEWER)
    lie = spots.Spots({}, {}, seen["seats"][VIEWER]["wagers"])
    lines = spots.shared_spots(VIEWER, rules, now, lie) if laid.shared else ""
    own = "" if laid.shared else spots.own_spots(VIEWER, rules, now, lie)
    left = driver.table.stack(VIEWER)
    middle = felt.middle(rules, now) + f'<div class="pots">{felt.pots(seen)}</div>' + lines + felt.shoe(rules, seen)
    return (
        f'<div class="felt {laid.cloth} {laid.shape}{" tall" if laid.tall else ""}" inert>'
        f'<div class="middle">{middle}</div><div class="seats">{_rails(rules, seen, now)}</div>'
        f'<div class="own">{seats.own_place(VIEWER, rules, seen, now, own, left=left, setting=False)}</div></div>'
    )


def _rails(rules: Rules, seen: dict[str, Any], now: Scene) -> str:
    return seats.rails(rules, seen, now, can_sit=False)


def _still(seen: dict[str, Any]) -> dict[str, list[str]]:
    """The cards as they lie: nothing in a picture has just been dealt."""
    return {place: cards.split() for place, cards in seen["lies"]["cards"].items()}


def _seen(driver: Driver) -> dict[str, Any]:
    """What a page is told of a table, with nothing of a house around it."""
    return {
        **view(driver, VIEWER),
        "lies": lies(driver, VIEWER),
        "open": driver.open,
        "shoe": len(driver.table.shoe.cards),
        "people": {},
        "meters": {},
    }
