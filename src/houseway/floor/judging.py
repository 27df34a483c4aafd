"""Results against theory: lines of a report, each a part of the floor over some days, judged by chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from functools import cached_property
from heapq import nlargest
from itertools import repeat
from math import sqrt

from houseway.floor.chance import Spread, discoveries
from houseway.floor.clumps import Shape, shape_of, spread_of
from houseway.floor.hanging import Hanging, known, measured
from houseway.floor.observing import Bet, Bought, Seen
from houseway.floor.theory import key_of
from houseway.pricing.banking.owed import SameCards

RATE = 0.05  # of findings, how many may be chance
KINDS = ("wager", "game", "table", "wager at a table", "shift", "seat", "account")
PERIODS = ("day", "month", "year")
_SHIFTS = ("00-08", "08-16", "16-24")
BOT = "bots"  # whose wagers are whose that has no account
_WHOSE = {"house": "house", "player-dealer": "player-dealers"}
NOBODY = "nobody"
_MOST_MOVED = 12  # rounds that are named


@dataclass(frozen=True)
class Moved:
    """A round that made a difference: what the bank won beyond what it should have."""

    table: int
    round: int
    at: str
    away: float  # cents


@dataclass(frozen=True)
class Step:
    """Where a running result stands after so many rounds, beside what is expected and its standard deviation."""

    rounds: int
    win: float
    theory: float
    deviation: float


@dataclass(frozen=True)
class Line:
    """One part of the floor over some days. Money in cents; wins are the bank's."""

    kind: str
    name: str
    period: str
    first: str
    last: str
    whose: str  # win is the house's, the player-dealers' together, or nobody's
    games: tuple[str, ...] = ()
    table: int = 0
    rounds: int = 0
    voids: int = 0  # of the rounds
    hands: int = 0  # wagers that were judged
    handle: int = 0
    drop: int = 0
    win: int = 0
    judged: int = 0  # win with everything covered, of wagers that have a price
    fees: int = 0
    fees_due: int | None = None  # by the rules, where another figure was booked at the time
    jackpots: int = 0
    unpriced: int = 0  # handle of wagers without a price
    theory: float | None = None
    mistakes: float = 0.0
    deviation: float = 0.0
    z: float | None = None
    p: float | None = None
    within_95: tuple[float, float] | None = None
    within_999: tuple[float, float] | None = None
    finding: bool = False
    why: str = ""  # of a finding, in words
    moved: tuple[Moved, ...] = ()
    running: tuple[Step, ...] = ()

    @property
    def hold(self) -> float | None:
        """Win to drop."""
        return self.win / self.drop if self.drop else None

    @property
    def key(self) -> tuple[str, str]:
        return self.kind, self.name


@dataclass(frozen=True, slots=True)
class _Judged:
    """What somebody's wagers, or one wager, or all of them came to in one round."""

    table: int
    round: int
    at: str
    hands: int  # that have a price
    handle: int
    win: int
    unpriced: int
    judged: int
    theory: float
    mistakes: float
    variance: float
    shape: Shape | None


@dataclass(slots=True)
class _Group:
    """What a line is made of: a day's rounds, or those of several days."""

    rounds: int = 0
    voids: int = 0
    hands: int = 0
    handle: int = 0
    drop: int = 0
    win: int = 0
    fees: int = 0
    jackpots: int = 0
    unpriced: int = 0
    judged: int = 0
    theory: float = 0.0
    mistakes: float = 0.0
    variance: float = 0.0
    table: int = 0
    games: dict[str, None] = field(default_factory=dict)
    whose: set[str] = field(default_factory=set)
    shapes: dict[Shape, int] = field(default_factory=dict)
    trail: list[_Judged] = field(default_factory=list)  # in the order in which rounds ended

    def add(self, one: _Judged) -> None:
        self.rounds += 1
        self.handle += one.handle
        self.win += one.win
        self.unpriced += one.unpriced
        self.table = one.table
        if one.shape is not None:
            self.hands += one.hands
            self.judged += one.judged
            self.theory += one.theory
            self.mistakes += one.mistakes
            self.variance += one.variance
            self.shapes[one.shape] = self.shapes.get(one.shape, 0) + 1
            self.trail.append(one)

    def join(self, other: "_Group") -> None:
        """The days of another group, which are later."""
        for name in _SUMS:
            setattr(self, name, getattr(self, name) + getattr(other, name))
        self.table = other.table
        self.games |= other.games
        self.whose |= other.whose
        for shape, rounds in other.shapes.items():
            self.shapes[shape] = self.shapes.get(shape, 0) + rounds
        self.trail += other.trail


