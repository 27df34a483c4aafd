"""Baccarat that a player banks: two hands closer to nine, and the scoreboard. A member of the family is a rule file:
its third-card table, its pay tables and its clauses."""

from collections.abc import Mapping, Sequence
from typing import Any

from houseway.cards.card import RANKS, Card, rank
from houseway.cards.special_ranks import baccarat_points
from houseway.cards.value import value
from houseway.play.ask import Play
from houseway.play.bank import Bank
from houseway.play.event import Announced, Event
from houseway.play.game import Game
from houseway.play.outcome import Outcome, paid_by
from houseway.play.player_dealer import PlayerDealer, close_round, in_action, open_round
from houseway.play.table import DEALER, Table
from houseway.rules.families import facts
from houseway.rules.families.baccarat import BaccaratFacts
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

Cards = tuple[Card, ...]
SIDES = ("player", "banker")
STOOD = 10  # the column of the third-card table for a player hand that took none


class Baccarat(Game):
    """One hand of baccarat, as the family deals it."""

    def bank(self) -> Bank:
        return PlayerDealer()

    def round(self, table: Table) -> Play[None]:
        clauses = facts(table.rules.game, BaccaratFacts).clauses
        hands = yield from open_round(table, clauses.close)
        if not hands:
            return
        yield from self._shoe(table, clauses.shuffle)

        for _ in range(2):
            for side in SIDES:
                yield from table.deal(side, clauses.deal)
        table.stage = "play"
        yield from self._third_cards(table, clauses.draw)

        table.stage = "settlement"
        player, banker = (tuple(table.hands[side]) for side in SIDES)
        table.emit(Announced(DEALER, called(player, banker), clauses.announce))
        outcomes = {
            who: settle(table.rules, player, banker, table.staked(who)) for hand in hands for who in hand.bettors
        }
        close_round(table, in_action(table, hands), outcomes, clauses.discard)
        self._keep_score(table, player, banker, clauses.scoreboard)

    def _shoe(self, table: Table, clause: str) -> Play[None]:
        """A new shoe where the old one is out, its first card turned over and as many burned as it says."""
        options = table.rules.options
        continuous = options.get("shuffling") == "continuous machine"
        if table.shoe.cards and not table.shoe.cover_reached and not continuous:
            return
        table.shuffle(clause, decks=int(options["decks"]))
        if continuous:
            return
        table.shoe.cover = int(options["cut_card"])
        _new_shoe(scoreboard(table))
        burn = facts(table.rules.game, BaccaratFacts).burn
        if burn is not None:
            (first,) = yield from table.deal("burn", burn.clause)
            table.burn(burn.clause, count=burn.values[RANKS[rank(first)]])
            table.discard("burn", burn.clause)

    def _third_cards(self, table: Table, clause: str) -> Play[None]:
        game = table.rules.game
        player, banker = (tuple(table.hands[side]) for side in SIDES)
        if is_natural(game, player) or is_natural(game, banker):
            return
        third = None
        if player_draws(game, player):
            (third,) = yield from table.deal("player", clause)
        if banker_draws(game, banker, third):
            yield from table.deal("banker", clause)

    def _keep_score(self, table: Table, player: Cards, banker: Cards, clause: str) -> None:
        board = scoreboard(table)
        score(table.rules, board["shoe"], player, banker)
        shoe, previous = _figures(board["shoe"]), _figures(board["previous"])
        table.emit(ScoreboardShown(board["shoe"]["hands"], shoe, board["previous"].get("hands", 0), previous, clause))


# Drawing


def is_natural(game: GameRules, hand: Cards) -> bool:
    return len(hand) == 2 and baccarat_points(hand) in facts(game, BaccaratFacts).naturals.points


def player_draws(game: GameRules, hand: Cards) -> bool:
    """Two cards that are no natural: hit or stand by their points."""
    (draws,) = facts(game, BaccaratFacts).third_card.player[baccarat_points(hand)]
    return draws


def banker_draws(game: GameRules, hand: Cards, third: Card | None) -> bool:
    """Two cards that are no natural: hit or stand by their points and the player hand's third card."""
    row = facts(game, BaccaratFacts).third_card.banker[baccarat_points(hand)]
    return row[STOOD if third is None else baccarat_points((third,))]


# Settlement


