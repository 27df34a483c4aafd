"""Commission-Free Baccarat, settled by hand from its approval."""

from itertools import product

import pytest

from houseway.cards.card import hand
from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.community.baccarat.round import banker_draws, player_draws, settle
from houseway.play import view
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import PUBLIC, Burned, Dealt, Revealed
from houseway.play.player_dealer import GameClosed, GameReopened, PutUp
from houseway.rules.submission import Choices, house_rules
from tests.banked import bank_net, fees, net, played, rows

GAME = game("commission-free-baccarat")
RULES = house_rules(GAME.rules)
SEAT_1 = '[[seats]]\nseat = 1\nwagers = { player = "10", tie = "5" }\n'
SEAT_2 = '[[seats]]\nseat = 2\nwagers = { banker = "100" }\n'


def settled(player: str, banker: str) -> list[tuple[str, str, int]]:
    outcomes = settle(RULES, hand(player), hand(banker), {"player": 1000, "banker": 1000, "tie": 500})
    return [(one.wager, one.result.value, one.paid) for one in outcomes]


def test_game_rules_6a_17a_the_player_line_pays_1_to_1() -> None:
    assert settled("9h Kd", "7s Kh") == [("player", "win", 1000), ("banker", "lose", 0), ("tie", "lose", 0)]


@pytest.mark.parametrize(
    ("banker", "paid"),
    [("6s Kh", 500), ("2s 2h 2c", 500), ("7s Kh", 1000), ("5s Kh", 1000), ("2s 3h 2c", 1000), ("9s Kh", 1000)],
)
def test_game_rules_17b_a_dealers_six_is_paid_half_in_two_cards_or_three_and_nothing_else(
    banker: str, paid: int
) -> None:
    assert settled("2h 2d", banker) == [("player", "lose", 0), ("banker", "win", paid), ("tie", "lose", 0)]


def test_game_rules_17b_a_players_six_is_paid_in_full() -> None:
    assert settled("6h Kd", "5s Kh")[0] == ("player", "win", 1000)


def test_game_rules_17c_17d_a_tie_pays_8_to_1_and_both_lines_push_also_at_six() -> None:
    assert settled("2h 4d", "6s Kh") == [("player", "push", 0), ("banker", "push", 0), ("tie", "win", 4000)]


def test_half_of_an_odd_amount_is_rounded_down_to_the_chip_ALL_1() -> None:
    rules = house_rules(GAME.rules, Choices(options={"smallest_chip": "1"}))
    (outcome,) = settle(rules, hand("2h 2d"), hand("6s Kh"), {"banker": 1500})
    assert outcome.paid == 700


def test_game_rules_11_14_third_cards_by_the_printed_sentences() -> None:
    card = {0: "Qh", 1: "Ah", **{one: f"{one}h" for one in range(2, 10)}}
    for points in range(8):
        two = hand(f"Ks {card[points]}")
        assert player_draws(RULES.game, two) is (points <= 5)
        assert banker_draws(RULES.game, two, None) is (points <= 5)
    hits = {3: {*range(10)} - {8}, 4: {*range(10)} - {0, 1, 8, 9}, 5: {4, 5, 6, 7}, 6: {6, 7}, 7: set[int]()}
    for points, third in product(range(8), range(10)):
        drawn = banker_draws(RULES.game, hand(f"Ks {card[points]}"), hand(card[third])[0])
        assert drawn is (points <= 2 or third in hits[points]), (points, third)


def scenario(player: str, banker: str, bank: str = "10000") -> str:
    cards = f'cards = {{ player = "{player}", banker = "{banker}" }}\n'
    return f'game = "commission-free-baccarat"\n{cards}bank = {{ seat = 9, amount = "{bank}" }}\n'


def test_game_rules_9_8_13_in_rotation_and_the_dealers_second_card_is_turned_after_the_player_has_drawn() -> None:
    done = played(scenario("2h 3d 4c", "Ks 7h") + SEAT_1 + SEAT_2)
    told = [
        (event.place, event.seen is None) if isinstance(event, Dealt) else "turned"
        for event in done.driver.events
        if isinstance(event, Dealt | Revealed)
    ]
    assert told == [
        ("player", True),
        ("banker", True),
        ("player", True),
        ("banker", False),
        ("player", True),
        "turned",
    ]
    assert net(done, 1) == 1000 - 500 and net(done, 2) == -10000


