"""Come-Come: other players' money in the bank beside the player-dealer's.

All of it is one bet: it is paid and collected together, and together it covers the wagers of the others. When the round
is over, everyone has the same share of what lies there as of what was put up (PG-13).
"""

from collections.abc import Iterable, Mapping

from houseway.play.ask import Amount, Ask, Form, Play, Words
from houseway.play.event import Event, won_or_lost
from houseway.play.sentences import Money
from houseway.play.table import Table
from houseway.play.value import value
from houseway.rules.money import dollars

COME_COME = "come-come"  # the ask, and the word of its answer


@value
class ComeCome(Event):
    """A player lays money in the bank beside the player-dealer's."""

    who: str
    amount: int
    clause: str


@value
class ComeComeBack(Event):
    """The round is over: a player gets back a share of the bank."""

    who: str
    amount: int
    net: int
    clause: str

    variants = "won", "lost", "even"

    @property
    def variant(self) -> str:
        return won_or_lost(self.net)

    @property
    def result(self) -> Money:
        return Money(abs(self.net))


def take_come_come(
    table: Table, players: Iterable[str], laid: dict[str, int], *, account: str, least: int, decline: str
) -> Play[None]:
    """Ask these players at once for money in the bank, which goes to `account`; `laid` is filled with who lays what."""
    clause = table.rules.game.asks[COME_COME].clause
    left = {who: _offer(table, who, least, decline, clause) for who in players if table.stack(who) >= least}
    while left:
        who, choice = yield tuple(left.values())
        del left[who]
        if choice.word == decline:
            table.acted(who, COME_COME, decline, clause)
            continue
        laid[who] = choice.amount or least
        table.ledger.move(who, account, laid[who])
        table.emit(ComeCome(who, laid[who], clause))


def _offer(table: Table, who: str, least: int, decline: str, clause: str) -> Ask:
    chip = table.rules.chip
    most = table.stack(who) // chip * chip
    lay: Form = Words((f"{COME_COME} {dollars(least)}",))
    if least < most:
        lay = Amount(COME_COME, least, most, chip, clause)
    return Ask(who, COME_COME, (lay, Words((decline,))), clause, decline, optional=True)


def divide(lies: int, laid: Mapping[str, int], put_up: int, chip: int) -> dict[str, int]:
    """What each Come-Come player gets back where `lies` is left of a bank of `put_up`: in proportion, rounded down
    to the smallest chip. The rest is the player-dealer's."""
    return {who: lies * amount // put_up // chip * chip for who, amount in laid.items()}
