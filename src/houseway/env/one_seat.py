"""One seat of a game as a Gymnasium environment."""

from collections.abc import Mapping
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from houseway.env.felt import drawn
from houseway.env.seeing import MOST
from houseway.env.sitting import STACK, Bot, Sitting
from houseway.errors import instead
from houseway.games import game as game_named
from houseway.play.ask import Refused
from houseway.play.places import seat
from houseway.rules.resolved import Rules
from houseway.skill.simple import SIMPLE, UNSKILLED

Observation = NDArray[np.int64]


class OneSeat(gymnasium.Env[Observation, np.int64]):
    """Seat 1 of a table; `others` are bots. An episode is `rounds` rounds, each dealt from the environment's seed.

    Rewards are whole cents: when a round ends, what the player has won or lost in it. `answers` settles some asks for
    good, by name, so that they are not put: `{"bank": "decline", "wagers": "ante 10"}`. An action that the mask
    excludes changes nothing, and `info["refused"]` says why. Without being told, there are no others where the house
    banks, and one where players do, or play each other.
    """

    metadata = {"render_modes": ["ansi", "rgb_array"], "render_fps": 1}

    def __init__(
        self,
        game: str,
        *,
        others: int | None = None,
        bot: str | Bot = SIMPLE,
        rounds: int = 1,
        stack: int = STACK,
        rules: Rules | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        answers: Mapping[str, str] | None = None,
        render_mode: str | None = None,
    ) -> None:
        if render_mode not in (None, *self.metadata["render_modes"]):
            raise Refused(f"{render_mode!r} is not a way to render: ansi or rgb_array")
        if isinstance(bot, str) and bot not in UNSKILLED:
            raise Refused(f"{bot!r} is not a bot: {instead(bot, UNSKILLED)}")
        played_by = UNSKILLED[bot] if isinstance(bot, str) else bot
        others = int(game_named(game).rules.bank != "house") if others is None else others
        self.sitting = Sitting(
            game,
            seats=1 + others,
            rounds=rounds,
            stack=stack,
            rules=rules,
            options=options,
            answers=answers,
            bots={seat(number): played_by for number in range(2, others + 2)},
        )
        self.render_mode = render_mode
        self.who = self.sitting.seats[0]
        self.action_names = tuple(map(str, self.sitting.actions.all))
        self.observation_names = self.sitting.sight.names
        self.action_space = spaces.Discrete(len(self.sitting.actions))
        self.observation_space = spaces.Box(0, MOST, (len(self.sitting.sight),), np.int64)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        super().reset(seed=seed)
        self.sitting.begin(self.np_random)
        return self.sitting.observation(self.who), self._info()

    def step(self, action: np.int64 | int) -> tuple[Observation, int, bool, bool, dict[str, Any]]:
        try:
            self.sitting.act(self.who, int(action))
        except Refused as error:
            return self.sitting.observation(self.who), 0, self.sitting.over, False, self._info(refused=str(error))
        won = self.sitting.won(self.who)
        return self.sitting.observation(self.who), won, self.sitting.over, False, self._info()

    def _info(self, **more: Any) -> dict[str, Any]:
        return {"action_mask": self.action_masks(), **more}

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that may be taken now."""
        return self.sitting.mask(self.who)

    def render(self) -> Any:
        if self.render_mode == "ansi":
            return self.sitting.story(self.who)
        return drawn(self.sitting.driver, self.who) if self.render_mode == "rgb_array" else None
