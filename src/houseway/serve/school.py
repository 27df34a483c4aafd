"""The school of a house: which question waits for whom, what was answered, what people know.

One question waits for each account at a time. Only what it was drawn from is kept; it is drawn again when it is
answered, by whichever process the answer comes to, so that nothing of what is right lies anywhere before.
"""

import asyncio
import hmac
import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from random import Random
from typing import Any

import sqlalchemy as sa
from sqlalchemy.engine import Connection

from houseway.errors import BadInput, Forbidden, NotFound, NotNow, instead
from houseway.games import catalogue
from houseway.play.ask import Refused
from houseway.pricing.coach import Advice
from houseway.pricing.families import can_coach
from houseway.record import acts, daybook, rows
from houseway.record.chain import canonical
from houseway.record.daybook import By
from houseway.record.kept_rows import AnswerRow, as_row
from houseway.record.person import Person
from houseway.record.schema import accounts, school_answers, school_asked, school_classes, school_known
from houseway.record.store import marks_of, now
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules
from houseway.school import exam as exams
from houseway.school import memory
from houseway.school.drawing import check, draw
from houseway.school.exam import Exam, Line, Result
from houseway.school.memory import Known
from houseway.school.question import DECISIONS, SKILLS, Judged, Question, SchoolError, judged
from houseway.school.syllabus import syllabus
from houseway.serve.house import House

LONGEST_CLASS = 24 * 60  # minutes
_MOST_CLASSES = 50  # that are listed
_LONGEST_WAIT = 3_600_000  # milliseconds that count as time to think
_MOST_READ = 20_000  # answers of one account


@dataclass(frozen=True)
class Spec:
    """What a question is drawn from."""

    game: str
    skill: str
    topic: str
    seed: str
    level: int
    exam: str = ""
    number: int = 0


@dataclass(frozen=True)
class Class:
    """An exam that people sit together, from one time to another. What was right is told afterwards."""

    code: str
    opened: int
    closes: int
    over: bool


@dataclass(frozen=True)
class Waiting:
    """A question that waits for its answer."""

    id: str
    question: Question
    spec: Spec
    began: int

    def data(self) -> dict[str, Any]:
        exam = {"exam": self.spec.exam, "number": self.spec.number} if self.spec.exam else {}
        return {"id": self.id, **self.question.data(), **exam}


@dataclass(frozen=True)
class Standing:
    """How somebody does in one skill of one game."""

    game: str
    skill: str
    answered: int
    right: int
    recent: float  # of the last twenty, the share that was right
    streak: int  # right answers in a row, up to now
    best: int
    seconds: float  # an answer
    level: int
    due: int  # topics
    cost: int  # cents
    weak: tuple[str, ...]  # topics that were missed most

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "skill": self.skill,
            "answered": self.answered,
            "right": self.right,
            "recent": round(self.recent, 3),
            "streak": self.streak,
            "best_streak": self.best,
            "seconds": round(self.seconds, 1),
            "level": self.level,
            "due": self.due,
            "cost": dollars(self.cost),
            "weak": list(self.weak),
        }


def rules_for(house: House, game: str) -> Rules:
    """The rules of a game as this house has them."""
    if game not in catalogue():
        raise NotFound(f"{game[:80]!r} is not a game here: {instead(game, catalogue())}")
    try:
        return house_rules(catalogue()[game].rules, submission=house.submission)
    except RulesError as error:
        raise NotNow(f"this house's rules for {game} can't be used: {error}") from None


def skills_of(game: str) -> list[str]:
    """What can be drilled in a game."""
    return [skill for skill in SKILLS if skill != DECISIONS or can_coach(game)]


