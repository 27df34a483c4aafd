"""What the felt says of a round: the headline, names of hands, cards that have won, fouls and collections."""

from itertools import pairwise
from random import Random

import pytest

from houseway.cards import ranks
from houseway.cards.card import hand
from houseway.cards.played import cards_played, two_and_three
from houseway.games import catalogue, game
from houseway.play.event import PUBLIC
from houseway.play.view import history
from houseway.rules.submission import house_rules
from houseway.serve.pages.scene import Scene, scene
from houseway.serve.pages.seats import own_place, sides
from houseway.serve.pages.telling import headline
from houseway.serve.rail import lies
from tests.rounds import Setup, begin, play_on


def scenes(id: str, seed: int = 3) -> list[Scene]:
    """A round as the public sees it, at every moment."""
    driver = Setup(id, seats=(1, 2, 3)[: catalogue()[id].rules.seats]).driver()
    begin(driver, Random(seed))
    play_on(driver, Random(seed))
    events, rules = history(driver.events, PUBLIC), driver.table.rules
    every = range(1, len(events))
    return [scene(events[:upto], lies(driver, PUBLIC, upto=upto), {}, rules) for upto in every]


@pytest.mark.parametrize("id", catalogue())
def test_the_headline_is_about_hands_and_pots_and_never_about_the_stub(id: str) -> None:
    told = {headline(now, {"seat 1": "Ada"}) for now in scenes(id)}
    assert not any(word in line for line in told for word in ("discard rack", "piles", "left over", "cover card"))


def test_the_headline_says_the_dealers_hand_and_who_takes_the_pot() -> None:
    rounds = [scenes("blackjack-x", seed) for seed in range(6)]
    assert any("Player-dealer: " in headline(now, {}) for one in rounds for now in one)
    now = Scene(awards=[("seat 2", 4000, "two pair, kings and sevens")])
    assert headline(now, {"seat 2": "Ada"}) == "Ada takes $40 with two pair, kings and sevens"
    dealer = Scene(called=("dealer", "19"), counts={"dealer": "19"})
    assert headline(dealer, {}) == "Dealer: 19"


def test_the_cards_that_make_a_hand_are_found_among_those_that_do_not() -> None:
    assert set(cards_played(ranks.rank, hand("Kh Ks 7d 7c Ah 2s 3d"))) == set(hand("Kh Ks 7d 7c Ah"))
    assert set(two_and_three(ranks.rank, hand("Ah Kh 2c 3d"), hand("Qh Jh Th 9h 8h"))) == set(hand("Ah Kh Qh Jh Th"))
    places = {"seat 1": hand("Kh 2d"), "board": hand("Kd 7s 7c 3h 4s")}
    assert set(game("no-limit-holdem").hands_made(places)["seat 1"]) == set(hand("Kh Kd 7s 7c 4s"))
    low = {"seat 1": hand("Ah 2d Ks Qs"), "board": hand("3c 4c 8h Kd 9d")}
    assert set(game("omaha-hi-lo").hands_made(low, "low")["seat 1"]) == set(hand("Ah 2d 3c 4c 8h"))


def test_the_winners_cards_are_lifted_with_those_of_the_board_that_they_play() -> None:
    rules = house_rules(catalogue()["no-limit-holdem"].rules)
    award = {"event": "potAwarded", "who": "seat 2", "pot": "main", "amount": "40", "part": "", "hand": "two pair"}
    lie = {"cards": {"seat 1": "Ah Qc", "seat 2": "Kh 2d", "board": "Kd 7s 7c 3h 4s"}, "gone": []}
    now = scene([award], lie, {}, rules)
    assert now.lifted == {"seat 2": {"Kh"}, "board": {"Kd", "7s", "7c", "4s"}}


def test_a_foul_is_said_with_its_reason() -> None:
    pai_gow, chinese = (house_rules(catalogue()[id].rules) for id in ("lucky-pai-gow", "chinese-poker"))
    front = {"seat 1 front": hand("Kh Kd"), "seat 1 back": hand("As Qd 9c 7d 3s")}
    assert "pair of kings in front" in game("lucky-pai-gow").fouls(pai_gow, front)["seat 1"]
    assert (
        game("lucky-pai-gow").fouls(pai_gow, {"seat 1 front": hand("Kh Qd"), "seat 1 back": hand("As Ad 9c 7d 3s")})
        == {}
    )
    set_wrong = {
        "seat 1 top": hand("Kh Kd 2c"),
        "seat 1 middle": hand("As Qd 9c 7d 3s"),
        "seat 1 bottom": hand("2s 2d 2h 5c 6d"),
    }
    assert "top pair of kings" in game("chinese-poker").fouls(chinese, set_wrong)["seat 1"]
    assert game("chinese-poker").fouls(chinese, {**set_wrong, "seat 1 top": hand("Kh 8d 2c")}) == {}


def test_a_collection_and_a_foul_are_named_beside_what_was_lost() -> None:
    rules = house_rules(catalogue()["lucky-pai-gow"].rules)
    now = Scene(net={"seat 1": -1100}, owners={"seat 1": "seat 1"}, over=True)
    now.fees, now.fouls = {"seat 1": 100}, {"seat 1": "a foul: the back must rank higher"}
    view = {
        "viewer": "seat 1",
        "asks": [],
        "bank": {},
        "people": {},
        "seats": {"seat 1": {"name": "Ada", "stack": "989", "wagers": {}}},
    }
    drawn = own_place("seat 1", rules, view, now, "", left=98900, setting=False)
    assert "You lose $11" in drawn and "$1 of it collected" in drawn and "the back must rank higher" in drawn


def test_seats_go_around_so_that_the_viewers_is_at_the_bottom() -> None:
    assert sides(6, "seat 2") == ([4, 3], [5, 6, 1])  # up on the left, then down on the right to the viewer again
    assert sides(6, PUBLIC) == ([6, 5, 4], [1, 2, 3])
    for count in range(1, 11):
        for viewer in ("public", *(f"seat {number}" for number in range(1, count + 1))):
            west, east = sides(count, viewer)
            own = [int(viewer.split(" ")[1])] if " " in viewer else []
            assert sorted(west + east + own) == list(range(1, count + 1))
            around = [*east, *own, *west[::-1]]
            assert all((after - before) % count == 1 % count for before, after in pairwise(around))
