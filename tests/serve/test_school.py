"""The school over HTTP: lessons, exams, progress; and that nobody's results are seen by anybody who may not."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import catalogue
from houseway.rules.submission import Submission, house_rules
from houseway.school.exam import exam_of, question_of
from tests.rounds import cards_named
from tests.serve.house import Caller, House, employed, operator

GAME = "three-card-poker"
LESSON = f"/school/{GAME}/hands/questions"
EXAM = f"{GAME}:hands:3:1:class"


@pytest.fixture
def guest(house: House) -> Caller:
    return Caller(house.url).guest()


def answered(caller: Caller, path: str = LESSON, said: str = "a") -> dict[str, Any]:
    question = caller.done("POST", path)
    return dict(caller.done("POST", f"/school/questions/{question['id']}/answer", {"answer": said}))


def test_every_game_has_its_skills(house: House) -> None:
    listed = {one["game"]: one["skills"] for one in Caller(house.url).guest().see("/school")}
    assert set(listed) == set(catalogue()) - {"high-card"} or set(listed) == set(catalogue())
    assert all({"payouts", "hands", "procedure"} <= set(skills) for skills in listed.values())


def test_a_question_is_asked_answered_and_explained(guest: Caller) -> None:
    question = guest.done("POST", LESSON)
    assert "right" not in question and "why" not in question and question["topic"] is None
    assert guest.see("/school/question")["id"] == question["id"]
    done = guest.done("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
    assert done["expected"] in question["answer"].get("options", [done["expected"]])
    assert done["right"] == (done["said"] == done["expected"])
    assert done["why"] and done["clauses"] and done["topic"]
    (mine,) = guest.see("/school/progress")
    assert (mine["game"], mine["skill"], mine["answered"]) == (GAME, "hands", 1)
    assert guest.say("GET", "/school/question").status_code == 404


def test_a_clause_says_what_it_means(guest: Caller) -> None:
    done = answered(guest)
    told = guest.see(f"/school/{GAME}/clauses?cited={done['clauses'][0]}")
    assert told["document"]


def test_an_answer_that_cannot_be_read_changes_nothing(guest: Caller) -> None:
    question = guest.done("POST", LESSON)
    path = f"/school/questions/{question['id']}/answer"
    for body in ({"answer": "no such hand"}, {"answer": "x" * 401}, {}, {"answer": 3}, {"answer": "a", "right": True}):
        said = guest.say("POST", path, body)
        assert said.status_code == 422 and list(said.json()) == ["error"], said.text
    assert guest.see("/school/question")["id"] == question["id"]
    assert guest.see("/school/progress") == []


def test_a_question_is_answered_once_and_by_whom_it_waits_for(house: House, guest: Caller) -> None:
    question = guest.done("POST", LESSON)
    path = f"/school/questions/{question['id']}/answer"
    other = Caller(house.url).guest()
    assert other.say("POST", path, {"answer": "a"}).status_code == 409
    other.done("POST", LESSON)
    assert other.say("POST", path, {"answer": "a"}).status_code == 409
    guest.done("POST", path, {"answer": "a"})
    assert guest.say("POST", path, {"answer": "b"}).status_code == 409
    assert [one["answered"] for one in guest.see("/school/progress")] == [1]


@pytest.mark.parametrize(
    ("path", "status"),
    [
        ("/school/no-such-game/hands/questions", 404),
        (f"/school/{GAME}/juggling/questions", 404),
        ("/school/chinese-poker/decisions/questions", 404),
        ("/school/exam/questions?code=nonsense", 404),
        ("/school/exam/questions?code=no-such:hands:3:1:x", 404),
        (f"/school/exam/questions?code={'x' * 201}", 422),
    ],
)
def test_what_there_is_not_is_said_in_a_sentence(guest: Caller, path: str, status: int) -> None:
    said = guest.say("POST", path)
    assert said.status_code == status and list(said.json()) == ["error"], said.text


def test_nobody_asks_who_has_not_come_in(house: House) -> None:
    stranger = Caller(house.url)
    for method, path in (
        ("POST", LESSON),
        ("GET", "/school/progress"),
        ("GET", "/school/staff"),
        ("GET", "/school/question"),
        ("GET", f"/school/exam/sheet?code={EXAM}"),
    ):
        assert stranger.say(method, path).status_code == 401, path


def test_a_page_of_another_site_asks_nothing(house: House, guest: Caller) -> None:

    said = httpx.post(f"{house.url}/api/v1{LESSON}", cookies=dict(guest.http.cookies))
    assert said.status_code == 403


def test_the_staff_is_seen_by_the_operator_and_players_by_nobody(house: House, guest: Caller) -> None:
    dealer, surveillance = employed(house.url, "dealer"), employed(house.url, "surveillance")
    answered(dealer)
    answered(guest)
    for other in (guest, dealer, surveillance):
        assert other.say("GET", "/school/staff").status_code == 403
        assert other.say("GET", f"/school/exam/sheet?code={EXAM}").status_code == 403
    told = operator(house.url).see("/school/staff")
    me, someone = dealer.see("/me"), guest.see("/me")
    assert me["name"] in {one["name"] for one in told if one["progress"]}
    assert someone["name"] not in json.dumps(told)
    assert "player" not in {one["role"] for one in told}
    assert [one["answered"] for one in surveillance.see("/school/progress")] == []


def sits(caller: Caller, code: str, count: int = 3) -> list[str]:
    """Answers every question of an exam; what was asked."""
    asked = []
    for number in range(1, count + 1):
        question = caller.done("POST", f"/school/exam/questions?code={code}")
        assert question["number"] == number
        asked.append(json.dumps([question["asked"], question["cards"], question["answer"]]))
        said = caller.done("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
        assert said == {"noted": True, "exam": code, "number": number}
    return asked


def held(boss: Caller, seed: str, questions: int = 3) -> str:
    body = {"game": GAME, "skill": "hands", "questions": questions, "level": 1, "seed": seed, "minutes": 60}
    return str(boss.done("POST", "/school/classes", body)["code"])


@pytest.mark.threat("exam")
def test_a_class_is_asked_the_same_and_told_when_it_is_over(house: House) -> None:
    boss, dealers = operator(house.url), [employed(house.url, "dealer") for _ in range(2)]
    code = held(boss, "same")
    assert sits(dealers[0], code) == sits(dealers[1], code)
    for dealer in dealers:
        told = dealer.done("POST", f"/school/exam/questions?code={code}")
        assert set(told) == {"over", "results_at"}
        assert dealer.see("/school/progress") == []  # nor does this tell what was right
    for form in ("pdf", "csv"):
        early = boss.say("GET", f"/school/exam/sheet?as={form}&code={code}")
        assert early.status_code == 409 and "when the class is over" in early.json()["error"]
    assert not [one for one in boss.see("/school/staff") if one["name"] == dealers[0].name and one["progress"]]
    assert boss.done("POST", "/school/classes/over", {"code": code})["over"]
    over = dealers[0].done("POST", f"/school/exam/questions?code={code}")
    assert over["answered"] == 3 and all(line["expected"] for line in over["lines"])
    assert dealers[0].see("/school/progress")[0]["answered"] == 3
    sheet = boss.say("GET", f"/school/exam/sheet?as=csv&code={code}")
    assert {dealer.name for dealer in dealers} <= {line.split(",")[0] for line in sheet.text.splitlines()[1:]}
    assert boss.say("GET", f"/school/exam/sheet?code={code}").content.startswith(b"%PDF-")
    assert boss.say("GET", f"/school/exam/sheet?as=html&code={code}").status_code == 422
    assert boss.say("GET", "/school/exam/sheet?code=nonsense").status_code == 404


def test_a_guest_who_is_told_all_answers_has_not_met_the_class_s_questions(house: House, guest: Caller) -> None:
    boss, dealer, code = operator(house.url), employed(house.url, "dealer"), f"{GAME}:hands:6:1:told"
    theirs = sits(guest, code, 6)
    assert len(guest.done("POST", f"/school/exam/questions?code={code}")["lines"]) == 6  # a guest's own exam
    again = boss.say(
        "POST", "/school/classes", {"game": GAME, "skill": "hands", "questions": 6, "level": 1, "seed": "told"}
    )
    assert again.status_code == 409 and "choose another seed" in again.json()["error"]
    assert sits(dealer, code, 6) != theirs  # nor anybody else's
    code = held(boss, "told again", 6)
    refused = guest.say("POST", f"/school/exam/questions?code={code}")
    assert refused.status_code == 403 and "only those who work here" in refused.json()["error"]
    public = [question_of(rules_of_the_house(), exam_of(code), number) for number in range(1, 7)]
    assert [json.loads(one)[1] for one in sits(dealer, code, 6)] != [one.data()["cards"] for one in public]


def rules_of_the_house() -> Any:
    return house_rules(catalogue()[GAME].rules, submission=Submission(facility="x", tables=()))


def test_a_class_that_is_over_takes_no_answers_and_is_not_held_again(house: House) -> None:
    boss, dealer = operator(house.url), employed(house.url, "dealer")
    code = held(boss, "late")
    question = dealer.done("POST", f"/school/exam/questions?code={code}")
    boss.done("POST", "/school/classes/over", {"code": code})
    late = dealer.say("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
    assert late.status_code == 409 and "came too late" in late.json()["error"]
    assert dealer.done("POST", f"/school/exam/questions?code={code}")["answered"] == 0
    body = {"game": GAME, "skill": "hands", "questions": 3, "level": 1, "seed": "late"}
    assert boss.say("POST", "/school/classes", body).status_code == 409
    for wrong in ({"skill": "juggling"}, {"game": "no-such"}, {"minutes": 0}, {"seed": "\u2603"}, {"level": 4}):
        assert boss.say("POST", "/school/classes", {**body, "seed": "new", **wrong}).status_code in (404, 422), wrong
    assert code in [one["code"] for one in boss.see("/school/classes") if one["over"]]


def test_a_question_of_stud_names_no_card_that_lies_face_down(guest: Caller) -> None:
    for _ in range(3):
        question = guest.done("POST", "/school/seven-card-stud/procedure/questions")
        seen = cards_named(" ".join(question["cards"].values()))
        shown = {card for event in question["events"] for card in cards_named(str(event.get("cards", "")))}
        assert cards_named(json.dumps(question)) <= seen | shown


def test_a_question_waits_through_a_crash(opened: Any, tmp_path: Path) -> None:
    house = opened(f"sqlite:///{tmp_path}/school.db")
    caller = Caller(house.url).guest()
    question = caller.done("POST", LESSON)
    house.kill()
    house.start()
    assert caller.see("/school/question")["asked"] == question["asked"]
    done = caller.done("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
    assert done["expected"]
