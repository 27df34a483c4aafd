"""What happened, told to somebody who looks at the felt: names instead of seats, suits as they are printed, and the
headline of the moment."""

import re
from collections.abc import Iterable, Iterator, Mapping
from html import escape
from itertools import groupby
from typing import Any

from houseway.rules.money import shown
from houseway.serve.pages.felt import came_out, took_part
from houseway.serve.pages.naming import Words
from houseway.serve.pages.scene import Scene

Told = tuple[str, Mapping[str, Any]]  # a sentence, and the event that it tells
_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_SEAT = re.compile(r"\b[Ss]eat (\d+)\b")
_CARD = r"(?:[2-9TJQKA][shdc]|Jk)"
_EVERY_CARD = re.compile(rf"\b{_CARD}\b")
_CARDS = re.compile(rf"\b{_CARD}(?:(?: {_CARD})+\b|(?=,))")


def line(told: str, event: Mapping[str, Any], names: Mapping[str, str], words: Words | None = None) -> str:
    """One sentence of the story, its clause set apart; `words` are the game's for hands and wagers."""
    clause = str(event.get("clause") or "")
    ending = f" ({clause})."
    sentence = f"{told.removesuffix(ending)}." if clause and told.endswith(ending) else told
    said = escape(sentence)
    for what, called in (("place", words.hands), ("wager", words.wagers)) if words else ():
        if event.get(what) in called:
            said = _in_its_words(said, event[what], escape(called[event[what]]))
    if cards := str(event.get("cards", "")):
        said = said.replace(cards, printed(cards))
    said = named(suited(said), names)
    return f"<span>{said}</span> {cited(clause)}" if clause else said


def cleared_once(told: Iterable[Told]) -> Iterator[Told]:
    """A story in which all that is cleared away at one time is one sentence."""
    for (kind, clause), run in groupby(told, key=lambda one: (one[1]["event"], one[1].get("clause"))):
        together = list(run)
        if kind == "discarded" and len(together) > 1:
            yield f"The cards go to the discard rack{f' ({clause})' if clause else ''}.", together[0][1]
        else:
            yield from together


def _in_its_words(said: str, id: str, word: str) -> str:
    """The first time that an id is said, by the word for it."""
    found = re.compile(rf"(?<![\w-]){re.escape(id)}(?![\w-])", re.IGNORECASE)
    return found.sub(lambda it: word[:1].upper() + word[1:] if it[0][0].isupper() else word, said, count=1)


def cited(clause: str) -> str:
    """A clause that opens what it means at this table."""
    return (
        f'<button type="button" class="cited" data-do="clause"><cite>{escape(clause)}</cite></button>' if clause else ""
    )


def apart(told: str) -> tuple[str, str]:
    """A sentence and the clause in brackets at its end, which may hold brackets of its own."""
    if not told.endswith(")."):
        return told, ""
    depth, at = 1, len(told) - 2
    while depth and at:
        at -= 1
        depth += {")": 1, "(": -1}.get(told[at], 0)
    if depth or not told[:at].strip():
        return told, ""
    return f"{told[:at].rstrip()}.", told[at + 1 : -2]


def named(said: str, names: Mapping[str, str]) -> str:
    """Text of a page in which whoever sits at a seat is called by name."""
    return _SEAT.sub(lambda seat: escape(names.get(seat[0].lower(), seat[0])), said)


def suited(said: str) -> str:
    """Text of a page in which cards are as they are printed; a single `As` may be a word if no comma follows it."""
    return _CARDS.sub(lambda found: printed(found[0]), said)


def laid(answer: str) -> str:
    """An answer in which every card is as it is printed; an answer has no word `As`."""
    return _EVERY_CARD.sub(lambda found: printed(found[0]), escape(answer))


def printed(cards: str) -> str:
    """Cards as they are printed: `K♥ 10♠`."""
    return " ".join(_printed(name) for name in cards.split())


def _printed(name: str) -> str:
    if name[1:] not in _SUITS:
        return "joker" if name == "Jk" else escape(name)
    rank = "10" if name[0] == "T" else name[0]
    return f'<span class="{"red" if name[1] in "hd" else "black"} suited">{rank}{_SUITS[name[1]]}</span>'


def headline(now: Scene, names: Mapping[str, str], viewer: str = "") -> str:
    """What matters most at this moment: who takes the pot, else what the dealer's hand is or what was called, else who
    wins most and how the viewer came out."""
    if now.void:
        return "The round is void: all wagers go back"
    if now.awards:
        told = "; ".join(_award(*award, names, viewer) for award in now.awards[-2:])
        return told[:1].upper() + told[1:]
    if now.called:
        who, what = now.called
        plain = who == "dealer" and not now.counts.get(who)
        return suited(escape(f"{what[:1].upper()}{what[1:]}" if plain else _hand(who, what)))
    return escape(_came_out(now, names, viewer)) if now.over else ""


def _award(who: str, amount: int, hand: str, names: Mapping[str, str], viewer: str) -> str:
    with_hand = f" with {hand}" if hand else ""
    takes = "you take" if who == viewer else f"{names.get(who, who)} takes"
    return escape(f"{takes} {shown(amount)}{with_hand}")


def _came_out(now: Scene, names: Mapping[str, str], viewer: str) -> str:
    most = max(now.net.values(), default=0)
    best = [names.get(who, who) for who, net in now.net.items() if net == most > 0 and who != viewer]
    parts = []
    if len(best) > 2:
        parts = [f"{len(best)} players win {shown(most)}"]
    elif best:
        parts = [f"{' and '.join(best)} win{'s' if len(best) == 1 else ''} {shown(most)}"]
    if viewer and took_part(viewer, now):
        mine = came_out(viewer, now)
        parts.append(f"{mine[:1].lower()}{mine[1:]}" if parts else mine)
    return "; ".join(parts) or ("Nobody wins" if any(now.net.values()) else "")


def _hand(who: str, what: str) -> str:
    return f"{who.capitalize()}: {what}"
