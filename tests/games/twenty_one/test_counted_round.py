"""The count against every deal of a small shoe, played and settled at the table that a player banks."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction

import pytest

from houseway.cards.card import Card, hand, text
from houseway.cards.source import EveryDeal
from houseway.games import game
from houseway.games.twenty_one.count.bonus import bonus_bets
from houseway.games.twenty_one.count.ends import kind_of_natural
from houseway.games.twenty_one.count.hands import value
from houseway.games.twenty_one.count.one_hand import SPLIT
from houseway.games.twenty_one.count.quick_answers import QuickAnswers
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.count.whole_round import Round, play
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.procedure import total
from houseway.play.ask import Ask, CardsNamed
from houseway.play.driver import Driver
from houseway.play.event import Wagered
from houseway.play.outcome import Result
from houseway.play.player_dealer import DECLINE, POSITION
from houseway.play.table import FLOOR
from houseway.pricing.pricing import Hands
from houseway.rules.resolved import Rules, resolve

WAGER, STACK, COVERED = 1000, 10**6, 10**7
PLAYER = "seat 1"
GAMES = (
    "blackjack-x",
    "blackjack-x-magic-7",
    "blackjack-x-buster-v1.1",
    "blackjack-x-buster-v1.2",
    "blackjack-x-buster-v1.3",
    "blackjack-x-buster-jack-magic",
    "cal-blackjack-2.0",
)
Given = Mapping[str, Sequence[Card]]


def rules_of(id: str, **options: object) -> Rules:
    known = game(id).rules
    return resolve(known, {"shuffling": "continuous machine", **options})


def every_round(
    rules: Rules, shoe: Sequence[Card], decide: QuickAnswers, wagers: str = "base 10", given: Given | None = None
) -> Iterator[tuple[Fraction, Fraction, Driver]]:
    """Every round that can be dealt, with its chance and the player's result in wagers; `given` are first cards."""
    driver = Driver(game(rules.game.id), rules, source=EveryDeal(shoe), automatic=(FLOOR,))
    bank = f"seat {rules.seats}"
    driver.buy_in(PLAYER, STACK)
    driver.buy_in(bank, COVERED + STACK)
    start = driver.table.state()
    branches: list[list[tuple[str, Fraction]]] = []  # the cards still to be tried on the way, the one now tried last
    while True:
        driver.restore(start)
        driver.begin(bytes(32))
        depth, chance = 0, Fraction(1)
        while driver.open:
            ask = next(iter(driver.asks.values()))
            (form, *_) = ask.forms
            if ask.what == "bank":
                driver.answer(ask.who, f"bank {COVERED // 100}" if ask.who == bank else DECLINE)
            elif ask.what == "wagers":
                driver.answer(ask.who, wagers)
            elif not isinstance(form, CardsNamed):
                driver.answer(ask.who, decide(ask, driver.table.hands) or ask.default)
            else:
                if depth == len(branches):
                    known = (given or {}).get(form.place, ()) if depth < 3 else ()
                    there = len(driver.table.hands.get(form.place, ()))
                    cards = Counter(known[there : there + 1] or form.available)
                    branches.append([(text((card,)), Fraction(many, cards.total())) for card, many in cards.items()])
                card, likely = branches[depth][-1]
                driver.answer(ask.who, card)
                depth, chance = depth + 1, chance * likely
        yield chance, Fraction(driver.table.stack(PLAYER) - STACK, WAGER), driver
        while branches and len(branches[-1]) == 1:
            branches.pop()
        if not branches:
            return
        branches[-1].pop()


SHOES = {
    "doubles and 31": "5s 5s 6h 6h Kc Kc Kc Kc 9s 9s Kc",
    "pairs": "8s 8s 8s 9d 9d 9d Kd Kd Kd Kd Kd",
}


def counted_on(rules: Rules, cards: Sequence[Card]) -> Round:
    return play(cards, terms_at(rules, WAGER))


@pytest.mark.parametrize("shoe", SHOES.values(), ids=SHOES.keys())
@pytest.mark.parametrize("id", GAMES)
def test_every_deal_of_a_small_shoe_comes_out_as_counted(id: str, shoe: str) -> None:
    rules, cards = rules_of(id), hand(shoe)
    counted = counted_on(rules, cards)
    results: dict[Fraction, Fraction] = {}
    split, split_return, wagered = Fraction(0), Fraction(0), Fraction(0)
    for chance, net, driver in every_round(rules, cards, QuickAnswers(rules, counted)):
        wagered += chance * sum(one.amount for one in driver.events if isinstance(one, Wagered) and one.who == PLAYER)
        if len(driver.table.layout.boxes[PLAYER]) > 1:
            split += chance
            split_return += chance * net
        else:
            results[net] = results.get(net, Fraction(0)) + chance
    found: dict[Fraction, Fraction] = {}
    for (_, parts), chance in counted.lines.items():
        result = Fraction(parts, counted.terms.scale)
        found[result] = found.get(result, Fraction(0)) + chance
    assert {net: chance for net, chance in found.items() if chance} == results
    assert (counted.split_chance, counted.split_return) == (split, split_return)
    assert counted.expectation == sum(net * chance for net, chance in results.items()) + split_return
    assert counted.action == wagered / WAGER


BONUS = {
    "blackjack-x": "base 10, buster 10, lucky-pair 10",
    "blackjack-x-magic-7": "base 10, buster 10, lucky-pair 10, magic-sevens 10",
    "blackjack-x-buster-jack-magic": "base 10, buster 10, jack-magic 10",
}


