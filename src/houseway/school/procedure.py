"""Procedure: what comes next, who is asked, which fee is taken, what an irregularity does."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import partial
from random import Random

from houseway.cards.card import HIDDEN
from houseway.play.driver import STAFF
from houseway.play.event import (
    Awarded,
    BetsClosed,
    Burned,
    Called,
    CardEvent,
    Collected,
    Dealt,
    Event,
    FeeTaken,
    Paid,
    Returned,
    Revealed,
    RoundEnded,
    Shuffled,
    Voided,
)
from houseway.play.note import Why
from houseway.play.places import Place, is_seat
from houseway.play.player_dealer import ActionPlaced
from houseway.play.pot import PotGathered
from houseway.play.sentences import Sentence
from houseway.rules.money import dollars
from houseway.school.question import Choice, Money
from houseway.school.table import Round, Stop
from houseway.school.topics import TRAINEE, Asked, Topic, choices, clauses_of

_STEPS = (Dealt, Burned, Revealed, BetsClosed, Shuffled, FeeTaken, PotGathered, Paid, Collected, Returned)
_NEAR = 12  # steps from which others are chosen
VOID = "the round is void, and all wagers go back"
FORFEIT = "the wagers of {who} are taken, and {who} is out of the round"
ON_RECORD = "it goes on record, and the round goes on"


def topics(round: Round) -> Iterator[Topic]:
    if round.called_at is not None:
        yield from _irregularity(round)
        return
    yield from _next_steps(round)
    yield from _asked(round)
    yield from _fees(round)
    yield from _action(round)


# What comes next


def _next_steps(round: Round) -> Iterator[Topic]:
    """Steps that the procedure takes by itself: nobody was asked just before."""
    waits = {stop.at for stop in round.stops}
    for at, event in enumerate(round.events):
        itself = at and at not in waits and isinstance(event, _STEPS) and not isinstance(event, Awarded)
        if itself and step(event) != step(round.events[at - 1]):
            yield Topic(f"next: {_kind(event)}", at, partial(_next, round, at))


def _kind(event: Event) -> str:
    """The step as such, whoever it is for."""
    place = str(Place.read(event.place).kind) if isinstance(event, CardEvent) else getattr(event, "wager", "")
    name = {Dealt: "deal", Burned: "burn", Revealed: "turn over", BetsClosed: "close bets"}
    name |= {Shuffled: "shuffle", FeeTaken: "collect", PotGathered: "gather the pot"}
    done = next((word for kind, word in name.items() if type(event) is kind), "settle")
    return f"{done} {place}".strip()


def step(event: Event) -> str:
    """A step in words that say nothing of what is not known before."""
    match event:
        case Paid() | Collected() | Returned():
            at = f" at {event.spot}" if event.spot != event.who else ""
            return f"The {event.wager} of {event.who}{at} is settled"
        case Revealed():
            return f"{_upper(event.place)} is turned over"
        case FeeTaken():
            return f"The collection is taken from {event.who}"
        case PotGathered():
            return f"Bets are gathered into the {event.pot} pot"
        case Shuffled():
            return f"The cards are shuffled{f', the {event.deck} deck' if event.deck else ''}"
        case BetsClosed():
            return "“No more bets”"
        case CardEvent():
            hidden = replace(event, cards=(HIDDEN,) * len(event.cards), clause="")
            return hidden.words().removesuffix(".")
    return event.words()


def _upper(place: str) -> str:
    return f"{place[:1].upper()}{place[1:]}"


def _next(round: Round, at: int, rng: Random) -> Asked:
    event = round.events[at]
    right = step(event)
    steps = [one for one in round.events if isinstance(one, _STEPS) and not isinstance(one, Awarded)]
    here = next(number for number, one in enumerate(steps) if one is event)
    near = [step(one) for one in steps[max(0, here - _NEAR) : here + _NEAR]]
    others = [one for one in near if one != right] or [step(one) for one in steps if step(one) != right]
    why = event.seen_by(TRAINEE).sentence()
    return Asked("What comes next?", Choice(choices(right, others, rng)), right, (why,), clauses_of([event]))


# Who is asked


def _asked(round: Round) -> Iterator[Topic]:
    seats = _playing(round)
    told = -1
    for stop in round.stops:
        before, told = told, stop.at
        if before == told:  # somebody has answered in silence: nobody at the table could know
            continue
        what = {ask.what for ask in stop.asks}
        if len(what) != 1 or any(ask.who in STAFF for ask in stop.asks) or what <= {"bank"} or not stop.at:
            continue
        if len(seats) > 1:
            yield Topic(f"asked: {stop.asks[0].what}", stop.at, partial(_who, round, stop))


def _playing(round: Round) -> list[str]:
    return list(round.driver.table.seats)


def _who(round: Round, stop: Stop, rng: Random) -> Asked:
    what, together = stop.asks[0].what.replace("-", " "), len(stop.asks) > 1
    asks = ", ".join(ask.who for ask in stop.asks)
    everybody = "all who are concerned, at once"
    right = everybody if together else stop.asks[0].who
    others = [*(seat for seat in _playing(round) if seat != right), everybody, "nobody: the dealer goes on"]
    why = Sentence.of(f"{_upper(asks)} {'are' if together else 'is'} asked: {what}.")
    options = choices(right, others, rng, many=5)
    return Asked(f"Who is asked next ({what})?", Choice(options), right, (why,), (stop.asks[0].clause,))


# Fees and the action


def _fees(round: Round) -> Iterator[Topic]:
    for at, event in enumerate(round.events):
        if isinstance(event, FeeTaken) and at:
            key = f"fee: {'the player-dealer' if _banks(round, event.who) else 'a player'}"
            yield Topic(key, at, partial(_fee, event))


def _banks(round: Round, who: str) -> bool:
    return any(getattr(event, "turn", None) and getattr(event, "who", "") == who for event in round.events)


def _fee(event: FeeTaken, rng: Random) -> Asked:
    return Asked(
        f"What collection is taken from {event.who if is_seat(event.who) else 'the ' + event.who} now?",
        Money(),
        dollars(event.amount),
        (event.sentence(),),
        clauses_of([event]),
        payer=event.who,
    )


def _action(round: Round) -> Iterator[Topic]:
    for at, event in enumerate(round.events):
        seats = _playing(round)
        if isinstance(event, ActionPlaced) and len(seats) > 2:
            others = [seat for seat in seats if seat != event.seat]
            yield Topic("the action", at, partial(_where, "Where does the action begin?", event.seat, others, event))


def _where(asked: str, right: str, others: Sequence[str], event: Event, rng: Random) -> Asked:
    return Asked(asked, Choice(choices(right, others, rng)), right, (event.sentence(),), clauses_of([event]))


# Irregularities


def _irregularity(round: Round) -> Iterator[Topic]:
    assert round.called_at is not None
    called = next((event for event in round.events[round.called_at :] if isinstance(event, Called)), None)
    if called is not None and (right := _effect(round, called)):
        key = f"irregularity: {called.irregularity}"
        yield Topic(key, round.called_at, partial(_what_to_do, round, called, right))


def _effect(round: Round, called: Called) -> str:
    """What a call did, by what happened next."""
    at = next(number for number, event in enumerate(round.events) if event is called)
    later = round.events[at + 1 :]
    if later and isinstance(later[0], Voided):
        return VOID
    if later and isinstance(later[0], Collected) and later[0].note.says(Why.FORFEITED):
        return FORFEIT.format(who=called.who)
    one = round.rules.irregularities[called.irregularity]
    if one.then:
        return one.then
    if one.effect == "on record":
        return ON_RECORD
    before = {stop.at for stop in round.stops}
    if at + 1 in before:  # nothing happened by itself: somebody is asked
        stop = next(stop for stop in round.stops if stop.at == at + 1)
        ask = stop.asks[0]
        if not is_seat(ask.who) or ask.what not in _usual(round):
            return f"{_upper(ask.who)} is asked: {ask.what.replace('-', ' ')}"
        return ON_RECORD
    return step(later[0]) if later and not isinstance(later[0], RoundEnded) else ""


def _usual(round: Round) -> set[str]:
    """What seats are asked in any round."""
    return {ask.what for stop in round.stops if stop.at <= (round.called_at or 0) for ask in stop.asks}


def _what_to_do(round: Round, called: Called, right: str, rng: Random) -> Asked:
    forfeit = FORFEIT.format(who=called.who or "seat 1")
    one = round.rules.irregularities[called.irregularity]
    others = [VOID, forfeit, ON_RECORD]
    others += [other.then for other in round.rules.irregularities.values() if other.then and other.then != one.then][:1]
    whom = f" at {called.who}" if called.who else ""
    options = choices(right, [other for other in others if other != right][:3], rng)
    asked = f"It is called{whom}: {one.name}. What becomes of the round?"
    return Asked(asked, Choice(options), right, (called.sentence(),), (called.clause,))
