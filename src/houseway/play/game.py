"""What a game is to the kernel: a rule file and a round."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from typing import Any

from houseway.cards.card import HIDDEN, Card
from houseway.play.ask import Ask, Play, Refused
from houseway.play.bank import Bank, House
from houseway.play.table import Table
from houseway.rules.files import game_rules
from houseway.rules.models import GameRules, Irregularity

Cards = tuple[Card, ...]


class Game(ABC):
    """A game has an id, which names its rule file, and a round, top to bottom like the rulebook's chapter."""

    id: str

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

    def irregularity(self, table: Table, called: Irregularity, who: str) -> Play[tuple[str, Any] | None]:
        """What an irregularity does whose effect the rule file leaves to the game. It may return who is asked and a
        value: the answer to the ask that it interrupted, which is then put no more."""
        raise NotImplementedError(f"{self.id} has no procedure for {called.clause}")

    def counted(self, cards: Cards) -> str:
        """What a hand comes to, where players want to see that beside its cards."""
        return ""

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """What each hand comes to as somebody sees the cards lie; a hidden card counts for nothing."""
        seen = {place: tuple(card for card in cards if card != HIDDEN) for place, cards in places.items()}
        return {place: self.counted(cards) for place, cards in seen.items() if cards}

    def buying_in(self, table: Table, who: str, amount: int) -> None:  # noqa: B027  # most games have nothing to say
        """Somebody is about to buy in; refuse what the rules do not allow."""

    def cashed_out(self, table: Table, who: str) -> None:  # noqa: B027
        """A player has left the table between rounds: forget what was kept for them."""

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """A scenario seats its players in mid-game: `before` is what earlier rounds have left behind."""
        if before:
            raise Refused(f"{self.rules.name} carries nothing from round to round that a scenario can give")

    def dealt_for(self, places: Mapping[str, Cards], before: Mapping[str, str]) -> Mapping[str, Cards]:
        """A scenario's cards by the places they are dealt to, where it has them lie elsewhere in the end."""
        return places

    def played_for(self, ask: Ask, places: Mapping[str, Cards]) -> str | None:
        """The answer that brings a scenario's cards where it has them lie; None where that is left to its decisions."""
        return None

    def voided(self, table: Table, clause: str) -> None:  # noqa: B027  # most games have nothing to do
        """A round has been called off: what becomes of its cards."""

    def arrived(self, table: Table, who: str) -> None:  # noqa: B027
        """A player has sat down between two rounds."""

    def left(self, table: Table, who: str) -> None:
        """A player has left during the round. Unless the game says otherwise, the hand goes on by default answers."""
        table.out.add(who)
