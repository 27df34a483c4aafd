"""Counts for visitors: one at a time, in turn, and only while somebody wants them."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest

from houseway.errors import Denied
from houseway.games import game
from houseway.pricing import price
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules
from houseway.serve.workers import counts as module
from houseway.serve.workers.counts import Counts, key_of
from tests.serve.house import PATIENCE
from tests.serve.test_house import until


def baccarat(tie: str) -> Rules:
    return house_rules(game("cash-in-baccarat").rules, Choices(pays={"tie": {"tie": tie}}))


def allowed() -> None:
    return


@asynccontextmanager
async def open_counts() -> AsyncIterator[Counts]:
    counts = Counts()
    try:
        yield counts
    finally:
        await counts.stop()


def test_a_count_is_the_sheet_that_price_gives_and_is_kept() -> None:
    async def run() -> None:
        async with open_counts() as counts:
            rules = baccarat("9:1")
            assert counts.sheets() == {}
            count = counts.price(rules, "ada", allowed=allowed)
            assert await count.wait(PATIENCE)
            assert count.answer.data() == price(rules).data()
            assert counts.price(baccarat("9:1"), "ben", allowed=_never) is count
            assert counts.sheets() == {key_of(rules): count.answer}

    asyncio.run(run())


def _never() -> None:
    raise AssertionError("nothing is to be counted")


def test_counts_wait_in_turn_and_nobody_fills_the_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "MOST_WAITING", 4)

    async def run() -> None:
        async with open_counts() as counts:
            first = counts.price(baccarat("3:1"), "ada", allowed=allowed).hold()
            await until(lambda: counts.begun is first)
            hers = [counts.price(baccarat(f"{pays}:1"), "ada", allowed=allowed).hold() for pays in (4, 5, 6)]
            assert [counts.ahead(one) for one in (first, *hers)] == [0, 1, 2, 3]
            with pytest.raises(Denied, match="3 counts of yours wait already"):
                counts.price(baccarat("7:1"), "ada", allowed=allowed)
            counts.price(baccarat("7:1"), "ben", allowed=allowed).hold()
            with pytest.raises(Denied, match="too many counts are waiting"):
                counts.price(baccarat("8:1"), "eve", allowed=allowed)
            hers[0].release()
            counts.price(baccarat("9:1"), "eve", allowed=allowed).hold()  # what nobody wants makes room
            assert hers[0].over and hers[0].wrong
            assert await hers[2].wait(PATIENCE)
            assert not hers[2].wrong

    asyncio.run(run())


def test_a_count_that_nobody_wants_any_more_is_broken_off() -> None:
    async def run() -> None:
        async with open_counts() as counts:
            count = counts.price(baccarat("1:1"), "ada", allowed=allowed).hold()
            await until(lambda: counts.begun is count)
            count.release()
            await until(lambda: count.over)
            assert "broken off" in count.wrong
            other = counts.price(baccarat("2:1"), "ada", allowed=allowed)  # in a new process
            assert await other.wait(PATIENCE)
            assert not other.wrong

    asyncio.run(run())
