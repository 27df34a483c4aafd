"""The count against every deal of a small shoe, played and settled by the game itself, to the last order of cards."""

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import product

import numpy as np
import pytest

from houseway.cards.card import Card, hand, text
from houseway.cards.source import EveryDeal
from houseway.games import game
from houseway.games.twenty_one.count.hands import VALUES, dealer_ways, few_shoes, hands, value
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, STAND, SURRENDER, WORDS
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.count.whole_round import NO_MATTER, Round, Start, play
from houseway.play.ask import Ask, CardsNamed
from houseway.play.driver import Driver
from houseway.play.event import Dealt, Wagered
from houseway.play.table import FLOOR
from houseway.rules.resolved import Rules, resolve

WAGER = 500
FIXED = {"deal": "deal", "settle": "settle", "insurance": "no insurance"}

Decide = Callable[[Driver, Ask], str]


class HoleLater(EveryDeal):
    """The hole card is asked for when it is turned over, as beside a table, so that no decision can know it."""

    eager = False


def rules_of(**options: object) -> Rules:
    return resolve(game("pontoon-21").rules, {"shuffling": "continuous", **options})


def every_round(
    rules: Rules, shoe: Sequence[Card], decide: Decide, given: Mapping[str, Sequence[Card]] | None = None
) -> Iterator[tuple[Fraction, Fraction, Driver]]:
    """Every round that can be dealt, with its chance and its result in wagers; `given` are the first cards."""
    driver = Driver(game(rules.game.id), rules, source=EveryDeal(shoe), automatic=(FLOOR,))
    driver.buy_in("seat 1", 100 * WAGER)
    start = driver.table.state()
    branches: list[list[tuple[str, Fraction]]] = []  # the cards still to be tried on the way, the one now tried last
    while True:
        driver.restore(start)
        driver.begin(bytes(32))
        driver.answer("seat 1", "pontoon 5")
        depth, chance = 0, Fraction(1)
        while driver.open:
            ask = next(iter(driver.asks.values()))
            (form, *_) = ask.forms
            if not isinstance(form, CardsNamed):
                driver.answer(ask.who, FIXED.get(ask.what) or decide(driver, ask))
                continue
            if depth == len(branches):
                known = (given or {}).get(form.place, ()) if depth < 3 else ()  # two cards and the up card
                there = len(driver.table.hands.get(form.place, ()))
                cards = Counter(known[there : there + 1] or form.available)
                branches.append([(text((card,)), Fraction(many, cards.total())) for card, many in cards.items()])
            card, likely = branches[depth][-1]
            driver.answer(ask.who, card)
            depth, chance = depth + 1, chance * likely
        yield chance, Fraction(driver.table.stack("seat 1") - 100 * WAGER, WAGER), driver
        while branches and len(branches[-1]) == 1:
            branches.pop()
        if not branches:
            return
        branches[-1].pop()


class RanOut(Exception):
    """A small shoe had too few cards: the table would shuffle the discards in, and the count knows nothing of that."""


def as_counted(counted: Round, shoe: Sequence[Card]) -> Decide:
    """The answers of a counted round, from what the table shows."""

    def decide(driver: Driver, ask: Ask) -> str:
        table = driver.table
        if ask.what == "cut-offer":
            raise RanOut
        spot = ask.spot or "seat 1"
        cards, up = table.hands[spot], table.hands["dealer"][0]
        number = hands().number([value(card) for card in cards])
        held = table.layout.boxes["seat 1"]
        against = counted.ups[value(up)]
        policy = against.solved.policy
        if len(held) > 1:
            made = against.splits[value(cards[0])]
            policy = made.policy
            if len(cards) == 2 and value(cards[0]) == value(cards[1]) and len(held) < made.most:
                return "split"
        if ask.what == "rescue":
            return "rescue" if policy.rescues[number] else "keep"
        if len(cards) == 2 and len(held) == 1:
            return WORDS[start_of(counted, cards, up, shoe).answer]
        return WORDS[policy.answers[number]]

    return decide


def start_of(counted: Round, cards: Sequence[Card], up: Card, shoe: Sequence[Card]) -> Start:
    """The kind of start that these cards are, as someone at the table sees it."""
    pair = tuple(sorted(value(card) for card in cards))
    kinds = [start for start in counted.ups[value(up)].starts if start.held == pair]
    if kinds[0].suits == NO_MATTER:
        return kinds[0]
    suits = {card & 3 for card in cards}
    kind = 0 if len(suits) > 1 else 2 if suits == {3} else 1
    left = list(shoe)
    for card in (*cards, up):
        left.remove(card)
    matches = sum(value(card) == kinds[0].completes and card & 3 in suits for card in left)
    return next(start for start in kinds if start.suits == kind and (not kind or start.matches == matches))


