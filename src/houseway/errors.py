"""Whatever goes wrong by somebody's doing is a `HousewayError`: one sentence on what is wrong and what was expected.

Any other exception is a mistake of the program. The few kinds that callers tell apart are classes here. What a kind
means in HTTP is known to `serve.api.errors` alone.
"""

UNREACHABLE = "the house's books can't be reached right now: try again in a moment"


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
