"""Every clause of a rulebook is cited where it is applied, or docs/clauses.md says why it is not; and every citation
names a clause that there is.

tests/clauses/<game>.toml lists the clauses of a rulebook. A citation covers the clause that it names, not what stands
below it; a clause is covered, too, when all its items are. Ranges (`11.I(3)(b)-(e)`, `7.L-7.N`) name everything from
the one to the other, and an item may follow on a clause of its own kind (`8.F(3), (4)`).

California's rulebooks have headings, and under them numbers or paragraphs that are counted: `Clean Sweep 2`, `Game
Rules 2.1.3`; or lines with a name: `House Way, Three Pair`. More of one heading may follow: `Round of Play 13(a), 15`.
A heading
may be a word of the game as well, so in a rule file only clauses and comments cite one; and there, and in an event, a
clause must be one of the rulebook, a ruling of the game or a schedule of fees.
"""

import ast
import json
import re
import tomllib
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from houseway.games import catalogue

ROOT = Path(__file__).parent.parent
RULES = ROOT / "src" / "houseway" / "rules"
LISTS = ROOT / "tests" / "clauses"
DOCS = ROOT / "docs" / "clauses.md"

ITEM = r"\((?:\d{1,2}|[a-z]|[ivx]{2,4})\)"
CLAUSE = rf"\d{{1,2}}\.[A-Z](?![A-Za-z])(?: bis)?(?:{ITEM})*"
CITATION = re.compile(rf"(?<![\w.])({CLAUSE})((?:(?:[-–]|, | and )(?:{ITEM})+|[-–]{CLAUSE})*)")
NEXT = re.compile(rf"([-–]|, | and )((?:{ITEM})+|{CLAUSE})")
NUMBER = r"\d{1,2}(?:\.\d{1,2})*"
FEES = r"(GEGA-|Ace Up Pai Gow Poker, ).*"  # a schedule of a fee document
LETTERED = r"\((?:[A-Za-z]|[ivx]{2,4})\)"
UNDER_HEADING = rf"(?: ({NUMBER}(?:{LETTERED})*|{LETTERED})(?:-({NUMBER}|\([A-Za-z]\)))?)?(?![\w(])"


@dataclass(frozen=True)
class Rulebook:
    clauses: tuple[str, ...]  # in the printed order
    complete: frozenset[str]  # the chapters whose every clause is accounted for
    headings: tuple[str, ...] = ()  # where the rulebook has these instead of chapters
    named: tuple[str, ...] = ()  # clauses that have a name under their heading instead of a number

    def items(self, clause: str) -> tuple[str, ...]:
        """What stands right below a clause, or a chapter."""
        return tuple(one for one in self.clauses if above(one) == clause)

    def to_account_for(self) -> list[str]:
        """The clauses without items: where they are covered, so are all above them."""
        return [clause for clause in self.clauses if chapter(clause) in self.complete and not self.items(clause)]


def chapter(clause: str) -> str:
    """The chapter of a clause, or its heading."""
    if re.match(CLAUSE, clause):
        return clause.partition(".")[0]
    clause = clause.partition(", ")[0]
    return re.sub(rf" (?:{NUMBER})?(?:{LETTERED})*$", "", clause)


def above(clause: str) -> str:
    """The clause that this one is an item of; of a section, its chapter; of a heading, nothing."""
    if ", " in clause:
        return clause.partition(", ")[0]
    if clause.endswith(")"):
        return clause[: clause.rindex("(")].rstrip()
    if re.search(r" \d+\.\d+\.[\d.]+$", clause):  # 2.1.3 is an item of 2.1, and 2.1 of its heading
        return clause[: clause.rindex(".")]
    return chapter(clause) if chapter(clause) != clause else ""


@cache
def rulebook(id: str) -> Rulebook:
    data = tomllib.loads((LISTS / f"{id}.toml").read_text(encoding="utf-8"))
    if headings := data.get("headings"):
        under = [[heading, *(_under(heading, one) for one in ones)] for heading, ones in headings.items()]
        clauses = tuple(clause for clauses in under for clause in clauses)
        named = sorted((clause for clause in clauses if ", " in clause), key=len, reverse=True)
        return Rulebook(clauses, frozenset(headings), tuple(headings), tuple(named))
    clauses = tuple(clause for clauses in data["chapters"].values() for clause in clauses)
    return Rulebook(clauses, frozenset(map(str, data["complete"])))


