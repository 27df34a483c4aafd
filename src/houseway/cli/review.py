"""`houseway review`: what a player's decisions cost, and how much of the result was luck."""

import csv
import io

from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cells import harmless
from houseway.cli import coach
from houseway.cli.find import game_named
from houseway.cli.progress import progress_bar
from houseway.cli.text import indented, signed
from houseway.floor.reading import Wanted
from houseway.review.reviewing import Mark, Moment, Review, review

_STYLES = {Mark.BEST: "green", Mark.NEAR: "", Mark.MISTAKE: "yellow", Mark.BLUNDER: "bold red"}
_OFTEN = 0.2  # luck that is at least this likely is nothing unusual
_PARTS = {
    "price": "the wagers, played best",
    "mistakes": "your decisions",
    "fees": "fees",
    "not_covered": "what the bank did not cover",
    "banking": "banking",
    "luck": "luck",
}


def reviewed(what: str, player: str, *, table: str | None, game: str | None, console: Console) -> Review:
    wanted = Wanted(table=table or "", game=game_named(game).rules.id if game else "")
    with progress_bar(console, "playing rounds again, record") as told:
        return review(what, player, wanted=wanted, told=told)


def report(found: Review, most: int) -> Group:
    """The result taken apart, how the decisions were, and the dearest of them."""
    rounds = len(found.rounds)
    title = Text(found.player, "bold").append(f", {rounds:,} round{'s' * (rounds != 1)}", "not bold")
    parts: list[RenderableType] = [title, "", Text(found.parts.sentence()), indented(_apart(found)), _luck(found)]
    parts += ["", _decisions(found)]
    for moment in found.dearest[:most]:
        parts += ["", *_moment(moment)]
    parts += [Text(f"left out: {one}", "dim") for one in found.left_out]
    return Group(*parts)


def _apart(found: Review) -> Table:
    table = Table(box=None, show_header=False, padding=(0, 1))
    table.add_column()
    table.add_column(justify="right")
    amounts = {"mistakes": -found.parts.mistakes, "fees": -found.parts.fees}
    for name, words in _PARTS.items():
        amount = amounts.get(name, getattr(found.parts, name))
        if amount:
            table.add_row(words, signed(amount))
    table.add_row(Text("in all", "bold"), signed(found.parts.result))
    return table


def _luck(found: Review) -> Text:
    if found.chance is None:
        return Text("")
    if found.chance >= _OFTEN:
        return Text("Luck like this is nothing unusual.", "dim")
    return Text(f"Luck as far from average as this comes once in {1 / found.chance:,.0f} such sessions.", "dim")


def _decisions(found: Review) -> Text:
    marks = [moment.mark for moment in found.moments]
    if not marks:
        return Text("Nothing was decided in these rounds.", "dim")
    text = Text(f"{len(marks):,} decision{'s' * (len(marks) != 1)}: ")
    told = [(mark, marks.count(mark)) for mark in Mark if mark in marks]
    for at, (mark, count) in enumerate(told):
        plural = "s" if count > 1 and mark in (Mark.MISTAKE, Mark.BLUNDER) else ""
        text.append(", " if at else "").append(f"{count:,} {mark.value}{plural}", _STYLES[mark])
    return text.append(".")


def _moment(moment: Moment) -> list[RenderableType]:
    """A decision with what every answer was worth."""
    head = Text(f"{moment.mark.value.capitalize()} in round {moment.seen.round:,} of {moment.seen.rules.game.name}: ")
    head.append(moment.decided.answer, "bold").append(f" cost ${moment.cost / 100:,.2f}", _STYLES[moment.mark])
    advice = moment.advice()
    return [head] if advice is None else [head, coach.report(advice, moment.seen.game)]


def as_csv(found: Review) -> str:
    out = io.StringIO()
    lines = csv.writer(out, lineterminator="\n")
    heads = ("table", "round", "game", "ask", "spot", "answer", "clause", "mark", "cost", "cost_in_first_wagers")
    lines.writerow(heads)
    for moment in found.moments:
        data = moment.data()
        lines.writerow([harmless(str(data[head])) for head in heads])
    return out.getvalue()
