"""Every wager followed through the game's own settlement, against every sequence of flips of a small pack."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from houseway.cards.card import Card, hand
from houseway.cards.pack import pack
from houseway.games.craps.party_craps import BOX_NUMBERS, sum_of
from houseway.price.craps.party_craps import Situation, _walk, chances, flips, price, step
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

SMALL = hand("Ac Ad 2c 3c 4c 4d 5c 6c")  # 28 pairs of cards
FOLLOWED = 3


@pytest.fixture(scope="module")
def rules() -> Rules:
    return resolve(game_rules("party-craps"))


def dice_like(cards: tuple[Card, ...]) -> dict[int, Fraction]:
    """The chance of each total, straight from the pairs."""
    pairs = list(combinations(cards, 2))
    totals = [sum_of(pair) for pair in pairs]
    return {total: Fraction(totals.count(total), len(pairs)) for total in range(2, 13)}


@pytest.mark.parametrize(
    ("wager", "point"),
    [("pass", 0), ("dont-pass", 0), ("come", 6), ("dont-come", 4), ("place-6", 0), ("hard-8", 5), ("field", 0),
     ("lay-5", 8), ("buy-4", 0), ("pass-odds", 9), ("any-seven", 0), ("big-8", 4)],
)  # fmt: skip
def test_three_flips_come_out_as_every_sequence_of_pairs_does(rules: Rules, wager: str, point: int) -> None:
    start = Situation((wager,), point)
    decided, moves = _walk(rules, [start], flips(SMALL))
    there: dict[Situation, Fraction] = {start: Fraction(1)}
    ended: dict[Fraction, Fraction] = {}
    for _ in range(FOLLOWED):
        here, there = there, {}
        for situation, chance in here.items():
            for result, part in decided[situation].items():
                ended[result] = ended.get(result, Fraction(0)) + chance * part
            for then, part in moves[situation].items():
                there[then] = there.get(then, Fraction(0)) + chance * part

    pairs = list(combinations(SMALL, 2))
    counted: dict[Fraction, int] = {}
    for sequence in product(pairs, repeat=FOLLOWED):
        at: Situation | None = start
        for cards in sequence:
            assert at is not None
            result, at = step(rules, at, cards)
            if at is None:
                counted[result] = counted.get(result, 0) + 1
                break
    assert ended == {result: Fraction(many, len(pairs) ** FOLLOWED) for result, many in counted.items()}


@pytest.mark.parametrize("decks", [1, 6, 18])
def test_lines_and_odds_follow_from_the_totals(rules: Rules, decks: int) -> None:
    cards = tuple(pack("24", decks))
    chance, every = dice_like(cards), flips(cards)
    won = chance[7] + chance[11] + sum(chance[n] ** 2 / (chance[n] + chance[7]) for n in BOX_NUMBERS)
    assert chances(rules, Situation(("pass",), 0), every)[Fraction(1)] == won
    assert chances(rules, Situation(("come",), 4), every)[Fraction(1)] == won
    # A twelve leaves Don't Pass where it is: the come-out is decided by the other totals.
    against = chance[2] + chance[3] + sum(chance[n] * chance[7] / (chance[n] + chance[7]) for n in BOX_NUMBERS)
    assert chances(rules, Situation(("dont-pass",), 0), every)[Fraction(1)] == against / (1 - chance[12])
    for number in BOX_NUMBERS:
        ends = chances(rules, Situation(("pass-odds",), number), every)
        assert 1 - ends[Fraction(-1)] == chance[number] / (chance[number] + chance[7])


def test_many_packs_come_near_two_dice(rules: Rules) -> None:
    cards = tuple(pack("24", 400))
    edge = -sum(result * chance for result, chance in chances(rules, Situation(("pass",), 0), flips(cards)).items())
    assert float(edge) == pytest.approx(7 / 495, abs=1e-4)


def test_every_wager_has_a_price(rules: Rules) -> None:
    sheet = price(rules)
    names = {wager.wager for wager in sheet.wagers}
    assert {"pass", "dont-pass", "field", "horn", "hop-2-2", "pass-odds-4-10"} <= names
    for wager in sheet.wagers:
        assert sum(line.count for line in wager.lines) == wager.outcomes.total
        assert sum(line.returned for line in wager.lines) == wager.expectation
    edges = {wager.wager: wager.house_edge for wager in sheet.wagers}
    # With cards sevens come more often than with dice, and doubles less.
    assert edges["any-seven"] < Fraction(1, 6)
    assert edges["pass-odds-4-10"] > 0
    assert edges["dont-pass-odds-4-10"] < 0
