"""Banks: who pays what is won and collects what is lost. A round says what; a bank moves it."""

from typing import TYPE_CHECKING, Any, Protocol

from houseway.play.event import Awarded, Collected, Paid, Returned
from houseway.play.ledger import INVENTORY
from houseway.play.note import GIVEN_BACK, PUSHED
from houseway.play.outcome import Outcome, Result

if TYPE_CHECKING:
    from houseway.play.table import Stake, Table


class Bank(Protocol):
    account: str  # where its money lies

    def settle(self, table: "Table", stake: "Stake", outcome: Outcome) -> Outcome:
        """Move the money of one outcome; the answer is the outcome as it was carried out."""

    def award(self, table: "Table", who: str, spot: str, outcome: Outcome) -> Outcome:
        """Pay a prize that no stake stands behind; the answer is the outcome as it was carried out."""
        raise TypeError(f"{type(self).__name__} pays no prizes")

    def round_over(self, table: "Table") -> None:
        """The round has ended, played out or void."""
        return

    def parts(self, table: "Table") -> dict[str, int]:
        """Whose the money in the bank is, where players have put it there."""
        return {}

    def shown(self, table: "Table") -> dict[str, Any]:
        """What a viewer may know of the bank: who banks, and how much is left."""
        return {}


class House(Bank):
    """The house banks from its table inventory, and fills it when it runs short."""

    account = INVENTORY

    def settle(self, table: "Table", stake: "Stake", outcome: Outcome) -> Outcome:
        if outcome.result is Result.WIN:
            self._pay(table, stake, outcome)
        elif outcome.result is Result.LOSE:
            table.ledger.move(stake.account, INVENTORY, outcome.stake)
            table.emit(
                Collected(
                    stake.owner,
                    stake.spot,
                    outcome.wager,
                    outcome.stake,
                    outcome.hand,
                    outcome.clause,
                    outcome.note,
                )
            )
        else:
            table.ledger.move(stake.account, stake.owner, outcome.stake)
            note = outcome.note or (PUSHED if outcome.result is Result.PUSH else GIVEN_BACK)
            table.emit(
                Returned(stake.owner, stake.spot, outcome.wager, outcome.stake, outcome.hand, outcome.clause, note)
            )
        return outcome

    def award(self, table: "Table", who: str, spot: str, outcome: Outcome) -> Outcome:
        table.fill(outcome.paid)
        table.ledger.move(INVENTORY, who, outcome.paid)
        odds = str(outcome.odds or "")
        table.emit(Awarded(who, spot, outcome.wager, 0, outcome.paid, odds, outcome.hand, outcome.clause, outcome.note))
        return outcome

    def _pay(self, table: "Table", stake: "Stake", outcome: Outcome) -> None:
        ledger, owner = table.ledger, stake.owner
        if outcome.paid:
            table.fill(outcome.paid)
            ledger.move(INVENTORY, owner, outcome.paid)
        ledger.move(stake.account, owner, outcome.stake)
        table.emit(
            Paid(
                owner,
                stake.spot,
                outcome.wager,
                outcome.stake,
                outcome.paid,
                str(outcome.odds or ""),
                outcome.hand,
                outcome.clause,
                outcome.note,
            )
        )
