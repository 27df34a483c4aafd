"""Many tables of hold'em against the bank at once: an ante with its blind, one raise, the earlier the bigger.

>>> from houseway.env.many_holdem import ManyHoldem
>>> env = ManyHoldem("ultimate-texas-holdem", tables=4096)  # doctest: +SKIP
"""

from collections.abc import Mapping
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from houseway.cards import batch
from houseway.cards.card import HIDDEN
from houseway.counting.kernels import kernel
from houseway.env.many import Many, draw_card
from houseway.games import game as game_named
from houseway.games.ante_and_raise.facts import AnteAndRaiseFacts
from houseway.games.ante_and_raise.ultimate_texas_holdem.count.bets import STREETS, Bets, bets
from houseway.games.ante_and_raise.ultimate_texas_holdem.round import UltimateTexasHoldem
from houseway.play.ask import Refused
from houseway.rules.families import facts
from houseway.rules.resolved import Rules
from houseway.rules.submission import Choices, house_rules

OWN, BANK, BOARD, CARDS = 0, 2, 4, 9  # where the cards of a deal lie: two, two and five
_OPEN = (BOARD, BOARD + 3, CARDS)  # up to which card the board lies open on each street


class Plan(NamedTuple):
    streets: NDArray[np.int64]  # by street and action: the times of the ante it raises, 0 to check, -1 to fold, -2: not
    nets: NDArray[np.int64]  # cents by size of the raise and what it meets, as `Bets.nets` lists it
    line_of_rank: NDArray[np.uint8]
    lines: int
    least: int
    fold: int
    open: NDArray[np.int64]


class ManyHoldem(Many):
    """`tables` tables at the house's rules with some `options` changed; no bonus bet is made."""

    def __init__(
        self,
        game: str = "ultimate-texas-holdem",
        *,
        tables: int,
        ante: int = 10_00,
        rules: Rules | None = None,
        options: Mapping[str, bool | int | str] | None = None,
        recorded: int = 0,
    ) -> None:
        named = game_named(game)
        if not isinstance(named, UltimateTexasHoldem):
            raise Refused(f"{named.rules.name} is not hold'em against the bank")
        self.rules = rules or house_rules(named.rules, Choices(options=dict(options or {})))
        actions, streets = _actions(self.rules)
        observed = ("street", "own 1", "own 2", *(f"board {number}" for number in range(1, 6)))
        super().__init__(tables, actions, observed, HIDDEN, recorded=recorded, cards=CARDS)
        self._plan = _plan(bets(self.rules), streets, ante)
        self._deck = np.tile(np.arange(52, dtype=np.uint8), (tables, 1))
        self._street = np.zeros(tables, np.int64)

    def _begin(self) -> None:
        self._go(np.zeros(0, np.int64))

    def _go(self, actions: NDArray[np.int64]) -> None:
        _play(
            self._plan, batch.tables(), self._deck, self._random, self._street, actions, self._observed, self._last,
            self._masks, self._rewards, self._over, self.record, self.rounds,
        )  # fmt: skip


def _actions(rules: Rules) -> tuple[tuple[str, ...], NDArray[np.int64]]:
    """The answers of all streets, and what each of them does on each street."""
    said = facts(rules.game, AnteAndRaiseFacts).streets
    answers = {name: [*(f"{one.wager} {many}" for many in one.times), one.otherwise] for name, one in said.items()}
    words = tuple(dict.fromkeys(word for name in STREETS for word in answers[name]))
    does = np.full((len(STREETS), len(words)), -2, np.int64)
    for at, name in enumerate(STREETS):
        for many in said[name].times:
            does[at, words.index(f"{said[name].wager} {many}")] = many
        does[at, words.index(said[name].otherwise)] = 0 if said[name].otherwise == "check" else -1
    return words, does


def _plan(bets: Bets, streets: NDArray[np.int64], ante: int) -> Plan:
    if ante % bets.scale:
        raise Refused(f"an ante is a multiple of {bets.scale} cents here, so that every pay is whole chips")
    nets = np.zeros((int(streets.max()) + 1, 2 * len(bets.hands) + 3), np.int64)
    for size in {int(size) for size in streets.ravel() if size > 0}:
        nets[size] = [int(net) * ante // bets.scale for net in bets.nets(size)]
    lines = np.frombuffer(bets.line_of_rank, np.uint8)
    return Plan(streets, nets, lines, len(bets.hands), bets.least, -2 * ante, np.array(_OPEN))


@kernel
def _met(plan: Any, tables: Any, deck: Any, i: Any) -> Any:
    """What a raise meets: its column among the nets."""
    key, suits = 0, 0
    for place in range(BOARD, CARDS):
        key += tables.keys[deck[i, place]]
        suits += tables.suits[deck[i, place]]
    own_key, own_suits, bank_key, bank_suits = key, suits, key, suits
    for place in range(2):
        own_key += tables.keys[deck[i, OWN + place]]
        own_suits += tables.suits[deck[i, OWN + place]]
        bank_key += tables.keys[deck[i, BANK + place]]
        bank_suits += tables.suits[deck[i, BANK + place]]
    own, bank = batch.rank_of(own_key, own_suits, tables), batch.rank_of(bank_key, bank_suits, tables)
    alone = bank < plan.least
    if own > bank:
        return (plan.lines if alone else 0) + plan.line_of_rank[own]
    if own < bank:
        return 2 * plan.lines + (1 if alone else 0)
    return 2 * plan.lines + 2


@kernel
def _play(
    plan: Any, tables: Any, deck: Any, random: Any, street: Any, actions: Any, observed: Any, last: Any, masks: Any,
    rewards: Any, over: Any, record: Any, rounds: Any,
) -> None:  # fmt: skip
    """Take an action at every table, and deal where a round is over; without actions every table is dealt anew."""
    streets, nets, opened = plan.streets, plan.nets, plan.open
    for i in range(len(observed)):
        dealing = len(actions) == 0
        if not dealing:
            rewards[i], over[i] = 0, False
            action = actions[i]
            if action < 0 or action >= streets.shape[1] or streets[street[i], action] == -2:
                continue
            does = streets[street[i], action]
            if does == 0:
                street[i] += 1
            else:
                rewards[i] = plan.fold if does == -1 else nets[does, _met(plan, tables, deck, i)]
                over[i] = dealing = True
                for at in range(observed.shape[1]):
                    last[i, at] = observed[i, at]
                if rounds[i] < record.shape[1]:
                    record[i, rounds[i], 0], record[i, rounds[i], 1] = rewards[i], CARDS
                    for place in range(CARDS):
                        record[i, rounds[i], 2 + place] = deck[i, place]
                rounds[i] += 1
        if dealing:
            for place in range(CARDS):
                draw_card(deck, i, place, random)
            street[i] = 0
        observed[i, 0] = street[i]
        observed[i, 1], observed[i, 2] = deck[i, OWN], deck[i, OWN + 1]
        for place in range(BOARD, CARDS):
            observed[i, 3 + place - BOARD] = deck[i, place] if place < opened[street[i]] else HIDDEN
        for action in range(streets.shape[1]):
            masks[i, action] = streets[street[i], action] != -2
