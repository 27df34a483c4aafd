"""Mini Pai Gow, settled by hand from its approval."""

from random import Random

import pytest

from houseway.cards.card import hand, text
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.pai_gow.settlement import SetHand, contained, is_foul, paired, settle, two_hands
from houseway.play.driver import Driver
from houseway.play.event import Announced, Collected, Dealt, Discarded, FeeTaken, Paid, Placed, Returned, Revealed
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import ActionPlaced
from houseway.play.scenario import ScenarioError
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows
from tests.games.pai_gow import by_hand
from tests.test_house_way import likely

GAME = game("mini-pai-gow")
RULES = house_rules(GAME.rules)
HANDS = two_hands(GAME.rules)
FIVES = "Kh / 5s 5c 9d 7h 2c"  # the player-dealer's hand in most of what follows
PAID = "How Wagers are Paid"


def as_set(line: str) -> SetHand:
    front, _, back = line.partition(" / ")
    return SetHand(hand(front), hand(back), HANDS)


def bet(wager: str, player: str, bank: str = FIVES) -> Outcome:
    (outcome,) = settle(RULES, as_set(player), as_set(bank), {wager: 1000})
    return outcome


def result(outcome: Outcome) -> tuple[str, int]:
    return outcome.result.value, outcome.paid


# The base wager and the double-down


@pytest.mark.parametrize(
    ("player", "expected", "clause", "note"),
    [
        ("Ac / 6d 6h 8c 7s 3d", ("win", 1000), f"{PAID} 1", ""),
        ("Qc / 4d 4h 8c 6s 3d", ("lose", 0), f"{PAID} 2", ""),
        ("Ac / 4d 4h 8c 6s 3d", ("push", 0), f"{PAID} 3", ""),
        ("Qc / 6d 6h 8c 7s 3d", ("push", 0), f"{PAID} 3", ""),
        ("Kc / 6d 6h 8c 7s 3d", ("push", 0), f"{PAID} 3, {PAID} 4", "a copy in front"),
        ("Kc / 4d 4h 8c 7s 3d", ("lose", 0), f"{PAID} 2, {PAID} 4", "a copy in front"),
        ("Ac / 5d 5h 9c 7s 2d", ("push", 0), f"{PAID} 3, {PAID} 4", "a copy in back"),
        ("Qc / 5d 5h 9c 7s 2d", ("lose", 0), f"{PAID} 2, {PAID} 4", "a copy in back"),
        ("Kc / 5d 5h 9c 7s 2d", ("lose", 0), f"{PAID} 2, {PAID} 4", "a copy in front and in back"),
        ("Ac / Kd Qh 9c 7s 2d", ("lose", 0), "PG-8", "a foul"),
    ],
)
def test_how_wagers_are_paid_one_card_and_five_against_the_player_dealer_s(
    player: str, expected: tuple[str, int], clause: str, note: str
) -> None:
    got = bet("base", player)
    assert (result(got), got.clause, got.note) == (expected, clause, note)


def test_object_of_the_game_2_a_joker_in_front_beats_an_ace_and_in_back_is_one_PG_5() -> None:
    assert result(bet("base", "Jk / 6d 6h 8c 7s 3d", "Ah / 5s 5c 9d 7h 2c")) == ("win", 1000)
    assert result(bet("base", "Ac / 6d 6h 8c 7s 3d", "Jk / 5s 5c 9d 7h 2c")) == ("push", 0)
    got = bet("base", "Kc / Jk Ah 9c 7s 3d", "Qh / As Ad 9d 7h 3c")
    assert (result(got), got.note) == (("push", 0), "a copy in back")


@pytest.mark.parametrize(
    ("line", "foul"),
    [
        ("Ac / Kd Qh 9c 7s 2d", True),
        ("Kc / Ad Qh 9c 7s 2d", False),
        ("Ac / Ad Qh 9c 7s 2d", False),  # an ace is not above an ace
        ("Jk / Ad Qh 9c 7s 2d", True),  # the joker is (PG-14)
        ("Jk / 2d 2h 9c 7s 3d", False),
        ("Ac / 2d 3h 4c 5s 6d", False),
        ("Ac / Jk Qh 9c 7s 2d", False),
    ],
)
def test_round_of_play_4_the_five_card_hand_must_rank_higher_PG_14(line: str, foul: bool) -> None:
    assert is_foul(as_set(line)) is foul


