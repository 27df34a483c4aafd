"""An interpreter of its own that carries out commands one after the other, so that they share the cost of its start."""

import json
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import NamedTuple, Self

_LOOP = """
import json, sys, traceback
from typer.testing import CliRunner
from houseway.cli import app
told, sys.stdout = sys.stdout, sys.stderr
for line in sys.stdin:
    code, words, given = json.loads(line)
    if code:
        try:
            exec(compile(code, "snippet", "exec"), {"__name__": "__main__"})
            said = 0, "", ""
        except Exception:
            said = 1, "", traceback.format_exc()
    else:
        done = CliRunner().invoke(app, words, input=given)
        lost = [] if isinstance(done.exception, SystemExit | None) else traceback.format_exception(*done.exc_info)
        said = done.exit_code, done.stdout, done.stderr + "".join(lost)
    print(json.dumps(said), file=told, flush=True)
"""


class Said(NamedTuple):
    """What came of a command."""

    status: int
    out: str
    err: str


class Shell:
    """`shell.houseway(["games", "--json"])` in an interpreter that is started once."""

    def __init__(self, python: str, env: Mapping[str, str], folder: Path) -> None:
        self._it = subprocess.Popen(
            [python, "-c", _LOOP], env=env, cwd=folder, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    @property
    def alive(self) -> bool:
        return self._it.poll() is None

    def houseway(self, words: Sequence[str], given: str = "") -> Said:
        return self._said("", words, given)

    def python(self, code: str) -> Said:
        """Code that raises nothing has status 0."""
        return self._said(code, (), "")

    def _said(self, code: str, words: Sequence[str], given: str) -> Said:
        assert self._it.stdin and self._it.stdout
        self._it.stdin.write(json.dumps([code, list(words), given]) + "\n")
        self._it.stdin.flush()
        answer = self._it.stdout.readline()
        assert answer, f"the interpreter ended with status {self._it.wait()}"
        return Said(*json.loads(answer))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        assert self._it.stdin and self._it.stdout
        self._it.stdin.close()
        self._it.stdout.close()
        self._it.wait()
