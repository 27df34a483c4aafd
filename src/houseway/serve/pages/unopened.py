"""Pages that were sent and whose browser has not opened its socket yet: the house keeps only a few of them.

A page holds its elements until its browser comes back for it, and a program that fetches pages never does. When too
many wait, whoever has most of them loses the oldest. A browser whose page is gone loads it again by itself.
"""

from collections import Counter
from dataclasses import dataclass, field

from nicegui import Client, ui

MOST = 40


@dataclass
class Unopened:
    """The pages that wait, oldest first, each with whose it is: an account, or everybody at one address."""

    most: int = MOST
    _waiting: dict[Client, str] = field(default_factory=dict)

    def __len__(self) -> int:
        return len(self._waiting)

    def sent(self, client: Client, who: str) -> None:
        """A page is on its way to this visitor."""
        if client.is_deleted or client.has_socket_connection:
            return
        self._waiting[client] = who
        client.on_connect(self._forget)  # it is given the client: a client that held itself would outlive its page
        client.on_delete(self._gone)
        while len(self._waiting) > self.most:
            self._oldest().delete()

    def _oldest(self) -> Client:
        """The oldest page of whoever has most."""
        most = Counter(self._waiting.values()).most_common(1)[0][0]
        return next(client for client, who in self._waiting.items() if who == most)

    def _forget(self, client: Client) -> None:
        self._waiting.pop(client, None)

    def _gone(self, client: Client) -> None:
        """The framework's elements hold themselves: their text would stay until the garbage collector looks."""
        self._forget(client)
        for element in client.elements.values():
            if isinstance(element, ui.html):
                element.content = ""
