"""A client that a public generator makes of the API's description: it plays and reads, typed throughout."""

import os
import subprocess
import sys
import time
from pathlib import Path

import httpx
import pytest

from tests.serve.house import PATIENCE, ROOT, Caller, House, employed
from tests.serve.test_api import open_table

PROGRAM = Path(__file__).parent / "generated" / "program.txt"


def run(*command: str | Path, cwd: Path) -> str:
    bare = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run([str(one) for one in command], cwd=cwd, env=bare, capture_output=True, text=True, check=False)
    assert not done.returncode, done.stdout[-3000:] + done.stderr[-3000:]
    return done.stdout


@pytest.fixture(scope="module")
def generated(house: House, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the client. The generator has its own environment: it needs an older typer than we do."""
    folder = tmp_path_factory.mktemp("generated")
    uv, env = [sys.executable, "-m", "uv", "--quiet"], folder / "env"
    run(*uv, "venv", "--python", sys.executable, env, cwd=folder)
    lock = ROOT / "requirements" / "generator.txt"
    run(
        *uv, "pip", "install", "--python", env / "bin" / "python", "--require-hashes", "--requirement", lock, cwd=folder
    )
    description = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).content
    (folder / "openapi.json").write_bytes(description)
    command: list[str | Path] = [
        env / "bin" / "openapi-python-client",
        "generate",
        "--path",
        folder / "openapi.json",
        "--meta",
        "none",
    ]
    said = run(*command, "--output-path", folder / "house_api", cwd=folder)
    left_out = [line for line in said.splitlines() if "Unable to" in line or "removal" in line]
    assert not left_out, "every message is in the client"
    (folder / "program.py").write_text(PROGRAM.read_text())
    return folder


def test_a_generated_client_has_every_operation_under_its_own_name(house: House, generated: Path) -> None:
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()["paths"]
    names = {one["operationId"] for methods in described.values() for one in methods.values()}
    assert names == {file.stem for file in (generated / "house_api" / "api").glob("*/[a-z]*.py")}


def test_a_program_on_a_generated_client_is_typed_throughout(generated: Path) -> None:
    run(sys.executable, "-m", "mypy", "--strict", "--follow-imports=silent", "program.py", cwd=generated)


def test_a_program_on_a_generated_client_plays_and_reads(house: House, generated: Path) -> None:
    name = f"Gen {time.monotonic_ns()}"
    Caller(house.url).done("POST", "/accounts", {"name": name, "password": "a long password"})
    ann, eyes = Caller(house.url).sign_in(name, "a long password"), employed(house.url, "surveillance")
    tokens = [
        who.done("POST", "/me/tokens", {"name": "generated", "scope": scope})["token"]
        for who, scope in ((ann, "play"), (eyes, "floor"))
    ]
    open_table(house)
    said = run(generated / "env" / "bin" / "python", "program.py", house.url, *tokens, cwd=generated).splitlines()
    assert said[0] == "played True" and said[1].startswith("edge 0.") and int(said[2].split()[1]) >= 0