_SUMS = (
    "rounds", "voids", "hands", "handle", "drop", "win", "fees", "jackpots", "unpriced", "judged", "theory", "mistakes",
    "variance",
)  # fmt: skip

Key = tuple[str, str]
Groups = dict[Key, _Group]


@dataclass
class Floor:
    """All that was seen, ready to be judged."""

    rounds: Sequence[Seen]
    bought: Sequence[Bought] = ()
    booked: Mapping[tuple[int, str], int] = field(default_factory=dict)  # fees by table and day, as they were booked
    hanging: Hanging = field(default_factory=Hanging)
    _wilder: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    _rules: dict[int, tuple[str, SameCards | None]] = field(default_factory=dict)
    _shapes: dict[Shape, Shape] = field(default_factory=dict)
    _spreads: dict[tuple[frozenset[tuple[Shape, int]], float, float], Spread] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rounds: Sequence[Seen],
        bought: Sequence[Bought] = (),
        booked: Mapping[tuple[int, str], int] | None = None,
    ) -> "Floor":
        return cls(rounds, bought, booked or {}, measured(rounds), _wilder(rounds))

    @cached_property
    def days(self) -> dict[str, Groups]:
        """What every line is made of, day by day."""
        found: dict[str, Groups] = {}
        for seen in sorted(self.rounds, key=lambda one: (one.at, one.table, one.round)):
            _put(self, found.setdefault(seen.at[:10], {}), seen)
        for bought in self.bought:
            groups = found.setdefault(bought.at[:10], {})
            for key in _keys(bought.game, bought.table, bought.name, bought.at, bought.dealer, bought.who,
                             bought.account):  # fmt: skip
                group = groups.setdefault(key, _Group())
                group.drop += bought.amount
                group.games[bought.game] = None
                group.table = bought.table
        return dict(sorted(found.items()))

    @cached_property
    def tables(self) -> dict[Key, set[int]]:
        """The tables of each line of a table or a game."""
        found: dict[Key, set[int]] = {}
        for seen in self.rounds:
            for key in (("table", _place(seen)), ("game", seen.game)):
                found.setdefault(key, set()).add(seen.table)
        return found

    def judged(self, seen: Seen, bets: Sequence[Bet]) -> _Judged:
        """What these bets of a round came to."""
        priced = [bet for bet in bets if bet.expected is not None]
        if id(seen.rules) not in self._rules:
            self._rules[id(seen.rules)] = key_of(seen.rules), known(seen.rules)
        key, together = self._rules[id(seen.rules)]
        wild = [self._wild(seen, bet) for bet in priced]
        variance = self._variance(key, priced)
        return _Judged(
            table=seen.table,
            round=seen.round,
            at=seen.at,
            hands=len(priced),
            handle=sum(bet.handle for bet in bets),
            win=-sum(bet.won for bet in bets),
            unpriced=sum(bet.handle for bet in bets if not bet.priced),
            judged=-sum(bet.judged for bet in priced),
            theory=-sum(bet.theory for bet in priced),
            mistakes=sum(bet.cost for bet in priced),
            variance=self._variance(key, priced, wild) if any(times > 1 for times in wild) else variance,
            shape=self._shape(key, together, priced, variance) if priced else None,
        )

    def _variance(self, key: str, bets: Sequence[Bet], wild: Iterable[float] = repeat(1.0)) -> float:
        scaled = zip(bets, wild, strict=False)  # which may never end
        own = [bet.unit * bet.expected.deviation * times for bet, times in scaled if bet.expected]
        return self.hanging.variance(key, list(zip(bets, own, strict=True)))

    def _wild(self, seen: Seen, bet: Bet) -> float:
        """How many times wider somebody's results spread than those of best play."""
        return self._wilder.get(_who(seen, bet), 1.0) if bet.expected and bet.expected.grows else 1.0

    def _shape(self, key: str, together: SameCards | None, bets: Sequence[Bet], variance: float) -> Shape:
        as_one = {bet.wager: self.hanging.as_one(key, bet.wager) for bet in bets} if len(bets) > 1 else {}
        put = [(bet.expected, bet.unit) for bet in bets if bet.expected is not None]
        made = shape_of(put, together, as_one=as_one, variance=variance)
        return self._shapes.setdefault(made, made)

    def spread(self, group: _Group) -> Spread:
        """What chance lets the rounds of a group come to; lines that are made of the same share it."""
        key = frozenset(group.shapes.items()), group.theory, group.variance
        if key not in self._spreads:
            self._spreads[key] = spread_of(group.shapes, mean=group.theory, variance=group.variance)
        return self._spreads[key]


