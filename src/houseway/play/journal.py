"""Journals: a round as it began and all that was said to it, from which everything else follows."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from houseway.cards.source import source_from
from houseway.errors import HousewayError
from houseway.play import entry
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.game import Game
from houseway.play.table import STATE_FIELDS
from houseway.rules.resolved import PARTS, resolve
from houseway.rules.strict import RulesError


class JournalError(HousewayError, ValueError):
    """A journal that can't be replayed."""


def lines(header: Mapping[str, Any], entries: Iterable[Mapping[str, Any]]) -> str:
    """A journal as JSON lines: the table as the round began, then every entry."""
    return "".join(json.dumps(part, ensure_ascii=False) + "\n" for part in (header, *entries))


def written(driver: Driver) -> str:
    """The whole journal of the round in hand, secrets and all: for the store, never for a viewer."""
    return lines(driver.header, driver.journal)


def replay(journal: str, game_named: Callable[[str], Game], *, name: str = "the journal") -> Driver:
    """Play a journal again from its own start; the driver stands where the journal stops."""
    try:
        header, *entries = [json.loads(line) for line in journal.split("\n") if line.strip()]
    except (ValueError, RecursionError):
        raise JournalError(f"{name} is not a journal: it must be JSON lines, the first one its header") from None
    if not isinstance(header, dict) or header.get("journal") != 1:
        raise JournalError(f'{name} is not a journal: its first line must say "journal": 1')
    missing = [key for key in ("game", "rules", "automatic", "source", "table") if header.get(key) is None]
    if not missing and isinstance(header["table"], dict):
        missing = [key for key in STATE_FIELDS if header["table"].get(key) is None]
    if missing:
        raise JournalError(f"{name} can't be replayed: its header lacks {', '.join(missing)}")
    try:
        game = game_named(header["game"])
        chosen = header["rules"]
        rules = resolve(game.rules, **{part: chosen.get(part) for part in PARTS})
        driver = Driver(game, rules, source=source_from(header["source"]), automatic=header["automatic"])
        stands(driver, header["table"])
    except (RulesError, JournalError) as error:
        raise JournalError(f"{name} can't be replayed: {error}") from None
    except Exception:  # a damaged header can go wrong anywhere
        raise JournalError(f"{name} can't be replayed: its header is damaged") from None
    for number, data in enumerate(entries, start=2):
        try:
            driver.apply(entry.read(data))
        except Refused as error:
            raise JournalError(f"{name}, line {number}: {error}") from None
        except Exception:  # a damaged entry can go wrong anywhere
            raise JournalError(f"{name}, line {number}: this is not a whole journal entry") from None
    return driver


def stands(driver: Driver, state: Mapping[str, Any]) -> None:
    """Have a driver stand where a header says that its table stood."""
    accounts, seats, stakes = state["accounts"], state["seats"], state["stakes"]
    whole = all(type(number) is int for number in (state["round"], state["now"], *accounts.values()))
    words = all(type(word) is str for word in (*seats.values(), *(part for stake in stakes for part in stake)))
    if not whole or not words or not isinstance(state["memory"], dict):
        raise JournalError("the state of its table is damaged")
    driver.restore(state)
