"""`houseway drill`: the school in the terminal."""

import secrets
import time
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from random import Random
from typing import Any

from rich import box
from rich.console import Console, Group, RenderableType
from rich.table import Table
from rich.text import Text

from houseway.cards.card import NAMES
from houseway.cli import layout
from houseway.cli.numbers import whole
from houseway.cli.progress import on_error_stream
from houseway.cli.text import CLAUSE, faces, indented, money, terminal
from houseway.play.ask import Refused
from houseway.play.places import is_box
from houseway.pricing.coach import Advice, advise
from houseway.rules.money import shown
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.school import exam as exams
from houseway.school import memory
from houseway.school.drawing import check, draw
from houseway.school.exam import ALL, Exam, Line, Result
from houseway.school.question import PAYOUTS, Choice, Judged, Question, SchoolError, Settlement, judged
from houseway.school.syllabus import syllabus

_GIVEN_UP = ("quit", "q", "exit")
_MANY = 12  # options that are listed


class Drill:
    """One sitting: which questions come, and what was made of them."""

    def __init__(self, rules: Rules, skill: str, *, seed: str, questions: int, level: int | None, exam: bool) -> None:
        if skill != ALL:
            check(rules, skill, level or 1)
        self.rules, self.skill, self.seed, self.questions = rules, skill, seed, questions
        self.level = level
        self.exam = Exam(rules.game.id, skill, seed, questions, level or 2) if exam else None
        if not 1 <= questions <= exams.MOST:
            raise SchoolError(f"a drill has from 1 to {exams.MOST} questions, not {questions}")
        self._known: dict[str, memory.Known] = {}
        self._right: list[bool] = []
        self.hours: list[int] = []  # what decisions cost an hour

    def question(self, number: int) -> Question:
        """The next one: set in an exam, and else what was missed before comes again."""
        if self.exam is not None:
            return exams.question_of(self.rules, self.exam, number)
        known = syllabus(self.rules)
        skills = known.skills()[:3] if self.skill == ALL else [self.skill]
        skill = skills[(number - 1) % len(skills)]
        rng = Random(f"{self.seed} {number}")
        kept = {key.partition("\n")[2]: one for key, one in self._known.items() if key.startswith(f"{skill}\n")}
        topic = memory.next_topic(known.topics(skill), kept, datetime.now(UTC), rng)
        level = self.level or memory.level(len(self._right), self._right)
        return draw(self.rules, skill, seed=f"{self.seed} {number}", topic=topic, level=level)

    def note(self, question: Question, done: Judged, seconds: float) -> None:
        key = f"{question.skill}\n{question.topic}"
        rate = memory.rating(question, done, seconds)
        self._known[key] = memory.reviewed(self._known.get(key), rate, datetime.now(UTC))
        self._right.append(done.right)
        self.hours.append(done.an_hour or 0)


def advice_on(question: Question) -> Advice | None:
    if question.decision is None:
        return None
    with on_error_stream().status("counting"):
        return advise(question.decision)


def as_data(drill: Drill) -> dict[str, Any]:
    """Every question with its answer: a trainer's key."""
    rows = []
    for number in range(1, drill.questions + 1):
        question = drill.question(number)
        right = question.right
        if advice := advice_on(question):
            right = advice.best.text
        done = judged(question, right, advice)
        drill.note(question, done, 20)
        rows.append({"number": number, **question.data(answered=True), "right": right, "why": [*map(str, done.why)]})
    return {
        "game": drill.rules.game.id,
        "skill": drill.skill,
        "seed": drill.seed,
        "exam": drill.exam.code if drill.exam else None,
        "questions": rows,
    }


def sit(drill: Drill, name: str) -> Result:
    """Ask, and say at once what was right, question by question; in an exam at its end."""
    out = terminal()
    title = f"{drill.rules.game.name}: {drill.skill}"
    out.print(Text(title, "bold"), Text(f"exam {drill.exam.code}" if drill.exam else f"seed {drill.seed}", "dim"))
    out.print(Text("Answer by letter or in words; `quit` ends it, `?` says what may be answered.", "dim"))
    lines: list[Line] = []
    for number in range(1, drill.questions + 1):
        question = drill.question(number)
        out.print()
        out.rule(Text(f"{number} of {drill.questions} · {question.skill}", "dim"), align="left")
        out.print(situation(question))
        began = time.monotonic()
        said = _answered(out, question)
        if said is None:
            break
        seconds = time.monotonic() - began
        done = judged(question, said, advice_on(question))
        drill.note(question, done, seconds)
        lines.append(exams.line(number, question, done, seconds))
        if drill.exam is None:
            out.print(report(done))
    result = Result(name, tuple(lines), drill.questions)
    out.print()
    out.print(summary(result, drill))
    return result


def _answered(out: Console, question: Question) -> str | None:
    """An answer that can be read; None where somebody has had enough."""
    while True:
        try:
            said = input("> ").strip()
        except EOFError:
            return None
        if said.lower() in _GIVEN_UP:
            return None
        if said == "?":
            out.print(Text(question.form.prompt(), "dim"))
            continue
        try:
            question.form.read(said)
        except Refused as refused:
            out.print(Text(str(refused), "red"))
            continue
        return said


