"""What a round came to: turnover by its events, money by its ledger; booked when it is played, and counted again."""

from collections.abc import Mapping
from dataclasses import dataclass, fields

from houseway.play.come_come import ComeComeBack
from houseway.play.driver import Driver
from houseway.play.event import Collected, Filled, Paid, PaidOver, Voided, Wagered
from houseway.play.ledger import DROP, INVENTORY
from houseway.play.player_dealer import TakenUp
from houseway.play.pot import Bet, PotAwarded

_METER = "meter/"


@dataclass(frozen=True)
class Figures:
    """What one round, or many, came to."""

    rounds: int = 0
    void: int = 0  # of them
    wagered: int = 0  # put up in rounds that were not void
    paid: int = 0  # winnings of players, prizes and pots
    collected: int = 0  # wagers lost
    house: int = 0  # what the table inventory gained, fills left out
    player_dealer: int = 0  # what those who banked for the table gained
    fees: int = 0  # collection, into the drop box
    meters: int = 0  # what progressive meters gained

    def __add__(self, other: "Figures") -> "Figures":
        return Figures(*(getattr(self, name) + getattr(other, name) for name in NAMES))


NAMES = tuple(field.name for field in fields(Figures))


def figures(driver: Driver) -> Figures:
    """What the round that has just ended came to: money by the ledger, turnover by the events."""
    before: Mapping[str, int] = driver.header["table"]["accounts"]
    after, events = driver.table.ledger, driver.events
    void = any(isinstance(event, Voided) for event in events)
    stood = [] if void else events
    return Figures(
        rounds=1,
        void=int(void),
        wagered=sum(event.amount for event in stood if isinstance(event, (Wagered, Bet))),
        paid=sum(event.amount for event in stood if isinstance(event, (Paid, PotAwarded, PaidOver))),
        collected=sum(event.amount for event in stood if isinstance(event, Collected)),
        house=after[INVENTORY]
        - before.get(INVENTORY, 0)
        - sum(event.amount for event in events if isinstance(event, Filled)),
        player_dealer=sum(event.net for event in events if isinstance(event, TakenUp | ComeComeBack)),
        fees=after[DROP] - before.get(DROP, 0),
        meters=_on_meters(after) - _on_meters(before),
    )


def _on_meters(accounts: Mapping[str, int]) -> int:
    return sum(amount for account, amount in accounts.items() if account.startswith(_METER))