@pytest.mark.parametrize(
    ("bank", "expected", "clause"),
    [
        ("Kh / 5s 5c 9d 6h 2c", ("win", 1000), "Mini Pai Gow Player Options"),
        ("Kh / 4s 4c 9d 6h 2c", ("push", 0), "Mini Pai Gow Player Options"),  # the hand just below
        ("Kh / As Qc 9d 6h 2c", ("push", 0), "Mini Pai Gow Player Options"),
        ("Kh / 3s 3c 2d 2h 6c", ("win", 1000), "Mini Pai Gow Player Options"),  # two pairs are higher
        ("Kh / Jk As 9d 6h 2c", ("win", 1000), "Mini Pai Gow Player Options"),  # the joker makes a pair of aces
        ("Kh / 6s 5d 4c 3h 2c", ("push", 0), f"{PAID} 3"),  # a straight qualifies, and beats three sevens
    ],
)
def test_double_down_stands_against_a_pair_of_fives_or_better(
    bank: str, expected: tuple[str, int], clause: str
) -> None:
    got = bet("double-down", "Ac / 7d 7h 7c 8s 3d", bank)
    assert (result(got), got.clause) == (expected, clause)


def test_double_down_follows_the_base_comparison_and_a_foul_loses_it_PG_14() -> None:
    assert result(bet("double-down", "Qc / 4d 4h 8c 6s 3d")) == ("lose", 0)
    assert result(bet("double-down", "Ac / 4d 4h 8c 6s 3d")) == ("push", 0)
    foul = bet("double-down", "Ac / Kd Qh 9c 7s 2d")
    assert (result(foul), foul.note) == (("lose", 0), "a foul")
    fours = bet("double-down", "Ac / Kd Qh 9c 7s 2d", "Kh / 4s 4c 9d 7h 2c")
    assert (result(fours), fours.clause) == (("push", 0), "Mini Pai Gow Player Options")  # before it is opened


# The Aces Bonus Bet

ACES = [
    ("Ah Ad As Ac Jk 9h", 2500),
    ("Ah Kh Qh Jh Th 9c", 1000),
    ("Ah Kh Qh Jh Th Jk", 1000),  # it does not need the joker
    ("Ah Kh Qh Jh Jk 9c", 100),  # this one does (PG-6)
    ("9h 8h 7h 6h 5h Kc", 100),
    ("9h 8h Jk 6h 5h Kc", 100),
    ("7h 7d 7s 7c Kh Qd", 50),
    ("Ah Ad As Jk Kh Qd", 50),
    ("7h 7d 7s Kc Kh Qd", 15),
    ("7h 7d 7s Kc Kh Kd", 15),
    ("Kh 9h 7h 4h 2h Qd", 5),
    ("Kh 9h 7h 4h Jk Qd", 5),
    ("Kh Kd 9h 9d 4h 4d", 5),
    ("Ah Jk 9h 9d 4h 4d", 5),
    ("9h 8d 7c 6s 5h Kc", 3),
    ("Ah 2d 3c 4s 5h Kc", 3),
    ("9h 8d Jk 6s 5h Kc", 3),
    ("7h 7d 7s Kc Qh 2d", 2),
    ("Ah Ad Jk Kc Qh 2d", 2),
    ("7h 7d Ks Kc Qh 2d", 1),
    ("Ah Jk Ks Kc Qh 2d", 1),
    ("8h 7d 6s 4c 3h 2d", 50),
    ("8h 7d 5s 4c 3h 2d", 50),
    ("8h 7d 6s 5c 3h 2d", 50),
]


@pytest.mark.parametrize(("cards", "odds"), ACES, ids=[cards for cards, _ in ACES])
def test_aces_bonus_7_pay_table(cards: str, odds: int) -> None:
    front, back = cards[:2], cards[3:]
    got = bet("aces-bonus", f"{front} / {back}")
    assert (result(got), got.clause) == (("win", 1000 * odds), "Mini Pai Gow Aces Bonus Bet 7")


