"""Reading citations: which clauses of a rulebook a text names.

A book with chapters has clauses such as `11.I(3)(b)`. A range, `11.I(3)(b)-(e)`, names all its items, and `8.F(3), (4)`
names two. A book with headings has numbers or paragraphs under them, `Clean Sweep 2` or `Game Rules 2.1.3`, or lines
with a name: `House Way, Three Pair`. More of one heading may follow: `Round of Play 13(a), 15`.
"""

import re
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache, cached_property
from typing import Any

from houseway.rules.clauses import book_clauses

_ITEM = r"\((?:\d{1,2}|[a-z]|[ivx]{2,4})\)"
CLAUSE = rf"\d{{1,2}}\.[A-Z](?![A-Za-z])(?: bis)?(?:{_ITEM})*"
_CITATION = re.compile(rf"(?<![\w.])({CLAUSE})((?:(?:[-–]|, | and )(?:{_ITEM})+|[-–]{CLAUSE})*)")
_NEXT = re.compile(rf"([-–]|, | and )((?:{_ITEM})+|{CLAUSE})")
_NUMBER = r"\d{1,2}(?:\.\d{1,2})*"
_LETTERED = r"\((?:[A-Za-z]|[ivx]{2,4})\)"
_UNDER_HEADING = rf"(?: ({_NUMBER}(?:{_LETTERED})*|{_LETTERED})(?:-({_NUMBER}|\([A-Za-z]\)))?)?(?![\w(])"
_NUMBERED = re.compile(rf"\d|{_LETTERED}")
_LAST_NUMBER = re.compile(rf" (?:{_NUMBER})?(?:{_LETTERED})*$")
_MORE = re.compile(rf"(?:, (?:\d{{1,2}})?(?:{_LETTERED})*(?![\w$]))*")
_SHORT = re.compile(rf"(?:\d{{1,2}})?(?:{_LETTERED})*")

_CITING = ("clause", "seats_clause", "odds_posted", "fees_posted")  # the keys of a rule file whose value is a clause
_POSITION = ("coverage", "action")  # and those of [position] beside its `clause`


@dataclass(frozen=True)
class Rulebook:
    """The clauses of a book."""

    clauses: tuple[str, ...]  # in the printed order
    complete: frozenset[str]  # the chapters whose every clause is accounted for
    headings: tuple[str, ...] = ()  # where the rulebook has these instead of chapters
    named: tuple[str, ...] = ()  # clauses that have a name under their heading instead of a number, the longest first

    @cached_property
    def known(self) -> frozenset[str]:
        """All that may be cited: the clauses, and whole chapters."""
        return frozenset((*self.clauses, *(() if self.headings else map(chapter, self.clauses))))

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
    return _LAST_NUMBER.sub("", clause.partition(", ")[0])


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
def rulebook(game: str) -> Rulebook:
    """The book of a game, as its own `clauses.toml` lists it."""
    stated = book_clauses(game)
    if headings := stated.headings:
        under = [[heading, *(_under(heading, one) for one in ones)] for heading, ones in headings.items()]
        clauses = tuple(clause for clauses in under for clause in clauses)
        named = sorted((clause for clause in clauses if ", " in clause), key=len, reverse=True)
        return Rulebook(clauses, frozenset(headings), tuple(headings), tuple(named))
    clauses = tuple(clause for clauses in stated.chapters.values() for clause in clauses)
    return Rulebook(clauses, frozenset(map(str, stated.complete)))


def _under(heading: str, one: str) -> str:
    return f"{heading} {one}" if _NUMBERED.match(one) else f"{heading}, {one}"


def citations(text: str, book: Rulebook) -> Iterator[str]:
    """Every clause that a text names, ranges spelled out; also those that the rulebook does not have."""
    if book.headings:
        yield from _under_headings(text, book)
        return
    for found in _CITATION.finditer(text):
        last = found[1]
        yield last
        for joint, named in _NEXT.findall(found[2]):
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
    number = _UNDER_HEADING if dotted else _UNDER_HEADING.replace(_NUMBER, r"\d{1,2}")  # elsewhere `Bet 1.1` is a name
    for found in re.finditer(rf"(?<!\w)({longest_first}){number}", text):
        heading, first, last = found.groups(default="")
        clause = f"{heading} {first}".strip()
        yield clause
        if last:
            end = above(clause) + last if last.startswith("(") else f"{heading} {last}"
            yield from _between(clause, end, book)
            yield end
        elif first:
            yield from (one for one in _following(clause, text[found.end() :]) if one in book.known)


def _following(clause: str, text: str) -> Iterator[str]:
    """More of the same heading, as `15` or `(c)` after a comma."""
    more = _MORE.match(text)
    for part in more[0].split(", ")[1:] if more else ():
        clause = _next_under_heading(clause, part)
        yield clause


def _next_under_heading(clause: str, part: str) -> str:
    return above(clause) + part if part.startswith("(") else f"{chapter(clause)} {part}"


def _in_full(before: str, named: str) -> str:
    """A clause that is written as `(c)` after one of its own kind."""
    return above(before) + named if named.startswith("(") else named


def _between(first: str, last: str, book: Rulebook) -> tuple[str, ...]:
    beside = book.items(above(first))
    if first not in beside or last not in beside or beside.index(last) < beside.index(first):
        return (f"{first} to {last}",)  # no range, and no clause
    return beside[beside.index(first) + 1 : beside.index(last)]


def not_in_book(cited: str, book: Rulebook, *, also: Collection[str] = (), documents: Collection[str] = ()) -> str:
    """The first thing cited that is neither a clause of the book nor one of `also`, which are rulings, nor a schedule
    of one of these documents; nothing where all of it is."""
    if cited in book.known or cited in also:
        return ""
    for document in documents:  # its schedule follows it, to the end
        cited = f", {cited}, ".partition(f", {document}, ")[0].strip(", ")
    parts = _parts_under_headings(cited, book) if book.headings else _parts_of_chapters(cited, book)
    return next((part for part in parts if part not in book.known and part not in also), "")


def _parts_under_headings(cited: str, book: Rulebook) -> Iterator[str]:
    for named in book.named:
        cited = cited.replace(named, "")
    last = ""
    for part in filter(None, map(str.strip, cited.split(","))):
        last = _next_under_heading(last, part) if last and _SHORT.fullmatch(part) else part
        yield last


def _parts_of_chapters(cited: str, book: Rulebook) -> Iterator[str]:
    yield from citations(cited, book)
    yield from filter(None, map(str.strip, re.split(r",| and ", _CITATION.sub("", cited))))


def cited_lines(data: Any, path: tuple[int | str, ...] = ()) -> Iterator[tuple[tuple[int | str, ...], str]]:
    """Every clause that the data of a rule file state, with the way to it: the value of everything that is called a
    clause, stands in a table of clauses or says what the position does."""
    parts = data.items() if isinstance(data, dict) else enumerate(data) if isinstance(data, list) else ()
    for name, part in parts:
        if isinstance(part, dict | list):
            yield from cited_lines(part, (*path, name))
        elif isinstance(part, str) and _cites(path, name):
            yield (*path, name), part


def _cites(path: tuple[int | str, ...], name: int | str) -> bool:
    return name in _CITING or path[-1:] == ("clauses",) or (path[-1:] == ("position",) and name in _POSITION)
