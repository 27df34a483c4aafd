"""A generated house: no finding where play is fair, and each of three frauds found, with the rounds that it took.

`HOUSEWAY_FULL=1` plays a thousand rounds at a table of every game. Without it the house has the games whose sheets are
counted in a second or two, and plays as many rounds as take some seconds: games of every kind of bank, decided and not,
with wagers that grow and wagers that stand. All seeds are fixed.
"""

import os
from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import date
from functools import cache
from math import sqrt

import pytest

from houseway.cards.card import hand
from houseway.floor.counting import counters
from houseway.floor.judging import KINDS, NOBODY, RATE, Floor, Line, judged
from houseway.floor.observing import Seen
from houseway.floor.shuffles import of_tables, randomness
from houseway.floor.theory import Theory
from houseway.games import catalogue
from houseway.pricing import can_price
from tests.floor.generated import BEGAN, Generated, Generous, Short, counting

FULL = bool(os.environ.get("HOUSEWAY_FULL"))
QUICKLY_PRICED = {
    "blackjack-x-buster-v1.1",
    "cash-in-baccarat",
    "commission-free-baccarat",
    "party-craps",
    "three-card-poker",
    "top-five-poker",
    "ultimate-war",
}
HOUSE = [id for id in sorted(catalogue()) if FULL or id in QUICKLY_PRICED or not can_price(id)]
ROUNDS = 1000 if FULL else 60
FIRST, LAST = BEGAN.date(), date(2026, 3, 31)
THEORY = Theory()
# Rounds after which each fraud is found, with these seeds.
MISSING_FOUND_AFTER = 20  # of 28 cards a round from one deck
SIX_DECKS_FOUND_AFTER = 1000  # five players, fifteen rounds a shoe
GENEROUS_FOUND_AFTER = 400  # four players with a dollar on the bonus
COUNTER_FOUND_AFTER = 400  # a spread of ten to one


@cache
def fair_house() -> tuple[Seen, ...]:
    """A table of every game of the house, two or three players each."""
    return tuple(
        seen
        for table, id in enumerate(HOUSE, start=1)
        for seen in Generated(id, table=table, seats=2 + table % 2, theory=THEORY).play(ROUNDS)
    )


def lines_of(rounds: Sequence[Seen], *kinds: str) -> list[Line]:
    return judged(Floor.of(rounds), FIRST, LAST, days=FULL and not kinds, kinds=kinds or KINDS)


@cache
def fair_lines() -> list[Line]:
    return lines_of(fair_house())


def test_fair_tables_of_all_games_have_no_finding() -> None:
    """With nothing to be found, the rate of false findings is the chance of any: one house in twenty would have one,
    and this one has none."""
    lines = fair_lines()
    assert {line.name for line in lines if line.kind == "game"} == set(HOUSE)
    tested = [line for line in lines if line.p is not None]
    assert len(tested) > (200 if FULL else 100)
    assert [f"{line.kind} {line.name}: {line.why}" for line in lines if line.finding] == []
    # Of tables and seats as many lie outside of 95 % as should, and not more.
    single = [line for line in tested if line.kind == "table" and line.period == "month"]
    outside = [line for line in single if not inside(line)]
    assert len(outside) <= len(single) * 0.05 + 3 * sqrt(len(single) * 0.05 * 0.95)


def inside(line: Line) -> bool:
    assert line.within_95 is not None
    return line.within_95[0] <= line.judged <= line.within_95[1]


def test_every_banked_game_is_judged_and_pots_by_their_fees_alone() -> None:
    for line in (line for line in fair_lines() if line.kind == "game" and line.period == "month"):
        bank = catalogue()[line.name].rules.bank
        if not can_price(line.name) and bank == "house":
            continue  # a game from elsewhere, played before it is priced
        if bank in ("house", "player-dealer"):
            assert line.theory is not None and line.hands and line.deviation > 0, line.name
            assert line.whose != NOBODY and not line.unpriced
        else:
            assert (line.whose, line.theory, line.win) == (NOBODY, None, 0)
            assert line.rounds == ROUNDS


def test_fair_shuffles_have_no_finding() -> None:
    reports = [randomness(those) for those in of_tables(fair_house()).values() if FULL or those[0].table % 3 == 0]
    assert all(report.draws for report in reports if report.game != "party-craps")
    tests = [test for report in reports for test in report.tests]
    # Each report may have a false finding once in twenty, and not more than chance allows do.
    assert sum(bool(report.findings) for report in reports) <= RATE * len(reports) + 3 * sqrt(RATE * len(reports))
    assert not any(report.impossible for report in reports)
    judged = [test.p for test in tests if test.p < 1]
    low = sum(p < 0.05 for p in judged) / len(judged)
    assert low < 0.05 + 3 * sqrt(0.05 * 0.95 / len(judged))


def test_as_many_tables_lie_outside_of_an_interval_as_it_promises() -> None:
    """Two hundred tables where everybody bets on the same cards: what hangs together is not taken to be independent."""
    many = 400 if FULL else 120
    rounds = [
        seen
        for table in range(1, many + 1)
        for seen in Generated("cash-in-baccarat", table=table, seats=3, theory=THEORY, seed="calibration").play(25)
    ]
    tables = [line for line in lines_of(rounds, "table") if line.period == "month"]
    assert len(tables) == many
    outside = sum(not inside(line) for line in tables) / many
    assert 0.005 <= outside <= 0.05 + 3 * sqrt(0.05 * 0.95 / many)


