"""Hand histories as their files tell them.

A `.phh` file is TOML with one hand, a `.phhs` file has one table a hand. `p1` is left of the button, which the last
player has; in stud, `p1` is closest to seat one. With two players, forced bets are listed the other way around.
"""

import json
import re
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from typing import Any

from houseway.errors import HousewayError

Number = int | Decimal

VARIANTS = {
    "FT": "limit-holdem",
    "NT": "no-limit-holdem",
    "PO": "omaha",
    "FO/8": "omaha-hi-lo",
    "F7S": "seven-card-stud",
    "F7S/8": "seven-card-stud-hi-lo",
}
BETTING: dict[str, Any] = {"NT": "no limit", "PO": "pot limit"}
STUD = ("F7S", "F7S/8")
OTHERS = ("NS", "FR", "N2L1D", "F2L3D", "FB")  # variants of the format that are none of this house's games
COLLECTION = "_collection"  # fields of a hand written here: what was taken from the pot,
SHORT_POST = "_short_post"  # what there was to call after a forced bet posted short,
DIVIDES = "_divides"  # and whether side pots that the same hands win are divided one by one


class HistoryError(HousewayError, ValueError):
    """A file that is no hand history, or one of a game that is not played here."""


@dataclass(frozen=True, slots=True)
class History:
    """One hand as its file tells it; amounts in the file's own unit."""

    name: str
    variant: str
    antes: tuple[Number, ...]
    stacks: tuple[Number, ...]
    actions: tuple[str, ...]
    blinds: tuple[Number, ...] = ()
    bring_in: Number = 0
    small: Number = 0
    big: Number = 0
    capped_antes: bool = False
    collection: Number = 0
    finishing: tuple[Number, ...] | None = None
    winnings: tuple[Number, ...] | None = None  # what each took from the pots, where no finishing stacks are given
    rest: Mapping[str, Any] = field(default_factory=dict)


