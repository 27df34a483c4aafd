"""Tables that a player banks: the position goes round, and what is put up there covers wagers as far as it goes.

A round at such a table is written in these steps:

    hands = yield from open_round(table, "3.A")      # the position, everybody's wagers, no more bets, the house's fee
    if not hands:                                    # nobody banks, or nobody bets
        return
    cards and decisions
    order = in_action(table, hands)                  # from the player-dealer's left, or `place_action` by dice or cards
    close_round(table, order, outcomes, "5.D")       # settled, and every card discarded

`open_round` takes the fee that is due before the deal; a later one is `collect(table, "while hands are set")`
(play/collection.py). `settle_in_action` is what `close_round` settles with: bettor by bettor, or wager by wager, as
[position] settle says.

A hand is dealt to a seat and may have several bettors: the seated player and the backline, each with their own stack,
their own wagers and their own spot, which is named after the bettor, `seat 3` or `backline 3.1`. What is put up lies in
the account `player-dealer` while the round is played, and goes back to the stack when it is over.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from random import Random
from typing import Any, NamedTuple

from houseway.play.ask import Amount, Ask, Choice, Form, Number, Play, Refused, Wagers, Words, asked, written
from houseway.play.bank import Bank
from houseway.play.collection import collect, player_fee, reserve
from houseway.play.come_come import COME_COME, ComeComeBack, divide, take_come_come
from houseway.play.driver import PROPOSITION
from houseway.play.event import (
    Announced,
    Awarded,
    BetsClosed,
    Collected,
    Event,
    FeeTaken,
    Paid,
    Returned,
    won_or_lost,
)
from houseway.play.ledger import BANK, wager_account
from houseway.play.note import GIVEN_BACK, NO_NOTE, PUSHED, Note, Why
from houseway.play.outcome import Outcome, Result
from houseway.play.places import number_of, seat, seat_of
from houseway.play.sentences import Money, Several
from houseway.play.table import DEALER, Stake, Table
from houseway.play.value import value
from houseway.play.wagers import spots_for, take_wagers
from houseway.rules.cite import cited
from houseway.rules.models import Position
from houseway.rules.money import cents, dollars, shown

_NOT_COVERED = Why.NOT_COVERED.note
POSITION = BANK  # the account of what is put up, and the place of the player-dealer's cards
DECLINE = "decline"
MOST_ROUNDS = 2


# What happens


@value
class PutUp(Event):
    """A player takes the position for a round and puts up what may be won and lost there."""

    who: str
    amount: int
    turn: int
    clause: str

    variants = "first", "second"

    @property
    def variant(self) -> str:
        return self.variants[self.turn - 1]


@value
class TakenUp(Event):
    """The round is over: the player-dealer gets back what lies on the position."""

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


@value
class GameClosed(Event):
    why: str
    clause: str


@value
class GameReopened(Event):
    clause: str


@value
class ActionPlaced(Event):
    """Where settlement starts."""

    seat: str
    how: str
    clause: str


@value
class DiceThrown(Event):
    who: str
    dice: tuple[int, ...]
    clause: str

    @property
    def faces(self) -> Several:
        return Several(self.dice, joined=False)

    @property
    def total(self) -> int:
        return sum(self.dice)


@value
class NumberDrawn(Event):
    """A random number from 1 on, in place of dice: one more than the round's shuffle gives for `label` below `most`.
    Without a label the dealer said what a real device showed."""

    number: int
    most: int
    label: str
    clause: str


# The bank


class PlayerDealer(Bank):
    """A player's bank. It pays and collects until the amount put up is used up; what it does not cover goes back.

    How much is left depends on the reading of PD-1: by `action` everything paid or collected uses it up, by `net` only
    the running result is held between plus and minus the amount.
    """

    account = POSITION

    def __init__(self) -> None:
        self.who = ""
        self.own = self.paid = self.collected = 0
        self.come_come: dict[str, int] = {}  # what other players have laid beside it

    @property
    def put_up(self) -> int:
        """All that lies in the bank as the round begins."""
        return self.own + sum(self.come_come.values())

    def left(self, table: Table, result: Result) -> int:
        """How much more can be paid to a winner, or collected from a loser."""
        if table.rules.options["coverage"] == "net":
            net = self.collected - self.paid
            return self.put_up + net if result is Result.WIN else self.put_up - net
        return self.put_up - self.paid - self.collected

    def settle(self, table: Table, stake: Stake, outcome: Outcome) -> Outcome:
        if outcome.result not in (Result.WIN, Result.LOSE):
            plain = PUSHED if outcome.result is Result.PUSH else GIVEN_BACK
            return self._give_back(table, stake, outcome, outcome.note or plain)
        if stake.owner == self.who:
            return self._give_back(table, stake, _returned(outcome, Why.OWN_WAGER.note))
        due = outcome.paid if outcome.result is Result.WIN else outcome.stake
        covered = min(due, self.left(table, outcome.result))
        if covered < due:
            clause = cited(outcome.clause, position(table).coverage)
            if not covered:
                return self._give_back(table, stake, _returned(outcome, _NOT_COVERED, clause=clause))
            partly = Why.PARTLY_COVERED.about(shown(covered), shown(due))
            outcome = replace(outcome, clause=clause, note=outcome.note.also(partly))
        return (self._pay if outcome.result is Result.WIN else self._collect)(table, stake, outcome, covered)

    def _pay(self, table: Table, stake: Stake, outcome: Outcome, covered: int) -> Outcome:
        if covered:
            table.ledger.move(POSITION, stake.owner, covered)
        table.ledger.move(stake.account, stake.owner, outcome.stake)
        self.paid += covered
        odds = str(outcome.odds or "")
        table.emit(
            Paid(
                stake.owner,
                stake.spot,
                outcome.wager,
                outcome.stake,
                covered,
                odds,
                outcome.hand,
                outcome.clause,
                outcome.note,
            )
        )
        return replace(outcome, paid=covered)

    def award(self, table: Table, who: str, spot: str, outcome: Outcome) -> Outcome:
        """A prize uses up coverage like a winning wager; what is not covered is not paid."""
        covered = min(outcome.paid, self.left(table, Result.WIN))
        note, clause = outcome.note, outcome.clause
        if covered < outcome.paid:
            clause = cited(clause, position(table).coverage)
            note = note.also(Why.PARTLY_COVERED.about(shown(covered), shown(outcome.paid)))
        if not covered:
            table.emit(Announced(who, f"{outcome.wager}, {note}", clause))
            return Outcome(outcome.wager, 0, Result.RETURNED, clause, hand=outcome.hand, note=note)
        table.ledger.move(POSITION, who, covered)
        self.paid += covered
        odds = str(outcome.odds or "")
        table.emit(Awarded(who, spot, outcome.wager, 0, covered, odds, outcome.hand, clause, note))
        return replace(outcome, paid=covered, clause=clause, note=note)

    def _collect(self, table: Table, stake: Stake, outcome: Outcome, covered: int) -> Outcome:
        table.ledger.move(stake.account, POSITION, covered)
        self.collected += covered
        where = (stake.owner, stake.spot, outcome.wager)
        table.emit(Collected(*where, covered, outcome.hand, outcome.clause, outcome.note))
        rest = outcome.stake - covered
        if rest:
            table.ledger.move(stake.account, stake.owner, rest)
            table.emit(Returned(*where, rest, outcome.hand, position(table).coverage, _NOT_COVERED))
        return replace(outcome, returned=rest)

    def _give_back(self, table: Table, stake: Stake, outcome: Outcome, note: Note = NO_NOTE) -> Outcome:
        table.ledger.move(stake.account, stake.owner, outcome.stake)
        where = (stake.owner, stake.spot, outcome.wager)
        table.emit(Returned(*where, outcome.stake, outcome.hand, outcome.clause, note or outcome.note))
        return outcome

    def round_over(self, table: Table) -> None:
        """Give back what lies on the position, and keep in mind who banked and how often."""
        if not self.who:
            return
        parts = self.parts(table)
        for who, amount in parts.items():
            if amount:
                table.ledger.move(POSITION, who, amount)
        own = parts[self.who]
        table.emit(TakenUp(self.who, own, own - self.own, position(table).clause))
        for who, laid in self.come_come.items():
            table.emit(ComeComeBack(who, parts[who], parts[who] - laid, table.rules.game.asks[COME_COME].clause))
        if not any(isinstance(event, BetsClosed) for event in table.events):
            table.memory["position"]["rounds"] -= 1  # nobody wagered: it was no round of play
        self.who, self.own, self.paid, self.collected, self.come_come = "", 0, 0, 0, {}

    def parts(self, table: Table) -> dict[str, int]:
        if not self.who:
            return {}
        lies = table.ledger[POSITION]
        shares = divide(lies, self.come_come, self.put_up, table.rules.chip)
        return {self.who: lies - sum(shares.values()), **shares}

    def shown(self, table: Table) -> dict[str, Any]:
        if not self.who:
            return {}
        return {
            "who": self.who,
            "put_up": dollars(self.put_up),
            **({"come_come": {who: dollars(laid) for who, laid in self.come_come.items()}} if self.come_come else {}),
            "paid": dollars(self.paid),
            "collected": dollars(self.collected),
            "covers_wins": dollars(self.left(table, Result.WIN)),
            "covers_losses": dollars(self.left(table, Result.LOSE)),
            "round": table.memory["position"]["rounds"],
        }


def _returned(outcome: Outcome, note: Note, *, clause: str = "") -> Outcome:
    return Outcome(
        outcome.wager, outcome.stake, Result.RETURNED, clause or outcome.clause, hand=outcome.hand, note=note
    )


def banking(table: Table) -> PlayerDealer:
    """The table's bank, known to be a player's."""
    assert isinstance(table.bank, PlayerDealer)
    return table.bank


def position(table: Table) -> Position:
    found = table.rules.game.position
    assert found is not None
    return found


# A round's beginning and end


def open_round(
    table: Table, close: str, take: Callable[[Table], Play[list["Hand"]]] | None = None
) -> Play[list["Hand"]]:
    """Fill the position, take Come-Come where it is offered, take wagers, close them by the clause `close` and take the
    fee that is due before the deal. These are the hands that are bet on; none if nobody banks or nobody bets, and then
    there is no round. A game whose wagers are placed in its own way says how they are taken."""
    bank = yield from take_position(table)
    if bank is None:
        return []
    if table.rules.options.get("come_come"):
        others = [who for who in table.seats if who != bank.who]
        yield from take_come_come(table, others, bank.come_come, account=POSITION, least=_least(table), decline=DECLINE)
    hands = yield from (take or take_hands)(table)
    if hands:
        yield from table.close_bets(close)
        collect(table, "before the deal")
        _remember_backline(table, hands)
    return [with_decider(table, hand) for hand in hands] if position(table).greatest_wager else hands


def close_round(table: Table, order: Iterable["Hand"], outcomes: Mapping[str, Sequence[Outcome]], clause: str) -> None:
    """Settle every wager in the order of the action, and discard the cards."""
    settle_in_action(table, order, outcomes)
    for place in list(table.hands):
        table.discard(place, clause)


# The position


def take_position(table: Table) -> Play[PlayerDealer | None]:
    """Offer the position until somebody takes it: to its holder for a second round, then clockwise to others (PD-2).
    Each round is put up anew (PD-6). Where the position does not reopen for the same player, the game stays closed
    until somebody else takes it (PD-9)."""
    rule, memory = position(table), table.memory
    turn = memory.get("position", {"who": "", "name": "", "rounds": 0, "closed": False})
    waits = turn["closed"] and not rule.reopens
    if turn["closed"] and rule.reopens:
        table.emit(GameReopened(rule.clause))
    stays = table.seats.get(turn["who"]) == turn["name"]
    holder = turn["who"] if stays and (waits or not turn["closed"]) else ""
    declined = False
    if holder and turn["rounds"] < MOST_ROUNDS and (ask := _offered(table, holder)):
        amount = yield from _answered(table, ask)
        if amount:
            return _put_up(table, holder, amount, turn["rounds"] + 1, reopens=waits)
        declined = True
    for who in _in_turn(table, turn["who"], holder):
        if ask := _offered(table, who):
            amount = yield from _answered(table, ask)
            if amount:
                return _put_up(table, who, amount, 1, reopens=waits)
    table.emit(GameClosed("nobody else takes the position" if holder else "nobody takes the position", rule.clause))
    if not rule.reopens:
        memory["position"] = {**turn, "closed": True}
        return None
    if holder and not declined and (ask := _offered(table, holder)):
        table.emit(GameReopened(rule.clause))
        amount = yield from _answered(table, ask)
        if amount:
            return _put_up(table, holder, amount, 1)
        table.emit(GameClosed("nobody takes the position", rule.clause))
    memory["position"] = {**turn, "rounds": 0, "closed": True}
    return None


def _in_turn(table: Table, after: str, holder: str) -> list[str]:
    """Who is offered the position, clockwise after its last seat: the seated players, and where the game says so after
    each of them who bet behind that seat in the round before, in the order of their squares. The holder's own seat has
    had its turn."""
    seats = [seat for seat in clockwise(table, after) if seat != seat_of(holder)]
    last: dict[str, str] = table.memory.get("backline", {})
    behind = [who for who, name in last.items() if table.seats.get(who) == name]
    places = (place for seat in seats for place in (seat, *(who for who in behind if seat_of(who) == seat)))
    return [place for place in places if place in table.seats]


def _remember_backline(table: Table, hands: Iterable["Hand"]) -> None:
    """Keep in mind who bets behind a seat, where that makes them eligible for the position."""
    if position(table).to_backline:
        wagered = [who for hand in hands for who in hand.bettors if who != hand.seat]
        table.memory["backline"] = {who: table.seats[who] for who in wagered}


def _offered(table: Table, who: str) -> Ask | None:
    """What a seat is asked that can bank: from the least amount (PD-10) to the stack without the fee that can fall
    due."""
    rule, chip, low = position(table), table.rules.chip, _least(table)
    held = reserve(table, bettors(table, against=who))
    high = (table.stack(who) - held) // chip * chip
    if high < low:
        fee = f" and a fee of up to {shown(held)}" if held else ""
        table.withheld[who, "bank"] = f"it takes {shown(low)}{fee}, and the stack is {shown(table.stack(who))} (PD-10)"
        return None
    why = f"{shown(held)} of the {shown(table.stack(who))} stack is held back for the fee" if held else ""
    bank: Form = Amount("bank", low, high, chip, rule.least, why) if low < high else Words((f"bank {dollars(low)}",))
    willing = table.memory.get("roles", {}).get(who) == PROPOSITION
    default = f"bank {dollars(high)}" if willing else DECLINE
    return Ask(who, "bank", (bank, Words((DECLINE,))), rule.clause, default)


def _least(table: Table) -> int:
    """The least that may lie in the bank: the smallest base wager, in whole chips (PD-10)."""
    chip = table.rules.chip
    return -(-table.rules.limits[position(table).base].minimum // chip) * chip


def _answered(table: Table, ask: Ask) -> Play[int]:
    """The amount that is put up, or 0 for a seat that declines."""
    choice: Choice = yield from asked(ask)
    if choice.word == DECLINE:
        table.acted(ask.who, "bank", DECLINE, ask.clause)
        return 0
    return cents(choice.word.removeprefix("bank "))


def _put_up(table: Table, who: str, amount: int, turn: int, *, reopens: bool = False) -> PlayerDealer:
    bank = banking(table)
    if reopens:
        table.emit(GameReopened(position(table).clause))
    table.ledger.move(who, POSITION, amount)
    bank.who, bank.own = who, amount
    name = table.seats[who]
    table.memory["position"] = {"who": who, "name": name, "rounds": turn, "closed": False}
    rule = position(table)
    table.emit(PutUp(who, amount, turn, rule.clause if who == seat_of(who) else rule.to_backline))
    if closed := inactive_seat(table):
        table.emit(Announced(DEALER, f"{closed} is inactive", rule.inactive_clause))
    return bank


def clockwise(table: Table, after: str, *, steps: int = 1) -> list[str]:
    """Every seat of the table once, clockwise, starting so many steps after one; from seat 1 if that is nobody."""
    count = table.rules.seats
    start = number_of(after) - 1 + steps if after else 0
    return [seat((start + place) % count + 1) for place in range(count)]


def active_seats(table: Table, *, steps: int) -> list[str]:
    """Every seat that can be bet on and the player-dealer's own, clockwise, starting so many steps after that one."""
    seats = [seat for seat in clockwise(table, banking(table).who, steps=0) if seat != inactive_seat(table)]
    first = steps % len(seats)
    return [*seats[first:], *seats[:first]]


