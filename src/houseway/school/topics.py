"""What there is to learn in a round, skill by skill: each topic with the moment that asks for it.

A topic has a key that is the same in every round of a game, so that it can be remembered and come again.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from houseway.play.event import Event
from houseway.play.player_dealer import POSITION, PutUp
from houseway.play.sentences import Sentence
from houseway.school.question import HOUSE, Cost, Form, Question, Situation
from houseway.school.table import Round, standing

TRAINEE = "dealer"  # with whose eyes a dealer in training sees the table
_TOLD = 6  # of the last things that happened


@dataclass(frozen=True)
class Asked:
    """What a topic asks at its moment."""

    asked: str
    form: Form
    right: str
    why: tuple[Sentence, ...]
    clauses: tuple[str, ...]
    costs: Mapping[str, tuple[Cost, ...]] | None = None
    whose: Mapping[str, str] | None = None
    payer: str = ""
    about: str = ""  # the seat that it is about
    also: tuple[str, ...] = ()


@dataclass(frozen=True)
class Topic:
    """Something to learn, and when in the round it is to be seen."""

    key: str
    at: int  # when so many events have happened
    ask: Callable[[Random], Asked]
    viewer: str = TRAINEE
    moment: Callable[[], int] | None = None  # an earlier one, where that takes some looking for


def question(round: Round, topic: Topic, skill: str, rng: Random) -> Question:
    """The question that a topic asks in a round."""
    asked = topic.ask(rng)
    at = topic.moment() if topic.moment else topic.at
    return Question(
        game=round.rules.game.id,
        skill=skill,
        topic=topic.key,
        level=round.plan.level,
        situation=situation(round, at, topic.viewer),
        asked=asked.asked,
        form=asked.form,
        right=asked.right,
        why=asked.why,
        clauses=asked.clauses,
        costs=asked.costs or {},
        whose=asked.whose or {},
        banker=banker(round),
        payer=asked.payer,
        about=asked.about,
        also=asked.also,
        plan=round.plan,
        at=at,
    )


def situation(round: Round, at: int, viewer: str) -> Situation:
    """The table at a moment of a round, through the eyes of one viewer."""
    told = [event.seen_by(viewer).sentence() for event in round.events[max(0, at - _TOLD) : at]]
    view = standing(round.rules, round.plan, at, viewer)
    return Situation(viewer, {**view, "asks": []}, tuple(told))  # who is asked next is a question of its own


def banker(round: Round) -> str:
    """Who pays, and who loses by what is paid too much."""
    put_up = next((event for event in round.events if isinstance(event, PutUp)), None)
    return f"the {POSITION}" if put_up else HOUSE


def clauses_of(events: Sequence[Event]) -> tuple[str, ...]:
    """The clauses that events cite, each once."""
    cited = (getattr(event, "clause", "") for event in events)
    return tuple(dict.fromkeys(clause for clause in cited if clause))


def choices(right: str, others: Sequence[str], rng: Random, *, many: int = 4) -> tuple[str, ...]:
    """What is right among others, in any order."""
    wrong = [one for one in dict.fromkeys(others) if one != right]
    chosen = wrong[: many - 1] if len(wrong) < many else rng.sample(wrong, many - 1)
    options = [right, *chosen]
    rng.shuffle(options)
    return tuple(options)
