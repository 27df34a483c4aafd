"""The client at a real house: every request there is, live tables, keys, words, and connections that break."""

import asyncio
import inspect
import json
import os
import pydoc
import re
import time
from collections.abc import Callable, Iterator
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx
import pyotp
import pytest
from websockets.sync.client import ClientConnection

from houseway.client import AsyncClient, Call, Client, HouseError, Update, Words, api, sealed
from houseway.client.__main__ import main
from houseway.client.bot import Bot, seated
from houseway.client.ear import Ear, Reply
from houseway.client.requests import Asked
from houseway.games import catalogue
from houseway.prove import commitments
from houseway.record.chain import verified
from houseway.wire.fields import Told
from houseway.wire.viewing import Event
from tests.serve.house import PATIENCE, House, operator
from tests.serve.test_api import GAME, open_table

COVERED = {"people", "games", "tables", "history", "play", "staff", "prices", "operator"}  # tags of the API
FULL = bool(os.environ.get("HOUSEWAY_FULL"))
FIRST_OF_FAMILY = {one.rules.family: id for id, one in reversed(catalogue().items())}
FUNCTIONS = {
    name: made
    for name, made in vars(api).items()
    if inspect.isfunction(made) and made.__module__ == api.__name__ and name[0] != "_"
}
GIVEN: dict[str, Any] = {
    "table": 3, "number": 7, "version": 2, "account": 9, "seat": 1, "behind": 2, "proposition": True, "before": 5,
    "amount": "12.50", "game": GAME, "cited": "12.A", "id": "0123456789abcdef", "choices": ("a=b",),
    "hands": ("AhKh", "??"), "role": "dealer", "paper": "a4", "seal": "ab" * 32, "kind": "simple", "bot": "simple",
    "options": {"a": 1}, "limits": {"a": {"minimum": "5"}}, "pays": {"a": {"b": "1:1"}}, "wheels": {"a": {"b": 1}},
    "meters": {"a": {"b": "5"}}, "duties": {"a": {"b": 1}},
}  # fmt: skip


def client_of(house: House) -> Client:
    return Client(house.url, patience=PATIENCE)


@pytest.fixture
def client(house: House) -> Iterator[Client]:
    with client_of(house) as it:
        yield it


@pytest.fixture
def boss(house: House) -> Iterator[Client]:
    with client_of(house) as it:
        it.sign_in("operator", "the operator's own")
        yield it


def told(message: Told) -> dict[str, Any]:
    """A message as the house has written it."""
    return message.model_dump(mode="json", by_alias=True, exclude_unset=True)


def filled(made: Callable[..., Call[Any]]) -> Call[Any]:
    """A request with something in every part of it."""
    args: list[Any] = []
    named: dict[str, Any] = {}
    for name, part in inspect.signature(made).parameters.items():
        given = GIVEN.get(name, name if part.default is inspect.Parameter.empty or part.default == "" else part.default)
        if made is api.open_submitted and name == "table":
            given = "Baccarat 1"
        if part.kind is part.VAR_POSITIONAL:
            args += given
        elif part.kind is part.KEYWORD_ONLY:
            named[name] = given
        else:
            args.append(given)
    return made(*args, **named)


# What there is


def test_every_request_that_a_house_answers_is_in_both_clients_and_no_other(client: Client, house: House) -> None:
    described = httpx.get(f"{house.url}/api/v1/openapi.json", timeout=PATIENCE).json()
    operations = {
        (method.upper(), path): operation
        for path, methods in described["paths"].items()
        for method, operation in methods.items()
        if COVERED.intersection(operation.get("tags", ()))
    }
    found = set()
    for name, made in FUNCTIONS.items():
        call = filled(made)
        fits = [
            one
            for one in operations
            if one[0] == call.method and re.fullmatch(re.sub(r"\{\w+\}", "[^/]+", one[1]), call.path)
        ]
        where = min(fits, key=lambda one: one[1].count("{"))  # /submissions/check before /submissions/{id}
        found.add(where)
        _fits(described, operations[where], call, name)
        for kind in (Client, AsyncClient):
            assert isinstance(inspect.getattr_static(kind, name), Asked), name
    assert found == set(operations)


