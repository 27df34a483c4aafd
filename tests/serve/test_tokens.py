"""Tokens: made once, kept as a hash, believed only if the house made them, over when they are revoked."""

import time
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed, InvalidHandshake
from websockets.sync.client import connect

from houseway.client import Client as Program
from houseway.client import HouseError
from houseway.client.__main__ import main
from houseway.errors import Forbidden, NotNow
from houseway.record import schema
from houseway.record.ended import name_of
from houseway.serve.house import House as Opened
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.sessions import Client
from houseway.serve.people.tokens import MOST, _digest
from tests.serve.browsing import sign_in
from tests.serve.house import PATIENCE, Caller, House, employed
from tests.serve.test_api import open_table
from tests.serve.test_house import run


def player(house: House) -> Caller:
    name = f"Ann {time.monotonic_ns()}"
    Caller(house.url).done("POST", "/accounts", {"name": name, "password": "a long password"})
    return Caller(house.url).sign_in(name, "a long password")


def made(caller: Caller, scope: str = "play") -> str:
    token: str = caller.done("POST", "/me/tokens", {"name": "my bot", "scope": scope})["token"]
    return token


async def _written(house: Opened, id: str, values: Mapping[str, Any]) -> None:
    """What somebody else than the house writes."""
    changed = schema.tokens.update().where(schema.tokens.c.id == id).values(**values)
    await house.store.write(lambda connection: connection.execute(changed))


# At the house itself


@pytest.mark.threat("forged-session")
def test_a_row_that_the_house_did_not_write_or_that_was_changed_is_no_token(tmp_path: Path) -> None:
    async def test(house: Opened, accounts: Accounts) -> None:
        boss, ann = (
            await accounts.create("The boss", "a long password", "operator"),
            await accounts.create("Ann", "a long password"),
        )
        forged = {
            "id": _digest("houseway_mine"),
            "account": boss.id,
            "name": "x",
            "scope": "operator",
            "began": 0,
            "expires": 2**50,
            "mark": "b" * 64,
        }
        await house.store.write(lambda c: c.execute(schema.tokens.insert().values(forged)))
        assert await accounts.session("houseway_mine") is None and await accounts.tokens.of(boss) == []
        token, row = await accounts.tokens.make(ann, "a bot", "read", 1, Client())
        found = await accounts.session(token)
        assert found is not None and (found.person, found.scope) == (ann, "read")
        for change in ({"scope": "play"}, {"account": boss.id}, {"expires": row["expires"] + 1}):
            await _written(house, row["id"], change)
            assert await accounts.session(token) is None, change
            await _written(house, row["id"], {name: row[name] for name in change})
        assert await accounts.session(token) is not None, "all as it was"

    run(tmp_path, test)


def test_a_revoked_token_is_over_for_good_whoever_puts_it_back(tmp_path: Path) -> None:
    async def test(house: Opened, accounts: Accounts) -> None:
        ann = await accounts.create("Ann", "a long password")
        token, row = await accounts.tokens.make(ann, "a bot", "play", 1, Client())
        kept = await house.store.read(lambda c: [dict(one) for one in c.execute(sa.select(schema.tokens)).mappings()])
        assert token not in str(kept) and kept[0]["id"] == _digest(token)
        await accounts.tokens.revoke(ann, row["id"][:16], Client())
        assert await accounts.session(token) is None
        await house.store.write(lambda c: c.execute(schema.tokens.insert().values(kept)))
        assert await accounts.session(token) is None
        house.store.ended.tokens.clear()
        assert await accounts.session(token) is None, "the daybook remembers"
        about = f"token {name_of(row['id'])}"
        asked = (
            sa.select(schema.daybook.c.record)
            .where(schema.daybook.c.about.in_([about, about.replace(" ", " made ")]))
            .order_by(schema.daybook.c.number)
        )
        noted = await house.store.read(lambda c: list(c.execute(asked).scalars()))
        assert ["token made" in noted[0], "token revoked" in noted[1]] == [True, True]
        await house.store.write(lambda c: c.execute(schema.tokens.delete()))

    run(tmp_path, test)