def _under(heading: str, one: str) -> str:
    numbered = re.match(rf"(?:\d|{LETTERED})", one)
    return f"{heading} {one}" if numbered else f"{heading}, {one}"


def citations(text: str, book: Rulebook) -> Iterator[str]:
    """Every clause that a text names, ranges spelled out; also those that the rulebook does not have."""
    if book.headings:
        yield from _under_headings(text, book)
        return
    for found in CITATION.finditer(text):
        last = found[1]
        yield last
        for joint, named in NEXT.findall(found[2]):
            first, last = last, _in_full(last, named)
            yield from _between(first, last, book) if joint in "-–" else ()
            yield last


def _under_headings(text: str, book: Rulebook) -> Iterator[str]:
    for clause in book.named:  # the longest first, each taken out of the text
        if clause in text:
            yield clause
            text = text.replace(clause, "")
    longest_first = "|".join(map(re.escape, sorted(book.headings, key=len, reverse=True)))
    dotted = any(re.search(r" \d+\.\d+", clause) for clause in book.clauses)
    number = UNDER_HEADING if dotted else UNDER_HEADING.replace(NUMBER, r"\d{1,2}")  # elsewhere `Bet 1.1` is a name
    for found in re.finditer(rf"(?<!\w)({longest_first}){number}", text):
        heading, first, last = found.groups(default="")
        clause = f"{heading} {first}".strip()
        yield clause
        if last:
            end = above(clause) + last if last.startswith("(") else f"{heading} {last}"
            yield from _between(clause, end, book)
            yield end
        elif first:
            yield from (one for one in _following(clause, text[found.end() :]) if one in book.clauses)


def _following(clause: str, text: str) -> Iterator[str]:
    """More of the same heading, as `15` or `(c)` after a comma."""
    for part in re.match(rf"(?:, (?:\d{{1,2}})?(?:{LETTERED})*(?![\w$]))*", text)[0].split(", ")[1:]:  # type: ignore[index]
        clause = above(clause) + part if part.startswith("(") else f"{chapter(clause)} {part}"
        yield clause


def _in_full(before: str, named: str) -> str:
    """A clause that is written as `(c)` after one of its own kind."""
    return above(before) + named if named.startswith("(") else named


def _between(first: str, last: str, book: Rulebook) -> tuple[str, ...]:
    beside = book.items(above(first))
    if first not in beside or last not in beside or beside.index(last) < beside.index(first):
        return (f"{first} to {last}",)  # no range, and no clause
    return beside[beside.index(first) + 1 : beside.index(last)]


def texts(id: str) -> Iterator[tuple[str, str]]:
    """What plays a game, by name: its rule file, its module and what that takes from its family, its golden rounds."""
    game, headings = catalogue()[id], rulebook(id).headings
    for file in (RULES / f"{id}.toml", RULES / "shared" / f"{game.rules.bank}.toml"):
        if file.exists():
            text = file.read_text(encoding="utf-8")
            comments = re.findall(r"(?:^|  )# (.+)$", text, flags=re.MULTILINE)
            yield file.name, "\n".join([*_clauses(tomllib.loads(text)), *comments]) if headings else text
    family = _family(type(game).__module__)
    named = {
        name: said for text in family.values() for name, said in re.findall(r'^(\w+) = "(.+)"$', text, re.MULTILINE)
    }
    for module, text in family.items():
        yield f"{module}.py", re.sub(r"\{(\w+)\}", lambda found: named.get(found[1], found[0]), text)
    yield "golden rounds", "\n".join(_golden(id))


def _clauses(data: Any) -> Iterator[str]:
    """The value of everything that is called a clause, stands in a table of clauses or says what the position does."""
    parts = data.items() if isinstance(data, dict) else [("", part) for part in data] if isinstance(data, list) else []
    for name, part in parts:
        if name in ("clause", "seats_clause", "odds_posted", "fees_posted"):
            yield part
        elif name == "clauses":
            yield from (clause for clause in part.values() if isinstance(clause, str))
        elif name == "position":
            yield from (part[what] for what in ("coverage", "action"))
        yield from _clauses(part)


