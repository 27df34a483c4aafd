"""One request to a house and its answer, as values: what both clients share, and needs no connection."""

import secrets
import time
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache
from typing import Any, Generic, TypeVar

import httpx
from pydantic import TypeAdapter

from houseway.errors import HousewayError
from houseway.wire.people import Me

T = TypeVar("T")
Amount = str | Decimal  # dollars; a whole number would be taken for cents by some and for dollars by others

UNREACHED = 0  # the status of an error where no answer came at all
_FIRST_PAUSE, _LONGEST_PAUSE = 0.05, 2.0  # seconds


class HouseError(HousewayError):
    """What was refused, in the house's own sentence; or that no answer came, with status 0. Nothing has changed where
    the house refused."""

    def __init__(self, status: int, why: str, *, needs: str = "") -> None:
        super().__init__(why)
        self.status, self.why = status, why
        self.needs = needs  # "code": repeat it with the second factor's; "password": `confirm` first


@dataclass(frozen=True)
class Call(Generic[T]):
    """A request to the API, and how its answer is read."""

    method: str
    path: str
    read: Callable[[httpx.Response], T]
    body: Mapping[str, Any] | None = None
    query: Mapping[str, Any] = field(default_factory=dict)
    again: bool = False  # may be said again where no answer came: it only reads, or the house knows it by its key


# How answers are read


_adapter: Callable[[Any], TypeAdapter[Any]] = cache(TypeAdapter)


def value(kind: type[T]) -> Callable[[httpx.Response], T]:
    """Reads an answer's JSON as a value of this kind."""

    def read(response: httpx.Response) -> T:
        found: T = _adapter(kind).validate_json(response.content)
        return found

    return read


def one(kind: type[T], name: str) -> Callable[[httpx.Response], T]:
    """Reads the one thing that an answer names."""

    def read(response: httpx.Response) -> T:
        found: T = _adapter(kind).validate_python(response.json()[name])
        return found

    return read


def nothing(response: httpx.Response) -> None:
    """Reads an answer that says no more than that it is done."""


def text(response: httpx.Response) -> str:
    return response.text


def content(response: httpx.Response) -> bytes:
    return response.content


# What is sent


def new_key() -> str:
    """A name for one request, by which the house knows it again."""
    return secrets.token_hex(12)


def dollars(amount: Amount) -> str:
    """An amount as the API takes it."""
    if not isinstance(amount, (str, Decimal)):
        raise TypeError(f"an amount is text or a Decimal, in dollars, not {amount!r}: '12.50'")
    return amount if isinstance(amount, str) else f"{amount:f}"


class Visit:
    """Who one is at a house: its address, and a program's token or the cookies that the house gave."""

    def __init__(self, url: str, token: str = "") -> None:
        self.url = url.rstrip("/")
        self._token = token
        self.csrf = ""
        self.cookies: dict[str, str] = {}

    @property
    def cookie(self) -> str:
        return "; ".join(f"{name}={value}" for name, value in self.cookies.items())

    @property
    def headers(self) -> dict[str, str]:
        """What shows who one is."""
        return {"Authorization": f"Bearer {self._token}"} if self._token else {"Cookie": self.cookie}

    def request(self, call: Call[Any]) -> dict[str, Any]:
        """What httpx is given. The cookie is set by hand, so that many visits can share one set of connections."""
        headers = self.headers | ({"X-CSRF-Token": self.csrf} if call.method != "GET" and not self._token else {})
        query = [(name, one) for name, given in call.query.items() for one in _listed(given)]
        return {
            "method": call.method,
            "url": f"{self.url}{call.path}",
            "params": query or None,
            "json": call.body,
            "headers": headers,
        }

    def heard(self, call: Call[T], response: httpx.Response) -> T:
        """The value of an answer, or the house's sentence as an error."""
        for name, given in response.cookies.items():
            self.cookies[name] = given
        if response.is_error:
            raise _refusal(response)
        try:
            found = call.read(response)
        except (ValueError, KeyError, TypeError) as error:
            raise HouseError(response.status_code, f"{call.path} was not answered as a house does") from error
        if isinstance(found, Me):
            self.csrf = found.csrf
        return found


class Tries:
    """How often a request is made: again where the house could not be reached or is counting, and never if it might be
    done twice."""

    def __init__(self, visit: Visit, call: Call[Any], *, patience: float, counting: float) -> None:
        self._visit, self._call = visit, call
        self._pauses = pauses(patience)
        self._counted_by = time.monotonic() + counting

    def failed(self, error: httpx.TransportError) -> float:
        """Seconds to wait before the next try, where nothing was sent or it can be sent again."""
        unsent = isinstance(error, (httpx.ConnectError, httpx.ConnectTimeout, httpx.PoolTimeout))
        pause = next(self._pauses, None) if unsent or self._call.again else None
        if pause is None:
            raise unreached(self._visit, error) from error
        return pause

    def answered(self, response: httpx.Response) -> float | None:
        """The same where an answer came; None if it is the answer."""
        if response.status_code == httpx.codes.ACCEPTED:
            if time.monotonic() < self._counted_by:
                return 0.0  # the house has waited already
            raise HouseError(response.status_code, "it is still being counted: ask again later")
        if response.status_code == httpx.codes.SERVICE_UNAVAILABLE and self._call.again:
            return next(self._pauses, None)
        return None


def unreached(visit: Visit, error: Exception | None) -> HouseError:
    return HouseError(UNREACHED, f"no answer from the house at {visit.url}: {error or type(error).__name__}")


def pauses(patience: float) -> Iterator[float]:
    """How long to wait before each new try, until patience runs out."""
    until, pause = time.monotonic() + patience, _FIRST_PAUSE
    while time.monotonic() < until:
        yield pause
        pause = min(pause * 2, _LONGEST_PAUSE)


def _listed(given: Any) -> list[Any]:
    if given is None or given == "":
        return []
    return list(given) if isinstance(given, (list, tuple)) else [given]


def _refusal(response: httpx.Response) -> HouseError:
    try:
        said = response.json()
        return HouseError(response.status_code, str(said["error"]), needs=said.get("needs") or "")
    except (ValueError, KeyError, TypeError, AttributeError):
        return HouseError(response.status_code, f"{response.url.path} was answered with {response.status_code}")
