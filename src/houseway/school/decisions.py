"""Decisions: the coach's situations as a drill."""

from collections.abc import Iterator

from houseway.cards.card import HIDDEN
from houseway.games import game as game_named
from houseway.play.ask import Refused
from houseway.play.places import is_seat, lies_in
from houseway.play.view import cards_in_sight
from houseway.pricing.coach import decision
from houseway.pricing.families import can_coach
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.school.question import DECISIONS, Choice, Question
from houseway.school.table import Plan, Round, play
from houseway.school.topics import situation

_NOT = ("wagers", "bank", "come-come", "take part", "hands", "cut-offer", "cut", "pile", "deal")


def has_decisions(rules: Rules) -> bool:
    """Whether the game has a coach, and anything to decide."""
    return can_coach(rules.game.id)


def moments(round: Round) -> Iterator[tuple[str, int]]:
    """The decisions of a round: a key for each, and after how many answers it is asked."""
    for number, stop in enumerate(round.stops):
        ask = stop.asks[0]
        if ask.what in _NOT or not is_seat(ask.who) or len(_offered(ask.answers())) < 2:
            continue
        seen = cards_in_sight(round.events[: stop.at], ask.who)
        spot = ask.spot or ask.who
        mine = {place: cards for place, cards in seen.items() if HIDDEN not in cards}
        named = game_named(round.rules.game.id).hands_named(mine)
        own = next((name for place, name in named.items() if lies_in(place, spot)), "")
        yield f"{ask.what}{': ' * bool(own)}{own.partition(',')[0]}", number


def question(rules: Rules, plan: Plan, number: int, topic: str) -> Question | None:
    """The decision that a seat meets after so many answers; none if the coach has no word on it."""
    round = play(rules, plan, answers=number)
    if not round.driver.asks:
        return None
    ask = next(iter(round.driver.asks.values()))
    try:
        found = decision(round.driver, ask.who)
    except (RulesError, Refused):
        return None
    spot = ask.spot if ask.spot and ask.spot != ask.who else ""
    asked = f"You are {ask.who}: what do you do{f' for {spot}' * bool(spot)} ({ask.what.replace('-', ' ')})?"
    return Question(
        game=rules.game.id,
        skill=DECISIONS,
        topic=topic,
        level=plan.level,
        situation=situation(round, len(round.events), ask.who),
        asked=asked,
        form=Choice(_offered(found.answers)),
        right="",
        why=(),
        clauses=(ask.clause,),
        about=ask.who,
        decision=found,
        rounds=rules.game.rounds_an_hour,
        plan=plan,
        at=len(round.events),
    )


def _offered(answers: tuple[str, ...]) -> tuple[str, ...]:
    """What one would say: not an amount where the bare word stands for the usual one."""
    return tuple(answer for answer in answers if answer.rpartition(" ")[0] not in answers)
