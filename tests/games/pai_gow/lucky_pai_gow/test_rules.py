"""Lucky Pai Gow Poker, settled by hand from its approval."""

from pathlib import Path
from random import Random

import pytest

from houseway.cards.card import HIDDEN, hand, text
from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry
from houseway.games import game
from houseway.games.pai_gow.settlement import SetHand, contained, is_foul, settle
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Announced, BetsClosed, Collected, Dealt, FeeTaken, Paid, Placed, Returned, Revealed
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import ActionPlaced, DiceThrown
from houseway.play.scenario import ScenarioError
from houseway.play.table import FLOOR
from houseway.play.view import cards_in_sight
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import answered, bank_net, fees, net, played, rows
from tests.games.pai_gow import by_hand
from tests.test_house_way import likely

GAME = game("lucky-pai-gow")
RULES = house_rules(GAME.rules)
WINNERS = "How Winners are Determined"


def as_set(line: str) -> SetHand:
    front, _, back = line.partition(" / ")
    return SetHand(hand(front), hand(back))


def base(player: str, bank: str, stake: int = 1000) -> Outcome:
    (outcome,) = settle(RULES, as_set(player), as_set(bank), {"base": stake})
    return outcome


def result(outcome: Outcome) -> tuple[str, int, str]:
    return outcome.result.value, outcome.paid, outcome.note


# The base wager

NINES = "Kh Jd / 9s 9c 7d 5h 2c"  # the player-dealer's hand in most of what follows


def test_winners_1_both_hands_higher_win_1_to_1() -> None:
    got = base("Kc Qd / Td Th 8c 6s 3d", NINES, 1550)
    assert result(got) == ("win", 1550, "")
    assert (got.clause, str(got.odds)) == (f"{WINNERS}, first item", "1:1")
    assert got.hand == "king-queen in front, pair of tens in back"


def test_winners_2_both_hands_lower_lose() -> None:
    got = base("Kc Td / 8d 8h 7c 6s 3d", NINES)
    assert (result(got), got.clause) == (("lose", 0, ""), f"{WINNERS}, second item")


def test_winners_3_front_higher_and_back_lower_push() -> None:
    got = base("Ac Td / 8d 8h 7c 6s 3d", NINES)
    assert (result(got), got.clause) == (("push", 0, ""), f"{WINNERS}, third item")


def test_winners_3_front_lower_and_back_higher_push() -> None:
    assert result(base("Qc Td / Jc Jh 7c 6s 3d", NINES)) == ("push", 0, "")


def test_winners_4_a_copy_in_front_and_a_lower_back_lose() -> None:
    got = base("Kc Js / 8d 8h 7c 6s 3d", NINES)
    assert result(got) == ("lose", 0, "a copy in front")
    assert got.clause == f"{WINNERS}, second item, {WINNERS}, fourth item"


def test_winners_4_PG_1_a_copy_in_front_and_a_higher_back_push() -> None:
    got = base("Kc Js / Td Th 7c 6s 3d", NINES)
    assert result(got) == ("push", 0, "a copy in front")
    assert got.clause == f"{WINNERS}, third item, {WINNERS}, fourth item"


def test_winners_4_PG_1_a_higher_front_and_a_copy_in_back_push() -> None:
    assert result(base("Ac Js / 9d 9h 7c 5s 2d", NINES)) == ("push", 0, "a copy in back")


def test_winners_4_a_lower_front_and_a_copy_in_back_lose() -> None:
    assert result(base("Tc 8s / 9d 9h 7c 5s 2d", NINES)) == ("lose", 0, "a copy in back")


def test_winners_4_two_copies_lose() -> None:
    assert result(base("Kc Js / 9d 9h 7c 5s 2d", NINES)) == ("lose", 0, "a copy in front and in back")


