"""The count of war against every order of a small pack, dealt and settled by the game."""

from collections import Counter
from fractions import Fraction
from itertools import permutations

import pytest

from houseway.cards.card import hand
from houseway.games.community.count.lines import price_said
from houseway.games.community.war.count import count, price
from houseway.games.community.war.round import is_tie, settle
from houseway.play.outcome import Outcome, Result
from houseway.pricing.banking.bank import banked
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

SMALL = hand("2c 2d 3c 3d 5c 5d 9c 9d")  # as many cards of every rank
WAGERS = ("player", "banker", "war", "ultimate-5-player", "ultimate-5-banker")


@pytest.fixture(scope="module")
def rules() -> Rules:
    return resolve(game_rules("ultimate-war"))


def net(outcome: Outcome) -> Fraction:
    if outcome.result is Result.WIN:
        return Fraction(outcome.paid, outcome.stake)
    return Fraction(-(outcome.result is Result.LOSE))


def test_every_order_of_a_small_pack_settles_as_counted(rules: Rules) -> None:
    """Four wars use the pack up; then any two of the four ranks decide, each as often, so each is settled once."""
    deciding = list(permutations((0, 4, 12, 28), 2))  # a two, a three, a five and a nine
    ends: Counter[tuple[tuple[int, ...], tuple[int, ...]]] = Counter()
    for order in permutations(SMALL):
        dealt = next((at + 2 for at in range(0, 8, 2) if not is_tie(order[at : at + 1], order[at + 1 : at + 2])), 8)
        player, banker = order[1:dealt:2], order[0:dealt:2]
        if is_tie(player, banker):
            ends.update(((*player, one), (*banker, two)) for one, two in deciding)
        else:
            ends[player, banker] += len(deciding)
    found: dict[str, Counter[Fraction]] = {wager: Counter() for wager in WAGERS}
    for (player, banker), many in ends.items():
        for outcome in settle(rules, player, banker, dict.fromkeys(WAGERS, 100)):
            found[outcome.wager][net(outcome)] += many
    counts = count(SMALL)
    for wager in WAGERS:
        counted = price_said(rules, wager, counts).outcomes.counts
        total, scale = sum(found[wager].values()), sum(counted.values())
        assert {one: Fraction(many, scale) for one, many in counted.items() if many} == {
            one: Fraction(many, total) for one, many in found[wager].items()
        }


@pytest.mark.parametrize("decks", range(1, 9))
def test_a_line_loses_what_its_fives_do_not_win_whatever_the_number_of_decks(decks: int) -> None:
    """78 of 156 pairs of ranks win for a line, three of them with a five: 3 in 156 is the edge."""
    sheet = price(resolve(game_rules("ultimate-war"), {"decks": decks}))
    for line in ("player", "banker"):
        assert sheet.wager(line).house_edge == Fraction(3, 156)
        assert sheet.wager(line).outcomes.hit_rate == Fraction(75, 156)


@pytest.mark.parametrize("decks", [1, 6, 8])
def test_the_war_bet_by_hand(decks: int) -> None:
    """The first war: any card, then one of its rank. The second: of that rank again, or of another."""
    many, left = 4 * decks, 52 * decks
    first = Fraction(many - 1, left - 1)
    same, other = Fraction(many - 2, left - 2), Fraction(left - many, left - 2)
    second = first * (same * Fraction(many - 3, left - 3) + other * Fraction(many - 1, left - 3))
    sheet = price(resolve(game_rules("ultimate-war"), {"decks": decks}))
    war = sheet.wager("war")
    chances = [Fraction(line.count, line.total) for line in war.lines]
    assert sum(chances[:4]) == first and sum(chances[:3]) == second
    five = sheet.wager("ultimate-5-player")
    before, after = (Fraction(line.count, line.total) for line in five.lines[:2])
    assert before == (1 - first) * Fraction(3, 156) and after == first * Fraction(3, 156)
    assert five.expectation == 40 * before + 120 * after - (1 - before - after)


def test_the_edges_of_one_deck_and_of_eight() -> None:
    edges = {
        decks: {wager.wager: round(float(wager.house_edge), 6) for wager in sheet.wagers}
        for decks in (1, 8)
        for sheet in (price(resolve(game_rules("ultimate-war"), {"decks": decks})),)
    }
    assert edges[1]["war"] == 0.298386 and edges[8]["war"] == 0.082914
    assert edges[1]["ultimate-5-player"] == edges[1]["ultimate-5-banker"] == 0.121041
    assert edges[8]["ultimate-5-player"] == 0.096617
    eight = price(resolve(game_rules("ultimate-war")))
    assert eight.wager("war").expectation == Fraction(-696084741525436, 8395246462531635)
    assert eight.wager("ultimate-5-banker").expectation == Fraction(-417, 4316)


def test_the_player_dealers_side_is_the_sum_of_what_the_others_lose(rules: Rules) -> None:
    side = banked(rules, ["player 100", "banker 50, war 10", "ultimate-5-player 5"], coverages=[200_00])
    sheet = price(rules)
    lost = 100 * sheet.wager("player").house_edge + 50 * sheet.wager("banker").house_edge
    lost += 10 * sheet.wager("war").house_edge + 5 * sheet.wager("ultimate-5-player").house_edge
    assert side.lines[-1].bank.value == lost and "exact" in side.method
