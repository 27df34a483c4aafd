"""Collection schedules: every rate of every game at both its edges, read back from the data."""

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.play.ask import Refused, Wagers
from houseway.play.driver import Driver
from houseway.play.event import BetsClosed, FeeTaken
from houseway.play.wagers import spots_for
from houseway.rules.fee_schedules import (
    MOST_RATES,
    Charge,
    Schedule,
    _brackets,
    collection_option,
    documents,
    schedule,
    schedules,
)
from houseway.rules.folders import game_folders
from houseway.rules.models import Limits, Setting
from houseway.rules.money import cents
from houseway.rules.resolved import limit_problems
from houseway.rules.strict import RulesError
from houseway.rules.submission import Choices, house_rules

# How many schedule options each game has: of the consolidated document, and of its own approval.
OPTIONS = {
    "ace-up-pai-gow": (0, 19),
    "big-o": (4, 4),
    "blackjack-x": (5, 9),
    "blackjack-x-buster-jack-magic": (5, 9),
    "blackjack-x-buster-v1.1": (5, 9),
    "blackjack-x-buster-v1.2": (5, 9),
    "blackjack-x-buster-v1.3": (5, 9),
    "blackjack-x-magic-7": (3, 3),
    "cal-blackjack-2.0": (3, 0),
    "cal-quick-draw-poker": (4, 4),
    "cash-in-baccarat": (5, 0),
    "chinese-poker": (0, 8),
    "commission-free-baccarat": (5, 0),
    "ez-baccarat-panda-8": (5, 0),
    "face-up-pineapple-chinese-poker": (0, 8),
    "fortune-pai-gow-1.1": (15, 0),
    "limit-holdem": (7, 0),
    "lucky-pai-gow": (15, 0),
    "mexican-stud": (2, 0),
    "mini-pai-gow": (3, 3),
    "no-limit-holdem": (5, 0),
    "omaha": (4, 0),
    "omaha-hi-lo": (4, 0),
    "pai-gow-double-hand": (15, 0),
    "pai-gow-triple-bonus": (18, 15),
    "party-craps": (2, 2),
    "seven-card-stud": (4, 0),
    "seven-card-stud-hi-lo": (4, 0),
    "three-card-poker": (3, 0),
    "three-card-poker-6-card-bonus": (3, 0),
    "three-card-texas-holdem": (3, 3),
    "two-card-peek": (5, 9),
    "ultimate-pai-gow": (5, 15),
    "ultimate-texas-holdem": (3, 3),
    "ultimate-war": (5, 15),
}
READ_BY = {  # what the scan lost and a ruling gives
    "commission-free-baccarat": {"GEGA-002382/1": "BA-8"},
    "ez-baccarat-panda-8": {"GEGA-002382/1": "BA-8"},
    "cash-in-baccarat": {"GEGA-002382/1": "BA-8"},
    "ultimate-pai-gow": {"GEGA-004030/13": "PG-16"},
    "ace-up-pai-gow": {"Ace Up Pai Gow Poker/14": "AU-4"},
}
CONSOLIDATED = ("GEGA-002382", "GEGA-002034")


def test_every_game_of_the_fee_documents_is_here_with_all_its_schedules() -> None:
    games = {name for document in documents() for section in document.sections for name in section.games}
    counted = {
        name: (
            sum(one.document in CONSOLIDATED for one in schedules(name).values()),
            sum(one.document not in CONSOLIDATED for one in schedules(name).values()),
        )
        for name in games
    }
    assert counted == OPTIONS


def every_charge() -> list[tuple[str, Schedule, Charge]]:
    return [(name, one, charge) for name in OPTIONS for one in schedules(name).values() for charge in one.charges]


def test_PD_4_the_fee_at_both_edges_of_every_bracket_and_in_the_gap_above_it() -> None:
    edges = 0
    for name, one, charge in every_charge():
        for number, bracket in enumerate(charge.brackets):
            met = number and charge.brackets[number - 1].high == bracket.low  # "$601 - $1,000", "$1,000 +"
            assert charge.fee(bracket.low + (1 if met else 0)) == bracket.fee, (name, one.id, charge.name, bracket)
            if bracket.high is not None:
                assert charge.fee(bracket.high) == bracket.fee, (name, one.id, charge.name, bracket)
                following = charge.brackets[number + 1 : number + 2]
                gap = following[0].low - 1 if following and charge.by != "players" else bracket.high
                assert charge.fee(max(gap, bracket.high)) == bracket.fee, (name, one.id, charge.name, bracket)
            else:
                assert charge.fee(10**9) == bracket.fee
            edges += 1 if bracket.high is None else 2
        assert charge.fee(0) == charge.brackets[0].fee  # PD-11
    assert edges > 2000


