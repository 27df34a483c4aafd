"""The player-dealer's side: cases worked by hand, and every figure against rounds played with that much put up."""

import os
from collections.abc import Sequence
from fractions import Fraction
from itertools import count
from math import sqrt
from random import Random

import numpy as np
import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.flops import Flops
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.pricing import advise
from houseway.play.event import FeeTaken
from houseway.play.scenario import Scenario
from houseway.play.scenario import play as play_scenario
from houseway.pricing import price
from houseway.pricing.banking.bank import Figure, _line, against, banked
from houseway.pricing.banking.owed import Known, cases_at, cases_of, dealt, decisions, due_of, in_cents
from houseway.pricing.banking.played import Coached, Rounds
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

ERRORS = 4
ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS") or 1500)


def rules_of(id: str, **options: str) -> Rules:
    return house_rules(game(id).rules, Choices(options=dict(options)))


def nets(table: Rounds, seed: str, many: int) -> list[list[int]]:
    """What each opponent has more or less after each of so many rounds, fees aside."""
    found = []
    for driver in table.play(many, seed):
        fees = [event for event in driver.events if isinstance(event, FeeTaken)]
        paid = {who: sum(fee.amount for fee in fees if fee.who == who) for who in table.opponents}
        found.append([driver.table.stack(who) - 10**9 + paid[who] for who in table.opponents])
    return found


# How far an amount goes, by hand

ROW = [[(0, 50), (1, -30), (2, 40), (0, -100)]]  # 50 paid, 30 collected, 40 paid, 100 collected, in this order


@pytest.mark.parametrize(
    ("put_up", "reading", "moved"),
    [
        (60, "action", [50, -10, 0, 0]),
        (100, "action", [50, -30, 20, 0]),
        (150, "action", [50, -30, 40, -30]),
        (220, "action", [50, -30, 40, -100]),
        (40, "net", [40, -30, 30, -80]),  # 40 down; 10 down; 40 down; up to 40 again
        (60, "net", [50, -30, 40, -100]),  # never further than 60 either way: 60 down after the third, 40 up at the end
        (35, "net", [35, -30, 30, -70]),
    ],
)
def test_PD_1_what_an_amount_covers_in_the_order_of_settlement(put_up: int, reading: str, moved: list[int]) -> None:
    cases = cases_of(3, ROW, [1])
    assert cases.moved(put_up, net=reading == "net").tolist() == [moved]
    assert cases.nets(cases.due).tolist() == [[-50, -30, 40]]


def test_two_opponents_on_one_baccarat_hand_are_worth_what_three_results_say() -> None:
    """Two opponents with $100 on the player line and $150 put up: the second has half the action of the first."""
    rules = rules_of("cash-in-baccarat")
    side = banked(rules, ["player 100"] * 2, coverages=[150_00])
    edge = price(rules).wager("player").expectation
    limited, everything = side.lines
    assert [one.value for one in limited.players] == [100 * edge, 50 * edge]
    assert limited.bank.value == -150 * edge and everything.bank.value == -200 * edge
    assert limited.cost.value == -50 * edge and limited.players_cost[1].value == 50 * edge
    assert limited.covered.value == Fraction(3, 4)
    assert float(limited.deviation.value) == pytest.approx(
        150 * price(rules).wager("player").outcomes.standard_deviation
    )


def test_fees_are_those_of_the_schedule_on_the_whole_table() -> None:
    """GEGA-002382, schedule option 2 of baccarat: on $500 of total table action $3, and nothing from the players."""
    side = banked(rules_of("cash-in-baccarat"), ["banker 100"] * 5, coverages=[100_00])
    assert (side.fees, side.bank_fee) == ((0,) * 5, 3_00)
    assert all("GEGA-002382" in clause for clause in side.clauses)


def test_what_one_side_wins_the_other_loses() -> None:
    side = banked(rules_of("cash-in-baccarat"), ["player 20, tie 5", "banker 30", "tiger-8 10, banker 10"])
    for line in side.lines:
        assert line.bank.value + sum(one.value for one in line.players) == 0


# Against the real bank


