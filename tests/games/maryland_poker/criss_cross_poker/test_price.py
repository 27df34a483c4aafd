"""The count against every deal of a small pack played out by the game's own settlement, to the last count."""

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from pathlib import Path

import pytest

from houseway.cards.card import Card, hand, rank
from houseway.games.maryland_poker.criss_cross_poker.count.pricing import (
    FOLD,
    TIMES,
    CrissCrossCount,
    count,
    limit_reached_above,
    price_bonus,
    simple_worth,
)
from houseway.games.maryland_poker.criss_cross_poker.round import settle
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

# Straights, flushes, a straight flush, pairs that push and pairs that win, in a pack that is not the same in each suit.
SMALL_PACK = hand("6c 7c 8c 9c Tc 6d Jd Js")
SYMMETRIC_PACK = hand("6c 6d 6h 6s Jc Jd Jh Js")


@pytest.fixture(autouse=True)
def _own_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))


class EveryDeal:
    """The best play found the slow way: every deal, every size of every bet, settled as at the table."""

    def __init__(self, rules: Rules, pack: Sequence[Card]) -> None:
        self.rules = rules
        self.pack = pack
        self.ante = 100

    def expectation(self) -> Fraction:
        holes = list(combinations(self.pack, 2))
        return sum((self._hole(hole) for hole in holes), Fraction(0)) / len(holes)

    def _hole(self, hole: tuple[Card, ...]) -> Fraction:
        pairs = list(combinations([card for card in self.pack if card not in hole], 2))
        bets = (sum((self._across(hole, pair, bet) for pair in pairs), Fraction(0)) / len(pairs) for bet in (1, 2, 3))
        return max(Fraction(-2), *bets)

    def _across(self, hole: tuple[Card, ...], across: tuple[Card, ...], bet: int) -> Fraction:
        pairs = list(combinations([card for card in self.pack if card not in hole + across], 2))
        downs = (
            sum((self._down(hole, across, pair, bet, down) for pair in pairs), Fraction(0)) / len(pairs)
            for down in (1, 2, 3)
        )
        return max(Fraction(-2 - bet), *downs)

    def _down(
        self, hole: tuple[Card, ...], across: tuple[Card, ...], down: tuple[Card, ...], bet: int, second: int
    ) -> Fraction:
        middles = [card for card in self.pack if card not in hole + across + down]
        thirds = (
            Fraction(sum(self._net(hole, across, down, middle, (bet, second, third)) for middle in middles))
            / (len(middles) * self.ante)
            for third in (1, 2, 3)
        )
        return max(Fraction(-2 - bet - second), *thirds)

    def crosses(self, hole: tuple[Card, ...]) -> Iterator[tuple[tuple[Card, ...], tuple[Card, ...], list[Card]]]:
        """Every pair across and down, with the middle cards that are left."""
        for across in combinations([one for one in self.pack if one not in hole], 2):
            for down in combinations([one for one in self.pack if one not in hole + across], 2):
                yield across, down, [one for one in self.pack if one not in hole + across + down]

    def _net(
        self, hole: tuple[Card, ...], across: tuple[Card, ...], down: tuple[Card, ...], middle: Card,
        bets: tuple[int, int, int], *, antes: int = 1,
    ) -> int:  # fmt: skip
        stakes = {"ante-across": antes, "ante-down": antes} | dict(zip(("across", "down", "middle"), bets, strict=True))
        outcomes = settle(
            self.rules, hole, across, down, (middle,), {wager: self.ante * many for wager, many in stakes.items()}
        )
        return sum(outcome.paid - outcome.stake * (outcome.result == "lose") for outcome in outcomes)


def check_whole(counted: CrissCrossCount) -> None:
    """What must hold of any count: every deal is there once, and the distribution gives the expectation again."""
    assert counted.tally.deals == counted.deals
    assert counted.tally.outcomes().expectation == counted.tally.expectation == counted.expectation
    assert counted.tally.action <= counted.most_action


