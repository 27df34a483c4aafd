"""What Maryland's poker games share: one deck from a shoe or the hand, the stub counted, abandoned wagers."""

from typing import NamedTuple

from houseway.play.ask import Ask, Number, Play, Words, asked
from houseway.play.event import Announced
from houseway.play.game import Game
from houseway.play.table import DEALER, Table, Void


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


class MarylandPoker(Game):
    """The steps that the rulebooks of this family print alike, under the same clauses."""

    def shuffle(self, table: Table) -> Play[None]:
        options = table.rules.options
        deck = ""
        if options["decks"] == 2:  # 3.B(4): round of play by round of play, whatever was called off before the deal
            deck = table.memory["deck"] = "second" if table.memory.get("deck") == "first" else "first"
        table.shuffle("5.A", deck=deck)
        if options["shuffling"] == "manual":  # 5.C(2)
            yield from table.cut(DEALER, "5.D", top=10, bottom=1)

    def count_stub(self, table: Table, dealing: Dealing) -> Play[None]:
        """Count what is left of the deck; a count that does not come to 52 cards voids the round."""
        right = len(table.pack) - sum(map(len, table.hands.values()))
        count = yield from asked(Ask(DEALER, "stub", (Number(0, 99),), dealing.stub, str(right)))
        table.duty_done(dealing.duty, DEALER, f"count the stub: {count} cards")
        if count == right:
            return
        words = Words(("misdealt", "not misdealt"))
        why = yield from asked(Ask(DEALER, "misdeal", (words,), dealing.undecided, "not misdealt"))
        if why.word == "misdealt":
            raise Void(dealing.misdealt)
        table.emit(Announced(DEALER, "the whole deck is removed from the table", dealing.wrong_deck))
        raise Void(dealing.wrong_deck)

    def left(self, table: Table, who: str) -> None:
        if table.rules.options["abandoned_wagers"] == "lose":  # 7.B(3)
            table.forfeit(who, "7.B(3)")
        super().left(table, who)
