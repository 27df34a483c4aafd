"""War that a player banks: one card for each of two hands, and again as long as they are equal."""

from collections import Counter
from collections.abc import Mapping, Sequence

from houseway.cards.card import RANK_WORDS, RANKS, rank, without
from houseway.games.community.round import SIDES, Cards, Community, Finished, settle_said
from houseway.games.community.war.facts import WARS, WarFacts
from houseway.play.ask import Play
from houseway.play.event import Announced
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import Hand
from houseway.play.table import DEALER, Table
from houseway.rules.families import facts
from houseway.rules.resolved import Rules


class War(Community):
    """One round of war."""

    def deal(self, table: Table, bets: Sequence[Hand]) -> Play[None]:
        clauses = facts(table.rules.game, WarFacts).clauses
        for side in reversed(SIDES):  # first to the dealer's right, where the banker's hand lies
            yield from table.deal(side, clauses.deal)
        table.stage = "play"
        while is_tie(*(table.hands[side] for side in SIDES)):
            table.emit(Announced(DEALER, "the hands are equal and go to war", clauses.war))
            if table.shoe.left < len(SIDES):
                _shuffle_again(table, clauses.reshuffle)
            for side in SIDES:
                yield from table.deal(side, clauses.war)

    def called(self, rules: Rules, finished: Finished) -> str:
        return called(*(finished[side] for side in SIDES))

    def settle(self, rules: Rules, finished: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
        player, banker = (finished[side] for side in SIDES)
        return settle(rules, player, banker, stakes)


def _shuffle_again(table: Table, clause: str) -> None:
    """The cards have run out: those that are not on the table are shuffled again and, where all are, those of every war
    but the last (UW-2, UW-4)."""
    left = sorted((Counter(table.pack) - Counter(card for side in SIDES for card in table.hands[side])).elements())
    if len(left) < len(SIDES):
        left = list(without(table.pack, [table.hands[side][-1] for side in SIDES]))
    table.shuffle(clause, decks=int(table.rules.options["decks"]), cards=left)


def is_tie(player: Sequence[int], banker: Sequence[int]) -> bool:
    return rank(player[-1]) == rank(banker[-1])


def results(player: Cards, banker: Cards) -> tuple[str, ...]:
    """What can be said of two finished hands, as pay tables name it: `player-wins`, `player-wins-with-5`,
    `player-wins-with-5-after-war`, `first-war`. The last cards decide."""
    side, card = max(zip(SIDES, (player[-1], banker[-1]), strict=True), key=lambda one: rank(one[1]))
    wars = len(player) - 1
    wins = f"{side}-wins"
    winning = f"{wins}-with-{RANKS[rank(card)]}"
    said = (wins, winning, f"{winning}-{'after' if wars else 'before'}-war")
    return (*said, WARS[min(wars, len(WARS)) - 1]) if wars else said


def settle(rules: Rules, player: Cards, banker: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """Each wager by the first line of its pay table that describes the hands."""
    return settle_said(rules, results(player, banker), stakes, called(player, banker))


def called(player: Cards, banker: Cards) -> str:
    """The hands as the dealer calls them: `player five, banker three, after the first war`."""
    wars = len(player) - 1
    which = f"the {WARS[wars - 1].replace('-', ' ')}" if wars <= len(WARS) else f"{wars} wars"
    after = f", after {which}" if wars else ""
    return f"player {RANK_WORDS[rank(player[-1])]}, banker {RANK_WORDS[rank(banker[-1])]}{after}"


GAME = War
