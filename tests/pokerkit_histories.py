"""Random hands played by PokerKit alone, as the PHH files it writes."""

import random
import warnings
from typing import Any

from pokerkit import Automation, HandHistory

from tests.pokerkit_peer import VARIANTS

AUTOMATIC: Any = tuple(Automation)


def history(code: str, rng: random.Random, *, cap: bool = True) -> str:
    """A hand with its finishing stacks. `cap`: never a raise beyond three, which the format's own engine allows."""
    variant = VARIANTS[code]
    stakes = variant.stakes
    seats = rng.randint(2, variant.most_seats)
    stacks = [rng.randint(1, rng.choice((20, 200, 1000))) for _ in range(seats)]
    trimmed = rng.random() < 0.5
    if stakes.bring_in:
        bets: tuple[Any, ...] = (stakes.ante, stakes.bring_in, stakes.small, stakes.big)
    elif stakes.betting == "limit":
        bets = (stakes.ante, stakes.blinds, stakes.small, stakes.big)
    else:
        bets = (stakes.ante, stakes.blinds, stakes.small)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        game = variant.peer(AUTOMATIC, trimmed, *bets)
        state = game(stacks, seats)
        while state.status:
            _act(state, rng, cap)
        told = HandHistory.from_game_state(game, state, ante_trimming_status=trimmed)
        told.finishing_stacks = list(state.stacks)
        text: str = told.dumps()
    return text


def _act(state: Any, rng: random.Random, cap: bool) -> None:
    roll = rng.random()
    if state.can_post_bring_in() and roll < 0.8:
        state.post_bring_in()
    elif state.checking_or_calling_amount and roll < 0.2:
        state.fold()
    elif roll > 0.75 and state.can_complete_bet_or_raise_to():
        if cap and state.completion_betting_or_raising_count >= 3:
            state.check_or_call()
            return
        low = state.min_completion_betting_or_raising_to_amount
        high = state.max_completion_betting_or_raising_to_amount
        state.complete_bet_or_raise_to(high if rng.random() < 0.1 else rng.randint(low, min(high, low * 3)))
    elif state.can_check_or_call():
        state.check_or_call()
    else:
        state.complete_bet_or_raise_to()
