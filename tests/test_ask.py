"""Asks and their forms: what may be answered, and the sentence for everything else."""

from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.cards.card import Card, hand
from houseway.play.ask import (
    Amount,
    Arrangement,
    Ask,
    CardsNamed,
    Choice,
    Form,
    Number,
    Play,
    Refused,
    Spot,
    Wagers,
    Words,
    asked_together,
    bet_or_fold,
    written,
)

ANTE = Spot("ante", 500, 10000, bets=2, required=True, clause="7.E")
BONUS = Spot("bonus", 100, 2500, needs="ante", clause="7.F")
WAGERS = Wagers({"ante": ANTE, "bonus": BONUS}, stack=30000, chip=50)
BET = Ask("seat 1", "across", bet_or_fold("across", "ante", (1, 2, 3), 1000, 2, "11.B(1)(a)"), "11.B(1)", "fold")


def _lower_front(groups: dict[str, tuple[Card, ...]]) -> str | None:
    return "the front is higher than the back" if max(groups["front"]) > max(groups["back"]) else None


SETTING = Arrangement(hand("Ah Kd 5c 4s 2h"), (("front", 2), ("back", 3)), _lower_front)
FORMS: list[Form] = [
    Words(("fold", "check")),
    BET.forms[0],
    Amount("raise to", 1000, 5050, step=500, clause="9"),
    Number(10, 51),
    WAGERS,
    SETTING,
    CardsNamed(2, hand("Ah Kd 5c"), "dealer"),
]
every_form = pytest.mark.parametrize("form", FORMS, ids=lambda form: type(form).__name__)


def _ask(*forms: Form) -> Ask:
    return Ask("seat 1", "something", forms, "1.A", forms[0].random(Random(1)))


def _why(form: Form, text: str) -> str:
    with pytest.raises(Refused) as refusal:
        _ask(form).read(text)
    return str(refusal.value)


@every_form
def test_a_form_reads_every_answer_it_lists_or_draws(form: Form) -> None:
    rng = Random(1)
    for text in (*form.answers(), *(form.random(rng) for _ in range(200))):
        assert form.read(text) is not None
        assert _ask(form).read(f"  {text.upper()} ") == form.read(text)
    assert form.prompt() and form.data()["form"]


@every_form
@given(text=st.text())
def test_a_form_reads_any_text_or_refuses_it_with_one_sentence(form: Form, text: str) -> None:
    try:
        _ask(form).read(text)
    except Refused as error:
        assert len(str(error).splitlines()) == 1


def test_a_bet_names_the_multiples_it_takes_and_the_clause() -> None:
    assert BET.read("across 2") == Choice("across 2", 2000) == BET.read("across 2x")
    assert BET.read("fold") == Choice("fold")
    assert BET.answers() == ("across 1", "across 2", "fold") and BET.default == "fold"
    with pytest.raises(Refused) as refusal:
        BET.read("across 4")
    assert str(refusal.value) == "bet 4x is not allowed: across takes 1, 2 or 3 times the ante (11.B(1)(a))"
    with pytest.raises(Refused, match=r"across 3 needs \$30, and the stack is too small"):
        BET.read("across 3")


def test_an_amount_keeps_to_its_bounds_and_steps_and_all_in_is_always_allowed() -> None:
    form = FORMS[2]
    assert form.read("raise to 10") == Choice("raise to 10", 1000)
    assert form.read("raise to 50.50") == Choice("raise to 50.50", 5050)
    assert "from $10 to $50.50 (9)" in _why(form, "raise to 9.99")
    assert "in steps of $5" in _why(form, "raise to 12")
    assert "is not an amount of money" in _why(form, "raise to the roof")


def test_a_number_keeps_to_its_bounds() -> None:
    assert Number(10, 51).read("10") == 10
    assert _why(Number(10, 51), "52") == "52 is not allowed: from 10 to 51"
    assert "'-1' is not an answer" in _why(Number(0, 5), "-1")


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("bonus 1", "ante must be wagered to take part (7.E)"),
        ("ante 4.50", "ante 4.50 is below the minimum of $5 (7.E)"),
        ("ante 101", "ante 101 is above the maximum of $100 (7.E)"),
        ("ante 5.25", "ante 5.25 is not a whole number of $0.50 chips"),
        ("ante 5, ante 6, bonus 1", "ante is named twice"),
        ("ante 5, insurance 5", "'insurance' is not a wager here: ante, bonus"),
        ("ante 5.005", "'5.005' is not an amount of money: write dollars, as in 10 or 12.50"),
    ],
)
def test_a_wager_that_can_not_stand_says_why(text: str, why: str) -> None:
    assert _why(WAGERS, text) == why


def test_wagers_must_be_affordable_with_every_bet_they_make() -> None:
    poor = Wagers(WAGERS.spots, stack=1050)
    assert poor.read("ante 5") == {"ante": 500}
    assert _why(poor, "ante 5, bonus 1") == "these wagers need $11, and the stack is $10.50"
    broke = Wagers(WAGERS.spots, stack=999)
    assert broke.answers() == () and broke.random(Random(1)) == ""


def test_a_wager_that_needs_another_is_refused_alone() -> None:
    spots = {"ante": Spot("ante", 500, 10000), "bonus": BONUS}
    assert _why(Wagers(spots, 10000), "bonus 5") == "bonus can only be wagered with ante (7.F)"
    assert Wagers(spots, 10000).answers() == ("ante 5",)


