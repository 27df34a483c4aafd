"""What is owed at a table that a player banks, case by case and in the order of settlement.

Each case is a round played through the engine with everything covered. Where every opponent bets on the same cards
(baccarat, craps) every case is played once and weighs as often as it comes; one opponent whose wagers are won together
or lost together has the cases of the sheet; elsewhere rounds are dealt at random and decided by the counted strategy.
"""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import floor, lcm
from random import Random

import numpy as np
from numpy.typing import NDArray

from houseway.cards.card import Card, text
from houseway.cards.pack import pack
from houseway.games import game
from houseway.games.ante_and_raise.ultimate_texas_holdem import UltimateTexasHoldem
from houseway.games.community.baccarat import SIDES, Baccarat, banker_draws, is_natural, player_draws, results
from houseway.games.craps.party_craps import PartyCraps, stands
from houseway.games.pai_gow.base import HOUSE_WAY, PaiGow
from houseway.play.ask import Refused, Wagers, written
from houseway.play.driver import Driver
from houseway.play.event import FeeTaken, Wagered
from houseway.play.outcome import Outcome, Result
from houseway.play.scenario import Scenario, ScenarioError, play_by_default
from houseway.play.table import Settled
from houseway.play.wagers import spots_for
from houseway.price import price
from houseway.price.ante_and_raise.ultimate_texas_holdem_flops import Flops
from houseway.price.banking.played import Coached, Decide, Rounds
from houseway.price.community import baccarat
from houseway.price.craps import party_craps as craps
from houseway.price.families import can_coach
from houseway.price.papers.sheet import Outcomes, Sheet
from houseway.rules.files import RulesError
from houseway.rules.money import MoneyError, cents, dollars
from houseway.rules.resolved import Rules

Ints = NDArray[np.int64]
Progress = Callable[[int, int], None]
Cards = tuple[Card, ...]
Said = tuple[str, ...]  # what can be said of two hands of baccarat
Placed = Mapping[str, int]  # one opponent's wagers, in cents

SEED = "the player-dealer's side"
_EVERYTHING = 10**10  # cents put up that cover whatever happens
_IN_PLAY = 500  # rounds between two words on progress


@dataclass(frozen=True)
class Cases:
    """What is due to an opponent (more than nothing) or to the player-dealer (less) in each case, in the order of
    settlement. Rows are as long as the longest; nothing is due in what is left of a row."""

    opponents: int
    whose: Ints  # case x turn: which opponent
    due: Ints  # case x turn, in cents
    weights: tuple[int, ...] | None = None  # how many times each comes; None where each was dealt at random

    @property
    def many(self) -> int:
        return len(self.due)

    def moved(self, coverage: int | None, *, net: bool) -> Ints:
        """What is paid and collected of it with so much put up, by one of the two readings of PD-1."""
        if coverage is None:
            return self.due
        moved = np.zeros_like(self.due)
        paid, collected = np.zeros(self.many, np.int64), np.zeros(self.many, np.int64)
        for turn in range(self.due.shape[1]):
            due = self.due[:, turn]
            won = due > 0
            running = collected - paid
            left = coverage + np.where(won, running, -running) if net else coverage - paid - collected
            covered = np.minimum(np.abs(due), left)
            paid += np.where(won, covered, 0)
            collected += np.where(won, 0, covered)
            moved[:, turn] = np.where(won, covered, -covered)
        return moved

    def nets(self, moved: Ints) -> Ints:
        """Case x opponent: the result of each."""
        return np.stack([np.where(self.whose == one, moved, 0).sum(axis=1) for one in range(self.opponents)], axis=1)


def cases_of(opponents: int, found: Sequence[Sequence[tuple[int, int]]], weights: Sequence[int] | None = None) -> Cases:
    """Cases from lists of who is due how much."""
    width = max([1, *map(len, found)])
    whose, due = np.zeros((len(found), width), np.int64), np.zeros((len(found), width), np.int64)
    for at, turns in enumerate(found):
        for turn, (who, amount) in enumerate(turns):
            whose[at, turn], due[at, turn] = who, amount
    return Cases(opponents, whose, due, None if weights is None else tuple(weights))


# Wagers and fees


def base_wager(rules: Rules) -> str:
    """The wager that an amount alone is put on: the first that needs no other."""
    return next(name for name, wager in rules.wagers.items() if wager.when == "wagers" and wager.needs is None)


