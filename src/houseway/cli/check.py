"""`houseway check`: what is wrong with a rules submission, finding by finding."""

from rich.console import Group, RenderableType
from rich.text import Text

from houseway.cli.find import text_of
from houseway.cli.text import CLAUSE, indented
from houseway.pricing.generous import generous
from houseway.prove.check import Checked, Finding, check
from houseway.rules.strict import RulesError

_COLOURS = {"error": "bold red", "warning": "yellow"}


def checked(file: str) -> Checked:
    text, name = text_of(file)
    try:
        return check(text, name=name, generous=generous)
    except RecursionError:
        raise RulesError(f"{name} is not a submission: it is nested too deep") from None


def report(checked: Checked) -> Group:
    """The findings in the order of the file, and how many there are."""
    parts: list[RenderableType] = [_finding(finding) for finding in checked.findings]
    return Group(*parts, _sum(checked))


def _finding(finding: Finding) -> Group:
    line = f"line {finding.line}, " if finding.line else ""
    head = Text(finding.severity, _COLOURS[finding.severity]).append(f"  {line}{finding.where}", "dim not bold")
    what = Text(finding.what)
    if finding.clause:
        what.append(f" ({finding.clause})", CLAUSE)
    return Group(head, indented(what))


def _sum(checked: Checked) -> Text:
    name = checked.facility or checked.name
    tables = f"{len(checked.tables)} table{'s' * (len(checked.tables) != 1)}"
    errors = f"{checked.errors} error{'s' * (checked.errors != 1)}"
    warnings = f"{checked.warnings} warning{'s' * (checked.warnings != 1)}"
    if not checked.findings:
        return Text(f"✓ {name}: {tables}, nothing wrong", "bold green")
    verdict = "" if checked.errors else ": the tables may open"
    return Text(f"{name}: {tables}, {errors}, {warnings}{verdict}", _COLOURS["error" if checked.errors else "warning"])
