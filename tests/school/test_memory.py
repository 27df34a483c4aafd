"""What is remembered: when a topic is due again, what comes next, and when amounts become odd."""

from datetime import UTC, datetime, timedelta
from random import Random

from fsrs import Rating

from houseway.school import memory
from houseway.school.drawing import draw
from houseway.school.question import Cost, Judged
from tests.school.table import rules_of

NOW = datetime(2026, 1, 1, 12, tzinfo=UTC)
TOPICS = ("flush", "straight", "royal flush")


def test_what_is_known_well_comes_back_later_than_what_was_missed() -> None:
    well = memory.reviewed(memory.reviewed(None, Rating.Good, NOW), Rating.Easy, NOW + timedelta(minutes=11))
    missed = memory.reviewed(None, Rating.Again, NOW)
    assert well.due > NOW + timedelta(days=1) > missed.due
    assert (well.answered, well.missed, missed.answered, missed.missed) == (2, 0, 1, 1)


def test_the_same_answers_at_the_same_times_give_the_same_intervals() -> None:
    one, two = (memory.reviewed(None, Rating.Good, NOW) for _ in range(2))
    assert one == two


def test_what_was_missed_comes_before_what_is_new_and_nothing_comes_before_it_is_due() -> None:
    later = NOW + timedelta(hours=1)
    known = {"flush": memory.reviewed(None, Rating.Again, NOW)}
    drawn = [memory.next_topic(TOPICS, known, later, Random(seed)) for seed in range(200)]
    assert drawn.count("flush") > 150 and {*drawn} > {"flush"}
    known["flush"] = memory.reviewed(None, Rating.Easy, NOW)
    assert "flush" not in {memory.next_topic(TOPICS, known, later, Random(seed)) for seed in range(50)}
    known = {topic: memory.reviewed(None, Rating.Good, NOW) for topic in TOPICS}
    known["straight"] = memory.reviewed(None, Rating.Again, NOW)
    assert memory.next_topic(TOPICS, known, NOW, Random(1)) == "straight"  # nothing is due: what comes soonest
    assert memory.next_topic((), {}, NOW, Random(1)) == ""


def test_amounts_become_odd_with_many_right_answers_and_even_again_with_wrong_ones() -> None:
    assert memory.level(0, []) == memory.level(10, [True] * 10) == 1
    assert memory.level(15, [True] * 15) == 2
    assert memory.level(60, [True] * 60) == 3
    assert memory.level(60, [True] * 40 + [False] * 20) == 1


def test_a_close_call_is_no_miss_and_a_blunder_is() -> None:
    question = draw(rules_of("three-card-poker"), "decisions", seed="1")
    assert question.decision is not None
    unit = sum(question.decision.stakes.values())
    close = Judged(False, "fold", "play 1", (), (), (Cost("seat 1", unit // 100),))
    blunder = Judged(False, "fold", "play 1", (), (), (Cost("seat 1", unit // 2),))
    assert memory.rating(question, close, 5) == Rating.Hard
    assert memory.rating(question, blunder, 5) == Rating.Again


def test_a_right_answer_is_rated_by_its_speed() -> None:
    question = draw(rules_of("three-card-poker"), "hands", seed="1")
    right = Judged(True, "", "", (), ())
    rates = [memory.rating(question, right, seconds) for seconds in (3, 20, 90)]
    assert rates == [Rating.Easy, Rating.Good, Rating.Hard]
