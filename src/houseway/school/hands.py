"""Hands: which hand it is, who wins, is it a foul, how does the house way set it, what the joker makes."""

from collections.abc import Iterator, Mapping, Sequence
from functools import partial
from itertools import combinations
from random import Random

from houseway.cards.card import HIDDEN, JOKER, Card, text
from houseway.games import game as game_named
from houseway.play.event import Acted, CardEvent, Collected, Event, Paid, PaidOver, Placed, Returned, Scored, Voided
from houseway.play.note import Why
from houseway.play.places import Place, above, is_seat, lies_in, part_at, part_of, whole_of
from houseway.play.pot import PotAwarded
from houseway.play.sentences import Cards, Sentence, Text
from houseway.play.view import cards_in_sight
from houseway.school.question import Choice, Cost, Setting
from houseway.school.table import Round
from houseway.school.topics import TRAINEE, Asked, Topic, banker, choices, clauses_of

Names = Sequence[str]  # hands of the game, to choose from
_HOUSE_WAY = "house way"
_WORTH_NAMING = 3  # cards of a hand that is set: the one or two in front are what they are
_RESULTS = {Paid: "wins", Collected: "loses", Returned: "goes back"}


def topics(round: Round, known: Names = ()) -> Iterator[Topic]:
    if any(isinstance(event, Voided) for event in round.events):
        return
    at = _shown(round.events)
    if at is not None:
        yield from _named(round, at, known)
        yield from _fouls(round, at)
    yield from _won(round)
    if round.rules.game.set_in_two is not None:
        yield from _house_way(round)


def _shown(events: Sequence[Event]) -> int | None:
    """The moment before the last hand is settled, when all hands lie open that are shown."""
    last = [at for at, event in enumerate(events) if isinstance(event, (Paid, Collected, Returned, PotAwarded))]
    last += [at for at, event in enumerate(events) if isinstance(event, PaidOver)]
    return max(last) if last else None


# Which hand is it


def _named(round: Round, at: int, known: Names) -> Iterator[Topic]:
    open_ = _open(round.events[:at])
    in_two = round.rules.game.set_in_two is not None
    for place, name in game_named(round.rules.game.id).hands_named(open_).items():
        if name and not (in_two and len(open_.get(place, ())) < _WORTH_NAMING):
            joker = " with the joker" if JOKER in open_.get(place, ()) else ""
            kind = name.partition(";")[0].partition(",")[0]  # of two hands in one, by the first
            key = f"which hand: {kind}{joker}"
            moment = partial(_as_it_lies, round, at, (place,))
            yield Topic(key, at, partial(_which, round, at, place, name, known), moment=moment)


def _as_it_lies(round: Round, at: int, places: Sequence[str]) -> int:
    """The moment that hands lie there whole and open, before anybody says what they are."""
    named, events = game_named(round.rules.game.id).hands_named, round.events
    final = named(_open(events[:at]))
    for number, event in enumerate(events[:at], start=1):
        if isinstance(event, CardEvent):
            lie = named(_open(events[:number]))
            if all(lie.get(place) == final[place] for place in places):
                return number
    return at


def _open(events: Sequence[Event]) -> dict[str, tuple[Card, ...]]:
    return {place: cards for place, cards in cards_in_sight(events, TRAINEE).items() if HIDDEN not in cards}


def names(round: Round) -> list[str]:
    """The hands of a round that lie open, by what they are called."""
    at = _shown(round.events)
    lie = _open(round.events[:at]) if at is not None else {}
    return [name for name in game_named(round.rules.game.id).hands_named(lie).values() if name]


def _which(round: Round, at: int, place: str, name: str, known: Names, rng: Random) -> Asked:
    cards = cards_in_sight(round.events[:at], TRAINEE)[place]
    likely = [one for one in known if one.split()[:1] == name.split()[:1] or len(one.split()) == len(name.split())]
    lies = _as_it_lies(round, at, (place,))
    about = [event for event in round.events[lies:] if place in (getattr(event, "who", ""), getattr(event, "spot", ""))]
    clauses = clauses_of(about)[:1] or clauses_of(round.events[at : at + 1])
    with_joker = JOKER in cards
    asked = f"Which hand lies at {place}{', with the joker' if with_joker else ''}?"
    others = likely if len(likely) >= 3 else [*likely, *known]
    why = Sentence((Text(f"{place.capitalize()}, "), Cards(text(cards), tuple(cards)), Text(f": {name}.")))
    return Asked(asked, Choice(choices(name, others, rng)), name, (why,), clauses, about=_seat(place))


