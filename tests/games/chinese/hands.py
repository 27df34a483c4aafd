"""Hands of the Chinese Poker games for tests, and what comes of them in points."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.cards import card
from houseway.games import game
from houseway.games.chinese.round import Hand, point_value, settle
from houseway.play.pairwise import Payment
from houseway.rules.models import Setting
from houseway.rules.resolved import Rules, resolve

PLENTY = 100_000_00


def rules_of(id: str, **options: Setting) -> Rules:
    return resolve(game(id).rules, options)


def hand(spot: str, top: str, middle: str, bottom: str, *, declared: bool = False) -> Hand:
    owner = spot.removesuffix(" second")
    return Hand(spot, owner, card.hand(top), card.hand(middle), card.hand(bottom), declared)


def payments(rules: Rules, hands: Sequence[Hand], stacks: Mapping[str, int] | None = None) -> list[Payment]:
    return settle(rules, hands, stacks or {one.owner: PLENTY for one in hands})


def nets(rules: Rules, hands: Sequence[Hand], stacks: Mapping[str, int] | None = None) -> dict[str, int]:
    """What each player wins or loses, in cents."""
    won = {one.owner: 0 for one in hands}
    for payment in payments(rules, hands, stacks):
        won[payment.winner.owner] += payment.amount
        won[payment.loser.owner] -= payment.amount
    return won


def points(rules: Rules, hands: Sequence[Hand]) -> dict[str, Fraction]:
    """What each player wins or loses, in points, with plenty of chips on the table."""
    return {who: Fraction(amount, point_value(rules)) for who, amount in nets(rules, hands).items()}


def gross(payment: Payment, spot: str) -> Fraction:
    """All points that one side wins in a comparison, before the other side's are taken off."""
    return sum((score.points for score in payment.comparison.scores if score.to == spot), Fraction())


def amounts(settled: Sequence[Payment]) -> list[tuple[str, str, int]]:
    """Who pays whom how many dollars, in order; ties left out."""
    return [(one.loser.owner, one.winner.owner, one.amount // 100) for one in settled if one.points]


def scenario(id: str, hands: Mapping[int, tuple[str, str, str]], **more: str) -> str:
    """A scenario in which each seat ends with these segments. More lines go to a seat, or before the seats."""
    lines = [f'game = "{id}"', more.get("head", ""), "[cards]"]
    for seat, segments in hands.items():
        for part, cards in zip(("top", "middle", "bottom"), segments, strict=True):
            lines.append(f'"seat {seat} {part}" = "{cards}"')
    for seat in hands:
        lines += ["[[seats]]", f"seat = {seat}", more.get(f"seat_{seat}", "")]
    return "\n".join(lines)
