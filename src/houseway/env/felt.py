"""The felt as an image, drawn without a browser: what one viewer may see of a table, and nothing else."""

from collections.abc import Mapping, Sequence
from functools import cache
from typing import Any

import numpy as np
from numpy.typing import NDArray
from PIL import Image, ImageDraw, ImageFont

from houseway.cards.card import HIDDEN, JOKER, RANKS, Card, rank, suit
from houseway.paper import CREAM, GOLD, GREEN, WHITE, Colour
from houseway.play import places
from houseway.play.driver import Driver
from houseway.play.ledger import Account
from houseway.play.view import lying, view
from houseway.rules.money import cents, shown

WIDTH, HEIGHT = 960, 600
FINE = 2  # drawn so many times as large, and brought down to smooth edges
_RAIL: Colour = (58, 36, 22)
_DARK: Colour = (10, 42, 31)
_LINE: Colour = (38, 96, 72)
_BLACK: Colour = (24, 26, 30)
_RED: Colour = (178, 32, 40)
_BACK: Colour = (120, 30, 44)
_CHIPS: tuple[tuple[int, Colour], ...] = (  # from so many cents on
    (0, (70, 110, 190)),
    (5_00, (190, 52, 52)),
    (25_00, (44, 130, 70)),
    (100_00, (34, 34, 40)),
    (500_00, (110, 60, 140)),
)
_TALL = 1.4  # of a card
_LINES = 4  # wagers of a seat that are listed one by one

Place = tuple[str, tuple[Card, ...]]


def drawn(driver: Driver, viewer: str) -> NDArray[np.uint8]:
    """The table as this viewer sees it: height by width by red, green and blue."""
    seen = view(driver, viewer, since=len(driver.events))
    cards = lying(driver.events, viewer).cards
    felt = _Felt(driver.table.rules.game.name)
    seats = list(seen["seats"])
    theirs: dict[str, list[Place]] = {who: [] for who in seats}
    shared: list[Place] = []
    for place, there in cards.items():
        who = next((who for who in seats if places.lies_in(place, who)), None)
        if who is not None:
            theirs[who].append((places.Place.read(place).inside, there))
        elif not places.is_seat(place):  # a hand that is dealt to an empty seat is nobody's
            shared.append((place, there))
    order = [places.Place.read(place).inside for place in driver.table.rules.game.places]
    for lie in theirs.values():
        lie.sort(key=lambda one: order.index(one[0]) if one[0] in order else len(order))
    felt.middle(shared, seen["bank"])
    asked = {ask["who"] for ask in seen["asks"]}
    for at, who in enumerate(seats):
        felt.seat(at, len(seats), who, seen["seats"][who], theirs[who], _beside(seen, who), asked=who in asked)
    return felt.image()


def _beside(seen: Mapping[str, Any], who: str) -> dict[str, str]:
    """What a player has on spots that are not the seat's own: split hands, boxes."""
    return {
        Account.read(account).words: spot["amount"] for account, spot in seen["spots"].items() if spot["owner"] == who
    }


