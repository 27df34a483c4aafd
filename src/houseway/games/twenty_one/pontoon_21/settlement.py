"""What becomes of the wagers of Pontoon 21, in the words of its book: pure functions of cards, stakes and rules."""

from collections.abc import Mapping
from fractions import Fraction
from functools import lru_cache

from houseway.cards.card import Card, rank, suit
from houseway.games.twenty_one.facts import SevensFacts, TwentyOneFacts, twenty_one_rules
from houseway.games.twenty_one.procedure import Cards, points, spoken, total
from houseway.games.twenty_one.settlement import SEVEN, Decided, Finished, Why, decide, forfeited
from houseway.play.note import SURRENDERED, Note
from houseway.play.outcome import Outcome, Result, paid_by
from houseway.play.places import DEALER_HAND
from houseway.rules.cite import cited, cited_once
from houseway.rules.families import facts
from houseway.rules.models import PayLine
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

_CLAUSES = {
    Why.NATURAL: "7.O(3)",
    Why.DEALER_OVER: "7.O(1)",
    Why.CLOSER: "7.O(2)",
    Why.EQUAL: "7.P",
    Why.DRAWN_21: "7.O(4)",
}


def settle_match(rules: Rules, cards: Cards, up: Card, stake: int) -> Outcome:
    """Each of the first two cards that has the up card's own rank pays, more if of its suit (7.F(a)-(c), 12.A(4))."""
    keys = ["same-suit" if suit(card) == suit(up) else "different-suit" for card in cards if rank(card) == rank(up)]
    lines = [_line(rules, "match-super-bonus", key) for key in sorted(keys, reverse=True)]
    won = sum((line.pays.fraction() for line in lines if line.pays), Fraction())
    name = " and ".join(line.label for line in lines)
    clause = cited_once(*(line.clause for line in lines))
    if not won:
        return Outcome("match-super-bonus", stake, Result.PUSH if lines else Result.LOSE, clause or "7.F", hand=name)
    odds = Odds(won.numerator, won.denominator)
    return Outcome("match-super-bonus", stake, Result.WIN, clause, odds.pays(stake, rules.chip), odds, name)


def settle_insurance(rules: Rules, stake: int, *, blackjack: bool) -> Outcome:
    """Insurance pays against a dealer's Blackjack and is lost otherwise (8.E, 8.F)."""
    line = _line(rules, "insurance", "dealer-blackjack")
    if not blackjack:
        return Outcome("insurance", stake, Result.LOSE, "8.F")
    return paid_by(line, "insurance", stake, chip=rules.chip, hand=line.label)


def settle_surrender(rules: Rules, stake: int, up: Card, *, blackjack: bool) -> list[Outcome]:
    """Half the wager, or all of it against a dealer's Blackjack (9.C, PO-6)."""
    lost = forfeited(twenty_one_rules(rules), natural=blackjack)
    clause = "9.C(2)(a)" if blackjack else "9.C(2)(b)" if reader_used(up) else "9.C(1)"
    back = int(stake * (1 - lost)) // rules.chip * rules.chip
    outcomes = [Outcome("pontoon", stake - back, Result.LOSE, clause, note=SURRENDERED)]
    return [*outcomes, Outcome("pontoon", back, Result.RETURNED, clause, note=SURRENDERED)] if back else outcomes


def settle_rescue(stakes: Mapping[str, int]) -> list[Outcome]:
    """The double goes back and the original wager is forfeited (10.H)."""
    return [
        Outcome("pontoon", stakes["pontoon"], Result.LOSE, "10.H", note=Note("rescued")),
        Outcome("double", stakes["double"], Result.RETURNED, "10.H", note=Note("rescued")),
    ]


