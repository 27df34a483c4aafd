"""Hands that belong to nobody: what every such game states of its round."""

from collections.abc import Iterator

from houseway.rules.models import Facts, GameRules, Model

SIDES = ("player", "banker")


class RoundClauses(Model):
    """Where each step of a round is printed."""

    close: str
    shuffle: str
    deal: str
    announce: str
    discard: str


class CommunityFacts(Facts):
    clauses: RoundClauses
    shuffling: dict[str, str] = {}  # the clause of a way to shuffle, where it is another one


def unpaid(rules: GameRules) -> Iterator[str]:
    """Everything here is settled by a pay table."""
    paid = {wager for table in rules.pay_tables.values() for wager in table.wagers}
    for name, wager in rules.wagers.items():
        if not paid.issuperset(wager.spots or (name,)):
            yield f"wagers.{name}: no pay table says what it pays"
