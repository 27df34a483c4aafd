"""Write docs/clauses.md: the clauses that the program does not cite, out of the folders of all games.

python docs/make_clauses.py
"""

from collections.abc import Iterator
from pathlib import Path

from houseway.rules.clauses import book_clauses
from houseway.rules.files import game_rules
from houseway.rules.folders import game_folders

HERE = Path(__file__).parent

HEAD = """# Clauses that the program does not cite

A regulator can hold the rulebook in one hand and the program in the other: each clause of the Maryland rulebooks and of all
California's games is cited where it is applied, in the game's rule file, in its round or by an event of a round. What is left
are things that hands do and cards can't, or that another game does: they stand here, each group with a line on why.

Each game's folder has a `clauses.toml` with the clauses of its book and those that are not cited, and a test keeps them true: a
clause that is neither cited nor excused fails it, and so does one that is both, and a citation of a clause that the book does not have.

What a cited clause says can be opened at the table. Figures, choices and asks come from the rule file, with the table's own values;
a step of the procedure, which has none, has a sentence of ours in `clauses.toml`. `pytest tests/test_meaning.py` plays rounds of
every game at tables of many kinds: no clause cited in them is without words.

This page is written by `python docs/make_clauses.py`.
"""


def page() -> str:
    return HEAD + "".join(map(_of_game, game_folders()))


def _of_game(id: str) -> str:
    rows = list(_rows(id)) or ["Every clause is cited."]
    return "\n".join(["", f"## {game_rules(id).name}", "", *rows, ""])


def _rows(id: str) -> Iterator[str]:
    not_cited = book_clauses(id).not_cited
    if not_cited:
        yield "| clause | why |"
        yield "|---|---|"
    for clause, why in not_cited.items():
        yield f"| {clause} | {why} |"


if __name__ == "__main__":
    (HERE / "clauses.md").write_text(page(), encoding="utf-8")
