"""Poker hand histories in the open PHH format: read, written, and played again through the rules.

A `.phh` file is TOML with one hand, a `.phhs` file has one table a hand. `p1` is left of the button, which the last
player has; in stud, `p1` is closest to seat one. With two players, forced bets are listed the other way around.
"""

import copy
import tomllib
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from houseway.cards import card
from houseway.cards.card import HIDDEN, NAMES, Card
from houseway.cards.pack import Shoe
from houseway.games import game
from houseway.games.pot.base import PotGame
from houseway.play.ask import Amount, Ask, Refused
from houseway.play.driver import Driver
from houseway.play.event import SURVEILLANCE, Acted, Burned, Dealt, Discarded, FeeTaken, Revealed
from houseway.play.ledger import CAGE
from houseway.play.pot import Bet, Moves, PotAwarded, Stakes, hand_at
from houseway.play.table import DEALER
from houseway.play.view import seen
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules, resolve

Number = int | Decimal

VARIANTS = {
    "FT": "limit-holdem",
    "NT": "no-limit-holdem",
    "PO": "omaha",
    "FO/8": "omaha-hi-lo",
    "F7S": "seven-card-stud",
    "F7S/8": "seven-card-stud-hi-lo",
}
BETTING: dict[str, Any] = {"NT": "no limit", "PO": "pot limit"}
STUD = ("F7S", "F7S/8")
OTHERS = ("NS", "FR", "N2L1D", "F2L3D", "FB")  # variants of the format that are none of this house's games
UNKNOWN_STACK = 10**11  # cents: what stands for a stack that the file does not know
COLLECTION = "_collection"  # fields of a hand written here: what was taken from the pot,
SHORT_POST = "_short_post"  # what there was to call after a forced bet posted short,
DIVIDES = "_divides"  # and whether side pots that the same hands win are divided one by one


class HistoryError(ValueError):
    """A file that is no hand history, or one of a game that is not played here."""


@dataclass(frozen=True, slots=True)
class History:
    """One hand as its file tells it; amounts in the file's own unit."""

    name: str
    variant: str
    antes: tuple[Number, ...]
    stacks: tuple[Number, ...]
    actions: tuple[str, ...]
    blinds: tuple[Number, ...] = ()
    bring_in: Number = 0
    small: Number = 0
    big: Number = 0
    capped_antes: bool = False
    collection: Number = 0
    finishing: tuple[Number, ...] | None = None
    rest: Mapping[str, Any] = field(default_factory=dict)


# --- Reading ---------------------------------------------------------------------------------------------


def histories(text: str, *, name: str) -> Iterator[History]:
    """The hands in a file, one after the other."""
    try:
        data = tomllib.loads(text, parse_float=Decimal)
    except (tomllib.TOMLDecodeError, ArithmeticError) as error:
        raise HistoryError(f"{name} is not a hand history: {error}") from None
    if "variant" in data:
        yield _history(data, name)
        return
    if not data or not all(isinstance(hand, dict) and "variant" in hand for hand in data.values()):
        raise HistoryError(f"{name} is not a hand history: it has no variant")
    for key, hand in data.items():
        yield _history(hand, f"{name} [{key}]")


