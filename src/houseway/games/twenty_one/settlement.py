"""What becomes of wagers at twenty-one: pure functions of cards, stakes and rules.

Who wins is decided here and nowhere else, for every member of the family (`decide`). A game where a player banks is
settled below in the words of its book; one that the house banks has its own words. Counts, simulations and environments
read what a hand comes to from a table that is written by playing `comes_to` (`count/ends.py`).
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import Enum, auto
from fractions import Fraction
from functools import lru_cache
from typing import NamedTuple

from houseway.cards.card import RANKS, Card, rank, suit
from houseway.games.twenty_one.facts import (
    BankedClauses,
    BlackjackX,
    Surrender,
    TwentyOneRules,
    twenty_one_facts,
    twenty_one_rules,
)
from houseway.games.twenty_one.procedure import Cards, is_31, is_blackjack, is_soft, points, spoken, total
from houseway.play.note import SURRENDERED
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import BANK_HAND
from houseway.rules.cite import cited_once
from houseway.rules.models import PayLine
from houseway.rules.resolved import Rules

KING, SPADES = 11, 3
SIX, SEVEN, EIGHT = (RANKS.index(name) for name in "678")
# From the lowest. A drawn 21 beats a dealer's 21 where the rules say so; a Blackjack X may stand behind naturals.
OVER, COUNTED, DRAWN_21, THIRTY_ONE, BEHIND, NATURAL = range(6)
MANY = {3: "three-cards", 4: "four-cards", 5: "five-cards", 6: "six-cards", 7: "seven-cards"}
OF_A_RANK = ("", "one", "two", "three")


@dataclass(frozen=True)
class Finished:
    """A hand as it lies at the end, with what was dealt to it first and the dealer's hand."""

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


class Why(Enum):
    """Why a hand wins, ties or loses. Each book has its own clause for it."""

    NATURAL = auto()  # the player's, against anything that is not better
    DEALER_NATURAL = auto()  # the hands are compared, and the one that is better wins
    NATURALS_TIE = auto()
    THIRTY_ONE = auto()
    HARD_31 = auto()  # it loses where only a soft one wins
    OVER = auto()
    DEALER_OVER = auto()
    CLOSER = auto()
    EQUAL = auto()
    DRAWN_21 = auto()  # against a dealer's 21


_ALONE = frozenset({Why.OVER, Why.HARD_31})  # the hand loses by itself, and is not compared


class Decided(NamedTuple):
    """What becomes of the wager on a hand."""

    result: Result
    why: Why
    line: str = ""  # of the base wager's table, where the hand wins


def decide(rules: TwentyOneRules, hand: Finished, *, doubled: bool = False) -> Decided:
    """Who wins, why, and by which line: of a hand that is not surrendered."""
    mine = standing(rules, hand.cards, split=hand.split, doubled=doubled)
    result, why = compared(rules, mine, standing(rules, hand.dealer))
    return Decided(result, why, mine.line if result is Result.WIN else "")


def compared(rules: TwentyOneRules, mine: Standing, theirs: Standing) -> tuple[Result, Why]:
    """A player's hand beside the dealer's."""
    if theirs.level >= BEHIND:
        if mine.level >= BEHIND and rules.natural_beats_natural:
            return Result.WIN, Why.NATURAL
        if mine.level == theirs.level:
            return Result.PUSH, Why.NATURALS_TIE
        return Result.WIN if mine.level > theirs.level else Result.LOSE, Why.DEALER_NATURAL
    if mine.level == OVER:
        return Result.LOSE, Why.HARD_31 if mine.points == 31 else Why.OVER
    if mine.level > DRAWN_21:
        return Result.WIN, Why.THIRTY_ONE if mine.level == THIRTY_ONE else Why.NATURAL
    if theirs.level == OVER:
        return Result.WIN, Why.DEALER_OVER
    if mine.points == theirs.points:
        return (Result.WIN, Why.DRAWN_21) if mine.level == DRAWN_21 else (Result.PUSH, Why.EQUAL)
    return Result.WIN if mine.points > theirs.points else Result.LOSE, Why.CLOSER


def standing(rules: TwentyOneRules, cards: Cards, *, split: bool = False, doubled: bool = False) -> Standing:
    if is_blackjack(cards) and not split:
        if is_blackjack_x(rules, cards):
            return Standing(BEHIND if rules.blackjack_x_ranked else NATURAL, 31, "blackjack-x")
        return Standing(NATURAL, 31, "blackjack")
    if is_31(rules, cards):
        return Standing(THIRTY_ONE, 31, "soft-31" if is_soft(cards[:-1]) else "hard-31")
    count = total(cards)
    if count > 21:
        return Standing(OVER, count, "")
    if count < 21 or len(cards) == 2:
        return Standing(COUNTED, count, "win")
    level = DRAWN_21 if rules.drawn_21_beats_21 else COUNTED
    return Standing(level, count, "win" if split or doubled else line_of_21(rules, cards))


