"""Environments by hand: levels, turns, refusals, what is missing."""

import sys
from typing import Any

import numpy as np
import pytest

from houseway.env import Missing, make, make_several
from houseway.env.actions import Pot
from houseway.env.one_seat import OneSeat
from houseway.env.several_seats import SeveralSeats
from houseway.play.ask import Refused
from tests.env.playing import moments


def taken(env: OneSeat, *names: str) -> tuple[Any, Any, bool, bool, dict[str, Any]]:
    """Take actions by their names; what the last one came to."""
    for name in names:
        result = env.step(env.action_names.index(name))
        assert "refused" not in result[4], result[4]
    return result


def names(env: OneSeat | SeveralSeats, mask: Any) -> list[str]:
    return [env.action_names[at] for at in np.flatnonzero(mask)]


def test_a_pot_raise_calls_and_then_raises_by_the_pot() -> None:
    # 3 and 5 in the middle, 5 to call with 3 in front: a call makes 10 of it, and the raise is to 5 + 10.
    assert Pot(chips=8_00, to_call=2_00, in_front=3_00).raised((1, 1)) == 15_00
    assert Pot(chips=8_00, to_call=2_00, in_front=3_00).raised((1, 2)) == 10_00
    assert Pot(chips=30_00).raised((1, 1)) == 30_00  # a bet of the pot


def test_amounts_are_the_minimum_multiples_of_it_fractions_of_the_pot_and_all_in() -> None:
    env = make("no-limit-holdem", stack=500_00)
    for seed in range(20):
        env.reset(seed=seed)
        ask = env.sitting.driver.asks["seat 1"]
        amounts = [form for form in ask.data()["forms"] if form["form"] == "amount"]
        if not amounts:
            continue
        low, high = (float(amounts[0][end]) for end in ("low", "high"))
        choices = env.sitting.choices("seat 1")
        said = {env.action_names[at]: then for at, then in choices.items()}
        verb = amounts[0]["word"]
        assert said[f"{verb}: minimum"] == f"{verb} {low:g}"
        assert said[f"{verb}: 2 x minimum"] == f"{verb} {2 * low:g}"
        assert said[f"{verb}: maximum"] == f"{verb} {high:g}"
        return
    raise AssertionError("nobody could raise")


def test_wagers_are_named_one_after_the_other_until_done() -> None:
    env = make("criss-cross-poker", render_mode="ansi")
    _, info = env.reset(seed=1)
    assert "five-card-bonus: minimum" in names(env, info["action_mask"])
    *_, info = taken(env, "ante: minimum")
    left = names(env, info["action_mask"])
    assert "done" in left and not any(name.startswith("ante:") for name in left)
    *_, info = taken(env, "five-card-bonus: minimum")  # there is no other wager, and so it is done
    assert names(env, info["action_mask"]) == ["across 1", "across 2", "across 3", "fold"]
    assert "wagers" in str(env.render())


def test_cards_are_set_one_by_one_and_what_is_left_over_goes_without_saying() -> None:
    env = make("lucky-pai-gow", answers={"bank": "decline", "wagers": "base 20"})
    _, info = env.reset(seed=1)
    assert names(env, info["action_mask"]) == ["front", "leave", "house way"]
    *_, over, _, info = taken(env, "front")
    assert not over and env.sitting._said["seat 1"].groups == ("front",)
    observed = env.sitting.observation("seat 1")
    assert sum(observed[at] for at, name in enumerate(env.observation_names) if name.startswith("said front: ")) == 1


def test_an_action_that_the_mask_excludes_changes_nothing_and_says_why() -> None:
    env = make("three-card-poker", answers={"bank": "decline", "wagers": "ante 10"})
    before, info = env.reset(seed=1)
    after, reward, over, _, info = env.step(env.action_names.index("done"))
    assert np.array_equal(before, after) and reward == 0 and not over
    assert info["refused"] == "'done' is not an action now: play takes play 1, fold"
    assert env.step(10**6)[4]["refused"].startswith("'1000000' is not an action now")


def test_a_seat_that_is_asked_at_once_with_others_does_not_see_what_they_have_answered() -> None:
    seen = []
    for first in ("ante: minimum", "ante: maximum", "sit out"):
        env = make_several("criss-cross-poker")
        env.reset(seed=7)
        assert env.agent_selection == "seat_1"
        env.step(env.action_names.index(first))
        while env.agent_selection == "seat_1":
            env.step(env.action_names.index("done"))
        seen.append(env.observe("seat_2"))
    assert all(np.array_equal(one, seen[0]) for one in seen)


def test_an_agent_whose_action_is_not_allowed_is_refused() -> None:
    env = make_several("criss-cross-poker")
    env.reset(seed=7)
    with pytest.raises(Refused, match="'fold' is not an action now: wagers takes ante: minimum"):
        env.step(env.action_names.index("fold"))
    assert env.agent_selection == "seat_1"


def test_an_episode_of_several_rounds_pays_at_the_end_of_each() -> None:
    env = make("criss-cross-poker", rounds=3, answers={"wagers": "ante 10"})
    env.reset(seed=3)
    rewards = []
    over = False
    while not over:
        _, reward, over, _, _ = env.step(env.action_names.index("fold"))
        rewards.append(reward)
    assert len(rewards) == 3 and all(reward < 0 for reward in rewards)


@pytest.mark.parametrize(
    ("choices", "said"),
    [
        ({"others": 99}, "takes 1 to"),
        ({"rounds": 0}, "at least one round"),
        ({"bot": "cheat"}, "'cheat' is not a bot"),
        ({"answers": {"sing": "loud"}}, "'sing' is not an ask"),
        ({"render_mode": "human"}, "'human' is not a way to render"),
    ],
)
def test_what_no_environment_can_be_is_refused_with_one_sentence(choices: dict[str, Any], said: str) -> None:
    with pytest.raises(Refused, match=said):
        make("three-card-poker", **choices)


def test_a_table_where_all_is_answered_beforehand_is_refused() -> None:
    env = make("ultimate-war", answers={"bank": "decline", "wagers": "sit out"})
    with pytest.raises(Refused, match="nobody is asked anything"):
        env.reset(seed=1)


def test_without_the_extra_one_sentence_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in [name for name in sys.modules if name.startswith(("gymnasium", "pettingzoo", "houseway.env."))]:
        monkeypatch.delitem(sys.modules, name)
    monkeypatch.setitem(sys.modules, "gymnasium", None)
    for makes in (make, make_several):
        with pytest.raises(Missing, match=r"gymnasium is not installed.*pip install 'houseway\[env\]'"):
            makes("three-card-poker")


def test_the_felt_is_a_picture_and_the_story_is_text() -> None:
    env = make("three-card-poker", render_mode="rgb_array")
    env.reset(seed=1)
    picture = env.render()
    assert picture.shape == (600, 960, 3) and picture.dtype == np.uint8 and len(np.unique(picture)) > 50
    table = make_several("three-card-poker", render_mode="ansi")
    table.reset(seed=1)
    assert "Round 1" in str(table.render())


def test_a_bot_of_ones_own_is_asked_like_a_player() -> None:
    asked: list[str] = []

    def bot(ask: Any, rng: Any) -> str:
        asked.append(ask.what)
        return str(ask.default)

    env = make("limit-holdem", bot=bot, others=2)
    for _ in moments(env.sitting, 1):
        pass
    assert "bet" in asked