def least_wager(rules: Rules) -> str:
    base = base_wager(rules)
    return f"{base} {dollars(rules.limits[base].minimum)}"


def wagers_of(rules: Rules, wagers: str) -> dict[str, int]:
    """An opponent's wagers from the words of the table; an amount alone is on the base wager."""
    base = base_wager(rules)
    given = wagers.strip()
    if given.replace(".", "", 1).isdigit():
        given = f"{base} {given}"
    spots = spots_for(rules)
    if is_craps(rules):
        return _one_wager(rules, given, list(spots))
    try:
        placed = Wagers(spots, _EVERYTHING, rules.chip).read(given)
    except (Refused, MoneyError) as error:
        raise RulesError(f"{wagers!r}: {error}") from None
    if placed is None:
        raise RulesError(f"{wagers!r} are not wagers: write them as at the table, as in {base} 10")
    return placed


def _one_wager(rules: Rules, given: str, known: list[str]) -> dict[str, int]:
    wager, _, amount = given.rpartition(" ")
    if wager not in known or "," in given:
        raise RulesError(f"{given!r} is not one wager of {rules.game.name}: {', '.join(known)}")
    try:
        return {wager: cents(amount)}
    except MoneyError as error:
        raise RulesError(f"{given!r}: {error}") from None


def collected(rules: Rules, placed: Sequence[Placed]) -> tuple[tuple[int, ...], int, tuple[str, ...], int]:
    """The fees of opponents and player-dealer in a round with these wagers, where they stand, and all that is wagered
    before the deal."""
    point = _start(rules, next(iter(placed[0]))).point if is_craps(rules) else 0
    driver = _played(rules, placed, before={"point": str(point)} if point else {})
    taken = [event for event in driver.events if isinstance(event, FeeTaken)]
    seats = [_seat(at) for at in range(len(placed))]
    fees = tuple(sum(fee.amount for fee in taken if fee.who == who) for who in seats)
    bank = sum(fee.amount for fee in taken if fee.who not in seats)
    spots = {spot for name in rules.wagers for spot in (rules.wagers[name].spots or (name,))
             if rules.wagers[name].when == "wagers"}  # fmt: skip
    wagered = sum(event.amount for event in driver.events if isinstance(event, Wagered) and event.wager in spots)
    return fees, bank, tuple(dict.fromkeys(fee.clause for fee in taken)), wagered


def _seat(at: int) -> str:
    return f"seat {at + 1}"


def _played(
    rules: Rules,
    placed: Sequence[Placed],
    cards: Mapping[str, str] | None = None,
    before: Mapping[str, str] | None = None,
) -> Driver:
    """One round with these wagers and cards, everything covered; the player-dealer sits at the last seat."""
    plan = {
        "game": rules.game.id,
        "cards": dict(cards or {}),
        "before": dict(before or {}),
        "bank": {"seat": rules.seats, "amount": dollars(_EVERYTHING)},
        "seats": [
            {
                "seat": at + 1,
                "stack": dollars(_EVERYTHING),
                "wagers": {wager: dollars(amount) for wager, amount in one.items()},
            }
            for at, one in enumerate(placed)
        ],
        **{part: dict(chosen) for part, chosen in rules.chosen.items()},
    }
    try:
        return play_by_default(Scenario.model_validate(plan), game(rules.game.id))
    except ScenarioError as error:
        raise RulesError(str(error)) from None


@dataclass(frozen=True)
class Known:
    """What is exactly known of each opponent with everything covered, where cases are sampled."""

    means: tuple[Fraction, ...]  # in cents
    alone: tuple[Outcomes, ...] | None  # results in cents; None where somebody has several wagers, which hang together


# Cases: counted where everyone bets on the same cards or there is one opponent, else dealt


