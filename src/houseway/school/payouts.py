"""Payouts: what each wager is paid or takes, in the order of settlement; who takes how much of a pot; who pays whom."""

from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from itertools import groupby
from random import Random

from houseway.play.event import Collected, Discarded, Event, Paid, PaidOver, Returned, Scored, Voided
from houseway.play.note import Why
from houseway.play.pot import PotAwarded
from houseway.rules.meaning import names as cites
from houseway.rules.models import PayLine
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.school.question import Settlement, written
from houseway.school.table import Round
from houseway.school.topics import Asked, Topic, clauses_of

Settled = Paid | Collected | Returned
_MOST = 6  # lines of one question
UNCOVERED = "not fully covered"


def topics(round: Round) -> Iterator[Topic]:
    if any(isinstance(event, Voided) for event in round.events):
        return
    yield from _banked(round)
    yield from _pots(round)
    yield from _points(round)


# Wagers against a bank


def _banked(round: Round) -> Iterator[Topic]:
    pots = any(isinstance(event, PotAwarded) for event in round.events) or round.rules.game.bank == "pot"
    for at, run in () if pots else _runs(round.events):
        for begins, part in _parts(run):
            if len(_entries(part)) > _MOST:
                continue
            ask = partial(_settlement, round, part)
            for key in dict.fromkeys(key for event in part for key in keys(round.rules, event)):
                yield Topic(key, at + begins, ask)


def _runs(events: Sequence[Event]) -> Iterator[tuple[int, list[Settled]]]:
    """Stretches in which nothing but settlement happens, and where each begins."""
    run: list[Settled] = []
    begins = 0
    for at, event in enumerate(events):
        if isinstance(event, Settled):
            begins = begins if run else at
            run.append(event)
        elif run:
            yield begins, run
            run = []
    if run:
        yield begins, run


def _parts(run: Sequence[Settled]) -> Iterator[tuple[int, list[Settled]]]:
    """A run in parts that make one question: a spot's wagers; where wagers are settled one after the other for
    everybody, all of one wager."""
    by_spot = [list(part) for _, part in groupby(run, key=lambda event: event.spot)]
    if len(by_spot) > 1 and max(len({event.wager for event in part}) for part in by_spot) == 1:
        by_spot = [list(part) for _, part in groupby(run, key=lambda event: event.wager)]
    begins = 0
    for part in by_spot:
        yield begins, part
        begins += len(part)


def _name(event: Settled, part: Sequence[Settled]) -> str:
    alone = len({one.spot for one in part}) == 1
    return event.wager if alone else f"{event.spot} {event.wager}"


def _entries(part: Sequence[Settled]) -> dict[str, int]:
    """What each wager is paid, takes or gets back, in order."""
    found: dict[str, int] = {}
    for event in part:
        worth = event.amount if isinstance(event, Paid) else -event.amount if isinstance(event, Collected) else 0
        name = _name(event, part)
        found[name] = found.get(name, 0) + worth
    return found


def _settlement(round: Round, part: Sequence[Settled], rng: Random) -> Asked:
    entries = _entries(part)
    names = sorted(entries)
    spots = list(dict.fromkeys(event.spot for event in part))
    whose = " and ".join(filter(None, (", ".join(spots[:-1]), spots[-1])))
    asked = f"What is paid and taken at {whose}{', in order of settlement' * (len(entries) > 1)}?"
    return Asked(
        asked,
        Settlement(tuple(names), len(entries), stakes=tuple(_stakes(part)[name] for name in names)),
        written(entries),
        tuple(event.sentence() for event in part),
        clauses_of(part),
        whose={_name(event, part): event.who for event in part},
        about=part[0].who,
    )


def _stakes(part: Sequence[Settled]) -> dict[str, int]:
    """What lies there before it is settled, also where it is settled in parts."""
    found: dict[str, int] = {}
    for event in part:
        lies = event.stake if isinstance(event, Paid) else event.amount
        found[_name(event, part)] = found.get(_name(event, part), 0) + lies
    return found


# Which line of a pay table it is


def keys(rules: Rules, event: Settled) -> list[str]:
    """The topics of one settled wager: the line of its pay table, or how it came out."""
    if event.note.says(Why.NOT_COVERED, Why.PARTLY_COVERED):
        return [f"{event.wager}: {UNCOVERED}"]
    if isinstance(event, Collected):
        return [f"{event.wager}: loses"]
    odds = event.odds if isinstance(event, Paid) else "push"
    if lines := lines_of(rules, event.wager, odds, event.clause):
        return [line_key(event.wager, lines)]
    if isinstance(event, Paid):
        return [f"{event.wager}: pays {event.odds}" if event.odds else f"{event.wager}: a prize"]
    return [f"{event.wager}: goes back"]


