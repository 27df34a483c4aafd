"""A table as it looks after some events: what lies where, what stands on which spot, and what came of it.

It is made from events as a viewer was given them, so it can show no more than the viewer may know; after fewer of
them it is the table at an earlier moment, which is how a round is replayed.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from houseway.cards import ranks
from houseway.cards.card import HIDDEN as UNSEEN
from houseway.cards.card import Card, parse, text
from houseway.games import game
from houseway.play.player_dealer import POSITION
from houseway.play.sentences import Made, Said
from houseway.play.table import DEALER
from houseway.rules.meaning import pays_text
from houseway.rules.models import Wager, hand_key
from houseway.rules.money import cents, shown
from houseway.rules.resolved import Rules
from houseway.serve.pages.naming import words_of
from houseway.serve.pages.views import Cards, Lies

HIDDEN = "??"
_BANKS = {DEALER, POSITION}
_PLAYERS = ("seat ", "box ", "backline ")


@dataclass(frozen=True, slots=True)
class Result:
    """What came of one wager."""

    kind: str  # won, lost or back
    amount: int
    stake: int
    odds: str
    hand: str
    clause: str
    note: str
    against: str = ""  # whose hand it was compared with, and what that was: "the dealer's 18"
    unpaid: bool = False  # no line of its pay table pays for the hand

    @property
    def verdict(self) -> str:
        """What came of it, in a word."""
        back = "push" if self.note in ("", "push") else "back"
        return {"won": "wins", "lost": "loses", "back": back}[self.kind]

    @property
    def gained(self) -> int:
        """What was won, or lost by it."""
        return {"won": self.amount, "lost": -self.amount}.get(self.kind, 0)

    @property
    def words(self) -> str:
        """Why, in a sentence: `Pair of jacks pays 1 to 1: $10 on $10`."""
        told = {"won": self._won, "lost": self._lost, "back": self._back}[self.kind]()
        note = "" if self.note in ("", "push") else f"; {self.note}"
        return f"{told[:1].upper()}{told[1:]}{note}."

    @property
    def _compared(self) -> str:
        return f"{self.hand} against {self.against}" if self.against else self.hand

    def _won(self) -> str:
        if not self.stake:
            return f"{self.hand or 'the prize'} pays {shown(self.amount)}"
        pays = f"pays {pays_text(self.odds)}" if self.odds else "wins"
        pays = f", {pays}" if ", " in self.against else f" {pays}"
        return f"{self._compared or 'the wager'}{pays}: {shown(self.amount)} on {shown(self.stake)}"

    def _lost(self) -> str:
        nothing = " pays nothing" if self.unpaid else ""
        lost = f"{shown(self.amount)} is lost"
        return f"{self._compared}{nothing}: the wager of {lost}" if self.hand else lost

    def _back(self) -> str:
        pushed = "a push, " if self.note == "push" else ""
        return f"{f'{self._compared}: ' if self.hand else ''}{pushed}{shown(self.amount)} goes back"


@dataclass
class Scene:
    cards: dict[str, list[str]] = field(default_factory=dict)
    new: dict[str, dict[int, str]] = field(default_factory=dict)  # what the last step did: "dealt" or "turned", by card
    gone: set[str] = field(default_factory=set)  # places whose cards lie in the discard rack
    stakes: dict[str, dict[str, int]] = field(default_factory=dict)  # by spot and wager
    results: dict[str, dict[str, list[Result]]] = field(default_factory=dict)
    said: dict[str, str] = field(default_factory=dict)  # what somebody did last
    out: set[str] = field(default_factory=set)  # who sits this round out, whatever is dealt to their place
    owners: dict[str, str] = field(default_factory=dict)  # whose chips stand on a spot
    net: dict[str, int] = field(default_factory=dict)  # what each seat won or lost, once it is known
    counts: dict[str, str] = field(default_factory=dict)  # what hands come to, where the game says so
    standing: dict[str, int] = field(default_factory=dict)  # what each seat still has on the felt
    called: tuple[str, str] | None = None  # who said last what cards that were turned up come to, and what
    awards: list[tuple[str, int, str]] = field(default_factory=list)  # of pots: to whom, how much, for which hand
    parts: dict[str, str] = field(default_factory=dict)  # whether a pot was taken for high or low, by who
    staked: dict[str, int] = field(default_factory=dict)  # what each seat put at risk in this round
    fees: dict[str, int] = field(default_factory=dict)  # collections, by who pays
    fouls: dict[str, str] = field(default_factory=dict)  # why a hand is one, by whose it is
    down: dict[str, list[bool]] = field(default_factory=dict)  # which cards of a place were dealt face down
    scored: list[tuple[str, str, str]] = field(default_factory=list)  # points: by whom, from whom, by which clause
    lifted: dict[str, set[str]] = field(default_factory=dict)  # the cards of winning hands, by place
    puck: int = 0  # the number that the puck lies on
    over: bool = False
    void: bool = False


def scene(
    events: Iterable[Mapping[str, Any]],
    lies: Lies,
    before: Cards,
    rules: Rules,
    *,
    viewer: str = "",
) -> Scene:
    """The table after these events, with the cards as they lie and as they lay when it was drawn last; a viewer's own
    hand is lifted before others'."""
    it = Scene(cards=dict(lies.cards), gone=set(lies.gone), net=dict(lies.net), standing=dict(lies.standing))
    turned_up, called = False, words_of(rules).short
    silent = (
        *_PLAYERS,
        *([DEALER] if POSITION in rules.game.places else []),
    )  # where a player banks, that hand is called
    for event in events:
        _step(it, event, called, rules)
        if event["event"] == "announced" and (turned_up or "puck" in event) and not event["who"].startswith(silent):
            it.called = event["who"], event["what"]
        turned_up = "cards" in event and event["seen"] is None
    _judge(it, rules, viewer)
    for place, cards in it.cards.items():
        old = before.get(place, [])
        for at, card in enumerate(cards):
            if at >= len(old):
                it.new.setdefault(place, {})[at] = "dealt"
            elif old[at] == HIDDEN and card != HIDDEN:
                it.new.setdefault(place, {})[at] = "turned"
    return it


