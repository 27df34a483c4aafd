"""What happened, told to somebody who looks at the felt: names instead of seats, suits as they are printed, and the
headline of the moment."""

import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from html import escape
from itertools import groupby

from houseway.play.event import Discarded, Event
from houseway.play.sentences import At, Cards, Cite, Part, Place, Sentence, Wager, Who, english
from houseway.rules.money import shown
from houseway.serve.pages.felt import came_out, took_part
from houseway.serve.pages.naming import Words
from houseway.serve.pages.scene import Scene

_SUITS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
_CARD = r"(?:[2-9TJQKA][shdc]|Jk)"
_EVERY_CARD = re.compile(rf"\b{_CARD}\b")
_CARDS = re.compile(rf"\b{_CARD}(?:(?: {_CARD})+\b|(?=,))")
_NOBODY: Mapping[str, str] = {}


def line(event: Event, names: Mapping[str, str], words: Words | None = None, *, reader: str = "") -> str:
    """One sentence of the story, its clause set apart. `words` are the game's for hands and wagers. The event is as the
    viewer may have it, and a viewer who sits at the table is the `reader`, who is told "you"."""
    return told(event.sentence(reader), names, words, clause=getattr(event, "clause", ""))


def told(
    sentence: Sentence, names: Mapping[str, str] = _NOBODY, words: Words | None = None, *, clause: str = ""
) -> str:
    """A sentence on a page, with its clause set apart; or with the clause of an event that does not say it."""
    said = "".join(shown_part(part, names, words) for part in sentence if not isinstance(part, Cite))
    clause = sentence.clause or clause
    return f"<span>{said}</span> {cited(clause)}" if clause else said


def shown_part(part: Part, names: Mapping[str, str] = _NOBODY, words: Words | None = None) -> str:
    """A part of a sentence as a page has it: a name for a seat, cards as they are printed, the game's own words."""
    match part:
        case Cards(text=text):
            return printed(text)
        case Who(who=who, you=False) if who in names:
            return escape(names[who])
        case Place(place=place) if words and place in words.hands:
            return _as_begun(part.text, words.hands[place])
        case Wager(wager=wager) if words and wager in words.wagers:
            return _as_begun(part.text, words.wagers[wager])
    return escape(part.text)


def _as_begun(text: str, word: str) -> str:
    """Another word in place of one, with a capital letter if that has one."""
    return escape(word[:1].upper() + word[1:] if text[:1].isupper() else word)


def cleared_once(story: Iterable[Event]) -> Iterator[Event]:
    """A story in which all that is cleared away at one time is one event, at no place."""
    for _, run in groupby(story, key=lambda one: (type(one), getattr(one, "clause", ""))):
        first, *rest = together = list(run)
        if isinstance(first, Discarded) and rest:
            yield replace(first, place="", cards=())
        else:
            yield from together


def cited(clause: str) -> str:
    """A clause that opens what it means at this table."""
    return (
        f'<button type="button" class="cited" data-do="clause"><cite>{escape(clause)}</cite></button>' if clause else ""
    )


def named(place: str, names: Mapping[str, str]) -> str:
    """A place, by the name of whoever sits there."""
    return "".join(shown_part(part, names) for part in english().parts_of(At(place)))


def suited(said: str) -> str:
    """What the coach says, with cards as they are printed; a single `As` may be a word if no comma follows it."""
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
        said = "".join(map(shown_part, english().parts_of(what)))
        return f"{said[:1].upper()}{said[1:]}" if plain else f"{escape(who.capitalize())}: {said}"
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
