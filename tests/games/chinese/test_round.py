"""Both Chinese Poker games against a second settlement that shares nothing with them."""

from collections import Counter
from random import Random

import pytest

from houseway.cards.card import NAMES
from houseway.cards.shuffle import seed_from
from houseway.cards.source import source_from
from houseway.games import game
from houseway.games.chinese.round import SEGMENTS, Hand, fouled, settle, sweep
from houseway.play.driver import Driver
from houseway.play.event import Dealt, Revealed
from houseway.play.ledger import DROP
from houseway.play.table import FLOOR
from tests.games.chinese import by_hand
from tests.games.chinese.hands import rules_of
from tests.rounds import check_ended, played, watch

GAMES = [("chinese-poker", 4), ("face-up-pineapple-chinese-poker", 3)]


def _segments(cards: list[int], rng: Random) -> tuple[list[int], list[int], list[int]]:
    """Three segments of thirteen cards, mostly with the better cards together and further back."""
    shown = rng.random()
    if shown < 0.4:
        cards.sort(key=lambda one: (Counter(card >> 2 for card in cards)[one >> 2], one))
    elif shown < 0.6:
        cards.sort(key=lambda one: (Counter(card & 3 for card in cards)[one & 3], one & 3))
    elif shown < 0.8:
        cards.sort()
    return cards[:3], cards[3:8], cards[8:]


def _thirteen(left: list[int], rng: Random) -> list[int]:
    """Thirteen of the cards left: any, or such as make a clean sweep likely."""
    rng.shuffle(left)
    wish = rng.random()
    if wish < 0.15:  # one of each rank
        chosen = list({one >> 2: one for one in left}.values())
    elif wish < 0.3:  # pairs
        left.sort(key=lambda one: one >> 2)
        pairs = [left[at : at + 2] for at in range(0, len(left) - 1, 2) if left[at] >> 2 == left[at + 1] >> 2]
        chosen = [one for pair in pairs for one in pair]
    elif wish < 0.6:  # three suits
        suits = [[one for one in left if one & 3 == suit] for suit in rng.sample(range(4), 3)]
        chosen = suits[0][:3] + suits[1][:5] + suits[2][:5]
    else:
        chosen = left
    thirteen = chosen[:13] if len(chosen) >= 13 else left[:13]
    for one in thirteen:
        left.remove(one)
    return thirteen


def _text(cards: tuple[int, ...]) -> list[str]:
    return [NAMES[card] for card in cards]


@pytest.mark.parametrize(("id", "most"), GAMES)
def test_random_hands_are_settled_to_the_cent_as_by_a_second_implementation(id: str, most: int) -> None:
    rng = Random(id)
    rules = rules_of(id)
    met: Counter[str] = Counter()
    for _ in range(1500):
        left = list(range(52))
        hands = []
        for seat in range(1, rng.randint(2, most) + 1):
            top, middle, bottom = _segments(_thirteen(left, rng), rng)
            one = Hand(f"seat {seat}", f"seat {seat}", tuple(top), tuple(middle), tuple(bottom), rng.random() < 0.8)
            hands.append(one)
            met["foul" if fouled(rules, one) else "good"] += 1
            line = sweep(rules, one)
            met[line.hand if line and one.declared and not fouled(rules, one) else "no sweep"] += 1
        rng.shuffle(hands)
        stacks = {one.owner: rng.choice((45_00, 100_00, 300_00, 5000_00)) for one in hands}
        after = dict(stacks)
        for payment in settle(rules, hands, stacks):
            after[payment.winner.owner] += payment.amount
            after[payment.loser.owner] -= payment.amount
            met["short"] += payment.amount < payment.owed
            assert min(after.values()) >= 0
        again = [
            by_hand.Set(one.owner, _text(one.top), _text(one.middle), _text(one.bottom), one.declared) for one in hands
        ]
        assert after == by_hand.settled(again, stacks, 5_00, pineapple=most == 3)
        assert sum(after.values()) == sum(stacks.values())
    assert min(met[kind] for kind in ("foul", "good", "short", "dragon", "six-pairs", "three-flushes")) >= 20, met


@pytest.mark.parametrize("facing", ["face down", "face up"])
@pytest.mark.parametrize("source", ["shuffled", "entered", "every deal"])
@pytest.mark.parametrize(("id", "most"), GAMES)
def test_Fantasy_Land_is_dealt_and_settled_wherever_the_cards_come_from(
    id: str, most: int, source: str, facing: str
) -> None:
    rng = Random(f"{id} {source} {facing}")
    rules = rules_of(id, fantasy_land_cards=facing)
    driver = Driver(game(id), rules, source=source_from({"cards": source, "pack": ""}), automatic=(FLOOR,))
    for seat in range(1, most + 1):
        driver.buy_in(f"seat {seat}", 1000_00)
    for number in range(6):
        fantasy = {"seat 1": 1, "seat 2": number % 2}
        driver.table.memory["fantasy land"] = dict(fantasy)
        brought = {who: driver.table.stack(who) for who in driver.table.seats}
        driver.begin(seed_from(number), now=number * 600)
        watch(driver)
        for _ in played(driver, rng):
            for ask in driver.asks.values():
                ask.read(ask.default)
        check_ended(driver, brought)
        dealt = {event.place for event in driver.events if isinstance(event, Dealt)}
        hidden = [who for who, many in fantasy.items() if many and who in dealt and facing == "face down"]
        turned = {event.place for event in driver.events if isinstance(event, Revealed)}
        assert turned == {f"{who} {part}" for who in hidden for part in SEGMENTS}
    assert sum(driver.table.stack(who) for who in driver.table.seats) == most * 1000_00 - driver.table.ledger[DROP]
