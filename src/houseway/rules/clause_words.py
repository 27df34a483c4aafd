"""What a clause says, in a sentence or two of our own: for steps of the procedure, which have no figure and no choice.

The sentences lie beside the rule files, in `clauses`, and not in them: a game's rules are what is played and priced,
and words change neither. A file names the games that it speaks of, so that a clause which rulebooks share is put in
words once; a game from outside the package may bring its own.
"""

from collections.abc import Mapping
from functools import cache
from importlib import resources

from pydantic import field_validator

from houseway.rules.families import outside
from houseway.rules.files import RulesError, read_model
from houseway.rules.models import Model


class ClauseWords(Model):
    """The games of a file, and the words for each clause."""

    games: tuple[str, ...]
    clauses: dict[str, str]

    @field_validator("clauses")
    @classmethod
    def _sentences(cls, clauses: dict[str, str]) -> dict[str, str]:
        for clause, words in clauses.items():
            if not words.endswith("."):
                raise ValueError(f"{clause}: write a sentence, with a full stop")
        return clauses


@cache
def clause_words(game: str) -> Mapping[str, str]:
    """The clauses of a game that are put in words."""
    found: dict[str, str] = {}
    for file in _files():
        if game in file.games:
            if twice := found.keys() & file.clauses.keys():
                raise RulesError(f"clauses: {min(twice)} is put in words twice for {game}")
            found |= file.clauses
    return found


@cache
def _files() -> tuple[ClauseWords, ...]:
    folders = [folder / "clauses" for folder in (resources.files(__package__), *map(resources.files, outside()))]
    files = [file for folder in folders if folder.is_dir() for file in folder.iterdir() if file.name.endswith(".toml")]
    return tuple(
        read_model(ClauseWords, file.read_text(encoding="utf-8"), name=f"clauses/{file.name}") for file in files
    )
