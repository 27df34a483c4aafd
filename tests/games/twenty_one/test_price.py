"""The sheets of Blackjack X and Cal Blackjack 2.0: figures, charts with their exceptions, the card, and the coach."""

from collections.abc import Sequence
from fractions import Fraction
from math import comb, sqrt
from os import environ

import pytest

from houseway.cards.card import Card, hand
from houseway.cards.pack import pack
from houseway.games import game
from houseway.games.twenty_one.count.bonus import bonus_bets
from houseway.games.twenty_one.count.busts import busts
from houseway.games.twenty_one.count.charts import basic, basic_charts
from houseway.games.twenty_one.count.exceptions import by_chart, exceptions
from houseway.games.twenty_one.count.hands import NAMES, value, values
from houseway.games.twenty_one.count.one_hand import SURRENDER, WORDS
from houseway.games.twenty_one.count.pricing import best_of, ends, strategy_card
from houseway.games.twenty_one.count.quick_answers import QuickAnswers
from houseway.games.twenty_one.count.sheet import main_wager
from houseway.games.twenty_one.count.simulation import simulate
from houseway.games.twenty_one.count.whole_round import Round
from houseway.papers import html, pdf
from houseway.papers.strategy_card import described
from houseway.play.driver import Driver
from houseway.play.player_dealer import DECLINE
from houseway.play.table import FLOOR
from houseway.pricing.coach import Advice, coach
from houseway.pricing.generous import favours
from houseway.pricing.papers.sheet import decimal
from houseway.rules.resolved import Rules, resolve
from tests.games.twenty_one.pontoon_21.test_simulation import InOrder
from tests.games.twenty_one.test_counted_round import COVERED, PLAYER, STACK, WAGER, rules_of

# Six decks, as printed. What a natural pays is 6 to 5, 3 to 2 or even; versions 1.1 and 1.3 double 10 and 11 only.
WORTH = {
    "blackjack-x": "-0.012051949503",
    "blackjack-x-magic-7": "0.001332246016",
    "blackjack-x-buster-v1.1": "-0.020742953568",
    "blackjack-x-buster-v1.2": "0.002394752832",
    "blackjack-x-buster-v1.3": "-0.007995863273",
    "blackjack-x-buster-jack-magic": "0.002394752832",
    "cal-blackjack-2.0": "-0.021683333684",
}
RECORDED = 250


@pytest.fixture(scope="module", params=WORTH)
def table(request: pytest.FixtureRequest) -> tuple[Rules, Round]:
    rules = resolve(game(request.param).rules)
    return rules, best_of(rules)


def test_a_table_is_worth_what_it_was_counted_at(table: tuple[Rules, Round]) -> None:
    rules, best = table
    main = main_wager(rules, best, ends(rules))
    assert decimal(main.expectation, 12) == WORTH[rules.game.id]
    assert sum(line.count for line in main.lines) == main.cases
    assert sum(line.returned for line in main.lines) == main.expectation
    assert all(count >= 0 for count in main.outcomes.counts.values())


def test_a_wager_that_favours_the_player_is_said_to(table: tuple[Rules, Round]) -> None:
    rules, best = table
    told = favours((main_wager(rules, best, ends(rules)), *bonus_bets(rules, best)))
    assert len(told) == (not WORTH[rules.game.id].startswith("-"))


def test_lines_of_naturals_come_as_often_as_two_cards_make_them(table: tuple[Rules, Round]) -> None:
    """A Blackjack X: the ace and king of spades, or any suited ones; lost to no natural, tied with some."""
    rules, best = table
    of = {"blackjack-x": 36, "blackjack-x-magic-7": 36, "cal-blackjack-2.0": 0}.get(rules.game.id, 4 * 36)
    dealt = Fraction(24 * 96 * 2, 312 * 311)
    found = {name: chance for (name, _), chance in best.lines.items()}
    both = Fraction(23 * 95 * 2, 310 * 309)  # the dealer's natural beside one's own
    assert found["blackjack"] == dealt * Fraction(24 * 96 - of, 24 * 96) * (1 - both)
    assert found.get("blackjack-x", 0) == dealt * Fraction(of, 24 * 96) * (1 - both)


