"""Many tables of twenty-one at once: one wager, one player, a fresh shoe every round, no bonus bet and no insurance.

>>> from houseway.env.many_twenty_one import ManyTwentyOne
>>> env = ManyTwentyOne("blackjack-x", tables=4096)  # doctest: +SKIP
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards.pack import pack
from houseway.counting.kernels import kernel
from houseway.env.many import Many, draw_card
from houseway.games import game as game_named
from houseway.games.twenty_one.count.ends import GIVEN_UP, NO_31, NO_NATURAL, OVER, RESCUED, Ends
from houseway.games.twenty_one.count.hands import ACE, BUST, NAMES, hands
from houseway.games.twenty_one.count.hands import TEN as TEN_POINTS
from houseway.games.twenty_one.count.sheet import terms_at
from houseway.games.twenty_one.count.simulation import (
    LIVE,
    MOST_CARDS,
    UNSPLIT,
    Cards,
    Rule,
    cards_of,
    row_by_suits,
    rule_of,
)
from houseway.games.twenty_one.facts import DoubleOn, Surrender, TwentyOneFacts, TwentyOneRules, twenty_one_rules
from houseway.play.ask import Refused
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

ACTIONS = ("hit", "stand", "double", "split", "surrender", "keep", "rescue")
HIT, STAND, DOUBLE, SPLIT, SURRENDER, KEEP, RESCUE = range(len(ACTIONS))
_MOST_HANDS = 32  # of one wager: where the rules have no limit, this is one
_FIRST, _LATER, _RESCUING = range(3)
_ASK, _NEXT_HAND, _SECOND_CARD, _DEALER, _CLOSE, _DEAL = range(6)  # what is to be done next at a table
# How a table stands: cards dealt, the hand in turn, the value that was split, hands made and still to play, what is
# asked for, hands that wait for the dealer's, the result so far in parts of a wager, cents of rounds that needed no
# decision; then how each of the hands that wait has ended, and the wagers on it.
_AT, _HAND, _SPLIT, _MADE, _WAITING, _PHASE, _LIVE, _NET, _CARRIED, _ROWS = range(10)
_WAGERS = _ROWS + _MOST_HANDS


class Allowed(NamedTuple):
    """What may be done with a hand."""

    hits_21: bool
    double_ten_eleven: bool
    double_any: bool  # also with three cards or more
    double_after_split: bool
    most_hands: int
    aces_one_card: bool
    aces_again: bool
    surrender: bool
    early: bool
    surrender_split: bool
    surrender_split_ace: bool
    rescue: bool


class Plan(NamedTuple):
    cards: Cards
    ends: Ends
    rule: Rule
    allowed: Allowed
    counts: NDArray[np.int16]  # by hand: how many cards of each value
    pairs: NDArray[np.int16]  # by hand: the value of two cards alike, or `UNSPLIT`
    wager: int
    scale: int  # parts of a wager that the table of ends is in


class ManyTwentyOne(Many):
    """`tables` tables of a game of the twenty-one family, at the house's rules with some `options` changed."""

    def __init__(
        self,
        game: str,
        *,
        tables: int,
        wager: int = 10_00,
        rules: Rules | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        recorded: int = 0,
    ) -> None:
        named = game_named(game).rules
        if not isinstance(named.facts, TwentyOneFacts):
            raise Refused(f"{named.name} is not a game of twenty-one")
        self.rules = rules or house_rules(named, Choices(options=dict(options or {})))
        observed = ("phase", "up", "total", "soft", "cards", "hands made", "hands waiting", *NAMES)
        super().__init__(tables, ACTIONS, observed, 999, recorded=recorded, cards=MOST_CARDS)
        self._plan = plan_of(self.rules, wager)
        shoe = np.array(pack(named.cards.pack, int(self.rules.options["decks"])), np.uint8)

        self._shoe = np.tile(shoe, (tables, 1))
        self._table = np.zeros((tables, _WAGERS + _MOST_HANDS), np.int64)

    def _begin(self) -> None:
        self._table[:, _CARRIED] = 0
        self._go(np.zeros(0, np.int64))

    def _go(self, actions: NDArray[np.int64]) -> None:
        _play(
            self._plan, self._shoe, self._random, self._table, actions, self._observed, self._last, self._masks,
            self._rewards, self._over, self.record, self.rounds,
        )  # fmt: skip


