"""A rulebook as data: what its tables and figures say, each with its clause."""

import dataclasses
import re
from collections.abc import Mapping
from fnmatch import fnmatchcase
from functools import cached_property
from typing import Annotated, Any, Literal, NamedTuple

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    Field,
    PlainSerializer,
    model_validator,
)

from houseway.cards import card, ranks
from houseway.cards.two_hands import IN_BACK, TwoHands
from houseway.rules.money import Odds, cents, dollars

Setting = bool | int | str


class Model(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


def _money(value: object) -> object:
    if isinstance(value, str):
        return cents(value)
    raise ValueError('write money as text, as in "12.50"')


def _odds(value: object) -> object:
    if value == "push":
        return None
    if isinstance(value, str):
        return Odds.parse(value)
    raise ValueError('write odds as text, as in "3:2", or "push"')


def _rank(value: object) -> object:
    if isinstance(value, str) and value in card.RANKS:
        return card.RANKS.index(value)
    raise ValueError(f"write a rank as one of {card.RANKS}")


def span_of(value: object) -> tuple[int, int]:
    """Two amounts in one text: the least and the most."""
    low, dash, high = value.partition("-") if isinstance(value, str) else ("", "", "")
    if not dash or not 0 < cents(low) <= cents(high):
        raise ValueError('write limits as text, the least first, as in "10-300"')
    return cents(low), cents(high)


Money = Annotated[int, BeforeValidator(_money), PlainSerializer(dollars)]
Pays = Annotated[
    Odds | None, BeforeValidator(_odds), PlainSerializer(lambda pays: "push" if pays is None else str(pays))
]
Span = Annotated[
    tuple[int, int], BeforeValidator(span_of), PlainSerializer(lambda span: f"{dollars(span[0])}-{dollars(span[1])}")
]
Rank = Annotated[int, BeforeValidator(_rank), PlainSerializer(lambda rank: card.RANKS[rank])]
Applies = Mapping[str, tuple[Setting, ...]]
_NAMED = re.compile(r"\{(\w+)\}")
_SIZES = ("at_most", "at_least", "within", "not_above")


@dataclasses.dataclass(frozen=True)
class Limits:
    """The least and the most that may be wagered on one spot, in cents, and where each is printed if not in the wager's
    own clause."""

    minimum: int
    maximum: int
    minimum_clause: str = dataclasses.field(default="", compare=False)
    maximum_clause: str = dataclasses.field(default="", compare=False)


class Facts(Model):
    """What the games of one family state and no other reads."""


class Problem(NamedTuple):
    """What is wrong with one of the operator's choices: a wager's limits or an option, what, and by which clause."""

    about: str
    what: str
    clause: str


class Rulebook(Model):
    """The document that a game's rules are read from."""

    jurisdiction: str
    document: str
    version: str


class Cards(Model):
    """The pack that the game is played with, and when its seed may be shown."""

    pack: Literal["52", "53", "48", "24"]
    clause: str
    seed_shown: Literal["after the round", "after the shoe", "to staff"] = "after the round"
    alternating: bool = False  # decks are used in turn, one a round: no card is there twice


class Place(Model):
    """Where cards lie. `seat` stands for every seat: `seat 1`, `seat 2` and so on; `seat hand` for `seat 1 hand 2`."""

    cards: int
    clause: str
    own_shuffle: bool = False  # dealt before the cards are shuffled again for the hand


class Wager(Model):
    """A bet a seat may make: when, how much, and what it needs."""

    name: str
    when: str
    clause: str
    spots: tuple[str, ...] = ()  # where it stands when one decision places several equal bets
    split: bool = False  # the amount is divided equally among the spots, not wagered on each
    required: bool = False
    needs: str | None = None
    option: str | None = None  # offered only where the operator set this option
    times: tuple[int, ...] = ()  # multiples of the wager named in `of`
    of: str | None = None
    at_most: str | None = None  # a bonus bet that may not exceed the wager named here
    bonus: bool = False  # no base game wager: a collection on base wagers leaves it out
    minimum: Money | None = None
    maximum: Money | None = None
    amounts: tuple[Money, ...] = ()  # the only ones that its wager device takes
    step: Money | None = None  # it is wagered in multiples of this
    needs_any: tuple[str, ...] = ()  # it is wagered only beside one of these at least
    one_of: str = ""  # of the wagers that share this word a bettor may place one: the row that is peeked at
    at_least: str | None = None  # where the wager named here is placed too, this one may not be smaller
    within: str | None = None  # its limits may not go beyond those of the wager named here
    not_above: str | None = None  # its limits may not go above those of the wager named here
    printed_at: Mapping[Literal["at_most", "at_least", "within", "not_above"], str] = {}  # if not in its own clause
    collection: bool = True  # it counts for fees; not where its own section leaves them to the base game

    def clause_of(self, size: Literal["at_most", "at_least", "within", "not_above"]) -> str:
        """Where a rule on its size is printed."""
        return self.printed_at.get(size, self.clause)


class LimitTable(Model):
    """Printed limits that differ from those of the wagers themselves where its options apply; a pattern such as `hop-*`
    stands for every wager of that name. A later table goes before an earlier one."""

    name: str
    limits: dict[str, Span]
    clause: str
    applies: Applies

    def find(self, wager: str) -> tuple[int, int] | None:
        return next((span for name, span in self.limits.items() if fnmatchcase(wager, name)), None)


class PrintedLimits(Model):
    """Wagers, by name or pattern, whose limits are the printed ones: an operator may draw them closer and no wider."""

    wagers: tuple[str, ...]
    without: tuple[str, ...] = ()
    clause: str

    def has(self, wager: str) -> bool:
        return any(fnmatchcase(wager, name) for name in self.wagers) and not any(
            fnmatchcase(wager, name) for name in self.without
        )


class PayLine(Model):
    """One line of a pay table. `low` and `high` bound the rank that names the hand: a pair of jacks or better."""

    hand: str
    pays: Pays
    clause: str
    low: Rank | None = None
    high: Rank | None = None
    name: str = ""

    @property
    def label(self) -> str:
        return self.name or self.hand.replace("-", " ")

    def fits(self, hand: str, named: int) -> bool:
        """Whether a hand of this kind, named by a card of this rank, is the line's."""
        low_enough = self.low is None or named >= self.low
        return hand == self.hand and low_enough and (self.high is None or named <= self.high)

    @property
    def key(self) -> str:
        """The line's name in an edit: `flush`, or `pair-J` where several lines share a hand."""
        return self.hand if self.low is None else f"{self.hand}-{card.RANKS[self.low]}"


class PayTable(Model):
    """What winning wagers pay; among several for one wager, the one whose options apply."""

    name: str
    wagers: tuple[str, ...]
    clause: str
    lines: tuple[PayLine, ...]
    applies: Applies = {}
    points: bool = False  # what a line pays is a number of points, and no odds
    sign: str = ""  # the part of its name that is the title on a sign; the rest stands below

    @cached_property
    def found(self) -> dict[int, PayLine | None]:
        """The lines of the hands met so far, by rank: settlement asks for few and often."""
        return {}

    def line(self, hand: str) -> PayLine | None:
        return next((line for line in self.lines if line.hand == hand), None)

    def named_line(self, hand: str, named: int) -> PayLine | None:
        """The line that a kind of hand named by a rank is paid by; the highest-paying one where several fit (ALL-7)."""
        fitting = [line for line in self.lines if line.fits(hand, named)]
        return max(fitting, key=lambda line: line.pays.fraction() if line.pays else 0, default=None)

    def poker_line(self, rank: int) -> PayLine | None:
        """The line that a poker hand of this rank is paid by; the highest-paying one where several fit (ALL-7)."""
        try:
            return self.found[rank]
        except KeyError:
            best = self.named_line(hand_key(ranks.category(rank)), ranks.ranks_of(rank)[0])
            return self.found.setdefault(rank, best)


def hand_key(kind: ranks.Category) -> str:
    """A kind of hand as pay tables name it: `three-of-a-kind`."""
    return kind.name.lower().replace("_", "-")


class WheelLine(Model):
    """A symbol of a wheel and what it pays: an amount, the jackpot of a meter, or a fixed prize or merchandise. On a
    symbol with two amounts, `spinner` is for who spins and `pays` for the others."""

    symbol: str
    clause: str
    pays: Money | None = None
    spinner: Money | None = None
    meter: str | None = None
    fixed: str | None = None


class Least(Model):
    """The least that a meter may begin with and be reset to, and where its rate is asked for."""

    initial: Money
    reset: Money
    clause: str
    rate: str = ""


class Wheel(Model):
    """A pay table of prizes on a wheel, for a wager of one amount. The rulebook prints the prizes; on how many stops
    each of them is comes from the operator's submission. A `community` table adds its symbols to the wheel."""

    name: str
    wager: str
    stake: Money
    kind: Literal["prize", "community", "community wheel"]
    clause: str
    lines: tuple[WheelLine, ...]
    applies: Applies = {}
    least: Least | None = None


class Option(Model):
    """What the rulebook leaves to the operator, or a ruling leaves to the reader."""

    name: str
    default: Setting
    clause: str
    values: tuple[Setting, ...] = ()  # empty: any value of the default's type
    minimum: int | None = None
    maximum: int | None = None
    money: bool = False
    span: bool = False  # two amounts, the least first: "100-1000"
    stated: bool = False  # a rules submission must name it
    expected: bool = False  # it should: what stands otherwise is pointed out
    choice: bool = False  # the house's own: a ruling says what each value does and favours none
    at_most: str = ""  # another option that it may not be greater than
    below: str = ""  # another option that it must be less than
    also: tuple[Setting, ...] = ()  # what may be chosen besides, out of the range: 0 for none
    unapproved: tuple[Setting, ...] = ()  # what no approval prints: for practice and other houses' hands
    matters: Applies = {}  # only where these choices are made

    @model_validator(mode="after")
    def _default_allowed(self) -> "Option":
        if problem := self.problem(self.default):
            raise ValueError(f"the default {problem}")
        return self

    def problem(self, value: object) -> str | None:
        """What is wrong with a value, as the end of a sentence; None if it may be chosen."""
        if self.values:
            same = [known for known in self.values if known == value and type(known) is type(value)]
            if same:
                return None
            meant = [known for known in self.values if str(known).lower() == str(value).lower()]
            if meant:
                return f"can't be {written(value)}: write {written(meant[0])}, {_quotes(meant[0])}"
            return f"can't be {written(value)}: choose {' or '.join(map(written, self.values))}"
        if value in self.also and type(value) is type(self.default):
            return None
        if self.money or self.span:
            try:
                amounts = span_of(value) if self.span else (cents(str(value)),)
            except ValueError as error:
                return str(error)
            return next(filter(None, (self._out_of_bounds(amount, dollars) for amount in amounts)), None)
        if type(value) is not type(self.default):
            kind = {bool: "true or false", int: "a whole number", str: "text"}[type(self.default)]
            quoted = isinstance(value, str) and (value.lower() in ("true", "false") or value.isdecimal())
            how = f", {_quotes(self.default)}" if quoted or isinstance(self.default, str) else ""
            return f"can't be {written(value)}: it takes {kind}{how}"
        return self._out_of_bounds(value, str) if isinstance(value, int) else None

    def beyond(self, settings: Mapping[str, Setting], name: str) -> str | None:
        """What is wrong with a number beside the other options, as the end of a sentence."""
        value = settings[name]
        for other, most in ((self.at_most, 0), (self.below, -1)):
            if other and isinstance(value, int) and value > (limit := int(settings[other]) + most):
                return f"can't be {value}: at most {limit} with {other} = {settings[other]}"
        return None

    def _out_of_bounds(self, value: int, written: Any) -> str | None:
        if self.minimum is not None and value < self.minimum:
            return f"can't be {written(value)}: at least {written(self.minimum)}"
        if self.maximum is not None and value > self.maximum:
            return f"can't be {written(value)}: at most {written(self.maximum)}"
        return None


def _quotes(value: object) -> str:
    return "in quotes" if isinstance(value, str) else "without quotes"


def written(value: object) -> str:
    return str(value).lower() if isinstance(value, bool) else f'"{value}"' if isinstance(value, str) else str(value)


class Irregularity(Model):
    """Something that went wrong, what it does to the round, and when it can be called."""

    name: str
    clause: str
    effect: Literal["void", "on record", "forfeit", "game"]
    procedure: str = ""  # of the effect "game": what the game's module then does
    stages: tuple[str, ...] = ()  # empty: at any moment
    seat: bool = False  # it is about one seat, which the call must name
    applies: Applies = {}
    then: str = ""  # what the dealer or the floor does besides

    @model_validator(mode="after")
    def _has_an_effect(self) -> "Irregularity":
        if self.effect == "forfeit" and not self.seat:
            raise ValueError("seat: a forfeit is called on a seat")
        if (self.effect == "game") != bool(self.procedure):
            raise ValueError('procedure: it goes with the effect "game", and only with that')
        if self.effect == "on record" and not self.then:
            raise ValueError("then: say what is done where the round itself goes on unchanged")
        return self


class Inscription(Model):
    """Words that the rulebook wants on the layout or on a sign at the table."""

    text: str  # an option's name in braces stands for what the operator has chosen
    clause: str
    large: bool = False  # to be read from across the table
    applies: Applies = {}

    @property
    def options(self) -> list[str]:
        """The options that the text names."""
        return _NAMED.findall(self.text)

    def filled(self, values: Mapping[str, str]) -> "Inscription":
        """The same with what was chosen."""
        return self.model_copy(update={"text": _NAMED.sub(lambda named: values[named[1]], self.text)})


class Duty(Model):
    """What staff must do: at an interval, whichever comes first of rounds and hours, or when something begins."""

    name: str
    clause: str
    rounds: int | None = None
    hours: int | None = None
    at_opening: bool = False  # due from the first round on until it is done
    when: Literal["interval", "opening", "gaming day", "idle", "after idle"] = "interval"  # steps in the order listed
    by: tuple[Literal["dealer", "floor"], ...] = ()  # who may do it; empty: either
    renews: bool = False  # it brings new decks, and the table is opened anew with them
    applies: Applies = {}

    @property
    def intervals(self) -> dict[str, int]:
        """After how many rounds or hours it comes round, as printed."""
        printed = {"rounds": self.rounds, "hours": self.hours}
        return {unit: most for unit, most in printed.items() if most is not None}

    def problem(self, unit: str, length: object) -> str | None:
        """What is wrong with an operator's own interval, as the end of a sentence: it may be shorter, never longer."""
        if unit not in self.intervals:
            known = " or ".join(self.intervals)
            return f"can't be due by {unit}: it is due by {known}" if known else "has no interval"
        most = self.intervals[unit]
        if type(length) is not int or length < 1:
            return f"can't be due every {written(length)} {unit}: write a whole number from 1 to {most}"
        if length > most:
            return f"can't be due every {length} {unit}: at least every {most}"
        return None


class Asked(Model):
    """What may be answered at an ask of this name; capital words stand for something to fill in."""

    who: str
    seldom: bool = False  # after an irregularity, before a cut by hand, or where few houses offer it
    answers: tuple[str, ...]
    clause: str


class Ruling(Model):
    """How a doubtful clause is read, and the option that switches the reading where there is one."""

    clause: str
    reading: str
    option: str | None = None


class Requirement(Model):
    """Two choices that go together: where `when` applies, `then` must apply too."""

    when: Applies
    then: Applies
    clause: str


class Bound(Model):
    """How far an option may go where some choices are made: a reset amount that depends on the pay table."""

    option: str
    when: Applies = {}
    minimum: int | None = None  # in cents, where the option is money
    maximum: int | None = None
    clause: str

    def problem(self, option: Option, value: Setting) -> str | None:
        """What is wrong with a value of the option, as the end of a sentence."""
        bounded = option.model_copy(update={"values": (), "minimum": self.minimum, "maximum": self.maximum})
        return bounded.problem(value)


class Position(Model):
    """The player-dealer position of a game that a player banks: the clauses of its rotation, of its coverage and of its
    action, and what the game says of them."""

    clause: str  # it is offered clockwise, and held for two rounds at most
    coverage: str  # wagers are settled as far as the amount put up goes
    action: str  # who is settled first
    base: str  # the wager whose minimum is the least that may be put up
    least: str = "PD-10"  # where that is printed, or the ruling that says it
    first: Literal["player-dealer's left", "house dealer's left", "action button", "action tile"] = (
        "player-dealer's left"  # the action
    )
    settle: tuple[tuple[str, ...], ...] = ()  # each of these for every bettor before the next; empty: bettor by bettor
    backline: Literal["after the seat", "before the seat"] = "after the seat"  # when it is settled (PD-5)
    reopens: bool = True  # when nobody else takes it, for the same player (PD-2)
    table_limit: tuple[str, ...] = ()  # the wagers that the table limit holds for, besides the base
    to_backline: str = ""  # clause by which it is offered, after the seated player, to who bet on that seat last time
    greatest_wager: str = ""  # clause by which that bettor decides; the seated player does where it is empty (PD-5)
    active: int = 0  # so many seats are; at a table with one more, a seat beside the player-dealer's is not
    inactive: Literal["house dealer's view", "player-dealer's view"] = (
        "house dealer's view"  # in which it is to the right
    )
    inactive_clause: str = ""


class SetInTwo(Model):
    """Cards set into two hands: how many are dealt, how many of them go in front, and what the joker completes."""

    cards: int
    front: Literal[1, 2]
    joker: Literal["straights and flushes", "straights and straight flushes"]
    clause: str

    @model_validator(mode="after")
    def _five_in_back(self) -> "SetInTwo":
        if self.cards - self.front != IN_BACK:
            raise ValueError(f"of {self.cards} cards with {self.front} in front, five must be in back")
        return self

    @cached_property
    def hands(self) -> TwoHands:
        return TwoHands(in_front=self.front, plain_flushes=self.joker == "straights and flushes")


class FrontWay(Model):
    """What a house way puts in front, where that is at least so high: a pair, or a card of this rank."""

    front: Literal[
        "second-and-third",  # of a hand without a pair
        "second",  # the same where one card goes in front
        "highest-others",  # the highest hand outside the sets: two cards
        "highest-other",  # or one
        "high-pair",
        "low-pair",
        "two-of-the-set",  # of the highest one
        "one-of-the-set",  # and, where two cards go in front, the highest card outside
        "leaving-complete",  # the highest that leaves a straight or flush
    ]
    at_least: Literal["", "pair", "A", "K", "Q", "J", "T"] = ""


class HouseWayRow(Model):
    """One row of a house way: a hand, the ranks its highest set may have, and the first way that can be taken."""

    hand: Literal[
        "five-aces",
        "four-of-a-kind",
        "two-sets",
        "full-house",
        "three-pair",
        "three-of-a-kind",
        "two-pair",
        "one-pair",
        "no-pair",
        "any",  # of those that no earlier row sets
    ]
    ways: tuple[FrontWay, ...] = Field(min_length=1)
    clause: str
    of: str = ""  # ranks; empty: any
    complete: Literal["", "straight", "flush", "straight-flush"] = (
        ""  # only where so much, or more, can be left in back
    )
    examples: tuple[str, ...] = ()  # the cards in front, a stroke, five in back

    @model_validator(mode="after")
    def _ways_fit(self) -> "HouseWayRow":
        if unknown := set(self.of) - set(card.RANKS):
            raise ValueError(f"of: {sorted(unknown)[0]!r} is not a rank: {card.RANKS}")
        for way in self.ways:
            if (way.front == "leaving-complete") != bool(self.complete):
                raise ValueError("a row that is for a straight or flush, and no other, says what leaves it complete")
        if self.hand == "any" and not self.complete:
            raise ValueError("a row for any hand is for a straight or flush")
        return self


class HouseWayChart(Model):
    """The house way of a file of its own, for games that share it."""

    set_in_two: SetInTwo
    house_way: tuple[HouseWayRow, ...]


class GameRules(Model):
    """One game's whole rule file."""

    id: str
    name: str
    summary: str
    known_as: tuple[str, ...] = ()  # what people call it or look for, where its name does not say it
    family: str  # what its round, its facts and its price share with other games
    bank: Literal["house", "player-dealer", "pot", "pairwise"]
    seats: int
    seats_clause: str
    rounds_an_hour: int = Field(default=40, ge=1, le=1000)  # about what a full table plays; no rulebook prints it
    rulebook: Rulebook
    cards: Cards
    places: dict[str, Place]
    wagers: dict[str, Wager]
    pay_tables: dict[str, PayTable] = {}
    limit_tables: tuple[LimitTable, ...] = ()
    printed_limits: PrintedLimits | None = None
    position: Position | None = None  # where a player banks
    wheels: dict[str, Wheel] = {}
    options: dict[str, Option] = {}
    requirements: tuple[Requirement, ...] = ()
    bounds: tuple[Bound, ...] = ()
    asks: dict[str, Asked] = {}
    irregularities: dict[str, Irregularity] = {}
    duties: dict[str, Duty] = {}
    odds_posted: str = ""  # the clause that wants payout odds inscribed or posted
    fees_posted: str = ""  # the clause that wants the collection posted
    inscriptions: tuple[Inscription, ...] = ()
    rulings: dict[str, Ruling] = {}
    chart: str = ""  # the file of its house way, where games share one
    set_in_two: SetInTwo | None = None  # where cards are set into two hands
    house_way: tuple[HouseWayRow, ...] = ()  # where hands may be set by the house, the rows in the order they are tried
    facts: Facts = Facts()  # what only this family reads (see `rules.families`)

    @model_validator(mode="after")
    def _names_known(self) -> "GameRules":
        for name, wager in self.wagers.items():
            others = [(field, getattr(wager, field)) for field in ("needs", "of", *_SIZES)]
            for field, other in [*others, *(("needs_any", other) for other in wager.needs_any)]:
                if other is not None and other not in self.wagers:
                    raise ValueError(f"wager {name}: {field} names {other!r}, which is no wager of this game")
            if wager.option is not None and wager.option not in self.options:
                raise ValueError(f"wager {name}: option {wager.option!r} is not among the options")
        spots = {spot for name, wager in self.wagers.items() for spot in (wager.spots or (name,))}
        for name, table in self.pay_tables.items():
            if unknown := set(table.wagers) - spots:
                raise ValueError(f"pay table {name}: {sorted(unknown)[0]!r} is no wager of this game")
        limited = [name for name, wager in self.wagers.items() if wager.minimum is not None]
        for limits in self.limit_tables:
            if unmet := [name for name in limits.limits if not any(fnmatchcase(wager, name) for wager in limited)]:
                raise ValueError(f"limits {limits.name!r}: {unmet[0]!r} is no wager with limits")
        if (self.bank == "player-dealer") != (self.position is not None):
            raise ValueError('a game has a [position] if, and only if, its bank is "player-dealer"')
        if self.position is not None:
            named = {self.position.base, *self.position.table_limit}
            named |= {wager for group in self.position.settle for wager in group}
            if unknown := named - spots - set(self.wagers):
                raise ValueError(f"position: {sorted(unknown)[0]!r} is no wager of this game")
        conditions = [
            (f"{kind} {name}", part.applies)
            for kind in ("pay_tables", "wheels", "duties", "irregularities")
            for name, part in getattr(self, kind).items()
        ] + [(f"limits {part.name!r}", part.applies) for part in self.limit_tables]
        conditions += [("requirements", part) for one in self.requirements for part in (one.when, one.then)]
        conditions += [(f"options {name}", option.matters) for name, option in self.options.items()]
        conditions += [("bounds", one.when) for one in self.bounds]
        conditions += [("inscriptions", one.applies) for one in self.inscriptions]
        for name, condition in conditions:
            for option, values in condition.items():
                if option not in self.options:
                    raise ValueError(f"{name}: option {option!r} is not among the options")
                for value in values:
                    if problem := self.options[option].problem(value):
                        raise ValueError(f"{name}: option {option} {problem}")
        if (seats := self.options.get("seats")) is not None:
            ends = seats.values or (seats.minimum, seats.maximum)
            if not all(type(many) is int and 0 < many <= self.seats for many in ends) or self.seats not in ends:
                raise ValueError(f"option seats: whole numbers, up to the {self.seats} seats of the game")
        for inscription in self.inscriptions:
            if unknown := set(inscription.options) - set(self.options):
                raise ValueError(f"inscriptions: option {sorted(unknown)[0]!r} is not among the options")
        for one in self.bounds:
            if one.option not in self.options:
                raise ValueError(f"bounds: option {one.option!r} is not among the options")
        if self.house_way and self.set_in_two is None:
            raise ValueError("a house way needs [set_in_two], which says how many cards go in front")
        for name, option in self.options.items():
            for other in filter(None, (option.at_most, option.below)):
                if other not in self.options:
                    raise ValueError(f"option {name}: {other!r} is not among the options")
        for name, ruling in self.rulings.items():
            if ruling.option is not None and ruling.option not in self.options:
                raise ValueError(f"ruling {name}: option {ruling.option!r} is not among the options")
        return self