def test_bonus_bets_on_the_first_cards_by_formula(table: tuple[Rules, Round]) -> None:
    rules, best = table
    prices = {price.wager: price for price in bonus_bets(rules, best)}
    assert prices["insurance"].expectation == Fraction(3 * 96, 311) - 1
    if "lucky-pair" in prices:  # a pair of aces or of a ten's rank leaves fewer naturals
        pair = 24 * 23
        against = sum(pair * 2 * (24 - 2 * (rank == "A")) * (96 - 2 * (rank in "TJQK")) for rank in "23456789TJQKA")
        chance, natural = Fraction(13 * pair, 312 * 311), Fraction(against, 312 * 311 * 310 * 309)
        assert prices["lucky-pair"].expectation == 11 * chance - 1 + 30 * natural
    for wager, pays in (("magic-sevens", (1, 1, 5, 25, 40, 100)), ("jack-magic", (1, 3, 10, 40, 100, 300))):
        if wager in prices:
            total, worth = comb(312, 3), Fraction(-1)
            for many in (1, 2, 3):
                others, special = comb(288, 3 - many), comb(12, many)
                plain = comb(24, many) - special
                worth += Fraction(others * plain * (pays[2 * many - 2] + 1), total)
                worth += Fraction(others * special * (pays[2 * many - 1] + 1), total)
            assert prices[wager].expectation == worth


def test_the_side_bet_wins_about_once_in_thirteen() -> None:
    rules = resolve(game("cal-blackjack-2.0").rules)
    side = next(price for price in bonus_bets(rules, best_of(rules)) if price.wager == "side")
    assert 0.07 < side.outcomes.hit_rate < Fraction(1, 12)
    assert side.expectation == 3 * side.outcomes.hit_rate - 1
    offered, _ = best_of(rules).side
    assert (decimal(offered, 6), decimal(side.expectation, 6)) == ("0.104601", "-0.759910")


@pytest.mark.parametrize("id", ["blackjack-x", "blackjack-x-buster-v1.2", "blackjack-x-buster-jack-magic"])
def test_BX_9_the_card_says_what_to_surrender_on_a_split_hand_and_nothing_of_split_aces(id: str) -> None:
    told = [step for step in strategy_card(resolve(game(id).rules)).steps if "split" in step]
    assert told == ["On a split hand, surrender only 15 against 10 to A; 16 against 9 to A; 17 against A."]


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_dealer_goes_over_more_seldom_with_more_cards(decks: int) -> None:
    found = busts(values(pack("52", decks)), hits_soft_17=True)
    chances = list(found.values())
    assert min(found) == 3 and chances == sorted(chances, reverse=True)
    assert 0.285 < sum(chances) < 0.288


@pytest.mark.parametrize("decks", [1, 8])
def test_every_number_of_decks_has_its_price(decks: int) -> None:
    best = best_of(resolve(game("blackjack-x").rules, {"decks": decks}))
    expected = {1: "-0.006470427865", 8: "-0.012307769728"}
    assert decimal(best.expectation, 12) == expected[decks]


# Charts


def test_charts_are_those_that_players_know(table: tuple[Rules, Round]) -> None:
    _, best = table
    hard, soft, pairs = basic_charts(basic(best))
    by_row = {chart.name: dict(zip(chart.rows, (" ".join(row) for row in chart.cells), strict=True))
              for chart in (hard, soft, pairs)}  # fmt: skip
    assert by_row["Hard totals"]["12"].startswith("H H S S S H H H H")
    assert by_row["Hard totals"]["11"] == " ".join(["Dh"] * 10)  # the dealer hits soft 17
    assert by_row["Pairs"]["8-8"].startswith("P P P P P P P P")
    assert by_row["Pairs"]["10-10"] == " ".join("S" * 10)
    assert by_row["Pairs"]["A-A"] == " ".join("P" * 10)
    early = best.terms.rules.surrender != "none"
    assert by_row["Hard totals"]["16"].endswith("H H Rh Rs Rh" if early else "H H H H H")
    assert by_row["Soft totals"]["18"].startswith("Ds Ds Ds Ds Ds" if early else "S S S S S")


