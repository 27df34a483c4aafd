"""3 Card Poker, counted whole: every hand up to suits, every open card of the player-dealer, every two behind it."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb
from time import perf_counter
from typing import Any

import numpy as np

from houseway.cards.card import RANK_WORDS, RANKS, text
from houseway.cards.special_ranks import ThreeCards, three_card_category, three_card_name
from houseway.games.ante_and_raise.base import least_qualifying, stated
from houseway.kernels import kernel
from houseway.price.ante_and_raise.base import (
    FULL_PACK,
    LOSE,
    LOSE_ALONE,
    TIE,
    TIE_ALONE,
    WIN,
    WIN_ALONE,
    Ints,
    fold_net,
    folded,
    hands_alike,
    nets,
    outcomes_of,
    place_of_least,
    price_bonuses,
    settled,
    three_card_table,
    wager_names,
)
from houseway.price.counting.advised import Advised
from houseway.price.counting.naming import SUITS_NAMED, renamed
from houseway.price.counting.parts import Case, ends_of, parts_of, taken_of
from houseway.price.counting.situations import Policy, Situation
from houseway.price.counting.suits import suit_changes
from houseway.price.counting.work import Progress
from houseway.price.papers.sheet import ByCard, Chart, LinePrice, Outcomes, Sheet, Simple, WagerPrice
from houseway.price.pricing import Pricing
from houseway.rules.resolved import Rules


@kernel
def _meet(hands: Any, pack: Any, ranks: Any, least: int, met: Any) -> None:
    """By hand and open card: how many hands of the player-dealer it beats, loses to and ties."""
    for at in range(len(hands)):
        one, two, three = hands[at]
        mine = ranks[one, two, three]
        for opened in pack:
            if opened in (one, two, three):
                continue
            for i in range(len(pack)):
                first = pack[i]
                if first in (one, two, three, opened):
                    continue
                for j in range(i + 1, len(pack)):
                    second = pack[j]
                    if second in (one, two, three, opened):
                        continue
                    theirs = ranks[opened, first, second]
                    alone = 0 if theirs >= least else 1
                    met[at, opened, (0 if theirs < mine else 2 if theirs > mine else 4) + alone] += 1


@dataclass(frozen=True)
class Counted:
    """What every hand meets behind every open card, and what play and fold come to by the rules."""

    pack: tuple[int, ...]
    hands: Ints
    weights: Ints
    met: Ints  # hand x open card x what it meets
    play: tuple[int, ...]  # in antes, by what is met
    fold: int

    @property
    def behind(self) -> int:
        """The ways to have two cards behind the open one."""
        return comb(len(self.pack) - 4, 2)

    @property
    def deals(self) -> int:
        return comb(len(self.pack), 3) * (len(self.pack) - 3) * self.behind

    @cached_property
    def there(self) -> Any:
        """Hand x open card: whether both can be."""
        return self.met.sum(axis=2) > 0

    @cached_property
    def playing(self) -> Ints:
        """Hand x open card: what a play comes to."""
        worth: Ints = self.met @ np.array(self.play)
        return worth

    @cached_property
    def plays(self) -> Any:
        return self.there & (self.playing > self.fold * self.behind)

    def total(self, plays: Any) -> int:
        """What playing there and folding elsewhere comes to over all deals."""
        each = np.where(plays, self.playing, self.fold * self.behind) * self.there
        return int((each.sum(axis=1) * self.weights).sum())

    def worth(self, plays: Any) -> Fraction:
        return Fraction(self.total(plays), self.deals)

    def meets(self) -> list[int]:
        """How often each result is met by best play, and how often is folded."""
        played = (self.met * self.plays[:, :, None]).sum(axis=1) * self.weights[:, None]
        folds = (self.there & ~self.plays).sum(axis=1) * self.weights * self.behind
        return [*played.sum(axis=0).tolist(), int(folds.sum())]

    def action(self, *, bold: bool) -> Fraction:
        """Antes wagered on average; a bold player plays also where a fold is as good."""
        plays = self.there & (self.playing >= self.fold * self.behind) if bold else self.plays
        return 1 + Fraction(int((plays.sum(axis=1) * self.weights).sum()) * self.behind, self.deals)

    @cached_property
    def own_ranks(self) -> Ints:
        """The rank of each hand."""
        table, ranks = three_card_table()
        one, two, three = self.hands.T
        found: Ints = ranks[table[one, two, three]]
        return found


@lru_cache(maxsize=8)
def count(rules: Rules, pack: tuple[int, ...] = FULL_PACK) -> Counted:
    hands, weights = hands_alike(pack, 3)
    table, ranks = three_card_table()
    met = np.zeros((len(hands), 52, 6), np.int64)
    _meet(hands, np.array(pack), table, place_of_least(ranks, least_qualifying(rules.game)), met)
    (street,) = stated(rules.game).streets.values()
    return Counted(pack, hands, weights, met, nets(rules, street.wager), fold_net(rules))


# A rule to remember: the lowest hand to play with against each open card


def least_hands(counted: Counted) -> dict[int, int]:
    """By the rank of the open card, the rank of hand from which playing everything comes to most."""
    found = {}
    for opened in sorted({one >> 2 for one in counted.pack}):
        cards = [one for one in counted.pack if one >> 2 == opened]
        over = (counted.playing - counted.fold * counted.behind)[:, cards] * counted.there[:, cards]
        gain: dict[int, int] = {}
        for rank, each in zip(counted.own_ranks.tolist(), (over.sum(axis=1) * counted.weights).tolist(), strict=True):
            gain[rank] = gain.get(rank, 0) + each
        best, total, most = max(gain) + 1, 0, 0
        for rank in sorted(gain, reverse=True):
            total += gain[rank]
            if total > most:
                best, most = rank, total
        found[opened] = best
    return found


def by_least(counted: Counted, least: Mapping[int, int]) -> Any:
    """Hand x open card: whether the hand is high enough for the card."""
    needed = np.array([least.get(card >> 2, 1 << 20) for card in range(52)])
    return counted.there & (counted.own_ranks[:, None] >= needed)


def _spoken(rank: int, lowest: int) -> str:
    if rank == lowest:
        return "every hand"
    if three_card_category(rank) is ThreeCards.HIGH_CARD:
        return "-".join(RANK_WORDS[rank >> shift & 15] for shift in (8, 4, 0)) + " or better"
    return f"a {three_card_name(rank)} or better"


def simple(counted: Counted) -> Simple:
    least, lowest = least_hands(counted), int(counted.own_ranks.min())
    groups: dict[int, list[int]] = {}
    for opened in sorted(least, reverse=True):
        groups.setdefault(least[opened], []).append(opened)
    steps = [
        f"Against {_listed(RANK_WORDS[one] for one in ranks)}, play {_spoken(rank, lowest)}."
        for rank, ranks in sorted(groups.items(), reverse=True)
    ]
    best, worth = counted.worth(counted.plays), counted.worth(by_least(counted, least))
    return Simple("To remember, by the open card", (*steps, "Fold everything else."), worth, best)


def _listed(words: Any) -> str:
    *most, last = words
    return f"{', '.join(most)} or {last}" if most else str(last)


def chart(counted: Counted) -> Chart:
    """Own highest card without a pair, against the open card."""
    letters = tuple(reversed(RANKS))
    category = counted.own_ranks >> 12
    rows = [
        ("pair +", category > 0),
        *((f"{RANKS[high]} high", counted.own_ranks >> 8 == high) for high in range(12, 2, -1)),
    ]

    def cell(hands: Any, opened: int) -> str:
        cards = [one for one in counted.pack if one >> 2 == opened]
        plays, there = counted.plays[hands][:, cards], counted.there[hands][:, cards]
        return "p" if (plays == there).all() else "s" if plays.any() else "f"

    cells = tuple(tuple(cell(hands, opened) for opened in range(12, -1, -1)) for _, hands in rows)
    legend = {"p": "play", "s": "play some: see the rule to remember", "f": "fold"}
    return Chart(
        "Play or fold", tuple(name for name, _ in rows), letters, cells, legend, "by the player-dealer's open card"
    )


# The coach, and the sheet


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What play and fold are worth against the open card."""
    counted = count(rules, tuple(sorted(pack)))
    (opened,) = seen["player-dealer"]
    changed = suit_changes(np.array(counted.pack))
    powers = 53 ** np.arange(2, -1, -1)
    numbers = np.sort(changed[:, list(hand)], axis=1) @ powers
    change = int(numbers.argmin())
    at = int(np.searchsorted(counted.hands @ powers, numbers[change]))
    worth = Fraction(int(counted.playing[at, changed[change, opened]]), counted.behind)
    ((wager, size),) = ((street.wager, street.times[0]) for street in stated(rules.game).streets.values())
    return Advised({f"{wager} {size}": worth, "fold": Fraction(counted.fold)}, "one ante", stakes["ante"])


