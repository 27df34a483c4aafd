"""What somebody knows, topic by topic: when each is due again, and what to ask next.

The intervals are those of FSRS, the scheduler of the `fsrs` package, without its random spread: the same answers at the
same times give the same lesson.
"""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random

from fsrs import Card, Rating, Scheduler

from houseway.school.question import Judged, Question

_SCHEDULER = Scheduler(enable_fuzzing=False)
_QUICK, _SLOW = 8, 45  # seconds for an answer that came easily, and for one that was hard
_RECENT = 20  # answers that say how good somebody is
_NEXT_LEVEL = {2: (15, 0.8), 3: (40, 0.9)}  # so many answers, and so many of the last ones right
_CLOSE = 0.02  # of the unit: a decision that costs less was a close call
_MISSED, _DUE, _NEW = 0.5, 0.85, 1.0  # how often what was missed, what is due, what is new comes first


@dataclass(frozen=True)
class Known:
    """What is kept of one topic: the scheduler's card, and how it went so far."""

    card: str  # JSON
    answered: int = 0
    missed: int = 0

    @property
    def due(self) -> datetime:
        return datetime.fromisoformat(json.loads(self.card)["due"])


def rating(question: Question, judged: Judged, seconds: float) -> Rating:
    """How well something was known. A close call is no miss; a blunder is."""
    if question.decision is not None and not judged.right:
        unit = sum(question.decision.stakes.values()) or 1
        return Rating.Hard if judged.cost <= _CLOSE * unit else Rating.Again
    if not judged.right:
        return Rating.Again
    return Rating.Easy if seconds <= _QUICK else Rating.Hard if seconds > _SLOW else Rating.Good


def reviewed(known: Known | None, rate: Rating, now: datetime) -> Known:
    """What is kept after an answer."""
    moment = now.astimezone(UTC)
    card = Card.from_json(known.card) if known else Card(card_id=1, due=moment)
    card, _ = _SCHEDULER.review_card(card, rate, review_datetime=moment)
    before = known or Known("")
    return Known(card.to_json(), before.answered + 1, before.missed + (rate == Rating.Again))


def next_topic(topics: Sequence[str], known: Mapping[str, Known], now: datetime, rng: Random) -> str:
    """What to ask next: what was missed and is due, then what is due, then what is new, then what comes soonest."""
    if not topics:
        return ""
    moment = now.astimezone(UTC)
    due = [topic for topic in topics if topic in known and known[topic].due <= moment]
    missed = [topic for topic in due if known[topic].missed]
    new = [topic for topic in topics if topic not in known]
    for some, often in ((missed, _MISSED), (due, _DUE), (new, _NEW)):
        if some and rng.random() < often:
            weights = [1 + 2 * known[topic].missed if topic in known else 1 for topic in some]
            return rng.choices(some, weights)[0]
    if some := missed or due or new:
        return rng.choice(some)
    return min(topics, key=lambda topic: known[topic].due)


def level(answers: int, recent: Sequence[bool]) -> int:
    """How odd amounts are: more so as one gets better."""
    last = recent[-_RECENT:]
    share = sum(last) / len(last) if last else 0.0
    reached = [number for number, (least, right) in _NEXT_LEVEL.items() if answers >= least and share >= right]
    return max(reached, default=1)
