"""The button and the blinds: which seat has which in a hand (PP-9, PP-25)."""

from collections.abc import Sequence
from typing import Literal

from houseway.play.ask import Play
from houseway.play.event import Event
from houseway.play.places import number_of
from houseway.play.table import Table
from houseway.play.value import value

HeadsUp = Literal["as printed", "button small"]


@value
class ButtonAt(Event):
    """Who has the dealer button this hand."""

    who: str
    clause: str


@value
class Positions:
    """Where the button and the blinds of a hand are. With a dead button, nobody may be dealt in at the button's seat or
    at the small blind's."""

    order: list[str]  # who is dealt in, from the left of the button on
    button: str
    small: str
    big: str


def move_button(table: Table, seats: Sequence[str], *, new_game: str, clause: str) -> Play[list[str]]:
    """The button goes one player on, in a new game to the highest card by suit; the seats from its left on."""
    before = table.memory.get("button")
    button = (yield from _draw(table, seats, new_game)) if before is None else next_button(before, seats)
    _place(table, button, new_game if before is None else clause)
    return left_of(button, seats)


def take_positions(
    table: Table, seats: Sequence[str], *, heads_up: HeadsUp, new_game: str, clause: str
) -> Play[Positions]:
    """The button and the blinds go on; in a new game the button goes to the highest card by suit."""
    if table.memory.get("button") is None:
        found = _around((yield from _draw(table, seats, new_game)), seats, heads_up)
        _place(table, found.button, new_game)
    else:
        found = next_positions(table, seats, heads_up=heads_up)
        _place(table, found.button, clause)
    if table.rules.options.get("button_rule") == "dead":
        table.memory["blinds"] = [found.small, found.big]
    return found


def next_positions(table: Table, seats: Sequence[str], *, heads_up: HeadsUp) -> Positions:
    """The positions if these seats play the next hand of a game that is going on."""
    before = table.memory["button"]
    if "blinds" in table.memory:
        small, big = table.memory["blinds"]
        if before in (small, big):  # two played: nothing is behind their blinds but the players before the big one
            small = [who for who in left_of(big, seats) if who != big][-1]
        if found := _after(small, big, seats, heads_up):
            return found
    return _around(next_button(before, seats), seats, heads_up)


def _draw(table: Table, seats: Sequence[str], clause: str) -> Play[str]:
    table.shuffle(clause, place="button")
    drawn = []
    for who in seats:
        (card,) = yield from table.deal("button", clause)
        drawn.append((card, who))
    table.discard("button", clause)
    return max(drawn)[1]  # cards count up by rank and then by suit: clubs, diamonds, hearts, spades


def _place(table: Table, button: str, clause: str) -> None:
    table.memory["button"] = button
    table.emit(ButtonAt(button, clause))


def _around(button: str, seats: Sequence[str], heads_up: HeadsUp) -> Positions:
    """The blinds are the two players left of the button; between two, the button may have the small one (PP-9)."""
    order = left_of(button, seats)
    small, big = (1, 0) if len(order) == 2 and heads_up == "button small" else (0, 1)
    return Positions(order, button, order[small], order[big])


def _after(small: str, big: str, seats: Sequence[str], heads_up: HeadsUp) -> Positions | None:
    """The positions after a hand with these blinds where the button may be dead: the big blind goes to the next player,
    the small blind to where the big one was, and the button to where the small one was, if anybody is there or not.

    A player between the button and the big blind waits until the button has passed. None if too few are left by that.
    """
    line = left_of(big, seats)
    next_big = line[0]
    if len(line) == 2:
        return _around(line[1] if heads_up == "button small" else next_big, seats, heads_up)
    order = left_of(small, seats)
    at = order.index(next_big)
    order = [who for who in order[:at] if who == big] + order[at:]
    return Positions(order, button=small, small=big, big=next_big) if len(order) > 2 and next_big != small else None


def next_button(before: str, seats: Sequence[str]) -> str:
    """The first of the seats that the button comes to, from where it was."""
    return left_of(before, seats)[0]


def left_of(button: str, seats: Sequence[str]) -> list[str]:
    """The seats from the left of the button on; it is the last of them, if it is one of them."""
    at = number_of(button)
    return [who for who in seats if number_of(who) > at] + [who for who in seats if number_of(who) <= at]
