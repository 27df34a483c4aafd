"""From what was typed on the command line to games, files and the operator's choices."""

import sys
from pathlib import Path

from houseway.games import game as game_named
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules
from houseway.rules.settings import choices
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

__all__ = ["STDIN", "game_named", "house_choices", "text_of"]

STDIN = "-"


def text_of(file: str) -> tuple[str, str]:
    """A file's text and what to call it; `-` is the standard input."""
    if file == STDIN:
        return sys.stdin.read(), "standard input"
    if not file:
        raise RulesError("'' can't be read: expected the name of a file, or - for standard input")
    try:
        return Path(file).read_text(encoding="utf-8"), file
    except UnicodeDecodeError:
        raise RulesError(f"{file} can't be read: expected text in UTF-8") from None
    except (OSError, ValueError) as error:
        raise RulesError(f"{file} can't be read: {getattr(error, 'strerror', None) or error}") from None


def house_choices(game: GameRules, settings: list[str]) -> Rules:
    """The house's rules with what `--set` changes in them."""
    return house_rules(game, choices(game, settings))
