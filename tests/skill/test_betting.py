"""Skilled players at a pot: what they weigh, that they see no more than their seat, and that they win."""

from random import Random

import pytest

from houseway.cards.card import HIDDEN
from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.games.pot.base import PotGame
from houseway.play.driver import Driver
from houseway.play.event import CardEvent
from houseway.play.view import seen
from houseway.price.equity.ranges import ranges
from houseway.price.equity.situation import situation
from houseway.rules.files import RulesError
from houseway.rules.submission import house_rules
from houseway.skill.answering import answered, styles
from houseway.skill.match import match
from houseway.skill.styles import STYLES

POTS = [id for id, one in catalogue().items() if isinstance(one, PotGame)]


def table_of(id: str, seats: int) -> Driver:
    found = game(id)
    driver = Driver(found, house_rules(found.rules))
    for seat in range(1, seats + 1):
        driver.buy_in(f"seat {seat}", 500_00)
    return driver


@pytest.mark.parametrize("id", POTS)
def test_every_style_answers_legally_from_its_own_view_whatever_is_asked(id: str) -> None:
    driver, rng = table_of(id, 4), Random(3)
    kinds = list(STYLES)
    for hand in range(3):
        driver.begin(seed_from(hand))
        while driver.open:
            (who, ask), *_ = driver.asks.items()
            events = seen(driver.events, who)
            hidden = [one for one in events if isinstance(one, CardEvent) and one.place.startswith("seat ")]
            assert all(HIDDEN in one.cards for one in hidden if one.seen and who not in one.seen)
            driver.answer(who, answered(driver.table.rules, events, ask, kinds[int(who[5:]) % 4], rng.getrandbits(32)))
    assert driver.table.round == 3


def test_the_same_view_gives_the_same_answer_whatever_others_hold() -> None:
    """Two deals that look alike to a seat are answered alike: nothing but the view is used."""
    driver = table_of("limit-holdem", 3)
    driver.begin(seed_from(11))
    (who, ask), *_ = driver.asks.items()
    events = seen(driver.events, who)
    said = {answered(driver.table.rules, events, ask, "skilled", 5) for _ in range(3)}
    assert len(said) == 1
    whole = answered(driver.table.rules, driver.events, ask, "skilled", 5)  # it looks through its own eyes even here
    assert said == {whole}


def test_who_bets_more_is_thought_to_hold_better_hands() -> None:
    driver = table_of("limit-holdem", 3)
    driver.begin(seed_from(4))
    folded = {}
    for move in ("raise", "call", ""):
        (who, ask), *_ = driver.asks.items()
        if not move:
            break
        folded[who] = move
        driver.answer(who, move)
    holdem = game("limit-holdem")
    assert isinstance(holdem, PotGame)
    at = situation(holdem, driver.events, ask)
    assert {one.who: (one.raises, one.calls) for one in at.opponents} == {
        seat: (int(move == "raise"), int(move == "call")) for seat, move in folded.items()
    }
    by_seat = dict(zip([one.who for one in at.opponents], ranges(at, holdem, 1), strict=True))
    by_move = {move: by_seat[seat] for seat, move in folded.items()}
    assert len(by_move["raise"]) < len(by_move["call"])
    assert at.pot == 3_00 + 6_00 + 6_00  # the big blind, the raise and its call; this seat is the big blind


def test_what_a_short_stack_can_win_is_what_it_matches() -> None:
    found = game("no-limit-holdem")
    assert isinstance(found, PotGame)
    driver = Driver(found, house_rules(found.rules))
    for seat, chips in ((1, 500_00), (2, 100_00)):
        driver.buy_in(f"seat {seat}", chips)
    driver.table.memory["button"] = "seat 1"  # goes on to seat 2, so seat 1 is left of it and acts last before the flop
    driver.begin(seed_from(1))
    while True:
        (who, ask), *_ = driver.asks.items()
        if who == "seat 2":
            if situation(found, driver.events, ask).call > 90_00:
                break
            driver.answer(who, "call" if "call" in ask.answers() else "check")
        else:
            driver.answer(who, ask.answers()[-1])  # everything
    at = situation(found, driver.events, ask)
    assert at.pot + at.call == 200_00


@pytest.mark.parametrize(("id", "hands"), [("limit-holdem", 120), ("omaha", 80), ("seven-card-stud", 80)])
def test_skill_wins_from_a_player_who_only_calls(id: str, hands: int) -> None:
    """A few hands of fixed deals; ten thousand are `houseway match GAME skilled simple --hands 10000`."""
    found = match(house_rules(game(id).rules), ("skilled", "simple"), hands=hands, seed=1)
    assert found.hands == hands
    assert found.errors > 3


def test_a_kind_against_itself_wins_nothing_since_every_deal_is_played_from_both_sides() -> None:
    found = match(house_rules(game("limit-holdem").rules), ("simple", "simple"), hands=60)
    assert found.mean == 0


def test_what_cannot_be_played_is_said() -> None:
    rules = house_rules(game("limit-holdem").rules)
    with pytest.raises(RulesError, match="no optimal player: skilled, tight"):
        match(rules, ("optimal", "simple"), hands=2)
    with pytest.raises(RulesError, match="from 1 to"):
        match(rules, ("skilled", "simple"), hands=0)
    with pytest.raises(RulesError, match="11 can't play"):
        match(rules, ("skilled", "simple"), hands=2, seats=11)
    with pytest.raises(RulesError, match="against each other"):
        match(house_rules(game("pontoon-21").rules), ("simple", "random"), hands=2)


def test_only_games_between_players_have_styles() -> None:
    assert styles(game("big-o")) == tuple(STYLES)
    assert styles(game("chinese-poker")) == ("skilled",)
    assert styles(game("criss-cross-poker")) == ()
