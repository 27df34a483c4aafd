"""The clauses of a game's rulebook: which there are, what we say of them, and which are not cited, in `clauses.toml`.

The words are a sentence or two of our own, for steps of the procedure, which have no figure and no choice. They are not
in the rule file: a game's rules are what is played and priced, and words change neither. Words for clauses that several
books share lie in the folder above.
"""

from collections.abc import Mapping
from functools import cache

from pydantic import field_validator

from houseway.rules.folders import GameFolder, game_folders, looked_in
from houseway.rules.models import Model
from houseway.rules.strict import read_model

CLAUSES = "clauses.toml"


class BookClauses(Model):
    """What a `clauses.toml` states: the clauses by chapter or by heading, and what is said of some of them."""

    complete: tuple[int, ...] = ()  # the chapters whose every clause is accounted for
    chapters: dict[str, tuple[str, ...]] = {}
    headings: dict[str, tuple[str, ...]] = {}  # where the book has these instead: all of them are accounted for
    not_cited: dict[str, str] = {}  # and why
    words: dict[str, str] = {}

    @field_validator("words", "not_cited")
    @classmethod
    def _sentences(cls, clauses: dict[str, str]) -> dict[str, str]:
        for clause, words in clauses.items():
            if not words.endswith("."):
                raise ValueError(f"{clause}: write a sentence, with a full stop")
        return clauses


@cache
def book_clauses(game: str) -> BookClauses:
    """What a game's own folder says of its rulebook's clauses."""
    file = game_folders()[game].file(CLAUSES)
    return BookClauses() if file is None else read_model(BookClauses, file.read_text(encoding="utf-8"), name=str(file))


@cache
def clause_words(game: str) -> Mapping[str, str]:
    """The clauses of a game that are put in words, by its own folder or by one that it shares. Of the game that it is
    like it takes the words for clauses that its own book has too, where that lists any."""
    found: dict[str, str] = {}
    if game not in game_folders():
        return found
    own, listed = game_folders()[game], _listed(book_clauses(game))
    for folder in looked_in(game):
        if file := folder.file(CLAUSES):
            words = read_model(BookClauses, file.read_text(encoding="utf-8"), name=str(file)).words
            liked = isinstance(folder, GameFolder) and folder is not own
            of_the_book = {clause: text for clause, text in words.items() if not (liked and listed) or clause in listed}
            found = {**of_the_book, **found}
    return found


def _listed(book: BookClauses) -> frozenset[str]:
    """Every clause that a book lists, with its heading where it has those."""
    under = (
        f"{heading}{joint}{one}" for heading, ones in book.headings.items() for one in ones for joint in (" ", ", ")
    )
    return frozenset((*book.headings, *under, *(one for ones in book.chapters.values() for one in ones)))
