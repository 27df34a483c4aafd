"""What Maryland's poker games share: one deck from a shoe or the hand, the stub counted, abandoned wagers."""

from typing import NamedTuple

from houseway.play.ask import Ask, Number, Play, Words, asked
from houseway.play.game import Game, Procedure
from houseway.play.table import DEALER, FLOOR, Table, Void
from houseway.rules.models import Irregularity


class Dealing(NamedTuple):
    """The clauses of one way to deal, and how many cards come to a player at a time."""

    close: str
    players: str
    at_a_time: int
    duty: str  # of counting the stub
    stub: str
    undecided: str
    misdealt: str
    wrong_deck: str
    community: str = ""


WRONG_DECK = ("5.B(2)", "8.F(5)", "9.D(5)", "10.C(4)")  # a deck that does not have 52 cards


def _shuffles_already(game: object, table: Table, who: str) -> str:
    return "the cards are shuffled again already" if "floor shuffles" in table.memory else ""


def _shuffle_again(game: object, table: Table, called: Irregularity, who: str) -> Play[None]:
    """5.A(3): the floor has the cards shuffled again before the deal."""
    table.memory["floor shuffles"] = True
    yield from ()


class MarylandPoker(Game):
    """The steps that the rulebooks of this family print alike, under the same clauses."""

    procedures = {"shuffle again": Procedure(_shuffle_again, _shuffles_already)}

    def shuffle(self, table: Table) -> Play[None]:
        options = table.rules.options
        deck = ""
        if options["decks"] == 2:  # 3.B(4): round of play by round of play, whatever was called off before the deal
            deck = table.memory["deck"] = "second" if table.memory.get("deck") == "first" else "first"
        table.shuffle("5.A", deck=deck)  # before the first round and after every other: 5.A(1), 5.A(2)
        again = bool(table.memory.pop("floor shuffles", False))
        while True:
            if again:
                table.shuffle("5.A(3)", deck=deck)
            if options["shuffling"] != "manual":  # a device's cards are not cut: 5.C(1), 5.H
                return
            again = yield from self._cut(table)  # 5.C(2)
            if not again:
                return

    def _cut(self, table: Table) -> Play[bool]:
        """The dealer cuts, and again if the floor wants it; true if the floor has the cards shuffled once more."""
        words = Words(("accept", "recut", "reshuffle"))
        while True:
            yield from table.cut(DEALER, "5.D", top=10, bottom=1)  # what lay on top goes to the bottom: 5.D(1)
            choice = yield from asked(Ask(FLOOR, "recut", (words,), "5.E", "accept"))
            if choice.word == "accept":
                return False
            table.acted(FLOOR, "recut", choice.word, "5.E")
            if choice.word == "reshuffle":
                return True

    def count_stub(self, table: Table, dealing: Dealing) -> Play[None]:
        """Count what is left of the deck; a count that does not come to 52 cards voids the round."""
        right = len(table.pack) - sum(map(len, table.hands.values()))
        count = yield from asked(Ask(DEALER, "stub", (Number(0, 99),), dealing.stub, str(right)))
        table.duty_done(dealing.duty, DEALER, f"count the stub: {count} cards")
        if count == right:  # the round goes on: 8.F(2), 9.D(2), 10.C(1)
            return
        words = Words(("misdealt", "not misdealt"))
        why = yield from asked(Ask(DEALER, "misdeal", (words,), dealing.undecided, "not misdealt"))
        if why.word == "misdealt":
            raise Void(dealing.misdealt)
        raise Void(dealing.wrong_deck)

    def voided(self, table: Table, clause: str) -> None:
        if clause in WRONG_DECK:
            table.replace_decks(DEALER, "remove the deck from the table and bring a new one", clause)

    def left(self, table: Table, who: str) -> None:
        if table.rules.options["abandoned_wagers"] == "lose":  # 7.B(3)
            table.forfeit(who, "7.B(3)")
        super().left(table, who)