class School:
    """Asks, judges and remembers."""

    def __init__(self, house: House) -> None:
        self.house = house

    # Asking

    async def ask(self, person: Person, game: str, skill: str) -> Waiting:
        """The next question of a lesson, which waits from now on in place of any other."""
        rules = rules_for(self.house, game)
        try:
            check(rules, skill)
        except SchoolError as error:
            raise NotFound(str(error)) from None
        kept, rights = await self.house.store.read(lambda c: _lesson(c, person.id, game, skill, self._now()))
        seed = secrets.token_hex(8)
        level = memory.level(len(rights), rights)

        def drawn() -> tuple[Question, str]:
            topic = memory.next_topic(syllabus(rules).topics(skill), kept, datetime.now(UTC), Random(seed))
            return draw(rules, skill, seed=seed, topic=topic, level=level), topic

        question, topic = await self._made(drawn)
        return await self._wait(person, question, Spec(game, skill, topic, seed, level))

    async def ask_exam(self, person: Person, code: str) -> Waiting | None:
        """The next question of an exam; none if all of them are answered, or its class is over."""
        exam = _exam(code)
        rules = rules_for(self.house, exam.game)
        held = await self.class_of(exam.code)
        if held is not None and person.role == "player":
            raise Forbidden("a class sits this exam: only those who work here can")
        if held is not None and held.over:
            return None
        done = {row["number"] for row in await self._exam_rows(exam, person.id)}
        number = next((number for number in range(1, exam.questions + 1) if number not in done), None)
        if number is None:
            return None
        try:
            secret = self._secret(exam, person, held)
            question = await asyncio.to_thread(exams.question_of, rules, exam, number, secret=secret)
        except SchoolError as error:
            raise NotFound(str(error)) from None
        spec = Spec(exam.game, question.skill, question.topic, "", exam.level, exam.code, number)
        return await self._wait(person, question, spec)

    def _secret(self, exam: Exam, person: Person, held: Class | None) -> str:
        """What the questions follow from besides the code: a class is asked the same, anybody else questions of their
        own. It comes from a key of the house, so that nobody can work it out or meet the questions elsewhere."""
        whose = ["class", held.opened] if held is not None else ["account", person.id]
        return hmac.digest(self.house.store.exam_key, canonical([exam.code, *whose]), "sha256").hex()

    async def _made(self, drawn: Any) -> Any:
        try:
            return await asyncio.to_thread(drawn)
        except SchoolError as error:
            raise NotFound(str(error)) from None

    async def _wait(self, person: Person, question: Question, spec: Spec) -> Waiting:
        row = {"account": person.id, "id": secrets.token_hex(8), "at": now(), "spec": json.dumps(vars(spec))}

        def change(connection: Connection) -> None:
            connection.execute(school_asked.delete().where(school_asked.c.account == person.id))
            connection.execute(school_asked.insert().values(row))

        await self.house.store.write(change)
        return Waiting(str(row["id"]), question, spec, int(str(row["at"])))

    async def waits(self, person: Person) -> Waiting | None:
        """The question that waits for somebody, drawn again."""
        row = await self.house.store.read(
            lambda c: c.execute(sa.select(school_asked).where(school_asked.c.account == person.id)).mappings().first()
        )
        if row is None:
            return None
        spec = Spec(**json.loads(row["spec"]))
        rules = rules_for(self.house, spec.game)
        held = await self.class_of(spec.exam) if spec.exam else None
        secret = self._secret(_exam(spec.exam), person, held) if spec.exam else ""

        def again() -> Question:
            if spec.exam:
                return exams.question_of(rules, _exam(spec.exam), spec.number, secret=secret)
            return draw(rules, spec.skill, seed=spec.seed, topic=spec.topic, level=spec.level)

        return Waiting(row["id"], await self._made(again), spec, row["at"])

    # Answering

    async def answer(self, person: Person, id: str, text: str) -> tuple[Question, Judged, Spec]:
        """What an answer is worth. Nothing is kept of an answer that can't be read, and the question waits on."""
        one = await self.waits(person)
        if one is None or one.id != id:
            raise NotNow("this question does not wait for you any more: ask for the next one")
        question, spec = one.question, one.spec
        held = await self.class_of(spec.exam) if spec.exam else None
        if held is not None and held.over:
            raise NotNow("the class is over: this answer came too late")
        try:
            question.form.read(text)
            done = judged(question, text, await self._advice(question, person))
        except Refused as refused:
            raise BadInput(str(refused)) from None
        took = min(max(0, now() - one.began), _LONGEST_WAIT)
        rate = memory.rating(question, done, took / 1000)
        row = {
            "account": person.id,
            "at": now(),
            "game": spec.game,
            "skill": question.skill,
            "topic": question.topic[:200],
            "level": question.level,
            "right": done.right,
            "took": took,
            "cost": done.cost,
            "asked": question.asked,
            "said": done.said,
            "expected": done.expected,
            "exam": spec.exam or None,
            "number": spec.number or None,
        }

        def change(connection: Connection) -> bool:
            gone = connection.execute(
                school_asked.delete().where(school_asked.c.account == person.id, school_asked.c.id == id)
            )
            if not gone.rowcount:  # another answer came first
                return False
            kept = connection.execute(school_answers.insert().values(row).returning(school_answers)).mappings().one()
            if spec.exam:  # what people are promoted by; practice is their own affair
                entry = rows.answer(as_row(AnswerRow, kept))
                daybook.note(connection, f"answer {kept['id']}", entry, by=By(person.name, person.id))
            if held is None:  # what was right in a class shows in nothing until it is over
                _remember(connection, row, rate)
            return True

        if not await self.house.store.write(change):
            raise NotNow("this question has been answered already: ask for the next one")
        return question, done, spec

    async def _advice(self, question: Question, person: Person) -> Advice | None:
        if question.decision is None:
            return None
        return await self.house.coach.advise(question.decision, who=f"account {person.id}")

    # How it goes

    async def standings(self, person: Person) -> list[Standing]:
        """How somebody does, skill by skill: their own to see, and nobody else's."""
        return await self.house.store.read(lambda c: _standings(c, person.id, self._now()))

    async def of_staff(self) -> list[tuple[dict[str, Any], list[Standing]]]:
        """How everybody does who works here. Players are not among them."""

        def look(connection: Connection) -> list[tuple[dict[str, Any], list[Standing]]]:
            asked = sa.select(accounts.c.id, accounts.c.name, accounts.c.role).where(accounts.c.role != "player")
            people = connection.execute(asked.order_by(accounts.c.folded)).mappings().all()
            return [(dict(one), _standings(connection, one["id"], self._now())) for one in people]

        return await self.house.store.read(look)

    async def result(self, person: Person, code: str) -> Result:
        """What somebody has made of an exam so far; of a class, when it is over."""
        exam = _exam(code)
        await self._told_now(exam.code)
        return _result(person.name, await self._exam_rows(exam, person.id), exam)

    async def class_results(self, code: str) -> list[Result]:
        """What those who work here have made of an exam; of a class, when it is over."""
        exam = _exam(code)
        await self._told_now(exam.code)

        def look(connection: Connection) -> list[tuple[str, list[Mapping[str, Any]]]]:
            both = school_answers.join(accounts, school_answers.c.account == accounts.c.id)
            asked = sa.select(school_answers, accounts.c.name.label("who")).select_from(both)
            asked = asked.where(school_answers.c.exam == exam.code, accounts.c.role != "player")
            found: dict[str, list[Mapping[str, Any]]] = {}
            for row in connection.execute(asked.order_by(accounts.c.folded, school_answers.c.number)).mappings():
                found.setdefault(row["who"], []).append(dict(row))
            return list(found.items())

        rows = await self.house.store.read(look)
        return [_result(name, lines, exam) for name, lines in rows]

    async def _told_now(self, code: str) -> None:
        held = await self.class_of(code)
        if held is not None and not held.over:
            raise NotNow(f"results are shown when the class is over, at {moment(held.closes)} UTC")

    # Classes

    def _now(self) -> int:
        return self.house.store.clock.now()

    async def hold(self, person: Person, exam: Exam, minutes: int) -> Class:
        """Open an exam for a class, for some minutes; its code must not have been sat by anybody."""
        try:
            exams.skills_of(rules_for(self.house, exam.game), exam)
        except SchoolError as error:
            raise NotFound(str(error)) from None

        def change(connection: Connection) -> Class:
            now = daybook.at(connection)
            sat = connection.execute(
                sa.select(school_answers.c.id).where(school_answers.c.exam == exam.code).limit(1)
            ).first()
            if sat is not None or _class_row(connection, exam.code) is not None:
                raise NotNow("this exam has been sat or held before: choose another seed")
            row = {"code": exam.code, "account": person.id, "opened": now, "closes": now + minutes * 60_000}
            connection.execute(school_classes.insert().values(marks_of(connection).marked("school_classes", row)))
            acts.note(connection, "opened a class", person, about=f"{exam.code}, for {minutes} minutes")
            return Class(exam.code, now, now + minutes * 60_000, over=False)

        return await self.house.store.write(change)

    async def end_class(self, person: Person, code: str) -> Class:
        """End a class before its time."""

        def change(connection: Connection) -> Class:
            now, row = daybook.at(connection), _class_row(connection, code)
            if row is None:
                raise NotFound(f"no class sits the exam {code[:80]}")
            closes = min(now, row["closes"])
            if closes != row["closes"]:
                changed = marks_of(connection).marked("school_classes", {**row, "closes": closes})
                connection.execute(school_classes.update().where(school_classes.c.code == code).values(changed))
                acts.note(connection, "ended a class", person, about=code)
            return Class(code, row["opened"], closes, over=True)

        return await self.house.store.write(change)

    async def class_of(self, code: str) -> Class | None:
        """The class that sits an exam, or sat it."""
        row = await self.house.store.read(lambda c: _class_row(c, code))
        return self._class(row) if row is not None else None

    async def classes(self) -> list[Class]:
        """The latest classes."""
        asked = (
            sa.select(school_classes)
            .order_by(school_classes.c.opened.desc(), school_classes.c.code)
            .limit(_MOST_CLASSES)
        )
        found = await self.house.store.read(lambda c: [dict(row) for row in c.execute(asked).mappings()])
        return [self._class(row) for row in found]

    def _class(self, row: Mapping[str, Any]) -> Class:
        return Class(row["code"], row["opened"], row["closes"], over=row["closes"] <= self._now())

    async def exams_sat(self) -> list[str]:
        """The exams that somebody who works here has sat, the latest first."""

        def look(connection: Connection) -> list[str]:
            both = school_answers.join(accounts, school_answers.c.account == accounts.c.id)
            asked = sa.select(school_answers.c.exam, sa.func.max(school_answers.c.id)).select_from(both)
            asked = asked.where(school_answers.c.exam.is_not(None), accounts.c.role != "player").group_by(
                school_answers.c.exam
            )
            return [
                row[0] for row in connection.execute(asked.order_by(sa.func.max(school_answers.c.id).desc()).limit(100))
            ]

        return await self.house.store.read(look)

    async def _exam_rows(self, exam: Exam, account: int) -> Sequence[Mapping[str, Any]]:
        asked = sa.select(school_answers).where(school_answers.c.account == account, school_answers.c.exam == exam.code)
        ordered = asked.order_by(school_answers.c.number)
        return await self.house.store.read(lambda c: [dict(row) for row in c.execute(ordered).mappings()])


