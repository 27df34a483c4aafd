"""Equity: how often each of several hands wins, and what of the pot that comes to."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from houseway.cards.card import Card, CardError, hand, text
from houseway.cards.pack import pack
from houseway.games import game as game_named
from houseway.games.pot.round import PotGame
from houseway.pricing.equity.counted import LIMIT, Deal, Tally, checked, cost, counted, sampled
from houseway.pricing.equity.hands import read
from houseway.pricing.equity.showdown import (
    ALL,
    HIGH_PARTS,
    HIGH_TIED,
    HIGH_WON,
    LOW_PARTS,
    LOW_TIED,
    LOW_WON,
    MOST_PLAYERS,
    POT,
    WITH_LOW,
)
from houseway.pricing.papers.sheet import decimal
from houseway.rules.strict import RulesError

SAMPLES = 500_000
MOST_SAMPLES = 20_000_000


@dataclass(frozen=True)
class Part:
    """How often the pot, or the half of it for high or low, is won alone and shared; and what of the pot that is."""

    won: Fraction
    tied: Fraction
    share: Fraction

    def data(self) -> dict[str, Any]:
        return {name: _figure(getattr(self, name)) for name in ("won", "tied", "share")}


@dataclass(frozen=True)
class Player:
    """One hand's part of the pot. A sampled one has the standard error of its equity."""

    hand: str
    high: Part
    low: Part | None = None
    error: float | None = None

    @property
    def equity(self) -> Fraction:
        """The expected share of the pot."""
        return self.high.share + (self.low.share if self.low else 0)

    def data(self) -> dict[str, Any]:
        return {
            "hand": self.hand,
            "equity": _figure(self.equity),
            "standard_error": None if self.error is None else f"{self.error:.8f}",
            "high": self.high.data(),
            "low": self.low.data() if self.low else None,
        }


@dataclass(frozen=True)
class Equity:
    """Hands against each other, over all deals of the cards that are not known or over some at random."""

    game: str
    board: tuple[Card, ...]
    dead: tuple[Card, ...]
    players: tuple[Player, ...]
    deals: int
    exact: bool
    with_low: Fraction | None = None  # how often there is a low, in a split game

    def __repr__(self) -> str:
        shares = "; ".join(f"{one.hand} {decimal(100 * one.equity, 3)} %" for one in self.players)
        return f"<Equity {self.game}: {shares} ({self.method})>"

    @property
    def method(self) -> str:
        if not self.exact:
            return f"sampled: {self.deals:,} deals at random"
        return f"exact: all {self.deals:,} deals" if self.deals > 1 else "exact: the one deal there is"

    def data(self) -> dict[str, Any]:
        return {
            "game": self.game,
            "board": text(self.board),
            "dead": text(self.dead),
            "method": self.method,
            "exact": self.exact,
            "deals": self.deals,
            "with_low": None if self.with_low is None else _figure(self.with_low),
            "players": [player.data() for player in self.players],
        }


def equity(
    game: str,
    *hands: str,
    board: str = "",
    dead: str = "",
    samples: int | None = None,
    seed: int = 0,
    to_come: str = "down",
) -> Equity:
    """The equity of hands of a pot game, each given as text: see `hands` for what may be written.

    Counted exactly where that takes some ten seconds at most, which is known before it is begun; else, or where
    `samples` asks for it, so many deals at random from a seed. `to_come` is how cards still to come are dealt in
    Mexican Stud, where a joker that is dealt face down is worth more.

    >>> equity("limit-holdem", "AhAd", "KhKd", board="2c 7d 9s 3c").players[0].equity
    Fraction(21, 22)
    """
    return of_deal(game, deal_of(game, *hands, board=board, dead=dead, to_come=to_come), samples=samples, seed=seed)


def deal_of(game: str, *hands: str, board: str = "", dead: str = "", to_come: str = "down") -> Deal:
    """What is known of a deal, checked, without counting anything."""
    found = game_named(game)
    if not isinstance(found, PotGame):
        raise RulesError(f"{found.rules.name} is not played for a pot, so hands have no equity in it")
    if not 2 <= len(hands) <= MOST_PLAYERS:
        raise CardError(
            f"equity is of 2 to {MOST_PLAYERS} hands, not of {len(hands)}: write ?? for one that is not known"
        )
    if to_come not in ("up", "down"):
        raise CardError(f"cards to come are dealt up or down, not {to_come!r}")
    lies, gone = (hand(line) if line.strip() else () for line in (board, dead))
    making, cards = found.making.beside(len(lies)), pack(found.rules.cards.pack)
    held = tuple(read(line, making, cards, to_come_down=to_come == "down") for line in hands)
    return checked(Deal(making, cards, held, lies, gone))


def of_deal(game: str, deal: Deal, *, samples: int | None = None, seed: int = 0) -> Equity:
    """The equity of a deal that is checked."""
    if samples is not None and not 1 <= samples <= MOST_SAMPLES:
        raise CardError(f"{samples} deals can't be sampled: from 1 to {MOST_SAMPLES:,}")
    if samples is None and cost(deal) <= LIMIT:
        return _told(game, deal, counted(deal), None)
    tally, errors = sampled(deal, samples or SAMPLES, seed & 0xFFFFFFFF)
    return _told(game, deal, tally, [float(error) for error in errors])


def _told(game: str, deal: Deal, tally: Tally, errors: Sequence[float] | None) -> Equity:
    total = int(tally[-1, ALL])
    split = deal.making.low

    def part(row: Any, won: int, tied: int, parts: int) -> Part:
        return Part(
            Fraction(int(row[won]), total), Fraction(int(row[tied]), total), Fraction(int(row[parts]), total * POT)
        )

    players = tuple(
        Player(
            held.text,
            part(tally[at], HIGH_WON, HIGH_TIED, HIGH_PARTS),
            part(tally[at], LOW_WON, LOW_TIED, LOW_PARTS) if split else None,
            None if errors is None else errors[at],
        )
        for at, held in enumerate(deal.hands)
    )
    with_low = Fraction(int(tally[-1, WITH_LOW]), total) if split else None
    return Equity(game, deal.board, deal.dead, players, total, errors is None, with_low)


def _figure(value: Fraction) -> dict[str, str]:
    return {"fraction": str(value), "decimal": decimal(value)}