def _fits(described: dict[str, Any], operation: dict[str, Any], call: Call[Any], name: str) -> None:
    """What is sent is what the operation takes, all that it needs included."""
    takes = {one["name"]: one.get("required", False) for one in operation.get("parameters", ()) if one["in"] == "query"}
    assert set(call.query) <= set(takes), name
    assert {one for one, needed in takes.items() if needed} <= set(call.query), name
    body = operation.get("requestBody")
    assert (body is None) == (call.body is None), name
    if body is not None and call.body is not None:
        schema = body["content"]["application/json"]["schema"]
        named = described["components"]["schemas"][schema["$ref"].rpartition("/")[2]]
        missing = set(named["properties"]) - set(call.body)
        assert set(call.body) <= set(named["properties"]) and not missing, (name, missing)


def test_an_amount_is_never_a_number(client: Client) -> None:
    with pytest.raises(TypeError, match="in dollars"):
        client.sit(1, 100)  # type: ignore[arg-type]


# People and staff


def test_a_player_signs_up_takes_a_second_factor_and_signs_in_with_it(house: House, client: Client) -> None:
    name = f"Ann {time.monotonic_ns()}"
    client.sign_up(name, "a long password")
    with pytest.raises(HouseError) as wrong:
        client.sign_in(name, "another password")
    assert wrong.value.status == 401 and "password" in wrong.value.why
    offered = client.offer_second()
    recovery = client.take_second("a long password", offered.secret, pyotp.TOTP(offered.secret).now())
    with client_of(house) as elsewhere:
        with pytest.raises(HouseError) as needed:
            elsewhere.sign_in(name, "a long password")
        assert needed.value.needs == "code"
        assert elsewhere.sign_in(name, "a long password", recovery[0]).name == name
        assert [one.here for one in elsewhere.sessions()].count(True) == 1
        assert client.end_other_sessions() == 1
        with pytest.raises(HouseError, match="sign in first"):
            elsewhere.me()
    client.drop_second("a long password", recovery[1])
    client.change_password("a long password", "a longer password")
    assert {"signed in"} <= {one.act for one in client.my_acts()}
    client.sign_out()
    with pytest.raises(HouseError) as out:
        client.me()
    assert out.value.status == 401


def test_the_operator_runs_the_house_by_it(house: House, boss: Client) -> None:
    name = f"dealer {time.monotonic_ns()}"
    assert boss.employ(name, "a long password", "dealer").role == "dealer"
    (account,) = boss.people(name)
    assert boss.disable(account.id) == name and boss.people(name)[0].disabled
    with client_of(house) as player:
        guest = player.guest().name
        key = f"slip-{time.monotonic_ns()}"
        booked = boss.cage(guest, Decimal("25.50"), key=key)
        assert booked.balance == Decimal("10025.50") and not booked.again
        assert boss.cage(guest, Decimal("25.50"), key=key).again and player.me().balance == booked.balance
        with pytest.raises(HouseError, match="a player can't"):
            player.people()
    report = boss.check_submission('facility = "Corner"\n[[tables]]\nname = "1"\ngame = "cash-in-bacarat"\n')
    assert report.errors == 1 and report.findings[0].severity == "error"
    good = 'facility = "Corner"\n[[tables]]\nname = "Baccarat 1"\ngame = "cash-in-baccarat"\n'
    saved = boss.save_submission(good)
    assert boss.submission(saved.version).text == good and boss.submissions()[0].version == saved.version
    assert any(one.about for one in boss.acts()) and boss.results().rows is not None
    assert boss.results_csv().startswith("day,table")
    made = boss.open_table(f"T{time.monotonic_ns()}", GAME, limits={"ante": {"minimum": "10", "maximum": "100"}})
    assert boss.look(made).viewer == "operator" or boss.look(made).game == GAME
    assert boss.placard(made).wagers["ante"].minimum == 10 and boss.placard_pdf(made)[:4] == b"%PDF"
    assert boss.clause(made, "12.A(9)").document
    boss.close_table(made)
    with pytest.raises(HouseError) as gone:
        boss.look(made)
    assert gone.value.status == 404 and str(made) in gone.value.why


def test_prices_are_told_and_waited_for(client: Client) -> None:
    assert {"ultimate-war"} <= {one.game for one in client.priced()}
    sheet = client.price("ultimate-war", "pays.war.first-war=11:1")
    assert sheet.pays["war"]["first-war"] == "11:1"
    worth = client.equity("no-limit-holdem", "AhKh", "QcQd", board="Kd 7c 2s 3s 9h")
    assert worth.exact and len(worth.players) == 2
    with pytest.raises(HouseError) as unknown:
        client.price("old-maid")
    assert unknown.value.status == 404 and "old-maid" in unknown.value.why


