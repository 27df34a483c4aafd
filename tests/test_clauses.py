"""Every clause of a rulebook is cited where it is applied, or its `clauses.toml` says why it is not; and every
citation names a clause that there is.

The `clauses.toml` of a game lists the clauses of its rulebook. A citation covers the clause that it names, not what
stands below it; a clause is covered, too, when all its items are. Ranges (`11.I(3)(b)-(e)`, `7.L-7.N`) name everything
from the one to the other, and an item may follow on a clause of its own kind (`8.F(3), (4)`).

California's rulebooks have headings, and under them numbers or paragraphs that are counted: `Clean Sweep 2`, `Game
Rules 2.1.3`; or lines with a name: `House Way, Three Pair`. More of one heading may follow: `Round of Play 13(a), 15`.
A heading
may be a word of the game as well, so in a rule file only clauses and comments cite one; and there, and in an event, a
clause must be one of the rulebook, a ruling of the game or a schedule of fees.
"""

import ast
import json
import re
import runpy
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

from houseway.games import catalogue
from houseway.rules.citations import CLAUSE, Rulebook, above, chapter, citations, cited_lines, not_in_book, rulebook
from houseway.rules.clauses import book_clauses
from houseway.rules.fee_schedules import documents
from houseway.rules.folders import alike, game_folders
from houseway.rules.inherited import resolved_data
from houseway.rules.strict import FieldPath, lines_of
from tests.folders import folder_of

ROOT = Path(__file__).parent.parent
SHARED = ROOT / "src" / "houseway" / "rules" / "shared"
DOCS = ROOT / "docs" / "clauses.md"


def texts(id: str) -> Iterator[tuple[str, str]]:
    """What plays a game, by name: its rule file, its module and what that takes from its family, its golden rounds."""
    game, headings = catalogue()[id], rulebook(id).headings
    data = resolved_data(game_folders()[id].data, name=id)
    if headings or "like" in game_folders()[id].data:
        yield "rules.toml", "\n".join([*(cited for _, cited in cited_lines(data)), *_comments(id)])
    else:
        yield "rules.toml", game_folders()[id].text
    shared = SHARED / f"{game.rules.bank}.toml"
    if shared.exists():
        text = shared.read_text(encoding="utf-8")
        yield shared.name, "\n".join(cited for _, cited in cited_lines(tomllib.loads(text))) if headings else text
    family = _family(type(game).__module__)
    named = {
        name: said for text in family.values() for name, said in re.findall(r'^(\w+) = "(.+)"$', text, re.MULTILINE)
    }
    for module, text in family.items():
        yield module, re.sub(r"\{(\w+)\}", lambda found: named.get(found[1], found[0]), text)
    yield "golden rounds", "\n".join(_golden(id))


def _comments(id: str) -> Iterator[str]:
    """The comments of a game's rule file, and of the file of the game that it is like those beside a line that it takes
    over: a line that is stated again, or left out, has its own comment or none."""
    own, *others = (game_folders()[one] for one in alike(id))
    yield from (comment for comment, _ in _with_lines(own.text))
    stated: list[Mapping[str, Any]] = [own.data]
    for other in others:
        yield from (comment for comment, path in _with_lines(other.text) if not any(_has(one, path) for one in stated))
        stated.append(other.data)


def _with_lines(text: str) -> Iterator[tuple[str, FieldPath]]:
    """Each comment with the way to the line that it stands beside, or above."""
    paths = {line: path for path, line in lines_of(text).items()}  # of several that begin on one line, the longest
    for number, line in enumerate(text.splitlines(), start=1):
        if comment := re.search(r"(?:^|  )# (.+)$", line):
            above = [at for at in paths if at >= number]
            beside = [at for at in paths if at <= number]
            at = min(above, default=0) if line.startswith("#") else max(beside, default=0)
            yield comment[1], paths.get(at, ())