def test_rankings_kickers_decide_between_equal_pairs() -> None:
    assert result(base("Kc Qs / 9d 9h 7c 5s 3d", NINES)) == ("win", 1000, "")
    assert result(base("Kc Qs / 9d 9h 7c 4s 3d", NINES)) == ("push", 0, "")


def test_deck_the_joker_in_front_is_an_ace() -> None:
    assert result(base("Jk Qs / 9d 9h 8c 5s 3d", NINES)) == ("win", 1000, "")
    assert result(base("Ac Qs / Td Th 8c 5s 3d", "Jk Qd / 9s 9c 7d 5h 2c")) == ("push", 0, "a copy in front")


def test_deck_the_joker_in_back_completes_a_straight_PG_9() -> None:
    got = base("Kc Qs / Td 9h 8c 7s Jk", "Kd Jd / Jh Ts 9c 8d 7h")
    # Jack-ten-nine-eight-seven on both sides: the joker is the jack, not the six.
    assert result(got) == ("push", 0, "a copy in back")
    assert "straight, jack high" in got.hand


def test_deck_a_joker_in_a_flush_is_the_highest_rank_not_in_it_PG_9() -> None:
    got = base("Kc Qs / Ad Kd 8d 7d Jk", "Kh Jd / Ah Kh Jh 8h 7h")
    assert result(got) == ("win", 1000, "")  # ace-king-queen beats ace-king-jack


def test_rankings_five_aces_beat_a_royal_flush() -> None:
    assert result(base("Kc Qs / Ac Ad Ah As Jk", "Kh Jd / Th Jh Qh Kd 9h")) == ("win", 1000, "")
    assert result(base("Kc Qc / As Ks Qs Js Ts", "3h 2d / Ac Ad Ah Jk 9h")) == ("win", 1000, "")
    assert result(base("Kc Qc / As Ks Qs Js Ts", "3h 2d / Ac Ad Ah As Jk")) == ("push", 0, "")


def test_round_of_play_5_a_PG_8_a_foul_loses_whatever_it_would_beat() -> None:
    got = base("Ac Ad / Kd Kh 7c 6s 3d", "3h 2d / Qs Jc 9d 5h 4c")
    assert (result(got), got.clause) == (("lose", 0, "a foul"), "Round of Play 5(a)")


@pytest.mark.parametrize(
    ("line", "foul"),
    [
        ("Ac Kd / Ah Qs 9d 5h 4c", True),  # ace-king over ace-queen
        ("Ac Qd / Ah Ks 9d 5h 4c", False),
        ("Kc Qd / Kh Qs 9d 5h 4c", False),  # the five-card hand has more
        ("2c 2d / Ah Ks 9d 5h 4c", True),
        ("2c 2d / 3h 3s 9d 5h 4c", False),
        ("4c 4d / 3h 3s 9d 5h 2c", True),
        ("Qc Qd / Qh Qs 9d 5h 4c", False),
        ("Ac Ad / Kh Ks 2d 2h 4c", False),  # two pair
        ("Ac Jk / Kh Ks 9d 5h 4c", True),
        ("Kc Qd / Jk 9s 8d 5h 4c", False),  # the joker in back is an ace
        ("Jk Kd / Ah Qs 8d 5h 4c", True),
    ],
)
def test_round_of_play_5_a_the_five_card_hand_must_rank_higher(line: str, foul: bool) -> None:
    assert is_foul(as_set(line)) is foul


# The Lucky Bonus Bet