def results(player: Cards, banker: Cards) -> tuple[str, ...]:
    """What can be said of two finished hands, as pay tables name it: `banker-wins`, `banker-wins-with-6`,
    `banker-wins-with-three-card-7`, `tie`."""
    points = {"player": baccarat_points(player), "banker": baccarat_points(banker)}
    if points["player"] == points["banker"]:
        return ("tie",)
    side, hand = ("player", player) if points["player"] > points["banker"] else ("banker", banker)
    wins = f"{side}-wins"
    return (wins, f"{wins}-with-{points[side]}", f"{wins}-with-{_count(hand)}-card-{points[side]}")


def settle(rules: Rules, player: Cards, banker: Cards, stakes: Mapping[str, int]) -> list[Outcome]:
    """Each wager by the first line of its pay table that describes the hands."""
    said, hand = results(player, banker), called(player, banker)
    return [_settle(rules, wager, stake, said, hand) for wager, stake in stakes.items()]


def _settle(rules: Rules, wager: str, stake: int, said: Sequence[str], hand: str) -> Outcome:
    table = rules.pay_tables[wager]
    line = next((line for line in table.lines if line.hand in said), None)
    return paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, hand=hand)


def called(player: Cards, banker: Cards) -> str:
    """The hands as the dealer calls them: `player 8, a natural; banker 6 in three cards`."""
    return f"player {_spoken(player)}; banker {_spoken(banker)}"


def _spoken(hand: Cards) -> str:
    points = baccarat_points(hand)
    if len(hand) == 2:
        return f"{points}, a natural" if points >= 8 else str(points)
    return f"{points} in {_count(hand)} cards"


def _count(hand: Cards) -> str:
    return {2: "two", 3: "three"}[len(hand)]


# The scoreboard


@value
class ScoreboardShown(Event):
    """Counts and shares of this shoe and of the one before: each a name, a count and a percentage."""

    hands: int
    shoe: tuple[tuple[str, int, str], ...]
    previous_hands: int
    previous: tuple[tuple[str, int, str], ...]
    clause: str

    def data(self) -> dict[str, Any]:
        return {**Event.data(self), "shoe": [*map(list, self.shoe)], "previous": [*map(list, self.previous)]}

    def words(self) -> str:
        now = ", ".join(f"{name} {count} ({share})" for name, count, share in self.shoe)
        before = ", ".join(f"{name} {count} ({share})" for name, count, share in self.previous)
        last = f" The shoe before, {self.previous_hands} hands: {before}." if before else ""
        return f"Scoreboard, {self.hands} hand{'s' * (self.hands != 1)} in this shoe: {now}.{last}"


def scoreboard(table: Table) -> dict[str, dict[str, Any]]:
    """What is counted of this shoe and was counted of the one before, kept from round to round."""
    board: dict[str, dict[str, Any]] = table.memory.setdefault("scoreboard", {"shoe": {}, "previous": {}})
    if not board["shoe"]:
        bonus = [name for name, wager in table.rules.wagers.items() if wager.bonus]
        board["shoe"] = {"hands": 0, "counts": dict.fromkeys((*SIDES, *bonus, "naturals"), 0), "results": ""}
    return board


def _new_shoe(board: dict[str, dict[str, Any]]) -> None:
    if board["shoe"]["hands"]:
        board["previous"] = board["shoe"]
        board["shoe"] = {
            "hands": 0,
            "counts": dict.fromkeys(board["previous"]["counts"], 0),
            "results": "",
        }


def score(rules: Rules, shoe: dict[str, Any], player: Cards, banker: Cards) -> None:
    """Count a hand: who won, which bonus bets won, and whether there was a natural."""
    said = results(player, banker)
    counts = shoe["counts"]
    for name in counts:
        if name in SIDES:
            counts[name] += f"{name}-wins" in said
        elif name == "naturals":
            counts[name] += is_natural(rules.game, player) or is_natural(rules.game, banker)
        else:
            counts[name] += any(line.hand in said and line.pays is not None for line in rules.pay_tables[name].lines)
    shoe["hands"] += 1
    shoe["results"] += {"player-wins": "P", "banker-wins": "B"}.get(said[0], "T")


def _figures(shoe: Mapping[str, Any]) -> tuple[tuple[str, int, str], ...]:
    """Each count with its share of the hands, in tenths of a percent."""
    hands = shoe.get("hands", 0)
    if not hands:
        return ()
    return tuple(
        (name, count, f"{tenths // 10}.{tenths % 10}%")
        for name, count in shoe["counts"].items()
        for tenths in ((2000 * count + hands) // (2 * hands),)
    )
