"""What a hand comes to: the one table against settlement, for every entry and for many hands of every member."""

import ast
from collections.abc import Iterator, Mapping
from fractions import Fraction
from functools import cache
from itertools import product
from pathlib import Path
from random import Random

import pytest

import houseway
from houseway.cards.card import hand, rank, suit
from houseway.cards.pack import pack
from houseway.games import catalogue, game
from houseway.games.twenty_one import settlement
from houseway.games.twenty_one.count.ends import (
    BLACKJACK_X,
    GIVEN_UP,
    GIVEN_UP_FIRST,
    HARD_31,
    NATURAL,
    NO_31,
    NO_NATURAL,
    OVER,
    RESCUED,
    RUN,
    SEVENS,
    SEVENS_AGAINST_SEVEN,
    SOFT_31,
    SPADES,
    SUITED,
    kind_of_natural,
    row_of,
)
from houseway.games.twenty_one.count.hands import BUST, hands, value
from houseway.games.twenty_one.count.one_hand import Terms
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.facts import Surrender, TwentyOneFacts, twenty_one_rules
from houseway.games.twenty_one.pontoon_21 import settlement as pontoon
from houseway.games.twenty_one.procedure import Cards, dealer_stands, is_31, is_blackjack, is_soft, total
from houseway.games.twenty_one.settlement import Finished
from houseway.play.outcome import Outcome, Result
from houseway.rules.resolved import Rules, resolve

GAMES = [id for id, one in catalogue().items() if isinstance(one.rules.facts, TwentyOneFacts)]
HANDS = 6_000
SEVEN = 5  # the rank


@cache
def rules_of(id: str, **chosen: object) -> Rules:
    return resolve(game(id).rules, dict(chosen))


@cache
def tables() -> list[Rules]:
    """Every member as it stands, and each way in which a Blackjack X may rank."""
    found = [rules_of(id) for id in GAMES]
    ranked = [
        rules_of(rules.game.id, blackjack_x=value)
        for rules in found
        if "blackjack_x" in rules.options
        for value in rules.game.options["blackjack_x"].values
    ]
    return [*found, *ranked]


def test_some_table_ranks_a_blackjack_x_behind_naturals() -> None:
    assert {twenty_one_rules(rules).blackjack_x_ranked for rules in tables()} == {True, False}


def wager_of(rules: Rules, terms: Terms) -> int:
    """Cents: a chip for every part of the wager, so that nothing is rounded."""
    return terms.scale * rules.chip


def settled(rules: Rules, end: Finished, stakes: Mapping[str, int], *, rescued: bool = False) -> list[Outcome]:
    """By the settlement that the game's round calls, as the round calls it."""
    if twenty_one_rules(rules).base == "pontoon":
        if end.surrendered:
            natural = is_blackjack(end.dealer)
            return pontoon.settle_surrender(rules, stakes["pontoon"], end.dealer[0], blackjack=natural)
        if rescued:
            return pontoon.settle_rescue(stakes)
        return pontoon.settle(rules, end.cards, end.dealer, stakes, split=end.split)
    return settlement.settle(rules, end, stakes)


def net(outcomes: list[Outcome]) -> int:
    won = sum(one.paid for one in outcomes if one.result is Result.WIN)
    return won - sum(one.stake for one in outcomes if one.result is Result.LOSE)


def dealt(rng: Random, cards: list[int], rules: Rules) -> tuple[list[int], list[int]]:
    """A dealer's hand as it is drawn, and the cards that are left."""
    shoe = rng.sample(cards, 40)
    dealers = [shoe.pop(), shoe.pop()]
    while not dealer_stands(dealers, hits_soft_17=twenty_one_rules(rules).hits_soft_17):
        dealers.append(shoe.pop())
    return dealers, shoe


def column(dealers: Cards) -> int:
    return min(total(dealers), 22) - 17


def row(rules: Rules, cards: Cards, up: int) -> int:
    """How a hand has ended, by its cards as they came."""
    known = twenty_one_rules(rules)
    if is_31(known, cards):
        return SOFT_31 if is_soft(cards[:-1]) else HARD_31
    if total(cards) > 21:
        return OVER
    suits = {suit(card) for card in cards}
    kind = 0 if len(suits) > 1 else 2 if suits == {3} else 1
    if sorted(map(rank, cards)) == [4, 5, 6]:
        return RUN + kind
    if [*map(rank, cards)] == [SEVEN] * 3:
        return (SEVENS_AGAINST_SEVEN if rank(up) == SEVEN else SEVENS) + kind
    return row_of(len(cards), total(cards))