BONUS = [
    ("3h 4h / 5h 6h 7h 8h 9h", "2000:1", "natural seven-card straight flush"),
    ("Ah 2h / 3h 4h 5h 6h 7h", "2000:1", "natural seven-card straight flush"),
    ("Ah Kh / Qh Jh Th 9h 8h", "2000:1", "natural seven-card straight flush"),
    ("Kd Qd / Ah Kh Qh Jh Th", "1000:1", "royal flush and royal match"),
    ("Kd Qd / Ah Jk Qh Jh Th", "1000:1", "royal flush and royal match"),
    ("3h 4h / 5h Jk 7h 8h 9h", "500:1", "seven-card straight flush with the joker"),
    ("Ah Kh / Qh Jh Jk 9h 8h", "500:1", "seven-card straight flush with the joker"),
    ("Ah Ad / As Ac Jk 9h 8h", "250:1", "five aces"),
    ("Kd Qs / Ah Kh Qh Jh Th", "100:1", "royal flush"),  # no match: two suits
    ("Kd Jd / Ah Jk Qh Jh Th", "100:1", "royal flush"),  # no match: the joker is no queen of diamonds
    ("2d 3d / Ah Kh Qh Jk Th", "100:1", "royal flush"),
    ("Kd Qd / 9h Kh Qh Jh Th", "25:1", "straight flush"),
    ("Ks 2d / Ah 2h 3h 4h 5h", "25:1", "straight flush"),
    ("Ks 2d / Ah 2h 3h Jk 5h", "25:1", "straight flush"),
    ("Ah Ad / As Jk 7c 9h 8d", "15:1", "four of a kind"),
    ("3h 3d / 3s 3c 7c 7h 7d", "15:1", "four of a kind"),
    ("3h 3d / 3s 7c 7h 9c Td", "10:1", "full house"),
    ("Ah Jk / 7s 7c 7h 9c Td", "10:1", "full house"),
    ("3h 3d / 3s 7c 7h 7d Td", "10:1", "full house"),
    ("Ks 2d / 9h 2h 3h 4h Th", "4:1", "flush"),
    ("Ks 2d / 9h 2h 3h 4h Jk", "4:1", "flush"),
    ("5s 5d / 5h 6h 7c 8d 9c", "3:1", "three of a kind"),  # and a straight, which pays less
    ("Ah Jk / Ad 7c 9c 8d 2s", "3:1", "three of a kind"),
    ("Ks Kd / 6h 7c 8d 9c Ts", "1:1", "straight"),
    ("Ks 2d / 6h 7c 8d Jk Ts", "1:1", "straight"),
    ("Ks 2d / Ah 3c 4d 5c 9s", "1:1", "straight"),
]


@pytest.mark.parametrize(("line", "odds", "name"), BONUS, ids=[f"{line}: {name}" for line, _, name in BONUS])
def test_lucky_bonus_paytable(line: str, odds: str, name: str) -> None:
    (got,) = settle(RULES, as_set(line), as_set(NINES), {"lucky-bonus": 700})
    assert (got.result.value, str(got.odds), got.hand) == ("win", odds, name)
    assert got.paid == 700 * int(odds.split(":", maxsplit=1)[0])
    assert got.clause.startswith("Lucky Bonus Bet Paytable, ")


@pytest.mark.parametrize(
    "line",
    ["Kh Qd / As Th 8c 7c 2s", "Ts Td / 9h 9c 5s 5d 3c", "Kd Qd / Ah Kh Qh Jh 9c", "Ah Jk / 7s 7c 8h 9c 2d"],
)
def test_lucky_bonus_any_other_hand_loses(line: str) -> None:
    (got,) = settle(RULES, as_set(line), as_set(NINES), {"lucky-bonus": 700})
    assert (got.result.value, got.paid, got.clause) == ("lose", 0, "Lucky Bonus Bet Paytable")


def test_lucky_bonus_PG_3_looks_at_all_seven_cards_however_they_are_set() -> None:
    both = {"base": 1000, "lucky-bonus": 500}
    outcomes = settle(RULES, as_set("Ah Kh / Qh Jh Th 4s 2c"), as_set("Ad Kd / Qs Qc 9d 5h 2s"), both)
    assert [(one.wager, one.result.value, one.paid) for one in outcomes] == [
        ("base", "lose", 0),  # a foul: the front outranks queen high
        ("lucky-bonus", "win", 50_000),
    ]


