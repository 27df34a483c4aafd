"""The floor over HTTP and in a browser: who may see it, what it says, and that a player sees no part but their own."""

import json
import re
from collections.abc import Iterator

import httpx
import pytest
from playwright.sync_api import expect

from tests.serve import test_results
from tests.serve.browsing import Visits, sign_in
from tests.serve.house import Caller, House, employed, eventually, operator


@pytest.fixture(scope="module")
def house(tmp_path_factory: pytest.TempPathFactory) -> Iterator[House]:
    """A house in which a guest has played ten rounds of baccarat beside bots."""
    folder = tmp_path_factory.mktemp("floor")
    url = f"sqlite:///{folder / 'house.db'}"
    before, test_results.GAMES = test_results.GAMES, ("cash-in-baccarat",)  # type: ignore[assignment]
    try:
        test_results.play(url, 10)
    finally:
        test_results.GAMES = before
    it = House(url, "--pause", "600", log=folder / "log").start()
    yield it
    it.stop()


def judged(who: Caller, path: str) -> httpx.Response:
    """The answer, when it is there."""

    def ready() -> httpx.Response | None:
        answer = who.say("GET", path)
        return answer if answer.status_code != 202 else None

    return eventually(ready, path)


PATHS = ("/floor", "/floor.csv", "/floor.pdf")


def test_only_the_operator_and_surveillance_see_the_floor(house: House) -> None:
    given = {"game": "cash-in-baccarat", "text": "wager,hands,handle,win\nplayer,10,100,1\n"}
    for path in PATHS:
        assert Caller(house.url).say("GET", path).status_code == 401
    for who in (Caller(house.url).guest(), employed(house.url, "dealer"), employed(house.url, "floor")):
        for path in PATHS:
            answer = who.say("GET", path)
            assert answer.status_code == 403 and "can't see the floor" in answer.json()["error"]
        assert who.say("POST", "/floor/results", given).status_code == 403
    for who in (operator(house.url), employed(house.url, "surveillance")):
        assert judged(who, "/floor").status_code == 200


def test_the_floor_says_what_the_tables_took(house: House) -> None:
    boss = operator(house.url)
    data = judged(boss, "/floor?shuffles=true").json()
    results = boss.see("/results")
    (table,) = [line for line in data["lines"] if line["kind"] == "table" and line["period"] == "month"]
    assert table["rounds"] == results["total"]["rounds"] and table["handle"] == results["total"]["wagered"]
    assert table["win"] == results["total"]["player_dealer"] and table["fees"] == results["total"]["fees"]
    assert table["within_95"][0] < table["theoretical_win"] < table["within_95"][1]
    assert data["randomness"][0]["draws"] > 0
    assert judged(boss, "/floor.csv").text.startswith("period,first,last,kind,name")
    assert judged(boss, "/floor.pdf").content[:5] == b"%PDF-"


@pytest.mark.parametrize(
    ("query", "status", "said"),
    [
        ("month=2026-13", 422, "'2026-13' is not a month: write it as 2026-11"),
        ("month=0000-01", 422, "is not a month"),
        ("month=soon", 422, "month"),
        ("table=999", 404, "there is no table 999 here"),
        ("table=-1", 422, "table"),
        ("game=snap", 404, "'snap' is not a game here"),
        ("account=" + "x" * 41, 422, "account"),
        ("decisions=perhaps", 422, "decisions"),
    ],
)
def test_a_question_that_can_not_be_answered_is_refused_in_a_sentence(
    house: House, query: str, status: int, said: str
) -> None:
    answer = operator(house.url).say("GET", f"/floor?{query}")
    assert answer.status_code == status and said in answer.json()["error"]


def test_an_account_that_nobody_has_is_a_report_of_nothing(house: House) -> None:
    data = judged(operator(house.url), "/floor?account=' OR 1=1 --").json()
    assert data["rounds"] == 0 and data["lines"] == []


@pytest.mark.threat("others-results")
def test_a_player_sees_their_own_part_and_nobody_elses(house: House) -> None:
    data = judged(Caller(house.url).guest(), "/floor/me?account=bots&table=1").json()
    assert data["rounds"] == 0 and data["lines"] == data["players"] == data["maryland"] == data["randomness"] == []
    everybody = judged(operator(house.url), "/floor").json()
    names = {line["name"] for line in everybody["lines"] if line["kind"] == "account"}
    assert names and not any(name in json.dumps(data["lines"]) for name in names)


def test_results_from_elsewhere_are_judged_and_nonsense_is_refused(house: House) -> None:
    boss = operator(house.url)

    def said(text: str, game: str = "cash-in-baccarat") -> httpx.Response:
        body = {"game": game, "text": text}
        return eventually(
            lambda: answer if (answer := boss.say("POST", "/floor/results", body)).status_code != 202 else None
        )

    good = said("wager,hands,handle,win\nplayer,30000,3000000,-61800\n").json()
    assert good["lines"][0]["finding"] and good["lines"][0]["z"] < -5
    assert said("wager,hands,handle,win\nplayer,x,1,1\n").status_code == 422
    assert said("wager,hands,handle,win\nplayer,1,1,1\n", "limit-holdem").status_code == 404
    assert said("", "snap").status_code == 404


def test_the_page_draws_the_cone_and_leads_to_the_replay(house: House, visits: Visits) -> None:
    page = visits(house.url, "/operator/floor")
    sign_in(page, "operator", "the operator's own")
    expect(page.locator(".floor .cone .actual")).to_be_visible()
    expect(page.locator(".floor .findings")).to_contain_text(re.compile(r"\d+ rounds from"))
    page.locator(".floor .result-table").get_by_role("link", name="1 Table of cash-in-baccarat").click()
    expect(page.locator(".floor .line h2")).to_contain_text("Table 1 Table of cash-in-baccarat")
    page.locator(".floor .moved a").first.click()
    expect(page.locator(".replay")).to_be_visible()


def test_a_player_has_no_business_on_the_floor_and_a_page_of_their_own(house: House, visits: Visits) -> None:
    page = visits(house.url, "/operator/floor")
    expect(page.locator("#main")).to_contain_text("Sign in first.")
    page.get_by_role("button", name="Play as guest").click()
    expect(page.locator("#main")).to_contain_text("A player has no business here.")
    page.goto("/account/play")
    expect(page.locator(".floor .findings")).to_contain_text("Nothing of yours can be judged this month")
