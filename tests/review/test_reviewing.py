"""Reviews: parts add up to what the stack did, luck averages to nothing, and mistakes cost what the coach says."""

import json
import os
from math import sqrt
from pathlib import Path

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue
from houseway.games import game as game_named
from houseway.play import journal
from houseway.play.driver import Driver
from houseway.pricing import can_price
from houseway.pricing.coach import advise
from houseway.review.parts import Parts, total
from houseway.review.reviewing import Mark, review, rounds_of
from houseway.rules.submission import house_rules
from tests.floor.generated import Generated
from tests.rounds import STANDING
from tests.test_cli import Answer

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "25"))
GAMES = [id for id in catalogue() if can_price(id)]
SLOW_COACH = {"cal-quick-draw-poker", "ultimate-texas-holdem", "criss-cross-poker"}


def test_parts_are_told_in_one_sentence_and_add_up() -> None:
    parts = Parts(result=-3500, price=-1200, mistakes=500, fees=200)
    assert parts.luck == -1600
    told = "You are down $35: the game's price was $12, your decisions cost $5, fees were $2, and the cards cost $16."
    assert parts.sentence() == told
    assert parts.data() == {
        "result": "-35", "price": "-12", "mistakes": "-5", "fees": "-2", "not_covered": "0", "banking": "0",
        "luck": "-16",
    }  # fmt: skip
    assert total([parts, Parts(result=1000, price=-100)]).luck == -1600 + 1100
    assert Parts().sentence() == "You are even: nothing was wagered."


@pytest.mark.parametrize("game", GAMES)
def test_a_round_played_at_random_adds_up_to_what_the_stack_did(game: str) -> None:
    """Every game against a bank: result = price - mistakes - fees + what was not covered + banking + luck."""
    rounds = ROUNDS // 5 if game in SLOW_COACH else ROUNDS
    generated = Generated(game, seats=2, coached=True, at_random=True)
    before: dict[str, int] = {}
    lucks, variance = [], 0.0
    for seen in generated.play(rounds):
        table = generated.driver.table
        for who, name in seen.accounts.items():
            stack = table.stack(who)
            for one in rounds_of(seen, name):
                if game not in STANDING and who in before:
                    assert one.parts.result == stack - before[who], f"{game}, round {seen.round}, {who}"
                if one.bets:
                    lucks.append(one.parts.luck)
                    variance += sum(bet.expected.deviation**2 * bet.unit**2 for bet in one.bets if bet.expected)
            before[who] = stack
    assert lucks
    # A mistake widens results and wagers of one round move together: the standard error is the larger of two estimates.
    error = max(sqrt(variance), sqrt(sum(luck * luck for luck in lucks)))
    assert abs(sum(lucks)) <= 5 * error + 100


@pytest.fixture(scope="module")
def folded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A journal of Criss Cross Poker in which Ann folds everything: three rounds, each decision a choice of hers."""
    driver = Driver(game_named("criss-cross-poker"), house_rules(game_named("criss-cross-poker").rules))
    driver.seat("seat 1", 100_000, "Ann")
    file = tmp_path_factory.mktemp("review") / "rounds.jsonl"
    for number in range(3):
        driver.begin(seed_from(f"review {number}"), now=number)
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, "ante 10" if ask.what == "wagers" else "fold")
        with file.open("a", encoding="utf-8") as out:
            out.write(journal.written(driver))
    return file


def test_a_fold_costs_what_the_coach_says_it_costs(folded: Path) -> None:
    found = review(str(folded))
    assert found.player == "Ann" and len(found.rounds) == 3 and found.moments
    for moment in found.moments:
        about = moment.decided.about
        assert about is not None
        worth = {answer.text: answer for answer in advise(about).answers}[moment.decided.answer]
        assert moment.cost == pytest.approx(float(worth.cost * 1000), abs=1e-9)
        assert moment.mark is not Mark.BLUNDER or moment.cost > 100
    assert found.parts.result == -3 * 2000  # both antes of each round
    assert found.parts.mistakes == sum(one.parts.mistakes for one in found.rounds) > 0
    assert [one.cost for one in found.dearest] == sorted((one.cost for one in found.dearest), reverse=True)


def test_a_moment_holds_only_cards_that_the_player_saw(folded: Path) -> None:
    for moment in review(str(folded)).moments:
        assert moment.decided.about is not None
        assert set(moment.decided.about.seen) == {"seat 1"}  # folded before any community card was turned


def test_a_round_is_told_in_a_line_and_silently_where_nothing_was_decided(folded: Path) -> None:
    found = review(str(folded))
    costly = [one for one in found.rounds if any(not moment.decided.best for moment in one.moments)]
    assert costly and all("as best play; fold cost $" in one.line for one in costly)
    generated = Generated("cash-in-baccarat", seats=1, coached=True)
    silent = [one for seen in generated.play(2) for one in rounds_of(seen, "Player 1")]
    assert silent and not any(one.line for one in silent)


def test_how_unusual_luck_was_is_a_chance(folded: Path) -> None:
    chance = review(str(folded)).chance
    assert chance is not None and 0 < chance <= 1


def test_the_command_tells_and_answers_in_json_and_csv(folded: Path) -> None:
    told = Answer("review", str(folded))
    assert told.status == 0 and "You are down $60" in told.out and "fold cost $" in told.out
    data = json.loads(Answer("review", str(folded), "--json").out)
    assert data["player"] == "Ann" and data["result"] == "-60" and sum(data["decisions"].values())
    lines = Answer("review", str(folded), "--csv").out.splitlines()
    assert lines[0].startswith("table,round,game,ask") and len(lines) == 1 + sum(data["decisions"].values())


@pytest.mark.parametrize(
    ("more", "sentence"),
    [(("--player", "Bob"), "Bob does not play in"), (("--game", "pontoon-21"), "can't be reviewed: it holds no round")],
)
def test_a_review_of_nobody_is_one_sentence(folded: Path, more: tuple[str, ...], sentence: str) -> None:
    wrong = Answer("review", str(folded), *more)
    assert wrong.status == 2 and sentence in " ".join(wrong.err.split())
