"""Bots at a table: the kinds that a game has, and skilled ones that play a hand in their own process."""

import os
from collections.abc import Callable
from pathlib import Path
from typing import NoReturn

import pytest

from houseway.games import catalogue, game
from houseway.pricing.families import can_coach
from houseway.rules.submission import SubmittedTable
from houseway.serve import house as in_process
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables import bots
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Sit
from houseway.skill.kinds import company
from houseway.skill.simple import simply
from tests.serve.house import PATIENCE, House, operator, trying
from tests.serve.test_api import open_table, seated
from tests.serve.test_house import run, until


def test_only_a_bot_that_follows_an_exact_count_is_called_optimal() -> None:
    for id, one in catalogue().items():
        kinds = bots.kinds(one)
        assert kinds[-2:] == ("simple", "random")
        if one.rules.family in ("flop-poker", "stud-poker", "chinese"):
            assert "optimal" not in kinds and "skilled" in kinds, id
        else:
            assert ("optimal" in kinds) == can_coach(id) and "skilled" not in kinds, id
    assert bots.company(game("omaha")) == "skilled" and bots.company(game("pontoon-21")) == "simple"


@pytest.mark.parametrize("id", ["limit-holdem", "chinese-poker"])
def test_skilled_bots_play_a_hand_and_the_table_goes_on(house: House, id: str) -> None:
    table = open_table(house, game=id, bots=2)
    player = seated(house, table, 1)
    answered = 0
    for _ in trying("two rounds"):
        view = player.see(f"/tables/{table}")
        if view["round"] >= 2 and not view["open"]:
            break
        if mine := next((ask for ask in view["asks"] if ask["who"] == "seat 1"), None):
            words = [word for form in mine["forms"] for word in form.get("words", ())]
            said = next((word for word in ("play", "check", "call", "declare") if word in words), mine["default"])
            answered += player.say("POST", f"/tables/{table}/answers", {"text": said}).is_success
        elif not view["open"]:
            player.say("POST", f"/tables/{table}/ready", {})
    kinds = [one["bot"] for one in view["people"].values() if one["bot"]]
    assert answered and kinds == ["skilled", "skilled"]


def test_a_kind_that_a_game_does_not_have_is_refused_in_a_sentence(house: House) -> None:
    body = {"name": "No such bot", "game": "limit-holdem", "bots": 1, "bot": "optimal"}
    refused = operator(house.url).say("POST", "/tables", body)
    assert refused.status_code == 422
    assert "has no optimal bot: skilled, tight, loose, aggressive, simple, random" in refused.json()["error"]


# Thinking that fails, in the process where bots think


def raises(*_: object) -> NoReturn:
    raise ArithmeticError("this bot can't think")


def speaks_nonsense(*_: object) -> str:
    return "nonsense"


def crashes(*_: object) -> NoReturn:
    os._exit(1)


@pytest.mark.parametrize(
    ("id", "thinking", "thinks"),
    [
        ("limit-holdem", "answered", raises),
        ("limit-holdem", "answered", speaks_nonsense),
        ("limit-holdem", "answered", crashes),
        ("criss-cross-poker", "advise", raises),
    ],
)
def test_a_bot_whose_thinking_fails_answers_at_once_and_the_log_warns_once(
    id: str,
    thinking: str,
    thinks: Callable[..., str],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(f"houseway.serve.tables.coach.{thinking}", thinks)
    kind = company(game(id)) if thinking == "answered" else bots.OPTIMAL

    async def test(house: in_process.House, accounts: Accounts) -> None:
        opened = await house.open_table(SubmittedTable(name="With a bot", game=id), bots=1, bot=kind)
        table, person = await house.table(opened), await accounts.guest()
        await table.say(person, Sit(amount="1000"))
        while table.driver.table.round < 3:
            await until(lambda: "seat 1" in table.driver.asks or table.driver.table.round == 3)
            if ask := table.driver.asks.get("seat 1"):
                await table.say(person, Answer(text=simply(ask, table.rng)))
        assert kind in {one.bot for one in table.seating.sitters.values()}

    clock = 10 * int(PATIENCE)  # a bot that waited for it would fail the test
    run(tmp_path, test, pace=Pace(clock=clock, pause=0.0, first=0.0, bot=(0.0, 0.001)), games=(id,))
    assert [(record.levelname, record.message) for record in caplog.records] == [
        ("WARNING", "a bot found no answer and gave a simple one")
    ]
