"""Hands that belong to nobody: they are dealt for the whole table, and lines bet on what can be said of them.

A member says how its hands are dealt and what can be said of them when they are finished, in the words of its pay
tables. The rest is the same everywhere: the position, wagers, the fee, settlement in the order of action, discards.
"""

from abc import abstractmethod
from collections.abc import Iterable, Mapping, Sequence
from typing import ClassVar

from houseway.cards.card import Card
from houseway.games.community.clauses import CommunityFacts
from houseway.play.ask import Play
from houseway.play.bank import Bank
from houseway.play.collection import collect
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.outcome import Outcome, paid_by
from houseway.play.player_dealer import Hand, PlayerDealer, close_round, find_action, open_round, position
from houseway.play.table import DEALER, Table
from houseway.rules.families import facts
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
Finished = Mapping[str, Cards]  # the cards of each hand, by its place
SIDES = ("player", "banker")  # the two hands of most members


class Community(Game):
    """One round, as the family deals it."""

    banks = frozenset({"player-dealer"})

    places: ClassVar[tuple[str, ...]] = SIDES  # where the hands lie when they are finished

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        clauses = facts(table.rules.game, CommunityFacts).clauses
        bets = yield from open_round(table, clauses.close)
        if not bets:
            return
        yield from self.shuffle(table)
        collect(table, "before the player-dealer's hand")
        order = yield from find_action(table, bets)
        yield from self.deal(table, bets)

        table.stage = "settlement"
        finished = self.finished(table)
        table.emit(Announced(DEALER, self.called(table.rules, finished), clauses.announce))
        close_round(table, order, self.outcomes(table, bets, finished), clauses.discard)
        collect(table, "after settlement")
        self.closed(table, finished)

    def shuffle(self, table: Table) -> Play[None]:
        """The whole pack, or the decks of a shoe, shuffled for the round."""
        stated = facts(table.rules.game, CommunityFacts)
        options = table.rules.options
        clause = stated.shuffling.get(str(options.get("shuffling", "")), stated.clauses.shuffle)
        table.shuffle(clause, decks=int(options.get("decks", 1)))
        yield from ()

    @abstractmethod
    def deal(self, table: Table, bets: Sequence[Hand]) -> Play[None]:
        """Deal the hands to their end; what is settled before that is settled here."""

    @abstractmethod
    def called(self, rules: Rules, finished: Finished) -> str:
        """The finished hands as the dealer calls them."""

    @abstractmethod
    def settle(self, rules: Rules, finished: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
        """What the finished hands make of a bettor's wagers."""

    def closed(self, table: Table, finished: Finished) -> None:  # most members have nothing to say
        """The round is settled."""

    def finished(self, table: Table) -> Finished:
        return {place: tuple(table.hands[place]) for place in self.places}

    def outcomes(self, table: Table, bets: Iterable[Hand], finished: Finished) -> dict[str, list[Outcome]]:
        """What became of every bettor's wagers, each in the printed order of wagers."""
        order = [wager for group in position(table).settle for wager in group]
        return {
            who: sorted(
                self.settle(table.rules, finished, table.staked(who)), key=lambda outcome: order.index(outcome.wager)
            )
            for hand in bets
            for who in hand.bettors
        }


def settle_said(rules: Rules, said: Sequence[str], stakes: Mapping[str, int], hand: str) -> list[Outcome]:
    """Each wager by the first line of its pay table that is said of the hands."""
    return [settle_one(rules, wager, stake, said, hand) for wager, stake in stakes.items()]


def settle_one(rules: Rules, wager: str, stake: int, said: Sequence[str], hand: str) -> Outcome:
    table = rules.pay_tables[wager]
    line = next((line for line in table.lines if line.hand in said), None)
    return paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, hand=hand)
