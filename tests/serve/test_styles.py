"""Every style sheet keeps to its own part of a page: house.css says how."""

import re
from collections.abc import Iterator
from importlib import resources

import pytest

SHARED = "house"
SHEETS = {
    one.name.removesuffix(".css"): one.read_text(encoding="utf-8")
    for one in (resources.files("houseway.serve.pages") / "static").iterdir()
    if one.name.endswith(".css")
}


def rules(css: str) -> Iterator[tuple[tuple[str, ...], str]]:
    """Every rule: the at-rules that it stands in, and its selector."""
    around: list[str] = []
    for before, mark in re.findall(r"([^{};]*)([{};])", re.sub(r"/\*.*?\*/", "", css, flags=re.DOTALL)):
        if mark == "{":
            around.append(before.strip())
            if not before.strip().startswith("@"):
                yield tuple(around[:-1]), around[-1]
        elif mark == "}":
            around.pop()
    assert not around


def parts(selector: str) -> Iterator[str]:
    """The classes that name a part of the page: the first of each compound, unless it says which kind of an element or
    of a root is meant. `.spot.done` is the part `spot`; `tr.chosen` and `:scope.account` are kinds."""
    for compound in re.split(r"[\s,>+~()]+", re.sub(r"\[[^\]]*\]", "", selector)):
        if named := re.match(r"\.([\w-]+)", compound):
            yield named[1]


def styled(sheet: str) -> set[str]:
    return {part for _, selector in rules(SHEETS[sheet]) for part in parts(selector)}


def test_a_part_is_the_first_class_of_a_compound() -> None:
    css = ".a.b > .c:is(.d, li.e) tr.f, :scope.g .h:not(.i) #j .k {} @media print { @scope (.l) { .m { top: 0; } } }"
    found = list(rules(css))
    assert found[1] == (("@media print", "@scope (.l)"), ".m")
    assert {part for _, selector in found for part in parts(selector)} == {*"acdhikm"}


@pytest.mark.parametrize("sheet", sorted(SHEETS.keys() - {SHARED}))
def test_a_sheet_is_one_scope(sheet: str) -> None:
    within = {around[0] for around, _ in rules(SHEETS[sheet]) if around}
    assert all(around for around, _ in rules(SHEETS[sheet]))
    assert len(within) == 1 and within.pop().startswith("@scope (")


@pytest.mark.parametrize("sheet", sorted(SHEETS.keys() - {SHARED}))
def test_no_class_is_styled_by_two_sheets_unless_it_is_shared(sheet: str) -> None:
    others = {other: styled(other) for other in SHEETS.keys() - {SHARED, sheet}}
    own = styled(sheet) - styled(SHARED)
    assert own
    assert {other: own & theirs for other, theirs in others.items() if own & theirs} == {}


def test_what_is_hidden_is_hidden_on_every_page() -> None:
    assert "[hidden] { display: none !important; }" in SHEETS[SHARED]


def brightness(colour: str) -> float:
    """Relative luminance, as WCAG 2 has it."""
    parts = (int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5))
    red, green, blue = (one / 12.92 if one <= 0.04045 else ((one + 0.055) / 1.055) ** 2.4 for one in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def declared(selector: str) -> str:
    found = re.search(rf"^{re.escape(selector)} {{([^}}]*)}}", SHEETS[SHARED], re.MULTILINE)
    assert found
    return found[1]


def test_red_suits_can_be_read_on_a_gold_button() -> None:
    gold = declared(".do.go").replace("var(--gold)", re.findall(r"--gold: (#\w+)", SHEETS[SHARED])[0])
    backs = re.findall(r"#\w{6}", re.findall(r"linear-gradient\((.*?)\);", gold)[0])
    assert len(backs) == 3
    (red,) = re.findall(r"color: (#\w{6})", declared(".do.go .suited.red"))
    assert min((brightness(back) + 0.05) / (brightness(red) + 0.05) for back in backs) > 4.5
