"""Names at a table."""

from houseway.serve.chairs import name_for


def test_a_name_that_somebody_else_has_is_told_apart_by_the_seat_and_still_fits() -> None:
    assert name_for("Ada", "seat 2", ["Blaise"]) == "Ada"
    assert name_for("Ada", "seat 2", ["Ada"]) == "Ada (seat 2)"
    long = "A" * 50
    assert name_for(long, "backline 3.1", ["Ada"]) == "A" * 40
    assert name_for(long, "backline 3.1", ["A" * 40]) == "A" * 25 + " (backline 3.1)"
