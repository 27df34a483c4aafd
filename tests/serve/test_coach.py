"""The coach at a table: only for one's own decision, from one's own cards; and bots that follow it."""

import asyncio
import json
import re
import threading
from concurrent.futures import ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace
from fractions import Fraction
from random import Random

import pytest

from houseway.errors import Denied
from houseway.games import game
from houseway.play.driver import Driver
from houseway.play.entry import read
from houseway.play.view import cards_in_sight
from houseway.pricing.coach import Advice, coach, decision
from houseway.pricing.coach import Answer as CoachedAnswer
from houseway.pricing.families import can_coach
from houseway.rules.strict import RulesError
from houseway.rules.submission import house_rules
from houseway.serve.api.errors import STATUS
from houseway.serve.pages.asking import advice
from houseway.serve.tables import coach as coaching
from houseway.skill.simple import simply
from tests.serve.house import PATIENCE, Caller, House, eventually, operator, trying
from tests.serve.test_api import asked, open_table, seated, two_players


@pytest.mark.threat("costly-counts")
def test_who_asks_for_many_counts_waits_longer_than_who_asks_for_one(monkeypatch: pytest.MonkeyPatch) -> None:
    go, order = threading.Event(), list[str]()
    monkeypatch.setattr(coaching, "_process", lambda: ThreadPoolExecutor(1))

    def count(name: str) -> str:
        go.wait(PATIENCE)
        order.append(name)
        return name

    async def asked() -> None:
        tables, equities = coaching.Coach(), coaching.Coach()
        many = [asyncio.create_task(equities.counted((f"many {n}",), count, f"many {n}", who="many")) for n in range(7)]
        await asyncio.sleep(0)
        one = asyncio.create_task(equities.counted(("one",), count, "one", who="one"))
        assert await tables.counted(("table",), str, "at once", who="one") == "at once"  # although all of that waits
        go.set()
        found = await asyncio.gather(*many, one, return_exceptions=True)
        assert [STATUS[type(one)] for one in found if isinstance(one, Denied)] == [
            429,
            429,
        ]
        for it in (tables, equities):
            it.stop()

    asyncio.run(asked())
    assert order[:4] == ["many 0", "many 1", "one", "many 2"]


