"""What a laboratory files: who counted what and when, intervals, hold against drop."""

from datetime import UTC, datetime
from fractions import Fraction
from pathlib import Path

import pytest

import houseway
from houseway.games import catalogue
from houseway.pricing import can_price, edited
from houseway.pricing.counting.cache import dates, kept
from houseway.pricing.papers.document import interval_rows
from houseway.pricing.papers.filed import BOUGHT, PLAYED, ROUNDS, SHARES, filed, holds, intervals
from houseway.pricing.papers.sheet import Outcomes, Sheet, WagerPrice, one_in
from houseway.pricing.provenance import rules_digest
from houseway.pricing.sessions import after
from tests.papers.test_price_sheet import in_html, in_pdf


@pytest.fixture(scope="module")
def sheet() -> Sheet:
    return houseway.price("cash-in-baccarat")


def test_a_sheet_says_who_counted_what_and_when(sheet: Sheet) -> None:
    made = sheet.made
    assert made is not None
    assert len(made.software) == len(made.rules) == 64
    assert datetime(2020, 1, 1, tzinfo=UTC) < made.counted <= datetime.now(UTC)
    page = in_html(sheet)
    for text in (made.version, made.software, made.rules, f"{made.counted:%Y-%m-%d}"):
        assert text in page
    assert f"{made.counted:D:%Y%m%d}"[2:].encode() in in_pdf(sheet)
    assert filed(sheet)["made"]["rules_sha256"] == made.rules


def test_other_rules_have_another_digest() -> None:
    game = catalogue()["cash-in-baccarat"].rules
    same = rules_digest(edited(game, {}))
    assert rules_digest(edited(game, {})) == same
    for other in ({"decks": 6}, {"tie": {"tie": "9:1"}}):
        assert rules_digest(edited(game, other)) != same


def test_a_count_from_disk_keeps_the_day_it_was_made(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    with dates() as first:
        kept("a-count", 1, dict, by="houseway.pricing.provenance")
    with dates() as second:
        found = kept("a-count", 1, dict, by="houseway.pricing.provenance")
    assert first == second and len(first) == 1
    assert found == {}, "the date is no part of the count"


def test_the_fingerprint_is_of_figures_alone(sheet: Sheet) -> None:
    from dataclasses import replace

    assert sheet.made is not None
    other = replace(sheet, made=replace(sheet.made, counted=datetime(2001, 1, 1, tzinfo=UTC), version="9"))
    assert other.fingerprint == sheet.fingerprint


def test_intervals_are_those_of_the_sessions(sheet: Sheet) -> None:
    wager = sheet.wager("tie")
    found = intervals(wager)
    assert [one.rounds for one in found] == list(ROUNDS)
    session = after(wager.outcomes, 10_000)
    low, high = found[2].ends[SHARES.index(95)]
    inside = session.below(10_000 * (high - 1)) - session.below(10_000 * (low - 1))
    assert inside == pytest.approx(0.95, abs=0.01)
    for one in found:
        for (low, high), (wider, higher) in zip(one.ends, one.ends[1:], strict=False):
            assert wider <= low <= wager.return_to_player <= high <= higher
    assert len(interval_rows(wager)) == len(ROUNDS)


def test_hold_is_what_every_way_to_play_the_chips_gives() -> None:
    # A coin that loses more than it wins, and chips for two wagers: every way through four rounds, followed by hand.
    coin = WagerPrice("coin", "Coin", "the wager", Fraction(1), Outcomes({Fraction(1): 2, Fraction(-1): 3}), "1")
    here, lost = {25: Fraction(1)}, Fraction(0)
    for _ in range(PLAYED[0]):
        after_it: dict[int, Fraction] = {}
        for chips, chance in here.items():
            if chips < 1:
                after_it[chips] = after_it.get(chips, Fraction(0)) + chance
                continue
            for won, part in ((1, Fraction(2, 5)), (-1, Fraction(3, 5))):
                after_it[chips + won] = after_it.get(chips + won, Fraction(0)) + chance * part
        here = after_it
    lost = 25 - sum((chips * chance for chips, chance in here.items()), Fraction(0))
    found = holds(coin)
    assert [one.bought for one in found] == list(BOUGHT)
    assert found[0].kept[0] == pytest.approx(float(lost / 25))


def test_the_headline_edge_of_holdem_is_of_an_ante() -> None:
    wager = WagerPrice(
        "ante", "Ante", "one ante", Fraction(2), Outcomes({Fraction(-2): 3, Fraction(1): 3}), "1", customary="an ante"
    )
    assert (wager.headline_edge, wager.house_edge) == (Fraction(1, 2), Fraction(1, 4))
    assert wager.return_to_player == Fraction(3, 4)
    assert wager.data()["headline_edge"]["of"] == "an ante"


def test_one_in_so_many() -> None:
    assert one_in(Fraction(2, 5)) == "2.50"
    assert one_in(Fraction(0)) is None


@pytest.mark.parametrize("game", [game for game in catalogue() if can_price(game)])
def test_the_names_under_pays_are_those_that_set_takes(game: str) -> None:
    from houseway.pricing.papers.sheet import tables_by_name
    from houseway.rules.settings import choices
    from houseway.rules.submission import house_rules

    rules = edited(catalogue()[game].rules, {})
    tables = tables_by_name(rules)
    assert {id(table) for table in tables.values()} == {id(table) for table in rules.pay_tables.values()}
    for name, table in tables.items():
        for line in table.lines:
            said = "push" if line.pays is None else str(line.pays)
            again = house_rules(rules.game, choices(rules.game, [f"pays.{name}.{line.key}={said}"]))
            assert rules_digest(again) == rules_digest(rules)
