"""What each answer at a decision of Pontoon 21 is worth, by the cards in sight.

The cards are those of a fresh shoe less all that the seat sees, other hands on the table included. The answers are
exact for a hand that is not split. With a split on offer, and on the hands of one, each later hand is played by its own
cards, as the sheet has it; there the worth is that of the hand asked about, since no answer to it changes what the
other hands are worth on average.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.cards.card import Card, suit
from houseway.cards.pack import pack
from houseway.games.twenty_one.base import is_blackjack
from houseway.games.twenty_one.pontoon_21 import SPADES as SPADE_SUIT
from houseway.games.twenty_one.pontoon_21 import most_insurance, settle_insurance
from houseway.play.table import DEALER
from houseway.price.counting.advised import Advised
from houseway.price.twenty_one.count import (
    DOUBLE,
    HIT,
    MIXED,
    SPADES,
    SPLIT,
    STAND,
    SUITED,
    SURRENDER,
    WORDS,
    Against,
    Pays,
    Worth,
    pays_of,
)
from houseway.price.twenty_one.hands import few_shoes, hands, value, values
from houseway.price.twenty_one.round import COMPLETES, Start, completed
from houseway.price.twenty_one.split import plain_pays, split
from houseway.rules.resolved import Rules


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, shoe: Sequence[Card] = (),
) -> Advised:  # fmt: skip
    """Each answer's worth in wagers. `shoe` is every card of the round's shoe, if not that of the table's decks."""
    left = list(shoe or pack(rules.game.cards.pack, int(rules.options["decks"])))
    for cards in seen.values():
        for card in cards:
            left.remove(card)
    with few_shoes():
        decision = _Decision(rules, tuple(hand), seen, stakes["pontoon"], left)
        worths = {
            "play": decision.play,
            "rescue": decision.rescue,
            "surrender": decision.surrender_first,
            "insurance": decision.insurance,
        }
        found = worths[ask]() if ask in worths else {}
    unit = "one wager, this hand of the split alone" if decision.of_split else "one wager"
    return Advised(found, unit, stakes["pontoon"])


class _Decision:
    def __init__(
        self, rules: Rules, cards: tuple[Card, ...], seen: Mapping[str, Sequence[int]], stake: int, left: list[Card]
    ) -> None:
        self.rules, self.cards, self.left, self.stake = rules, cards, left, stake
        self.up = value(seen[DEALER][0])
        self.of_split, self.made = _split_state(cards, seen)
        self.pays = pays_of(rules, stake)
        there = values((*left, *cards))
        self.number = hands().number([value(card) for card in cards])
        self.against = Against(self.up, there, self.pays, split=self.of_split)
        held = hands().counts[self.number]
        following = (hands().counts >= held).all(axis=1).nonzero()[0].tolist()
        self.solved: Worth = self.against.solve(only=following)

    def play(self) -> dict[str, Fraction]:
        """At the player's turn: the card reader has ruled a Blackjack out."""
        orders = self.solved.orders[self.number] * self.pays.scale
        sums = {
            STAND: self.solved.stand[self.number],
            HIT: self._hit(),
            DOUBLE: self.solved.double[self.number],
        }
        worths = {WORDS[answer]: Fraction(worth, orders) for answer, worth in sums.items()}
        if len(self.cards) == 2:
            if not self.of_split:
                worths[WORDS[SURRENDER]] = Fraction(-1, 2)
            if (of_two := self._split()) is not None:
                worths[WORDS[SPLIT]] = of_two
        return worths

    def rescue(self) -> dict[str, Fraction]:
        kept = Fraction(2 * self._alone(), self.solved.orders[self.number] * self.pays.scale)
        return {"keep": kept, "rescue": Fraction(-1)}

    def surrender_first(self) -> dict[str, Fraction]:
        """Before the card reader is used (9.C(2)): a Blackjack takes the whole wager either way."""
        blackjack = self._blackjack()
        best = max(worth for answer, worth in self.play().items() if answer != WORDS[SURRENDER])
        return {
            "surrender": -blackjack - (1 - blackjack) / 2,
            "play on": -blackjack + (1 - blackjack) * best,
        }

    def insurance(self) -> dict[str, Fraction]:
        """With the best play after it; a Blackjack of one's own is paid whatever the dealer has."""
        blackjack = self._blackjack()
        if is_blackjack(self.cards):
            without = Fraction(self.pays.blackjack, self.pays.scale)
        else:
            without = -blackjack + (1 - blackjack) * max(self.play().values())
        most = most_insurance(self.rules, self.stake)
        won = settle_insurance(self.rules, most, blackjack=True)
        gains = blackjack * (won.odds.fraction() if won.odds else 0) - (1 - blackjack)
        return {"no insurance": without, "insurance": without + gains * Fraction(most, self.stake)}

    def _blackjack(self) -> Fraction:
        """The chance of a dealer's Blackjack, the reader not used yet."""
        barred = self.against.barred
        many = sum(value(card) == barred for card in self.left)
        return Fraction(many, len(self.left)) if barred is not None else Fraction(0)

    def _alone(self) -> int:
        """What one wager on the hand as it is comes to, without a bonus."""
        if hands().totals[self.number] == 21 and len(self.cards) > 2:
            return self.pays.win * self.solved.orders[self.number]
        return self.solved.stand[self.number]

    def _hit(self) -> int:
        """With the lines that the suits of two cards can lead to."""
        hit = self.solved.hit[self.number]
        held = tuple(sorted(value(card) for card in self.cards))
        if self.of_split or held not in COMPLETES:
            return hit
        start = _start(self.up, held, self.cards, self.left)
        third = start.completes
        then = int(hands().after[self.number][third])
        many = sum(value(card) == third for card in self.left)
        paid = sum(result * some for _, result, some in completed(self.pays, start, many))
        return hit + self.solved.orders[then] * paid - many * self.solved.best[then]

    def _split(self) -> Fraction | None:
        """Both hands together, split again as often as the box may be."""
        one, other = (value(card) for card in self.cards)
        most = int(self.rules.options["splits"]) + 2 - self.made
        if one != other or most < 2:
            return None
        pays: Pays = plain_pays(Fraction(self.pays.win, self.pays.scale))
        made = split(self.up, self.against.there, one, pays, most)
        return made.worth * Fraction(self.against.every_order(2), self.solved.orders[self.number])


def _start(up: int, held: tuple[int, int], cards: Sequence[Card], left: Sequence[Card]) -> Start:
    suits = {suit(card) for card in cards}
    if len(suits) > 1:
        return Start(up, held, 0, 0, MIXED)
    kind = SPADES if suits == {SPADE_SUIT} else SUITED
    matches = sum(value(card) == COMPLETES[held] and suit(card) in suits for card in left)
    return Start(up, held, 0, 0, kind, matches)


def _split_state(cards: tuple[Card, ...], seen: Mapping[str, Sequence[int]]) -> tuple[bool, int]:
    """Whether the hand asked about was split, and how many hands its box has made, by the places of the cards."""
    places = [place for place, held in seen.items() if tuple(held) == cards and place != DEALER]
    best = (False, 1)
    for place in places:
        box = place.partition(" hand ")[0]
        numbers = [int(other.rpartition(" ")[2]) for other in seen if other.startswith(f"{box} hand ")]
        best = max(best, (bool(numbers), max([1, *numbers])))
    return best
