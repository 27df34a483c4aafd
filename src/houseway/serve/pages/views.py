"""What a table's page is drawn from: typed values, read once from what the table sends. Amounts are whole cents."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.play.places import seat_of
from houseway.rules.money import cents

Data = Mapping[str, Any]
Cards = dict[str, list[str]]  # the names of cards, by place
_DOLLARS = "0"


@dataclass(frozen=True, slots=True)
class SpotOffer:
    """A spot that chips may be put on now."""

    wager: str
    minimum: int
    maximum: int
    bets: int = 1
    required: bool = False
    amounts: tuple[int, ...] = ()  # the only ones that a device takes

    @classmethod
    def read(cls, data: Data) -> "SpotOffer":
        return cls(
            wager=data["wager"],
            minimum=cents(data["minimum"]),
            maximum=cents(data["maximum"]),
            bets=data.get("bets", 1),
            required=data["required"],
            amounts=tuple(map(cents, data.get("amounts", ()))),
        )


@dataclass(frozen=True, slots=True)
class WagersForm:
    """Wagers to be placed, what may be taken down, and what may be called."""

    spots: tuple[SpotOffer, ...]
    take_down: tuple[str, ...] = ()
    calls: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class WordsForm:
    words: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class MovesForm:
    """Words with what each takes from the stack; `times` says that they are multiples of a wager."""

    words: tuple[tuple[str, int], ...]
    times: bool = False


@dataclass(frozen=True, slots=True)
class AmountForm:
    word: str
    low: int
    high: int
    step: int = 1


@dataclass(frozen=True, slots=True)
class NumberForm:
    low: int
    high: int


@dataclass(frozen=True, slots=True)
class PurchaseForm:
    amount: int


@dataclass(frozen=True, slots=True)
class SettingForm:
    """Cards to be put into groups. An arrangement uses all of them: its `rest` takes those that were put nowhere."""

    cards: tuple[str, ...]
    groups: tuple[tuple[str, int], ...]  # that cards are named for, with their size
    rest: str = ""
    rest_size: int = 0

    @property
    def arranges(self) -> bool:
        return bool(self.rest)

    @property
    def alone(self) -> str:
        """The one group that cards may go to, where all the others stay as they are: `discard`."""
        return self.groups[0][0] if not self.rest and len(self.groups) == 1 else ""

    @property
    def sizes(self) -> dict[str, int]:
        return {**dict(self.groups), **({self.rest: self.rest_size} if self.rest else {})}


@dataclass(frozen=True, slots=True)
class CardsForm:
    """Cards that the dealer of a real table turned over."""

    count: int
    place: str


@dataclass(frozen=True, slots=True)
class OtherForm:
    """A form that this page has not met."""


FormView = (
    WagersForm | WordsForm | MovesForm | AmountForm | NumberForm | PurchaseForm | SettingForm | CardsForm | OtherForm
)


def read_form(data: Data) -> FormView:
    """A form of an ask, as the table sends it."""
    match data["form"]:
        case "wagers":
            spots = tuple(map(SpotOffer.read, data["spots"]))
            return WagersForm(spots, tuple(data.get("take_down", ())), tuple(data.get("calls", ())))
        case "words":
            return WordsForm(tuple(data["words"]))
        case "moves" | "times" as kind:
            return MovesForm(tuple((word, cents(it)) for word, it in data["words"].items()), times=kind == "times")
        case "amount":
            return AmountForm(
                data["word"], cents(data["low"]), cents(data["high"]), cents(data.get("step", _DOLLARS)) or 1
            )
        case "number":
            return NumberForm(data["low"], data["high"])
        case "purchase":
            return PurchaseForm(cents(data["amount"]))
        case "arrangement":
            *groups, (rest, size) = ((name, size) for name, size in data["groups"])
            return SettingForm(tuple(data["cards"].split()), tuple(groups), rest, size)
        case "placement":
            return SettingForm(
                tuple(data["cards"].split()), tuple((name, size) for name, size in data["room"].items() if size)
            )
        case "cards":
            return CardsForm(data["count"], data["place"])
    return OtherForm()


@dataclass(frozen=True, slots=True)
class AskView:
    """Who is asked what. The forms are known of one's own ask alone."""

    who: str
    what: str
    clause: str
    spot: str = ""
    default: str = ""
    forms: tuple[FormView, ...] | None = None

    @classmethod
    def read(cls, data: Data) -> "AskView":
        forms = tuple(map(read_form, data["forms"])) if "forms" in data else None
        spot, default = data.get("spot", ""), data.get("default", "")
        return cls(data["who"], data["what"], data["clause"], spot, default, forms)

    @property
    def words(self) -> str:
        """What is asked, as people say it."""
        return self.what.replace("-", " ")

    @property
    def setting(self) -> SettingForm | None:
        """The form that sets cards into groups, if the ask has one."""
        return next((form for form in self.forms or () if isinstance(form, SettingForm)), None)

    @property
    def wagers(self) -> WagersForm | None:
        return next((form for form in self.forms or () if isinstance(form, WagersForm)), None)

    @property
    def offered(self) -> dict[str, SpotOffer]:
        """The spots that chips may be put on now."""
        return {spot.wager: spot for form in self.forms or () if isinstance(form, WagersForm) for spot in form.spots}


@dataclass(frozen=True, slots=True)
class SeatView:
    """Somebody at the table, and what is to be known of the seat at a glance."""

    who: str
    name: str
    stack: int
    wagers: tuple[tuple[str, int], ...]
    elsewhere: int = 0  # on spots that are not the seat's own
    bot: str = ""
    role: str = ""
    leaving: bool = False
    away: bool = False
    asked: bool = False
    banks: bool = False
    button: bool = False
    owes: str = ""  # blinds that were missed
    come_come: int = 0

    @property
    def at_risk(self) -> int:
        """On the seat's own spots."""
        return sum(amount for _, amount in self.wagers)

    @property
    def staked(self) -> int:
        """All that the seat has on the felt."""
        return self.at_risk + self.elsewhere


