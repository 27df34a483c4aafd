"""Ace Up Pai Gow Poker, settled by hand from its approval."""

from random import Random

import pytest

from houseway.cards.card import HIDDEN, hand, text
from houseway.cards.pack import pack
from houseway.cards.shuffle import mixed, seed_from, shuffled
from houseway.games import game
from houseway.games.pai_gow.settlement import SetHand, contained, is_ace_high, settle, two_hands
from houseway.play.driver import Driver
from houseway.play.event import Announced, Collected, Dealt, FeeTaken, Paid, Placed, Returned, Revealed
from houseway.play.outcome import Outcome
from houseway.play.scenario import ScenarioError
from houseway.rules.fee_schedules import schedules
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import house_rules
from tests.banked import answered, bank_net, net, played, rows
from tests.games.pai_gow import by_hand
from tests.test_house_way import likely

GAME = game("ace-up-pai-gow")
RULES = house_rules(GAME.rules)
HANDS = two_hands(GAME.rules)
NINES = "Kh Jd / 9s 9c 7d 5h 2c"
ACE = "Qs Td / As 9c 7d 5h 2c"  # an ace-high player-dealer
JOKER = "Qs Td / Jk 9c 7d 5h 2c"


def as_set(line: str) -> SetHand:
    front, _, back = line.partition(" / ")
    return SetHand(hand(front), hand(back), HANDS)


def bet(wager: str, player: str, bank: str = NINES) -> Outcome:
    (outcome,) = settle(RULES, as_set(player), as_set(bank), {wager: 1000})
    return outcome


def result(outcome: Outcome) -> tuple[str, int]:
    return outcome.result.value, outcome.paid


# The base wager


@pytest.mark.parametrize(
    ("player", "expected", "clause"),
    [
        ("Kc Qd / Td Th 8c 6s 3d", ("win", 1000), "How Winners are Determined 1"),
        ("Kc Td / 8d 8h 7c 6s 3d", ("lose", 0), "How Winners are Determined 2"),
        ("Ac Td / 8d 8h 7c 6s 3d", ("push", 0), "How Winners are Determined 3"),
        ("Kc Js / Td Th 7c 6s 3d", ("push", 0), "How Winners are Determined 3, How Winners are Determined 4"),
        ("Kc Js / 8d 8h 7c 6s 3d", ("lose", 0), "How Winners are Determined 2, How Winners are Determined 4"),
        ("Qc Js / 9d 9h 7c 5s 2d", ("lose", 0), "How Winners are Determined 2, How Winners are Determined 4"),
        ("Ac Js / 9d 9h 7c 5s 2d", ("push", 0), "How Winners are Determined 3, How Winners are Determined 4"),
        ("Kc Js / 9d 9h 7c 5s 2d", ("lose", 0), "How Winners are Determined 2, How Winners are Determined 4"),
        ("Ac Ad / Kd Ks 7c 6s 3d", ("lose", 0), "Round of Play 5(c)"),
    ],
)
def test_how_winners_are_determined(player: str, expected: tuple[str, int], clause: str) -> None:
    got = bet("base", player)
    assert (result(got), got.clause) == (expected, clause)


def test_how_winners_3_a_an_ace_high_player_dealer_pushes_every_base_wager() -> None:
    for player in (
        "Kc Qd / Td Th 8c 6s 3d",
        "4c 3d / 8d 7h 6c 5s 2d",
        "Kc Js / Ad Th 7c 6s 3d",
        "8d 7h / 6c 5s 4c 3d 2h",
    ):
        for bank in (ACE, JOKER):
            got = bet("base", player, bank)
            assert (result(got), got.clause) == (("push", 0), "How Winners are Determined 3(a)")
    assert result(bet("base", "Kc Qd / Td Th 8c 6s 3d", "Qs Jd / Kh 9c 7d 5h 2c")) == ("win", 1000)  # king high


