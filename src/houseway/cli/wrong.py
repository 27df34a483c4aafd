"""What was given and can't be taken: which errors are the user's to read, and how they read."""

from houseway.errors import HousewayError


def in_words(error: Exception) -> str | None:
    """The one sentence for an error that the user made; None for a mistake of the program."""
    if isinstance(error, HousewayError):
        return str(error)
    if hasattr(error, "format_message"):  # typer's own: an unknown command, a missing argument
        return f"{error.format_message().removesuffix('.')} (see `{_command(error)} --help`)"
    if isinstance(error, UnicodeEncodeError):
        return "what was given is not text: it holds half a character, which UTF-8 can't write"
    return None


def _command(error: Exception) -> str:
    context = getattr(error, "ctx", None)
    return context.command_path if context is not None else "houseway"
