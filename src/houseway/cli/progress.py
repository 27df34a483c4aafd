"""A bar on the terminal while something takes long."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console
from rich.progress import BarColumn, Progress, ProgressColumn, Task, TextColumn, TimeRemainingColumn
from rich.text import Text


class _Done(ProgressColumn):
    """How much is done, once it is known of how much."""

    def render(self, task: Task) -> Text:
        return Text(f"{task.completed:.0f} of {task.total:.0f}" if task.total else "", "dim")


@contextmanager
def progress_bar(console: Console, doing: str = "counting") -> Iterator[Callable[[int, int], None]]:
    """A bar while something takes long: told how much is done of how much."""
    bar = Progress(
        TextColumn(f"[dim]{doing}"),
        BarColumn(),
        _Done(),
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