def test_a_process_that_ends_fails_what_waits_and_the_next_question_is_answered(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(coaching, "_process", lambda: ThreadPoolExecutor(1))

    def breaks() -> str:
        raise BrokenProcessPool

    async def asked() -> None:
        coach = coaching.Coach()
        lost = [asyncio.create_task(coach.counted((n,), breaks, who="one")) for n in range(3)]
        found = await asyncio.gather(*lost, return_exceptions=True)
        assert [STATUS[type(one)] for one in found if isinstance(one, Denied)] == [503] * 3
        assert await coach.counted(("after",), str, "after", who="one") == "after"
        coach.stop()

    asyncio.run(asked())


def test_a_game_with_an_analysis_of_its_decisions_has_a_coach_and_no_other() -> None:
    assert can_coach("criss-cross-poker") and can_coach("ultimate-texas-holdem") and can_coach("cal-quick-draw-poker")
    assert not can_coach("cash-in-baccarat") and can_coach("no-limit-holdem")
    with pytest.raises(RulesError, match="no coach"):
        poker = game("chinese-poker")
        table = Driver(poker, house_rules(poker.rules))
        for seat in ("seat 1", "seat 2"):
            table.buy_in(seat, 1000_00)
        table.begin(bytes(32))
        decision(table, next(ask.who for ask in table.asks.values()))


@pytest.mark.threat("coach-leak")
def test_a_decision_holds_nothing_that_the_seat_can_not_see() -> None:
    poker = game("criss-cross-poker")
    table = Driver(poker, house_rules(poker.rules))
    for seat in ("seat 1", "seat 2"):
        table.buy_in(seat, 1000_00)
    table.begin(bytes(32))
    for seat in ("seat 1", "seat 2"):
        table.answer(seat, "ante 10")
    while table.open:
        (ask,) = table.asks.values()
        about = decision(table, ask.who)
        sight = {card for cards in cards_in_sight(table.events, ask.who).values() for card in cards}
        assert {card for cards in about.seen.values() for card in cards} <= sight
        other = "seat 2" if ask.who == "seat 1" else "seat 1"
        assert other not in about.seen
        table.answer(ask.who, ask.answers()[0])


def test_the_coach_speaks_at_the_own_decision_only(house: House) -> None:
    table, first, second = two_players(house)
    path = f"/tables/{table}/coach"
    assert Caller(house.url).say("GET", path).status_code == 401
    assert Caller(house.url).guest().say("GET", path).status_code == 403
    assert operator(house.url).say("GET", path).status_code == 403
    placing = first.say("GET", path)
    assert placing.status_code == 409 and "houseway price" in placing.json()["error"]
    for player in (first, second):
        player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    view = asked(first, table, what="across")
    waiting = second.say("GET", path)
    assert waiting.status_code == 409 and "seat 2 is not asked" in waiting.json()["error"]
    assert second.say("GET", f"{path}?who=seat 1").status_code == 403
    told = eventually(lambda: answer if (answer := first.say("GET", path)).status_code != 503 else None).json()
    own = view["cards"]["seat 1"]
    assert told["cards"] == {"seat 1": own} and told["who"] == "seat 1" and told["unit_amount"] == "10"
    theirs = set(second.see(f"/tables/{table}")["cards"]["seat 2"].split())
    assert not theirs & set(" ".join(told["cards"].values()).split())
    offered = next(ask for ask in view["asks"] if ask["who"] == "seat 1")
    assert {one["answer"] for one in told["answers"]} <= set(_answers(offered))
    assert [one["answer"] for one in told["answers"] if one["best"]] == [told["best"]]
    most = max(Fraction(one["expectation"]["fraction"]) for one in told["answers"])
    for one in told["answers"]:
        assert Fraction(one["cost"]["fraction"]) == most - Fraction(one["expectation"]["fraction"])


def _answers(ask: dict[str, object]) -> list[str]:
    forms: list[dict[str, object]] = ask["forms"]  # type: ignore[assignment]
    return [word for form in forms for word in form["words"]]  # type: ignore[attr-defined]


def test_of_many_answers_the_page_shows_the_best_and_keeps_the_others_a_click_away() -> None:
    costs = [Fraction(number * 7 % 32, 100) for number in range(32)]
    answers = tuple(CoachedAnswer(f"discard {number}", -cost, cost) for number, cost in enumerate(costs))
    told = Advice("seat 1", "draw", "5", "ante", 100, {}, answers)
    seen, more = advice(told).split("<details>")
    assert seen.count("<tr") - 1 == 9 and "<summary>23 more</summary>" in more and more.count("<tr") - 1 == 23
    in_order = [answers[at].text for at in sorted(range(32), key=lambda at: costs[at])]
    assert re.findall(r"Discard (\d+)</th>", seen + more) == [one.split()[1] for one in in_order]
    assert "<details>" not in advice(replace(told, answers=answers[:9]))


def test_a_game_without_a_coach_says_so(house: House) -> None:
    table = open_table(house, game="cash-in-baccarat")
    player = seated(house, table, 1)
    asked(player, table, what="bank")
    refused = player.say("GET", f"/tables/{table}/coach")
    assert (refused.status_code, refused.json()["error"]) == (404, "Cash-In Baccarat has no coach yet")


def test_an_optimal_bot_answers_as_the_coach_says(house: House) -> None:
    table = open_table(house, bots=1, bot="optimal")
    player = seated(house, table, 1)
    asked(player, table)
    player.done("POST", f"/tables/{table}/answers", {"text": "ante 10"})
    for _ in trying("the end of the round"):
        if not (view := player.see(f"/tables/{table}"))["open"]:
            break
        if mine := next((ask for ask in view["asks"] if ask["who"] == "seat 1"), None):
            player.done("POST", f"/tables/{table}/answers", {"text": _answers(mine)[0]})
    bot = next(seat for seat, one in view["people"].items() if one["bot"] == "optimal")
    boss = operator(house.url)
    lines = boss.say("GET", f"/tables/{table}/export").text.splitlines()
    told = [line for line in map(json.loads, lines) if line["record"]["number"]]
    entries = [_with_seed(line["record"]["entry"], line.get("seed", "")) for line in told]
    again = _played(entries, bot)
    assert again and all(said == best for said, best in again)


def _with_seed(entry: dict[str, object], seed: str) -> dict[str, object]:
    """An entry as the table carried it out: the record holds what a seed was committed to, and the export the seed."""
    return {**{name: value for name, value in entry.items() if name != "commitment"}, "seed": seed} if seed else entry


def _played(entries: list[dict[str, object]], bot: str) -> list[tuple[str, str]]:
    """What a bot said, and what the coach says, at each of its decisions."""
    poker = game("criss-cross-poker")
    table = Driver(poker, house_rules(poker.rules))
    found = []
    for entry in entries:
        if entry["do"] == "answer" and entry["who"] == bot and table.asks[bot].what != "wagers":
            found.append((str(entry["text"]), coach(table, bot).best.text))
        table.apply(read(entry))
    return found


def test_every_kind_of_bot_answers_legally_and_banks_enough_to_cover_others() -> None:
    holdem = game("ultimate-texas-holdem")
    table = Driver(holdem, house_rules(holdem.rules))
    for seat in ("seat 1", "seat 2"):
        table.buy_in(seat, 1000_00)
    table.begin(bytes(32))
    (ask,) = table.asks.values()
    assert ask.what == "bank"
    table.answer(ask.who, simply(ask, Random(1)))
    assert float(table.table.bank.shown(table.table)["put_up"]) >= 400
