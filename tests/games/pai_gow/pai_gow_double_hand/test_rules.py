"""Pai Gow (Double Hand) Poker, settled by hand from its approval."""

import pytest

from houseway.cards.card import JOKER, hand
from houseway.cards.pack import pack
from houseway.cards.ranks import ACE
from houseway.cards.shuffle import mixed, seed_from, shuffled
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.pai_gow.settlement import SetHand, settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Announced, Dealt, FeeTaken, Placed, Returned, Shuffled
from houseway.play.player_dealer import DiceThrown, GameClosed, GameReopened, Hand, PutUp, with_decider
from houseway.play.scenario import ScenarioError
from houseway.play.table import FLOOR
from houseway.pricing.coach import decision
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows
from tests.rounds import replayed, standing

GAME = game("pai-gow-double-hand")
RULES = house_rules(GAME.rules)
NINES = "Kh Jd / 9s 9c 7d 5h 2c"


def as_set(line: str) -> SetHand:
    front, _, back = line.partition(" / ")
    return SetHand(hand(front), hand(back))


@pytest.mark.parametrize(
    ("player", "expected", "clause", "note"),
    [
        ("Kc Qd / Td Th 8c 6s 3d", ("win", 1000), "Rules 11", ""),
        ("Kc Td / 8d 8h 7c 6s 3d", ("lose", 0), "Rules 11", ""),
        ("Ac Td / 8d 8h 7c 6s 3d", ("push", 0), "Rules 10(c), Rules 15(h)", ""),
        (
            "Kc Js / Td Th 7c 6s 3d",
            ("push", 0),
            "Rules 10(c), Rules 15(h), Rules 10(a), Rules 10(b)",
            "a copy in front",
        ),
        ("Kc Js / 8d 8h 7c 6s 3d", ("lose", 0), "Rules 11, Rules 10(a), Rules 10(b)", "a copy in front"),
        ("Ac Js / 9d 9h 7c 5s 2d", ("push", 0), "Rules 10(c), Rules 15(h), Rules 10(a), Rules 10(b)", "a copy in back"),
        ("Kc Js / 9d 9h 7c 5s 2d", ("lose", 0), "Rules 11, Rules 10(a), Rules 10(b)", "a copy in front and in back"),
        ("Ac Ad / Kd Ks 7c 6s 3d", ("lose", 0), "Rules 9", "a foul"),
        ("Jk Qd / Td Th 8c 6s 3d", ("win", 1000), "Rules 11", ""),
        ("Kc Qd / Jk 8h 7c 6s 4d", ("win", 1000), "Rules 11", ""),  # the joker completes a straight
        ("Kc Qd / Jk 9h 7h 4h 2h", ("win", 1000), "Rules 11", ""),  # or a flush
    ],
)
def test_rules_10_and_11_two_hands_against_the_player_dealer_s(
    player: str, expected: tuple[str, int], clause: str, note: str
) -> None:
    (got,) = settle(RULES, as_set(player), as_set(NINES), {"base": 1000})
    assert ((got.result.value, got.paid), got.clause, got.note) == (expected, clause, note)


TABLE = """
game = "pai-gow-double-hand"
seed = 1
dice = [1, 2, 5]
[cards]
"seat 1" = "Kc Qd Td Th 8c 6s 3d"
"seat 2" = "Qc 8d 8h 7c 6d 5s 2h"
player-dealer = "Kh Jd 9s 9c 7d 5h 2c"
[bank]
seat = 7
amount = "{bank}"
[options]
collection = "GEGA-002382/1"
[[seats]]
seat = 1
wagers = {{ base = "100" }}
decisions = ["house way"]
[[seats]]
seat = 2
wagers = {{ base = "50" }}
decisions = ["front Qc 7c"]
[[seats]]
seat = 1
backline = 7
wagers = {{ base = "100" }}
"""


def test_a_whole_round_to_the_cent_and_option_1_charges_seated_players_only_PG_16() -> None:
    done = played(TABLE.format(bank="1000"))
    assert rows(done, 1) == rows(done, 1, 7) == [("base", "win", "100", "0")]
    assert rows(done, 2) == [("base", "lose", "0", "0")]
    taken = {event.who: event.amount for event in done.driver.events if isinstance(event, FeeTaken)}
    assert taken == {"seat 1": 100, "seat 2": 100, "seat 7": 300}  # three spots
    assert (net(done, 1), net(done, 1, 7), net(done, 2)) == (99_00, 100_00, -51_00)
    assert (bank_net(done), fees(done)) == (-150_00, 500)
    assert limit_problems(RULES) == []


