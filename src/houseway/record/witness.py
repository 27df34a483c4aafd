"""An HTTP witness: somebody elsewhere who keeps the last head of a house.

`POST URL` with a signed head answers the latest head that the witness has of that house; `GET URL/HOUSE` answers the
same, or 404. A witness is not trusted: what it answers counts only if the house's own key signed it. It can forget or
stay silent, and it can't make a head up.
"""

import json
import time

import httpx

from houseway.record import heads
from houseway.record.errors import ProveError
from houseway.record.heads import SignedHead

PATIENCE = 5.0  # seconds for a whole answer
LONGEST = 4096  # bytes of a head


class WitnessWrong(ProveError):
    """A witness that gave no answer that can be used, and why."""


def latest(url: str, house: str) -> SignedHead | None:
    """The last head that a witness has of a house."""
    status, text = _asked("GET", f"{url.rstrip('/')}/{house}")
    return None if status == 404 else _head(url, status, text, house)


def post(url: str, head: SignedHead) -> SignedHead:
    """Have a witness keep a head; what is returned is the latest that it has."""
    status, text = _asked("POST", url, json.dumps(head.data()).encode())
    kept = _head(url, status, text, head.house)
    if kept.number < head.number:
        raise WitnessWrong(f"the witness {url} did not keep the head of record {head.number}")
    return kept


def _head(url: str, status: int, text: str, house: str) -> SignedHead:
    if status not in (200, 409):
        raise WitnessWrong(f"the witness {url} answered {status}, not a head")
    try:
        head = heads.read(text, f"what the witness {url} answered")
    except ProveError as wrong:
        raise WitnessWrong(str(wrong)) from None
    if head.house != house:
        raise WitnessWrong(f"the witness {url} answered a head of another house")
    return head


def _asked(method: str, url: str, body: bytes = b"") -> tuple[int, str]:
    until = time.monotonic() + PATIENCE
    found = b""
    try:
        with httpx.stream(method, url, content=body or None, timeout=PATIENCE) as answer:
            for part in answer.iter_raw():
                found += part
                if len(found) > LONGEST or time.monotonic() > until:
                    raise WitnessWrong(f"the witness {url} answered too much or too slowly")
            return answer.status_code, found.decode(errors="replace")
    except (httpx.HTTPError, httpx.InvalidURL, OSError) as error:
        raise WitnessWrong(f"the witness {url} can't be reached: {str(error) or type(error).__name__}") from None
