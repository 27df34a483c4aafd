"""Languages: each is one file of templates, `NAME.toml`, and everything that is told of a round is in it.

English stands for all of them: another language has exactly the templates that English has, and may use the values
that English uses. A file that lacks one, or has another, is refused when it is read.
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from itertools import chain
from typing import Any, ClassVar

from houseway.cards import card
from houseway.cards.card import HIDDEN
from houseway.play.sentences.parts import Amount, Cards, Cite, Hand, Part, Place, Sentence, Text, Wager, Who
from houseway.play.sentences.templates import Maybe, Number, Person, Slot, Template, TemplateError, names_in, read
from houseway.play.sentences.values import At, Clause, Made, Money, Phrase, Said, Several, Shown, Value, WagerNamed
from houseway.rules.money import shown
from houseway.rules.strict import read_toml

Values = Mapping[str, Value | None]
_TABLES = ("forms", "phrases", "sentences")


@dataclass(frozen=True)
class Language:
    """Templates by their keys: `wagered`, or `dealt.up` where a sentence has several forms."""

    name: str
    templates: Mapping[str, Template]

    FORMS: ClassVar = ("you", "part", "your-part", "clause", "between", "last", "one-card", "cards")

    def sentence(self, key: str, values: Values, reader: str = "") -> Sentence:
        """The sentence that a template makes of these values, as this reader is told it."""
        return Sentence(_begun(_Telling(self, reader).parts(self.templates[key], values)))

    def parts_of(self, value: Value, reader: str = "") -> tuple[Part, ...]:
        """A value by itself: a place as it is called, words with typed parts."""
        return tuple(_Telling(self, reader).value(value))

    def text_of(self, value: Value) -> str:
        """A value as plain text."""
        return "".join(part.text for part in self.parts_of(value))

    def names(self, key: str) -> frozenset[str]:
        """The values that a template asks for."""
        return frozenset(names_in(self.templates[key]))


@dataclass(frozen=True, slots=True)
class _Telling:
    """A sentence as it is put together for one reader; no reader has the empty name."""

    language: Language
    reader: str

    def parts(self, template: Template, values: Values) -> Iterator[Part]:
        for node in template:
            match node:
                case str(words):
                    yield Text(words)
                case Slot(name):
                    yield from self.value(values.get(name))
                case Person(name, others, you):
                    yield from self.parts(you if self._is_reader(values.get(name)) else others, values)
                case Number(name, one, more):
                    yield from self.parts(one if str(values.get(name)) == "1" else more, values)
                case Maybe(inside):
                    if all(_there(values.get(slot.name)) for slot in inside if isinstance(slot, Slot)):
                        yield from self.parts(inside, values)

    def _is_reader(self, value: Value | None) -> bool:
        """Whether it is the reader, and nobody else beside."""
        if isinstance(value, Several):
            return len(value.values) == 1 and self._is_reader(value.values[0])
        return isinstance(value, At) and bool(self.reader) and value.place == self.reader

    def value(self, value: Value | None) -> Iterator[Part]:
        match value:
            case At(place):
                yield from self._at(place)
            case Money(amount):
                yield Amount(shown(amount), amount)
            case Shown(cards):
                yield from self._cards(cards)
            case WagerNamed(wager):
                yield Wager(wager, wager)
            case Made(hand):
                yield Hand(hand)
            case Clause(clause):
                if clause:
                    yield Cite(self._form("clause", {"clause": clause}), clause)
            case Phrase(key, values):
                yield from self.parts(self.language.templates[key], values)
            case Said():
                yield from self.value(value.phrase)
            case Several():
                yield from self._several(value)
            case str() | int():
                yield Text(str(value))

    def _at(self, place: str) -> Iterator[Part]:
        """Whoever sits at a seat, or a part of what lies there, or a place of its own."""
        if self.reader and place == self.reader:
            yield Who(self._form("you"), place, you=True)
            return
        kind, number, part = [*place.split(" ", 2), "", ""][:3]
        if kind != "seat" or not part:
            yield Who(place, place) if kind == "seat" or place in _PEOPLE else Place(place, place)
            return
        owner = f"{kind} {number}"
        form = "your-part" if owner == self.reader else "part"
        yield from self.parts(self.language.templates[form], {"who": At(owner), "part": part})

    def _cards(self, cards: tuple[card.Card, ...]) -> Iterator[Part]:
        if HIDDEN not in cards:
            yield Cards(card.text(cards), cards)
        else:
            yield Text(self._form("one-card" if len(cards) == 1 else "cards", {"count": len(cards)}))

    def _several(self, listed: Several) -> Iterator[Part]:
        last = len(listed.values) - 1
        for at, value in enumerate(listed.values):
            if at:
                yield Text(self._form("last" if listed.joined and at == last else "between"))
            yield from self.value(value)

    def _form(self, key: str, values: Values | None = None) -> str:
        return "".join(part.text for part in self.parts(self.language.templates[key], values or {}))


_PEOPLE = ("dealer", "floor")


def _there(value: Value | None) -> bool:
    return value is not None and value not in ("", Made(""), Clause(""))


def _begun(parts: Iterator[Part]) -> tuple[Part, ...]:
    """A sentence begins with a capital letter."""
    first = next((part for part in parts if part.text), Text(""))
    return tuple(chain((_capital(first),), parts))


def _capital(part: Part) -> Part:
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
        if strange := it.names(key) - model.names(key):
            known = ", ".join(sorted(model.names(key))) or "none"
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
    return Language(str(data.get("language", name)), templates)


def _flat(table: Mapping[str, Any], name: str, before: str = "") -> Iterator[tuple[str, str]]:
    for key, words in table.items():
        if isinstance(words, str):
            yield before + key, words
        elif isinstance(words, dict):
            yield from _flat(words, name, f"{before}{key}.")
        else:
            raise TemplateError(f"{name}: {before}{key} is not text in quotes")