def cases_at(
    rules: Rules, placed: Sequence[Placed], rounds: int, progress: Progress | None
) -> tuple[Cases, Known | None, str]:
    """The cases, what is exactly known of sampled ones, and how they were found."""
    played = game(rules.game.id)
    if isinstance(played, Baccarat):
        return _baccarat(rules, placed), None, "exact, by counting: every opponent bets on the same two hands"
    if isinstance(played, PartyCraps):
        return _craps(rules, placed), None, "exact, by counting: every opponent makes the same wager on the same flips"
    sheet = price(rules, progress=progress)
    if alone := _alone(rules, placed, sheet):
        return alone, None, "exact, by counting: one opponent, whose wagers are won together or lost together"
    if not can_coach(rules.game.id) and not is_pai_gow(rules):
        raise RulesError(f"{rules.game.name} has no coach yet, so its rounds can't be played for the opponents")
    cases = dealt(rules, placed, rounds, progress)
    return cases, _known(sheet, placed), f"sampled: {rounds:,} rounds dealt at random and settled at the table"


def due_of(settled: Sequence[Settled], opponents: int) -> list[tuple[int, int]]:
    """Who is due how much, from a round in which everything was covered."""
    at = {_seat(number): number for number in range(opponents)}
    found = [(at[one.owner], _amount(one.outcome)) for one in settled if one.owner in at]
    return [(who, amount) for who, amount in found if amount]


def _amount(outcome: Outcome) -> int:
    if outcome.result is Result.WIN:
        return outcome.paid
    return -outcome.stake if outcome.result is Result.LOSE else 0


def _baccarat(rules: Rules, placed: Sequence[Placed]) -> Cases:
    """Everything that can be said of two finished hands, each played once with hands that say so."""
    shoe = pack(rules.game.cards.pack, int(rules.options["decks"]))
    counts = baccarat.count(rules.game, shoe)
    hands = _hands_that_say(rules, counts.keys(), shoe)
    found = []
    for said in counts:
        cards = {side: text(cards) for side, cards in zip(SIDES, hands[said], strict=True)}
        found.append(due_of(_played(rules, placed, cards).table.settled, len(placed)))
    return cases_of(len(placed), found, list(counts.values()))


def _hands_that_say(rules: Rules, wanted: Collection[Said], shoe: Sequence[Card]) -> dict[Said, tuple[Cards, Cards]]:
    """Two hands, dealt by the printed table, for everything that can be said of them."""
    dealer, hands = Random(SEED), dict[Said, tuple[Cards, Cards]]()
    while len(hands) < len(wanted):
        one, two, three, four, *more = dealer.sample(shoe, 6)
        player, banker = (one, two), (three, four)
        if not is_natural(rules.game, player) and not is_natural(rules.game, banker):
            third = more.pop() if player_draws(rules.game, player) else None
            last = (more.pop(),) if banker_draws(rules.game, banker, third) else ()
            player, banker = (*player, *(() if third is None else (third,))), (*banker, *last)
        hands.setdefault(results(player, banker), (player, banker))
    return hands


def _craps(rules: Rules, placed: Sequence[Placed]) -> Cases:
    """The wager followed until it is decided: every flip that decides it, in every situation, played once."""
    (wager, *others) = dict.fromkeys(name for one in placed for name in one)
    if others or rules.wagers[wager].needs is not None:
        raise RulesError(
            f"at {rules.game.name} all opponents make one wager, the same: pass 10, not {wager} with others"
        )
    flips = craps.flips(pack(rules.game.cards.pack, int(rules.options["decks"])))
    total = sum(flip.ways for flip in flips)
    start = _start(rules, wager)
    found, chances = [], []
    for here, visits in _visits(rules, start, flips).items():
        for flip in flips:
            _, then = craps.step(rules, here, flip.cards)
            if then is None:
                amounts = [one[wager] for one in placed]
                found.append(due_of(_flipped(rules, wager, amounts, here, text(flip.cards)), len(placed)))
                chances.append(visits * Fraction(flip.ways, total))
    assert sum(chances) == 1, "every wager is decided in the end"
    whole = lcm(*(chance.denominator for chance in chances))
    return cases_of(len(placed), found, [int(chance * whole) for chance in chances])


def _visits(rules: Rules, start: craps.Situation, flips: Sequence[craps.Flip]) -> dict[craps.Situation, Fraction]:
    """How many flips a wager waits for in each situation, on average, until it is decided."""
    total = sum(flip.ways for flip in flips)
    moves: dict[craps.Situation, dict[craps.Situation, Fraction]] = {}
    waiting = [start]
    while waiting:
        here = waiting.pop()
        if here not in moves:
            moves[here] = {}
            for flip in flips:
                _, then = craps.step(rules, here, flip.cards)
                if then is not None:
                    moves[here][then] = moves[here].get(then, Fraction(0)) + Fraction(flip.ways, total)
                    waiting.append(then)
    order = list(moves)
    # Flips there = one where it starts, and those of each situation that moves on to it.
    rows = [
        [Fraction(here == there) - moves[there].get(here, 0) for there in order] + [Fraction(here == start)]
        for here in order
    ]
    return {here: row[-1] for here, row in zip(order, craps._eliminate(rows), strict=True)}