def _step(it: Scene, event: Mapping[str, Any], called: Mapping[str, str], rules: Rules) -> None:
    match event["event"]:
        case "dealt":
            cards = event["cards"].split()
            it.down.setdefault(event["place"], []).extend([event["seen"] is not None] * len(cards))
        case "scored":
            it.scored.append((event["spot"], event["against"], event["clause"]))
        case "wagered":
            spot = it.stakes.setdefault(event["spot"], {})
            spot[event["wager"]] = spot.get(event["wager"], 0) + cents(event["amount"])
            it.owners[event["spot"]] = event["who"]
            it.staked[event["who"]] = it.staked.get(event["who"], 0) + cents(event["amount"])
            wager = called.get(event["wager"], event["wager"].replace("-", " "))
            it.said[event["who"]] = f"{wager} ${event['amount']}"
        case "paid" | "awarded" | "collected" | "returned":
            _result(it, event, rules)
        case "bet":
            it.said[event["who"]] = f"{event['action']} ${event['stake']}"
            it.staked[event["who"]] = it.staked.get(event["who"], 0) + cents(event["amount"])
        case "potAwarded":
            it.said[event["who"]] = f"takes ${event['amount']}"
            it.awards.append((event["who"], cents(event["amount"]), event["hand"]))
            it.parts.setdefault(event["who"], event["part"])
        case "feeTaken":
            it.fees[event["who"]] = it.fees.get(event["who"], 0) + cents(event["amount"])
        case "acted":
            it.said[event["who"]] = event["answer"]
        case "satOut":
            it.said[event["who"]] = "sits out"
            it.out.add(event["who"])
        case "announced":
            it.puck = event.get("puck", it.puck)
        case "voided":
            it.void = True
        case "roundEnded":
            it.over = True


def _result(it: Scene, event: Mapping[str, Any], rules: Rules) -> None:
    kind = {"paid": "won", "awarded": "won", "collected": "lost", "returned": "back"}[event["event"]]
    hand, wager = event.get("hand", ""), _wager_at(rules, event["wager"])
    side = wager is not None and (wager.bonus or bool(wager.needs and wager.when == "wagers"))
    against = "" if side else _against(it, event, rules)
    result = Result(
        kind,
        cents(event["amount"]),
        cents(event.get("stake", event["amount"])),
        event.get("odds", ""),
        hand,
        event.get("clause", ""),
        event.get("note", ""),
        against,
        unpaid=bool(hand) and (side or _only_by_poker_hands(rules)),
    )
    it.owners.setdefault(event["spot"], event["who"])
    it.results.setdefault(event["spot"], {}).setdefault(event["wager"], []).append(result)


