"""Write docs/rulings.md: how doubtful clauses are read, out of the rule files of all games.

python docs/make_rulings.py
"""

from collections import defaultdict
from pathlib import Path

from houseway.games import catalogue
from houseway.rules.models import GameRules, Ruling

HERE = Path(__file__).parent

HEAD = """# Rulings: how the rulebooks are read

The rulebooks contradict themselves here and there, leave gaps and carry scanning errors. The printed text wins; of two
clauses that conflict the more specific one does; where the text is silent, ordinary practice fills the gap; and a
figure that would make the game absurd is read as the nearest sane one. What that came to is below, and `houseway show
GAME` tells it for one game. An id means one thing in all games. Where both readings are playable an option switches
between them.

This page is written by `python docs/make_rulings.py` from the rule files in `src/houseway/rules`.
"""

# Rulings that games share and that read otherwise from game to game: what each of them is about.
SUBJECTS = {
    "ALL-1": "amounts that are not whole chips",
    "ALL-2": "the ace in straights",
    "ALL-7": "hands that fit several lines of a pay table",
    "BA-2": "a banker's win that is not paid in full",
    "BX-4": "surrender and a natural of the player-dealer",
    "BX-12": "where no order is printed",
    "CH-2": "what a foul pays",
    "CH-3": "clean sweeps",
    "CH-8": "staying in Fantasy Land",
    "PD-10": "the least that a player-dealer may put up",
    "PD-5": "who decides on a hand with several bettors, and who is settled first",
    "PG-4": "what the joker completes",
    "PG-8": "fouls",
    "PG-9": "the card that the joker stands for",
    "PG-14": "the order of settlement, and Mini Pai Gow's double-down and fouls",
    "PG-15": "several complete hands, and dice that come to the player-dealer",
    "PG-16": "schedules as they are printed, and whose action is first",
    "PP-3": "how often may be raised",
    "PP-6": "odd chips",
    "PP-8": "short all-ins",
    "PP-11": "the players that the collection counts",
    "PP-13": "amounts that are not printed",
    "PP-18": "a stub that runs short",
    "PP-19": "who begins",
}

EVERY = {"ALL": "all games", "PD": "games that a player banks"}

Where = list[tuple[GameRules, str]]  # the games that have a ruling, each with its clause
Readings = dict[Ruling, Where]  # a ruling without its clause


def rulings() -> dict[str, Readings]:
    """Every ruling by id, in the order of the page, with each of its readings."""
    found: dict[str, Readings] = defaultdict(dict)
    for game in catalogue().values():
        if type(game).__module__.startswith("houseway.games."):
            for id, ruling in game.rules.rulings.items():
                reading = ruling.model_copy(update={"clause": ""})
                found[id].setdefault(reading, []).append((game.rules, ruling.clause))
    return dict(sorted(found.items(), key=lambda ruling: _order(ruling[0])))


def _order(id: str) -> tuple[bool, str, int]:
    family, _, number = id.rpartition("-")
    return family not in EVERY, family, int(number)


def ambiguous() -> list[str]:
    """Ids that read otherwise in another game, with nothing said about what they have in common."""
    return [id for id, readings in rulings().items() if len(readings) > 1 and id not in SUBJECTS]


def page() -> str:
    """The text of docs/rulings.md."""
    families: dict[str, list[tuple[str, Ruling, Where]]] = defaultdict(list)
    games: dict[str, dict[str, None]] = defaultdict(dict)
    for id, readings in rulings().items():
        family = id.rpartition("-")[0]
        for reading, where in readings.items():
            games[family] |= dict.fromkeys(rules.name for rules, _ in where)
            families[family].append((id, reading, where))
    parts = [HEAD]
    for family, told in families.items():
        title = EVERY.get(family) or ", ".join(sorted(games[family]))
        rows = [_row(id, reading, where, alone=len(games[family]) == 1) for id, reading, where in told]
        table = "\n".join(("| id | reading | option | clause |", "|---|---|---|---|", *rows))
        parts.append(f"## {family}: {title}\n\n{table}\n")
    return "\n".join(parts)


def _row(id: str, reading: Ruling, where: Where, *, alone: bool) -> str:
    about = f"{id}, {SUBJECTS[id]}" if id in SUBJECTS else id
    option = ""
    if reading.option:
        values = ", ".join(map(str, where[0][0].options[reading.option].values))
        option = f"`{reading.option}`" + (f": {values}" if values else "")
    return f"| {about} | {reading.reading} | {option} | {_clauses(id, where, alone=alone)} |"


def _clauses(id: str, where: Where, *, alone: bool) -> str:
    """Where the rulebooks say it, with the games unless there is but one."""
    games: dict[str, list[str]] = defaultdict(list)
    for rules, clause in where:
        games[clause].append(rules.name)
    if alone:
        return "; ".join(games)
    return "; ".join(", ".join(names) + (f": {clause}" if clause != id else "") for clause, names in games.items())


if __name__ == "__main__":
    (HERE / "rulings.md").write_text(page(), encoding="utf-8")