def test_exceptions_and_splits_come_to_all_that_the_charts_cost(table: tuple[Rules, Round]) -> None:
    """Each answer of the charts that is not the best costs what it costs each time; nothing else is lost."""
    _, best = table
    charted = basic(best)
    played = by_chart(charted, best)
    assert 0 < best.expectation - played.expectation < Fraction(1, 20_000)
    assert 0 <= played.splits(best) < Fraction(1, 1_000_000)
    laid = exceptions(played, best)
    assert laid and len(laid.rows) == 12
    assert all(row.endswith("against 10") for row in laid.rows[:1])
    for one in played.departures:
        assert one.gain > 0 and one.best != one.by_chart


def test_10_2_against_a_4_is_hit_with_one_deck() -> None:
    best = best_of(resolve(game("blackjack-x").rules, {"decks": 1}))
    played = by_chart(basic(best), best)
    first = played.departures[0]
    assert (first.cards, NAMES[first.up], WORDS[first.best], WORDS[first.by_chart]) == ("10-2", "4", "hit", "stand")


def test_a_card_is_one_page(table: tuple[Rules, Round]) -> None:
    rules, _ = table
    card = strategy_card(rules)
    assert [chart.name for chart in card.charts] == ["Hard totals", "Soft totals", "Pairs"]
    assert card.steps[0] == "Never take insurance."
    assert "6 decks" in card.options and "dealer hits soft 17" in card.options
    sheets = described(card)
    drawn, page = pdf.rendered(sheets), html.rendered(sheets)
    assert drawn.startswith(b"%PDF") and b"/Count 1" in drawn
    assert drawn == pdf.rendered(sheets) and page.count('class="sheet"') == 1
    assert all(text in page for text in (*card.steps, *(chart.name for chart in card.charts)))


# The simulation


@pytest.mark.parametrize("id", ["blackjack-x", "cal-blackjack-2.0"])
def test_simulated_rounds_come_out_as_counted(id: str) -> None:
    """HOUSEWAY_ROUNDS=1000000000 plays a thousand million."""
    rules = resolve(game(id).rules)
    best = best_of(rules)
    rounds = int(environ.get("HOUSEWAY_ROUNDS", "3000000"))
    found = simulate(best, rounds, seed=31)
    print(f"{id}: {found.mean:+.7f} ± {found.error:.7f}, counted {float(best.expectation):+.7f}")
    assert abs(found.mean - float(best.expectation)) < 3 * found.error
    assert abs(found.action - float(best.action)) < 4 * 0.5 / sqrt(rounds)
    for size, chance in busts(values(best.cards), hits_soft_17=True).items():
        error = sqrt(float(chance) / rounds)
        assert abs(found.busts.get(size, 0.0) - float(chance)) < 4 * error + 1e-6, size
    if "side" in rules.wagers:
        for told, counted in zip(found.side, best.side, strict=True):
            assert abs(told - float(counted)) < 4 * sqrt(float(counted) / rounds)


@pytest.mark.parametrize("id", ["blackjack-x", "blackjack-x-buster-v1.1", "cal-blackjack-2.0"])
def test_recorded_rounds_are_settled_as_at_the_table(id: str) -> None:
    rules = rules_of(id)
    best = best_of(rules)
    recorded = simulate(best, RECORDED, seed=8, recorded=RECORDED).record
    decide, dealt_by = QuickAnswers(rules, best), Dealt(rules)
    for net, dealt, *cards in recorded.tolist():
        driver = dealt_by.begin(cards[:dealt])
        while driver.open:
            ask = next(iter(driver.asks.values()))
            driver.answer(ask.who, decide(ask, driver.table.hands) or ask.default)
        assert (driver.table.stack(PLAYER) - STACK) * best.terms.scale == net * WAGER, cards[:dealt]


