"""A table as it looks after some events: what lies where, what stands on which spot, and what came of it.

It is made from events as a viewer was given them, so it can show no more than the viewer may know; after fewer of
them it is the table at an earlier moment, which is how a round is replayed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.rules.money import cents

HIDDEN = "??"


@dataclass
class Result:
    """What came of one wager."""

    kind: str  # won, lost or back
    amount: int
    stake: int
    odds: str
    hand: str
    clause: str
    note: str

    @property
    def words(self) -> str:
        parts = [self.hand, f"at {self.odds}" if self.odds else "", self.note]
        return ", ".join(part for part in parts if part)


@dataclass
class Scene:
    cards: dict[str, list[str]] = field(default_factory=dict)
    new: dict[str, str] = field(default_factory=dict)  # places that the last step changed: "dealt" or "turned"
    gone: set[str] = field(default_factory=set)  # places whose cards lie in the discard rack
    stakes: dict[str, dict[str, int]] = field(default_factory=dict)  # by spot and wager
    results: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)  # what somebody did last
    owners: dict[str, str] = field(default_factory=dict)  # whose chips stand on a spot
    over: bool = False
    void: bool = False
    bets_closed: bool = False

    def net(self, who: str) -> int:
        """What somebody won or lost in all."""
        total = 0
        for spot, wagers in self.results.items():
            if self.owners.get(spot, spot) != who:
                continue
            for results in wagers.values():
                total += sum(one.amount if one.kind == "won" else -one.amount * (one.kind == "lost") for one in results)
        return total

    def settled(self, who: str) -> bool:
        return any(self.owners.get(spot, spot) == who for spot in self.results)


def scene(events: Iterable[Mapping[str, Any]], *, new_from: int = 10**9) -> Scene:
    """The table after these events; those from `new_from` on have only just happened."""
    it = Scene()
    for number, event in enumerate(events):
        _step(it, event, fresh=number >= new_from)
    return it


def _step(it: Scene, event: Mapping[str, Any], *, fresh: bool) -> None:
    place = event.get("place", "")
    cards = event["cards"].split() if isinstance(event.get("cards"), str) else []
    match event["event"]:
        case "dealt":
            it.cards.setdefault(place, []).extend(cards)
            it.gone.discard(place)
            if fresh:
                it.new[place] = "dealt"
        case "revealed":
            it.cards[place] = cards
            if fresh:
                it.new[place] = "turned"
        case "moved":
            for card in cards:
                if card in it.cards.get(place, []):
                    it.cards[place].remove(card)
            it.cards.setdefault(event.get("to", place), []).extend(cards)
        case "discarded":
            it.gone.add(place)
        case "wagered":
            spot = it.stakes.setdefault(event["spot"], {})
            spot[event["wager"]] = spot.get(event["wager"], 0) + cents(event["amount"])
            it.owners[event["spot"]] = event["who"]
            it.said[event["who"]] = f"{event['wager'].replace('-', ' ')} {_money(event['amount'])}"
        case "paid" | "collected" | "returned":
            _result(it, event)
        case "acted":
            it.said[event["who"]] = event["answer"]
        case "satOut":
            it.said[event["who"]] = "sits out"
        case "announced":
            if event["who"] == "dealer":
                it.said["dealer"] = event["what"]
        case "betsClosed":
            it.bets_closed = True
        case "voided":
            it.void = True
        case "roundEnded":
            it.over = True


def _result(it: Scene, event: Mapping[str, Any]) -> None:
    kind = {"paid": "won", "collected": "lost", "returned": "back"}[event["event"]]
    amount = cents(event["amount"])
    result = Result(
        kind,
        amount,
        cents(event.get("stake", event["amount"])),
        event.get("odds", ""),
        event.get("hand", ""),
        event.get("clause", ""),
        event.get("note", ""),
    )
    it.owners.setdefault(event["spot"], event["who"])
    it.results.setdefault(event["spot"], {}).setdefault(event["wager"], []).append(result)


def _money(amount: str) -> str:
    return f"${amount}"