def moment(at: int) -> str:
    """A time of day, in UTC."""
    return datetime.fromtimestamp(at / 1000, UTC).strftime("%Y-%m-%d %H:%M")


def _class_row(connection: Connection, code: str) -> Mapping[str, Any] | None:
    """The row of a class, as the house wrote it."""
    row = connection.execute(sa.select(school_classes).where(school_classes.c.code == code)).mappings().first()
    if row is not None and not marks_of(connection).right("school_classes", dict(row)):
        raise NotNow(f"the class of {code[:80]} is not as the house left it: `houseway prove` says more")
    return dict(row) if row is not None else None


def _exam(code: str) -> Exam:
    try:
        return exams.exam_of(code)
    except SchoolError as error:
        raise NotFound(str(error)) from None


def _result(name: str, rows: Sequence[Mapping[str, Any]], exam: Exam) -> Result:
    lines = [
        Line(
            row["number"], row["skill"], row["topic"], row["asked"], row["said"], row["expected"], row["right"],
            row["took"] / 1000, row["cost"],
        )
        for row in rows
    ]  # fmt: skip
    return Result(name, tuple(lines), exam.questions)


def _not_over(now: int) -> sa.Select[tuple[str]]:
    return sa.select(school_classes.c.code).where(school_classes.c.closes > now)


