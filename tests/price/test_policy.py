"""Best play in a file: it adds up to the sheet, and can be played from."""

import os
from collections import Counter
from dataclasses import replace
from fractions import Fraction
from itertools import permutations
from math import sqrt
from pathlib import Path
from typing import Any

import pytest
from pyarrow import parquet

import houseway
from houseway.cards.card import HIDDEN, text
from houseway.games import catalogue
from houseway.games.twenty_one.count.hands import NAMES, value
from houseway.play import view
from houseway.play.ask import Ask, written
from houseway.play.driver import Driver
from houseway.pricing import can_price, price
from houseway.pricing.banking.owed import decisions
from houseway.pricing.banking.played import Rounds
from houseway.pricing.counting.naming import renamed
from houseway.pricing.evidence import evidence, least_stakes, net
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Outcomes, Sheet
from houseway.pricing.policy import can_export, export, situations
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

FULL = os.environ.get("HOUSEWAY_FULL") == "1"
LONG = pytest.mark.skipif(not FULL, reason="a million situations: HOUSEWAY_FULL=1")
SOME = ["three-card-poker", "top-five-poker"]
LISTED = (
    [
        id
        for id in sorted(catalogue())
        if can_price(id) and (found := pricing(id)) and found.policy and found.policy.listed
    ]
    if FULL
    else SOME
)
ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS") or 400)


@pytest.mark.parametrize("id", [id for id in LISTED if catalogue()[id].rules.family != "twenty-one"])
def test_the_first_decisions_of_a_policy_add_up_to_the_sheet(id: str) -> None:
    sheet = houseway.price(id)
    first, total, ways = "", Fraction(0), 0
    for one in situations(sheet.rules):
        first = first or one.ask
        if one.ask == first:
            total += one.ways * max(one.worth.values())
            ways += one.ways
    assert total / ways == sheet.wagers[0].expectation
    assert sheet.wagers[0].outcomes.total % ways == 0, "every deal, once"


def kinds_up_to_suits(*sizes: int) -> int:
    """How many ways there are to lay so many cards at each place, but for the names of suits: the mean, over all
    renamings, of the ways that one leaves as they are (Burnside). A suit's cards move together, in cycles of suits."""
    total = 0
    for order in permutations(range(4)):
        cycles = {frozenset((suit, order[suit], order[order[suit]], order[order[order[suit]]])) for suit in range(4)}
        ways = {(0,) * len(sizes): 1}
        for cycle in [*cycles] * 13:
            more = dict(ways)
            for laid, many in ways.items():
                for place, size in enumerate(sizes):
                    if laid[place] + len(cycle) <= size:
                        then = (*laid[:place], laid[place] + len(cycle), *laid[place + 1 :])
                        more[then] = more.get(then, 0) + many
            ways = more
        total += ways.get(sizes, 0)
    return total // 24


@pytest.mark.parametrize(
    ("id", "streets"),
    [
        ("three-card-poker", {"play": (3, 1)}),
        pytest.param("three-card-texas-holdem", {"first": (2, 1), "second": (2, 1, 1)}, marks=LONG),
        pytest.param("ultimate-texas-holdem", {"preflop": (2,), "flop": (2, 3)}, marks=LONG),
    ],
)
def test_a_policy_has_each_situation_once(id: str, streets: dict[str, tuple[int, ...]]) -> None:
    rows = [(one.ask, one.hand, one.seen) for one in situations(house_rules(catalogue()[id].rules))]
    assert len(set(rows)) == len(rows)
    assert Counter(ask for ask, *_ in rows) == {ask: kinds_up_to_suits(*sizes) for ask, sizes in streets.items()}


def test_first_hands_of_twenty_one_add_up_to_the_sheet() -> None:
    # Naturals are left out of a policy: nothing is decided with them.
    from houseway.games.twenty_one.count.pricing import best_of

    rules = house_rules(catalogue()["blackjack-x"].rules)
    best = best_of(rules)
    of_naturals = sum((won * chance for (_, won), chance in best.naturals.items()), Fraction(0))
    total = Fraction(0)
    for one in situations(rules):
        if one.ask == "surrender":  # asked of every first hand, before the hole card is looked at
            orders = best.ups[NAMES.index(one.seen)].against.every_order(2)
            total += Fraction(one.ways, best.deals * orders) * max(one.worth.values())
    assert of_naturals + total == houseway.price("blackjack-x").wagers[0].expectation