def _seat(place: str) -> str:
    return whole_of(place) if is_seat(place) else ""


# Is it a foul


def _fouls(round: Round, at: int) -> Iterator[Topic]:
    game, lie = game_named(round.rules.game.id), cards_in_sight(round.events[:at], TRAINEE)
    fouls = game.fouls(round.rules, lie)
    names = game.hands_named(_open(round.events[:at]))
    parts: dict[str, list[str]] = {}
    for place in names:
        parts.setdefault(above(place), []).append(place)
    sets = {spot: places for spot, places in parts.items() if len(places) > 1}
    if not fouls and not _can_foul(round):
        return
    for spot, places in sets.items():
        key, moment = f"foul: {'yes' if spot in fouls else 'no'}", partial(_as_it_lies, round, at, tuple(places))
        yield Topic(key, at, partial(_foul, round, at, spot, fouls, names), moment=moment)


def _can_foul(round: Round) -> bool:
    return round.rules.game.bank == "pairwise" or "fouls" in round.rules.options


def _foul(round: Round, at: int, spot: str, fouls: Mapping[str, str], names: Mapping[str, str], rng: Random) -> Asked:
    right = "a foul" if spot in fouls else "in order"
    hands = ", ".join(
        f"{part_of(place)} {name}" for place, name in names.items() if place != spot and lies_in(place, spot)
    )
    why = fouls.get(spot) or f"in order: {hands}"
    said = [event for event in round.events[at:] if getattr(event, "who", getattr(event, "spot", "")) == spot]
    clauses = clauses_of(said)[:1] or clauses_of(round.events[at : at + 1])
    return Asked(
        f"Is the hand of {spot} a foul?",
        Choice(("a foul", "in order")),
        right,
        (Sentence.of(f"{spot.capitalize()} is {why}."),),
        clauses,
    )


# Who wins


def _won(round: Round) -> Iterator[Topic]:
    bases = _bases(round)
    for at, event in enumerate(round.events):
        if isinstance(event, (Paid, Collected, Returned)) and event.wager in bases and type(event) in _RESULTS:
            if (event.note and not event.note.is_only(Why.PUSH)) or _later(round.events, at, event):
                continue
            result = _RESULTS[type(event)]
            yield Topic(f"who wins: {event.wager} {result}", at, partial(_result, round, event))
        elif isinstance(event, PaidOver):
            moment = _before_points(round.events, at)
            scored = round.events[moment] if moment < at else None
            yield Topic("who wins: hand against hand", moment, partial(_between, event, scored))
        elif isinstance(event, PotAwarded) and event.hand:
            part = f", {event.part}" if event.part else ""
            first = next(n for n, one in enumerate(round.events) if isinstance(one, PotAwarded))
            yield Topic(f"who wins: the {event.pot} pot{part}", first, partial(_taker, round, event))


def _bases(round: Round) -> set[str]:
    """The wagers that a round is about: what must be wagered, or what no bonus is."""
    wagers = round.rules.wagers
    required = {name for name, wager in wagers.items() if wager.required}
    bases = required or {name for name, wager in wagers.items() if not wager.bonus}
    return bases | {spot for name in bases if name in wagers for spot in wagers[name].spots}


def _later(events: Sequence[Event], at: int, event: Paid | Collected | Returned) -> bool:
    """The same wager is settled in parts."""
    same = [
        one
        for one in events
        if isinstance(one, (Paid, Collected, Returned)) and (one.spot, one.wager) == (event.spot, event.wager)
    ]
    return len(same) > 1


def _result(round: Round, event: Paid | Collected | Returned, rng: Random) -> Asked:
    right, bank = _RESULTS[type(event)], banker(round)
    stake = event.stake if isinstance(event, Paid) else event.amount
    paid = event.amount if isinstance(event, Paid) else 0
    worth = {"wins": paid or stake, "loses": -stake, "goes back": 0}
    costs = {}
    for given, amount in worth.items():
        off = amount - worth[right]
        costs[given] = (Cost(bank, off),) if off > 0 else (Cost(event.who, -off),) if off < 0 else ()
    return Asked(
        f"How does the {event.wager} of {event.spot} come out?",
        Choice(tuple(worth)),
        right,
        (event.sentence(),),
        clauses_of([event]),
        costs=costs,
        about=event.who,
    )