def _history(data: Mapping[str, Any], name: str) -> History:
    variant = data["variant"]
    if variant not in VARIANTS:
        known = ", ".join(VARIANTS)
        why = "is not played here" if variant in OTHERS else "is no variant of the format"
        raise HistoryError(f"{name}: {variant!r} {why}: {known}")
    stud = variant in STUD
    fixed = variant not in BETTING
    sizes = ("small_bet", "big_bet") if fixed else ("min_bet", "min_bet")
    needed = ["antes", "starting_stacks", "actions", *sizes, "bring_in" if stud else "blinds_or_straddles"]
    if missing := [key for key in needed if key not in data]:
        raise HistoryError(f"{name}: {missing[0]} is missing")
    stacks = _numbers(data, "starting_stacks", name)
    actions = data["actions"]
    if not isinstance(actions, list) or not all(isinstance(action, str) for action in actions):
        raise HistoryError(f"{name}: actions must be a list of texts")
    if len(stacks) < 2:
        raise HistoryError(f"{name}: a hand takes two players or more, not {len(stacks)}")
    lists = {"antes": _numbers(data, "antes", name), "stacks": stacks}
    if not stud:
        lists["blinds"] = _numbers(data, "blinds_or_straddles", name)
    if data.get("finishing_stacks") is not None:
        lists["finishing"] = _numbers(data, "finishing_stacks", name)
    for key, numbers in lists.items():
        if len(numbers) != len(stacks):
            raise HistoryError(f"{name}: {key} has {len(numbers)} entries for {len(stacks)} players")
    if any(stack <= 0 for stack in stacks):
        raise HistoryError(f"{name}: every starting stack must be more than nothing")
    return History(
        name,
        variant,
        actions=tuple(actions),
        bring_in=_number(data["bring_in"], "bring_in", name) if stud else 0,
        small=_number(data[sizes[0]], sizes[0], name),
        big=_number(data[sizes[1]], sizes[1], name),
        capped_antes=data.get("ante_trimming_status") is True,
        collection=_number(data.get(COLLECTION, 0), COLLECTION, name),
        rest=data,
        **lists,
    )


def _numbers(data: Mapping[str, Any], key: str, name: str) -> tuple[Number, ...]:
    listed = data[key]
    if not isinstance(listed, list):
        raise HistoryError(f"{name}: {key} must be a list of numbers")
    return tuple([_number(number, key, name) for number in listed])


def _number(number: object, key: str, name: str) -> Number:
    if isinstance(number, int) and not isinstance(number, bool):
        return number
    if isinstance(number, Decimal) and not number.is_nan():
        return number
    raise HistoryError(f"{name}: {key} must be a number, not {number!r}")


# --- Playing again ---------------------------------------------------------------------------------------


class Recorded:
    """Cards as a history has them; what it does not tell stays face down."""

    eager = True

    def __init__(self, places: dict[str, deque[Card]]) -> None:
        self._places = places

    def begin(self, seed: bytes) -> None: ...
    def close(self, added: Sequence[str]) -> None: ...

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        return Shoe([])

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        cards = self._places.get(place)
        return tuple([cards.popleft() if cards else HIDDEN for _ in range(count)])

    def number(self, label: str, below: int) -> int | None:
        return 0

    def data(self) -> dict[str, Any]:
        return {"cards": "recorded"}


@dataclass(slots=True)
class Played:
    """A hand after it was played again."""

    history: History
    stacks: list[Number]
    breaks: list[dict[str, Any]]  # the actions that break a rule, and why
    notes: list[str]
    open: bool  # the history stops before the hand is over
    agrees: bool | None  # with its own finishing stacks, if it has any

    def data(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "hand": self.history.name,
            "variant": self.history.variant,
            "finishing_stacks": [_plain(stack) for stack in self.stacks],
            "agrees": self.agrees,
        }
        if self.agrees is False and self.history.finishing is not None:
            told["its_own"] = [_plain(stack) for stack in self.history.finishing]
        if self.breaks:
            told["breaks"] = self.breaks
        if self.notes:
            told["notes"] = self.notes
        if self.open:
            told["open"] = True
        return told


def _plain(number: Number) -> int | float | None:
    if isinstance(number, int):
        return number
    if not number.is_finite():
        return None
    return int(number) if number == number.to_integral_value() else float(number)


class Stopped(Exception):
    """An action that can't be carried out."""

    def __init__(self, at: int, action: str, why: str) -> None:
        super().__init__(why)
        self.at, self.action, self.why = at, action, why

    def data(self) -> dict[str, Any]:
        return {"number": self.at, "action": self.action, "why": self.why}


