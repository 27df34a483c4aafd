"""A round as somebody was told it, held to what the house had committed to: with nothing but what that person has.

Told is what `GET /api/v1/tables/{id}/rounds/{number}` answers: the events, and beside them the openings of the cards
that were shown, where the house commits to every card by itself, what is on the wheels, and whether cards, dice and
wheels are real.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from houseway.cards.card import NAMES, Card, parse
from houseway.cards.pack import pack
from houseway.games import game
from houseway.play.piles import pile_chosen
from houseway.prove.draws import Checked, Draws
from houseway.prove.shuffles import climbed, drawn, order, places, sha
from houseway.record.errors import ProveError
from houseway.rules.models import GameRules
from houseway.rules.piles import Piles
from houseway.rules.strict import RulesError

HIDDEN = "??"
Told = Mapping[str, Any]


def check(rounds: Iterable[Told]) -> list[Checked]:
    """Check rounds of one table; a shoe that goes on is followed from one to the next."""
    told = sorted(rounds, key=_number)
    revealed = [event for one in told for event in _events(one) if event.get("event") == "seedRevealed"]
    seeds = {
        round: event["seed"] for event in revealed if isinstance(round := event.get("round"), int) and event.get("seed")
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
    if told.get("by_hand"):
        checked.notes.append("its cards, dice and wheels are real: nothing of them comes from a seed")
        return checked, Shoe(None)
    if "decks" in began:
        _by_openings(told, began, words, checked)
        return checked, Shoe(None)
    seed = seeds.get(checked.round, "")
    if seed and sha(bytes.fromhex(seed)).hex() != began["commitment"]:
        checked.problems.append("the seed is not the one that was committed to")
    return checked, _by_seed(told, seed, words, shoe, checked)


class Dealing(NamedTuple):
    """What a game's rules say that a round does not tell: which pack, and how piles are dealt."""

    pack: str
    piles: Piles | None

    def data(self) -> dict[str, Any]:
        return {"pack": self.pack, "piles": self.piles and self.piles.model_dump(include=set(Piles.model_fields))}


def dealing(rules: GameRules) -> Dealing:
    piles = getattr(rules.facts, "piles", None)
    return Dealing(rules.cards.pack, piles if isinstance(piles, Piles) else None)


def _dealing(told: Told) -> Dealing:
    try:
        return dealing(game(told["game"]).rules)
    except (RulesError, KeyError):
        raise ProveError(f"round {_number(told)} does not say which game it is of") from None


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
    left, lying, shuffles, count = shoe.left, False, 0, 0
    rules, lay = _dealing(told), Followed()
    # Where dice count the piles, a number counts the seats, which the round does not tell.
    most = rules.piles.count if rules.piles and not rules.piles.counted else None
    draws = Draws(bytes.fromhex(seed) if seed else None, words, checked, _wheels(told), most)
    chosen = False  # a pile is
    for event in _events(told):
        draws.see(event)
        match event["event"]:
            case "placed":
                lay.move(event["origin"], event["place"])
                lay.show(event["place"], event["cards"].split(), checked)
            case "revealed":
                lay.show(event["place"], event["cards"].split(), checked)
            case "acted" if event["ask"] == "pile" and rules.piles:
                left, chosen = _chosen(left, rules.piles, pile_chosen(event["answer"])), True
            case "diceThrown" if chosen and rules.piles and rules.piles.counted:
                left = _from_pile(left, rules.piles, sum(event["dice"]))
            case "shuffled":
                shuffles += 1
                again, count, chosen = event["count"] == count, event["count"], False
                left = None
                whole = _whole(rules.pack, count)
                if not ((shuffles == 1 and not lying) or again) or not whole:
                    checked.notes.append("a shuffle in mid-round, of cards that are not all told, is not checked here")
                elif not seed:
                    checked.notes.append("the seed of its shuffle is not shown yet, or not in these rounds")
                else:
                    left = order(bytes.fromhex(seed), words, whole, _label("shuffle", shuffles))
            case "cut":
                draws.cut(event, count)
                if left is not None:
                    left = left[event["depth"] :] + left[: event["depth"]]
            case "dealt" if event["place"] == "exposed" and rules.piles and left is not None:
                left = _exposed(left, event["cards"], rules.piles, draws)
            case "dealt" | "burned":
                lying = True
                names = event["cards"].split()
                if left is None:
                    lay.lose(event["place"])
                else:
                    came, left = [NAMES[card] for card in left[: len(names)]], left[len(names) :]
                    lay.deal(event["place"], names, came, checked)
    return Shoe(left)


