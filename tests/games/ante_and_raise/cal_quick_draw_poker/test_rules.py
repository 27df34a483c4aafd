"""Cal Quick Draw Poker, settled by hand from GEGA-004282."""

import pytest

from houseway.cards.card import HIDDEN, hand
from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.ante_and_raise.cal_quick_draw_poker.round import settle
from houseway.games.ante_and_raise.hands import WILD_JOKER
from houseway.games.ante_and_raise.round import Shown
from houseway.play.ask import Refused
from houseway.play.driver import Driver
from houseway.play.event import Awarded, BetsClosed, Dealt, FeeTaken
from houseway.play.outcome import Outcome
from houseway.play.table import FLOOR
from houseway.play.view import cards_in_sight
from houseway.rules.resolved import limit_problems
from houseway.rules.submission import Choices, house_rules
from tests.banked import Row, answered, bank_net, fees, net, played, rows

GAME = game("cal-quick-draw-poker")
RULES = house_rules(GAME.rules)
NOTHING = "2c 3d 5h 7s 9c Jd Kh"  # the player-dealer's king-high


def settled(final: str, bank: str, stakes: dict[str, int], first: str = "") -> list[Outcome]:
    return settle(RULES, Shown(hand(final), (), hand(bank), hand(first or final)), stakes)


def told(outcomes: list[Outcome]) -> list[tuple[str, int, str, int]]:
    return [(one.wager, one.stake, one.result.value, one.paid) for one in outcomes]


# Card Values and Hand Rankings, with a joker that is any card

ORDER = [
    "As Ad Ac Ah Jk", "2s 2d 2c 2h Jk", "Ah Kh Qh Jh Th", "Ah Kh Qh Jh Jk", "Kh Qh Jh Th 9h", "5h 4h 3h 2h Jk",
    "As Ad Ac Jk Kd", "2s 2d 2c Jk 3d", "As Ad Kc Kh Jk", "2s 2d 3c 3h Jk", "Ah Kh Qh 9h Jk", "2h 3h 4h 7h 5h",
    "Ah Kd Qs Jc Jk", "5s 4h 3d 2c Jk", "As Ad Kd Qc Jk", "2h 2d 3c 4s Jk", "As Ad Kd Kc Qh", "As Kd Qc Jk 2h",
    "2d 2c 3h 4s 5d", "Ah Kd Qc Js 9h",
]  # fmt: skip


def test_card_values_and_hand_rankings_from_five_aces_down() -> None:
    ranks = [WILD_JOKER.rank(hand(line)) for line in ORDER]
    strongest = {"2h 3h 4h 7h 5h", "2h 2d 3c 4s Jk"}
    falling = [rank for line, rank in zip(ORDER, ranks, strict=True) if line not in strongest]
    assert falling == sorted(falling, reverse=True) and len(set(ranks)) == len(ranks)
    names = {line: WILD_JOKER.name(rank) for line, rank in zip(ORDER, ranks, strict=True)}
    assert names["As Ad Ac Ah Jk"] == "five aces"
    assert names["Ah Kh Qh Jh Th"] == "royal flush without the joker"
    assert names["Ah Kh Qh Jh Jk"] == "royal flush with the joker"
    assert names["2h 2d 3c 4s Jk"] == "three of a kind, twos"
    assert names["5h 4h 3h 2h Jk"] == "straight flush, six high"  # the joker is the six, which is better than the ace
    assert names["5s 4h 3d 2c Jk"] == "straight, six high"


def test_QD_4_in_a_flush_the_joker_is_a_card_that_is_not_there_yet() -> None:
    assert WILD_JOKER.rank(hand("Ah Qh 9h 4h Jk")) == WILD_JOKER.rank(hand("Ah Kh Qh 9h 4h"))


def test_best_five_of_seven_a_natural_royal_flush_beside_the_joker_is_one_without_it() -> None:
    assert WILD_JOKER.name(WILD_JOKER.rank(hand("Ah Kh Qh Jh Th Jk 2c"))) == "royal flush without the joker"
    assert WILD_JOKER.name(WILD_JOKER.rank(hand("Ah Kh Qh Jh Ts Jk 2c"))) == "royal flush with the joker"


# The Play wager: every line of the extra pay, won and lost, and the best hand below it

EXTRA = [
    ("Ah Kh Qh Jh Th", 100), ("2s 2d 2c 2h Jk", 50), ("Ah Kh Qh Jh Jk", 25), ("Kh Qh Jh Th 9h", 10),
    ("9s 9d 9c 9h Kd", 4), ("9s 9d 9c Jk Kd", 4), ("9s 9d 9c Kh Kd", 2), ("Ah Kh Qh 9h 2h", 1), ("Ah Kd Qs Jc Th", 1),
    ("As Ad Ac Kh Qd", None), ("As Ad Jk Kh Qd", None),
]  # fmt: skip
BEATS = {True: NOTHING, False: "As Ad Ac Ah Jk 3d 4c"}


