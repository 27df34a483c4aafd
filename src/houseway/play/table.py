"""The table: seats, money, cards, and the verbs a round is written in.

A game's round never touches an account or a list of cards itself; it says `deal`, `reveal`, `wager`, `settle`, and
each verb moves what it names and leaves an event.
"""

import pickle
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, NamedTuple

from houseway.cards.card import HIDDEN, Card, hand, text, without
from houseway.cards.pack import Shoe, pack
from houseway.cards.source import Source
from houseway.play import duties
from houseway.play.ask import Ask, CardsNamed, Number, Play, asked
from houseway.play.bank import Bank, House
from houseway.play.event import (
    Acted,
    BetsClosed,
    Burned,
    Collected,
    Cut,
    Dealt,
    Discarded,
    Event,
    Filled,
    MeterMoved,
    Paid,
    Placed,
    Returned,
    Revealed,
    Shuffled,
    TakenBack,
    Voided,
    Wagered,
)
from houseway.play.ledger import CAGE, INVENTORY, Ledger, meter_account, wager_account
from houseway.play.note import FORFEITED, VOID
from houseway.play.outcome import Outcome, Result
from houseway.play.places import clockwise
from houseway.play.value import value
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules

DEALER = "dealer"
FLOOR = "floor"
NOBODY: tuple[str, ...] = ()
STATE_FIELDS = ("round", "now", "seats", "accounts", "stakes", "memory", "shoe")


@value
class Stake:
    """Chips on a betting spot: whose they are, where they lie, for which wager."""

    account: str
    owner: str
    spot: str
    wager: str


class Void(Exception):
    """The round is void: whoever raises it names the clause."""

    def __init__(self, clause: str) -> None:
        super().__init__(clause)
        self.clause = clause


@value
class Settled:
    """An outcome as the bank carried it out, with whose it was and where."""

    owner: str
    spot: str
    outcome: Outcome
    said: Outcome | None = None  # by settlement, before a bank that covers only so much

    @property
    def due(self) -> Outcome:
        """The outcome had everything been covered."""
        return self.said or self.outcome


