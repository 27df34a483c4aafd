"""Bonus Spin and Bonus Spin Xtreme: side wagers placed by a device, wheels of prizes, meters and community pay.

A game says who is triggered and when it is whose turn to be paid; everything else is the same for all of them.
"""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.play.ask import Ask, Play, Words, asked
from houseway.play.event import Announced, Collected, Spun
from houseway.play.ledger import meter_account
from houseway.play.note import Note, Why
from houseway.play.outcome import Outcome, Result
from houseway.play.sentences import At, Deed, Said, WagerNamed
from houseway.play.table import DEALER, Settled, Table
from houseway.rules.cite import cited
from houseway.rules.models import Wheel, WheelLine
from houseway.rules.money import dollars
from houseway.rules.wheels import Meter

_TAKEN_IN = Note("taken in by the device")
SPIN, XTREME = "bonus-spin", "bonus-spin-xtreme"


class SpinClauses(NamedTuple):
    """Where a rulebook says how one of the two wagers is played."""

    lock_out: str
    placed: str  # the wager itself
    lands: str  # the prize is what the wheel lands on
    rate: str  # what a meter gains of a wager
    amounts: str  # what it begins with, and is reset to
    turn: str  # the amount on the meter at the player's turn
    community: str


class Placed(NamedTuple):
    owner: str
    stake: int


Wagered = dict[str, Placed]  # by the betting position


def open_meters(table: Table, clauses: Mapping[str, SpinClauses]) -> None:
    """Have every meter of the table begin with its initial amount, once."""
    for name, meter in table.rules.progressive.meters.items():
        if meter.rate and not table.ledger[meter_account(name)]:
            wager = wager_of(table, name)
            table.move_meter(name, meter.initial, "begins", clauses[wager].amounts)


def wager_of(table: Table, meter: str) -> str:
    wheels = table.rules.progressive.wheels.values()
    return next(wheel.wager for wheel in wheels if any(meter in (line.meter, line.fixed) for line in wheel.lines))


def lock_out(table: Table, clauses: Mapping[str, SpinClauses]) -> None:
    """Dealing begins: the devices take no more wagers."""
    for wager, clause in clauses.items():
        if wager in table.rules.wagers:
            table.emit(Announced(DEALER, f"the {wager} devices are locked", clause.lock_out))


def taken(table: Table, wager: str, clauses: SpinClauses) -> Wagered:
    """Take the wagers in, which are not returned, and move the meters on."""
    placed: Wagered = {}
    if wager not in table.rules.wagers:
        return placed
    for stake in [one for one in table.stakes.values() if one.wager == wager]:
        amount = table.ledger[stake.account]
        placed[stake.spot] = Placed(stake.owner, amount)
        table.settle(stake.spot, [Outcome(wager, amount, Result.LOSE, clauses.placed, note=_TAKEN_IN)])
        found = table.rules.progressive.find(wager, amount, "prize")
        for name in dict.fromkeys(line.meter for line in found[1].lines if line.meter) if found else ():
            if gains := table.rules.progressive.meters[name].gains(amount):
                table.move_meter(name, gains, Said("gains-from", spot=At(stake.spot)), clauses.rate)
    return placed


def without_forfeits(table: Table, *wagered: Wagered) -> None:
    """A player who forfeits all wagers of the round wins nothing on these either."""
    if not any(wagered):
        return
    gone = {event.who for event in table.events if isinstance(event, Collected) and event.note.says(Why.FORFEITED)}
    for placed in wagered:
        for spot in [spot for spot, one in placed.items() if one.owner in gone]:
            del placed[spot]


def spin(table: Table, spot: str, placed: Wagered, clauses: SpinClauses) -> Play[None]:
    """A triggered Bonus Spin: the player gets what the wheel lands on, and the others their community pay."""
    owner, stake = placed[spot]
    progressive = table.rules.progressive
    found = progressive.find(SPIN, stake, "prize")
    if found is None:  # an amount that takes part in community pay only
        return
    name, wheel = found
    shared = progressive.find(SPIN, stake, "community")
    lines = [*wheel.lines, *(shared[1].lines if shared else ())]
    line = yield from _landed(table, owner, name, wheel, lines, f"{SPIN} {spot}", clauses.lands)
    if line.spinner is None:
        _pay(table, owner, spot, SPIN, line, clauses)
        return
    table.award(owner, SPIN, line.spinner, line.clause, spot=spot, hand=f"${line.symbol}")
    at = shared[1].lines.index(line) if shared else 0
    for other, (who, theirs) in placed.items():
        if other != spot and (community := progressive.find(SPIN, theirs, "community")):
            own = community[1].lines[at]
            clause = cited(clauses.community, own.clause)
            table.award(who, f"{SPIN} community pay", own.pays or 0, clause, spot=other, hand=f"${own.symbol}")


