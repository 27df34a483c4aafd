"""What the prices of this family share: what settlement makes of a comparison, bonus bets, and ranks of three cards."""

from collections.abc import Mapping, Sequence
from fractions import Fraction
from functools import cache
from itertools import combinations, permutations

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import JOKER
from houseway.cards.pack import pack
from houseway.cards.special_ranks import three_card_rank
from houseway.games.ante_and_raise.base import bonus_bets, settle_compared, settle_fold, stated
from houseway.games.ante_and_raise.hands import Kind, bonus_line, seen_in
from houseway.play.outcome import Outcome, Result
from houseway.price.counting.bonus import by_rank, every_hand, price_bonus
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.parts import won
from houseway.price.counting.suits import suit_changes
from houseway.price.papers.sheet import WagerPrice
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]
FULL_PACK = tuple(range(52))
BOARD = 5  # so many cards have a kernel of their own

# What a hand meets: it beats, loses to or ties a hand that qualifies, or one that does not.
MEETS = tuple((result, qualified) for result in (Result.WIN, Result.LOSE, Result.PUSH) for qualified in (True, False))
WIN, WIN_ALONE, LOSE, LOSE_ALONE, TIE, TIE_ALONE = range(6)


def settled(rules: Rules, *raises: str) -> list[list[Outcome]]:
    """How first wager and these raises, each of one chip, end, by what the hand meets."""
    stakes = {stated(rules.game).base: rules.chip} | dict.fromkeys(raises, rules.chip)
    return [settle_compared(rules, *meets, "", stakes) for meets in MEETS]


def nets(rules: Rules, *raises: str) -> tuple[int, ...]:
    """In antes, what first wager and these raises, each of one ante, come to, by what the hand meets."""
    return tuple(sum(map(won, one)) // rules.chip for one in settled(rules, *raises))


def folded(rules: Rules) -> list[Outcome]:
    """How a first wager of one chip ends where the hand is folded."""
    return settle_fold(rules, {stated(rules.game).base: rules.chip})


def fold_net(rules: Rules) -> int:
    """In antes, what a fold costs."""
    return sum(map(won, folded(rules))) // rules.chip


def wager_names(rules: Rules) -> dict[str, str]:
    """The first wager and the raises by name, bonus bets left out."""
    said = stated(rules.game)
    made = dict.fromkeys((said.base, *(street.wager for street in said.streets.values())))
    return {wager: rules.wagers[wager].name for wager in made}


# Three cards


@cache
def three_card_table() -> tuple[NDArray[np.int16], Ints]:
    """By any three cards, the place of their rank among all ranks; and the ranks."""
    threes = np.array(list(combinations(range(52), 3)))
    ranks = np.array([three_card_rank(three) for three in threes.tolist()])
    known, places = np.unique(ranks, return_inverse=True)
    table = np.zeros((52, 52, 52), np.int16)
    for one, two, three in permutations(range(3)):
        table[threes[:, one], threes[:, two], threes[:, three]] = places
    return table, known


def place_of_least(ranks: Ints, least: int) -> int:
    """The first place among the ranks that is at least so high."""
    return int(np.searchsorted(ranks, least))


# Hands up to suits


def hands_alike(cards: Sequence[int], size: int) -> tuple[Ints, Ints]:
    """One hand of each kind among so many cards of a pack, and how many there are of it."""
    if size == BOARD:
        from houseway.price.ante_and_raise.ultimate_texas_holdem_boards import kinds as of_pack

        boards, weights = of_pack(tuple(sorted(cards))).boards
        return boards.astype(np.int64), weights
    held = np.array(list(combinations(sorted(cards), size)), np.int64)
    powers = 53 ** np.arange(size - 1, -1, -1)
    changes = suit_changes(np.array(sorted(cards)))
    numbers = held @ powers
    for change in changes:
        np.minimum(numbers, np.sort(change[held], axis=1) @ powers, out=numbers)
    kinds, weights = np.unique(numbers, return_counts=True)
    return kinds[:, None] // powers % 53, weights.astype(np.int64)


# Bonus bets


def price_bonuses(rules: Rules) -> list[WagerPrice]:
    return [price_one(rules, wager) for wager in bonus_bets(rules) if wager in rules.wagers]


def price_one(rules: Rules, wager: str) -> WagerPrice:
    """A bonus bet, over all the cards that it looks at."""
    rule, places = stated(rules.game).bonus[wager], rules.game.places
    shared = sum(places[place].cards for place in stated(rules.game).shared)
    more = {"own and shared": shared, "own and player-dealer's": places["player-dealer"].cards}
    size = places["seat"].cards + more.get(rule.cards, 0)
    if rule.hands == "poker":
        counts = by_rank(rules.pay_tables[wager], every_hand(size))
    else:
        counts = {}
        for kinds, many in kinds_counted(rules, wager, size).items():
            line = bonus_line(rules, wager, kinds)
            key = line.key if line else ""
            counts[key] = counts.get(key, 0) + many
    return price_bonus(rules, wager, counts, lost=rule.lost)


def kinds_counted(rules: Rules, wager: str, size: int) -> dict[tuple[Kind, ...], int]:
    """How many hands there are of everything that pay lines can call one; the pays do not matter."""
    hands, cards = stated(rules.game).bonus[wager].hands, rules.game.cards.pack
    reading = str(rules.options.get("plus_a_pair", ""))

    def made() -> Arrays:
        found: dict[str, int] = {}
        for joker in {0, int(JOKER in pack(cards))}:
            members, weights = hands_alike(FULL_PACK, size - joker)
            for held, many in zip(members.tolist(), weights.tolist(), strict=True):
                _, kinds = seen_in(rules, hands, (*held, *(JOKER,) * joker))
                said = ";".join(f"{kind} {named}" for kind, named in kinds)
                found[said] = found.get(said, 0) + many
        return {"kinds": np.array(list(found)), "counts": np.array(list(found.values()), np.int64)}

    counted = kept("ante-and-raise-bonus", [cards, size, hands, reading], made)
    return {
        tuple((kind, int(named)) for kind, _, named in (part.rpartition(" ") for part in said.split(";") if part)): many
        for said, many in zip(counted["kinds"].tolist(), counted["counts"].tolist(), strict=True)
    }


# Results


def outcomes_of(totals: Mapping[int, int]) -> dict[Fraction, int]:
    """Results in antes and how often each comes, from whole numbers of antes."""
    return {Fraction(net): int(many) for net, many in totals.items() if many}
