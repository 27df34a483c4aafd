"""`import houseway`: what is public, that it is quick, and that it says what is wrong in one sentence."""

import doctest
import importlib
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import houseway
import houseway.pricing.sessions
from houseway import Card
from houseway.errors import instead, nearest
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.rules.submission import house_rules

DOCUMENTED = ("houseway", *(f"houseway.{name}" for name in ("api", "table", "errors", "cards.named", "pricing")))
DOCUMENTED += ("houseway.games", "houseway.rules.money")
PAGE = (Path(__file__).parent.parent / "docs" / "api.md").read_text(encoding="utf-8")
HAND: dict[str, Any] = {
    "game": "criss-cross-poker",
    "cards": {"seat 1": Card.hand("Kh Kd"), "across": "Ks 5d", "down": "9c 4s", "middle": "5c"},
    "seats": [{"seat": 1, "wagers": {"ante": "10"}, "decisions": ["across 3", "down 2", "middle 3"]}],
}


@pytest.mark.parametrize("name", DOCUMENTED)
def test_the_examples_of_docstrings_come_to_what_they_say(name: str) -> None:
    came = doctest.testmod(importlib.import_module(name))
    assert came.attempted and not came.failed


def test_every_public_name_is_there_and_on_the_page_and_no_other() -> None:
    assert {name for name in houseway.__all__ if hasattr(houseway, name)} == set(houseway.__all__)
    assert set(re.findall(r"^\| `(?:houseway\.)?(\w+)", PAGE, re.MULTILINE)) == set(houseway.__all__)
    assert set(houseway.__all__) <= set(dir(houseway))
    with pytest.raises(AttributeError, match="has no attribute 'prices'"):
        getattr(houseway, "prices")  # noqa: B009  # a name that there is not


def test_nothing_is_imported_before_it_is_used() -> None:
    program = "import houseway, sys; print(*[name for name in sys.modules if name.partition('.')[0] == 'houseway'])"
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
    assert said.stdout.split() == ["houseway"]


def test_a_function_and_a_package_with_like_names_live_together() -> None:
    assert houseway.pricing.sessions.__name__ == "houseway.pricing.sessions"
    assert houseway.price("ultimate-war").wagers
    assert len(houseway.games()) == len(importlib.import_module("houseway.games").catalogue()) >= 35
    assert houseway.games()[0] is houseway.game(houseway.games()[0].id)
    assert re.match(r"\d+\.\d+|\(not installed", houseway.__version__)


# Cards


def test_a_card_is_text_and_the_number_that_the_engine_has() -> None:
    king = Card("Kh")
    assert (str(king), repr(king), f"{king}", king.rank, king.suit) == ("Kh", "Card('Kh')", "Kh", "K", "h")
    assert king == Card("kH") == Card(int(king)) == 46 and Card("10d").name == "ten of diamonds"
    assert (str(Card("Jk")), Card("Jk").rank, Card("Jk").suit, Card("Jk").name) == ("Jk", "", "", "joker")
    assert sorted(Card.hand("As 2h Kc")) == [Card("2h"), Card("Kc"), Card("As")]
    assert pickle.loads(pickle.dumps(king)) == king and type(pickle.loads(pickle.dumps(king))) is Card


@pytest.mark.parametrize("wrong", ["", "Xh", "Khh", 53, -1])
def test_what_is_no_card_is_refused(wrong: str | int) -> None:
    with pytest.raises(houseway.HousewayError, match="is not a card"):
        Card(wrong)


def test_every_public_function_takes_cards_as_cards() -> None:
    board = [Card("Kd"), Card("7c"), Card("2s")]
    given = houseway.equity("no-limit-holdem", Card.hand("AhKh"), "QQ+, AKs", board=board)
    assert given == houseway.equity("no-limit-holdem", "Ah Kh", "QQ+, AKs", board="Kd 7c 2s")
    written = HAND | {"cards": HAND["cards"] | {"seat 1": "Kh Kd"}}
    assert houseway.settle(HAND).report() == houseway.settle(written).report()


# Settling, coaching, replaying


def test_a_scenario_is_text_a_file_or_a_dictionary(tmp_path: Path) -> None:
    text = Path(__file__).parent.parent / "examples" / "criss-cross.toml"
    assert houseway.settle(text).report() == houseway.settle(text.read_text(encoding="utf-8")).report()
    with pytest.raises(houseway.HousewayError, match=r"none\.toml can't be read"):
        houseway.settle(tmp_path / "none.toml")


def test_the_coach_advises_a_table_a_driver_and_a_scenario_alike() -> None:
    table = houseway.deal("ultimate-war", "war 5", seed=1)
    assert table.ask is None  # nothing is decided once the cards are out
    table = houseway.deal("three-card-poker", "ante 10", seed=1)
    advice = houseway.coach(table)
    assert advice == houseway.coach(table.driver, who=table.me)
    assert table.ask is not None and advice.best.text in table.ask.answers()


def test_a_journal_is_played_again_as_one_viewer_saw_it() -> None:
    table = houseway.deal("criss-cross-poker", "ante 10", seed=7)
    table.play()
    (again,) = houseway.replay(table.journal(), "seat 1")
    assert again.story == table.story and str(again) == str(table)
    with pytest.raises(houseway.HousewayError, match=r"did you mean surveillance\?"):
        houseway.replay(table.journal(), "surveilance")


# A table


@pytest.mark.parametrize("id", [game.id for game in houseway.games()])
def test_every_game_is_played_at_a_table_in_one_call(id: str) -> None:
    table = houseway.Table(id, seed=3)
    won = table.play(3)
    assert won == table.net and not table.open and table.driver.table.round == 3
    assert houseway.Table(id, seed=3).play(3) == won


