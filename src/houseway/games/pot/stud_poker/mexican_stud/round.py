"""Mexican Stud: five cards, each asked for face up or face down with one down at a time, and a joker of two kinds."""

from collections.abc import Mapping, Sequence
from functools import cache

from houseway.cards.card import HIDDEN, JOKER, Card
from houseway.cards.special_ranks import joker_name, joker_rank, wild_rank
from houseway.games.pot.making import Making
from houseway.games.pot.round import PotGame
from houseway.games.pot.stud_poker.round import showing
from houseway.play.ask import Amount, Ask, Choice, Play, Words
from houseway.play.button import move_button
from houseway.play.game import Answer, Procedure
from houseway.play.places import is_seat
from houseway.play.pot import Player, Pot, PotClauses, Ranked, Stakes, begin_hand, dealt_in, hand_at
from houseway.play.table import Table
from houseway.rules.models import Irregularity
from houseway.rules.money import dollars

_name = cache(joker_name)


class Mexican(Pot):
    """A hand in which a player has one card down and chooses which: the places in the hand that were dealt down."""

    def __init__(self, table: Table, stakes: Stakes, seats: Sequence[str]) -> None:
        super().__init__(table, stakes, seats)
        self.dealt_down: dict[str, list[int]] = {player.who: [] for player in self.players}
        self.lies_down: dict[str, int] = {}

    def deal(self, who: str, clause: str, *, down: bool) -> Play[None]:
        """A card up or down; before one goes down, what lies down is turned up."""
        if down and who in self.lies_down:
            yield from self.table.reveal(who, clause)
        yield from self.table.deal(who, clause, seen=(who,) if down else None)
        if down:
            self.lies_down[who] = len(self.table.hands[who]) - 1
            self.dealt_down[who].append(self.lies_down[who])

    def up(self, player: Player) -> list[Card]:
        down = self.lies_down[player.who]
        return [card for at, card in enumerate(self.table.hands[player.who]) if at != down]

    def highest_showing(self) -> int:
        live = [player for player in self.players if player.live]
        return max(live, key=lambda one: (showing(self.up(one)), -one.at)).at


def _already_stopped(game: object, table: Table, who: str) -> str:
    pot = hand_at(table)
    if pot.stopped:
        return "there is no betting action in this round already"
    return "" if pot.contested or pot.bets else "nobody can bet in this round"


def _stop_betting(game: object, table: Table, called: Irregularity, who: str) -> Play[Answer]:
    """A card exposed by the dealer or dealt off the table: no betting action in this round (Dealer Errors 1, 2)."""
    pot = hand_at(table)
    pot.stop_betting(called.clause)
    yield from ()
    return (pot.asked, Choice("no betting action")) if pot.asked else None


