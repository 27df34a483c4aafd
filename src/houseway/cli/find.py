"""From what was typed on the command line to games, files and the operator's choices."""

import sys
from difflib import get_close_matches
from pathlib import Path

from houseway.games import catalogue
from houseway.play.game import Game
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules
from houseway.rules.settings import choices
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules

STDIN = "-"


def game_named(id: str) -> Game:
    """The game, or a sentence with the ids that come close."""
    games = catalogue()
    if found := games.get("-".join(id.lower().replace("_", " ").split())):
        return found
    by_name = {game.rules.name.lower(): known for known, game in games.items()}
    close = get_close_matches(id.lower(), [*games, *by_name], n=3, cutoff=0.5)
    close += [known for known in games if len(id) > 2 and id.lower() in known]
    close += [known for known, game in games.items() if id.lower() in map(str.lower, game.rules.known_as)]
    ids = list(dict.fromkeys(by_name.get(match, match) for match in close))
    hint = f"did you mean {' or '.join(ids)}?" if ids else "expected one that `houseway games` lists"
    raise RulesError(f"{id!r} is not a game here: {hint}")


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
