"""Ultimate Texas Hold'em, priced whole: every deal, all three streets, with card removal.

The deals are counted by boards, once for all pay tables (`ultimate_texas_holdem_boards`): by starting hand, street,
line and result, with the few situations apart in which what the blind pays can change the answer. A sheet is
arithmetic on these counts. The decisions are taken backwards: river, flop, deal. Everything is an integer until the
last division.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property, lru_cache
from math import comb, lcm
from time import perf_counter
from typing import Any

import numpy as np
from numpy.typing import NDArray

from houseway.cards import card, ranks
from houseway.cards.card import text
from houseway.games.ante_and_raise.base import least_qualifying, settle_fold, stated
from houseway.games.ante_and_raise.ultimate_texas_holdem import settle_hand
from houseway.play.outcome import Outcome, Result
from houseway.price.counting.advised import Advised
from houseway.price.counting.bonus import by_rank, every_hand, price_bonus
from houseway.price.counting.cache import Arrays, kept
from houseway.price.counting.naming import SUITS_NAMED, renamed
from houseway.price.counting.parts import Case, ends_of, parts_of, taken_of, won
from houseway.price.counting.situations import CARDS, Policy, Situation, Unlisted
from houseway.price.counting.suits import pairs_of, suit_changes
from houseway.price.counting.work import Progress
from houseway.price.papers.sheet import Chart, LinePrice, Outcomes, Sheet, Simple, Taken, WagerPrice
from houseway.price.pricing import Pricing, Quick
from houseway.rules.models import PayTable
from houseway.rules.money import Odds
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]
Whole = NDArray[Any]  # of Python's own whole numbers: pays may be of any size

FULL_PACK = tuple(range(52))
WAGERS = ("ante", "blind", "play")
STREETS = ("preflop", "flop", "river")
PREFLOP, FLOP, RIVER, FOLDED = range(4)
_FLOPS = 10  # the ways to have had three of the five as the flop


@dataclass(frozen=True)
class Bets:
    """A unit of which every pay is whole, a hand of each line of the blind's pay table (the last is none: it pushes),
    what the player-dealer qualifies with, and how much may be raised on each street."""

    rules: Rules
    scale: int
    hands: tuple[int, ...]
    line_of_rank: bytes
    least: int
    times: tuple[tuple[int, ...], ...]

    def size(self, street: int) -> int:
        """The one size of a raise on the flop and on the river."""
        (size,) = self.times[street]
        return size

    def settled(self, size: int) -> list[list[Outcome]]:
        """How ante, blind and a play bet of so many antes end, as settlement says: wins by line, wins alone by line
        (where the player-dealer does not qualify), losses, losses alone, ties."""
        stakes = dict(zip(WAGERS, (self.scale, self.scale, size * self.scale), strict=True))

        def ended(hand: int, compared: Result, qualified: bool) -> list[Outcome]:
            return settle_hand(self.rules, hand, compared, qualified, stakes)

        wins = [ended(hand, Result.WIN, qualified) for qualified in (True, False) for hand in self.hands]
        losses = [ended(self.hands[-1], Result.LOSE, qualified) for qualified in (True, False)]
        return [*wins, *losses, ended(self.hands[-1], Result.PUSH, True)]

    def nets(self, size: int) -> Whole:
        """What each of them comes to."""
        return np.array([sum(map(won, one)) for one in self.settled(size)], object)


@lru_cache(maxsize=16)
def bets(rules: Rules) -> Bets:
    table = rules.pay_tables["blind"]
    odds = [line.pays or Odds(0) for line in table.lines]
    scale = rules.chip * lcm(*(one.stake for one in odds))  # so that nothing is rounded
    line_of_rank = _line_of_rank(table)
    hands = tuple(max(1, line_of_rank.rfind(line)) for line in range(len(odds) + 1))
    times = tuple(stated(rules.game).streets[street].times for street in STREETS)
    return Bets(rules, scale, hands, line_of_rank, least_qualifying(rules.game), times)


def _line_of_rank(table: PayTable) -> bytes:
    at = {line.key: number for number, line in enumerate(table.lines)}
    found = [table.poker_line(rank) for rank in range(1, ranks.BEST + 1)]
    return bytes([len(at), *(len(at) if line is None else at[line.key] for line in found)])


# The whole game


@dataclass(frozen=True)
class Counted:
    """The whole game under one blind pay table: the counts that hold under any, and what follows from the pays."""

    pack: tuple[int, ...]
    bets: Bets
    deals_counted: Arrays  # as `houseway.price.ante_and_raise.ultimate_texas_holdem_boards` counts them

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

    @property
    def hands(self) -> int:
        """How many kinds of starting hands there are."""
        return len(self.deals_counted["hands"])

    @cached_property
    def hand_of(self) -> dict[tuple[int, int], int]:
        """The kinds of starting hands by the cards of one of them."""
        return {(one, two): at for at, (one, two) in enumerate(self.deals_counted["hands"].tolist())}

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
        over = met @ self.bets.nets(self.bets.size(RIVER)) + 2 * self.bets.scale * self.dealers
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
        found: Whole = played @ self.bets.nets(self.bets.size(RIVER)) - 2 * self.bets.scale * (folded + even)
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
    def raising(self) -> Whole:
        """By hand and size of a raise before the flop, the least and the most: what it comes to."""
        every, sizes = self._column("every"), self.bets.times[PREFLOP]
        return np.stack([every @ self.bets.nets(size) for size in (min(sizes), max(sizes))], axis=1)

    @cached_property
    def checking(self) -> Whole:
        """By hand: what a check comes to, with the best play after it."""
        hands = self.hands
        best = np.maximum(self._raises[hands:], self._checks[2 * hands :])
        found: Whole = self._raises[:hands] + self._checks[:hands] + self._checks[hands : 2 * hands]
        return found + self._to_hands(best)

    @cached_property
    def raised(self) -> Ints:
        """The timid and the bold strategy x hand: how many antes before the flop; 0 is a check."""
        sizes = self.bets.times[PREFLOP]
        size = np.array((min(sizes), max(sizes)))[self.raising.argmax(axis=1)]
        best = self.raising.max(axis=1)
        ahead = (best - self.checking).tolist()
        timid = [each if gain > 0 else 0 for each, gain in zip(size.tolist(), ahead, strict=True)]
        bold = [each if gain >= 0 else 0 for each, gain in zip(size.tolist(), ahead, strict=True)]
        return np.array([timid, bold])

    @property
    def expectation(self) -> Fraction:
        """What a round is worth to the player, in antes (who puts up two)."""
        total = sum(np.maximum(self.raising.max(axis=1), self.checking).tolist())
        return Fraction(total, self.deals * self.bets.scale)

    @cached_property
    def _by_hand(self) -> tuple[Whole, Whole, Whole]:
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

    @property
    def action(self) -> tuple[Fraction, Fraction]:
        """Antes wagered on average: the least and the most among equally good strategies."""
        every = self._column("every").sum(axis=1)
        flop, river = self.bets.size(FLOP), self.bets.size(RIVER)
        on_flop, on_river, folds = self._by_hand
        timid = (2 + flop) * on_flop.sum(axis=1) + (2 + river) * on_river.sum(axis=1) + 2 * folds
        # The bold raise where it is as good, and play where a fold is.
        hands, raised = self.hands, self._column("raised").sum(axis=1)
        played, folded, even = self._rivers
        rest = (2 + river) * (played.sum(axis=1) + even) + 2 * folded
        raises = (self.open_flops >= 0).astype(object)
        as_good = played.sum(axis=1) + even + folded
        bold = (2 + flop) * (raised[:hands] + as_good[hands : 2 * hands]) + rest[:hands]
        bold = bold + self._to_hands((2 + flop) * raised[hands:] * raises + rest[2 * hands :] * (1 - raises))
        totals = [
            sum(((2 + size) * all if size else after) for size, all, after in zip(sizes, every, checked, strict=True))
            for sizes, checked in zip(self.raised.tolist(), (timid, bold), strict=True)
        ]
        return Fraction(totals[0], self.deals), Fraction(totals[1], self.deals)

    @cached_property
    def met(self) -> tuple[list[list[int]], int]:
        """By street on which it is raised, how many deals meet what; and how many are folded."""
        raises = self.raised[0] > 0
        on_flop, on_river, folds = self._by_hand
        every = (self._column("every")[raises], on_flop[~raises], on_river[~raises])
        return [[int(many) for many in one.sum(axis=0)] for one in every], int(folds[~raises].sum())

    def cases(self) -> list[Case]:
        """How the wagers end, and in how many deals."""
        met, folds = self.met
        found: list[Case] = [(settle_fold(self.bets.rules, dict.fromkeys(("ante", "blind"), self.bets.scale)), folds)]
        for street, of_street in enumerate(met):
            found += zip(self.bets.settled(max(self.bets.times[street])), of_street, strict=True)
        return found

    def taken(self) -> tuple[Taken, ...]:
        """How often each answer is given, of all deals."""
        met, folds = self.met
        preflop, flop, river = (sum(one) for one in met)
        best = max(self.bets.times[PREFLOP])
        first = [("before the flop", f"play {size}", preflop * (size == best)) for size in self.bets.times[PREFLOP]]
        answers = [
            *sorted(first, reverse=True),
            ("before the flop", "check", flop + river + folds),
            ("on the flop", f"play {self.bets.size(FLOP)}", flop),
            ("on the flop", "check", river + folds),
            ("on the river", f"play {self.bets.size(RIVER)}", river),
            ("on the river", "fold", folds),
        ]
        return taken_of(answers, self.deals)

    def results(self) -> dict[Fraction, int]:
        """How often each net result comes, in antes."""
        results: dict[Fraction, int] = {}
        for _, _, result, many in self.by_result():
            results[result] = results.get(result, 0) + many
        return results

    def by_result(self) -> list[tuple[int, int, Fraction, int]]:
        """Street, line, net result in antes, and how often it comes; a loss or a tie has no line."""
        lines = len(self.bets.hands)
        met, folds = self.met
        found = [(FOLDED, lines - 1, Fraction(-2), folds)]
        for street, of_street in enumerate(met):
            nets = self.bets.nets(max(self.bets.times[street])).tolist()
            for column, (net, many) in enumerate(zip(nets, of_street, strict=True)):
                if many:
                    line = column % lines if column < 2 * lines else lines - 1
                    found.append((street, line, Fraction(net, self.bets.scale), int(many)))
        return found


def count(rules: Rules, *, pack: Sequence[int] = FULL_PACK, progress: Progress | None = None) -> Counted:
    """The game with the best answer everywhere, a check or a fold among equals."""
    pays, cards = bets(rules), tuple(sorted(pack))
    table = (cards, pays.line_of_rank, pays.size(FLOP), pays.size(RIVER), pays.least, OUTS)

    def made() -> Arrays:
        from houseway.price.ante_and_raise import ultimate_texas_holdem_boards as boards

        return boards.count(boards.Table(*table), progress)

    key = [cards, pays.line_of_rank.hex(), *table[2:]]
    return Counted(
        cards,
        pays,
        kept("ultimate-texas-holdem", key, made, by="houseway.price.ante_and_raise.ultimate_texas_holdem_boards"),
    )


# A strategy to remember


_STEPS = (
    "Before the flop, raise by the chart.",
    "On the flop, raise with a better class of hand than the flop has by itself (a pair or more that your own cards "
    "help to make), unless it is only a pair of deuces in your hand; and with four to a flush and your own ten or "
    "higher in it.",
    "On the river, play with a better class of hand than the board has by itself, or if at most 20 of the cards you do "
    "not see would beat you, each alone with the board; else fold.",
)
OUTS = 20  # on the river: so many cards, or fewer, that beat the hand alone


def simple_worth(counted: Counted) -> Fraction:
    """What the strategy to remember is worth, in antes."""
    pays = counted.bets
    on_flop, on_river = counted.deals_counted["simple"].astype(object)
    every = counted.deals_counted["every"].astype(object)
    total = 0
    for at, size in enumerate(counted.raised[0].tolist()):
        if size:
            total += every[at] @ pays.nets(size)
        else:
            total += on_flop[at, :-1] @ pays.nets(pays.size(FLOP)) + on_river[at, :-1] @ pays.nets(pays.size(RIVER))
            total -= 2 * pays.scale * on_river[at, -1]
    return Fraction(int(total), counted.deals * pays.scale)


# One decision


def advise(
    rules: Rules, ask: str, hand: Sequence[int], seen: Mapping[str, Sequence[int]], stakes: Mapping[str, int],
    *, pack: Sequence[int] = FULL_PACK,
) -> Advised:  # fmt: skip
    """What each answer is worth: the round's whole result in antes, with the best play after it."""
    pays, cards = bets(rules), tuple(sorted(pack))
    sizes = pays.times[STREETS.index(ask)]
    worth: dict[str, Fraction]
    if ask == "preflop":
        counted = count(rules, pack=pack)
        at = counted.hand_of[_first_alike(cards, hand)]
        every = counted.deals_counted["every"][at].astype(object)
        cases = int(counted.deals_counted["weights"][at]) * counted.deals_of_a_hand * pays.scale
        worth = {f"play {size}": Fraction(int(every @ pays.nets(size)), cases) for size in sizes}
        worth["check"] = Fraction(int(counted.checking[at]), cases)
        return Advised(worth, "one ante", stakes["ante"])
    board = [*seen["flop"], *seen.get("turn", ()), *seen.get("river", ())] if ask == "river" else [*seen["flop"]]
    left = np.array([one for one in cards if one not in hand and one not in board])
    lines, met = _meets(hand, board, left, pays)
    dealers = int(met[0].sum())
    cases = len(met) * dealers * pays.scale
    totals = {size: _total(pays, lines, met, size) for size in {*sizes, pays.size(RIVER)}}
    worth = {f"play {size}": Fraction(sum(totals[size]), cases) for size in sizes}
    fold = -2 * pays.scale * dealers
    if ask == "river":
        worth["fold"] = Fraction(fold, cases)
    else:
        worth["check"] = Fraction(sum(max(fold, total) for total in totals[pays.size(RIVER)]), cases)
    return Advised(worth, "one ante", stakes["ante"])


