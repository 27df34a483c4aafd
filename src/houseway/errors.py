"""Whatever goes wrong by somebody's doing is a `HousewayError`: one sentence on what is wrong and what was expected.

Any other exception is a mistake of the program. The few kinds that callers tell apart are classes here. What a kind
means in HTTP is known to `serve.api.errors` alone.
"""

from collections.abc import Iterable, Sequence

UNREACHABLE = "the house's books can't be reached right now: try again in a moment"

_COMPARED = 80  # letters of what was given: nobody's name for anything is longer
_ALIKE = 0.6  # how much of a name is the same in one that is near to it
_AS_NEAR = 0.02  # how much less of it is the same in one that may be meant as well
_MEANT = 2  # names that are suggested
_LISTED = 12  # names that are listed one by one


class HousewayError(Exception):
    """What was asked for can't be done. `str(error)` is the sentence for the person who asked."""


class Denied(HousewayError):
    """A house does not do what it was asked, and nothing has changed."""

    def __init__(self, why: str, *, needs: str = "") -> None:
        super().__init__(why)
        self.why = why
        self.needs = needs  # what is missing and can be given: "code", "second", "password"


class BadInput(Denied):
    """What was given is not well formed, or no such value is allowed."""


class NotSignedIn(Denied):
    """Nobody is signed in, or with the wrong password or code."""


class Forbidden(Denied):
    """Somebody else may do it."""


class NotFound(Denied):
    """There is no such thing."""


class NotNow(Denied):
    """It can't be done as things are; at another moment it could."""


class TooLong(Denied):
    """More was sent than is read."""


class TooMany(Denied):
    """Somebody has tried too often, or has too much under way."""


class Unavailable(Denied):
    """The house can't do it at the moment, whoever asks: the same request may be sent again."""


KINDS: dict[str, type[Denied]] = {
    kind.__name__: kind for kind in (BadInput, NotSignedIn, Forbidden, NotFound, NotNow, TooLong, TooMany, Unavailable)
}


def instead(given: str, known: Iterable[str]) -> str:
    """What to write in place of a name that is not known: what comes near to it, else what there is.

    >>> instead("antes", ["ante", "blind", "trips"])
    'did you mean ante?'
    >>> instead("red", ["ante", "blind", "trips"])
    'ante, blind, trips'
    """
    names = list(dict.fromkeys(known))
    if near := nearest(given, names):
        return f"did you mean {either(near)}?"
    if len(names) > _LISTED:
        return f"{', '.join(names[:_LISTED])} and {len(names) - _LISTED} others"
    return ", ".join(names) or "there are none"


def nearest(given: str, known: Iterable[str]) -> list[str]:
    """The one or two names that what was given may be a slip of. A number is no slip of another number, and where many
    names are as near none of them is meant."""
    from difflib import SequenceMatcher, get_close_matches

    if not any(map(str.isalpha, given)):
        return []
    word, plain = _plain(given[:_COMPARED]), {_plain(name): name for name in known}
    found = get_close_matches(word, plain, n=_MEANT + 1, cutoff=_ALIKE)
    ratios = [SequenceMatcher(None, name, word).ratio() for name in found]
    near = [plain[name] for name, ratio in zip(found, ratios, strict=True) if ratio > ratios[0] - _AS_NEAR]
    return near if len(near) <= _MEANT else []


def _plain(name: str) -> str:
    """A name without what people mistake for one another: capitals, and hyphens for underscores or spaces."""
    return name.lower().replace("_", "-").replace(" ", "-")


def either(names: Sequence[str]) -> str:
    """Names to choose from: `a, b or c`."""
    return " or ".join(filter(None, (", ".join(names[:-1]), names[-1])))
