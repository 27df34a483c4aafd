"""A page at the turn of a round: what lies there when the time is up, and what comes too late."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from houseway.errors import NotFound, Unavailable
from houseway.serve.api.desk import Desk
from houseway.serve.house import House
from houseway.serve.pages.table import TablePage
from houseway.serve.pages.views import AskView, SettingForm
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Ready, Sit
from houseway.serve.web.limits import Limits
from tests.serve.test_house import run, sit, until


def page_of(
    test: Callable[[Any, TablePage], Awaitable[None]],
) -> Callable[[House, Accounts], Awaitable[None]]:
    """A player's page without a browser: what it is told, and what it would draw with."""

    async def whole(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        _, session = await accounts.sessions.begin(person, Client())
        page = TablePage(Desk(house, accounts, Limits(on=False)), table, session)

        def draw() -> None:
            if page._turn() != page._asked:
                page._new_turn()
            page._wait_for_bets()

        page.draw = draw  # type: ignore[method-assign]
        await until(lambda: table.driver.asks)
        page._take(await table.look(person, words=True))
        table.watch(page._viewer)
        page.draw()
        await test(table, page)

    return whole


def test_chips_that_lie_on_the_spots_when_the_time_is_up_play(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        page.placing.steps.append(("ante", 500))
        await until(lambda: table.driver.table.staked("seat 1"))
        assert table.driver.table.staked("seat 1")["ante-across"] == 500
        await until(lambda: "your chips play" in page._notice)

    run(tmp_path, page_of(test), pace=Pace(clock=3, patience=3, pause=600, first=0.0))


def test_wagers_that_can_not_stand_when_the_time_is_up_are_spoken_of(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        page.placing.steps.append(("five-card-bonus", 500))  # not without an ante
        await until(lambda: not table.driver.open)
        await until(lambda: "you sit this round out" in page._notice)

    run(tmp_path, page_of(test), pace=Pace(clock=2, patience=2, pause=600, first=0.0))


def test_who_plays_alone_is_not_hurried_until_others_come_or_they_go(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        clock = table.row["clock"]

        def left() -> float:
            return float(table.clocks.left()["seat 1"])

        assert left() > clock  # nobody is kept waiting
        assert "hidden" in page._clocks()
        table.unwatch(page._viewer)
        assert left() <= clock
        table.watch(page._viewer)
        assert left() > clock
        page.placing.steps.append(("ante", 500))
        other = await Accounts(table.house.store).guest()
        await table.say(other, Sit(amount="1000"))  # and waits for the end of the round
        assert left() <= clock
        await until(lambda: "hidden" not in page._clocks())
        await until(lambda: table.driver.table.staked("seat 1"))  # by the new clock, not by the old one
        await until(lambda: "your chips play" in page._notice)

    run(tmp_path, page_of(test), pace=Pace(clock=3, patience=600, pause=600, first=0.0))


def test_sitting_out_by_choice_is_not_said_to_be_late(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        page.placing.steps.append(("five-card-bonus", 500))
        await page._do("say", {"text": "sit out"})
        await until(lambda: not table.driver.open)
        page.draw()
        assert page._notice == ""

    run(tmp_path, page_of(test), pace=Pace(clock=600, pause=600, first=0.0))


def test_what_the_coach_says_too_late_is_not_said_of_the_next_decision(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        person, asked, late = page.person, page.ask, asyncio.Event()
        assert person is not None and asked is not None

        async def coached(*_: Any, **__: Any) -> Any:
            await late.wait()
            raise NotFound("too late")

        table.coach = coached
        waiting = asyncio.ensure_future(page._be_coached(page._turn(), person))
        await table.say(person, Answer(text="sit out"))
        await until(lambda: not table.driver.open)
        await table.say(person, Ready())
        await until(lambda: page.view.round == 2 and page.ask == asked)
        page.draw()
        late.set()
        await waiting
        assert page._notice == "" and page._advice is None

    run(tmp_path, page_of(test), pace=Pace(clock=600, pause=600, first=0.0))


def test_a_suggestion_that_was_not_found_is_spoken_of_in_its_own_turn_alone(tmp_path: Path) -> None:
    async def test(table: Any, page: TablePage) -> None:
        form = SettingForm(("As", "Kd", "2c"), (("front", 1),), "back", 2)
        ask = AskView(page.view.viewer, "set", "5", forms=(form,))
        goes_on = False

        async def suggested(person: Any) -> str:
            if goes_on:
                page.view = replace(page.view, asks=())
            raise Unavailable("nothing was found in time: ask again in a moment")

        table.suggested = suggested
        page.view = replace(page.view, asks=(ask,))
        page.draw()
        await page._clicked(SimpleNamespace(args={"hw": "suggest"}))  # type: ignore[arg-type]  # as far as it is read
        assert "ask again" in page._notice
        goes_on = True
        await page._clicked(SimpleNamespace(args={"hw": "suggest"}))  # type: ignore[arg-type]
        assert page._notice == ""

    run(tmp_path, page_of(test), pace=Pace(clock=600, patience=600, pause=600, first=0.0))
