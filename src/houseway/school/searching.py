"""Look for rounds that show what is rare: `python -m houseway.school.searching [GAME ...]` writes what it finds.

It plays rounds with stacked cards, and changes a few cards of rounds that showed something already, until nothing new
has come up for a while, beginning with what is in the files. That is checked whenever it is used, by playing it.
"""

import json
import sys
from collections import Counter
from dataclasses import replace
from pathlib import Path
from random import Random

from houseway.cards.card import parse, text
from houseway.cards.pack import pack
from houseway.games import catalogue
from houseway.play.scenario.given import decks
from houseway.rules.folders import game_folders
from houseway.rules.resolved import Rules
from houseway.rules.submission import house_rules
from houseway.school import hands, payouts
from houseway.school.stacking import patterned, stacked
from houseway.school.syllabus import DRILLS, attempted, found_before
from houseway.school.table import Plan, Round

_MOST, _PATIENCE = 8000, 1800  # rounds in all, and without anything new
_COMMON = 12  # rounds in the first hundred that show a topic which needs no stacking
_KEPT = 2  # rounds for a topic
_PATTERNS = 0.3  # of changes that make something of a whole place


def search(rules: Rules, *, most: int = _MOST, patience: int = _PATIENCE) -> dict[Plan, set[str]]:
    """Rounds that show the rare topics of a table, payouts and hands, each with what it shows."""
    rng = Random(f"search {rules.game.id} {len(found_before(rules.game.id))}")
    often: dict[str, int] = {}
    carries = False
    for number in range(100):
        if round := attempted(rules, Plan(f"common {number}", players=2 + number % 3)):
            carries = carries or bool(round.driver.table.stakes)
            for key in _keys(round):
                often[key] = often.get(key, 0) + 1
    found: dict[str, list[Plan]] = {}
    shows: dict[Plan, set[str]] = {}

    def look(plan: Plan) -> bool:
        """Whether a round shows something new."""
        new = False
        round = attempted(rules, plan)
        for key in _keys(round) if round else ():
            if often.get(key, 0) < _COMMON and len(found.setdefault(key, [])) < _KEPT:
                found[key].append(plan)
                shows.setdefault(plan, set()).add(key)
                new = True
        return new

    for plan in found_before(rules.game.id):
        look(plan)
    printed = payouts.printed(rules)
    quiet = 0
    for number in range(most):
        if quiet > patience:
            break
        missing = [key for key in printed if key not in found]
        new = look(_tried(rules, rng, number, list(found.values()), missing, carries=carries))
        quiet = 0 if new else quiet + 1
    return thinned(shows)


def thinned(shows: dict[Plan, set[str]]) -> dict[Plan, set[str]]:
    """As few of these rounds as show all that they show together."""
    left = set().union(*shows.values()) if shows else set()
    kept: dict[Plan, set[str]] = {}
    while left:
        best = max(shows, key=lambda plan: len(shows[plan] & left))
        kept[best] = shows[best]
        left -= shows[best]
    return kept


def _keys(round: Round) -> set[str]:
    keys = {topic.key for topic in payouts.topics(round)}
    names = {topic.key for topic in hands.topics(round)}
    return keys | {name for name in names if name.startswith(("which", "house way"))}


def _tried(
    rules: Rules, rng: Random, number: int, found: list[list[Plan]], missing: list[str], *, carries: bool
) -> Plan:
    wager = rng.choice(missing).partition(":")[0] if missing else ""
    wagers = (wager,) if wager in rules.wagers else ()
    plan = Plan(f"{number}", players=2, wagers=wagers, earlier=rng.randrange(5) if carries else 0)
    if found and number % 2:
        near = rng.choice(rng.choice(found))
        return replace(plan, cards=_changed(rules, near, rng), seed=rng.choice((near.seed, plan.seed)))
    return replace(plan, cards=stacked(rules, 2, rng))


def _changed(rules: Rules, plan: Plan, rng: Random) -> tuple[tuple[str, str], ...]:
    """The cards of a round with a few of one place changed, or with two places holding the same ranks."""
    whole = [text((one,)) for one in pack(rules.game.cards.pack, decks(rules))]
    laid = {place: line.split() for place, line in plan.cards}
    if not laid:
        return ()
    places = list(laid)
    for cards in laid.values():
        for one in cards:
            whole.remove(one)
    place = rng.choice(places)
    other = rng.choice(places)
    if rng.random() < _PATTERNS:
        left = Counter(map(parse, whole + laid[place]))
        laid[place] = text(tuple(patterned(len(laid[place]), left, rng))).split()
    elif rng.random() < 0.25 and len(laid[place]) == len(laid[other]) and place != other:
        whole += laid[place]
        twins: list[str] = []
        for one in laid[other]:
            alike = [two for two in whole if two[0] == one[0]] or whole
            twins.append(rng.choice(alike))
            whole.remove(twins[-1])
        laid[place] = twins
    else:
        for _ in range(rng.randint(1, 3)):
            at = rng.randrange(len(laid[place]))
            old = laid[place][at]
            near = [one for one in whole if one[0] == old[0] or one[1] == old[1]] or whole
            if near:
                laid[place][at] = rng.choice(near if rng.random() < 0.5 else whole)
                whole.remove(laid[place][at])
                whole.append(old)
    return tuple((name, " ".join(cards)) for name, cards in laid.items())


def write(game: str) -> None:
    rules = house_rules(catalogue()[game].rules)
    shows = search(rules)
    put(game, shows)
    shown = set().union(*shows.values()) if shows else set()
    never = [key for key in payouts.printed(rules) if key not in shown]
    print(f"{game}: {len(shows)} rounds show {len(shown)} rare topics; not among them: {', '.join(never) or 'nothing'}")


def put(game: str, shows: dict[Plan, set[str]]) -> None:
    rows = [{"plan": plan.data(), "shows": sorted(keys)} for plan, keys in shows.items()]
    lines = ",\n".join(json.dumps(row, sort_keys=True) for row in rows)
    Path(str(game_folders()[game].path / DRILLS)).write_text(f"[\n{lines}\n]\n", encoding="utf-8")


if __name__ == "__main__":
    for game in sys.argv[1:] or catalogue():
        write(game)
