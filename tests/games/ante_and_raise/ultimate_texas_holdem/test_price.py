"""The count against every deal of a small pack played out by the game's own settlement, to the last count."""

from collections import Counter
from collections.abc import Iterator, Sequence
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np
import pytest

from houseway.cards import card, ranks
from houseway.cards.card import Card, hand
from houseway.cards.ranks import Category
from houseway.games.ante_and_raise.ultimate_texas_holdem.count import decisions
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.deals import RAISE
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.decisions import OUTS, UltimateCount
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.pricing import advise, count, price, price_trips
from houseway.games.ante_and_raise.ultimate_texas_holdem.round import settle, settle_fold
from houseway.play.outcome import Outcome, Result
from houseway.pricing.counting.boards import Kinds
from houseway.rules.files import game_rules
from houseway.rules.resolved import Rules, resolve

# Flushes, straights, a pair and hands that don't qualify, in a pack that is not the same in each suit.
UNEVEN = hand("6c 7c 8c 9d Td Jc Jd Ks Ah 2c")
EVEN = hand("2c 2d 2h 2s 7c 7d 7h 7s Kc Kd")
STRAIGHTS = hand("6c 7d 8h 9s Tc Jd Qh Kc As")
PACKS = {"uneven suits": UNEVEN, "even suits": EVEN, "straights": STRAIGHTS}
ANTE = 100

Cards = tuple[Card, ...]


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield


class EveryDeal:
    """The best play found the slow way: every deal and every size of every raise, settled as at the table."""

    def __init__(self, rules: Rules, pack: Sequence[Card]) -> None:
        self.rules = rules
        self.pack = pack

    @cached_property
    def holes(self) -> list[Cards]:
        return list(combinations(self.pack, 2))

    def rest(self, many: int, *taken: Cards) -> list[Cards]:
        return list(combinations([one for one in self.pack if all(one not in cards for cards in taken)], many))

    def expectation(self) -> Fraction:
        return mean([max(self.preflop(hole).values()) for hole in self.holes])

    def preflop(self, hole: Cards) -> dict[str, Fraction]:
        flops = self.rest(3, hole)
        raised = {f"play {size}": mean([self._raised(hole, flop, size) for flop in flops]) for size in (3, 4)}
        return raised | {"check": mean([max(self.flop(hole, flop).values()) for flop in flops])}

    def flop(self, hole: Cards, flop: Cards) -> dict[str, Fraction]:
        later = self.rest(2, hole, flop)
        checked = mean([max(self.river(hole, flop + more).values()) for more in later])
        return {"play 2": self._raised(hole, flop, 2), "check": checked}

    def river(self, hole: Cards, board: Cards) -> dict[str, Fraction]:
        return {"play 1": self._shown(hole, board, 1), "fold": Fraction(self._net(self._folded(), 0), ANTE)}

    def _raised(self, hole: Cards, flop: Cards, size: int) -> Fraction:
        return mean([self._shown(hole, flop + more, size) for more in self.rest(2, hole, flop)])

    def _shown(self, hole: Cards, board: Cards, size: int) -> Fraction:
        return mean([self.net(hole, board, bank, size) for bank in self.rest(2, hole, board)])

    def net(self, hole: Cards, board: Cards, bank: Cards, size: int) -> Fraction:
        stakes = {"ante": ANTE, "blind": ANTE, "play": size * ANTE}
        return Fraction(self._net(settle(self.rules, hole, board, bank, stakes), 2 + size), ANTE)

    def _folded(self) -> list[Outcome]:
        return settle_fold(self.rules, None, {"ante": ANTE, "blind": ANTE})

    def _net(self, outcomes: list[Outcome], staked: int) -> int:
        assert not staked or sum(outcome.stake for outcome in outcomes) == staked * ANTE
        return sum(
            outcome.paid if outcome.result is Result.WIN else -outcome.stake * (outcome.result is Result.LOSE)
            for outcome in outcomes
        )

    def results(self) -> Iterator[tuple[Fraction, int]]:
        """Every deal's result under the best play, a check or a fold among equals, and how much was wagered."""
        for hole in self.holes:
            first = self.preflop(hole)
            size = 4 if first["play 4"] > first["check"] else 0
            for flop in self.rest(3, hole):
                second = self.flop(hole, flop)
                on_flop = size or (2 if second["play 2"] > second["check"] else 0)
                for more in self.rest(2, hole, flop):
                    last = self.river(hole, flop + more)
                    raised = on_flop or (1 if last["play 1"] > last["fold"] else 0)
                    for bank in self.rest(2, hole, flop + more):
                        yield (self.net(hole, flop + more, bank, raised), 2 + raised) if raised else (Fraction(-2), 2)


