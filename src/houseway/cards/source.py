"""Where the cards come from: a fair shuffle, a scenario, or the dealer's hands."""

from collections.abc import Mapping, Sequence
from typing import Any, Protocol

from houseway.cards import shuffle
from houseway.cards.card import Card, hand, text, without
from houseway.cards.pack import Shoe


class Source(Protocol):
    """Shuffles packs into shoes and draws from them.

    A source that does not know the next card (the dealer enters it) draws None; `eager` says whether a card dealt
    face down is asked for at once, as in an exhaustive walk, or when it is turned over, as beside a physical table.
    """

    eager: bool

    def begin(self, seed: bytes) -> None: ...
    def close(self, added: Sequence[str]) -> None: ...
    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe: ...
    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None: ...
    def number(self, label: str, below: int) -> int | None: ...
    def data(self) -> dict[str, Any]: ...


class FairShuffle:
    """Cards in the order that the round's committed seed gives them."""

    eager = True

    def __init__(self) -> None:
        self._seed = self._key = b""

    def begin(self, seed: bytes) -> None:
        self._seed = seed
        self._key = shuffle.mixed(seed)

    def close(self, added: Sequence[str]) -> None:
        """Wagers are closed: what the seats added is now part of the shuffle."""
        if added:
            self._key = shuffle.mixed(self._seed, added)

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        return Shoe.stacked(shuffle.shuffled(pack, self._key, label))

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        return shoe.draw(count)

    def number(self, label: str, below: int) -> int | None:
        return shuffle.number(self._key, label, below)

    def data(self) -> dict[str, Any]:
        """What `source_from` needs to make the same source again."""
        return {"cards": "shuffled"}


class Scenario(FairShuffle):
    """Some places hold known cards; everything else comes from the seed."""

    def __init__(self, places: Mapping[str, Sequence[Card]], numbers: Mapping[str, int] | None = None) -> None:
        super().__init__()
        self._numbers = dict(numbers or {})  # by label, as `number` gives them: a die that shows 4 is 3
        self._places = {place: list(cards) for place, cards in places.items()}
        self.unused = {*self._numbers, *(place for place, cards in places.items() if cards)}

    def shoe(self, pack: Sequence[Card], label: str = "shuffle") -> Shoe:
        """A shuffle that is labelled with a place is for that place, and knows of no other."""
        places = {label: self._places[label]} if label in self._places else self._places
        known = [card for cards in places.values() for card in cards]
        return super().shoe(without(pack, known), label)

    def draw(self, shoe: Shoe, place: str, count: int) -> tuple[Card, ...] | None:
        known = self._places.get(place, [])
        self.unused.discard(place)
        given, self._places[place] = known[:count], known[count:]
        return (*given, *shoe.draw(count - len(given)))

    def number(self, label: str, below: int) -> int | None:
        self.unused.discard(label)
        return self._numbers[label] if label in self._numbers else super().number(label, below)

    def data(self) -> dict[str, Any]:
        """The places whose cards are still to come, so that the journal of a later round starts from them too."""
        cards = {place: text(cards) for place, cards in self._places.items() if cards}
        return {"cards": cards, "numbers": self._numbers} if self._numbers else {"cards": cards}


class DealerEntry(FairShuffle):
    """The cards are real: the dealer says what was turned over."""

    eager = False

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
        return Scenario({place: hand(line) for place, line in cards.items()}, data.get("numbers"))
    if cards == "every deal":
        return EveryDeal(hand(data["pack"]))
    return {"shuffled": FairShuffle, "entered": DealerEntry}[cards]()
