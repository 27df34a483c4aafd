"""What a program sees: whole numbers, in a fixed order, made from the table's one projection for its seat.

Everything in an observation was in the view of that seat (`play/view.py`), so no card is in it that the seat could not
see. Seats are counted from the one that looks: first its own, then the others clockwise.
"""

from collections.abc import Iterator, Mapping
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import HIDDEN, NAMES, Card, hand
from houseway.env.actions import Actions, Said
from houseway.play.driver import Driver
from houseway.play.event import Announced
from houseway.play.places import Place, hand_of, whole_of
from houseway.play.view import seen, view
from houseway.rules.money import cents
from houseway.rules.resolved import Rules

CARDS = HIDDEN + 1  # 52 cards, the joker, and one that lies face down
HANDS = (2, 3, 4)  # of split hands, those that have a place of their own in an observation
MOST = 2**53  # cents; below it a whole number is exact as a float too
ELSEWHERE = "elsewhere"
_BANK = ("put_up", "paid", "collected", "covers_wins", "covers_losses")


class Sight:
    """Where each thing is in the observations of one table, and how one is made."""

    def __init__(self, rules: Rules, seats: tuple[str, ...], actions: Actions) -> None:
        self.seats, self.actions = seats, actions
        self.asks = tuple(rules.game.asks)
        wagers = [spot for name, wager in rules.wagers.items() for spot in (name, *wager.spots)]
        self.wagers = tuple(dict.fromkeys([*wagers, "bet"]))
        self._said = {action.word: at for at, action in enumerate(actions.all) if action.kind == "amount"}
        self.names = tuple(self._named(rules))
        self._at = {name: at for at, name in enumerate(self.names)}
        places = [name.removesuffix(f": {NAMES[0]}") for name in self.names if name.endswith(f": {NAMES[0]}")]
        self._places = {place: self._at[f"{place}: {NAMES[0]}"] for place in places}

    def __len__(self) -> int:
        return len(self.names)

    def _named(self, rules: Rules) -> Iterator[str]:
        """The name of every number, first to last."""
        relative = [_seat(at) for at in range(len(self.seats))]
        for place in (*_places(rules, relative), ELSEWHERE):
            yield from (f"{place}: {name}" for name in NAMES)
        for who in relative:
            yield f"{who}: stack"
            yield f"{who}: other spots"
            yield from (f"{who}: {wager}" for wager in self.wagers)
        yield from ("pot", "puck", "rounds banked", *_BANK)
        for what in ("banks", "has the button"):
            yield from (f"{who} {what}" for who in relative)
        yield from (f"asked: {what}" for what in self.asks)
        yield from ("asked: hand", "asked: least", "asked: most", "asked: to call")
        yield from (f"said: {wager}" for wager in self.wagers)
        yield from (f"next: {name}" for name in NAMES)
        for group in self.actions.groups:
            yield from (f"said {group}: {name}" for name in NAMES)

    def observation(self, driver: Driver, who: str, said: Said) -> NDArray[np.int64]:
        """The table as this seat sees it now, and what it has said of the answer it is giving."""
        data = view(driver, who, since=len(driver.events))
        seen_as = self._relative(who)
        numbers = np.zeros(len(self.names), np.int64)

        def put(name: str, number: int) -> None:
            numbers[self._at[name]] += number

        def lay(place: str, cards: str) -> None:
            first = self._places.get(place, self._places[ELSEWHERE])
            for card in hand_shown(cards):
                numbers[first + card] += 1

        for place, cards in data["cards"].items():
            lay(_renamed(place, seen_as), cards)
        for seat, there in data["seats"].items():
            put(f"{seen_as[seat]}: stack", cents(there["stack"]))
            for wager, amount in there["wagers"].items():
                put(f"{seen_as[seat]}: {wager if wager in self.wagers else 'other spots'}", cents(amount))
        for spot in data["spots"].values():
            if spot["owner"] in seen_as:
                put(f"{seen_as[spot['owner']]}: other spots", cents(spot["amount"]))
        self._put_bank(data["bank"], seen_as, put)
        put("puck", _puck(driver, who))
        for ask in data["asks"]:
            if ask["who"] == who:
                self._put_ask(ask, who, put)
                self._put_said(driver, who, said, put, numbers)
        return numbers

    def _relative(self, who: str) -> dict[str, str]:
        at = self.seats.index(who)
        return {seat: _seat(number) for number, seat in enumerate(self.seats[at:] + self.seats[:at])}

    def _put_bank(self, bank: Mapping[str, Any], seen_as: Mapping[str, str], put: Any) -> None:
        put("pot", sum(map(cents, bank.get("pots", {}).values())))
        put("rounds banked", bank.get("round", 0))
        for name in _BANK:
            put(name, cents(bank[name]) if name in bank else 0)
        for name, what in (("who", "banks"), ("button", "has the button")):
            if bank.get(name) in seen_as:
                put(f"{seen_as[bank[name]]} {what}", 1)

    def _put_ask(self, ask: Mapping[str, Any], who: str, put: Any) -> None:
        put(f"asked: {ask['what']}", 1)
        spot = ask.get("spot", "")
        put("asked: hand", hand_of(spot) if spot else 1)
        for form in ask["forms"]:
            if form["form"] == "amount":
                put("asked: least", cents(form["low"]))
                put("asked: most", cents(form["high"]))
            elif form["form"] == "moves" and "call" in form["words"]:
                put("asked: to call", cents(form["words"]["call"]))

    def _put_said(self, driver: Driver, who: str, said: Said, put: Any, numbers: NDArray[np.int64]) -> None:
        for part in said.wagers:
            wager, _, amount = part.rpartition(" ")
            if wager in self.wagers:
                put(f"said: {wager}", cents(amount))
        ask = driver.asks[who]
        if (card := self.actions.card_in_question(ask, said)) is not None:
            put(f"next: {NAMES[card]}", 1)
        if said.groups:
            for form in ask.data()["forms"]:
                if "cards" in form:
                    for one, group in zip(hand(form["cards"]), said.groups, strict=False):
                        if group in self.actions.groups:
                            put(f"said {group}: {NAMES[one]}", 1)


def _seat(at: int) -> str:
    return f"next {at}" if at else "own"


def _places(rules: Rules, seats: list[str]) -> Iterator[str]:
    """The places of the rule file, seat by seat; a box that is played beside one's seat is not among them."""
    for place in rules.game.places:
        kind = Place.read(place)
        if kind.is_seat:
            those = [kind] if kind.hand else [kind.with_hand(number) for number in HANDS]
            yield from (f"{seat} {one.inside}".strip() for seat in seats for one in those)
        elif not kind.is_box:
            yield place


def _renamed(place: str, seen_as: Mapping[str, str]) -> str:
    """A place by whose it is, as the viewer counts: `own hand 2` for `seat 3 hand 2`."""
    seat = seen_as.get(whole_of(place))
    return place if seat is None else f"{seat} {Place.read(place).inside}".strip()


def hand_shown(line: str) -> tuple[Card, ...]:
    """The cards of a view: those that lie face down are written `??`."""
    return tuple(_CARDS[name] for name in line.split(" ")) if line else ()


_CARDS = {name: card for card, name in enumerate(NAMES)}


def _puck(driver: Driver, who: str) -> int:
    """The number that the puck lies on."""
    for event in reversed(driver.events):
        if isinstance(event, Announced) and event.puck is not None:
            (told,) = seen([event], who)
            return told.puck or 0 if isinstance(told, Announced) else 0
    return 0
