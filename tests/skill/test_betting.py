"""Skilled players at a pot: what they weigh, that they see no more than their seat, and that they win."""

import os
from collections import Counter
from random import Random

import numpy as np
import pytest

from houseway.cards.card import HIDDEN
from houseway.cards.shuffle import seed_from
from houseway.games import catalogue, game
from houseway.games.pot.round import PotGame
from houseway.play import scenario
from houseway.play.driver import Driver
from houseway.play.event import CardEvent
from houseway.play.pot import Bet
from houseway.play.scenario import play_to_decision
from houseway.play.view import seen
from houseway.pricing.equity.ranges import likelihood, meetings
from houseway.pricing.equity.situation import Situation, situation
from houseway.rules.strict import RulesError
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
    met = dict(zip([one.who for one in at.opponents], meetings(at, holdem, 1), strict=True))
    by_move = {move: met[seat].equity for seat, move in folded.items()}
    assert by_move["raise"] < by_move["call"]
    assert at.pot == 3_00 + 6_00 + 6_00  # the big blind, the raise and its call; this seat is the big blind


def test_a_larger_bet_speaks_for_better_hands_and_a_check_for_worse_ones() -> None:
    stands = np.linspace(0.01, 0.99, 50)

    def mean(kind: str, size: float) -> float:
        weights = likelihood(kind, size, stands)
        return float(weights @ stands / weights.sum())

    assert mean("check", 0) < 0.5 < mean("bet", 0.3) < mean("bet", 1) < mean("bet", 3)
    assert mean("bet", 0.3) < mean("raise", 0.3)
    assert 0.5 < mean("call", 0.3) < mean("call", 2) < mean("bet", 2)
    assert min(likelihood("bet", 0.3, stands)) > 0.1  # a bet may be a bluff


def heads_up(id: str, cards: str, board: str, mine: str, theirs: str) -> tuple[Driver, Situation]:
    """Seat 1, which acts first on every street, with these cards to act, after what the two have said."""
    text = f'''
game = "{id}"
seed = 7
options = {{ heads_up = "as printed" }}
[before]
button = "seat 2"
[cards]
"seat 1" = "{cards}"
board = "{board}"
[[seats]]
seat = 1
stack = "1000"
decisions = [{", ".join(f'"{word}"' for word in mine.split(", "))}]
[[seats]]
seat = 2
stack = "1000"
decisions = [{", ".join(f'"{word}"' for word in theirs.split(", "))}]
'''
    plan = scenario.read(text, name="heads-up")
    found = game(id)
    assert isinstance(found, PotGame)
    driver, _ = play_to_decision(plan, found)
    (ask,) = driver.asks.values()
    return driver, situation(found, driver.events, ask)


def said(driver: Driver, style: str = "skilled", times: int = 30) -> Counter[str]:
    """How often a player says what to what is asked now, over some seeds, in one word each."""
    ((who, ask),) = driver.asks.items()
    events = seen(driver.events, who)
    return Counter(answered(driver.table.rules, events, ask, style, seed).split()[0] for seed in range(times))


def test_what_was_done_is_kept_with_the_cards_that_lay_there() -> None:
    _, at = heads_up("limit-holdem", "Ah 9h", "Kh 7h 2c 3s", "raise, check, call, check", "call, bet, bet")
    assert [(move.who, move.kind, move.board) for move in at.moves] == [
        ("seat 1", "raise", 0), ("seat 2", "call", 0),
        ("seat 1", "check", 3), ("seat 2", "bet", 3), ("seat 1", "call", 3),
        ("seat 1", "check", 4), ("seat 2", "bet", 4),
    ]  # fmt: skip
    pot = 12_00 - 2_00  # before the flop, without the collection
    assert at.moves[3].size == pytest.approx(3_00 / pot)
    assert at.moves[6].size == pytest.approx(6_00 / (pot + 6_00))


def test_a_missed_blind_that_is_made_up_speaks_for_no_hand() -> None:
    driver, before = heads_up("limit-holdem", "Ah 9h", "Kh 7h 2c", "call", "check")
    (ask,) = driver.asks.values()
    made_up = Bet("seat 2", "missed small blind", 1_00, 1_00, "")
    holdem = game("limit-holdem")
    assert isinstance(holdem, PotGame)
    after = situation(holdem, [*driver.events, made_up], ask)
    assert after.moves == before.moves and after.bets == before.bets and not after.opponents[0].raises


