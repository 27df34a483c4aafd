"""Accounts: signing in while others guess, sessions that end at once, passwords, second factors, names, the log."""

import asyncio
import json
import threading
import time
from collections import Counter
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any

import pyotp
import pytest
import sqlalchemy as sa
from argon2 import PasswordHasher
from playwright.sync_api import Page, expect
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import connect

from houseway.errors import Denied
from houseway.record import acts, schema
from houseway.record.names import folded, kept_for_the_house, looks
from houseway.record.person import Person
from houseway.serve.api.errors import STATUS
from houseway.serve.house import House as Served
from houseway.serve.people import second_factor
from houseway.serve.people.accounts import Accounts
from houseway.serve.people.passwords import Turn, easily_guessed, judged
from houseway.serve.people.sessions import Client
from houseway.serve.people.signing_in import FREE, LONGEST_LINE, LONGEST_WAIT, SigningIn
from houseway.serve.web.limits import Limits
from tests.serve.browsing import sign_in
from tests.serve.house import PATIENCE, Caller, House, employed, operator
from tests.serve.test_api import asked, open_table, seated
from tests.serve.test_house import run, until
from tests.serve.test_pages import fits_every_window, found

listening = partial(connect, open_timeout=PATIENCE, close_timeout=PATIENCE, ping_interval=None)
GOOD = "seven green bottles"
CHEAP = PasswordHasher(time_cost=1, memory_cost=8, parallelism=1)


# Names and passwords


@pytest.mark.threat("look-alike-name")
@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("operator", "0perator"),
        ("operator", "oper\u0430tor"),
        ("Ivan", "lvan"),
        ("modern", "rnodern"),
        ("Ada", "\u0410da"),
    ],
)
def test_names_that_look_alike_are_one(one: str, other: str) -> None:
    assert looks(one) == looks(other) and folded(one) != folded(other)


def test_names_that_look_different_are_two() -> None:
    names = ("Ada", "Adam", "Zoë", "Zoe", "李明", "李朋", "Guest 100001", "Guest 100010", "Bob", "Rob")
    assert len({looks(name) for name in names}) == len(names)
    assert [
        name for name in ("Gue\u0455t 5", "H0use", "b\u043et 1", "Botham", "Houses") if kept_for_the_house(name)
    ] == [
        "Gue\u0455t 5",
        "H0use",
        "b\u043et 1",
    ]


@pytest.mark.threat("guessed-password")
@pytest.mark.parametrize(
    "password",
    [
        "password",
        "12345678",
        "qwertyuiop",
        "letmein123",
        "iloveyou!",
        "P@ssw0rd",
        "aaaaaaaaaa",
        "20261117",
        "houseway",
        "ada12345",
    ],
)
def test_passwords_that_anybody_tries_first_are_refused(password: str) -> None:
    assert easily_guessed(password, "Ada")


def test_a_good_password_is_taken() -> None:
    assert not any(easily_guessed(one, "Ada") for one in (GOOD, "a long password", "xkV9-tq2Lw", "é" * 3 + GOOD * 9))


LEET = "4@8({[<369!1|70$5+%2"


def test_a_password_of_signs_is_read_in_few_ways_and_a_usual_one_in_all() -> None:
    from zxcvbn.matching import L33T_TABLE, enumerate_l33t_subs, relevant_l33t_subtable

    def readings(password: str) -> int:
        return len(enumerate_l33t_subs(relevant_l33t_subtable(password, L33T_TABLE)))

    for hostile in (LEET * 10, LEET[::-1] * 10, "s$5t+7il1|!" * 18):
        assert readings(hostile) > 40 and readings(judged(hostile)) <= 16 and len(judged(hostile)) <= 48
        assert not easily_guessed(hostile, "Ada")
    for usual in ("P@$$w0rd1!", "1234567890", "p4ssw0rd", GOOD):
        assert judged(usual) == usual


# Signing in while others come in crowds


