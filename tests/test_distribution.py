"""The wheel and the sdist are complete, and a fresh install does everything with the packages it declares.

Every program below runs in an empty environment that has the wheel and the run-time lock and nothing else to import
from (`tests/installation.py`).
"""

import ast
import json
import re
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from typer.main import get_command

from houseway.cli import app
from houseway.client import Client, HouseError
from houseway.games import catalogue
from houseway.games.pot.round import PotGame
from houseway.pricing.families import can_price
from houseway.rules.submission import demonstration_text
from houseway.skill.kinds import kinds
from tests.games.high_card.round import HighCard
from tests.installation import RESOLUTION, ROOT, Installation, built
from tests.serve.house import PATIENCE, eventually, free_port
from tests.shell import Shell
from tests.test_lock import pinned

SOURCE = ROOT / "src" / "houseway"
MADE_HERE = {"__pycache__", ".DS_Store"}
GAMES = {id: game for id, game in catalogue().items() if not isinstance(game, HighCard)}
POT_GAMES = [id for id, game in GAMES.items() if isinstance(game, PotGame)]
PRICED = {game.rules.family: id for id, game in GAMES.items() if can_price(id)}  # one of each family


@pytest.fixture(scope="module")
def distribution(tmp_path_factory: pytest.TempPathFactory, worker_id: str) -> Installation:
    """The wheel, and where it is installed when a test first needs that; the test processes share both."""
    mine = tmp_path_factory.getbasetemp()
    return Installation((mine if worker_id == "master" else mine.parent) / "distribution")


@pytest.fixture
def installed(distribution: Installation) -> Iterator[Installation]:
    """The fresh environment. A test fails if anything is imported there that is not declared."""
    distribution.install()
    yield distribution
    assert not distribution.undeclared()


@pytest.fixture(scope="module")
def interpreters() -> Iterator[list[Shell]]:
    started: list[Shell] = []
    yield started
    for shell in started:
        shell.close()


@pytest.fixture
def shell(interpreters: list[Shell], installed: Installation, tmp_path_factory: pytest.TempPathFactory) -> Shell:
    """An interpreter of the fresh environment. Tests share it, unless one of them has crashed it."""
    if not interpreters or not interpreters[-1].alive:
        interpreters.append(installed.shell(tmp_path_factory.mktemp("home")))
    return interpreters[-1]


def ran(shell: Shell, *args: str, given: str = "") -> str:
    said = shell.houseway(args, given)
    assert said.status == 0, f"houseway {' '.join(args)}\n{said.out[-2000:]}{said.err}"
    return said.out


# The wheel and the sdist


def test_the_wheel_holds_every_file_of_the_package(distribution: Installation) -> None:
    with zipfile.ZipFile(distribution.wheel) as file:
        packed = {name for name in file.namelist() if name.startswith("houseway/")}
    there = {
        f"houseway/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and not MADE_HERE.intersection(path.parts)
    }
    assert packed == there
    assert {"houseway/py.typed", "houseway/games/twenty_one/pontoon_21/felt.toml"} <= packed


def test_the_sdist_makes_the_same_wheel_and_brings_its_tests_and_documents(
    distribution: Installation, tmp_path: Path
) -> None:
    (tmp_path / "sdist").mkdir()
    (packed,) = built(tmp_path / "sdist", "sdist")
    with tarfile.open(packed) as file:
        file.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("houseway-*")
    for part in ("LICENSE", "README.md", "docs/scenarios.md", "examples/criss-cross.toml", "tests/conftest.py"):
        assert (source / part).is_file(), part
    (again,) = built(tmp_path / "wheel", "wheel", source=source)
    assert again.name == distribution.wheel.name
    with zipfile.ZipFile(distribution.wheel) as one, zipfile.ZipFile(again) as other:
        assert {info.filename: info.CRC for info in one.infolist()} == {
            info.filename: info.CRC for info in other.infolist()
        }


def test_the_wheel_describes_itself_to_an_index(distribution: Installation) -> None:
    with zipfile.ZipFile(distribution.wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("METADATA"))
        said = file.read(name).decode()
    for line in ("Name: houseway", "License-Expression: Apache-2.0", "Description-Content-Type: text/markdown"):
        assert f"\n{line}\n" in said
    assert said.partition("\n\n")[2].startswith("# Houseway")


