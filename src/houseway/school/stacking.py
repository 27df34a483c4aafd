"""Cards stacked so that rare hands come up: dealt from a small part of the pack, where they are common.

From five cards of one suit a royal flush is all there is; from four ranks, ties and full houses; from small cards, a
hand of eight. Nothing here knows a game: which of these deals makes which line is found out by playing them.
"""

from collections import Counter
from random import Random

from houseway.cards.card import RANKS, Card, text
from houseway.cards.pack import pack
from houseway.play.places import Place, is_seat, lies_in, whole_of
from houseway.play.scenario.given import decks
from houseway.rules.resolved import Rules

_WHEEL = RANKS[-1] + RANKS[:-1]  # the ace below the two as well
_NEVER = ("burn", "button", "boxed", "exposed", "misdrawn", "community", "discards", "draw", "second", "box")
_MOST = 9  # cards laid ready at one place
_WHOLE_HANDS = 0.15  # of deals in which all parts of one hand make something together
_PATTERNS = 0.35  # of places whose cards make something by themselves


def stacked(rules: Rules, players: int, rng: Random) -> tuple[tuple[str, str], ...]:
    """Cards for the places of a game, some or all of them from one small part of the pack."""
    whole = Counter(pack(rules.game.cards.pack, decks(rules)))
    places = _places(rules, players, in_parts=rng.random() < 0.5)
    part = _part(list(whole), rng)
    those = [place for place in places if rng.random() < rng.choice((0.35, 0.7, 1.0))] or list(places)
    laid: dict[str, list[Card]] = {}
    if rng.random() < _WHOLE_HANDS:
        _lay_as_one(places, laid, whole, rng)
    for place in (one for one in places if one not in laid):
        another = part if rng.random() < 0.8 else _part(list(whole), rng)
        if rng.random() < _PATTERNS:
            laid[place] = patterned(places[place], whole, rng)
            continue
        for _ in range(places[place]):
            left = [one for one in (another if place in those else whole) if whole[one]]
            left = left or [one for one in whole if whole[one]]
            if not left:
                break
            one = rng.choice(left)
            whole[one] -= 1
            laid.setdefault(place, []).append(one)
    return tuple((place, text(tuple(cards))) for place, cards in laid.items())


def _lay_as_one(places: dict[str, int], laid: dict[str, list[Card]], left: Counter[Card], rng: Random) -> None:
    """One seat's hand that makes something as a whole, laid into its parts."""
    first = rng.choice(list(places))
    owner = whole_of(first) if is_seat(first) else first
    parts = [place for place in places if lies_in(place, owner)] or [first]
    cards = patterned(sum(places[place] for place in parts), left, rng)
    for place in parts:
        laid[place], cards = cards[: places[place]], cards[places[place] :]


def patterned(count: int, left: Counter[Card], rng: Random) -> list[Card]:
    """So many cards of those left that make something: of one rank, in a row, of one suit, or two ranks; what there is
    not enough of is filled up at random."""
    named = {text((one,)): one for one in left}
    ranks, suits = rng.sample(RANKS, 2), rng.sample("cdhs", 4)
    at = rng.randrange(max(1, 15 - max(5, count)))
    row = (_WHEEL + RANKS[-1])[at : at + max(5, count)]
    kind = rng.choice(("rank", "suited row", "row", "suit", "two ranks"))
    if kind == "rank":
        wanted = [*(f"{ranks[0]}{suit}" for suit in suits), "Jk"]
    elif kind == "suited row":
        wanted = [f"{rank}{suits[0]}" for rank in row]
    elif kind == "row":
        wanted = [f"{rank}{rng.choice('cdhs')}" for rank in row]
    elif kind == "suit":
        wanted = [f"{rank}{suits[0]}" for rank in rng.sample(RANKS, 13)]
    else:
        wanted = [f"{ranks[0]}{suit}" for suit in suits[:3]] + [f"{ranks[1]}{suit}" for suit in suits[:3]]
    chosen: list[Card] = []
    for name in wanted * 2:
        if len(chosen) < count and name in named and left[named[name]]:
            chosen.append(named[name])
            left[named[name]] -= 1
    while len(chosen) < count and (rest := [one for one in left if left[one]]):
        chosen.append(rng.choice(rest))
        left[chosen[-1]] -= 1
    return chosen


def _places(rules: Rules, players: int, *, in_parts: bool) -> dict[str, int]:
    """Where cards lie, and how many: whole hands, or the parts that they are set in."""
    named = {name: place.cards for name, place in rules.game.places.items() if not _never(Place.read(name))}
    parts = {name for name in named if any(name != other and lies_in(name, other) for other in named)}
    whole = {name for name in named if any(name != other and lies_in(other, name) for other in parts)}
    out = whole if in_parts and parts else parts
    found: dict[str, int] = {}
    for name, many in named.items():
        if name in out:
            continue
        kind = Place.read(name)
        for place in [kind.with_number(number) for number in range(1, players + 1)] if kind.is_seat else [kind]:
            found[str(place)] = min(many, _MOST)
    return found


def _never(place: Place) -> bool:
    """No cards are laid ready here: the hands that splits make, and what comes only later or by mistake."""
    return not place.hand or (place.part or place.name) in _NEVER


def _part(cards: list[Card], rng: Random) -> list[Card]:
    """A few ranks, or ranks in a row, of one suit, one colour or all."""
    suits = rng.choice(("c", "d", "h", "s", "cs", "dh", "cdhs", "cdhs", "cdhs"))
    if rng.random() < 0.6:
        many, at = rng.randint(2, 9), rng.randrange(13)
        ranks = (_WHEEL + RANKS[-1])[min(at, 14 - many) :][:many]
    else:
        ranks = "".join(rng.sample(RANKS, rng.randint(1, 7)))
    joker = rng.random() < 0.4
    named = {text((one,)): one for one in cards}
    return [one for name, one in named.items() if (joker and name == "Jk") or (name[0] in ranks and name[1] in suits)]