@pytest.mark.parametrize(
    ("cards", "ace_high"),
    [
        ("As Qs Td 9c 7d 5h 2c", True),
        ("Jk Qs Td 9c 7d 5h 2c", True),
        ("Ks Qs Td 9c 7d 5h 2c", False),
        ("As Jk Td 9c 7d 5h 2c", False),  # a pair of aces
        ("As 5s 4d 3c 2d 9h Jc", False),  # a straight
        ("As Ks 9s 6s 4s 3d 8c", False),  # a flush
        ("Jk Ks 9s 6s 4s 3d 8c", True),  # the joker completes no flush (PG-4)
        ("Jk 9s 8s 6d 5s 2d Kc", False),  # but a straight
        ("Jk 9s 8s 7s 6s 2d Kc", False),  # and a straight flush
    ],
)
def test_card_values_what_is_ace_high(cards: str, ace_high: bool) -> None:
    assert is_ace_high(hand(cards), HANDS) is ace_high


def test_card_values_the_joker_completes_no_flush_in_back() -> None:
    got = bet("base", "Kc Qs / Jk 9h 7h 4h 2h", "Qh Jd / Tc Td 7d 5h 2c")
    assert (result(got), got.hand) == (("push", 0), "king-queen in front, ace high in back")


# Bonus bets

BONUS = [
    ("3h 4h / 5h 6h 7h 8h 9h", 2000),
    ("Kd Qd / Ah Kh Qh Jh Th", 1000),
    ("3h 4h / 5h Jk 7h 8h 9h", 500),
    ("Ah Ad / As Ac Jk 9h 8h", 250),
    ("Kd Qs / Ah Kh Qh Jh Th", 100),
    ("2d 3d / Ah Kh Qh Jk Th", 100),  # with the joker, on its own line (PG-15)
    ("Ks 2d / Ah 2h 3h Jk 5h", 25),
    ("Ah Ad / As Jk 7c 9h 8d", 15),
    ("3h 3d / 3s 7c 7h 9c Td", 10),
    ("Ks 2d / 9h 2h 3h 4h Th", 4),
    ("5s 5d / 5h 6h 7c 8d 9c", 3),
    ("Ks 2d / 6h 7c 8d Jk Ts", 1),
]


@pytest.mark.parametrize(("line", "odds"), BONUS, ids=[line for line, _ in BONUS])
def test_lucky_bonus_paytable(line: str, odds: int) -> None:
    assert result(bet("lucky-bonus", line)) == ("win", 1000 * odds)
    assert result(bet("lucky-bonus", line, ACE)) == ("win", 1000 * odds)  # also when the base wager is given back


@pytest.mark.parametrize("line", ["Ks 2d / 9h 2h 3h 4h Jk", "Ts Td / 9h 9c 5s 5d 3c", "Kd Qd / Ah Kh Qh Jh 9c"])
def test_lucky_bonus_loses_with_less_and_the_joker_makes_no_flush(line: str) -> None:
    assert result(bet("lucky-bonus", line)) == ("lose", 0)


def test_lucky_bonus_is_what_trying_everything_gives() -> None:
    rng = Random(6)
    pays = {line.hand: line.pays for line in RULES.pay_tables["lucky-bonus"].lines}
    for _ in range(200):
        cards = likely(rng)
        odds = [pays[name] for name in contained(cards, plain_flushes=False) if name in pays]
        best = max((one.fraction() for one in odds if one is not None), default=-1)
        assert best == by_hand.lucky(tuple(text(cards).split()), by_hand.ACE_UP), text(cards)


