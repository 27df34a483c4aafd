"""Many rounds from one: against every sequence of rounds, and against what must hold."""

from fractions import Fraction
from itertools import product
from math import prod

import numpy as np
import pytest

from houseway.games.maryland_poker.criss_cross_poker.count.pricing import price_bonus
from houseway.pricing import sessions
from houseway.pricing.papers.sheet import Outcomes
from houseway.pricing.sessions import (
    NormalSession,
    Session,
    after,
    berry_esseen,
    other_side,
    ruin,
    ruin_ever,
    with_fee,
)
from houseway.rules.files import game_rules
from houseway.rules.resolved import resolve
from houseway.rules.strict import RulesError

ODD = Outcomes({Fraction(-1): 5, Fraction(0): 2, Fraction(3, 2): 2, Fraction(4): 1})
BONUS = price_bonus(resolve(game_rules("criss-cross-poker"))).outcomes


def every_sequence(one: Outcomes, rounds: int) -> dict[Fraction, Fraction]:
    found: dict[Fraction, Fraction] = {}
    for sequence in product(one.counts.items(), repeat=rounds):
        result = sum((result for result, _ in sequence), Fraction(0))
        found[result] = found.get(result, Fraction(0)) + Fraction(
            prod(count for _, count in sequence), one.total**rounds
        )
    return found


@pytest.mark.parametrize("rounds", [1, 2, 5])
def test_whole_numbers_give_every_sequence(rounds: int) -> None:
    session = after(ODD, rounds)
    assert isinstance(session, Session) and session.error == 0
    assert dict(session.results()) == {result: float(chance) for result, chance in every_sequence(ODD, rounds).items()}


