"""Figures follow from counts, exactly."""

from fractions import Fraction

from houseway.pricing.papers.sheet import Outcomes, decimal


def test_a_fair_coin_has_no_edge_and_a_deviation_of_one() -> None:
    coin = Outcomes({Fraction(1): 5, Fraction(-1): 5})
    assert coin.total == 10
    assert (coin.expectation, coin.variance, coin.hit_rate) == (Fraction(0), Fraction(1), Fraction(1, 2))


def test_a_push_is_no_hit() -> None:
    assert Outcomes({Fraction(3, 2): 1, Fraction(0): 2, Fraction(-1): 1}).hit_rate == Fraction(1, 4)


def test_decimals_are_rounded_exactly_half_away_from_zero() -> None:
    assert decimal(Fraction(1, 8), 2) == "0.13"
    assert decimal(Fraction(-1, 8), 2) == "-0.13"
    assert decimal(Fraction(-1, 10**6), 2) == "0.00"
    assert decimal(Fraction(2, 3), 4) == "0.6667"
    assert decimal(Fraction(123), 1) == "123.0"
