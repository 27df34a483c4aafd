"""The sheet of a Pontoon 21 table, its charts, and the coach."""

from fractions import Fraction
from itertools import permutations
from math import perm

import pytest

from houseway.cards.card import hand
from houseway.cards.pack import pack
from houseway.games import game
from houseway.games.twenty_one.count.bonus import insurance, match_super_bonus
from houseway.games.twenty_one.count.charts import by_cards, by_total, worth
from houseway.games.twenty_one.count.hands import NAMES, SEVEN, dealer_ends, dealer_ways, hands, values
from houseway.games.twenty_one.count.one_hand import WORDS
from houseway.games.twenty_one.count.sheet import best_round, main_wager, terms_at
from houseway.games.twenty_one.count.split import courses
from houseway.games.twenty_one.count.whole_round import Round, line_pays, play
from houseway.games.twenty_one.pontoon_21.count import ENDS, advise, charts, price, short_list
from houseway.games.twenty_one.pontoon_21.settlement import settle_match
from houseway.games.twenty_one.procedure import dealer_stands, is_blackjack, total
from houseway.play import scenario
from houseway.play.outcome import Result
from houseway.play.scenario import play_to_decision
from houseway.pricing import edited
from houseway.pricing.coach import Advice, coach
from houseway.pricing.papers.sheet import cases
from houseway.rules.resolved import Rules, resolve
from tests.games.twenty_one.pontoon_21.test_counted_round import Tried, every_round, rules_of, start_of

EXPECTATIONS = {
    6: "-446493255781177758476871276630345960791487529/113376382997129522958501301871080913669643735000",
    8: "-1518065300895093839227248372413515614443205448230494615557"
    "/371648666390933750703688997062837942419004257845266665546000",
}


@pytest.fixture(scope="module", params=[6, 8])
def table(request: pytest.FixtureRequest) -> tuple[Rules, Round]:
    rules = resolve(game("pontoon-21").rules, {"decks": request.param})
    return rules, best_round(rules, 500)


@pytest.mark.parametrize("up", ["Ac", "2c", "6c", "9c", "Kc"])
def test_7_M_the_dealers_ends_are_those_of_every_order_of_a_small_shoe(up: str) -> None:
    """Every order of the cards, drawn by the table's own rule, against the sums over hands."""
    shoe = hand("As Ad 2s 5d 6h 7d 9s Kd Qd")
    found = [0] * 5
    for order in permutations(shoe, 6):
        cards = [*hand(up), order[0]]
        if is_blackjack(cards):
            continue
        for card in order[1:]:
            if dealer_stands(cards):
                break
            cards.append(card)
        assert dealer_stands(cards), "six cards are enough"
        if total(cards) <= 21:
            found[total(cards) - 17] += 1
    ways = dealer_ways(values(hand(up)).index(1), hands().counts[:1] + values(shoe), hits_soft_17=False)
    assert dealer_ends(ways, len(shoe), 6) == [found]


def test_the_courses_of_a_split_are_every_course_there_is() -> None:
    """Their chances add up to one, for a shoe of any make."""
    pair, other = 5, 30
    for limit in range(2, 9):
        chance = Fraction(0)
        for again, new, last, ways in courses(limit):
            assert again + 2 == new + last
            chance += ways * Fraction(perm(pair, again) * perm(other, new), perm(pair + other, again + new))
        assert chance == 1


def test_a_shoe_is_worth_what_it_was_counted_at(table: tuple[Rules, Round]) -> None:
    rules, best = table
    main = main_wager(rules, best, ENDS)
    assert main.expectation == best.expectation == Fraction(EXPECTATIONS[int(rules.options["decks"])])
    assert sum(line.count for line in main.lines) == main.cases
    assert sum(line.returned for line in main.lines) == main.expectation
    assert all(count >= 0 for count in main.outcomes.counts.values())
    assert main.action == best.action > 1


def test_every_line_has_its_result_by_name(table: tuple[Rules, Round]) -> None:
    _, best = table
    assert all(line_pays(best.terms, name) == result for name, result in best.lines)