@pytest.mark.parametrize(
    ("cards", "board", "mine", "theirs"),
    [
        ("Kc 3c", "Kd 9h 4s 2d Jh", "call, call, check, call, check, call, check", "raise, bet, bet, bet"),
        ("9c 8c", "Kd 9h 4s 2d", "call, call, check, call, check", "raise, bet, bet"),
        ("Ah 5h", "Kd 9h 4s", "call, call, check", "raise, bet"),
    ],
)
def test_who_bets_every_time_is_not_believed_every_time(cards: str, board: str, mine: str, theirs: str) -> None:
    """Pot odds of three to one and better: a pair, or an ace before the turn, stays in."""
    driver, at = heads_up("limit-holdem", cards, board, mine, theirs)
    assert at.call * 3 <= at.pot
    assert said(driver)["fold"] < 8  # of 30


def test_two_pair_is_raised_and_nothing_is_folded_to_a_large_bet() -> None:
    line = "call, call, check, call, check, call, check", "raise, bet, bet, bet"
    good, _ = heads_up("limit-holdem", "Jc 9c", "Kd 9h 4s 2d Jh", *line)
    assert said(good)["raise"] > 25
    line = "call, check, check, check", "check, check, check, bet 100"
    nothing, _ = heads_up("no-limit-holdem", "3d 2h", "Kc Kd 9s 8s Qh", *line)
    assert said(nothing)["call"] == 0


def test_two_who_have_the_best_hand_do_not_raise_each_other_without_end() -> None:
    """With two left the rules set no end to raises at a limit; ace-high spades are the best hand there is."""
    line = "call, check, check, bet, raise, raise", "check, check, check, raise, raise, raise"
    driver, at = heads_up("limit-holdem", "As Js", "Ks 9s 4s 2d 7h", *line)
    assert (at.who, at.bets) == ("seat 1", 6)
    assert said(driver) == {"call": 30}


@pytest.mark.parametrize("style", STYLES)
def test_PP_3_players_answer_where_a_fold_leaves_two_in_a_round_that_had_its_raises(style: str) -> None:
    driver = table_of("limit-holdem", 3)
    driver.begin(seed_from(9))
    for word in ("raise", "raise", "raise", "fold"):
        driver.answer(next(iter(driver.asks)), word)
    assert set(said(driver, style, times=5)) <= {"call", "fold"}


@pytest.mark.parametrize("style", STYLES)
def test_PP_8_players_answer_a_short_all_in_that_may_be_completed(style: str) -> None:
    found = game("limit-holdem")
    driver = Driver(found, house_rules(found.rules))
    for seat, chips in ((1, 500_00), (2, 500_00), (3, 4_00)):
        driver.seat(f"seat {seat}", chips)
    driver.table.memory["button"] = "seat 2"  # goes on to seat 3, who is all-in for a dollar more than the blind
    driver.begin(seed_from(9))
    driver.answer("seat 3", "raise to 4")
    for _ in range(2):
        ((who, ask),) = driver.asks.items()
        assert "complete to 6" in ask.answers()
        assert set(said(driver, style, times=5)) <= {"call", "fold", "complete"}
        driver.answer(who, "call")


def test_a_hand_is_bet_for_what_worse_hands_call() -> None:
    value, _ = heads_up("limit-holdem", "Ac Kc", "Kd 9h 4s 2d Jh", "call, check, check", "check, check, check")
    assert said(value) == {"bet": 30}


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


@pytest.mark.parametrize(("id", "hands"), [("no-limit-holdem", 800), ("omaha", 160)])
def test_skill_wins_from_a_player_who_only_calls(id: str, hands: int) -> None:
    """A few hands of fixed deals; ten thousand are `houseway match GAME skilled simple --hands 10000`."""
    found = match(house_rules(game(id).rules), ("skilled", "simple"), hands=hands, seed=1)
    assert found.hands == hands
    assert found.errors > 3


HANDS = int(os.environ.get("HOUSEWAY_ROUNDS", "0"))


@pytest.mark.skipif(HANDS < 2000, reason="takes some thousand hands: HOUSEWAY_ROUNDS=3000")
@pytest.mark.parametrize("kind", ["aggressive", "loose", "tight", "simple"])
def test_skilled_is_the_best_of_the_styles(kind: str) -> None:
    found = match(house_rules(game("limit-holdem").rules), ("skilled", kind), hands=HANDS)
    print(found.told())
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