class Dealt:
    """A table with one player, whose cards come in a known order: the player's, the up card, the player's, the hole
    card, and what is drawn."""

    def __init__(self, rules: Rules) -> None:
        self.source = InOrder()
        self.driver = Driver(game(rules.game.id), rules, source=self.source, automatic=(FLOOR,))
        self.bank = f"seat {rules.seats}"
        self.driver.buy_in(PLAYER, STACK)
        self.driver.buy_in(self.bank, COVERED + STACK)
        self.start = self.driver.table.state()

    def begin(self, cards: Sequence[Card]) -> Driver:
        """Until the wagers are placed."""
        self.source.order = cards
        self.driver.restore(self.start)
        self.driver.begin(bytes(32))
        while (ask := next(iter(self.driver.asks.values()))).what in ("bank", "wagers"):
            banks = f"bank {COVERED // 100}" if ask.who == self.bank else DECLINE
            self.driver.answer(ask.who, banks if ask.what == "bank" else "base 10" if ask.who == PLAYER else "sit out")
        return self.driver


# The coach


def asked(id: str, what: str, cards: str, *answers: str) -> Advice:
    """The coach's advice when the player is asked this, after these answers."""
    driver, waiting = Dealt(rules_of(id)).begin(hand(cards)), list(answers)
    while (ask := next(iter(driver.asks.values()))).what != what or waiting:
        driver.answer(ask.who, waiting.pop(0) if ask.who == PLAYER else ask.default)
    return coach(driver)


@pytest.mark.parametrize("cards", ["9h Tc 7d 5s", "8h 9c 8d 5s", "5h 9c 6d 5s", "Ah 3c 7d 5s", "7h Ac 5d 5s"])
def test_surrender_1_the_coach_knows_what_the_sheet_counted_before_the_hole_card_is_looked_at(cards: str) -> None:
    rules = rules_of("blackjack-x")
    best = best_of(rules)
    one, up, other, _ = (value(card) for card in hand(cards))
    start = next(start for start in best.ups[up].starts if start.held == (min(one, other), max(one, other)))
    on = max(worth for answer, worth in enumerate(start.worths) if worth is not None and answer != SURRENDER)
    before = ["no insurance"] if NAMES[up] == "A" else []
    told = asked("blackjack-x", "surrender", cards, *before)
    assert {one.text: one.worth for one in told.answers} == {"surrender": Fraction(-1, 2), "play on": on}
    assert told.best.text == ("surrender" if start.answer == SURRENDER else "play on")


def test_the_coach_at_the_players_turn_and_on_split_hands() -> None:
    first = asked("blackjack-x", "play", "8h 6c 8d Ts", "play on")
    assert first.best.text == "split"
    on_one = asked("blackjack-x", "play", "8h 6c 8d Ts 3s", "play on", "split")
    assert on_one.unit.endswith("this hand of the split alone") and on_one.best.text == "double"
    given_up = asked("blackjack-x", "play", "9h 9c 9d Ts 7s", "play on", "split")
    assert given_up.best.text == "surrender"  # Surrender 4: after the split, on each hand of two cards
    less = {one.text: one.worth for one in first.answers}
    assert less["double 5"] == less["double"] * Fraction(3, 4)


def test_insurance_and_the_side_bet_are_coached() -> None:
    insured = asked("cal-blackjack-2.0", "insurance", "9h Ac 9d 5s")
    assert insured.best.text == "no insurance"
    told = {one.text: one.worth for one in insured.answers}
    assert told["insurance"] - told["no insurance"] == (3 * Fraction(96, 309) - 1) / 2
    over = asked("cal-blackjack-2.0", "side", "9h 7c 6d 5s Ks", "play on", "hit")
    assert over.best.text == "no side bet"
    six = Fraction(23, 308)  # below 25
    assert {one.text: one.worth for one in over.answers}["side 10"] == -1 + 3 * six - 1
