"""Pai gow, counted whole: the base wager over all pairs of hands, bonus bets over all hands or all pairs.

What a member of the family needs is its rule file: the house way, the pay tables, who sets first, and whether a wager
may be doubled.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property
from math import comb
from time import perf_counter

import numpy as np

from houseway.cards.two_hands import TwoHands
from houseway.games.pai_gow import facts as family
from houseway.games.pai_gow.count.answering import stairs, tops
from houseway.games.pai_gow.count.best import Best, best
from houseway.games.pai_gow.count.coach import advise, doubles_against, nets
from houseway.games.pai_gow.count.contents import ONE_HAND, Said, ace_high, contents
from houseway.games.pai_gow.count.hands import FRONT_BITS, FULL_PACK, Codes, Ints, examples
from houseway.games.pai_gow.count.kinds import hands_of_each_kind
from houseway.games.pai_gow.count.meet import Met, Points, digest, meet, points
from houseway.games.pai_gow.count.settings import house_settings
from houseway.games.pai_gow.count.splits import below_threes
from houseway.games.pai_gow.facts import PaiGowFacts
from houseway.games.pai_gow.round import DOUBLE, NO_DOUBLE
from houseway.games.pai_gow.settlement import BASE, best_line, two_hands
from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.counting.cache import Arrays, kept
from houseway.pricing.counting.situations import Policy, Unlisted
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import Chart, Outcomes, Part, Sheet, Taken, WagerPrice, decimal
from houseway.pricing.pricing import Pricing
from houseway.rules.families import facts
from houseway.rules.house_way import held_name, house_way
from houseway.rules.models import GameRules
from houseway.rules.resolved import Rules

WINS, PUSH, ACE_HIGH = "wins", "push", "player-dealer-ace-high"
EVERY_PAIR = "exact, by counting all pairs of hands without a common card"
_EVEN = (Fraction(1), Fraction(0), Fraction(-1))


def settings(game: GameRules) -> Codes:
    """How the house way sets each kind of hand."""
    return house_settings(house_way(game))


@dataclass(frozen=True)
class Counts:
    """All that is counted of a game, each part when it is first asked for."""

    game: GameRules
    pack: Sequence[int] = FULL_PACK
    progress: Progress | None = None

    @cached_property
    def hands(self) -> TwoHands:
        return two_hands(self.game)

    @property
    def size(self) -> int:
        return self.hands.cards

    @property
    def stated(self) -> PaiGowFacts:
        return facts(self.game, PaiGowFacts)

    @cached_property
    def house(self) -> Codes:
        return settings(self.game)

    @cached_property
    def pairs(self) -> int:
        return comb(len(self.pack), self.size) * comb(len(self.pack) - self.size, self.size)

    def meet(self, first: Codes | Points, second: Codes) -> Met:
        mine, theirs = (points(self.size, one) if isinstance(one, np.ndarray) else one for one in (first, second))
        same = first is second
        return meet(mine, mine if same else theirs, self.size, pack=self.pack, progress=self.progress)

    @cached_property
    def ace_high(self) -> Codes:
        """A table by kind that has hands which hold nothing but an ace somewhere, all at one place."""
        table = np.zeros_like(self.house)
        table[examples(self.size).kinds[ace_high(self.hands)]] = 1 << FRONT_BITS
        return table

    @cached_property
    def bank(self) -> Codes:
        """The player-dealer's hands that are compared with, the house way: not an ace high that ends the matter."""
        sends_back = self.game.pay_tables[BASE].line(ACE_HIGH) is not None
        return np.where(self.ace_high > 0, 0, self.house) if sends_back else self.house

    @cached_property
    def house_ways(self) -> Met:
        """Both sides the house way."""
        return self.meet(self.house, self.bank)

    @cached_property
    def best(self) -> Best:
        return best(
            self.hands, self.house, pack=self.pack, doubles_against=doubles_against(self.game), progress=self.progress
        )

    @cached_property
    def bank_best(self) -> Best:
        return best(self.hands, self.house, pack=self.pack, copies_win=True, progress=self.progress)


# Bonus bets


