"""Shuffle tests against counts that are done by hand, and against shuffles that are not fair."""

from dataclasses import replace
from itertools import permutations
from random import Random

import pytest

from houseway.cards.card import HIDDEN, hand
from houseway.cards.pack import pack
from houseway.floor.observing import SHUFFLE, Seen
from houseway.floor.shuffles import Stream, randomness, repeats, uniform
from houseway.games import game
from houseway.record.figures import Figures
from houseway.rules.submission import house_rules

RULES = house_rules(game("top-five-poker").rules)


def dealt(number: int, cards: list[int], *, shuffled: bool = True) -> Seen:
    places = [("seat 1", (card,)) for card in cards]
    return Seen(
        table=1,
        name="One",
        round=number,
        at="2026-03-01T09:00:00Z",
        rules=RULES,
        figures=Figures(rounds=1),
        dealt=((SHUFFLE, (52,)), *places) if shuffled else tuple(places),
    )


def fair(rounds: int, many: int = 12, seed: int = 1) -> list[Seen]:
    rng = Random(seed)
    return [dealt(number, rng.sample(pack("52"), many)) for number in range(1, rounds + 1)]


def test_counts_less_their_expectations_average_to_nothing_wherever_a_round_ends() -> None:
    """Over every order of the first three draws from four cards, although whoever sees a certain card draws no more."""
    four = hand("2c 2d 3c 3d")
    total = 0.0
    for order in permutations(four, 3):
        stream = Stream("52")
        for card in four:
            stream.left[card] += 1
        stream.known = True
        cards = [*order] if order[1] != four[0] else [*order[:2]]
        draws = list(stream.draws(dealt(1, cards, shuffled=False)))
        test = uniform("ranks", "", draws, lambda card: card >> 2, [str(rank) for rank in range(14)])
        total += test.cells[0][1] - test.cells[0][2]
        assert test.freedom == 1
    assert total == pytest.approx(0, abs=1e-12)


def test_a_fair_shuffle_has_no_finding_and_every_test_is_made() -> None:
    report = randomness(fair(80))
    assert report.findings == [] and report.draws == 960 and report.shuffles == 80
    names = [test.name for test in report.tests]
    assert names == [
        "every card", "the card furthest off", "ranks", "suits", "ranks at seat 1", "runs of colour",
        "runs of high and low", "first cards",
    ]  # fmt: skip
    assert report.tests[0].freedom == 51 and sum(came for _, came, _ in report.tests[0].cells) == 960


def test_a_dealer_who_turns_red_after_red_is_found_by_runs() -> None:
    rng = Random(2)
    rounds = []
    for number in range(60):
        cards = rng.sample(pack("52"), 12)
        cards.sort(key=lambda card: ((card & 3) in (1, 2), rng.random()))
        rounds.append(dealt(number + 1, cards))
    assert any("runs of colour" in what for what in randomness(rounds).findings)


def test_a_card_that_comes_twice_is_impossible_and_found_at_once() -> None:
    report = randomness([dealt(1, list(hand("As Kd As")))])
    assert report.impossible == ("round 1: As came to seat 1, and none was left",)
    assert report.findings == list(report.impossible)


def test_a_shoe_goes_on_from_round_to_round_and_hidden_cards_are_left_out() -> None:
    stream = Stream("52")
    first = dealt(1, [*hand("As"), HIDDEN])
    assert [draw.card for draw in stream.draws(first)] == list(hand("As"))
    (second,) = stream.draws(dealt(2, list(hand("Ks")), shuffled=False))
    assert sum(second.left) == 51
    assert not list(Stream("52").draws(dealt(1, list(hand("Ks")), shuffled=False)))  # nobody knows what was in it


def test_repeats_are_counted_against_what_was_left() -> None:
    stream = Stream("52")
    draws = list(stream.draws(dealt(1, list(hand("As Ks Ad")))))
    test = repeats("runs of colour", "", draws, lambda card: int((card & 3) in (1, 2)))
    assert test.cells[0][1] == 1 and test.cells[0][2] == pytest.approx(25 / 51 + 24 / 50)


def test_repeats_leave_the_joker_out_of_what_was_left() -> None:
    stream = Stream("53")
    seen = dealt(1, list(hand("As Ks Jk Ad")))
    draws = list(stream.draws(replace(seen, dealt=((SHUFFLE, (53,)), *seen.dealt[1:]))))
    test = repeats("runs of colour", "", draws, lambda card: int((card & 3) in (1, 2)))
    assert test.draws == 1 and test.cells[0][2] == pytest.approx(25 / 51)


def test_a_discard_rack_that_is_shuffled_again_is_not_judged() -> None:
    seen = replace(dealt(1, list(hand("As"))), dealt=((SHUFFLE, (31,)), ("seat 1", hand("As"))))
    assert not list(Stream("52").draws(seen))
