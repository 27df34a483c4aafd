"""Evidence: rounds dealt at random and played through the table, and how far each figure of a sheet came out from them.

Every decision is the counted one, cards come from seeds that are named, and everything is settled by the game's own
settlement; so anybody can play the same rounds again. Of each figure it says how many standard errors lie between what
was counted and what was found, by the exact spread that the sheet gives where it gives one.
"""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from math import sqrt
from time import perf_counter

from houseway.play.ask import Ask, Refused, written
from houseway.play.driver import Driver
from houseway.play.outcome import Outcome, Result
from houseway.pricing.banking.owed import decisions
from houseway.pricing.banking.played import Decide, Rounds
from houseway.pricing.counting.work import Progress
from houseway.pricing.families import pricing
from houseway.pricing.papers.sheet import Evidence, Sheet, Tested, WagerPrice
from houseway.rules.money import dollars
from houseway.rules.resolved import Rules

SEED = "evidence"
_ENOUGH = 10  # times that a result is expected to come, to be looked at by itself
_SAID = 200  # rounds between two words on progress


def with_evidence(sheet: Sheet, rounds: int, *, seed: str = SEED, progress: Progress | None = None) -> Sheet:
    """The sheet with what so many rounds of its table came to."""
    return replace(sheet, evidence=evidence(sheet, rounds, seed=seed, progress=progress))


def evidence(sheet: Sheet, rounds: int, *, seed: str = SEED, progress: Progress | None = None) -> Evidence:
    rules = sheet.rules
    found = pricing(rules.game.id)
    begun = perf_counter()
    table = _Table(sheet)
    named = f"{rules.game.id} {seed}"
    if found is not None and found.followed is not None:
        table.results = found.followed(sheet, rounds, named, progress)
    else:
        offers = _Offers(sheet, table.stakes, decisions(rules))
        sets = [written(stakes) for stakes in table.sets]
        played = Rounds(rules, sets[:1], offers)
        for done, driver in enumerate(played.play(rounds, named), start=1):
            table.add([one.outcome for one in driver.table.settled])
            offers.round, played.wagers = done, dict.fromkeys(played.opponents, sets[done % len(sets)])
            if progress and done % _SAID == 0:
                progress(done, rounds)
    tested = tuple(one for wager in sheet.wagers for one in table.tested(wager))
    return Evidence(rounds, seed, tested, perf_counter() - begun)


def least_stakes(rules: Rules) -> dict[str, int]:
    """The least of every wager made before the deal. So no payout limit can bite, and where pays go by the amount the
    sheet is that of the least."""
    return {
        name: rules.limits[name].minimum
        for name, wager in rules.wagers.items()
        if wager.when == "wagers" and name in rules.limits and not wager.amounts
    }


def _sets(rules: Rules, stakes: Mapping[str, int]) -> list[dict[str, int]]:
    """The wagers of one round after the other: of those that only one may be placed of, each has its turn."""
    groups: dict[str, list[str]] = {}
    for name in stakes:
        groups.setdefault(rules.wagers[name].one_of or name, []).append(name)
    turns = range(max(map(len, groups.values())))
    return [
        {name: stakes[name] for name in stakes if name in {names[turn % len(names)] for names in groups.values()}}
        for turn in turns
    ]


def _offered(sheet: Sheet) -> list[str]:
    """Wagers with a price of their own that are offered after the deal, apart from those made only where best."""
    known = sheet.rules.wagers
    return [
        one.wager
        for one in sheet.wagers
        if one.wager in known and known[one.wager].when != "wagers" and not one.where_best
    ]


class _Offers:
    """Takes every wager that is offered after the deal and priced by itself, such as insurance. Of several at once each
    has its turn. All else is decided as counted."""

    def __init__(self, sheet: Sheet, stakes: Mapping[str, int], otherwise: Decide) -> None:
        rules, base = sheet.rules, stakes[sheet.wagers[0].wager]
        self.answers = [
            (name, f"{name} {dollars(rules.limits[name].minimum if name in rules.limits else base)}")
            for name in _offered(sheet)
        ]
        self.otherwise, self.round = otherwise, 0

    def __call__(self, driver: Driver, ask: Ask) -> str:
        taken = [text for texts in self.answers if (text := _understood(ask, texts))]
        return taken[self.round % len(taken)] if taken else self.otherwise(driver, ask)


def _understood(ask: Ask, texts: Sequence[str]) -> str:
    """The first of these that is an answer, if any is."""
    for text in texts:
        with suppress(Refused):
            ask.read(text)
            return text
    return ""