def inactive_seat(table: Table, bank: str = "") -> str:
    """The seat beside the player-dealer's that nobody bets on, at a table with more seats than can be active. With
    `bank` it is the seat that would be inactive if that player banked."""
    rule = position(table)
    if not 0 < rule.active < table.rules.seats:
        return ""
    whose_view = table.rules.options.get("inactive_seat", rule.inactive)
    return clockwise(table, bank or banking(table).who, steps=1 if whose_view == "house dealer's view" else -1)[0]


# Hands and their bettors


class Hand(NamedTuple):
    """A seat's hand in a round: where its cards lie, who decides, and who bets on it, the seated player first."""

    seat: str
    decides: str
    bettors: tuple[str, ...]


def bettors(table: Table, against: str = "") -> list[str]:
    """Everyone who may bet against the player-dealer, or `against` a player who could bank, in seat order, the backline
    after its seat."""
    closed = (seat_of(against or banking(table).who), inactive_seat(table, against))
    return [who for who in table.seats if seat_of(who) not in closed]


def hands_of(bettors: Iterable[str]) -> list[Hand]:
    """The hands that these bettors bet on, in the order in which their seats first come."""
    by_seat: dict[str, list[str]] = {}
    for who in bettors:
        by_seat.setdefault(seat_of(who), []).append(who)
    return [Hand(seat, who[0], tuple(who)) for seat, who in by_seat.items()]