def _before_points(events: Sequence[Event], at: int) -> int:
    """The moment before the points between two hands were counted."""
    while at and isinstance(events[at - 1], Scored):
        at -= 1
    return at


def _between(event: PaidOver, scored: Event | None, rng: Random) -> Asked:
    pair = tuple(sorted((event.who, event.to)))
    hands = sorted((scored.spot, scored.against)) if isinstance(scored, Scored) else pair
    costs = {event.who: (Cost(event.to, 2 * event.amount),)}
    return Asked(
        f"Who wins, {hands[0]} against {hands[1]}?",
        Choice(pair),
        event.to,
        (event.sentence(),),
        clauses_of([event]),
        costs=costs,
    )


def _taker(round: Round, event: PotAwarded, rng: Random) -> Asked:
    same = [
        one for one in round.events if isinstance(one, PotAwarded) and (one.pot, one.part) == (event.pot, event.part)
    ]
    takers = list(dict.fromkeys(one.who for one in same))
    seats = list(round.driver.table.seats)
    right = " and ".join(takers)
    options = dict.fromkeys([*seats, right])
    part = f" for {event.part}" if event.part else ""
    whole = sum(one.amount for one in same)
    costs = {seat: (Cost(right, whole),) for seat in seats if seat not in takers}
    return Asked(
        f"Who wins the {event.pot} pot{part}?",
        Choice(tuple(options)),
        right,
        tuple(one.sentence() for one in same),
        clauses_of(same),
        costs=costs,
    )


# How does the house way set it


def _house_way(round: Round) -> Iterator[Topic]:
    events, own_way = round.events, {place for place, _ in round.plan.cards}  # as the plan has them lie
    for at, event in enumerate(events):
        if not isinstance(event, Placed) or event.place in own_way or not _set_the_house_way(events, at, event):
            continue
        viewer = TRAINEE if event.seen is None else (event.seen or ("",))[0]
        lie = cards_in_sight(events[:at], viewer).get(event.origin, ())
        if HIDDEN in lie or len(lie) <= len(event.cards) or not viewer:
            continue
        rest = tuple(one for one in lie if one not in event.cards)
        name = _back_name(round, event, rest)
        key = f"house way: {name.partition(',')[0] or Place.read(event.place).name}"
        yield Topic(key, _before_it_was_said(events, at), partial(_set_so, round, event, lie), viewer)


def _set_the_house_way(events: Sequence[Event], at: int, event: Placed) -> bool:
    """The first part of a hand that the house way sets, or the house itself."""
    before = events[at - 1]
    if isinstance(before, Acted) and before.who == event.origin:
        return before.answer == _HOUSE_WAY
    return not is_seat(event.origin) and not (isinstance(before, Placed) and before.origin == event.origin)


def _before_it_was_said(events: Sequence[Event], at: int) -> int:
    return at - 1 if isinstance(events[at - 1], Acted) else at


def _back_name(round: Round, event: Placed, rest: tuple[Card, ...]) -> str:
    back = part_at(event.origin, "back")
    return game_named(round.rules.game.id).hands_named({back: rest}).get(back, "")


def _set_so(round: Round, event: Placed, lie: tuple[Card, ...], rng: Random) -> Asked:
    part = part_of(event.place)
    form = Setting(lie, part, len(event.cards))
    right = form.read(text(event.cards))
    return Asked(
        f"How does the house way set {event.origin}: what goes in {part}?",
        form,
        right,
        (event.sentence(),),
        clauses_of([event]),
        about=_seat(event.origin),
        also=_alike(round, event, lie, form, right),
    )


def _alike(round: Round, event: Placed, lie: tuple[Card, ...], form: Setting, right: str) -> tuple[str, ...]:
    """The same hands with other suits of the same ranks come to the same."""
    named = game_named(round.rules.game.id).hands_named
    front, back = event.place, f"{event.origin} back"

    def names(cards: tuple[Card, ...]) -> dict[str, str]:
        return named({front: cards, back: tuple(one for one in lie if one not in cards)})

    want, ranks = names(event.cards), sorted(one // 4 for one in event.cards)
    found = []
    for cards in combinations(lie, len(event.cards)):
        if sorted(one // 4 for one in cards) == ranks and names(cards) == want:
            found.append(form.read(text(cards)))
    return tuple(one for one in found if one != right)
