"""Placing cards where there is room: what is read, what is refused and why, and every placement there is."""

from random import Random

import pytest

from houseway.cards.card import hand
from houseway.play.ask import Refused
from houseway.play.placement import Placement

EMPTY = {"top": 3, "middle": 5, "bottom": 5}


def test_five_cards_go_anywhere_with_three_at_most_on_top() -> None:
    five = Placement(hand("2c 3c 4c 5c 6c"), EMPTY, 5)
    assert len(five.answers()) == 3**5 - (5 * 2 + 1)  # four of them on top and one elsewhere, or all five
    assert len(set(five.answers())) == len(five.answers())
    for text in five.answers():
        placed = five.read(text)
        assert placed is not None and sum(map(len, placed.values())) == 5 and five.written(placed) == text


def test_two_of_three_cards_leave_one_over() -> None:
    two = Placement(hand("2c 3c 4c"), {"top": 1, "middle": 2, "bottom": 0}, 2)
    assert two.answers() == (
        "top 2c, middle 3c",
        "top 3c, middle 2c",
        "middle 2c 3c",
        "top 2c, middle 4c",
        "top 4c, middle 2c",
        "middle 2c 4c",
        "top 3c, middle 4c",
        "top 4c, middle 3c",
        "middle 3c 4c",
    )


def test_one_card_needs_no_name() -> None:
    one = Placement(hand("Qh"), {"top": 1, "middle": 0, "bottom": 2}, 1)
    assert one.answers() == ("top Qh", "bottom Qh")
    assert one.read("bottom") == one.read("bottom qh") == {"bottom": hand("Qh")}


def test_a_segment_named_without_cards_takes_the_rest() -> None:
    five = Placement(hand("2c 3c 4c 5c 6c"), EMPTY, 5)
    assert five.read("top 2c 4c, bottom") == {"top": hand("2c 4c"), "bottom": hand("3c 5c 6c")}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("top 2c 3c", "5 cards must be placed, 2 given (2.A)"),
        ("top 2c 3c 4c 5c, bottom 6c", "top has room for 3 more, 4 given (2.A)"),
        ("top 2c 3c, bottom 4c 5c Ah", "Ah is not there to be placed"),
        ("top 2c 3c, bottom 4c 5c 5c", "5c is not there to be placed"),
        ("top 2c, top 3c, bottom 4c 5c 6c", "top is named twice"),
        ("top 2c, middle, bottom", "say which cards go to middle"),
        ("top 2x", "'2x' is not a card"),
    ],
)
def test_what_is_not_allowed_is_refused_with_its_reason(text: str, why: str) -> None:
    with pytest.raises(Refused) as error:
        Placement(hand("2c 3c 4c 5c 6c"), EMPTY, 5, "2.A").read(text)
    assert why in str(error.value)


def test_another_shape_is_not_this_form_s() -> None:
    assert Placement(hand("2c"), EMPTY, 1).read("front 2c") is None
    assert Placement(hand("2c"), EMPTY, 1).read("") is None


def test_the_default_fills_from_the_back_and_is_always_allowed() -> None:
    room = {"top": 2, "middle": 1, "bottom": 1}
    form = Placement(hand("2c 3c 4c"), room, 2)
    assert form.from_the_back() == "middle 3c, bottom 2c"
    whole = Placement(hand("2c 3c 4c 5c 6c 7c 8c 9c Tc Jc Qc Kc Ac 2d"), EMPTY, 13)
    assert whole.read(whole.from_the_back()) is not None
    assert whole.answers() == ()  # more than a million


def test_random_placements_are_allowed_and_reach_every_one() -> None:
    rng = Random(1)
    form = Placement(hand("2c 3c 4c"), {"top": 1, "middle": 2, "bottom": 0}, 2)
    drawn = {form.written(form.read(form.random(rng)) or {}) for _ in range(300)}
    assert drawn == set(form.answers())