@pytest.mark.parametrize("wins", [True, False])
@pytest.mark.parametrize(("final", "odds"), EXTRA)
def test_play_wager_extra_pay_win_or_lose_QD_1(final: str, odds: int | None, wins: bool) -> None:
    expected = [("play", 1000, "win", 1000) if wins else ("play", 1000, "lose", 0)]
    expected += [("play", 0, "win", 1000 * odds)] if odds else []
    assert told(settled(final, BEATS[wins], {"play": 1000})) == expected


def test_how_each_wager_wins_1_a_copy_wins() -> None:
    outcomes = settled("Ah Kd Jc 9s 8h", "Ac Ks Jd 9h 8d 3c 2s", {"play": 1000})
    assert told(outcomes) == [("play", 1000, "win", 1000)]
    assert outcomes[0].clause == "How Each Wager Wins 1"
    assert told(settled("Ah Kd Jc 9s 8h", "Ac Ks Qd 9h 8d 3c 2s", {"play": 1000})) == [("play", 1000, "lose", 0)]


# The bonus: the first five cards, every line and the best hand below

BONUS = [
    ("Ah Kh Qh Jh Th", 500), ("2s 2d 2c 2h Jk", 100), ("Ah Kh Qh Jh Jk", 50), ("Kh Qh Jh Th 9h", 30),
    ("9s 9d 9c 9h Kd", 15), ("9s 9d 9c Kh Kd", 8), ("Ah Kh Qh 9h 2h", 6), ("Ah Kd Qs Jc Th", 4), ("2s 2d 2c Kh Qd", 2),
    ("2s 2d Jk Kh Qd", 2), ("As Ad Kc Kh Qd", None), ("As Kd Qc Jk 2h", None),
]  # fmt: skip


@pytest.mark.parametrize(("first", "odds"), BONUS)
def test_quick_draw_bonus_bet_on_the_first_five_cards_whatever_is_drawn(first: str, odds: int | None) -> None:
    (outcome,) = settled("3c 5d 6h 8s Tc", NOTHING, {"quick-draw-bonus": 500}, first)
    assert (outcome.result.value, outcome.paid) == (("win", 500 * odds) if odds else ("lose", 0))
    assert "Quick Draw Bonus Bet" in outcome.clause


# At the table

TABLE = """
game = "cal-quick-draw-poker"
seed = 1
[cards]
"seat 1" = "9s 9d 9c Kh 2d"
"seat 1 draw" = "{draw}"
"seat 2" = "3c 4d 6h 8s Tc"
player-dealer = "{dealer}"
[bank]
seat = 5
amount = "{bank}"
[options]
coverage = "{coverage}"
[[seats]]
seat = 1
wagers = {{ play = "10", quick-draw-bonus = "5" }}
decisions = ["{decision}"]
[[seats]]
seat = 2
wagers = {{ play = "20", quick-draw-bonus = "5" }}
decisions = ["stand pat"]
"""


def table(dealer: str, *, draw: str = "Ks 3h", decision: str = "discard Kh 2d", bank: str = "1000",
          coverage: str = "action") -> str:  # fmt: skip
    return TABLE.format(dealer=dealer, draw=draw, decision=decision, bank=bank, coverage=coverage)


def test_a_whole_round_to_the_cent() -> None:
    done = played(table("2c 3d 5h 7s 9h Jd Ah", draw="Ks Kd", decision="discard Kh 2d"))
    # Seat 1: nines full of kings beats ace-high: 10 + 20; three nines before the draw: 2 times 5.
    assert rows(done, 1) == [("play", "win", "10", "0"), ("play", "win", "20", "0"),
                             ("quick-draw-bonus", "win", "10", "0")]  # fmt: skip
    assert rows(done, 2) == [("play", "lose", "0", "0"), ("quick-draw-bonus", "lose", "0", "0")]
    assert (net(done, 1), net(done, 2), bank_net(done)) == (4000, -2500, -1500)
    assert fees(done) == 100  # $40 of total action: $5 to $50
    events = done.driver.events
    closed, taken = (next(at for at, event in enumerate(events) if isinstance(event, kind))
                     for kind in (BetsClosed, FeeTaken))  # fmt: skip
    dealt = [at for at, event in enumerate(events) if isinstance(event, Dealt) and len(event.cards) == 5]
    assert closed < max(dealt) < taken  # after the initial five cards


FIVES = "As Ad Ac Ah Jk 3d 4c"  # five aces


def test_QD_1_a_losing_play_wager_is_collected_and_the_extra_pay_is_paid_after_it() -> None:
    done = played(table(FIVES, draw="Ks Kd"))
    assert rows(done, 1)[:2] == [("play", "lose", "0", "0"), ("play", "win", "20", "0")]
    (prize,) = [event for event in done.driver.events if isinstance(event, Awarded)]
    assert (prize.who, prize.wager, prize.amount, prize.odds, prize.clause) == (
        "seat 1",
        "play",
        2000,
        "2:1",
        "Play Wager 6",
    )