def plan_of(rules: Rules, wager: int) -> Plan:
    """What the kernels play by; refused where what a hand pays would not be whole cents."""
    terms, known = terms_at(rules, wager), twenty_one_rules(rules)
    if wager % (terms.scale * rules.chip):
        raise Refused(
            f"a wager is a multiple of {terms.scale * rules.chip} cents here, so that every pay is whole chips"
        )
    counts = hands().counts.astype(np.int16)
    alike = (counts.sum(axis=1) == 2) & (counts.max(axis=1) == 2)
    pairs = np.where(alike, counts.argmax(axis=1), UNSPLIT).astype(np.int16)
    cards, ends = cards_of(known), terms.table.ends
    return Plan(cards, ends, rule_of(terms), allowed_by(known), counts, pairs, wager, terms.scale)


def allowed_by(known: TwentyOneRules) -> Allowed:
    return Allowed(
        hits_21=known.hits_21,
        double_ten_eleven=known.double_on is DoubleOn.TEN_ELEVEN,
        double_any=known.double_on is DoubleOn.ANY,
        double_after_split=known.double_after_split,
        most_hands=min(_MOST_HANDS, known.most_hands or _MOST_HANDS),
        aces_one_card=known.split_aces_one_card,
        aces_again=known.split_aces_again,
        surrender=known.surrender is not Surrender.NONE,
        early=known.surrender is Surrender.EARLY,
        surrender_split=known.may_surrender_split(ace=False),
        surrender_split_ace=known.may_surrender_split(ace=True),
        rescue=known.rescue,
    )


@kernel
def _legal(may: Any, phase: Any, total: Any, size: Any, pair: Any, split: Any, made: Any) -> Any:
    """What may be done with a hand, a bit for each action; `pair` is the value of two alike and `split` the value that
    was split before, else `UNSPLIT`."""
    if phase == _RESCUING:
        return 1 << KEEP | 1 << RESCUE
    was_split, first = split != UNSPLIT, size == 2
    may_go_on = not (split == ACE and may.aces_one_card)
    hits = may_go_on and (total < 21 or (may.hits_21 and (was_split or not first)))
    doubles = hits and (may.double_after_split or not was_split)
    if may.double_ten_eleven:
        doubles = doubles and first and 10 <= total <= 11
    elif not may.double_any:
        doubles = doubles and first
    splits = pair != UNSPLIT and made < may.most_hands and (may.aces_again or split != ACE)
    of_split = may.surrender_split_ace if split == ACE else may.surrender_split
    gives_up = first and (of_split if was_split else may.surrender)
    return hits << HIT | 1 << STAND | doubles << DOUBLE | splits << SPLIT | gives_up << SURRENDER