class Table:
    """One table as it stands now. What outlives a round is in `state`; the rest is of this round alone."""

    def __init__(self, rules: Rules, source: Source, bank: Bank | None = None) -> None:
        self.rules = rules
        self.source = source
        self.bank: Bank = bank or House()
        self.ledger = Ledger()
        self.seats: dict[str, str] = {}  # who sits there, by seat; who stands there, by `backline 3.1`
        self.stakes: dict[str, Stake] = {}  # by account
        self.memory: dict[str, Any] = {}  # what the game and its duties remember from round to round
        self.shoe = Shoe([])
        self.pack: tuple[Card, ...] = ()
        self.round = 0
        self.now = 0
        # Of the round in hand:
        self.events: list[Event] = []
        self.emit = self.events.append
        self.hands: dict[str, list[Card]] = {}
        self.sealed: dict[str, str] = {}  # words for the shuffle that are not opened yet, by seat
        self.awaits_words = False  # bets are closed, and the sealed words are to be opened
        self.added: list[str] = []  # the words that were opened
        self.out: set[str] = set()  # seats that answer no more this round: gone, or their wagers forfeited
        self.settled: list[Settled] = []
        self.shuffled = False
        self.withheld: dict[tuple[str, str], str] = {}  # offers that were not made, by who and what, and why
        self.layout: Any = None  # what the game itself keeps of the round in hand
        self.stage = "closed"

    # Seats and chips

    def stack(self, who: str) -> int:
        return self.ledger[who]

    def staked(self, spot: str) -> dict[str, int]:
        """What lies on a spot, by wager."""
        ledger = self.ledger
        return {stake.wager: ledger[stake.account] for stake in self.stakes.values() if stake.spot == spot}

    def wager(self, who: str, wager: str, amount: int, clause: str, *, spot: str = "") -> None:
        spot = spot or who
        account = wager_account(spot, wager)
        self.ledger.move(who, account, amount)
        self.stakes[account] = Stake(account, who, spot, wager)
        self.emit(Wagered(who, spot, wager, amount, clause))

    def settle(self, spot: str, outcomes: Iterable[Outcome]) -> None:
        """Carry out what settlement says of the wagers on one spot, in its order; an outcome without a stake is a prize
        that goes with a wager."""
        for outcome in outcomes:
            if not outcome.stake:
                self._award(self._owner(spot), spot, outcome)
                continue
            stake = self.stakes[wager_account(spot, outcome.wager)]
            done = self.bank.settle(self, stake, outcome)
            if stake.account not in self.ledger:  # else a part of it is left for the next outcome: a surrender's half
                del self.stakes[stake.account]
            self.settled.append(Settled(stake.owner, spot, done, outcome))

    def award(self, who: str, what: str, amount: int, clause: str, *, spot: str = "", hand: str = "") -> None:
        """Pay a fixed prize that no stake stands behind."""
        self._award(who, spot or who, Outcome(what, 0, Result.WIN, clause, amount, hand=hand))

    def _award(self, who: str, spot: str, outcome: Outcome) -> None:
        self.settled.append(Settled(who, spot, self.bank.award(self, who, spot, outcome), outcome))

    def _owner(self, spot: str) -> str:
        """Whose a spot is, also when its wagers are settled."""
        owners = [stake.owner for stake in self.stakes.values() if stake.spot == spot]
        owners += [done.owner for done in reversed(self.settled) if done.spot == spot]
        return owners[0]

    def fill(self, amount: int) -> None:
        """Have at least so much in the table inventory; the cage brings what is short."""
        short = amount - self.ledger[INVENTORY]
        if short > 0:
            self.ledger.move(CAGE, INVENTORY, short)
            self.emit(Filled(short))

    def forfeit(self, who: str, clause: str) -> None:
        """Collect every wager of a player, who takes no further part in the round."""
        for stake in [stake for stake in self.stakes.values() if stake.owner == who]:
            amount = self.ledger[stake.account]
            lost = Outcome(stake.wager, amount, Result.LOSE, clause, note=FORFEITED)
            self.settle(stake.spot, [lost])
        self.out.add(who)

    def void(self, clause: str) -> None:
        """Give every wager of the round back, also one already collected; winnings are given back too."""
        self.emit(Voided(clause))
        self.settled = [done for done in self.settled if done.outcome.result in (Result.PUSH, Result.RETURNED)]
        for stake in list(self.stakes.values()):
            amount = self.ledger[stake.account]
            self.settle(stake.spot, [Outcome(stake.wager, amount, Result.RETURNED, clause, note=VOID)])
        happened = list(self.events)
        for event in happened:  # winnings first: a player's bank may hold nothing else to give back from
            if isinstance(event, Paid):
                if event.amount:
                    self.ledger.move(event.who, self.bank.account, event.amount)
                    self.emit(TakenBack(event.who, event.wager, event.amount, clause))
                outcome = Outcome(event.wager, event.stake, Result.RETURNED, clause, note=VOID)
                self.settled.append(Settled(event.who, event.spot, outcome))
        for event in happened:
            if isinstance(event, Collected):
                if self.bank.account == INVENTORY:
                    self.fill(event.amount)
                self.ledger.move(self.bank.account, event.who, event.amount)
                self.emit(Returned(event.who, event.spot, event.wager, event.amount, "", clause, VOID))
                outcome = Outcome(event.wager, event.amount, Result.RETURNED, clause, note=VOID)
                self.settled.append(Settled(event.who, event.spot, outcome))

        closed = next((at for at, event in enumerate(happened) if isinstance(event, BetsClosed)), len(happened))
        for event in reversed(happened[closed:]):  # a meter that began before keeps its initial amount
            if isinstance(event, MeterMoved):
                self.move_meter(event.meter, -event.amount, "goes back, the round being void", clause)

    def move_meter(self, meter: str, amount: int, why: str, clause: str) -> None:
        """Put money of the table inventory on a progressive meter, or take it off."""
        account = meter_account(meter)
        if amount > 0:
            self.fill(amount)
            self.ledger.move(INVENTORY, account, amount)
        else:
            self.ledger.move(account, INVENTORY, -amount)
        self.emit(MeterMoved(meter, amount, dollars(self.ledger[account]), why, clause))

    def acted(self, who: str, ask: str, answer: str, clause: str) -> None:
        self.emit(Acted(who, ask, answer, clause))

    # Cards

    def close_bets(self, clause: str) -> Play[None]:
        self.emit(BetsClosed(clause))
        yield from self.close_words()

    def close_words(self) -> Play[None]:
        """Have the sealed words opened, now that nobody can bet on what they make of the cards."""
        self.stage = "deal"
        self.awaits_words = bool(self.sealed)
        while self.sealed:
            yield ()  # it is nobody's turn: the words of all are awaited
        self.source.close(self.added)

    def shuffle(
        self, clause: str, *, decks: int = 1, deck: str = "", cards: Sequence[Card] = (), place: str = ""
    ) -> None:
        """Shuffle the whole pack, or only some cards of it; for one place alone where the hand has a shuffle of its
        own."""
        if self.sealed:
            raise RuntimeError(
                "cards are shuffled when words are opened: `yield from table.close_bets(...)` comes first"
            )
        self.pack = pack(self.rules.game.cards.pack, decks)
        cards = cards or self.pack
        self.shoe = self.source.shoe(cards, place or (self._label("shuffle", Shuffled) if self.shuffled else "shuffle"))
        self.shuffled = True
        self.emit(Shuffled(deck, len(cards), tuple(self.added), clause))

    def _label(self, what: str, kind: type[Event]) -> str:
        """A label that no other number of this round was drawn by."""
        earlier = len([event for event in self.events if isinstance(event, kind)])
        return f"{what} {earlier + 1}" if earlier else what

    def cut(self, who: str, clause: str, *, top: int, bottom: int, stack: int = 0) -> Play[None]:
        """Have the cards cut, at least so many from the top and from the bottom: all that were shuffled, or so many."""
        stack = stack or next(event.count for event in reversed(self.events) if isinstance(event, Shuffled))
        high = stack - bottom
        default = self.source.number(self._label("cut", Cut), high - top + 1) or 0
        depth = yield from asked(
            Ask(who, "cut", (Number(top, high),), clause, str(top + default), optional=who != DEALER)
        )
        self.shoe.cut(depth)
        self.emit(Cut(who, depth, clause))

    def deal(
        self, place: str, clause: str, *, count: int = 1, seen: tuple[str, ...] | None = None
    ) -> Play[tuple[Card, ...]]:
        """Deal cards to a place; `seen` names who may look at them, everyone if it is None."""
        cards = self.source.draw(self.shoe, place, count)
        if cards is None:
            known = seen is None or self.source.eager
            cards = (yield from self._entered(place, count, clause)) if known else self._unseen(count)
        self.hands.setdefault(place, []).extend(cards)
        self.emit(Dealt(place, cards, seen, clause))
        return cards

    def deal_around(self, seats: Iterable[str], clause: str, *, count: int = 1, face_up: bool = False) -> Play[None]:
        """Deal so many cards to each seat in turn, face down for its own eyes, or face up."""
        draw, hands, emit = self.source.draw, self.hands, self.emit
        for who in seats:
            cards = draw(self.shoe, who, count)
            if cards is None:
                known = face_up or self.source.eager
                cards = (yield from self._entered(who, count, clause)) if known else self._unseen(count)
            if who in hands:
                hands[who] += cards
            else:
                hands[who] = list(cards)
            emit(Dealt(who, cards, None if face_up else (who,), clause))

    def deal_unseen(self, place: str, clause: str, *, count: int = 1) -> None:
        """Deal cards that nobody will look at, the dealer included: a hand for an empty seat."""
        cards = self.source.draw(self.shoe, place, count) or self._unseen(count)
        self.hands.setdefault(place, []).extend(cards)
        self.emit(Dealt(place, cards, NOBODY, clause))

    def burn(self, clause: str, *, count: int = 1) -> None:
        cards = self.source.draw(self.shoe, "burn", count) or self._unseen(count)
        self.emit(Burned("burn", cards, NOBODY, clause))

    def _unseen(self, count: int) -> tuple[Card, ...]:
        self.shoe.unseen += count
        return (HIDDEN,) * count

    def reveal(
        self, place: str, clause: str, *, possible: Callable[[Card], bool] | None = None
    ) -> Play[tuple[Card, ...]]:
        """Turn the cards of a place face up; `possible` says what a card that the dealer names can be."""
        cards = tuple(self.hands[place])
        if hidden := cards.count(HIDDEN):
            named = iter((yield from self._entered(place, hidden, clause, possible)))
            self.shoe.unseen -= hidden
            cards = tuple([next(named) if one == HIDDEN else one for one in cards])
            self.hands[place] = list(cards)
        self.emit(Revealed(place, cards, None, clause))
        return cards

    def place(
        self, origin: str, place: str, cards: tuple[Card, ...], clause: str, *, seen: tuple[str, ...] | None = None
    ) -> None:
        """Lay cards from one place at another; one that was hidden so far is known by being named."""
        held = self.hands[origin]
        for one in cards:
            if one in held:
                held.remove(one)
            else:
                held.remove(HIDDEN)
                self.shoe.cards.remove(one)
                self.shoe.unseen -= 1
        self.hands.setdefault(place, []).extend(cards)
        self.emit(Placed(place, cards, seen, clause, origin))

    def discard(self, place: str, clause: str) -> None:
        cards = tuple(self.hands.pop(place, ()))
        if cards:
            self.emit(Discarded(place, cards, NOBODY, clause))

    def _entered(
        self, place: str, count: int, clause: str, possible: Callable[[Card], bool] | None = None
    ) -> Play[tuple[Card, ...]]:
        """The dealer names cards; what can still come is what is left in the shoe."""
        left = self.shoe.cards
        form = CardsNamed(count, tuple(filter(possible, left)) if possible else tuple(left), place)
        cards = yield from asked(Ask(DEALER, "cards", (form,), clause, text(form.available[:count])))
        left[:] = without(left, cards)
        return tuple(cards)

    # Duties

    def begin_duties(self) -> None:
        """Count the round for every duty, and say which are due."""
        duties.begin_round(self)

    def due(self, name: str) -> bool:
        duty, record = self.rules.duties.get(name), self.memory.get("duties", {}).get(name)
        if duty is None or record is None:
            return False
        return duties.is_due(duty, record, self.now, self.rules)

    def duty_done(self, name: str, by: str, what: str = "") -> None:
        duties.done(self, name, by, what)

    def replace_decks(self, by: str, what: str, clause: str) -> None:
        """Record that the cards in play are removed and new ones come to the table."""
        duties.replace_decks(self, by, what, clause)

    # What outlives a round

    def state(self) -> dict[str, Any]:
        return self.kept().data()

    def kept(self) -> "TableState":
        shoe = self.shoe
        return TableState(
            self.round,
            self.now,
            self.seats.copy(),
            dict(self.ledger),
            list(self.stakes.values()),
            pickle.dumps(self.memory, pickle.HIGHEST_PROTOCOL),
            shoe.cards.copy(),
            shoe.cover,
            shoe.unseen,
        )

    def restore(self, state: Mapping[str, Any]) -> None:
        self.round, self.now = state["round"], state["now"]
        seats = state["seats"]  # as text they may have been sorted by letter
        self.seats = {who: seats[who] for who in sorted(seats, key=clockwise)}
        self.ledger = Ledger(state["accounts"])
        self.stakes = {stake[0]: Stake(*stake) for stake in state["stakes"]}
        self.memory = copied(state["memory"])
        shoe = state["shoe"]
        self.shoe = Shoe(list(hand(shoe["cards"])), shoe["cover"], shoe.get("unseen", 0))


class TableState(NamedTuple):
    """What outlives a round, as it was at one moment; nothing that happens later changes it."""

    round: int
    now: int
    seats: dict[str, str]
    accounts: dict[str, int]
    stakes: list[Stake]
    memory: bytes  # pickled: the quickest copy, and few of them are ever looked at
    cards: list[Card]  # of the shoe
    cover: int
    unseen: int

    def data(self) -> dict[str, Any]:
        """The state as a journal holds it."""
        return {
            "round": self.round,
            "now": self.now,
            "seats": self.seats,
            "accounts": self.accounts,
            "stakes": [[stake.account, stake.owner, stake.spot, stake.wager] for stake in self.stakes],
            "memory": pickle.loads(self.memory),
            "shoe": {"cards": text(self.cards), "cover": self.cover} | ({"unseen": self.unseen} if self.unseen else {}),
        }


def copied(value: Any) -> Any:
    """A deep copy of plain data, which is all that memory holds; much quicker than `copy.deepcopy`."""
    if isinstance(value, dict):
        return {key: copied(part) for key, part in value.items()}
    return [copied(part) for part in value] if isinstance(value, list) else value
