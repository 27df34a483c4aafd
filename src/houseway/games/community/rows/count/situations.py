"""Every way to lay six cards in three rows, with what a wager on each row gives back: a digest of all of them."""

from hashlib import sha256
from math import comb
from typing import Any

import numpy as np

from houseway.counting.kernels import kernel
from houseway.games.community.rows.count.deals import HANDS, KINDS, Ints
from houseway.games.community.rows.count.peek import PAIRS_OF_RANKS, _in_suit, drawn_table, needed_masks, of_hands
from houseway.games.community.rows.count.pricing import gains
from houseway.games.community.rows.round import ROWS, peek_wagers
from houseway.pricing.counting.cache import Arrays
from houseway.pricing.counting.situations import of_blocks
from houseway.pricing.counting.suits import orbits, pairs_of, suit_changes
from houseway.pricing.counting.work import Progress
from houseway.rules.resolved import Rules
from houseway.rules.strict import RulesError

_PACK = np.arange(52)
_LARGEST = 1 << 48  # times all draws, as many as can be added up
_NUMBER = np.zeros((52, 52), np.int64)  # of two cards, the lower first, among all hands
_NUMBER[HANDS[:, 0], HANDS[:, 1]] = np.arange(len(HANDS))


@kernel
def _worths(
    a: int, seconds: Any, hands: Any, own: Any, suits: Any, together: Any, needed: Any, worth: Any, gains: Any,
    found: Any,
) -> int:  # fmt: skip
    """For one hand in the first row, some in the second and each in the third: what each row's wager gives back."""
    bits, of_suit = np.zeros(len(hands), np.uint64), np.zeros(4, np.uint64)
    for hand in range(len(hands)):
        bits[hand] = np.uint64(1) << np.uint64(hands[hand, 0]) | np.uint64(1) << np.uint64(hands[hand, 1])
    for card in range(52):
        of_suit[card & 3] |= np.uint64(1) << np.uint64(card)
    at = 0
    rows = np.empty(3, np.int64)
    for b in seconds:
        for c in range(len(hands)):
            if (bits[a] | bits[b]) & bits[c] != 0:
                continue
            rows[0], rows[1], rows[2] = a, b, c
            for row in range(3):
                mine, one, two = rows[row], rows[(row + 1) % 3], rows[(row + 2) % 3]
                value = worth[row, own[mine], together[own[one], own[two]]]
                if suits[mine] >= 0:
                    value += _in_suit(mine, suits[mine], needed, bits[one] | bits[two], of_suit, gains[row])
                found[at, row] = value
            at += 1
    return at


def seconds(first: int) -> Ints:
    """The second rows that may lie beside these two cards, up to suits."""
    one, two = HANDS[first].tolist()
    left = _PACK[~np.isin(_PACK, (one, two))]
    return orbits(pairs_of(left), suit_changes(_PACK, (one, two))).members


def rows_with(first: int, given: Ints) -> Ints:
    """What a wager on each of the three rows gives back, in whole parts of it over all draws, with these two cards in
    the first row: second rows up to suits, third rows all of them. `given` is by row what `gains` says."""
    tables = of_hands()
    paired = np.array([one == two for one, two in PAIRS_OF_RANKS])
    drawn, kinds = drawn_table(), len(KINDS)
    worth = np.stack(
        [np.where(paired[:, None], drawn @ of_row[0, :kinds], drawn @ of_row[1, :kinds]) for of_row in given]
    )
    second = seconds(first)
    numbers = _NUMBER[second[:, 0], second[:, 1]]
    found = np.empty((len(numbers) * comb(48, 2), len(ROWS)), np.int64)
    of_no_pair = np.ascontiguousarray(given[:, 1])
    filled = _worths(
        first, numbers, HANDS, tables["own"], tables["suit"], tables["together"], needed_masks(), worth, of_no_pair,
        found,
    )  # fmt: skip
    assert filled == len(found)
    return found


def digest_rows(first: int, given: Ints) -> Arrays:
    """The digest of all with these two cards in the first row."""
    return {"digest": np.frombuffer(sha256(rows_with(first, given).astype("<i8").tobytes()).digest(), np.uint8)}


def given_back(rules: Rules) -> Ints:
    """By row, what each kind gives back."""
    wagers = {row: wager for wager, row in peek_wagers(rules.game).items()}
    return np.stack([gains(rules.pay_tables[wagers[row]].lines)[0] for row in ROWS])


def peek_digest(rules: Rules, progress: Progress | None = None) -> tuple[int, str]:
    """How many ways there are to lay six cards, up to suits, and the digest of them all."""
    given = given_back(rules)
    if int(given.max()) >= _LARGEST:
        raise RulesError("a line of the Peek Bonus pays too much for a digest: `houseway coach` counts one situation")
    firsts = orbits(pairs_of(_PACK), suit_changes(_PACK)).members
    numbers = _NUMBER[firsts[:, 0], firsts[:, 1]].tolist()
    digest = of_blocks("peek-situations", given.tolist(), digest_rows, [(one, given) for one in numbers], progress)
    return sum(len(seconds(one)) for one in numbers) * comb(48, 2), digest