def test_rules_12_g_wagers_are_covered_as_far_as_the_bank_goes() -> None:
    done = played(TABLE.format(bank="130"))
    assert rows(done, 1, 7) == [("base", "win", "30", "0")]
    assert rows(done, 2) == [("base", "returned", "0", "0")]


@pytest.mark.parametrize(
    ("amount", "why"), [("9", "below the minimum of \\$10"), ("201", "above the maximum of \\$200")]
)
def test_rules_6_ten_to_two_hundred_a_spot(amount: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        played(TABLE.format(bank="1000").replace('base = "50"', f'base = "{amount}"'))


# Who sits, and who banks


def seated(
    *who: str, names: dict[str, str] | None = None, automatic: tuple[str, ...] = ("dealer", FLOOR), **options: int | str
) -> Driver:
    driver = Driver(GAME, house_rules(GAME.rules, Choices(options={**options})), automatic=automatic)
    for one in who:
        driver.buy_in(one, 100_000, (names or {}).get(one, ""))
    driver.begin(seed_from(0))
    return driver


def test_rules_5_at_most_ten_players_seated_and_behind() -> None:
    driver = Driver(GAME, RULES)
    places = [*(f"seat {number}" for number in range(1, 8)), "backline 1.1", "backline 1.7", "backline 3.1"]
    for place in places:
        driver.buy_in(place, 10_000)
    with pytest.raises(Refused, match=r"there are 10 players at the table, and there can be no more \(Rules 5\)"):
        driver.buy_in("backline 2.1", 10_000)
    driver.buy_in("backline 1.7", 500)  # who is there may bring more
    driver.cash_out("backline 3.1")
    driver.buy_in("backline 2.1", 10_000)


def test_rules_4_a_seat_has_eight_spots() -> None:
    driver = Driver(GAME, RULES)
    driver.buy_in("seat 1", 10_000)
    for square in range(1, 8):
        driver.buy_in(f"backline 1.{square}", 10_000)
    with pytest.raises(Refused, match="7 backline places"):
        driver.buy_in("backline 1.8", 10_000)


def test_rules_3_the_inactive_seat_of_eight_is_to_the_player_dealer_s_right_as_the_dealer_sees_it_DH_1() -> None:
    driver = seated(*(f"seat {number}" for number in range(1, 9)), seats=8)
    answered(driver, ("seat 1", "bank 500"))
    assert list(driver.asks) == [f"seat {number}" for number in range(3, 9)]
    assert any(isinstance(event, Announced) and event.what == "seat 2 is inactive" for event in driver.events)


def test_rules_3_the_other_reading_of_DH_1_is_the_player_dealer_s_own_right_and_the_seat_rotates() -> None:
    everybody = (f"seat {number}" for number in range(1, 9))
    driver = seated(*everybody, seats=8, inactive_seat="player-dealer's view")
    answered(driver, ("seat 1", "bank 500"))
    assert list(driver.asks) == [f"seat {number}" for number in range(2, 8)]  # seat 8 is before seat 1
    assert any(isinstance(event, Announced) and event.what == "seat 8 is inactive" for event in driver.events)
    answered(driver, *((f"seat {number}", "base 10") for number in range(2, 8)), ("seat 1", "1"))
    thrown = sum(next(event for event in driver.events if isinstance(event, DiceThrown)).dice)
    dealt = [event.place for event in driver.events if isinstance(event, Dealt)]
    around = ["player-dealer", *(f"seat {number}" for number in range(2, 8))]
    first = (thrown - 1) % 7
    assert dealt == around[first:] + around[:first]
    answered(driver, *((who, "house way") for who in list(driver.asks)), ("seat 1", "house way"))
    driver.begin(seed_from(1))
    answered(driver, ("seat 1", "decline"), ("seat 2", "bank 500"))
    assert list(driver.asks) == [f"seat {number}" for number in range(3, 9)]


def test_rules_12_c_the_position_goes_to_who_bet_behind_the_seat_in_the_order_of_the_squares() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 2.5", "backline 2.2", "backline 3.1")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 50"), ("seat 3", "sit out"), ("backline 2.2", "base 10"))
    answered(driver, ("backline 2.5", "base 20"), ("backline 3.1", "base 10"), ("seat 1", "1"))
    answered(driver, ("seat 2", "house way"), ("backline 3.1", "house way"), ("seat 1", "house way"))
    driver.begin(seed_from(1))
    asked = []
    while "bank" in {ask.what for ask in driver.asks.values()}:
        (who,) = driver.asks
        asked.append(who)
        driver.answer(who, "bank 300" if who == "backline 3.1" else "decline")
    assert asked == ["seat 1", "seat 2", "backline 2.2", "backline 2.5", "seat 3", "backline 3.1"]
    put_up = next(event for event in driver.events if isinstance(event, PutUp))
    assert (put_up.who, put_up.clause) == ("backline 3.1", "Rules 12(c)")
    assert list(driver.asks) == ["seat 1", "seat 2", "backline 2.2", "backline 2.5"]  # seat 3 is the banker's