def settle(
    rules: Rules, cards: Cards, dealer: Cards, stakes: Mapping[str, int], *, split: bool = False, first: bool = True
) -> list[Outcome]:
    """The wager on one hand and its double. `dealer` may be empty where it does not matter: a hand over 21, a
    Blackjack. `split` says that the hand was split, `first` that it has the original wager."""
    wagers = [wager for wager in ("pontoon", "double") if wager in stakes]
    end = decide(twenty_one_rules(rules), Finished(cards, cards, dealer, split), doubled="double" in stakes)
    name = spoken(cards)
    if total(cards) > 21:
        return [Outcome(wager, stakes[wager], end.result, "7.J, PO-10", hand=name) for wager in wagers]
    found = _compared(rules, cards, dealer, stakes, end, first=first)
    if not dealer:
        return found
    theirs = spoken(dealer)
    return [one.beside(DEALER_HAND, theirs) for one in found]


def _compared(
    rules: Rules, cards: Cards, dealer: Cards, stakes: Mapping[str, int], end: Decided, *, first: bool
) -> list[Outcome]:
    """The wager on a hand that is not over 21, and its double."""
    wagers, name = [wager for wager in ("pontoon", "double") if wager in stakes], spoken(cards)
    if end.result is Result.LOSE and end.why is Why.DEALER_NATURAL:
        return [_against_blackjack(wager, stakes[wager], cards, first=first) for wager in wagers]
    clause = _CLAUSES[end.why]
    if end.result is not Result.WIN:
        return [Outcome(wager, stakes[wager], end.result, clause, hand=name) for wager in wagers]
    line = _line(rules, "pontoon", end.line)  # a line of 12.B only if neither doubled nor split: 10.G, 11.F
    if end.why is Why.NATURAL:
        clause = cited("7.O(3)", line.clause) if total(dealer) == 21 else line.clause
        return [paid_by(line, "pontoon", stakes["pontoon"], chip=rules.chip, clause=clause, hand="Blackjack")]
    won = {"pontoon": (line, cited(clause, line.clause))}
    if "double" in stakes:
        even = _line(rules, "double", "win")
        won["double"] = (even, cited(clause, "10.F", even.clause))
    hand = f"{name}, {line.label}" if line.hand != "win" else name
    return [
        paid_by(line, wager, stakes[wager], chip=rules.chip, clause=clause, hand=hand)
        for wager, (line, clause) in won.items()
    ]


def _against_blackjack(wager: str, stake: int, cards: Cards, *, first: bool) -> Outcome:
    """Only the original wager is lost: not a double, not what was added for a split (10.E, 11.E)."""
    if wager == "double":
        return Outcome(wager, stake, Result.RETURNED, "10.E", hand=spoken(cards))
    if not first:
        return Outcome(wager, stake, Result.RETURNED, "11.E", hand=spoken(cards))
    clause = "7.Q" if total(cards) == 21 else "7.G(3)"
    return Outcome(wager, stake, Result.LOSE, clause, hand=spoken(cards))


def additional(rules: Rules) -> SevensFacts:
    stated = facts(rules.game, TwentyOneFacts).sevens
    assert stated is not None, f"{rules.game.id} pays nothing besides for three sevens"
    return stated


def additional_payout(rules: Rules, cards: Cards, up: Card, original: int, *, plain: bool) -> tuple[int, str] | None:
    """What three suited sevens win besides, against a seven, neither doubled nor split (12.C(4)); and its clause."""
    if not plain or rank(up) != SEVEN or [rank(card) for card in cards] != [SEVEN] * 3:
        return None
    if len({suit(card) for card in cards}) > 1:
        return None
    for line in additional(rules).lines:  # the largest wager first
        if original >= line.wager:
            return line.pays, line.clause
    return None


def reader_used(up: Card) -> bool:
    """The hole card is looked at below an ace, king, queen or jack (7.G)."""
    return points(up) >= 10


@lru_cache(maxsize=4096)
def _line(rules: Rules, wager: str, hand: str) -> PayLine:
    line = rules.pay_tables[wager].line(hand)
    assert line is not None, f"{wager} has no line {hand}"
    return line
