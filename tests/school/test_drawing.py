"""Drawing: rare lines come when they are due, amounts become odd, and nothing is shown that is not to be seen."""

import json

import pytest

from houseway.games import catalogue
from houseway.rules.money import cents
from houseway.school import hands, payouts
from houseway.school.drawing import draw
from houseway.school.question import DECISIONS, PAYOUTS, SKILLS, SchoolError, Settlement
from houseway.school.syllabus import found_before, syllabus
from houseway.school.table import play
from tests.rounds import cards_named
from tests.school.table import again, rules_of

ROYAL = {
    "ultimate-texas-holdem": ("payouts", "blind: royal flush"),
    "two-card-peek": ("payouts", "super: royal flush"),
    "three-card-poker": ("payouts", "bonus-6: royal flush"),
    "no-limit-holdem": ("hands", "which hand: royal flush"),
    "chinese-poker": ("hands", "which hand: royal flush"),
}


@pytest.mark.parametrize("id", ROYAL)
def test_a_royal_flush_comes_when_it_is_due(id: str) -> None:
    skill, topic = ROYAL[id]
    for seed in "abc":
        question = draw(rules_of(id), skill, seed=seed, topic=topic)
        assert question.topic == topic


def test_nearly_every_line_that_a_pay_table_prints_can_be_asked() -> None:
    """What can't: lines that no wager of their own name can come to, such as a doubled blackjack."""
    asked = missing = 0
    for id in ("two-card-peek", "three-card-poker", "ultimate-texas-holdem", "cal-quick-draw-poker", "top-five-poker"):
        topics = syllabus(rules_of(id)).topics(PAYOUTS)
        printed = payouts.printed(rules_of(id))
        asked += len(printed)
        missing += len([line for line in printed if line not in topics])
    assert missing <= asked / 50, (missing, asked)


def test_the_same_seed_draws_the_same_question() -> None:
    rules = rules_of("blackjack-x")
    for skill in SKILLS:
        one, two = (draw(rules, skill, seed="7", level=2) for _ in range(2))
        assert (one.data(answered=True), one.right, one.topic) == (two.data(answered=True), two.right, two.topic)
        assert draw(rules, skill, seed="8", level=2).data() != one.data()


def test_amounts_become_odd_as_one_gets_better() -> None:
    stakes: dict[int, set[int]] = {}
    for level in (1, 2, 3):
        for seed in range(6):
            question = draw(rules_of("three-card-poker"), PAYOUTS, seed=str(seed), level=level)
            assert isinstance(question.form, Settlement)
            stakes.setdefault(level, set()).update(question.form.stakes)
    assert all(stake % 5_00 == 0 for stake in stakes[1] | stakes[2])
    assert any(stake % 5_00 for stake in stakes[3])


def test_coverage_runs_out_between_two_hands() -> None:
    question = draw(rules_of("three-card-poker"), PAYOUTS, seed="short", topic="ante: not fully covered")
    bank = question.situation.view["bank"]
    assert cents(bank["covers_wins"]) < cents(bank["put_up"])
    assert any("covered" in str(why) for why in question.why)


@pytest.mark.parametrize(
    "id", ("seven-card-stud", "pai-gow-double-hand", "pontoon-21", "face-up-pineapple-chinese-poker")
)
def test_a_question_shows_no_card_that_its_viewer_may_not_see(id: str) -> None:
    """All that leaves names only cards that the viewer had seen by then: in the view, in words, in the answers."""
    for skill in syllabus(rules_of(id)).skills():
        for seed in range(4):
            question = draw(rules_of(id), skill, seed=f"secret {seed}")
            over = again(question).over
            seen: set[str] = set()
            for event in over.events[: question.at]:
                seen |= cards_named(json.dumps(event.seen_by(question.situation.viewer).data()))
            told = json.dumps(question.data())
            assert cards_named(told) <= seen, question.asked
            assert "seedRevealed" not in told and question.situation.view["asks"] == []


@pytest.mark.parametrize(
    ("skill", "topic", "level", "said"),
    [
        ("juggling", "", 1, "is not a skill"),
        ("payouts", "", 9, "there is no level 9"),
        ("payouts", "no such line", 1, "has no payouts of"),
    ],
)
def test_what_there_is_not_is_refused_in_a_sentence(skill: str, topic: str, level: int, said: str) -> None:
    with pytest.raises(SchoolError, match=said):
        draw(rules_of("three-card-poker"), skill, seed="1", topic=topic, level=level)


def test_a_game_without_a_coach_says_so() -> None:
    """That it has all else is tested of every game: see `test_every_game`."""
    with pytest.raises(SchoolError, match="no coach"):
        draw(rules_of("chinese-poker"), DECISIONS, seed="1")


def test_edited_rules_are_asked_as_they_are() -> None:
    from houseway.games import game
    from houseway.rules.submission import Choices, house_rules

    choices = Choices(pays={"pair-and-up": {"straight": "7:1"}})
    rules = house_rules(game("three-card-poker").rules, choices)
    question = draw(rules, PAYOUTS, seed="edited", topic="pair-and-up: straight")
    assert isinstance(question.form, Settlement)
    stake = question.form.stakes[question.form.names.index("pair-and-up")]
    assert question.form.amounts(question.right)["pair-and-up"] == 7 * stake


@pytest.mark.parametrize("id", [id for id in catalogue() if id != "high-card"])
def test_rounds_that_were_searched_for_still_show_what_they_are_kept_for(id: str) -> None:
    for plan, keys in found_before(id).items():
        round = play(rules_of(id), plan)
        shown = {topic.key for topic in (*payouts.topics(round), *hands.topics(round))}
        assert set(keys) <= shown, plan