def test_no_schedule_has_more_than_five_rates() -> None:
    for name in OPTIONS:
        for one in schedules(name).values():
            assert len({bracket.fee for charge in one.charges for bracket in charge.brackets} - {0}) <= MOST_RATES
        by_limit: dict[object, set[int]] = {}
        for one in schedules(name).values():
            if one.document == "GEGA-002034":
                fees = {bracket.fee for charge in one.charges for bracket in charge.brackets}
                by_limit.setdefault(one.limit, set()).update(fees)
        assert all(len(fees) <= MOST_RATES for fees in by_limit.values())


# Figures typed once more from the documents: what an amount costs (and what a player pays).
SAMPLES = [
    ("cal-blackjack-2.0", "GEGA-002382/1", "player-dealer", "201", "5"),
    ("blackjack-x-magic-7", "GEGA-002382/3", "player-dealer", "601", "11"),
    ("blackjack-x", "GEGA-002382/5", "player-dealer", "1000", "11"),
    ("blackjack-x", "GEGA-003057/1", "player-dealer", "604", "6.50"),
    ("blackjack-x", "GEGA-003057/1", "player-dealer", "605", "9.50"),
    ("blackjack-x-buster-v1.2", "GEGA-004332/6", "player-dealer", "101", "4"),
    ("blackjack-x-buster-v1.3", "GEGA-002382/4", "player-dealer", "600", "8"),
    ("pai-gow-double-hand", "GEGA-002382/3", "player-dealer", "500", "2"),
    ("pai-gow-double-hand", "GEGA-002382/3", "player", "500", "1"),
    ("lucky-pai-gow", "GEGA-002382/11", "player-dealer", "1001", "20"),
    ("lucky-pai-gow", "GEGA-002382/17", "player-dealer", "2501", "30"),
    ("pai-gow-triple-bonus", "GEGA-002382/2", "player", "401", "5"),
    ("pai-gow-triple-bonus", "GEGA-002382/7", "player-dealer", "101", "5"),
    ("pai-gow-triple-bonus", "GEGA-002382/19", "player-dealer", "2001", "12"),
    ("pai-gow-triple-bonus", "GEGA-004029/13", "player-dealer", "1001", "10"),
    ("ace-up-pai-gow", "Ace Up Pai Gow Poker/4", "player-dealer", "0", "3"),
    ("ace-up-pai-gow", "Ace Up Pai Gow Poker/19", "player-dealer", "2500", "20"),
    ("mini-pai-gow", "GEGA-003889/3", "player-dealer", "1001", "15"),
    ("ultimate-pai-gow", "GEGA-002382/5", "player-dealer", "4001", "75"),
    ("ultimate-war", "GEGA-001028/9", "player-dealer", "601", "12"),
    ("three-card-texas-holdem", "GEGA-002382/1", "player", "101", "2"),
    ("three-card-texas-holdem", "GEGA-002382/1", "player-dealer", "50", "0.50"),
    ("three-card-texas-holdem", "GEGA-002029/2", "player-dealer", "51", "1.50"),
    ("three-card-poker", "GEGA-002382/2", "player-dealer", "1001", "10.50"),
    ("commission-free-baccarat", "GEGA-002382/3", "player-dealer", "601", "9"),
    ("two-card-peek", "GEGA-002382/5", "player-dealer", "1000", "10"),
    ("two-card-peek", "GEGA-003048/9", "player-dealer", "1001", "15"),
    ("party-craps", "GEGA-002382/1", "initial", "200", "1"),
    ("party-craps", "GEGA-004251/2", "additional", "101", "3"),
    ("party-craps", "GEGA-002382/2", "player", "100", "1"),
    ("cal-quick-draw-poker", "GEGA-004282/4", "player-dealer", "3001", "40"),
    ("ultimate-texas-holdem", "GEGA-002382/2", "player-dealer", "401", "12"),
    ("chinese-poker", "GEGA-004348/7", "player", "0", "18"),
]


