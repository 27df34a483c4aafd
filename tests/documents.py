"""Does what the pages of the documentation say: writes their files, runs their commands and snippets.

A comment before a block says what is done with it:

    <!-- file NAME -->             the block is written to this file
    <!-- run [status=N] -->        it is run: Python as it stands; of a console each `$` line is a command, the `>`
                                   lines after it are what is typed, and every other line is found in what it prints
    <!-- run house -->             the same where a house is served, in place of http://localhost:8080
    <!-- run installed -->         Python with what the page has installed
    <!-- skip: why -->             it is not
"""

import contextlib
import io
import os
import re
import shlex
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field, replace
from importlib import resources
from pathlib import Path
from typing import Any

from typer.testing import CliRunner

from houseway.cli import app
from tests.shell import Shell

ROOT = Path(__file__).parent.parent
DOCS = ROOT / "docs"
OURS = "http://localhost:8080"  # where a page says that the house is
_BLOCK = re.compile(r"(?:^<!-- (?P<mark>.*?) -->\n)?^```(?P<kind>[\w-]*)\n(?P<text>.*?)^```$", re.DOTALL | re.MULTILINE)


@dataclass(frozen=True)
class Block:
    """A fenced block of a page, with what its comment says."""

    page: str
    line: int
    kind: str
    mark: str
    text: str


def pages() -> list[Path]:
    return sorted(DOCS.rglob("*.md"))


def blocks(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    name = page.relative_to(DOCS).as_posix()
    return [
        Block(name, text.count("\n", 0, found.start()) + 1, found["kind"], found["mark"] or "", found["text"])
        for found in _BLOCK.finditer(text)
    ]


def needs_a_house(page: Path) -> bool:
    return any(block.mark == "run house" for block in blocks(page))


@dataclass
class Reader:
    """Does what a page says, from top to bottom."""

    folder: Path
    house: str = ""
    known: dict[str, Any] = field(default_factory=dict)
    site: Path | None = None  # where the page has installed something
    shell: Shell | None = None  # which sees that

    def follow(self, page: Path) -> int:
        """How many blocks were run."""
        ran = 0
        with contextlib.chdir(self.folder), contextlib.ExitStack() as after:
            after.callback(self._close)
            for block in blocks(page):
                word, _, rest = block.mark.partition(" ")
                if word == "file":
                    Path(rest).parent.mkdir(parents=True, exist_ok=True)
                    Path(rest).write_text(block.text, encoding="utf-8")
                elif word == "run":
                    ran += 1
                    try:
                        self._run(block, rest)
                    except Exception as error:
                        raise AssertionError(f"{block.page}, line {block.line}: {error}") from error
        return ran

    def _run(self, block: Block, how: str) -> None:
        if how == "house":
            assert OURS in block.text or block.kind == "python"
            block = replace(block, text=block.text.replace(OURS, self.house))
        if block.kind == "python":
            self._python(block, installed="installed" in how)
            return
        status = int(found[1]) if (found := re.search(r"status=(\d+)", how)) else 0
        for command, typed, expected in _commands(block.text):
            came, said = self._command(shlex.split(command), "".join(typed))
            assert came == status, f"{command}: status {came}\n{said}"
            for one in expected:
                assert " ".join(one.split()) in " ".join(said.split()), f"{command}: no {one!r} in\n{said}"

    def _python(self, block: Block, *, installed: bool) -> None:
        if installed:
            said = self._shell().python(block.text)
            assert not said.status, said.err
            return
        with contextlib.redirect_stdout(io.StringIO()):
            exec(compile(block.text, f"{block.page}, line {block.line}", "exec"), self.known)

    def _command(self, words: list[str], typed: str) -> tuple[int, str]:
        match words:
            case ["pip", "install", "." | "./corner-blackjack" as folder]:
                self.site = self.folder / "installed"
                self._close()
                pip = [sys.executable, "-m", "pip", "--disable-pip-version-check", "install", "--quiet", "--no-index"]
                command = [*pip, "--no-deps", "--no-build-isolation", "--target", str(self.site), folder]
            case ["python", *rest]:
                command = [sys.executable, *rest]
            case ["houseway", *rest] if self.site is not None:
                said = self._shell().houseway(rest, typed)
                return said.status, said.out + said.err
            case ["houseway", *rest]:
                done = CliRunner().invoke(app, rest, input=typed)
                if done.exception is not None and not isinstance(done.exception, SystemExit):
                    raise done.exception
                return done.exit_code, done.output
            case _:
                raise AssertionError(f"nobody knows how to run {shlex.join(words)}")
        ran = subprocess.run(command, env=self._env(), input=typed, capture_output=True, text=True, check=False)
        return ran.returncode, ran.stdout + ran.stderr

    def _shell(self) -> Shell:
        if self.shell is None:
            self.shell = Shell(sys.executable, self._env(), self.folder)
        return self.shell

    def _close(self) -> None:
        if self.shell is not None:
            self.shell.close()
            self.shell = None

    def _env(self) -> dict[str, str]:
        paths = [*([str(self.site)] if self.site else []), str(resources.files("houseway") / "..")]
        return {**os.environ, "PYTHONPATH": os.pathsep.join(paths)}


def _commands(text: str) -> Iterator[tuple[str, list[str], list[str]]]:
    """Each command with what is typed after it, and what it is said to print."""
    for part in re.split(r"^\$ ", text, flags=re.MULTILINE)[1:]:
        command, *lines = part.splitlines()
        typed = [f"{line[2:]}\n" for line in lines if line.startswith("> ")]
        yield command, typed, [line for line in lines if line and not line.startswith("> ")]
