"""Baccarat that a player banks: two hands closer to nine, and the scoreboard. A member is a rule file: its third-card
table, its pay tables and its clauses."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from houseway.cards.card import HIDDEN, RANKS, Card, rank
from houseway.cards.special_ranks import baccarat_points
from houseway.games.community.baccarat.facts import BaccaratFacts, FaceDown
from houseway.games.community.round import SIDES, Cards, Community, Finished, settle_said
from houseway.play.ask import Ask, Choice, Play, Words, asked
from houseway.play.event import Event
from houseway.play.outcome import Outcome
from houseway.play.player_dealer import Hand
from houseway.play.sentences import Phrase, Several
from houseway.play.table import DEALER, NOBODY, Table
from houseway.play.value import value
from houseway.rules.families import facts
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

STOOD = 10  # the column of the third-card table for a player hand that took none
NATURAL = "natural"


class Baccarat(Community):
    """One hand of baccarat."""

    def shuffle(self, table: Table) -> Play[None]:
        """A new shoe where the old one is out, its first card turned over and as many burned as it says."""
        stated, options = facts(table.rules.game, BaccaratFacts), table.rules.options
        continuous = options.get("shuffling") == "continuous machine"
        if table.shoe.cards and not table.shoe.cover_reached and not continuous:
            return
        table.shuffle(stated.clauses.shuffle, decks=int(options["decks"]))
        if continuous:
            return
        table.shoe.cover = int(options["cut_card"])
        _new_shoe(scoreboard(table))
        burn = stated.burn
        if burn is not None:
            (first,) = yield from table.deal("burn", burn.clause)
            table.burn(burn.clause, count=burn.values[RANKS[rank(first)]])
            table.discard("burn", burn.clause)

    def sides_called(self) -> Mapping[str, str]:
        return book_names(self.rules)

    def counted(self, cards: Cards) -> str:
        return str(baccarat_points(cards))

    def deal(self, table: Table, bets: Sequence[Hand]) -> Play[None]:
        stated = facts(table.rules.game, BaccaratFacts)
        down = stated.face_down
        for side in (*SIDES, SIDES[0]):
            yield from table.deal(side, stated.clauses.deal)
        if down is None:
            yield from table.deal(SIDES[1], stated.clauses.deal)
        else:
            yield from table.deal(SIDES[1], down.clause, seen=NOBODY)
        table.stage = "play"
        yield from self._third_cards(table, stated.clauses.draw, down)

    def _third_cards(self, table: Table, clause: str, down: FaceDown | None) -> Play[None]:
        """Drawn unless there is a natural; a banker's card that lies face down is turned over when the player hand is
        complete, or for a natural at once."""
        game = table.rules.game
        player = tuple(table.hands["player"])
        natural = yield from self._natural(table, player, down)
        third = None
        if not natural and player_draws(game, player):
            (third,) = yield from table.deal("player", clause)
        if down is not None:
            first, hidden = table.hands["banker"][0], HIDDEN in table.hands["banker"]
            sure = is_natural(game, player) or not hidden
            yield from table.reveal(
                "banker",
                down.turned,
                possible=None if sure else lambda card: is_natural(game, (first, card)) is natural,
            )
        banker = tuple(table.hands["banker"])
        if not natural and banker_draws(game, banker, third):
            yield from table.deal("banker", clause)

    def _natural(self, table: Table, player: Cards, down: FaceDown | None) -> Play[bool]:
        """Whether either hand is a natural. Beside a physical table the dealer looks at a card that lies face down."""
        game, banker = table.rules.game, tuple(table.hands["banker"])
        if down is None or HIDDEN not in banker or is_natural(game, player):
            return is_natural(game, player) or is_natural(game, banker)
        words = Words((f"no {NATURAL}", NATURAL))
        choice: Choice = yield from asked(Ask(DEALER, NATURAL, (words,), down.looked, words.words[0]))
        return choice.word == NATURAL

    def called(self, rules: Rules, finished: Finished) -> str:
        return called(rules.game, *(finished[side] for side in SIDES))

    def settle(self, rules: Rules, finished: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
        player, banker = (finished[side] for side in SIDES)
        return settle(rules, player, banker, stakes)

    def closed(self, table: Table, finished: Finished) -> None:
        """Keep score, where the book has a scoreboard."""
        clause = facts(table.rules.game, BaccaratFacts).clauses.scoreboard
        if not clause:
            return
        board = scoreboard(table)
        score(table.rules, board["shoe"], *(finished[side] for side in SIDES))
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
    return settle_said(rules, results(player, banker), stakes, called(rules.game, player, banker))


def called(game: GameRules, player: Cards, banker: Cards) -> str:
    """The hands as the dealer calls them, by the book's names: `player 8, a natural; banker 6 in three cards`."""
    names = book_names(game)
    return f"{names['player']} {_spoken(player)}; {names['banker']} {_spoken(banker)}"


def book_names(game: GameRules) -> dict[str, str]:
    """What the book calls the two hands, which are the player's and the banker's here."""
    called = facts(game, BaccaratFacts).called
    return dict(zip(SIDES, (called.player, called.banker) if called else SIDES, strict=True))


def _spoken(hand: Cards) -> str:
    points = baccarat_points(hand)
    if len(hand) == 2:
        return f"{points}, a natural" if points >= 8 else str(points)
    return f"{points} in {_count(hand)} cards"


def _count(hand: Cards) -> str:
    return {2: "two", 3: "three"}[len(hand)]


# The scoreboard


def _tallies(counts: Iterable[tuple[str, int, str]]) -> Several:
    """Counts and shares, in a sentence."""
    told = (Phrase("tally", {"name": name, "count": count, "share": share}) for name, count, share in counts)
    return Several(tuple(told), joined=False)


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

    @property
    def now(self) -> Several:
        return _tallies(self.shoe)

    @property
    def before(self) -> Several | None:
        return _tallies(self.previous) if self.previous else None


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


GAME = Baccarat