def price_said(rules: Rules, wager: str, counts: Mapping[Said, int]) -> WagerPrice:
    """A bonus bet from how often each set of words is said of the hands."""
    table = rules.pay_tables[wager]
    by_line: dict[str, int] = {}
    for said, many in counts.items():
        line = best_line(table, said)
        key = line.key if line else ""
        by_line[key] = by_line.get(key, 0) + many
    return price_bonus(rules, wager, by_line, lost=table.clause)


def price_bonus_bet(rules: Rules, wager: str, counts: Counts) -> WagerPrice:
    asked = frozenset(line.hand for line in rules.pay_tables[wager].lines)
    if asked <= ONE_HAND:
        return price_said(rules, wager, contents(counts.hands, asked, counts.pack))
    said = _house_way_push(counts) if asked <= family.HOUSE_WAY_PUSH else _ace_highs(counts)
    return replace(price_said(rules, wager, said), method=EVERY_PAIR)


def _house_way_push(counts: Counts) -> dict[Said, int]:
    """Pushes of two house ways, and those of two that have less than a pair of threes in front."""
    low = np.where(below_threes(counts.house), counts.house, 0)
    push = counts.house_ways.push
    without = counts.meet(low, low).push
    words = sorted(family.HOUSE_WAY_PUSH, key=len)
    return {frozenset(words): push - without, frozenset(words[:1]): without, frozenset(): counts.pairs - push}


def _ace_highs(counts: Counts) -> dict[Said, int]:
    """An ace-high player-dealer with the joker or without, and those that meet another ace high."""
    known = examples(counts.size)
    hands = hands_of_each_kind(counts.pack, counts.size)[known.kinds]
    others = comb(len(counts.pack) - counts.size, counts.size)
    high = ace_high(counts.hands)
    bank = counts.ace_high.copy()
    bank[known.kinds[high & known.joker]] += 1  # a front above all the others'
    met = counts.meet(counts.ace_high, bank)
    found: dict[Said, int] = {}
    for word, joker, both in (
        ("player-dealer-ace-high-with-joker", True, met.stood - met.copied_front),
        (ACE_HIGH, False, met.copied_front),
    ):
        found[frozenset((word, "both-ace-high"))] = both
        found[frozenset((word,))] = int(hands[high & (known.joker == joker)].sum()) * others - both
    found[frozenset()] = counts.pairs - sum(found.values())
    return found


# The base wager


def price_base(rules: Rules, compared: Mapping[str, int], *, wager: str, name: str, method: str) -> WagerPrice:
    """The base wager from how the pairs of hands come out; `""` is lost."""
    table = rules.pay_tables[BASE]
    by_line = {"": 0}
    for said, pairs in compared.items():
        line = table.line(said)
        key = line.key if line else ""
        by_line[key] = by_line.get(key, 0) + pairs
    priced = price_bonus(rules, BASE, by_line, lost=table.clause)
    return replace(priced, wager=wager, name=name, method=method)


def _compared(met: Met) -> dict[str, int]:
    """Pairs in which the player-dealer's hand stands nowhere are those that its ace high ends."""
    return {WINS: met.both, PUSH: met.push, "": met.lost, ACE_HIGH: met.pairs - met.stood}


def compared_answering(counts: Counts) -> dict[str, int]:
    """Against a hand that is known: what can be won is won, and what can be saved is."""
    size = counts.size
    won = counts.meet(stairs(counts.hands), counts.bank).both
    top = counts.meet(Points(np.arange(len(examples(size).kinds) + 1), tops(counts.hands), _ones(size)), counts.bank)
    saved = top.front + top.back - top.both - won
    return {WINS: won, PUSH: saved, "": top.stood - won - saved, ACE_HIGH: top.pairs - top.stood}


def _ones(size: int) -> Ints:
    return np.ones(len(examples(size).kinds), np.int64)


@dataclass(frozen=True)
class Doubled:
    """How the best settings meet the house way where a wager may be doubled."""

    single: Met
    counted: Met  # doubled, and the player-dealer's hand is good enough for that to count
    back: Met  # doubled, and it goes back


