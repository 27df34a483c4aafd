"""Hand histories played again through the rules, and held against what their files say."""

import copy
from collections import Counter, deque
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from functools import cache, lru_cache
from typing import Any

from houseway.cards import card
from houseway.cards.card import HIDDEN, NAMES, Card
from houseway.cards.pack import Shoe
from houseway.cards.shuffle import commitment
from houseway.games import game
from houseway.games.pot.round import PotGame
from houseway.play.ask import Amount, Ask, Refused
from houseway.play.driver import Driver
from houseway.play.ledger import CAGE
from houseway.play.places import is_seat, number_of
from houseway.play.places import seat as seat_at
from houseway.play.pot import Bet, Moves, Stakes, hand_at, leave_hand, mucked
from houseway.play.table import DEALER, Table
from houseway.prove.phh.judging import MOST_RAKE, Ending, judge, uncalled
from houseway.prove.phh.reading import (
    BETTING,
    COLLECTION,
    DIVIDES,
    MOST,
    SHORT_POST,
    STUD,
    VARIANTS,
    History,
    HistoryError,
    Number,
    hands,
    history,
)
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules, resolve

UNKNOWN_STACK = 10**11  # cents: what stands for a stack that the file does not know


class Recorded:
    """Cards as a history has them; what it does not tell stays face down. In stud the cards that lie face up say who
    begins, so they must be known."""

    eager = True

    def __init__(self, history: History, places: dict[str, deque[Card]]) -> None:
        self._history, self._places = history, places
        self._face_up = range(2, 6) if history.variant in STUD else range(0)
        self._drawn: Counter[str] = Counter()

    def begin(self, seed: bytes) -> None:
        self._seed = seed

    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str:
        return commitment(self._seed)  # which says nothing of cards that are known

    def close(self, added: Sequence[str]) -> None: ...

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        return Shoe([])

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        cards = self._places.get(place)
        if count > 1:
            return tuple([cards.popleft() if cards else HIDDEN for _ in range(count)])
        card = cards.popleft() if cards else HIDDEN
        if self._face_up:
            if card == HIDDEN and self._drawn[place] in self._face_up and is_seat(place):
                raise HistoryError(
                    f"{self._history.name}: actions deal p{number_of(place)} a card face up that is not known"
                )
            self._drawn[place] += 1
        return (card,)

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
    agrees: bool | None  # with the result that it gives itself, if it gives one
    own: tuple[Number, ...] | None = None  # the stacks of that result
    rake: Number = 0  # by how much its winners have less, where that is the only difference
    why: str = ""  # it differs, where that can be said
    incomplete: bool = False  # cards that the showdown needed are not told

    def data(self) -> dict[str, Any]:
        told: dict[str, Any] = {
            "hand": self.history.name,
            "variant": self.history.variant,
            "finishing_stacks": [_plain(stack) for stack in self.stacks],
            "agrees": self.agrees,
        }
        if self.rake:
            told["rake"] = _plain(self.rake)
        if self.agrees is False and self.own is not None:
            told["its_own"] = [_plain(stack) for stack in self.own]
        if self.why:
            told["why"] = self.why
        if self.breaks:
            told["breaks"] = self.breaks
        if self.notes:
            told["notes"] = self.notes
        if self.incomplete:
            told["incomplete"] = True
        if self.open:
            told["open"] = True
        return told


@dataclass(frozen=True, slots=True)
class Unplayed:
    """A hand that can't be played here, and why."""

    name: str
    why: str

    def data(self) -> dict[str, Any]:
        return {"hand": self.name, "error": self.why}


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


class Untold(Exception):
    """The showdown needs cards that the history does not tell."""


