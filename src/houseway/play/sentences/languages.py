"""Languages: each is one file of templates, `NAME.toml`, and everything that is told of a round is in it.

English stands for all of them: another language has exactly the templates that English has, and may use the values
that English uses. A file that lacks one, or has another, is refused when it is read.
"""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from functools import cache, lru_cache
from importlib.resources import files
from typing import Any, ClassVar

from houseway.cards import card
from houseway.cards.card import HIDDEN
from houseway.play import places
from houseway.play.note import Note
from houseway.play.sentences.parts import Amount, Cards, Cite, Hand, Part, Place, Sentence, Text, Wager, Who
from houseway.play.sentences.templates import Maybe, Node, Number, Person, Slot, Template, TemplateError, names_in, read
from houseway.play.sentences.values import (
    At,
    Clause,
    Deed,
    Made,
    Money,
    Phrase,
    Said,
    Several,
    Shown,
    Value,
    WagerNamed,
)
from houseway.rules.money import shown
from houseway.rules.strict import read_toml

Values = Mapping[str, Value | None]
_TABLES = ("forms", "phrases", "sentences")


@dataclass(frozen=True, eq=False)
class Language:
    """Templates by their keys: `wagered`, or `dealt.up` where a sentence has several forms."""

    name: str
    templates: Mapping[str, Template]
    asked: Mapping[str, tuple[str, ...]]  # the values that each template asks for

    FORMS: ClassVar = ("you", "part", "your-part", "clause", "between", "last", "one-card", "cards")

    def sentence(self, key: str, values: Values, reader: str = "") -> Sentence:
        """The sentence that a template makes of these values, as this reader is told it."""
        parts = _Telling(self, reader).told(self.templates[key], values)
        if parts:
            parts[0] = _capital(parts[0])
        return Sentence(tuple(parts))

    def parts_of(self, value: Value, reader: str = "") -> tuple[Part, ...]:
        """A value by itself: a place as it is called, words with typed parts."""
        telling = _Telling(self, reader)
        telling.value(value)
        return tuple(telling.parts)

    def text_of(self, value: Value) -> str:
        """A value as plain text."""
        return "".join(part.text for part in self.parts_of(value))


class _Telling:
    """A sentence as it is put together for one reader; where nobody in particular reads it, the reader is empty."""

    def __init__(self, language: Language, reader: str) -> None:
        self.language, self.templates, self.reader = language, language.templates, reader
        self.parts: list[Part] = []

    def told(self, template: Template, values: Values) -> list[Part]:
        """All parts so far, with those of a template after them."""
        for node in template:
            if isinstance(node, Text):
                self.parts.append(node)
            elif isinstance(node, Slot):
                self.value(values[node.name])
            else:
                self._chosen(node, values)
        return self.parts

    def _chosen(self, node: Node, values: Values) -> None:
        match node:
            case Person(name, others, you):
                self.told(you if self._is_reader(values[name]) else others, values)
            case Number(name, one, more):
                self.told(one if str(values[name]) == "1" else more, values)
            case Maybe(inside, names):
                if all(_there(values[name]) for name in names):
                    self.told(inside, values)

    def _is_reader(self, value: Value | None) -> bool:
        """Whether it is the reader, and nobody else beside."""
        if not self.reader:
            return False
        if isinstance(value, Several):
            return len(value.values) == 1 and self._is_reader(value.values[0])
        return isinstance(value, At) and value.place == self.reader

    def value(self, value: Value | None) -> None:
        put = _PUT.get(type(value))
        if put is not None:
            put(self, value)

    def _at(self, value: At) -> None:
        """Whoever sits at a seat, or a part of what lies there, or a place of its own."""
        place, owner, part = value.place, *_owned(value.place)
        if self.reader and place == self.reader:
            self.parts.append(Who(self._form("you"), place, you=True))
        elif part:
            form = "your-part" if owner == self.reader else "part"
            self.told(self.templates[form], {"who": At(owner), "part": part})
        else:
            self.parts.append(Who(place, place) if owner or place in _PEOPLE else Place(place, place))

    def _shown(self, value: Shown) -> None:
        cards = value.cards
        if HIDDEN not in cards:
            self.parts.append(Cards(card.text(cards), cards))
        else:
            self.told(self.templates["one-card" if len(cards) == 1 else "cards"], {"count": len(cards)})

    def _clause(self, value: Clause) -> None:
        if value.clause:
            self.parts.append(_cite(self.language, value.clause))

    def _several(self, listed: Several) -> None:
        last = len(listed.values) - 1
        for at, value in enumerate(listed.values):
            if at:
                self.parts.append(Text(self._form("last" if listed.joined and at == last else "between")))
            self.value(value)

    def _phrase(self, phrase: Phrase) -> None:
        self.told(self.templates[phrase.key], phrase.values)

    def _form(self, key: str) -> str:
        return self.language.text_of(Phrase(key, {}))