def test_rules_12_b_and_e_two_hands_in_a_row_then_the_game_closes_and_reopens_PD_2() -> None:
    driver = seated("seat 1", "seat 2")
    for number in (1, 2):
        answered(driver, (next(iter(driver.asks)), "bank 500"), ("seat 2", "base 10"), ("seat 1", "1"))
        answered(driver, ("seat 2", "house way"), ("seat 1", "house way"))
        driver.begin(seed_from(number))
    answered(driver, ("seat 2", "decline"))
    assert [type(event) for event in driver.events if isinstance(event, GameClosed | GameReopened)] == [
        GameClosed,
        GameReopened,
    ]
    assert list(driver.asks) == ["seat 1"]


# Who decides


def wagered(driver: Driver, **amounts: int) -> None:
    """`b2_1=50` is backline 2.1, `s2=10` seat 2."""
    answered(driver, ("seat 1", "bank 500"))
    for name, amount in amounts.items():
        who = f"seat {name[1:]}" if name[0] == "s" else f"backline {name[1:].replace('_', '.')}"
        driver.answer(who, f"base {amount}" if amount else "sit out")
    driver.answer("seat 1", "1")


BEHIND = ("seat 1", "seat 2", "backline 2.1", "backline 2.2")


@pytest.mark.parametrize(
    ("amounts", "looks", "decides"),
    [
        ({"s2": 50, "b2_1": 20, "b2_2": 20}, "seat 2", "seat 2"),
        ({"s2": 20, "b2_1": 20, "b2_2": 10}, "seat 2", "seat 2"),  # equal: the seated player (16(c))
        ({"s2": 20, "b2_1": 10, "b2_2": 30}, "seat 2", "backline 2.2"),
        ({"s2": 10, "b2_1": 20, "b2_2": 20}, "seat 2", "backline 2.1"),  # equal behind: nobody paid, the one in front
        ({"s2": 0, "b2_1": 20, "b2_2": 20}, "backline 2.1", "backline 2.1"),
        ({"s2": 0, "b2_1": 20, "b2_2": 30}, "backline 2.2", "backline 2.2"),
    ],
)
def test_rules_16_the_greatest_wager_decides_with_the_printed_tie_breaks(
    amounts: dict[str, int], looks: str, decides: str
) -> None:
    driver = seated(*BEHIND)
    wagered(driver, **amounts)
    dealt = next(event for event in driver.events if isinstance(event, Dealt) and event.place == "seat 2")
    assert dealt.seen == tuple(dict.fromkeys((looks, decides)))
    assert list(driver.asks) == [looks]
    answered(driver, (looks, "house way"))
    if decides != looks:
        assert list(driver.asks) == [decides]
        ask = driver.asks[decides]
        assert (ask.what, ask.default, ask.spot, ask.clause) == ("set", "as it lies", "seat 2", "Rules 16(a)")
        answered(driver, (decides, "as it lies"))
    answered(driver, ("seat 1", "house way"))
    assert not driver.open


