"""Taking the collection: what the house is paid for a hand, into the drop box, by the table's schedule."""

from collections.abc import Iterable, Mapping, Sequence

from houseway.play.event import BetsClosed, FeeTaken, Wagered
from houseway.play.ledger import DROP
from houseway.play.places import is_backline
from houseway.play.table import Table
from houseway.rules.fee_schedules import Charge, Schedule, schedule
from houseway.rules.money import shown

Placed = Mapping[str, Mapping[str, int]]  # who has placed how much on which wager


def schedule_of(table: Table) -> Schedule | None:
    """The schedule that the table uses."""
    rules = table.rules
    chosen = rules.options.get("collection")
    return schedule(rules.game.id, str(chosen)) if chosen is not None else None


def placed(table: Table) -> dict[str, dict[str, int]]:
    """What was wagered in this round before the deal and counts for fees (PD-3); a wager that stood before it is not
    among them."""
    found: dict[str, dict[str, int]] = {}
    free = free_of_fees(table)
    for event in table.events:
        if isinstance(event, BetsClosed):
            break
        if isinstance(event, Wagered) and event.wager not in free:
            wagers = found.setdefault(event.who, {})
            wagers[event.wager] = wagers.get(event.wager, 0) + event.amount
    return found


def free_of_fees(table: Table) -> set[str]:
    """Bonus bets whose own section says that fees are for the base game only."""
    return {name for name, wager in table.rules.game.wagers.items() if not wager.collection}


def collect(table: Table, moment: str) -> None:
    """Take the fees that are due at this moment of the round."""
    used = schedule_of(table)
    if used is None or used.moment != moment:
        return
    on_table = placed(table)
    for charge in used.charges:
        for who, fee, why in _due(table, charge, on_table):
            if fee:
                table.ledger.move(who, DROP, fee)
                table.emit(FeeTaken(who, fee, used.clause, why))


def _due(table: Table, charge: Charge, on_table: Placed) -> list[tuple[str, int, str]]:
    """Who pays how much of one charge, and why."""
    counted = {
        who: {wager: amount for wager, amount in wagers.items() if charge.counts(wager)}
        for who, wagers in on_table.items()
    }
    total = sum(amount for wagers in counted.values() for amount in wagers.values())
    if charge.payer == "player":
        return [
            (who, fee, f"on {wager} {shown(amount)}")
            for who, wagers in counted.items()
            for wager, amount, fee in _player_fees(table, charge, who, wagers, total)
        ]
    who = table.memory["position"]["who"]
    if charge.by == "hand":
        return [(who, charge.fee(total), "for the hand")]
    if charge.by == "spot":
        spots = sum(_is_base(table, wager) for wagers in counted.values() for wager in wagers)
        return [(who, spots * charge.fee(0), f"for {spots} betting spots")]
    if not total:
        return []  # none of these wagers is new
    what = "total table action of" if charge.name == charge.payer else f"the {charge.name} wagers,"
    return [(who, charge.fee(total), f"on {what} {shown(total)}")]


def _player_fees(
    table: Table, charge: Charge, who: str, wagers: Mapping[str, int], total: int
) -> list[tuple[str, int, int]]:
    """A player's fee on each wager that counts: every base wager, or those that the charge names."""
    if is_backline(who) and not charge.backline:
        return []
    single = [wager for wager in wagers if charge.wagers or _is_base(table, wager)]
    return [
        (wager, wagers[wager], charge.fee(total if charge.by == "total table action" else wagers[wager]))
        for wager in single
    ]


def _is_base(table: Table, spot: str) -> bool:
    for name, wager in table.rules.game.wagers.items():
        if spot in (wager.spots or (name,)):
            return not wager.bonus
    return True


def player_fee(table: Table, who: str, wagers: Mapping[str, int]) -> int:
    """The most that a player's own fees can come to with these wagers, before the table's action is known."""
    used = schedule_of(table)
    if used is None:
        return 0
    fee = 0
    for charge in used.charges:
        if charge.payer == "player":
            counted = {wager: amount for wager, amount in _spread(table, wagers).items() if charge.counts(wager)}
            fees = _player_fees(table, charge, who, counted, 0)
            fee += len(fees) * charge.highest if charge.by == "total table action" else sum(part for *_, part in fees)
    return fee


def _spread(table: Table, wagers: Mapping[str, int]) -> dict[str, int]:
    """Wagers that count for fees, by the spots they stand on."""
    offered = table.rules.game.wagers
    return {
        spot: amount
        for name, amount in wagers.items()
        if offered[name].collection
        for spot in (offered[name].spots or (name,))
    }


def reserve(table: Table, bettors: Iterable[str]) -> int:
    """What a player-dealer must keep beside the amount put up: the highest fee that these bettors can make fall due,
    with the chips they have and the limits of the table."""
    used = schedule_of(table)
    if used is None:
        return 0
    bettors = list(bettors)
    return sum(_most_due(table, charge, bettors) for charge in used.charges if charge.payer == "player-dealer")


def _most_due(table: Table, charge: Charge, bettors: Sequence[str]) -> int:
    """The highest fee of one charge of the player-dealer's."""
    rules, free = table.rules, free_of_fees(table)
    boxes = int(rules.options.get("boxes", 1))
    counted = {
        name: boxes * (len(wager.spots) or 1)
        for name, wager in rules.wagers.items()
        if wager.when == "wagers" and name not in free and any(map(charge.counts, wager.spots or (name,)))
    }
    if charge.by == "hand":
        return charge.highest
    if charge.by == "spot":
        spots = sum(many for name, many in counted.items() if not rules.wagers[name].bonus)
        return spots * len(bettors) * charge.highest
    limit = sum(many * rules.limits[name].maximum for name, many in counted.items())
    return charge.highest_to(sum(min(limit, _chips(table, who)) for who in bettors))


def _chips(table: Table, who: str) -> int:
    """All that somebody can wager: the stack, and standing wagers, which may be taken down."""
    standing = sum(table.ledger[stake.account] for stake in table.stakes.values() if stake.owner == who)
    return table.stack(who) + standing
