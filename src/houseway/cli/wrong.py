"""What was given and can't be taken: which errors are the user's to read, and how they read."""

import sys

from houseway.cards.card import CardError
from houseway.play.ask import Refused
from houseway.play.journal import JournalError
from houseway.play.scenario import ScenarioError
from houseway.rules.money import MoneyError
from houseway.rules.strict import RulesError

TOLD = (CardError, JournalError, MoneyError, Refused, RulesError, ScenarioError)


def in_words(error: Exception) -> str | None:
    """The one sentence for an error that the user made; None for a mistake of the program."""
    if isinstance(error, TOLD) or _of_a_command(error):
        return str(error)
    if hasattr(error, "format_message"):  # typer's own: an unknown command, a missing argument
        return f"{error.format_message().removesuffix('.')} (see `{_command(error)} --help`)"
    if isinstance(error, UnicodeEncodeError):
        return "what was given is not text: it holds half a character, which UTF-8 can't write"
    return None


def _of_a_command(error: Exception) -> bool:
    """Errors of modules that only some commands load: what is not loaded has not gone wrong."""
    later = {
        "houseway.keys": "KeyWrong",
        "houseway.price.counting.cluster": "ClusterError",
        "houseway.prove.sources": "ProveError",
        "houseway.serve.database": "StoreError",
        "houseway.vault": "VaultWrong",
    }
    return any(name in sys.modules and isinstance(error, getattr(sys.modules[name], it)) for name, it in later.items())


def _command(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "houseway"