def test_a_count_that_goes_on_is_asked_for_again_until_patience_ends() -> None:
    sheet = {"game": GAME, "name": "", "options": {}, "pays": {}, "wagers": [], "strategy": [], "simple_strategies": []}
    sheet |= {"method": [], "notes": [], "hold_assumes": "", "sha256_of_all_figures": ""}
    answers = iter([httpx.Response(202, json={"counting": GAME}), httpx.Response(200, json=sheet)])
    with httpx.Client(transport=httpx.MockTransport(lambda _: next(answers))) as http:
        assert Client("http://house", http=http).price(GAME).game == GAME
    waiting = httpx.MockTransport(lambda _: httpx.Response(202, json={"counting": GAME}))
    with httpx.Client(transport=waiting) as http, pytest.raises(HouseError, match="still being counted"):
        Client("http://house", http=http, counting=0).price(GAME)


# Playing


@pytest.mark.parametrize("game", sorted(catalogue() if FULL else FIRST_OF_FAMILY.values()))
def test_a_bot_plays_any_game_over_the_network(game: str, house: House, client: Client) -> None:
    client.guest()
    number = open_table(house, game=game, bots=0)
    table = next(one for one in client.tables() if one.id == number)
    played = seated(client, table).play(2)
    assert played.rounds == 2 and not played.refused
    client.leave(number)
    (latest, *_) = client.rounds(number)
    again = client.round_again(number, latest.round)
    assert again.viewer.startswith("seat") and again.story and client.journal(number, latest.round)
    assert not [problem for one in commitments.check([told(again)]) for problem in one.problems]


def test_a_bot_follows_the_coach(house: House, client: Client) -> None:
    client.guest()
    number = open_table(house)
    client.sit(number, "1000")
    played = Bot(client, number, by="coach").play(1)
    (last,) = client.rounds(number)
    said = [json.loads(line) for line in client.journal(number, last.round).splitlines()]
    assert played.coached == sum(line.get("do") == "answer" for line in said) - 1 > 0, "all but the wagers"


def test_the_command_plays_and_says_what_came_of_it(house: House, capsys: pytest.CaptureFixture[str]) -> None:
    number = open_table(house)
    assert main([house.url, "--table", str(number), "--rounds", "1"]) == 0
    said = capsys.readouterr().out.splitlines()
    assert "sits down at Table" in said[0] and said[1].startswith("1 rounds: Guest")
    assert main([house.url, "--table", "999999"]) == 2
    assert capsys.readouterr().err == "there is no table 999999 here\n"


def test_words_are_sealed_and_opened_by_themselves_in_every_round(house: House) -> None:
    """Two programs at one table, each with words of its own in the shuffle."""

    async def player(client: AsyncClient, table: int, seat: int, rounds: int) -> None:
        words = Words(f"number {seat}")
        await client.sit(table, "1000", seat=seat, seal=words.seal())
        async with client.live(table, words=words) as live:
            async for _ in live:
                view = live.view  # what was told before the last answer asks for it still
                if view.round >= rounds and not view.open:
                    return
                if view.ask:
                    await live.answer("ante 10" if view.ask.what == "wagers" else "fold")
                elif not view.open:
                    await live.ready()

    async def both(table: int) -> None:
        async with AsyncClient(house.url, patience=PATIENCE) as one, AsyncClient(house.url, patience=PATIENCE) as two:
            await asyncio.gather(one.guest(), two.guest())
            await asyncio.gather(player(one, table, 1, 3), player(two, table, 2, 3))

    table = open_table(house)
    asyncio.run(both(table))
    with client_of(house) as public:
        rounds = [public.round_again(table, number) for number in (1, 2, 3)]
    found = commitments.check([told(one) for one in rounds])
    assert not [problem for one in found for problem in one.problems]
    opened = [event.opened for one in rounds for event in one.events if event.opened is not None]
    assert any(words.endswith(" number 1") for one in opened for words in one.values())
    assert any(words.endswith(" number 2") for one in opened for words in one.values())


def test_words_are_those_that_were_sealed() -> None:
    words = Words("luck")
    seal = words.seal()
    view = _view(
        1, viewer="seat 1", awaits_words=["seat 1"], events=[{"event": "wordsSealed", "sealed": {"seat 1": seal}}]
    )
    assert sealed(words.opened(view)) == seal and words.opened(view).endswith(" luck")
    assert [one["do"] for one in words.said(view)] == ["open words", "seal"]
    assert not list(words.said(view)), "each of them once"
    words.forget()
    assert [one["do"] for one in words.said(view)] == ["seal"]
    assert not Words().opened(view), "words of somebody else"


# Keys and breaking connections