@pytest.mark.parametrize(("name", "id", "charge", "amount", "fee"), SAMPLES)
def test_figures_of_the_documents(name: str, id: str, charge: str, amount: str, fee: str) -> None:
    (found,) = (one for one in schedule(name, id).charges if one.name == charge)
    assert found.fee(cents(amount)) == cents(fee)


@pytest.mark.parametrize(
    ("name", "id", "players", "fee", "option"),
    [
        ("limit-holdem", "GEGA-002034/1-3", 7, "4", "1"),
        ("limit-holdem", "GEGA-002034/1-3", 6, "3", "2"),
        ("limit-holdem", "GEGA-002034/1-3", 2, "2", "3"),
        ("no-limit-holdem", "GEGA-002034/13-15", 5, "5", "14"),
        ("big-o", "GEGA-004281/10-12", 4, "3", "12"),
        ("mexican-stud", "GEGA-002034/4-6", 9, "5", "4"),
    ],
)
def test_pot_games_pay_by_the_number_of_players(name: str, id: str, players: int, fee: str, option: str) -> None:
    (charge,) = schedule(name, id).charges
    assert (charge.payer, charge.by) == ("pot", "players")
    assert (charge.bracket(players).fee, charge.bracket(players).option) == (cents(fee), option)


def test_the_moment_of_each_document() -> None:
    moments = {name: {one.moment for one in schedules(name).values()} for name in OPTIONS}
    assert moments["limit-holdem"] == moments["big-o"] == {"after the flop"}
    assert moments["seven-card-stud"] == {"before the deal"}
    assert moments["mini-pai-gow"] == {"while hands are set"}
    assert moments["ultimate-war"] == {"before the player-dealer's hand"}
    assert moments["cal-quick-draw-poker"] == {"after the deal"}
    assert moments["two-card-peek"] == {"before the deal", "after settlement"}
    assert moments["chinese-poker"] == {"each period"}


def test_AU_4_a_lost_rate_is_that_of_the_schedule_with_the_same_frame() -> None:
    """Option 14 is option 12 from $10 on; the scan has lost its line above $2,000."""
    whole, lost = (schedules("ace-up-pai-gow")[f"Ace Up Pai Gow Poker/{option}"].charges[0] for option in (12, 14))
    assert [bracket.fee for bracket in lost.brackets] == [bracket.fee for bracket in whole.brackets]
    assert lost.fee(2001_00) == 30_00
    assert "Ace Up Pai Gow Poker/14" in (collection_option("ace-up-pai-gow") or {})["values"]


def test_a_schedule_that_a_ruling_completes_says_so_and_can_be_chosen_but_is_not_the_default() -> None:
    read = {name: {id: one.ruling for id, one in schedules(name).items() if one.ruling} for name in OPTIONS}
    assert {name: ids for name, ids in read.items() if ids} == READ_BY
    for name in ("cash-in-baccarat", "commission-free-baccarat"):
        rules = game(name).rules
        assert rules.options["collection"].default == "GEGA-002382/2"
        house_rules(rules, Choices(options={"collection": "GEGA-002382/1"}))
        one = schedule(name, "GEGA-002382/1")
        assert (
            one.clause.endswith("schedule option 1, BA-8") and one.charges == schedule("ultimate-war", one.id).charges
        )
    assert schedule("ultimate-pai-gow", "GEGA-004030/13").charges[0].fee(cents("4001")) == cents("75")


def test_the_printed_bounds_of_table_limits() -> None:
    consolidated, own = (schedule("ultimate-texas-holdem", id) for id in ("GEGA-002382/1", "GEGA-004374/1"))
    assert consolidated.limit_problems(cents("5"), cents("300")) == []
    assert own.limit_problems(cents("5"), cents("300")) == []
    assert consolidated.limit_problems(cents("30"), cents("3000")) == [
        "the minimum table limit $30 is not between $5 and $25",
        "the maximum table limit $3,000 is not between $100 and $2,000",
    ]
    assert own.limit_problems(cents("10"), cents("300")) == [
        "the table limit $10 to $300 is not the one of the schedule, $5 to $300"
    ]


