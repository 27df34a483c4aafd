"""What both clients need to know of a table's socket."""

from websockets.exceptions import ConnectionClosed

from houseway.client.calls import HouseError, Visit

MOST_MESSAGE = 2**24  # a whole view of a long round is far smaller
_NOT_ALLOWED = 1008


NOT_LET_IN = "the house does not let you listen here: too many of your sockets are open"


def address(visit: Visit, table: int) -> str:
    """Where a table's socket is."""
    return f"{visit.url.replace('http', 'ws', 1)}/api/v1/tables/{table}/live"


def over(closed: ConnectionClosed) -> HouseError | None:
    """Why the house has closed a socket for good; nothing if the connection broke, and can be made again."""
    if closed.rcvd is not None and closed.rcvd.code == _NOT_ALLOWED:
        return HouseError(403, closed.rcvd.reason)
    return None