def with_decider(table: Table, hand: Hand) -> Hand:
    """The hand with who decides where that is the greatest wager's bettor: of equal ones the seated player, then who
    has paid more of the collection, then the one in front (PG-13, DH-5)."""
    paid = dict.fromkeys(hand.bettors, 0)
    for event in table.events:
        if isinstance(event, FeeTaken) and event.who in paid:
            paid[event.who] += event.amount

    def weight(who: str) -> tuple[int, bool, int]:
        return sum(table.staked(who).values()), who == hand.seat, paid[who]

    return hand._replace(decides=max(hand.bettors, key=weight))


def take_hands(table: Table) -> Play[list[Hand]]:
    """Ask seats and backline at once for their wagers. These are the hands to be dealt, clockwise from seat 1."""
    wagered = yield from take_wagers(table, bettors(table), banked_form)
    return hands_of(who for who in wagered if table.staked(who))  # without who has left since


def banked_form(table: Table, who: str) -> "BankedWagers":
    """What a bettor may wager before the deal: within the limits of each spot, bonus bets within their game wager, and
    with the fee at hand."""
    rules = table.rules
    spots = spots_for(rules)
    offered = {name: rules.wagers[name] for name in spots}
    equals = tuple((spot, name) for name, wager in offered.items() for spot in wager.spots if spot != name)
    bounds = tuple((name, one.at_most, one.clause_of("at_most")) for name, one in offered.items() if one.at_most)
    floors = tuple((name, one.at_least, one.clause_of("at_least")) for name, one in offered.items() if one.at_least)
    return BankedWagers(
        spots,
        table.stack(who),
        rules.chip,
        equals=equals,
        bounds=bounds,
        floors=floors,
        fee=lambda placed: player_fee(table, who, placed),
    )


