"""The count against every deal of a small pack settled by the game itself, to the last count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from math import comb

import pytest

from houseway.cards.card import Card, hand
from houseway.games.maryland_poker.top_five_poker.count.pricing import advise, count, price
from houseway.games.maryland_poker.top_five_poker.round import settle, settle_fold
from houseway.play.outcome import Outcome, Result
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

# Two royal flushes and little else, and a pack of many pairs with a whole suit.
ROYAL = hand("Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Th 2c 3c 4c 5c")
PAIRS = hand("Tc Jc Qc Kc Ac Td Jd Ad Th 2c 3c 4c 5c 6c 7c")
SIXTH = hand("Tc Jc Qc Kc Ac Td Jd Qd Kd Ad Th Qh 2c 3c 4c")  # the cards beyond the best five often decide
PACKS = {"royal flushes": ROYAL, "pairs": PAIRS, "six and seven cards": SIXTH}
ANTE = 100

Cards = tuple[Card, ...]


def paid(outcomes: Sequence[Outcome]) -> Fraction:
    total = sum(
        outcome.paid if outcome.result is Result.WIN else -outcome.stake * (outcome.result is Result.LOSE)
        for outcome in outcomes
    )
    return Fraction(total, ANTE)


def played(rules: Rules, pack: Cards, cards: Cards) -> list[Fraction]:
    rest = [card for card in pack if card not in cards]
    stakes = {"ante": ANTE, "play": ANTE}
    return [paid(settle(rules, cards, dealer, stakes)) for dealer in combinations(rest, 7)]


def every_deal(rules: Rules, pack: Cards) -> Iterator[tuple[Fraction, int]]:
    """Each deal's result under the better of play and fold, and what was wagered."""
    fold = paid(settle_fold({"ante": ANTE}))
    for cards in combinations(pack, 7):
        nets = played(rules, pack, cards)
        plays = sum(nets) > fold * len(nets)
        yield from ((net if plays else fold, 2 if plays else 1) for net in nets)


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_every_deal_of_a_small_pack_comes_out_as_counted(pack: Cards) -> None:
    rules = resolve(game_rules("top-five-poker"))
    best = count(rules, pack=pack).street.tally()
    results = list(every_deal(rules, pack))
    assert best.deals == len(results) == comb(15, 7) * comb(8, 7)
    assert best.outcomes().counts == Counter(net for net, _ in results)
    assert best.expectation == sum(net for net, _ in results) / Fraction(len(results))
    assert best.action == Fraction(sum(wagered for _, wagered in results), len(results))


def test_other_pays_are_counted_as_exactly() -> None:
    rules = resolve(game_rules("top-five-poker"), pays={"top-five": {"win": "6:5"}})
    results = list(every_deal(rules, PAIRS))
    assert count(rules, pack=PAIRS).street.tally().expectation == sum(net for net, _ in results) / Fraction(
        len(results)
    )


def test_pays_that_no_chip_can_be_parted_by_are_not_rounded() -> None:
    rules = resolve(game_rules("top-five-poker"), pays={"top-five": {"win": "4:3"}})
    best = count(rules, pack=PAIRS).street.tally()
    assert Fraction(8, 3) in best.outcomes().counts and Fraction(4, 3) in best.outcomes().counts


def test_the_coach_says_what_every_dealer_hand_says() -> None:
    rules = resolve(game_rules("top-five-poker"))
    cards = hand("Ac Jd 2c 3c 4c 5c Th")
    nets = played(rules, ROYAL, cards)
    advised = advise(rules, "play", cards, {}, {"ante": ANTE}, pack=ROYAL)
    assert advised.worth == {"play 1": sum(nets) / Fraction(len(nets)), "fold": Fraction(-1)}


def test_the_whole_game_is_played_from_ace_jack_up() -> None:
    sheet = price(resolve(game_rules("top-five-poker")))
    main = sheet.wager("ante")
    assert main.outcomes.total == comb(52, 7) * comb(45, 7)
    assert main.expectation == Fraction(-799646116, 162155248255)
    ties = next(line.count for line in main.lines if line.name == "tie")
    assert ties == 23_750_902_345_680 == main.outcomes.counts[Fraction(0)]  # T5-1: equal ranks of all that count
    assert sum(line.count for line in main.lines) == main.outcomes.total
    assert sum(line.returned for line in main.lines) == main.expectation
    two = {row: "".join(cells) for row, cells in zip(sheet.charts[1].rows, sheet.charts[1].cells, strict=True)}
    assert two == {"A": "PPPPF", "K": "PPFFF", "Q": "PFPFF", "J": "PFFPF", "T": "FFFFP"}
    assert sheet.charts[0].cells == (("F", "F", "?", "P", "P", "P", "P", "P"),)
    (simple,) = sheet.simple
    assert simple.cost == 0
    assert "A-J" in simple.steps[0]


@pytest.mark.parametrize("table", ["A", "B", "C"])
def test_12_B_bonuses_follow_from_combinations(table: str) -> None:
    rules = resolve(game_rules("top-five-poker"), {"top_five_pay_table": table, "poker_pay_table": table})
    sheet = price(rules)
    bonus = sheet.wager("top-five-bonus")
    by_size = [comb(20, size) * comb(32, 7 - size) for size in (7, 6, 5, 4)]
    assert [line.count for line in bonus.lines][:4] == by_size
    pays = {"A": (100, 20, 5, 1), "B": (200, 20, 4, 1), "C": (100, 15, 5, 1)}[table]
    total = comb(52, 7)
    won = sum(odds * many for odds, many in zip(pays, by_size, strict=True))
    assert bonus.expectation == Fraction(won - (total - sum(by_size)), total)

    poker = sheet.wager("poker-bonus")
    counts = {line.name: line.count for line in poker.lines}
    # Five of a suit and any two more; four of a rank and any three more.
    assert counts["royal flush"] == 4 * comb(47, 2)
    assert counts["four of a kind"] == 5 * comb(48, 3)
    assert sum(counts.values()) == total
