"""What the house collects for a round, taken from a round that is played: the table's schedule as it is applied."""

from dataclasses import dataclass
from fractions import Fraction

from houseway.games import game
from houseway.play.event import FeeTaken
from houseway.play.scenario import Scenario, play_by_default
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_SEAT = "seat 1"
_STACK = "1000000"


@dataclass(frozen=True)
class Fees:
    """The fees of one round with one player at the table, in units of the wager."""

    player: Fraction
    bank: Fraction
    clauses: tuple[str, ...]


def fees_of(rules: Rules, wager: str, stake: int) -> Fees:
    """What player and player-dealer pay for a round in which one player makes this wager alone."""
    if wager not in rules.wagers or rules.wagers[wager].needs is not None:
        alone = [name for name, one in rules.wagers.items() if one.needs is None and one.when == "wagers"]
        raise RulesError(f"{wager} is not wagered alone, so no fee can be said for it: {', '.join(alone)}")
    plan = Scenario.model_validate(
        {
            "game": rules.game.id,
            "seats": [{"seat": 1, "stack": _STACK, "wagers": {wager: dollars(stake)}}],
            **{part: dict(chosen) for part, chosen in rules.chosen.items()},
        }
    )
    driver = play_by_default(plan, game(rules.game.id))
    taken = [event for event in driver.events if isinstance(event, FeeTaken)]
    player = sum(fee.amount for fee in taken if fee.who == _SEAT)
    bank = sum(fee.amount for fee in taken if fee.who != _SEAT)
    return Fees(Fraction(player, stake), Fraction(bank, stake), tuple(dict.fromkeys(fee.clause for fee in taken)))