@pytest.mark.threat("sign-up-crowd")
def test_a_crowd_of_sign_ups_keeps_out_neither_staff_nor_known_browsers_nor_other_strangers(tmp_path: Path) -> None:
    """Every thread that strangers may use is stuck, and as many wait as may."""

    async def test(house: Served, _given: Accounts) -> None:
        holding, held = threading.Event(), threading.Semaphore(0)

        class Stuck(PasswordHasher):
            def hash(self, password: str | bytes, *, salt: bytes | None = None) -> str:
                if password == "held for this test":
                    held.release()
                    holding.wait(PATIENCE)
                return super().hash(password, salt=salt)

        accounts = Accounts(house.store, hasher=Stuck(time_cost=1, memory_cost=8, parallelism=1))
        await accounts.create("the boss", GOOD, "operator")
        await accounts.create("Ada", GOOD)
        signing = SigningIn(accounts, Limits(on=False))
        _, device = await signing.person("Ada", GOOD, "", Client("198.51.100.1"), None)

        async def sign_up(number: int) -> str:
            turn = Turn(whose=f"192.0.2.{number % 2}")
            try:
                await accounts.create(f"Crowd {number}", "held for this test", turn=turn)
            except Denied as denied:
                return str(STATUS[type(denied)])
            return "made"

        crowd = [asyncio.create_task(sign_up(number)) for number in range(40)]
        try:
            for _ in range(2):
                await asyncio.to_thread(held.acquire)
            boss, _ = await signing.person("the boss", GOOD, "", Client("198.51.100.2"), None)
            ada, _ = await signing.person("Ada", GOOD, "", Client("198.51.100.1"), device)
            assert (boss.name, ada.name) == ("the boss", "Ada")
            other = asyncio.create_task(signing.person("Ada", GOOD, "", Client("198.51.100.9"), None))
            await asyncio.sleep(0)
        finally:
            holding.set()
        assert Counter(await asyncio.gather(*crowd)) == {"made": 16, "429": 24}  # eight of each address wait
        assert (await other)[0].name == "Ada"  # from a third address, behind them

    run(tmp_path, test)


# Signing in while others guess


class Clock:
    """Time that passes only while somebody is made to wait."""

    def __init__(self, it: SigningIn) -> None:
        self.now, self.waits, self.runs = 0.0, list[float](), asyncio.Event()
        it.clock, it.sleep = lambda: self.now, self.sleep
        self.runs.set()

    async def sleep(self, seconds: float) -> None:
        self.waits.append(seconds)
        until = self.now + seconds
        await self.runs.wait()
        self.now = max(self.now, until)


@pytest.mark.threat("guessed-password")
def test_guessing_is_slow_however_the_name_is_spelt_and_the_owner_gets_in(tmp_path: Path) -> None:
    async def test(house: Served, _given: Accounts) -> None:
        accounts = Accounts(house.store, hasher=CHEAP)
        await accounts.create("Ada", GOOD)
        signing = SigningIn(accounts, Limits(on=False))
        clock = Clock(signing)
        _, device = await signing.person("Ada", GOOD, "", Client("198.51.100.1"), None)

        async def guess(number: int) -> int:
            with pytest.raises(Denied) as denied:
                await signing.person("Ada", "wrong" * 3, "", Client(f"192.0.2.{number}"), None)
            return STATUS[type(denied.value)]

        spelt = ("Ada", " ada ", "ADA", "\uff21da", "\u1d00da", "aDa")
        for number in range(2 * FREE):
            with pytest.raises(Denied, match="don't go together"):
                await signing.person(spelt[number % 4], "wrong" * 3, "", Client(f"203.0.113.{number}"), None)
        assert len(clock.waits) == FREE and clock.waits == sorted(clock.waits) and clock.waits[-1] <= LONGEST_WAIT
        before = len(clock.waits)
        await signing.person("Ada", GOOD, "", Client("198.51.100.1"), device)
        assert len(clock.waits) == before  # a browser that is known stands in no line
        await signing.person("Ada", GOOD, "", Client("198.51.100.2"), "forged" + device)
        assert len(clock.waits) == before + 1  # another one is slowed, and let in
        clock.runs.clear()
        tries = [asyncio.ensure_future(guess(n)) for n in range(20)]
        await until(lambda: len(clock.waits) - before - 1 + sum(one.done() for one in tries) == len(tries))
        clock.runs.set()
        came = await asyncio.gather(*tries)
        in_line = round(LONGEST_LINE / LONGEST_WAIT)
        assert sorted(came) == [401] * in_line + [429] * (len(tries) - in_line)
        assert clock.waits[-1] == LONGEST_LINE  # one after the other, although they came at once
        clock.now += 3600
        before = len(clock.waits)
        await signing.person("Ada", GOOD, "", Client("198.51.100.3"), None)
        assert len(clock.waits) == before

    run(tmp_path, test)


