"""What a game is to the kernel: a rule file and a round."""

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from typing import Any, ClassVar, NamedTuple

from houseway.cards.card import HIDDEN, Card
from houseway.play.ask import Ask, Play, Refused
from houseway.play.bank import Bank, House
from houseway.play.table import Table
from houseway.play.value import value
from houseway.rules.files import game_rules
from houseway.rules.models import GameRules, Irregularity
from houseway.rules.money import shown
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]


@value
class BuyInLimits:
    """The least that somebody sits down with, and the most that a stack may come to by buying in."""

    least: int = 1
    most: int | None = None
    clause: str = ""

    def problem(self, amount: int, stack: int) -> str:
        """Why nobody with this stack may buy in for so much; nothing where they may."""
        if (stack or amount >= self.least) and (self.most is None or stack + amount <= self.most):
            return ""
        said = f"a buy-in of {shown(amount)} is not allowed"
        if stack:
            return f"{said}: the stack may then be {shown(self.most or 0)} at most ({self.clause})"
        takes = f"at least {shown(self.least)}" if self.most is None else f"{shown(self.least)} to {shown(self.most)}"
        return f"{said}: this table takes {takes} ({self.clause})"

    def nearest(self, amount: int, stack: int) -> int:
        """What comes nearest to an amount that somebody with this stack would buy in for; 0 if nothing does."""
        wanted = amount if stack else max(amount, self.least)
        return wanted if self.most is None else max(0, min(wanted, self.most - stack))


Answer = tuple[str, Any] | None


def no_objection(game: Any, table: Table, who: str) -> str:
    return ""


class Procedure(NamedTuple):
    """What a game does about an irregularity. `carry_out` may return who is asked and a value: the answer to the ask
    that it interrupted, which is then put no more. `objection` says why a call would change nothing."""

    carry_out: Callable[[Any, Table, Irregularity, str], Play[Answer]]
    objection: Callable[[Any, Table, str], str] = no_objection


class Game(ABC):
    """A game has an id, which names its rule file, and a round, top to bottom like the rulebook's chapter."""

    banks: ClassVar[frozenset[str]] = frozenset()  # the kinds of bank that its round plays against; none: any

    id: str
    procedures: ClassVar[Mapping[str, Procedure]] = {}  # by the name that a rule file calls them by

    def __repr__(self) -> str:
        rules = self.rules
        return f"<Game {self.id}: {rules.name}, {rules.rulebook.jurisdiction}, bank: {rules.bank}, {rules.seats} seats>"

    def __init__(self, id: str = "") -> None:
        """A family's round takes the id of the member that is played; a class of one game states it."""
        if id:
            self.id = id

    @property
    def rules(self) -> GameRules:
        return game_rules(self.id)

    def bank(self) -> Bank:
        return House()

    @abstractmethod
    def round(self, table: Table) -> Play[None]:
        """Play one round: yield asks, be sent answers, leave events and settled wagers."""

    def sealed_packs(self, table: Table) -> dict[str, Cards]:
        """The whole packs that the coming round will shuffle, by the label of the shuffle, where players are not shown
        the seed: each of their cards is committed to by itself."""
        return {}

    def objection(self, table: Table, called: Irregularity, who: str) -> str:
        """Why an irregularity can't be called now, as the end of a sentence; nothing where it can."""
        return self.procedures[called.procedure].objection(self, table, who)

    def irregularity(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """What an irregularity does whose effect the rule file leaves to the game."""
        return self.procedures[called.procedure].carry_out(self, table, called, who)

    def counted(self, cards: Cards) -> str:
        """What a hand comes to, where players want to see that beside its cards."""
        return ""

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """What each hand comes to as somebody sees the cards lie; a hidden card counts for nothing."""
        seen = {place: tuple(card for card in cards if card != HIDDEN) for place, cards in places.items()}
        return {place: self.counted(cards) for place, cards in seen.items() if cards}

    def hands_dealt(self, places: Mapping[str, Cards], down: Mapping[str, Sequence[bool]]) -> dict[str, str]:
        """The same where it is known which cards of a hand were dealt face down."""
        return self.hands_named(places)

    def sides_called(self) -> Mapping[str, str]:
        """What the book calls hands that belong to nobody, where that is not the name of their place."""
        return {}

    def places_won(self, places: Mapping[str, Cards], scored: Iterable[tuple[str, str, str]]) -> Set[str]:
        """The places that won by points between players: by whom, from whom and by which clause each was scored."""
        return frozenset()

    def hands_made(self, places: Mapping[str, Cards], part: str = "") -> dict[str, Cards]:
        """The cards that make each whole hand in sight, its own and everybody's, where it plays fewer than there are;
        of a split pot `part` is the low one's."""
        return {}

    def fouls(self, rules: Rules, places: Mapping[str, Cards]) -> dict[str, str]:
        """Why somebody's hand is a foul, as far as its cards are in sight."""
        return {}

    def buying_in(self, table: Table, who: str, name: str) -> None:
        """Somebody is about to sit down or to bring more chips; refuse who may not."""

    def buy_in_limits(self, rules: Rules) -> BuyInLimits:
        """For how much people buy in at this table."""
        return BuyInLimits()

    def cashed_out(self, table: Table, who: str) -> None:
        """A player has left the table between rounds: forget what was kept for them."""

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """A scenario seats its players in mid-game: `before` is what earlier rounds have left behind."""
        if before:
            raise Refused(f"{self.rules.name} carries nothing from round to round that a scenario can give")

    def carried(self, table: Table) -> Mapping[str, str]:
        """What a scenario's next round begins with, as its `before` would say it, where its cards depend on that."""
        return {}

    has_a_clock = True  # something in a round may depend on when it begins
    collects_by_time = False

    def clocked(self, table: Table, entered: Mapping[str, int]) -> None:
        """A scenario says when players came into the game, in seconds since it was opened."""
        raise Refused(f"{self.rules.name} collects nothing by time, so it does not matter when a player came in")

    def mid_shoe(self, table: Table) -> None:
        """A scenario's shoe has been dealt from: what the game remembers of the rounds before."""

    def dealt_for(self, places: Mapping[str, Cards], before: Mapping[str, str]) -> Mapping[str, Cards]:
        """A scenario's cards by the places they are dealt to, where it has them lie elsewhere in the end."""
        return places

    def played_for(self, ask: Ask, places: Mapping[str, Cards]) -> str | None:
        """The answer that brings a scenario's cards where it has them lie; None where that is left to its decisions."""
        return None

    def voided(self, table: Table, clause: str) -> None:
        """A round has been called off: what becomes of its cards."""

    def arrived(self, table: Table, who: str) -> None:
        """A player has sat down between two rounds."""

    def left(self, table: Table, who: str) -> None:
        """A player has left during the round. Unless the game says otherwise, the hand goes on by default answers."""
        table.out.add(who)
