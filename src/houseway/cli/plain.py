"""Letters and dashes for terminals that have no suit signs: nothing is lost but beauty."""

import codecs
import sys
from io import TextIOWrapper

_PLAIN = dict(zip("♣♦♥♠╭╮╰╯─━│▒·“”…✓✗", "cdhs++++--|#-'' yx", strict=True))


def streams() -> None:
    """Make the standard streams take any text, and give what they can't show in plain signs."""
    codecs.register_error("houseway", _plainly)
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, TextIOWrapper):
            stream.reconfigure(errors="houseway")
    if isinstance(sys.stdin, TextIOWrapper):
        sys.stdin.reconfigure(errors="replace")


def everything_shows() -> bool:
    return (sys.stdout.encoding or "").lower().replace("-", "") == "utf8"


def _plainly(error: UnicodeError) -> tuple[str, int]:
    if not isinstance(error, UnicodeEncodeError):
        raise error
    return "".join(_PLAIN.get(sign, "?") for sign in error.object[error.start : error.end]), error.end