def _who(seen: Seen, bet: Bet) -> tuple[str, str, str]:
    return seen.game, bet.wager, seen.account(bet.who) or f"{seen.table} {bet.who}"


def _wilder(rounds: Iterable[Seen]) -> dict[tuple[str, str, str], float]:
    """By game, wager and player: how many times more was wagered in the course of rounds than best play does, and at
    least once; results of those who raise more than they should spread as much wider."""
    sums: dict[tuple[str, str, str], tuple[float, float]] = {}
    for seen in rounds:
        for bet in seen.bets:
            if bet.expected is not None and bet.expected.action is not None and bet.handle:
                put, should = sums.get(_who(seen, bet), (0.0, 0.0))
                sums[_who(seen, bet)] = put + bet.handle, should + bet.unit * bet.expected.action
    return {who: max(1.0, put / should) for who, (put, should) in sums.items() if should}


def judged(
    floor: Floor,
    first: date,
    last: date,
    *,
    rate: float = RATE,
    days: bool = True,
    kinds: Sequence[str] = KINDS,
) -> list[Line]:
    """The lines of some days, up to the last: each day, the month to date and the year to date; findings among all of
    them together."""
    spans = [("year", date(last.year, 1, 1), last), ("month", max(first, last.replace(day=1)), last)]
    if days:
        many = (last - first).days + 1
        spans += [("day", one, one) for one in (first + timedelta(days=at) for at in range(many))]
    lines = [line for period, begin, end in spans for line in lines_of(floor, period, begin, end, kinds=kinds)]
    return found(lines, rate=rate)


def found(lines: Sequence[Line], *, rate: float = RATE) -> list[Line]:
    """The same lines with the findings among them."""
    tested = [at for at, line in enumerate(lines) if line.p is not None]
    which = dict(zip(tested, discoveries([lines[at].p or 0.0 for at in tested], rate), strict=True))
    return [_with_finding(line, by_chance=which.get(at, False)) for at, line in enumerate(lines)]


def _with_finding(line: Line, *, by_chance: bool) -> Line:
    why = []
    if by_chance and line.z is not None and line.p is not None:
        way = "more" if line.z > 0 else "less"
        who = "bank" if line.whose == NOBODY else line.whose
        why.append(
            f"the {who} won {way} than chance allows: {abs(line.z):.1f} standard deviations, once in {1 / line.p:,.0f}"
        )
    if line.fees_due is not None and line.fees_due != line.fees:
        why.append(f"fees of {line.fees / 100:,.2f} were booked, and {line.fees_due / 100:,.2f} are due by the rules")
    return replace(line, finding=bool(why), why="; ".join(why))


def lines_of(floor: Floor, period: str, first: date, last: date, *, kinds: Sequence[str] = KINDS) -> Iterator[Line]:
    """Every line of one stretch of days."""
    begin, end = first.isoformat(), last.isoformat()
    groups: Groups = {}
    for day, of_day in floor.days.items():
        if begin <= day <= end:
            for key, group in of_day.items():
                if key[0] in kinds:
                    groups.setdefault(key, _Group()).join(group)
    for (kind, name), group in sorted(groups.items(), key=lambda one: (KINDS.index(one[0][0]), one[0][1])):
        line = replace(_line(floor, kind, name, group), period=period, first=begin, last=end)
        if period != "day":  # a day is drawn with its month
            line = replace(line, running=_running(group))
        due = _booked(floor, line) if kind in ("table", "game") else None
        yield line if due is None else replace(line, fees=due, fees_due=line.fees)


def _booked(floor: Floor, line: Line) -> int | None:
    """The fees of a table or a game as they were booked when they were taken."""
    if not floor.booked:
        return None
    tables = floor.tables.get(line.key, set())
    return sum(
        fees for (table, day), fees in floor.booked.items() if table in tables and line.first <= day <= line.last
    )


def shift_of(at: str, dealer: str) -> str:
    """Who dealt, in which third of the day."""
    hour = int(at[11:13]) if at[11:13].isdigit() else 0
    return f"{dealer or 'the machine'}, {_SHIFTS[min(hour, 23) // 8]}"


