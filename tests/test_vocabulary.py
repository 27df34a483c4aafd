"""Places, accounts and notes have one text form, and nothing but their own modules takes it apart."""

import dataclasses
import re
from pathlib import Path
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import houseway
from houseway.games import catalogue, game
from houseway.play.driver import STAFF, Driver
from houseway.play.event import CardEvent
from houseway.play.ledger import Account, Holds
from houseway.play.note import Note
from houseway.play.places import Place, stated
from houseway.play.table import FLOOR
from tests.rounds import Setup, begin, played, tables

SOURCE = Path(houseway.__file__).parent
PLACES = ("place", "origin", "spot", "who", "against")
few = settings(max_examples=max(1, (settings.default.max_examples if settings.default else 0) // 10))


@pytest.mark.parametrize("id", catalogue())
def test_every_place_account_and_note_of_a_round_reads_back(id: str) -> None:
    @settings(few, suppress_health_check=list(HealthCheck))
    @given(st.data())
    def rounds(data: st.DataObject) -> None:
        seats = data.draw(st.sets(st.integers(1, game(id).rules.seats), min_size=1))
        setup = Setup(
            id,
            data.draw(st.sampled_from(tables(id))),
            tuple(sorted(seats)),
            data.draw(st.integers(0, 999)),
            earlier=data.draw(st.sampled_from((0, 2))),
            automatic=data.draw(st.sampled_from((STAFF, (FLOOR,)))),
        )
        driver, rng = setup.driver(), setup.rng()
        begin(driver, rng)
        for _ in played(driver, rng):
            _check_accounts(driver)
        _check_accounts(driver)
        _check_events(driver)

    rounds()


def _check_accounts(driver: Driver) -> None:
    table = driver.table
    for text in (*table.ledger, *table.stakes):
        account = Account.read(text)
        assert str(account) == text
        assert Account.read(str(account)) == account
        assert (account.holds is Holds.WAGER) == (text in table.stakes)
        if account.holds is Holds.STACK:
            assert text in table.seats and account.place == Place.read(text)
    for stake in table.stakes.values():
        assert Account.read(stake.account) == Account(Holds.WAGER, Place.read(stake.spot), stake.wager)


def _check_events(driver: Driver) -> None:
    for event in driver.events:
        for field in dataclasses.fields(event):
            text = getattr(event, field.name)
            if field.name in PLACES and text:
                assert str(Place.read(text)) == text, event
            if isinstance(text, Note):
                assert Note.of(*text.reasons) == text
                assert Note(str(text)).reasons == text.reasons
            elif field.name == "note":
                assert type(event).__name__ == "FeeTaken", f"{event} has a note that is no value"
        if isinstance(event, CardEvent):
            assert stated(driver.game.rules, event.place) is not None
    for done in driver.table.settled:
        assert str(Place.read(done.spot)) == done.spot
        assert isinstance(done.outcome.note, Note)
        assert (done.outcome.against is None) == (not done.outcome.theirs)


def test_an_outcome_says_whom_it_was_compared_with_and_by_what() -> None:
    compared = {
        "three-card-poker": "player-dealer",
        "blackjack-x": "player-dealer",
        "mini-pai-gow": "player-dealer",
        "pontoon-21": "dealer",
        "top-five-poker": "dealer",
    }
    for id, whom in compared.items():
        found = set()
        for luck in range(12):
            driver = Setup(id, {}, (1, 2, 3), luck, automatic=STAFF).driver()
            begin(driver, Random(luck))
            for _ in played(driver, Random(luck)):
                pass
            found |= {(str(one.outcome.against), bool(one.outcome.theirs)) for one in driver.table.settled}
        assert (whom, True) in found and found <= {(whom, True), ("None", False)}, id


# What other modules may not do

PACKAGES = ("play", "games", "prove", "floor", "school", "skill", "env", "papers", "pricing", "cli")
OWN = {"play/places.py", "play/ledger.py", "play/note.py", "rules/cite.py"}
LEFT = {  # by file, what may stand in a line there, and why
    ("play/event.py", "self.place."): "a sentence says where cards are put, from the two places that it names",
    ("play/scenario/playing.py", "ask.who.startswith(who)"): "a rule file says in words who is asked",
    ("env/actions.py", "asked.who.startswith(STAFF)"): "a rule file says in words who is asked",
}
_WHERE = r"(?:who|place|spot|seat|box|origin|owner|button|account|bettor|viewer)"
FORBIDDEN = {
    "a number sliced out of a seat": r"\[5:\]",
    "the name of a place matched": rf"\b{_WHERE}\.(?:starts|ends)with\(",
    "the name of a place cut": rf"\b{_WHERE}(?:\[\"\w+\"\])?\.(?:remove(?:prefix|suffix)|r?partition|split)\(",
    "the parts of a place found": r"""startswith\(f["']\{(?:who|other|owner|spot|box|seat)\}(?: hand)? ["']\)""",
    "a prefix of a place or an account": r"""(?:with|prefix)\(\(?f?["'](?:seat|box|backline|pot|meter|hand)[ /]""",
    "a split hand found by its words": r"""partition\(["'] hand ["']\)""",
    "a place found by a pattern": r"(?:seat|box|backline)\)? \\d",
    "the text of a note compared": r"""\bnote(?:"\])? (?:(?:==|!=) ["']|(?:not )?in \(["'])""",
    "words looked for in a note": r"""["'] (?:not )?in \w+(?:\.\w+)*\.note\b""",
    "a citation split": r"""clause\.split\(""",
    "the name of a place written": r"""f["'](?:seat|box|backline) \{(?!rules\.seats|seat\.seat)|\} hand \{""",
    "the name of an account written": r"""(?:ledger|table\.stakes|self\.stakes)\[f["']|f["'](?:pot|meter)/""",
}


def test_nothing_takes_apart_or_puts_together_what_has_a_value() -> None:
    found = []
    for package in PACKAGES:
        for path in sorted((SOURCE / package).rglob("*.py")):
            name = path.relative_to(SOURCE).as_posix()
            left = [snippet for file, snippet in LEFT if file == name]
            for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), start=1):
                if name in OWN or any(snippet in line for snippet in left):
                    continue
                found += [f"{name}:{number}: {what}: {line.strip()}" for what, one in FORBIDDEN.items()
                          if re.search(one, line)]  # fmt: skip
    assert not found, "read it with play/places.py, play/ledger.py, play/note.py or rules/cite.py:\n" + "\n".join(found)


def test_what_is_left_out_of_that_still_needs_it() -> None:
    for name, snippet in LEFT:
        lines = (SOURCE / name).read_text(encoding="utf-8").splitlines()
        assert any(snippet in line for line in lines), f"{name} has no {snippet} any more: take it off the list"


@pytest.mark.parametrize(
    "line",
    [
        "at = int(button[5:])",
        'if who.startswith("seat "):',
        'event["hand"].startswith(who) or place.startswith(f"{who} ")',
        'kind, _, number = who.partition(" ")',
        'if event.note == "forfeited":',
        'if "covered" in event.note:',
        'case "collected" if event["note"] == "forfeited":',
        'line.clause in event.clause.split(", ")',
        'table.ledger[f"{who}/{base}"]',
        'driver.seat(f"seat {number}", stack)',
        'place = f"{hand.box} hand {len(hands) + 1}"',
        '_SEAT = re.compile(r"(seat \\d+)(?:\\W+(.*))?")',
        'sum(amount for account, amount in items if account.startswith("pot/"))',
        'box = spot.partition(" hand ")[0]',
    ],
)
def test_the_search_finds_what_it_is_for(line: str) -> None:
    assert any(re.search(one, line) for one in FORBIDDEN.values())
