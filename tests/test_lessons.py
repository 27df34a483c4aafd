"""What newcomers are told of a game: said of every game, of wagers and asks that it has, and of all of them."""

from random import Random

import pytest
from markupsafe import escape

from houseway.cards.shuffle import seed_from
from houseway.games import catalogue
from houseway.play.driver import Driver
from houseway.play.player_dealer import DECLINE
from houseway.rules.files import game_rules, read_rules
from houseway.rules.folders import Folder, folders, looked_in
from houseway.rules.lessons import LESSON, Lesson, decisions, lesson
from houseway.rules.strict import read_model
from houseway.rules.submission import house_rules
from houseway.serve.pages.learn import page
from houseway.serve.pages.specimen import specimen
from tests.games.high_card.round import HighCard
from tests.games.table_poker.classics import IDS, text_of
from tests.rounds import answer

GAMES = [id for id in catalogue() if id != HighCard().rules.id]


def seated(id: str) -> Driver:
    """A table with players at it who have a usual stack."""
    driver = Driver(catalogue()[id], house_rules(game_rules(id)))
    for number in range(1, 4):
        driver.buy_in(f"seat {number}", driver.game.buy_in_limits(driver.table.rules).nearest(1000_00, 0))
    return driver


@pytest.mark.parametrize("id", GAMES)
def test_a_game_is_explained_in_a_few_sentences(id: str) -> None:
    words = " ".join(lesson(game_rules(id)).text).split()
    assert 60 <= len(words) <= 260, "half a page, with the tables that follow"


@pytest.mark.parametrize("id", GAMES)
def test_every_wager_and_every_decision_has_its_sentence(id: str) -> None:
    game, said = game_rules(id), lesson(game_rules(id))
    assert [name for name, wager in game.wagers.items() if wager.when != "moved" and not said.wager(name)] == []
    assert [name for name in decisions(game) if name not in ("wagers", "bank", *said.asks)] == []


LESSONS = [folder for folder in folders() if folder.file(LESSON)]


@pytest.mark.parametrize("folder", LESSONS, ids=[folder.name for folder in LESSONS])
def test_lessons_are_about_wagers_and_asks_that_there_are(folder: Folder) -> None:
    games = [game_rules(id) for id in GAMES if folder in looked_in(id)]
    games += [game for game in (read_rules(text_of(id), name=id) for id in IDS) if game.family == folder.name]
    assert games, "a lesson of no game"
    own = read_model(Lesson, folder.path.joinpath(LESSON).read_text(encoding="utf-8"), name=folder.name)
    assert all(any(name in game.asks for game in games) for name in own.asks)
    for name in own.wagers:
        alone = own.model_copy(update={"wagers": {name: "x"}})
        assert any(alone.wager(wager) for game in games for wager in game.wagers), name


@pytest.mark.parametrize("id", GAMES)
def test_whatever_a_player_is_asked_in_a_round_is_among_the_decisions(id: str) -> None:
    asked: set[str] = set()
    for number in range(3):
        driver, rng = seated(id), Random(number)
        driver.begin(seed_from(number))
        while driver.open:
            asked |= {ask.what for who, ask in driver.asks.items() if who in driver.table.seats}
            who, ask = next(iter(driver.asks.items()))
            driver.answer(who, answer(ask, rng))
    assert asked | specimen(id).asked <= set(decisions(game_rules(id)))


@pytest.mark.parametrize("id", GAMES)
def test_the_page_has_a_felt_with_cards_and_no_card_that_the_viewer_may_not_see(id: str) -> None:
    shows = specimen(id)
    assert 'class="card ' in shows.felt and " inert>" in shows.felt and "data-hw" not in shows.felt
    drawn = page(house_rules(game_rules(id)))
    assert (
        shows.felt in drawn and "None" not in drawn and "{" not in drawn.split('class="whole"')[0].split("</figure>")[1]
    )


def test_a_game_that_nobody_wrote_a_lesson_for_has_a_page_from_its_rules() -> None:
    game = HighCard().rules
    assert not lesson(game).text
    drawn = page(house_rules(game))
    assert escape(game.summary) in drawn and "fold" in drawn and "card" in specimen(game.id).felt


@pytest.mark.parametrize("id", [id for id in GAMES if game_rules(id).bank == "player-dealer"])
def test_who_says_nothing_declines_the_bank(id: str) -> None:
    driver = seated(id)
    driver.begin(seed_from(1))
    offers = [ask for ask in driver.asks.values() if ask.what == "bank"]
    assert [ask.default for ask in offers] == [DECLINE]