@dataclass(frozen=True, slots=True)
class BankView:
    """Who banks, or what lies in the middle."""

    who: str = ""
    put_up: int = 0
    pots: dict[str, int] | None = None  # None where no pot is played for
    covers_wins: int | None = None  # what a player-dealer still covers; None where nobody banks
    covers_losses: int | None = None

    @property
    def seat(self) -> str:
        return seat_of(self.who)


@dataclass(frozen=True, slots=True)
class DutyView:
    """Something that staff have to see to."""

    duty: str
    what: str
    state: str
    clause: str


@dataclass(frozen=True, slots=True)
class Lies:
    """The cards as somebody sees them lie, which of them were cleared away, and how the round came out."""

    cards: Cards
    gone: frozenset[str] = frozenset()
    net: dict[str, int] = field(default_factory=dict)
    standing: dict[str, int] = field(default_factory=dict)

    @classmethod
    def read(cls, data: Data) -> "Lies":
        cards = {place: names.split() for place, names in data["cards"].items()}
        return cls(cards, frozenset(data["gone"]), data.get("net", {}), data.get("standing", {}))


@dataclass(frozen=True, slots=True)
class TableView:
    """A table at one moment, as one viewer may see it."""

    viewer: str
    round: int = 0
    number: int = 0  # of the journal's last record
    hash: str = ""
    stage: str = ""
    open: bool = False
    shoe: int = 0
    seats: dict[str, SeatView] = field(default_factory=dict)
    bank: BankView = BankView()
    asks: tuple[AskView, ...] = ()
    clock: dict[str, float] = field(default_factory=dict)
    meters: dict[str, int] = field(default_factory=dict)
    lies: Lies = Lies({})
    duties: tuple[DutyView, ...] = ()
    awaits_words: tuple[str, ...] = ()

    @classmethod
    def read(cls, data: Data) -> "TableView":
        """What a table sends its viewers, and what a drawing of one is made from, which has no house around it."""
        bank = data["bank"]
        asks = tuple(map(AskView.read, data["asks"]))
        return cls(
            viewer=data["viewer"],
            round=data["round"],
            number=data.get("number", 0),
            hash=data.get("hash", ""),
            stage=data["stage"],
            open=data.get("open", False),
            shoe=data.get("shoe", 0),
            seats=_ALIKE.seats(data),
            bank=_bank(bank),
            asks=asks,
            clock=data.get("clock", {}),
            meters={name: cents(amount) for name, amount in data.get("meters", {}).items()},
            lies=Lies.read(data["lies"]) if "lies" in data else Lies({}),
            duties=tuple(
                DutyView(one["duty"], one["what"], one["state"], one["clause"]) for one in data.get("duties", ())
            ),
            awaits_words=tuple(data.get("awaits_words", ())),
        )

    @property
    def seat(self) -> SeatView | None:
        """The viewer's own."""
        return self.seats.get(self.viewer)

    @property
    def ask(self) -> AskView | None:
        """What the viewer is asked."""
        return next((ask for ask in self.asks if ask.who == self.viewer and ask.forms is not None), None)

    @property
    def names(self) -> dict[str, str]:
        """By seat, who sits there."""
        return {who: seat.name for who, seat in self.seats.items()}

    def name_of(self, who: str) -> str:
        return self.seats[who].name if who in self.seats else who


def _bank(bank: Data) -> BankView:
    pots = {name: cents(amount) for name, amount in bank["pots"].items()} if "pots" in bank else None
    if "who" not in bank:
        return BankView(pots=pots)
    covers = cents(bank["covers_wins"]), cents(bank["covers_losses"])
    return BankView(bank["who"], cents(bank["put_up"]), pots, *covers)


class _Alike:
    """The seats as they were read last. All who watch a table are sent the same ones, one after the other."""

    def __init__(self) -> None:
        self._data: Data | None = None
        self._read: dict[str, SeatView] = {}

    def seats(self, data: Data) -> dict[str, SeatView]:
        if self._data is not data["seats"]:
            self._data, self._read = data["seats"], _seats(data)
        return self._read


_ALIKE = _Alike()


def _seats(data: Data) -> dict[str, SeatView]:
    bank, people, asked = data["bank"], data.get("people", {}), {ask["who"] for ask in data["asks"]}
    elsewhere: dict[str, int] = {}
    for spot in data.get("spots", {}).values():
        elsewhere[spot["owner"]] = elsewhere.get(spot["owner"], 0) + cents(spot["amount"])
    banker, missed, laid = seat_of(str(bank.get("who", ""))), bank.get("missed", {}), bank.get("come_come", {})
    seats = {}
    for who, one in data["seats"].items():
        person = people.get(who, {})
        seats[who] = SeatView(
            who=who,
            name=one["name"],
            stack=cents(one["stack"]),
            wagers=tuple((wager, cents(amount)) for wager, amount in one["wagers"].items()),
            elsewhere=elsewhere.get(who, 0),
            bot=person.get("bot") or "",
            role=person.get("role", ""),
            leaving=bool(person.get("leaving")),
            away=bool(person.get("away")),
            asked=who in asked,
            banks=banker == who,
            button=bank.get("button") == who,
            owes=missed.get(who, ""),
            come_come=cents(laid.get(who, _DOLLARS)),
        )
    return seats