def play(history: History, most_rake: Decimal = MOST_RAKE) -> Played:
    """Play a hand again at its own stakes.

    A raise that only breaks the rules on how often and by how much may be raised is told, and the hand goes on with it.
    Anything else that breaks a rule ends it there. Where the cards of a showdown are not told, the pots go to whom the
    history says. A shortfall of at most `most_rake`, a part of the pots, is a rake.
    """
    script = Script(history)
    breaks = [stop.data() for stop in script.problems]
    notes: list[str] = []
    tables: list[Table] = []
    for number, stakes in enumerate(_attempts(script.stakes())):
        driver, stopped = script.run(stakes, [] if number else notes)
        tables.append(driver.table)
        if stopped is None:
            break
        if stopped.data() not in breaks:
            breaks.append(stopped.data())
        if stopped.action.split()[1:2] != ["cbr"]:
            break
    mine = [script.number(driver.table.ledger[seat_at(at)], at - 1) for at in range(1, len(history.stacks) + 1)]
    over = stopped is None and not driver.open
    ended = Ending(driver, mine, script.scale, script.chip, script.fractions, script.untold, over)
    judged = judge(history, ended, most_rake)
    played = Played(
        history,
        mine,
        breaks,
        notes,
        open=driver.open and stopped is None,
        agrees=judged.agrees,
        own=judged.own,
        rake=judged.rake,
        why=judged.why,
    )
    if script.untold:
        played.open, played.incomplete = False, True
        if judged.own is None:
            notes.append("the pots are not awarded: the history does not say who won them")
        elif judged.agrees:
            played.stacks = list(judged.own)
    if notes:
        played.incomplete = True
    for table in tables:
        leave_hand(table)  # so that it is gone with the last word about it, without a collection of garbage
    return played


def _attempts(stakes: Stakes) -> Iterator[Stakes]:
    """The stakes as they are, then with any number of raises, then of any size."""
    yield stakes
    stakes = replace(stakes, bets=0, short_all_in="any")
    yield stakes
    yield replace(stakes, betting="no limit")