# What is imported is declared

NAMED_OTHERWISE = {  # modules whose package has another name
    "PIL": "pillow",
    "argon2": "argon2-cffi",
    "fpdf": "fpdf2",
    "pyspiel": "open-spiel",
}


def _imports(tree: ast.AST, *, lazily: bool = False) -> Iterator[tuple[str, bool]]:
    """The top name of every import, and whether it is made only when a function runs or types are checked."""
    for node in ast.iter_child_nodes(tree):
        if isinstance(node, ast.Import):
            yield from ((alias.name.partition(".")[0], lazily) for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and not node.level:
            yield str(node.module).partition(".")[0], lazily
        else:
            types_only = isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"
            in_function = isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
            yield from _imports(node, lazily=lazily or types_only or in_function)


@pytest.mark.threat("stowaway")
def test_every_import_is_a_declared_dependency_or_a_lazy_one_of_an_extra() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    always = {canonicalize_name(Requirement(one).name) for one in project["dependencies"]}
    offered = {extra: asked for extra, asked in project["optional-dependencies"].items() if extra != "dev"}
    extras = {canonicalize_name(Requirement(one).name) for asked in offered.values() for one in asked}
    used, wrong = set(), []
    for path in SOURCE.rglob("*.py"):
        for name, lazily in _imports(ast.parse(path.read_text(encoding="utf-8"))):
            if name == "houseway" or name in sys.stdlib_module_names:
                continue
            package = canonicalize_name(NAMED_OTHERWISE.get(name, name))
            used.add(package)
            may_lack = lazily or path.is_relative_to(SOURCE / "env")  # nothing else imports houseway.env
            if package not in always and not (package in extras and may_lack):
                wrong.append(f"{path.relative_to(SOURCE)} imports {name}")
    assert wrong == []
    assert always - used == set(), "declared, and nothing imports it"


@pytest.mark.skipif(bool(RESOLUTION), reason="other versions than the lock's were asked for")
def test_the_environment_has_exactly_the_packages_of_the_lock(installed: Installation) -> None:
    locked = {name: version for name, (version, _) in pinned("run").items()}
    there = {name: package.version for name, package in installed.packages.items() if name != "houseway"}
    assert there.items() <= locked.items()
    assert installed.declared <= {*there, "houseway"}
    assert "scipy" not in there


def test_the_command_comes_from_the_wheel_and_not_from_the_checkout(installed: Installation, tmp_path: Path) -> None:
    assert [one["id"] for one in json.loads(installed.run(tmp_path, "houseway", "games", "--json"))] == [*GAMES]
    said = installed.run(tmp_path, "python", "-c", "import houseway, sys; print(houseway.__file__, *sys.path[1:])")
    package, *paths = said.split()
    assert Path(package).is_relative_to(installed.site)
    assert not [path for path in paths if Path(path).is_relative_to(ROOT)]


def test_every_module_is_imported_and_only_environments_need_an_extra(installed: Installation, tmp_path: Path) -> None:
    program = """
import importlib, pkgutil, houseway
for module in pkgutil.walk_packages(houseway.__path__, "houseway."):
    if not module.name.endswith("__main__") and ".migrations." not in module.name:
        try:
            importlib.import_module(module.name)
        except ImportError:
            print(module.name)
"""
    said = installed.run(tmp_path, "python", "-c", program)
    assert {name.rpartition(".")[0] for name in said.split()} == {"houseway.env"}


def test_what_needs_an_extra_says_which(shell: Shell) -> None:
    said = shell.houseway(["price", "three-card-poker", "--policy", "policy.parquet"])
    assert said.status == 2 and said.err == "a policy is written with pyarrow: pip install 'houseway[lab]'\n"


# What a fresh install does

# Lines for a person who stays in. What a decision does not take is refused, and the next line is tried.
TYPED = "play\n\n\n\ncheck\ncall\nfold\n" * 5 + "q\nq\n"


@pytest.mark.parametrize("id", GAMES)
def test_every_kind_of_bot_plays_whole_rounds_with_three_and_with_two_players(shell: Shell, id: str) -> None:
    for kind in kinds(GAMES[id]):
        for seats in ("3", "2"):
            said = ran(shell, "play", id, "--opponents", kind, "--seats", seats, "--seed", "fresh", given=TYPED)
            rounds = re.search(r"after (\d+) round", said)
            assert rounds and int(rounds[1]), f"{kind}, {seats} seats\n{said[-2000:]}"


@pytest.mark.parametrize("id", POT_GAMES)
def test_two_kinds_of_bots_match_at_every_pot_game(shell: Shell, id: str) -> None:
    came = json.loads(ran(shell, "match", id, "skilled", "simple", "--hands", "6", "--json"))
    assert came["hands"] == 6


@pytest.mark.parametrize("family", PRICED)
def test_a_game_of_each_family_is_priced(shell: Shell, family: str) -> None:
    sheet = json.loads(ran(shell, "price", PRICED[family], "--json"))
    assert sheet["wagers"][0]["expectation"]["fraction"]


def _scenarios() -> dict[str, str]:
    """Every whole scenario of the examples and the documentation."""
    found = {path.name: path.read_text(encoding="utf-8") for path in sorted((ROOT / "examples").glob("*.toml"))}
    for page in (ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))):
        text = page.read_text(encoding="utf-8")
        for block in re.finditer(r"^```toml\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
            scenario = tomllib.loads(block[1])
            if "seats" in scenario and scenario.get("game") in GAMES:
                found[f"{page.name}:{text.count(chr(10), 0, block.start()) + 1}"] = block[1]
    return found


def test_every_example_is_settled_or_coached(shell: Shell) -> None:
    scenarios = _scenarios()
    assert len(scenarios) > 12
    for name, text in scenarios.items():
        said = shell.houseway(["settle", "-", "--json"], text)
        if "has no decision left" in said.err:  # it is for the coach
            game = tomllib.loads(text)["game"]
            assert json.loads(ran(shell, "coach", game, "-", "--json", given=text))["answers"], name
        else:
            assert said.status == 0, f"{name}: {said.err}"
            assert json.loads(said.out)["seats"], name


QUICK: dict[str, list[str]] = {  # an example of every command that needs no house
    "games": [],
    "show": ["pontoon-21"],
    "play": ["criss-cross-poker", "--seed", "3", "--journal", "journal.jsonl"],
    "replay": ["journal.jsonl"],
    "settle": [str(ROOT / "examples" / "criss-cross.toml")],
    "coach": ["criss-cross-poker", str(ROOT / "examples" / "coach.toml")],
    "check": ["house.toml"],
    "placard": ["top-five-poker"],
    "price": ["ultimate-war", "--pdf", "sheet.pdf", "--html", "sheet.html"],
    "review": ["journal.jsonl", "--player", "seat 1"],
    "tune": ["three-card-poker", "pair-and-up", "--edge", "5%"],
    "session": ["cash-in-baccarat"],
    "bank": ["ultimate-war", "--opponents", "1"],
    "equity": ["omaha", "AhAsKhKs", "9c8c7d6d", "--samples", "500"],
    "match": ["chinese-poker", "skilled", "simple", "--hands", "2"],
    "version": [],
    "new-game": ["corner-blackjack", "--like", "blackjack-x"],
    "drill": ["pontoon-21", "--exam", "--questions", "3", "--pdf", "result.pdf", "--csv", "result.csv"],
}
AT_A_HOUSE = {"serve", "verify", "prove", "floor", "backup", "restore", "witness"}  # which the test of a house runs


def test_every_command_does_its_work(installed: Installation, tmp_path: Path) -> None:
    commands: dict[str, Any] = getattr(get_command(app), "commands")  # noqa: B009  # click leaves a group untyped
    assert {*QUICK} | AT_A_HOUSE == {*commands}
    (tmp_path / "house.toml").write_text(demonstration_text(), encoding="utf-8")
    with installed.shell(tmp_path) as shell:
        for command, given in QUICK.items():
            assert ran(shell, command, *given, given="ante 10\nfold\na\na\na\nq\nq\n"), command
    for name in ("top-five-poker.pdf", "sheet.pdf", "result.pdf"):
        (file,) = tmp_path.glob(f"*{name}")
        assert file.read_bytes()[:4] == b"%PDF"
    for name in ("sheet.html", "result.csv", "journal.jsonl"):
        assert (tmp_path / name).stat().st_size


@pytest.mark.parametrize("skill", ["payouts", "hands", "procedure", "decisions"])
def test_every_skill_is_drilled(shell: Shell, skill: str) -> None:
    said = ran(shell, "drill", "criss-cross-poker", "--skill", skill, "--questions", "2", "--seed", "fresh", "--json")
    assert len(json.loads(said)["questions"]) == 2


# A house


class Served:
    """A house that the fresh environment serves."""

    def __init__(self, installed: Installation, home: Path) -> None:
        self.installed, self.home, self.port = installed, home, free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        witness = free_port()
        self.witness = f"http://127.0.0.1:{witness}"
        houseway, surroundings = str(installed.bin / "houseway"), installed.surroundings(home)
        serve = ["serve", "--database", "house.db", "--port", str(self.port)]
        with (home / "witness log").open("wb") as log:
            self._witness = subprocess.Popen(
                [houseway, "witness", "heads", "--port", str(witness)],
                cwd=home,
                env=surroundings,
                stdout=log,
                stderr=log,
            )
        eventually(lambda: "Witness at" in (home / "witness log").read_text(encoding="utf-8"), "the witness")
        with (home / "log").open("wb") as log:
            surroundings |= {"HOUSEWAY_HEADS": self.witness}
            self._process = subprocess.Popen([houseway, *serve], cwd=home, env=surroundings, stdout=log, stderr=log)

    @property
    def log(self) -> str:
        return (self.home / "log").read_text(encoding="utf-8")

    def opens(self, client: Client) -> bool:
        assert self._process.poll() is None, self.log[-3000:]
        try:
            return bool(client.guest())
        except HouseError as error:
            assert not error.status, error
            return False

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait(PATIENCE)
        self._witness.terminate()
        self._witness.wait(PATIENCE)

    def __enter__(self) -> "Served":
        return self

    def __exit__(self, *_: object) -> None:
        self.stop()


def test_a_house_plays_hands_by_its_socket_and_is_backed_up_and_restored(
    installed: Installation, tmp_path: Path
) -> None:
    with Served(installed, tmp_path) as house, Client(house.url, patience=0) as client:
        eventually(lambda: house.opens(client), "the opening of the house")
        client.patience = PATIENCE
        for path in ("/", "/price"):
            page = client._http.get(f"{house.url}{path}")
            assert page.status_code == 200 and "text/html" in page.headers["content-type"]
        password = re.search(r"with the password (\S+)", house.log)
        assert password
        client.sign_in("operator", password[1])
        heads_up = client.open_table("Heads up", "limit-holdem", clock=600, bots=1, bot="skilled")
        others = [one.id for one in client.tables() if one.game in ("no-limit-holdem", "cash-in-baccarat")]
        assert len(others) == 2
        for table, rounds in ((heads_up, 3), *((other, 1) for other in others)):
            player = ["-m", "houseway.client", house.url, "--table", str(table), "--rounds", str(rounds)]
            said = installed.run(tmp_path, "python", *player)
            assert f"\n{rounds} rounds: " in said, f"{said}\n{house.log[-3000:]}"
        told = client._http.get(f"{house.url}/api/v1/tables/{heads_up}/rounds/1").text
        installed.run(tmp_path, "houseway", "backup", "kept", "--database", "house.db")
        installed.run(tmp_path, "houseway", "prove", "house.db", "--head", house.witness)
    assert not re.search(r"ERROR|WARNING|Traceback", house.log), house.log[-3000:]
    with installed.shell(tmp_path) as shell:
        ran(shell, "verify", "-", given=told)
        ran(shell, "restore", "kept", "--database", "again.db")
        ran(shell, "prove", "again.db")
        ran(shell, "floor", "again.db")
