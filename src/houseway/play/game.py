"""What a game is to the kernel: a rule file and a round."""

from abc import ABC, abstractmethod
from typing import ClassVar

from houseway.play.ask import Play
from houseway.play.bank import Bank, House
from houseway.play.table import Table
from houseway.rules.files import game_rules
from houseway.rules.models import GameRules, Irregularity


class Game(ABC):
    """A game states its id and its round, top to bottom like the rulebook's chapter."""

    id: ClassVar[str]

    @property
    def rules(self) -> GameRules:
        return game_rules(self.id)

    def bank(self) -> Bank:
        return House()

    @abstractmethod
    def round(self, table: Table) -> Play[None]:
        """Play one round: yield asks, be sent answers, leave events and settled wagers."""

    def irregularity(self, table: Table, called: Irregularity, who: str) -> Play[None]:
        """What an irregularity does whose effect the rule file leaves to the game."""
        raise NotImplementedError(f"{self.id} has no procedure for {called.clause}")

    def left(self, table: Table, who: str) -> None:
        """A player has left during the round. Unless the game says otherwise, the hand goes on by default answers."""
        table.out.add(who)