@pytest.mark.parametrize(
    "cards",
    [
        "9h 7d 6s 4c 3h 2d",  # nine high
        "Jk 8d 7s 4c 3h 2h",  # the joker is an ace
        "7h 7d Ks Qc Jh 2d",  # one pair
        "Kh 9h 7h 4h 2d Qd",  # four hearts
        "Ah Kd Qs Jc 9h 8d",
    ],
)
def test_aces_bonus_3_anything_else_loses(cards: str) -> None:
    got = bet("aces-bonus", f"{cards[:2]} / {cards[3:]}")
    assert (result(got), got.clause) == (("lose", 0), "Mini Pai Gow Aces Bonus Bet 3")


def test_aces_bonus_is_what_trying_everything_gives() -> None:
    rng, met = Random(4), set()
    pays = {line.hand: line.pays for line in RULES.pay_tables["aces-bonus"].lines}
    for number in range(900):
        cards = likely(rng, 6) if number % 8 else tuple(rng.sample(range(4 * 7), 6))
        said = contained(cards) | paired(cards, HANDS)
        best = max((odds.fraction() for word in said if (odds := pays.get(word))), default=-1)
        assert best == by_hand.aces(tuple(text(cards).split())), text(cards)
        met.add(best)
    assert {-1, 1, 2, 3, 5, 15, 50} <= met


# Whole rounds

TABLE = """
game = "mini-pai-gow"
seed = 1
dice = [1, 2, 5]
[cards]
"seat 1" = "Ac 6d 6h 8c 7s 3d"
"seat 2" = "Qc 4d 4h 8d 6s 3c"
player-dealer = "{bank}"
[bank]
seat = 8
amount = "{amount}"
[[seats]]
seat = 1
wagers = {{ base = "100", aces-bonus = "10" }}
decisions = ["house way", "double-down"]
[[seats]]
seat = 2
wagers = {{ base = "50", aces-bonus = "20" }}
decisions = ["front Qc", "no double-down"]
[[seats]]
seat = 1
backline = 1
stack = "{behind}"
wagers = {{ base = "40" }}
"""


def table(bank: str = "Kh 5s 5c 9d 7h 2c", amount: str = "5000", behind: str = "80") -> str:
    return TABLE.format(bank=bank, amount=amount, behind=behind)


def test_a_whole_round_to_the_cent_with_doubles_kind_by_kind() -> None:
    done = played(table(behind="70"))
    # Seat 1: ace and sixes beat king and fives. The backline has $30 left and does not double its 40 (PD-7).
    assert rows(done, 1) == [
        ("base", "win", "100", "0"),
        ("double-down", "win", "100", "0"),
        ("aces-bonus", "lose", "0", "0"),
    ]
    assert rows(done, 1, 1) == [("base", "win", "40", "0")]
    assert rows(done, 2) == [("base", "lose", "0", "0"), ("aces-bonus", "lose", "0", "0")]
    assert (net(done, 1), net(done, 1, 1), net(done, 2)) == (190_00, 40_00, -70_00)
    assert bank_net(done) == -160_00
    found = [event for event in done.driver.events if isinstance(event, Paid | Collected | Returned)]
    assert [(event.who, event.wager) for event in found] == [
        ("seat 1", "base"), ("backline 1.1", "base"), ("seat 2", "base"),
        ("seat 1", "double-down"), ("seat 1", "aces-bonus"), ("seat 2", "aces-bonus"),
    ]  # fmt: skip


def test_PD_7_a_backline_bettor_with_the_whole_of_it_doubles_with_the_seat() -> None:
    done = played(table(behind="80"))
    assert rows(done, 1, 1) == [("base", "win", "40", "0"), ("double-down", "win", "40", "0")]


def test_double_down_goes_back_before_the_player_s_hand_is_opened_below_a_pair_of_fives() -> None:
    done = played(table("Kh 4s 4c 9d 7h 2c"))
    events = done.driver.events
    back = [at for at, event in enumerate(events) if isinstance(event, Returned) and event.wager == "double-down"]
    opened = [at for at, event in enumerate(events) if isinstance(event, Revealed) and event.place.startswith("seat")]
    assert len(back) == 2 and max(back) < min(opened)
    assert ("double-down", "push", "0", "0") in rows(done, 1)


