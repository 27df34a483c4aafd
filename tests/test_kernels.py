"""Compiled code is never out of date, wherever the package lies, is made once, and goes when nobody uses it."""

import ast
import os
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from shutil import copytree, ignore_patterns
from typing import Any, NamedTuple

import numpy as np
import pytest

from houseway.counting import kernels
from houseway.counting.kernels import Kernel, kernel
from tests.test_cli import ROOT

CALLER = """
from houseway.cards import batch
from houseway.counting.kernels import kernel

MORE = 0

@kernel
def suited(key, to_come):
    return batch.flush_within(key + MORE, to_come)

if __name__ == "__main__":
    four_clubs = 4 << 40
    print(suited(four_clubs, 0), suited(four_clubs, 1), sum(suited.stats.cache_hits.values()))
"""


class Copy:
    """A copy of the package, with one more module whose kernel calls one of `cards.batch`."""

    def __init__(self, path: Path, kept: Path) -> None:
        copytree(ROOT / "src" / "houseway", path / "houseway", ignore=ignore_patterns("__pycache__", "*.toml", "serve"))
        (path / "houseway" / "caller.py").write_text(CALLER)
        self.path, self.kept = path, kept

    def edit(self, module: str, old: str, new: str) -> None:
        file = self.path / "houseway" / module
        text = file.read_text()
        assert text.count(old) == 1
        file.write_text(text.replace(old, new))

    def run(self) -> tuple[bool, bool, bool]:
        """Whether four clubs are a flush, whether they are one with one more card, and whether nothing was compiled."""
        env = {**os.environ, "PYTHONPATH": str(self.path), "HOUSEWAY_COMPILED": str(self.kept)}
        done = subprocess.run(
            [sys.executable, "-m", "houseway.caller"],
            env=env,
            cwd=self.path,
            capture_output=True,
            text=True,
            check=True,
        )
        four, five, hits = done.stdout.split()
        return four == "True", five == "True", hits == "1"


def test_a_kernel_is_made_anew_when_one_of_another_module_that_it_calls_is_edited(tmp_path: Path) -> None:
    one = Copy(tmp_path / "one", tmp_path / "kept")
    assert one.run() == (False, True, False)
    two = Copy(tmp_path / "two", tmp_path / "kept")
    two.edit("cards/batch.py", '"""Whether that many more cards, none included,', '"""Another sentence.\n\n    Whether')
    two.edit("caller.py", "MORE = 0", "# A remark.\n\n\nMORE = 0")
    assert two.run() == (False, True, True), "another checkout takes what is kept, whatever is said beside the code"
    two.edit("cards/batch.py", "(3 + cards_to_come)", "(4 + cards_to_come)")
    assert two.run() == (True, True, False), "a kernel of another module was edited"
    two.edit("caller.py", "MORE = 0", "MORE = -(1 << 40)")
    assert two.run() == (False, True, False), "a number of its own module was edited"
    assert one.run() == (False, True, True), "what the first checkout has stays as it is"


class Pair(NamedTuple):
    left: int
    right: int


class Swapped(NamedTuple):
    right: int
    left: int


Swapped.__name__ = "Pair"  # numba writes them alike


LIST = np.arange(5)
EIGHT = 8


def _made(**options: Any) -> Any:
    def one(pair: Any) -> Any:
        return pair.left * EIGHT + LIST[2]

    return Kernel(one, options)


def test_the_digest_is_of_all_that_a_kernel_is_compiled_from(monkeypatch: pytest.MonkeyPatch) -> None:
    plain = _made().digest
    assert _made().digest == plain
    assert _made(fastmath=True).digest != plain
    assert _made(fastmath={"nnan", "nsz"}).digest == _made(fastmath={"nsz", "nnan"}).digest
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "EIGHT", 9)
        assert _made().digest != plain
    with monkeypatch.context() as patch:
        patch.setitem(globals(), "LIST", np.arange(5)[::-1])
        assert _made().digest != plain
    assert _made().digest == plain
    by_closure = {_adding(number).digest for number in (1, 2, 2)}
    assert len(by_closure) == 2


def _adding(number: int) -> Any:
    @kernel
    def add(other: int) -> int:
        return number + other

    return add


def test_what_can_not_be_told_apart_is_not_compiled() -> None:
    class Odd: ...

    odd = Odd()

    @kernel
    def uses() -> Any:
        return odd

    with pytest.raises(TypeError, match="uses can't be compiled with"):
        uses()