@pytest.fixture(scope="module", params=["three-card-poker", "blackjack-x"])
def played(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> tuple[Sheet, Path]:
    sheet = houseway.price(request.param)
    path = tmp_path_factory.mktemp("policy") / "policy.parquet"
    export(sheet, path)
    return sheet, path


def test_best_play_is_replayed_from_the_file(played: tuple[Sheet, Path]) -> None:
    """Every round decided by what the file says is best, and not by the coach, who must agree."""
    sheet, path = played
    rows = parquet.read_table(path).to_pylist()
    best: dict[Any, str] = {(row["ask"], row["hand"], row["seen"]): row["answer"] for row in rows if row["best"]}
    rules, first = sheet.rules, sheet.wagers[0]
    stake = least_stakes(rules)[first.wager]
    by_coach, agreed = decisions(rules), 0

    def decide(driver: Driver, ask: Ask) -> str:
        nonlocal agreed
        key = _key(driver, ask)
        told = by_coach(driver, ask)
        if key not in best or best[key] not in ask.answers():  # a cut, an insurance, a hand of a split
            return told
        assert best[key] == told, key
        agreed += 1
        return best[key]

    results = []
    for driver in Rounds(rules, [written({first.wager: stake})], decide).play(ROUNDS, "from the file"):
        results.append(sum(net(one.outcome) for one in driver.table.settled) / stake)
    assert agreed > ROUNDS / 2
    mean = sum(results) / len(results)
    assert abs(mean - float(first.expectation)) < 4 * first.outcomes.standard_deviation / sqrt(len(results))


def _key(driver: Driver, ask: Ask) -> Any:
    spot = ask.spot or ask.who
    seen = {
        place: shown
        for place, cards in view.cards_in_sight(driver.events, ask.who).items()
        if (shown := tuple(card for card in cards if card != HIDDEN))
    }
    if spot not in seen:
        return None
    hand, others = seen[spot], [cards for place, cards in sorted(seen.items()) if place != spot]
    if driver.table.rules.game.family == "twenty-one":
        if len(others) != 1:
            return None  # hands of a split
        return ask.what, " ".join(NAMES[one] for one in sorted(map(value, hand))), NAMES[value(others[0][0])]
    own, *rest = renamed((hand, *others))
    return ask.what, text(own), " ".join(map(text, rest))


def test_a_file_says_whose_rules_it_is_of_and_the_digest_of_its_rows(played: tuple[Sheet, Path]) -> None:
    sheet, path = played
    said = {name.decode(): value.decode() for name, value in parquet.read_metadata(path).metadata.items()}
    assert sheet.made is not None
    assert said["rules_sha256"] == sheet.made.rules
    assert said["game"] == sheet.rules.game.id
    assert len(said["sha256_of_all_rows"]) == 64
    assert export(sheet, path).digest == said["sha256_of_all_rows"], "the same whenever it is written"
    for row in parquet.read_table(path).slice(0, 50).to_pylist():
        assert row["worth"] == float(Fraction(int(row["numerator"]), int(row["denominator"])))


def test_what_can_not_be_exported_says_why() -> None:
    for game, why in (("cash-in-baccarat", "nothing is decided"), ("lucky-pai-gow", "`houseway coach` answers any")):
        with pytest.raises(RulesError, match=why):
            can_export(house_rules(catalogue()[game].rules))


# Evidence


@pytest.mark.parametrize("id", ["three-card-poker", "commission-free-baccarat"])
def test_evidence_is_near_what_was_counted(id: str) -> None:
    sheet = houseway.price(id)
    found = evidence(sheet, ROUNDS, seed="a test")
    assert found.rounds == ROUNDS and found.worst < 4.5
    figures = {(one.wager, one.figure) for one in found.tested}
    first = sheet.wagers[0]
    assert {(first.wager, "expectation"), (first.wager, "hit rate"), (first.wager, "push rate")} <= figures
    assert {(first.wager, f"{part.name}, expectation") for part in first.parts} <= figures
    assert evidence(sheet, 50, seed="a test").tested == evidence(sheet, 50, seed="a test").tested


@pytest.mark.parametrize("id", ["cal-blackjack-2.0", "blackjack-x", "two-card-peek", "cash-in-baccarat"])
def test_evidence_places_every_wager_that_the_game_has(id: str) -> None:
    """Offers after the deal too: insurance, a Side bet. Of rivals, such as rows to pick, each has its turn."""
    sheet = houseway.price(id)
    found = evidence(sheet, max(ROUNDS, 1200), seed="a test")
    assert {one.wager for one in found.tested} == {wager.wager for wager in sheet.wagers}
    assert found.worst < 4.5


def test_evidence_finds_a_side_bet_that_is_priced_wrong() -> None:
    sheet = houseway.price("cal-blackjack-2.0")
    side = sheet.wager("side")
    wrong = replace(side, outcomes=Outcomes({-result: count for result, count in side.outcomes.counts.items()}))
    assert evidence(replace(sheet, wagers=(sheet.wagers[0], wrong)), max(ROUNDS, 1200)).worst > 4.5


def test_evidence_finds_a_sheet_that_is_wrong() -> None:
    sheet = houseway.price("three-card-poker")
    first = sheet.wagers[0]
    wrong = replace(first, outcomes=Outcomes({-result: count for result, count in first.outcomes.counts.items()}))
    assert evidence(replace(sheet, wagers=(wrong, *sheet.wagers[1:])), ROUNDS).worst > 4.5


def test_wagers_of_craps_are_followed_until_they_are_decided() -> None:
    sheet = houseway.price("party-craps")
    found = evidence(sheet, ROUNDS, seed="a test")
    assert found.worst < 4.5
    tested = {one.wager for one in found.tested}
    assert {"pass", "dont-pass", "field", "place-6", "horn"} <= tested
    assert not any(name.endswith(("without-fee", "bar-ties")) for name in tested), "no table plays them so"


def test_evidence_of_a_sheet_for_another_amount_is_played_at_that_amount() -> None:
    rules = house_rules(catalogue()["party-craps"].rules)
    sheet = price(rules, stake=25_00)
    buy = next(one for one in evidence(sheet, 600, seed="a test").tested if one.wager.startswith("buy-4"))
    assert abs(buy.z) < 4.5 and sheet.wager("buy-4").outcomes != price(rules).wager("buy-4").outcomes
