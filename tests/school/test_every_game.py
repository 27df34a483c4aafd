"""Questions of every game and skill, each held against its round played again from the journal.

HOUSEWAY_FULL=1 draws a thousand of each.
"""

import os
from random import Random

import pytest

from houseway.cards.card import HIDDEN, hand
from houseway.games import catalogue, game
from houseway.play.event import SURVEILLANCE, Called, Collected, FeeTaken, Paid, PaidOver, Returned, Voided
from houseway.play.outcome import Result
from houseway.play.pot import PotAwarded
from houseway.play.view import cards_in_sight
from houseway.pricing.coach import Decision, advise, decision
from houseway.rules.house_way import house_way
from houseway.rules.money import cents, dollars
from houseway.school import procedure
from houseway.school.drawing import draw
from houseway.school.question import DECISIONS, HANDS, PAYOUTS, PROCEDURE, Choice, Question, Settlement, judged
from houseway.school.syllabus import syllabus
from tests.school.table import Again, again, rules_of

EACH = 1000 if os.environ.get("HOUSEWAY_FULL") else 2
every_game = pytest.mark.parametrize("id", [id for id in catalogue() if id != "high-card"])


def questions(id: str, skill: str) -> list[Question]:
    """Questions at random; of a small number, each of another kind of topic."""
    rng, rules = Random(f"{id} {skill}"), rules_of(id)
    topics = syllabus(rules).topics(skill)
    assert topics, f"{id} has nothing to ask of {skill}"
    kinds = {topic.partition(":")[0]: topic for topic in rng.sample(topics, len(topics))}
    chosen = [*list(kinds.values())[:EACH], *rng.choices(topics, k=EACH)][:EACH]
    return [
        draw(rules, skill, seed=f"{number}", topic=topic, level=number % 3 + 1) for number, topic in enumerate(chosen)
    ]


@every_game
def test_every_payout_is_what_the_ledger_moves(id: str) -> None:
    for question in questions(id, PAYOUTS):
        round = again(question)
        assert isinstance(question.form, Settlement)
        said = question.form.amounts(question.right)
        if any(isinstance(event, PotAwarded) for event in round.over.events):
            _holds_for_a_pot(question, said, round)
        elif rules_of(id).game.bank == "pairwise":
            _holds_between_players(question, round)
        else:
            _holds_for_a_bank(question, said, round)
        _is_judged(question)


def _holds_for_a_bank(question: Question, said: dict[str, int], round: Again) -> None:
    """What settlement made of each wager, in its order."""
    outcomes: dict[str, int] = {}
    alone = not any(name.startswith(("seat ", "box ", "backline ")) for name in said)
    done = round.over.table.settled
    spots = [one.spot for one in done]
    fitting = [
        spot
        for spot in dict.fromkeys(spots)
        if alone and set(said) <= {one.outcome.wager for one in done if one.spot == spot}
    ]
    for spot in fitting or [""]:
        outcomes = {}
        for one in done:
            name = one.outcome.wager if alone else f"{one.spot} {one.outcome.wager}"
            if name not in said or (alone and one.spot != spot):
                continue
            outcome = one.outcome
            won = outcome.paid if outcome.result is Result.WIN else 0
            lost = outcome.stake - outcome.returned if outcome.result is Result.LOSE else 0
            outcomes[name] = outcomes.get(name, 0) + won - lost
        if list(outcomes.items()) == list(said.items()):
            return
    raise AssertionError(f"{question.asked} {question.right}: settled was {outcomes}")


def _holds_for_a_pot(question: Question, said: dict[str, int], round: Again) -> None:
    """Every stack grew by what its player is said to take, and by what came back."""
    before = {who: cents(seat["stack"]) for who, seat in question.situation.view["seats"].items()}
    later = round.over.events[question.at :]
    for who, stack in before.items():
        back = sum(event.amount for event in later if isinstance(event, Returned) and event.who == who)
        assert round.over.table.stack(who) - stack - back == said.get(who, 0), (question.asked, who)


def _holds_between_players(question: Question, round: Again) -> None:
    """What is paid over is, in all, what the stacks gained and lost; and what is asked is one of these payments."""
    before = {who: cents(seat["stack"]) for who, seat in question.situation.view["seats"].items()}
    later = [event for event in round.over.events[question.at :] if isinstance(event, PaidOver)]
    for who, stack in before.items():
        gained = sum(event.amount for event in later if event.to == who)
        gained -= sum(event.amount for event in later if event.who == who)
        assert round.over.table.stack(who) - stack == gained, (question.asked, who)
    first = later[0]
    assert question.right == f"{first.who} pays {first.to} {dollars(first.amount)}"


