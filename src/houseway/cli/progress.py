"""A bar on the terminal while something takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn


@contextmanager
def progress_bar(console: Console, doing: str = "counting") -> Iterator[Callable[[int, int], None]]:
    """A bar while something takes long: told how much is done of how much."""
    bar = Progress(
        TextColumn(f"[dim]{doing}"),
        BarColumn(),
        TextColumn("[dim]{task.completed} of {task.total}"),
        TimeRemainingColumn(),
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )
    with bar:
        task = bar.add_task(doing, total=None)
        yield lambda done, total: bar.update(task, completed=done, total=total)


def on_error_stream() -> Console:
    return Console(file=sys.stderr, highlight=False)