def test_coverage_runs_out_in_the_middle_of_a_double_down() -> None:
    done = played(table(amount="240"))
    # 100 and 40 paid, 50 collected: 50 of seat 1's second 100 are left.
    assert ("double-down", "win", "50", "0") in rows(done, 1)
    assert rows(done, 1, 1)[1] == ("double-down", "returned", "0", "0")
    assert rows(done, 2)[1] == ("aces-bonus", "returned", "0", "0")


def test_collection_fees_are_taken_while_hands_are_set_on_the_wagers_before_the_deal() -> None:
    done = played(table())
    events = done.driver.events
    (taken,) = [event for event in events if isinstance(event, FeeTaken)]
    assert (taken.who, fees(done)) == ("seat 8", 200)  # $220: the doubles do not count
    at = events.index(taken)
    assert max(at for at, event in enumerate(events) if isinstance(event, Dealt)) < at
    assert at < min(at for at, event in enumerate(events) if isinstance(event, Placed))
    assert limit_problems(RULES) == []


def test_round_of_play_2_b_the_aces_bonus_needs_a_game_wager() -> None:
    with pytest.raises(ScenarioError, match="aces-bonus can only be wagered with base"):
        played(table().replace('base = "50", aces-bonus = "20"', 'aces-bonus = "20"'))


def test_round_of_play_3_unused_piles_are_discarded_before_hands_are_set_and_five_cards_are_left() -> None:
    events = played(table()).driver.events
    dealt = [event.place for event in events if isinstance(event, Dealt)]
    assert sorted(dealt) == ["player-dealer", *(f"seat {number}" for number in range(1, 8))]
    assert dealt[0] == "seat 7"  # eight: seat 8 banks and is one, so seat 7 is eight
    first = min(at for at, event in enumerate(events) if isinstance(event, Placed))
    gone = [event.place for event in events[:first] if isinstance(event, Discarded)]
    assert gone == ["seat 7", "seat 3", "seat 4", "seat 5", "seat 6"]
    assert any(isinstance(event, Announced) and event.what == "5 cards are left over" for event in events)


@pytest.mark.parametrize(("dice", "first"), [("[3, 3, 3]", "seat 1"), ("[6, 6, 5]", "seat 1"), ("[3, 3, 5]", "seat 2")])
def test_rules_of_play_2_nine_and_seventeen_are_the_player_dealer_s(dice: str, first: str) -> None:
    events = played(table().replace("[1, 2, 5]", dice)).driver.events
    dealt = [event.place for event in events if isinstance(event, Dealt)]
    assert dealt[0] == ("player-dealer" if first == "seat 1" else "seat 2")
    assert next(event for event in events if isinstance(event, ActionPlaced)).seat == first


def seated(**options: str) -> Driver:
    driver = Driver(GAME, house_rules(GAME.rules, Choices(options={**options})))
    for number in (1, 2, 3):
        driver.buy_in(f"seat {number}", 10_000)
    driver.begin(seed_from(0))
    return driver


def test_round_of_play_4_the_machine_s_first_pile_has_the_button_and_each_seat_is_asked_in_its_own_time() -> None:
    driver = seated(shuffling="machine")
    answered(driver, ("seat 1", "bank 50"), ("seat 2", "base 60"), ("seat 3", "base 10"))
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("seat 2", "set"), ("seat 3", "set")]
    answered(driver, ("seat 3", "house way"))
    assert [(ask.who, ask.what) for ask in driver.asks.values()] == [("seat 2", "set"), ("seat 3", "double-down")]
    answered(driver, ("seat 3", "double-down"), ("seat 2", "house way"))
    assert not driver.open  # seat 2 has $40 left of $100 and is not offered a double; the player-dealer is never asked


def test_round_of_play_5_the_player_dealer_s_hand_is_always_set_the_house_way() -> None:
    done = played(table("Kh 5s 5c 9d 7h Jk"))
    said = next(event for event in done.driver.events if isinstance(event, Announced) and event.who == "player-dealer")
    assert said.what == "joker in front, pair of fives in back"
