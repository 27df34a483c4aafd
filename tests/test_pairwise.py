"""Settling pair by pair: what is owed, what the stacks allow, and in which order."""

from fractions import Fraction

from hypothesis import given
from hypothesis import strategies as st

from houseway.play.pairwise import Comparison, Payment, Score, Side, paid_in_order


def _owes(loser: str, winner: str, points: int | Fraction) -> Comparison:
    return Comparison((Side(loser, loser), Side(winner, winner)), (Score(winner, "", Fraction(points), "1"),), "2")


def _paid(
    comparisons: list[Comparison], stacks: dict[str, int], *, wins_limited: bool = True, won_chips_pay: bool = False
) -> list[Payment]:
    return paid_in_order(comparisons, stacks, 5, wins_limited=wins_limited, won_chips_pay=won_chips_pay)


def test_the_balance_of_the_points_is_paid_once() -> None:
    scores = (Score("A", "", Fraction(12), "1"), Score("B", "", Fraction(1), "1"))
    comparison = Comparison((Side("B", "B"), Side("A", "A")), scores, "2")
    (payment,) = _paid([comparison], {"A": 100, "B": 100})
    assert (payment.winner.owner, payment.owed, payment.amount, payment.note) == ("A", 55, 55, "")


def test_CH_7_a_loser_pays_in_part_when_the_stack_that_began_the_hand_runs_out() -> None:
    comparisons = [_owes("C", "B", 3), _owes("B", "A", 30), _owes("B", "D", 1)]
    stacks = {"A": 1000, "B": 50, "C": 1000, "D": 1000}
    paid = _paid(comparisons, stacks)
    assert [one.amount for one in paid] == [15, 50, 0]  # the 15 won from C are not A's to win in this hand, nor D's
    assert paid[1].owed == 150 and "of the stack that began the hand" in paid[1].note
    assert [one.amount for one in _paid(comparisons, stacks, won_chips_pay=True)] == [15, 65, 0]


def test_CH_7_what_was_won_from_an_opponent_can_be_lost_to_the_same_one_again() -> None:
    comparisons = [_owes("C", "B", 9), _owes("B", "A", 30), _owes("B", "C", 12), _owes("B", "C", 1)]
    paid = _paid(comparisons, {"A": 1000, "B": 50, "C": 1000})
    assert [one.amount for one in paid] == [45, 50, 45, 0]


def test_a_winner_takes_no_more_than_they_began_with_from_each() -> None:
    comparisons = [_owes("A", "B", 30), _owes("C", "B", 30)]
    stacks = {"A": 1000, "B": 45, "C": 1000}
    assert [one.amount for one in _paid(comparisons, stacks)] == [45, 45]
    assert [one.amount for one in _paid(comparisons, stacks, wins_limited=False)] == [150, 150]


def test_half_points_are_rounded_down_to_whole_cents() -> None:
    (payment,) = _paid([_owes("A", "B", Fraction(3, 2))], {"A": 100, "B": 100})
    assert payment.owed == payment.amount == 7


players = st.sampled_from("ABCD")
debts = st.tuples(players, players, st.integers(0, 60)).filter(lambda debt: debt[0] != debt[1])


@given(
    st.lists(debts, max_size=12), st.lists(st.integers(0, 300), min_size=4, max_size=4), st.booleans(), st.booleans()
)
def test_no_cent_is_made_or_lost_and_no_stack_goes_below_nothing(
    owed: list[tuple[str, str, int]], chips: list[int], limited: bool, pay: bool
) -> None:
    stacks = dict(zip("ABCD", chips, strict=True))
    left = dict(stacks)
    for payment in _paid([_owes(*debt) for debt in owed], stacks, wins_limited=limited, won_chips_pay=pay):
        left[payment.loser.owner] -= payment.amount
        left[payment.winner.owner] += payment.amount
        assert 0 <= payment.amount <= payment.owed
        assert min(left.values()) >= 0
    assert sum(left.values()) == sum(chips)
