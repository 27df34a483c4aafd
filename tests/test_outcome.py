"""What a pay line makes of a stake."""

from houseway.play.note import Note
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.rules.models import PayLine
from houseway.rules.money import EVEN, Odds

FLUSH = PayLine.model_validate({"hand": "flush", "pays": "3:2", "clause": "4.B"})
PUSHES = PayLine.model_validate({"hand": "pair", "pays": "push", "clause": "4.C"})


def test_a_line_pays_its_odds_and_names_its_clause() -> None:
    won = paid_by(FLUSH, "bonus", 1500, chip=1, hand="flush")
    assert won == Outcome("bonus", 1500, Result.WIN, "4.B", 2250, Odds(3, 2), "flush")


def test_ALL_1_a_payout_is_rounded_down_to_the_smallest_chip() -> None:
    assert paid_by(FLUSH, "bonus", 500, chip=100).paid == 700


def test_a_line_that_pushes_gives_the_stake_back() -> None:
    assert paid_by(PUSHES, "bonus", 500, chip=1) == Outcome("bonus", 500, Result.PUSH, "4.C")


def test_without_a_line_the_wager_is_lost_by_the_clause_of_the_table() -> None:
    lost = paid_by(None, "bonus", 500, chip=1, lost="4.A", hand="high card", note=Note("a copy"))
    assert lost == Outcome("bonus", 500, Result.LOSE, "4.A", hand="high card", note=Note("a copy"))


def test_a_wager_may_push_without_a_line() -> None:
    assert paid_by(None, "blind", 500, chip=1, lost="11(d)", without=Result.PUSH).result is Result.PUSH


def test_what_is_also_applied_follows_the_clause_whatever_the_result() -> None:
    assert paid_by(FLUSH, "base", 500, chip=1, lost="4.A", also="5.D").clause == "4.B, 5.D"
    assert paid_by(PUSHES, "base", 500, chip=1, lost="4.A", also="5.D").clause == "4.C, 5.D"
    assert paid_by(None, "base", 500, chip=1, lost="4.A", also="5.D").clause == "4.A, 5.D"
    assert paid_by(None, "base", 500, chip=1, also="5.D").clause == "5.D"


def test_a_clause_and_odds_may_stand_in_place_of_the_lines_own() -> None:
    won = paid_by(FLUSH, "ante", 500, chip=1, clause="7.O(2)", odds=EVEN)
    assert (won.clause, won.paid, won.odds) == ("7.O(2)", 500, EVEN)
