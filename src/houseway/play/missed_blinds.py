"""Missed blinds: what a player owes who was not dealt in while the blinds passed, and how it is made up (PP-25).

What is owed is kept by the player's name in the table's memory, so that getting up and sitting down again pays no debt.
A missed big blind is posted live, a missed small blind dead; who waits for the big blind owes nothing any more.
"""

from collections.abc import Iterable, Sequence

from houseway.cards.value import value
from houseway.play.event import Event, _seat
from houseway.play.pot import Player, Pot
from houseway.play.table import Table
from houseway.rules.money import shown

SMALL, BIG = "small blind", "big blind"
CLAUSE = "PP-25"


@value
class BlindMissed(Event):
    """A blind has passed a player who was not dealt in."""

    who: str
    blind: str
    amount: int
    clause: str

    def words(self) -> str:
        return f"{_seat(self.who)} misses the {self.blind} of {shown(self.amount)} ({self.clause})."


def owed_by(table: Table, who: str) -> list[str]:
    """The blinds that a seat's player has missed and not made up."""
    owed: list[str] = table.memory.get("missed", {}).get(table.seats[who], [])
    return owed


def miss(table: Table, who: str, blind: str) -> bool:
    """Keep a missed blind, each of the two once; whether it is a new one."""
    owed = table.memory.setdefault("missed", {}).setdefault(table.seats[who], [])
    if blind in owed:
        return False
    owed.append(blind)
    return True


def pass_by(table: Table, order: Sequence[str], blinds: Sequence[int]) -> None:
    """The blinds move on: of the seats between one posting and the player before it, who is not dealt in misses it."""
    if len(order) == len(table.seats):
        return  # everybody is dealt in
    for at, name in _posted(blinds):
        for who in _between(table.seats, order[at - 1], order[at]):
            if miss(table, who, name):
                table.emit(BlindMissed(who, name, blinds[at], CLAUSE))


def takes_the_big_blind(who: str, order: Sequence[str], blinds: Sequence[int]) -> bool:
    return any(name == BIG and order[at] == who for at, name in _posted(blinds))


def make_up(pot: Pot, blinds: Sequence[int]) -> None:
    """Who comes back posts the missed big blind as a bet, as far as it is one beside a blind of this hand, and the rest
    into the pot. Who has the big blind in this hand owes nothing more."""
    table, missed = pot.table, pot.table.memory.get("missed", {})
    if not missed:
        return
    names = {name: blinds[at] for at, name in _posted(blinds)}
    holder = next((at for at, name in _posted(blinds) if name == BIG), -1)
    for player in pot.players if names else ():
        owed = missed.pop(table.seats[player.who], [])
        if player.at == holder:
            continue
        if BIG in owed:
            dead = player.bet  # the blind of this hand is a part of the bet that the missed one makes
            pot.post(player, f"missed {BIG}", names[BIG] - player.bet, CLAUSE)
            _into_the_pot(pot, player, f"missed {BIG}, dead", dead)
        if SMALL in owed:
            _into_the_pot(pot, player, f"missed {SMALL}, dead", names[SMALL])


def _into_the_pot(pot: Pot, player: Player, what: str, amount: int) -> None:
    if amount := min(amount, pot.table.ledger[player.who]):
        pot.put_in_dead(player, what, amount, CLAUSE)


def _posted(blinds: Sequence[int]) -> list[tuple[int, str]]:
    """The positions of a small and a big blind; none where there are others."""
    posted = [at for at, blind in sorted(enumerate(blinds), key=lambda one: (one[1], one[0])) if blind > 0]
    return list(zip(posted, (SMALL, BIG), strict=True)) if len(posted) == 2 else []


def _between(seats: Iterable[str], before: str, after: str) -> list[str]:
    """The seats strictly between two others, clockwise."""
    line = list(seats)
    at = line.index(before)
    line = line[at + 1 :] + line[:at]
    return line[: line.index(after)] if after in line else []
