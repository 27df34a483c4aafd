"""Placing cards at Chinese poker: never a foul that can be helped, and seldom one that can't."""

import os
from random import Random

import pytest

from houseway.cards.card import hand
from houseway.cards.pack import pack
from houseway.games import game
from houseway.games.chinese.base import SEGMENTS, Hand, fouled
from houseway.play.driver import Driver
from houseway.play.event import Announced
from houseway.play.placement import Placement
from houseway.play.view import seen
from houseway.rules.submission import house_rules
from houseway.skill.answering import answered
from houseway.skill.placing import placed

GAMES = ("chinese-poker", "face-up-pineapple-chinese-poker")
ROOM = {"top": 3, "middle": 5, "bottom": 5}


@pytest.mark.parametrize("id", GAMES)
def test_thirteen_cards_at_once_are_never_set_as_a_foul(id: str) -> None:
    rules, rng = house_rules(game(id).rules), Random(2)
    many = 14 if "pineapple" in id else 13
    for _ in range(6):
        cards = tuple(rng.sample(pack("52"), many))
        way = placed(rules, Placement(cards, ROOM, 13), {}, (), fantasy=True, seed=1)
        assert [len(way[part]) for part in SEGMENTS] == [3, 5, 5]
        assert not fouled(rules, Hand("", "", way["top"], way["middle"], way["bottom"]))


@pytest.mark.parametrize(
    ("lie", "card", "goes"),
    [
        # Two more are to come: a pair of kings on top would need a third eight or a second pair in the middle.
        ({"top": "Kh 9d", "middle": "8h 8d 5s", "bottom": "Tc Td Jh Js 3c"}, "Ks", "middle"),
        ({"top": "Ah Kd", "middle": "Qh Qd 5s 6c", "bottom": "2c 3c 4c 8c 9c"}, "Ad", "middle"),  # a foul on top
        ({"top": "Qh 8d", "middle": "Ah Ad 5s 6c 7d", "bottom": "2c 3c 4c 8c"}, "Tc", "bottom"),
        ({"top": "Qh", "middle": "Ah Ad 5s 6c", "bottom": "2c 2d 2h 8c 8d"}, "Qd", "top"),
    ],
)
def test_a_card_goes_where_it_does_not_foul(lie: dict[str, str], card: str, goes: str) -> None:
    rules = house_rules(game("chinese-poker").rules)
    begun = {part: hand(cards) for part, cards in lie.items()}
    room = {part: ROOM[part] - len(begun[part]) for part in SEGMENTS}
    (part,) = placed(rules, Placement(hand(card), room, 1), begun, (), fantasy=False, seed=1)
    assert part == goes


SELDOM = {"chinese-poker": 0.025, "face-up-pineapple-chinese-poker": 0.05}
ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "8"))


@pytest.mark.parametrize("id", GAMES)
def test_rounds_of_skilled_players_foul_seldom(id: str) -> None:
    """What comes is luck: of very many hands one in forty, where two of three are placed one in twenty."""
    found, rng = game(id), Random(1)
    driver = Driver(found, house_rules(found.rules))
    for seat in ("seat 1", "seat 2"):
        driver.buy_in(seat, 5000_00)
    fouls = 0
    for number in range(ROUNDS):
        driver.begin(number.to_bytes(32, "big"))
        while driver.open:
            (who, ask), *_ = driver.asks.items()
            events = seen(driver.events, who)
            driver.answer(who, answered(driver.table.rules, events, ask, "skilled", rng.getrandbits(32)))
        fouls += sum(isinstance(event, Announced) and "a foul" in event.words() for event in driver.events)
        for seat in driver.table.seats:  # so that many rounds can be played
            if driver.table.stack(seat) < 2000_00:
                driver.buy_in(seat, 3000_00)
    print(f"{id}: {fouls} fouls of {2 * ROUNDS} hands")
    expected = SELDOM[id] * 2 * ROUNDS
    assert fouls <= expected + 2.5 * expected**0.5
