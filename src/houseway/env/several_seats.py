"""Several seats of a game as a PettingZoo environment: agents act one after the other (AEC)."""

from collections.abc import Mapping
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.utils.seeding import np_random
from numpy.typing import NDArray
from pettingzoo import AECEnv

from houseway.env.felt import drawn
from houseway.env.seeing import MOST
from houseway.env.sitting import STACK, Sitting
from houseway.play.ask import Refused
from houseway.play.event import PUBLIC
from houseway.play.view import story
from houseway.rules.resolved import Rules

Observation = NDArray[np.int64]


class SeveralSeats(AECEnv[str, Observation, int]):  # type: ignore[misc]  # PettingZoo is not typed
    """Every seat of a table is an agent, `seat_1` and so on; the dealer and the floor are the machine's. Those who are
    asked at once act one after the other, and none of them sees what another has answered.

    Rewards are whole cents: when a round ends, what a player has won or lost in it. An action that the mask excludes is
    refused with a sentence, and nothing changes.
    """

    def __init__(
        self,
        game: str,
        *,
        seats: int = 2,
        rounds: int = 1,
        stack: int = STACK,
        rules: Rules | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        answers: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        self.metadata = {
            "name": f"houseway_{game}_v0",
            "render_modes": ["ansi", "rgb_array"],
            "is_parallelizable": False,
            "render_fps": 1,
        }
        if render_mode not in (None, "ansi", "rgb_array"):
            raise Refused(f"{render_mode!r} is not a way to render: ansi or rgb_array")
        self.sitting = Sitting(
            game, seats=seats, rounds=rounds, stack=stack, rules=rules, options=options, answers=answers
        )
        self.render_mode = render_mode
        self.possible_agents = [who.replace(" ", "_") for who in self.sitting.seats]
        self.agents: list[str] = []
        self.action_names = tuple(map(str, self.sitting.actions.all))
        self.observation_names = self.sitting.sight.names
        many = len(self.sitting.sight)
        self.observation_spaces = {agent: spaces.Box(0, MOST, (many,), np.int64) for agent in self.possible_agents}
        self.action_spaces = {agent: spaces.Discrete(len(self.sitting.actions)) for agent in self.possible_agents}
        self._random, _ = np_random()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        if seed is not None:
            self._random, _ = np_random(seed)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.sitting.begin(self._random)
        self._turn()

    def observe(self, agent: str) -> Observation:
        return self.sitting.observation(_seat(agent))

    def step(self, action: int | None) -> None:
        if self.terminations[self.agent_selection] or self.truncations[self.agent_selection]:
            self._was_dead_step(action)
            return
        agent = self.agent_selection
        if action is None:
            raise Refused(f"{agent} is asked, and an action is expected, not None")
        self.sitting.act(_seat(agent), int(action))
        self._cumulative_rewards[agent] = 0
        self.rewards = {one: self.sitting.won(_seat(one)) for one in self.agents}
        self._turn()
        self._accumulate_rewards()

    def _turn(self) -> None:
        """Whose turn it is; when all rounds are played, everybody is told so, first to last."""
        over = self.sitting.over
        self.terminations = dict.fromkeys(self.agents, over)
        self.agent_selection = self.agents[0] if over else self.sitting.asked.replace(" ", "_")
        self.infos = {agent: {"action_mask": self.sitting.mask(_seat(agent))} for agent in self.agents}

    def render(self) -> Any:
        """What anybody at the table may see."""
        if self.render_mode == "ansi":
            return "\n".join(story(self.sitting.driver.events, PUBLIC))
        return drawn(self.sitting.driver, PUBLIC) if self.render_mode == "rgb_array" else None

    def close(self) -> None:
        """There is nothing to close."""


def _seat(agent: str) -> str:
    return agent.replace("_", " ")
