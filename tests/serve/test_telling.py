"""What the felt says of a round: the headline, names of hands, cards that have won, fouls and collections."""

import re
from itertools import pairwise
from random import Random

import pytest
from markupsafe import Markup

from houseway.cards import ranks
from houseway.cards.card import HIDDEN, hand
from houseway.cards.played import cards_played, two_and_three
from houseway.games import catalogue, game
from houseway.games.maryland_poker.top_five_poker.round import announced
from houseway.play.event import PUBLIC, Announced, Discarded, RoundEnded
from houseway.play.view import history, seen
from houseway.rules.submission import house_rules
from houseway.serve.pages.felt import hand_at, middle
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.scene import Scene, scene
from houseway.serve.pages.seats import own_place, rails, sides
from houseway.serve.pages.telling import cleared_once, headline, laid, line, suited
from houseway.serve.pages.views import Lies, SeatView, TableView
from houseway.serve.tables.rail import lies
from tests.rounds import Setup, begin, play_on


def scenes(id: str, seed: int = 3) -> list[Scene]:
    """A round as the public sees it, at every moment."""
    driver = Setup(id, seats=(1, 2, 3)[: catalogue()[id].rules.seats]).driver()
    begin(driver, Random(seed))
    play_on(driver, Random(seed))
    events, rules = history(driver.events, PUBLIC), driver.table.rules
    every = range(1, len(events))
    return [scene(events[:upto], Lies.read(lies(driver, PUBLIC, upto=upto)), {}, rules) for upto in every]


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


def test_without_a_dealers_hand_the_headline_is_who_wins_and_how_the_viewer_came_out() -> None:
    names = {"seat 1": "Ada", "seat 2": "Ben", "seat 3": "Cy"}
    mine = {seat: seat for seat in names}
    lost = Scene(net={"seat 1": -500, "seat 2": 2500, "seat 3": 1000}, owners=mine, over=True)
    assert headline(lost, names, "seat 1") == "Ben wins $25; you lose $5"
    assert headline(lost, names, "seat 2") == "You win $25" and headline(lost, names) == "Ben wins $25"
    even = Scene(net={"seat 1": 0, "seat 2": 2500, "seat 3": 2500}, owners=mine, over=True)
    assert headline(even, names, "seat 1") == "Ben and Cy win $25; you break even"
    assert headline(Scene(net=lost.net, owners=mine), names, "seat 1") == ""  # it is not over
    assert (
        headline(Scene(net={"seat 2": -500}, owners={"seat 2": "seat 2"}, over=True), names, "seat 1") == "Nobody wins"
    )
    pot = Scene(awards=[("seat 1", 4000, "a flush")])
    assert headline(pot, names, "seat 1") == "You take $40 with a flush"
    both = Scene(awards=[("seat 2", 2000, "a flush"), ("seat 1", 2000, "a flush")])
    assert headline(both, names, "seat 1") == "Ben takes $20 with a flush; you take $20 with a flush"


@pytest.mark.parametrize("id", catalogue())
def test_every_round_ends_with_a_headline_and_every_sentence_with_its_own_clause(id: str) -> None:
    driver = Setup(id, seats=(1, 2, 3)[: catalogue()[id].rules.seats]).driver()
    begin(driver, Random(3))
    play_on(driver, Random(3))
    events = history(driver.events, "seat 1")
    last = scene(events, Lies.read(lies(driver, "seat 1")), {}, driver.table.rules, viewer="seat 1")
    assert headline(last, {}, "seat 1") or not any(last.net.values())
    words, before = words_of(driver.table.rules), ""
    for event in cleared_once(seen(driver.events, "seat 1")):
        said, wager = line(event, {}, words, reader="seat 1"), getattr(event, "wager", "")
        assert said.count("<cite>") == bool(getattr(event, "clause", "")) and "%</cite>" not in said
        assert "-" not in wager or wager not in said  # it is called by its name
        assert "seat 1" not in said.lower() or isinstance(event, Announced)  # it is the reader's
        assert not said.endswith("to the discard rack.") or said != before
        before = said


def test_what_is_cleared_away_at_one_time_is_said_once() -> None:
    gone = Discarded("seat 1", (HIDDEN,), (), "5.D")
    assert list(cleared_once([gone])) == [gone]
    story = [gone, Discarded("seat 2", (HIDDEN,), (), "5.D"), RoundEnded(1)]
    assert [event.words() for event in cleared_once(story)] == [
        "The cards go to the discard rack (5.D).",
        "Round 1 is over.",
    ]


