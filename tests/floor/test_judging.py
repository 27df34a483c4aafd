"""Lines of a report worked by hand: what is expected, what mistakes gave, what was not covered, and whose it is."""

import csv
from datetime import date
from math import sqrt

import numpy as np
import pytest

from houseway.cards.shuffle import seed_from
from houseway.cards.source import DealerEntry, Source
from houseway.floor import maryland
from houseway.floor.deciding import Costs
from houseway.floor.hanging import known, measured
from houseway.floor.judging import Floor, Line, judged, lines_of, shift_of
from houseway.floor.observing import Bought, Seen, Watcher
from houseway.floor.report import csv_of
from houseway.floor.theory import Theory, known_of
from houseway.games import game
from houseway.play.driver import Driver
from houseway.pricing import price
from houseway.pricing.banking.owed import cases_at
from houseway.rules.submission import house_rules
from tests.floor.generated import Generated

THEORY = Theory()
DAY = date(2026, 3, 1)


def one_round(
    id: str, seed: str, *answers: str, bank: str = "", costs: Costs | None = None, source: Source | None = None
) -> Seen:
    """A round of one player at seat 1, who says these things; another banks where a player does."""
    rules = house_rules(game(id).rules)
    driver = Driver(game(id), rules, source=source)
    watcher = Watcher(THEORY, table=7, name="Seven", costs=costs)
    driver.buy_in("seat 1", 1000_00, "Ada")
    if bank:
        driver.buy_in("seat 2", 100_000_00, "Bo")
    driver.begin(seed_from(seed))
    said = list(answers)
    while driver.open:
        ask = next(iter(driver.asks.values()))
        text = said.pop(0) if ask.who == "seat 1" and ask.what != "bank" and said else ask.default
        if ask.what == "insurance":
            text = next(word for word in ask.answers() if word != ask.default)
        if ask.what == "bank":
            text = bank if ask.who == "seat 2" else "decline"
        watcher.before(driver, ask.who, text)
        driver.answer(ask.who, text)
    return watcher.ended(driver, at="2026-03-01T09:00:00Z", accounts={"seat 1": "Ada", "seat 2": "Bo"})


def month(*rounds: Seen) -> dict[tuple[str, str], Line]:
    floor = Floor.of(rounds, [Bought(7, "Seven", rounds[0].game, rounds[0].at, "seat 1", "Ada", 1000_00)])
    return {line.key: line for line in lines_of(floor, "month", DAY, DAY)}


def test_a_round_of_criss_cross_is_one_bet_with_all_that_was_put_up() -> None:
    seen = one_round("criss-cross-poker", "by hand", "ante 10, five-card-bonus 5", "fold")
    ante, bonus = seen.bets
    assert (ante.wager, ante.handle, ante.won, ante.unit) == ("ante", 20_00, -20_00, 10_00)
    assert (bonus.wager, bonus.handle, bonus.unit) == ("five-card-bonus", 5_00, 5_00)
    sheet = price(house_rules(game("criss-cross-poker").rules))
    assert ante.theory == pytest.approx(float(sheet.wager("ante").expectation) * 10_00)
    lines = month(seen)
    table = lines["table", "7 Seven"]
    assert (table.handle, table.drop, table.win, table.whose) == (25_00, 1000_00, -ante.won - bonus.won, "house")
    assert table.hold == table.win / 1000_00
    assert lines["account", "Ada"].win == table.win and lines["seat", "7 Seven, seat 1"].drop == 1000_00
    assert lines["shift", "the machine, 08-16"].rounds == 1
    alone = lines["wager", "criss-cross-poker five-card-bonus"]
    assert alone.deviation == pytest.approx(sheet.wager("five-card-bonus").outcomes.standard_deviation * 5_00)
    # Two wagers of so few rounds are taken to be won and lost together.
    assert table.deviation == pytest.approx(alone.deviation + lines["wager", "criss-cross-poker ante"].deviation)


def test_a_mistake_shifts_what_is_expected_by_what_the_coach_says_it_costs() -> None:
    seen = one_round("three-card-poker", "a pair", "ante 10", "fold", bank="bank 1000", costs=Costs())
    (decided,) = seen.decisions
    (bet,) = seen.bets
    assert bet.cost == decided.cost
    best = float(price(house_rules(game("three-card-poker").rules)).wager("ante").expectation) * 10_00
    assert bet.theory == pytest.approx(best - decided.cost)
    line = month(seen)["table", "7 Seven"]
    assert line.theory == pytest.approx(-best + decided.cost) and line.mistakes == decided.cost
    assert line.whose == "player-dealers"


def test_what_the_bank_did_not_cover_is_judged_as_the_cards_brought_it() -> None:
    """The player-dealer puts up five dollars against a wager of a hundred."""
    for number in range(40):
        seen = one_round("cash-in-baccarat", f"short {number}", "player 100", bank="bank 5")
        (bet,) = seen.bets
        if bet.judged:
            assert abs(bet.won) == 5_00 and abs(bet.judged) == 100_00 and bet.won * bet.judged > 0
            line = month(seen)["table", "7 Seven"]
            assert (line.win, line.judged) == (-bet.won, -bet.judged)
            return
    raise AssertionError("forty ties")


