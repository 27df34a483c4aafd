"""The wheel and the sdist: nothing is missing from them, and what is installed from them, away from the checkout, does
what it should."""

import json
import os
import subprocess
import sys
import sysconfig
import tarfile
import venv
import zipfile
from pathlib import Path

import pytest

from houseway.client import Client, HouseError
from houseway.client.bot import seated
from tests.serve.house import PATIENCE, eventually, free_port
from tests.shell import Shell

ROOT = Path(__file__).parent.parent
SOURCE = ROOT / "src" / "houseway"
MADE_HERE = {"__pycache__", ".DS_Store"}


def built(folder: Path, *kinds: str, source: Path = ROOT) -> list[Path]:
    """Distributions of a source tree, built as a publisher would, without a network."""
    targets = [part for kind in kinds for part in ("--target", kind)]
    command = [sys.executable, "-m", "hatchling", "build", "--directory", str(folder), *targets]
    subprocess.run(command, cwd=source, check=True, capture_output=True)
    return sorted(folder.iterdir())


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    (found,) = built(tmp_path_factory.mktemp("wheel"), "wheel")
    return found


@pytest.fixture(scope="module")
def installed(wheel: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The programs of a new environment that has the wheel, and of this one's packages all but Houseway."""
    folder = tmp_path_factory.mktemp("fresh")
    venv.create(folder, with_pip=False)
    (site,) = folder.glob("lib/python*/site-packages")
    (site / "borrowed.pth").write_text(
        sysconfig.get_path("purelib"), encoding="utf-8"
    )  # its own .pth files don't count
    pip = [sys.executable, "-m", "pip", "--python", str(folder / "bin" / "python"), "--disable-pip-version-check"]
    subprocess.run([*pip, "install", "--quiet", "--no-index", "--no-deps", str(wheel)], check=True)
    assert (site / "houseway").is_dir()
    return folder / "bin"


def away(folder: Path) -> dict[str, str]:
    """The surroundings of a program that knows nothing of the checkout."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    return kept | {"HOME": str(folder)}


def ran(shell: Shell, *args: str, given: str = "") -> str:
    said = shell.houseway(args, given)
    assert said.status == 0, said.err
    return said.out


def test_all_that_the_package_is_made_of_is_in_the_wheel(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        packed = {name for name in file.namelist() if name.startswith("houseway/")}
    there = {
        f"houseway/{path.relative_to(SOURCE).as_posix()}"
        for path in SOURCE.rglob("*")
        if path.is_file() and not MADE_HERE.intersection(path.parts)
    }
    assert packed == there
    assert {"houseway/py.typed", "houseway/serve/pages/layouts.toml"} <= packed


def test_the_sdist_makes_the_same_wheel_and_brings_its_tests_and_documents(wheel: Path, tmp_path: Path) -> None:
    (tmp_path / "sdist").mkdir()
    (packed,) = built(tmp_path / "sdist", "sdist")
    with tarfile.open(packed) as file:
        file.extractall(tmp_path, filter="data")
    (source,) = tmp_path.glob("houseway-*")
    for part in ("LICENSE", "README.md", "docs/scenarios.md", "examples/criss-cross.toml", "tests/conftest.py"):
        assert (source / part).is_file(), part
    (again,) = built(tmp_path / "wheel", "wheel", source=source)
    assert again.name == wheel.name
    with zipfile.ZipFile(wheel) as one, zipfile.ZipFile(again) as other:
        assert {info.filename: info.CRC for info in one.infolist()} == {
            info.filename: info.CRC for info in other.infolist()
        }


def test_it_says_what_it_is_to_an_index(wheel: Path) -> None:
    with zipfile.ZipFile(wheel) as file:
        (name,) = (name for name in file.namelist() if name.endswith("METADATA"))
        said = file.read(name).decode()
    for line in ("Name: houseway", "License-Expression: Apache-2.0", "Description-Content-Type: text/markdown"):
        assert f"\n{line}\n" in said
    assert said.partition("\n\n")[2].startswith("# Houseway")


def test_its_command_comes_from_it_and_not_from_the_checkout(installed: Path, tmp_path: Path) -> None:
    command = [str(installed / "houseway"), "games", "--json"]
    it = subprocess.run(command, cwd=tmp_path, env=away(tmp_path), capture_output=True, text=True, check=False)
    assert it.returncode == 0, it.stderr
    assert len(json.loads(it.stdout)) >= 35
    where = [str(installed / "python"), "-c", "import houseway; print(houseway.__file__)"]
    it = subprocess.run(where, cwd=tmp_path, env=away(tmp_path), capture_output=True, text=True, check=True)
    assert Path(it.stdout.strip()).is_relative_to(installed.parent)


def test_it_plays_settles_and_prices(installed: Path, tmp_path: Path) -> None:
    with Shell(str(installed / "python"), away(tmp_path), tmp_path) as shell:
        said = ran(shell, "play", "criss-cross-poker", "--seed", "3", given="ante 10\nfold\nq\n")
        assert "after 1 round" in said
        scenario = tmp_path / "scenario.toml"
        scenario.write_bytes((ROOT / "examples" / "criss-cross.toml").read_bytes())
        assert json.loads(ran(shell, "settle", scenario.name, "--json"))["seats"]
        sheet = json.loads(ran(shell, "price", "ultimate-war", "--json"))
        assert sheet["wagers"][0]["expectation"]["fraction"]
        ran(shell, "placard", "top-five-poker")
        (sign,) = tmp_path.glob("*.pdf")
        assert sign.read_bytes()[:4] == b"%PDF"


def test_it_serves_a_table_and_its_pages(installed: Path, tmp_path: Path) -> None:
    port = free_port()
    command = [str(installed / "houseway"), "serve", "--database", "house.db", "--port", str(port)]
    with (tmp_path / "log").open("wb") as log:
        house = subprocess.Popen(command, cwd=tmp_path, env=away(tmp_path), stdout=log, stderr=log)
    try:
        with Client(f"http://127.0.0.1:{port}", patience=0) as client:

            def come_in() -> bool:
                assert house.poll() is None, (tmp_path / "log").read_text(encoding="utf-8")[-3000:]
                try:
                    return bool(client.guest())
                except HouseError as error:
                    assert not error.status, error
                    return False

            eventually(come_in, "the opening of the house")
            client.patience = PATIENCE
            table = next(one for one in client.tables() if one.game == "cash-in-baccarat")
            assert seated(client, table).play(1).rounds == 1
            for path in (f"/table/{table.id}", "/"):
                page = client._http.get(f"http://127.0.0.1:{port}{path}")
                assert page.status_code == 200 and "text/html" in page.headers["content-type"]
    finally:
        house.terminate()
        house.wait(PATIENCE)
