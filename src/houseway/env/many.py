"""Many tables of one game at once, played in compiled code: a Gymnasium vector environment, held to the table engine.

A table's next round begins as soon as the one before is over (`AutoresetMode.SAME_STEP`); where cards leave nothing to
decide, as with a natural, the next one is dealt at once and the money counts with the next reward. Rewards are whole
cents.
"""

from abc import abstractmethod
from typing import Any

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from numpy.typing import NDArray

from houseway.counting.kernels import kernel
from houseway.play.ask import Refused

Observations = NDArray[np.int16]


class Many(VectorEnv[Observations, NDArray[np.int64], NDArray[Any]]):
    """So many tables, each with one player against the bank. What a member says: how tables begin and go on."""

    metadata = {"autoreset_mode": AutoresetMode.SAME_STEP}

    def __init__(
        self, tables: int, actions: tuple[str, ...], observed: tuple[str, ...], most: int, *, recorded: int, cards: int
    ) -> None:
        if tables < 1:
            raise Refused(f"there must be at least one table, not {tables}")
        self.num_envs = tables
        self.action_names, self.observation_names = actions, observed
        self.single_action_space = spaces.Discrete(len(actions))
        self.single_observation_space = spaces.Box(-1, most, (len(observed),), np.int16)
        self.action_space = spaces.MultiDiscrete(np.full(tables, len(actions)))
        self.observation_space = spaces.Box(-1, most, (tables, len(observed)), np.int16)
        self._observed = np.zeros((tables, len(observed)), np.int16)
        self._last = np.zeros((tables, len(observed)), np.int16)
        self._masks = np.zeros((tables, len(actions)), np.int8)
        self._rewards = np.zeros(tables, np.int64)
        self._over = np.zeros(tables, np.bool_)
        self._random = np.zeros((tables, 2), np.uint64)
        self.record = np.zeros((tables, recorded, 2 + cards), np.int64)  # of the first rounds: cents, cards, and which
        self.rounds = np.zeros(tables, np.int64)  # that were played to their end

    def reset(
        self, *, seed: int | list[int | None] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observations, dict[str, Any]]:
        whole = seed if isinstance(seed, int) or seed is None else [one or 0 for one in seed]
        if whole is not None or not self._random.any():
            states = np.random.SeedSequence(whole).generate_state(2 * self.num_envs, np.uint64)
            self._random[:] = states.reshape(self.num_envs, 2)
        self.rounds[:] = 0
        self._begin()
        return self._observed.copy(), self._info()

    def step(
        self, actions: NDArray[np.int64]
    ) -> tuple[Observations, NDArray[np.int64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]]:
        """Take an action at every table. One that the mask excludes changes nothing there."""
        if actions.shape != (self.num_envs,):
            raise Refused(f"an action for each of {self.num_envs} tables is expected, not an array of {actions.shape}")
        self._go(np.ascontiguousarray(actions, np.int64))
        over = self._over.copy()
        info = self._info()
        info["final_obs"], info["_final_obs"] = self._last.copy(), over
        return self._observed.copy(), self._rewards.copy(), over, np.zeros(self.num_envs, np.bool_), info

    def _info(self) -> dict[str, Any]:
        return {"action_mask": self._masks.copy()}

    @abstractmethod
    def _begin(self) -> None:
        """Deal a first round at every table."""

    @abstractmethod
    def _go(self, actions: NDArray[np.int64]) -> None:
        """Take an action at every table, and deal where a round is over."""


@kernel(inline="always")
def draw_card(shoe: Any, i: Any, at: Any, random: Any) -> Any:
    """One of the cards of a table from place `at` on, each as likely as the other, put at that place."""
    left = np.uint64(shoe.shape[1] - at)
    one, two = random[i, 0], random[i, 1]
    while True:
        scaled = ((one + two) >> np.uint64(32)) * left
        two ^= one
        one = ((one << np.uint64(24)) | (one >> np.uint64(40))) ^ two ^ (two << np.uint64(16))
        two = (two << np.uint64(37)) | (two >> np.uint64(27))
        if (scaled & np.uint64(0xFFFFFFFF)) >= (np.uint64(1 << 32) - left) % left:
            break
    random[i, 0], random[i, 1] = one, two
    place = at + np.int64(scaled >> np.uint64(32))
    card = shoe[i, place]
    shoe[i, place] = shoe[i, at]
    shoe[i, at] = card
    return card
