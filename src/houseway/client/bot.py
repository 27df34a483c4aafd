"""A player that is a program: it sits down at any table of any house, and plays by what it is told there.

python -m houseway.client http://localhost:8080 --game criss-cross-poker --rounds 10 --by coach
"""

from contextlib import suppress
from dataclasses import dataclass
from decimal import Decimal
from typing import Literal

from houseway.client.calls import HouseError
from houseway.client.sync import Client, Live
from houseway.client.words import Words
from houseway.wire import viewing
from houseway.wire.tables import TableListed
from houseway.wire.viewing import Ask, Form, Spot, View

By = Literal["simple", "coach"]
STAYING_OUT = ("sit out", "decline", "pass", "no bet")
STAYING_IN = ("check", "call")


@dataclass(frozen=True)
class Played:
    """How a bot fared."""

    rounds: int
    won: Decimal  # less than nothing where it lost
    coached: int = 0  # answers that the coach gave
    refused: int = 0  # answers that the table did not take


def simple(ask: Ask) -> str:
    """The least that can be staked, and otherwise what a silent player is taken to say, short of staying out."""
    words = [word for form in ask.forms if isinstance(form, viewing.Words | viewing.Moves) for word in form.words]
    for word in STAYING_IN:
        if word in words:
            return word
    for form in ask.forms:
        if text := _staked(form, ask):
            return text
    if ask.default in STAYING_OUT:
        return next((word for word in words if word not in STAYING_OUT), ask.default)
    return ask.default


def _staked(form: Form, ask: Ask) -> str:
    """The least that this form of an answer puts up."""
    match form:
        case viewing.Wagers():
            return _wagers(form)
        case viewing.Moves(form="times"):
            return next(iter(form.words), "")
        case viewing.AnyAmount(low=low, high=high, step=step):
            if ask.what == "bank":  # enough to cover the others
                low += (high - low) / 2 // step * step
            return f"{form.word} {low:f}"
        case _:
            return ""


def _wagers(form: viewing.Wagers) -> str:
    """The least wager on what must be wagered, or else on the first there is."""
    spots = [spot for spot in form.spots if spot.required] or form.spots[:1]
    if sum(_least(spot) * spot.bets for spot in spots) > form.stack:
        return ""
    return ", ".join(f"{spot.wager} {_least(spot):f}" for spot in spots)


def _least(spot: Spot) -> Decimal:
    if spot.amounts:
        return min(spot.amounts)
    return -(-spot.minimum // spot.step) * spot.step if spot.step else spot.minimum


def seated(
    client: Client, table: TableListed, amount: str = "", *, by: By = "simple", words: Words | None = None
) -> "Bot":
    """Sit down with what the table asks for."""
    most = table.buy_in.most or Decimal("Infinity")
    client.sit(
        table.id, amount or min(max(table.buy_in.least, Decimal(1000)), most), seal=words.seal() if words else ""
    )
    return Bot(client, table.id, by=by, words=words, company=table.bank != "house")


class Bot:
    """Plays at one table. Where players bank or play each other it wants company, and calls for one of the house's
    bots if it is alone."""

    def __init__(
        self, client: Client, table: int, *, by: By = "simple", words: Words | None = None, company: bool = False
    ) -> None:
        self.client, self.table, self.by, self.words, self.company = client, table, by, words, company
        self._coached = self._refused = 0

    def play(self, rounds: int = 1) -> Played:
        """Play so many rounds to their end, or until the chips are gone. The seat must be taken already; it is kept."""
        with self.client.live(self.table, words=self.words) as live:
            while live.view.viewer not in live.view.seats:
                live.next()  # it is kept for us until the round is over
            before, begun = _chips(live.view), _ended(live.view)
            while _ended(live.view) < begun + rounds:
                if live.view.ask is not None:
                    self._answer(live, live.view)
                elif not live.view.open:
                    if not _chips(live.view):
                        break
                    if self.company and len(live.view.seats) == 1:
                        with suppress(HouseError):  # the round has begun meanwhile
                            self.client.add_bot(self.table)
                    live.ready()
                live.next(1.0)
            over = _ended(live.view) - begun
            return Played(over, _chips(live.view) - before, self._coached, self._refused)

    def _answer(self, live: Live, view: View) -> None:
        ask = view.ask
        assert ask is not None
        text = self._advised() or simple(ask)
        try:
            live.answer(text)
        except HouseError as error:
            if error.status != 409 or live.view.ask != ask:
                return  # the table has gone on
            self._refused += 1
            live.answer(ask.default)

    def _advised(self) -> str:
        if self.by != "coach":
            return ""
        try:
            best = self.client.coach(self.table).best
        except HouseError:
            return ""  # nothing that a coach counts
        self._coached += 1
        return best


def _ended(view: View) -> int:
    """The last round that is over."""
    return view.round - view.open


def _chips(view: View) -> Decimal:
    """What the viewer's seat has: its stack and its wagers."""
    seat = view.seats.get(view.viewer)
    return seat.stack + sum(seat.wagers.values(), Decimal(0)) if seat else Decimal(0)
