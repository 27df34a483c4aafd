"""What is noted of each round that is played, or played again from its journal: wagers, money, decisions and cards.

A wager's result is what the bank moved, and besides what a player-dealer's bank did not cover: what was put up there
limits what is paid, not what the cards brought, and it is the cards that are judged.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

from houseway.cards.card import Card
from houseway.floor.deciding import Costs, Decided
from houseway.floor.theory import Expected, Known, Theory
from houseway.play.ask import Ask
from houseway.play.come_come import ComeComeBack
from houseway.play.driver import Driver
from houseway.play.event import (
    Announced,
    BetsClosed,
    Burned,
    Dealt,
    Event,
    FeeTaken,
    MeterMoved,
    Shuffled,
    Voided,
    Wagered,
)
from houseway.play.outcome import Outcome, Result
from houseway.play.places import seat_of, unsplit
from houseway.play.player_dealer import PlayerDealer, TakenUp
from houseway.play.standing import Moved
from houseway.play.table import Settled
from houseway.record.figures import Figures, figures
from houseway.rules.resolved import Rules

SHUFFLE = "shuffle"


@dataclass(frozen=True)
class Bet:
    """A wager of one bettor in one round, with all that hung on it."""

    who: str
    spot: str
    wager: str  # as the sheet names it; of one without a price its own name
    handle: int  # cents wagered on it in this round
    won: int  # what the bettor won, or with a minus lost
    judged: int  # the same, had everything been covered
    unit: float  # cents that a result of 1 on the sheet is; 0 where nothing is expected of it
    cost: float = 0.0  # what decisions gave away
    expected: Expected | None = field(default=None, compare=False, repr=False)
    priced: bool = True  # the sheet has it, decided in this round or not

    @property
    def theory(self) -> float:
        """What the bettor should have won, decided as it was."""
        return self.unit * self.expected.mean - self.cost if self.expected else 0.0


@dataclass(frozen=True)
class Seen:
    """A round that is over."""

    table: int
    name: str  # of the table
    round: int
    at: str  # when it ended, UTC
    rules: Rules
    figures: Figures
    bets: tuple[Bet, ...] = ()
    decisions: tuple[Decided, ...] = ()
    dealt: tuple[tuple[str, tuple[Card, ...]], ...] = ()  # places and cards as they came; a shuffle with its count
    fees: Mapping[str, int] = field(default_factory=dict)  # by who paid
    banks: Mapping[str, int] = field(default_factory=dict)  # what who banked gained, with everything covered
    banked: Mapping[str, int] = field(default_factory=dict)  # and what they really gained
    accounts: Mapping[str, str] = field(default_factory=dict)  # by seat; nobody's where a bot sat
    dealer: str = ""
    jackpots: int = 0  # what meters gave up
    voided: tuple[str, ...] = ()  # whose wagers went back, where the round is void
    coached: bool = False  # decisions were looked at

    @property
    def game(self) -> str:
        return self.rules.game.id

    @property
    def void(self) -> bool:
        return bool(self.figures.void)

    def account(self, who: str) -> str:
        return self.accounts.get(who, "")


@dataclass(frozen=True)
class Bought:
    """Chips bought at a table."""

    table: int
    name: str
    game: str
    at: str
    who: str
    account: str
    amount: int
    dealer: str = ""


class Watcher:
    """Looks on at one table, round after round. Wagers that stand from one round to the next keep their names."""

    def __init__(self, theory: Theory, *, table: int = 0, name: str = "", costs: Costs | None = None) -> None:
        self.theory, self.table, self.name, self.costs = theory, table, name, costs
        self._decided: list[Decided] = []
        self._origin: dict[tuple[str, str], str] = {}  # by spot and wager: what it was placed as
        self._point = 0

    def begin(self) -> None:
        self._decided = []

    def before(self, driver: Driver, who: str, text: str) -> None:
        """An answer is about to be given."""
        ask: Ask | None = driver.asks.get(who)
        if self.costs is None or ask is None:
            return
        known = self.theory.of(driver.table.rules)
        if known is None or ask.what in known.wagers:  # insurance is a wager with a price of its own, and no mistake
            return
        decided = self.costs.of(driver, ask, text)
        if decided is not None:
            self._decided.append(decided)

    def ended(self, driver: Driver, *, at: str, dealer: str = "", accounts: Mapping[str, str] | None = None) -> Seen:
        """The round that has just ended."""
        rules, events = driver.table.rules, driver.events
        known = self.theory.of(rules)
        void = any(isinstance(event, Voided) for event in events)
        found = figures(driver)
        bets = () if known is None or void else tuple(self._bets(driver, known))
        short = sum(bet.won - bet.judged for bet in bets)  # what was not covered, for the bank
        self._follow(events, known)
        seen = Seen(
            table=self.table,
            name=self.name,
            round=driver.table.round,
            at=at,
            rules=rules,
            figures=found,
            bets=bets,
            decisions=tuple(self._decided),
            dealt=tuple(_dealt(events)),
            fees=_fees(events),
            banks=_banks(events, short),
            banked={event.who: event.net for event in events if isinstance(event, TakenUp | ComeComeBack)},
            accounts=dict(accounts or {}),
            dealer=dealer,
            jackpots=-sum(event.amount for event in events if isinstance(event, MeterMoved) and event.amount < 0),
            voided=tuple({event.who: None for event in events if isinstance(event, Wagered)}) if void else (),
            coached=self.costs is not None,
        )
        self.begin()
        return seen

    # Wagers

    def _bets(self, driver: Driver, known: Known) -> Iterator[Bet]:
        """What was settled, put together by bettor, hand and priced wager."""
        self._name(driver.events, known)
        banked = isinstance(driver.table.bank, PlayerDealer)
        first: dict[tuple[str, str, str], int] = {}
        handle: dict[tuple[str, str, str], int] = {}
        closed = False
        for event in driver.events:
            closed = closed or isinstance(event, BetsClosed)
            if isinstance(event, Wagered):
                key = self._key(event.who, event.spot, event.wager, known)
                handle[key] = handle.get(key, 0) + event.amount
                if not closed:
                    first[key] = first.get(key, 0) + event.amount
        together: dict[tuple[str, str, str], list[Settled]] = {}
        bankers = {event.who for event in driver.events if isinstance(event, TakenUp)}
        for one in driver.table.settled:
            if not one.due.stake or one.owner not in bankers:  # a player-dealer's wager against themself has no action
                key = self._key(one.owner, one.spot, one.due.wager, known)
                together.setdefault(key, []).append(one)
        for key in dict.fromkeys((*handle, *together)):
            yield self._bet(key, together.get(key, []), handle.get(key, 0), first, known, banked=banked)

    def _bet(
        self,
        key: tuple[str, str, str],
        parts: list[Settled],
        handle: int,
        first: Mapping[tuple[str, str, str], int],
        known: Known,
        *,
        banked: bool,
    ) -> Bet:
        who, spot, wager = key
        won = sum(net(one.outcome) for one in parts)
        judged = sum(_judged(one, banked=banked) for one in parts)
        expected = known.wagers.get(wager)
        decided = [one for one in parts if one.due.result is not Result.RETURNED]
        if expected is None or not decided:
            return Bet(who, spot, wager, handle, won, judged, 0.0, priced=wager in known.wagers)
        if self.costs is not None and wager == known.main:
            expected = known.played_best(wager)
        put_up = first.get(key, 0) if expected.grows else sum(one.due.stake for one in decided)
        if not put_up:
            return Bet(who, spot, wager, handle, won, judged, 0.0)
        if not expected.grows:
            expected = self.theory.at(known, wager, put_up)
        cost = self._cost(key, first) if wager == known.main else 0.0
        return Bet(who, spot, wager, handle, won, judged, put_up / expected.staked, cost, expected)

    def _cost(self, key: tuple[str, str, str], first: Mapping[tuple[str, str, str], int]) -> float:
        """What decisions gave away; who bets behind a seat gives away as much of their own wager as its player."""
        who, spot, wager = key
        total = 0.0
        for one in self._decided:
            box = unsplit(one.spot)
            if seat_of(spot) != seat_of(box):
                continue
            whose = first.get((one.who, box, wager), 0) or first.get((one.who, seat_of(box), wager), 0)
            total += one.cost if who == one.who or not whose else one.cost * first.get(key, 0) / whose
        return total

    def _key(self, who: str, spot: str, wager: str, known: Known) -> tuple[str, str, str]:
        placed = self._origin.get((spot, wager), wager)
        return who, unsplit(spot), placed if placed in known.wagers else known.group(placed, self._point) or placed

    def _name(self, events: list[Event], known: Known) -> None:
        """Keep in mind as what each wager was placed, while the point was as it was."""
        point = self._point
        for event in events:
            if isinstance(event, Announced) and event.puck is not None:
                point = event.puck
            if isinstance(event, Wagered):
                name = known.group(event.wager, point)
                self._origin[event.spot, event.wager] = name or event.wager

    def _follow(self, events: list[Event], known: Known | None) -> None:
        """Where standing wagers have gone, and what the point is now."""
        for event in events:
            if isinstance(event, Announced) and event.puck is not None:
                self._point = event.puck
            if isinstance(event, Moved):
                here = (event.spot, event.wager)
                self._origin[event.spot, event.to] = self._origin.pop(here, event.wager)


def net(outcome: Outcome) -> int:
    """What the bettor won."""
    if outcome.result is Result.WIN:
        return outcome.paid
    return -(outcome.stake - outcome.returned) if outcome.result is Result.LOSE else 0


def _judged(one: Settled, *, banked: bool) -> int:
    due, done = net(one.due), net(one.outcome)
    return due if banked and abs(done) < abs(due) else done


def _banks(events: list[Event], short: int) -> dict[str, int]:
    """What everyone in the bank gained, with what was not covered divided as the bank is."""
    shares = [event for event in events if isinstance(event, TakenUp | ComeComeBack)]
    put_up = {event.who: event.amount - event.net for event in shares}
    return {event.who: event.net + short * put_up[event.who] // sum(put_up.values()) for event in shares}


def _fees(events: list[Event]) -> dict[str, int]:
    found: dict[str, int] = {}
    for event in events:
        if isinstance(event, FeeTaken):
            found[event.who] = found.get(event.who, 0) + event.amount
    return found


def _dealt(events: list[Event]) -> Iterator[tuple[str, tuple[Card, ...]]]:
    for event in events:
        if isinstance(event, Shuffled):
            yield SHUFFLE, (event.count,)
        elif isinstance(event, Dealt):
            yield event.place, event.cards
        elif isinstance(event, Burned):
            yield "burned", event.cards