class MexicanStud(PotGame):
    id = "mexican-stud"
    procedures = {"no betting": Procedure(_stop_betting, _already_stopped)}
    making = Making(own=5, first_down=1)
    clauses = PotClauses(
        showdown="PP-7",
        award="Game Specific Rules 10",
        odd="PP-6",
        alone="Game Specific Rules 7",
        fold="Game Specific Rules 7",
    )

    def round(self, table: Table) -> Play[None]:
        stakes = self.stakes(table.rules)
        seats, _ = yield from dealt_in(table, "Game Specific Rules 4")
        if len(seats) < 2:
            return
        order = yield from move_button(table, seats, new_game="PP-21", clause="Game Specific Rules 3")
        pot = begin_hand(table, Mexican(table, stakes, order))
        pot.ante("Game Specific Rules 2")
        pot.take_fee()
        table.shuffle("Game Specific Rules 1")
        for who in order:  # left of the button first
            yield from pot.deal(who, "Game Specific Rules 4", down=True)
        for who in order:
            yield from pot.deal(who, "Game Specific Rules 4", down=False)

        table.stage = "play"
        yield from self._bring_in(pot)
        first = 0
        for _ in range(3):  # the third, fourth and fifth card (Game Specific Rules 9)
            if pot.live == 1:
                break
            for player in pot.players:
                if player.live:
                    _, choice = yield (_card_ask(player.who),)
                    yield from pot.deal(player.who, "Game Specific Rules 8", down=choice.word == "down")
            first = pot.highest_showing()
            yield from pot.betting(first, (stakes.small,), "Game Specific Rules 11")

        table.stage = "settlement"
        high, low = self.ranked_with(table)
        yield from pot.showdown(first, high, low, self.clauses)

    def _bring_in(self, pot: Mexican) -> Play[None]:
        """The low card bets at least the table minimum; then everybody after it acts."""
        stakes, players, ledger = pot.stakes, pot.players, pot.table.ledger
        clause = "Game Specific Rules 7"
        low = min(players, key=lambda one: pot.table.hands[one.who][1])
        opener = next((one for one in players[low.at :] + players[: low.at] if ledger[one.who]), None)
        if opener is None or not pot.contested or pot.closed:
            pot.gather(clause)
            return
        stack = ledger[opener.who]
        least, most = min(stakes.small, stack), min(stakes.big, stack)
        form = Amount("bring in", least, most, stakes.chip, clause)
        pot.asked = opener.who
        _, choice = yield (Ask(opener.who, "bring in", (form,), clause, f"bring in {dollars(least)}"),)
        if pot.stopped:
            pot.gather(clause)
            return
        pot.post(opener, "bring-in", choice.amount, clause)
        pot.level = max(opener.bet, stakes.small) if stakes.short_post == "whole" else opener.bet
        pot.full, pot.bets = pot.level, 1
        pot.aggressor = opener
        opener.faced = pot.level
        line = players[opener.at + 1 :] + players[: opener.at]
        yield from pot.act(line, (max(pot.level, stakes.small),), "Game Specific Rules 11")
        pot.gather(clause)

    def hands_named(self, places: Mapping[str, tuple[Card, ...]]) -> dict[str, str]:
        """A joker is worth what it is worth by how it was dealt, so hands without one are named."""
        return {place: _name(best(cards, wild=False)) for place, cards in _whole(places).items() if JOKER not in cards}

    def hands_dealt(self, places: Mapping[str, tuple[Card, ...]], down: Mapping[str, Sequence[bool]]) -> dict[str, str]:
        named = self.hands_named(places)
        for place, cards in _whole(places).items():
            if JOKER in cards and len(down.get(place, ())) == len(cards):
                named[place] = _name(best(cards, wild=down[place][cards.index(JOKER)]))
        return named

    def played(self, own: tuple[Card, ...], common: tuple[Card, ...], part: str) -> tuple[Card, ...]:
        return own

    def ranked_with(self, table: Table) -> tuple[Ranked, Ranked | None]:
        pot = hand_at(table)
        assert isinstance(pot, Mexican)

        def rank(cards: tuple[Card, ...]) -> int:
            if JOKER not in cards:
                return best(cards, wild=False)
            who = next(who for who, held in table.hands.items() if JOKER in held)
            return best(cards, wild=cards.index(JOKER) in pot.dealt_down[who])

        return Ranked(rank, _name), None


def _whole(places: Mapping[str, tuple[Card, ...]]) -> dict[str, tuple[Card, ...]]:
    """Hands of five cards that somebody sees."""
    return {
        place: cards for place, cards in places.items() if is_seat(place) and len(cards) == 5 and HIDDEN not in cards
    }


@cache
def _card_ask(who: str) -> Ask:
    return Ask(who, "card", (Words(("up", "down")),), "Game Specific Rules 8", "up")


def best(cards: Sequence[Card], *, wild: bool) -> int:
    """The rank of five cards: a joker dealt face down is any card, one dealt face up an ace or what completes a
    straight or a flush. The two share one order."""
    return wild_rank(cards) if wild else joker_rank(cards)


GAME = MexicanStud
