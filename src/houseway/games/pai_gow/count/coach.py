"""What each answer is worth when a hand of pai gow is set, by what the seat knows: its own cards, and in some games the
player-dealer's."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from itertools import combinations

import numpy as np

from houseway.cards.card import Card, text, without
from houseway.cards.ranks import Category, lowest, ranks_of
from houseway.games.pai_gow.count.answering import stairs, tops
from houseway.games.pai_gow.count.hands import BACKS, FRONT_BITS, FULL_PACK, Codes, Ints, examples
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.count.splits import fronts
from houseway.games.pai_gow.facts import PaiGowFacts
from houseway.games.pai_gow.round import AS_IT_LIES, DOUBLE, HOUSE_WAY, NO_DOUBLE
from houseway.games.pai_gow.settlement import (
    BACK,
    BASE,
    FRONT,
    SetHand,
    is_ace_high,
    is_foul,
    set_house_way,
    settle_base,
    two_hands,
)
from houseway.play.outcome import Outcome, Result
from houseway.play.places import above, part_at, part_of
from houseway.play.player_dealer import POSITION
from houseway.pricing.counting.advised import Advised
from houseway.rules.families import facts
from houseway.rules.house_way import house_way
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

_STAKE = 100  # cents; what is won is read from the odds


def nets(rules: Rules, wager: str = BASE) -> tuple[Fraction, Fraction, Fraction]:
    """What a wager comes to when both hands are higher, one is, and none is."""

    def net(said: str) -> Fraction:
        line = rules.pay_tables[wager].line(said)
        if line is None:
            return Fraction(-1)
        return line.pays.fraction() if line.pays else Fraction(0)

    return net("wins"), net("push"), Fraction(-1)


def doubles_against(game: GameRules) -> int:
    """The lowest back of the player-dealer against which a double-down stands; where there is none, above all."""
    double = facts(game, PaiGowFacts).double_down
    if double is None:
        return BACKS
    pairs = range(lowest(Category.PAIR), lowest(Category.TWO_PAIR))
    return next(rank for rank in pairs if ranks_of(rank)[0] >= double.pair)


def opponents(codes: Codes, size: int, seen: Sequence[int], pack: Sequence[int] = FULL_PACK) -> Ints:
    """How many hands of the cards not seen are set so: rows by the rank of the back, columns by the front."""
    hands = hands_of_each_kind([card for card in pack if card not in seen], size)
    return _tally(codes, hands)


def _tally(codes: Codes, many: Ints) -> Ints:
    # There are not as many hands as a float holds exactly.
    tally = np.bincount(codes, many, BACKS << FRONT_BITS).astype(np.int64)
    return tally.reshape(BACKS, 1 << FRONT_BITS)


@dataclass(frozen=True)
class _Table:
    """What can be known at a decision."""

    rules: Rules
    seen: Sequence[Card]
    pack: Sequence[int]

    @cached_property
    def theirs(self) -> Ints:
        game = self.rules.game
        return opponents(house_settings(house_way(game)), two_hands(game).cards, self.seen, self.pack)

    @cached_property
    def places(self) -> dict[int, int]:
        ranks = fronts(two_hands(self.rules.game).in_front)
        return {rank: place for place, rank in enumerate(ranks)}

    def at(self, shown: SetHand) -> tuple[int, int]:
        return self.places[shown.front_rank], shown.back_rank

    def against(self, shown: SetHand, wager: str = BASE, least: int = 0) -> Fraction:
        """What a wager comes to against every hand that the player-dealer can have, set the house way; hands below the
        least back send it back."""
        if is_foul(shown):
            return Fraction(-1)
        (front, back), some, total = self.at(shown), self.theirs[least:], int(self.theirs.sum())
        back = max(0, back - least)
        both = int(some[:back, :front].sum())
        one = int(some[:, :front].sum()) + int(some[:back].sum()) - 2 * both
        win, push, lose = nets(self.rules, wager)
        return Fraction(both * win + one * push + (int(some.sum()) - both - one) * lose) / total

    def doubled(self, shown: SetHand) -> Fraction:
        """The double-down of such a hand, which follows a foul (PG-14)."""
        double = facts(self.rules.game, PaiGowFacts).double_down
        assert double is not None
        least = doubles_against(self.rules.game)
        if is_foul(shown):
            return Fraction(-int(self.theirs[least:].sum()), int(self.theirs.sum()))
        return self.against(shown, double.wager, least)

    def banked(self, shown: SetHand) -> Fraction:
        """What a base wager comes to for the player-dealer, against players who set the house way."""
        (front, back), total = self.at(shown), int(self.theirs.sum())
        both = int(self.theirs[back + 1 :, front + 1 :].sum())
        one = int(self.theirs[:, front + 1 :].sum()) + int(self.theirs[back + 1 :].sum()) - 2 * both
        return self._banked(both, one, total)

    @cached_property
    def answers(self) -> tuple[Ints, Ints]:
        """Where the players' hands stand if they are set knowing what they are up against."""
        hands = two_hands(self.rules.game)
        left = [card for card in self.pack if card not in self.seen]
        many = hands_of_each_kind(left, hands.cards)[examples(hands.cards).kinds]
        stair = stairs(hands)
        each = np.repeat(many, np.diff(stair.first)) * stair.weights
        return _tally(stair.codes, each), _tally(tops(hands), many)

    def answered(self, shown: SetHand) -> Fraction:
        """What a base wager comes to for the player-dealer, against players who see the hand and set theirs best."""
        if is_ace_high(shown.front + shown.back, shown.hands):
            return Fraction(0)
        (front, back), (stair, top) = self.at(shown), self.answers
        total = int(top.sum())
        both = int(stair[back + 1 :, front + 1 :].sum())
        return self._banked(both, total - int(top[: back + 1, : front + 1].sum()) - both, total)

    def _banked(self, both: int, one: int, total: int) -> Fraction:
        win, push, lose = nets(self.rules)
        return -Fraction(both * win + one * push + (total - both - one) * lose) / total


