"""Choices written as text: `five_card_bonus=false`, `limits.ante.minimum=10`, `pays.five-card-bonus.flush=9:1`."""

from collections.abc import Iterable

from houseway.rules.models import GameRules, Option, Setting
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices


def choices(game: GameRules, settings: Iterable[str], *, said: str = "--set") -> Choices:
    """What was chosen; `said` is how such a choice is called where it was written."""
    options: dict[str, Setting] = {}
    limits: dict[str, dict[str, str]] = {}
    pays: dict[str, dict[str, str]] = {}
    named = set[str]()
    for setting in settings:
        name, equals, value = (part.strip() for part in setting.partition("="))
        if not equals or not name or not value:
            raise RulesError(f"{said} {setting!r} is not a choice: write NAME=VALUE, as in {_example(game)}")
        if name in named:
            raise RulesError(f"{said} {name} is given twice: which of the two is meant?")
        named.add(name)
        match name.split(".", 2):
            case [option]:
                options[option] = _read(value, game.options.get(option))
            case ["limits", wager, bound]:
                limits.setdefault(wager, {})[bound] = value
            case ["pays", table, line]:
                pays.setdefault(table, {})[line] = value
            case _:
                raise RulesError(
                    f"{said} {name} is not a choice: write OPTION=VALUE, limits.WAGER.minimum=AMOUNT, "
                    "limits.WAGER.maximum=AMOUNT or pays.TABLE.LINE=ODDS"
                )
    return Choices(options=options, limits=limits, pays=pays)


def _example(game: GameRules) -> str:
    return next((f"{name}={str(option.default).lower()}" for name, option in game.options.items()), "decks=2")


def _read(value: str, option: Option | None) -> Setting:
    """A value as the option has it: one of its own, text where it takes text, else true, false or a whole number."""
    if option is not None:
        for known in option.values:
            if value.lower() == str(known).lower():
                return known
        if isinstance(option.default, str):
            return value
    if value.lower() in ("true", "false"):
        return value.lower() == "true"
    return int(value) if value.removeprefix("-").isdecimal() and len(value) < 20 else value
