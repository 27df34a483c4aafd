"""What settlement says of one wager, and the one way in which a pay line makes it."""

from dataclasses import field, replace
from enum import StrEnum

from houseway.play.note import NO_NOTE, Note, Why
from houseway.play.places import Place
from houseway.play.value import value
from houseway.rules.cite import cited
from houseway.rules.models import PayLine
from houseway.rules.money import Odds, shown


class Result(StrEnum):
    WIN = "win"
    LOSE = "lose"
    PUSH = "push"
    RETURNED = "returned"


# By themselves as well: thousands of outcomes are made a second, and looking a member up in its class takes half as
# long as making one.
WIN, LOSE, PUSH, RETURNED = Result.WIN, Result.LOSE, Result.PUSH, Result.RETURNED


@value
class Outcome:
    """How one wager ended: what it won beside its own stake, at which odds, for which hand, by which clause."""

    wager: str
    stake: int
    result: Result
    clause: str
    paid: int = 0
    odds: Odds | None = None
    hand: str = ""
    note: Note = NO_NOTE  # what changed the plain result: a payout limit, a bank that ran out
    returned: int = 0  # the part of a losing stake that went back because the bank did not cover it
    against: Place | None = field(default=None, compare=False)  # whose hand it was compared with, where it was
    theirs: str = field(default="", compare=False)  # that hand, as the dealer announces it

    def beside(self, against: Place, theirs: str) -> "Outcome":
        """The outcome with the hand that it was compared with."""
        return Outcome(
            self.wager,
            self.stake,
            self.result,
            self.clause,
            self.paid,
            self.odds,
            self.hand,
            self.note,
            self.returned,
            against,
            theirs,
        )

    def __repr__(self) -> str:
        paid = f", paid {shown(self.paid)}{f' at {self.odds}' if self.odds else ''}" if self.paid else ""
        hand = f", {self.hand}" if self.hand else ""
        note = f"; {self.note}" if self.note else ""
        return f"<Outcome {self.wager} {shown(self.stake)}: {self.result}{paid}{hand}{note} ({self.clause})>"


def paid_by(
    line: PayLine | None,
    wager: str,
    stake: int,
    *,
    chip: int,
    lost: str = "",
    clause: str = "",
    also: str = "",
    hand: str = "",
    note: Note = NO_NOTE,
    odds: Odds | None = None,
    without: Result = LOSE,
) -> Outcome:
    """What a line of a pay table makes of a stake: a push where it says so, otherwise a win at its odds. `without` a
    line the wager is lost, by the clause `lost`.

    The clause is the line's own, or `clause` in its place; what is `also` applied follows it in every case. Where a
    ruling pays other `odds` than those of the line, they stand in their place.
    """
    if line is None:
        return Outcome(wager, stake, without, cited(lost, also), hand=hand, note=note)
    clause = cited(clause or line.clause, also)
    if line.pays is None:
        return Outcome(wager, stake, PUSH, clause, hand=hand, note=note)
    odds = odds or line.pays
    return Outcome(wager, stake, WIN, clause, odds.pays(stake, chip), odds, hand, note)


def within_limit(outcomes: list[Outcome], left: int, clause: str) -> list[Outcome]:
    """Outcomes that together pay no more than what is left of a payout limit; the one that reaches it is paid in
    part, and those after it nothing."""
    limited = []
    for outcome in outcomes:
        paid = min(outcome.paid, left)
        left -= paid
        if paid == outcome.paid:
            limited.append(outcome)
            continue
        note = Why.PAYOUT_LIMIT.about(clause)
        limited.append(replace(outcome, paid=paid, clause=cited(outcome.clause, clause), note=note))
    return limited