def test_rules_16_d_of_equal_wagers_behind_the_seat_who_paid_the_collection_decides_DH_5() -> None:
    driver = seated(*BEHIND)
    table = driver.table
    wagered(driver, s2=0, b2_1=20, b2_2=20)
    hand_of_two = Hand("seat 2", "backline 2.1", ("backline 2.1", "backline 2.2"))
    assert with_decider(table, hand_of_two).decides == "backline 2.1"
    table.emit(FeeTaken("backline 2.2", 100, "Rules 16(d)", "for the test"))
    assert with_decider(table, hand_of_two).decides == "backline 2.2"
    table.emit(FeeTaken("backline 2.1", 100, "Rules 16(e)", "split equally"))
    assert with_decider(table, hand_of_two).decides == "backline 2.1"


def test_rules_16_b_the_seated_player_sets_first_and_the_greatest_wager_may_set_anew_unseen_by_others() -> None:
    driver = seated(*BEHIND)
    wagered(driver, s2=10, b2_1=20, b2_2=10)
    cards = next(event.cards for event in driver.events if isinstance(event, Dealt) and event.place == "seat 2")
    first, *_, last = driver.asks["seat 2"].answers()[:-1]
    answered(driver, ("seat 2", first), ("backline 2.1", last))
    laid = [event for event in driver.events if isinstance(event, Placed) and event.place.startswith("seat 2")]
    assert [event.place for event in laid] == [
        "seat 2 front", "seat 2 back", "seat 2", "seat 2", "seat 2 front", "seat 2 back",
    ]  # fmt: skip
    assert {event.seen for event in laid} == {("seat 2", "backline 2.1")}
    front = driver.table.hands["seat 2 front"]
    assert sorted([*front, *driver.table.hands["seat 2 back"]]) == sorted(cards)
    assert f"front {' '.join(last.split()[1:])}" == last and tuple(front) == hand(last.removeprefix("front "))


def test_rules_16_a_the_coach_speaks_of_the_own_wager_of_who_decides() -> None:
    driver = seated(*BEHIND)
    wagered(driver, s2=10, b2_1=20, b2_2=10)
    assert decision(driver).stakes == {"base": 1000}
    answered(driver, ("seat 2", "house way"))
    asked = decision(driver)
    assert (asked.who, asked.stakes, len(asked.hand)) == ("backline 2.1", {"base": 2000}, 7)


def test_rules_14_c_a_player_on_several_seats_sets_the_first_hand_only() -> None:
    names = {"seat 2": "Ann", "seat 3": "Ann", "seat 4": "Ann"}
    driver = seated("seat 1", "seat 2", "seat 3", "seat 4", names=names)
    wagered(driver, s2=10, s3=10, s4=10)
    seen = [event.seen for event in driver.events if isinstance(event, Dealt) and event.place in names]
    assert len(driver.asks) == 1 and [one for one in seen if one] == [(next(iter(driver.asks)),)]
    assert seen[1:] == [(), ()]
    answered(driver, (next(iter(driver.asks)), "house way"), ("seat 1", "house way"))
    assert not driver.open


def test_rules_14_c_a_bet_behind_another_player_who_decides_is_no_second_hand_DH_6() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 3.1", names={"seat 2": "Ann", "backline 3.1": "Ann"})
    wagered(driver, s2=10, s3=20, b3_1=10)
    assert set(driver.asks) == {"seat 2", "seat 3"}


def test_rules_16_b_who_bets_most_behind_a_second_seat_leaves_it_to_the_seated_player_with_a_wager() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 3.1", names={"seat 2": "Ann", "backline 3.1": "Ann"})
    driver.table.source.number = lambda label, below: 0  # type: ignore[method-assign]  # three ones: seat 3 goes out first
    wagered(driver, s2=10, s3=10, b3_1=50)
    assert list(driver.asks) == ["seat 3"]
    dealt = {event.place: event.seen for event in driver.events if isinstance(event, Dealt)}
    assert dealt["seat 3"] == ("seat 3", "backline 3.1")  # Ann's first hand: she has the last word on it
    assert dealt["seat 2"] == ()  # her second goes the house way

    driver = seated("seat 1", "seat 2", "seat 3", "backline 3.1", names={"seat 2": "Ann", "backline 3.1": "Ann"})
    driver.table.source.number = lambda label, below: 5  # type: ignore[method-assign]  # three sixes: from seat 4 on
    wagered(driver, s2=10, s3=10, b3_1=50)
    assert set(driver.asks) == {"seat 2", "seat 3"}  # seat 2's hand is her first
    dealt = {event.place: event.seen for event in driver.events if isinstance(event, Dealt)}
    assert (dealt["seat 2"], dealt["seat 3"]) == (("seat 2",), ("seat 3",))
    answered(driver, ("seat 2", "house way"), ("seat 3", "house way"), ("seat 1", "house way"))
    assert not driver.open