def drawn(rng: Random, shoe: list[int]) -> list[int]:
    """A hand as it may come to be: hit at random, on 21 too, until it is over or stands; sometimes a special one."""
    if rng.random() < 0.15:
        named = ("6h 7h 8h", "6s 8s 7s", "7d 7d 7d", "7s 7s 7s", "7c 7d 7h", "6c 8d 7h", "As Ks", "Ah Kh", "Ac 2d 8h")
        return [*hand(rng.choice(named))]
    cards = [shoe.pop(), shoe.pop()]
    while total(cards) < 22 and len(cards) < 12 and rng.random() < 0.8:
        low = [card for card in shoe if total((*cards, card)) <= 21]
        card = rng.choice(low) if low and rng.random() < 0.85 else rng.choice(shoe)
        shoe.remove(card)
        cards.append(card)
    return cards


@pytest.mark.parametrize("at", range(len(tables())))
def test_every_hand_comes_to_what_it_is_settled_for(at: int) -> None:
    """With a chip for each part of the wager: single, doubled, split, both, against 17 to 21 and over; given up and
    rescued. Every row that the member can reach is met."""
    rules = tables()[at]
    known, rng, met = twenty_one_rules(rules), Random(at), set[int]()
    minimum = rules.limits[known.base].minimum
    terms = terms_at(rules, minimum)
    table, wager = terms.table, wager_of(rules, terms)
    shoe = list(pack(known.pack, 6))
    for _ in range(HANDS):
        dealers, left = dealt(rng, shoe, rules)
        if is_blackjack(dealers):
            continue
        cards, up = drawn(rng, left), dealers[0]
        if is_blackjack(cards):
            continue
        ended = row(rules, cards, up)
        met.add(ended)
        for split, doubled in product((False, True), repeat=2):
            stakes = {known.base: wager} | ({"double": wager} if doubled else {})
            paid = net(settled(rules, Finished(cards, cards[:2], dealers, split), stakes))
            extra = pontoon_extra(rules, cards, up, minimum, plain=not (split or doubled))
            expected = Fraction(paid, rules.chip) + Fraction(extra, minimum) * terms.scale
            comes = table.results(ended, split=split, doubled=doubled)[column(dealers)]
            assert comes == expected, (cards, dealers, split, doubled)
            assert comes == table.ends.comes_to[int(split), int(doubled), ended, column(dealers)]
        given_up = Finished(cards[:2], cards[:2], dealers, surrendered=True)
        assert table.fixed(GIVEN_UP, split=False) * rules.chip == net(settled(rules, given_up, {known.base: wager}))
        if known.rescue:
            stakes = {known.base: wager, "double": wager}
            lost = net(settled(rules, Finished(cards, cards, dealers), stakes, rescued=True))
            assert table.fixed(RESCUED, split=False, doubled=True) * rules.chip == lost
    assert {OVER, RUN, RUN + SUITED, RUN + SPADES, SEVENS, SEVENS + SUITED, SEVENS + SPADES} <= met
    assert {row_of(size, 21) for size in (3, 5, 6, 7)} <= met and (not known.hard_31 or HARD_31 in met)
    assert not known.soft_31 or SOFT_31 in met


def pontoon_extra(rules: Rules, cards: Cards, up: int, stake: int, *, plain: bool) -> int:
    """What three suited sevens win besides, in cents."""
    if twenty_one_rules(rules).base != "pontoon":
        return 0
    found = pontoon.additional_payout(rules, cards, up, stake, plain=plain)
    return found[0] if found else 0


@pytest.mark.parametrize("at", range(len(tables())))
def test_naturals_come_to_what_they_are_settled_for(at: int) -> None:
    """Every two cards that are a natural, and some that are none, against every natural and against none."""
    rules = tables()[at]
    known = twenty_one_rules(rules)
    terms = terms_at(rules, rules.limits[known.base].minimum)
    stakes = {known.base: wager_of(rules, terms)}
    every = [two for two in product(sorted(set(pack(known.pack))), repeat=2) if is_blackjack(two)]
    met = set[tuple[int, int]]()
    for mine in (*every, hand("Kc 9d"), hand("7h 7d")):
        for theirs in (*Random(at).sample(every, 12), hand("As Ks"), hand("Ah Kh"), hand("9c Kd")):
            kinds = kind_of_natural(known, mine), kind_of_natural(known, theirs)
            if kinds == (NO_NATURAL, NO_NATURAL):
                continue
            met.add(kinds)
            paid = net(settled(rules, Finished(mine, mine, theirs), stakes))
            assert terms.table.natural(*kinds) * rules.chip == paid, (mine, theirs)
    best = {BLACKJACK_X} if known.blackjack_x != "none" else set()
    assert {one for one, _ in met} == {NO_NATURAL, NATURAL, *best} and {two for _, two in met} >= {NATURAL, NO_NATURAL}
    if known.surrender is not Surrender.NONE:
        for theirs in (hand("Ac Kd"), hand("9c Kd")):
            given_up = Finished(hand("Kc 6d"), hand("Kc 6d"), theirs, surrendered=True)
            comes = terms.table.natural(GIVEN_UP_FIRST, kind_of_natural(known, theirs))
            assert comes * rules.chip == net(settled(rules, given_up, stakes))