def _lesson(
    connection: Connection, account: int, game: str, skill: str, now: int
) -> tuple[dict[str, Known], list[bool]]:
    """What is known of a skill, and whether each answer to it so far was right."""
    mine = (school_known.c.account == account, school_known.c.game == game, school_known.c.skill == skill)
    kept = connection.execute(sa.select(school_known).where(*mine)).mappings()
    said = sa.select(school_answers.c.right).where(
        school_answers.c.account == account,
        school_answers.c.game == game,
        school_answers.c.skill == skill,
        sa.or_(school_answers.c.exam.is_(None), school_answers.c.exam.not_in(_not_over(now))),
    )
    rights = [bool(row[0]) for row in connection.execute(said.order_by(school_answers.c.id.desc()).limit(_MOST_READ))]
    return {row["topic"]: Known(row["card"], row["answered"], row["missed"]) for row in kept}, rights[::-1]


def _remember(connection: Connection, row: Mapping[str, Any], rate: Any) -> None:
    key = {name: row[name] for name in ("account", "game", "skill", "topic")}
    mine = [school_known.c[name] == value for name, value in key.items()]
    before = connection.execute(sa.select(school_known).where(*mine)).mappings().first()
    known = Known(before["card"], before["answered"], before["missed"]) if before else None
    after = memory.reviewed(known, rate, datetime.fromtimestamp(row["at"] / 1000, UTC))
    kept = {"card": after.card, "answered": after.answered, "missed": after.missed}
    if before:
        connection.execute(school_known.update().where(*mine).values(kept))
    else:
        connection.execute(school_known.insert().values({**key, **kept}))


