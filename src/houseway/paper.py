"""What all our PDF files share: the house's colours, the letters that a PDF's own fonts have, and one date."""

import unicodedata
from datetime import UTC, datetime

Colour = tuple[int, int, int]

GREEN: Colour = (16, 64, 47)
GOLD: Colour = (176, 141, 60)
CREAM: Colour = (230, 217, 180)
WHITE: Colour = (255, 255, 255)

MADE = datetime(2000, 1, 1, tzinfo=UTC)  # the same paper is the same file, whenever it is made

_TYPED = str.maketrans(
    {"–": "-", "—": "-", "−": "-", "‘": "'", "’": "'", "“": '"', "”": '"', "…": "..."},
)


def plain(text: str) -> str:
    """Text in the letters that a PDF's own fonts have; others come without their accents, or as a question mark."""
    return "".join(letter if ord(letter) < 256 else _bare(letter) for letter in text.translate(_TYPED))


def _bare(letter: str) -> str:
    return unicodedata.normalize("NFKD", letter).encode("ascii", "ignore").decode() or "?"