def spin_xtreme(table: Table, placed: Wagered, clauses: SpinClauses) -> Play[None]:
    """A triggered Xtreme: one betting position is the hot spot and spins for itself. The community wheel of each amount
    is spun once, for all others with that amount."""
    spots = [spot for spot, one in placed.items() if table.rules.progressive.find(XTREME, one.stake, "prize")]
    if not spots:
        return
    hot = spots[0]
    if len(spots) > 1:
        hot = yield from _hot_spot(table, spots, clauses)
    owner, stake = placed[hot]
    found = table.rules.progressive.find(XTREME, stake, "prize")
    assert found, "a hot spot has a wager that a wheel is for"
    name, wheel = found
    line = yield from _landed(table, owner, name, wheel, wheel.lines, f"{XTREME} {hot}", clauses.lands)
    _pay(table, owner, hot, XTREME, line, clauses)
    amounts = sorted({placed[spot].stake for spot in spots})
    for amount in amounts:
        label = community_label(XTREME, dollars(amount) if len(amounts) > 1 else "")
        if others := {spot: one for spot, one in placed.items() if spot != hot and one.stake == amount}:
            yield from _share(table, others, amount, label, clauses)


def _share(table: Table, others: Wagered, amount: int, label: str, clauses: SpinClauses) -> Play[None]:
    """Spin the community wheel of one amount for the positions with that wager."""
    found = table.rules.progressive.find(XTREME, amount, "community wheel")
    assert found, "every hot spot wheel is printed with its community wheel"
    name, wheel = found
    line = yield from _landed(table, DEALER, name, wheel, wheel.lines, label, wheel.clause)
    clause = cited(clauses.community, line.clause)
    for spot, one in others.items():
        table.award(one.owner, f"{XTREME} community pay", line.pays or 0, clause, spot=spot)


def community_label(wager: str, amount: str) -> str:
    """What the spin of a community wheel is called; with its amount where the wagers of a round have several."""
    return f"{wager} community {amount}" if amount else f"{wager} community"


def _hot_spot(table: Table, spots: list[str], clauses: SpinClauses) -> Play[str]:
    label = f"{XTREME} hot spot"
    number = table.source.number(label, len(spots))
    if number is None:
        choice = yield from asked(Ask(DEALER, "hot-spot", (Words(tuple(spots)),), clauses.lands, spots[0], label))
        number = spots.index(choice.word)
        label = ""
    table.emit(Spun(DEALER, "the hot spot", number, len(spots), spots[number], label, clauses.lands))
    return spots[number]


def _landed(
    table: Table,
    who: str,
    name: str,
    wheel: Wheel,
    lines: list[WheelLine] | tuple[WheelLine, ...],
    label: str,
    clause: str,
) -> Play[WheelLine]:
    """Spin a wheel, or have the dealer say where a real one came to rest."""
    stops = table.rules.progressive.stops[name]
    stop = table.source.number(label, sum(stops.values()))
    if stop is None:
        choice = yield from asked(Ask(DEALER, "wheel", (Words(tuple(stops)),), clause, next(iter(stops)), label))
        stop, label = first_stop(stops, choice.word), ""
    symbol = at_stop(stops, stop)
    table.emit(Spun(who, wheel.name, stop, sum(stops.values()), symbol, label, clause))
    return next(line for line in lines if line.symbol == symbol)


def at_stop(stops: Mapping[str, int], stop: int) -> str:
    """The symbol at a stop: the stops of each symbol lie side by side, in the order of the pay table."""
    for symbol, count in stops.items():
        if stop < count:
            return symbol
        stop -= count
    raise IndexError(f"the wheel has {sum(stops.values())} stops")


def first_stop(stops: Mapping[str, int], symbol: str) -> int:
    before = list(stops)[: list(stops).index(symbol)]
    return sum(stops[other] for other in before)


def _pay(table: Table, owner: str, spot: str, wager: str, line: WheelLine, clauses: SpinClauses) -> None:
    """Pay what a symbol stands for; a meter pays all it shows at this moment and begins again."""
    if line.pays is not None:
        table.award(owner, wager, line.pays, line.clause, spot=spot, hand=f"${line.symbol}")
        return
    meter = table.rules.progressive.meters[line.meter or line.fixed or ""]
    clause = cited(line.clause, clauses.turn)
    if line.fixed:
        _fixed(table, owner, spot, wager, meter, line)
        return
    amount = table.ledger[meter_account(meter.name)]
    table.move_meter(meter.name, -amount, Said("won-by", spot=At(spot)), clause)
    table.award(owner, wager, amount, clause, spot=spot, hand=f"the {line.symbol}")
    table.move_meter(meter.name, meter.reset, "is reset", clauses.amounts)


def _fixed(table: Table, owner: str, spot: str, wager: str, prize: Meter, line: WheelLine) -> None:
    if prize.merchandise:
        won = Deed("deed.wins-merchandise", who=At(owner), prize=prize.merchandise, wager=WagerNamed(wager))
        table.emit(Announced(owner, won, line.clause))
        outcome = Outcome(wager, 0, Result.WIN, line.clause, hand="the merchandise", note=Note(prize.merchandise))
        table.settled.append(Settled(owner, spot, outcome))
    else:
        table.award(owner, wager, prize.initial, line.clause, spot=spot, hand="the fixed prize")