@lru_cache(maxsize=4)
def _changes(pack: tuple[int, ...]) -> Ints:
    return suit_changes(np.array(pack))


def _first_alike(pack: tuple[int, ...], hand: Sequence[int]) -> tuple[int, int]:
    """The first of the starting hands that differ from this one only in the names of suits."""
    changed = np.sort(_changes(pack)[:, list(hand)], axis=1)
    low, high = min(map(tuple, changed.tolist()))
    return low, high


def _meets(hand: Sequence[int], board: Sequence[int], left: Ints, pays: Bets) -> tuple[Ints, Ints]:
    """By every way that the board can end: the line that the hand has, and how many of the player-dealer's hands it
    beats, with a pair or more and with less, how many beat it, and how many tie. Few enough for numpy alone."""
    from houseway.cards import batch
    from houseway.cards.few import rank_sums

    tables, bits = batch.tables(), np.left_shift(1, np.arange(52))
    dealers = pairs_of(left)
    ends = dealers if len(board) == 3 else np.empty((1, 0), np.int64)

    def added(table: Ints, cards: Any) -> Any:
        return table[np.asarray(cards, np.int64)].sum(axis=-1)

    keys, suits = (added(table, board) + added(table, ends) for table in (tables.keys, tables.suits))
    own = rank_sums(keys + added(tables.keys, hand), suits + added(tables.suits, hand))
    met = np.empty((len(ends), 5), np.int64)
    for at in range(0, len(ends), _AT_ONCE):
        some = slice(at, at + _AT_ONCE)
        apart = added(bits, ends[some])[:, None] & added(bits, dealers) == 0
        rank = rank_sums(
            keys[some, None] + added(tables.keys, dealers), suits[some, None] + added(tables.suits, dealers)
        )
        mine, pair = own[some, None], rank >= pays.least
        beaten, beats = apart & (rank < mine), apart & (rank > mine)
        ways = (beaten & pair, beaten & ~pair, beats & pair, beats & ~pair, apart & (rank == mine))
        met[some] = np.stack([way.sum(axis=1) for way in ways], axis=1)
    return np.frombuffer(pays.line_of_rank, np.uint8)[own].astype(np.int64), met


