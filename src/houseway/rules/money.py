"""Money in whole cents, and odds as exact ratios.

>>> cents("12.50"), dollars(1250)
(1250, '12.50')
>>> Odds.parse("3:2").pays(1250)
1875
"""

import re
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from operator import index
from typing import Self

from houseway.errors import HousewayError

_AMOUNT = re.compile(r"\$?(\d{1,3}(?:,\d{3})+|\d{1,12})(?:\.(\d{1,2}))?")

_DIGITS = 9  # of odds on either side: more than any bank could pay


class MoneyError(HousewayError, ValueError):
    """Text that is no amount of money, or no odds."""


def cents(amount: str) -> int:
    """Whole cents from `10`, `10.5`, `$1,000` or `12.50`."""
    if amount.isdecimal() and amount.isascii() and len(amount) < 12:
        return int(amount) * 100
    found = _AMOUNT.fullmatch(amount.strip())
    if not found:
        raise MoneyError(f"{amount!r} is not an amount of money: write dollars, as in 10 or 12.50")
    whole, part = found.groups()
    return int(whole.replace(",", "")) * 100 + int((part or "").ljust(2, "0"))


def whole_cents(amount: object) -> int:
    """Money that comes in as a number: it is whole cents, or it is refused.

    >>> whole_cents(1000_00)
    100000
    """
    try:
        if not isinstance(amount, bool):
            return index(amount)  # type: ignore[arg-type]  # whatever is no whole number is refused here
    except TypeError:
        pass
    raise MoneyError(f"{amount!r} is not a whole number of cents: money is counted in cents, as in 1000_00 for $1,000")


def money(amount: str | int) -> int:
    """Money as a program may give it: text in dollars (`"12.50"`), or a number of whole cents (`1250`)."""
    return cents(amount) if isinstance(amount, str) else whole_cents(amount)


def dollars(amount: int) -> str:
    """The shortest text `cents` reads back: `10` or `12.50`, with a minus for what is owed."""
    sign, whole, part = "-" if amount < 0 else "", abs(amount) // 100, abs(amount) % 100
    return f"{sign}{whole}.{part:02}" if part else f"{sign}{whole}"


def shown(amount: int) -> str:
    """An amount as printed for people: `$1,250` or `$12.50`."""
    sign, whole, part = "-" if amount < 0 else "", abs(amount) // 100, abs(amount) % 100
    return f"{sign}${whole:,}.{part:02}" if part else f"{sign}${whole:,}"


def shown_span(least: int, most: int) -> str:
    """From one amount to another as printed for people: `$5 to $100`, or `$1` where there is only one."""
    return shown(least) if least == most else f"{shown(least)} to {shown(most)}"


@dataclass(frozen=True, slots=True)
class Odds:
    """So much won for so much staked: 3 to 2."""

    win: int
    stake: int = 1

    @classmethod
    def parse(cls, odds: str) -> Self:
        win, colon, stake = odds.partition(":")
        if not colon or not win.isascii() or not win.isdigit() or not stake.isascii() or not stake.isdigit():
            raise MoneyError(f"{odds!r} are not odds: write them as 3:2")
        if len(win) > _DIGITS or len(stake) > _DIGITS:
            given = odds if len(odds) <= 40 else odds[:40] + "…"
            raise MoneyError(f"{given!r} are not odds: each number has up to {_DIGITS} digits")
        if not int(stake):
            raise MoneyError(f"{odds!r} are not odds: the second number can't be 0")
        return cls(int(win), int(stake))

    def pays(self, amount: int, chip: int = 1) -> int:
        """What a winning stake is paid, rounded down to the table's smallest chip (ruling ALL-1)."""
        return amount * self.win // self.stake // chip * chip

    def fraction(self) -> Fraction:
        return Fraction(self.win, self.stake)

    def __str__(self) -> str:
        return _odds_text(self.win, self.stake)


@cache
def _odds_text(win: int, stake: int) -> str:
    return f"{win}:{stake}"


def points_text(pays: Odds) -> str:
    """What a line of points is worth: `22 points`."""
    return f"{pays.win} point{'s' * (pays.win != 1)}"


EVEN = Odds(1)
