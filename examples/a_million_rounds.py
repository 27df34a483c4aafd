"""Play a million rounds of Blackjack X in compiled code, by a policy of your own: here, as the dealer must play.

It needs Gymnasium: pip install 'houseway[env]'
"""

import os

import numpy as np

from houseway.env.many_twenty_one import HIT, STAND, ManyTwentyOne

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "1000000"))
WAGER = 10_00

tables = ManyTwentyOne("blackjack-x", tables=4096, wager=WAGER)
seen, _ = tables.reset(seed=1)
total, won = tables.observation_names.index("total"), 0
while tables.rounds.sum() < ROUNDS:
    like_the_dealer = np.where(seen[:, total] < 17, HIT, STAND)  # hit below 17, and stand from there on
    seen, rewards, _, _, _ = tables.step(like_the_dealer)
    won += int(rewards.sum())
rounds = int(tables.rounds.sum())
print(f"{rounds:,} rounds: {won / rounds / WAGER:+.4f} wagers a round")
