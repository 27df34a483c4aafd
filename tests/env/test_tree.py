"""The tree of a game on a small pack: the same that the tests walk, as game theory and OpenSpiel look at it."""

import importlib
import sys
from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

import pyspiel
import pytest
from open_spiel.python.algorithms import best_response, cfr, expected_game_score, exploitability
from open_spiel.python.policy import UniformRandomPolicy

from houseway.cards.card import hand
from houseway.env import Missing
from houseway.env.spiel import load
from houseway.env.tree import CHANCE, Node, Tree, leaves
from houseway.games.ante_and_raise.three_card_poker.count import count
from houseway.play.ask import Refused
from houseway.rules.files import game_rules
from houseway.rules.money import cents
from houseway.rules.resolved import resolve
from tests.rounds import cards_named
from tests.tree_walk import Walk, walks_of

PACK = "2c 2d 5h 5s 9c Jd Jh"
BANKED = {"seat 1 bank": "bank 40000", "wagers": "ante 10"}


def tree_of(id: str, walk: Walk, answers: dict[str, str]) -> Tree:
    given = {place: hand(line) for place, line in walk.given.items()}
    return Tree(id, walk.cards, walk.stacks, {**walk.answers, **answers}, walk.options, given)


def nodes(node: Node) -> Iterator[Node]:
    yield node
    for action in node.legal():
        yield from nodes(node.child(action))


@pytest.mark.parametrize(
    ("id", "number", "answers"),
    [
        ("high-card", 0, {}),
        ("three-card-poker", 0, {"bank": "bank 40000", "wagers": "ante 10, pair-and-up 10, bonus-6 5"}),
        ("three-card-poker", 2, {"bank": "bank 30", "wagers": "ante 10, pair-and-up 10, bonus-6 5"}),
        ("limit-holdem", 0, {}),
    ],
)
def test_the_tree_has_the_leaves_and_the_winnings_that_are_counted(
    id: str, number: int, answers: dict[str, str]
) -> None:
    walk = walks_of(id)[number]
    found = [(node.returns(), chance) for node, chance in leaves(tree_of(id, walk, answers).root())]
    won = [sum(returns[seat - 1] for seat in _seats(walk)) for returns, _ in found]
    assert (len(found), sum(won)) == (
        walk.leaves,
        cents(walk.won.removeprefix("-")) * (-1 if walk.won[0] == "-" else 1),
    )


def _seats(walk: Walk) -> list[int]:
    return [int(who.removeprefix("seat ")) for who in walk.of] or list(range(1, len(walk.stacks) + 1))


def test_chances_sum_to_one_and_cards_that_look_alike_come_together() -> None:
    tree = Tree("three-card-poker", hand(PACK), (50000_00, 1000_00), BANKED)
    for node in nodes(tree.root()):
        if node.player == CHANCE:
            assert sum(likely for _, likely in node.chances()) == 1
    twice = Tree("high-card", hand("2c 2c 9d"), (1000_00,), {"wagers": "ante 5"})
    assert twice.root().chances() == [("2c", Fraction(2, 3)), ("9d", Fraction(1, 3))]


def test_what_a_player_knows_is_the_same_only_where_the_same_may_be_done_and_tells_no_hidden_card() -> None:
    tree = Tree("three-card-poker", hand(PACK), (50000_00, 1000_00), BANKED)
    may: dict[str, tuple[int, ...]] = {}
    cases: Counter[str] = Counter()
    for node in nodes(tree.root()):
        if node.player >= 0:
            known = node.information(node.player)
            assert may.setdefault(known, tuple(node.legal())) == tuple(node.legal())
            assert len(cards_named(known)) == 4  # three of one's own and the open one
            cases[known] += 1
    assert cases and all(many == 3 for many in cases.values())  # the two cards that lie face down are two of three


def test_those_who_are_asked_at_once_do_not_know_what_was_answered_before() -> None:
    tree = Tree("high-card", hand("2c 5d 9h As"), (1000_00, 1000_00))
    root = tree.root()
    known = {root.child(action).information(1) for action in root.legal() if root.child(action).player == 1}
    assert root.player == 0 and len(known) == 1


def test_what_can_not_be_done_is_refused() -> None:
    root = Tree("high-card", hand("2c 5d 9h"), (1000_00,), {"wagers": "ante 5"}).root()
    with pytest.raises(Refused, match="99 is not an action here: 0, 1, 2"):
        root.child(99)
    with pytest.raises(Refused, match="takes 1 to"):
        Tree("high-card", hand("2c 5d"), ())


# OpenSpiel's own algorithms


def test_openspiels_best_response_is_worth_what_we_count() -> None:
    answers = ";".join(f"{what}={said}" for what, said in BANKED.items())
    game = load("three-card-poker", pack=PACK, stacks="50000,1000", answers=answers)
    pyspiel.random_sim_test(game, 2, False, False)
    best = best_response.BestResponsePolicy(game, 1, UniformRandomPolicy(game))
    counted = count(resolve(game_rules("three-card-poker")), tuple(sorted(hand(PACK))))
    exact = counted.street.tally().expectation
    assert best.value(game.new_initial_state()) == pytest.approx(float(exact) * 10_00)


def test_openspiels_regret_minimisation_comes_near_an_equilibrium() -> None:
    game = load(
        "limit-holdem",
        pack="Ah Kh Qc Jd 9s 8s 5c 4d 2h",
        stacks="6,6",
        given="button=Ah Kh;board=9s 8s 5c 4d 2h",
        options="collection=none",
        zero_sum=True,
    )
    solver = cfr.CFRPlusSolver(game)
    far = exploitability.exploitability(game, UniformRandomPolicy(game))
    for _ in range(12):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    assert exploitability.exploitability(game, policy) < far / 8
    one, two = expected_game_score.policy_value(game.new_initial_state(), [policy, policy])
    assert one == pytest.approx(-two)


def test_without_openspiel_one_sentence_says_what_brings_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "houseway.env.spiel")
    monkeypatch.setitem(sys.modules, "pyspiel", None)
    with pytest.raises(Missing, match=r"OpenSpiel is not installed: pip install 'houseway\[spiel\]'"):
        importlib.import_module("houseway.env.spiel")
