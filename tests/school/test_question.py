"""Every form of an answer: what it takes, and what it refuses in one sentence."""

import pytest

from houseway.cards.card import hand
from houseway.play.ask import Refused
from houseway.school.drawing import draw
from houseway.school.question import Choice, Money, Setting, Settlement, judged
from tests.school.table import rules_of


def refused(form: Choice | Money | Setting | Settlement, text: str) -> str:
    with pytest.raises(Refused) as error:
        form.read(text)
    said = str(error.value)
    assert said and "\n" not in said and len(said) < 600
    return said


def test_a_choice_is_read_by_words_or_letter() -> None:
    form = Choice(("pair of tens", "flush, ten high", "21"))
    assert form.read(" Pair of  TENS ") == "pair of tens"
    assert form.read("b") == "flush, ten high"
    assert form.read("21") == "21"
    for wrong in ("", "d", "1", "pair", "x" * 401, "pair of tens\0"):
        refused(form, wrong)


def test_an_amount_is_read_with_or_without_a_sign_and_nothing_else() -> None:
    form = Money()
    assert form.read("2.5") == form.read("$2.50") == "2.50"
    for wrong in ("", "-2", "two", "1e5", "2.505", "9" * 40, "NaN"):
        refused(form, wrong)


def test_a_settlement_is_read_in_its_order() -> None:
    form = Settlement(("ante", "play"), 2)
    assert form.read("play +20, ante -10") == "play 20, ante -10"
    assert form.read("a 0, b −5") == "ante 0, play -5"
    assert form.amounts("play 20, ante -10") == {"play": 2000, "ante": -1000}
    for wrong in ("", "ante 10", "ante 10, ante 5", "trips 5, ante 1", "ante ten, play 2", "ante 10 play 2"):
        refused(form, wrong)


def test_shares_of_a_pot_are_read_in_any_order() -> None:
    form = Settlement(("seat 1", "seat 2", "seat 3"), 2, ordered=False, signed=False)
    assert form.read("seat 3 40, seat 1 60.50") == "seat 1 60.50, seat 3 40"
    refused(form, "seat 1 -5, seat 2 5")


def test_cards_are_set_from_those_that_lie_there() -> None:
    form = Setting(hand("Ah Kd 7c 7d 2s"), "front", 2)
    assert form.read("front Kd Ah") == form.read("Ah Kd")
    for wrong in ("", "Ah", "Ah Kd 7c", "Ah Ah", "Qs Kd", "zz 1"):
        refused(form, wrong)


def test_paid_too_much_costs_the_bank_and_too_little_the_player() -> None:
    question = draw(rules_of("three-card-poker"), "payouts", seed="costs", topic="pair-and-up: straight")
    assert isinstance(question.form, Settlement)
    right = question.form.amounts(question.right)
    name = "pair-and-up"
    for off, who in ((100, "the player-dealer"), (-100, question.whose[name])):
        said = {**right, name: right[name] + off}
        done = judged(question, ", ".join(f"{one} {amount / 100:.2f}" for one, amount in said.items()))
        assert not done.right and [(cost.who, cost.amount) for cost in done.costs] == [(who, 100)]


def test_a_wrong_order_is_not_right_and_costs_nothing() -> None:
    question = draw(rules_of("ultimate-texas-holdem"), "payouts", seed="order", topic="trips: flush")
    assert isinstance(question.form, Settlement)
    right = question.form.amounts(question.right)
    turned = dict(reversed(right.items()))
    done = judged(question, ", ".join(f"{one} {amount / 100:.2f}" for one, amount in turned.items()))
    assert not done.right and not done.costs