def play(history: History) -> Played:
    """Play a hand again at its own stakes.

    A raise that only breaks the rules on how often and by how much may be raised is told, and the hand goes on with it.
    Anything else that breaks a rule ends it there.
    """
    script = Script(history)
    breaks = [stop.data() for stop in script.problems]
    notes: list[str] = []
    stakes = script.stakes()
    often = replace(stakes, bets=0, reopens="any raise")
    for attempt in (stakes, often, replace(often, betting="no limit")):
        driver, stopped = script.run(attempt, notes if attempt is stakes else [])
        if stopped is None:
            break
        if stopped.data() not in breaks:
            breaks.append(stopped.data())
        if stopped.action.split()[1:2] != ["cbr"]:
            break
    table = driver.table
    stacks = [script.number(table.ledger[f"seat {at}"], at - 1) for at in range(1, len(history.stacks) + 1)]
    agrees = None
    if history.finishing is not None:
        agrees = _agree(script, driver, stacks, history.finishing)
    return Played(history, stacks, breaks, notes, driver.open and stopped is None, agrees)


def _agree(script: "Script", driver: Driver, mine: list[Number], own: tuple[Number, ...]) -> bool:
    """Equal; or, where a file divides a pot into fractions of its unit, within the odd chips of that pot."""
    shared = Counter(event.pot for event in driver.events if isinstance(event, PotAwarded))
    finest = Decimal(1) / script.scale
    leeway = Decimal(0)
    if script.fractions and any(many > 1 for many in shared.values()):
        leeway = finest * (len(mine) - 1)
    pairs = zip(mine, own, strict=True)
    return all(one == other or abs(Decimal(one) - Decimal(other)) <= leeway for one, other in pairs)