def test_lucky_bonus_is_what_trying_everything_gives() -> None:
    rng, met = Random(5), set()
    pays = {line.hand: line.pays for line in RULES.pay_tables["lucky-bonus"].lines}
    high = hand("Ah Kh Qh Jh Th 9h 8h 7h Kd Qd Ad Ac As Jk")
    for number in range(1600):
        cards = likely(rng) if number % 2 else tuple(rng.sample(high[: rng.randint(9, 14)], 6)) + high[-1:]
        cards = cards if len(set(cards)) == 7 else tuple(rng.sample(high[:10], 7))
        odds = [pays[name] for name in contained(cards) if name in pays]
        best = max((one.fraction() for one in odds if one is not None), default=-1)
        assert best == by_hand.lucky(tuple(text(cards).split())), text(cards)
        met.add(best)
    assert met == {-1, 1, 3, 4, 10, 15, 25, 100, 250, 500, 1000, 2000}  # every line, and none


# Whole rounds

TABLE = """
game = "lucky-pai-gow"
seed = 1
dice = [1, 2, 3]
[cards]
"seat 1" = "Kc Qd Td Th 8c 6s 3d"
"seat 2" = "Tc 8s 7h 6d 5d 3c 2h"
"seat 3" = "Ah Ad As 9h 4c 3s 2d"
player-dealer = "Kh Jd 9s 9c 7d 5h 2c"
[bank]
seat = 7
amount = "{bank}"
[options]
coverage = "{coverage}"
"""
SEATS = """
[[seats]]
seat = 1
wagers = { base = "100", lucky-bonus = "10" }
decisions = ["house way"]
[[seats]]
seat = 2
wagers = { base = "40" }
decisions = ["front 8s 7h"]
[[seats]]
seat = 3
wagers = { base = "30", lucky-bonus = "20" }
decisions = ["front 9h 4c"]
"""


def table(bank: str = "1000", *, coverage: str = "action") -> str:
    return TABLE.format(bank=bank, coverage=coverage) + SEATS


def test_a_whole_round_to_the_cent() -> None:
    done = played(table())
    # Seat 1: king-queen and tens beat king-jack and nines. Seat 2: eight-seven and ten high lose. Seat 3: nine-four
    # loses in front, three aces win in back; three of a kind pays 3 to 1.
    assert rows(done, 1) == [("base", "win", "100", "0"), ("lucky-bonus", "lose", "0", "0")]
    assert rows(done, 2) == [("base", "lose", "0", "0")]
    assert rows(done, 3) == [("base", "push", "0", "0"), ("lucky-bonus", "win", "60", "0")]
    assert (net(done, 1), net(done, 2), net(done, 3)) == (9000, -4000, 6000)
    assert (bank_net(done), fees(done)) == (-11000, 500)  # $200 of total table action: $101 to $300


def settled_in(text: str) -> list[tuple[str, str]]:
    events = [event for event in played(text).driver.events if isinstance(event, Paid | Collected | Returned)]
    return list(dict.fromkeys((event.who, event.wager) for event in events))


@pytest.mark.parametrize(
    ("dice", "order"),
    [
        ("[1, 1, 2]", [3, 1, 2]),  # 4: the player-dealer's seat 7 is 1, seat 1 is 2, seat 2 is 3, so seat 3 is 4
        ("[1, 1, 1]", [2, 3, 1]),
        ("[1, 2, 3]", [1, 2, 3]),  # 6: seat 5 has no wager
        ("[3, 3, 2]", [1, 2, 3]),  # 8 is the player-dealer's own seat
        ("[3, 3, 3]", [1, 2, 3]),  # 9
        ("[5, 5, 5]", [1, 2, 3]),  # 15 is the player-dealer's own seat
        ("[4, 3, 3]", [2, 3, 1]),  # 10
        ("[6, 6, 6]", [3, 1, 2]),  # 18 is 4
    ],
)
def test_round_of_play_4_the_dice_say_where_settlement_starts_and_all_base_wagers_come_first(
    dice: str, order: list[int]
) -> None:
    with_bonus = [seat for seat in order if seat != 2]
    assert settled_in(table().replace("[1, 2, 3]", dice)) == [
        *((f"seat {seat}", "base") for seat in order),
        *((f"seat {seat}", "lucky-bonus") for seat in with_bonus),
    ]


