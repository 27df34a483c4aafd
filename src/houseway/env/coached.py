"""What an agent's mistakes cost, by the coach's count: the measure of how well it has learnt a game."""

from collections.abc import Callable
from dataclasses import dataclass
from math import sqrt
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.env.actions import Said
from houseway.env.one_seat import OneSeat
from houseway.play.ask import Refused
from houseway.pricing.coach import coach
from houseway.rules.strict import RulesError

Policy = Callable[[NDArray[np.int64], NDArray[np.int8]], Any]  # an observation and a mask: an action


@dataclass(frozen=True)
class Mistakes:
    """What is lost an episode against the best answers, in the coach's unit, with its standard error."""

    cost: float
    error: float
    episodes: int
    decisions: int  # that the coach has judged
    wrong: int  # where another answer was better

    def __str__(self) -> str:
        return (
            f"mistakes cost {self.cost:.5f} ± {self.error:.5f} a round: {self.wrong} of {self.decisions} decisions "
            f"in {self.episodes} rounds"
        )


def mistakes(env: OneSeat, policy: Policy, episodes: int, seed: int = 0) -> Mistakes:
    """Play so many episodes by a policy and have the coach judge each answer. Asks that the coach has nothing to say
    to, such as what to wager, are not judged."""
    costs = []
    decisions = wrong = 0
    for number in range(episodes):
        observation, info = env.reset(seed=seed if number == 0 else None)
        over, cost = False, 0.0
        while not over:
            action = int(policy(observation, info["action_mask"]))
            if (lost := cost_of(env, action)) is not None:
                decisions += 1
                wrong += lost > 0
                cost += lost
            observation, _, over, _, info = env.step(action)
        costs.append(cost)
    spread = float(np.std(costs, ddof=1)) if len(costs) > 1 else 0.0
    return Mistakes(float(np.mean(costs)), spread / sqrt(len(costs)), episodes, decisions, wrong)


def cost_of(env: OneSeat, action: int) -> float | None:
    """What the answer that an action completes loses against the best one; None where it completes none, or where the
    coach does not judge it."""
    sitting = env.sitting
    choices = sitting.choices(env.who)
    if action not in choices:
        return None
    answer = sitting.actions.followed(sitting.driver.asks[env.who], choices[action])
    if isinstance(answer, Said):
        return None
    try:
        advice = coach(sitting.driver, env.who)
    except (RulesError, Refused):
        return None
    return next((float(one.cost) for one in advice.answers if one.text == answer), None)
