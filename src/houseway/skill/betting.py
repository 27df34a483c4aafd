"""Betting at a pot: the hand's equity against what the others may hold by their betting, pot odds and position."""

from collections.abc import Sequence
from random import Random

from houseway.games.pot.base import PotGame
from houseway.play.ask import Amount, Ask, Choice
from houseway.play.event import Event
from houseway.price.equity.counted import sampled
from houseway.price.equity.ranges import ranges
from houseway.price.equity.showdown import HIGH_PARTS, LOW_PARTS, POT
from houseway.price.equity.situation import Situation, deal_from, raises, situation
from houseway.rules.money import dollars
from houseway.skill.styles import Style

DEALS = 500
_WHOLE = 100  # bets are made in whole dollars, as people make them
_SURE = 2.2  # so many times a fair share, or nearly the whole pot, and the most is bet


def answer(game: PotGame, events: Sequence[Event], ask: Ask, style: Style, rng: Random) -> str:
    """What a player of this style says; the events are those of the round, seen through the seat's own eyes."""
    words = ask.answers()
    for word in ("play", "down", "show"):  # dealt in; a card face down, where a joker is wild; a hand that may win
        if word in words:
            return ask.default if word == "show" else word
    if ask.what != "bet":
        return ask.default
    at = situation(game, events, ask)
    return _bets(at, equity(at, game, rng.getrandbits(32)), style, rng)


def equity(at: Situation, game: PotGame, seed: int) -> float:
    """What of the pot the hand is worth against the hands that the betting leaves the others, from a few deals."""
    tally, _ = sampled(deal_from(at, game, ranges(at, game, seed)), DEALS, seed)
    return float(tally[0, HIGH_PARTS] + tally[0, LOW_PARTS]) / (DEALS * POT)


def _bets(at: Situation, equity: float, style: Style, rng: Random) -> str:
    fair = 1 / (1 + len(at.opponents))
    strength = equity / fair
    better = raises(at.ask)
    if not at.call:
        takes = style.bet - 0.06 * at.last  # who acts last knows that nobody has shown strength
        bluffs = len(at.opponents) <= 2 and rng.random() < style.bluff * (1 + at.last)
        if better and (strength > takes or bluffs):
            return _amount(at, better, strength, equity, rng)
        return "check"
    odds = at.call / (at.pot + at.call)
    takes = style.raises * (1 + 0.1 * max(0, at.bets - 1))  # each raise before says that somebody has a hand
    if better and strength > takes and equity > odds:
        return _amount(at, better, strength, equity, rng)
    return "call" if equity > odds * style.call else "fold"


def _amount(
    at: Situation, better: list[tuple[str, Choice]] | Amount, strength: float, equity: float, rng: Random
) -> str:
    """How much: the larger of two bets with a good hand; of any amount a part of the pot, more with a better hand."""
    if not isinstance(better, Amount):
        return better[-1][0] if strength > 1.4 else better[0][0]
    part = 0.5 + 0.25 * (strength > 1.3) + 0.25 * (strength > 1.6) + 0.2 * rng.random()
    wanted = better.low + round(part * (at.pot + at.call)) - (better.low if not at.call else 0)
    if strength > _SURE or equity > 0.9:
        wanted = max(wanted, better.low + (better.high - better.low) // 3)
    if wanted < better.high:
        wanted -= wanted % _WHOLE
    wanted = max(better.low, min(better.high, wanted))
    amount = better.low + (wanted - better.low) // better.step * better.step
    return f"{better.word} {dollars(amount)}"
