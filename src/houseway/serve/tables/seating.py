"""Who sits where at a table, who waits for a seat, and with whose eyes somebody looks at it."""

import time
from collections.abc import Callable
from dataclasses import dataclass, field

from houseway.errors import Forbidden
from houseway.play.event import PUBLIC, SURVEILLANCE
from houseway.record.books import KeptTable
from houseway.record.person import Person
from houseway.rules.resolved import Rules


@dataclass
class Sitter:
    """Who sits on a seat: an account, or a bot."""

    account: int | None
    name: str
    bot: str = ""
    leaving: bool = False
    lapses: int = 0  # times in a row that the clock answered
    seen: float = field(default_factory=time.monotonic)
    wagered: str = ""  # the last wagers, to be placed again


@dataclass(frozen=True)
class Waiting:
    """Somebody who sits down when the round is over, and for how much."""

    person: Person
    amount: int
    key: str


_BY_ROLE = {"dealer": "dealer", "floor": "floor", "surveillance": SURVEILLANCE}


class Seating:
    """The places of one table and the people there."""

    rules: Rules

    def __init__(self) -> None:
        self.sitters: dict[str, Sitter] = {}
        self.waiting: dict[str, Waiting] = {}  # who sits down when the round is over

    def remember_wagers(self, seat: str, text: str) -> None:
        """What somebody wagered last, to be placed again; nobody is remembered where nobody sits."""
        if sitter := self.sitters.get(seat):
            sitter.wagered = text

    def last_wagers(self, seat: str) -> str:
        sitter = self.sitters.get(seat)
        return sitter.wagered if sitter else ""

    def stand(self, kept: KeptTable, rules: Rules) -> None:
        """As the store has it; how attentive somebody was, and what they wagered last, is remembered."""
        self.rules = rules
        before, self.sitters = self.sitters, {}
        for one in kept.sitters:
            sitter = Sitter(one["account"], one["name"], one["bot"], one["leaving"])
            old = before.get(one["seat"])
            if old is not None and old.account == sitter.account:
                sitter.lapses, sitter.seen, sitter.wagered = old.lapses, old.seen, old.wagered
            self.sitters[one["seat"]] = sitter
        self.waiting = {}
        for one in kept.waiting:
            person = Person(one["account"], one["name"], one["role"], guest=one["password"] is None)
            self.waiting[one["seat"]] = Waiting(person, one["amount"], one["key"])
            if one["seat"] in self.sitters:
                self.sitters[one["seat"]].leaving = True  # a bot that gives its chair up

    # Places

    def all_seats(self) -> list[str]:
        return [f"seat {number}" for number in range(1, self.rules.seats + 1)]

    def backline(self, seat: int) -> list[str]:
        """The places behind a seat from which others may bet on its hand."""
        most = self.rules.options.get("backline", 0) if self.rules.game.bank == "player-dealer" else 0
        return [f"backline {seat}.{place}" for place in range(1, int(most) + 1)]

    def free(self, places: list[str]) -> list[str]:
        """Those of some places that nobody has and nobody waits for."""
        return [place for place in places if place not in self.sitters and place not in self.waiting]

    # People

    def seat_of(self, person: Person | None) -> str:
        """The seat that is this person's; empty if none is."""
        if person is None:
            return ""
        return next((seat for seat, sitter in self.sitters.items() if sitter.account == person.id), "")

    def own_seat(self, person: Person) -> str:
        """The seat that is this person's, who must have one."""
        seat = self.seat_of(person)
        if not seat:
            raise Forbidden("you don't sit at this table")
        return seat

    def waits_for(self, person: Person | None) -> str:
        """The seat that this person takes when the round is over; empty if none."""
        if person is None:
            return ""
        return next((seat for seat, one in self.waiting.items() if one.person.id == person.id), "")

    def eyes_of(self, person: Person | None) -> str:
        """With whose eyes this person looks at the table."""
        return self.seat_of(person) or eyes_by_role(person)

    def all_eyes(self) -> Callable[[Person | None], str]:
        """The same for many people, as they sit now."""
        seats: dict[int, str] = {}
        for seat, account in self.accounts().items():
            seats.setdefault(account, seat)
        return lambda person: (person is not None and seats.get(person.id)) or eyes_by_role(person)

    def accounts(self) -> dict[str, int]:
        """Whose seat is whose: who may see which cards, then and afterwards."""
        return {seat: one.account for seat, one in self.sitters.items() if one.account is not None}

    def people(self) -> list[Sitter]:
        """Those who play and mean to stay."""
        return [one for one in self.sitters.values() if not one.bot and not one.leaving]


def eyes_by_role(person: Person | None) -> str:
    """With whose eyes somebody looks at a table where they don't sit."""
    return PUBLIC if person is None else _BY_ROLE.get(person.role, PUBLIC)
