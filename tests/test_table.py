"""The table's verbs where no game of the package happens to go: cards half known, a void when the money is out."""

import pytest

from houseway.cards.card import hand, text
from houseway.cards.source import DealerEntry, Source
from houseway.games import game
from houseway.play.ask import Ask, CardsNamed, Play
from houseway.play.event import Filled, Paid
from houseway.play.ledger import CAGE, INVENTORY
from houseway.play.outcome import Outcome, Result
from houseway.play.table import NOBODY, Table
from houseway.rules.money import EVEN
from houseway.rules.resolved import resolve


def _table(source: Source | None = None) -> Table:
    return Table(resolve(game("high-card").rules), source or DealerEntry())


def _named(play: Play[object], *answers: str) -> list[Ask]:
    """Let the dealer name cards until the play is over; the asks that were put."""
    asks = [next(play)[0]]
    with pytest.raises(StopIteration):
        for answer in answers:
            asks.append(play.send((asks[-1].who, asks[-1].read(answer)))[0])
    return asks


def test_turning_over_asks_only_for_the_cards_not_known_yet() -> None:
    table = _table()
    table.shuffle("1")
    _named(table.deal("dealer", "1"), "Ah")
    with pytest.raises(StopIteration):
        next(table.deal("dealer", "1", seen=NOBODY))
    assert text(table.hands["dealer"]) == "Ah ??"
    (ask,) = _named(table.reveal("dealer", "1"), "Kd")
    assert isinstance(ask.forms[0], CardsNamed) and ask.forms[0].count == 1
    assert text(table.hands["dealer"]) == "Ah Kd"


def test_a_card_that_was_discarded_can_not_come_again() -> None:
    table = _table()
    table.shuffle("1")
    _named(table.deal("dealer", "1"), "Ah")
    table.discard("dealer", "1")
    (ask,) = _named(table.deal("seat 1", "1"), "Kd")
    assert isinstance(ask.forms[0], CardsNamed) and hand("Ah")[0] not in ask.forms[0].available


def test_a_void_fills_the_inventory_if_what_was_collected_has_been_paid_out() -> None:
    table = _table()
    for who in ("seat 1", "seat 2", "seat 3"):
        table.seats[who] = who
        table.ledger.move(CAGE, who, 1000)
        table.wager(who, "ante", 1000, "1")
    table.settle("seat 1", [Outcome("ante", 1000, Result.LOSE, "1")])
    table.settle("seat 2", [Outcome("ante", 1000, Result.WIN, "1", 1000, EVEN)])
    table.settle("seat 3", [Outcome("ante", 1000, Result.PUSH, "1")])
    assert table.ledger[INVENTORY] == 0 and not any(isinstance(event, Filled) for event in table.events)
    table.void("9")
    assert {who: table.stack(who) for who in table.seats} == dict.fromkeys(table.seats, 1000)
    assert table.ledger.total() == 0
    assert {(done.owner, done.outcome.result) for done in table.settled} == {
        ("seat 1", Result.RETURNED),
        ("seat 2", Result.RETURNED),
        ("seat 3", Result.PUSH),
    }


def test_a_payout_above_the_inventory_is_filled_from_the_cage() -> None:
    table = _table()
    table.seats["seat 1"] = "seat 1"
    table.ledger.move(CAGE, "seat 1", 1000)
    table.wager("seat 1", "ante", 1000, "1")
    table.settle("seat 1", [Outcome("ante", 1000, Result.WIN, "1", 700, EVEN)])
    assert [type(event) for event in table.events[1:]] == [Filled, Paid]
    assert table.ledger.accounts == {CAGE: -1700, "seat 1": 1700}


def test_seats_come_back_in_the_order_of_the_table_however_their_names_sort() -> None:
    table = _table()
    table.seats = {"seat 2": "Ada", "backline 2.1": "Ben", "seat 10": "Cy"}
    state = table.state()
    table.restore({**state, "seats": dict(sorted(state["seats"].items()))})
    assert list(table.seats) == ["seat 2", "backline 2.1", "seat 10"]
