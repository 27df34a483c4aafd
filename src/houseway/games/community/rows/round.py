"""Three rows that belong to nobody: two cards each for the wagers on rows, then three more for those on five cards."""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.cards import ranks, two_cards
from houseway.cards.two_cards import TwoCards
from houseway.games.community.round import Cards, Community, Finished, settle_one
from houseway.games.community.rows.facts import RowsFacts
from houseway.play.ask import Form, Play, Wagers
from houseway.play.event import Announced
from houseway.play.outcome import Outcome, paid_by
from houseway.play.player_dealer import Hand, in_action, position, settle_in_action
from houseway.play.table import DEALER, Table
from houseway.play.wagers import spots_for, take_wagers
from houseway.rules.cite import cited_once
from houseway.rules.families import facts
from houseway.rules.models import GameRules, PayLine, hand_key
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

ROWS = ("a", "b", "c")
FIRST, WHOLE = 2, 5  # cards of a row before the peek, and at the end
PEEK, NO_BET = "peek", "no bet"
TEN = 8  # the rank that a best hand without more must have, to qualify


def place(row: str) -> str:
    return f"row {row}"


class Rows(Community):
    """One round: the wagers on two cards are settled before anybody peeks."""

    places = tuple(map(place, ROWS))

    def deal(self, table: Table, bets: Sequence[Hand]) -> Play[None]:
        clauses = facts(table.rules.game, RowsFacts).clauses
        yield from self._rows(table, FIRST, clauses.deal)
        table.stage = "play"
        dealt = self.finished(table)
        table.emit(Announced(DEALER, called_first(dealt), clauses.first))
        first, _ = position(table).settle
        outcomes = {
            who: [one for one in settled if one.wager in first]
            for who, settled in self.outcomes(table, bets, dealt).items()
        }
        settle_in_action(table, in_action(table, bets), outcomes)
        yield from take_wagers(table, [who for hand in bets for who in hand.bettors], peek_form, at=PEEK, none=NO_BET)
        table.emit(Announced(DEALER, "no more bets", clauses.peek))
        yield from self._rows(table, WHOLE - FIRST, clauses.rest)

    def _rows(self, table: Table, sets: int, clause: str) -> Play[None]:
        """So many sets of three cards, one for each row."""
        for _ in range(sets):
            for row in self.places:
                yield from table.deal(row, clause)

    def counted(self, cards: Cards) -> str:
        """A row of five by its poker hand, one of two by what the first wagers look at."""
        made = {FIRST: lambda: two_cards.name(two_cards.rank(cards)), WHOLE: lambda: ranks.name(ranks.rank(cards))}
        return made[len(cards)]() if len(cards) in made else ""

    def called(self, rules: Rules, finished: Finished) -> str:
        return "; ".join(f"{where} {ranks.name(ranks.rank(cards))}" for where, cards in finished.items())

    def settle(self, rules: Rules, finished: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
        return settle(rules, [finished[row] for row in self.places], stakes)


def peek_form(table: Table, who: str) -> Form:
    """A wager on one of the rows, or none."""
    return Wagers(spots_for(table.rules, PEEK), table.stack(who), table.rules.chip)


# What can be said of rows


def best_rows(rows: Sequence[Cards]) -> str:
    """The rows whose first two cards are the best hand, `ac` where two tie; none where that is below ten-high."""
    values = [two_cards.rank(cards[:FIRST]) for cards in rows]
    best = max(values)
    return "".join(row for row, value in zip(ROWS, values, strict=True) if value == best) if qualifies(best) else ""


def qualifies(rank: int) -> bool:
    """Ten-high or better, so also any pair, straight or flush (TP-1)."""
    return two_cards.category(rank) > TwoCards.HIGH_CARD or rank >> 4 & 15 >= TEN


def said_of_picks(best: str, picked: str) -> tuple[str, ...]:
    """`best` where every best row is among those picked, `tied` where only some are (TP-2, TP-5)."""
    held = set(best) & set(picked)
    return () if not held else ("best",) if held == set(best) else ("tied",)


def said_of_two(cards: Cards) -> tuple[str, ...]:
    kind = two_cards.category(two_cards.rank(cards[:FIRST]))
    return (f"two-card-{kind.name.lower().replace('_', '-')}",)


def said_of_five(cards: Cards) -> tuple[str, ...]:
    """The kind of hand, and whether the row began with a pair."""
    kind = hand_key(ranks.category(ranks.rank(cards)))
    paired = cards[0] >> 2 == cards[1] >> 2
    return (f"{kind}-from-{'a-pair' if paired else 'no-pair'}", kind)


# Settlement


def settle(rules: Rules, rows: Sequence[Cards], stakes: Mapping[str, int]) -> list[Outcome]:
    """Each wager by what is said of its rows. Before the last cards are dealt, only those on two cards can be."""
    stated = facts(rules.game, RowsFacts)
    best = best_rows(rows)
    outcomes = []
    for wager, stake in stakes.items():
        if wager in stated.picks:
            said = said_of_picks(best, stated.picks[wager])
            outcomes.append(settle_one(rules, wager, stake, said, called_best(rows, best)))
        else:
            each = [rows[ROWS.index(row)] for row in stated.each[wager]]
            outcomes.append(settle_each(rules, wager, stake, each))
    return outcomes


def settle_each(rules: Rules, wager: str, stake: int, rows: Sequence[Cards]) -> Outcome:
    """One stake that every row can win: what each of them pays, together."""
    table = rules.pay_tables[wager]
    found = [(line_of(table.lines, cards), cards) for cards in rows]
    paid = [(line, cards) for line, cards in found if line is not None]
    hand = " and ".join(_name(cards) for _, cards in (paid or found))
    won = [line for line, _ in paid if line.pays]
    if len(won) <= 1:
        line = won[0] if won else paid[0][0] if paid else None
        return paid_by(line, wager, stake, chip=rules.chip, lost=table.clause, hand=hand)
    odds = sum((line.pays.fraction() for line in won if line.pays), Fraction(0))
    clause = cited_once(*(line.clause for line in won))
    whole = Odds(odds.numerator, odds.denominator)
    return paid_by(won[0], wager, stake, chip=rules.chip, clause=clause, hand=hand, odds=whole)


def line_of(lines: Sequence[PayLine], cards: Cards) -> PayLine | None:
    """The first line that is said of a row: of its two first cards, or of all five."""
    said = said_of_two(cards) + (said_of_five(cards) if len(cards) == WHOLE else ())
    return next((line for line in lines if line.hand in said), None)


def _name(cards: Cards) -> str:
    return ranks.name(ranks.rank(cards)) if len(cards) == WHOLE else two_cards.name(two_cards.rank(cards))


def called_first(dealt: Finished) -> str:
    """The rows of two cards and the best of them, as the dealer calls them."""
    rows = list(dealt.values())
    hands = "; ".join(f"{where} {_name(cards)}" for where, cards in dealt.items())
    return f"{hands}: {called_best(rows, best_rows(rows))}"


def called_best(rows: Sequence[Cards], best: str) -> str:
    """`row b wins with a pair`, `rows a and c tie`, or that no row qualifies."""
    if not best:
        return "no row has ten-high or better"
    hand = _name(rows[ROWS.index(best[0])][:FIRST])
    return f"row {best} wins, {hand}" if len(best) == 1 else f"rows {' and '.join(best)} tie, {hand}"


def peek_wagers(game: GameRules) -> dict[str, str]:
    """The wagers that are placed after six cards are seen, each with its row."""
    each = facts(game, RowsFacts).each
    return {name: each[name] for name, wager in game.wagers.items() if wager.when == PEEK}


GAME = Rows
