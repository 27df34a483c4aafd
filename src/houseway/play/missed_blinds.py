"""Blinds that are owed: by a newcomer, and by who was not dealt in while the blinds passed (PP-25).

What is owed is kept by the player's name in the table's memory, so that getting up and sitting down again pays no debt.
A missed big blind and a newcomer's are posted live, a missed small blind dead. Who waits for the big blind owes nothing
any more.
"""

from collections.abc import Iterable

from houseway.play.button import Positions, left_of
from houseway.play.event import Event
from houseway.play.places import number_of
from houseway.play.pot import Player, Pot, Stakes
from houseway.play.table import Table
from houseway.play.value import value

SMALL, BIG = "small blind", "big blind"
NEWCOMER = "newcomer's big blind"
CLAUSE = "PP-25"


@value
class BlindMissed(Event):
    """A blind has passed a player who was not dealt in."""

    who: str
    blind: str
    amount: int
    clause: str


def owed_by(table: Table, who: str) -> list[str]:
    """The blinds that a seat's player has missed and not made up."""
    owed: list[str] = table.memory.get("missed", {}).get(table.seats[who], [])
    return owed


def miss(table: Table, who: str, blind: str) -> bool:
    """Keep a blind that is owed, each once; whether it is a new one. A newcomer owes no more than the big blind."""
    owed = table.memory.setdefault("missed", {}).setdefault(table.seats[who], [])
    if blind in owed or NEWCOMER in owed or (blind == NEWCOMER and BIG in owed):
        return False
    owed.append(blind)
    return True


def pass_by(table: Table, positions: Positions, stakes: Stakes) -> None:
    """The blinds move on: who sits where one has passed and is not dealt in misses it."""
    amounts = _amounts(stakes)
    if len(positions.order) == len(table.seats) or not amounts:
        return
    for who, name in _passed(table, positions):
        if miss(table, who, name):
            table.emit(BlindMissed(who, name, amounts[name], CLAUSE))


def _passed(table: Table, positions: Positions) -> list[tuple[str, str]]:
    """Which seats a blind has passed. Between two players the small one comes from where the big one is now."""
    order, small, big = positions.order, positions.small, positions.big
    passed = [(who, SMALL) for who in _between(table.seats, big if len(order) == 2 else positions.button, small)]
    if small not in order and small in table.seats:
        passed.append((small, SMALL))
    return passed + [(who, BIG) for who in _between(table.seats, small, big)]


def make_up(pot: Pot, positions: Positions) -> None:
    """Who comes back posts the missed big blind as a bet, as far as it is one beside a blind of this hand, and the rest
    into the pot. A newcomer posts the big blind. Who has the big blind in this hand owes nothing more."""
    table, missed = pot.table, pot.table.memory.get("missed", {})
    amounts = _amounts(pot.stakes)
    if not missed or not amounts:
        return
    for player in pot.players:
        owed = missed.pop(table.seats[player.who], [])
        if player.who == positions.big:
            continue
        if NEWCOMER in owed:
            pot.post(player, "newcomer's blind", amounts[BIG] - player.bet, CLAUSE)
        if BIG in owed:
            dead = player.bet  # the blind of this hand is a part of the bet that the missed one makes
            pot.post(player, f"missed {BIG}", amounts[BIG] - player.bet, CLAUSE)
            _into_the_pot(pot, player, f"missed {BIG}, dead", dead)
        if SMALL in owed:
            _into_the_pot(pot, player, f"missed {SMALL}, dead", amounts[SMALL])


def _into_the_pot(pot: Pot, player: Player, what: str, amount: int) -> None:
    if amount := min(amount, pot.table.ledger[player.who]):
        pot.put_in_dead(player, what, amount, CLAUSE)


def _amounts(stakes: Stakes) -> dict[str, int]:
    """The small and the big blind; nothing where there are others."""
    posted = sorted(blind for blind in stakes.blinds if blind)
    return dict(zip((SMALL, BIG), posted, strict=True)) if len(posted) == 2 and posted[0] > 0 else {}


def _between(seats: Iterable[str], before: str, after: str) -> list[str]:
    """The seats strictly between two others, clockwise; nobody needs to sit at those."""
    return [who for who in left_of(before, [*seats]) if 0 < _steps(before, who) < _steps(before, after)]


def _steps(one: str, other: str) -> int:
    """How far another seat is, clockwise."""
    return (number_of(other) - number_of(one)) % 100  # more than any table has