def _has(data: Mapping[str, Any], path: FieldPath) -> bool:
    """Whether a file states something of what another one has at the end of this way, or leaves it out."""
    inside: Any = data
    for name in path:
        inside = inside.get(name) if isinstance(inside, Mapping) else None
    at = ".".join(map(str, path)) + "."
    left_out = [part.replace('"', "") + "." for part in data.get("without", ())]
    return inside is not None or any(at.startswith(part) or part.startswith(at) for part in left_out)


def _golden(id: str) -> Iterator[str]:
    golden = (folder_of(id) / "golden.txt").read_text(encoding="utf-8")
    events = [json.loads(line) for line in golden.splitlines() if line.startswith("    {")]
    return (event.get("clause", "") for event in events)


def _family(module: str) -> dict[str, str]:
    """The text of a module of the games and of all others of them that it takes something from."""
    found = [module]
    for name in found:
        for node in ast.walk(ast.parse(_source(name).read_text(encoding="utf-8"))):
            if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("houseway.games"):
                named = [f"{node.module}", *(f"{node.module}.{alias.name}" for alias in node.names)]
                found += [one for one in named if one not in found and _source(one).exists()]
    return {name: _source(name).read_text(encoding="utf-8") for name in found}


def _source(module: str) -> Path:
    return ROOT.joinpath("src", *module.split(".")).with_suffix(".py")


def covered(clause: str, named: Iterable[str], book: Rulebook) -> bool:
    """The clause is named, or all of its items are covered."""
    items = book.items(clause)
    return clause in named or (bool(items) and all(covered(item, named, book) for item in items))


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ('clause = "11.I(3)(b)-(e)"', "11.I(3)(b) 11.I(3)(c) 11.I(3)(d) 11.I(3)(e)"),
        ("8.E, 9.C", "8.E 9.C"),
        ("11.A(5), 11.A(1)-(4)", "11.A(5) 11.A(1) 11.A(2) 11.A(3) 11.A(4)"),
        ("8.F(3), (4) and (5)", "8.F(3) 8.F(4) 8.F(5)"),
        ("# 11.C-11.E", "11.C 11.D 11.E"),
        ("12.D(6)(b)(i)-(iv)", "12.D(6)(b)(i) 12.D(6)(b)(ii) 12.D(6)(b)(iii) 12.D(6)(b)(iv)"),
        ("12.D(6)(a), (b)(i)", "12.D(6)(a) 12.D(6)(b)(i)"),
        ("12.D(1)(k)-(i)", "12.D(1)(k) 12.D(1)(k) to 12.D(1)(i) 12.D(1)(i)"),
        ("11.I(3)(b)-(z)", "11.I(3)(b) 11.I(3)(b) to 11.I(3)(z) 11.I(3)(z)"),
        ('Dealing("8.C", "8.D(2)", 1)', "8.C 8.D(2)"),
        ("12.B bis(1)(a)", "12.B bis(1)(a)"),
        ("36.05.03.19, 1.10 to 1, 2.Best, 12, v1.3.A", ""),
    ],
)
def test_ranges_and_lists_are_spelled_out(text: str, named: str) -> None:
    assert " ".join(citations(text, rulebook("criss-cross-poker"))) == named


@pytest.mark.parametrize(
    ("text", "named"),
    [
        ("How The Pot Is Awarded 1(a), PP-6", ["How The Pot Is Awarded 1(a)"]),
        ("Collection Fee Schedule, schedule option 1", ["Collection Fee Schedule"]),
        ("Action and Distribution of Cards 1-2", [f"Action and Distribution of Cards {one}" for one in (1, 2)]),
        (
            "Dealing Procedures and Round of Play 2(b)-(d)",
            [f"Dealing Procedures and Round of Play 2({one})" for one in "bcd"],
        ),
        ("How The Pot Is Awarded 3", ["How The Pot Is Awarded 3"]),  # there is none
        ("Objects of the Game 1, Dealing Procedures 6", []),  # no heading
    ],
)
def test_clauses_under_headings_are_found(text: str, named: list[str]) -> None:
    assert list(citations(text, rulebook("big-o"))) == named


