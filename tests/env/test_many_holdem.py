"""Compiled tables of hold'em against the table itself: the same cards, the same answers, the same money."""

import os
from fractions import Fraction

import numpy as np
import pytest

from houseway.cards.card import HIDDEN
from houseway.cards.source import Scenario
from houseway.env.many_holdem import BANK, BOARD, OWN, ManyHoldem
from houseway.games import game
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.pricing import count
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import FeeTaken
from houseway.rules.resolved import resolve

ID, ANTE = "ultimate-texas-holdem", 10_00
TABLES, RECORDED = 100, 4


def test_every_round_is_played_and_settled_as_at_the_table() -> None:
    rules = resolve(game(ID).rules)
    env = ManyHoldem(tables=TABLES, ante=ANTE, rules=rules, recorded=RECORDED)
    rng = np.random.default_rng(4)
    answers: dict[tuple[int, int], list[str]] = {}
    observed, info = env.reset(seed=4)
    now: list[list[str]] = [[] for _ in range(TABLES)]
    while env.rounds.min() < RECORDED:
        actions = (info["action_mask"] * rng.random(info["action_mask"].shape)).argmax(axis=1)
        before = env.rounds.copy()
        observed, _, over, _, info = env.step(actions)
        assert env.observation_space.contains(observed)
        for table in range(TABLES):
            now[table].append(env.action_names[actions[table]])
            if over[table]:
                answers[table, int(before[table])] = now[table]
                now[table] = []
    for (table, number), said in answers.items():
        if number >= RECORDED:
            continue
        cents, _, *cards = env.record[table, number].tolist()
        places = {
            "seat 1": cards[OWN : OWN + 2],
            "player-dealer": cards[BANK : BANK + 2],
            "flop": cards[BOARD : BOARD + 3],
            "turn": cards[BOARD + 3 : BOARD + 4],
            "river": cards[BOARD + 4 : BOARD + 5],
        }
        driver = Driver(game(ID), rules, source=Scenario(places))
        for seat in (1, 2):
            driver.seat(f"seat {seat}", 1000 * ANTE)
        driver.begin(bytes(32))
        left = list(said)
        while driver.open:
            (ask,) = driver.asks.values()
            if ask.what == "bank":
                driver.answer(ask.who, "decline" if ask.who == "seat 1" else f"bank {900 * ANTE // 100}")
            elif ask.what == "wagers":
                driver.answer(ask.who, f"ante {ANTE // 100}")
            else:
                driver.answer(ask.who, left.pop(0))
        fees = sum(one.amount for one in driver.events if isinstance(one, FeeTaken) and one.who == "seat 1")
        assert driver.table.stack("seat 1") + fees - 1000 * ANTE == cents, (cards, said)
        assert not left


def test_what_is_not_open_yet_is_not_observed() -> None:
    env = ManyHoldem(tables=50)
    observed, _ = env.reset(seed=1)
    check = np.full(50, env.action_names.index("check"))
    for street, opened in enumerate((0, 3, 5)):
        assert (observed[:, 0] == street).all()
        assert (observed[:, 3 : 3 + opened] < 52).all() and (observed[:, 3 + opened :] == HIDDEN).all()
        observed, _, over, _, _ = env.step(check)
    assert not over.any() and (observed[:, 0] == 2).all()  # nobody can check on the river: nothing has changed


def test_raising_every_hand_comes_out_as_counted() -> None:
    env = ManyHoldem(tables=1000)
    env.reset(seed=9)
    counted = count(env.rules)
    (raising,) = (answer.worth for answer in counted.preflop.answers if answer.name == "play 4")
    exact = float(Fraction(int(raising.sum()), counted.deals * counted.bets.scale))
    four = np.full(1000, env.action_names.index("play 4"))
    rounds = int(os.environ.get("HOUSEWAY_ROUNDS", "500000"))
    nets = np.concatenate([env.step(four)[1] for _ in range(max(1, rounds // 1000))]) / 10_00
    assert abs(nets.mean() - exact) < 4 * nets.std() / np.sqrt(len(nets))


def test_another_game_is_refused() -> None:
    with pytest.raises(Refused, match="3 Card Poker is not hold'em against the bank"):
        ManyHoldem("three-card-poker", tables=1)
    with pytest.raises(Refused, match="an ante is a multiple of"):
        ManyHoldem(tables=1, ante=10_01)
