"""7 Card Stud: two down, four up and one down, a forced bet, and the highest hand showing begins."""

from functools import cache
from typing import ClassVar, NamedTuple

from houseway.cards.card import HIDDEN, Card
from houseway.games.pot.round import PotGame
from houseway.play.ask import Ask, Choice, Play
from houseway.play.event import Burned, Event
from houseway.play.pot import Moves, Player, Pot, Seventh, begin_hand, counts_as_raise, dealt_in
from houseway.play.table import DEALER, Table
from houseway.play.value import value
from houseway.rules.money import dollars


class Steps(NamedTuple):
    """The clauses of a round, in order."""

    ante: str
    deal: str
    bring_in: str
    bet: str  # the smaller and the larger bet
    raises: str
    open_pair: str
    last_card: str
    short: str  # when the cards run out


class StudPoker(PotGame):
    """A member says where its steps are printed and how a hand is judged."""

    steps: ClassVar[Steps]

    def round(self, table: Table) -> Play[None]:
        steps, stakes = self.steps, self.stakes(table.rules)
        seats, _ = yield from dealt_in(table, steps.deal)
        if len(seats) < 2:
            return
        pot = begin_hand(table, Pot(table, stakes, seats))  # clockwise from seat one: there is no button
        pot.ante(steps.ante)
        pot.take_fee()
        table.shuffle(steps.deal)
        stub = table.shoe.left - 3 * len(seats)  # cards that a scenario gives are counted too
        for _ in range(2):
            yield from table.deal_around(seats, steps.deal)
        yield from table.deal_around(seats, steps.deal, face_up=True)

        table.stage = "play"
        opener = bring_in_player(table, pot, 2, high=stakes.bring_in_by == "high card")
        yield from self._bring_in(pot, opener)
        first = 0
        for card in (4, 5, 6, 7):
            if pot.live == 1:
                break
            live = [player.who for player in pot.players if player.live]
            if card < 7:
                table.burn(steps.deal)
                yield from table.deal_around(live, steps.deal, face_up=True)
                stub -= 1 + len(live)
            else:
                yield from self._last_card(table, live, stub, stakes.seventh)
            first = highest_showing(table, pot, 2, 6)
            pair = card == 4 and any(shows_pair(table, player) for player in pot.players if player.live)
            sizes = (stakes.small, stakes.big) if pair else (stakes.small if card == 4 else stakes.big,)
            yield from pot.betting(first, sizes, steps.open_pair if pair else steps.bet)

        table.stage = "settlement"
        high, low = self.ranked_with(table)
        yield from pot.showdown(first, high, low, self.clauses)

    def _bring_in(self, pot: Pot, opener: Player | None) -> Play[None]:
        """The forced bet, or its completion at once; then everybody after it acts."""
        stakes, players = pot.stakes, pot.players
        sizes, clause = (stakes.small,), self.steps.bring_in
        if opener is None or not pot.contested:  # everybody else is all-in on the ante
            return
        stack = pot.table.ledger[opener.who]
        small = stakes.bring_in < stakes.small  # the next bet completes it
        if small and stack > stakes.bring_in:
            ask = _bring_in_ask(opener.who, stakes.bring_in, min(stakes.small, stack), clause)
            _, choice = yield (ask,)
            completes = choice.word != "bring in"
        else:
            completes = False
        if completes:
            pot.post(opener, "complete", choice.amount, clause)
            pot.aggressor = opener
            pot.level = opener.bet
        else:
            pot.post(opener, "bring-in", stakes.bring_in, clause)
            pot.level = stakes.bring_in if stakes.short_post == "whole" else opener.bet
        if not small or (completes and counts_as_raise(pot.level, stakes.small, stakes.short_all_in)):
            pot.full, pot.bets = pot.level, 1
        opener.faced = pot.level
        at = opener.at + 1
        yield from pot.act([one for one in players[at:] + players[: at - 1] if one.live], sizes, self.steps.raises)
        pot.gather(clause)

    def _last_card(self, table: Table, live: list[str], stub: int, how: Seventh) -> Play[None]:
        """The seventh card, down. Where the stub runs short, its last card and the burn cards are dealt from again."""
        steps = self.steps
        if how == "down" or (how == "by count" and stub > len(live)):
            table.burn(steps.last_card)
            yield from table.deal_around(live, steps.last_card)
            return
        fresh = max(0, stub - 2)  # after a burn, all but the last
        mixed = 5 if stub > 1 else 4  # the last card and the burn cards; a stub of one card is not burned from
        without = live[fresh:]
        if how == "community" or len(without) > mixed:  # one card for everybody
            if stub < 2:
                yield from self._scramble(table)
            table.burn(steps.short)
            yield from table.deal("community", steps.short)
            return
        if stub > 1:
            table.burn(steps.last_card)
            yield from table.deal_around(live[:fresh], steps.last_card)
        yield from self._scramble(table)
        if len(without) < mixed:
            table.burn(steps.short)
        yield from table.deal_around(without, steps.short)

    def _scramble(self, table: Table) -> Play[None]:
        """The last card and the burn cards are mixed, cut and dealt from again."""
        shoe = table.shoe
        burned = [card for event in table.events if isinstance(event, Burned) for card in event.cards]
        count = shoe.left + len(burned)
        table.emit(Scrambled(count, self.steps.short))
        if HIDDEN in burned:  # the dealer's hands do it
            shoe.unseen -= len(burned)
        else:
            self._mix(table, burned)
        if count > 1:
            yield from table.cut(DEALER, self.steps.short, top=1, bottom=1, stack=count)

    def _mix(self, table: Table, burned: list[Card]) -> None:
        shoe = table.shoe
        mixed = [*shoe.cards, *burned]
        for last in range(len(mixed) - 1, 0, -1):
            other = table.source.number(f"scramble {last}", last + 1) or 0
            mixed[last], mixed[other] = mixed[other], mixed[last]
        shoe.cards[:] = mixed


