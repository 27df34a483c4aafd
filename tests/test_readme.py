"""What the README shows is what there is."""

import re
from pathlib import Path

import pytest
from typer.main import get_command

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks() -> list[str]:
    return re.findall(r"```python\n(.*?)```", README, flags=re.DOTALL)


def test_the_example_game_is_the_one_that_the_tests_play() -> None:
    assert blocks()[-1] in (ROOT / "tests" / "games" / "high_card" / "round.py").read_text(encoding="utf-8")


def test_the_python_example_plays_a_round(capsys: pytest.CaptureFixture[str]) -> None:
    exec(compile(blocks()[0], "README.md", "exec"), {})
    assert "Round 1 is over." in capsys.readouterr().out


def test_every_command_is_in_the_readme_and_every_one_it_names_is_there() -> None:
    from houseway.cli import app

    named = set(re.findall(r"^\| `houseway ([\w-]+)", README, flags=re.MULTILINE))
    assert named == set(getattr(get_command(app), "commands"))  # noqa: B009  # a group's, which click leaves untyped


@pytest.mark.parametrize("link", sorted(set(re.findall(r"\]\(([^)#:]+)\)", README))))
def test_every_link_leads_somewhere(link: str) -> None:
    assert (ROOT / link).exists()
