"""Hands dealt as piles before anybody knows whose they are: one is chosen, and goes out first."""

from houseway.cards.card import Card
from houseway.cards.pack import Shoe
from houseway.play.ask import Ask, Number, Play, asked
from houseway.play.event import Announced
from houseway.play.table import DEALER, Table

_PILE = "pile "


def pile_chosen(answer: str) -> int:
    """The number of the pile that somebody chose, by what the event says."""
    return int(answer.removeprefix(_PILE))


def choose_pile(
    table: Table,
    who: str,
    *,
    piles: int,
    cards: int,
    dealt: str,
    clause: str,
    button: str,
    back_and_forth: bool = False,
    leftovers: str = "",
) -> Play[int]:
    """Deal the piles and have one of them chosen; what is dealt next comes from it, then from the piles after it.

    The clauses are of dealing the piles, of choosing one, and of the button on it, and of the cards left over where
    they are counted. Nobody has seen a card of them, so the cards are named only when they reach a seat. Piles that are
    dealt `back_and_forth` get a card each, from the first pile to the last, then from the last to the first.
    """
    if back_and_forth:
        _gather(table.shoe, piles=piles, cards=cards)
    table.emit(Announced(DEALER, f"{piles} piles of {cards} cards lie face down", dealt))
    if leftovers:
        count_leftovers(table, leftovers, piles=piles, cards=cards)
    pile: int = yield from asked(Ask(who, "pile", (Number(1, piles),), clause, "1"))
    table.acted(who, "pile", f"{_PILE}{pile}", clause)
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


def _gather(shoe: Shoe, *, piles: int, cards: int) -> None:
    """Put the cards of each pile together that are dealt card by card, back and forth, to all of them."""
    of = piles * cards
    stub, top = shoe.cards[:-of], shoe.cards[-of:]

    def pile(number: int) -> int:
        """The pile that the next card but so many goes to."""
        lap, at = divmod(number, piles)
        return piles - 1 - at if lap % 2 else at

    in_order = [top[-1 - number] for number in sorted(range(len(top)), key=lambda number: (pile(number), number))]
    shoe.cards[:] = [*stub, *reversed(in_order)]


def count_leftovers(table: Table, clause: str, *, piles: int, cards: int) -> None:
    """The dealer checks that as many cards are left as there must be."""
    table.emit(Announced(DEALER, f"{len(table.pack) - piles * cards} cards are left over", clause))


def expose(table: Table, number: int, clause: str, *, of: int) -> Play[Card]:
    """Turn up a card of the deal, counted from the first one dealt; the first one left over takes its place."""
    _next(table.shoe, number - 1)
    (card,) = yield from table.deal("exposed", clause)
    _next(table.shoe, of - 1)  # the first of those left over, now that one is gone
    left = table.shoe.cards
    if left:
        left.insert(max(0, len(left) - number), left.pop())
    return card


def _next(shoe: Shoe, number: int) -> None:
    """Bring a card to the top: the next one, but so many."""
    if number < len(shoe.cards):
        shoe.cards.append(shoe.cards.pop(-1 - number))
