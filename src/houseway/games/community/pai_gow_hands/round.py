"""Two hands of pai gow that belong to nobody: the dealer sets both by the house way, and lines bet on both."""

from collections.abc import Mapping, Sequence

from houseway.cards.card import HIDDEN
from houseway.games.community.pai_gow_hands.facts import PaiGowHandsFacts
from houseway.games.community.round import SIDES, Cards, Community, Finished, settle_said
from houseway.games.pai_gow.settlement import BACK, FRONT, SetHand, set_house_way
from houseway.play.ask import Play
from houseway.play.event import Announced
from houseway.play.outcome import Outcome
from houseway.play.piles import choose_pile, count_piles
from houseway.play.places import part_at, part_of
from houseway.play.player_dealer import Hand, banking, throw_dice
from houseway.play.table import NOBODY, Table
from houseway.rules.families import facts
from houseway.rules.house_way import house_way
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

THREES = 1  # the rank of a pair in front that is paid more, and every higher one's


class PaiGowHands(Community):
    """One round, the player's hand before the banker's."""

    places = tuple(part_at(side, part) for side in SIDES for part in (FRONT, BACK))

    def deal(self, table: Table, bets: Sequence[Hand]) -> Play[None]:
        stated = facts(table.rules.game, PaiGowHandsFacts)
        clauses, piles = stated.clauses, stated.piles
        by_hand = table.rules.options["shuffling"] == "hand"
        if by_hand:
            yield from self._piles(table, stated)
        for side, clause in zip(SIDES, (piles.dice, piles.banker) if by_hand else (clauses.deal,) * 2, strict=True):
            yield from table.deal(side, clause, count=piles.cards, seen=NOBODY)
        table.stage = "play"
        for side in SIDES:
            cards = yield from table.reveal(side, clauses.set)
            hand = set_house_way(table.rules.game, cards)
            table.place(side, part_at(side, FRONT), hand.front, clauses.set)
            table.place(side, part_at(side, BACK), hand.back, clauses.set)
            table.emit(Announced(side, str(hand), clauses.set))

    def _piles(self, table: Table, stated: PaiGowHandsFacts) -> Play[None]:
        """Seven piles; the dice count from the one that the player-dealer chooses to the player's."""
        piles, bank = stated.piles, banking(table).who
        yield from choose_pile(
            table,
            bank,
            piles=piles.count,
            cards=piles.cards,
            dealt=piles.clause,
            clause=piles.choose,
            button=piles.choose,
            back_and_forth=piles.back_and_forth,
            leftovers=piles.clause,
        )
        dice = yield from throw_dice(table, bank, piles.dice)
        count_piles(table, sum(dice), piles=piles.count, cards=piles.cards)

    def hands_named(self, places: Mapping[str, Cards]) -> dict[str, str]:
        """The two hands of each side, once they are set."""
        hands, named = house_way(self.rules).hands, {}
        for place in self.places:
            cards = places.get(place, ())
            if cards and HIDDEN not in cards:
                front = part_of(place) == FRONT
                named[place] = (
                    hands.front_name(hands.front_rank(cards)) if front else hands.back_name(hands.back_rank(cards))
                )
        return named

    def called(self, rules: Rules, finished: Finished) -> str:
        player, banker = hands_of(rules.game, finished)
        return called(player, banker)

    def settle(self, rules: Rules, finished: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
        player, banker = hands_of(rules.game, finished)
        return settle_said(rules, results(player, banker), stakes, called(player, banker))


def hands_of(game: GameRules, finished: Finished) -> tuple[SetHand, SetHand]:
    ranking = house_way(game).hands
    player, banker = (SetHand(finished[part_at(side, FRONT)], finished[part_at(side, BACK)], ranking) for side in SIDES)
    return player, banker


def settle(rules: Rules, player: Cards, banker: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """Seven cards each, set by the house way: each wager by the first line of its pay table that describes them."""
    hands = [set_house_way(rules.game, cards) for cards in (player, banker)]
    return settle_said(rules, results(*hands), stakes, called(*hands))


def results(player: SetHand, banker: SetHand) -> tuple[str, ...]:
    """What can be said of two hands that are set, as pay tables name it, the rarest of each kind first."""
    return compared(
        front=_order(player.front_rank, banker.front_rank),
        back=_order(player.back_rank, banker.back_rank),
        threes=(_has_threes(player), _has_threes(banker)),
    )


def compared(*, front: int, back: int, threes: tuple[bool, bool]) -> tuple[str, ...]:
    """The same from how the fronts and the backs compare (1: the player's is higher, 0: a copy) and from who has a pair
    of threes or higher in front. A copy beside a won hand wins nothing (PG-2)."""
    if not front and not back:
        return ("seven-card-tie", "five-card-tie", "two-card-tie")
    if front == -back:
        return ("push-with-threes", "push") if any(threes) else ("push",)
    winner = 0 if front + back > 0 else 1
    wins = f"{SIDES[winner]}-wins"
    if front and back:
        return (f"{wins}-with-threes", wins) if threes[winner] else (wins,)
    return (f"{wins}-beside-a-copy", "five-card-tie" if front else "two-card-tie")


def _order(player: int, banker: int) -> int:
    return (player > banker) - (player < banker)


def _has_threes(hand: SetHand) -> bool:
    """Whether there is a pair of threes or higher in front."""
    pair, high = hand.front_rank >> 8, hand.front_rank >> 4 & 15
    return bool(pair) and high >= THREES


def called(player: SetHand, banker: SetHand) -> str:
    return f"player {player}; banker {banker}"


GAME = PaiGowHands
