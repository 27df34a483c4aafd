"""Ultimate Texas Hold'em, decided: river, flop, deal, from the counts that hold under any blind pay table.

The deals are counted once for all pay tables (`deals`): by starting hand, street, line and result, with the few
situations apart in which what the blind pays can change the answer. What follows is arithmetic on these counts; the
decisions are taken backwards. Everything is an integer until the last division.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import comb

import numpy as np
from numpy.typing import NDArray

from houseway.games.ante_and_raise.ultimate_texas_holdem.count.bets import FLOP, PREFLOP, RIVER, Bets, Whole, bets
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.hands import FULL_PACK, HandsAlike
from houseway.pricing.counting.work import Progress
from houseway.pricing.decider.streets import Answer, Street, ends
from houseway.pricing.decider.tally import Ending, Given, Tally
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]

_FLOPS = 10  # the ways to have had three of the five as the flop
OUTS = 20  # of the strategy to remember, on the river: so many cards, or fewer, that beat the hand alone
ASKED = {PREFLOP: "before the flop", FLOP: "on the flop", RIVER: "on the river"}  # as the sheet calls it


@dataclass(frozen=True)
class UltimateCount:
    """The whole game under one blind pay table: the counts that hold under any, and what follows from the pays."""

    pack: tuple[int, ...]
    bets: Bets
    deals_counted: Arrays  # as `houseway.pricing.counting.boards` counts them

    @property
    def dealers(self) -> int:
        """The player-dealer's hands against one pair on one board."""
        return comb(len(self.pack) - 7, 2)

    @property
    def deals_of_a_hand(self) -> int:
        return comb(len(self.pack) - 2, 5) * _FLOPS * self.dealers

    @property
    def deals(self) -> int:
        return comb(len(self.pack), 2) * self.deals_of_a_hand

    @cached_property
    def starting(self) -> HandsAlike:
        """The kinds of starting hands."""
        return HandsAlike(self.pack, self.deals_counted["hands"], self.deals_counted["weights"])

    @property
    def hands(self) -> int:
        """How many kinds of starting hands there are."""
        return len(self.starting.members)

    def _column(self, name: str) -> Whole:
        return self.deals_counted[name].astype(object)

    # The river: what the open ones come to

    @cached_property
    def _open_rivers(self) -> tuple[Ints, Whole, Whole, Whole]:
        """Of each: the row it belongs to; what playing comes to beyond a fold; what it meets; how often it comes."""
        rivers, often = self.deals_counted["rivers"], self._column("often")
        lines = len(self.bets.hands)
        met = np.zeros((len(rivers), 2 * lines + 3), object)
        rows = np.arange(len(rivers))
        met[rows, rivers[:, 1]], met[rows, lines + rivers[:, 1]] = rivers[:, 2], rivers[:, 3]
        met[:, 2 * lines], met[:, 2 * lines + 1] = rivers[:, 4], rivers[:, 5]
        met[:, 2 * lines + 2] = self.dealers - rivers[:, 2:].sum(axis=1)
        met = met.astype(object)
        over = met @ self.bets.nets(self.bets.size(RIVER)) - self.bets.fold.net * self.dealers
        return rivers[:, 0], over, met, often

    @cached_property
    def _rivers(self) -> tuple[Whole, Whole, Whole]:
        """By row of what is checked: what is played and met, what is folded, and what is as good folded."""
        lines = len(self.bets.hands)
        checked = self._column("checked")
        played, folded, even = checked[:, : 2 * lines + 3].copy(), checked[:, -2].copy(), checked[:, -1].copy()
        rows, over, met, often = self._open_rivers
        for row, gain, meets, many in zip(rows.tolist(), over.tolist(), met, often.tolist(), strict=True):
            if gain > 0:
                played[row] += meets * many
            elif gain < 0:
                folded[row] += self.dealers * many
            else:
                even[row] += self.dealers * many
        return played, folded, even

    # The flop

    @cached_property
    def _checks(self) -> Whole:
        """What each row of what is checked comes to."""
        played, folded, even = self._rivers
        found: Whole = played @ self.bets.nets(self.bets.size(RIVER)) + self.bets.fold.net * (folded + even)
        return found

    @cached_property
    def _raises(self) -> Whole:
        """What each row of what is raised on the flop comes to: hands, then open situations."""
        found: Whole = self._column("raised") @ self.bets.nets(self.bets.size(FLOP))
        return found

    @cached_property
    def open_flops(self) -> Ints:
        """For each open situation: 1 where a raise is better than a check, 0 where as good, -1 where worse."""
        ahead = self._raises[self.hands :] - self._checks[2 * self.hands :]
        return np.sign(ahead.astype(object)).astype(np.int64) if len(ahead) else np.zeros(0, np.int64)

    def _to_hands(self, of_open: Whole) -> Whole:
        """Add up open situations by starting hand."""
        found = np.zeros((self.hands, *of_open.shape[1:]), object)
        np.add.at(found, self.deals_counted["hand_of_open"], of_open)
        return found

    # Before the flop: over all deals of each kind of starting hand

    @cached_property
    def preflop(self) -> Street:
        """The first decision, by hand: a raise, or a check with the best play after it."""
        every, hands = self._column("every"), self.hands
        best = np.maximum(self._raises[hands:], self._checks[2 * hands :])
        checked = self._raises[:hands] + self._checks[:hands] + self._checks[hands : 2 * hands] + self._to_hands(best)
        raises = (ends(f"play {size}", size, every, self.bets.endings(size)) for size in self.bets.times[PREFLOP])
        deals = self.starting.weights.astype(object) * self.deals_of_a_hand
        return Street(
            "preflop", (*raises, Answer("check", 0, checked)), deals, self.bets.scale, decision=ASKED[PREFLOP]
        )

    def raised(self, *, bold: bool = False) -> Ints:
        """By hand: how many antes before the flop; 0 is a check."""
        sizes = np.array([answer.size for answer in self.preflop.answers])
        return sizes[self.preflop.boldest if bold else self.preflop.best]

    # The whole game

    @cached_property
    def _after_check(self) -> tuple[Whole, Whole, Whole]:
        """What each hand meets after a check: raised on the flop, played on the river, and folded. Timid."""
        hands, raised = self.hands, self._column("raised")
        played, folded, even = self._rivers
        folds = folded + even
        raises = (self.open_flops > 0).astype(object)
        on_flop = raised[:hands] + self._to_hands(raised[hands:] * raises[:, None])
        on_river = (
            played[:hands] + played[hands : 2 * hands] + self._to_hands(played[2 * hands :] * (1 - raises)[:, None])
        )
        last = folds[:hands] + folds[hands : 2 * hands] + self._to_hands(folds[2 * hands :] * (1 - raises))
        return on_flop, on_river, last

    @cached_property
    def tally(self) -> Tally:
        """Every deal with best play, a check or a fold among equals."""
        pays, street = self.bets, self.preflop
        checks = self.raised() == 0
        on_flop, on_river, folds = self._after_check
        folded = int(folds[checks].sum())
        ended: list[tuple[Ending, int]] = [(pays.fold, folded)]
        given: list[Given] = []
        for at in reversed(street.by_size[1:]):
            answer = street.answers[at]
            assert answer.met is not None
            met = answer.met[street.best == at].sum(axis=0).tolist() if (street.best == at).any() else []
            ended += zip(answer.endings, met, strict=False)
            given.append(Given(ASKED[PREFLOP], answer.name, sum(met)))
        left = self.deals - sum(one.deals for one in given)
        given.append(Given(ASKED[PREFLOP], "check", left))
        for at, met_by_hand, otherwise in ((FLOP, on_flop, "check"), (RIVER, on_river, "fold")):
            met = met_by_hand[checks].sum(axis=0).tolist() if checks.any() else []
            ended += zip(pays.endings(pays.size(at)), met, strict=False)
            left -= sum(met)
            given += [Given(ASKED[at], f"play {pays.size(at)}", sum(met)), Given(ASKED[at], otherwise, left)]
        assert left == folded, "every deal ends once"
        return Tally(pays.scale, ended, given)

    @property
    def most_action(self) -> Fraction:
        """Antes wagered on average by a player who raises where a check is as good, and plays where a fold is."""
        flop, river = self.bets.size(FLOP), self.bets.size(RIVER)
        hands, raised = self.hands, self._column("raised").sum(axis=1)
        played, folded, even = self._rivers
        rest = (2 + river) * (played.sum(axis=1) + even) + 2 * folded
        raises = (self.open_flops >= 0).astype(object)
        as_good = played.sum(axis=1) + even + folded
        checked = (2 + flop) * (raised[:hands] + as_good[hands : 2 * hands]) + rest[:hands]
        checked = checked + self._to_hands((2 + flop) * raised[hands:] * raises + rest[2 * hands :] * (1 - raises))
        sizes = self.raised(bold=True)
        every = self._column("every").sum(axis=1)
        return Fraction(int(np.where(sizes > 0, (2 + sizes) * every, checked).sum()), self.deals)

    def simple_worth(self) -> Fraction:
        """What the strategy to remember is worth, in antes."""
        pays = self.bets
        on_flop, on_river = self._column("simple")
        checked = on_flop[:, :-1] @ pays.nets(pays.size(FLOP)) + on_river[:, :-1] @ pays.nets(pays.size(RIVER))
        checked = checked + pays.fold.net * on_river[:, -1]
        worths = np.stack([*(answer.worth for answer in self.preflop.answers[:-1]), checked])
        total = worths[self.preflop.best, np.arange(self.hands)].sum()
        return Fraction(int(total), self.deals * pays.scale)


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> UltimateCount:
    """The game with the best answer everywhere, a check or a fold among equals."""
    pays, cards = bets(rules), tuple(sorted(pack))
    table = (cards, pays.line_of_rank, pays.size(FLOP), pays.size(RIVER), pays.least, OUTS)

    def count_deals() -> Arrays:
        from houseway.games.ante_and_raise.ultimate_texas_holdem.count import deals  # brings a compiler along

        return deals.count(deals.Table(*table), progress)

    key = [cards, pays.line_of_rank.hex(), *table[2:]]
    by = "houseway.games.ante_and_raise.ultimate_texas_holdem.count.deals"
    return UltimateCount(cards, pays, kept("ultimate-texas-holdem", key, count_deals, by=by))
