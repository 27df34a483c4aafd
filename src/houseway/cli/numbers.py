"""Numbers as they are typed after an option."""

import re
from fractions import Fraction

from houseway.rules.strict import RulesError

_MOST = 9  # digits before and after the point, or in either part of a fraction
_UNITS = re.compile(rf"\d{{1,{_MOST}}}(\.\d{{1,{_MOST}}}|/\d{{1,{_MOST}}})?")
_DIGITS = 20
MOST_ROUNDS = 10**7


def whole(option: str, text: str, *, most: int | None = MOST_ROUNDS) -> int:
    """A whole number from 1 up."""
    number = int(text) if text.isascii() and text.isdecimal() and len(text) <= _DIGITS else 0
    if not 0 < number <= (number if most is None else most):
        top = f" to {most:,}" if most else f", of at most {_DIGITS} digits"
        raise RulesError(f"{option} {shortened(text)} is not possible: write a whole number from 1{top}")
    return number


def units(option: str, text: str) -> Fraction:
    """An amount in units of a wager."""
    try:
        if _UNITS.fullmatch(text):
            return Fraction(text)
    except ZeroDivisionError:
        pass
    raise RulesError(
        f"{option} {shortened(text)} is not an amount: write units of the wager, as in 100 or 0.05, with at most "
        f"{_MOST} digits before and after the point"
    )


def shortened(text: str) -> str:
    """What was given, as far as a sentence has room for it."""
    return repr(text if len(text) <= 40 else text[:40] + "…")