SHOES = {
    "Blackjacks on both sides": "Ks Ks Ks As 9c 9c 9c 7d 7d Jd Jd Jd",
    "sevens and runs in suits": "7s 7s 7s 7d 6s 8h 8s 8s Kc Kc Kc",
    "doubles": "5s 5s 6h 6h Kc Kc Kc Kc 9s 9s Kc",
    "pairs": "8s 8s 8s 9d 9d 9d Kd Kd Kd Kd Kd",
}


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES.keys())
def test_every_deal_of_a_small_shoe_comes_out_as_counted(shoe: str) -> None:
    rules, cards = rules_of(splits=1), hand(shoe)
    counted = play(cards, terms_at(rules, WAGER))
    found: dict[Fraction, Fraction] = {}
    split, split_return, wagered = Fraction(0), Fraction(0), Fraction(0)
    by_up: dict[int, Fraction] = {}
    for chance, net, driver in every_round(rules, cards, as_counted(counted, cards)):
        up = next(value(one.cards[0]) for one in driver.events if isinstance(one, Dealt) and one.place == "dealer")
        by_up[up] = by_up.get(up, Fraction(0)) + chance * net
        wagered += chance * sum(event.amount for event in driver.events if isinstance(event, Wagered)) / WAGER
        if len(driver.table.layout.boxes["seat 1"]) > 1:
            split += chance
            split_return += chance * net
        else:
            found[net] = found.get(net, Fraction(0)) + chance
    assert results_of(counted) == found
    assert (counted.split_chance, counted.split_return) == (split, split_return)
    assert counted.expectation == sum(net * chance for net, chance in found.items()) + split_return
    assert counted.action == wagered
    assert {up: often * worth for up, (often, worth) in counted.by_up.items()} == by_up


def results_of(counted: Round) -> dict[Fraction, Fraction]:
    """Chances by result, of hands that are not split."""
    found: dict[Fraction, Fraction] = {}
    for (_, parts), chance in counted.lines.items():
        result = Fraction(parts, counted.terms.scale)
        found[result] = found.get(result, Fraction(0)) + chance
    return found


@pytest.mark.parametrize(
    ("pair", "up", "rest"),
    [
        ("8s 8h", "6c", "8d 8d 8d Kc Kc Kc Kc Kc Kc Kc 2d 2d 2d"),
        ("As Ah", "6c", "Ad Ad Kc Kc Kc Kc Kc Kc Kc 9c 9c 9c 9c 9c"),
        ("9s 9h", "9c", "9d 9d Kc Kc Kc Kc Kc 8c 8c 8c 8c"),
        ("9s 9h", "Kd", "9d 9d Ac Kc Kc Kc Kc 8c 8c 8c 8c"),
    ],
)
@pytest.mark.parametrize("splits", [1, 2, 3])
def test_11_D_a_pair_split_again_and_again_is_worth_what_its_deals_are(
    pair: str, up: str, rest: str, splits: int
) -> None:
    """Every deal that can follow, however often it is split: equal to the last order."""
    rules = rules_of(splits=splits)
    cards = hand(f"{pair} {up} {rest}")
    counted = play(cards, terms_at(rules, WAGER))
    against = counted.ups[value(hand(up)[0])]
    made = against.splits[value(hand(pair)[0])]
    pair_number = hands().number([value(card) for card in hand(pair)])
    blackjack = 1 - against.alive(pair_number)
    by_count = as_counted(counted, cards)

    def decide(driver: Driver, ask: Ask) -> str:
        first = len(driver.table.layout.boxes["seat 1"]) == 1 and ask.what == "play"
        return "split" if first else by_count(driver, ask)

    given = {"seat 1": hand(pair), "dealer": hand(up)}
    worth = wagered = Fraction(0)
    for chance, net, driver in every_round(rules, cards, decide, given):
        worth += chance * net
        wagered += chance * sum(event.amount for event in driver.events if isinstance(event, Wagered)) / WAGER
    assert made.worth - blackjack == worth
    assert made.wager + blackjack == wagered