def is_craps(rules: Rules) -> bool:
    return isinstance(game(rules.game.id), PartyCraps)


def is_pai_gow(rules: Rules) -> bool:
    return isinstance(game(rules.game.id), PaiGow)


def _start(rules: Rules, wager: str) -> craps.Situation:
    """Where a wager begins: on the come-out if it can."""
    return craps.Situation(rules.wagers[wager].spots or (wager,), craps.starts(rules, wager)[0])


def _flipped(rules: Rules, wager: str, amounts: Sequence[int], here: craps.Situation, cards: str) -> Sequence[Settled]:
    """One flip with the wagers lying where they do: placed now, or standing from an earlier flip."""
    before = {"point": str(here.point)} if here.point else {"working": ", ".join(map(_seat, range(len(amounts))))}
    now: list[Placed] = [{wager: amount} for amount in amounts]
    if all(stands(rules, one, point=bool(here.point)) for one in here.wagers):
        parts = len(here.wagers)
        before |= {
            _seat(at): ", ".join(f"{one} {dollars(amount // parts)}" for one in here.wagers)
            for at, amount in enumerate(amounts)
        }
        now = [{} for _ in amounts]
    return _played(rules, now, {"flip": cards}, before).table.settled


def _alone(rules: Rules, placed: Sequence[Placed], sheet: Sheet) -> Cases | None:
    """One opponent with the main wager alone, where all its parts are won or all are lost."""
    main = sheet.wagers[0]
    later = [name for name, wager in rules.wagers.items() if wager.when != "wagers"]
    if len(placed) > 1 or list(placed[0]) != [main.wager] or (later and rules.game.id not in _TOGETHER):
        return None
    if not main.method.startswith(EXACT):
        return None
    results = in_cents(main.outcomes, placed[0][main.wager])
    return cases_of(1, [[(0, int(result))] for result in results.counts], list(results.counts.values()))


EXACT = "exact"  # how the method of such a figure begins
_TOGETHER = ("ultimate-texas-holdem",)  # ante, blind and play: none is won while another is lost


def in_cents(outcomes: Outcomes, stake: int) -> Outcomes:
    """A sheet's results at one stake; what is no whole cent is rounded down (ALL-1)."""
    counts: dict[Fraction, int] = {}
    for result, many in outcomes.counts.items():
        amount = Fraction(floor(result * stake))
        counts[amount] = counts.get(amount, 0) + many
    return Outcomes(counts)


def _known(sheet: Sheet, placed: Sequence[Placed]) -> Known | None:
    priced = {wager.wager: wager for wager in sheet.wagers if wager.method.startswith(EXACT)}
    if any(name not in priced for one in placed for name in one):
        return None
    results = [[in_cents(priced[name].outcomes, stake) for name, stake in one.items()] for one in placed]
    means = tuple(sum((part.expectation for part in parts), Fraction(0)) for parts in results)
    single = all(len(parts) == 1 for parts in results)
    return Known(means, tuple(parts[0] for parts in results) if single else None)


def dealt(rules: Rules, placed: Sequence[Placed], rounds: int, progress: Progress | None) -> Cases:
    decide = decisions(rules)
    table = Rounds(rules, [written(dict(one)) for one in placed], decide)
    found = []
    for number, driver in enumerate(table.play(rounds, SEED), start=1):
        found.append(due_of(driver.table.settled, len(placed)))
        if progress and number % _IN_PLAY == 0:
            progress(number, rounds)
    return cases_of(len(placed), found)


def decisions(rules: Rules) -> Decide:
    """How the opponents decide: as the sheet's first wager is priced. That is what the coach says, looked up where the
    whole count is at hand, or the house way."""
    played = game(rules.game.id)
    if isinstance(played, UltimateTexasHoldem):
        return Flops(rules)
    if is_pai_gow(rules):
        return lambda driver, ask: HOUSE_WAY
    return Coached()
