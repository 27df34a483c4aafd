"""Every game's felt: what it names is in the game, and what the game needs is on it."""

from random import Random

import pytest

from houseway.games import catalogue
from houseway.play.event import PUBLIC
from houseway.rules.submission import house_rules
from houseway.serve.pages.layouts import Layout, layout_of
from houseway.serve.pages.scene import Scene, counts
from houseway.serve.pages.spots import Spots, own_spots
from houseway.serve.tables.rail import lies
from tests.games.high_card.round import HighCard
from tests.rounds import Setup, begin, play_on

GAMES = [id for id in catalogue() if id != HighCard().rules.id]


def test_a_game_that_nobody_has_laid_out_gets_the_plain_felt() -> None:
    assert layout_of("a game that nobody has laid out") == Layout()


@pytest.mark.parametrize("game", GAMES)
def test_a_felt_names_places_and_spots_of_its_game_and_no_others(game: str) -> None:
    rules, laid = catalogue()[game].rules, layout_of(game)
    cells = {cell for row in laid.board for cell in row} - {""}
    places = {cell if cell in rules.places else cell.rpartition(" ")[0] for cell in cells} | set(laid.seldom)
    assert places <= set(rules.places)
    spots = {spot for id, wager in rules.wagers.items() for spot in (*wager.spots, id)}
    rows = [row.split() for row in (*(laid.spots or ()), *laid.phone)]
    assert {spot for row in rows for spot in row} - {".", *laid.printed} <= spots and set(laid.within) <= spots
    cells = {cell for row in laid.spots or () for cell in row.split()}
    assert {*laid.printed, *laid.within.values()} <= cells and all(map(laid.look_of, laid.look))
    assert {f"seat {group}" for group in laid.hands} <= set(rules.places)
    assert set(laid.names) <= spots | set(rules.places)
    assert not laid.puck or {laid.marked(number) for number in (0, 4, 5, 6, 8, 9, 10)} <= cells


@pytest.mark.parametrize("game", GAMES)
def test_every_spot_is_one_rectangle_and_is_there_on_a_phone_too(game: str) -> None:
    laid = layout_of(game)
    for rows in (laid.spots or (), laid.phone):
        cells = [row.split() for row in rows]
        assert len({len(row) for row in cells}) <= 1
        for spot in {spot for row in cells for spot in row} - {"."}:
            at = [(y, x) for y, row in enumerate(cells) for x, cell in enumerate(row) if cell == spot]
            height, width = ({place[axis] for place in at} for axis in (0, 1))
            assert (
                len(at) == len(height) * len(width) == (max(height) - min(height) + 1) * (max(width) - min(width) + 1)
            )
    if laid.phone:
        assert {cell for row in laid.phone for cell in row.split()} - {"."} == {
            cell for row in laid.spots or () for cell in row.split()
        } - {"."}


@pytest.mark.parametrize("game", GAMES)
def test_whatever_can_be_wagered_before_the_deal_has_its_spot(game: str) -> None:
    rules, laid = house_rules(catalogue()[game].rules), layout_of(game)
    asked = [wager for wager in rules.wagers.values() if wager.when == "wagers"]
    needed = {spot for id, wager in rules.wagers.items() for spot in (wager.spots or (id,)) if wager in asked}
    assert not asked or needed <= set(laid.laid())


def test_twenty_one_shows_what_the_cards_in_sight_come_to() -> None:
    cards = {"seat 1": ["As", "6d"], "seat 2": ["Th", "6d", "9c"], "player-dealer": ["9s", "??"], "seat 3": ["??"]}
    counted = {"seat 1": "soft 17", "seat 2": "25", "player-dealer": "9"}
    assert counts("blackjack-x", cards) == counts("pontoon-21", cards) == counted
    assert counts("party-craps", {"flip": ["As", "6d"]}) == {}


def test_poker_names_whole_hands_that_are_in_sight_and_no_others() -> None:
    board = ["Kd", "7s", "7c"]
    assert counts("no-limit-holdem", {"seat 1": ["Kh", "2d"], "seat 2": ["??", "??"]}) == {}
    seen = {"seat 1": ["Kh", "2d"], "seat 2": ["??", "??"], "board": board}
    assert counts("no-limit-holdem", seen) == {"seat 1": "two pair, kings and sevens"}
    lows = {"seat 1": ["Ah", "2d", "Ks", "Qs"], "board": ["3c", "4c", "8h", "Kd", "9d"]}
    assert counts("omaha", lows) == {"seat 1": "pair of kings"}
    assert counts("omaha-hi-lo", lows)["seat 1"] == "pair of kings; eight-four-three-two-ace low"
    stud = {"seat 1": ["Ah", "2d", "Ks", "Qs", "As"], "seat 2": ["??", "??", "Ks", "Qs", "As"]}
    assert counts("seven-card-stud", stud) == {"seat 1": "pair of aces"} == counts("mexican-stud", stud)
    flop = {"seat 1": ["Kh", "2d"], "flop": board, "player-dealer": ["??", "??"]}
    assert counts("ultimate-texas-holdem", flop) == {"seat 1": "two pair, kings and sevens"}
    assert counts("three-card-poker", {"seat 1": ["Kh", "Kd", "2c"], "seat 2": ["Kh", "Kd"]}) == {
        "seat 1": "pair of kings"
    }


@pytest.mark.parametrize("id", GAMES)
def test_hands_can_be_named_at_every_moment_of_a_round(id: str) -> None:
    setup = Setup(id, seats=(1, 2, 3)[: catalogue()[id].rules.seats])
    driver = setup.driver()
    begin(driver, Random(3))
    play_on(driver, Random(3))
    for upto in range(len(driver.events)):
        for eyes in ("seat 1", PUBLIC):
            seen = {place: cards.split() for place, cards in lies(driver, eyes, upto=upto)["cards"].items()}
            assert all(isinstance(name, str) for name in counts(id, seen).values())


def test_pai_gow_names_both_hands_once_they_are_set() -> None:
    seen = {"seat 1": ["??"] * 7, "seat 2 front": ["Kh", "Kd"], "seat 2 back": ["As", "Ad", "Qc", "Qd", "3s"]}
    assert counts("lucky-pai-gow", seen) == {
        "seat 2 front": "pair of kings",
        "seat 2 back": "two pair, aces and queens",
    }


def test_on_a_split_hand_lie_only_the_chips_that_were_put_there() -> None:
    rules = house_rules(catalogue()["blackjack-x"].rules)
    now = Scene(stakes={"seat 1": {"base": 2500, "buster": 1000}, "seat 1 hand 2": {"base": 2500}})
    now.owners = {"seat 1": "seat 1", "seat 1 hand 2": "seat 1"}
    drawn = own_spots("seat 1", rules, now, Spots({}, {}, {"base": 25_00, "buster": 10_00}))
    first, second = drawn.split('class="boxed"')
    assert (first.count("$25"), first.count("$10")) == (1, 1)
    assert (second.count("$25"), second.count("$10"), second.count("Buster")) == (1, 0, 0)


def test_a_bet_for_the_pot_lies_before_the_cards_and_on_no_spot() -> None:
    rules = house_rules(catalogue()["no-limit-holdem"].rules)
    now = Scene(stakes={"seat 1": {"bet": 400}}, owners={"seat 1": "seat 1"})
    assert own_spots("seat 1", rules, now, Spots({}, {}, {"bet": 4_00})) == ""
