"""Dice, wheels, cuts and other numbers of a round as it was told, each held to what seed and words give for its label.

A label belongs to one number of a round, and what it may be follows from the round itself: nobody can look for a better
one.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.games.bonus_spin import community_label
from houseway.play.note import Note, Why
from houseway.play.player_dealer import ACTION_NUMBER, die_label
from houseway.play.shoe import EDGE
from houseway.play.table import DEALER
from houseway.prove.shuffles import drawn

HOT_SPOT = "hot spot"
_DIE = 6
_MOST = 1 << 32
Said = Mapping[str, Any]


@dataclass
class Checked:
    """What was found out about one round."""

    round: int
    cards: int = 0  # that were found where they had to be
    numbers: int = 0  # dice, wheels, cuts and the like that are what the seed gives
    words: int = 0  # that were opened as they were sealed
    notes: list[str] = field(default_factory=list)
    problems: list[str] = field(default_factory=list)

    def data(self) -> dict[str, Any]:
        return {
            "round": self.round,
            "cards": self.cards,
            "numbers": self.numbers,
            "words": self.words,
            "notes": self.notes,
            "problems": self.problems,
        }


@dataclass
class Draws:
    """The numbers of one round, in the order in which they are told."""

    seed: bytes | None  # what they follow from, with the words; none while it is not known
    words: Sequence[str]
    checked: Checked
    wheels: Mapping[str, Sequence[tuple[str, int]]] | None  # by name, what is on each and on how many stops
    most: int | None = None  # what an action number goes to, where the rules say so
    _throws: int = 0
    _cuts: int = 0
    _used: set[str] = field(default_factory=set)
    _placed: dict[str, dict[str, tuple[str, str]]] = field(default_factory=dict)  # by wager and spot: who, how much

    def see(self, event: Said) -> None:
        match event["event"]:
            case "wagered":
                self._placed.setdefault(event["wager"], {})[event["spot"]] = event["who"], event["amount"]
            case "collected" if Note(event["note"]).says(Why.FORFEITED):
                for spots in self._placed.values():
                    for spot in [spot for spot, (owner, _) in spots.items() if owner == event["who"]]:
                        del spots[spot]
            case "diceThrown":
                self._throws += 1
                for die, shows in enumerate(event["dice"], start=1):
                    label = die_label(self._throws, die)
                    self._held(label, _DIE, shows - 1, f"{label} shows {shows}")
            case "numberDrawn":
                if event["label"] != ACTION_NUMBER or self.most not in (None, event["most"]):
                    self._wrong(f"the random number of {event['most']} is drawn by no label that the rules have")
                else:
                    said = f"the random number is {event['number']}"
                    self._held(ACTION_NUMBER, event["most"], event["number"] - 1, said)
            case "spun":
                self._spun(event)

    def _spun(self, event: Said) -> None:
        label, wheel, stop, stops = event["label"], event["wheel"], event["stop"], event["stops"]
        wager = next((one for one in self._placed if label in self._labels(one)), None)
        if wager is None:
            self._wrong(f"{wheel} is spun by no label that a wager of this round has")
            return
        if label == f"{wager} {HOT_SPOT}":
            on: Sequence[tuple[str, int]] | None = [(spot, 1) for spot in self._placed[wager]]
        elif self.wheels is None:
            on = None
            self._note("what is on its wheels is not told, and only their stops are checked")
        else:
            on = self.wheels.get(wheel, ())
        if on is not None:
            symbols = [symbol for symbol, many in on for _ in range(many)]
            if len(symbols) != stops:
                self._wrong(f"{wheel} is spun over {stops} stops, and has {len(symbols)}")
            elif not 0 <= stop < stops or symbols[stop] != event["symbol"]:
                self._wrong(f"stop {stop + 1} of {wheel} is not {event['symbol']}")
        self._held(label, stops, stop, f"{wheel} comes to rest at stop {stop + 1}")

    def _labels(self, wager: str) -> set[str]:
        amounts = {amount for _, amount in self._placed[wager].values()}
        shared = {community_label(wager, amount) for amount in (amounts if len(amounts) > 1 else {""})}
        return shared | {f"{wager} {name}" for name in (*self._placed[wager], HOT_SPOT)}

    def cut(self, event: Said, size: int) -> None:
        """A cut of so many cards; a player may cut where they like."""
        self._cuts += 1
        label = f"cut {self._cuts}" if self._cuts > 1 else "cut"
        if self.seed is None:
            return
        edge = min(EDGE, (size - 1) // 2)
        ends = [(edge, edge), (EDGE, 1), (1, 1)]  # what is left above and below, by the rulebook
        fit = [(top, size - top - bottom + 1) for top, bottom in ends if size - top - bottom + 1 > 0]
        if event["depth"] in [top + drawn(self.seed, self.words, label, below) for top, below in fit]:
            self.checked.numbers += 1
        elif event["who"] == DEALER:
            self._wrong(f"the dealer cut at {event['depth']}, and the seed gives another place")
        else:
            self._note(f"{event['who']} chose where the cards were cut")

    def exposed(self, number: int, of: int) -> None:
        """A card that lay in the piles was turned up: which one is drawn, unless the dealer says it."""
        if self.seed is not None and drawn(self.seed, self.words, "exposed", of) == number:
            self.checked.numbers += 1
        else:
            self._note("the dealer said which card was exposed")

    def _held(self, label: str, below: int, number: int, said: str) -> None:
        if not 0 < below <= _MOST:
            raise ValueError
        if label in self._used:
            self._wrong(f"{label} is drawn twice")
        elif self.seed is None:
            self._note("the seed of its dice and wheels is not shown yet, or not in these rounds")
        elif (right := drawn(self.seed, self.words, label, below)) != number:
            self._wrong(f"{said}, and the seed gives {right + 1}")
        else:
            self.checked.numbers += 1
        self._used.add(label)

    def _wrong(self, problem: str) -> None:
        self.checked.problems.append(problem)

    def _note(self, note: str) -> None:
        if note not in self.checked.notes:
            self.checked.notes.append(note)