@value
class BankedWagers(Wagers):
    """Wagers against a player-dealer. A wager that stands on two spots in equal amounts may be named by both."""

    equals: tuple[tuple[str, str], ...] = ()  # a spot that mirrors a wager, and the wager
    bounds: tuple[tuple[str, str, str], ...] = ()  # a bonus bet, the wager it may not exceed, and by which clause
    floors: tuple[tuple[str, str, str], ...] = ()  # the same for a wager that it may not be smaller than
    fee: Callable[[Mapping[str, int]], int] = lambda placed: 0  # the most that the collection can cost beside them

    def read(self, text: str) -> dict[str, int] | None:
        if not self.equals:
            return Wagers.read(self, text)
        parts = [" ".join(part.lower().split()) for part in text.split(", ")]
        amounts = dict(part.rpartition(" ")[::2] for part in parts)
        for spot, wager in self.equals:
            if spot in amounts and wager in amounts:
                if amounts[spot] != amounts[wager]:
                    raise Refused(f"{spot} {amounts[spot]} is not allowed: it must equal the {wager}")
                parts = [part for part in parts if part.rpartition(" ")[0] != spot]
        return Wagers.read(self, ", ".join(parts))

    def check(self, placed: dict[str, int]) -> None:
        Wagers.check(self, placed)
        for wager, other, clause in self.bounds:
            if placed.get(wager, 0) > placed.get(other, 0):
                raise Refused(_not_allowed(wager, placed, f"it may not exceed the {other} ({clause})"))
        for wager, other, clause in self.floors:
            if wager in placed and placed[wager] < placed.get(other, 0):
                raise Refused(_not_allowed(wager, placed, f"it may not be less than the {other} ({clause})"))
        fee = self.fee(placed)
        if not fee:
            return
        cost = sum(amount * self.spots[wager].bets for wager, amount in placed.items())
        if cost + fee > self.stack:
            raise Refused(
                f"these wagers need {shown(cost)} and a collection of up to {shown(fee)}, and the stack is "
                f"{shown(self.stack)}"
            )

    def data(self) -> dict[str, Any]:
        at_most = {"at_most": _others(self.bounds)} if self.bounds else {}
        at_least = {"at_least": _others(self.floors)} if self.floors else {}
        return {**Wagers.data(self), **at_most, **at_least}

    def random(self, rng: Random) -> str:
        text = Wagers.random(self, rng)
        drawn = Wagers(self.spots, self.stack, self.chip).read(text) if text else None
        if not drawn:
            return ""
        bounds, floors = _others(self.bounds), _others(self.floors)
        placed = {wager: min(amount, drawn.get(bounds.get(wager, wager), 0)) for wager, amount in drawn.items()}
        placed = {wager: max(amount, placed.get(floors.get(wager, wager), 0)) for wager, amount in placed.items()}
        try:
            self.check(placed)
        except Refused:
            return ""
        return written(placed)