def test_hands_that_the_dealer_enters_count_as_any_other() -> None:
    """Beside a physical table: the dealer says what was turned over, and the wager is judged by the same sheet."""
    seen = one_round("criss-cross-poker", "", "ante 10", "fold", source=DealerEntry())
    (ante,) = seen.bets
    assert (ante.wager, ante.handle, ante.won, ante.unit) == ("ante", 20_00, -20_00, 10_00)
    line = month(seen)["table", "7 Seven"]
    assert (line.hands, line.win) == (1, 20_00) and line.theory == pytest.approx(-ante.theory)


def test_insurance_is_a_wager_of_its_own_and_no_mistake() -> None:
    costs = Costs()
    for number in range(80):
        seen = one_round("blackjack-x", f"insure {number}", "base 10", bank="bank 1000", costs=costs)
        insured = [bet for bet in seen.bets if bet.wager == "insurance"]
        if insured:
            sheet = price(house_rules(game("blackjack-x").rules)).wager("insurance")
            assert insured[0].theory == pytest.approx(float(sheet.expectation) * insured[0].handle)
            assert insured[0].cost == 0 and all(decided.ask != "insurance" for decided in seen.decisions)
            return
    raise AssertionError("no ace in eighty rounds")


def test_hands_that_hang_together_spread_wider_than_independent_ones() -> None:
    rounds = list(Generated("cash-in-baccarat", seats=3, theory=THEORY, wagers="player 10").play(60))
    same = {pair[1:]: found for pair, found in measured(rounds).found.items()}
    assert same["player", "player", False] == pytest.approx(1.0)  # all bet on the same cards
    floor = Floor.of(rounds)
    lines = {line.key: line for line in lines_of(floor, "month", DAY, DAY)}
    table, seat = lines["table", "1 Cash-In Baccarat 1"], lines["seat", "1 Cash-In Baccarat 1, seat 1"]
    assert table.deviation == pytest.approx(3 * seat.deviation)
    assert table.z == pytest.approx(seat.z)


def test_the_running_result_ends_where_the_line_does() -> None:
    rounds = list(Generated("ultimate-war", seats=2, theory=THEORY).play(30))
    line = next(line for line in lines_of(Floor.of(rounds), "month", DAY, DAY) if line.kind == "table")
    assert (line.running[-1].win, line.running[-1].deviation) == (line.judged, line.deviation)
    assert line.running[-1].theory == pytest.approx(line.theory)
    away = sum(one.away for one in line.moved)
    assert line.theory is not None and len(line.moved) == 12 and abs(away) > 0
    assert list(line.moved) == sorted(line.moved, key=lambda one: -abs(one.away))


def test_fees_that_were_not_booked_as_the_rules_make_them_due_are_a_finding() -> None:
    rounds = list(Generated("limit-holdem", seats=3).play(10))
    due = sum(seen.figures.fees for seen in rounds)
    assert due
    right = judged(Floor.of(rounds, booked={(1, "2026-03-01"): due}), DAY, DAY)
    assert not any(line.finding for line in right)
    wrong = judged(Floor.of(rounds, booked={(1, "2026-03-01"): due - 100}), DAY, DAY)
    assert {line.kind for line in wrong if line.finding} == {"game", "table"}
    assert all("are due by the rules" in line.why for line in wrong if line.finding)


def test_a_void_round_stands_with_its_dealer_and_with_whose_wagers_went_back() -> None:
    driver = Driver(game("criss-cross-poker"), house_rules(game("criss-cross-poker").rules))
    watcher = Watcher(THEORY, table=7, name="Seven")
    driver.buy_in("seat 1", 1000_00, "Ada")
    driver.buy_in("seat 2", 1000_00, "Bo")
    driver.begin(seed_from("void"))
    driver.answer("seat 1", "ante 10")
    driver.answer("seat 2", "sit out")
    driver.call("floor", "13.A")
    accounts = {"seat 1": "Ada", "seat 2": "Bo"}
    void = watcher.ended(driver, at="2026-03-01T09:00:00Z", dealer="Dana", accounts=accounts)
    played = one_round("criss-cross-poker", "by hand", "ante 10", "fold")
    lines = month(void, played)
    assert lines["shift", "Dana, 08-16"].voids == 1 and lines["shift", "the machine, 08-16"].voids == 0
    ada, table = lines["account", "Ada"], lines["table", "7 Seven"]
    assert (ada.rounds, ada.voids, ada.win) == (2, 1, table.win) and (table.rounds, table.voids) == (2, 1)
    assert ("account", "Bo") not in lines
    header, *rows = csv.reader(csv_of(list(lines.values())).splitlines())
    assert ("Ada", "1") in [(row[header.index("name")], row[header.index("void")]) for row in rows]


def test_shifts_are_thirds_of_a_day() -> None:
    assert shift_of("2026-03-01T07:59:59Z", "Dana") == "Dana, 00-08"
    assert shift_of("2026-03-01T16:00:00Z", "") == "the machine, 16-24"