@pytest.mark.parametrize(("player", "banker"), [("4h 5d", "Ks 2h"), ("2h 3d", "4s 5h")])
def test_game_rules_16_a_natural_is_seen_before_anybody_draws(player: str, banker: str) -> None:
    done = played(scenario(player, banker) + SEAT_1)
    assert sum(isinstance(event, Dealt) for event in done.driver.events) == 4
    assert sum(isinstance(event, Revealed) for event in done.driver.events) == 1


def test_nobody_sees_the_card_that_lies_face_down() -> None:
    driver = Driver(GAME, RULES, source=DealerEntry(), automatic=())
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 100_000)
    driver.begin(seed_from(1))
    driver.answer("seat 1", "bank 500")
    driver.answer("seat 2", "player 10")
    for card in ("2h", "Ks", "3d"):
        driver.answer("dealer", card)
    assert driver.asks["dealer"].what == "natural"  # the dealer has looked, and names no card
    driver.answer("dealer", "no natural")
    driver.answer("dealer", "4c")
    with pytest.raises(Refused, match="8h can't come"):  # that were a natural
        driver.answer("dealer", "8h")
    assert "7h" not in "".join(view.story(driver.events, PUBLIC))
    driver.answer("dealer", "7h")
    assert [one.outcome.result.value for one in driver.table.settled] == ["win"]


def test_BX_12_lines_go_round_from_the_player_dealers_left_and_the_fee_is_the_schedules() -> None:
    both = '[[seats]]\nseat = 3\nwagers = { player = "10", banker = "10", tie = "5" }\n'
    done = played(scenario("2h 2d 9c", "Ks 6h").replace("seat = 9", "seat = 2") + SEAT_1 + both)
    order = [(one.owner, one.outcome.wager) for one in done.driver.table.settled]
    assert order == [
        ("seat 3", "player"),
        ("seat 1", "player"),
        ("seat 3", "banker"),
        ("seat 3", "tie"),
        ("seat 1", "tie"),
    ]
    assert (bank_net(done), fees(done)) == (1000 + 1000 - 500 + 500 + 500, 100)


def test_coverage_runs_out_in_the_middle_of_a_six() -> None:
    done = played(scenario("2h 2d 9c", "Ks 6h", "40") + SEAT_1 + SEAT_2)
    assert rows(done, 1) == [("player", "lose", "0", "0"), ("tie", "returned", "0", "0")]
    assert rows(done, 2) == [("banker", "win", "30", "0")]


def test_no_card_is_burned_and_eight_decks_are_all_there_is() -> None:
    done = played(scenario("2h 2d", "Ks 6h") + SEAT_1)
    assert not any(isinstance(event, Burned) for event in done.driver.events)
    assert len(done.driver.table.pack) == 416
    with pytest.raises(ValueError, match="decks can't be 6"):
        house_rules(GAME.rules, Choices(options={"decks": 6}))


def test_player_dealer_and_deal_1_PD_9_the_game_stays_closed_until_somebody_else_takes_the_position() -> None:
    driver = Driver(GAME, RULES)
    for who in ("seat 1", "seat 2"):
        driver.buy_in(who, 1_000_000)
    for number in range(2):
        driver.begin(seed_from(number))
        driver.answer("seat 1", "bank 500" if number == 0 else driver.asks["seat 1"].answers()[0])  # what lies there
        driver.answer("seat 2", "player 10")
    driver.begin(seed_from(2))
    assert list(driver.asks) == ["seat 2"], "two rounds are over: the position is offered to the other"
    driver.answer("seat 2", "decline")
    assert not driver.open and any(isinstance(event, GameClosed) for event in driver.events)
    assert not any(isinstance(event, PutUp | GameReopened) for event in driver.events)
    driver.begin(seed_from(3))
    assert list(driver.asks) == ["seat 2"], "and it does not reopen for the same player"
    driver.answer("seat 2", "bank 500")
    kinds = [type(event).__name__ for event in driver.events]
    assert kinds.index("GameReopened") < kinds.index("PutUp")
    driver.answer("seat 1", "banker 10")
    driver.begin(seed_from(4))
    driver.answer("seat 2", "decline")
    driver.answer("seat 1", "bank 500")  # somebody has been in between
    assert any(isinstance(event, PutUp) and event.turn == 1 for event in driver.events)