def test_cards_are_printed_with_their_suits_wherever_they_are_told() -> None:
    dealer = Scene(called=("dealer", announced(hand("As Kh Tc 2d 3c"))), counts={"dealer": "three cards"})
    assert "A♠" in headline(dealer, {}) and "10♣" in headline(dealer, {})
    assert suited("As the house sets it") == "As the house sets it"
    assert "Q♦</span>, one card" in suited("Dealer: Qd, one card, queen high")


def test_a_single_card_in_an_answer_is_printed_with_its_suit() -> None:
    told = re.sub("<[^>]*>", "", laid("front Qh, middle Ts 9s, back As"))
    assert told == "front Q♥, middle 10♠ 9♠, back A♠"
    assert laid("discard 5h").endswith('red suited">5♥</span>')
    assert laid("raise to <20>") == "raise to &lt;20&gt;"


def test_a_whole_board_is_laid_out_from_its_first_card_and_a_hand_that_is_over_is_not() -> None:
    holdem, baccarat = (house_rules(catalogue()[id].rules) for id in ("no-limit-holdem", "cash-in-baccarat"))
    assert middle(holdem, Scene(cards={"board": ["Kd", "7s", "7c"]})).count('class="slot"') == 2
    dealt = Scene(cards={"player": ["Kd", "7s"], "banker": ["2d", "7h", "4c"]}, counts={"player": "7", "banker": "3"})
    assert middle(baccarat, dealt).count('class="slot"') == 1
    dealt.over = True
    assert middle(baccarat, dealt).count('class="slot"') == 0


def test_cards_that_nobody_saw_stay_faint_when_the_round_is_over() -> None:
    now = Scene(cards={"seat 1": ["??", "??"], "seat 2": ["Kd", "7s"]}, gone={"seat 1", "seat 2"}, over=True)
    assert " gone" in hand_at("seat 1", now) and " gone" not in hand_at("seat 2", now)


def test_a_row_that_is_still_empty_keeps_its_place() -> None:
    rules = house_rules(catalogue()["chinese-poker"].rules)
    view = TableView("seat 2", seats={"seat 1": SeatView("seat 1", "Ada", 990_00, ())})
    drawn = rails(rules, view, Scene(cards={"seat 1 bottom": ["Kd"]}), can_sit=False)
    top, middle, bottom = (drawn.split('class="held"')[row] for row in (1, 2, 3))
    assert "slot" in top and "slot" in middle and "king of diamonds" in bottom


def test_a_hand_that_was_set_is_lifted_when_it_wins_whatever_its_bonus_lost() -> None:
    rules = house_rules(catalogue()["lucky-pai-gow"].rules)
    came = {"who": "seat 1", "spot": "seat 1", "stake": "5", "clause": "7", "note": "", "hand": "", "seen": None}
    won = {**came, "event": "paid", "wager": "base", "amount": "5", "odds": "1:1"}
    lost = {**came, "event": "collected", "wager": "lucky-bonus", "amount": "20"}
    lie = Lies.read({"cards": {"seat 1 front": "Kh Kd", "seat 1 back": "As Ad Qc Qd 3s"}, "gone": []})
    assert scene([won, lost], lie, {}, rules).lifted == {
        "seat 1 front": {"Kh", "Kd"},
        "seat 1 back": {"As", "Ad", "Qc", "Qd", "3s"},
    }
    assert scene([{**won, "event": "collected"}], lie, {}, rules).lifted == {}


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
    lie = Lies.read({"cards": {"seat 1": "Ah Qc", "seat 2": "Kh 2d", "board": "Kd 7s 7c 3h 4s"}, "gone": []})
    now = scene([award], lie, {}, rules)
    assert now.lifted == {"seat 2": {"Kh"}, "board": {"Kd", "7s", "7c", "4s"}}