@given(st.integers(0, 40000), st.sampled_from((1, 25, 100, 500)), st.integers(0, 999))
def test_random_wagers_are_legal_whatever_the_stack_and_the_chips(stack: int, chip: int, luck: int) -> None:
    form = Wagers(WAGERS.spots, stack, chip)
    for text in (form.random(Random(luck)), *form.answers()):
        assert text == "" or written(form.read(text) or {}) == text


def test_cards_are_set_by_naming_all_groups_but_the_last() -> None:
    assert SETTING.read("front Kd 5c") == {"front": hand("Kd 5c"), "back": hand("Ah 4s 2h")}
    assert SETTING.read("back Ah 4s 2h, front Kd 5c") == SETTING.read("front Kd 5c")
    assert _why(SETTING, "front Ah 5c") == "the front is higher than the back"
    assert _why(SETTING, "front Kd") == "front takes 2 cards, 1 given"
    assert _why(SETTING, "front Kd Qd") == "Qd is not there to be set"
    assert _why(SETTING, "front Kd Kd") == "Kd is not there to be set"
    assert "is not a card" in _why(SETTING, "front Kd and Qd")


def test_two_groups_are_few_enough_to_list_every_way_to_set_them() -> None:
    kept_back = [text for text in SETTING.answers() if "Ah" not in text]
    assert len(SETTING.answers()) == len(set(SETTING.answers())) == len(kept_back) == 6
    assert all(SETTING.read(text) for text in SETTING.answers())
    assert Arrangement(SETTING.cards, (("top", 1), ("middle", 1), ("bottom", 3))).answers() == ()


def test_cards_the_dealer_names_must_still_be_able_to_come() -> None:
    form = CardsNamed(2, hand("Ah Kd 5c"), "dealer")
    assert form.read("kd5c") == hand("Kd 5c")
    assert _why(form, "Ah") == "dealer takes 2 cards, 1 given"
    assert "Qd can't come" in _why(form, "Ah Qd")
    assert "Ah can't come" in _why(form, "Ah Ah")


def test_what_fits_no_form_is_told_what_may_be_answered() -> None:
    assert _why(Words(("fold", "check")), "call") == "'call' is not an answer to something: fold, check (1.A)"
    assert _why(Words(("fold",)), "x" * 900).startswith(f"'{'x' * 40}…' is not an answer")
    assert _why(Words(("fold",)), "x" * 1001) == "an answer has up to 1000 characters, not 1001"


def test_others_are_told_who_is_asked_what_and_nothing_of_the_answers() -> None:
    assert BET.outline() == {"who": "seat 1", "what": "across", "clause": "11.B(1)"}
    assert BET.data()["forms"][0]["words"] == {"across 1": "10", "across 2": "20"}


def test_asks_put_together_are_answered_in_any_order() -> None:
    def playing(asks: Sequence[Ask]) -> Play[dict[str, str]]:
        return (yield from asked_together(asks))

    asks = [Ask(who, "set", (Words(("yes",)),), "1", "yes") for who in ("seat 1", "seat 2", "seat 3")]
    play = playing(asks)
    assert [ask.who for ask in next(play)] == ["seat 1", "seat 2", "seat 3"]
    assert [ask.who for ask in play.send(("seat 2", "b"))] == ["seat 1", "seat 3"]
    assert [ask.who for ask in play.send(("seat 3", "c"))] == ["seat 1"]
    with pytest.raises(StopIteration) as end:
        play.send(("seat 1", "a"))
    assert end.value.value == {"seat 1": "a", "seat 2": "b", "seat 3": "c"}


# Wagers with conditions of their own

PEEK = {
    "row-a": Spot("row-a", 500, 10000, clause="2.1"),
    "row-b": Spot("row-b", 500, 10000, clause="2.1"),
    "peek-a": Spot("peek-a", 500, 5000, clause="2.4", step=500, needs_any=("row-a", "row-b"), one_of="peek"),
    "peek-b": Spot("peek-b", 500, 5000, clause="2.4", step=500, needs_any=("row-a", "row-b"), one_of="peek"),
}


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("peek-a 5", r"peek-a can only be wagered with row-a or row-b \(2\.4\)"),
        ("row-a 5, peek-a 5, peek-b 5", r"peek-a and peek-b can't be wagered together \(2\.4\)"),
        ("row-b 5, peek-a 7", r"peek-a 7 is not allowed: in steps of \$5 \(2\.4\)"),
    ],
)
def test_a_wager_may_have_a_step_need_one_of_several_and_exclude_others(text: str, why: str) -> None:
    with pytest.raises(Refused, match=why):
        Wagers(PEEK, stack=30000).read(text)


def test_wagers_with_such_conditions_are_placed_within_them() -> None:
    form = Wagers(PEEK, stack=30000, chip=200)  # no chip of 5: the least that is both is 10
    assert form.read("row-a 6, row-b 6, peek-b 10") == {"row-a": 600, "row-b": 600, "peek-b": 1000}
    assert form.data()["spots"][2] | {"clause": ""} == {
        "wager": "peek-a", "minimum": "5", "maximum": "50", "bets": 1, "required": False, "needs": None, "clause": "",
        "step": "5", "needs_any": ["row-a", "row-b"], "one_of": "peek",
    }  # fmt: skip
    drawn = [form.random(Random(seed)) for seed in range(200)]
    assert all(form.read(text) for text in drawn if text) and any("peek-b" in text for text in drawn)