# Frauds, each with the number of rounds after which it is found


def found_after(rounds: Sequence[Seen], found: Callable[[Sequence[Seen]], bool], step: int) -> int:
    """The first of the looks, every so many rounds, from which on there is a finding in each."""
    looks = [many for many in range(step, len(rounds) + 1, step) if many]
    after = 0
    for many in looks:
        after = (after or many) if found(rounds[:many]) else 0
    return after


@cache
def short_rounds() -> list[Seen]:
    """A king is missing from the one deck."""
    return list(Generated("top-five-poker", seats=4, theory=THEORY, source=Short(hand("Ks")[0])).play(80))


@cache
def generous_rounds() -> list[Seen]:
    """Five of the seven cards of Top Five Bonus pay 5 to 1; this dealer pays 10."""
    generous = Generous("top-five-bonus", "5:1", 5)
    return list(Generated("top-five-poker", table=2, seats=4, theory=THEORY, bank=generous).play(1000))


@cache
def counted_rounds() -> list[Seen]:
    """The first of two players bets one to ten by a count."""
    table = Generated("blackjack-x-buster-v1.1", seats=2, theory=THEORY, stakes=counting("seat 1"))
    return list(table.play(1000))


def misses_a_king(some: Sequence[Seen]) -> bool:
    test = next(test for test in randomness(some).tests if test.name == "the card furthest off")
    return test.finding and test.what.startswith("Ks") and test.statistic < 0


@pytest.mark.threat("short-shoe")
def test_a_card_missing_from_the_shoe_is_found() -> None:
    assert found_after(short_rounds(), misses_a_king, 10) == MISSING_FOUND_AFTER


def test_a_card_missing_from_six_decks_takes_a_long_while() -> None:
    if not FULL:
        pytest.skip("thousands of rounds: HOUSEWAY_FULL=1")
    missing = hand("Ks")[0]
    rounds = list(Generated("blackjack-x", seats=5, theory=THEORY, source=Short(missing)).play(2500))
    assert found_after(rounds, misses_a_king, 500) == SIX_DECKS_FOUND_AFTER


@pytest.mark.threat("overpaying")
def test_a_dealer_who_overpays_one_line_is_found() -> None:
    honest = list(Generated("top-five-poker", table=1, seats=4, theory=THEORY).play(600))
    rounds = generous_rounds()[:600]

    def found(some: Sequence[Seen]) -> bool:
        lines = lines_of([*honest[: len(some)], *some], "wager at a table")
        assert not any(line.finding for line in lines if line.table == 1)
        bonus = next(line for line in lines if line.table == 2 and line.name.endswith("top-five-bonus"))
        return bonus.finding and (bonus.z or 0) < 0

    assert found_after(rounds, found, 100) == GENEROUS_FOUND_AFTER


@pytest.mark.threat("counting")
def test_a_player_who_counts_is_found_and_the_one_beside_is_not() -> None:
    rounds = counted_rounds()

    def found(some: Sequence[Seen]) -> bool:
        by_name = {one.account: one for one in counters(some, sampled=400_000)}
        assert not any(one.finding for name, one in by_name.items() if name != "Player 1")
        return "Player 1" in by_name and by_name["Player 1"].finding

    assert found_after(rounds, found, 100) == COUNTER_FOUND_AFTER
    one = next(one for one in counters(rounds, sampled=400_000) if one.account == "Player 1")
    assert one.correlation > 0.4 and one.betting > one.flat and one.most == 10 * one.least


def test_three_frauds_beside_fair_tables_are_found_and_nothing_else_is() -> None:
    short, generous, counted = 101, 102, 103
    house = [
        *fair_house(),
        *(replace(seen, table=short) for seen in short_rounds()),
        *(replace(seen, table=generous) for seen in generous_rounds()),
        *(replace(seen, table=counted) for seen in counted_rounds()),
    ]
    lines = lines_of(house)
    of_tables_alone = [line for line in lines if line.finding and line.table]
    assert {line.table for line in of_tables_alone} == {generous}
    assert any(line.name.endswith("top-five-bonus") for line in of_tables_alone)
    # What else has a finding is what that table is a part of.
    wider = {line.name for line in lines if line.finding and line.kind in ("wager", "game")}
    assert wider <= {"top-five-poker", "top-five-poker top-five-bonus"}
    assert misses_a_king([seen for seen in house if seen.table == short])
    found = [(one.account, one.game) for one in counters(house, sampled=400_000) if one.finding]
    assert found == [("Player 1", "blackjack-x-buster-v1.1")]


def test_a_player_who_counts_at_pontoon_is_found() -> None:
    if not FULL:
        pytest.skip("a thousand rounds by the coach: HOUSEWAY_FULL=1")
    rounds = list(Generated("pontoon-21", seats=1, theory=THEORY, stakes=counting("seat 1")).play(1000))
    (one,) = counters(rounds)
    assert one.finding and one.correlation > 0.3