def _not_allowed(wager: str, placed: Mapping[str, int], why: str) -> str:
    return f"{wager} {dollars(placed[wager])} is not allowed: {why}"


def _others(bounds: Iterable[tuple[str, str, str]]) -> dict[str, str]:
    """For each bonus bet the wager that it is compared with."""
    return {wager: other for wager, other, _ in bounds}


# Action


def in_action(table: Table, hands: Iterable[Hand], *, steps: int = 1) -> list[Hand]:
    """The hands in the order of settlement, from the first one clockwise of the player-dealer's left, or from the house
    dealer's, which is seat 1 (ALL-4). With `steps` the count starts so many seats after the player-dealer; an empty
    seat passes the action on."""
    by_number = {number_of(hand.seat): hand for hand in hands}
    from_house = position(table).first == "house dealer's left"
    seats = clockwise(table, "", steps=steps) if from_house else active_seats(table, steps=steps)
    return [by_number[number] for number in map(number_of, seats) if number in by_number]


def place_action(
    table: Table, hands: Iterable[Hand], total: int, how: str, clause: str, *, player_dealer_is: int
) -> list[Hand]:
    """The hands in the order of settlement when dice or cards say where it starts. Seats are counted clockwise to
    `total`; `player_dealer_is` is the number of the player-dealer's seat: 1 in pai gow, 0 where its left is 1."""
    order = in_action(table, hands, steps=total - player_dealer_is)
    if order:
        table.emit(ActionPlaced(order[0].seat, how, clause))
    return order


