"""Wagers that stay on the table from round to round: adding to them, taking them down, moving them along.

They lie in their accounts until they are settled, so a table's state has them like everything else. A bettor says it
all in one answer: `pass 10, field 5, take down place-6, on`.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from random import Random
from typing import Any

from houseway.errors import instead
from houseway.play.ask import Refused, Spot
from houseway.play.event import Event
from houseway.play.ledger import wager_account
from houseway.play.sentences import WagerNamed
from houseway.play.table import Stake, Table
from houseway.play.value import value
from houseway.rules.money import MoneyError, cents, dollars, shown

TAKE_DOWN = "take down "


@value
class Moved(Event):
    """A wager that goes to another place of the layout and stays the bettor's."""

    who: str
    spot: str
    wager: str
    to: str
    amount: int
    clause: str

    @property
    def onto(self) -> WagerNamed:
        return WagerNamed(self.to)


def move(table: Table, stake: Stake, to: str, clause: str) -> None:
    """Move a wager along; where one lies there already, it is added to that."""
    amount, account = table.ledger[stake.account], wager_account(stake.spot, to)
    table.ledger.move(stake.account, account, amount)
    del table.stakes[stake.account]
    table.stakes[account] = Stake(account, stake.owner, stake.spot, to)
    table.emit(Moved(stake.owner, stake.spot, stake.wager, to, amount, clause))


@value
class Bets:
    """What a bettor does before the deal: wagers placed, wagers taken down, and what is called."""

    placed: Mapping[str, int]
    down: tuple[str, ...]
    call: str


@value
class Company:
    """Wagers that can be made only beside another one of the same bettor."""

    wagers: frozenset[str]
    beside: frozenset[str]
    clause: str