@pytest.mark.threat("unseen-act")
def test_the_log_says_who_came_in_and_who_did_not(tmp_path: Path) -> None:
    async def test(house: Served, _given: Accounts) -> None:
        accounts = Accounts(house.store, hasher=CHEAP)
        boss = await accounts.create("Boss", GOOD, "operator")
        await accounts.create("Ann", GOOD, "dealer", by=boss)
        signing = SigningIn(accounts, Limits(on=False))
        for name in ("ann", "nobody\x1b[2J"):
            with pytest.raises(Denied):
                await signing.person(name, "wrong" * 3, "", Client("203.0.113.5"), None)
        person, _ = await signing.person("ann", GOOD, "", Client("198.51.100.1"), None)
        _, session = await accounts.sessions.begin(person, Client("198.51.100.1", "A Browser"))
        await accounts.sessions.end(session, Client("198.51.100.1"))
        from houseway.record import acts

        rows = await house.store.read(acts.latest)
        assert [(row["act"], row["name"], row["address"], row["about"]) for row in reversed(rows)] == [
            ("employed", "Boss", "", "Ann as dealer"),
            ("was not let in", "Ann", "203.0.113.5", ""),
            ("was not let in", "nobody?[2J", "203.0.113.5", ""),
            ("signed in", "Ann", "198.51.100.1", ""),
            ("signed out", "Ann", "198.51.100.1", ""),
        ]

    run(tmp_path, test)


# Second factors


