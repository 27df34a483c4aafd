"""Examples of docstrings, which begin with `>>>`, shown as code: Markdown would take them for quotations."""

from markdown import Markdown
from markdown.extensions import Extension
from markdown.preprocessors import Preprocessor


class Examples(Preprocessor):
    def run(self, lines: list[str]) -> list[str]:
        """Indent an example from its first line to the next empty one."""
        shown, inside = [], False
        for line in lines:
            inside = bool(line.strip()) and (inside or line.startswith(">>> "))
            shown.append(f"    {line.removesuffix('  # doctest: +SKIP')}" if inside else line)
        return shown


class ShownExamples(Extension):
    def extendMarkdown(self, md: Markdown) -> None:  # noqa: N802  # by this name it is called
        md.preprocessors.register(Examples(md), "examples", priority=28)  # after fenced blocks were taken out


def makeExtension() -> Extension:  # noqa: N802
    return ShownExamples()
