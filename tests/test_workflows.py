"""What runs at GitHub: no action that somebody else can change, no more rights than reading, advisories looked for."""

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
import yaml  # type: ignore[import-untyped]

from tests.test_lock import LOCKS, ROOT, pinned

WORKFLOWS = {path.name: path for path in sorted((ROOT / ".github" / "workflows").glob("*.y*ml"))}
COMMIT = re.compile(r"[\w.-]+/[\w./-]+@[0-9a-f]{40}")


def _read(text: str) -> dict[Any, Any]:
    found: dict[Any, Any] = yaml.safe_load(text)
    return found


def unpinned(text: str) -> list[str]:
    """Actions and reusable workflows that are not named by a commit; those of the repository itself are its own."""
    jobs = _read(text)["jobs"].values()
    used = [one["uses"] for job in jobs for one in (job, *job.get("steps", ())) if "uses" in one]
    return [one for one in used if not one.startswith("./") and not COMMIT.fullmatch(one)]


def steps(name: str) -> list[dict[str, str]]:
    return [step for job in _read(WORKFLOWS[name].read_text())["jobs"].values() for step in job["steps"]]


@pytest.mark.threat("changed-action")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_every_action_is_pinned_by_its_commit(name: str) -> None:
    assert unpinned(WORKFLOWS[name].read_text(encoding="utf-8")) == []


def test_a_tag_or_a_branch_is_not_a_commit() -> None:
    text = "jobs: {a: {steps: [{uses: actions/checkout@%s}]}, b: {uses: some/repo/.github/workflows/x.yml@main}}"
    assert unpinned(text % "v4") == ["actions/checkout@v4", "some/repo/.github/workflows/x.yml@main"]
    assert unpinned(text % ("ab" * 20)) == ["some/repo/.github/workflows/x.yml@main"]


@pytest.mark.threat("changed-action")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_a_workflow_may_only_read(name: str) -> None:
    read = _read(WORKFLOWS[name].read_text(encoding="utf-8"))
    assert read["permissions"] == {"contents": "read"}
    assert not [job for job in read["jobs"].values() if "permissions" in job]
    assert "pull_request_target" not in WORKFLOWS[name].read_text(encoding="utf-8")


@pytest.mark.threat("known-hole")
@pytest.mark.parametrize("name", WORKFLOWS)
def test_advisories_are_looked_for(name: str) -> None:
    assert "make audit" in [step["run"] for step in steps(name)]


@pytest.mark.threat("known-hole")
def test_the_audit_looks_at_every_lock_and_is_locked_itself() -> None:
    asked = subprocess.run(["make", "-n", "audit"], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    for lock in (ROOT / "requirements").glob("*.txt"):
        assert f"--requirement requirements/{lock.name}" in asked
    assert "--strict" in asked and "--require-hashes --requirement requirements/audit.txt" in asked
    assert pinned("audit")["pip-audit"][1], "with its hashes"
    assert {*LOCKS} == {path.stem for path in (ROOT / "requirements").glob("*.txt")}


def test_the_first_step_of_every_job_checks_out_the_commit_that_is_tested(tmp_path: Path) -> None:
    """Run as it stands, with a repository on this machine in place of GitHub's."""
    git = ["git", "-c", "user.name=x", "-c", "user.email=x@example.com", "-C", str(tmp_path / "us" / "repository")]
    (tmp_path / "us" / "repository").mkdir(parents=True)
    for words in (["init", "-q"], ["commit", "-q", "--allow-empty", "-m", "one"]):
        subprocess.run([*git, *words], check=True)
    (tmp_path / "us" / "repository" / "Makefile").write_text("all:\n")
    for words in (["add", "."], ["commit", "-q", "-m", "two"]):
        subprocess.run([*git, *words], check=True)
    commit = subprocess.run([*git, "rev-parse", "HEAD"], capture_output=True, text=True, check=True).stdout.strip()
    subprocess.run([*git, "commit", "-q", "--allow-empty", "-m", "three"], check=True)
    given = {"GITHUB_SERVER_URL": f"file://{tmp_path}", "GITHUB_REPOSITORY": "us/repository", "GITHUB_SHA": commit}
    jobs = [(name, id, job) for name, path in WORKFLOWS.items() for id, job in _read(path.read_text())["jobs"].items()]
    for name, id, job in jobs:
        here = tmp_path / name / id
        here.mkdir(parents=True)
        env = {**os.environ, **given, "HOME": str(tmp_path), "GIT_CONFIG_NOSYSTEM": "1"}
        subprocess.run(["sh", "-e", "-c", job["steps"][0]["run"]], cwd=here, env=env, check=True)
        found = subprocess.check_output(["git", "rev-parse", "HEAD"], cwd=here, env=env, text=True)
        assert found.strip() == commit and (here / "Makefile").is_file(), f"{name}, {id}"