@pytest.mark.threat("spent-code")
def test_a_second_factor_is_asked_for_and_each_code_is_good_once(tmp_path: Path) -> None:
    async def test(house: Served, _given: Accounts) -> None:
        accounts = Accounts(house.store, hasher=CHEAP)
        ann = await accounts.create("Ann", GOOD, "dealer")
        _, session = await accounts.sessions.begin(ann, Client())
        secret = second_factor.new_secret()
        with pytest.raises(Denied, match="not the code"):
            await accounts.set_second(session, GOOD, secret, "000000x")
        now = int(time.time()) // second_factor.STEP
        totp = pyotp.TOTP(secret, interval=second_factor.STEP)
        recovery = await accounts.set_second(session, GOOD, secret, totp.generate_otp(now))
        raw = await house.store.read(lambda c: c.execute(sa.select(schema.accounts)).mappings().one())
        assert secret not in str(dict(raw)) and not any(code in str(dict(raw)) for code in recovery)

        async def check(code: str, password: str = GOOD) -> Person:
            return await accounts.check(await accounts.known("ann"), password, code)

        with pytest.raises(Denied, match="six digits") as asked_for:
            await check("")
        assert asked_for.value.needs == "code"
        with pytest.raises(Denied, match="don't go together"):
            await check("", "not the password")
        with pytest.raises(Denied, match="used before"):
            await check(totp.generate_otp(now))  # the one that it was set up with
        assert await check(totp.generate_otp(int(time.time()) // second_factor.STEP + 1)) == ann
        codes = await asyncio.gather(*(check(recovery[0].upper()) for _ in range(5)), return_exceptions=True)
        assert sum(one == ann for one in codes) == 1
        with pytest.raises(Denied, match="not right"):
            await accounts.drop_second(session, GOOD, "000000x")
        await accounts.drop_second(session, GOOD, recovery[1])
        assert await check("") == ann

    run(tmp_path, test)


@pytest.mark.threat("spent-code")
def test_codes_are_limited_for_the_account_wherever_they_come_from_and_the_owner_is_told(tmp_path: Path) -> None:
    async def test(house: Served, _given: Accounts) -> None:
        accounts = Accounts(house.store, hasher=CHEAP)
        ann = await accounts.create("Ann", GOOD, "dealer")
        _, session = await accounts.sessions.begin(ann, Client())
        secret = second_factor.new_secret()
        totp = pyotp.TOTP(secret, interval=second_factor.STEP)
        now = int(time.time()) // second_factor.STEP
        recovery = await accounts.set_second(session, GOOD, secret, totp.generate_otp(now))
        signing = SigningIn(accounts, Limits())
        signing.sleep = lambda seconds: asyncio.sleep(0)

        async def sign_in(code: str, address: str, device: str | None = None, password: str = GOOD) -> str:
            return (await signing.person("Ann", password, code, Client(address), device))[1]

        device = await sign_in(recovery[0], "192.0.2.1")
        refused = []
        for number in range(8):  # a thief with the password, at another address each time
            with pytest.raises(Denied) as denied:
                await sign_in("000000x", f"192.0.2.{number + 10}")
            refused.append(STATUS[type(denied.value)])
        assert refused == [401] * 4 + [429] * 4  # the fifth try was the owner's own
        with pytest.raises(Denied) as denied:  # without the password nobody comes as far as the code
            await sign_in("000000x", "192.0.2.99", password="not the password")
        assert STATUS[type(denied.value)] == 401
        assert await sign_in(recovery[1], "192.0.2.1", device)  # the owner's browser has tries of its own
        with pytest.raises(Denied):
            await sign_in("", "192.0.2.66")
        rows = await house.store.read(lambda c: acts.latest(c, account=ann.id))
        assert ("gave the password, not the code", "192.0.2.66") in {(row["act"], row["address"]) for row in rows}

    run(tmp_path, test)


# Sessions


@pytest.mark.threat("stolen-session")
def test_signing_out_closes_the_sessions_sockets_at_once(house: House) -> None:
    table = open_table(house)
    player = seated(house, table, 1)
    asked(player, table)
    address = f"{house.url.replace('http', 'ws')}/api/v1/tables/{table}/live"
    with listening(address, additional_headers={"Cookie": f"houseway={player.http.cookies['houseway']}"}) as socket:
        assert json.loads(socket.recv(timeout=PATIENCE))["viewer"] == "seat 1"
        assert player.say("DELETE", "/session").status_code == 204
        with pytest.raises(ConnectionClosed, match="your session is over"):
            while True:
                socket.recv(timeout=PATIENCE)


@pytest.mark.threat("stolen-session")
def test_sessions_are_listed_and_ended_and_a_new_password_ends_the_others(house: House) -> None:
    it = employed(house.url, "dealer")
    name = it.name
    other, third = (Caller(house.url).sign_in(name, "a long password") for _ in range(2))
    listed = it.see("/me/sessions")
    assert len(listed) == 3 and [one["here"] for one in listed].count(True) == 1
    mine = next(one["id"] for one in other.see("/me/sessions") if one["here"])
    assert it.done("DELETE", f"/me/sessions/{mine}") == {"ended": 1}
    assert other.say("GET", "/me").status_code == 401 and third.say("GET", "/me").status_code == 200
    assert it.say("DELETE", f"/me/sessions/{mine}").status_code == 404
    body: dict[str, Any] = {"old": "not the password", "new": GOOD}
    assert it.say("PUT", "/me/password", body).status_code == 401
    assert it.say("PUT", "/me/password", {"old": "a long password", "new": "password1"}).status_code == 422
    it.done("PUT", "/me/password", {"old": "a long password", "new": GOOD})
    assert third.say("GET", "/me").status_code == 401 and it.say("GET", "/me").status_code == 200
    Caller(house.url).sign_in(name, GOOD)
    assert "changed the password" in [act["act"] for act in it.see("/me/acts")]


@pytest.mark.threat("dismissed")
def test_a_disabled_account_is_out_at_once_and_can_come_back(house: House) -> None:
    boss, it = operator(house.url), employed(house.url, "floor")
    (account,) = boss.see(f"/people?find={it.name.upper()}")
    assert (account["name"], account["disabled"], account["second"]) == (it.name, False, False)
    assert it.say("PUT", f"/people/{account['id']}/disabled", {"disabled": True}).status_code == 403
    boss.done("PUT", f"/people/{account['id']}/disabled", {"disabled": True})
    assert it.say("GET", "/me").status_code == 401
    again = it.http.post("/api/v1/session", json={"name": it.name, "password": "a long password"})
    assert (again.status_code, again.json()["error"]) == (403, "this account is disabled: the house knows why")
    boss.done("PUT", f"/people/{account['id']}/disabled", {"disabled": False})
    it.sign_in(it.name, "a long password")
    me = next(one for one in boss.see("/people?find=operator") if one["name"] == "operator")
    assert boss.say("PUT", f"/people/{me['id']}/disabled", {"disabled": True}).status_code == 409
    told = [(act["act"], act["about"]) for act in boss.see("/acts")]
    assert ("disabled an account", it.name) in told and ("enabled an account", it.name) in told
    assert it.say("GET", "/acts").status_code == 403


def test_a_session_that_a_socket_hangs_on_is_looked_up_once_until_it_is_over(tmp_path: Path) -> None:
    async def test(house: Served, _given: Accounts) -> None:
        accounts = Accounts(house.store, hasher=CHEAP)
        token, session = await accounts.sessions.begin(await accounts.guest(), Client())
        closed: list[str] = []
        accounts.sessions.hang(session, lambda: closed.append("it"))
        read, looks = house.store.read, list[int]()

        async def counted(look: Any) -> Any:
            looks.append(1)
            return await read(look)

        house.store.read = counted  # type: ignore[method-assign]
        with pytest.MonkeyPatch.context() as patch:
            now = time.monotonic()
            for later in range(0, 120, 5):  # an answer every five seconds
                patch.setattr("houseway.serve.people.sessions.time.monotonic", lambda later=later: now + later)
                assert await accounts.session_by_id(session.id)
        assert len(looks) <= 2
        await accounts.sessions.end(session, Client())
        assert closed and await accounts.session(token) is None
        token, session = await accounts.sessions.begin(await accounts.guest(), Client())
        looks.clear()
        accounts.sessions.look_again()
        assert await accounts.session(token) and looks

    run(tmp_path, test)


# In a browser


def test_an_account_is_looked_after_in_the_browser(house: House, visitor: Callable[..., Page]) -> None:
    name = employed(house.url, "dealer").name
    page, phone = visitor("/"), visitor("/", width=390, height=844)
    sign_in(page, name, "a long password")
    sign_in(phone, name, "a long password")
    phone.goto("/table/1")
    page.goto("/account")
    expect(page.get_by_role("heading", name=name)).to_be_visible()
    assert not found(page)
    fits_every_window(page)
    page.get_by_role("button", name="Set one up").click()
    expect(page.locator(".picture svg")).to_be_visible()
    secret = page.locator("code.secret").inner_text().replace(" ", "")
    page.get_by_label("What it shows now").fill(pyotp.TOTP(secret).now())
    page.locator("#second").get_by_label("Your password").fill("a long password")
    page.get_by_role("button", name="Sign in with it from now on").click()
    codes = page.locator(".recovery").inner_text().split()
    assert len(codes) == 8
    page.get_by_role("button", name="I have kept them").click()
    expect(page.locator("h2", has_text="Second factor").locator(".tag")).to_have_text("on")
    page.get_by_role("button", name="Sign out everywhere else").click()
    expect(page.locator("tbody tr", has_text="here")).to_have_count(1)
    expect(phone.get_by_role("button", name="Sign in").first).to_be_visible()  # its page was closed by the house
    page.get_by_role("button", name="Sign out").first.click()
    page.get_by_role("button", name="Sign in").first.click()
    dialog = page.locator("dialog#sign-in")
    dialog.get_by_label("Name").fill(name)
    dialog.get_by_label("Password").fill("a long password")
    dialog.get_by_role("button", name="Sign in").click()
    expect(dialog.locator(".wrong")).to_contain_text("second factor")
    dialog.get_by_label("Code of the second factor").fill(codes[0])
    dialog.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()


def test_the_operator_employs_and_disables_in_the_browser(house: House, visitor: Callable[..., Page]) -> None:
    page = visitor("/")
    sign_in(page, "operator", "the operator's own")
    page.goto("/operator/people")
    name = f"Dealer {time.monotonic_ns()}"
    form = page.locator("form", has=page.get_by_role("button", name="Employ"))
    form.get_by_label("Name").fill(name)
    form.get_by_label("First password").fill(GOOD)
    page.get_by_role("button", name="Employ").click()
    row = page.locator("tr", has_text=name)
    expect(row).to_contain_text("dealer")
    row.get_by_role("button", name="Disable").click()
    expect(row.locator(".tag")).to_have_text("disabled")
    assert not found(page)
    fits_every_window(page)
    page.get_by_role("link", name="Log").click()
    expect(page.locator("tbody tr").first).to_contain_text(name)
    expect(page.locator("tbody tr").first).to_contain_text("disabled an account")