def test_rules_14_c_who_bets_most_behind_a_second_seat_without_a_seated_wager_sends_it_the_house_way() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 3.1", names={"seat 2": "Ann", "backline 3.1": "Ann"})
    driver.table.source.number = lambda label, below: 5  # type: ignore[method-assign]
    wagered(driver, s2=10, s3=0, b3_1=50)
    assert set(driver.asks) == {"seat 2"}


# Misdeals


def at_piles(number: int) -> Driver:
    driver = Driver(GAME, RULES, automatic=(FLOOR,))
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    driver.begin(seed_from(f"misdeal {number}"))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 10"))
    return driver


def order_of(number: int) -> list[int]:
    return list(shuffled(pack("53"), mixed(seed_from(f"misdeal {number}"))))


def test_rules_13_a_an_exposed_card_is_replaced_by_the_top_card_left_over() -> None:
    driver, cards = at_piles(0), order_of(0)
    at = next(at for at in range(10, 49) if cards[at] != JOKER and cards[at] >> 2 != ACE)
    driver.call(FLOOR, "Rules 13(a)")
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("dealer", "exposed")]
    answered(driver, ("dealer", str(at + 1)))
    assert driver.table.hands["exposed"] == [cards[at]]
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("seat 1", "pile")]
    answered(driver, ("seat 1", "1"))
    expected = [*cards[:at], cards[49], *cards[at + 1 : 49]]
    dealt = [event.cards for event in driver.events if isinstance(event, Dealt) and event.place != "exposed"]
    assert dealt == [tuple(expected[pile : pile + 7]) for pile in range(0, 49, 7)]
    answered(driver, ("seat 2", "house way"), ("seat 1", "house way"))
    assert not driver.open and standing(replayed(driver)) == standing(driver)


@pytest.mark.parametrize("joker", [False, True])
def test_rules_13_b_an_exposed_ace_or_joker_means_a_new_shuffle_and_deal_for_the_same_wagers(joker: bool) -> None:
    number = next(number for number in range(20) if JOKER in order_of(number)[:49])
    driver, cards = at_piles(number), order_of(number)
    at = cards.index(JOKER) if joker else next(at for at in range(49) if cards[at] >> 2 == ACE)
    driver.call("dealer", "Rules 13(a)")
    answered(driver, ("dealer", str(at + 1)))
    assert sum(isinstance(event, Shuffled) for event in driver.events) == 2
    assert "exposed" not in driver.table.hands and driver.table.staked("seat 2") == {"base": 1000}
    answered(driver, ("seat 1", "1"), ("seat 2", "house way"), ("seat 1", "house way"))
    assert sum(isinstance(event, FeeTaken) for event in driver.events) == 1  # and no second fee
    assert not driver.open and standing(replayed(driver)) == standing(driver)


def test_rules_13_a_a_second_exposed_card_is_a_misdeal_DH_7() -> None:
    driver, cards = at_piles(0), order_of(0)
    plain = [at for at in range(49) if cards[at] != JOKER and cards[at] >> 2 != ACE]
    for at in plain[:2]:
        assert sum(isinstance(event, Shuffled) for event in driver.events) == 1
        driver.call(FLOOR, "Rules 13(a)")
        answered(driver, ("dealer", str(at + 1)))
    assert sum(isinstance(event, Shuffled) for event in driver.events) == 2


def test_rules_13_c_a_card_of_the_player_dealer_exposed_is_a_misdeal_and_the_dice_are_thrown_again() -> None:
    driver = at_piles(0)
    answered(driver, ("seat 1", "1"))
    driver.call(FLOOR, "Rules 13(c)")
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("seat 1", "pile")]
    assert driver.table.hands == {}
    answered(driver, ("seat 1", "1"))
    assert sum(isinstance(event, DiceThrown) for event in driver.events) == 2
    answered(driver, ("seat 2", "house way"), ("seat 1", "house way"))
    assert not driver.open and standing(replayed(driver)) == standing(driver)


