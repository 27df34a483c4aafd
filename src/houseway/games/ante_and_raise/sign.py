"""What the sign of a table says where hands are compared: what wins and ties pay, and what the qualifier does."""

from houseway.cards.card import RANK_PLURALS, RANK_WORDS
from houseway.games.ante_and_raise.facts import Qualifier
from houseway.games.ante_and_raise.round import stated
from houseway.rules.posted import Posted, Section, called, together
from houseway.rules.resolved import Rules


def posted(rules: Rules) -> Posted:
    return Posted(compared=(even_money(rules),))


def even_money(rules: Rules) -> Section:
    """What the first wager and its raises pay where hands are compared, and what becomes of them without the
    player-dealer's qualifier: no pay table prints it."""
    said = stated(rules.game)
    wagers = tuple(dict.fromkeys((said.base, *(street.wager for street in said.streets.values()))))
    rows = [("The hand wins, or ties", "1 to 1")] if said.ties == "win" else [("The hand wins", "1 to 1")]
    if said.ties == "push":
        rows.append(("Tie", "push"))
    if rule := said.qualifier:
        told = {"win": "1 to 1", "push": "push", "returned": "returned"}
        for wager, one in rule.without.items():
            which = "Winning " if one.when == ("win",) else ""
            rows.append((f"{which}{called(rules, wager)}, player-dealer below {_least(rule)}", told[one.result]))
    return Section(together([called(rules, wager) for wager in wagers]), "", said.results.win, tuple(rows))


def _least(rule: Qualifier) -> str:
    if rule.hand == "high-card":
        return f"{RANK_WORDS[rule.low]} high"
    kind = "a pair" if rule.hand == "pair" else rule.hand.replace("-", " ")
    return f"{kind} of {RANK_PLURALS[rule.low]}" if rule.low else kind