@value
class Scrambled(Event):
    """The last card and the burn cards, mixed to be dealt from once more."""

    count: int
    clause: str


@cache
def _bring_in_ask(who: str, amount: int, complete: int, clause: str) -> Ask:
    words = {"bring in": Choice("bring in", amount), f"complete to {dollars(complete)}": Choice("complete", complete)}
    return Ask(who, "bring in", (Moves(words, {"complete": Choice("complete", complete)}),), clause, "bring in")


# Who begins


def bring_in_player(table: Table, pot: Pot, up: int, *, high: bool) -> Player | None:
    """Who shows the lowest card by suit, or the highest; the next one to the left who has chips, where that one is
    all-in."""
    hands, ledger = table.hands, table.ledger
    pick = max if high else min
    shown = pick(pot.players, key=lambda one: hands[one.who][up])
    line = pot.players[shown.at :] + pot.players[: shown.at]
    return next((one for one in line if ledger[one.who]), None)


def highest_showing(table: Table, pot: Pot, start: int, stop: int) -> int:
    """The position of the highest hand showing; of the first one where they are equal."""
    hands = table.hands
    best, found = -1, 0
    for player in pot.players:
        if player.live:
            worth = showing(hands[player.who][start:stop])
            if worth > best:
                best, found = worth, player.at
    return found


_COUNTS = (*(1 << 3 * (card >> 2) for card in range(52)), 1 << 3 * 12)  # the last is the joker, which shows as an ace
_count = _COUNTS.__getitem__


def showing(cards: list[Card]) -> int:
    """What up to five cards are worth to begin the betting: pairs, sets and high cards, no straights or flushes."""
    return _worth(sum(map(_count, cards)))


@cache
def _worth(counts: int) -> int:
    held = sorted(((counts >> 3 * rank & 7, rank) for rank in range(13) if counts >> 3 * rank & 7), reverse=True)
    pattern = [count for count, _ in held] + [0] * (5 - len(held))
    worth = 0
    for part in pattern + [rank for _, rank in held] + [0] * (5 - len(held)):
        worth = worth << 4 | part
    return worth


def shows_pair(table: Table, player: Player) -> bool:
    """The two up cards of a player on the fourth card are a pair."""
    one, other = table.hands[player.who][2:4]
    return one >> 2 == other >> 2
