"""A count is made anew when what it counts with has changed, and never because another game has."""

from collections.abc import Callable
from pathlib import Path
from shutil import copytree, ignore_patterns

import pytest

from houseway.counting import code
from tests.test_cli import ROOT

COUNTS = {
    "houseway.cards.batch": "cards/ranks.py",
    "houseway.games.ante_and_raise.ultimate_texas_holdem.count.deals": "cards/batch.py",
    "houseway.games.community.baccarat.count": "games/community/baccarat/round.py",
    "houseway.games.maryland_poker.criss_cross_poker.count.crosses": "cards/batch.py",
    "houseway.games.maryland_poker.top_five_poker.count.kinds": "cards/top_five.py",
    "houseway.games.pai_gow.count.best": "games/pai_gow/count/splits.py",
    "houseway.games.pai_gow.count.meet": "games/pai_gow/count/hands.py",
    "houseway.games.twenty_one.count.split": "games/twenty_one/count/hands.py",
}
FAMILIES = ("ante_and_raise", "chinese", "community", "craps", "maryland_poker", "pai_gow", "pot", "twenty_one")


@pytest.fixture
def edit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], None]:
    """Adds a remark to a module of a copy of the package, from which digests are made."""
    here = tmp_path / "houseway"
    copytree(ROOT / "src" / "houseway", here, ignore=ignore_patterns("__pycache__", "*.toml", "serve"))
    monkeypatch.setattr(code, "_HERE", here)

    def edited(module: str) -> None:
        with (here / module).open("a", encoding="utf-8") as file:
            file.write("# A remark.\n")
        _forget()

    _forget()
    return edited


def _forget() -> None:
    code.digest.cache_clear()
    code._source.cache_clear()


@pytest.fixture(autouse=True)
def _afterwards() -> object:
    yield
    _forget()


@pytest.mark.parametrize(("module", "counts_with"), COUNTS.items(), ids=COUNTS.keys())
def test_a_count_is_made_anew_when_what_it_counts_with_has_changed(
    module: str, counts_with: str, edit: Callable[[str], None]
) -> None:
    before = code.digest(module)
    edit(counts_with)
    assert code.digest(module) != before


@pytest.mark.parametrize("module", COUNTS)
def test_no_count_is_made_anew_because_another_game_has_changed(module: str, edit: Callable[[str], None]) -> None:
    before = code.digest(module)
    own = module.split(".")[2]
    edit("__init__.py")
    edit("games/__init__.py")
    edit("pricing/families.py")
    for family in FAMILIES:
        for other in (code._HERE / "games" / family).rglob("*.py"):
            if family != own:
                edit(str(other.relative_to(code._HERE)))
    assert code.digest(module) == before


@pytest.mark.parametrize(
    "module",
    [
        *COUNTS,
        "houseway.games.ante_and_raise.count.bonuses",
        "houseway.games.ante_and_raise.three_card_texas_holdem.count.boards",
    ],
)
def test_no_count_is_made_anew_because_sheets_are_decided_another_way(module: str, edit: Callable[[str], None]) -> None:
    before = code.digest(module)
    deciders = list((code._HERE / "pricing" / "decider").glob("*.py"))
    assert deciders
    for decider in deciders:
        edit(str(decider.relative_to(code._HERE)))
    assert code.digest(module) == before
