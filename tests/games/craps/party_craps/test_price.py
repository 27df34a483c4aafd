"""Every wager followed through the game's own settlement, against every sequence of flips of a small pack."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from houseway.cards.card import Card, hand
from houseway.cards.pack import pack
from houseway.games.craps.party_craps.count.pricing import (
    BAR_TIES,
    NO_FEE,
    Situation,
    _walk,
    chances,
    flips,
    price,
    price_at,
    step,
)
from houseway.games.craps.party_craps.round import BOX_NUMBERS, buy_lay_fee, sum_of
from houseway.rules.files import game_rules
from houseway.rules.money import cents
from houseway.rules.resolved import Rules, resolve
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

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


def test_buy_and_lay_bets_are_priced_at_any_stake_and_without_the_fee() -> None:
    rules = house_rules(game_rules("party-craps"))
    usual, small = price(rules), price_at(rules, cents("20"))
    for number in (4, 10):  # 2 to 1 for a buy: of $20 the fee is of $40, of $60 that of $120
        free, paid, less = (
            usual.wager(f"buy-{number}-{NO_FEE}"), usual.wager(f"buy-{number}"), small.wager(f"buy-{number}")
        )  # fmt: skip
        won = free.outcomes.hit_rate
        assert dict(free.outcomes.counts).keys() == {Fraction(2), Fraction(-1)}
        for stake, sheet in ((cents("60"), paid), (cents("20"), less)):
            fee = Fraction(buy_lay_fee(rules, 2 * stake), stake)
            assert sheet.expectation == free.expectation - fee * won
    assert usual.wager("pass").expectation == small.wager("pass").expectation


def test_dont_pass_with_the_bar_as_a_tie_has_its_edge_on_all_that_is_put_up() -> None:
    sheet = price(house_rules(game_rules("party-craps")))
    decided, tied = sheet.wager("dont-pass"), sheet.wager(f"dont-pass-{BAR_TIES}")
    assert decided.outcomes.push_rate == 0 < tied.outcomes.push_rate
    assert tied.house_edge == decided.house_edge * (1 - tied.outcomes.push_rate)
    with pytest.raises(RulesError, match="did you mean dont-pass-bar-ties"):
        sheet.wager(f"pass-{BAR_TIES}")