@pytest.mark.parametrize("shuffling", ["hand", "machine"])
def test_round_of_play_4_every_seat_gets_a_hand_from_the_one_of_the_dice_on(shuffling: str) -> None:
    text = table().replace("[options]", f'[options]\nshuffling = "{shuffling}"')
    events = played(text).driver.events
    dealt = [event for event in events if isinstance(event, Dealt)]
    letter = {"hand": "a", "machine": "b"}[shuffling]
    assert [event.place for event in dealt] == [  # six: the sixth seat from the player-dealer's
        "seat 5", "seat 6", "player-dealer", "seat 1", "seat 2", "seat 3", "seat 4",
    ]  # fmt: skip
    assert [event.seen for event in dealt] == [(), (), (), ("seat 1",), ("seat 2",), ("seat 3",), ()]
    assert {len(event.cards) for event in dealt} == {7}
    assert len({card for event in dealt for card in event.cards}) == 49
    assert all(event.clause.startswith(f"Round of Play 4({letter})") for event in dealt)
    thrown = next(event for event in events if isinstance(event, DiceThrown))
    assert (thrown.who, thrown.dice) == ("seat 7", (1, 2, 3))
    action = next(event for event in events if isinstance(event, ActionPlaced))
    assert action.seat == "seat 1"
    chosen = [event for event in events if isinstance(event, Announced) and "button is on pile" in event.what]
    assert bool(chosen) == (shuffling == "hand")


def test_round_of_play_5_and_6_the_player_dealer_is_exposed_when_all_have_set_their_hands() -> None:
    events = played(table()).driver.events
    exposed = next(at for at, event in enumerate(events) if isinstance(event, Revealed))
    assert getattr(events[exposed], "place", "") == "player-dealer"
    laid = [at for at, event in enumerate(events) if isinstance(event, Placed) and event.origin.startswith("seat")]
    assert max(laid) < exposed
    assert all(events[at].seen_by("seat 4").cards.count(HIDDEN) == len(events[at].cards) for at in laid)  # type: ignore[attr-defined]


def test_GEGA_002382_the_fee_is_taken_before_the_deal_and_none_for_a_bonus_bet_of_a_player() -> None:
    text = table().replace("[options]", '[options]\ncollection = "GEGA-002382/1"')
    events = played(text).driver.events
    taken = [event for event in events if isinstance(event, FeeTaken)]
    assert {event.who: event.amount for event in taken} == {"seat 7": 300, "seat 1": 100, "seat 2": 100, "seat 3": 100}
    closed = next(at for at, event in enumerate(events) if isinstance(event, BetsClosed))
    assert closed < events.index(taken[0]) < next(at for at, event in enumerate(events) if isinstance(event, Dealt))


def test_lucky_bonus_bet_is_no_part_of_the_total_table_action_since_fees_are_for_the_base_game_only() -> None:
    def fee(wagers: str) -> int:
        text = f"""
            game = "lucky-pai-gow"
            options = {{ collection = "GEGA-002382/5" }}
            bank = {{ seat = 7, amount = "1000" }}
            [[seats]]
            seat = 1
            stack = "1000"
            wagers = {{ {wagers} }}
            decisions = ["house way"]
        """
        return fees(played(text))

    assert fee('base = "100"') == 300  # up to $100
    assert fee('base = "100", lucky-bonus = "5"') == 300
    assert fee('base = "101", lucky-bonus = "5"') == 500
    assert fee('lucky-bonus = "150"') == 0