class _Table:
    """Results of each priced wager and of each part, in units of the stake, as they come."""

    def __init__(self, sheet: Sheet) -> None:
        self.stakes = least_stakes(sheet.rules) | ({sheet.wagers[0].wager: sheet.stake} if sheet.stake else {})
        self.sets = _sets(sheet.rules, self.stakes)
        self.offered = frozenset(_offered(sheet))
        self.priced = {wager.wager: wager for wager in sheet.wagers}
        self.first = sheet.wagers[0]
        self.results: dict[str, Counter[Fraction]] = {name: Counter() for name in self.priced}
        self.action: dict[str, list[Fraction]] = {name: [] for name in self.priced}
        self.parts: dict[str, Counter[Fraction]] = {part.wager: Counter() for part in self.first.parts}

    def add(self, settled: list[Outcome]) -> None:
        won: dict[str, int] = {}
        action: dict[str, int] = {}
        part_won = dict.fromkeys(self.parts, 0)
        for one in settled:  # what has no price of its own belongs to the first wager
            if one.wager in self.offered:  # it is priced each time it is offered
                self.results[one.wager][Fraction(net(one), one.stake)] += 1
                continue
            name = one.wager if one.wager in self.priced else self.first.wager
            won[name] = won.get(name, 0) + net(one)
            action[name] = action.get(name, 0) + one.stake
            if one.wager in part_won:
                part_won[one.wager] += net(one)
        for name, result in won.items():
            unit = self.stakes.get(name) or action[name]
            self.results[name][Fraction(result, unit)] += 1
            self.action[name].append(Fraction(action[name], unit))
        unit = self.stakes.get(self.first.wager) or 1
        if won.get(self.first.wager) is not None:
            for part, result in part_won.items():
                self.parts[part][Fraction(result, unit)] += 1

    def tested(self, wager: WagerPrice) -> Iterator[Tested]:
        """Every figure of a wager that rounds were played of."""
        found, outcomes = self.results[wager.wager], wager.outcomes
        if not (many := found.total()):
            return
        name = wager.wager
        yield _mean(name, "expectation", found, outcomes.expectation, outcomes.standard_deviation)
        yield _chance(name, "hit rate", outcomes.hit_rate, sum(n for result, n in found.items() if result > 0), many)
        yield _chance(name, "push rate", outcomes.push_rate, found[Fraction(0)], many)
        if wager.action is not None:
            yield _spread(name, "wagered in all", self.action[name], wager.action)
        if wager is self.first:
            for part in wager.parts:
                spread = part.outcomes.standard_deviation
                yield _mean(name, f"{part.name}, expectation", self.parts[part.wager], part.expectation, spread)
        total = outcomes.total
        for result, count in sorted(outcomes.counts.items()):
            if count * many >= _ENOUGH * total:
                told = f"+{result}" if result > 0 else str(result)
                yield _chance(name, f"chance of {told}", Fraction(count, total), found[result], many)


def net(outcome: Outcome) -> int:
    """What an outcome brought or cost, in cents."""
    if outcome.result is Result.WIN:
        return outcome.paid
    return -(outcome.stake - outcome.returned) * (outcome.result is Result.LOSE)


def _mean(wager: str, figure: str, found: Counter[Fraction], counted: Fraction, deviation: float) -> Tested:
    many = found.total()
    mean = float(sum((result * count for result, count in found.items()), Fraction(0))) / many
    error = deviation / sqrt(many)
    return Tested(wager, figure, float(counted), mean, (mean - float(counted)) / error if error else 0.0)


def _chance(wager: str, figure: str, counted: Fraction, came: int, many: int) -> Tested:
    chance = float(counted)
    error = sqrt(chance * (1 - chance) / many)
    # What can't come, or must, has no spread: any other number of times is as far off as can be said.
    z = (came / many - chance) / error if error else 0.0 if came == chance * many else float("inf")
    return Tested(wager, figure, chance, came / many, z)


def _spread(wager: str, figure: str, values: list[Fraction], counted: Fraction) -> Tested:
    """By the spread of the sample itself, which the sheet does not give."""
    numbers = [float(value) for value in values]
    many = len(numbers)
    mean = sum(numbers) / many
    error = sqrt(sum((number - mean) ** 2 for number in numbers) / many / many)
    far = mean - float(counted)
    return Tested(wager, figure, float(counted), mean, far / error if error else 0.0)
