"""`houseway new-game` writes a package that is installed, shown, played and priced like the game it is like."""

import json
import os
import subprocess
import sys
from importlib import resources
from pathlib import Path

import pytest

from houseway.pricing.families import can_price
from houseway.rules.files import game_rules
from houseway.rules.folders import game_folders
from tests.test_families import houseway

FAMILIES = {game_rules(id).family: id for id in reversed(game_folders())}  # the first game of each


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> dict[str, str]:
    """The environment of a process that has a new game of each family installed."""
    here, site = tmp_path_factory.mktemp("new"), tmp_path_factory.mktemp("site")
    source = str(resources.files("houseway") / "..")
    env = {**os.environ, "PYTHONPATH": os.pathsep.join([str(site), source])}
    for family, like in FAMILIES.items():
        houseway(env, "new-game", str(here / f"new-{family}"), "--like", like, "--name", f'New "{family}"')
    install = ["install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation", "--disable-pip-version-check"]
    packages = [str(here / f"new-{family}") for family in FAMILIES]
    subprocess.run([sys.executable, "-m", "pip", *install, "--target", str(site), *packages], check=True)
    return env


@pytest.mark.parametrize("family", FAMILIES)
def test_a_new_game_is_shown_with_all_that_the_other_has(installed: dict[str, str], family: str) -> None:
    like = json.loads(houseway(installed, "show", FAMILIES[family], "--json"))
    new = json.loads(houseway(installed, "show", f"new-{family}", "--json"))
    assert (new["id"], new["name"]) == (f"new-{family}", f'New "{family}"')
    own = {"id", "name", "summary", "rulebook", "demonstration"}
    assert {part: new[part] for part in new.keys() - own} == {part: like[part] for part in like.keys() - own}


PLAYED = """
import sys
from random import Random
from houseway.games import game
from houseway.play.driver import Driver
from houseway.rules.submission import house_rules
rng = Random(3)
for id in sys.argv[1:]:
    new = game(id)
    table = Driver(new, house_rules(new.rules))
    for number in (1, 2, 3):
        table.seat(f"seat {number}", 1_000_00, f"Player {number}")
    table.begin(rng.randbytes(32))
    while table.open:
        ask = rng.choice(list(table.asks.values()))
        table.answer(ask.who, ask.forms[0].random(rng) or ask.random(rng) or ask.default)
    print(id, len(table.events))
"""


def test_a_round_of_every_new_game_is_played_to_its_end(installed: dict[str, str]) -> None:
    ids = [f"new-{family}" for family in FAMILIES]
    ran = subprocess.run(
        [sys.executable, "-c", PLAYED, *ids], env=installed, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 0, ran.stderr
    played = dict(line.split() for line in ran.stdout.splitlines())
    assert list(played) == ids and all(int(events) > 1 for events in played.values())


@pytest.mark.parametrize("family", [family for family, id in FAMILIES.items() if can_price(id)])
def test_a_new_game_is_priced_like_the_other(installed: dict[str, str], family: str) -> None:
    new, like = (json.loads(houseway(installed, "price", id, "--json")) for id in (f"new-{family}", FAMILIES[family]))
    assert new["wagers"] == like["wagers"]


@pytest.mark.parametrize(
    ("folder", "like", "message"),
    [
        ("omaha", "omaha", "there is a game omaha already"),
        ("1st-game", "omaha", "'1st-game' can't name a game: its folder gives the id"),
        ("houseway", "omaha", "houseway can't be the name of a package of games"),
        ("there", "omaha", "there exists already: name a folder that does not"),
        ("new", "omahaa", "'omahaa' is not a game here: did you mean omaha"),
        ("there/file/new", "omaha", "there/file/new can't be written: "),
    ],
)
def test_what_can_not_be_written_is_refused_and_nothing_is_changed(
    tmp_path: Path, folder: str, like: str, message: str
) -> None:
    (tmp_path / "there").mkdir()
    (tmp_path / "there" / "file").write_text("mine", encoding="utf-8")
    env = {**os.environ, "PYTHONPATH": str(resources.files("houseway") / "..")}
    words = ["new-game", str(tmp_path / folder), "--like", like]
    ran = subprocess.run(
        [sys.executable, "-m", "houseway", *words], env=env, capture_output=True, text=True, check=False
    )
    assert ran.returncode == 2 and message in ran.stderr and ran.stderr.count("\n") == 1
    assert [path.name for path in sorted(tmp_path.rglob("*"))] == ["there", "file"]