def test_the_names_of_fields_count_though_numba_does_not_write_them(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_COMPILED", str(tmp_path))
    first = _made()
    assert first(Pair(3, 5)) == 26
    assert first.stats.cache_misses and not first.stats.cache_hits
    again = _made()
    assert again(Pair(3, 5)) == 26
    assert again.stats.cache_hits and not again.stats.cache_misses
    swapped = _made()
    assert swapped(Swapped(3, 5)) == 42
    assert swapped.stats.cache_misses


def test_spoilt_code_is_compiled_again_and_what_nobody_used_for_a_month_goes(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("HOUSEWAY_COMPILED", str(tmp_path))
    _adding(1)(1)
    (kept,) = tmp_path.glob("*_adding*")
    days_ago = time.time() - 20 * 86_400
    os.utime(kept, (days_ago, days_ago))
    assert _adding(1)(1) == 2
    assert time.time() - kept.stat().st_mtime < 86_400, "it was used just now"
    kept.write_bytes(kept.read_bytes()[:100])
    spoilt = _adding(1)
    assert spoilt(1) == 2
    assert spoilt.stats.cache_misses
    long_ago = time.time() - 31 * 86_400
    os.utime(kept, (long_ago, long_ago))
    _adding(2)(1)
    assert kept not in tmp_path.iterdir()
    assert len(list(tmp_path.glob("*_adding*"))) == 1


ONE_OF_MANY = """
import sys
from houseway.counting import kernels

kept = kernels._Kept._keep
kernels._Kept._keep = lambda *given: (print("compiled"), kept(*given))

@kernels.kernel
def inner(number):
    return number + 1

@kernels.kernel
def outer(number):
    return inner(number) * 2

print("asks", flush=True)
input()
print(outer(20))
"""
CAN_NOT_BE = """
from numba.core.errors import TypingError
from houseway.counting.kernels import kernel

@kernel
def wrong(number):
    return number.nothing

for _ in range(2):
    try:
        wrong(1)
    except TypingError:
        print("wrong")
print(input())
"""


def _started(program: str, kept: Path) -> "subprocess.Popen[str]":
    env = {**os.environ, "PYTHONPATH": str(ROOT / "src"), "HOUSEWAY_COMPILED": str(kept)}
    command = [sys.executable, "-c", program]
    return subprocess.Popen(command, env=env, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)


def _said(program: "subprocess.Popen[str]") -> str:
    assert program.stdout is not None
    return program.stdout.readline().strip()


def test_of_programs_that_want_a_kernel_at_once_one_compiles_it(tmp_path: Path) -> None:
    programs = [_started(ONE_OF_MANY, tmp_path) for _ in range(3)]
    assert [_said(program) for program in programs] == ["asks"] * 3
    for program in programs:  # all at once
        assert program.stdin is not None
        program.stdin.write("go\n")
        program.stdin.flush()
    told = "".join(program.communicate()[0] for program in programs).split()
    assert sorted(told) == ["42"] * 3 + ["compiled"] * 2  # each of the two kernels once
    assert not any(program.returncode for program in programs)


def test_a_kernel_that_can_not_be_compiled_keeps_nobody_waiting(tmp_path: Path) -> None:
    first, second = _started(CAN_NOT_BE, tmp_path), _started(CAN_NOT_BE, tmp_path)
    for program in (first, second):  # neither has ended
        assert [_said(program), _said(program)] == ["wrong", "wrong"]
    for program in (first, second):
        assert program.communicate("and on")[0] == "and on\n"


def test_a_folder_that_can_not_be_written_only_costs_the_time(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    monkeypatch.setenv("HOUSEWAY_COMPILED", str(tmp_path / "file" / "compiled"))
    assert _adding(1)(1) == 2


def test_the_folder_is_that_of_the_counts_unless_told(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv("HOUSEWAY_COMPILED")
    monkeypatch.setenv("HOUSEWAY_CACHE", str(tmp_path))
    assert kernels.place() == tmp_path / "compiled"


# Numba compiles these with the BLAS and LAPACK that scipy brings, which Houseway does not install.
NEED_SCIPY = {"dot", "vdot", "matmul", "linalg", "roots", "cov", "corrcoef"}


def _kernels(tree: ast.Module) -> Iterator[ast.FunctionDef]:
    for node in ast.walk(tree):
        if isinstance(node, ast.FunctionDef):
            names = (one.func if isinstance(one, ast.Call) else one for one in node.decorator_list)
            if "kernel" in map(ast.unparse, names):
                yield node


def test_no_kernel_takes_a_matrix_product_which_numba_compiles_only_with_scipy() -> None:
    found, kernels_seen = [], 0
    for path in sorted((ROOT / "src" / "houseway").rglob("*.py")):
        for function in _kernels(ast.parse(path.read_text(encoding="utf-8"))):
            kernels_seen += 1
            found += [
                f"{path.name}:{node.lineno} {ast.unparse(node)}"
                for node in ast.walk(function)
                if (isinstance(node, ast.BinOp) and isinstance(node.op, ast.MatMult))
                or (isinstance(node, ast.Attribute) and node.attr in NEED_SCIPY)
            ]
    assert kernels_seen > 50
    assert found == []