class _Felt:
    """A picture being drawn, in units of the picture that comes out."""

    def __init__(self, title: str) -> None:
        self._image = Image.new("RGB", (WIDTH * FINE, HEIGHT * FINE), _DARK)
        self._draw = ImageDraw.Draw(self._image)
        self._box(8, 8, WIDTH - 8, HEIGHT - 8, _RAIL, radius=120)
        self._box(26, 26, WIDTH - 26, HEIGHT - 26, GREEN, radius=104, outline=GOLD)
        self._draw.arc(self._scaled(120, -260, WIDTH - 120, 356), 20, 160, fill=_LINE, width=3 * FINE)
        self._text(WIDTH / 2, 48, title, 20, CREAM)

    def image(self) -> NDArray[np.uint8]:
        return np.asarray(self._image.reduce(FINE), np.uint8)

    # What lies in the middle, and at a seat

    def middle(self, places: Sequence[Place], bank: Mapping[str, Any]) -> None:
        top = 78
        rows = [places[at : at + 4] for at in range(0, len(places), 4)][:2]
        width = 62 if len(rows) < 2 else 44
        for row in rows:
            room = (WIDTH - 160) / max(len(row), 1)
            for at, (place, cards) in enumerate(row):
                middle = 80 + room * (at + 0.5)
                self._text(middle, top + 4, place.capitalize(), 14, CREAM)
                self._cards(middle, top + 16, cards, room - 24, width)
            top += int(width * _TALL) + 36
        pots = {name: amount for name, amount in bank.get("pots", {}).items() if cents(amount)}
        for at, (name, amount) in enumerate(pots.items()):
            middle = WIDTH / 2 + (at - (len(pots) - 1) / 2) * 170
            self._chip(middle - 50, 268, cents(amount))
            self._text(middle - 32, 268, f"{name} pot {shown(cents(amount))}", 15, WHITE, anchor="lm")
        if "put_up" in bank:
            said = f"{bank['who'].capitalize()} banks with {shown(cents(bank['put_up']))}"
            self._text(WIDTH / 2, 282, said, 14, CREAM)

    def seat(
        self,
        at: int,
        seats: int,
        who: str,
        there: Mapping[str, Any],
        places: Sequence[Place],
        beside: Mapping[str, str],
        *,
        asked: bool,
    ) -> None:
        room = (WIDTH - 110) / seats
        middle = 55 + room * (seats - at - 0.5)  # seat 1 is at the dealer's left: the right of who looks at the dealer
        label = f"{who.capitalize()}  {shown(cents(there['stack']))}"
        half = min(room / 2 - 6, 90)
        self._box(middle - half, 540, middle + half, 564, GOLD if asked else _DARK, radius=12, outline=GOLD)
        self._text(middle, 552, label, 15, _BLACK if asked else CREAM, wide=2 * half - 12)
        lines = list({**there["wagers"], **beside}.items())
        more = len(lines) - _LINES
        shown_lines = lines[:_LINES] if more <= 0 else lines[: _LINES - 1]
        bottom = 540.0
        if more > 0:
            self._text(middle, bottom - 12, f"and {more + 1} more wagers", 12, WHITE, wide=room - 10)
            bottom -= 19
        for wager, amount in reversed(shown_lines):
            self._wager(middle, bottom - 12, wager, cents(amount), room)
            bottom -= 22
        rows = places[:3]
        width = (68 if seats <= 4 else 54) - 11 * (len(rows) - 1)
        for part, cards in reversed(rows):
            bottom -= width * _TALL + 6
            self._cards(middle, bottom, cards, room - 14, width)
            if part:
                self._text(middle, bottom - 7, part, 11, CREAM)
                bottom -= 14

    # Cards, chips, words

    def _cards(self, middle: float, top: float, cards: Sequence[Card], room: float, width: float) -> None:
        step = min(width + 5, (room - width) / max(len(cards) - 1, 1))
        left = middle - (step * (len(cards) - 1) + width) / 2
        for card in cards:
            self._card(left, top, width, card)
            left += step

    def _card(self, left: float, top: float, width: float, card: Card) -> None:
        tall = width * _TALL
        if card == HIDDEN:
            self._box(left, top, left + width, top + tall, WHITE, radius=width / 9)
            inset = width / 12
            self._box(left + inset, top + inset, left + width - inset, top + tall - inset, _BACK, radius=width / 12)
            for line in range(1, 4):
                high = top + tall * line / 4
                self._draw.line(self._scaled(left + inset * 2, high, left + width - inset * 2, high), GOLD, FINE)
            return
        self._box(left, top, left + width, top + tall, WHITE, radius=width / 9, outline=(150, 150, 150))
        colour = _RED if card != JOKER and suit(card) in (1, 2) else _BLACK
        face = "Jk" if card == JOKER else {"T": "10"}.get(RANKS[rank(card)], RANKS[rank(card)])
        self._text(left + width * 0.25, top + tall * 0.19, face, width * 0.36, colour, wide=width * 0.42)
        if card == JOKER:
            self._star(left + width * 0.55, top + tall * 0.62, width * 0.28)
        else:
            self._suit(left + width * 0.25, top + tall * 0.42, width * 0.12, suit(card), colour)
            self._suit(left + width * 0.6, top + tall * 0.66, width * 0.27, suit(card), colour)

    def _star(self, x: float, y: float, size: float) -> None:
        turns = np.arange(10) * np.pi / 5
        reach = np.where(np.arange(10) % 2 == 0, size, size * 0.42)
        points = [(float(x + r * np.sin(t)), float(y - r * np.cos(t))) for t, r in zip(turns, reach, strict=True)]
        self._polygon(points, GOLD)

    def _suit(self, x: float, y: float, size: float, which: int, colour: Colour) -> None:
        """A suit sign about a point: clubs, diamonds, hearts, spades."""
        if which == 1:
            self._polygon([(x, y - size), (x + size * 0.78, y), (x, y + size), (x - size * 0.78, y)], colour)
            return
        if which == 0:
            r = size * 0.46
            for across, down in ((0, -0.48), (-0.52, 0.22), (0.52, 0.22)):
                self._circle(x + across * size, y + down * size, r, colour)
        else:
            up = -1 if which == 2 else 1
            r = size * 0.5
            for across in (-0.46, 0.46):
                self._circle(x + across * size, y + up * size * 0.3, r, colour)
            low, tip = y + up * size * 0.5, y - up * size
            self._polygon([(x - size * 0.9, low), (x + size * 0.9, low), (x, tip)], colour)
            if which == 2:
                wide = size * 0.93
                self._polygon([(x - wide, y - size * 0.12), (x + wide, y - size * 0.12), (x, y + size)], colour)
                return
            self._polygon([(x - size * 0.93, y + size * 0.12), (x + size * 0.93, y + size * 0.12), (x, tip)], colour)
        self._polygon([(x, y), (x + size * 0.4, y + size), (x - size * 0.4, y + size)], colour)

    def _wager(self, middle: float, y: float, wager: str, amount: int, room: float) -> None:
        said = f"{wager} {shown(amount)}"
        wide = min(self._wide(said, 13), room - 34)
        self._chip(middle - wide / 2 - 5, y, amount)
        self._text(middle + 9, y, said, 13, WHITE, wide=wide)

    def _chip(self, x: float, y: float, amount: int) -> None:
        colour = next(colour for least, colour in reversed(_CHIPS) if amount >= least)
        self._circle(x, y, 9, WHITE)
        self._circle(x, y, 7.6, colour)
        self._circle(x, y, 4.6, WHITE)
        self._circle(x, y, 3.8, colour)

    def _text(
        self, x: float, y: float, said: str, size: float, colour: Colour, *, anchor: str = "mm", wide: float = 0
    ) -> None:
        while wide and size > 8 and self._wide(said, size) > wide:
            size -= 1
        self._draw.text((x * FINE, y * FINE), said, colour, _font(round(size * FINE)), anchor=anchor)

    def _wide(self, said: str, size: float) -> float:
        return self._draw.textlength(said, _font(round(size * FINE))) / FINE

    def _circle(self, x: float, y: float, r: float, colour: Colour) -> None:
        self._draw.ellipse(self._scaled(x - r, y - r, x + r, y + r), colour)

    def _polygon(self, points: Sequence[tuple[float, float]], colour: Colour) -> None:
        self._draw.polygon([(x * FINE, y * FINE) for x, y in points], colour)

    def _box(
        self,
        left: float,
        top: float,
        right: float,
        bottom: float,
        colour: Colour,
        *,
        radius: float,
        outline: Colour | None = None,
    ) -> None:
        box = self._scaled(left, top, right, bottom)
        self._draw.rounded_rectangle(box, radius * FINE, colour, outline, FINE)

    def _scaled(self, *numbers: float) -> tuple[float, float, float, float]:
        left, top, right, bottom = (number * FINE for number in numbers)
        return left, top, right, bottom


@cache
def _font(size: int) -> ImageFont.FreeTypeFont | ImageFont.ImageFont:
    return ImageFont.load_default(size)
