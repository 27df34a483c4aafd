"""A table as it looks after some events: what lies where, what stands on which spot, and what came of it.

It is made from events as a viewer was given them, so it can show no more than the viewer may know; after fewer of
them it is the table at an earlier moment, which is how a round is replayed.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any

from houseway.cards.card import HIDDEN as UNSEEN
from houseway.cards.card import parse
from houseway.games import game
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
    new: dict[str, dict[int, str]] = field(default_factory=dict)  # what the last step did: "dealt" or "turned", by card
    gone: set[str] = field(default_factory=set)  # places whose cards lie in the discard rack
    stakes: dict[str, dict[str, int]] = field(default_factory=dict)  # by spot and wager
    results: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)  # what somebody did last
    owners: dict[str, str] = field(default_factory=dict)  # whose chips stand on a spot
    net: dict[str, int] = field(default_factory=dict)  # what each seat won or lost, once it is known
    counts: dict[str, str] = field(default_factory=dict)  # what hands come to, where the game says so
    standing: dict[str, int] = field(default_factory=dict)  # what each seat still has on the felt
    puck: int = 0  # the number that the puck lies on
    over: bool = False
    void: bool = False


def scene(events: Iterable[Mapping[str, Any]], lies: Mapping[str, Any], before: Mapping[str, list[str]]) -> Scene:
    """The table after these events, with the cards as they lie and as they lay when it was drawn last."""
    it = Scene(cards={place: cards.split() for place, cards in lies["cards"].items()}, gone=set(lies["gone"]))
    it.net, it.standing = dict(lies.get("net", {})), dict(lies.get("standing", {}))
    for event in events:
        _step(it, event)
    for place, cards in it.cards.items():
        old = before.get(place, [])
        for at, card in enumerate(cards):
            if at >= len(old):
                it.new.setdefault(place, {})[at] = "dealt"
            elif old[at] == HIDDEN and card != HIDDEN:
                it.new.setdefault(place, {})[at] = "turned"
    return it


def _step(it: Scene, event: Mapping[str, Any]) -> None:
    match event["event"]:
        case "wagered":
            spot = it.stakes.setdefault(event["spot"], {})
            spot[event["wager"]] = spot.get(event["wager"], 0) + cents(event["amount"])
            it.owners[event["spot"]] = event["who"]
            it.said[event["who"]] = f"{event['wager'].replace('-', ' ')} ${event['amount']}"
        case "paid" | "awarded" | "collected" | "returned":
            _result(it, event)
        case "bet":
            it.said[event["who"]] = f"{event['action']} ${event['stake']}"
        case "potAwarded":
            it.said[event["who"]] = f"takes ${event['amount']}"
        case "acted":
            it.said[event["who"]] = event["answer"]
        case "satOut":
            it.said[event["who"]] = "sits out"
        case "announced":
            if event["who"] == "dealer":
                it.said["dealer"] = event["what"]
            it.puck = event.get("puck", it.puck)
        case "voided":
            it.void = True
        case "roundEnded":
            it.over = True


def _result(it: Scene, event: Mapping[str, Any]) -> None:
    kind = {"paid": "won", "awarded": "won", "collected": "lost", "returned": "back"}[event["event"]]
    result = Result(
        kind,
        cents(event["amount"]),
        cents(event.get("stake", event["amount"])),
        event.get("odds", ""),
        event.get("hand", ""),
        event.get("clause", ""),
        event.get("note", ""),
    )
    it.owners.setdefault(event["spot"], event["who"])
    it.results.setdefault(event["spot"], {}).setdefault(event["wager"], []).append(result)


def counts(id: str, cards: Mapping[str, list[str]]) -> dict[str, str]:
    """What the cards in sight come to at each place, where the game says that of a hand."""
    places = {
        place: tuple(UNSEEN if name == HIDDEN else parse(name) for name in names) for place, names in cards.items()
    }
    return game(id).hands_named(places)
