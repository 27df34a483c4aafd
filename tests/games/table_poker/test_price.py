"""Games that everybody knows come out at the fractions that everybody knows, and small packs as every round played."""

from fractions import Fraction

import pytest

from houseway.cards.card import hand
from houseway.games.table_poker.count import budget
from houseway.games.table_poker.count.pricing import advise, policy, price
from houseway.games.table_poker.count.tree import count
from houseway.rules.strict import RulesError
from tests.games.table_poker.classics import best, leaves, rules_of, text_of, varied

KNOWN = {
    "caribbean-stud": Fraction(-142031221, 2718662100),
    "let-it-ride": Fraction(-37963, 1082900),
    "mississippi-stud": Fraction(-53223, 1082900),
    "us-three-card-poker": Fraction(-686689, 20358520),
}


@pytest.mark.parametrize("id", KNOWN)
def test_a_classic_is_worth_what_everybody_knows(id: str) -> None:
    sheet = price(rules_of(text_of(id)))
    main = sheet.wagers[0]
    assert main.expectation == KNOWN[id]
    assert sum(line.returned for line in main.lines) == KNOWN[id], "the lines are all there is"
    assert sum(part.outcomes.expectation for part in main.parts) == KNOWN[id]
    assert sheet.charts and all(any(row) for chart in sheet.charts for row in chart.cells)


def test_pair_plus_is_worth_what_everybody_knows() -> None:
    _, pair_plus = price(rules_of(text_of("us-three-card-poker"))).wagers
    assert pair_plus.expectation == Fraction(-128, 5525)


def test_three_card_poker_is_played_from_queen_six_four_on() -> None:
    rules = rules_of(text_of("us-three-card-poker"))
    for cards, answer in (("Qc 6d 4h", "play 1"), ("Qc 6d 3h", "fold"), ("2c 3d 2h", "play 1")):
        advised = advise(rules, "play", hand(cards), {}, {"ante": 1000})
        assert max(advised.worth, key=advised.worth.__getitem__) == answer
        assert advised.worth["fold"] == -1 and (advised.unit, advised.amount) == ("one ante", 1000)


def test_the_coach_of_mississippi_stud_knows_what_stands_and_what_lies_open() -> None:
    rules = rules_of(text_of("mississippi-stud"))
    seen = {"third-card": hand("Td"), "fourth-card": hand("2s")}
    stakes = {"ante": 500, "third-street": 1500, "fourth-street": 500}
    advised = advise(rules, "fifth-street", hand("Jh Js"), seen, stakes)
    # 48 cards are left. 2 jacks make trips, 6 cards two pair, and the pair of jacks is paid in any case.
    each = Fraction(2 * 3 + 6 * 2 + 40, 48)
    assert advised.worth == {f"fifth-street {n}": (5 + n) * each for n in (1, 2, 3)} | {"fold": Fraction(-5)}


def test_a_policy_lists_every_situation_with_the_worth_of_the_whole_game() -> None:
    rules = rules_of(text_of("us-three-card-poker"))
    found = list(policy(rules))
    assert sum(one.ways for one in found) == 22100 * 18424 and {one.ask for one in found} == {"play"}
    worth = sum(one.ways * max(one.worth.values()) for one in found) / sum(one.ways for one in found)
    assert worth == KNOWN["us-three-card-poker"]


def test_a_policy_that_is_too_long_is_refused() -> None:
    with pytest.raises(RulesError, match="too many situations to list"):
        next(policy(rules_of(text_of("mississippi-stud"))))


# Small packs: the count against every round through the engine

