"""What each answer at a decision of twenty-one is worth, by the cards in sight.

The cards are those of a fresh shoe less all that the seat sees, other hands on the table included. The answers are
exact for a hand that is not split. With a split on offer, and on the hands of one, each later hand is played by its own
cards, as the sheet has it; there the worth is that of the hand asked about, since no answer to it changes what the
other hands are worth on average.
"""

from collections.abc import Mapping, Sequence
from fractions import Fraction

from houseway.cards.card import Card, hand, suit
from houseway.cards.pack import pack
from houseway.games.twenty_one.count.ends import GIVEN_UP, MIXED, RESCUED, SPADES, SUITED, kind_of_natural
from houseway.games.twenty_one.count.hands import few_shoes, hand_lists, hands, value, values
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, WORDS, Against, Worth
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.count.split import most_hands, split
from houseway.games.twenty_one.count.whole_round import COMPLETES, Start, completed, surrender_worth
from houseway.games.twenty_one.facts import twenty_one_rules
from houseway.games.twenty_one.procedure import EXPOSED, insurance_span, is_blackjack, least_double
from houseway.play.places import hand_of, unsplit
from houseway.play.player_dealer import POSITION
from houseway.play.table import DEALER
from houseway.pricing.counting.advised import Advised
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_SPADE_SUIT = suit(hand("As")[0])


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, shoe: Sequence[Card] = (),
) -> Advised:  # fmt: skip
    """Each answer's worth in wagers. `shoe` is every card of the round's shoe, if not that of the table's decks."""
    if seen.get(EXPOSED):
        raise RulesError("a card lies exposed as the next one, and the coach counts decisions on an unknown next card")
    known = twenty_one_rules(rules)
    left = list(shoe or pack(known.pack, known.decks))
    for cards in seen.values():
        for card in cards:
            left.remove(card)
    stake = stakes[known.base]
    with few_shoes():
        decision = _Decision(rules, tuple(hand), seen, stakes, left)
        worths = {
            "play": decision.play,
            "rescue": decision.rescue,
            "surrender": decision.surrender_first,
            "insurance": decision.insurance,
            "side": decision.side,
        }
        found = worths[ask]() if ask in worths else {}
    unit = "one wager, this hand of the split alone" if decision.of_split else "one wager"
    return Advised(found, unit, stake)


