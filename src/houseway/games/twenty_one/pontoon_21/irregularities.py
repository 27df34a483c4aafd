"""Chapter 13 of Pontoon 21: what is done when something goes wrong; and what the floor may order.

Each is a procedure that the rule file names. The round is in `round.py`.
"""

from houseway.games.twenty_one.pontoon_21.layout import Boxes
from houseway.games.twenty_one.pontoon_21.settlement import reader_used
from houseway.games.twenty_one.procedure import (
    PASSED_OVER,
    Hand,
    TwentyOne,
    about,
    dealer_stands,
    hand_at,
    spoken,
    up_card,
    worded,
)
from houseway.play import shoe
from houseway.play.ask import Ask, Choice, Play, Words, asked
from houseway.play.event import Announced, Called, Cut
from houseway.play.game import Answer, Procedure
from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result
from houseway.play.table import DEALER, FLOOR, Table, Void
from houseway.rules.models import Irregularity

OWN_CARDS = ("first", "second")


def ten_found(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.C: it is taken out and torn; 13.D: with a second one the decks go out of play."""
    if _times_called(table, "13.C") > 1:
        raise Void("13.D")
    table.emit(Announced(FLOOR, "the ten is torn in half and put in the box of its deck", "13.C"))
    yield from ()
    return None


def _not_at_17(game: TwentyOne, table: Table, who: str) -> str:
    counted = table.hands[DEALER]
    return "" if dealer_stands(counted) else f"the dealer has {spoken(counted)}, not 17 or more"


def _may_have_missed(table: Table) -> tuple[str, ...]:
    """The dealer's own cards that are still to be dealt and not yet known to be late."""
    layout: Boxes = table.layout
    dealt = len(table.hands.get(DEALER, ())) + (layout.dealing == DEALER)
    return tuple(card for card in OWN_CARDS[dealt:] if card not in layout.missed)


def _nothing_missed(game: TwentyOne, table: Table, who: str) -> str:
    return "" if _may_have_missed(table) else "the dealer has both cards, or gets them late already"


def dealer_missed(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.J: the players get their two cards, then the dealer those that are missing."""
    may = _may_have_missed(table)
    choice = yield from asked(Ask(DEALER, "missed", (Words(may),), "13.J", may[0]))
    table.layout.missed.append(choice.word)
    return None


def no_cards(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.M: the hand is dead, and the player is in the next deal."""
    box = yield from _which(table, _boxes_with(table, who, 0), "13.M")
    _dead(table, hand_at(table.layout, box), "13.M")
    return None


def one_card(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.N: the second card comes after everybody else's, if the player wants it."""
    layout: Boxes = table.layout
    box = yield from _which(table, _boxes_with(table, who, 1), "13.N")
    hand = hand_at(layout, box)
    words = Words(("second card", "dead hand"))
    choice = yield from asked(Ask(hand.owner, "one-card", (words,), "13.N", "second card", about(hand)))
    table.acted(hand.owner, "one-card", worded(choice.word, hand), "13.N")
    if choice.word == "second card":
        layout.late.append(box)
    else:
        _dead(table, hand, "13.N")
    return None


def _no_box_without_cards(game: TwentyOne, table: Table, who: str) -> str:
    return "" if _boxes_with(table, who, 0) else "every hand that is in play has a card"


def _no_box_with_one_card(game: TwentyOne, table: Table, who: str) -> str:
    return "" if _boxes_with(table, who, 1) else "no hand lacks its second card"


def _boxes_with(table: Table, who: str, most: int) -> list[str]:
    """The boxes of a player, or of all, that have no more than this many cards."""
    layout: Boxes = table.layout
    return [
        hand.place
        for hand in layout.hands()
        if who in ("", hand.owner)
        and len(table.hands.get(hand.place, ())) <= most
        and hand.place not in (layout.dealing, *layout.late)
    ]


def passed_over(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.O: a card that was asked for comes after all others', or the hand is dead."""
    layout: Boxes = table.layout
    turn = layout.turn
    if turn and who in ("", turn.owner):
        place = turn.place
    else:
        place = yield from _which(table, _stood(game, table, who), "13.O")
    hand = hand_at(layout, place)
    words = Words(("later", "dead hand"))
    choice = yield from asked(Ask(hand.owner, "passed-over", (words,), "13.O", "later", about(hand)))
    table.acted(hand.owner, "passed-over", worded(choice.word, hand), "13.O")
    if choice.word == "dead hand":
        _dead(table, hand, "13.O(2)")
    else:
        hand.waits = True
    return (hand.owner, PASSED_OVER) if hand is turn else None


def _nobody_passed_over(game: TwentyOne, table: Table, who: str) -> str:
    turn = table.layout.turn
    if (turn and who in ("", turn.owner)) or _stood(game, table, who):
        return ""
    return "no hand can have asked for a card"


def _stood(game: TwentyOne, table: Table, who: str) -> list[str]:
    """Hands of a player, or of all, that have been played and could have had another card."""
    before = list[str]()
    for hand in table.layout.hands():
        if hand is table.layout.turn:
            break
        if who in ("", hand.owner) and game.lives(table, hand) and not hand.waits:
            cards = table.hands[hand.place]
            if len(cards) > 1 and game.may_hit(table, hand, cards):
                before.append(hand.place)
    return before if table.layout.turn else []


def _reader_called_for(game: TwentyOne, table: Table, who: str) -> str:
    return "the up card calls for the card reader" if reader_used(up_card(table)) else ""


def reader_misused(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.P: the hole card was put in the reader below an up card that does not call for it."""
    words = Words(("not seen", "seen"))
    choice = yield from asked(Ask(FLOOR, "hole-card", (words,), "13.P", "not seen"))
    if choice.word == "seen":
        raise Void("13.P(1)")
    table.emit(Announced(FLOOR, "nobody could see the hole card, play goes on", "13.P(2)"))
    return None


def reader_broken(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.Q: nothing is dealt until the device works."""
    words = Words(("repaired", "replaced"))
    choice = yield from asked(Ask(FLOOR, "repair", (words,), "13.Q", "repaired"))
    table.emit(Announced(FLOOR, f"the card reader is {choice.word}", "13.Q"))
    return None


def shuffler_jams(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.R: the cards are shuffled once more; a cut that was made already is made again."""
    cut = any(isinstance(event, Cut) for event in table.events)
    table.shuffle("13.R", decks=int(table.rules.options["decks"]))
    yield from ()
    return (FLOOR, Choice("recut")) if cut else None


def device_broken(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """13.S: it is covered or marked before the cards are shuffled or dealt in another way."""
    words = Words(("covered", "marked out of order"))
    choice = yield from asked(Ask(FLOOR, "device", (words,), "13.S", "covered"))
    table.emit(Announced(FLOOR, f"the device is {choice.word}", "13.S"))
    return None


def _shuffled_anyway(game: TwentyOne, table: Table, who: str) -> str:
    return "" if shoe.runs_on(table) else "the cards are shuffled next anyway"


def floor_reshuffles(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """5.G: after this round, or before it while wagers are still placed."""
    shoe.reshuffle(table, "floor")
    yield from ()
    return None


def _new_already(game: TwentyOne, table: Table, who: str) -> str:
    return "the new dealer burns a card already" if table.layout.new_dealer else ""


def dealer_changes(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """7.B(4): a new dealer burns a card before dealing any."""
    table.layout.new_dealer = True
    yield from ()
    return None


def entry_permitted(game: TwentyOne, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """6.C(1): a player who was barred may wager again from the next round on."""
    table.memory["permitted"] = [*table.memory.get("permitted", []), *_not_permitted(table, who)]
    yield from ()
    return None


def _permitted_already(game: TwentyOne, table: Table, who: str) -> str:
    return "" if _not_permitted(table, who) else f"{who or 'everybody'} may wager again already"


def _not_permitted(table: Table, who: str) -> list[str]:
    permitted = table.memory.get("permitted", [])
    return [seat for seat in table.seats if who in ("", seat) and seat not in permitted]


def _which(table: Table, places: list[str], clause: str) -> Play[str]:
    """The one hand that an irregularity is about; the dealer says which where it could be several."""
    if len(places) == 1:
        return places[0]
    choice = yield from asked(Ask(DEALER, "which-hand", (Words(tuple(places)),), clause, places[0]))
    return str(choice.word)


def _dead(table: Table, hand: Hand, clause: str) -> None:
    """A dead hand gets its wagers back and takes no further part."""
    returned = [
        Outcome(wager, stake, Result.RETURNED, clause, note=Note("dead hand"))
        for wager, stake in table.staked(hand.place).items()
    ]
    table.settle(hand.place, returned)
    table.discard(hand.place, clause)
    layout: Boxes = table.layout
    if table.stage == "deal":
        del layout.boxes[hand.box]


def _times_called(table: Table, name: str) -> int:
    return sum(isinstance(event, Called) and event.irregularity == name for event in table.events)


PROCEDURES = {
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