@pytest.mark.parametrize("reading", ["action", "net"])
@pytest.mark.parametrize(
    ("id", "wagers"),
    [
        ("cash-in-baccarat", ["player 20, tie 5", "banker 30, phoenix-7 5", "tiger-8 10, banker 10"]),
        ("lucky-pai-gow", ["base 10, lucky-bonus 5", "base 30", "base 20, lucky-bonus 10", "base 10"]),
        ("ultimate-pai-gow", ["player 10, push 10", "player 10, tie 5", "banker 20, push 5"]),
        ("ultimate-texas-holdem", ["ante 10, trips 5", "ante 5", "ante 20, trips 10", "ante 10"]),
    ],
)
def test_every_round_with_so_much_put_up_is_settled_as_the_cases_say(id: str, wagers: list[str], reading: str) -> None:
    """The same cards with everything covered and with little put up: the bank moves what the order says."""
    rules = rules_of(id, coverage=reading)
    decide = decisions(rules)
    many = 60
    full = Rounds(rules, wagers, decide)
    cases = cases_of(len(wagers), [due_of(driver.table.settled, len(wagers)) for driver in full.play(many, "same")])
    different = 0
    for put_up in (10_00, 35_00, 80_00):
        expected = cases.nets(cases.moved(put_up, net=reading == "net")).tolist()
        assert nets(Rounds(rules, wagers, decide, coverage=put_up), "same", many) == expected
        different += expected != cases.nets(cases.due).tolist()
    assert different >= 2, "little put up must make a difference"


def test_baccarat_rounds_with_little_put_up_come_out_as_counted() -> None:
    rules = rules_of("cash-in-baccarat")
    wagers = ["banker 100, tie 10", "player 50", "banker 100, phoenix-7 10"]
    line = banked(rules, wagers, coverages=[120_00]).lines[0]
    table = Rounds(rules, wagers, Coached(), coverage=120_00)
    check_means(line.players, nets(table, "little put up", 2 * ROUNDS))


@pytest.mark.parametrize("action", ["dice", "random number"])
def test_ultimate_pai_gow_PG_16_every_place_where_the_action_can_start_is_counted(action: str) -> None:
    """At three seats the player-dealer is 1, 4, 7 and so on: a third of the throws starts the action at seat 2."""
    rules = house_rules(game("ultimate-pai-gow").rules, Choices(options={"action": action, "seats": 3}))
    wagers = [{"player": 10_00}, {"player": 10_00}]
    cases, _, how = cases_at(rules, wagers, 1, None)
    assert how.startswith("exact") and cases.weights is not None
    decided = [
        (weight, whose[0]) for weight, whose, due in zip(cases.weights, cases.whose, cases.due, strict=True) if due[0]
    ]
    second = sum(weight for weight, first in decided if first == 1)
    assert Fraction(second, sum(weight for weight, _ in decided)) == Fraction(1, 3)


def test_craps_flips_with_little_put_up_come_out_as_counted() -> None:
    """Three opponents on the line and $15 put up at every flip, played until the line is decided."""
    rules = rules_of("party-craps")
    line = banked(rules, ["pass 10"] * 3, coverages=[15_00]).lines[0]
    table = Rounds(rules, ["pass 10"] * 3, Coached(), coverage=15_00)
    found = []
    flips = count()
    driver = table.driver
    stood = driver.table.state()
    for _ in range(ROUNDS):
        driver.restore(stood)
        first = True
        while first or driver.table.stakes:
            driver.begin(seed_from(f"flip {next(flips)}"))
            while driver.open:
                ask = next(iter(driver.asks.values()))
                placed = "pass 10" if first else "no bet"
                bank = f"bank {dollars(15_00)}" if ask.who == table.bank else "decline"
                driver.answer(ask.who, placed if ask.what == "wagers" else bank)
            first = False
        found.append([driver.table.stack(who) - 10**9 for who in table.opponents])
    check_means(line.players, found)


def check_means(expected: Sequence[Figure], found: list[list[int]]) -> None:
    for figure, results in zip(expected, zip(*found, strict=True), strict=True):
        mean, error = np.mean(results) / 100, np.std(results) / 100 / sqrt(len(results))
        assert abs(mean - float(figure.value)) < ERRORS * error


# Ultimate Texas Hold'em: one opponent is counted, several are sampled


@pytest.fixture(scope="module")
def holdem() -> Rules:
    return rules_of("ultimate-texas-holdem")


