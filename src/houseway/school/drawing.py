"""Drawing a question: a topic, a round in which it comes up, played anew with other cards and amounts."""

from dataclasses import replace
from random import Random

from houseway.cards.card import SUITS
from houseway.errors import instead
from houseway.rules.resolved import Rules
from houseway.school import decisions, hands, payouts, procedure
from houseway.school.question import DECISIONS, HANDS, PAYOUTS, PROCEDURE, SKILLS, Question, SchoolError
from houseway.school.syllabus import Syllabus, attempted, syllabus
from houseway.school.table import LEVELS, Plan, Round
from houseway.school.topics import Topic, question

_FRESH = 3  # times that other cards are tried for a topic that came up often
_OFTEN = 10
_WIDER = 6  # other topics, where the coach has no word on a decision


def check(rules: Rules, skill: str, level: int = 1) -> None:
    """Refuse a skill or a level that there is not."""
    if skill not in SKILLS:
        raise SchoolError(f"{skill!r} is not a skill: {instead(skill, SKILLS)}")
    if not 1 <= level <= LEVELS:
        raise SchoolError(f"there is no level {level}: from 1 to {LEVELS}")
    if skill == DECISIONS and not decisions.has_decisions(rules):
        raise SchoolError(f"{rules.game.name} has no coach, so it has no decisions to drill: payouts, hands, procedure")


def draw(rules: Rules, skill: str, *, seed: str, topic: str = "", level: int = 1) -> Question:
    """A question on a topic, or on any. The same seed draws the same question."""
    check(rules, skill, level)
    known = syllabus(rules)
    rng = Random(f"{seed} {skill} {topic} {level}")
    topics = known.topics(skill)
    if topic and topic not in known.plans[skill]:
        raise SchoolError(f"{rules.game.name} has no {skill} of {topic!r}")
    if not topics:
        raise SchoolError(f"{rules.game.name} has no {skill} to drill")
    for _ in range(_WIDER):
        chosen = topic or rng.choice(topics)
        if found := _drawn(known, skill, chosen, level, rng):
            return found
    for chosen in topics:
        if found := _drawn(known, skill, chosen, level, rng):
            return found
    raise SchoolError(f"{rules.game.name} has no {skill} to drill at this table")


def _drawn(known: Syllabus, skill: str, topic: str, level: int, rng: Random) -> Question | None:
    plans = known.plans[skill][topic]
    fresh = _FRESH if len(plans) >= _OFTEN else 1
    for attempt in range(fresh + 2):
        plan = rng.choice(plans)
        if attempt < fresh:
            plan = _varied(plan, rng)
        if attempt <= fresh:
            plan = replace(plan, level=level)
        if found := _in_round(known, skill, topic, plan, rng):
            return found
    return None


def _varied(plan: Plan, rng: Random) -> Plan:
    """Other suits for the cards that are given, and all else from another seed."""
    to = dict(zip(SUITS, rng.sample(SUITS, len(SUITS)), strict=True))
    cards = tuple((place, " ".join(_suited(one, to) for one in line.split())) for place, line in plan.cards)
    return replace(plan, cards=cards, seed=f"{rng.getrandbits(64):x}")


def _suited(name: str, to: dict[str, str]) -> str:
    return name if name == "Jk" else name[0] + to[name[1]]


def _in_round(known: Syllabus, skill: str, topic: str, plan: Plan, rng: Random) -> Question | None:
    round = attempted(known.rules, plan)
    if round is None:
        return None
    if skill == DECISIONS:
        moments = [number for key, number in decisions.moments(round) if key == topic]
        return decisions.question(known.rules, plan, rng.choice(moments), topic) if moments else None
    found = [one for one in _topics(known, skill, round) if one.key == topic]
    return question(round, rng.choice(found), skill, rng) if found else None


def _topics(known: Syllabus, skill: str, round: Round) -> list[Topic]:
    if skill == HANDS:
        return list(hands.topics(round, tuple(known.names)))
    return list({PAYOUTS: payouts.topics, PROCEDURE: procedure.topics}[skill](round))
