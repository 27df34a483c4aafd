"""The names that a house answers to."""

from collections.abc import Sequence
from ipaddress import IPv4Address, IPv6Address, ip_address

_HERE = ("localhost", "127.0.0.1", "::1")


class Hosts:
    """This machine, the address that is listened on, and the names that were given."""

    def __init__(self, bound: str, names: Sequence[str] = ()) -> None:
        self._names = {_plain(name) for name in (*_HERE, bound, *names)}
        address = _address(bound)
        self._every_address = address is not None and address.is_unspecified

    def has(self, host: str) -> bool:
        """Whether a Host header names this house. One that listens on every address is asked for by each of them."""
        name = _plain(host)
        return name in self._names or (self._every_address and _address(name) is not None)


def _plain(host: str) -> str:
    """A name as it is compared: without its port, brackets and final dot."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    name, _, port = host.rpartition(":")
    return (name if name and ":" not in name and port.isdecimal() else host).lower().removesuffix(".")


def _address(name: str) -> IPv4Address | IPv6Address | None:
    try:
        return ip_address(name)
    except ValueError:
        return None