def test_one_opponent_counted_and_sampled_agree(holdem: Rules) -> None:
    side = banked(holdem, ["ante 10"], coverages=[20_00, 40_00])
    assert side.exact
    sampled = dealt(holdem, [{"ante": 10_00}], ROUNDS, None)
    exact = [float(line.players[0].value) for line in side.lines]
    for amount, expected in zip((20_00, 40_00, None), exact, strict=True):
        results = sampled.nets(sampled.moved(amount, net=False))[:, 0] / 100
        assert abs(results.mean() - expected) < ERRORS * results.std() / sqrt(len(results))


def test_flops_that_are_looked_up_are_decided_as_the_coach_does(holdem: Rules) -> None:
    dealer, flops = Random(3), Flops(holdem)
    raises = 0
    for _ in range(40):
        hole, flop = dealer.sample(range(52), 2), dealer.sample(range(52), 3)
        if not set(hole) & set(flop):
            worth = advise(holdem, "flop", hole, {"flop": flop}, {"ante": 10_00}).worth
            raises += worth["play 2"] > worth["check"]
            assert flops._looked_up(tuple(hole), tuple(sorted(flop))) == (worth["play 2"] > worth["check"])
    assert 5 < raises < 35


def test_a_hand_of_ultimate_is_won_or_lost_as_one(holdem: Rules) -> None:
    """What lets one opponent be counted: no wager of a hand is won while another is lost."""
    cases = dealt(holdem, [{"ante": 10_00}], 500, None)
    assert not ((cases.due > 0).any(axis=1) & (cases.due < 0).any(axis=1)).any()


def test_several_opponents_are_sampled_around_what_is_counted(holdem: Rules) -> None:
    side = banked(holdem, ["ante 10"] * 3, coverages=[60_00], rounds=400)
    limited, everything = side.lines
    ante = price(holdem).wager("ante")
    worth = 10 * ante.expectation
    assert not side.exact and limited.bank.error > 0
    assert [one.value for one in everything.players] == [worth] * 3 and not everything.bank.error
    assert everything.bank.value == -3 * worth
    # Each opponent's own spread is known; they share the board and the player-dealer's cards, so they go together.
    apart = 10 * sqrt(3) * ante.outcomes.standard_deviation
    assert float(everything.deviation.value) > apart and everything.deviation.error > 0
    plain = side.cases.nets(side.cases.moved(60_00, net=False))
    for at, one in enumerate(limited.players):
        error = plain[:, at].std() / sqrt(400) / 100
        assert abs(float(one.value) - plain[:, at].mean() / 100) < ERRORS * error
        assert one.error <= 1.01 * error, "what is known of the sample's luck makes the error smaller"


def test_a_sample_says_of_one_opponent_what_is_counted(holdem: Rules) -> None:
    """Where the amount put up cuts off wins that a sample may never see, what is known of them holds it in place."""
    exact = banked(holdem, ["ante 10"], coverages=[40_00, 200_00, 1000_00])
    known = Known(
        (10_00 * price(holdem).wager("ante").expectation,), (in_cents(price(holdem).wager("ante").outcomes, 10_00),)
    )
    cases = dealt(holdem, [{"ante": 10_00}], 300, None)
    for line in exact.lines[:-1]:
        sampled = _line(cases, line.coverage, known, net=False)
        assert float(sampled.bank.value) == pytest.approx(float(line.bank.value), abs=1e-6)


# One opponent: every way in which the wagers on a hand end

WITH_ENDS = {
    "cal-quick-draw-poker": "play",
    "three-card-poker": "ante",
    "three-card-texas-holdem": "ante",
    "ultimate-texas-holdem": "ante",
    "mini-pai-gow": "base",
    "lucky-pai-gow": "base",
}


@pytest.mark.parametrize(("id", "wager"), WITH_ENDS.items())
def test_one_opponent_is_counted_in_every_game_whose_sheet_says_how_its_wagers_end(id: str, wager: str) -> None:
    rules = rules_of(id)
    main = price(rules).wagers[0]
    nets: dict[Fraction, int] = {}
    for end in main.ends:
        net = sum(end.due, Fraction(0))
        nets[net] = nets.get(net, 0) + end.many
    assert nets == {result: many for result, many in main.outcomes.counts.items() if many}
    side = banked(rules, [f"{wager} 10"], coverages=[10_00])
    assert side.exact and side.lines[-1].bank.value == -10 * main.expectation


