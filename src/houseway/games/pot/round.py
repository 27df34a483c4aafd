"""What all pot games share: a table limit that fixes the bets, antes, blinds and fees."""

from collections.abc import Mapping
from functools import cache, lru_cache
from typing import Any, cast

from houseway.cards import ranks
from houseway.cards.card import HIDDEN, Card
from houseway.cards.pack import pack
from houseway.cards.played import cards_played
from houseway.cards.special_ranks import low_name
from houseway.games.pot.limits import at_table
from houseway.games.pot.making import Making
from houseway.play.ask import Refused
from houseway.play.bank import Bank
from houseway.play.game import BuyInLimits, Game
from houseway.play.missed_blinds import BIG, NEWCOMER, SMALL, miss
from houseway.play.places import is_seat
from houseway.play.pot import Contested, PotClauses, Ranked, Stakes
from houseway.play.table import Table
from houseway.rules.fee_schedules import for_limit
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

high_name = cache(ranks.name)
low_hand_name = cache(low_name)


class PotGame(Game):
    """A game for the pot. `own_stakes` replaces the table's where a hand comes from elsewhere, with its own."""

    banks = frozenset({"pot"})

    own_stakes: Stakes | None = None
    common: str = "board"  # the place of cards that are everybody's
    common_least: int = 3  # of them before a hand is whole
    has_a_clock = False
    clauses: PotClauses
    making: Making

    def bank(self) -> Bank:
        return Contested()

    def stakes(self, rules: Rules) -> Stakes:
        return self.own_stakes or stakes_at(rules)

    def buy_in_limits(self, rules: Rules) -> BuyInLimits:
        if self.own_stakes:
            return BuyInLimits()
        money = at_table(rules)
        return BuyInLimits(money.least_buy_in, money.most_buy_in, rules.game.options["buy_in"].clause)

    def sealed_packs(self, table: Table) -> dict[str, tuple[Card, ...]]:
        """The pack of the hand, and in a new game before it the one that the button is drawn from."""
        rules = table.rules.game
        if rules.cards.seed_shown != "to staff":
            return {}
        whole = pack(rules.cards.pack)
        drawn = "button" in rules.places and "button" not in table.memory
        return {"button": whole, "shuffle 2": whole} if drawn else {"shuffle": whole}

    def stood(self, table: Table, before: Mapping[str, str]) -> None:
        """A scenario says who has the button of its hand, who took the last two pots where that makes a kill, who
        missed a blind, and who is a newcomer."""
        known = [name for name in ("button", "kill") if name in (*table.rules.game.places, *table.rules.options)]
        missed = (
            {"missed-small-blind": SMALL, "missed-big-blind": BIG, "newcomer": NEWCOMER}
            if table.rules.options.get("missed_blinds") == "owed"
            else {}
        )
        seats = list(table.seats)
        for name, who in before.items():
            if name not in (*known, *missed):
                raise Refused(
                    f"{name!r} is not carried to this round: {' or '.join([*known, *missed]) or 'nothing is'}"
                )
            if who not in seats:
                raise Refused(f"{name}: nobody sits at {who!r}")
            if name in missed:
                miss(table, who, missed[name])
            else:
                table.memory[name] = [who, 2] if name == "kill" else seats[seats.index(who) - 1]

    def cashed_out(self, table: Table, who: str) -> None:
        """Who leaves takes their winning run along; the last one closes the game, and the next is a new one."""
        if table.memory.get("kill", ("", 0))[0] == who:
            table.memory["kill"] = ["", 0]
        if not table.seats:
            table.memory.pop("button", None)
            table.memory.pop("blinds", None)
            table.memory.pop("missed", None)

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
            if not is_seat(place) or HIDDEN in cards or not whole:
                continue
            high, low = self.ranked_beside(common)
            best = None if low is None else low(cards)
            named[place] = high.name(high(cards)) + (f"; {low.name(best)}" if low and best is not None else "")
        return named

    def hands_made(self, places: Mapping[str, tuple[Card, ...]], part: str = "") -> dict[str, tuple[Card, ...]]:
        """The five cards of each hand that has a name."""
        common = places.get(self.common, ())
        return {place: self.played(places[place], common, part) for place in self.hands_named(places)}

    def played(self, own: tuple[Card, ...], common: tuple[Card, ...], part: str) -> tuple[Card, ...]:
        """The cards that make a hand, high or low."""
        ranked = self.ranked_beside(())[part == "low"]
        return cards_played(ranked, own + common) if ranked else ()


@lru_cache(maxsize=1024)
def stakes_at(rules: Rules) -> Stakes:
    """The stakes of a table, from its limit and the operator's other choices."""
    options = rules.options
    money = at_table(rules)
    return Stakes(
        betting=cast(Any, money.betting),
        small=money.small,
        big=money.big,
        ante=money.ante,
        blinds=money.blinds,
        bring_in=money.bring_in,
        short_post=cast(Any, options["short_post"]),
        short_all_in=cast(Any, options["short_all_in"]),
        heads_up=cast(Any, options.get("heads_up", "button small")),
        bring_in_by=cast(Any, options.get("bring_in_by", "low card")),
        showdown=cast(Any, options["showdown"]),
        later_bets=3 if options.get("later_rounds") == "three raises" else None,
        chip=rules.chip,
        fees=_fees(rules.game.id, str(options["collection"]), str(options["limit"])),
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