class Script:
    """A history made ready: cards by place, who shows what, and the betting in order."""

    def __init__(self, history: History) -> None:
        self.history = history
        self.seats = {f"p{at}": seat_at(at) for at in range(1, len(history.stacks) + 1)}
        self.problems: list[Stopped] = []
        self.cards: dict[str, list[Card]] = {}
        self.told: set[Card] = set()
        self.shows: dict[str, bool] = {}
        self.bets: list[tuple[int, str, str, str, Number]] = []  # number, action, seat, verb, amount
        seats, bets = self.seats, self.bets
        for number, action in enumerate(history.actions, start=1):
            words = _words(action)
            if len(words) == 2 and words[1] in _PLAIN and words[0] in seats:  # nearly all of them
                bets.append((number, action, seats[words[0]], words[1], 0))
            elif words:
                try:
                    self._take(number, action.strip(), words)
                except HistoryError:
                    raise
                except (ValueError, ArithmeticError) as error:
                    self.problems.append(Stopped(number, action.strip(), str(error)))
        digits = self._decimals()
        self.fractions = digits > 0
        self.scale: int = 10 ** max(2, digits)  # cents, or what is finer
        self.chip: int = self.scale // 10**digits  # the smallest unit in the file
        self.untold = False

    def _decimals(self) -> int:
        """How many decimals the amounts of the file have at most."""
        history = self.history
        amounts: list[Number] = [*history.antes, *history.blinds, history.small, history.big, history.bring_in]
        amounts += [*history.stacks, history.collection, *[bet[4] for bet in self.bets]]
        amounts += [*(history.finishing or ()), *(history.winnings or ())]
        if {*map(type, amounts)} == {int}:
            return 0
        digits = max([_digits(one) for one in amounts if isinstance(one, Decimal) and one.is_finite()], default=0)
        if digits > _FINEST:
            raise HistoryError(f"{history.name}: amounts have at most {_FINEST} decimals, not {digits}")
        return digits

    def _take(self, number: int, action: str, words: tuple[str, ...]) -> None:
        actor, verb, *more = (*words, "")[: max(2, len(words))]
        if actor == "d":
            to = more[:1] if verb == "dh" else ["board"] if verb == "db" else []
            if not to:
                raise ValueError(f"{action!r} is not an action of this game")
            cards = more[1:] if verb == "dh" else more
            if len(cards) != 1:
                raise HistoryError(f"{self.history.name}: actions, number {number}, {action!r}, must deal cards")
            place = self._seat(to[0]) if verb == "dh" else "community" if self.history.variant in STUD else "board"
            self._dealt(place, _cards(cards[0]))
            return
        seat = self._seat(actor)
        if verb == "sm":
            self._shown(seat, more[0] if more else "")
        elif verb in _PLAIN:
            self.bets.append((number, action, seat, verb, 0))
        elif verb == "cbr" and more:
            self.bets.append((number, action, seat, verb, _amount(more[0])))
        else:
            raise ValueError(f"{action!r} is not an action of this game")

    def _dealt(self, place: str, cards: Sequence[Card]) -> None:
        """In stud, cards that were thrown away may come again when the others run out."""
        self.cards.setdefault(place, []).extend(cards)
        if self.history.variant in STUD:
            return
        known = [one for one in cards if one != HIDDEN]
        again, there = self.told.intersection(known), len(self.told)
        self.told.update(known)
        if len(self.told) < there + len(known):
            twice = again or {one for one in known if known.count(one) > 1}
            raise ValueError(f"{NAMES[min(twice)]} was dealt before")

    def _seat(self, player: str) -> str:
        try:
            return self.seats[player]
        except KeyError:
            raise ValueError(f"{player!r} is not a player: p1 to p{len(self.seats)}") from None

    def _shown(self, seat: str, cards: str) -> None:
        self.shows[seat] = self.shows.get(seat, False) or bool(cards)
        if cards in ("", "-"):
            return
        there, shown = self.cards.setdefault(seat, []), _cards(cards)
        new = [one for one in shown if one != HIDDEN and one not in there]
        if len(new) > there.count(HIDDEN):
            raise ValueError(f"{NAMES[new[0]]} is shown, and was not dealt to p{number_of(seat)}")
        if again := self.told.intersection(new):
            raise ValueError(f"{NAMES[min(again)]} is shown by p{number_of(seat)}, and was dealt elsewhere")
        self.told.update(new)
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
            short_all_in="full" if history.variant in BETTING else "half",
            bring_in_by=self._opener() if stud else "low card",
            seventh="community" if "community" in self.cards else "down",
            showdown="players choose",
            divides="each pot" if history.rest.get(DIVIDES) == "each pot" else "together",
            chip=self.chip,
            fees=((2, cents(history.collection), COLLECTION),) if history.collection else (),
        )

    def _opener(self) -> Any:
        """Whether the low card opens, or, as some houses print it, the high card: who did?"""
        up = {seat: cards[2] for seat, cards in self.cards.items() if len(cards) > 2 and cards[2] != HIDDEN}
        first = self.bets[0][2] if self.bets else ""
        high = first in up and up[first] == max(up.values()) and up[first] != min(up.values())
        return "high card" if high else "low card"

    def cents(self, number: Number) -> int:
        if type(number) is int:
            return number * self.scale
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
        source = Recorded(history, {place: deque(cards) for place, cards in self.cards.items()})
        driver = Driver(played, rules, source=source, automatic=())
        seats = {seat_at(at): self.cents(stack) for at, stack in enumerate(history.stacks, start=1)}
        table = driver.table
        table.seats = dict.fromkeys(seats, "")
        for who, stack in seats.items():
            table.ledger.move(CAGE, who, stack)
        table.memory["button"] = seat_at(len(seats) - 1)
        try:
            driver.begin(_NO_SEED)
            self._play(driver, notes)
        except Stopped as stopped:
            return driver, stopped
        except Untold:
            self.untold = True
            return driver, None
        except HistoryError:
            raise
        except ValueError:
            board = [*table.hands.get("board", ()), *table.hands.get("community", ())]
            if HIDDEN not in board:
                raise
            self.untold = True  # it can't be ranked
            return driver, None
        return driver, self.problems[0] if self.problems and driver.open else None

    def _play(self, driver: Driver, notes: list[str]) -> None:
        left = deque(self.bets)
        while driver.open:
            (ask,) = driver.asks.values()
            if ask.what == "showdown":
                driver.answer(ask.who, self._showdown(driver, ask, notes))
                continue
            if ask.who == DEALER:
                raise Untold
            if not left:
                return
            number, action, seat, verb, amount = left[0]
            if seat != ask.who or (verb == "pb" and ask.what != "bring in"):
                if _nothing_to_it(driver, seat, verb, self.cents(amount)):
                    left.popleft()
                    continue
                raise Stopped(number, action, f"it is p{number_of(ask.who)}'s turn")
            try:
                driver.answer(seat, _answer(ask, verb, self.cents(amount) if amount else 0))
            except Refused as error:
                raise Stopped(number, action, str(error)) from None
            left.popleft()
        for number, action, seat, verb, amount in left:
            if not _nothing_to_it(driver, seat, verb, self.cents(amount)):
                raise Stopped(number, action, "the hand is over")

    def _showdown(self, driver: Driver, ask: Ask, notes: list[str]) -> str:
        if ask.who != DEALER:
            if (shows := self.shows.get(ask.who)) is None:
                return ask.default
            return "show" if shows else "muck"
        seat, mucks = mucked(ask)
        if self._wins(driver, seat):
            raise Untold
        notes.append(f"the cards of p{number_of(seat)} are not known: taken as mucked")
        return mucks

    def _wins(self, driver: Driver, seat: str) -> bool:
        """Whether the history gives a pot to a hand that it does not tell; where it says nothing of the result, nobody
        can say so unless somebody else's hand is told."""
        at, history = number_of(seat) - 1, self.history
        if history.winnings is not None:
            return self.cents(history.winnings[at]) > uncalled(driver, seat)
        if history.finishing is not None:
            return self.cents(history.finishing[at]) > driver.table.ledger[seat]
        table = driver.table
        return not any(
            player.live and player.who != seat and HIDDEN not in table.hands[player.who]
            for player in hand_at(table).players
        )