@pytest.mark.parametrize("after", [False, True])
def test_rules_13_d_a_card_exposed_as_piles_go_out_kills_the_hand_and_returns_every_bet_on_the_seat(
    after: bool,
) -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 2.1")
    wagered(driver, s2=10, s3=10, b2_1=10)
    if after:
        answered(driver, ("seat 2", "house way"))
    driver.call(FLOOR, "Rules 13(d)", "seat 2")
    back = [(event.who, event.amount, event.note) for event in driver.events if isinstance(event, Returned)]
    assert back == [("seat 2", 1000, "a dead hand"), ("backline 2.1", 1000, "a dead hand")]
    assert list(driver.asks) == ["seat 3"]
    answered(driver, ("seat 3", "house way"), ("seat 1", "house way"))
    assert not driver.open and [done.owner for done in driver.table.settled] == ["seat 2", "backline 2.1", "seat 3"]
    assert standing(replayed(driver)) == standing(driver)


def test_rules_9_a_hand_with_a_wrong_number_of_cards_in_front_is_a_foul_for_everyone_on_the_seat() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", "backline 2.1")
    wagered(driver, s2=10, s3=10, b2_1=10)
    answered(driver, ("seat 2", "house way"), ("seat 3", "house way"))
    driver.call("dealer", "Rules 9 (cards)", "seat 2")
    answered(driver, ("seat 1", "house way"))
    lost = [done for done in driver.table.settled if done.outcome.note == "a foul"]
    assert [(done.owner, done.outcome.result.value, done.outcome.clause) for done in lost] == [
        ("seat 2", "lose", "Rules 9"),
        ("backline 2.1", "lose", "Rules 9"),
    ]
    assert lost[0].outcome.hand == "3 cards in front, 4 in back"
    assert standing(replayed(driver)) == standing(driver)


def test_rules_13_d_is_called_on_a_seat_that_somebody_bets_on() -> None:
    driver = seated("seat 1", "seat 2", "seat 3")
    wagered(driver, s2=10, s3=10)
    driver.call(FLOOR, "Rules 13(d)", "seat 2")
    before = standing(driver)
    for who, why in (("", "is called on a seat: name the seat"), ("seat 2", "can't be called: nobody bets on seat 2")):
        with pytest.raises(Refused, match=why):
            driver.call(FLOOR, "Rules 13(d)", who)
    assert standing(driver) == before


def test_rules_9_a_foul_is_called_on_a_players_hand() -> None:
    driver = seated("seat 1", "seat 2", "seat 3")
    wagered(driver, s2=10, s3=10)
    answered(driver, ("seat 2", "house way"), ("seat 3", "house way"))
    driver.call(FLOOR, "Rules 9 (cards)", "seat 2")
    before = standing(driver)
    for who, why in (
        ("", "is called on a seat: name the seat"),
        ("seat 1", "seat 1 is the player-dealer's"),
        ("seat 2", "seat 2 has a foul already"),
    ):
        with pytest.raises(Refused, match=why):
            driver.call(FLOOR, "Rules 9 (cards)", who)
    assert standing(driver) == before


def test_rules_17_a_nothing_can_be_called_when_the_round_is_over() -> None:
    driver = at_piles(0)
    answered(driver, ("seat 1", "1"), ("seat 2", "house way"), ("seat 1", "house way"))
    with pytest.raises(Refused, match="no round is being played"):
        driver.call(FLOOR, "Rules 13(d)", "seat 2")


def test_beside_a_physical_table_the_dealer_names_the_exposed_card() -> None:
    driver = Driver(GAME, RULES, source=DealerEntry(), automatic=(FLOOR,))
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    driver.begin(seed_from(0))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 10"))
    driver.call("dealer", "Rules 13(a)")
    answered(driver, ("dealer", "12"), ("dealer", "Kd"))
    assert driver.asks["seat 1"].what == "pile"
    driver.call("dealer", "Rules 13(a)")
    answered(driver, ("dealer", "12"), ("dealer", "As"))
    assert sum(isinstance(event, Shuffled) for event in driver.events) == 2
