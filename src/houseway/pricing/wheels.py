"""Bonus Spin and Bonus Spin Xtreme: what the device's wagers are worth, as the meters stand.

A wager is taken in whatever happens; a trigger that the cards decide brings a spin, and the stops of the wheel say how
often each prize comes. A meter adds what it shows, so the worth of a wager is a straight line in the meters: with what
the meter shows now, with its reset amount, and where the line crosses nothing. In the long run a meter pays back all
that it gains, and its reset amount each time it is won.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from math import ceil

from houseway.errors import instead
from houseway.games.bonus_spin import SPIN, XTREME
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Chart, LinePrice, Outcomes, Sheet, WagerPrice, decimal
from houseway.pricing.points import priced_as
from houseway.pricing.pricing import Trigger
from houseway.rules.models import WheelLine
from houseway.rules.money import dollars, shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import demonstration_table

_ILLUSTRATIVE = (
    "{name}: the stops of its wheel are those of the demonstration house, an illustration; a wheel in use is priced "
    "from the stops that its operator states."
)

Meters = Mapping[str, int]  # what each meter shows as the round begins, in cents


# One device wager


@dataclass(frozen=True)
class Prize:
    """A symbol of the wheel: on how many stops it is, and what it pays; the meter's where it has one."""

    line: WheelLine
    stops: int
    amount: int  # cents; what the meter shows besides its gains of the round, for one that pays a meter
    meter: str = ""


@dataclass(frozen=True)
class Device:
    """A wager of one amount with the device, at meters that show so much."""

    rules: Rules
    wager: str
    stake: int
    trigger: Fraction
    prizes: tuple[Prize, ...]  # none: an amount that takes part in community pay only
    community: Fraction  # what one other position's trigger brings on average, in cents
    gains: Mapping[str, int]  # what each of its meters gains of one wager

    @property
    def stops(self) -> int:
        return sum(prize.stops for prize in self.prizes)

    def chance(self, prize: Prize) -> Fraction:
        """How often the wheel lands there."""
        return Fraction(prize.stops, self.stops)

    def hit(self, meter: str) -> Fraction:
        """How often a round in which one position can be triggered wins a meter."""
        return self.trigger * sum((self.chance(one) for one in self.prizes if one.meter == meter), Fraction(0))

    def _spins(self, positions: int) -> Fraction:
        """How often this position spins the wheel of prizes: Xtreme has one hot spot for all of them."""
        return self.trigger / (positions if self.wager == XTREME else 1)

    def fixed(self, positions: int = 1) -> Fraction:
        """What comes back on average in cents, but for the meters: with so many positions that have the wager."""
        prizes = sum((self.chance(one) * one.amount for one in self.prizes if not one.meter), Fraction(0))
        others = positions - 1
        if self.wager == XTREME:
            shared = self.trigger * Fraction(others, positions) * self.community
        else:
            shared = others * self.trigger * self.community
        return self._spins(positions) * prizes + shared

    def worth(self, positions: int = 1, meters: Meters | None = None) -> Fraction:
        """The expected result in wagers, for the position that is paid first: no other has won the meter before it."""
        shows = {one.meter: one.amount for one in self.prizes if one.meter} | dict(meters or {})
        won = sum(
            (
                self._spins(positions) * self.chance(one) * (shows[one.meter] + positions * self.gains[one.meter])
                for one in self.prizes
                if one.meter
            ),
            Fraction(0),
        )
        return (self.fixed(positions) + won) / self.stake - 1

    def break_even(self, meter: str, positions: int = 1) -> Fraction:
        """What a meter shows, in cents, where the wager is worth nothing, the other meters as they are."""
        at_nothing = self.worth(positions, {meter: 0})
        return -at_nothing * self.stake / (self._spins(positions) * self.hit(meter) / self.trigger)

    def long_run(self, positions: int = 1) -> Fraction:
        """What comes back of the wagers in the long run: every gain is won some day, and each time the reset amount."""
        reset = sum(
            (self._spins(positions) * self.hit(meter) / self.trigger * self.rules.progressive.meters[meter].reset
             for meter in self.gains),
            Fraction(0),
        )  # fmt: skip
        return (self.fixed(positions) + reset + sum(self.gains.values())) / self.stake


def devices(rules: Rules, meters: Meters | None = None) -> list[Device]:
    """Every wager that the devices of this table take."""
    progressive = rules.progressive
    known = {line.meter for wheel in progressive.wheels.values() for line in wheel.lines if line.meter}
    for name in meters or {}:
        if name not in known:
            raise RulesError(f"{name!r} is not a meter of this table: {instead(name, sorted(known))}")
    return [
        _device(
            rules,
            wager,
            stake,
            {name: meter.initial for name, meter in progressive.meters.items()} | dict(meters or {}),
        )
        for wager in (SPIN, XTREME)
        if wager in rules.wagers
        for stake in rules.amounts(wager)
    ]


