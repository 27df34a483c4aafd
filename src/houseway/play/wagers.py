"""Placing wagers as a game's rule file describes them."""

from collections.abc import Callable, Iterable
from functools import lru_cache

from houseway.play.ask import Ask, Choice, Form, Play, Spot, Wagers, Words, bet_or_fold
from houseway.play.event import Acted, SatOut
from houseway.play.table import Table
from houseway.rules.resolved import Rules

SIT_OUT = "sit out"


@lru_cache(maxsize=1024)
def spots_for(rules: Rules, when: str = "wagers") -> dict[str, Spot]:
    """The wagers that may be placed at one moment of the round, with their limits."""
    return {
        name: Spot(
            name,
            rules.limits[name].minimum,
            rules.limits[name].maximum,
            1 if wager.split else len(wager.spots) or 1,
            wager.required,
            wager.needs,
            wager.clause,
            rules.amounts(name),
            wager.step or 0,
            wager.needs_any,
            wager.one_of,
            rules.limits[name].minimum_clause,
            rules.limits[name].maximum_clause,
        )
        for name, wager in rules.wagers.items()
        if wager.when == when
    }


def wagers_form(table: Table, who: str) -> Form:
    """What a seat may wager before the deal, within the limits of each spot."""
    return Wagers(spots_for(table.rules), table.stack(who), table.rules.chip)


def take_wagers(
    table: Table,
    seats: Iterable[str],
    form: Callable[[Table, str], Form] = wagers_form,
    *,
    at: str = "wagers",
    none: str = SIT_OUT,
) -> Play[list[str]]:
    """Ask all seats at once for the wagers made before the deal, or `at` a later ask; who wagered takes part, in the
    order given. `none` is the word for no wager."""
    rules = table.rules
    clause = rules.game.asks[at].clause
    offer = at != "wagers"  # a bet that is offered in mid-round may be passed over in silence
    asks = [Ask(who, at, (form(table, who), Words((none,))), clause, none, optional=offer) for who in seats]
    left = {ask.who: ask for ask in asks}
    taking_part = set()
    while left:
        who, placed = yield tuple(left.values())
        del left[who]
        if isinstance(placed, Choice):
            table.emit(SatOut(who) if none == SIT_OUT else Acted(who, at, none, clause))
            continue
        taking_part.add(who)
        for name, amount in placed.items():
            wager = rules.wagers[name]
            for spot in wager.spots or (name,):
                table.wager(who, spot, amount, wager.clause)
    return [ask.who for ask in asks if ask.who in taking_part]


def ask_bet_or_fold(table: Table, who: str, wager: str, unit: int, clause: str, spot: str = "") -> Ask:
    """The ask for a bet of some multiples of an earlier wager, as many as the stack allows, or a fold."""
    rule = table.rules.wagers[wager]
    times = rule.times
    affordable = len(times)
    stack = table.stack(who)
    while affordable and times[affordable - 1] * unit > stack:
        affordable -= 1
    forms = bet_or_fold(wager, rule.of or "", times, unit, affordable, rule.clause)
    return Ask(who, wager, forms, clause, "fold", spot)