_AT_ONCE = 64  # boards; a million hands all at once would only be slower


def _total(pays: Bets, lines: Ints, met: Ints, size: int) -> list[int]:
    """By every way that the board can end: what a play bet of so many antes comes to."""
    nets, many = pays.nets(size).tolist(), len(pays.hands)
    return [
        nets[line] * win + nets[many + line] * alone + nets[2 * many] * lose + nets[2 * many + 1] * lose_alone
        for line, (win, alone, lose, lose_alone, _) in zip(lines.tolist(), met.tolist(), strict=True)
    ]


# The sheet


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of an Ultimate Texas Hold'em table, from the player's side."""
    begun = perf_counter()
    counted = count(rules, progress=progress)
    (least, most), cases = counted.action, counted.cases()
    main = WagerPrice(
        wager="ante",
        name="Ante, Blind and Play, best play",
        unit="one ante",
        staked=Fraction(2),
        outcomes=Outcomes(counted.results()),
        clause=rules.pay_tables["blind"].clause,
        action=least,
        actions=(least, most),
        lines=_lines(rules, counted),
        customary="an ante",
        parts=parts_of({wager: wager.capitalize() for wager in WAGERS}, counted.bets.scale, cases),
        ends=ends_of(counted.bets.scale, cases),
        taken=counted.taken(),
    )
    wagers = [main]
    if "trips" in rules.wagers:
        wagers.append(price_trips(rules))
    method = (
        f"Each of the {counted.deals:,} ways to deal two cards to a player, a flop, a turn and river and two cards "
        "to the player-dealer is counted once, by the boards that differ by more than the names of suits.",
        "On each board all pairs of hole cards are ranked and sorted, and compared with every disjoint pair by "
        "counters for each card. Decisions are taken backwards, from river to flop to deal, on whole-number sums.",
        "On a small pack the same count is compared with every deal settled by the table's own settlement.",
    )
    notes = (
        "The player knows their own cards and the board, and nobody else's.",
        "The house edge is stated of an ante, as is customary; of ante and blind together it is half of that.",
        "A raise of three antes before the flop is never better than four, nor than a check.",
        "Some answers are equally good: the sheet checks or folds there, and gives the action of both ends.",
        "Every wager is taken to be covered by the player-dealer, and collection fees are left out.",
    )
    charts = (preflop_chart(counted),)
    short = Simple("To remember", _STEPS, simple_worth(counted), main.expectation)
    return Sheet(rules, tuple(wagers), charts, notes, method, (short,), seconds=perf_counter() - begun)


def price_trips(rules: Rules) -> WagerPrice:
    """The Trips bet, over all seven cards of a player."""
    counts = by_rank(rules.pay_tables["trips"], every_hand(7))
    return price_bonus(rules, "trips", counts, lost="Round of Play 12(b)")


def _lines(rules: Rules, counted: Counted) -> tuple[LinePrice, ...]:
    """The deals by when the player raised and what the blind did: together every deal, and the whole expectation."""
    table = rules.pay_tables["blind"]
    found: dict[str, tuple[int, Fraction]] = {}
    for street, line, net, many in counted.by_result():
        if street == FOLDED:
            key = "fold"
        elif net > 0:
            key = str(line)
        else:
            key = "lose" if net < 0 else "tie"
        before = found.get(key, (0, Fraction(0)))
        found[key] = (before[0] + many, before[1] + net * many)
    named = [
        (str(at), f"win, {line.label}", "push" if line.pays is None else str(line.pays), line.clause)
        for at, line in enumerate(table.lines)
    ]
    named += [
        (str(len(table.lines)), "win, less", "push", "Round of Play 11(d)"),
        ("tie", "tie", "push", "Round of Play 11(c)"),
        ("lose", "lose", "lose", "Round of Play 12(a)"),
        ("fold", "fold", "lose", "Round of Play 6(a)"),
    ]
    none = (0, Fraction(0))
    return tuple(
        LinePrice(name, pays, clause, found.get(key, none)[0], counted.deals, found.get(key, none)[1] / counted.deals)
        for key, name, pays, clause in named
    )


def preflop_chart(counted: Counted) -> Chart:
    """Raise or check for each starting hand: suited to the right of the pairs, offsuit to the left."""
    letters = "".join(reversed(card.RANKS))

    def answer(row: int, column: int) -> str:
        suited = column < row
        one, two = max(row, column) * 4, min(row, column) * 4 + (0 if suited else 1)
        size = int(counted.raised[0, counted.hand_of[_first_alike(counted.pack, (one, two))]])
        return str(size) if size else "c"

    cells = tuple(tuple(answer(row, column) for column in range(12, -1, -1)) for row in range(12, -1, -1))
    sizes = sorted({cell for row in cells for cell in row if cell != "c"}, reverse=True)
    legend = {size: f"raise {size} times the ante" for size in sizes} | {"c": "check"}
    return Chart("Before the flop", tuple(letters), tuple(letters), cells, legend, "suited to the right of the pairs")


def flops(rules: Rules) -> Quick:
    """Decides as the coach does, who takes too long on a flop for rounds by the thousand."""
    from houseway.price.ante_and_raise.ultimate_texas_holdem_flops import Flops

    return Flops(rules)


def listed(rules: Rules) -> Iterator[Situation]:
    """Every starting hand up to suits, then every flop with each."""
    from houseway.price.ante_and_raise.ultimate_texas_holdem_situations import on_the_flop

    counted = count(rules)
    pays, every = counted.bets, counted.deals_counted["every"].astype(object)
    for at, hole in enumerate(counted.deals_counted["hands"].tolist()):
        many = int(counted.deals_counted["weights"][at]) * counted.deals_of_a_hand
        cases = many * pays.scale
        worth = {f"play {size}": Fraction(int(every[at] @ pays.nets(size)), cases) for size in pays.times[PREFLOP]}
        (named,) = renamed((hole,))
        yield Situation(
            "preflop", text(named), "", many, {**worth, "check": Fraction(int(counted.checking[at]), cases)}
        )
    yield from on_the_flop(rules)


def _rivers(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.price.ante_and_raise.ultimate_texas_holdem_situations import river_digest

    return river_digest(rules, progress)


_RIVERS = Unlisted(
    ask="river",
    record=(
        f"{CARDS} Of boards that differ only by suits the one whose sum of 2^card is least, its cards in rising "
        "order, such boards in the order of their cards; on each, every pair of the 47 other cards in their order."
        " A record is what playing comes to over the 990 hands of the player-dealer, in cents, at the least ante "
        "that makes every pay whole, as 8 bytes, the lowest first; a fold is always -2 antes. 1,000 boards are a "
        "block; the digest is SHA-256 of the blocks' SHA-256 in turn."
    ),
    digest=_rivers,
)


PRICING = Pricing(
    price,
    policy=Policy(
        listed,
        f"Every starting hand before the flop, and with every flop. {SUITS_NAMED} `houseway coach` answers any "
        "situation on the river; `--digest` is a digest of all of them.",
        (_RIVERS,),
    ),
    advise=advise,
    suits_alike=True,
    quick=flops,
)