def test_a_bank_that_beats_everybody_has_its_cards_lifted() -> None:
    rules = house_rules(catalogue()["three-card-poker"].rules)
    came = {"stake": "5", "amount": "5", "clause": "7", "note": "", "hand": "", "odds": "1:1"}
    lost = {**came, "event": "collected", "wager": "ante", "who": "seat 1", "spot": "seat 1"}
    also_lost = {**lost, "who": "seat 2", "spot": "seat 2"}
    bonus = {**also_lost, "wager": "pair-and-up"}
    lie = Lies.read({"cards": {"player-dealer": "Qh Qd 2c", "seat 1": "Kh 7d 2s", "seat 2": "Ah 9d 3s"}, "gone": []})
    over = {"event": "roundEnded"}

    def lifted(*events: dict[str, str]) -> set[str]:
        return set(scene(events, lie, {}, rules).lifted)

    assert lifted(lost, also_lost, over) == {"player-dealer"}
    assert lifted(lost, also_lost) == set()  # others may still be paid
    assert lifted(lost, {**also_lost, "event": "paid"}, over) == {"seat 2"}
    assert lifted({**also_lost, "event": "returned"}, bonus, over) == set()  # a push, and a bonus that the hand lost


def test_rows_that_win_against_more_hands_than_they_lose_to_are_lifted() -> None:
    rules = house_rules(catalogue()["chinese-poker"].rules)
    scored = {"event": "scored", "what": "", "points": "1", "clause": "Point System 1"}
    foul = {**scored, "clause": "Foul Hand", "points": "9"}
    over = {"event": "roundEnded"}
    lie = {
        "seat 1 top": "Kh Kd 2c",
        "seat 1 middle": "As Ad 9c 7d 3s",
        "seat 1 bottom": "2s 2d 2h 5c 6d",
        "seat 2 top": "Qh Qd 3c",
        "seat 2 middle": "Ah Ac 9d 7c 3d",
        "seat 2 bottom": "4s 4d 4h 5d 6c",
    }
    two = [{**scored, "spot": "seat 1", "against": "seat 2"}, {**scored, "spot": "seat 2", "against": "seat 1"}, over]
    lifted = scene(two, Lies.read({"cards": lie, "gone": []}), {}, rules).lifted
    assert lifted.keys() == {"seat 1 top", "seat 2 bottom"}  # the rows in the middle are alike
    assert lifted["seat 1 top"] == {"Kh", "Kd", "2c"}
    third = {"seat 3 top": "Ts 9s 8s", "seat 3 middle": "Js Jd 8d 4c 5h", "seat 3 bottom": "6s 6d 7s 8h Tc"}
    fouls = [{**foul, "spot": spot, "against": "seat 3"} for spot in ("seat 1", "seat 2")]
    lifted = scene([*fouls, *two], Lies.read({"cards": lie | third, "gone": []}), {}, rules).lifted
    assert lifted.keys() == {"seat 1 top", "seat 1 middle", "seat 2 middle", "seat 2 bottom"}


def test_a_hand_with_a_joker_is_named_by_how_that_was_dealt() -> None:
    rules = house_rules(catalogue()["mexican-stud"].rules)

    def named(cards: str, down: int) -> dict[str, str]:
        dealt = [
            {"event": "dealt", "place": "seat 1", "cards": card, "seen": ["seat 1"] if at == down else None}
            for at, card in enumerate(cards.split())
        ]
        return scene(dealt, Lies.read({"cards": {"seat 1": cards}, "gone": []}), {}, rules).counts

    assert named("Kh Jk Kd 8c 7s", down=0) == {"seat 1": "pair of kings"}  # face up it is an ace, and no third king
    assert named("Jk Kh Kd 8c 7s", down=0) == {"seat 1": "three of a kind, kings"}
    assert named("Kh Kd 8c 7s Jk", down=4) == {"seat 1": "three of a kind, kings"}
    assert named("Kh Jk ?? 8c 7s", down=2) == {}


def test_a_book_that_says_dealer_is_followed_in_all_that_is_said() -> None:
    driver = Setup("commission-free-baccarat", seats=(1, 2, 3)).driver()
    begin(driver, Random(3))
    play_on(driver, Random(3))
    events, rules = history(driver.events, PUBLIC), driver.table.rules
    now = scene(events, Lies.read(lies(driver, PUBLIC)), {}, rules)
    told = [line(event, {}, words_of(rules)) for event in seen(driver.events, PUBLIC)]
    assert "; dealer " in headline(now, {}) and any(one.startswith("<span>Dealer is dealt") for one in told)
    assert not any("banker" in one.lower() for one in (headline(now, {}), *told, *now.said.values()))


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
    view = TableView("seat 1", seats={"seat 1": SeatView("seat 1", "Ada", 989_00, ())})
    drawn = own_place("seat 1", rules, view, now, Markup(), left=98900, setting=False)
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