_PUT: Mapping[type, Callable[[_Telling, Any], None]] = {
    At: _Telling._at,
    Shown: _Telling._shown,
    Clause: _Telling._clause,
    Several: _Telling._several,
    Phrase: _Telling._phrase,
    Said: lambda telling, value: telling._phrase(value.phrase),
    Deed: lambda telling, value: telling._phrase(value.phrase),
    Money: lambda telling, value: telling.parts.append(Amount(shown(value.cents), value.cents)),
    WagerNamed: lambda telling, value: telling.parts.append(Wager(value.wager, value.wager)),
    Made: lambda telling, value: telling.parts.append(Hand(value.hand)),
    str: lambda telling, value: telling.parts.append(Text(value)),
    Note: lambda telling, value: telling.parts.append(Text(str(value))),
    int: lambda telling, value: telling.parts.append(Text(str(value))),
}
_PEOPLE = ("dealer", "floor")


@lru_cache(maxsize=1 << 12)
def _cite(language: Language, clause: str) -> Cite:
    return Cite(language.text_of(Phrase("clause", {"clause": clause})), clause)


@lru_cache(maxsize=1 << 12)
def _owned(place: str) -> tuple[str, str]:
    """The seat that a place belongs to, and which part of what lies there it is; nothing where it is nobody's."""
    if not places.is_place(place) or not places.is_seat(place):
        return "", ""
    return places.whole_of(place), places.Place.read(place).inside


def _there(value: Value | None) -> bool:
    return value is not None and value not in ("", Made(""), Clause(""))


def _capital(part: Part) -> Part:
    """The first part of a sentence, which begins with a capital letter."""
    if part.text[:1].isupper():
        return part
    text = part.text[:1].upper() + part.text[1:]
    match part:
        case Who(_, who, you):
            return Who(text, who, you)
        case Place(_, place):
            return Place(text, place)
        case Wager(_, wager):
            return Wager(text, wager)
        case Text() | Hand():
            return type(part)(text)
    return part


@cache
def english() -> Language:
    """The language of the journal, of every export and of whoever asks for no other."""
    return _read(files("houseway.play.sentences").joinpath("english.toml").read_text(encoding="utf-8"), "english.toml")


def language(text: str, *, name: str) -> Language:
    """A language from its file."""
    it, model = _read(text, name), english()
    if missing := model.templates.keys() - it.templates.keys():
        raise TemplateError(f"{name}: {min(missing)} is missing")
    if unknown := it.templates.keys() - model.templates.keys():
        raise TemplateError(f"{name}: {min(unknown)} is not a template that anything says")
    for key in model.templates:
        if strange := {*it.asked[key]} - {*model.asked[key]}:
            known = ", ".join(model.asked[key]) or "none"
            raise TemplateError(f"{name}: {key} has no value {min(strange)}; it has {known}")
    return it


def _read(text: str, name: str) -> Language:
    data = read_toml(text, name=name)
    if unknown := data.keys() - {"language", *_TABLES}:
        raise TemplateError(f"{name}: {min(unknown)} is not known: a language has forms, phrases and sentences")
    templates: dict[str, Template] = {}
    for table in _TABLES:
        for key, words in _flat(data.get(table, {}), name):
            if key in templates:
                raise TemplateError(f"{name}: {key} stands there twice")
            try:
                templates[key] = read(words)
            except TemplateError as error:
                raise TemplateError(f"{name}: {key}: {error}") from None
    if missing := set(Language.FORMS) - templates.keys():
        raise TemplateError(f"{name}: {min(missing)} is missing")
    asked = {key: tuple(sorted({*names_in(template)})) for key, template in templates.items()}
    return Language(str(data.get("language", name)), templates, asked)


def _flat(table: Mapping[str, Any], name: str, before: str = "") -> Iterator[tuple[str, str]]:
    for key, words in table.items():
        if isinstance(words, str):
            yield before + key, words
        elif isinstance(words, dict):
            yield from _flat(words, name, f"{before}{key}.")
        else:
            raise TemplateError(f"{name}: {before}{key} is not text in quotes")