def test_the_demonstration_limits_are_within_the_schedules() -> None:
    assert limit_problems(RULES) == []


# Coverage: Type of Game, PD-1. Base wagers are settled in action order before any bonus bet.


def test_coverage_runs_out_in_the_middle_of_a_winning_bonus_bet() -> None:
    done = played(table("170"))
    # 100 paid to seat 1, 40 collected from seat 2, nothing for seat 3's push; 10 collected from seat 1's bonus bet: 20
    # left of the 60 that seat 3's pays.
    assert rows(done, 1) == [("base", "win", "100", "0"), ("lucky-bonus", "lose", "0", "0")]
    assert rows(done, 3) == [("base", "push", "0", "0"), ("lucky-bonus", "win", "20", "0")]
    assert done.report()["seats"][2]["wagers"][1]["note"] == "$20 of $60 is covered"
    assert bank_net(done) == -100_00 + 40_00 + 10_00 - 20_00


def test_coverage_net_holds_only_the_running_result() -> None:
    done = played(table("170", coverage="net"))
    assert rows(done, 3)[1] == ("lucky-bonus", "win", "60", "0")
    assert bank_net(done) == -110_00
    short = played(table("100", coverage="net"))
    # Down 100 after seat 1, 60 after seat 2, 50 after the bonus bet of seat 1: 50 of 60 can be paid.
    assert rows(short, 3)[1] == ("lucky-bonus", "win", "50", "0")
    assert bank_net(short) == -100_00


def test_coverage_runs_out_in_the_middle_of_a_losing_base_wager() -> None:
    done = played(table("125"))
    assert rows(done, 2) == [("base", "lose", "0", "15")]  # 25 of 40
    assert rows(done, 1)[1] == ("lucky-bonus", "returned", "0", "0")
    assert rows(done, 3) == [("base", "push", "0", "0"), ("lucky-bonus", "returned", "0", "0")]
    assert (net(done, 2), bank_net(done)) == (-25_00, -75_00)


def test_coverage_ends_exactly_with_a_wager() -> None:
    done = played(table("140"))
    assert rows(done, 2) == [("base", "lose", "0", "0")]
    assert rows(done, 1)[1] == ("lucky-bonus", "returned", "0", "0")
    assert bank_net(done) == -60_00


BACKLINE = """
[[seats]]
seat = 1
backline = 1
wagers = { base = "50", lucky-bonus = "5" }
[[seats]]
seat = 1
backline = 2
wagers = { lucky-bonus = "25" }
"""


def test_round_of_play_3_backline_bettors_bet_on_the_hand_after_the_seated_player_PD_5() -> None:
    done = played(table("145") + BACKLINE)
    # 100 for seat 1, then 45 of the 50 behind it; everything else goes back.
    assert rows(done, 1) == [("base", "win", "100", "0"), ("lucky-bonus", "returned", "0", "0")]
    assert rows(done, 1, 1) == [("base", "win", "45", "0"), ("lucky-bonus", "returned", "0", "0")]
    assert rows(done, 1, 2) == [("lucky-bonus", "returned", "0", "0")]
    assert rows(done, 2) == [("base", "returned", "0", "0")]
    assert bank_net(done) == -145_00


def test_lucky_bonus_without_a_base_wager_by_a_seat_and_by_the_backline() -> None:
    text = table().replace('wagers = { base = "30", lucky-bonus = "20" }', 'wagers = { lucky-bonus = "20" }')
    done = played(text + BACKLINE)
    assert rows(done, 3) == [("lucky-bonus", "win", "60", "0")]
    assert rows(done, 1, 2) == [("lucky-bonus", "lose", "0", "0")]
    assert net(done, 1, 1) == 50_00 - 5_00


