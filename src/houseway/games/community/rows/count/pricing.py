"""Three rows that belong to nobody, priced: the best of three hands of two cards, what each holds, and the peek.

After six cards are seen a bettor may wager on what one row becomes. What each row is worth then follows from the cards
that are gone, so every way to lay six cards is gone through, and the best row of each taken.
"""

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from math import comb, lcm
from time import perf_counter

import numpy as np

from houseway.cards.card import Card, text
from houseway.cards.pack import pack
from houseway.games.community.count.lines import NOTE, Said, price_said
from houseway.games.community.rows.count.deals import HANDS, KINDS, WINDOWS, Ints, classes, rows_laid
from houseway.games.community.rows.count.five import three_rows
from houseway.games.community.rows.count.peek import COMPLETIONS, completions, peeks
from houseway.games.community.rows.facts import RowsFacts
from houseway.games.community.rows.round import NO_BET, ROWS, TEN, line_of, peek_wagers, place, said_of_picks
from houseway.pricing.counting.advised import Advised
from houseway.pricing.counting.bonus import price_bonus
from houseway.pricing.counting.deals import on_the_deal
from houseway.pricing.counting.situations import CARDS, Policy, Unlisted
from houseway.pricing.counting.work import Progress
from houseway.pricing.papers.sheet import LinePrice, Outcomes, Sheet, Simple, WagerPrice, decimal
from houseway.pricing.pricing import Case, Placed, Pricing, Shared
from houseway.rules.families import facts
from houseway.rules.models import PayLine
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules

BEGAN = ("a-pair", "no-pair")  # how a row began: what three of a kind and two pair are paid by


def price(rules: Rules, *, progress: Progress | None = None) -> Sheet:
    """The PAR sheet of a table with three rows."""
    begun = perf_counter()
    stated = facts(rules.game, RowsFacts)
    deck = pack(rules.game.cards.pack)
    picks = {wager: price_said(rules, wager, _picked(on)) for wager, on in stated.picks.items()}
    peeked = peek_wagers(rules.game)
    each: dict[str, WagerPrice] = {}
    for wager, on in stated.each.items():
        lines, lost = rules.pay_tables[wager].lines, rules.pay_tables[wager].clause
        if wager in peeked:
            each[wager] = price_bonus(rules, wager, _peeked_unseen(lines), lost=lost)
        elif len(on) > 1:
            each[wager] = _on_every_row(rules, wager, progress)
        else:
            counts = on_the_deal(deck, (2,), lambda cards, lines=lines: _key(line_of(lines, cards)))
            each[wager] = price_bonus(rules, wager, counts, lost=lost)
    simple, notes = _peek_play(rules, next(iter(peeked)), progress)
    method = (
        "Which rows are best is counted over all ways to lay two cards in each of three rows, one of each kind of hand "
        "up to suits in the first.",
        "Three rows of five cards are counted together: sets by their ranks, straights and flushes by their cards, and "
        "what is left for the third row by a formula.",
        "The Peek Bonus on a row stands here for one who does not look; what looking is worth is below, from every way "
        "to lay six cards and every way to draw three more.",
    )
    wagers = tuple((picks | each)[wager] for wager in rules.wagers)
    return Sheet(rules, wagers, (), (*notes, NOTE), method, simple, seconds=perf_counter() - begun)


def _key(line: PayLine | None) -> str:
    return line.key if line else ""


# Pick Row


def _picked(on: str) -> dict[Said, int]:
    """How often the rows that are picked are the best, tied or neither."""
    found: dict[Said, int] = {}
    for (rows, good), many in np.ndenumerate(rows_laid(TEN).counts.sum(axis=(2, 3, 4))):
        said = said_of_picks(_best(rows) if good else "", on)
        found[said] = found.get(said, 0) + int(many)
    return found


def _best(rows: int) -> str:
    return "".join(row for at, row in enumerate(ROWS) if rows >> at & 1)


# One stake on every row


