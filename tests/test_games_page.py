"""The page of all games has a picture of each, small enough to be kept."""

from pathlib import Path

from houseway.games import catalogue
from houseway.rules.folders import game_folders
from tests.games.high_card.round import HighCard

DOCS = Path(__file__).parents[1] / "docs"
GAMES = [id for id in catalogue() if id != HighCard().rules.id]


def test_every_game_has_its_picture_on_the_page() -> None:
    text = (DOCS / "games.md").read_text(encoding="utf-8")
    assert [id for id in GAMES if f"![{catalogue()[id].rules.name}]({picture_from_docs(id)})" not in text] == []
    sizes = [(DOCS / picture_from_docs(id)).stat().st_size for id in GAMES]
    assert max(sizes) < 150_000 and sum(sizes) < 3_000_000


def picture_from_docs(id: str) -> str:
    folder = game_folders()[id].module.replace(".", "/")
    return f"../src/{folder}/picture.webp"
