"""docs/rulings.md is what the rule files say, and a ruling's id means one thing in the whole project."""

import re
import runpy
from pathlib import Path

ROOT = Path(__file__).parent.parent
WRITER = runpy.run_path(str(ROOT / "docs" / "make_rulings.py"))


def test_the_page_of_rulings_is_up_to_date() -> None:
    page = (ROOT / "docs" / "rulings.md").read_text(encoding="utf-8")
    assert page == WRITER["page"](), "write it again: python docs/make_rulings.py"


def test_a_ruling_has_one_meaning_in_all_games() -> None:
    ambiguous = ", ".join(WRITER["ambiguous"]())
    assert not ambiguous, (
        f"{ambiguous} read otherwise from game to game: give one of them another id, or say in docs/make_rulings.py "
        "what all are about"
    )
    several = {id for id, readings in WRITER["rulings"]().items() if len(readings) > 1}
    assert set(WRITER["SUBJECTS"]) == several


def test_every_ruling_that_the_code_names_is_in_a_rule_file() -> None:
    known = WRITER["rulings"]()
    families = "|".join({id.rpartition("-")[0] for id in known})
    named = {
        (file.name, id)
        for file in (ROOT / "src" / "houseway").rglob("*.py")
        for id in re.findall(rf"\b(?:{families})-\d+\b", file.read_text(encoding="utf-8"))
    }
    assert named and not {(file, id) for file, id in named if id not in known}