def test_other_players_play_until_you_are_asked_and_you_see_what_your_seat_sees() -> None:
    table = houseway.Table("limit-holdem", players=4, stack="200", bots="simple", seed=5)
    table.begin()
    assert table.ask is not None and table.ask.who == "seat 1" and table.stack <= 200_00
    assert sum("??" in repr(event) for event in table.events) == 0 and "a card face down" in str(table)
    with pytest.raises(Refused):
        table.answer("double")


def test_a_bot_may_be_a_function_and_rules_may_be_changed_by_keyword() -> None:
    asked = []

    def passive(ask: Any, rng: Any) -> str:
        asked.append(ask.who)
        return str(ask.default)

    table = houseway.Table("limit-holdem", players=2, bots=passive, seed=1)
    table.play(2, passive)
    assert set(asked) == {"seat 1", "seat 2"}
    assert houseway.Table("pontoon-21", decks=6, seed=1).driver.table.rules.options["decks"] == 6


def test_you_take_the_bank_only_if_you_want_to() -> None:
    table = houseway.Table("ultimate-war", seed=1)
    table.begin()
    assert table.ask is not None and table.ask.what == "wagers"
    banking = houseway.Table("ultimate-war", seed=1)
    banking.banks = True
    banking.begin()
    assert banking.ask is not None and banking.ask.what == "bank"


# One sentence, and what was meant

SLIPS: list[tuple[Callable[[], Any], str]] = [
    (
        lambda: houseway.game("criss-cros-poker"),
        "not a game here: did you mean criss-cross-poker?",
    ),
    (lambda: houseway.price("ultimate-war", decs=2), "'decs' is not an option of Ultimate War: did you mean decks?"),
    (lambda: houseway.price("ultimate-war").wager("plyer"), "is not a wager that is priced here: did you mean player?"),
    (lambda: houseway.deal("criss-cross-poker", "antes 10"), "'antes' is not a wager here: did you mean ante?"),
    (lambda: houseway.deal("criss-cross-poker", answers=["fodl"]), "not an answer to across: did you mean fold?"),
    (lambda: houseway.Table("limit-holdem", bots="skiled"), "is not a kind of player of"),
    (
        lambda: houseway.settle(HAND | {"cards": {"acros": "Kh"}}),
        "'acros' is not a place of Criss Cross Poker: did",
    ),
    (lambda: houseway.settle(HAND | {"seed_": 1}), "seed_: is not a known field: did you mean seed?"),
    (lambda: houseway.coach(HAND, at="middel"), "'middel' is not an ask of Criss Cross Poker: did you mean middle?"),
    (lambda: houseway.Table("ultimate-war", seat=9), "seat 9 is not possible: Ultimate War has seats 1 to 8"),
]


@pytest.mark.parametrize(("slip", "sentence"), SLIPS, ids=[sentence[:40] for _, sentence in SLIPS])
def test_a_slip_is_answered_with_what_was_meant(slip: Callable[[], Any], sentence: str) -> None:
    with pytest.raises(houseway.HousewayError) as wrong:
        slip()
    assert sentence in str(wrong.value) and "\n" not in str(wrong.value)


def test_what_is_meant_is_what_comes_near_and_otherwise_what_there_is() -> None:
    assert instead("Five_Card_Bonus", ["ante", "five-card-bonus"]) == "did you mean five-card-bonus?"
    assert instead("x", map(str, range(20))).endswith("10, 11 and 8 others")
    assert instead("x", []) == "there are none"
    assert nearest("7", ["75", "70"]) == [] == nearest("13.Z", ["13.A", "13.B", "13.C"])
    assert nearest("a" * 10**6, ["ante"]) == []  # and it takes no time


# Money


@pytest.mark.parametrize("amount", [100000.75, 1000.0, True, None, "1000"])
def test_money_that_is_no_whole_number_of_cents_is_refused_where_it_comes_in(amount: Any) -> None:
    game = houseway.game("ultimate-war")
    driver = Driver(game, house_rules(game.rules))
    for door in (driver.buy_in, driver.seat):
        with pytest.raises(houseway.HousewayError, match="is not a whole number of cents"):
            door("seat 1", amount)
    assert not driver.table.seats
    if amount != "1000" and amount is not None:
        with pytest.raises(houseway.HousewayError, match="is not a whole number of cents"):
            houseway.Table("ultimate-war", stack=amount)
        with pytest.raises(houseway.HousewayError, match="is not a whole number of cents"):
            houseway.pricing.price(house_rules(game.rules), stake=amount)


# What a person reads


def test_everything_shows_itself_on_one_line() -> None:
    sheet = houseway.price("ultimate-war")
    table = houseway.deal("criss-cross-poker", "ante 10", seed=7)
    assert table.ask is not None
    shown = [sheet, sheet.wager("war"), table, table.ask, table.driver, *table.driver.events]
    table.play()
    shown += [table, *table.driver.events, *(one.outcome for one in table.driver.table.settled)]
    shown += [houseway.settle(HAND), houseway.replay(table.journal())[0]]
    shown += [houseway.equity("limit-holdem", "AhAd", "KhKd", board="2c 7d 9s 3c")]
    for one in shown:
        assert re.fullmatch(rf"<{type(one).__name__}\b.*>", repr(one)), repr(one)
        assert len(repr(one)) < 400, repr(one)
    assert repr(sheet).startswith("<Sheet ultimate-war: house edge of player 1.923 %")
    assert "<table" in sheet._repr_html_() and "<table" in table._repr_html_()
