"""What the prices of this family share: what settlement makes of a comparison."""

from collections.abc import Sequence

from houseway.games.ante_and_raise.round import settle_compared, settle_fold, stated
from houseway.play.outcome import Result
from houseway.pricing.decider.tally import Ending, Line, Words, ending
from houseway.rules.resolved import Rules

# What a hand meets: it beats, loses to or ties a hand that qualifies, or one that does not.
MEETS = tuple((result, qualified) for result in (Result.WIN, Result.LOSE, Result.PUSH) for qualified in (True, False))


def compared(rules: Rules, lines: Sequence[str], *raises: str) -> list[Ending]:
    """How first wager and these raises, each of one chip, end, by what the hand meets; `lines` are the sheet's lines
    that they belong to, as many as are told apart."""
    stakes = {stated(rules.game).base: rules.chip} | dict.fromkeys(raises, rules.chip)
    met = (settle_compared(rules, *meets, "", stakes) for meets in MEETS)
    return [ending(line, outcomes) for line, outcomes in zip(lines, met, strict=False)]


def folded(rules: Rules) -> Ending:
    """How a first wager of one chip ends where the hand is folded."""
    return ending("fold", settle_fold(rules, {stated(rules.game).base: rules.chip}))


def words_of(rules: Rules, name: str, lines: Sequence[Line]) -> Words:
    """What the sheet calls first wager and raises, priced together."""
    facts = stated(rules.game)
    wagers = dict.fromkeys((facts.base, *(street.wager for street in facts.streets.values())))
    return Words(
        facts.base, name, rules.wagers[facts.base].clause, lines, {one: rules.wagers[one].name for one in wagers}
    )
