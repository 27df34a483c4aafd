"""Compiled tables of twenty-one against the table itself: the same cards, the same answers, the same money."""

from collections.abc import Sequence

import numpy as np
import pytest
from gymnasium.vector import AutoresetMode

from houseway.cards.card import Card
from houseway.cards.pack import Shoe
from houseway.cards.source import FairShuffle
from houseway.env.many_twenty_one import ACTIONS, SURRENDER, ManyTwentyOne
from houseway.games import catalogue, game
from houseway.games.twenty_one.facts import TwentyOneFacts, twenty_one_rules
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import FeeTaken
from houseway.rules.resolved import Rules, resolve

GAMES = [id for id, one in catalogue().items() if isinstance(one.rules.facts, TwentyOneFacts)]
WAGER = 10_00
TABLES, RECORDED = 40, 12


class InOrder(FairShuffle):
    """A shoe that deals these cards first, after the one that is burned."""

    order: Sequence[Card] = ()

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        rest = list(pack)
        for card in self.order:
            rest.remove(card)
        return Shoe.stacked([rest[0], *self.order, *rest[1:]])


def rules_of(id: str) -> Rules:
    known = game(id).rules
    continuous = next(str(value) for value in known.options["shuffling"].values if str(value).startswith("continuous"))
    return resolve(known, {"shuffling": continuous})


def played_at_random(env: ManyTwentyOne, seed: int) -> dict[tuple[int, int], list[str]]:
    """The answers of each recorded round, by table and number; a round without any had nothing to decide."""
    rng = np.random.default_rng(seed)
    answers: dict[tuple[int, int], list[str]] = {}
    _, info = env.reset(seed=seed)
    now: list[list[str]] = [[] for _ in range(env.num_envs)]
    while env.rounds.min() < RECORDED:
        likely = info["action_mask"] * rng.random(info["action_mask"].shape)
        likely[:, SURRENDER] *= 0.3
        actions = likely.argmax(axis=1)
        before = env.rounds.copy()
        _, _, over, _, info = env.step(actions)
        for table in range(env.num_envs):
            now[table].append(ACTIONS[actions[table]])
            if over[table]:
                answers[table, int(before[table])] = now[table]
                now[table] = []
    return answers


@pytest.mark.parametrize("id", GAMES)
def test_every_round_is_played_and_settled_as_at_the_table(id: str) -> None:
    rules = rules_of(id)
    env = ManyTwentyOne(id, tables=TABLES, wager=WAGER, rules=rules, recorded=RECORDED)
    answers = played_at_random(env, seed=3)
    source = InOrder()
    driver = Driver(game(id), rules, source=source)
    bank = f"seat {rules.seats}"
    driver.seat("seat 1", 1000 * WAGER)
    if rules.game.bank == "player-dealer":
        driver.seat(bank, 10**6 * WAGER)
    start = driver.table.state()
    base = twenty_one_rules(rules).base
    said: set[str] = set()
    for table in range(TABLES):
        for number in range(RECORDED):
            cents, dealt, *cards = env.record[table, number].tolist()
            source.order = cards[:dealt]
            driver.restore(start)
            driver.begin(bytes(32))
            left = list(answers.get((table, number), []))
            said |= set(left)
            while driver.open:
                (ask,) = driver.asks.values()
                if ask.what == "bank":
                    driver.answer(ask.who, f"bank {10**5 * WAGER // 100}" if ask.who == bank else "decline")
                elif ask.what == "wagers":
                    driver.answer(ask.who, f"{base} {WAGER // 100}" if ask.who == "seat 1" else "sit out")
                elif ask.what == "surrender":
                    gives_up = left[:1] == ["surrender"]
                    driver.answer(ask.who, left.pop(0) if gives_up else "play on")
                elif ask.what in ("play", "rescue"):
                    driver.answer(ask.who, left.pop(0))
                else:
                    driver.answer(
                        ask.who, {"insurance": "no insurance", "side": "no side bet"}.get(ask.what, ask.default)
                    )
            fees = sum(one.amount for one in driver.events if isinstance(one, FeeTaken) and one.who == "seat 1")
            assert driver.table.stack("seat 1") + fees - 1000 * WAGER == cents, (cards[:dealt], answers)
    assert {"hit", "stand", "double", "split"} <= said


def test_what_may_be_done_at_a_compiled_table_is_what_the_table_offers() -> None:
    rules = rules_of("pontoon-21")
    env = ManyTwentyOne("pontoon-21", tables=500, wager=WAGER, rules=rules)
    observed, info = env.reset(seed=1)
    first = observed[:, 0] == 0
    assert first.all() and info["action_mask"][:, ACTIONS.index("double")].all()
    pairs = (observed[:, 7:] == 2).any(axis=1)
    assert np.array_equal(info["action_mask"][:, ACTIONS.index("split")].astype(bool), pairs)


def test_the_same_seed_deals_the_same_rounds_and_an_excluded_action_changes_nothing() -> None:
    one, two = (ManyTwentyOne("blackjack-x", tables=64) for _ in range(2))
    (seen, info), (again, _) = one.reset(seed=5), two.reset(seed=5)
    assert np.array_equal(seen, again) and one.observation_space.contains(seen)
    rescue = np.full(64, ACTIONS.index("rescue"))
    after, rewards, over, cut, more = one.step(rescue)
    assert np.array_equal(after, seen) and not rewards.any() and not over.any() and not cut.any()
    assert np.array_equal(more["action_mask"], info["action_mask"])
    stand = np.full(64, ACTIONS.index("stand"))
    _, rewards, over, _, more = one.step(stand)
    assert over.any() and rewards.dtype == np.int64 and np.array_equal(more["_final_obs"], over)
    assert one.metadata["autoreset_mode"] is AutoresetMode.SAME_STEP


def test_what_no_compiled_table_can_be_is_refused() -> None:
    with pytest.raises(Refused, match="is not a game of twenty-one"):
        ManyTwentyOne("three-card-poker", tables=1)
    with pytest.raises(Refused, match="at least one table"):
        ManyTwentyOne("blackjack-x", tables=0)
    with pytest.raises(Refused, match="a wager is a multiple of"):
        ManyTwentyOne("blackjack-x", tables=1, wager=10_01)
    env = ManyTwentyOne("blackjack-x", tables=3)
    env.reset(seed=1)
    with pytest.raises(Refused, match="an action for each of 3 tables"):
        env.step(np.zeros(2, np.int64))
