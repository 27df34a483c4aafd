"""What the sign of a table says where players settle by points: what a point is worth, and who pays half of a fee."""

from collections.abc import Iterator

from houseway.games.chinese.facts import ChineseFacts
from houseway.rules.families import facts
from houseway.rules.money import shown
from houseway.rules.posted import Posted, Section
from houseway.rules.resolved import Rules


def posted(rules: Rules) -> Posted:
    return Posted(stakes=tuple(points(rules)), late=tuple(_half(rules)))


def points(rules: Rules) -> Iterator[Section]:
    """What a point is worth at a table where players settle by points, and what fouls, scoops and buy-ins come to."""
    said, used = facts(rules.game, ChineseFacts), rules.schedule
    if used is None or used.limit is None:
        return
    point = used.limit[0]
    rows = [("One point", shown(point)), ("Each segment won", "1 point")]
    if said.scoop:
        rows.append(("Scoop, all three segments", f"{said.scoop.points} points more"))
    rows += [
        ("Foul hand, to each opponent", f"{said.foul.points} points"),
        ("Least buy-in", shown(said.buy_in.limits * point)),
        ("Least stack for a hand", shown(said.round_minimum.points * point)),
    ]
    yield Section("Points", f"table limit {shown(point)}", said.buy_in.clause, tuple(rows))


def _half(rules: Rules) -> Iterator[tuple[str, str]]:
    """Who comes late to a down pays half of it."""
    said = facts(rules.game, ChineseFacts)
    for charge in rules.schedule.charges if rules.schedule else ():
        if charge.by == "40 minutes":
            yield f"From minute {said.down.half_from} of it on", shown(charge.brackets[0].fee // 2)