class LosingAnswers(httpx.BaseTransport):
    """Delivers every request, and loses the answers to some."""

    def __init__(self, lost: int) -> None:
        self.inner, self.lost, self.sent = httpx.HTTPTransport(), lost, list[str]()

    def handle_request(self, request: httpx.Request) -> httpx.Response:
        response = self.inner.handle_request(request)
        if request.method == "GET":
            return response
        self.sent.append(request.read().decode())
        if self.lost:
            self.lost -= 1
            response.read()
            raise httpx.ReadError("the line is dead", request=request)
        return response

    def close(self) -> None:
        self.inner.close()


def test_what_had_no_answer_is_said_again_under_its_key_and_done_once(house: House) -> None:
    table, line = open_table(house), LosingAnswers(0)
    with httpx.Client(transport=line, timeout=PATIENCE) as http:
        client = Client(house.url, patience=PATIENCE, http=http)
        client.guest()
        line.lost = 2
        assert client.sit(table, "1000").again
        with client.live(table) as live:
            while live.view.ask is None:
                live.next()
        line.lost = 1
        done = client.answer(table, "ante 10")
        assert done.again and line.sent[-1] == line.sent[-2]
        assert client.me().balance == 9000
        line.lost = 1
        with pytest.raises(HouseError) as lost:
            client.add_bot(table)
        assert lost.value.status == 0 and "no answer from the house" in lost.value.why, (
            "it has no key: it is not repeated"
        )


def test_a_house_that_is_not_there_is_one_sentence() -> None:
    with Client("http://127.0.0.1:9", patience=0) as client, pytest.raises(HouseError) as error:
        client.tables()
    assert error.value.status == 0 and len(str(error.value).splitlines()) == 1
    with Client("http://127.0.0.1:9", patience=0) as client, pytest.raises(HouseError), client.live(1):
        pass
    html = httpx.MockTransport(lambda _: httpx.Response(200, text="<html>"))
    with httpx.Client(transport=html) as http, pytest.raises(HouseError, match="not answered as a house does"):
        Client("http://other", http=http).tables()
    gateway = httpx.MockTransport(lambda _: httpx.Response(502, text="<html>"))
    with httpx.Client(transport=gateway) as http, pytest.raises(HouseError, match="answered with 502"):
        Client("http://other", http=http).tables()


def test_a_table_that_is_not_there_can_not_be_followed(client: Client) -> None:
    with pytest.raises(HouseError, match="there is no table 999999 here"), client.live(999999):
        pass


def test_a_socket_ends_with_its_session(house: House, client: Client) -> None:
    client.guest()
    with client.live(open_table(house)) as live:
        live.next()
        client.sign_out()
        with pytest.raises(HouseError, match="your session is over"):
            while True:
                live.next()


def test_a_killed_house_is_found_again_and_the_round_goes_on(opened: Callable[..., House], tmp_path: Path) -> None:
    house = opened(f"sqlite:///{tmp_path / 'house.db'}", "--only", GAME, "--no-pages", "--bots", "0")

    async def through_a_crash() -> None:
        async with AsyncClient(house.url, patience=PATIENCE) as client:
            await client.guest()
            await client.sit(1, "1000")
            async with client.live(1, words=Words()) as live:
                while (await live.next()).view.ask is None:
                    pass
                before = live.view
                await asyncio.to_thread(house.kill)
                saying = asyncio.create_task(live.answer("ante 10"))  # to nobody
                await asyncio.to_thread(house.start)
                assert (await saying).number
                while live.view.number == before.number:
                    await live.next()
                assert live.view.round == before.round and live.view.seats["seat 1"].stack == 980, "two antes, once"
                assert live.view.events[: len(before.events)] == before.events, "each event once, in its order"

    asyncio.run(through_a_crash())


# What is heard


def _message(number: int, **more: Any) -> str:
    view = {
        "type": "events", "table": 1, "name": "Table", "number": number, "hash": "", "viewer": "public", "game": GAME,
        "round": 1, "stage": "play", "open": True, "seats": {"seat 1": {"name": "Ada", "stack": "5", "wagers": {}}},
        "bank": {}, "spots": {}, "cards": {}, "asks": [], "events": [], "shoe": 0, "meters": {},
        "clock": {}, "people": {}, "from": 0,
    }  # fmt: skip
    return json.dumps(view | more, default=told)


def _view(number: int, **more: Any) -> Any:
    heard, _ = Ear().hear(_message(number, type="view", **more))
    assert isinstance(heard, Update)
    return heard.view


A, B, C = (Event(event=name) for name in "ABC")


