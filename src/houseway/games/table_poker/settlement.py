"""The pure settlement: what becomes of every wager, from the cards and the rule file."""

from collections.abc import Mapping
from typing import NamedTuple

from houseway.games.table_poker.facts import Bonus, Fate, Result, TablePokerFacts
from houseway.games.table_poker.hands import Cards, HandOrder, Kind, Made
from houseway.play.note import Note, Why
from houseway.play.outcome import Outcome, paid_by
from houseway.play.outcome import Result as Ended
from houseway.rules.families import facts
from houseway.rules.models import GameRules, PayLine, PayTable
from houseway.rules.money import EVEN
from houseway.rules.resolved import Rules

BONUS = Note("bonus")  # what a prize that a wager's pay table pays besides is noted as


class Shown(NamedTuple):
    """The cards that a hand is settled by."""

    own: Cards
    shared: Cards
    bank: Cards


class Met(NamedTuple):
    """What a hand met, as far as settlement looks at it."""

    made: Made
    compared: str = ""  # win, tie or lose; empty where there is no hand of the bank
    qualified: bool = True


def stated(game: GameRules) -> TablePokerFacts:
    return facts(game, TablePokerFacts)


def ranked(game: GameRules) -> HandOrder:
    return stated(game).hand.ranked


def least_qualifying(game: GameRules) -> int:
    """The lowest hand that the bank plays with; 0 where it plays with any."""
    rule = stated(game).qualifier
    return ranked(game).least(rule.hand, rule.ranks) if rule else 0


def line_of(table: PayTable, kinds: tuple[Kind, ...]) -> PayLine | None:
    """The line that a hand is paid by: that of the most particular thing that it can be called."""
    return next((line for kind in kinds if (line := table.named_line(*kind)) is not None), None)


def settle(rules: Rules, shown: Shown, stakes: Mapping[str, int]) -> list[Outcome]:
    """One bettor's wagers on a hand: those of the game where it is still in, then side bets."""
    said = stated(rules.game)
    found = settle_met(rules, meet(rules.game, shown), stakes) if said.base in stakes else []
    return found + [settle_bonus(rules, shown, name, stakes[name]) for name in said.bonus if name in stakes]


def meet(game: GameRules, shown: Shown) -> Met:
    """Compare a hand with the bank's."""
    hands = ranked(game)
    mine = hands.best(shown.own + shown.shared)
    if not stated(game).bank:
        return Met(mine)
    theirs = hands.best(shown.bank + shown.shared)
    compared = "tie" if mine.key == theirs.key else "win" if mine.key > theirs.key else "lose"
    return Met(mine, compared, theirs.key >= least_qualifying(game))


def settle_met(rules: Rules, met: Met, stakes: Mapping[str, int]) -> list[Outcome]:
    """The wagers of a hand that stayed in, in the order of the file."""
    found = []
    for wager, rule in stated(rules.game).results.items():
        if wager in stakes:
            found += _settle_one(rules, rule, met, wager, stakes[wager])
    return found


def _settle_one(rules: Rules, rule: Result, met: Met, wager: str, stake: int) -> list[Outcome]:
    line = line_of(rules.pay_tables[wager], met.made.kinds) if rule.table else None
    if rule.compared is None:
        return [paid_by(line, wager, stake, chip=rules.chip, lost=rule.lost, hand=met.made.name)]
    fates = rule.compared if met.qualified or rule.unqualified is None else rule.unqualified
    fate: Fate = getattr(fates, met.compared)
    outcome = Outcome(wager, stake, Ended(fate), fates.clause, hand=met.made.name)
    if fate == "win":
        outcome = _won(rules, rule, line, outcome)
    if rule.table != "bonus" or line is None or line.pays is None:
        return [outcome]
    prize = line.pays.pays(stake, rules.chip)
    return [outcome, Outcome(wager, 0, Ended.WIN, line.clause, prize, line.pays, met.made.name, BONUS)]


def _won(rules: Rules, rule: Result, line: PayLine | None, outcome: Outcome) -> Outcome:
    """A win by the comparison: at the odds of its pay table, or at even money."""
    wager, stake, clause, hand = outcome.wager, outcome.stake, outcome.clause, outcome.hand
    if rule.table == "odds" and line is not None:
        return paid_by(line, wager, stake, chip=rules.chip, clause=f"{clause}, {line.clause}", hand=hand)
    if rule.table == "odds" and rule.unlisted != "even":
        return Outcome(wager, stake, Ended(rule.unlisted), clause, hand=hand)
    return Outcome(wager, stake, Ended.WIN, clause, EVEN.pays(stake, rules.chip), EVEN, hand)


def settle_fold(rules: Rules, stakes: Mapping[str, int]) -> list[Outcome]:
    """A fold loses every wager but side bets."""
    said = stated(rules.game)
    return [
        Outcome(wager, stakes[wager], Ended.LOSE, said.clauses.fold, note=Why.FOLDED.note)
        for wager in said.results
        if wager in stakes
    ]


def settle_bonus(rules: Rules, shown: Shown, wager: str, stake: int) -> Outcome:
    """A side bet, by the cards that it looks at."""
    rule = stated(rules.game).bonus[wager]
    made = rule.hand.ranked.best(looked_at(rule, shown))
    line = line_of(rules.pay_tables[wager], made.kinds)
    return paid_by(line, wager, stake, chip=rules.chip, lost=rule.lost, hand=made.name)


def looked_at(rule: Bonus, shown: Shown) -> Cards:
    """The cards that a side bet looks at."""
    places = {"own": (shown.own,), "shared": (shown.shared,), "bank": (shown.bank,),
              "own and shared": (shown.own, shown.shared), "own and bank": (shown.own, shown.bank),
              "all": (shown.own, shown.shared, shown.bank)}[rule.cards]  # fmt: skip
    return tuple(card for cards in places for card in (cards[: rule.first] if rule.first else cards))
