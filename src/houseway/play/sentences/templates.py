"""The little language of templates.

| in a template | is |
|---|---|
| `{amount}` | a value of the event, by its name |
| `{who:* wagers|you wager}` | the first wording, or the second if the reader is `who`; `*` is the value itself |
| `{points#point|points}` | the first wording if the number is 1, else the second |
| `[ with {hand}]` | said only if the event has a `hand` |

Wordings and brackets may hold all of these in turn.
"""

from collections.abc import Iterator
from dataclasses import dataclass

from houseway.errors import HousewayError
from houseway.play.sentences.parts import Text


class TemplateError(HousewayError, ValueError):
    """A file of templates that can't be used, in one sentence."""


@dataclass(frozen=True, slots=True)
class Slot:
    """Where a value stands."""

    name: str


@dataclass(frozen=True, slots=True)
class Person:
    """One wording for others, and one for the person concerned."""

    name: str
    others: "Template"
    you: "Template"


@dataclass(frozen=True, slots=True)
class Number:
    """One wording for a single thing, and one for several."""

    name: str
    one: "Template"
    more: "Template"


@dataclass(frozen=True, slots=True)
class Maybe:
    """Said only if there is a value for every slot directly in it."""

    inside: "Template"
    names: tuple[str, ...]


Node = Text | Slot | Person | Number | Maybe
Template = tuple[Node, ...]

_SPECIAL = "{}[]|*"


def names_in(template: Template) -> Iterator[str]:
    """The name of every value that a template asks for."""
    for node in template:
        match node:
            case Slot(name):
                yield name
            case Person(name, one, other) | Number(name, one, other):
                yield name
                yield from names_in(one)
                yield from names_in(other)
            case Maybe(inside, _):
                yield from names_in(inside)


def read(text: str) -> Template:
    """A template as it is written; what is wrong with it is said in a TemplateError."""
    reader = _Reader(text)
    template = reader.read(ends="")
    if reader.at < len(text):
        raise TemplateError(f"{text!r} has a {text[reader.at]} that closes nothing")
    return template


class _Reader:
    def __init__(self, text: str) -> None:
        self.text, self.at = text, 0

    def read(self, *, ends: str, star: str = "") -> Template:
        """Up to one of these signs, which is left to be read; `*` stands for the value called `star`."""
        nodes: list[Node] = []
        while self.at < len(self.text) and (sign := self.text[self.at]) not in ends:
            if sign == "{":
                nodes.append(self._value())
            elif sign == "[":
                nodes.append(self._maybe(star))
            elif sign == "*" and star:
                self.at += 1
                nodes.append(Slot(star))
            elif sign in _SPECIAL:
                break
            else:
                nodes.append(self._words())
        return tuple(nodes)

    def _words(self) -> Text:
        start = self.at
        while self.at < len(self.text) and self.text[self.at] not in _SPECIAL:
            self.at += 1
        return Text(self.text[start : self.at])

    def _maybe(self, star: str) -> Maybe:
        self.at += 1
        inside = self.read(ends="]", star=star)
        self._close("]")
        return Maybe(inside, tuple(node.name for node in inside if isinstance(node, Slot)))

    def _value(self) -> Node:
        self.at += 1
        start = self.at
        while self.at < len(self.text) and (self.text[self.at].isalnum() or self.text[self.at] == "_"):
            self.at += 1
        name = self.text[start : self.at]
        if not name:
            raise TemplateError(f"{self.text!r} has a value without a name")
        kind = self.text[self.at : self.at + 1]
        if kind not in (":", "#"):
            self._close("}")
            return Slot(name)
        self.at += 1
        one = self.read(ends="|", star=name)
        self._close("|")
        other = self.read(ends="}", star=name)
        self._close("}")
        return Person(name, one, other) if kind == ":" else Number(name, one, other)

    def _close(self, sign: str) -> None:
        if self.text[self.at : self.at + 1] != sign:
            raise TemplateError(f"{self.text!r} lacks a {sign} after {self.text[: self.at]!r}")
        self.at += 1
