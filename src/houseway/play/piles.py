"""Hands dealt as piles before anybody knows whose they are: one is chosen, and goes out first."""

from houseway.cards.pack import Shoe
from houseway.play.ask import Ask, Number, Play, asked
from houseway.play.event import Announced
from houseway.play.table import DEALER, Table


def choose_pile(table: Table, who: str, *, piles: int, cards: int, dealt: str, clause: str, button: str) -> Play[int]:
    """Deal the piles and have one of them chosen; what is dealt next comes from it, then from the piles after it.

    The clauses are of dealing the piles, of choosing one, and of the button on it. Nobody has seen a card of them, so
    the cards are named only when they reach a seat.
    """
    table.emit(Announced(DEALER, f"{piles} piles of {cards} cards lie face down", dealt))
    pile: int = yield from asked(Ask(who, "pile", (Number(1, piles),), clause, "1"))
    table.acted(who, "pile", f"pile {pile}", clause)
    table.emit(Announced(DEALER, f"the action button is on pile {pile}", button))
    _bring_to_top(table.shoe, first=(pile - 1) * cards, of=piles * cards)
    return pile


def _bring_to_top(shoe: Shoe, *, first: int, of: int) -> None:
    """Of the cards that come next, deal those from the place `first` on before those ahead of it."""
    stub, top = shoe.cards[:-of], shoe.cards[-of:]  # the next card is the last of the list
    at = max(0, len(top) - first)
    shoe.cards[:] = [*stub, *top[at:], *top[:at]]


def count_piles(table: Table, total: int, *, piles: int, cards: int) -> None:
    """Count the piles clockwise to `total`, the chosen one as one: what is dealt next comes from the pile that is come
    to, then from the piles after it."""
    _bring_to_top(table.shoe, first=(total - 1) % piles * cards, of=piles * cards)