def test_the_limits_of_a_table_are_held_against_its_schedule() -> None:
    for id in ("ultimate-texas-holdem", "cash-in-baccarat"):
        assert limit_problems(house_rules(game(id).rules)) == []
    uth = game("ultimate-texas-holdem").rules
    wide = {"ante": {"maximum": "5000"}, "trips": {"maximum": "6000"}}
    problems = limit_problems(house_rules(uth, Choices(limits=wide)))
    assert [one.what for one in problems] == [
        "the maximum table limit $5,000 is not between $100 and $2,000",
        "the limits of trips, $5 to $6,000, are not within the $5 to $2,000 of ante",
    ]
    tie = house_rules(game("cash-in-baccarat").rules, Choices(limits={"tie": {"minimum": "1", "maximum": "501"}}))
    assert [one.what for one in limit_problems(tie)] == [
        "the limits of tie, $1 to $501, are not within the $5 to $500 of the collection schedule"
    ]


def test_gega_002382_cash_in_the_banker_line_and_both_bonus_bets_are_held_to_the_section_too() -> None:
    wide = {"banker": {"maximum": "2001"}, "tiger-8": {"maximum": "501"}, "phoenix-7": {"minimum": "4"}}
    problems = limit_problems(house_rules(game("cash-in-baccarat").rules, Choices(limits=wide)))
    assert [one.what for one in problems] == [
        "banker: the maximum table limit $2,001 is not between $100 and $2,000",
        "the limits of phoenix-7, $4 to $500, are not within the $5 to $500 of the collection schedule",
        "the limits of tiger-8, $5 to $501, are not within the $5 to $500 of the collection schedule",
    ]


BANKED = [id for id in game_folders() if game(id).rules.bank == "player-dealer"]
NO_SCHEDULE_SIZES_IT = {  # the game's own text does, in words that the rule file has as `within`, `at_most` or limits
    "cal-blackjack-2.0": {"side"},
    "party-craps": {name for name, one in game("party-craps").rules.wagers.items() if one.minimum and name != "field"},
}


@pytest.mark.parametrize("id", BANKED)
def test_every_schedule_that_can_be_chosen_brings_its_table_limit_and_says_what_bonus_bets_may_be(id: str) -> None:
    rules = game(id).rules
    assert rules.position is not None
    base = {rules.position.base, *rules.position.table_limit}
    for name, one in schedules(id).items():
        if not one.unreadable:
            assert limit_problems(house_rules(rules, Choices(options={"collection": name}))) == [], name
        sized = {wager for wager, it in rules.wagers.items() if it.minimum or it.bonus}
        unsaid = {wager for wager in sized - base if one.bonus_rule(rules.wagers[wager].name) is None}
        assert unsaid == NO_SCHEDULE_SIZES_IT.get(id, set()), name


def test_description_of_table_used_ultimate_war_every_bonus_bet_is_held_to_the_limit_of_its_own_schedule() -> None:
    rules = game("ultimate-war").rules
    chosen: dict[str, Setting] = {"collection": "GEGA-001028/2"}
    assert house_rules(rules, Choices(options=chosen)).limits["ultimate-5-banker"] == Limits(25_00, 1000_00)
    wide = {"ultimate-5-player": {"minimum": "5"}, "ultimate-5-banker": {"maximum": "1500"}}
    problems = limit_problems(house_rules(rules, Choices(options=chosen, limits=wide)))
    assert [one.what for one in problems] == [
        "the limits of ultimate-5-player, $5 to $1,000, are not within the $25 to $1,000 of player",
        "the limits of ultimate-5-banker, $25 to $1,500, are not within the $25 to $1,000 of player",
    ]


def test_collection_fees_ultimate_pai_gow_the_table_limit_is_per_spot_push_and_tie_too() -> None:
    rules = game("ultimate-pai-gow").rules
    wide = {"push": {"minimum": "25"}, "tie": {"maximum": "201"}}
    problems = limit_problems(house_rules(rules, Choices(options={"collection": "GEGA-004030/3"}, limits=wide)))
    assert [one.what for one in problems] == [
        "the limits of push, $25 to $200, are not within the $100 to $200 of player",
        "the limits of tie, $100 to $201, are not within the $100 to $200 of player",
    ]