@pytest.mark.parametrize("antes_pay", ["even", "table"])
@pytest.mark.parametrize("pack", [SMALL_PACK, SYMMETRIC_PACK], ids=["uneven suits", "even suits"])
def test_best_play_on_a_small_pack_is_what_playing_every_deal_finds(antes_pay: str, pack: tuple[Card, ...]) -> None:
    rules = resolve(game_rules("criss-cross-poker"), {"antes_pay": antes_pay})
    counted = count(rules, pack=pack)
    check_whole(counted)
    assert counted.expectation == EveryDeal(rules, pack).expectation()


def test_other_pays_are_counted_as_exactly() -> None:
    pays = {"criss-cross": {"straight": "7:2", "pair-J": "push", "flush": "1:1"}}
    rules = resolve(game_rules("criss-cross-poker"), pays=pays)
    counted = count(rules, pack=SMALL_PACK)
    check_whole(counted)
    assert counted.expectation == EveryDeal(rules, SMALL_PACK).expectation()


@pytest.mark.parametrize("outs", [(1, 2), (2, 2), (1, 3)])
def test_the_strategy_to_remember_is_worth_what_following_it_everywhere_gives(outs: tuple[int, int]) -> None:
    rules = resolve(game_rules("criss-cross-poker"))
    counted, every = count(rules, pack=SMALL_PACK), EveryDeal(rules, SMALL_PACK)
    alike = {frozenset(hole.hole): hole.best for hole in counted.holes}  # no two suits of this pack are alike
    assert len(alike) == 28
    total, deals = Fraction(0), 0
    for hole in combinations(SMALL_PACK, 2):
        best = alike[frozenset(hole)]
        for across, down, middles in every.crosses(hole):
            deals += len(middles)
            if best == FOLD:
                total -= 2 * len(middles)
                continue
            first, second = TIMES[best], 3 if rank(hole[0]) == rank(hole[1]) else 1
            safe = sum(every._net(hole, across, down, middle, (0, 0, 1), antes=0) >= 0 for middle in middles)
            third = 3 if safe >= outs[1] else 1 if safe >= outs[0] else 0
            if third:
                nets = [every._net(hole, across, down, middle, (first, second, third)) for middle in middles]
                total += Fraction(sum(nets), every.ante)
            else:
                total -= (2 + first + second) * len(middles)
    assert deals == counted.deals
    assert simple_worth(counted, outs=outs) == total / deals


def test_12_A_the_whole_game_has_its_known_price() -> None:
    """The figure that follows from the printed table; every deal of 84,284,272,800 is in it."""
    counted = count(resolve(game_rules("criss-cross-poker")))
    check_whole(counted)
    assert counted.deals == 1326 * 1225 * 1128 * 46
    assert counted.expectation == Fraction(-579091, 6689228)
    assert float(counted.expectation - simple_worth(counted)) == pytest.approx(0.020712, abs=1e-6)


def test_12_C_the_bonus_is_priced_from_the_well_known_counts() -> None:
    # Pairs of sixes or better are 9 of the 13 ranks.
    bonus = price_bonus(resolve(game_rules("criss-cross-poker")))
    counts = {line.name: line.count for line in bonus.lines}
    assert counts.pop("nothing") == 2598960 - sum(counts.values())
    assert list(counts.values()) == [4, 36, 624, 3744, 5108, 10200, 54912, 123552, 1098240 * 9 // 13]
    won = 250 * 4 + 100 * 36 + 40 * 624 + 15 * 3744 + 10 * 5108 + 6 * 10200 + 4 * 54912 + 3 * 123552 + 760320
    assert bonus.expectation == Fraction(won - (2598960 - sum(counts.values())), 2598960)


def test_12_B_the_limit_can_first_bite_above_fifteen_dollars_fourteen() -> None:
    # Royal flush and straight flush, three antes on each bet: 2 + 3 x (500 + 100 + 500) = 3302 antes.
    assert limit_reached_above(resolve(game_rules("criss-cross-poker"))) == 5_000_000 // 3302