def _on_every_row(rules: Rules, wager: str, progress: Progress | None) -> WagerPrice:
    """Each row that wins is paid, and the stake is lost when none does."""
    table = rules.pay_tables[wager]
    lines = [next((line for line in table.lines if line.hand == kind), None) for kind in KINDS]
    counts = three_rows(progress)
    total = int(counts.sum())
    results: dict[Fraction, int] = {}
    by_number = [0] * (len(ROWS) + 1)
    returned = [Fraction(0)] * (len(ROWS) + 1)
    for kinds, many in np.ndenumerate(counts):
        paid = [line for at in kinds if at and (line := lines[at]) is not None]
        won = sum((line.pays.fraction() for line in paid if line.pays), Fraction(0)) if paid else Fraction(-1)
        results[won] = results.get(won, 0) + int(many)
        by_number[len(paid)] += int(many)
        returned[len(paid)] += won * int(many) / total
    names = ("no row is paid", "one row is paid", "two rows are paid", "three rows are paid")
    shown = tuple(
        LinePrice(names[at], "their lines" if at else "lose", table.clause, by_number[at], total, returned[at])
        for at in range(len(ROWS), -1, -1)
    )
    name = rules.wagers[wager].name
    return WagerPrice(wager, name, "the wager", Fraction(1), Outcomes(results), table.clause, lines=shown)


# The peek


def _line(lines: Sequence[PayLine], kind: str, began: str) -> PayLine | None:
    said = (f"{kind}-from-{began}", kind)
    return next((line for line in lines if line.hand in said), None)


def _by_lines(lines: Sequence[PayLine], made: Sequence[Sequence[int]], total: int) -> dict[str, int]:
    """How often each line is paid, from how often every kind is made, after a pair and after none."""
    found = {"": total}
    for began, kinds in zip(BEGAN, made, strict=True):
        for kind, many in zip(KINDS, kinds, strict=True):
            if line := _line(lines, kind, began):
                found[line.key] = found.get(line.key, 0) + int(many)
                found[""] -= int(many)
    return found


def _peeked_unseen(lines: Sequence[PayLine]) -> dict[str, int]:
    """A wager on a row whatever lies there: the line's counts over all first cards and all that can follow."""
    made = [[0] * len(KINDS), [0] * len(KINDS)]
    reps, weights = classes()
    for hand, weight in zip(HANDS[reps].tolist(), weights.tolist(), strict=True):
        into = made[hand[0] >> 2 != hand[1] >> 2]
        for kind, many in enumerate(completions(hand, ())):
            into[kind] += weight * many
    return _by_lines(lines, made, len(HANDS) * comb(50, 3))


def gains(lines: Sequence[PayLine]) -> tuple[Ints, int]:
    """What each kind gives back, stake included, in whole parts of the stake; and how many parts that is."""
    given = [
        [
            Fraction(0) if line is None else 1 + (line.pays.fraction() if line.pays else 0)
            for line in (_line(lines, kind, began) for kind in KINDS)
        ]
        for began in BEGAN
    ]
    parts = lcm(*(one.denominator for row in given for one in row))
    found = [[int(one * parts) for one in row] + [parts * COMPLETIONS] for row in given]
    return np.array(found, np.int64), parts


def _order() -> Ints:
    """The rule to remember: a pair before all; else the straights that both cards fit, and three more for one suit."""
    found = []
    for a, b in HANDS.tolist():
        straights = sum({a >> 2, b >> 2} <= {*window} for window in WINDOWS)
        one_suit = a & 3 == b & 3
        count = 20 if a >> 2 == b >> 2 else straights + 3 * one_suit
        found.append(1000 * count + 500 * one_suit + 13 * (b >> 2) + (a >> 2))
    return np.array(found, np.int64)


def _peek_play(rules: Rules, wager: str, progress: Progress | None) -> tuple[tuple[Simple, ...], tuple[str, ...]]:
    """What looking at six cards is worth: to bet where it pays, on the best row always, and by a rule to remember."""
    table = rules.pay_tables[wager]
    given, _ = gains(table.lines)
    found = peeks(given, _order(), progress)
    situations = int(found["situations"][0])

    def worth(rule: str) -> Fraction:
        """Of a round in which the wager may be placed."""
        placed = int(found[f"{rule} placed"][0])
        if not placed:
            return Fraction(0)
        counts = _by_lines(table.lines, found[rule].tolist(), placed * COMPLETIONS)
        return price_bonus(rules, wager, counts, lost=table.clause).expectation * placed / situations

    never, best, ruled = worth("worthwhile"), worth("best"), worth("ordered")
    often = Fraction(int(found["worthwhile placed"][0]), situations)
    if often:
        when = f"Bet on the best row where that is worth more than nothing, in {decimal(often * 100, 2)}% of rounds."
    else:
        when = "Bet on no row: whatever lies there, none of them is worth more than nothing."
    simple = (
        Simple("Peek Bonus: bet or not", (when,), never, never),
        Simple("Peek Bonus in every round: the best row", ("Bet on the row that the coach says.",), best, best),
        Simple(
            "Peek Bonus in every round: a rule to remember",
            (
                "Bet on a pair.",
                "Without one, count for each row the straights that both its cards fit: four where they touch, one "
                "less for each rank between them, fewer near the ace and the two.",
                "Add three where they are of one suit, and bet on the row with the highest count; of equals, on one "
                "that is of one suit, then on the higher cards.",
            ),
            ruled,
            best,
        ),
    )
    return simple, (
        "What the peek is worth is told in units of the Peek Bonus, for each round in which it is offered.",
    )