def situation(question: Question) -> Group:
    """The table as it lies, what happened last, and what is asked."""
    view = question.situation.view
    places = {place: tuple(map(NAMES.index, line.split())) for place, line in view["cards"].items() if place != "burn"}
    boxes = {place: cards for place, cards in places.items() if is_box(place)}
    shapes = layout.community({place: cards for place, cards in places.items() if place not in boxes}, question.game)
    seats = Table(box=None, show_header=False, padding=(0, 2))
    for who, seat in view["seats"].items():
        wagers = ", ".join(f"{wager} {money(amount)}" for wager, amount in seat["wagers"].items() if amount != "0")
        cards = layout.held(places, who)
        if cards or wagers:
            seats.add_row(Text(f"{who} ({seat['name']})", "dim"), cards, Text(wagers, "yellow"))
    for place, cards_there in boxes.items():
        seats.add_row(Text(place, "dim"), faces(cards_there), "")
    spots = [f"{name.replace('/', ' ')} {money(one['amount'])}" for name, one in view["spots"].items()]
    parts: list[RenderableType] = [layout.side_by_side(shapes)] if shapes else []
    parts.append(seats)
    if spots:
        parts.append(Text(", ".join(spots), "yellow"))
    if pots := view["bank"].get("pots"):
        parts.append(Text(", ".join(f"{name} pot {money(amount)}" for name, amount in pots.items()), "yellow"))
    if "covers_wins" in view["bank"] and question.skill == PAYOUTS:
        left = view["bank"]
        covers = f"{money(left['covers_wins'])} of wins, {money(left['covers_losses'])} of losses"
        parts.append(Text(f"the player-dealer still covers {covers}", "dim"))
    parts += [Text(str(line), "dim") for line in question.situation.told[-3:]]
    parts += ["", Text(question.asked, "bold")]
    form = question.form
    if isinstance(form, Choice) and len(form.options) <= _MANY:
        parts += [Text(f"  {chr(97 + at)}  {option}") for at, option in enumerate(form.options)]
    elif isinstance(form, Settlement):
        parts.append(Text(f"  {form.prompt()}", "dim"))
        parts += [Text(f"  {chr(97 + at)}  {name}") for at, name in enumerate(form.names)]
    else:
        parts.append(Text(f"  {form.prompt()}", "dim"))
    return Group(*parts)


def report(done: Judged) -> Group:
    """Right or not, why, by which clause, and what it would have cost whom."""
    parts: list[RenderableType] = [
        Text(f"{'✓' if done.right else '✗'} {done.words()}", "green" if done.right else "red")
    ]
    if not done.right:
        parts.append(Text(f"  right is: {done.expected}", "bold"))
    parts += [Text(f"  {line}") for line in done.why]
    if done.an_hour:
        parts.append(Text(f"  Made every round, it costs {shown(done.an_hour)} an hour.", "red"))
    parts.append(Text(f"  {'; '.join(done.clauses)}", CLAUSE))
    return Group(*parts)


def summary(result: Result, drill: Drill) -> RenderableType:
    """What came of it."""
    table = Table(box=box.SIMPLE_HEAD, show_edge=False)
    for head in ("", "right", "answered", "seconds each", "mistakes cost"):
        table.add_column(head, justify="right" if head else "left")
    each = f"{result.seconds / len(result.lines):.1f}" if result.lines else "–"
    table.add_row(result.name, str(result.right), str(len(result.lines)), each, shown(result.cost))
    parts: list[RenderableType] = [indented(table)]
    if drill.skill == "decisions" and result.lines:
        hour = sum(drill.hours) // len(result.lines)
        pace = drill.rules.game.rounds_an_hour
        parts.append(Text(f"Played like this, an hour of {pace} rounds costs {shown(hour)}.", "dim"))
    if drill.exam is not None:
        parts += [Text(f"{one.number}. {one.asked} You said {one.said}; right is {one.expected}.", "red")
                  for one in result.lines if not one.right]  # fmt: skip
    return Group(*parts)


def file_sheets(drill: Drill, result: Result, *, pdf: Path | None, csv: Path | None) -> None:
    """Put the result sheet where it was asked for."""
    title = f"{drill.rules.game.name}: {drill.skill}"
    subtitle = drill.exam.code if drill.exam else f"seed {drill.seed}"
    try:
        if pdf is not None:
            pdf.write_bytes(_result_sheet(title, subtitle, result))
        if csv is not None:
            csv.write_text(exams.as_csv([result]), encoding="utf-8")
    except OSError as error:
        raise RulesError(f"{error.filename} can't be written: {error.strerror}") from None


def _result_sheet(title: str, subtitle: str, result: Result) -> bytes:
    from houseway.papers import exam_results, pdf  # with fonts that nobody needs who prints nothing

    return pdf.rendered(exam_results.described(title, subtitle, [result]))


def new_seed() -> str:
    return secrets.token_hex(4)


def paced(rules: Rules, rounds: str) -> Rules:
    """The rules with another number of rounds an hour, where one is given."""
    if not rounds:
        return rules
    many = whole("--rounds-an-hour", rounds, most=1000)
    return replace(rules, game=rules.game.model_copy(update={"rounds_an_hour": many}))
