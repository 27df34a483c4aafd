"""Where the cards come from: a fair shuffle, a scenario, or the dealer's hands."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Protocol

from houseway.cards import shuffle
from houseway.cards.card import HIDDEN, NAMES, Card, hand, parse, text, without
from houseway.cards.pack import Shoe
from houseway.cards.sealed import SealedDecks


class Source(Protocol):
    """Shuffles packs into shoes and draws from them.

    A source that does not know the next card (the dealer enters it) draws None; `eager` says whether a card dealt
    face down is asked for at once, as in an exhaustive walk, or when it is turned over, as beside a physical table.
    """

    eager: bool

    def begin(self, seed: bytes) -> None: ...
    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str | SealedDecks: ...
    def close(self, added: Sequence[str]) -> None: ...
    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe: ...
    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None: ...
    def number(self, label: str, below: int) -> int | None: ...
    def data(self) -> dict[str, Any]: ...


class FairShuffle:
    """Cards in the order that the round's committed seed and the words of the seats give them."""

    eager = True

    def __init__(self) -> None:
        self._seed = self._key = self._words = b""
        self._decks: dict[str, list[Card]] = {}
        self._sealed: SealedDecks | None = None

    def begin(self, seed: bytes) -> None:
        self._seed = self._key = seed
        self._words, self._decks, self._sealed = b"", {}, None

    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str | SealedDecks:
        """What is published before words are opened: of the packs that will be shuffled, by label, every card by
        itself; without any, the seed."""
        if not packs:
            return shuffle.commitment(self._seed)
        self._decks = {label: shuffle.shuffled(pack, self._seed, label) for label, pack in packs.items()}
        self._sealed = SealedDecks(self._seed, self._decks)
        return self._sealed

    def close(self, added: Sequence[str]) -> None:
        """Wagers are closed: the words that the seats have opened are now part of the shuffle."""
        if added:
            self._words = shuffle.words_key(added)
            # A cut can be checked by players who never see the seed: what was committed to stands in for it.
            known = bytes.fromhex(str(self._sealed)) if self._sealed else self._seed
            self._key = shuffle.mixed(known, self._words)

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        deck = self._decks.get(label) or shuffle.shuffled(pack, self._seed, label)
        if self._words:
            deck = [deck[place] for place in shuffle.shuffled(range(len(deck)), self._words, label)]
        return Shoe.stacked(deck)

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        return shoe.draw(count)

    def number(self, label: str, below: int) -> int | None:
        return shuffle.number(self._key, label, below)

    def data(self) -> dict[str, Any]:
        """What `source_from` needs to make the same source again."""
        return {"cards": "shuffled"}


class NotDrawn(Exception):
    """A number was given that can't be drawn."""

    def __init__(self, label: str, given: int, most: int) -> None:
        super().__init__(f"{given} is given, and the numbers go from 1 to {most}")
        self.label = label


def in_order(line: str) -> tuple[Card, ...]:
    """Cards in the order they are dealt, from text; `??` is one that nobody knows."""
    unknown = NAMES[HIDDEN]
    if unknown not in line:
        return hand(line)
    return tuple(HIDDEN if name == unknown else parse(name) for name in line.replace(",", " ").split())


_THE_HAND = "shuffle"  # how the label begins of every shuffle that is not for one place alone