@kernel
def _play(
    plan: Any, shoe: Any, random: Any, table: Any, actions: Any, observed: Any, last: Any, masks: Any, rewards: Any,
    over: Any, record: Any, rounds: Any,
) -> None:  # fmt: skip
    """Take an action at every table and go on to the next decision, dealing as many rounds as that takes. Without
    actions every table is dealt anew.

    One loop, and everything that it looks up taken out of it: a call that hands over arrays costs more than a card."""
    values, after, totals, sizes, soft = (
        plan.cards.values, plan.cards.after, plan.cards.totals, plan.cards.sizes, plan.cards.soft,
    )  # fmt: skip
    naturals, comes_to, depends, rows, makes_31, of_naturals = (
        plan.cards.naturals, plan.ends.comes_to, plan.ends.depends, plan.ends.rows, plan.ends.makes_31,
        plan.ends.naturals,
    )  # fmt: skip
    may, rule, pairs, counts = plan.allowed, plan.rule, plan.pairs, plan.counts
    for i in range(len(observed)):
        at, hand, split, made = table[i, _AT], table[i, _HAND], table[i, _SPLIT], table[i, _MADE]
        waiting, phase, live, net = table[i, _WAITING], table[i, _PHASE], table[i, _LIVE], table[i, _NET]
        carried = table[i, _CARRIED]
        end, stake, doing = LIVE, 1, _DEAL
        if len(actions):
            rewards[i], over[i] = 0, False
            action = actions[i]
            if action < 0 or action >= len(ACTIONS) or not masks[i, action]:
                continue
            doing = _NEXT_HAND
            dealers = naturals[shoe[i, 1], shoe[i, 3]]
            if phase == _FIRST and action != SURRENDER and dealers:  # early surrender was let pass
                net, doing = of_naturals[NO_NATURAL, dealers], _CLOSE
            elif action == SURRENDER:
                end = GIVEN_UP
            elif action in (KEEP, RESCUE):
                stake, end = 2, LIVE if action == KEEP else RESCUED
            elif action == SPLIT:
                split, doing = pairs[hand], _SECOND_CARD
                made += 1
                waiting += 1
            elif action != STAND:
                drawn = values[draw_card(shoe, i, at, random)]
                at += 1
                then = after[hand, drawn]
                stake = 2 if action == DOUBLE else 1
                if drawn == TEN_POINTS and makes_31[hand] != NO_31:
                    end = int(makes_31[hand])
                elif then < 0:
                    end = OVER
                else:
                    hand = then
                    doing = _NEXT_HAND if action == DOUBLE and not may.rescue else _ASK
            phase = _RESCUING if action == DOUBLE and doing == _ASK else _LATER
        asked = False
        while not asked:
            if doing == _ASK:
                legal = _legal(may, phase, totals[hand], sizes[hand], pairs[hand], split, made)
                if legal != 1 << STAND:
                    asked = True
                    for action in range(len(ACTIONS)):
                        masks[i, action] = legal >> action & 1
                doing = _NEXT_HAND
            elif doing == _NEXT_HAND:
                was_split = int(split != UNSPLIT)
                if end == LIVE:
                    end = int(rows[hand])
                    if rule.by_suits and not was_split and totals[hand] == 21 and sizes[hand] == 3:
                        end = row_by_suits(plan.cards, shoe[i], end, hand, values[shoe[i, 1]])
                if depends[was_split, stake - 1, end]:
                    table[i, _ROWS + live], table[i, _WAGERS + live] = end, stake
                    live += 1
                else:
                    net += comes_to[was_split, stake - 1, end, 0]
                waiting -= 1
                phase, end, stake = _LATER, LIVE, 1
                doing = _SECOND_CARD if waiting else _DEALER
            elif doing == _SECOND_CARD:
                hand = after[after[0, split], values[draw_card(shoe, i, at, random)]]
                at += 1
                doing = _ASK
            elif doing == _DEALER:
                if live:
                    dealers = after[after[0, values[shoe[i, 1]]], values[shoe[i, 3]]]
                    while dealers >= 0 and (
                        totals[dealers] < 17 or (totals[dealers] == 17 and rule.hits_soft_17 and soft[dealers])
                    ):
                        dealers = after[dealers, values[draw_card(shoe, i, at, random)]]
                        at += 1
                    column, was_split = totals[dealers] - 17 if dealers >= 0 else BUST, int(split != UNSPLIT)
                    for which in range(live):
                        net += comes_to[was_split, table[i, _WAGERS + which] - 1, table[i, _ROWS + which], column]
                doing = _CLOSE
            elif doing == _CLOSE:
                cents = net * plan.wager // plan.scale
                if rounds[i] < record.shape[1]:
                    record[i, rounds[i], 0], record[i, rounds[i], 1] = cents, at
                    for card in range(at):
                        record[i, rounds[i], 2 + card] = shoe[i, card]
                rounds[i] += 1
                carried += cents
                if len(actions) and not over[i]:
                    over[i], rewards[i], carried = True, carried, 0
                    _see(counts[hand], last[i], phase, values[shoe[i, 1]], totals[hand], soft[hand], made, waiting)
                doing = _DEAL
            else:
                for place in range(4):
                    draw_card(shoe, i, place, random)
                at, net, live, split, waiting, made, phase = 4, 0, 0, UNSPLIT, 1, 1, _FIRST
                hand = after[after[0, values[shoe[i, 0]]], values[shoe[i, 2]]]
                own, dealers = naturals[shoe[i, 0], shoe[i, 2]], naturals[shoe[i, 1], shoe[i, 3]]
                doing = _ASK
                if own or (dealers and not may.early):
                    net, doing = of_naturals[own, dealers], _CLOSE
        _see(counts[hand], observed[i], phase, values[shoe[i, 1]], totals[hand], soft[hand], made, waiting)
        table[i, _AT], table[i, _HAND], table[i, _SPLIT], table[i, _MADE] = at, hand, split, made
        table[i, _WAITING], table[i, _PHASE], table[i, _LIVE], table[i, _NET] = waiting, phase, live, net
        table[i, _CARRIED] = carried


@kernel(inline="always")
def _see(counts: Any, observed: Any, phase: Any, up: Any, total: Any, is_soft: Any, made: Any, waiting: Any) -> None:
    observed[0], observed[1], observed[2], observed[3] = phase, up, total, is_soft
    observed[4], observed[5], observed[6] = counts.sum(), made, waiting
    for value in range(10):
        observed[7 + value] = counts[value]
