"""What the sign of a table says of wagers that are settled by comparing hands."""

from houseway.cards.card import RANK_PLURALS, RANK_WORDS
from houseway.games.table_poker.facts import Fates, Qualifier, Result
from houseway.games.table_poker.settlement import stated
from houseway.rules.posted import Posted, Section, capital
from houseway.rules.resolved import Rules

_SAID = {"win": "1 to 1", "lose": "loses", "push": "push", "returned": "returned"}


def posted(rules: Rules) -> Posted:
    said = stated(rules.game)
    return Posted(
        compared=tuple(
            Section(capital(wager.replace("-", " ")), "", rule.compared.clause, _rows(rule, said.qualifier))
            for wager, rule in said.results.items()
            if rule.compared is not None
        )
    )


def _rows(rule: Result, qualifier: Qualifier | None) -> tuple[tuple[str, str], ...]:
    assert rule.compared is not None
    rows = _of(rule.compared, rule)
    if rule.unqualified is None or qualifier is None:
        return rows
    below = f"dealer below {least(qualifier)}"
    told = _of(rule.unqualified, rule)
    if len({one for _, one in told}) == 1:
        return (*rows, (capital(below), told[0][1]))
    return (*rows, *((f"{case}, {below}", one) for case, one in told))


def _of(fates: Fates, rule: Result) -> tuple[tuple[str, str], ...]:
    win = "by the pay table" if rule.table == "odds" and fates.win == "win" else _SAID[fates.win]
    return ("The hand wins", win), ("Tie", _SAID[fates.tie]), ("The hand loses", _SAID[fates.lose])


def least(rule: Qualifier) -> str:
    """The qualifier in words: `ace-king high`, `a pair of fours`."""
    if rule.hand == "high-card":
        return f"{'-'.join(RANK_WORDS[rank] for rank in rule.ranks)} high"
    kind = "a pair" if rule.hand == "pair" else rule.hand.replace("-", " ")
    return f"{kind} of {RANK_PLURALS[rule.ranks[0]]}"