_FINEST = 6


def _digits(number: Decimal) -> int:
    """How many decimals a number has, trailing zeros aside."""
    return max(0, -int(number.normalize().as_tuple().exponent))


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


_PLAIN = frozenset(("f", "cc", "pb"))  # actions that are all said with their verb


@lru_cache(maxsize=65536)
def _words(action: str) -> tuple[str, ...]:
    """An action taken apart, without its comment."""
    return tuple(action.partition("#")[0].split())


def _amount(text: str) -> Number:
    if text.isdecimal() and text.isascii() and len(text) < 16:
        return int(text)
    try:
        amount = Decimal(text)
        if 0 <= amount <= MOST:
            return int(amount) if amount == int(amount) else amount
    except ArithmeticError:
        pass
    raise ValueError(f"{text!r} is not an amount")


@lru_cache(maxsize=8192)
def _cards(text: str) -> tuple[Card, ...]:
    if len(text) % 2:
        raise ValueError(f"{text!r} are no cards")
    return tuple([HIDDEN if "?" in text[at : at + 2] else _card(text[at : at + 2]) for at in range(0, len(text), 2)])


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


def replayed(text: str, *, name: str, most_rake: Decimal = MOST_RAKE) -> Iterator[Played | Unplayed]:
    """Every hand of a file, played again; one that can't be does not keep the others from it."""
    try:
        for told, data in hands(text, name=name):
            yield _replayed(data, told, most_rake)
    except HistoryError as error:
        yield Unplayed(name, str(error))


def _replayed(data: Mapping[str, Any], name: str, most_rake: Decimal) -> Played | Unplayed:
    try:
        return play(history(data, name), most_rake)
    except HistoryError as error:
        return Unplayed(name, str(error))
    except Exception as error:  # a hand of any house can be odd in a way that nobody has thought of
        return Unplayed(name, f"{name} can't be played: {error}")
