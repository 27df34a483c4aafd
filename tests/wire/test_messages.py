"""Every message has a name for everything that the engine puts into it, and says it in the same text."""

import dataclasses
import json
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest
from pydantic import BaseModel

from houseway.games import catalogue
from houseway.games.community.baccarat import round as _baccarat  # noqa: F401  (its events)
from houseway.play.driver import Driver
from houseway.play.event import Event
from houseway.play.view import round_told, view
from houseway.rules.submission import house_rules
from houseway.wire import viewing
from houseway.wire.fields import Told
from houseway.wire.rule_file import RuleFile
from houseway.wire.tables import RoundAgain
from houseway.wire.viewing import Ask, View

HOUSE = {"type": "view", "table": 1, "name": "", "number": 1, "hash": "", "from": 0}
HOUSE |= {"open": True, "shoe": 52, "meters": {}, "clock": {}, "people": {}}


def unnamed(message: Any, where: str = "") -> Iterator[str]:
    """Fields that a message was given and has no name for."""
    if isinstance(message, BaseModel):
        yield from (f"{where}.{name}" for name in message.model_extra or ())
        for name in type(message).model_fields:
            yield from unnamed(getattr(message, name), f"{where}.{name}")
    elif isinstance(message, dict):
        for name, one in message.items():
            yield from unnamed(one, f"{where}[{name}]")
    elif isinstance(message, (list, tuple)):
        for one in message:
            yield from unnamed(one, f"{where}[]")


def check(kind: type[Told], data: dict[str, Any]) -> Told:
    data = json.loads(json.dumps(data))
    message = kind.model_validate(data)
    assert not list(unnamed(message))
    assert message.model_dump(mode="json", by_alias=True, exclude_unset=True) == data
    return message


def every_kind(kind: type[Event]) -> Iterator[type[Event]]:
    for one in kind.__subclasses__():
        yield one
        yield from every_kind(one)


@pytest.mark.parametrize("game", sorted(catalogue()))
def test_a_round_is_told_in_full_and_read_back_to_the_letter(game: str) -> None:
    rules, rng = house_rules(catalogue()[game].rules), Random(game)
    check(RuleFile, catalogue()[game].rules.model_dump(mode="json"))
    driver = Driver(catalogue()[game], rules)
    for seat in range(1, min(rules.seats, 3) + 1):
        driver.seat(f"seat {seat}", 100_000_00)
    for _ in range(3):
        driver.begin(rng.randbytes(32))
        while driver.asks:
            ask = next(iter(driver.asks.values()))
            for viewer in (ask.who, "public", "dealer"):
                seen = check(View, {**HOUSE, **view(driver, viewer)})
                assert isinstance(seen, View)
                if seen.ask is not None and viewer == ask.who:
                    words = [one for one in ask.answers() if one in seen.ask.answers()]
                    assert words or not ask.answers() or not seen.ask.answers()
            driver.answer(ask.who, ask.random(rng))
        for viewer in ("seat 1", "public", "surveillance"):
            check(RoundAgain, round_told(driver, viewer))


def test_every_field_of_every_event_has_a_name_on_the_wire() -> None:
    fields = {part.name for kind in every_kind(Event) for part in dataclasses.fields(kind) if _ours(kind)}
    assert fields <= set(viewing.Event.model_fields)


def _ours(kind: type[Event]) -> bool:
    return kind.__module__.startswith("houseway.")


def test_an_ask_lists_its_answers_as_the_engine_does() -> None:
    forms = [
        {"form": "words", "words": ["fold", "call"]},
        {"form": "times", "wager": "across", "of": "ante", "words": {"across 1": "10", "across 3": "30"}},
        {"form": "amount", "word": "raise to", "low": "20", "high": "60.50", "step": "1"},
        {"form": "number", "low": 1, "high": 51},
    ]
    ask = Ask.model_validate({"who": "seat 1", "what": "bet", "clause": "", "forms": forms})
    assert ask.answers() == ("fold", "call", "across 1", "across 3", "raise to 20", "raise to 60.50", "1", "51")


def test_a_field_of_a_newer_house_is_kept() -> None:
    assert viewing.Seat.model_validate({"name": "", "stack": "1", "wagers": {}, "hat": "red"}).model_extra == {
        "hat": "red"
    }