def _wager_at(rules: Rules, spot: str) -> Wager | None:
    """The wager that is called so, or stands on a spot called so."""
    return rules.wagers.get(spot) or next((one for one in rules.wagers.values() if spot in one.spots), None)


def _against(it: Scene, event: Mapping[str, Any], rules: Rules) -> str:
    """The bank's hand, if it was called before the wager was settled and the player's was compared with it. A wager that
    is not covered has not been; a hand that went over has lost by itself, whatever the bank has."""
    if it.called is None or not event.get("hand") or event.get("note") == "not covered":
        return ""
    who, what = it.called
    over = getattr(getattr(rules.game.facts, "clauses", None), "over", None)
    gone_over = event["event"] == "collected" and over is not None and event["clause"].partition(", ")[0] == over
    if who not in _BANKS or who not in rules.game.places or event["hand"].startswith(who) or gone_over:
        return ""
    return f"the {who}'s {_hand_in(what)}"


def _hand_in(what: str) -> str:
    """What cards come to, of words that name the cards too."""
    made = what.phrase.values.get("hand") if isinstance(what, Said) else None
    return made.hand if isinstance(made, Made) else what


def _only_by_poker_hands(rules: Rules) -> bool:
    """Whether players have nobody to beat: every wager is paid by the poker hand that it makes."""
    flush = hand_key(ranks.Category.FLUSH)
    return not rules.game.places.keys() & _BANKS and all(table.line(flush) for table in rules.pay_tables.values())


def _judge(it: Scene, rules: Rules, viewer: str) -> None:
    """What the cards in sight come to, and which of them have won."""
    it.counts = counts(rules.game.id, it.cards, it.down)
    played, seen = game(rules.game.id), _seen(it.cards)
    if not (it.results or it.awards or it.over):
        return
    it.fouls = played.fouls(rules, seen)
    won = _won(it, rules)
    won += [place for place in played.places_won(seen, it.scored) if place not in won]
    first = viewer if viewer in won else next(iter(won), "")  # whose hand the cards in the middle are lifted for
    for place in won:
        made = played.hands_made(seen, it.parts.get(place, "")).get(place)
        names = {text((card,)) for card in made} if made else set(it.cards[place])
        it.lifted[place] = names & set(it.cards[place])
        if made and place == first:
            it.lifted |= {
                other: both for other, cards in it.cards.items() if other not in won and (both := names & set(cards))
            }


def _won(it: Scene, rules: Rules) -> list[str]:
    """The places whose cards have won: of a pot, of a bank by more than was lost there, or of other players; the bank's,
    if it has beaten everybody. Bonus wagers, which are lost by hands that win, count only where there are no others."""
    takers = {who for who, _, hand in it.awards if hand}
    bonus = {spot for id, wager in rules.wagers.items() if wager.bonus for spot in (wager.spots or (id,))}
    won, bank, beaten = list[str](), list[str](), False
    for place, cards in it.cards.items():
        if HIDDEN in cards or (place in it.gone and not it.over):
            continue
        results = it.results.get(_spot_of(place, it), {})
        counted = results.keys() - bonus or results.keys()
        came = [one for wager in counted for one in results[wager]]
        gained = sum(one.amount if one.kind == "won" else -one.amount for one in came if one.kind != "back")
        side = any(
            one.kind == "won"
            for spots in it.results.values()
            for name in (place, place.split(" ")[0])  # of a hand that was set, its side
            for one in spots.get(name, ())
        )
        beaten = beaten or gained < 0
        if gained > 0 or place in takers or side:
            won.append(place)
        elif place.split(" ")[0] in (POSITION, DEALER):
            bank.append(place)
    return won or (bank if beaten and it.over else [])


def _spot_of(place: str, it: Scene) -> str:
    """Where the wagers on a hand stand: at its own place, or before the seat that has set it."""
    return place if place in it.owners or not place.startswith(_PLAYERS) else " ".join(place.split(" ")[:2])


def counts(id: str, cards: Mapping[str, list[str]], down: Mapping[str, Sequence[bool]] | None = None) -> dict[str, str]:
    """What the cards in sight come to at each place, where the game says that of a hand; `down` says which of them were
    dealt face down."""
    played, seen = game(id), _seen(cards)
    named = played.hands_dealt(seen, down or {})
    return {place: name for place, name in named.items() if name}


def _seen(cards: Mapping[str, list[str]]) -> dict[str, tuple[Card, ...]]:
    return {place: tuple(UNSEEN if name == HIDDEN else parse(name) for name in names) for place, names in cards.items()}