@value
class StandingWagers:
    """The form of such an answer. The limits of a spot hold for what lies there together with what is added."""

    spots: Mapping[str, Spot]  # what may be wagered now
    stack: int
    chip: int
    standing: Mapping[str, int]  # the bettor's wagers on the table
    adds_to: Mapping[str, str]  # a wager that has another name once it stands
    removable: Mapping[str, tuple[str, ...]]  # what may be taken down, each with what goes down with it
    calls: tuple[str, ...]  # words that change how standing wagers work
    idle: Mapping[str, str]  # such words that can't be said now, and why
    parts: Mapping[str, tuple[str, ...]]  # a wager that is spread over several spots in equal parts
    company: Company
    why_not: Callable[[str], str]  # why a wager of the game can't be made now; nothing for what is none
    fee: Callable[[Mapping[str, int]], int]  # what the collection costs the bettor beside the wagers

    def read(self, text: str) -> Bets | None:
        placed: list[tuple[str, int]] = []
        down: list[str] = []
        calls: list[str] = []
        for part in " ".join(text.lower().split()).split(", "):
            wager, _, amount = part.rpartition(" ")
            if part in self.calls:
                calls.append(part)
            elif part in self.idle:
                raise Refused(f"{part!r} can't be called now: {self.idle[part]}")
            elif part.startswith(TAKE_DOWN) and not wager.startswith(TAKE_DOWN):
                down.append(part.removeprefix(TAKE_DOWN))
            elif wager and amount[-1:].isdigit():
                placed.append((wager, _cents(amount)))
            else:
                return None
        names = [*(wager for wager, _ in placed), *down, *calls]
        if unknown := [wager for wager, _ in placed if wager not in self.spots]:
            why = self.why_not(unknown[0]) or instead(unknown[0], self.spots)
            raise Refused(f"{_quoted(unknown[0])} can't be wagered now: {why}")
        if unknown := [wager for wager in down if wager not in self.removable]:
            raise Refused(f"{_quoted(unknown[0])} can't be taken down: {self._stays(unknown[0])}")
        if len(set(names)) < len(names):
            raise Refused(f"{max(names, key=names.count)} is named twice")
        bets = Bets(dict(placed), tuple(down), "".join(calls))
        self.check(bets)
        return bets

    def changes(self, text: str) -> bool:
        """Whether somebody says what becomes of standing wagers, allowed or not."""
        return text.startswith(TAKE_DOWN) or text in (*self.calls, *self.idle)

    def check(self, bets: Bets) -> None:
        gone = self._gone(bets.down)
        there = {wager: amount for wager, amount in self.standing.items() if wager not in gone}
        for wager, amount in bets.placed.items():
            spot = self.spots[wager]
            if spot.needs is not None and spot.needs not in there:
                raise Refused(f"{wager} can only be wagered with {spot.needs} ({spot.clause})")
            lone = wager in self.company.wagers and self.company.beside.isdisjoint((*there, *bets.placed))
            if lone:
                raise Refused(f"{wager} can only be wagered beside another wager ({self.company.clause})")
            self._check_amount(spot, amount, there.get(self.adds_to.get(wager, wager), 0))
        spread = self.spread(bets.placed)
        for wager, amount in spread.items():
            if wager in self.spots and amount > bets.placed.get(wager, 0):  # a part of a wager that is spread
                self._check_amount(self.spots[wager], amount, there.get(wager, 0))
        cost, fee = sum(bets.placed.values()), self.fee(spread)
        have = self.stack + sum(self.standing[wager] for wager in gone)
        if cost + fee > have:
            collection = f" and a collection of {shown(fee)}" if fee else ""
            raise Refused(f"these wagers need {shown(cost)}{collection}, and the stack is {shown(have)}")

    def _stays(self, wager: str) -> str:
        """Why a wager can't be taken down."""
        if wager in self.standing:
            return "it stands until it is decided"
        others = f"only {_or(self.removable)} can be" if self.removable else "nothing can be"
        return f"it is not on the table, and {others}"

    def _check_amount(self, spot: Spot, amount: int, lies: int) -> None:
        check_amount(spot, amount, self.chip, lies=lies, parts=len(self.parts.get(spot.wager, "1")))

    def _gone(self, down: Iterable[str]) -> set[str]:
        return {wager for one in down for wager in (one, *self.removable[one])}

    def spread(self, placed: Mapping[str, int]) -> dict[str, int]:
        """Wagers by the spots they lie on, one that is named in parts among them."""
        spots: Counter[str] = Counter()
        for wager, amount in placed.items():
            parts = self.parts.get(wager, (wager,))
            spots.update(dict.fromkeys(parts, amount // len(parts)))
        return dict(spots)

    def answers(self) -> tuple[str, ...]:
        """The least of the first wager that can be placed, each wager that can be taken down, and each call."""
        least = (f"{wager} {dollars(self._least(spot))}" for wager, spot in self.spots.items())
        first = next((text for text in least if self._allows(text)), None)
        return (*((first,) if first else ()), *(TAKE_DOWN + wager for wager in self.removable), *self.calls)

    def _least(self, spot: Spot) -> int:
        step = self.chip * len(self.parts.get(spot.wager, "1"))
        low = max(spot.low - self.standing.get(self.adds_to.get(spot.wager, spot.wager), 0), 1)
        return -(-low // step) * step

    def _allows(self, text: str) -> bool:
        try:
            return self.read(text) is not None
        except Refused:
            return False

    def random(self, rng: Random) -> str:
        """Some wagers, mostly small ones, now and then something taken down or called; nothing if that is not legal."""
        said: list[str] = []
        if self.removable and rng.random() < 0.1:
            said.append(TAKE_DOWN + rng.choice(list(self.removable)))
        if self.calls and rng.random() < 0.1:
            said.append(rng.choice(self.calls))
        for wager in rng.sample(list(self.spots), min(len(self.spots), rng.choice((0, 1, 2, 2, 3, 4, 6)))):
            low = self._least(self.spots[wager])
            step = self.chip * len(self.parts.get(wager, "1"))
            extra = rng.choice((0, 0, low, 2 * low, 4 * low, self.spots[wager].high - low, rng.randrange(2 * low)))
            more = f"{wager} {dollars(low + max(extra, 0) // step * step)}"
            if self._allows(", ".join([*said, more])):
                said.append(more)
        text = ", ".join(said)
        return text if self._allows(text) else ""

    def prompt(self) -> str:
        by_limits: dict[str, list[str]] = {}
        for wager, spot in self.spots.items():
            by_limits.setdefault(f"{dollars(spot.low)} to {dollars(spot.high)}", []).append(wager)
        parts = [f"{' or '.join(wagers)} {limits}" for limits, wagers in by_limits.items()]
        return ", ".join([*parts, *(TAKE_DOWN + wager for wager in self.removable), *self.calls])

    def data(self) -> dict[str, Any]:
        spots = [
            {
                "wager": wager,
                "minimum": dollars(spot.low),
                "maximum": dollars(spot.high),
                "bets": 1,
                "required": False,
                "needs": spot.needs,
                "clause": spot.clause,
            }
            for wager, spot in self.spots.items()
        ]
        return {
            "form": "wagers",
            "spots": spots,
            "stack": dollars(self.stack),
            "standing": {wager: dollars(amount) for wager, amount in self.standing.items()},
            "take_down": list(self.removable),
            "calls": list(self.calls),
        }


def check_amount(spot: Spot, amount: int, chip: int, *, lies: int = 0, parts: int = 1, called: str = "") -> None:
    """Refuse what the limits of a spot do not allow; `called` is the wager's name once it stands."""
    wager = called or spot.wager
    total = f"{wager} {dollars(amount + lies)}" + (f", {dollars(lies)} of it standing," if lies else "")
    if not spot.low <= amount + lies:
        raise Refused(f"{total} is below the minimum of {shown(spot.low)} ({spot.clause})")
    if amount + lies > spot.high:
        raise Refused(f"{total} is above the maximum of {shown(spot.high)} ({spot.clause})")
    if amount % (chip * parts):
        into = f" in each of {parts} equal parts" if parts > 1 else ""
        raise Refused(f"{wager} {dollars(amount)} is not a whole number of {shown(chip)} chips{into}")


def _cents(amount: str) -> int:
    try:
        return cents(amount)
    except MoneyError as error:
        raise Refused(str(error)) from None


def _quoted(given: str) -> str:
    return repr(given if len(given) <= 40 else given[:40] + "…")


def _or(words: Iterable[str]) -> str:
    *most, last = [*words] or ["nothing"]
    return f"{', '.join(most)} or {last}" if most else last
