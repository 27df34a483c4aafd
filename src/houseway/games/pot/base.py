"""What all pot games share: a table limit that fixes the bets, antes, blinds and fees."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, cast

from houseway.cards import ranks
from houseway.cards.card import HIDDEN, Card
from houseway.cards.special_ranks import low_name
from houseway.play.ask import Refused
from houseway.play.bank import Bank
from houseway.play.game import Game
from houseway.play.pot import Clauses, Contested, Ranked, Stakes
from houseway.play.table import Table
from houseway.rules.families import facts
from houseway.rules.families.pot import PotFacts
from houseway.rules.fee_schedules import for_limit
from houseway.rules.files import RulesError
from houseway.rules.resolved import Rules

high_name = cache(ranks.name)
low_hand_name = cache(low_name)


class PotGame(Game):
    """A game for the pot. `own_stakes` replaces the table's where a hand comes from elsewhere, with its own."""

    own_stakes: Stakes | None = None
    common: str = "board"  # the place of cards that are everybody's
    common_least: int = 3  # of them before a hand is whole
    clauses: Clauses

    def bank(self) -> Bank:
        return Contested()

    def stakes(self, rules: Rules) -> Stakes:
        return self.own_stakes or stakes_at(rules)

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """A scenario says who has the button of its hand, and who took the last two pots where that makes a kill."""
        known = [name for name in ("button", "kill") if name in (*table.rules.game.places, *table.rules.options)]
        seats = list(table.seats)
        for name, who in before.items():
            if name not in known:
                raise Refused(f"{name!r} is not carried to this round: {' or '.join(known) or 'nothing is'}")
            if who not in seats:
                raise Refused(f"{name}: nobody sits at {who!r}")
            table.memory[name] = [who, 2] if name == "kill" else seats[seats.index(who) - 1]

    def cashed_out(self, table: Table, who: str) -> None:
        """Who leaves takes their winning run along; the last one closes the game, and the next is a new one."""
        if table.memory.get("kill", ("", 0))[0] == who:
            table.memory["kill"] = ["", 0]
        if not table.seats:
            table.memory.pop("button", None)

    def ranked_with(self, table: Table) -> tuple[Ranked, Ranked | None]:
        """How a hand is judged for high and, in a split game, for low, with the cards that are everybody's."""
        return self.ranked_beside(tuple(table.hands.get(self.common, ())))

    def ranked_beside(self, common: tuple[Card, ...]) -> tuple[Ranked, Ranked | None]:
        """The same beside the cards that lie there for everybody."""
        raise NotImplementedError

    def hands_named(self, places: Mapping[str, tuple[Card, ...]]) -> dict[str, str]:
        """Whole hands that somebody sees: five cards or more with those that are everybody's."""
        common = places.get(self.common, ())
        named = {}
        for place, cards in places.items():
            whole = len(common) >= self.common_least and len(cards) + len(common) >= 5
            if not place.startswith("seat ") or HIDDEN in cards or not whole:
                continue
            high, low = self.ranked_beside(common)
            best = None if low is None else low(cards)
            named[place] = high.name(high(cards)) + (f"; low {low.name(best)}" if low and best is not None else "")
        return named


@lru_cache(maxsize=1024)
def stakes_at(rules: Rules) -> Stakes:
    """The stakes of a table, from its limit and the operator's other choices."""
    options = rules.options
    limit = str(options["limit"])
    stated = facts(rules.game, PotFacts)
    money = stated.limits[limit]
    return Stakes(
        betting=money.betting or stated.betting,
        small=money.small,
        big=money.big,
        ante=money.ante,
        blinds=money.blinds,
        bring_in=money.bring_in,
        short_post=cast(Any, options["short_post"]),
        heads_up=cast(Any, options.get("heads_up", "as printed")),
        bring_in_by=cast(Any, options.get("bring_in_by", "low card")),
        showdown=cast(Any, options["showdown"]),
        chip=rules.chip,
        fees=_fees(rules.game.id, str(options["collection"]), limit),
    )


def _fees(game: str, document: str, limit: str) -> tuple[tuple[int, int, str], ...]:
    """What the chosen document takes from the pot at a table limit, by number of players, most players first."""
    if document == "none":
        return ()
    if used := for_limit(game, document, limit):
        (charge,) = used.charges
        named = f"{document}, {used.named}, schedule option "
        return tuple([(rate.low, rate.fee, named + rate.option) for rate in reversed(charge.brackets)])
    raise RulesError(f"{document} has no collection for {game} at the limit {limit}")