def _label(what: str, number: int) -> str:
    return f"{what} {number}" if number > 1 else what


def _wheels(told: Told) -> dict[str, list[tuple[str, int]]] | None:
    if "wheels" not in told:
        return None
    return {wheel["wheel"]: [(one["symbol"], one["stops"]) for one in wheel["on"]] for wheel in told["wheels"]}


def _chosen(left: list[Card] | None, piles: Piles, pile: int) -> list[Card] | None:
    """The cards as they come when they lie in piles and one of these is chosen."""
    if left is None:
        return None
    of = piles.count * piles.cards
    dealt = range(of)
    if piles.back_and_forth:
        dealt_to = [_lap(number, piles.count) for number in dealt]
        left = [left[number] for number in sorted(dealt, key=lambda number: (dealt_to[number], number))] + left[of:]
    return _from_pile(left, piles, pile)


def _lap(number: int, piles: int) -> int:
    """The pile that a card goes to where they are dealt from the first to the last and back."""
    lap, at = divmod(number, piles)
    return piles - 1 - at if lap % 2 else at


def _from_pile(left: list[Card] | None, piles: Piles, total: int) -> list[Card] | None:
    """The cards as they come from the pile that so many are counted to, then from those after it."""
    if left is None:
        return None
    of, first = piles.count * piles.cards, (total - 1) % piles.count * piles.cards
    return left[first:of] + left[:first] + left[of:]


def _exposed(left: list[Card], shown: str, piles: Piles, draws: Draws) -> list[Card]:
    """The cards as they come when one that lay in the piles is turned up; the first one left over takes its place."""
    of, names = piles.count * piles.cards, [NAMES[card] for card in left]
    at = names.index(shown) if shown in names[:of] else -1
    if at < 0:
        draws.checked.problems.append(f"{shown} was exposed, and did not lie in the piles")
        return left
    draws.checked.cards += 1
    draws.exposed(at, of)
    return [*left[:at], *left[of : of + 1], *left[at + 1 : of], *left[of + 1 :]]


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


def _whole(kind: str, count: int) -> tuple[Card, ...]:
    """The whole decks that make up so many cards; none if it is only a part of some."""
    one = len(pack(kind))
    return () if count % one else pack(kind, count // one)


def _by_openings(told: Told, began: Mapping[str, Any], words: list[str], checked: Checked) -> None:
    """Each card that was shown has an opening that leads to the commitment, at the place that it was dealt from."""
    decks: dict[str, int] = began["decks"]
    opened = _opened(told, began, checked)
    labels = iter(decks)
    label, taken, froms = "", 0, [-1]
    dealt: dict[str, set[int]] = {}  # the positions in the house's deck that each place had cards from
    burned: list[int] = []
    scrambled = False  # in an order that players can't follow: nobody has opened words
    known = bytes.fromhex(began["commitment"]) if words else None  # what numbers follow from for who has no seed
    draws, size = Draws(known, words, checked, None), 0
    for event in _events(told):
        match event["event"]:
            case "shuffled":
                label, taken, dealt, burned, scrambled = next(labels), 0, {}, [], False
                size = decks[label]
                froms = places(size, words, label)
            case "scrambled":
                size = event["count"]
                if known is None:
                    scrambled = True
                else:
                    froms[taken:] = _scrambled([*froms[taken:][::-1], *burned], known, words)
            case "cut":
                draws.cut(event, size)
                left = froms[taken:]
                froms[taken:] = left[event["depth"] :] + left[: event["depth"]]
            case "placed":
                dealt.setdefault(event["place"], set()).update(dealt.get(event["origin"], ()))
            case "dealt" | "burned":
                names = event["cards"].split()
                here = froms[taken : taken + len(names)]
                taken += len(names)
                burned += here if event["event"] == "burned" else []
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


def _scrambled(mixed: list[int], known: bytes, words: list[str]) -> list[int]:
    """The last card and the burned ones in the order in which they come, the top card first."""
    for last in range(len(mixed) - 1, 0, -1):
        other = drawn(known, words, f"scramble {last}", last + 1)
        mixed[last], mixed[other] = mixed[other], mixed[last]
    return mixed[::-1]


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
