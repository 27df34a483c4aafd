"""Money and odds: whole cents, exact ratios, and one sentence for what is neither."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from houseway.rules.money import EVEN, MoneyError, Odds, cents, dollars, shown


@pytest.mark.parametrize(
    ("text", "amount"),
    [
        ("10", 1000),
        ("10.5", 1050),
        ("12.50", 1250),
        ("$1,000", 100000),
        ("0.01", 1),
        (" 7 ", 700),
        ("0", 0),
        ("007", 700),
    ],
)
def test_money_is_read_as_people_write_it(text: str, amount: int) -> None:
    assert cents(text) == amount


@pytest.mark.parametrize(
    "text",
    [*" .½²$", "", "-5", "+5", "1e3", "1.005", ".5", "5.", "1,00", "1,0000", "10,", "ten", "nan", "1_000", "5\n5"],
)
def test_what_is_not_money_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(MoneyError) as error:
        cents(text)
    assert "is not an amount of money" in str(error.value) and "\n" not in str(error.value)


@given(st.integers(0, 10**14 - 1))
def test_written_money_reads_back(amount: int) -> None:
    assert cents(dollars(amount)) == amount
    assert shown(amount).replace("$", "").replace(",", "") == dollars(amount)


@given(st.text())
def test_any_text_is_money_or_is_refused(text: str) -> None:
    try:
        assert cents(text) >= 0
    except MoneyError as error:
        assert len(str(error).splitlines()) == 1


def test_money_is_shown_with_its_sign_and_thousands() -> None:
    assert [dollars(amount) for amount in (0, 5, 100, -1250, -5)] == ["0", "0.05", "1", "-12.50", "-0.05"]
    assert [shown(amount) for amount in (0, 123456789, -1250)] == ["$0", "$1,234,567.89", "-$12.50"]


def test_odds_pay_exactly_and_round_down_to_the_smallest_chip() -> None:
    assert Odds.parse("3:2").pays(1250) == 1875
    assert Odds.parse("6:5").pays(501) == 601
    assert Odds.parse("3:2").pays(1500, chip=500) == 2000
    assert Odds.parse("1:4").pays(3) == 0
    assert EVEN.pays(10**12) == 10**12
    assert str(Odds(40)) == "40:1" and Odds(6, 4).fraction() == Odds(3, 2).fraction()


@given(st.integers(0, 10**9), st.integers(0, 1000), st.integers(1, 100), st.integers(1, 10_000))
def test_a_payout_is_whole_chips_and_less_than_a_chip_below_the_exact_one(
    stake: int, win: int, per: int, chip: int
) -> None:
    paid = Odds(win, per).pays(stake, chip)
    assert paid % chip == 0
    assert 0 <= stake * Odds(win, per).fraction() - paid < chip


@pytest.mark.parametrize("text", ["", "3", "3:", ":2", "3:0", "3 to 2", "-3:2", "3:2:1", "3.5:1", "٣:٢", "²:1"])
def test_what_are_not_odds_is_refused_with_one_sentence(text: str) -> None:
    with pytest.raises(MoneyError, match=r"are not odds"):
        Odds.parse(text)