def _keys(game: str, table: int, name: str, at: str, dealer: str, who: str, account: str) -> list[Key]:
    """The lines that something a seat did belongs to, but for its wager."""
    place = f"{table} {name}"
    return [
        ("game", game),
        ("table", place),
        ("shift", shift_of(at, dealer)),
        ("seat", f"{place}, {who}"),
        ("account", account or BOT),
    ]


def _place(seen: Seen) -> str:
    return f"{seen.table} {seen.name}"


def _put(floor: Floor, groups: Groups, seen: Seen) -> None:
    """A round, into all lines that it belongs to."""
    whose, place = _WHOSE.get(seen.rules.game.bank, NOBODY), _place(seen)
    of_round = [("game", seen.game), ("table", place), ("shift", shift_of(seen.at, seen.dealer))]
    mine: dict[Key, list[int]] = {key: [] for key in of_round}
    for at, bet in enumerate(seen.bets):
        if bet.handle or bet.judged or bet.unit:
            for key in (
                ("wager", f"{seen.game} {bet.wager}"),
                ("wager at a table", f"{place}, {bet.wager}"),
                *_keys(seen.game, seen.table, seen.name, seen.at, seen.dealer, bet.who, seen.account(bet.who)),
            ):
                mine.setdefault(key, []).append(at)
    for who in (*seen.fees, *seen.voided):
        for key in (("seat", f"{place}, {who}"), ("account", seen.account(who) or BOT)):
            mine.setdefault(key, [])
    sitting = {("seat", f"{place}, {who}"): who for who in seen.fees}
    judged: dict[tuple[int, ...], _Judged] = {}  # most lines have the same bets as another
    for key, which in mine.items():
        bets = tuple(which)
        if bets not in judged:
            judged[bets] = floor.judged(seen, [seen.bets[at] for at in bets])
        group = groups.setdefault(key, _Group())
        group.add(judged[bets])
        group.voids += seen.void
        group.table = seen.table
        group.games[seen.game] = None
        group.whose.add(whose)
        if key in of_round:
            group.fees += seen.figures.fees
            group.jackpots += seen.jackpots
            if whose == NOBODY:
                group.handle += seen.figures.wagered
        elif key[0] == "seat":
            group.fees += seen.fees.get(sitting.get(key, ""), 0)
        elif key[0] == "account":
            group.fees += sum(fee for who, fee in seen.fees.items() if (seen.account(who) or BOT) == key[1])


def _line(floor: Floor, kind: str, name: str, group: _Group) -> Line:
    whose = next(iter(group.whose)) if len(group.whose) == 1 else "banks" if group.whose else NOBODY
    line = Line(
        kind=kind,
        name=name,
        period="",
        first="",
        last="",
        whose=whose,
        games=tuple(group.games),
        table=group.table if kind in ("table", "wager at a table", "seat") else 0,
        rounds=group.rounds,
        voids=group.voids,
        handle=group.handle,
        drop=group.drop,
        win=group.win,
        fees=group.fees,
        jackpots=group.jackpots,
        unpriced=group.unpriced,
    )
    if not group.hands:
        return line
    chance = floor.spread(group)
    deviation = sqrt(group.variance)
    furthest = nlargest(_MOST_MOVED, group.trail, key=lambda one: abs(one.judged - one.theory))
    return replace(
        line,
        hands=group.hands,
        judged=group.judged,
        theory=group.theory,
        mistakes=group.mistakes,
        deviation=deviation,
        z=(group.judged - group.theory) / deviation if deviation else 0.0,
        p=chance.p(group.judged),
        within_95=chance.interval(0.95),
        within_999=chance.interval(0.999),
        moved=tuple(Moved(one.table, one.round, one.at, one.judged - one.theory) for one in furthest),
    )


_MOST_STEPS = 240


def _running(group: _Group) -> tuple[Step, ...]:
    """The result round by round beside what is expected."""
    if not group.trail:
        return ()
    win = theory = variance = 0.0
    every = max(1, len(group.trail) // _MOST_STEPS)
    steps = [Step(0, 0.0, 0.0, 0.0)]
    for number, one in enumerate(group.trail, start=1):
        win += one.judged
        theory += one.theory
        variance += one.variance
        if number % every == 0 or number == len(group.trail):
            steps.append(Step(number, win, theory, sqrt(variance)))
    return tuple(steps)
