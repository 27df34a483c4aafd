"""What a skilled player answers, whatever is asked of them."""

from collections.abc import Sequence
from random import Random

from houseway.cards.card import HIDDEN, Card
from houseway.games import game as game_named
from houseway.games.chinese.round import SECOND, SEGMENTS, OpenFace
from houseway.games.pot.round import PotGame
from houseway.play.ask import Ask
from houseway.play.event import Dealt, Event
from houseway.play.game import Game
from houseway.play.placement import Placement
from houseway.play.view import cards_in_sight
from houseway.rules.resolved import Rules
from houseway.skill import betting
from houseway.skill.placing import placed
from houseway.skill.styles import STYLES

SKILLED = "skilled"
_TAKES_PART = ("play", "declare", "one hand")


def styles(game: Game) -> tuple[str, ...]:
    """The styles in which a game can be played with skill; none where its decisions are counted, or not known."""
    if isinstance(game, PotGame):
        return tuple(STYLES)
    return (SKILLED,) if isinstance(game, OpenFace) else ()


def answered(rules: Rules, events: Sequence[Event], ask: Ask, style: str, seed: int) -> str:
    """What a player of a style says to an ask, from the events as the seat has seen them."""
    game, rng = game_named(rules.game.id), Random(seed)
    if isinstance(game, PotGame):
        return betting.answer(game, game.stakes(rules), events, ask, STYLES[style], rng)
    return _set(rules, events, ask, rng)


def _set(rules: Rules, events: Sequence[Event], ask: Ask, rng: Random) -> str:
    form = ask.forms[0]
    if isinstance(form, Placement):
        return form.written(setting(rules, events, ask, form, rng.getrandbits(32)))
    words = ask.answers()
    return next((word for word in _TAKES_PART if word in words), ask.default)


def setting(rules: Rules, events: Sequence[Event], ask: Ask, form: Placement, seed: int) -> dict[str, tuple[Card, ...]]:
    """How to place cards at Chinese poker, beside what lies there and after all that the seat has seen."""
    sight = cards_in_sight(events, ask.who)
    spot = next(
        (place for place in (ask.who, ask.who + SECOND) if set(form.cards) <= set(sight.get(place, ()))), ask.who
    )
    lie = {part: sight.get(f"{spot} {part}", ()) for part in SEGMENTS}
    gone = [card for cards in sight.values() for card in cards if card != HIDDEN]
    at_once = any(isinstance(event, Dealt) and event.place == spot and len(event.cards) > 5 for event in events)
    return placed(rules, form, lie, gone, fantasy=at_once, seed=seed)