@pytest.mark.parametrize(("id", "wager"), WITH_ENDS.items())
def test_what_is_paid_and_collected_at_the_table_is_one_of_the_ways_that_were_counted(id: str, wager: str) -> None:
    """Rounds settled by the game itself, each payment in its order. A hand's wagers may be lost and paid in one round:
    nothing but the settlement says whether they are."""
    rules, stake = rules_of(id), 20_00
    known = {end.due for end in price(rules).wagers[0].ends}
    table = Rounds(rules, [f"{wager} 20"], decisions(rules))
    for driver in table.play(120, "ends"):
        due = tuple(Fraction(amount, stake) for _, amount in due_of(driver.table.settled, 1))
        assert due in known


@pytest.mark.parametrize(
    ("put_up", "net"),
    [("40", -40), ("50", -50), ("70", -30), ("100", 0)],
)
def test_quick_draw_how_each_wager_wins_2_a_losing_straight_is_collected_and_then_paid(put_up: str, net: int) -> None:
    """Both use up coverage: $40 put up against a Play of $50 that loses with a straight takes $40 and pays nothing."""
    scenario = {
        "game": "cal-quick-draw-poker",
        "cards": {"seat 1": "9c Tc Jd Qd Ks", "player-dealer": "Ah Kh Qh 9h 2h 3s 4c"},
        "bank": {"seat": 2, "amount": put_up},
        "seats": [{"seat": 1, "stack": "1000", "wagers": {"play": "50"}, "decisions": ["stand pat"]}],
    }
    played = play_scenario(Scenario.model_validate(scenario), game("cal-quick-draw-poker"))
    assert played.driver.table.stack("seat 1") == 1000_00 + 100 * net
    end = next(
        end for end in price(rules_of("cal-quick-draw-poker")).wagers[0].ends if end.due == (Fraction(-1), Fraction(1))
    )
    cases = cases_of(1, [[(0, int(part * 50_00)) for part in end.due]], [1])
    assert cases.nets(cases.moved(int(put_up) * 100, net=False)).tolist() == [[100 * net]]


# Sessions against several opponents


def test_opponents_who_share_a_result_make_it_so_many_times_as_big() -> None:
    rules = rules_of("cash-in-baccarat")
    alone = price(rules).wager("banker").outcomes
    table = against(rules, "banker", 4, 100_00)
    assert "exact" in table.method
    assert table.outcomes.expectation == -4 * alone.expectation
    assert table.outcomes.variance == 16 * alone.variance
    assert table.fee == Fraction(3, 100)  # $3 on $400 of total table action


def test_a_sampled_table_has_the_counted_mean(holdem: Rules) -> None:
    table = against(holdem, "ante", 3, 10_00, rounds=400)
    assert float(table.outcomes.expectation) == pytest.approx(
        -3 * float(price(holdem).wager("ante").expectation), abs=1e-4
    )
    assert "sampled" in table.method and "standard error" in table.method


# What can't be


@pytest.mark.parametrize(
    ("id", "wagers", "coverages", "words"),
    [
        ("criss-cross-poker", ["ante 10"], [], "no player banks"),
        ("cash-in-baccarat", ["player 10"] * 10, [], "room for 1 to 9"),
        ("cash-in-baccarat", ["rubber 10"], [], "not a wager"),
        ("cash-in-baccarat", ["player 10"], [1_00], "at least"),
        ("party-craps", ["pass 10", "field 10"], [], "all opponents make one wager"),
        ("party-craps", ["pass 10, field 5"], [], "not one wager"),
    ],
)
def test_what_can_not_be_said_is_said_in_a_sentence(
    id: str, wagers: list[str], coverages: list[int], words: str
) -> None:
    with pytest.raises(RulesError, match=words):
        banked(rules_of(id), wagers, coverages=coverages)


def test_cases_fill_up_their_rows() -> None:
    cases = cases_of(2, [[(0, 5)], [], [(1, -5), (0, 3)]])
    assert cases.due.tolist() == [[5, 0], [0, 0], [-5, 3]]
    assert cases.moved(6, net=False).tolist() == [[5, 0], [0, 0], [-5, 1]]