def place_action_from_right(table: Table, hands: Iterable[Hand], total: int, how: str, clause: str) -> list[Hand]:
    """The hands in the order of settlement when cards say where it starts, counted from the player-dealer's right:
    every other seat, empty ones too, and from an empty one on to the next with a hand. It goes on clockwise."""
    hands, seats, bank = list(hands), table.rules.seats, number_of(banking(table).who)
    to_the_right = [(bank - step - 1) % seats + 1 for step in range(1, seats)]
    at = (total - 1) % len(to_the_right)
    occupied = {number_of(hand.seat) for hand in hands}
    start = next((number for number in (*to_the_right[at:], *to_the_right[:at]) if number in occupied), bank)
    order = in_action(table, hands, steps=start - bank)
    if order:
        table.emit(ActionPlaced(order[0].seat, how, clause))
    return order


def find_action(table: Table, hands: Iterable[Hand]) -> Play[list[Hand]]:
    """The hands in the order of settlement: as the game has it or, where the operator chose so, from the seat that dice
    or a random number say, counted as in pai gow with the player-dealer's seat as one."""
    if table.rules.options.get("action", LEFT) == LEFT:
        return in_action(table, hands)
    clause = table.rules.game.options["action"].clause
    number, how = yield from action_number(table, table.rules.seats, clause)
    return place_action(table, hands, number, how, clause, player_dealer_is=1)


