"""The software names itself: a version and a digest that any changed file changes, on the command line, when a house
opens, in its daybook, and on the page of the log."""

import asyncio
import hashlib
import json
import shutil
import subprocess
from importlib import metadata
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from houseway import software
from houseway.cli.prove import proved
from houseway.record import store
from houseway.serve.pages.people import _software
from houseway.software import Part, Software, digest, file_digests, identified
from tests.serve.test_adoption import _house
from tests.test_cli import ROOT, process

SOURCE = ROOT / "src" / "houseway"


@pytest.mark.threat("other-software")
def test_the_digest_is_of_every_file_and_of_nothing_else(tmp_path: Path) -> None:
    copy = tmp_path / "houseway"
    shutil.copytree(SOURCE, copy, ignore=shutil.ignore_patterns("__pycache__"))
    assert digest(copy) == identified().houseway.digest
    (copy / "__pycache__").mkdir(exist_ok=True)
    (copy / "__pycache__" / "code.cpython-311.pyc").write_bytes(b"made by an interpreter")
    assert digest(copy) == identified().houseway.digest
    (copy / "added.py").write_text("")
    assert digest(copy) != identified().houseway.digest
    (copy / "added.py").unlink()
    for changed in ("serve/house.py", "games/twenty_one/pontoon_21/rules.toml"):
        before = (copy / changed).read_bytes()
        (copy / changed).write_bytes(before.replace(b"a", b"b", 1))
        assert digest(copy) != identified().houseway.digest
        (copy / changed).write_bytes(before)
    assert digest(copy) == identified().houseway.digest


def test_a_file_that_moves_gives_another_digest(tmp_path: Path) -> None:
    (tmp_path / "one.py").write_text("x")
    before = digest(tmp_path)
    (tmp_path / "one.py").rename(tmp_path / "two.py")
    assert digest(tmp_path) != before


def test_the_command_prints_version_digest_and_files(tmp_path: Path) -> None:
    here = identified().houseway
    assert process("--version").stdout == f"houseway {here.version}, code {here.digest}\n"
    assert process("version").stdout.startswith(f"houseway {here.version}, code {here.digest}\nPython 3.")
    told = json.loads(process("version", "--json").stdout)
    assert (told["version"], told["digest"], told["games"]) == (here.version, here.digest, [])
    assert "sqlalchemy" in {name.lower() for name in told["packages"]} and told["python"].startswith("3.")
    (tmp_path / "sums").write_text(process("version", "--files").stdout)
    checked = subprocess.run(["sha256sum", "--check", "--quiet", tmp_path / "sums"], cwd=SOURCE.parent, check=False)
    assert checked.returncode == 0


def test_file_digests_are_those_of_the_files() -> None:
    found = file_digests()
    path = SOURCE / "py.typed"
    assert found["houseway/py.typed"] == hashlib.sha256(path.read_bytes()).hexdigest()
    assert len(found) > 400 and not [name for name in found if "__pycache__" in name]


def test_a_package_that_brings_games_is_named_too(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "brought_games").mkdir()
    (tmp_path / "brought_games" / "__init__.py").write_text("raise RuntimeError('not to be imported for this')\n")
    monkeypatch.syspath_prepend(str(tmp_path))
    point = EntryPoint("brought", "brought_games", "houseway.games")
    monkeypatch.setattr(metadata, "entry_points", lambda group: [point] if group == "houseway.games" else [])
    (part,) = software._outside()
    assert part.package == "brought_games" and part.digest == digest(tmp_path / "brought_games")


@pytest.mark.threat("other-software")
def test_the_daybook_records_which_software_serves_the_house_when_it_changes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    url = f"sqlite:///{tmp_path / 'house.db'}"

    async def open_and_close() -> None:
        await (await _house(url)).stop()

    def served_by() -> list[str]:
        found = proved(str(tmp_path / "house.db"), table=None, round=None, explain=None)
        assert found.house is not None and not found.problems
        return [note.partition(" from ")[0] for note in found.house.notes if note.startswith("served by ")]

    here = identified().houseway
    told = f"served by houseway {here.version}, code {here.digest[:16]}…"
    asyncio.run(open_and_close())
    asyncio.run(open_and_close())
    assert served_by() == [told]
    other = Software(Part("houseway", "9.9", "ab" * 32), (Part("our-games", "2", "cd" * 32),))
    monkeypatch.setattr(store, "identified", lambda: other)
    asyncio.run(open_and_close())
    assert served_by() == [told, f"served by houseway 9.9, code {'ab' * 8}…; our-games 2, code {'cd' * 8}…"]


def test_the_page_of_the_log_names_the_software() -> None:
    told = _software(Software(Part("houseway", "9.9", "ab" * 32), (Part("<ours>", "2", "cd" * 32),)))
    assert f"houseway 9.9, code {'<wbr>'.join(['', *['ab' * 8] * 4])}" in told and "&lt;ours&gt; 2" in told