def _device(rules: Rules, wager: str, stake: int, meters: Meters) -> Device:
    progressive = rules.progressive
    found = progressive.find(wager, stake, "prize")
    prizes: list[Prize] = []
    gains: dict[str, int] = {}
    if found is not None:
        name, wheel = found
        shared = progressive.find(wager, stake, "community")
        for line in (*wheel.lines, *(shared[1].lines if shared and wager == SPIN else ())):
            stops = progressive.stops[name][line.symbol]
            if line.meter:
                prizes.append(Prize(line, stops, meters[line.meter], line.meter))
                gains[line.meter] = progressive.meters[line.meter].gains(stake)
            else:
                fixed = progressive.meters[line.fixed].initial if line.fixed else 0
                prizes.append(Prize(line, stops, line.spinner or line.pays or fixed))
    return Device(rules, wager, stake, _trigger(rules, wager).chance(rules), tuple(prizes),
                  _community(rules, wager, stake), gains)  # fmt: skip


def _trigger(rules: Rules, wager: str) -> Trigger:
    found = pricing(rules.game.id)
    if found is None or wager not in found.triggers:
        raise RulesError(f"{rules.game.name} does not say how often {wager} is triggered")
    return found.triggers[wager]


def _community(rules: Rules, wager: str, stake: int) -> Fraction:
    """What a position with this wager has of another one's trigger, in cents. The other has the same wager, or the one
    that spins where this one does not."""
    progressive = rules.progressive
    if wager == XTREME:
        wheel = progressive.find(wager, stake, "community wheel")
        assert wheel is not None, "every hot spot wheel is printed with its community wheel"
        stops = progressive.stops[wheel[0]]
        paid = sum(stops[line.symbol] * (line.pays or 0) for line in wheel[1].lines)
        return Fraction(paid, sum(stops.values()))
    own = progressive.find(wager, stake, "community")
    spinning = stake if progressive.find(wager, stake, "prize") else _spinning(rules)
    spun, shared = progressive.find(wager, spinning, "prize"), progressive.find(wager, spinning, "community")
    if own is None or spun is None or shared is None:
        return Fraction(0)
    stops = progressive.stops[spun[0]]
    paid = sum(
        stops[theirs.symbol] * (mine.pays or 0) for theirs, mine in zip(shared[1].lines, own[1].lines, strict=True)
    )
    return Fraction(paid, sum(stops.values()))


def _spinning(rules: Rules) -> int:
    """The amount that brings a spin."""
    return next(stake for stake in rules.amounts(SPIN) if rules.progressive.find(SPIN, stake, "prize"))


# On the sheet


def illustrative(device: Device) -> bool:
    """Whether the stops are those of the demonstration house, which no operator has stated."""
    table = demonstration_table(device.rules.game.id)
    shipped = table.wheels if table else {}
    used = [
        name
        for name, wheel in device.rules.progressive.wheels.items()
        if wheel.wager == device.wager and name in device.rules.progressive.stops
    ]
    stops = device.rules.progressive.stops
    return any(name in shipped and dict(stops[name]) == shipped[name] for name in used)


def with_wheels(sheet: Sheet, found: Sequence[Device]) -> Sheet:
    """The sheet with the device's wagers, where the table offers them, and with nothing else under a wheel's name."""
    if not found:
        return sheet
    others = tuple(one for one in sheet.wagers if one.wager not in sheet.rules.progressive.wheels)
    several = {one.wager for one in found if sum(other.wager == one.wager for other in found) > 1}
    keys = [priced_as(one.wager, dollars(one.stake)) if one.wager in several else one.wager for one in found]
    return replace(
        sheet,
        wagers=others + tuple(_priced(one, key) for one, key in zip(found, keys, strict=True)),
        charts=sheet.charts + tuple(map(_chart, found)),
        notes=sheet.notes + tuple(note for one in found for note in _notes(one)),
    )


