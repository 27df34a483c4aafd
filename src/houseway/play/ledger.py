"""The ledger: money in named accounts, moved and never made.

An account is a value with one text form, which this module alone writes and reads:

    cage, inventory, drop, player-dealer    where the house's and the player-dealer's chips lie
    seat 3, backline 3.1                    a player's stack
    seat 3/ante, seat 3 hand 2/base         a wager on a spot
    pot/main, pot/side 1, meter/NAME        a pot, a progressive meter

The ledger is keyed by the text form, as a journal has it: looking a value up takes four times as long.
"""

from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache

from houseway.play.places import Place

CAGE = "cage"  # where chips come from and go back to; it stands below zero by what is on the table
INVENTORY = "inventory"  # the house's chips in the table inventory container
DROP = "drop"
BANK = "player-dealer"  # what a player-dealer has put up


class Holds(StrEnum):
    """What an account holds."""

    CAGE = CAGE
    INVENTORY = INVENTORY
    DROP = DROP
    BANK = BANK
    STACK = "stack"
    WAGER = "wager"
    POT = "pot"
    METER = "meter"


_BY_ITSELF = frozenset({Holds.CAGE, Holds.INVENTORY, Holds.DROP, Holds.BANK})
_NAMED = frozenset({Holds.POT, Holds.METER})


@dataclass(frozen=True, slots=True)
class Account:
    """Where money lies. `str(account)` and `Account.read(text)` are each other's inverse."""

    holds: Holds
    place: Place | None = None  # of a stack or a wager
    name: str = ""  # of a wager, a pot or a meter

    def __str__(self) -> str:
        if self.holds in _BY_ITSELF:
            return self.holds.value
        return "/".join(filter(None, (self.holds.value if self.place is None else str(self.place), self.name)))

    @property
    def words(self) -> str:
        """A wager as one names it with its spot: `seat 3 hand 2 base`."""
        return f"{self.place} {self.name}"

    @staticmethod
    def read(text: str) -> "Account":
        return _read(text)


@lru_cache(maxsize=1 << 12)
def _read(text: str) -> Account:
    if text in _BY_ITSELF:
        return Account(Holds(text))
    at, slash, name = text.partition("/")
    if at in _NAMED and slash:
        return Account(Holds(at), name=name)
    return Account(Holds.WAGER if slash else Holds.STACK, Place.read(at), name)


def wager_account(spot: str, wager: str) -> str:
    """`seat 3/ante`."""
    return f"{spot}/{wager}"


def pot_account(name: str) -> str:
    """`pot/main`, `pot/side 1`."""
    return f"{Holds.POT.value}/{name}"


def meter_account(name: str) -> str:
    """`meter/NAME`."""
    return f"{Holds.METER.value}/{name}"


class LedgerError(Exception):
    """A posting that can't be made: always a mistake of the program, never of a player."""


class Ledger(dict[str, int]):
    """Whole cents in accounts; every posting takes from one what it gives to another, so the sum stays zero.

    An account that holds nothing is not kept; reading it gives 0. Change accounts by `move` alone.
    """

    __slots__ = ()

    def __missing__(self, account: str) -> int:
        return 0

    @property
    def accounts(self) -> dict[str, int]:
        return self

    def named(self, holds: Holds) -> dict[str, int]:
        """What lies in each pot, or on each meter, by its name."""
        found = ((Account.read(text), amount) for text, amount in self.items())
        return {account.name: amount for account, amount in found if account.holds is holds}

    def move(self, giver: str, taker: str, amount: int) -> None:
        left = self.get(giver, 0) - amount
        if amount <= 0 or (left < 0 and giver != CAGE):
            raise LedgerError(f"{amount} cents can't move from {giver} ({self[giver]}) to {taker}")
        if left:
            self[giver] = left
        else:
            del self[giver]
        new = self.get(taker, 0) + amount
        if new:
            self[taker] = new
        else:
            del self[taker]

    def total(self) -> int:
        """The sum over all accounts: zero, always."""
        return sum(self.values())
