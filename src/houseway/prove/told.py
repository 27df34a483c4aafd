"""A round as somebody was told it, held to what the house had committed to: with nothing but what that person has.

Told is what `GET /api/tables/{id}/rounds/{number}` answers: the events, and beside them the openings of the cards that
were shown, where the house commits to every card by itself.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.cards.card import NAMES, Card, parse
from houseway.cards.pack import pack
from houseway.games import game
from houseway.play.shoe import EDGE
from houseway.prove.shuffles import climbed, drawn, order, places, sha
from houseway.prove.sources import ProveError
from houseway.rules.files import RulesError

HIDDEN = "??"
Told = Mapping[str, Any]


@dataclass
class Checked:
    """What was found out about one round."""

    round: int
    cards: int = 0  # that were found where they had to be
    words: int = 0  # that were opened as they were sealed
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "cards": self.cards,
            "words": self.words,
            "notes": self.notes,
            "problems": self.problems,
        }


def check(rounds: Iterable[Told]) -> list[Checked]:
    """Check rounds of one table; a shoe that goes on is followed from one to the next."""
    told = sorted(rounds, key=_number)
    seeds = {
        event["round"]: event["seed"]
        for one in told
        for event in _events(one)
        if event.get("event") == "seedRevealed" and event.get("seed")
    }
    checked, shoe = [], Shoe(None)
    for before, one in zip([None, *told], told, strict=False):
        if before is not None and _number(one) != _number(before) + 1:
            shoe = Shoe(None)
        try:
            found, shoe = _round(one, seeds, shoe)
        except ProveError:
            raise
        except (KeyError, TypeError, ValueError, AttributeError, IndexError):
            raise ProveError(f"round {_number(one)} is not told as a table tells it") from None
        checked.append(found)
    return checked


@dataclass
class Shoe:
    """The cards to come, if they are known by now."""

    left: list[Card] | None


def _number(told: Told) -> int:
    number = told.get("round")
    if not isinstance(number, int):
        raise ProveError("expected rounds as a table tells them: objects with `round` and `events`")
    return number


def _events(told: Told) -> list[Mapping[str, Any]]:
    events = told.get("events")
    if not isinstance(events, list) or not all(isinstance(event, Mapping) for event in events):
        raise ProveError(f"round {_number(told)} has no list of events")
    return events


def _round(told: Told, seeds: Mapping[int, str], shoe: Shoe) -> tuple[Checked, Shoe]:
    events = _events(told)
    checked = Checked(_number(told))
    began = next((event for event in events if event["event"] == "roundBegan"), None)
    if began is None:
        raise ProveError(f"round {checked.round} is told without its beginning, where the commitment is")
    words = _words(events, checked)
    if "decks" in began:
        _by_openings(told, began, words, checked)
        return checked, Shoe(None)
    seed = seeds.get(checked.round, "")
    if seed and sha(bytes.fromhex(seed)).hex() != began["commitment"]:
        checked.problems.append("the seed is not the one that was committed to")
    return checked, _by_seed(told, seed, words, shoe, checked)


def _words(events: Sequence[Mapping[str, Any]], checked: Checked) -> list[str]:
    """The words that count, each held to its seal."""
    sealed: dict[str, str] = {}
    words: list[str] = []
    for event in events:
        if event["event"] == "wordsSealed":
            sealed = event["sealed"]
        elif event["event"] == "wordsOpened":
            words = list(event["opened"].values())
            if {*event["opened"], *event["closed"]} != set(sealed):
                checked.problems.append("other seats opened words than had sealed some")
            for who, text in event["opened"].items():
                right = sha(b"seal ", text.encode()).hex() == sealed.get(who)
                checked.words += right
                if not right:
                    checked.problems.append(f"{who} opened other words than were sealed")
            for who in event["closed"]:
                checked.notes.append(f"{who} kept its words closed")
        elif event["event"] == "shuffled" and list(event["added"]) != words:
            checked.problems.append("the shuffle is not made with the words that were opened")
    return words


def _by_seed(told: Told, seed: str, words: list[str], shoe: Shoe, checked: Checked) -> Shoe:
    """Deal the cards again, from the seed that was shown or from the shoe as it stood."""
    left, lying, shuffles = shoe.left, False, 0
    lay = Followed()
    for event in _events(told):
        match event["event"]:
            case "placed":
                lay.move(event["origin"], event["place"])
                lay.show(event["place"], event["cards"].split(), checked)
            case "revealed":
                lay.show(event["place"], event["cards"].split(), checked)
            case "acted" if event["ask"] == "pile" and left is not None:
                left = None
                checked.notes.append("hands that are dealt as piles are not followed here: prove the round's journal")
            case "shuffled":
                shuffles += 1
                left = None
                whole = _whole(told, event["count"])
                if shuffles > 1 or lying or not whole:
                    checked.notes.append("a shuffle in mid-round, of cards that are not all told, is not checked here")
                elif not seed:
                    checked.notes.append("the seed of its shuffle is not shown yet, or not in these rounds")
                else:
                    left = order(bytes.fromhex(seed), words, whole)
            case "cut" if left is not None:
                left = left[event["depth"] :] + left[: event["depth"]]
            case "dealt" | "burned":
                lying = True
                names = event["cards"].split()
                if left is None:
                    lay.lose(event["place"])
                else:
                    came, left = [NAMES[card] for card in left[: len(names)]], left[len(names) :]
                    lay.deal(event["place"], names, came, checked)
    return Shoe(left)


class Followed:
    """Which cards of the shuffle lie at each place, so that one dealt face down is compared when it is turned up."""

    def __init__(self) -> None:
        self._cards: list[str] = []  # by the number of the card in the deal
        self._at: dict[str, set[int]] = {}
        self._lost: set[str] = set()  # places that had a card from who knows where
        self._seen: set[int] = set()

    def deal(self, place: str, shown: Sequence[str], came: Sequence[str], checked: Checked) -> None:
        if len(came) < len(shown):
            checked.problems.append(f"{place}: more cards were dealt than there were")
        for one, other in zip(shown, came, strict=False):
            number = len(self._cards)
            self._cards.append(other)
            self._at.setdefault(place, set()).add(number)
            if one == other:
                self._seen.add(number)
                checked.cards += 1
            elif one != HIDDEN:
                checked.problems.append(f"{place} was dealt {one} where the shuffle has {other}")

    def lose(self, place: str) -> None:
        self._lost.add(place)

    def move(self, origin: str, place: str) -> None:
        """Cards go from one place to another; which of them need not be told."""
        self._at.setdefault(place, set()).update(self._at.get(origin, ()))
        if origin in self._lost:
            self._lost.add(place)

    def show(self, place: str, shown: Sequence[str], checked: Checked) -> None:
        """Cards that are turned up must be among those that were dealt there."""
        if place in self._lost or not self._at.get(place):
            return
        used: set[int] = set()
        for name in shown:
            if name == HIDDEN:
                continue
            fits = [number for number in sorted(self._at[place] - used) if self._cards[number] == name]
            if not fits:
                checked.problems.append(f"{place} shows {name}, which the shuffle has not dealt there")
                continue
            used.add(fits[0])
            checked.cards += fits[0] not in self._seen
            self._seen.add(fits[0])


def _whole(told: Told, count: int) -> tuple[Card, ...]:
    """The whole decks that make up so many cards; none if it is only a part of some."""
    try:
        kind = game(told["game"]).rules.cards.pack
    except (RulesError, KeyError):
        raise ProveError(f"round {_number(told)} does not say which game it is of") from None
    one = len(pack(kind))
    return () if count % one else pack(kind, count // one)


def _by_openings(told: Told, began: Mapping[str, Any], words: list[str], checked: Checked) -> None:
    """Each card that was shown has an opening that leads to the commitment, at the place that it was dealt from."""
    decks: dict[str, int] = began["decks"]
    opened = _opened(told, began, checked)
    labels = iter(decks)
    label, taken, froms = "", 0, [-1]
    dealt: dict[str, set[int]] = {}  # the positions in the house's deck that each place had cards from
    scrambled = False
    for event in _events(told):
        match event["event"]:
            case "shuffled":
                label, taken, dealt, scrambled = next(labels), 0, {}, False
                froms = places(decks[label], words, label)
            case "scrambled":
                scrambled = True
            case "cut":
                if words and not scrambled and event["depth"] != _cut(began["commitment"], words, decks[label]):
                    checked.notes.append("the cut is not the one that the words give: somebody chose it")
                left = froms[taken:]
                froms[taken:] = left[event["depth"] :] + left[: event["depth"]]
            case "placed":
                dealt.setdefault(event["place"], set()).update(dealt.get(event["origin"], ()))
            case "dealt" | "burned":
                names = event["cards"].split()
                here = froms[taken : taken + len(names)]
                taken += len(names)
                dealt.setdefault(event["place"], set()).update(froms if scrambled else here)
        if not isinstance(event.get("cards"), str):
            continue
        for name in event["cards"].split():
            if name == HIDDEN:
                continue
            if (label, name) not in opened:
                checked.problems.append(f"{name} was shown at {event['place']} without its opening")
            elif opened[label, name] not in dealt.get(event["place"], ()):
                checked.problems.append(f"{name} was shown at {event['place']}, and lay elsewhere in the deck")
    checked.cards = len(opened)


def _cut(commitment: str, words: list[str], size: int) -> int:
    """How deep the whole deck is cut, at least so many cards from either end."""
    edge = min(EDGE, (size - 1) // 2)
    return edge + drawn(bytes.fromhex(commitment), words, "cut", size - 2 * edge + 1)


def _opened(told: Told, began: Mapping[str, Any], checked: Checked) -> dict[tuple[str, str], int]:
    """The positions of the cards whose openings lead to the commitment."""
    decks: dict[str, int] = began["decks"]
    found: dict[tuple[str, str], int] = {}
    for opening in told.get("openings", ()):
        label, position, name = opening["shuffle"], opening["position"], NAMES[parse(opening["card"])]
        before = sum(list(decks.values())[: list(decks).index(label)])
        leaf = sha(b"\0", bytes.fromhex(opening["salt"]), name.encode())
        path = [bytes.fromhex(one) for one in opening["path"]]
        inside = 0 <= position < decks[label]
        top = climbed(leaf, before + position, sum(decks.values()), path) if inside else None
        if top is None or top.hex() != began["commitment"]:
            checked.problems.append(f"the opening of {name} does not lead to the commitment")
        else:
            found[label, name] = position
    return found