OPEN_CARD = (
    ("cards = 3, clause = \"2.2\" },\n]", 'cards = 2, clause = "2.2" },\n  '
     '{ do = "deal", place = "dealer", face_up = true, clause = "2.2" },\n]'),
    ("times = [1]", "times = [1, 3]"),
    ('qualifier = { hand = "high-card", ranks = "Q"', 'qualifier = { hand = "pair", ranks = "4"'),
    ('unqualified = { win = "win", tie = "win", lose = "win"', 'unqualified = { win = "push", tie = "push"'),
)  # fmt: skip
TWO_STREETS = (
    *OPEN_CARD[:1],
    ('{ do = "deal", place = "dealer", face_up = true, clause = "2.2" },\n]', "]"),
    ('dealer = { cards = 3', 'dealer = { cards = 3'),
    ("play = { wager = \"play\", times = [1], else = \"fold\", clause = \"3.1\" }",
     'blind = { wager = "play", times = [3], else = "check", clause = "3.1" }\n'
     'play = { wager = "play", times = [1], else = "fold", clause = "3.1", '
     'steps = [{ do = "deal", place = "dealer", face_up = true, clause = "2.2" }] }'),
    ("times = [1], clause", "times = [1, 3], clause"),
    ("\nplay = { who", '\nblind = { who = "one seat", answers = ["play 3", "check"], clause = "3.1" }\nplay = { who'),
)  # fmt: skip
FOUR_CARDS = (
    ("cards = 3, clause = \"2.2\"", "cards = 5, clause = \"2.2\""),
    ('hand = { cards = 3, clause = "1.3" }\ndeal', 'hand = { cards = 4, clause = "1.3" }\ndeal'),
)  # fmt: skip
VARIANTS = {
    "three card poker": (varied("us-three-card-poker"), "2c 2d 5h 9s 9c Jd Qh Kh", "ante 10"),
    "an open card, two raises and a pair to qualify": (
        varied("us-three-card-poker", *OPEN_CARD), "2c 2d 5h 5s 9c Jd Jh Qs", "ante 10",
    ),
    "raise early, or see a card first": (
        varied("us-three-card-poker", *TWO_STREETS), "3c 4c 5c 5s 9c Td Jh Qs", "ante 10",
    ),
    "four cards of five": (varied("us-three-card-poker", *FOUR_CARDS), "2c 2d 5h 5s 9c 9d 9h Qs Ks Ac", "ante 10"),
    "let it ride": (varied("let-it-ride"), "Th Jh Qh Kh Ah Tc 4d", "bets 10"),
    "mississippi stud of two bets": (
        varied("mississippi-stud", ("times = [1, 2, 3]", "times = [1, 3]")), "2c 2d 7h 7s Jc Jd", "ante 10",
    ),
    "casino hold'em": (
        varied("casino-holdem", ('{ do = "burn", clause = "2.3" },', ""), ('{ do = "burn", clause = "4.1" },', "")),
        "2c 3c 4c 5c 5s 9c Td Ts 6c", "ante 10",
    ),
    "casino hold'em with hands that do not qualify": (
        varied("casino-holdem", ('{ do = "burn", clause = "2.3" },', ""), ('{ do = "burn", clause = "4.1" },', "")),
        "2c 2d 4h 4s 8c Jd Kh As 9d", "ante 10",
    ),
    "caribbean stud": (varied("caribbean-stud"), "2c 2d 5h 5s 9c 9d Kc Kd As Ah", "ante 10"),
}  # fmt: skip


@pytest.mark.parametrize("name", VARIANTS)
def test_every_round_of_a_small_pack_comes_to_what_is_counted(name: str) -> None:
    text, cards, wagers = VARIANTS[name]
    rules, pack = rules_of(text), tuple(sorted(hand(cards)))
    played = list(leaves(rules, pack, wagers))
    counted = count(rules, pack).tally()
    assert best(played) == counted.expectation * 1000, f"{len(played)} leaves"


# What is refused


def test_what_takes_too_long_is_refused_with_its_figure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(budget, "STEPS", 1000)
    with pytest.raises(RulesError, match=r"Let It Ride can't be counted: it takes .* steps"):
        count.__wrapped__(rules_of(text_of("let-it-ride")))
    monkeypatch.setattr(budget, "BYTES", 1000)
    with pytest.raises(RulesError, match=r"can't be counted: its situations need .* GB"):
        count.__wrapped__(rules_of(text_of("let-it-ride")))