class Script:
    """A history made ready: cards by place, who shows what, and the betting in order."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.problems: list[Stopped] = []
        self.cards: dict[str, list[Card]] = {}
        self.shows: dict[str, bool] = {}
        self.bets: list[tuple[int, str, str, str, Number]] = []  # number, action, seat, verb, amount
        for number, action in enumerate(history.actions, start=1):
            words = action.partition("#")[0].split()
            if words:
                try:
                    self._take(number, action.strip(), words)
                except (ValueError, ArithmeticError) as error:
                    self.problems.append(Stopped(number, action.strip(), str(error)))
        amounts: list[Number] = [*history.antes, *history.blinds, history.small, history.big, history.bring_in]
        amounts += [*history.stacks, history.collection, *(bet[4] for bet in self.bets)]
        self.fractions = any(isinstance(amount, Decimal) and amount.is_finite() for amount in amounts)
        self.scale = 100
        while any(isinstance(one, Decimal) and one.is_finite() and one * self.scale % 1 for one in amounts):
            self.scale *= 10

    def _take(self, number: int, action: str, words: list[str]) -> None:
        actor, verb, *more = (*words, "")[: max(2, len(words))]
        if actor == "d":
            place, cards = ("board", more[0]) if verb == "db" else (self._seat(more[0]), more[1])
            if self.history.variant in STUD and place == "board":
                place = "community"
            self._dealt(place, _cards(cards))
            return
        seat = self._seat(actor)
        if verb == "sm":
            self._shown(seat, more[0] if more else "")
        elif verb in ("f", "cc", "pb"):
            self.bets.append((number, action, seat, verb, 0))
        elif verb == "cbr" and more:
            amount = Decimal(more[0])
            self.bets.append((number, action, seat, verb, int(amount) if amount == int(amount) else amount))
        else:
            raise ValueError(f"{action!r} is not an action of this game")

    def _dealt(self, place: str, cards: list[Card]) -> None:
        """In stud, cards that were thrown away may come again when the others run out."""
        before = {one for known in self.cards.values() for one in known} if self.history.variant not in STUD else set()
        self.cards.setdefault(place, []).extend(cards)
        if again := [NAMES[one] for one in cards if one in before and one != HIDDEN]:
            raise ValueError(f"{again[0]} was dealt before")

    def _seat(self, player: str) -> str:
        if player[:1] != "p" or not player[1:].isdecimal() or not 0 < int(player[1:]) <= len(self.history.stacks):
            raise ValueError(f"{player!r} is not a player: p1 to p{len(self.history.stacks)}")
        return f"seat {int(player[1:])}"

    def _shown(self, seat: str, cards: str) -> None:
        self.shows[seat] = self.shows.get(seat, False) or bool(cards)
        if cards in ("", "-"):
            return
        there, shown = self.cards.setdefault(seat, []), _cards(cards)
        new = [one for one in shown if one != HIDDEN and one not in there]
        if len(new) > there.count(HIDDEN):
            raise ValueError(f"{NAMES[new[0]]} is shown, and was not dealt to p{seat[5:]}")
        self.cards[seat] = [(new.pop(0) if new else one) if one == HIDDEN else one for one in there]

    def stakes(self) -> Stakes:
        history, cents = self.history, self.cents
        antes = tuple(map(cents, history.antes))
        stud = history.variant in STUD
        return Stakes(
            betting=BETTING.get(history.variant, "limit"),
            small=cents(history.small),
            big=cents(history.big),
            antes=antes[::-1] if len(antes) == 2 else antes,
            blinds=tuple(map(cents, history.blinds)),
            bring_in=cents(history.bring_in),
            short_post="whole" if history.rest.get(SHORT_POST) == "whole" else "posted",
            capped_antes=history.capped_antes,
            heads_up="button small",
            bring_in_by=self._opener() if stud else "low card",
            seventh="community" if "community" in self.cards else "down",
            showdown="players choose",
            divides="each pot" if history.rest.get(DIVIDES) == "each pot" else "together",
            chip=1 if self.fractions else self.scale,
            fees=((2, cents(history.collection), COLLECTION),) if history.collection else (),
        )

    def _opener(self) -> Any:
        """Whether the low card opens, or, as some houses print it, the high card: who did?"""
        up = {seat: cards[2] for seat, cards in self.cards.items() if len(cards) > 2 and cards[2] != HIDDEN}
        first = self.bets[0][2] if self.bets else ""
        high = first in up and up[first] == max(up.values()) and up[first] != min(up.values())
        return "high card" if high else "low card"

    def cents(self, number: Number) -> int:
        if isinstance(number, Decimal) and not number.is_finite():
            return UNKNOWN_STACK
        return int(number * self.scale)

    def number(self, cents: int, at: int) -> Number:
        """An amount in the file's unit."""
        start = self.history.stacks[at]
        if isinstance(start, Decimal) and not start.is_finite():
            return start
        return Decimal(cents) / self.scale if cents % self.scale else cents // self.scale

    # The hand itself

    def run(self, stakes: Stakes, notes: list[str]) -> tuple[Driver, Stopped | None]:
        history = self.history
        played, rules = _game(history.variant, stakes)
        source = Recorded({place: deque(cards) for place, cards in self.cards.items()})
        driver = Driver(played, rules, source=source, automatic=())
        seats = {f"seat {at}": self.cents(stack) for at, stack in enumerate(history.stacks, start=1)}
        table = driver.table
        table.seats = dict.fromkeys(seats, "")
        for who, stack in seats.items():
            table.ledger.move(CAGE, who, stack)
        table.memory["button"] = f"seat {len(seats) - 1}"
        driver.begin(_NO_SEED)
        try:
            self._play(driver, notes)
        except Stopped as stopped:
            return driver, stopped
        return driver, self.problems[0] if self.problems and driver.open else None

    def _play(self, driver: Driver, notes: list[str]) -> None:
        left = deque(self.bets)
        while driver.open:
            (ask,) = driver.asks.values()
            if ask.what == "showdown":
                driver.answer(ask.who, self._showdown(ask, notes))
                continue
            if ask.who == DEALER:
                raise Stopped(len(self.history.actions), "", "the showdown can't be settled: not all cards are known")
            if not left:
                return
            number, action, seat, verb, amount = left[0]
            if seat != ask.who or (verb == "pb" and ask.what != "bring in"):
                if _nothing_to_it(driver, seat, verb, self.cents(amount)):
                    left.popleft()
                    continue
                raise Stopped(number, action, f"it is p{ask.who[5:]}'s turn")
            try:
                driver.answer(seat, _answer(ask, verb, self.cents(amount)))
            except Refused as error:
                raise Stopped(number, action, str(error)) from None
            left.popleft()
        for number, action, seat, verb, amount in left:
            if not _nothing_to_it(driver, seat, verb, self.cents(amount)):
                raise Stopped(number, action, "the hand is over")

    def _showdown(self, ask: Ask, notes: list[str]) -> str:
        if ask.who != DEALER:
            if (shows := self.shows.get(ask.who)) is None:
                return ask.default
            return "show" if shows else "muck"
        seat = ask.default.removesuffix(" shows")
        notes.append(f"the cards of p{seat[5:]} are not known: taken as mucked")
        return f"{seat} mucks"


