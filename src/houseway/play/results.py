"""What became of each wager of a round, from its events alone."""

from collections.abc import Iterable, Mapping
from typing import Any

from houseway.play.event import Collected, Event, Paid, Returned, Voided
from houseway.play.note import Why
from houseway.play.pot import Bet, PotAwarded
from houseway.rules.money import dollars, shown

Row = Mapping[str, Any]  # one settled wager, as `settle --json` has it


def settled(events: Iterable[Event]) -> dict[str, list[Row]]:
    """Each seat's wagers as these events settled them; a void round gives back also what was won before."""
    rows: dict[str, list[Row]] = {}
    won: list[Paid] = []
    contested: dict[str, list[Event]] = {}  # what a player put into the pot and took out of it
    for event in events:
        match event:
            case Bet() | PotAwarded():
                contested.setdefault(event.who, []).append(event)
                continue
            case Returned() if event.who in contested:
                contested[event.who].append(event)
                continue
            case Paid():
                won.append(event)
                odds, paid = event.odds, event.amount
                row = _row(event, event.stake, "win", odds=odds, paid=paid)
            case Collected():
                row = _row(event, event.amount, "lose")
            case Returned():
                row = _row(event, event.amount, "push" if event.note.is_only(Why.PUSH) else "returned")
            case Voided():
                rows = {}
                for undone in won:
                    row = _row(undone, undone.stake, "returned", clause=event.clause, note="void")
                    rows.setdefault(undone.who, []).append(row)
                continue
            case _:
                continue
        rows.setdefault(event.who, []).append(row)
    for who, told in contested.items():
        rows.setdefault(who, []).append(_pot_row(who, told))
    return rows


def _pot_row(who: str, events: list[Event]) -> Row:
    """One row for the pot: what went in and stayed in, and what was won on top of it."""
    spent = sum(event.amount for event in events if isinstance(event, Bet))
    spent -= sum(event.amount for event in events if isinstance(event, Returned))
    awards = [event for event in events if isinstance(event, PotAwarded)]
    taken = sum(award.amount for award in awards)
    clause = awards[0].clause if awards else next(event.clause for event in reversed(events) if isinstance(event, Bet))
    back = min(taken, spent) if taken < spent else 0  # of a pot that was shared, less than went in
    return {
        "wager": "pot",
        "spot": who,
        "stake": dollars(spent - back),
        "result": "win" if taken > spent else "push" if taken == spent else "lose",
        "hand": awards[0].hand if awards else "",
        "odds": "",
        "paid": dollars(max(0, taken - spent)),
        "clause": clause,
        "note": f"{shown(taken)} of the pot" if taken else "",
    }


def _row(event: Paid | Collected | Returned, stake: int, result: str, *, paid: int = 0, **more: str) -> Row:
    note = "" if event.note == result else event.note
    return {
        "wager": event.wager,
        "spot": event.spot,
        "stake": dollars(stake),
        "result": result,
        "hand": event.hand,
        "odds": "",
        "paid": dollars(paid),
        "clause": event.clause,
        "note": note,
        **more,
    }
