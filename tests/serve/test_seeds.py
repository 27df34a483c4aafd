"""Seeds at rest and words from all sides: who has the database in hand and a seat at the table chooses no card."""

import contextlib
import json
import sqlite3
import stat
from functools import partial
from itertools import count
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from typer.testing import CliRunner

from houseway.cards.card import hand, text
from houseway.cards.pack import pack
from houseway.cards.shuffle import sealed
from houseway.cli import app
from houseway.errors import Denied
from houseway.play import view
from houseway.play.event import Dealt
from houseway.prove import shuffles
from houseway.prove.rounds import prove, replayed
from houseway.record.database import StoreError
from houseway.record.person import Person
from houseway.record.schema import seeds
from houseway.record.sources import journals
from houseway.record.store import Store
from houseway.serve.house import House
from houseway.serve.people.accounts import Accounts
from houseway.serve.tables import history
from houseway.serve.tables.clocks import Pace
from houseway.serve.tables.commands import Answer, OpenWords, SealWords, Sit
from houseway.serve.tables.table import Table
from tests.serve.test_house import run, sit, until

PATIENT = Pace(clock=600, pause=0.0, first=0.0, bot=(0.0, 0.001), words=600.0)  # nobody's words come too late
KEY, OTHER = "11" * 32, "22" * 32


