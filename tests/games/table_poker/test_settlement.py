"""Hands of the classics, settled by hand."""

import pytest

from houseway.play.outcome import Result
from tests.games.table_poker.classics import settled

ANTE = {"ante": 1000, "raise": 2000}
RAISE = [
    ("Ah Kh Qh Jh Th", 100), ("9h Kh Qh Jh Th", 50), ("7h 7d 7s 7c 2d", 20), ("7h 7d 7s 2c 2d", 7),
    ("2h 9h 4h Jh Kh", 5), ("2h 3d 4s 5c 6d", 4), ("7h 7d 7s 9c 2d", 3), ("7h 7d 9s 9c 2d", 2), ("Qh Qd 9s 8c 2d", 1),
]  # fmt: skip


@pytest.mark.parametrize(("own", "odds"), RAISE)
def test_4_5_a_winning_raise_is_paid_by_the_pay_table(own: str, odds: int) -> None:
    found = settled("caribbean-stud", own, ANTE, bank="As Kc 8d 6c 3s")
    assert (found["ante"].result, found["ante"].paid) == (Result.WIN, 1000)
    assert (found["raise"].result, found["raise"].paid, found["raise"].clause) == (Result.WIN, odds * 2000, "4.4, 4.5")


def test_4_2_ace_king_qualifies_and_ace_queen_does_not() -> None:
    poor = settled("caribbean-stud", "2h 4d 6s 8c Td", ANTE, bank="As Qc Jd 9c 7s")
    assert (poor["ante"].result, poor["ante"].paid, poor["ante"].clause) == (Result.WIN, 1000, "4.3")
    assert (poor["raise"].result, poor["raise"].clause) == (Result.PUSH, "4.3")
    least = settled("caribbean-stud", "2h 4d 6s 8c Td", ANTE, bank="As Kc 4c 3c 2s")
    assert {one.result for one in least.values()} == {Result.LOSE}


def test_4_4_equal_hands_push() -> None:
    found = settled("caribbean-stud", "Ah Kd 8s 6h 3d", ANTE, bank="As Kc 8d 6c 3s")
    assert {one.result for one in found.values()} == {Result.PUSH}


@pytest.mark.parametrize(
    ("own", "shared", "paid"),
    [("Th 4d 6s", "Tc 2d", 1), ("9h 4d 6s", "9c 2d", None), ("Th Jh Qh", "Kh Ah", 1000), ("9h 9d 9s", "9c 2d", 50)],
)
def test_4_2_each_bet_that_rides_is_paid_from_a_pair_of_tens_on(own: str, shared: str, paid: int | None) -> None:
    found = settled("let-it-ride", own, {"first": 500, "third": 500}, shared=shared)
    assert list(found) == ["first", "third"]
    for one in found.values():
        assert (one.result, one.paid) == ((Result.WIN, paid * 500) if paid else (Result.LOSE, 0))


@pytest.mark.parametrize(
    ("own", "result"), [("Jh Jd", Result.WIN), ("Th Td", Result.PUSH), ("6h 6d", Result.PUSH), ("5h 5d", Result.LOSE)]
)
def test_4_3_sixes_to_tens_push(own: str, result: Result) -> None:
    stakes = {"ante": 500, "third-street": 1500, "fourth-street": 500, "fifth-street": 1000}
    found = settled("mississippi-stud", own, stakes, shared="2c 3h 9d")
    assert [(one.stake, one.result) for one in found.values()] == [(stake, result) for stake in stakes.values()]


PLAYED = {"ante": 1000, "play": 1000, "pair-plus": 500}


def test_4_5_the_ante_bonus_is_paid_whatever_the_dealer_has() -> None:
    lost = settled("us-three-card-poker", "2h 3d 4s", PLAYED, bank="As Ac Ad")
    assert lost["ante"].result is lost["play"].result is Result.LOSE
    bonus = lost["ante bonus"]
    assert (bonus.stake, bonus.result, bonus.paid, bonus.clause) == (0, Result.WIN, 1000, "4.5")
    assert (lost["pair-plus"].result, lost["pair-plus"].paid) == (Result.WIN, 3000)
    assert settled("us-three-card-poker", "2h 2d 2s", PLAYED, bank="Js Tc 8d")["ante bonus"].paid == 4000
    assert "ante bonus" not in settled("us-three-card-poker", "2h 5h 9h", PLAYED, bank="Js Tc 8d")


def test_4_2_queen_high_qualifies_and_jack_high_does_not() -> None:
    poor = settled("us-three-card-poker", "2h 5d 9s", PLAYED, bank="Js Tc 8d")
    assert (poor["ante"].result, poor["play"].result) == (Result.WIN, Result.PUSH)
    least = settled("us-three-card-poker", "2h 5d 9s", PLAYED, bank="Qs 3c 2d")
    assert (least["ante"].result, least["play"].result, least["pair-plus"].result) == (Result.LOSE,) * 3


def test_1_3_a_straight_beats_a_flush() -> None:
    found = settled("us-three-card-poker", "2h 3d 4s", PLAYED, bank="As Ks 9s")
    assert (found["ante"].result, found["play"].paid) == (Result.WIN, 1000)