def advise(
    rules: Rules, ask: str, hand: Sequence[Card], seen: Mapping[str, Sequence[Card]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each setting is worth, and a double-down where there is one."""
    stated, ranking = facts(rules.game, PaiGowFacts), two_hands(rules.game)
    table = _Table(rules, sorted({card for cards in seen.values() for card in cards} | set(hand)), pack)
    double = stated.double_down
    lies = _as_it_lies(rules.game, hand, seen)
    if double and ask == double.wager and lies:
        base = table.against(lies)
        worth = {NO_DOUBLE: base, DOUBLE: base + table.doubled(lies)}
        return Advised(worth, "the base wager", stakes.get(BASE, 0))
    if ask == "set player-dealer":
        value = table.answered if stated.first == "player-dealer" else table.banked
        return Advised(_ways(rules.game, hand, value, None), "the base wagers", stakes.get(BASE, 0))
    if ask != "set":
        return Advised({}, "the base wager", 0)
    if stated.first == "player-dealer":
        front, back = (tuple(seen[f"{POSITION} {part}"]) for part in (FRONT, BACK))
        bank = SetHand(front, back, ranking)
        return Advised(
            _ways(rules.game, hand, lambda shown: _net(settle_base(rules, shown, bank, _STAKE)), lies),
            "the base wager", stakes.get(BASE, 0),
        )  # fmt: skip

    def value_of(shown: SetHand) -> Fraction:
        return table.against(shown) + (max(Fraction(0), table.doubled(shown)) if double else 0)

    return Advised(_ways(rules.game, hand, value_of, lies), "the base wager", stakes.get(BASE, 0))


def _ways(
    game: GameRules, hand: Sequence[Card], value: Callable[[SetHand], Fraction], lies: SetHand | None
) -> dict[str, Fraction]:
    ranking = two_hands(game)
    ways = {
        f"front {text(front)}": value(SetHand(front, without(hand, front), ranking))
        for front in combinations(hand, ranking.in_front)
    }
    ways[HOUSE_WAY] = value(set_house_way(game, hand))
    return ways | ({AS_IT_LIES: value(lies)} if lies else {})


def _as_it_lies(game: GameRules, hand: Sequence[Card], seen: Mapping[str, Sequence[Card]]) -> SetHand | None:
    """The hand as it has been laid down, where it has."""
    for place, front in seen.items():
        if part_of(place) != FRONT:
            continue
        back = seen.get(part_at(above(place), BACK), ())
        if {*front, *back} == set(hand):
            return SetHand(tuple(front), tuple(back), two_hands(game))
    return None


def _net(outcome: Outcome) -> Fraction:
    """In wagers."""
    if outcome.result is Result.WIN:
        return Fraction(outcome.paid, outcome.stake)
    return Fraction(-1 if outcome.result is Result.LOSE else 0)
