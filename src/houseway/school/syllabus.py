"""What can be asked in a game, found by playing it: every topic of every skill with rounds in which it comes up.

Common topics come up by themselves. Rare lines are looked for once, with stacked cards (`searching`), and what makes
them lies in a file beside this one; it is only where to begin, for every question is played before it is asked.
"""

import json
from collections import OrderedDict
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from random import Random
from threading import Lock

from houseway.play.event import Collected, Paid
from houseway.rules.folders import game_folders
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.school import decisions, hands, payouts, procedure
from houseway.school.question import DECISIONS, HANDS, PAYOUTS, PROCEDURE, SKILLS
from houseway.school.table import Called, Plan, Round, Unplayable, plan_from, play

_ROUNDS = 60
_SHORT = 16  # rounds played again with a bank that runs short
_TRIES = 4  # moments at which an irregularity is called, until one fits
_KEPT = 12  # rounds kept for a topic
_SYLLABI = 60  # kept in memory
_OF_HANDS = ("which hand: ", "house way: ")

DRILLS = "drills.json"  # in the folder of a game


@dataclass
class Syllabus:
    """The topics of a table, by skill, each with rounds that show it."""

    rules: Rules
    plans: dict[str, dict[str, list[Plan]]] = field(default_factory=lambda: {skill: {} for skill in SKILLS})
    names: dict[str, None] = field(default_factory=dict)  # of hands that were seen
    carries: bool = False  # wagers stand from round to round
    coached: dict[str, bool] = field(default_factory=dict)  # whether the coach has a word on an ask, by its name

    def add(self, skill: str, key: str, plan: Plan) -> None:
        plans = self.plans[skill].setdefault(key, [])
        if len(plans) < _KEPT and plan not in plans:
            plans.append(plan)

    def topics(self, skill: str) -> list[str]:
        return list(self.plans[skill])

    def skills(self) -> list[str]:
        return [skill for skill in SKILLS if self.plans[skill]]


_known: OrderedDict[str, Syllabus] = OrderedDict()
_finding = Lock()


def syllabus(rules: Rules) -> Syllabus:
    """The syllabus of a table; found once for its rules, and then known."""
    key = json.dumps([rules.game.id, rules.chosen], sort_keys=True, default=str)
    with _finding:
        if key not in _known:
            _known[key] = _found(rules)
            while len(_known) > _SYLLABI:
                _known.popitem(last=False)
        _known.move_to_end(key)
        return _known[key]


def learn(it: Syllabus, round: Round) -> None:
    """Note what a round shows."""
    plan = round.plan
    for topic in procedure.topics(round):
        it.add(PROCEDURE, topic.key, plan)
    if round.called_at is not None:
        return
    for topic in payouts.topics(round):
        it.add(PAYOUTS, topic.key, plan)
    for topic in hands.topics(round):
        it.add(HANDS, topic.key, plan)
    for name in hands.names(round):
        it.names[name] = None
    if decisions.has_decisions(it.rules):
        for key, number in decisions.moments(round):
            what = round.stops[number].asks[0].what
            if what not in it.coached:
                it.coached[what] = decisions.question(it.rules, plan, number, key) is not None
            if it.coached[what]:
                it.add(DECISIONS, key, plan)


def _found(rules: Rules) -> Syllabus:
    it = Syllabus(rules)
    as_searched = rules.chosen == house_rules(rules.game).chosen
    for plan, keys in found_before(rules.game.id).items():
        if as_searched:
            for key in keys:
                it.add(HANDS if key.startswith(_OF_HANDS) else PAYOUTS, key, plan)
        elif set(plan.wagers) <= set(rules.wagers) and (round := attempted(rules, plan)):
            learn(it, round)
    rounds = []
    for number in range(_ROUNDS):
        plan = Plan(f"syllabus {number}", level=number % 3 + 1, players=2 + number % 3)
        if it.carries:
            plan = replace(plan, earlier=number % 5)
        if round := attempted(rules, plan):
            it.carries = it.carries or bool(round.driver.table.stakes)
            learn(it, round)
            rounds.append(round)
    for round in rounds[:_SHORT]:
        if (short := _short_bank(round)) and (again := attempted(rules, short)):
            learn(it, again)
    for plan in _calls(rounds):
        if round := attempted(rules, plan):
            learn(it, round)
    return it


def attempted(rules: Rules, plan: Plan) -> Round | None:
    """A plan played, if it can be."""
    try:
        return play(rules, plan)
    except Unplayable:
        return None


def found_before(game: str) -> dict[Plan, list[str]]:
    """The rounds that were found with stacked cards, and what each shows, from the file of the game."""
    file = game_folders()[game].file(DRILLS) if game in game_folders() else None
    if file is None:
        return {}
    return {plan_from(row["plan"]): row["shows"] for row in json.loads(file.read_text(encoding="utf-8"))}


def _short_bank(round: Round) -> Plan | None:
    """The same round with a bank that runs out in the middle of settlement."""
    if round.rules.game.bank != "player-dealer":
        return None
    moved = [event.amount for event in round.events if isinstance(event, (Paid, Collected)) and event.amount]
    if len(moved) < 3:
        return None
    at = len(moved) // 2
    return replace(round.plan, bank=sum(moved[:at]) + moved[at] // 2)


def _calls(rounds: list[Round]) -> Iterator[Plan]:
    """Every irregularity, called at moments at which it can be."""
    rng = Random("calls")
    for name, one in rounds[0].rules.irregularities.items() if rounds else ():
        tried = 0
        for round in rounds:
            fitting = [at for at, stop in enumerate(round.stops) if at and (not one.stages or stop.stage in one.stages)]
            if not fitting:
                continue
            seats = list(round.driver.table.seats)
            who = rng.choice(seats[:-1] or seats)
            yield replace(round.plan, called=Called(name, rng.choice(fitting), who))
            tried += 1
            if tried >= _TRIES:
                break
