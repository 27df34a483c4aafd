"""Chapter 13 of Pontoon 21: what is done when something goes wrong; and what the floor may order."""

from collections.abc import Callable
from dataclasses import dataclass, field

from houseway.cards.card import Card
from houseway.games.bonus_spin import Wagered
from houseway.games.twenty_one.base import (
    LOOK_AGAIN,
    PASSED_OVER,
    Answer,
    Hand,
    Layout,
    TwentyOne,
    about,
    hand_at,
    points,
    up_card,
)
from houseway.play import shoe
from houseway.play.ask import Ask, Choice, Play, Words, asked
from houseway.play.event import Announced, Called, Cut
from houseway.play.outcome import Outcome, Result
from houseway.play.table import DEALER, FLOOR, Table, Void
from houseway.rules.models import Irregularity

SHOE = shoe.Clauses(
    shuffle="5.A",  # in one stack: 5.A(1)
    offer="5.D",
    no_taker="5.C",
    cut="5.E",  # what lay on top goes to the bottom: 5.E(1)
    cover="5.E(2)",
    recut="5.F",
    burn="7.B(3)",
    cover_out="7.C",
    runs_out="13.K",
    runs_out_burn="13.L",
)


@dataclass(slots=True)
class Boxes(Layout):
    """What this round keeps besides its hands."""

    players: list[str] = field(default_factory=list)
    barred: list[str] = field(default_factory=list)  # 6.C
    new_dealer: bool = False  # 7.B(4)
    missed: bool = False  # the dealer's own first card: 13.J
    late: list[str] = field(default_factory=list)  # boxes that get their second card after the others: 13.N
    dealing: str = ""  # the place a card is on its way to
    surrendered: list[str] = field(default_factory=list)  # before the card reader: 9.C(2)
    spins: Wagered = field(default_factory=dict)  # taken in by the devices
    xtreme: Wagered = field(default_factory=dict)


