"""What a sentence is made of: each part has its plain text, and the value that the text stands for.

A renderer takes the text of a part as it is, or shows the value in its own way: a name for a seat, a card in colour,
a clause as a button. Nobody has to look for them in the text.
"""

from collections.abc import Iterator

from houseway.cards.card import Card
from houseway.play.value import value


@value
class Text:
    """Words that stand for nothing but themselves."""

    text: str


@value
class Who:
    """Somebody at the table; `you` if it is the person who reads the sentence."""

    text: str
    who: str
    you: bool = False


@value
class Place:
    """A place that is nobody's seat: the board, the banker's hand, a row."""

    text: str
    place: str


@value
class Cards:
    """Cards that the reader may see."""

    text: str
    cards: tuple[Card, ...]


@value
class Amount:
    """Money, in cents."""

    text: str
    cents: int


@value
class Hand:
    """What cards come to: `two pair, kings and sevens`."""

    text: str


@value
class Wager:
    """A wager by its id, which a page may replace with its name."""

    text: str
    wager: str


@value
class Cite:
    """The clause behind what happened; its text has the brackets around it."""

    text: str
    clause: str


Part = Text | Who | Place | Cards | Amount | Hand | Wager | Cite


@value
class Sentence:
    """A sentence in one language, to one reader."""

    parts: tuple[Part, ...]

    def __iter__(self) -> Iterator[Part]:
        return iter(self.parts)

    def __str__(self) -> str:
        return "".join(part.text for part in self.parts)

    @property
    def clause(self) -> str:
        """The clause that it cites, if it cites one."""
        return next((part.clause for part in self.parts if isinstance(part, Cite)), "")

    @classmethod
    def of(cls, text: str, clause: str = "") -> "Sentence":
        """Words from somewhere else as a sentence."""
        return cls((Text(text), Cite("", clause)) if clause else (Text(text),))