def test_the_house_s_own_limits_are_not_carried_over_to_a_schedule_that_prints_its_own() -> None:
    """The demonstration house's table of Ultimate Texas Hold'em is $5 to $300, option 2 of the approval $25 to
    $1,000."""
    rules = game("ultimate-texas-holdem").rules
    assert house_rules(rules).limits["ante"] == Limits(5_00, 300_00)
    assert house_rules(rules, Choices(options={"collection": "GEGA-004374/2"})).limits["ante"] == Limits(25_00, 1000_00)
    assert house_rules(rules, Choices(options={"collection": "GEGA-002382/2"})).limits["ante"] == Limits(5_00, 300_00)


def test_GEGA_002382_a_table_takes_nothing_beyond_its_schedule_whatever_limits_it_was_given() -> None:
    wide = Choices(options={"collection": "GEGA-002382/1"}, limits={"ante": {"maximum": "5000"}})
    rules = house_rules(game("ultimate-texas-holdem").rules, wide)
    assert rules.limits["ante"] == Limits(5_00, 2000_00)
    form = Wagers(spots_for(rules), 10_000_00, rules.chip)
    assert form.read("ante 2000") == {"ante": 2000_00}
    with pytest.raises(Refused) as refused:
        form.read("ante 2001")
    assert str(refused.value) == (
        "ante 2001 is above the maximum of $2,000 "
        "(GEGA-002382, Ultimate Texas Hold'em (GEGA-004374), schedule option 1)"
    )


def test_2_2_1_5_two_card_poker_takes_no_1000_where_the_schedule_ends_at_500() -> None:
    wide = {name: {"maximum": "1000"} for name in ("pick-a", "two-card-a")}
    rules = house_rules(game("two-card-peek").rules, Choices(options={"collection": "GEGA-003048/5"}, limits=wide))
    form = Wagers(spots_for(rules), 10_000_00, rules.chip)
    with pytest.raises(Refused, match=r"two-card-a 1000 is above the maximum of \$500 \(GEGA-003048, .*option 5\)"):
        form.read("pick-a 500, two-card-a 1000")
    assert len(limit_problems(rules)) == 2


def test_GEGA_002382_a_table_whose_limits_lie_outside_of_its_schedule_does_not_open() -> None:
    with pytest.raises(RulesError, match=r"no wager can be placed: the limits of tie, .600 to .700, are not"):
        house_rules(game("cash-in-baccarat").rules, Choices(limits={"tie": {"minimum": "600", "maximum": "700"}}))


def test_rates_that_overlap_or_are_too_many_are_refused() -> None:
    with pytest.raises(RulesError, match="the rates from 500 and from 4000 overlap"):
        _brackets("5-50 1, 40-100 2", "total table action", "x/1")
    with pytest.raises(RulesError, match="is not a rate"):
        _brackets("5-50: 1", "total table action", "x/1")


@pytest.mark.parametrize(
    ("ante", "fee"),
    [
        ("5", "1"),
        ("25", "1"),
        ("25.49", "1"),
        ("25.50", "2"),
        ("50", "2"),
        ("51", "3"),
        ("100", "3"),
        ("150", "6"),
        ("151", "9"),
    ],
)
def test_the_fee_is_taken_from_the_player_dealer_after_wagers_and_before_the_deal(ante: str, fee: str) -> None:
    """One player's ante and blind are the total table action: twice the ante."""
    uth = game("ultimate-texas-holdem")
    driver = Driver(uth, house_rules(uth.rules))
    driver.buy_in("seat 1", 1_000_000)
    driver.buy_in("seat 2", 1_000_000)
    driver.begin(seed_from(0))
    driver.answer("seat 1", "bank 500")
    driver.answer("seat 2", f"ante {ante}")
    driver.answer("seat 2", "play 4")  # a raise is no total table action (PD-3)
    (taken,) = (event for event in driver.events if isinstance(event, FeeTaken))
    assert (taken.who, taken.amount) == ("seat 1", cents(fee))
    assert driver.table.ledger["drop"] == cents(fee)
    kinds = [type(event).__name__ for event in driver.events]
    assert kinds.index(BetsClosed.__name__) < kinds.index("FeeTaken") < kinds.index("Shuffled")
