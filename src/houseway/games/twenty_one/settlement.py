"""What becomes of wagers at a twenty-one that a player banks: pure functions of cards, stakes and rules."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import NamedTuple

from houseway.cards.card import Card, rank, suit
from houseway.games.twenty_one.base import Cards, is_31, is_blackjack, is_soft, points, spoken, total
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.rules.families.twenty_one import (
    BankedClauses,
    BlackjackX,
    TwentyOneRules,
    twenty_one_facts,
    twenty_one_rules,
)
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

KING, SPADES = 11, 3
OVER, COUNTED, THIRTY_ONE, BEHIND, NATURAL = range(5)  # from the lowest; a Blackjack X may stand behind naturals
MANY = {3: "three-cards", 4: "four-cards", 5: "five-cards", 6: "six-cards", 7: "seven-cards"}
OF_A_RANK = ("", "one", "two", "three")


@dataclass(frozen=True)
class Finished:
    """A hand as it lies at the end, with what was dealt to it first and the player-dealer's hand."""

    cards: Cards
    first: Cards  # the first two of its box, before any split
    dealer: Cards
    split: bool = False
    surrendered: bool = False

    @property
    def hole(self) -> Card:
        return self.dealer[1]


class Standing(NamedTuple):
    """Where a hand stands among others, and the pay line that it wins by."""

    level: int
    points: int
    line: str


def standing(rules: TwentyOneRules, cards: Cards, *, split: bool = False) -> Standing:
    if is_blackjack(cards) and not split:
        if is_blackjack_x(rules, cards):
            return Standing(BEHIND if rules.blackjack_x_ranked else NATURAL, 31, "blackjack-x")
        return Standing(NATURAL, 31, "blackjack")
    if is_31(rules, cards):
        return Standing(THIRTY_ONE, 31, "soft-31" if is_soft(cards[:-1]) else "hard-31")
    count = total(cards)
    return Standing(COUNTED, count, "win") if count <= 21 else Standing(OVER, count, "")


def is_blackjack_x(rules: TwentyOneRules, natural: Cards) -> bool:
    """Of two cards that are a natural: the ace and the king that the game names."""
    suits = {suit(card) for card in natural}
    if rules.blackjack_x is BlackjackX.NONE or KING not in map(rank, natural) or len(suits) > 1:
        return False
    return rules.blackjack_x is BlackjackX.SUITED or suits == {SPADES}


def called(rules: TwentyOneRules, cards: Cards, *, split: bool = False) -> str:
    """A hand as the dealer announces it."""
    named = {"blackjack": "natural", "blackjack-x": "Blackjack X", "hard-31": "hard 31", "soft-31": "Soft 31"}
    found = standing(rules, cards, split=split)
    return named.get(found.line) or (str(total(cards)) if found.level == OVER else spoken(cards))