def test_a_fourier_transform_is_as_near_as_it_says(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = after(ODD, 40)
    monkeypatch.setattr(sessions, "_EXACT_POINTS", 0)
    quick = after(ODD, 40)
    assert isinstance(whole, Session) and isinstance(quick, Session)
    assert quick.error > 0 == whole.error
    first = int((quick.least - whole.least) / whole.step)
    there = np.zeros(len(whole.chances))
    there[first : first + len(quick.chances)] = quick.chances
    assert np.abs(there - whole.chances).max() <= quick.error
    assert quick.error < 1e-12


def test_a_window_loses_nothing_that_counts(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sessions, "_EXACT_BYTES", 10**8)
    whole = after(ODD, 400)
    monkeypatch.setattr(sessions, "_EXACT_POINTS", 0)
    quick = after(ODD, 400)
    assert isinstance(whole, Session) and isinstance(quick, Session)
    assert len(quick.chances) < len(whole.chances) / 2, "only a part of all results is looked at"
    assert quick.chances.sum() == pytest.approx(1, abs=1e-12)
    for point in (-300, -200, -20, 0, 3, 100, 900):
        assert quick.below(Fraction(point)) == pytest.approx(whole.below(Fraction(point)), abs=quick.band_error())
    for share in (0.005, 0.05, 0.5, 0.95, 0.995):
        assert quick.quantile(share) == whole.quantile(share)


def test_ten_million_rounds_are_transformed_and_near_the_normal_law() -> None:
    session = after(BONUS, 10**7)
    assert isinstance(session, Session) and session.law == "Fourier transform"
    assert session.band_error() < 1e-5
    normal = NormalSession(10**7, session.step, BONUS)
    for share in (0.05, 0.5, 0.95):
        result = session.quantile(share)
        assert normal.below(result) == pytest.approx(session.below(result), abs=normal.error + session.band_error())


def test_the_normal_law_takes_over_where_it_is_nearer_and_says_how_near() -> None:
    far = after(ODD, 10**12)
    assert isinstance(far, NormalSession)
    assert far.error == berry_esseen(ODD, 10**12) < 1e-6
    assert far.below(far.quantile(0.25)) == pytest.approx(0.25, abs=1e-5)
    assert far.ahead() == pytest.approx(1 - far.below(Fraction(0)))
    # Berry and Esseen's bound holds for a coin, whose chances are known.
    coin = Outcomes({Fraction(1): 1, Fraction(-1): 1})
    many = after(coin, 100)
    normal = NormalSession(100, many.step, coin)
    for point in range(-30, 31, 3):
        under = many.below(Fraction(point))
        assert abs(normal.below(Fraction(point)) - under) <= normal.error


def test_a_session_keeps_mean_and_variance() -> None:
    session = after(BONUS, 500)
    assert isinstance(session, Session)
    results = float(session.least) + float(session.step) * np.arange(len(session.chances))
    mean = float((results * session.chances).sum())
    assert mean == pytest.approx(float(session.expectation), rel=1e-7)
    variance = float((results**2 * session.chances).sum()) - mean**2
    assert variance == pytest.approx(session.standard_deviation**2, rel=1e-6)
    assert session.chances.sum() == pytest.approx(1, abs=1e-11)


def test_ranges_and_quantiles_fit_together() -> None:
    session = after(ODD, 3)
    chances = every_sequence(ODD, 3)
    assert session.ahead() == pytest.approx(float(sum(chance for result, chance in chances.items() if result > 0)))
    for point in (Fraction(-3), Fraction(1, 3), Fraction(3, 2), Fraction(12), Fraction(50), Fraction(-50)):
        under = sum(chance for result, chance in chances.items() if result < point)
        over = sum(chance for result, chance in chances.items() if result > point)
        assert session.below(point) == pytest.approx(float(under))
        assert session.above(point) == pytest.approx(float(over))
    assert session.quantile(1e-9) == -3
    assert session.quantile(1.0) == 12


@pytest.mark.parametrize(("bankroll", "needed"), [(Fraction(2), Fraction(1)), (Fraction(7, 2), Fraction(2))])
def test_ruin_is_what_every_sequence_says(bankroll: Fraction, needed: Fraction) -> None:
    rounds = 5
    ruined = [Fraction(0)] * (rounds + 1)
    for sequence in product(ODD.counts.items(), repeat=rounds):
        chance = Fraction(prod(count for _, count in sequence), ODD.total**rounds)
        left = bankroll
        for round, (result, _) in enumerate(sequence, start=1):
            left += result
            if left < needed:
                for later in range(round, rounds + 1):
                    ruined[later] += chance
                break
    found = ruin(ODD, bankroll, rounds, needed=needed)
    assert found.chances == pytest.approx([float(chance) for chance in ruined], rel=found.error)


def test_a_coin_game_ruins_as_known() -> None:
    # A gambler with an edge of p to q is ruined with (q/p)^bankroll; the bound is exact for a coin.
    coin = Outcomes({Fraction(1): 6, Fraction(-1): 4})
    assert ruin_ever(coin, Fraction(5), needed=Fraction(1)) == pytest.approx((4 / 6) ** 4)
    assert ruin(coin, Fraction(5), 3000, needed=Fraction(1)).chance == pytest.approx((4 / 6) ** 5)
    assert ruin_ever(other_side(coin), Fraction(5)) == 1.0


def test_a_fee_comes_off_every_round() -> None:
    fee = Fraction(1, 20)
    assert with_fee(ODD, fee).expectation == ODD.expectation - fee
    assert with_fee(ODD, fee).variance == ODD.variance
    assert ruin(with_fee(ODD, fee), Fraction(10), 100).chance > ruin(ODD, Fraction(10), 100).chance


def test_sessions_that_can_not_be_are_refused() -> None:
    with pytest.raises(RulesError, match="at least one round"):
        after(ODD, 0)
    fine = Outcomes({Fraction(-1): 10**9, Fraction(0): 10**9, Fraction(10**8, 3) + Fraction(1, 10**7): 3})
    with pytest.raises(RulesError, match="can be counted, and the normal law may be off by"):
        after(fine, 10**3)
    with pytest.raises(RulesError, match="steps to follow"):
        ruin(ODD, Fraction(100), 10**6)
    with pytest.raises(RulesError, match="less than the 2"):
        ruin(ODD, Fraction(1), 10, needed=Fraction(2))
    with pytest.raises(RulesError, match="at least one round"):
        ruin(ODD, Fraction(3), 0)