def _golden(id: str) -> Iterator[str]:
    golden = (ROOT / "tests" / "golden" / f"{id}.txt").read_text(encoding="utf-8")
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
    return {name.rpartition(".")[2]: _source(name).read_text(encoding="utf-8") for name in found}


def _source(module: str) -> Path:
    return ROOT.joinpath("src", *module.split(".")).with_suffix(".py")


@cache
def excused(text: str, name: str) -> dict[str, str]:
    """The table of a game in docs/clauses.md: each clause as it is written there, and why it is not cited."""
    part = re.search(rf"^## {re.escape(name)}\n(.*?)(?=^## |\Z)", text, flags=re.MULTILINE | re.DOTALL)
    rows = re.findall(r"^\| (?!clause )([^|]+) \| ([^|]*) \|$", part[1] if part else "", flags=re.MULTILINE)
    assert len(dict(rows)) == len(rows), f"{name}: a clause stands in the table twice"
    return dict(rows)


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


every_list = pytest.mark.parametrize("id", sorted(file.stem for file in LISTS.glob("*.toml")))


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
def test_a_clause_under_a_heading_is_one_of_the_rulebook_or_of_a_ruling(id: str) -> None:
    book, rules = rulebook(id), catalogue()[id].rules
    if not book.headings:
        return
    data = tomllib.loads((RULES / f"{id}.toml").read_text(encoding="utf-8"))
    for clause in {*_clauses(data), *_golden(id)} - {""}:
        rest = re.sub(FEES, "", clause).strip(", ")
        for named in book.named:
            rest = rest.replace(named, "")
        last = ""
        for part in filter(None, map(str.strip, rest.split(","))):
            follows = re.fullmatch(rf"(?:\d{{1,2}})?(?:{LETTERED})*", part)
            last = next(_following(last, f", {part}")) if follows and last else part
            known = last in book.clauses or last in rules.rulings
            assert known, f"{id} cites {last}, which is neither a clause nor a ruling"


@every_list
def test_every_clause_is_cited_or_excused(id: str) -> None:
    book, docs = rulebook(id), DOCS.read_text(encoding="utf-8")
    named = {clause for _, text in texts(id) for clause in citations(text, book)}
    named |= {clause for row in excused(docs, catalogue()[id].rules.name) for clause in citations(row, book)}
    missing = [clause for clause in book.to_account_for() if not covered(clause, named, book)]
    assert not missing, f"neither cited by {id} nor in {DOCS.name}: " + ", ".join(missing)


@every_list
def test_the_table_of_excused_clauses_is_true(id: str) -> None:
    book, docs = rulebook(id), DOCS.read_text(encoding="utf-8")
    named = {clause for _, text in texts(id) for clause in citations(text, book)}
    for row, why in excused(docs, catalogue()[id].rules.name).items():
        assert why.strip().endswith("."), f"{id}: {row} needs a sentence why it is not cited"
        clauses = list(citations(row, book))
        assert clauses, f"{id}: {row} is no clause"
        for clause in clauses:
            assert clause in book.clauses, f"{id}: the rulebook has no {clause}"
            assert chapter(clause) in book.complete, f"{id}: {clause} is not in a chapter that is accounted for"
            assert not covered(clause, named, book), f"{id}: {clause} is cited, and excused as well"


def test_every_game_with_a_rulebook_has_a_list_and_every_chapter_is_accounted_for() -> None:
    ours = {id for id, game in catalogue().items() if type(game).__module__.startswith("houseway.")}
    assert {file.stem for file in LISTS.glob("*.toml")} == ours
    for id in (id for id in ours if not rulebook(id).headings):
        assert rulebook(id).complete == {chapter(clause) for clause in rulebook(id).clauses}


def test_every_game_in_the_docs_has_a_list_of_clauses() -> None:
    told = re.findall(r"^## (.+)$", DOCS.read_text(encoding="utf-8"), flags=re.MULTILINE)
    assert told == [catalogue()[id].rules.name for id in sorted(file.stem for file in LISTS.glob("*.toml"))]