def settle(rules: Rules, hand: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
    """Every wager of one bettor on a hand, in the order of BX-12: the game wager and its double, insurance, bonus
    bets."""
    bonus: dict[str, Callable[[Rules, Finished, int], Outcome]] = {
        "insurance": settle_insurance,
        "buster": settle_buster,
        "lucky-pair": settle_lucky_pair,
        **{wager: _counted(wager) for wager in twenty_one_facts(rules).counted},
        "side": settle_side,
    }
    outcomes = settle_surrender(rules, stakes) if hand.surrendered else settle_hand(rules, hand, stakes)
    return outcomes + [one(rules, hand, stakes[wager]) for wager, one in bonus.items() if wager in stakes]


def settle_hand(rules: Rules, hand: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
    """The wager on a hand and its double, against the player-dealer's hand."""
    known, clauses = twenty_one_rules(rules), clauses_of(rules)
    mine, theirs = standing(known, hand.cards, split=hand.split), standing(known, hand.dealer)
    name = called(known, hand.cards, split=hand.split)
    wagers = [wager for wager in (known.base, "double") if wager in stakes]
    result, clause = compared(clauses, mine, theirs)
    if result is not Result.WIN:
        return [Outcome(wager, stakes[wager], result, clause, hand=name) for wager in wagers]
    line = _line(rules, known.base, mine.line)
    clause = ", ".join(dict.fromkeys((clause, line.clause)))
    return [paid_by(line, wager, stakes[wager], chip=rules.chip, clause=clause, hand=name) for wager in wagers]


def compared(clauses: BankedClauses, mine: Standing, theirs: Standing) -> tuple[Result, str]:
    """Who wins, and by which clause."""
    if theirs.level >= BEHIND:
        if mine.level == theirs.level:
            return Result.PUSH, clauses.ties
        return (Result.WIN if mine.level > theirs.level else Result.LOSE), clauses.natural
    if mine.level == OVER:
        return Result.LOSE, clauses.hard_31 if mine.points == 31 else clauses.over
    if mine.level > COUNTED:
        return Result.WIN, clauses.thirty_one if mine.level == THIRTY_ONE else clauses.closer
    if theirs.level == OVER:
        return Result.WIN, clauses.dealer_over
    if mine.points == theirs.points:
        return Result.PUSH, clauses.closer
    return (Result.WIN if mine.points > theirs.points else Result.LOSE), clauses.closer


def settle_surrender(rules: Rules, stakes: Mapping[str, int]) -> list[Outcome]:
    """Half the wager is forfeited, whatever the player-dealer has; half goes back, rounded down to the chip."""
    base, clause = twenty_one_rules(rules).base, clauses_of(rules).half
    back = stakes[base] // 2 // rules.chip * rules.chip
    lost = [Outcome(base, stakes[base] - back, Result.LOSE, clause, note="surrendered")]
    return [*lost, Outcome(base, back, Result.RETURNED, clause, note="surrendered")] if back else lost


def settle_insurance(rules: Rules, hand: Finished, stake: int) -> Outcome:
    line = _line(rules, "insurance", "dealer-blackjack") if is_blackjack(hand.dealer) else None
    clauses = clauses_of(rules)
    return paid_by(
        line,
        "insurance",
        stake,
        chip=rules.chip,
        clause=clauses.insured,
        lost=clauses.not_insured,
        hand=_dealers(rules, hand),
    )


def settle_buster(rules: Rules, hand: Finished, stake: int) -> Outcome:
    """By the number of cards in a player-dealer's hand of 22 to 30."""
    over = total(hand.dealer) > 21
    line = _line(rules, "buster", MANY.get(len(hand.dealer), "eight-cards")) if over else None
    name = f"{_dealers(rules, hand)} in {len(hand.dealer)} cards"
    return _by_table(rules, "buster", stake, line, name)


def settle_lucky_pair(rules: Rules, hand: Finished, stake: int) -> Outcome:
    """The first two cards of one rank; more against a player-dealer's natural."""
    line = None
    if rank(hand.first[0]) == rank(hand.first[1]):
        line = _line(rules, "lucky-pair", "pair-against-natural" if is_blackjack(hand.dealer) else "pair")
    return _by_table(rules, "lucky-pair", stake, line, line.label if line else "no pair")


def _counted(wager: str) -> Callable[[Rules, Finished, int], Outcome]:
    return lambda rules, hand, stake: settle_counted(rules, wager, (*hand.first, hand.dealer[0]), stake)


def settle_counted(rules: Rules, wager: str, cards: Cards, stake: int) -> Outcome:
    """By the cards of one rank among the first two and the up card; more where all of them are special (BX-6)."""
    rule = twenty_one_facts(rules).counted[wager]
    there = [card for card in cards if rank(card) == rule.rank]
    special = "-special" if all(suit(card) in rule.suits for card in there) else ""
    line = _line(rules, wager, f"{OF_A_RANK[len(there)]}{special}") if there else None
    return _by_table(rules, wager, stake, line, line.label if line else "none")


def settle_side(rules: Rules, hand: Finished, stake: int) -> Outcome:
    """A hand of 22 to 30 and the player-dealer's second card, an ace as one, make 31 or lose."""
    count = total(hand.cards) + tile_points(hand.hole)
    line = _line(rules, "side", "31") if count == 31 else None
    shown = count if count <= 31 else count - 10  # 36 counts as 26
    return _by_table(rules, "side", stake, line, f"{shown} with the second card")


def tile_points(card: Card) -> int:
    """An ace as one."""
    return points(card) % 10 if points(card) == 11 else points(card)


@lru_cache(maxsize=1024)
def clauses_of(rules: Rules) -> BankedClauses:
    stated = twenty_one_facts(rules).clauses
    assert stated is not None, f"{rules.game.id} states no [facts.clauses]"
    return stated


def _dealers(rules: Rules, hand: Finished) -> str:
    return f"player-dealer's {called(twenty_one_rules(rules), hand.dealer)}"


def _by_table(rules: Rules, wager: str, stake: int, line: PayLine | None, hand: str) -> Outcome:
    """By a line of the wager's own table, or lost by the clause of the table."""
    return paid_by(line, wager, stake, chip=rules.chip, lost=rules.pay_tables[wager].clause, hand=hand)


@lru_cache(maxsize=4096)
def _line(rules: Rules, wager: str, hand: str) -> PayLine:
    line = rules.pay_tables[wager].line(hand)
    assert line is not None, f"{wager} has no line {hand}"
    return line