def doubled(counts: Counts) -> Doubled:
    found, least = counts.best, doubles_against(counts.game)
    good = counts.house >> FRONT_BITS >= least
    single, twice = (found.settings(found.doubled == double) for double in (False, True))
    return Doubled(
        counts.meet(single, counts.house),
        counts.meet(twice, np.where(good, counts.house, 0)),
        counts.meet(twice, np.where(good, 0, counts.house)),
    )


def price_doubled(rules: Rules, counts: Counts) -> Iterator[WagerPrice]:
    """The base wager with its double-down, and the double-down alone where it is made."""
    double = counts.stated.double_down
    assert double is not None
    met, wins, pushes = doubled(counts), *nets(rules)[:2]
    again = nets(rules, double.wager)
    results: dict[Fraction, int] = {}

    def add(part: Met, more: tuple[Fraction, Fraction, Fraction]) -> None:
        for base, extra, many in zip(
            (wins, pushes, Fraction(-1)), more, (part.both, part.push, part.lost), strict=True
        ):
            results[base + extra] = results.get(base + extra, 0) + many

    add(met.single, (Fraction(0),) * 3)
    add(met.counted, again)
    add(met.back, (Fraction(0),) * 3)
    made = met.counted.stood + met.back.stood
    often = Fraction(made, counts.pairs)
    even, name = _is_even(rules), rules.wagers[BASE].name
    best = "set best and doubled where that is best" if even else "set and doubled as is best at even money"
    yield WagerPrice(
        wager=f"{BASE}-best", name=f"{name}, {best}", unit="the base wager",
        staked=Fraction(1), outcomes=Outcomes(results), clause=rules.pay_tables[BASE].clause,
        action=1 + often, method=f"{EVERY_PAIR}; hands of a kind are set alike",
        parts=_parts(rules, met, double.wager, often),
        taken=(Taken(double.wager, DOUBLE, often), Taken(double.wager, NO_DOUBLE, 1 - often)),
    )  # fmt: skip
    table = rules.pay_tables[double.wager]
    by_line = {WINS: met.counted.both, PUSH: met.counted.push, "player-dealer-not-qualified": met.back.stood}
    keys = {line.key: by_line[line.hand] for line in table.lines}
    priced = price_bonus(rules, double.wager, {**keys, "": met.counted.lost}, lost=table.clause)
    where = "where it is best to make it" if even else "where making it is best at even money"
    yield replace(priced, name=f"{priced.name}, {where}", method=EVERY_PAIR, where_best=True)


def _is_even(rules: Rules) -> bool:
    """Whether the pays are those that the best settings are found for: 1 to 1, and a push."""
    double = facts(rules.game, PaiGowFacts).double_down
    return nets(rules) == _EVEN and (double is None or nets(rules, double.wager) == _EVEN)