@pytest.mark.parametrize("id", GAMES)
def test_a_ten_makes_a_31_of_those_hands_of_which_settlement_says_so(id: str) -> None:
    known = twenty_one_rules(rules_of(id))
    table = terms_at(rules_of(id), rules_of(id).limits[known.base].minimum).table
    every, by_value = hands(), {value(card): card for card in pack(known.pack)}
    for number in range(1, len(every.counts)):
        held = [by_value[at] for at, many in enumerate(every.counts[number].tolist()) for _ in range(many)]
        cards = (*held, by_value[9])
        line = settlement.standing(known, cards).line if len(held) > 1 else ""
        expected = {"hard-31": HARD_31, "soft-31": SOFT_31}.get(line, NO_31)
        assert table.makes_31[number] == expected, cards
        if len(held) > 1:
            assert table.rows[number] == row_of(len(held), total(held))


@pytest.mark.parametrize("id", GAMES)
def test_a_table_waits_for_the_dealer_only_where_settlement_does(id: str) -> None:
    known = twenty_one_rules(rules_of(id))
    table = terms_at(rules_of(id), rules_of(id).limits[known.base].minimum).table
    every, by_value = hands(), {value(card): card for card in pack(known.pack)}
    for number in (every.sizes >= 2).nonzero()[0].tolist():
        held = [by_value[at] for at, many in enumerate(every.counts[number].tolist()) for _ in range(many)][::-1]
        for split in (False, True):
            assert table.depends(number, split=split) == settlement.depends_on_dealer(known, held, split=split), held
    assert table.ends.comes_to.shape[-1] == BUST + 1


# One place decides

DECIDERS = {
    "natural_beats_natural",
    "drawn_21_beats_21",
    "blackjack_x_ranked",
    "hard_31",
    "soft_31",
}
SRC = Path(houseway.__file__).parent
NAMING = {  # what else looks at these rules, and for what
    "games/twenty_one/facts.py",  # they are stated there
    "games/twenty_one/procedure.py",  # is_31: which cards are a 31, that no card is drawn to
    "games/twenty_one/count/split.py",  # the key of a count on disk
    "games/twenty_one/count/pricing.py",  # notes and steps for people
    "games/twenty_one/count/strategy.py",
}


def asked_of_rules() -> Iterator[tuple[str, str]]:
    """Every module that reads one of the rules by which hands win, and which."""
    for path in (*(SRC / "games/twenty_one").rglob("*.py"), SRC / "env/many_twenty_one.py", SRC / "floor/counting.py"):
        for node in ast.walk(ast.parse(path.read_text())):
            if isinstance(node, ast.Attribute) and node.attr in DECIDERS:
                yield path.relative_to(SRC).as_posix(), node.attr


def test_only_settlement_decides_who_wins() -> None:
    where = {path for path, _ in asked_of_rules()}
    assert where == {"games/twenty_one/settlement.py", *NAMING}
    comparing = [
        path.relative_to(SRC).as_posix()
        for path in (SRC / "games/twenty_one").rglob("*.py")
        for node in ast.walk(ast.parse(path.read_text()))
        if isinstance(node, ast.FunctionDef) and node.name == "compared" and "Standing" in ast.dump(node)
    ]
    assert comparing == ["games/twenty_one/settlement.py"]


def test_all_that_counts_or_deals_follows_the_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """A settlement in which ties lose: the count, the splits, simulated rounds and the environment all follow it."""
    from houseway.env.many_twenty_one import plan_of
    from houseway.games.twenty_one.count import ends
    from houseway.games.twenty_one.count.one_hand import Against
    from houseway.games.twenty_one.count.split import split
    from houseway.games.twenty_one.count.whole_round import play

    rules = rules_of("blackjack-x", decks=1)
    terms, there = terms_at(rules, 1000), [3, *[4] * 8, 16]
    shoe = [*hand("Ac 7c 8d 9h Ts Jc 8c 9s Td 5h 6c 7d")]

    def worths() -> list[Fraction]:
        ends.table_of.cache_clear()
        against = Against(0, there, terms)
        number = hands().number([9, 8])
        stand = against.solve(only=[number]).stand[number]
        tie = int(plan_of(rules, 1000).ends.comes_to[0, 0, row_of(2, 19), 2])
        of_split, of_round = split(0, there, 7, terms, 2).worth, play(shoe, terms).expectation
        return [Fraction(stand), of_split, of_round, Fraction(tie)]

    before = worths()
    compared = settlement.compared

    def ties_lose(*about: object) -> tuple[Result, settlement.Why]:
        result, why = compared(*about)  # type: ignore[arg-type]
        return (Result.LOSE if result is Result.PUSH else result), why

    monkeypatch.setattr(settlement, "compared", ties_lose)
    try:
        after = worths()
    finally:
        monkeypatch.undo()
        ends.table_of.cache_clear()
    assert all(new < old for old, new in zip(before, after, strict=True))
    assert before[3] == 0 and after[3] == -terms.scale