def test_events_follow_on_one_another() -> None:
    ear = Ear()
    ear.hear(_message(1, type="view", events=[A]))
    heard, send = ear.hear(_message(2, events=[B, C], **{"from": 1}))
    assert isinstance(heard, Update) and heard.new == (B, C) and heard.view.events == [A, B, C] and not send


def test_a_gap_is_noticed_and_the_table_asked_for_again() -> None:
    ear = Ear()
    ear.hear(_message(1, type="view", events=[A]))
    heard, send = ear.hear(_message(3, events=[C], **{"from": 2}))
    assert heard is None and [json.loads(one) for one in send] == [{"do": "view"}]
    heard, send = ear.hear(_message(4, events=[C], **{"from": 3}))
    assert heard is None and not send, "once is enough"
    heard, send = ear.hear(_message(4, type="view", events=[A, B, C]))
    assert isinstance(heard, Update) and heard.new == (B, C) and not send
    stale, _ = ear.hear(_message(3, type="view", events=[A, B]))
    assert isinstance(stale, Update) and stale.new == () and stale.view.events == [A, B, C]


def test_a_new_round_begins_anew_and_says_if_the_end_of_the_last_may_be_missing() -> None:
    for number, missed in ((2, False), (5, True)):
        ear = Ear()
        ear.hear(_message(1, type="view", events=[A]))
        heard, send = ear.hear(_message(number, round=2, events=[B]))
        assert isinstance(heard, Update) and heard.view.events == [B] and heard.missed is missed and not send


def test_whoever_sits_down_hears_the_round_again_with_their_own_eyes() -> None:
    ear = Ear()
    ear.hear(_message(1, type="view", events=[A]))
    heard, send = ear.hear(_message(2, viewer="seat 1", events=[B], **{"from": 1}))
    assert heard is None and send


def test_replies_go_to_who_waits_and_are_said_again_on_a_new_connection() -> None:
    ear = Ear()
    id, text = ear.said("answer", text="fold")
    assert json.loads(text)["key"] and ear.joined() == [text]
    heard, _ = ear.hear(json.dumps({"type": "refused", "id": id, "status": 409, "error": "not now"}))
    assert isinstance(heard, Reply) and isinstance(heard.came, HouseError) and heard.came.why == "not now"
    assert not ear.joined() and ear.hear(json.dumps({"type": "done", "id": id})) == (None, [])
    for wrong in ("[]", "{", '{"type": "view"}', '"view"', "null"):
        with pytest.raises(HouseError, match="no house says"):
            ear.hear(wrong)


def test_a_lost_message_is_made_up_for_at_a_real_table(
    house: House, client: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = open_table(house)
    lost: list[str] = []
    recv = ClientConnection.recv

    def losing(self: ClientConnection, timeout: float | None = None) -> Any:
        text = recv(self, timeout)
        if not lost and json.loads(text)["type"] == "events":
            lost.append(str(text))
            return json.dumps({"type": "nothing"})
        return text

    monkeypatch.setattr(ClientConnection, "recv", losing)
    with client_of(house) as player, client.live(table) as live:
        player.guest()
        player.sit(table, "1000")
        while not any(one.who == "seat 1" for one in live.view.asks):
            live.next()
        player.answer(table, "sit out")
        while live.view.open:
            live.next()
        assert lost and live.view.events == client.look(table).events


def test_surveillance_takes_the_export_and_anybody_the_head(house: House, boss: Client, client: Client) -> None:
    table = open_table(house)
    lines = [json.loads(line) for line in boss.export(table).splitlines()]
    assert len(list(verified(lines))) == len(lines)
    assert client.head().number > 0 and client.games() and client.game_rules(GAME).id == GAME
    with pytest.raises(HouseError):
        client.export(table)
    operator(house.url).close()


def test_a_broken_line_is_not_the_end(house: House, client: Client) -> None:
    client.guest()
    with client.live(open_table(house)) as live:
        before = live.view.number
        live._line.close()
        assert live.next(PATIENCE) is not None and live.view.number >= before


def test_help_shows_the_signature_and_the_words_of_every_request() -> None:
    for name, made in FUNCTIONS.items():
        method = getattr(Client, name)
        assert method.__doc__ and method.__name__ == name, name
        assert list(inspect.signature(method).parameters)[1:] == list(inspect.signature(made).parameters)
    shown = pydoc.plain(pydoc.render_doc(Client.sit))
    assert "sit(self, /, table: int, amount: " in shown and "-> houseway.wire.playing.Done" in shown
    assert "Sit down and buy in" in shown