def test_lucky_bonus_may_exceed_the_base_wager_and_not_the_table_limit() -> None:
    more = table().replace('base = "100", lucky-bonus = "10"', 'base = "5", lucky-bonus = "900"')
    assert net(played(more), 1) == 5_00 - 900_00
    with pytest.raises(ScenarioError, match="lucky-bonus 1001 is above the maximum of \\$1,000"):
        played(more.replace('"900"', '"1001"'))


# Setting hands


def test_round_of_play_5_a_a_foul_is_refused_with_the_reason_and_can_be_set_where_the_house_lets_it_PG_8() -> None:
    foul = table().replace("front 8s 7h", "front Tc 8s")
    with pytest.raises(ScenarioError, match="a foul is not allowed: ten-eight in front, seven high in back"):
        played(foul)
    done = played(foul.replace("[options]", '[options]\nfouls = "lose"'))
    assert rows(done, 2) == [("base", "lose", "0", "0")]
    wager = done.report()["seats"][1]["wagers"][0]
    assert (wager["note"], wager["clause"]) == ("a foul", "Round of Play 5(a)")


@pytest.mark.parametrize(
    ("decision", "why"),
    [
        ("front Tc", "front takes 2 cards, 1 given"),
        ("front Tc 7h 6d", "front takes 2 cards, 3 given"),
        ("front Tc Ah", "Ah is not there to be set"),
        ("front Tc Tc", "Tc is not there to be set"),
        ("my way", "'my way' is not an answer to set"),
    ],
)
def test_round_of_play_5_two_cards_of_the_own_hand_go_in_front(decision: str, why: str) -> None:
    with pytest.raises(ScenarioError, match=why):
        played(table().replace("front 8s 7h", decision))


def test_a_scenario_may_say_how_the_hands_lie() -> None:
    lies = '"seat 2 front" = "8s 7h"\n"seat 2 back" = "Tc 6d 5d"'
    text = table().replace('"seat 2" = "Tc 8s 7h 6d 5d 3c 2h"', lies).replace('decisions = ["front 8s 7h"]', "")
    bank = '"player-dealer front" = "7d 5h"\nplayer-dealer = "Kh Jd 9s 9c 2c"'
    text = text.replace('player-dealer = "Kh Jd 9s 9c 7d 5h 2c"', bank)
    done = played(text)
    assert rows(done, 2) == [("base", "push", "0", "0")]  # eight-seven in front beats seven-five
    assert rows(done, 1)[0] == ("base", "win", "100", "0")
    with pytest.raises(ScenarioError, match="seat 2 is given its back, and goes with two cards in front"):
        played(text.replace('"seat 2 front" = "8s 7h"', ""))
    with pytest.raises(ScenarioError, match="seat 2 is given 8 cards"):
        played(text.replace('"seat 2 front"', '"seat 2" = "3c 2h 4h"\n"seat 2 front"'))


def seated(*who: str, source: DealerEntry | None = None, **options: str) -> Driver:
    rules = house_rules(GAME.rules, Choices(options={**options}))
    driver = Driver(GAME, rules, source=source, automatic=(FLOOR,) if source else ("dealer", FLOOR))
    for one in who:
        driver.buy_in(one, 100_000)
    driver.begin(seed_from(0))
    return driver


def test_every_seat_sets_its_hand_at_once_in_any_order_and_sees_only_its_own() -> None:
    driver = seated("seat 1", "seat 2", "seat 3", shuffling="machine")
    answered(driver, ("seat 1", "bank 500"), ("seat 3", "base 5"), ("seat 2", "base 10"))
    assert [(ask.who, ask.what, ask.default) for ask in driver.asks.values()] == [
        ("seat 2", "set", "house way"),
        ("seat 3", "set", "house way"),
    ]
    assert "front of 2, back of 5 from" in driver.asks["seat 2"].prompt()
    driver.answer("seat 3", "house way")
    assert list(driver.asks) == ["seat 2"]
    mine, others = (cards_in_sight(driver.events, seat) for seat in ("seat 3", "seat 2"))
    assert HIDDEN not in mine["seat 3 front"] + mine["seat 3 back"]
    assert set(others["seat 3 front"] + others["seat 3 back"]) == {HIDDEN}
    driver.answer("seat 2", "house way")
    assert list(driver.asks) == ["seat 1"]
    ways = by_hand.splits(tuple(text(driver.table.hands["player-dealer"]).split()))
    split = max(ways, key=lambda one: by_hand.two(one[0]))
    assert by_hand.foul(*split)
    with pytest.raises(Refused, match="a foul is not allowed"):
        driver.answer("seat 1", f"front {' '.join(split[0])}")
    driver.answer("seat 1", "house way")
    assert not driver.open