# Maryland


def days(*books: tuple[str, int, int]) -> list[Bought]:
    return [
        Bought(7, "Seven", "criss-cross-poker", f"{day}T12:00:00Z", "seat 1", "Ada", drop) for day, drop, _ in books
    ]


def test_win_to_drop_is_held_to_the_year_before_by_hand() -> None:
    """Two days of the base: dropped 1000 and 3000, won 300 and 500, so 20 %; away by 100 and -100, squared and summed
    20000, per dollar dropped 5. A month of 500 dropped has 1.96 * sqrt(5/500) = 19.6 % on either side."""
    base = maryland._held([maryland.Day(1000, 300), maryland.Day(3000, 500)], "2025")
    assert base is not None and base.hold == 0.2
    low, high = base.interval(500)
    assert (low, high) == pytest.approx((0.2 - 0.196, 0.2 + 0.196), abs=1e-4)
    inside = maryland.Statistic("table", "7 Seven", "month", "2026-03-01", "2026-03-31", 500, 190, base)
    outside = maryland.Statistic("table", "7 Seven", "month", "2026-03-01", "2026-03-31", 500, 200, base)
    assert not inside.investigate and outside.investigate


def test_in_the_first_year_the_month_before_is_the_base() -> None:
    book = maryland._Books()
    for day, drop, win in (("2026-02-03", 1000, 300), ("2026-02-09", 3000, 500), ("2026-03-02", 500, 200)):
        book.on(day).drop += drop
        book.on(day).win += win
    found = {one.period: one for one in maryland._of(("table", "7 Seven"), book, date(2026, 3, 2), date(2026, 3, 2))}
    assert found["month"].base is not None and found["month"].base.named == "2026-02"
    assert found["month"].investigate and found["month"].hold == 0.4
    assert (found["year"].drop, found["year"].win) == (4500, 1000)
    book.on("2025-07-01").drop, book.on("2025-07-02").drop = 100, 100
    assert maryland._base(book, date(2026, 3, 2)).named == "2025"  # type: ignore[union-attr]


def test_deviations_add_up_as_squares_over_rounds() -> None:
    rounds = list(Generated("cash-in-baccarat", seats=1, theory=THEORY, wagers="player 10").play(25))
    line = next(line for line in lines_of(Floor.of(rounds), "month", DAY, DAY) if line.kind == "wager")
    sheet = price(house_rules(game("cash-in-baccarat").rules)).wager("player")
    assert line.deviation == pytest.approx(sheet.outcomes.standard_deviation * 10_00 * sqrt(25))
    assert line.theory == pytest.approx(-float(sheet.expectation) * 10_00 * 25)


# What hangs together


@pytest.mark.parametrize(("id", "one", "other"), [
    ("commission-free-baccarat", "banker", "player"),
    ("cash-in-baccarat", "player", "tie"),
    ("ultimate-war", "banker", "war"),
])  # fmt: skip
def test_wagers_on_the_same_cards_hang_together_exactly(id: str, one: str, other: str) -> None:
    """The spread of both together, from every case that can come, is that of their own and what they have in common."""
    rules = house_rules(game(id).rules)
    sheet, stake = price(rules), 100_00
    cases = cases_at(rules, [{one: stake}, {other: stake}], 0, None)[0]
    assert cases.weights is not None
    nets = cases.nets(cases.due).sum(axis=1).tolist()
    total = sum(cases.weights)
    mean = sum(weight * net for weight, net in zip(cases.weights, nets, strict=True)) / total
    spread = sum(weight * (net - mean) ** 2 for weight, net in zip(cases.weights, nets, strict=True)) / total
    first, second = (sheet.wager(name).outcomes.standard_deviation * stake for name in (one, other))
    together = known(rules)
    assert together is not None
    both = first**2 + second**2 + 2 * first * second * together.correlations()[one, other]
    assert both == pytest.approx(spread, rel=1e-9)


def test_what_is_known_exactly_is_not_measured() -> None:
    rounds = [
        one_round("commission-free-baccarat", f"seed {n}", "player 100, banker 100, tie 10", bank="bank 10000")
        for n in range(3)
    ]
    found = measured(rounds).found
    together = known(rounds[0].rules)
    assert together is not None
    exact = together.correlations()
    assert found and all(common == exact[pair[1:3]] for pair, common in found.items())
    assert known(house_rules(game("three-card-poker").rules)) is None, "measured"


@pytest.mark.parametrize("id", ["cash-in-baccarat", "commission-free-baccarat", "ultimate-war"])
def test_every_wager_of_the_same_cards_has_the_distribution_of_its_sheet(id: str) -> None:
    rules = house_rules(game(id).rules)
    together, sheet = known(rules), known_of(price(rules))
    assert together is not None and together.chances.sum() == pytest.approx(1)
    for wager, results in together.results.items():
        own = sheet.wagers[wager]
        for result, chance in zip(own.results, own.chances, strict=True):
            assert together.chances[np.isclose(results, result)].sum() == pytest.approx(chance, rel=1e-9), wager