_NO_SEED = bytes(32)


def _nothing_to_it(driver: Driver, seat: str, verb: str, amount: int) -> bool:
    """A check where nobody is left to bet against, and a bring-in that was posted because it had to be."""
    if verb in ("pb", "cbr"):
        posted = [event for event in driver.events if isinstance(event, Bet) and event.action == "bring-in"]
        return any(event.who == seat and amount in (0, event.amount) for event in posted)
    player = next(one for one in hand_at(driver.table).players if one.who == seat)
    return verb == "cc" and player.live and not driver.table.ledger[player.account]


def _answer(ask: Ask, verb: str, to: int) -> str:
    if verb == "f":
        return "fold"
    if verb == "pb":
        return "bring in"
    if verb == "cc":
        return "call" if ask.default == "fold" else "check"
    form = ask.forms[-1]
    if isinstance(form, Amount):
        return f"{form.word} {dollars(to)}"
    assert isinstance(form, Moves)
    word = next((word.rpartition(" ")[0] for word in reversed(form.words) if word[-1].isdigit()), "raise to")
    return f"{word} {dollars(to)}"


def _cards(text: str) -> list[Card]:
    if len(text) % 2:
        raise ValueError(f"{text!r} are no cards")
    return [HIDDEN if "?" in text[at : at + 2] else _card(text[at : at + 2]) for at in range(0, len(text), 2)]


_card = cache(card.parse)


@cache
def _rules(id: str) -> Rules:
    return resolve(game(id).rules, {"collection": "none"})


@lru_cache(maxsize=256)
def _game(variant: str, stakes: Stakes) -> tuple[PotGame, Rules]:
    """The game with a hand's own stakes."""
    id = VARIANTS[variant]
    played = copy.copy(game(id))
    assert isinstance(played, PotGame)
    played.own_stakes = stakes
    return played, _rules(id)


def replayed(text: str, *, name: str) -> Iterator[Played]:
    """Every hand of a file, played again."""
    for history in histories(text, name=name):
        yield play(history)


# --- Writing ---------------------------------------------------------------------------------------------


def written(driver: Driver, viewer: str = SURVEILLANCE, **fields: Any) -> str:
    """The hand that a table has just played, as one viewer may know it; `fields` are the format's optional ones."""
    table = driver.table
    if not any(isinstance(event, Bet) for event in driver.events):
        raise HistoryError("there is no hand to write: fewer than two players had chips")
    pot, id = hand_at(table), table.rules.game.id
    stakes = pot.stakes
    codes = [code for code, ours in VARIANTS.items() if ours == id and BETTING.get(code, "limit") == stakes.betting]
    if not codes:
        raise HistoryError(f"the format has no variant for {table.rules.game.name} with {stakes.betting} betting")
    seats = [player.who for player in pot.players]
    before, after = driver.header["table"]["accounts"], table.ledger
    antes = list(stakes.antes or (stakes.ante,) * len(seats))
    blinds = [0] * len(seats)
    blinds[: len(stakes.blinds)] = stakes.blinds[: len(seats)]
    if len(seats) == 2 and stakes.heads_up == "as printed":
        blinds.reverse()
    collected = sum(event.amount for event in driver.events if isinstance(event, FeeTaken))
    told: dict[str, Any] = {"variant": codes[0], "ante_trimming_status": stakes.capped_antes, "antes": _money(antes)}
    if codes[0] in STUD:
        told["bring_in"] = _money(stakes.bring_in)
    else:
        told["blinds_or_straddles"] = _money(blinds)
    if codes[0] in BETTING:
        told["min_bet"] = _money(stakes.small)
    else:
        told |= {"small_bet": _money(stakes.small), "big_bet": _money(stakes.big)}
    told["starting_stacks"] = _money([before.get(who, 0) for who in seats])
    told["actions"] = _actions(driver, seats, viewer)
    told |= fields
    told["seats"] = [int(who[5:]) for who in seats]
    told["finishing_stacks"] = _money([after[who] for who in seats])
    told |= {SHORT_POST: stakes.short_post, DIVIDES: stakes.divides}
    if collected:
        told[COLLECTION] = _money(collected)
    return "".join(f"{key} = {_toml(value)}\n" for key, value in told.items())