def test_action_and_distribution_PD_9_all_play_wagers_before_all_bonus_bets() -> None:
    done = played(table(FIVES, draw="Ks Kd"))
    settled = [(one.owner, one.outcome.wager) for one in done.driver.table.settled]
    assert settled == [("seat 1", "play"), ("seat 1", "play"), ("seat 2", "play"),
                       ("seat 1", "quick-draw-bonus"), ("seat 2", "quick-draw-bonus")]  # fmt: skip


@pytest.mark.parametrize(
    ("bank", "coverage", "seat_1", "seat_2"),
    [
        # 10 collected, then 15 of 20 paid, and everything else goes back.
        ("25", "action", [("play", "lose", "0", "0"), ("play", "win", "15", "0"),
                          ("quick-draw-bonus", "returned", "0", "0")],
         [("play", "returned", "0", "0"), ("quick-draw-bonus", "returned", "0", "0")]),
        # The prize is not covered at all.
        ("10", "action", [("play", "lose", "0", "0"), ("play", "returned", "0", "0"),
                          ("quick-draw-bonus", "returned", "0", "0")],
         [("play", "returned", "0", "0"), ("quick-draw-bonus", "returned", "0", "0")]),
        # By the running result: +10, then 20 are there to be paid, then 20 and 10 of seat 1's bonus and 5 collected.
        ("10", "net", [("play", "lose", "0", "0"), ("play", "win", "20", "0"), ("quick-draw-bonus", "win", "10", "0")],
         [("play", "lose", "0", "0"), ("quick-draw-bonus", "lose", "0", "0")]),
    ],
)  # fmt: skip
def test_coverage_runs_out_in_a_prize(bank: str, coverage: str, seat_1: list[Row], seat_2: list[Row]) -> None:
    done = played(table(FIVES, draw="Ks Kd", bank=bank, coverage=coverage))
    assert (rows(done, 1), rows(done, 2)) == (seat_1, seat_2)
    assert net(done, 1) + net(done, 2) + bank_net(done) == 0


def begun(*wagers: str, automatic: tuple[str, ...] = ("dealer", FLOOR)) -> Driver:
    driver = Driver(GAME, RULES, automatic=automatic)
    for number in range(1, len(wagers) + 2):
        driver.buy_in(f"seat {number}", 100_000)
    driver.begin(seed_from(2))
    driver.answer("seat 1", "bank 500")
    for number, line in enumerate(wagers, start=2):
        driver.answer(f"seat {number}", line)
    return driver


def test_dealing_procedures_5_and_6_replacements_go_round_and_nobody_sees_them_until_the_end() -> None:
    driver = begun("play 10", "play 10")
    assert sorted(driver.asks) == ["seat 2", "seat 3"]  # both decide at once
    three = driver.asks["seat 3"].forms[0].answers()[-1]  # all five
    answered(driver, ("seat 3", three))
    assert "seat 2 draw" not in driver.table.hands
    held = cards_in_sight(driver.events, "seat 2")["seat 2"]
    assert HIDDEN not in held and set(cards_in_sight(driver.events, "seat 3").get("seat 2", ())) == {HIDDEN}
    driver.answer("seat 2", driver.asks["seat 2"].answers()[0])
    dealt = [(event.place, len(event.cards), event.seen) for event in driver.events if isinstance(event, Dealt)][3:]
    assert dealt == [("seat 2 draw", 1, ()), ("seat 3 draw", 5, ()), ("player-dealer", 2, ())]


def test_quick_draw_bonus_bet_1_it_may_stand_alone_and_then_nothing_is_drawn_QD_5() -> None:
    driver = begun("quick-draw-bonus 5", "play 10")
    assert list(driver.asks) == ["seat 3"]
    driver.answer("seat 3", "stand pat")
    assert {done.outcome.wager for done in driver.table.settled if done.owner == "seat 2"} == {"quick-draw-bonus"}


def test_description_of_table_used_five_seats_with_the_player_dealers() -> None:
    driver = Driver(GAME, RULES)
    driver.buy_in("seat 5", 1000)
    with pytest.raises(Refused, match="seat 1 to seat 5"):
        driver.buy_in("seat 6", 1000)


@pytest.mark.parametrize("wrong", ["discard 2", "discard Zz", "discard", "discard As As As", "hold"])
def test_what_is_no_discard_is_refused_in_one_sentence(wrong: str) -> None:
    with pytest.raises(Refused):
        begun("play 10").answer("seat 2", wrong)


def test_wagering_limits_every_schedule_has_its_own() -> None:
    for number, least in enumerate((500, 2500, 10_000, 50_000), start=1):
        rules = house_rules(GAME.rules, Choices(options={"collection": f"GEGA-004282/{number}"}))
        assert rules.limits["play"].minimum == least and rules.limits["quick-draw-bonus"].maximum == 1_000_000
        assert not limit_problems(rules)