def advise(rules: Rules, ask: str, hand: Sequence[Card], seen: Mapping[str, Sequence[Card]], stakes: Placed) -> Advised:
    """A wager on each row, for the least that may be wagered, and none."""
    worth = {NO_BET: Fraction(0)}
    wagers = peek_wagers(rules.game)
    amount = min(rules.limits[wager].minimum for wager in wagers)
    for wager, row in wagers.items():
        own = seen[place(row)]
        gone = [card for other in ROWS if other != row for card in seen[place(other)]]
        given, parts = gains(rules.pay_tables[wager].lines)
        back = given[0 if own[0] >> 2 == own[1] >> 2 else 1, : len(KINDS)]
        kinds = completions(own, gone)
        total = sum(int(one) * many for one, many in zip(back, kinds, strict=True))
        stake = Fraction(rules.limits[wager].minimum, amount)
        worth[f"{wager} {_least(rules, wager)}"] = (Fraction(total, parts * COMPLETIONS) - 1) * stake
    return Advised(worth, "the least Peek Bonus", amount)


def _least(rules: Rules, wager: str) -> str:
    return dollars(-(-rules.limits[wager].minimum // rules.chip) * rules.chip)


# The player-dealer's side


def cases(rules: Rules, placed: Sequence[Placed]) -> Iterator[Case]:
    """Every way to lay six cards that these wagers tell apart, each once; nobody peeks."""
    each = facts(rules.game, RowsFacts).each
    on = [at for at, row in enumerate(ROWS) if any(each.get(wager) == row for one in placed for wager in one)]
    laid = rows_laid(TEN)
    weights: dict[tuple[int, ...], int] = {}
    cards: dict[tuple[int, ...], Ints] = {}
    for (rows, good, *kinds), many in np.ndenumerate(laid.counts):
        if many:
            key = (rows, good, *(kinds[at] for at in on))
            weights[key] = weights.get(key, 0) + int(many)
            cards.setdefault(key, laid.examples[(rows, good, *kinds)])
    for key, weight in weights.items():
        yield Case(weight, {place(row): text(cards[key][at].tolist()) for at, row in enumerate(ROWS)}, placed)


def on_two_cards(rules: Rules, placed: Sequence[Placed]) -> bool:
    """Whether all wagers are settled by the first two cards of the rows."""
    each = facts(rules.game, RowsFacts).each
    return all(len(each.get(wager, "")) <= 1 for one in placed for wager in one)


def _peeked(rules: Rules, progress: Progress | None = None, /) -> tuple[int, str]:
    from houseway.games.community.rows.count.situations import peek_digest

    return peek_digest(rules, progress)


_PEEK = Unlisted(
    ask="peek",
    record=(
        f"{CARDS} Of two cards in the first row that differ only by suits the lowest, in their order; with each, of"
        " two in the second row that differ only by suits that leave the first as it is the lowest, in their "
        "order; then every two of the 48 other cards in the third, in their order. A record is three numbers of 8 "
        "bytes, the lowest first: what a Peek Bonus on each row gives back, stake included, over the 15,180 ways "
        "to draw three cards, in parts of the stake (the largest that make every pay whole). Two cards in the "
        "first row are a block; the digest is SHA-256 of the blocks' SHA-256 in turn."
    ),
    digest=_peeked,
)


PRICING = Pricing(
    price,
    policy=Policy(
        None, "`houseway coach` answers any six cards that lie there; `--digest` is a digest of all of them.", (_PEEK,)
    ),
    advise=advise,
    shared=Shared(cases, "every opponent bets on the same three rows, and nobody peeks", fits=on_two_cards),
)
