"""Results against theory: lines of a report, each a part of the floor over some days, judged by chance."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import date, timedelta
from math import sqrt

from houseway.floor.chance import Part, Spread, discoveries, spread
from houseway.floor.hanging import Hanging, measured
from houseway.floor.observing import Bet, Bought, Seen
from houseway.floor.theory import Expected, key_of

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


@dataclass
class _Group:
    """What a line is made of."""

    rounds: int = 0
    handle: int = 0
    drop: int = 0
    win: int = 0
    fees: int = 0
    jackpots: int = 0
    unpriced: int = 0
    games: dict[str, None] = field(default_factory=dict)
    table: int = 0
    whose: set[str] = field(default_factory=set)
    seen: list[tuple[Seen, list[Bet]]] = field(default_factory=list)


Key = tuple[str, str]


@dataclass
class Floor:
    """All that was seen, ready to be judged."""

    rounds: Sequence[Seen]
    bought: Sequence[Bought] = ()
    booked: Mapping[tuple[int, str], int] = field(default_factory=dict)  # fees by table and day, as they were booked
    hanging: Hanging = field(default_factory=Hanging)
    _wilder: Mapping[tuple[str, str, str], float] = field(default_factory=dict)
    _keys: dict[int, str] = field(default_factory=dict)
    _variances: dict[tuple[int, ...], float] = field(default_factory=dict)

    @classmethod
    def of(
        cls,
        rounds: Sequence[Seen],
        bought: Sequence[Bought] = (),
        booked: Mapping[tuple[int, str], int] | None = None,
    ) -> "Floor":
        return cls(rounds, bought, booked or {}, measured(rounds), _wilder(rounds))

    def variance(self, seen: Seen, bets: Sequence[Bet]) -> float:
        """Of what these bets of a round come to together."""
        which = (id(seen), *map(id, bets))
        if which not in self._variances:
            key = self._keys.setdefault(id(seen.rules), key_of(seen.rules))
            parts = [
                (bet, bet.unit * bet.expected.deviation * self._wilder.get(_who(seen, bet), 1.0))
                for bet in bets
                if bet.expected is not None
            ]
            self._variances[which] = self.hanging.variance(key, parts)
        return self._variances[which]


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
    groups: dict[Key, _Group] = {}
    for seen in floor.rounds:
        if begin <= seen.at[:10] <= end:
            _put(groups, seen)
    for bought in floor.bought:
        if begin <= bought.at[:10] <= end:
            for key in _keys(bought.game, bought.table, bought.name, bought.at, bought.dealer, bought.who,
                             bought.account):  # fmt: skip
                group = groups.setdefault(key, _Group())
                group.drop += bought.amount
                group.games[bought.game] = None
                group.table = bought.table
    for (kind, name), group in sorted(groups.items(), key=lambda one: (KINDS.index(one[0][0]), one[0][1])):
        if kind in kinds:
            line = _line(floor, kind, name, group)
            due = _booked(floor, line, begin, end) if kind in ("table", "game") else None
            if due is not None:
                line = replace(line, fees=due, fees_due=line.fees)
            running = () if period == "day" else line.running  # a day is drawn with its month
            yield replace(line, period=period, first=begin, last=end, running=running)


def _booked(floor: Floor, line: Line, begin: str, end: str) -> int | None:
    """The fees of a table or a game as they were booked when they were taken."""
    if not floor.booked:
        return None
    tables = {
        seen.table
        for seen in floor.rounds
        if (seen.table == line.table if line.kind == "table" else seen.game == line.name)
    }
    return sum(fees for (table, day), fees in floor.booked.items() if table in tables and begin <= day <= end)


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


def _put(groups: dict[Key, _Group], seen: Seen) -> None:
    whose = _WHOSE.get(seen.rules.game.bank, NOBODY)
    place = f"{seen.table} {seen.name}"
    of_round = [("game", seen.game), ("table", place), ("shift", shift_of(seen.at, seen.dealer))]
    mine: dict[Key, list[Bet]] = {key: [] for key in of_round}
    for bet in seen.bets:
        if bet.handle or bet.judged or bet.unit:
            for key in (
                ("wager", f"{seen.game} {bet.wager}"),
                ("wager at a table", f"{place}, {bet.wager}"),
                *_keys(seen.game, seen.table, seen.name, seen.at, seen.dealer, bet.who, seen.account(bet.who)),
            ):
                mine.setdefault(key, []).append(bet)
    for who in seen.fees:
        for key in (("seat", f"{place}, {who}"), ("account", seen.account(who) or BOT)):
            mine.setdefault(key, [])
    for key, bets in mine.items():
        group = groups.setdefault(key, _Group())
        group.rounds += 1
        group.games[seen.game] = None
        group.table = seen.table
        group.whose.add(whose)
        group.handle += sum(bet.handle for bet in bets)
        group.win -= sum(bet.won for bet in bets)
        group.unpriced += sum(bet.handle for bet in bets if not bet.priced)
        if key in of_round:
            group.fees += seen.figures.fees
            group.jackpots += seen.jackpots
            if whose == NOBODY:
                group.handle += seen.figures.wagered
        elif key[0] == "seat":
            group.fees += seen.fees.get(key[1].rpartition(", ")[2], 0)
        elif key[0] == "account":
            group.fees += sum(fee for who, fee in seen.fees.items() if (seen.account(who) or BOT) == key[1])
        if bets:
            group.seen.append((seen, bets))


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
        handle=group.handle,
        drop=group.drop,
        win=group.win,
        fees=group.fees,
        jackpots=group.jackpots,
        unpriced=group.unpriced,
    )
    bets = [(seen, bet) for seen, those in group.seen for bet in those if bet.expected is not None]
    if not bets:
        return line
    theory = -sum(bet.theory for _, bet in bets)
    won = -sum(bet.judged for _, bet in bets)
    steps, deviation = _running(floor, group)
    chance = _spread([bet for _, bet in bets], theory, deviation)
    away = [
        Moved(seen.table, seen.round, seen.at, sum(bet.theory - bet.judged for bet in those if bet.expected))
        for seen, those in group.seen
    ]
    away.sort(key=lambda one: -abs(one.away))
    return replace(
        line,
        hands=len(bets),
        judged=won,
        theory=theory,
        mistakes=sum(bet.cost for _, bet in bets),
        deviation=deviation,
        z=(won - theory) / deviation if deviation else 0.0,
        p=chance.p(won),
        within_95=chance.interval(0.95),
        within_999=chance.interval(0.999),
        moved=tuple(away[:_MOST_MOVED]),
        running=steps,
    )


def _spread(bets: Iterable[Bet], mean: float, deviation: float) -> Spread:
    """The exact distributions of all bets together, from the bank's side."""
    many: dict[tuple[int, float], int] = {}
    expected: dict[int, Expected] = {}
    for bet in bets:
        if bet.expected is not None:
            expected[id(bet.expected)] = bet.expected
            key = (id(bet.expected), bet.unit)
            many[key] = many.get(key, 0) + 1
    parts = [
        Part(-expected[which].results * unit, expected[which].chances, count) for (which, unit), count in many.items()
    ]
    return spread(parts, mean=mean, deviation=deviation)


_MOST_STEPS = 240


def _running(floor: Floor, group: _Group) -> tuple[tuple[Step, ...], float]:
    """The result round by round beside what is expected, and the standard deviation in the end."""
    win = theory = variance = 0.0
    every = max(1, len(group.seen) // _MOST_STEPS)
    steps = [Step(0, 0.0, 0.0, 0.0)]
    ordered = sorted(group.seen, key=lambda one: (one[0].at, one[0].table, one[0].round))
    for number, (seen, bets) in enumerate(ordered, start=1):
        priced = [bet for bet in bets if bet.expected is not None]
        win -= sum(bet.judged for bet in priced)
        theory -= sum(bet.theory for bet in priced)
        variance += floor.variance(seen, priced)
        if number % every == 0 or number == len(ordered):
            steps.append(Step(number, win, theory, sqrt(variance)))
    return tuple(steps), sqrt(variance)
