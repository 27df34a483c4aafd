"""The ledger: money in named accounts, moved and never made."""

CAGE = "cage"  # where chips come from and go back to; it stands below zero by what is on the table
INVENTORY = "inventory"  # the house's chips in the table inventory container
DROP = "drop"


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
