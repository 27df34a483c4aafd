"""The ledger: money in named accounts, moved and never made."""

CAGE = "cage"  # where chips come from and go back to; it stands below zero by what is on the table
INVENTORY = "inventory"  # the house's chips in the table inventory container
DROP = "drop"


class LedgerError(Exception):
    """A posting that can't be made: always a mistake of the program, never of a player."""


class Ledger:
    """Whole cents in accounts; every posting takes from one what it gives to another, so the sum stays zero."""

    __slots__ = ("accounts",)

    def __init__(self, accounts: dict[str, int] | None = None) -> None:
        self.accounts: dict[str, int] = dict(accounts or {})

    def __getitem__(self, account: str) -> int:
        return self.accounts.get(account, 0)

    def move(self, giver: str, taker: str, amount: int) -> None:
        accounts = self.accounts
        left = accounts.get(giver, 0) - amount
        if amount <= 0 or (left < 0 and giver != CAGE):
            raise LedgerError(f"{amount} cents can't move from {giver} ({accounts.get(giver, 0)}) to {taker}")
        if left:
            accounts[giver] = left
        else:
            del accounts[giver]
        new = accounts.get(taker, 0) + amount
        if new:
            accounts[taker] = new
        else:
            del accounts[taker]

    def total(self) -> int:
        """The sum over all accounts: zero, always."""
        return sum(self.accounts.values())