def listed(rules: Rules) -> Iterator[Situation]:
    """Every hand up to suits against every open card."""
    counted = count(rules)
    ((ask, street),) = stated(rules.game).streets.items()
    play, fold = f"{street.wager} {street.times[0]}", Fraction(counted.fold)
    ways: dict[tuple[str, str], int] = {}
    worth: dict[tuple[str, str], Fraction] = {}
    for at, hand in enumerate(counted.hands.tolist()):
        for opened in np.nonzero(counted.there[at])[0].tolist():
            own, other = renamed((hand, (opened,)))
            key = text(own), text(other)
            found = Fraction(int(counted.playing[at, opened]), counted.behind)
            assert worth.setdefault(key, found) == found, "suits are alike"
            ways[key] = ways.get(key, 0) + int(counted.weights[at]) * counted.behind
    for (own_text, other_text), many in ways.items():
        yield Situation(ask, own_text, other_text, many, {play: worth[own_text, other_text], "fold": fold})


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a 3 Card Poker table, from the player's side."""
    begun = perf_counter()
    counted = count(rules)
    meets = counted.meets()
    results: dict[int, int] = {}
    for net, many in zip((*counted.play, counted.fold), meets, strict=True):
        results[net] = results.get(net, 0) + many
    ((street, said),) = stated(rules.game).streets.items()
    cases = _cases(rules, meets)
    main = WagerPrice(
        wager="ante",
        name="Ante and Play, best play",
        unit="one ante",
        staked=Fraction(1),
        outcomes=Outcomes(outcomes_of(results)),
        clause=rules.wagers["ante"].clause,
        action=counted.action(bold=False),
        actions=(counted.action(bold=False), counted.action(bold=True)),
        lines=_lines(rules, counted, meets),
        parts=parts_of(wager_names(rules), rules.chip, cases),
        ends=ends_of(rules.chip, cases),
        taken=taken_of(
            [(street, f"{said.wager} {said.times[0]}", sum(meets[:-1])), (street, "fold", meets[-1])], counted.deals
        ),
        by_card=by_card(counted),
    )
    wagers = (main, *price_bonuses(rules))
    if progress:
        progress(1, 1)
    method = (
        f"Each of the {counted.deals:,} ways to deal three cards to a player, an open card and two more to the "
        "player-dealer is counted once, by the hands that differ by more than the names of suits.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the player-dealer's open card, and no other player's.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    return Sheet(rules, wagers, (chart(counted),), notes, method, (simple(counted),), seconds=perf_counter() - begun)


def _cases(rules: Rules, meets: list[int]) -> list[Case]:
    """How ante and play end, and in how many deals."""
    (street,) = stated(rules.game).streets.values()
    return [*zip(settled(rules, street.wager), meets, strict=False), (folded(rules), meets[-1])]


def by_card(counted: Counted) -> tuple[ByCard, ...]:
    """What a round is worth by the rank of the player-dealer's open card."""
    each = np.where(counted.plays, counted.playing, counted.fold * counted.behind) * counted.there
    worth = (each * counted.weights[:, None]).sum(axis=0)
    often = (counted.there * counted.weights[:, None]).sum(axis=0) * counted.behind
    found = []
    for rank in sorted({card >> 2 for card in counted.pack}, reverse=True):
        cards = [card for card in counted.pack if card >> 2 == rank]
        deals = int(often[cards].sum())
        found.append(ByCard(RANK_WORDS[rank], Fraction(deals, counted.deals), Fraction(int(worth[cards].sum()), deals)))
    return tuple(found)


def _lines(rules: Rules, counted: Counted, meets: list[int]) -> tuple[LinePrice, ...]:
    said = stated(rules.game)
    assert said.qualifier is not None
    ante = said.qualifier.without["ante"].clause
    named = (
        ("win", "1:1", said.results.win, (WIN,)),
        ("player-dealer does not qualify", "ante 1:1, play back", ante, (WIN_ALONE, LOSE_ALONE, TIE_ALONE)),
        ("tie", "push", said.results.push, (TIE,)),
        ("lose", "lose", said.results.lose, (LOSE,)),
    )
    rows = [
        (name, pays, clause, sum(meets[at] for at in columns), sum(meets[at] * counted.play[at] for at in columns))
        for name, pays, clause, columns in named
    ]
    rows.append(("fold", "lose", said.results.fold, meets[-1], meets[-1] * counted.fold))
    total = counted.deals
    return tuple(
        LinePrice(name, pays, clause, many, total, Fraction(net, total)) for name, pays, clause, many, net in rows
    )


PRICING = Pricing(
    price,
    policy=Policy(listed, f"Every hand and open card. {SUITS_NAMED}"),
    advise=advise,
    suits_alike=True,
)
