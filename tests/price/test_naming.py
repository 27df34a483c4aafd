"""Situations up to suits: one name for all that differ only by the names of suits, and never one for two."""

from itertools import permutations

from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import JOKER, Card, hand
from houseway.pricing.counting.naming import renamed

Places = tuple[tuple[Card, ...], ...]


@st.composite
def places(draw: st.DrawFn) -> Places:
    """A few cards at a few places, most of few ranks, so that suits tie; the joker among them or not."""
    ranks = draw(st.lists(st.integers(0, 12), min_size=2, max_size=13, unique=True))
    cards = [rank << 2 | suit for rank in ranks for suit in range(4)] + [JOKER]
    dealt = draw(st.lists(st.sampled_from(cards), min_size=1, max_size=9, unique=True))
    ends = sorted(draw(st.lists(st.integers(0, len(dealt)), max_size=3)))
    return tuple(tuple(dealt[begin:end]) for begin, end in zip([0, *ends], [*ends, len(dealt)], strict=True))


def every_renaming(held: Places) -> list[Places]:
    return [
        tuple(tuple(card if card == JOKER else card >> 2 << 2 | order[card & 3] for card in cards) for cards in held)
        for order in permutations(range(4))
    ]


def laid(held: Places) -> list[frozenset[Card]]:
    return list(map(frozenset, held))


@given(places())
def test_every_renaming_of_suits_gives_the_same_row(held: Places) -> None:
    wanted = renamed(held)
    for other in every_renaming(held):
        assert renamed(other) == wanted
        assert renamed(tuple(tuple(reversed(cards)) for cards in other)) == wanted, "in whatever order cards lie"
    assert laid(wanted) in map(laid, every_renaming(held)), "and the row is the same cards, so no two share one"
    assert renamed(wanted) == wanted


def test_suits_that_tie_in_rank_go_by_what_else_they_hold() -> None:
    for cards in ("Kh Ks 3s", "Kh Ks 3h", "Kc Kd 3d", "3c Ks Kc"):
        assert renamed([hand(cards)]) == (hand("Kc Kd 3c"),)
    for hole, flop in (("Kh Ks", "9h 4h 2s"), ("Kd Kc", "2c 4d 9d")):
        assert renamed([hand(hole), hand(flop)]) == (hand("Kc Kd"), hand("9c 4c 2d"))


def test_suits_are_named_from_the_highest_card_down() -> None:
    assert renamed([hand("9s Jk Kd"), hand("Ah")]) == ((JOKER, *hand("Kc 9d")), hand("Ah"))
    assert renamed([hand("9s Kd"), hand("As"), hand("Ac")]) == (hand("Kc 9d"), hand("Ad"), hand("Ah"))