LEFT = "player-dealer's left"  # the option where neither dice nor a number say where the action starts
ACTION_NUMBER = "action"  # the label of the random number that replaces dice


def action_number(table: Table, most: int, clause: str) -> Play[tuple[int, str]]:
    """The number that seats are counted to, and how it is announced: what the player-dealer's dice show, or a random
    number up to `most`, by the table's option `action`."""
    if table.rules.options.get("action", "dice") == "dice":
        total = sum((yield from throw_dice(table, banking(table).who, clause)))
        return total, f"the dice show {total}"
    number = yield from draw_number(table, most, clause)
    return number, f"the random number is {number}"


def die_label(throw: int, die: int) -> str:
    """The label that a die is thrown under; of a round's first throw the die alone."""
    return f"throw {throw}, die {die}" if throw > 1 else f"die {die}"


def throw_dice(table: Table, who: str, clause: str, *, dice: int = 3) -> Play[tuple[int, ...]]:
    """Dice from the round's own source; beside a physical table the dealer says what each shows, at the ask `dice`.
    Where cards are dealt anew they are thrown again."""
    thrown = []
    earlier = sum(isinstance(event, DiceThrown) for event in table.events)
    for die in range(1, dice + 1):
        number = table.source.number(die_label(earlier + 1, die), 6)
        if number is None:
            number = (yield from asked(Ask(DEALER, "dice", (Number(1, 6),), clause, "1"))) - 1
        thrown.append(number + 1)
    table.emit(DiceThrown(who, tuple(thrown), clause))
    return tuple(thrown)


def draw_number(table: Table, most: int, clause: str) -> Play[int]:
    """A random number from 1 on, in place of dice; beside a physical table the dealer says it, at the ask `number`."""
    number, label = table.source.number(ACTION_NUMBER, most), ACTION_NUMBER
    if number is None:
        number, label = (yield from asked(Ask(DEALER, "number", (Number(1, most),), clause, "1"))) - 1, ""
    table.emit(NumberDrawn(number + 1, most, label, clause))
    return number + 1


def settle_in_action(
    table: Table,
    order: Iterable[Hand],
    outcomes: Mapping[str, Sequence[Outcome]],
    groups: Sequence[Sequence[str]] | None = None,
) -> None:
    """Settle what each bettor's wagers came to: group of wagers by group, in each hand by hand, the seated player
    before the backline (PD-5) or, where the game settles back to front, after it. Without groups, bettor by bettor in
    the order of the outcomes."""
    order = list(order)
    turned = -1 if position(table).backline == "before the seat" else 1
    given = position(table).settle if groups is None else groups
    named = {wager for group in given for wager in group}
    for group in given or (None,):
        for hand in order:
            for who in hand.bettors[::turned]:
                table.settle(who, [one for one in outcomes.get(who, ()) if group is None or one.wager in group])
    if given:
        for who, settled in outcomes.items():
            assert all(one.wager in named for one in settled), f"{who} has a wager that is in no settlement group"


def follow(table: Table, hand: Hand, wager: str, times: int, of: str, clause: str) -> None:
    """Put up a raise of so many times an earlier wager for everyone on the hand who has the whole of it. Nothing is
    raised for less: a backline bettor without the chips makes no raise (PD-7)."""
    for who in hand.bettors:
        amount = times * table.ledger[wager_account(who, of)]
        if 0 < amount <= table.stack(who):
            table.wager(who, wager, amount, clause)
