"""Twenty-one from a shoe of a few cards, card by card: every order of the cards, added up in fractions.

`price` counts hands by their values and sums over orders. Here a round is dealt as at the table, with the hole card
under the up card from the start, and settled in plain words. Points are numbers from 1 (an ace) to 10. All that comes
from the count is how the hands are played.
"""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import cache

from houseway.games.twenty_one.count.hands import hands
from houseway.games.twenty_one.count.one_hand import DOUBLE, HIT, SPLIT, STAND, SURRENDER, Policy
from houseway.games.twenty_one.count.whole_round import Round
from houseway.games.twenty_one.facts import DoubleOn, Surrender, TwentyOneRules

Cards = tuple[int, ...]
Left = tuple[int, ...]  # how many cards of 1, 2 and so on to 10 points


def points(cards: Sequence[int]) -> tuple[int, bool]:
    hard = sum(cards)
    soft = 1 in cards and hard <= 11
    return hard + 10 * soft, soft


def draws(left: Left) -> Iterator[tuple[int, Fraction, Left]]:
    """Every card that can come next, its chance, and what is left then."""
    many = sum(left)
    assert many, "the shoe is too small for this round"
    for at, there in enumerate(left):
        if there:
            yield at + 1, Fraction(there, many), (*left[:at], there - 1, *left[at + 1 :])


def is_31(rules: TwentyOneRules, before: Cards, card: int) -> str:
    """The line of a 31 that this card makes, if it does."""
    total, soft = points(before)
    if total != 21 or card != 10:
        return ""
    if soft:
        return "soft-31" if rules.soft_31 and len(before) > 2 else ""
    return "hard-31" if rules.hard_31 else ""


@cache
def dealer_ends(dealer: Cards, left: Left, hits_soft_17: bool) -> tuple[tuple[int, Fraction], ...]:
    """The dealer's points, 0 for a hand that goes over, with their chances."""
    total, soft = points(dealer)
    if total > 21:
        return ((0, Fraction(1)),)
    if total > 17 or (total == 17 and not (soft and hits_soft_17)):
        return ((total, Fraction(1)),)
    found: dict[int, Fraction] = {}
    for card, chance, rest in draws(left):
        for end, likely in dealer_ends((*dealer, card), rest, hits_soft_17):
            found[end] = found.get(end, Fraction(0)) + chance * likely
    return tuple(found.items())


@dataclass
class Hand:
    """A player's hand that has ended."""

    cards: Cards
    wagers: int = 1
    line: str = ""  # of a 31
    given_up: bool = False

    @property
    def over(self) -> bool:
        return sum(self.cards) > 21 and not self.line


@dataclass
class Found:
    """What all rounds come to, each as often as it is dealt."""

    lines: dict[tuple[str, Fraction], Fraction] = field(default_factory=dict)
    split: Fraction = Fraction(0)
    split_return: Fraction = Fraction(0)
    action: Fraction = Fraction(0)
    offered: Fraction = Fraction(0)
    lifted: Fraction = Fraction(0)
    first: dict[int, Fraction] = field(default_factory=dict)
    by_up: dict[int, Fraction] = field(default_factory=dict)

    @property
    def expectation(self) -> Fraction:
        return sum((won * chance for (_, won), chance in self.lines.items()), self.split_return)