def test_a_blackjack_comes_as_often_as_two_cards_make_one(table: tuple[Rules, Round]) -> None:
    rules, best = table
    decks = int(rules.options["decks"])
    two = Fraction(2 * 4 * decks * 12 * decks, 48 * decks * (48 * decks - 1))
    assert best.lines["blackjack", best.terms.scale * 3 // 2] == two


def test_12_A_4_match_super_bonus_is_every_three_cards_settled(table: tuple[Rules, Round]) -> None:
    rules, _ = table
    decks = int(rules.options["decks"])
    cards = pack("48", decks)
    price = match_super_bonus(rules, cards)
    up = hand("Kd")[0]
    left = list(cards)
    left.remove(up)
    found: dict[Fraction, int] = {}
    for at, one in enumerate(left):
        for other in left[at + 1 :]:
            outcome = settle_match(rules, (one, other), up, 100)
            net = outcome.odds.fraction() if outcome.odds else Fraction(-(outcome.result is Result.LOSE))
            found[net] = found.get(net, 0) + 2
    assert {net: many for net, many in price.outcomes.counts.items() if many} == found


def test_8_A_insurance_is_the_chance_of_a_ten_under_an_ace(table: tuple[Rules, Round]) -> None:
    rules, _ = table
    decks = int(rules.options["decks"])
    price = insurance(rules, pack("48", decks), lost="8.F")
    ten = Fraction(12 * decks, 48 * decks - 1)
    assert price.expectation == 2 * ten - (1 - ten)


def test_a_larger_wager_wins_less_of_the_amounts_of_12_C() -> None:
    rules = resolve(game("pontoon-21").rules)
    worths = {stake: best_round(rules, stake).expectation for stake in (500, 1000, 2500)}
    assert worths[500] == worths[2500] > worths[1000]


def test_a_pay_table_that_pays_more_is_worth_more() -> None:
    plain = resolve(game("pontoon-21").rules)
    more = resolve(game("pontoon-21").rules, pays={"pontoon": {"five-cards": "2:1"}})
    gain = best_round(more, 500).expectation - best_round(plain, 500).expectation
    often = best_round(plain, 500).lines["five-cards", 3]
    assert gain >= often / 2  # the hands that come anyway pay half a wager more, and some more are drawn for


def test_charts_say_what_a_player_of_the_game_knows() -> None:
    best = best_round(resolve(game("pontoon-21").rules), 500)
    laid = {chart.name: chart for chart in charts(by_cards(best))}
    two = laid["Two cards"]
    assert dict(zip(two.rows, ("".join(row) for row in two.cells), strict=True))["11"] == "DDDDDDDDDD"
    pairs = dict(zip(laid["Pairs"].rows, ("".join(row) for row in laid["Pairs"].cells), strict=True))
    assert (pairs["A-A"], pairs["8-8"], pairs["10-10"]) == ("P" * 10, "P" * 10, "S" * 10)
    suited = laid["On the way to 6-7-8 and 7-7-7"]
    sevens = dict(zip(suited.rows, suited.cells, strict=True))["7-7 suited"]
    assert sevens[suited.columns.index(NAMES[SEVEN])] == "H"  # for the amounts of 12.C
    # The more cards, the more a bonus is near: totals are hit further.
    stands = {
        size: "".join("".join(row) for row in laid[size].cells).count("S") for size in ("Three cards", "Five cards")
    }
    assert stands["Five cards"] < stands["Three cards"]


def test_playing_by_charts_costs_what_playing_every_deal_by_them_does() -> None:
    """On a small shoe, dealt through the table: splits by the same charts too."""
    rules, cards = rules_of(splits=1), hand("8s 8s 8s 9d 9d 9d Kd Kd Kd Kd Kd")

    best = play(cards, terms_at(rules, 500))
    listed = short_list()
    policies = {up: listed.policy(one.against) for up, one in best.ups.items()}

    def decide(driver, ask):  # type: ignore[no-untyped-def]
        spot, hands_made = ask.spot or "seat 1", driver.table.layout.boxes["seat 1"]
        held, up = driver.table.hands[spot], driver.table.hands["dealer"][0]
        up_value = values((up,)).index(1)
        number = hands().number([values((card,)).index(1) for card in held])
        if ask.what == "rescue":
            return "rescue" if policies[up_value].rescues[number] else "keep"
        if len(held) == 2 and len(hands_made) == 1:
            return WORDS[listed.start(start_of(best, held, up, cards))]
        return WORDS[policies[up_value].answers[number]]

    found = sum((chance * net for chance, net, _ in every_round(rules, cards, decide)), Fraction(0))
    assert worth(listed, best) == found


def test_no_chart_is_better_than_the_best_play() -> None:
    best = best_round(resolve(game("pontoon-21").rules), 500)
    worths = [worth(charted, best) for charted in (by_cards(best), by_total(best), short_list())]
    assert best.expectation > worths[0] > worths[1]
    assert best.expectation - worths[0] < Fraction(1, 20000)
    assert best.expectation - worths[2] < Fraction(1, 2000)


def test_the_sheet_has_every_wager_and_says_what_is_near() -> None:
    sheet = price(edited(game("pontoon-21").rules, {}))
    assert [wager.wager for wager in sheet.wagers] == ["pontoon", "match-super-bonus", "insurance"]
    assert len(sheet.charts) == 9
    assert [one.name for one in sheet.simple] == ["By the charts", "By one chart", "To remember"]
    assert "near" in sheet.wager("pontoon").method
    assert "exact" in sheet.wager("match-super-bonus").method


def test_a_long_count_goes_by_its_first_figures() -> None:
    assert cases(27_813_810_024_000) == "27,813,810,024,000"
    assert cases(123_456_789 * 10**30) == "1.234568e38"


# The coach


def advice(cards: str, *decisions: str, other: str = "") -> Advice:
    said = ", ".join(f'"{one}"' for one in decisions)
    text = f"""
game = "pontoon-21"
[cards]
{cards}
[[seats]]
seat = 1
wagers = {{ pontoon = "5" }}
decisions = [{said}]
{other}
"""
    driver, _ = play_to_decision(scenario.read(text, name="test"), game("pontoon-21"))
    return coach(driver)


@pytest.mark.parametrize(
    ("held", "up"), [("7s 7s", "7d"), ("6s 8s", "4d"), ("9h 8d", "Ac"), ("8h 8d", "Kc"), ("5h 6d", "9c")]
)
def test_the_coach_knows_what_the_sheet_counted(held: str, up: str) -> None:
    """A first deal from a fresh shoe: every answer is worth what it was counted at, no Blackjack of the dealer."""
    rules = resolve(game("pontoon-21").rules)
    best = best_round(rules, 500)
    kind = start_of(best, hand(held), hand(up)[0], pack("48", 6))
    natural = best.dealer_natural(kind)
    told = {answer.text: answer.worth for answer in advice(f'"seat 1" = "{held}"\ndealer = "{up}"').answers}
    for answer, counted in enumerate(kind.worths):
        if counted is not None:
            assert told[WORDS[answer]] == (counted + natural) / (1 - natural), WORDS[answer]
    assert max(told, key=lambda answer: told[answer]) == WORDS[kind.answer]


def test_10_H_a_rescue_is_weighed_against_what_the_doubled_hand_wins() -> None:
    rules, stakes = resolve(game("pontoon-21").rules), {"pontoon": 500, "double": 500}
    seen = {"dealer": hand("9c"), "seat 1": hand("6h 5d 2c")}
    told = advise(rules, "rescue", seen["seat 1"], seen, stakes).worth
    assert told["keep"] < told["rescue"] == -1
    as_hit = advise(rules, "play", seen["seat 1"], seen, stakes).worth
    assert told["keep"] == 2 * as_hit["stand"]
    seen["seat 1"] = hand("6h 5d Qc")  # 21 in three cards wins whatever the dealer has
    assert advise(rules, "rescue", seen["seat 1"], seen, stakes).worth["keep"] == 2


def test_a_hand_of_a_split_is_coached_by_itself() -> None:
    told = advice('"seat 1" = "8h 8d 3s"\ndealer = "6c"', "split")
    assert told.unit.endswith("this hand of the split alone")
    assert told.best.text == "double"
    assert "surrender" not in {answer.text for answer in told.answers}
    again = advice('"seat 1" = "8h 8d 8s"\ndealer = "6c"', "split")
    assert again.best.text == "split"


def test_cards_of_another_hand_on_the_table_are_gone_from_the_shoe() -> None:
    other = '[[seats]]\nseat = 2\nwagers = { pontoon = "5" }\ndecisions = []'
    alone = advice('"seat 1" = "9h 7d"\ndealer = "6c"')
    beside = advice('"seat 1" = "9h 7d"\n"seat 2" = "5c 5d"\ndealer = "6c"', other=other)
    assert alone.best.worth != beside.best.worth


def test_8_B_insurance_and_9_C_2_surrender_before_the_reader_weigh_the_dealers_blackjack() -> None:
    rules = resolve(game("pontoon-21").rules, {"surrender": "before the card reader"})
    stakes, seen = {"pontoon": 500}, {"dealer": hand("Ac"), "seat 1": hand("9h 8d")}
    ten = Fraction(72, 285)
    insured = advise(rules, "insurance", seen["seat 1"], seen, stakes).worth
    assert insured["insurance"] - insured["no insurance"] == (2 * ten - (1 - ten)) / 2
    early = advise(rules, "surrender", seen["seat 1"], seen, stakes).worth
    assert early["surrender"] == -ten - (1 - ten) / 2
    late = advise(rules, "play", seen["seat 1"], seen, stakes).worth
    assert early["play on"] == -ten + (1 - ten) * max(worth for word, worth in late.items() if word != "surrender")
    blackjack = {"dealer": hand("Ac"), "seat 1": hand("Ah Kd")}
    assert advise(rules, "insurance", blackjack["seat 1"], blackjack, stakes).worth["no insurance"] == Fraction(3, 2)


def test_the_coach_says_what_trying_every_answer_finds() -> None:
    rules = rules_of(splits=1)
    held, up = hand("5s 6h"), hand("Kd")
    shoe = (*held, *up, *hand("As As Kc Kc 9c 9c 9c 4d 4d"))
    told = advise(rules, "play", held, {"dealer": up, "seat 1": held}, {"pontoon": 500}, shoe=shoe).worth
    tried = Tried(rules, shoe, {"seat 1": held, "dealer": up})
    blackjack = Fraction(2, 9)
    for answer in ("stand", "hit", "double", "surrender"):
        assert tried.worth([], answer) == told[answer] * (1 - blackjack) - blackjack
