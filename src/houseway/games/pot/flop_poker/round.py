"""Hold'em and Omaha: down cards, blinds, and a board of five turned in three steps."""

from dataclasses import replace
from functools import lru_cache
from typing import ClassVar, NamedTuple

from houseway.games.pot.round import PotGame
from houseway.play.ask import Play
from houseway.play.button import Positions, next_positions, take_positions
from houseway.play.event import SatOut
from houseway.play.missed_blinds import NEWCOMER, make_up, miss, owed_by, pass_by
from houseway.play.pot import DealtIn, Pot, Stakes, begin_hand, dealt_in
from houseway.play.shoe import cut_by
from houseway.play.table import DEALER, Table
from houseway.play.value import value


@value
class Street:
    """Cards turned after a burn, then a betting round at the lower or the higher bet."""

    name: str
    cards: int
    higher: bool
    clause: str


class Steps(NamedTuple):
    """The clauses of a round, in order."""

    new_game: str
    button: str
    blinds: str
    deal: str
    first: str  # the betting before the flop
    streets: tuple[Street, Street, Street]
    kill: str = ""
    cut: str = ""  # where the cards are cut before they are dealt


def board(*, flop: str, turn: str, river: str) -> tuple[Street, Street, Street]:
    """The board of five, each step with its clause; the turn and the river are bet at the higher bet."""
    return Street("flop", 3, False, flop), Street("turn", 1, True, turn), Street("river", 1, True, river)


class FlopPoker(PotGame):
    """A member says how many down cards there are, how a hand is made, and where that is printed."""

    down: ClassVar[int]
    steps: ClassVar[Steps]

    def round(self, table: Table) -> Play[None]:
        steps = self.steps
        dealt = yield from dealt_in(table, steps.deal, may_wait=lambda who: bool(owed_by(table, who)))
        seats = self._with_the_big_blind(table, dealt)
        if len(seats) < 2:
            return
        heads_up = self.stakes(table.rules).heads_up
        positions = yield from take_positions(
            table, seats, heads_up=heads_up, new_game=steps.new_game, clause=steps.button
        )
        order = positions.order
        for who in seats:
            if who not in order:
                table.emit(SatOut(who))
        killer = self._killer(table, order)
        stakes = self.stakes(table.rules) if killer is None else half_kill(self.stakes(table.rules))
        pot = begin_hand(table, Pot(table, stakes, order))
        if stakes.ante or stakes.antes:
            pot.ante(steps.blinds)
        if table.rules.options["missed_blinds"] == "owed" and self.own_stakes is None:
            pass_by(table, positions, stakes)
        first = self._post_blinds(pot, positions, killer)
        table.shuffle(steps.deal)
        if steps.cut:
            yield from cut_by(table, DEALER, steps.cut)
        for _ in range(self.down):  # one card at a time; the button is last
            yield from table.deal_around(order, steps.deal)

        table.stage = "play"
        yield from pot.betting(first, (stakes.small,), steps.first)
        for street in steps.streets:
            if pot.live == 1:
                break
            table.burn(street.clause)
            yield from table.deal("board", street.clause, count=street.cards)
            if street.name == "flop":
                pot.take_fee()  # no flop, no fee
            if pot.most and stakes.later_bets:
                pot.most = stakes.later_bets
            limit = stakes.betting == "limit"
            yield from pot.betting(0, (stakes.big if limit and street.higher else stakes.small,), street.clause)

        table.stage = "settlement"
        high, low = self.ranked_with(table)
        yield from pot.showdown(0, high, low, self.clauses)
        if "kill" in table.rules.options:
            self._remember_winner(table, pot)

    def _with_the_big_blind(self, table: Table, dealt: DealtIn) -> list[str]:
        """Who plays, with whoever of those that wait has the big blind by it."""
        seats, before = dealt.seats, table.memory.get("button")
        for who in dealt.waiting:
            company = [one for one in table.seats if one in seats or one == who]
            if before is not None and len(company) > 1:
                heads_up = self.stakes(table.rules).heads_up
                if next_positions(table, company, heads_up=heads_up).big == who:
                    return company
        return seats

    def arrived(self, table: Table, who: str) -> None:
        """A newcomer to a game that is going on posts the big blind or waits for it (PP-25)."""
        going_on = "button" in table.memory and len(table.seats) > 2
        if going_on and table.rules.options["missed_blinds"] == "owed":
            miss(table, who, NEWCOMER)

    def _post_blinds(self, pot: Pot, positions: Positions, killer: str | None) -> int:
        """Blinds are bets; the first to act is the left of the highest one. The answer is that position."""
        stakes, players = pot.stakes, pot.players
        clause, count = self.steps.blinds, len(pot.players)
        blinds = blinds_of(stakes, positions)
        for blind, at, name in posting(blinds, stakes.blinds):
            pot.post(players[at], name, blind, clause)
        opener, highest = players[0], 0
        for one in players:
            posted = one.bet if blinds[one.at] > 0 else 0
            if posted >= highest:
                opener, highest = one, posted
        make_up(pot, positions)
        pot.level = max([one.bet for one in players])
        if stakes.short_post == "whole":
            pot.level = max(pot.level, *blinds)
        if killer is not None:
            player = next(one for one in players if one.who == killer)
            if player.bet < stakes.small:
                pot.post(player, "kill", stakes.small - player.bet, self.steps.kill)
            pot.level = stakes.small if stakes.short_post == "whole" else max(pot.level, player.bet)
        pot.full, pot.bets = pot.level, 1 if pot.level and stakes.blind_is_a_bet else 0
        return (opener.at + 1) % count

    # Kill: where the game prints it, and the operator offers it

    def _killer(self, table: Table, seats: list[str]) -> str | None:
        if table.rules.options.get("kill") != "half":
            return None
        who, legs = table.memory.get("kill", ("", 0))
        return who if legs >= 2 and who in seats else None

    def _remember_winner(self, table: Table, pot: Pot) -> None:
        """Two whole pots in a row make a kill."""
        winners = [player.who for player in pot.players if player.won]
        before, legs = table.memory.get("kill", ("", 0))
        if len(winners) == 1:
            table.memory["kill"] = [winners[0], legs + 1 if winners[0] == before else 1]
        else:
            table.memory["kill"] = ["", 0]


@lru_cache(maxsize=256)
def posting(blinds: tuple[int, ...], all_blinds: tuple[int, ...]) -> tuple[tuple[int, int, str], ...]:
    """The blinds in the order in which they are posted: how much, by which position, and what it is called."""
    names = dict(zip(sorted({abs(blind) for blind in all_blinds if blind}), ("small blind", "big blind"), strict=False))
    posted = sorted((abs(blind), at) for at, blind in enumerate(blinds) if blind)
    return tuple((blind, at, names.get(blind, "blind")) for blind, at in posted)


def blinds_of(stakes: Stakes, positions: Positions) -> tuple[int, ...]:
    """The blind of each player who is dealt in."""
    order = positions.order
    if positions.small not in order:  # nobody posts the small blind
        return tuple([stakes.blinds[1] if who == positions.big else 0 for who in order])
    blinds = stakes.blinds[: len(order)] + (0,) * (len(order) - len(stakes.blinds))
    return blinds[::-1] if len(order) == 2 and stakes.heads_up == "button small" else blinds


@lru_cache(maxsize=64)
def half_kill(stakes: Stakes) -> Stakes:
    """The limits raised by half, in whole chips (PP-28)."""
    chip = stakes.chip
    return replace(stakes, small=stakes.small * 3 // 2 // chip * chip, big=stakes.big * 3 // 2 // chip * chip)
