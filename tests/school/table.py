"""A question's round played a second time, from its journal alone: what the school says is held against the ledger."""

from dataclasses import dataclass
from functools import cache

from houseway.games import game
from houseway.play import journal
from houseway.play.driver import Driver
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.school.question import Question
from houseway.school.table import play


@cache
def rules_of(id: str) -> Rules:
    return house_rules(game(id).rules)


@dataclass(frozen=True)
class Again:
    """The round to its end, and as it stood whenever it waited at the moment of the question."""

    over: Driver
    waits: tuple[Driver, ...]


def again(question: Question) -> Again:
    """Replay the journal of the question's round; what made the question has no part in it."""
    assert question.plan is not None
    rules = rules_of(question.game)
    first = play(rules, question.plan)
    header, entries = first.driver.header, list(first.driver.journal)
    over = journal.replay(journal.lines(header, entries), game)
    waits = []
    for count in range(1, len(entries) + 1):
        then = journal.replay(journal.lines(header, entries[:count]), game)
        if len(then.events) == question.at and then.open:
            waits.append(then)
        if len(then.events) > question.at:
            break
    return Again(over, tuple(waits))