class PontoonIrregularities(TwentyOne):
    def irregularity(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        return (yield from PROCEDURES[called.clause](self, table, who))

    def voided(self, table: Table, clause: str) -> None:
        self._clear(table)
        if clause in ("13.B", "13.D"):
            shoe.reshuffle(table, "floor")
        if clause == "13.D":
            table.duty_done("deck-change", FLOOR, "the decks are removed from play and replaced")

    def arrived(self, table: Table, who: str) -> None:
        shoe.arrived(table, who)
        for kept in ("wagered", "permitted"):
            if who in table.memory.get(kept, []):
                table.memory[kept].remove(who)

    def cashed_out(self, table: Table, who: str) -> None:
        super().cashed_out(table, who)
        if not table.seats and table.shoe.cards:  # 5.H, 5.I: nobody plays on from the shoe of those who have left
            shoe.reshuffle(table, "opening")

    def face_up(self, table: Table, who: str) -> Play[Answer]:
        """13.A: it goes to the discard rack; 13.B: a second one voids the round."""
        if _times_called(table, "13.A") > 1:
            raise Void("13.B")
        yield from self._misdrawn(table, "13.A")
        return None

    def ten_found(self, table: Table, who: str) -> Play[Answer]:
        """13.C: it is taken out and torn; 13.D: with a second one the decks go out of play."""
        if _times_called(table, "13.C") > 1:
            raise Void("13.D")
        table.emit(Announced(FLOOR, "the ten is torn in half and put in the box of its deck", "13.C"))
        yield from ()
        return None

    def exposed(self, table: Table, who: str) -> Play[Answer]:
        """13.F: the card lies open for the next hand that may draw."""
        layout: Boxes = table.layout
        turn = layout.turn
        yield from shoe.deal(table, SHOE, "exposed", "13.F", owner=turn.owner if turn else "")
        layout.exposed = True
        return (turn.owner, LOOK_AGAIN) if turn else None

    def offer_exposed(self, table: Table, hand: Hand) -> Play[None]:
        """13.G: a player who refuses the card gets no other in this round."""
        layout: Boxes = table.layout
        words = Words(("accept", "refuse"))
        choice = yield from asked(Ask(hand.owner, "exposed-card", (words,), "13.G", "refuse", about(hand)))
        table.acted(hand.owner, "exposed-card", self._said(choice.word, hand), "13.G")
        if choice.word == "accept":
            self._take_exposed(table, layout, hand.place)
        else:
            hand.no_more = True

    def _take_exposed(self, table: Table, layout: Boxes, place: str) -> None:
        table.place("exposed", place, (table.hands["exposed"][0],), "13.F")
        layout.exposed = bool(table.hands["exposed"])

    def drawn_at_17(self, table: Table, who: str) -> Play[Answer]:
        """13.I: the dealer's needless card goes to the discard rack."""
        yield from self._misdrawn(table, "13.I")
        return None

    def _misdrawn(self, table: Table, clause: str) -> Play[None]:
        yield from shoe.deal(table, SHOE, "misdrawn", clause)
        table.discard("misdrawn", clause)

    def dealer_missed(self, table: Table, who: str) -> Play[Answer]:
        """13.J: the players get their two cards, then the dealer those that are missing."""
        layout: Boxes = table.layout
        may = ("first", "second") if DEALER not in table.hands and layout.dealing != DEALER else ("second",)
        choice = yield from asked(Ask(DEALER, "missed", (Words(may),), "13.J", may[0]))
        layout.missed = layout.missed or choice.word == "first"
        return None

    def no_cards(self, table: Table, who: str) -> Play[Answer]:
        """13.M: the hand is dead, and the player is in the next deal."""
        box = yield from self._which(table, self._boxes_with(table, who, 0), "13.M")
        if box:
            self._dead(table, hand_at(table.layout, box), "13.M")
        return None

    def one_card(self, table: Table, who: str) -> Play[Answer]:
        """13.N: the second card comes after everybody else's, if the player wants it."""
        layout: Boxes = table.layout
        box = yield from self._which(table, self._boxes_with(table, who, 1), "13.N")
        if not box:
            return None
        hand = hand_at(layout, box)
        words = Words(("second card", "dead hand"))
        choice = yield from asked(Ask(hand.owner, "one-card", (words,), "13.N", "second card", about(hand)))
        table.acted(hand.owner, "one-card", self._said(choice.word, hand), "13.N")
        if choice.word == "second card":
            layout.late.append(box)
        else:
            self._dead(table, hand, "13.N")
        return None

    def _boxes_with(self, table: Table, who: str, most: int) -> list[str]:
        """The boxes of a player, or of all, that have got no more than so many cards."""
        layout: Boxes = table.layout
        return [
            hand.place
            for hand in layout.hands()
            if who in ("", hand.owner)
            and len(table.hands.get(hand.place, ())) <= most
            and hand.place not in (layout.dealing, *layout.late)
        ]

    def passed_over(self, table: Table, who: str) -> Play[Answer]:
        """13.O: a card that was asked for comes after all others', or the hand is dead."""
        layout: Boxes = table.layout
        turn = layout.turn
        if turn and who in ("", turn.owner):
            place = turn.place
        else:
            place = yield from self._which(table, self._stood(table, who), "13.O")
        if not place:
            return None
        hand = hand_at(layout, place)
        words = Words(("later", "dead hand"))
        choice = yield from asked(Ask(hand.owner, "passed-over", (words,), "13.O", "later", about(hand)))
        table.acted(hand.owner, "passed-over", self._said(choice.word, hand), "13.O")
        if choice.word == "dead hand":
            self._dead(table, hand, "13.O(2)")
        else:
            hand.waits = True
        return (hand.owner, PASSED_OVER) if hand is turn else None

    def _stood(self, table: Table, who: str) -> list[str]:
        """Hands of a player, or of all, that have been played and could have had another card."""
        before = list[str]()
        for hand in table.layout.hands():
            if hand is table.layout.turn:
                break
            if who in ("", hand.owner) and self.lives(table, hand) and not hand.waits:
                cards = table.hands[hand.place]
                if len(cards) > 1 and self.may_hit(table, hand, cards):
                    before.append(hand.place)
        return before if table.layout.turn else []

    def reader_misused(self, table: Table, who: str) -> Play[Answer]:
        """13.P: the hole card was put in the reader below an up card that does not call for it."""
        if reader_used(up_card(table)):
            table.emit(Announced(FLOOR, "the up card calls for the card reader", "13.P"))
            return None
        words = Words(("not seen", "seen"))
        choice = yield from asked(Ask(FLOOR, "hole-card", (words,), "13.P", "not seen"))
        if choice.word == "seen":
            raise Void("13.P(1)")
        table.emit(Announced(FLOOR, "nobody could see the hole card, play goes on", "13.P(2)"))
        return None

    def reader_broken(self, table: Table, who: str) -> Play[Answer]:
        """13.Q: nothing is dealt until the device works."""
        words = Words(("repaired", "replaced"))
        choice = yield from asked(Ask(FLOOR, "repair", (words,), "13.Q", "repaired"))
        table.emit(Announced(FLOOR, f"the card reader is {choice.word}", "13.Q"))
        return None

    def shuffler_jams(self, table: Table, who: str) -> Play[Answer]:
        """13.R: the cards are shuffled once more; a cut that was made already is made again."""
        cut = any(isinstance(event, Cut) for event in table.events)
        table.shuffle("13.R", decks=int(table.rules.options["decks"]))
        yield from ()
        return (FLOOR, Choice("recut")) if cut else None

    def device_broken(self, table: Table, who: str) -> Play[Answer]:
        """13.S: it is covered or marked before the cards are shuffled or dealt in another way."""
        words = Words(("covered", "marked out of order"))
        choice = yield from asked(Ask(FLOOR, "device", (words,), "13.S", "covered"))
        table.emit(Announced(FLOOR, f"the device is {choice.word}", "13.S"))
        return None

    def floor_reshuffles(self, table: Table, who: str) -> Play[Answer]:
        """5.G: after this round, or before it while wagers are still placed."""
        if shoe.runs_on(table):
            shoe.reshuffle(table, "floor")
        yield from ()
        return None

    def dealer_changes(self, table: Table, who: str) -> Play[Answer]:
        """7.B(4): a new dealer burns a card before dealing any."""
        table.layout.new_dealer = True
        yield from ()
        return None

    def entry_permitted(self, table: Table, who: str) -> Play[Answer]:
        """6.C(1): a player who was barred may wager again from the next round on."""
        permitted = table.memory.setdefault("permitted", [])
        permitted += [seat for seat in table.seats if who in ("", seat) and seat not in permitted]
        yield from ()
        return None

    def _which(self, table: Table, places: list[str], clause: str) -> Play[str]:
        """The one hand that an irregularity is about; the dealer says which where it could be several."""
        if not places:
            table.emit(Announced(FLOOR, "there is no hand to put right", clause))
            return ""
        if len(places) == 1:
            return places[0]
        choice = yield from asked(Ask(DEALER, "which-hand", (Words(tuple(places)),), clause, places[0]))
        return str(choice.word)

    def _dead(self, table: Table, hand: Hand, clause: str) -> None:
        """A dead hand gets its wagers back and takes no further part."""
        returned = [
            Outcome(wager, stake, Result.RETURNED, clause, note="dead hand")
            for wager, stake in table.staked(hand.place).items()
        ]
        table.settle(hand.place, returned)
        table.discard(hand.place, clause)
        layout: Boxes = table.layout
        if table.stage == "deal":
            del layout.boxes[hand.box]

    def _clear(self, table: Table) -> None:
        for place in list(table.hands):
            table.discard(place, "7.T")


PROCEDURES: dict[str, Callable[[PontoonIrregularities, Table, str], Play[Answer]]] = {
    "5.G": PontoonIrregularities.floor_reshuffles,
    "6.C(1)": PontoonIrregularities.entry_permitted,
    "7.B(4)": PontoonIrregularities.dealer_changes,
    "13.A": PontoonIrregularities.face_up,
    "13.C": PontoonIrregularities.ten_found,
    "13.F": PontoonIrregularities.exposed,
    "13.I": PontoonIrregularities.drawn_at_17,
    "13.J": PontoonIrregularities.dealer_missed,
    "13.M": PontoonIrregularities.no_cards,
    "13.N": PontoonIrregularities.one_card,
    "13.O": PontoonIrregularities.passed_over,
    "13.P": PontoonIrregularities.reader_misused,
    "13.Q": PontoonIrregularities.reader_broken,
    "13.R": PontoonIrregularities.shuffler_jams,
    "13.S": PontoonIrregularities.device_broken,
}


def _times_called(table: Table, name: str) -> int:
    return sum(isinstance(event, Called) and event.irregularity == name for event in table.events)


def reader_used(up: Card) -> bool:
    """The hole card is looked at below an ace, king, queen or jack (7.G)."""
    return points(up) >= 10
