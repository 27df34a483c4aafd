"""Train an agent at 3 Card Poker: it learns from which hand on to play, by the chips it wins (Gymnasium's interface).

It needs Gymnasium: pip install 'houseway[env]'
"""

import os

import numpy as np

import houseway
from houseway.cards.special_ranks import three_card_rank
from houseway.env import make

env = make("three-card-poker", answers={"bank": "decline", "wagers": "ante 10"})
own = [at for at, name in enumerate(env.observation_names) if name.startswith("own: ")][:52]
play, results = env.action_names.index("play 1"), []
for number in range(int(os.environ.get("HOUSEWAY_TRAINING", "20000"))):
    observation, info = env.reset(seed=1 if number == 0 else None)
    hand = tuple(np.flatnonzero(observation[own]).tolist())
    results.append((three_card_rank(hand), env.step(play)[1] + 10_00, hand))  # 10_00: folding would lose the ante
results.sort(reverse=True)
gained = np.cumsum([won for _, won, _ in results])
weakest = results[int(gained.argmax())][2]  # the more hands are played, the better, down to this one
print(f"after {len(results):,} rounds it plays from", *(houseway.Card(card) for card in weakest))
