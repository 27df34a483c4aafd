"""Environments: steps a second of one core, through the table engine and in compiled code."""

from time import process_time

import numpy as np
from rich.console import Console
from rich.table import Table as Grid

from houseway.env import make
from houseway.env.many import Many
from houseway.env.many_holdem import ManyHoldem
from houseway.env.many_twenty_one import ManyTwentyOne

SECONDS = 2.0
TABLES = 4096


def through_the_engine(game: str, answers: dict[str, str]) -> float:
    env = make(game, answers=answers)
    rng = np.random.default_rng(1)
    _, info = env.reset(seed=1)
    steps, begun = 0, process_time()
    while process_time() - begun < SECONDS:
        _, _, over, _, info = env.step(rng.choice(np.flatnonzero(info["action_mask"])))
        steps += 1
        if over:
            _, info = env.reset()
    return steps / (process_time() - begun)


def compiled(env: Many) -> float:
    """Random legal actions, drawn beforehand so that it is the environment that is timed; drawing among them counts."""
    rng = np.random.default_rng(1)
    luck = [rng.random((env.num_envs, len(env.action_names)), np.float32) for _ in range(16)]
    _, info = env.reset(seed=1)
    for one in luck:  # compiles
        _, _, _, _, info = env.step((info["action_mask"] * one).argmax(axis=1))
    steps, begun = 0, process_time()
    while process_time() - begun < SECONDS:
        _, _, _, _, info = env.step((info["action_mask"] * luck[steps % 16]).argmax(axis=1))
        steps += 1
    return steps * env.num_envs / (process_time() - begun)


def main() -> None:
    grid = Grid("environment", "steps a second a core", title="Environments, random legal actions")
    rates = {
        "3 Card Poker, one seat at the table engine": through_the_engine(
            "three-card-poker", {"bank": "decline", "wagers": "ante 10"}
        ),
        "Limit hold'em, one seat at the table engine": through_the_engine("limit-holdem", {}),
        f"Blackjack X, {TABLES:,} compiled tables": compiled(ManyTwentyOne("blackjack-x", tables=TABLES)),
        f"Pontoon 21, {TABLES:,} compiled tables": compiled(ManyTwentyOne("pontoon-21", tables=TABLES)),
        f"Ultimate Texas Hold'em, {TABLES:,} compiled tables": compiled(ManyHoldem(tables=TABLES)),
    }
    for name, rate in rates.items():
        grid.add_row(name, f"{rate:,.0f}")
    Console().print(grid)


if __name__ == "__main__":
    main()