@pytest.fixture(autouse=True)
def key(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", KEY)


def words(number: int) -> str:
    return f"{number:032x} words"


def _is_past(table: Table, round: int) -> bool:
    return table.driver.table.round > round


def in_hand(folder: Path) -> bytes:
    """All that lies on the disk."""
    return b"".join(file.read_bytes() for file in sorted(folder.glob("house.db*")))


async def played(table: Table, person: Person, *answers: str) -> None:
    for said in answers:
        await until(lambda: table.seating.seat_of(person) in table.driver.asks)
        await table.say(person, Answer(text=said))


# At rest


@pytest.mark.threat("stolen-disk")
def test_the_database_is_its_owners_alone_with_all_that_lies_beside_it(tmp_path: Path) -> None:
    folder = tmp_path / "new"

    async def test(house: House, accounts: Accounts) -> None:
        await sit(house, accounts)
        modes = {file.name: stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()}
        assert {"house.db", "house.db-wal", "house.db-shm"} <= modes.keys()
        assert set(modes.values()) == {0o600} and stat.S_IMODE(folder.stat().st_mode) == 0o700

    run(folder, test)
    (folder / "house.db").chmod(0o644)
    store = Store(f"sqlite:///{folder / 'house.db'}")
    store.open()
    store.close()
    assert stat.S_IMODE((folder / "house.db").stat().st_mode) == 0o600


@pytest.mark.threat("stolen-disk")
def test_no_seed_and_no_card_to_come_is_on_the_disk_before_it_is_revealed(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await until(lambda: table.driver.asks)
        secret: str = table.driver.journal[0]["seed"]
        await table.look(person)
        disk = in_hand(tmp_path)
        assert secret.encode() not in disk and bytes.fromhex(secret) not in disk and b'"commitment"' in disk
        await played(table, person, "ante 10", "across 1", "down 1", "middle 1")
        await until(lambda: table.driver.table.round == 2 and table.driver.asks)
        await table.look(person)
        assert secret.encode() in in_hand(tmp_path)
        assert table.driver.journal[0]["seed"].encode() not in in_hand(tmp_path)

    run(tmp_path, test)


def test_a_shoe_that_goes_on_is_on_no_disk_and_its_rounds_are_proved_with_the_key_or_when_it_is_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        for _ in range(3):
            await until(lambda: "seat 1" in table.driver.asks)
            round = table.driver.table.round
            while table.driver.table.round == round and table.driver.open:
                await until(lambda: "seat 1" in table.driver.asks or not table.driver.open)
                for ask in [one for who, one in table.driver.asks.items() if who == "seat 1"]:
                    first = ask.forms[0].answers()[0] if ask.what == "wagers" else ask.default
                    await table.say(person, Answer(text=first))
            await until(partial(_is_past, table, round))
        await table.look(person)
        to_come, memory = table.driver.table.shoe.cards, table.driver.table.memory["shoe"]
        disk = in_hand(tmp_path)
        assert len(to_come) > 100 and memory[0] == 1
        assert text(to_come[:20]).encode() not in disk and text(to_come[-20:]).encode() not in disk
        assert memory[1].encode() not in disk
        kept = await table.actor.store.read(lambda c: c.execute(sa.select(seeds)).mappings().all())
        assert [bool(row["sealed"]) for row in kept][:1] == [True]  # the shoe's; later rounds have shown theirs
        again = await history.round_of(house.store, 1, None, 2)
        assert again.played().events

    run(tmp_path, test, games=("pontoon-21",))
    (journal,) = journals(str(tmp_path / "house.db"))
    proof = prove(journal)
    assert not proof.problems and not proof.secret and proof.rounds >= 3
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", OTHER)
    (journal,) = journals(str(tmp_path / "house.db"))
    proof = prove(journal)
    assert not proof.problems and set(proof.secret) >= {1, 2, 3}
    with pytest.raises(ValueError, match="still secret"):
        replayed(journal, 2)
    done = CliRunner().invoke(app, ["prove", str(tmp_path / "house.db"), "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 3 and not told["right"] and "their money is not proved" in told["unproved"][0]
    assert told["tables"][0]["problems"] == told["house"]["problems"] == []
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", KEY)
    with sqlite3.connect(tmp_path / "house.db") as connection:  # one letter of what is hidden, and a seat
        header = connection.execute("SELECT header FROM snapshots WHERE round = 2").fetchone()[0]
        at = header.index('"hidden":"') + 30
        rotten = header[:at] + ("A" if header[at] != "A" else "B") + header[at + 1 :]
        connection.execute("UPDATE snapshots SET header = ? WHERE round = 2", (rotten,))
        connection.execute("UPDATE seats SET account = NULL")
    connection.close()
    done = CliRunner().invoke(app, ["prove", str(tmp_path / "house.db"), "--json"])
    told = json.loads(done.stdout)
    assert done.exit_code == 1 and told["unproved"] == []
    assert any("does not open with the seed of round 1" in one for one in told["tables"][0]["problems"])
    assert any("by the postings, and not in the list of seats" in one for one in told["house"]["problems"])


def test_a_table_stands_where_it_stood_when_the_house_is_opened_again_with_its_key_and_with_no_other(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stood: dict[str, Any] = {}

    async def first(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await played(table, person, "ante 10")
        stood["cards"], stood["person"] = table.driver.table.hands, person

    async def again(house: House, accounts: Accounts) -> None:
        table = await house.table(1)
        assert table.driver.table.hands == stood["cards"]

    run(tmp_path, first)
    run(tmp_path, again)
    url = f"sqlite:///{tmp_path / 'house.db'}"
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", OTHER)
    with pytest.raises(StoreError, match="give the one it had") as refused:
        Store(url).open()
    assert len(str(refused.value).splitlines()) == 1 and KEY not in str(refused.value)
    monkeypatch.setenv("HOUSEWAY_SEEDS_OLD_KEY", KEY)  # a change of keys
    run(tmp_path, again)
    monkeypatch.delenv("HOUSEWAY_SEEDS_OLD_KEY")
    run(tmp_path, again)
    monkeypatch.setenv("HOUSEWAY_SEEDS_KEY", KEY)
    with pytest.raises(StoreError, match="sealed with the key"):
        Store(url).open()


@pytest.mark.threat("put-in-seed")
def test_a_seed_that_was_put_in_is_not_dealt_from(tmp_path: Path) -> None:
    async def first(house: House, accounts: Accounts) -> None:
        table, person = await sit(house, accounts)
        await played(table, person, "ante 10")

    async def never(house: House, accounts: Accounts) -> None: ...

    run(tmp_path, first)
    url = f"sqlite:///{tmp_path / 'house.db'}"
    engine = sa.create_engine(url)
    with engine.begin() as connection:  # sealed with the right key, for another round
        right = connection.execute(sa.select(seeds.c.sealed)).scalar()
        connection.execute(seeds.update().values(round=2))
    with pytest.raises(StoreError, match="the seed of round 2 of table 1 is not sealed with this key"):
        Store(url).open()
    with engine.begin() as connection:
        connection.execute(seeds.update().values(round=1, sealed=right))
        connection.execute(seeds.update().values(seed="00" * 32, sealed=None))
    with pytest.raises(StoreError, match="not the one that was committed to"):
        run(tmp_path, never)
    (journal,) = journals(str(tmp_path / "house.db"))
    assert any("not the one that was committed to" in problem for problem in prove(journal).problems)


# Words


async def at_once(table: Table, people: dict[str, Person], mine: dict[str, str]) -> None:
    """Everybody seals, then bets."""
    for who, person in people.items():
        if who in mine:
            await table.say(person, SealWords(seal=sealed(mine[who])))
    for person in people.values():
        await played(table, person, "ante 10")


@pytest.mark.threat("steered-cards")
def test_an_insider_with_the_seed_and_a_seat_can_not_steer_the_cards(tmp_path: Path) -> None:
    """The attack: know the house's seed, wait for what the others add, and try words until the cards suit. It needs a
    moment in which another's words are known and one's own are not bound, and there is none."""

    async def test(house: House, accounts: Accounts) -> None:
        table, insider = await sit(house, accounts)
        other = await accounts.guest()
        await table.say(other, Sit(amount="1000"))
        people = {"seat 1": insider, "seat 2": other}
        await until(lambda: len(table.driver.asks) == 1)
        await played(table, insider, "sit out")  # the first round began before the second player came
        await until(lambda: len(table.driver.asks) == 2)
        await at_once(table, people, {"seat 1": words(1), "seat 2": words(2)})
        await until(lambda: table.driver.asks)
        while table.driver.table.round == 2:
            await until(lambda: table.driver.asks or table.driver.table.round > 2)
            for who, ask in list(table.driver.asks.items()):
                if table.driver.table.round == 2:
                    await table.say(people[who], Answer(text=ask.default))
        await until(lambda: len(table.driver.asks) == 2)
        round = table.driver.table.round
        # The database is read with the house's own key.
        stolen: str = table.driver.journal[0]["seed"]
        seed, deck = bytes.fromhex(stolen), pack("52")

        def suits(own: str, others: list[str]) -> bool:
            order = shuffles.order(seed, [own, *others] if own else others, deck)
            return {card >> 2 for card in order[7:9]} == {12}  # whatever place is wanted: two aces

        # Before the bets are closed nobody else's words are there to try with, and one's own are bound.
        assert words(2) not in json.dumps(await table.look(insider)) and words(2).encode() not in in_hand(tmp_path)
        favourite = next(words(number) for number in count(10) if suits(words(number), [words(2)]))
        assert table.driver.table.round == round and favourite != words(1)
        await table.say(insider, SealWords(seal=sealed(favourite)))  # which is for the next round
        for person in people.values():
            await played(table, person, "ante 10")
        assert table.driver.table.awaits_words
        for late in (favourite, words(3), words(2)):
            with pytest.raises(Denied, match="not the words that seat 1 has sealed"):
                await table.say(insider, OpenWords(words=late))
        await table.say(other, OpenWords(words=words(2)))
        assert words(2) not in json.dumps(await table.look(insider))  # shown when the last are there
        await table.say(insider, OpenWords(words=words(1)))
        await until(lambda: table.driver.asks)
        dealt = [card for event in table.driver.events if isinstance(event, Dealt) for card in event.cards]
        assert dealt == shuffles.order(seed, [words(1), words(2)], deck)[: len(dealt)]
        assert not suits(words(1), [words(2)]) or {dealt[7] >> 2, dealt[8] >> 2} == {12}

    run(tmp_path, test, pace=PATIENT)


def test_who_does_not_open_forfeits_those_words_and_the_round_goes_on(tmp_path: Path) -> None:
    async def test(house: House, accounts: Accounts) -> None:
        table, person = await house.table(1), await accounts.guest()
        await table.say(person, Sit(amount="1000", seal=sealed(words(1))))
        await played(table, person, "ante 10", "across 1")
        story = "\n".join(event.words() for event in (await table.look(person, words=True))["story"])
        assert "Words for the shuffle are sealed by seat 1." in story
        assert "Words for the shuffle are not opened: seat 1 kept theirs closed, and they do not count." in story

    run(tmp_path, test, pace=Pace(clock=600, pause=0.0, first=0.0, words=0.01))


def test_words_survive_a_restart_between_the_seal_and_the_opening_and_the_house_is_found_right(tmp_path: Path) -> None:
    people: list[Person] = []

    async def first(house: House, accounts: Accounts) -> None:
        table, person = await house.table(1), await accounts.guest()
        people.append(person)
        await table.say(person, Sit(amount="1000", seal=sealed(words(7))))
        await played(table, person, "ante 10")
        assert (await table.look(person))["awaits_words"] == ["seat 1"]

    async def again(house: House, accounts: Accounts) -> None:
        table, (person,) = await house.table(1), people
        assert (await table.look(person))["awaits_words"] == ["seat 1"]
        await table.say(person, OpenWords(words=words(7)))
        await played(table, person, "across 1", "down 1", "middle 1")
        await until(lambda: table.driver.table.round == 2)
        with pytest.raises(Denied, match="words are opened when bets are closed"):
            await table.say(person, OpenWords(words=words(7)))

    run(tmp_path, first, pace=PATIENT)
    run(tmp_path, again, pace=PATIENT)
    (journal,) = journals(str(tmp_path / "house.db"))
    proof = prove(journal)
    assert not proof.problems and not proof.secret and proof.shuffles == 1
    opened = replayed(journal, 1).driver.table.added
    assert opened == [words(7)]


@pytest.mark.parametrize("game", ["limit-holdem", "mexican-stud"])
def test_a_pot_game_waits_for_words_and_a_player_can_verify_the_hand(tmp_path: Path, game: str) -> None:
    told: list[dict[str, Any]] = []

    async def test(house: House, accounts: Accounts) -> None:
        table, person = await house.table(1), await accounts.guest()
        await table.say(person, Sit(amount="500", seal=sealed(words(1))))
        other = await accounts.guest()
        await table.say(other, Sit(amount="500", seal=sealed(words(2))))
        people = {"seat 1": person, "seat 2": other}
        both = 0  # the round in which both have words
        while not both or table.driver.table.round == both:
            await until(lambda: table.driver.asks or table.driver.table.awaits_words)
            now = table.driver.table
            both = both or (now.round if len(now.sealed) == 2 else 0)
            for who, one in people.items():
                with contextlib.suppress(Denied):  # the table may have gone on
                    if now.awaits_words:
                        await table.say(one, OpenWords(words=words(int(who[-1]))))
                    elif who in table.driver.asks:
                        ask = table.driver.asks[who]
                        await table.say(one, Answer(text="call" if ask.default == "fold" else ask.default))
                    await table.say(one, SealWords(seal=sealed(words(int(who[-1])))))
        for viewer in (person, None):
            kept = await history.round_of(house.store, 1, viewer, both)
            driver, eyes = kept.played(), kept.eyes
            told.append(
                {
                    "game": driver.game.id,
                    "round": both,
                    "events": view.history(driver.events, eyes),
                    "openings": [one.data() for one in view.openings(driver.events, eyes)],
                }
            )

    run(tmp_path, test, pace=PATIENT, games=(game,))
    assert any(event["event"] == "wordsOpened" for one in told for event in one["events"])
    for number, one in enumerate(told):
        file = tmp_path / f"{number}.json"
        file.write_text(json.dumps(one))
        done = CliRunner().invoke(app, ["verify", str(file)])
        assert done.exit_code == 0 and "✓ right" in done.stdout, done.stdout
        assert {card for opening in one["openings"] for card in hand(opening["card"])}
        one["openings"][0]["salt"] = "00" * 32
        file.write_text(json.dumps(one))
        done = CliRunner().invoke(app, ["verify", str(file), "--json"])
        assert done.exit_code == 1 and not json.loads(done.stdout)["right"]


@pytest.mark.parametrize(
    ("told", "said"),
    [
        ("{", "is not JSON"),
        ("[]", "holds no round"),
        ("[1]", "holds no round"),
        ("{}", "expected rounds as a table tells them"),
        ('{"round": 1}', "has no list of events"),
        ('{"round": 1, "events": [1]}', "has no list of events"),
        ('{"round": 1, "events": [{}]}', "is not told as a table tells it"),
        ('{"round": 1, "events": [{"event": "dealt"}]}', "without its beginning"),
        ('{"round": 1, "events": [{"event": "roundBegan", "decks": 3}], "openings": 7}', "is not told as a table"),
    ],
)
def test_what_is_no_round_is_one_sentence(tmp_path: Path, told: str, said: str) -> None:
    file = tmp_path / "round.json"
    file.write_text(told)
    done = CliRunner().invoke(app, ["verify", str(file)])
    assert done.exit_code == 2 and said in done.stderr and len(done.stderr.strip().splitlines()) == 1
