"""What games whose hands belong to nobody share: a wager's price from how often everything is said of the hands."""

from collections.abc import Mapping

from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules

Said = tuple[str, ...]

NOTE = "Every wager is taken to be covered by the player-dealer, and collection fees are left out."


def by_line(rules: Rules, wager: str, counts: Mapping[Said, int]) -> dict[str, int]:
    """How often each line of a wager's pay table is the first that describes the hands; `""` is none."""
    found: dict[str, int] = {}
    for said, many in counts.items():
        line = next((line for line in rules.pay_tables[wager].lines if line.hand in said), None)
        key = line.key if line else ""
        found[key] = found.get(key, 0) + many
    return found


def price_said(rules: Rules, wager: str, counts: Mapping[Said, int]) -> WagerPrice:
    return price_bonus(rules, wager, by_line(rules, wager, counts), lost=rules.pay_tables[wager].clause)