class Shoe:
    """Every round from a shoe, played as counted."""

    def __init__(self, counted: Round, shoe: Sequence[int]) -> None:
        self.counted, self.rules = counted, counted.terms.rules
        many = Counter(shoe)
        self.left: Left = tuple(many[at] for at in range(1, 11))
        self.found = Found()

    def every_round(self) -> Found:
        for up, chance, left in draws(self.left):
            for one, often, rest in draws(left):
                for two, likely, others in draws(rest):
                    for hole, last, cards in draws(others):
                        self._round(chance * often * likely * last, up, (one, two), hole, cards)
        return self.found

    def _round(self, chance: Fraction, up: int, mine: Cards, hole: int, left: Left) -> None:
        rules, found = self.rules, self.found
        natural, theirs = sorted(mine) == [1, 10], sorted((up, hole)) == [1, 10]
        if natural:
            pays = rules.pay("blackjack")
            assert pays is not None
            self._end(chance, up, "push" if theirs else "blackjack", Fraction(0) if theirs else pays)
            return
        held = (min(mine) - 1, max(mine) - 1)
        answer = next(start.answer for start in self.counted.ups[up - 1].starts if start.held == held)
        early = answer == SURRENDER and rules.surrender is Surrender.EARLY
        if theirs and not early:
            self._end(chance, up, "dealer-blackjack", Fraction(-1))
            return
        found.first[answer] = found.first.get(answer, Fraction(0)) + chance
        if answer == SURRENDER:
            self._end(chance, up, "surrender", Fraction(-1, 2))
        elif answer == SPLIT:
            found.split += chance
            for ended, likely, rest in self._split(up, mine[0], left):
                self._settle_split(chance * likely, up, hole, ended, rest)
        else:
            policy = self.counted.ups[up - 1].solved.policy
            for hand, likely, rest in self._played(policy, mine, left, answer):
                self._settle(chance * likely, up, hole, hand, rest)

    def _played(
        self, policy: Policy, cards: Cards, left: Left, answer: int | None = None
    ) -> Iterator[tuple[Hand, Fraction, Left]]:
        """A hand played to its end."""
        if answer is None:
            answer = policy.answers[hands().number([card - 1 for card in cards])]
        if answer in (STAND, SURRENDER):
            yield Hand(cards, given_up=answer == SURRENDER), Fraction(1), left
            return
        for card, chance, rest in draws(left):
            more, line = (*cards, card), is_31(self.rules, cards, card)
            if answer == DOUBLE or line or sum(more) > 21:
                yield Hand(more, 2 if answer == DOUBLE else 1, line), chance, rest
                continue
            for hand, likely, last in self._played(policy, more, rest):
                yield hand, chance * likely, last

    def _split(self, up: int, pair: int, left: Left) -> Iterator[tuple[list[Hand], Fraction, Left]]:
        made = self.counted.ups[up - 1].splits[pair - 1]
        yield from self._hands(made.policy, made.most, pair, 2, 2, left)

    def _hands(
        self, policy: Policy, most: int, pair: int, waiting: int, made: int, left: Left
    ) -> Iterator[tuple[list[Hand], Fraction, Left]]:
        """The hands of a split one after the other; a card of the pair makes one more while that may be."""
        if not waiting:
            yield [], Fraction(1), left
            return
        for card, chance, rest in draws(left):
            if card == pair and made < most:
                for ended, likely, last in self._hands(policy, most, pair, waiting + 1, made + 1, rest):
                    yield ended, chance * likely, last
                continue
            for hand, often, after in self._played(policy, (pair, card), rest):
                for ended, likely, last in self._hands(policy, most, pair, waiting - 1, made, after):
                    yield [hand, *ended], chance * often * likely, last

    def _settle_split(self, chance: Fraction, up: int, hole: int, ended: list[Hand], left: Left) -> None:
        self.found.action += chance * (sum(hand.wagers for hand in ended))
        for hand in ended:
            self._side(chance, hole, hand)
        for end, likely in dealer_ends((up, hole), left, self.rules.hits_soft_17):
            won = sum((self._won(hand, end)[1] for hand in ended), Fraction(0))
            self.found.split_return += chance * likely * won
            self._by_up(chance * likely, up, won)

    def _settle(self, chance: Fraction, up: int, hole: int, hand: Hand, left: Left) -> None:
        self._side(chance, hole, hand)
        for end, likely in dealer_ends((up, hole), left, self.rules.hits_soft_17):
            line, won = self._won(hand, end)
            self._end(chance * likely, up, f"double {line}" if hand.wagers == 2 else line, won, hand.wagers)

    def _won(self, hand: Hand, dealer: int) -> tuple[str, Fraction]:
        if hand.given_up:
            return "surrender", Fraction(-1, 2)
        if hand.line:
            pays = self.rules.pay(hand.line)
            assert pays is not None
            return hand.line, pays
        mine = 0 if hand.over else points(hand.cards)[0]
        if hand.over or mine < dealer:
            return "lose", Fraction(-hand.wagers)
        return ("push", Fraction(0)) if mine == dealer else ("win", Fraction(hand.wagers))

    def _side(self, chance: Fraction, hole: int, hand: Hand) -> None:
        if hand.over and sum(hand.cards) <= 30:
            self.found.offered += chance
            self.found.lifted += chance * (sum(hand.cards) + hole == 31)

    def _end(self, chance: Fraction, up: int, line: str, won: Fraction, wagers: int = 1) -> None:
        lines = self.found.lines
        lines[line, won] = lines.get((line, won), Fraction(0)) + chance
        self.found.action += chance * wagers
        self._by_up(chance, up, won)

    def _by_up(self, chance: Fraction, up: int, won: Fraction) -> None:
        self.found.by_up[up - 1] = self.found.by_up.get(up - 1, Fraction(0)) + chance * won


# The best answer, found by trying all of them


class Best:
    """What each answer to a hand is worth that is not split, against an up card whose hole card is no natural."""

    def __init__(self, rules: TwentyOneRules, up: int) -> None:
        self.rules, self.up = rules, up
        self.barred = {1: 10, 10: 1}.get(up, 0)
        self.best = cache(self._best)

    def _holes(self, left: Left) -> int:
        """How many cards may be the hole card."""
        return sum(left) - (left[self.barred - 1] if self.barred else 0)

    def _next(self, left: Left) -> Iterator[tuple[int, Fraction, Left]]:
        """Every card that can come, given that the hole card is no natural."""
        for card, chance, rest in draws(left):
            if holes := self._holes(rest):
                yield card, chance * Fraction(holes, sum(rest)) / Fraction(self._holes(left), sum(left)), rest

    def _best(self, cards: Cards, left: Left) -> Fraction:
        return max(self.worths(cards, left).values())

    def worths(self, cards: Cards, left: Left) -> dict[int, Fraction]:
        """Of `left` one card is the hole card."""
        total, rules = points(cards)[0], self.rules
        found = {STAND: self.stand(cards, left)}
        if total < 21 or (rules.hits_21 and len(cards) > 2):
            found[HIT] = Fraction(0)
            for card, chance, rest in self._next(left):
                line = is_31(rules, cards, card)
                more = tuple(sorted((*cards, card)))
                worth = (rules.pay(line) or Fraction(0)) if line else -1 if sum(more) > 21 else self.best(more, rest)
                found[HIT] += chance * worth
            if len(cards) == 2 and (rules.double_on is not DoubleOn.TEN_ELEVEN or total in (10, 11)):
                found[DOUBLE] = Fraction(0)
                for card, chance, rest in self._next(left):
                    more = (*cards, card)
                    found[DOUBLE] += chance * 2 * (-1 if sum(more) > 21 else self.stand(more, rest))
        return found

    def stand(self, cards: Cards, left: Left) -> Fraction:
        total, holes = points(cards)[0], self._holes(left)
        worth = Fraction(0)
        for hole, _, rest in draws(left):
            if hole != self.barred:
                for end, likely in dealer_ends((self.up, hole), rest, self.rules.hits_soft_17):
                    worth += Fraction(left[hole - 1], holes) * likely * ((total > end) - (total < end))
        return worth
