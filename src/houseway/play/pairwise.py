"""Players settle with each other, hand against hand, in the printed order and within table stakes."""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from fractions import Fraction

from houseway.play.event import PaidOver, Scored
from houseway.play.note import NO_NOTE, Note, Why
from houseway.play.outcome import Outcome, Result
from houseway.play.places import Place
from houseway.play.sentences import At, Said
from houseway.play.table import Settled, Table
from houseway.play.value import value
from houseway.rules.money import shown


@value
class Side:
    """One of two hands that are compared: where it lies and who plays it."""

    spot: str
    owner: str
    hand: str = ""  # what it is, in words


@value
class Score:
    """Points that the hand at one spot wins from the other, for what and by which clause."""

    to: str
    what: str
    points: Fraction
    clause: str


@value
class Comparison:
    """Two hands and every score between them."""

    sides: tuple[Side, Side]
    scores: tuple[Score, ...]
    clause: str

    def net(self) -> Fraction:
        """What the first side wins; what it loses is below zero."""
        first = self.sides[0].spot
        return sum((score.points if score.to == first else -score.points for score in self.scores), Fraction())


@value
class Payment:
    """A comparison as it is paid: the points between the two, what they are worth, and what the stacks allow."""

    comparison: Comparison
    winner: Side
    loser: Side
    points: Fraction  # none for a tie, and the names of winner and loser say nothing then
    owed: int
    amount: int
    note: Note = NO_NOTE


def paid_in_order(
    comparisons: Iterable[Comparison], stacks: Mapping[str, int], point: int, *, wins_limited: bool, won_chips_pay: bool
) -> list[Payment]:
    """Pay each comparison in turn with what the loser has left of the stack that the hand began with, and of what was
    won from that same opponent; with `won_chips_pay` from every chip in front, whomever it was won from.

    With `wins_limited` nobody wins from one opponent, all comparisons with them together, more than they themselves
    had as the hand began.
    """
    ahead: Counter[tuple[str, str]] = Counter()  # by how much the first is ahead of the second
    payments = []
    for comparison in comparisons:
        net = comparison.net()
        winner, loser = comparison.sides if net >= 0 else comparison.sides[::-1]
        points = abs(net)
        owed = int(points * point)
        others = [ahead[loser.owner, other] for other in stacks if other != winner.owner]
        at_risk = others if won_chips_pay else [min(0, won) for won in others]
        left = stacks[loser.owner] + ahead[loser.owner, winner.owner] + sum(at_risk)
        amount, note = min(owed, left), NO_NOTE
        if amount < owed:
            why = Why.HAS_LEFT if won_chips_pay else Why.HAS_LEFT_OF_STACK
            note = why.about(shown(owed), loser.owner, shown(amount))
        most = stacks[winner.owner] - ahead[winner.owner, loser.owner]
        if wins_limited and amount > most:
            amount = most
            note = Why.BEGAN_WITH.about(shown(owed), winner.owner, shown(stacks[winner.owner]))
        ahead[winner.owner, loser.owner] += amount
        ahead[loser.owner, winner.owner] -= amount
        payments.append(Payment(comparison, winner, loser, points, owed, amount, note))
    return payments


def pay(table: Table, payments: Sequence[Payment]) -> None:
    """Move what settlement says, from seat to seat, and leave every point on record."""
    for payment in payments:
        winner, loser, comparison = payment.winner, payment.loser, payment.comparison
        for score in comparison.scores:
            other = next(side.spot for side in comparison.sides if side.spot != score.to)
            table.emit(Scored(score.to, other, score.what, str(score.points), score.clause))
        if payment.amount:
            table.ledger.move(loser.owner, winner.owner, payment.amount)
        if payment.owed:
            table.emit(
                PaidOver(
                    loser.owner,
                    winner.owner,
                    payment.amount,
                    str(payment.points),
                    Said("one-against-other", winner=At(winner.spot), loser=At(loser.spot)),
                    comparison.clause,
                    payment.note,
                )
            )
        table.settled += _outcomes(payment)


def _outcomes(payment: Payment) -> list[Settled]:
    """The payment as each of the two sees it."""
    winner, loser, clause = payment.winner, payment.loser, payment.comparison.clause
    if not payment.points:
        return [
            _between(one, other, Outcome(f"against {other.spot}", 0, Result.PUSH, clause, hand=one.hand))
            for one, other in (payment.comparison.sides, payment.comparison.sides[::-1])
        ]
    counted = Why.POINT if payment.points == 1 else Why.POINTS
    note = counted.about(str(payment.points)).also(payment.note)
    won = Outcome(f"against {loser.spot}", 0, Result.WIN, clause, payment.amount, hand=winner.hand, note=note)
    lost = Outcome(f"against {winner.spot}", payment.amount, Result.LOSE, clause, hand=loser.hand, note=note)
    return [_between(winner, loser, won), _between(loser, winner, lost)]


def _between(one: Side, other: Side, outcome: Outcome) -> Settled:
    return Settled(one.owner, one.spot, outcome.beside(Place.read(other.spot), other.hand))
