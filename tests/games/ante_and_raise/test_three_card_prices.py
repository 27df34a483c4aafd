"""3 Card Poker and 3 Card Texas Hold'em: the counts against every deal of a small pack settled by the games' own
settlement, to the last count."""

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction
from itertools import combinations

import pytest

from houseway.cards.card import RANK_WORDS, Card, hand
from houseway.cards.special_ranks import three_card_rank
from houseway.games import game
from houseway.games.ante_and_raise.round import Shown, settle, settle_fold
from houseway.games.ante_and_raise.three_card_poker import count as three_card_poker
from houseway.games.ante_and_raise.three_card_texas_holdem.count import pricing as three_card_texas_holdem
from houseway.pricing import price
from houseway.pricing.counting.parts import won
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

Cards = tuple[Card, ...]
POKER = house_rules(game("three-card-poker").rules)
HOLDEM = house_rules(game("three-card-texas-holdem").rules)
PACKS = {
    "uneven suits": hand("2c 3c 5d 9c Td Jc Js Qh Kh"),
    "even suits": hand("2c 2d 2h 2s Jc Jd Jh Js Qc"),
    "straights": hand("8c 9d Th Js Qc Kd 2h 4h 4s"),
}
ANTE = 100


@pytest.fixture(autouse=True, scope="module")
def _own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("HOUSEWAY_CACHE", str(tmp_path_factory.mktemp("counts")))
        yield


def rest(pack: Cards, *taken: Cards) -> list[Card]:
    return [one for one in pack if all(one not in cards for cards in taken)]


def net(rules: Rules, own: Cards, shared: Cards, bank: Cards, *raises: str) -> Fraction:
    stakes = {"ante": ANTE} | dict.fromkeys(raises, ANTE)
    return Fraction(sum(map(won, settle(rules, Shown(own, shared, bank, own), stakes))), ANTE)


def mean(worths: list[Fraction]) -> Fraction:
    return sum(worths, Fraction(0)) / len(worths)


# 3 Card Poker


@pytest.mark.parametrize("pack", PACKS.values(), ids=PACKS.keys())
def test_three_card_poker_on_a_small_pack_is_what_playing_every_deal_finds(pack: Cards) -> None:
    counted = three_card_poker.count(POKER, tuple(sorted(pack)))
    fold = Fraction(sum(map(won, settle_fold(POKER, {"ante": ANTE}))), ANTE)
    results: Counter[Fraction] = Counter()
    least = three_card_poker.least_hands(counted)
    by_rule = []
    by_card: dict[str, list[Fraction]] = {}
    actions: dict[bool, list[Fraction]] = {False: [], True: []}
    for own in combinations(pack, 3):
        for opened in rest(pack, own):
            behind = [(opened, *two) for two in combinations(rest(pack, own, (opened,)), 2)]
            plays = [net(POKER, own, (), bank, "play") for bank in behind]
            worth = three_card_poker.advise(
                POKER, "play", own, {"player-dealer": (opened,)}, {"ante": ANTE}, pack=pack
            ).worth
            assert worth == {"play 1": mean(plays), "fold": fold}
            results.update(plays if mean(plays) > fold else [fold] * len(behind))
            by_card.setdefault(RANK_WORDS[opened >> 2], []).append(max(mean(plays), fold))
            high = three_card_rank(own) >= least[opened >> 2]
            by_rule += plays if high else [fold] * len(behind)
            for bold, action in actions.items():
                action.append(1 + Fraction(mean(plays) > fold or (bold and mean(plays) == fold)))
    for bold, action in actions.items():
        assert counted.street.tally(bold=bold).action == mean(action)
    best = counted.street.tally()
    assert best.outcomes().counts == results and best.deals == results.total()
    assert best.expectation == sum(r * many for r, many in results.items()) / results.total()
    by_least = three_card_poker.by_least(counted, least)
    assert counted.street.tally({counted.street.ask: by_least}).expectation == mean(by_rule)
    many = sum(map(len, by_card.values()))
    assert {one.card: (one.chance, one.expectation) for one in three_card_poker.by_card(counted)} == {
        name: (Fraction(len(worths), many), mean(worths)) for name, worths in by_card.items()
    }


def test_three_card_poker_the_whole_game() -> None:
    sheet = price(POKER)
    main = sheet.wager("ante")
    assert main.outcomes.total == 22_100 * 49 * 1128
    assert main.expectation == Fraction(-229314, 12724075)
    assert sum(line.count for line in main.lines) == main.outcomes.total
    assert sum(line.returned for line in main.lines) == main.expectation
    assert sheet.wager("pair-and-up").expectation == Fraction(-242, 5525)
    assert sheet.wager("bonus-6").expectation == Fraction(-26393, 391510)
    (simple,) = sheet.simple
    assert simple.cost == 0
    assert simple.steps[0] == "Against ace, play ace-nine-two or better."


def test_pair_and_up_comes_from_the_well_known_counts_of_three_cards() -> None:
    counts = [line.count for line in price(POKER).wager("pair-and-up").lines]
    assert counts == [4, 44, 52, 720, 1096, 3744, 16440]