@pytest.mark.parametrize(
    ("player", "bank", "odds"),
    [
        ("Kc Qd / Ah 9d 8c 6s 3d", ACE, 40),
        ("Kc Qd / Ah 9d 8c 6s 3d", JOKER, 40),
        ("Kc Qd / Jk 9d 8c 6s 3d", ACE, 40),
        ("Jh Th / Jk 9h 8d 3h 2s", ACE, 5),  # a straight with the joker is no ace high
        ("Kc Qd / Td Th 8c 6s 3d", JOKER, 15),
        ("Kc Qd / Jd 9h 8c 6s 3d", JOKER, 15),  # king high
        ("Kc Qd / Td Th 8c 6s 3d", ACE, 5),
        ("Kc Qd / Jk Th 8c 6s 3d", ACE, 40),
        ("Kc Qd / Ah 9d 8c 6s 3d", NINES, -1),
        ("Kc Qd / Ah 9d 8c 6s 3d", "Qs Td / Ks 9c 7d 5h 2c", -1),
    ],
)
def test_ace_up_bonus_paytable(player: str, bank: str, odds: int) -> None:
    got = bet("ace-up-bonus", player, bank)
    assert result(got) == (("win", 1000 * odds) if odds > 0 else ("lose", 0))
    assert got.clause.startswith("Ace Up Bonus Bet Paytable")


# Whole rounds

TABLE = """
game = "ace-up-pai-gow"
seed = 1
dice = [1, 2, 5]
[cards]
"seat 1" = "Kc Qd Td Th 8c 6s 3d"
"seat 2" = "Ah Kd Jh 9h 8d 6d 3c"
player-dealer = "{bank}"
[bank]
seat = 7
amount = "{amount}"
[options]
collection = "Ace Up Pai Gow Poker/3"
[[seats]]
seat = 1
wagers = {{ ace-up-bonus = "10", lucky-bonus = "20", base = "100" }}
decisions = {decisions}
[[seats]]
seat = 2
wagers = {{ base = "50", ace-up-bonus = "10" }}
decisions = {decisions}
[[seats]]
seat = 2
backline = 1
wagers = {{ base = "110" }}
"""
PAIR, HIGH = "Kh Jd 9s 9c 7d 5h 2c", "Jk Qs Tc 9c 7d 5h 2c"


def table(bank: str, amount: str = "5000", decisions: str = '["house way"]') -> str:
    return TABLE.format(bank=bank, amount=amount, decisions=decisions)


def test_round_of_play_5_the_player_dealer_s_hand_is_exposed_and_set_before_anybody_sets_theirs() -> None:
    events = played(table(PAIR)).driver.events
    shown = next(at for at, event in enumerate(events) if isinstance(event, Revealed))
    laid = [(at, event.place) for at, event in enumerate(events) if isinstance(event, Placed)]
    assert getattr(events[shown], "place", "") == "player-dealer"
    assert [place for _, place in laid[:2]] == ["player-dealer front", "player-dealer back"]
    assert all(at > shown for at, _ in laid)
    before = [event for event in events[:shown] if isinstance(event, Dealt) and event.place == "player-dealer"]
    assert before[0].seen_by("seat 1").cards.count(HIDDEN) == 7


def test_round_of_play_5_a_nobody_sets_a_hand_against_an_ace_high_player_dealer() -> None:
    done = played(table(HIGH, decisions="[]"))
    # The base wagers go back. Seat 1 has a pair: Ace Up pays 15 to 1, Lucky loses. Seat 2 has ace high too: 40 to 1.
    assert rows(done, 1) == [
        ("base", "push", "0", "0"),
        ("lucky-bonus", "lose", "0", "0"),
        ("ace-up-bonus", "win", "150", "0"),
    ]
    assert rows(done, 2) == [("base", "push", "0", "0"), ("ace-up-bonus", "win", "400", "0")]
    assert rows(done, 2, 1) == [("base", "push", "0", "0")]
    assert bank_net(done) == -530_00
    placed = {event.place for event in done.driver.events if isinstance(event, Placed)}
    assert placed == {"player-dealer front", "player-dealer back"}
    said = {event.who: event.what for event in done.driver.events if isinstance(event, Announced)}
    assert (said["seat 1"], said["seat 2"]) == ("pair of tens", "ace high")


def test_round_of_play_5_a_a_decision_is_not_asked_for_then() -> None:
    with pytest.raises(ScenarioError, match="never asked for"):
        played(table(HIGH))


