"""Chapter 13 of Pontoon 21: what is done when something goes wrong; and what the floor may order."""

from dataclasses import dataclass, field

from houseway.cards.card import Card
from houseway.games.bonus_spin import Wagered
from houseway.games.twenty_one.base import (
    PASSED_OVER,
    Hand,
    Layout,
    TwentyOne,
    about,
    dealer_stands,
    hand_at,
    points,
    spoken,
    up_card,
)
from houseway.play import shoe
from houseway.play.ask import Ask, Choice, Play, Words, asked
from houseway.play.event import Announced, Called, Cut
from houseway.play.game import Answer, Procedure
from houseway.play.outcome import Outcome, Result
from houseway.play.table import DEALER, FLOOR, Table, Void
from houseway.rules.models import Irregularity

OWN_CARDS = ("first", "second")
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
    missed: list[str] = field(default_factory=list)  # of the dealer's own cards: 13.J
    late: list[str] = field(default_factory=list)  # boxes that get their second card after the others: 13.N
    dealing: str = ""  # the place a card is on its way to
    surrendered: list[str] = field(default_factory=list)  # before the card reader: 9.C(2)
    spins: Wagered = field(default_factory=dict)  # taken in by the devices
    xtreme: Wagered = field(default_factory=dict)


class PontoonIrregularities(TwentyOne):
    def voided(self, table: Table, clause: str) -> None:
        self._clear(table)
        if clause in ("13.B", "13.D"):
            shoe.reshuffle(table, "floor")
        if clause == "13.D":
            table.replace_decks(FLOOR, "remove the decks from play and bring new ones", clause)

    def arrived(self, table: Table, who: str) -> None:
        shoe.arrived(table, who)
        for kept in ("wagered", "permitted"):
            if who in table.memory.get(kept, []):
                table.memory[kept].remove(who)

    def cashed_out(self, table: Table, who: str) -> None:
        super().cashed_out(table, who)
        if not table.seats and table.shoe.cards:  # 5.H, 5.I: nobody plays on from the shoe of those who have left
            shoe.reshuffle(table, "opening")

    def ten_found(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.C: it is taken out and torn; 13.D: with a second one the decks go out of play."""
        if _times_called(table, "13.C") > 1:
            raise Void("13.D")
        table.emit(Announced(FLOOR, "the ten is torn in half and put in the box of its deck", "13.C"))
        yield from ()
        return None

    def _not_at_17(self, table: Table, who: str) -> str:
        counted = table.hands[DEALER]
        return "" if dealer_stands(counted) else f"the dealer has {spoken(counted)}, not 17 or more"

    def _may_have_missed(self, table: Table) -> tuple[str, ...]:
        """The dealer's own cards that are still to be dealt and not yet known to be late."""
        layout: Boxes = table.layout
        dealt = len(table.hands.get(DEALER, ())) + (layout.dealing == DEALER)
        return tuple(card for card in OWN_CARDS[dealt:] if card not in layout.missed)

    def _nothing_missed(self, table: Table, who: str) -> str:
        return "" if self._may_have_missed(table) else "the dealer has both cards, or gets them late already"

    def dealer_missed(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.J: the players get their two cards, then the dealer those that are missing."""
        may = self._may_have_missed(table)
        choice = yield from asked(Ask(DEALER, "missed", (Words(may),), "13.J", may[0]))
        table.layout.missed.append(choice.word)
        return None

    def no_cards(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.M: the hand is dead, and the player is in the next deal."""
        box = yield from self._which(table, self._boxes_with(table, who, 0), "13.M")
        self._dead(table, hand_at(table.layout, box), "13.M")
        return None

    def one_card(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.N: the second card comes after everybody else's, if the player wants it."""
        layout: Boxes = table.layout
        box = yield from self._which(table, self._boxes_with(table, who, 1), "13.N")
        hand = hand_at(layout, box)
        words = Words(("second card", "dead hand"))
        choice = yield from asked(Ask(hand.owner, "one-card", (words,), "13.N", "second card", about(hand)))
        table.acted(hand.owner, "one-card", self._said(choice.word, hand), "13.N")
        if choice.word == "second card":
            layout.late.append(box)
        else:
            self._dead(table, hand, "13.N")
        return None

    def _no_box_without_cards(self, table: Table, who: str) -> str:
        return "" if self._boxes_with(table, who, 0) else "every hand that is in play has a card"

    def _no_box_with_one_card(self, table: Table, who: str) -> str:
        return "" if self._boxes_with(table, who, 1) else "no hand lacks its second card"

    def _boxes_with(self, table: Table, who: str, most: int) -> list[str]:
        """The boxes of a player, or of all, that have no more than this many cards."""
        layout: Boxes = table.layout
        return [
            hand.place
            for hand in layout.hands()
            if who in ("", hand.owner)
            and len(table.hands.get(hand.place, ())) <= most
            and hand.place not in (layout.dealing, *layout.late)
        ]

    def passed_over(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.O: a card that was asked for comes after all others', or the hand is dead."""
        layout: Boxes = table.layout
        turn = layout.turn
        if turn and who in ("", turn.owner):
            place = turn.place
        else:
            place = yield from self._which(table, self._stood(table, who), "13.O")
        hand = hand_at(layout, place)
        words = Words(("later", "dead hand"))
        choice = yield from asked(Ask(hand.owner, "passed-over", (words,), "13.O", "later", about(hand)))
        table.acted(hand.owner, "passed-over", self._said(choice.word, hand), "13.O")
        if choice.word == "dead hand":
            self._dead(table, hand, "13.O(2)")
        else:
            hand.waits = True
        return (hand.owner, PASSED_OVER) if hand is turn else None

    def _nobody_passed_over(self, table: Table, who: str) -> str:
        turn = table.layout.turn
        if (turn and who in ("", turn.owner)) or self._stood(table, who):
            return ""
        return "no hand can have asked for a card"

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

    def _reader_called_for(self, table: Table, who: str) -> str:
        return "the up card calls for the card reader" if reader_used(up_card(table)) else ""

    def reader_misused(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.P: the hole card was put in the reader below an up card that does not call for it."""
        words = Words(("not seen", "seen"))
        choice = yield from asked(Ask(FLOOR, "hole-card", (words,), "13.P", "not seen"))
        if choice.word == "seen":
            raise Void("13.P(1)")
        table.emit(Announced(FLOOR, "nobody could see the hole card, play goes on", "13.P(2)"))
        return None

    def reader_broken(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.Q: nothing is dealt until the device works."""
        words = Words(("repaired", "replaced"))
        choice = yield from asked(Ask(FLOOR, "repair", (words,), "13.Q", "repaired"))
        table.emit(Announced(FLOOR, f"the card reader is {choice.word}", "13.Q"))
        return None

    def shuffler_jams(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.R: the cards are shuffled once more; a cut that was made already is made again."""
        cut = any(isinstance(event, Cut) for event in table.events)
        table.shuffle("13.R", decks=int(table.rules.options["decks"]))
        yield from ()
        return (FLOOR, Choice("recut")) if cut else None

    def device_broken(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """13.S: it is covered or marked before the cards are shuffled or dealt in another way."""
        words = Words(("covered", "marked out of order"))
        choice = yield from asked(Ask(FLOOR, "device", (words,), "13.S", "covered"))
        table.emit(Announced(FLOOR, f"the device is {choice.word}", "13.S"))
        return None

    def _shuffled_anyway(self, table: Table, who: str) -> str:
        return "" if shoe.runs_on(table) else "the cards are shuffled next anyway"

    def floor_reshuffles(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """5.G: after this round, or before it while wagers are still placed."""
        shoe.reshuffle(table, "floor")
        yield from ()
        return None

    def _new_already(self, table: Table, who: str) -> str:
        return "the new dealer burns a card already" if table.layout.new_dealer else ""

    def dealer_changes(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """7.B(4): a new dealer burns a card before dealing any."""
        table.layout.new_dealer = True
        yield from ()
        return None

    def entry_permitted(self, table: Table, called: Irregularity, who: str) -> Play[Answer]:
        """6.C(1): a player who was barred may wager again from the next round on."""
        table.memory["permitted"] = [*table.memory.get("permitted", []), *self._not_permitted(table, who)]
        yield from ()
        return None

    def _permitted_already(self, table: Table, who: str) -> str:
        return "" if self._not_permitted(table, who) else f"{who or 'everybody'} may wager again already"

    def _not_permitted(self, table: Table, who: str) -> list[str]:
        permitted = table.memory.get("permitted", [])
        return [seat for seat in table.seats if who in ("", seat) and seat not in permitted]

    def _which(self, table: Table, places: list[str], clause: str) -> Play[str]:
        """The one hand that an irregularity is about; the dealer says which where it could be several."""
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

    procedures = {
        **TwentyOne.procedures,
        "reshuffle": Procedure(floor_reshuffles, _shuffled_anyway),
        "entry permitted": Procedure(entry_permitted, _permitted_already),
        "new dealer": Procedure(dealer_changes, _new_already),
        "ten found": Procedure(ten_found),
        "card drawn at 17": Procedure(TwentyOne.discard_next, _not_at_17),
        "dealer missed": Procedure(dealer_missed, _nothing_missed),
        "no cards": Procedure(no_cards, _no_box_without_cards),
        "one card": Procedure(one_card, _no_box_with_one_card),
        "passed over": Procedure(passed_over, _nobody_passed_over),
        "reader misused": Procedure(reader_misused, _reader_called_for),
        "reader broken": Procedure(reader_broken),
        "shuffler jams": Procedure(shuffler_jams),
        "device broken": Procedure(device_broken),
    }


def _times_called(table: Table, name: str) -> int:
    return sum(isinstance(event, Called) and event.irregularity == name for event in table.events)


def reader_used(up: Card) -> bool:
    """The hole card is looked at below an ace, king, queen or jack (7.G)."""
    return points(up) >= 10
