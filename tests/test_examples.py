"""The ten programs of `examples/`: each is short, and runs to its end."""

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from tests.serve.house import House

EXAMPLES = Path(__file__).parent.parent / "examples"
PROGRAMS = {  # by name: what it prints
    "change_a_pay_table": r"8:1 +1\.9040% +48987/2572780",
    "equity": r"9s 6s 2h Kc +Ah Ad 65\.91%, 8s 7s 34\.09%",
    "a_million_rounds": r"\d\d,\d{3} rounds: -0\.\d{4} wagers a round",
    "settle_a_hand": r"across +\$30 +win +12:1 +\$360 +12\.A\(4\)",
    "walk_a_tree": r"worth -7/18 dollars a round",
    "read_a_history": r"'finishing_stacks': \[572100, 1997500, 1109500\]",
    "export_a_strategy": r"three-card-poker-1\.csv: Play or fold, 11 x 13",
    "plot_a_distribution": r"drawn by matplotlib\n +-1 +0\.847300 ██",
    "train_an_agent": r"after 1,000 rounds it plays from \w\w \w\w \w\w",
}
AT_A_HOUSE = "a_bot_at_a_served_table"
SMALL = {"HOUSEWAY_ROUNDS": "20000", "HOUSEWAY_TRAINING": "1000", "MPLBACKEND": "agg"}


def ran(name: str, folder: Path, *args: str, **surroundings: str) -> str:
    program = [sys.executable, str(EXAMPLES / f"{name}.py"), *args]
    env = {**os.environ, **surroundings, "PYTHONIOENCODING": "utf-8"}
    done = subprocess.run(program, cwd=folder, env=env, capture_output=True, text=True, encoding="utf-8", check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", PROGRAMS)
def test_a_program_runs_to_its_end(name: str, tmp_path: Path) -> None:
    assert re.search(PROGRAMS[name], said := ran(name, tmp_path, **SMALL)), said


def test_a_strategy_is_a_table_that_a_spreadsheet_opens(tmp_path: Path) -> None:
    ran("export_a_strategy", tmp_path)
    head, *rows = (tmp_path / "three-card-poker-1.csv").read_text(encoding="utf-8").splitlines()
    assert head.startswith("Play or fold,") and len(rows) == 11


def test_without_matplotlib_the_bars_are_printed_and_the_extra_is_named(tmp_path: Path) -> None:
    (tmp_path / "matplotlib.py").write_text("raise ModuleNotFoundError(name='matplotlib')", encoding="utf-8")
    paths = os.pathsep.join([str(tmp_path), os.environ.get("PYTHONPATH", "")])
    said = ran("plot_a_distribution", tmp_path, PYTHONPATH=paths)
    assert "pip install 'houseway[notebook]'" in said and "0.847300 ██" in said


def test_a_bot_plays_at_a_served_table(tmp_path: Path) -> None:
    house = House(f"sqlite:///{tmp_path / 'house.db'}", log=tmp_path / "log").start()
    try:
        said = ran(AT_A_HOUSE, tmp_path, house.url, "2")
    finally:
        house.stop()
    assert "comes in." in said and "2 rounds are over." in said


def test_there_are_ten_and_none_is_long() -> None:
    there = {path.stem: path.read_text(encoding="utf-8") for path in EXAMPLES.glob("*.py")}
    assert set(there) == {*PROGRAMS, AT_A_HOUSE} and len(there) == 10
    assert not [name for name, text in there.items() if len(text.splitlines()) >= 25]
