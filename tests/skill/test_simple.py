"""Players without skill."""

from random import Random

import pytest

from houseway.games import catalogue, game
from houseway.play.driver import Driver
from houseway.rules.submission import house_rules
from houseway.skill.simple import STAYING_OUT, simply


@pytest.mark.parametrize("id", catalogue())
def test_a_simple_player_stays_in_and_stakes_no_more_where_silence_would_do(id: str) -> None:
    """It neither doubles nor insures for a cent, and it is no trick to be always in a round."""
    played, rng = game(id), Random(id)
    driver = Driver(played, house_rules(played.rules))
    for number in range(1, min(4, played.rules.seats) + 1):
        driver.buy_in(f"seat {number}", 1_000_00)
    asked = 0
    for number in range(4):
        driver.begin(bytes([number]) * 32)
        while driver.asks:
            ask = next(iter(driver.asks.values()))
            said = simply(ask, rng)
            if ask.default not in (*STAYING_OUT, "fold"):
                assert said == ask.default or (said in ("check", "call") and said in ask.answers()), ask.what
            asked += 1
            driver.answer(ask.who, said)
    assert asked >= 4
