"""The page of all games has a picture of each, small enough to be kept."""

from pathlib import Path

from houseway.games import catalogue
from tests.tiny_game import HighCard

DOCS = Path(__file__).parents[1] / "docs"
GAMES = [id for id in catalogue() if id != HighCard().rules.id]


def test_every_game_has_its_picture_on_the_page() -> None:
    text = (DOCS / "games.md").read_text(encoding="utf-8")
    assert [id for id in GAMES if f"![{catalogue()[id].rules.name}](games/{id}.webp)" not in text] == []
    sizes = {file.stem: file.stat().st_size for file in (DOCS / "games").iterdir()}
    assert set(sizes) == set(GAMES) and max(sizes.values()) < 150_000 and sum(sizes.values()) < 3_000_000
