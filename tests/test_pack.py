"""Packs, shoes and the sources that fill them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import JOKER, NAMES, hand, text
from houseway.cards.pack import PACKS, Shoe, ShoeEmpty, pack
from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry, EveryDeal, FairShuffle, Scenario, Source, source_from


@pytest.mark.parametrize("kind", PACKS)
def test_a_pack_has_as_many_cards_as_its_name_says_each_once_in_ascending_order(kind: str) -> None:
    cards = pack(kind)
    assert len(cards) == int(kind) == len(set(cards))
    assert list(cards) == sorted(cards)
    assert pack(kind, 8) == cards * 8


def test_the_special_packs_lack_what_they_should() -> None:
    assert pack("53")[-1] == JOKER
    assert {NAMES[one][0] for one in pack("48")} == set("23456789JQKA")
    assert {NAMES[one][0] for one in pack("24")} == set("A23456")


def test_a_shoe_deals_first_to_last_and_says_when_it_is_empty() -> None:
    shoe = Shoe.stacked(hand("Ah Kd Qc"))
    assert text(shoe.draw(2)) == "Ah Kd"
    with pytest.raises(ShoeEmpty, match="2 cards are called for, and 1 are left"):
        shoe.draw(2)
    assert text(shoe.draw()) == "Qc" and shoe.draw(0) == ()
    with pytest.raises(ShoeEmpty):
        shoe.draw()


@given(st.integers(1, 51))
def test_a_cut_puts_the_top_cards_at_the_bottom(depth: int) -> None:
    shoe = Shoe.stacked(range(52))
    shoe.cut(depth)
    assert list(shoe.draw(52)) == [*range(depth, 52), *range(depth)]


def test_the_cover_card_is_reached_when_only_what_is_behind_it_is_left() -> None:
    shoe = Shoe([1, 2, 3], cover=2)
    assert not shoe.cover_reached
    shoe.draw()
    assert shoe.cover_reached


@pytest.mark.parametrize(
    "source",
    [
        FairShuffle(),
        DealerEntry(),
        EveryDeal(),
        EveryDeal(hand("Ah Kd")),
        Scenario({"seat 1": hand("Ah Kd"), "dealer": ()}),
    ],
)
def test_a_source_is_made_again_from_its_data(source: Source) -> None:
    again = source_from(source.data())
    assert type(again) is type(source) and again.data() == source.data() and again.eager == source.eager
    for one in (source, again):
        one.begin(seed_from(1))
        one.close(["x"])
    assert again.shoe(pack("52")).cards == source.shoe(pack("52")).cards
    assert again.number("die", 6) == source.number("die", 6)


def test_a_scenario_gives_each_place_its_cards_and_everything_else_from_the_rest() -> None:
    source = Scenario({"seat 1": hand("Ah Kd"), "dealer": hand("2c")})
    source.begin(seed_from(1))
    shoe = source.shoe(pack("52"))
    assert len(shoe.cards) == 49 and not {*hand("Ah Kd 2c")} & {*shoe.cards}
    assert source.draw(shoe, "seat 1", 1) == hand("Ah")
    drawn = source.draw(shoe, "seat 1", 2)
    assert drawn is not None and drawn[0] == hand("Kd")[0] and len(shoe.cards) == 48
    assert source.data() == {"cards": {"dealer": "2c"}}


def test_a_dealer_who_enters_the_cards_draws_nothing_and_everything_can_come() -> None:
    source = DealerEntry()
    shoe = source.shoe(pack("52"))
    assert source.draw(shoe, "seat 1", 2) is None and len(shoe.cards) == 52
    assert EveryDeal(hand("Ah Kd")).shoe(pack("52")).cards == list(hand("Ah Kd"))