def _standings(connection: Connection, account: int, now: int) -> list[Standing]:
    """How somebody does, without what they answered in a class that is not over."""
    told = sa.or_(school_answers.c.exam.is_(None), school_answers.c.exam.not_in(_not_over(now)))
    asked = sa.select(school_answers).where(school_answers.c.account == account, told)
    asked = asked.order_by(school_answers.c.id.desc()).limit(_MOST_READ)
    rows: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in connection.execute(asked).mappings():
        rows.setdefault((row["game"], row["skill"]), []).append(dict(row))
    topics: dict[tuple[str, str], list[Mapping[str, Any]]] = {}
    for row in connection.execute(sa.select(school_known).where(school_known.c.account == account)).mappings():
        topics.setdefault((row["game"], row["skill"]), []).append(dict(row))
    moment = datetime.now(UTC)
    return [_standing(key, said[::-1], topics.get(key, []), moment) for key, said in rows.items()]


def _standing(
    key: tuple[str, str], said: Sequence[Mapping[str, Any]], topics: Sequence[Mapping[str, Any]], moment: datetime
) -> Standing:
    rights = [bool(row["right"]) for row in said]
    streak = best = 0
    for right in rights:
        streak = streak + 1 if right else 0
        best = max(best, streak)
    weak = sorted((row for row in topics if row["missed"]), key=lambda row: -row["missed"])
    return Standing(
        *key,
        answered=len(rights),
        right=sum(rights),
        recent=sum(rights[-20:]) / len(rights[-20:]),
        streak=streak,
        best=best,
        seconds=sum(row["took"] for row in said) / 1000 / len(said),
        level=memory.level(len(rights), rights),
        due=sum(Known(row["card"]).due <= moment for row in topics),
        cost=sum(row["cost"] for row in said),
        weak=tuple(row["topic"] for row in weak[:3]),
    )
