"""Piles: which cards go out first when one of them is chosen."""

import pytest

from houseway.cards.card import hand, text
from houseway.cards.pack import Shoe, pack
from houseway.cards.shuffle import mixed, seed_from, shuffled
from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.event import Dealt
from houseway.play.piles import _bring_to_top, _gather
from houseway.rules.resolved import resolve
from tests.banked import answered


@pytest.mark.parametrize(
    ("first", "order"),
    [(0, "2c 3c 4c 5c 6c 7c 8c"), (2, "4c 5c 6c 7c 2c 3c 8c"), (4, "6c 7c 2c 3c 4c 5c 8c")],
)
def test_the_chosen_pile_comes_first_then_those_after_it_and_the_stub_stays_last(first: int, order: str) -> None:
    shoe = Shoe.stacked(hand("2c 3c 4c 5c 6c 7c 8c"))
    _bring_to_top(shoe, first=first, of=6)
    assert text(shoe.draw(7)) == order


def test_a_shoe_with_fewer_cards_than_the_piles_take_keeps_them_all() -> None:
    shoe = Shoe.stacked(hand("2c 3c 4c"))
    _bring_to_top(shoe, first=14, of=49)
    assert sorted(shoe.draw(3)) == sorted(hand("2c 3c 4c"))


@pytest.mark.parametrize("pile", range(1, 8))
def test_round_of_play_4_a_iv_the_piles_are_those_of_the_shuffle(pile: int) -> None:
    """From the seed alone: 53 cards shuffled and cut, seven to a pile, the chosen one to the seat of the dice."""
    lucky = game("lucky-pai-gow")
    driver = Driver(lucky, resolve(lucky.rules), automatic=())
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    seed = seed_from("piles")
    driver.begin(seed)
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 5"), ("dealer", "20"), ("seat 1", str(pile)))
    whole = shuffled(pack("53"), mixed(seed))
    cut = [*whole[20:], *whole[:20]]
    piles = [tuple(cut[at : at + 7]) for at in range(0, 49, 7)]
    dealt = [event.cards for event in driver.events if isinstance(event, Dealt)]
    assert dealt == [*piles[pile - 1 :], *piles[: pile - 1]]


def test_piles_dealt_back_and_forth_get_a_card_each_from_left_to_right_and_then_from_right_to_left() -> None:
    shoe = Shoe.stacked(hand("2c 3c 4c 5c 6c 7c 8c 9c Tc"))
    _gather(shoe, piles=3, cards=2)
    assert text(shoe.draw(9)) == "2c 7c 3c 6c 4c 5c 8c 9c Tc"


def test_back_and_forth_a_shoe_with_fewer_cards_keeps_them_all() -> None:
    shoe = Shoe.stacked(hand("2c 3c 4c"))
    _gather(shoe, piles=7, cards=7)
    assert text(shoe.draw(3)) == "2c 3c 4c"