def _parts(rules: Rules, met: Doubled, double: str, often: Fraction) -> tuple[Part, ...]:
    """The base wager and its double-down by themselves; nothing where the latter is not made, or goes back."""
    base, again = dict[Fraction, int](), {Fraction(0): met.single.stood + met.back.stood}
    for some, part in ((base, met.single), (base, met.counted), (base, met.back), (again, met.counted)):
        pays = nets(rules, BASE if some is base else double)
        for net, many in zip(pays, (part.both, part.push, part.lost), strict=True):
            some[net] = some.get(net, 0) + many
    return (
        Part(BASE, rules.wagers[BASE].name, Outcomes(base), Fraction(1)),
        Part(double, rules.wagers[double].name, Outcomes(again), often),
    )


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a pai gow table."""
    begun = perf_counter()
    counts = Counts(rules.game, progress=progress)
    base = rules.wagers[BASE].name
    wagers = [
        price_base(
            rules, _compared(counts.house_ways), wager=BASE, name=f"{base}, both sides the house way", method=EVERY_PAIR
        )
    ]
    stated = counts.stated
    if stated.first == "player-dealer":
        wagers.append(
            price_base(
                rules, compared_answering(counts), wager=f"{BASE}-best",
                name=f"{base}, set best against a hand that is known", method=EVERY_PAIR,
            )
        )  # fmt: skip
        notes, charts = [_copies(counts.house_ways), *_known(wagers)], list[Chart]()
    else:
        if stated.double_down:
            wagers += price_doubled(rules, counts)
        else:
            met = counts.meet(counts.best.settings(), counts.house)
            method = f"{EVERY_PAIR}; hands of a kind are set alike"
            best_set = "set best" if _is_even(rules) else "set as is best at even money,"
            name = f"{base}, {best_set} against the house way"
            wagers.append(price_base(rules, _compared(met), wager=f"{BASE}-best", name=name, method=method))
        notes, charts = [*_notes(rules, counts)], [*_charts(counts)]
    done = {BASE, stated.double_down.wager if stated.double_down else BASE}
    wagers += [price_bonus_bet(rules, wager, counts) for wager in rules.wagers if wager not in done]
    return Sheet(
        rules, tuple(wagers), tuple(charts), (*notes, _COVERED), tuple(_method(counts)), seconds=perf_counter() - begun
    )


_COVERED = "Every wager is taken to be covered by the player-dealer, and collection fees are left out."
_WORDS = {6: "six", 7: "seven"}


def _method(counts: Counts) -> Iterator[str]:
    size = _WORDS[counts.size]
    yield (
        f"The base wager is counted over all {counts.pairs:,} ways to deal {size} cards to a player and {size} to the "
        "player-dealer. Hands are set by kind: by the ranks they hold, and with a flush by its suit. Pairs that share "
        "no card are all pairs less those that share a card, counted for every way to share ranks with its sign, and "
        "two hands with a flush for every set of cards."
    )
    if counts.stated.first == "player-dealer":
        yield "A player who knows the player-dealer's hand wins where any setting wins, and pushes where any pushes."
    else:
        yield (
            "The best setting of every hand is found from how many of the player-dealer's hands have a lower front and "
            "how many a lower back, suits and cards held taken into account. The same count for the house way gives "
            "the same figure as the count by pairs."
        )
    yield f"Bets on one hand are counted over all {comb(len(counts.pack), counts.size):,} hands of {size} cards."
    yield "On small packs the same counts are compared with every deal set and settled by the table's own settlement."


def _copies(met: Met) -> str:
    front, back = Fraction(met.copied_front, met.pairs), Fraction(met.copied_back, met.pairs)
    even = " Without that two house ways would be even." if met.stood == met.pairs else ""
    return (
        f"The player-dealer wins copies: the front is copied in {decimal(front, 8)} of all deals, the back in "
        f"{decimal(back, 8)}.{even}"
    )


def _known(wagers: Sequence[WagerPrice]) -> Iterator[str]:
    home, known = (wager.expectation for wager in wagers)
    yield (
        f"To set knowing the player-dealer's hand is worth {decimal(known - home, 8)} of a base wager more than the "
        "house way."
    )


def _notes(rules: Rules, counts: Counts) -> Iterator[str]:
    met, best_set = counts.house_ways, counts.best
    yield _copies(met)
    home = Fraction(met.both - met.lost, met.pairs)
    if not _is_even(rules):
        yield (
            "At these pays other settings may be better. Those of the sheet, and what its charts say, are best for "
            "wagers that pay 1 to 1 and push."
        )
    doubling = " and doubling best" if counts.stated.double_down else ""
    yield (
        f"At even money the house way is worth {decimal(home, 8)} of a base wager to the player and setting "
        f"best{doubling} {decimal(best_set.expectation, 8)}, so the house way costs "
        f"{decimal(best_set.expectation - home, 8)}. "
        f"Hands of {int(best_set.mixed.sum())} of {len(best_set.kinds):,} kinds are set by what suits they hold; the "
        f"sheet sets hands of a kind alike, which costs "
        f"{decimal(Fraction(best_set.worth - best_set.by_kind, best_set.pairs), 12)}."
    )
    if counts.stated.player_dealer_sets:
        yield (
            f"To the player-dealer a base wager is worth {decimal(-home, 8)} with the house way and "
            f"{decimal(counts.bank_best.expectation, 8)} with the best setting, against a player's house way."
        )


def _charts(counts: Counts) -> Iterator[Chart]:
    found = counts.best
    key = [counts.size, digest(found.kinds), digest(found.gained), digest(found.doubled)]
    cost = kept("pai-gow-costs", key, lambda: _costs(counts))
    rows = tuple(cost["hands"].tolist())
    cells = tuple((decimal(Fraction(one, found.pairs), 8),) for one in cost["costs"].tolist())
    yield Chart("What the house way costs, by the hand", rows, ("base wagers",), cells, {})
    if counts.stated.double_down:
        shares = zip(cost["doubled"].tolist(), cost["many"].tolist(), strict=True)
        cells = tuple((decimal(Fraction(twice, many), 6),) for twice, many in shares)
        yield Chart("How often it is best to double, by the hand", rows, ("share of such hands",), cells, {})


def _costs(counts: Counts) -> Arrays:
    """By what hands hold: what the house way costs, how many there are, and how many are best doubled."""
    known, found = examples(counts.size), counts.best
    hands = hands_of_each_kind(counts.pack, counts.size)[known.kinds]
    gains, twice = np.zeros(len(known.kinds), np.int64), np.zeros(len(known.kinds), np.int64)
    place = np.isin(known.kinds, found.kinds)
    gains[place], twice[place] = found.gained, found.doubled * hands[place]
    total: dict[str, Ints] = {}
    some = np.nonzero((gains > 0) | (hands > 0 if counts.stated.double_down else False))[0]
    for at in some.tolist():
        said = held_name(known.cards[at].tolist()) + (" with a flush" if known.flush[at] else "")
        total[said] = total.get(said, np.zeros(3, np.int64)) + np.array([gains[at], hands[at], twice[at]])
    rows = sorted(total, key=lambda said: -int(total[said][0]))
    costs, many, doubled = (np.array([total[said][at] for said in rows], np.int64) for at in range(3))
    return {"hands": np.array(rows), "costs": costs, "many": many, "doubled": doubled}


def is_known(rules: Rules) -> bool:
    """Whether the player-dealer's hand lies open when the others are set."""
    return facts(rules.game, PaiGowFacts).first == "player-dealer"


