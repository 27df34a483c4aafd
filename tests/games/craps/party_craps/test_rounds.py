"""A thousand flips of Party Craps with everything at random: each wager is followed from placing to settlement and
compared with craps written without the rule file. HOUSEWAY_ROUNDS=10000 plays ten thousand."""

import os
from collections import Counter
from random import Random
from typing import Any

import pytest

from houseway.cards.shuffle import seed_from
from houseway.games import game
from houseway.games.craps.party_craps.round import pips, remembered
from houseway.play.driver import Driver
from houseway.play.event import BetsClosed, Dealt, Event
from houseway.play.ledger import CAGE
from houseway.rules.models import Setting
from houseway.rules.resolved import resolve
from tests.games.craps.by_hand import by_hand, pays
from tests.rounds import replayed, standing
from tests.test_player_dealer_rounds import seat_some

ROUNDS = int(os.environ.get("HOUSEWAY_ROUNDS", "1000")) // 4
ROUTINES: list[dict[str, Setting]] = [
    {"decks": 1, "backline": 2},
    {"decks": 2, "coverage": "net", "limit_column": "B"},
    {"decks": 1, "one_spot_minimum": "5", "smallest_chip": "0.25"},
    {"decks": 18, "limit_column": "B", "collection": "GEGA-004251/2", "backline": 0},
]
BOX = (4, 5, 6, 8, 9, 10)


def watched(driver: Driver) -> dict[str, Any]:
    """What lies on the layout when no more bets are called: it is filled in while the round is played."""
    table, found = driver.table, dict[str, Any]()
    keep = table.emit

    def emit(event: Event) -> None:
        keep(event)
        if isinstance(event, BetsClosed):
            memory = remembered(table)
            stakes = {stake.account: (stake, table.ledger[stake.account]) for stake in table.stakes.values()}
            settled = len(table.settled)
            found.update(stakes=stakes, point=memory["point"], working=[*memory["working"]], settled=settled)

    table.emit = emit
    return found


def play(driver: Driver, rng: Random) -> None:
    """Somebody banks as a rule, half of the time with everything; the rest is chance."""
    while driver.open:
        ask = rng.choice(list(driver.asks.values()))
        text = ask.random(rng)
        if ask.what == "bank" and rng.random() < 0.5:
            text = ask.forms[0].answers()[-1]
        driver.answer(ask.who, text)


def expected(wager: str, pair: tuple[int, int], point: int, *, working: bool) -> str:
    decided = by_hand(wager, pair, point)
    if decided is None:
        return "stays"
    if not point and not working:
        if wager.startswith(("place-", "buy-")):
            return "stays"
        if wager.startswith("come-") and wager.endswith("-odds"):
            return "returned"
    return "win" if decided else "lose"


def named_after(wager: str, total: int) -> str:
    if wager in ("come", "dont-come") and total in BOX:
        return f"{wager}-{total}"
    return f"established-{wager}" if wager in ("big-6", "big-8") else wager


@pytest.mark.parametrize("options", ROUTINES)
def test_every_wager_is_settled_stays_or_moves_as_craps_has_it(options: dict[str, Setting]) -> None:
    named = game("party-craps")
    driver = Driver(named, resolve(named.rules, options))
    table, rng, seen = driver.table, Random(str(options)), Counter[str]()
    for number in range(ROUNDS):
        seat_some(driver, rng)
        before = -table.ledger[CAGE]
        driver.begin(seed_from(f"{options} {number}"))
        lies, banker = watched(driver), table.bank
        play(driver, rng)
        assert before == -table.ledger[CAGE] and table.ledger.total() == 0
        if number % 50 == 0:
            assert standing(replayed(driver)) == standing(driver)
        if not lies:
            continue
        (flip,) = [event for event in driver.events if isinstance(event, Dealt)]
        low, high = sorted(map(pips, flip.cards))
        who = table.memory["position"]["who"]
        settled = {f"{done.spot}/{done.outcome.wager}": done.outcome for done in table.settled[lies["settled"] :]}
        after: Counter[str] = Counter()
        for account, (stake, amount) in lies["stakes"].items():
            wager = stake.wager
            result = expected(wager, (low, high), lies["point"], working=stake.owner in lies["working"])
            seen[f"{wager} {result}"] += 1
            if result == "stays":
                assert account not in settled
                after[f"{stake.spot}/{named_after(wager, low + high)}"] += amount
                continue
            outcome = settled.pop(account)
            if stake.owner == who or outcome.note == "not covered":
                assert outcome.result == "returned"
                seen["own" if stake.owner == who else "not covered"] += 1
            else:
                assert outcome.result == result and outcome.stake == amount
                due = pays(wager, amount, (low, high), lies["point"]) if result == "win" else 0
                chip = table.rules.chip
                assert outcome.paid <= due
                assert "covered" in outcome.note or due - outcome.paid < chip, (wager, amount, outcome)
        assert not settled
        assert after == {stake.account: table.ledger[stake.account] for stake in table.stakes.values()}
        point = lies["point"]
        total = low + high
        now = 0 if total in (point, 7) else point or (total if total in BOX else 0)
        assert remembered(table)["point"] == now
        assert banker is table.bank
    kinds = Counter(key.rpartition(" ")[2] for key in seen.elements())
    assert min(kinds[kind] for kind in ("own", "covered")) > 0, kinds
    assert kinds["win"] > ROUNDS and kinds["lose"] > ROUNDS and kinds["stays"] > ROUNDS  # of all this enough