def mean(worths: list[Fraction]) -> Fraction:
    return sum(worths, Fraction(0)) / len(worths)


def check_whole(counted: UltimateCount) -> None:
    """What must hold of any count: every deal is there once, and the distribution gives the expectation again."""
    assert counted.tally.deals == counted.deals
    assert counted.tally.outcomes().expectation == counted.tally.expectation
    street = counted.preflop
    assert counted.tally.expectation == Fraction(int(street.worth.sum()), counted.deals * street.unit)
    assert counted.tally.action <= counted.most_action


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_best_play_on_a_small_pack_is_what_playing_every_deal_finds(pack: Cards) -> None:
    rules = resolve(game_rules("ultimate-texas-holdem"))
    counted = count(rules, pack=pack)
    check_whole(counted)
    every = EveryDeal(rules, pack)
    assert counted.tally.expectation == every.expectation()


def test_every_result_comes_as_often_as_playing_every_deal_finds() -> None:
    rules = resolve(game_rules("ultimate-texas-holdem"), pays={"blind": {"straight": "5:2", "flush": "push"}})
    counted = count(rules, pack=STRAIGHTS)
    check_whole(counted)
    played = list(EveryDeal(rules, STRAIGHTS).results())
    assert counted.tally.outcomes().counts == Counter(result for result, _ in played)
    assert counted.tally.action == Fraction(sum(wagered for _, wagered in played), len(played))


def plays_simply_on_flop(hole: Cards, flop: Cards) -> bool:
    made, alone = ranks.category(ranks.rank(hole + flop)), len(flop) - len({card.rank(one) for one in flop})
    suits = [card.suit(one) for one in hole + flop]
    deuces = made == Category.PAIR and card.rank(hole[0]) == card.rank(hole[1]) == 0
    draw = any(suits.count(card.suit(one)) == 4 and card.rank(one) >= 8 for one in hole)
    return draw or (made > (0, 1, 3)[alone] and not deuces)


def plays_simply_on_river(pack: Cards, hole: Cards, board: Cards) -> bool:
    mine = ranks.rank(hole + board)
    beaten = sum(ranks.rank((*board, one)) > mine for one in pack if one not in hole + board)
    return ranks.category(mine) > ranks.category(ranks.rank(board)) or beaten <= OUTS


def test_the_strategy_to_remember_is_worth_what_following_it_everywhere_gives(monkeypatch: pytest.MonkeyPatch) -> None:
    outs = 1  # of the three cards that nobody sees in so small a pack
    monkeypatch.setattr(decisions, "OUTS", outs)
    monkeypatch.setattr(f"{__name__}.OUTS", outs)
    rules = resolve(game_rules("ultimate-texas-holdem"))
    counted, every = count(rules, pack=UNEVEN), EveryDeal(rules, UNEVEN)
    worths = []
    for hole in every.holes:
        first = every.preflop(hole)
        for flop in every.rest(3, hole):
            if first["play 4"] > first["check"]:
                worths.append(every._raised(hole, flop, 4))
            elif plays_simply_on_flop(hole, flop):
                worths.append(every._raised(hole, flop, 2))
            else:
                later = [flop + more for more in every.rest(2, hole, flop)]
                plays = [plays_simply_on_river(UNEVEN, hole, board) for board in later]
                rivers = [every.river(hole, board) for board in later]
                worths.append(
                    mean(
                        [river["play 1"] if play else river["fold"] for play, river in zip(plays, rivers, strict=True)]
                    )
                )
    assert counted.simple_worth() == mean(worths)


def test_the_coach_says_on_every_street_what_playing_every_deal_finds() -> None:
    rules = resolve(game_rules("ultimate-texas-holdem"))
    every = EveryDeal(rules, UNEVEN)
    hole, flop, more = hand("Jc Ks"), hand("7c 9d Td"), hand("2c 8c")
    stakes = {"ante": ANTE, "blind": ANTE}
    seen: dict[str, Cards] = {}
    assert advise(rules, "preflop", hole, seen, stakes, pack=UNEVEN).worth == every.preflop(hole)
    seen["flop"] = flop
    assert advise(rules, "flop", hole, seen, stakes, pack=UNEVEN).worth == every.flop(hole, flop)
    seen |= {"turn": more[:1], "river": more[1:]}
    assert advise(rules, "river", hole, seen, stakes, pack=UNEVEN).worth == every.river(hole, flop + more)


