"""What is true of every game's environments: the checks of Gymnasium and PettingZoo, secrets, money, actions."""

from collections.abc import Sequence

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from houseway.cards.card import HIDDEN, NAMES, Card, hand, text
from houseway.cards.pack import Shoe
from houseway.cards.source import FairShuffle
from houseway.env import make_several, register
from houseway.env.actions import NOTHING
from houseway.env.felt import drawn
from houseway.env.seeing import hand_shown
from houseway.env.sitting import Sitting
from houseway.games import catalogue
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import CardEvent, FeeTaken
from houseway.play.table import copied
from houseway.play.view import seen
from tests.env.playing import moments, seats_of

every_game = pytest.mark.parametrize("id", catalogue())


@every_game
def test_gymnasium_finds_nothing_wrong_with_a_seat(id: str) -> None:
    register()
    check_env(gymnasium.make(f"houseway/{id}-v0", render_mode="ansi").unwrapped)


@every_game
def test_pettingzoo_finds_nothing_wrong_with_a_table(id: str) -> None:
    api_test(make_several(id, seats=seats_of(id)), num_cycles=20)
    seed_test(lambda: make_several(id), num_cycles=10)


@every_game
def test_every_word_that_a_seat_may_answer_is_an_action_and_every_action_is_an_answer(id: str) -> None:
    sitting = Sitting(id, seats=seats_of(id), rounds=2)
    for who in moments(sitting, 1):
        ask = sitting.driver.asks[who]
        choices = sitting.choices(who)
        for then in choices.values():
            if isinstance(then, str):
                ask.read(then)
        if sitting._said.get(who, NOTHING):
            continue
        words = {word for form in ask.data()["forms"] if form["form"] in ("words", "times") for word in form["words"]}
        said = {then for then in choices.values() if isinstance(then, str)}
        assert words <= said or not any(word.split(" ")[0].isalpha() for word in words - said), words - said


@every_game
def test_rewards_are_what_the_chips_became_and_nobody_makes_money(id: str) -> None:
    sitting = Sitting(id, seats=seats_of(id), rounds=2)
    won = dict.fromkeys(sitting.seats, 0)
    fees = 0
    for _ in moments(sitting, 2):
        for who in sitting.seats:
            won[who] += sitting.won(who)
    for who in sitting.seats:
        won[who] += sitting.won(who)
        assert won[who] == sitting._worth(who) - 1000_00
    fees = sum(event.amount for event in sitting.driver.events if isinstance(event, FeeTaken))
    if sitting.rules.game.bank in ("pot", "pairwise", "player-dealer"):
        assert sum(won.values()) <= 0 and (fees == 0 or sum(won.values()) < 0)


# Secrets


class Redealt(FairShuffle):
    """The same shuffle with some cards changed for others."""

    def __init__(self, changed: dict[Card, Card]) -> None:
        super().__init__()
        self._changed = changed

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        shoe = super().shoe(pack, label)
        shoe.cards[:] = [self._changed.get(card, card) for card in shoe.cards]
        return shoe


@every_game
def test_no_observation_tells_a_hidden_card(id: str) -> None:
    """The round is dealt again with the cards that a seat has seen and others in place of those it has not: what the
    seat observes is the same, to the last number, and so is its picture of the felt."""
    rng = np.random.default_rng(3)
    held = hidden = 0
    for seed in (4, 5):
        sitting = Sitting(id, seats=seats_of(id))
        start = copied(sitting.driver.table.state())
        for number, who in enumerate(moments(sitting, seed)):
            driver = sitting.driver
            known = {card for event in seen(driver.events, who) if isinstance(event, CardEvent) for card in event.cards}
            unknown = [card for card in dict.fromkeys(driver.table.pack) if card not in known]
            changed = dict(zip(unknown, rng.permutation(unknown).tolist(), strict=True))
            again = _again(driver, start, changed)
            if again is None or len(again.events) != len(driver.events) or who not in again.asks:
                continue  # the rules themselves took another way, as where a dealer has looked for a natural
            assert again.asks[who].data() == driver.asks[who].data()
            said = sitting._said.get(who, NOTHING)
            before, after = (sitting.sight.observation(one, who, said) for one in (driver, again))
            assert np.array_equal(before, after)
            if number % 10 == 0:
                assert np.array_equal(drawn(driver, who), drawn(again, who))
            held += 1
            hidden += HIDDEN in known
            assert _named(sitting, before) <= {NAMES[card] for card in known}
    assert held
    assert hidden or not any(isinstance(event, CardEvent) and event.seen for event in sitting.driver.events)


def _again(driver: Driver, start: dict[str, object], changed: dict[Card, Card]) -> Driver | None:
    """The round as its journal has it, dealt with other cards; answers that name such a card name the other one."""
    again = Driver(driver.game, driver.table.rules, source=Redealt(changed))
    again.restore(start)
    begin, *answers = driver.journal
    try:
        again.begin(bytes.fromhex(begin["seed"]), begin["now"])
        for entry in answers:
            again.answer(entry["who"], _changed(entry["text"], changed))
    except Refused:
        return None
    return again


def _changed(answer: str, changed: dict[Card, Card]) -> str:
    words = []
    for word in answer.split(" "):
        bare = word.rstrip(",")
        if bare in NAMES:
            (card,) = hand(bare)
            words.append(text([changed.get(card, card)]) + word[len(bare) :])
        else:
            words.append(word)
    return " ".join(words)


def _named(sitting: Sitting, observation: "np.ndarray[tuple[int], np.dtype[np.int64]]") -> set[str]:
    """The cards that an observation names."""
    there = (name.rpartition(": ")[2] for name, number in zip(sitting.sight.names, observation, strict=True) if number)
    return {name for name in there if name in NAMES}


def test_cards_of_a_view_are_read_with_those_that_lie_face_down() -> None:
    assert hand_shown("Kh ?? Jk") == (*hand("Kh"), HIDDEN, *hand("Jk"))
    assert hand_shown("") == ()
