"""`houseway placard`: the sign of a game or of a submitted table, written as HTML and PDF."""

from pathlib import Path

from houseway.cli.find import game_named, house_choices, text_of
from houseway.papers import html, pdf
from houseway.papers.sign import described
from houseway.prove.check import check
from houseway.prove.placard import Placard, paper_named, placard
from houseway.rules.strict import RulesError, read_model
from houseway.rules.submission import Submission, demonstration, table_rules


def of_game(game: str, settings: list[str]) -> tuple[str, Placard]:
    """A game's sign at the demonstration house, with what `--set` changes."""
    rules = house_choices(game_named(game).rules, settings)
    house = demonstration()
    table = next((table.name for table in house.tables if table.game == rules.game.id), "")
    return rules.game.id, placard(rules, facility=house.facility, table=table)


def of_table(file: str, table: str | None) -> tuple[str, Placard]:
    """The sign of a table of a submission; it may go unnamed where there is only one."""
    text, name = text_of(file)
    house = read_model(Submission, text, name=name)
    if table is None and len(house.tables) != 1:
        raise RulesError(f"{name} has {len(house.tables)} tables: say which one with --table")
    if errors := check(text, name=name).errors:
        raise RulesError(f"{name} has {errors} error{'s' * (errors > 1)}: see `houseway check {name}`")
    submitted = house.table(table) if table is not None else house.tables[0]
    rules = table_rules(submitted, game_named(submitted.game).rules)
    sign = placard(rules, facility=house.facility, table=submitted.name)
    return "-".join(submitted.name.lower().split()), sign


def write(name: str, sign: Placard, paper: str, folder: Path) -> list[Path]:
    """Both files, in the folder."""
    described_sign = described(sign, paper_named(paper))
    safe = "".join(letter if letter.isalnum() or letter in "-_." else "-" for letter in name)
    files = [folder / f"{safe}.html", folder / f"{safe}.pdf"]
    try:
        files[0].write_text(html.rendered(described_sign), encoding="utf-8")
        files[1].write_bytes(pdf.rendered(described_sign))
    except OSError as error:
        raise RulesError(f"{folder} can't be written to: {error.strerror}") from None
    return files