def test_round_of_play_10_seat_by_seat_base_lucky_and_ace_up_the_backline_after_its_seat() -> None:
    done = played(table(PAIR))
    found = [event for event in done.driver.events if isinstance(event, Paid | Collected | Returned)]
    assert [(event.who, event.wager) for event in found] == [
        ("seat 1", "base"), ("seat 1", "lucky-bonus"), ("seat 1", "ace-up-bonus"),
        ("seat 2", "base"), ("seat 2", "ace-up-bonus"), ("backline 2.1", "base"),
    ]  # fmt: skip
    # King-queen and tens win. Seat 2 puts king-jack in front of ace high: a copy and a loss.
    assert rows(done, 2) == [("base", "lose", "0", "0"), ("ace-up-bonus", "lose", "0", "0")]
    assert bank_net(done) == -100_00 + 20_00 + 10_00 + 50_00 + 10_00 + 110_00


def test_round_of_play_10_what_is_not_covered_goes_back() -> None:
    done = played(table(PAIR, "140"))
    assert rows(done, 1) == [
        ("base", "win", "100", "0"),
        ("lucky-bonus", "lose", "0", "0"),
        ("ace-up-bonus", "lose", "0", "0"),
    ]
    assert rows(done, 2) == [("base", "lose", "0", "40"), ("ace-up-bonus", "returned", "0", "0")]
    assert rows(done, 2, 1) == [("base", "returned", "0", "0")]


def test_collection_options_1_to_4_charge_each_base_wager_of_seats_and_backline_and_no_bonus_bet() -> None:
    done = played(table(PAIR))
    taken = {event.who: event.amount for event in done.driver.events if isinstance(event, FeeTaken)}
    assert taken == {"seat 1": 100, "seat 2": 100, "backline 2.1": 200, "seat 7": 200}  # $110 is in $101 to $200
    assert net(done, 2, 1) == -110_00 - 200
    total = table(PAIR).replace("Poker/3", "Poker/5")
    taken = {event.who: event.amount for event in played(total).driver.events if isinstance(event, FeeTaken)}
    assert taken == {"seat 7": 200}  # $300 of total table action, bonus bets too


def test_collection_only_the_game_s_own_schedules_hold() -> None:
    assert {schedule.document for schedule in schedules("ace-up-pai-gow").values()} == {"Ace Up Pai Gow Poker"}
    assert limit_problems(RULES) == []


def test_round_of_play_4_a_piles_are_dealt_left_to_right_and_back_and_four_cards_are_verified() -> None:
    """From the seed alone: shuffled and cut, a card to each pile from the first to the last, then back."""
    driver = Driver(GAME, RULES, automatic=())
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    seed = seed_from("piles")
    driver.begin(seed)
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 5"), ("dealer", "20"), ("seat 1", "3"))
    whole = shuffled(pack("53"), mixed(seed))
    cut = [*whole[20:], *whole[:20]]
    piles: list[list[int]] = [[] for _ in range(7)]
    for lap in range(7):
        for at, pile in enumerate(piles if lap % 2 == 0 else reversed(piles)):
            pile.append(cut[lap * 7 + at])
    dealt = [event.cards for event in driver.events if isinstance(event, Dealt)]
    assert dealt == [tuple(pile) for pile in (*piles[2:], *piles[:2])]
    left = [event for event in driver.events if isinstance(event, Announced) and "left over" in event.what]
    assert [(event.what, event.clause) for event in left] == [("4 cards are left over", "Round of Play 4(a)(vi)")]


def test_round_of_play_5_b_ii_the_player_dealer_may_set_the_hand_and_not_as_a_foul() -> None:
    driver = Driver(GAME, RULES)
    for seat in (1, 2):
        driver.buy_in(f"seat {seat}", 100_000)
    driver.begin(seed_from(3))
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 5"), ("seat 1", "1"))
    (ask,) = driver.asks.values()
    assert (ask.who, ask.what, ask.default) == ("seat 1", "set player-dealer", "house way")
    front = ask.answers()[0]
    driver.answer("seat 1", front)
    assert text(driver.table.hands["player-dealer front"]) == front.removeprefix("front ")
    assert list(driver.asks) == ["seat 2"]
