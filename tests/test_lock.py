"""What is installed: all that pyproject.toml asks for, each version pinned and held to its hash, and no host named."""

import re
import tomllib
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

ROOT = Path(__file__).parent.parent
LOCKS = {name: ROOT / "requirements" / f"{name}.txt" for name in ("run", "dev", "audit", "generator")}
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
ALWAYS = [*PROJECT["build-system"]["requires"], *PROJECT["project"]["dependencies"]]
ASKED = {
    "run": ALWAYS,
    "dev": [*ALWAYS, *PROJECT["project"]["optional-dependencies"]["dev"]],
    "audit": ["pip-audit>=2.9"],
    "generator": ["openapi-python-client"],
}


def pinned(name: str) -> dict[str, tuple[str, int]]:
    """The version of each package, and how many files of it are known by their hashes."""
    text = LOCKS[name].read_text(encoding="utf-8").replace("\\\n", "")
    pins: dict[str, tuple[str, int]] = {}
    for line in text.splitlines():
        if line and not line.startswith("#"):
            found = re.fullmatch(r"([\w.-]+)==(\S+)( ;[^#]*?)?((?:\s+--hash=sha256:[0-9a-f]{64})+)", line)
            assert found, f"{LOCKS[name].name}: not a version with its hashes: {line[:80]}"
            pins[canonicalize_name(found[1])] = found[2], found[4].count("--hash")
    return pins


@pytest.mark.threat("swapped-package")
@pytest.mark.parametrize("name", LOCKS)
def test_everything_that_is_asked_for_is_pinned_within_its_bounds(name: str) -> None:
    pins = pinned(name)
    for asked in map(Requirement, ASKED[name]):
        version, hashes = pins.get(canonicalize_name(asked.name), ("", 0))
        assert hashes, f"{asked.name} is not in {LOCKS[name].name}: make lock"
        assert asked.specifier.contains(version), f"{asked.name} {version} is not {asked.specifier}: make lock"


def test_tests_run_with_the_versions_that_people_run() -> None:
    dev = pinned("dev")
    assert {package: dev.get(package) for package in pinned("run")} == pinned("run")


@pytest.mark.parametrize("name", LOCKS)
def test_no_host_is_named(name: str) -> None:
    text = LOCKS[name].read_text(encoding="utf-8")
    assert "://" not in text and "index-url" not in text and "find-links" not in text