def _actions(driver: Driver, seats: list[str], viewer: str) -> list[str]:
    number = {who: f"p{at}" for at, who in enumerate(seats, start=1)}
    actions: list[str] = []
    shows: list[str] = []
    held: dict[str, str] = {}
    dealt: dict[str, str] = {}
    folded: set[str] = set()
    last_bet = 0

    def tell_deals() -> None:
        for place in sorted(
            dealt, key=lambda place: (place in ("board", "community"), seats.index(place) if place in seats else 0)
        ):
            who = f"dh {number[place]}" if place in number else "db"
            actions.append(f"d {who} {dealt[place]}")
        dealt.clear()

    for event in seen(driver.events, viewer):
        if isinstance(event, Dealt) and event.place != "button":
            cards = "".join(NAMES[one] for one in event.cards)
            dealt[event.place] = dealt.get(event.place, "") + cards
            held[event.place] = held.get(event.place, "") + cards
            continue
        if isinstance(event, Burned):
            tell_deals()  # another street
        told = _told(event, number)
        if told:
            tell_deals()
            actions.append(told)
            last_bet = len(actions)
        if isinstance(event, Acted) and event.answer == "fold":
            folded.add(event.who)
        elif isinstance(event, Revealed):
            held[event.place] = "".join(NAMES[one] for one in event.cards)
            shows.append(event.place)
        elif isinstance(event, Discarded) and event.place in number and event.place not in folded:
            shows.append(event.place)
    tell_deals()
    later = [action for action in actions[last_bet:] if action.startswith("d d")]
    all_in = bool(shows) and bool(later)  # cards still to come when the betting was over: everybody turns up first
    mucked = {place for place in shows if place not in _revealed(driver)}
    showing = [f"{number[who]} sm" + ("" if who in mucked and not all_in else f" {held[who]}") for who in shows]
    return actions[:last_bet] + showing + actions[last_bet:] if all_in else actions + showing


def _revealed(driver: Driver) -> set[str]:
    return {event.place for event in driver.events if isinstance(event, Revealed)}


def _told(event: object, number: Mapping[str, str]) -> str:
    if isinstance(event, Acted) and event.ask == "bet":
        return f"{number[event.who]} {'f' if event.answer == 'fold' else 'cc'}"
    if isinstance(event, Bet):
        who = number[event.who]
        if event.action == "bring-in":
            return f"{who} pb"
        if event.action == "call":
            return f"{who} cc"
        if event.action in ("bet", "raise", "complete"):
            return f"{who} cbr {_toml(_money(event.stake))}"
    return ""


def _money(cents: Any) -> Any:
    if isinstance(cents, list):
        return [_money(one) for one in cents]
    return Decimal(cents) / 100 if cents % 100 else cents // 100


def _toml(value: Any) -> str:
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, list):
        return "[" + ", ".join(map(_toml, value)) + "]"
    if isinstance(value, str):
        return '"' + value.replace("\\", "\\\\").replace('"', '\\"') + '"'
    return str(value)