class _Decision:
    def __init__(
        self, rules: Rules, cards: tuple[Card, ...], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
        left: list[Card],
    ) -> None:  # fmt: skip
        self.table, self.rules = rules, twenty_one_rules(rules)
        self.cards, self.left, self.stake = cards, left, stakes[self.rules.base]
        self.wagered = self.stake + stakes.get("double", 0)
        self.up_card: Card = (seen.get(DEALER) or seen[POSITION])[0]
        self.up = value(self.up_card)
        self.of_split, self.made = _split_state(cards, seen)
        self.terms = terms_at(rules, self.stake)
        over = sum(value(card) + 1 for card in cards) > 21
        self.number = 0 if over else hands().number([value(card) for card in cards])
        pair = value(cards[0]) if self.of_split else None
        self.against = Against(self.up, values((*left, *cards)), self.terms, pair)
        held = hands().counts[self.number]
        following = (hands().counts >= held).all(axis=1).nonzero()[0].tolist()
        self.solved: Worth = self.against.solve(only=[] if over else following)

    def play(self) -> dict[str, Fraction]:
        """At the player's turn: a look at the hole card has ruled a natural out."""
        orders = self.solved.orders[self.number] * self.terms.scale
        sums = {
            STAND: self.solved.stand[self.number],
            HIT: self._hit(),
            DOUBLE: self.solved.double[self.number],
            SURRENDER: self.against.fixed(GIVEN_UP) * self.solved.orders[self.number],
        }
        legal = self.against.answers(len(self.cards), hand_lists().totals[self.number])
        if len(self.cards) == 2 and not self.of_split and self.rules.surrender != "none":
            legal.append(SURRENDER)
        worths = {WORDS[answer]: Fraction(sums[answer], orders) for answer in legal}
        if (of_two := self._split()) is not None:
            worths[WORDS[SPLIT]] = of_two
        if WORDS[DOUBLE] in worths and not self.rules.rescue:  # each part of it wins or loses as the wager does
            for amount in {least_double(self.table, self.stake), self.stake}:
                share = (1 + Fraction(amount, self.stake)) / 2
                worths[f"{WORDS[DOUBLE]} {dollars(amount)}"] = worths[WORDS[DOUBLE]] * share
        return worths

    def rescue(self) -> dict[str, Fraction]:
        """After the card of a double."""
        solved, row = self.solved, self.against.table.rows[self.number]
        lower, higher = solved.lower[self.number], solved.higher[self.number]
        orders = solved.orders[self.number]
        comes_to = self.against.table.compared[self.of_split][True][row]
        keep = comes_to.lower * lower + comes_to.level * (orders - lower - higher) + comes_to.higher * higher
        rescued = self.against.fixed(RESCUED, doubled=True)
        return {"keep": Fraction(keep, orders * self.terms.scale), "rescue": Fraction(rescued, self.terms.scale)}

    def surrender_first(self) -> dict[str, Fraction]:
        """Before the dealer looks at the hole card."""
        worth = surrender_worth(self.terms, 1 - self._natural())
        assert worth is not None
        return {"surrender": worth, "play on": self._on()}

    def insurance(self) -> dict[str, Fraction]:
        """With the best play after it."""
        natural, without = self._natural(), self._on()
        if (worth := surrender_worth(self.terms, 1 - natural)) is not None:
            without = max(without, worth)
        gains = natural * self.rules.insurance_pays - (1 - natural)
        least, most = insurance_span(self.table, self.stake)
        amounts = {"insurance": most, f"insurance {dollars(least)}": least, f"insurance {dollars(most)}": most}
        insured = {answer: without + gains * Fraction(amount, self.stake) for answer, amount in amounts.items()}
        return {"no insurance": without, **insured}

    def side(self) -> dict[str, Fraction]:
        """A hand of 22 to 30 is lost; the hole card may make it 31, and is no card that makes a natural."""
        wanted = 31 - sum(value(card) + 1 for card in self.cards) - 1
        holes = [value(card) for card in self.left if value(card) != self.against.barred]
        chance = Fraction(holes.count(wanted), len(holes))
        line = self.table.pay_tables["side"].line("31")
        assert line is not None and line.pays is not None
        gains = chance * line.pays.fraction() - (1 - chance)
        lost = -Fraction(self.wagered, self.stake)
        amounts = {f"side {dollars(amount)}": amount for amount in (self.table.chip, self.stake)}
        return {"no side bet": lost} | {
            answer: lost + gains * Fraction(amount, self.stake) for answer, amount in amounts.items()
        }

    def _on(self) -> Fraction:
        """What it is worth to play on, before the dealer looks at the hole card: a natural loses the wager, but for a
        natural of one's own."""
        natural = self._natural()
        if is_blackjack(self.cards) and not self.of_split:
            own, table = kind_of_natural(self.rules, self.cards), self.against.table
            won = [table.natural(own, kind_of_natural(self.rules, (self.up_card, hole))) for hole in self.left]
            return Fraction(sum(won), len(won) * self.terms.scale)
        best = max(worth for answer, worth in self.play().items() if answer != WORDS[SURRENDER])
        return natural * Fraction(self.against.table.beaten, self.terms.scale) + (1 - natural) * best

    def _natural(self) -> Fraction:
        """The chance of a dealer's natural, the hole card not looked at yet."""
        barred = self.against.barred
        many = sum(value(card) == barred for card in self.left)
        return Fraction(many, len(self.left)) if barred is not None else Fraction(0)

    def _hit(self) -> int:
        """With the lines that the suits of two cards can lead to."""
        hit = self.solved.hit[self.number]
        held = tuple(sorted(value(card) for card in self.cards))
        if self.of_split or held not in COMPLETES or not self.terms.by_suits:
            return hit
        start = _start(self.up, held, self.cards, self.left)
        third = start.completes
        then = int(hands().after[self.number][third])
        many = sum(value(card) == third for card in self.left)
        paid = sum(result * some for _, result, some in completed(self.terms, start, many))
        return hit + self.solved.orders[then] * paid - many * self.solved.best[then]

    def _split(self) -> Fraction | None:
        """Both hands together, split again as often as the box may be."""
        if len(self.cards) != 2 or value(self.cards[0]) != value(self.cards[1]):
            return None
        pair = value(self.cards[0])
        most = most_hands(self.terms, self.against.there, pair, self.made)
        if most < 2:
            return None
        made = split(self.up, self.against.there, pair, self.terms, most)
        return made.worth * Fraction(self.against.every_order(2), self.solved.orders[self.number])


def _start(up: int, held: tuple[int, int], cards: Sequence[Card], left: Sequence[Card]) -> Start:
    suits = {suit(card) for card in cards}
    if len(suits) > 1:
        return Start(up, held, 0, 0, MIXED)
    kind = SPADES if suits == {_SPADE_SUIT} else SUITED
    matches = sum(value(card) == COMPLETES[held] and suit(card) in suits for card in left)
    return Start(up, held, 0, 0, kind, matches)


def _split_state(cards: tuple[Card, ...], seen: Mapping[str, Sequence[int]]) -> tuple[bool, int]:
    """Whether the hand asked about was split, and how many hands its box has made, by the places of the cards."""
    places = [place for place, held in seen.items() if tuple(held) == cards and place != DEALER]
    best = (False, 1)
    for place in places:
        box = unsplit(place)
        numbers = [hand_of(other) for other in seen if other != box and unsplit(other) == box]
        best = max(best, (bool(numbers), max([1, *numbers])))
    return best