@pytest.mark.parametrize(
    ("held", "up", "rest"),
    [
        ("7s 7s", "7d", "7s 7h Kc Kc Kc 8c 8c 2d 2d"),
        ("6s 7s", "8s", "8s 8h Kc Kc Kc 6h 4d 4d"),
        ("5s 6h", "Kd", "As As Kc Kc 9c 9c 9c 4d 4d"),
        ("As 4h", "Ad", "Kc Kc 6c 6c 9c 9c 5d 5d"),
        ("9s 7h", "Ad", "Kc Kc Kc 6c 9c 9c 5d 5d"),
    ],
)
def test_no_way_to_play_a_hand_is_better_than_the_one_counted(held: str, up: str, rest: str) -> None:
    """Every answer to every decision is tried, through the table, by one who does not know the hole card."""
    rules = rules_of(splits=1)
    cards = hand(f"{held} {up} {rest}")
    counted = play(cards, terms_at(rules, WAGER))
    tried = Tried(rules, cards, {"seat 1": hand(held), "dealer": hand(up)})
    kind = start_of(counted, hand(held), hand(up)[0], cards)
    for answer in (STAND, HIT, DOUBLE, SURRENDER):
        assert tried.worth([], WORDS[answer]) == kind.worths[answer], WORDS[answer]


class Tried:
    """The best that can be done after some answers: every answer tried, every card dealt."""

    def __init__(self, rules: Rules, cards: Sequence[Card], given: Mapping[str, Sequence[Card]]) -> None:
        self.rules, self.cards, self.given = rules, cards, given

    def after(self, answers: list[str]) -> Driver:
        """Fixed answers and given cards are left out of the list."""
        driver = Driver(game(self.rules.game.id), self.rules, source=HoleLater(self.cards), automatic=(FLOOR,))
        driver.buy_in("seat 1", 100 * WAGER)
        driver.begin(bytes(32))
        driver.answer("seat 1", "pontoon 5")
        waiting = list(answers)
        while driver.open:
            ask = next(iter(driver.asks.values()))
            assert ask.what != "cut-offer", "the shoe ran out"
            answer = FIXED.get(ask.what) or self._given(driver, ask) or (waiting.pop(0) if waiting else "")
            if not answer:
                break
            driver.answer(ask.who, answer)
        return driver

    def _given(self, driver: Driver, ask: Ask) -> str:
        (form, *_) = ask.forms
        if not isinstance(form, CardsNamed):
            return ""
        there = len(driver.table.hands.get(form.place, ()))
        return text(self.given.get(form.place, ())[there : there + 1])

    def worth(self, answers: list[str], first: str = "") -> Fraction:
        """In wagers, over every order of the cards; `first` is the answer to the first decision on the hand."""
        driver = self.after(answers)
        if not driver.open:
            return Fraction(driver.table.stack("seat 1") - 100 * WAGER, WAGER)
        ask = next(iter(driver.asks.values()))
        (form, *_) = ask.forms
        if isinstance(form, CardsNamed):
            # The hole card is any card not seen, and one that the reader has ruled out has no chance to come.
            seen = 3 + sum(answer[0].isupper() or answer[0].isdigit() for answer in answers)
            unseen = len(self.cards) - seen
            there = Counter(form.available)
            return sum(
                (Fraction(many, unseen) * self.worth([*answers, text((card,))], first) for card, many in there.items()),
                Fraction(0),
            )
        if ask.what == "card-reader":
            return sum((self.worth([*answers, word], first) for word in ("no blackjack", "blackjack")), Fraction(0))
        if ask.what == "play" and first:
            return self.worth([*answers, first])
        words = {"play": ("stand", "hit", "double"), "rescue": ("keep", "rescue")}[ask.what]
        return max(self.worth([*answers, word]) for word in words)


def test_few_shoes_need_no_compiled_code() -> None:
    """One answer's dealer hands, counted with numpy: the same ways from every shoe, the full one and worn ones."""
    shoes = np.array([[24] * 9 + [72], [3, 0, 1, 2, 24, 5, 7, 1, 0, 9], [0] * 10, [1] * 10])
    for up, hits_soft_17 in product(VALUES, (False, True)):
        counted = dealer_ways(up, shoes, hits_soft_17=hits_soft_17)
        with few_shoes():
            assert np.array_equal(dealer_ways(up, shoes, hits_soft_17=hits_soft_17), counted), up