def hands(text: str, *, name: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """The hands in a file by name, as they stand there."""
    data = _plain_lines(text)
    if data is None:
        try:
            data = tomllib.loads(text, parse_float=Decimal)
        except (tomllib.TOMLDecodeError, ValueError, ArithmeticError, RecursionError) as error:
            raise HistoryError(f"{name} is not a hand history: {error}") from None
    if "variant" in data:
        yield name, data
        return
    if not data or not all(isinstance(hand, dict) and "variant" in hand for hand in data.values()):
        raise HistoryError(f"{name} is not a hand history: it has no variant")
    for key, hand in data.items():
        yield f"{name} [{key}]", hand


_LINE = re.compile(
    r"""(?:\[(?P<hand>[0-9]+)\]
    |(?P<key>[a-z_]+)\ =\ (?P<value>\[[^"\\\#]*\]|\[[^'\\\#]*\]|-?[0-9]+(?:\.[0-9]+)?|true|false)
    |(?P<word>[a-z_]+)\ =\ (?P<quote>['"])(?P<text>[^'"\\]*)(?P=quote)
    |(?P<when>[a-z_]+)\ =\ (?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9]
        |[1-9][0-9]{3}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1[0-9]|2[0-8])))[ ]*""",
    re.VERBOSE | re.ASCII,
)


_DECODER = json.JSONDecoder(parse_float=Decimal)


def _plain_lines(text: str) -> dict[str, Any] | None:
    """A file whose every line is one plain value, as programs write them, without the whole of TOML; None for others.
    Times and dates, which no hand is played by, are left out."""
    data: dict[str, Any] = {}
    passed: set[str] = set()  # the times and dates of the hand
    here, match, decode = data, _LINE.fullmatch, _DECODER.decode
    for line in text.split("\n"):
        if not line:
            continue
        if not (found := match(line)):
            return None
        key, value, word, told, when, hand = found.group("key", "value", "word", "text", "when", "hand")
        if hand:
            if hand in data:
                return None
            here = data[hand] = {}
            passed.clear()
            continue
        if (name := key or word or when) in here or name in passed:
            return None
        if key:
            try:
                here[key] = decode(value.replace("'", '"') if "'" in value else value)
            except ValueError:
                return None
        elif word:
            here[word] = told
        else:
            passed.add(when)
    return data


def histories(text: str, *, name: str) -> Iterator[History]:
    """The hands in a file, one after the other."""
    for told, data in hands(text, name=name):
        yield history(data, told)


def history(data: Mapping[str, Any], name: str) -> History:
    """One hand, if it has all that a hand needs."""
    variant = data["variant"]
    if variant not in VARIANTS if isinstance(variant, str) else True:
        known = ", ".join(VARIANTS)
        why = "is not played here" if variant in OTHERS else "is no variant of the format"
        raise HistoryError(f"{name}: {variant!r} {why}: {known}")
    stud = variant in STUD
    fixed = variant not in BETTING
    sizes = ("small_bet", "big_bet") if fixed else ("min_bet", "min_bet")
    needed = ["antes", "starting_stacks", "actions", *sizes, "bring_in" if stud else "blinds_or_straddles"]
    if missing := [key for key in needed if key not in data]:
        raise HistoryError(f"{name}: {missing[0]} is missing")
    actions = data["actions"]
    if not isinstance(actions, list) or not {*map(type, actions)} <= _TEXT:
        raise HistoryError(f"{name}: actions must be a list of texts")
    lists = {_LISTS[key]: _numbers(data, key, name) for key in _LISTS if key in needed or data.get(key) is not None}
    stacks = lists["stacks"]
    if len(stacks) < 2:
        raise HistoryError(f"{name}: a hand takes two players or more, not {len(stacks)}")
    for key, part in _LISTS.items():
        if part in lists and len(lists[part]) != len(stacks):
            raise HistoryError(f"{name}: {key} has {len(lists[part])} entries for {len(stacks)} players")
    if not all(stacks):
        raise HistoryError(f"{name}: every starting stack must be more than nothing")
    if not any(lists.get("winnings", ())):
        lists.pop("winnings", None)  # winnings that are all nothing are no result (PP-30)
    return History(
        name,
        variant,
        actions=tuple(actions),
        bring_in=_number(data["bring_in"], "bring_in", name) if stud else 0,
        small=_number(data[sizes[0]], sizes[0], name),
        big=_number(data[sizes[1]], sizes[1], name),
        capped_antes=data.get("ante_trimming_status") is True,
        collection=_number(data.get(COLLECTION, 0), COLLECTION, name),
        rest=data,
        **lists,
    )


_WHOLE, _TEXT = {int}, {str}
_LISTS = {
    "antes": "antes",
    "starting_stacks": "stacks",
    "blinds_or_straddles": "blinds",
    "finishing_stacks": "finishing",
    "winnings": "winnings",
}  # fields with a number for each player, and what they are called here
_SIGNED = ("blinds_or_straddles",)  # a post that opens nothing is negative
_ENDLESS = ("starting_stacks", "finishing_stacks")  # a stack may be unknown
MOST = 10**15  # an amount


def _numbers(data: Mapping[str, Any], key: str, name: str) -> tuple[Number, ...]:
    listed = data[key]
    if not isinstance(listed, list):
        raise HistoryError(f"{name}: {key} must be a list of numbers")
    if {*map(type, listed)} == _WHOLE and min(listed) >= 0 and max(listed) <= MOST:
        return tuple(listed)
    return tuple([_number(number, key, name) for number in listed])


def _number(number: object, key: str, name: str) -> Number:
    if not isinstance(number, int | Decimal) or isinstance(number, bool) or Decimal(number).is_nan():
        raise HistoryError(f"{name}: {key} must be a number, not {number!r}")
    if number < 0 and key not in _SIGNED:
        raise HistoryError(f"{name}: {key} must not be negative, not {number}")
    if not -MOST <= number <= MOST and not (key in _ENDLESS and number == Decimal("Infinity")):
        raise HistoryError(f"{name}: {key} must be at most {MOST:,}")
    return number