def test_the_first_backline_bettor_sets_the_hand_of_a_seat_that_sits_out_PD_5() -> None:
    driver = seated("seat 1", "seat 2", "backline 2.1", "backline 2.2", shuffling="machine")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "sit out"), ("backline 2.1", "base 5"))
    answered(driver, ("backline 2.2", "lucky-bonus 5"))
    assert list(driver.asks) == ["backline 2.1"]
    answered(driver, ("backline 2.1", "house way"), ("seat 1", "house way"))
    assert not driver.open and driver.table.ledger.total() == 0


def test_a_player_who_leaves_has_the_hand_set_the_house_way() -> None:
    driver = seated("seat 1", "seat 2", shuffling="machine")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 10"))
    driver.leave("seat 2")
    driver.leave("seat 1")
    assert not driver.open and {one.outcome.wager for one in driver.table.settled} == {"base"}


def entered(own: str) -> Driver:
    """Beside a physical table: the dealer enters cards as they are turned over, and how the hand of seat 2 lies."""
    driver = seated("seat 1", "seat 2", source=DealerEntry(), shuffling="hand")
    answered(driver, ("seat 1", "bank 500"), ("seat 2", "base 10, lucky-bonus 5"), ("dealer", "20"), ("seat 1", "4"))
    answered(driver, ("dealer", "2"), ("dealer", "3"), ("dealer", "3"), ("seat 2", own))
    answered(driver, ("dealer", "Kh Jd 9s 9c 7d 5h 2c"), ("seat 1", "house way"))
    driver.answer("dealer", "Ac Ad Kc Kd 7c 6s 3d")
    return driver


def test_PG_8_a_foul_at_a_physical_table_is_entered_as_it_lies_and_loses() -> None:
    driver = entered("own way")
    assert driver.asks["dealer"].what == "set"
    driver.answer("dealer", "front Ac Ad")
    assert not driver.open
    assert [(one.outcome.wager, one.outcome.result.value, one.outcome.note) for one in driver.table.settled] == [
        ("base", "lose", "a foul"),
        ("lucky-bonus", "lose", ""),
    ]


def test_a_physical_hand_that_goes_the_house_way_is_set_when_it_is_turned_over() -> None:
    driver = entered("house way")
    assert not driver.open
    # Aces and kings: kings in front beat king-jack, aces in back beat nines.
    assert [one.outcome.result.value for one in driver.table.settled] == ["win", "lose"]
    thrown = next(event for event in driver.events if isinstance(event, DiceThrown))
    assert thrown.dice == (2, 3, 3)


def test_the_example_is_settled_as_a_person_would() -> None:
    done = played((Path(__file__).parents[4] / "examples" / "lucky-pai-gow.toml").read_text(encoding="utf-8"))
    # Ann: ace-king in front of two aces, and three of a kind pays 3 to 1. Ben: ace-five and two pair. Cleo bets on
    # Ben's hand, which has nothing for the bonus bet. Dan: eight-seven and jack high lose.
    assert (net(done, 1), net(done, 2), net(done, 2, 1), net(done, 3)) == (65_00, 25_00, 5_00, -25_00)
    assert (bank_net(done), fees(done)) == (-70_00, 500)