def test_a_clause_is_covered_by_its_own_citation_or_by_all_its_items() -> None:
    book = Rulebook(("1.A", "1.A(1)", "1.A(2)", "1.A(2)(a)"), frozenset("1"))
    assert covered("1.A(2)", {"1.A(2)"}, book) and covered("1.A(2)", {"1.A(2)(a)"}, book)
    assert covered("1.A", {"1.A(1)", "1.A(2)(a)"}, book)
    assert not covered("1.A", {"1.A(1)"}, book) and not covered("1.A(2)(a)", {"1.A(2)", "1.A"}, book)


every_list = pytest.mark.parametrize("id", game_folders())


@every_list
def test_a_list_has_each_clause_once_below_the_one_it_is_an_item_of(id: str) -> None:
    book = rulebook(id)
    assert len(set(book.clauses)) == len(book.clauses)
    for clause in book.clauses:
        assert book.headings or re.fullmatch(CLAUSE, clause)
        assert above(clause) in ("", chapter(clause), *book.clauses)
    assert book.complete <= {chapter(clause) for clause in book.clauses}


@every_list
def test_every_citation_names_a_clause_of_the_rulebook(id: str) -> None:
    book = rulebook(id)
    wrong = [
        f"{name} cites {clause}"
        for name, text in texts(id)
        for clause in dict.fromkeys(citations(text, book))
        if clause not in book.clauses
    ]
    assert not wrong, f"the rulebook of {id} has no such clause: " + "; ".join(wrong)


@every_list
def test_a_clause_is_one_of_the_rulebook_or_of_a_ruling(id: str) -> None:
    book, rules = rulebook(id), catalogue()[id].rules
    data = resolved_data(game_folders()[id].data, name=id)
    fees = [one.document for one in documents()]
    for clause in {*(cited for _, cited in cited_lines(data)), *_golden(id)}:
        unknown = not_in_book(clause, book, also=rules.rulings, documents=fees)
        assert not unknown, f"{id} cites {unknown}, which is neither a clause nor a ruling"


@every_list
def test_every_clause_is_cited_or_excused(id: str) -> None:
    book = rulebook(id)
    named = {clause for _, text in texts(id) for clause in citations(text, book)}
    named |= {clause for row in book_clauses(id).not_cited for clause in citations(row, book)}
    missing = [clause for clause in book.to_account_for() if not covered(clause, named, book)]
    assert not missing, f"neither cited by {id} nor listed as not cited: " + ", ".join(missing)


@every_list
def test_the_table_of_excused_clauses_is_true(id: str) -> None:
    book = rulebook(id)
    named = {clause for _, text in texts(id) for clause in citations(text, book)}
    for row, why in book_clauses(id).not_cited.items():
        assert why.strip().endswith("."), f"{id}: {row} needs a sentence why it is not cited"
        clauses = list(citations(row, book))
        assert clauses, f"{id}: {row} is no clause"
        for clause in clauses:
            assert clause in book.clauses, f"{id}: the rulebook has no {clause}"
            assert chapter(clause) in book.complete, f"{id}: {clause} is not in a chapter that is accounted for"
            assert not covered(clause, named, book), f"{id}: {clause} is cited, and excused as well"


def test_every_game_has_a_list_of_clauses_and_every_chapter_is_accounted_for() -> None:
    for id in game_folders():
        assert rulebook(id).clauses, f"{id}/clauses.toml lists no clauses"
        if not rulebook(id).headings:
            assert rulebook(id).complete == {chapter(clause) for clause in rulebook(id).clauses}


def test_the_page_of_clauses_is_up_to_date() -> None:
    page = runpy.run_path(str(ROOT / "docs" / "make_clauses.py"))["page"]()
    assert DOCS.read_text(encoding="utf-8") == page, "write it again: python docs/make_clauses.py"
