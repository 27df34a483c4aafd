"""A package with a game of one's own, written to begin with: like a game that there is, and ready to install."""

import re
import shutil
import tempfile
from dataclasses import dataclass
from pathlib import Path

from houseway.rules.folders import game_folders
from houseway.rules.models import GameRules, PayLine
from houseway.rules.strict import RulesError

_ID = re.compile(r"[a-z][a-z0-9]*(-[a-z0-9]+)*")

_PYPROJECT = """\
[build-system]
requires = ["hatchling"]
build-backend = "hatchling.build"

[project]
name = "{id}"
version = "0.1"
description = {summary}
dependencies = ["houseway"]

[project.entry-points."houseway.games"]
{package} = "{package}"

[tool.hatch.build.targets.wheel]
packages = ["{package}"]
"""

_PACKAGE = '"""Games for Houseway: every folder here with a `rules.toml` is one."""\n'

_RULES = """\
# {name}: what differs from {liked_name}. `houseway show {id}` prints the whole.

id = "{id}"
name = {quoted}
summary = {summary}
like = "{like}"
# without = [{entry}]  # entries of {liked_name} that this game does not have

[rulebook]  # the document with the rules of this game
jurisdiction = "none yet"
document = {quoted}
version = "0.1"
{hints}
# A line that differs is stated with the clause of this game's own book. List the clauses of that book in clauses.toml
# beside this file, and every line taken from {liked_name} is checked against it:
#
#     [headings]
#     "Round of Play" = ["1", "2", "3"]
#
# If wagers or decisions differ, write lesson.toml (how it is played) and felt.toml (where wagers lie) too: those of
# {liked_name} are shown otherwise. A new wager needs a pay table, and a place in [position] settle where there is one.
"""

_README = """\
# {name}

A game for [Houseway](https://github.com/houseway/houseway), like {liked_name}.
`{rules}` states what differs.

    pip install .
    houseway show {id}
    houseway play {id}
    houseway price {id}

After an edit install it again, or install it once with `pip install --editable .`. To check a house's submission with
this game, write `game = "{id}"` in one of its tables and run `houseway check house.toml`.
"""


@dataclass(frozen=True)
class NewGame:
    """A game to be written: its id is the name of its folder."""

    id: str
    name: str
    liked: GameRules

    @property
    def module(self) -> str:
        return self.id.replace("-", "_")

    @property
    def package(self) -> str:
        return f"{self.module}_games"

    @property
    def rules(self) -> str:
        """The rule file, from the folder of the package."""
        return f"{self.package}/{self.module}/rules.toml"


def write_package(folder: Path, liked: GameRules, name: str) -> NewGame:
    """Write the package, all of it or nothing; a folder that is there already is left alone."""
    new = _new_game(folder, liked, name)
    if folder.exists():
        raise RulesError(f"{folder} exists already: name a folder that does not")
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent) as scratch:
            written = Path(scratch) / folder.name
            for path, text in _files(new).items():
                (written / path).parent.mkdir(parents=True, exist_ok=True)
                (written / path).write_text(text, encoding="utf-8")
            shutil.move(written, folder)
    except OSError as error:
        raise RulesError(f"{folder} can't be written: {error.strerror}") from None
    return new


def _new_game(folder: Path, liked: GameRules, name: str) -> NewGame:
    id = folder.resolve().name.lower().replace("_", "-").replace(" ", "-")
    if not _ID.fullmatch(id):
        raise RulesError(
            f"{folder.name!r} can't name a game: its folder gives the id, letters and digits with single dashes "
            "between them, such as corner-blackjack"
        )
    if id in game_folders():
        raise RulesError(f"there is a game {id} already: name the folder otherwise, since it gives the game its id")
    if id == "houseway":  # the name of the package to install, too
        raise RulesError("houseway can't be the name of a package of games: name the folder otherwise")
    return NewGame(id, " ".join(name.split()) or id.replace("-", " ").title(), liked)


def _files(new: NewGame) -> dict[str, str]:
    """The text of each file, by its path in the folder."""
    words = {
        "id": new.id,
        "module": new.module,
        "package": new.package,
        "rules": new.rules,
        "name": new.name,
        "quoted": _quoted(new.name),
        "like": new.liked.id,
        "liked_name": new.liked.name,
        "summary": _quoted(f"A game like {new.liked.name}."),
        "hints": "".join(_hints(new.liked)),
        "entry": _quoted(f"wagers.{list(new.liked.wagers)[-1]}"),
    }
    return {
        "pyproject.toml": _PYPROJECT.format(**words),
        "README.md": _README.format(**words),
        f"{new.package}/__init__.py": _PACKAGE,
        new.rules: _RULES.format(**words),
    }


def _hints(liked: GameRules) -> list[str]:
    """Lines of the liked game that one may want to change, commented out: a limit, an option, a pay table."""
    hints = []
    limited = next(((name, one) for name, one in liked.wagers.items() if one.maximum is not None), None)
    if limited:
        name, wager = limited
        hints.append(f'\n# [wagers]\n# {_key(name)}.maximum = "1000"  # of {wager.name}; with its own clause = "..."\n')
    chosen = next(((name, one) for name, one in reversed(liked.options.items()) if one.values), None)
    if chosen:
        name, option = chosen
        values = ", ".join(map(str, option.values))
        hints.append(f"\n# [options]\n# {_key(name)}.default = {_value(option.default)}  # one of {values}\n")
    paid = next(((name, one) for name, one in liked.pay_tables.items() if one.lines), None)
    if paid:
        name, table = paid
        lines = "".join(f"#   {_line(line)},\n" for line in table.lines)
        hints.append(f"\n# [pay_tables]  # a list is stated whole\n# {_key(name)}.lines = [\n{lines}# ]\n")
    return hints


def _line(line: PayLine) -> str:
    pays = "" if line.pays is None else f'pays = "{line.pays}", '
    return f'{{ hand = "{line.hand}", name = {_quoted(line.label)}, {pays}clause = "..." }}'


def _key(name: str) -> str:
    return name if re.fullmatch(r"[\w-]+", name) else _quoted(name)


def _value(value: object) -> str:
    return str(value).lower() if isinstance(value, bool | int) else _quoted(str(value))


def _quoted(text: str) -> str:
    """Text as TOML has it, in one line."""
    plain = " ".join(text.split()).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{plain}"'