def _every_hand(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.games.pai_gow.count.situations import hand_digest

    return hand_digest(rules, progress)


def _every_answer(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.games.pai_gow.count.known import known_digest

    return known_digest(rules, progress)


_A_HAND = (
    "A hand is a number: for each suit the ranks held in it as thirteen bits (a deuce the lowest, an ace the highest), "
    "the suit with the largest such number first and highest, and below them one bit for the joker; hands that differ "
    "only by suits have the same number."
)
_HANDS = Unlisted(
    ask="set",
    record=(
        f"{_A_HAND} A record is that number and what the best setting "
        "comes to over all hands that the player-dealer can have, set the house way: those it beats less those "
        "that beat it, and where a wager may be doubled with the best of that; each as 8 bytes, the lowest first. "
        "Records are in the order of the numbers; the digest is SHA-256 of all."
    ),
    digest=_every_hand,
    applies=lambda rules: not is_known(rules),
)
_ANSWERS = Unlisted(
    ask="set",
    record=(
        f"{_A_HAND} A record is that number; how the house way sets the hand where it is the player-dealer's, or 0 "
        "where its ace high gives every wager back; how many settings follow; and these, the highest back first: all "
        "that are no foul and have no other that is as high in back and in front. A setting is 128 times the place of "
        "its back among five-card hands by rank (the lowest 1, a royal flush 7,462, five aces 7,475) and the place of "
        "its front (three-deuce 0, ace-king 77, a pair of deuces 78, aces 90). Against a hand that is known, however "
        "it is set, a setting wins that is higher in back and in front; where there is none, one that is higher in "
        "either pushes. Each number is 8 bytes, the lowest first; records are in the order of the numbers, and the "
        "digest is SHA-256 of all."
    ),
    digest=_every_answer,
    applies=is_known,
)

PRICING = Pricing(
    price,
    policy=Policy(
        None,
        "`houseway coach` answers any hand, every setting with its worth; `--digest` is a digest of all hands, each "
        "set best against the house way, or with all its answers to a hand that is known.",
        (_HANDS, _ANSWERS),
    ),
    advise=advise,
    quick=lambda rules: lambda ask, hands: ask.default,  # the house way, and no double-down: the first wager's price
    note="Everyone sets the house way, and a wager that could be doubled is not.",
)