def _priced(device: Device, key: str) -> WagerPrice:
    """The wager of a position that has it alone; one that never spins, beside one position that does."""
    name = f"{device.rules.wagers[device.wager].name}, {shown(device.stake)}"
    if illustrative(device):
        name += ", illustrative wheel"
    ways, cases = device.trigger.numerator, device.trigger.denominator
    prizes = [(one.line, one.stops, one.amount + device.gains.get(one.meter, 0)) for one in device.prizes]
    stops = device.stops
    if not prizes:
        name += ", beside one position that spins"
        own = device.rules.progressive.find(device.wager, device.stake, "community")
        spinning = _device(device.rules, device.wager, _spinning(device.rules), _as_they_begin(device.rules))
        stops = spinning.stops
        shared = [one.stops for one in spinning.prizes if one.line.spinner]
        lines = own[1].lines if own else ()
        prizes = [(line, many, line.pays or 0) for line, many in zip(lines, shared, strict=True)]
    total = cases * stops
    results: dict[Fraction, int] = {}
    rows = []
    for line, many, amount in prizes:
        net = Fraction(amount, device.stake) - 1
        results[net] = results.get(net, 0) + ways * many
        rows.append(LinePrice(line.symbol, shown(amount), line.clause, ways * many, total, net * ways * many / total))
    nothing = total - sum(results.values())
    results[Fraction(-1)] = results.get(Fraction(-1), 0) + nothing
    clause = device.rules.wagers[device.wager].clause
    rows.append(LinePrice("no prize", "lose", clause, nothing, total, Fraction(-nothing, total)))
    return WagerPrice(key, name, "the wager", Fraction(1), Outcomes(results), clause, lines=tuple(rows))


def _as_they_begin(rules: Rules) -> dict[str, int]:
    return {name: meter.initial for name, meter in rules.progressive.meters.items()}


def _chart(device: Device) -> Chart:
    """What the wager is worth by how many positions have it."""
    meters = device.rules.progressive.meters
    shows = {one.meter: one.amount for one in device.prizes if one.meter}
    resets = {name: meters[name].reset for name in shows}
    even = ["break-even"] if len(shows) == 1 else [f"break-even {name}" for name in shows]
    seats = range(1, device.rules.seats + 1)
    rows = []
    for positions in seats:
        row = [_percent(device.worth(positions))]
        row += [_percent(device.worth(positions, resets))] * bool(shows)
        row += [_dollars(device.break_even(name, positions)) for name in shows]
        rows.append((*row, _percent(device.long_run(positions) - 1)))
    now = " and ".join(f"{shown(amount)} on {name}" for name, amount in shows.items())
    note = "In per cent of the wager, for the position that is paid first"
    if len(device.rules.amounts(device.wager)) > 1 and device.wager == XTREME:
        note += ", where all positions have the same amount"
    if shows:
        note += (
            f", with {now} as the round begins; at break-even a meter shows just enough for the wager to lose nothing"
        )
    return Chart(
        f"{device.rules.wagers[device.wager].name}, {shown(device.stake)}, by how many positions have it",
        tuple(map(str, seats)),
        ("now", *(["reset"] * bool(shows)), *even, "long run"),
        tuple(rows),
        {},
        f"{note}.",
    )


def _percent(share: Fraction) -> str:
    return f"{'+' if share > 0 else ''}{decimal(100 * share, 2)}"


def _dollars(amount: Fraction) -> str:
    """The least that the meter shows, in whole cents."""
    return shown(ceil(amount)) if amount > 0 else "$0"


def _rounds(device: Device) -> str:
    """What a meter is won once in so many of."""
    if device.wager != XTREME:
        return ""
    several = len(device.rules.amounts(device.wager)) > 1
    return f" rounds whose hot spot has {shown(device.stake)}" if several else " rounds"


def _notes(device: Device) -> list[str]:
    rules = device.rules
    name, what = f"{rules.wagers[device.wager].name}, {shown(device.stake)}", _trigger(rules, device.wager).what
    drawn = [_ILLUSTRATIVE.format(name=name)] if illustrative(device) else []
    if not device.prizes:
        return [*drawn, f"{name}: takes part in community pay only, when a position with the other amount spins."]
    notes = [
        *drawn,
        f"{name}: triggered by {what}, once in {decimal(1 / device.trigger, 4)} rounds ({device.trigger}).",
    ]
    for meter, gain in device.gains.items():
        terms = rules.progressive.meters[meter]
        notes.append(
            f"Meter {meter}: gains {decimal(Fraction(terms.rate, 100), 2)} per cent, {shown(gain)} of each wager, "
            f"begins with {shown(terms.initial)}, is reset to {shown(terms.reset)}, and is won "
            f"{'once' if device.wager == XTREME else 'by one wager'} in {decimal(1 / device.hit(meter), 2)}"
            f"{_rounds(device)}."
        )
    for prize in device.prizes:
        if prize.line.fixed and rules.progressive.meters[prize.line.fixed].merchandise:
            won = rules.progressive.meters[prize.line.fixed].merchandise
            notes.append(f"{name}: the prize of {won} counts as {shown(prize.amount)}.")
    return notes
