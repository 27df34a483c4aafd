"""Every hand of pai gow up to suits with what its best setting is worth against the house way: a digest of all."""

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

import numpy as np

from houseway.cards.card import JOKER
from houseway.counting.kernels import kernel
from houseway.games.pai_gow.count.best import Choices, walk, walks_of
from houseway.games.pai_gow.count.coach import doubles_against
from houseway.games.pai_gow.count.hands import FULL_PACK, Bytes, Codes, Ints, examples
from houseway.games.pai_gow.count.meet import digest
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.settlement import two_hands
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.work import Progress, each
from houseway.rules.house_way import house_way
from houseway.rules.resolved import Rules


def keys_of(cards: Bytes) -> Ints:
    """Hands as numbers: the ranks held in each suit as thirteen bits, the suit with the largest number first, and a
    last bit for the joker."""
    suits = np.zeros((len(cards), 4), np.int64)
    for column in cards.T.astype(np.int64):
        real = column != JOKER
        np.bitwise_or.at(suits, (np.nonzero(real)[0], column[real] & 3), 1 << (column[real] >> 2))
    suits = -np.sort(-suits, axis=1)
    key = np.zeros(len(cards), np.int64)
    for suit in suits.T:
        key = key << 13 | suit
    with_joker: Ints = key << 1 | (cards == JOKER).any(axis=1)
    return with_joker


def worth_of_each(
    some: Choices, held: Bytes, joker: Any, plain: Any, hands: Ints, worth: Ints, table_from: Ints, changed: Codes,
    of_flush: Ints,
) -> Arrays:  # fmt: skip
    """Some kinds: each hand up to suits, and what its best choice comes to. `of_flush` are hands with a flush, which
    are one up to suits."""
    nowhere = np.empty(0, np.int64)
    many = _worth_of_each(some, held, joker, plain, worth, table_from, changed, of_flush, nowhere, nowhere)
    keys, worths = np.empty(many, np.int64), np.empty(many, np.int64)
    _worth_of_each(some, held, joker, plain, worth, table_from, changed, of_flush, keys, worths)
    return {"keys": keys, "worths": worths}


@kernel
def _worth_of_each(
    some: Choices, held: Bytes, joker: Any, plain: Any, worth: Ints, table_from: Ints, changed: Codes, of_flush: Ints,
    keys: Ints, worths: Ints,
) -> int:  # fmt: skip
    at, sums = 0, np.zeros(3, np.int64)
    for hand in range(len(plain)):
        first, many, table = some.first[hand], some.first[hand + 1] - some.first[hand], table_from[hand]
        if plain[hand]:
            limit = 3 if joker[hand] else 4
            of_hand, of_changes = worth[first : first + many], changed[table:]
            found = walk(held[hand], limit, of_hand, of_changes, sums, keys[at:], worths[at:])[3]
            for one in range(at, min(at + found, len(keys))):
                keys[one] = keys[one] << 1 | joker[hand]
            at += found
            continue
        most = 0
        for way in range(many):
            here = worth[first + way]
            for suit in range(4):
                here += changed[table + suit * many + way]
            if way == 0 or here > most:
                most = here
        if at < len(keys):
            keys[at], worths[at] = of_flush[hand], most
        at += 1
    return at


def every_hand(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Arrays:
    """Every hand up to suits as a number, in rising order, and what its best choice comes to."""
    hands, house = two_hands(rules.game), house_settings(house_way(rules.game))
    walks = walks_of(hands, house, pack, False, doubles_against(rules.game), progress)
    of_flush = keys_of(examples(hands.cards).cards[walks.use])
    tasks, begin = [], 0
    for task in walks.tasks:
        end = begin + len(task[0].first) - 1
        tasks.append((*task, of_flush[begin:end]))
        begin = end
    found = each(worth_of_each, tasks, walks.told)
    keys, worths = (np.concatenate([part[name] for part in found]) for name in ("keys", "worths"))
    order = np.argsort(keys)
    return {"keys": keys[order], "worths": worths[order]}


def hand_digest(
    rules: Rules, progress: Progress | None = None, *, pack: Sequence[int] = FULL_PACK
) -> tuple[int, str]:  # fmt: skip
    """How many hands there are up to suits, and the digest of them all."""

    def made() -> Arrays:
        found = every_hand(rules, pack=pack, progress=progress)
        records = np.stack([found["keys"], found["worths"]], axis=1).astype("<i8")
        return {
            "many": np.array(len(records)),
            "digest": np.frombuffer(sha256(records.tobytes()).digest(), np.uint8),
        }

    house = house_settings(house_way(rules.game))
    key = [sorted(pack), two_hands(rules.game).in_front, digest(house), doubles_against(rules.game)]
    kept_here = kept("pai-gow-digest", key, made, by=__name__)
    return int(kept_here["many"]), kept_here["digest"].tobytes().hex()