def test_situations_up_to_suits_are_as_many_as_known() -> None:
    of = Kinds()
    boards, weights = of.boards
    assert (len(boards), int(weights.sum())) == (134_459, 2_598_960)
    assert of.flops.many == 1_755
    first, second = np.triu_indices(52, 1)
    situations = {}
    for flop in combinations(range(52), 3):
        if of.flops.by[flop] == 0:  # the first of its kind
            alike = of.flops.alike[of.flops.at[flop]]
            situations[flop] = len(np.unique(alike[~np.isin(first, flop) & ~np.isin(second, flop)]))
    assert len(situations) == of.flops.many
    assert sum(situations.values()) == 1_286_792


def test_the_whole_game_has_its_published_price() -> None:
    """Published: the player loses about 0.02185 of an ante and wagers 4.1523 antes on average."""
    rules = resolve(game_rules("ultimate-texas-holdem"))
    counted = count(rules)
    check_whole(counted)
    assert counted.deals == 1326 * 19600 * 1081 * 990
    assert counted.tally.expectation == Fraction(-50643648973, 2317817502000)
    least, most = counted.tally.action, counted.most_action
    assert float(least) == pytest.approx(4.1522, abs=1e-4)
    assert float(most) == pytest.approx(4.1523, abs=1e-4)
    sheet = price(rules)
    main = sheet.wager("ante")
    assert sum(line.count for line in main.lines) == counted.deals
    assert sum(line.returned for line in main.lines) == counted.tally.expectation
    chart = {row: "".join(cells) for row, cells in zip(sheet.charts[0].rows, sheet.charts[0].cells, strict=True)}
    assert chart["A"] == "4" * 13
    assert chart["K"] == "4" * 13  # suited, down to the deuce
    assert chart["2"].index("c") == 1  # ace-deuce offsuit raises, king-deuce offsuit does not
    (simple,) = sheet.simple
    assert simple.cost == pytest.approx(0.001964, abs=1e-6)
    assert chart["2"][-1] == "c"  # a pair of deuces checks


def test_rounds_dealt_at_random_and_settled_come_near_the_count() -> None:
    """Ten thousand rounds by the counted strategy, settled as at the table, within four standard errors."""
    rules = resolve(game_rules("ultimate-texas-holdem"))
    counted, every = count(rules), EveryDeal(rules, tuple(range(52)))
    of, dealer = Kinds(), np.random.default_rng(7)
    decided = of.flops.spread(counted.deals_counted["decided"], 0)
    assert len(counted.open_flops) == 0  # no flop of the whole pack hangs on what the blind pays
    nets = []
    for _ in range(10_000):
        cards = tuple(dealer.permutation(52)[:9].tolist())
        hole, flop, board, bank = cards[:2], cards[2:5], cards[2:7], cards[7:]
        ordered = tuple(sorted(flop))
        pair = of.pair_at[hole]
        size = int(counted.raised()[of.hand_of[pair]])
        if not size and decided[of.flops.at[ordered], of.moved[of.flops.by[ordered], pair]] == RAISE:
            size = 2
        if not size:
            seen = {"flop": flop, "turn": board[3:4], "river": board[4:]}
            worth = advise(rules, "river", hole, seen, {"ante": ANTE}).worth
            size = int(worth["play 1"] > worth["fold"])
        nets.append(float(every.net(hole, board, bank, size)) if size else -2.0)
    mean_net, error = np.mean(nets), np.std(nets) / len(nets) ** 0.5
    assert abs(mean_net - float(counted.tally.expectation)) < 4 * error


def test_trips_is_priced_from_the_well_known_counts_of_seven_cards() -> None:
    trips = price_trips(resolve(game_rules("ultimate-texas-holdem")))
    counts = {line.name: line.count for line in trips.lines}
    assert list(counts.values())[:7] == [4324, 37260, 224848, 3473184, 4047644, 6180020, 6461620]
    assert trips.outcomes.total == 133_784_560
    won = 50 * 4324 + 40 * 37260 + 30 * 224848 + 8 * 3473184 + 6 * 4047644 + 5 * 6180020 + 3 * 6461620
    assert trips.expectation == Fraction(won - counts["nothing"], 133_784_560)