def test_a_token_ends_by_its_date_and_with_password_role_and_account(tmp_path: Path) -> None:
    async def test(house: Opened, accounts: Accounts) -> None:
        boss = await accounts.create("The boss", "a long password", "operator")
        dana = await accounts.create("Dana", "a long password", "dealer")
        _, session = await accounts.sessions.begin(dana, Client())
        first, _ = await accounts.tokens.make(dana, "a bot", "floor", 1, Client())
        await accounts.change_password(session, "a long password", "another long password")
        assert await accounts.session(first) is None
        second, _ = await accounts.tokens.make(dana, "a bot", "floor", 1, Client())
        await accounts.change_role(dana.id, "floor", boss)
        assert await accounts.session(second) is None
        third, _ = await accounts.tokens.make(dana, "a bot", "floor", 1, Client())
        await accounts.disable(dana.id, boss, disabled=True)
        assert await accounts.session(third) is None
        await accounts.disable(dana.id, boss, disabled=False)
        assert await accounts.session(third) is None
        late, _ = await accounts.tokens.make(dana, "a bot", "read", -1, Client())
        assert await accounts.session(late) is None and await accounts.tokens.of(dana) == []
        for _ in range(MOST):
            await accounts.tokens.make(dana, "a bot", "read", 1, Client())
        with pytest.raises(NotNow, match="revoke one first"):
            await accounts.tokens.make(dana, "a bot", "read", 1, Client())
        with pytest.raises(NotNow, match="guest"):
            await accounts.tokens.make(await accounts.guest(), "a bot", "read", 1, Client())
        with pytest.raises(Forbidden, match="a dealer's token can't have the scope operator"):
            await accounts.tokens.make(dana, "a bot", "operator", 1, Client())

    run(tmp_path, test)


# Over the network


def test_a_token_is_shown_once_and_listed_without_its_secret(house: House) -> None:
    ann = player(house)
    token = made(ann)
    (listed,) = ann.see("/me/tokens")
    assert listed["name"] == "my bot" and listed["scope"] == "play" and listed["expires"] > listed["began"]
    assert "token" not in listed and token not in str(ann.see("/me/acts"))
    assert [act["about"] for act in ann.see("/me/acts") if act["act"] == "made a token"] == ["my bot: play"]
    ann.done("DELETE", f"/me/tokens/{listed['id']}")
    assert ann.see("/me/tokens") == [] and ann.say("DELETE", f"/me/tokens/{listed['id']}").status_code == 404
    gone = Caller(house.url).say("GET", "/me", headers={"Authorization": f"Bearer {token}"})
    assert gone.status_code == 401 and "revoked" in gone.json()["error"]


def test_a_token_is_no_cookie_and_a_session_is_no_token(house: House) -> None:
    ann = player(house)
    token, cookie = made(ann), ann.http.cookies["houseway"]
    assert Caller(house.url).say("GET", "/me", headers={"Cookie": f"houseway={token}"}).status_code == 401
    assert Caller(house.url).say("GET", "/me", headers={"Authorization": f"Bearer {cookie}"}).status_code == 401


def test_staff_confirm_who_they_are_before_a_token_is_made(house: House) -> None:
    dealer = employed(house.url, "dealer")
    assert made(dealer, "floor"), "they have just signed in"


def test_a_program_plays_with_a_token_and_is_cut_off_when_it_is_revoked(
    house: House, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, table = player(house), open_table(house)
    token = made(ann)
    monkeypatch.setenv("HOUSEWAY_TOKEN", token)
    assert main([house.url, "--token", "--table", str(table), "--rounds", "1"]) == 0
    assert capsys.readouterr().out.startswith(f"{ann.name} sits down")
    with Program(house.url, token=token, patience=PATIENCE) as program, program.live(table) as live:
        assert live.view.viewer
        ann.done("DELETE", f"/me/tokens/{ann.see('/me/tokens')[0]['id']}")
        with pytest.raises(HouseError, match="session is over"):
            while True:
                live.next(PATIENCE)


def test_a_reading_token_watches_a_table_and_says_nothing_there(house: House) -> None:
    ann, table = player(house), open_table(house)
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    with connect(address, additional_headers={"Authorization": f"Bearer {made(ann, 'read')}"}) as socket:
        assert '"view"' in str(socket.recv(PATIENCE))
        socket.send('{"do": "ready", "id": "1"}')
        assert "scope is read" in str(socket.recv(PATIENCE))
    with pytest.raises((ConnectionClosed, InvalidHandshake)):
        connect(address, additional_headers={"Authorization": "Bearer houseway_nothing"}).recv(PATIENCE)


def test_a_token_is_made_and_revoked_on_the_account_page(house: House, visitor: Callable[..., Page]) -> None:
    name = player(house).name
    page = visitor("/")
    sign_in(page, name, "a long password")
    page.goto("/account")
    page.get_by_label("What it is for").fill("my bot")
    page.get_by_label("Scope").select_option("play")
    page.get_by_role("button", name="Make a token").click()
    token = page.locator(".recovery").inner_text()
    assert Caller(house.url).say("GET", "/me", headers={"Authorization": f"Bearer {token}"}).json()["name"] == name
    page.get_by_role("button", name="I have kept it").click()
    page.get_by_role("button", name="Revoke the token my bot").click()
    expect(page.get_by_role("button", name="Revoke the token my bot")).to_have_count(0)
    assert Caller(house.url).say("GET", "/me", headers={"Authorization": f"Bearer {token}"}).status_code == 401
