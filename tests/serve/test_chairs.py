"""Names at a table, and chips that are bought there."""

import asyncio
import time
from pathlib import Path

import pytest

from houseway.errors import Denied
from houseway.play.ask import Ask
from houseway.record.store import Store
from houseway.rules.submission import Submission, SubmittedTable
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables.chairs import name_for
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, Chips, Sit
from houseway.serve.tables.table import Table
from tests.serve.house import PATIENCE


def test_a_name_that_somebody_else_has_is_told_apart_by_the_seat_and_still_fits() -> None:
    assert name_for("Ada", "seat 2", ["Blaise"]) == "Ada"
    assert name_for("Ada", "seat 2", ["Ada"]) == "Ada (seat 2)"
    long = "A" * 50
    assert name_for(long, "backline 3.1", ["Ada"]) == "A" * 40
    assert name_for(long, "backline 3.1", ["A" * 40]) == "A" * 25 + " (backline 3.1)"


def test_irregularities_e_4_chips_for_a_bet_are_bought_in_the_round_with_money_of_the_account(tmp_path: Path) -> None:
    async def whole() -> None:
        tables = (SubmittedTable(name="Hold'em", game="three-card-texas-holdem"),)
        store = Store(f"sqlite:///{tmp_path / 'house.db'}")
        pace = Pace(clock=int(PATIENCE), pause=0.0, first=0.0)
        house = House(store, Submission(facility="Here", tables=tables), pace=pace, bots=0)
        await house.start()
        try:
            accounts, table = Accounts(store), await house.table(1)
            bank, short = await accounts.guest(), await accounts.guest()
            await table.say(bank, Sit(amount="2000", seat=1))
            await table.say(short, Sit(amount="20.50", seat=2))
            said = {"bank": "bank 500", "wagers": "ante 10, flush-or-pair 5"}
            while (ask := await _asked(table)).what != "short":
                await table.say(bank if ask.who == "seat 1" else short, Answer(text=said[ask.what]))
            had = await accounts.balance(short)
            with pytest.raises(Denied, match="chips are bought between rounds"):
                await table.say(bank, Chips(amount="5"))
            with pytest.raises(Denied, match=r"seat 2 can buy in for \$5 now, not for \$50"):
                await table.say(short, Chips(amount="50"))
            await table.say(short, Chips(amount="5"))
            assert table.driver.table.ledger["seat 2/bet"] == 10_00
            assert await accounts.balance(short) == had - 5_00
        finally:
            await house.stop()

    asyncio.run(whole())


async def _asked(table: Table) -> Ask:
    """The next question that a player is asked."""
    until = time.monotonic() + PATIENCE
    while time.monotonic() < until:
        for ask in table.driver.asks.values():
            return ask
        await asyncio.sleep(0.002)
    raise AssertionError("nobody was asked")