class HitsBelow12(QuickAnswers):
    """Some way to play: it makes no difference to a bonus bet."""

    def __call__(self, ask: Ask, there: Hands) -> str | None:
        if ask.what != "play":
            return None
        return "hit" if total(there[ask.spot or ask.who]) < 12 else "stand"


@pytest.mark.parametrize(("id", "wagers"), BONUS.items(), ids=BONUS.keys())
def test_every_bonus_bet_comes_out_as_counted_whatever_the_player_draws(id: str, wagers: str) -> None:
    rules, cards = rules_of(id), hand("7h 7d Js Jc 9c 9c 9c 9c 5d 5d 5d")
    counted = counted_on(rules, cards)
    results: dict[str, dict[Fraction, Fraction]] = {}
    for chance, _, driver in every_round(rules, cards, HitsBelow12(rules, counted), wagers):
        for one in driver.table.settled:
            if one.owner == PLAYER and one.outcome.wager != "base":
                odds, lost = one.outcome.odds, one.outcome.result is Result.LOSE
                won = odds.fraction() if odds else Fraction(-lost)
                of = results.setdefault(one.outcome.wager, {})
                of[won] = of.get(won, Fraction(0)) + chance
    prices = {price.wager: price for price in bonus_bets(rules, counted)}
    assert len(results) == wagers.count(",")
    for wager, found in results.items():
        outcomes = prices[wager].outcomes
        assert {won: Fraction(many, outcomes.total) for won, many in outcomes.counts.items() if many} == found, wager


class TakesSideBets(QuickAnswers):
    def __call__(self, ask: Ask, there: Hands) -> str | None:
        return "side 10" if ask.what == "side" else super().__call__(ask, there)


def test_game_rules_15_the_side_bet_is_decided_by_the_hole_card() -> None:
    """Offered on every hand that goes to 22 to 30, and won as often as the hole card makes it 31."""
    rules, cards = rules_of("cal-blackjack-2.0"), hand("7s 6d 5c 5c Kh Kh Kh Kh Kh")
    counted = counted_on(rules, cards)
    offered = lifted = Fraction(0)
    for chance, _, driver in every_round(rules, cards, TakesSideBets(rules, counted)):
        for one in driver.table.settled:
            if one.owner == PLAYER and one.outcome.wager == "side":
                offered += chance
                lifted += chance * (one.outcome.result is Result.WIN)
    assert lifted and counted.side == (offered, lifted)


@pytest.mark.parametrize(
    ("id", "pair", "up", "rest"),
    [
        ("blackjack-x", "8s 8h", "9c", "8d 8d 8d Kc Kc Kc Kc Kc Kc Kc Kc Kc"),
        ("blackjack-x", "As Ah", "9c", "Ad Ad Kc Kc Kc 5c 5c 9c 2c"),
        ("blackjack-x-buster-v1.1", "9s 9h", "9c", "9d 9d Kc Kc Kc Kc Kc 8c 8c 8c 8c"),
        ("cal-blackjack-2.0", "As Ah", "6c", "Ad Ad Kc Kc Kc Kc 9c 9c 9c"),
    ],
)
def test_split_hands_are_worth_what_their_deals_are(id: str, pair: str, up: str, rest: str) -> None:
    """Up to four hands, aces once or again, one card each: equal to the last order."""
    options = {"resplit_aces": True} if id.startswith("cal") else {}
    rules, cards = rules_of(id, **options), hand(f"{pair} {up} {rest}")
    counted = counted_on(rules, cards)
    decide = Splits(rules, counted)
    up_value, pair_value = value(hand(up)[0]), value(hand(pair)[0])
    against = counted.ups[up_value]
    made = against.splits[pair_value]
    given = {PLAYER: hand(pair), POSITION: hand(up)}
    worth = wagered = Fraction(0)
    for chance, net, driver in every_round(rules, cards, decide, given=given):
        worth += chance * net
        wagered += chance * sum(one.amount for one in driver.events if isinstance(one, Wagered) and one.who == PLAYER)
    number = next(start.number for start in against.starts if start.held == (pair_value, pair_value))
    natural = 1 - against.alive(number)
    assert made.worth - natural == worth
    assert made.wager + natural == wagered / WAGER


class Splits(QuickAnswers):
    """The first two cards are split in any case."""

    def _start(self, up: int, cards: Sequence[int]) -> int:
        return SPLIT


@pytest.mark.parametrize(
    ("id", "options"),
    [
        ("blackjack-x", {"blackjack_x": "natural"}),
        ("blackjack-x", {"blackjack_x": "ranked"}),
        ("blackjack-x-buster-v1.2", {}),
        ("cal-blackjack-2.0", {}),
    ],
)
@pytest.mark.parametrize("held", ["As Ks", "As Kh", "Ah Kh"])
def test_naturals_against_every_hole_card_come_out_as_counted(id: str, options: dict[str, object], held: str) -> None:
    """Naturals tie, a Blackjack X is a natural or stands behind the others, and each pays its own line."""
    rules, rest = rules_of(id, **options), hand("Ks Kh Ks Qd 9c 5c 5c")
    cards = (*hand(held), *hand("As"), *rest)
    known = twenty_one_rules(rules)
    own, table = kind_of_natural(known, hand(held)), terms_at(rules, WAGER).table
    worth = Fraction(0)
    for hole in rest:
        won = table.natural(own, kind_of_natural(known, (hand("As")[0], hole)))
        worth += Fraction(won, terms_at(rules, WAGER).scale) / len(rest)
    decide = QuickAnswers(rules, play(cards, terms_at(rules, WAGER)))
    given = {PLAYER: hand(held), POSITION: hand("As")}
    assert worth == sum(
        (chance * net for chance, net, _ in every_round(rules, cards, decide, given=given)), Fraction(0)
    )
