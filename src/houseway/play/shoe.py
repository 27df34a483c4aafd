"""A shoe that lives from round to round: shuffled, cut by a player, burned from, and shuffled again when its cover
card has come out.

What it remembers between rounds is in the table's memory: `reshuffle` says why the next round begins with a shuffle and
at which place the cover card came out, `arrived` who sat down before whom.
"""

from collections.abc import Iterator
from typing import NamedTuple

from houseway.cards.card import HIDDEN, Card, without
from houseway.cards.pack import pack
from houseway.play.ask import Ask, Play, Words, asked
from houseway.play.event import Announced
from houseway.play.table import DEALER, FLOOR, Table, Void

EDGE = 10  # a cut leaves at least so many cards on either side


class ShoeClauses(NamedTuple):
    """Where a rulebook says what is done with the shoe."""

    shuffle: str
    cover: str  # where the cover card goes in
    burn: str
    cover_out: str
    runs_out: str  # the discard rack is shuffled in mid-round
    runs_out_burn: str
    offer: str = ""  # whom the cut is offered to
    no_taker: str = ""  # the dealer cuts
    cut: str = ""  # nothing where players do not cut
    recut: str = ""


def reshuffle(table: Table, why: str, at: str = "") -> None:
    """Have the next round begin with a shuffle, because of the `opening`, the `cover` card or the `floor`."""
    table.memory["reshuffle"] = {"why": why, "at": at}


def runs_on(table: Table) -> bool:
    """The next card comes from the shoe as it stands."""
    return bool(table.shoe.cards) and "reshuffle" not in table.memory


def arrived(table: Table, who: str) -> None:
    here = table.memory.get("arrived", [])
    table.memory["arrived"] = [*(seat for seat in here if seat in table.seats and seat != who), who]


def made_ready(
    table: Table, clauses: ShoeClauses, *, decks: int, depth: int, continuous: bool = False, burn: bool = True
) -> Play[bool]:
    """Shuffle if it is time, have the cards cut, put the cover card in `depth` hundredths from the bottom and burn the
    first card; true if all that was done. What a continuous machine shuffles is not cut and has no cover card."""
    table.pack = pack(table.rules.game.cards.pack, decks)
    if runs_on(table):
        return False
    because = table.memory.pop("reshuffle", {"why": "opening", "at": ""})
    table.shuffle(clauses.shuffle, decks=decks)
    if not continuous:
        if clauses.cut:
            yield from _cut(table, clauses, because["why"], because["at"])
        cover = -(-table.shoe.left * depth // 100)
        table.shoe.cover = cover
        table.emit(Announced(DEALER, f"the cover card goes in with {cover} cards behind it", clauses.cover))
    if burn:
        table.burn(clauses.burn)
    return True


def _cut(table: Table, clauses: ShoeClauses, why: str, at: str) -> Play[None]:
    """Offer the cut from player to player; the floor may have it done again."""
    offers = _in_turn(table, why, at)
    cutter = yield from _taker(offers, clauses)
    while True:
        yield from cut_by(table, cutter or DEALER, clauses.cut if cutter else clauses.no_taker)
        words = Words(("accept", "recut", "recut by the next"))
        choice = yield from asked(Ask(FLOOR, "recut", (words,), clauses.recut, "accept"))
        if choice.word == "accept":
            return
        table.acted(FLOOR, "recut", choice.word, clauses.recut)
        if choice.word == "recut by the next":
            cutter = yield from _taker(offers, clauses)


def _taker(offers: Iterator[str], clauses: ShoeClauses) -> Play[str]:
    """The first player who takes the cut; nobody if all refuse."""
    for who in offers:
        words = Words(("cut", "no cut"))
        choice = yield from asked(Ask(who, "cut-offer", (words,), clauses.offer, "no cut", optional=True))
        if choice.word == "cut":
            return who
    return ""


def _in_turn(table: Table, why: str, at: str) -> Iterator[str]:
    """The players in the order that the cut is offered: from the first, counter-clockwise."""
    seats = list(reversed(table.seats))
    first = next(iter(table.memory.get("arrived", [])), "") if why == "opening" else at
    start = seats.index(first) if first in seats else 0
    yield from seats[start:] + seats[:start]


def cut_by(table: Table, who: str, clause: str) -> Play[None]:
    edge = min(EDGE, (len(table.shoe.cards) - 1) // 2)
    yield from table.cut(who, clause, top=edge, bottom=edge)


def deal(
    table: Table, clauses: ShoeClauses, place: str, clause: str, *, owner: str = "", seen: tuple[str, ...] | None = None
) -> Play[tuple[Card, ...]]:
    """Deal one card. The cover card may come out before it, on its `owner`'s area, and the shoe may run out."""
    shoe = table.shoe
    left = shoe.left
    if shoe.cover and left <= shoe.cover:
        shoe.cover = 0
        reshuffle(table, "cover", owner)
        table.emit(Announced(DEALER, f"the cover card comes out at {place}", clauses.cover_out))
    if not left:
        yield from _refill(table, clauses)
    return (yield from table.deal(place, clause, seen=seen))


def _refill(table: Table, clauses: ShoeClauses) -> Play[None]:
    """Shuffle and cut the cards in the discard rack, so that the round can be completed."""
    lying = [card for cards in table.hands.values() for card in cards]
    known = [card for card in lying if card != HIDDEN]
    decks, rest = len(table.pack) // len(pack(table.rules.game.cards.pack)), len(table.pack) - len(lying)
    if not rest:
        raise Void(clauses.runs_out)  # every card lies on the table
    reshuffle(table, "cover", table.memory.get("reshuffle", {}).get("at", ""))
    table.shuffle(clauses.runs_out, decks=decks, cards=without(table.pack, known))
    table.shoe.unseen += len(lying) - len(known)
    because = table.memory["reshuffle"]
    if clauses.cut:
        yield from _cut(table, clauses, because["why"], because["at"])
    if rest > 1:
        table.burn(clauses.runs_out_burn)
