"""Sittings played at random, for what is tested of every game's environment."""

from collections.abc import Iterator

import numpy as np

from houseway.env.sitting import Sitting
from houseway.games import game


def seats_of(id: str, most: int = 3) -> int:
    return min(most, game(id).rules.seats)


def moments(sitting: Sitting, seed: int) -> Iterator[str]:
    """Play a sitting at random, stopping whenever somebody is asked; folding and staying out are rare."""
    rng = np.random.default_rng(seed)
    sitting.begin(rng)
    quits = [at for at, action in enumerate(sitting.actions.all) if str(action) in ("fold", "sit out", "decline")]
    done = len(sitting.actions) - 1
    while not sitting.over:
        who = sitting.asked
        yield who
        choices = list(sitting.choices(who))
        staying = [at for at in choices if at not in quits]
        if done in choices and rng.random() < 0.4:
            staying = [done]
        sitting.act(who, int(rng.choice(staying if staying and rng.random() < 0.8 else choices)))