# 3 Card Texas Hold'em


BETS = {"check": ("bet",), "second-bet 1": ("bet", "second-bet")}


def every_second(pack: Cards, own: Cards, opened: Cards) -> dict[str, list[Fraction]]:
    """Every result of both answers."""
    ends = [
        (third, bank)
        for third in rest(pack, own, opened)
        for bank in combinations(rest(pack, own, opened, (third,)), 2)
    ]
    return {
        answer: [net(HOLDEM, own, (*opened, third), bank, *raises) for third, bank in ends]
        for answer, raises in BETS.items()
    }


@pytest.mark.parametrize("pack", [PACKS["uneven suits"][:8], PACKS["straights"][1:]], ids=["uneven", "straights"])
def test_three_card_texas_holdem_on_a_small_pack_is_what_playing_every_deal_finds(pack: Cards) -> None:
    counted = three_card_texas_holdem.count(HOLDEM, tuple(sorted(pack)))
    stakes, total = {"ante": ANTE}, []
    actions: dict[bool, list[Fraction]] = {False: [], True: []}
    results: dict[str, Counter[Fraction]] = {"fold": Counter(), **{answer: Counter() for answer in BETS}}
    for own in combinations(pack, 2):
        for first in rest(pack, own):
            every = {second: every_second(pack, own, (first, second)) for second in rest(pack, own, (first,))}
            seconds = {second: {answer: mean(nets) for answer, nets in one.items()} for second, one in every.items()}
            staying = mean([max(worth.values()) for worth in seconds.values()])
            seen: dict[str, Cards] = {"first": (first,)}
            advised = three_card_texas_holdem.advise(HOLDEM, "first", own, seen, stakes, pack=pack).worth
            assert advised == {"bet 1": staying, "fold": -1}
            for second, worth in seconds.items():
                both = seen | {"second": (second,)}
                assert three_card_texas_holdem.advise(HOLDEM, "second", own, both, stakes, pack=pack).worth == worth
            total.append(max(staying, Fraction(-1)))
            for second, nets in every.items():  # among equals the smaller wager
                worth = seconds[second]
                answer = "second-bet 1" if worth["second-bet 1"] > worth["check"] else "check"
                stays = staying > -1
                results[answer if stays else "fold"].update(
                    nets[answer] if stays else [Fraction(-1)] * len(nets["check"])
                )
            for bold, action in actions.items():
                more = [
                    2
                    + Fraction(
                        worth["second-bet 1"] > worth["check"] or (bold and worth["second-bet 1"] == worth["check"])
                    )
                    for worth in seconds.values()
                ]
                action.append(mean(more) if staying > -1 or (bold and staying == -1) else Fraction(1))
    for bold, action in actions.items():
        assert counted.first.tally(bold=bold).action == mean(action)
    best = counted.first.tally()
    assert best.expectation == mean(total)
    given = {one.answer: one.deals for one in best.given}
    assert {answer: given[answer] for answer in results} == {answer: each.total() for answer, each in results.items()}
    for answer, ended in (("check", "one bet"), ("second-bet 1", "two bets"), ("fold", "fold")):
        found: Counter[Fraction] = Counter()
        for one, many in best.ended:
            if one.line.endswith(ended):
                found[Fraction(one.net, best.unit)] += many
        assert +found == results[answer]


def test_three_card_texas_holdem_the_whole_game() -> None:
    sheet = price(HOLDEM)
    main = sheet.wager("ante")
    assert main.outcomes.total == 1326 * 50 * 49 * 48 * 1081
    assert main.expectation == Fraction(-642541771, 21071068200)
    assert main.actions == (Fraction(1939354, 812175), Fraction(149182, 62475)), "where a check is as good as a bet"
    assert sum(line.count for line in main.lines) == main.outcomes.total
    assert sum(line.returned for line in main.lines) == main.expectation
    (simple,) = sheet.simple
    assert 0 < simple.cost < Fraction(1, 80)


@pytest.mark.parametrize(
    ("options", "wager", "expected"),
    [
        ({}, "flush-or-pair", Fraction(4 * 30 + 6 * 15 + 72 * 5 + 308 - 936, 1326)),
        ({"flush_or_pair": "A2"}, "flush-or-pair", Fraction(4 * 30 + 6 * 12 + 72 * 5 + 308 - 936, 1326)),
        ({}, "straight-or-up", Fraction(-8426, 162435)),
        ({"straight_or_up": "B2"}, "straight-or-up", Fraction(-8426, 162435) - Fraction(3 * 4452, 2598960)),
    ],
)
def test_side_bets_under_every_pay_table(options: dict[str, str], wager: str, expected: Fraction) -> None:
    rules = house_rules(game("three-card-texas-holdem").rules, Choices(options=dict(options)))
    assert price(rules).wager(wager).expectation == expected


def test_straight_or_up_by_the_other_reading_pays_more() -> None:
    rules = house_rules(game("three-card-texas-holdem").rules, Choices(options={"plus_a_pair": "any"}))
    assert price(rules).wager("straight-or-up").expectation > Fraction(-8426, 162435)
