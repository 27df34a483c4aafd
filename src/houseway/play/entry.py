"""What may be said to a table: one value for each kind of journal entry, the same wherever it comes from."""

from collections.abc import Mapping
from dataclasses import field, fields
from typing import Any, ClassVar, get_args

from houseway.errors import instead
from houseway.play.ask import Refused
from houseway.play.value import value


@value
class BuyIn:
    """Somebody sits down with chips, or brings more."""

    do: ClassVar[str] = "buy in"
    who: str
    amount: int
    name: str
    role: str = ""


@value
class CashOut:
    do: ClassVar[str] = "cash out"
    who: str


@value
class Begin:
    """A round begins; the seed is the shuffle's, and seats have sealed words for it."""

    do: ClassVar[str] = "begin"
    seed: str = ""
    now: int = 0
    sealed: dict[str, str] = field(default_factory=dict)  # by seat; see `cards.shuffle.sealed`


@value
class Answer:
    do: ClassVar[str] = "answer"
    who: str
    text: str


@value
class OpenWords:
    """The sealed words that seats have opened; who is left out kept theirs closed."""

    do: ClassVar[str] = "open words"
    opened: dict[str, str]


@value
class Call:
    """The dealer or the floor calls an irregularity."""

    do: ClassVar[str] = "call"
    by: str
    irregularity: str
    who: str


@value
class Leave:
    """A player gets up during the round."""

    do: ClassVar[str] = "leave"
    who: str


@value
class Duty:
    """A duty is done; between two rounds the clock may be said."""

    do: ClassVar[str] = "duty"
    by: str
    duty: str
    now: int | None = None


@value
class Open:
    """Decks have come to the table."""

    do: ClassVar[str] = "open"
    by: str
    now: int


Entry = BuyIn | CashOut | Begin | Answer | OpenWords | Call | Leave | Duty | Open
KINDS: dict[str, type[Entry]] = {kind.do: kind for kind in get_args(Entry)}
_PARTS = {kind: tuple(part.name for part in fields(kind)) for kind in KINDS.values()}
_LEFT_OUT: dict[str, Any] = {"role": "", "now": None, "sealed": {}}  # parts that say nothing


def written(entry: Entry) -> dict[str, Any]:
    """An entry as the journal holds it."""
    data: dict[str, Any] = {"do": entry.do}
    for name in _PARTS[type(entry)]:
        part = getattr(entry, name)
        if name not in _LEFT_OUT or part != _LEFT_OUT[name]:
            data[name] = part
    return data


def answered(who: str, text: str) -> dict[str, Any]:
    """`written(Answer(who, text))` without the value between: most of what a journal holds are answers."""
    return {"do": "answer", "who": who, "text": text}


def begun(seed: str, now: int, sealed: dict[str, str]) -> dict[str, Any]:
    """`written(Begin(seed, now, sealed))`, likewise: every round has one."""
    return {"do": "begin", "seed": seed, "now": now} | ({"sealed": sealed} if sealed else {})


def read(data: Mapping[str, Any]) -> Entry:
    """The entry that a journal holds; TypeError if it is not a whole one."""
    kind = KINDS.get(data.get("do", ""))
    if kind is None:
        raise Refused(f"{data.get('do')!r} is not a journal entry: {instead(str(data.get('do')), KINDS)}")
    return kind(**{name: data[name] for name in _PARTS[kind] if name in data})
