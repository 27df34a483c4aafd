"""What a class made of an exam: everybody on one sheet, best first, and then what each got wrong."""

from collections.abc import Iterator, Sequence

from houseway.papers.description import Block, Column, Flowing, Head, Paragraph, Part, Table
from houseway.rules.money import shown
from houseway.school.exam import Result


def described(title: str, subtitle: str, results: Sequence[Result]) -> Flowing:
    ranked = sorted(results, key=lambda one: (-one.right, one.seconds))
    columns = (Column("Name"), *(Column(head, "number") for head in ("Right", "Answered", "Seconds", "Mistakes cost")))
    rows = tuple(
        (one.name, f"{one.right} of {one.questions}", str(len(one.lines)), f"{one.seconds:.0f}", shown(one.cost))
        for one in ranked
    )
    wrong = (part for one in ranked for part in _mistakes(one))
    return Flowing(title, Head(title, about=subtitle), (Table(columns, rows), *wrong))


def _mistakes(result: Result) -> Iterator[Part]:
    wrong: tuple[Block, ...] = tuple(
        Paragraph(f"{one.number}. {one.asked} Answered {one.said or 'nothing'}; right is {one.expected}.")
        for one in result.lines
        if not one.right
    )
    if wrong:
        yield Part(f"{result.name}: what was not right", wrong)