def line_of_21(rules: TwentyOneRules, cards: Cards) -> str:
    """The line of a drawn 21, neither doubled nor split: by its cards where the game pays them, else `win`."""
    ranks, suits = sorted(map(rank, cards)), {suit(card) for card in cards}
    kind = "mixed" if len(suits) > 1 else "spades" if suits == {SPADES} else "suited"
    if ranks == [SIX, SEVEN, EIGHT]:
        line = f"six-seven-eight-{kind}"
    elif ranks == [SEVEN] * 3:
        line = f"three-sevens-{kind}"
    else:
        line = MANY[min(len(cards), 7)]
    return line if rules.pay(line) is not None else "win"


def is_blackjack_x(rules: TwentyOneRules, natural: Cards) -> bool:
    """Of two cards that are a natural: the ace and the king that the game names."""
    suits = {suit(card) for card in natural}
    if rules.blackjack_x is BlackjackX.NONE or KING not in map(rank, natural) or len(suits) > 1:
        return False
    return rules.blackjack_x is BlackjackX.SUITED or suits == {SPADES}


def forfeited(rules: TwentyOneRules, *, natural: bool) -> Fraction:
    """What a surrender costs of the wager: half; all of it against a dealer's natural, unless it is early."""
    return Fraction(1) if natural and rules.surrender is not Surrender.EARLY else Fraction(1, 2)


def comes_to(rules: TwentyOneRules, hand: Finished, *, doubled: bool = False, rescued: bool = False) -> Fraction:
    """What one wager on a hand comes to, its double included, before anything is rounded to chips."""
    if hand.surrendered:
        return -forfeited(rules, natural=is_blackjack(hand.dealer))
    if rescued:  # the double goes back, and the wager is forfeited
        return Fraction(-1)
    end, wagers = decide(rules, hand, doubled=doubled), 2 if doubled else 1
    if end.result is Result.WIN:
        pays = rules.pay(end.line)
        assert pays is not None, f"no line pays {end.line}"
        return wagers * pays
    return Fraction(-wagers) if end.result is Result.LOSE else Fraction(0)


def depends_on_dealer(rules: TwentyOneRules, cards: Cards, *, split: bool) -> bool:
    """The dealer's count can change what this hand wins: not a natural's, a 31's, or a 21's that wins anyway."""
    return standing(rules, cards, split=split).level == COUNTED


# Where a player banks


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
        **{wager: _by_cards_of_a_rank(wager) for wager in twenty_one_facts(rules).counted},
        "side": settle_side,
    }
    outcomes = settle_surrender(rules, hand, stakes) if hand.surrendered else settle_hand(rules, hand, stakes)
    return outcomes + [one(rules, hand, stakes[wager]) for wager, one in bonus.items() if wager in stakes]


def settle_hand(rules: Rules, hand: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
    """The wager on a hand and its double, against the player-dealer's hand."""
    known = twenty_one_rules(rules)
    wagers = [wager for wager in (known.base, "double") if wager in stakes]
    end = decide(known, hand, doubled="double" in stakes)
    name, clause = called(known, hand.cards, split=hand.split), _clause(clauses_of(rules), end.why)
    if end.result is Result.WIN:
        line = _line(rules, known.base, end.line)
        clause = cited_once(clause, line.clause)
        found = [paid_by(line, wager, stakes[wager], chip=rules.chip, clause=clause, hand=name) for wager in wagers]
    else:
        found = [Outcome(wager, stakes[wager], end.result, clause, hand=name) for wager in wagers]
    if end.why in _ALONE:
        return found
    theirs = called(known, hand.dealer)
    return [one.beside(BANK_HAND, theirs) for one in found]


def _clause(clauses: BankedClauses, why: Why) -> str:
    match why:
        case Why.DEALER_NATURAL:
            return clauses.natural
        case Why.NATURALS_TIE:
            return clauses.ties
        case Why.THIRTY_ONE:
            return clauses.thirty_one
        case Why.HARD_31:
            return clauses.hard_31
        case Why.OVER:
            return clauses.over
        case Why.DEALER_OVER:
            return clauses.dealer_over
    return clauses.closer


def settle_surrender(rules: Rules, hand: Finished, stakes: Mapping[str, int]) -> list[Outcome]:
    """Half the wager is forfeited, and half goes back, rounded down to the chip."""
    known, clause = twenty_one_rules(rules), clauses_of(rules).half
    stake = stakes[known.base]
    returned_share = 1 - forfeited(known, natural=is_blackjack(hand.dealer))
    back = int(stake * returned_share) // rules.chip * rules.chip
    lost = [Outcome(known.base, stake - back, Result.LOSE, clause, note=SURRENDERED)]
    return [*lost, Outcome(known.base, back, Result.RETURNED, clause, note=SURRENDERED)] if back else lost


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


def _by_cards_of_a_rank(wager: str) -> Callable[[Rules, Finished, int], Outcome]:
    return lambda rules, hand, stake: settle_cards_of_a_rank(rules, wager, (*hand.first, hand.dealer[0]), stake)


def settle_cards_of_a_rank(rules: Rules, wager: str, cards: Cards, stake: int) -> Outcome:
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
