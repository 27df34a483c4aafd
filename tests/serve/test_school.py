"""The school over HTTP: lessons, exams, progress; and that nobody's results are seen by anybody who may not."""

import json
from pathlib import Path
from typing import Any

import httpx
import pytest

from houseway.games import catalogue
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

    said = httpx.post(f"{house.url}/api{LESSON}", cookies=dict(guest.http.cookies))
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


def test_an_exam_asks_everybody_the_same_and_tells_only_at_its_end(house: House, guest: Caller) -> None:
    dealer = employed(house.url, "dealer")
    asked: dict[str, list[str]] = {}
    for name, caller in (("guest", guest), ("dealer", dealer)):
        for number in (1, 2, 3):
            question = caller.done("POST", f"/school/exam/questions?code={EXAM}")
            assert question["number"] == number
            asked.setdefault(name, []).append(json.dumps([question["asked"], question["cards"], question["answer"]]))
            said = caller.done("POST", f"/school/questions/{question['id']}/answer", {"answer": "a"})
            assert said == {"noted": True, "exam": EXAM, "number": number}
        over = caller.done("POST", f"/school/exam/questions?code={EXAM}")
        assert over["over"] and over["answered"] == 3 and len(over["lines"]) == 3
    assert asked["guest"] == asked["dealer"]
    boss = operator(house.url)
    sheet = boss.say("GET", f"/school/exam/sheet?as=csv&code={EXAM}")
    names = {line.split(",")[0] for line in sheet.text.splitlines()[1:]}
    assert dealer.see("/me")["name"] in names and guest.see("/me")["name"] not in names
    assert boss.say("GET", f"/school/exam/sheet?code={EXAM}").content.startswith(b"%PDF-")
    assert boss.say("GET", f"/school/exam/sheet?as=html&code={EXAM}").status_code == 422
    assert boss.say("GET", "/school/exam/sheet?code=nonsense").status_code == 404


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
