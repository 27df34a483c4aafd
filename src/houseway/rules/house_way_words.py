"""House ways in words: what a row of a chart speaks of, and what it puts in front."""

from houseway.rules.models import GameRules, HouseWayRow

_FRONTS = {
    "second-and-third": "the second and third highest cards",
    "highest-others": "the highest two of the others",
    "second": "the second highest card",
    "highest-other": "the highest other",
    "high-pair": "the highest pair",
    "low-pair": "the lowest pair",
    "two-of-the-set": "two of the highest set",
    "one-of-the-set": "one of the set and the highest other",
    "leaving-complete": "the highest two that leave it complete",
}
_ONE_IN_FRONT = _FRONTS | {
    "one-of-the-set": "one of the highest set",
    "leaving-complete": "the highest that leaves it complete",
}
_COMPLETE = {"straight": "a straight or flush", "flush": "a flush", "straight-flush": "a straight flush"}
_LEAST = {"pair": "a pair", "A": "an ace", "K": "a king", "Q": "a queen", "J": "a jack", "T": "a ten"}


def house_way_words(rules: GameRules, row: HouseWayRow) -> tuple[str, str]:
    """The hand that a row is for, and what goes in front."""
    fronts = _ONE_IN_FRONT if rules.set_in_two and rules.set_in_two.front == 1 else _FRONTS
    ranks = f", {row.of[0]} to {row.of[-1]}" if len(row.of) > 1 else f", {row.of}" if row.of else ""
    with_it = f" and {_COMPLETE[row.complete]}" if row.complete else ""
    least = [f" if {_LEAST[way.at_least]} or more" if way.at_least else "" for way in row.ways]
    ways = [fronts[way.front] + if_so for way, if_so in zip(row.ways, least, strict=True)]
    return row.hand.replace("-", " ") + ranks + with_it, ", else ".join(ways)
