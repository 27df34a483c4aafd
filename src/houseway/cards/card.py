"""A card is a small integer: four times its rank plus its suit, and 52 for the joker.

>>> hand("Ah Td Jk")
(50, 33, 52)
>>> text(hand("Ah Td Jk"))
'Ah Td Jk'
"""

from collections.abc import Iterable, Sequence

from houseway.errors import HousewayError

Card = int

RANKS = "23456789TJQKA"
SUITS = "cdhs"
JOKER: Card = 52
HIDDEN: Card = 53  # a card that lies there and that the viewer, or the engine itself, does not know

NAMES: tuple[str, ...] = (*(rank + suit for rank in RANKS for suit in SUITS), "Jk", "??")
_CARDS: dict[str, Card] = {name.lower(): card for card, name in enumerate(NAMES[:HIDDEN])}

RANK_WORDS = (
    "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "jack", "queen", "king", "ace",
)  # fmt: skip
RANK_PLURALS = tuple(word + ("es" if word == "six" else "s") for word in RANK_WORDS)
SUIT_WORDS = ("clubs", "diamonds", "hearts", "spades")
SUIT_SIGNS = "♣♦♥♠"


class CardError(HousewayError, ValueError):
    """Text that names no card."""


def rank(card: Card) -> int:
    """0 for a two up to 12 for an ace; 13 for the joker."""
    return card >> 2


def suit(card: Card) -> int:
    """0 to 3: clubs, diamonds, hearts, spades. The joker has none worth asking for."""
    return card & 3


def parse(name: str) -> Card:
    try:
        return _CARDS[name.lower().replace("10", "t")]
    except KeyError:
        raise CardError(
            f"{name!r} is not a card: write a rank ({RANKS}) and a suit ({SUITS}), as in Ah, or Jk for the joker"
        ) from None


def hand(line: str) -> tuple[Card, ...]:
    """Cards from text, separated by spaces or not: `Ah Kd` or `AhKd`."""
    names = line.replace("10", "T").replace(",", " ").split()
    if len(names) == 1:
        names = [names[0][at : at + 2] for at in range(0, len(names[0]), 2)]
    return tuple(map(parse, names))


def text(cards: Iterable[Card]) -> str:
    return " ".join(NAMES[card] for card in cards)


def words(card: Card) -> str:
    """A card as spoken: `ace of hearts`."""
    return "joker" if card == JOKER else f"{RANK_WORDS[rank(card)]} of {SUIT_WORDS[suit(card)]}"


def without(cards: Sequence[Card], removed: Iterable[Card]) -> tuple[Card, ...]:
    """The cards left after taking each of `removed` away once."""
    left = list(cards)
    for card in removed:
        left.remove(card)
    return tuple(left)