@every_game
def test_every_hand_is_what_the_cards_on_the_table_are(id: str) -> None:
    for question in questions(id, HANDS):
        round = again(question)
        kind, _, rest = question.topic.partition(": ")
        lies = cards_in_sight(round.over.events[: question.at], SURVEILLANCE)
        if kind == "which hand":
            assert question.right in game(id).hands_named(lies).values(), question.asked
        elif kind == "foul":
            spot = question.asked.removeprefix("Is the hand of ").removesuffix(" a foul?")
            assert (spot in game(id).fouls(rules_of(id), lies)) == (question.right == "a foul"), question.asked
        elif kind == "house way":
            cards = hand(question.form.data()["cards"])
            front, _ = house_way(rules_of(id).game).set(cards)
            ways = {question.right, *question.also}
            assert question.form.read(" ".join(hand_text(front))) in ways, question.asked
        elif rest in ("hand against hand",) or "pot" in rest:
            _is_won_by(question, round)
        else:
            event = round.over.events[question.at]
            assert isinstance(event, (Paid, Collected, Returned))
            gained = _gained(question, round, event.who)
            sign = {"wins": 1, "loses": -1, "goes back": 0}[question.right]
            assert (gained > 0) - (gained < 0) == sign or not event.amount, question.asked
        _is_judged(question)


def hand_text(cards: tuple[int, ...]) -> list[str]:
    from houseway.cards.card import text

    return text(cards).split()


def _gained(question: Question, round: Again, who: str) -> int:
    """What the wager in question made of a stack, stake and all, by what settlement recorded."""
    event = round.over.events[question.at]
    assert isinstance(event, (Paid, Collected, Returned))
    (one,) = [
        one.outcome for one in round.over.table.settled if (one.spot, one.outcome.wager) == (event.spot, event.wager)
    ]
    return one.paid if one.result is Result.WIN else -one.stake if one.result is Result.LOSE else 0


def _is_won_by(question: Question, round: Again) -> None:
    takers = [event.who for event in round.over.events if isinstance(event, PotAwarded)]
    takers += [event.to for event in round.over.events if isinstance(event, PaidOver)]
    assert set(question.right.split(" and ")) <= set(takers), question.asked


@every_game
def test_every_step_is_the_one_that_the_table_takes(id: str) -> None:
    for question in questions(id, PROCEDURE):
        round = again(question)
        kind = question.topic.partition(": ")[0]
        events = round.over.events
        if kind == "next":
            assert procedure.step(events[question.at]) == question.right
            assert isinstance(question.form, Choice) and len(set(question.form.options)) == len(question.form.options)
        elif kind == "asked":
            asked = list(round.waits[0].asks)
            assert question.right == asked[0] if len(asked) == 1 else question.right.startswith("all"), question.asked
        elif kind == "fee":
            event = events[question.at]
            assert isinstance(event, FeeTaken) and dollars(event.amount) == question.right
        elif kind == "irregularity":
            called = next(event for event in events if isinstance(event, Called))
            void = any(isinstance(event, Voided) for event in events[events.index(called) :])
            assert (question.right == procedure.VOID) <= void, question.asked
            assert called.clause in question.clauses
        else:
            assert question.right in question.form.data()["options"]
        _is_judged(question)


@pytest.mark.parametrize("id", [id for id in catalogue() if id != "high-card"])
def test_every_decision_is_the_one_that_waits_at_the_table(id: str) -> None:
    if DECISIONS not in syllabus(rules_of(id)).skills():
        pytest.skip("a game without decisions, or without a coach")
    for question in questions(id, DECISIONS):
        round = again(question)
        found = question.decision
        assert found is not None
        waiting = [one for one in round.waits if question.about in one.asks]
        assert any(_is_the_same(decision(one, question.about), found) for one in waiting), question.asked
        seen = cards_in_sight(waiting[0].events, question.about)
        assert {place for place, cards in seen.items() if HIDDEN in cards} == {
            place for place, cards in question.situation.view["cards"].items() if "??" in cards
        }


def _is_the_same(waits: Decision, found: Decision) -> bool:
    parts = ("who", "what", "spot", "clause", "answers", "hand", "seen", "stakes", "pot")
    return all(getattr(waits, part) == getattr(found, part) for part in parts)


@pytest.mark.parametrize("id", ("three-card-poker", "blackjack-x", "limit-holdem"))
def test_a_decision_costs_what_the_coach_says_it_does(id: str) -> None:
    question = draw(rules_of(id), DECISIONS, seed="coach")
    assert question.decision is not None
    advice = advise(question.decision)
    for answer in advice.answers:
        if answer.text not in question.form.data()["options"]:
            continue
        done = judged(question, answer.text, advice)
        assert done.right == answer.best
        assert done.cost == round(answer.cost * advice.amount)
        assert done.an_hour == round(answer.cost * advice.amount * rules_of(id).game.rounds_an_hour)


def _is_judged(question: Question) -> None:
    """What is right is right, and a wrong choice is not."""
    assert judged(question, question.right).right
    assert all(str(why).endswith((".", ")", "…")) for why in question.why) and question.why
    assert any(question.clauses)
    if isinstance(question.form, Choice):
        for option in question.form.options:
            done = judged(question, option)
            assert done.right == (option == question.right or option in question.also)
            assert not done.right or not done.costs
