"""Places are values with one text form."""

import pytest

from houseway.games import catalogue, game
from houseway.play.places import (
    BoxWager,
    NotAPlace,
    Place,
    backline,
    box,
    clockwise,
    is_place,
    lies_in,
    number_of,
    place_names,
    seat,
    seat_of,
    seats,
    stated,
)

NAMED = {
    "seat 1": Place("seat", 1),
    "seat 12 hand 2": Place("seat", 12, hand=2),
    "seat 1 second top": Place("seat", 1, parts=("second", "top")),
    "box 3": Place("box", 3),
    "box 3 hand 4": Place("box", 3, hand=4),
    "backline 3.1": Place("backline", 3, 1),
    "backline 3.1 hand 2": Place("backline", 3, 1, 2),
    "player-dealer front": Place("player-dealer", parts=("front",)),
    "row a": Place("row", parts=("a",)),
    "burn": Place("burn"),
    "seat hand": Place("seat", hand=0),
    "seat back": Place("seat", parts=("back",)),
}


@pytest.mark.parametrize("text", NAMED)
def test_a_place_reads_back_to_the_same_value_and_text(text: str) -> None:
    assert Place.read(text) == NAMED[text]
    assert str(NAMED[text]) == text


@pytest.mark.parametrize("text", ["", "seat 0", "seat 01", "seat 100", "seat  1", "seat 1 ", "backline 3", "seat 3.1",
                                  "seat 1 hand 1", "seat 1 hand 02", "backline 3.", "seat 1²"])  # fmt: skip
def test_a_text_that_names_no_place_is_refused(text: str) -> None:
    assert not is_place(text)
    with pytest.raises(NotAPlace):
        Place.read(text)


def test_a_place_knows_the_places_near_it() -> None:
    split, top = Place.read("seat 1 hand 2"), Place.read("seat 1 second top")
    assert str(split.whole) == str(top.whole) == "seat 1"
    assert (str(top.above), top.part, top.inside, split.inside) == ("seat 1 second", "top", "second top", "hand 2")
    assert str(Place.read("seat 1 second").at("top")) == str(top)
    assert str(Place.read("seat 1").with_hand(2)) == str(split)
    assert (str(split.kind), str(top.kind), str(split.with_number(5))) == (
        "seat hand",
        "seat second top",
        "seat 5 hand 2",
    )
    assert str(Place.read("backline 3.1").seat) == seat_of("backline 3.1") == seat_of("seat 3") == "seat 3"
    assert not Place.read("seat hand").is_numbered and not Place.read("box").is_numbered and split.is_numbered
    assert Place.read("dealer").is_numbered and not Place.read("dealer").is_player


def test_a_place_lies_in_the_place_that_it_is_a_hand_or_part_of() -> None:
    assert lies_in("seat 1", "seat 1") and lies_in("seat 1 hand 2", "seat 1") and lies_in("seat 1 front", "seat 1")
    assert lies_in("seat 1 second top", "seat 1 second") and lies_in("player-dealer back", "player-dealer")
    assert not lies_in("seat 10", "seat 1") and not lies_in("seat 1", "seat 1 hand 2")
    assert not lies_in("seat 1 hand 2", "seat 1 front") and not lies_in("backline 1.1", "seat 1")


def test_text_forms_are_made_from_numbers() -> None:
    assert (seat(3), box(3), backline(3, 1), seats(2)) == ("seat 3", "box 3", "backline 3.1", ["seat 1", "seat 2"])
    assert [number_of(place) for place in ("seat 12 front", "box 2", "backline 4.2")] == [12, 2, 4]
    assert sorted(["seat 10", "backline 2.1", "seat 2"], key=clockwise) == ["seat 2", "backline 2.1", "seat 10"]


@pytest.mark.parametrize("text", ["ante", "box 3 ante", "box 12 match-super-bonus"])
def test_a_wager_on_a_box_reads_back(text: str) -> None:
    assert str(BoxWager.read(text)) == text
    assert BoxWager.read("box 3 ante") == BoxWager("box 3", "ante")
    assert BoxWager.read("ante") == BoxWager("", "ante")


@pytest.mark.parametrize("id", catalogue())
def test_every_place_of_a_rule_file_is_read_and_found_again(id: str) -> None:
    rules = game(id).rules
    for name in rules.places:
        place = Place.read(name)
        assert str(place) == name
        numbered = Place(place.name, 2, hand=place.hand or 3, parts=place.parts)
        if place.name in ("seat", "box"):
            assert stated(rules, str(numbered)) is rules.places[name]
        assert name in place_names(rules)
    assert stated(rules, "nowhere") is None and stated(rules, "seat 1 ") is None


def test_places_are_named_from_the_first_to_the_last() -> None:
    names = place_names(game("pontoon-21").rules)
    assert names["seat"] == f"seat 1 to seat {game('pontoon-21').rules.seats}"
    assert names["seat hand"] == "seat 1 hand 2, seat 1 hand 3 and so on"
    assert names["dealer"] == "dealer"