def lines_of(rules: Rules, wager: str, odds: str, clause: str) -> list[PayLine]:
    """The lines of a wager's pay table that pay these odds by a clause that is cited: more than one where the table
    pays them alike."""
    table = rules.pay_tables.get(wager)
    return [line for line in table.lines if _odds(line) == odds and _cited(clause, line.clause)] if table else []


def _odds(line: PayLine) -> str:
    return "push" if line.pays is None else str(line.pays)


def _cited(cited: str, clause: str) -> bool:
    return clause == cited or cites(cited, clause)


def line_key(wager: str, lines: Iterable[PayLine]) -> str:
    return f"{wager}: {' or '.join(line.label for line in lines)}"


def printed(rules: Rules) -> list[str]:
    """The topics that the pay tables print, whether or not they ever come up."""
    found: dict[str, None] = {}
    for wager, table in rules.pay_tables.items():
        for line in table.lines:
            if table.points:
                found[_points_key(line)] = None
            else:
                found[line_key(wager, lines_of(rules, wager, _odds(line), line.clause))] = None
    return list(found)


# Pots


def _pots(round: Round) -> Iterator[Topic]:
    """Who takes how much, once the hands lie open."""
    events = round.events
    awards = [at for at, event in enumerate(events) if isinstance(event, PotAwarded)]
    if not awards:
        return
    taken = [event for event in events if isinstance(event, PotAwarded)]
    key = "an uncontested pot"
    if any(event.hand for event in taken):
        pots, takers = {event.pot for event in taken}, {event.who for event in taken}
        key = "one pot, one hand"
        if len(pots) > 1:
            key = "side pots"
        elif any(event.part for event in taken) and len(takers) > 1:
            key = "high and low share"
        elif len(takers) > 1:
            key = "equal hands share"
        elif any(event.part for event in taken):
            key = "one hand takes high and low"
    yield Topic(key, awards[0], partial(_pot, round, taken))


def _pot(round: Round, taken: Sequence[PotAwarded], rng: Random) -> Asked:
    shares: dict[str, int] = {}
    for event in taken:
        shares[event.who] = shares.get(event.who, 0) + event.amount
    seats = tuple(round.driver.table.seats)
    right = {seat: shares[seat] for seat in seats if seat in shares}
    each = "Who takes the pot, and how much" if len(shares) == 1 else f"{len(shares)} players share: who takes how much"
    return Asked(
        f"{each}?",
        Settlement(seats, len(right), ordered=False, signed=False),
        written(right),
        tuple(event.sentence() for event in taken),
        clauses_of(taken),
    )


# Points


def _points(round: Round) -> Iterator[Topic]:
    """What one hand pays another; what it is made of says which topic it is."""
    events = round.events
    scored: list[Scored] = []
    began = None
    for at, event in enumerate(events):
        if isinstance(event, Scored):
            scored.append(event)
            began = at if began is None else began
        elif isinstance(event, PaidOver):
            moment = at if began is None else began
            found = {key for one in scored for key in _scored_keys(round.rules, one)} or {"points"}
            for key in sorted(found):
                yield Topic(key, moment, partial(_paid_over, event, tuple(scored)))
            scored, began = [], None
        elif not isinstance(event, Discarded):
            scored, began = [], None


def _scored_keys(rules: Rules, event: Scored) -> list[str]:
    tables = {id(table): table for table in rules.pay_tables.values() if table.points}
    lines = [
        line
        for table in tables.values()
        for line in table.lines
        if _odds(line) == f"{event.points}:1" and _cited(event.clause, line.clause)
    ]
    return [_points_key(line) for line in lines[:1]] or [f"points: {event.clause}"]


def _points_key(line: PayLine) -> str:
    points = _odds(line).partition(":")[0]
    return f"points: {points} by {line.clause}"


def _paid_over(event: PaidOver, scored: Sequence[Scored], rng: Random) -> Asked:
    ways = (f"{event.who} pays {event.to}", f"{event.to} pays {event.who}")
    hands = sorted({scored[0].spot, scored[0].against} if scored else {event.who, event.to})
    return Asked(
        f"What changes hands between {hands[0]} and {hands[1]}?",
        Settlement(tuple(sorted(ways)), 1, ordered=False, signed=False),
        f"{ways[0]} {dollars(event.amount)}",
        (*(one.sentence() for one in scored), event.sentence()),
        clauses_of((*scored, event)),
        whose={ways[0]: event.to, ways[1]: event.who},
    )