class Scenario(FairShuffle):
    """Some cards are known, by place or in the order they are dealt; everything else comes from the seed."""

    def __init__(
        self,
        places: Mapping[str, Sequence[Card]],
        numbers: Mapping[str, int] | None = None,
        *,
        dealt: Sequence[Card] = (),
        told: Iterable[str] = (),
        later: Sequence[Card] = (),
    ) -> None:
        super().__init__()
        self._dealt = list(dealt)  # the next card first, wherever it goes; a hidden one comes from the seed
        self._in_order = True  # the shoe on the table deals these, and is not for one place alone
        self._numbers = dict(numbers or {})  # by label, as `number` gives them: a die that shows 4 is 3
        self._told = frozenset(told)  # the labels of numbers that the dealer is asked for
        self._later = tuple(later)  # what later rounds are to be dealt from the same shoe
        self._places = {place: list(cards) for place, cards in places.items()}
        self.unused = {*self._numbers, *self._told, *(place for place, cards in places.items() if cards)}

    @property
    def left(self) -> dict[str, tuple[Card, ...]]:
        """The known cards that have not been drawn, by place."""
        return {place: tuple(cards) for place, cards in self._places.items() if cards}

    @property
    def dealt_left(self) -> tuple[Card, ...]:
        """The known cards that have not been drawn, of those given in order."""
        return tuple(self._dealt)

    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str | SealedDecks:
        """Nothing that is known in advance is committed to card by card."""
        return super().commit({})

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        """A shuffle that is labelled with a place is for that place, and knows of no other. Known cards are not in the
        shoe, and are counted as if they were."""
        places = {label: self._places[label]} if label in self._places else self._places
        held = [card for cards in places.values() for card in cards if card != HIDDEN]
        self._in_order = label.startswith(_THE_HAND)
        if self._in_order:
            held += [card for card in self._dealt if card != HIDDEN]
        if self._later:
            held += (Counter(self._later) & (Counter(pack) - Counter(held))).elements()
        shoe = super().shoe(without(pack, held), label)
        shoe.unseen = -len(held)
        return shoe

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        if self._dealt and self._in_order:
            return self._draw_in_order(shoe, count)
        known = self._places.get(place, [])
        self.unused.discard(place)
        given, self._places[place] = known[:count], known[count:]
        return self._completed(shoe, given, count)

    def _draw_in_order(self, shoe: Shoe, count: int) -> tuple[Card, ...]:
        given, self._dealt = self._dealt[:count], self._dealt[count:]
        return self._completed(shoe, given, count)

    def _completed(self, shoe: Shoe, given: list[Card], count: int) -> tuple[Card, ...]:
        """So many cards: those that are given, and the shoe's for unknown ones and for what is missing."""
        shoe.unseen += len(given) - given.count(HIDDEN)
        unknown = iter(shoe.draw(count - len(given) + given.count(HIDDEN)))
        return (*(next(unknown) if card == HIDDEN else card for card in given), *unknown)

    def number(self, label: str, below: int) -> int | None:
        self.unused.discard(label)
        if label in self._told:
            return None
        if label not in self._numbers:
            return super().number(label, below)
        if self._numbers[label] >= below:
            raise NotDrawn(label, self._numbers[label] + 1, below)
        return self._numbers[label]

    def data(self) -> dict[str, Any]:
        """The places whose cards are still to come, so that the journal of a later round starts from them too."""
        cards = {place: text(cards) for place, cards in self._places.items() if cards}
        more = {
            "numbers": self._numbers,
            "dealt": text(self._dealt),
            "told": sorted(self._told),
            "later": text(self._later),
        }
        return {"cards": cards, **{name: part for name, part in more.items() if part}}


class DealerEntry(FairShuffle):
    """The cards are real: the dealer says what was turned over."""

    eager = False

    def commit(self, packs: Mapping[str, Sequence[Card]]) -> str | SealedDecks:
        """The house does not know the cards."""
        return super().commit({})

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        return Shoe(list(pack))

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        return None

    def number(self, label: str, below: int) -> int | None:
        return None

    def data(self) -> dict[str, Any]:
        return {"cards": "entered"}


class EveryDeal(DealerEntry):
    """For walking every deal of a game: each card is asked for the moment it is dealt, from a smaller pack if given."""

    eager = True

    def __init__(self, pack: Sequence[Card] = ()) -> None:
        super().__init__()
        self._pack = tuple(pack)

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        return super().shoe(self._pack or pack, label)

    def data(self) -> dict[str, Any]:
        return {"cards": "every deal", "pack": text(self._pack)}


def source_from(data: Mapping[str, Any]) -> Source:
    """The source that a journal names."""
    cards = data["cards"]
    if isinstance(cards, Mapping):
        places = {place: in_order(line) for place, line in cards.items()}
        dealt, later = in_order(data.get("dealt", "")), hand(data.get("later", ""))
        return Scenario(places, data.get("numbers"), dealt=dealt, told=data.get("told", ()), later=later)
    if cards == "every deal":
        return EveryDeal(hand(data["pack"]))
    return {"shuffled": FairShuffle, "entered": DealerEntry}[cards]()
